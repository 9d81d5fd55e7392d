# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Arrow: import and export of arrays and streams by the C data interface, without a copy and without pyarrow. The
documents of an array are cut, and their chunks become a new array, column by column.

An imported array is moved out of its capsule and released with its last reader. An exported array is a tree of small
structs. They share the memory of one `Owner`, because the importer may move children out of the array and release them in
any order, in any thread.

A `Cut` is a group of rows. Its texts are read in place; each column is written once, in a block of its full size.

The interface gives the number of rows and the addresses of the buffers, not their sizes. Three things can be checked:
there are as many buffers as the type has, offsets do not decrease and stay below the last one, and views and keys lie
inside the buffers that they refer to.
"""

cimport cython
from cpython.array cimport array
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.exc cimport PyErr_SetInterrupt
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.errno cimport EINTR, EINVAL, EIO, ENOMEM
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from shiplap._core.windows cimport Batch, CompiledLoop
from shiplap._core.csrc cimport shiplap_message, shiplap_utf8_validate
from shiplap._core.text cimport (
    HASHED,
    IN_CHARACTERS,
    Spans,
    View,
    add_hashes,
    convert_pairs,
    line_pairs,
    push,
    reserve,
)

from shiplap._data.arrow_formats import WIDTHS, width_of
from shiplap.errors import ArrowError
from shiplap.plan import CHARACTERS_A_TOKEN

# The structs of the C data interface, from its specification.
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

    long shiplap_count_up(long *at) nogil
    long shiplap_count_down(long *at) nogil
    bint shiplap_lock(char *at) nogil
    void shiplap_unlock(char *at) nogil

cdef extern from "Python.h":
    bint Py_IsInitialized() nogil
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL

# The greatest depth of nested types, so that a type cannot exhaust the stack.
cdef int DEEP = 64


# ---- ownership

# Memory that several arrays share: blocks of our own, and an array of another library that they read. References are
# counted, because each array and each child may outlive the others and be released in any thread.
cdef struct Block:
    void *data
    int64_t size

cdef struct Owner:
    long references
    Block *blocks
    int64_t count
    int64_t room
    ArrowArray array        # the array of the other library; `release` is NULL if there is no such array
    Owner *other            # another owner that is kept, or NULL

# The most rows of an array, so that sums of offsets fit 64 bits.
cdef int64_t MOST_ROWS = <int64_t> 1 << 60

# Freed large blocks, kept for the next table of the stream: the system clears the pages of a new block, which takes
# longer than filling them. Together at most 32 MB (`MUCH`). The lock is held for a few comparisons.
cdef enum:
    SPARE = 16
    LARGE = 1 << 18
    MUCH = 1 << 25

cdef Block[SPARE] spare
cdef int64_t spare_size = 0
cdef char lock = 0


cdef bint enter() noexcept nogil:
    """Take the lock; return False if it stays taken. In a forked process it may stay taken for ever."""
    cdef int k
    for k in range(1000):
        if not shiplap_lock(&lock):
            return True
    return False


cdef Block taken(int64_t size) noexcept nogil:
    """Return a block of at least `size` bytes; its data are NULL if memory runs out."""
    cdef Block block
    cdef int k
    if size >= LARGE:
        size += size >> 3
        size = (size + LARGE - 1) // LARGE * LARGE     # rounded up, so that a block can be used again
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
    """Add `change` to the number of bytes of the spare blocks."""
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
    """Drop a reference; with the last reference, free the owner and everything that it keeps."""
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
    """Return memory that lives as long as the owner, or NULL; never of size 0."""
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


# The memory that only one exported array has: its reference to the owner, and its children and dictionary.
cdef struct Node:
    Owner *owner
    ArrowArray **children
    ArrowArray *arrays


cdef void release_array(ArrowArray *array) noexcept nogil:
    """Release an array: a callback of the array."""
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
    """Make a second array over the buffers of an array that the owner keeps. Return False if memory is missing."""
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
    """A name and a type, as in a schema."""

    cdef readonly str name
    cdef readonly str format            # in the notation of the interface
    cdef readonly int64_t flags
    cdef readonly bytes metadata        # in the notation of the interface, or None
    cdef readonly tuple children        # of Field
    cdef readonly Field dictionary      # the type of the values of a dictionary, or None

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
        """Return whether the types are the same, apart from names."""
        if self.format != other.format or len(self.children) != len(other.children):
            return False
        if (self.dictionary is None) != (other.dictionary is None):
            return False
        if self.dictionary is not None and not self.dictionary.same(other.dictionary):
            return False
        for mine, its in zip(self.children, other.children):
            if not mine.same(its):
                return False
        return True

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
        # one Python tuple owns the strings; each child is a struct of its own, which may be moved out of the schema
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


cdef int unsound(str reason, Field field, int64_t row) except -1:
    """Raise ArrowError for the field of a column (None: no column) and a row of it (-1: no row). One function instead of 22
    statements saves 15 KB of C."""
    raise ArrowError(reason, None if field is None else field.name, None if row < 0 else row)


cdef void release_schema(ArrowSchema *schema) noexcept nogil:
    """Release a schema: a callback of the schema."""
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
    """Drop a reference to a Python object, unless the interpreter is finalized."""
    if Py_IsInitialized():
        with gil:
            Py_DECREF(<object> held)


cdef Field field_of(const ArrowSchema *schema, int depth):
    """Return the field that a schema describes. The schema is not trusted, except for its pointers."""
    cdef int64_t k
    if schema == NULL or schema.release == NULL or schema.format == NULL:
        unsound("the schema is missing or was released before", None, -1)
    if depth > DEEP or not 0 <= schema.n_children <= 1 << 20 or (schema.n_children and schema.children == NULL):
        unsound("the schema is not sound: its children", None, -1)
    name = b"" if schema.name == NULL else <bytes> schema.name
    cdef list children = []
    for k in range(schema.n_children):
        children.append(field_of(schema.children[k], depth + 1))
    dictionary = None if schema.dictionary == NULL else field_of(schema.dictionary, depth + 1)
    return Field(name.decode("utf-8", "replace"), (<bytes> schema.format).decode("latin-1"), flags=schema.flags,
                 metadata=_metadata(schema.metadata), children=children, dictionary=dictionary)


cdef bytes _metadata(const char *metadata):
    """Copy metadata: the number of pairs, then keys and values in turn, each after its length."""
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

ctypedef void (*Destructor)(object) noexcept


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


# ---- import and export


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
    """An array (mostly a struct) with its type. It can be exported any number of times; all exports read the same
    memory."""

    cdef readonly Field field
    cdef Owner *owner
    cdef ArrowArray *array              # a field or a block of the owner

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
    """Return an Array that takes over the caller's reference to the owner."""
    cdef Array found
    try:
        found = Array.__new__(Array)
    except MemoryError:
        let_go(owner)
        raise
    found.field, found.owner, found.array = field, owner, array
    return found


