"""Documents as they are: what lawyers, writers of manuals, readers of papers and maintainers of packages have."""

from __future__ import annotations

import textwrap

import pytest

import shiplap
from tests.support.cases import cases

LINE = (
    "The pump draws water from the lower well and lifts it to the tank. It is loud. Nobody minds the noise here."
)
P = f"{LINE}\n\n"
SENTENCES = (
    "The owner keeps the well covered at all times and reports each repair to the office within a month.",
    "No person may draw water after dark, and nobody may stand on the cover.",
    "A fee is due for each day on which the pump runs, and the office may ask for it at any time.",
    "The keeper notes the level of the water twice a day in the book by the door, and signs it.",
)
TITLES = ("Definitions", "Scope of this Act", "Duties of the owner", "Final provisions")
#: `{n}`: 1 to 4; `{r}`, `{z}`, `{L}`: as Roman numerals, in Chinese and as letters; `{t}`, `{T}`: a title.
FORMS = """
    Regulation {n}. {t}|Item {n}. {t}|ITEM {n}. {T}|Lesson {n}: {t}|Step {n}: {t}|Day {n}: {t}|Phase {n} – {t}
    Clause {n}: {t}|CLAUSE {n} – {T}|Section {n}—{t}|Sec. {n}: {t}|Part {r}: {t}|PART {r} - {T}|Schedule {n}
    EXHIBIT {L}|Anlage {n} (zu § 4)|{n}. Kapitel: {t}|Teil {L}. {t}|Recital {n}|Principle {n}. {t}|BOOK {r}. {T}
    Canto {r}|CAPO {r}|TITOLO {r} – {T}|{n}.1.2 {t}|{n}) {t}|{n} - {t}|{n} – {t}|{n}.0 {t}|{n}.0. {T}
    {n} kap. {t}|Kap. {n}. {t}|Стаття {n}. Загальні|Члан {n}.|§ {n}. {t}|{n}. pants. {t}|{n} straipsnis. {t}
    ماده {n}|第{z}条|第{z}条 定义|第{z}章 总则|第{n}条（目的）|{z}、总则|{n}．目的|Question {n}: {t}
    Artículo {n}.- {t}|Art. {n}
    Artículo {n}.- {t}.|ARTÍCULO {n}°.- {t}.|Art. {n} - {t}|Article L{n}11-1|Art. {n}º {t}|Άρθρο {n}|धारा {n}
    ¶ {n}. {t}|Article ({n})|Appendix {L}.  {t}|{n}.  {t}|{n}.1.  {t}|§ 1{n} Haftung|SEC. 10{n}. {T}.
        {n}. {t}|          {T}
"""


def paragraph(k: int, count: int = 3) -> str:
    return textwrap.fill(" ".join(SENTENCES[(k + j) % 4] for j in range(count)), 72) + "\n\n"


def headings(text: str, path: str | None = None) -> list[str | None]:
    return [region.title for region in shiplap.regions(text, path=path) if region.kind == "heading"]


@cases("form", [form for line in FORMS.strip().split("\n") for form in line.strip("\n").split("|")])
def test_forms_of_headings(form: str) -> None:
    form = form if form.startswith("          {T}") else form.removeprefix("    ")
    found = [
        form.format(
            n=k + 1, r=("I", "II", "III", "IV")[k], z="一二三四"[k], L="ABCD"[k], t=TITLES[k], T=TITLES[k].upper()
        )
        for k in range(4)
    ]
    for body in (f"{LINE}\n\nThe hills are far away.\n\n", paragraph(1)):
        text = "".join(f"{each}\n\n{body}" for each in found)
        assert headings(text) == headings(text, "a.txt") == [" ".join(each.split()) for each in found]


