"""Headings without marks: what a line of its own looks like.

The line is judged by its characters and by the white space around it, so the look is local:

L1. It follows a blank line, or nothing visible. Up to HEADING_INDENT code points of white space may be before it
    in its line: it is indented, or centred.
L2. It is at most CAP code points long. A blank line follows, and then something visible, in CAP code points of
    white space.
L3. It does not end with a mark that ends or goes on a sentence, or opens something, nor with such a mark before
    a quotation mark or a closing bracket. A full stop or a colon may end a phrase: without a mark before white
    space in it, in a line of at most MAX_ENDED code points that begins with no small letter. A dash may end one
    after a label.
L4. LABELLED: it begins with a word of LABELS and a number ("Article 5", "CHAPTER IV", "Annex B", "Part One"),
    with one or two `§` and a digit, with one of ORDINALS, a number and one of COUNTERS, or with a number and a
    word of COUNTED that nothing follows, or a sign ("2. cikk", "Erster Teil"). If it ends with a mark, then a
    sign follows the number, and nothing after that; or a phrase that begins with no small letter. Without a sign,
    the phrase is in capitals; or it begins with a capital letter, has no digit and at most MAX_WORDS words, twice
    as many after `§`, and the number before it has a digit last or is longer than one letter.
L5. NUMBERED: it begins with a number ("4", "11.5.14.1", "A.2", "IV.", "B)", "IV –", "(IV)"), white space,
    and no small letter; or with NUMERALS in parentheses, or before `、` ("（四）", "十二、"); or it is a Roman
    number alone. It has at most MAX_ENDED code points after the number. The text after it has no number of
    as many parts of the same kind, nor, if it has one part, do two lines of their own of at most MAX_TITLE
    code points right before it have one: those are items of a list. If it ends with a mark, the number is
    followed by a phrase of at most MAX_WORDS words. OUTLINED: the same if the number has one part and is
    not Roman, other than capital letters follow it, and the text after the line is indented as far as the
    text of an item of a list, or more.
L6. A title has at most MAX_TITLE code points, without what links lead to. It begins with a capital letter or one
    of no case, a digit, a number, a symbol beyond ASCII, a backtick or the text of a link, or is one word. It is
    no fence, image or footnote, and outside of backticks it has no `//` and none of CODE.
L7. CAPITALS: a title of three capital letters or more, and no small one; it may end with a mark. TITLE: any
    other title that is not indented. INDENTED: one that is, if the text after it is no item, not indented more,
    and no line of its own of at most MAX_TITLE code points.
L8. A paragraph is stray if it is a line as in L1 and L2 without a label or a number, begins as a title does, and
    has either at most MAX_TITLE code points and a mark at its end that ends a sentence, or more and no such
    mark.

L9. A label or a number may take two lines: the next line has at most MAX_TITLE code points, and stands before a
    blank line as in L2. Either only signs follow the label or the number in the first line, and the
    second is a title as in L6, without a label or a number; if the first ends with a full stop or a colon, the
    second may too, as a phrase in capitals, or of at most MAX_WORDS words. Or the first has at most MAX_TITLE
    code points, and the second is indented more, no item of a list, and ends as a heading may, without a mark.

The first of L4 to L7 that holds is the look. A line with a number that is no heading by L5 has none, nor has a
line that is no heading by N1 to N9 (`no_headings.py`), a labelled one by N6. The second line of L9 is no title if
it is no heading by N1 to N9.
"""

from __future__ import annotations

from shiplap._data.heading_looks import (
    ARTICLE,
    CAPITALS,
    COUNTED,
    COUNTED_CHAPTERS,
    COUNTED_PARTS,
    COUNTED_SECTIONS,
    COUNTERS,
    INDENTED,
    LABELLED,
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
    NUMBERED,
    NUMBERS,
    NUMERALS,
    ORDINALS,
    OUTLINED,
    PART,
    TAB,
    TITLE,
)
from shiplap._data.heading_looks import MAX_INDENT as HEADING_INDENT
from shiplap._data.sentence_marks import DASHES
from shiplap.reference.boundaries.items import item_style
from shiplap.reference.boundaries.lines import INDENTATION, follows_blank_line, line_start, next_line
from shiplap.reference.boundaries.no_headings import (
    ROMAN,
    digits_end,
    ends_with_page,
    is_no_heading,
    is_number,
    is_part,
    spaces,
    word_end,
)
from shiplap.reference.boundaries.sentences import CAP, LINE_ENDS, gap_before, line_ends
from shiplap.reference.boundaries.standard import LETTERS, kind_of

