# A text as it was given, the view of it that every loop reads, sizes in it, and arrays of spans.
from cpython.mem cimport PyMem_RawRealloc
from libc.stdint cimport int64_t, uint32_t

from shiplap._core.csrc cimport shiplap_message, shiplap_sums

cdef struct View "shiplap_view":
    const unsigned char *data
    Py_ssize_t size     # bytes of UTF-8, or code units of a str
    int width           # 0: UTF-8; 1, 2, 4: code units, one a code point
    Py_ssize_t ascii    # leading units known to be ASCII: in them all kinds of offset are the same number
    Py_ssize_t valid    # leading bytes known to be well-formed UTF-8
    Py_ssize_t bad      # the offset of the first wrong byte, or -1; `size` is reduced to it, so that every loop ends
    shiplap_sums *sums  # NULL, or those of the loop that reads the view, whose places all measure from the start of the text

# A position in the text: its offset in the view, and the measure of the text before it in the caller's unit.
cdef struct Place:
    Py_ssize_t at
    Py_ssize_t m

# The rule that gives the measure of an offset.
cdef enum Ruler:
    SAME                # the measure is the offset, and a code point begins at every offset
    SAME_UTF8           # the measure is the offset, in bytes of UTF-8
    CHARACTERS          # the measure counts code points of UTF-8
    BYTES               # the measure counts the UTF-8 bytes of code units

# Texts below this size are read without releasing the GIL, which would cost more than the work.
cdef enum:
    SMALL = 65536

# The number of units that are read between checks for interrupts: exact windows take a quarter of a millisecond for
# them, and the slowest plan that was measured (standard sentences of mixed scripts, 10 MB/s) 0.2 s.
cdef enum:
    STEP = 1 << 21

# The first position whose span to `end` fits a size.
cdef Py_ssize_t back(View *view, Ruler ruler, Py_ssize_t end, Py_ssize_t size) noexcept nogil
# The walks for the rulers that must read the text.
cdef void walk_to_furthest(View *view, Ruler ruler, Place *place, Py_ssize_t m) noexcept nogil
cdef void walk_ahead(View *view, Ruler ruler, Place *place, Py_ssize_t m) noexcept nogil
cdef void walk_to(View *view, Ruler ruler, Place *place, Py_ssize_t at) noexcept nogil
# Keep sums while the loop runs. `place`: a position that the loop has reached.
cdef void begin_sums(View *view, const Place *place, shiplap_sums *sums) noexcept nogil
# Validate one more block of UTF-8.
cdef void validate_more(View *view) noexcept nogil
# Find out how much of a text of UTF-8 is ASCII, and with `whole` validate all of it: False if it is ill-formed.
cdef bint read_view(View *view, bint whole) noexcept nogil
# The first position from p on whose code point is not white space, or the end of the text.
cdef Py_ssize_t visible(const View *view, Py_ssize_t p) noexcept nogil
# The end of text[start:end] without the white space at its end.
cdef Py_ssize_t visible_end(const View *view, Py_ssize_t start, Py_ssize_t end) noexcept nogil


