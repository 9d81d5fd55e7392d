# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A text as it was given (str, or anything with a buffer) and the view of it that the loops read.

Nothing is copied. A str is read in the form in which CPython stores it: ASCII and Latin-1 in one byte a code
point, others in two or four. What a buffer holds may change while it is read, if another thread writes: sizes
are taken once, every read is checked against them, and nothing that was read is trusted as a bound.

Each walk over the sizes begins where the last one of the same place ended, never at the start of the text. Walking over
UTF-8 validates it on the way, a block at a time, while the bytes are in the cache.
"""

cimport cython
from cpython.array cimport array
from cpython.buffer cimport (
    PyBUF_FULL_RO,
    PyBUF_READ,
    PyBUF_SIMPLE,
    PyBuffer_FillInfo,
    PyBuffer_IsContiguous,
    PyBuffer_Release,
    PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.mem cimport PyMem_RawFree
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memcpy

from shiplap._core.csrc cimport (
    shiplap_isa,
    shiplap_isa_name,
    shiplap_isa_supported,
    shiplap_isa_use,
    shiplap_scan_visible,
    shiplap_scan_visible_end,
    shiplap_utf8_ascii,
    shiplap_utf8_count,
    shiplap_utf8_count16,
    shiplap_utf8_skip,
    shiplap_utf8_validate,
    shiplap_wide_bits,
    shiplap_wide_line_ends,
    shiplap_wide_narrow,
    shiplap_wide_skip,
    shiplap_wide_surrogate,
    shiplap_wide_utf16_size,
    shiplap_wide_utf8_size,
)

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

cdef unsigned char NOTHING = 0  # where an empty buffer begins

cdef dict UNITS = {"characters": IN_CHARACTERS, "bytes": IN_BYTES, "utf16": IN_UTF16}

# Well inside the second-level cache: still there when the place is moved over it.
cdef Py_ssize_t BLOCK = 131072
# What the rules may read after a place that was walked to, in bytes.
cdef Py_ssize_t MARGIN = 4096


# ---- sizes: what a span measures, and how far a size reaches


cdef void validate_more(View *view) noexcept nogil:
    cdef Py_ssize_t end = view.size, ok
    if end - view.valid > BLOCK:
        end = view.valid + BLOCK
        for _ in range(3):  # a block ends where a code point begins
            if is_continuation(view.data[end]):
                end -= 1
    ok = shiplap_utf8_validate(view.data + view.valid, end - view.valid)
    view.valid += ok
    if view.valid < end:
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
    """`count` code points of UTF-8 further, or to the end."""
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
        place.m += shiplap_utf8_count(view.data + begin, at - begin)
    elif ruler == BYTES:
        place.m += shiplap_wide_utf8_size(view.data, view.width, begin, at)
    else:
        place.m = at
    place.at = at


cdef Py_ssize_t back(View *view, Ruler ruler, Py_ssize_t end, Py_ssize_t size) noexcept nogil:
    """Found from behind, since the measure of the whole text is not known: by steps that are too short at first, as a
    unit measures `most` at most."""
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
            break  # one code unit, which is larger than what is left
        at -= step
        size -= m
    return at


cdef Py_ssize_t visible(const View *view, Py_ssize_t p) noexcept nogil:
    return shiplap_scan_visible(view.data, view.size, view.width, p, view.size)


cdef Py_ssize_t visible_end(const View *view, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    return shiplap_scan_visible_end(view.data, view.size, view.width, start, end)


# ---- spans


cdef object asarray = None  # of numpy, imported when it is first asked for


# Lists are made in their full size. One that grows inside a list comprehension is no choice: where its memory cannot
# grow, the code that Cython 3.3 generates releases the new item twice (tests/layout/test_layers.py keeps them out of _core).

cdef list list_of_numbers(const int64_t *numbers, Py_ssize_t count):
    cdef list found = PyList_New(count)
    cdef object number
    cdef Py_ssize_t i
    for i in range(count):
        number = numbers[2 * i]
        Py_INCREF(number)
        PyList_SET_ITEM(found, i, number)
    return found


cdef class Spans:
    """Pairs (start, end), shape (n, 2), int64, read-only through the buffer protocol."""

    def __cinit__(self):
        self.array.data = NULL
        self.array.count = self.array.room = 0

    def __dealloc__(self):
        PyMem_RawFree(self.array.data)

    cdef void trim(self) noexcept nogil:
        """Give back the room that is not used, where it is worth the call."""
        if self.array.room > self.array.count + 16:
            reserve(&self.array, self.array.count)

    @staticmethod
    def of(pairs):
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
        return list_of_numbers(self.array.data, self.array.count), list_of_numbers(self.array.data + 1, self.array.count)

    def overlaps(self):
        """Return how far each span reaches into the one before, a list of int: 0 for the first, and for a gap."""
        cdef list shared = PyList_New(self.array.count)
        cdef object number
        cdef Py_ssize_t i
        for i in range(self.array.count):
            number = max(0, self.array.data[2 * i - 1] - self.array.data[2 * i]) if i else 0
            Py_INCREF(number)
            PyList_SET_ITEM(shared, i, number)
        return shared

    def shifted(self, Py_ssize_t by):
        """Return the same spans, `by` further on."""
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
        """Return a numpy array of them, int64, shape (n, 2), which reads them where they lie."""
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
            if self.shape[1] == 0:  # told once: the buffers of other threads refer to these
                self.shape[0], self.shape[1] = self.array.count, 2
                self.strides[0], self.strides[1] = 2 * sizeof(int64_t), sizeof(int64_t)
        buffer.buf = self.array.data
        buffer.obj = self
        buffer.len = self.array.count * 2 * sizeof(int64_t)
        buffer.itemsize = sizeof(int64_t)
        buffer.readonly = 1
        buffer.ndim = 2
        buffer.format = b"l" if sizeof(long) == sizeof(int64_t) else b"q"  # the one that numpy calls int64
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
    read the text. A cycle through a text is broken at another of its objects: the owner, or what refers to the text.
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
        """Find out what must be known before a loop: surrogates where bytes matter, whether a buffer is ASCII, and,
        with `whole`, that all of it is well-formed."""
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
        """Remember what was found out of a copy of the view. Several threads may have read the same: what the first one
        has told stays, and only the part that is known to be valid grows."""
        with cython.critical_section(self):
            if not self.prepared:
                self.view.ascii, self.view.width = view.ascii, view.width
                if view.ascii == view.size:
                    self.length = view.size
                self.prepared = True
            if view.valid > self.view.valid:
                self.view.valid = view.valid

    cdef int know(self, const View *view, Py_ssize_t characters) except -1:
        """Remember what a loop over the whole text has found out."""
        self.keep(view)
        if view.valid == view.size:
            with cython.critical_section(self):
                self.length = characters
        return 0

    cdef int fail(self, Py_ssize_t at) except -1:
        """Raise the TextError for what stands at an offset of the view."""
        if self.is_str:
            raise TextError(at, "characters", "lone surrogate")
        reason = "ill-formed UTF-8"
        try:
            PyUnicode_DecodeUTF8(<const char *> self.view.data + at, min(self.view.size - at, 4), "strict")
        except UnicodeDecodeError as error:
            reason = error.reason
        raise TextError(at, "bytes", reason)

    cdef int check_surrogates(self, Py_ssize_t start, Py_ssize_t end) except -1:
        """Raise TextError at a lone surrogate between two offsets, where surrogates are errors."""
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
        """Code points of the text. Raises TextError where a buffer is not UTF-8."""
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
        """Ascending offsets in code points, none above `characters`, in the text's own form: an array of int64."""
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
        """Return the same of code units, as PyUnicode_Substring makes it, whose loops take twice as long."""
        cdef uint32_t bits = shiplap_wide_bits(self.view.data, self.view.width, start, end)
        cdef Py_UCS4 most = 0x7F if bits < 0x80 else 0xFF if bits < 0x100 else 0xFFFF if bits < 0x10000 else 0x10FFFF
        cdef object text = PyUnicode_New(end - start, most)
        shiplap_wide_narrow(self.view.data, self.view.width, start, end, PyUnicode_DATA(text),
                            1 if bits < 0x100 else 2 if bits < 0x10000 else 4)
        return text

    def text(self, Py_ssize_t start, Py_ssize_t end, /):
        """Return the str between two offsets of the view."""
        if not 0 <= start <= end <= self.view.size:
            raise IndexError((start, end))
        return self.slice(start, end)

    def encoded(self, Py_ssize_t start, Py_ssize_t end, /):
        """Return the UTF-8 bytes between two offsets of the view."""
        if not 0 <= start <= end <= self.view.size:
            raise IndexError((start, end))
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


