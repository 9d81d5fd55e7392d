# The fast path of the standard sentence rule beyond ASCII: the verdict on what is common in other scripts.
#
#     one space, line end or ideographic space before p, and one mark, or none, before it; or a mark and p joined
#     the clauses of `standard` (reference/boundaries/standard.py) that such a place can meet, in their order
#     wherever a second mark, a footnote, or a word that may be known is possible: ask the rule (-1)
#
# 1. It reads at most three code points on each side where the rule reads runs: all else is -1, no answer.
# 2. A word before a stop is only compared with the ends of all known words (S19 to S22 need a known word), or is of a
#    script in which no word is known.
# 3. It may be given any place; what it must not be given are words of the caller's, and it asks for them itself.
from libc.stdint cimport uint64_t

from shiplap._core.boundaries.characters cimport (
    Char,
    char_at,
    char_before,
    is_apostrophe,
    is_emphasis,
    is_letter,
    is_opening_quote,
    is_star,
)
from shiplap._core.boundaries.fast_patterns cimport may_be_in_word
from shiplap._core.boundaries.marks cimport (
    is_east_asian,
    is_greek,
    is_hangul,
    is_label,
    is_mark_kind,
    is_marker,
)
from shiplap._core.boundaries.word_before cimport parts_words
from shiplap._core.csrc cimport (
    SHIPLAP_SENTENCE_CLOSE,
    SHIPLAP_SENTENCE_CONTINUE,
    SHIPLAP_SENTENCE_DIGIT,
    SHIPLAP_SENTENCE_LETTER,
    SHIPLAP_SENTENCE_LOWER,
    SHIPLAP_SENTENCE_OPEN,
    SHIPLAP_SENTENCE_OTHER,
    SHIPLAP_SENTENCE_QUOTE,
    SHIPLAP_SENTENCE_SPACE,
    SHIPLAP_SENTENCE_TERMINAL,
    SHIPLAP_SENTENCE_UPPER,
    shiplap_last_pairs,
    shiplap_last_units,
    shiplap_pairs_run,
    shiplap_small_run,
    shiplap_unknown_tail,
)
from shiplap._core.text.sizes cimport View, is_ascii


cdef inline int decide_non_ascii(const View *view, Py_ssize_t p) noexcept nogil:
    """`standard`, or -1."""
    cdef Char at = char_at(view, p), space = char_before(view, p), mark, before
    if space.kind != SHIPLAP_SENTENCE_SPACE:
        return joins(view, &at, &space)
    if space.code not in u' \n\u3000':
        return -1
    mark = char_before(view, space.next)
    if mark.kind == SHIPLAP_SENTENCE_SPACE:
        return -1
    if space.code == u'\n' and is_marker(view, p):
        return 1
    before = char_before(view, mark.next)
    if is_never(&mark, &before):
        return 0
    if mark.kind == SHIPLAP_SENTENCE_CLOSE or mark.kind == SHIPLAP_SENTENCE_QUOTE:
        if mark.code == u']' and is_label(before.kind):
            return -1  # perhaps a footnote
        if may_be_in_word(&before) or before.kind == SHIPLAP_SENTENCE_CONTINUE or before.kind == SHIPLAP_SENTENCE_OPEN:
            return 0  # something closes, but no mark stands before it
        if before.kind != SHIPLAP_SENTENCE_TERMINAL or is_ascii(before.code) or not may_begin(&at):
            return -1
        mark = char_before(view, before.next)
        return -1 if may_be_mark(&mark) else 1
    if mark.kind == SHIPLAP_SENTENCE_TERMINAL:
        if may_be_mark(&before) or not (may_begin(&at) or (at.kind == SHIPLAP_SENTENCE_LOWER and mark.code != u'!')):
            return -1
        return 1
    return stops_non_ascii(view, mark.next, &before, &at) if mark.code == u'.' and may_begin(&at) else -1


cdef inline bint is_never(const Char *mark, const Char *before) noexcept nogil:
    """Whether what stands before p neither is a mark nor closes anything."""
    if may_be_in_word(mark) or mark.kind == SHIPLAP_SENTENCE_CONTINUE or mark.kind == SHIPLAP_SENTENCE_OPEN:
        return True
    if mark.code in u';\u037e':
        return not is_greek(before.code)
    return mark.kind == SHIPLAP_SENTENCE_OTHER and not (is_emphasis(mark.code) or is_star(mark.code)
                                                        or mark.code == u'…')


