# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Which places the chunks of a mixed document end at.

For one end, the starts that fit are windows that only move forward (monotone queues): for each of the limits those from
which a chunk is short enough, and has a part of a kind that is allowed so much. A window keeps its starts in order, of
rising cost. Without their overlap they have windows of their own, which are not moved before they are needed. The time
is linear in the places.
"""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int64_t
from libc.string cimport memset

from shiplap._core.packing.costs cimport CHUNK, COST, GRADE, KINDS, LINES, PROSE, WORDS, YIELD, Kind, is_origin
from shiplap._core.packing.runs cimport Runs, begin_at, begin_runs, kind_at, runs_on

from array import array as new_array

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")


cdef struct Site:
    int64_t begin       # the least measure at which a chunk after it begins with its overlap
    int64_t cost        # the least to get here
    Py_ssize_t previous # from where


# A start that waits, where a chunk from it begins, and the least cost to get there.
cdef struct Start:
    Py_ssize_t place
    int64_t begin
    int64_t cost


cdef struct Window:
    Start *waiting
    Py_ssize_t first, after     # what waits
    Py_ssize_t next             # the first place that has not come in


cdef struct Packer:
    const long long *m
    const signed char *ranks
    const long long *extra
    Py_ssize_t count
    Py_ssize_t first        # where the first chunk begins
    Runs run
    int64_t[KINDS] limits, overlaps
    int64_t[KINDS] sorted       # the limits, ascending
    Site *site
    int64_t *reach              # of each place with overlap and without: where it begins, and what stands before it
    Window[KINDS] near          # with overlap
    Window[KINDS] bare          # without


cpdef tuple pack(array m, array ranks, array run_ends, array run_kinds, limits, overlaps, array extra, Py_ssize_t first):
    """The chunks from the place `first` on: (ends, lows, words), arrays: the place at which each ends, the least measure
    at which it may begin (int64), and whether in the midst of a sentence (int8)."""
    cdef Packer p
    cdef Start *room = NULL
    cdef Py_ssize_t count = len(m), made = 0, at, k
    cdef array ends, lows, words
    if not 0 <= first < count:
        raise IndexError(first)
    p.m, p.ranks, p.count, p.first = m.data.as_longlongs, ranks.data.as_schars, count, first
    p.extra = extra.data.as_longlongs if extra is not None else NULL
    p.limits[0], p.limits[1], p.limits[2] = limits
    p.overlaps[0], p.overlaps[1], p.overlaps[2] = overlaps
    for k, limit in enumerate(sorted(limits)):
        p.sorted[k] = limit
    begin_runs(&p.run, run_ends, run_kinds)
    p.reach = NULL
    p.site = <Site *> PyMem_RawMalloc((count + 1) * sizeof(Site))
    room = <Start *> PyMem_RawMalloc((count + 1) * 2 * KINDS * sizeof(Start))
    try:
        if p.extra != NULL:
            p.reach = <int64_t *> PyMem_RawMalloc((count + 1) * 2 * sizeof(int64_t))
        if p.site == NULL or room == NULL or (p.extra != NULL and p.reach == NULL):
            raise MemoryError
        for k in range(KINDS):
            p.near[k] = Window(room + 2 * k * (count + 1), 0, 0, first)
            p.bare[k] = Window(room + (2 * k + 1) * (count + 1), 0, 0, first)
        with nogil:
            backs(&p)
            costs(&p)
        at = count - 1
        while at > first:
            made += 1
            at = p.site[at].previous
        ends, lows, words = clone(INT64, made, False), clone(INT64, made, False), clone(INT8, made, False)
        at = count - 1
        while at > first:
            made -= 1
            ends.data.as_longlongs[made] = at
            at = p.site[at].previous
        find_lows(&p, ends, lows, words)
    finally:
        PyMem_RawFree(p.site)
        PyMem_RawFree(p.reach)
        PyMem_RawFree(room)
    return ends, lows, words


cdef void backs(Packer *p) noexcept nogil:
    """Fill in where a chunk after each place begins, run by run."""
    cdef Py_ssize_t[LINES + 1] near     # of each grade, no place before it is near enough, or good enough
    cdef Py_ssize_t k = 0, j, stop, first = 0     # `first`: of all, the first that is near enough
    cdef int64_t low = 0, back, m, last = 0, overlap, begin, end
    cdef int grade
    cdef Kind kind
    memset(near, 0, sizeof(near))
    p.run.k = 0
    while k < p.count:
        kind = kind_at(&p.run, p.m[k])
        overlap, begin = p.overlaps[<int> kind], begin_at(&p.run)
        end = p.run.ends[p.run.k] if p.run.k < p.run.count else p.m[p.count - 1]
        low = max(low, begin)
        while k < p.count and p.m[k] <= end:
            m = p.m[k]
            if is_origin(p.ranks[k]):
                low = m
            low = max(low, m - overlap)
            back = m
            if low < m:
                grade = min(GRADE[p.ranks[k]], LINES)
                while p.m[first] < low:
                    first += 1
                j = max(near[grade], first)
                while j < k and GRADE[p.ranks[j]] > grade:
                    j += 1
                near[grade] = j
                if j < k:
                    back = p.m[j]
                elif kind == PROSE or GRADE[p.ranks[k]] == WORDS:
                    back = low
            last = max(back, last)
            p.site[k].begin = last
            k += 1
    if p.extra != NULL:
        for k in range(p.count):
            p.reach[2 * k], p.reach[2 * k + 1] = p.site[k].begin - p.extra[k], p.m[k] - p.extra[k]
        later(p)


cdef inline Py_ssize_t origin(const Packer *p, Py_ssize_t *place, Py_ssize_t found, Py_ssize_t k) noexcept nogil:
    """The last place up to k across which nothing is repeated; `place` and `found` are where the last call came to."""
    while place[0] <= k:
        if is_origin(p.ranks[place[0]]):
            found = place[0]
        place[0] += 1
    return found


cdef inline void later(Packer *p) noexcept nogil:
    """Let none reach further than those after it."""
    cdef Py_ssize_t k
    for k in range(2 * p.count - 3, -1, -1):
        p.reach[k] = min(p.reach[k], p.reach[k + 2])


cdef void costs(Packer *p) noexcept nogil:
    """Fill in the least cost to get to each place, and from where."""
    cdef int64_t[KINDS] high    # for each limit, where the last part that is allowed so much ends
    cdef int[KINDS] upto        # for each kind, the last of the limits that it is allowed
    cdef int[KINDS] widest      # and the first that is as large
    cdef int64_t begun = 0, low = 0, most, here, top, cost
    cdef Py_ssize_t i = p.first + 1, best
    cdef int j, kind, last, first
    cdef bint alone
    p.run.k = 0
    memset(high, 0, sizeof(high))
    for kind in range(KINDS):
        upto[kind] = widest[kind] = 0
        for j in range(KINDS):
            if p.limits[kind] >= p.sorted[j]:
                upto[kind] = j
                if p.sorted[j] != p.sorted[widest[kind]]:
                    widest[kind] = j
    p.site[p.first].cost = p.site[p.first].previous = 0
    while i < p.count:
        while p.run.k < p.run.count and p.run.ends[p.run.k] < p.m[i]:
            kind = p.run.kinds[p.run.k]
            most = p.limits[kind]
            if p.run.ends[p.run.k] - begun > most:
                low = max(low, p.run.ends[p.run.k] - most)
            if p.run.ends[p.run.k] > begun:
                for j in range(upto[kind] + 1):
                    high[j] = p.run.ends[p.run.k]
            begun = p.run.ends[p.run.k]
            p.run.k += 1
        here, last, first = low, -1, 0
        if p.run.k < p.run.count and p.m[i] > begun:
            kind = p.run.kinds[p.run.k]
            last = upto[kind]
            if p.m[i - 1] < p.m[i]:  # it has all starts of those before it: each begins below its top
                first = widest[kind]
            if p.m[i] - begun > p.limits[kind]:
                here = max(low, p.m[i] - p.limits[kind])
        best, cost, alone = -1, 0, p.extra == NULL and last >= 0
        for j in range(first, KINDS):
            top = p.m[i] if j <= last else high[j]
            if j and (top <= max(here, p.m[i] - p.sorted[j]) or p.sorted[j] == p.sorted[j - 1]):
                continue  # no start is in it, or the window before is the same
            alone = alone and j == widest[kind]
            take_best(p, &p.near[j], i, top, here, p.m[i] - p.sorted[j], j == 0, True, &best, &cost)
        if best < 0:  # without overlap, which is not looked at before
            for j in range(KINDS):
                top = p.m[i] if j <= last else high[j]
                take_best(p, &p.bare[j], i, top, here, p.m[i] - p.sorted[j], j == 0, False, &best, &cost)
            cost += YIELD
        if best < 0:
            best, cost = i - 1, p.site[i - 1].cost
        p.site[i].cost, p.site[i].previous = cost + CHUNK + COST[p.ranks[i]], best
        i += 1
        if alone:
            i = pass_run(p, &p.near[first], i, low, p.limits[kind])


cdef Py_ssize_t pass_run(Packer *p, Window *window, Py_ssize_t i, int64_t low, int64_t limit) noexcept nogil:
    """`costs` of the places from i on in a run, as long as one window has all that fits, and nothing stands before a
    chunk: the loop where nearly all time is spent. Returns the first place that is left."""
    cdef Py_ssize_t next = window.next, first = window.first, after = window.after
    cdef Start *waiting = window.waiting
    cdef Site *site = p.site
    cdef const long long *m = p.m
    cdef int64_t end = p.run.ends[p.run.k], cost, bound
    while i < p.count and m[i - 1] < m[i] <= end:
        while next < i:
            cost = site[next].cost
            while after > first and waiting[after - 1].cost >= cost:
                after -= 1
            waiting[after] = Start(next, site[next].begin, cost)
            after += 1
            next += 1
        bound = max(low, m[i] - limit)
        while first < after and waiting[first].begin < bound:
            first += 1
        if first == after:
            break
        site[i].cost = waiting[first].cost + CHUNK + COST[p.ranks[i]]
        site[i].previous = waiting[first].place
        i += 1
    window.next, window.first, window.after = next, first, after
    return i


cdef inline void take_best(Packer *p, Window *window, Py_ssize_t end, int64_t high, int64_t low, int64_t reach,
                           bint least, bint near, Py_ssize_t *best, int64_t *found) noexcept nogil:
    """Move a window on to an end, and take the best start in it if it is better than what is known. `high`: starts lie
    below, unless it is the window of the least limit; `low` and `reach`: and not before."""
    cdef Py_ssize_t next = window.next, first = window.first, after = window.after
    cdef Start *waiting = window.waiting
    cdef int64_t cost
    if next < end and not fits(p, next, low, reach, near):  # nor does any before it, now or later
        first = after
        while next < end and not fits(p, next, low, reach, near):
            next += 1
    while next < end and (least or (p.site[next].begin if near else p.m[next]) < high):
        cost = p.site[next].cost
        while after > first and waiting[after - 1].cost >= cost:
            after -= 1
        waiting[after] = Start(next, p.site[next].begin if near else p.m[next], cost)
        after += 1
        next += 1
    while first < after and not fits(p, waiting[first].place, low, reach, near):
        first += 1
    window.next, window.first, window.after = next, first, after
    if first < after:
        cost = waiting[first].cost
        if best[0] < 0 or cost < found[0] or (cost == found[0] and waiting[first].place > best[0]):
            best[0], found[0] = waiting[first].place, cost


cdef int find_lows(Packer *p, array ends, array lows, array words) except -1:
    """The least measures at which the chunks may begin."""
    cdef Runs inside = p.run
    cdef Py_ssize_t k, start = p.first, end, place = 0, last_origin = 0
    cdef int64_t low, least = 0
    cdef Kind kind
    p.run.k = inside.k = 0
    for k in range(len(ends)):
        end = ends.data.as_longlongs[k]
        last_origin = origin(p, &place, last_origin, start)
        kind = kind_at(&p.run, p.m[start])
        low = p.m[start]
        if start != last_origin:
            low = max(max(low - p.overlaps[<int> kind], p.m[last_origin]), begin_at(&p.run))
            low = max(low, least_begin(p, &inside, kind, start, end))
        least = max(least, min(low, p.m[start]))
        lows.data.as_longlongs[k] = least
        words.data.as_schars[k] = kind == PROSE or GRADE[p.ranks[start]] == WORDS
        start = end
    return 0


cdef inline int64_t parts(const Packer *p, const Runs *inside, int64_t begin, int64_t end) noexcept nogil:
    """The largest limit of the parts of a chunk."""
    cdef Py_ssize_t j = inside.k
    cdef int64_t most = 0
    while j < inside.count and begin < end:
        if inside.ends[j] > begin:
            most = max(most, p.limits[<int> inside.kinds[j]])
            begin = inside.ends[j]
        j += 1
    return most


cdef inline bint fits(const Packer *p, Py_ssize_t start, int64_t low, int64_t reach, bint near) noexcept nogil:
    """Whether a chunk from a start, with its overlap or without, begins not before `low`, nor, counted with what stands
    before it, before `reach`."""
    cdef int64_t begin = p.site[start].begin if near else p.m[start]
    return begin >= low and (begin if p.extra == NULL else p.reach[2 * start + (0 if near else 1)]) >= reach


cdef inline int64_t least_begin(const Packer *p, Runs *inside, Kind kind, Py_ssize_t start,
                                Py_ssize_t end) noexcept nogil:
    """How far back a chunk of start to end may begin, so that its first part and its whole fit still."""
    cdef int64_t most = p.limits[<int> kind], first = p.m[start]
    while inside.k < inside.count and inside.ends[inside.k] <= p.m[start]:
        inside.k += 1
    if runs_on(inside, p.m[start]) and inside.k < inside.count:
        first = min(p.m[end], inside.ends[inside.k])
    most = max(most, parts(p, inside, p.m[start], p.m[end]))
    return max(first - p.limits[<int> kind], p.m[end] - most + (p.extra[start] if p.extra != NULL else 0))
