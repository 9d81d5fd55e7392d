# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A text as it was given (str, or anything with a buffer), the view of it that the loops read, sizes and spans in it, and
the rows of a table of spans that each chunk has.

No text is copied. A str is read in the form in which CPython stores it: ASCII and Latin-1 in one byte for each code point,
other texts in two or four. The content of a buffer may change while it is read, if another thread writes to it. Therefore
sizes are taken once, every read is checked against them, and no number that was read from the text is used as a bound.

Each walk over the sizes begins at the end of the last walk of the same `Place`, never at the start of the text. A walk over
UTF-8 validates the text on the way, a block at a time, while the bytes are in the cache.
"""

cimport cython
from cpython.array cimport array, clone, resize
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS,
    PyBUF_FORMAT,
    PyBUF_FULL_RO,
    PyBUF_READ,
    PyBUF_SIMPLE,
    PyBuffer_FillInfo,
    PyBuffer_IsContiguous,
    PyBuffer_Release,
    PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from cpython.number cimport PyNumber_Add
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from libc.math cimport INFINITY, isnan
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from shiplap._core.csrc cimport (
    SHIPLAP_SUMS_STEP,
    shiplap_hash_many,
    shiplap_isa,
    shiplap_isa_name,
    shiplap_isa_supported,
    shiplap_isa_use,
    shiplap_message,
    shiplap_scan_visible,
    shiplap_scan_visible_end,
    shiplap_sums,
    shiplap_sums_count,
    shiplap_sums_move,
    shiplap_sums_part,
    shiplap_sums_walk,
    shiplap_utf8_ascii,
    shiplap_utf8_count,
    shiplap_utf8_count16,
    shiplap_utf8_skip,
    shiplap_utf8_validate,
    shiplap_wide_bits,
    shiplap_wide_encode,
    shiplap_wide_line_ends,
    shiplap_wide_narrow,
    shiplap_wide_skip,
    shiplap_wide_surrogate,
    shiplap_wide_utf16_size,
    shiplap_wide_utf8_size,
)

import sys
from array import array as new_array

from shiplap.errors import TextError
from shiplap.threads import heed_interrupts

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    bint PyUnicode_IS_ASCII(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 most)
    object PyUnicode_Substring(object text, Py_ssize_t start, Py_ssize_t end)
    object PyUnicode_DecodeUTF8(const char *data, Py_ssize_t size, const char *errors)
    object PyMemoryView_FromMemory(char *data, Py_ssize_t size, int flags)

    ctypedef struct Exported "Py_buffer":
        PyObject *obj   # NULL for a buffer without an exporter

cdef extern from *:
    """
    /* Strings of the old kind, made by extensions before Python 3.12, are completed first. */
    #if PY_VERSION_HEX < 0x030C0000
    #define shiplap_ready(text) PyUnicode_READY(text)
    #else
    #define shiplap_ready(text) 0
    #endif
    """
    int shiplap_ready(object text) except -1

cdef unsigned char NOTHING = 0  # the target of the pointer of an empty buffer

cdef dict UNITS = {"characters": IN_CHARACTERS, "bytes": IN_BYTES, "utf16": IN_UTF16}

# The bytes that the rules may read after the offset that a loop has reached.
cdef Py_ssize_t MARGIN = 4096


# ---- sizes: the size of a span, and the offsets that a size reaches


cdef void begin_sums(View *view, const Place *place, shiplap_sums *sums) noexcept nogil:
    sums.end = max(place.at, view.ascii)
    sums.after = place.m + sums.end - place.at
    sums.begin, sums.before = sums.end, sums.after
    view.sums = sums


cdef void validate_more(View *view) noexcept nogil:
    cdef size_t begin = view.valid, end = shiplap_sums_part(view.data, begin, view.size)
    if view.sums != NULL and view.sums.end == begin:
        shiplap_sums_move(view.sums, view.data, end, False)
        view.valid = view.sums.end
    else:
        view.valid += shiplap_utf8_validate(view.data + begin, end - begin)
    if view.valid < <Py_ssize_t> end:
        view.bad = view.size = view.valid


cdef bint read_view(View *view, bint whole) noexcept nogil:
    view.ascii = view.valid = shiplap_utf8_ascii(view.data, view.size)
    if view.ascii == view.size:
        view.width = 1
    if whole:
        while view.valid < view.size:
            validate_more(view)
    return view.bad < 0


cdef void walk_characters(View *view, Place *place, Py_ssize_t count) noexcept nogil:
    """Move on by `count` code points of UTF-8, or to the end."""
    cdef size_t left
    cdef Py_ssize_t step
    if place.at < view.ascii:
        step = min(count, view.ascii - place.at)
        place.at += step
        place.m += step
        count -= step
    while count > 0 and place.at < view.size:
        if place.at >= view.valid:
            validate_more(view)
            continue
        if view.sums != NULL and shiplap_sums_walk(view.sums, view.data, view.valid, place.m + count, &place.at, &place.m):
            break
        left = count
        place.at += shiplap_utf8_skip(view.data + place.at, view.valid - place.at, &left)
        place.m += count - <Py_ssize_t> left
        count = left
    while view.valid < view.size and view.valid - place.at < MARGIN:
        validate_more(view)


cdef void walk_to_furthest(View *view, Ruler ruler, Place *place, Py_ssize_t m) noexcept nogil:
    cdef size_t left
    if m <= place.m:
        return
    if ruler == CHARACTERS:
        walk_characters(view, place, m - place.m)
    elif ruler == BYTES:
        left = m - place.m
        place.at = shiplap_wide_skip(view.data, view.width, place.at, view.size, &left)
        place.m = m - <Py_ssize_t> left
    else:
        if m >= view.size:
            m = view.size
        else:
            while m > place.at and is_continuation(view.data[m]):
                m -= 1
        place.at = place.m = m


cdef void walk_ahead(View *view, Ruler ruler, Place *place, Py_ssize_t m) noexcept nogil:
    if m <= place.m:
        return
    walk_to_furthest(view, ruler, place, m)
    if place.m < m and place.at < view.size:  # inside a code point of several bytes
        m = code_point_size(view, ruler, place.at)
        place.at = next_code_point(view, place.at)
        place.m += m


cdef void walk_to(View *view, Ruler ruler, Place *place, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t begin = place.at
    if ruler == CHARACTERS:
        if begin < view.ascii:
            begin = min(at, view.ascii)
            place.m += begin - place.at
        if view.sums != NULL and at - begin > SHIPLAP_SUMS_STEP \
                and <Py_ssize_t> view.sums.begin <= begin and at <= <Py_ssize_t> view.sums.end:
            place.m += shiplap_sums_count(view.sums, view.data, begin, at)
        else:
            place.m += shiplap_utf8_count(view.data + begin, at - begin)
    elif ruler == BYTES:
        place.m += shiplap_wide_utf8_size(view.data, view.width, begin, at)
    else:
        place.m = at
    place.at = at


cdef Py_ssize_t back(View *view, Ruler ruler, Py_ssize_t end, Py_ssize_t size) noexcept nogil:
    """Return the least offset whose span to `end` is within `size`. The text is measured backwards from `end`. A code unit
    measures at most `most`, so no step is too long; the steps are repeated until the size is used up."""
    cdef Py_ssize_t at = end, step, m, most = 4 if ruler == BYTES else 1
    if ruler == SAME or ruler == SAME_UTF8:
        at = max(end - size, 0)
        while ruler == SAME_UTF8 and at < end and is_continuation(view.data[at]):
            at += 1
        return at
    while size > 0 and at > 0:
        step = min(max(size // most, 1), at)
        m = measure(view, ruler, at - step, at)
        if m > size:
            break  # the step was one code unit, and that unit measures more than the rest of the size
        at -= step
        size -= m
    return at


cdef Py_ssize_t visible(const View *view, Py_ssize_t p) noexcept nogil:
    return shiplap_scan_visible(view.data, view.size, view.width, p, view.size)


cdef Py_ssize_t visible_end(const View *view, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    return shiplap_scan_visible_end(view.data, view.size, view.width, start, end)


# ---- spans


cdef object asarray = None  # of numpy, imported at its first use


# Lists are made in their full size, not by list comprehensions: if memory for a growing list is missing, the code that Cython
# 3.3 generates releases the new item twice (tests/layout/test_layers.py keeps comprehensions out of _core).

cdef list list_of_numbers(const int64_t *numbers, Py_ssize_t count, list ends):
    cdef list found = PyList_New(count)
    cdef object number
    cdef Py_ssize_t i
    for i in range(count):
        if ends is not None and i > 0 and numbers[2 * i] == numbers[2 * i - 1]:
            number = ends[i - 1]    # one object for both: most spans begin where the span before ends
        else:
            number = numbers[2 * i]
        Py_INCREF(number)
        PyList_SET_ITEM(found, i, number)
    return found


cdef int out_of_range(Py_ssize_t first, Py_ssize_t last) except -1:
    """Raise IndexError for two offsets. One function instead of three statements saves C."""
    raise IndexError((first, last))


cdef class Spans:
    """Pairs (start, end), shape (n, 2), int64, read-only through the buffer protocol."""

    def __cinit__(self):
        self.array.data = NULL
        self.array.count = self.array.room = 0

    def __dealloc__(self):
        PyMem_RawFree(self.array.data)

    cdef void trim(self) noexcept nogil:
        """Free the unused room, if that is worth the call."""
        if self.array.room > self.array.count + 16:
            reserve(&self.array, self.array.count)

    @staticmethod
    def of(pairs, /):
        """Return spans from any iterable of pairs."""
        cdef Spans spans = Spans()
        for start, end in pairs:
            if not push(&spans.array, start, end):
                raise MemoryError
        return spans

    def __len__(self):
        return self.array.count

    def __getitem__(self, Py_ssize_t i):
        if not 0 <= i < self.array.count:
            raise IndexError(i)
        return self.array.data[2 * i], self.array.data[2 * i + 1]

    def columns(self):
        """Return the starts and the ends, two lists of int."""
        cdef list ends = list_of_numbers(self.array.data + 1, self.array.count, None)
        return list_of_numbers(self.array.data, self.array.count, ends), ends

    def part(self, Py_ssize_t first, Py_ssize_t last, /):
        """Return the spans of the rows from `first` up to `last`."""
        cdef Spans spans = Spans()
        if not 0 <= first <= last <= self.array.count:
            out_of_range(first, last)
        if last > first:
            if not reserve(&spans.array, last - first):
                raise MemoryError
            memcpy(spans.array.data, self.array.data + 2 * first, (last - first) * 2 * sizeof(int64_t))
            spans.array.count = last - first
        return spans

    def overlaps(self):
        """Return by how much each span overlaps the span before it, a list of int: 0 for the first, and for a gap."""
        cdef list shared = PyList_New(self.array.count)
        cdef object number
        cdef Py_ssize_t i
        cdef int64_t by = 0
        for i in range(self.array.count):
            if i > 0:
                by = max(0, self.array.data[2 * i - 1] - self.array.data[2 * i])
            number = by
            Py_INCREF(number)
            PyList_SET_ITEM(shared, i, number)
        return shared

    def shifted(self, Py_ssize_t by):
        """Return the spans moved by `by`."""
        cdef Spans spans
        cdef Py_ssize_t i
        if by == 0:
            return self
        spans = Spans()
        if not reserve(&spans.array, self.array.count):
            raise MemoryError
        for i in range(2 * self.array.count):
            spans.array.data[i] = self.array.data[i] + by
        spans.array.count = self.array.count
        return spans

    def to_numpy(self):
        """Return a numpy array of the spans, int64, shape (n, 2), without a copy."""
        global asarray
        if asarray is None:
            from numpy import asarray as found
            asarray = found
        return asarray(self)

    def __reduce__(self):
        return _load, (bytes(memoryview(self).cast("B")) if self.array.count else b"",)

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        if flags & 1:  # PyBUF_WRITABLE
            raise BufferError("spans are read-only")
        with cython.critical_section(self):
            if self.array.data == NULL and not reserve(&self.array, 0):
                raise MemoryError
            if self.shape[1] == 0:  # computed once: the buffers of other threads refer to these
                self.shape[0], self.shape[1] = self.array.count, 2
                self.strides[0], self.strides[1] = 2 * sizeof(int64_t), sizeof(int64_t)
        buffer.buf = self.array.data
        buffer.obj = self
        buffer.len = self.array.count * 2 * sizeof(int64_t)
        buffer.itemsize = sizeof(int64_t)
        buffer.readonly = 1
        buffer.ndim = 2
        buffer.format = b"l" if sizeof(long) == sizeof(int64_t) else b"q"  # the format that numpy uses for int64
        buffer.shape = self.shape
        buffer.strides = self.strides
        buffer.suboffsets = NULL
        buffer.internal = NULL


def _load(bytes data):
    """Return spans from the bytes that `__reduce__` gave."""
    cdef Spans spans = Spans()
    cdef Py_ssize_t count = len(data) // (2 * sizeof(int64_t))
    if not reserve(&spans.array, count):
        raise MemoryError
    memcpy(spans.array.data, <const char *> data, count * 2 * sizeof(int64_t))
    spans.array.count = count
    return spans


# ---- texts


@cython.no_gc_clear
cdef class Text:
    """A view of a `str` or of a buffer of UTF-8. `errors` is "strict" or "surrogatepass".

    The collector visits a text and never clears it, so a finalizer that runs in the middle of a collection can still
    read the text. A cycle through a text is broken at another of its objects: the owner, or a referrer of the text.
    """

    def __cinit__(self, owner, str errors="strict", /):
        self.owner = owner
        self.strict = errors == "strict"
        self.length = -1
        self.view.bad = -1
        if isinstance(owner, str):
            view_str(owner, &self.view)
            self.is_str = self.fixed = self.prepared = True
            self.length = self.view.size
        else:
            hold(owner, &self.buffer, &self.view)
            self.exported = True
            self.fixed = isinstance(owner, bytes)

    def __dealloc__(self):
        if self.exported:
            PyBuffer_Release(&self.buffer)

    def __reduce__(self):
        owner = self.owner if self.fixed else self.encoded(0, self.view.size)
        return Text, (owner, "strict" if self.strict else "surrogatepass")

    # ---- validity

    cdef int prepare(self, bint as_bytes, bint whole) except -1:
        """Do the checks that a loop needs: lone surrogates if bytes matter, whether a buffer is ASCII, and,
        with `whole`, that the whole buffer is well-formed."""
        cdef View view
        cdef bint prepared
        if self.is_str:
            if as_bytes:
                self.check_surrogates(0, self.view.size)
            return 0
        with cython.critical_section(self):
            view, prepared = self.view, self.prepared
        if prepared and not (whole and view.valid < view.size):
            return 0
        with nogil:
            if not prepared:
                read_view(&view, False)
            while whole and view.valid < view.size:
                validate_more(&view)
        if view.bad >= 0:
            self.fail(view.bad)
        self.keep(&view)
        return 0

    cdef void keep(self, const View *view) noexcept:
        """Store the results of checks in a copy of the view. Several threads may have checked the same text: the results of
        the first one stay, and only the part that is known to be valid grows."""
        with cython.critical_section(self):
            if not self.prepared:
                self.view.ascii, self.view.width = view.ascii, view.width
                if view.ascii == view.size:
                    self.length = view.size
                self.prepared = True
            if view.valid > self.view.valid:
                self.view.valid = view.valid

    cdef int know(self, const View *view, Py_ssize_t characters) except -1:
        """Keep the facts that a loop over the whole text has found."""
        self.keep(view)
        if view.valid == view.size:
            with cython.critical_section(self):
                self.length = characters
        return 0

    cdef int fail(self, Py_ssize_t at) except -1:
        """Raise the TextError for the code unit at an offset of the view."""
        if self.is_str:  # report the first surrogate of the text, which need not be the one that the loop found first
            at = shiplap_wide_surrogate(self.view.data, self.view.width, 0, at + 1)
            raise TextError(at, "characters", "lone surrogate")
        reason = "ill-formed UTF-8"
        try:
            PyUnicode_DecodeUTF8(<const char *> self.view.data + at, min(self.view.size - at, 4), "strict")
        except UnicodeDecodeError as error:
            reason = error.reason
        raise TextError(at, "bytes", reason)

    cdef int check_surrogates(self, Py_ssize_t start, Py_ssize_t end) except -1:
        """Raise TextError at a lone surrogate between two offsets, if surrogates are errors."""
        cdef Py_ssize_t at, clean
        if not self.is_str or not self.strict or self.view.width == 1:
            return 0
        with cython.critical_section(self):
            clean = self.clean
        if end <= clean:
            return 0
        at = shiplap_wide_surrogate(self.view.data, self.view.width, start, end)
        if at < end:
            self.fail(at)
        if start <= clean:
            with cython.critical_section(self):
                self.clean = max(self.clean, end)
        return 0

    def validate(self):
        """Raise TextError unless the whole text is valid."""
        self.prepare(True, True)

    # ---- the whole text

    @property
    def characters(self):
        """Code points of the text. Raises TextError if a buffer is not UTF-8."""
        cdef Py_ssize_t length
        self.prepare(False, True)
        with cython.critical_section(self):
            length = self.length
        if length < 0:
            length = shiplap_utf8_count(self.view.data, self.view.size)
            with cython.critical_section(self):
                self.length = length
        return length

    @property
    def bytes(self):
        """UTF-8 bytes of the text."""
        if not self.is_str:
            return self.view.size
        self.check_surrogates(0, self.view.size)
        if self.view.ascii == self.view.size:
            return self.view.size
        return shiplap_wide_utf8_size(self.view.data, self.view.width, 0, self.view.size)

    def __len__(self):
        """Return the size in the text's own form: characters of a str, bytes of a buffer."""
        return self.view.size

    def is_blank(self):
        """Return whether the text is empty or white space only."""
        return visible(&self.view, 0) == self.view.size

    def visible(self, Py_ssize_t p):
        """Return the first offset from p on whose code point is not white space, or the size. 0 <= p <= size."""
        if not 0 <= p <= self.view.size:
            raise IndexError(p)
        return visible(&self.view, p)

    # ---- offsets of other kinds

    cpdef Py_ssize_t characters_before(self, Py_ssize_t at) except -1:
        """Return the code points before an offset of the view."""
        if self.view.width != 0:
            return at
        return shiplap_utf8_count(self.view.data, at)

    def native(self, positions):
        """Return ascending offsets in code points, at most `characters`, in the text's own form, as int64."""
        cdef array offsets = new_array("q", positions)
        cdef Py_ssize_t i, at = 0, before = 0
        cdef size_t step
        self.prepare(False, True)
        if self.view.width == 0:
            for i in range(len(offsets)):
                step = offsets.data.as_longlongs[i] - before
                before += step
                at += shiplap_utf8_skip(self.view.data + at, self.view.size - at, &step)
                offsets.data.as_longlongs[i] = at
        return offsets

    def convert(self, Spans native not None, unit, /):
        """Return the spans, given in the text's own offsets, in "characters", "bytes" or "utf16" code units.

        Starts and ends must not decrease; the text is read once for each.
        """
        cdef Unit wanted = <Unit> <int> UNITS[unit]
        cdef Spans converted
        cdef Py_ssize_t count = native.array.count
        cdef Py_ssize_t last = native.array.data[2 * count - 1] if count else 0
        self.prepare(False, False)
        if wanted == IN_BYTES:
            self.check_surrogates(0, last)
        if is_own(&self.view, wanted):
            return native
        converted = Spans()
        if not convert_pairs(&self.view, native.array.data, count, wanted, &converted.array):
            raise MemoryError
        converted.trim()
        return converted

    def line_ends(self, Py_ssize_t at):
        """Return the lines that end before an offset of the view: after LF, CR LF and CR, as editors count them."""
        if not 0 <= at <= self.view.size:
            raise IndexError(at)
        return count_line_ends(&self.view, 0, at)

    def line_spans(self, Spans native not None):
        """Return the lines of the first and of the last code point of each span, from 1. The spans are given in the
        text's own offsets; starts and ends must not decrease; the text is read once."""
        cdef Spans found = Spans()
        cdef Py_ssize_t last = native.array.data[2 * native.array.count - 1] if native.array.count else 0
        if last > self.view.size:
            raise IndexError(last)
        if not line_pairs(&self.view, native.array.data, native.array.count, &found.array):
            raise MemoryError
        return found

    # ---- the text of spans

    cdef object slice(self, Py_ssize_t start, Py_ssize_t end):
        """Return a str of a range of the view, start <= end <= size."""
        cdef object text
        if self.is_str:
            self.check_surrogates(start, end)
            if self.view.width > 1 and end > start + 1:
                return self.slice_wide(start, end)
            return PyUnicode_Substring(self.owner, start, end)
        if self.fixed and self.view.ascii == self.view.size and end > start + 1:
            text = PyUnicode_New(end - start, 127)
            memcpy(PyUnicode_DATA(text), self.view.data + start, end - start)
            return text
        try:
            return PyUnicode_DecodeUTF8(<const char *> self.view.data + start, end - start, "strict")
        except UnicodeDecodeError as error:
            raise TextError(start + error.start, "bytes", error.reason) from None

    cdef object slice_wide(self, Py_ssize_t start, Py_ssize_t end):
        """Return a slice of code units, equal to that of PyUnicode_Substring, whose loops take twice as long."""
        cdef uint32_t bits = shiplap_wide_bits(self.view.data, self.view.width, start, end)
        cdef Py_UCS4 most = 0x7F if bits < 0x80 else 0xFF if bits < 0x100 else 0xFFFF if bits < 0x10000 else 0x10FFFF
        cdef object text = PyUnicode_New(end - start, most)
        shiplap_wide_narrow(self.view.data, self.view.width, start, end, PyUnicode_DATA(text),
                            1 if bits < 0x100 else 2 if bits < 0x10000 else 4)
        return text

    def text(self, Py_ssize_t start, Py_ssize_t end, /):
        """Return the str between two offsets of the view."""
        if not 0 <= start <= end <= self.view.size:
            out_of_range(start, end)
        return self.slice(start, end)

    def beginning(self, Py_ssize_t start, Py_ssize_t end, Py_ssize_t most, /):
        """Return the first `most` code points, at most, between two offsets of the view, and whether they are all.
        Raises TextError unless a buffer is valid."""
        cdef size_t left = most
        cdef Py_ssize_t last
        if not 0 <= start <= end <= self.view.size or most < 0:
            raise IndexError((start, end, most))
        if self.is_str:
            last = start + min(end - start, most)
        else:
            self.prepare(False, True)
            last = start + shiplap_utf8_skip(self.view.data + start, end - start, &left)
        return self.slice(start, last), last == end

    def encoded(self, Py_ssize_t start, Py_ssize_t end, /):
        """Return the UTF-8 bytes between two offsets of the view."""
        if not 0 <= start <= end <= self.view.size:
            out_of_range(start, end)
        if self.is_str:
            return self.slice(start, end).encode("utf-8", "strict" if self.strict else "surrogatepass")
        return PyBytes_FromStringAndSize(<const char *> self.view.data + start, end - start)

    def texts(self, Spans native not None, rows=None, /):
        """Return the texts of the spans, or of the rows of them that a range names."""
        if rows is None:
            return self.list_of(native.array.data, native.array.count, 1)
        cdef Py_ssize_t first = rows.start if len(rows) else 0
        return self.list_of(native.array.data + 2 * first, len(rows), rows.step)

    cdef list list_of(self, const int64_t *pairs, Py_ssize_t count, Py_ssize_t step):
        cdef list texts = PyList_New(count)
        cdef object text
        cdef Py_ssize_t k
        for k in range(count):
            if k & 4095 == 4095:
                heed_interrupts()
            text = self.slice(pairs[0], pairs[1])
            Py_INCREF(text)
            PyList_SET_ITEM(texts, k, text)
            pairs += 2 * step
        return texts


