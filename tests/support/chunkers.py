"""Strategies of chunkers, with sizes small enough to meet every edge."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Any

from hypothesis import strategies as st

import shiplap
from shiplap._core.text import Spans as CoreSpans
from shiplap._core.text import Text
from shiplap._data.packing_costs import KINDS
from shiplap.chunkers import CommonOptions
from shiplap.chunkers.semantic import SemanticLoop, directions, distances, units_plan
from shiplap.chunkers.stable import number_of
from shiplap.content.content_types import headings_by
from shiplap.reference.packing import segments
from shiplap.reference.stable import stable
from shiplap.reference.text.sizes import measure
from shiplap.reference.windows.tokens import Tokens
from shiplap.reference.windows.windows import windows
from tests.support.drawn import arguments
from tests.support.hostile import abbreviations, after_full_stops, every_seventh, languages, line_breaks

Spans = list[tuple[int, int]]


def spans_of_reference(
    chunker: shiplap.Chunker, text: str, path: str | None = None, tokens: Tokens | None = None
) -> Spans:
    """Return the chunks of a text that is not blank by the reference, of any chunker but the adaptive one. tokens:
    those of the text, for a chunker with a tokenizer."""
    plan = chunker._plan
    given = [list(marks(text) if callable(marks) else marks) for marks in chunker._marks]
    if isinstance(chunker, shiplap.StableChunker):
        return stable.cut(text, plan, number_of(chunker.config["key"]), given=given)
    if isinstance(chunker, shiplap.SemanticChunker):
        return windows(text, plan, given=[*given, segment_ends(chunker, text, given)])
    return windows(text, plan, given=given, headings=headings_by(path), tokens=tokens)


def letters(texts: list[str]) -> list[list[float]]:
    """Return an embedding without a model: what a text has of some characters."""
    return [[sum(map(text.count, some)) for some in ("aeiou ", "bdfhkl.", "漢é\n", "xyz")] for text in texts]


def segment_ends(chunker: shiplap.SemanticChunker, text: str, given: list[list[int]]) -> list[int]:
    """Return the ends of the segments of a text that is not blank, by the reference."""
    config = chunker.config
    units = windows(text, units_plan(chunker._config), given=given)
    if len(units) == 1:
        return [len(text)]
    loop = SemanticLoop(chunker._config, chunker._plan)
    vectors = loop.vectors(Text(text, "surrogatepass"), CoreSpans.of(units))
    unit = "bytes" if config["unit"] == "bytes" else "characters"
    scale = 4 if config["unit"] == "tokens" else 1
    m = [0, *accumulate(measure(text, start, end, unit) for start, end in units)]
    size, least = scale * (config["chunk_size"] - config["reserve"]), scale * config["min_size"]
    penalty = Fraction(config["penalty"])
    numbers, total = directions(vectors)
    rows = [numbers[first : first + len(total)].tolist() for first in range(0, len(numbers), len(total))]
    ends = [len(units)]
    if config["method"] == "percentile":
        ends = segments.at_percentile(m, distances(vectors).tolist(), config["percentile"], least)
    found, first = [], 0
    for last in ends:
        if config["method"] == "percentile" and m[last] - m[first] <= size:
            found.append(last)
        else:
            part = segments.segments(m[first : last + 1], rows[first:last], size, least, penalty)
            found += [first + end for end in part]
        first = last
    return [units[end - 1][1] for end in found]


#: Paths that say what a text is; most texts have none.
paths = st.sampled_from([None, None, "x.md", "x.rst", "x.html", "x.py", "x.ts", "x.sh", "x.csv"])


#: Names of levels, and separators.
level_names = st.sampled_from(
    ["section", "block", "paragraph", "line", "sentence", "word", "grapheme", "\n\n", "a"]
)


def with_common(draw: st.DrawFn, own: st.SearchStrategy[dict[str, Any]]) -> dict[str, Any]:
    """Return the options of one kind of chunker, and those that all have. Sizes grow by what is reserved."""
    drawn, reserve = draw(own), draw(st.just(0) | st.integers(0, 9))
    for name in ("chunk_size", "max_size"):
        if drawn.get(name) is not None:
            drawn[name] += reserve
    for kind in KINDS:
        if kind in drawn:
            drawn[kind] = (drawn[kind][0] + reserve, drawn[kind][1])
    return {**drawn, **draw(common_options), "reserve": reserve}


#: The options that all chunkers have, except those of tokenizers and those that make errors of texts.
common_options = arguments(
    CommonOptions, language=languages, abbreviations=abbreviations, line_breaks=line_breaks, tokenizer=st.none(),
    reserve=st.just(0),
    special_tokens=st.just(False), on_empty=st.just("empty"), oversize=st.just("split"), errors=st.just("strict"),
)  # fmt: skip


def usually(value: int) -> st.SearchStrategy[int | None]:
    """Return a value, and now and then the default."""
    return st.sampled_from([value] * 4 + [None])


def size_and_overlap(draw: st.DrawFn, small: int, large: int) -> tuple[int, int]:
    """Return a size, often a small one, and an overlap that it has room for."""
    size = draw(st.integers(1, small) | st.integers(1, large))
    return size, draw(st.integers(0, size - 1) | st.just(size - 1) | st.just(0))


@st.composite
def adaptive_options(draw: st.DrawFn) -> dict[str, Any]:
    """Any options of an adaptive chunker, without a tokenizer, and with the sizes of each kind."""
    sizes = {kind: size_and_overlap(draw, 12, 400) for kind in KINDS}
    least = min(size for size, _ in sizes.values())
    own = arguments(
        shiplap.AdaptiveChunker,
        chunk_size=st.none(), chunk_overlap=st.none(), parser=st.just("lexical"),
        max_context=st.sampled_from([0.25, 0.0, 0.5, 0.99]) | st.integers(0, least - 1),
        **{kind: st.just(found) for kind, found in sizes.items()},
        content_type=st.none() | st.none() | st.sampled_from(["markdown", "html", "plain", "table", "c"]),
    )  # fmt: skip
    return with_common(draw, own)


@st.composite
def fixed_options(draw: st.DrawFn) -> dict[str, Any]:
    """Any options of a fixed chunker, without a tokenizer."""
    size, overlap = size_and_overlap(draw, 10, 700)
    own = arguments(
        shiplap.FixedChunker, chunk_size=usually(size), chunk_overlap=usually(overlap), min_fill=shares,
        boundaries=marks,
    )  # fmt: skip
    return with_common(draw, own)


@st.composite
def sentence_options(draw: st.DrawFn) -> dict[str, Any]:
    """Any options of a sentence chunker, without a tokenizer."""
    size, overlap = size_and_overlap(draw, 10, 700)
    most = draw(st.none() | st.integers(size, 2 * size))
    largest = min(size, ((5 * size // 3 if most is None else most) + 1) // 2)
    own = arguments(
        shiplap.SentenceChunker, chunk_size=usually(size), chunk_overlap=usually(overlap),
        min_size=st.none() | st.integers(0, largest) | st.just(largest), max_size=st.just(most), boundaries=marks,
    )  # fmt: skip
    return with_common(draw, own)


@st.composite
def stable_options(draw: st.DrawFn) -> dict[str, Any]:
    """Any options of a stable chunker."""
    size, overlap = size_and_overlap(draw, 10, 700)
    own = arguments(
        shiplap.StableChunker, chunk_size=usually(size), chunk_overlap=usually(overlap),
        levels=st.lists(level_names, min_size=1, max_size=5), key=st.sampled_from([b"", b"rain"]),
        boundaries=marks,
    )  # fmt: skip
    return with_common(draw, own)


@st.composite
def recursive_options(draw: st.DrawFn) -> dict[str, Any]:
    """Any options of a recursive chunker, without a tokenizer."""
    size, overlap = size_and_overlap(draw, 10, 700)
    own = arguments(
        shiplap.RecursiveChunker, chunk_size=usually(size), chunk_overlap=usually(overlap),
        levels=st.none() | st.lists(level_names, min_size=1, max_size=4),
        overlap_levels=st.lists(level_names, min_size=1, max_size=4), min_fill=shares, boundaries=marks,
        break_at=st.none() | st.none() | level_names,
    )  # fmt: skip
    return with_common(draw, own)


@st.composite
def semantic_options(draw: st.DrawFn) -> dict[str, Any]:
    """Any options of a semantic chunker, without a tokenizer."""
    size = draw(st.integers(1, 10) | st.integers(1, 700))
    own = arguments(
        shiplap.SemanticChunker, embed=st.just(letters), chunk_size=usually(size),
        min_size=st.none() | st.integers(0, size), buffer=st.integers(0, 2),
        penalty=st.sampled_from([0.0, 0.5, 1.0, 4.0]), percentile=st.sampled_from([0.0, 40.0, 95.0, 100.0]),
        model=st.none(), boundaries=marks,
    )  # fmt: skip
    return with_common(draw, own)


shares = st.sampled_from([0.0, 0.3, 0.5, 1.0])
marks = st.sampled_from([None, None, every_seventh, after_full_stops])

#: Any options of each kind of chunker.
OPTIONS: dict[Any, st.SearchStrategy[dict[str, Any]]] = {
    shiplap.FixedChunker: fixed_options(),
    shiplap.SentenceChunker: sentence_options(),
    shiplap.RecursiveChunker: recursive_options(),
    shiplap.AdaptiveChunker: adaptive_options(),
    shiplap.StableChunker: stable_options(),
    shiplap.SemanticChunker: semantic_options(),
}


def adaptive_chunkers(**fixed: Any) -> st.SearchStrategy[shiplap.AdaptiveChunker]:
    """Any adaptive chunker without a tokenizer. `fixed`: options that are not drawn."""
    return OPTIONS[shiplap.AdaptiveChunker].map(lambda drawn: shiplap.AdaptiveChunker(**{**drawn, **fixed}))


@st.composite
def chunkers(draw: st.DrawFn, **fixed: Any) -> shiplap.Chunker:
    """Any chunker of any kind without a tokenizer. `fixed`: options that are not drawn."""
    kind = draw(st.sampled_from(list(OPTIONS)))
    drawn = draw(OPTIONS[kind])
    found: shiplap.Chunker = kind(**{**drawn, **fixed})
    return found
