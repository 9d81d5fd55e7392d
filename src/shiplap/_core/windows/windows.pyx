# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Window slicing: the loop that every chunker is (SPEC section 2)."""

cimport cython
from cpython.array cimport array
from libc.stdint cimport int64_t
from libc.string cimport memset

from shiplap._core.batch.batch cimport CUT, FAILED, CompiledLoop, Verdict, align
from shiplap._core.batch.batch cimport NO_MEMORY as BATCH_NO_MEMORY
from shiplap._core.boundaries.graphemes cimport is_lone
from shiplap._core.boundaries.levels cimport (
    GIVEN,
    SEPARATOR,
    Level,
    Offsets,
    Query,
    Rules,
    Separators,
    anchor,
    first_boundary,
    last_boundary,
)
from shiplap._core.windows.plan cimport MAX_ROWS, Plan
from shiplap._core.windows.overlap cimport (
    Loop,
    begin,
    begin_again,
    begin_tails,
    has_room,
    mark_started_units,
    next_start,
    least_start_for_rest,
)
from shiplap._core.boundaries.standard cimport Lexicon
from shiplap._core.boundaries.lines cimport FIND_LOOKS, HAS_MARKED, NO_HEADINGS, UNKNOWN
from shiplap._core.regions.regions cimport headings_of
from shiplap._core.text.sizes cimport (
    CHARACTERS,
    SAME,
    SAME_UTF8,
    SMALL,
    STEP,
    Place,
    Ruler,
    View,
    assign,
    catch_up,
    ahead,
    furthest,
    move_to_furthest,
    is_surrogate,
    is_visible,
    measure,
    move_to,
    next_code_point,
    unit_at,
    visible,
    visible_end,
)
from shiplap._core.csrc cimport shiplap_prefetch
from shiplap._core.text.spans cimport SpanArray, Spans, push
from shiplap._core.text.text cimport Text

from shiplap.errors import ChunkLimitError
from shiplap.levels import number
from shiplap.plan import in_characters
from shiplap.threads import heed_interrupts

cdef enum:
    # Prefetching (`prefetch`): a line of the cache has 64 bytes. AHEAD chunks are about the time that memory takes: at
    # 20 to 40 ns a chunk, four of them are one access of 100 ns. Beyond the limit a rule reads some lines more (AFTER),
    # before it the search reads the overlap and the sentence before it (BEFORE); more than MAX_PREFETCHED bytes fill
    # the buffers of the processor.
    CACHE_LINE = 64
    AHEAD = 4
    AFTER = 256
    BEFORE = AFTER + CACHE_LINE
    MAX_PREFETCHED = 1024
    # Exact windows that only look for what is visible do so little work for each chunk that they ask further ahead.
    AHEAD_BLANK = 16
    MAX_STEP = 65536    # a prefetch beyond the pages that are mapped near is wasted

# How the loop ended.
cdef enum Outcome:
    DONE, NO_MEMORY, OVERSIZE, SURROGATE


