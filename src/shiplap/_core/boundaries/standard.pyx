# cython: language_level=3, boundscheck=False, wraparound=False
"""Grapheme clusters (UAX #29 of Unicode 15.0.0, section 3), and the standard sentence rule: the lexicon, the rule, its
fast paths, and the verdict on one candidate.

The functions have the names and the order of the reference, where their meaning is, and cite its clauses S1 to S25.
They look at code points of text in any form, at most a few times CAP from p, so that a level stays local.

Four fast paths answer for nearly all candidates: 1 a sentence ends, 0 none ends, -1 ask the next one, and the rule
last. They say what the rule says, or nothing; the rule alone is the meaning.

    verdict_of          patterns of six units around p; then
    decide_words        a short word in ASCII before a stop, or a small letter at p; then
    decide_ascii        everything that the rule looks at is ASCII; then
    decide_non_ascii    what is common beyond ASCII; then
    standard            the rule
"""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from shiplap._core.csrc cimport (
    SHIPLAP_GRAPHEME_CONTROL,
    SHIPLAP_GRAPHEME_CR,
    SHIPLAP_GRAPHEME_EXTEND,
    SHIPLAP_GRAPHEME_L,
    SHIPLAP_GRAPHEME_LF,
    SHIPLAP_GRAPHEME_LV,
    SHIPLAP_GRAPHEME_LVT,
    SHIPLAP_GRAPHEME_PICTOGRAPHIC,
    SHIPLAP_GRAPHEME_PREPEND,
    SHIPLAP_GRAPHEME_REGIONAL_INDICATOR,
    SHIPLAP_GRAPHEME_SPACING_MARK,
    SHIPLAP_GRAPHEME_T,
    SHIPLAP_GRAPHEME_V,
    SHIPLAP_GRAPHEME_ZWJ,
    SHIPLAP_PLACES_ROOM,
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
    shiplap_grapheme_class_of,
    shiplap_highest_bit,
    shiplap_last_pairs,
    shiplap_last_units,
    shiplap_lowest_bit,
    shiplap_no_letters,
    shiplap_outside,
    shiplap_pairs_run,
    shiplap_properties,
    shiplap_sentence_class_of,
    shiplap_short_kinds,
    shiplap_small_run,
    shiplap_small_word,
    shiplap_some,
    shiplap_unknown_tail,
    shiplap_word_hash,
    shiplap_word_kinds,
)
from shiplap._core.text.text cimport View, is_ascii, is_continuation

from shiplap._data.sentences import LANGUAGES

# Whether a code point is one of a set of shiplap._data.sentence_marks; `makes_noun`: of POLITE_NOT.
cdef extern from "shiplap_marks.h" nogil:
    bint is_emphasis "shiplap_is_emphasis"(Py_UCS4 code)
    bint is_opening_quote "shiplap_is_opening_quote"(Py_UCS4 code)
    bint is_dash "shiplap_is_dash"(Py_UCS4 code)
    bint is_bullet "shiplap_is_bullet"(Py_UCS4 code)
    bint is_star "shiplap_is_star"(Py_UCS4 code)
    bint is_speech "shiplap_is_speech"(Py_UCS4 code)
    bint is_numeral "shiplap_is_numeral"(Py_UCS4 code)
    bint makes_noun "shiplap_makes_noun"(Py_UCS4 code)
    enum:
        POLITE "SHIPLAP_POLITE"                 # the end of a polite Korean word
        FORMAL_SECOND "SHIPLAP_FORMAL_SECOND"   # the last two syllables of a formal one
        FORMAL_LAST "SHIPLAP_FORMAL_LAST"

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
    OPENERS = 8     # opening marks that are looked over
    LONGEST_WORD = 24   # code points; a longer word is no abbreviation
    ROOM = 4 * LONGEST_WORD + 16
    # Units on both sides of p that the fast paths may read without a look at the ends of the text. Before p they read
    # 32 units of white space, 9 closing marks and 4 units of a footnote mark, 9 marks, and then a word of LONGEST_WORD
    # and one unit, but only one of these runs to its end; after p, OPENERS and a word.
    NEAR = 64
    STR = c's' | c't' << 8 | c'r' << 16     # the end of `Gartenstr`, whose last unit is the highest
    UNITS = 8       # that are read on either side of a stop by the fast path for words

# Bits, in the order of shiplap._data.sentences.KINDS.
cdef enum Kind:
    TITLES = 1
    NUMBERED = 2
    ABBREVIATIONS = 4
    NEVER_LAST = 8
    STARTERS = 16
    ORDINALS = 32
    DETERMINERS = 64

# A word in UTF-8.
cdef struct Word:
    Py_ssize_t size
    Py_ssize_t code_points
    unsigned char letters[ROOM]

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

fill_kinds()


# ---- grapheme clusters
#
# Two code points decide nearly always. Only flags, and emoji after a ZWJ, need what is before them: a run of one class,
# walked backwards as far as it goes, and remembered.


cdef inline Py_UCS4 decode(const unsigned char *text, Py_ssize_t size) noexcept nogil:
    """Return the code point in `size` bytes, 1 to 4. Wrong bytes give some number."""
    if size == 1:
        return text[0]
    if size == 2:
        return (text[0] & 0x1F) << 6 | (text[1] & 0x3F)
    if size == 3:
        return (text[0] & 0x0F) << 12 | (text[1] & 0x3F) << 6 | (text[2] & 0x3F)
    return (text[0] & 0x07) << 18 | (text[1] & 0x3F) << 12 | (text[2] & 0x3F) << 6 | (text[3] & 0x3F)


cdef Py_UCS4 code_point_at(const View *view, Py_ssize_t p) noexcept nogil:
    cdef unsigned char lead
    cdef Py_ssize_t size
    if view.width != 0:
        return unit_at(view, p)
    if p >= view.valid:
        return 0
    lead = view.data[p]
    size = 1 + (lead >= 0xC0) + (lead >= 0xE0) + (lead >= 0xF0)
    return decode(view.data + p, size) if size <= view.valid - p else 0


cdef Py_UCS4 code_point_before(const View *view, Py_ssize_t p, Py_ssize_t *begin) noexcept nogil:
    cdef Py_ssize_t at = p - 1
    begin[0] = at
    if view.width != 0:
        return unit_at(view, at)
    if p > view.valid:
        return 0
    while at > 0 and p - at < 4 and is_continuation(view.data[at]):
        at -= 1
    begin[0] = at
    return decode(view.data + at, p - at)


cdef inline int class_of(Py_UCS4 code_point) noexcept nogil:
    """Return the grapheme class of a code point."""
    return shiplap_grapheme_class_of(shiplap_properties(code_point))


cdef Py_ssize_t run_begin(const View *view, Run *run, Py_ssize_t p, int grapheme_class) noexcept nogil:
    """Return where the run of code points of one class that ends at p begins."""
    cdef Py_ssize_t begin = p, before = 0
    while begin > 0:
        if run.begin < begin <= run.end and run.grapheme_class == grapheme_class:
            begin = run.begin
            break
        if class_of(code_point_before(view, begin, &before)) != grapheme_class:
            break
        begin = before
    if run.begin != begin or run.end < p or run.grapheme_class != grapheme_class:
        run.grapheme_class, run.begin, run.end = grapheme_class, begin, p
    return begin


