# Part of standard.pyx: the verdict on what is common in scripts beyond ASCII, in the order of the rule. Else -1.

cdef inline int decide_far(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), space = char_before(view, p), mark, before
    if space.kind != SHIPLAP_SENTENCE_SPACE:
        return joins(view, &at, &space)
    if space.code != 32 and space.code != 10 and space.code != 0x3000:
        return -1
    mark = char_before(view, space.next)
    if mark.kind == SHIPLAP_SENTENCE_SPACE:
        return -1
    if space.code == 10 and is_marker(view, p):
        return 1
    if may_be_in_word(&mark) or mark.kind == SHIPLAP_SENTENCE_CONTINUE:
        return 0
    if not may_begin(&at):
        return -1
    before = char_before(view, mark.next)
    if mark.kind == SHIPLAP_SENTENCE_TERMINAL:
        return -1 if may_be_mark(&before) else 1
    if mark.code == 0x2E:
        return stops_far(view, mark.next, &before)
    if (mark.kind == SHIPLAP_SENTENCE_CLOSE or mark.kind == SHIPLAP_SENTENCE_QUOTE) and mark.code != 0x5D:
        if may_be_in_word(&before) or before.kind == SHIPLAP_SENTENCE_CONTINUE:
            return 0  # something closes, but no mark stands before it
        if before.kind == SHIPLAP_SENTENCE_TERMINAL and before.code > 0x7F:
            mark = char_before(view, before.next)
            return -1 if may_be_mark(&mark) else 1
    return -1


cdef inline int joins(const View *view, const Char *at, const Char *mark) noexcept nogil:
    """The same without white space between the mark and p."""
    cdef Char before
    if may_be_in_word(mark) or mark.kind == SHIPLAP_SENTENCE_CONTINUE:
        return 0
    before = char_before(view, mark.next)
    if may_be_mark(&before):
        return -1
    if mark.kind == SHIPLAP_SENTENCE_TERMINAL and mark.code > 0x7F:
        return 1 if may_begin(at) else -1
    if mark.code == 0x21 or mark.code == 0x3F:
        return -1 if is_east_asian(at.code) or is_east_asian(before.code) else 0
    if mark.code == 0x2E:
        if is_east_asian(before.code):
            return -1
        return -1 if at.kind == SHIPLAP_SENTENCE_UPPER and before.kind == SHIPLAP_SENTENCE_LOWER else 0
    return -1


cdef inline int stops_far(const View *view, Py_ssize_t end, const Char *before) noexcept nogil:
    """Whether the stop at `end` ends a sentence before what is no small letter: after a word that is not known."""
    cdef uint64_t units, other
    cdef Char second
    if view.known != NULL and view.known.count > 0:
        return -1
    if 0x380 <= before.code < 0x480:
        units = shiplap_last_pairs(view.data, view.width, end, &other)
        if other >> 32 == 0 and shiplap_unknown_tail(shiplap_pairs_run(units, other)):
            return 1
        return -1
    if before.code < 0x80:
        units = shiplap_last_units(view.data, view.width, end)
        other = shiplap_small_run(units)
        if other >> 48 == 0xFFFF and units >> 40 != 0x727473 and shiplap_unknown_tail(units & other):
            return 1
        return -1
    if before.kind == SHIPLAP_SENTENCE_LETTER:
        if is_east_asian(before.code) and not is_hangul(before.code):
            return 1  # no word
        second = char_before(view, before.next)
        return 1 if before.code > 0x588 and is_letter(second.kind) else -1  # no such word is known
    return -1


cdef inline bint may_begin(const Char *char) noexcept nogil:
    """Whether a letter, but a small one, or a digit."""
    return (char.kind == SHIPLAP_SENTENCE_LETTER or char.kind == SHIPLAP_SENTENCE_UPPER
            or char.kind == SHIPLAP_SENTENCE_DIGIT)


cdef inline bint may_be_mark(const Char *char) noexcept nogil:
    return not (is_letter(char.kind) or char.kind == SHIPLAP_SENTENCE_DIGIT or char.kind == SHIPLAP_SENTENCE_CLOSE
                or char.kind == SHIPLAP_SENTENCE_QUOTE)
