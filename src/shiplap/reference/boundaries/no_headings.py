"""Lines of their own that are not headings, even if they have a heading pattern (`looks.py`).

N1. An entry of a list: it begins with one of ITEM_BULLETS or ENTRY_SIGNS, and white space.
N2. A reference, in one of five forms. (1) Brackets with up to MAX_REFERENCE letters and digits, with a digit or
    without a small letter, and then white space. (2) Brackets with up to MAX_AUTHORS letters, digits, white space
    and WITHIN_AUTHORS, with a year last, and then white space. (3) A name, a comma, a capital letter with a full
    stop, and later a year in parentheses. (4) Authors: an initial, and later another initial after a comma, `&` or
    a word of at most MAX_OF small letters. (5) Authors with the numbers of their institutes: at least two words
    with a capital letter first and a digit directly after a small letter, and a comma before any white space after
    the first such digit. A year is YEAR digits; a small letter may follow it. An initial is a capital letter, a
    full stop and white space.
N3. A caption: it begins with a word of CAPTIONS or one of SHORT_CAPTIONS, and then a number as in a label (L4), or
    a capital letter and digits. White space between the word and the number is not needed if the word ends with a
    full stop or a letter without case.
N4. A date, a time, or a page number: it contains only digits, words of DATES, words of SMALL_ROMAN letters, white
    space and SIGNS. It contains a digit, a word of SMALL_ROMAN letters, or the name of a month or a day. No number
    has more than YEAR digits. If full stops join two or more numbers, one of them has YEAR digits. Other numbers
    are versions, and are allowed only before a word of TIMES.
N5. A line with a page number, in one of three forms. (1) It begins with a word of PAGES and a number; SIGNS and a
    number may precede them. (2) It ends with a word of PAGES and a number. After them, up to the end or to one of
    DIVIDERS, there are only SIGNS, numbers and at most one word of up to MAX_OF letters. (3) It is a number, SIGNS
    and such a word, and nothing else; SIGNS may precede them.
N6. A running title or an entry of a table of contents: it ends with digits. Before the digits are at least
    MIN_COLUMN code points of white space or full stops, or a tab, or one of DIVIDERS and white space, or another
    number of YEAR digits.
N7. A note: it begins with a word of NOTES; a bracket may precede the word. After the word is a colon, or white
    space and a digit or `+`, and in both cases more text. A word of NOTES that ends with a colon needs only more
    text.
N8. An entry of a timetable: it begins with a time of one or two digits, a colon and two digits. A letter, a digit
    or a colon does not follow the time.
N9. An address, in one of five forms. (1) An e-mail address, or an address that begins with one of WEB, without
    white space. (2) A number of up to YEAR digits, perhaps with a letter, then white space, and one of STREETS as
    the last of at most MAX_STREET words. (3) POSTCODE digits and one or two words with a capital letter first. (4)
    At the end of a line a comma, two capital letters, and POSTCODE digits. (5) At the end of a line white space
    and a number of up to YEAR digits, perhaps with a letter. At most MAX_STREET words precede the number. The last
    of them ends with one of STREET_ENDS, or the first of two or more is one of STREET_BEGINS.
N10. A name below a signature: the visible line before it has only underscores and spaces, at most MAX_FIELD code
    points of them, and ends with FIELD (a longer line divides the text), or is one of CLOSINGS with a comma at its
    end ("Sincerely,").
N11. The end of a letter, an order or a document: it is one of CLOSINGS, perhaps with a bracket before it and with
    CLOSING_SIGNS after it ("SO ORDERED.", "[Signature Page Follows]"). Or it is a field of a form: it contains
    FIELD.
N12. The place and the day of a signature, in one of two forms. (1) It begins with a word of SIGNINGS and contains
    a digit ("Dated this 3rd day of March, 2021"). (2) A word, a comma, and a date (N4) with a letter and at least
    two runs of digits ("Berlin, 3 March 2021").
"""

from __future__ import annotations

from shiplap._data.heading_looks import (
    CAPTIONS,
    CLOSINGS,
    DATES,
    ENTRY_SIGNS,
    NAMED_DATES,
    NOTES,
    NUMBERS,
    PAGES,
    SHORT_CAPTIONS,
    SIGNINGS,
    STREET_BEGINS,
    STREET_ENDS,
    STREETS,
    TIMES,
)
from shiplap._data.sentence_marks import ITEM_BULLETS
from shiplap.reference.boundaries.lines import line_start
from shiplap.reference.boundaries.sentences import LINE_ENDS, gap_before
from shiplap.reference.boundaries.standard import LETTERS, kind_of