cdef bint grapheme(const View *view, Run *run, Py_ssize_t p) noexcept nogil:
    cdef Py_ssize_t begin = 0
    cdef int right = class_of(code_point_at(view, p))
    cdef int left = class_of(code_point_before(view, p, &begin))
    if left == SHIPLAP_GRAPHEME_CR and right == SHIPLAP_GRAPHEME_LF:  # GB3
        return False
    if is_control(left) or is_control(right):  # GB4, GB5
        return True
    if is_syllable(left, right):  # GB6, GB7, GB8
        return False
    if is_extension(right) or left == SHIPLAP_GRAPHEME_PREPEND:  # GB9, GB9a, GB9b
        return False
    if left == SHIPLAP_GRAPHEME_ZWJ and right == SHIPLAP_GRAPHEME_PICTOGRAPHIC:  # GB11
        begin = run_begin(view, run, begin, SHIPLAP_GRAPHEME_EXTEND)
        return begin == 0 or class_of(code_point_before(view, begin, &begin)) != SHIPLAP_GRAPHEME_PICTOGRAPHIC
    if left == SHIPLAP_GRAPHEME_REGIONAL_INDICATOR and right == left:  # GB12, GB13: the flags of a run are pairs
        begin = run_begin(view, run, p, SHIPLAP_GRAPHEME_REGIONAL_INDICATOR)
        return (p - begin) % (8 if view.width == 0 else 2) == 0  # each takes four bytes
    return True  # GB999


cdef inline bint is_control(int grapheme_class) noexcept nogil:
    """Return whether a class is CR, LF or CONTROL."""
    return (grapheme_class == SHIPLAP_GRAPHEME_CONTROL or grapheme_class == SHIPLAP_GRAPHEME_CR
            or grapheme_class == SHIPLAP_GRAPHEME_LF)


cdef inline bint is_extension(int grapheme_class) noexcept nogil:
    """Return whether the class is EXTEND, ZWJ or SPACING_MARK, before which no cluster ends."""
    return (grapheme_class == SHIPLAP_GRAPHEME_EXTEND or grapheme_class == SHIPLAP_GRAPHEME_ZWJ
            or grapheme_class == SHIPLAP_GRAPHEME_SPACING_MARK)


cdef inline bint is_syllable(int left, int right) noexcept nogil:
    """Return whether two classes of Hangul are of one syllable."""
    if left == SHIPLAP_GRAPHEME_L:
        return (right == SHIPLAP_GRAPHEME_L or right == SHIPLAP_GRAPHEME_V or right == SHIPLAP_GRAPHEME_LV
                or right == SHIPLAP_GRAPHEME_LVT)
    if left == SHIPLAP_GRAPHEME_LV or left == SHIPLAP_GRAPHEME_V:
        return right == SHIPLAP_GRAPHEME_V or right == SHIPLAP_GRAPHEME_T
    return right == SHIPLAP_GRAPHEME_T and (left == SHIPLAP_GRAPHEME_LVT or left == SHIPLAP_GRAPHEME_T)


# ---- words and what is known of them


@cython.no_gc
cdef class Lexicon:
    """Known words: in one of shiplap._data.sentences.LANGUAGES, or None for all together; and the
    caller's abbreviations, with or without their last stop. Immutable."""

    def __cinit__(self, language=None, abbreviations=(), /):
        cdef Py_ssize_t k, offset = 0, size = 0, hash
        cdef list words = []
        for word in {word.removesuffix(".").encode("utf-8", "surrogatepass") for word in abbreviations} - {b""}:
            words.append((shiplap_word_hash(word, len(word)), word))
            size += len(word)
        words.sort()
        self.language, self.abbreviations = language, tuple(abbreviations)
        self.known.language = 1 + LANGUAGES.index(language) if language in LANGUAGES else 0
        self.known.count = len(words)
        if not words:
            return
        self.known.extras = <Extra *> PyMem_Malloc(len(words) * sizeof(Extra))
        self.known.letters = <unsigned char *> PyMem_Malloc(size)
        if self.known.extras == NULL or self.known.letters == NULL:
            raise MemoryError
        for k, (hash, word) in enumerate(words):
            self.known.extras[k] = Extra(<unsigned int> hash, offset, len(word))
            memcpy(self.known.letters + offset, <const unsigned char *> word, len(word))
            offset += len(word)

    def __dealloc__(self):
        PyMem_Free(self.known.extras)
        PyMem_Free(self.known.letters)


cdef unsigned int kinds_of_word(const Known *known, const unsigned char *letters, Py_ssize_t size) noexcept nogil:
    """Return the kinds of a word, as bits. `known` may be NULL: all languages together."""
    cdef unsigned int hash = shiplap_word_hash(letters, size), kinds
    cdef Py_ssize_t low = 0, high, middle
    kinds = shiplap_word_kinds(letters, size, hash, 0 if known == NULL else known.language)
    if known == NULL or known.count == 0:
        return kinds
    high = known.count
    while low < high:
        middle = (low + high) >> 1
        if known.extras[middle].hash < hash:
            low = middle + 1
        else:
            high = middle
    while low < known.count and known.extras[low].hash == hash:
        if known.extras[low].size == size and memcmp(known.letters + known.extras[low].offset, letters, size) == 0:
            return kinds | ABBREVIATIONS
        low += 1
    return kinds


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


# ---- code points and their kinds


cdef inline void fill_kinds() noexcept nogil:
    """Fill the table of kinds. The exceptions are those of `kind_of` in the reference."""
    cdef int code
    for code in range(0x10000):
        code_kinds[code] = shiplap_sentence_class_of(shiplap_properties(code))
    code_kinds[0x17D4] = code_kinds[0x17D5] = SHIPLAP_SENTENCE_TERMINAL  # the Khmer full stops
    code_kinds[0x104A] = SHIPLAP_SENTENCE_CONTINUE  # Burmese, with the use of a comma


cdef inline bint is_apostrophe(Py_UCS4 code) noexcept nogil:
    """Return whether a code point is an apostrophe, straight or curly."""
    return code in u'\'’'


# ---- the rule


cdef bint standard(const View *view, const Known *lexicon, Py_ssize_t p) noexcept nogil:
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
        return ends_joined(view, lexicon, begin, stop, p)
    return ends_spaced(view, lexicon, begin, stop, gap, p)


# ---- the layout


