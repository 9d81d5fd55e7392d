"""Hostile text: alphabets and strategies that the tests share."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from shiplap._data.heading_numbers import (
    ADORNED,
    FIND_LOOKS,
    HAS_MARKED,
    INDENTED,
    LABELLED,
    NO_HEADINGS,
    OUTLINED,
    TITLE,
    UNKNOWN,
)
from shiplap._data.unicode import WHITE_SPACE
from shiplap.levels import LEVELS
from shiplap.options import LanguageCode
from shiplap.plan import Plan, Row, Unit, replace
from tests.support.drawn import arguments

#: Letter, space, line feed, carriage return, full stop, 2-, 3- and 4-byte characters (an accented letter, an
#: ideograph, half a flag), a combining mark.
ALPHABET = "a \n\r.é漢🇩\u0301"

#: More of what goes wrong: every kind of white space and line end, marks, joiners, flags, the code point limits.
CHARACTERS = sorted(
    set(ALPHABET)
    | WHITE_SPACE
    | set("Ab.!?,。！？-_\"'()1")
    | set("\x00\x1c\x1f\x7f\x80\xff\u0100\u07ff\u0800\ud7ff\ue000\ufffd\uffff\U00010000\U0010ffff")
    | set("\u200d\u200b\ufeff\u2060\u180e\u0915\u094d\u0903\u0600\u1100\u1161\u11a8가각🇩🇪👩🏽😀")
    | set("漢かカー\u3099ก\u0e31\u0e33က\u102c、」「（")
)

characters = st.sampled_from(CHARACTERS)

#: Short pieces repeated: long runs, blank lines, sentences, words.
pieces = st.builds(
    lambda piece, times: piece * times,
    st.sampled_from(
        ["a", " ", "\n", "\r\n", "\r", "\t", "。", "é", "😀", "\u2029", "\u3000", "\u0301",
         "Dr. A", "z. B. N", "J. R. R. T", "\n1. Et", "\n- x", " am 3. M", "... w", "…」と", "。」他说", "!) A",
         ".[12] ", "¹ ", "요 ", "니다 ", "؟ ", "۔", "।", "។", "“No.” ", "; Κ", "http://x.y ", "iP", "l’art. 5",
         "?” s", "一、", "word ", "It rains. ", "Yes! No?\n", "\n\n", "  \n", "漢字", "Глава 1. ", ".", ". A",
         "# H", "\n## ", "#", "# H\n", "\n\n# H\n\n", "\n\nT\n===\n", "T\r\n--- \r\n\r\n", "---", "=",
         "\u2029T\n  =", "\n\nArticle 5\n\n", "\n\n§ 3 Duty\n\n", "\n\n第三章\n\n", "\n\n1.2 Scope\n\n",
         "\n\nIV. On\n\n", "\n\nSEC. 1. ON.\n\n", "\n\n      IV\n\n", "\n\nPage 3 of 9\n\n\f",
         "\n\nErster Teil\n\n",
         "\n\n1. On\n\n   x", "\n\nOn 3\n\n\f", "\n\nFig. 2\n\n", "\n\n3 May 2020\n\n",
         "\n  ", ".\n  ", "\n\t- x", ".\r\n\u3000", ".\n \u00a0 A", "\u2028 ", ". \n  b",
         "\r\n\r\nON RAIN\r\n\r\n", "\n\nOn [rain](x y)\n\n", "\n\n`a {` b\n\n", "A", "Rain"]
    ),
    st.integers(1, 5) | st.sampled_from([255, 256, 257, 300]),
)  # fmt: skip

#: Clusters of many code points, and scripts without spaces. Not for long: the reference walks a run of flags back
#: to its start at each position.
clusters = st.builds(
    lambda piece, times: piece * times,
    st.sampled_from(
        ["🇩🇪", "🇫", "👩\u200d", "👩🏽\u200d👧", "\u0301\u200d😀", "가\u11a8", "\u1100\u1161", "\u0915\u094d\u0903",
         "\u0600", "ภาษาไทย", "น้ำ", "か\u3099", "カー", "漢字、「かな」。", "x. \u0301", "a \u200d"]
    ),
    st.integers(1, 5) | st.integers(1, 30),
)  # fmt: skip

#: Texts of every width that CPython stores, ASCII among them.
texts = (
    st.text(characters, max_size=60)
    | st.text(st.sampled_from('abA .!?\r\n\t")'), max_size=80)
    | st.lists(pieces | clusters | st.text(characters, max_size=5), max_size=6).map("".join)
)

#: The same with lone surrogates.
broken = st.text(st.sampled_from([*CHARACTERS, "\ud800", "\udbff", "\udc00", "\udfff"]), max_size=40)

level_names = st.sampled_from((*LEVELS, "given", "separator:0", "separator:1"))

#: Literals for the levels `separator:0` and `separator:1`: letters, repeated ones, marks, parts of clusters.
separators = st.lists(
    st.sampled_from(
        ["\n\n", ". ", " ", "a", "aa", "。", "é", "漢字", "\r", "\n", "\u0301", "😀", "🇩", "word", "It rains. "]
    )
    | st.text(characters, min_size=1, max_size=3),
    min_size=2,
    max_size=2,
).map(tuple)

#: Languages and abbreviations for the level `sentence-standard`: few, since the reference reads all words of each
#: pair, and words that texts have.
languages = st.none() | st.sampled_from(get_args(LanguageCode))
abbreviations = st.sampled_from([(), (), ("A",), ("word", "rains", "Rain")])

#: Values of the option `line_breaks`, mostly the default.
line_breaks = st.sampled_from(["paragraph", "paragraph", "paragraph", "lines", "auto"])

#: What may be known of the headings of a text.
known_headings = st.sampled_from(
    [UNKNOWN, UNKNOWN, NO_HEADINGS, HAS_MARKED, HAS_MARKED | ADORNED, HAS_MARKED | LABELLED | TITLE | OUTLINED,
     HAS_MARKED | INDENTED,
     HAS_MARKED | FIND_LOOKS, NO_HEADINGS | FIND_LOOKS]
)  # fmt: skip

#: Positions for the level `given`: in the first characters, in a step, or none.
positions = (
    st.sets(st.integers(0, 60), max_size=30).map(sorted)
    | st.integers(1, 40).map(lambda step: list(range(0, 2000, step)))
    | st.just([])
)


def within(text: str, given: list[int]) -> list[int]:
    """Return the positions that the text has."""
    return [p for p in given if p <= len(text)]


def every_seventh(text: str) -> range:
    """Boundaries for chunkers: with no regard to what stands there."""
    return range(0, len(text) + 1, 7)


def after_full_stops(text: str) -> list[int]:
    """Return the same: as another tool would find them."""
    return [p for p in range(1, len(text)) if text[p - 1] == "."]


def affordable(text: str, plan: Plan) -> str:
    """As much of the text as the reference, which is never optimised, can cut in a moment.

    It measures each chunk again and again. After each chunk it reads on to the end of the next unit, which may be
    the end of the text, unless units are short.
    """
    per_chunk = plan.max_size**2 if plan.unit == "bytes" else plan.max_size * (4 if plan.unit == "tokens" else 1)
    are_short = all(unit.level in ("char", "grapheme", "word") for unit in plan.units)
    most = 2_000_000 // per_chunk
    return text[: max(40, most if are_short else min(most, 600))]


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Any plan that the loop accepts, with sizes small enough to meet every edge; for a text with headings, it may
    be another."""
    plan: Plan = draw(plans_of_one_kind())
    if not draw(st.booleans()):
        return plan
    rows = tuple(replace(row, keeps_headings=not row.keeps_headings) for row in reversed(plan.rows))
    units = (*(replace(unit, keeps_headings=True) for unit in plan.units[:1]), *plan.units[1:], plan.units[-1])
    other = draw(st.sampled_from([None, replace(plan, rows=rows, units=units)]))
    return replace(plan, with_headings=other, finds_looks=draw(st.booleans()))


