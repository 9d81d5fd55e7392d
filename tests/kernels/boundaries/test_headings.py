"""Headings without marks: what a line looks like (L1 to L15), and what a text has consistently (C1 to C7)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap._data.heading_looks import LABELS_KNOWN_BY, LAST_PIECE, PIECE, PIECE_STEP
from shiplap._data.heading_numbers import (
    ADORNED,
    CAPITALS,
    FIND_LOOKS,
    HAS_MARKED,
    INDENTED,
    LABELLED,
    NO_HEADINGS,
    NUMBERED,
    OUTLINED,
    TITLE,
)
from shiplap.reference.boundaries.looks import MIN_CLAUSE
from shiplap.reference.boundaries.pages import PLAIN_LINE, lone_line
from shiplap.reference.boundaries.sentences import CAP
from shiplap.reference.regions import regions
from shiplap.reference.regions.line import MAX_LINE
from shiplap.reference.regions.regions import SAMPLE
from tests.conftest import IMPLEMENTATIONS, Core, Reference
from tests.support.cases import cases
from tests.support.drawn import arguments
from tests.support.hostile import broken, known_headings, texts
from tests.support.plans import LINES, SECTIONS

LOOKS = {
    LABELLED: "labelled", NUMBERED: "numbered", CAPITALS: "capitals", TITLE: "title", OUTLINED: "outlined",
    INDENTED: "indented",
}  # fmt: skip
BODY = "It rains in the hills, and it pours.\n"


def look_of(impl: Any, line: str, before: str = "Rain.\n\n", after: str = f"\n\n{BODY}") -> str | None:
    """The look of a line between other text."""
    text = before + line + after
    for look, name in LOOKS.items():
        spans = impl.windows(text, SECTIONS, headings=HAS_MARKED | look)
        if len(before) in [start for start, _ in spans]:
            return name
    return None


@cases(
    ("line", "look"),
    [
        # L4: labels of several languages, in capitals too; a number is digits, Roman, or one letter
        ("Article 5", "labelled"),
        ("ARTICLE 5a Scope", "labelled"),
        ("CHAPTER IV", "labelled"),
        ("Annex B", "labelled"),
        ("Annex BC", "title"),
        ("Article Five", "labelled"),
        ("Article five", "labelled"),
        ("Article fifty", "title"),
        ("Chapter One of it", "title"),
        ("TITRE PREMIER", "labelled"),
        ("Art.5", "labelled"),
        ("Article (5)", "labelled"),
        ("Article L. 121-1", "labelled"),
        ("2. cikk", "labelled"),
        ("Erster Teil", "labelled"),
        ("Erster Teil: Regen", "labelled"),
        ("Erster Teil des Buchs", "title"),
        ("مادة 5", "labelled"),
        ("มาตรา ๕", "labelled"),
        # L3, L5: a mark at the end
        ("Article 5.", "labelled"),
        ("Article 5:", "labelled"),
        ("Article 5. Scope.", "labelled"),
        ("Article 5. Scope.–", "labelled"),
        ("Article 5 –", "labelled"),
        ("ARTICLE 5 SCOPE.", "labelled"),
        ("Article 5 Scope.", "labelled"),
        ("Article 5 applies.", None),
        ("Article 5. It rains. It pours.", None),
        ("Article 5!", None),
        ("Article 5. " + "x" * 109, "labelled"),
        ("Article 5. X" + "x" * 107 + ".", "labelled"),
        ("Article 5. X" + "x" * 108 + ".", None),
        ("SEC. 101. SHORT TITLE.", "labelled"),
        ("§ 5. Rain.", "labelled"),
        ("第三章。", "labelled"),
        ("第三章 雨。", None),
        ("第三章：雨。", None),
        ("article 5", None),
        ("Kapitel 2 – Übergang", "labelled"),
        ("Раздел 3", "labelled"),
        ("Άρθρο 12", "labelled"),
        ("Article5", "title"),
        ("§ 3 Duty", "labelled"),
        ("§§ 3", "labelled"),
        ("§ Duty", "title"),
        ("第三章", "labelled"),
        ("第 12 条 目的", "labelled"),
        ("제3조", "labelled"),
        ("第三", "title"),
        # L4: the word of a label after its number
        ("1 luku Vesi", "labelled"),
        ("1 luku vesi", None),
        ("1 Luku Vesi", "numbered"),
        ("3. FEJEZET A VÍZ", "labelled"),
        ("3 FEJEZET A VÍZ", "numbered"),
        ("III FEJEZET A VÍZ", "labelled"),
        ("2 § Vesi", "labelled"),
        ("2 § vesi", "numbered"),
        ("1. daļa", "labelled"),
        ("1-бап. Су", "labelled"),
        ("1-тарау", "labelled"),
        ("1- бап", "title"),
        ("-бап", None),
        ("BİRİNCİ BÖLÜM", "labelled"),
        ("1 luku!", None),
        # L6, L7: signs around numbers
        ("(1) DEFINITIONS", "numbered"),
        ("(1) RIGHTS OF THE OWNERS AND THEIR HEIRS", "numbered"),
        ("(1) Definitions", "numbered"),
        ("(1) Rights of the Owners and Their Heirs", "numbered"),
        ("(1) The owner of a well keeps a book", None),
        ("(123) Wells", "numbered"),
        ("(1234) Wells", None),
        ("(1)Wells", None),
        ("(1", None),
        ("(1) DEFINITIONS.", "numbered"),
        ("(1) Definitions.", None),
        ("(IV) Wells.", None),
        ("(IV) WELLS.", "numbered"),
        ("(1) Definitions.—", "numbered"),
        ("(a) DEFINITIONS", "numbered"),
        ("(a) Definitions", None),
        ("(a) Definitions.—", "numbered"),
        ("(a) DEFINITIONS.—", "numbered"),
        ("(ab) DEFINITIONS", None),
        ("(1a) DEFINITIONS", None),
        ("(C) WELLS AND RAIN", "numbered"),
        ("（1）WELLS", None),
        ("（1） WELLS", "numbered"),
        ("#1 Wells", "numbered"),
        ("#1: Wells", "numbered"),
        ("#1 How to choose the right well for a garden", "numbered"),
        ("#1: Wells and rain.", "numbered"),
        ("#123 Wells", "numbered"),
        ("#1234 Wells", None),
        ("#1.2 Wells", None),
        ("#1:Wells", None),
        ("#1", None),
        ("#a Wells", None),
        # L7, L9
        ("4 Results", "numbered"),
        ("4. Results", "numbered"),
        ("11.5.14.1 Wells", "numbered"),
        ("A.2 Wells", "numbered"),
        ("IV. Wells", "numbered"),
        ("B. Wells", "numbered"),
        ("4) Results", "numbered"),
        ("4. results", None),
        ("123 Wells", "numbered"),
        ("2024 in review", "title"),
        ("4.", None),
        ("4. Rain and snow.", "numbered"),
        ("4. Rain and snow:", "numbered"),
        ("4. It rains in these hills.", "numbered"),
        ("4. It rains in the old hills.", None),
        ("4. Rain. Snow.", None),
        ("B) Wells", "numbered"),
        ("IV) Wells", "numbered"),
        ("IV – Wells", "numbered"),
        ("IV Wells", "numbered"),
        ("I WELLS", "numbered"),
        ("I Wells", "numbered"),
        ("(IV) Wells", "numbered"),
        ("(I) Wells", "numbered"),
        ("（四）总则", "numbered"),
        ("(四) 总则", "numbered"),
        ("十二、总则", "numbered"),
        ("（IV）总则", None),
        ("(CD) Wells", None),
        ("(iv) Wells", None),
        ("(IV)Wells", None),
        ("(IV", None),
        ("()", None),
        ("（四", None),
        ("CD Wells", "title"),
        ("IV", "numbered"),
        ("IV.", "numbered"),
        ("CD", "title"),
        ("CD.", "numbered"),
        # L3: no mark at the end, nor before a closing bracket or a quotation mark
        ("Rain and snow:", None),
        ("Rain and snow (see there.)", None),
        ("Rain and snow (2)", "title"),
        ("“Rain”", None),
        ("Rain, ‘so!’", None),
        ("Rain and –", None),
        ("Rain (", None),
        # L12
        ("Rain and snow", "title"),
        ("rain and snow", None),
        ("rain", "title"),
        ("rain-and-snow", "title"),
        ("- Rain", None),
        ("> Rain", None),
        ("`rain {` now", "title"),
        ("Rain − snow", None),
        ("Rain ∀ snow", None),
        ("Rain ⋿ snow", None),
        ("Rain ⇿ snow", "title"),
        ("Rain ⌀ snow", "title"),
        ("`rain ≤ snow`", "title"),
        ("RAIN ≤ SNOW", None),
        ("Rain and", None),
        ("From rain, we see that", None),
        ("Rain of", None),
        ("Rain or", None),
        ("What if", None),
        ("Rain on a", None),
        ("Rain on an", None),
        ("Rain on the", None),
        ("The", None),
        ("Rain on The", None),
        ("Rain on This", "title"),
        ("Rain land", "title"),
        ("Rain hof", "title"),
        ("Rain ofthe", "title"),
        ("Rain (the)", "title"),
        ("Rain AND", "title"),
        ("Rain éa", "title"),
        ("Rain = snow", None),
        ("Rain {", None),
        ("See http://rain", None),
        ("See `http://rain`", "title"),
        ("[Rain](http://rain) and snow", "title"),
        ("[Rain](http://rain", None),
        ("[Rain](rain){ and", None),
        ("![Rain](rain.png)", None),
        ("[^1] Rain", None),
        ("```", None),
        ("雨と雪", "title"),
        ("☂ Rain", "title"),
        ("Rain " + "x" * 75, "title"),
        ("Rain " + "x" * 76, None),
        ("[Rain](" + "x" * 200 + ")", "title"),
        # L13
        ("RAIN", "capitals"),
        ("ON RAIN 2", "capitals"),
        ("RA", "title"),
        ("ДОЖДЬ", "capitals"),
        ("RAIN now", "title"),
        ("RAIN AND SNOW.", "capitals"),
        ("RAIN AND SNOW:", "capitals"),
        ("RAIN. SNOW.", None),
        ("RAIN!", None),
        # L3: run-in headings of statutes
        ("DEFINITIONS—", "capitals"),
        ("DEFINITIONS.—", "capitals"),
        ("Definitions.—", "title"),
        ("Definitions.–", "title"),
        ("Definitions of words.—", "title"),
        ("Definitions—", None),
        ("It rains. Definitions.—", None),
        ("definitions.—", None),
        ("1. Definitions.—", "numbered"),
        ("1. DEFINITIONS—", "numbered"),
        ("1. Definitions—", None),
    ],
)
def test_looks(impl: Any, line: str, look: str | None) -> None:
    assert look_of(impl, line) == look


@cases(
    ("before", "after", "found"),
    [
        ("", "\n\nx", True),
        ("\n", "\n \t\nx", True),
        ("a\r\n\r\n", "\r\n\r\nx", True),
        ("a\u2029", "\u2029x", True),
        ("a\n", "\n\nx", False),  # L1
        ("a\n\n", "\nx", False),  # L2
        ("a\n\n", "\n\n", False),
        ("a\n\n", "", False),
        ("a\n\n ", "\n\nx", True),
        ("a\n\n" + " " * 64, "\n\nx", True),
        ("a\n\n" + " " * 65, "\n\nx", False),
        ("a\n" + "\n" * 255, "\n" * 256 + "x", True),
        ("a\n" + "\n" * 255, "\n" * 258 + "x", False),
    ],
)
def test_a_line_of_its_own(impl: Any, before: str, after: str, found: bool) -> None:
    text = before + "Article 5" + after
    spans = impl.windows(text, SECTIONS, headings=HAS_MARKED | LABELLED)
    begin = len(before.rstrip(" "))
    expected = [p for p in (0, begin) if found or p == 0]
    assert [start for start, _ in spans] == sorted({*expected})


def test_items_of_a_list_are_no_headings(impl: Any) -> None:
    assert look_of(impl, "1. Rain", after="\n\n2. Snow\n\n3. Hail\n") is None
    assert look_of(impl, "1. Rain", after="\n\n1.1 Snow\n\nIt snows.\n") == "numbered"
    assert look_of(impl, "1. Rain", after="\n\n   It rains.\n") == "outlined"
    assert look_of(impl, "1.  Rain", after="\n\n   It rains.\n") == "numbered"
    assert look_of(impl, "1.\tRain", after="\n\n\tIt rains.\n") == "outlined"
    assert look_of(impl, "1.1 Rain", after="\n\n    It rains.\n") == "numbered"
    assert look_of(impl, "1. RAIN", after="\n\n   It rains.\n") == "numbered"
    assert look_of(impl, "IV. Rain", after="\n\n    It rains.\n") == "numbered"
    assert look_of(impl, "A. Rain", after="\n\n    It rains.\n") == "outlined"
    assert look_of(impl, "I. Rain", after="\n\nA. Snow\n\nIt snows.\n") == "numbered"


@cases(
    ("line", "after", "look"),
    [
        # a number of fewer parts comes next: the line is an entry of a table of contents
        ("2.4 Rain", "3. Snow", None),
        ("2.4. Rain", "3 Snow", None),
        ("4.4.2 Rain", "4.5 Snow", None),
        ("4.4.2 Rain", "5. Snow", None),
        ("A.2 Rain", "B. Snow", None),
        ("9.3 Rain", "A. Snow", "numbered"),
        ("2.4 Rain", "1. Snow", "numbered"),  # a list
        ("2.4 Rain", "2. Snow", "numbered"),
        ("2.4 Rain", "4. Snow", "numbered"),
        ("4.4.2 Rain", "4.4 Snow", "numbered"),
        ("39.1 Rain", "(1) Snow", "numbered"),
        # the text after the line is an entry that is indented more
        ("2. Rain", "    2.1. Snow\n\n    2.2. Hail", None),
        ("2. Rain", "    2.1. Snow\n\n3. Hail", None),
        ("2. Rain", "    2.1. Snow\n\n        2.1.1. Hail\n\n        2.1.2. Sleet", None),
        ("2. Rain", "2.1. Snow\n\n2.2. Hail", "numbered"),
        ("2. Rain", "    2.1. Snow\n\n    It snows", "numbered"),
        ("2. RAIN", "    2.1. It snows.\n\n    2.2. It hails.", "numbered"),
        ("2. RAIN", "    3.1. Snow\n\n    3.2. Hail", "numbered"),
    ],
)
def test_entries_of_contents_are_no_headings(impl: Any, line: str, after: str, look: str | None) -> None:
    assert look_of(impl, line, after=f"\n\n{after}\n\n{BODY}") == look


#: Text whose first line is longer than MIN_TEXT_LINE.
WRAPPED = "The owner keeps each well covered at all times, and the cover\nis of oak.\n"


@cases(
    ("line", "below", "look"),
    [
        ("1. Wells", WRAPPED, "numbered"),
        ("2.1 Wells of oak", WRAPPED, "numbered"),
        ("Article 5", WRAPPED, "labelled"),
        ("Article 5.", WRAPPED, "labelled"),
        ("Article 5 – Wells", WRAPPED, "labelled"),
        ("IV", WRAPPED, "numbered"),
        ("1. Wells", WRAPPED.replace("\n", " "), "numbered"),
        ("1. Wells", WRAPPED.replace("\n", " ") * 9, "numbered"),
        ("1. Wells", f"   {WRAPPED}", "outlined"),
        ("1. WELLS", f"   {WRAPPED}", "numbered"),
        ("1. 井戸", WRAPPED, "numbered"),
        ("1. Wells.", WRAPPED, None),
        ("1. Wells. Oak", WRAPPED, None),
        ("1. Wells of J. Oak", WRAPPED, "numbered"),
        ("1. Wells:", WRAPPED, None),
        ("X", WRAPPED, None),
        ("1. (of oak)", WRAPPED, None),
        ('1. "Wells" of oak', WRAPPED, None),
        ("Wells", WRAPPED, None),
        ("WELLS", WRAPPED, None),
        ("1. Wells", WRAPPED.lower(), None),
        ("1. Wells", f"2. {WRAPPED}", None),
        ("1. Wells", f"- {WRAPPED}", None),
        ("1. Wells", f"Article 6 {WRAPPED}", None),
        ("1. Wells", "The owner keeps each well covered at all times.\n", None),  # short
        # the line may have been wrapped
        ("1. Wells of oak are kept covered by the owner at all times", WRAPPED, None),
        ("1. Wells of oak are covered by the owner", WRAPPED.replace("The", "Notwithstandingly"), "numbered"),
        ("1. Wells of oak are covered by the owner all of the time,", WRAPPED.replace("The", "Whenever"), None),
    ],
)
def test_text_right_below_a_heading(impl: Any, line: str, below: str, look: str | None) -> None:
    assert look_of(impl, line, after=f"\n{below}\nRain.\n") == look


def test_text_right_below_is_no_second_line(impl: Any) -> None:
    text = "".join(f"{k}. Wells\n{WRAPPED}\n" for k in range(1, 5))
    starts = [start for start, _ in impl.windows(text, LINES, headings=HAS_MARKED | NUMBERED)]
    assert text.index("The") not in starts and text.index("is of") in starts


@cases(
    ("line", "look"),
    [
        ("1. What is rain?", "numbered"),
        ("2.1. What is the difference between rain in the hills, and hail?", "numbered"),
        ("2) What is the difference between rain in the hills, and hail?", "numbered"),
        ("1 What is rain?", None),
        ("2.1 What is rain？", "numbered"),
        ("2.1.3 What is the difference between rain in the hills, and hail?", "numbered"),
        ("2.1: What is rain?", "numbered"),
        ("A.2 What is rain?", None),
        ("A.2. What is rain?", "numbered"),
        ("2.1 It rains. Does it?", None),
        ("2.1: Rain", "numbered"),
        ("2.1:Rain", "title"),
        ("2: Rain", "title"),
        ("A.) Rain", "title"),
        ("A.2: Rain", "numbered"),
        # capital letters in parentheses
        ("(A) Rain and snow", "numbered"),
        ("(a) Rain and snow", None),
        ("(A) Rain and snow.", None),
        ("（A） Rain and snow", "numbered"),
        ("(A) The owner of the wells keeps them covered at all times", None),
        # a number before numbers is not a heading, unless it is a version before a date
        ("0.2 0.4 0.6", None),
        ("4 · 1 + 4 · 5 = 24", None),
        ("1.2.0 (2020-01-01)", "numbered"),
        ("1.2.0 1/2020", "numbered"),
        ("1.2.0 - 1", "numbered"),
        ("1.2 雨", "numbered"),
        ("1.2 2a", "numbered"),
        ("1. It rains. Does it?", None),
        ("1. What is rain??", None),
        ("WHAT IS RAIN?", "capitals"),
        ("What is rain?", None),
        # a word that is defined
        ('1.8. "Rain" means water.', None),
        ("1.8. „Regen“ ist Wasser.", None),
        ('1.8. "Rain" and snow', "numbered"),
        # formulas and listings
        ("2 + 2", None),
        ("5 = x", None),
        ("27 \\def\\rain", None),
        ("3.5. /boot: files", "numbered"),
        ("5 {pre,post}inst", "numbered"),
        ("k", None),
        ("n+1", None),
        ("√", None),
        ("√2", None),
        ("K", "title"),
        ("雨", "title"),
        ("12345", "title"),
        ("1.2", "title"),
        ("c++", None),
        ("io", "title"),
    ],
)
def test_words_of_headings(impl: Any, line: str, look: str | None) -> None:
    assert look_of(impl, line) == look
    assert look_of(impl, "I. Rain", after="\n\nII. Snow\n") is None


@cases(
    ("line", "after", "look"),
    [
        ("   Rain", "   x\n   x", "indented"),
        ("   Rain", "x\nx", "indented"),
        ("   Rain", "x", "indented"),  # the last line of the text
        ("   Rain", "x\n\nx", None),
        ("   Rain", "x" * 81 + "\n\nx", "indented"),
        ("\tRain", "\tx", "indented"),
        ("   Rain", "    x\n", None),
        ("   Rain", "- x", None),
        ("   RAIN", "    x", "capitals"),
        (" " * 30 + "Article 5", "x", "labelled"),
        ("  4. Rain", "     x", "outlined"),
        ("  4.1. Rain", "     x", "numbered"),
    ],
)
def test_indented_lines(impl: Any, line: str, after: str, look: str | None) -> None:
    assert look_of(impl, line, after=f"\n\n{after}\n") == look


@cases("letter", ["x", "é", "漢", "😀"])
@cases(("size", "found"), [(255, True), (256, False)])
def test_the_line_is_capped(impl: Any, letter: str, size: int, found: bool) -> None:
    line = "Article 5 " + letter * (size - 10)  # and its line end
    assert (look_of(impl, line) == "labelled") is found


def document(lines: list[str], body: str = BODY) -> str:
    """Headings, each with text after it."""
    return "".join(f"{line}\n\n{body}\n" for line in lines)


def test_consistent_looks(impl: Any) -> None:
    find = HAS_MARKED | FIND_LOOKS

    def looks(text: str) -> int:
        return int(impl.headings_of(text, find) & ~HAS_MARKED)

    assert looks(document(["Article 1", "Article 2"])) == LABELLED
    assert looks(f"{BODY}\n" + document(["Article 1", "Rain falls."])) == 0  # C3: two lines
    assert looks(document(["Article 1", "Rain falls."])) == LABELLED  # C11
    assert looks(document(["Rain", "Snow"])) == TITLE | CAPITALS  # C4
    assert looks(document(["RAIN", "SNOW"])) == CAPITALS
    assert looks("\n\n".join(["Article 1", "Article 2", "Article 3", BODY])) == 0  # C2: one of three has a body
    assert looks("\n\n".join(["Article 1", "Article 2", BODY, "Article 3", BODY])) == LABELLED
    # C3: half of all have a body, or less
    lines = ["Article 1", "Article 2", "Article 3", BODY, "Article 4", BODY]
    assert looks("\n\n".join(lines)) == LABELLED
    assert looks("\n\n".join(["Article 0", *lines])) == 0
    # C5: not beside two marked headings that are lines of their own
    titles = document(["Rain", "Snow"])
    assert looks("# One\n\n" + titles) == TITLE | CAPITALS
    assert looks("# One\n\n" + titles + "## Two\n\nx") == 0
    assert looks("# One\n\n" + titles + "Two\n---\nx") == 0
    assert looks("# One\n\n" + titles + "x\n# a comment\n# another\n") == TITLE | CAPITALS
    # C3, C4: in two pieces of ten; titles in three of them
    rest = ("It never stops there. " * 40 + "\n\n") * 80
    assert looks(f"{BODY}\n" + document(["Article 1", "Article 2"]) + rest) == 0
    assert looks(document(["Article 1", "x. " * 500, "Article 2"]) + rest * 3) == LABELLED
    assert looks(document(["Rain", "x. " * 500, "Snow"]) + rest) == TITLE | CAPITALS
    assert looks(document(["Rain", "x. " * 500, "Snow"]) + rest * 3) == 0


@cases("line", ["January", "iv", "12 May", "Page 3", "Rain .... 7", "页 3", "Январь", "٣ مايو"])
def test_lines_of_dates_and_pages_are_no_paragraphs(impl: Any, line: str) -> None:
    # C7: they count neither as indented nor as not indented
    clauses = "".join(f"{k}. Rain\n\n   It falls,\n   and then it stops.\n\n" for k in range(1, 5))
    text = f"{clauses}{line}\n\n{line}\n\n{line}\n\nx"
    assert impl.headings_of(text, HAS_MARKED | FIND_LOOKS) & NUMBERED
    assert not impl.headings_of(text.replace(line, "Rain falls here."), HAS_MARKED | FIND_LOOKS) & NUMBERED


def paragraphs(*lines: str) -> str:
    return "".join(f"{line}\n\n" for line in lines)


def test_short_paragraphs_are_no_titles(impl: Any) -> None:
    """C6: stray paragraphs, and titles without a body, show running text."""

    def has_titles(*lines: str) -> bool:
        return bool(impl.headings_of(paragraphs(*lines, long), HAS_MARKED | FIND_LOOKS) & TITLE)

    long = "It rains in the hills, and it pours there, and the old man sleeps in his house by the river."
    section = ["Rain", long]
    assert has_titles(*section * 2)
    assert has_titles(*["Rain", "It rains."] * 2)  # bodies are not stray
    assert has_titles(*section * 2, *["It pours."] * 4)
    assert not has_titles(*section * 2, *["It pours."] * 5)
    assert not has_titles(*section * 2, *["雨が降る。"] * 5)
    assert not has_titles(*section * 2, *[long[:-1]] * 5)
    assert has_titles(*section * 2, *[long] * 9)
    assert has_titles(*section * 2, *["- It pours."] * 9)
    assert has_titles(*section * 2, *["1.1 It pours in the hills."] * 9)
    # three titles, one without a body: two strays and less
    assert has_titles("Rain", *section * 2, "It pours.")
    assert not has_titles("Rain", *section * 2, *["It pours."] * 2)
    assert has_titles(*section * 3, *["It pours."] * 2)


def test_prose_of_one_line_a_paragraph_has_no_titles(impl: Any) -> None:
    """Short paragraphs of several languages, some with a full stop and some without."""
    words = {
        "en": "the rain falls on many hills and old towns where nobody minds it",
        "ru": "дождь идёт над холмами и старыми городами где никто не ждёт",
        "el": "βρέχει στους λόφους και στις παλιές πόλεις όπου κανείς δεν",
        "ar": "المطر يهطل على التلال والمدن القديمة حيث لا أحد",
        "ja": "雨 が 丘 の 上 に 降 る 町",
        "ko": "비가 언덕 위에 내리고 오래된 마을에는 아무도 없다",
    }
    chance = random.Random(4)
    text = ""
    for _ in range(900):
        language = chance.choice(list(words))
        gap = "" if language == "ja" else " "
        line = gap.join(chance.choices(words[language].split(), k=chance.choice([2, 3, 5, 9, 30, 60])))
        text += line[:1].upper() + line[1:] + chance.choice(["", "。" if language == "ja" else "."]) + "\n\n"
    assert not impl.headings_of(text, HAS_MARKED | FIND_LOOKS) & TITLE


def test_outlined_lines(impl: Any) -> None:
    """C7, K3: numbers before indented text are headings in text that is indented, and items in Markdown."""
    text = paragraphs("1. Rain", "   It rains, and it pours.", "2. Snow", "   It snows, and it melts.")
    find = HAS_MARKED | FIND_LOOKS
    found = HAS_MARKED | OUTLINED | NUMBERED | LABELLED
    assert impl.headings_of(text * 2) == found
    assert impl.headings_of(text * 2, find) == HAS_MARKED | NUMBERED | LABELLED
    assert impl.headings_of(text * 2 + "It rains, and it pours.\n") == found
    assert impl.headings_of(text + "It rains, and it pours.\n") == NO_HEADINGS
    assert impl.headings_of("Page 3 of 9\n\n" + text * 2) == found
    # titles that have a body, and numbers of several parts, count with them
    titles = paragraphs("Rain", "   It rains, and it pours.", "Snow", "   It snows.")
    rest = paragraphs(*["   It never stops there, and nobody minds it, nor would they ever. " * 9] * 60)
    page = paragraphs("   " + "It never stops there. " * 45)
    assert impl.headings_of(titles + text + page + text + rest) == found | TITLE | CAPITALS
    assert impl.headings_of(titles + rest) == NO_HEADINGS
    assert [(level, text[slice(*title)]) for _, _, level, title in impl.blocks(text, "plain") if level] == [
        (1, "1. Rain"), (1, "2. Snow"),
    ]  # fmt: skip
    assert not any(level for _, _, level, _ in impl.blocks(text, "markdown"))


def test_pieces_of_long_texts(impl: Any) -> None:
    """A law whose articles come late: the pieces at multiples of PIECE_STEP show them."""
    recitals = "Whereas it rains in the hills, and it pours there; " * 8 + "\n\n"
    late = recitals * (3 * PIECE_STEP // len(recitals)) + document([f"Article {k}" for k in range(9000)])
    assert impl.headings_of(late[: 8 * PIECE_STEP]) == HAS_MARKED | LABELLED
    assert impl.headings_of(late[: 2 * PIECE_STEP]) == NO_HEADINGS
    for letter in ("é", "漢", "😀"):  # places are counted in code points
        assert impl.headings_of(letter + late[: 8 * PIECE_STEP]) == HAS_MARKED | LABELLED
    first = document(["Article 1"]) + "x" * (PIECE - 50) + "\n\n" + document(["Article 2"]) + "y" * 2000
    assert impl.headings_of(first) == HAS_MARKED | LABELLED


@cases(
    ("begin", "found"),
    [
        (PIECE - 1, False), (PIECE, True), (2 * PIECE, True), (3 * PIECE - 1, True), (3 * PIECE, False),
        (4 * PIECE - 1, False), (4 * PIECE, True), (5 * PIECE - 1, True), (5 * PIECE, False), (8 * PIECE, True),
        (PIECE_STEP // 2, True), (PIECE_STEP - 1, False), (PIECE_STEP, True), (PIECE_STEP + PIECE - 1, True),
        (PIECE_STEP + PIECE, False), (2 * PIECE_STEP - 1, False), (2 * PIECE_STEP, True), (3 * PIECE_STEP, True),
        (LAST_PIECE, True), (LAST_PIECE + PIECE_STEP, False),
    ],
)  # fmt: skip
def test_pieces(impl: Any, begin: int, found: bool) -> None:
    """C1: the second of two lines counts if it begins in another piece than the first."""
    text = document(["RAIN"])
    text += "x" * (begin - 2 - len(text)) + "\n\n" + document(["SNOW"]) + "y" * 16 * PIECE
    looks = impl.headings_of(text, HAS_MARKED | FIND_LOOKS)
    assert looks == HAS_MARKED | (CAPITALS if found else 0)


@cases(
    ("begin", "found"),
    [
        (PIECE - 1, False), (PIECE, True), (3 * PIECE, True), (5 * PIECE, True), (LABELS_KNOWN_BY - 1, True),
        (LABELS_KNOWN_BY, True), (LABELS_KNOWN_BY + PIECE - 1, True), (LABELS_KNOWN_BY + PIECE, False),
        (2 * LABELS_KNOWN_BY - 1, False), (LAST_PIECE, True), (LAST_PIECE + PIECE_STEP, False),
    ],
)  # fmt: skip
def test_pieces_of_labels(impl: Any, begin: int, found: bool) -> None:
    """C10: all of the first LABELS_KNOWN_BY code points are pieces for labels; the next piece is one of C1."""
    text = f"{BODY}\n" + document(["Article 1"])
    text += "x" * (begin - 2 - len(text)) + "\n\n" + document(["Article 2"]) + "y" * 16 * PIECE
    looks = impl.headings_of(text, HAS_MARKED | FIND_LOOKS)
    assert looks == HAS_MARKED | (LABELLED if found else 0)


def test_c10_labels_are_looked_for_where_titles_count(impl: Any) -> None:
    """The labels are in none of the pieces of C1."""
    body = "It rains in the hills, and the old man snores. " * 5 + "It pours.\n\n"
    text = ""
    while len(text) < 7 * PIECE:
        is_piece = len(text) < 3 * PIECE or 4 * PIECE <= len(text) < 5 * PIECE
        text += f"{'Wells of oak' if is_piece else 'Chapter 2'}\n\n{body}"
    assert impl.headings_of(text) & (TITLE | LABELLED) == TITLE | LABELLED


def test_c5_indented_titles_count_without_marked_headings(impl: Any) -> None:
    body = "It rains in the hills, and the old man snores. " * 5 + "It pours.\n\n"
    text = f"   Wells of oak\n\n{body}" * 16
    assert impl.headings_of(text) & INDENTED
    assert not impl.headings_of(f"# Rain\n\n{text}") & INDENTED


def test_g5_a_title_that_is_indented_less_than_the_text_below_has_no_pattern() -> None:
    for indentation, kind in (("   ", INDENTED), ("      ", PLAIN_LINE)):
        assert lone_line(f"Rain.\n\n   Wells of oak\n\n{indentation}{BODY * 4}", 7)[0] == kind


def test_c11_the_first_visible_line_is_in_the_first_code_points(impl: Any) -> None:
    label = "Chapter 1\n\nIt rains."
    assert impl.headings_of(label) & LABELLED and impl.headings_of("\n" * CAP + label) & LABELLED
    assert not impl.headings_of("\n" * (CAP + 1) + label) & LABELLED


def test_titles_beside_marked_headings(impl: Any) -> None:
    """C5: in a text with two marked headings no title is judged, so that an indented one does not make labels be
    judged again (C10)."""
    find = HAS_MARKED | FIND_LOOKS
    late = paragraphs("  Rain", BODY * 4)
    for number, piece in enumerate((3, 5, 6)):  # of none of them C1 reads a line
        late += "x" * (piece * PIECE - len(late)) + "\n\n" + document([f"Article {number}"])
    late += "y" * 8 * PIECE
    assert impl.headings_of(late, find) == HAS_MARKED | LABELLED
    assert impl.headings_of("# One\n\n" + late, find) == HAS_MARKED | LABELLED
    assert impl.headings_of("# One\n\n# Two\n\n" + late, find) == HAS_MARKED
    articles = "# One\n\n# Two\n\n" + document(["Article 1", "Article 2"])
    assert impl.headings_of(articles, find) == HAS_MARKED | LABELLED
    titles = document(["RAIN", "Article 1", "SNOW", "Article 2"])
    assert impl.headings_of(titles, find) == HAS_MARKED | LABELLED | CAPITALS
    for marked in ("# One\n\n# Two\n\n{}", "{}# One\n\n# Two\n\nx", "# One\n\n{}Two\n---\nx"):
        text = marked.format(titles)
        assert impl.headings_of(text, find) == HAS_MARKED | LABELLED


def placed(*parts: tuple[int, str], filler: str = "x") -> str:
    """Text with each part at the beginning of a piece, by its number; one line fills what is between."""
    text = ""
    for piece, part in parts:
        if piece:
            text += filler + "x" * (piece * PIECE - 2 - len(filler) - len(text)) + "\n\n"
        text += part
    return text


def articles(*numbers: int) -> str:
    """Articles by their numbers; 0 is a body."""
    return paragraphs(*(f"Article {number}" if number else BODY.strip() for number in numbers))


INDENTED_BODY = "   It rains, and it pours."


def test_half_of_the_lines_have_a_body(impl: Any) -> None:
    """C2, C3, C10: exactly half of all lines is enough, in the pieces of C1 and in those of C10."""

    def looks(text: str) -> int:
        return int(impl.headings_of(text, HAS_MARKED | FIND_LOOKS) & ~HAS_MARKED)

    lines = ["RAIN", "SNOW", "HAIL", BODY, "WIND", BODY]
    assert looks(paragraphs(*lines)) == CAPITALS
    assert looks(paragraphs("FOG", *lines)) == 0
    assert looks(paragraphs("FOG", *lines, "SUN", BODY)) == CAPITALS
    assert looks(paragraphs("DEW", "FOG", *lines, "SUN", BODY)) == 0
    # C10 alone reads the piece 3: two of four lines, three of six
    assert looks(placed((0, articles(1, 2, 0)), (3, articles(3, 4, 0)))) == LABELLED
    assert looks(placed((0, articles(1, 2, 0)), (3, articles(3, 4, 5, 0)))) == 0
    assert looks(placed((0, articles(1, 2, 3, 0)), (3, articles(4, 5, 0, 6, 0)))) == LABELLED
    assert looks(placed((0, articles(1, 2, 3, 0)), (3, articles(4, 5, 0, 6, 7, 0)))) == 0
    # an address is not a body
    assert looks(paragraphs("RAIN", "a.smith@b.org", "SNOW", "a.smith@b.org", BODY)) == 0
    assert looks(paragraphs("RAIN", "a.smith@b.org", "SNOW", BODY, "HAIL", BODY)) == CAPITALS


def test_the_number_of_pieces(impl: Any) -> None:
    """C1, C3, C10: a text of four pieces needs lines in one of them, a text of five in two."""

    def looks(text: str, size: int) -> int:
        return int(impl.headings_of(text + "x" * (size - len(text)), HAS_MARKED | FIND_LOOKS) & ~HAS_MARKED)

    # C1: the pieces begin at 0, 1, 2, 4 and 8 times PIECE
    capitals = document(["RAIN", "SNOW"])
    assert looks(capitals, 8 * PIECE) == CAPITALS and looks(capitals, 8 * PIECE + 1) == 0
    # C10: at each multiple of PIECE; the label in the first one has no body
    text = placed((0, paragraphs("Article 1", "a.smith@b.org")), (3, articles(2, 0, 3, 0)))
    assert looks(text, 4 * PIECE) == LABELLED and looks(text, 4 * PIECE + 1) == 0


def test_which_texts_are_judged_again(impl: Any) -> None:
    """C10: by a line with a number or a label, or an outlined, an indented or a title line, in a piece of C1."""

    def looks(text: str) -> int:
        return int(impl.headings_of(text, HAS_MARKED | FIND_LOOKS) & ~HAS_MARKED)

    # numbers count with one marked heading, and not with two
    numbers = placed((0, paragraphs("1 Rain", BODY.strip())), (3, paragraphs("2 Snow", BODY.strip())))
    assert looks(numbers) == looks("# One\n\n" + numbers) == NUMBERED | LABELLED
    assert looks("# One\n\n# Two\n\n" + numbers) == 0
    # several kinds of lines add up
    for other in (paragraphs("1. Rain", INDENTED_BODY), paragraphs("  Rain", BODY * 4)):
        assert looks(placed((0, articles(1, 0) + other), (3, articles(2, 0)))) == LABELLED
    titles = paragraphs("Article 1", INDENTED_BODY, "Rain", INDENTED_BODY, "Snow", INDENTED_BODY)
    text = placed((0, titles), (3, paragraphs("Article 2", INDENTED_BODY)), filler="   ")
    assert looks(text) == LABELLED | TITLE | CAPITALS
    # without any of them a text is not judged again, whether its paragraphs are indented or not
    for filler, body in (("", BODY.strip()), ("   ", INDENTED_BODY)):
        late = placed(
            (0, paragraphs(*[body] * 3)), (3, articles(1, 0)), (5, articles(2, 0)), (8, "x"), filler=filler or "x"
        )
        assert looks(late) == 0


def test_outlined_lines_that_are_rare(impl: Any) -> None:
    """C7, C10: four indented paragraphs for one that is not; one line is not enough."""
    dash, small = "It pours there –", "4. it pours there"  # they have no pattern, and are paragraphs
    for lines, found in (
        (["It pours there."], OUTLINED | NUMBERED | LABELLED), (["It pours there."] * 2, 0),
        ([dash], OUTLINED | NUMBERED | LABELLED), ([dash] * 2, 0),
        ([small], OUTLINED | NUMBERED | LABELLED), ([small] * 2, 0),
    ):  # fmt: skip
        first = paragraphs("1. Rain", *[INDENTED_BODY] * 3, *lines)
        text = placed((0, first), (3, paragraphs("2. Snow", INDENTED_BODY)), filler="   ")
        assert impl.headings_of(text) == (HAS_MARKED | found if found else NO_HEADINGS)
    first = paragraphs("1. Rain", *[INDENTED_BODY] * 3)
    assert impl.headings_of(placed((0, first), (3, paragraphs(INDENTED_BODY)), filler="   ")) == NO_HEADINGS


def test_marked_headings_are_lines_of_their_own(impl: Any) -> None:
    """C5: not those that a line follows."""
    titles = document(["Rain", "Snow"])
    for marked, found in (("# One\nx\n\n# Two\nx\n\n", TITLE | CAPITALS), ("# One\n\n# Two\n\nx\n\n", 0)):
        assert impl.headings_of(marked + titles, HAS_MARKED | FIND_LOOKS) == HAS_MARKED | found


def test_strays_at_the_beginning_of_the_text(impl: Any) -> None:
    """C6: five strays for two titles are too many, wherever they are."""
    long = "It rains in the hills, and it pours there, and the old man sleeps in his house by the river."
    for start in ("", "\n"):
        for count, found in ((3, TITLE), (4, 0)):
            text = start + paragraphs("It pours.", *["Rain", long] * 2, *["It pours."] * count, long)
            assert impl.headings_of(text, HAS_MARKED | FIND_LOOKS) & TITLE == found


def test_the_body_of_a_title_is_not_stray(impl: Any) -> None:
    """C6: four strays for two titles are not too many, beside two short bodies."""
    long = "It rains in the hills, and it pours there, and the old man sleeps in his house by the river."
    for count, found in ((3, TITLE), (4, TITLE), (5, 0)):
        text = paragraphs(*["Rain", "It rains."] * 2, *["It pours."] * count, long)
        assert impl.headings_of(text, HAS_MARKED | FIND_LOOKS) & TITLE == found


def test_a_number_in_parentheses_has_one_part(impl: Any) -> None:
    """L8: the number after it has one part of the same kind, so that both are items."""
    assert look_of(impl, "(IV) Wells", after="\n\nV. Snow\n") is None
    assert look_of(impl, "(IV) Wells", after="\n\n5. Snow\n") == "numbered"


@cases(
    ("line", "look"),
    [
        # L6: a number in parentheses has text after it
        ("（四）", None), ("(四)", None), ("四、", None),
        # L15: the second line is a title without a small first letter and without signs of code
        ("Article 5\nrain and snow", None), ("Article 5\nRain = snow", None),
        ("Article 5\nRain and snow", "labelled"),
        # its mark is one full stop or one colon
        ("Article 5.\nRain and snow.", "labelled"), ("Article 5.\nRain and snow!", None),
        ("Article 5.\nRain..", None), ("Article 5.\nRain and –", None),
        # the first line of a title of two lines has MAX_TITLE code points
        ("Article 5 " + "x" * 70 + "\n   and snow", "labelled"), ("Article 5 " + "x" * 71 + "\n   and snow", None),
        # L9: of more than MAX_WORDS words, those without a small first letter are more than the others
        ("4. Rain of Snow in Hail to.", None), ("4. Rain of Snow in Hail to Wind.", "numbered"),
        # white space follows the parenthesis after a number, and two numerals need no capital letter after them
        ("IV)Wells", "title"), ("IV) Wells", "numbered"), ("II rain", None),
        # a letter with something else before it is no initial
        ("4. .B. Snow.", "numbered"), ("4. AB. Snow.", None),
    ],
)  # fmt: skip
def test_limits_of_looks(impl: Any, line: str, look: str | None) -> None:
    assert look_of(impl, line) == look


def test_a_number_at_the_end_of_the_text(impl: Any) -> None:
    """L8: without text after it, it is not the number of an item."""
    assert look_of(impl, "III. Rain", after="\n\nIV) ") == "numbered"


def test_clauses_below_a_number(impl: Any) -> None:
    """L10: a clause has MIN_CLAUSE code points, at the end of the text too; a footnote is not a clause."""
    for size, look in ((MIN_CLAUSE - 1, "outlined"), (MIN_CLAUSE, "numbered"), (MIN_CLAUSE + 1, "numbered")):
        paragraph = "(a) " + "x" * (size - 4)
        assert look_of(impl, "1. Rain", after=f"\n\n    {paragraph}") == look
        assert look_of(impl, "1. Rain", after=f"\n\n    {paragraph[:-1]}\n\nx") == look
        assert look_of(impl, "1. Rain", after=f"\n\n    [^1]: {paragraph}\n") == "outlined"


@cases(
    ("headings", "levels"),
    [
        ("1. fejezet|1. cikk|2. cikk|2. rész|2. fejezet", [2, 3, 3, 1, 2]),
        ("1. fejezet|2. FEJEZET|3. Fejezet", [1, 1, 1]),
        ("1. CIKK|2. cikk", [1, 1]),
        ("CHAPTER I|§ 1 Wells|§ 2 Lids", [1, 2, 2]),
        ("第一章|第一条|第二编|第二章", [2, 3, 1, 2]),
    ],
)
def test_ranks_of_labels(impl: Any, headings: str, levels: list[int]) -> None:
    """A word in capitals has the rank of the same word in small letters; `§` has none among them."""
    text = "".join(f"{line}\n\n{BODY}\n" for line in headings.split("|"))
    found = impl.decided_blocks(text, "plain", (HAS_MARKED | LABELLED, (), ()))[0]
    assert [level for _, kind, level, _ in found if kind == "heading"] == levels


def test_titles_beside_marked_headings_are_no_paragraphs(impl: Any) -> None:
    """C5, C7: a line that is a title by its look is flush where marked headings leave it out."""
    parts = ["# H\n\n# I\n\n"] + [f"{k}. Wells\n\n   {BODY}\n" for k in range(1, 4)] + [f"   {BODY}\n"] * 8
    for titles, found in ((0, NUMBERED), (1, NUMBERED), (2, 0), (3, 0)):
        text = "".join([*parts, *[f"Rain {k}\n\n   {BODY}\n" for k in range(titles)]])
        assert impl.headings_of(text, HAS_MARKED | FIND_LOOKS) & NUMBERED == found


def test_a_line_of_its_own_after_an_indented_title(impl: Any) -> None:
    """L12: it has at most MAX_TITLE code points, wherever it is in the text."""
    for size, found in ((1, None), (80, None), (81, "indented")):
        for before in ("Rain.\n\n", "x" * 99 + ".\n\n"):
            assert look_of(impl, "   Rain", before=before, after="\n\n" + "x" * size + "\n\nx\n") == found


def test_white_space_between_an_anchor_and_its_heading(impl: Any) -> None:
    """A section begins with an anchor at most CAP code points of white space before the heading."""

    def begins_section(between: str, before: str = "x\n\n", heading: str = "# H\n\nx") -> bool:
        return len(before) in impl.boundaries(f"{before}(a)=\n{between}{heading}", "section")

    assert begins_section("\n" * CAP) and not begins_section("\n" * (CAP + 1))
    assert begins_section("\n", before="x " * 150 + "\n\n")
    assert begins_section("\n   ") and not begins_section("\n    ")  # the indentation belongs to the line
    assert not begins_section("", heading="") and not begins_section("\n", heading="")


def test_no_chunk_ends_below_an_overline(impl: Any) -> None:
    for mark in ("=", "~"):
        text = f"a\n\n{mark * 4}\nRain\n{mark * 4}\nb\nc"
        spans = impl.windows(text, LINES, headings=HAS_MARKED | ADORNED)
        assert [start for start, _ in spans] == [0, 2, 3, 20]


@cases(
    ("line", "after", "look"),
    [
        ("1.2", "- Rain", "title"),
        ("1.2", "It rains in the hills.\nIt pours.", "title"),
        ("1.2", "x" * 80, None),
        ("1.2", "x" * 81, "title"),
        ("1.2", "0.4", None),
        ("V1.2", "Rain", "title"),
        ("12345", "Rain", None),
        ("K", "Rain", "title"),
        ("(A) Rain", "- snow", None),
        ("(A) Rain", "Snow", "numbered"),
        ("X", "it rains", None),
        ("X", "+ 1", None),
        ("X", "= 1", None),
        ("X", "\\ 1", None),
        ("X", "− 1", None),
        ("X", "X", None),
        ("X", "X it rains", None),
        ("X", "It rains", "numbered"),
        ("X", "“It rains”", "numbered"),
        ("X", "1", "numbered"),
        ("V", "it rains", "numbered"),
        ("XI", "it rains", "numbered"),
        ("X.", "it rains", "numbered"),
    ],
)
def test_fragments_of_formulas_and_plots(impl: Any, line: str, after: str, look: str | None) -> None:
    """L7, L13: numbers one below the other, and the sign of a sum, are no headings."""
    assert look_of(impl, line, after=f"\n\n{after}\n\nRain.\n") == look


@cases(
    ("text", "look"),
    [
        ("Art. 1\n(Rain)", "labelled"), ("Art. 1\n（Rain）", "labelled"), ("I.\n(Rain)", "numbered"),
        ("Art. 1\n(rain in the hills)", None), ("Art. 1\n((Rain))", None), ("Art. 1\n[!Rain]", None),
    ],
)  # fmt: skip
def test_a_title_in_parentheses_below_a_label(impl: Any, text: str, look: str | None) -> None:
    """L15"""
    assert look_of(impl, text) == look


def test_lines_at_the_margin_of_indented_text(impl: Any) -> None:
    """C7: they are titles if the first two lines of their bodies are indented, however rare they are."""
    body = "   It rains in the hills,\n   and it pours.\n\n"
    rest = body * 400
    text = f"Rain\n\n{body}Snow\n\n{body}{rest}"
    found = HAS_MARKED | TITLE | CAPITALS
    assert impl.headings_of(text) == found
    assert impl.headings_of(text.replace("Snow\n", "Snow.\n")) == NO_HEADINGS
    assert impl.headings_of(text.replace("   and", "and")) == NO_HEADINGS
    assert impl.headings_of(text.replace("   It", "It")) == NO_HEADINGS
    for first in ("It rains.", "   It rains.", "   It rains.\n   "):
        assert impl.headings_of(text.replace(f"Snow\n\n{body}", f"Snow\n\n{first}\n\n")) == NO_HEADINGS
    # at least half of the titles
    other = "Hail\n\n   It hails.\n\n"
    assert impl.headings_of(2 * other + text) == found
    assert impl.headings_of(3 * other + text) == NO_HEADINGS
    # paragraphs at the margin, and marked headings
    flush = "It rains in the hills,\nand it pours.\n\n"
    for count, looks in ((5, found), (3, NO_HEADINGS)):
        assert impl.headings_of(text.replace(rest, (count * body + flush) * 90)) == looks
    marked = "".join(f"# Rain {k}\n\n" for k in range(9))
    assert not impl.headings_of(marked + text, HAS_MARKED | FIND_LOOKS) & TITLE


def test_what_is_known_is_kept(impl: Any) -> None:
    text = document(["Article 1", "Article 2"])
    assert impl.headings_of(text, NO_HEADINGS) == NO_HEADINGS
    assert impl.headings_of(text, HAS_MARKED) == HAS_MARKED
    assert impl.headings_of(text, HAS_MARKED | ADORNED | FIND_LOOKS) == HAS_MARKED | ADORNED | LABELLED
    assert impl.headings_of(text) == HAS_MARKED | LABELLED
    assert impl.headings_of(BODY) == NO_HEADINGS
    assert impl.headings_of("x\n\n# Rain\n\n" + BODY) == HAS_MARKED


@pytest.mark.parametrize("letter", ["x", "é", "漢", "😀"])
def test_no_more_than_the_sample_is_read(impl: Any, letter: str) -> None:
    """Lines longer than MAX_LINE, which counts of each, do not reach beyond the sample."""
    line = "# " + letter * (3 * MAX_LINE) + "\n"
    assert impl.headings_of(line[1:] * 2 + "\n# Rain\n") == NO_HEADINGS
    assert impl.headings_of("a " + line * 2 + "\n# Rain\n" + line) == NO_HEADINGS
    assert impl.headings_of("a " + line + "\n# Rain\n" + line) == HAS_MARKED
    mark = "\n\n# Rain"
    for size, found in ((0, HAS_MARKED), (len("# Rain") - 2, HAS_MARKED), (len("# Rain"), NO_HEADINGS)):
        assert impl.headings_of(letter * (SAMPLE - len(mark) + size) + mark + f"\n\n{BODY}") == found


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("a\n\nRain\n~~~~\n\nb\n\nSnow\n....\nc", [3, 17]),
        ("a\n\nRain\n~~\n\nb\n\nSnow\n.=.\nc", []),
        ("a\n\nRain\n~~~\n\nb", [3]),
        ("a\n\nRain\n=\n\nb", [3]),
    ],
)
def test_adorned_titles(impl: Any, text: str, starts: list[int]) -> None:
    found = impl.windows(text, SECTIONS, headings=HAS_MARKED | ADORNED)
    assert [start for start, _ in found][1:] == starts
    marked = [p for p in starts if "=" in text[p : p + 6]]
    assert [start for start, _ in impl.windows(text, SECTIONS, headings=HAS_MARKED)][1:] == marked


@cases(
    ("text", "looks", "starts"),
    [
        ("a\n# Rain\nb\nc", 0, [2, 11]),
        ("# Rain\n\n\nb\nc", 0, [11]),
        ("a\n\nRain\n====\nb\nc", 0, [2, 3, 15]),
        ("Rain\n----\n\nb\nc", 0, [13]),
        ("a\nRain\n---\nc", 0, [2, 7, 11]),  # not underlined: two lines
        ("a\n\nArticle 5\n\nb\nc", 0, [2, 3, 13, 14, 16]),
        ("a\n\nArticle 5\n\nb\nc", LABELLED, [2, 3, 16]),
        ("a\n\nArticle 5\n\nb\nc", NUMBERED, [2, 3, 13, 14, 16]),
        ("a\n\nRain\n~~~\nb\nc", ADORNED, [2, 3, 14]),
        ("a\n\nRain\n~~~\nb\nc", 0, [2, 3, 8, 12, 14]),
    ],
)
def test_no_chunk_ends_with_a_heading(impl: Any, text: str, looks: int, starts: list[int]) -> None:
    spans = impl.windows(text, LINES, headings=HAS_MARKED | looks)
    assert [start for start, _ in spans] == [0, *starts]


@cases("letter", ["x", "é", "漢", "😀"])
@cases("end", ["\n", "\r\n", "\n\n"])
@cases(("size", "keeps"), [(255, True), (256, True), (257, False), (300, False)])
def test_a_heading_that_is_kept_is_capped(impl: Any, letter: str, end: str, size: int, keeps: bool) -> None:
    heading = "# " + letter * (size - 2) + end
    for before in ("", "a\n"):
        starts = [start for start, _ in impl.windows(f"{before}{heading}b\nc", LINES, headings=HAS_MARKED)]
        assert starts[0] == 0 and len(before) in starts
        assert (len(before + heading) not in starts) is keeps


def test_regions(impl: Any) -> None:
    text = document(["Part I", "1. Rain", "1.1 More rain", "1.2 Less rain", "2. Snow", "Part II", "1. Hail"])
    assert [(kind, level, text[slice(*title)]) for _, kind, level, title in impl.blocks(text) if level] == [
        ("heading", 1, "Part I"), ("heading", 2, "1. Rain"), ("heading", 3, "1.1 More rain"),
        ("heading", 3, "1.2 Less rain"), ("heading", 2, "2. Snow"), ("heading", 1, "Part II"),
        ("heading", 2, "1. Hail"),
    ]  # fmt: skip
    # below the marked headings before them; not in code; a line that goes on after a form feed is not a heading
    text = "# Law\n\n" + document(["Article 1", "Article 2"]) + "```\n\nArticle 3\n\n```\n\nArticle 4\f\fx\n"
    assert [(kind, level) for _, kind, level, _ in impl.blocks(text, "markdown")] == [
        ("heading", 1), ("heading", 2), ("prose", 0), ("heading", 2), ("prose", 0), ("code", 0), ("prose", 0),
    ]  # fmt: skip
    assert "heading" not in [kind for _, kind, _, _ in impl.blocks(text, "html")]


core = [each for each in IMPLEMENTATIONS if isinstance(each, Core)]


def test_indented_text_after_a_title_is_near_its_blank_line(impl: Any) -> None:
    # the white space between the two is CAP code points; before the text it is one more, with both line ends
    part = " " * (CAP - 1) + "ab\n\nArticle 5\n\nab"
    assert impl.headings_of("\n\n".join([part] * 3)) == HAS_MARKED | LABELLED | CAPITALS | TITLE


#: Texts that have each of their headings three times.
tripled = (texts | broken).map(lambda text: f"{text}\n\n{text}\n\n{text}")
calls = arguments(regions.headings_of, text=tripled, known=known_headings)


@given(call=calls, grammar=st.sampled_from(["auto", "markdown", "plain"]))
def test_core_is_the_reference(call: dict[str, Any], grammar: str) -> None:
    expected = regions.headings_of(**call), Reference().blocks(call["text"], grammar)
    for impl in core:
        assert (impl.headings_of(**call), impl.blocks(call["text"], grammar)) == expected


@given(texts | broken, st.sampled_from([0, *LOOKS, 60]), st.sampled_from([0, ADORNED]))
def test_sections_by_looks(text: str, looks: int, adorned: int) -> None:
    headings = HAS_MARKED | looks | adorned
    expected = Reference().windows(text, SECTIONS, "surrogatepass", headings=headings)
    for impl in core:
        assert impl.windows(text, SECTIONS, "surrogatepass", headings=headings) == expected


@cases("behind", ["", ".3", ".3 Oak\n\nIt is old."])
def test_what_is_behind_a_number_at_the_end_of_a_buffer_is_not_read(behind: str) -> None:
    text = "I.2.4 Oak\n\nIt is old.\n\nI.2.5 Wells\n\nI"
    data = memoryview((text + behind).encode())[: len(text)]
    assert [region.title for region in shiplap.regions(data)] == [region.title for region in shiplap.regions(text)]


@pytest.mark.parametrize(
    "text",
    ["plain\n<tr>x\n# Stock\n# Stock\nIt rains.\n", "  <p>\n## T\nWells\nWells", "<h1>x</h1>\n#x\nIt rains.\n",
     "#x\nIt rains.\n          <H2>Wells</H2>\nIt rains.\n", "<!-- c -->\n# T\nWells are deep.\n"],
)  # fmt: skip
def test_marked_headings_below_a_line_of_html(impl: Any, text: str) -> None:
    assert impl.headings_of(text) == HAS_MARKED
    assert impl.headings_of(text.replace("<", "(")) == NO_HEADINGS


#: Lines that are signs of Markdown, or of something else, alone or below another one.
SIGNS = (
    "# S", "## T", "#x", "a b", "It rains and goes on.", "<tr>x", "<h1>x</h1>", "    <h2>", "  <p>", "<!-- x -->",
    "```", "~~~", "", "  ", "> q", "**b** x", "- **c**", "[a](b)", "é", "日", "x = f(1);", "def f():", "    y = 2",
    "#include <h.h>", "====", "----", "Title", ".. note::", "= A", "* H", "1. x", "Wells", "SUMMARY",
)  # fmt: skip


def test_signs_of_markdown_in_any_order(cores: Any) -> None:
    for seed in range(1200):
        draw = random.Random(seed)
        few, end = draw.sample(SIGNS, draw.randint(2, 5)), draw.choice(("\n", "\n", "\r\n", "\r"))
        text = end.join(draw.choice(few) for _ in range(draw.randint(2, 20))) + draw.choice(("", end))
        wanted = Reference().headings_of(text)
        assert {core.name for core in cores() if core.headings_of(text) != wanted} == set(), text
