# The spans of code that no cut may enter. Twin: `keep_whole` in reference/packing/code.py.

cdef enum:
    COLUMNS = 9     # of a row of an outline: see outline.pyx
    START = 3
    CODE_START = 4
    END = 6


# The definitions that are left, and the last span that is kept whole.
cdef struct Kept:
    const long long *rows
    Py_ssize_t count, k
    int64_t begin, end


cdef inline bint enters(Kept *kept, int64_t p, int64_t size) noexcept nogil:
    """Whether a cut at p would enter a definition that fits the size: the outermost one that does, with the comment
    above it if that fits too. Places are asked for in order."""
    cdef const long long *row
    while kept.end <= p and kept.k < kept.count:
        row = kept.rows + kept.k * COLUMNS
        if row[START] >= kept.end:
            if row[END] - row[START] <= size:
                kept.begin, kept.end = row[START], row[END]
            elif row[END] - row[CODE_START] <= size:
                kept.begin, kept.end = row[CODE_START], row[END]
        kept.k += 1
    return kept.begin < p < kept.end
