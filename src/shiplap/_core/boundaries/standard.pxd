# Grapheme clusters: is p between two of them? The standard sentence rule: the verdict on one candidate; the lexicon it
# reads, and the kinds of code points.
from shiplap._core.csrc cimport (
    SHIPLAP_SENTENCE_LETTER,
    SHIPLAP_SENTENCE_LOWER,
    SHIPLAP_SENTENCE_UPPER,
    shiplap_properties,
    shiplap_sentence_class_of,
)
from shiplap._core.text.text cimport View, is_ascii, is_continuation, unit_at, utf8_length

# The run of code points of one class that was last walked over backwards: [begin, end). A later question about the
# same run walks no further than to its end, so that all questions together read a run once.
cdef struct Run:
    int grapheme_class
    Py_ssize_t begin
    Py_ssize_t end      # 0: no run

# Decoding. In UTF-8 nothing is read beyond view.valid: U+0000 stands for what is unknown there. A buffer that
# another thread changes may give any number.
cdef Py_UCS4 code_point_at(const View *view, Py_ssize_t p) noexcept nogil
# The code point that ends at p > 0; its beginning, which is below p, goes to `begin`.
cdef Py_UCS4 code_point_before(const View *view, Py_ssize_t p, Py_ssize_t *begin) noexcept nogil

cdef bint grapheme(const View *view, Run *run, Py_ssize_t p) noexcept nogil

cdef inline bint is_lone(const View *view, Py_UCS4 unit) noexcept nogil:
    """Return whether a code point, by its unit or first byte, is one of many between any two of which is a boundary,
    save inside CR LF: U+0000..U+02FF, U+0380..U+047F (Greek, Cyrillic), U+4000..U+9FFF (ideographs), U+AC00..U+D7A3
    (Hangul syllables; in UTF-8 U+B000..U+CFFF of them). It gains 8 % of the instructions of prose, 5 % in other scripts."""
    if view.width == 0:
        return unit < 0xCC or 0xCE <= unit <= 0xD1 or 0xE4 <= unit <= 0xE9 or 0xEB <= unit <= 0xEC
    return (unit < u'\u0300' or u'\u0380' <= unit < u'\u0480' or u'\u4000' <= unit < u'\ua000'
            or u'\uac00' <= unit <= u'\ud7a3')


cdef inline bint is_grapheme_boundary(const View *view, Run *run, Py_ssize_t p) noexcept nogil:
    """Return whether p, 0 < p < size, where a code point begins, is between two grapheme clusters. `run` remembers what
    was read for an earlier p; zeros at first."""
    cdef Py_UCS4 before, unit = unit_at(view, p)
    cdef Py_ssize_t at = p - 1
    if is_lone(view, unit):
        if view.width == 0:
            while at > 0 and p - at < 4 and is_continuation(view.data[at]):
                at -= 1
        before = unit_at(view, at)
        if is_lone(view, before):
            return not (before == u'\r' and unit == u'\n')
    return grapheme(view, run, p)


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

# The kind of each code point up to U+FFFF. The properties of csrc fill it when the module is imported: as a literal it
# would be 200 KB of source.
cdef signed char[0x10000] code_kinds

# Whether a sentence ends before p, 0 < p < size, where a code point begins. `lexicon`: NULL for all languages together.
cdef bint ends_sentence(const View *view, const Known *lexicon, Py_ssize_t p) noexcept nogil
# Keep of the candidates those before which a sentence ends, and that are inside no grapheme cluster; their number.
cdef Py_ssize_t keep_sentence_ends(const View *view, const Known *lexicon, size_t *places, Py_ssize_t count) noexcept nogil


# Characters and their kinds are inline: levels.pyx asks for each one of a title, and calls took 8 to 12 % of the instructions
# of texts of law.

cdef inline int kind_of(Py_UCS4 code) noexcept nogil:
    return code_kinds[code] if code < 0x10000 else shiplap_sentence_class_of(shiplap_properties(code))


cdef inline Char char_at(const View *view, Py_ssize_t i) noexcept nogil:
    """Return the code point at an offset; `next` is the offset after it."""
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
    """Return the code point that ends at an offset; `next` is its beginning."""
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
    """Return whether a kind is one of LETTERS."""
    return kind == SHIPLAP_SENTENCE_LOWER or kind == SHIPLAP_SENTENCE_UPPER or kind == SHIPLAP_SENTENCE_LETTER


cdef inline bint is_line_end(Py_UCS4 code) noexcept nogil:
    """Return whether a code point is one of LINE_ENDS."""
    return u'\n' <= code <= u'\r' or code in u'\x85\u2028\u2029'
