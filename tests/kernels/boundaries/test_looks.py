"""The parts of a heading's pattern, by hand: numbers that come next, labels and their ranks, tiers (L4 to L8)."""

from __future__ import annotations

import pytest

from shiplap._data.heading_looks import COUNTED, LABELS
from shiplap._data.heading_numbers import LABELLED, NUMBERED, TITLE
from shiplap.reference.boundaries.looks import (
    after_counted,
    comes_next,
    counted_of,
    label_of,
    number_at,
    part_at,
    tier,
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
        ("IV) R", (4, 1, 2)), ("IV.", (3, 1, 2)), ("MD R", (0, 0, 2)),
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
