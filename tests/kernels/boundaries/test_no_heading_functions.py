"""The functions that know lines which are no headings, by hand, each on both sides of its limits (N1 to N12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shiplap.reference.boundaries import no_headings
from tests.support import cases


def check(function: Callable[..., Any], *lines: tuple[Any, ...]) -> None:
    """Hold a function to lines that end with their texts: a text, the beginning of the line, perhaps more, and
    what the function returns."""
    cases.check(lambda text, p, *given: function(text, p, len(text), *given), *lines)


def test_lines() -> None:
    check(
        no_headings.is_no_heading,
        ("Rain ____ b", 0, True), ("Rain, 5 May 2024", 0, True), ("Yours faithfully,", 0, True),
        ("Rain", 0, False),
    )  # fmt: skip
    check(
        no_headings.is_sign_off,
        ("(Yours faithfully)", 0, True), ("x Yours faithfully", 2, True), ("Rain", 0, False),
    )  # fmt: skip
    check(
        no_headings.is_signed_day,
        ("Done at Rain, 5 May", 0, True), ("Done at Rain", 0, False), ("Rain, 5 May 2024", 0, True),
        ("3Rain, 5 May", 1, False),
        ("Rain, 15 May", 0, False), ("Rain 5 May 2024", 0, False), ("Rain,5 May 2024", 0, False),
        (", 5 May 2024", 0, False),
        ("Rain; 5 May 2024", 0, False), ("Rain, May 5", 0, False), ("Rain, 5. 6. 2024", 0, False),
    )  # fmt: skip
    check(no_headings.word_begin, ("xRain", 1, 1), ("a Rain", 0, 2))


def test_references() -> None:
    check(
        no_headings.is_reference,
        ("[a] Rain", 0, False), ("[1", 0, False), (f"{'x' * 41}[1] A", 41, True), ("[1] ", 0, True),
        ("[AB] R", 0, True),
        ("[a 2024] R", 0, True), ("[a 202] R", 0, False), ("[1]R", 0, False),
    )  # fmt: skip
    check(
        no_headings.is_cited,
        ("Rain, A. (2024)", 0, True), ("Rain,AB. (2024)", 0, False), ("Rain, A. 2024", 0, False),
        ("Rain, A", 0, False),
    )  # fmt: skip
    check(
        no_headings.is_authors,
        ("A. Rain and B. Snow", 0, True), ("A. Rain, B. Snow", 0, True), ("A. Rain B. Snow", 0, False),
        ("A. B. Snow", 0, False),
    )  # fmt: skip
    check(
        no_headings.is_numbered_authors,
        ("Rain, Ann1 Bob2", 0, False), ("Ann Rain1, Bob2", 0, True), ("Ann1 Bob2", 0, False),
        ("Ann1, Bob", 0, False),
    )  # fmt: skip


def test_numbers() -> None:
    check(
        no_headings.is_number,
        ("IVXLCDM", 0, True), ("Z", 0, True), ("A", 0, True), ("AB", 0, False), ("5", 0, True), (".", 0, False),
        ("b", 0, False),
    )  # fmt: skip
    check(
        no_headings.is_date,
        ("ivx", 0, True), ("ivxl", 0, False), ("5 May 2024", 0, True), ("1.2", 0, False), ("1.2 Uhr", 0, True),
        ("x2024.5", 1, True), ("2024.12345", 0, False), ("May", 0, True), ("rain", 0, False),
    )  # fmt: skip
    assert no_headings.is_time_word("Uhrx", 0, 3) and not no_headings.is_time_word("Uhrx", 0, 4)
    assert no_headings.is_time_word("Uhr", 0, 3) and no_headings.is_time_word("Uhr.", 0, 4)
    check(
        no_headings.numbers_end,
        ("x2024.5", 1, (7, False)), ("x1.2", 1, (4, True)), ("2024.12345", 0, (10, True)), ("12345", 0, (5, True)),
        ("2024", 0, (4, False)), ("1.2024", 0, (6, False)),
    )  # fmt: skip


def test_pages() -> None:
    check(
        no_headings.has_page,
        ("a Page 3", 0, True), ("Page 3", 0, True), ("Pages", 0, False), ("Page", 0, False), ("3 Page", 0, True),
    )  # fmt: skip
    check(
        no_headings.ends_with_page,
        ("Rain   3", 0, True), ("Rain  3", 0, False), ("Rain ... 3", 0, True), (" .. 3", 1, False),
        ("Rain\t3", 0, True),
        ("Rain | 3", 0, True), ("| 3", 1, False), ("2024 3", 0, True), ("202 3", 0, False), ("3", 0, False),
    )  # fmt: skip


def test_places_and_times() -> None:
    check(
        no_headings.begins_with_time,
        ("9:30 Rain", 0, True), ("9:x0 Rain", 0, False), ("9:3", 0, False), ("19:30", 0, True),
        ("119:30", 0, False),
        ("9:30:10", 0, False),
    )  # fmt: skip
    check(
        no_headings.is_address_line,
        ("x a@b.c", 2, True), ("a@b", 0, True), ("@b", 0, False), ("a@", 0, False), ("1234 Oak Street", 0, True),
        ("12345 Rain", 0, True), ("1234 Rain", 0, False), ("www.a.bc", 0, True), ("Rain, NY 12345", 0, True),
    )  # fmt: skip
    check(
        no_headings.ends_with_house,
        ("Hauptstraße b", 0, 1, False), ("Hauptstraße 1234", 0, 1, True), ("Hauptstraße 12345", 0, 1, False),
        ("Hauptstraße-12", 0, 0, False), ("Hauptstraße 12a", 0, 1, True),
    )  # fmt: skip
    for text, found in (
        ("Yours faithfully,\n\nAnn", True), ("____\n\nAnn", True), ("Rain ____\n\nAnn", False),
        ("Rain,\n\nAnn", False),
        (",\n\nAnn", False), ("Ann", False), ("___\n\nAnn", False),
    ):  # fmt: skip
        assert no_headings.follows_field(text, text.index("Ann")) is found, text
