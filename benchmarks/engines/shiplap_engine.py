"""shiplap itself, through its public API only."""

from __future__ import annotations

from typing import Any

from engines import Answer, Document, Engine, Runner, Work


def make(work: Work) -> Runner | None:
    import shiplap

    if work.preset:
        chunker = shiplap.preset(work.preset)
    else:
        chunker = shiplap.FixedChunker(work.size, work.overlap, snap=work.snap, unit="characters")
    if work.output == "texts":
        return Runner(lambda text: chunker.chunk(text).texts, lambda result, document: Answer(texts=result))
    if work.output == "spans":
        return Runner(chunker.spans, lambda result, document: Answer(spans=result))

    def both(data: bytes) -> tuple[Any, Any]:
        chunks = chunker.chunk(data)
        return chunks.spans, chunks.byte_spans

    def answer(result: tuple[Any, Any], document: Document) -> Answer:
        return Answer(spans=result[0], byte_spans=result[1])

    return Runner(both, answer)


ENGINES = (Engine("shiplap", "product", "texts or spans (numpy int64)", "", make, "shiplap"),)
