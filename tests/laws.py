"""The laws of SPEC section 3 as one function, asserted on every chunker's result."""

from __future__ import annotations

import itertools
import math

from shiplap import Chunks
from shiplap._data.unicode import WHITE_SPACE
from tests.clusters import inside


def blank(text: str) -> bool:
    return all(char in WHITE_SPACE for char in text)


def check(chunks: Chunks, text: str) -> None:
    """Assert laws 1 to 5 and 8 on the chunks of a text by their chunker's options, and the minimum."""
    config = chunks.chunker.config
    limit = config.get("max_size", config["chunk_size"])
    handler = "surrogatepass" if config["errors"] == "surrogatepass" else "strict"
    data = text.encode("utf-8", handler)
    spans = [(int(start), int(end)) for start, end in chunks.spans]
    byte_spans = [(int(start), int(end)) for start, end in chunks.byte_spans]
    utf16_spans = [(int(start), int(end)) for start, end in chunks.utf16_spans]
    texts = chunks.texts
    assert len(spans) == len(byte_spans) == len(texts) == len(chunks)

    # 1 Slice
    offsets16 = [0, *itertools.accumulate(2 if char > "\uffff" else 1 for char in text)]
    for (start, end), (low, high), (low16, high16), piece in zip(
        spans, byte_spans, utf16_spans, texts, strict=True
    ):
        assert type(piece) is str
        assert piece == text[start:end] == data[low:high].decode("utf-8", handler)
        assert (low16, high16) == (offsets16[start], offsets16[end])

    # 2 Cover
    lenient = config["skip_blank"] or config["trim"] or blank(text)
    reached = 0
    for start, end in spans:
        if start > reached:
            assert lenient and blank(text[reached:start]), (reached, start)
        reached = end
    assert reached == len(text) or (lenient and blank(text[reached:]))
    if config["trim"] and config["chunk_size"] != 1:
        assert all(piece[0] not in WHITE_SPACE and piece[-1] not in WHITE_SPACE for piece in texts)

    # 3 Progress
    for (start, end), (start2, end2) in itertools.pairwise(spans):
        assert start < start2 and end < end2
    assert all(start < end for start, end in spans)

    # 4 Limit and 5 Overlap, in the user's unit
    measured = byte_spans if config["unit"] == "bytes" else spans
    scale = 4 if config["unit"] == "tokens" else 1  # characters of an estimated token, the last rounded up
    for (start, end), piece, tokens in zip(measured, texts, chunks.token_counts.tolist(), strict=True):
        assert end - start <= scale * limit or len(piece) == 1
        assert tokens == math.ceil(len(piece) / 4)
    assert [chunk.token_count for chunk in chunks] == chunks.token_counts.tolist()
    shared = [0]
    for (_, end), (start2, _) in itertools.pairwise(measured):
        assert end - start2 <= scale * config["chunk_overlap"]
    for (_, end), (start2, _) in itertools.pairwise(spans):
        shared.append(max(0, end - start2))
    assert chunks.overlaps.tolist() == shared[: len(spans)]
    assert [chunk.overlap for chunk in chunks] == shared[: len(spans)]

    # 8 Edges: no code point is cut (law 1 decoded them), and a grapheme cluster only where it alone is too large,
    # or where white space that belongs to one is trimmed
    if config.get("snap", "sentence") is not None:
        within = inside(text)
        for p in {p for span in spans for p in span} & within.keys():
            start, end = within[p]
            size = end - start
            if config["unit"] == "bytes":
                size = len(text[start:end].encode("utf-8", handler))
            trimmed = config["trim"] and (blank(text[start:p]) or blank(text[p:end]))
            assert size > scale * limit or trimmed, (p, text[start:end])

    # the minimum, where no code point of several bytes, cluster or trimmed end stands against it
    least = max(0, scale * config.get("min_size", 0) - scale + 1)
    if least and text.isascii() and "\r" not in text and not lenient:
        assert all(end - start >= min(least, len(text)) for start, end in spans)
        assert len(spans) < 2 or spans[-1][1] - spans[-2][1] >= least
