"""Levels of headings without marks, by hand for each clause (V1 to V7), and the core against the reference."""

from __future__ import annotations

import random
from typing import Any

from shiplap._data.heading_looks import MATTER
from shiplap._data.heading_numbers import CAPITALS, HAS_MARKED, LABELLED, NUMBERED, TITLE
from tests.conftest import IMPLEMENTATIONS, Reference
from tests.support.cases import cases, few_quick

BODY = "The owner keeps each well covered at all times. The cover is of oak.\n\n"
ALL = HAS_MARKED | LABELLED | NUMBERED | CAPITALS | TITLE


def document(outline: str) -> str:
    """Text with the headings of an outline, a line each; one that ends with `/` has no text below it."""
    lines = [line.strip() for line in outline.strip().split("\n")]
    return "".join(f"{line.rstrip('/ ')}\n\n{'' if line.endswith('/') else BODY}" for line in lines)


def levels(impl: Any, text: str) -> str:
    """Return the levels of the headings of a text, a digit each."""
    found, decided = impl.decided_blocks(text, "plain", (ALL, (), ()))
    assert impl.decided_blocks(text, "plain", decided) == (found, decided)
    return "".join(str(level) for _, kind, level, _ in found if kind == "heading")


#: Outlines, by the clauses that they show, and the levels of their lines.
OUTLINES = {
    "V2: subtitles": ("""
        CHAPTER I /
        General provisions /
        Article 1 /
        Subject-matter
        Article 2 /
        Scope
        CHAPTER II /
        Fees /
        Article 3""", "123434123"),
    "V2: a label with a title has no subtitle": ("Section 1. Wells /\nCovers\nLids\nSection 2. Fees", "1221"),
    "V2: matter": ("""
        Abstract
        1. Introduction
        2. Wells
        2.1. Covers
        Appendix A. Pumps
        References""", "111211"),
    "V3: parts of numbers": ("2.3 Covers\n2.4 Lids\n3. Pumps\n3.1 Valves\n3.1.1 Taps\n4. Fees", "221231"),
    "V3: tiers": ("CHAPTER 3\nCHAPTER 4\nPART II /\nCHAPTER 5\nArticle 9", "22123"),
    "V3: tiers of other languages": ("Глава 1\nСтатья 1\nРаздел II /\nГлава 2", "2312"),
    "V3: tiers of counted words": ("1. fejezet\n1. cikk\n2. cikk\n2. rész /\n2. fejezet", "23312"),
    "V3: tiers of counters": ("第一章\n第一条\n第二编 /\n第二章", "2312"),
    "V3: what follows what": ("""
        CHAPTER I /
        PART 1 /
        § 1.1 Wells
        PART 2 /
        § 2.1 Lids""", "12323"),
    "V3: sections of articles": ("ARTICLE I /\nSection 1\nSection 2\nARTICLE II /\nSection 1", "12212"),
    "V3: articles of sections": ("Article 1\nSection 1 /\nArticle 2\nSection 2 /\nArticle 3", "21212"),
    "V3: titles above articles": ("""
        GENERAL PROVISIONS /
        Article 1
        Article 2
        SPECIAL PROVISIONS /
        Article 3""", "12212"),
    "V3: as many titles after numbers, before the first number":
        ("Covers /\n2. Wells /\nLids /\n3. Pumps /\nTaps", "11212"),
    "V3: as many titles after numbers": ("2. Wells /\nCovers /\n3. Pumps /\nLids /\n4. Taps", "12121"),
    "V3: one number after titles": ("2. Wells\nCovers /\n3. Pumps", "121"),
    "V4: numbers that begin again": ("Wells\n1. Covers\n2. Lids\nPumps\n1. Valves", "12212"),
    "V4: letters, numerals, digits": ("A. Wells\nI. Covers\nII. Lids /\n1. Oak\nB. Pumps\nI. Valves", "122312"),
    "V5: letters after numbers": ("1. Wells\n2. Fees\n2.1 Due\n2.2 Old\nA. Votes\nA.1 Hands\nB. Words", "1122121"),
    "V5: as many levels as there are, one of them for subtitles":
        ("PART I /\nWells /\nCHAPTER I\nSection 1\nArticle 1\n1. Oak\n1.1 Elm", "1234567"),
    "V5: no level is left for subtitles":
        ("PART I /\nWells /\nCHAPTER I\nSection 1\nArticle 1\n1. Oak\n1.1 Elm\n1.1.1 Ash", "12234567"),
    "V5: letters within a number": ("1. Wells\nA. Oak\nB. Elm\n2. Fees\n2.1 Due", "12213"),
    "V6: titles below numbers": ("1. Wells\nCovers\n2. Pumps\nValves\n2.1 Taps", "13132"),
    "V6: titles before numbers": ("GOODS\nOwners\n1. Wells\nCovers\n2. Pumps", "11131"),
    "V6: titles between labels and numbers": ("Goods\nCHAPTER 2\nWells /\n2. Covers\nLids /\n3. Oak", "112323"),
    "V6: annexes": ("Article 1\nArticle 2\nANNEX I\nANNEX II /\nWells", "11112"),
    "V6: chapters and annexes": ("CHAPTER I /\nArticle 1\nANNEX I\nCHAPTER II", "1211"),
    "V7: parts of annexes": ("""
        1. Wells
        2. Fees
        2.1 Due
        SCHEDULE 1
        1. Goods
        1.1 Lids
        Appendix A
        A.1 Oak
        References
        3. Notes""", "1121231211"),
}  # fmt: skip


