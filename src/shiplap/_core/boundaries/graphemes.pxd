# Extended grapheme clusters: is p between two of them?
from shiplap._core.text.text cimport View, is_continuation, unit_at

# The run of code points of one class that was last walked over backwards: [begin, end). A later question about the
# same run walks no further than to its end, so that all questions together read a run once.
cdef struct Run:
    int grapheme_class
    Py_ssize_t begin
    Py_ssize_t end      # 0: no run

# Decoding. In UTF-8 nothing is read beyond view.valid: U+0000 stands for what is unknown there. A buffer that
# another thread changes may give any number.
cdef Py_UCS4 code_point_at(const View *view, Py_ssize_t p) noexcept nogil
# The code point that ends at p > 0; its beginning, which is below p, goes to `begin`.
cdef Py_UCS4 code_point_before(const View *view, Py_ssize_t p, Py_ssize_t *begin) noexcept nogil

cdef bint grapheme(const View *view, Run *run, Py_ssize_t p) noexcept nogil


cdef inline bint is_lone(const View *view, Py_UCS4 unit) noexcept nogil:
    """Return whether a code point, by its unit or first byte, is one of many between any two of which is a boundary,
    save inside CR LF: U+0000..U+02FF, U+0380..U+047F (Greek, Cyrillic), U+4000..U+9FFF (ideographs), U+AC00..U+D7A3
    (Hangul syllables; in UTF-8 U+B000..U+CFFF of them)."""
    if view.width == 0:
        return unit < 0xCC or 0xCE <= unit <= 0xD1 or 0xE4 <= unit <= 0xE9 or 0xEB <= unit <= 0xEC
    return (unit < u'\u0300' or u'\u0380' <= unit < u'\u0480' or u'\u4000' <= unit < u'\ua000'
            or u'\uac00' <= unit <= u'\ud7a3')


cdef inline bint is_grapheme_boundary(const View *view, Run *run, Py_ssize_t p) noexcept nogil:
    """Return whether p, 0 < p < size, where a code point begins, is between two grapheme clusters. `run` remembers what
    was read for an earlier p; zeros at first."""
    cdef Py_UCS4 before, unit = unit_at(view, p)
    cdef Py_ssize_t at = p - 1
    if is_lone(view, unit):
        if view.width == 0:
            while at > 0 and p - at < 4 and is_continuation(view.data[at]):
                at -= 1
        before = unit_at(view, at)
        if is_lone(view, before):
            return not (before == u'\r' and unit == u'\n')
    return grapheme(view, run, p)
