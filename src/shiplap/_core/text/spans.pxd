# Arrays of spans that grow without the GIL, by Python's raw allocator (so that tests can make it fail).
from cpython.mem cimport PyMem_RawRealloc
from libc.stdint cimport int64_t

cdef struct SpanArray:
    int64_t *data       # start, end, start, end, ...
    Py_ssize_t count    # spans
    Py_ssize_t room


cdef inline bint push(SpanArray *array, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Append a span; False when there is no memory."""
    if array.count == array.room and not reserve(array, 2 * array.room + 16):
        return False
    array.data[2 * array.count] = start
    array.data[2 * array.count + 1] = end
    array.count += 1
    return True


cdef inline bint reserve(SpanArray *array, Py_ssize_t room) noexcept nogil:
    """Make the room exactly so large; False when there is no memory. The array stays as it was then."""
    cdef int64_t *data = <int64_t *> PyMem_RawRealloc(array.data, (room if room > 0 else 1) * 2 * sizeof(int64_t))
    if data == NULL:
        return False
    array.data = data
    array.room = room
    return True


# Every second of the numbers, as a list of int: the starts of an array of spans; the ends, from its second number on.
cdef list list_of_numbers(const int64_t *numbers, Py_ssize_t count)


cdef class Spans:
    cdef SpanArray array
    cdef Py_ssize_t shape[2]
    cdef Py_ssize_t strides[2]
    cdef void trim(self) noexcept nogil