cdef Array _taken(Field field, ArrowArray *array):
    """Return an Array with `array` moved into it: the producer's struct is released."""
    cdef Owner *owner
    if array.release == NULL:
        unsound("the array was released before", None, -1)
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
                unsound("the stream was released before", None, -1)
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
        with nogil:  # the producer may need the GIL in another thread
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
        unsound(f"the source of the data failed: {reason}", None, -1)


@cython.no_gc_clear
cdef class Sink:
    """State of an exported stream: an iterator of Array, their type, and the last error."""

    cdef object arrays
    cdef Field field
    cdef bytes error

    def __init__(self, arrays, Field field not None, /):
        self.arrays, self.field = arrays, field

    def capsule(self):
        """Return the capsule for `__arrow_c_stream__`."""
        cdef ArrowArrayStream *stream
        capsule = capsule_of(sizeof(ArrowArrayStream), b"arrow_array_stream", drop_stream)
        stream = <ArrowArrayStream *> PyCapsule_GetPointer(capsule, b"arrow_array_stream")
        Py_INCREF(self)
        stream.private_data = <void *> self
        stream.get_schema, stream.get_next = stream_schema, stream_next
        stream.get_last_error, stream.release = stream_error, stream_release
        return capsule

    cdef int failed(self, error):
        """Store an error, and return its code."""
        self.error = f"{type(error).__name__}: {error}".encode("utf-8", "replace")
        if isinstance(error, KeyboardInterrupt):
            PyErr_SetInterrupt()  # again, so that Python raises it after the call
            return EINTR
        return ENOMEM if isinstance(error, MemoryError) else EINVAL if isinstance(error, ValueError) else EIO


cdef int stream_schema(ArrowArrayStream *stream, ArrowSchema *schema) noexcept with gil:
    """Export the schema of a stream: a callback of the stream."""
    cdef Sink sink = <Sink> stream.private_data
    try:
        sink.field.export(schema)
    except BaseException as error:
        return sink.failed(error)
    return 0


cdef int stream_next(ArrowArrayStream *stream, ArrowArray *array) noexcept with gil:
    """Export the next array of a stream: a callback of the stream."""
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
    """Return the message of the last error: a callback of the stream."""
    cdef Sink sink = <Sink> stream.private_data
    return NULL if sink.error is None else <const char *> sink.error


cdef void stream_release(ArrowArrayStream *stream) noexcept nogil:
    """Release a stream: a callback of the stream."""
    stream.release = NULL
    drop(stream.private_data)


# ---- columns, read row by row

cdef enum:
    # Bytes between the starts of two buffers of views, and the most bytes of a chunk: an offset in a view has 31 bits, so
    # every chunk must begin in the first half of that range.
    WINDOW = 1 << 30
    VIEW = 16           # bytes of a view
    VIEWED = 12         # the most bytes of a text within a view

# The layout of the values of a type.
cdef enum Layout:
    NOTHING         # null
    BITS            # bool
    FIXED           # of the same width
    SHORT           # bytes of varying size, with offsets of 32 bits
    LONG            # bytes of varying size, with offsets of 64 bits
    VIEWS           # bytes of varying size: inside the view, or in one of several buffers
    OTHER

cdef struct Column:
    Layout layout
    int width                       # of FIXED: bytes of a value
    int sign                        # of FIXED that are integers: 1 with, 2 without a sign; else 0
    int64_t length
    int64_t offset                  # added to a row
    const uint8_t *valid            # a bitmap, or NULL
    const void *values              # fixed values, offsets, views, bits
    const uint8_t *data             # of SHORT and LONG
    int64_t end                     # of SHORT and LONG: the size of `data` in bytes
    const void **buffers            # of VIEWS
    const int64_t *sizes
    int64_t buffer_count

# The state of a row.
cdef enum Cell:
    NULL_CELL, GOOD, BAD_CELL

# A string: `data` points to `size` bytes, which begin at byte `at` of the buffer with this number (-1: inside the view).
cdef struct String:
    const uint8_t *data
    int64_t size
    int64_t at
    int32_t buffer

# The target of the pointer of an empty buffer.
cdef uint8_t[16] EMPTY

SHORT_FORMATS, LONG_FORMATS, VIEW_FORMATS = ("u", "z"), ("U", "Z"), ("vu", "vz")

cdef int ESTIMATE = CHARACTERS_A_TOKEN

# The columns of numbers; the parameter `kind` of `fill_numbers` is an index of this tuple.
cdef tuple NUMBERS = ("chunk_index", "overlap", "token_count", "char_start", "char_end", "byte_start", "byte_end",
                      "line_start", "line_end")

cdef uint8_t NO_TEXT = 0


cdef inline bint bit(const uint8_t *bits, int64_t at) noexcept nogil:
    """Return bit `at` of a bitmap."""
    return bits[at >> 3] >> (at & 7) & 1


cdef Layout layout_of(str format):
    """Return the layout of the values of a format of the C data interface."""
    if format == "n":
        return NOTHING
    if format == "b":
        return BITS
    if format in SHORT_FORMATS:
        return SHORT
    if format in LONG_FORMATS:
        return LONG
    if format in VIEW_FORMATS:
        return VIEWS
    return FIXED if width_of(format) else OTHER


def is_text(Field field not None):
    """Return whether a column holds texts: utf8 and binary types, or a dictionary of them; or only nulls."""
    field = field.dictionary or field
    return layout_of(field.format) in (NOTHING, SHORT, LONG, VIEWS)


def is_name(Field field not None):
    """Return whether a column can name documents: texts, or integers."""
    inner = field.dictionary or field
    return is_text(field) or inner.format in WIDTHS and inner.format in "cCsSiIlL"


