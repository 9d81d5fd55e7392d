"""Page furniture within a sentence: no sentence of the standard rule and no chunk ends there.

G1. A line of its own is a page line if it has a page number (N4 to N6). It is also a page line if it ends as a
    heading may (L3), and is at a page break with at most MAX_TITLE code points, or within a wrapped sentence with
    at most MAX_ENDED. A page break is the start of the text, or a form feed in the white space before or after the
    line. A line that is an address in the web (N9) is a page line next to a line or a block with a page number
    too. A line is within a wrapped sentence if all of these hold: the line is such an address or does not begin
    with a word of small letters, and the next text begins with a small letter; the line before it has at least
    MIN_WRAPPED code points, is right below another line, and leaves the sentence open (G3); and another line is
    right below the first line of the next text. A block of two to MAX_BLOCK lines of at most MAX_TITLE code points
    each, between blank lines, is a page line if exactly one of its lines has a page number. It is also a page line
    if it is at a page break and its last line ends as a heading may (L3).
G2. The start of a line after a blank line is between two pages if a form feed precedes it, or if the line itself
    or the line before it is a page line. Up to MAX_LINES page lines are skipped on each side. Before a form feed,
    only page lines with a page number are skipped. The first line of the text is never skipped.
G3. The sentence continues if the text before the page lines does not end with a mark that ends a sentence, or with
    a colon, and the text after the page lines begins with a small letter or with a letter without case.

Lines that the contextual text leaves out (`reference.regions.omissions`):

G4. A lone line has at most MAX_ENDED code points. A blank line or nothing visible is before it and after it; white
    space is read up to CAP code points on each side. A block of two to MAX_BLOCK lines of at most MAX_TITLE code
    points each counts as one lone line.
G5. The kind of a lone line is its heading pattern (L4 to L13) if it has one. If not, the first of these that holds
    is its kind. PAGE_WORD: N5 holds. PAGE_NUMBER: N4 holds, all its letters are among PAGE_LETTERS, and it has no
    colon and at most MAX_NUMBERS runs of digits (times and dates have more). PAGE_COLUMN: N6 holds. PLAIN_LINE:
    all other lines. Equal numbers of asterisks on both sides, which are emphasis, are skipped. The kind of a block
    is that of its only line that is not a PLAIN_LINE. A block with no such line, or with more than one, is a
    PLAIN_LINE.
"""

from __future__ import annotations

from shiplap._data.heading_looks import MAX_ENDED, MAX_TITLE
from shiplap.reference.boundaries.lines import follows_blank_line, line_start, next_line
from shiplap.reference.boundaries.looks import CLOSING, line_alone, look, may_end, visible_part
from shiplap.reference.boundaries.no_headings import ends_with_page, has_page, is_date, is_web_address, word_end
from shiplap.reference.boundaries.sentences import gap_before
from shiplap.reference.boundaries.standard import LETTERS, kind_of

#: The most page lines that are skipped on each side (G2).
MAX_LINES = 4
#: The most lines of a block, and the fewest code points of a line that is wrapped (G1).
MAX_BLOCK = 3
MIN_WRAPPED = 40
#: The kinds of lone lines without a heading pattern (G5), above the numbers of the patterns. The kinds with a page
#: number come last.
PLAIN_LINE, PAGE_COLUMN, PAGE_NUMBER, PAGE_WORD = 65536, 131072, 262144, 524288
#: The letters of page numbers: "iv", "3 of 9", "第3页".
PAGE_LETTERS = frozenset("ivxof第共页頁ページ쪽페이지제")
MAX_NUMBERS = 2


def runs_over_page(text: str, p: int) -> bool:
    """Return whether a sentence continues over page furniture before p (G2, G3). The line that begins at p,
    perhaps with its indentation before p, must follow a blank line and be between two pages."""
    end = gap_before(text, p)
    if not is_open(text, end) or not follows_blank_line(text, p):
        return False
    lines = 0
    after = visible_part(text, p)
    for _ in range(MAX_LINES):
        next_text = after_page_line(text, after)
        if next_text == after:
            break
        after = next_text
        lines += 1
    has_break = is_numbered = "\f" in text[end:p]
    for _ in range(0 if has_break else MAX_LINES):
        begin = block_before(text, end)
        if begin is None or gap_before(text, begin) == 0:
            break
        visible = visible_part(text, begin)
        if after_page_line(text, visible) == visible or (is_numbered and not is_numbered_line(text, visible)):
            break
        end = gap_before(text, begin)
        is_numbered = is_numbered or "\f" in text[end:begin]
        lines += 1
    return (has_break or lines > 0) and reads_on(text, end, after)


