# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Window slicing: the loop that cuts chunks; overlap backtracking, which finds the start of the next chunk; the pass that
finds all sentences; the loop that cuts chunks by a tokenizer's tokens; batches, which cut many texts in one call; and the
loops that split a text at separators and merge the pieces."""

import re

cimport cython
from cpython.array cimport array, clone, resize_smart
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.dict cimport PyDict_GetItemWithError
from cpython.list cimport PyList_GET_ITEM, PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_AsUnsignedLongMask
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree, PyMem_RawRealloc
from cpython.number cimport PyIndex_Check
from cpython.object cimport Py_GE, Py_GT, PyObject, PyObject_RichCompareBool
from cpython.ref cimport Py_INCREF, Py_XDECREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from shiplap._core.boundaries cimport (
    CHAR,
    CONTEXT,
    FAST_REACH,
    FIND_LOOKS,
    GIVEN,
    GRAPHEME,
    HAS_MARKED,
    NO_HEADINGS,
    PARAGRAPH,
    SECTION,
    SENTENCE_STANDARD,
    SEPARATOR,
    UNKNOWN,
    WORD,
    Judged,
    Level,
    Lexicon,
    Offsets,
    Query,
    Rules,
    Separators,
    anchor_before,
    begin_query,
    candidate_of,
    first_boundary,
    is_level_boundary,
    is_lone,
    is_place,
    is_plain,
    keep_sentence_ends,
    last_boundary,
    line_begin,
    may_end_indentation,
)
from shiplap._core.csrc cimport (
    SHIPLAP_PLACES_ROOM,
    shiplap_find_first,
    shiplap_find_last,
    shiplap_prefetch,
    shiplap_scan_all,
    shiplap_sums,
    shiplap_sums_walk,
    shiplap_wide_surrogate,
)
from shiplap._core.regions cimport headings_of
from shiplap._core.text cimport (
    BYTES,
    CHARACTERS,
    IN_CHARACTERS,
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
    ahead,
    assign,
    back,
    begin_sums,
    catch_up,
    code_point_size,
    convert_pairs,
    furthest,
    is_ascii,
    is_continuation,
    is_own,
    is_surrogate,
    is_visible,
    known_text,
    list_of_numbers,
    measure,
    move_ahead,
    move_to,
    move_to_furthest,
    next_code_point,
    push,
    read_view,
    reserve,
    text_of_memory,
    unit_at,
    view_str,
    visible,
    visible_end,
)

from shiplap._core.boundaries import FORMS
from shiplap.errors import ChunkLimitError, TextError
from shiplap.levels import LEVELS, number
from shiplap.plan import in_characters
from shiplap.threads import heed_interrupts

# The type of two functions that the compiler must not inline.
cdef extern from "shiplap_inline.h":
    ctypedef void noinline "SHIPLAP_NOINLINE void"

cdef enum:
    # Prefetching (`prefetch`): a cache line has 64 bytes. The text is requested AHEAD chunks before it is read: at 20 to
    # 40 ns a chunk, four chunks take as long as one access to memory, about 100 ns. A rule reads up to AFTER bytes behind the
    # limit. Before the limit the search reads the overlap and a sentence (BEFORE). More than MAX_PREFETCHED bytes at once
    # exceed the requests that a processor can have open.
    CACHE_LINE = 64
    AHEAD = 4
    AFTER = 256
    BEFORE = AFTER + CACHE_LINE
    MAX_PREFETCHED = 1024
    # Exact windows that only search visible text do so little work for each chunk that they prefetch further ahead.
    AHEAD_BLANK = 16
    MAX_STEP = 65536    # bytes; prefetches further ahead are dropped if their page is not in the TLB

# How the loop ended.
cdef enum Outcome:
    DONE, NO_MEMORY, OVERSIZE, SURROGATE, MORE


# ---- the interface of a loop to a batch


cdef class CompiledLoop:
    """A loop that cuts a text without the GIL."""

    @property
    def compiled(self):
        """The loop itself."""
        return self

    cdef Verdict cut_view(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) noexcept nogil:
        return FAILED

    cdef int cut_large(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) except -1:
        return FAILED


cdef bint align(const SpanArray *native, SpanArray *measured) noexcept nogil:
    cdef Py_ssize_t missing = native.count - measured.count
    if missing <= 0:
        return True
    if measured.room < native.count and not reserve(measured, native.room):
        return False
    memcpy(measured.data + 2 * measured.count, native.data + 2 * measured.count, missing * 2 * sizeof(int64_t))
    measured.count = native.count
    return True


# ---- a compiled plan


cdef int compile_plan(Plan *compiled, plan) except -1:
    """Compile a shiplap.plan.Plan in characters or bytes."""
    cdef int k
    cdef Level first_unit
    cdef str pick, unit = plan.unit, oversize = plan.oversize
    cdef tuple rows = plan.rows, units = plan.units, overlap_levels = plan.overlap_levels
    if max(len(rows), len(units), len(overlap_levels)) > MAX_ROWS:
        raise ValueError(f"a plan has at most {MAX_ROWS} rows, units and overlap levels each")
    compiled.in_bytes = unit == "bytes"
    compiled.size, compiled.overlap = plan.size, plan.overlap
    compiled.min_size, compiled.max_size = plan.min_size, plan.max_size
    compiled.row_count = len(rows)
    for k, row in enumerate(rows):
        compiled.rows[k].level = level_of(row)
        compiled.rows[k].at_least, compiled.rows[k].at_most = row.at_least, row.at_most
        compiled.rows[k].keeps_headings = row.keeps_headings and compiled.rows[k].level != CHAR
        pick = row.pick
        compiled.rows[k].last = pick != "first"
        compiled.rows[k].by_units = pick == "end_of_unit"
        compiled.remainders |= compiled.rows[k].by_units
    compiled.unit_count = len(units)
    for k, each in enumerate(units):
        compiled.units[k].level = level_of(each)
        compiled.units[k].at_most = compiled.units[k].reach = each.at_most
        compiled.units[k].keeps_headings = each.keeps_headings and compiled.units[k].level != CHAR
        compiled.units[k].again = k > 0 and compiled.units[k].level == compiled.units[k - 1].level \
            and compiled.units[k].keeps_headings == compiled.units[k - 1].keeps_headings
    for k in range(compiled.unit_count - 1, 0, -1):
        if compiled.units[k].again:
            compiled.units[k - 1].reach = max(compiled.units[k - 1].reach, compiled.units[k].reach)
    compiled.overlap_count = len(overlap_levels)
    for k, level in enumerate(overlap_levels):
        compiled.overlap_levels[k] = <Level> <int> number(level)
    compiled.breaks = plan.break_at is not None
    if compiled.breaks:
        compiled.break_at.level = level_of(plan.break_at)
        compiled.break_at.keeps_headings = plan.break_at.keeps_headings and compiled.break_at.level != CHAR
    compiled.strip_whitespace, compiled.skip_blank = plan.strip_whitespace, plan.skip_blank
    compiled.oversize_raises, compiled.snaps = oversize == "raise", plan.snaps
    first_unit = compiled.units[0].level
    compiled.exact = not compiled.snaps and not compiled.strip_whitespace and is_full(compiled) \
        and compiled.min_size == 0 and first_unit == CHAR
    # A plan defers if a chunk's end is searched before the room for the next unit is tested. This gains 80 % of the instructions
    # of prose and 29 % of those of other scripts. The result is equal: a unit ends at each end that the first row finds, so the
    # next unit fits; otherwise the test is made. A plan that trims white space does not defer, since trimming moves the start
    # after the test.
    compiled.defers = not compiled.strip_whitespace \
        and max(compiled.size, compiled.rows[0].at_most) <= compiled.units[0].at_most \
        and (first_unit == CHAR or first_unit == GRAPHEME or first_unit == compiled.rows[0].level) \
        and compiled.rows[0].level != CHAR \
        and compiled.units[0].keeps_headings <= compiled.rows[0].keeps_headings
    # Likewise for words: if a word begins at the end that was found, by any row, the next word has ended there.
    if not compiled.defers and not compiled.strip_whitespace and first_unit == WORD \
            and compiled.size <= compiled.units[0].at_most:
        compiled.by_words = True
        for k in range(compiled.row_count):
            compiled.by_words &= compiled.rows[k].at_most <= compiled.units[0].at_most
        compiled.defers = compiled.by_words
        while compiled.sure_rows < compiled.row_count \
                and compiled.units[0].keeps_headings <= compiled.rows[compiled.sure_rows].keeps_headings:
            compiled.sure_rows += 1
    compiled.steady = compiled.defers and (not compiled.by_words or compiled.sure_rows > 0) and is_full(compiled) \
        and (compiled.overlap_count > 0 or compiled.overlap == 0) \
        and not (compiled.breaks or compiled.remainders or compiled.skip_blank or compiled.oversize_raises)
    return 0


cdef Level level_of(rule) except *:
    """Return the level of a row or a unit of a shiplap.plan.Plan."""
    return <Level> <int> number(rule.level)


cdef bint is_full(const Plan *plan) noexcept nogil:
    """Return whether the first row takes the last boundary of all within the size."""
    return plan.rows[0].at_most == plan.size and plan.rows[0].last and not plan.rows[0].by_units


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
        self.lexicon = Lexicon(plan.language, plan.abbreviations, plan.line_breaks)
        self.separators = Separators(plan.separators)
        self.given_count = self.count_given(&self.plan)
        if self.has_choice:
            self.given_count = max(self.given_count, self.count_given(&self.plan_with_headings))
        self.as_bytes = self.plan.in_bytes
        self.measures = not self.as_bytes
        self.size = self.plan.size if self.plan.snaps else 0
        self.whole = self.as_bytes or self.plan.snaps or self.plan.strip_whitespace or self.plan.min_size > 0

    cdef int count_given(self, const Plan *plan) except -1:
        """Return how many arrays of given positions a plan names."""
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
        """Return the level, if the plan has its data."""
        if level >= GIVEN + MAX_GIVEN or SEPARATOR + self.separators.count <= level < GIVEN:
            raise ValueError(f"a plan has at most {MAX_GIVEN} arrays of given positions, and the separators that it names")
        return level

    cdef Rules rules(self, int headings) noexcept nogil:
        cdef Rules rules
        rules.lexicon, rules.separators, rules.boundary_sets = &self.lexicon.known, self.separators.data, NULL
        rules.headings, rules.judged = headings, NULL
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
        """Return the plan for a text; its heading patterns are written to the rules. A plan without another plan counts
        as one for texts with headings. A text that is one chunk by either plan is not searched for headings."""
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

    def headings_of(self, Text text not None, int known=0, /):
        """Return the heading patterns of a text, given the `known` ones (shiplap._data.heading_looks). It must be the
        whole text, or at least KNOWN_BY code points of it."""
        cdef View view
        if not self.has_choice and not self.finds_looks:
            return <int> HAS_MARKED
        text.prepare(False, True)
        view = text.view
        return headings_of(&view, self.known_headings(known), self.finds_looks)

    def cut(self, Text text not None, given=(), int headings=0, /):
        """Return the chunks of a text: (native, measured), two Spans of shape (n, 2).

        `given` has the offsets of each of the levels `given:0`, `given:1`, ..., as `Text.native` makes them: an array
        of int64, each larger than the one before.
        `native` are offsets in the text's own form (characters of a str, bytes of UTF-8). `measured` are these
        offsets in the plan's unit (characters, if that is estimated tokens), if the units differ and the loop has
        counted them anyway, else None.
        `headings`: the known heading patterns, a number of shiplap._data.heading_looks.
        Raises TextError and ChunkLimitError.
        """
        cdef Loop loop
        return self.run(text, given, &loop, -1, 0, True, -1, headings)

    def resume(self, Text text not None, given, Py_ssize_t start, Py_ssize_t end, bint final, int headings=0, /):
        """Return the chunks of a part of a text, after the chunk (start, end), or from 0 with start < 0: (native,
        measured, start, end, keep). `start`, `end`: the last chunk. `keep`: where the next part may begin.

        A part begins with the text, or with a grapheme cluster CONTEXT or more code points before the chunk. If it is
        not `final`, only the chunks that do not depend on the text after it are returned.
        """
        cdef Loop loop
        if not (end == 0 if start < 0 else start < end <= text.view.size):
            raise ValueError((start, end))
        native, measured = self.run(text, given, &loop, start, end, final, -1, headings)
        if not loop.begun:
            return native, measured, -1, 0, 0
        return native, measured, loop.start.at, loop.end.at, anchor_before(text, loop.start.at)

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
            while True:  # in steps, so that Ctrl-C interrupts
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
        """Cut one large text of a batch, and return a Verdict."""
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
                return OUT_OF_MEMORY
            sizes = measured
        until = loop.decided_end
        while True:  # in steps, so that Ctrl-C interrupts
            loop.decided_end = min(until, loop.end.at + STEP)
            with nogil:
                outcome = windows(view, plan, &loop, native, sizes, strict)
            if outcome != DONE or loop.end.at >= min(until, view.size):
                break
            heed_interrupts()
        if outcome == NO_MEMORY:
            return OUT_OF_MEMORY
        return CUT if outcome == DONE and view.bad < 0 else FAILED

    cdef Verdict cut_view(self, View *view, int headings, bint strict, SpanArray *native,
                          SpanArray *measured) noexcept nogil:
        """Cut one text of a batch, without the GIL."""
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
                return OUT_OF_MEMORY
            sizes = measured
        outcome = windows(view, plan, &loop, native, sizes, strict)
        if outcome == NO_MEMORY:
            return OUT_OF_MEMORY
        return CUT if outcome == DONE and view.bad < 0 else FAILED


cdef inline Py_ssize_t best_end(View *view, const Plan *plan, Loop *loop, Query *queries, Py_ssize_t most,
                                int *row, Ruler ruler) noexcept nogil:
    """Return the boundary of the first row that has one, after the end and not after `most`, or -1. `row` is its
    number."""
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


cdef inline bint begins_word(const View *view, const Query *query, Py_ssize_t p) noexcept nogil:
    """Return whether a word certainly begins at p, 0 < p < size, which a search has found: visible text after ASCII white
    space. At the begin of a line, indentation of spaces and tabs may be between them (B1)."""
    cdef Py_UCS4 before = unit_at(view, p - 1), unit = unit_at(view, p)
    cdef Py_ssize_t end
    if before == u' ' or before == u'\t':
        if not query.is_indented and may_end_indentation(view, p):
            return False
    elif u'\n' <= before <= u'\r':
        end = p + FAST_REACH if view.size - p > FAST_REACH else view.size - 1
        while (unit == u' ' or unit == u'\t') and p < end:
            p += 1
            unit = unit_at(view, p)
    else:
        return False
    return is_visible(view, unit) and is_lone(view, unit)


cdef Py_ssize_t tail(View *view, const Plan *plan, Loop *loop, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t p
    cdef int row
    if least_start_for_rest(view, plan, loop) <= loop.start.m:
        return loop.last
    begin_tails(plan, loop, view)
    p = best_end(view, plan, loop, loop.tails, loop.most, &row, loop.ruler)
    return end if p < 0 else p


cdef inline bint next_end(View *view, const Plan *plan, Loop *loop, Ruler ruler) noexcept nogil:
    """Move the end on to the best boundary, or else to the limit or by one code point. If the next unit has no room, move the
    start on instead, and return False."""
    cdef int row = 0
    cdef Py_ssize_t p = best_end(view, plan, loop, loop.rows, view.size, &row, ruler)
    if plan.defers and (p < 0 or ((not begins_word(view, &loop.rows[row], p) or row >= plan.sure_rows) if plan.by_words else row > 0)) \
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
    """Return the end of the first unit of `break_at` that ends within the limit, where the chunk must end; or -1."""
    cdef Py_ssize_t low = next_code_point(view, loop.end.at)
    return first_boundary(view, &loop.breaks, low, loop.limit.at + 1) if low <= loop.limit.at else -1


cdef Outcome windows(View *view, const Plan *plan, Loop *loop, SpanArray *spans, SpanArray *sizes,
                     bint strict) noexcept nogil:
    """Run the loop. The measures of the spans are written to `sizes`, unless it is NULL."""
    cdef Outcome outcome
    if loop.ruler == SAME:  # the usual ruler has its own copy
        if plan.exact:
            return exact_windows(view, plan, loop, spans)
        windows_by_offsets(view, plan, loop, spans, sizes, strict, &outcome)
    else:
        windows_by_measures(view, plan, loop, spans, sizes, strict, &outcome)
    return outcome


# These are two functions because one function, of 110 kB of machine code, takes gcc 12 a quarter longer to compile.
cdef noinline windows_by_offsets(View *view, const Plan *plan, Loop *loop, SpanArray *spans, SpanArray *sizes,
                                 bint strict, Outcome *outcome) noexcept nogil:
    """Run the loop for a text in which an offset is its measure."""
    outcome[0] = windows_by(view, plan, loop, spans, sizes, strict, SAME)


cdef noinline windows_by_measures(View *view, const Plan *plan, Loop *loop, SpanArray *spans, SpanArray *sizes,
                                  bint strict, Outcome *outcome) noexcept nogil:
    """Run the loop for the other rulers."""
    cdef shiplap_sums sums
    if loop.ruler == CHARACTERS:
        begin_sums(view, &loop.limit if loop.limit.at > loop.end.at else &loop.end, &sums)
    outcome[0] = windows_by(view, plan, loop, spans, sizes, strict, loop.ruler)
    view.sums = NULL


cdef inline Outcome windows_by(View *view, const Plan *plan, Loop *loop, SpanArray *spans, SpanArray *sizes,
                               bint strict, Ruler ruler) noexcept nogil:
    """Run the loop for one ruler, in the order of the reference's `windows`."""
    cdef Place stop
    cdef Py_ssize_t limit, broken
    cdef Py_ssize_t lines = min(plan.size, plan.overlap + BEFORE, MAX_PREFETCHED) * (view.width if view.width else 1) \
        // CACHE_LINE + 1
    if plan.strip_whitespace:
        move_to(view, ruler, &loop.end, visible(view, loop.end.at))
    while loop.end.at < loop.decided_end and loop.end.at < view.size:  # `view.size` shrinks if the text proves ill-formed
        if ruler == SAME and plan.steady and loop.steady:
            if not steady_windows(view, plan, loop, spans, strict, lines):
                return NO_MEMORY
            if loop.end.at >= loop.decided_end:
                break
        if loop.begun:
            if plan.remainders:
                mark_started_units(view, plan, &loop.remainders, loop.start.at, loop.end.at)
            if ruler == CHARACTERS and plan.exact:
                move_ahead(view, ruler, &loop.start, loop.end.m - plan.overlap)
            else:
                next_start(view, plan, loop)
        loop.begun = True
        if plan.strip_whitespace:
            move_to(view, ruler, &loop.start, visible(view, loop.start.at))
            if loop.start.at > loop.end.at:
                assign(&loop.start, &loop.end)  # this happens only if another thread writes to the text
        while True:  # at most two passes
            if loop.limit.at < loop.start.at:
                assign(&loop.limit, &loop.start)
            limit = loop.limit.at
            if ruler != CHARACTERS or not shiplap_sums_walk(view.sums, view.data, view.valid, loop.start.m + plan.size,
                                                            &loop.limit.at, &loop.limit.m):
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
            # exact windows in characters (exact_windows) need no search: half of the instructions, apart from validation
            if loop.limit.at == view.size or (ruler == CHARACTERS and plan.exact):
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
    """Cut chunks whose end the first row finds, and whose start the first overlap level finds: the fast path.

        until a chunk is not of this kind, or may be near the end of the text:
            start = the first boundary of the overlap level from end - overlap on; without an overlap, end
            end   = the last boundary of the row from start + at_least to start + size

    1. It tries one row and one overlap level. If one of them finds no boundary, or if an end touches a lone surrogate,
       the general loop cuts the chunk again; the searches keep their results.
    2. It does not search for the next unit. The result is equal, because an end of the first row leaves room for the unit
       (Plan.defers); with `by_words`, only if that end certainly begins a word.
    3. It requires a plan with `steady` (compile_plan), a text in which every offset is that of a code point (SAME), and a
       loop whose last chunk was of this kind (Loop.steady), since other chunks are searched twice. It stops before
       `loop.most`, from where the minimum can move an end.
    4. It saves 24 % of the instructions of prose, and 11 % of the time.

    Return False if memory is missing."""
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
        if p < 0 or (plan.by_words and not begins_word(view, &loop.rows[0], p)):
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
    """Prefetch the text around the limit four chunks ahead: a long text is not in the cache, and waiting for memory
    would cost more than the rest of the work. `before`: the limit of the chunk before. The number of cache lines is
    constant, because a loop of unknown length costs a misprediction."""
    cdef Py_ssize_t unit = view.width if view.width else 1, k
    loop.stride += (limit - before - loop.stride) >> 3  # a moving average over about eight chunks
    cdef const unsigned char *top = view.data + (limit + AHEAD * loop.stride) * unit + AFTER
    for k in range(0, lines, 4):
        shiplap_prefetch(top - CACHE_LINE * k)
        shiplap_prefetch(top - CACHE_LINE * (k + 1))
        shiplap_prefetch(top - CACHE_LINE * (k + 2))
        shiplap_prefetch(top - CACHE_LINE * (k + 3))


