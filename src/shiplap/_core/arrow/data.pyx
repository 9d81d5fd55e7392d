# cython: language_level=3, boundscheck=False, wraparound=False
"""The Arrow C data interface: who owns what, and types.

An array that is taken in is moved out of its capsule and released when the last one that reads it is gone. An array
that is given out is a tree of small structs over memory that all of them keep together (`Owner`), because whoever
takes it may move children out of it and release everything in any order, in any thread.
"""

cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset

from shiplap.errors import ArrowError

cdef extern from *:
    """
    #define shiplap_count_up(at) __atomic_add_fetch(at, 1, __ATOMIC_RELAXED)
    #define shiplap_count_down(at) __atomic_sub_fetch(at, 1, __ATOMIC_ACQ_REL)
    #define shiplap_lock(at) __atomic_test_and_set(at, __ATOMIC_ACQUIRE)
    #define shiplap_unlock(at) __atomic_clear(at, __ATOMIC_RELEASE)
    """
    long shiplap_count_up(long *at) nogil
    long shiplap_count_down(long *at) nogil
    bint shiplap_lock(char *at) nogil
    void shiplap_unlock(char *at) nogil

cdef extern from "Python.h":
    bint Py_IsInitialized() nogil

# Types in types are followed so deep, and no deeper.
cdef int DEEP = 64


# ---- ownership

# Large blocks that were given back, for the next table of the stream: the system clears the pages of new ones, which
# takes longer than to fill them. Some 32 MB at most; a lock is held for a few comparisons.
cdef enum:
    SPARE = 16
    LARGE = 1 << 18
    MUCH = 1 << 25

cdef Block[SPARE] spare
cdef int64_t spare_size = 0
cdef char lock = 0


cdef bint enter() noexcept nogil:
    """Take the lock; False where it stays taken: a process that was forked may have it so for ever."""
    cdef int k
    for k in range(1000):
        if not shiplap_lock(&lock):
            return True
    return False


cdef Block taken(int64_t size) noexcept nogil:
    """A block of at least this size; its data are NULL where there is no memory."""
    cdef Block block
    cdef int k
    if size >= LARGE:
        size += size >> 3
        size = (size + LARGE - 1) // LARGE * LARGE     # so that blocks fit again
        if enter():
            for k in range(SPARE):
                if size <= spare[k].size <= 2 * size:
                    block, spare[k].size = spare[k], 0
                    global_spare(-block.size)
                    shiplap_unlock(&lock)
                    return block
            shiplap_unlock(&lock)
    block.size = size if size > 0 else 1
    block.data = PyMem_RawMalloc(block.size)
    return block


cdef inline void global_spare(int64_t change) noexcept nogil:
    """Count the bytes of the spare blocks."""
    global spare_size
    spare_size += change


cdef void give_back(Block block) noexcept nogil:
    """Keep a block for the next column, or free it."""
    cdef int k
    if LARGE <= block.size <= MUCH and enter():
        for k in range(SPARE):
            if spare[k].size == 0 and spare_size + block.size <= MUCH:
                spare[k] = block
                global_spare(block.size)
                shiplap_unlock(&lock)
                return
        shiplap_unlock(&lock)
    PyMem_RawFree(block.data)


cdef Owner *new_owner() noexcept nogil:
    """An owner with one reference, or NULL."""
    cdef Owner *owner = <Owner *> PyMem_RawCalloc(1, sizeof(Owner))
    if owner != NULL:
        owner.references = 1
    return owner


cdef void keep(Owner *owner) noexcept nogil:
    """Add a reference."""
    shiplap_count_up(&owner.references)


cdef void let_go(Owner *owner) noexcept nogil:
    """Drop a reference, and with the last one everything that the owner has."""
    cdef int64_t k
    if owner == NULL or shiplap_count_down(&owner.references) > 0:
        return
    for k in range(owner.count):
        give_back(owner.blocks[k])
    PyMem_RawFree(owner.blocks)
    if owner.array.release != NULL:
        owner.array.release(&owner.array)
    let_go(owner.other)
    PyMem_RawFree(owner)