@st.composite
def plans_of_one_kind(draw: st.DrawFn) -> Plan:
    """Any plan for all texts."""
    size = draw(st.integers(1, 12) | st.integers(1, 600))
    max_size = draw(st.just(size) | st.integers(size, 2 * size))
    some_units = units_up_to(size, max_size)
    some = arguments(
        Plan,
        size=st.just(size),
        overlap=st.integers(0, size - 1) | st.just(size - 1),
        rows=st.lists(rows_up_to(size, max_size), min_size=1, max_size=5).map(tuple),
        units=st.lists(some_units, max_size=4).map(lambda units: (*units, Unit("char", size))),
        overlap_levels=st.lists(level_names, min_size=1, max_size=3).map(tuple),
        min_size=st.just(0) | st.integers(0, (max_size + 1) // 2) | st.integers(0, max_size),
        most=st.just(max_size),
        language=languages,
        abbreviations=abbreviations,
        line_breaks=line_breaks,
        separators=separators,
        break_at=st.none() | st.none() | some_units.map(lambda unit: replace(unit, at_most=size)),
        with_headings=st.none(),
        finds_looks=st.just(False),
    )
    return Plan(**draw(some))


@st.composite
def rows_up_to(draw: st.DrawFn, size: int, max_size: int) -> Row:
    """Any row of a plan."""
    at_most = draw(sizes_up_to(size, max_size))
    return Row(
        **draw(arguments(Row, level=level_names, at_least=st.integers(0, at_most), at_most=st.just(at_most)))
    )


def units_up_to(size: int, max_size: int) -> st.SearchStrategy[Unit]:
    """Any unit of a plan."""
    some = arguments(Unit, level=level_names, at_most=sizes_up_to(size, max_size))
    return some.map(lambda drawn: Unit(**drawn))


def sizes_up_to(size: int, max_size: int) -> st.SearchStrategy[int]:
    """Sizes in a plan, mostly the target and the maximum."""
    return st.just(size) | st.just(max_size) | st.integers(1, max_size)
