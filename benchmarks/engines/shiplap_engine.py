"""shiplap itself, through its public API only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.engines import Answer, Document, Engine, Runner, Work, texts_engine


def sentences(work: Work) -> Runner | None:
    """Return all sentences, by the default rule for any language."""
    import shiplap

    split = shiplap.sentences
    return Runner(lambda text: split(text).spans, lambda result, document: Answer(spans=result))


def packed(work: Work) -> Runner | None:
    """Return the preset, or RecursiveChunker, with the ends of all sentences beside its answer. Headings are off:
    rivals do not look for them. `speed/floors.py` measures what they cost."""
    import shiplap

    chunker: shiplap.Chunker
    if work.kind == "recursive":
        chunker = shiplap.RecursiveChunker(work.size, work.overlap, headings=None)
    else:
        chunker = shiplap.preset(work.preset or "sentence-3000")

    def answer(result: Any, document: Document) -> Answer:
        ends = np.asarray(shiplap.sentences(document).spans)[:, 1]
        if work.output == "texts":
            return Answer(texts=result, spans=chunker.spans(document), sentences=ends)
        if work.output == "spans":
            return Answer(spans=result, sentences=ends)
        return Answer(spans=result[0], byte_spans=result[1], sentences=ends)

    if work.output == "texts":
        return Runner(lambda text: chunker.chunk(text).texts, answer)
    if work.output == "spans":
        return Runner(chunker.spans, answer, batch=chunker.spans_batch if work.batch else None)
    return Runner(both(chunker), answer)


def both(chunker: Any) -> Callable[[bytes], tuple[Any, Any]]:
    """Return a function that cuts bytes into spans in characters and in bytes."""

    def spans(data: bytes) -> tuple[Any, Any]:
        chunks = chunker.chunk(data)
        return chunks.spans, chunks.byte_spans

    return spans


def make(work: Work) -> Runner | None:
    if work.kind == "sentences":
        return sentences(work)
    if work.kind in ("packed", "recursive"):
        return packed(work)
    import shiplap

    if work.preset:
        chunker = shiplap.preset(work.preset)
    else:
        # the rule that the checks know by another way; quality/sentences.py judges the default
        chunker = shiplap.FixedChunker(
            work.size, work.overlap, snap=work.snap, sentence_rule="simple", unit="characters"
        )
    if work.output == "texts":
        return texts_engine(lambda text: chunker.chunk(text).texts)
    if work.output == "spans":
        return Runner(chunker.spans, lambda result, document: Answer(spans=result))

    return Runner(both(chunker), lambda result, document: Answer(spans=result[0], byte_spans=result[1]))


ENGINES = (Engine("shiplap", "product", "texts or spans (numpy int64)", "", make, "shiplap"),)
