"""Lines of their own that are no headings, whatever they look like (`looks.py`).

N1. An entry of a list, with one of ITEM_BULLETS or ENTRY_SIGNS and white space first.
N2. A reference: up to MAX_REFERENCE letters and digits in brackets first, with a digit among them or without a
    small letter, then white space; or up to MAX_AUTHORS letters, digits, white space and WITHIN_AUTHORS there, of
    which a year is last. Or a name, a comma, a capital letter with a full stop, and a year in parentheses after
    them. A year is YEAR digits; a small letter may follow it. Or authors: an initial first, a capital letter with
    a full stop and white space, and another one after a comma, `&` or a word of at most MAX_OF small letters.
N3. A caption: a word of CAPTIONS, or one of SHORT_CAPTIONS, and a number first, as L4 has labels, or a capital
    letter and digits; no white space between them is needed after a full stop or a letter without case.
N4. A date, a time, or a number of a page: only digits, words of DATES, words of SMALL_ROMAN letters, white
    space and SIGNS, with a digit, such a letter, or the name of a month or a day. No number has more than YEAR
    digits, and of numbers with a full stop between them one has as many, or a word of TIMES follows: others are
    versions.
N5. A line with the number of a page: a word of PAGES and a number first, or last with no more than SIGNS,
    numbers and one word of up to MAX_OF letters after them, up to one of DIVIDERS; or a number, SIGNS and such a
    word, and nothing else. SIGNS may stand before these.
N6. A running title or an entry of a table of contents: digits last, after MIN_COLUMN code points of white space
    or full stops, or after one more number of YEAR digits.
N7. A note: a word of NOTES first, a bracket before it or not, and after it a colon with text, a digit or `+`. A
    word with a colon has any text after it.
N8. An entry of a timetable: a time first, of one or two digits, a colon and two digits, and no letter or digit.
N9. An address: of e-mail, without white space; a number of up to YEAR digits, a letter after them or not, white
    space, and one of STREETS as the last of at most MAX_STREET words; POSTCODE digits and one or two words with a
    capital letter; or last a comma, two capital letters, and POSTCODE digits. Or last a number of up to YEAR
    digits, a letter after them or not, white space before it, and at most MAX_STREET words before that: the last
    of them ends with one of STREET_ENDS, or the first of two or more is one of STREET_BEGINS.
"""

from __future__ import annotations

from shiplap._data.heading_looks import (
    CAPTIONS,
    DATES,
    ENTRY_SIGNS,
    NAMED_DATES,
    NOTES,
    NUMBERS,
    PAGES,
    SHORT_CAPTIONS,
    STREET_BEGINS,
    STREET_ENDS,
    STREETS,
    TIMES,
)
from shiplap._data.sentence_marks import ITEM_BULLETS
from shiplap.reference.boundaries.standard import LETTERS, kind_of

#: Code points in the brackets of a reference.
MAX_REFERENCE = 16
#: Code points in the brackets of a reference to authors and a year, and signs in them.
MAX_AUTHORS = 40
WITHIN_AUTHORS = frozenset(".,&+-–'’")
#: Digits of a postal code, and words of a street.
POSTCODE = 5
MAX_STREET = 4
#: What stands in dates, in times, and around numbers of pages.
SIGNS = frozenset(".,:;/|()[]{}-‐‑–—~·•_'’=*#<>")
#: Those that divide the columns of a line.
DIVIDERS = frozenset("|·•")
ROMAN = frozenset("IVXLCDM")
#: Letters of the Roman numbers of pages.
SMALL_ROMAN = frozenset("ivx")
#: Letters of a word between two numbers of pages: "3 of 9", "3 von 9".
MAX_OF = 3
#: Digits of a year.
YEAR = 4
#: White space or full stops, at least, before the number of a page in a line of contents.
MIN_COLUMN = 3


def is_no_heading(text: str, p: int, end: int) -> bool:
    """Return whether the line of its own whose visible part is from p to `end` is no heading."""
    return (
        is_entry(text, p, end)
        or is_reference(text, p, end)
        or is_cited(text, p, end)
        or is_authors(text, p, end)
        or is_caption(text, p, end)
        or is_date(text, p, end)
        or has_page(text, p, end)
        or ends_with_page(text, p, end)
        or is_note(text, p, end)
        or begins_with_time(text, p, end)
        or is_address_line(text, p, end)
    )


