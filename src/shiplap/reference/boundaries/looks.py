"""Heading patterns: the forms of headings without marks.

A pattern is found from the code points of a line of its own and the white space around the line, so a pattern is
local:

L1. The line follows a blank line, or nothing visible. Up to HEADING_INDENT code points of white space may precede
    its visible part: the line is then indented, or centred.
L2. The line is at most CAP code points long. A blank line follows it, and then something visible, within CAP code
    points of white space. L15 and L16 make exceptions.
L3. The line does not end with a mark that ends or continues a sentence, or with an opening mark, and not with such
    a mark before a quotation mark or a closing bracket. L5, L9, L13 and L15 make exceptions for a line that ends
    with one full stop, one colon or one question mark. Such a line has at most MAX_ENDED code points and does not
    begin with a small letter, and its text is a phrase: no mark that ends a sentence precedes white space in it,
    except a full stop after one capital letter ("U.S. users"). A dash may end such a line too, after a label, in a
    line in capitals, or right after a full stop: "DEFINITIONS—" and "Definitions.—" are headings of statutes.

Labels:

L4. LABELLED: the line begins with a label, in one of four forms: a word of LABELS and a number ("Article 5",
    "CHAPTER IV", "Annex B", "Part One"); one or two `§` and a digit; one of ORDINALS, a number and one of
    COUNTERS; a number and a word of COUNTED ("2. cikk", "Erster Teil", "5 §"). The last form ends the line, or a
    sign follows it, or white space and a capital letter follow it. A capital letter may follow only after `§`,
    after a word that begins with a small letter ("1 luku Vesi"), and, after a Roman number or a full stop, in a
    line in capitals ("II. FEJEZET A VÍZ").
L5. A LABELLED line that ends with a mark is a heading in one of three cases. (1) Only signs follow the label. (2)
    A phrase follows that does not begin with a small letter, and a sign separates the label from it or the phrase
    is in capitals. (3) A phrase follows that begins with a capital letter, has no digit and at most MAX_WORDS
    words (after `§` twice as many), and the number of the label ends with a digit or has more than one letter. A
    line that ends with `。` is a heading only in case (1).

Numbers:

L6. A number, with white space after it, has one of these forms: parts of digits, of which the first may be a
    letter or a Roman number ("4", "11.5.14.1", "A.2", "IV.", "B)", "IV –", "(IV)"), with a colon after two parts
    or more ("1.2:"); NUMERALS in parentheses or before `、` ("（四）", "十二、"); digits in parentheses or after
    `#` ("(1)", "#1", "#1:"); one letter in parentheses ("(a)"). A Roman number may be the whole line.
L7. NUMBERED: the line begins with a number, and neither a small letter nor one of FORMULA follows it, nor a
    quotation mark if the line ends with a mark: a word is defined there. It has at most MAX_ENDED code points
    after the number. It is not an item of a list (L8). After a letter in parentheses the text is in capitals, or
    ends with a dash (L3). After digits or a capital letter in parentheses it may also be named (L9), if the text
    after the line is not an item of a list: "(2) Nicht" before "1. für Seen" is a paragraph of an article. The
    text has a letter, or a sign of a date (DATE_SIGNS): "0.2 0.4 0.6" are the numbers of a plot. If the line is
    "X", the text after it does not begin with "X", a small letter, one of FORMULA or a mathematical sign (L12):
    the sign of a sum becomes an X in texts of PDF files.
L8. A line with a number is an item of a list if the text after it begins with a number of as many parts of the
    same kind, unless that text is a date (N4), or the line contains that number: "2.0" contains "2.1", and "1."
    contains "1.1". A line whose number has one part is also an item if both of the two lines of their own right
    before it, of at most MAX_TITLE code points each, have such a number. A line with a number is an entry of a
    table of contents, and so an item, in two cases. (1) The text after it begins with a number of fewer parts that
    comes next after the line's own: "2.4" before "3.", "4.4.2" before "4.5". (2) The text after it is a line of
    its own that is indented more, ends without a mark, has a number which the line contains, and is an item
    itself.
L9. A line with a number that ends with a mark is NUMBERED if its text is named: a phrase that has at most
    MAX_WORDS words, or whose words with a small letter first have at most MAX_SMALL_WORD letters each and are
    fewer than its other words ("Revised Versions of this License."). A question is named if it is a phrase, of any
    number of words, and the number ends with a sign, or begins with a digit and has more parts ("1.1 What is the
    difference between a well and a pump?").
    After a number in parentheses the text is also in capitals, unless the mark is a dash. If the mark is a colon
    after a word that begins with a small letter, the text after the line is not an item of a list ("2.2 The buyer
    shall:").
L10. OUTLINED: as NUMBERED, if the number has one part and is not Roman, the text after it is not in capitals, and
    the text after the line is indented at least as far as the text of an item of a list would be. The line is
    NUMBERED even so if the text after the line begins with a number that the line contains, or is a clause: an
    item with a letter or a Roman number, in a paragraph of at least MIN_CLAUSE code points.
L11. A single Roman numeral before white space and a capital letter ("I Introduction") is a number too. A line with
    it is a title by L12 and L13, since "I" is a word, and is NUMBERED only in a text in which NUMBERED counts.

Titles:

L12. A title has at most MAX_TITLE code points, without the targets of links. It begins with a capital letter or a
    letter without case, a digit, a number, a symbol beyond ASCII, a backtick or the text of a link; or it is one
    word. It is not a fence, an image or a footnote. Outside backticks it contains neither `//` nor a sign of CODE
    nor a mathematical sign (MATHEMATICAL: "T − 1"). It has a word: a capital letter, a letter without case, two
    letters or two digits in a row, or a full stop between two digits. A formula such as "n+1" has none. It does
    not end with a word of UNFINISHED, which begins what the next line has ("From this, we conclude that").
L13. CAPITALS: a title with at least three capital letters and no small letter; it may end with a mark. TITLE: any
    other title that is not indented. INDENTED: any other title that is indented, if the text after it is not an
    item of a list, is not indented more than the title, and is not a line of its own of at most MAX_TITLE code
    points. A title without a letter, such as a version, is neither if the text after it is such a line and not an
    item: numbers one below the other belong to a plot or a table.
L14. A paragraph is stray if it is a line as in L1 and L2 without a label or a number, and begins as a title does,
    in one of two cases: it has at most MAX_TITLE code points and ends with a mark that ends a sentence; or it is
    too long for a title and does not end with a mark.

Two lines:

L15. A heading with a label or a number may take two lines. The second line has at most MAX_TITLE code points, and
    a blank line follows it as in L2. In the first case, only signs follow the label or the number in the first
    line. The second line is then a title as in L12 without a label or a number; a parenthesis may precede it
    ("Art. 1", "(Fees)"). If the first line ends with a full stop or a colon, the second line may end with one too;
    it is then a phrase that is in capitals or has at most MAX_WORDS words. In the other case, the first line has
    at most MAX_TITLE code points. The second line is then indented more, is not an item of a list, and ends
    without a mark (L3).

L16. Text may begin right below a line with a label or a number, if L15 does not hold. The line has at most
    MAX_TITLE code points, and at least two. Only signs follow the label or the number; or a phrase (L3) follows
    that begins with a capital letter or a letter without case, and the line ends without a mark. The text begins
    with a capital letter, not with a label, a number or the mark of an item. Its first line has at least
    MIN_TEXT_LINE code points, and would be longer than the line even if its first word were moved to the line: the
    line was not wrapped.

The first of LABELLED, NUMBERED or OUTLINED, and the patterns of titles that holds is the pattern of the line. A
line with a number that is not a heading by L7 has no pattern. A line that is not a heading by N1 to N12
(`no_headings.py`) has no pattern; for a labelled line only N6 is checked. The second line of L15 is not a title if
it is not a heading by N1 to N12.
"""

