# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Chunks by content alone (C1 to C7 of the reference).

1. The cuts of the sparse levels, those before words and clusters, are listed in order. Of the others only those are
   looked for that a rule asks for: in spaces of two horizons without better ones, and where a chunk has nothing better
   to end at.
2. A priority is a hash of 24 code points: it is computed when two cuts of one level compete, and kept.
3. The greatest cut within a horizon is that of a window that only moves forward (a monotone queue).
4. The text is looked at in blocks: what is behind the last anchor is settled, but for the cuts within a horizon of it.
   So a stream needs no more than its last part, and a block is in the cache when its priorities are computed.
"""

cimport cython
from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from cpython.pyport cimport PY_SSIZE_T_MAX
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy, memmove, memset

from shiplap._core.boundaries.boundaries cimport CONTEXT as LEVEL_CONTEXT
from shiplap._core.boundaries.boundaries cimport (
    GIVEN,
    GRAPHEME,
    LINE,
    PARAGRAPH,
    SENTENCE_SIMPLE,
    SENTENCE_STANDARD,
    WORD,
    Level,
    Listed,
    Offsets,
    Query,
    Rules,
    Run,
    anchor,
    begin_listed,
    begin_query,
    can_list,
    code_point_before,
    first_boundary,
    is_boundary,
    is_paragraph,
    next_listed,
)
from shiplap._core.text.text cimport (
    BYTES,
    CHARACTERS,
    SAME,
    SAME_UTF8,
    SMALL,
    STEP,
    Place,
    Ruler,
    SpanArray,
    Spans,
    Text,
    View,
    is_continuation,
    move_ahead,
    move_to,
    move_to_furthest,
    next_code_point,
    unit_at,
)
from shiplap._core.windows.windows cimport (
    MAX_GIVEN,
    MAX_ROWS,
    OUT_OF_MEMORY,
    CompiledLoop,
    Loop as WindowLoop,
    Verdict,
    Windows,
    begin_again,
)

from shiplap.levels import number
from shiplap.plan import in_characters
from shiplap.threads import heed_interrupts

cdef enum:
    CONTEXT = 24            # code points before a cut that its priority depends on
    CANDIDATE = 1           # marks of cuts: it may be an anchor, or one is compared with it
    COMPARED = 2
    LISTS = 3               # levels whose cuts are listed many at once
    PASSES = 3              # of levels: the sparse ones, with the words, with the clusters

# Odd numbers without structure, as in the reference.
cdef uint64_t FIRST = 0x9E3779B97F4A7C15ULL
cdef uint64_t SECOND = 0x6A09E667F3BCC909ULL
# The powers of the first, by which the code points are multiplied.
cdef uint64_t[CONTEXT] POWERS


cdef void fill_powers() noexcept:
    """Fill in the table, once."""
    cdef int k
    POWERS[0] = FIRST
    for k in range(1, CONTEXT):
        POWERS[k] = POWERS[k - 1] * FIRST


fill_powers()


cdef inline uint64_t mixed(uint64_t state, uint64_t number) noexcept nogil:
    """Return a hash with one more number."""
    state = (state ^ number) * FIRST
    return state ^ (state >> 32)


cdef uint64_t priority(const View *view, Py_ssize_t place, uint64_t key) noexcept nogil:
    """Return the priority of a cut (C2): a polynomial of the code points before it, from the cut on, mixed with the
    key."""
    cdef uint64_t before = 0
    cdef Py_ssize_t k, part, p = place
    cdef bint narrow = view.width == 1 or (view.width == 0 and view.ascii >= place)
    if narrow and place >= CONTEXT:
        for part in range(0, CONTEXT, 8):  # the compiler writes 8 out, and leaves a loop over all of them as it is
            for k in range(part, part + 8):
                before += <uint64_t> view.data[place - 1 - k] * POWERS[k]
    elif narrow:
        for k in range(min(<Py_ssize_t> CONTEXT, place)):
            before += <uint64_t> view.data[place - 1 - k] * POWERS[k]
    elif view.width:
        for k in range(min(<Py_ssize_t> CONTEXT, place)):
            before += <uint64_t> unit_at(view, place - 1 - k) * POWERS[k]
    else:
        for k in range(CONTEXT):
            if p > 0:
                before += <uint64_t> code_point_before(view, p, &p) * POWERS[k]
    return mixed(mixed(key, before), SECOND)


cdef struct Cut:
    Place place
    int level           # as a rank: that of the last level is 1
    bint hashed         # the priority is known
    int mark            # of `peaks`: what it is for it
    uint64_t priority


cdef struct Cuts:
    Cut *data
    Py_ssize_t count
    Py_ssize_t room


# The state of the loop in one text.
cdef struct Loop:
    View *view
    Rules rules
    Ruler ruler
    Py_ssize_t size         # M of the reference; then H and G
    Py_ssize_t horizon
    Py_ssize_t gap
    uint64_t key
    const Level *levels
    int level_count
    int top                 # for anchors, a level above it counts as this one
    const int *passes       # how many of the levels each pass looks at
    Cuts[PASSES] cuts       # of each pass: in the text behind `back`, or in a space between two of the pass before
    Cuts zone               # those that a chunk may end at
    Cuts anchors
    Place edge              # the text before it is cut
    bint begun              # the edge is not the begin of the text
    Place listed            # how far the cuts of the first pass are known
    Place back              # the text from here on is still looked at
    Run run                 # what was read of grapheme clusters: the run of those that reaches furthest
    Py_ssize_t *waiting     # of the monotone queue
    Py_ssize_t room
    int64_t *places         # where the text is cut
    Py_ssize_t place_count
    Py_ssize_t place_room


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


cdef bint add_place(Loop *loop, Py_ssize_t at) noexcept nogil:
    """Append a place where the text is cut; False when there is no memory."""
    cdef int64_t *data
    cdef Py_ssize_t room
    if loop.place_count == loop.place_room:
        room = 2 * loop.place_room + 64
        data = <int64_t *> PyMem_RawRealloc(loop.places, room * sizeof(int64_t))
        if data == NULL:
            return False
        loop.places, loop.place_room = data, room
    loop.places[loop.place_count] = at
    loop.place_count += 1
    return True


cdef inline uint64_t priority_of(Loop *loop, Cut *cut) noexcept nogil:
    """Return the priority of a cut."""
    if not cut.hashed:
        cut.priority, cut.hashed = priority(loop.view, cut.place.at, loop.key), True
    return cut.priority


cdef inline bint exceeds(Loop *loop, Cut *cut, Cut *other, int top) noexcept nogil:
    """Return whether a cut is greater than one before it: by its level, up to the top, then by priority."""
    cdef int level = min(cut.level, top), before = min(other.level, top)
    if level != before:
        return level > before
    return priority_of(loop, cut) > priority_of(loop, other)


cdef bint cuts(Loop *loop, Place low, Py_ssize_t end, int count, Cuts *found) noexcept nogil:
    """Append the cuts of so many levels from a place on, 0 < low, and before an offset, in order. False when there is no
    memory."""
    cdef Query[MAX_ROWS] queries
    cdef Listed[LISTS] lists            # of the levels that have them
    cdef Listed *listed[MAX_ROWS]
    cdef Py_ssize_t[MAX_ROWS] next
    cdef Py_ssize_t at = low.at, p
    cdef bint clusters = count > 0 and loop.levels[count - 1] == GRAPHEME
    cdef int searched = count - clusters, lists_count = 0, paragraphs = -1, lines = -1, best, k
    cdef Run run = loop.run
    cdef Place place = low
    for k in range(searched):
        listed[k] = NULL
        next[k] = 0
        if loop.levels[k] == PARAGRAPH and paragraphs < 0:
            paragraphs = k
        elif loop.levels[k] == LINE and lines < 0:
            lines = k
        if can_list(loop.levels[k]) and lists_count < LISTS:
            listed[k] = &lists[lists_count]
            begin_listed(listed[k], loop.levels[k], at)
            lists_count += 1
        else:
            begin_query(&queries[k], loop.view, &loop.rules, loop.levels[k], False)
            queries[k].run = run
    if paragraphs >= 0 and lines >= 0:
        next[paragraphs] = end          # a paragraph begins with a line: the lines are asked
    while at < end:
        p, best = end, searched
        for k in range(searched):
            if next[k] < at:
                if listed[k] != NULL:
                    next[k] = next_listed(loop.view, &loop.rules, listed[k], at, end)
                else:
                    next[k] = first_boundary(loop.view, &queries[k], at, end)
                    if next[k] < 0:
                        next[k] = end
            if next[k] < p:  # of levels with the same cut, the first
                p, best = next[k], k
        k = best
        if clusters and p > at:
            p, k = at, searched
        if p >= end:
            break
        if 0 <= paragraphs < k and lines >= 0 and next[lines] == p and is_paragraph(loop.view, &loop.rules, p):
            k = paragraphs
        if k < searched or is_boundary(loop.view, &loop.rules, &run, GRAPHEME, p):
            move_to(loop.view, loop.ruler, &place, p)
            if not add(found, place, loop.level_count - k):
                return False
        at = next_code_point(loop.view, p)
    for k in range(searched):
        if listed[k] == NULL and queries[k].run.end > run.end:
            run = queries[k].run
    loop.run = run
    return True


cdef void mark(Loop *loop, Cuts *among, int least) noexcept nogil:
    """Mark the cuts that no cut of a higher level is near: each may be an anchor. And those of the same level near one:
    it is compared with them. All others cannot matter to `peaks`, and need no priority. `least`: no level is below."""
    cdef Py_ssize_t[MAX_ROWS + 1] higher    # of each level, where the nearest cut of a higher one is, to one side
    cdef Py_ssize_t[MAX_ROWS + 1] same      # where the nearest candidate is
    cdef Py_ssize_t far = 2 * loop.horizon + 2, k, m
    cdef int level, lower
    cdef Cut *cut
    for level in range(least, loop.level_count + 1):
        higher[level] = -far
    for k in range(among.count):
        cut = among.data + k
        m, level = cut.place.m, min(cut.level, loop.top)
        cut.mark = CANDIDATE if m - higher[level] > loop.horizon else 0
        for lower in range(least, level):
            higher[lower] = m
    for level in range(least, loop.level_count + 1):
        higher[level] = same[level] = PY_SSIZE_T_MAX
    for k in range(among.count - 1, -1, -1):
        cut = among.data + k
        m, level = cut.place.m, min(cut.level, loop.top)
        if higher[level] - m <= loop.horizon:
            cut.mark = 0
        for lower in range(least, level):
            higher[lower] = m
        if cut.mark == CANDIDATE:
            same[level] = m
        elif same[level] - m <= loop.horizon:
            cut.mark = COMPARED
    for level in range(least, loop.level_count + 1):
        same[level] = -far
    for k in range(among.count):
        cut = among.data + k
        m, level = cut.place.m, min(cut.level, loop.top)
        if cut.mark == CANDIDATE:
            same[level] = m
        elif m - same[level] <= loop.horizon:
            cut.mark = COMPARED


cdef bint peaks(Loop *loop, Cuts *among, int least, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Append the anchors from one measure to another, among the cuts near them, of levels from `least` on (C3): those that
    are the first of a window of a horizon to both sides. False when there is no memory."""
    cdef Py_ssize_t first = 0, after = 0, next = 0, i
    cdef Py_ssize_t *waiting
    cdef Cut *cut
    if among.count > loop.room:
        waiting = <Py_ssize_t *> PyMem_RawRealloc(loop.waiting, among.count * sizeof(Py_ssize_t))
        if waiting == NULL:
            return False
        loop.waiting, loop.room = waiting, among.count
    waiting = loop.waiting
    mark(loop, among, least)
    for i in range(among.count):
        cut = among.data + i
        if cut.mark != CANDIDATE or cut.place.m < low:
            continue
        if cut.place.m > high:
            break
        while next < among.count and among.data[next].place.m <= cut.place.m + loop.horizon:
            if among.data[next].mark != 0 and among.data[next].place.m >= cut.place.m - loop.horizon:
                while after > first and exceeds(loop, among.data + next, among.data + waiting[after - 1],
                                                     loop.top):
                    after -= 1
                waiting[after] = next
                after += 1
            next += 1
        while among.data[waiting[first]].place.m < cut.place.m - loop.horizon:
            first += 1
        if waiting[first] == i and not add(&loop.anchors, cut.place, cut.level):
            return False
    return True