cdef Outcome exact_windows(const View *view, const Plan *plan, Loop *loop, SpanArray *spans) noexcept nogil:
    """Take the fast path for exact windows: start, start + size, and the next start a step further.

    1. It does not search. The result is equal, because the only level of such a plan is `char`: every offset is a boundary,
       so the best end is the limit, and the overlap has exactly its option's size.
    2. It requires a plan with `exact` (compile_plan), and a text in which every offset is that of a code point (SAME), so
       that a surrogate or a code point of several bytes cannot be cut.
    3. Without it exact windows take 2.7 times the instructions, and batches of small documents 1.2 times.
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
    """Move the stop back over white space. Only the white space is measured, so that no text is measured twice."""
    stop.at = visible_end(view, loop.start.at, loop.end.at)
    stop.m = loop.end.m - measure(view, loop.ruler, stop.at, loop.end.at)


cdef inline bint is_blank(const View *view, Loop *loop) noexcept nogil:
    """Return whether the chunk is only white space. `loop.seen` keeps the progress, so that long blanks are read once."""
    if loop.seen < loop.start.at:
        loop.seen = loop.start.at
    if loop.seen < loop.end.at:
        loop.seen = visible(view, loop.seen)
    return loop.seen >= loop.end.at


cdef inline bint check_size(const Plan *plan, const Loop *loop) noexcept nogil:
    """Return whether the chunk is within the maximum, if exceeding it is an error."""
    return not plan.oversize_raises or loop.end.m - loop.start.m <= plan.max_size


cdef inline bint check_surrogates(const View *view, Loop *loop, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """Return whether the ends of a chunk touch no lone surrogate; if False, loop.seen is set to its offset."""
    cdef Py_ssize_t[4] at
    cdef int k
    at[0], at[1], at[2], at[3] = start - 1, start, stop - 1, stop
    for k in range(4):
        if is_surrogate(view, at[k]):
            loop.seen = at[k]
            return False
    return True


# ---- overlap backtracking, and how the loop begins


cdef inline void begin(const Plan *plan, Rules *rules, Loop *loop, View *view) noexcept nogil:
    """Begin the loop at the start of a text."""
    begin_anywhere(plan, rules, loop, view)
    if view.size > plan.size or loop.ruler == BYTES or plan.breaks:  # otherwise the text is one chunk
        begin_search(plan, loop, view)


cdef void begin_again(const Plan *plan, Rules *rules, Loop *loop, View *view, Py_ssize_t start, Py_ssize_t end,
                      bint final) noexcept nogil:
    begin_anywhere(plan, rules, loop, view)
    begin_search(plan, loop, view)
    loop.begun = start >= 0
    if loop.begun:
        move_to(view, loop.ruler, &loop.start, start)
        assign(&loop.end, &loop.start)
        move_to(view, loop.ruler, &loop.end, end)
    if not final:
        loop.decided_end = decided_end(plan, loop, view)
        loop.most = loop.last = view.size


cdef void begin_anywhere(const Plan *plan, Rules *rules, Loop *loop, const View *view) noexcept nogil:
    """Set the ruler and the ends; the rest is zero."""
    memset(loop, 0, <char *> &loop.judged - <char *> loop)
    loop.rules = rules
    if view.width == 0:
        loop.ruler = SAME_UTF8 if plan.in_bytes else CHARACTERS
    else:
        loop.ruler = BYTES if plan.in_bytes and view.ascii < view.size else SAME
    loop.most = loop.last = loop.decided_end = view.size


cdef void begin_search(const Plan *plan, Loop *loop, View *view) noexcept nogil:
    """Prepare the state that a text of more than one chunk needs."""
    begin_queries(plan, loop, view)
    if plan.min_size > 0:
        if plan.strip_whitespace:
            loop.last = visible_end(view, 0, view.size)
        loop.most = code_point_before(view, back(view, loop.ruler, loop.last, plan.min_size - 1))


cdef Py_ssize_t decided_end(const Plan *plan, const Loop *loop, View *view) noexcept nogil:
    """Return the offset up to which a chunk may end so that the next chunk does not depend on text after this one. The next
    chunk reads at most the limit, a unit, the minimum after the unit, and the context of the rules at their ends."""
    cdef Py_ssize_t most = max(plan.size, plan.max_size), least = plan.min_size, known = view.size
    cdef Py_ssize_t most_units = 4 if loop.ruler == CHARACTERS else 1, context = CONTEXT * (1 if view.width else 4)
    cdef int k
    for k in range(plan.unit_count):
        most = max(most, plan.units[k].reach)
    if least > 0 and plan.strip_whitespace:
        known = visible_end(view, 0, view.size)
    if most > known or least > known:
        return 0
    return known - (most + least) * most_units - context


cdef void begin_queries(const Plan *plan, Loop *loop, const View *view) noexcept nogil:
    """Begin the searches of the rows, of the remainders of units, and of the overlap."""
    cdef int k
    loop.rules.judged = &loop.judged
    memset(&loop.judged, 0xFF, sizeof(Judged))
    memset(loop.row_low, 0, 3 * MAX_ROWS * sizeof(Place))
    for k in range(plan.row_count):
        begin_query(&loop.rows[k], view, loop.rules, plan.rows[k].level, plan.rows[k].last, plan.rows[k].keeps_headings)
    begin_remainders(view, plan, loop.rules, &loop.remainders)
    for k in range(plan.overlap_count):
        begin_query(&loop.overlaps[k], view, loop.rules, plan.overlap_levels[k], False)
    if plan.breaks:
        begin_query(&loop.breaks, view, loop.rules, plan.break_at.level, False, plan.break_at.keeps_headings)


cdef void begin_tails(const Plan *plan, Loop *loop, const View *view) noexcept nogil:
    """Begin the searches of the rows for an end that moves back."""
    cdef int k
    if not loop.has_tails:
        for k in range(plan.row_count):
            begin_query(&loop.tails[k], view, loop.rules, plan.rows[k].level, plan.rows[k].last, plan.rows[k].keeps_headings)
    loop.has_tails = True


cdef void begin_remainders(const View *view, const Plan *plan, const Rules *rules, Remainders *remainders) noexcept nogil:
    cdef int k
    remainders.looked = remainders.shown = 0
    for k in range(plan.row_count):
        remainders.begun[k] = False
        if plan.rows[k].by_units:
            begin_query(&remainders.firsts[k], view, rules, plan.rows[k].level, False, plan.rows[k].keeps_headings)
            begin_query(&remainders.in_chunk_before[k], view, rules, plan.rows[k].level, True, plan.rows[k].keeps_headings)


cdef inline bint is_begun(const View *view, Remainders *remainders, int k, Py_ssize_t start,
                          Py_ssize_t end) noexcept nogil:
    """Return whether a unit of the level of row k that does not end at `end` has visible text in the chunk (start, end). The
    end of the visible text of the chunk is known (`shown`)."""
    cdef Py_ssize_t p = last_boundary(view, &remainders.in_chunk_before[k], next_code_point(view, start), end + 1)
    return remainders.shown > (p if p >= 0 else start)


cdef void mark_started_units(const View *view, const Plan *plan, Remainders *remainders, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Mark the rows of which a unit has begun in the chunk. Visible offsets are remembered, so that long runs of white space
    are read once."""
    cdef Py_ssize_t low = max(remainders.looked, start), stop = visible_end(view, low, end)
    cdef bint begun = True
    cdef int k
    if stop > low:
        remainders.shown = stop
    remainders.looked = end
    for k in range(plan.row_count):
        if plan.rows[k].by_units:
            begun = begun and is_begun(view, remainders, k, start, end)
            remainders.begun[k] = begun


cdef bint is_break(const View *view, const Rules *rules, const Plan *plan, Py_ssize_t at) noexcept nogil:
    """Return whether an offset is a boundary of `break_at`, 0 < at < size: no chunk repeats text across it."""
    return is_place(view, rules, plan.break_at.level, plan.break_at.keeps_headings, at)


cdef inline Py_ssize_t code_point_before(const View *view, Py_ssize_t at) noexcept nogil:
    """Return the start of the code point that ends at an offset, or -1."""
    at -= 1
    while view.width == 0 and at > 0 and is_continuation(view.data[at]):
        at -= 1
    return at


cdef inline Py_ssize_t last_fitting(const View *view, Py_ssize_t at, Py_ssize_t size, Ruler ruler) noexcept nogil:
    """Return an offset that is not before the end of any span from `at` that fits the size. It is an estimate,
    because an exact result needs counting: a code point has at most four bytes, and measures at least 1."""
    if ruler == CHARACTERS:
        size *= 4
    if view.size - at <= size:
        return view.size
    size += at
    while view.width == 0 and size > at and is_continuation(view.data[size]):
        size -= 1
    return size


cdef inline bint is_letter(const View *view, Py_UCS4 unit) noexcept nogil:
    """Return whether a unit (the first byte in UTF-8) certainly begins a code point with the property
    Grapheme_Cluster_Break=Other or Control, or CR or LF: up to U+02FF, Greek and Cyrillic, Chinese and kana."""
    if view.width == 0:
        return is_ascii(unit) or 0xC2 <= unit <= 0xCB or 0xCE <= unit <= 0xD1 or 0xE4 <= unit <= 0xE9
    return unit < u'\u0300' or u'\u0370' <= unit < u'\u0483' or u'\u30a0' <= unit < u'\ua000'


cdef inline bint is_single(const View *view, Py_ssize_t at) noexcept nogil:
    """Return whether the code point at `at` is certainly a grapheme cluster, which is true nearly always. The test needs no
    call, which gains 6 % of the instructions."""
    cdef Py_ssize_t after = next_code_point(view, at)
    if after >= view.size:
        return False
    cdef Py_UCS4 unit = unit_at(view, at), other = unit_at(view, after)
    return is_letter(view, unit) and is_letter(view, other) and not (unit == u'\r' and other == u'\n')


