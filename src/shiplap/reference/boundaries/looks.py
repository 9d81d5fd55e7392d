"""Headings without marks: what a line of its own looks like.

The line is judged by its characters and by the white space around it, so the look is local:

L1. It follows a blank line, or nothing visible, and begins with no white space.
L2. It is at most CAP code points long. A blank line follows, and then something visible, in CAP code points of
    white space.
L3. It does not end with a mark that ends or goes on a sentence, or opens something, nor with such a mark before a
    quotation mark or a closing bracket.
L4. LABELLED: it begins with a word of LABELS and a number ("Article 5", "CHAPTER IV", "Annex B"), with one or two
    `§` and a digit, or with one of ORDINALS, a number and one of COUNTERS.
L5. NUMBERED: it begins with a number ("4", "11.5.14.1", "A.2", "IV."), white space, and no small letter. The text
    after it is not indented, and has no number of as many parts: those are items of a list.
L6. A title has at most MAX_TITLE code points, without what links lead to. It begins with a capital letter or one
    of no case, a digit, a number, a symbol beyond ASCII, a backtick or the text of a link, or is one word. It is
    no fence, image or footnote, and outside of backticks it has no `//` and none of CODE.
L7. CAPITALS: a title of three capital letters or more, and no small one. TITLE: any other title.

The first of L4 to L7 that holds is the look. A line with a number that is no heading by L5 has none.
"""

from __future__ import annotations

from shiplap._data.heading_looks import (
    CAPITALS,
    COUNTERS,
    LABELLED,
    LABELS,
    MAX_TITLE,
    NUMBERED,
    NUMERALS,
    ORDINALS,
    TITLE,
)
from shiplap.reference.boundaries.lines import INDENTATION, follows_blank_line, next_line
from shiplap.reference.boundaries.sentences import CAP, line_ends
from shiplap.reference.boundaries.standard import LETTERS, kind_of

#: Marks that a heading does not end with (L3), and what they are looked for before.
UNENDING = frozenset(("STOP", "TERMINAL", "CONTINUE", "OPEN"))
CLOSING = frozenset(("QUOTE", "CLOSE"))
CODE = frozenset("{};=|")
ROMAN = frozenset("IVXLCDM")
CAPITAL_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
ASCII_DIGITS = frozenset("0123456789")
#: Capital letters of a title that is in capitals.
MIN_CAPITALS = 3
#: Digits of one part of a number: more are a year, or a price.
MAX_PART_DIGITS = 3


def look(text: str, p: int) -> int:
    """The look of the line at p, which begins a line: LABELLED, NUMBERED, CAPITALS, TITLE, or 0."""
    if p == len(text) or kind_of(text[p]) == "SPACE" or not follows_blank_line(text, p):
        return 0
    end, after = line_alone(text, p)
    if end == p or not may_end(text, p, end):
        return 0
    if is_labelled(text, p, end):
        return LABELLED
    number, parts = number_at(text, p, end)
    if parts:
        return NUMBERED if heads(text, number, end, after, parts) else 0
    return title_look(text, p, end)


def line_alone(text: str, p: int) -> tuple[int, int]:
    """Return where the visible part of the line at p ends, and where the next visible text begins; (p, p) if that
    is too far, or no blank line is between."""
    end = next_line(text, p)
    if end is None:
        return p, p
    after = end
    while after < len(text) and after - end < CAP and kind_of(text[after]) == "SPACE":
        after += 1
    if after == len(text) or kind_of(text[after]) == "SPACE":
        return p, p
    visible = end
    while visible > p and kind_of(text[visible - 1]) == "SPACE":
        visible -= 1
    return (visible, after) if line_ends(text, visible, after) > 1 else (p, p)


def may_end(text: str, p: int, end: int) -> bool:
    """Return whether a heading may end as the line does (L3)."""
    last = end - 1
    if kind_of(text[last]) in CLOSING and last > p:
        last -= 1
    return kind_of(text[end - 1]) not in UNENDING and kind_of(text[last]) not in UNENDING


def is_labelled(text: str, p: int, end: int) -> bool:
    """Return whether the line begins with a label and its number (L4)."""
    if text[p] == "§":
        i = spaces(text, p + 2 if text[p + 1 : p + 2] == "§" else p + 1, end)
        return i < end and kind_of(text[i]) == "DIGIT"
    if text[p] in ORDINALS:
        i = begin = spaces(text, p + 1, end)
        while i < end and (text[i] in NUMERALS or kind_of(text[i]) == "DIGIT"):
            i += 1
        counter = spaces(text, i, end)
        return begin < i and counter < end and text[counter] in COUNTERS
    return label_of(text, p, end) > 0