cdef bint peaks_within(Loop *loop, int which, Place begin, Py_ssize_t end, Py_ssize_t low,
                       Py_ssize_t high) noexcept nogil:
    """Append the anchors from one measure to another, in a space from a place to an offset: among the cuts of a pass, and
    those of the next pass that none of them is near. False when there is no memory."""
    cdef Cuts *among = &loop.cuts[which]
    cdef Py_ssize_t k, left, right
    cdef Place start = begin
    if which > 0:
        among.count = 0
        move_to(loop.view, loop.ruler, &start, next_code_point(loop.view, begin.at))
        if not cuts(loop, start, end, loop.passes[which], among):
            return False
    if not peaks(loop, among, min(loop.top, loop.level_count - loop.passes[which] + 1), low, high):
        return False
    if which == PASSES - 1:
        return True
    for k in range(among.count + 1):
        left = max(low, among.data[k - 1].place.m + loop.horizon + 1) if k > 0 else low
        right = min(high, among.data[k].place.m - loop.horizon - 1) if k < among.count else high
        if left <= right:
            if k == 0 and which == 0 and loop.begun:
                move_ahead(loop.view, loop.ruler, &loop.back, loop.edge.m - loop.horizon)
                begin = loop.back
            if not peaks_within(loop, which + 1, among.data[k - 1].place if k > 0 else begin,
                                among.data[k].place.at if k < among.count else end, left, right):
                return False
    return True