def is_entry(text: str, p: int, end: int) -> bool:
    """Return whether an entry of a list is at p (N1)."""
    is_sign = text[p] in ITEM_BULLETS or text[p] in ENTRY_SIGNS
    return is_sign and p + 1 < end and kind_of(text[p + 1]) == "SPACE"


def is_reference(text: str, p: int, end: int) -> bool:
    """Return whether a reference is at p (N2)."""
    if text[p] != "[":
        return False
    i = p + 1
    digit, small, other = False, False, False
    while i < end and i - p <= MAX_AUTHORS and text[i] != "]":
        kind = kind_of(text[i])
        if kind not in LETTERS and kind != "DIGIT":
            if kind != "SPACE" and text[i] not in WITHIN_AUTHORS:
                return False
            other = True
        digit = digit or kind == "DIGIT"
        small = small or kind == "LOWER"
        i += 1
    is_label = p + 1 < i <= p + 1 + MAX_REFERENCE and not other and (digit or not small)
    is_closed = i + 1 < end and text[i] == "]" and kind_of(text[i + 1]) == "SPACE"
    return is_closed and (is_label or ends_with_year(text, p, i))


def ends_with_year(text: str, p: int, end: int) -> bool:
    """Return whether a year is before `end` (N2)."""
    last = end - (kind_of(text[end - 1]) == "LOWER")
    return last - digits_begin(text, p, last) == YEAR


def is_cited(text: str, p: int, end: int) -> bool:
    """Return whether a name, a comma, an initial and a year in parentheses are at p (N2)."""
    i = word_end(text, p, end)
    initial = spaces(text, i + 1, end)
    if i == p or text[i : i + 1] != "," or initial + 1 >= end or initial == i + 1:
        return False
    if kind_of(text[initial]) != "UPPER" or text[initial + 1] != ".":
        return False
    close = initial
    while close < end and not (text[close] == ")" and ends_with_year(text, initial, close)):
        close += 1
    return close < end


def is_authors(text: str, p: int, end: int) -> bool:
    """Return whether two authors with initials are at p (N2)."""
    if not is_initial(text, p, end):
        return False
    for i in range(p + 3, end):
        if is_initial(text, i, end) and kind_of(text[i - 1]) == "SPACE":
            begin = word_begin(text, p, i - 1)
            word = text[begin : i - 1]
            is_small = 0 < len(word) <= MAX_OF and all(kind_of(char) == "LOWER" for char in word)
            if is_small or word == "&" or word[-1:] == ",":
                return True
    return False


def is_initial(text: str, i: int, end: int) -> bool:
    """Return whether a capital letter, a full stop and white space are at i."""
    is_spaced = i + 2 < end and text[i + 1] == "." and kind_of(text[i + 2]) == "SPACE"
    return is_spaced and kind_of(text[i]) == "UPPER"


def is_caption(text: str, p: int, end: int) -> bool:
    """Return whether a caption is at p (N3)."""
    if text[p] in SHORT_CAPTIONS:
        return is_caption_number(text, spaces(text, p + 1, end), end)
    for word in CAPTIONS:
        if text.startswith(word, p, end):
            after = p + len(word)
            begin = spaces(text, after, end)
            joins = word[-1] == "." or kind_of(word[-1]) == "LETTER"
            if (begin > after or joins) and is_caption_number(text, begin, end):
                return True
    return False


def is_caption_number(text: str, i: int, end: int) -> bool:
    """Return whether the number of a caption is at i: that of a label, or a capital letter and digits (N3)."""
    is_lettered = i + 1 < end and "A" <= text[i] <= "Z" and kind_of(text[i + 1]) == "DIGIT"
    return is_lettered or is_number(text, i, end)


def spaces(text: str, i: int, end: int) -> int:
    """Return where the white space at i ends."""
    while i < end and kind_of(text[i]) == "SPACE":
        i += 1
    return i