@cases("clause", OUTLINES)
@cases("end", ["\n", "\r\n"])
def test_levels(impl: Any, clause: str, end: str) -> None:
    outline, expected = OUTLINES[clause]
    assert levels(impl, document(outline).replace("\n", end)) == expected


def test_v6_below_marked_headings(impl: Any) -> None:
    text = f"# Rain\n\n## Hills\n\n{BODY}CHAPTER I\n\n{BODY}# Snow\n\n{BODY}ANNEX I\n\n{BODY}"
    found = impl.decided_blocks(text, "markdown", (ALL, (), ()))[0]
    assert [level for _, kind, level, _ in found if kind == "heading"] == [1, 2, 3, 1, 3]


def test_v1_few_keys(impl: Any) -> None:
    labels = ["Article", "Clause", "Rule", "Para.", "Artikel", "Art", "Člen", "Pasal", "Neni", "Madde", "Cláusula"]
    labels += ["Part", "Book", "Title", "Teil", "Buch", "Livre", "Kapitel", "Chapter", "Canto", "Scene", "Lesson"]
    labels += ["Section", "Sección", "Capo", "Bagian"]
    text = document("\n".join(f"{label} 2" for label in labels))
    found = levels(impl, text)
    assert len(found) == len(labels) and found[-2:] == "88"
    _, (_, kept, _) = impl.decided_blocks(text, "plain", (ALL, (), ()))
    assert len(kept) == 24


LINES = """
    CHAPTER I|PART ONE|Article 1|Article 2.|§ 3 Wells|ANNEX I|Appendix A. Lids|Wells|Covers of oak|PUMPS|IV|A. Oak
    1. Valves|2. Taps|1.1 Lids|A.1 Oak|B.2.3 Elm|REFERENCES|Abstract|Preface:|第一章|第二条 井|2. cikk
    Première partie|Section 1.1|I. Rain|# Marked|## Marked more
"""


@few_quick("seed", range(60), quick=12)
def test_core_is_the_reference(seed: int) -> None:
    rng = random.Random(seed)
    lines = [line for row in LINES.strip().split("\n") for line in row.strip().split("|")] + list(MATTER[:3])
    count = rng.randint(1, 30)
    text = document("\n".join(rng.choice(lines) + rng.choice(["", "", " /"]) for _ in range(count)))
    kept: tuple[tuple[int, int, int], ...] = ()
    for grammar in ("plain", "markdown"):
        expected = Reference().decided_blocks(text, grammar, (ALL, kept, ()))
        for impl in IMPLEMENTATIONS:
            assert impl.decided_blocks(text, grammar, (ALL, kept, ())) == expected
        kept = expected[1][1][:: rng.choice([1, 2])]
