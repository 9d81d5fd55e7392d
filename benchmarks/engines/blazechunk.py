"""blazechunk (Rust): its chunkers, counting characters, and its primitive chunk_offsets."""

from __future__ import annotations

from typing import Any

from benchmarks.engines import Engine, Runner, Work, chunks_engine, offsets_engine


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

    return chunks_engine(
        work,
        chunker.chunk,
        lambda chunks: [chunk.text for chunk in chunks],
        lambda chunks: [(chunk.start_index, chunk.end_index) for chunk in chunks],
        in_bytes=True,
    )


def primitive(work: Work) -> Runner | None:
    if work.output == "texts" or work.snap not in (None, "sentence"):
        return None
    if work.kind in ("sentences", "recursive"):
        return None
    import blazechunk

    # without snapping the last byte of the window is the cut; the delimiters stand for the sentence rule
    delimiters = b".!?" if work.snap or work.kind == "packed" else b""
    return offsets_engine(
        lambda document: blazechunk.chunk_offsets(document, size=work.size, delimiters=delimiters)
    )


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
