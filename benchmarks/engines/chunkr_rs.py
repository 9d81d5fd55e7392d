"""chunkr-rs (Rust): CharacterChunker; RecursiveChunker, also with its separators for sentences."""

from __future__ import annotations

from typing import Any

from benchmarks.engines import Engine, Runner, Work, chunks_engine
from benchmarks.engines.splitters import split


def packed(work: Work) -> Runner | None:
    """Its chunks have no offsets; their texts are the answer whatever is asked."""
    import chunkr

    separators = (chunkr.SENTENCE_SEPARATORS,) if work.kind == "packed" else ()
    chunker = chunkr.RecursiveChunker(work.size, work.overlap, *separators)
    return chunks_engine(work, chunker.chunk, contents)


def contents(chunks: Any) -> list[str]:
    return [chunk.content for chunk in chunks]


def places(chunks: Any) -> list[tuple[int, int]]:
    return [(chunk.metadata["start_char"], chunk.metadata["end_char"]) for chunk in chunks]


def make(work: Work) -> Runner | None:
    if work.kind in ("packed", "recursive"):
        return packed(work)
    if work.kind == "sentences":
        return split("chunkr-rs")
    if work.snap:
        return None
    import chunkr

    return chunks_engine(work, chunkr.CharacterChunker(work.size, work.overlap).chunk, contents, places)


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
