# cython: language_level=3, boundscheck=False, wraparound=False
# What fills the columns of a table, without the GIL where there is much to do. Where a function returns False, there is
# no memory.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shiplap._core.arrow.column cimport (
    BAD_CELL,
    BITS,
    FIXED,
    GOOD,
    LONG,
    NOTHING,
    NULL_CELL,
    SHORT,
    VIEWS,
    Cell,
    Column,
    Layout,
    Reader,
    String,
    bit,
)
from shiplap._core.arrow.data cimport ArrowArray, Owner, allocate
from shiplap._core.csrc cimport shiplap_utf8_validate
from shiplap._core.text.sizes cimport View

cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL

cdef enum:
    # The buffers of views are at most this far apart, so that every chunk begins in the first half of what one can name
    # in 31 bits.
    WINDOW = 1 << 30
    VIEW = 16           # bytes of a view
    VIEWED = 12         # of which a short text may have so many


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
    """Fill a column of numbers; `kind` is its place in NUMBERS of table.pyx."""
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
    """A view: the size in four bytes, then up to twelve bytes of text; or four of them, the buffer, and the place.
    `bad` is a row with a chunk that is too large."""
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
    """The number in decimal digits; how many there are."""
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
    """The name of a document; that of a number stands in `digits_out`."""
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
    """The values of the rows, each for all chunks of its document. `bad` is a row that cannot be repeated."""
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
    """The bytes of repeated strings; their offsets become 32 bits wide where the type has them so."""
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
