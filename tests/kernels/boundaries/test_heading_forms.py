"""Headings of contracts, laws and books: four of each form are found in each layout, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest

import shiplap
from tests.support.cases import cases, few_quick

TITLES = ("Definitions", "Scope of this Act", "Duties of the owner", "Final provisions")
ROMAN = ("I", "II", "III", "IV")
BODY = """\
This Act applies to wells in the hills. It does not apply to the sea, nor to
any lake that lies below the tree line, and the owner keeps a book of it."""
ONE_LINE = (
    "The owner keeps the well covered at all times and reports each repair to the office within a month of it."
)
PREAMBLE = "Whereas it rains in the hills, and wells are to be covered by those who own them.\n\n"

#: `{n}`: 1 to 4; `{r}`: in Roman numerals; `{t}`: a title; `{T}`: in capitals.
FORMS = """
    Article {n}. {t}.|Article {n}.|Article {n}:|Article {n}: {t}:|Article {n} {t}|ARTICLE {r}.|ARTICLE {r}. {T}.
    ARTICLE {r} - {T}|Chapter {n}. {t}.|CHAPTER {r}|SEC. 10{n}. {T}.|Sec. {n}. {t}.
    Section {n}. {t}.—|§ 10{n}. {t}.
    §10{n} {t}|§ {n}.|{n}. {t}|{n}. {t}.|{n}. {t}:|1.{n} {t}.|{n}. {T}.|{r}. {t}.|{r}. {t}|{r}|{r}.|{r} - {t}
    {r}) {t}|{r}. {T}|{T}.|{T}:|{t}|{n}.  {t}|1.{n}.  {t}|A.{n}.  {t}|Appendix {r}.  {t}
    Article L. 12{n}-1|Artículo {n}.º {t}.|Art. {n}º|Art. {n}. ({t})|Art.{n}
    Статья {n}. Общие положения|Статья {n}.
    Rozdział {r}.|{n}. cikk|{n}. §|{n} §|{n} luku|{n}. Abschnitt|TITRE {r}|MADDE {n} –|Pasal {n}|Điều {n}. Phạm vi
    المادة {n}|المادة ({n})|סעיף {n}|มาตรา {n}|अनुच्छेद {n}|Čl. {n}|Чл. {n}.|第{n}章 总则|第{n}章。|第{n}条（目的）
    제{n}조(목적)
    § 101.{n} {t}.|§ {n} {t}.|Article {n} {t}.|Article {n} {t}:|Artikel {n} {t}.|Art. {n} {t}.|Section {n} {t}.
    {n} luku {t}|{n}. luku|{n}. daļa|{n} § {t}|{n}-бап. {t}|{n}. peatükk|{r} SKYRIUS {T}
    ({n}) {T}|({n}) {t}|#{n} {t}|#{n}: {t}|{T}—|{T}.—|{t}.—|({n}) {t}.—
    Rule {n} {t}.|ARTICLE V{r} {t}.|§ 552.{n} {t} and release of records; fees.