cdef inline bint is_ascii(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit, or a byte of UTF-8, is an ASCII code point."""
    return unit < 0x80


cdef inline bint is_continuation(unsigned char byte) noexcept nogil:
    """Return whether a byte of UTF-8 is not the first one of its code point."""
    return (byte & 0xC0) == 0x80


cdef inline Py_UCS4 unit_at(const View *view, Py_ssize_t at) noexcept nogil:
    """Return the code unit of a wide text, or the byte of UTF-8, at an offset below the size."""
    if view.width <= 1:
        return view.data[at]
    if view.width == 2:
        return (<const unsigned short *> view.data)[at]
    return (<const Py_UCS4 *> view.data)[at]


cdef inline bint is_visible(const View *view, Py_UCS4 unit) noexcept nogil:
    """Return True only for a unit of a code point that is not white space; in UTF-8, for its first or its last byte.
    False decides nothing."""
    if is_ascii(unit):
        return u' ' < unit <= u'~'
    if view.width:
        return u'\xa0' < unit < u'\u1680' or unit > u'\u3000'
    return unit >= 0xB0 and unit != 0xC2 and not 0xE1 <= unit <= 0xE3


cdef inline Py_ssize_t utf8_length(Py_UCS4 code) noexcept nogil:
    return 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)


cdef inline Py_ssize_t next_code_point(const View *view, Py_ssize_t at) noexcept nogil:
    """Return the offset after the code point at `at`, which is below the size. Looks at no byte that is not
    validated."""
    at += 1
    if view.width == 0:
        while at < view.valid and is_continuation(view.data[at]):
            at += 1
    return at


cdef inline Py_ssize_t code_point_size(const View *view, Ruler ruler, Py_ssize_t at) noexcept nogil:
    """Return the size of the code point at `at` in the ruler's unit."""
    if ruler == SAME_UTF8:
        return next_code_point(view, at) - at
    return utf8_length(unit_at(view, at)) if ruler == BYTES else 1


cdef inline bint is_surrogate(const View *view, Py_ssize_t at) noexcept nogil:
    """Return whether a lone surrogate is at `at`, in or outside the text: only a str of width 2 or 4 has any."""
    return 0 <= at < view.size and <uint32_t> unit_at(view, at) >> 11 == 0x1B  # U+D800 to U+DFFF


cdef inline void assign(Place *place, const Place *other) noexcept nogil:
    """Copy a Place field by field: a copy of 16 bytes would wait for the two stores of 8 bytes just before it."""
    place.at = other.at
    place.m = other.m


cdef inline void catch_up(Place *place, const Place *other) noexcept nogil:
    """Move on to another Place if it is ahead, so that the text between them is not walked again."""
    if place.at < other.at:
        assign(place, other)


# A Place only moves forward, so that all its walks together read the text once.

cdef inline Py_ssize_t measure(View *view, Ruler ruler, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Return the size of a span in the ruler's unit."""
    cdef Place place
    if ruler == SAME or ruler == SAME_UTF8:
        return end - start
    place.at, place.m = start, 0
    walk_to(view, ruler, &place, end)
    return place.m


cdef inline Py_ssize_t furthest(View *view, Ruler ruler, Place *place, Py_ssize_t m) noexcept nogil:
    """Return the last position with a measure of at most `m`, to which move_to_furthest moves. If offset and
    measure are the same, nothing needs to be remembered."""
    if ruler == SAME:
        return m if m < view.size else view.size
    walk_to_furthest(view, ruler, place, m)
    return place.at


cdef inline Py_ssize_t ahead(View *view, Ruler ruler, Place *place, Py_ssize_t m) noexcept nogil:
    """Return the first position with a measure of at least `m`, or the end of the text, to which move_ahead moves."""
    if ruler == SAME:
        return m if m < view.size else view.size
    walk_ahead(view, ruler, place, m)
    return place.at


cdef inline void move_to_furthest(View *view, Ruler ruler, Place *place, Py_ssize_t m) noexcept nogil:
    """Move on to the last code point with a measure of at most `m`."""
    if ruler == SAME:
        place.at = place.m = m if m < view.size else view.size
    else:
        walk_to_furthest(view, ruler, place, m)


cdef inline void move_ahead(View *view, Ruler ruler, Place *place, Py_ssize_t m) noexcept nogil:
    """Move on to the first code point with a measure of at least `m`, or the end of the text."""
    if ruler == SAME:
        place.at = place.m = m if m < view.size else view.size
    else:
        walk_ahead(view, ruler, place, m)


cdef inline void move_to(View *view, Ruler ruler, Place *place, Py_ssize_t at) noexcept nogil:
    """Move on to the code point at offset `at`."""
    if ruler == SAME or ruler == SAME_UTF8:
        place.at = place.m = at
    elif at > place.at:
        walk_to(view, ruler, place, at)


# ---- arrays of spans that grow without the GIL, by Python's raw allocator (so that tests can make it fail)

cdef struct SpanArray:
    int64_t *data       # start, end, start, end, ...
    Py_ssize_t count    # spans
    Py_ssize_t room


cdef inline bint push(SpanArray *array, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Append a span. Return False if memory is missing."""
    if array.count == array.room and not reserve(array, 2 * array.room + 16):
        return False
    array.data[2 * array.count] = start
    array.data[2 * array.count + 1] = end
    array.count += 1
    return True


cdef inline bint reserve(SpanArray *array, Py_ssize_t room) noexcept nogil:
    """Make room for exactly `room` spans. Return False if memory is missing; then the array is unchanged."""
    cdef int64_t *data = <int64_t *> PyMem_RawRealloc(array.data, (room if room > 0 else 1) * 2 * sizeof(int64_t))
    if data == NULL:
        return False
    array.data = data
    array.room = room
    return True


# Every second number as a list of int: the starts of an array of spans, or from its second number on the ends.
cdef list list_of_numbers(const int64_t *numbers, Py_ssize_t count, list ends)


cdef class Spans:
    cdef SpanArray array
    cdef Py_ssize_t shape[2]
    cdef Py_ssize_t strides[2]
    cdef void trim(self) noexcept nogil


# ---- the text

# The units of the offsets of a span.
cdef enum Unit:
    IN_CHARACTERS, IN_BYTES, IN_UTF16


cdef class Text:
    cdef View view
    cdef Py_buffer buffer       # of an object that the collector does not empty (`hold`)
    cdef readonly object owner  # the text as it was given
    cdef readonly bint is_str
    cdef readonly bint strict   # whether lone surrogates are errors
    cdef bint exported          # whether `buffer` is held
    cdef bint fixed             # whether nothing can change the bytes
    cdef bint prepared          # whether `view.ascii` is known
    cdef Py_ssize_t length      # characters, or -1
    cdef Py_ssize_t clean       # leading code units known to have no surrogate
    cdef int prepare(self, bint as_bytes, bint whole) except -1
    cdef int fail(self, Py_ssize_t at) except -1
    cdef void keep(self, const View *view) noexcept
    cdef int know(self, const View *view, Py_ssize_t characters) except -1
    cdef int check_surrogates(self, Py_ssize_t start, Py_ssize_t end) except -1
    cdef object slice(self, Py_ssize_t start, Py_ssize_t end)
    # The texts of every `step`-th of the pairs, from the first on.
    cdef list list_of(self, const int64_t *pairs, Py_ssize_t count, Py_ssize_t step)
    cdef object slice_wide(self, Py_ssize_t start, Py_ssize_t end)
    cpdef Py_ssize_t characters_before(self, Py_ssize_t at) except -1

# The number of messages that are hashed at once.
cdef enum:
    HASHED = 128

# Append the content hashes of at most HASHED messages.
cdef int add_hashes(const shiplap_message *messages, Py_ssize_t count, list found) except -1
# The view of a str.
cdef int view_str(object owner, View *view) except -1
# A strict Text of well-formed UTF-8 in the memory of another object.
cdef Text text_of_memory(object keeper, const char *data, Py_ssize_t size)
# A strict Text of a str or bytes, with the facts that its view has found.
cdef Text known_text(object owner, const View *view)
# Whether the offsets of the view are of this kind.
cdef bint is_own(const View *view, Unit wanted) noexcept nogil
# From one offset of the view to a later one, in code units that are not its own.
cdef Py_ssize_t distance(const View *view, Py_ssize_t start, Py_ssize_t end, Unit wanted) noexcept nogil
# Append the first and the last line of each span. Return False if memory is missing.
cdef bint line_pairs(const View *view, const int64_t *pairs, Py_ssize_t count, SpanArray *found) noexcept nogil
# Append spans, given in the view's own offsets, in another unit. Return False if memory is missing.
cdef bint convert_pairs(const View *view, const int64_t *pairs, Py_ssize_t count, Unit wanted,
                        SpanArray *converted) noexcept nogil