# ---- buffers

cdef int hold(object owner, Py_buffer *held, View *view) except -1:
    """Hold the bytes of `owner`, and fill in the data and the size of a view of them.

    A buffer keeps its exporter alive, and the collector may empty two kinds of exporters all the same: a memoryview
    (CPython gh-77894, before 3.12.4: the interpreter crashes when the buffer is released), and the object that holds
    what `__buffer__` returned. Therefore the buffer is taken from the object under the memoryview. Bytes of which no
    such object is known are copied.
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
    cdef Py_ssize_t i, start = 0, end = 0
    for i in range(count):
        start += distance(view, pairs[2 * i - 2] if i else 0, pairs[2 * i], wanted)
        end += distance(view, pairs[2 * i - 1] if i else 0, pairs[2 * i + 1], wanted)
        if not push(converted, start, end):
            return False
    return True


# ---- lines

cdef Py_ssize_t count_line_ends(const View *view, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Return the ends of lines that lie between two offsets; a CR ends a line unless an LF follows."""
    return shiplap_wide_line_ends(view.data, view.width if view.width else 1, start, end,
                                  end < view.size and unit_at(view, end) == c'\n')


cdef bint line_pairs(const View *view, const int64_t *pairs, Py_ssize_t count, SpanArray *found) noexcept nogil:
    """Append the first and the last line of each span; False when there is no memory."""
    cdef Py_ssize_t i = 0, k = 0, at = 0, line = 1, p, before = found.count
    while k < count:
        # the next place whose line is asked for: the start of span i, or the last code point of span k, k <= i
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
