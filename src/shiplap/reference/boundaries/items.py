"""The level `block`: paragraphs, except that items of one list stay together.

I1. A line is an item if it begins with a mark, after any indentation, and white space follows the mark. A mark is
    a bullet; a number, with a sign; the label of a footnote, `[^1]:`; or a speaker. A number has up to MAX_DIGITS
    digits, or is a small or capital letter, or a small or capital Roman numeral. It is in parentheses, in
    brackets, or before a full stop or a closing parenthesis. A speaker is words of up to MAX_SPEAKER code points
    in all, each with a capital letter or a digit first, the first word with a letter, and a colon.
I2. Two items have one style if both begin with the same bullet; or with digits, with small letters or with capital
    letters in the same signs; or with footnotes; or with speakers.
I3. A paragraph continues a list if the paragraph and the paragraph before it are items of one style. The paragraph
    before must begin at most REACH code points before its own end.

Lists, lettered paragraphs, footnotes, bibliographies, and the turns of speakers therefore stay together.
"""

from __future__ import annotations

from shiplap._data.sentence_marks import ITEM_BULLETS
from shiplap.reference.boundaries.lines import INDENTATION, paragraph
from shiplap.reference.boundaries.sentences import gap_before
from shiplap.reference.boundaries.standard import kind_of

MAX_INDENT = 16
MAX_DIGITS = 4
MAX_LABEL = 32
MAX_SPEAKER = 40
REACH = 1024
#: Styles of items. The style of a bullet is its code point. DIGITS, SMALL and CAPITAL have four signs each.
DIGITS, SMALL, CAPITAL = 0x110000, 0x110004, 0x110008
FOOTNOTE, SPEAKER = 0x11000C, 0x11000D
#: The signs that may follow a number, by the sign before the number.
CLOSERS = {"": ".)", "(": ")", "[": "]"}
SIGNS = {".": 0, ")": 1, "()": 2, "[]": 3}
LOWER = "abcdefghijklmnopqrstuvwxyz"
UPPER = LOWER.upper()


def block(text: str, p: int) -> bool:
    """Return whether p is the start of a paragraph that does not continue a list."""
    return paragraph(text, p) and not continues_list(text, p)


def continues_list(text: str, p: int) -> bool:
    """Return whether the paragraph at p continues a list (I3)."""
    style = item_style(text, p)
    if not style:
        return False
    begin = paragraph_before(text, p)
    return begin is not None and item_style(text, begin) == style


def paragraph_before(text: str, p: int) -> int | None:
    """Return the beginning of the paragraph before the paragraph at p, or None."""
    end = begin = gap_before(text, p)
    while begin > 0 and end - begin < REACH:
        begin -= 1
        if begin == 0 or paragraph(text, begin):
            return begin
    return None


def item_style(text: str, p: int) -> int:
    """Return the style of the item that begins the line at p, or 0 (I1, I2)."""
    i = after_indent(text, p)
    if i == len(text):
        return 0
    if text[i] in ITEM_BULLETS:
        return ord(text[i]) if is_gap(text, i + 1) else 0
    opener = text[i] if text[i] in "([" else ""
    if text.startswith("[^", i):
        return FOOTNOTE if footnote_end(text, i) else 0
    begin = i + len(opener)
    end, style = number_style(text, begin)
    if style and text[end : end + 1] and text[end] in CLOSERS[opener] and is_gap(text, end + 1):
        return style + SIGNS[opener + text[end]]
    return SPEAKER if not opener and is_speaker(text, i) else 0


def after_indent(text: str, p: int) -> int:
    """Return the end of the indentation of the line at p, or the offset MAX_INDENT code points after p."""
    i = p
    while i < len(text) and i - p < MAX_INDENT and text[i] in INDENTATION:
        i += 1
    return i


def is_gap(text: str, i: int) -> bool:
    """Return whether the code point at i is white space within a line."""
    return i < len(text) and text[i] in INDENTATION


def number_style(text: str, begin: int) -> tuple[int, int]:
    """Return the end of the number or letter of an item, and DIGITS, SMALL, CAPITAL or 0."""
    for members, romans, style in (("0123456789", "", DIGITS), (LOWER, "ivxlc", SMALL), (UPPER, "IVXLC", CAPITAL)):
        end = begin
        while end < len(text) and end - begin < MAX_DIGITS and text[end] in members:
            end += 1
        if end > begin and (style == DIGITS or end == begin + 1 or set(text[begin:end]) <= set(romans)):
            return end, style
    return begin, 0


def footnote_end(text: str, i: int) -> int:
    """Return the end of the footnote label `[^label]:` that begins at i, if white space follows it, or 0."""
    end = i + 2
    while end < len(text) and end - i < MAX_LABEL and text[end] not in "[]" and kind_of(text[end]) != "SPACE":
        end += 1
    return end + 2 if end > i + 2 and text.startswith("]:", end) and is_gap(text, end + 2) else 0


def is_speaker(text: str, i: int) -> bool:
    """Return whether a speaker, with a colon and white space, is at i: words that begin with a capital letter or a
    digit, the first word with a letter."""
    begins_word = True
    end = i
    while end < len(text) and end - i < MAX_SPEAKER and text[end] != ":":
        kind = kind_of(text[end])
        if text[end] == " ":
            if begins_word:
                return False
            begins_word = True
            end += 1
            continue
        if kind == "UPPER" or (kind == "DIGIT" and end > i):
            begins_word = False
        elif begins_word or (kind not in ("LOWER", "EXTEND") and text[end] not in ".-'’"):
            return False
        end += 1
    return end > i and not begins_word and text[end : end + 1] == ":" and is_gap(text, end + 1)
