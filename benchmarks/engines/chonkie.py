"""chonkie (Python): TokenChunker and SentenceChunker counting characters; chonkie-core (Rust): chunk_offsets."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.engines import Answer, Document, Engine, Runner, Work


def make(work: Work) -> Runner | None:
    if work.snap or work.output == "bytes" or work.kind in ("sentences", "recursive"):
        return None
    import chonkie

    kind = chonkie.SentenceChunker if work.kind == "packed" else chonkie.TokenChunker
    chunker = kind(tokenizer="character", chunk_size=work.size, chunk_overlap=work.overlap)

    def spans(result: Any, document: Document) -> Answer:
        places = [(chunk.start_index, chunk.end_index) for chunk in result]
        array = np.array(places, np.int64).reshape(-1, 2)
        return Answer(texts=[chunk.text for chunk in result], spans=array)

    if work.output == "texts":
        return Runner(
            lambda text: [chunk.text for chunk in chunker.chunk(text)],
            lambda result, document: Answer(texts=result),
        )
    return Runner(chunker.chunk, spans)


def primitive(work: Work) -> Runner | None:
    if work.output == "texts" or work.kind != "packed":
        return None
    import chonkie_core

    def call(document: Document) -> Any:
        return chonkie_core.chunk_offsets(document, size=work.size, delimiters=b".!?")

    def answer(result: Any, document: Document) -> Answer:
        return Answer(byte_spans=np.array(result, np.int64).reshape(-1, 2))

    return Runner(call, answer)


ENGINES = (
    Engine(
        "chonkie",
        "rival",
        "Chunk objects with character offsets",
        "Turns every character into a token number and back, as its character tokenizer does; it has no "
        "chunker of plain windows.",
        make,
        "chonkie",
    ),
    Engine(
        "chonkie-core",
        "rival",
        "byte offsets as tuples",
        "Lesser work: sizes in bytes, no overlap, no minimum, no validation, no character offsets, a bare "
        "delimiter byte (. ! ?) for a sentence end, cuts inside characters. Full-width marks as patterns make it "
        "half as fast on multi, so they are left out. It is the yardstick of the figures all the same.",
        primitive,
        "chonkie-core",
        comparable=False,
    ),
)
