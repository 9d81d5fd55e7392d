# Items of lists: what a line begins with, by the clauses I1 and I2 of the reference.
from shiplap._core.text.sizes cimport View

cdef enum:
    REACH = 1024    # code points that the paragraph before is looked for in

# The style of the item that the line at p is, or 0.
cdef int item_style(const View *view, Py_ssize_t p) noexcept nogil
# Where the indentation of the line at p ends; how many code points it has.
cdef Py_ssize_t after_indent(const View *view, Py_ssize_t p, Py_ssize_t *indent) noexcept nogil
