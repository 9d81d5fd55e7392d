"""Headings without marks: the looks (`looks.py`) that a text has consistently.

C1. The text is judged by pieces of PIECE code points: at 0, at PIECE, at each double of the place before below
    PIECE_STEP, and at each multiple of PIECE_STEP up to LAST_PIECE. A line is in the piece in which it begins.
C2. A line of a look has a body if the next text after it is no line of the same look, and no address of one line
    (N9): a block of addresses is no section.
C3. A look counts if MIN_LINES or more lines of it have a body, and half of all at least, and if they stand in
    MIN_PIECES pieces, or in a SHARE of all where that is less: a list of links in one place has no headings.
C4. Titles count only if lines of that look that have a body stand in a SHARE of all pieces; TITLE and INDENTED
    are two looks. Where TITLE counts, CAPITALS do too.
C5. Neither TITLE nor CAPITALS count in a text of more than MAX_MARKED marked headings in the pieces that are
    lines of their own: these are its headings. INDENTED does not count beside one.
C6. Titles do not count in running text of short paragraphs, where a missing full stop is chance. Stray
    paragraphs (`looks.is_stray`) that are not the body of a title show such text: if they are more than two for
    each title; or if a title has no body, and the strays and twice such titles together are more than eleven
    tenths of the titles. Strays that are not indented count for TITLE, others for INDENTED.
C7. OUTLINED lines count only in a text whose paragraphs are indented: MIN_INDENTED of them or more for each that
    is not, unless that has a look, or is a line of its own of at most MAX_TITLE code points that N4 to N6 hold
    for. If such a text has numbered headings of one kind, those of the other count, and titles, of which
    MIN_LINES have a body, wherever they stand.
C8. Where NUMBERED lines count, LABELLED ones do too: a text with numbers may have one appendix.
C9. Where NUMBERED or LABELLED lines count, a line of CAPITALS, TITLE or INDENTED that is a title of MATTER is a
    heading, whether or not its look counts: a paper with numbers has one line "REFERENCES".
C10. If neither LABELLED nor NUMBERED lines count, but a LABELLED, NUMBERED, OUTLINED or INDENTED line is in one
    of the pieces, or titles count in a text whose paragraphs are indented (C7), then LABELLED and NUMBERED lines
    count if they do by C3 where the pieces are all those of the first LABELS_KNOWN_BY code points, and likewise
    OUTLINED ones where C7 allows them: a contract of many pages may have two articles, a page of an RFC few
    headings. Where LABELLED lines count, NUMBERED ones do so if one of them is in one of the pieces. Numbers do
    not count so in a text of more than MAX_MARKED marked headings.
"""

from __future__ import annotations

from collections import Counter

from shiplap._data.heading_looks import (
    CAPITALS,
    INDENTED,
    LABELLED,
    LABELS_KNOWN_BY,
    LAST_PIECE,
    MAX_MARKED,
    MAX_TITLE,
    MIN_INDENTED,
    MIN_LINES,
    MIN_PIECES,
    NUMBERED,
    OUTLINED,
    PIECE,
    PIECE_STEP,
    SHARE,
    TITLE,
    UNKNOWN,
)
from shiplap.reference.boundaries.lines import follows_blank_line, line
from shiplap.reference.boundaries.looks import heading_alone, is_stray, line_alone, look, visible_part
from shiplap.reference.boundaries.no_headings import ends_with_page, has_page, is_address_line, is_date
from shiplap.reference.boundaries.sections import is_marked, is_underlined
from shiplap.reference.boundaries.standard import kind_of