"""
LISTED = {
    "chapter one": ("CHAPTER ONE", "CHAPTER TWO", "CHAPTER THREE", "CHAPTER FOUR"),
    "chapter one.": ("Chapter One.", "Chapter Two.", "Chapter Three.", "Chapter Four."),
    "premier": ("Article premier", "Article 2", "Article 3", "Article 4"),
    "erster": ("Erster Teil", "Zweiter Teil", "Dritter Teil", "Vierter Teil"),
    "ier": ("Chapitre Ier", "Chapitre II", "Chapitre III", "Chapitre IV"),
    "adicional": tuple(f"Disposición adicional {n}. Objeto." for n in ("primera", "segunda", "tercera", "cuarta")),
    "première": ("Première partie", "Deuxième partie", "Troisième partie", "Quatrième partie"),
    "primero": ("CAPÍTULO PRIMERO", "CAPÍTULO SEGUNDO", "CAPÍTULO TERCERO", "CAPÍTULO CUARTO"),
    "letters": ("A) Definitions", "B) Scope", "C) Duties", "D) Provisions"),
    "stops": ("A. Definitions.", "B. Scope.", "E. Duties.", "F. Provisions."),
}
#: Spaces before headings, or None where they are centred, and before the text; and the text.
LAYOUTS = {
    "flush": (0, 0, BODY),
    "long lines": (0, 0, ONE_LINE),
    "indented text": (0, 3, BODY),
    "centred": (None, 0, BODY),
    "centred, long lines": (None, 0, ONE_LINE),
    "centred, indented text": (None, 5, BODY),
    "indented by 3": (3, 3, BODY),
    "indented by 4": (4, 4, BODY),
    "heading indented": (3, 0, BODY),
    "heading indented more": (8, 4, BODY),
}


def forms() -> dict[str, tuple[str, ...]]:
    """Four headings of each form."""
    made = {}
    for form in (form for row in FORMS.strip().split("\n") for form in row.strip().split("|")):
        made[form] = tuple(
            form.format(n=k + 1, r=ROMAN[k], t=TITLES[k], T=TITLES[k].upper()) for k in range(len(TITLES))
        )
    return made | LISTED


def document(headings: tuple[str, ...], before: int | None, indent: int, body: str) -> str:
    """Text with these headings."""
    text = PREAMBLE
    for heading in headings:
        text += " " * ((78 - len(heading)) // 2 if before is None else before) + heading + "\n\n"
        text += "".join(" " * indent + line + "\n" for line in body.split("\n")) + "\n"
    return text


@few_quick("layout", LAYOUTS)
@cases("end", ["\n", "\r\n"])
def test_four_of_four(impl: Any, layout: str, end: str) -> None:
    for form, headings in forms().items():
        text = document(headings, *LAYOUTS[layout]).replace("\n", end)
        found = [text[slice(*title)] for _, kind, _, title in impl.blocks(text, "plain") if kind == "heading"]
        assert found == list(headings), form


#: Headings of two lines (L15), and documents with such lines that have none of them.
TWO_LINES = (
    ("CHAPTER ONE\nThe River", "CHAPTER TWO\nThe Hills", "CHAPTER THREE\nThe Sea"),
    ("Article 5\nPayment", "Article 6\nDelay", "Article 7\nNotice to the buyer"),
    ("ARTICLE I.\nDEFINITIONS", "ARTICLE II.\nSCOPE", "ARTICLE III.\nNOTICE"),
    ("§ 5\nZahlung", "§ 6\nVerzug", "§ 7\nKündigung"),
    ("2. cikk\nHatály", "3. cikk\nFogalmak", "4. cikk\nZáró"),
    ("Erster Teil\nGrundsätze", "Zweiter Teil\nPflichten", "Dritter Teil\nSchluss"),
    ("第一章\n总则", "第二章\n义务", "第三章\n附则"),
    ("IV.\nTHE RIVER", "V.\nTHE HILLS", "VI.\nTHE SEA"),
    ("Chapter II.\nOf the council.", "Chapter III.\nOf the court.", "Chapter IV.\nFinal provisions."),
    ("PART ONE.\nOF THE REMOVAL OF MEMBERS FROM OFFICE.", "PART TWO.\nOF THE FEES, AND OF THOSE WHO PAY THEM."),
    ("3.1 Obligations of the buyer and\n    its agents", "3.2 Obligations of the supplier and\n    its own"),
    ("1.  Warranties, representations,\n    and covenants", "2.  Payment of the price and\n    of interest"),
    ("Article 5. Payment of the price and\n   of interest", "Article 6. Delay of the buyer\n   and seller"),
)  # fmt: skip
ONE_LINE_ALONE = (
    ("Article 5\nThe buyer pays the price.", "Article 6\nThe buyer pays the interest."),
    ("Article 5.\nThe buyer pays the price and its interest.", "Article 6.\nThe seller names the day and hour."),
    ("Article 5\nArticle 6", "Article 7\nArticle 8"),
    ("Unit 5\n12 Main Street", "Unit 6\nHauptstrasse 12"),
    ("Chapter 5\n12 March 2020", "Chapter 6\n13 March 2020"),
    ("Part 5\n- of oak", "Part 6\n- of elm"),
    ("Rain\nSnow", "Hail\nWind"),
    ("3.1 Obligations of the buyer and\nits agents", "3.2 Obligations of the supplier and\nits agents"),
    ("1. Insert the disk into the drive and\n   wait.", "2. Press the button, and wait for\n   the light."),
    ("3.1 It rains\n    - in the hills", "3.2 It rains\n    - in the sea"),
    ("Article 5\n" + "x" * 81, "Article 6\n" + "y" * 81),
)  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_headings_of_two_lines(impl: Any, end: str) -> None:
    """L15: a label and its title, and titles that go on in an indented line."""
    for headings in TWO_LINES:
        text = document(headings, 0, 0, BODY).replace("\n", end)
        found = [text[slice(*title)] for _, kind, _, title in impl.blocks(text, "plain") if kind == "heading"]
        assert found == [heading.replace("\n", end) for heading in headings]


def test_two_lines_that_are_no_heading(impl: Any) -> None:
    for lines in ONE_LINE_ALONE:
        text = document(lines, 0, 0, BODY)
        assert not [kind for _, kind, _, _ in impl.blocks(text, "plain") if kind == "heading"], lines


def test_the_last_item_of_a_list(impl: Any) -> None:
    """L8: two lines right before it are items as well."""
    for numbers, found in (("123", ""), ("12", "2"), ("ABC", ""), ("AB", "B")):
        items = "".join(f"{number}. Open the valve\n\n" for number in numbers)
        text = f"{PREAMBLE}{items}" * 4 + PREAMBLE
        titles = [text[slice(*title)] for _, kind, _, title in impl.blocks(text, "plain") if kind == "heading"]
        assert titles == [f"{number}. Open the valve" for number in found] * 4
    sections = ("3.1 Fees", "3.2 Term", "3.3 Wells", "3.4 Pumps")  # numbers of two parts are those of sections
    text = "".join(f"{title}\n\n" + BODY * (k > 1) + "\n\n" * (k > 1) for k, title in enumerate(sections))
    titles = [text[slice(*title)] for _, kind, _, title in impl.blocks(text, "plain") if kind == "heading"]
    assert titles == list(sections[2:])


def test_no_chunk_ends_inside_a_heading_of_two_lines() -> None:
    for headings in TWO_LINES[:2]:
        text = document(headings, 0, 0, BODY)
        for size in range(120, 400, 7):
            for maker in (shiplap.RecursiveChunker(size, 0), shiplap.AdaptiveChunker(size, 0, unit="characters")):
                ends = [chunk.text.rstrip() for chunk in maker.chunk(text)]
                lines = tuple(line for each in headings for line in each.split("\n"))
                assert not any(end.endswith(lines) for end in ends)


def test_a_chunk_shows_its_heading_of_two_lines_once() -> None:
    text = document(TWO_LINES[0], 0, 0, BODY)
    for chunk in shiplap.AdaptiveChunker(260, 0, unit="characters").chunk(text):
        assert chunk.contextual_text.count("CHAPTER") == 1 or chunk.start == 0


def test_matter_in_a_text_with_numbers(impl: Any) -> None:
    """C9: one line REFERENCES is a heading if the text has numbers or labels, whatever its look."""
    papers = (
        ("I. INTRODUCTION", "II. RELATED WORK", "III. METHOD", "REFERENCES"),
        ("Abstract", "1 Introduction", "2 Method", "References"),
        ("1. Introduction", "2. Method", "Acknowledgments", "REFERENCES"),
        ("PREAMBLE", "Article 1", "Article 2", "SIGNATURES"),
        ("1. Introduction", "2. Method", "REFERENCES."),
    )
    for headings in papers:
        text = document(headings, 0, 0, BODY)
        found = [text[slice(*title)] for _, kind, _, title in impl.blocks(text, "plain") if kind == "heading"]
        assert found == list(headings)
    text = PREAMBLE + f"{BODY}\n\nREFERENCES\n\n{BODY}\n\n" + f"{BODY}\n\n" * 30
    assert not [kind for _, kind, _, _ in impl.blocks(text, "plain") if kind == "heading"]


@pytest.mark.parametrize(
    "labels", [("Article 1", "Article 2"), ("PART I", "PART II", "PART III"), ("Chapter 1.", "Chapter 2.")]
)
def test_few_labels_in_a_long_text(impl: Any, labels: tuple[str, ...]) -> None:
    """C10: labels that are far from one another, where C1 reads nothing."""
    text = PREAMBLE + "".join(f"{label}\n\n" + f"{BODY}\n\n" * 38 for label in labels)
    found = [text[slice(*title)] for _, kind, _, title in impl.blocks(text, "plain") if kind == "heading"]
    assert found == list(labels)


#: Paragraphs that look like headings at their start.
PROSE = """
    Article 5 Absatz 2 gilt.|§ 5 Absatz 2 gilt entsprechend.|Part I Love it.
    Section 5 Wells are kept by those who own them.
    Section 5 applies to wells. It does not apply to the sea.|Article 5 is void.|Part of it is lost.|I think so.
    1. Insert the disk into the upper drive, and wait.|I am old.|V is a letter.|Chapter and verse.|The end.
    Mr John Doe|12 High Street|London|Yours, John|A man came.|Second, it rains.|First of all, it rains.