cdef inline int joins(const View *view, const Char *at, const Char *mark) noexcept nogil:
    """The same without white space between the mark and p."""
    cdef Char before
    if may_be_in_word(mark) or mark.kind == SHIPLAP_SENTENCE_CONTINUE:
        return 0
    if at.code == mark.code and continues_run(at):
        return 0  # inside a run of one mark each place is a candidate
    before = char_before(view, mark.next)
    if may_be_mark(&before):
        return 0 if continues_run(at) else -1
    if mark.kind == SHIPLAP_SENTENCE_TERMINAL and not is_ascii(mark.code):
        return 1 if may_begin(at) else -1
    if mark.code in u'!?':
        return -1 if is_east_asian(at.code) or is_east_asian(before.code) else 0
    if mark.code == u'.':
        if is_east_asian(before.code):
            return 0 if not is_east_asian(at.code) else 1 if at.kind == SHIPLAP_SENTENCE_LETTER else -1
        return -1 if at.kind == SHIPLAP_SENTENCE_UPPER and before.kind == SHIPLAP_SENTENCE_LOWER else 0
    return -1


cdef inline bint continues_run(const Char *at) noexcept nogil:
    """Whether a character that no white space parts from a mark is another mark, or closes something: the first
    clauses of `belongs_joined`, where no character before it is looked at."""
    return is_mark_kind(at) or at.kind == SHIPLAP_SENTENCE_CLOSE or (at.kind == SHIPLAP_SENTENCE_QUOTE
                                                                     and not is_opening_quote(at.code))


cdef inline int stops_non_ascii(const View *view, Py_ssize_t end, const Char *before, const Char *at) noexcept nogil:
    """Whether the stop at `end` ends a sentence before what is no small letter: after a word that is not known."""
    cdef uint64_t units, other
    cdef Char second = before[0]
    cdef int count = 0
    if before.kind == SHIPLAP_SENTENCE_CLOSE or (before.kind == SHIPLAP_SENTENCE_QUOTE
                                                 and not is_apostrophe(before.code)):
        return 1  # no word
    if view.lexicon != NULL and view.lexicon.count > 0:
        return -1
    if u'\u0380' <= before.code < u'\u0480':
        units = shiplap_last_pairs(view.data, view.width, end, &other)
        if other >> 32 == 0 and shiplap_unknown_tail(shiplap_pairs_run(units, other)):
            return 1
        return -1
    if u'0' <= before.code <= u'9':
        while u'0' <= second.code <= u'9' and count < 4:
            second = char_before(view, second.next)
            count += 1
        # a long number, or one after a stop: neither is an ordinal, nor perhaps one in a date
        return 1 if (count == 4 or second.code == u'.') and at.kind != SHIPLAP_SENTENCE_DIGIT else -1
    if is_ascii(before.code):
        units = shiplap_last_units(view.data, view.width, end)
        other = shiplap_small_run(units)
        if other >> 48 == 0xFFFF and units >> 40 != 0x727473 and shiplap_unknown_tail(units & other):
            return 1
        return -1
    if before.kind == SHIPLAP_SENTENCE_LETTER:
        if is_east_asian(before.code) and not is_hangul(before.code):
            return 1  # no word
        second = char_before(view, before.next)
        if before.code <= u'\u0588' or not is_letter(second.kind) or parts_words(&second):
            return -1
        return 1  # two letters and more, of a script in which no word is known
    return -1


cdef inline bint may_begin(const Char *char) noexcept nogil:
    """Whether a letter, but a small one, or a digit, or a sign that neither opens anything nor is a mark."""
    return (char.kind == SHIPLAP_SENTENCE_LETTER or char.kind == SHIPLAP_SENTENCE_UPPER
            or char.kind == SHIPLAP_SENTENCE_DIGIT
            or (char.kind == SHIPLAP_SENTENCE_OTHER and char.code > u'\xbf'
                and char.code not in u'\u037e…' and not is_star(char.code)))


cdef inline bint may_be_mark(const Char *char) noexcept nogil:
    """Whether a code point is neither a letter nor a digit nor closing."""
    return not (is_letter(char.kind) or char.kind == SHIPLAP_SENTENCE_DIGIT or char.kind == SHIPLAP_SENTENCE_CLOSE
                or char.kind == SHIPLAP_SENTENCE_QUOTE)