def is_carried(Field field not None):
    """Return whether a column can be repeated for each chunk: all types except nested ones."""
    return layout_of(field.format) != OTHER


cdef int buffers_of(Layout layout) noexcept nogil:
    """Return the least number of buffers of an array."""
    if layout == NOTHING or layout == OTHER:
        return 0
    return 2 if layout == BITS or layout == FIXED else 3


cdef int look(Column *column, const ArrowArray *array, Field field, int64_t rows) except -1:
    """Fill in the column. Everything that can be checked without reading all rows is checked; `rows`: the least length."""
    cdef int64_t wanted, k
    cdef const void **buffers = array.buffers
    memset(column, 0, sizeof(Column))
    column.layout, column.width = layout_of(field.format), width_of(field.format)
    if field.format in WIDTHS and field.format in "cCsSiIlL":
        column.sign = 1 if field.format in "csil" else 2
    if array.length < 0 or array.offset < 0 or array.length > MOST_ROWS - array.offset or array.length < rows:
        unsound(f"its length ({array.length}) or offset ({array.offset}) is not sound", field, -1)
    column.length, column.offset = array.length, array.offset
    wanted = buffers_of(column.layout)
    if array.n_buffers < wanted or (column.layout != VIEWS and array.n_buffers > max(wanted, 1)
                                    and column.layout != OTHER) or (wanted and buffers == NULL):
        unsound(f"it has {array.n_buffers} buffers, not {wanted}", field, -1)
    if column.layout in (NOTHING, OTHER):
        return 0
    column.valid, column.values = <const uint8_t *> buffers[0], buffers[1]
    if array.null_count == 0:
        column.valid = NULL
    if column.values == NULL:
        if array.length:
            unsound("it has rows, but no buffer of values", field, -1)
        column.values = EMPTY
    if column.layout == VIEWS:
        column.buffers, column.buffer_count = buffers + 2, array.n_buffers - 3
        column.sizes = <const int64_t *> buffers[array.n_buffers - 1]
        if column.buffer_count and column.sizes == NULL:
            unsound("it has no sizes of its buffers", field, -1)
        for k in range(column.buffer_count):
            if column.sizes[k] < 0 or (column.sizes[k] and column.buffers[k] == NULL):
                unsound("the sizes of its buffers are not sound", field, -1)
    elif column.layout in (SHORT, LONG):
        column.data = <const uint8_t *> buffers[2]
        if array.length:
            k = array.offset + array.length
            column.end = (<const int32_t *> column.values)[k] if column.layout == SHORT \
                else (<const int64_t *> column.values)[k]
        if column.end < 0 or (column.end and column.data == NULL):
            unsound("its offsets or its data are not sound", field, -1)
        if column.data == NULL:
            column.data = EMPTY
    return 0


cdef Cell string_at(const Column *column, int64_t row, String *string) noexcept nogil:
    """Write the bytes of a row that is not null, 0 <= row < length, to `string`."""
    cdef int64_t first, last
    cdef int32_t[4] view
    row += column.offset
    if column.layout == VIEWS:
        memcpy(view, <const uint8_t *> column.values + 16 * row, 16)
        string.size = view[0]
        if view[0] < 0:
            return BAD_CELL
        if view[0] <= 12:
            string.data, string.at, string.buffer = <const uint8_t *> column.values + 16 * row + 4, 0, -1
            return GOOD
        if not 0 <= view[2] < column.buffer_count or view[3] < 0 \
                or <int64_t> view[3] + view[0] > column.sizes[view[2]]:
            return BAD_CELL
        string.buffer, string.at = view[2], view[3]
        string.data = <const uint8_t *> column.buffers[view[2]] + view[3]
        return GOOD
    if column.layout == SHORT:
        first, last = (<const int32_t *> column.values)[row], (<const int32_t *> column.values)[row + 1]
    elif column.layout == LONG:
        first, last = (<const int64_t *> column.values)[row], (<const int64_t *> column.values)[row + 1]
    else:
        return BAD_CELL
    if first < 0 or last < first or last > column.end:
        return BAD_CELL
    string.data, string.size, string.at, string.buffer = column.data + first, last - first, first, 0
    return GOOD


cdef int64_t integer_at(const Column *column, int64_t row) noexcept nogil:
    """Return the integer of a row. An unsigned integer of 2^63 or more becomes negative."""
    row += column.offset
    # not `a if b else c` with a signed and an unsigned type: Cython would convert both values to the unsigned type
    if column.sign == 1:
        if column.width == 1:
            return (<const int8_t *> column.values)[row]
        if column.width == 2:
            return (<const int16_t *> column.values)[row]
        if column.width == 4:
            return (<const int32_t *> column.values)[row]
    elif column.width == 1:
        return (<const uint8_t *> column.values)[row]
    elif column.width == 2:
        return (<const uint16_t *> column.values)[row]
    elif column.width == 4:
        return (<const uint32_t *> column.values)[row]
    return (<const int64_t *> column.values)[row]