cdef int add_hashes(const shiplap_message *messages, Py_ssize_t count, list found) except -1:
    """Append the content hashes of at most HASHED messages (`ids.content_hash`)."""
    cdef uint8_t[16 * HASHED] hashes
    cdef const char *digits = b"0123456789abcdef"
    cdef char *written
    cdef object text
    cdef Py_ssize_t k, j
    with nogil:
        shiplap_hash_many(messages, count, hashes)
    for k in range(count):
        text = PyUnicode_New(32, 127)
        written = <char *> PyUnicode_DATA(text)
        for j in range(16):
            written[2 * j], written[2 * j + 1] = digits[hashes[16 * k + j] >> 4], digits[hashes[16 * k + j] & 15]
        found.append(text)
    return 0


def hashes(list texts not None, /):
    """Return the content hashes of texts, given as str or bytes; lone surrogates as in "surrogatepass"."""
    cdef list found = []
    cdef View view
    cdef shiplap_message[HASHED] messages
    cdef Py_ssize_t k, count = 0
    cdef list encoded = []      # the bytes that messages are in
    cdef bytes data
    for text in texts:
        if isinstance(text, bytes):
            data = text
            messages[count].size = PyBytes_GET_SIZE(data)
        else:
            view_str(<str?> text, &view)
            data = None
            messages[count].data, messages[count].size = view.data, view.size
            if view.ascii < view.size:
                data = PyBytes_FromStringAndSize(NULL, 4 * view.size)     # a unit has at most four bytes
                messages[count].size = shiplap_wide_encode(view.data, view.width, 0, view.size,
                                                           <uint8_t *> PyBytes_AS_STRING(data))
        if data is not None:
            messages[count].data = <const uint8_t *> PyBytes_AS_STRING(data)
            encoded.append(data)
        count += 1
        if count == HASHED:
            add_hashes(messages, count, found)
            encoded.clear()
            count = 0
    add_hashes(messages, count, found)
    return found


