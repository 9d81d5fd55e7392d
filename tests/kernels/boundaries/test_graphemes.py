"""Grapheme clusters, and words in scripts without spaces: literals by hand, the test files of UAX #29, and random
texts over every class against the reference, which has an oracle of its own (tests/support/grapheme_oracle.py)."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core.boundaries import is_cut
from shiplap._core.text import Text
from shiplap._data.unicode import WHITE_SPACE, grapheme_class, sentence_class, word_class
from shiplap.levels import LEVELS
from shiplap.plan import Plan, Row, Unit
from shiplap.reference.boundaries import levels as reference
from shiplap.reference.boundaries.lines import indentation
from shiplap.reference.boundaries.sentences import CAP
from shiplap.reference.windows import windows
from tests.support.cases import cases, few_quick
from tests.support.grapheme_oracle import clusters, inside, words

UCD = pathlib.Path("/usr/share/unicode/auxiliary")
FAMILY = "👩\u200d👩\u200d👧"

#: Two of each grapheme class and word class, in every form that a class has: of two, three and four bytes.
REPRESENTATIVES = (
    "a\u00e9\r\n\x00\u00ad\u200b\u2028\u0301\u093c\u3099\U0001f3fd\U000e0061\u200d🇩🇪\u0600\U000110bd\u0903\u0e33"
    "\u1100\ua960\u1160\ud7b0\u11a8\ud7cb가각\u00a9😀👩漢\u3007かカー\uff76กขလາ\u102c\u17d2、。」）！「（"
    "\u2018 \u3000\u00a0.A"
)

GRAPHEMES = [
    ("", []),
    ("a\r\nb\n\rc", [1, 3, 4, 5, 6]),
    ("e\u0301\u0301x", [3]),
    ("\u0301a", [1]),
    ("\n\u0301a", [1, 2]),
    ("🇩🇪", []),
    ("🇩🇪🇫", [2]),
    ("🇩🇪🇫🇷", [2]),
    ("a🇩🇪🇫🇷🇮b", [1, 3, 5, 6]),
    ("🇩\u0301🇪🇫", [2]),
    ("🇩\u200d🇪🇫", [2]),
    (FAMILY + "a", [5]),
    ("👩🏽👩🏽", [2]),
    ("👩\u0301\u0301\u200d👩", []),
    ("a\u200d👩", [2]),
    ("👩\u200da", [2]),
    ("\u200d👩\u200d\u200d👩", [1, 4]),
    ("❤\ufe0f\u200d🔥❤", [4]),
    ("\u1112\u1161\u11ab\u1100\u1173\u11af", [3]),
    ("가\u11a8각가", [2, 3]),
    ("각\u1161", [1]),
    ("\u0915\u093f\u0928\u093e", [2]),
    ("\u0915\u094d\u0937", [2]),
    ("\u0e19\u0e33\u0e01", [2]),
    ("\u0600\u0661", []),
    ("\u0600\n", [1]),
    ("a\u00adb", [1, 2]),
    ("\u00a9\u200d\u00a9", []),
]

WORDS = [
    ("漢字かな", [1, 2, 3]),
    ("カタカナ", []),
    ("テストの漢字", [3, 4, 5]),
    ("漢字、かな。「本」（書）と", [1, 3, 4, 6, 9, 12]),
    ("「「本」」", []),
    ("漢a漢1漢한漢", []),
    ("한국어 단어", [4]),
    ("か\u3099き\u3099", [2]),
    ("漢\U000e0100\U000e0101字", [3]),
    ("漢\u0301字", [2]),
    ("漢\u00ad字", [2]),
    ("a\u0301字", []),
    ("ภาษาไทย", [1, 2, 3, 4, 5, 6]),
    ("น้ำดื่ม", [3, 6]),
    ("ကာလ", [2]),
    ("ไทย漢字カナ", [1, 2, 3, 4, 5]),
    ("a \u0301b", []),
    ("a \u200db", []),
    ("a \u093fb", []),
    ("a\n\u0301b", [2]),
    ("漢\u3000字", [2]),
    ("漢 「字」", [2]),
    ("。漢", [1]),
    (".漢", []),
]

OTHERS = [
    ("sentence-simple", "x. \u0301a. b", [7]),
    ("sentence-simple", "x.\n\u0301a", [3]),
    ("sentence-simple", "x.\u3000\u0301a", []),
    ("sentence-simple", "x. \u0600. a", [3, 6]),
    ("sentence-simple", "x. 漢. Я. 😀. \u0915", [3, 6, 9, 12]),
    ("sentence-capital", "x. \u0301A. A", [7]),
    ("line", "x\n\u0301a\r\n\u200db", [2, 6]),
    ("paragraph", "x\n\n\u0301a", [3]),
]


@cases(
    ("level", "text", "boundaries"),
    [*(("grapheme", *row) for row in GRAPHEMES), *(("word", *row) for row in WORDS), *OTHERS],
)
def test_literals(impl: Any, level: str, text: str, boundaries: list[int]) -> None:
    assert impl.boundaries(text, level) == boundaries
    for tail in ("\nb", "\n漢", "\n😀"):  # in a str of every width
        assert [p for p in impl.boundaries(text + tail, level) if p < len(text)] == boundaries
    if impl.name != "reference":
        assert utf8_boundaries(text, level) == boundaries


def utf8_boundaries(text: str, level: str) -> list[int]:
    view = Text(text.encode())
    starts = {len(text[:p].encode()): p for p in range(1, len(text))}
    return [starts[at] for at in range(1, len(view)) if is_cut(view, at, level)]


# ---- the test files of UAX #29


def rows(name: str) -> Iterator[tuple[str, list[int]]]:
    """The texts of a test file, each with its inner boundaries."""
    path = UCD / f"{name}.txt"
    if not path.exists():
        pytest.skip("needs Debian's package unicode-data")
    lines = path.read_text("utf-8").splitlines()
    assert lines[0] == f"# {name}-15.0.0.txt"
    for line in lines:
        parts = line.split("#")[0].split()
        text = "".join(chr(int(code, 16)) for code in parts[1::2])
        if text:
            yield text, [p for p, mark in enumerate(parts[::2]) if mark == "÷" and 0 < p < len(text)]


def test_grapheme_break_test(impl: Any) -> None:
    count = 0
    for text, boundaries in rows("GraphemeBreakTest"):
        assert impl.boundaries(text, "grapheme") == boundaries, ascii(text)
        for tail in ("\n漢", "\n😀"):
            found = impl.boundaries(text + tail, "grapheme")
            assert [p for p in found if p < len(text)] == boundaries, ascii(text)
        if impl.name != "reference":
            assert utf8_boundaries(text, "grapheme") == boundaries, ascii(text)
        count += 1
    assert count == 602


def test_word_break_test(impl: Any) -> None:
    """Every word boundary of ours is one of UAX #29, save that white space before a format character ends a word.
    And after white space (not after indentation), and between ideographs, every boundary of UAX #29 is one of
    ours."""
    count = 0
    for text, boundaries in rows("WordBreakTest"):
        found = impl.boundaries(text, "word")
        if impl.name != "reference":
            assert utf8_boundaries(text, "word") == found
        for p in range(1, len(text)):
            before, after = text[p - 1], text[p]
            if p in found:
                assert p in boundaries or (before in WHITE_SPACE and after == "\u00ad"), ascii(text)
            elif p in boundaries:
                is_word = before in WHITE_SPACE and after not in WHITE_SPACE
                assert not is_word or indentation(text, p) is not None, ascii(text)  # B1
                assert word_class(before) != "IDEOGRAPH" or word_class(after) != "IDEOGRAPH", ascii(text)
        count += 1
    assert count == 1823


# ---- random texts

monkey = st.text(st.sampled_from(REPRESENTATIVES), max_size=40)
#: The same where runs matter: flags, emoji and Hangul.
runs = st.text(st.sampled_from("🇩🇪😀\u200d\u0301a"), max_size=40) | st.text(
    st.sampled_from("\u1100\u1161\u11a8가각\u0301a"), max_size=40
)


def test_representatives_have_every_class() -> None:
    assert len({grapheme_class(char) for char in REPRESENTATIVES}) == 15
    assert len({word_class(char) for char in REPRESENTATIVES}) == 7
    assert "\ud7b0" in REPRESENTATIVES and not any("\ud800" <= char <= "\udfff" for char in REPRESENTATIVES)


@given(text=monkey | runs)
def test_the_reference_equals_its_oracle(text: str) -> None:
    within = inside(text)
    for p in range(1, len(text)):
        assert reference.is_boundary(text, p, "grapheme") is (p not in within)
    assert [p for p in range(1, len(text)) if reference.is_boundary(text, p, "word")] == words(text)
    for level in LEVELS[1:]:
        assert not any(reference.is_boundary(text, p, level) for p in within)


@given(text=monkey | runs)
def test_every_implementation_equals_the_reference(isa_core: Any, text: str) -> None:
    for level in LEVELS:
        expected = [p for p in range(1, len(text)) if reference.is_boundary(text, p, level)]
        assert isa_core.boundaries(text, level) == expected, level
        assert utf8_boundaries(text, level) == expected, level


@cases("run", [CAP - 1, CAP, CAP + 1, 3 * CAP])
@few_quick("mark", ["\u0301", "\u3099", "\U000e0100", "\u00ad"], quick=2)
def test_marks_are_capped(impl: Any, run: int, mark: str) -> None:
    text = "漢" + mark * run + "字"
    assert (run + 1 in impl.boundaries(text, "word")) is (run <= CAP)
    assert (run + 1 in impl.boundaries(text + "😀", "word")) is (run <= CAP)
    assert words(text)[-1:] == ([run + 1] if run <= CAP else [])


@pytest.mark.parametrize("step", [17, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_after_white_space_every_code_point_is_judged_alike(isa: str, step: int) -> None:
    """A code point that the fast test takes for no combining mark is not one."""
    for code in range(0, 0x110000, step):
        if 0xD800 <= code < 0xE000:
            continue
        char = chr(code)
        joins = grapheme_class(char) in ("EXTEND", "ZWJ", "SPACING_MARK")
        word = not joins and sentence_class(char) != "SPACE"
        view, data = Text(f"a {char}"), Text(f"a {char}".encode())
        if [is_cut(view, 2, level) for level in ("grapheme", "word")] != [not joins, word]:
            raise AssertionError(f"U+{code:04X} in a str")
        if [is_cut(data, 2, level) for level in ("grapheme", "word")] != [not joins, word]:
            raise AssertionError(f"U+{code:04X} in UTF-8")


@pytest.mark.exhaustive
def test_beside_each_other_every_code_point_is_judged_alike() -> None:
    """And what it takes for a cluster of its own is one, beside any other."""
    for code in (*range(0xD800), *range(0xE000, 0x11200), *range(0x1F000, 0x1FA00)):
        char = chr(code)
        text = f"a{char}é{char}Я{char}漢{char}가{char}{char}각\u11a8"
        expected = [start for start, _ in clusters(text)][1:]
        view, data = Text(text), Text(text.encode())
        starts = [len(text[:p].encode()) for p in range(len(text))]
        if [p for p in range(1, len(text)) if is_cut(view, p, "grapheme")] != expected:
            raise AssertionError(f"U+{code:04X} in a str")
        if [p for p in range(1, len(text)) if is_cut(data, starts[p], "grapheme")] != expected:
            raise AssertionError(f"U+{code:04X} in UTF-8")


# ---- long runs, in which the loop remembers how far it has walked


def flags(n: int) -> str:
    return "🇩🇪🇫🇷🇮🇹"[: 2 + n % 4] + "🇵🇱" * n


#: The chunks by the reference, once for all instruction sets.
expected_windows = cache(windows.windows)


@cases(
    "text",
    [flags(30), "a" + flags(31), flags(20)[1:] + "a" + flags(9), (flags(3) + "\u0301") * 8,
     "x" + "\u0301" * 90 + "y", (FAMILY + "a") * 12, "👩" + "\u0301" * 30 + "\u200d👩" * 12, "漢字、かな。" * 12],
)  # fmt: skip
@few_quick("pick", ["first", "last"])
def test_long_runs_in_the_loop(isa_core: Any, text: str, pick: Any) -> None:
    for size in (1, 2, 3, 7, 12):
        for overlap in {0, size // 2, size - 1}:
            for level in ("grapheme", "word"):
                rows = (Row(level, size // 2, size, pick), Row("grapheme", 0, size, pick))
                plan = Plan("characters", size, overlap, rows, (Unit("char", size),), (level, "grapheme"))
                spans, _ = isa_core.both(text, plan)
                assert isa_core.windows(text, plan) == spans == expected_windows(text, plan), plan


def test_clusters_by_table_1c() -> None:
    assert clusters("e\u0301🇩🇪🇫" + FAMILY) == [(0, 2), (2, 4), (4, 5), (5, 10)]