@cython.no_gc
cdef class Reader:
    """A column of an array, or the array itself: `name` is None if the array is not a struct.

    Raises ArrowError if it is not sound.
    """

    cdef Array array                    # keeps the memory alive
    cdef readonly Field field
    cdef const ArrowArray *source       # the column
    cdef Column column
    cdef Column keys                    # for a dictionary; `column` has its values
    cdef bint has_keys
    cdef const uint8_t *outer           # validity of the struct around it, or NULL
    cdef int64_t outer_offset

    def __cinit__(self, Array array not None, name, /):
        cdef const ArrowArray *source = array.array
        cdef Field field = array.field
        cdef int64_t rows = source.length
        cdef Py_ssize_t place = 0
        self.array = array
        if field.format == "+s":
            if source.length < 0 or source.offset < 0 or source.length > MOST_ROWS - source.offset \
                    or source.n_children != len(field.children) or source.children == NULL \
                    or source.n_buffers < 1 or source.buffers == NULL:
                unsound("the record batch is not sound", None, -1)
            if source.null_count:
                self.outer = <const uint8_t *> source.buffers[0]
            self.outer_offset = source.offset
            rows = source.offset + source.length
            while (<Field> field.children[place]).name != name:     # the caller has checked that such a field exists
                place += 1
            source, field = source.children[place], field.children[place]
            if source == NULL:
                unsound("the record batch has no array for it", field, -1)
        self.source, self.field = source, field
        if (source.dictionary == NULL) != (field.dictionary is None):
            unsound("it is a dictionary in its type or in its data only", field, -1)
        if field.dictionary is None:
            look(&self.column, source, field, rows)
        else:
            self.has_keys = True
            look(&self.keys, source, field, rows)
            if not self.keys.sign:
                unsound("the keys of its dictionary are no integers", field, -1)
            if field.dictionary.dictionary is not None:
                unsound("its dictionary is one of dictionaries", field, -1)
            look(&self.column, source.dictionary, field.dictionary, 0)

    cdef Cell place(self, int64_t *row) noexcept nogil:
        """Change a row of the array to the row of `column` that has its value."""
        cdef int64_t key
        row[0] += self.outer_offset
        if self.outer != NULL and not bit(self.outer, row[0]):
            return NULL_CELL
        if self.has_keys:
            if self.keys.valid != NULL and not bit(self.keys.valid, row[0] + self.keys.offset):
                return NULL_CELL
            key = integer_at(&self.keys, row[0])
            if not 0 <= key < self.column.length:
                return BAD_CELL
            row[0] = key
        if self.column.layout == NOTHING:
            return NULL_CELL
        if self.column.valid != NULL and not bit(self.column.valid, row[0] + self.column.offset):
            return NULL_CELL
        return GOOD

    cdef Cell string(self, int64_t row, String *string) noexcept nogil:
        """Write the bytes of a row to `string`."""
        cdef Cell found = self.place(&row)
        return string_at(&self.column, row, string) if found == GOOD else found

    cdef Cell number(self, int64_t row, int64_t *number, bint *unsigned) noexcept nogil:
        """Write the integer of a row to `number`."""
        cdef Cell found = self.place(&row)
        if found == GOOD:
            number[0] = integer_at(&self.column, row)
            unsigned[0] = self.column.sign == 2
        return found

    def name(self, int64_t row):
        """Return the name of the document of a row, a str, or None. Raises ArrowError."""
        cdef String string
        cdef int64_t number = 0
        cdef bint unsigned = False
        cdef Cell found = self.number(row, &number, &unsigned) if self.column.sign else self.string(row, &string)
        if found == BAD_CELL:
            unsound("the place of its text is not in the data", self.field, row)
        if found == NULL_CELL:
            return None
        if self.column.sign:
            return str(<uint64_t> number if unsigned else number)
        return PyBytes_FromStringAndSize(<const char *> string.data, string.size).decode("utf-8", "replace")


# ---- columns, filled. A function returns False if memory is missing.


cdef inline bint begin_array(Owner *owner, ArrowArray *array, int64_t rows, int64_t buffers) noexcept nogil:
    """Make an array of `rows` rows, with room for its buffers."""
    memset(array, 0, sizeof(ArrowArray))
    array.length, array.n_buffers = rows, buffers
    array.buffers = <const void **> allocate(owner, buffers * sizeof(void *))
    if array.buffers == NULL:
        return False
    memset(array.buffers, 0, buffers * sizeof(void *))
    return True


cdef inline void fill_numbers(const Py_ssize_t *rows, int64_t count, const int64_t *native, const int64_t *characters,
                       const int64_t *counted, int kind, int estimate,
                                int64_t *out) noexcept nogil:
    """Fill a column of numbers; `kind` is its index in NUMBERS."""
    cdef int64_t k, i
    for k in range(count):
        for i in range(rows[k], rows[k + 1]):
            if kind == 0:
                out[i] = i - rows[k]
            elif kind == 1:
                out[i] = max(0, characters[2 * i - 1] - characters[2 * i]) if i > rows[k] else 0
            elif kind == 2:
                out[i] = counted[i] if counted != NULL \
                    else (characters[2 * i + 1] - characters[2 * i] + estimate - 1) // estimate
            elif kind < 5:
                out[i] = characters[2 * i + kind - 3]
            elif kind < 7:
                out[i] = native[2 * i + kind - 5]
            else:
                out[i] = counted[2 * i + kind - 7]


cdef inline bint copy_texts(Owner *owner, ArrowArray *column, const View *views, const Py_ssize_t *rows, int64_t count,
                     const int64_t *native) noexcept nogil:
    """Fill a column of texts with offsets."""
    cdef int64_t k, i, size = 0, chunks = rows[count]
    cdef int64_t *offsets = <int64_t *> allocate(owner, (chunks + 1) * sizeof(int64_t))
    cdef uint8_t *out
    if offsets == NULL:
        return False
    offsets[0] = 0
    for i in range(chunks):
        size += native[2 * i + 1] - native[2 * i]
        offsets[i + 1] = size
    out = <uint8_t *> allocate(owner, size)
    if out == NULL:
        return False
    for k in range(count):
        for i in range(rows[k], rows[k + 1]):
            memcpy(out + offsets[i], views[k].data + native[2 * i], offsets[i + 1] - offsets[i])
    column.buffers[1], column.buffers[2] = offsets, out
    return True