#: Marks that a heading does not end with (L3), and what they are looked for before.
UNENDING = frozenset(("STOP", "TERMINAL", "CONTINUE", "OPEN"))
CLOSING = frozenset(("QUOTE", "CLOSE"))
CODE = frozenset("{};=|")
#: Roman numerals that may stand without a full stop: the others make words and names of units.
SMALL_ROMAN = frozenset("IVXL")
CAPITAL_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
ASCII_DIGITS = frozenset("0123456789")
#: Signs within a number after a label, and between it and what follows.
WITHIN = frozenset(".-/*'’–")
AFTER = frozenset(".．:：,)]º°。") | DASHES
#: Marks that may end a phrase.
ENDING = frozenset(".．:：。")
#: Capital letters of a title that is in capitals.
MIN_CAPITALS = 3
#: Digits of one part of a number: more are a year, or a price.
MAX_PART_DIGITS = 3
#: What the number of a heading begins with: `rank` has it.
DIGIT, LETTER, ROMAN_NUMERAL = range(3)
#: The parentheses around a number, by the first.
PARENTHESES = {"(": ")", "（": "）"}
#: The first number of each of these.
FIRSTS = ("1", "A", "I")
#: The looks without a label or a number.
UNNUMBERED = CAPITALS | TITLE | INDENTED
#: The greatest rank of a label that is a word (`rank`).
LAST_RANK = len(LABELS) + len(COUNTED) // 3
#: The tier of titles.
LAST_TIER = 16


def look(text: str, p: int) -> int:
    """Return the look of the line at p, which begins a line, or the visible part of one: LABELLED, NUMBERED,
    CAPITALS, TITLE, OUTLINED, INDENTED, or 0."""
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
    """Return the look of the line at p if the line is a heading in a text with these looks (C9), or 0."""
    found = look(text, p)
    if found & looks or not (found & UNNUMBERED and looks & (LABELLED | NUMBERED)):
        return found & looks
    p = visible_part(text, p)
    return found if is_matter(text, p, line_alone(text, p)[0]) else 0


def look_of_line(text: str, p: int, end: int, after: int) -> int:
    """Return the look of the line whose visible part is from p to `end`; the next visible text begins at
    `after`."""
    ends = may_end(text, p, end)
    if not ends and not has_ending(text, p, end):
        return 0
    number = after_label(text, p, end)
    if number > p:
        return LABELLED if ends or ends_label(text, p, number, end) else 0
    if not ends and text[end - 1] in DASHES:
        return 0
    number, parts, _ = number_at(text, p, end)
    if parts:
        if not heads(text, p, number, end, after) or not (ends or is_phrase(text, number, end, MAX_WORDS)):
            return 0
        if end - number > MAX_ENDED:
            return 0
        return OUTLINED if is_outlined(text, p, number, end, after) else NUMBERED
    if not ends and not (in_capitals(text, p, end) and is_phrase(text, p, end, MAX_ENDED)):
        return 0
    found = title_look(text, p, end)
    if not ends and found != CAPITALS:
        return 0
    return indented_look(text, p, after) if found == TITLE and indent_of(text, p) else found


def indented_look(text: str, p: int, after: int) -> int:
    """INDENTED, or 0, for a title that is indented (L7)."""
    end, _ = line_alone(text, after)
    is_long = end == after or end - after > MAX_TITLE
    is_fit = is_long and indent_of(text, after) <= indent_of(text, p) and not item_style(text, after)
    return INDENTED if is_fit else 0


