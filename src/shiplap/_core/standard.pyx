# cython: language_level=3, boundscheck=False, wraparound=False
"""The standard sentence rule: the verdict on one candidate. Twin: reference/sentences.py, from `standard` on.

The functions have the names and the order of the reference, where their meaning is. They look at code points of
text in any form, at most a few times CAP from p, so that a level stays local.
"""

from libc.string cimport memcpy

from shiplap._core.graphemes cimport code_point_at, code_point_before
from shiplap._core.shiplap cimport (
    SHIPLAP_SENTENCE_CLOSE,
    SHIPLAP_SENTENCE_CONTINUE,
    SHIPLAP_SENTENCE_DIGIT,
    SHIPLAP_SENTENCE_EXTEND,
    SHIPLAP_SENTENCE_LETTER,
    SHIPLAP_SENTENCE_LOWER,
    SHIPLAP_SENTENCE_NUMBER,
    SHIPLAP_SENTENCE_OPEN,
    SHIPLAP_SENTENCE_QUOTE,
    SHIPLAP_SENTENCE_SPACE,
    SHIPLAP_SENTENCE_STOP,
    SHIPLAP_SENTENCE_TERMINAL,
    SHIPLAP_SENTENCE_UPPER,
    shiplap_properties,
    shiplap_sentence_class_of,
)
from shiplap._core.sentences cimport CAP
from shiplap._core.sizes cimport is_continuation, unit_at
from shiplap._core.words cimport (
    ABBREVIATIONS,
    DETERMINERS,
    LONGEST_WORD,
    NEVER_LAST,
    NUMBERED,
    ORDINALS,
    STARTERS,
    TITLES,
    Word,
    add_code_point,
    kinds_of_word,
)

cdef enum:
    NOTHING = -1    # the class of what is beyond the text
    OPENERS = 8     # opening marks that are looked over

# A code point, and where the next one is in the direction of reading.
cdef struct Char:
    unsigned int code
    int kind
    Py_ssize_t next

# What the letters of a word tell.
cdef struct Traits:
    bint plain      # small letters only
    bint single     # one letter with its marks
    bint dotted     # single letters with stops or hyphens between them
    bint digits
    bint roman
    int first_kind
    unsigned int last

cdef signed char[128] ascii_kinds
for _code in range(128):
    ascii_kinds[_code] = shiplap_sentence_class_of(shiplap_properties(_code))


cdef inline int kind_of(unsigned int code) noexcept nogil:
    if code < 128:
        return ascii_kinds[code]
    if code == 0x17D4 or code == 0x17D5:
        return SHIPLAP_SENTENCE_TERMINAL
    return SHIPLAP_SENTENCE_CONTINUE if code == 0x104A else shiplap_sentence_class_of(shiplap_properties(code))