cdef inline Py_ssize_t least_start_for_unit(View *view, const Plan *plan, Loop *loop, Ruler ruler) noexcept nogil:
    """Return the least measure of a start with which the next unit can enter the chunk. The next unit is the first one
    of `plan.units` that alone fits its limit."""
    cdef Py_ssize_t size
    if plan.units[0].level == CHAR or (plan.units[0].level == GRAPHEME and not plan.units[0].keeps_headings
                                       and is_single(view, loop.end.at)):
        size = code_point_size(view, ruler, loop.end.at)
        if size <= plan.units[0].at_most:
            return loop.end.m + size - plan.units[0].at_most
    return search_units(view, plan, loop)


cdef Py_ssize_t search_units(View *view, const Plan *plan, Loop *loop) noexcept nogil:
    """Return the least start if the units must be searched."""
    cdef Py_ssize_t at = loop.end.at, after = next_code_point(view, at), size = 0, p = -1
    cdef Place *unit_end
    cdef int k
    if not loop.has_units:
        for k in range(plan.unit_count):
            begin_query(&loop.units[k], view, loop.rules, plan.units[k].level, False, plan.units[k].keeps_headings)
    loop.has_units = True
    for k in range(plan.unit_count):
        if not plan.units[k].again:
            p = first_boundary(view, &loop.units[k], after,
                               last_fitting(view, at, plan.units[k].reach, loop.ruler) + 1)
            if p >= 0:
                unit_end = &loop.unit_ends[k]
                catch_up(unit_end, &loop.end)
                move_to(view, loop.ruler, unit_end, p)
                size = unit_end.m - loop.end.m
        if p >= 0 and size <= plan.units[k].at_most:
            return loop.end.m + size - plan.units[k].at_most
    return loop.end.m


cdef Py_ssize_t least_start_for_rest(View *view, const Plan *plan, Loop *loop) noexcept nogil:
    """Return the least measure of a start with which all that is left can enter."""
    catch_up(&loop.rest, &loop.end)
    move_to(view, loop.ruler, &loop.rest, loop.last)
    return loop.rest.m - plan.max_size


cdef inline void next_start_by(View *view, const Plan *plan, Loop *loop, Ruler ruler) noexcept nogil:
    """Move the start to a boundary of the first overlap level that has one, else to the end.

    Three conditions hold: the start grows, the overlap is at most its option's size, and the next unit fits. A fourth one
    holds if no end after this one could leave the minimum: the rest of the text fits the maximum. No text is repeated
    across a boundary of `break_at`.
    """
    cdef Py_ssize_t low = max(loop.start.m + 1, loop.end.m - plan.overlap)
    if plan.breaks and is_break(view, loop.rules, plan, loop.end.at):
        assign(&loop.start, &loop.end)
        return
    if not plan.defers:
        low = max(low, least_start_for_unit(view, plan, loop, ruler))
    if loop.end.at >= loop.most:
        low = max(low, least_start_for_rest(view, plan, loop))
    start_from(view, plan, loop, low, ruler)


cdef inline void start_from(View *view, const Plan *plan, Loop *loop, Py_ssize_t low, Ruler ruler) noexcept nogil:
    """Move the start to the first boundary from a measure on, else to the end."""
    cdef Py_ssize_t p
    cdef int k
    move_ahead(view, ruler, &loop.low, low)
    loop.steady = True
    if loop.low.at >= loop.end.at:
        assign(&loop.start, &loop.end)
        return
    # The first level has a call of its own: its scan is another function than the scans of the other levels, and one call
    # for all levels would be mispredicted.
    p = first_boundary(view, &loop.overlaps[0], loop.low.at, loop.end.at)
    loop.steady = p >= 0
    for k in range(1, plan.overlap_count):
        if p >= 0:
            break
        p = first_boundary(view, &loop.overlaps[k], loop.low.at, loop.end.at)
    if p >= 0:
        assign(&loop.start, &loop.low)
        move_to(view, ruler, &loop.start, p)
    else:
        assign(&loop.start, &loop.end)


cdef void next_start(View *view, const Plan *plan, Loop *loop) noexcept nogil:
    if loop.ruler == SAME:  # the usual ruler has its own copy
        next_start_by(view, plan, loop, SAME)
    else:
        next_start_by(view, plan, loop, loop.ruler)


cdef bint has_room(View *view, const Plan *plan, Loop *loop) noexcept nogil:
    """Return whether the next unit can enter the chunk from its start. If not, the start is moved on."""
    cdef Py_ssize_t low = least_start_for_unit(view, plan, loop, loop.ruler)
    if low <= loop.start.m:
        return True
    start_from(view, plan, loop, max(low, loop.low.m), loop.ruler)
    return False


# ---- sentences: all boundaries of a rule, in one pass


@cython.no_gc
cdef class Splitter(CompiledLoop):
    """The sentences by the rule of one level. Immutable, so threads may share it."""

    cdef Level level
    cdef Lexicon lexicon

    def __cinit__(self, level, language=None, abbreviations=(), line_breaks="paragraph", /):
        self.level = <Level> <int> LEVELS.index(level)
        self.lexicon = Lexicon(language, abbreviations, line_breaks)
        self.whole = True

    def cut(self, Text text not None, given=(), /):
        """Return the sentences of a text: (native, None), where `native` are spans in the text's own offsets, shape
        (n, 2).

        Raises TextError.
        """
        return self.run(text, 0, True), None

    def resume(self, Text text not None, given, Py_ssize_t start, Py_ssize_t end, bint final, /):
        """Return the sentences of a part of a text, as `Windows.resume` gives chunks: (native, None, start, end,
        keep)."""
        cdef Spans native
        cdef Py_ssize_t last
        if not (end == 0 if start < 0 else start < end <= text.view.size):
            raise ValueError((start, end))
        native = self.run(text, end, final)
        last = native.array.count - 1
        if last < 0:
            return native, None, start, end, anchor_before(text, start) if start >= 0 else 0
        start, end = native.array.data[2 * last], native.array.data[2 * last + 1]
        return native, None, start, end, anchor_before(text, start)

    cdef Spans run(self, Text text, Py_ssize_t start, bint final):
        """Return the sentences from an offset on, or those that are decided."""
        cdef Spans native = Spans()
        cdef Outcome outcome
        cdef Py_ssize_t bad = -1, at = start + 1
        cdef View view
        cdef Rules rules
        text.prepare(False, True)
        view = text.view
        rules = self.rules()
        if view.size < SMALL:
            outcome = split(&view, &rules, self.level, &start, &at, view.size, final, &native.array, text.strict, &bad)
        else:
            while True:  # in steps, so that Ctrl-C interrupts
                with nogil:
                    outcome = split(&view, &rules, self.level, &start, &at, at + STEP, final, &native.array, text.strict, &bad)
                if outcome != MORE:
                    break
                heed_interrupts()
        if outcome == NO_MEMORY:
            raise MemoryError
        if outcome == SURROGATE:
            text.fail(bad)
        native.trim()
        return native

    cdef Rules rules(self) noexcept nogil:
        """Return the data that the level reads in addition to a text."""
        cdef Rules rules
        rules.lexicon, rules.separators, rules.boundary_sets, rules.judged = &self.lexicon.known, NULL, NULL, NULL
        rules.headings = 0
        return rules

    cdef int cut_large(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) except -1:
        """Cut one large text of a batch into sentences, and return a Verdict."""
        cdef Py_ssize_t bad = -1, start = 0, at = 1
        cdef Outcome outcome = MORE
        cdef Rules rules = self.rules()
        while outcome == MORE:  # in steps, so that Ctrl-C interrupts
            heed_interrupts()
            with nogil:
                outcome = split(view, &rules, self.level, &start, &at, at + STEP, True, native, strict, &bad)
        if outcome == NO_MEMORY:
            return OUT_OF_MEMORY
        return CUT if outcome == DONE else FAILED

    cdef Verdict cut_view(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) noexcept nogil:
        """Cut one text of a batch into sentences, without the GIL."""
        cdef Py_ssize_t bad = -1, start = 0, at = 1
        cdef Outcome outcome
        cdef Rules rules = self.rules()
        outcome = split(view, &rules, self.level, &start, &at, view.size, True, native, strict, &bad)
        if outcome == NO_MEMORY:
            return OUT_OF_MEMORY
        return CUT if outcome == DONE else FAILED


cdef Outcome split(const View *view, const Rules *rules, Level level, Py_ssize_t *sentence, Py_ssize_t *scanned, Py_ssize_t until,
                   bint final, SpanArray *spans, bint strict, Py_ssize_t *bad) noexcept nogil:
    """Append the sentences from the sentence that begins at `sentence` on; the text before `scanned` has been scanned. Unless
    `final`, only sentences whose end is decided are appended. Return MORE, with both offsets set, soon after `until`."""
    cdef size_t[SHIPLAP_PLACES_ROOM] places
    cdef Py_ssize_t start = sentence[0]
    cdef size_t at = scanned[0]
    cdef Py_ssize_t count, k
    cdef int candidate = candidate_of(level, rules)
    cdef Py_ssize_t high = view.size if final else view.size - CONTEXT * (1 if view.width else 4), p
    if view.size == start:
        return DONE
    while <Py_ssize_t> at < high:
        count = shiplap_scan_all(view.data, view.size, view.width, candidate, &at, high, places)
        if level == SENTENCE_STANDARD:
            count = keep_sentence_ends(view, rules.lexicon, places, count)
        for k in range(count):
            p = places[k]
            if level != SENTENCE_STANDARD and not is_plain(view, level, p) and not is_level_boundary(view, rules, level, p):
                continue
            p = line_begin(view, p)
            if p <= start:  # that sentence has already been appended
                continue
            if strict and view.width > 1:
                bad[0] = p - 1 if is_surrogate(view, p - 1) else p
                if is_surrogate(view, bad[0]):
                    return SURROGATE
            if not push(spans, start, p):
                return NO_MEMORY
            start = p
        if until <= <Py_ssize_t> at < high:
            sentence[0], scanned[0] = start, at
            return MORE
    return DONE if not final or push(spans, start, view.size) else NO_MEMORY


# ---- hierarchy: runs of chunks, which are the chunks of an upper level


cdef inline bint begins(const View *view, const Rules *rules, Level level, Py_ssize_t p) noexcept nogil:
    """Return whether a section or a paragraph begins at p, 0 < p < size.

        if a visible ASCII unit or a space is before p: no
        if a line feed is before p, and visible ASCII is at p: the rule's verdict on a candidate
        otherwise: ask the rule of any offset

    1. The path finds line starts without a scan, and excludes indentation by one unit.
    2. The result is equal, because lines begin only after line ends, which are neither visible ASCII nor a space, and visible
       ASCII after a line feed is not in indentation, and not inside a grapheme cluster.
    3. It must not be called for other levels.
    4. Without it the levels above the leaves take 3 times as long in prose, and 1.6 times in paragraphs of one short line."""
    cdef Py_UCS4 before = unit_at(view, p - 1)
    if u' ' <= before <= u'~':
        return False
    if before == u'\n' and u' ' < unit_at(view, p) <= u'~':
        return is_level_boundary(view, rules, level, p)
    return is_place(view, rules, level, False, p)


cdef Py_ssize_t last_of_run(const View *view, const int64_t *chunks, const int64_t *measures, Py_ssize_t count,
                            Py_ssize_t first, Py_ssize_t size, Py_ssize_t least) noexcept nogil:
    """Return the last chunk of the run that begins with `first`."""
    cdef Py_ssize_t start = measures[2 * first], last = first, paragraph = -1, end, p
    cdef Rules rules
    while last + 1 < count and measures[2 * last + 3] - start <= size:
        last += 1
    if last + 1 == count:
        return last
    rules.headings, rules.judged = UNKNOWN, NULL
    end = last
    while end >= first and measures[2 * end + 1] - start >= least:
        p = chunks[2 * end + 2]
        if begins(view, &rules, SECTION, p):
            return end
        if paragraph < 0 and begins(view, &rules, PARAGRAPH, p):
            paragraph = end
        end -= 1
    return last if paragraph < 0 else paragraph


def runs(Text text not None, Spans chunks not None, Spans measures not None, Py_ssize_t size, Py_ssize_t least, /):
    """Return for each run of chunks the index of its first chunk and of the chunk after it, its span, and its measures, all
    as Spans. If `measures` is `chunks`, the spans are the measures too."""
    cdef Spans rows = Spans(), spans = Spans(), measured = spans if measures is chunks else Spans()
    cdef Py_ssize_t first = 0, last, count = min(chunks.array.count, measures.array.count)
    cdef const int64_t *at = chunks.array.data
    cdef const int64_t *m = measures.array.data
    text.prepare(False, True)
    while first < count:
        last = last_of_run(&text.view, at, m, count, first, size, least)
        if not push(&rows.array, first, last + 1) or not push(&spans.array, at[2 * first], at[2 * last + 1]) or (
                measured is not spans and not push(&measured.array, m[2 * first], m[2 * last + 1])):
            raise MemoryError
        first = last + 1
    return rows, spans, measured


# ---- windows by a tokenizer's tokens, with a limit that the final text keeps
#
# This is a second window loop, not another ruler of the loop above, for three reasons. An end that proves too large moves
# back (`fit`); in the other loop all offsets and queries only move forward, and its speed depends on that. Each chunk calls
# the tokenizer, Python code that may raise, so this loop runs with the GIL; the other loop runs without. A token may end
# inside a code point, so a size is found by edges of tokens (`Edge`) and rounded to a code point, not by an offset with one
# measure. Methods of `Cutter` have the names of the same steps in the other loop.

cdef array IDS = array("I")
cdef array INT64 = array("q")
# The target of the pointer of an empty array.
cdef uint32_t NO_NUMBER = 0

cdef enum:
    # The token counts of texts at the edges of chunks are remembered: of texts up to SHORT bytes, since longer ones hardly
    # recur, and of REMEMBERED texts (some 15 MB). Then all are dropped.
    SHORT = 64
    REMEMBERED = 100_000

cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    PyObject *PyTuple_GET_ITEM(tuple items, Py_ssize_t i)

# The tokens of a text: a table of the lengths of ids in bytes, or the lengths themselves (`ids` is NULL).
cdef struct TokenArray:
    const uint32_t *ids
    const uint8_t *table
    uint32_t mask           # the size of the table minus 1; the size is a power of two, so that no id reads outside the table
    const uint32_t *lengths
    Py_ssize_t count

# The start of token m: `m` tokens are before the byte `at`.
cdef struct Edge:
    Py_ssize_t m
    Py_ssize_t at


# ---- edges: sums of the lengths of tokens; a move from one edge to another adds only the tokens between them


cdef inline Py_ssize_t length(const TokenArray *tokens, Py_ssize_t m) noexcept nogil:
    """Return the bytes of a token."""
    return tokens.table[tokens.ids[m] & tokens.mask] if tokens.ids != NULL else tokens.lengths[m]


cdef inline void nearer(Edge *edge, const Edge *other, Py_ssize_t m) noexcept nogil:
    """Begin from another edge, if it is nearer to edge m."""
    if (other.m - m if other.m > m else m - other.m) < (edge.m - m if edge.m > m else m - edge.m):
        edge[0] = other[0]


