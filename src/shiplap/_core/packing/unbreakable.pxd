# The spans of code that no cut may enter.
from libc.stdint cimport int64_t

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
    cdef Py_ssize_t low = 0, high = span.lines, middle
    while low < high:
        middle = (low + high) // 2
        if span.positions[middle] < p:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline int64_t line_from(const Unbreakable *span, int64_t p) noexcept nogil:
    """Where the line begins that p is in."""
    cdef Py_ssize_t k = lines_before(span, p + 1)
    return span.positions[k - 1] if k else span.first


cdef inline int64_t line_to(const Unbreakable *span, int64_t p) noexcept nogil:
    """p if a line begins there, else where the next one does."""
    cdef Py_ssize_t k = lines_before(span, p)
    return span.positions[k] if k < span.lines else span.last


cdef inline void keep_whole(Unbreakable *span, int64_t p, int64_t size) noexcept nogil:
    """Move on to the first span that ends after p, or past the last one."""
    cdef const long long *row
    cdef int64_t begin, end
    while span.end <= p and span.k < span.count:
        row = span.rows + span.k * COLUMNS
        if row[START] >= span.end:
            begin, end = line_from(span, row[START]), line_to(span, row[END])
            if end - begin > size:
                begin = line_from(span, row[CODE_START])
            if end - begin <= size:
                span.begin, span.end = begin, end
        span.k += 1


cdef inline bint crosses(Unbreakable *span, int64_t p, int64_t size) noexcept nogil:
    """Whether a cut at p would enter a span that is kept whole. Calls come in ascending order of p."""
    keep_whole(span, p, size)
    return span.begin < p < span.end
