"""chonkie (Python): TokenChunker and SentenceChunker counting characters; chonkie-core (Rust): chunk_offsets."""

from __future__ import annotations

from benchmarks.engines import Engine, Runner, Work, chunks_engine, offsets_engine


def make(work: Work) -> Runner | None:
    if work.snap or work.output == "bytes" or work.kind in ("sentences", "recursive"):
        return None
    import chonkie

    kind = chonkie.SentenceChunker if work.kind == "packed" else chonkie.TokenChunker
    chunker = kind(tokenizer="character", chunk_size=work.size, chunk_overlap=work.overlap)

    return chunks_engine(
        work,
        chunker.chunk,
        lambda chunks: [chunk.text for chunk in chunks],
        lambda chunks: [(chunk.start_index, chunk.end_index) for chunk in chunks],
    )


def primitive(work: Work) -> Runner | None:
    if work.output == "texts" or work.kind != "packed":
        return None
    import chonkie_core

    return offsets_engine(lambda document: chonkie_core.chunk_offsets(document, size=work.size, delimiters=b".!?"))


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
