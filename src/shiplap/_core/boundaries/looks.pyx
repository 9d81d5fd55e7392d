# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Headings without marks: what a line of its own looks like, by the clauses L1 to L7 of the reference."""

from libc.stdint cimport uint32_t

from shiplap._core.boundaries.characters cimport Char, char_at, char_before, fill_kinds, is_letter, is_line_end, kind_of
from shiplap._core.boundaries.lines cimport code_points_on, follows_blank_line, may_follow_blank_line, next_line
from shiplap._core.boundaries.sentences cimport CAP
from shiplap._core.csrc cimport (
    SHIPLAP_LINE,
    SHIPLAP_SENTENCE_CLOSE,
    SHIPLAP_SENTENCE_CONTINUE,
    SHIPLAP_SENTENCE_DIGIT,
    SHIPLAP_SENTENCE_LETTER,
    SHIPLAP_SENTENCE_LOWER,
    SHIPLAP_SENTENCE_NUMBER,
    SHIPLAP_SENTENCE_OPEN,
    SHIPLAP_SENTENCE_OTHER,
    SHIPLAP_SENTENCE_QUOTE,
    SHIPLAP_SENTENCE_SPACE,
    SHIPLAP_SENTENCE_STOP,
    SHIPLAP_SENTENCE_TERMINAL,
    SHIPLAP_SENTENCE_UPPER,
    shiplap_scan_first,
)
from shiplap._core.text.sizes cimport View, unit_at

cdef enum:
    MIN_CAPITALS = 3    # capital letters of a title that is in capitals
    MAX_DIGITS = 3      # of one part of a number: more are a year, or a price

# What a character says of a title, as bits (`fast_title`). ASIDE: the loop must look at what is around it.
cdef enum Sign:
    CAPITAL = 1
    SMALL = 2
    BLANK = 4
    CODE = 8
    ASIDE = 16

cdef unsigned char[128] ascii_signs

fill_kinds()
fill_signs()


cdef void fill_signs() noexcept nogil:
    """Fill the table of signs."""
    cdef int code
    for code in range(128):
        ascii_signs[code] = sign_of(kind_of(code)) | (CODE if is_code(code) else 0)
        if code == c'`' or code == c'/' or code == c']':
            ascii_signs[code] |= ASIDE


cdef inline unsigned char sign_of(int kind) noexcept nogil:
    """What a character says of a title by its kind."""
    return CAPITAL if kind == SHIPLAP_SENTENCE_UPPER else SMALL if kind == SHIPLAP_SENTENCE_LOWER \
        else BLANK if kind == SHIPLAP_SENTENCE_SPACE else 0


cdef int look(const View *view, Py_ssize_t p, Alone *alone) noexcept nogil:
    if p >= view.size or not may_follow_blank_line(view, p):
        return 0
    return look_of_line(view, p, next_line(view, p), LOOKS, alone)


cdef int look_of_line(const View *view, Py_ssize_t p, Py_ssize_t end, int wanted, Alone *alone) noexcept nogil:
    cdef int parts
    cdef Py_ssize_t number
    if end < 0 or char_at(view, p).kind == SHIPLAP_SENTENCE_SPACE or has_no_look(view, p, end) or not stands_alone(view, p, end, alone) \
            or not may_end(view, p, alone.end) or not follows_blank_line(view, p):
        return 0
    if is_labelled(view, p, alone.end):
        return LABELLED
    parts = number_at(view, p, alone.end, &number)
    if parts:
        return NUMBERED if heads(view, number, alone.after, parts) else 0
    return title_look(view, p, alone.end) if wanted & (CAPITALS | TITLE) else 0


cdef bint line_alone(const View *view, Py_ssize_t p, Alone *alone) noexcept nogil:
    cdef Py_ssize_t end = next_line(view, p)
    alone.end = alone.after = p
    return end >= 0 and stands_alone(view, p, end, alone)


cdef bint stands_alone(const View *view, Py_ssize_t p, Py_ssize_t end, Alone *alone) noexcept nogil:
    """Whether a blank line follows the line from p to `end`, and then something visible (L2)."""
    cdef Py_ssize_t after = end, seen = 0
    cdef Char char = char_at(view, after)
    alone.end = alone.after = p
    while after < view.size and seen < CAP and char.kind == SHIPLAP_SENTENCE_SPACE:
        after = char.next
        char = char_at(view, after)
        seen += 1
    if after >= view.size or char.kind == SHIPLAP_SENTENCE_SPACE or not is_paragraph_gap(view, end, after):
        return False
    alone.after = after
    char = char_before(view, end)
    while end > p and char.kind == SHIPLAP_SENTENCE_SPACE:
        end = char.next
        char = char_before(view, end)
    alone.end = end
    return end > p


cdef inline bint is_paragraph_gap(const View *view, Py_ssize_t end, Py_ssize_t after) noexcept nogil:
    """Whether a blank line is between the line that ends at `end` and the visible text at `after`, or a PS: of the line
    ends between them, one is at `end`. Nearly every blank line is an LF right there."""
    if after > end and unit_at(view, end) == u'\n':
        return True
    return char_before(view, end).code == u'\u2029' \
        or (after > end and shiplap_scan_first(view.data, view.size, view.width, SHIPLAP_LINE, end + 1, after + 1) >= 0)


