# What the packing weighs: the numbers of shiplap._data.packing_costs, from the header that is generated of them. And
# what all of packing does with arrays of places and their ranks.
from cpython.array cimport array, clone
from libc.stdint cimport int64_t

from shiplap._core.text.spans cimport SpanArray

cdef extern from "shiplap_packing.h" nogil:
    # kinds of content
    ctypedef enum Kind "int":
        PROSE "SHIPLAP_PACKING_PROSE"
        CODE "SHIPLAP_PACKING_CODE"
        TABLE "SHIPLAP_PACKING_TABLE"
    # ranks of places
    ctypedef enum Rank "int":
        SECTION "SHIPLAP_PACKING_SECTION"
        REGION "SHIPLAP_PACKING_REGION"
        PARAGRAPH "SHIPLAP_PACKING_PARAGRAPH"
        ITEM "SHIPLAP_PACKING_ITEM"
        SENTENCE "SHIPLAP_PACKING_SENTENCE"
        INTRO "SHIPLAP_PACKING_INTRO"
        HEADED "SHIPLAP_PACKING_HEADED"
        GROUP "SHIPLAP_PACKING_GROUP"
        ROW "SHIPLAP_PACKING_ROW"
        CODE_0 "SHIPLAP_PACKING_CODE_0"
        CODE_1 "SHIPLAP_PACKING_CODE_1"
        CODE_2 "SHIPLAP_PACKING_CODE_2"
        CODE_3 "SHIPLAP_PACKING_CODE_3"
        CODE_4 "SHIPLAP_PACKING_CODE_4"
        CODE_5 "SHIPLAP_PACKING_CODE_5"
        WORD "SHIPLAP_PACKING_WORD"
    enum:
        KINDS "SHIPLAP_PACKING_KINDS"
        RANKS "SHIPLAP_PACKING_RANKS"
        CHUNK "SHIPLAP_PACKING_CHUNK"
        YIELD "SHIPLAP_PACKING_YIELD"
        WORDS "SHIPLAP_PACKING_WORDS"
        LINES "SHIPLAP_PACKING_LINES"
        ORIGINS "SHIPLAP_PACKING_ORIGINS"
    const int[16] COST "shiplap_packing_cost"
    const int[16] GRADE "shiplap_packing_grade"

# The kinds of region that are not prose like the others: numbers of shiplap._data.region_kinds.
cdef extern from "shiplap_kinds.h" nogil:
    enum:
        HEADING_REGION "SHIPLAP_REGION_HEADING"
        LIST_REGION "SHIPLAP_REGION_LIST"
        FOOTNOTE_REGION "SHIPLAP_REGION_FOOTNOTE"
        CODE_REGION "SHIPLAP_REGION_CODE"
        TABLE_REGION "SHIPLAP_REGION_TABLE"


cdef inline Kind base(int64_t kind) noexcept nogil:
    """The kind of content of a kind of region."""
    return CODE if kind == CODE_REGION else TABLE if kind == TABLE_REGION else PROSE


cdef inline bint is_origin(int rank) noexcept nogil:
    """Whether nothing is repeated across a place."""
    return ORIGINS >> rank & 1


cdef inline tuple columns(const SpanArray *found, array integers, array bytes):
    """The pairs of a place and its rank as two arrays, of the types of two others."""
    cdef array at = clone(integers, found.count, False), ranks = clone(bytes, found.count, False)
    cdef Py_ssize_t k
    for k in range(found.count):
        at.data.as_longlongs[k], ranks.data.as_schars[k] = found.data[2 * k], found.data[2 * k + 1]
    return at, ranks