cdef int compile_plan(Plan *compiled, plan) except -1:
    """From a shiplap.plan.Plan in characters or bytes."""
    cdef int k
    if max(len(plan.rows), len(plan.units), len(plan.overlap_levels)) > MAX_ROWS:
        raise ValueError(f"a plan has at most {MAX_ROWS} rows, units and overlap levels each")
    compiled.in_bytes = plan.unit == "bytes"
    compiled.size, compiled.overlap = plan.size, plan.overlap
    compiled.min_size, compiled.max_size = plan.min_size, plan.max_size
    compiled.row_count = len(plan.rows)
    for k, row in enumerate(plan.rows):
        compiled.rows[k].level = <Level> <int> number(row.level)
        compiled.rows[k].at_least, compiled.rows[k].at_most = row.at_least, row.at_most
        compiled.rows[k].keeps_headings = row.keeps_headings and row.level != "char"
        compiled.rows[k].last = row.pick != "first"
        compiled.rows[k].by_units = row.pick == "end_of_unit"
        compiled.remainders |= compiled.rows[k].by_units
    compiled.unit_count = len(plan.units)
    for k, unit in enumerate(plan.units):
        compiled.units[k].level = <Level> <int> number(unit.level)
        compiled.units[k].at_most = compiled.units[k].reach = unit.at_most
        compiled.units[k].keeps_headings = unit.keeps_headings and unit.level != "char"
        compiled.units[k].again = k > 0 and compiled.units[k].level == compiled.units[k - 1].level \
            and compiled.units[k].keeps_headings == compiled.units[k - 1].keeps_headings
    for k in range(compiled.unit_count - 1, 0, -1):
        if compiled.units[k].again:
            compiled.units[k - 1].reach = max(compiled.units[k - 1].reach, compiled.units[k].reach)
    compiled.overlap_count = len(plan.overlap_levels)
    for k, level in enumerate(plan.overlap_levels):
        compiled.overlap_levels[k] = <Level> <int> number(level)
    compiled.breaks = plan.break_at is not None
    if compiled.breaks:
        compiled.break_at.level = <Level> <int> number(plan.break_at.level)
        compiled.break_at.keeps_headings = plan.break_at.keeps_headings and plan.break_at.level != "char"
    compiled.strip_whitespace, compiled.skip_blank = plan.strip_whitespace, plan.skip_blank
    compiled.oversize_raises, compiled.snaps = plan.oversize == "raise", plan.snaps
    compiled.exact = not plan.snaps and not plan.strip_whitespace and plan.rows[0].at_most == plan.size \
        and plan.rows[0].pick == "last" and plan.min_size == 0 and plan.units[0].level == "char"
    # then the first unit ends there or before, and is within the row, or all that is left within the size.
    # (Trimming moves the start once more.)
    compiled.defers = not plan.strip_whitespace and max(plan.size, plan.rows[0].at_most) <= plan.units[0].at_most \
        and plan.units[0].level in ("char", "grapheme", plan.rows[0].level) and plan.rows[0].level != "char" \
        and compiled.units[0].keeps_headings <= compiled.rows[0].keeps_headings
    # likewise the first word ends at an end that begins a word, whichever row has found it
    if not compiled.defers and not plan.strip_whitespace and plan.units[0].level == "word" \
            and plan.size <= plan.units[0].at_most:
        compiled.by_words = all(row.at_most <= plan.units[0].at_most for row in plan.rows)
        compiled.defers = compiled.by_words
        while compiled.sure_rows < compiled.row_count \
                and compiled.units[0].keeps_headings <= compiled.rows[compiled.sure_rows].keeps_headings:
            compiled.sure_rows += 1
    compiled.steady = compiled.defers and (not compiled.by_words or compiled.sure_rows > 0) \
        and plan.rows[0].at_most == plan.size and plan.rows[0].pick == "last" \
        and (compiled.overlap_count > 0 or plan.overlap == 0) \
        and not (compiled.breaks or compiled.remainders or compiled.skip_blank or compiled.oversize_raises)
    return 0


