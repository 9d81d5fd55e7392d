# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Packing a mixed document: where its chunks end and begin.

    places  where a chunk may end, with the rank of each (break_points.pxi, unbreakable.pxi)
    pack    which of them it does (pack.pxi)
    starts  where it begins (starts.pxi)

Regions come as blocks.pyx gives them. `at` are offsets in the text's own form, `m` the same places in the caller's
unit, `ranks` numbers of shiplap._data.packing_costs.
"""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int64_t
from libc.string cimport memset

from shiplap._core.boundaries.graphemes cimport Run
from shiplap._core.boundaries.levels cimport (
    GRAPHEME,
    LINE,
    PARAGRAPH as PARAGRAPH_LEVEL,
    WORD as WORD_LEVEL,
    Level,
    Query,
    begin_query,
    first_boundary,
    is_boundary,
    visible,
    visible_end,
)
from shiplap._core.text.sizes cimport (
    BYTES,
    CHARACTERS,
    SAME,
    SMALL,
    Ruler,
    View,
    code_point_size,
    is_continuation,
    next_code_point,
    unit_at,
)
from shiplap._core.text.spans cimport SpanArray, Spans, push
from shiplap._core.text.text cimport Text
from shiplap._core.boundaries.lexicon cimport Lexicon

from array import array as new_array

from shiplap._data import packing_costs as _packing
from shiplap.levels import LEVELS

# In the order of shiplap._data.packing_costs.
cdef enum Kind:
    PROSE, CODE, TABLE

cdef enum:
    KINDS = 3
    RANKS = 16

cdef enum Rank:
    SECTION, REGION, PARAGRAPH, ITEM, SENTENCE, INTRO, HEADED, GROUP, ROW
    CODE_0, CODE_1, CODE_2, CODE_3, CODE_4, CODE_5, WORD

# The kinds of region that are not prose like the others, by their numbers in blocks.pyx.
cdef enum:
    HEADING_REGION = 1
    CODE_REGION = 7
    TABLE_REGION = 8

cdef enum:
    CHUNK = 100
    YIELD = 400
    LINES = 5       # the grade of CODE_5
    WORDS = 6

cdef int[RANKS] COST = [0, 0, 2, 4, 8, 40, 200, 5, 20, 0, 3, 15, 25, 40, 80, 90]
cdef int[RANKS] GRADE = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 4, 5, 6]

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")

cdef inline Kind base(int64_t kind) noexcept nogil:
    """The kind of content of a kind of region."""
    return CODE if kind == CODE_REGION else TABLE if kind == TABLE_REGION else PROSE


cdef inline bint is_origin(int rank) noexcept nogil:
    """Whether nothing is repeated across a place."""
    return rank == SECTION or rank == REGION or rank == INTRO or rank == HEADED


cdef array numbers(Py_ssize_t count):
    """An array of int64, for the caller to fill."""
    return clone(INT64, count, False)


cdef tuple columns(const SpanArray *found):
    """The pairs of a place and its rank as two arrays."""
    cdef array at = numbers(found.count), ranks = clone(INT8, found.count, False)
    cdef Py_ssize_t k
    for k in range(found.count):
        at.data.as_longlongs[k], ranks.data.as_schars[k] = found.data[2 * k], found.data[2 * k + 1]
    return at, ranks


include "unbreakable.pxi"
include "pack.pxi"
include "break_points.pxi"
include "starts.pxi"


# ---- what they are

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
        if sizes[1] > sizes[kind]:
            kind = CODE
        if sizes[2] > sizes[kind]:
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


def _check_numbers():
    """The numbers above are those of shiplap._data.packing_costs."""
    assert (CHUNK, YIELD, WORDS) == (_packing.CHUNK, _packing.YIELD, _packing.WORDS)
    assert tuple(COST) == _packing.COST and tuple(GRADE) == _packing.GRADE
    assert (SECTION, REGION, INTRO, HEADED) == _packing.ORIGINS and GRADE[<int> CODE_5] == LINES
    assert (PARAGRAPH, ITEM, SENTENCE, GROUP, ROW, CODE_0, WORD) == (
        _packing.PARAGRAPH, _packing.ITEM, _packing.SENTENCE, _packing.GROUP, _packing.ROW, _packing.CODE_0,
        _packing.WORD)


_check_numbers()
