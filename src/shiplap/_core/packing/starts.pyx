# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Where the chunks of a mixed document begin."""

from cpython.array cimport array, clone
from libc.stdint cimport int64_t
from libc.string cimport memset

from shiplap._core.boundaries.levels cimport (
    WORD as WORD_LEVEL,
    Query,
    begin_query,
    first_boundary,
)
from shiplap._core.packing.costs cimport GRADE, LINES
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
    visible,
    visible_end,
)
from shiplap._core.text.spans cimport SpanArray, Spans, push
from shiplap._core.text.text cimport Text

from array import array as new_array

cdef array INT64 = new_array("q")


cpdef Spans starts(Text text, array at, array ranks, array ends, array lows, array words, bint strip_whitespace,
                   bint skip_blank, Py_ssize_t place, Py_ssize_t before):
    """The chunks, in the text's own offsets, of what `pack` gives, with `lows` as `positions` makes them. The first begins
    at the place `place`, without its overlap, and with it after the offset `before`."""
    cdef Spans spans = Spans()
    cdef View view
    cdef Py_ssize_t count = len(ends)
    cdef bint done
    if not 0 <= place < len(at) or before >= at[place]:
        raise IndexError((place, before))
    text.prepare(False, True)
    view = text.view
    if view.size < SMALL:
        done = find_starts(&view, at.data.as_longlongs, ranks.data.as_schars, ends.data.as_longlongs,
                           lows.data.as_longlongs, words.data.as_schars, count, strip_whitespace, skip_blank,
                           place, before, &spans.array)
    else:
        with nogil:
            done = find_starts(&view, at.data.as_longlongs, ranks.data.as_schars, ends.data.as_longlongs,
                               lows.data.as_longlongs, words.data.as_schars, count, strip_whitespace, skip_blank,
                               place, before, &spans.array)
    if not done:
        raise MemoryError
    spans.trim()
    return spans


# White space that was seen: from `begin` on there is nothing else before `end`.
cdef struct Blank:
    Py_ssize_t begin, end


cdef inline Py_ssize_t next_visible(const View *view, Blank *blank, Py_ssize_t p) noexcept nogil:
    """The first place from p on that is not white space; what was seen is not read again."""
    cdef Py_ssize_t found
    if blank.begin <= p < blank.end:
        return blank.end
    found = visible(view, p)
    if p < blank.begin and blank.begin < blank.end and found >= blank.begin:
        blank.begin = p
        return blank.end
    if p >= blank.end:
        blank.begin, blank.end = p, found
    return found


cdef bint find_starts(const View *view, const long long *at, const signed char *ranks, const long long *ends,
                      const long long *lows, const signed char *words, Py_ssize_t count, bint strip_whitespace,
                      bint skip_blank, Py_ssize_t place, Py_ssize_t before, SpanArray *spans) noexcept nogil:
    """`starts`, without the GIL. False when there is no memory."""
    cdef Query query
    cdef Py_ssize_t[LINES + 1] near     # of each grade, no place before it is near enough, or good enough
    cdef Py_ssize_t j, nearest = 0      # `nearest`: of all, the first that is near enough
    cdef Py_ssize_t k, low, first, start, stop, end, word
    cdef Blank blank = Blank(0, 0)
    cdef int grade
    begin_query(&query, view, NULL, WORD_LEVEL, False)
    memset(near, 0, sizeof(near))
    for k in range(count):
        end, first = ends[k], at[place]
        low = max(<Py_ssize_t> lows[k], next_code_point(view, before) if before >= 0 else 0)
        start = first
        if low < first:
            grade = min(GRADE[ranks[place]], LINES)
            while at[nearest] < low:
                nearest += 1
            j = max(near[grade], nearest)
            while j < place and GRADE[ranks[j]] > grade:
                j += 1
            near[grade] = j
            if j < place:
                start = at[j]
            elif words[k] and low > 0:
                word = first_boundary(view, &query, low, first)
                start = first if word < 0 else word
            if next_visible(view, &blank, start) >= first:  # white space alone is not worth repeating
                start = first
        stop = at[end]
        place = end
        if (strip_whitespace or skip_blank) \
                and next_visible(view, &blank, first if strip_whitespace else start) >= stop:
            continue
        if strip_whitespace:
            start = next_visible(view, &blank, start)
            stop = visible_end(view, start, stop)
        if not push(spans, start, stop):
            return False
        before = start
    return True


def positions(Text text not None, array lows not None, array at not None, array m not None, unit):
    """The first places of measures of at least `lows`, ascending, in the text's own offsets: an array of int64.
    `at` and `m`: places whose measures are known."""
    cdef View view
    cdef Ruler ruler = BYTES if unit == "bytes" else CHARACTERS
    cdef Py_ssize_t count = len(lows), known = len(at), k, j = 0
    cdef int64_t size = 0, p = 0, low
    cdef array found = clone(INT64, count, False)
    text.prepare(False, True)
    view = text.view
    if unit == "bytes" and view.width == 0:
        ruler = SAME
    for k in range(count):
        low = lows.data.as_longlongs[k]
        while j + 1 < known and m.data.as_longlongs[j + 1] <= low:
            j += 1
        if known and at.data.as_longlongs[j] > p:
            p, size = at.data.as_longlongs[j], m.data.as_longlongs[j]
        if ruler == SAME and low > p:
            p = low
            while p < view.size and is_continuation(view.data[p]):
                p += 1
            size = p
        while p < view.size and size < low:
            size += code_point_size(&view, ruler, p)
            p = next_code_point(&view, p)
        found.data.as_longlongs[k] = p
    return found