@cython.no_gc
cdef class Windows(CompiledLoop):
    """A compiled plan. Immutable, so threads may share it."""

    def __cinit__(self, plan):
        if plan.unit == "tokens":
            plan = in_characters(plan)
        compile_plan(&self.plan, plan)
        self.has_choice, self.finds_looks = plan.with_headings is not None, plan.finds_looks
        if self.has_choice:
            compile_plan(&self.plan_with_headings, plan.with_headings)
        self.lexicon = Lexicon(plan.language, plan.abbreviations)
        self.separators = Separators(plan.separators)
        self.given_count = self.count_given(&self.plan)
        if self.has_choice:
            self.given_count = max(self.given_count, self.count_given(&self.plan_with_headings))
        self.as_bytes = plan.unit == "bytes"
        self.measures = not self.as_bytes
        self.size = plan.size if plan.snaps else 0
        self.whole = self.as_bytes or plan.snaps or plan.strip_whitespace or plan.min_size > 0

    cdef int count_given(self, const Plan *plan) except -1:
        """How many arrays of given positions a plan names."""
        cdef int k, most = GIVEN - 1
        for k in range(plan.row_count):
            most = max(most, self.checked(plan.rows[k].level))
        for k in range(plan.unit_count):
            most = max(most, self.checked(plan.units[k].level))
        for k in range(plan.overlap_count):
            most = max(most, self.checked(plan.overlap_levels[k]))
        if plan.breaks:
            most = max(most, self.checked(plan.break_at.level))
        return most + 1 - GIVEN

    cdef int checked(self, Level level) except -1:
        """The level, if the plan has what it names."""
        if level >= GIVEN + MAX_GIVEN or SEPARATOR + self.separators.count <= level < GIVEN:
            raise ValueError(f"a plan has at most {MAX_GIVEN} arrays of given positions, and the separators that it names")
        return level

    cdef Rules rules(self, int headings) noexcept nogil:
        cdef Rules rules
        rules.lexicon, rules.separators, rules.boundary_sets = &self.lexicon.known, self.separators.data, NULL
        rules.headings = headings
        return rules

    cdef int show(self, Rules *rules, Offsets *offsets, given, int headings) except -1:
        cdef array positions
        cdef int k
        rules[0] = self.rules(headings)
        if self.given_count > 0:
            memset(offsets, 0, MAX_GIVEN * sizeof(Offsets))
            rules.boundary_sets = offsets
            for k, positions in enumerate(given[:self.given_count]):
                offsets[k].data, offsets[k].count = <const int64_t *> positions.data.as_longlongs, len(positions)
        return 0

    cdef const Plan *choose_plan(self, View *view, Rules *rules) noexcept nogil:
        """The plan for a text; what its headings are is put into the rules. A plan without another one is for texts
        with headings. What is one chunk by either of them is not looked at."""
        cdef int known = rules.headings
        if not self.has_choice and not self.finds_looks:
            rules.headings = HAS_MARKED
            return &self.plan
        if (known == UNKNOWN or known & FIND_LOOKS) and self.is_one_chunk(view):
            return &self.plan
        rules.headings = headings_of(view, self.known_headings(known), self.finds_looks)
        return &self.plan if rules.headings == NO_HEADINGS or not self.has_choice else &self.plan_with_headings

    cdef int known_headings(self, int known) noexcept nogil:
        return known if self.has_choice or known > NO_HEADINGS else HAS_MARKED | FIND_LOOKS

    cdef bint is_one_chunk(self, const View *view) noexcept nogil:
        return view.size <= self.plan.size and not self.plan.breaks \
            and not (self.has_choice and self.plan_with_headings.breaks) \
            and (view.width == 0 or not self.plan.in_bytes)

    def headings_of(self, Text text not None, int known=0):
        """The headings of a text, of which this is known (shiplap._data.heading_looks). It must be the whole text, or
        KNOWN_BY code points of it and more."""
        cdef View view
        if not self.has_choice and not self.finds_looks:
            return HAS_MARKED
        text.prepare(False, True)
        view = text.view
        return headings_of(&view, self.known_headings(known), self.finds_looks)

    def __call__(self, text, given=(), int headings=0):
        """The same as `cut`."""
        return self.cut(text, given, headings)

    def cut(self, Text text not None, given=(), int headings=0):
        """The chunks of a text: (native, measured), two Spans of shape (n, 2).

        `given` has the offsets of each of the levels `given:0`, `given:1`, ..., as `Text.native` makes them: an array
        of int64, each larger than the one before.
        `native` are offsets in the text's own form (characters of a str, bytes of UTF-8). `measured` are the
        same places in the plan's unit (characters, where that is estimated tokens) where it is another and the loop
        has counted it anyway, else None.
        `headings`: what is known of them, a number of shiplap._data.heading_looks.
        Raises TextError and ChunkLimitError.
        """
        cdef Loop loop
        return self.run(text, given, &loop, -1, 0, True, -1, headings)

    def resume(self, Text text not None, given, Py_ssize_t start, Py_ssize_t end, bint final, int headings=0):
        """The chunks of a part of a text, after the chunk (start, end), or from 0 with start < 0: (native, measured,
        start, end, keep), with the last chunk, where the next part goes on, and where that may begin.

        A part begins where a grapheme cluster does, CONTEXT code points or more before the chunk, or with the text.
        Where it is not `final`, it gives the chunks that are the same whatever comes after it.
        """
        cdef Loop loop
        if not (end == 0 if start < 0 else start < end <= text.view.size):
            raise ValueError((start, end))
        native, measured = self.run(text, given, &loop, start, end, final, -1, headings)
        if not loop.begun:
            return native, measured, -1, 0, 0
        return native, measured, loop.start.at, loop.end.at, anchor(text, loop.start.at)

    cdef tuple run(self, Text text, given, Loop *loop, Py_ssize_t start, Py_ssize_t end, bint final,
                   Py_ssize_t known=-1, int headings=0):
        cdef Spans native = Spans()
        cdef Spans measured = None
        cdef SpanArray *sizes = NULL
        cdef View view
        cdef Outcome outcome
        cdef Py_ssize_t until
        cdef Offsets[MAX_GIVEN] offsets
        cdef Rules rules
        cdef const Plan *plan
        text.prepare(self.as_bytes, self.whole)
        view = text.view
        self.show(&rules, offsets, given, headings)
        plan = self.choose_plan(&view, &rules)
        if start < 0 and final:
            begin(plan, &rules, loop, &view)
        else:
            begin_again(plan, &rules, loop, &view, start, end, final)
        if known >= 0:
            loop.decided_end = min(loop.decided_end, known)
        if loop.ruler != SAME and loop.ruler != SAME_UTF8:
            measured = Spans()
            sizes = &measured.array
        if view.size < SMALL:
            outcome = windows(&view, plan, loop, &native.array, sizes, text.strict)
        else:
            until = loop.decided_end
            while True:  # by steps, so that Ctrl-C is heard
                loop.decided_end = min(until, loop.end.at + STEP)
                with nogil:
                    outcome = windows(&view, plan, loop, &native.array, sizes, text.strict)
                if outcome != DONE or loop.end.at >= min(until, view.size):
                    break
                heed_interrupts()
        if outcome == NO_MEMORY:
            raise MemoryError
        if view.bad >= 0:
            text.fail(view.bad)
        if outcome == SURROGATE:
            text.fail(loop.seen)
        if outcome == OVERSIZE:
            unit = "bytes" if self.plan.in_bytes else "characters"
            raise ChunkLimitError(text.characters_before(loop.start.at), loop.end.m - loop.start.m,
                                  self.plan.max_size, unit)
        if loop.ruler == CHARACTERS and final:
            text.know(&view, loop.end.m)
        native.trim()
        if measured is not None:
            measured.trim()
        return native, measured

    cdef int cut_large(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) except -1:
        """The chunks of one large text of a batch: a Verdict."""
        cdef Rules rules = self.rules(headings)
        return self.cut_large_by(view, &rules, strict, native, measured)

    cdef int cut_large_by(self, View *view, Rules *rules, bint strict, SpanArray *native, SpanArray *measured) except -1:
        cdef SpanArray *sizes = NULL
        cdef const Plan *plan = self.choose_plan(view, rules)
        cdef Loop loop
        cdef Outcome outcome
        cdef Py_ssize_t until
        begin(plan, rules, &loop, view)
        if loop.ruler != SAME and loop.ruler != SAME_UTF8:
            if not align(native, measured):
                return BATCH_NO_MEMORY
            sizes = measured
        until = loop.decided_end
        while True:  # by steps, so that Ctrl-C is heard
            loop.decided_end = min(until, loop.end.at + STEP)
            with nogil:
                outcome = windows(view, plan, &loop, native, sizes, strict)
            if outcome != DONE or loop.end.at >= min(until, view.size):
                break
            heed_interrupts()
        if outcome == NO_MEMORY:
            return BATCH_NO_MEMORY
        return CUT if outcome == DONE and view.bad < 0 else FAILED

    cdef Verdict cut_view(self, View *view, int headings, bint strict, SpanArray *native,
                          SpanArray *measured) noexcept nogil:
        """The chunks of one text of a batch, without the GIL."""
        cdef Rules rules = self.rules(headings)
        return self.cut_by(view, &rules, strict, native, measured)

    cdef Verdict cut_by(self, View *view, Rules *rules, bint strict, SpanArray *native,
                        SpanArray *measured) noexcept nogil:
        cdef SpanArray *sizes = NULL
        cdef const Plan *plan = self.choose_plan(view, rules)
        cdef Loop loop
        cdef Outcome outcome
        begin(plan, rules, &loop, view)
        if loop.ruler != SAME and loop.ruler != SAME_UTF8:
            if not align(native, measured):
                return BATCH_NO_MEMORY
            sizes = measured
        outcome = windows(view, plan, &loop, native, sizes, strict)
        if outcome == NO_MEMORY:
            return BATCH_NO_MEMORY
        return CUT if outcome == DONE and view.bad < 0 else FAILED