from __future__ import annotations

from shiplap._data.heading_looks import (
    ARTICLE,
    COUNTED,
    COUNTED_CHAPTERS,
    COUNTED_PARTS,
    COUNTED_SECTIONS,
    COUNTERS,
    LABELS,
    LAST_ANNEX,
    LAST_CHAPTER,
    LAST_COUNTED_ANNEX,
    LAST_COUNTED_CHAPTER,
    LAST_COUNTED_PART,
    LAST_COUNTED_SECTION,
    LAST_PART,
    LAST_SECTION,
    MATTER,
    MAX_ENDED,
    MAX_TITLE,
    MAX_WORDS,
    NUMBERS,
    NUMERALS,
    ORDINALS,
    PART,
    TAB,
)
from shiplap._data.heading_looks import MAX_INDENT as HEADING_INDENT
from shiplap._data.heading_numbers import CAPITALS, INDENTED, LABELLED, NUMBERED, OUTLINED, TITLE
from shiplap._data.sentence_marks import DASHES
from shiplap.reference.boundaries.items import FOOTNOTE, SMALL, item_style
from shiplap.reference.boundaries.lines import INDENTATION, follows_blank_line, line_start, next_line
from shiplap.reference.boundaries.no_headings import (
    ROMAN,
    digits_end,
    ends_with_page,
    is_date,
    is_no_heading,
    is_number,
    is_part,
    spaces,
    word_begin,
    word_end,
)
from shiplap.reference.boundaries.sentences import CAP, LINE_ENDS, gap_before, line_ends
from shiplap.reference.boundaries.standard import LETTERS, kind_of

#: The kinds of marks that a heading does not end with (L3), and the kinds that may follow such a mark.
UNENDING = frozenset(("STOP", "TERMINAL", "CONTINUE", "OPEN"))
CLOSING = frozenset(("QUOTE", "CLOSE"))
CODE = frozenset("{};=|")
#: Roman numerals that need no full stop: the other numerals form words and names of units.
SMALL_ROMAN = frozenset("IVXL")
CAPITAL_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
SMALL_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
ASCII_DIGITS = frozenset("0123456789")
#: Signs within a number after a label, and between the number and the text after it.
WITHIN = frozenset(".-/*'’–")
AFTER = frozenset(".．:：,)]º°。") | DASHES
#: Marks that may end a phrase.
ENDING = frozenset(".．:：。?？")
QUESTION_MARKS = frozenset("?？")
#: Signs that go on with a formula or a listing after a number.
FORMULA = frozenset("+=\\")
#: The signs of dates after the number of a version.
DATE_SIGNS = frozenset("-/(")
#: The first and the last code point of the mathematical operators of Unicode (L12).
MATHEMATICAL = "\u2200", "\u22ff"
#: Words after which a title is not complete (L12).
UNFINISHED = frozenset(("a", "an", "the", "The", "that", "of", "and", "or", "if"))
#: The fewest capital letters of a title that is in capitals.
MIN_CAPITALS = 3
#: The most letters of a word with a small letter first in a long phrase after a number (L9).
MAX_SMALL_WORD = 4
#: The fewest code points of the first line of text right below a heading (L16).
MIN_TEXT_LINE = 50
#: The fewest code points of the paragraph of a clause (L10).
MIN_CLAUSE = 160
#: The most digits of one part of a number: more digits are a year, or a price.
MAX_PART_DIGITS = 3
#: The kinds of the first part of a number, and of the numbers with signs before them; they are part of the key of
#: `rank`.
DIGIT, LETTER, ROMAN_NUMERAL, SIGNED_DIGIT, SIGNED_LETTER = range(5)
NUMBER_KINDS = 5
#: The closing parenthesis for each opening parenthesis of a number.
PARENTHESES = {"(": ")", "（": "）"}
#: The first number of each kind.
FIRSTS = ("1", "A", "I", "a")
#: The heading patterns without a label or a number.
UNNUMBERED = CAPITALS | TITLE | INDENTED
#: The greatest rank of a label that is a word (`rank`).
LAST_RANK = len(LABELS) + len(COUNTED) // 3
#: The tier of titles.
LAST_TIER = 16


