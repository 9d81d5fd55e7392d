# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Packing a mixed document: where its chunks end and begin.

    break_points    where a chunk may end, with the rank of each place
    pack            which of them it does
    starts          where it begins
    documents       all of it, and what a chunk is of: here
"""

cimport cython
from cpython.array cimport array
from libc.stdint cimport int64_t
from libc.string cimport memset

from shiplap._core.boundaries.standard cimport Lexicon
from shiplap._core.packing.break_points cimport ends, extras, keep_lists, keeps, places, runs, split
from shiplap._core.packing.costs cimport CODE, KINDS, PROSE, SENTENCE, TABLE, base
from shiplap._core.packing.pack cimport pack
from shiplap._core.packing.starts cimport starts
from shiplap._core.text.spans cimport SpanArray, Spans
from shiplap._core.text.text cimport Text

from array import array as new_array
from bisect import bisect_left

from shiplap.levels import number

cdef array NO_PLACES = new_array("q")
cdef array NO_RANKS = new_array("b")


@cython.no_gc_clear
cdef class Packing:
    """How a chunker packs mixed documents. Immutable, so threads may share it.

    limits, overlaps: of each kind of content, in the unit of the measures. level: that of sentences, one of
    shiplap.levels.LEVELS. loops: for each kind of content what cuts a text of it that is too long into pieces.
    """

    cdef readonly tuple limits, overlaps, loops
    cdef int sentence
    cdef Lexicon lexicon
    cdef bint strips, skips

    def __cinit__(self, limits, overlaps, loops, level, language, abbreviations, bint strip_whitespace, bint skip_blank):
        self.limits, self.overlaps, self.loops = tuple(limits), tuple(overlaps), tuple(loops)
        self.sentence, self.lexicon = number(level), Lexicon(language, abbreviations)
        self.strips, self.skips = strip_whitespace, skip_blank

    def look(self, Spans native not None, Spans kinds not None, measured=None, array sizes=None):
        """Which regions are kept whole: the measures of the ends of all regions, a flag of each, and the rows of code and
        tables that are not. See `chunks`."""
        cdef array found = ends(native)
        if measured is not None:
            found = measured(found)
        return found, *keeps(found, kinds, self.limits, sizes)

    def chunks(self, Text text not None, Spans native not None, Spans kinds not None, array ends not None,
               bytes whole not None, tuple cuts=None, array sizes=None, measured=None, positions=None, after=None):
        """The spans of the chunks, in the text's own offsets.

        native, kinds: the regions, as `shiplap._core.regions` gives them; ends: the measures of their ends; whole: which
        of them are kept whole. cuts: where code and tables that are not may be cut, None if there are none: the places,
        their ranks (int64, int8), and the sizes of the headers of tables, None if these do not count. sizes: what stands
        before a chunk in each region. measured, positions: what makes measures of offsets, and offsets of measures; None
        where they are the same. after: the chunk before, where the text has one.
        """
        cdef array inner, inner_ranks, headers, at, ranks, m, run_ends, run_kinds, extra = None, chosen, lows, words
        cdef bint has_items
        cdef tuple fewer = None, more
        cdef Py_ssize_t first = 0, before = -1
        inner, inner_ranks, headers = cuts if cuts is not None else (NO_PLACES, NO_RANKS, None)
        at, ranks, has_items = places(text, native, kinds, whole, inner, inner_ranks, self.sentence, self.lexicon)
        m = at if measured is None else measured(at)
        if has_items:
            fewer = keep_lists(text, native, kinds, whole, at, ranks, m, ends, self.limits, sizes)
        if fewer is not None or after is not None:
            if fewer is not None:
                at, ranks = fewer
            if after is not None:
                at, ranks = with_place(at, ranks, after[1])
            m = at if measured is None else measured(at)
        run_ends, run_kinds = runs(ends, kinds)
        if sizes is not None:
            extra = extras(at, native, sizes, headers)
        more = split(text, at, ranks, m, run_ends, run_kinds, self.limits, extra, self.loops)
        if more is not None:
            at, ranks = more
            m = at if measured is None else measured(at)
            if sizes is not None:
                extra = extras(at, native, sizes, headers)
        if after is not None:
            first, before = at.index(after[1]), after[0]
        chosen, lows, words = pack(m, ranks, run_ends, run_kinds, self.limits, self.overlaps, extra, first)
        if positions is not None:
            lows = positions(lows, at, m)
        return starts(text, at, ranks, chosen, lows, words, self.strips, self.skips, first, before)


cdef tuple with_place(array at, array ranks, Py_ssize_t place):
    """The places where a chunk may end, with one more unless it is there."""
    k = bisect_left(at, place)
    if at[k] == place:
        return at, ranks
    return (at[:k] + new_array("q", [place]) + at[k:]), (ranks[:k] + new_array("b", [SENTENCE]) + ranks[k:])


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


