"""The laws of docs/reference/model.md as one function, asserted on every chunker's result."""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from fractions import Fraction
from typing import Any, NamedTuple

import shiplap
from shiplap import Chunks
from shiplap._core.text import Text
from shiplap._data.packing_costs import KINDS
from shiplap._data.unicode import WHITE_SPACE
from shiplap.chunks.headings import prefix_of
from shiplap.content.decided import UNDECIDED
from shiplap.content.region import regions_of
from tests.support.grapheme_oracle import inside


class Bounds(NamedTuple):
    """The limits of a chunker in one kind of content: the largest chunk, the largest overlap, and the largest
    grapheme cluster that it never cuts. In characters or bytes."""

    size: int
    overlap: int
    cluster: int


class Run(NamedTuple):
    """Text of one kind of content. A chunker that does not look at content has one run and no kind."""

    start: int
    end: int
    kind: str | None


def blank(text: str) -> bool:
    return all(char in WHITE_SPACE for char in text)


def bounds_of(config: dict[str, Any]) -> dict[str | None, Bounds]:
    """Return the bounds of each kind of content, by a chunker's configuration."""
    scale = 4 if config["unit"] == "tokens" else 1  # characters of an estimated token, the last rounded up
    if config["chunker"] != "adaptive":
        size = scale * (config.get("max_size", config["chunk_size"]) - config["reserve"])
        return {None: Bounds(size, scale * config.get("chunk_overlap", 0), size)}
    found: dict[str | None, Bounds] = {}
    for kind in KINDS:
        own = config.get(kind, config["code"])
        size, overlap = own["chunk_size"] - config["reserve"], own["chunk_overlap"]
        free = max(1, size - context_of(config, size)) if config["size_includes_context"] else size
        found[kind] = Bounds(scale * size, scale * overlap, scale * free)
    return found


def context_of(config: dict[str, Any], size: int) -> int:
    """Return the limit of the contexts of a kind of content with this size."""
    most = config["max_context"]
    return math.floor(Fraction(repr(most)) * size) if isinstance(most, float) else int(most)


def runs_of(chunks: Chunks, text: str, path: str | None) -> list[Run]:
    """Return the runs of a text, which cover it, with the decisions that an update has kept."""
    config = chunks.chunker.config
    if config["chunker"] != "adaptive":
        return [Run(0, len(text), None)]
    found: list[Run] = []
    kept = chunks._decisions() or UNDECIDED
    content_type = config.get("content_type")
    regions = regions_of(Text(text, config["errors"]), path, content_type, config["headings"], kept)
    for (start, end), name in zip(regions.spans.tolist(), regions.kinds, strict=True):
        kind = shiplap.content.BASE_KINDS[name]
        if found and found[-1].kind == kind:
            start = found.pop().start
        found.append(Run(start, end, kind))
    return found