def look(text: str, p: int) -> int:
    """Return the heading pattern of the line at p: LABELLED, NUMBERED, CAPITALS, TITLE, OUTLINED, INDENTED, or 0.
    A line or the visible part of a line begins at p."""
    p = visible_part(text, p)
    if p == len(text) or kind_of(text[p]) == "SPACE" or not follows_blank_line(text, p):
        return 0
    end, after = heading_alone(text, p)
    if end == p:
        return 0
    found = look_of_line(text, p, end, after)
    if found == LABELLED:
        return 0 if ends_with_page(text, p, end) else LABELLED
    return 0 if found and is_no_heading(text, p, end) else found


def heading_look(text: str, p: int, looks: int) -> int:
    """Return the heading pattern of the line at p if the line is a heading in a text with the patterns `looks`
    (C9, L11), or 0."""
    found = look(text, p)
    if found & (TITLE | INDENTED) and looks & NUMBERED:
        visible = visible_part(text, p)
        if is_single_numeral(text, visible, line_alone(text, visible)[0]):
            return NUMBERED
    if found & looks or not (found & UNNUMBERED and looks & (LABELLED | NUMBERED)):
        return found & looks
    p = visible_part(text, p)
    is_fit = is_matter(text, p, line_alone(text, p)[0]) or (bool(looks & LABELLED) and is_below_label(text, p))
    return found if is_fit else 0


def is_below_label(text: str, p: int) -> bool:
    """Return whether the visible line before p is LABELLED, with only signs after the label (C9)."""
    gap = gap_before(text, p)
    begin = line_start(text, gap)
    if begin is None or gap - begin > MAX_TITLE or look(text, begin) != LABELLED:
        return False
    return is_bare(text, visible_part(text, begin))


def look_of_line(text: str, p: int, end: int, after: int) -> int:
    """Return the heading pattern of the line whose visible part is from p to `end`; the next visible text begins
    at `after`."""
    ends = may_end(text, p, end)
    if not ends and not has_ending(text, p, end):
        return 0
    number = after_label(text, p, end)
    if number > p:
        return LABELLED if ends or ends_label(text, p, number, end) else 0
    has_dash = not ends and text[end - 1] in DASHES
    if has_dash and not in_capitals(text, p, end) and text[end - 2] not in ENDING:
        return 0
    number, parts, kind = number_at(text, p, end)
    if parts and not is_single_numeral(text, p, end):
        if not heads(text, p, number, end, after) or not (ends or is_named(text, number, end)):
            return 0
        if text[p] in PARENTHESES and not has_dash and not in_capitals(text, number, end):
            if not ends or (kind == SIGNED_LETTER and text[p + 1] in SMALL_LETTERS):
                return 0
            is_signed = kind in (SIGNED_DIGIT, SIGNED_LETTER)
            if is_signed and (not is_named(text, number, end) or item_style(text, after) > 0):
                return 0
        if not ends and introduces_item(text, number, end, after):
            return 0
        if end - number > MAX_ENDED:
            return 0
        return OUTLINED if is_outlined(text, p, number, end, after) else NUMBERED
    if not ends and not ((has_dash or in_capitals(text, p, end)) and is_phrase(text, p, end, MAX_ENDED)):
        return 0
    found = title_look(text, p, end)
    if not ends and not has_dash and found != CAPITALS:
        return 0
    if found == TITLE and is_figure(text, p, end, after):
        return 0
    return indented_look(text, p, after) if found == TITLE and indent_of(text, p) else found


def indented_look(text: str, p: int, after: int) -> int:
    """Return INDENTED or 0 for a title that is indented (L13)."""
    end, _ = line_alone(text, after)
    is_long = end == after or end - after > MAX_TITLE
    is_fit = is_long and indent_of(text, after) <= indent_of(text, p) and not item_style(text, after)
    return INDENTED if is_fit else 0


def is_figure(text: str, p: int, end: int, after: int) -> bool:
    """Return whether the title from p to `end` has no letter, and the text after it is a line of its own, of at
    most MAX_TITLE code points, that is not an item (L13)."""
    if has_letter(text, p, end):
        return False
    last, _ = line_alone(text, after)
    return after < last <= after + MAX_TITLE and not item_style(text, after)


def has_letter(text: str, p: int, end: int) -> bool:
    """Return whether a letter is between p and `end`."""
    return any(kind_of(char) in LETTERS for char in text[p:end])


