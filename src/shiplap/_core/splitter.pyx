# cython: language_level=3, boundscheck=False, wraparound=False
"""Sentences: all boundaries of a rule, in one pass. Twin: reference/splitter.py."""

from shiplap._core.levels cimport SENTENCE_STANDARD, Level, candidate_of, judge_candidate
from shiplap._core.shiplap cimport SHIPLAP_PLACES_ROOM, shiplap_scan_all
from shiplap._core.sizes cimport SMALL, View, is_surrogate
from shiplap._core.spans cimport SpanArray, Spans, push
from shiplap._core.standard cimport keep_standard
from shiplap._core.text cimport Text
from shiplap._core.words cimport Lexicon

from shiplap.plan import LEVELS

# How the pass ended.
cdef enum Outcome:
    DONE, NO_MEMORY, SURROGATE


cdef class Splitter:
    """The sentences by the rule of one level. Immutable, so threads may share it."""

    cdef Level level
    cdef Lexicon lexicon

    def __cinit__(self, level, language=None, abbreviations=()):
        self.level = <Level> <int> LEVELS.index(level)
        self.lexicon = Lexicon(language, abbreviations)

    def __call__(self, Text text not None, given=()):
        """The sentences of a text: (native, None), where `native` are spans in the text's own offsets, shape (n, 2).

        Raises TextError.
        """
        cdef Spans native = Spans()
        cdef Outcome outcome
        cdef Py_ssize_t bad = -1
        cdef View view
        text.prepare(False, True)
        view = text.view
        view.known = &self.lexicon.known
        if view.size < SMALL:
            outcome = split(&view, self.level, &native.array, text.strict, &bad)
        else:
            with nogil:
                outcome = split(&view, self.level, &native.array, text.strict, &bad)
        if outcome == NO_MEMORY:
            raise MemoryError
        if outcome == SURROGATE:
            text.fail(bad)
        native.trim()
        return native, None


cdef Outcome split(const View *view, Level level, SpanArray *spans, bint strict, Py_ssize_t *bad) noexcept nogil:
    cdef size_t[SHIPLAP_PLACES_ROOM] places
    cdef size_t at = 1, count, k
    cdef int candidate = candidate_of(level)
    cdef Py_ssize_t start = 0, p
    if view.size == 0:
        return DONE
    while <Py_ssize_t> at < view.size:
        count = shiplap_scan_all(view.data, view.size, view.width, candidate, &at, view.size, places)
        if level == SENTENCE_STANDARD:
            count = keep_standard(view, places, count)
        for k in range(count):
            p = places[k]
            if level != SENTENCE_STANDARD and not judge_candidate(view, level, p):
                continue
            if strict and view.width > 1:
                bad[0] = p - 1 if is_surrogate(view, p - 1) else p
                if is_surrogate(view, bad[0]):
                    return SURROGATE
            if not push(spans, start, p):
                return NO_MEMORY
            start = p
    return DONE if push(spans, start, view.size) else NO_MEMORY