#: Documents and their headings.
WHOLE = {
    "contract": (
        "".join(
            f"{k}. {title}.\n\n{k}.1 Notice. {paragraph(k)}    (a) the cover;\n\n    (b) the pump; and\n\n"
            for k, title in enumerate(("DEFINITIONS", "SERVICES", "FEES AND PAYMENT", "TERM; TERMINATION"), 1)
        ),
        ["1. DEFINITIONS.", "2. SERVICES.", "3. FEES AND PAYMENT.", "4. TERM; TERMINATION."],
    ),
    "law": (
        "".join(
            f"§ {k} {title}\n\n(1) Er hält ihn bedeckt. § 3 gilt.\n\n(2) Nicht\n\n1. für Seen,\n\n2. das Meer.\n\n"
            for k, title in enumerate(("Geltungsbereich", "Begriffe", "Pflichten"), 1)
        ),
        ["§ 1 Geltungsbereich", "§ 2 Begriffe", "§ 3 Pflichten"],
    ),
    "code": (
        "TITRE PREMIER\nDispositions générales\n\n"
        + "".join(
            f"Article {k}\n\nLe maire paie. L'article 3 s'applique.\n\n1° le puits ;\n\n2° la pompe.\n\n"
            for k in ("premier", "2", "3")
        ),
        ["TITRE PREMIER Dispositions générales", "Article premier", "Article 2", "Article 3"],
    ),
    "novel": (
        "".join(
            f"CHAPTER {r}.\n\n“It rains,” said Ann. So it did.\n\n* * *\n\n{paragraph(1)}"
            for r in ("I", "II", "III")
        ),
        ["CHAPTER I.", "CHAPTER II.", "CHAPTER III."],
    ),
    "paper": (
        "".join(
            f"{each}\n\n{paragraph(2)}"
            for each in ("I. INTRODUCTION", "II. METHOD", "A. Wells of oak", "III. RESULTS")
        )
        + "REFERENCES\n\n"
        + "".join(f"[{k}] A. Oak and B. Elm, “On wells,” J. Wells, vol. {k}, 2020.\n\n" for k in range(1, 5)),
        ["I. INTRODUCTION", "II. METHOD", "A. Wells of oak", "III. RESULTS", "REFERENCES"],
    ),
    "chinese": (
        "第一章 总则\n\n第一条 所有人应当保持。任何人不得取水。\n\n第二章 罚则\n\n第二条 任何人不得取水。\n\n",
        ["第一章 总则", "第二章 罚则"],
    ),
    "russian": (
        "".join(
            f"{k}. {title}\n\n{k}.1. Насос шумит. Никто не против.\n\n"
            for k, title in enumerate(("ПРЕДМЕТ", "ЦЕНА", "СРОК"), 1)
        ),
        ["1. ПРЕДМЕТ", "2. ЦЕНА", "3. СРОК"],
    ),
    "contents": (
        "".join(f"{k}. {TITLES[k]} ........ {k * 3}\n" for k in range(1, 4))
        + "\n"
        + "".join(f"{k}. {TITLES[k]}\n\n{paragraph(k)}" for k in range(1, 4)),
        [f"{k}. {TITLES[k]}" for k in range(1, 4)],
    ),
    "requirements": (
        "".join(f"3.{k} Pumps {k}\n\n{paragraph(k)}REQ-{k}01 The pump shall lift water.\n\n" for k in range(1, 4)),
        ["3.1 Pumps 1", "3.2 Pumps 2", "3.3 Pumps 3"],
    ),
    "minutes": (
        "".join(
            f"{k}. {title}\n\nPresent: Ann Oak, Bob Elm\n\n{paragraph(k)}"
            for k, title in enumerate(("Opening", "Report", "Other"), 1)
        ),
        ["1. Opening", "2. Report", "3. Other"],
    ),
    "cake": (
        "Apple Cake\n\nIngredients\n\n3 apples\n2 eggs\n\nMethod\n\n1. Peel the apples.\n2. Mix the rest.\n\n" * 3,
        ["Apple Cake", "Ingredients", "Method"] * 3,
    ),
}


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("path", [None, "a.txt"])
def test_whole_documents(name: str, path: str | None) -> None:
    text, expected = WHOLE[name]
    assert headings(text, path) == expected


#: Text without a heading.
NONE = [
    f"Wells Ltd\n12 Main Street\nOakham\n\n{P}",
    f"Hauptstrasse 12\n\n12345 Oakham\n\n{P}",
    "Bring these:\n\n- Oak\n- Elm\n- Ash tree\n\n",
    "Do these:\n\n1. Open the valve\n2. Close the door\n3. Wait\n\n",
    "Do these:\n\n1. Open the valve\n\n2. Close the door\n\n3. Wait\n\n",
    f"Figure 1\n\n{P}Table 2: Wells of oak\n\n",
    f"12 March 2020\n\n{P}Monday, 3 May\n\n",
    f"10:30 – 11:00\n\n{P}11:00\n\n",
    "[1] A. Author, On wells, 2020\n\n",
    f"Section 5 of the Act applies to wells.\n\n{P}",
    "“It rains,” said Ann.\n\n“So it does,” said Bob.\n\n“Well?”\n\nNobody spoke.\n\n",
    f"3 apples for 3.50\n\n{P}",
    f"3 years passed and nothing was heard of him.\n\n{P}",
    "ANN. It rains.\n\nBOB. So it does.\n\n",
    f"Q: How deep is it?\n\nA: {P}",
    "The rain comes down upon the hill\nAnd nobody minds it there\n\n",
    f"[00:01:10] ANN: {P}[00:01:40] BOB: So it is.\n\n",
    f"Ann Oak\n00:01:10\n{P}",
    f"From: Ann <a@b.org>\nTo: Bob <b@b.org>\nSubject: Wells\n\nDear Bob,\n\n{P}",
    "• Oak wells\n\n• Elm wells\n\n",
    "Artículo 3.- El dueño mantiene el pozo cubierto. Paga cada día.\n\n",
    f"12. {P}",
    f"[12] {P}",
    "$ make pump\ncc -o pump pump.c\n\n",
    f"By: ____________\n\nName: Ann Oak\n\nTitle: Keeper\n\n{P}",
]


