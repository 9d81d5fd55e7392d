# The Arrow C data interface, from its specification: who owns what in it, and arrays with their types.
from libc.stdint cimport int64_t

cdef extern from "shiplap_inline.h":
    cdef struct ArrowSchema:
        const char *format
        const char *name
        const char *metadata
        int64_t flags
        int64_t n_children
        ArrowSchema **children
        ArrowSchema *dictionary
        void (*release)(ArrowSchema *) noexcept nogil
        void *private_data

    cdef struct ArrowArray:
        int64_t length
        int64_t null_count
        int64_t offset
        int64_t n_buffers
        int64_t n_children
        const void **buffers
        ArrowArray **children
        ArrowArray *dictionary
        void (*release)(ArrowArray *) noexcept nogil
        void *private_data

    cdef struct ArrowArrayStream:
        int (*get_schema)(ArrowArrayStream *, ArrowSchema *) noexcept nogil
        int (*get_next)(ArrowArrayStream *, ArrowArray *) noexcept nogil
        const char *(*get_last_error)(ArrowArrayStream *) noexcept nogil
        void (*release)(ArrowArrayStream *) noexcept nogil
        void *private_data

# What several arrays share: memory of our own, and an array of somebody else's that they read. Counted, since each
# of them, and each of their children, may outlive the others, and be released in any thread.
cdef struct Block:
    void *data
    int64_t size

cdef struct Owner:
    long references
    Block *blocks
    int64_t count
    int64_t room
    ArrowArray array        # `release` is NULL where there is none
    Owner *other            # one more that is kept, or NULL

cdef Owner *new_owner() noexcept nogil
cdef void keep(Owner *owner) noexcept nogil
cdef void let_go(Owner *owner) noexcept nogil
# Memory that lives as long as the owner, or NULL. Never of size 0.
cdef void *allocate(Owner *owner, int64_t size) noexcept nogil
# An array that reads what another one reads, which the owner keeps: False where there is no memory.
cdef bint share(const ArrowArray *array, ArrowArray *shared, Owner *owner) noexcept nogil


cdef class Field:
    """A name and a type: what a schema is made of."""
    cdef readonly str name
    cdef readonly str format            # as the interface writes it
    cdef readonly int64_t flags
    cdef readonly bytes metadata        # as the interface writes it, or None
    cdef readonly tuple children        # of Field
    cdef readonly Field dictionary      # of the values, or None
    cdef int export(self, ArrowSchema *schema) except -1

# The field that a schema describes.
cdef Field field_of(const ArrowSchema *schema, int depth)

ctypedef void (*Destructor)(object) noexcept
# A capsule with an empty struct of this size.
cdef object capsule_of(size_t size, const char *name, Destructor destructor)
# Let go of a Python object, in any thread.
cdef void drop(void *held) noexcept nogil


cdef class Array:
    """An array, a struct in most cases, with its type."""
    cdef readonly Field field
    cdef Owner *owner
    cdef ArrowArray *array      # it lives in, or with, the owner

# An Array that has taken over what the owner has been given.
cdef Array array_of(Field field, Owner *owner, ArrowArray *array)