def visible_part(text: str, p: int) -> int:
    """Return where the white space ends that begins the line at p, at most HEADING_INDENT code points after p."""
    i = p
    while i < len(text) and i - p < HEADING_INDENT and text[i] in INDENTATION:
        i += 1
    return i


def indent_of(text: str, p: int) -> int:
    """Return how many code points are before p in its line if all are white space, a tab counted as TAB; at most
    HEADING_INDENT of them are looked at."""
    i, width = p, 0
    while i > 0 and p - i < HEADING_INDENT and text[i - 1] in INDENTATION:
        i -= 1
        width += TAB if text[i] == "\t" else 1
    return width


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


def heading_alone(text: str, p: int) -> tuple[int, int]:
    """Return the same for a heading of one line, or of two (L9)."""
    end, after = line_alone(text, p)
    return (end, after) if end > p else two_lines(text, p)


def two_lines(text: str, p: int) -> tuple[int, int]:
    """Return the same for the line at p with the next one, (p, p) if they are no heading of two lines (L9)."""
    second = next_line(text, p)
    if second is None or second == len(text):
        return p, p
    end = gap_before(text, second)
    begin = visible_part(text, second)
    if begin == len(text) or kind_of(text[begin]) == "SPACE":
        return p, p
    number = number_of(text, p, end)
    last, after = line_alone(text, begin)
    if number == p or last - begin not in range(1, MAX_TITLE + 1):
        return p, p
    ends = may_end(text, begin, last)
    if after_signs(text, number, end) == end:
        is_fit = number_of(text, begin, last) == begin and title_look(text, begin, last) > 0
        ends = ends or (text[end - 1] in ENDING and ends_title(text, begin, last))
        is_fit = is_fit and ends and not is_no_heading(text, begin, last)
    else:
        is_indented = indent_of(text, begin) > indent_of(text, p)
        is_fit = ends and end - p <= MAX_TITLE and is_indented and not item_style(text, begin)
    return (last, after) if is_fit else (p, p)


def ends_title(text: str, p: int, end: int) -> bool:
    """Return whether the line at p, which ends with a mark, may be the title of a label above it (L9)."""
    if text[end - 1] not in ENDING or not has_ending(text, p, end):
        return False
    return is_phrase(text, p, end, MAX_ENDED if in_capitals(text, p, end) else MAX_WORDS)


def after_signs(text: str, i: int, end: int) -> int:
    """Return where the signs of AFTER and the white space at i end."""
    while i < end and (text[i] in AFTER or kind_of(text[i]) == "SPACE"):
        i += 1
    return i


def may_end(text: str, p: int, end: int) -> bool:
    """Return whether a heading may end as the line does, whatever is in it (L3)."""
    last = end - 1
    if kind_of(text[last]) in CLOSING and last > p:
        last -= 1
    return kind_of(text[end - 1]) not in UNENDING and kind_of(text[last]) not in UNENDING


def has_ending(text: str, p: int, end: int) -> bool:
    """Return whether the line ends with a mark that a phrase may end with, no other before it (L3)."""
    last = text[end - 1]
    is_fit = 1 < end - p <= MAX_ENDED and kind_of(text[p]) != "LOWER"
    return is_fit and (last in DASHES or (last in ENDING and text[end - 2] not in ENDING))


def is_phrase(text: str, p: int, end: int, words: int) -> bool:
    """Return whether what is from p to `end` is a phrase of at most so many words (L3)."""
    count = 1
    for i in range(p, end):
        if kind_of(text[i]) == "SPACE" and kind_of(text[i - 1]) != "SPACE":
            count += 1
            if kind_of(text[i - 1]) in ("STOP", "TERMINAL"):
                return False
    return count <= words


def after_label(text: str, p: int, end: int) -> int:
    """Return where the label with its number ends that begins the line, or p (L4)."""
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
    """Return the number of the word of LABELS that begins the line, with a number after it, from 1, the same for a
    word in capitals, and where its number ends. (0, p) without one."""
    for row, label in enumerate(LABELS):
        if text.startswith(label, p, end):
            begin = spaces(text, p + len(label), end)
            i = begin + (text[begin : begin + 1] == "(")
            if (begin > p + len(label) or label[-1] == ".") and is_number(text, i, end):
                return row // 2 + 1, number_end(text, i, end)
    return 0, p


