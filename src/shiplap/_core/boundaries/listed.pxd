# The boundaries of one level, many found at once: for what asks for all of them, one after the other.

from shiplap._core.boundaries.levels cimport (
    LINE,
    PARAGRAPH,
    SENTENCE_STANDARD,
    Level,
    candidate_of,
    is_level_boundary,
)
from shiplap._core.boundaries.lines cimport fast_paragraph
from shiplap._core.boundaries.standard cimport keep_sentence_ends
from shiplap._core.csrc cimport SHIPLAP_PLACES_ROOM, shiplap_scan_all
from shiplap._core.text.sizes cimport View

# How far the boundaries are known, and those that wait.
cdef struct Listed:
    Level level
    size_t at
    size_t count, k
    size_t[SHIPLAP_PLACES_ROOM] places


cdef inline bint can_list(Level level) noexcept nogil:
    """Whether a level's boundaries can be listed."""
    return level == LINE or level == PARAGRAPH or level == SENTENCE_STANDARD


cdef inline void begin_listed(Listed *listed, Level level, Py_ssize_t low) noexcept nogil:
    """Begin at a place."""
    listed.level, listed.at, listed.count, listed.k = level, low, 0, 0


cdef inline Py_ssize_t next_listed(const View *view, Listed *listed, Py_ssize_t low, Py_ssize_t end) noexcept nogil:
    """The first boundary p, low <= p < end, or `end`. From call to call `low` only grows, and `end` stays."""
    cdef size_t k, kept
    while True:
        while listed.k < listed.count:
            if <Py_ssize_t> listed.places[listed.k] >= low:
                return listed.places[listed.k]
            listed.k += 1
        if <Py_ssize_t> listed.at >= end:
            return end
        listed.k = 0
        listed.count = shiplap_scan_all(view.data, view.size, view.width, candidate_of(listed.level), &listed.at, end,
                                        listed.places)
        if listed.level == SENTENCE_STANDARD:
            listed.count = keep_sentence_ends(view, listed.places, listed.count)
        elif listed.level == PARAGRAPH:
            kept = 0
            for k in range(listed.count):
                listed.places[kept] = listed.places[k]
                kept += is_paragraph(view, listed.places[k])
            listed.count = kept


cdef inline bint is_paragraph(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether a paragraph begins with the line at p."""
    cdef int seen = fast_paragraph(view, p)
    return seen == 1 or (seen < 0 and is_level_boundary(view, PARAGRAPH, p))
