# Headings without marks: what a line of its own looks like.
from libc.stdint cimport uint32_t

from shiplap._core.boundaries.lines cimport is_visible_ascii
from shiplap._core.text.sizes cimport View, unit_at

cdef extern from "shiplap_headings.h" nogil:
    enum:
        UNKNOWN "SHIPLAP_HEADING_UNKNOWN"
        NO_HEADINGS "SHIPLAP_HEADING_NO_HEADINGS"
        HAS_MARKED "SHIPLAP_HEADING_HAS_MARKED"
        LABELLED "SHIPLAP_HEADING_LABELLED"
        NUMBERED "SHIPLAP_HEADING_NUMBERED"
        CAPITALS "SHIPLAP_HEADING_CAPITALS"
        TITLE "SHIPLAP_HEADING_TITLE"
        LOOKS "(SHIPLAP_HEADING_FIND_LOOKS - SHIPLAP_HEADING_LABELLED)"
        FIND_LOOKS "SHIPLAP_HEADING_FIND_LOOKS"
        ADORNED "SHIPLAP_HEADING_ADORNED"
        AS_MARKDOWN "SHIPLAP_HEADING_AS_MARKDOWN"
        AS_PLAIN "SHIPLAP_HEADING_AS_PLAIN"
        MAX_TITLE "SHIPLAP_HEADING_MAX_TITLE"
        PIECE "SHIPLAP_HEADING_PIECE"
        PIECE_STEP "SHIPLAP_HEADING_PIECE_STEP"
        LAST_PIECE "SHIPLAP_HEADING_LAST_PIECE"
        MIN_LINES "SHIPLAP_HEADING_MIN_LINES"
        MIN_PIECES "SHIPLAP_HEADING_MIN_PIECES"
        SHARE "SHIPLAP_HEADING_SHARE"
        MAX_MARKED "SHIPLAP_HEADING_MAX_MARKED"
        GROUPS "SHIPLAP_HEADING_GROUPS"
    const Py_UCS4[1] shiplap_heading_labels
    const uint32_t[1] shiplap_heading_label_begins
    const uint32_t[1] shiplap_heading_group_labels
    const uint32_t[1] shiplap_heading_group_begins
    const Py_UCS4[1] shiplap_heading_ordinals
    const Py_UCS4[1] shiplap_heading_numerals
    const Py_UCS4[1] shiplap_heading_counters

# Where the visible part of a line that stands alone ends, and where the next visible text begins.
cdef struct Alone:
    Py_ssize_t end
    Py_ssize_t after

# The look of the line at p, which begins a line: LABELLED, NUMBERED, CAPITALS, TITLE, or 0; `alone`, where it has one.
cdef int look(const View *view, Py_ssize_t p, Alone *alone) noexcept nogil
# The same for a line below the size that may follow a blank one and ends at `end`: -1 if that is too far. A look that
# is not `wanted` may be given as 0.
cdef int look_of_line(const View *view, Py_ssize_t p, Py_ssize_t end, int wanted, Alone *alone) noexcept nogil
# Whether the line at p stands alone (L2).
cdef bint line_alone(const View *view, Py_ssize_t p, Alone *alone) noexcept nogil
# What is alike in all headings of one level among those of a look.
cdef int rank(const View *view, Py_ssize_t p, Py_ssize_t end, int found) noexcept nogil


cdef inline bint has_no_look(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Whether a few units at the end of a line, which is not that of the text, tell that it has no look, as those of
    nearly all do: a mark that ends or goes on a sentence (L3), or visible text in the next line (L2)."""
    if end < view.size and is_visible_ascii(unit_at(view, end)) and unit_at(view, end - 1) in u'\n\r':
        return True
    end -= 2
    if end > p and unit_at(view, end) == u'\r':
        end -= 1
    return end > p and unit_at(view, end) in u'.,:;!?-'