def after_counted(text: str, p: int, end: int) -> int:
    """Return where the word of COUNTED ends that follows the number at p and that nothing follows, or a sign; or
    p."""
    i = word_end(text, p, end)
    if i > p and text[p:i] not in NUMBERS and not set(text[p:i]) <= ROMAN:
        return p
    i = digits_end(text, i, end)
    begin = spaces(text, i + (text[i : i + 1] == "."), end)
    if i == p or begin == i:
        return p
    last = begin + 1 if text[begin : begin + 1] == "§" else word_end(text, begin, end)
    if text[begin:last] not in COUNTED or (last < end and text[last] not in AFTER | LINE_ENDS):
        return p
    return last


def number_end(text: str, i: int, end: int) -> int:
    """Return where the number of a label ends that begins at i: letters, digits, and WITHIN between them."""
    while i < end:
        if not is_part(text[i]) and not (text[i] in WITHIN and i + 1 < end and is_part(text[i + 1])):
            break
        i += 1
    return i


def ends_label(text: str, p: int, number: int, end: int) -> bool:
    """Return whether the line at p, which ends with a mark, is a heading; its label and number end at `number`
    (L4)."""
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
    """Return whether MIN_CAPITALS capital letters or more are between i and `end`, and no small one."""
    kinds = [kind_of(char) for char in text[i:end]]
    return kinds.count("UPPER") >= MIN_CAPITALS and "LOWER" not in kinds


def number_at(text: str, p: int, end: int) -> tuple[int, int, int]:
    """Return where the number ends that begins at p, with the white space after it; how many parts it has, or 0;
    and what it begins with: DIGIT, LETTER or ROMAN_NUMERAL."""
    i, parts, kind = p, 0, DIGIT
    if i < end and (text[i] in PARENTHESES or text[i] in NUMERALS):
        return in_parentheses(text, p, end)
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
    if i > begin and i < end and text[i] in ".)":
        i += 1
    after = spaces(text, i, end)
    return (after, parts, kind) if parts and i < after < end else (p, 0, kind)


def in_parentheses(text: str, p: int, end: int) -> tuple[int, int, int]:
    """Return the same for a number in parentheses at p, a Roman one that white space follows, or one of NUMERALS;
    or for one of NUMERALS before `、`."""
    begin = i = p + (text[p] in PARENTHESES)
    members = NUMERALS if text[i : i + 1] in tuple(NUMERALS) else SMALL_ROMAN
    while i < end and text[i] in members:
        i += 1
    if i == begin or i >= end or text[i] != PARENTHESES.get(text[p], "、"):
        return p, 0, ROMAN_NUMERAL
    after = spaces(text, i + 1, end)
    is_fit = after < end and (after > i + 1 or members == NUMERALS)
    return (after, 1, ROMAN_NUMERAL) if is_fit else (p, 0, ROMAN_NUMERAL)


def roman_at(text: str, p: int, i: int, end: int) -> tuple[int, int, int]:
    """Return the same for a Roman number from p to i that no full stop follows: it is alone, or a parenthesis, a
    colon or a dash follows it, or white space, and capital letters alone after a single numeral."""
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
    if not i < after < end or (i == p + 1 and not in_capitals(text, after, end)):
        return p, 0, ROMAN_NUMERAL
    return after, 1, ROMAN_NUMERAL


def heads(text: str, p: int, number: int, end: int, after: int) -> bool:
    """Return whether the line at p is a heading whose number ends at `number`: no item of a list of such lines
    (L5)."""
    if number < end and kind_of(text[number]) == "LOWER":
        return False
    parts, kind = number_at(text, p, end)[1:]
    if number_at(text, after, min(after + CAP, len(text)))[1:] == (parts, kind):
        return False
    return parts > 1 or not ends_list(text, p, kind)