#: The most code points in the brackets of a reference.
MAX_REFERENCE = 16
#: The most code points in the brackets of a reference to authors and a year, and the signs in such brackets.
MAX_AUTHORS = 40
WITHIN_AUTHORS = frozenset(".,&+-–'’")
#: The beginnings of an address in the web.
WEB = ("www.", "http://", "https://")
#: The end of a line for a signature (N10, N11).
FIELD = "____"
#: The most code points of such a line.
MAX_FIELD = 60
#: The signs after one of CLOSINGS.
CLOSING_SIGNS = frozenset(".,:!)]")
#: The digits of a postal code, and the most words of a street.
POSTCODE = 5
MAX_STREET = 4
#: The signs in dates, in times, and around page numbers.
SIGNS = frozenset(".,:;/|()[]{}-‐‑–—~·•_'’=*#<>")
#: The signs that divide the columns of a line.
DIVIDERS = frozenset("|·•")
ROMAN = frozenset("IVXLCDM")
#: The letters of Roman page numbers.
SMALL_ROMAN = frozenset("ivx")
#: The most letters of a word between two page numbers: "3 of 9", "3 von 9".
MAX_OF = 3
#: The digits of a year.
YEAR = 4
#: The fewest code points of white space or full stops before the page number in a line of contents.
MIN_COLUMN = 3


