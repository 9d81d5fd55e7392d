"""The functions that read a heading without a mark, by hand, each on both sides of its limits (L1 to L16)."""

from __future__ import annotations

import pytest

from shiplap._data.heading_looks import (
    COUNTED,
    LABELS,
    LAST_ANNEX,
    LAST_CHAPTER,
    LAST_COUNTED_ANNEX,
    LAST_COUNTED_CHAPTER,
    LAST_COUNTED_PART,
    LAST_COUNTED_SECTION,
    LAST_PART,
    LAST_SECTION,
    MAX_ENDED,
    MAX_INDENT,
)
from shiplap._data.heading_numbers import LABELLED, NUMBERED, OUTLINED, TITLE
from shiplap.reference.boundaries.lines import next_line
from shiplap.reference.boundaries.looks import (
    DIGIT,
    after_counted,
    begins_title,
    comes_next,
    contains,
    counted_of,
    ends_list,
    ends_sentence_at,
    has_ending,
    heading_alone,
    heading_look,
    heads,
    indent_of,
    is_below_label,
    is_first,
    is_stray,
    label_of,
    line_alone,
    look,
    may_end,
    number_at,
    part_at,
    rank,
    tier,
    title_look,
)
from tests.support.cases import cases


@cases(
    ("one", "two", "comes"),
    [
        ("2.4", "3", True), ("4.4.2", "4.5", True), ("2.4.1", "3", True), ("2.4.9", "2.5", True),
        ("1.2.3", "1.3", True), ("9.1", "10", True), ("19.1", "20", True), ("99.1", "100", True),
        ("12.4", "13", True), ("A.2", "B", True), ("999.1", "A", False),
        ("2.4", "4", False), ("2.4", "2", False), ("2.4.1", "2.4", False), ("2.4.9", "2.4.1", False),
        # not of fewer parts
        ("1.2", "1.3", False), ("1.5.2", "2.1", False),
    ],
)  # fmt: skip
def test_l8_the_number_that_comes_next(one: str, two: str, comes: bool) -> None:
    assert comes_next(f"{one} Rain\n\n{two} Snow", 0, len(one) + len(" Rain\n\n")) is comes


@cases(
    ("text", "value", "end"),
    [("7.1", 7, 1), ("12", 12, 2), ("123", 123, 3), ("1234", 123, 3), ("A", 1065, 1), ("Z.1", 1090, 1)],
)
def test_l8_the_parts_of_numbers(text: str, value: int, end: int) -> None:
    assert part_at(text, 0) == (value, end)


@cases(
    ("line", "word", "number"),
    [
        ("Article 5", "Article", "5"), ("ARTICLE 5 Scope", "ARTICLE", "5"), ("Art.5", "Art.", "5"),
        ("Article (5)", "Article", "(5"), ("Annex B", "Annex", "B"), ("Chapter 12:", "Chapter", "12"),
    ],
)  # fmt: skip
def test_l4_words_with_a_number_after_them(line: str, word: str, number: str) -> None:
    rank, end = label_of(line, 0, len(line))
    assert line[:end] == line[: line.index(number) + len(number)]
    # a word and its form in capitals are neighbours, and have one number, from 1 on
    assert word in LABELS[2 * rank - 2 : 2 * rank]
    assert label_of(word, 0, len(word)) == (0, 0)


@cases(
    ("line", "label", "word"),
    [
        ("2. cikk", "2. cikk", "cikk"), ("2 cikk Rain", "2 cikk", "cikk"), ("2.cikk", "2.cikk", "cikk"),
        ("2. cikk.", "2. cikk", "cikk"), ("Third Part", "Third Part", "Part"), ("IV rész", "IV rész", "rész"),
        ("MDCLXVI partie", "MDCLXVI partie", "partie"), ("2cikk", "", ""),
        ("1 §", "1 §", "§"), ("3. § Rain", "3. §", "§"), ("1 luku", "1 luku", "luku"),
        ("2-cikk", "", ""), ("3§", "", ""), ("cikk", "", ""), ("2", "", ""), ("2. cikk rain", "", ""),
        (" cikk", "", ""),
    ],
)  # fmt: skip
def test_l4_words_with_a_number_before_them(line: str, label: str, word: str) -> None:
    assert line[: after_counted(line, 0, len(line))] == label
    rank = counted_of(line, 0, len(line))
    # all three forms of a word have one number, after those of the other words
    assert rank == (len(LABELS) + COUNTED.index(word) // 3 if word else 0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("#1 Rain", (3, 1, 3)), ("#123 Rain", (5, 1, 3)), ("#123: Rain", (6, 1, 3)), ("#1234 Rain", (0, 0, 0)),
        ("# Rain", (0, 0, 0)), ("#1", (0, 0, 0)), ("#1Rain", (0, 0, 0)), ("(1) RAIN", (4, 1, 3)),
        ("(1234) RAIN", (0, 0, 2)), ("(a) RAIN", (4, 1, 4)), ("1.2", (0, 0, 0)), ("1.2 R", (4, 2, 0)),
        ("1.2.", (0, 0, 0)), ("1.2. R", (5, 2, 0)), ("1234 R", (0, 0, 0)), ("A.2 R", (4, 2, 1)),
        ("A) R", (3, 1, 1)), ("A)R", (0, 0, 1)), ("IV", (2, 1, 2)), ("IV –", (0, 0, 2)), ("IV – R", (5, 1, 2)),
        ("IV) R", (4, 1, 2)), ("IV.", (3, 1, 2)), ("MD R", (0, 0, 2)), ("IV– R", (0, 0, 2)),
        ("XLIV R", (5, 1, 2)), ("A.) R", (0, 0, 1)),
    ],
)  # fmt: skip
def test_l6_numbers(text: str, value: tuple[int, int, int]) -> None:
    assert number_at(text, 0, len(text)) == value


