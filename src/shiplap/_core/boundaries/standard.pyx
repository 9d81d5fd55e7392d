# cython: language_level=3, boundscheck=False, wraparound=False
"""The standard sentence rule: the verdict on one candidate.

The functions have the names and the order of the reference, where their meaning is, and cite its clauses S1 to S25.
They look at code points of text in any form, at most a few times CAP from p, so that a level stays local.

Four fast paths answer for nearly all candidates: 1 a sentence ends, 0 none ends, -1 ask the next one, and the rule
last. They say what the rule says, or nothing; the rule alone is the meaning.

    fast_patterns   six units around p; then
    fast_words      a short word in ASCII before a stop, or a small letter at p; then
    fast_ascii      everything that the rule looks at is ASCII; then
    fast_unicode    what is common beyond ASCII; then
    standard        the rule
"""

from libc.stdint cimport uint32_t, uint64_t

from shiplap._core.boundaries.characters cimport Char, char_at, char_before, fill_kinds, is_letter
from shiplap._core.boundaries.fast_ascii cimport decide_ascii
from shiplap._core.boundaries.fast_patterns cimport NEAR, fitting, may_be_in_word, unit_of, usable_patterns, verdict_of
from shiplap._core.boundaries.fast_unicode cimport decide_non_ascii
from shiplap._core.boundaries.fast_words cimport asks_for_words, decide_words
from shiplap._core.boundaries.following cimport ends_joined, ends_spaced
from shiplap._core.boundaries.graphemes cimport Run, grapheme, is_lone
from shiplap._core.boundaries.marks cimport (
    belongs_before,
    belongs_joined,
    closing_begins,
    gap_before,
    is_marker,
    is_polite,
    line_ends,
    marks_begin,
)
from shiplap._core.csrc cimport SHIPLAP_PLACES_ROOM, SHIPLAP_SENTENCE_LETTER, SHIPLAP_SENTENCE_SPACE
from shiplap._core.text.sizes cimport is_ascii

fill_kinds()


cdef bint standard(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at, before, last
    cdef Py_ssize_t gap, stop, begin
    cdef int lines
    at = char_at(view, p)
    if at.kind == SHIPLAP_SENTENCE_SPACE:
        return False  # S1
    gap = gap_before(view, p)
    before = char_before(view, gap)
    if gap == 0 or before.kind == SHIPLAP_SENTENCE_SPACE:
        return False  # S1
    if gap == p and before.code == u'。' and at.kind == SHIPLAP_SENTENCE_LETTER:
        last = char_before(view, before.next)
        if is_letter(last.kind):
            return True  # S7, without a look at the parts that cannot apply: 。between letters
    if gap < p:
        lines = line_ends(view, gap, p)
        if lines >= 2 or (lines == 1 and is_marker(view, p)):
            return True  # S2
        if may_be_in_word(&before):
            return False  # S4: by S3 it would be none either
        if belongs_before(view, p):
            return False  # S3
    elif belongs_joined(view, &at, p):
        return False  # S3
    stop = closing_begins(view, gap, p)
    begin = marks_begin(view, stop)
    if begin == stop:
        return stop == gap < p and is_polite(view, gap)  # S4; S5, since marks_begin says `stop` for a run that is too long
    if gap == p:
        return ends_joined(view, begin, stop, p)
    return ends_spaced(view, begin, stop, gap, p)


# ---- the fast paths, and then the rule


cdef inline int fast_path_by(const View *view, Py_ssize_t p, int width, uint64_t usable) noexcept nogil:
    """The verdict of the fast paths on a text of that width, or -1."""
    cdef uint64_t fits
    cdef int verdict
    if p < NEAR or view.size - p < NEAR:
        return -1
    fits = fitting(view, p, width, usable)
    verdict = verdict_of(view, p, width, fits)
    return verdict if verdict >= 0 else fast_rules(view, p, width, fits)


cdef inline int fast_rules(const View *view, Py_ssize_t p, int width, uint64_t fits) noexcept nogil:
    """The verdict of those that come after the patterns, of which these fit, or -1."""
    cdef int verdict = decide_words(view, p, fits) if asks_for_words(fits) else -1
    if verdict < 0:
        verdict = decide_ascii(view, p, width)
    return verdict if verdict >= 0 else decide_non_ascii(view, p)


cdef inline int fast_path(const View *view, Py_ssize_t p) noexcept nogil:
    """The verdict of the fast paths, or -1."""
    if view.width <= 1:
        return fast_path_by(view, p, 1, usable_patterns(view))
    return fast_path_by(view, p, 2, usable_patterns(view)) if view.width == 2 else fast_path_by(view, p, 4, usable_patterns(view))


cdef bint ends_sentence(const View *view, Py_ssize_t p) noexcept nogil:
    cdef int verdict = fast_path(view, p)
    return verdict if verdict >= 0 else standard(view, p)


cdef inline Py_ssize_t keep_sentence_ends_by(const View *view, size_t *places, Py_ssize_t count, int width) noexcept nogil:
    """`keep_sentence_ends` of a text of that width. The patterns go over all places before the rest is looked at: whether
    they have a verdict cannot be guessed, so no branch depends on that."""
    cdef uint64_t usable = usable_patterns(view)
    cdef uint64_t[SHIPLAP_PLACES_ROOM] fits     # of those that are left
    cdef Py_ssize_t[SHIPLAP_PLACES_ROOM] left
    cdef int[SHIPLAP_PLACES_ROOM] verdicts
    cdef Py_ssize_t k, j, p, first = 0, last = count, some = 0, kept = 0
    cdef Py_UCS4 unit
    cdef uint32_t units = 0     # all that are at the places, together
    cdef int verdict
    cdef Run run
    while first < count and <Py_ssize_t> places[first] < NEAR:
        units |= <uint32_t> unit_of(view, width, places[first])
        verdicts[first] = standard(view, places[first])
        first += 1
    while last > first and view.size - <Py_ssize_t> places[last - 1] < NEAR:
        last -= 1
        units |= <uint32_t> unit_of(view, width, places[last])
        verdicts[last] = standard(view, places[last])
    for k in range(first, last):
        units |= <uint32_t> unit_of(view, width, places[k])
        fits[some] = fitting(view, places[k], width, usable)
        verdicts[k] = verdict_of(view, places[k], width, fits[some])
        left[some] = k
        some += verdicts[k] < 0
    for j in range(some):
        k = left[j]
        verdict = fast_rules(view, places[k], width, fits[j])
        verdicts[k] = verdict if verdict >= 0 else standard(view, places[k])
    if is_ascii(units):
        for k in range(count):
            places[kept] = places[k]
            kept += verdicts[k]
        return kept
    for k in range(count):
        p, verdict = places[k], verdicts[k]
        unit = unit_of(view, width, p)
        if not is_ascii(unit) and not is_lone(view, unit) and verdict:
            run.begin = run.end = 0
            verdict = grapheme(view, &run, p)
        places[kept] = p
        kept += verdict
    return kept


cdef inline Py_ssize_t keep_sentence_ends(const View *view, size_t *places, Py_ssize_t count) noexcept nogil:
    if view.width <= 1:
        return keep_sentence_ends_by(view, places, count, 1)
    return keep_sentence_ends_by(view, places, count, 2) if view.width == 2 else keep_sentence_ends_by(view, places, count, 4)