def ends_list(text: str, p: int, kind: int) -> bool:
    """Return whether two lines of their own with numbers of one part, of the same kind, are right before the line
    at p (L5)."""
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
    """Return whether the text at `after` is indented as that of an item of a list (L5)."""
    _, parts, kind = number_at(text, p, end)
    if parts > 1 or kind == ROMAN_NUMERAL or in_capitals(text, number, end):
        return False
    return indent_of(text, after) >= indent_of(text, p) + number - p


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


def is_stray(text: str, p: int) -> bool:
    """Return whether the line whose visible part begins at p is a short paragraph that ends a sentence, or a long
    one that does not (L8)."""
    if p == len(text) or kind_of(text[p]) == "SPACE" or not follows_blank_line(text, p):
        return False
    end, _ = line_alone(text, p)
    if end == p or not begins_title(text, p) or after_label(text, p, end) > p or number_at(text, p, end)[1]:
        return False
    if may_end(text, p, end):
        return end - p > MAX_TITLE and not title_look(text, p, end)
    return end - p <= MAX_TITLE and ends_sentence_at(text, p, end)


def ends_sentence_at(text: str, p: int, end: int) -> bool:
    """Return whether the line ends with a mark that ends a sentence, or such a mark before a quotation mark or a
    closing bracket."""
    last = end - 1
    if kind_of(text[last]) in CLOSING and last > p:
        last -= 1
    return kind_of(text[last]) in ("STOP", "TERMINAL")


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
    number has and, of one part, what it is."""
    p = visible_part(text, p)
    end, _ = heading_alone(text, p)
    if found in (NUMBERED, OUTLINED):
        _, parts, kind = number_at(text, p, end)
        return 3 * parts + (kind if parts == 1 else 0)
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
    """Return a number for the word of COUNTED that the label at p ends with, the same in all its forms; 0 for `§`
    first."""
    last = after_counted(text, p, end)
    if last == p:
        return 0
    i = last
    while kind_of(text[i - 1]) in LETTERS or text[i - 1] == "§":
        i -= 1
    return len(LABELS) + COUNTED.index(text[i:last]) // 3


def tier(pattern: int, number: int) -> int:
    """Return the tier of the headings of a pattern and a rank: ANNEX to ARTICLE for labels, then numbers by how
    many parts they have, then titles."""
    if pattern == NUMBERED:
        return min(ARTICLE + number // 3, LAST_TIER - 1)
    if pattern != LABELLED:
        return LAST_TIER
    if number > LAST_RANK:
        counters = (COUNTED_PARTS, COUNTED_CHAPTERS, COUNTED_SECTIONS)
        return next((PART + k for k, group in enumerate(counters) if chr(number) in group), ARTICLE)
    counted = (LAST_COUNTED_ANNEX, LAST_COUNTED_PART, LAST_COUNTED_CHAPTER, LAST_COUNTED_SECTION)
    lasts = (LAST_ANNEX, LAST_PART, LAST_CHAPTER, LAST_SECTION) if number < len(LABELS) else counted
    return sum(number > last for last in lasts) if number else ARTICLE


def number_of(text: str, p: int, end: int) -> int:
    """Return where the label and the number end of the line at p, with the white space after a number."""
    number = after_label(text, p, end)
    return number if number > p else number_at(text, p, end)[0]


def is_bare(text: str, p: int) -> bool:
    """Return whether only signs follow the label and the number of the line at p."""
    end, _ = heading_alone(text, p)
    return after_signs(text, number_of(text, p, end), end) == end


def is_first(text: str, p: int) -> bool:
    """Return whether the last part of the number of the line at p is the first of all: "1", "I" or "A"."""
    end, _ = heading_alone(text, p)
    last = number_of(text, p, end)
    while last > p and not is_part(text[last - 1]):
        last -= 1
    return text[p:last][-1:] in FIRSTS and (last - 1 == p or not is_part(text[last - 2]))


def is_matter(text: str, p: int, end: int) -> bool:
    """Return whether the line from p to `end` is a title of MATTER, with a mark of ENDING after it or without."""
    return text[p : end - (text[end - 1] in ENDING)] in MATTER
