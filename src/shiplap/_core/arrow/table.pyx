# cython: language_level=3, boundscheck=False, wraparound=False
"""Tables: the documents of an Arrow array cut, and their chunks as a new one, column by column.

A `Cut` is a group of rows. Its texts are read where they lie; its columns are written once, each to its full size.

The interface tells how many rows there are and where the buffers begin, not how long they are. What can be checked
is: that there are as many buffers as the type has, that offsets do not decrease and stay below the last one, that
views and keys lie in what they refer to.
"""

cimport cython
from cpython.array cimport array
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from shiplap._core.arrow.data cimport (
    Array,
    ArrowArray,
    Field,
    Owner,
    allocate,
    array_of,
    keep,
    let_go,
    new_owner,
)
from shiplap._core.batch.batch cimport Batch, CompiledLoop
from shiplap._core.csrc cimport shiplap_utf8_validate
from shiplap._core.text.text cimport Spans, View, line_pairs, push, reserve

from shiplap.errors import ArrowError
from shiplap.plan import CHARACTERS_A_TOKEN

cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL

cdef enum:
    # The buffers of views are at most this far apart, so that every chunk begins in the first half of what one can name
    # in 31 bits.
    WINDOW = 1 << 30
    VIEW = 16           # bytes of a view
    VIEWED = 12         # of which a short text may have so many

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

# What an empty buffer points to.
cdef uint8_t[16] EMPTY

#: The widths of the types of fixed width, by the beginning of their format; the longest beginning counts.
WIDTHS = {
    "c": 1, "C": 1, "s": 2, "S": 2, "i": 4, "I": 4, "l": 8, "L": 8, "e": 2, "f": 4, "g": 8,
    "tdD": 4, "tdm": 8, "tts": 4, "ttm": 4, "ttu": 8, "ttn": 8, "ts": 8, "tD": 8, "tiM": 4, "tiD": 8, "tin": 16,
}
SHORT_FORMATS, LONG_FORMATS, VIEW_FORMATS = ("u", "z"), ("U", "Z"), ("vu", "vz")

cdef int ESTIMATE = CHARACTERS_A_TOKEN

# The columns of numbers, in the order in which `fill_numbers` knows them.
cdef tuple NUMBERS = ("chunk_index", "overlap", "token_count", "char_start", "char_end", "byte_start", "byte_end",
                      "line_start", "line_end")

cdef uint8_t NO_TEXT = 0


# ---- columns, read row by row


cdef inline bint bit(const uint8_t *bits, int64_t at) noexcept nogil:
    """Return a bit of a bitmap, by its number."""
    return bits[at >> 3] >> (at & 7) & 1


def width_of(str format):
    """Return the number of bytes of a value of a type of fixed width, or 0."""
    kind, _, rest = format.partition(":")
    numbers = rest.split(",")
    if kind == "w" and rest.isdecimal():
        return min(int(rest), 1 << 24)
    if kind == "d" and all(number.lstrip("-").isdecimal() for number in numbers):
        return 16 if len(numbers) < 3 else int(numbers[2]) // 8 if numbers[2] in ("32", "64", "128", "256") else 0
    if kind[:2] in ("ts", "tD"):
        return 8
    return WIDTHS.get(format, 0)


cdef Layout layout_of(str format):
    """Return how a format of the C data interface is laid out."""
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
    """Return whether a column holds texts: utf8 and binary types, or a dictionary of them; or nothing but nulls."""
    field = field.dictionary or field
    return layout_of(field.format) in (NOTHING, SHORT, LONG, VIEWS)


def is_name(Field field not None):
    """Return whether a column can name documents: texts, or integers."""
    inner = field.dictionary or field
    return is_text(field) or inner.format in WIDTHS and inner.format in "cCsSiIlL"


def is_carried(Field field not None):
    """Return whether a column can be repeated for each chunk: all types but nested ones."""
    return layout_of(field.format) != OTHER


