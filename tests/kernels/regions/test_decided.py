"""Decisions for a whole text, by hand for each clause (K1, K2, V5), and the core against the reference."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core.regions import blocks as core_blocks
from shiplap._core.text import Text
from shiplap._data.heading_numbers import (
    AS_MARKDOWN,
    AS_PLAIN,
    CAPITALS,
    FIND_LOOKS,
    HAS_MARKED,
    LABELLED,
    NO_HEADINGS,
    NUMBERED,
    TITLE,
    UNKNOWN,
)
from shiplap._data.region_kinds import GRAMMARS
from shiplap.content.decided import MAX_KEYS, MAX_LEVELS, UNDECIDED, Decided, from_text
from shiplap.reference.regions import plain_runs
from shiplap.reference.regions.regions import SAMPLE
from tests.conftest import IMPLEMENTATIONS, Core, Reference
from tests.support.cases import cases
from tests.support.documents import documents
from tests.support.hostile import texts

NOTHING = (UNKNOWN, (), ())
BODY = "It rains in the hills, and the old man snores.\n\n"
CHAPTERS = "".join(f"Chapter {number}\n\n{BODY}" for number in range(60))


def titles(impl: Any, text: str, grammar: str, kept: Any) -> list[tuple[int, str]]:
    """Return the level and the title of each heading."""
    found = impl.decided_blocks(text, grammar, kept)[0]
    return [(level, text[slice(*info)].strip()) for _, kind, level, info in found if kind == "heading"]


def test_k1_the_grammar_is_kept(impl: Any) -> None:
    quoted = "> It rains.\n"
    assert impl.decided_blocks(quoted, "auto", NOTHING)[1] == (HAS_MARKED | AS_MARKDOWN, (), ())
    found, decided = impl.decided_blocks(quoted, "auto", (HAS_MARKED | AS_PLAIN, (), ()))
    assert found[0][1] == "prose" and decided == (HAS_MARKED | AS_PLAIN, (), ())
    found, decided = impl.decided_blocks("It rains.\n", "auto", (HAS_MARKED | AS_MARKDOWN, (), ()))
    assert found[0][1] == "prose" and decided == (HAS_MARKED | AS_MARKDOWN, (), ())
    # the decision is for a text without a path: a grammar that is given stays
    assert impl.decided_blocks(quoted, "markdown", (HAS_MARKED | AS_PLAIN, (), ()))[0][0][1] == "quote"


def test_the_kinds_of_underlines_are_kept(impl: Any) -> None:
    for title, kind in (
        ("Rain\n~~~~~\n", ord("~")), ("~~~~~\nRain\n~~~~~\n", ord("~") + 256), ("== Rain ==\n", 512 + 2),
    ):  # fmt: skip
        assert impl.decided_blocks(f"{title}\n{BODY}", "plain", NOTHING)[1][2] == (kind,), title


def test_a_form_feed_at_the_end_of_a_code_block_is_no_heading(impl: Any) -> None:
    for text in ("```py\na\n\f", "```py\na\n\f\f"):
        kept = (HAS_MARKED | LABELLED | NUMBERED | CAPITALS | TITLE, (), ())
        assert impl.decided_blocks(text, "markdown", kept)[0] == [(0, "code", 0, (3, 5))]


@cases("tail", ["", "é", "漢", "😀"])
@cases(
    ("line", "is_markdown"),
    [
        ("See all of the rain in [the hills](x) and there.", True), ("> See", True), ("**See** it", True),
        ("- **See** it", True), ("* **See** it", True), ("# See", True),
        ("See all of the rain in [the hills] (x) and there.", False), (" > See", False), ("- See", False),
        ("x # See", False), ("** See", False), ("**", False), ("**\tSee", False),
        ("* [`see(x);`](https://a.b/c)", True), ("    x[i](y);", True), ("* `see(x);` {string}", False),
    ],
)  # fmt: skip
def test_k2_signs_of_markdown(impl: Any, line: str, is_markdown: bool, tail: str) -> None:
    known = impl.decided_blocks(f"{line}\n\n{tail}", "auto", NOTHING)[1][0]
    assert known == HAS_MARKED | (AS_MARKDOWN if is_markdown else AS_PLAIN)


def test_k1_the_patterns_are_kept(impl: Any) -> None:
    assert titles(impl, CHAPTERS, "plain", NOTHING)[0] == (1, "Chapter 0")
    assert titles(impl, CHAPTERS, "plain", (HAS_MARKED, (), ())) == []
    few = f"{BODY}Chapter 0\n\n{BODY}"
    assert titles(impl, few, "plain", NOTHING) == []
    assert titles(impl, few, "plain", (HAS_MARKED | LABELLED, (), ())) == [(1, "Chapter 0")]
    assert titles(impl, few, "html", (HAS_MARKED | LABELLED, (), ())) == []


def test_k2_what_is_undecided_is_decided(impl: Any) -> None:
    known, levels, adorned = impl.decided_blocks(CHAPTERS, "auto", NOTHING)[1]
    assert known == HAS_MARKED | AS_PLAIN | LABELLED and [level for *_, level in levels] == [1] and adorned == ()
    assert (
        impl.decided_blocks(CHAPTERS, "auto", (AS_MARKDOWN, (), ()))[1][0] == HAS_MARKED | AS_MARKDOWN | LABELLED
    )
    assert impl.decided_blocks(CHAPTERS, "auto", (HAS_MARKED, (), ()))[1][0] == HAS_MARKED | AS_PLAIN


def test_v5_levels_are_kept(impl: Any) -> None:
    text = f"Rain\n\n{BODY}1. Hills\n\n{BODY}Snow\n\n{BODY}1. Towns\n\n{BODY}"
    kept = HAS_MARKED | TITLE | NUMBERED
    _, decided = impl.decided_blocks(text, "plain", (kept, (), ()))
    assert [(pattern, level) for pattern, _, level in decided[1]] == [(TITLE, 1), (NUMBERED, 2)]
    before = f"1. Notes\n\n{BODY}Part II\n\n{BODY}"
    assert titles(impl, before + text, "plain", (kept | LABELLED, *decided[1:]))[:4] == [
        (2, "1. Notes"), (1, "Part II"), (1, "Rain"), (2, "1. Hills"),
    ]  # fmt: skip
    assert titles(impl, before + text, "plain", (kept, (), ()))[0] == (2, "1. Notes")


def test_v5_the_deepest_level(impl: Any) -> None:
    text = f"1. Wells\n\n{BODY}Rain\n\n{BODY}RAIN\n\n{BODY}"
    looks = HAS_MARKED | TITLE | CAPITALS | NUMBERED
    found, decided = impl.decided_blocks(text, "plain", (looks, ((NUMBERED, 5, 7),), ()))
    assert [level for _, kind, level, _ in found if kind == "heading"] == [7, 8, 8]
    assert decided[1] == ((NUMBERED, 5, 7), (TITLE, 0, 8), (CAPITALS, 0, 8))


def test_headings_of(impl: Any) -> None:
    assert impl.headings_of("# Rain\n\nIt rains.\n") == HAS_MARKED
    assert impl.headings_of("It rains.\n") == NO_HEADINGS
    for known in (NO_HEADINGS, HAS_MARKED, HAS_MARKED | LABELLED):
        assert impl.headings_of("# Rain\n\nIt rains.\n", known) == impl.headings_of("It rains.\n", known) == known
    for known in (UNKNOWN, HAS_MARKED | FIND_LOOKS):
        assert impl.headings_of(CHAPTERS, known) == HAS_MARKED | LABELLED
    assert impl.headings_of(CHAPTERS, UNKNOWN, False) == NO_HEADINGS
    # a text is told by its first lines, each of which counts with one line end
    quoted = "a\n" * (SAMPLE // 2 - 1) + "> #\n"
    assert impl.decided_blocks(quoted, "auto", NOTHING)[1][0] == HAS_MARKED | AS_MARKDOWN
    assert impl.decided_blocks("a\n" + quoted, "auto", NOTHING)[1][0] == HAS_MARKED | AS_PLAIN


def test_k1_the_kinds_of_underline_are_kept(impl: Any) -> None:
    text = f"Rain\n----\n\n{BODY}Snow\n====\n\n{BODY}"
    found, decided = impl.decided_blocks(text, "plain", NOTHING)
    assert [level for _, _, level, _ in found if level] == [1, 2] and decided[2] == (ord("-"), ord("="))
    new = f"=====\nNotes\n=====\n\nIce\n===\n\n{BODY}{text}"
    assert [level for level, _ in titles(impl, new, "plain", NOTHING)] == [1, 2, 3, 2]
    assert impl.decided_blocks(new, "plain", NOTHING)[1][2] == (ord("=") + 256, ord("="), ord("-"))
    assert [level for level, _ in titles(impl, new, "plain", decided)] == [3, 2, 1, 2]


def test_headings_are_found_in_code_without_a_fence(impl: Any) -> None:
    kept = (HAS_MARKED | LABELLED, (), ())
    code = "x = f(1);\n\nArticle 1\n\ny = g(2);\n"
    assert [(start, kind) for start, kind, *_ in impl.decided_blocks(code, "plain", kept)[0]] == [
        (0, "code"), (11, "heading"), (22, "code"),
    ]  # fmt: skip
    for fence in ("```\n", "``` go\n"):
        assert titles(impl, f"{fence}\n{code}```\n", "plain", kept) == []


@given(
    text=documents | texts,
    before=documents | texts,
    grammar=st.sampled_from(GRAMMARS),
    known=st.sampled_from([0, HAS_MARKED, HAS_MARKED | AS_PLAIN, AS_MARKDOWN]),
    looks=st.sampled_from([0, LABELLED, TITLE | CAPITALS, TITLE | CAPITALS | LABELLED | NUMBERED]),
)
def test_core_is_the_reference(text: str, before: str, grammar: str, known: int, looks: int) -> None:
    text, before = text[:2000], before[:2000]
    _, (_, levels, adorned) = Reference().decided_blocks(before, grammar, (known | looks, (), ()))
    kept = known | (looks if known & HAS_MARKED else 0), levels, adorned
    expected = Reference().decided_blocks(text, grammar, kept)
    for impl in IMPLEMENTATIONS:
        if isinstance(impl, Core):
            assert impl.decided_blocks(text, grammar, kept) == expected


@pytest.mark.parametrize(
    "kept",
    [
        (0, ((4, 1, 0),), ()),
        (0, ((4, 1, MAX_LEVELS + 1),), ()),
        (0, ((4, 1, 2), (8, 1, 1)), ()),
        (0, tuple((4, k, 1) for k in range(MAX_KEYS + 1)), ()),
        (0, (), tuple(range(MAX_LEVELS + 1))),
    ],
)
def test_levels_out_of_range(kept: Any) -> None:
    with pytest.raises(ValueError, match=r"levels of headings|kinds of underline"):
        core_blocks(Text(BODY), "plain", True, kept)


@cases(
    "text",
    [
        "", "null", "[]", "[1, [], [], null]", '["x", [], [], null, []]', "[-1, [], [], null, []]",
        "[65536, [], [], null, []]", "[true, [], [], null, []]", "[2, {}, [], null, []]",
        "[2, [[4, 1]], [], null, []]", "[2, [[4, 1, 0]], [], null, []]", "[2, [[4, 1, 9]], [], null, []]",
        "[2, [[4, 1, 2], [8, 1, 1]], [], null, []]", "[2, [], [1.5], null, []]",
        "[2, [], [1, 2, 3, 4, 5, 6, 7, 8, 9], null, []]",
        "[2, [], [], 7, []]", "[2, [[4, 1e9, 1]], [], null, []]", "[2, [[4, 4294967296, 1]], [], null, []]",
        "[2, [], [], null, [[1, 2]]]", '[2, [], [], null, [[1, -2, "c"]]]', '[2, [], [], null, [[1, 2, "x"]]]',
    ],
)  # fmt: skip
def test_what_is_no_decision(text: str) -> None:
    with pytest.raises(ValueError, match=r"Expecting value|not decisions"):
        from_text(text)


def test_decisions_as_text() -> None:
    for decided in (UNDECIDED, Decided(4095, ((4, 40, 1), (64, 0, 8)), (61, 301), "markdown", ((0, 5, "c"),))):
        assert from_text(decided.to_text()) == decided
    assert MAX_LEVELS == plain_runs.MAX_LEVELS