def is_number(text: str, i: int, end: int) -> bool:
    """Return whether a number of a label is at i: it begins with a digit, or is Roman, or one capital letter, or a
    word of NUMBERS that a sign follows, or nothing, or no small letter."""
    last = i
    while last < end and (kind_of(text[last]) in LETTERS or kind_of(text[last]) == "DIGIT"):
        last += 1
    word = text[i:last]
    if not word:
        return False
    if kind_of(word[0]) == "DIGIT" or set(word) <= ROMAN or (len(word) == 1 and "A" <= word <= "Z"):
        return True
    after = spaces(text, last, end)
    return word in NUMBERS and (after == end or kind_of(text[after]) != "LOWER")


def word_end(text: str, i: int, end: int) -> int:
    """Return where the letters at i end."""
    while i < end and kind_of(text[i]) in LETTERS:
        i += 1
    return i


def digits_end(text: str, i: int, end: int) -> int:
    """Return where the digits at i end."""
    while i < end and kind_of(text[i]) == "DIGIT":
        i += 1
    return i


def is_date(text: str, p: int, end: int) -> bool:
    """Return whether the line is a date, a time, or a number of a page (N4)."""
    i = p
    has_digit = False
    while i < end:
        kind = kind_of(text[i])
        if kind == "DIGIT":
            i, is_version = numbers_end(text, i, end)
            if is_version and not is_time_word(text, spaces(text, i, end), end):
                return False
            has_digit = True
        elif kind in LETTERS:
            begin, i = i, word_end(text, i, end)
            word = text[begin:i]
            is_roman = set(word) <= SMALL_ROMAN
            if not is_roman and word not in DATES:
                return False
            has_digit = has_digit or is_roman or word in DATES[:NAMED_DATES]
        elif kind == "SPACE" or text[i] in SIGNS:
            i += 1
        else:
            return False
    return has_digit


def is_time_word(text: str, i: int, end: int) -> bool:
    """Return whether a word of TIMES is at i, with no letter or digit after it."""
    for word in TIMES:
        after = i + len(word)
        if text.startswith(word, i, end) and not (after < end and is_part(text[after])):
            return True
    return False


def is_part(char: str) -> bool:
    """Return whether a character is a letter or a digit."""
    return kind_of(char) in LETTERS or kind_of(char) == "DIGIT"


def numbers_end(text: str, i: int, end: int) -> tuple[int, bool]:
    """Return where the numbers at i end that have a full stop between each two, and whether they are a version:
    two numbers or more without one of YEAR digits, or one of more."""
    begin, i = i, digits_end(text, i, end)
    count, has_year = 1, i - begin == YEAR
    is_long = i - begin > YEAR
    while i + 1 < end and text[i] == "." and kind_of(text[i + 1]) == "DIGIT":
        begin, i = i + 1, digits_end(text, i + 1, end)
        count += 1
        has_year = has_year or i - begin == YEAR
        is_long = is_long or i - begin > YEAR
    return i, is_long or (count > 1 and not has_year)


def has_page(text: str, p: int, end: int) -> bool:
    """Return whether the line has the number of a page (N5)."""
    lead = signs_end(text, p, end)
    numbered = signs_end(text, digits_end(text, lead, end), end)
    i = p
    while i < end:
        if i > p and kind_of(text[i - 1]) in LETTERS:
            i += 1
            continue
        after = page_word(text, i, end)
        if after > i:
            number = signs_end(text, after, end)
            last = digits_end(text, number, end)
            if last > number and (i in (lead, numbered) or closes_page(text, last, end)):
                return True
            if after == end and i == numbered > lead:
                return True
        i += 1
    return False


def page_word(text: str, i: int, end: int) -> int:
    """Return where the word of PAGES ends that is at i, with no letter after it, or i."""
    for word in PAGES:
        if text.startswith(word, i, end):
            after = i + len(word)
            if after == end or kind_of(text[after]) not in LETTERS:
                return after
    return i


def signs_end(text: str, i: int, end: int) -> int:
    """Return where the SIGNS and the white space at i end."""
    while i < end and (text[i] in SIGNS or kind_of(text[i]) == "SPACE"):
        i += 1
    return i


