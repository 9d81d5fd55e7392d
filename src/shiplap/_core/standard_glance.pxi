# Part of standard.pyx: what nearly all candidates look like. It must say what the rule says, or nothing.

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
