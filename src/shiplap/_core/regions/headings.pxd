# Headings without marks become regions of their own: one pass over prose, lists, and code that has no fence.
from shiplap._core.boundaries.lines cimport Alone, look, rank
from shiplap._core.csrc cimport SHIPLAP_LINE, SHIPLAP_PLACES_ROOM, shiplap_scan_all
from shiplap._core.regions.output cimport CODE, HEADING, LIST, PROSE, Kind, Out, begin
from shiplap._core.regions.plain_runs cimport MAX_LEVELS
from shiplap._core.text.sizes cimport View, unit_at

cdef enum:
    KIND_BITS = 255     # of a region's kind; the level stands above them

# The levels of headings without marks, those that were kept first.
cdef struct Levels:
    int count
    int looks[MAX_LEVELS]   # pattern
    int ranks[MAX_LEVELS]   # `looks.rank`
    int levels[MAX_LEVELS]  # ascending
    int deepest             # level so far, of marked headings too


cdef inline bint with_headings(const View *view, const Out *found, Out *out, int looks, Levels *levels) noexcept nogil:
    """Write the regions with the headings that match one of the patterns `looks`, by the clauses H1 and H2 of the
    reference. `levels` has the kept levels, and takes the others. Return False if memory is missing."""
    cdef Py_ssize_t k, start, end
    cdef int kind
    for k in range(found.blocks.count):
        start = found.blocks.data[2 * k]
        end = found.blocks.data[2 * k + 2] if k + 1 < found.blocks.count else view.size
        kind = found.blocks.data[2 * k + 1] & KIND_BITS
        begin(out, start, <Kind> kind, <int> (found.blocks.data[2 * k + 1] >> 8), found.infos.data[2 * k],
              found.infos.data[2 * k + 1])
        levels.deepest = max(levels.deepest, <int> (found.blocks.data[2 * k + 1] >> 8))
        if kind == PROSE or kind == LIST or (kind == CODE and found.infos.data[2 * k + 1] == 0):
            find_headings(view, out, levels, looks, start, end, <Kind> kind)
    return not out.failed


cdef inline void find_headings(const View *view, Out *out, Levels *levels, int looks, Py_ssize_t start, Py_ssize_t end,
                               Kind kind) noexcept nogil:
    """The headings of one region."""
    cdef size_t at = start + 1
    cdef size_t[SHIPLAP_PLACES_ROOM] places
    cdef size_t count, k
    find_heading(view, out, levels, looks, start, end, kind)
    while <Py_ssize_t> at < end:
        count = shiplap_scan_all(view.data, view.size, view.width, SHIPLAP_LINE, &at, end, places)
        for k in range(count):
            if unit_at(view, <Py_ssize_t> places[k] - 1) in b"\r\n":
                find_heading(view, out, levels, looks, <Py_ssize_t> places[k], end, kind)


cdef inline void find_heading(const View *view, Out *out, Levels *levels, int looks, Py_ssize_t p, Py_ssize_t end,
                              Kind kind) noexcept nogil:
    """The heading at the line start p, if there is one."""
    cdef Alone alone
    cdef Py_ssize_t rest
    cdef int found = look(view, p, &alone)
    if not found & looks:
        return
    rest = line_of(view, alone.after)
    if rest <= p:  # the line has text after a form feed, say
        return
    begin(out, p, HEADING, level_of(levels, found, rank(view, p, alone.end, found)), p, alone.end)
    if rest < end:
        begin(out, rest, kind, 0, 0, 0)


cdef inline int level_of(Levels *levels, int found, int number) noexcept nogil:
    """The level of the headings of a look and a rank."""
    cdef int k
    for k in range(levels.count):
        if levels.looks[k] == found and levels.ranks[k] == number:
            return levels.levels[k]
    if levels.deepest >= MAX_LEVELS:
        return MAX_LEVELS
    levels.deepest += 1
    levels.looks[levels.count], levels.ranks[levels.count] = found, number
    levels.levels[levels.count] = levels.deepest
    levels.count += 1
    return levels.deepest


cdef inline Py_ssize_t line_of(const View *view, Py_ssize_t p) noexcept nogil:
    """Where the line of p begins."""
    while p > 0 and unit_at(view, p - 1) not in b"\r\n":
        p -= 1
    return p
