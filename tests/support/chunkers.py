"""Strategies of chunkers, with sizes small enough to meet every edge."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import shiplap
from shiplap._data.packing_costs import KINDS
from shiplap.chunkers.stable import number_of
from shiplap.content.region import headings_by
from shiplap.levels import SENTENCE_RULES
from shiplap.reference.stable import stable
from shiplap.reference.windows.tokens import Tokens
from shiplap.reference.windows.windows import windows
from tests.support.hostile import after_full_stops, every_seventh

Spans = list[tuple[int, int]]


def spans_of_reference(
    chunker: shiplap.Chunker, text: str, path: str | None = None, tokens: Tokens | None = None
) -> Spans:
    """The chunks of a text that is not blank by the reference, of any chunker but the adaptive one. tokens: those
    of the text, for a chunker with a tokenizer."""
    plan = chunker._plan
    given = [list(marks(text) if callable(marks) else marks) for marks in chunker._marks]
    if isinstance(chunker, shiplap.StableChunker):
        return stable.cut(text, plan, number_of(chunker.config["key"]), given=given)
    return windows(text, plan, given=given, headings=headings_by(path), tokens=tokens)


#: Paths that say what a text is; most texts have none.
paths = st.sampled_from([None, None, "x.md", "x.rst", "x.html", "x.py", "x.ts", "x.sh", "x.csv"])


def common_options(draw: st.DrawFn) -> dict[str, Any]:
    """The options that all chunkers have."""
    return {
        "unit": draw(st.sampled_from(["characters", "bytes", "tokens"])),
        "sentence_rule": draw(st.sampled_from(list(SENTENCE_RULES))),
        "strip_whitespace": draw(st.booleans()),
        "skip_blank": draw(st.booleans()),
        "on_empty": "empty",
    }


@st.composite
def adaptive_chunkers(draw: st.DrawFn, **fixed: Any) -> shiplap.AdaptiveChunker:
    """Any adaptive chunker without a tokenizer. `fixed`: options that are not drawn."""
    sizes: dict[str, Any] = {}
    for kind in KINDS:
        size = draw(st.integers(1, 12) | st.integers(1, 400))
        sizes[kind] = (size, draw(st.integers(0, size - 1) | st.just(size - 1) | st.just(0)))
    least = min(size for size, _ in sizes.values())
    options = {
        "max_context": draw(st.sampled_from([0.25, 0.0, 0.5, 0.99]) | st.integers(0, least - 1)),
        "size_includes_context": draw(st.sampled_from([False, False, True])),
        "headings": draw(st.sampled_from(["auto", "auto", "marked", None])),
    }
    return shiplap.AdaptiveChunker(**{**sizes, **common_options(draw), **options, **fixed})


@st.composite
def chunkers(draw: st.DrawFn, **fixed: Any) -> shiplap.Chunker:
    """Any chunker of any kind without a tokenizer. `fixed`: options that are not drawn."""
    kind = draw(st.sampled_from(["fixed", "sentence", "recursive", "adaptive", "stable"]))
    if kind == "adaptive":
        return draw(adaptive_chunkers(**fixed))
    size = draw(st.integers(1, 10) | st.integers(1, 700))
    overlap = draw(st.integers(0, size - 1) | st.just(size - 1))
    options = {
        **common_options(draw),
        "boundaries": draw(st.sampled_from([None, None, every_seventh, after_full_stops])),
        **fixed,
    }
    if kind == "sentence":
        most = draw(st.none() | st.integers(size, 2 * size))
        largest = min(size, ((5 * size // 3 if most is None else most) + 1) // 2)
        least = draw(st.none() | st.integers(0, largest) | st.just(largest))
        return shiplap.SentenceChunker(size, overlap, min_size=least, max_size=most, **options)
    names = st.sampled_from(["section", "block", "paragraph", "line", "sentence", "word", "grapheme", "\n\n", "a"])
    if kind == "stable":
        key = draw(st.sampled_from([b"", b"rain"]))
        return shiplap.StableChunker(
            size, overlap, levels=draw(st.lists(names, min_size=1, max_size=5)), key=key, **options
        )
    min_fill = draw(st.sampled_from([0.0, 0.3, 0.5, 1.0]))
    if kind == "recursive":
        levels = draw(st.none() | st.lists(names, min_size=1, max_size=4))
        overlap_levels = draw(st.lists(names, min_size=1, max_size=4))
        return shiplap.RecursiveChunker(
            size, overlap, levels=levels, overlap_levels=overlap_levels, min_fill=min_fill,
            join_rest=draw(st.booleans()), break_at=draw(st.none() | st.none() | names),
            headings=draw(st.sampled_from(["auto", "marked", None])), **options,
        )  # fmt: skip
    snap = draw(st.sampled_from([None, "paragraph", "line", "sentence", "word"]))
    return shiplap.FixedChunker(size, overlap, snap=snap, min_fill=min_fill, **options)
