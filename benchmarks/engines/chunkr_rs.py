"""chunkr-rs (Rust): CharacterChunker; RecursiveChunker, also with its separators for sentences."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.engines import Answer, Document, Engine, Runner, Work
from benchmarks.engines.splitters import split


def packed(work: Work) -> Runner | None:
    """Its chunks have no offsets; their texts are the answer whatever is asked."""
    import chunkr

    separators = (chunkr.SENTENCE_SEPARATORS,) if work.kind == "packed" else ()
    chunker = chunkr.RecursiveChunker(work.size, work.overlap, *separators)

    def answer(result: Any, document: Document) -> Answer:
        return Answer(texts=[chunk.content for chunk in result])

    if work.output == "texts":
        return Runner(
            lambda text: [chunk.content for chunk in chunker.chunk(text)],
            lambda result, document: Answer(texts=result),
        )
    if work.output == "spans":
        return Runner(chunker.chunk, answer)
    return Runner(lambda data: chunker.chunk(data.decode()), answer)


def make(work: Work) -> Runner | None:
    if work.kind in ("packed", "recursive"):
        return packed(work)
    if work.kind == "sentences":
        return split("chunkr-rs")
    if work.snap:
        return None
    import chunkr

    chunker = chunkr.CharacterChunker(work.size, work.overlap)

    def spans(result: Any, document: Document) -> Answer:
        places = [(chunk.metadata["start_char"], chunk.metadata["end_char"]) for chunk in result]
        return Answer(texts=[chunk.content for chunk in result], spans=np.array(places, np.int64).reshape(-1, 2))

    if work.output == "texts":
        return Runner(
            lambda text: [chunk.content for chunk in chunker.chunk(text)],
            lambda result, document: Answer(texts=result),
        )
    if work.output == "spans":
        return Runner(chunker.chunk, spans)
    return Runner(lambda data: chunker.chunk(data.decode()), spans)


ENGINES = (
    Engine(
        "chunkr-rs",
        "rival",
        "Document objects with character offsets in a dict",
        "Copies every chunk into an object also where only spans are asked, which is all that it can return; "
        "takes no bytes, so those are decoded by Python first, and gives no byte offsets. Packed sentences: sizes "
        'in bytes, ". ", "! ", "? " and line breaks for sentence ends, no offsets at all. '
        "Recursive: sizes in bytes, blank lines, lines and spaces for levels, no sentence rule, no offsets.",
        make,
        "chunkr-rs",
    ),
)