"""


def test_running_text_has_no_headings(impl: Any) -> None:
    body = "It rains in the hills, and it pours.\n\n" * 9
    for line in (line for row in PROSE.strip().split("\n") for line in row.strip().split("|")):
        text = body + f"{line}\n\n" + body
        assert not [kind for _, kind, _, _ in impl.blocks(text, "plain") if kind == "heading"], line


def test_items_of_lists_are_no_headings(impl: Any) -> None:
    items = ["Insert the disk.", "Press the button.", "Wait for the light.", "Remove the disk."]
    for marks in ("1234", "ABCD", ["I", "II", "III", "IV"]):
        for sign in (".", ")"):
            text = PREAMBLE + "".join(f"{mark}{sign} {item}\n\n" for mark, item in zip(marks, items, strict=True))
            assert not [kind for _, kind, _, _ in impl.blocks(text + BODY, "plain") if kind == "heading"], text


def test_numerals_letters_and_digits_are_levels(impl: Any) -> None:
    text = "".join(f"{line}\n\n{BODY}\n\n" for line in ("I. Rain", "A. Drops", "1. Small", "B. Wind", "II. Snow"))
    assert [level for _, _, level, _ in impl.blocks(text, "plain") if level] == [1, 2, 3, 2, 1]


def titles(impl: Any, text: str) -> list[str]:
    """Return the titles of a text."""
    return [text[slice(*title)] for _, kind, _, title in impl.blocks(text, "plain") if kind == "heading"]


#: A clause with a letter, in one line, and in lines of its own indentation.
CLAUSE = (
    'a. "Adaptation" means a work based upon the Work, or upon the Work and other works that were there before, '
    "such as a translation, an arrangement of music, or any other alteration of it."
)


def test_numbers_above_indented_clauses(impl: Any) -> None:
    """L10: a number above an indented text that has a number inside it, or above a long clause with a letter."""
    bodies = {
        "     {n}.1 - Subject to the terms of this Agreement, the owner keeps the well.": "{n}. ",
        "     {n}.1 The Initial Grant. The owner hereby grants a license.": "{n}.0 ",
        "     " + CLAUSE: "{n}. ",
        "\n".join(f"   {line}" for line in (CLAUSE[:70], CLAUSE[70:150], CLAUSE[150:])): "{n}) ",
    }
    for body, number in bodies.items():
        headings = [f"{number.format(n=k + 1)}{title}" for k, title in enumerate(TITLES)]
        text = PREAMBLE + "".join(f"{heading}\n\n{body.format(n=k + 1)}\n\n" for k, heading in enumerate(headings))
        assert titles(impl, text + BODY) == headings, body


def test_numbers_above_indented_items_are_items(impl: Any) -> None:
    """L10: a list of steps with short lettered steps inside."""
    for inner in ("   a. Open the terminal.\n\n   b. Type the name.", f"   {ONE_LINE}", "   - " + CLAUSE[3:]):
        steps = ("Install the server", "Set the password", "Start the service", "Open the page")
        text = PREAMBLE + "".join(f"{k + 1}. {step}\n\n{inner}\n\n" for k, step in enumerate(steps))
        assert not titles(impl, text + f"{BODY}\n\n" * 9), inner


def test_long_phrases_after_numbers(impl: Any) -> None:
    """L3, L9: titles with more words, and with initials."""
    for phrase in (
        "Acceptance Not Required for Having Copies.", "Remote Network Interaction; Use with the General License.",
        "Interpretation of Sections 15 and 16.", "U.S. GOVERNMENT END USERS.", "J. F. Kennedy Library.",
    ):  # fmt: skip
        headings = [f"{k + 1}. {phrase}" for k in range(4)]
        assert titles(impl, document(tuple(headings), 0, 0, BODY)) == headings, phrase
    for phrase in (
        "Put the lid on the jar and turn it.", "Go to it if it is on, or do as I say to you.",
        "Insert the Disk into the Drive and wait.", "Choose it. Then go.",
    ):  # fmt: skip
        assert not titles(impl, document(tuple(f"{k + 1}. {phrase}" for k in range(4)), 0, 0, BODY)), phrase


def test_one_numeral_without_a_stop(impl: Any) -> None:
    """L11: the first, the fifth and the tenth section of a paper whose sections have Roman numerals."""
    numerals = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
    headings = tuple(f"{numeral} Related work on wells" for numeral in numerals)
    text = document(headings, 0, 0, BODY)
    assert titles(impl, text) == list(headings)
    assert {level for _, kind, level, _ in impl.blocks(text, "plain") if kind == "heading"} == {1}
    for line in ("I saw the well.", "I have a dream", "X is a letter"):
        text = document((line, *headings[1:4]), 0, 0, BODY)
        assert line not in titles(impl, text)
    text = f"{BODY}\n\n" * 4 + f"I Love the Rain\n\n{BODY}\n\n" + f"{BODY}\n\n" * 9
    assert not titles(impl, text)


def test_labels_that_are_rare_in_a_text_with_titles(impl: Any) -> None:
    """C10: no piece of C1 has one of the labels."""
    parts = [f"Public License\n\n{BODY}\n\n"] + [f"{title}\n\n{BODY}\n\n" for title in TITLES] * 2
    text = "".join(parts)
    labels = [f"Section {k + 1} – {title}." for k, title in enumerate(TITLES)]
    text += f"{BODY}\n\n" * ((1024 + 700 - len(text)) // len(BODY) + 8)
    for label in labels:
        text += f"{label}\n\n" + f"     {ONE_LINE}\n\n" * 4
    assert titles(impl, text)[-4:] == labels


def test_a_number_above_a_list_that_a_colon_introduces(impl: Any) -> None:
    """L9: a lead-in is no heading, even if it is short."""
    items = "(a) cover the well;\n\n(b) keep a book of it; and\n\n(c) report each repair.\n\n"
    for phrase, found in (("The owner shall:", False), ("Duties of the Owner:", True), ("Duties：", True)):
        lines = [f"{k + 1}.2 {phrase}" for k in range(4)]
        text = PREAMBLE + "".join(f"{line}\n\n{items}{BODY}\n\n" for line in lines)
        assert titles(impl, text) == lines * found, phrase


def test_a_number_above_a_date(impl: Any) -> None:
    """L8: a date is no item of a list."""
    headings = ["1. Matters arising", "2. Reports", "3. Date of the next meeting"]
    bodies = (BODY, BODY, "12 June 2020\n\n" + BODY)
    text = PREAMBLE + "".join(f"{title}\n\n{body}\n\n" for title, body in zip(headings, bodies, strict=True))
    assert titles(impl, text) == headings


def test_a_title_below_a_label(impl: Any) -> None:
    """C9: the title of a chapter is a heading below the label, even if titles are too rare to count."""
    for gap in ("\n", "\n\n", "\n\n\n"):
        for chapters in (
            ("CHAPTER 1", "THE WELLS", "CHAPTER 2", "THE RAIN"), ("Part I", "The Wells", "Part II", "The Rain"),
        ):  # fmt: skip
            text = PREAMBLE
            for label, title in zip(chapters[::2], chapters[1::2], strict=True):
                text += f"{label}{gap}{title}\n\n" + f"{BODY}\n\n" * 60
            wanted = [f"{chapters[k]}\n{chapters[k + 1]}" for k in (0, 2)] if gap == "\n" else list(chapters)
            assert titles(impl, text) == wanted
    text = PREAMBLE + "".join(f"Section {k}. Scope\n\nThe Wells\n\n" + f"{BODY}\n\n" * 9 for k in range(4))
    assert "The Wells" not in titles(impl, text)


def test_a_text_that_begins_with_a_label(impl: Any) -> None:
    """C11: the only chapter of a text."""
    rest = f"{BODY}\n\n" * 9
    for heading in (
        "CHAPTER 12", "Chapter 12.", "Chapter 12: Wells", "CHAPTER 12 WELLS", "Chapter 12\nWells", "第三章",
    ):  # fmt: skip
        assert titles(impl, f"{heading}\n\n{rest}") == [heading]
        assert titles(impl, f"\n\n  {heading}\n\n{rest}") == [heading]
        assert not titles(impl, PREAMBLE + f"{heading}\n\n{rest}")
    for line in (
        "Section 5 of the Act", "Part I Love", "Chapter 12\n\nChapter 13", "Chapter 12\n\na@b.org", "Wells",
    ):  # fmt: skip
        assert not titles(impl, f"{line}\n\n{rest}"), line
    assert titles(impl, f"CHAPTER 12\n\nWELLS AND WATER\n\n{rest}") == ["CHAPTER 12", "WELLS AND WATER"]