cdef inline Py_ssize_t best_end(View *view, const Plan *plan, Loop *loop, Query *queries, Py_ssize_t most,
                                int *row, Ruler ruler) noexcept nogil:
    """The boundary of the first row that has one, after the end and not after `most`, or -1. `row` is its number."""
    cdef Py_ssize_t p = -1, low, high, m, after = next_code_point(view, loop.end.at)
    cdef int k
    for k in range(plan.row_count):
        row[0] = k
        low = after
        m = loop.start.m + plan.rows[k].at_least
        if m > loop.end.m:
            if ruler != SAME:
                catch_up(&loop.row_low[k], &loop.limit if m >= loop.limit.m else &loop.end)
            low = max(low, ahead(view, ruler, &loop.row_low[k], m))
        high = loop.limit.at
        if plan.rows[k].at_most != plan.size:
            m = loop.start.m + plan.rows[k].at_most
            if ruler != SAME and m >= loop.limit.m:
                catch_up(&loop.row_high[k], &loop.limit)
            high = furthest(view, ruler, &loop.row_high[k], m)
        high = min(high, most)
        if loop.remainders.begun[k]:
            p = first_boundary(view, &loop.remainders.firsts[k], low, high + 1)
        elif plan.rows[k].last:
            p = last_boundary(view, &queries[k], low, high + 1)
        else:
            p = first_boundary(view, &queries[k], low, high + 1)
        if p >= 0:
            break
    return p