cdef void *allocate(Owner *owner, int64_t size) noexcept nogil:
    cdef Block *blocks
    cdef Block block
    cdef int64_t room
    if owner.count == owner.room:
        room = 2 * owner.room + 16
        blocks = <Block *> PyMem_RawRealloc(owner.blocks, room * sizeof(Block))
        if blocks == NULL:
            return NULL
        owner.blocks, owner.room = blocks, room
    block = taken(size)
    if block.data != NULL:
        owner.blocks[owner.count] = block
        owner.count += 1
    return block.data


# What an array that is given out has of its own: itself counted, and room for its children and dictionary.
cdef struct Node:
    Owner *owner
    ArrowArray **children
    ArrowArray *arrays


cdef void release_array(ArrowArray *array) noexcept nogil:
    """The release callback of an array."""
    cdef Node *node = <Node *> array.private_data
    cdef int64_t k
    for k in range(array.n_children):
        if array.children[k].release != NULL:
            array.children[k].release(array.children[k])
    if array.dictionary != NULL and array.dictionary.release != NULL:
        array.dictionary.release(array.dictionary)
    array.release = NULL
    let_go(node.owner)
    PyMem_RawFree(node.children)
    PyMem_RawFree(node.arrays)
    PyMem_RawFree(node)


cdef bint share(const ArrowArray *array, ArrowArray *shared, Owner *owner) noexcept nogil:
    cdef Node *node = <Node *> PyMem_RawCalloc(1, sizeof(Node))
    cdef int64_t k
    memset(shared, 0, sizeof(ArrowArray))
    if node == NULL:
        return False
    node.children = <ArrowArray **> PyMem_RawCalloc(array.n_children + 1, sizeof(ArrowArray *))
    node.arrays = <ArrowArray *> PyMem_RawCalloc(array.n_children + 1, sizeof(ArrowArray))
    if node.children == NULL or node.arrays == NULL:
        PyMem_RawFree(node.children)
        PyMem_RawFree(node.arrays)
        PyMem_RawFree(node)
        return False
    keep(owner)
    node.owner = owner
    shared.length, shared.null_count, shared.offset = array.length, array.null_count, array.offset
    shared.n_buffers, shared.buffers = array.n_buffers, array.buffers
    shared.children = node.children
    shared.private_data, shared.release = node, release_array
    for k in range(array.n_children):
        node.children[k] = &node.arrays[k + 1]
        if not share(array.children[k], node.children[k], owner):
            shared.release(shared)
            return False
        shared.n_children = k + 1
    if array.dictionary != NULL:
        shared.dictionary = &node.arrays[0]
        if not share(array.dictionary, shared.dictionary, owner):
            shared.dictionary = NULL
            shared.release(shared)
            return False
    return True


# ---- types

@cython.no_gc
cdef class Field:
    """A name and a type. `metadata` are in the interface's own encoding."""

    def __init__(self, str name, str format, *, int64_t flags=2, bytes metadata=None, children=(),
                 Field dictionary=None):
        self.name, self.format, self.flags, self.metadata = name, format, flags, metadata
        self.children, self.dictionary = tuple(children), dictionary

    @staticmethod
    def of(data):
        """The type of an object with `__arrow_c_schema__`."""
        capsule = data.__arrow_c_schema__()
        return field_of(<ArrowSchema *> PyCapsule_GetPointer(capsule, b"arrow_schema"), 0)

    def same(self, Field other not None):
        """Whether the types are the same, whatever the names."""
        if self.format != other.format or len(self.children) != len(other.children):
            return False
        if (self.dictionary is None) != (other.dictionary is None):
            return False
        if self.dictionary is not None and not self.dictionary.same(other.dictionary):
            return False
        return all(mine.same(its) for mine, its in zip(self.children, other.children))

    def __arrow_c_schema__(self):
        cdef ArrowSchema *schema
        capsule = capsule_of(sizeof(ArrowSchema), b"arrow_schema", drop_schema)
        schema = <ArrowSchema *> PyCapsule_GetPointer(capsule, b"arrow_schema")
        self.export(schema)
        return capsule

    cdef int export(self, ArrowSchema *schema) except -1:
        """Fill in a schema of the C data interface."""
        cdef Py_ssize_t count = len(self.children), k
        cdef object strings = (self.format.encode(), self.name.encode("utf-8", "replace"), self.metadata)
        memset(schema, 0, sizeof(ArrowSchema))
        # everything hangs on one Python tuple: the strings, and the children are moved from structs of their own
        schema.children = <ArrowSchema **> PyMem_RawCalloc(count + 1, sizeof(ArrowSchema *))
        if schema.children == NULL:
            raise MemoryError
        schema.format, schema.name = strings[0], strings[1]
        schema.metadata = NULL if self.metadata is None else <const char *> <bytes> self.metadata
        schema.flags = self.flags
        Py_INCREF(strings)
        schema.private_data = <void *> strings
        schema.release = release_schema
        try:
            for k in range(count):
                schema.children[k] = <ArrowSchema *> PyMem_RawCalloc(1, sizeof(ArrowSchema))
                if schema.children[k] == NULL:
                    raise MemoryError
                schema.n_children = k + 1
                (<Field?> self.children[k]).export(schema.children[k])
            if self.dictionary is not None:
                schema.dictionary = <ArrowSchema *> PyMem_RawCalloc(1, sizeof(ArrowSchema))
                if schema.dictionary == NULL:
                    raise MemoryError
                self.dictionary.export(schema.dictionary)
        except BaseException:
            schema.release(schema)
            raise
        return 0

    def __repr__(self):
        return f"Field({self.name!r}, {self.format!r})"