cdef inline Py_ssize_t ended(const Edge *edge, Py_ssize_t at) noexcept nogil:
    """Return the number of tokens that end at or before a byte; `edge` is the first edge at or after the byte."""
    return edge.m - (edge.at > at)


cdef void move_to_edge(const TokenArray *tokens, Edge *edge, Py_ssize_t m) noexcept nogil:
    """Move to edge m, or to the last edge if m is larger."""
    cdef Py_ssize_t k = edge.m, at = edge.at
    cdef const uint8_t *table
    cdef const uint32_t *ids
    cdef uint32_t mask
    m = max(0, min(m, tokens.count))
    if tokens.ids != NULL:
        table, ids, mask = tokens.table, tokens.ids, tokens.mask
        while k + 4 <= m:
            at += table[ids[k] & mask] + table[ids[k + 1] & mask]
            at += table[ids[k + 2] & mask] + table[ids[k + 3] & mask]
            k += 4
        while k < m:
            at += table[ids[k] & mask]
            k += 1
        while k >= m + 4:
            at -= table[ids[k - 1] & mask] + table[ids[k - 2] & mask]
            at -= table[ids[k - 3] & mask] + table[ids[k - 4] & mask]
            k -= 4
    while k < m:
        at += tokens.lengths[k]
        k += 1
    while k > m:
        k -= 1
        at -= length(tokens, k)
    edge.m, edge.at = k, at


cdef void move_to_byte(const TokenArray *tokens, Edge *edge, Py_ssize_t at) noexcept nogil:
    """Move to the first edge at or after a byte: `m` tokens then begin before it."""
    cdef Py_ssize_t k = edge.m, now = edge.at, before
    cdef const uint8_t *table = tokens.table
    cdef const uint32_t *ids = tokens.ids
    cdef uint32_t mask = tokens.mask
    if ids != NULL:
        while now < at and k < tokens.count:
            now += table[ids[k] & mask]
            k += 1
        while k > 0:
            before = now - table[ids[k - 1] & mask]
            if before < at:
                break
            now = before
            k -= 1
    else:
        while now < at and k < tokens.count:
            now += tokens.lengths[k]
            k += 1
        while k > 0:
            before = now - <Py_ssize_t> tokens.lengths[k - 1]
            if before < at:
                break
            now = before
            k -= 1
    edge.m, edge.at = k, now


cdef inline Py_UCS4 of_three_bytes(const unsigned char *p) noexcept nogil:
    """Return the code point of three bytes of UTF-8, from U+0800 to U+FFFF, or 0 if the bytes begin another one."""
    if p[0] & 0xF0 != 0xE0:
        return 0
    return (p[0] & 0x0F) << 12 | (p[1] & 0x3F) << 6 | (p[2] & 0x3F)


cdef inline bint is_kana_or_ideograph(Py_UCS4 code) noexcept nogil:
    """Return whether a code point is a frequent letter: hiragana, katakana, ideographs of four leading bytes of UTF-8."""
    return (u'\u5000' <= code <= u'\u8fff' or u'\u3042' <= code <= u'\u3096' or u'\u30a1' <= code <= u'\u30fa'
            or code == u'\u30fc')


cdef inline bint is_full_width_mark(Py_UCS4 code) noexcept nogil:
    """Return whether a code point is a full stop, a comma, a bracket or such."""
    return code in u'、。！，：；？' or u'〈' <= code <= u'】'


# Seams: offsets where tokenizers that first split a text at white space and marks (GPT-2 and its successors, BERT) end a
# word in any context, because no alternative of their patterns matches both sides: a visible code point and a space after
# it, an ideograph or kana and a full-width mark after it, a line feed and a letter or digit after it. So the tokens before
# and after a seam do not depend on one another. With `whole`, the tokens before it are also the same if the text ends
# there. This is not true after a line feed, because GPT-2 splits white space at the end of a text differently.
cdef bint is_seam(const View *view, Py_ssize_t at, bint whole) noexcept nogil:
    """Return whether a seam is at an offset."""
    cdef const unsigned char *p = view.data + at
    cdef Py_ssize_t begin = at - 1
    cdef View before
    if not 0 < at < view.size:
        return False
    if p[0] == c' ':
        if is_ascii(view.data[at - 1]):
            return c' ' < view.data[at - 1] <= c'~'
        while begin > 0 and is_continuation(view.data[begin]):
            begin -= 1
        before = view[0]
        before.size = at  # one code point is tested, not all white space after it
        return visible(&before, begin) == begin
    if view.data[at - 1] == c'\n' and not whole:
        return c'0' <= p[0] <= c'9' or c'a' <= p[0] <= c'z' or c'A' <= p[0] <= c'Z' \
            or (at + 3 <= view.size and is_kana_or_ideograph(of_three_bytes(p))) \
            or (p[0] == 0xD0 and at + 2 <= view.size and p[1] >= 0x90)  # U+0410 to U+043F, Cyrillic letters
    return at > 2 and at + 3 <= view.size and is_full_width_mark(of_three_bytes(p)) \
        and is_kana_or_ideograph(of_three_bytes(p - 3))


