# cython: language_level=3, boundscheck=False, wraparound=False
"""The Arrow C data interface: who owns what, types, and arrays and streams taken in and given out, without a copy and
without pyarrow.

An array that is taken in is moved out of its capsule and released when the last one that reads it is gone. An array
that is given out is a tree of small structs over memory that all of them keep together (`Owner`), because whoever
takes it may move children out of it and release everything in any order, in any thread.
"""

cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_SetInterrupt
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.errno cimport EINTR, EINVAL, EIO, ENOMEM
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset

from shiplap.errors import ArrowError

cdef extern from "shiplap_inline.h":
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
    """Return a block of at least this size; its data are NULL if memory runs out."""
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
    """Return an owner with one reference, or NULL."""
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
    """Release an array: its callback."""
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
        """Return the type of an object with `__arrow_c_schema__`."""
        capsule = data.__arrow_c_schema__()
        return field_of(<ArrowSchema *> PyCapsule_GetPointer(capsule, b"arrow_schema"), 0)

    def same(self, Field other not None):
        """Return whether the types are the same, whatever the names."""
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
    """Release a schema: its callback."""
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
    """Return the field that a schema describes. It may be anything: only pointers are trusted."""
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
    """Copy metadata: pairs of key and value, each after its length, after their number."""
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
    """Return a capsule with an empty struct of this size."""
    cdef void *memory = PyMem_RawCalloc(1, size)
    if memory == NULL:
        raise MemoryError
    try:
        return PyCapsule_New(memory, name, destructor)
    except BaseException:
        PyMem_RawFree(memory)
        raise


cdef void drop_schema(object capsule) noexcept:
    """Destroy a capsule of a schema."""
    cdef ArrowSchema *schema = <ArrowSchema *> PyCapsule_GetPointer(capsule, b"arrow_schema")
    if schema.release != NULL:
        schema.release(schema)
    PyMem_RawFree(schema)


# ---- what is taken in and given out


cdef void drop_array(object capsule) noexcept:
    """Destroy a capsule of an array."""
    cdef ArrowArray *array = <ArrowArray *> PyCapsule_GetPointer(capsule, b"arrow_array")
    if array.release != NULL:
        array.release(array)
    PyMem_RawFree(array)


cdef void drop_stream(object capsule) noexcept:
    """Destroy a capsule of a stream."""
    cdef ArrowArrayStream *stream = <ArrowArrayStream *> PyCapsule_GetPointer(capsule, b"arrow_array_stream")
    if stream.release != NULL:
        stream.release(stream)
    PyMem_RawFree(stream)


# ---- arrays

@cython.no_gc
cdef class Array:
    """An array with its type. It can be taken over as often as wanted: all read the same memory."""

    def __dealloc__(self):
        let_go(self.owner)

    @staticmethod
    def of(data):
        """Return the array of an object with `__arrow_c_array__`."""
        cdef ArrowSchema *schema
        cdef ArrowArray *array
        schema_capsule, array_capsule = data.__arrow_c_array__()
        schema = <ArrowSchema *> PyCapsule_GetPointer(schema_capsule, b"arrow_schema")
        array = <ArrowArray *> PyCapsule_GetPointer(array_capsule, b"arrow_array")
        return _taken(field_of(schema, 0), array)

    def __len__(self):
        return self.array.length

    def __arrow_c_schema__(self):
        return self.field.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema=None):
        cdef ArrowArray *array
        capsule = capsule_of(sizeof(ArrowArray), b"arrow_array", drop_array)
        array = <ArrowArray *> PyCapsule_GetPointer(capsule, b"arrow_array")
        if not share(self.array, array, self.owner):
            raise MemoryError
        return self.field.__arrow_c_schema__(), capsule


cdef Array array_of(Field field, Owner *owner, ArrowArray *array):
    cdef Array found
    try:
        found = Array.__new__(Array)
    except MemoryError:
        let_go(owner)
        raise
    found.field, found.owner, found.array = field, owner, array
    return found


cdef Array _taken(Field field, ArrowArray *array):
    """Return the array, moved here: the one who gave it has it no longer."""
    cdef Owner *owner
    if array.release == NULL:
        raise ArrowError("the array was released before")
    owner = new_owner()
    if owner == NULL:
        raise MemoryError
    owner.array = array[0]
    array.release = NULL
    return array_of(field, owner, &owner.array)


# ---- streams