cdef inline Char char_at(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char char
    char.code, char.kind, char.next = 0, NOTHING, i
    if i < view.size:
        char.next = i + 1
        char.code = unit_at(view, i)
        if view.width == 0 and char.code > 0x7F:
            char.code = code_point_at(view, i)
            char.next += (char.code > 0x7F) + (char.code > 0x7FF) + (char.code > 0xFFFF)
        char.kind = kind_of(char.code)
    return char


cdef inline Char char_before(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char char
    char.code, char.kind, char.next = 0, NOTHING, i
    if i > 0:
        char.next = i - 1
        char.code = unit_at(view, i - 1)
        if view.width == 0 and char.code > 0x7F:
            char.code = code_point_before(view, i, &char.next)
        char.kind = kind_of(char.code)
    return char


cdef inline bint is_letter(int kind) noexcept nogil:
    return kind == SHIPLAP_SENTENCE_LOWER or kind == SHIPLAP_SENTENCE_UPPER or kind == SHIPLAP_SENTENCE_LETTER


cdef inline bint is_line_end(unsigned int code) noexcept nogil:
    return 10 <= code <= 13 or code == 0x85 or code == 0x2028 or code == 0x2029


cdef inline bint is_opening_quote(unsigned int code) noexcept nogil:
    return (code == 0xAB or code == 0x2018 or 0x201A <= code <= 0x201C or 0x201E <= code <= 0x201F or code == 0x2039
            or code == 0x301D)


cdef inline bint is_apostrophe(unsigned int code) noexcept nogil:
    return code == 0x27 or code == 0x2019


cdef inline bint is_emphasis(unsigned int code) noexcept nogil:
    return code == 0x2A or code == 0x5F or code == 0x60


cdef inline bint is_dash(unsigned int code) noexcept nogil:
    return code == 0x2D or 0x2010 <= code <= 0x2015


cdef inline bint is_bullet(unsigned int code) noexcept nogil:
    return (code == 0x2A or code == 0x2D or code == 0x2B or code == 0x23 or code == 0x3E or code == 0x7C
            or code == 0x2022 or code == 0x2023 or code == 0x25E6 or code == 0x25AA or code == 0x25CF
            or 0x2013 <= code <= 0x2014)


# ---- what nearly all candidates look like


cdef inline unsigned int unit_of(const View *view, int width, Py_ssize_t at) noexcept nogil:
    if width == 1:
        return view.data[at]
    return (<const unsigned short *> view.data)[at] if width == 2 else (<const unsigned int *> view.data)[at]


cdef inline bint is_capital(unsigned int unit) noexcept nogil:
    return 65 <= unit <= 90


cdef inline bint is_small(unsigned int unit) noexcept nogil:
    return 97 <= unit <= 122


cdef inline bint is_space(unsigned int unit) noexcept nogil:
    return unit == 32 or unit == 10


cdef inline bint is_alphanumeric(unsigned int unit) noexcept nogil:
    return is_small(unit) or is_capital(unit) or 0x30 <= unit <= 0x39


cdef inline bint may_be_space(const View *view, int width, Py_ssize_t at) noexcept nogil:
    """Whether a space may end with the unit at `at`."""
    cdef unsigned int unit = unit_of(view, width, at), second, lead
    if unit < 0x80:
        return unit <= 32
    if view.width != 0:
        return unit <= 0xA0 or 0x1680 <= unit <= 0x3000
    second, lead = view.data[at - 1], view.data[at - 2]
    return second == 0xC2 or lead == 0xE1 or lead == 0xE2 or (lead == 0xE3 and second == 0x80 and unit == 0x80)


cdef inline int quick_by(const View *view, Py_ssize_t p, int width) noexcept nogil:
    """The verdict where nearly all is ASCII: after a blank line; or one space or line feed stands before p, and at p
    a letter, a digit or a mark that stands alone. Else -1."""
    cdef unsigned int first = unit_of(view, width, p), space = unit_of(view, width, p - 1)
    cdef unsigned int mark = unit_of(view, width, p - 2), last = unit_of(view, width, p - 3), unit
    cdef Py_ssize_t i = p - 3, k
    cdef unsigned char[LONGEST_WORD] word
    cdef int size = 0
    cdef unsigned int kinds
    cdef bint small = is_small(first), closed = False
    if space == 10 and mark == 10:
        return -1 if may_be_space(view, width, p - 3) else 1
    if not is_space(space):
        return -1
    unit = unit_of(view, width, p + 1)
    if not (small or is_capital(first)):
        if space != 32:
            return -1
        if first == 0x2E or first == 0x21 or first == 0x3F:
            return 0 if is_space(unit) and 32 < mark < 0x7F else -1
        if first == 0x22 or first == 0x28 or (first == 0x5B and not small):  # a capital after " ( [
            if not is_capital(unit):
                return -1
        elif not 0x30 <= first <= 0x39:
            return -1
    elif unit == 0x2E or unit == 0x29:
        return -1  # perhaps a label
    if last > 0x7F:
        return -1
    if (mark == 0x22 or mark == 0x27 or mark == 0x29) and (last == 0x2E or last == 0x21 or last == 0x3F):
        closed, mark, i = True, last, p - 4
        last = unit_of(view, width, i)
    if small and (mark == 0x2E or closed):
        if first == 0x68 or first == 0x77:  # perhaps an address
            return -1
        for k in range(p + 1, p + 1 + LONGEST_WORD):
            unit = unit_of(view, width, k)
            if is_capital(unit) or unit > 0x7F or 0x30 <= unit <= 0x39:
                return -1  # perhaps a name
            if not is_small(unit):
                break
    if mark == 0x21 or mark == 0x3F:  # ! ?
        if not is_alphanumeric(last):
            return -1
        if small:
            return 0 if closed else -1
        return 1
    if mark != 0x2E:
        if is_alphanumeric(mark) or mark == 0x2C or mark == 0x3A or mark == 0x3B:
            return 0  # nothing ends a sentence here
        if mark == 0x22 or mark == 0x27 or mark == 0x29:  # nor where something closes
            return 0 if is_alphanumeric(last) else -1
        if mark == 0x5D and is_alphanumeric(last):  # ], if no footnote mark
            for k in range(p - 7, p - 3):
                if unit_of(view, width, k) == 0x5B:
                    return -1
            return 0
        return -1
    if small and closed:
        return 0
    if last == 0x29:
        return not small  # no word before the stop
    while is_small(unit_of(view, width, i)) and size < LONGEST_WORD - 1:
        i -= 1
        size += 1
    if small and size < 4 and unit_of(view, width, i) < 0x80:
        return 0  # too short to be plainly a word
    if size < 2:
        if size == 1 and 0x30 <= first <= 0x39 and is_space(unit_of(view, width, i)):
            return 0  # p. 12
        return -1
    if is_capital(unit_of(view, width, i)):
        i -= 1
        size += 1
    # not after a stop, since single letters before the word may belong to it
    if not is_space(unit_of(view, width, i)) or unit_of(view, width, i - 1) == 0x2E:
        return -1
    for k in range(size):
        word[k] = unit_of(view, width, i + 1 + k)
    if size >= 3 and word[size - 1] == 0x72 and word[size - 2] == 0x74 and word[size - 3] == 0x73:
        return -1  # perhaps a street
    kinds = kinds_of_word(view.known, word, size)
    if small:
        return kinds == 0 and is_small(word[0])
    kinds &= ABBREVIATIONS | NEVER_LAST | NUMBERED | TITLES
    if kinds == 0:
        return 1
    return 0 if 0x30 <= first <= 0x39 else -1


cdef inline int quick(const View *view, Py_ssize_t p) noexcept nogil:
    if p < LONGEST_WORD + 4 or view.size - p < LONGEST_WORD + 2:
        return -1
    if view.width <= 1:
        return quick_by(view, p, 1)
    return quick_by(view, p, 2) if view.width == 2 else quick_by(view, p, 4)


cdef inline bint may_be_in_word(const Char *char) noexcept nogil:
    """Whether a code point neither is a mark, nor closes anything, nor ends a polite word."""
    return ((is_letter(char.kind) or char.kind == SHIPLAP_SENTENCE_DIGIT) and char.code != 0xC694
            and char.code != 0xB2E4)


# ---- the rule


cdef bint standard(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at, before, last
    cdef Py_ssize_t gap, stop, begin
    cdef int lines = quick(view, p)
    if lines >= 0:
        return lines
    at = char_at(view, p)
    if at.kind == SHIPLAP_SENTENCE_SPACE:
        return False
    gap = gap_before(view, p)
    before = char_before(view, gap)
    if gap == 0 or before.kind == SHIPLAP_SENTENCE_SPACE:
        return False
    if gap == p and before.code == 0x3002 and at.kind == SHIPLAP_SENTENCE_LETTER:
        last = char_before(view, before.next)
        if is_letter(last.kind):
            return True  # 。between letters
    if gap < p:
        lines = line_ends(view, gap, p)
        if lines >= 2 or (lines == 1 and is_marker(view, p)):
            return True
        if may_be_in_word(&before):
            return False
        if belongs_before(view, p):
            return False
    stop = closing_begins(view, gap, p)
    begin = marks_begin(view, stop)
    if begin == stop:
        return stop == gap < p and is_polite(view, gap)
    if gap == p:
        return ends_joined(view, begin, stop, p)
    return ends_spaced(view, begin, stop, gap, p)


# ---- the layout


cdef Py_ssize_t gap_before(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char before = char_before(view, p)
    cdef int count = 0
    while before.kind == SHIPLAP_SENTENCE_SPACE and count < CAP:
        p = before.next
        before = char_before(view, p)
        count += 1
    return p


cdef int line_ends(const View *view, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    cdef Char at
    cdef unsigned int last = 0
    cdef int count = 0
    while begin < end:
        at = char_at(view, begin)
        if is_line_end(at.code) and not (at.code == 10 and last == 13):
            count += 2 if at.code == 0x2029 else 1
        last, begin = at.code, at.next
    return count


cdef bint is_polite(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char last = char_before(view, end), second
    if last.code != 0xC694 and last.code != 0xB2E4:
        return False
    second = char_before(view, last.next)
    if last.code == 0xB2E4:
        return second.code == 0xB2C8
    return is_hangul(second.code) and not makes_noun(second.code)


cdef inline bint makes_noun(unsigned int code) noexcept nogil:
    """The syllables of POLITE_NOT."""
    return (code == 0xD544 or code == 0xC911 or code == 0xC8FC or code == 0xC218 or code == 0xAC00 or code == 0xB3D9
            or code == 0xAC1C or code == 0xAC15 or code == 0xC18C or code == 0xBBFC or code == 0xAE34
            or code == 0xB3C4)


cdef inline bint is_numeral(unsigned int code) noexcept nogil:
    """The Chinese numerals of NUMERALS."""
    return (code == 0x4E00 or code == 0x4E8C or code == 0x4E09 or code == 0x56DB or code == 0x4E94 or code == 0x516D
            or code == 0x4E03 or code == 0x516B or code == 0x4E5D or code == 0x5341)


cdef inline bint is_speech(unsigned int code) noexcept nogil:
    """The Chinese verbs of SPEECH."""
    return (code == 0x8BF4 or code == 0x8AAA or code == 0x95EE or code == 0x554F or code == 0x558A
            or code == 0x53EB)


cdef bint is_marker(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), after
    cdef unsigned int bullet = at.code
    cdef int count = 0
    if bullet == 0x30FB:
        return True
    if is_numeral(bullet):
        while is_numeral(at.code) and count < 3:
            at = char_at(view, at.next)
            count += 1
        return at.code == 0x3001
    if is_bullet(bullet):
        while at.kind != NOTHING and at.code == bullet and count < OPENERS:
            at = char_at(view, at.next)
            count += 1
        return at.kind == SHIPLAP_SENTENCE_SPACE
    if at.code == 0x28:
        at = char_at(view, at.next)
    while at.kind == SHIPLAP_SENTENCE_DIGIT and count < 3:
        at = char_at(view, at.next)
        count += 1
    if count == 0:
        if not is_letter(at.kind):
            return False
        at = char_at(view, at.next)
    after = char_at(view, at.next)
    return (at.code == 0x2E or at.code == 0x29) and after.kind == SHIPLAP_SENTENCE_SPACE


cdef bint at_line_start(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Py_ssize_t gap = gap_before(view, i)
    return gap == 0 or line_ends(view, gap, i) > 0


# ---- marks


cdef inline bint is_mark_kind(const Char *char) noexcept nogil:
    return char.kind == SHIPLAP_SENTENCE_STOP or char.kind == SHIPLAP_SENTENCE_TERMINAL or char.code == 0x2026


cdef bint is_mark_before(const View *view, Py_ssize_t i) noexcept nogil:
    """Whether a mark ends at i."""
    cdef Char mark = char_before(view, i), before
    if is_star(mark.code):
        before = char_before(view, mark.next)
        return is_hiragana(before.code)
    if mark.code == 0x3B or mark.code == 0x37E:
        before = char_before(view, mark.next)
        return is_greek(before.code)
    return is_mark_kind(&mark)


cdef bint is_mark_at(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char mark = char_at(view, i)
    return is_mark_before(view, mark.next)


cdef Py_ssize_t marks_begin(const View *view, Py_ssize_t stop) noexcept nogil:
    """Where the run of marks that ends at `stop` begins; `stop` where there is none, or more than CAP."""
    cdef Py_ssize_t begin = stop
    cdef Char mark
    cdef int count = 0
    while is_mark_before(view, begin):
        if count == CAP:
            return stop
        mark = char_before(view, begin)
        begin = mark.next
        count += 1
    return begin


cdef inline bint is_greek(unsigned int code) noexcept nogil:
    return 0x384 <= code <= 0x3FF or 0x1F00 <= code <= 0x1FFF


cdef inline bint is_hiragana(unsigned int code) noexcept nogil:
    return 0x3041 <= code <= 0x309F


cdef inline bint is_star(unsigned int code) noexcept nogil:
    return 0x2605 <= code <= 0x2606 or code == 0x266A


cdef inline bint is_armenian(unsigned int code) noexcept nogil:
    return 0x531 <= code <= 0x588


cdef inline bint is_hangul(unsigned int code) noexcept nogil:
    return 0xAC00 <= code <= 0xD7A3


cdef inline bint is_east_asian(unsigned int code) noexcept nogil:
    return (0x3041 <= code <= 0x30FF or 0x3400 <= code <= 0x9FFF or 0xAC00 <= code <= 0xD7A3
            or 0xF900 <= code <= 0xFAFF or 0x20000 <= code <= 0x3FFFF)


cdef bint belongs_before(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), after
    if at.kind == SHIPLAP_SENTENCE_CLOSE:
        return True
    if is_mark_at(view, p):
        after = char_at(view, at.next)
        return not is_letter(after.kind) and after.kind != SHIPLAP_SENTENCE_DIGIT
    if at.kind == SHIPLAP_SENTENCE_QUOTE:
        after = char_at(view, at.next)
        return ((after.kind == SHIPLAP_SENTENCE_SPACE or after.kind == NOTHING)
                and not is_opening_quote(at.code))
    return at.code == 0x5B and is_footnote(view, at.next)


cdef inline bint is_label(int kind) noexcept nogil:
    return kind == SHIPLAP_SENTENCE_DIGIT or kind == SHIPLAP_SENTENCE_LOWER


cdef bint is_footnote(const View *view, Py_ssize_t i) noexcept nogil:
    """Whether the label of a footnote mark begins at i, and its bracket closes."""
    cdef Char at = char_at(view, i)
    cdef int count = 0
    while is_label(at.kind) and count < 4:
        at = char_at(view, at.next)
        count += 1
    return count > 0 and at.code == 0x5D


cdef Py_ssize_t closing_begins(const View *view, Py_ssize_t gap, Py_ssize_t p) noexcept nogil:
    cdef bint spaced = gap < p
    cdef Py_ssize_t i = gap, footnote
    cdef Char closing, before
    cdef int count = 0
    closing = char_before(view, i)
    before = closing
    while count < CAP and is_closing(&closing, spaced):
        before = closing
        footnote = -1
        if closing.code == 0x5D:
            footnote = footnote_begin(view, closing.next)
        if footnote >= 0:
            count += count_between(view, footnote, i)
            i = footnote
            before = char_at(view, i)
        else:
            i = closing.next
            count += 1
        closing = char_before(view, i)
    if (spaced and i < gap and closing.kind == SHIPLAP_SENTENCE_SPACE and closing.next > 0
            and not is_opening_quote(before.code) and is_mark_before(view, closing.next)):
        return closing.next
    return i


cdef int count_between(const View *view, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """Code points of a short span."""
    cdef Char at
    cdef int count = 0
    while begin < end:
        at = char_at(view, begin)
        begin = at.next
        count += 1
    return count


cdef inline bint is_closing(const Char *char, bint spaced) noexcept nogil:
    if char.kind == SHIPLAP_SENTENCE_QUOTE:
        return spaced or not is_opening_quote(char.code)
    return char.kind == SHIPLAP_SENTENCE_CLOSE or (spaced and (char.kind == SHIPLAP_SENTENCE_NUMBER
                                                               or is_emphasis(char.code)))


cdef Py_ssize_t footnote_begin(const View *view, Py_ssize_t end) noexcept nogil:
    """The beginning of the footnote mark whose label ends at `end`, or -1."""
    cdef Char before = char_before(view, end)
    cdef int count = 0
    while is_label(before.kind) and count < 4:
        before = char_before(view, before.next)
        count += 1
    return before.next if count > 0 and before.code == 0x5B else -1


# ---- what follows the mark at once


cdef bint ends_joined(const View *view, Py_ssize_t begin, Py_ssize_t stop, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), last = char_before(view, stop), before, second
    if (is_mark_at(view, p) or at.kind == SHIPLAP_SENTENCE_CLOSE or at.kind == SHIPLAP_SENTENCE_CONTINUE
            or at.kind == SHIPLAP_SENTENCE_EXTEND):
        return False
    if at.code == 0x5B and is_footnote(view, at.next):
        return False
    if at.kind == SHIPLAP_SENTENCE_QUOTE and not is_opening_quote(at.code):
        return False
    before = char_before(view, p)
    if stop < p and (goes_on(view, p) or (before.code < 0x80 and at.code < 0x80)):
        return False
    if (last.kind == SHIPLAP_SENTENCE_TERMINAL and last.code > 0x7F) or is_star(last.code):
        return True
    if last.code == 0x21 or last.code == 0x3F:
        before = char_before(view, begin)
        return is_east_asian(at.code) or is_east_asian(before.code)
    if last.kind != SHIPLAP_SENTENCE_STOP or last.next > begin or begin == 0:
        return False
    before = char_before(view, begin)
    if is_east_asian(before.code):
        return is_east_asian(at.code)
    if stop < p or at.kind != SHIPLAP_SENTENCE_UPPER or before.kind != SHIPLAP_SENTENCE_LOWER:
        return False
    second = char_before(view, before.next)
    return second.kind == SHIPLAP_SENTENCE_LOWER and is_starter(view, p)


cdef bint goes_on(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char closing = char_before(view, p), at = char_at(view, p)
    cdef int _
    if closing.kind == SHIPLAP_SENTENCE_CLOSE and closing.code != 0x300D and closing.code != 0x300F \
            and closing.code != 0x5D:
        return not encloses_sentence(view, p)
    if is_hiragana(at.code) or is_hangul(at.code):
        return True
    for _ in range(4):
        if is_speech(at.code):
            return True
        at = char_at(view, at.next)
    return False


cdef bint encloses_sentence(const View *view, Py_ssize_t end) noexcept nogil:
    """Whether the bracket that closes before `end` opened after a mark, or at the start of a line."""
    cdef Char at = char_before(view, end), before
    cdef int count = 0
    while at.kind != SHIPLAP_SENTENCE_OPEN:
        if count == CAP or at.kind == NOTHING:
            return False
        at = char_before(view, at.next)
        count += 1
    before = char_before(view, at.next)
    return before.kind == NOTHING or before.kind == SHIPLAP_SENTENCE_SPACE or is_mark_before(view, at.next)


# ---- what follows the mark after white space


cdef bint ends_spaced(const View *view, Py_ssize_t begin, Py_ssize_t stop, Py_ssize_t gap,
                      Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), mark = char_before(view, stop), letter, before
    cdef bint dashed = is_dash(at.code), closed = stop < gap, lower, stops = True, ellipsis = False
    cdef bint uncased
    cdef unsigned int last = mark.code
    cdef Py_ssize_t first, i = stop
    if at.kind == SHIPLAP_SENTENCE_CONTINUE and not dashed:
        return False
    first = first_letter(view, p)
    letter = char_at(view, first)
    lower = letter.kind == SHIPLAP_SENTENCE_LOWER and not is_brand(view, first)
    while i > begin:
        mark = char_before(view, i)
        stops = stops and mark.kind == SHIPLAP_SENTENCE_STOP
        ellipsis = ellipsis or mark.code == 0x2026
        i = mark.next
    before = char_before(view, begin)
    mark = char_before(view, stop)
    uncased = letter.kind == SHIPLAP_SENTENCE_LETTER and not is_east_asian(letter.code)
    if ellipsis or (stops and mark.next > begin):
        return not lower and not uncased and not (closed and (before.code == 0x28 or before.code == 0x5B))
    if lower and (closed or dashed):
        return False
    if not stops:
        if uncased and closed and (last == 0x21 or last == 0x3F):
            return False
        return not (lower and last == 0x21 and is_name(view, begin))
    return ends_stop(view, begin, first, lower)


cdef bint ends_stop(const View *view, Py_ssize_t begin, Py_ssize_t first, bint lower) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = word_begins(view, begin, &word, &traits)
    cdef unsigned int kinds
    cdef bint starter
    if start == begin or word.code_points > LONGEST_WORD:
        return not lower
    kinds = kinds_of(view, start, &word)
    if lower:
        return is_address(view, first) or (traits.plain and word.code_points >= 4 and kinds == 0)
    if is_armenian(traits.last):
        return False
    if kinds == 0 and word.code_points > 1 and not (traits.single or traits.dotted or traits.digits or traits.roman):
        return True  # a word like others: what follows need not be looked at
    starter = is_starter(view, first)
    if traits.single and traits.first_kind == SHIPLAP_SENTENCE_UPPER:
        return starter and not at_line_start(view, start)
    if kinds & (TITLES | NEVER_LAST) and not (starter and kinds & (ABBREVIATIONS | NEVER_LAST) == ABBREVIATIONS):
        return False
    if traits.single:
        return starter and not at_line_start(view, start)
    if kinds & NUMBERED and is_number(view, first):
        return False
    if kinds & ABBREVIATIONS or traits.dotted:
        return starter
    if traits.digits and word.code_points <= 4 and is_labelled(view, first):
        return False
    if (traits.digits and word.code_points <= 3) or traits.roman:
        return not is_ordinal(view, start, first, starter)
    return not (word.code_points == 1 and is_hangul(traits.last) and at_line_start(view, start))


cdef Py_ssize_t first_letter(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p)
    cdef Py_ssize_t i = p
    cdef int count = 0
    if is_dash(at.code):
        i = at.next
        at = char_at(view, i)
        count = 1
        if at.kind == SHIPLAP_SENTENCE_SPACE:
            i = at.next
            at = char_at(view, i)
            count = 2
    while count < OPENERS and is_opening(&at):
        i = at.next
        at = char_at(view, i)
        count += 1
    return p if at.kind == NOTHING or at.kind == SHIPLAP_SENTENCE_SPACE else i


cdef inline bint is_opening(const Char *char) noexcept nogil:
    return (char.kind == SHIPLAP_SENTENCE_OPEN or char.kind == SHIPLAP_SENTENCE_QUOTE or is_emphasis(char.code)
            or char.code == 0xBF or char.code == 0xA1)


cdef Py_ssize_t word_ends(const View *view, Py_ssize_t i, Word *word) noexcept nogil:
    cdef Char at = char_at(view, i)
    word.size = word.code_points = 0
    while word.code_points <= LONGEST_WORD and (is_letter(at.kind) or at.kind == SHIPLAP_SENTENCE_DIGIT
                                                or at.kind == SHIPLAP_SENTENCE_EXTEND):
        add_code_point(word, at.code)
        i = at.next
        at = char_at(view, i)
    return i


cdef bint is_starter(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Word word
    cdef Char after = char_at(view, word_ends(view, i, &word))
    if is_apostrophe(after.code):
        add_code_point(&word, 0x27)
        if kinds_of_word(view.known, word.letters, word.size) & STARTERS:
            return True
        word.size -= 1
        word.code_points -= 1
    if word.code_points == 1 and after.kind != SHIPLAP_SENTENCE_SPACE:
        return False
    return kinds_of_word(view.known, word.letters, word.size) & STARTERS != 0


cdef bint is_brand(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i), before
    cdef int count = 0
    while count <= LONGEST_WORD and (is_letter(at.kind) or at.kind == SHIPLAP_SENTENCE_DIGIT
                                     or at.kind == SHIPLAP_SENTENCE_EXTEND):
        if at.kind == SHIPLAP_SENTENCE_UPPER:
            return True
        at = char_at(view, at.next)
        count += 1
    before = char_before(view, i)
    if not is_apostrophe(before.code) or count != 1 or at.kind != SHIPLAP_SENTENCE_SPACE:
        return False
    at = char_at(view, at.next)
    return at.kind == SHIPLAP_SENTENCE_UPPER


cdef bint is_address(const View *view, Py_ssize_t i) noexcept nogil:
    cdef unsigned char[4] letters
    cdef Char at
    cdef int k
    for k in range(4):
        at = char_at(view, i)
        letters[k] = at.code if at.code < 128 else 0
        i = at.next
    return ((letters[0] == 0x68 and letters[1] == 0x74 and letters[2] == 0x74 and letters[3] == 0x70)
            or (letters[0] == letters[1] == letters[2] == 0x77 and letters[3] == 0x2E))


cdef bint is_name(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char at = char_before(view, end), after
    cdef int count = 0, first = NOTHING, second = NOTHING
    while at.kind != NOTHING and count <= LONGEST_WORD and not parts_words(&at):
        second, first = first, at.kind
        at = char_before(view, at.next)
        count += 1
    return first == SHIPLAP_SENTENCE_UPPER and second == SHIPLAP_SENTENCE_LOWER


# ---- the word before the stop


cdef Py_ssize_t word_begins(const View *view, Py_ssize_t end, Word *word, Traits *traits) noexcept nogil:
    """The beginning of the word that ends at `end`, and the word itself; of one longer than LONGEST_WORD, the
    number of its code points only."""
    cdef Char[LONGEST_WORD + 1] read
    cdef Char at = char_before(view, end)
    cdef Py_ssize_t i = end
    cdef int count = 0, letters = 0, stops = 0
    word.size = word.code_points = 0
    while at.kind != NOTHING and count <= LONGEST_WORD and not parts_words(&at):
        read[count] = at
        i = at.next
        at = char_before(view, i)
        count += 1
    if count > LONGEST_WORD:
        word.code_points = count
        return i
    traits.plain = traits.digits = traits.roman = traits.dotted = traits.single = True
    traits.first_kind, traits.last = NOTHING, 0
    while count > 0:
        count -= 1
        at = read[count]
        add_code_point(word, at.code)
        traits.last = at.code
        if word.code_points == 1:
            traits.first_kind = at.kind
            traits.single = is_letter(at.kind) and not is_east_asian(at.code)
        elif at.kind != SHIPLAP_SENTENCE_EXTEND:
            traits.single = False
        traits.plain = traits.plain and at.kind == SHIPLAP_SENTENCE_LOWER
        traits.digits = traits.digits and at.kind == SHIPLAP_SENTENCE_DIGIT
        traits.roman = traits.roman and is_roman_digit(at.code)
        if at.code == 0x2E:
            traits.dotted = traits.dotted and letters == 1
            letters, stops = 0, stops + 1
        elif at.code != 0x2D:
            letters += 1
            traits.dotted = traits.dotted and is_letter(at.kind)
    traits.dotted = traits.dotted and stops > 0 and letters == 1
    return i


cdef inline bint is_roman_digit(unsigned int code) noexcept nogil:
    return (code == 0x49 or code == 0x56 or code == 0x58 or code == 0x4C or code == 0x43 or code == 0x44
            or code == 0x4D)


cdef inline bint parts_words(const Char *char) noexcept nogil:
    if is_apostrophe(char.code):
        return False
    if is_east_asian(char.code) and not is_hangul(char.code):
        return True
    return (char.kind == SHIPLAP_SENTENCE_SPACE or char.kind == SHIPLAP_SENTENCE_OPEN
            or char.kind == SHIPLAP_SENTENCE_CLOSE or char.kind == SHIPLAP_SENTENCE_QUOTE or char.code == 0x2F
            or 0x2013 <= char.code <= 0x2014 or char.code == 0x2026 or is_emphasis(char.code))


cdef unsigned int kinds_of(const View *view, Py_ssize_t start, const Word *word) noexcept nogil:
    cdef unsigned int kinds = kinds_of_word(view.known, word.letters, word.size)
    cdef Word longer, last
    cdef Char space, dot, letter, before
    cdef int _
    kinds |= kinds_of_part(view, word)
    last.size = 0
    for _ in range(2):
        space = char_before(view, start)
        if space.kind != SHIPLAP_SENTENCE_SPACE:
            break
        dot = char_before(view, space.next)
        if dot.code != 0x2E:
            break
        letter = char_before(view, dot.next)
        before = char_before(view, letter.next)
        if not is_letter(letter.kind) or (before.kind != NOTHING and not parts_words(&before)):
            break
        if last.size == 0:
            memcpy(&last, word, sizeof(Word))
        start = letter.next
        longer.size = longer.code_points = 0
        add_code_point(&longer, letter.code)
        add_code_point(&longer, 0x2E)
        memcpy(longer.letters + longer.size, last.letters, last.size)
        longer.size += last.size
        kinds |= kinds_of_word(view.known, longer.letters, longer.size)
        memcpy(&last, &longer, sizeof(Word))
    return kinds


cdef unsigned int kinds_of_part(const View *view, const Word *word) noexcept nogil:
    """The kinds of what follows an apostrophe in the word, of two code points and more, and of `str` at its end."""
    cdef unsigned int kinds = 0
    cdef const unsigned char *letters = word.letters
    cdef Py_ssize_t i, count = 0, after
    if word.size >= 3 and letters[word.size - 3] == 0x73 and letters[word.size - 2] == 0x74 \
            and letters[word.size - 1] == 0x72:
        kinds = kinds_of_word(view.known, letters + word.size - 3, 3)
    for i in range(word.size):
        count += not is_continuation(letters[i])
        after = 0
        if letters[i] == 0x27:
            after = i + 1
        elif i >= 2 and letters[i] == 0x99 and letters[i - 1] == 0x80 and letters[i - 2] == 0xE2:
            after = i + 1
        if after and 2 <= count <= word.code_points - 2:
            kinds |= kinds_of_word(view.known, letters + after, word.size - after)
    return kinds


cdef bint is_labelled(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i)
    cdef int count = 0
    while at.kind == SHIPLAP_SENTENCE_DIGIT and count < 3:
        at = char_at(view, at.next)
        count += 1
    return 1 <= count <= 2 and at.code == 0x2E


cdef bint is_number(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Word word
    cdef Char at = char_at(view, i)
    cdef Py_ssize_t k
    if word_ends(view, i, &word) == i:
        return False
    if at.kind == SHIPLAP_SENTENCE_DIGIT:
        return True
    for k in range(word.size):
        if not is_roman_digit(word.letters[k]):
            return False
    return True


cdef bint is_ordinal(const View *view, Py_ssize_t start, Py_ssize_t first, bint starter) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t gap
    cdef Char before
    if at_line_start(view, start):
        return True
    word_ends(view, first, &word)
    if kinds_of_word(view.known, word.letters, word.size) & ORDINALS:
        return True
    gap = gap_before(view, start)
    if gap == start:
        return False
    before = char_before(view, gap)
    if is_mark_before(view, gap) or before.code == 0x3A:
        return True
    if starter:
        return False
    word_begins(view, gap, &word, &traits)
    return (word.code_points <= LONGEST_WORD
            and kinds_of_word(view.known, word.letters, word.size) & DETERMINERS != 0)
