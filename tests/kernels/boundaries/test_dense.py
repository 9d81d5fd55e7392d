"""Dense text: nothing but what the rules of a level look at. The core is the reference on each."""

from __future__ import annotations

import random
from typing import Any

from shiplap._data import heading_looks
from shiplap._data.heading_looks import LABELS, PIECE
from shiplap._data.heading_numbers import (
    ADORNED,
    CAPITALS,
    FIND_LOOKS,
    HAS_MARKED,
    INDENTED,
    LABELLED,
    NUMBERED,
    OUTLINED,
    TITLE,
)
from shiplap.levels import LEVELS
from tests.conftest import Reference
from tests.support.cases import few_quick
from tests.support.plans import LINES, SECTIONS

ENDS = ["\n", "\n\n", "\n\n", "\n \t\n", "\r\n", "\r\n\r\n", "\r", "\u2028", "\u2029", "\x85", "\n\n\n", "\f\n"]
INDENTS = ["", "", "", "", "", "", " ", "  ", "   ", "    ", "\t", "\u3000", " " * 30, " " * 64, " " * 65]
#: What a heading, or the line beside one, begins with, has in it, and ends with.
BEGINS = [
    "# ", "## ", "###### ", "####### ", "#", "#a", "Article 5", "ARTICLE 5", "Article five", "Article ",
    "Article\u00a0V", "Art. 5", "Annex B", "Annex BC", "Annex b", "Kapitel 2", "§ 3", "§§ 3", "§3", "§", "§ a",
    "第三章", "第 12 条", "第章", "第三", "제3조", "제 3 조", "4 ", "4. ", "4) ", "4.", "4.1 ", "4.1. ",
    "11.5.14.1 ", "123 ", "1234 ", "4.1234 ", "A. ", "A.2 ", "A ", "AB. ", "IV. ", "IV ", "IV.2 ", "iv. ",
    "a. ", "- ", "* ", "+ ", "> ", "| ", "(4) ", "[4] ", "[^1]: ", "[^1]", "![", "[Rain](x) ", "[Rain](", "`",
    "SEC. 101. ", "Art.5", "Article (5)", "Article L. 12-1 ", "Chapter One", "chapter one", "2. cikk", "1 §", "3§",
    "Erster Teil", "II partie", "مادة 5 ", "III) ", "IV – ", "IV –", "IV: ", "I ", "V - ", "CD ", "B) ", "B)",
    "II",
    "Figure 1 ", "FIG. 2", "Fig.2", "图1", "表 A", "[1] ", "[KNU] ", "[" + "1" * 16 + "] ", "• ", "March ",
    "12 March",
    "10:30 ", "2020-03-12", "12.03.2020", "20200312", "1.2.0 ", "3年", "Page 3 ", "[Page 3]", "3 | Page",
    "p. 3", "Seite ",
    "- 3 -",
    "A. Ash and B. Bo", "A. Ash, B", "Main Street 4", "Hauptstrasse 12", "Via Roma 12a", "Rue 4", "REFERENCES",
    "Article 5\n", "Article 5.\r\n", "IV\n", "2. cikk\n", "Third Part\n  ", "3.1 Rain and\n    ", "1. Rain,\n   ",
    "``", "`x` ", "===", "---", "- - -", "~~~", "...", "==", "--", "=-=", "Ann: ", "Bob B.: ", "bob: ",
    "ANN O’N 2: ", "é", "É", "漢", "☂ ", "“", "(", "",
]  # fmt: skip
MIDDLES = [
    "Rain", "rain", "RAIN", "RA", "Rain and snow", "rain and snow", "RAIN AND", "Rain = snow", "a{", "a;b",
    "RAIN. SNOW", "rain. snow", "a b c d e f", "page 3 of 9", "3 of 9", " . . . 3", "....12", "2023 17", "Uhr",
    "\t5",
    "a|b", "`a{`", "//", "http://x", "[Rain](http://x)", "](x", "](x){", "x" * 79, "X" * 80, "x" * 81,
    "Rain " + "x" * 75, "x" * 250, "x" * 255, "x" * 256, "漢", "éÉ", "2", "",
]  # fmt: skip
TAILS = [
    "", "", "", "", "", ".", ".", ":", "..", ".–", "。", "：", "º.", ",", "?", " –", "(", ")", ".)", "”", "!”",
    "’", " ", "\t", ":”", "5", " 5",
]  # fmt: skip
WORDS = [
    "a", "b ", " ", "\u3000", "漢", "字", "カ", "タ", "ー", "か", "ภ", "า", "。", "、", "「", "」", "（", "）",
    "\u0301", "\u200d", "\u3099", "\ufe0f", "🇩", "🇪", "👩", "🏽", "\u1100", "\u1161", "\u11a8", "가", "각",
    "\r", "\n", "\r\n", "\u0600", "\u0903", "\u0915", "\u094d", "\u2029", "\u00a0", "\u200b", "\u00ad", ".",
    "! ", "A", " A", "?  ", "\u00e9", "😀", "#", "-", "1. ",
]  # fmt: skip

#: Words of labels, numbers, captions, pages and dates.
WORDS_OF_LINES = [
    f"{word}{gap}"
    for kind in heading_looks.KINDS
    for word in getattr(heading_looks, kind)
    for gap in ("", " ", " 3", " V ")
]

seeds = few_quick("seed", range(8))


def lines(chance: random.Random, count: int) -> str:
    """Draw so many lines. Some follow the same line again."""
    text, line = "", ""
    begins = [*BEGINS, *(f"{label} 3" for label in chance.choices(LABELS, k=3))]
    begins += chance.choices(WORDS_OF_LINES, k=6)
    for _ in range(count):
        if chance.random() < 0.8:
            line = chance.choice(INDENTS) + chance.choice(begins) + chance.choice(MIDDLES) + chance.choice(TAILS)
        text += line + chance.choice(ENDS)
    return text + chance.choice(["", "a", "é", "漢", "😀"])


@seeds
def test_levels(cores: Any, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(40):
        is_dense = chance.random() < 0.5
        text = "".join(chance.choices(WORDS, k=chance.randint(2, 30))) if is_dense else lines(chance, 4)
        for level in LEVELS:
            expected = Reference().boundaries(text, level)
            for core in cores():
                assert core.boundaries(text, level) == expected, (level, text)


@seeds
def test_headings(cores: Any, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(150):
        text = lines(chance, chance.randint(2, 7))
        every = LABELLED | NUMBERED | CAPITALS | TITLE | OUTLINED | INDENTED
        looks = chance.choice([0, LABELLED, NUMBERED, CAPITALS, TITLE, OUTLINED, INDENTED, every])
        known, plan = HAS_MARKED | looks | chance.choice([0, ADORNED]), chance.choice([SECTIONS, LINES])
        expected = Reference().windows(text, plan, headings=known)
        for core in cores():
            assert core.windows(text, plan, headings=known) == expected, text


@seeds
def test_patterns(cores: Any, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        few = [lines(chance, 1) for _ in range(chance.randint(1, 4))] + ["It rains, and it pours.\n\n"]
        text = "".join(chance.choices(few, k=chance.randint(2, 12)))
        if chance.random() < 0.3:
            text = (text + "\n\n" + "x" * chance.choice([50, PIECE - 2, PIECE, PIECE + 1]) + "\n\n") * 4
        for known in (HAS_MARKED | FIND_LOOKS, 0):
            expected = Reference().headings_of(text, known)
            for core in cores():
                assert core.headings_of(text, known) == expected, text
