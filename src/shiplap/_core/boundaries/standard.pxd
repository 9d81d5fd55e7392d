# The standard sentence rule: the verdict on one candidate; the lexicon it reads, and the kinds of code points.
from shiplap._core.text.text cimport View

cdef enum:
    CAP = 256       # code points of white space that a level looks over: what keeps it local
    NOTHING = -1    # the kind of what is beyond the text

# An abbreviation of the caller's.
cdef struct Extra:
    unsigned int hash
    Py_ssize_t offset   # of its letters
    Py_ssize_t size

# What is known of words.
cdef struct Known:
    int language        # 0: all together, else 1 + the place in shiplap._data.sentences.LANGUAGES
    Py_ssize_t count
    Extra *extras       # sorted by hash
    unsigned char *letters

# A code point, and where the next one is in the direction of reading.
cdef struct Char:
    Py_UCS4 code
    int kind
    Py_ssize_t next


cdef class Lexicon:
    cdef Known known
    cdef readonly object language
    cdef readonly tuple abbreviations

# The code point at an offset, with the offset after it; the one that ends at an offset, with its beginning.
cdef Char read_char(const View *view, Py_ssize_t i) noexcept nogil
cdef Char read_char_before(const View *view, Py_ssize_t i) noexcept nogil
cdef int kind_of(Py_UCS4 code) noexcept nogil
# Whether a kind is one of LETTERS, and a code point one of LINE_ENDS.
cdef bint is_letter(int kind) noexcept nogil
cdef bint is_line_end(Py_UCS4 code) noexcept nogil

# Whether a sentence ends before p, 0 < p < size, where a code point begins. `lexicon`: NULL for all languages together.
cdef bint ends_sentence(const View *view, const Known *lexicon, Py_ssize_t p) noexcept nogil
# Keep of the candidates those before which a sentence ends, and that are inside no grapheme cluster; their number.
cdef Py_ssize_t keep_sentence_ends(const View *view, const Known *lexicon, size_t *places, Py_ssize_t count) noexcept nogil
