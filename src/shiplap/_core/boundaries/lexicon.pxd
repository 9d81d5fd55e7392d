# Words and what is known of them. Twin: `lexicon` in reference/boundaries/sentences.py.

from libc.stdint cimport uint32_t

cdef enum:
    LONGEST_WORD = 24   # code points; a longer word is no abbreviation
    ROOM = 4 * LONGEST_WORD + 16

# Bits, in the order of shiplap._data.sentences.KINDS.
cdef enum Kind:
    TITLES = 1
    NUMBERED = 2
    ABBREVIATIONS = 4
    NEVER_LAST = 8
    STARTERS = 16
    ORDINALS = 32
    DETERMINERS = 64

# An abbreviation of the caller's.
cdef struct Extra:
    unsigned int hash
    Py_ssize_t offset   # of its letters
    Py_ssize_t size

cdef struct Known:
    int language        # 0: all together, else 1 + the place in shiplap._data.sentences.LANGUAGES
    Py_ssize_t count
    Extra *extras       # sorted by hash
    unsigned char *letters

# A word in UTF-8.
cdef struct Word:
    Py_ssize_t size
    Py_ssize_t code_points
    unsigned char letters[ROOM]


cdef class Lexicon:
    cdef Known known
    cdef readonly object language
    cdef readonly tuple abbreviations

# The kinds of a word, as bits. `known` may be NULL: all languages together.
cdef unsigned int kinds_of_word(const Known *known, const unsigned char *letters, Py_ssize_t size) noexcept nogil


cdef inline void add_code_point(Word *word, Py_UCS4 code_point) noexcept nogil:
    """Append a code point; there is room for LONGEST_WORD and a few more."""
    cdef unsigned char *to = word.letters + word.size
    cdef uint32_t code = code_point
    word.code_points += 1
    if word.size > ROOM - 4:
        return
    if code < 0x80:
        to[0] = code
        word.size += 1
    elif code < 0x800:
        to[0], to[1] = 0xC0 | code >> 6, 0x80 | (code & 0x3F)
        word.size += 2
    elif code < 0x10000:
        to[0], to[1], to[2] = 0xE0 | code >> 12, 0x80 | (code >> 6 & 0x3F), 0x80 | (code & 0x3F)
        word.size += 3
    else:
        to[0], to[1] = 0xF0 | (code >> 18 & 7), 0x80 | (code >> 12 & 0x3F)
        to[2], to[3] = 0x80 | (code >> 6 & 0x3F), 0x80 | (code & 0x3F)
        word.size += 4