cdef Py_ssize_t first_seam(const View *view, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the first seam, low <= seam <= high, or -1, in a text that ends at `high`."""
    while low <= high:
        if 0 < low < view.size and is_seam(view, low, low == high):
            return low
        low += 1
    return -1


cdef Py_ssize_t last_seam(const View *view, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the last seam, or -1."""
    cdef Py_ssize_t at = high
    while at >= low:
        if 0 < at < view.size and is_seam(view, at, at == high):
            return at
        at -= 1
    return -1


def seam_after(Text text not None, Py_ssize_t at, /):
    """Return the first seam at or after a byte of the view at which the text may also end, or the size. A tokenizer that
    splits at white space and marks gives the parts before and after it the same tokens as in the whole text."""
    while at < text.view.size and not is_seam(&text.view, at, True):
        at += 1
    return min(at, text.view.size)


def seams(Text text not None, bint whole, /):
    """Return all seams of a text, for tests."""
    cdef Py_ssize_t at
    cdef list found = []
    for at in range(text.view.size):
        if is_seam(&text.view, at, whole):
            found.append(at)
    return found


def ids_of(list tokens not None):
    """Return a list of token ids as an array of 32 bits each."""
    cdef Py_ssize_t k, count = len(tokens)
    cdef array ids = clone(IDS, count, False)
    for k in range(count):
        ids.data.as_uints[k] = <uint32_t> PyLong_AsUnsignedLongMask(<object> PyList_GET_ITEM(tokens, k))
    return ids


# ---- the loop over tokens


def cached_utf8(str text not None):
    """Return a view of the UTF-8 that CPython keeps with a str, and makes if it is missing: valid, and not
    copied. Raises UnicodeEncodeError."""
    cdef Py_ssize_t size = 0
    cdef const char *data = PyUnicode_AsUTF8AndSize(text, &size)
    return text_of_memory(text, data, size)


cdef const void *numbers(object values, Py_ssize_t size, Py_ssize_t *count) except NULL:
    """Return the address of an array of unsigned numbers of `size` bytes, and count them. The caller keeps the array."""
    cdef Py_buffer given
    PyObject_GetBuffer(values, &given, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
    try:
        if given.ndim != 1 or given.itemsize != size or given.format[0] not in b"BIL":
            raise ValueError(f"ids and lengths are arrays of uint32, tables of uint8, not of {given.format}")
        count[0] = given.shape[0]
        return given.buf if count[0] else &NO_NUMBER
    finally:
        PyBuffer_Release(&given)


@cython.no_gc_clear
cdef class Tokens:
    """The tokens of a text: either `ids` (uint32) and `table`, the bytes of each id (uint8; its size is a power of
    two), or `lengths`, the bytes of each token (uint32)."""

    cdef TokenArray array
    cdef object owners

    def __init__(self, ids=None, table=None, lengths=None):
        cdef Py_ssize_t entries = 0
        self.owners = (ids, table, lengths)
        if ids is None:
            self.array.lengths = <const uint32_t *> numbers(lengths, sizeof(uint32_t), &self.array.count)
            return
        self.array.ids = <const uint32_t *> numbers(ids, sizeof(uint32_t), &self.array.count)
        self.array.table = <const uint8_t *> numbers(table, sizeof(uint8_t), &entries)
        if entries & (entries - 1) or entries == 0:
            raise ValueError("the table must have as many entries as a power of two")
        self.array.mask = <uint32_t> (entries - 1)

    def __len__(self):
        return self.array.count

    def lengths(self):
        """Return the bytes of each token, a list of int."""
        cdef Edge edge
        cdef Py_ssize_t k, before = 0
        cdef list found = []
        edge.m = edge.at = 0
        for k in range(1, self.array.count + 1):
            move_to_edge(&self.array, &edge, k)
            found.append(edge.at - before)
            before = edge.at
        return found


cdef class TokenWindows(Windows):
    """A compiled plan in tokens."""

    cdef bint is_one_chunk(self, const View *view) noexcept nogil:
        """False: a text may have more tokens than bytes."""
        return False

    def cut_tokens(self, Text text not None, given, Tokens tokens not None, count, dict known, int headings=0, /):
        """Return the chunks of a text in UTF-8 or ASCII: (native, counts), Spans of shape (n, 2) and an array of int64.

        `given` is as for `cut`, and `count` gives the tokens of a str. `known` is given if tokens do not depend on one
        another across seams (`is_seam`): counts of texts at the edges of chunks, by their bytes; the loop adds counts.
        Return None if the lengths of the tokens do not add up to the text. Raises
        ChunkLimitError.
        """
        cdef Cutter cutter = Cutter()
        text.prepare(False, True)
        cutter.text, cutter.tokens, cutter.count, cutter.known = text, tokens, count, known
        cutter.view, cutter.array = text.view, tokens.array
        self.show(&cutter.rules, cutter.given, given, headings)
        cutter.plan = self.choose_plan(&cutter.view, &cutter.rules)
        return cutter.run()


@cython.no_gc_clear
cdef class Cutter:
    """The loop over one text. Offsets are bytes; each offset that is measured has beside it the first edge at or after it."""

    cdef const Plan *plan
    cdef View view
    cdef Rules rules
    cdef Offsets[MAX_GIVEN] given
    cdef TokenArray array
    cdef Text text
    cdef Tokens tokens
    cdef object count
    cdef dict known
    cdef Py_ssize_t start, end, limit   # `end` is the end of the last chunk until the new end is found
    cdef Py_ssize_t last, last_m        # the end of the text to be cut, and the tokens before it
    cdef Py_ssize_t counted             # the tokens of the chunk that was tried last
    cdef Edge at_start, at_end, at_limit, at_low, at_row
    cdef Query rows[MAX_ROWS]
    cdef Remainders remainders
    cdef Query units[MAX_ROWS]
    cdef Query overlaps[MAX_ROWS]
    cdef Query breaks
    cdef Py_ssize_t found[MAX_ROWS]         # the end of each unit, or -1

    cdef object run(self):
        """Run the loop."""
        cdef Spans spans = Spans()
        cdef array counts = clone(INT64, 64, False)
        cdef Py_ssize_t k, before, stop, p, n = self.view.size, made = 0, seen = 0
        cdef const Plan *plan = self.plan
        cdef bint first = True
        for k in range(plan.row_count):
            begin_query(&self.rows[k], &self.view, &self.rules, plan.rows[k].level, plan.rows[k].last, plan.rows[k].keeps_headings)
        begin_remainders(&self.view, plan, &self.rules, &self.remainders)
        for k in range(plan.unit_count):
            begin_query(&self.units[k], &self.view, &self.rules, plan.units[k].level, False, plan.units[k].keeps_headings)
        for k in range(plan.overlap_count):
            begin_query(&self.overlaps[k], &self.view, &self.rules, plan.overlap_levels[k], False)
        if plan.breaks:
            begin_query(&self.breaks, &self.view, &self.rules, plan.break_at.level, False, plan.break_at.keeps_headings)
        self.last = visible_end(&self.view, 0, n) if plan.strip_whitespace else n
        self.last_m = self.array.count
        if plan.min_size > 0 and self.last < n:
            self.last_m = self.tokens_before(self.last)
        self.end = visible(&self.view, 0) if plan.strip_whitespace else 0
        while self.end < n:
            if spans.array.count & 1023 == 1023:  # the tokenizer, which would notice Ctrl-C, may not be called
                heed_interrupts()
            if not first:
                if plan.remainders:
                    mark_started_units(&self.view, plan, &self.remainders, self.start, self.end)
                self.next_start()
            first = False
            if plan.strip_whitespace:
                self.start = min(visible(&self.view, self.start), self.end)
            move_to_byte(&self.array, &self.at_start, self.start)
            before = self.end
            p = self.fit(before, self.next_end(before, &self.rows[0]), False)
            if p < 0:  # no end is after the last one: drop the overlap, then split the unit
                self.start = before
                move_to_byte(&self.array, &self.at_start, before)
                p = self.fit(before, self.next_end(before, NULL), True)
            self.end = p
            if self.counted > plan.max_size and plan.oversize_raises:
                raise ChunkLimitError(self.text.characters_before(self.start), self.counted, plan.max_size, "tokens")
            stop = visible_end(&self.view, self.start, p) if plan.strip_whitespace else p
            if plan.skip_blank:  # keep the progress, so that long blanks are read once
                seen = visible(&self.view, max(seen, self.start)) if seen < p else seen
            if not plan.skip_blank or seen < p:
                if not push(&spans.array, self.start, stop):
                    raise MemoryError
                if made == len(counts):
                    resize_smart(counts, 2 * made)
                counts.data.as_longlongs[made] = self.counted
                made += 1
            if plan.strip_whitespace:
                self.end = visible(&self.view, p)
                if self.end > p:
                    move_to_byte(&self.array, &self.at_end, self.end)
        nearer(&self.at_end, &self.at_limit, self.array.count)
        move_to_edge(&self.array, &self.at_end, self.array.count)
        if self.at_end.at != n:
            return None
        resize_smart(counts, made)
        spans.trim()
        return spans, counts

    # ---- sizes

    cdef Py_ssize_t tokens_before(self, Py_ssize_t at):
        """Return the tokens that begin before a byte."""
        cdef Edge edge
        edge.m = edge.at = 0
        move_to_byte(&self.array, &edge, at)
        return edge.m

    cdef inline Py_ssize_t floor_of(self, Py_ssize_t at) noexcept:
        """Return the last code point that does not begin after a byte."""
        if at >= self.view.size:
            return self.view.size
        while self.view.width == 0 and at > 0 and is_continuation(self.view.data[at]):
            at -= 1
        return at

    cdef inline Py_ssize_t ceil_of(self, Py_ssize_t at) noexcept:
        """Return the first code point that does not begin before a byte."""
        while self.view.width == 0 and at < self.view.size and is_continuation(self.view.data[at]):
            at += 1
        return min(at, self.view.size)

    cdef inline Py_ssize_t base(self) noexcept:
        """Return the number of tokens that end at or before the start: a chunk that begins inside a token includes it."""
        return ended(&self.at_start, self.start)

    cdef inline Py_ssize_t furthest(self, Edge *edge, Py_ssize_t m) noexcept:
        """Return the end of the longest span from the start that ends at or before edge m."""
        if m >= self.array.count:
            return self.view.size
        nearer(edge, &self.at_limit, m)
        move_to_edge(&self.array, edge, m)
        return max(self.floor_of(edge.at), self.start)

    cdef inline Py_ssize_t ahead(self, Py_ssize_t size) noexcept:
        """Return the end of the shortest span from the start with at least `size` tokens."""
        cdef Py_ssize_t m = self.base() + size - 1
        if m >= self.array.count:
            return self.view.size
        nearer(&self.at_row, &self.at_limit, m)
        move_to_edge(&self.array, &self.at_row, m)
        return self.ceil_of(self.at_row.at + 1)

    # ---- ends

    cdef Py_ssize_t best_end(self, Py_ssize_t before, Py_ssize_t most, Query *queries, bint least) noexcept:
        """Return the boundary of the first row that has one, after `before` and not after `most`, or -1. With
        `least`: the first boundary of all rows together. Without queries: a search that remembers nothing."""
        cdef Py_ssize_t after = next_code_point(&self.view, before), p = -1, found = -1, low, high
        cdef const Plan *plan = self.plan
        cdef Query own
        cdef Query *query
        cdef bint last
        cdef int k
        for k in range(plan.row_count):
            last = plan.rows[k].last and not self.remainders.begun[k] and not least
            low = after
            if plan.rows[k].at_least > 0:
                low = max(low, self.ahead(plan.rows[k].at_least))
            high = self.limit
            if plan.rows[k].at_most != plan.size:
                high = self.furthest(&self.at_row, self.base() + plan.rows[k].at_most)
            high = min(high, most)
            if low > high:
                continue
            query = &self.remainders.firsts[k] if self.remainders.begun[k] else &queries[k]
            if queries == NULL:
                query = &own
                begin_query(query, &self.view, &self.rules, plan.rows[k].level, last, plan.rows[k].keeps_headings)
            if last:
                p = last_boundary(&self.view, query, low, high + 1)
            else:
                p = first_boundary(&self.view, query, low, high + 1)
            if p >= 0 and not least:
                return p
            if p >= 0 and (found < 0 or p < found):
                found = p
        return found

    cdef Py_ssize_t next_end(self, Py_ssize_t before, Query *queries) noexcept:
        """Return the end of the chunk, before its text is counted."""
        cdef const Plan *plan = self.plan
        cdef Py_ssize_t base = self.base(), p, most
        nearer(&self.at_limit, &self.at_start, base + plan.size)
        if self.at_limit.m < base + plan.rows[0].at_least:  # the first row needs this edge: keep it before the limit moves on
            move_to_edge(&self.array, &self.at_limit, base + plan.rows[0].at_least - 1)
            self.at_row = self.at_limit
        move_to_edge(&self.array, &self.at_limit, base + plan.size)
        self.limit = self.view.size
        if base + plan.size < self.array.count:
            self.limit = max(self.floor_of(self.at_limit.at), self.start)
        if plan.breaks and next_code_point(&self.view, before) <= self.limit:
            p = first_boundary(&self.view, &self.breaks, next_code_point(&self.view, before), self.limit + 1)
            if p >= 0:
                return p
        if base + plan.size >= self.array.count:
            return self.limit
        p = self.best_end(before, self.view.size, queries, False)
        if p < 0:
            p = max(self.limit, next_code_point(&self.view, before))
        if plan.min_size == 0 or p >= self.last:
            return p
        nearer(&self.at_end, &self.at_limit, self.at_limit.m)
        move_to_byte(&self.array, &self.at_end, p)
        if self.last_m - ended(&self.at_end, p) >= plan.min_size:
            return p
        if self.last_m - base <= plan.max_size:
            return self.last
        self.at_row = self.at_limit
        move_to_edge(&self.array, &self.at_row, self.last_m - (plan.min_size - 1))
        most = self.floor_of(min(self.ceil_of(self.at_row.at), self.last) - 1)
        most = self.best_end(before, most, NULL, False)
        return p if most < 0 else most

    # ---- the count

    cdef Py_ssize_t final_count(self, Py_ssize_t end) except -1:
        """Return the number of tokens of the final text of the chunk that ends at `end`. With seams, only the text before
        the first seam and after the last seam is counted again."""
        cdef Py_ssize_t stop = end, first, last
        cdef Edge one, two
        if self.plan.strip_whitespace:
            stop = visible_end(&self.view, self.start, end)
        if self.known is None:
            return self.count_of(self.start, stop)
        first = first_seam(&self.view, self.start, stop)
        if first < 0:
            return self.count_of(self.start, stop)
        last = last_seam(&self.view, first, stop)
        one, two = self.at_start, self.at_end
        move_to_byte(&self.array, &one, first)
        move_to_byte(&self.array, &two, last)
        if one.at != first or two.at != last:  # the tokens do not end at the seams
            return self.count_of(self.start, stop)
        return self.known_count(self.start, first) + two.m - one.m + self.known_count(last, stop)

    cdef Py_ssize_t known_count(self, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Return the tokens of a short text, remembered: 23 to 33 % of the time with cl100k_base."""
        cdef bytes piece
        cdef PyObject *found
        if begin == end:
            return 0
        if end - begin > SHORT:
            return self.count_of(begin, end)
        piece = PyBytes_FromStringAndSize(<const char *> self.view.data + begin, end - begin)
        found = PyDict_GetItemWithError(self.known, piece)
        if found != NULL:
            return <object> found
        if len(self.known) >= REMEMBERED:
            self.known.clear()
        self.known[piece] = self.count_of(begin, end)
        return self.known[piece]

    cdef Py_ssize_t count_of(self, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Return the tokens of a text, counted by the tokenizer."""
        return self.count(self.text.slice(begin, end)) if begin < end else 0

    # ---- an end that fits

    cdef Py_ssize_t fit(self, Py_ssize_t before, Py_ssize_t end, bint cuts):
        """Return an end not after `end` with which the final text has at most `max_size` tokens, or -1; find its edge.

        The end moves back by one token, by one again, and then by 2, 4, 8 … tokens, each time to the best boundary that is
        left. If no boundary is left there, the end moves to the first boundary after `before`. If no boundary exists at
        all and `cuts` is set, the end moves back by the same number of tokens to any position after `before`; within a
        token, to the middle of the bytes after `before`. The chunk keeps at least one code point, which may be too large.
        """
        cdef Py_ssize_t step = 1, tries = 0, p, most
        while True:
            nearer(&self.at_end, &self.at_limit, self.at_limit.m)
            move_to_byte(&self.array, &self.at_end, end)
            self.counted = self.final_count(end)
            if self.counted <= self.plan.max_size:
                return end
            if tries > 1:
                step *= 2
            tries += 1
            p, most = -1, self.start
            if self.at_end.m - step > self.base():
                most = self.furthest(&self.at_row, self.at_end.m - step)
                p = self.best_end(before, most, NULL, False)
            if p < 0:
                p = self.best_end(before, self.floor_of(end - 1), NULL, True)
            if p < 0 and not cuts:
                return -1
            if p < 0:
                p = most if most > before else self.floor_of(before + (end - before) // 2)
                p = max(p, next_code_point(&self.view, before))
            if p == end:
                return end
            end = p

    # ---- starts

    cdef Py_ssize_t least_start_for_unit(self) noexcept:
        """Return the least number of tokens before a start with which the next unit can enter; if no start allows it, more
        tokens than are before the end."""
        cdef const Plan *plan = self.plan
        cdef Py_ssize_t base = ended(&self.at_end, self.end), after = next_code_point(&self.view, self.end), high, p
        cdef Edge edge
        cdef int k
        for k in range(plan.unit_count):
            edge = self.at_end
            p = -1
            if plan.units[k].again:
                p = self.found[k - 1]
            else:
                high = self.view.size
                if base + plan.units[k].reach < self.array.count:
                    move_to_edge(&self.array, &edge, base + plan.units[k].reach)
                    high = max(self.floor_of(edge.at), self.end)
                p = first_boundary(&self.view, &self.units[k], after, high + 1) if after <= high else -1
            self.found[k] = p
            if p >= 0:
                edge = self.at_end
                move_to_byte(&self.array, &edge, p)
                if edge.m - base <= plan.units[k].at_most:
                    return edge.m - plan.units[k].at_most
        return self.array.count + 1

    cdef void next_start(self) noexcept:
        """Move the start to a boundary of the first overlap level that has one, else to the end."""
        cdef const Plan *plan = self.plan
        cdef Py_ssize_t m = max(self.at_end.m - plan.overlap, self.least_start_for_unit()), low, p = -1
        cdef Edge edge
        cdef int k
        if plan.breaks and is_break(&self.view, &self.rules, plan, self.end):
            self.at_start, self.start = self.at_end, self.end
            return
        if plan.min_size > 0:
            edge = self.at_end
            p = next_code_point(&self.view, self.end)
            move_to_byte(&self.array, &edge, p)
            if self.last_m - ended(&edge, p) < plan.min_size:
                m = max(m, self.last_m - plan.max_size)
        low = self.end
        if m <= self.array.count and plan.overlap > 0:
            nearer(&self.at_low, &self.at_end, m)
            move_to_edge(&self.array, &self.at_low, m)
            low = max(next_code_point(&self.view, self.start), self.ceil_of(self.at_low.at))
        p = -1
        if low < self.end:
            for k in range(plan.overlap_count):
                p = first_boundary(&self.view, &self.overlaps[k], low, self.end)
                if p >= 0:
                    break
        self.at_start = self.at_low if p >= 0 else self.at_end
        self.start = p if p >= 0 else self.end


# ---- batches: many documents cut in one call, without the GIL
#
# The result is the same as if each were cut alone. The spans of all documents are in one array. A document that fails has no
# spans and is listed; the caller cuts it alone to get the error, so that only one function makes errors.
# A batch has many chunks, and few of them are used: their data stay in the batch until then (`LazyRow`).

cdef unsigned char NOTHING = 0      # the target of the pointer of an empty text

cdef enum:
    # Texts are prefetched this many documents ahead: the first cache line, and all lines from a little before the end of
    # the first chunk to the end of the third; longer texts prefetch for themselves (`prefetch`). Only UTF-8 is read
    # sequentially, which the processor detects.
    DOCUMENTS_AHEAD = 6
    CHUNKS_AHEAD = 3


def gather(iterator, Py_ssize_t count, Py_ssize_t size, other=None, /):
    """Take the next texts of an iterator: at most `count`, and no more once they have `size` characters or bytes.
    A text that is neither str nor bytes is replaced by the result of `other` for its number in the list and itself."""
    cdef list texts = []
    cdef object text
    cdef Py_ssize_t k
    for k in range(count):
        try:
            text = next(iterator)
        except StopIteration:
            break
        if isinstance(text, str):
            size -= PyUnicode_GET_LENGTH(text)
        elif isinstance(text, bytes):
            size -= PyBytes_GET_SIZE(text)
        else:
            if other is not None:
                text = other(k, text)
            if hasattr(text, "__len__"):
                size -= len(text)
        texts.append(text)
        if size <= 0:
            break
    return texts


@cython.no_gc_clear
cdef class Batch:
    """Documents to cut together: `run` cuts them, and then their spans, texts and chunks can be read.

    texts: a list of str, bytes, other objects of which `view` makes a Text, and None for documents that are null.
    loop: a CompiledLoop.
    view: makes a Text of any other text, or of all of them unless `strict`.
    headings: the known heading patterns of each text, a byte of shiplap._data.heading_looks; or None.

    The collector never clears a batch. A finalizer may still read it, so the owners of the views and the document ids
    are tuples: the collector empties lists.
    """

    def __cinit__(self, list texts, CompiledLoop loop not None, view, bint strict, bint blank_fails,
                  chunker=None, list document_ids=None, bytes headings=None, /):
        self.loop, self.strict, self.blank_fails, self.headings = loop, strict, blank_fails, headings
        if headings is not None:
            self.known_headings = <const unsigned char *> PyBytes_AS_STRING(headings)
        self.chunker, self.document_ids = chunker, None if document_ids is None else tuple(document_ids)
        self.allocate(len(texts))
        self.look(texts, view)

    cdef int allocate(self, Py_ssize_t count) except -1:
        """Make room for the views and rows of `count` texts."""
        self.native, self.measured = Spans(), Spans()
        self.count = count
        self.views = <View *> PyMem_RawCalloc(count + 1, sizeof(View))
        self.rows = <Py_ssize_t *> PyMem_RawCalloc(count + 1, sizeof(Py_ssize_t))
        if self.views == NULL or self.rows == NULL:
            raise MemoryError
        return 0

    def __dealloc__(self):
        PyMem_RawFree(self.views)
        PyMem_RawFree(self.rows)
        PyMem_RawFree(self.bad.data)

    cdef int look(self, list texts, view) except -1:
        """Fill in the views and their owners."""
        cdef Py_ssize_t i
        cdef object owner
        cdef View *at
        self.owners = PyTuple_New(self.count)
        for i in range(self.count):
            owner = <object> PyList_GET_ITEM(texts, i)
            self.own(i, owner)
            if i + DOCUMENTS_AHEAD < self.count:
                shiplap_prefetch(PyList_GET_ITEM(texts, i + DOCUMENTS_AHEAD))
            at = &self.views[i]
            at.bad = -1
            if owner is None:
                continue
            if self.strict and isinstance(owner, str):
                view_str(owner, at)
            elif self.strict and isinstance(owner, bytes):
                at.size = PyBytes_GET_SIZE(owner)
                at.data = <const unsigned char *> PyBytes_AS_STRING(owner) if at.size else &NOTHING
            else:
                try:
                    owner = view(owner)
                except (TypeError, ValueError):  # ValueError: TextError too
                    if not push(&self.bad, i, 0):
                        raise MemoryError
                    continue
                self.own(i, owner)
                at[0] = (<Text?> owner).view
        return 0

    cdef void own(self, Py_ssize_t i, object owner):
        """Set the owner of a view. The tuple is changed in place, which is safe because nothing else refers to it."""
        cdef PyObject *before = PyTuple_GET_ITEM(self.owners, i)
        Py_INCREF(owner)
        PyTuple_SET_ITEM(self.owners, i, owner)
        Py_XDECREF(before)

    def __len__(self):
        return self.count

    cdef inline int headings_of(self, Py_ssize_t i) noexcept nogil:
        """Return the heading patterns of a text that are known."""
        return 0 if self.known_headings == NULL else self.known_headings[i]

    def run(self):
        """Cut all documents. Raises MemoryError; other errors are those of single documents, in `failed`."""
        cdef Py_ssize_t i = 0, before
        cdef View *view
        cdef Verdict verdict = CUT
        while True:  # in steps, so that Ctrl-C interrupts
            with nogil:
                i = self.cut_some(i)
            if i == self.count or self.no_memory:
                break
            heed_interrupts()
            view, before = &self.views[i], self.native.array.count
            if view.size <= STEP:
                continue
            if not self.is_cut(view, &verdict):
                verdict = <Verdict> self.loop.cut_large(view, self.headings_of(i), self.strict, &self.native.array, &self.measured.array)
            if not self.keep(i, verdict, before):
                break
            i += 1
        if self.no_memory or (self.measured.array.count > 0 and not align(&self.native.array, &self.measured.array)):
            raise MemoryError
        self.native.trim()
        self.measured.trim()
        return self

    cdef Py_ssize_t cut_some(self, Py_ssize_t first) noexcept nogil:
        """Cut the texts from `first` on, without the GIL, as many as are a step; the rows that failed are in `bad`.
        Return the row of the next one, which is `first` if it is more than a step, or the number of texts."""
        cdef Py_ssize_t i, before, left = STEP
        cdef SpanArray *native = &self.native.array
        cdef SpanArray *measured = &self.measured.array
        cdef Verdict verdict = CUT
        cdef Py_ssize_t size = self.loop.size, at, until
        cdef View *view
        for i in range(first, self.count):
            if i + DOCUMENTS_AHEAD < self.count and self.views[i + DOCUMENTS_AHEAD].data != NULL:
                # written out, because gcc removes calls of a function that only prefetches: they have no effect
                view = &self.views[i + DOCUMENTS_AHEAD]
                shiplap_prefetch(view.data)
                if size < view.size:  # then no product overflows
                    at, until = (size - size // 5) * view.width, min(view.size, CHUNKS_AHEAD * size) * view.width
                    while at < until:
                        shiplap_prefetch(view.data + at)
                        at += CACHE_LINE
            view, before = &self.views[i], native.count
            if view.data == NULL:
                self.rows[i + 1] = before
                continue
            left -= view.size
            if left < 0:
                return i
            if not self.is_cut(view, &verdict):
                verdict = self.loop.cut_view(view, self.headings_of(i), self.strict, native, measured)
            if verdict == CUT:  # as in `keep`, without a call
                self.rows[i + 1] = native.count
            elif not self.keep(i, verdict, before):
                break
        return self.count

    cdef bint keep(self, Py_ssize_t i, Verdict verdict, Py_ssize_t before) noexcept nogil:
        """Keep the spans of a row, or drop them if it failed; `before`: how many there were. False: no memory."""
        cdef SpanArray *native = &self.native.array
        if verdict != CUT:
            native.count, self.measured.array.count = before, min(self.measured.array.count, before)
            if verdict == OUT_OF_MEMORY or not push(&self.bad, i, 0):
                self.no_memory = True
                return False
        self.rows[i + 1] = native.count
        return True

    cdef bint is_cut(self, View *view, Verdict *verdict) noexcept nogil:
        """Return whether the verdict on a text is known without cutting it."""
        verdict[0] = FAILED
        if view.size == 0 or (not is_visible(view, unit_at(view, 0)) and visible(view, 0) == view.size):
            verdict[0] = FAILED if self.blank_fails else CUT
            return True
        if view.width == 0:
            return not read_view(view, self.loop.whole)
        return (self.loop.as_bytes and self.strict and view.width > 1
                and shiplap_wide_surrogate(view.data, view.width, 0, view.size) < <size_t> view.size)

    # ---- results

    @property
    def failed(self):
        """The numbers of the documents that were not cut, ascending."""
        return sorted(list_of_numbers(self.bad.data, self.bad.count, None))

    def offsets(self):
        """Return the index of the first span of each document, then the number of all spans: an array of n + 1
        int64."""
        cdef array found = clone(INT64, self.count + 1, False)
        memcpy(found.data.as_longlongs, self.rows, (self.count + 1) * sizeof(int64_t))
        return found

    def drop(self, Py_ssize_t i):
        """Drop the text of a document: it and its chunks then have no text."""
        self.own(i, None)

    def text_at(self, Py_ssize_t i):
        """Return the text of a document, as it was given."""
        owner = self.owners[i]
        return (<Text> owner).owner if isinstance(owner, Text) else owner

    def spans(self):
        """Return the spans of all documents in characters, one after the other: Spans. Raises MemoryError."""
        cdef Spans spans = Spans()
        cdef bint done
        if not self.loop.measures:
            with nogil:
                done = self.characters(&spans.array)
            if not done:
                raise MemoryError
            return spans
        return self.measured if self.measured.array.count else self.native

    cdef bint characters(self, SpanArray *out) noexcept nogil:
        cdef const SpanArray *native = &self.native.array
        cdef Py_ssize_t i, until
        if self.loop.measures:
            if self.measured.array.count:
                native = &self.measured.array
            return align(native, out)
        for i in range(self.count):
            if is_own(&self.views[i], IN_CHARACTERS):
                until = self.rows[i + 1]
                if until == out.count:
                    continue  # no spans: the array may be missing
                if out.room < until and not reserve(out, native.room):
                    return False
                memcpy(out.data + 2 * out.count, native.data + 2 * out.count,
                       (until - out.count) * 2 * sizeof(int64_t))
                out.count = until
            elif not convert_pairs(&self.views[i], native.data + 2 * self.rows[i],
                                   self.rows[i + 1] - self.rows[i], IN_CHARACTERS, out):
                return False
        return True

    cdef Text text_of(self, Py_ssize_t i):
        """Return the text of a row."""
        owner = self.owners[i]
        if isinstance(owner, Text):
            return owner
        if isinstance(owner, (str, bytes)):
            return known_text(owner, &self.views[i])
        return Text("")  # null, or dropped

    def texts(self):
        """Return the texts of the chunks of each document: a list of lists of str. Raises TextError, with the number of
        the document as its `row`, if a text has a lone surrogate that was not found before."""
        cdef list texts = []
        try:
            for i in range(self.count):
                texts.append(self.list_of(i))
        except TextError as error:
            raise error.at(len(texts), None) from None
        return texts

    cdef list list_of(self, Py_ssize_t i):
        """Return the texts of the chunks of a row."""
        cdef Py_ssize_t first = self.rows[i]
        if self.rows[i + 1] == first or self.owners[i] is None:
            return []
        return self.text_of(i).list_of(self.native.array.data + 2 * first, self.rows[i + 1] - first, 1)

    cdef Spans rows_of(self, const SpanArray *array, Py_ssize_t i):
        """Return the spans of a row, of an array of the spans of all rows."""
        cdef Spans spans = Spans()
        cdef Py_ssize_t count = self.rows[i + 1] - self.rows[i]
        if count:
            if not reserve(&spans.array, count):
                raise MemoryError
            memcpy(spans.array.data, array.data + 2 * self.rows[i], count * 2 * sizeof(int64_t))
            spans.array.count = count
        return spans


# ---- the data that Chunks has in a batch

def lazy_chunks(Batch batch not None, cls, /):
    """Return a list of `cls`, a subclass of LazyRow: one object for each document of a batch. An object takes its part of the
    batch when it is first used."""
    cdef list found = PyList_New(batch.count)
    cdef object new = cls.__new__
    cdef LazyRow one
    cdef Py_ssize_t i
    for i in range(batch.count):
        one = new(cls)
        one.batch, one.row = batch, i
        Py_INCREF(one)
        PyList_SET_ITEM(found, i, one)
    return found


cdef class LazyRow:
    """The parent of `Chunks`, with the data of chunks in a batch until their first use. Several threads may use them at the
    same time: each takes the batch in a critical section, which is a lock only without a GIL."""

    cdef Batch batch        # None: the data were moved out of the batch
    cdef Py_ssize_t row

    cdef Batch taken(self):
        """Return the batch, or None."""
        with cython.critical_section(self):
            return self.batch

    def _part(self):
        """Return the arguments of `Chunks` for the part of the batch, or None if its data were moved out before."""
        cdef Batch batch = self.taken()
        if batch is None:
            return None
        return (batch.text_of(self.row), batch.rows_of(&batch.native.array, self.row),
                batch.rows_of(&batch.measured.array, self.row) if batch.measured.array.count else None,
                batch.chunker, None if batch.document_ids is None else batch.document_ids[self.row])

    def _leave(self):
        """Leave the batch, whose part was taken over."""
        with cython.critical_section(self):
            self.batch = None

    def _texts(self):
        """Return the texts of the chunks."""
        cdef Batch batch = self.taken()
        if batch is not None:
            return batch.list_of(self.row)
        return (<Text?> self._text).texts(self._native, self._rows)


# ---- texts cut at separators, and the pieces merged, as LangChain's splitters do it (reference/merging/splitter.py)
#
# The rules M1 to M9 are those of the reference. There are two loops:
#
# `merge`     the loop of the reference, over an array of pieces. It takes any separator and any length.
# `windows`   for adjacent pieces measured in code points: the length of a run of pieces is the distance of its ends. So a
#             chunk needs three searches, not a visit to each of its pieces:
#             1. its end is the last cut within `chunk_size` of its begin;
#             2. the next piece ends at the next cut;
#             3. the next chunk begins at the first cut with an overlap of at most `chunk_overlap`, and room for that piece.
#             It takes separators that can be searched from both sides (`Finder`), and the empty separator.
#
# A range that is being split is a frame: one of `windows`, or one of `merge` with its pieces. A long piece pushes its own
# frame (`split_range`); there Python may be called for a pattern or a length. The loops (`run`) need no GIL. They write
# rows: a slice of the text, or a number of segments that the separator joins. They return after the rows of some 256 KB, so
# that their chunks are made while that part of the text is in a cache, and that Ctrl-C can interrupt.

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    object PyUnicode_Substring(object text, Py_ssize_t start, Py_ssize_t end)

cdef extern from "Python.h" nogil:
    bint is_space "Py_UNICODE_ISSPACE"(Py_UCS4 unit)

cdef dict KINDS = {"unit": UNIT, "any": ANY, "space": SPACE, "end": END, "not": NOT}

cdef enum Kind:
    EMPTY, LITERAL, RUN, OVERLAPPING, PATTERN, FOREIGN

# A str, in which each unit is a code point.
cdef struct Units:
    const void *data
    int width
    Py_ssize_t size

cdef enum AtomKind:
    UNIT, ANY, SPACE, END, NOT, STOP

# A part of a pattern: min to max units of a kind; at the end of the text; NOT followed by the next `max` atoms.
# STOP ends an alternative.
cdef struct Atom:
    AtomKind kind
    Py_UCS4 unit
    Py_ssize_t min
    Py_ssize_t max

cdef struct Finder:
    Kind kind
    Py_ssize_t length       # the length of the literal, or of the literal at the begin of each match of the pattern
    const void *units[5]    # the literal by width; NULL if the form of the text cannot hold it
    bint is_joint           # a match that was dropped is put back as it was when pieces are joined
    Atom *atoms             # the alternatives of a pattern
    int alternatives

# A match, half open; begin < 0: no match.
cdef struct Match:
    Py_ssize_t begin
    Py_ssize_t end

# A part of a run of equal units, so that no part of a run is read twice.
cdef struct Run:
    Py_ssize_t begin
    Py_ssize_t end

cdef enum Keep:
    DROP, KEEP_START, KEEP_END

cdef enum:
    # The GIL is kept for texts of fewer units: releasing it takes as long as they do.
    MIN_UNITS_WITHOUT_GIL = 16384
    # Rows of this many bytes of text are written before their chunks are made: half of a small second-level cache.
    BYTES_OF_ROWS = 1 << 18
    # Bytes to fetch after the next search, because its offset is too far from the last one for the processor to prefetch.
    BYTES_AHEAD = 1 << 14
    # Equal pieces of up to this many units, mostly words, are measured once in a text.
    MAX_UNITS_OF_WORDS = 32
    LINE = 64

# The greatest length of a piece. Larger lengths are refused, so that sums of lengths fit 64 bits.
cdef int64_t MAX_LENGTH = 1 << 40

cdef struct Piece:
    Py_ssize_t start
    Py_ssize_t end
    Py_ssize_t gap              # the start of the dropped separator before it, else its own start
    int64_t length

cdef struct MergedRow:                # a chunk
    Py_ssize_t start
    Py_ssize_t end
    Py_ssize_t segments         # 0: a slice of the text; else the number of pieces that a separator joins
    Py_ssize_t separator

cdef struct Array:              # of pieces, rows or others
    void *data
    Py_ssize_t count
    Py_ssize_t room

cdef struct Frame:              # a range that is being split
    int number                  # the index of its separator
    int rest                    # the first separator for long pieces
    Py_ssize_t begin            # the begin of the open chunk: an offset (`windows`), or the index of a piece (`merge`)
    Py_ssize_t end              # the end of the range
    Run run                     # for `windows`
    Array pieces                # for `merge`; empty in `windows`
    Py_ssize_t next             # the next piece
    Py_ssize_t broken           # the last piece with another text before it than the joining separator
    int64_t total               # the length of the open chunk
    int64_t between             # the length of the separator that joins pieces

cdef enum Status:
    RANGE_DONE, LONG_PIECE, FULL, RANGE_NO_MEMORY

cdef struct Work:               # one text
    Units text
    Py_ssize_t reached          # the offset that the rows have reached
    Py_ssize_t made             # the offset that the rows with finished chunks have reached
    size_t fetched              # bytes of the text that were fetched
    bint is_full                # enough rows are written
    Piece long_piece            # the piece that needs a frame
    int long_rest
    Array frames
    Array rows
    Array segments              # pieces
    Array oversize              # lengths of chunks above the size (int64_t)


# Made by calls, because a class statement of Python costs 7 KB of C: a length function gave no int from 0 to 2^40; a text
# needs a separator that is marked as unsupported (M9).
UnsupportedLength = type("UnsupportedLength", (Exception,), {"__module__": __name__})
UnsupportedSeparator = type("UnsupportedSeparator", (Exception,), {"__module__": __name__})


# ---- The matches of a separator in a str, from the left, and the cuts beside a position.
#
# LITERAL   no two matches can overlap (no part of the separator is both its beginning and its end), so every occurrence
#           is a match, and a search from any side finds it.
# RUN       one unit, repeated: the matches in a run of the unit follow each other from the begin of the run, or from
#           the last known cut in it.
# OTHERS    are searched from the left only: literals that can overlap themselves (aba), patterns that need no
#           backtracking, and foreign ones, which Python's re searches.


cdef inline Py_UCS4 unit(const Units *text, Py_ssize_t i) noexcept nogil:
    """Return the code point at an offset."""
    if text.width == 1:
        return (<const unsigned char *> text.data)[i]
    if text.width == 2:
        return (<const unsigned short *> text.data)[i]
    return (<const unsigned int *> text.data)[i]


cdef inline Py_ssize_t first_end(const Finder *finder, const Units *text, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the first position in [low, high) that is after the literal, or -1."""
    if low >= high or finder.units[text.width] == NULL:
        return -1
    return shiplap_find_first(text.data, text.size, text.width, finder.units[text.width], finder.length, low, high)


cdef inline Py_ssize_t last_end(const Finder *finder, const Units *text, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the last position in [low, high) that is after the literal, or -1."""
    if low >= high or finder.units[text.width] == NULL:
        return -1
    return shiplap_find_last(text.data, text.size, text.width, finder.units[text.width], finder.length, low, high)


cdef inline Py_ssize_t run_begin(const Units *text, Run *run, Py_ssize_t at, Py_ssize_t known) noexcept nogil:
    """Return the begin of the run of units equal to the unit at `at`, not before `known`. `run`: the part of it that was
    read before."""
    cdef Py_UCS4 same = unit(text, at)
    cdef Py_ssize_t begin = at
    while begin > known and unit(text, begin - 1) == same:
        begin -= 1
        if run.begin < begin < run.end:
            begin = max(run.begin, known)
            break
    run.begin, run.end = begin, at + 1
    return begin


cdef inline bint is_run(const Units *text, Py_ssize_t begin, Py_ssize_t end, Py_UCS4 same) noexcept nogil:
    """Return whether all units of a range are this one."""
    while begin < end and unit(text, begin) == same:
        begin += 1
    return begin == end


cdef inline Py_ssize_t next_literal(const Finder *finder, const Units *text, Run *run, Py_ssize_t known, Py_ssize_t low,
                                    Py_ssize_t end) noexcept nogil:
    """Return the begin of the first match from `low` on, or -1. No match crosses `known`, which is at most `low`."""
    cdef Py_ssize_t length = finder.length, at, begin
    while True:
        at = first_end(finder, text, low + length, end + 1)
        if at < 0:
            return -1
        at -= length
        if finder.kind != RUN:
            return at
        begin = run_begin(text, run, at, known)
        if (at - begin) % length == 0:
            return at
        at += length - (at - begin) % length
        if at + length <= end and is_run(text, at, at + length, unit(text, begin)):
            return at
        low = at  # continue after the run


cdef inline Py_ssize_t last_literal(const Finder *finder, const Units *text, Run *run, Py_ssize_t known, Py_ssize_t high,
                                    Py_ssize_t end) noexcept nogil:
    """Return the begin of the last match that begins in [known, high], or -1. No match crosses `known`."""
    cdef Py_ssize_t length = finder.length
    cdef Py_ssize_t at = last_end(finder, text, known + length, min(high + length, end) + 1)
    if at < 0:
        return -1
    at -= length
    if finder.kind == RUN:
        at -= (at - run_begin(text, run, at, known)) % length
    return at


cdef inline bint is_of(const Atom *atom, Py_UCS4 given) noexcept nogil:
    """Return whether an atom matches a unit."""
    if atom.kind == UNIT:
        return given == atom.unit
    if atom.kind == ANY:
        return given != c'\n'
    return is_space(given)


cdef inline Py_ssize_t match_at(const Atom *atoms, const Units *text, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Return the end of a match that begins at `at`, or -1. No repetition needs to backtrack
    (`is_certain`)."""
    cdef Py_ssize_t count, ahead
    while atoms.kind != STOP:
        if atoms.kind == END:
            if at != end and (at != end - 1 or unit(text, at) != c'\n'):
                return -1
        elif atoms.kind == NOT:
            ahead = 0
            while ahead < atoms.max and at + ahead < end and is_of(&atoms[1 + ahead], unit(text, at + ahead)):
                ahead += 1
            if ahead == atoms.max:
                return -1
            atoms += atoms.max
        else:
            count = 0
            while count < atoms.max and at < end and is_of(atoms, unit(text, at)):
                at += 1
                count += 1
            if count < atoms.min:
                return -1
        atoms += 1
    return at


cdef inline Match next_pattern(const Finder *finder, const Units *text, Py_ssize_t low, Py_ssize_t end,
                               bint may_be_empty) noexcept nogil:
    """Return the first match of a pattern from `low` on. One at `low` itself is not empty unless `may_be_empty`."""
    cdef Match match
    cdef const Atom *atoms
    cdef Py_ssize_t at = low
    cdef int k
    while at <= end:
        if finder.length:
            at = first_end(finder, text, at + finder.length, end + 1) - finder.length
            if at < low:
                break
        atoms = finder.atoms
        for k in range(finder.alternatives):
            match.begin, match.end = at, match_at(atoms, text, at, end)
            if match.end > at or (match.end == at and (at > low or may_be_empty)):
                return match
            while atoms.kind != STOP:
                atoms += 1
            atoms += 1
        at += 1
    match.begin = match.end = -1
    return match


cdef inline Match next_match(const Finder *finder, const Units *text, Run *run, Py_ssize_t low, Py_ssize_t end,
                             bint may_be_empty) noexcept nogil:
    """Return the first match from `low` on, the end of the match before."""
    cdef Match match
    if finder.kind == PATTERN:
        return next_pattern(finder, text, low, end, may_be_empty)
    match.begin = next_literal(finder, text, run, low, low, end)
    match.end = match.begin + finder.length
    return match


# ---- the splitter


cdef inline void *append(Array *array, size_t size) noexcept nogil:
    """Add an element, and return its address; NULL if memory is missing."""
    cdef void *data
    if array.count == array.room:
        data = PyMem_RawRealloc(array.data, (2 * array.room + 16) * size)
        if data == NULL:
            return NULL
        array.data = data
        array.room = 2 * array.room + 16
    array.count += 1
    return <char *> array.data + (array.count - 1) * size


cdef inline Frame *top(Work *work) noexcept nogil:
    """Return the frame on top."""
    return <Frame *> work.frames.data + work.frames.count - 1


@cython.no_gc_clear
cdef class SeparatorSplitter:
    """Splits texts by separators into chunks of at most `chunk_size`; see the reference."""

    # the collector empties lists, not tuples: a finalizer may still use the splitter
    cdef readonly tuple separators
    cdef tuple patterns    # of re, for a separator that needs it, else None
    cdef tuple unsupported  # of each separator: whether the caller marks it (M9)
    cdef bint is_supported  # no separator is marked
    cdef int64_t chunk_size
    cdef int64_t chunk_overlap
    cdef bint recursive
    cdef bint strip
    cdef bint rejoin
    cdef object length
    cdef object on_oversize
    cdef object keep
    cdef Keep kept
    cdef bint is_regex
    cdef bint by_units              # lengths are code points
    cdef bint is_native             # no pattern and no length is Python's
    cdef int count
    cdef tuple forms                # keeps the units of the finders alive
    cdef Finder *finders
    cdef int64_t *joints            # the length of each separator that is put back

    def __cinit__(
        self, separators, *, bint is_regex, bint recursive, int64_t chunk_size, int64_t chunk_overlap,
        str keep, bint rejoin, bint strip, length=None, on_oversize=None, unsupported=None,
    ):
        self.separators, self.is_regex, self.recursive = tuple(separators), is_regex, recursive
        self.chunk_size, self.chunk_overlap, self.strip, self.rejoin = chunk_size, chunk_overlap, strip, rejoin
        self.keep, self.length, self.on_oversize = keep, length, on_oversize
        self.kept = DROP if keep is None else KEEP_END if keep == "end" else KEEP_START
        self.count = len(self.separators)
        self.by_units = self.is_native = length is None
        marked = dict(unsupported or {})
        self.unsupported = tuple(map(marked.__contains__, range(self.count)))
        self.is_supported = True not in self.unsupported
        cdef list patterns = list(map(marked.get, range(self.count))), forms = []
        cdef int number
        self.finders = <Finder *> PyMem_RawRealloc(NULL, max(self.count, 1) * sizeof(Finder))
        if self.finders == NULL:
            raise MemoryError
        memset(self.finders, 0, self.count * sizeof(Finder))
        self.joints = <int64_t *> PyMem_RawRealloc(NULL, max(self.count, 1) * sizeof(int64_t))
        if self.joints == NULL:
            raise MemoryError
        for number, separator in enumerate(self.separators):
            self.prepare(number, separator, patterns, forms)
            if self.by_units:
                self.joint(number)
        self.patterns, self.forms = tuple(patterns), tuple(forms)

    cdef int prepare(self, int number, str separator, list patterns, list forms) except -1:
        """Make the finder of a separator. Adds to `patterns` and `forms`."""
        cdef Finder *finder = &self.finders[number]
        cdef int width, limit, largest
        cdef str literal
        cdef bytes form
        cdef tuple row
        from shiplap._core.patterns import alternatives, literal_atoms, literal_prefix, overlaps_itself

        self.joints[number] = -1
        if self.unsupported[number]:
            finder.kind = FOREIGN
            self.is_native = False
            return 0
        sequences = alternatives(separator) if self.is_regex else [literal_atoms(separator)]
        if not separator:
            finder.kind = EMPTY
            return 0
        if sequences is None:
            finder.kind = FOREIGN
            self.is_native = False
            patterns[number] = re.compile(separator)
            return 0
        literal = literal_prefix(sequences)
        finder.length = len(literal)
        if literal and len(sequences) == 1 and len(sequences[0]) == finder.length:
            finder.is_joint = literal == separator and self.rejoin
            finder.kind = LITERAL
            if overlaps_itself(literal):
                finder.kind = RUN if len(set(literal)) == 1 else OVERLAPPING
        else:
            finder.kind = PATTERN
            self.compile(finder, sequences)
        largest = ord(max(literal, default="\0"))
        for row in FORMS[1:]:  # of a str
            width, encoding, limit = row
            if largest < limit:
                form = literal.encode(encoding, "surrogatepass")
                forms.append(form)
                finder.units[width] = PyBytes_AS_STRING(form)
        return 0

    cdef int compile(self, Finder *finder, list sequences) except -1:
        """Write the atoms of a pattern."""
        cdef Py_ssize_t count = sum(map(len, sequences), len(sequences))
        cdef Atom *atom = <Atom *> PyMem_RawRealloc(NULL, count * sizeof(Atom))
        cdef list sequence
        if atom == NULL:
            raise MemoryError
        finder.atoms, finder.alternatives = atom, len(sequences)
        for sequence in sequences:
            for row in sequence:
                atom.kind, atom.unit, atom.min, atom.max = <AtomKind> <int> KINDS[row[0]], row[1], row[2], row[3]
                atom += 1
            atom.kind = STOP
            atom += 1
        return 0

    def __dealloc__(self):
        for number in range(self.count if self.finders != NULL else 0):
            PyMem_RawFree(self.finders[number].atoms)
        PyMem_RawFree(self.finders)
        PyMem_RawFree(self.joints)

    def __reduce__(self):
        options = dict(
            is_regex=self.is_regex, recursive=self.recursive, chunk_size=self.chunk_size,
            chunk_overlap=self.chunk_overlap, keep=self.keep, rejoin=self.rejoin, strip=self.strip, length=self.length,
            on_oversize=self.on_oversize,
            unsupported={number: self.patterns[number] for number in range(self.count) if self.unsupported[number]},
        )
        return rebuilt, (self.separators, options)

    def split(self, str text not None):
        """Return the chunks of a text."""
        return self.chunks(text, False)[0]

    def split_with_starts(self, str text not None):
        """Return the chunks of a text, and the start of each: two lists."""
        return self.chunks(text, True)

    cdef tuple chunks(self, str text, bint with_starts):
        """Return the chunks of a text, and the start of each or None."""
        cdef Work work
        cdef MergedRow row
        cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
        cdef Status status = RANGE_DONE
        cdef bint needs_no_gil = self.is_native and size >= MIN_UNITS_WITHOUT_GIL
        memset(&work, 0, sizeof(Work))
        work.text.data, work.text.width, work.text.size = PyUnicode_DATA(text), PyUnicode_KIND(text), size
        if (self.recursive and self.length is None and self.kept != DROP and size < self.chunk_size
                and self.is_supported):
            # every piece fits, and all of them together
            row.start, row.end = 0, size
            if self.strip:
                strip_row(&work.text, &row)
            if row.start == row.end:
                return [], []
            return [PyUnicode_Substring(text, row.start, row.end)], [row.start] if with_starts else None
        chunks, starts, lengths = [], [] if with_starts else None, {}
        try:
            if needs_no_gil:
                with nogil:
                    status = RANGE_DONE if self.split_range_natively(&work, 0, size, 0) else RANGE_NO_MEMORY
            else:
                self.split_range(&work, text, lengths, 0, size, 0, -1)
            while status != RANGE_NO_MEMORY:
                if needs_no_gil:
                    with nogil:
                        status = self.run(&work)
                else:
                    status = self.run(&work)
                if status == LONG_PIECE:
                    self.split_range(&work, text, lengths, work.long_piece.start, work.long_piece.end, work.long_rest,
                                     work.long_piece.length)
                elif status != RANGE_NO_MEMORY:
                    self.make_chunks(&work, text, chunks, starts)
                    if status == RANGE_DONE:
                        return chunks, starts
                    heed_interrupts()
            raise MemoryError
        finally:
            while work.frames.count:
                pop(&work)
            PyMem_RawFree(work.frames.data)
            PyMem_RawFree(work.rows.data)
            PyMem_RawFree(work.segments.data)
            PyMem_RawFree(work.oversize.data)

    cdef int make_chunks(self, Work *work, str text, list chunks, list starts) except -1:
        """Append the chunks of the rows, and their starts unless that is None."""
        cdef MergedRow *rows = <MergedRow *> work.rows.data
        cdef const Piece *segments = <const Piece *> work.segments.data
        cdef Py_ssize_t i, start
        if self.on_oversize is not None:
            for i in range(work.oversize.count):
                self.on_oversize((<int64_t *> work.oversize.data)[i])
        for i in range(work.rows.count):
            start = rows[i].start
            if rows[i].segments:
                chunk, start = self.joined(text, segments, rows[i].segments, self.separators[rows[i].separator])
                segments += rows[i].segments
                if not chunk:
                    continue
            else:
                chunk = PyUnicode_Substring(text, start, rows[i].end)
            chunks.append(chunk)
            if starts is not None:
                starts.append(start)
        work.rows.count = work.segments.count = work.oversize.count = 0
        work.made = work.reached
        work.is_full = False
        return 0

    cdef int split_range(self, Work *work, str text, dict lengths, Py_ssize_t start, Py_ssize_t end, int first,
                         int64_t known) except -1:
        """Put a frame on top for a range, with the separators from number `first` on. `known` is its length, or -1."""
        cdef int chosen = self.count - 1, rest = self.count, number
        cdef bint is_whole = True
        cdef Frame *frame
        cdef Piece *pieces
        cdef Py_ssize_t k
        if self.is_native:
            if not self.split_range_natively(work, start, end, first):
                raise MemoryError
            return 0
        for number in range(first, self.count):
            if self.finders[number].kind == EMPTY:
                chosen, is_whole = number, False
                break
            if self.occurs(work, text, number, start, end):
                chosen, rest, is_whole = number, number + 1, False
                break
        if not self.is_supported and self.unsupported[chosen]:
            raise UnsupportedSeparator
        if start == end:
            return 0
        if self.is_searched_from_both_sides(chosen, is_whole):
            if not push_windows(work, chosen, rest, start, end):
                raise MemoryError
            return 0
        frame = push_frame(work, chosen, rest)
        if frame == NULL:
            raise MemoryError
        self.cut(work, text, &frame.pieces, chosen, start, end, is_whole)
        frame.between = self.joint(chosen)
        pieces = <Piece *> frame.pieces.data
        for k in range(frame.pieces.count):
            pieces[k].length = known if known >= 0 and is_whole else self.length_of_piece(text, lengths, &pieces[k])
            if k & 4095 == 4095:
                heed_interrupts()
        return 0

    cdef bint split_range_natively(self, Work *work, Py_ssize_t start, Py_ssize_t end, int first) noexcept nogil:
        """Split the range without calls of Python. Return False if memory is missing."""
        cdef int chosen = self.count - 1, rest = self.count, number
        cdef bint is_whole = True
        cdef Frame *frame
        for number in range(first, self.count):
            if self.finders[number].kind == EMPTY:
                chosen, is_whole = number, False
                break
            if self.occurs_natively(work, number, start, end):
                chosen, rest, is_whole = number, number + 1, False
                break
        if start == end:
            return True
        if self.is_searched_from_both_sides(chosen, is_whole):
            return push_windows(work, chosen, rest, start, end)
        frame = push_frame(work, chosen, rest)
        if frame == NULL or not self.cut_natively(work, &frame.pieces, chosen, start, end, is_whole):
            return False
        frame.between = self.joints[chosen]
        return True

    cdef bint is_searched_from_both_sides(self, int number, bint is_whole) noexcept nogil:
        """Return whether `windows` may split a range by a separator."""
        cdef Kind kind = self.finders[number].kind
        if not self.recursive or not self.by_units or is_whole:
            return False
        return kind == EMPTY or (self.kept != DROP and kind <= RUN)

    cdef bint occurs(self, Work *work, str text, int number, Py_ssize_t start, Py_ssize_t end) except -1:
        """Return whether a separator occurs in a range (M1, M9)."""
        if self.finders[number].kind == FOREIGN:
            if self.patterns[number] is None:
                raise UnsupportedSeparator
            return self.patterns[number].search(PyUnicode_Substring(text, start, end)) is not None
        return self.occurs_natively(work, number, start, end)

    cdef bint occurs_natively(self, Work *work, int number, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
        """Return whether a separator that is not foreign occurs in a range."""
        cdef Run run
        run.begin = run.end = 0
        return next_match(&self.finders[number], &work.text, &run, start, end, True).begin >= 0

    cdef int matches(self, str text, int number, Py_ssize_t start, Py_ssize_t end, Array *found) except -1:
        """Append the matches of a foreign pattern in a range (M2), as pieces."""
        cdef Py_ssize_t left, right
        for match in self.patterns[number].finditer(PyUnicode_Substring(text, start, end)):
            left, right = match.span()
            if not add_piece(found, start + left, start + right, 0):
                raise MemoryError
            if found.count & 4095 == 0:
                heed_interrupts()
        return 0

    cdef bint matches_natively(self, Work *work, int number, Py_ssize_t start, Py_ssize_t end, Array *found) noexcept nogil:
        """Append the matches of another separator. Return False if memory is missing."""
        cdef Match match
        cdef Run run
        cdef bint may_be_empty = True
        match.end, run.begin, run.end = start, 0, 0
        while True:
            match = next_match(&self.finders[number], &work.text, &run, match.end, end, may_be_empty)
            if match.begin < 0:
                return True
            if not add_piece(found, match.begin, match.end, 0):
                return False
            may_be_empty = match.end > match.begin

    cdef int cut(self, Work *work, str text, Array *pieces, int number, Py_ssize_t start, Py_ssize_t end,
                 bint is_whole) except -1:
        """Append the pieces of a range (M2, M3)."""
        if self.finders[number].kind == FOREIGN and not is_whole:
            self.matches(text, number, start, end, pieces)
            if not self.pieces_of_matches(pieces, start, end):
                raise MemoryError
        elif not self.cut_natively(work, pieces, number, start, end, is_whole):
            raise MemoryError
        return 0

    cdef bint cut_natively(self, Work *work, Array *pieces, int number, Py_ssize_t start, Py_ssize_t end,
                           bint is_whole) noexcept nogil:
        """Append the pieces for a separator that is not foreign. Return False if memory is missing."""
        cdef Py_ssize_t i
        if is_whole:
            return add_piece(pieces, start, end, start)
        if self.finders[number].kind == EMPTY:
            for i in range(start, end):
                if not add_piece(pieces, i, i + 1, i):
                    return False
            return True
        return self.matches_natively(work, number, start, end, pieces) and self.pieces_of_matches(pieces, start, end)

    cdef bint pieces_of_matches(self, Array *pieces, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
        """Replace the matches of a range by its pieces. Return False if memory is missing."""
        cdef Py_ssize_t begin = start, gap = start, stop, left, right, i, count = pieces.count
        cdef Piece *piece
        pieces.count = 0
        for i in range(count):
            piece = <Piece *> pieces.data + i
            left, right = piece.start, piece.end
            stop = left if self.kept != KEEP_END else right
            if stop > begin:
                add_piece(pieces, begin, stop, gap)  # cannot fail: the piece replaces a match
            begin = left if self.kept == KEEP_START else right
            gap = left if self.kept == DROP else begin
        return end == begin or add_piece(pieces, begin, end, gap)

    cdef int64_t length_of_piece(self, str text, dict lengths, const Piece *piece) except -1:
        """Return the length of a piece; `lengths` has the lengths of short pieces."""
        if self.by_units:
            return piece.end - piece.start
        given = PyUnicode_Substring(text, piece.start, piece.end)
        if piece.end - piece.start > MAX_UNITS_OF_WORDS:
            return self.checked(self.length(given))
        found = lengths.get(given)
        if found is None:
            found = lengths[given] = self.checked(self.length(given))
        return found

    cdef int64_t checked(self, length) except -1:
        """Return a length as a number. Raises UnsupportedLength."""
        if not PyIndex_Check(length) or not PyObject_RichCompareBool(length, 0, Py_GE) \
                or PyObject_RichCompareBool(length, MAX_LENGTH, Py_GT):
            raise UnsupportedLength(length)
        return length

    cdef int64_t joint(self, int number) except -1:
        """Return the length of the text that is put back for a separator."""
        if self.joints[number] < 0:
            joint = self.separators[number] if self.kept == DROP and self.rejoin else ""
            self.joints[number] = len(joint) if self.by_units else self.checked(self.length(joint))
        return self.joints[number]

    cdef Status run(self, Work *work) noexcept nogil:
        """Continue with the frame on top, until enough rows are written or a long piece needs Python."""
        cdef Status status
        while work.frames.count:
            status = self.windows(work, top(work)) if top(work).pieces.data == NULL else self.merge(work, top(work))
            if status == RANGE_DONE:
                pop(work)
            elif status != LONG_PIECE:
                return status
            elif work.long_rest == self.count:  # no separator is left (M4)
                if new_row(work, work.long_piece.start, work.long_piece.end) == NULL:
                    return RANGE_NO_MEMORY
            elif not self.is_native:
                return LONG_PIECE
            elif not self.split_range_natively(work, work.long_piece.start, work.long_piece.end, work.long_rest):
                return RANGE_NO_MEMORY
        return RANGE_DONE

    cdef Status windows(self, Work *work, Frame *frame) noexcept nogil:
        """Cut and merge in one pass: adjacent pieces, measured in code points."""
        cdef Finder *finder = &self.finders[frame.number]
        cdef int64_t size = self.chunk_size
        cdef Py_ssize_t begin, stop, after, end = frame.end
        while frame.begin < end:
            if work.is_full:
                return FULL
            begin = frame.begin
            if end - begin < size:
                frame.begin = end
                return RANGE_DONE if self.emit(work, begin, end) else RANGE_NO_MEMORY
            fetch(work, begin + size)
            stop = self.last_cut(finder, &work.text, &frame.run, begin, min(begin + size, end), end)
            if stop == begin or (
                stop == begin + size
                and self.first_cut(finder, &work.text, &frame.run, begin, begin + 1, end) == stop
            ):
                # a piece of `size` or more (M4); no chunk is open, since it would have ended before that piece
                frame.begin = self.first_cut(finder, &work.text, &frame.run, begin, begin + 1, end)
                return long_piece(work, frame, begin, frame.begin, frame.begin - begin)
            if not self.emit(work, begin, stop):
                return RANGE_NO_MEMORY
            if stop == end:
                frame.begin = end
                return RANGE_DONE
            after = self.first_cut(finder, &work.text, &frame.run, begin, begin + size + 1, end)
            if after - stop >= size:
                frame.begin = after
                return long_piece(work, frame, stop, after, after - stop)
            frame.begin = self.first_cut(
                finder, &work.text, &frame.run, begin, max(stop - self.chunk_overlap, after - size), stop
            )
        return RANGE_DONE

    cdef Py_ssize_t last_cut(self, const Finder *finder, const Units *text, Run *run, Py_ssize_t known,
                             Py_ssize_t high, Py_ssize_t end) noexcept nogil:
        """Return the last cut up to `high`: `known` if no cut is after it. The end of the range is a cut."""
        cdef Py_ssize_t at
        if high == end or finder.kind == EMPTY:
            return high
        if self.kept == KEEP_START:
            at = last_literal(finder, text, run, known, high, end)
        else:
            at = last_literal(finder, text, run, known, high - finder.length, end)
            if at >= 0:
                at += finder.length
        return max(at, known)

    cdef Py_ssize_t first_cut(self, const Finder *finder, const Units *text, Run *run, Py_ssize_t known,
                              Py_ssize_t low, Py_ssize_t end) noexcept nogil:
        """Return the first cut from `low` on; the end of the range is one, and so is `known`, which is before it."""
        cdef Py_ssize_t at
        if low <= known:
            return known
        if finder.kind == EMPTY:
            return min(low, end)
        if self.kept == KEEP_START:
            at = next_literal(finder, text, run, known, low, end)
        else:
            at = next_literal(finder, text, run, known, max(low - finder.length, known), end)
            if at >= 0:
                at += finder.length
        return end if at < 0 else at

    cdef Status merge(self, Work *work, Frame *frame) noexcept nogil:
        """Merge the pieces of a frame into chunks (M5); pieces that are too long have frames of their own (M4)."""
        cdef int64_t size = self.chunk_size, overlap = self.chunk_overlap, between = frame.between, length
        cdef Piece *pieces = <Piece *> frame.pieces.data
        cdef int64_t *reported
        cdef Py_ssize_t k
        while frame.next < frame.pieces.count:
            if work.is_full:
                return FULL
            k = frame.next
            frame.next += 1
            length = pieces[k].end - pieces[k].start if self.by_units else pieces[k].length
            pieces[k].length = length
            if self.recursive and length >= size:
                if not self.emit_pieces(work, frame, k):
                    return RANGE_NO_MEMORY
                frame.begin, frame.total = k + 1, 0
                return long_piece(work, frame, pieces[k].start, pieces[k].end, length)
            if frame.total + length + (between if k > frame.begin else 0) > size:
                if frame.total > size:
                    reported = <int64_t *> append(&work.oversize, sizeof(int64_t))
                    if reported == NULL:
                        return RANGE_NO_MEMORY
                    reported[0] = frame.total
                if not self.emit_pieces(work, frame, k):
                    return RANGE_NO_MEMORY
                while frame.begin < k and (
                    frame.total > overlap or (frame.total + length + between > size and frame.total > 0)
                ):
                    frame.total -= pieces[frame.begin].length + (between if k - frame.begin > 1 else 0)
                    frame.begin += 1
            frame.total += length + (between if k > frame.begin else 0)
            if k > frame.begin and not self.is_joined(frame.number, &pieces[k]):
                frame.broken = k
        return RANGE_DONE if self.emit_pieces(work, frame, frame.pieces.count) else RANGE_NO_MEMORY

    cdef bint is_joined(self, int number, const Piece *piece) noexcept nogil:
        """Return whether the text between a piece and the piece before it equals the separator that joins them."""
        cdef Finder *finder = &self.finders[number]
        cdef Py_ssize_t gap = piece.start - (piece - 1).end
        if self.kept != DROP or finder.kind == EMPTY:
            return True
        if finder.is_joint:
            return gap == finder.length
        return gap == 0 and not self.rejoin

    cdef bint emit_pieces(self, Work *work, const Frame *frame, Py_ssize_t end) noexcept nogil:
        """Write the row of the open chunk, with the pieces before `end` (M6). Return False if memory is missing."""
        cdef const Piece *pieces = <const Piece *> frame.pieces.data
        cdef Py_ssize_t begin = frame.begin, k
        cdef MergedRow *row
        cdef Piece *segment
        if begin == end:
            return True
        if frame.broken <= begin:
            return self.emit(work, pieces[begin].start, pieces[end - 1].end)
        row = new_row(work, pieces[begin].start, pieces[end - 1].end)
        if row == NULL:
            return False
        row.segments, row.separator = end - begin, frame.number
        for k in range(begin, end):
            segment = <Piece *> append(&work.segments, sizeof(Piece))
            if segment == NULL:
                return False
            segment[0] = pieces[k]
        return True

    cdef bint emit(self, Work *work, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
        """Write the row of a chunk that is a slice (M7). Return False if memory is missing."""
        cdef MergedRow *row = new_row(work, start, end)
        if row == NULL:
            return False
        if self.strip:
            strip_row(&work.text, row)
        if row.start == row.end:
            work.rows.count -= 1
        return True

    cdef tuple joined(self, str text, const Piece *pieces, Py_ssize_t count, str separator):
        """Return the chunk of pieces that a separator joins, and its start."""
        cdef Py_ssize_t k
        cdef list parts = []
        for k in range(count):
            parts.append(PyUnicode_Substring(text, pieces[k].start, pieces[k].end))
        joint = separator if self.rejoin else ""
        whole = joint.join(parts)
        chunk = whole.strip() if self.strip else whole
        if not chunk:
            return "", 0
        return chunk, self.start_of(pieces, count, len(joint), len(whole) - len(whole.lstrip()) if self.strip else 0)

    cdef Py_ssize_t start_of(self, const Piece *pieces, Py_ssize_t count, Py_ssize_t joint, Py_ssize_t stripped):
        """Return the start of a chunk that lost `stripped` characters on the left (M8)."""
        cdef Py_ssize_t k, size
        for k in range(count):
            if k and stripped < joint:
                return min(pieces[k].gap + stripped, pieces[k].start)
            stripped -= joint if k else 0
            size = pieces[k].end - pieces[k].start
            if stripped < size:
                return pieces[k].start + stripped
            stripped -= size
        raise AssertionError("a chunk has a character")


def rebuilt(separators, options, /):
    """Return the splitter of its arguments, for pickle."""
    return SeparatorSplitter(separators, **options)


cdef inline void fetch(Work *work, size_t at) noexcept nogil:
    """Begin to load the text up to BYTES_AHEAD bytes after `at`."""
    cdef size_t wanted = min(at * work.text.width + BYTES_AHEAD, <size_t> work.text.size * work.text.width)
    while work.fetched < wanted:
        shiplap_prefetch(<const char *> work.text.data + work.fetched)
        work.fetched += LINE


cdef inline void strip_row(const Units *text, MergedRow *row) noexcept nogil:
    """Take off white space on both sides."""
    while row.start < row.end and is_space(unit(text, row.start)):
        row.start += 1
    while row.start < row.end and is_space(unit(text, row.end - 1)):
        row.end -= 1


cdef inline bint add_piece(Array *pieces, Py_ssize_t start, Py_ssize_t end, Py_ssize_t gap) noexcept nogil:
    """Append a piece. Return False if memory is missing."""
    cdef Piece *piece = <Piece *> append(pieces, sizeof(Piece))
    if piece == NULL:
        return False
    piece.start, piece.end, piece.gap = start, end, gap
    return True


cdef inline MergedRow *new_row(Work *work, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Add a row for a chunk, and return it; NULL if memory is missing."""
    cdef MergedRow *row = <MergedRow *> append(&work.rows, sizeof(MergedRow))
    if row != NULL:
        work.reached = end
        work.is_full = (end - work.made) * work.text.width > BYTES_OF_ROWS
        row.start, row.end, row.segments = start, end, 0
    return row


cdef inline Status long_piece(Work *work, const Frame *frame, Py_ssize_t start, Py_ssize_t end,
                              int64_t length) noexcept nogil:
    """Store a piece that the next separators split."""
    work.long_piece.start, work.long_piece.end, work.long_piece.length = start, end, length
    work.long_rest = frame.rest
    return LONG_PIECE


cdef inline Frame *push_frame(Work *work, int number, int rest) noexcept nogil:
    """Push a frame, and return it; NULL if memory is missing."""
    cdef Frame *frame = <Frame *> append(&work.frames, sizeof(Frame))
    if frame != NULL:
        memset(frame, 0, sizeof(Frame))
        frame.number, frame.rest = number, rest
    return frame


cdef inline bint push_windows(Work *work, int number, int rest, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Push a frame of `windows`; return False if memory is missing."""
    cdef Frame *frame = push_frame(work, number, rest)
    if frame == NULL:
        return False
    frame.begin, frame.end = start, end
    return True


cdef inline void pop(Work *work) noexcept nogil:
    """Take off the frame on top."""
    PyMem_RawFree(top(work).pieces.data)
    work.frames.count -= 1
