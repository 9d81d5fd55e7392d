# The fast path of the standard sentence rule by patterns: what nearly all candidates look like.
#
#     fits = the patterns of csrc/tools/gen_patterns.py that the six units from p - 4 to p + 1 fit, a bit each
#     if one of ENDING or ENDING_UNLISTED fits, or one of ENDING_WORD, and the word before the stop ends like no known
#     word: yes (1)
#     if one of NOT_ENDING fits: no (0)
#     otherwise: ask the other fast paths (-1)
#
# 1. It reads six units where the rule reads any number. It is right because each pattern decides a clause alone: its
#    units leave no earlier clause that applies, whatever is around them. The clause stands beside the pattern.
# 2. It looks no word up. The last eight bytes before the stop are enough to see that no known word ends so
#    (shiplap_unknown_tail); a word that they cannot clear is left to the rule.
# 3. It may not be given a place within NEAR units of an end of the text, nor words of the caller's (`usable_patterns`
#    leaves out the patterns that depend on words). A cut inside a grapheme cluster is for the caller to see.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from shiplap._core.boundaries.characters cimport FORMAL_LAST, POLITE, Char, is_letter
from shiplap._core.csrc cimport (
    SHIPLAP_SENTENCE_DIGIT,
    shiplap_last_units,
    shiplap_small_run,
    shiplap_some,
    shiplap_unknown_tail,
)
from shiplap._core.text.sizes cimport View, is_ascii

cdef extern from "shiplap_patterns.h" nogil:
    const uint64_t SHIPLAP_ENDS
    const uint64_t SHIPLAP_ENDS_WORD
    const uint64_t SHIPLAP_ENDS_UNLISTED
    const uint64_t SHIPLAP_ENDS_YEAR
    const uint64_t SHIPLAP_AFTER_CLOSED
    const uint64_t SHIPLAP_ENDS_NOT
    const uint64_t SHIPLAP_NEVER
    const uint64_t SHIPLAP_NOT_BEFORE_SMALL
    const uint64_t SHIPLAP_NOT_BEFORE_OPENED
    const uint64_t SHIPLAP_STOP_BEFORE_SMALL
    const uint64_t[6][256] shiplap_patterns
    # what a unit says of the word before a stop that it is in
    enum:
        PARTS "SHIPLAP_WORD_PARTS"
        OTHER "SHIPLAP_WORD_OTHER"
        NOT_SMALL "SHIPLAP_WORD_NOT_SMALL"
        NOT_DIGIT "SHIPLAP_WORD_NOT_DIGIT"
        NOT_ROMAN "SHIPLAP_WORD_NOT_ROMAN"
        STOP "SHIPLAP_WORD_STOP"
        APOSTROPHE "SHIPLAP_WORD_APOSTROPHE"
    const uint8_t[256] shiplap_word_units

cdef enum:
    # Units on both sides of p that the fast paths may read without a look at the ends of the text. Before p they read
    # 32 units of white space, 9 closing marks and 4 units of a footnote mark, 9 marks, and then a word of LONGEST_WORD
    # and one unit, but only one of these runs to its end; after p, OPENERS and a word.
    NEAR = 64
    STR = c's' | c't' << 8 | c'r' << 16     # the end of `Gartenstr`, whose last unit is the highest


cdef inline Py_UCS4 unit_of(const View *view, int width, Py_ssize_t at) noexcept nogil:
    """The unit at an offset, of a view of that width: 1 for UTF-8 too. The width is a constant in each caller."""
    if width == 1:
        return view.data[at]
    return (<const unsigned short *> view.data)[at] if width == 2 else (<const Py_UCS4 *> view.data)[at]


cdef inline bint may_be_space(const View *view, int width, Py_ssize_t at) noexcept nogil:
    """Whether a space may end with the unit at `at`."""
    cdef Py_UCS4 unit = unit_of(view, width, at), second, lead
    if is_ascii(unit):
        return unit <= u' '
    if view.width != 0:
        return unit <= u'\xa0' or u'\u1680' <= unit <= u'\u3000'
    second, lead = view.data[at - 1], view.data[at - 2]
    # C2 85, C2 A0, E1 9A 80, E2 80 xx, E2 81 9F, E3 80 80 are white space
    return second == 0xC2 or lead == 0xE1 or lead == 0xE2 or (lead == 0xE3 and second == 0x80 and unit == 0x80)


cdef inline uint64_t patterns_of(const View *view, int width, Py_ssize_t p, int place) noexcept nogil:
    """The patterns that the unit at a place fits."""
    cdef uint32_t unit = <uint32_t> unit_of(view, width, p - 4 + place), spaces
    if width > 1 and place == 1:
        # U+0080..U+00A0 and U+1680..U+3000 hold all white space beyond ASCII; a difference below 0 is a large number
        spaces = (unit - 0x80 <= 0x20) | (unit - 0x1680 <= 0x3000 - 0x1680)
        unit = (0x8B - 0xB * spaces) if unit >= 0x80 else unit
    elif width > 1:
        unit = unit if unit < 0x80 else 0x80
    return shiplap_patterns[place][unit]


cdef inline uint64_t fitting(const View *view, Py_ssize_t p, int width, uint64_t usable) noexcept nogil:
    """Those of the `usable` patterns that fit."""
    return (patterns_of(view, width, p, 0) & patterns_of(view, width, p, 1) & patterns_of(view, width, p, 2)
            & patterns_of(view, width, p, 3) & patterns_of(view, width, p, 4) & patterns_of(view, width, p, 5) & usable)


cdef inline size_t stop_of(Py_ssize_t p, uint64_t fits) noexcept nogil:
    """Where the stop is, if patterns of a stop fit."""
    return p - 2 - ((fits & SHIPLAP_AFTER_CLOSED) != 0)


cdef inline int verdict_of(const View *view, Py_ssize_t p, int width, uint64_t fits) noexcept nogil:
    """The verdict by the patterns that fit, or -1."""
    cdef uint64_t units = shiplap_last_units(view.data, width, stop_of(p, fits)), run = shiplap_small_run(units)
    # a word of two letters and more, not `...str`, that is not known
    cdef uint64_t word = (shiplap_some(shiplap_unknown_tail(units & run)) & shiplap_some(units >> 40 ^ STR)
                          & ~shiplap_some(~run >> 48))
    cdef uint64_t ends = fits & (SHIPLAP_ENDS | SHIPLAP_ENDS_UNLISTED | (SHIPLAP_ENDS_WORD & (0 - word)))
    return (ends != 0) - (ends | (fits & SHIPLAP_ENDS_NOT) == 0)


cdef inline uint64_t usable_patterns(const View *view) noexcept nogil:
    """The patterns to be used: where the caller knows words of his own, none that leaves words to a filter."""
    cdef uint64_t unlisted = SHIPLAP_ENDS_WORD | SHIPLAP_ENDS_UNLISTED | SHIPLAP_ENDS_YEAR
    return ~unlisted if view.lexicon != NULL and view.lexicon.count > 0 else ~<uint64_t> 0


cdef inline bint may_be_in_word(const Char *char) noexcept nogil:
    """Whether a code point neither is a mark, nor closes anything, nor ends a polite word."""
    return (is_letter(char.kind) or char.kind == SHIPLAP_SENTENCE_DIGIT) \
        and char.code != POLITE and char.code != FORMAL_LAST
