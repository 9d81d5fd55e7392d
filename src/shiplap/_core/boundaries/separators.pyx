# cython: language_level=3, boundscheck=False, wraparound=False
"""Separators: the level of a literal text.

csrc finds the literal in the text's own form; where that cannot hold it (a letter beyond Latin-1 in a str of one byte
a character), there is none.
"""

import sys

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.string cimport memset

from shiplap._core.boundaries.graphemes cimport is_grapheme_boundary
from shiplap._core.csrc cimport shiplap_find_first, shiplap_find_last

cdef dict ENCODINGS = {0: "utf-8", 1: "latin-1", 2: f"utf-16-{sys.byteorder[0]}e", 4: f"utf-32-{sys.byteorder[0]}e"}


@cython.no_gc
cdef class Separators:
    """The separators of a plan, in all forms. Immutable."""

    def __cinit__(self, literals):
        cdef int k, width
        cdef bytes form
        self.count = len(literals)
        self.data = <Separator *> PyMem_Malloc(max(self.count, 1) * sizeof(Separator))
        if self.data == NULL:
            raise MemoryError
        memset(self.data, 0, self.count * sizeof(Separator))
        self.forms = []
        for k, literal in enumerate(literals):
            for width, encoding in ENCODINGS.items():
                if ord(max(literal)) >= {0: 0x110000, 1: 0x100, 2: 0x10000, 4: 0x110000}[width]:
                    continue
                form = literal.encode(encoding, "surrogatepass")
                self.forms.append(form)
                self.data[k].units[width] = <const unsigned char *> PyBytes_AS_STRING(form)
                self.data[k].sizes[width] = PyBytes_GET_SIZE(form) // (width if width else 1)

    def __dealloc__(self):
        PyMem_Free(self.data)


cdef Py_ssize_t first_separator(const View *view, Run *run, int number, Py_ssize_t low,
                                Py_ssize_t high) noexcept nogil:
    cdef const Separator *separator = &view.separators[number]
    cdef Py_ssize_t size = separator.sizes[view.width]
    while size > 0 and low < high:
        low = shiplap_find_first(view.data, view.size, view.width, separator.units[view.width], size, low, high)
        if low < 0:
            break
        if is_grapheme_boundary(view, run, low):
            return low
        low += 1
    return high


cdef Py_ssize_t last_separator(const View *view, Run *run, int number, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    cdef const Separator *separator = &view.separators[number]
    cdef Py_ssize_t size = separator.sizes[view.width]
    while size > 0 and low < high:
        high = shiplap_find_last(view.data, view.size, view.width, separator.units[view.width], size, low, high)
        if high < 0 or is_grapheme_boundary(view, run, high):
            return high
    return -1


cdef bint is_after_separator(const View *view, int number, Py_ssize_t p) noexcept nogil:
    cdef const Separator *separator = &view.separators[number]
    cdef Py_ssize_t size = separator.sizes[view.width]
    return size > 0 and shiplap_find_first(view.data, view.size, view.width, separator.units[view.width], size, p,
                                           p + 1) == p