@cython.no_gc
cdef class Source:
    """The arrays of an object with `__arrow_c_stream__` or `__arrow_c_array__`, one after the other."""

    cdef ArrowArrayStream stream
    cdef Array single
    cdef readonly Field field

    def __cinit__(self, data):
        cdef ArrowArrayStream *stream
        cdef ArrowSchema schema
        memset(&self.stream, 0, sizeof(ArrowArrayStream))
        if hasattr(data, "__arrow_c_stream__"):
            capsule = data.__arrow_c_stream__()
            stream = <ArrowArrayStream *> PyCapsule_GetPointer(capsule, b"arrow_array_stream")
            if stream.release == NULL:
                raise ArrowError("the stream was released before")
            self.stream = stream[0]
            stream.release = NULL
            memset(&schema, 0, sizeof(ArrowSchema))
            self.check(self.stream.get_schema(&self.stream, &schema))
            try:
                self.field = field_of(&schema, 0)
            finally:
                if schema.release != NULL:
                    schema.release(&schema)
        else:
            self.single = Array.of(data)
            self.field = self.single.field

    def __dealloc__(self):
        if self.stream.release != NULL:
            self.stream.release(&self.stream)

    def __iter__(self):
        return self

    def __next__(self):
        cdef ArrowArray array
        cdef int code
        cdef Array found
        if self.stream.release == NULL:
            found, self.single = self.single, None
            if found is None:
                raise StopIteration
            return found
        memset(&array, 0, sizeof(ArrowArray))
        with nogil:  # who makes it may need the GIL in another thread
            code = self.stream.get_next(&self.stream, &array)
        self.check(code)
        if array.release == NULL:
            self.stream.release(&self.stream)
            self.stream.release = NULL
            raise StopIteration
        return _taken(self.field, &array)

    cdef int check(self, int code) except -1:
        """Raise ArrowError with the message of the source, unless the code is 0."""
        cdef const char *message
        if code == 0:
            return 0
        message = self.stream.get_last_error(&self.stream)
        reason = f"error {code}" if message == NULL else (<bytes> message).decode("utf-8", "replace")
        raise ArrowError(f"the source of the data failed: {reason}")


@cython.no_gc_clear
cdef class Sink:
    """State of a stream that is given out: an iterator of Array, their type, and the last error."""

    cdef object arrays
    cdef Field field
    cdef bytes error

    def __init__(self, arrays, Field field not None):
        self.arrays, self.field = arrays, field

    def capsule(self):
        """Return the capsule that `__arrow_c_stream__` gives."""
        cdef ArrowArrayStream *stream
        capsule = capsule_of(sizeof(ArrowArrayStream), b"arrow_array_stream", drop_stream)
        stream = <ArrowArrayStream *> PyCapsule_GetPointer(capsule, b"arrow_array_stream")
        Py_INCREF(self)
        stream.private_data = <void *> self
        stream.get_schema, stream.get_next = stream_schema, stream_next
        stream.get_last_error, stream.release = stream_error, stream_release
        return capsule

    cdef int failed(self, error):
        """Remember an error, and return its code."""
        self.error = f"{type(error).__name__}: {error}".encode("utf-8", "replace")
        if isinstance(error, KeyboardInterrupt):
            PyErr_SetInterrupt()  # once more, for Python to hear when it is back
            return EINTR
        return ENOMEM if isinstance(error, MemoryError) else EINVAL if isinstance(error, ValueError) else EIO


cdef int stream_schema(ArrowArrayStream *stream, ArrowSchema *schema) noexcept with gil:
    """Give the schema of a stream: its callback."""
    cdef Sink sink = <Sink> stream.private_data
    try:
        sink.field.export(schema)
    except BaseException as error:
        return sink.failed(error)
    return 0


cdef int stream_next(ArrowArrayStream *stream, ArrowArray *array) noexcept with gil:
    """Give the next array of a stream: its callback."""
    cdef Sink sink = <Sink> stream.private_data
    cdef Array found
    memset(array, 0, sizeof(ArrowArray))
    try:
        found = next(sink.arrays, None)
        if found is not None and not share(found.array, array, found.owner):
            raise MemoryError
    except BaseException as error:
        return sink.failed(error)
    return 0


cdef const char *stream_error(ArrowArrayStream *stream) noexcept with gil:
    """Give the message of the last error: a callback of a stream."""
    cdef Sink sink = <Sink> stream.private_data
    return NULL if sink.error is None else <const char *> sink.error


cdef void stream_release(ArrowArrayStream *stream) noexcept nogil:
    """Release a stream: its callback."""
    stream.release = NULL
    drop(stream.private_data)
