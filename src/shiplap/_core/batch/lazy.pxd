# What Chunks holds.
from shiplap._core.batch.batch cimport Batch


cdef class LazyRow:
    cdef Batch batch        # None: everything is here
    cdef Py_ssize_t row
    cdef Batch taken(self)