def is_mathematical(char: str) -> bool:
    """Return whether a character is a mathematical operator of Unicode (L12)."""
    return MATHEMATICAL[0] <= char <= MATHEMATICAL[1]


def visible_part(text: str, p: int) -> int:
    """Return the end of the white space at the beginning of the line at p, at most HEADING_INDENT code points
    after p."""
    i = p
    while i < len(text) and i - p < HEADING_INDENT and text[i] in INDENTATION:
        i += 1
    return i


def indent_of(text: str, p: int) -> int:
    """Return the width of the white space before p in its line, a tab counted as TAB. At most HEADING_INDENT code
    points are read; text before the white space is not checked."""
    i, width = p, 0
    while i > 0 and p - i < HEADING_INDENT and text[i - 1] in INDENTATION:
        i -= 1
        width += TAB if text[i] == "\t" else 1
    return width


def line_alone(text: str, p: int) -> tuple[int, int]:
    """Return the end of the visible part of the line at p, and the beginning of the next visible text. Return
    (p, p) if that text is too far away, or if no blank line separates them."""
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


def heading_alone(text: str, p: int) -> tuple[int, int]:
    """Return the same two offsets as `line_alone`, for a heading of one line, or of two (L15), or right above its
    text (L16)."""
    end, after = line_alone(text, p)
    return (end, after) if end > p else two_lines(text, p)


def two_lines(text: str, p: int) -> tuple[int, int]:
    """Return the same two offsets as `line_alone`, for the line at p with the next line, if they are a heading of
    two lines (L15) or a heading and its text (L16); else (p, p)."""
    second = next_line(text, p)
    if second is None or second == len(text):
        return p, p
    end = gap_before(text, second)
    begin = visible_part(text, second)
    if begin == len(text) or kind_of(text[begin]) == "SPACE":
        return p, p
    number = number_of(text, p, end)
    last, after = line_alone(text, begin)
    if number == p:
        return p, p
    if is_two_lines(text, p, number, end, begin, last):
        return last, after
    return (end, begin) if is_above_text(text, p, number, end, begin) else (p, p)


def is_two_lines(text: str, p: int, number: int, end: int, begin: int, last: int) -> bool:
    """Return whether the line from p to `end`, with a label or a number up to `number`, and the line of its own
    from `begin` to `last` are a heading of two lines (L15)."""
    if last - begin not in range(1, MAX_TITLE + 1):
        return False
    ends = may_end(text, begin, last)
    if after_signs(text, number, end) == end:
        title = begin + (text[begin] in PARENTHESES)
        is_fit = number_of(text, begin, last) == begin and title_look(text, title, last) > 0
        ends = ends or (text[end - 1] in ENDING and ends_title(text, begin, last))
        return is_fit and ends and not is_no_heading(text, begin, last)
    is_indented = indent_of(text, begin) > indent_of(text, p)
    return ends and end - p <= MAX_TITLE and is_indented and not item_style(text, begin)


def is_above_text(text: str, p: int, number: int, end: int, begin: int) -> bool:
    """Return whether the line from p to `end`, with a label or a number up to `number`, is right above its text,
    which begins at `begin` (L16)."""
    if end - p > MAX_TITLE or kind_of(text[begin]) != "UPPER" or item_style(text, begin):
        return False
    i = after_signs(text, number, end)
    if end - p < 2 or (i < end and (kind_of(text[i]) not in ("UPPER", "LETTER") or not may_end(text, p, end))):
        return False
    if not is_phrase(text, i, end, MAX_ENDED):
        return False
    below = next_line(text, begin)
    last = gap_before(text, min(begin + CAP, len(text)) if below is None else below)
    is_short = end - p + 1 + word_end(text, begin, last) - begin < last - begin
    return is_short and last - begin >= MIN_TEXT_LINE and number_of(text, begin, last) == begin


def ends_title(text: str, p: int, end: int) -> bool:
    """Return whether the line at p, which ends with a mark, may be the title below a label (L15)."""
    if text[end - 1] not in ENDING or not has_ending(text, p, end):
        return False
    return is_phrase(text, p, end, MAX_ENDED if in_capitals(text, p, end) else MAX_WORDS)


def after_signs(text: str, i: int, end: int) -> int:
    """Return the end of the signs of AFTER and the white space at i."""
    while i < end and (text[i] in AFTER or kind_of(text[i]) == "SPACE"):
        i += 1
    return i


def may_end(text: str, p: int, end: int) -> bool:
    """Return whether a heading may end as the line ends (L3). The rest of the line is not checked."""
    last = end - 1
    if kind_of(text[last]) in CLOSING and last > p:
        last -= 1
    return kind_of(text[end - 1]) not in UNENDING and kind_of(text[last]) not in UNENDING


def has_ending(text: str, p: int, end: int) -> bool:
    """Return whether the line ends with one mark that a phrase may end with (L3)."""
    last = text[end - 1]
    is_fit = 1 < end - p <= MAX_ENDED and kind_of(text[p]) != "LOWER"
    return is_fit and (last in DASHES or (last in ENDING and text[end - 2] not in ENDING))


def is_phrase(text: str, p: int, end: int, words: int) -> bool:
    """Return whether the text from p to `end` is a phrase of at most `words` words (L3)."""
    count = 1
    for i in range(p, end):
        if kind_of(text[i]) == "SPACE" and kind_of(text[i - 1]) != "SPACE":
            count += 1
            if kind_of(text[i - 1]) in ("STOP", "TERMINAL") and not ends_initial(text, p, i):
                return False
    return count <= words