def label_of(text: str, p: int, end: int) -> int:
    """The number of the word of LABELS that begins the line, with a number after it, from 1; the same for a word
    in capitals. 0 without one."""
    for row, label in enumerate(LABELS):
        if text.startswith(label, p, end):
            begin = spaces(text, p + len(label), end)
            if begin > p + len(label) and is_number(text, begin, end):
                return row // 2 + 1
    return 0


def spaces(text: str, i: int, end: int) -> int:
    """Return where the white space at i ends."""
    while i < end and kind_of(text[i]) == "SPACE":
        i += 1
    return i


def is_number(text: str, i: int, end: int) -> bool:
    """Return whether a number of a label is at i: it begins with a digit, or is Roman, or one capital letter."""
    last = i
    while last < end and (kind_of(text[last]) in LETTERS or kind_of(text[last]) == "DIGIT"):
        last += 1
    word = text[i:last]
    if not word:
        return False
    return kind_of(word[0]) == "DIGIT" or set(word) <= ROMAN or (len(word) == 1 and word in CAPITAL_LETTERS)


def number_at(text: str, p: int, end: int) -> tuple[int, int]:
    """Return where the number ends that begins at p, with the white space after it, and how many parts it has, or
    0."""
    i, parts = p, 0
    while i < end and text[i] in ROMAN:
        i += 1
    if i == p and i < end and text[i] in CAPITAL_LETTERS:
        i += 1
    if i > p:
        if i == end or text[i] != ".":
            return p, 0
        i, parts = i + 1, 1
    while True:
        begin = i
        while i < end and text[i] in ASCII_DIGITS:
            i += 1
        if i - begin > MAX_PART_DIGITS:
            return p, 0
        parts += i > begin
        if i == begin or i + 1 >= end or text[i] != "." or text[i + 1] not in ASCII_DIGITS:
            break
        i += 1
    if i > begin and i < end and text[i] in ".)":
        i += 1
    after = spaces(text, i, end)
    return (after, parts) if parts and i < after < end else (p, 0)


def heads(text: str, number: int, end: int, after: int, parts: int) -> bool:
    """Return whether a line is a heading whose number, of so many parts, ends at `number`: no item of a list
    (L5)."""
    if kind_of(text[number]) == "LOWER" or text[after - 1] in INDENTATION:
        return False
    return number_at(text, after, min(after + CAP, len(text)))[1] != parts


def title_look(text: str, p: int, end: int) -> int:
    """CAPITALS, TITLE, or 0 (L6, L7)."""
    capitals = small = size = 0
    is_word, is_code = True, False
    i = p
    while i < end:
        kind = kind_of(text[i])
        if text[i] == "`":
            is_code = not is_code
        elif not is_code and (text[i] in CODE or text.startswith("//", i, end)):
            return 0
        is_word = is_word and kind != "SPACE"
        capitals += kind == "UPPER"
        small += kind == "LOWER"
        size += 1
        i += 1
        if text.startswith("](", i - 1, end):
            i = link_end(text, i, end)
    if size > MAX_TITLE or not (begins_title(text, p) or (is_word and kind_of(text[p]) == "LOWER")):
        return 0
    return CAPITALS if capitals >= MIN_CAPITALS and not small else TITLE


def link_end(text: str, i: int, end: int) -> int:
    """Return where the target of a link ends that begins at i with a parenthesis, or i."""
    stop = i
    while stop < end and text[stop] != ")":
        stop += 1
    return stop + 1 if stop < end else i


def begins_title(text: str, p: int) -> bool:
    """Return whether a title may begin like the line at p: it is no fence, image or footnote."""
    kind = kind_of(text[p])
    if text[p] in "`[":
        return text[p + 1] not in ("`" if text[p] == "`" else "!^")
    return kind in ("UPPER", "LETTER", "DIGIT", "NUMBER") or (kind == "OTHER" and text[p] > "\x7f")


def rank(text: str, p: int, found: int) -> int:
    """Return what is alike in all headings of one level among those of a look: the label, or how many parts the
    number has and whether it begins with a letter."""
    end, _ = line_alone(text, p)
    if found == NUMBERED:
        return 2 * number_at(text, p, end)[1] + (text[p] not in ASCII_DIGITS)
    if found != LABELLED:
        return 0
    if text[p] in ORDINALS:
        i = spaces(text, p + 1, end)
        while text[i] in NUMERALS or kind_of(text[i]) in ("DIGIT", "SPACE"):
            i += 1
        return ord(text[i])
    return label_of(text, p, end)
