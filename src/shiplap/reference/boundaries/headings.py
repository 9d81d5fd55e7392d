"""Headings without marks: the heading patterns (`looks.py`) that a text uses consistently.

C1. The text is examined in pieces of PIECE code points. Pieces begin at 0, at PIECE, at each double of the offset
    before that is below PIECE_STEP, and at each multiple of PIECE_STEP up to LAST_PIECE. A line belongs to the
    piece in which it begins.
C2. A line with a pattern has a body unless the next visible text after it is a line with the same pattern, or an
    address of one line (N9): a block of addresses is not a section.
C3. A pattern counts if at least MIN_LINES of its lines, and at least half of its lines, have a body, and if these
    lines are in enough pieces: MIN_PIECES, or a SHARE of all pieces if that is less. A list of links in one part
    of the text therefore has no headings.
C4. TITLE and INDENTED are two patterns. Each counts only if lines of it that have a body are in a SHARE of all
    pieces. If TITLE counts, CAPITALS counts too.
C5. If the pieces have more than MAX_MARKED marked headings that are lines of their own, these are the headings of
    the text: its lines are judged as if none had the pattern TITLE, CAPITALS or INDENTED. With even one of them,
    INDENTED does not count.
C6. Titles do not count in running text of short paragraphs, where a missing full stop is chance. Such text has
    many stray paragraphs (`looks.is_stray`) that are not the body of a title. Titles do not count if there are
    more than two strays for each title. If a title has no body, they do not count either if the strays plus twice
    the titles without a body are more than eleven tenths of the titles. Strays that are not indented are counted
    for TITLE, the others for INDENTED.
C7. OUTLINED counts only in a text whose paragraphs are indented: at least MIN_INDENTED indented paragraphs for
    each paragraph that is not. In this clause a paragraph that is not indented is not counted if it has a pattern,
    or if it is a line of its own of at most MAX_TITLE code points for which N4, N5 or N6 holds. If NUMBERED or
    OUTLINED counts in such a text, both count. TITLE then counts too if MIN_LINES of its lines have a body, in
    whichever pieces they are. In such a text TITLE also counts without them if MIN_LINES of its lines, and at
    least half of its lines, have a body whose first two lines are indented: the lines at the margin are titles.
C8. If NUMBERED counts, LABELLED counts too: a text with numbers may have one appendix.
C9. If NUMBERED or LABELLED counts, a line of CAPITALS, TITLE or INDENTED is a heading in two cases, whether or not
    its pattern counts. It is a title of MATTER: a paper with numbers has one line "REFERENCES". Or LABELLED
    counts, and the visible line before it is LABELLED, of at most MAX_TITLE code points, with only signs after the
    label: the title of a chapter.
C10. Headings may be rare: a contract of many pages may have two articles, a page of an RFC few headings. So if
    NUMBERED does not count by C1 to C7, the first LABELS_KNOWN_BY code points are examined again, all in pieces of
    PIECE code points. This happens if a NUMBERED line is in one of the pieces of C1. If LABELLED does not count,
    it also happens if a LABELLED, OUTLINED or INDENTED line is in one of them, or if TITLE counts. LABELLED and
    NUMBERED then count if C3 holds in the new pieces. In a text whose paragraphs are indented, OUTLINED and
    NUMBERED count if C3 holds for one of them. Only LABELLED is examined again in a text of more than MAX_MARKED
    marked headings, and in a text that is examined again only because TITLE counts and whose paragraphs are not
    indented.
C11. If the first visible line is LABELLED and has a body, LABELLED counts in one of three cases: only signs follow
    the label; a sign or the end of the line separates the label from its title; or the line is in capitals. A
    chapter may be a text of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from shiplap._data.heading_looks import (
    LABELS_KNOWN_BY,
    LAST_PIECE,
    MAX_MARKED,
    MAX_TITLE,
    MIN_INDENTED,
    MIN_LINES,
    MIN_PIECES,
    PIECE,
    PIECE_STEP,
    SHARE,
)
from shiplap._data.heading_numbers import CAPITALS, INDENTED, LABELLED, NUMBERED, OUTLINED, TITLE, UNKNOWN
from shiplap.reference.boundaries.lines import follows_blank_line, line, next_line
from shiplap.reference.boundaries.looks import (
    AFTER,
    after_signs,
    heading_alone,
    in_capitals,
    indent_of,
    is_stray,
    line_alone,
    look,
    number_of,
    visible_part,
)
from shiplap.reference.boundaries.no_headings import ends_with_page, has_page, is_address_line, is_date
from shiplap.reference.boundaries.sections import is_marked, is_underlined
from shiplap.reference.boundaries.sentences import CAP, LINE_ENDS
from shiplap.reference.boundaries.standard import kind_of


def consistent_looks(text: str) -> int:
    """Return the heading patterns that count as headings, one bit for each."""
    lines: Counter[int] = Counter()
    bodies: Counter[int] = Counter()
    spread: Counter[int] = Counter()  # for each pattern, the pieces with a line of it that has a body
    strays: Counter[int] = Counter()
    pieces = flush = indented = blocks = 0
    marked = sum(is_marked_alone(text, p) for piece in lines_of_pieces(text) for p in piece)
    for piece in lines_of_pieces(text):
        pieces += 1
        here = set()
        body = -1  # where the body of the last title begins
        for p in piece:
            found = look(text, p)
            if marked > MAX_MARKED and found in (TITLE, CAPITALS, INDENTED):
                found = 0
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
                blocks += found == TITLE and is_block(text, after)
                here.add(found)
        spread.update(here)
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
    elif blocks >= MIN_LINES and 2 * blocks >= lines[TITLE]:
        looks |= TITLE
    for found in (TITLE, INDENTED):
        if is_running_text(lines[found], bodies[found], strays[found]):
            looks &= ~found
    is_indented_text = indented >= MIN_INDENTED * flush
    rare = lines[NUMBERED]
    has_titles = bool(looks & TITLE) and not looks & LABELLED
    if not looks & LABELLED:
        rare += lines[LABELLED] + lines[OUTLINED] + lines[INDENTED]
    if (rare or has_titles) and not looks & NUMBERED:
        looks |= LABELLED if counts_throughout(text, LABELLED) else 0
        if marked <= MAX_MARKED and (rare or is_indented_text):
            looks |= NUMBERED if counts_throughout(text, NUMBERED) else 0
            if is_indented_text and (looks & NUMBERED or counts_throughout(text, OUTLINED)):
                looks |= OUTLINED | NUMBERED
    if looks & TITLE:
        looks |= CAPITALS
    if looks & NUMBERED or opens_with_label(text):
        looks |= LABELLED
    return looks & ~INDENTED if marked else looks


def lines_of_pieces(text: str) -> Iterator[list[int]]:
    """Yield the beginnings of the lines of each piece (C1)."""
    begin = 0
    while begin < len(text) and begin <= LAST_PIECE:
        piece = range(begin, min(begin + PIECE, len(text)))
        yield [p for p in piece if p == 0 or line(text, p)]
        begin = next_piece(begin)


def counts_throughout(text: str, found: int) -> bool:
    """Return whether C3 holds for a pattern in the first LABELS_KNOWN_BY code points (C10)."""
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


def opens_with_label(text: str) -> bool:
    """Return whether the first visible line makes LABELLED count (C11)."""
    p = 0
    while p < len(text) and p < CAP and kind_of(text[p]) == "SPACE":
        p += 1
    if look(text, p) != LABELLED:
        return False
    end, after = heading_alone(text, p)
    number = number_of(text, p, end)
    title = after_signs(text, number, end)
    is_apart = title == end or any(char in AFTER | LINE_ENDS for char in text[number:title])
    is_fit = is_apart or in_capitals(text, p, end)
    return is_fit and look(text, after) != LABELLED and not is_contact(text, after)


def is_flush(text: str, p: int) -> bool:
    """Return whether the line at p begins a paragraph that is not indented, and that N4 to N6 do not exclude as a
    heading (C7)."""
    if p == len(text) or kind_of(text[p]) == "SPACE" or not follows_blank_line(text, p):
        return False
    end, _ = line_alone(text, p)
    if end == p or end - p > MAX_TITLE:
        return True
    return not (is_date(text, p, end) or has_page(text, p, end) or ends_with_page(text, p, end))


def is_indented(text: str, p: int) -> bool:
    """Return whether the line at p begins an indented paragraph (C7)."""
    begin = visible_part(text, p)
    return p < begin < len(text) and kind_of(text[begin]) != "SPACE" and follows_blank_line(text, begin)


def is_block(text: str, p: int) -> bool:
    """Return whether the line whose visible part begins at p, and the line right below it, are indented (C7)."""
    below = next_line(text, p)
    if below is None or not indent_of(text, p):
        return False
    begin = visible_part(text, below)
    return below < begin < len(text) and kind_of(text[begin]) != "SPACE"


def is_running_text(titles: int, bodies: int, strays: int) -> bool:
    """Return whether the titles of a text are short paragraphs of running text (C6)."""
    bare = titles - bodies
    return strays > 2 * titles or (bare > 0 and 10 * (2 * bare + strays) > 11 * titles)


def next_piece(begin: int) -> int:
    """Return the beginning of the piece after the piece at `begin`."""
    return begin + (PIECE if begin == 0 else min(begin, PIECE_STEP))


def is_contact(text: str, p: int) -> bool:
    """Return whether the line at p is an address of one line (C2)."""
    end, _ = line_alone(text, p)
    return end > p and is_address_line(text, p, end)


def is_marked_alone(text: str, p: int) -> bool:
    """Return whether the line at p is a marked heading between blank lines, or the title of an underlined
    heading."""
    if is_underlined(text, p, UNKNOWN):
        return True
    return is_marked(text, p) and follows_blank_line(text, p) and line_alone(text, p)[1] > p