def ends_initial(text: str, p: int, i: int) -> bool:
    """Return whether one capital letter and a full stop end at i, in text that begins at p (L3)."""
    is_spaced = i - 2 == p or (i - 2 > p and not is_part(text[i - 3]))
    return is_spaced and kind_of(text[i - 1]) == "STOP" and kind_of(text[i - 2]) == "UPPER"


def is_named(text: str, p: int, end: int) -> bool:
    """Return whether the text from p to `end` is the named text of a number (L9)."""
    if text[end - 1] in QUESTION_MARKS:
        gap = gap_before(text, p)
        number = text[word_begin(text, 0, gap) : gap]
        has_sign = number[-1] in ".)" or (number[0] in ASCII_DIGITS and "." in number)
        return has_sign and is_phrase(text, p, end, MAX_ENDED)
    if is_phrase(text, p, end, MAX_WORDS):
        return True
    small = others = 0
    for i in range(p, end):
        if kind_of(text[i]) != "SPACE" and (i == p or kind_of(text[i - 1]) == "SPACE"):
            if kind_of(text[i]) != "LOWER":
                others += 1
            elif word_end(text, i, end) - i <= MAX_SMALL_WORD:
                small += 1
            else:
                return False
    return small < others and is_phrase(text, p, end, MAX_ENDED)


def after_label(text: str, p: int, end: int) -> int:
    """Return the end of the label, with its number, that begins the line, or p (L4)."""
    if text[p] == "§":
        i = spaces(text, p + 2 if text[p + 1 : p + 2] == "§" else p + 1, end)
        return number_end(text, i, end) if i < end and kind_of(text[i]) == "DIGIT" else p
    if text[p] in ORDINALS:
        i = begin = spaces(text, p + 1, end)
        while i < end and (text[i] in NUMERALS or kind_of(text[i]) == "DIGIT"):
            i += 1
        counter = spaces(text, i, end)
        return counter + 1 if begin < i and counter < end and text[counter] in COUNTERS else p
    _, i = label_of(text, p, end)
    return i if i > p else after_counted(text, p, end)


def label_of(text: str, p: int, end: int) -> tuple[int, int]:
    """Return a number for the word of LABELS that begins the line with a number after it, from 1, and the end of
    that number. A word and its form in capitals have one number. Return (0, p) without such a word."""
    for row, label in enumerate(LABELS):
        if text.startswith(label, p, end):
            begin = spaces(text, p + len(label), end)
            i = begin + (text[begin : begin + 1] == "(")
            if (begin > p + len(label) or label[-1] == ".") and is_number(text, i, end):
                return row // 2 + 1, number_end(text, i, end)
    return 0, p


def after_counted(text: str, p: int, end: int) -> int:
    """Return the end of the word of COUNTED after the number at p, if the word may be a label there (L4); or p."""
    i = word_end(text, p, end)
    is_roman = set(text[p:i]) <= ROMAN
    if i > p and text[p:i] not in NUMBERS and not is_roman:
        return p
    is_roman = is_roman and i > p
    i = digits_end(text, i, end)
    begin = spaces(text, i + (text[i : i + 1] == "."), end)
    if i == p or (begin == i and text[i : i + 1] != "-"):
        return p
    last = begin + 1 if text[begin : begin + 1] == "§" else word_end(text, begin + (begin == i), end)
    if text[begin:last] not in COUNTED:
        return p
    if last == end or text[last] in AFTER | LINE_ENDS:
        return last
    after = spaces(text, last, end)
    if after in (last, end) or kind_of(text[after]) != "UPPER":
        return p
    is_fit = kind_of(text[begin]) != "UPPER" or ((is_roman or text[i] == ".") and in_capitals(text, p, end))
    return last if is_fit else p


def number_end(text: str, i: int, end: int) -> int:
    """Return the end of the number of a label that begins at i: letters and digits, and WITHIN between them."""
    while i < end:
        if not is_part(text[i]) and not (text[i] in WITHIN and i + 1 < end and is_part(text[i + 1])):
            break
        i += 1
    return i


def ends_label(text: str, p: int, number: int, end: int) -> bool:
    """Return whether the line at p, which ends with a mark, is a heading; its label and the number of the label
    end at `number` (L5)."""
    i = after_signs(text, number, end)
    if i == end:
        return True
    has_sign = text[number - 1] in AFTER or any(text[j] in AFTER for j in range(number, i))
    if text[end - 1] == "。" or kind_of(text[i]) == "LOWER":
        return False
    if has_sign or in_capitals(text, i, end):
        return is_phrase(text, i, end, MAX_ENDED)
    has_number = kind_of(text[number - 1]) == "DIGIT" or is_part(text[number - 2])
    has_digit = any(kind_of(char) == "DIGIT" for char in text[i:end])
    words = 2 * MAX_WORDS if text[p] == "§" else MAX_WORDS
    return has_number and kind_of(text[i]) == "UPPER" and not has_digit and is_phrase(text, i, end, words)


def in_capitals(text: str, i: int, end: int) -> bool:
    """Return whether at least MIN_CAPITALS capital letters and no small letter are between i and `end`."""
    kinds = [kind_of(char) for char in text[i:end]]
    return kinds.count("UPPER") >= MIN_CAPITALS and "LOWER" not in kinds


