# Where the chunks of a mixed document begin: see starts.pyx.
from cpython.array cimport array

from shiplap._core.text.spans cimport Spans
from shiplap._core.text.text cimport Text

cpdef Spans starts(Text text, array at, array ranks, array ends, array lows, array words, bint strip_whitespace,
                   bint skip_blank, Py_ssize_t place, Py_ssize_t before)