# ---- buffers

cdef int hold(object owner, Py_buffer *held, View *view) except -1:
    """Hold the bytes of `owner`, and fill in the data and the size of a view of them.

    A buffer keeps its exporter alive, and the collector may empty two kinds of exporters all the same: a memoryview
    (CPython gh-77894, before 3.12.4: the interpreter crashes when the buffer is released), and the object that holds
    the result of `__buffer__`. Therefore the buffer is taken from the object under the memoryview. If no such object is
    known, the bytes are copied.
    """
    cdef Py_buffer given
    PyObject_GetBuffer(owner, held, PyBUF_SIMPLE)
    view.data, view.size = <const unsigned char *> held.buf, held.len
    if not is_lasting(held):
        PyBuffer_Release(held)
        PyObject_GetBuffer(owner, &given, PyBUF_SIMPLE)
        try:
            view.data, view.size = <const unsigned char *> given.buf, given.len
            if not hold_base(&given, held):
                PyObject_GetBuffer(PyBytes_FromStringAndSize(<const char *> given.buf, given.len), held, PyBUF_SIMPLE)
                view.data = <const unsigned char *> held.buf
        finally:
            PyBuffer_Release(&given)
    if view.size == 0:
        view.data = &NOTHING
    return 0


cdef object exporter_of(const Py_buffer *buffer):
    """Return the exporter of a buffer, or None."""
    cdef PyObject *exporter = (<const Exported *> buffer).obj
    return None if exporter == NULL else <object> exporter


