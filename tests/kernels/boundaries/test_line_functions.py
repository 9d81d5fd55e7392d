"""The functions of lines, sections and pages by hand, each on both sides of its limits."""

from __future__ import annotations

from shiplap._data.heading_looks import MAX_ENDED, MAX_TITLE
from shiplap._data.heading_numbers import ADORNED, NUMBERED
from shiplap.reference.boundaries import looks, pages, sections, sentences, words
from shiplap.reference.boundaries.sentences import CAP
from tests.support.cases import check


def test_white_space_and_marks() -> None:
    check(sentences.line_ends, ("\r\n", 1, 2, 1), ("\r\n", 0, 2, 1), ("\u2029", 0, 1, 2), ("\n\r", 0, 2, 2))
    check(
        words.word,
        (f"漢{CAP * chr(0x301)}字", CAP + 1, True), (f"漢{(CAP + 1) * chr(0x301)}字", CAP + 2, False),
    )  # fmt: skip


def test_sections() -> None:
    check(
        sections.is_underline,
        ("=" * CAP, 0, 0, True), ("=" * (CAP + 1), 0, 0, False), ("=" + " " * (CAP - 1), 0, 0, True),
        ("=" + " " * CAP, 0, 0, False), ("a\n" * CAP + "= ", 2 * CAP, 0, True), ("= \nb", 0, 0, True),
    )  # fmt: skip
    check(
        sections.is_overlined,
        ("===\nA\n===\nb", 0, 0, False), ("===\nA\n===\nb", 0, ADORNED, True),
        ("=x\nA\n===\nb", 0, ADORNED, False),
    )  # fmt: skip
    check(sections.is_heading, ("CHAPTER 3\n\nIt rains.", 0, -1, True), ("Abstract\n\nIt rains.", 0, 0, False))
    check(sections.is_marked, ("###### A", 0, True), ("####### A", 0, False), ("######", 0, True))


def test_pages() -> None:
    check(pages.is_open, ('".', 1, True), ('."', 2, False), ('a"', 2, True), ("a", 1, True), ("", 0, False))
    title, ended = f"R{'a' * (MAX_TITLE - 1)}", f"R{'a' * (MAX_ENDED - 1)}"
    above, below = f"Rain\n{'x' * pages.MIN_WRAPPED}\n\n", "\n\nsnow and\nice"
    check(
        pages.after_page_line,
        (f"\f{title}\n\nsnow", 1, MAX_TITLE + 3), (f"\f{title}a\n\nsnow", 1, 1),
        (above + ended + below, len(above), len(above) + MAX_ENDED + 2),
        (f"{above}{ended}a{below}", len(above), len(above)),
    )  # fmt: skip
    check(pages.is_lower_word, ("rain", 0, True), ("rAin", 0, False), ("Rain", 0, False))
    check(pages.block_before, ("a\nb", 3, 0), ("a\n\nb", 4, 3), ("a\nb\nc\nd", 7, 2))
    check(pages.is_numbered_page, ("Page 3", 0, 6, True), ("Rain   3", 0, 8, True), ("Rain 3", 0, 6, False))
    check(
        pages.last_line,
        ("a" * MAX_ENDED, 0, (MAX_ENDED, MAX_ENDED)), ("a" * (MAX_ENDED + 1), 0, (0, 0)),
        (f"x\n\n{ended}", 3, (MAX_ENDED + 3, MAX_ENDED + 3)),
    )  # fmt: skip
    for text, runs_over in (
        ("It rains in the valley\n\n3.\n\f\nRain\n\nhills.", True),
        ("It rains in the valley\n\nsnow.\n\f\nRain\n\nhills.", False),
    ):
        assert pages.runs_over_page(text, text.index("hills")) is runs_over, text


def test_looks() -> None:
    check(
        looks.look,
        ("", 0, 0), ("Chapter 3    5\n\nrain", 0, 0), ("Figure 3 Rain\n\nIt rains.", 0, 0), ("1 2\n\nrain", 0, 0),
        ("Chapter 3 rain.\n\nIt rains.", 0, 0), ("1. Rain\n\n2. Snow\n\n2.1 Wells\n\nIt rains.", 18, NUMBERED),
    )  # fmt: skip
    check(looks.number_end, ("1.2", 0, 3, 3), ("1.", 0, 2, 1), ("1.2.a", 0, 5, 5))
    check(looks.introduces_item, ("a :\n\n- b", 0, 3, 5, False), ("a:\n\n- b", 0, 2, 4, True))
    link = f"{'R' + 'a' * (MAX_TITLE - 6)} [b](//c)"
    check(
        looks.title_look,
        (f"{link}d", 0, len(link) + 1, looks.TITLE), (f"{link}de", 0, len(link) + 2, 0), ("1 2", 0, 3, 0),
        ("a b", 0, 3, 0),
    )  # fmt: skip
    check(looks.is_stray, ("a\nRain.\n\nSnow", 2, False), ("a\n\nRain.\n\nSnow", 3, True))
    wide = "a) " + "x" * looks.MIN_CLAUSE
    check(looks.is_clause, (f"{wide}\nrain\n", 0, True), ("a) x\nrain\n", 0, False))
    check(
        looks.number_at,
        ("A) Rain", 0, 7, (3, 1, looks.LETTER)), ("A)Rain", 0, 6, (0, 0, looks.LETTER)),
        ("A)1 Rain", 0, 8, (0, 0, looks.LETTER)),
    )  # fmt: skip
    rain = "Rain " * (looks.MAX_WORDS + 1)
    check(looks.is_named, (f"{rain}with", 0, len(rain) + 4, True), (f"{rain}below", 0, len(rain) + 5, False))
    section = "§ 5 Rain" + " rain" * (2 * looks.MAX_WORDS - 1)
    check(
        looks.ends_label,
        (f"{section}.", 0, 3, len(section) + 1, True), (f"{section} rain.", 0, 3, len(section) + 6, False),
    )  # fmt: skip