def test_v3_tiers() -> None:
    """Labels from the parts of a document to its articles; numbers by their parts; then titles."""
    found = [tier(NUMBERED, rank) for rank in (5, 9, 10, 14, 15, 50, 54, 55, 1000)]
    assert found == [5, 5, 6, 6, 7, 14, 14, 15, 15]
    assert tier(TITLE, 3) == 16
    words = {"Annex": 0, "Part": 1, "Chapter": 2, "Section": 3, "Article": 4}
    for word, expected in words.items():
        assert tier(LABELLED, label_of(f"{word} 5", 0, len(word) + 2)[0]) == expected, word
    counted = {COUNTED[0]: 0, "osa": 1, "luku": 2, "cikk": 4}
    for word, expected in counted.items():
        assert tier(LABELLED, counted_of(f"5. {word}", 0, len(word) + 3)) == expected, word
    assert [tier(LABELLED, ord(counter)) for counter in "編章節条"] == [1, 2, 3, 4]
    assert tier(LABELLED, 0) == 4
    # the last word of a tier, and the first one of the next
    for lasts in (
        (LAST_ANNEX, LAST_PART, LAST_CHAPTER, LAST_SECTION),
        (LAST_COUNTED_ANNEX, LAST_COUNTED_PART, LAST_COUNTED_CHAPTER, LAST_COUNTED_SECTION),
    ):
        assert [tier(LABELLED, last) for last in lasts] == [0, 1, 2, 3]
        assert [tier(LABELLED, last + 1) for last in lasts] == [1, 2, 3, 4]


def test_v1_ranks() -> None:
    """The label; or the parts of the number, and of one part its kind."""
    for text, pattern, expected in (
        ("1. Rain", NUMBERED, 5), ("A. Rain", NUMBERED, 6), ("1.2 Rain", NUMBERED, 10),
        ("A.2 Rain", NUMBERED, 10),
        ("1.2.3 Rain", OUTLINED, 15), ("第三章", LABELLED, ord("章")), ("Annex A", LABELLED, 1),
        ("Rain", TITLE, 0),
    ):  # fmt: skip
        assert rank(f"{text}\n\nb", 0, pattern) == expected, text


def test_v4_first_numbers() -> None:
    for text, is_expected in (
        ("1. R", True), ("1.1 R", True), ("A. R", True), ("I. R", True), ("(a) RAIN", True), ("2. R", False),
        ("1.2 R", False), ("11. R", False), ("三、雨", False), ("第三章", False),
    ):  # fmt: skip
        assert is_first(f"{text}\n\nA b1", 0) is is_expected, text


def test_l3_marks_at_the_end() -> None:
    assert not has_ending("–", 0, 1) and has_ending("R–", 0, 2)
    # a line of one closing mark has nothing before the mark
    assert may_end(") .", 0, 1) and not ends_sentence_at(")\n.", 0, 1)
    assert may_end("R)", 0, 2) and not may_end("R.)", 0, 3) and ends_sentence_at("R.)", 0, 3)


@cases(("size", "found"), [(MAX_ENDED - 1, NUMBERED), (MAX_ENDED, NUMBERED), (MAX_ENDED + 1, 0)])
def test_l6_the_text_after_a_number(size: int, found: int) -> None:
    assert look(f"1.1 {('Rain and ' * 40)[: size - 1]}R\n\nb", 0) == found