def number_at(text: str, p: int, end: int) -> tuple[int, int, int]:
    """Return three values for the number that begins at p: its end, with the white space after it; the count of
    its parts, or 0 if no number is there; and its kind (L6)."""
    i, parts, kind = p, 0, DIGIT
    if i < end and (text[i] in PARENTHESES or text[i] in NUMERALS):
        return in_parentheses(text, p, end)
    if text[i : i + 1] == "#":
        last = digits_end(text, i + 1, min(i + 2 + MAX_PART_DIGITS, end))
        after = spaces(text, last + (text[last : last + 1] == ":"), end)
        is_fit = i + 1 < last <= i + 1 + MAX_PART_DIGITS and last < after < end
        is_fit = is_fit and kind_of(text[after - 1]) == "SPACE"
        return (after, 1, SIGNED_DIGIT) if is_fit else (p, 0, DIGIT)
    while i < end and text[i] in ROMAN:
        i += 1
    if i > p:
        kind = ROMAN_NUMERAL if i > p + 1 or text[p] in "IVX" else LETTER
    elif i < end and text[i] in CAPITAL_LETTERS:
        i, kind = i + 1, LETTER
    if i > p:
        if kind == ROMAN_NUMERAL and (i == end or text[i] != "."):
            return roman_at(text, p, i, end)
        if i == end or text[i] not in ".)":
            return p, 0, kind
        i, parts = i + 1, 1
        if i == end and kind == ROMAN_NUMERAL:
            return end, 1, kind
        if text[i - 1] == ")":
            after = spaces(text, i, end)
            return (after, 1, kind) if i < after < end else (p, 0, kind)
    while True:
        begin = i
        while i < end and text[i] in ASCII_DIGITS:
            i += 1
        if i - begin > MAX_PART_DIGITS:
            return p, 0, kind
        parts += i > begin
        if i == begin or i + 1 >= end or text[i] != "." or text[i + 1] not in ASCII_DIGITS:
            break
        i += 1
    if i > begin and i < end and (text[i] in ".)" or (text[i] == ":" and parts > 1)):
        i += 1
    after = spaces(text, i, end)
    return (after, parts, kind) if parts and i < after < end else (p, 0, kind)


def in_parentheses(text: str, p: int, end: int) -> tuple[int, int, int]:
    """Return the same three values as `number_at`, for a Roman number, digits or a letter in parentheses at p
    before white space, for NUMERALS in parentheses, or for NUMERALS before `、`."""
    begin = i = p + (text[p] in PARENTHESES)
    kind, members = ROMAN_NUMERAL, NUMERALS if text[i : i + 1] in tuple(NUMERALS) else SMALL_ROMAN
    if text[i : i + 1] in tuple(ASCII_DIGITS):
        kind, members = SIGNED_DIGIT, ASCII_DIGITS
    while i < end and text[i] in members:
        i += 1
    if i == begin and text[i : i + 1] in tuple(SMALL_LETTERS | CAPITAL_LETTERS):
        i, kind = i + 1, SIGNED_LETTER
    if i == begin or i >= end or text[i] != PARENTHESES.get(text[p], "、"):
        return p, 0, ROMAN_NUMERAL
    after = spaces(text, i + 1, end)
    is_fit = after < end and (after > i + 1 or members == NUMERALS)
    is_fit = is_fit and not (kind == SIGNED_DIGIT and i - begin > MAX_PART_DIGITS)
    return (after, 1, kind) if is_fit else (p, 0, ROMAN_NUMERAL)


def roman_at(text: str, p: int, i: int, end: int) -> tuple[int, int, int]:
    """Return the same three values as `number_at`, for a Roman number from p to i without a full stop. The number
    is the whole line, or is before a parenthesis, a colon or a dash, or before white space. After a single numeral
    and white space, the text must begin with a capital letter, or be in capitals."""
    if i < end and text[i] in "):":
        after = spaces(text, i + 1, end)
        return (after, 1, ROMAN_NUMERAL) if i + 1 < after < end else (p, 0, ROMAN_NUMERAL)
    if not set(text[p:i]) <= SMALL_ROMAN:
        return p, 0, ROMAN_NUMERAL
    if i == end:
        return end, 1, ROMAN_NUMERAL
    after = spaces(text, i, end)
    if i < after < end and text[after] in DASHES:
        dash = after + 1
        after = spaces(text, dash, end)
        return (after, 1, ROMAN_NUMERAL) if dash < after < end else (p, 0, ROMAN_NUMERAL)
    if not i < after < end:
        return p, 0, ROMAN_NUMERAL
    is_fit = i > p + 1 or in_capitals(text, after, end) or kind_of(text[after]) == "UPPER"
    return (after, 1, ROMAN_NUMERAL) if is_fit else (p, 0, ROMAN_NUMERAL)


def is_single_numeral(text: str, p: int, end: int) -> bool:
    """Return whether one Roman numeral, white space, and a capital letter are at p, and a small letter is between
    p and `end` (L11)."""
    if text[p] not in SMALL_ROMAN or kind_of(text[p + 1 : p + 2] or ".") != "SPACE":
        return False
    after = spaces(text, p + 1, end)
    return after < end and kind_of(text[after]) == "UPPER" and not in_capitals(text, after, end)


