# cython: language_level=3, boundscheck=False, wraparound=False
"""The standard sentence rule: the verdict on one candidate. Twin: reference/boundaries/sentences.py, from `standard` on.

The functions have the names and the order of the reference, where their meaning is. They look at code points of
text in any form, at most a few times CAP from p, so that a level stays local. The parts are included as text, so
that all of them are compiled, and inlined, as one.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from shiplap._core.boundaries.graphemes cimport Run, code_point_at, code_point_before, is_between_clusters, is_lone
from shiplap._core.csrc cimport (
    SHIPLAP_SENTENCE_CLOSE,
    SHIPLAP_SENTENCE_CONTINUE,
    SHIPLAP_SENTENCE_DIGIT,
    SHIPLAP_SENTENCE_EXTEND,
    SHIPLAP_SENTENCE_LETTER,
    SHIPLAP_SENTENCE_LOWER,
    SHIPLAP_SENTENCE_NUMBER,
    SHIPLAP_SENTENCE_OPEN,
    SHIPLAP_SENTENCE_OTHER,
    SHIPLAP_SENTENCE_QUOTE,
    SHIPLAP_SENTENCE_SPACE,
    SHIPLAP_SENTENCE_STOP,
    SHIPLAP_SENTENCE_TERMINAL,
    SHIPLAP_SENTENCE_UPPER,
    shiplap_last_pairs,
    shiplap_last_units,
    shiplap_pairs_run,
    shiplap_properties,
    shiplap_sentence_class_of,
    shiplap_small_run,
    shiplap_some,
    shiplap_unknown_tail,
)
from shiplap._core.boundaries.sentences cimport CAP
from shiplap._core.text.sizes cimport is_ascii, is_continuation, unit_at
from shiplap._core.boundaries.lexicon cimport (
    ABBREVIATIONS,
    DETERMINERS,
    LONGEST_WORD,
    NEVER_LAST,
    NUMBERED,
    ORDINALS,
    STARTERS,
    TITLES,
    Word,
    add_code_point,
    kinds_of_word,
)

include "characters.pxi"
include "fast_patterns.pxi"
include "fast_ascii.pxi"
include "fast_unicode.pxi"
include "marks.pxi"
include "word_before.pxi"


cdef bint standard(const View *view, Py_ssize_t p) noexcept nogil:
    cdef int verdict = quick(view, p)
    return verdict if verdict >= 0 else rule(view, p)


cdef bint rule(const View *view, Py_ssize_t p) noexcept nogil:
    """The same for any text: the reference's `standard`."""
    cdef Char at, before, last
    cdef Py_ssize_t gap, stop, begin
    cdef int lines
    at = char_at(view, p)
    if at.kind == SHIPLAP_SENTENCE_SPACE:
        return False
    gap = gap_before(view, p)
    before = char_before(view, gap)
    if gap == 0 or before.kind == SHIPLAP_SENTENCE_SPACE:
        return False
    if gap == p and before.code == u'。' and at.kind == SHIPLAP_SENTENCE_LETTER:
        last = char_before(view, before.next)
        if is_letter(last.kind):
            return True  # 。between letters
    if gap < p:
        lines = line_ends(view, gap, p)
        if lines >= 2 or (lines == 1 and is_marker(view, p)):
            return True
        if may_be_in_word(&before):
            return False
        if belongs_before(view, p):
            return False
    elif belongs_joined(view, &at, p):
        return False
    stop = closing_begins(view, gap, p)
    begin = marks_begin(view, stop)
    if begin == stop:
        return stop == gap < p and is_polite(view, gap)
    if gap == p:
        return ends_joined(view, begin, stop, p)
    return ends_spaced(view, begin, stop, gap, p)


# ---- what follows the mark at once


