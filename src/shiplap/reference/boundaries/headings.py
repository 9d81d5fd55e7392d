"""Headings without marks: the looks (`looks.py`) that a text has consistently.

C1. The text is judged by pieces of PIECE code points: at 0, at PIECE, at each double of the place before below
    PIECE_STEP, and at each multiple of PIECE_STEP up to LAST_PIECE. A line is in the piece in which it begins.
C2. A line of a look has a body if the next text after it is no line of the same look.
C3. A look counts if MIN_LINES or more lines of it have a body, and half of all at least, and if they stand in
    MIN_PIECES pieces, or in a SHARE of all where that is less: a list of links in one place has no headings.
C4. Titles count only if lines of that look that have a body stand in a SHARE of all pieces. Those in capitals then
    do too.
C5. Neither does in a text of more than MAX_MARKED marked headings in the pieces that are lines of their own: these
    are its headings.
"""

from __future__ import annotations

from collections import Counter

from shiplap._data.heading_looks import (
    CAPITALS,
    LABELLED,
    LAST_PIECE,
    MAX_MARKED,
    MIN_LINES,
    MIN_PIECES,
    NUMBERED,
    PIECE,
    PIECE_STEP,
    SHARE,
    TITLE,
    UNKNOWN,
)
from shiplap.reference.boundaries.lines import follows_blank_line, line
from shiplap.reference.boundaries.looks import line_alone, look
from shiplap.reference.boundaries.sections import is_marked, is_underlined


def consistent_looks(text: str) -> int:
    """The looks that count as headings, a bit of each."""
    lines: Counter[int] = Counter()
    bodies: Counter[int] = Counter()
    spread: Counter[int] = Counter()  # pieces with a line that has a body
    begin = pieces = marked = 0
    while begin < len(text) and begin <= LAST_PIECE:
        pieces += 1
        here = set()
        for p in range(begin, min(begin + PIECE, len(text))):
            if p > 0 and not line(text, p):
                continue
            found = look(text, p)
            lines[found] += 1
            if found and look(text, line_alone(text, p)[1]) != found:
                bodies[found] += 1
                here.add(found)
            marked += is_marked_alone(text, p)
        spread.update(here)
        begin = next_piece(begin)
    looks = 0
    share = -(-pieces // SHARE)
    for found in (LABELLED, NUMBERED, CAPITALS, TITLE):
        least = share if found == TITLE else min(share, MIN_PIECES)
        if bodies[found] >= MIN_LINES and 2 * bodies[found] >= lines[found] and spread[found] >= least:
            looks |= found
    if looks & TITLE:
        looks |= CAPITALS
    return looks & ~(CAPITALS | TITLE) if marked > MAX_MARKED else looks


def next_piece(begin: int) -> int:
    """Return where the piece after the one at `begin` begins."""
    return begin + (PIECE if begin == 0 else min(begin, PIECE_STEP))


def is_marked_alone(text: str, p: int) -> bool:
    """Return whether the line at p is a marked heading between blank lines, or the title of an underlined one."""
    if is_underlined(text, p, UNKNOWN):
        return True
    return is_marked(text, p) and follows_blank_line(text, p) and line_alone(text, p)[1] > p
