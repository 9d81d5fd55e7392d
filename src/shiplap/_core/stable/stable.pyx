# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Chunks by content alone (C1 to C6 of the reference).

1. The cuts of level 2 and above are listed once, in order. Of the others only those are looked for that a rule asks
   for: words and clusters in gaps without anchors, and where a chunk has nothing better to end at.
2. A priority is a hash of 64 code points: it is computed when two cuts of one level compete, and kept.
3. The greatest cut within a horizon is that of a window that only moves forward (a monotone queue).
"""

from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from libc.stdint cimport uint64_t

from shiplap._core.boundaries.graphemes cimport Run, code_point_at, code_point_before
from shiplap._core.boundaries.levels cimport (
    GRAPHEME as GRAPHEME_LEVEL,
    LINE as LINE_LEVEL,
    PARAGRAPH as PARAGRAPH_LEVEL,
    SENTENCE_STANDARD,
    WORD as WORD_LEVEL,
    Level,
    Query,
    begin_query,
    first_boundary,
    is_boundary,
)
from shiplap._core.boundaries.lexicon cimport Lexicon
from shiplap._core.text.sizes cimport (
    CHARACTERS,
    SAME,
    STEP,
    Place,
    Ruler,
    View,
    is_continuation,
    move_ahead,
    move_to,
    move_to_furthest,
    next_code_point,
    unit_at,
)
from shiplap._core.text.spans cimport SpanArray, Spans, push
from shiplap._core.text.text cimport Text

from shiplap.threads import heed_interrupts

cdef enum:
    CONTEXT = 32            # code points on either side of a cut that its priority depends on
    PARAGRAPH = 4           # levels of cuts (C1)
    SENTENCE = 3
    LINE = 2
    WORD = 1
    GRAPHEME = 0
    CANDIDATE = 1           # marks of cuts: it may be an anchor, or one is compared with it
    COMPARED = 2

# Odd numbers without structure, as in the reference.
cdef uint64_t FIRST = <uint64_t> 0x9E3779B97F4A7C15
cdef uint64_t SECOND = <uint64_t> 0x6A09E667F3BCC909
# The powers of both numbers, by which the code points of the two sides are multiplied.
cdef uint64_t[2][CONTEXT] POWERS


cdef void fill_powers() noexcept:
    """Fill in the table, once."""
    cdef int k
    POWERS[0][0], POWERS[1][0] = FIRST, SECOND
    for k in range(1, CONTEXT):
        POWERS[0][k], POWERS[1][k] = POWERS[0][k - 1] * FIRST, POWERS[1][k - 1] * SECOND


fill_powers()


cdef struct Cut:
    Place place
    int level
    bint hashed         # the priority is known
    int mark            # of `peaks`: what it is for it
    uint64_t priority


cdef struct Cuts:
    Cut *data
    Py_ssize_t count
    Py_ssize_t room


cdef struct Loop:
    View *view
    Ruler ruler
    Py_ssize_t size
    Py_ssize_t horizon
    Py_ssize_t gap
    uint64_t key
    Cuts listed         # the cuts of level 2 and above
    Cuts found          # those of a gap or a zone
    Cuts anchors        # with the ends of the text
    Py_ssize_t *waiting # of the monotone queue
    Py_ssize_t room
    bint no_memory


cdef inline bint add(Cuts *cuts, Place place, int level) noexcept nogil:
    """Append a cut; False when there is no memory."""
    cdef Cut *data
    cdef Py_ssize_t room
    if cuts.count == cuts.room:
        room = 2 * cuts.room + 64
        data = <Cut *> PyMem_RawRealloc(cuts.data, room * sizeof(Cut))
        if data == NULL:
            return False
        cuts.data, cuts.room = data, room
    cuts.data[cuts.count].place = place
    cuts.data[cuts.count].level = level
    cuts.data[cuts.count].hashed = False
    cuts.data[cuts.count].mark = 0
    cuts.count += 1
    return True


cdef inline uint64_t mixed(uint64_t state, uint64_t number) noexcept nogil:
    """A hash with one more number."""
    state = (state ^ number) * FIRST
    return state ^ (state >> 32)


cdef uint64_t priority(const View *view, Py_ssize_t place, uint64_t key) noexcept nogil:
    """The priority of a cut (C2): a polynomial of the code points of each side, outwards from the cut, and both mixed
    with the key."""
    cdef uint64_t before = 0, after = 0
    cdef Py_ssize_t k, p = place, q = place
    if view.width == 1 or (view.width == 0 and view.ascii >= place + CONTEXT):
        for k in range(min(<Py_ssize_t> CONTEXT, place)):
            before += <uint64_t> view.data[place - 1 - k] * POWERS[0][k]
        for k in range(min(<Py_ssize_t> CONTEXT, view.size - place)):
            after += <uint64_t> view.data[place + k] * POWERS[1][k]
    else:
        for k in range(CONTEXT):
            if p > 0:
                before += <uint64_t> code_point_before(view, p, &p) * POWERS[0][k]
            if q < view.size:
                after += <uint64_t> code_point_at(view, q) * POWERS[1][k]
                q = next_code_point(view, q)
    return mixed(mixed(key, before), after)


cdef inline uint64_t priority_of(Loop *loop, Cut *cut) noexcept nogil:
    """The priority of a cut."""
    if not cut.hashed:
        cut.priority, cut.hashed = priority(loop.view, cut.place.at, loop.key), True
    return cut.priority


cdef inline bint exceeds(Loop *loop, Cut *cut, Cut *other, bint by_level) noexcept nogil:
    """Whether a cut is greater than one before it: by its level, then by priority."""
    if by_level and cut.level != other.level:
        return cut.level > other.level
    return priority_of(loop, cut) > priority_of(loop, other)


cdef bint cuts(Loop *loop, Place low, Py_ssize_t end, int least, Cuts *found) noexcept nogil:
    """The cuts of a level or above from a place on, 0 < low, and before an offset, in order. False when there is no
    memory."""
    cdef Query[4] queries
    cdef Level[4] levels
    cdef Py_ssize_t[4] next
    cdef Py_ssize_t at = low.at, p
    cdef int count = PARAGRAPH - max(least, WORD) + 1, k
    cdef Run run
    cdef Place place = low
    levels[0], levels[1], levels[2], levels[3] = PARAGRAPH_LEVEL, SENTENCE_STANDARD, LINE_LEVEL, WORD_LEVEL
    run.begin = run.end = 0
    for k in range(count):
        begin_query(&queries[k], loop.view, levels[k], False)
        next[k] = 0
    while at < end:
        p = end
        for k in range(count):
            if next[k] < at:
                next[k] = first_boundary(loop.view, &queries[k], at, end)
                if next[k] < 0:
                    next[k] = end
            p = min(p, next[k])
        if least == GRAPHEME:
            p = at
        if p >= end:
            return True
        k = 0
        while k < count and next[k] != p:
            k += 1
        if k < count or is_boundary(loop.view, &run, GRAPHEME_LEVEL, p):
            move_to(loop.view, loop.ruler, &place, p)
            if not add(found, place, PARAGRAPH - k if k < count else GRAPHEME):
                return False
        at = next_code_point(loop.view, p)
    return True


cdef void mark(Loop *loop, Cuts *among) noexcept nogil:
    """Mark the cuts that no cut of a higher level is near: each may be an anchor. And those of the same level near one:
    it is compared with them. All others cannot matter to `peaks`, and need no priority."""
    cdef Py_ssize_t[PARAGRAPH + 1] last
    cdef Py_ssize_t k, i, step, m
    cdef int level, side, task
    for k in range(among.count):
        among.data[k].mark = CANDIDATE
    for task in range(2):
        for side in range(2):
            for level in range(PARAGRAPH + 1):
                last[level] = -1
            for k in range(among.count):
                i = among.count - 1 - k if side else k
                m, level = among.data[i].place.m, among.data[i].level
                if task == 0:
                    last[level] = m
                    for step in range(level + 1, PARAGRAPH + 1):
                        if last[step] >= 0 and (last[step] - m if side else m - last[step]) <= loop.horizon:
                            among.data[i].mark = 0
                elif among.data[i].mark == CANDIDATE:
                    last[level] = m
                elif last[level] >= 0 and (last[level] - m if side else m - last[level]) <= loop.horizon:
                    among.data[i].mark = COMPARED


cdef bint peaks(Loop *loop, Cuts *among, const Place *start, const Place *end, Cuts *found) noexcept nogil:
    """The anchors between two places, among the cuts there (C3): those that are the first of a window of a horizon to
    both sides. False when there is no memory."""
    cdef Py_ssize_t first = 0, after = 0, next = 0, i
    cdef Py_ssize_t *waiting
    cdef Cut *cut
    if among.count > loop.room:
        waiting = <Py_ssize_t *> PyMem_RawRealloc(loop.waiting, among.count * sizeof(Py_ssize_t))
        if waiting == NULL:
            return False
        loop.waiting, loop.room = waiting, among.count
    waiting = loop.waiting
    mark(loop, among)
    for i in range(among.count):
        cut = among.data + i
        if cut.mark != CANDIDATE:
            continue
        while next < among.count and among.data[next].place.m <= cut.place.m + loop.horizon:
            if among.data[next].mark == 0:
                next += 1
                continue
            while after > first and exceeds(loop, among.data + next, among.data + waiting[after - 1], True):
                after -= 1
            waiting[after] = next
            after += 1
            next += 1
        while among.data[waiting[first]].place.m < cut.place.m - loop.horizon:
            first += 1
        if waiting[first] == i and start.m + loop.size <= cut.place.m <= end.m - loop.size:
            if not add(found, cut.place, cut.level):
                return False
    return True


cdef bint anchors_in_gaps(Loop *loop, int least, Cuts *edges, Cuts *found) noexcept nogil:
    """The edges with the anchors that longer gaps between them have, among the cuts of a level or above (C4). False
    when there is no memory."""
    cdef Py_ssize_t k
    cdef Place low
    for k in range(edges.count - 1):
        if not add(found, edges.data[k].place, 0):
            return False
        if edges.data[k + 1].place.m - edges.data[k].place.m > loop.gap:
            loop.found.count = 0
            low = edges.data[k].place
            move_to(loop.view, loop.ruler, &low, next_code_point(loop.view, low.at))
            if not cuts(loop, low, edges.data[k + 1].place.at, least, &loop.found) \
                    or not peaks(loop, &loop.found, &edges.data[k].place, &edges.data[k + 1].place, found):
                return False
    return add(found, edges.data[edges.count - 1].place, 0)


cdef bint forced(Loop *loop, Cuts *edges, Cuts *found) noexcept nogil:
    """The edges with those that cut gaps which are too long though all their cuts were looked at (C4). False when there
    is no memory."""
    cdef Py_ssize_t k
    cdef Place start
    for k in range(edges.count - 1):
        start = edges.data[k].place
        if not add(found, start, 0):
            return False
        while edges.data[k + 1].place.m - start.m > loop.gap:
            start = best(loop, &start, start.m + loop.gap - loop.horizon, start.m + loop.gap, False)
            if not add(found, start, 0):
                return False
    return add(found, edges.data[edges.count - 1].place, 0)


cdef inline Py_ssize_t capacity(const Loop *loop, Py_ssize_t count) noexcept nogil:
    """The longest stretch that so many chunks take (C5)."""
    return loop.size * (11 * count + 1) // 12


cdef bint divided(Loop *loop, const Place *start, const Place *end, SpanArray *spans) noexcept nogil:
    """Append the chunks of a stretch between two anchors (C5). False when there is no memory."""
    cdef Py_ssize_t length = end.m - start.m, count = 1, half, low, high
    cdef Place place
    while capacity(loop, count) < length:
        count += 1
    if count == 1:
        return push(spans, start.at, end.at)
    half = count // 2
    low = max(max(length - capacity(loop, count - half), half * loop.size // 4), 1)
    high = min(capacity(loop, half), length - max((count - half) * loop.size // 4, 1))
    place = best(loop, start, start.m + low, start.m + high, True)
    return divided(loop, start, &place, spans) and divided(loop, &place, end, spans)


cdef Place best(Loop *loop, const Place *origin, Py_ssize_t low, Py_ssize_t high, bint by_level) noexcept nogil:
    """The best cut from one measure to another (C5), or the place of the last if there is none (C6). `origin` is a
    place before."""
    cdef Cut *found = NULL
    cdef Py_ssize_t k = 0, first = 0, after = loop.listed.count, middle
    cdef Place start = origin[0], stop
    cdef int least
    if by_level:
        while first < after:
            middle = (first + after) // 2
            if loop.listed.data[middle].place.m < low:
                first = middle + 1
            else:
                after = middle
        k = first
        while k < loop.listed.count and loop.listed.data[k].place.m <= high:
            if found == NULL or exceeds(loop, loop.listed.data + k, found, True):
                found = loop.listed.data + k
            k += 1
        if found != NULL:
            return found.place
    if low > high:  # where capacities of two parts are rounded down
        move_to_furthest(loop.view, loop.ruler, &start, high)
        return start
    move_ahead(loop.view, loop.ruler, &start, low)
    stop = start
    move_to_furthest(loop.view, loop.ruler, &stop, high)
    for least in range(WORD if by_level else GRAPHEME, GRAPHEME - 1, -1):
        loop.found.count = 0
        if not cuts(loop, start, min(loop.view.size, stop.at + 1), least, &loop.found):
            loop.no_memory = True
        for k in range(loop.found.count):
            if found == NULL or exceeds(loop, loop.found.data + k, found, by_level):
                found = loop.found.data + k
        if found != NULL:
            return found.place
    return stop


cdef class StableCuts:
    """The chunks of texts by content alone, without overlap. Immutable, so threads may share it."""

    cdef Py_ssize_t size
    cdef uint64_t key
    cdef Lexicon lexicon

    def __cinit__(self, Py_ssize_t size, uint64_t key=0):
        if size < 1:
            raise ValueError(size)
        self.size, self.key = size, key
        self.lexicon = Lexicon(None, ())

    def cut(self, Text text not None):
        """The chunks of a text: spans in its own offsets. Sizes are characters."""
        cdef Spans native = Spans()
        cdef View view
        cdef Loop loop
        cdef Cuts edges, more
        cdef Place low, end
        cdef Py_ssize_t k, until
        cdef bint done
        text.prepare(False, True)
        view = text.view
        if view.size == 0:
            return native
        view.lexicon = &self.lexicon.known
        loop.view, loop.size, loop.key = &view, self.size, self.key
        loop.ruler = SAME if view.width or view.ascii == view.size else CHARACTERS
        loop.horizon = 6 * self.size // 5
        loop.gap = 5 * loop.horizon
        loop.listed.data = loop.found.data = edges.data = more.data = NULL
        loop.listed.count = loop.found.count = edges.count = more.count = 0
        loop.listed.room = loop.found.room = edges.room = more.room = 0
        loop.waiting, loop.room, loop.no_memory = NULL, 0, False
        try:
            low.at = low.m = 0
            move_to(&view, loop.ruler, &low, next_code_point(&view, 0))
            while True:  # by steps, so that Ctrl-C is heard
                heed_interrupts()
                until = min(view.size, low.at + STEP)
                while until < view.size and view.width == 0 and is_continuation(view.data[until]):
                    until += 1
                with nogil:
                    done = cuts(&loop, low, until, LINE, &loop.listed)
                if not done:
                    raise MemoryError
                if until >= view.size:
                    break
                move_to(&view, loop.ruler, &low, until)
            end = low
            move_to(&view, loop.ruler, &end, view.size)
            with nogil:
                done = self.anchors(&loop, &end, &edges, &more)
            if not done:
                raise MemoryError
            for k in range(edges.count - 1):
                if k % 4096 == 0:
                    heed_interrupts()
                if not divided(&loop, &edges.data[k].place, &edges.data[k + 1].place, &native.array) or loop.no_memory:
                    raise MemoryError
        finally:
            PyMem_RawFree(loop.listed.data)
            PyMem_RawFree(loop.found.data)
            PyMem_RawFree(edges.data)
            PyMem_RawFree(more.data)
            PyMem_RawFree(loop.waiting)
        native.trim()
        return native

    cdef bint anchors(self, Loop *loop, const Place *end, Cuts *edges, Cuts *more) noexcept nogil:
        """The anchors of the text, with its ends (C3, C4). False when there is no memory."""
        cdef Place begin
        begin.at = begin.m = 0
        if not (add(edges, begin, 0) and peaks(loop, &loop.listed, &begin, end, edges) and add(edges, end[0], 0)):
            return False
        if not anchors_in_gaps(loop, WORD, edges, more):
            return False
        edges.count = 0
        if not anchors_in_gaps(loop, GRAPHEME, more, edges):
            return False
        more.count = 0
        if not forced(loop, edges, more):
            return False
        edges[0], more[0] = more[0], edges[0]
        return not loop.no_memory
