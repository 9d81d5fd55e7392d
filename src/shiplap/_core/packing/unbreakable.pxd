# The spans of code that no cut may enter.
from libc.stdint cimport int64_t

from shiplap._core.outline.row cimport CODE_START, COLUMNS, END, START

# The definitions that are left, and the last span that is kept whole.
cdef struct Unbreakable:
    const long long *rows
    Py_ssize_t count, k
    int64_t begin, end


cdef inline void keep_whole(Unbreakable *span, int64_t p, int64_t size) noexcept nogil:
    """Move on to the first span that ends after p, or past the last one."""
    cdef const long long *row
    while span.end <= p and span.k < span.count:
        row = span.rows + span.k * COLUMNS
        if row[START] >= span.end:
            if row[END] - row[START] <= size:
                span.begin, span.end = row[START], row[END]
            elif row[END] - row[CODE_START] <= size:
                span.begin, span.end = row[CODE_START], row[END]
        span.k += 1


cdef inline bint crosses(Unbreakable *span, int64_t p, int64_t size) noexcept nogil:
    """Whether a cut at p would enter a span that is kept whole. Calls come in ascending order of p."""
    keep_whole(span, p, size)
    return span.begin < p < span.end