cdef inline Py_ssize_t gap_before(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char before = char_before(view, p)
    cdef int count = 0
    while before.kind == SHIPLAP_SENTENCE_SPACE and count < CAP:
        p = before.next
        before = char_before(view, p)
        count += 1
    return p


cdef inline int line_ends(const View *view, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    cdef Char at
    cdef Py_UCS4 last = 0
    cdef int count = 0
    while begin < end:
        at = char_at(view, begin)
        if is_line_end(at.code) and not (at.code == u'\n' and last == u'\r'):
            count += 2 if at.code == u'\u2029' else 1
        last, begin = at.code, at.next
    return count


cdef inline bint is_polite(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char last = char_before(view, end), second
    if last.code != POLITE and last.code != FORMAL_LAST:
        return False
    second = char_before(view, last.next)
    if last.code == FORMAL_LAST:
        return second.code == FORMAL_SECOND
    return is_hangul(second.code) and not makes_noun(second.code)


cdef inline bint is_marker(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), after
    cdef Py_UCS4 bullet = at.code
    cdef int count = 0
    if bullet == u'・':
        return True
    if is_numeral(bullet):
        while is_numeral(at.code) and count < 3:
            at = char_at(view, at.next)
            count += 1
        return at.code == u'、'
    if is_bullet(bullet):
        while at.kind != NOTHING and at.code == bullet and count < OPENERS:
            at = char_at(view, at.next)
            count += 1
        return at.kind == SHIPLAP_SENTENCE_SPACE
    if at.code == u'(':
        at = char_at(view, at.next)
    while at.kind == SHIPLAP_SENTENCE_DIGIT and count < 3:
        at = char_at(view, at.next)
        count += 1
    if count == 0:
        if not is_letter(at.kind):
            return False
        at = char_at(view, at.next)
    after = char_at(view, at.next)
    return at.code in u'.)' and after.kind == SHIPLAP_SENTENCE_SPACE


cdef inline bint at_line_start(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Py_ssize_t gap = gap_before(view, i)
    return gap == 0 or line_ends(view, gap, i) > 0


# ---- marks


cdef inline bint is_mark_kind(const Char *char) noexcept nogil:
    """Return whether a code point is a mark whatever is before it."""
    return char.kind == SHIPLAP_SENTENCE_STOP or char.kind == SHIPLAP_SENTENCE_TERMINAL or char.code == u'…'


cdef inline bint is_mark_before(const View *view, Py_ssize_t i) noexcept nogil:
    """Return whether a mark ends at i."""
    cdef Char mark = char_before(view, i), before
    if is_star(mark.code):
        before = char_before(view, mark.next)
        return is_hiragana(before.code)
    if mark.code in u';\u037e':
        before = char_before(view, mark.next)
        return is_greek(before.code)
    return is_mark_kind(&mark)


cdef inline bint is_mark(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char mark = char_at(view, i)
    return is_mark_before(view, mark.next)


cdef inline Py_ssize_t marks_begin(const View *view, Py_ssize_t stop) noexcept nogil:
    """Return where the run of marks that ends at `stop` begins; `stop` where there is none, or more than CAP."""
    cdef Py_ssize_t begin = stop
    cdef Char mark
    cdef int count = 0
    while is_mark_before(view, begin):
        if count == CAP:
            return stop
        mark = char_before(view, begin)
        begin = mark.next
        count += 1
    return begin


cdef inline bint is_greek(Py_UCS4 code) noexcept nogil:
    return u'\u0384' <= code <= u'\u03ff' or u'\u1f00' <= code <= u'\u1fff'


cdef inline bint is_hiragana(Py_UCS4 code) noexcept nogil:
    return u'\u3041' <= code <= u'\u309f'


cdef inline bint is_armenian(Py_UCS4 code) noexcept nogil:
    return u'\u0531' <= code <= u'\u0588'


cdef inline bint is_hangul(Py_UCS4 code) noexcept nogil:
    return u'\uac00' <= code <= u'\ud7a3'


cdef inline bint is_east_asian(Py_UCS4 code) noexcept nogil:
    return (u'\u3041' <= code <= u'\u30ff' or u'\u3400' <= code <= u'\u9fff' or u'\uac00' <= code <= u'\ud7a3'
            or u'\uf900' <= code <= u'\ufaff' or u'\U00020000' <= code <= u'\U0003ffff')


cdef inline bint belongs_before(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), after
    if at.kind == SHIPLAP_SENTENCE_CLOSE:
        return True
    if is_mark(view, p):
        after = char_at(view, at.next)
        return not is_letter(after.kind) and after.kind != SHIPLAP_SENTENCE_DIGIT
    if at.kind == SHIPLAP_SENTENCE_QUOTE:
        after = char_at(view, at.next)
        return ((after.kind == SHIPLAP_SENTENCE_SPACE or after.kind == NOTHING)
                and not is_opening_quote(at.code))
    return at.code == u'[' and is_footnote(view, at.next)


cdef inline bint belongs_joined(const View *view, const Char *at, Py_ssize_t p) noexcept nogil:
    if (is_mark(view, p) or at.kind == SHIPLAP_SENTENCE_CLOSE or at.kind == SHIPLAP_SENTENCE_CONTINUE
            or at.kind == SHIPLAP_SENTENCE_EXTEND):
        return True
    if at.kind == SHIPLAP_SENTENCE_QUOTE:
        return not is_opening_quote(at.code)
    return at.code == u'[' and is_footnote(view, at.next)


cdef inline bint is_label(int kind) noexcept nogil:
    """Return whether a kind may be in the label of a footnote."""
    return kind == SHIPLAP_SENTENCE_DIGIT or kind == SHIPLAP_SENTENCE_LOWER


cdef inline bint is_footnote(const View *view, Py_ssize_t i) noexcept nogil:
    """Return whether the label of a footnote mark begins at i, and its bracket closes."""
    cdef Char at = char_at(view, i)
    cdef int count = 0
    while is_label(at.kind) and count < 4:
        at = char_at(view, at.next)
        count += 1
    return count > 0 and at.code == u']'


cdef inline Py_ssize_t closing_begins(const View *view, Py_ssize_t gap, Py_ssize_t p) noexcept nogil:
    cdef bint spaced = gap < p
    cdef Py_ssize_t i = gap, footnote
    cdef Char closing, before
    cdef int count = 0
    closing = char_before(view, i)
    before = closing
    while count < CAP and is_closing(&closing, spaced):
        before = closing
        footnote = -1
        if closing.code == u']':
            footnote = footnote_begin(view, closing.next)
        if footnote >= 0:
            count += count_between(view, footnote, i)
            i = footnote
            before = char_at(view, i)
        else:
            i = closing.next
            count += 1
        closing = char_before(view, i)
    if (spaced and i < gap and closing.kind == SHIPLAP_SENTENCE_SPACE and closing.next > 0
            and not is_opening_quote(before.code) and is_mark_before(view, closing.next)):
        return closing.next
    return i


cdef inline int count_between(const View *view, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """Return the number of code points of a short span."""
    cdef Char at
    cdef int count = 0
    while begin < end:
        at = char_at(view, begin)
        begin = at.next
        count += 1
    return count


cdef inline bint is_closing(const Char *char, bint spaced) noexcept nogil:
    if char.kind == SHIPLAP_SENTENCE_QUOTE:
        return spaced or not is_opening_quote(char.code)
    return char.kind == SHIPLAP_SENTENCE_CLOSE or (spaced and (char.kind == SHIPLAP_SENTENCE_NUMBER
                                                               or is_emphasis(char.code)))


cdef inline Py_ssize_t footnote_begin(const View *view, Py_ssize_t end) noexcept nogil:
    """Return the beginning of the footnote mark whose label ends at `end`, or -1."""
    cdef Char before = char_before(view, end)
    cdef int count = 0
    while is_label(before.kind) and count < 4:
        before = char_before(view, before.next)
        count += 1
    return before.next if count > 0 and before.code == u'[' else -1


# ---- what follows the mark at once


cdef inline bint ends_joined(const View *view, const Known *lexicon, Py_ssize_t begin, Py_ssize_t stop,
                             Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), last = char_before(view, stop), before, second
    before = char_before(view, p)
    if stop < p and (goes_on(view, p) or (is_ascii(before.code) and is_ascii(at.code))):
        return False  # S6
    if (last.kind == SHIPLAP_SENTENCE_TERMINAL and last.code > 0x7F) or is_star(last.code):
        return True  # S7
    if last.code in u'!?':
        before = char_before(view, begin)
        return is_east_asian(at.code) or is_east_asian(before.code)  # S8
    if last.kind != SHIPLAP_SENTENCE_STOP or last.next > begin or begin == 0:
        return False
    before = char_before(view, begin)
    if is_east_asian(before.code):
        return is_east_asian(at.code)  # S9
    if stop < p or at.kind != SHIPLAP_SENTENCE_UPPER or before.kind != SHIPLAP_SENTENCE_LOWER:
        return False
    second = char_before(view, before.next)
    return second.kind == SHIPLAP_SENTENCE_LOWER and is_starter(view, lexicon, p)  # S10


cdef inline bint goes_on(const View *view, Py_ssize_t p) noexcept nogil:
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


cdef inline bint encloses_sentence(const View *view, Py_ssize_t end) noexcept nogil:
    """Return whether the bracket that closes before `end` opened after a mark, or at the start of a line."""
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


cdef inline bint ends_spaced(const View *view, const Known *lexicon, Py_ssize_t begin, Py_ssize_t stop, Py_ssize_t gap,
                             Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), mark = char_before(view, stop), letter, before
    cdef bint dashed = is_dash(at.code), closed = stop < gap, lower, stops = True, ellipsis = False
    cdef bint uncased
    cdef Py_UCS4 last = mark.code
    cdef Py_ssize_t first, i = stop
    if at.kind == SHIPLAP_SENTENCE_CONTINUE and not dashed:
        return False  # S11
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
        return not lower and not uncased and not (closed and before.code in u'([')  # S12
    if lower and (closed or dashed):
        return False  # S13
    if not stops:
        if uncased and closed and last in u'!?':
            return False  # S14
        return not (lower and last == u'!' and is_name(view, begin))  # S14
    return ends_stop(view, lexicon, begin, first, lower)


cdef inline bint ends_stop(const View *view, const Known *lexicon, Py_ssize_t begin, Py_ssize_t first,
                           bint lower) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = word_begins(view, begin, &word, &traits)
    if start == begin or word.code_points > LONGEST_WORD:
        return not lower  # S15
    return ends_word(view, lexicon, start, &word, &traits, first, lower)


cdef inline bint ends_word(const View *view, const Known *lexicon, Py_ssize_t start, const Word *word,
                           const Traits *traits, Py_ssize_t first, bint lower) noexcept nogil:
    """Apply the clauses S16 to S25, which depend on the word before the stop: the end of `ends_stop` in the
    reference."""
    cdef unsigned int kinds = kinds_of(view, lexicon, start, word, traits)
    cdef bint starter
    if lower:
        return is_address(view, first) or (traits.is_plain and word.code_points >= 4 and kinds == 0)  # S16
    if is_armenian(traits.last):
        return False  # S17
    if kinds == 0 and word.code_points > 1 and not (traits.is_single_letter or traits.is_dotted or traits.is_digits or traits.is_roman):
        return True  # S25, since none of S18 to S24 can apply: what follows need not be looked at
    starter = is_starter(view, lexicon, first)
    if traits.is_single_letter and traits.first_kind == SHIPLAP_SENTENCE_UPPER:
        return starter and not at_line_start(view, start)  # S18
    if kinds & (TITLES | NEVER_LAST) and not (starter and kinds & (ABBREVIATIONS | NEVER_LAST) == ABBREVIATIONS):
        return False  # S19
    if traits.is_single_letter:
        return starter and not at_line_start(view, start)  # S20
    if kinds & NUMBERED and is_number(view, first):
        return False  # S21
    if kinds & ABBREVIATIONS or traits.is_dotted:
        return starter  # S22
    if traits.is_digits and word.code_points <= 4 and is_labelled(view, first):
        return False  # S23
    if (traits.is_digits and word.code_points <= 3) or traits.is_roman:
        return not is_ordinal(view, lexicon, start, first, starter)  # S24
    return not (word.code_points == 1 and is_hangul(traits.last) and at_line_start(view, start))  # S25


cdef inline Py_ssize_t first_letter(const View *view, Py_ssize_t p) noexcept nogil:
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


cdef inline bint is_starter(const View *view, const Known *lexicon, Py_ssize_t i) noexcept nogil:
    cdef Word word
    cdef Char after = char_at(view, word_ends(view, i, &word))
    if is_apostrophe(after.code):
        add_code_point(&word, u'\'')
        if kinds_of_word(lexicon, word.letters, word.size) & STARTERS:
            return True
        word.size -= 1
        word.code_points -= 1
    if word.code_points == 1 and after.kind != SHIPLAP_SENTENCE_SPACE:
        return False
    return kinds_of_word(lexicon, word.letters, word.size) & STARTERS != 0


cdef inline bint is_brand(const View *view, Py_ssize_t i) noexcept nogil:
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


cdef inline bint is_address(const View *view, Py_ssize_t i) noexcept nogil:
    cdef unsigned char[4] letters
    cdef Char at
    cdef int k
    for k in range(4):
        at = char_at(view, i)
        letters[k] = at.code if is_ascii(at.code) else 0
        i = at.next
    return ((letters[0] == c'h' and letters[1] == c't' and letters[2] == c't' and letters[3] == c'p')
            or (letters[0] == letters[1] == letters[2] == c'w' and letters[3] == c'.'))


cdef inline bint is_name(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char at = char_before(view, end), after
    cdef int count = 0, first = NOTHING, second = NOTHING
    while at.kind != NOTHING and count <= LONGEST_WORD and not parts_words(&at):
        second, first = first, at.kind
        at = char_before(view, at.next)
        count += 1
    return first == SHIPLAP_SENTENCE_UPPER and second == SHIPLAP_SENTENCE_LOWER


# ---- words around a mark


cdef inline Py_ssize_t word_ends(const View *view, Py_ssize_t i, Word *word) noexcept nogil:
    cdef Char at = char_at(view, i)
    word.size = word.code_points = 0
    while word.code_points <= LONGEST_WORD and (is_letter(at.kind) or at.kind == SHIPLAP_SENTENCE_DIGIT
                                                or at.kind == SHIPLAP_SENTENCE_EXTEND):
        add_code_point(word, at.code)
        i = at.next
        at = char_at(view, i)
    return i


cdef inline Py_ssize_t word_begins(const View *view, Py_ssize_t end, Word *word, Traits *traits) noexcept nogil:
    """Return the beginning of the word that ends at `end`, and the word itself; of one longer than LONGEST_WORD, the
    number of its code points only."""
    cdef Char[LONGEST_WORD + 1] read
    cdef Char at = char_before(view, end)
    cdef Py_ssize_t i = end
    cdef int count = 0, letters = 0, stops = 0
    word.size = word.code_points = 0
    while at.kind != NOTHING and count <= LONGEST_WORD and not parts_words(&at):
        read[count] = at
        i = at.next
        at = char_before(view, i)
        count += 1
    if count > LONGEST_WORD:
        word.code_points = count
        return i
    traits.is_plain = traits.is_digits = traits.is_roman = traits.is_dotted = traits.is_single_letter = True
    traits.has_apostrophe, traits.first_kind, traits.last = False, NOTHING, 0
    while count > 0:
        count -= 1
        at = read[count]
        add_code_point(word, at.code)
        traits.last = at.code
        if word.code_points == 1:
            traits.first_kind = at.kind
            traits.is_single_letter = is_letter(at.kind) and not is_east_asian(at.code)
        elif at.kind != SHIPLAP_SENTENCE_EXTEND:
            traits.is_single_letter = False
        traits.is_plain = traits.is_plain and at.kind == SHIPLAP_SENTENCE_LOWER
        traits.is_digits = traits.is_digits and at.kind == SHIPLAP_SENTENCE_DIGIT
        traits.is_roman = traits.is_roman and is_roman_digit(at.code)
        traits.has_apostrophe = traits.has_apostrophe or is_apostrophe(at.code)
        if at.code == u'.':
            traits.is_dotted = traits.is_dotted and letters == 1
            letters, stops = 0, stops + 1
        elif at.code != u'-':
            letters += 1
            traits.is_dotted = traits.is_dotted and is_letter(at.kind)
    traits.is_dotted = traits.is_dotted and stops > 0 and letters == 1
    return i


cdef inline bint is_roman_digit(Py_UCS4 code) noexcept nogil:
    """Return whether a code point is a Roman digit, in capitals."""
    return code in u'IVXLCDM'


cdef inline bint parts_words(const Char *char) noexcept nogil:
    if is_apostrophe(char.code):
        return False
    if is_east_asian(char.code) and not is_hangul(char.code):
        return True
    return (char.kind == SHIPLAP_SENTENCE_SPACE or char.kind == SHIPLAP_SENTENCE_OPEN
            or char.kind == SHIPLAP_SENTENCE_CLOSE or char.kind == SHIPLAP_SENTENCE_QUOTE or char.code == u'/'
            or char.code in u'–—…' or is_emphasis(char.code))


cdef inline unsigned int kinds_of(const View *view, const Known *lexicon, Py_ssize_t start, const Word *word,
                                  const Traits *traits) noexcept nogil:
    cdef unsigned int kinds = kinds_of_word(lexicon, word.letters, word.size)
    cdef Word longer, last
    cdef Char space, dot, letter, before
    cdef int _
    kinds |= kinds_of_part(view, lexicon, word, traits)
    last.size = 0
    for _ in range(2):
        space = char_before(view, start)
        if space.kind != SHIPLAP_SENTENCE_SPACE:
            break
        dot = char_before(view, space.next)
        if dot.code != u'.':
            break
        letter = char_before(view, dot.next)
        before = char_before(view, letter.next)
        if not is_letter(letter.kind) or (before.kind != NOTHING and not parts_words(&before)):
            break
        if last.size == 0:
            memcpy(&last, word, sizeof(Word))
        start = letter.next
        longer.size = longer.code_points = 0
        add_code_point(&longer, letter.code)
        add_code_point(&longer, u'.')
        memcpy(longer.letters + longer.size, last.letters, last.size)
        longer.size += last.size
        kinds |= kinds_of_word(lexicon, longer.letters, longer.size)
        memcpy(&last, &longer, sizeof(Word))
    return kinds


cdef inline unsigned int kinds_of_part(const View *view, const Known *lexicon, const Word *word,
                                       const Traits *traits) noexcept nogil:
    """Return the kinds of what follows an apostrophe in the word, of two code points and more, and of `str` at its
    end."""
    cdef unsigned int kinds = 0
    cdef const unsigned char *letters = word.letters
    cdef Py_ssize_t i, count = 0, after
    if word.size >= 3 and letters[word.size - 3] == c's' and letters[word.size - 2] == c't' \
            and letters[word.size - 1] == c'r':
        kinds = kinds_of_word(lexicon, letters + word.size - 3, 3)
    for i in range(word.size if traits.has_apostrophe else 0):
        count += not is_continuation(letters[i])
        after = 0
        if letters[i] == c'\'':
            after = i + 1
        elif i >= 2 and letters[i] == 0x99 and letters[i - 1] == 0x80 and letters[i - 2] == 0xE2:
            after = i + 1
        if after and 2 <= count <= word.code_points - 2:
            kinds |= kinds_of_word(lexicon, letters + after, word.size - after)
    return kinds


cdef inline bint is_numbered(const View *view, const Known *lexicon, Py_ssize_t end) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = word_begins(view, end, &word, &traits)
    return 0 < word.code_points <= LONGEST_WORD and kinds_of(view, lexicon, start, &word, &traits) & NUMBERED != 0


cdef inline bint is_labelled(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i)
    cdef int count = 0
    while at.kind == SHIPLAP_SENTENCE_DIGIT and count < 3:
        at = char_at(view, at.next)
        count += 1
    return 1 <= count <= 2 and at.code == u'.'


cdef inline bint is_number(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Word word
    cdef Char at = char_at(view, i)
    cdef Py_ssize_t k
    if word_ends(view, i, &word) == i:
        return False
    if at.kind == SHIPLAP_SENTENCE_DIGIT or (at.kind == SHIPLAP_SENTENCE_UPPER and word.code_points == 1):
        return True
    for k in range(word.size):
        if not is_roman_digit(word.letters[k]):
            return False
    return True


cdef inline bint is_ordinal(const View *view, const Known *lexicon, Py_ssize_t start, Py_ssize_t first,
                            bint starter) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t gap
    cdef Char before
    if at_line_start(view, start):
        return True
    word_ends(view, first, &word)
    if kinds_of_word(lexicon, word.letters, word.size) & ORDINALS:
        return True
    gap = gap_before(view, start)
    if gap == start:
        return False
    before = char_before(view, gap)
    if before.code == u'.' and is_numbered(view, lexicon, before.next):
        return False
    if is_mark_before(view, gap) or before.code == u':':
        return True
    if starter:
        return False
    word_begins(view, gap, &word, &traits)
    return (word.code_points <= LONGEST_WORD
            and kinds_of_word(lexicon, word.letters, word.size) & DETERMINERS != 0)


# ---- The fast path by patterns: what nearly all candidates look like.
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
#    leaves out the patterns that depend on words). The caller checks that a cut is inside no grapheme cluster.
# 4. With the next fast path it gains 21 % of the instructions and 35 % of the time of prose; that the patterns go over many
#    candidates before all else gains 13 % of the instructions of other scripts. (A gain is what a
#    build without it takes more; the largest are in a table in docs/contributing/architecture.md.)


cdef inline Py_UCS4 unit_of(const View *view, int width, Py_ssize_t at) noexcept nogil:
    """Return the unit at an offset, of a view of that width: 1 for UTF-8 too. The width is a constant in each
    caller."""
    if width == 1:
        return view.data[at]
    return (<const unsigned short *> view.data)[at] if width == 2 else (<const Py_UCS4 *> view.data)[at]


cdef inline bint may_be_space(const View *view, int width, Py_ssize_t at) noexcept nogil:
    """Return whether a space may end with the unit at `at`."""
    cdef Py_UCS4 unit = unit_of(view, width, at), second, lead
    if is_ascii(unit):
        return unit <= u' '
    if view.width != 0:
        return unit <= u'\xa0' or u'\u1680' <= unit <= u'\u3000'
    second, lead = view.data[at - 1], view.data[at - 2]
    # C2 85, C2 A0, E1 9A 80, E2 80 xx, E2 81 9F, E3 80 80 are white space
    return second == 0xC2 or lead == 0xE1 or lead == 0xE2 or (lead == 0xE3 and second == 0x80 and unit == 0x80)


cdef inline uint64_t patterns_of(const View *view, int width, Py_ssize_t p, int place) noexcept nogil:
    """Return the patterns that the unit at a place fits."""
    cdef uint32_t unit = <uint32_t> unit_of(view, width, p - 4 + place), spaces
    if width > 1 and place == 1:
        # U+0080..U+00A0 and U+1680..U+3000 hold all white space beyond ASCII; a difference below 0 is a large number
        spaces = (unit - 0x80 <= 0x20) | (unit - 0x1680 <= 0x3000 - 0x1680)
        unit = (0x8B - 0xB * spaces) if unit >= 0x80 else unit
    elif width > 1:
        unit = unit if unit < 0x80 else 0x80
    return shiplap_patterns[place][unit]


cdef inline uint64_t fitting(const View *view, Py_ssize_t p, int width, uint64_t usable) noexcept nogil:
    """Return those of the `usable` patterns that fit."""
    return (patterns_of(view, width, p, 0) & patterns_of(view, width, p, 1) & patterns_of(view, width, p, 2)
            & patterns_of(view, width, p, 3) & patterns_of(view, width, p, 4) & patterns_of(view, width, p, 5) & usable)


cdef inline size_t stop_of(Py_ssize_t p, uint64_t fits) noexcept nogil:
    """Return where the stop is, if patterns of a stop fit."""
    return p - 2 - ((fits & SHIPLAP_AFTER_CLOSED) != 0)


cdef inline int verdict_of(const View *view, Py_ssize_t p, int width, uint64_t fits) noexcept nogil:
    """Return the verdict by the patterns that fit, or -1."""
    cdef uint64_t units = shiplap_last_units(view.data, width, stop_of(p, fits)), run = shiplap_small_run(units)
    # a word of two letters and more, not `...str`, that is not known
    cdef uint64_t word = (shiplap_some(shiplap_unknown_tail(units & run)) & shiplap_some(units >> 40 ^ STR)
                          & ~shiplap_some(~run >> 48))
    cdef uint64_t ends = fits & (SHIPLAP_ENDS | SHIPLAP_ENDS_UNLISTED | (SHIPLAP_ENDS_WORD & (0 - word)))
    return (ends != 0) - (ends | (fits & SHIPLAP_ENDS_NOT) == 0)


cdef inline uint64_t usable_patterns(const Known *lexicon) noexcept nogil:
    """Return the patterns to be used: where the caller knows words of his own, none that leaves words to a filter."""
    cdef uint64_t unlisted = SHIPLAP_ENDS_WORD | SHIPLAP_ENDS_UNLISTED | SHIPLAP_ENDS_YEAR
    return ~unlisted if lexicon != NULL and lexicon.count > 0 else ~<uint64_t> 0


cdef inline bint may_be_in_word(const Char *char) noexcept nogil:
    """Return whether a code point neither is a mark, nor closes anything, nor ends a polite word."""
    return (is_letter(char.kind) or char.kind == SHIPLAP_SENTENCE_DIGIT) \
        and char.code != POLITE and char.code != FORMAL_LAST


# ---- The fast path for what patterns leave to the words around a stop, where these are short and in ASCII.
#
#     before a word in small letters: no (0), as the patterns say (S13, S15), or where what is before the stop is not a
#     plain word (S16)
#     after four digits, and before a capital: yes (1), S25
#     after a word of one to seven letters: what the clauses S18 to S25 say, by the kinds of that word and of the next
#     otherwise: ask the other fast paths (-1)
#
# 1. It reads eight units before the stop and eight from p on, as one number each, and has no branch, for none could be
#    guessed. A word that is longer, or is not parted from what is before it by ASCII, is -1.
# 2. The kinds of a word take two looks into a table of short words (shiplap_short_words), which has them for all languages
#    together.
# 3. It is asked after the patterns, which say what stands at p - 4 to p + 1.
# 4. It gains nothing where a processor has learned the branches of a text, as benchmarks of 100 KB show; 20 MB of prose are
#    read 1.1 to 1.2 times as fast with it and the patterns of many candidates (docs/performance.md).


cdef inline int asks_for_words(uint64_t fits) noexcept nogil:
    """Return whether one of the patterns asks for words."""
    return fits & (SHIPLAP_ENDS_WORD | SHIPLAP_ENDS_YEAR | SHIPLAP_NOT_BEFORE_SMALL | SHIPLAP_NOT_BEFORE_OPENED
                   | SHIPLAP_STOP_BEFORE_SMALL) != 0


cdef int decide_words(const View *view, const Known *lexicon, Py_ssize_t p, uint64_t fits) noexcept nogil:
    """Return `standard` where one of the patterns that fit asks for words, or -1."""
    if lexicon != NULL and lexicon.language != 0:
        fits &= ~SHIPLAP_ENDS_WORD  # the table has the words of all languages together
        if not asks_for_words(fits):
            return -1
    if view.width <= 1:
        return decide_words_by(view, p, 1, fits)
    return decide_words_by(view, p, 2, fits) if view.width == 2 else decide_words_by(view, p, 4, fits)


cdef inline int decide_words_by(const View *view, Py_ssize_t p, int width, uint64_t fits) noexcept nogil:
    """Return `decide_words` of a text of that width. All ways are worked out, without a branch: which one it is cannot
    be guessed."""
    cdef size_t stop = stop_of(p, fits)
    cdef uint64_t units = shiplap_last_units(view.data, width, stop)    # before the stop, the last one highest
    cdef int year = (fits & SHIPLAP_ENDS_YEAR != 0) & (shiplap_outside(units, c'0', c'9') >> 32 == 0)
    cdef int word = (fits & SHIPLAP_ENDS_WORD != 0) & (1 - year)
    cdef int small = fits & (SHIPLAP_NOT_BEFORE_SMALL | SHIPLAP_NOT_BEFORE_OPENED | SHIPLAP_STOP_BEFORE_SMALL) != 0
    return (year | (-word & after_short_word(view, p, width, stop, units))
            | (-small & before_small(view, p, width, fits, units)) | -(1 - year - word - small))


cdef inline int before_small(const View *view, Py_ssize_t p, int width, uint64_t fits, uint64_t units) noexcept nogil:
    """Return the verdict before a small letter, 0 or -1."""
    cdef int opened = fits & SHIPLAP_NOT_BEFORE_OPENED != 0, stop = fits & SHIPLAP_STOP_BEFORE_SMALL != 0
    cdef uint64_t other = ~shiplap_small_run(units)
    cdef size_t first = shiplap_highest_bit(other | 1) & ~<size_t> 7    # of the unit before the small letters
    cdef int before = shiplap_word_units[units >> first & 0xFF]
    # four small letters and more may be a plain word
    cdef int plain = (other == 0) | (before & OTHER != 0) | ((before & PARTS != 0) & (first < 32))
    return (<int> shiplap_small_word(shiplap_last_units(view.data, width, p + opened + UNITS)) & ~(stop & plain)) - 1


cdef inline int after_short_word(const View *view, Py_ssize_t p, int width, size_t stop, uint64_t units) noexcept nogil:
    """Return the verdict after a word, and before what is no small letter: the end of `ends_stop`."""
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
    """Return whether the letters, the last one highest, may be Roman digits: the first and the last one are, in
    capitals."""
    cdef int last = shiplap_word_units[letters >> 56], first = shiplap_word_units[letters >> ((64 - 8 * count) & 56) & 0xFF]
    return ((first | last) & NOT_ROMAN) == 0


# ---- The fast path for ASCII: the verdict where all that the rule looks at is ASCII.
#
#     the clauses of `standard` (reference/boundaries/standard.py) in their order, over units instead of code points
#     wherever a unit is beyond ASCII, or a run is longer than it nearly ever is: ask the next fast path (-1)
#
# 1. It reads units, not code points: the same thing in ASCII, in every form of text.
# 2. Runs are cut short (32 units of white space, 8 marks or closing marks, 4 openers): a longer one is -1, no answer.
# 3. The units of the word before a stop have bits in one table (csrc/tools/gen_patterns.py), which tell together what the
#    word is like; the clauses on it (S16 to S25) are the rule's own function, `ends_word`.
# 4. It may not be given a place within NEAR units of an end of the text.
# 5. It gains 18 % of the instructions of prose and 34 % of those of code, 21 and 38 % of the time.


cdef inline bint is_small(Py_UCS4 unit) noexcept nogil:
    """Return whether the unit is a small letter."""
    return u'a' <= unit <= u'z'


cdef inline bint is_capital(Py_UCS4 unit) noexcept nogil:
    """Return whether the unit is a capital letter."""
    return u'A' <= unit <= u'Z'


cdef inline bint is_numeric(Py_UCS4 unit) noexcept nogil:
    """Return whether the unit is a digit."""
    return u'0' <= unit <= u'9'


cdef inline bint is_alphanumeric(Py_UCS4 unit) noexcept nogil:
    """Return whether the unit is a letter or a digit."""
    return is_small(unit) or is_capital(unit) or is_numeric(unit)


cdef inline bint is_blank(Py_UCS4 unit) noexcept nogil:
    """Return whether the unit is white space."""
    return unit == u' ' or u'\t' <= unit <= u'\r'


cdef inline bint is_any_mark(Py_UCS4 unit) noexcept nogil:
    """Return whether the unit is a mark that ends sentences."""
    return unit in u'.!?'


cdef inline int decide_ascii(const View *view, const Known *lexicon, Py_ssize_t p, int width) noexcept nogil:
    """Return what `standard` returns, or -1."""
    cdef Py_ssize_t gap = p, stop, begin
    cdef Py_UCS4 at = unit_of(view, width, p), unit = unit_of(view, width, p - 1)
    cdef int lines = 0, verdict
    while unit in u' \n\t':
        lines += unit == u'\n'
        gap -= 1
        unit = unit_of(view, width, gap - 1)
        if p - gap > NEAR - 32:
            return -1
    if (unit <= u' ' or unit == u'\x7f' or gap == p or at <= u' '
            or (not is_ascii(unit) and may_be_space(view, width, gap - 1))):
        return -1
    if lines >= 2:
        return 1
    if not is_ascii(unit) or at > u'~':
        return -1
    if lines:
        verdict = is_ascii_marker(view, p, width)
        if verdict:
            return verdict
    if shiplap_patterns[2][unit] & shiplap_patterns[3][<int> c' '] & SHIPLAP_NEVER:
        return 0
    verdict = belongs_before_ascii(view, p, width)
    if verdict:
        return 0 if verdict > 0 else -1
    stop = closing_begins_ascii(view, gap, width)
    if stop < 0:
        return -1
    begin = stop
    while is_any_mark(unit_of(view, width, begin - 1)):
        begin -= 1
        if stop - begin > 8:
            return -1
    unit = unit_of(view, width, begin - 1)
    if not is_ascii(unit) or (unit == u';' and not is_ascii(unit_of(view, width, begin - 2))):
        return -1
    if begin == stop:
        return 0
    return ends_spaced_ascii(view, lexicon, begin, stop, gap, p, width)


cdef inline int is_ascii_marker(const View *view, Py_ssize_t p, int width) noexcept nogil:
    """Return what `is_marker` returns, or -1."""
    cdef Py_UCS4 bullet = unit_of(view, width, p), unit
    cdef Py_ssize_t i = p, label
    if is_bullet(bullet):
        while unit_of(view, width, i) == bullet and i - p < OPENERS:
            i += 1
        unit = unit_of(view, width, i)
        return is_blank(unit) if is_ascii(unit) else -1
    if bullet == u'(':
        i += 1
    label = i
    while is_numeric(unit_of(view, width, i)) and i - label < 3:
        i += 1
    if i == label:
        if is_small(unit_of(view, width, i)) or is_capital(unit_of(view, width, i)):
            i += 1
        else:
            return 0 if is_ascii(unit_of(view, width, i)) else -1
    unit = unit_of(view, width, i)
    if unit not in u'.)':
        return -1 if not is_ascii(unit) and i - label < 3 else 0
    unit = unit_of(view, width, i + 1)
    return is_blank(unit) if is_ascii(unit) else -1


cdef inline int belongs_before_ascii(const View *view, Py_ssize_t p, int width) noexcept nogil:
    """Return what `belongs_before` returns, or -1."""
    cdef Py_UCS4 at = unit_of(view, width, p), after = unit_of(view, width, p + 1)
    cdef Py_ssize_t i = p + 1
    if is_alphanumeric(at):
        return 0
    if at in u')]}':
        return 1
    if not is_ascii(after):
        return -1
    if is_any_mark(at):
        return not is_alphanumeric(after)
    if at in u'"\'':
        return is_blank(after)
    if at == u'[':
        while (is_small(after) or is_numeric(after)) and i - p <= 4:
            i += 1
            after = unit_of(view, width, i)
        if not is_ascii(after):
            return -1
        return i > p + 1 and after == u']'
    return 0


cdef inline Py_ssize_t closing_begins_ascii(const View *view, Py_ssize_t gap, int width) noexcept nogil:
    """Return what `closing_begins` returns, or -1."""
    cdef Py_ssize_t i = gap, k
    cdef Py_UCS4 unit = unit_of(view, width, i - 1), before
    while unit in u'"\')]}' or is_emphasis(unit):
        i -= 1
        if unit == u']':
            k = i
            before = unit_of(view, width, k - 1)
            while (is_small(before) or is_numeric(before)) and i - k < 4:
                k -= 1
                before = unit_of(view, width, k - 1)
            if not is_ascii(before):
                return -1
            if k < i and before == u'[':
                i = k - 1
        unit = unit_of(view, width, i - 1)
        if gap - i > 8:
            return -1
    if not is_ascii(unit):
        return -1
    if i < gap and unit <= u' ':
        before = unit_of(view, width, i - 2)  # a closing mark may be parted from the mark
        if is_any_mark(before) or before == u';' or not is_ascii(before):
            return -1
    return i


cdef inline int is_brand_ascii(const View *view, Py_ssize_t i, int width) noexcept nogil:
    """Return what `is_brand` returns, or -1."""
    cdef Py_ssize_t end = i
    cdef Py_UCS4 unit = unit_of(view, width, i)
    while is_small(unit) or is_numeric(unit):
        end += 1
        unit = unit_of(view, width, end)
        if end - i > LONGEST_WORD:
            return -1
    if not is_ascii(unit):
        return -1
    if is_capital(unit):
        return 1
    if end != i + 1 or unit_of(view, width, i - 1) != u'\'':
        return -1 if not is_ascii(unit_of(view, width, i - 1)) and end == i + 1 else 0
    return -1


cdef inline int ends_spaced_ascii(const View *view, const Known *lexicon, Py_ssize_t begin, Py_ssize_t stop,
                                  Py_ssize_t gap, Py_ssize_t p, int width) noexcept nogil:
    """Return what `ends_spaced` returns, or -1."""
    cdef Py_UCS4 at = unit_of(view, width, p), unit
    cdef Py_ssize_t first = p, i
    cdef bint closed = stop < gap, stops = True, lower
    cdef int brand
    if at == u'-':
        return -1
    if at in u',:':
        return 0
    unit = at
    while unit in u'"\'([{' or is_emphasis(unit):
        first += 1
        unit = unit_of(view, width, first)
        if first - p > 4:
            return -1
    if not is_ascii(unit):
        return -1
    if is_blank(unit):
        first, unit = p, at
    lower = is_small(unit)
    if lower:
        brand = is_brand_ascii(view, first, width)
        if brand < 0:
            return -1
        lower = not brand
    for i in range(begin, stop):
        stops = stops and unit_of(view, width, i) == u'.'
    if stops and stop - begin > 1:
        unit = unit_of(view, width, begin - 1)
        return not lower and not (closed and unit in u'([')
    if lower and closed:
        return 0
    if not stops:
        return -1 if lower and unit_of(view, width, stop - 1) == u'!' else 1
    return ends_stop_ascii(view, lexicon, begin, first, lower, width)


cdef inline int ends_stop_ascii(const View *view, const Known *lexicon, Py_ssize_t begin, Py_ssize_t first, bint lower,
                                int width) noexcept nogil:
    """Return what `ends_stop` returns, or -1."""
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = begin
    cdef unsigned int bits = word_unit(view, width, begin - 1), some = 0
    while not bits & (PARTS | OTHER):
        some |= bits
        start -= 1
        bits = word_unit(view, width, start - 1)
        if begin - start > LONGEST_WORD:
            return not lower
    if start == begin:
        return -1 if bits & OTHER else not lower
    if bits & OTHER:
        return -1
    word.size = word.code_points = begin - start
    copy_units(view, width, start, &word)
    traits.is_plain, traits.is_digits, traits.is_roman = not some & NOT_SMALL, not some & NOT_DIGIT, not some & NOT_ROMAN
    traits.has_apostrophe = some & APOSTROPHE
    traits.is_dotted = some & STOP and is_dotted_ascii(&word)
    traits.first_kind = code_kinds[word.letters[0]]
    traits.is_single_letter = word.size == 1 and is_letter(traits.first_kind)
    traits.last = word.letters[word.size - 1]
    if lower and not (traits.is_plain and word.size >= 4):
        return is_address(view, first)
    return ends_word(view, lexicon, start, &word, &traits, first, lower)


cdef inline unsigned int word_unit(const View *view, int width, Py_ssize_t at) noexcept nogil:
    """Return what the unit at an offset says of a word."""
    cdef Py_UCS4 unit = unit_of(view, width, at)
    return shiplap_word_units[<int> unit] if width == 1 or unit < 256 else OTHER


cdef inline void copy_units(const View *view, int width, Py_ssize_t start, Word *word) noexcept nogil:
    """Return the letters of a word in ASCII. Of one byte each LONGEST_WORD are copied, which takes no loop."""
    cdef Py_ssize_t k
    if width == 1:
        memcpy(word.letters, view.data + start, LONGEST_WORD)
    else:
        for k in range(word.size):
            word.letters[k] = unit_of(view, width, start + k)


cdef inline bint is_dotted_ascii(const Word *word) noexcept nogil:
    """Return whether a word in ASCII is single letters with stops between them."""
    cdef Py_ssize_t k
    cdef int count = 0
    cdef Py_UCS4 unit
    for k in range(word.size):
        unit = word.letters[k]
        if unit == u'.':
            if count != 1:
                return False
            count = 0
        elif unit != u'-':
            count += 1
            if not (is_small(unit) or is_capital(unit)):
                return False
    return count == 1


# ---- The fast path beyond ASCII: the verdict on what is common in other scripts.
#
#     one space, line end or ideographic space before p, and one mark, or none, before it; or a mark and p joined
#     the clauses of `standard` (reference/boundaries/standard.py) that such a place can meet, in their order
#     wherever a second mark, a footnote, or a word that may be known is possible: ask the rule (-1)
#
# 1. It reads at most three code points on each side where the rule reads runs: all else is -1, no answer.
# 2. A word before a stop is only compared with the ends of all known words (S19 to S22 need a known word), or is of a
#    script in which no word is known.
# 3. It may be given any place; what it must not be given are words of the caller's, and it asks for them itself.
# 4. It gains 48 % of the instructions of texts in several scripts, and 43 % of the time.


cdef inline int decide_non_ascii(const View *view, const Known *lexicon, Py_ssize_t p) noexcept nogil:
    """Return what `standard` returns, or -1."""
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
    return stops_non_ascii(view, lexicon, mark.next, &before, &at) if mark.code == u'.' and may_begin(&at) else -1


cdef inline bint is_never(const Char *mark, const Char *before) noexcept nogil:
    """Return whether what stands before p neither is a mark nor closes anything."""
    if may_be_in_word(mark) or mark.kind == SHIPLAP_SENTENCE_CONTINUE or mark.kind == SHIPLAP_SENTENCE_OPEN:
        return True
    if mark.code in u';\u037e':
        return not is_greek(before.code)
    return mark.kind == SHIPLAP_SENTENCE_OTHER and not (is_emphasis(mark.code) or is_star(mark.code)
                                                        or mark.code == u'…')


cdef inline int joins(const View *view, const Char *at, const Char *mark) noexcept nogil:
    """Return the same without white space between the mark and p."""
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
    """Return whether a character that no white space parts from a mark is another mark, or closes something: the first
    clauses of `belongs_joined`, where no character before it is looked at."""
    return is_mark_kind(at) or at.kind == SHIPLAP_SENTENCE_CLOSE or (at.kind == SHIPLAP_SENTENCE_QUOTE
                                                                     and not is_opening_quote(at.code))


cdef inline int stops_non_ascii(const View *view, const Known *lexicon, Py_ssize_t end, const Char *before,
                                const Char *at) noexcept nogil:
    """Return whether the stop at `end` ends a sentence before what is no small letter: after a word that is not
    known."""
    cdef uint64_t units, other
    cdef Char second = before[0]
    cdef int count = 0
    if before.kind == SHIPLAP_SENTENCE_CLOSE or (before.kind == SHIPLAP_SENTENCE_QUOTE
                                                 and not is_apostrophe(before.code)):
        return 1  # no word
    if lexicon != NULL and lexicon.count > 0:
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
    """Return whether a unit is a letter that is not small, or a digit, or a sign that neither opens anything nor is a
    mark."""
    return (char.kind == SHIPLAP_SENTENCE_LETTER or char.kind == SHIPLAP_SENTENCE_UPPER
            or char.kind == SHIPLAP_SENTENCE_DIGIT
            or (char.kind == SHIPLAP_SENTENCE_OTHER and char.code > u'\xbf'
                and char.code not in u'\u037e…' and not is_star(char.code)))


cdef inline bint may_be_mark(const Char *char) noexcept nogil:
    """Return whether a code point is neither a letter nor a digit nor closing."""
    return not (is_letter(char.kind) or char.kind == SHIPLAP_SENTENCE_DIGIT or char.kind == SHIPLAP_SENTENCE_CLOSE
                or char.kind == SHIPLAP_SENTENCE_QUOTE)


# ---- the fast paths, and then the rule


cdef inline int fast_path_by(const View *view, const Known *lexicon, Py_ssize_t p, int width,
                             uint64_t usable) noexcept nogil:
    """Return the verdict of the fast paths on a text of that width, or -1."""
    cdef uint64_t fits
    cdef int verdict
    if p < NEAR or view.size - p < NEAR:
        return -1
    fits = fitting(view, p, width, usable)
    verdict = verdict_of(view, p, width, fits)
    return verdict if verdict >= 0 else fast_rules(view, lexicon, p, width, fits)


cdef inline int fast_rules(const View *view, const Known *lexicon, Py_ssize_t p, int width,
                           uint64_t fits) noexcept nogil:
    """Return the verdict of those that come after the patterns, of which these fit, or -1."""
    cdef int verdict = decide_words(view, lexicon, p, fits) if asks_for_words(fits) else -1
    if verdict < 0:
        verdict = decide_ascii(view, lexicon, p, width)
    return verdict if verdict >= 0 else decide_non_ascii(view, lexicon, p)


cdef inline int fast_path(const View *view, const Known *lexicon, Py_ssize_t p) noexcept nogil:
    """Return the verdict of the fast paths, or -1."""
    if view.width <= 1:
        return fast_path_by(view, lexicon, p, 1, usable_patterns(lexicon))
    return fast_path_by(view, lexicon, p, 2, usable_patterns(lexicon)) if view.width == 2 else fast_path_by(view, lexicon, p, 4, usable_patterns(lexicon))


cdef bint ends_sentence(const View *view, const Known *lexicon, Py_ssize_t p) noexcept nogil:
    cdef int verdict = fast_path(view, lexicon, p)
    return verdict if verdict >= 0 else standard(view, lexicon, p)


cdef inline Py_ssize_t keep_sentence_ends_by(const View *view, const Known *lexicon, size_t *places, Py_ssize_t count,
                                             int width) noexcept nogil:
    """Return `keep_sentence_ends` of a text of that width. The patterns go over all places before the rest is looked
    at: whether they have a verdict cannot be guessed, so no branch depends on that."""
    cdef uint64_t usable = usable_patterns(lexicon)
    cdef uint64_t[SHIPLAP_PLACES_ROOM] fits     # of those that are left
    cdef Py_ssize_t[SHIPLAP_PLACES_ROOM] left
    cdef int[SHIPLAP_PLACES_ROOM] verdicts
    cdef Py_ssize_t k, j, p, first = 0, last = count, some = 0, kept = 0
    cdef Py_UCS4 unit
    cdef int verdict
    cdef Run run
    while first < count and <Py_ssize_t> places[first] < NEAR:
        verdicts[first] = standard(view, lexicon, places[first])
        first += 1
    while last > first and view.size - <Py_ssize_t> places[last - 1] < NEAR:
        last -= 1
        verdicts[last] = standard(view, lexicon, places[last])
    for k in range(first, last):
        fits[some] = fitting(view, places[k], width, usable)
        verdicts[k] = verdict_of(view, places[k], width, fits[some])
        left[some] = k
        some += verdicts[k] < 0
    for j in range(some):
        k = left[j]
        verdict = fast_rules(view, lexicon, places[k], width, fits[j])
        verdicts[k] = verdict if verdict >= 0 else standard(view, lexicon, places[k])
    for k in range(count):
        p, verdict = places[k], verdicts[k]
        unit = unit_of(view, width, p)
        if not is_ascii(unit) and not is_lone(view, unit) and verdict:
            run.begin = run.end = 0
            verdict = grapheme(view, &run, p)
        places[kept] = p
        kept += verdict
    return kept


cdef inline Py_ssize_t keep_sentence_ends(const View *view, const Known *lexicon, size_t *places,
                                          Py_ssize_t count) noexcept nogil:
    if view.width <= 1:
        return keep_sentence_ends_by(view, lexicon, places, count, 1)
    return keep_sentence_ends_by(view, lexicon, places, count, 2) if view.width == 2 else keep_sentence_ends_by(view, lexicon, places, count, 4)