def is_no_heading(text: str, p: int, end: int) -> bool:
    """Return whether the line of its own whose visible part is from p to `end` is not a heading."""
    return (
        is_entry(text, p, end)
        or is_reference(text, p, end)
        or is_cited(text, p, end)
        or is_authors(text, p, end)
        or is_numbered_authors(text, p, end)
        or is_caption(text, p, end)
        or is_date(text, p, end)
        or has_page(text, p, end)
        or ends_with_page(text, p, end)
        or is_note(text, p, end)
        or begins_with_time(text, p, end)
        or is_address_line(text, p, end)
        or follows_field(text, p)
        or is_sign_off(text, p, end)
        or FIELD in text[p:end]
        or is_signed_day(text, p, end)
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


def is_numbered_authors(text: str, p: int, end: int) -> bool:
    """Return whether authors with the numbers of their institutes are at p (N2)."""
    names = 0
    is_name = after_small = has_comma = False
    for i in range(p, end):
        kind = kind_of(text[i])
        if i == p or kind_of(text[i - 1]) == "SPACE":
            if names == 1 and not has_comma:
                return False
            is_name = kind == "UPPER"
        if kind == "DIGIT" and after_small and is_name:
            names += 1
            is_name = False
        has_comma = has_comma or (names > 0 and text[i] == ",")
        after_small = kind == "LOWER"
    return names > 1


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
    """Return whether the number of a caption is at i: the number of a label, or a capital letter and digits
    (N3)."""
    is_lettered = i + 1 < end and "A" <= text[i] <= "Z" and kind_of(text[i + 1]) == "DIGIT"
    return is_lettered or is_number(text, i, end)


def spaces(text: str, i: int, end: int) -> int:
    """Return the end of the white space at i."""
    while i < end and kind_of(text[i]) == "SPACE":
        i += 1
    return i


def is_number(text: str, i: int, end: int) -> bool:
    """Return whether the number of a label is at i. It begins with a digit, or is Roman, or is one capital letter,
    or is a word of NUMBERS that no small letter follows."""
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
    """Return the end of the letters at i."""
    while i < end and kind_of(text[i]) in LETTERS:
        i += 1
    return i


def digits_end(text: str, i: int, end: int) -> int:
    """Return the end of the digits at i."""
    while i < end and kind_of(text[i]) == "DIGIT":
        i += 1
    return i


def is_date(text: str, p: int, end: int) -> bool:
    """Return whether the line is a date, a time, or a page number (N4)."""
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
    """Return whether a word of TIMES is at i, and no letter or digit follows it."""
    for word in TIMES:
        after = i + len(word)
        if text.startswith(word, i, end) and not (after < end and is_part(text[after])):
            return True
    return False


def is_part(char: str) -> bool:
    """Return whether a character is a letter or a digit."""
    return kind_of(char) in LETTERS or kind_of(char) == "DIGIT"


def numbers_end(text: str, i: int, end: int) -> tuple[int, bool]:
    """Return the end of the numbers at i that full stops join, and whether they are a version: a number has more
    than YEAR digits, or two or more numbers are joined and none has YEAR digits."""
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
    """Return whether the line has a page number (N5)."""
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
    """Return the end of the word of PAGES at i, if no letter follows it, or i."""
    for word in PAGES:
        if text.startswith(word, i, end):
            after = i + len(word)
            if after == end or kind_of(text[after]) not in LETTERS:
                return after
    return i


def signs_end(text: str, i: int, end: int) -> int:
    """Return the end of the SIGNS and the white space at i."""
    while i < end and (text[i] in SIGNS or kind_of(text[i]) == "SPACE"):
        i += 1
    return i


def closes_page(text: str, i: int, end: int) -> bool:
    """Return whether only SIGNS, at most one word of up to MAX_OF letters, and numbers are between i and the end
    or a divider."""
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
    """Return whether the line ends with a page number (N6)."""
    i = digits_begin(text, p, end)
    if i in (p, end):
        return False
    gap = i
    while gap > p and (text[gap - 1] == "." or kind_of(text[gap - 1]) == "SPACE"):
        gap -= 1
    is_divided = gap > p and gap < i and text[gap - 1] in DIVIDERS
    if i - gap >= MIN_COLUMN or "\t" in text[gap:i] or is_divided:
        return gap > p
    return gap == i - 1 and text[gap] != "." and gap - digits_begin(text, p, gap) == YEAR


def digits_begin(text: str, p: int, end: int) -> int:
    """Return the beginning of the digits that end at `end`, at least p."""
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
        is_mail = p < at < end - 1 and is_part(text[at - 1]) and is_part(text[at + 1])
        return is_mail or is_web_address(text, p, end)
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


def is_web_address(text: str, p: int, end: int) -> bool:
    """Return whether the line is one word that begins with one of WEB (N9)."""
    begins = text[p:end].lower().startswith(WEB)
    return begins and not any(kind_of(char) == "SPACE" for char in text[p:end])


def ends_with_house(text: str, p: int, end: int, words: int) -> bool:
    """Return whether the line, which has `words` + 1 words, ends with a house number after a street (N9)."""
    last = end - (kind_of(text[end - 1]) in LETTERS)
    i = digits_begin(text, p, last)
    if not 0 < last - i <= YEAR or i == p or kind_of(text[i - 1]) != "SPACE":
        return False
    if text[word_begin(text, p, i - 1) : i - 1].endswith(STREET_ENDS):
        return True
    return words > 1 and text[p:i].startswith(tuple(f"{word} " for word in STREET_BEGINS))


def follows_field(text: str, p: int) -> bool:
    """Return whether the visible line before p is for a signature, or the words before one (N10)."""
    begin = gap = gap_before(text, p)
    if text[max(gap - 1, 0) : gap] == ",":
        last = line_start(text, gap)
        return last is not None and is_sign_off(text, spaces(text, last, gap), gap)
    if text[max(gap - len(FIELD), 0) : gap] != FIELD:
        return False
    while begin > 0 and gap - begin < MAX_FIELD and text[begin - 1] in "_ ":
        begin -= 1
    return begin == 0 or text[begin - 1] in LINE_ENDS


def is_sign_off(text: str, p: int, end: int) -> bool:
    """Return whether the line is one of CLOSINGS (N11)."""
    while end > p and text[end - 1] in CLOSING_SIGNS:
        end -= 1
    return text[p + (text[p] in "[(") : end] in CLOSINGS


def is_signed_day(text: str, p: int, end: int) -> bool:
    """Return whether the line is the place and the day of a signature (N12)."""
    runs = [i for i in range(p + 1, end) if kind_of(text[i]) == "DIGIT" != kind_of(text[i - 1])]
    if runs and text.startswith(SIGNINGS, p, end):
        return True
    comma = word_end(text, p, end)
    begin = spaces(text, comma + 1, end)
    if comma == p or text[comma : comma + 1] != "," or begin == comma + 1 or len(runs) < 2:
        return False
    return is_date(text, begin, end) and any(kind_of(char) in LETTERS for char in text[begin:end])


def word_begin(text: str, p: int, end: int) -> int:
    """Return the beginning of the word that ends at `end`, after white space."""
    while end > p and kind_of(text[end - 1]) != "SPACE":
        end -= 1
    return end


def follows_state(text: str, p: int, i: int) -> bool:
    """Return whether a comma, two capital letters and white space are before i (N9)."""
    state = text[max(p, i - 5) : i]
    is_spaced = len(state) == 5 and state[:2] == ", " and state[4] == " "
    return is_spaced and all("A" <= char <= "Z" for char in state[2:4])