cdef int look(Column *column, const ArrowArray *array, Field field, int64_t rows) except -1:
    """Fill in the column, for so many rows; all that can be checked beforehand is."""
    cdef int64_t wanted, k
    cdef const void **buffers = array.buffers
    memset(column, 0, sizeof(Column))
    column.layout, column.width = layout_of(field.format), width_of(field.format)
    if field.format in WIDTHS and field.format in "cCsSiIlL":
        column.sign = 1 if field.format in "csil" else 2
    if array.length < 0 or array.offset < 0 or array.length > (1 << 60) - array.offset or array.length < rows:
        raise ArrowError(f"its length ({array.length}) or offset ({array.offset}) is not sound", field.name)
    column.length, column.offset = array.length, array.offset
    wanted = {NOTHING: 0, BITS: 2, FIXED: 2, SHORT: 3, LONG: 3, VIEWS: 3, OTHER: 0}[column.layout]
    if array.n_buffers < wanted or (column.layout != VIEWS and array.n_buffers > max(wanted, 1)
                                    and column.layout != OTHER) or (wanted and buffers == NULL):
        raise ArrowError(f"it has {array.n_buffers} buffers, not {wanted}", field.name)
    if column.layout in (NOTHING, OTHER):
        return 0
    column.valid, column.values = <const uint8_t *> buffers[0], buffers[1]
    if array.null_count == 0:
        column.valid = NULL
    if column.values == NULL:
        if array.length:
            raise ArrowError("it has rows, but no buffer of values", field.name)
        column.values = EMPTY
    if column.layout == VIEWS:
        column.buffers, column.buffer_count = buffers + 2, array.n_buffers - 3
        column.sizes = <const int64_t *> buffers[array.n_buffers - 1]
        if column.buffer_count and column.sizes == NULL:
            raise ArrowError("it has no sizes of its buffers", field.name)
        for k in range(column.buffer_count):
            if column.sizes[k] < 0 or (column.sizes[k] and column.buffers[k] == NULL):
                raise ArrowError("the sizes of its buffers are not sound", field.name)
    elif column.layout in (SHORT, LONG):
        column.data = <const uint8_t *> buffers[2]
        if array.length:
            k = array.offset + array.length
            column.end = (<const int32_t *> column.values)[k] if column.layout == SHORT \
                else (<const int64_t *> column.values)[k]
        if column.end < 0 or (column.end and column.data == NULL):
            raise ArrowError("its offsets or its data are not sound", field.name)
        if column.data == NULL:
            column.data = EMPTY
    return 0


cdef Cell string_at(const Column *column, int64_t row, String *string) noexcept nogil:
    """Return the bytes of a row that is not null, 0 <= row < length."""
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
    """Return the integer of a row; those without a sign that are over the limit are negative."""
    row += column.offset
    # no `a if b else c` of both signs: Cython would convert both to the type without a sign
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
    """A column of an array, or the array itself: `name` is None where it is no struct.

    Raises ArrowError where it is not sound.
    """

    cdef Array array                    # which is kept
    cdef readonly Field field
    cdef const ArrowArray *source       # the column
    cdef Column column
    cdef Column keys                    # where it is a dictionary: `column` has its values
    cdef bint has_keys
    cdef const uint8_t *outer           # validity of the struct around it, or NULL
    cdef int64_t outer_offset

    def __cinit__(self, Array array not None, name):
        cdef const ArrowArray *source = array.array
        cdef Field field = array.field
        cdef int64_t rows = source.length
        cdef Py_ssize_t place = 0
        self.array = array
        if field.format == "+s":
            if source.length < 0 or source.offset < 0 or source.length > (1 << 60) - source.offset \
                    or source.n_children != len(field.children) or source.children == NULL \
                    or source.n_buffers < 1 or source.buffers == NULL:
                raise ArrowError("the record batch is not sound")
            if source.null_count:
                self.outer = <const uint8_t *> source.buffers[0]
            self.outer_offset = source.offset
            rows = source.offset + source.length
            while (<Field> field.children[place]).name != name:     # there is one, as the caller knows
                place += 1
            source, field = source.children[place], field.children[place]
            if source == NULL:
                raise ArrowError("the record batch has no array for it", field.name)
        self.source, self.field = source, field
        if (source.dictionary == NULL) != (field.dictionary is None):
            raise ArrowError("it is a dictionary in its type or in its data only", field.name)
        if field.dictionary is None:
            look(&self.column, source, field, rows)
        else:
            self.has_keys = True
            look(&self.keys, source, field, rows)
            if not self.keys.sign:
                raise ArrowError("the keys of its dictionary are no integers", field.name)
            if field.dictionary.dictionary is not None:
                raise ArrowError("its dictionary is one of dictionaries", field.name)
            look(&self.column, source.dictionary, field.dictionary, 0)

    cdef Cell place(self, int64_t *row) noexcept nogil:
        """Return the row of the column with the values for a row of the array."""
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
        """Return the bytes of a cell."""
        cdef Cell found = self.place(&row)
        return string_at(&self.column, row, string) if found == GOOD else found

    cdef Cell number(self, int64_t row, int64_t *number, bint *unsigned) noexcept nogil:
        """Return the integer of a cell."""
        cdef Cell found = self.place(&row)
        if found == GOOD:
            number[0] = integer_at(&self.column, row)
            unsigned[0] = self.column.sign == 2
        return found

    def name(self, int64_t row):
        """Return what a row names a document, a str, or None. Raises ArrowError."""
        cdef String string
        cdef int64_t number = 0
        cdef bint unsigned = False
        cdef Cell found = self.number(row, &number, &unsigned) if self.column.sign else self.string(row, &string)
        if found == BAD_CELL:
            raise ArrowError("the place of its text is not in the data", self.field.name, row)
        if found == NULL_CELL:
            return None
        if self.column.sign:
            return str(<uint64_t> number if unsigned else number)
        return PyBytes_FromStringAndSize(<const char *> string.data, string.size).decode("utf-8", "replace")


