"""Page furniture that the contextual text of chunks leaves out (the option `omit_furniture`).

O1. The lines that are considered are the lone lines (G4) in prose, in lists, and in code that no fence or other
    mark made code.
O2. Equal lines (F1) are furniture by F2 and F3. For this clause a line is at the end of a page in four cases: it
    is at a page break; it is a PAGE_WORD; it is next to furniture; or it is not a PLAIN_LINE and is next to a line
    with the number of a page (G5) that is not equal to it. (A list of figures has equal lines with numbers one
    after the other.)
O3. Successive lines, each of them furniture, a PAGE_NUMBER or a PAGE_WORD, are all furniture if the sentence goes
    on from the text before them to the text after them (G3).
O4. A gap is the text between two visible texts that consists of white space and lines of furniture, and has at
    least one such line or a form feed. A form feed in a code listing, a table or another such region makes no gap.
O5. The gap is replaced by line ends of it, and the indentation of the text after it. No line end stays if no
    visible text is before the gap. One stays if the sentence goes on (G3), if both sides are lines of O1, or if no
    visible text follows. Otherwise two stay. A form feed counts as a line end only in a gap without another line
    end. (So a sentence goes on in the next line, as between its other lines, and a paragraph stays one paragraph.)
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence

from shiplap._data.unicode import WHITE_SPACE
from shiplap.reference.boundaries.lines import line_begin
from shiplap.reference.boundaries.pages import (
    PAGE_COLUMN,
    PAGE_NUMBER,
    PAGE_WORD,
    PLAIN_LINE,
    reads_on,
    stands_at_break,
)
from shiplap.reference.boundaries.sentences import LINE_ENDS, gap_before
from shiplap.reference.regions.furniture import HeadingLine, key, recurring
from shiplap.reference.regions.headings import ends, heading_lines, is_searched
from shiplap.reference.regions.output import Block


def omissions(text: str, found: list[Block]) -> list[tuple[int, int]]:
    """Return the spans of a text that contextual texts leave out, given its regions, in order (O4, O5)."""
    if not found:
        return []
    lines = [line for each in heading_lines(text, found, 0) for line in each]
    left_out = omitted_lines(text, lines)
    ends_of = {line.start: line.end for line in lines if line.start in left_out}
    starts = [block.start for block in found]
    searched = [is_searched(block) for block in found]
    feeds = {
        p
        for block, end in zip(found, ends(text, found), strict=True)
        for p in range(block.start, end)
        if text[p] == "\f" and (is_searched(block) or block.kind == "heading")
    }
    spans: list[tuple[int, int]] = []
    reached = 0
    for p in sorted(feeds | ends_of.keys()):
        if p < reached:
            continue
        begin, reached = gap_before(text, p), gap_end(text, p, ends_of)
        inside = [begin > 0 and searched[bisect_right(starts, begin - 1) - 1]]
        inside += [reached < len(text) and searched[bisect_right(starts, reached) - 1]]
        spans += gap_spans(text, begin, reached, ends_of, all(inside))
    return spans


def omitted_lines(text: str, lines: Sequence[HeadingLine]) -> set[int]:
    """Return the starts of the lines that are furniture (O2, O3)."""
    groups: dict[int, list[HeadingLine]] = defaultdict(list)
    keys = [key(text, line) for line in lines]
    for own, line in zip(keys, lines, strict=True):
        groups[own].append(line)
    at_page = {
        line.start
        for line in lines
        if line.look == PAGE_WORD or stands_at_break(text, line.start, line.end, line.after)
    }
    beside = [(k - 1, k) for k in range(1, len(lines)) if lines[k - 1].after == lines[k].start]
    for one, other in (*beside, *((other, one) for one, other in beside)):
        if keys[one] != keys[other] and lines[other].look >= PAGE_COLUMN and lines[one].look != PLAIN_LINE:
            at_page.add(lines[one].start)
    found = recurring(text, lines, groups.values(), at_page)
    rows: list[list[HeadingLine]] = []
    for line in lines:
        if line.start in found or line.look >= PAGE_NUMBER:
            if rows and rows[-1][-1].after == line.start:
                rows[-1].append(line)
            else:
                rows.append([line])
    for row in rows:
        if reads_on(text, gap_before(text, row[0].start), row[-1].after):
            found |= {line.start for line in row}
    return found


def gap_end(text: str, p: int, ends_of: dict[int, int]) -> int:
    """Return the start of the visible text after the gap of p. `ends_of`: the ends of the lines of furniture, by
    their starts."""
    while p < len(text) and (p in ends_of or text[p] in WHITE_SPACE):
        p = ends_of.get(p, p + 1)
    return p


def gap_spans(
    text: str, begin: int, end: int, ends_of: dict[int, int], is_inside: bool
) -> Iterator[tuple[int, int]]:
    """Yield the spans of a gap that are left out (O5). `is_inside`: whether both sides are of O1."""
    most = 0 if begin == 0 else 1 if end == len(text) or (is_inside and reads_on(text, begin, end)) else 2
    for feed in ("", "\f"):
        kept = list(line_ends_in(text, begin, end, ends_of, feed))
        if kept:
            break
    p = begin
    for first, last in kept[:most]:
        if p < first:
            yield p, first
        p = last
    stop = max(p, line_begin(text, end)) if end < len(text) else end
    if p < stop:
        yield p, stop


def line_ends_in(text: str, begin: int, end: int, ends_of: dict[int, int], feed: str) -> Iterator[tuple[int, int]]:
    """Yield the line ends of a gap, CR LF as one; form feeds only if `feed` is one."""
    p = begin
    while p < end:
        if p in ends_of:
            p = ends_of[p]
            continue
        last = p + 1 + (text[p : p + 2] == "\r\n")
        if text[p] in LINE_ENDS and (text[p] != "\f" or feed):
            yield p, last
        p = last