def is_open(text: str, end: int) -> bool:
    """Return whether the text before `end` does not end its sentence (G3)."""
    last = end - 1
    if end > 1 and kind_of(text[last]) in CLOSING:
        last -= 1
    return end > 0 and kind_of(text[last]) not in ("SPACE", "STOP", "TERMINAL") and text[last] not in ":："


def after_page_line(text: str, p: int) -> int:
    """Return the beginning of the next visible text after the page line whose visible part begins at p; p if the
    line is no page line (G1)."""
    if p == len(text) or kind_of(text[p]) == "SPACE" or not follows_blank_line(text, p):
        return p
    end, after = line_alone(text, p)
    if end > p:
        is_web = is_web_address(text, p, end)
        is_fit = end - p <= MAX_TITLE and (stands_at_page if is_web else stands_at_break)(text, p, end, after)
        is_fit = is_fit or (end - p <= MAX_ENDED and is_within_sentence(text, p, after))
        is_fit = is_fit and may_end(text, p, end)
        return after if is_fit or is_numbered_page(text, p, end) else p
    end, after = block_alone(text, p)
    if end == p or after == len(text):
        return p
    is_numbered = block_kind(text, p, end) > PLAIN_LINE
    is_fit = is_numbered or (stands_at_break(text, p, end, after) and may_end(text, p, end))
    return after if is_fit else p


def is_within_sentence(text: str, p: int, after: int) -> bool:
    """Return whether the line of its own at p is within a wrapped sentence, which continues at `after` (G1)."""
    end = gap_before(text, p)
    begin = line_start(text, end)
    below = next_line(text, after)
    if kind_of(text[after]) != "LOWER" or begin is None or below is None:
        return False
    if is_lower_word(text, p) and not is_web_address(text, p, line_alone(text, p)[0]):
        return False
    is_wrapped = end - begin >= MIN_WRAPPED and is_open(text, end) and not follows_blank_line(text, begin)
    first = visible_part(text, below)
    return is_wrapped and first < len(text) and kind_of(text[first]) != "SPACE"


def is_lower_word(text: str, p: int) -> bool:
    """Return whether a word that begins with a small letter and has no capital letter is at p."""
    word = text[p : word_end(text, p, len(text))]
    return kind_of(text[p]) == "LOWER" and not any(kind_of(char) == "UPPER" for char in word)


def block_before(text: str, end: int) -> int | None:
    """Return the beginning of the block that ends with the visible text before `end`: its last line, and up to
    MAX_BLOCK - 1 lines right above. Return None if a line is too long."""
    begin = line_start(text, end)
    for _ in range(MAX_BLOCK - 1):
        if begin is None or follows_blank_line(text, begin):
            break
        begin = line_start(text, gap_before(text, begin))
    return begin


def block_alone(text: str, p: int) -> tuple[int, int]:
    """Return the end of the visible part of the block at p, and the beginning of the next visible text. Return
    (p, p) if the block has more than MAX_BLOCK lines, or a line of more than MAX_TITLE code points (G4)."""
    begin = p
    for _ in range(MAX_BLOCK):
        end, after = line_alone(text, begin)
        if end == begin:
            end, after = last_line(text, begin)
        if end > begin:
            return (end, after) if end - begin <= MAX_TITLE else (p, p)
        below = next_line(text, begin)
        if below is None or gap_before(text, below) - begin not in range(1, MAX_TITLE + 1):
            break
        last, begin = gap_before(text, below), visible_part(text, below)
        if begin == len(text) or kind_of(text[begin]) == "SPACE" or "\f" in text[last:begin]:
            break
    return p, p


