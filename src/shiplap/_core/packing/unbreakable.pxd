# The spans of code that no cut may enter.
from libc.stdint cimport int64_t

from shiplap._core.csrc cimport shiplap_first_from
from shiplap._core.outline.row cimport CODE_START, COLUMNS, END, START

# The definitions that are left, the lines and the edges of the code, and the last span that is kept whole.
cdef struct Unbreakable:
    const long long *rows
    Py_ssize_t count, k
    const long long *positions
    Py_ssize_t lines
    int64_t first, last
    int64_t begin, end


cdef inline Unbreakable unbreakable(const long long *rows, Py_ssize_t count, const long long *positions,
                                    Py_ssize_t lines, int64_t first, int64_t last) noexcept nogil:
    """The spans among so many definitions, of code with so many lines after the first one, from one edge to another."""
    return Unbreakable(rows, count, 0, positions, lines, first, last, first, first)


cdef inline Py_ssize_t lines_before(const Unbreakable *span, int64_t p) noexcept nogil:
    """The number of lines, but for the first, that begin before p."""
    return shiplap_first_from(<const int64_t *> span.positions, span.lines, p)


cdef inline int64_t line_from(const Unbreakable *span, int64_t p) noexcept nogil:
    """Where the line begins that p is in."""
    cdef Py_ssize_t k = lines_before(span, p + 1)
    return span.positions[k - 1] if k else span.first


cdef inline int64_t line_to(const Unbreakable *span, int64_t p) noexcept nogil:
    """p if a line begins there, else where the next one does."""
    cdef Py_ssize_t k = lines_before(span, p)
    return span.positions[k] if k < span.lines else span.last


cdef inline bint is_kept(Unbreakable *span, int64_t begin, int64_t end, int64_t size) noexcept nogil:
    """Whether the lines from a definition's begin to its end are within a size: they are the span then."""
    begin = line_from(span, begin)
    if end - begin > size:  # so are its lines
        return False
    end = line_to(span, end)
    if end - begin > size:
        return False
    span.begin, span.end = begin, end
    return True


cdef inline void keep_whole(Unbreakable *span, int64_t p, int64_t size) noexcept nogil:
    """Move on to the first span that ends after p, or past the last one."""
    cdef const long long *row
    while span.end <= p and span.k < span.count:
        row = span.rows + span.k * COLUMNS
        if row[START] >= span.end and not is_kept(span, row[START], row[END], size) and row[CODE_START] > row[START]:
            is_kept(span, row[CODE_START], row[END], size)
        span.k += 1


cdef inline bint crosses(Unbreakable *span, int64_t p, int64_t size) noexcept nogil:
    """Whether a cut at p would enter a span that is kept whole. Calls come in ascending order of p."""
    keep_whole(span, p, size)
    return span.begin < p < span.end
