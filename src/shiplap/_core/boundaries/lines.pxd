# Lines: where one begins and ends, and what one is: the begin of a paragraph, an item of a list, a heading.
from shiplap._core.text.text cimport View

cdef enum:
    FAST_REACH = 16     # units of white space that a fast path looks over: nearly all indentation

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

# Where the visible part of a line that stands alone ends, and where the next visible text begins.
cdef struct Alone:
    Py_ssize_t end
    Py_ssize_t after

# Whether text[0:size], a neighbourhood in UTF-8 that may be cut off on a side, has a paragraph at p: 1, 0, or -1 where it
# is too small to tell.
cdef int paragraph(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before, bint cut_after) noexcept nogil
# The same by a few units of a text in any form: 1, 0, or -1 where these do not tell, or p is not after LF.
cdef int fast_paragraph(const View *view, Py_ssize_t p) noexcept nogil
# At least so many code points before p, or 0; how many code points there are between two places.
cdef Py_ssize_t code_points_back(const View *view, Py_ssize_t p, Py_ssize_t count) noexcept nogil
cdef Py_ssize_t code_points(const View *view, Py_ssize_t begin, Py_ssize_t end) noexcept nogil
# Where the white space before p begins, or CAP code points before p.
cdef Py_ssize_t gap_before(const View *view, Py_ssize_t p) noexcept nogil

# The style of the item that the line at p is, or 0.
cdef int item_style(const View *view, Py_ssize_t p) noexcept nogil
# Whether the line at p may be an item; p is below the size.
cdef bint may_be_item(const View *view, Py_ssize_t p) noexcept nogil
# Where the indentation of the line at p ends; how many code points it has.
cdef Py_ssize_t after_indent(const View *view, Py_ssize_t p, Py_ssize_t *indent) noexcept nogil

# The look of the line at p, which begins a line: LABELLED, NUMBERED, CAPITALS, TITLE, or 0; `alone`, where it has one.
cdef int look(const View *view, Py_ssize_t p, Alone *alone) noexcept nogil
# What is alike in all headings of one level among those of a look.
cdef int rank(const View *view, Py_ssize_t p, Py_ssize_t end, int found) noexcept nogil

# `headings`: what is known of the headings of the text, for levels and for the choice of a plan.
# Whether the line that begins at p, p < size, is a heading, or the title of one.
cdef bint section(const View *view, int headings, Py_ssize_t p) noexcept nogil
# Whether the text before p ends with a heading, or with a part of one.
cdef bint ends_with_heading(const View *view, int headings, Py_ssize_t p) noexcept nogil
# The looks that count as headings, a bit of each. UTF-8 must be known to be well-formed.
cdef int consistent_looks(View *view) noexcept nogil
