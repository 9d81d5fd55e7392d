"""Page furniture among the headings without marks: running titles, which each page repeats.

F1. Two lines are equal if their keys are equal. The key of a line is a hash (FNV-1a of 64 bits) of its visible
    code points. Each run of white space counts as one space. Each run of digits counts as one zero, unless the
    line has a label or the number of a section. A line that begins with digits and then white space may have the
    number of a page: there each run of digits counts as one zero, and in a line that is NUMBERED each run after
    its first white space. In a PAGE_NUMBER (G5) each run of letters counts as one zero too.
F2. Equal lines are furniture if at least MIN_BREAKS of them, and at least three quarters of them, are at the end
    of a page. A line is at the end of a page if it is at a page break (G1), next to a line with the number of a
    page, or next to furniture.
F3. Equal lines are furniture if they are at even distances. Distances are even if the lines are at least MIN_EVEN,
    each distance is at least MIN_PAGE lines, and the greatest distance is at most the least one and an eighth of
    it. Equal PLAIN_LINEs (G5) are furniture by this clause only if a sentence goes on over at least half of them
    (F5), because the refrain of a song is at even distances too.
F4. A line without a label or a number is furniture if the sentence goes on from it over the end of a page (G3).
F5. Equal lines are furniture if at least MIN_BREAKS of them count pages, and a sentence goes on (G3) over at least
    half of them. A sentence may go on over such a line together with up to MAX_ROW lines directly before it and up
    to MAX_ROW lines directly after it. Lines count pages if the first number of each, or the last number of each,
    is one or two more than that of the line before.
F6. Equal lines are furniture if at least MIN_BREAKS of them, and at least half of them, are within a wrapped
    sentence (G1), each together with up to MAX_ROW lines as in F5.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from shiplap._data.heading_numbers import CAPITALS, INDENTED, NUMBERED, TITLE
from shiplap._data.unicode import WHITE_SPACE
from shiplap.reference.boundaries.no_headings import SMALL_ROMAN, digits_end
from shiplap.reference.boundaries.pages import (
    PAGE_NUMBER,
    PLAIN_LINE,
    is_within_sentence,
    reads_on,
    runs_over_page,
    stands_at_page,
)
from shiplap.reference.boundaries.sentences import gap_before
from shiplap.reference.boundaries.standard import kind_of

#: The heading patterns without a label or a number.
UNNUMBERED = (CAPITALS, TITLE, INDENTED)
MIN_BREAKS = 3
MIN_EVEN = 4
MIN_PAGE = 20
#: Greater than all numbers of pages.
LIMIT = 100000
#: The most lines of furniture in a row.
MAX_ROW = 3
#: What `is_read_over` returns for a wrapped sentence.
WITHIN = 2
#: FNV-1a: the first value, and the factor.
FIRST_HASH, FACTOR = 0xCBF29CE484222325, 0x100000001B3


class HeadingLine(NamedTuple):
    """A line that may be a heading, or a lone line (G4).

    start, end: the offsets of its visible part. after: the start of the next visible text. look: its heading
    pattern, or the class of a lone line without one (G5). number: the number of lines before it.
    """

    start: int
    end: int
    after: int
    look: int
    number: int


def furniture(text: str, lines: Sequence[HeadingLine]) -> set[int]:
    """Return the starts of the lines that are page furniture."""
    groups: dict[int, list[HeadingLine]] = defaultdict(list)
    for line in lines:
        groups[key(text, line)].append(line)
    at_page = {line.start for line in lines if stands_at_page(text, line.start, line.end, line.after)}
    found = recurring(text, lines, groups.values(), at_page)
    return found | {line.start for line in lines if line.look in UNNUMBERED and runs_over_page(text, line.after)}


def recurring(
    text: str, lines: Sequence[HeadingLine], groups: Collection[list[HeadingLine]], at_page: set[int]
) -> set[int]:
    """Return the starts of the lines that recur, in groups of equal lines. `at_page`: the starts of the lines at
    the end of a page; the function adds the lines next to furniture."""
    found: set[int] = set()
    over: set[int] = set()
    within: set[int] = set()
    for k, line in enumerate(lines):
        kind = is_read_over(text, lines, k)
        over |= {line.start} if kind else set()
        within |= {line.start} if kind == WITHIN else set()
    for _ in range(MAX_ROW):
        found = {line.start for group in groups if recurs(text, group, at_page, over, within) for line in group}
        for before, line in pairwise(lines):
            if before.after == line.start:
                at_page |= {line.start} if before.start in found else set()
                at_page |= {before.start} if line.start in found else set()
    return found


def key(text: str, line: HeadingLine) -> int:
    """Return the key of a line (F1)."""
    found, before = FIRST_HASH, ""
    may_have_page = line.look in UNNUMBERED or line.look >= PLAIN_LINE or begins_with_page(text, line.start)
    for char in text[line.start : line.end]:
        char = " " if char in WHITE_SPACE else char
        may_have_page = may_have_page or (line.look == NUMBERED and char == " ")
        if may_have_page and kind_of(char) == "DIGIT":
            char = "0"
        if line.look == PAGE_NUMBER and char in SMALL_ROMAN:
            char = "0"
        if char != before or char not in " 0":
            found = (found ^ ord(char)) * FACTOR % 2**64
        before = char
    return found


def begins_with_page(text: str, p: int) -> bool:
    """Return whether digits and then white space are at p."""
    end = digits_end(text, p, len(text))
    return p < end < len(text) and text[end] in WHITE_SPACE


def is_read_over(text: str, lines: Sequence[HeadingLine], k: int) -> int:
    """Return whether a sentence goes on over line k, with the lines before it and after it (F5); WITHIN if it is
    wrapped (F6)."""
    first = last = k
    while first > 0 and k - first < MAX_ROW and lines[first - 1].after == lines[first].start:
        first -= 1
    while last + 1 < len(lines) and last - k < MAX_ROW and lines[last].after == lines[last + 1].start:
        last += 1
    if not reads_on(text, gap_before(text, lines[first].start), lines[last].after):
        return 0
    return WITHIN if is_within_sentence(text, lines[first].start, lines[last].after) else 1


def recurs(text: str, lines: Sequence[HeadingLine], at_page: set[int], over: set[int], within: set[int]) -> bool:
    """Return whether equal lines are furniture (F2, F3, F5, F6). `over`: the starts of the lines over which a
    sentence goes on; `within`: those of them that stand within a wrapped one."""
    breaks = sum(line.start in at_page for line in lines)
    if breaks >= MIN_BREAKS and 4 * breaks >= 3 * len(lines):
        return True
    is_over = 2 * sum(line.start in over for line in lines) >= len(lines)
    if is_over and len(lines) >= MIN_BREAKS and counts_pages(text, lines):
        return True
    wrapped = sum(line.start in within for line in lines)
    if wrapped >= MIN_BREAKS and 2 * wrapped >= len(lines):
        return True
    if len(lines) < MIN_EVEN or (lines[0].look == PLAIN_LINE and not is_over):
        return False
    distances = [line.number - before.number for before, line in pairwise(lines)]
    fewest = min(distances)
    return fewest >= MIN_PAGE and 8 * max(distances) <= 9 * fewest


def counts_pages(text: str, lines: Sequence[HeadingLine]) -> bool:
    """Return whether equal lines count pages (F5)."""
    firsts, lasts = zip(*(numbers_in(text, line) for line in lines), strict=True)
    return any(
        all(0 < number - before <= 2 for before, number in pairwise(numbers)) for numbers in (firsts, lasts)
    )


def numbers_in(text: str, line: HeadingLine) -> tuple[int, int]:
    """Return the first and the last number of a line, modulo LIMIT, each 0 if the line has no number."""
    first = last = 0
    is_after = is_second = False
    for char in text[line.start : line.end]:
        is_digit = "0" <= char <= "9"
        if is_digit:
            last = 10 * last * is_after % LIMIT + int(char)
            first = first if is_second else last
        elif is_after:
            is_second = True
        is_after = is_digit
    return first, last