def heads(text: str, p: int, number: int, end: int, after: int) -> bool:
    """Return whether the line at p, whose number ends at `number`, is a heading and not an item of a list (L8)."""
    if number < end and (kind_of(text[number]) == "LOWER" or text[number] in FORMULA):
        return False
    if number < end and kind_of(text[number]) == "QUOTE" and not may_end(text, p, end):
        return False
    if number < end and not (has_letter(text, number, end) or DATE_SIGNS & set(text[number:end])):
        return False
    first = text[after]
    is_formula = kind_of(first) == "LOWER" or first in FORMULA or first == "X" or is_mathematical(first)
    if text[p:end] == "X" and is_formula:
        return False
    parts, kind = number_at(text, p, end)[1:]
    last, below = line_alone(text, after)
    title, count, other = number_at(text, after, min(after + CAP, len(text)))
    if (count, other) == (parts, kind):
        return contains(text, p, number, after) or (last > after and is_date(text, after, last))
    if 0 < count < parts and comes_next(text, p, after):
        return False
    if last > after and count > parts and indent_of(text, after) > indent_of(text, p):
        is_entry = contains(text, p, number, after) and may_end(text, after, last)
        if is_entry and not heads(text, after, title, last, below):
            return False
    return parts > 1 or not ends_list(text, p, kind)


def comes_next(text: str, p: int, after: int) -> bool:
    """Return whether the number at `after`, of fewer parts, comes next after the number at p: 3 after 2.4, and 4.5
    after 4.4.2 (L8)."""
    while True:
        one, p = part_at(text, p)
        two, after = part_at(text, after)
        if one != two or not is_joined(text, p) or not is_joined(text, after):
            return two == one + 1 and is_joined(text, p) and not is_joined(text, after)
        p, after = p + 1, after + 1


def part_at(text: str, i: int) -> tuple[int, int]:
    """Return the value of the part of a number at i, and its end: the value of up to MAX_PART_DIGITS digits, or
    the value of one letter, which is greater."""
    begin, value = i, 0
    while i < len(text) and i - begin < MAX_PART_DIGITS and text[i] in ASCII_DIGITS:
        value = 10 * value + int(text[i])
        i += 1
    return (value, i) if i > begin else (1000 + ord(text[i]), i + 1)


def is_joined(text: str, i: int) -> bool:
    """Return whether a full stop at i joins two parts of a number."""
    return text[i : i + 1] == "." and text[i + 1 : i + 2] in tuple(ASCII_DIGITS)


def introduces_item(text: str, p: int, end: int, after: int) -> bool:
    """Return whether the phrase from p to `end` ends with a colon after a word that begins with a small letter,
    and an item of a list is at `after` (L9)."""
    begin = end - 1
    while begin > p and kind_of(text[begin - 1]) != "SPACE":
        begin -= 1
    return text[end - 1] in ":：" and kind_of(text[begin]) == "LOWER" and item_style(text, after) > 0


def contains(text: str, p: int, number: int, after: int) -> bool:
    """Return whether the number at p, which ends with white space at `number`, contains the number at `after`, as
    1. contains 1.1, and 2.0 contains 2.1 (L8)."""
    last = number
    while last > p and text[last - 1] not in ASCII_DIGITS | CAPITAL_LETTERS:
        last -= 1
    if text[p:last].endswith(".0"):
        last -= 2
    digit = after + last - p + 1
    begins = last > p and text.startswith(text[p:last] + ".", after)
    return begins and text[digit : digit + 1] in tuple(ASCII_DIGITS)


def is_clause(text: str, p: int) -> bool:
    """Return whether an item with a letter or a Roman number is at p, and its paragraph has at least MIN_CLAUSE
    code points (L10)."""
    if not SMALL <= item_style(text, p) < FOOTNOTE:
        return False
    end = p
    while end - p < MIN_CLAUSE:
        below = next_line(text, end)
        if below is None:
            return len(text) - p >= MIN_CLAUSE
        end = below
        visible = visible_part(text, end)
        if visible == len(text) or kind_of(text[visible]) == "SPACE":
            return end - p >= MIN_CLAUSE
    return True


def ends_list(text: str, p: int, kind: int) -> bool:
    """Return whether the two lines of their own right before the line at p have numbers of one part and of this
    kind (L8)."""
    for _ in range(2):
        begin = line_start(text, gap_before(text, p))
        if begin is None:
            return False
        p = visible_part(text, begin)
        end, _ = line_alone(text, p)
        is_short = p < end <= p + MAX_TITLE and follows_blank_line(text, p)
        if not is_short or number_at(text, p, min(p + CAP, len(text)))[1:] != (1, kind):
            return False
    return True


def is_outlined(text: str, p: int, number: int, end: int, after: int) -> bool:
    """Return whether the text at `after` is indented as the text of an item of a list (L10)."""
    _, parts, kind = number_at(text, p, end)
    if parts > 1 or kind == ROMAN_NUMERAL or in_capitals(text, number, end):
        return False
    is_indented = indent_of(text, after) >= indent_of(text, p) + number - p
    return is_indented and not contains(text, p, number, after) and not is_clause(text, after)


def title_look(text: str, p: int, end: int) -> int:
    """Return CAPITALS, TITLE, or 0 (L12, L13)."""
    capitals = small = size = 0
    is_word, is_code = True, False
    i = p
    while i < end:
        kind = kind_of(text[i])
        if text[i] == "`":
            is_code = not is_code
        elif not is_code and (text[i] in CODE or text.startswith("//", i, end) or is_mathematical(text[i])):
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
    if (not capitals and not has_word(text, p, end)) or text[word_begin(text, p, end) : end] in UNFINISHED:
        return 0
    return CAPITALS if capitals >= MIN_CAPITALS and not small else TITLE