cdef bint is_lasting(const Py_buffer *held):
    """Return whether the collector leaves the exporter of a buffer as it is."""
    cdef object exporter = exporter_of(held)
    return not isinstance(exporter, memoryview) and PyObject_CheckBuffer(exporter)


cdef bint hold_base(const Py_buffer *given, Py_buffer *held) except -1:
    """Hold the object under the memoryview that exported `given`. Return False if no such object has these bytes."""
    cdef object base = exporter_of(given)
    cdef const char *low = <const char *> given.buf
    while isinstance(base, memoryview):
        base = base.obj
    if not PyObject_CheckBuffer(base):
        return False
    try:
        PyObject_GetBuffer(base, held, PyBUF_FULL_RO)
    except BufferError:  # an exporter that gives one buffer at a time
        return False
    if is_lasting(held) and PyBuffer_IsContiguous(held, c"A") and <const char *> held.buf <= low \
            and low + given.len <= <const char *> held.buf + held.len:
        return True
    PyBuffer_Release(held)
    return False


cdef Text text_of_memory(object keeper, const char *data, Py_ssize_t size):
    cdef Text text = Text(b"")
    PyBuffer_Release(&text.buffer)
    PyBuffer_FillInfo(&text.buffer, keeper, <void *> data, size, True, PyBUF_SIMPLE)
    text.owner, text.fixed = PyMemoryView_FromMemory(<char *> data, size, PyBUF_READ), False
    text.view.size = size
    if size:
        text.view.data = <const unsigned char *> data
    text.prepare(False, False)
    text.view.valid = size
    return text


cdef int view_str(object owner, View *view) except -1:
    shiplap_ready(owner)
    view.data = <const unsigned char *> PyUnicode_DATA(owner)
    view.size = PyUnicode_GET_LENGTH(owner)
    view.width = PyUnicode_KIND(owner)
    view.sums = NULL
    view.ascii = view.valid = view.size if PyUnicode_IS_ASCII(owner) else 0
    return 0


