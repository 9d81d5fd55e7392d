# cython: language_level=3, boundscheck=False, wraparound=False
"""The fast path of the standard sentence rule for what patterns leave to the words around a stop, where these are short
and in ASCII.

    before a word in small letters: no (0), as the patterns say (S13, S15), or where what is before the stop is not a
    plain word (S16)
    after four digits, and before a capital: yes (1), S25
    after a word of one to seven letters: what the clauses S18 to S25 say, by the kinds of that word and of the next
    otherwise: ask the other fast paths (-1)

1. It reads eight units before the stop and eight from p on, as one number each, and has no branch, for none could be
   guessed. A word that is longer, or is not parted from what is before it by ASCII, is -1.
2. The kinds of a word take two looks into a table of short words (shiplap_short_words), which has them for all languages
   together.
3. It is asked after the patterns, which say what stands at p - 4 to p + 1.
"""

from libc.stdint cimport uint64_t

from shiplap._core.boundaries.fast_ascii cimport is_blank
from shiplap._core.boundaries.fast_patterns cimport (
    APOSTROPHE,
    NOT_ROMAN,
    OTHER,
    PARTS,
    SHIPLAP_ENDS_WORD,
    SHIPLAP_ENDS_YEAR,
    SHIPLAP_NOT_BEFORE_OPENED,
    SHIPLAP_NOT_BEFORE_SMALL,
    SHIPLAP_STOP_BEFORE_SMALL,
    STR,
    shiplap_word_units,
    stop_of,
    unit_of,
)
from shiplap._core.boundaries.lexicon cimport ABBREVIATIONS, NEVER_LAST, NUMBERED, STARTERS, TITLES
from shiplap._core.csrc cimport (
    shiplap_highest_bit,
    shiplap_last_units,
    shiplap_lowest_bit,
    shiplap_no_letters,
    shiplap_outside,
    shiplap_short_kinds,
    shiplap_small_run,
    shiplap_small_word,
)
from shiplap._core.text.sizes cimport View

cdef enum:
    UNITS = 8       # that are read on either side


cdef int decide_words(const View *view, Py_ssize_t p, uint64_t fits) noexcept nogil:
    if view.lexicon != NULL and view.lexicon.language != 0:
        fits &= ~SHIPLAP_ENDS_WORD  # the table has the words of all languages together
        if not asks_for_words(fits):
            return -1
    if view.width <= 1:
        return decide_words_by(view, p, 1, fits)
    return decide_words_by(view, p, 2, fits) if view.width == 2 else decide_words_by(view, p, 4, fits)


cdef inline int decide_words_by(const View *view, Py_ssize_t p, int width, uint64_t fits) noexcept nogil:
    """`decide_words` of a text of that width. All ways are worked out, without a branch: which one it is cannot be
    guessed."""
    cdef size_t stop = stop_of(p, fits)
    cdef uint64_t units = shiplap_last_units(view.data, width, stop)    # before the stop, the last one highest
    cdef int year = (fits & SHIPLAP_ENDS_YEAR != 0) & (shiplap_outside(units, c'0', c'9') >> 32 == 0)
    cdef int word = (fits & SHIPLAP_ENDS_WORD != 0) & (1 - year)
    cdef int small = fits & (SHIPLAP_NOT_BEFORE_SMALL | SHIPLAP_NOT_BEFORE_OPENED | SHIPLAP_STOP_BEFORE_SMALL) != 0
    return (year | (-word & after_short_word(view, p, width, stop, units))
            | (-small & before_small(view, p, width, fits, units)) | -(1 - year - word - small))


cdef inline int before_small(const View *view, Py_ssize_t p, int width, uint64_t fits, uint64_t units) noexcept nogil:
    """The verdict before a small letter, 0 or -1."""
    cdef int opened = fits & SHIPLAP_NOT_BEFORE_OPENED != 0, stop = fits & SHIPLAP_STOP_BEFORE_SMALL != 0
    cdef uint64_t other = ~shiplap_small_run(units)
    cdef size_t first = shiplap_highest_bit(other | 1) & ~<size_t> 7    # of the unit before the small letters
    cdef int before = shiplap_word_units[units >> first & 0xFF]
    # four small letters and more may be a plain word
    cdef int plain = (other == 0) | (before & OTHER != 0) | ((before & PARTS != 0) & (first < 32))
    return (<int> shiplap_small_word(shiplap_last_units(view.data, width, p + opened + UNITS)) & ~(stop & plain)) - 1


cdef inline int after_short_word(const View *view, Py_ssize_t p, int width, size_t stop, uint64_t units) noexcept nogil:
    """The verdict after a word, and before what is no small letter: the end of `ends_stop`."""
    cdef Py_UCS4 unit = unit_of(view, width, p)
    cdef int opened = (unit == u'"') | (unit == u'(') | (unit == u'[')
    cdef uint64_t after = shiplap_last_units(view.data, width, p + opened + UNITS)
    cdef uint64_t other = shiplap_no_letters(units), next_other = shiplap_no_letters(after)
    cdef size_t first = shiplap_highest_bit(other | 1) & ~<size_t> 7    # of the unit before the word
    cdef size_t count = 7 - (first >> 3), next_count = shiplap_lowest_bit(next_other | <uint64_t> 1 << 63) >> 3
    cdef uint64_t letters = units & ~((<uint64_t> 0x100 << first) - 1)
    cdef uint64_t next_letters = after << 1 << (63 - 8 * next_count)    # of no letters nothing is left
    cdef int before = units >> first & 0xFF, behind = after >> 8 * next_count & 0xFF
    cdef unsigned int kinds = shiplap_short_kinds(letters)
    cdef int starter = ((shiplap_short_kinds(next_letters) & STARTERS != 0)
                        & ((next_count > 1) | is_blank(behind)))
    cdef int abbreviation = kinds & ABBREVIATIONS != 0, numbered = kinds & NUMBERED != 0
    cdef int single = count == 1, roman = may_be_roman(letters, count), known = (kinds != 0) | single | roman
    # S18 to S21
    cdef int no = single | (numbered & (next_count < 2)) | (
        (kinds & (TITLES | NEVER_LAST) != 0) & (1 - (starter & (kinds & (ABBREVIATIONS | NEVER_LAST) == ABBREVIATIONS))))
    cdef int yes = (1 - known) | ((1 - no) & (starter | (1 - abbreviation)))  # S22, S25
    # whole words; neither single letters before the first one, as in z. B., nor `...str`
    cdef int is_word = ((other != 0) & (count > 0) & (shiplap_word_units[before] & (PARTS | OTHER) == PARTS)
                        & ((before > c' ') | (unit_of(view, width, stop - count - 2) != u'.'))
                        & ((count < 4) | (letters >> 40 != STR)))
    cdef int is_next_word = ((next_other != 0) & (shiplap_word_units[behind] & (OTHER | APOSTROPHE) == 0)
                             & ((next_count == 0) | (behind < c'0') | (behind > c'9')))
    cdef int open = (1 - is_word) | (known & (
        (1 - is_next_word) | (single & starter) | (roman & (1 - (no | abbreviation)))
        | (numbered & (next_count > 1) & may_be_roman(next_letters, next_count))))
    return (yes & (1 - open)) - open


cdef inline int may_be_roman(uint64_t letters, size_t count) noexcept nogil:
    """Whether the letters, the last one highest, may be Roman digits: the first and the last one are, in capitals."""
    cdef int last = shiplap_word_units[letters >> 56], first = shiplap_word_units[letters >> ((64 - 8 * count) & 56) & 0xFF]
    return ((first | last) & NOT_ROMAN) == 0
