# What Chunks holds.
from shiplap._core.batch cimport Batch


cdef class Held:
    cdef Batch batch        # None: everything is here
    cdef Py_ssize_t row
    cdef object text, native, measured, counts, chunker, rows, converted, name, origin, about
    cdef public object _before, _notes, _embeddings  # None for those of a batch
    cdef int load(self) except -1