cdef inline bint fill_views(Owner *owner, ArrowArray *column, Reader texts, int64_t first, const View *views,
                     const Py_ssize_t *rows, int64_t count, const int64_t *native, int64_t own,
                     int64_t *bad) noexcept nogil:
    """Write the views: the size in four bytes, then a text of up to twelve bytes, or the first four bytes of the text, the
    number of its buffer and its byte offset. `bad`: set to a row with a chunk that is too large."""
    cdef const uint8_t *replaced = <const uint8_t *> column.buffers[2 + own]
    cdef const uint8_t *data
    cdef int64_t k, i, size, at
    cdef int32_t *out = <int32_t *> allocate(owner, VIEW * rows[count])
    cdef String string
    cdef int32_t buffer
    column.buffers[1] = out
    if out == NULL:
        return False
    for k in range(count):
        if rows[k] == rows[k + 1]:
            continue
        data = views[k].data
        texts.string(first + k, &string)
        if data != string.data:     # the text was replaced
            string.at, string.buffer = data - replaced, <int32_t> own
        for i in range(rows[k], rows[k + 1]):
            size = native[2 * i + 1] - native[2 * i]
            if size > WINDOW:
                bad[0] = first + k
                return True
            out[4 * i] = <int32_t> size
            if size <= VIEWED:
                memset(&out[4 * i + 1], 0, VIEWED)
                memcpy(&out[4 * i + 1], data + native[2 * i], size)
                continue
            memcpy(&out[4 * i + 1], data + native[2 * i], 4)
            at, buffer = string.at + native[2 * i], string.buffer
            if buffer != own and texts.column.layout != VIEWS:
                buffer = <int32_t> (at // WINDOW)
                at -= buffer * <int64_t> WINDOW
            out[4 * i + 2], out[4 * i + 3] = buffer, <int32_t> at
    return True


cdef inline int digits(uint64_t number, uint8_t *out) noexcept nogil:
    """Write the number in decimal digits, and return the number of digits."""
    cdef uint8_t[20] reverse
    cdef int count = 0, k
    while True:
        reverse[count] = 48 + number % 10
        number //= 10
        count += 1
        if number == 0:
            break
    for k in range(count):
        out[k] = reverse[count - 1 - k]
    return count


cdef inline Cell name_of(Reader names, int64_t row, uint8_t *digits_out, String *name) noexcept nogil:
    """Write the name of a document to `name`. If the name is an integer, its digits are written to `digits_out`."""
    cdef int64_t number
    cdef bint unsigned
    cdef Cell cell
    if not names.column.sign:
        cell = names.string(row, name)
        if cell == GOOD and <int64_t> shiplap_utf8_validate(name.data, name.size) < name.size:
            return BAD_CELL
        return cell
    cell = names.number(row, &number, &unsigned)
    if cell == GOOD:
        name.data, name.size = digits_out, 0
        if number < 0 and not unsigned:
            digits_out[0] = 45
            name.size = 1 + digits(0 - <uint64_t> number, digits_out + 1)
        else:
            name.size = digits(<uint64_t> number, digits_out)
    return cell


cdef inline bint fill_names(Owner *owner, ArrowArray *column, Reader names, int64_t first, const Py_ssize_t *rows,
                     int64_t count, bint numbered, int64_t *bad) noexcept nogil:
    """Fill a column with the names of the documents, or, if `numbered`, with the ids of their chunks."""
    cdef int64_t k, i, size = 0, chunks = rows[count]
    cdef int64_t *offsets = <int64_t *> allocate(owner, (chunks + 1) * sizeof(int64_t))
    cdef uint8_t *valid = <uint8_t *> allocate(owner, chunks // 8 + 1)
    cdef uint8_t *out
    cdef uint8_t *to
    cdef uint8_t[24] number
    cdef String name
    cdef Cell cell
    if offsets == NULL or valid == NULL:
        return False
    memset(valid, 255, chunks // 8 + 1)
    for k in range(count):      # at most: the name, "-chunk-", and 20 digits
        if rows[k] == rows[k + 1]:
            continue
        cell = NULL_CELL if names is None else name_of(names, first + k, number, &name)
        if cell == BAD_CELL:
            bad[0] = first + k
            return True
        size += ((name.size if cell == GOOD else 0) + (27 if numbered else 0)) * (rows[k + 1] - rows[k])
    out = to = <uint8_t *> allocate(owner, size)
    if out == NULL:
        return False
    offsets[0] = 0
    for k in range(count):
        if rows[k] == rows[k + 1]:
            continue
        cell = NULL_CELL if names is None else name_of(names, first + k, number, &name)
        for i in range(rows[k], rows[k + 1]):
            if cell == GOOD:
                memcpy(to, name.data, name.size)
                to += name.size
            elif not numbered:
                valid[i >> 3] &= ~(1 << (i & 7))
                column.null_count += 1
            if numbered:
                if cell == GOOD:
                    to[0] = 45  # -
                    to += 1
                memcpy(to, b"chunk-", 6)
                to += 6 + digits(i - rows[k], to + 6)
            offsets[i + 1] = to - out
    column.buffers[0] = valid if column.null_count else NULL
    column.buffers[1], column.buffers[2] = offsets, out
    return True


cdef inline bint mark_nulls(Owner *owner, ArrowArray *column, list values) except -1:
    """Write the validity bitmap: a bit is set if the value is not None."""
    cdef int64_t k
    cdef uint8_t *valid = <uint8_t *> allocate(owner, len(values) // 8 + 1)
    if valid == NULL:
        return False
    memset(valid, 255, len(values) // 8 + 1)
    for k in range(len(values)):
        if values[k] is None:
            valid[k >> 3] &= ~(1 << (k & 7))
            column.null_count += 1
    column.buffers[0] = valid if column.null_count else NULL
    return True


cdef inline bint fill_words(Owner *owner, ArrowArray *column, list values) except -1:
    """Fill a column of str, or None."""
    cdef int64_t k, total = 0
    cdef Py_ssize_t size
    cdef int64_t *offsets = <int64_t *> allocate(owner, (len(values) + 1) * sizeof(int64_t))
    cdef uint8_t *out
    cdef const char *word
    if offsets == NULL or not mark_nulls(owner, column, values):
        return False
    offsets[0] = 0
    for k in range(len(values)):
        if values[k] is not None:
            PyUnicode_AsUTF8AndSize(values[k], &size)
            total += size
        offsets[k + 1] = total
    out = <uint8_t *> allocate(owner, total)
    if out == NULL:
        return False
    for k in range(len(values)):
        if values[k] is not None:
            word = PyUnicode_AsUTF8AndSize(values[k], &size)
            memcpy(out + offsets[k], word, size)
    column.buffers[1], column.buffers[2] = offsets, out
    return True


cdef inline bint fill_repeated(Owner *owner, ArrowArray *column, Reader reader, int64_t first, const Py_ssize_t *rows,
                        int64_t count, int64_t *bad) noexcept nogil:
    """Repeat the value of each row for all chunks of its document. `bad`: set to a row that cannot be repeated."""
    cdef Layout layout = FIXED if reader.has_keys else reader.column.layout
    cdef const Column *values = &reader.keys if reader.has_keys else &reader.column
    cdef int64_t chunks = rows[count], k, i, row, size = 0, width = values.width
    cdef uint8_t *valid = <uint8_t *> allocate(owner, chunks // 8 + 1)
    cdef int64_t *offsets = NULL
    cdef uint8_t *out = NULL
    cdef String string
    cdef Cell cell
    column.n_buffers = 2 if layout in (FIXED, BITS) else 3 if layout in (SHORT, LONG) else 0
    if layout == NOTHING:
        column.null_count = chunks
        return valid != NULL
    if layout == VIEWS:
        width = VIEW
        column.n_buffers = 3 + values.buffer_count
        for k in range(values.buffer_count):
            column.buffers[2 + k] = values.buffers[k]
        column.buffers[2 + values.buffer_count] = values.sizes
    if layout in (SHORT, LONG):
        offsets = <int64_t *> allocate(owner, (chunks + 1) * sizeof(int64_t))
        if offsets == NULL:
            return False
        offsets[0] = 0
    else:
        out = <uint8_t *> allocate(owner, chunks // 8 + 1 if layout == BITS else chunks * width)
        if out == NULL:
            return False
        memset(out, 0, chunks // 8 + 1 if layout == BITS else chunks * width)
    if valid == NULL:
        return False
    memset(valid, 255, chunks // 8 + 1)
    for k in range(count):
        if rows[k] == rows[k + 1]:
            continue
        row = first + k
        cell = reader.place(&row)
        string.size = 0
        if cell == GOOD and layout in (SHORT, LONG, VIEWS):
            cell = reader.string(first + k, &string)
        size += string.size * (rows[k + 1] - rows[k])
        if cell == BAD_CELL or (layout == SHORT and size > 0x7FFFFFFF):
            bad[0] = first + k
            return True
        if reader.has_keys:
            row = first + k + reader.outer_offset
        for i in range(rows[k], rows[k + 1]):
            if cell == NULL_CELL:
                valid[i >> 3] &= ~(1 << (i & 7))
                column.null_count += 1
            elif layout == BITS:
                out[i >> 3] |= bit(<const uint8_t *> values.values, row + values.offset) << (i & 7)
            elif offsets == NULL:
                memcpy(out + i * width, <const uint8_t *> values.values + (row + values.offset) * width, width)
            if offsets != NULL:
                offsets[i + 1] = offsets[i] + string.size
    column.buffers[0] = valid if column.null_count else NULL
    column.buffers[1] = out
    column.dictionary = reader.source.dictionary
    if offsets != NULL:
        return copy_repeated(owner, column, reader, first, rows, count, offsets, layout == SHORT)
    return True


cdef inline bint copy_repeated(Owner *owner, ArrowArray *column, Reader reader, int64_t first, const Py_ssize_t *rows,
                        int64_t count, int64_t *offsets, bint short) noexcept nogil:
    """Write the bytes of repeated strings. If `short`, the offsets are narrowed to 32 bits."""
    cdef uint8_t *out = <uint8_t *> allocate(owner, offsets[rows[count]])
    cdef int64_t k, i
    cdef String string
    if out == NULL:
        return False
    for k in range(count):
        if rows[k] < rows[k + 1] and reader.string(first + k, &string) == GOOD:
            for i in range(rows[k], rows[k + 1]):
                memcpy(out + offsets[i], string.data, string.size)
    if short:
        for i in range(rows[count] + 1):
            (<int32_t *> offsets)[i] = <int32_t> offsets[i]
    column.buffers[1], column.buffers[2] = offsets, out
    return True


# ---- rows


def records(dict columns not None, dict template not None, /):
    """Return the rows of columns, lists by name, as a list of dicts with these names: copies of `template`, a dict with the
    same names in the same order. Raises ValueError unless all lists have one size."""
    cdef list names = list(columns), lists = list(columns.values()), found = []
    cdef list column, first = list(template.values())
    cdef dict row
    cdef Py_ssize_t j, k, count = len(<list?> lists[0]) if lists else 0
    if len(first) != len(lists):
        raise ValueError(len(first))
    for column in lists:
        if len(column) != count:
            raise ValueError(len(column))
    for k in range(count):
        row = template.copy()   # of the full size, and most columns have the same object in many rows
        for j in range(len(lists)):
            column = <list> lists[j]
            if column[k] is not first[j]:
                row[names[j]] = column[k]
        found.append(row)
    return found


# ---- tables


def group_end(Reader reader not None, int64_t first, int64_t rows, int64_t size, /):
    """Return the end of a group of rows from `first` on: at most `rows` rows, and no more after the group has
    `size` bytes."""
    cdef int64_t row = first, last = min(len(reader.array), first + rows)
    cdef String string
    with nogil:
        while row < last and size > 0:
            if reader.string(row, &string) == GOOD:
                size -= string.size
            row += 1
    return row


@cython.no_gc_clear
cdef class Cut:
    """The rows `first` to `last` of a column of texts, cut.

    With a loop, `run` cuts them and returns the rows that failed; without one, `add` takes the spans of each row
    in turn.
    """

    cdef readonly Reader texts
    cdef readonly int64_t first
    cdef readonly int64_t count
    cdef Batch batch
    cdef Spans native           # in bytes
    cdef Spans characters
    cdef Spans lines            # first and last line of each chunk, or None before the first request
    cdef readonly array tokens  # tokens of each chunk, or None if they were not counted

    def __cinit__(self, Reader texts not None, int64_t first, int64_t last, CompiledLoop loop, bint blank_fails,
                  bint replaces, bytes headings=None, /):
        cdef int64_t k
        cdef String string
        cdef Cell cell
        cdef View *view
        self.texts, self.first, self.count = texts, first, last - first
        self.batch = Batch([None] * self.count, CompiledLoop() if loop is None else loop, None, True, blank_fails,
                           None, None, headings)
        for k in range(self.count):
            cell = texts.string(first + k, &string)
            if cell == BAD_CELL:
                unsound("the place of its text is not in the data", texts.field, first + k)
            if cell == NULL_CELL:
                continue
            view = &self.batch.views[k]
            view.data, view.size = string.data if string.size else &NO_TEXT, string.size
            if replaces and <int64_t> shiplap_utf8_validate(view.data, view.size) < view.size:
                words = PyBytes_FromStringAndSize(<const char *> view.data, view.size)
                words = words.decode("utf-8", "replace").encode()
                self.batch.own(k, words)
                view.data, view.size = <const uint8_t *> PyBytes_AS_STRING(words), PyBytes_GET_SIZE(words)

    def text(self, int64_t k):
        """Return the bytes of a text as it is cut, or None."""
        cdef View *view = &self.batch.views[k]
        cdef String string
        if view.data == NULL:
            return None
        if self.batch.owners[k] is not None:
            return self.batch.owners[k]
        self.texts.string(self.first + k, &string)
        return PyBytes_FromStringAndSize(<const char *> string.data, string.size)

    def run(self):
        """Cut all rows. Raises MemoryError."""
        cdef bint done
        self.batch.run()
        self.native, self.characters = self.batch.native, Spans()
        with nogil:
            done = self.batch.characters(&self.characters.array)
        if not done:
            raise MemoryError
        return self.batch.failed

    def add(self, int64_t k, Spans native, Spans characters, array tokens, /):
        """Add the chunks of a row that was cut elsewhere; rows come in their order. None: characters are counted here, if
        the text is valid, and tokens are estimated."""
        cdef int64_t i
        if self.native is None:
            self.native, self.characters = Spans(), Spans()
        if native is not None:
            for i in range(native.array.count):
                if not push(&self.native.array, native.array.data[2 * i], native.array.data[2 * i + 1]) \
                        or (characters is not None and not push(&self.characters.array, characters.array.data[2 * i],
                                                                characters.array.data[2 * i + 1])):
                    raise MemoryError
            if characters is None and not convert_pairs(&self.batch.views[k], native.array.data, native.array.count,
                                                        IN_CHARACTERS, &self.characters.array):
                raise MemoryError
            if tokens is not None:
                if self.tokens is None:
                    self.tokens = tokens[:0]
                self.tokens.extend(tokens)
        self.batch.rows[k + 1] = self.native.array.count

    @property
    def chunks(self):
        """Return the number of chunks."""
        return self.native.array.count

    def offsets(self):
        """Return the first chunk of each row, then the number of chunks: an array of int64."""
        return self.batch.offsets()

    cdef const int64_t *line_numbers(self) except NULL:
        """Return the first and the last line of each chunk."""
        cdef int64_t k, first
        if self.lines is None:
            self.lines = Spans()
            if not reserve(&self.lines.array, self.native.array.count + 1):
                raise MemoryError
            for k in range(self.count):
                first = self.batch.rows[k]
                if not line_pairs(&self.batch.views[k], self.native.array.data + 2 * first,
                                  self.batch.rows[k + 1] - first, &self.lines.array):
                    raise MemoryError
        return self.lines.array.data

    def hashes(self):
        """Return the content hashes of the chunks: a list."""
        cdef list found = []
        cdef shiplap_message[HASHED] messages
        cdef const int64_t *pairs = self.native.array.data
        cdef int64_t k, i
        cdef Py_ssize_t count = 0
        for k in range(self.count):
            for i in range(self.batch.rows[k], self.batch.rows[k + 1]):
                messages[count].data = self.batch.views[k].data + pairs[2 * i]
                messages[count].size = pairs[2 * i + 1] - pairs[2 * i]
                count += 1
                if count == HASHED:
                    add_hashes(messages, count, found)
                    count = 0
        add_hashes(messages, count, found)
        return found


@cython.no_gc_clear
cdef class Table:
    """A struct array under construction: columns are added, then `done` returns it."""

    cdef Cut cut
    cdef Owner *owner
    cdef ArrowArray *top
    cdef list fields
    cdef int64_t rows

    def __cinit__(self, Cut cut, Py_ssize_t columns, int64_t rows=0, /):
        self.cut, self.fields, self.rows = cut, [], rows if cut is None else cut.native.array.count
        self.owner = new_owner()
        if self.owner == NULL:
            raise MemoryError
        self.top = <ArrowArray *> allocate(self.owner, sizeof(ArrowArray))
        if self.top == NULL or not begin_array(self.owner, self.top, self.rows, 1):
            raise MemoryError
        self.top.children = <ArrowArray **> allocate(self.owner, columns * sizeof(ArrowArray *))
        if self.top.children == NULL:
            raise MemoryError

    def __dealloc__(self):
        let_go(self.owner)

    cdef ArrowArray *next(self, Field field, int buffers) except NULL:
        """Add a column with `buffers` buffers."""
        cdef ArrowArray *column = <ArrowArray *> allocate(self.owner, sizeof(ArrowArray))
        if column == NULL or not begin_array(self.owner, column, self.rows, buffers):
            raise MemoryError
        self.top.children[self.top.n_children] = column
        self.top.n_children += 1
        self.fields.append(field)
        return column

    def number(self, Field field not None):
        """Add a column of int64, by its name."""
        cdef ArrowArray *column = self.next(field, 2)
        cdef int64_t *out = <int64_t *> allocate(self.owner, self.rows * sizeof(int64_t))
        cdef int kind = NUMBERS.index(field.name)
        cdef const int64_t *counted = NULL
        cdef Cut cut = self.cut
        if out == NULL:
            raise MemoryError
        if kind == 2 and cut.tokens is not None:
            counted = <const int64_t *> cut.tokens.data.as_longlongs
        elif kind > 6:
            counted = cut.line_numbers()
        with nogil:
            fill_numbers(cut.batch.rows, cut.count, cut.native.array.data, cut.characters.array.data, counted, kind,
                         ESTIMATE, out)
        column.buffers[1] = out

    def texts(self, Field field not None, bint views, /):
        """Add the column of the texts of the chunks, as large_utf8 or as views into the data."""
        cdef ArrowArray *column
        cdef bint done
        if views:
            self.views(field)
            return
        column = self.next(field, 3)
        with nogil:
            done = copy_texts(self.owner, column, self.cut.batch.views, self.cut.batch.rows, self.cut.count,
                              self.cut.native.array.data)
        if not done:
            raise MemoryError

    cdef int views(self, Field field) except -1:
        """Add the texts as views of the source's own buffers."""
        cdef Reader reader = self.cut.texts
        cdef int64_t count = reader.column.buffer_count, own, k
        cdef ArrowArray *column
        cdef int64_t *sizes
        cdef int64_t bad = -1
        cdef bint done
        if reader.column.layout != VIEWS:
            count = reader.column.end // WINDOW + 1
        own = count
        column = self.next(field, 4 + count)
        sizes = <int64_t *> allocate(self.owner, (count + 1) * sizeof(int64_t))
        if sizes == NULL:
            raise MemoryError
        for k in range(count):
            if reader.column.layout == VIEWS:
                column.buffers[2 + k], sizes[k] = reader.column.buffers[k], reader.column.sizes[k]
            else:
                column.buffers[2 + k] = reader.column.data + k * WINDOW
                sizes[k] = min(reader.column.end - k * WINDOW, 2 * <int64_t> WINDOW - 1)
        column.buffers[3 + count] = sizes
        done = self.replaced(column, own, sizes)
        if done:
            with nogil:
                done = fill_views(self.owner, column, reader, self.cut.first, self.cut.batch.views,
                                  self.cut.batch.rows, self.cut.count, self.cut.native.array.data, own, &bad)
        if not done:
            raise MemoryError
        if bad >= 0:
            unsound("a chunk is over 1 GB, too large for a view", reader.field, bad)
        self.keep_source()
        return 0

    cdef bint replaced(self, ArrowArray *column, int64_t own, int64_t *sizes) except -1:
        """Copy the texts that were replaced, which are not in the data, to a new buffer, and move their views to it."""
        cdef int64_t k, size = 0
        cdef uint8_t *out
        for k in range(self.cut.count):
            if self.cut.batch.owners[k] is not None:
                size += self.cut.batch.views[k].size
        if size >= 2 * <int64_t> WINDOW:
            unsound("replaced texts of a group take over 2 GB", self.cut.texts.field, -1)
        out = <uint8_t *> allocate(self.owner, size)
        if out == NULL:
            return False
        column.buffers[2 + own], sizes[own] = out, size
        size = 0
        for k in range(self.cut.count):
            if self.cut.batch.owners[k] is not None:
                memcpy(out + size, self.cut.batch.views[k].data, self.cut.batch.views[k].size)
                self.cut.batch.views[k].data = out + size
                size += self.cut.batch.views[k].size
        return True

    cdef void keep_source(self):
        """Keep the data that the columns read alive for as long as the columns."""
        if self.owner.other == NULL:
            keep(self.cut.texts.array.owner)
            self.owner.other = self.cut.texts.array.owner

    def names(self, Field field not None, Reader names, bint numbered, /):
        """Add a column of the names of the documents or, if `numbered`, of the ids of the chunks."""
        cdef ArrowArray *column = self.next(field, 3)
        cdef bint done
        cdef int64_t bad = -1
        with nogil:
            done = fill_names(self.owner, column, names, self.cut.first, self.cut.batch.rows, self.cut.count,
                              numbered, &bad)
        if bad >= 0:
            unsound("the place of its text is not in the data, or it is not UTF-8", names.field, bad)
        if not done:
            raise MemoryError

    def integers(self, Field field not None, array values not None, /):
        """Add a column of int64."""
        cdef ArrowArray *column = self.next(field, 2)
        cdef int64_t *out = <int64_t *> allocate(self.owner, self.rows * sizeof(int64_t))
        if out == NULL:
            raise MemoryError
        if self.rows:  # an empty array has no memory
            memcpy(out, values.data.as_longlongs, self.rows * sizeof(int64_t))
        column.buffers[1] = out

    def words(self, Field field not None, list values, /):
        """Add a column of strings, or None."""
        cdef ArrowArray *column = self.next(field, 3)
        if not fill_words(self.owner, column, values):
            raise MemoryError

    def lists(self, Field field not None, list values, /):
        """Add a column of lists of strings, or None."""
        cdef ArrowArray *column = self.next(field, 2)
        cdef ArrowArray *inner = <ArrowArray *> allocate(self.owner, sizeof(ArrowArray))
        cdef int32_t *offsets = <int32_t *> allocate(self.owner, (self.rows + 1) * sizeof(int32_t))
        cdef list flat = []
        cdef int64_t k
        for value in values:
            if value is not None:
                flat += value
        column.children = <ArrowArray **> allocate(self.owner, sizeof(ArrowArray *))
        if inner == NULL or offsets == NULL or column.children == NULL \
                or not begin_array(self.owner, inner, len(flat), 3) or not fill_words(self.owner, inner, flat) \
                or not mark_nulls(self.owner, column, values):
            raise MemoryError
        offsets[0] = 0
        for k in range(self.rows):
            offsets[k + 1] = offsets[k] + (0 if values[k] is None else len(values[k]))
        column.buffers[1] = offsets
        column.children[0], column.n_children = inner, 1

    def vectors(self, Field field not None, values, /):
        """Add a column of lists of float32, all of one size, given as a contiguous array of shape (rows, size)."""
        cdef ArrowArray *column = self.next(field, 1)
        cdef ArrowArray *inner = <ArrowArray *> allocate(self.owner, sizeof(ArrowArray))
        cdef Py_buffer given
        cdef int64_t size
        cdef void *out
        column.children = <ArrowArray **> allocate(self.owner, sizeof(ArrowArray *))
        PyObject_GetBuffer(values, &given, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
        try:
            if given.ndim != 2 or given.shape[0] != self.rows or given.itemsize != 4 or given.format[0] != c"f":
                raise ValueError("vectors")
            size = given.len
            out = allocate(self.owner, size)
            if inner == NULL or column.children == NULL or out == NULL \
                    or not begin_array(self.owner, inner, size // 4, 2):
                raise MemoryError
            memcpy(out, given.buf, size)
        finally:
            PyBuffer_Release(&given)
        inner.buffers[1] = out
        column.children[0], column.n_children = inner, 1

    def repeat(self, Reader reader not None):
        """Add a column of the data, with each value repeated for each chunk of its row."""
        cdef ArrowArray *column
        cdef int64_t bad = -1
        cdef bint done
        column = self.next(reader.field, 4 + reader.column.buffer_count)
        with nogil:
            done = fill_repeated(self.owner, column, reader, self.cut.first, self.cut.batch.rows, self.cut.count, &bad)
        if bad >= 0:
            unsound("its value is not in the data, or what is repeated of it takes over 2 GB", reader.field, bad)
        if not done:
            raise MemoryError
        self.keep_source()

    def done(self):
        """Return the array. No column can be added after this call."""
        cdef Field field = Field("", "+s", flags=0, children=self.fields)
        keep(self.owner)
        return array_of(field, self.owner, self.top)