cdef inline bint is_unending(int kind) noexcept nogil:
    """Whether a heading does not end with a mark of this kind (L3)."""
    return kind == SHIPLAP_SENTENCE_STOP or kind == SHIPLAP_SENTENCE_TERMINAL or kind == SHIPLAP_SENTENCE_CONTINUE \
        or kind == SHIPLAP_SENTENCE_OPEN


cdef inline bint may_end(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Whether a heading may end as the line does (L3)."""
    cdef Char last = char_before(view, end)
    if is_unending(last.kind):
        return False
    if (last.kind == SHIPLAP_SENTENCE_QUOTE or last.kind == SHIPLAP_SENTENCE_CLOSE) and last.next > p:
        return not is_unending(char_before(view, last.next).kind)
    return True


cdef inline bint is_labelled(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Whether the line begins with a label and its number (L4)."""
    cdef Char char = char_at(view, p)
    cdef Py_ssize_t i = char.next
    if char.code == u'§':
        char = char_at(view, i)
        i = spaces(view, char.next if char.code == u'§' else i, end)
        return i < end and char_at(view, i).kind == SHIPLAP_SENTENCE_DIGIT
    if is_in(shiplap_heading_ordinals, char.code):
        i = counter_of(view, i, end)
        return i < end and is_in(shiplap_heading_counters, char_at(view, i).code)
    return label_of(view, p, end) > 0


cdef inline bint is_in(const Py_UCS4 *members, Py_UCS4 code) noexcept nogil:
    """Whether a code point is one of a set, which 0 ends."""
    while members[0] and members[0] != code:
        members += 1
    return members[0] != 0


cdef inline Py_ssize_t counter_of(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """What stands after the number behind an ordinal; the end without a number."""
    cdef Py_ssize_t begin = spaces(view, i, end)
    cdef Char char
    i = begin
    while i < end:
        char = char_at(view, i)
        if not is_in(shiplap_heading_numerals, char.code) and char.kind != SHIPLAP_SENTENCE_DIGIT:
            break
        i = char.next
    return spaces(view, i, end) if i > begin else end


cdef int label_of(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """The number of the word of LABELS that begins the line, with a number after it, from 1; the same for a word in
    capitals. 0 without one. Only the words of the group of the first character are looked at, in their order."""
    cdef uint32_t group = <uint32_t> char_at(view, p).code % GROUPS
    cdef Py_ssize_t i, begin
    cdef uint32_t k, row
    for k in range(shiplap_heading_group_begins[group], shiplap_heading_group_begins[group + 1]):
        row = shiplap_heading_group_labels[k]
        i = after_word(view, p, end, shiplap_heading_labels + shiplap_heading_label_begins[row])
        if i > p:
            begin = spaces(view, i, end)
            if begin > i and is_number(view, begin, end):
                return row // 2 + 1
    return 0


cdef inline Py_ssize_t after_word(const View *view, Py_ssize_t p, Py_ssize_t end, const Py_UCS4 *word) noexcept nogil:
    """Where a word ends that is at p, or p. A 0 ends it."""
    cdef Py_ssize_t i = p
    cdef Char char
    while word[0] and i < end:
        char = char_at(view, i)
        if char.code != word[0]:
            return p
        i = char.next
        word += 1
    return p if word[0] else i


cdef Py_ssize_t spaces(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Where the white space at i ends."""
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if char.kind != SHIPLAP_SENTENCE_SPACE:
            break
        i = char.next
    return i


cdef inline bint is_roman(Py_UCS4 code) noexcept nogil:
    """Whether a character is a Roman numeral."""
    return code in u'IVXLCDM'


cdef bint is_number(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Whether a number of a label is at i: it begins with a digit, or is Roman, or one capital letter."""
    cdef Py_ssize_t size = 0
    cdef Py_UCS4 first = 0
    cdef bint roman = True
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if not is_letter(char.kind) and char.kind != SHIPLAP_SENTENCE_DIGIT:
            break
        if size == 0:
            if char.kind == SHIPLAP_SENTENCE_DIGIT:
                return True
            first = char.code
        roman = roman and is_roman(char.code)
        size += 1
        i = char.next
    return size > 0 and (roman or (size == 1 and u'A' <= first <= u'Z'))


cdef inline bint is_digit_at(const View *view, Py_ssize_t i) noexcept nogil:
    """Whether one of 0 to 9 is at i, below the size."""
    return u'0' <= unit_at(view, i) <= u'9'


cdef int number_at(const View *view, Py_ssize_t p, Py_ssize_t end, Py_ssize_t *after) noexcept nogil:
    """How many parts the number has that begins at p, or 0; where it ends, with the white space after it."""
    cdef Py_ssize_t i = p, begin
    cdef int parts = 0
    after[0] = p
    while i < end and is_roman(unit_at(view, i)):
        i += 1
    if i == p and i < end and u'A' <= unit_at(view, i) <= u'Z':
        i += 1
    if i > p:
        if i == end or unit_at(view, i) != u'.':
            return 0
        i += 1
        parts = 1
    while True:
        begin = i
        while i < end and is_digit_at(view, i):
            i += 1
        if i - begin > MAX_DIGITS:
            return 0
        parts += i > begin
        if i == begin or i + 1 >= end or unit_at(view, i) != u'.' or not is_digit_at(view, i + 1):
            break
        i += 1
    if i > begin and i < end and unit_at(view, i) in u'.)':
        i += 1
    begin = i
    i = spaces(view, i, end)
    if parts == 0 or i == begin or i >= end:
        return 0
    after[0] = i
    return parts


cdef inline bint heads(const View *view, Py_ssize_t number, Py_ssize_t after, int parts) noexcept nogil:
    """Whether a line is a heading whose number, of so many parts, ends at `number`: no item of a list (L5)."""
    cdef Char before = char_before(view, after)
    if char_at(view, number).kind == SHIPLAP_SENTENCE_LOWER:
        return False
    if before.kind == SHIPLAP_SENTENCE_SPACE and not is_line_end(before.code):
        return False
    return number_at(view, after, code_points_on(view, after, CAP), &number) != parts


cdef inline bint is_code(Py_UCS4 code) noexcept nogil:
    """Whether a character is one of CODE."""
    return code in u'{};=|'


cdef int title_look(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """CAPITALS, TITLE, or 0 (L6, L7)."""
    cdef Py_ssize_t i = p, size = 0, capitals = 0
    cdef bint small = False, is_word = True, in_code = False
    cdef int found = fast_title(view, p, end)
    cdef Char char
    if found >= 0:
        return found
    while i < end:
        char = char_at(view, i)
        if char.code == u'`':
            in_code = not in_code
        elif not in_code and (is_code(char.code) or (char.code == u'/' and char.next < end
                                                     and unit_at(view, char.next) == u'/')):
            return 0
        is_word = is_word and char.kind != SHIPLAP_SENTENCE_SPACE
        capitals += char.kind == SHIPLAP_SENTENCE_UPPER
        small = small or char.kind == SHIPLAP_SENTENCE_LOWER
        size += 1
        if size > MAX_TITLE:
            return 0
        i = char.next
        if char.code == u']' and i < end and unit_at(view, i) == u'(':
            i = link_end(view, i, end)
    return which_title(view, p, capitals, small, is_word)


cdef inline int which_title(const View *view, Py_ssize_t p, Py_ssize_t capitals, bint small, bint is_word) noexcept nogil:
    """CAPITALS or TITLE for a line that is as long as a title, or 0 for one that does not begin like one."""
    if not begins_title(view, p) and not (is_word and char_at(view, p).kind == SHIPLAP_SENTENCE_LOWER):
        return 0
    return CAPITALS if capitals >= MIN_CAPITALS and not small else TITLE


cdef inline int fast_title(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """`title_look`, or -1 where a line has backticks, slashes or links, or code points of several units: each other
    character counts alone, wherever it stands."""
    cdef Py_ssize_t i, capitals = 0
    cdef unsigned int some = 0, sign
    cdef Py_UCS4 unit
    for i in range(p, min(end, p + MAX_TITLE)):
        unit = unit_at(view, i)
        if unit < 128:
            sign = ascii_signs[<int> unit]
        else:
            sign = sign_of(kind_of(unit)) if view.width else ASIDE
        some |= sign
        capitals += sign & CAPITAL
    if some & ASIDE:
        return -1
    if end - p > MAX_TITLE or some & CODE:
        return 0
    return which_title(view, p, capitals, some & SMALL != 0, not some & BLANK)


cdef inline Py_ssize_t link_end(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Where the target of a link ends that begins at i with a parenthesis, or i."""
    cdef Py_ssize_t stop = i
    while stop < end and unit_at(view, stop) != u')':
        stop += 1
    return stop + 1 if stop < end else i


cdef inline bint begins_title(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether a title may begin like the line at p: it is no fence, image or footnote."""
    cdef Char char = char_at(view, p)
    cdef Py_UCS4 other
    if char.code in u'`[':
        other = char_at(view, char.next).code
        return other != u'`' if char.code == u'`' else other not in u'!^'
    return char.kind == SHIPLAP_SENTENCE_UPPER or char.kind == SHIPLAP_SENTENCE_LETTER \
        or char.kind == SHIPLAP_SENTENCE_DIGIT or char.kind == SHIPLAP_SENTENCE_NUMBER \
        or (char.kind == SHIPLAP_SENTENCE_OTHER and char.code > 0x7F)


cdef int rank(const View *view, Py_ssize_t p, Py_ssize_t end, int found) noexcept nogil:
    cdef Py_ssize_t after
    cdef Char char = char_at(view, p)
    if found == NUMBERED:
        return 2 * number_at(view, p, end, &after) + (not is_digit_at(view, p))
    if found != LABELLED:
        return 0
    if is_in(shiplap_heading_ordinals, char.code):
        return <int> char_at(view, counter_of(view, char.next, end)).code
    return label_of(view, p, end)
