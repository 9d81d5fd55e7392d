# cython: language_level=3, boundscheck=False, wraparound=False
"""Sentences: all boundaries of a rule, in one pass."""

cimport cython
from shiplap._core.batch.batch cimport CUT, FAILED, CompiledLoop, Verdict
from shiplap._core.batch.batch cimport NO_MEMORY as BATCH_NO_MEMORY
from shiplap._core.boundaries.levels cimport CONTEXT, SENTENCE_STANDARD, Level, Rules, anchor, candidate_of, is_level_boundary
from shiplap._core.boundaries.standard cimport Lexicon, keep_sentence_ends
from shiplap._core.csrc cimport SHIPLAP_PLACES_ROOM, shiplap_scan_all
from shiplap._core.text.sizes cimport SMALL, STEP, View, is_surrogate
from shiplap._core.text.spans cimport SpanArray, Spans, push
from shiplap._core.text.text cimport Text

from shiplap.levels import LEVELS
from shiplap.threads import heed_interrupts

# How the pass ended.
cdef enum Outcome:
    DONE, NO_MEMORY, SURROGATE, MORE


@cython.no_gc
cdef class Splitter(CompiledLoop):
    """The sentences by the rule of one level. Immutable, so threads may share it."""

    cdef Level level
    cdef Lexicon lexicon

    def __cinit__(self, level, language=None, abbreviations=()):
        self.level = <Level> <int> LEVELS.index(level)
        self.lexicon = Lexicon(language, abbreviations)
        self.whole = True

    def cut(self, Text text not None, given=()):
        """The sentences of a text: (native, None), where `native` are spans in the text's own offsets, shape (n, 2).

        Raises TextError.
        """
        return self.run(text, 0, True), None

    def __call__(self, Text text not None, given=()):
        """The same as `cut`."""
        return self.cut(text, given)

    def resume(self, Text text not None, given, Py_ssize_t start, Py_ssize_t end, bint final):
        """The sentences of a part of a text, as `Windows.resume` gives chunks: (native, None, start, end,
        keep)."""
        cdef Spans native
        cdef Py_ssize_t last
        if not (end == 0 if start < 0 else start < end <= text.view.size):
            raise ValueError((start, end))
        native = self.run(text, end, final)
        last = native.array.count - 1
        if last < 0:
            return native, None, start, end, anchor(text, start) if start >= 0 else 0
        start, end = native.array.data[2 * last], native.array.data[2 * last + 1]
        return native, None, start, end, anchor(text, start)

    cdef Spans run(self, Text text, Py_ssize_t start, bint final):
        """The sentences from an offset on, or those that are decided."""
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
            while True:  # by steps, so that Ctrl-C is heard
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
        """What the level reads beside a text."""
        cdef Rules rules
        rules.lexicon, rules.separators, rules.boundary_sets, rules.headings = &self.lexicon.known, NULL, NULL, 0
        return rules

    cdef int cut_large(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) except -1:
        """The sentences of one large text of a batch: a Verdict."""
        cdef Py_ssize_t bad = -1, start = 0, at = 1
        cdef Outcome outcome = MORE
        cdef Rules rules = self.rules()
        while outcome == MORE:  # by steps, so that Ctrl-C is heard
            heed_interrupts()
            with nogil:
                outcome = split(view, &rules, self.level, &start, &at, at + STEP, True, native, strict, &bad)
        if outcome == NO_MEMORY:
            return BATCH_NO_MEMORY
        return CUT if outcome == DONE else FAILED

    cdef Verdict cut_view(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) noexcept nogil:
        """The sentences of one text of a batch, without the GIL."""
        cdef Py_ssize_t bad = -1, start = 0, at = 1
        cdef Outcome outcome
        cdef Rules rules = self.rules()
        outcome = split(view, &rules, self.level, &start, &at, view.size, True, native, strict, &bad)
        if outcome == NO_MEMORY:
            return BATCH_NO_MEMORY
        return CUT if outcome == DONE else FAILED


cdef Outcome split(const View *view, const Rules *rules, Level level, Py_ssize_t *sentence, Py_ssize_t *scanned, Py_ssize_t until,
                   bint final, SpanArray *spans, bint strict, Py_ssize_t *bad) noexcept nogil:
    """The sentences from the one that begins at `sentence` on, of which the text before `scanned` is known. Where more
    text may come, those whose end does not depend on it. MORE, with both places set, soon after `until`."""
    cdef size_t[SHIPLAP_PLACES_ROOM] places
    cdef Py_ssize_t start = sentence[0]
    cdef size_t at = scanned[0], count, k
    cdef int candidate = candidate_of(level)
    cdef Py_ssize_t high = view.size if final else view.size - CONTEXT * (1 if view.width else 4), p
    if view.size == start:
        return DONE
    while <Py_ssize_t> at < high:
        count = shiplap_scan_all(view.data, view.size, view.width, candidate, &at, high, places)
        if level == SENTENCE_STANDARD:
            count = keep_sentence_ends(view, rules.lexicon, places, count)
        for k in range(count):
            p = places[k]
            if level != SENTENCE_STANDARD and not is_level_boundary(view, rules, level, p):
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
