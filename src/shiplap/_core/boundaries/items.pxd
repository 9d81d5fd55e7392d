# Items of lists: what a line begins with, by the clauses I1 and I2 of the reference.
from shiplap._core.text.sizes cimport View, unit_at

cdef enum:
    REACH = 1024    # code points that the paragraph before is looked for in

# The style of the item that the line at p is, or 0.
cdef int item_style(const View *view, Py_ssize_t p) noexcept nogil
# Where the indentation of the line at p ends; how many code points it has.
cdef Py_ssize_t after_indent(const View *view, Py_ssize_t p, Py_ssize_t *indent) noexcept nogil


# The fast path of items: most lines tell by a few units that they are none.
#
#     1. A letter of ASCII is a mark only if a full stop or a parenthesis follows it, or Roman numerals and then one of these.
#     2. A small letter begins no speaker, nor does a capital one with small letters after it, and then a space and a small
#        letter: "It rains".
#     3. Every other line may be an item: ask `item_style`.
cdef inline bint may_be_item(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the line at p may be an item; p is below the size."""
    cdef Py_UCS4 unit = unit_at(view, p)
    cdef Py_ssize_t i = p + 1
    if not u'A' <= unit <= u'z' or u'Z' < unit < u'a':
        return True
    while i < view.size and unit_at(view, i) in u'ivxlcIVXLC':
        i += 1
    if i < view.size and unit_at(view, i) in u'.)':
        return True
    if unit >= u'a':
        return False
    while i < view.size and u'a' <= unit_at(view, i) <= u'z':
        i += 1
    return not (i + 1 < view.size and unit_at(view, i) == u' ' and u'a' <= unit_at(view, i + 1) <= u'z')
