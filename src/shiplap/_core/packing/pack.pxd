# Which places the chunks of a mixed document end at: see pack.pyx.
from cpython.array cimport array

cpdef tuple pack(array m, array ranks, array run_ends, array run_kinds, limits, overlaps, array extra, Py_ssize_t first)