def closes_page(text: str, i: int, end: int) -> bool:
    """Return whether only SIGNS, one word of up to MAX_OF letters, and numbers are at i, up to a divider."""
    begin, i = i, signs_end(text, i, end)
    if DIVIDERS & set(text[begin:i]):
        return True
    after = word_end(text, i, end)
    if after - i > MAX_OF:
        return False
    begin = digits_end(text, signs_end(text, after, end), end)
    i = signs_end(text, begin, end)
    return i == end or bool(DIVIDERS & set(text[begin:i]))


def ends_with_page(text: str, p: int, end: int) -> bool:
    """Return whether the line ends with the number of a page (N6)."""
    i = digits_begin(text, p, end)
    if i in (p, end):
        return False
    gap = i
    while gap > p and (text[gap - 1] == "." or kind_of(text[gap - 1]) == "SPACE"):
        gap -= 1
    if i - gap >= MIN_COLUMN or "\t" in text[gap:i]:
        return gap > p
    return gap == i - 1 and text[gap] != "." and gap - digits_begin(text, p, gap) == YEAR


def digits_begin(text: str, p: int, end: int) -> int:
    """Return where the digits that end at `end` begin, p at least."""
    i = end
    while i > p and kind_of(text[i - 1]) == "DIGIT":
        i -= 1
    return i


def is_note(text: str, p: int, end: int) -> bool:
    """Return whether a note is at p (N7)."""
    begin = p + (text[p] in "[(")
    for word in NOTES:
        if text.startswith(word, begin, end):
            after = begin + len(word)
            i = spaces(text, after, end)
            is_numbered = i > after and i < end and (kind_of(text[i]) == "DIGIT" or text[i] == "+")
            if i < end and (word[-1] == ":" or (i + 1 < end and (text[i] in ":：" or is_numbered))):
                return True
    return False


def begins_with_time(text: str, p: int, end: int) -> bool:
    """Return whether an entry of a timetable is at p (N8)."""
    i = digits_end(text, p, end)
    last = digits_end(text, i + 1, end)
    is_time = 0 < i - p <= 2 and text[i : i + 1] == ":" and last - i == 3
    return is_time and not (last < end and (is_part(text[last]) or text[last] == ":"))


def is_address_line(text: str, p: int, end: int) -> bool:
    """Return whether the line is an address (N9)."""
    words = sum(kind_of(text[k]) == "SPACE" != kind_of(text[k - 1]) for k in range(p + 1, end))
    if words == 0:
        at = text.find("@", p, end)
        return p < at < end - 1 and is_part(text[at - 1]) and is_part(text[at + 1])
    i = digits_end(text, p, end)
    last = digits_begin(text, p, end)
    if i == p + POSTCODE and words <= 2:
        return kind_of(text[i]) == "SPACE" and kind_of(text[spaces(text, i, end)]) == "UPPER"
    if p < i <= p + YEAR and words <= MAX_STREET:
        after = word_end(text, i, end)
        is_spaced = after <= i + 1 and kind_of(text[after]) == "SPACE"
        return is_spaced and text[word_begin(text, p, end) : end] in STREETS
    return (end - last == POSTCODE and follows_state(text, p, last)) or (
        words <= MAX_STREET and ends_with_house(text, p, end, words)
    )


def ends_with_house(text: str, p: int, end: int, words: int) -> bool:
    """Return whether the line, which has so many words and one more, ends with the number of a house in a street
    (N9)."""
    last = end - (kind_of(text[end - 1]) in LETTERS)
    i = digits_begin(text, p, last)
    if not 0 < last - i <= YEAR or i == p or kind_of(text[i - 1]) != "SPACE":
        return False
    if text[word_begin(text, p, i - 1) : i - 1].endswith(STREET_ENDS):
        return True
    return words > 1 and text[p:i].startswith(tuple(f"{word} " for word in STREET_BEGINS))


def word_begin(text: str, p: int, end: int) -> int:
    """Return where what ends at `end` begins, after white space."""
    while end > p and kind_of(text[end - 1]) != "SPACE":
        end -= 1
    return end


def follows_state(text: str, p: int, i: int) -> bool:
    """Return whether a comma, two capital letters and white space are before i (N9)."""
    state = text[max(p, i - 5) : i]
    is_spaced = len(state) == 5 and state[:2] == ", " and state[4] == " "
    return is_spaced and all("A" <= char <= "Z" for char in state[2:4])