cdef inline Py_ssize_t capacity(const Loop *loop, Py_ssize_t count) noexcept nogil:
    """Return the longest stretch that so many chunks take (C5)."""
    return loop.size * (24 * count + 1) // 25


cdef Py_ssize_t first_listed(const Loop *loop, Py_ssize_t low) noexcept nogil:
    """Return the index of the first listed cut with a measure or a greater one."""
    cdef Py_ssize_t first = 0, after = loop.cuts[0].count, middle
    while first < after:
        middle = (first + after) // 2
        if loop.cuts[0].data[middle].place.m < low:
            first = middle + 1
        else:
            after = middle
    return first


cdef bint best(Loop *loop, const Place *start, Py_ssize_t low, Py_ssize_t high, const Place *stop,
               Place *found) noexcept nogil:
    """Find the greatest cut from one measure to another, or what is taken instead, after a place and up to another
    (C5, C6). Return False if there is no memory."""
    cdef Cut *greatest = NULL
    cdef Py_ssize_t k = first_listed(loop, low)
    cdef Place begin = start[0], end = start[0]
    cdef int which
    while k < loop.cuts[0].count and loop.cuts[0].data[k].place.m <= high:
        if greatest == NULL or exceeds(loop, loop.cuts[0].data + k, greatest, loop.level_count):
            greatest = loop.cuts[0].data + k
        k += 1
    if greatest == NULL:
        move_ahead(loop.view, loop.ruler, &begin, low)
        move_to_furthest(loop.view, loop.ruler, &end, high)
    for which in range(1, PASSES):
        if greatest == NULL and begin.at <= end.at:
            loop.zone.count = 0
            if not cuts(loop, begin, min(loop.view.size, end.at + 1), loop.passes[which], &loop.zone):
                return False
            for k in range(loop.zone.count):
                if greatest == NULL or exceeds(loop, loop.zone.data + k, greatest, loop.level_count):
                    greatest = loop.zone.data + k
    if greatest != NULL:
        found[0] = greatest.place
        return True
    while end.at < stop.at:
        move_to(loop.view, loop.ruler, &end, next_code_point(loop.view, end.at))
        if end.at < stop.at and is_boundary(loop.view, &loop.rules, &loop.run, GRAPHEME, end.at):
            break
    found[0] = end if end.at < stop.at else stop[0]
    return True


