# The standard sentence rule: the layout and the marks before a candidate.
from shiplap._core.boundaries.characters cimport (
    FORMAL_LAST,
    FORMAL_SECOND,
    NOTHING,
    OPENERS,
    POLITE,
    Char,
    char_at,
    char_before,
    is_bullet,
    is_emphasis,
    is_letter,
    is_line_end,
    is_numeral,
    is_opening_quote,
    is_star,
    makes_noun,
)
from shiplap._core.boundaries.sentences cimport CAP
from shiplap._core.csrc cimport (
    SHIPLAP_SENTENCE_CLOSE,
    SHIPLAP_SENTENCE_CONTINUE,
    SHIPLAP_SENTENCE_DIGIT,
    SHIPLAP_SENTENCE_EXTEND,
    SHIPLAP_SENTENCE_LOWER,
    SHIPLAP_SENTENCE_NUMBER,
    SHIPLAP_SENTENCE_QUOTE,
    SHIPLAP_SENTENCE_SPACE,
    SHIPLAP_SENTENCE_STOP,
    SHIPLAP_SENTENCE_TERMINAL,
)
from shiplap._core.text.sizes cimport View


# ---- the layout


cdef inline Py_ssize_t gap_before(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char before = char_before(view, p)
    cdef int count = 0
    while before.kind == SHIPLAP_SENTENCE_SPACE and count < CAP:
        p = before.next
        before = char_before(view, p)
        count += 1
    return p


cdef inline int line_ends(const View *view, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    cdef Char at
    cdef Py_UCS4 last = 0
    cdef int count = 0
    while begin < end:
        at = char_at(view, begin)
        if is_line_end(at.code) and not (at.code == u'\n' and last == u'\r'):
            count += 2 if at.code == u'\u2029' else 1
        last, begin = at.code, at.next
    return count


cdef inline bint is_polite(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char last = char_before(view, end), second
    if last.code != POLITE and last.code != FORMAL_LAST:
        return False
    second = char_before(view, last.next)
    if last.code == FORMAL_LAST:
        return second.code == FORMAL_SECOND
    return is_hangul(second.code) and not makes_noun(second.code)


cdef inline bint is_marker(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), after
    cdef Py_UCS4 bullet = at.code
    cdef int count = 0
    if bullet == u'・':
        return True
    if is_numeral(bullet):
        while is_numeral(at.code) and count < 3:
            at = char_at(view, at.next)
            count += 1
        return at.code == u'、'
    if is_bullet(bullet):
        while at.kind != NOTHING and at.code == bullet and count < OPENERS:
            at = char_at(view, at.next)
            count += 1
        return at.kind == SHIPLAP_SENTENCE_SPACE
    if at.code == u'(':
        at = char_at(view, at.next)
    while at.kind == SHIPLAP_SENTENCE_DIGIT and count < 3:
        at = char_at(view, at.next)
        count += 1
    if count == 0:
        if not is_letter(at.kind):
            return False
        at = char_at(view, at.next)
    after = char_at(view, at.next)
    return at.code in u'.)' and after.kind == SHIPLAP_SENTENCE_SPACE


cdef inline bint at_line_start(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Py_ssize_t gap = gap_before(view, i)
    return gap == 0 or line_ends(view, gap, i) > 0


# ---- marks


cdef inline bint is_mark_kind(const Char *char) noexcept nogil:
    """Whether a code point is a mark whatever is before it."""
    return char.kind == SHIPLAP_SENTENCE_STOP or char.kind == SHIPLAP_SENTENCE_TERMINAL or char.code == u'…'


cdef inline bint is_mark_before(const View *view, Py_ssize_t i) noexcept nogil:
    """Whether a mark ends at i."""
    cdef Char mark = char_before(view, i), before
    if is_star(mark.code):
        before = char_before(view, mark.next)
        return is_hiragana(before.code)
    if mark.code in u';\u037e':
        before = char_before(view, mark.next)
        return is_greek(before.code)
    return is_mark_kind(&mark)


cdef inline bint is_mark(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char mark = char_at(view, i)
    return is_mark_before(view, mark.next)


cdef inline Py_ssize_t marks_begin(const View *view, Py_ssize_t stop) noexcept nogil:
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


cdef inline bint is_greek(Py_UCS4 code) noexcept nogil:
    return u'\u0384' <= code <= u'\u03ff' or u'\u1f00' <= code <= u'\u1fff'


cdef inline bint is_hiragana(Py_UCS4 code) noexcept nogil:
    return u'\u3041' <= code <= u'\u309f'


cdef inline bint is_armenian(Py_UCS4 code) noexcept nogil:
    return u'\u0531' <= code <= u'\u0588'


cdef inline bint is_hangul(Py_UCS4 code) noexcept nogil:
    return u'\uac00' <= code <= u'\ud7a3'


cdef inline bint is_east_asian(Py_UCS4 code) noexcept nogil:
    return (u'\u3041' <= code <= u'\u30ff' or u'\u3400' <= code <= u'\u9fff' or u'\uac00' <= code <= u'\ud7a3'
            or u'\uf900' <= code <= u'\ufaff' or u'\U00020000' <= code <= u'\U0003ffff')


cdef inline bint belongs_before(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), after
    if at.kind == SHIPLAP_SENTENCE_CLOSE:
        return True
    if is_mark(view, p):
        after = char_at(view, at.next)
        return not is_letter(after.kind) and after.kind != SHIPLAP_SENTENCE_DIGIT
    if at.kind == SHIPLAP_SENTENCE_QUOTE:
        after = char_at(view, at.next)
        return ((after.kind == SHIPLAP_SENTENCE_SPACE or after.kind == NOTHING)
                and not is_opening_quote(at.code))
    return at.code == u'[' and is_footnote(view, at.next)


cdef inline bint belongs_joined(const View *view, const Char *at, Py_ssize_t p) noexcept nogil:
    if (is_mark(view, p) or at.kind == SHIPLAP_SENTENCE_CLOSE or at.kind == SHIPLAP_SENTENCE_CONTINUE
            or at.kind == SHIPLAP_SENTENCE_EXTEND):
        return True
    if at.kind == SHIPLAP_SENTENCE_QUOTE:
        return not is_opening_quote(at.code)
    return at.code == u'[' and is_footnote(view, at.next)


cdef inline bint is_label(int kind) noexcept nogil:
    """Whether a kind may be in the label of a footnote."""
    return kind == SHIPLAP_SENTENCE_DIGIT or kind == SHIPLAP_SENTENCE_LOWER


cdef inline bint is_footnote(const View *view, Py_ssize_t i) noexcept nogil:
    """Whether the label of a footnote mark begins at i, and its bracket closes."""
    cdef Char at = char_at(view, i)
    cdef int count = 0
    while is_label(at.kind) and count < 4:
        at = char_at(view, at.next)
        count += 1
    return count > 0 and at.code == u']'


cdef inline Py_ssize_t closing_begins(const View *view, Py_ssize_t gap, Py_ssize_t p) noexcept nogil:
    cdef bint spaced = gap < p
    cdef Py_ssize_t i = gap, footnote
    cdef Char closing, before
    cdef int count = 0
    closing = char_before(view, i)
    before = closing
    while count < CAP and is_closing(&closing, spaced):
        before = closing
        footnote = -1
        if closing.code == u']':
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


cdef inline int count_between(const View *view, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
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


cdef inline Py_ssize_t footnote_begin(const View *view, Py_ssize_t end) noexcept nogil:
    """The beginning of the footnote mark whose label ends at `end`, or -1."""
    cdef Char before = char_before(view, end)
    cdef int count = 0
    while is_label(before.kind) and count < 4:
        before = char_before(view, before.next)
        count += 1
    return before.next if count > 0 and before.code == u'[' else -1
