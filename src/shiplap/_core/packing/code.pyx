# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Packing code: where to cut, so that definitions stay whole and chunks are few."""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int64_t

from array import array as new_array

from shiplap._core.outline.row cimport COLUMNS
from shiplap._core.packing.costs cimport CHUNK, CODE_0, CODE_5, COST
from shiplap._core.packing.unbreakable cimport Unbreakable, crosses, unbreakable
from shiplap._core.text.spans cimport Spans, reserve

cdef enum:
    WORST = CODE_5 - CODE_0     # the rank of the worst line to cut at

cdef struct Site:
    int64_t at          # where a cut may fall
    int64_t cost        # the least to get there
    Py_ssize_t previous # from where


def pack(array positions not None, array ranks not None, array rows not None, int64_t length, int64_t size):
    """The chunks of a code text, as spans that touch (what `reference.packing.code.pack` says), and the longest one's length.

    positions (int64), ranks (int8): as an outline has them. rows (int64): its definitions. All may be converted to
    another unit. 1 <= size.
    """
    cdef Py_ssize_t count = len(positions), room = count + 2, definitions = len(rows) // COLUMNS, sites
    cdef Spans spans = Spans()
    cdef Site *site
    cdef Py_ssize_t *waiting
    cdef int64_t longest
    if positions.typecode != "q" or ranks.typecode != "b" or rows.typecode != "q" or len(ranks) != count:
        raise ValueError("positions and rows are int64, ranks int8")
    if length <= 0:
        return spans, 0
    site = <Site *> PyMem_RawMalloc(room * sizeof(Site))
    waiting = <Py_ssize_t *> PyMem_RawMalloc(room * sizeof(Py_ssize_t))
    try:
        if site == NULL or waiting == NULL:
            raise MemoryError
        with nogil:
            sites = cheapest(positions.data.as_longlongs, ranks.data.as_schars, count,
                             rows.data.as_longlongs, definitions, length, size, site, waiting)
        longest = fill(spans, site, sites)
    finally:
        PyMem_RawFree(site)
        PyMem_RawFree(waiting)
    return spans, longest


cdef Py_ssize_t cheapest(const long long *positions, const signed char *ranks, Py_ssize_t count, const long long *rows,
                         Py_ssize_t definitions, int64_t length, int64_t size, Site *site,
                         Py_ssize_t *waiting) noexcept nogil:
    """Fill in the least cost to get to each place. Returns the number of places."""
    cdef Py_ssize_t sites = 1, first = 0, after = 0, i, start
    cdef Unbreakable span = unbreakable(rows, definitions, positions, count, 0, length)
    cdef int64_t position
    cdef int rank
    site[0] = Site(0, 0, 0)
    for i in range(count + 1):
        position = positions[i] if i < count else length
        rank = ranks[i] if i < count else 0
        if crosses(&span, position, size):
            continue
        while after > first and site[waiting[after - 1]].cost >= site[sites - 1].cost:
            after -= 1
        waiting[after] = sites - 1
        after += 1
        while after > first and position - site[waiting[first]].at > size:
            first += 1
        start = waiting[first] if after > first else sites - 1
        site[sites] = Site(position, site[start].cost + CHUNK + COST[CODE_0 + (rank if 0 <= rank <= WORST else WORST)], start)
        sites += 1
    return sites


cdef int64_t fill(Spans spans, const Site *site, Py_ssize_t sites) except -1:
    """The spans of the chunks, found from the last one backwards; the length of the longest."""
    cdef Py_ssize_t at = sites - 1, count = 0
    cdef int64_t longest = 0
    while at:
        count += 1
        at = site[at].previous
    if not reserve(&spans.array, count):
        raise MemoryError
    spans.array.count = count
    at = sites - 1
    while at:
        count -= 1
        spans.array.data[2 * count] = site[site[at].previous].at
        spans.array.data[2 * count + 1] = site[at].at
        longest = max(longest, site[at].at - site[site[at].previous].at)
        at = site[at].previous
    return longest