cdef Text known_text(object owner, const View *view):
    cdef Text text = Text(owner)
    if not text.is_str and view.bad < 0:
        text.view.ascii, text.view.valid, text.view.width = view.ascii, view.valid, view.width
        text.prepared = view.ascii > 0 or view.valid > 0
        if view.ascii == view.size:
            text.length = view.size
    return text


cdef bint is_own(const View *view, Unit wanted) noexcept nogil:
    if view.ascii == view.size:
        return True
    if view.width == 0:
        return wanted == IN_BYTES
    return wanted == IN_CHARACTERS or (wanted == IN_UTF16 and view.width < 4)


cdef Py_ssize_t distance(const View *view, Py_ssize_t start, Py_ssize_t end, Unit wanted) noexcept nogil:
    if view.width == 0:
        if wanted == IN_CHARACTERS:
            return shiplap_utf8_count(view.data + start, end - start)
        return shiplap_utf8_count16(view.data + start, end - start)
    if wanted == IN_BYTES:
        return shiplap_wide_utf8_size(view.data, view.width, start, end)
    return shiplap_wide_utf16_size(view.data, view.width, start, end)


cdef bint convert_pairs(const View *view, const int64_t *pairs, Py_ssize_t count, Unit wanted,
                        SpanArray *converted) noexcept nogil:
    # the text is read once, except for what successive spans share: from the end of the span before, or from its start
    cdef Py_ssize_t i, at = 0, start = 0, end = 0
    for i in range(count):
        if pairs[2 * i] >= at:
            start = end + distance(view, at, pairs[2 * i], wanted)
            end, at = start, pairs[2 * i]
        elif i > 0 and pairs[2 * i] - pairs[2 * i - 2] < at - pairs[2 * i]:
            start += distance(view, pairs[2 * i - 2], pairs[2 * i], wanted)
        else:
            start = end - distance(view, pairs[2 * i], at, wanted)
        end += distance(view, at, pairs[2 * i + 1], wanted)
        at = pairs[2 * i + 1]
        if not push(converted, start, end):
            return False
    return True


# ---- lines

