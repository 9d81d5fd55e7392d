# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Packing a mixed document: where its chunks end and begin.

    break_points    where a chunk may end, with the rank of each place
    pack            which of them it does
    starts          where it begins
    documents       what it is of: here
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

from shiplap._core.packing.costs cimport CODE, KINDS, PROSE, TABLE, base
from shiplap._core.text.spans cimport SpanArray, Spans


def majority(Spans spans not None, Spans regions not None, Spans kinds not None):
    """The kind of content that each span has most characters of, a list of int. All spans are in characters, and
    neither starts nor ends decrease."""
    cdef Py_ssize_t k
    cdef int kind       # in the order of Kind
    cdef Sums first, last
    cdef int64_t[KINDS] sizes
    cdef list found = []
    memset(&first, 0, sizeof(Sums))
    memset(&last, 0, sizeof(Sums))
    for k in range(spans.array.count):
        sum_to(&first, &regions.array, &kinds.array, spans.array.data[2 * k])
        sum_to(&last, &regions.array, &kinds.array, spans.array.data[2 * k + 1])
        for kind in range(KINDS):
            sizes[kind] = last.sizes[kind] - first.sizes[kind]
        kind = PROSE
        if sizes[<int> CODE] > sizes[kind]:
            kind = CODE
        if sizes[<int> TABLE] > sizes[kind]:
            kind = TABLE
        found.append(kind)
    return found


# The characters of each kind before a place.
cdef struct Sums:
    Py_ssize_t region
    int64_t at
    int64_t[KINDS] sizes


cdef void sum_to(Sums *sums, const SpanArray *regions, const SpanArray *kinds, int64_t p) noexcept nogil:
    """Move on to a place."""
    cdef int64_t end
    while sums.region < regions.count and sums.at < p:
        end = min(p, regions.data[2 * sums.region + 1])
        if end > sums.at:
            sums.sizes[<int> base(kinds.data[2 * sums.region])] += end - sums.at
            sums.at = end
        if end == regions.data[2 * sums.region + 1]:
            sums.region += 1


