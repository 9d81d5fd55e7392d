# Code points of a text in any form, and the kind of each.
from shiplap._core.boundaries.graphemes cimport code_point_at, code_point_before
from shiplap._core.csrc cimport (
    SHIPLAP_SENTENCE_CONTINUE,
    SHIPLAP_SENTENCE_LETTER,
    SHIPLAP_SENTENCE_LOWER,
    SHIPLAP_SENTENCE_TERMINAL,
    SHIPLAP_SENTENCE_UPPER,
    shiplap_properties,
    shiplap_sentence_class_of,
)
from shiplap._core.text.sizes cimport View, is_ascii, unit_at, utf8_length

cdef enum:
    NOTHING = -1    # the class of what is beyond the text
    OPENERS = 8     # opening marks that are looked over

# A code point, and where the next one is in the direction of reading.
cdef struct Char:
    Py_UCS4 code
    int kind
    Py_ssize_t next

# What the letters of a word tell.
cdef struct Traits:
    bint is_plain           # small letters only; how many they are is not looked at
    bint is_single_letter
    bint is_dotted
    bint is_digits
    bint is_roman
    bint has_apostrophe
    int first_kind
    Py_UCS4 last

# Whether a code point is one of a set of shiplap._data.sentence_marks; `makes_noun`: of POLITE_NOT.
cdef extern from "shiplap_marks.h" nogil:
    bint is_emphasis "shiplap_is_emphasis"(Py_UCS4 code)
    bint is_opening_quote "shiplap_is_opening_quote"(Py_UCS4 code)
    bint is_dash "shiplap_is_dash"(Py_UCS4 code)
    bint is_bullet "shiplap_is_bullet"(Py_UCS4 code)
    bint is_item_bullet "shiplap_is_item_bullet"(Py_UCS4 code)
    bint is_star "shiplap_is_star"(Py_UCS4 code)
    bint is_speech "shiplap_is_speech"(Py_UCS4 code)
    bint is_numeral "shiplap_is_numeral"(Py_UCS4 code)
    bint makes_noun "shiplap_makes_noun"(Py_UCS4 code)
    enum:
        POLITE "SHIPLAP_POLITE"                 # the end of a polite Korean word
        FORMAL_SECOND "SHIPLAP_FORMAL_SECOND"   # the last two syllables of a formal one
        FORMAL_LAST "SHIPLAP_FORMAL_LAST"

cdef extern from *:
    """
    /* The kind of each code point up to U+FFFF. The properties of csrc fill it when the module is imported: as a literal
       it would be 200 KB of source. */
    static signed char shiplap_kinds[0x10000];
    """
    signed char[0x10000] shiplap_kinds


cdef inline void fill_kinds() noexcept nogil:
    """Fill the table of kinds. The exceptions are those of `kind_of` in the reference."""
    cdef int code
    for code in range(0x10000):
        shiplap_kinds[code] = shiplap_sentence_class_of(shiplap_properties(code))
    shiplap_kinds[0x17D4] = shiplap_kinds[0x17D5] = SHIPLAP_SENTENCE_TERMINAL  # the Khmer full stops
    shiplap_kinds[0x104A] = SHIPLAP_SENTENCE_CONTINUE  # Burmese, with the use of a comma


cdef inline int kind_of(Py_UCS4 code) noexcept nogil:
    return shiplap_kinds[code] if code < 0x10000 else shiplap_sentence_class_of(shiplap_properties(code))


cdef inline Char char_at(const View *view, Py_ssize_t i) noexcept nogil:
    """The code point at an offset; `next` is the offset after it."""
    cdef Char char
    char.code, char.kind, char.next = 0, NOTHING, i
    if i < view.size:
        char.next = i + 1
        char.code = unit_at(view, i)
        if view.width == 0 and not is_ascii(char.code):
            char.code = code_point_at(view, i)
            char.next = i + utf8_length(char.code)
        char.kind = kind_of(char.code)
    return char


cdef inline Char char_before(const View *view, Py_ssize_t i) noexcept nogil:
    """The code point that ends at an offset; `next` is its beginning."""
    cdef Char char
    char.code, char.kind, char.next = 0, NOTHING, i
    if i > 0:
        char.next = i - 1
        char.code = unit_at(view, i - 1)
        if view.width == 0 and not is_ascii(char.code):
            char.code = code_point_before(view, i, &char.next)
        char.kind = kind_of(char.code)
    return char


cdef inline bint is_letter(int kind) noexcept nogil:
    """Whether a kind is one of LETTERS."""
    return kind == SHIPLAP_SENTENCE_LOWER or kind == SHIPLAP_SENTENCE_UPPER or kind == SHIPLAP_SENTENCE_LETTER


cdef inline bint is_line_end(Py_UCS4 code) noexcept nogil:
    """Whether a code point is one of LINE_ENDS."""
    return u'\n' <= code <= u'\r' or code in u'\x85\u2028\u2029'


cdef inline bint is_apostrophe(Py_UCS4 code) noexcept nogil:
    """Whether a code point is an apostrophe, straight or curly."""
    return code in u'\'’'
