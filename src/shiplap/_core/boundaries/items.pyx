# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Items of lists: what a line begins with, by the clauses I1 and I2 of the reference. I3 is in levels.pyx."""

from shiplap._core.boundaries.characters cimport Char, char_at, fill_kinds, is_item_bullet, is_line_end
from shiplap._core.csrc cimport (
    SHIPLAP_SENTENCE_DIGIT,
    SHIPLAP_SENTENCE_EXTEND,
    SHIPLAP_SENTENCE_LOWER,
    SHIPLAP_SENTENCE_SPACE,
    SHIPLAP_SENTENCE_UPPER,
)
from shiplap._core.text.sizes cimport View, unit_at

cdef enum:
    MAX_INDENT = 16
    MAX_DIGITS = 4
    MAX_LABEL = 32
    MAX_SPEAKER = 40
    # styles, but for those of bullets, which are their code points
    DIGITS = 0x110000
    SMALL = 0x110004
    CAPITAL = 0x110008
    FOOTNOTE = 0x11000C
    SPEAKER = 0x11000D
    # what is added for the signs around a number
    FULL_STOP = 0
    PARENTHESIS = 1
    PARENTHESES = 2
    BRACKETS = 3

fill_kinds()


cdef int item_style(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Py_ssize_t indent, i = after_indent(view, p, &indent), end
    cdef Py_UCS4 opener = 0, closer
    cdef Char char
    cdef int style
    if i >= view.size:
        return 0
    char = char_at(view, i)
    if is_item_bullet(char.code):
        return <int> char.code if is_gap(view, char.next) else 0
    if char.code in u'([':
        opener = char.code
        if opener == u'[' and char.next < view.size and unit_at(view, char.next) == u'^':
            return FOOTNOTE if footnote_end(view, i) else 0
    end = i + (opener != 0)
    style = number_style(view, &end)
    if style and end < view.size:
        closer = unit_at(view, end)
        if is_gap(view, end + 1):
            if opener == u'(' and closer == u')':
                return style + PARENTHESES
            if opener == u'[' and closer == u']':
                return style + BRACKETS
            if opener == 0 and closer in u'.)':
                return style + (FULL_STOP if closer == u'.' else PARENTHESIS)
    return SPEAKER if opener == 0 and is_speaker(view, i) else 0


cdef Py_ssize_t after_indent(const View *view, Py_ssize_t p, Py_ssize_t *indent) noexcept nogil:
    cdef Char char
    indent[0] = 0
    while p < view.size and indent[0] < MAX_INDENT:
        char = char_at(view, p)
        if char.kind != SHIPLAP_SENTENCE_SPACE or is_line_end(char.code):
            break
        p = char.next
        indent[0] += 1
    return p


cdef inline bint is_gap(const View *view, Py_ssize_t i) noexcept nogil:
    """Whether white space within a line is at i."""
    cdef Char char
    if i >= view.size:
        return False
    char = char_at(view, i)
    return char.kind == SHIPLAP_SENTENCE_SPACE and not is_line_end(char.code)


cdef inline bint is_member(Py_UCS4 unit, int style) noexcept nogil:
    """Whether a unit may be part of a number of a style."""
    return u'0' <= unit <= u'9' if style == DIGITS else u'a' <= unit <= u'z' if style == SMALL \
        else u'A' <= unit <= u'Z'


cdef int number_style(const View *view, Py_ssize_t *place) noexcept nogil:
    """DIGITS, SMALL, CAPITAL or 0 for the number or letter at a place, which is moved to its end."""
    cdef Py_ssize_t begin = place[0], end = place[0]
    cdef Py_UCS4 unit
    cdef int style
    cdef bint roman = True
    if begin >= view.size:
        return 0
    unit = unit_at(view, begin)
    style = DIGITS if is_member(unit, DIGITS) else SMALL if is_member(unit, SMALL) else CAPITAL
    while end < view.size and end - begin < MAX_DIGITS and is_member(unit_at(view, end), style):
        roman = roman and unit_at(view, end) in u'ivxlcIVXLC'
        end += 1
    if end == begin or (style != DIGITS and end > begin + 1 and not roman):
        return 0
    place[0] = end
    return style


cdef bint footnote_end(const View *view, Py_ssize_t i) noexcept nogil:
    """Whether the label of a footnote begins at i, `[^label]:`, with white space after it."""
    cdef Py_ssize_t end = i + 2, count = 2
    cdef Char char
    while end < view.size and count < MAX_LABEL:
        char = char_at(view, end)
        if char.code in u'[]' or char.kind == SHIPLAP_SENTENCE_SPACE:
            break
        end = char.next
        count += 1
    return end > i + 2 and end + 2 < view.size and unit_at(view, end) == u']' and unit_at(view, end + 1) == u':' \
        and is_gap(view, end + 2)


cdef bint is_speaker(const View *view, Py_ssize_t i) noexcept nogil:
    """Whether a speaker is at i, with a colon and white space: words that begin with a capital letter or a digit."""
    cdef Py_ssize_t end = i, count = 0
    cdef bint begins_word = True
    cdef Char char = char_at(view, i)
    if char.kind != SHIPLAP_SENTENCE_UPPER:  # as nearly every line
        return False
    while end < view.size and count < MAX_SPEAKER:
        char = char_at(view, end)
        if char.code == u':':
            break
        if char.code == u' ':
            if begins_word:
                return False
            begins_word = True
        elif char.kind == SHIPLAP_SENTENCE_UPPER or (char.kind == SHIPLAP_SENTENCE_DIGIT and end > i):
            begins_word = False
        elif begins_word or (char.kind != SHIPLAP_SENTENCE_LOWER and char.kind != SHIPLAP_SENTENCE_EXTEND
                             and char.code not in u".-'’"):
            return False
        end = char.next
        count += 1
    return not begins_word and end < view.size and unit_at(view, end) == u':' and is_gap(view, end + 1)