cdef bint ends_joined(const View *view, Py_ssize_t begin, Py_ssize_t stop, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), last = char_before(view, stop), before, second
    before = char_before(view, p)
    if stop < p and (goes_on(view, p) or (is_ascii(before.code) and is_ascii(at.code))):
        return False
    if (last.kind == SHIPLAP_SENTENCE_TERMINAL and last.code > 0x7F) or is_star(last.code):
        return True
    if last.code in u'!?':
        before = char_before(view, begin)
        return is_east_asian(at.code) or is_east_asian(before.code)
    if last.kind != SHIPLAP_SENTENCE_STOP or last.next > begin or begin == 0:
        return False
    before = char_before(view, begin)
    if is_east_asian(before.code):
        return is_east_asian(at.code)
    if stop < p or at.kind != SHIPLAP_SENTENCE_UPPER or before.kind != SHIPLAP_SENTENCE_LOWER:
        return False
    second = char_before(view, before.next)
    return second.kind == SHIPLAP_SENTENCE_LOWER and is_starter(view, p)


cdef bint goes_on(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char closing = char_before(view, p), at = char_at(view, p)
    cdef int _
    if closing.kind == SHIPLAP_SENTENCE_CLOSE and closing.code not in u'」』' \
            and closing.code != u']':
        return not encloses_sentence(view, p)
    if is_hiragana(at.code) or is_hangul(at.code):
        return True
    for _ in range(4):
        if is_speech(at.code):
            return True
        at = char_at(view, at.next)
    return False


cdef bint encloses_sentence(const View *view, Py_ssize_t end) noexcept nogil:
    """Whether the bracket that closes before `end` opened after a mark, or at the start of a line."""
    cdef Char at = char_before(view, end), before
    cdef int count = 0
    while at.kind != SHIPLAP_SENTENCE_OPEN:
        if count == CAP or at.kind == NOTHING:
            return False
        at = char_before(view, at.next)
        count += 1
    before = char_before(view, at.next)
    return before.kind == NOTHING or before.kind == SHIPLAP_SENTENCE_SPACE or is_mark_before(view, at.next)


# ---- what follows the mark after white space


cdef bint ends_spaced(const View *view, Py_ssize_t begin, Py_ssize_t stop, Py_ssize_t gap,
                      Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), mark = char_before(view, stop), letter, before
    cdef bint dashed = is_dash(at.code), closed = stop < gap, lower, stops = True, ellipsis = False
    cdef bint uncased
    cdef Py_UCS4 last = mark.code
    cdef Py_ssize_t first, i = stop
    if at.kind == SHIPLAP_SENTENCE_CONTINUE and not dashed:
        return False
    first = first_letter(view, p)
    letter = char_at(view, first)
    lower = letter.kind == SHIPLAP_SENTENCE_LOWER and not is_brand(view, first)
    while i > begin:
        mark = char_before(view, i)
        stops = stops and mark.kind == SHIPLAP_SENTENCE_STOP
        ellipsis = ellipsis or mark.code == u'…'
        i = mark.next
    before = char_before(view, begin)
    mark = char_before(view, stop)
    uncased = letter.kind == SHIPLAP_SENTENCE_LETTER and not is_east_asian(letter.code)
    if ellipsis or (stops and mark.next > begin):
        return not lower and not uncased and not (closed and before.code in u'([')
    if lower and (closed or dashed):
        return False
    if not stops:
        if uncased and closed and last in u'!?':
            return False
        return not (lower and last == u'!' and is_name(view, begin))
    return ends_stop(view, begin, first, lower)


cdef bint ends_stop(const View *view, Py_ssize_t begin, Py_ssize_t first, bint lower) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = word_begins(view, begin, &word, &traits)
    if start == begin or word.code_points > LONGEST_WORD:
        return not lower
    return ends_word(view, start, &word, &traits, first, lower)


cdef bint ends_word(const View *view, Py_ssize_t start, const Word *word, const Traits *traits, Py_ssize_t first,
                    bint lower) noexcept nogil:
    cdef unsigned int kinds = kinds_of(view, start, word)
    cdef bint starter
    if lower:
        return is_address(view, first) or (traits.plain and word.code_points >= 4 and kinds == 0)
    if is_armenian(traits.last):
        return False
    if kinds == 0 and word.code_points > 1 and not (traits.single or traits.dotted or traits.digits or traits.roman):
        return True  # a word like others: what follows need not be looked at
    starter = is_starter(view, first)
    if traits.single and traits.first_kind == SHIPLAP_SENTENCE_UPPER:
        return starter and not at_line_start(view, start)
    if kinds & (TITLES | NEVER_LAST) and not (starter and kinds & (ABBREVIATIONS | NEVER_LAST) == ABBREVIATIONS):
        return False
    if traits.single:
        return starter and not at_line_start(view, start)
    if kinds & NUMBERED and is_number(view, first):
        return False
    if kinds & ABBREVIATIONS or traits.dotted:
        return starter
    if traits.digits and word.code_points <= 4 and is_labelled(view, first):
        return False
    if (traits.digits and word.code_points <= 3) or traits.roman:
        return not is_ordinal(view, start, first, starter)
    return not (word.code_points == 1 and is_hangul(traits.last) and at_line_start(view, start))


cdef Py_ssize_t first_letter(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p)
    cdef Py_ssize_t i = p
    cdef int count = 0
    if is_dash(at.code):
        i = at.next
        at = char_at(view, i)
        count = 1
        if at.kind == SHIPLAP_SENTENCE_SPACE:
            i = at.next
            at = char_at(view, i)
            count = 2
    while count < OPENERS and is_opening(&at):
        i = at.next
        at = char_at(view, i)
        count += 1
    return p if at.kind == NOTHING or at.kind == SHIPLAP_SENTENCE_SPACE else i


cdef inline bint is_opening(const Char *char) noexcept nogil:
    return (char.kind == SHIPLAP_SENTENCE_OPEN or char.kind == SHIPLAP_SENTENCE_QUOTE or is_emphasis(char.code)
            or char.code in u'¿¡')


cdef Py_ssize_t word_ends(const View *view, Py_ssize_t i, Word *word) noexcept nogil:
    cdef Char at = char_at(view, i)
    word.size = word.code_points = 0
    while word.code_points <= LONGEST_WORD and (is_letter(at.kind) or at.kind == SHIPLAP_SENTENCE_DIGIT
                                                or at.kind == SHIPLAP_SENTENCE_EXTEND):
        add_code_point(word, at.code)
        i = at.next
        at = char_at(view, i)
    return i


cdef bint is_starter(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Word word
    cdef Char after = char_at(view, word_ends(view, i, &word))
    if is_apostrophe(after.code):
        add_code_point(&word, 0x27)
        if kinds_of_word(view.known, word.letters, word.size) & STARTERS:
            return True
        word.size -= 1
        word.code_points -= 1
    if word.code_points == 1 and after.kind != SHIPLAP_SENTENCE_SPACE:
        return False
    return kinds_of_word(view.known, word.letters, word.size) & STARTERS != 0


cdef bint is_brand(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i), before
    cdef int count = 0
    while count <= LONGEST_WORD and (is_letter(at.kind) or at.kind == SHIPLAP_SENTENCE_DIGIT
                                     or at.kind == SHIPLAP_SENTENCE_EXTEND):
        if at.kind == SHIPLAP_SENTENCE_UPPER:
            return True
        at = char_at(view, at.next)
        count += 1
    before = char_before(view, i)
    if not is_apostrophe(before.code) or count != 1 or at.kind != SHIPLAP_SENTENCE_SPACE:
        return False
    at = char_at(view, at.next)
    return at.kind == SHIPLAP_SENTENCE_UPPER


cdef bint is_address(const View *view, Py_ssize_t i) noexcept nogil:
    cdef unsigned char[4] letters
    cdef Char at
    cdef int k
    for k in range(4):
        at = char_at(view, i)
        letters[k] = at.code if is_ascii(at.code) else 0
        i = at.next
    return ((letters[0] == c'h' and letters[1] == c't' and letters[2] == c't' and letters[3] == c'p')
            or (letters[0] == letters[1] == letters[2] == c'w' and letters[3] == c'.'))


cdef bint is_name(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char at = char_before(view, end), after
    cdef int count = 0, first = NOTHING, second = NOTHING
    while at.kind != NOTHING and count <= LONGEST_WORD and not parts_words(&at):
        second, first = first, at.kind
        at = char_before(view, at.next)
        count += 1
    return first == SHIPLAP_SENTENCE_UPPER and second == SHIPLAP_SENTENCE_LOWER