def has_word(text: str, p: int, end: int) -> bool:
    """Return whether the text from p to `end`, without a capital letter, has a word (L12)."""
    kinds = ["SPACE", "SPACE"]
    for char in text[p:end]:
        kinds = [*kinds[-2:], kind_of(char)]
        is_pair = kinds[1] == kinds[2] and kinds[2] in ("LOWER", "DIGIT")
        if is_pair or kinds[2] == "LETTER" or kinds == ["DIGIT", "STOP", "DIGIT"]:
            return True
    return False


def is_stray(text: str, p: int) -> bool:
    """Return whether the line whose visible part begins at p is a short paragraph that ends a sentence, or a long
    paragraph that does not (L14)."""
    if p == len(text) or kind_of(text[p]) == "SPACE" or not follows_blank_line(text, p):
        return False
    end, _ = line_alone(text, p)
    if end == p or not begins_title(text, p) or after_label(text, p, end) > p or number_at(text, p, end)[1]:
        return False
    if may_end(text, p, end):
        return end - p > MAX_TITLE and not title_look(text, p, end)
    return end - p <= MAX_TITLE and ends_sentence_at(text, p, end)


def ends_sentence_at(text: str, p: int, end: int) -> bool:
    """Return whether the line ends with a mark that ends a sentence, or with such a mark before a quotation mark
    or a closing bracket."""
    last = end - 1
    if kind_of(text[last]) in CLOSING and last > p:
        last -= 1
    return kind_of(text[last]) in ("STOP", "TERMINAL")


def link_end(text: str, i: int, end: int) -> int:
    """Return the end of the target of a link that begins at i with a parenthesis, or i."""
    stop = i
    while stop < end and text[stop] != ")":
        stop += 1
    return stop + 1 if stop < end else i


def begins_title(text: str, p: int) -> bool:
    """Return whether a title may begin as the line at p does. A fence, an image or a footnote is not a title."""
    kind = kind_of(text[p])
    if text[p] in "`[":
        return text[p + 1] not in ("`" if text[p] == "`" else "!^")
    return kind in ("UPPER", "LETTER", "DIGIT", "NUMBER") or (kind == "OTHER" and text[p] > "\x7f")


def rank(text: str, p: int, found: int) -> int:
    """Return a key shared by all headings of one level that match the same pattern: the label; or the count of
    parts of the number, and for one part also its kind."""
    p = visible_part(text, p)
    end, _ = heading_alone(text, p)
    if found in (NUMBERED, OUTLINED):
        _, parts, kind = number_at(text, p, end)
        return NUMBER_KINDS * parts + (kind if parts == 1 else 0)
    if found != LABELLED:
        return 0
    if text[p] in ORDINALS:
        i = spaces(text, p + 1, end)
        while text[i] in NUMERALS or kind_of(text[i]) in ("DIGIT", "SPACE"):
            i += 1
        return ord(text[i])
    label, _ = label_of(text, p, end)
    return label or counted_of(text, p, end)


def counted_of(text: str, p: int, end: int) -> int:
    """Return a number for the word of COUNTED in the label at p, equal for all forms of the word; 0 for a label
    that begins with `§`."""
    last = after_counted(text, p, end)
    if last == p:
        return 0
    i = last
    while kind_of(text[i - 1]) in LETTERS or text[i - 1] in "§-":
        i -= 1
    return len(LABELS) + COUNTED.index(text[i:last]) // 3


def tier(pattern: int, number: int) -> int:
    """Return the tier of the headings of a pattern and a rank: ANNEX to ARTICLE for labels, then numbers by their
    count of parts, then titles."""
    if pattern == NUMBERED:
        return min(ARTICLE + number // NUMBER_KINDS, LAST_TIER - 1)
    if pattern != LABELLED:
        return LAST_TIER
    if number > LAST_RANK:
        counters = (COUNTED_PARTS, COUNTED_CHAPTERS, COUNTED_SECTIONS)
        return next((PART + k for k, group in enumerate(counters) if chr(number) in group), ARTICLE)
    counted = (LAST_COUNTED_ANNEX, LAST_COUNTED_PART, LAST_COUNTED_CHAPTER, LAST_COUNTED_SECTION)
    lasts = (LAST_ANNEX, LAST_PART, LAST_CHAPTER, LAST_SECTION) if number < len(LABELS) else counted
    return sum(number > last for last in lasts) if number else ARTICLE


def number_of(text: str, p: int, end: int) -> int:
    """Return the end of the label or the number of the line at p, with the white space after a number."""
    number = after_label(text, p, end)
    return number if number > p else number_at(text, p, end)[0]


def is_bare(text: str, p: int) -> bool:
    """Return whether only signs follow the label or the number of the line at p."""
    end, _ = heading_alone(text, p)
    return after_signs(text, number_of(text, p, end), end) == end


def is_first(text: str, p: int) -> bool:
    """Return whether the last part of the number of the line at p is the first of its series: "1", "I" or "A"."""
    end, _ = heading_alone(text, p)
    last = number_of(text, p, end)
    while last > p and not is_part(text[last - 1]):
        last -= 1
    return text[p:last][-1:] in FIRSTS and (last - 1 == p or not is_part(text[last - 2]))


def is_matter(text: str, p: int, end: int) -> bool:
    """Return whether the line from p to `end` is a title of MATTER, perhaps with a mark of ENDING after it."""
    return text[p : end - (text[end - 1] in ENDING)] in MATTER