cdef void release_schema(ArrowSchema *schema) noexcept nogil:
    """The release callback of a schema."""
    cdef int64_t k
    for k in range(schema.n_children):
        if schema.children[k].release != NULL:
            schema.children[k].release(schema.children[k])
        PyMem_RawFree(schema.children[k])
    PyMem_RawFree(schema.children)
    if schema.dictionary != NULL:
        if schema.dictionary.release != NULL:
            schema.dictionary.release(schema.dictionary)
        PyMem_RawFree(schema.dictionary)
    schema.release = NULL
    drop(schema.private_data)


cdef void drop(void *held) noexcept nogil:
    """Let go of a Python object; when Python has ended there is nothing to let go of."""
    if Py_IsInitialized():
        with gil:
            Py_DECREF(<object> held)


cdef Field field_of(const ArrowSchema *schema, int depth):
    """The field that a schema describes. It may be anything: only pointers are trusted."""
    cdef int64_t k
    if schema == NULL or schema.release == NULL or schema.format == NULL:
        raise ArrowError("the schema is missing or was released before")
    if depth > DEEP or not 0 <= schema.n_children <= 1 << 20 or (schema.n_children and schema.children == NULL):
        raise ArrowError("the schema is not sound: its children")
    name = b"" if schema.name == NULL else <bytes> schema.name
    cdef list children = []
    for k in range(schema.n_children):
        children.append(field_of(schema.children[k], depth + 1))
    dictionary = None if schema.dictionary == NULL else field_of(schema.dictionary, depth + 1)
    return Field(name.decode("utf-8", "replace"), (<bytes> schema.format).decode("latin-1"), flags=schema.flags,
                 metadata=_metadata(schema.metadata), children=children, dictionary=dictionary)


cdef bytes _metadata(const char *metadata):
    """A copy: pairs of key and value, each after its length, after their number."""
    cdef int32_t pairs, size
    cdef int64_t at = sizeof(int32_t), k
    if metadata == NULL:
        return None
    memcpy(&pairs, metadata, sizeof(int32_t))
    for k in range(2 * <int64_t> max(pairs, 0)):
        memcpy(&size, metadata + at, sizeof(int32_t))
        at += <int64_t> sizeof(int32_t) + max(size, 0)
    return PyBytes_FromStringAndSize(metadata, at)


# ---- capsules

cdef object capsule_of(size_t size, const char *name, Destructor destructor):
    """A capsule with an empty struct of this size."""
    cdef void *memory = PyMem_RawCalloc(1, size)
    if memory == NULL:
        raise MemoryError
    try:
        return PyCapsule_New(memory, name, destructor)
    except BaseException:
        PyMem_RawFree(memory)
        raise


cdef void drop_schema(object capsule) noexcept:
    """The destructor of a capsule of a schema."""
    cdef ArrowSchema *schema = <ArrowSchema *> PyCapsule_GetPointer(capsule, b"arrow_schema")
    if schema.release != NULL:
        schema.release(schema)
    PyMem_RawFree(schema)
