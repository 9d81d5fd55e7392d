# cython: language_level=3, boundscheck=False, wraparound=False
"""Columns of Arrow arrays, read row by row.

The interface tells how many rows there are and where the buffers begin, not how long they are. What can be checked
is: that there are as many buffers as the type has, that offsets do not decrease and stay below the last one, that
views and keys lie in what they refer to.
"""

cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from shiplap._core.arrow.data cimport ArrowArray, Field
from shiplap._core.arrow.stream cimport Array

from shiplap.errors import ArrowError

cdef extern from *:
    """
    static const unsigned char shiplap_empty[16];
    """
    const uint8_t shiplap_empty[16]

#: The widths of the types of fixed width, by the beginning of their format; the longest beginning counts.
WIDTHS = {
    "c": 1, "C": 1, "s": 2, "S": 2, "i": 4, "I": 4, "l": 8, "L": 8, "e": 2, "f": 4, "g": 8,
    "tdD": 4, "tdm": 8, "tts": 4, "ttm": 4, "ttu": 8, "ttn": 8, "ts": 8, "tD": 8, "tiM": 4, "tiD": 8, "tin": 16,
}
SHORTS, LONGS, VIEWED = ("u", "z"), ("U", "Z"), ("vu", "vz")


def width_of(str format):
    """Bytes of a value of a type of fixed width, or 0."""
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
    """How a format of the C data interface is laid out."""
    if format == "n":
        return NOTHING
    if format == "b":
        return BITS
    if format in SHORTS:
        return SHORT
    if format in LONGS:
        return LONG
    if format in VIEWED:
        return VIEWS
    return FIXED if width_of(format) else OTHER


def is_text(Field field not None):
    """Whether a column holds texts: utf8 and binary types, or a dictionary of them; or nothing but nulls."""
    field = field.dictionary or field
    return layout_of(field.format) in (NOTHING, SHORT, LONG, VIEWS)


def is_name(Field field not None):
    """Whether a column can name documents: texts, or integers."""
    inner = field.dictionary or field
    return is_text(field) or inner.format in WIDTHS and inner.format in "cCsSiIlL"


def is_carried(Field field not None):
    """Whether a column can be repeated for each chunk: all types but nested ones."""
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
        column.values = shiplap_empty
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
            column.data = shiplap_empty
    return 0


cdef Cell string_at(const Column *column, int64_t row, String *string) noexcept nogil:
    """The bytes of a row that is not null, 0 <= row < length."""
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
    """The integer of a row; those without a sign that are over the limit are negative."""
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
        """From a row of the array to that of the column with the values."""
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
        """The bytes of a cell."""
        cdef Cell found = self.place(&row)
        return string_at(&self.column, row, string) if found == GOOD else found

    cdef Cell number(self, int64_t row, int64_t *number, bint *unsigned) noexcept nogil:
        """The integer of a cell."""
        cdef Cell found = self.place(&row)
        if found == GOOD:
            number[0] = integer_at(&self.column, row)
            unsigned[0] = self.column.sign == 2
        return found

    def name(self, int64_t row):
        """What a row names a document, a str, or None. Raises ArrowError."""
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