cdef bint divided(Loop *loop, const Place *start, const Place *end) noexcept nogil:
    """Append the ends of the chunks of a stretch (C4, C5). False when there is no memory."""
    cdef Py_ssize_t length = end.m - start.m, count = 1, half, low, high
    cdef Place place
    if length > 3 * loop.horizon:
        low, high = loop.size, length - loop.size
    else:
        while capacity(loop, count) < length:
            count += 1
        if count == 1:
            return add_place(loop, end.at)
        half = count // 2
        low = max(max(length - capacity(loop, count - half), half * loop.size // 4), 1)
        high = min(capacity(loop, half), length - max((count - half) * loop.size // 4, 1))
    if not best(loop, start, start.m + low, start.m + high, end, &place):
        return False
    if place.at >= end.at:
        return add_place(loop, end.at)
    return divided(loop, start, &place) and divided(loop, &place, end)


cdef int by_place(const void *one, const void *other) noexcept nogil:
    """Return the order of cuts in the text, for qsort."""
    cdef Py_ssize_t a = (<const Cut *> one).place.at, b = (<const Cut *> other).place.at
    return (a > b) - (a < b)


cdef bint places(Loop *loop, Py_ssize_t known, bint final, Py_ssize_t most) noexcept nogil:
    """Cut the stretches that the text before an offset decides, but none that ends after `most` (C4). `final`: the text
    ends there. False when there is no memory."""
    cdef Py_ssize_t next = 0, high, far
    cdef Place end, place
    cdef bint is_open
    if not cuts(loop, loop.listed, known, loop.passes[0], &loop.cuts[0]):
        return False
    move_to(loop.view, loop.ruler, &loop.listed, known)
    high = loop.listed.m - (loop.size if final else loop.horizon + 1)
    loop.anchors.count = 0
    if not peaks_within(loop, 0, loop.back, known, loop.edge.m + 1 if loop.begun else loop.size, high):
        return False
    if loop.anchors.count:
        qsort(loop.anchors.data, loop.anchors.count, sizeof(Cut), by_place)
    while True:
        is_open = next == loop.anchors.count and not final
        if is_open and high - loop.edge.m < loop.gap + loop.size:  # the stretch may end before the gap does
            return True
        end = loop.listed if next == loop.anchors.count else loop.anchors.data[next].place
        place = end
        if end.m - loop.edge.m > loop.gap:
            far = min(loop.gap, end.m - loop.edge.m - loop.size)
            if not best(loop, &loop.edge, loop.edge.m + loop.gap - loop.horizon, loop.edge.m + far, &end, &place):
                return False
        if place.at < end.at:
            end = place
        elif is_open:
            return True
        else:
            next += 1
        if end.at > most:
            return True
        if not divided(loop, &loop.edge, &end):
            return False
        loop.edge, loop.begun = end, True
        if final and end.at == known:
            return True


cdef void forget(Loop *loop) noexcept nogil:
    """Forget the cuts that nothing depends on any more."""
    cdef Py_ssize_t first = first_listed(loop, loop.edge.m - loop.horizon)
    cdef Cuts *cuts = &loop.cuts[0]
    if first:
        memmove(cuts.data, cuts.data + first, (cuts.count - first) * sizeof(Cut))
        cuts.count -= first


cdef bint go_on(Loop *loop, Py_ssize_t until, Py_ssize_t known, bint final, Py_ssize_t most) noexcept nogil:
    """Cut the text until soon after an offset, block by block. All cuts before `known` are the same whatever comes after
    it. A block is as long as the text that is not cut yet, so that this is not read again for each. False when there is
    no memory."""
    cdef Py_ssize_t block, end
    while loop.listed.at < min(until, known):
        block = max(max(<Py_ssize_t> SMALL, 2 * loop.gap), loop.listed.at - loop.edge.at)
        end = loop.listed.at + block if known - loop.listed.at > block else known
        while end < known and loop.view.width == 0 and is_continuation(loop.view.data[end]):
            end += 1
        if not places(loop, end, final and end == known, most):
            return False
        forget(loop)
    return True


cdef void free_loop(Loop *loop) noexcept nogil:
    """Free what the loop has allocated."""
    cdef int k
    for k in range(PASSES):
        PyMem_RawFree(loop.cuts[k].data)
    PyMem_RawFree(loop.zone.data)
    PyMem_RawFree(loop.anchors.data)
    PyMem_RawFree(loop.waiting)
    PyMem_RawFree(loop.places)


@cython.no_gc
cdef class StableCuts(CompiledLoop):
    """The windows of a plan that end where content alone says (C7). Immutable, so threads may share it."""

    cdef Windows windows
    cdef Py_ssize_t size
    cdef uint64_t key
    cdef Level[MAX_ROWS] levels
    cdef int level_count
    cdef int top
    cdef int[PASSES] passes
    cdef int array          # of the given positions: the one that has the places

    def __cinit__(self, plan, uint64_t key=0, /):
        cdef int k, which = 0, sentences = -1
        if plan.unit == "tokens":
            plan = in_characters(plan)
        self.windows = Windows(plan)
        self.size, self.key = self.windows.plan.size - self.windows.plan.overlap, key
        if self.size < 1:
            raise ValueError(self.size)
        self.level_count = len(plan.rows) - 2
        for k, row in enumerate(plan.rows[1:self.level_count + 1]):
            self.levels[k] = <Level> <int> number(row.level)
            if sentences < 0 and SENTENCE_SIMPLE <= self.levels[k] <= SENTENCE_STANDARD:
                sentences = k
            while which < PASSES - 1 and self.levels[k] == (WORD if which == 0 else GRAPHEME):
                self.passes[which] = k
                which += 1
        while which < PASSES:
            self.passes[which] = self.level_count
            which += 1
        self.top = self.level_count - max(sentences, 0)
        if sentences > 0:  # anchors compare the levels down to that of sentences as equals: the first pass has them all
            for which in range(PASSES):
                self.passes[which] = max(self.passes[which], sentences + 1)
        self.array = <int> number(plan.rows[0].level) - GIVEN
        self.as_bytes, self.whole, self.measures = self.windows.as_bytes, True, self.windows.measures

    def cut(self, Text text not None, given=(), /):
        """Return the chunks of a text, as `Windows.cut` gives them. `given`: without the places."""
        return self.run(text, given, -1, 0, True)[:2]

    def resume(self, Text text not None, given, Py_ssize_t start, Py_ssize_t end, bint final, /):
        """Return the chunks of a part of a text, as `Windows.resume` gives them. The last chunk ends with a stretch."""
        if not (end == 0 if start < 0 else start < end <= text.view.size):
            raise ValueError((start, end))
        return self.run(text, given, start, end, final)

    cdef tuple run(self, Text text, given, Py_ssize_t start, Py_ssize_t end, bint final):
        """Return the chunks after the chunk (start, end), or all with start < 0: (native, measured, start, end,
        keep), with the last chunk, and from where on the next part needs the text."""
        cdef View view
        cdef Offsets[MAX_GIVEN] offsets
        cdef Rules rules
        cdef Loop loop
        cdef WindowLoop windows
        cdef Py_ssize_t known, most, until = 0
        cdef array found
        cdef bint done
        text.prepare(self.as_bytes, True)
        view = text.view
        self.windows.show(&rules, offsets, given, 0)
        known = most = view.size
        if not final:
            begin_again(&self.windows.plan, &rules, &windows, &view, start, end, False)
            most = windows.decided_end
            known = view.size - LEVEL_CONTEXT * (1 if view.width else 4)
            while known > 0 and view.width == 0 and is_continuation(view.data[known]):
                known -= 1
        self.begin(&loop, &view, &rules, end if start >= 0 else -1)
        try:
            if view.size < SMALL:
                done = go_on(&loop, known, known, final, most)
            else:
                done = True
                while done and loop.listed.at < known:  # by steps, so that Ctrl-C is heard
                    until = loop.listed.at + STEP
                    with nogil:
                        done = go_on(&loop, until, known, final, most)
                    heed_interrupts()
            if not done:
                raise MemoryError
            if loop.begun:
                move_ahead(&view, loop.ruler, &loop.back, loop.edge.m - loop.horizon)
            if not final and loop.place_count == 0:
                return Spans(), None, start, end, self.keep(text, &loop, start)
            found = clone(PLACES, loop.place_count, False)
            if loop.place_count:
                memcpy(found.data.as_voidptr, loop.places, loop.place_count * sizeof(int64_t))
        finally:
            free_loop(&loop)
        native, measured = self.windows.run(text, [*given[:self.array], found], &windows, start, end, final,
                                            view.size if final else loop.edge.at)
        if not windows.begun:
            return native, measured, -1, 0, 0
        if final:
            return native, measured, windows.start.at, windows.end.at, view.size
        return native, measured, windows.start.at, loop.edge.at, self.keep(text, &loop, windows.start.at)

    cdef Py_ssize_t keep(self, Text text, const Loop *loop, Py_ssize_t start) except -1:
        """Return where the next part of the text may begin, after a chunk that begins at `start`, or -1."""
        return anchor(text, min(start, loop.back.at)) if start >= 0 else 0

    cdef void begin(self, Loop *loop, View *view, const Rules *rules, Py_ssize_t edge) noexcept nogil:
        """Begin in a text, after a place where it is cut, or -1."""
        memset(loop, 0, sizeof(Loop))
        loop.view, loop.rules, loop.size, loop.key = view, rules[0], self.size, self.key
        loop.levels, loop.level_count, loop.passes = self.levels, self.level_count, self.passes
        loop.top = self.top
        loop.horizon = 6 * self.size // 5
        loop.gap = 8 * loop.horizon
        if view.width == 0 and view.ascii < view.size:
            loop.ruler = SAME_UTF8 if self.as_bytes else CHARACTERS
        else:
            loop.ruler = BYTES if self.as_bytes and view.ascii < view.size else SAME
        loop.begun = edge >= 0
        move_to(view, loop.ruler, &loop.edge, max(edge, 0))
        if view.size:
            move_to(view, loop.ruler, &loop.listed, next_code_point(view, 0))

    cdef int cut_large(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) except -1:
        """Cut one large text of a batch, and return a Verdict."""
        cdef Offsets[MAX_GIVEN] offsets
        cdef Rules rules
        cdef Loop loop
        cdef bint done = True
        cdef int verdict = OUT_OF_MEMORY
        self.windows.show(&rules, offsets, (), headings)
        self.begin(&loop, view, &rules, -1)
        try:
            while done and loop.listed.at < view.size:  # by steps, so that Ctrl-C is heard
                heed_interrupts()
                with nogil:
                    done = go_on(&loop, loop.listed.at + STEP, view.size, True, view.size)
            if done:
                offsets[self.array].data, offsets[self.array].count = loop.places, loop.place_count
                verdict = self.windows.cut_large_by(view, &rules, strict, native, measured)
        finally:
            free_loop(&loop)
        return verdict

    cdef Verdict cut_view(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) noexcept nogil:
        """Cut one text of a batch, without the GIL."""
        cdef Offsets[MAX_GIVEN] offsets
        cdef Rules rules
        cdef Loop loop
        cdef Verdict verdict = OUT_OF_MEMORY
        rules = self.windows.rules(headings)
        rules.boundary_sets = offsets
        self.begin(&loop, view, &rules, -1)
        if go_on(&loop, view.size, view.size, True, view.size):
            offsets[self.array].data, offsets[self.array].count = loop.places, loop.place_count
            verdict = self.windows.cut_by(view, &rules, strict, native, measured)
        free_loop(&loop)
        return verdict


cdef array PLACES = array("q")