@cases("text", NONE)
def test_text_without_headings(text: str) -> None:
    assert headings(text * 5) == headings(text * 5, "a.txt") == []


INDENTED = {
    "a.md": "".join(
        f"- Pump {i} is old. It is loud.\n    - Part {i}a is dry. It is.\n        1. It rains. It pours.\n\n"
        for i in range(8)
    ),
    "b.md": "".join(f"- Pump {i} is old. It is loud.\n\t- Part {i}a is dry. It is.\n" for i in range(12)),
    "c.md": "".join(f"Term {i}\n:   It rains here. It pours.\n\n    It snows. It hails.\n\n" for i in range(12)),
    "d.md": "!!! note\n"
    + "".join(f"    It rains here {i}. It pours.\n\n    It snows. It hails.\n\n" for i in range(12)),
    "e.md": "".join(f"> Pump {i} is old. It is loud.\n>     - Part {i} is dry. It is.\n" for i in range(12)),
    "a.rst": "".join(
        f"* Pump {i} is old. It is loud.\n\n  * Part {i}a is dry. It is.\n\n    It rains here.\n\n"
        for i in range(8)
    ),
    "a.txt": "".join(
        f"   ({i}) The owner pays. He does.\n       (a) each day; and\n       (b) each night.\n" for i in range(20)
    ),
    "b.txt": "".join(f"    The rain comes down\n        upon the hill {i}.\n" for i in range(20)),
    "a.py": "def f():\n" + "".join(f"    if x == {i}:\n        print('It rains. It pours.')\n" for i in range(20)),
}


@pytest.mark.parametrize("path", INDENTED)
def test_chunks_begin_at_the_start_of_a_line(path: str) -> None:
    text = INDENTED[path]
    for size in range(80, 360, 20):
        for chunker in (shiplap.AdaptiveChunker(size, 0, unit="characters"), shiplap.RecursiveChunker(size, 0)):
            for chunk in chunker.chunk(text, path=path):
                line = text[: chunk.start].rsplit("\n", 1)[-1]
                assert not line or line.strip(), (size, chunk.text[:20])


@cases("first", [
    "<!DOCTYPE html>\n<html>\n", "<!doctype HTML PUBLIC 'x'>", "<html lang='en'>", "\ufeff\n <HTML>",
    "<head></head>\n<body>", "<body>", "<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC 'x'>\n",
    "<!-- a -->\n<!-- <b> -->\n<html>",
    "<!doctype html>",
])  # fmt: skip
@cases("path", [None, "a.txt"])
def test_pages_of_html_without_a_name(first: str, path: str | None) -> None:
    text = f"{first}<h1>Wells</h1>\n<p>Old.</p>\n<!-- <h2>No</h2> --><pre>x = 1\n\ny</pre><h2>B<sub>12</sub></h2>"
    assert headings(text, path) == headings(text, "a.html") == ["Wells", "B12"]
    assert shiplap.regions(text, path=path).spans.tolist() == shiplap.regions(text, path="a.html").spans.tolist()


@cases("first", ["<htmlx>", "<h1>Wells</h1>", "<!DOCTYPE svg>", "<bodyguard/>", "a <html>", "<header>"])
def test_what_is_no_page_of_html(first: str) -> None:
    text = f"{first}\n\nIt is old.\n\n# Wells\n\nSee [it](a).\n"
    assert headings(text)[-1] == "Wells"


@cases("title, shown", [
    ("B<Wells>", "Wells"), ("C<use I<OLD>>", "use OLD"), ("C<< a->b >> X<a>", "a->b"), ("L<wells|oak>", "wells"),
    ("E<lt>a", "<a"), ("I<a", "I<a"), ("a <b>", "a <b>"),
])  # fmt: skip
def test_formatting_codes_of_pod(title: str, shown: str) -> None:
    assert headings(f"=head1 {title}\n\nOld.\n", "a.pod") == [shown]
    assert headings(f"=head1 {title}\nX<well>\n\nOld.\n", "a.pod")[0] in (shown, f"{title} X<well>")


def test_copyright_files_of_debian_are_no_code() -> None:
    text = (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: wells\n\n"
        "Files: *\nCopyright:\n  2010-2016 Ann Author <a@b.example>\n  2015 Office of Wells <o@b.example>\n"
        "License: GPL-2+\n\n"
        "Files:\n lib/wells.master\n lib/pump_test.c\nCopyright: (C) 2005 Ann Author\n Copyright (c) 1995 Office\n"
        "License: GPL-3+\n\nFiles: data/wells.metainfo.xml\n  data/org.wells.metainfo.xml\n  src/pump_main.c\n"
        "Copyright: 2001, Ann Author\nLicense: CC0-1.0\n\nLicense: GPL-3+\n This program is free.\n .\n It is.\n"
    )
    assert {region.kind for region in shiplap.regions(text, path="copyright")} == {"prose"}
