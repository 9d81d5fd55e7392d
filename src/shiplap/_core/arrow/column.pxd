# Columns of Arrow arrays, read row by row. Nothing in them is trusted but the pointers.
from libc.stdint cimport int32_t, int64_t, uint8_t

from shiplap._core.arrow.data cimport ArrowArray, Field
from shiplap._core.arrow.stream cimport Array

# How the values of a type lie.
cdef enum Layout:
    NOTHING         # null
    BITS            # bool
    FIXED           # of the same width
    SHORT           # bytes of varying size, offsets of 32 bits
    LONG            # the same, of 64
    VIEWS           # the same, each with a buffer of its own, or none
    OTHER

cdef struct Column:
    Layout layout
    int width                       # of FIXED
    int sign                        # of FIXED that are integers: 1 with, 2 without a sign; else 0
    int64_t length
    int64_t offset                  # added to a row
    const uint8_t *valid            # a bitmap, or NULL
    const void *values              # fixed values, offsets, views, bits
    const uint8_t *data             # of SHORT and LONG
    int64_t end                     # the bytes there are
    const void **buffers            # of VIEWS
    const int64_t *sizes
    int64_t buffer_count

# What a row is.
cdef enum Cell:
    NULL_CELL, GOOD, BAD_CELL

# A string, and where it lies: in `data`, `at` bytes after the beginning of the buffer of that number (-1: in a view).
cdef struct String:
    const uint8_t *data
    int64_t size
    int64_t at
    int32_t buffer


cdef class Reader:
    """A column of an array, through the struct it is in and the dictionary it refers to."""
    cdef Array array                    # which is kept
    cdef readonly Field field
    cdef const ArrowArray *source       # the column
    cdef Column column
    cdef Column keys                    # where it is a dictionary: `column` has its values
    cdef bint has_keys
    cdef const uint8_t *outer           # validity of the struct around it, or NULL
    cdef int64_t outer_offset
    cdef Cell place(self, int64_t *row) noexcept nogil
    cdef Cell string(self, int64_t row, String *string) noexcept nogil
    cdef Cell number(self, int64_t row, int64_t *number, bint *unsigned) noexcept nogil


cdef inline bint bit(const uint8_t *bits, int64_t at) noexcept nogil:
    """A bit of a bitmap, by its number."""
    return bits[at >> 3] >> (at & 7) & 1
