# Headings without marks: the looks that a text has consistently, by the clauses C1 to C5 of the reference.
from libc.string cimport memset

from shiplap._core.boundaries.lines cimport follows_blank_line, may_follow_blank_line, near_end, next_line
from shiplap._core.boundaries.looks cimport (
    CAPITALS,
    LABELLED,
    LAST_PIECE,
    LOOKS,
    MAX_MARKED,
    MIN_LINES,
    MIN_PIECES,
    PIECE,
    PIECE_STEP,
    SHARE,
    TITLE,
    Alone,
    has_no_look,
    line_alone,
    look,
    look_of_line,
)
from shiplap._core.boundaries.sections cimport is_marked, is_underlined
from shiplap._core.boundaries.sentences cimport CAP
from shiplap._core.csrc cimport SHIPLAP_LINE, SHIPLAP_PLACES_ROOM, shiplap_scan_all
from shiplap._core.text.sizes cimport CHARACTERS, SAME, Place, View, furthest, unit_at

# What is counted of each look, by its bit.
cdef struct Counts:
    int lines[TITLE + 1]
    int bodies[TITLE + 1]
    int spread[TITLE + 1]   # pieces with a line that has a body
    int last[TITLE + 1]     # the number of the last of them
    int pieces
    int marked


cdef inline int consistent_looks(View *view) noexcept nogil:
    """The looks that count as headings, a bit of each. UTF-8 must be known to be well-formed."""
    cdef Counts counts
    cdef Place place
    cdef Py_ssize_t begin, m = 0
    cdef int looks = 0, share, found = LABELLED
    memset(&counts, 0, sizeof(counts))
    place.at = place.m = 0
    while m <= LAST_PIECE:
        begin = move_to_piece(view, &place, m)
        if begin >= view.size:
            break
        count_piece(view, begin, move_to_piece(view, &place, m + PIECE), &counts)
        m = next_piece(m)
    share = (counts.pieces + SHARE - 1) // SHARE
    while found <= TITLE:
        if counts.bodies[found] >= MIN_LINES and 2 * counts.bodies[found] >= counts.lines[found] \
                and counts.spread[found] >= (share if found == TITLE else min(share, MIN_PIECES)):
            looks |= found
        found *= 2
    if looks & TITLE:
        looks |= CAPITALS
    return looks & ~(CAPITALS | TITLE) if counts.marked > MAX_MARKED else looks


cdef inline Py_ssize_t next_piece(Py_ssize_t m) noexcept nogil:
    """Where the piece after the one at code point m begins."""
    return m + (PIECE if m == 0 else min(m, <Py_ssize_t> PIECE_STEP))


cdef inline Py_ssize_t move_to_piece(View *view, Place *place, Py_ssize_t m) noexcept nogil:
    """Move on to a code point by its number."""
    cdef Py_ssize_t at = furthest(view, SAME if view.width else CHARACTERS, place, m)
    place.at, place.m = at, m
    return at


cdef inline void count_piece(const View *view, Py_ssize_t begin, Py_ssize_t end, Counts *counts) noexcept nogil:
    """Count the lines that begin in a piece."""
    cdef size_t at = begin
    cdef size_t[SHIPLAP_PLACES_ROOM] places
    cdef size_t count, k
    cdef Py_ssize_t before = 0 if begin == 0 else -1
    counts.pieces += 1
    at += begin == 0
    while <Py_ssize_t> at < end:
        count = shiplap_scan_all(view.data, view.size, view.width, SHIPLAP_LINE, &at, end, places)
        for k in range(count):
            if before >= 0:
                count_line(view, before, <Py_ssize_t> places[k], counts)
            before = <Py_ssize_t> places[k]
    if before >= 0:
        count_line(view, before, -1, counts)


cdef inline void count_line(const View *view, Py_ssize_t p, Py_ssize_t end, Counts *counts) noexcept nogil:
    """Count the line at p, which ends at `end`, if that is not -1. Most lines tell by a few units that they have no
    look: they begin with white space, follow a visible line, are too long, or end with a mark."""
    cdef Alone alone, other
    cdef int found
    cdef Py_UCS4 unit
    if not may_follow_blank_line(view, p):
        return
    unit = unit_at(view, p)
    if unit == u'#' or unit == u' ' or end < 0 or (end < view.size and unit_at(view, end) in u'=- '):
        counts.marked += is_marked_alone(view, p)
    if unit <= u'#' or end - p > CAP * (1 if view.width else 4) or (end > p and has_no_look(view, p, end)):
        return
    found = look_of_line(view, p, near_end(view, p, end) if end >= 0 else next_line(view, p), LOOKS, &alone)
    counts.lines[found] += 1
    if found and look(view, alone.after, &other) != found:
        counts.bodies[found] += 1
        if counts.last[found] != counts.pieces:
            counts.last[found] = counts.pieces
            counts.spread[found] += 1


cdef inline bint is_marked_alone(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the line at p is a marked heading between blank lines, or the title of an underlined one."""
    cdef Alone alone
    if is_underlined(view, p):
        return True
    return is_marked(view, p) and follows_blank_line(view, p) and line_alone(view, p, &alone)