@cases(
    ("text", "is_heading"),
    [
        # the first line of a list of contents, if the lines below are indented and form a list without it
        ("1. Rain\n\n   1.1 Snow\n\n   1.2 Hail\n\nb", False), ("1. Rain\n\n1.1 Snow\n\n1.2 Hail\n\nb", True),
        ("1. Rain\n\n   1.1 Snow\n   more\n\nb", True), ("1. Rain\n\n   1.1 Snow.\n\n   1.2 Hail\n\nb", True),
        ("1. Rain\n\n   2.1 Snow\n\n   2.2 Hail\n\nb", True), ("1. Rain\n\n   1.1 Snow\n\n   Rain\n\nb", True),
        ("1. rain\n\nb", False), ("2.4 Rain\n\n3. Snow\n\nb", False), ("2.4 Rain\n\n4. Snow\n\nb", True),
    ],
)  # fmt: skip
def test_l8_items(text: str, is_heading: bool) -> None:
    end, after = line_alone(text, 0)
    assert heads(text, 0, number_at(text, 0, end)[0], end, after) is is_heading


@cases(("size", "is_list"), [(79, True), (80, True), (81, False)])
def test_l8_short_items_before_a_line(size: int, is_list: bool) -> None:
    items = "".join(f"{number}. {'R' * (size - 3)}\n\n" for number in (1, 2))
    for before, is_found in (("a\n\n", is_list), ("a\n", False)):
        text = f"{before}{items}3. Rain"
        assert ends_list(text, len(before + items), DIGIT) is is_found


def test_l8_numbers_in_others() -> None:
    for text, number, after, is_in in (
        ("1. x\n\n1.1 y", 3, 6, True), ("2.0 x\n\n2.1 y", 4, 7, True), ("1. x\n\n2.1 y", 3, 6, False),
        # without a digit or a capital letter
        ("(a) x\n\n(b) y", 4, 7, False), ("(a) x\n\n.1 y", 4, 7, False),
    ):  # fmt: skip
        assert contains(text, 0, number, after) is is_in, text


def test_l11_a_title_below_a_label() -> None:
    text = "Chapter 5\n\n1. Rain\n\nIt rains."
    assert [heading_look(text, p, LABELLED) for p in (0, 11)] == [LABELLED, 0]
    assert heading_look(text, 11, NUMBERED) == NUMBERED
    for size, is_below in ((79, True), (80, True), (81, False)):
        label = "Chapter 5" + " " * (size - 10) + "."
        assert is_below_label(f"{label}\n\nRain", size + 2) is is_below


def test_l12_what_a_title_begins_with_and_contains() -> None:
    assert not begins_title("\x7fa", 0) and begins_title("☂a", 0) and begins_title("`a", 0)
    for title, found in (
        ("[Rain](http://a//b)", TITLE), ("[Rain](a=b) Snow", TITLE), ("[Rain] (a=b)", 0), ("Rain](a", TITLE),
        ("R" * 80, TITLE), ("R" * 79 + "r", TITLE), ("R" * 80 + "r", 0),
    ):  # fmt: skip
        assert bool(title_look(title, 0, len(title))) is bool(found), title


@cases(("size", "is_long"), [(79, False), (80, False), (81, True)])
def test_l14_paragraphs_that_are_stray(size: int, is_long: bool) -> None:
    for line, is_expected in (
        ("R = " + "r" * (size - 4), is_long), ("R" * size, is_long), ("R" * (size - 1) + ".", not is_long)
    ):  # fmt: skip
        assert is_stray(f"a\n\n{line}\n\nb", 3) is is_expected, line


@cases(("size", "is_heading"), [(79, True), (80, True), (81, False)])
def test_l15_headings_of_two_lines(size: int, is_heading: bool) -> None:
    for first, second in (
        ("Article 5 " + "R" * (size - 10), "    Rain and snow"), ("Article 5 Rain and", "    " + "R" * size)
    ):  # fmt: skip
        end, _ = heading_alone(f"{first}\n{second}\n\nb", 0)
        assert (end > len(first)) is is_heading, first


def test_l16_headings_right_above_their_text() -> None:
    """The text begins with a long line, whose first word would not have fitted into the line above."""
    rain = "It rains in the hills, and it pours in the valley below the wells.\n\n"
    assert [look(f"Rain.\n\n{line}\n{rain}", 7) for line in ("II", "§5", "I")] == [NUMBERED, LABELLED, 0]
    for size, found in ((50, 0), (51, LABELLED)):
        assert look(f"Article 5 {'R' * 37}\nIt {'r' * (size - 3)}\n\nb", 0) == found
    for size, found in ((49, 0), (50, LABELLED)):
        assert look(f"Article 5 Rain\nIt {'r' * (size - 3)}\nand\n\nb", 0) == found
    for size, found in ((79, LABELLED), (80, LABELLED), (81, 0)):
        assert look(f"Article 5 {'R' * (size - 10)}\nIt {'r' * 100}\n\nb", 0) == found


def test_the_indentation_of_a_line_is_read_up_to_a_limit() -> None:
    for size in (MAX_INDENT - 1, MAX_INDENT, MAX_INDENT + 6):
        assert indent_of(" " * size + "a", size) == min(size, MAX_INDENT)
    assert indent_of(" \ta", 2) == 9 and next_line(" \ta\n", 0) == 4
