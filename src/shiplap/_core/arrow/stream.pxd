# Arrays with their types, which keep what they read.
from shiplap._core.arrow.data cimport ArrowArray, Field, Owner


cdef class Array:
    """An array, a struct in most cases, with its type."""
    cdef readonly Field field
    cdef Owner *owner
    cdef ArrowArray *array      # it lives in, or with, the owner

# An Array that has taken over what the owner has been given.
cdef Array array_of(Field field, Owner *owner, ArrowArray *array)
