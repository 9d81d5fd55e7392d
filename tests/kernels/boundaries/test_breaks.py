"""Single line ends that end a sentence: literals for each clause. `test_sentences.py` draws hostile text."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from shiplap._core.text import Text
from shiplap._core.windows import Splitter
from shiplap.plan import LineBreaks
from shiplap.reference.boundaries import breaks
from shiplap.reference.boundaries import lexicon as rule
from shiplap.reference.windows.splitter import split
from tests.conftest import Reference
from tests.support.cases import cases

lexicon = cache(rule.lexicon)

#: A line of running text, which somebody wrapped at 60 code points.
WRAPPED = "the well in the hills above the old town is dry, said Mr. Oh"

#: For each clause of "auto" a text, and whether a sentence ends at the bar.
CLAUSES = [
    ("H1", "Hi all,\n\n|we met.", True),  # S2
    ("H1", "Hi all, |We met.", False),
    ("H3", "Dear Ms. Cole,\n|we met.", True),
    ("H3", "Dear Ms. Cole,\r\n|we met.", True),
    ("H3", f"x\n\n{WRAPPED[:36]}A,\n|we met and went.", False),
    ("H3", f"x\n\n{WRAPPED[:36]}A,\n|we met and went. {WRAPPED}", True),
    ("H3", f"{WRAPPED}\nDear Ms. Cole,\n|we met.", False),
    ("H3", f"Dear Ms. Cole and all who met us there,,\n|we met. {WRAPPED}", True),
    ("H3", f"Dear Ms. Cole and all who met us there:,,\n|we met. {WRAPPED}", False),
    ("H4", "Minutes\n|of the meeting", False),
    ("H4", "Minutes\n|(of the meeting", False),
    ("H4", "Minutes\n|, of the meeting", False),
    ("H4", "Minutes\n|) Of the meeting", False),
    ("H4", "Minutes\n|iPhone sales", True),
    ("H5", f"Subject: {WRAPPED}\n|From: Anna", True),
    ("H5", f"Subject: {WRAPPED}\n|Ελένη: Anna", True),
    ("H5", f"Subject: {WRAPPED}\n|Sent-By 2: Anna", True),
    ("H5", f"Subject: {WRAPPED}\n|The-name-of-the-station-X: no", False),
    ("H5", f"Subject: {WRAPPED}\n|10:30 is late", False),
    ("H5", f"subject: {WRAPPED}\n|From: Anna", False),
    ("H6", "The rule of Dr.\n|Kim", False),
    ("H6", "Best regards,\n|Anna\n", True),
    ("H6", "it was fine.\nBest regards,\n|Anna Berg\n\nPS", True),
    ("H6", "it was fine.\nBest regards,\n|Anna Berg\nDirector", False),
    ("H6", "\nbread;\n|Milk", False),
    ("H6", "\nbread –\n|Milk", False),
    ("H6", "\nbread (\n|Milk", False),
    ("H6", "> the rule of Dr.\n|> Kim", True),
    ("H6", "> the rule of Dr.\n|> kim", False),
    ("H7", f"{WRAPPED} {WRAPPED}\n|Anna went", True),
    ("H7", f"{WRAPPED} {WRAPPED[:59]}\n|Anna went", False),
    ("H8", "Minutes of the meeting\n|May 4, 2020\n|The river is high", True),
    ("H8", f"{WRAPPED}\n|Anna went", False),
    ("H8", f"{WRAPPED}\n{WRAPPED[:53]}\n|Anna went", True),
    ("H8", f"{WRAPPED}\n{WRAPPED[:55]} e\n|Anna went", False),
    ("H8", f"{WRAPPED[:25]}\n|Anna went", True),
    ("H8", f"{WRAPPED[:26]}\n|Anna went", False),
    ("H8", f"{WRAPPED[:26]}\n|Anna went {WRAPPED}", True),
    ("H8", f"{WRAPPED[:26]}\n|Anna went\n{WRAPPED}", True),
    ("H8", f"> {WRAPPED}\n> {WRAPPED[:40]}\n|> Anna went", True),
    ("H8", f"> {WRAPPED}\n|> Anna went", False),
    ("H8", "> the well\n|> is dry", False),
    ("H3", "> The well is dry.\n>\n> Hi all,\n|> we met.", True),
    ("H3", "> Hi all,\n|> we met.", True),
    ("H5", f"> Subject: {WRAPPED}\n|> From: Anna", True),
    ("H6", "> it was fine.\n> Best regards,\n|> Anna Berg\n>\n> PS", True),
    ("H6", "> it was fine.\n> Best regards,\n|> Anna Berg\n> Director", False),
    ("H9", "> the well\n|>\n> is dry", False),
    ("H9", "> the well\n>\n|> is dry", True),
    ("H9", "> The well is dry.\n|> > \n> It rains", False),
    ("H9", "> The well is dry.\r\n|>\r\n>\r\n> It rains", False),
    ("H9", "> The well is dry.\r\n>\r\n|>\r\n> It rains", False),
    ("H9", "> The well is dry.\r\n>\r\n>\r\n|> it rains", True),
    ("H9", "> The well is dry.\n|>", False),
    ("H9", f"> The well is dry.\n|{'>' * 24}\n> It rains", False),
    ("H9", f"> The well is dry.\n|{'>' * 25}\n> It rains", True),
]


def ends(impl: Any, text: str, line_breaks: LineBreaks) -> list[int]:
    """The ends of the sentences but the last."""
    if isinstance(impl, Reference):
        return [end for _, end in split(text, lexicon(None, (), line_breaks))][:-1]
    splitter = Splitter("sentence-standard", None, (), line_breaks)
    found = [end for _, end in splitter.cut(Text(text))[0]]
    data = Text(text.encode())
    assert [end for _, end in data.convert(splitter.cut(data)[0], "characters")] == found
    return found[:-1]


@cases(("clause", "text", "found"), CLAUSES)
def test_clauses(impl: Any, clause: str, text: str, found: bool) -> None:
    p = text.index("|")
    assert (p in ends(impl, text.replace("|", ""), "auto")) == found


def test_every_clause_has_a_case() -> None:
    named = set(re.findall(r"^    (H\d) ", breaks.__doc__ or "", re.MULTILINE))
    assert named == {clause for clause, _, _ in CLAUSES} | {"H2"}


@pytest.mark.parametrize(
    ("line_breaks", "expected"), [("paragraph", ["a b\nC d\n\n", "E f"]), ("lines", ["a b\n", "C d\n\n", "E f"])]
)
def test_none_or_each(impl: Any, line_breaks: LineBreaks, expected: list[str]) -> None:
    text = "a b\nC d\n\nE f"
    bounds = [0, *ends(impl, text, line_breaks), len(text)]
    assert [text[i:j] for i, j in pairwise(bounds)] == expected


@cases(("text", "found"), [("\nAb", []), ("A\nB", [2]), (" \n A", [])])
def test_the_first_line(impl: Any, text: str, found: list[int]) -> None:
    """H1 and H2: nothing ends before the first visible code point."""
    assert ends(impl, text, "lines") == found


def test_each_line_end_is_one(impl: Any) -> None:
    """H2, with indentation, which belongs to its line (B1); white space alone is no line."""
    text = "a,\r\n  b\x85c\u2028(d\n) e\n \t\nf\n"
    expected = [text.index(begin) for begin in ("  b", "c", "(", ")", "f")]
    assert ends(impl, text, "lines") == expected