def consistent_looks(text: str) -> int:
    """Return the looks that count as headings, a bit of each."""
    lines: Counter[int] = Counter()
    bodies: Counter[int] = Counter()
    spread: Counter[int] = Counter()  # pieces with a line that has a body
    strays: Counter[int] = Counter()
    begin = pieces = marked = flush = indented = 0
    while begin < len(text) and begin <= LAST_PIECE:
        pieces += 1
        here = set()
        body = -1  # of the last title
        for p in range(begin, min(begin + PIECE, len(text))):
            if p > 0 and not line(text, p):
                continue
            found = look(text, p)
            lines[found] += 1
            visible = visible_part(text, p)
            after = heading_alone(text, visible)[1]
            strays[TITLE if visible == p else INDENTED] += visible != body and is_stray(text, visible)
            flush += not found and is_flush(text, p)
            indented += is_indented(text, p)
            if found in (TITLE, INDENTED):
                body = after
            if found and look(text, after) != found and not is_contact(text, after):
                bodies[found] += 1
                here.add(found)
            marked += is_marked_alone(text, p)
        spread.update(here)
        begin = next_piece(begin)
    looks = 0
    share = -(-pieces // SHARE)
    for found in (LABELLED, NUMBERED, CAPITALS, TITLE, OUTLINED, INDENTED):
        least = share if found in (TITLE, INDENTED) else min(share, MIN_PIECES)
        if bodies[found] >= MIN_LINES and 2 * bodies[found] >= lines[found] and spread[found] >= least:
            looks |= found
    if indented < MIN_INDENTED * flush:
        looks &= ~OUTLINED
    elif looks & (NUMBERED | OUTLINED):
        looks |= OUTLINED | NUMBERED | (TITLE if bodies[TITLE] >= MIN_LINES else 0)
    for found in (TITLE, INDENTED):
        if is_running_text(lines[found], bodies[found], strays[found]):
            looks &= ~found
    is_indented_text = indented >= MIN_INDENTED * flush
    rare = lines[NUMBERED]
    if not looks & LABELLED:
        rare += lines[LABELLED] + lines[OUTLINED] + lines[INDENTED] + bool(looks & TITLE and is_indented_text)
    if rare and not looks & NUMBERED:
        looks |= LABELLED if counts_throughout(text, LABELLED) else 0
        if marked <= MAX_MARKED:
            looks |= NUMBERED if counts_throughout(text, NUMBERED) else 0
            if is_indented_text and (looks & NUMBERED or counts_throughout(text, OUTLINED)):
                looks |= OUTLINED | NUMBERED
    if looks & TITLE:
        looks |= CAPITALS
    if looks & NUMBERED:
        looks |= LABELLED
    if marked:
        looks &= ~INDENTED
    return looks & ~(CAPITALS | TITLE) if marked > MAX_MARKED else looks


def counts_throughout(text: str, found: int) -> bool:
    """Return whether lines of a look count by those of the first LABELS_KNOWN_BY code points (C10)."""
    lines = bodies = pieces = 0
    spread = set()
    for begin in range(0, min(LABELS_KNOWN_BY, len(text)), PIECE):
        pieces += 1
        for p in range(begin, min(begin + PIECE, len(text))):
            if (p == 0 or line(text, p)) and look(text, p) == found:
                lines += 1
                after = heading_alone(text, visible_part(text, p))[1]
                if look(text, after) != found and not is_contact(text, after):
                    bodies += 1
                    spread.add(begin)
    return bodies >= MIN_LINES and 2 * bodies >= lines and len(spread) >= min(-(-pieces // SHARE), MIN_PIECES)


def is_flush(text: str, p: int) -> bool:
    """Return whether a paragraph that is not indented begins with the line at p, and is not known to be no heading
    (C7)."""
    if p == len(text) or kind_of(text[p]) == "SPACE" or not follows_blank_line(text, p):
        return False
    end, _ = line_alone(text, p)
    if end == p or end - p > MAX_TITLE:
        return True
    return not (is_date(text, p, end) or has_page(text, p, end) or ends_with_page(text, p, end))


def is_indented(text: str, p: int) -> bool:
    """Return whether a paragraph that is indented begins with the line at p (C7)."""
    begin = visible_part(text, p)
    return p < begin < len(text) and kind_of(text[begin]) != "SPACE" and follows_blank_line(text, begin)


def is_running_text(titles: int, bodies: int, strays: int) -> bool:
    """Return whether the titles of a text are short paragraphs of running text (C6)."""
    bare = titles - bodies
    return strays > 2 * titles or (bare > 0 and 10 * (2 * bare + strays) > 11 * titles)


def next_piece(begin: int) -> int:
    """Return where the piece after the one at `begin` begins."""
    return begin + (PIECE if begin == 0 else min(begin, PIECE_STEP))


def is_contact(text: str, p: int) -> bool:
    """Return whether the line at p is an address of one line (C2)."""
    end, _ = line_alone(text, p)
    return end > p and is_address_line(text, p, end)


def is_marked_alone(text: str, p: int) -> bool:
    """Return whether the line at p is a marked heading between blank lines, or the title of an underlined one."""
    if is_underlined(text, p, UNKNOWN):
        return True
    return is_marked(text, p) and follows_blank_line(text, p) and line_alone(text, p)[1] > p
