# cython: language_level=3, boundscheck=False, wraparound=False
"""The Arrow C data interface: arrays and streams taken in and given out, without a copy and without pyarrow."""

cimport cython
from cpython.exc cimport PyErr_SetInterrupt
from cpython.mem cimport PyMem_RawFree
from cpython.pycapsule cimport PyCapsule_GetPointer
from cpython.ref cimport Py_INCREF
from libc.errno cimport EINTR, EINVAL, EIO, ENOMEM
from libc.string cimport memset

from shiplap._core.arrow.data cimport (
    ArrowArray,
    ArrowArrayStream,
    ArrowSchema,
    Field,
    Owner,
    capsule_of,
    drop,
    field_of,
    let_go,
    new_owner,
    share,
)

from shiplap.errors import ArrowError


cdef void drop_array(object capsule) noexcept:
    """The destructor of a capsule of an array."""
    cdef ArrowArray *array = <ArrowArray *> PyCapsule_GetPointer(capsule, b"arrow_array")
    if array.release != NULL:
        array.release(array)
    PyMem_RawFree(array)


cdef void drop_stream(object capsule) noexcept:
    """The destructor of a capsule of a stream."""
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
        """The array of an object with `__arrow_c_array__`."""
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
    """The array, moved here: the one who gave it has it no longer."""
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
    """What a stream that is given out holds: an iterator of Array, their type, and the last error."""

    cdef object arrays
    cdef Field field
    cdef bytes error

    def __init__(self, arrays, Field field not None):
        self.arrays, self.field = arrays, field

    def capsule(self):
        """The capsule that `__arrow_c_stream__` gives."""
        cdef ArrowArrayStream *stream
        capsule = capsule_of(sizeof(ArrowArrayStream), b"arrow_array_stream", drop_stream)
        stream = <ArrowArrayStream *> PyCapsule_GetPointer(capsule, b"arrow_array_stream")
        Py_INCREF(self)
        stream.private_data = <void *> self
        stream.get_schema, stream.get_next = stream_schema, stream_next
        stream.get_last_error, stream.release = stream_error, stream_release
        return capsule

    cdef int failed(self, error):
        """The code of an error, which is remembered."""
        self.error = f"{type(error).__name__}: {error}".encode("utf-8", "replace")
        if isinstance(error, KeyboardInterrupt):
            PyErr_SetInterrupt()  # once more, for Python to hear when it is back
            return EINTR
        return ENOMEM if isinstance(error, MemoryError) else EINVAL if isinstance(error, ValueError) else EIO


cdef int stream_schema(ArrowArrayStream *stream, ArrowSchema *schema) noexcept with gil:
    """The callback for the schema of a stream."""
    cdef Sink sink = <Sink> stream.private_data
    try:
        sink.field.export(schema)
    except BaseException as error:
        return sink.failed(error)
    return 0


cdef int stream_next(ArrowArrayStream *stream, ArrowArray *array) noexcept with gil:
    """The callback for the next array of a stream."""
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
    """The callback for the message of the last error."""
    cdef Sink sink = <Sink> stream.private_data
    return NULL if sink.error is None else <const char *> sink.error


cdef void stream_release(ArrowArrayStream *stream) noexcept nogil:
    """The release callback of a stream."""
    stream.release = NULL
    drop(stream.private_data)