cdef Py_ssize_t count_line_ends(const View *view, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Return the number of line ends between two offsets; a CR ends a line unless an LF follows."""
    return shiplap_wide_line_ends(view.data, view.width if view.width else 1, start, end,
                                  end < view.size and unit_at(view, end) == c'\n')


cdef bint line_pairs(const View *view, const int64_t *pairs, Py_ssize_t count, SpanArray *found) noexcept nogil:
    """Append the first and the last line of each span. Return False if memory is missing."""
    cdef Py_ssize_t i = 0, k = 0, at = 0, line = 1, p, before = found.count
    while k < count:
        # the next offset whose line is needed: the start of span i, or the last code point of span k, k <= i
        p = pairs[2 * k + 1] - 1 if pairs[2 * k + 1] > pairs[2 * k] else pairs[2 * k]
        if i < count and pairs[2 * i] <= p:
            line += count_line_ends(view, at, pairs[2 * i])
            at = pairs[2 * i]
            if not push(found, line, line):
                return False
            i += 1
        else:
            line += count_line_ends(view, at, p)
            at = p
            found.data[2 * (before + k) + 1] = line
            k += 1
    return True


# ---- the rows of a table of spans that each chunk has, and its boxes on the pages (P1 to P9 of reference/provenance)
#
# Chunks and rows are swept together, from the begin of the text to its end. The sweep has a list of the open rows: for each
# chunk it removes rows that end before the chunk, and appends rows that start before the chunk ends. A row is read and
# removed once, and each row that stays in the list is output. So the time is linear in chunks, rows, edges and output, at any
# depth of nesting.
#
# The text is swept twice: the first sweep counts the rows of each chunk, so that the output is allocated once. The columns
# may not change meanwhile. If another thread changes them, the result is wrong or the call raises ValueError, and no memory
# is read or written beyond its end: the number of a chunk's rows is compared with that of the first sweep, and an open row is
# a copy, whose edges were checked.

cdef enum:
    SWEPT = 1 << 20     # chunks and rows that are swept between checks for signals: some 10 ms
    NO_MEMORY = -1      # instead of a number of rows
    LTR = 0             # directions of lines
    RTL = 1
    TTB = 2
    BTT = 3

# A row that may belong to this chunk or to a later one.
cdef struct OpenRow:
    Py_ssize_t row
    int64_t start
    int64_t end
    const float *edges      # one for each code point of the row, or NULL
    Py_ssize_t glyph_end    # the end of the glyph that `glyph_end` found last, in code points of the row

cdef array INT64 = new_array("q")
cdef array FLOAT64 = new_array("d")
# An odd number without regular bits, by which a hash is multiplied.
cdef uint64_t MIX = 0x9FB21C651E98DF25ULL
# Another number in each process: nobody can write boxes that share a slot of the table.
cdef uint64_t SEED = <uint64_t> <int64_t> hash("boxes")
cdef str CHANGED = "the starts or ends changed while they were read"
# The characters that may precede the letter of a type in the format of a buffer in the byte order of this machine.
cdef str NATIVE = "@=<" if sys.byteorder == "little" else "@=>"


cdef inline int64_t *integers(array numbers) noexcept nogil:
    """Return the numbers of an array of int64."""
    return <int64_t *> numbers.data.as_voidptr


@cython.final
@cython.no_gc
cdef class Column:
    """A buffer of numbers of one type, held while they are read."""

    cdef Py_buffer buffer
    cdef Py_ssize_t count

    def __cinit__(self, str name, numbers, str formats, Py_ssize_t size, /):
        """`name`: for the message of an error. `formats`: the letters of the type, as in the module struct."""
        PyObject_GetBuffer(numbers, &self.buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
        format = "B" if self.buffer.format == NULL else self.buffer.format.decode()
        if self.buffer.ndim != 1 or self.buffer.itemsize != size or format.lstrip(NATIVE) not in formats:
            raise ValueError(f"{name}: {self.buffer.ndim} dimensions of format {format!r}, not 1 of one of {formats!r}")
        self.count = self.buffer.shape[0]
        if self.count and <size_t> self.buffer.buf % <size_t> size:
            raise ValueError(f"{name}: not aligned to {size} bytes")

    def __dealloc__(self):
        PyBuffer_Release(&self.buffer)


@cython.final
@cython.no_gc
cdef class SpanColumns:
    """The starts and the ends of chunks or rows, checked."""

    cdef Column start_column
    cdef Column end_column
    cdef const int64_t *starts
    cdef const int64_t *ends
    cdef Py_ssize_t count

    def __cinit__(self, str name, starts, ends, bint ends_ascend, /):
        self.start_column = Column(name + " starts", starts, "lq", sizeof(int64_t))
        self.end_column = Column(name + " ends", ends, "lq", sizeof(int64_t))
        self.starts = <const int64_t *> self.start_column.buffer.buf
        self.ends = <const int64_t *> self.end_column.buffer.buf
        self.count = self.start_column.count
        check(name, self, ends_ascend)


cdef int check(str name, SpanColumns spans, bint ends_ascend) except -1:
    """Raise ValueError for the first span that breaks a rule."""
    cdef const int64_t *starts = spans.starts
    cdef const int64_t *ends = spans.ends
    cdef Py_ssize_t k = 0
    if spans.count != spans.end_column.count:
        raise ValueError(f"{name}s: {spans.count} starts, {spans.end_column.count} ends")
    with nogil:
        while k < spans.count and 0 <= starts[k] <= ends[k] and (
            k == 0 or (starts[k - 1] <= starts[k] and (not ends_ascend or ends[k - 1] <= ends[k]))
        ):
            k += 1
    if k == spans.count:
        return 0
    if not 0 <= starts[k] <= ends[k]:
        raise ValueError(f"{name} {k}: not 0 <= start <= end: start {starts[k]}, end {ends[k]}")
    does, at = ("starts", starts[k]) if starts[k] < starts[k - 1] else ("ends", ends[k])
    raise ValueError(f"{name} {k}: {does} at {at}, before {name} {k - 1}")


def own(starts, ends, /):
    """Return the starts of the chunks without their overlaps (P4), an array of int64."""
    cdef SpanColumns chunks = SpanColumns("chunk", starts, ends, True)
    cdef array found = clone(INT64, chunks.count, False)
    cdef Py_ssize_t k
    for k in range(chunks.count):
        integers(found)[k] = max(chunks.starts[k], chunks.ends[k - 1]) if k else chunks.starts[k]
    return found


cdef inline bint has(int64_t start, int64_t end, int64_t row_start, int64_t row_end) noexcept nogil:
    """Return whether a chunk shares a code point with a row (P1), or contains a row of no length (P2)."""
    if row_start == row_end:
        return start <= row_start < end
    return max(start, row_start) < min(end, row_end)


@cython.final
@cython.no_gc
cdef class Sweep:
    """The rows of one chunk after the other, for chunks in order."""

    cdef SpanColumns chunks
    cdef SpanColumns rows
    cdef Py_ssize_t last_chunk  # the last chunk that has a length, or -1
    cdef int64_t start          # of the chunk whose rows are open
    cdef int64_t end
    cdef Py_ssize_t next_row    # the first row that is not read yet
    cdef const float *edges     # the edges of all rows, or NULL
    cdef Py_ssize_t edge_count
    cdef Py_ssize_t next_edge   # the first edge of the next row
    cdef OpenRow *open          # in the order of the table
    cdef Py_ssize_t count       # of the open rows
    cdef Py_ssize_t room
    cdef int64_t work           # rows that were read, and open rows that were compared with a chunk

    def __cinit__(self, starts, ends, row_starts, row_ends, /):
        self.chunks = SpanColumns("chunk", starts, ends, True)
        self.rows = SpanColumns("row", row_starts, row_ends, False)
        self.last_chunk = self.chunks.count - 1
        while self.last_chunk >= 0 and self.chunks.starts[self.last_chunk] == self.chunks.ends[self.last_chunk]:
            self.last_chunk -= 1

    def __dealloc__(self):
        PyMem_RawFree(self.open)

    cdef bint append(self, OpenRow row) noexcept nogil:
        """Append a row to the open ones. Return False if memory is missing."""
        cdef OpenRow *grown
        cdef Py_ssize_t room
        if self.count == self.room:
            room = 2 * self.room + 16
            grown = <OpenRow *> PyMem_RawRealloc(self.open, room * sizeof(OpenRow))
            if grown == NULL:
                return False
            self.open, self.room = grown, room
        self.open[self.count] = row
        self.count += 1
        return True

    cdef Py_ssize_t rows_of(self, Py_ssize_t k) noexcept nogil:
        """Set the open rows to the rows of chunk `k`, and return their number (P1, P2), or NO_MEMORY.

        A row of no length may lie in a gap between two chunks. It is appended at the first chunk that ends after it,
        and removed at the next chunk. At the last chunk all rows that are left are read.
        """
        cdef int64_t start = self.chunks.starts[k], end = self.chunks.ends[k]
        cdef const int64_t *row_starts = self.rows.starts
        cdef const int64_t *row_ends = self.rows.ends
        cdef Py_ssize_t kept = 0, i, first = self.next_row
        cdef OpenRow row
        self.start, self.end = start, end
        self.work += 1
        if start == end:
            return 0
        for i in range(self.count):
            if has(start, end, self.open[i].start, self.open[i].end):
                self.open[kept] = self.open[i]
                kept += 1
        self.work += self.count
        self.count = kept
        while self.next_row < self.rows.count and (row_starts[self.next_row] < end or k == self.last_chunk):
            row.row, row.start, row.end = self.next_row, row_starts[self.next_row], row_ends[self.next_row]
            row.edges, row.glyph_end = NULL, 0
            if self.edges != NULL and 0 <= row.end - row.start <= self.edge_count - self.next_edge:
                row.edges = self.edges + self.next_edge
                self.next_edge += row.end - row.start
            if (row.start == row.end or has(start, end, row.start, row.end)) and not self.append(row):
                return NO_MEMORY
            self.next_row += 1
        self.work += self.next_row - first
        return self.count

    cdef array count_rows(self):
        """Return the offsets of the output: how many rows the chunks before each chunk have, and at last all chunks."""
        cdef array offsets = clone(INT64, self.chunks.count + 1, True)
        cdef int64_t *found = integers(offsets)
        cdef Py_ssize_t k = 0, count = 0
        cdef int64_t until
        while k < self.chunks.count:
            with nogil:
                until = self.work + SWEPT
                while k < self.chunks.count and count >= 0 and self.work < until:
                    count = self.rows_of(k)
                    found[k + 1] = found[k] + count
                    k += 1
            if count < 0:
                raise MemoryError
            heed_interrupts()
        self.next_row = self.next_edge = self.count = 0
        return offsets


cdef inline void part(Sweep sweep, const OpenRow *row, int64_t *first, int64_t *last) noexcept nogil:
    """Find the part of an open row in the chunk (P3)."""
    first[0], last[0] = row.start, row.end
    if row.start < row.end:
        first[0], last[0] = max(sweep.start, row.start), min(sweep.end, row.end)


def join(starts, ends, row_starts, row_ends, /):
    """Return the rows of each chunk and their parts: (offsets, rows, first, last), arrays of int64.

    The rows of chunk k are `rows[offsets[k] : offsets[k + 1]]`; the part of each is from `first` to `last`, at the same
    index. The arguments are buffers of int64.
    """
    cdef Sweep sweep = Sweep(starts, ends, row_starts, row_ends)
    cdef array offsets = sweep.count_rows()
    cdef int64_t *until = integers(offsets)
    cdef Py_ssize_t total = until[sweep.chunks.count], k = 0, count, i
    cdef array rows = clone(INT64, total, False), first = clone(INT64, total, False), last = clone(INT64, total, False)
    cdef int64_t *row = integers(rows)
    cdef int64_t *begin = integers(first)
    cdef int64_t *end = integers(last)
    cdef int64_t pause
    cdef bint is_same = True
    while k < sweep.chunks.count:
        with nogil:
            pause = sweep.work + SWEPT
            while k < sweep.chunks.count and is_same and sweep.work < pause:
                count = sweep.rows_of(k)
                is_same = count == until[k + 1] - until[k]
                for i in range(count if is_same else 0):
                    row[0] = sweep.open[i].row
                    part(sweep, &sweep.open[i], begin, end)
                    row, begin, end = row + 1, begin + 1, end + 1
                k += 1
        if not is_same:
            raise ValueError(CHANGED)
        heed_interrupts()
    return offsets, rows, first, last


# A rectangle on a page, and whether the line of its text is vertical.
cdef struct Box:
    int64_t page
    double x0
    double y0
    double x1
    double y1
    bint is_vertical


@cython.final
@cython.no_gc
cdef class Runs:
    """The boxes of the rows, checked."""

    cdef list columns
    cdef const int64_t *page
    cdef const double *x0
    cdef const double *y0
    cdef const double *x1
    cdef const double *y1
    cdef const signed char *direction   # or NULL: all LTR
    cdef const float *edges             # or NULL
    cdef Py_ssize_t edge_count

    def __cinit__(self, SpanColumns rows, page, x0, y0, x1, y1, direction, edges, /):
        self.columns = []
        self.page = <const int64_t *> self.take("page", page, "lq", 8, rows.count)
        self.x0 = <const double *> self.take("x0", x0, "d", 8, rows.count)
        self.y0 = <const double *> self.take("y0", y0, "d", 8, rows.count)
        self.x1 = <const double *> self.take("x1", x1, "d", 8, rows.count)
        self.y1 = <const double *> self.take("y1", y1, "d", 8, rows.count)
        if direction is not None:
            self.direction = <const signed char *> self.take("direction", direction, "b", 1, rows.count)
        if edges is not None:
            self.edges = <const float *> self.take("edges", edges, "f", 4, -1)
            self.edge_count = (<Column> self.columns[len(self.columns) - 1]).count
        check_boxes(self, rows)

    cdef const void *take(self, str name, numbers, str formats, Py_ssize_t size, Py_ssize_t rows) except? NULL:
        """Return the numbers of a column, which has one for each row if `rows` is not negative."""
        cdef Column column = Column(name, numbers, formats, size)
        if rows >= 0 and column.count != rows:
            raise ValueError(f"{name}: {column.count} numbers for {rows} rows")
        self.columns.append(column)
        return column.buffer.buf


cdef int check_boxes(Runs runs, SpanColumns rows) except -1:
    """Raise ValueError for the first row that breaks a rule, or if there are too many edges or too few."""
    cdef Py_ssize_t k = 0
    cdef int64_t left = runs.edge_count     # edges of the rows from k on
    if runs.edges != NULL:
        while k < rows.count and rows.ends[k] - rows.starts[k] <= left:
            left -= rows.ends[k] - rows.starts[k]
            k += 1
        if k < rows.count or left:
            raise ValueError(f"edges: {runs.edge_count} numbers for {code_points(rows)} code points")
    k = 0
    with nogil:
        while k < rows.count and is_sound(runs, k) and (runs.direction == NULL or LTR <= runs.direction[k] <= BTT):
            k += 1
    if k == rows.count:
        return 0
    if not is_sound(runs, k):
        box = runs.x0[k], runs.y0[k], runs.x1[k], runs.y1[k]
        raise ValueError(f"row {k}: not x0 <= x1 and y0 <= y1, or not finite: {box}")
    raise ValueError(f"row {k}: direction {<int> runs.direction[k]}, not {<int> LTR} to {<int> BTT}")


cdef inline bint is_sound(Runs runs, Py_ssize_t k) noexcept nogil:
    """Return whether the sides of a box are finite and in order."""
    return (
        -INFINITY < runs.x0[k] <= runs.x1[k] < INFINITY and -INFINITY < runs.y0[k] <= runs.y1[k] < INFINITY
    )


cdef object code_points(SpanColumns rows):
    """Return the number of code points of all rows, which may be more than an int64 takes."""
    cdef object total = 0
    cdef Py_ssize_t k
    for k in range(rows.count):
        total = PyNumber_Add(total, rows.ends[k] - rows.starts[k])
    return total


cdef inline Py_ssize_t glyph_end(OpenRow *row, Py_ssize_t at) noexcept nogil:
    """Return the end of the glyph of the code point before `at`, in code points of the run (P6).

    The ends of chunks ascend, and so does `at`. If the end that was found last is not before `at`, it is the end of the same
    glyph. So each edge is read once, however many chunks cut its glyph.
    """
    if row.glyph_end < at:
        row.glyph_end = at
        while row.glyph_end < row.end - row.start and row.edges[row.glyph_end] == row.edges[at - 1]:
            row.glyph_end += 1
    return row.glyph_end


cdef inline double side(double edge, double low, double high, double otherwise) noexcept nogil:
    """Return the side of a part at an edge of a box from `low` to `high`: `otherwise` for NaN (P5)."""
    return otherwise if isnan(edge) else max(low, min(edge, high))


cdef inline Box clipped(Box box, int direction, OpenRow *row, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Return the box of the code points of a run from `first` to `last` (P5, P6)."""
    cdef double low = box.y0 if box.is_vertical else box.x0
    cdef double high = box.y1 if box.is_vertical else box.x1
    cdef bint descends = direction == RTL or direction == BTT
    cdef double begin = high if descends else low
    cdef double end = low if descends else high
    if row.edges != NULL and first > 0:
        begin = side(row.edges[first], low, high, begin)
    if row.edges != NULL and glyph_end(row, last) < row.end - row.start:
        end = side(row.edges[row.glyph_end], low, high, end)
    if descends:
        begin, end = end, begin
    if begin > end:
        return box
    if box.is_vertical:
        box.y0, box.y1 = begin, end
    else:
        box.x0, box.x1 = begin, end
    return box


cdef inline double gap(const Box *one, const Box *other, bint is_by_y) noexcept nogil:
    """Return the distance of two boxes along an axis: negative if they overlap."""
    if is_by_y:
        return max(one.y0, other.y0) - min(one.y1, other.y1)
    return max(one.x0, other.x0) - min(one.x1, other.x1)


cdef inline double smaller(const Box *one, const Box *other) noexcept nogil:
    """Return the size across the line of the smaller of two boxes."""
    if one.is_vertical:
        return min(one.x1 - one.x0, other.x1 - other.x0)
    return min(one.y1 - one.y0, other.y1 - other.y0)


cdef inline bint is_one_line(const Box *one, const Box *other) noexcept nogil:
    """Return whether two boxes touch on one line (P7)."""
    cdef double half
    if one.page != other.page or one.is_vertical != other.is_vertical:
        return False
    half = smaller(one, other) / 2
    return -gap(one, other, not one.is_vertical) >= half and gap(one, other, one.is_vertical) <= half


cdef inline bint is_one_block(const Box *one, const Box *other) noexcept nogil:
    """Return whether two boxes follow one another across the line (P8)."""
    if one.page != other.page or one.is_vertical != other.is_vertical:
        return False
    return gap(one, other, not one.is_vertical) <= smaller(one, other) and gap(one, other, one.is_vertical) < 0


cdef inline void hull(Box *one, const Box *other) noexcept nogil:
    """Extend a box to the smallest box that contains both."""
    one.x0, one.y0 = min(one.x0, other.x0), min(one.y0, other.y0)
    one.x1, one.y1 = max(one.x1, other.x1), max(one.y1, other.y1)


cdef inline Py_ssize_t merged(Box *boxes, Py_ssize_t count, bint as_blocks) noexcept nogil:
    """Merge each box into the box before it if they belong together, in place; return how many remain (P7, P8)."""
    cdef Py_ssize_t kept = min(count, 1), i
    cdef Box *last = boxes
    cdef Box *box
    for i in range(1, count):
        box = &boxes[i]
        if is_one_block(last, box) if as_blocks else is_one_line(last, box):
            hull(last, box)
        else:
            last += 1
            last[0] = box[0]
            kept += 1
    return kept


cdef inline uint64_t mixed(uint64_t state, double number) noexcept nogil:
    """Return a hash with one more number. 0.0 and -0.0, which are equal, are the same."""
    cdef uint64_t word
    number += 0.0
    memcpy(&word, &number, sizeof(word))
    state = (state ^ word) * MIX
    return state ^ (state >> 29)


cdef inline bint is_equal(const Box *one, const Box *other) noexcept nogil:
    """Return whether two boxes are equal (P9)."""
    return (
        one.page == other.page and one.x0 == other.x0 and one.y0 == other.y0 and one.x1 == other.x1
        and one.y1 == other.y1
    )


@cython.final
@cython.no_gc
cdef class Found:
    """The boxes of one chunk, and a hash table of their indexes."""

    cdef Box *boxes
    cdef int64_t *slots
    cdef uint64_t mask      # slots less one: more than twice the most rows of a chunk, so that some are always free
    cdef int64_t base       # is added to an index: a slot below it is of an earlier chunk, and so free

    def __cinit__(self, Py_ssize_t most, /):
        """`most`: the rows of a chunk, at most."""
        self.mask = 15
        while self.mask < 2 * <uint64_t> most:
            self.mask = 2 * self.mask + 1
        self.boxes = <Box *> PyMem_RawMalloc((most + 1) * sizeof(Box))
        self.slots = <int64_t *> PyMem_RawMalloc((self.mask + 1) * sizeof(int64_t))
        if self.boxes == NULL or self.slots == NULL:
            raise MemoryError
        memset(self.slots, 0, (self.mask + 1) * sizeof(int64_t))
        self.base = 1

    def __dealloc__(self):
        PyMem_RawFree(self.boxes)
        PyMem_RawFree(self.slots)


cdef inline Py_ssize_t distinct(Found found, Py_ssize_t count) noexcept nogil:
    """Remove boxes that are equal to an earlier box, in place; return how many remain (P9)."""
    cdef Py_ssize_t kept = 0, i
    cdef uint64_t state, at
    cdef Box *box
    for i in range(count):
        box = &found.boxes[i]
        state = mixed(mixed(mixed(mixed((SEED ^ <uint64_t> box.page) * MIX, box.x0), box.y0), box.x1), box.y1)
        at = state & found.mask
        while found.slots[at] >= found.base and not is_equal(&found.boxes[found.slots[at] - found.base], box):
            at = (at + 1) & found.mask
        if found.slots[at] < found.base:
            found.slots[at] = found.base + kept
            found.boxes[kept] = box[0]
            kept += 1
    found.base += kept
    return kept


cdef inline Py_ssize_t boxes_of(Found found, Py_ssize_t count, bint as_lines, bint as_blocks) noexcept nogil:
    """Make the boxes of the parts of a chunk's rows the boxes of the chunk, and return their number (P7 to P9)."""
    if as_lines:
        count = merged(found.boxes, count, False)
    if as_blocks:
        count = merged(found.boxes, count, True)
    return distinct(found, count)


cdef void find_parts(Sweep sweep, Runs runs, Py_ssize_t count, Box *boxes) noexcept nogil:
    """Find the boxes of the parts of the open rows in the chunk."""
    cdef OpenRow *row
    cdef Box *box
    cdef Py_ssize_t i
    cdef int64_t first, last
    cdef int direction
    for i in range(count):
        row, box = &sweep.open[i], &boxes[i]
        direction = LTR if runs.direction == NULL else runs.direction[row.row]
        box.page, box.is_vertical = runs.page[row.row], direction >= TTB
        box.x0, box.y0, box.x1, box.y1 = runs.x0[row.row], runs.y0[row.row], runs.x1[row.row], runs.y1[row.row]
        part(sweep, row, &first, &last)
        box[0] = clipped(box[0], direction, row, first - row.start, last - row.start)


def boxes(starts, ends, row_starts, row_ends, page, x0, y0, x1, y1, direction, edges, str merge, /):
    """Return the boxes of each chunk: (offsets, page, coordinates), arrays of int64, int64 and float64.

    The boxes of chunk k are `offsets[k]` to `offsets[k + 1]`; each has a page and four coordinates: x0, y0, x1, y1.
    `page`: int64; `x0`, `y0`, `x1`, `y1`: float64. `direction`: the direction of each row's line, int8 (0 for "ltr",
    1 "rtl", 2 "ttb", 3 "btt"), or None if all are "ltr". `edges`: the edges of all rows, row by row, float32, or
    None. `merge`: None, "line" or "block".
    """
    if merge is not None and merge != "line" and merge != "block":
        raise ValueError(f"merge: {merge!r}, not None, 'line' or 'block'")
    cdef Sweep sweep = Sweep(starts, ends, row_starts, row_ends)
    cdef Runs runs = Runs(sweep.rows, page, x0, y0, x1, y1, direction, edges)
    sweep.edges, sweep.edge_count = runs.edges, runs.edge_count
    cdef array offsets = sweep.count_rows()     # of the rows, and then of the boxes
    cdef int64_t *until = integers(offsets)
    cdef int64_t total = until[sweep.chunks.count], most = 0, counted = 0, pause
    cdef Py_ssize_t k, count, i, at = 0
    for k in range(sweep.chunks.count):
        most = max(most, until[k + 1] - until[k])
    cdef Found found = Found(most)
    cdef array pages = clone(INT64, total, False), coordinates = clone(FLOAT64, 4 * total, False)
    cdef double *corner = coordinates.data.as_doubles
    cdef bint as_lines = merge is not None, as_blocks = merge == "block", is_same = True
    k = 0
    while k < sweep.chunks.count:
        with nogil:
            pause = sweep.work + SWEPT
            while k < sweep.chunks.count and is_same and sweep.work < pause:
                count = sweep.rows_of(k)
                is_same = count == until[k + 1] - counted
                if is_same:
                    find_parts(sweep, runs, count, found.boxes)
                    count = boxes_of(found, count, as_lines, as_blocks)
                    for i in range(count):
                        integers(pages)[at + i] = found.boxes[i].page
                        corner[0], corner[1] = found.boxes[i].x0, found.boxes[i].y0
                        corner[2], corner[3] = found.boxes[i].x1, found.boxes[i].y1
                        corner += 4
                    at += count
                    k += 1
                    counted, until[k] = until[k], at
        if not is_same:
            raise ValueError(CHANGED)
        heed_interrupts()
    resize(pages, at)
    resize(coordinates, 4 * at)
    return offsets, pages, coordinates


# ---- the instruction set that csrc uses (shiplap._core.cpu)


def instruction_set():
    """Return the name of the instruction set in use: "scalar", "avx2", "avx512" or "neon"."""
    return shiplap_isa_name(shiplap_isa()).decode()


def instruction_sets():
    """Return the names that this processor can use, plainest first. SHIPLAP_DISABLE does not change them."""
    cdef int isa
    cdef list names = []
    for isa in range(shiplap_isa_supported() + 1):
        names.append(shiplap_isa_name(isa).decode())
    return tuple(names)


def use_instruction_set(name):
    """Use the instruction set of that name from now on, in every thread. For tests and benchmarks."""
    names = instruction_sets()
    if name not in names:
        raise ValueError(f"{name!r} is not one of {', '.join(names)}")
    shiplap_isa_use(names.index(name))