cdef inline bint begins_word(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether a word begins at p, 0 < p < size, without a doubt: what is visible, after ASCII white space."""
    cdef Py_UCS4 before = unit_at(view, p - 1), unit = unit_at(view, p)
    return (before == u' ' or u'\t' <= before <= u'\r') and is_visible(view, unit) and is_lone(view, unit)


cdef Py_ssize_t tail(View *view, const Plan *plan, Loop *loop, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t p
    cdef int row
    if least_start_for_rest(view, plan, loop) <= loop.start.m:
        return loop.last
    begin_tails(plan, loop, view)
    p = best_end(view, plan, loop, loop.tails, loop.most, &row, loop.ruler)
    return end if p < 0 else p


cdef inline bint next_end(View *view, const Plan *plan, Loop *loop, Ruler ruler) noexcept nogil:
    """Move the end on, to the best boundary, or else to the limit or by one code point; or move the start on instead,
    where the next unit has no room, and return False."""
    cdef int row = 0
    cdef Py_ssize_t p = best_end(view, plan, loop, loop.rows, view.size, &row, ruler)
    if plan.defers and (p < 0 or ((not begins_word(view, p) or row >= plan.sure_rows) if plan.by_words else row > 0)) \
            and not has_room(view, plan, loop):
        return False
    loop.steady = loop.steady and p >= 0 and row == 0
    if p < 0:
        p = max(loop.limit.at, next_code_point(view, loop.end.at))
    if loop.most < p < loop.last:
        p = tail(view, plan, loop, p)
    if p == loop.limit.at:
        assign(&loop.end, &loop.limit)
    else:
        move_to(view, ruler, &loop.end, p)
    return True


cdef Py_ssize_t first_break(View *view, Loop *loop) noexcept nogil:
    """Where the first unit of `break_at` ends within the limit, as the chunk then does; -1 if none does."""
    cdef Py_ssize_t low = next_code_point(view, loop.end.at)
    return first_boundary(view, &loop.breaks, low, loop.limit.at + 1) if low <= loop.limit.at else -1


cdef Outcome windows(View *view, const Plan *plan, Loop *loop, SpanArray *spans, SpanArray *sizes,
                     bint strict) noexcept nogil:
    """The loop. `sizes`, where given, takes the measures of the same places."""
    if loop.ruler == SAME:  # nearly always: compiled for itself
        if plan.exact:
            return exact_windows(view, plan, loop, spans)
        return windows_by(view, plan, loop, spans, sizes, strict, SAME)
    return windows_by(view, plan, loop, spans, sizes, strict, loop.ruler)


cdef inline Outcome windows_by(View *view, const Plan *plan, Loop *loop, SpanArray *spans, SpanArray *sizes,
                               bint strict, Ruler ruler) noexcept nogil:
    """The loop for one ruler. In the order of the reference's `windows`."""
    cdef Place stop
    cdef Py_ssize_t limit, broken
    cdef Py_ssize_t lines = min(plan.size, plan.overlap + BEFORE, MAX_PREFETCHED) * (view.width if view.width else 1) \
        // CACHE_LINE + 1
    if plan.strip_whitespace:
        move_to(view, ruler, &loop.end, visible(view, loop.end.at))
    while loop.end.at < loop.decided_end and loop.end.at < view.size:  # which shrinks to what is well-formed
        if ruler == SAME and plan.steady and loop.steady:
            if not steady_windows(view, plan, loop, spans, strict, lines):
                return NO_MEMORY
            if loop.end.at >= loop.decided_end:
                break
        if loop.begun:
            if plan.remainders:
                mark_started_units(view, plan, &loop.remainders, loop.start.at, loop.end.at)
            next_start(view, plan, loop)
        loop.begun = True
        if plan.strip_whitespace:
            move_to(view, ruler, &loop.start, visible(view, loop.start.at))
            if loop.start.at > loop.end.at:
                assign(&loop.start, &loop.end)  # only where another thread is writing to the text
        while True:  # twice at most
            if loop.limit.at < loop.start.at:
                assign(&loop.limit, &loop.start)
            limit = loop.limit.at
            if ruler == CHARACTERS and loop.limit.m < loop.start.m + plan.size - plan.overlap:
                move_to_furthest(view, ruler, &loop.limit, loop.start.m + plan.size - plan.overlap)
                assign(&loop.passed, &loop.limit)
            move_to_furthest(view, ruler, &loop.limit, loop.start.m + plan.size)
            if plan.snaps:
                prefetch(view, loop, limit, loop.limit.at, lines)
            if plan.breaks:
                broken = first_break(view, loop)
                if broken >= 0:
                    if plan.defers and not has_room(view, plan, loop):
                        continue
                    move_to(view, ruler, &loop.end, broken)
                    break
            if loop.limit.at == view.size:
                assign(&loop.end, &loop.limit)
                break
            if next_end(view, plan, loop, ruler):
                break
        assign(&stop, &loop.end)
        if plan.strip_whitespace:
            trim_end(view, loop, &stop)
        if not check_size(plan, loop):
            return OVERSIZE
        if strict and plan.snaps and view.width > 1 and not check_surrogates(view, loop, loop.start.at, stop.at):
            return SURROGATE
        if not (plan.skip_blank and is_blank(view, loop)):
            if not push(spans, loop.start.at, stop.at):
                return NO_MEMORY
            if sizes != NULL and not push(sizes, loop.start.m, stop.m):
                return NO_MEMORY
        if plan.strip_whitespace:
            move_to(view, ruler, &loop.end, visible(view, loop.end.at))
    return DONE


cdef inline bint steady_windows(View *view, const Plan *plan, Loop *loop, SpanArray *spans, bint strict,
                                Py_ssize_t lines) noexcept nogil:
    """The fast path for chunks of which the first row finds the end, and the first overlap level the start.

        until such a chunk fails, or may be near the end of the text:
            start = the first boundary of the overlap level from end - overlap on, or end without an overlap
            end   = the last boundary of the row from start + at_least to start + size

    1. It tries one row and one overlap level. A chunk for which one of them finds nothing is left to the loop, which
       begins it anew: the searches remember what they found. So is one whose ends touch a lone surrogate.
    2. It does not look for the next unit. It is right because an end of the first row leaves it room (Plan.defers), with
       `by_words` where that begins a word without a doubt.
    3. It may only be given a plan with `steady` (compile_plan), a text in which every offset is a code point's (SAME),
       and a loop in which the last chunk was one of these (Loop.steady), since a chunk that is none is searched for
       twice. It does not come near `loop.most`, where the minimum has a say.
    False when there is no memory."""
    cdef Py_ssize_t start = loop.start.at, end = loop.end.at, low, begin, limit, p
    while end < loop.decided_end:
        low = max(start + 1, end - plan.overlap)
        begin = end
        if low < end:
            begin = first_boundary(view, &loop.overlaps[0], low, end)
        limit = begin + plan.size
        if begin < 0 or limit >= loop.most:
            break
        prefetch(view, loop, loop.limit.at, limit, lines)
        p = last_boundary(view, &loop.rows[0], max(end + 1, begin + plan.rows[0].at_least), limit + 1)
        if p < 0 or (plan.by_words and not begins_word(view, p)):
            break
        if strict and view.width > 1 and not check_surrogates(view, loop, begin, p):
            break
        if not push(spans, begin, p):
            return False
        start, end = begin, p
        loop.limit.at = loop.limit.m = limit
    loop.start.at = loop.start.m = start
    loop.end.at = loop.end.m = end
    return True


cdef inline void prefetch(const View *view, Loop *loop, Py_ssize_t before, Py_ssize_t limit,
                          Py_ssize_t lines) noexcept nogil:
    """Ask for the text around the limit four chunks ahead: a long text is not in the cache, and waiting for it
    would cost more than all else. `before` is the limit of the chunk before. The number of lines is the same
    each time, because a loop of unknown length costs a wrong guess."""
    cdef Py_ssize_t unit = view.width if view.width else 1, k
    loop.stride += (limit - before - loop.stride) >> 3  # a moving average over about eight chunks
    cdef const unsigned char *top = view.data + (limit + AHEAD * loop.stride) * unit + AFTER
    for k in range(0, lines, 4):
        shiplap_prefetch(top - CACHE_LINE * k)
        shiplap_prefetch(top - CACHE_LINE * (k + 1))
        shiplap_prefetch(top - CACHE_LINE * (k + 2))
        shiplap_prefetch(top - CACHE_LINE * (k + 3))


cdef Outcome exact_windows(const View *view, const Plan *plan, Loop *loop, SpanArray *spans) noexcept nogil:
    """The fast path for exact windows: start, start + size, and the next start a step further.

    1. It searches nothing. It is right because the only level of such a plan is `char`: every offset is a boundary, so
       the best end is the limit, and the overlap is exactly what was asked.
    2. It may only be given a plan with `exact` (compile_plan), and a text in which every offset is a code point's
       (SAME), so that a surrogate or a code point of several bytes cannot be cut.
    """
    cdef Py_ssize_t step = plan.size - plan.overlap, start = 0, end = loop.end.at
    if loop.begun:
        start = end - plan.overlap
    while end < loop.decided_end:
        end = start + plan.size if view.size - start > plan.size else view.size
        if plan.skip_blank:
            loop.start.at, loop.end.at = start, end
            shiplap_prefetch(view.data + (start + AHEAD_BLANK * min(step, MAX_STEP)) * view.width)
        if not (plan.skip_blank and is_blank(view, loop)) and not push(spans, start, end):
            return NO_MEMORY
        start += step
    loop.begun, loop.start.at, loop.end.at = end > 0, start - step, end
    return DONE


cdef void trim_end(View *view, const Loop *loop, Place *stop) noexcept nogil:
    """Move the stop back over white space. Only that is measured, so that no text is measured twice."""
    stop.at = visible_end(view, loop.start.at, loop.end.at)
    stop.m = loop.end.m - measure(view, loop.ruler, stop.at, loop.end.at)


cdef inline bint is_blank(const View *view, Loop *loop) noexcept nogil:
    """Whether the chunk is white space only. Remembers what it saw, so that long blanks are read once."""
    if loop.seen < loop.start.at:
        loop.seen = loop.start.at
    if loop.seen < loop.end.at:
        loop.seen = visible(view, loop.seen)
    return loop.seen >= loop.end.at


cdef inline bint check_size(const Plan *plan, const Loop *loop) noexcept nogil:
    """Whether the chunk is within the maximum, where more is an error."""
    return not plan.oversize_raises or loop.end.m - loop.start.m <= plan.max_size


cdef inline bint check_surrogates(const View *view, Loop *loop, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """Whether the ends of a chunk touch no lone surrogate; the place of one is then in loop.seen."""
    cdef Py_ssize_t[4] at
    cdef int k
    at[0], at[1], at[2], at[3] = start - 1, start, stop - 1, stop
    for k in range(4):
        if is_surrogate(view, at[k]):
            loop.seen = at[k]
            return False
    return True