def block_kind(text: str, p: int, end: int) -> int:
    """Return the kind of a lone line, or of a block, from p to `end` (G5)."""
    numbered = []
    while p < end:
        below = next_line(text, p)
        if below is None or below > end:
            below = end
        kind = page_kind(text, p, gap_before(text, below) if below < end else end)
        numbered += [kind] * (kind > PLAIN_LINE)
        p = visible_part(text, below) if below < end else end
    return numbered[0] if len(numbered) == 1 else PLAIN_LINE


def is_numbered_page(text: str, p: int, end: int) -> bool:
    """Return whether the line from p to `end` has a page number (N4 to N6)."""
    return is_date(text, p, end) or has_page(text, p, end) or ends_with_page(text, p, end)


def stands_at_page(text: str, start: int, end: int, after: int) -> bool:
    """Return whether a line of its own is at a page break, or next to a line or a block with a page number."""
    if stands_at_break(text, start, end, after) or is_numbered_line(text, after):
        return True
    before = block_before(text, gap_before(text, start))
    return before is not None and is_numbered_line(text, visible_part(text, before))


def is_numbered_line(text: str, p: int) -> bool:
    """Return whether the line or the block whose visible part begins at p is alone, perhaps at the end of the
    text, and has a page number."""
    if kind_of(text[p]) == "SPACE" or not follows_blank_line(text, p):
        return False
    end, _ = line_alone(text, p)
    if end == p:
        end, _ = last_line(text, p)
    if end > p:
        return is_numbered_page(text, p, end)
    end, _ = block_alone(text, p)
    return block_kind(text, p, end) > PLAIN_LINE


def stands_at_break(text: str, start: int, end: int, after: int) -> bool:
    """Return whether the line from `start` to `end` is at a page break; the next visible text begins at `after`
    (G1)."""
    gap = gap_before(text, start)
    return gap == 0 or "\f" in text[gap:start] or "\f" in text[end:after]


def lone_line(text: str, p: int) -> tuple[int, int, int]:
    """Return three numbers: the heading pattern or the kind of the line at p, or 0 if it is no lone line; the end
    of its visible part; and the beginning of the next visible text (G4, G5)."""
    p = visible_part(text, p)
    if p == len(text) or kind_of(text[p]) == "SPACE" or not follows_blank_line(text, p):
        return 0, p, p
    end, after = line_alone(text, p)
    if end == p:
        end, after = last_line(text, p)
    if end == p:
        end, after = block_alone(text, p)
    elif end - p > MAX_ENDED:
        return 0, p, p
    return (look(text, p) or block_kind(text, p, end) if end > p else 0), end, after


def last_line(text: str, p: int) -> tuple[int, int]:
    """Return the last two numbers of `lone_line` for a line after which nothing is visible; (p, p) for any other
    line."""
    end = next_line(text, p)
    last = gap_before(text, len(text))
    if (len(text) if end is None else end) < last or last - p > MAX_ENDED:
        return p, p
    return (last, len(text)) if kind_of(text[last - 1]) != "SPACE" else (p, p)


def page_kind(text: str, p: int, end: int) -> int:
    """Return the kind of a lone line without a heading pattern, from p to `end` (G5)."""
    while end - p > 2 and text[p] == "*" == text[end - 1]:
        p, end = p + 1, end - 1
    if has_page(text, p, end):
        return PAGE_WORD
    if is_date(text, p, end) and is_page_number(text, p, end):
        return PAGE_NUMBER
    return PAGE_COLUMN if ends_with_page(text, p, end) else PLAIN_LINE


def is_page_number(text: str, p: int, end: int) -> bool:
    """Return whether a line for which N4 holds is a page number (G5)."""
    numbers = 0
    before = "SPACE"
    for char in text[p:end]:
        kind = kind_of(char)
        numbers += kind == "DIGIT" != before
        if numbers > MAX_NUMBERS or char in ":：" or (kind in LETTERS and char not in PAGE_LETTERS):
            return False
        before = kind
    return True


def reads_on(text: str, end: int, after: int) -> bool:
    """Return whether a sentence continues from the text before `end` to the text at `after` (G3)."""
    return after < len(text) and is_open(text, end) and kind_of(text[after]) in ("LOWER", "LETTER")