def check(chunks: Chunks, text: str, path: str | None = None) -> None:
    """Assert laws 1 to 5 and 8 on the chunks of a text by their chunker's options, the minimum, and the kinds of
    content. `path`: the path that the text was cut with."""
    config = chunks.chunker.config
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
    lenient = config["skip_blank"] or config["strip_whitespace"] or blank(text)
    reached = 0
    for start, end in spans:
        if start > reached:
            assert lenient and blank(text[reached:start]), (reached, start)
        reached = end
    assert reached == len(text) or (lenient and blank(text[reached:]))
    if config["strip_whitespace"] and config["chunk_size"] != 1:
        assert all(piece[0] not in WHITE_SPACE and piece[-1] not in WHITE_SPACE for piece in texts)

    # 3 Progress
    for (start, end), (start2, end2) in itertools.pairwise(spans):
        assert start < start2 and end < end2
    assert all(start < end for start, end in spans)

    # 4 Limit, in the user's unit: of a chunk the largest of its kinds of content, of each part that of its kind
    offsets = range(len(text) + 1)
    if config["unit"] == "bytes":
        offsets = [0, *itertools.accumulate(len(char.encode("utf-8", handler)) for char in text)]
    bounds = bounds_of(config)
    scale = 4 if config["unit"] == "tokens" else 1
    contexts = {}
    if config["chunker"] == "adaptive":
        sizes = {kind: config.get(kind, config["code"])["chunk_size"] - config["reserve"] for kind in KINDS}
        contexts = {kind: scale * context_of(config, size) for kind, size in sizes.items()}
    runs = runs_of(chunks, text, path)
    starts = [run.start for run in runs]

    def parts(start: int, end: int) -> list[Run]:
        first, last = bisect_right(starts, start) - 1, bisect_right(starts, end - 1)
        return [Run(max(start, run.start), min(end, run.end), run.kind) for run in runs[first:last]]

    for chunk, (start, end), tokens in zip(chunks, spans, chunks.token_counts.tolist(), strict=True):
        within = parts(start, end)
        most = max(bounds[part.kind].size for part in within)
        shown = chunk.text if chunk.shown_text is None else chunk.shown_text
        assert chunk.contextual_text.endswith(shown) and len(shown) <= len(chunk.text)
        before = chunk.contextual_text[: len(chunk.contextual_text) - len(shown)]
        context = prefix_of(chunk.headings) + chunk.table_header
        context_size = len(context.encode("utf-8", handler)) if config["unit"] == "bytes" else len(context)
        if config["chunker"] == "adaptive":  # X1: the columns are within the limit, and so is what they put before
            assert context_size <= contexts[within[0].kind] and len(before) <= len(context)
        counted = 0
        if config.get("size_includes_context"):
            counted = len(before.encode("utf-8", handler)) if config["unit"] == "bytes" else len(before)
        if end - start > 1:
            assert counted + offsets[end] - offsets[start] <= most
            assert all(offsets[part.end] - offsets[part.start] <= bounds[part.kind].size for part in within)
        assert tokens == chunk.token_count == math.ceil(len(chunk.text) / 4)

        # the kind of content is that of most characters; only a chunker that looks at content puts anything
        # before a text
        characters = dict.fromkeys(KINDS, 0)
        for part in within:
            if part.kind is not None:
                characters[part.kind] += part.end - part.start
        if config["chunker"] == "adaptive":
            assert chunk.kind == max(characters, key=lambda kind: characters[kind])
        else:
            assert (chunk.kind, chunk.headings, chunk.table_header, before) == (None, (), "", "")
        assert before.endswith(chunk.table_header)

    # 5 Overlap, within one kind of content unless an edit has changed the kind of a kept chunk
    shared = [0]
    for (_, end), (start, _) in itertools.pairwise(spans):
        shared.append(max(0, end - start))
        if start < end:
            assert offsets[end] - offsets[start] <= min(bounds[part.kind].overlap for part in parts(start, end))
    assert chunks.overlaps.tolist() == shared[: len(spans)]
    assert [chunk.overlap for chunk in chunks] == shared[: len(spans)]

    # 8 Edges: no code point is cut (law 1 decoded them), and a grapheme cluster only where it alone is too large,
    # or where white space that belongs to one is trimmed
    if config.get("snap", "sentence") is not None:
        clusters = inside(text)
        for p in {p for span in spans for p in span} & clusters.keys():
            start, end = clusters[p]
            (part,) = parts(start, end)
            trimmed = config["strip_whitespace"] and (blank(text[start:p]) or blank(text[p:end]))
            assert offsets[end] - offsets[start] > bounds[part.kind].cluster or trimmed, (p, text[start:end])
        # and then into as few pieces as fit
        if config["chunker"] in ("fixed", "recursive", "sentence"):
            size = (config["chunk_size"] - config["reserve"]) * (4 if config["unit"] == "tokens" else 1)
            for start, end in spans:
                if end in clusters and not (config["strip_whitespace"] and blank(text[end])):
                    assert offsets[end + 1] - offsets[start] > size, (start, end)

    # the minimum, where no code point of several bytes, cluster or trimmed end stands against it
    least = max(0, scale * config.get("min_size", 0) - scale + 1)
    if config["chunker"] == "semantic":  # only where each way to cut has a smaller chunk (N5)
        least = 0
    if least and text.isascii() and "\r" not in text and not lenient:
        assert all(end - start >= min(least, len(text)) for start, end in spans)
        assert len(spans) < 2 or spans[-1][1] - spans[-2][1] >= least
