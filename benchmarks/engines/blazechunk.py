"""blazechunk (Rust): its chunkers, counting characters, and its primitive chunk_offsets."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.engines import Answer, Document, Engine, Runner, Work


def token_chunker(work: Work) -> Runner | None:
    if work.snap or work.kind == "sentences":
        return None
    import blazechunk

    chunker: Any
    if work.kind == "recursive":
        chunker = blazechunk.RecursiveChunker(tokenizer="character", chunk_size=work.size)
    else:
        kind = blazechunk.SentenceChunker if work.kind == "packed" else blazechunk.TokenChunker
        chunker = kind(tokenizer="character", chunk_size=work.size, chunk_overlap=work.overlap)

    def spans(result: Any, document: Document) -> Answer:
        places = [(chunk.start_index, chunk.end_index) for chunk in result]
        array = np.array(places, np.int64).reshape(-1, 2)
        return Answer(texts=[chunk.text for chunk in result], byte_spans=array)

    if work.output == "texts":
        return Runner(
            lambda text: [chunk.text for chunk in chunker.chunk(text)],
            lambda result, document: Answer(texts=result),
        )
    if work.output == "spans":
        return Runner(chunker.chunk, spans)
    return Runner(lambda data: chunker.chunk(data.decode()), spans)


def primitive(work: Work) -> Runner | None:
    if work.output == "texts" or work.snap not in (None, "sentence"):
        return None
    if work.kind in ("sentences", "recursive"):
        return None
    import blazechunk

    # without snapping the last byte of the window is the cut; the delimiters stand for the sentence rule
    delimiters = b".!?" if work.snap or work.kind == "packed" else b""

    def call(document: Document) -> Any:
        return blazechunk.chunk_offsets(document, size=work.size, delimiters=delimiters)

    def answer(result: Any, document: Document) -> Answer:
        return Answer(byte_spans=np.array(result, np.int64).reshape(-1, 2))

    return Runner(call, answer)


ENGINES = (
    Engine(
        "blazechunk",
        "rival",
        "Chunk objects with byte offsets",
        "Copies every chunk into an object also where only spans are asked, which is all that it can return; "
        "takes no bytes, so those are decoded by Python first, and gives no character offsets. Packed sentences: "
        '". ", "! ", "? " and line breaks for sentence ends. Recursive: no overlap, no sentence rule.',
        token_chunker,
        "blazechunk",
    ),
    Engine(
        "blazechunk offsets",
        "rival",
        "byte offsets as tuples",
        "Lesser work: sizes in bytes, no overlap, no validation, no character offsets, a bare delimiter byte "
        "for a sentence end, cuts inside characters. The fastest thing of its kind, shown for scale.",
        primitive,
        "blazechunk",
        comparable=False,
    ),
)