# ---- columns, filled. Where a function returns False, there is no memory.


cdef inline bint begin_array(Owner *owner, ArrowArray *array, int64_t rows, int64_t buffers) noexcept nogil:
    """Make an array of so many rows, with room for its buffers."""
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
    """Fill a column of numbers; `kind` is its place in NUMBERS."""
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
    """Write a view: the size in four bytes, then up to twelve bytes of text; or four of them, the buffer, and the
    place. `bad` is a row with a chunk that is too large."""
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
        if data != string.data:     # it was replaced
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
    """Write the number in decimal digits, and return how many there are."""
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
    """Return the name of a document; that of a number stands in `digits_out`."""
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
    """Fill a column of names: those of the documents, with the numbers of the chunks or without."""
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
    for k in range(count):      # room: the name, "-chunk-", and 20 digits
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
    """Make the bitmap of the values that are not None."""
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
    """Fill in the values of the rows, each for all chunks of its document. `bad` is a row that cannot be repeated."""
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
    """Fill in the bytes of repeated strings; their offsets become 32 bits wide where the type has them so."""
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


# ---- tables


def group_end(Reader reader not None, int64_t first, int64_t rows, int64_t size):
    """Return the end of a group of rows from `first` on: of at most so many rows, and ending with the one that brings
    it to so many bytes."""
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

    With a loop, `run` cuts them; without one, `add` takes the spans of each row in turn. `bad` rows are those that
    were not cut, by their number in the group.
    """

    cdef readonly Reader texts
    cdef readonly int64_t first
    cdef readonly int64_t count
    cdef Batch batch
    cdef Spans native           # in bytes
    cdef Spans characters
    cdef Spans lines            # of each chunk, once they are asked for
    cdef readonly array tokens  # of each chunk where they were counted, else None
    cdef list extra             # replaced texts, by row

    def __cinit__(self, Reader texts not None, int64_t first, int64_t last, CompiledLoop loop, bint blank_fails,
                  bint replaces, bytes headings=None):
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
                raise ArrowError("the place of its text is not in the data", texts.field.name, first + k)
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
        """Cut all. Raises MemoryError."""
        cdef bint done
        self.batch.run()
        self.native, self.characters = self.batch.native, Spans()
        with nogil:
            done = self.batch.characters(&self.characters.array)
        if not done:
            raise MemoryError
        return self.batch.failed

    def add(self, int64_t k, Spans native, Spans characters, array tokens):
        """Add the chunks of a row that was cut elsewhere; rows come in their order."""
        cdef int64_t i
        if self.native is None:
            self.native, self.characters, self.tokens = Spans(), Spans(), tokens[:0]
        if native is not None:
            for i in range(native.array.count):
                if not push(&self.native.array, native.array.data[2 * i], native.array.data[2 * i + 1]) or not push(
                        &self.characters.array, characters.array.data[2 * i], characters.array.data[2 * i + 1]):
                    raise MemoryError
            self.tokens.extend(tokens)
        self.batch.rows[k + 1] = self.native.array.count

    @property
    def chunks(self):
        """Return how many chunks there are."""
        return self.native.array.count

    def offsets(self):
        """Return where the chunks of each row begin, and where the last ones end: an array of int64."""
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

    def hashes(self, hash):
        """Return `hash` of the bytes of each chunk: a list."""
        cdef list found = []
        cdef const uint8_t *data
        cdef int64_t k, i
        for k in range(self.count):
            data = self.batch.views[k].data
            for i in range(self.batch.rows[k], self.batch.rows[k + 1]):
                found.append(hash(PyBytes_FromStringAndSize(
                    <const char *> data + self.native.array.data[2 * i],
                    self.native.array.data[2 * i + 1] - self.native.array.data[2 * i])))
        return found


@cython.no_gc_clear
cdef class Table:
    """A struct array in the making: columns are added, then `done` gives it."""

    cdef Cut cut
    cdef Owner *owner
    cdef ArrowArray *top
    cdef list fields
    cdef int64_t rows

    def __cinit__(self, Cut cut, Py_ssize_t columns, int64_t rows=0):
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
        """Add a column with so many buffers."""
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

    def texts(self, Field field not None, bint views):
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
            raise ArrowError("a chunk is over 1 GB, too large for a view", reader.field.name, bad)
        self.keep_source()
        return 0

    cdef bint replaced(self, ArrowArray *column, int64_t own, int64_t *sizes) except -1:
        """Return the buffer of the texts that were replaced, which are nowhere in the data; their views move there."""
        cdef int64_t k, size = 0
        cdef uint8_t *out
        for k in range(self.cut.count):
            if self.cut.batch.owners[k] is not None:
                size += self.cut.batch.views[k].size
        if size >= 2 * <int64_t> WINDOW:
            raise ArrowError("replaced texts of a group take over 2 GB", self.cut.texts.field.name)
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
        """Keep what the columns read of the data as long as they live."""
        if self.owner.other == NULL:
            keep(self.cut.texts.array.owner)
            self.owner.other = self.cut.texts.array.owner

    def names(self, Field field not None, Reader names, bint numbered):
        """Add a column of the names of the documents; with `numbered`, of the ids of the chunks."""
        cdef ArrowArray *column = self.next(field, 3)
        cdef bint done
        cdef int64_t bad = -1
        with nogil:
            done = fill_names(self.owner, column, names, self.cut.first, self.cut.batch.rows, self.cut.count,
                              numbered, &bad)
        if bad >= 0:
            raise ArrowError("the place of its text is not in the data, or it is not UTF-8", names.field.name, bad)
        if not done:
            raise MemoryError

    def integers(self, Field field not None, array values not None):
        """Add a column of int64."""
        cdef ArrowArray *column = self.next(field, 2)
        cdef int64_t *out = <int64_t *> allocate(self.owner, self.rows * sizeof(int64_t))
        if out == NULL:
            raise MemoryError
        if self.rows:  # an empty array has no memory
            memcpy(out, values.data.as_longlongs, self.rows * sizeof(int64_t))
        column.buffers[1] = out

    def words(self, Field field not None, list values):
        """Add a column of strings, or None."""
        cdef ArrowArray *column = self.next(field, 3)
        if not fill_words(self.owner, column, values):
            raise MemoryError

    def lists(self, Field field not None, list values):
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

    def vectors(self, Field field not None, values):
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
        """Add a column of the data, each value once for each chunk of its row."""
        cdef ArrowArray *column
        cdef int64_t bad = -1
        cdef bint done
        column = self.next(reader.field, 4 + reader.column.buffer_count)
        with nogil:
            done = fill_repeated(self.owner, column, reader, self.cut.first, self.cut.batch.rows, self.cut.count, &bad)
        if bad >= 0:
            raise ArrowError("its value is not in the data, or what is repeated of it takes over 2 GB",
                             reader.field.name, bad)
        if not done:
            raise MemoryError
        self.keep_source()

    def done(self):
        """Return the array. Nothing can be added any more."""
        cdef Field field = Field("", "+s", flags=0, children=self.fields)
        keep(self.owner)
        return array_of(field, self.owner, self.top)
