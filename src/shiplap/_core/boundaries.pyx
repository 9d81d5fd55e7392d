# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Grapheme clusters (UAX #29 of Unicode 15.0.0, section 3), and the standard sentence rule: the lexicon, the rule, its
fast paths, and the verdict on one candidate. Lines: their begin, end and kind. Levels: the search for a boundary in a
range.

The functions have the names and the order of the reference, which defines their meaning, and cite its clauses S1 to S25.
They read code points of text in any form, at most a few times CAP from p, so that a level stays local.

Four fast paths decide nearly all candidates: 1 a sentence ends, 0 no sentence ends, -1 undecided: the next fast path is
asked, and the rule last. A fast path returns the verdict of the rule or -1; the rule alone defines the meaning.

    verdict_of          patterns of six units around p; then
    decide_words        a short word in ASCII before a stop, or a small letter at p; then
    decide_ascii        everything that the rule reads is ASCII; then
    decide_non_ascii    common cases beyond ASCII; then
    standard            the rule

Then: paragraphs (the level `paragraph`), items of lists by the clauses I1 to I3 of the reference, heading patterns of
lines (L1 to L13), leads, which belong to the text after them (D1 to D5), headings (the level `section`), and the heading
patterns that a text uses consistently (C1 to C5).

A search has two steps: csrc scans the text, in any form, for candidates; then a rule decides each candidate. The rules of
words and grapheme clusters read code points. Those of sentences and paragraphs read UTF-8: for a str that is not ASCII the
neighbourhood is encoded, first a few code points, and only if these do not decide, all that a rule may read. csrc finds a
separator in the text's own form. If that form cannot hold the separator (a letter beyond Latin-1 in a str of one byte a
character), the text does not contain the separator.
"""

import sys

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset, strlen

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
    SHIPLAP_LINE,
    SHIPLAP_PLACES_ROOM,
    SHIPLAP_SENTENCE,
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
    SHIPLAP_STANDARD,
    SHIPLAP_LINES,
    SHIPLAP_SECTION,
    SHIPLAP_WORD,
    SHIPLAP_WORD_CJK_CLOSE,
    SHIPLAP_WORD_CJK_OPEN,
    SHIPLAP_WORD_IDEOGRAPH,
    SHIPLAP_WORD_KATAKANA,
    SHIPLAP_WORD_MARK,
    SHIPLAP_WORD_SPACELESS,
    shiplap_ascii_letters,
    shiplap_find_first,
    shiplap_find_last,
    shiplap_first_from,
    shiplap_grapheme_class_of,
    shiplap_has_divider,
    shiplap_highest_bit,
    shiplap_last_pairs,
    shiplap_last_units,
    shiplap_letters_hash,
    shiplap_line_back,
    shiplap_line_on,
    shiplap_lowest_bit,
    shiplap_may_have_digit,
    shiplap_next_after,
    shiplap_next_before,
    shiplap_no_letters,
    shiplap_outside,
    shiplap_pairs_run,
    shiplap_properties,
    shiplap_scan_all,
    shiplap_scan_first,
    shiplap_scan_first_for,
    shiplap_scan_last,
    shiplap_scan_last_for,
    shiplap_scan_visible,
    shiplap_scan_visible_end,
    shiplap_sentence_class_of,
    shiplap_short_kinds,
    shiplap_small_run,
    shiplap_small_word,
    shiplap_some,
    shiplap_unknown_tail,
    shiplap_utf8_count,
    shiplap_wide_encode,
    shiplap_word_class_of,
    shiplap_word_hash,
    shiplap_word_kinds,
)
from shiplap._core.text cimport (
    CHARACTERS,
    SAME,
    Place,
    Spans,
    Text,
    View,
    furthest,
    is_ascii,
    is_continuation,
    is_visible,
    next_code_point,
    unit_at,
    visible,
)

from typing import get_args

from shiplap import plan as named
from shiplap._data.sentences import LANGUAGES
from shiplap.levels import LEVELS

# True if a code point is in a set of shiplap._data.sentence_marks; `makes_noun`: in POLITE_NOT.
cdef extern from "shiplap_marks.h" nogil:
    bint is_emphasis "shiplap_is_emphasis"(Py_UCS4 code)
    bint is_opening_quote "shiplap_is_opening_quote"(Py_UCS4 code)
    bint is_dash "shiplap_is_dash"(Py_UCS4 code)
    bint is_bullet "shiplap_is_bullet"(Py_UCS4 code)
    bint is_colon "shiplap_is_colon"(Py_UCS4 code)
    bint is_item_bullet "shiplap_is_item_bullet"(Py_UCS4 code)
    bint is_star "shiplap_is_star"(Py_UCS4 code)
    bint is_speech "shiplap_is_speech"(Py_UCS4 code)
    bint is_numeral "shiplap_is_numeral"(Py_UCS4 code)
    bint is_joiner "shiplap_is_joiner"(Py_UCS4 code)
    bint is_number_sign "shiplap_is_number_sign"(Py_UCS4 code)
    bint is_note_sign "shiplap_is_note_sign"(Py_UCS4 code)
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
    const uint64_t SHIPLAP_UNTOLD
    const uint64_t[6][256] shiplap_patterns
    # properties of a unit in the word before a stop, as bits
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
    OPENERS = 8     # the most opening marks that are skipped
    NOTE = 24       # code points of the longest footnote mark
    PHRASE = 40     # Thai letters before a space that ends a phrase
    SERIES = 5      # letters of the series of a report between a year and a number
    LONGEST_WORD = 24   # code points; a longer word is not an abbreviation
    ROOM = 4 * LONGEST_WORD + 16
    # Units on both sides of p that the fast paths may read without a test for the ends of the text. Before p they read
    # 32 units of white space, 9 closing marks and 4 units of a footnote mark, 9 marks, and then a word of LONGEST_WORD
    # and one unit, where only one of these runs can have its full length; after p they read OPENERS and a word.
    NEAR = 64
    STR = c's' | c't' << 8 | c'r' << 16     # the end of `Gartenstr`, whose last unit is the highest
    SHORT_LINE = 128 # the most units of a line that are searched for its ends in blocks of a few units
    UNITS = 8       # units that the fast path for words reads on either side of a stop
    # for single line ends, in code points: the longest wrapped line, the least assumed width of wrapped lines,
    # the longest greeting, and the longest name before a colon
    LONGEST = 120
    NARROWEST = 30
    GREETING = 40
    NAME = 24

# Bits, in the order of shiplap._data.sentences.KINDS.
cdef enum Kind:
    TITLES = 1
    NUMBERED_WORDS = 2
    ABBREVIATIONS = 4
    NEVER_LAST = 8
    STARTERS = 16
    ORDINALS = 32
    DETERMINERS = 64
    REPORTING = 128

# A word in UTF-8.
cdef struct Word:
    Py_ssize_t size
    Py_ssize_t code_points
    unsigned char letters[ROOM]

# Properties of the letters of a word.
cdef struct Traits:
    bint is_plain           # small letters only, of any number
    bint is_single_letter
    bint is_dotted
    bint is_digits
    bint is_roman
    bint has_apostrophe
    int first_kind
    Py_UCS4 last

cdef extern from "shiplap_headings.h" nogil:
    enum:
        MAX_TITLE "SHIPLAP_HEADING_MAX_TITLE"
        MAX_ENDED "SHIPLAP_HEADING_MAX_ENDED"
        MAX_WORDS "SHIPLAP_HEADING_MAX_WORDS"
        HEADING_INDENT "SHIPLAP_HEADING_MAX_INDENT"
        TAB "SHIPLAP_HEADING_TAB"
        MIN_INDENTED "SHIPLAP_HEADING_MIN_INDENTED"
        FIRST_NUMBER "SHIPLAP_HEADING_FIRST_NUMBERS"    # the number of labels
        FIRST_COUNTED "SHIPLAP_HEADING_FIRST_COUNTED"
        FIRST_CAPTION "SHIPLAP_HEADING_FIRST_CAPTIONS"
        TIER_PART "SHIPLAP_HEADING_PART"
        TIER_CHAPTER "SHIPLAP_HEADING_CHAPTER"
        TIER_SECTION "SHIPLAP_HEADING_SECTION"
        TIER_ARTICLE "SHIPLAP_HEADING_ARTICLE"
        LAST_ANNEX "SHIPLAP_HEADING_LAST_ANNEX"
        LAST_PART "SHIPLAP_HEADING_LAST_PART"
        LAST_CHAPTER "SHIPLAP_HEADING_LAST_CHAPTER"
        LAST_SECTION "SHIPLAP_HEADING_LAST_SECTION"
        LAST_COUNTED_ANNEX "SHIPLAP_HEADING_LAST_COUNTED_ANNEX"
        LAST_COUNTED_PART "SHIPLAP_HEADING_LAST_COUNTED_PART"
        LAST_COUNTED_CHAPTER "SHIPLAP_HEADING_LAST_COUNTED_CHAPTER"
        LAST_COUNTED_SECTION "SHIPLAP_HEADING_LAST_COUNTED_SECTION"
        # kinds of words
        LABELS "SHIPLAP_HEADING_LABELS"
        NUMBERS "SHIPLAP_HEADING_NUMBERS"
        COUNTED "SHIPLAP_HEADING_COUNTED"
        CAPTIONS "SHIPLAP_HEADING_CAPTIONS"
        PAGES "SHIPLAP_HEADING_PAGES"
        DATES "SHIPLAP_HEADING_DATES"
        MATTER "SHIPLAP_HEADING_MATTER"
        NOTES "SHIPLAP_HEADING_NOTES"
        STREETS "SHIPLAP_HEADING_STREETS"
        STREET_ENDS "SHIPLAP_HEADING_STREET_ENDS"
        STREET_BEGINS "SHIPLAP_HEADING_STREET_BEGINS"
        TIMES "SHIPLAP_HEADING_TIMES"
        CLOSINGS "SHIPLAP_HEADING_CLOSINGS"
        SIGNINGS "SHIPLAP_HEADING_SIGNINGS"
        FIRST_DATE "SHIPLAP_HEADING_FIRST_DATES"
        NAMED_DATES "SHIPLAP_HEADING_NAMED_DATES"
        LABELS_KNOWN_BY "SHIPLAP_HEADING_LABELS_KNOWN_BY"
        PIECE "SHIPLAP_HEADING_PIECE"
        PIECE_STEP "SHIPLAP_HEADING_PIECE_STEP"
        LAST_PIECE "SHIPLAP_HEADING_LAST_PIECE"
        MIN_LINES "SHIPLAP_HEADING_MIN_LINES"
        MIN_PIECES "SHIPLAP_HEADING_MIN_PIECES"
        SHARE "SHIPLAP_HEADING_SHARE"
        MAX_MARKED "SHIPLAP_HEADING_MAX_MARKED"
        GROUPS "SHIPLAP_HEADING_GROUPS"
        FIRST_BITS "SHIPLAP_HEADING_FIRST_BITS"
        JOINED_FROM "SHIPLAP_HEADING_JOINED_FROM"
    const Py_UCS4[1] shiplap_heading_words
    const uint32_t[1] shiplap_heading_word_begins
    const uint32_t[1] shiplap_heading_group_words
    const uint32_t[1] shiplap_heading_group_begins
    const uint16_t[1] shiplap_heading_first_kinds
    const Py_UCS4[1] shiplap_heading_ordinals
    const Py_UCS4[1] shiplap_heading_numerals
    const Py_UCS4[1] shiplap_heading_counters
    const Py_UCS4[1] shiplap_heading_counted_parts
    const Py_UCS4[1] shiplap_heading_counted_chapters
    const Py_UCS4[1] shiplap_heading_counted_sections
    const Py_UCS4[1] shiplap_heading_short_captions
    const Py_UCS4[1] shiplap_heading_entry_signs

cdef enum:
    # of items
    MAX_INDENT = 16
    REACH = 1024        # code points in which the paragraph before is searched (I3)
    MAX_DIGITS = 4
    MAX_LABEL = 32
    MAX_SPEAKER = 40
    # styles, except those of bullets, which are their code points
    DIGITS = 0x110000
    SMALL = 0x110004
    CAPITAL = 0x110008
    FOOTNOTE = 0x11000C
    SPEAKER = 0x11000D
    # added to a style for the signs around a number
    FULL_STOP = 0
    PARENTHESIS = 1
    PARENTHESES = 2
    BRACKETS = 3
    # of leads
    MAX_CLOSING = 8     # marks that may stand after the colon of a lead-in
    MAX_NAME = 32       # code points of a name in colons
    MAX_TAGS = 4
    MAX_TAG = 16
    MAX_SIGNS = 5       # signs of emphasis at one side of a line
    MAX_VERSION_LINE = 80
    MAX_OPTIONS = 8     # lines of options of a directive
    MAX_MARKS = 6       # signs of equality on a side of a version
    MAX_TIME = 32       # code points of a time
    MAX_ATTRIBUTES = 64 # code points of attributes in braces
    MAX_REMARK = 40     # code points of a remark in parentheses after a label
    MIN_UNDERLINE = 3   # the least marks of an underline that shows that a text has underlined headings
    # of headings without marks
    UNNUMBERED = CAPITALS | TITLE | INDENTED    # the heading patterns without a label or a number
    MIN_CAPITALS = 3    # the least capital letters of a title in capitals
    MAX_SMALL_WORD = 4  # the most letters of a word that may have a small letter first in a long title
    MIN_CLAUSE = 160    # the least code points of the paragraph of a clause
    MAX_PART_DIGITS = 3 # the most digits of one part of a number: a longer part is a year or a price
    LAST_TIER = 16      # the tier of titles
    CERTAIN = 4096      # added to the pattern of a title without a digit, `@` and `_`, which is not an entry, note or caption
    # of lines that are not headings
    MAX_REFERENCE = 16  # code points in the brackets of a reference
    MAX_AUTHORS = 40    # code points in the brackets of a reference with authors and a year
    POSTCODE = 5        # digits of a postal code
    MAX_FIELD = 60      # code points of a line for a signature
    MAX_STREET = 4      # words of a street
    MAX_OF = 3          # letters of a word between two numbers of pages
    YEAR = 4            # digits of a year
    MIN_COLUMN = 3      # white space or full stops before the number of a page in a line of contents
    MAX_LINES = 4       # the most lines of page furniture that are skipped on a side
    MAX_BLOCK = 3       # the most lines of a block
    MIN_WRAPPED = 40    # the least code points of a wrapped line
    MIN_TEXT_LINE = 50  # the least code points of the first line of text right below a heading
    MAX_NUMBERS = 2     # the most numbers in the number of a page
    # indices of the counts of OUTLINED and INDENTED; those of the other patterns are their bits
    OUTLINED_SLOT = 1
    INDENTED_SLOT = 2
    MAX_KEPT = 256      # patterns of lines that are kept for a second pass: more than the pieces of nearly all texts have

# Counts for each heading pattern; arrays are indexed by its bit.
cdef struct Counts:
    int wanted              # the patterns that are counted
    int lines[TITLE + 1]
    int bodies[TITLE + 1]
    int spread[TITLE + 1]   # pieces with a line that has a body
    int last[TITLE + 1]     # the number of the last piece that is counted in `spread`
    int pieces
    int marked
    int strays
    int indented_strays
    int flush               # paragraphs that are not indented, if the count is needed
    int indented
    int blocks              # titles with a body whose first two lines are indented
    bint needs_flush
    bint needs_all          # all paragraphs are counted, even after the titles are discarded
    int titles              # the patterns of titles that running text may discard
    Py_ssize_t body         # the start of the text after the last title in this piece, or -1
    Py_ssize_t next         # the line after a line with a pattern, whose pattern is known already, or -1
    int next_look
    Alone next_alone
    int kept                # patterns that are kept for the second pass; if more than MAX_KEPT, some are missing
    int used                # kept patterns that the second pass has read
    Py_ssize_t kept_lines[MAX_KEPT]
    int kept_looks[MAX_KEPT]

# True for the ASCII characters that a lead may end with.
cdef bint[128] lead_ends
# The tags of emphasis, each with its closing tag.
ctypedef const char *Name
cdef Name[10] TAGS = ["<b>", "</b>", "<strong>", "</strong>", "<i>", "</i>", "<em>", "</em>", "<u>", "</u>"]

fill_kinds()
fill_lead_ends()


# ---- grapheme clusters
#
# Two code points nearly always decide. Only flags, and emoji after a ZWJ, depend on the code points before them: a run of
# one class, which is walked backwards to its begin and stored.


cdef inline Py_UCS4 decode(const unsigned char *text, Py_ssize_t size) noexcept nogil:
    """Return the code point in `size` bytes, 1 to 4. Bytes that are not UTF-8 give an undefined number."""
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


cdef inline Py_UCS4 code_point_before(const View *view, Py_ssize_t p, Py_ssize_t *begin) noexcept nogil:
    cdef Py_ssize_t at = p - 1
    cdef unsigned int lead, middle, last
    begin[0] = at
    if view.width != 0:
        return unit_at(view, at)
    if p > view.valid:
        return 0
    last = view.data[at]
    if at >= 2 and last >= 0x80:  # two or three bytes, as nearly all code points beyond ASCII
        lead, middle = view.data[at - 2], view.data[at - 1]
        if middle >= 0xC0:
            begin[0] = at - 1
            return (middle & 0x1F) << 6 | (last & 0x3F)
        if lead >= 0xC0:
            begin[0] = at - 2
            return (lead & 0x0F) << 12 | (middle & 0x3F) << 6 | (last & 0x3F)
    while at > 0 and p - at < 4 and is_continuation(view.data[at]):
        at -= 1
    begin[0] = at
    return decode(view.data + at, p - at)


cdef inline int class_of(Py_UCS4 code_point) noexcept nogil:
    """Return the grapheme class of a code point."""
    return shiplap_grapheme_class_of(shiplap_properties(code_point))


cdef Py_ssize_t run_begin(const View *view, Run *run, Py_ssize_t p, int grapheme_class) noexcept nogil:
    """Return the begin of the run of code points of one class that ends at p."""
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
        return (p - begin) % (8 if view.width == 0 else 2) == 0  # one takes four bytes in UTF-8
    return True  # GB999


cdef inline bint is_control(int grapheme_class) noexcept nogil:
    """Return whether a class is CR, LF or CONTROL."""
    return (grapheme_class == SHIPLAP_GRAPHEME_CONTROL or grapheme_class == SHIPLAP_GRAPHEME_CR
            or grapheme_class == SHIPLAP_GRAPHEME_LF)


cdef inline bint is_extension(int grapheme_class) noexcept nogil:
    """Return whether the class is EXTEND, ZWJ or SPACING_MARK: no cluster ends before them."""
    return (grapheme_class == SHIPLAP_GRAPHEME_EXTEND or grapheme_class == SHIPLAP_GRAPHEME_ZWJ
            or grapheme_class == SHIPLAP_GRAPHEME_SPACING_MARK)


cdef inline bint is_syllable(int left, int right) noexcept nogil:
    """Return whether two classes of Hangul belong to one syllable."""
    if left == SHIPLAP_GRAPHEME_L:
        return (right == SHIPLAP_GRAPHEME_L or right == SHIPLAP_GRAPHEME_V or right == SHIPLAP_GRAPHEME_LV
                or right == SHIPLAP_GRAPHEME_LVT)
    if left == SHIPLAP_GRAPHEME_LV or left == SHIPLAP_GRAPHEME_V:
        return right == SHIPLAP_GRAPHEME_V or right == SHIPLAP_GRAPHEME_T
    return right == SHIPLAP_GRAPHEME_T and (left == SHIPLAP_GRAPHEME_LVT or left == SHIPLAP_GRAPHEME_T)


# ---- words and their kinds


@cython.no_gc
cdef class Lexicon:
    """Known words of one of shiplap._data.sentences.LANGUAGES (None: of all), the caller's abbreviations, with or
    without their last stop, and the single line ends that count. Immutable."""

    def __cinit__(self, language=None, abbreviations=(), line_breaks="paragraph", /):
        cdef Py_ssize_t k, offset = 0, size = 0, hash
        cdef list words = []
        cdef tuple entry, given = tuple(abbreviations)
        for each in given:
            word = each.removesuffix(".").encode("utf-8", "surrogatepass")
            words.append((shiplap_word_hash(word, len(word)), word))
            size += len(word)
        words.sort()
        self.language, self.abbreviations = language, given
        self.known.line_breaks = get_args(named.LineBreaks).index(line_breaks)
        self.known.language = <int> LANGUAGES.index(language) + 1 if language in LANGUAGES else 0
        self.known.count = len(words)
        if not words:
            return
        self.known.extras = <Extra *> PyMem_Malloc(len(words) * sizeof(Extra))
        self.known.letters = <unsigned char *> PyMem_Malloc(size)
        if self.known.extras == NULL or self.known.letters == NULL:
            raise MemoryError
        for k, entry in enumerate(words):
            hash, word = entry
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
    """Append a code point; a word has room for LONGEST_WORD and a few more."""
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
    """Fill the table of kinds, with the exceptions of `kind_of` in the reference."""
    cdef int code
    for code in range(0x10000):
        code_kinds[code] = shiplap_sentence_class_of(shiplap_properties(code))
    code_kinds[0x17D4] = code_kinds[0x17D5] = SHIPLAP_SENTENCE_TERMINAL  # the Khmer full stops
    code_kinds[0x104A] = SHIPLAP_SENTENCE_CONTINUE  # a Burmese mark that is used as a comma


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


cdef inline bint is_line_end(Py_UCS4 code) noexcept nogil:
    """Return whether a code point is one of LINE_ENDS."""
    return u'\n' <= code <= u'\r' or code in u'\x85\u2028\u2029'


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
    gap = space_begins(view, p)
    before = char_before(view, gap)
    if gap == 0 or before.kind == SHIPLAP_SENTENCE_SPACE:
        return False  # S1
    if gap == p and before.code == u'。' and at.kind == SHIPLAP_SENTENCE_LETTER:
        last = char_before(view, before.next)
        if is_letter(last.kind):
            return True  # S7; the other parts cannot apply to 。between letters
    if gap < p:
        lines = line_ends(view, gap, p)
        if lines >= 2 or (lines == 1 and is_marker(view, p)):
            return True  # S2
        if may_be_in_word(&before) and before.kind != SHIPLAP_SENTENCE_DIGIT:
            return ends_phrase(view, gap, &at)  # S4; if it does not apply, S3 returns False too
        if belongs_before(view, p):
            return False  # S3
    elif belongs_joined(view, &at, p):
        return False  # S3
    stop = closing_begins(view, gap, p)
    begin = marks_begin(view, stop)
    if begin == stop:
        return stop == gap < p and (is_polite(view, gap) or ends_phrase(view, gap, &at)
                                    or ends_clause(view, lexicon, gap, p))  # S4; S5: for a run that is too long it is `stop`
    if gap == p:
        return ends_joined(view, lexicon, begin, stop, p)
    return ends_spaced(view, lexicon, begin, stop, gap, p)


# ---- the layout


cdef inline Py_ssize_t space_begins(const View *view, Py_ssize_t p) noexcept nogil:
    """Return `gap_before`, by a walk over code points, because little white space is before p in the sentence rule."""
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


cdef bint ends_phrase(const View *view, Py_ssize_t end, const Char *at) noexcept nogil:
    """Return whether a Thai phrase ends at `end`; `at` is the code point at p."""
    cdef Char before
    cdef int count
    if not is_thai(at.code):
        return False
    for count in range(PHRASE):
        before = char_before(view, end)
        if not is_thai(before.code):
            return False
        end = before.next
    return True


cdef bint ends_clause(const View *view, const Known *lexicon, Py_ssize_t end, Py_ssize_t p) noexcept nogil:
    cdef Char before = char_before(view, end), at = char_at(view, p)
    return before.code == u';' and is_told(lexicon) and is_starter(view, lexicon, at.next if at.code in u'¿¡' else p)


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
    cdef Py_ssize_t gap = space_begins(view, i)
    return gap == 0 or line_ends(view, gap, i) > 0


# ---- marks


cdef inline bint is_mark_kind(const Char *char) noexcept nogil:
    """Return whether a code point is a mark after any character."""
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
    """Return the begin of the run of marks that ends at `stop`; `stop` if the run is empty or longer than CAP."""
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


cdef inline bint is_thai(Py_UCS4 code) noexcept nogil:
    return u'\u0e01' <= code <= u'\u0e4e'


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
        if at.code == u'\'' and after.code == u'\'':
            after = char_at(view, after.next)
        return ((after.kind == SHIPLAP_SENTENCE_SPACE or after.kind == NOTHING)
                and not is_opening_quote(at.code) and not opens_apart(view, p))
    return at.code == u'[' and is_footnote(view, at.next)


cdef bint opens_apart(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i), before = char_before(view, i)
    cdef int count = 0, quotes = 0
    if at.code != u'"' or at.next == view.size:
        return False
    while count < CAP and before.kind != NOTHING:
        quotes += before.code == u'"'
        before = char_before(view, before.next)
        count += 1
    if quotes & 1:
        return False
    at = char_at(view, at.next)
    count = 1
    while count < CAP and at.kind != NOTHING:
        if at.code == u'"':
            at = char_at(view, at.next)
            return quotes > 0 or (not is_letter(at.kind) and at.kind != SHIPLAP_SENTENCE_DIGIT)
        at = char_at(view, at.next)
        count += 1
    return False


cdef inline bint belongs_joined(const View *view, const Char *at, Py_ssize_t p) noexcept nogil:
    if (is_mark(view, p) or at.kind == SHIPLAP_SENTENCE_CLOSE or at.kind == SHIPLAP_SENTENCE_CONTINUE
            or at.kind == SHIPLAP_SENTENCE_EXTEND):
        return True
    if at.kind == SHIPLAP_SENTENCE_QUOTE:
        return not is_opening_quote(at.code)
    return at.code == u'[' and is_footnote(view, at.next)


cdef inline bint may_be_label(int kind) noexcept nogil:
    """Return whether a code point of a kind may be in the label of a footnote."""
    return kind == SHIPLAP_SENTENCE_DIGIT or kind == SHIPLAP_SENTENCE_LOWER


cdef inline bint is_footnote(const View *view, Py_ssize_t i) noexcept nogil:
    """Return whether the label of a footnote mark begins at i, and its bracket closes."""
    cdef Char at = char_at(view, i), after
    cdef bint caret = at.code == u'^'
    cdef int count = 0
    if caret:
        at = char_at(view, at.next)
    while may_be_label(at.kind) and count < 4:
        at = char_at(view, at.next)
        count += 1
    if count > 0 and at.code in u',;-–':
        while at.code in u'0123456789,;-– ' and count < NOTE:
            at = char_at(view, at.next)
            count += 1
    if count == 0 or at.code != u']':
        return False
    after = char_at(view, at.next)
    return not (caret and after.code == u':')


cdef inline Py_ssize_t closing_begins(const View *view, Py_ssize_t gap, Py_ssize_t p) noexcept nogil:
    cdef bint spaced = gap < p
    cdef Py_ssize_t i = gap, footnote
    cdef Char closing, before
    cdef int count = 0
    closing = char_before(view, i)
    before = closing
    while count < CAP:
        footnote = -1
        if (closing.kind == SHIPLAP_SENTENCE_CLOSE or closing.kind == SHIPLAP_SENTENCE_DIGIT
                or closing.kind == SHIPLAP_SENTENCE_OTHER):
            footnote = footnote_begin(view, &closing, i, spaced)
        if footnote < 0 and not is_closing(&closing, spaced):
            break
        before = closing
        if footnote >= 0:
            count += count_between(view, footnote, i)
            i = footnote
            before = char_at(view, i)
        else:
            i = closing.next
            count += 1
        closing = char_before(view, i)
    if (spaced and i < gap and closing.kind == SHIPLAP_SENTENCE_SPACE and closing.next > 0
            and not is_opening_quote(before.code) and is_mark_before(view, closing.next)
            and not (is_emphasis(before.code) and count == 1)
            and not opens_apart(view, i)):
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


cdef Py_ssize_t footnote_begin(const View *view, const Char *last, Py_ssize_t end, bint spaced) noexcept nogil:
    """Return the beginning of the footnote mark that ends at `end`, with the code point `last`, or -1."""
    cdef Py_ssize_t label, begin
    cdef Char before
    if last.code == u']':
        label = label_begin(view, last.next)
        before = char_before(view, label)
        if label < last.next and before.code == u'[':
            return before.next
        if label < last.next and before.code == u'^':
            before = char_before(view, before.next)
            if before.code == u'[':
                return before.next
    if not spaced:
        return -1
    begin = note_begin(view, last, end)
    if begin <= 0:
        return -1
    before = char_before(view, begin)
    if (before.kind == SHIPLAP_SENTENCE_CLOSE or before.kind == SHIPLAP_SENTENCE_QUOTE or is_mark_before(view, begin)):
        return begin
    if (unit_at(view, begin) == u'[' and before.kind == SHIPLAP_SENTENCE_SPACE and is_mark_before(view, before.next)
            and is_footnote(view, begin + 1)):
        return begin
    return -1


cdef Py_ssize_t label_begin(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char before = char_before(view, end)
    cdef int count = 0
    while may_be_label(before.kind) and count < 4:
        end = before.next
        before = char_before(view, end)
        count += 1
    return end


cdef Py_ssize_t note_begin(const View *view, const Char *last, Py_ssize_t end) noexcept nogil:
    cdef Char before
    cdef Py_ssize_t i
    cdef int count = 1
    cdef Py_UCS4 opens
    if is_note_sign(last.code):
        return signs_begin(view, end)
    if is_numeric(last.code):
        return numbers_begin(view, end)
    if last.code == u'>':
        return superscript_begin(view, end)
    if last.code not in u')]^':
        return 0
    i = last.next
    if last.code == u']':
        while i > 0 and count < NOTE and u' ' <= unit_at(view, i - 1) <= u'~' and unit_at(view, i - 1) not in u'[]':
            i -= 1  # nearly all code points are ASCII
            count += 1
    before = char_before(view, i)
    if last.code == u']':
        while i > 0 and count < NOTE and before.code not in u'[]' and not is_line_end(before.code):
            i = before.next
            before = char_before(view, i)
            count += 1
    else:
        i = before.next if before.kind == SHIPLAP_SENTENCE_LOWER else numbers_begin(view, i)
        before = char_before(view, i)
    opens = u'(' if last.code == u')' else u'[' if last.code == u']' else u'^'
    return before.next if 0 < i < last.next and before.code == opens else 0


cdef Py_ssize_t signs_begin(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char last = char_before(view, end), before
    cdef Py_ssize_t i = last.next
    cdef int count = 1
    before = char_before(view, i)
    while i > 0 and count < 3 and before.code == last.code:
        i = before.next
        before = char_before(view, i)
        count += 1
    return i


cdef Py_ssize_t superscript_begin(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t i = end
    cdef Char before
    cdef int count
    if not is_tag(view, end, u'/'):
        return 0
    for count in range(6):
        before = char_before(view, i)
        i = before.next
    for count in range(6, 2 * NOTE):
        before = char_before(view, i)
        if before.kind == NOTHING or before.kind == SHIPLAP_SENTENCE_SPACE:
            return 0
        i = before.next
        if before.code == u'<' and is_tag(view, code_points_on(view, i, 5), u'<'):
            return i
    return 0


cdef bint is_tag(const View *view, Py_ssize_t end, Py_UCS4 before_name) noexcept nogil:
    """Return whether `sup>` ends at `end`, after a slash or an opening bracket (`before_name`)."""
    cdef Py_UCS4[5] wanted
    cdef Char before
    cdef int k
    wanted[0], wanted[1], wanted[2], wanted[3], wanted[4] = u'>', u'p', u'u', u's', before_name
    for k in range(5):
        before = char_before(view, end)
        if before.kind == NOTHING or before.code != wanted[k]:
            return False
        end = before.next
    if before_name == u'<':
        return True
    before = char_before(view, end)
    return before.code == u'<'


cdef Py_ssize_t numbers_begin(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char before = char_before(view, end)
    cdef Py_ssize_t i = end
    cdef int count = 0, digits = 0
    while i > 0 and count < NOTE:
        if is_numeric(before.code):
            digits += 1
        elif before.code in u',-–' and digits > 0:
            digits = 0
        else:
            break
        if digits > 3:
            return 0
        i = before.next
        before = char_before(view, i)
        count += 1
    return i if digits > 0 else 0


# ---- marks without white space after them


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
        if is_east_asian(at.code) or is_east_asian(before.code):
            return True  # S8
        return stop == p and last.next == begin and parts_plain_words(view, &before, begin, p)  # S8
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


cdef bint parts_plain_words(const View *view, const Char *last, Py_ssize_t begin, Py_ssize_t p) noexcept nogil:
    """Return whether the mark separates two plain words; `last` is the code point before the mark."""
    cdef Word word
    cdef Traits traits
    cdef Char before = char_before(view, last.next), at = char_at(view, p)
    cdef Py_ssize_t start
    if last.kind != SHIPLAP_SENTENCE_LOWER or before.kind != SHIPLAP_SENTENCE_LOWER or not is_letter(at.kind):
        return False
    start = word_begins(view, begin, &word, &traits)
    if word.code_points > LONGEST_WORD or not is_unlisted(view, start, begin) or is_name(view, begin):
        return False
    before = char_before(view, start)
    at = char_at(view, word_ends(view, p, &word))
    return ((before.kind == NOTHING or before.kind == SHIPLAP_SENTENCE_SPACE)
            and (at.kind == NOTHING or at.kind == SHIPLAP_SENTENCE_SPACE))


cdef inline bint encloses_sentence(const View *view, Py_ssize_t end) noexcept nogil:
    """Return whether the bracket that closes before `end` opens after a mark, after white space or at the start of the text."""
    cdef Char at = char_before(view, end), before
    cdef int count = 0
    while at.kind != SHIPLAP_SENTENCE_OPEN:
        if count == CAP or at.kind == NOTHING:
            return False
        at = char_before(view, at.next)
        count += 1
    before = char_before(view, at.next)
    return before.kind == NOTHING or before.kind == SHIPLAP_SENTENCE_SPACE or is_mark_before(view, at.next)


# ---- marks with white space after them


cdef inline bint ends_spaced(const View *view, const Known *lexicon, Py_ssize_t begin, Py_ssize_t stop, Py_ssize_t gap,
                             Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), mark = char_before(view, stop), letter, before
    cdef bint dashed = is_dash(at.code), closed = stop < gap, lower, stops = True, ellipsis = False
    cdef bint uncased
    cdef Py_UCS4 last = mark.code
    cdef Py_ssize_t first, i = stop
    if at.kind == SHIPLAP_SENTENCE_CONTINUE and not dashed and not is_low_quote(view, p):
        return False  # S11
    if mark.kind == SHIPLAP_SENTENCE_STOP and joins_words(view, p):
        return False  # S11
    first = first_letter(view, p)
    letter = char_at(view, first)
    lower = letter.kind == SHIPLAP_SENTENCE_LOWER and not is_brand(view, first)
    while i > begin:
        mark = char_before(view, i)
        stops = stops and mark.kind == SHIPLAP_SENTENCE_STOP
        ellipsis |= mark.code == u'…'
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
        if lower and last in u'!?' and is_reporting(view, lexicon, first):
            return False  # S14
        return not (lower and last == u'!' and mark.next == begin and is_name(view, begin))  # S14
    if closed:
        at = char_at(view, stop)
        if (at.kind == SHIPLAP_SENTENCE_DIGIT or at.code == u'(') and numbers_follow(view, lexicon, begin):
            return False  # S15
    return ends_stop(view, lexicon, begin, first, lower)


cdef bint numbers_follow(const View *view, const Known *lexicon, Py_ssize_t end) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Char at = char_before(view, end)
    cdef Py_ssize_t start = word_begins(view, end, &word, &traits), i = end
    if start == end:
        return end == 0 or (at.kind != SHIPLAP_SENTENCE_CLOSE and at.kind != SHIPLAP_SENTENCE_QUOTE)
    if word.code_points == 1:
        return True
    while i > start:
        if at.code == u'.' or at.kind == SHIPLAP_SENTENCE_DIGIT:
            return True
        i = at.next
        at = char_before(view, i)
    return (word.code_points <= LONGEST_WORD
            and kinds_of(view, lexicon, start, &word, &traits) & NUMBERED_WORDS != 0)


cdef inline bint ends_stop(const View *view, const Known *lexicon, Py_ssize_t begin, Py_ssize_t first,
                           bint lower) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = word_begins(view, begin, &word, &traits)
    if start == begin or word.code_points > LONGEST_WORD:
        return not lower or is_told(lexicon) or is_bracketed(view, first)  # S15
    return ends_word(view, lexicon, start, begin, &word, &traits, first, lower)


cdef inline bint is_told(const Known *lexicon) noexcept nogil:
    """Return whether the known words belong to one language, which the caller named."""
    return lexicon != NULL and lexicon.language != 0


cdef inline bint ends_word(const View *view, const Known *lexicon, Py_ssize_t start, Py_ssize_t end, const Word *word,
                           const Traits *traits, Py_ssize_t first, bint lower) noexcept nogil:
    """Apply the clauses S16 to S25, which depend on the word before the stop: the end of `ends_stop` in the
    reference."""
    cdef unsigned int kinds = kinds_of(view, lexicon, start, word, traits) & ~<unsigned int> REPORTING
    cdef bint starter, plain
    if lower:
        if is_told(lexicon) or is_bracketed(view, first):
            plain = not traits.is_roman and is_unlisted(view, start, end) and kinds & ~<unsigned int> DETERMINERS == 0
        else:
            plain = traits.is_plain and word.code_points >= 4 and kinds == 0
        return is_address(view, first) or plain  # S16
    if is_armenian(traits.last):
        return False  # S17
    if kinds == 0 and word.code_points > 1 and not (traits.is_single_letter or traits.is_dotted or traits.is_digits or traits.is_roman):
        return True  # S25: S18 to S24 cannot apply to any text that follows
    starter = is_starter(view, lexicon, first)
    if traits.is_single_letter and traits.first_kind == SHIPLAP_SENTENCE_UPPER:
        return starter and not at_line_start(view, start) and not labels_choice(view, lexicon, start)  # S18
    if kinds & (TITLES | NEVER_LAST) and not (starter and kinds & (ABBREVIATIONS | NEVER_LAST) == ABBREVIATIONS):
        return False  # S19
    if traits.is_single_letter:
        return starter and not at_line_start(view, start) and not labels_choice(view, lexicon, start)  # S20
    if kinds & NUMBERED_WORDS and is_number(view, first, word, traits.last):
        return False  # S21
    if kinds & ABBREVIATIONS or traits.is_dotted:
        return starter  # S22
    if ((traits.is_digits and word.code_points <= 4) or traits.is_roman) and is_labelled(view, first):
        return False  # S23
    if traits.is_digits and word.code_points == 4 and not starter and cites_number(view, first) and cites_year(view, lexicon, start):
        return False  # S23
    if word.code_points < 4 and char_at(view, first).kind == SHIPLAP_SENTENCE_DIGIT and follows_year(view, lexicon, end):
        return False  # S23
    if (traits.is_digits and word.code_points <= 3) or traits.is_roman:
        return not is_ordinal(view, lexicon, start, first, starter)  # S24
    return not (word.code_points == 1 and is_hangul(traits.last) and at_line_start(view, start))  # S25


cdef bint joins_words(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), after
    if not is_joiner(at.code):
        return False
    after = char_at(view, at.next)
    if at.code in u'<>' and after.code == u'=':
        after = char_at(view, after.next)
    return after.kind == NOTHING or after.kind == SHIPLAP_SENTENCE_SPACE or after.kind == SHIPLAP_SENTENCE_DIGIT


cdef bint is_low_quote(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i), after
    if at.code != u',':
        return False
    after = char_at(view, at.next)
    return after.code == u','


cdef inline Py_ssize_t first_letter(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p)
    cdef Py_ssize_t i = p
    cdef int count = 0
    cdef bint quoted = is_low_quote(view, p)
    if is_dash(at.code) or quoted:
        i = at.next
        at = char_at(view, i)
        count = 1
        if quoted:
            i = at.next
            at = char_at(view, i)
            count = 2
        if at.kind == SHIPLAP_SENTENCE_SPACE:
            i = at.next
            at = char_at(view, i)
            count += 1
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
    cdef unsigned int kinds
    if is_apostrophe(after.code):
        add_code_point(&word, u'\'')
        if kinds_of_word(lexicon, word.letters, word.size) & STARTERS:
            return True
        word.size -= 1
        word.code_points -= 1
    if word.code_points == 1 and after.kind != SHIPLAP_SENTENCE_SPACE:
        return False
    kinds = kinds_of_word(lexicon, word.letters, word.size)
    return kinds & STARTERS and not (kinds & NUMBERED_WORDS and after.code == u'.')


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


cdef bint is_reporting(const View *view, const Known *lexicon, Py_ssize_t i) noexcept nogil:
    cdef Word word
    word_ends(view, i, &word)
    return kinds_of_word(lexicon, word.letters, word.size) & REPORTING != 0


cdef bint is_bracketed(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_before(view, i), first = char_at(view, i)
    cdef int count = 0, roman = 0
    if at.code != u'(':
        return False
    at = first
    while count <= 4 and (is_letter(at.kind) or at.kind == SHIPLAP_SENTENCE_DIGIT or at.kind == SHIPLAP_SENTENCE_EXTEND):
        roman += at.code in u'ivx'
        count += 1
        at = char_at(view, at.next)
    return at.code == u')' and (count == 1 or (count <= 4 and roman == count))


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
    """Return the beginning of the word that ends at `end`, and write the word. For a word longer than LONGEST_WORD, only
    the number of its code points is valid."""
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
    """Return whether a code point is a capital letter that is a Roman digit."""
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
    """Return the kinds of the part of the word after an apostrophe, if it has two code points or more, and of `str` at
    its end."""
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


cdef bint is_unlisted(const View *view, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    cdef Char at
    cdef int count = 0
    while end > start:
        at = char_before(view, end)
        if not (is_letter(at.kind) or at.kind == SHIPLAP_SENTENCE_EXTEND or is_apostrophe(at.code) or at.code == u'-'):
            return False
        end = at.next
        count += 1
    return count >= 2


cdef inline bint is_numbered(const View *view, const Known *lexicon, Py_ssize_t end) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = word_begins(view, end, &word, &traits)
    if not 0 < word.code_points <= LONGEST_WORD:
        return False
    return (traits.is_dotted
            or kinds_of(view, lexicon, start, &word, &traits) & (TITLES | NUMBERED_WORDS | ABBREVIATIONS) != 0)


cdef bint labels_choice(const View *view, const Known *lexicon, Py_ssize_t start) noexcept nogil:
    cdef Py_ssize_t gap = space_begins(view, start)
    cdef Char mark = char_before(view, gap)
    cdef Word word
    cdef Traits traits
    if gap == 0 or gap == start:
        return False
    if mark.code != u'.':
        return mark.code == u':' or is_mark_before(view, gap)
    word_begins(view, mark.next, &word, &traits)
    return (word.code_points > 1 and not is_numbered(view, lexicon, mark.next)
            and not follows_year(view, lexicon, mark.next))


cdef inline bint is_labelled(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i)
    cdef int count = 0
    while at.kind == SHIPLAP_SENTENCE_DIGIT and count < 3:
        at = char_at(view, at.next)
        count += 1
    return 1 <= count <= 2 and at.code == u'.'


cdef bint cites_year(const View *view, const Known *lexicon, Py_ssize_t start) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Char before
    cdef Py_ssize_t gap = space_begins(view, start), begin
    if gap == 0 or gap == start:
        return False
    before = char_before(view, gap)
    if before.code == u'.':
        return is_numbered(view, lexicon, before.next)
    begin = word_begins(view, gap, &word, &traits)
    while before.kind == SHIPLAP_SENTENCE_UPPER and gap > begin:
        gap = before.next
        before = char_before(view, gap)
    return gap == begin and word.code_points > 1


cdef bint cites_number(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Word word
    cdef Char at = char_at(view, i), after = char_at(view, word_ends(view, i, &word))
    if at.kind == SHIPLAP_SENTENCE_DIGIT:
        return True
    if at.kind != SHIPLAP_SENTENCE_UPPER or word.code_points > SERIES:
        return False
    if after.code == u'.':
        after = char_at(view, after.next)
    return after.kind == SHIPLAP_SENTENCE_SPACE and char_at(view, after.next).kind == SHIPLAP_SENTENCE_DIGIT


cdef bint follows_year(const View *view, const Known *lexicon, Py_ssize_t end) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = word_begins(view, end, &word, &traits)
    cdef Char space = char_before(view, start), stop
    if word.code_points < 4 and space.kind == SHIPLAP_SENTENCE_SPACE:
        stop = char_before(view, space.next)
        if stop.code == u'.':
            if not traits.is_digits and not traits.is_roman:
                return False
            start = word_begins(view, stop.next, &word, &traits)
    return word.code_points == 4 and traits.is_digits and cites_year(view, lexicon, start)


cdef inline bint is_number(const View *view, Py_ssize_t i, const Word *before, Py_UCS4 last) noexcept nogil:
    cdef Word word
    cdef Char at = char_at(view, i), after
    cdef Py_ssize_t k
    if is_number_sign(at.code):
        return is_signed(view, i)
    after = char_at(view, word_ends(view, i, &word))
    if word.code_points == 0:
        return False
    if at.kind == SHIPLAP_SENTENCE_DIGIT or has_number(view, i):
        return True
    if at.kind == SHIPLAP_SENTENCE_UPPER and word.code_points == 1:
        if is_apostrophe(after.code):
            return False
        return not (before.code_points == 2 and before.letters[0] == c'N' and before.letters[1] == c'o') and not (
            before.code_points > 1 and kind_of(last) == SHIPLAP_SENTENCE_UPPER)
    for k in range(word.size):
        if not is_roman_digit(word.letters[k]):
            return False
    return True


cdef bint has_number(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i)
    cdef int count = 0
    while at.kind == SHIPLAP_SENTENCE_UPPER and count < 4:
        at = char_at(view, at.next)
        count += 1
    if at.code in u'-–':
        at = char_at(view, at.next)
    return count > 0 and at.kind == SHIPLAP_SENTENCE_DIGIT


cdef bint is_signed(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char sign = char_at(view, i), at = char_at(view, sign.next)
    if at.kind != NOTHING and at.code == sign.code:
        at = char_at(view, at.next)
    if at.kind == SHIPLAP_SENTENCE_SPACE:
        at = char_at(view, at.next)
    return at.kind == SHIPLAP_SENTENCE_DIGIT


cdef inline bint is_ordinal(const View *view, const Known *lexicon, Py_ssize_t start, Py_ssize_t first,
                            bint starter) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t gap, begin
    cdef Char before
    if at_line_start(view, start):
        return True
    word_ends(view, first, &word)
    if kinds_of_word(lexicon, word.letters, word.size) & ORDINALS:
        return True
    gap = space_begins(view, start)
    if gap == start:
        return False
    begin = word_begins(view, gap, &word, &traits)
    before = char_at(view, begin)
    if (before.kind == SHIPLAP_SENTENCE_UPPER or before.code == u'§') and word.code_points <= LONGEST_WORD \
            and char_at(view, start).kind == SHIPLAP_SENTENCE_DIGIT \
            and (at_line_start(view, begin) or labels_choice(view, lexicon, begin)):
        return True
    before = char_before(view, gap)
    if before.code == u'.' and (is_numbered(view, lexicon, before.next) or follows_year(view, lexicon, before.next)):
        return False
    if is_mark_before(view, gap) or before.code == u':':
        return True
    if starter:
        return False
    return (word.code_points <= LONGEST_WORD
            and kinds_of_word(lexicon, word.letters, word.size) & DETERMINERS != 0)


# ---- The fast path by patterns, which decides nearly all candidates.
#
#     fits = the patterns of csrc/tools/gen_patterns.py that the six units from p - 4 to p + 1 fit, a bit each
#     if one of ENDING or ENDING_UNLISTED fits, or one of ENDING_WORD fits and no known word ends like the word before the
#     stop: yes (1)
#     if one of NOT_ENDING fits: no (0)
#     otherwise: ask the other fast paths (-1)
#
# 1. The path reads six units; the rule reads any number. The verdict is equal because each pattern decides a clause alone:
#    no earlier clause can apply to its units in any context. The clause is named beside the pattern.
# 2. The path looks up no word. The last eight bytes before the stop can show that no known word ends with them
#    (shiplap_unknown_tail); otherwise the word is left to the rule.
# 3. p must not be within NEAR units of an end of the text. With the caller's own words, `usable_patterns` leaves out the
#    patterns that depend on words. The caller checks that p is not inside a grapheme cluster.
# 4. With the next fast path the gain is 21 % of the instructions and 35 % of the time of prose. Matching the patterns of many
#    candidates before the other steps gains 13 % of the instructions of other scripts. (A gain is the additional cost of a
#    build without the path; the largest gains are in a table in docs/contributing/architecture.md.)


cdef inline Py_UCS4 unit_of(const View *view, int width, Py_ssize_t at) noexcept nogil:
    """Return the unit at an offset of a view. `width`: bytes of a unit (1 for UTF-8 too), a constant in each
    caller."""
    if width == 1:
        return view.data[at]
    return (<const unsigned short *> view.data)[at] if width == 2 else (<const Py_UCS4 *> view.data)[at]


cdef inline bint may_be_space(const View *view, int width, Py_ssize_t at) noexcept nogil:
    """Return whether the unit at `at` may be the last unit of white space."""
    cdef Py_UCS4 unit = unit_of(view, width, at), second, lead
    if is_ascii(unit):
        return unit <= u' '
    if view.width != 0:
        return unit <= u'\xa0' or u'\u1680' <= unit <= u'\u3000'
    second, lead = view.data[at - 1], view.data[at - 2]
    # C2 85, C2 A0, E1 9A 80, E2 80 xx, E2 81 9F, E3 80 80 are white space
    return second == 0xC2 or lead == 0xE1 or lead == 0xE2 or (lead == 0xE3 and second == 0x80 and unit == 0x80)


cdef inline uint64_t patterns_of(const View *view, int width, Py_ssize_t p, int place) noexcept nogil:
    """Return the patterns that the unit at one of the six places fits."""
    cdef uint32_t unit = <uint32_t> unit_of(view, width, p - 4 + place), spaces
    if width > 1 and place == 1:
        # U+0080..U+00A0 and U+1680..U+3000 hold all white space beyond ASCII; a negative difference is a large number
        spaces = (unit - 0x80 <= 0x20) | (unit - 0x1680 <= 0x3000 - 0x1680)
        unit = (0x8B - 0xB * spaces) if unit >= 0x80 else unit
    elif width > 1:
        unit = unit if unit < 0x80 else 0x80
    return shiplap_patterns[place][unit]


cdef inline uint64_t fitting(const View *view, Py_ssize_t p, int width, uint64_t usable) noexcept nogil:
    """Return the `usable` patterns that fit."""
    return (patterns_of(view, width, p, 0) & patterns_of(view, width, p, 1) & patterns_of(view, width, p, 2)
            & patterns_of(view, width, p, 3) & patterns_of(view, width, p, 4) & patterns_of(view, width, p, 5) & usable)


cdef inline size_t stop_of(Py_ssize_t p, uint64_t fits) noexcept nogil:
    """Return the offset of the stop, if patterns of a stop fit."""
    return p - 2 - ((fits & SHIPLAP_AFTER_CLOSED) != 0)


cdef inline int verdict_of(const View *view, Py_ssize_t p, int width, uint64_t fits) noexcept nogil:
    """Return the verdict by the patterns that fit, or -1."""
    cdef uint64_t units = shiplap_last_units(view.data, width, stop_of(p, fits)), run = shiplap_small_run(units)
    # an unknown word of two or more letters, except `...str`
    cdef uint64_t word = (shiplap_some(shiplap_unknown_tail(units & run)) & shiplap_some(units >> 40 ^ STR)
                          & ~shiplap_some(~run >> 48))
    cdef uint64_t ends = fits & (SHIPLAP_ENDS | SHIPLAP_ENDS_UNLISTED | (SHIPLAP_ENDS_WORD & (0 - word)))
    return (ends != 0) - (ends | (fits & SHIPLAP_ENDS_NOT) == 0)


cdef inline uint64_t usable_patterns(const Known *lexicon) noexcept nogil:
    """Return the patterns to be used. With the caller's own words, patterns that leave words to a filter are omitted. If
    the caller named the language, patterns that decide before a small letter are omitted (S15, S16)."""
    cdef uint64_t unlisted = SHIPLAP_ENDS_WORD | SHIPLAP_ENDS_UNLISTED | SHIPLAP_ENDS_YEAR
    cdef uint64_t usable = ~unlisted if lexicon != NULL and lexicon.count > 0 else ~<uint64_t> 0
    return usable & ~SHIPLAP_UNTOLD if is_told(lexicon) else usable


cdef inline bint may_be_in_word(const Char *char) noexcept nogil:
    """Return whether a code point is a letter or a digit that does not end a polite word."""
    return (is_letter(char.kind) or char.kind == SHIPLAP_SENTENCE_DIGIT) \
        and char.code != POLITE and char.code != FORMAL_LAST


# ---- The fast path by words: patterns fit, and short ASCII words around the stop decide.
#
#     before a word in small letters: no (0), by the patterns (S13, S15), or if the text before the stop does not end with
#     a plain word (S16)
#     after four digits, and before a capital: yes (1), S25
#     after a word of one to seven letters: the verdict of the clauses S18 to S25, by the kinds of this word and the next
#     otherwise: ask the other fast paths (-1)
#
# 1. The path reads eight units before the stop and eight from p on, as one number each. It has no branch, because a branch
#    would be unpredictable. A longer word, or a word with a character beyond ASCII before it, returns -1.
# 2. The kinds of a word take two accesses to a table of short words (shiplap_short_words), which holds the words of all
#    languages together.
# 3. The path is called after the patterns, which have tested the units at p - 4 to p + 1.
# 4. The gain is zero if a processor has learned the branches of a text, as in benchmarks of 100 KB. 20 MB of prose are read
#    1.1 to 1.2 times as fast with this path and the patterns of many candidates (docs/performance.md).


cdef inline int asks_for_words(uint64_t fits) noexcept nogil:
    """Return whether one of the patterns needs the words around the stop."""
    return fits & (SHIPLAP_ENDS_WORD | SHIPLAP_ENDS_YEAR | SHIPLAP_NOT_BEFORE_SMALL | SHIPLAP_NOT_BEFORE_OPENED
                   | SHIPLAP_STOP_BEFORE_SMALL) != 0


cdef int decide_words(const View *view, const Known *lexicon, Py_ssize_t p, uint64_t fits) noexcept nogil:
    """Return the verdict of `standard` if one of the patterns that fit needs words, or -1."""
    if lexicon != NULL and lexicon.language != 0:
        fits &= ~SHIPLAP_ENDS_WORD  # the table has the words of all languages together
        if not asks_for_words(fits):
            return -1
    if view.width <= 1:
        return decide_words_by(view, p, 1, fits)
    return decide_words_by(view, p, 2, fits) if view.width == 2 else decide_words_by(view, p, 4, fits)


cdef inline int decide_words_by(const View *view, Py_ssize_t p, int width, uint64_t fits) noexcept nogil:
    """Return `decide_words` for units of `width` bytes. All three cases are computed, without a branch, because a branch
    would be unpredictable."""
    cdef size_t stop = stop_of(p, fits)
    cdef uint64_t units = shiplap_last_units(view.data, width, stop)    # before the stop, the last one highest
    # after a small letter or a comma, and a space: not the year of a report (S23)
    cdef int year = ((fits & SHIPLAP_ENDS_YEAR != 0) & (shiplap_outside(units, c'0', c'9') >> 32 == 0)
                     & (is_small(units >> 16 & 0xFF) | (units >> 16 & 0xFF == c',')))
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
    # four or more small letters may be a plain word
    cdef int plain = (other == 0) | (before & OTHER != 0) | ((before & PARTS != 0) & (first < 32))
    return (<int> shiplap_small_word(shiplap_last_units(view.data, width, p + opened + UNITS)) & ~(stop & plain)) - 1


cdef inline int after_short_word(const View *view, Py_ssize_t p, int width, size_t stop, uint64_t units) noexcept nogil:
    """Return the verdict after a word if no small letter follows: the end of `ends_stop`."""
    cdef Py_UCS4 unit = unit_of(view, width, p)
    cdef int opened = (unit == u'"') | (unit == u'(') | (unit == u'[')
    cdef uint64_t after = shiplap_last_units(view.data, width, p + opened + UNITS)
    cdef uint64_t other = shiplap_no_letters(units), next_other = shiplap_no_letters(after)
    cdef size_t first = shiplap_highest_bit(other | 1) & ~<size_t> 7    # of the unit before the word
    cdef size_t count = 7 - (first >> 3), next_count = shiplap_lowest_bit(next_other | <uint64_t> 1 << 63) >> 3
    cdef uint64_t letters = units & ~((<uint64_t> 0x100 << first) - 1)
    cdef uint64_t next_letters = after << 1 << (63 - 8 * next_count)    # 0 if the next word has no letters
    cdef int before = units >> first & 0xFF, behind = after >> 8 * next_count & 0xFF
    cdef unsigned int kinds = shiplap_short_kinds(letters)
    cdef int starter = ((shiplap_short_kinds(next_letters) & STARTERS != 0)
                        & ((next_count > 1) | is_blank(behind)))
    cdef int abbreviation = kinds & ABBREVIATIONS != 0, numbered = kinds & NUMBERED_WORDS != 0
    cdef int single = count == 1, roman = may_be_roman(letters, count), known = (kinds != 0) | single | roman
    # S18 to S21
    cdef int no = single | (numbered & (next_count == 0)) | (
        (kinds & (TITLES | NEVER_LAST) != 0) & (1 - (starter & (kinds & (ABBREVIATIONS | NEVER_LAST) == ABBREVIATIONS))))
    cdef int yes = (1 - known) | ((1 - no) & (starter | (1 - abbreviation)))  # S22, S25
    # whole words; not after a single letter with a stop, as in z. B., and not `...str`
    cdef int is_word = ((other != 0) & (count > 0) & (shiplap_word_units[before] & (PARTS | OTHER) == PARTS)
                        & ((before > c' ') | (unit_of(view, width, stop - count - 2) != u'.'))
                        & ((count < 4) | (letters >> 40 != STR)))
    cdef int is_next_word = ((next_other != 0) & (shiplap_word_units[behind] & (OTHER | APOSTROPHE) == 0)
                             & ((next_count == 0) | (behind < c'0') | (behind > c'9')))
    cdef int open = (1 - is_word) | (known & (
        (1 - is_next_word) | (single & starter) | (roman & (1 - (no | abbreviation)))
        | (starter & (behind == c'.'))
        | (numbered & ((next_count == 1) | (behind == c'-') | may_be_roman(next_letters, next_count)))))
    return (yes & (1 - open)) - open


cdef inline int may_be_roman(uint64_t letters, size_t count) noexcept nogil:
    """Return whether the letters, the last one highest, may be Roman digits in capitals: the first and the last one
    are."""
    cdef int last = shiplap_word_units[letters >> 56], first = shiplap_word_units[letters >> ((64 - 8 * count) & 56) & 0xFF]
    return ((first | last) & NOT_ROMAN) == 0


# ---- The fast path for ASCII: the verdict if all units that the rule reads are ASCII.
#
#     the clauses of `standard` (reference/boundaries/standard.py) in their order, over units instead of code points
#     if a unit is beyond ASCII, or a run is longer than nearly all runs: ask the next fast path (-1)
#
# 1. The path reads units, not code points: in ASCII both are equal, in every form of text.
# 2. Runs are limited (32 units of white space, 8 marks or closing marks, 4 openers): a longer run returns -1.
# 3. The units of the word before a stop have bits in one table (csrc/tools/gen_patterns.py), which together give the
#    traits of the word; the clauses that read the word (S16 to S25) are the rule's own function, `ends_word`.
# 4. p must not be within NEAR units of an end of the text.
# 5. The gain is 18 % of the instructions of prose and 34 % of those of code, 21 and 38 % of the time.


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
    """Return the result of `standard`, or -1."""
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
    if is_numeric(unit) or unit in u'>^':
        return 0 if ends_no_note(view, gap, width) else -1
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
        return -1 if unit == u';' and is_told(lexicon) else 0
    return ends_spaced_ascii(view, lexicon, begin, stop, gap, p, width)


cdef int ends_no_note(const View *view, Py_ssize_t gap, int width) noexcept nogil:
    """Return whether the digits, `>` or `^` that end at `gap` certainly do not end a footnote mark: four digits, or a
    number after a letter, white space, or a digit and a stop; `>` not after a `p`."""
    cdef Py_UCS4 unit = unit_of(view, width, gap - 1)
    cdef Py_ssize_t i = gap
    if unit == u'>':
        return unit_of(view, width, gap - 2) != u'p'
    if unit == u'^':
        return 0
    while is_numeric(unit) and gap - i < 4:
        i -= 1
        unit = unit_of(view, width, i - 1)
    return (gap - i == 4 or is_small(unit) or is_capital(unit) or is_blank(unit)
            or (unit == u'.' and is_numeric(unit_of(view, width, i - 2))))


cdef inline int is_ascii_marker(const View *view, Py_ssize_t p, int width) noexcept nogil:
    """Return the result of `is_marker`, or -1."""
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
    """Return the result of `belongs_before`, or -1."""
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
        return -1 if after == u'\'' or (at == u'"' and is_blank(after)) else is_blank(after)
    if at == u'[':
        if after == u'^':
            return -1
        while (is_small(after) or is_numeric(after)) and i - p <= 4:
            i += 1
            after = unit_of(view, width, i)
        if not is_ascii(after) or after in u',;-':
            return -1
        return i > p + 1 and after == u']'
    return 0


cdef inline Py_ssize_t closing_begins_ascii(const View *view, Py_ssize_t gap, int width) noexcept nogil:
    """Return the result of `closing_begins`, or -1."""
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
            if k == i or before != u'[':
                if not is_no_note(view, i, width):
                    return -1
            else:
                i = k - 1
        elif unit == u')':
            before = unit_of(view, width, i - 1)
            if is_numeric(before) or (is_small(before) and unit_of(view, width, i - 2) == u'('):
                return -1
        unit = unit_of(view, width, i - 1)
        if gap - i > 8:
            return -1
    if not is_ascii(unit) or is_numeric(unit) or unit in u'>^':
        return -1  # perhaps a footnote mark
    if i < gap and unit <= u' ':
        before = unit_of(view, width, i - 2)  # a space may stand between a mark and the closing mark
        if is_any_mark(before) or before == u';' or not is_ascii(before):
            return -1
    return i


cdef bint is_no_note(const View *view, Py_ssize_t end, int width) noexcept nogil:
    """Return whether the bracket at `end` does not close a footnote mark: a few units before it a bracket opens, directly
    after a letter or a digit, or after one of these and a space."""
    cdef Py_ssize_t i = end - 1
    cdef Py_UCS4 unit = unit_of(view, width, i)
    while u' ' <= unit <= u'~' and unit not in u'[]' and end - i < 2 * OPENERS:
        i -= 1
        unit = unit_of(view, width, i)
    return unit == u'[' and (is_alphanumeric(unit_of(view, width, i - 1)) or (
        unit_of(view, width, i - 1) == u' ' and is_alphanumeric(unit_of(view, width, i - 2))))


cdef inline int is_brand_ascii(const View *view, Py_ssize_t i, int width) noexcept nogil:
    """Return the result of `is_brand`, or -1."""
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
    """Return the result of `ends_spaced`, or -1."""
    cdef Py_UCS4 at = unit_of(view, width, p), unit
    cdef Py_ssize_t first = p, i
    cdef bint closed = stop < gap, stops = True, lower
    cdef int brand
    if at in u'-&=<>' or (at == u',' and unit_of(view, width, p + 1) == u','):
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
        return -1 if lower else 1
    if lower and unit_of(view, width, first - 1) == u'(':
        return -1  # perhaps a label
    return ends_stop_ascii(view, lexicon, begin, first, lower, width)


cdef inline int ends_stop_ascii(const View *view, const Known *lexicon, Py_ssize_t begin, Py_ssize_t first, bint lower,
                                int width) noexcept nogil:
    """Return the result of `ends_stop`, or -1."""
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = begin
    cdef unsigned int bits = word_unit(view, width, begin - 1), some = 0
    cdef bint known
    while not bits & (PARTS | OTHER):
        some |= bits
        start -= 1
        bits = word_unit(view, width, start - 1)
        if begin - start > LONGEST_WORD:
            return not lower or is_told(lexicon)
    if start == begin:
        return -1 if bits & OTHER else not lower or is_told(lexicon)
    if bits & OTHER:
        return -1
    if lower:  # S16
        known = begin - start == 1 or some & STOP if is_told(lexicon) else begin - start < 4 or some & NOT_SMALL
        if known:
            return unit_of(view, width, first) in u'hw' and is_address(view, first)
        if is_told(lexicon) and not some & NOT_SMALL and ends_unknown(view, lexicon, begin, width):
            return 1
    word.size = word.code_points = begin - start
    copy_units(view, width, start, &word)
    traits.is_plain, traits.is_digits, traits.is_roman = not some & NOT_SMALL, not some & NOT_DIGIT, not some & NOT_ROMAN
    traits.has_apostrophe = some & APOSTROPHE
    traits.is_dotted = some & STOP and is_dotted_ascii(&word)
    traits.first_kind = code_kinds[word.letters[0]]
    traits.is_single_letter = word.size == 1 and is_letter(traits.first_kind)
    traits.last = word.letters[word.size - 1]
    return ends_word(view, lexicon, start, begin, &word, &traits, first, lower)


cdef bint ends_unknown(const View *view, const Known *lexicon, Py_ssize_t end, int width) noexcept nogil:
    """Return whether no known word ends like the word of small letters at `end`: see `verdict_of`."""
    cdef uint64_t units = shiplap_last_units(view.data, width, end)
    return (lexicon.count == 0 and units >> 40 != STR
            and shiplap_unknown_tail(units & shiplap_small_run(units)))


cdef inline unsigned int word_unit(const View *view, int width, Py_ssize_t at) noexcept nogil:
    """Return the properties of the unit at an offset as part of a word, as bits."""
    cdef Py_UCS4 unit = unit_of(view, width, at)
    return shiplap_word_units[<int> unit] if width == 1 or unit < 256 else OTHER


cdef inline void copy_units(const View *view, int width, Py_ssize_t start, Word *word) noexcept nogil:
    """Copy the letters of a word in ASCII. If units are bytes, LONGEST_WORD of them are copied, without a loop."""
    cdef Py_ssize_t k
    if width == 1:
        memcpy(word.letters, view.data + start, LONGEST_WORD)
    else:
        for k in range(word.size):
            word.letters[k] = unit_of(view, width, start + k)


cdef inline bint is_dotted_ascii(const Word *word) noexcept nogil:
    """Return whether a word in ASCII consists of single letters with stops between them."""
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


# ---- The fast path beyond ASCII: the verdict on common candidates of other scripts.
#
#     before p: one space, line end or ideographic space, with at most one mark before it; or a mark directly
#     the clauses of `standard` (reference/boundaries/standard.py) that can apply to such a candidate, in their order
#     if a second mark, a footnote, or a known word is possible: ask the rule (-1)
#
# 1. The path reads at most three code points on each side; the rule reads runs. All other candidates return -1.
# 2. A word before a stop is only compared with the ends of all known words (S19 to S22 need a known word), or belongs to a
#    script that has no known words.
# 3. p may be any offset. Verdicts that depend on words are -1 if the caller has words of their own.
# 4. The gain is 48 % of the instructions of texts in several scripts, and 43 % of the time.


cdef inline int decide_non_ascii(const View *view, const Known *lexicon, Py_ssize_t p) noexcept nogil:
    """Return the result of `standard`, or -1."""
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
    if ends_none(&mark):
        return 0
    before = char_before(view, mark.next)
    if is_never(&mark, &before):
        if mark.code == u';' and is_told(lexicon):
            return -1
        if mark.kind == SHIPLAP_SENTENCE_DIGIT and not (is_letter(before.kind) or before.kind == SHIPLAP_SENTENCE_SPACE):
            return -1  # perhaps a footnote mark
        return 0
    if mark.kind == SHIPLAP_SENTENCE_CLOSE or mark.kind == SHIPLAP_SENTENCE_QUOTE:
        if mark.code == u']' or before.kind == SHIPLAP_SENTENCE_DIGIT or (
                mark.code == u')' and before.kind == SHIPLAP_SENTENCE_LOWER):
            return -1  # perhaps a footnote mark
        if may_be_in_word(&before) or before.kind == SHIPLAP_SENTENCE_CONTINUE or before.kind == SHIPLAP_SENTENCE_OPEN:
            return 0  # something closes, but no mark stands before it
        if before.kind != SHIPLAP_SENTENCE_TERMINAL or is_ascii(before.code) or not may_begin(&at):
            return -1
        mark = char_before(view, before.next)
        return -1 if may_be_mark(&mark) else 1
    if mark.kind == SHIPLAP_SENTENCE_TERMINAL:
        if may_be_mark(&before) or not (may_begin(&at) or (at.kind == SHIPLAP_SENTENCE_LOWER and mark.code not in u'!?')):
            return -1
        return 1
    return stops_non_ascii(view, lexicon, mark.next, &before, &at) if mark.code == u'.' and may_begin(&at) else -1


cdef inline bint ends_none(const Char *mark) noexcept nogil:
    """Return whether no sentence ends after the code point `mark`, in any context: a letter that cannot end a polite word or
    a phrase, a comma, or an opening mark."""
    return (mark.kind == SHIPLAP_SENTENCE_CONTINUE or mark.kind == SHIPLAP_SENTENCE_OPEN
            or (is_letter(mark.kind) and mark.code != POLITE and mark.code != FORMAL_LAST and not is_thai(mark.code)))


cdef inline bint is_never(const Char *mark, const Char *before) noexcept nogil:
    """Return whether the code point `mark` before p is neither a mark nor closing. Not for those of `ends_none`."""
    if mark.kind == SHIPLAP_SENTENCE_DIGIT:
        return True
    if mark.code in u';\u037e':
        return not is_greek(before.code)
    return mark.kind == SHIPLAP_SENTENCE_OTHER and not (is_emphasis(mark.code) or is_star(mark.code)
                                                        or mark.code in u'…>^' or is_note_sign(mark.code))


cdef inline int joins(const View *view, const Char *at, const Char *mark) noexcept nogil:
    """Return `decide_non_ascii` if no white space is between the mark and p."""
    cdef Char before
    if may_be_in_word(mark) or mark.kind == SHIPLAP_SENTENCE_CONTINUE:
        return 0
    if at.code == mark.code and continues_run(at):
        return 0  # inside a run of one mark each offset is a candidate
    before = char_before(view, mark.next)
    if may_be_mark(&before):
        return 0 if continues_run(at) else -1
    if mark.kind == SHIPLAP_SENTENCE_TERMINAL and not is_ascii(mark.code):
        return 1 if may_begin(at) else -1
    if mark.code in u'!?':
        return -1 if (is_east_asian(at.code) or is_east_asian(before.code)
                      or (before.kind == SHIPLAP_SENTENCE_LOWER and is_letter(at.kind))) else 0
    if mark.code == u'.':
        if is_east_asian(before.code):
            return 0 if not is_east_asian(at.code) else 1 if at.kind == SHIPLAP_SENTENCE_LETTER else -1
        return -1 if at.kind == SHIPLAP_SENTENCE_UPPER and before.kind == SHIPLAP_SENTENCE_LOWER else 0
    return -1


cdef inline bint continues_run(const Char *at) noexcept nogil:
    """Return whether a character directly after a mark is another mark, or closing: the first clauses of
    `belongs_joined`, which do not depend on the characters before it."""
    return is_mark_kind(at) or at.kind == SHIPLAP_SENTENCE_CLOSE or (at.kind == SHIPLAP_SENTENCE_QUOTE
                                                                     and not is_opening_quote(at.code))


cdef inline int stops_non_ascii(const View *view, const Known *lexicon, Py_ssize_t end, const Char *before,
                                const Char *at) noexcept nogil:
    """Return whether the stop at `end` ends a sentence, if no small letter follows: 1 after a word that is not known,
    else -1."""
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
    if is_numeric(before.code):
        while is_numeric(second.code) and count < 4:
            second = char_before(view, second.next)
            count += 1
        if count == 4 and second.kind == SHIPLAP_SENTENCE_SPACE:
            second = char_before(view, second.next)
            if second.kind != SHIPLAP_SENTENCE_LOWER and second.code != u',':
                return -1  # perhaps the year of a report
        # a long number, or a number after a stop: it is not an ordinal, and not part of a date
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
        return 1  # two or more letters, of a script that has no known words
    return -1


cdef inline bint may_begin(const Char *char) noexcept nogil:
    """Return whether a code point is a letter that is not small, a digit, or a sign that is neither opening nor a
    mark."""
    return (char.kind == SHIPLAP_SENTENCE_LETTER or char.kind == SHIPLAP_SENTENCE_UPPER
            or char.kind == SHIPLAP_SENTENCE_DIGIT
            or (char.kind == SHIPLAP_SENTENCE_OTHER and char.code > u'\xbf'
                and char.code not in u'\u037e…' and not is_star(char.code) and not is_joiner(char.code)))


cdef inline bint may_be_mark(const Char *char) noexcept nogil:
    """Return whether a code point is not a letter, a digit or closing."""
    return not (is_letter(char.kind) or char.kind == SHIPLAP_SENTENCE_DIGIT or char.kind == SHIPLAP_SENTENCE_CLOSE
                or char.kind == SHIPLAP_SENTENCE_QUOTE)


# ---- single line ends that end a sentence (H1 to H9)


cdef inline bint breaks_lines(const Known *lexicon) noexcept nogil:
    """Return whether single line ends may end sentences."""
    return lexicon != NULL and lexicon.line_breaks != ONLY_PARAGRAPHS


cdef bint ends_hard_line(const View *view, const Known *lexicon, Py_ssize_t p) noexcept nogil:
    """Return whether the single line end before p ends a sentence, if `breaks_lines`."""
    cdef Py_ssize_t gap = space_begins(view, p), begin, end, before, after, size, width, first
    cdef Char at = char_at(view, p), last = char_before(view, gap)
    cdef bint fits, is_short
    if gap == p or gap == 0 or at.kind == SHIPLAP_SENTENCE_SPACE or last.kind == SHIPLAP_SENTENCE_SPACE:
        return False  # H1
    if line_ends(view, gap, p) != 1:
        return False  # H1
    if lexicon.line_breaks == EACH_LINE:
        return True  # H2
    begin, end = start_of_line(view, gap), end_of_run(view, p, True)
    if at.code == u'>' and unit_at(view, begin) == u'>' and (has_signs_alone(view, p) or has_signs_alone(view, begin)):
        return not has_signs_alone(view, p)  # H9
    before, after = space_begins(view, begin), space_ends(view, end)
    size, first = code_points(view, begin, gap), after_quotation(view, p)
    width = max(max(<Py_ssize_t> NARROWEST, size), code_points(view, p, end))
    width = max(max(width, code_points(view, start_of_line(view, before), before)),
                code_points(view, after, end_of_run(view, after, True)))
    fits = size + 1 + code_points(view, first, end_of_run(view, first, False)) <= width
    is_short = last.code == u',' and size <= GREETING
    if is_short and fits and (before == 0 or line_ends(view, before, begin) > 1
                              or has_signs_alone(view, start_of_line(view, before))):
        return True  # H3
    if goes_on_at(view, first):
        return False  # H4
    if is_named_value(view, after_quotation(view, begin)) and is_named_value(view, first):
        return True  # H5
    if last.code in u',;' or is_dash(last.code) or last.kind == SHIPLAP_SENTENCE_OPEN or is_mark_before(view, gap):
        if is_short and (after == view.size or line_ends(view, end, after) > 1 or has_signs_alone(view, after)):
            return True  # H6
        return is_mark_before(view, gap) and at.code == u'>' and unit_at(view, begin) == u'>'  # H6
    return size > LONGEST or fits  # H7, H8


cdef bint is_quoted(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Py_ssize_t gap = space_begins(view, p)
    return unit_at(view, p) == u'>' and line_ends(view, gap, p) == 1 and unit_at(view, start_of_line(view, gap)) == u'>'


cdef bint has_signs_alone(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p)
    cdef int count = 0
    if at.code != u'>':
        return False
    while at.kind != NOTHING and count < NAME and at.code in u'> ':
        at = char_at(view, at.next)
        count += 1
    return at.kind == NOTHING or is_line_end(at.code)


cdef Py_ssize_t start_of_line(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char before = char_before(view, end)
    cdef int count = 0
    while before.kind != NOTHING and count <= LONGEST and not is_line_end(before.code):
        end = before.next
        before = char_before(view, end)
        count += 1
    return end


cdef Py_ssize_t end_of_run(const View *view, Py_ssize_t p, bint lines) noexcept nogil:
    """Return the end of the line at p if `lines`, else of the text at p up to white space."""
    cdef Char at = char_at(view, p)
    cdef int count = 0
    while at.kind != NOTHING and count <= LONGEST and not (is_line_end(at.code) if lines else at.kind == SHIPLAP_SENTENCE_SPACE):
        p = at.next
        at = char_at(view, p)
        count += 1
    return p


cdef Py_ssize_t space_ends(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char at = char_at(view, end)
    cdef int count = 0
    while at.kind == SHIPLAP_SENTENCE_SPACE and count < CAP:
        end = at.next
        at = char_at(view, end)
        count += 1
    return end


cdef Py_ssize_t after_quotation(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Py_ssize_t i = p
    cdef Char at = char_at(view, i)
    while at.code == u'>' and at.next < view.size and i - p < NAME:
        i = at.next + (unit_at(view, at.next) == u' ')
        at = char_at(view, i)
    return p if at.kind == NOTHING or at.kind == SHIPLAP_SENTENCE_SPACE else i


cdef bint goes_on_at(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i)
    if at.kind == SHIPLAP_SENTENCE_CLOSE or at.kind == SHIPLAP_SENTENCE_CONTINUE or at.kind == SHIPLAP_SENTENCE_EXTEND:
        return True
    if is_mark(view, i):
        return True
    i = first_letter(view, i)
    return char_at(view, i).kind == SHIPLAP_SENTENCE_LOWER and not is_brand(view, i)


cdef bint is_named_value(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i)
    cdef int count = 0
    if at.kind != SHIPLAP_SENTENCE_UPPER and at.kind != SHIPLAP_SENTENCE_LETTER:
        return False
    while count < NAME and (is_letter(at.kind) or at.kind == SHIPLAP_SENTENCE_DIGIT or at.code in u'- '):
        at = char_at(view, at.next)
        count += 1
    return at.code == u':' and char_at(view, at.next).kind == SHIPLAP_SENTENCE_SPACE


# ---- the fast paths, and then the rule


cdef inline int fast_path_by(const View *view, const Known *lexicon, Py_ssize_t p, int width,
                             uint64_t usable) noexcept nogil:
    """Return the verdict of the fast paths for units of `width` bytes, or -1."""
    cdef uint64_t fits
    cdef int verdict
    if p < NEAR or view.size - p < NEAR:
        return -1
    fits = fitting(view, p, width, usable)
    verdict = verdict_of(view, p, width, fits)
    return verdict if verdict >= 0 else fast_rules(view, lexicon, p, width, fits)


cdef inline int fast_rules(const View *view, const Known *lexicon, Py_ssize_t p, int width,
                           uint64_t fits) noexcept nogil:
    """Return the verdict of the fast paths after the patterns, or -1; `fits`: the patterns that fit."""
    cdef int verdict = decide_words(view, lexicon, p, fits) if asks_for_words(fits) else -1
    if verdict < 0:
        verdict = decide_ascii(view, lexicon, p, width)
    return verdict if verdict >= 0 else decide_non_ascii(view, lexicon, p)


cdef inline int fast_sentence(const View *view, const Known *lexicon, Py_ssize_t p) noexcept nogil:
    """Return the verdict of the fast paths, or -1."""
    if view.width <= 1:
        return fast_path_by(view, lexicon, p, 1, usable_patterns(lexicon))
    return fast_path_by(view, lexicon, p, 2, usable_patterns(lexicon)) if view.width == 2 else fast_path_by(view, lexicon, p, 4, usable_patterns(lexicon))


cdef bint ends_sentence(const View *view, const Known *lexicon, Py_ssize_t p) noexcept nogil:
    cdef int verdict = fast_sentence(view, lexicon, p)
    if verdict < 0:
        verdict = standard(view, lexicon, p)
    if breaks_lines(lexicon) and ends_hard_line(view, lexicon, p):
        return True
    return (verdict and not (may_run_over_page(view, p) and runs_over_page(view, p))
            and not (breaks_lines(lexicon) and lexicon.line_breaks == AUTO_LINES and is_quoted(view, p)))


cdef inline Py_ssize_t keep_sentence_ends_by(const View *view, const Known *lexicon, size_t *places, Py_ssize_t count,
                                             int width) noexcept nogil:
    """Return `keep_sentence_ends` for units of `width` bytes. The patterns read all candidates before the other paths begin:
    whether they decide is unpredictable, so no branch depends on it."""
    cdef uint64_t usable = usable_patterns(lexicon)
    cdef uint64_t[SHIPLAP_PLACES_ROOM] fits     # the patterns of undecided candidates
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
        unit = unit_of(view, width, max(p - 2, 0))
        # one branch, which is predictable: the verdict alone is not
        if verdict & (unit != u'.') & (unit != u'!') & (unit != u'?') and may_run_over_page(view, p):
            verdict = not runs_over_page(view, p)
        places[kept] = p
        kept += verdict
    return kept


cdef Py_ssize_t keep_line_ends(const View *view, const Known *lexicon, size_t *places, Py_ssize_t count) noexcept nogil:
    """Return `keep_sentence_ends` if single line ends may end sentences."""
    cdef Py_ssize_t k, p, kept = 0
    cdef Run run
    for k in range(count):
        p = places[k]
        run.begin = run.end = 0
        places[kept] = p
        kept += ends_sentence(view, lexicon, p) and is_grapheme_boundary(view, &run, p)
    return kept


cdef inline Py_ssize_t keep_sentence_ends(const View *view, const Known *lexicon, size_t *places,
                                          Py_ssize_t count) noexcept nogil:
    if breaks_lines(lexicon):
        return keep_line_ends(view, lexicon, places, count)
    if view.width <= 1:
        return keep_sentence_ends_by(view, lexicon, places, count, 1)
    return keep_sentence_ends_by(view, lexicon, places, count, 2) if view.width == 2 else keep_sentence_ends_by(view, lexicon, places, count, 4)


# ---- lines and paragraphs


cdef inline int paragraph(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before,
                   bint cut_after) noexcept nogil:
    """Return whether a line that is not blank starts at p, after a blank line or after PS. Indentation belongs to
    the line."""
    cdef Py_ssize_t begin, end, low, high
    if c'\n' <= text[p] <= c'\r':
        return 0  # an empty line
    high = p + 4 * CAP if size - p > 4 * CAP else size
    while high < size and is_continuation(text[high]):
        high += 1
    begin = shiplap_scan_visible(text, size, 0, p, high)
    if shiplap_scan_first(text, size, 0, SHIPLAP_LINE, p + 1, begin + 1 if begin < size else size) >= 0:
        return 0
    if <Py_ssize_t> shiplap_utf8_count(text + p, begin - p) > CAP:
        return 0
    if begin == size:
        return -1 if cut_after else 0
    if p >= 3 and text[p - 3] == 0xE2 and text[p - 2] == 0x80 and text[p - 1] == 0xA9:
        return 1  # PS
    end = p - 1
    while end > 0 and is_continuation(text[end]):
        end -= 1
    if end > 0 and text[end] == c'\n' and text[end - 1] == c'\r':
        end -= 1
    low = end - 4 * CAP if end > 4 * CAP else 0
    while low < end and is_continuation(text[low]):
        low += 1
    begin = shiplap_scan_visible_end(text, size, 0, low, end)
    if begin == end:
        return -1 if begin == 0 and cut_before else begin == 0
    low = shiplap_scan_last(text, size, 0, SHIPLAP_LINE, begin + 1, end + 1)
    if low < 0:
        low = begin
        if begin > 0:
            return 0  # the line is not blank, or has more than CAP code points of white space
        if cut_before:
            return -1 if <Py_ssize_t> shiplap_utf8_count(text, end) <= CAP else 0
    return <Py_ssize_t> shiplap_utf8_count(text + low, end - low) <= CAP


cdef inline Py_ssize_t code_points_back(const View *view, Py_ssize_t p, Py_ssize_t count) noexcept nogil:
    """Return an offset at least `count` code points before p, or 0."""
    p -= count if view.width else 4 * count
    if p <= 0:
        return 0
    while view.width == 0 and p > 0 and is_continuation(view.data[p]):
        p -= 1
    return p


cdef inline Py_ssize_t code_points_on(const View *view, Py_ssize_t p, Py_ssize_t count) noexcept nogil:
    """Return the offset `count` code points after p, or the end of the text."""
    if view.width:
        return min(p + count, view.size)
    while p < view.size and count > 0:
        p = next_code_point(view, p)
        count -= 1
    return min(p, view.size)


cdef inline Py_ssize_t code_points(const View *view, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """Return the number of code points between two offsets."""
    return end - begin if view.width else <Py_ssize_t> shiplap_utf8_count(view.data + begin, end - begin)


cdef inline Py_ssize_t gap_before(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the begin of the white space before p, at most CAP code points before p."""
    cdef Py_ssize_t gap = shiplap_scan_visible_end(view.data, view.size, view.width, code_points_back(view, p, CAP), p)
    cdef Py_ssize_t over = code_points(view, gap, p) - CAP
    while over > 0 and gap < p:
        gap = next_code_point(view, gap)
        over -= 1
    return min(gap, p)  # a buffer that another thread changes may give any number


cdef inline bint is_visible_ascii(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit is visible ASCII."""
    return u'!' <= unit <= u'~'


cdef inline Py_ssize_t blanks_begin(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the begin of the spaces and tabs before p, at most CAP of them."""
    cdef Py_ssize_t low = p - CAP if p > CAP else 0
    cdef uint64_t other = 0     # the units of eight that are not spaces
    while p - low >= 8 and other == 0:
        other = shiplap_last_units(view.data, view.width, p) ^ 0x2020202020202020ULL
        p -= 8 - (<Py_ssize_t> shiplap_highest_bit(other) + 8 >> 3 if other else 0)
    while p > low and unit_at(view, p - 1) in u' \t':
        p -= 1
    return p


cdef inline Py_ssize_t spaces_end(const View *view, Py_ssize_t p, Py_ssize_t most) noexcept nogil:
    """Return the end of the spaces at p, at most `most` of them."""
    cdef Py_ssize_t high = min(p + most, view.size)
    cdef uint64_t other = 0     # the units of eight that are not spaces
    while p + 8 <= high and other == 0:
        other = shiplap_last_units(view.data, view.width, p + 8) ^ 0x2020202020202020ULL
        p += <Py_ssize_t> shiplap_lowest_bit(other) >> 3 if other else 8
    while other == 0 and p < high and unit_at(view, p) == u' ':
        p += 1
    return p


cdef bint indentation(const View *view, Py_ssize_t p, Py_ssize_t *begin, Py_ssize_t *end) noexcept nogil:
    cdef Char char
    cdef int size
    begin[0], end[0] = blanks_begin(view, p), p
    if begin[0] < p < view.size and is_visible_ascii(unit_at(view, p)) \
            and (begin[0] == 0 or unit_at(view, begin[0] - 1) == u'\n'):  # true for nearly all indentation
        return True
    size = <int> (p - begin[0])
    char = char_before(view, begin[0])
    while char.kind == SHIPLAP_SENTENCE_SPACE and not is_line_end(char.code) and size < CAP:
        begin[0] = char.next
        char = char_before(view, begin[0])
        size += 1
    if begin[0] > 0 and not is_line_end(char.code):
        return False
    while end[0] < view.size and unit_at(view, end[0]) in u' \t' and size < CAP:
        end[0] += 1
        size += 1
    char = char_at(view, end[0])
    while char.kind == SHIPLAP_SENTENCE_SPACE and not is_line_end(char.code) and size < CAP:
        end[0] = char.next
        char = char_at(view, end[0])
        size += 1
    return begin[0] < end[0] < view.size and char.kind != SHIPLAP_SENTENCE_SPACE


cdef inline Py_ssize_t line_start(const View *view, Py_ssize_t end) noexcept nogil:
    """Return the begin of the line that has the code point before `end`; -1 if it is more than CAP code points before
    `end`, or if the code point is white space."""
    cdef Py_ssize_t low = code_points_back(view, end, CAP), begin
    if end == 0 or (not is_visible(view, unit_at(view, end - 1)) and <Py_ssize_t> shiplap_scan_visible_end(
            view.data, view.size, view.width, code_points_back(view, end, 1), end) < end):
        return -1
    begin = shiplap_scan_last(view.data, view.size, view.width, SHIPLAP_LINE, low if low > 0 else 1, end)
    if begin < 0:
        if low > 0:
            return -1
        begin = 0
    return begin if code_points(view, begin, end) <= CAP else -1


cdef inline Py_ssize_t next_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the end of the line at p, with its line end; -1 if it is more than CAP code points after p, or if the text
    ends before it."""
    cdef Py_ssize_t high = p + (CAP if view.width else 4 * CAP) + 1, end
    if high > view.size:
        high = view.size
    while view.width == 0 and high < view.size and is_continuation(view.data[high]):
        high += 1
    end = shiplap_scan_first(view.data, view.size, view.width, SHIPLAP_LINE, p + 1, high) if p + 1 < high else -1
    return near_end(view, p, end)


cdef inline Py_ssize_t near_end(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return `end`, the end of the line at p, or -1 if it is more than CAP code points after p."""
    return end if end - p <= CAP or (view.width == 0 and code_points(view, p, end) <= CAP) else -1


cdef inline bint may_follow_blank_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p may follow a blank line, by the unit before the last line end, which excludes most
    lines. That gains 44 % of the instructions of texts with headings."""
    cdef Py_ssize_t before = p - 2
    if before > 0 and unit_at(view, before) == u'\r':
        before -= 1
    return before < 0 or unit_at(view, p - 1) != u'\n' or not is_visible(view, unit_at(view, before))


cdef inline bint follows_blank_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the text at p, p < size, follows a blank line, PS, or no visible text, within CAP code points.
    The last line end in the white space before p is nearly always at p: a second one is searched."""
    cdef Py_ssize_t gap, line = p
    if p > 1 and unit_at(view, p - 1) == u'\n':
        if unit_at(view, p - 2) == u'\n':
            return True
        if is_visible(view, unit_at(view, p - 2)):
            return False
    gap = gap_before(view, p)
    if gap == 0:
        return True
    if unit_at(view, p - 1) != u'\n':
        line = shiplap_scan_last(view.data, view.size, view.width, SHIPLAP_LINE, gap + 1, p + 1) if gap < p else -1
        if line < 0:
            return False
    return (line > gap + 1 and shiplap_scan_last(view.data, view.size, view.width, SHIPLAP_LINE, gap + 1, line) >= 0) \
        or code_point_at(view, line - 1 if view.width else line - 3 if line >= 3 else 0) == u'\u2029'


cdef inline int fast_paragraph(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p is not blank and the line before it is, by a few units of each: 1, 0, or -1 if these do
    not decide, or p is not after LF. The gain is 85 % of the instructions of texts in several scripts, 41 % of those of
    code."""
    cdef Py_ssize_t at = p, end = p + FAST_REACH if view.size - p > FAST_REACH else view.size - 1
    if p < 2 or unit_at(view, p - 1) != u'\n':
        return -1
    if u' ' < unit_at(view, p - 2) <= u'~':  # the line before is not blank, like most lines
        return 0
    while at < end and is_blank_or_tab(unit_at(view, at)):
        at += 1
    if u'\n' <= unit_at(view, at) <= u'\r':
        return 0
    if not is_visible(view, unit_at(view, at)):
        return -1
    at = p - 2
    if unit_at(view, at) == u'\r' and at > 0:
        at -= 1
    end = at - FAST_REACH if at > FAST_REACH else 0
    while at > end and is_blank_or_tab(unit_at(view, at)):
        at -= 1
    if u'\n' <= unit_at(view, at) <= u'\r':
        return 1
    return 0 if is_visible(view, unit_at(view, at)) else -1


cdef inline bint is_blank_or_tab(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit is a space or a tab."""
    return unit in u' \t'


# ---- items of lists


cdef bint block(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return whether p starts a paragraph that does not continue a list."""
    return is_level_boundary(view, rules, PARAGRAPH, p) and not continues_list(view, rules, p)


cdef inline bint continues_list(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return whether the paragraph at p continues a list (I3)."""
    cdef int style = item_style(view, p)
    cdef Py_ssize_t begin
    if style == 0:
        return False
    begin = paragraph_before(view, rules, p)
    return begin >= 0 and item_style(view, begin) == style


cdef inline Py_ssize_t paragraph_before(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return the begin of the paragraph before the paragraph at p, or -1."""
    cdef Py_ssize_t end = gap_before(view, p), low = code_points_back(view, end, REACH), begin = end
    while begin > max(low, 1):
        begin = shiplap_scan_last(view.data, view.size, view.width, SHIPLAP_LINE, max(low, 1), begin)
        if begin < 0:
            break
        if is_level_boundary(view, rules, PARAGRAPH, begin):
            return begin if code_points(view, begin, end) <= REACH else -1
    return 0 if low == 0 and 0 < end and code_points(view, 0, end) <= REACH else -1


cdef int item_style(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Py_ssize_t indent, i = after_indent(view, p, &indent), end
    cdef Py_UCS4 opener = 0, closer
    cdef Char char
    cdef int style
    if i >= view.size:
        return 0
    char = char_at(view, i)
    if is_item_bullet(char.code):
        return <int> char.code if is_gap(view, char.next) else 0
    if char.code in u'([':
        opener = char.code
        if opener == u'[' and char.next < view.size and unit_at(view, char.next) == u'^':
            return FOOTNOTE if footnote_end(view, i) else 0
    end = i + (opener != 0)
    style = number_style(view, &end)
    if style and end < view.size:
        closer = unit_at(view, end)
        if is_gap(view, end + 1):
            if opener == u'(' and closer == u')':
                return style + PARENTHESES
            if opener == u'[' and closer == u']':
                return style + BRACKETS
            if opener == 0 and closer in u'.)':
                return style + (FULL_STOP if closer == u'.' else PARENTHESIS)
    return SPEAKER if opener == 0 and is_speaker(view, i) else 0


cdef Py_ssize_t after_indent(const View *view, Py_ssize_t p, Py_ssize_t *indent) noexcept nogil:
    cdef Py_ssize_t begin = p
    cdef Char char
    if p < view.size and unit_at(view, p) == u' ':
        p = spaces_end(view, p, MAX_INDENT)
    indent[0] = p - begin
    while p < view.size and indent[0] < MAX_INDENT and not is_visible_ascii(unit_at(view, p)):
        char = char_at(view, p)
        if char.kind != SHIPLAP_SENTENCE_SPACE or is_line_end(char.code):
            break
        p = char.next
        indent[0] += 1
    return p


cdef inline bint is_gap(const View *view, Py_ssize_t i) noexcept nogil:
    """Return whether white space within a line is at i."""
    cdef Char char
    if i >= view.size:
        return False
    char = char_at(view, i)
    return char.kind == SHIPLAP_SENTENCE_SPACE and not is_line_end(char.code)


cdef inline bint is_member(Py_UCS4 unit, int style) noexcept nogil:
    """Return whether a unit may be part of a number of a style."""
    return is_numeric(unit) if style == DIGITS else is_small(unit) if style == SMALL else is_capital(unit)


cdef int number_style(const View *view, Py_ssize_t *place) noexcept nogil:
    """Return DIGITS, SMALL, CAPITAL or 0 for the number or letter at offset `place`, and move the offset to its end."""
    cdef Py_ssize_t begin = place[0], end = place[0]
    cdef Py_UCS4 unit
    cdef int style
    cdef bint roman = True
    if begin >= view.size:
        return 0
    unit = unit_at(view, begin)
    style = DIGITS if is_member(unit, DIGITS) else SMALL if is_member(unit, SMALL) else CAPITAL
    while end < view.size and end - begin < MAX_DIGITS and is_member(unit_at(view, end), style):
        roman = roman and unit_at(view, end) in u'ivxlcIVXLC'
        end += 1
    if end == begin or (style != DIGITS and end > begin + 1 and not roman):
        return 0
    place[0] = end
    return style


cdef bint footnote_end(const View *view, Py_ssize_t i) noexcept nogil:
    """Return whether the label of a footnote begins at i, `[^label]:`, with white space after it."""
    cdef Py_ssize_t end = i + 2, count = 2
    cdef Char char
    while end < view.size and count < MAX_LABEL:
        char = char_at(view, end)
        if char.code in u'[]' or char.kind == SHIPLAP_SENTENCE_SPACE:
            break
        end = char.next
        count += 1
    return end > i + 2 and end + 2 < view.size and unit_at(view, end) == u']' and unit_at(view, end + 1) == u':' \
        and is_gap(view, end + 2)


cdef bint is_speaker(const View *view, Py_ssize_t i) noexcept nogil:
    """Return whether the name of a speaker is at i: words that begin with a capital letter or a digit, then a colon and
    white space."""
    cdef Py_ssize_t end = i, count = 0
    cdef bint begins_word = True
    cdef Char char = char_at(view, i)
    if char.kind != SHIPLAP_SENTENCE_UPPER:  # true for nearly every line
        return False
    while end < view.size and count < MAX_SPEAKER:
        char = char_at(view, end)
        if char.code == u':':
            break
        if char.code == u' ':
            if begins_word:
                return False
            begins_word = True
        elif char.kind == SHIPLAP_SENTENCE_UPPER or (char.kind == SHIPLAP_SENTENCE_DIGIT and end > i):
            begins_word = False
        elif begins_word or (char.kind != SHIPLAP_SENTENCE_LOWER and char.kind != SHIPLAP_SENTENCE_EXTEND
                             and char.code not in u".-'’"):
            return False
        end = char.next
        count += 1
    return not begins_word and end < view.size and unit_at(view, end) == u':' and is_gap(view, end + 1)


# The fast path of items: a few units exclude most lines.
#
#     1. A letter of ASCII is a mark only if a full stop or a parenthesis follows it, or Roman numerals and then one of these.
#     2. A small letter does not begin a speaker. Nor does a capital letter, if small letters, a space and a small letter
#        follow: "It rains".
#     3. Every other line may be an item: ask `item_style`.
cdef inline bint may_be_item(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p may be an item; p is below the size."""
    cdef Py_UCS4 unit = unit_at(view, p)
    cdef Py_ssize_t i = p + 1
    if not is_letter_of_ascii(unit):
        return True
    while i < view.size and unit_at(view, i) in u'ivxlcIVXLC':
        i += 1
    if i < view.size and unit_at(view, i) in u'.)':
        return True
    if unit >= u'a':
        return False
    while i < view.size and is_small(unit_at(view, i)):
        i += 1
    return not (i + 1 < view.size and unit_at(view, i) == u' ' and is_small(unit_at(view, i + 1)))


# ---- lines of their own that are not headings


cdef bint is_no_heading(const View *view, Py_ssize_t p, Py_ssize_t end, bint has_number) noexcept nogil:
    """Return whether the line of its own whose visible part is from p to `end` is not a heading (N1 to N12). Most clauses
    need a digit, an `@` or a `_`; if not `has_number`, the line has none. The other clauses exclude most lines by a few letters."""
    cdef Char first = char_at(view, p), second = char_at(view, first.next)
    if follows_field(view, p):
        return True
    if not has_number and is_letter(first.kind) and is_letter(second.kind) and first.code not in u'ivx' \
            and not (first.code in u'wWhH' and second.code in u'wWtT') \
            and not words_at(view, p) & (1 << CAPTIONS | 1 << DATES | 1 << NOTES | 1 << CLOSINGS) \
            and not is_in(shiplap_heading_short_captions, first.code):
        return False
    return is_entry(view, p, end) or is_reference(view, p, end) or is_authors(view, p, end) or is_caption(view, p, end) \
        or is_date(view, p, end) or is_note(view, p, end) or is_web_address(view, p, end) or is_sign_off(view, p, end) \
        or (has_number and (
            is_cited(view, p, end) or is_numbered_authors(view, p, end) or has_page(view, p, end)
            or ends_with_page(view, p, end) or begins_with_time(view, p, end)
            or is_address_line(view, p, end) or has_field(view, p, end) or is_signed_day(view, p, end)))


cdef bint is_entry(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether an entry of a list is at p (N1)."""
    cdef Char char = char_at(view, p)
    return (is_item_bullet(char.code) or is_in(shiplap_heading_entry_signs, char.code)) and char.next < end \
        and char_at(view, char.next).kind == SHIPLAP_SENTENCE_SPACE


cdef bint is_reference(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a reference is at p (N2)."""
    cdef Char char = char_at(view, p)
    cdef Py_ssize_t i = char.next
    cdef int count = 0
    cdef bint digit = False, small = False, other = False
    if char.code != u'[':
        return False
    while i < end:
        char = char_at(view, i)
        if count >= MAX_AUTHORS or char.code == u']':
            break
        if not is_part(&char):
            if char.kind != SHIPLAP_SENTENCE_SPACE and char.code not in u".,&+-–'’":
                return False
            other = True
        digit |= char.kind == SHIPLAP_SENTENCE_DIGIT
        small |= char.kind == SHIPLAP_SENTENCE_LOWER
        i = char.next
        count += 1
    if i >= end or char.code != u']' or char.next >= end or char_at(view, char.next).kind != SHIPLAP_SENTENCE_SPACE:
        return False
    return (0 < count <= MAX_REFERENCE and not other and (digit or not small)) or ends_with_year(view, p, i)


cdef bint ends_with_year(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a year is before `end` (N2)."""
    cdef int count
    cdef Char char = char_before(view, end)
    digits_begin(view, p, char.next if char.kind == SHIPLAP_SENTENCE_LOWER else end, &count)
    return count == YEAR


cdef bint is_cited(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a name, a comma, an initial and a year in parentheses are at p (N2)."""
    cdef Py_ssize_t i = word_end(view, p, end), initial
    cdef Char char
    if i == p or i >= end or unit_at(view, i) != u',':
        return False
    initial = spaces(view, i + 1, end)
    if initial == i + 1 or initial >= end:
        return False
    char = char_at(view, initial)
    if char.kind != SHIPLAP_SENTENCE_UPPER or char.next >= end or unit_at(view, char.next) != u'.':
        return False
    for i in range(char.next, end):
        if unit_at(view, i) == u')' and ends_with_year(view, initial, i):
            return True
    return False


cdef bint is_authors(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether two authors with initials are at p (N2)."""
    cdef Py_ssize_t i, begin, last
    cdef Char char, first
    if not is_initial(view, p, end):
        return False
    for i in range(p + 3, end):
        if unit_at(view, i) != u'.':
            continue
        begin = char_before(view, i).next
        char = char_before(view, begin)
        if begin < p + 3 or char.kind != SHIPLAP_SENTENCE_SPACE or not is_initial(view, begin, end):
            continue
        last = char.next
        begin = word_begin(view, p, last)
        if begin == last:
            continue
        first = char_at(view, begin)
        if unit_at(view, last - 1) == u',' or (first.code == u'&' and first.next == last) \
                or (code_points(view, begin, last) <= MAX_OF and is_small_word(view, begin, last)):
            return True
    return False


cdef inline bint is_small_word(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether all code points between two offsets are small letters."""
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if char.kind != SHIPLAP_SENTENCE_LOWER:
            return False
        i = char.next
    return True


cdef bint is_numbered_authors(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether authors with the numbers of their institutes are at p (N2)."""
    cdef int names = 0, before = SHIPLAP_SENTENCE_SPACE
    cdef bint is_name = False, has_comma = False
    cdef Char char
    while p < end:
        char = char_at(view, p)
        if before == SHIPLAP_SENTENCE_SPACE:
            if names == 1 and not has_comma:
                return False
            is_name = char.kind == SHIPLAP_SENTENCE_UPPER
        if char.kind == SHIPLAP_SENTENCE_DIGIT and before == SHIPLAP_SENTENCE_LOWER and is_name:
            names += 1
            is_name = False
        has_comma |= names > 0 and char.code == u','
        before = char.kind
        p = char.next
    return names > 1


cdef inline bint is_initial(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether a capital letter, a full stop and white space are at i."""
    cdef Char char = char_at(view, i)
    i = char.next
    return i + 1 < end and unit_at(view, i) == u'.' and char.kind == SHIPLAP_SENTENCE_UPPER \
        and char_at(view, i + 1).kind == SHIPLAP_SENTENCE_SPACE


cdef inline bint is_in(const Py_UCS4 *members, Py_UCS4 code) noexcept nogil:
    """Return whether a code point is in a set, which ends with 0."""
    while members[0] and members[0] != code:
        members += 1
    return members[0] != 0


cdef bint is_caption(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a caption is at p (N3)."""
    cdef Py_ssize_t after, begin
    cdef uint32_t k = 0
    cdef Char char = char_at(view, p)
    if is_in(shiplap_heading_short_captions, char.code):
        return is_caption_number(view, spaces(view, char.next, end), end)
    while next_word(view, p, end, CAPTIONS, &k, &after) >= 0:
        begin = spaces(view, after, end)
        char = char_before(view, after)
        if (begin > after or char.code == u'.' or char.kind == SHIPLAP_SENTENCE_LETTER) and is_caption_number(view, begin, end):
            return True
    return False


cdef inline bint is_caption_number(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether the number of a caption is at i: the number of a label, or a capital letter and digits (N3)."""
    if i + 1 < end and is_capital(unit_at(view, i)) and char_at(view, i + 1).kind == SHIPLAP_SENTENCE_DIGIT:
        return True
    return is_number_of_label(view, i, end)


cdef int next_word(const View *view, Py_ssize_t p, Py_ssize_t end, int kind, uint32_t *k, Py_ssize_t *after) noexcept nogil:
    """Return the number of the next word of a kind that is at p, before `end`, or -1; write its end to `after`. `k` is 0
    at first. Only the words of the group of the first two characters are compared, in their order."""
    cdef Char first = char_at(view, p)
    cdef uint32_t group = kind * GROUPS, row
    if k[0] == 0 and not may_begin_word(view, p, kind):
        return -1
    group += (31 * <uint32_t> first.code + (<uint32_t> char_at(view, first.next).code if first.next < end else 0)) % GROUPS
    if k[0] == 0:
        k[0] = shiplap_heading_group_begins[group]
    while k[0] < shiplap_heading_group_begins[group + 1]:
        row = shiplap_heading_group_words[k[0]]
        k[0] += 1
        after[0] = after_word(view, p, end, shiplap_heading_words + shiplap_heading_word_begins[row])
        if after[0] > p:
            return row
    return -1


cdef inline bint may_begin_word(const View *view, Py_ssize_t p, int kind) noexcept nogil:
    """Return whether a word of a kind may begin at p, by its first letters."""
    return words_at(view, p) >> kind & 1


cdef int whole_word(const View *view, Py_ssize_t p, Py_ssize_t end, int kind) noexcept nogil:
    """Return the number of the word of a kind from p to `end`, or -1."""
    cdef uint32_t k = 0
    cdef Py_ssize_t after
    cdef int row
    while p < end:
        row = next_word(view, p, end, kind, &k, &after)
        if row < 0 or after == end:
            return row
    return -1


cdef inline Py_ssize_t after_word(const View *view, Py_ssize_t p, Py_ssize_t end, const Py_UCS4 *word) noexcept nogil:
    """Return the end of `word` (a string that ends with 0) if it is at p, else p."""
    cdef Py_ssize_t i = p
    cdef Char char
    while word[0] and i < end:
        if is_ascii(word[0]):
            if unit_at(view, i) != word[0]:
                return p
            i += 1
        else:
            char = char_at(view, i)
            if char.code != word[0]:
                return p
            i = char.next
        word += 1
    return p if word[0] else i


cdef Py_ssize_t spaces(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return where the white space at i ends."""
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if char.kind != SHIPLAP_SENTENCE_SPACE:
            break
        i = char.next
    return i


cdef inline bint is_roman_numeral(Py_UCS4 code) noexcept nogil:
    """Return whether a character is a Roman numeral."""
    return code in u'IVXLCDM'


cdef inline bint are_roman_numerals(Py_UCS4 first, Py_UCS4 second) noexcept nogil:
    """Return whether two characters are Roman numerals."""
    return is_roman_numeral(first) and is_roman_numeral(second)


cdef bint is_number_of_label(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether a number of a label is at i: it begins with a digit, or is Roman, one capital letter, or a word
    of NUMBERS. After such a word comes a sign, the end, or a character that is not a small letter."""
    cdef Py_ssize_t size = 0, begin = i
    cdef Py_UCS4 first = 0
    cdef bint roman = True
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if not is_letter(char.kind) and char.kind != SHIPLAP_SENTENCE_DIGIT:
            break
        if size == 0:
            if char.kind == SHIPLAP_SENTENCE_DIGIT:
                return True
            first = char.code
        roman = roman and is_roman_numeral(char.code)
        size += 1
        i = char.next
    if size == 0:
        return False
    if roman or (size == 1 and is_capital(first)):
        return True
    if whole_word(view, begin, i, NUMBERS) < 0:
        return False
    i = spaces(view, i, end)
    return i >= end or char_at(view, i).kind != SHIPLAP_SENTENCE_LOWER


cdef Py_ssize_t word_end(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return where the letters at i end."""
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if not is_letter(char.kind):
            break
        i = char.next
    return i


cdef Py_ssize_t digits_end(const View *view, Py_ssize_t i, Py_ssize_t end, int *count) noexcept nogil:
    """Return the end of the digits at i; write their number to `count`."""
    cdef Char char
    count[0] = 0
    while i < end:
        char = char_at(view, i)
        if char.kind != SHIPLAP_SENTENCE_DIGIT:
            break
        i = char.next
        count[0] += 1
    return i


cdef inline bint is_sign(Py_UCS4 code) noexcept nogil:
    """Return whether a character is one of SIGNS."""
    return code in u".,:;/|()[]{}-‐‑–—~·•_'’=*#<>"


cdef bint has_divider(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether one of DIVIDERS is between two offsets."""
    return shiplap_has_divider(view.data, view.width, p, end)


cdef bint is_date(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line is a date, a time, or a number of a page (N4)."""
    cdef Py_ssize_t begin
    cdef int row
    cdef bint has_digit = False, is_version = False
    cdef Char char
    while p < end:
        char = char_at(view, p)
        if char.kind == SHIPLAP_SENTENCE_DIGIT:
            p = numbers_end(view, p, end, &is_version)
            if is_version and not is_time_word(view, spaces(view, p, end), end):
                return False
            has_digit = True
        elif is_letter(char.kind):
            begin = p
            if char.code not in u'ivx' and not may_begin_word(view, p, DATES):
                return False
            p = word_end(view, p, end)
            if is_small_roman(view, begin, p):
                has_digit = True
                continue
            row = whole_word(view, begin, p, DATES)
            if row < 0:
                return False
            has_digit = has_digit or row < FIRST_DATE + NAMED_DATES
        elif char.kind == SHIPLAP_SENTENCE_SPACE or is_sign(char.code):
            p = char.next
        else:
            return False
    return has_digit


cdef inline bint is_small_roman(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether all code points between two offsets are letters of the Roman numbers of pages."""
    while i < end and unit_at(view, i) in u'ivx':
        i += 1
    return i == end


cdef bint is_time_word(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether a word of TIMES is at i, with no letter or digit after it."""
    cdef uint32_t k = 0
    cdef Py_ssize_t after
    cdef Char char
    while i < end and next_word(view, i, end, TIMES, &k, &after) >= 0:
        char = char_at(view, after)
        if after >= end or not is_part(&char):
            return True
    return False


cdef inline bint is_part(const Char *char) noexcept nogil:
    """Return whether a character is a letter or a digit."""
    return is_letter(char.kind) or char.kind == SHIPLAP_SENTENCE_DIGIT


cdef Py_ssize_t numbers_end(const View *view, Py_ssize_t i, Py_ssize_t end, bint *is_version) noexcept nogil:
    """Return the end of the numbers at i, with full stops between them. `is_version`: set if a number has more than YEAR
    digits, or if there are two or more numbers and none has YEAR digits."""
    cdef int digits, count = 1
    cdef bint has_year, is_long
    i = digits_end(view, i, end, &digits)
    has_year, is_long = digits == YEAR, digits > YEAR
    while i + 1 < end and unit_at(view, i) == u'.' and char_at(view, i + 1).kind == SHIPLAP_SENTENCE_DIGIT:
        i = digits_end(view, i + 1, end, &digits)
        count += 1
        has_year |= digits == YEAR
        is_long |= digits > YEAR
    is_version[0] = is_long or (count > 1 and not has_year)
    return i


cdef bint has_page(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line has the number of a page (N5). A few units at the end of nearly all lines show that only a word
    at their begin may be a word of PAGES."""
    cdef int digits
    cdef Py_ssize_t lead, numbered, after
    cdef bint in_word = False
    cdef Char char
    if not shiplap_may_have_digit(view.data, view.width, p, end):
        return False
    lead = signs_end(view, p, end)
    numbered = signs_end(view, digits_end(view, lead, end, &digits), end)
    if page_number(view, lead, end, &after) \
            or (numbered > lead and (page_number(view, numbered, end, &after) or numbered < after == end)):
        return True
    if not may_close_page(view, p, end):
        return False
    while p < end:
        if in_word and is_small(unit_at(view, p)):
            p += 1
            continue
        char = char_at(view, p)
        if not in_word and page_number(view, p, end, &after) and closes_page(view, after, end):
            return True
        in_word = is_letter(char.kind)
        p = char.next
    return False


cdef bint page_number(const View *view, Py_ssize_t i, Py_ssize_t end, Py_ssize_t *after) noexcept nogil:
    """Return whether a word of PAGES and a number are at i. `after`: set to their end, or to that of the word alone, or to i."""
    cdef int digits
    cdef Py_ssize_t number
    after[0] = page_word(view, i, end) if i < end else i
    if after[0] == i:
        return False
    number = digits_end(view, signs_end(view, after[0], end), end, &digits)
    if digits:
        after[0] = number
    return digits > 0


cdef Py_ssize_t page_word(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return the end of the word of PAGES at i, if no letter follows it, else i."""
    cdef uint32_t k = 0
    cdef Py_ssize_t after
    while next_word(view, i, end, PAGES, &k, &after) >= 0:
        if after == end or not is_letter(char_at(view, after).kind):
            return after
    return i


cdef Py_ssize_t signs_end(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return where the SIGNS and the white space at i end."""
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if char.kind != SHIPLAP_SENTENCE_SPACE and not is_sign(char.code):
            break
        i = char.next
    return i


cdef bint closes_page(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether the text at i, up to a divider, is only SIGNS, one word of up to MAX_OF letters, and numbers."""
    cdef Py_ssize_t begin = i, after
    cdef int digits
    i = signs_end(view, i, end)
    if has_divider(view, begin, i):
        return True
    after = word_end(view, i, end)
    if code_points(view, i, after) > MAX_OF:
        return False
    begin = digits_end(view, signs_end(view, after, end), end, &digits)
    i = signs_end(view, begin, end)
    return i == end or has_divider(view, begin, i)


cdef bint ends_with_page(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line ends with the number of a page (N6)."""
    cdef int digits, count = 0
    cdef Py_ssize_t i = digits_begin(view, p, end, &digits), gap = i
    cdef bint tab = False, stop = False
    cdef Char char
    if i == p or i == end or (i > p + 1 and unit_at(view, i - 1) == u' ' and u'A' <= unit_at(view, i - 2) <= u'z'):
        return False
    while gap > p:
        char = char_before(view, gap)
        if char.code != u'.' and char.kind != SHIPLAP_SENTENCE_SPACE:
            break
        tab |= char.code == u'\t'
        stop = char.code == u'.'
        gap = char.next
        count += 1
    if count >= MIN_COLUMN or tab or (count and gap > p and char.code in u'|·•'):
        return gap > p
    if count != 1 or stop:
        return False
    digits_begin(view, p, gap, &digits)
    return digits == YEAR


cdef Py_ssize_t digits_begin(const View *view, Py_ssize_t p, Py_ssize_t end, int *count) noexcept nogil:
    """Return the begin of the digits that end at `end`, at least p; write their number to `count`."""
    cdef Char char
    count[0] = 0
    while end > p:
        char = char_before(view, end)
        if char.kind != SHIPLAP_SENTENCE_DIGIT:
            break
        end = char.next
        count[0] += 1
    return end


cdef bint is_note(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a note is at p (N7)."""
    cdef uint32_t k = 0
    cdef Py_ssize_t after, i
    cdef Char char
    p += unit_at(view, p) in u'[('
    while p < end and next_word(view, p, end, NOTES, &k, &after) >= 0:
        i = spaces(view, after, end)
        if i >= end:
            continue
        if unit_at(view, after - 1) == u':':
            return True
        char = char_at(view, i)
        if char.next < end and (char.code in u':：' or (i > after and (char.kind == SHIPLAP_SENTENCE_DIGIT or char.code == u'+'))):
            return True
    return False


cdef bint begins_with_time(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether an entry of a timetable is at p (N8)."""
    cdef int count
    cdef Py_ssize_t i = digits_end(view, p, end, &count)
    cdef Char char
    if not 0 < count <= 2 or i >= end or unit_at(view, i) != u':':
        return False
    i = digits_end(view, i + 1, end, &count)
    char = char_at(view, i)
    return count == 2 and not (i < end and (is_part(&char) or char.code == u':'))


cdef inline bint may_end_with_house(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a line ends with a digit, or with a digit and a letter."""
    cdef Char char = char_before(view, end)
    if is_letter(char.kind) and char.next > p:
        char = char_before(view, char.next)
    return char.kind == SHIPLAP_SENTENCE_DIGIT


cdef bint is_address_line(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line is an address (N9)."""
    cdef int words = 0, digits, last_digits
    cdef Py_ssize_t i = p, last = p, at = -1, after
    cdef Char char, before
    cdef bint has_number = char_at(view, p).kind == SHIPLAP_SENTENCE_DIGIT or may_end_with_house(view, p, end)
    while i < end:
        char = char_at(view, i)
        if char.kind == SHIPLAP_SENTENCE_SPACE and i > p:
            if not has_number:
                return False
            words += i > last
            last = char.next
        if char.code == u'@' and at < 0:
            at = i
        i = char.next
    if words == 0:
        if is_web_address(view, p, end):
            return True
        if at <= p or at + 1 >= end:
            return False
        before, char = char_before(view, at), char_at(view, at + 1)
        return is_part(&before) and is_part(&char)
    i = digits_end(view, p, end, &digits)
    char = char_at(view, i)
    if digits == POSTCODE and words <= 2:
        return char.kind == SHIPLAP_SENTENCE_SPACE and char_at(view, spaces(view, i, end)).kind == SHIPLAP_SENTENCE_UPPER
    if 0 < digits <= YEAR and words <= MAX_STREET:
        after = word_end(view, i, end)
        return (after == i or after == char.next) and char_at(view, after).kind == SHIPLAP_SENTENCE_SPACE \
            and whole_word(view, last, end, STREETS) >= 0
    last = digits_begin(view, p, end, &last_digits)
    return (last_digits == POSTCODE and follows_state(view, p, last)) \
        or (words <= MAX_STREET and ends_with_house(view, p, end, words))


cdef bint is_web_address(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line is one word that begins with one of WEB (N9)."""
    if unit_at(view, p) not in u'wWhH' or not (is_text_at(view, p, end, b'www.') or is_text_at(view, p, end, b'http://')
                                             or is_text_at(view, p, end, b'https://')):
        return False
    while p < end and char_at(view, p).kind != SHIPLAP_SENTENCE_SPACE:
        p = char_at(view, p).next
    return p >= end


cdef bint ends_with_house(const View *view, Py_ssize_t p, Py_ssize_t end, int words) noexcept nogil:
    """Return whether the line, of `words` + 1 words, ends with the number of a house in a street (N9)."""
    cdef int digits
    cdef uint32_t k = 0
    cdef Py_ssize_t i, after
    cdef Char char = char_before(view, end)
    end = digits_begin(view, p, char.next if is_letter(char.kind) else end, &digits)
    char = char_before(view, end)
    if not 0 < digits <= YEAR or end == p or char.kind != SHIPLAP_SENTENCE_SPACE:
        return False
    end = char.next
    i = word_begin(view, p, end)
    while i < end:
        if whole_word(view, i, end, STREET_ENDS) >= 0:
            return True
        i = char_at(view, i).next
    while words > 1 and next_word(view, p, end, STREET_BEGINS, &k, &after) >= 0:
        if after < end and unit_at(view, after) == u' ':
            return True
    return False


cdef inline bint follows_field(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the visible line before p has only underscores and spaces, at least four at its end, or is a closing with
    a comma (N10)."""
    cdef Py_ssize_t gap = near_gap(view, p)
    if gap > 0 and unit_at(view, gap - 1) == u',':
        p = line_start(view, gap)
        return p >= 0 and is_sign_off(view, spaces(view, p, gap), gap)
    if gap < 4 or unit_at(view, gap - 1) != u'_' or not is_text_at(view, gap - 4, gap, b'____'):
        return False
    p = gap
    while gap > 0 and p - gap < MAX_FIELD and unit_at(view, gap - 1) in u'_ ':
        gap -= 1
    return gap == 0 or is_line_end(char_before(view, gap).code)


cdef bint is_sign_off(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line is one of CLOSINGS (N11)."""
    while end > p and unit_at(view, end - 1) in u'.,:!)]':
        end -= 1
    return p < end and whole_word(view, p + (unit_at(view, p) in u'[('), end, CLOSINGS) >= 0


cdef inline bint has_field(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line has a field of a form (N11)."""
    cdef int underscores = 0
    while p < end and underscores < 4:
        underscores = underscores + 1 if unit_at(view, p) == u'_' else 0
        p += 1
    return underscores == 4


cdef bint is_signed_day(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line is the place and the day of a signature (N12)."""
    cdef uint32_t k = 0
    cdef int runs = 0, before = SHIPLAP_SENTENCE_DIGIT
    cdef Py_ssize_t comma = word_end(view, p, end), i, begin
    cdef bint is_signing = next_word(view, p, end, SIGNINGS, &k, &begin) >= 0, has_letter = False
    cdef Char char
    if not is_signing and (comma == p or comma >= end or unit_at(view, comma) != u','):
        return False
    i = p
    while i < end:
        char = char_at(view, i)
        runs += char.kind == SHIPLAP_SENTENCE_DIGIT and before != SHIPLAP_SENTENCE_DIGIT
        has_letter |= (i > comma) & is_letter(char.kind)
        before = char.kind
        i = char.next
    if is_signing or runs < 2 or not has_letter:
        return is_signing and runs > 0
    begin = spaces(view, comma + 1, end)
    return begin > comma + 1 and is_date(view, begin, end)


cdef Py_ssize_t word_begin(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the begin of the text without white space that ends at `end`."""
    cdef Char char
    while end > p:
        char = char_before(view, end)
        if char.kind == SHIPLAP_SENTENCE_SPACE:
            break
        end = char.next
    return end


cdef bint follows_state(const View *view, Py_ssize_t p, Py_ssize_t i) noexcept nogil:
    """Return whether a comma, two capital letters and white space are before i (N9)."""
    return i >= p + 5 and unit_at(view, i - 1) == u' ' and is_capital(unit_at(view, i - 2)) \
        and is_capital(unit_at(view, i - 3)) and unit_at(view, i - 4) == u' ' and unit_at(view, i - 5) == u','


# ---- heading patterns of a line of its own


cdef inline bint has_no_look(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a few units at the end of a line, before the end of the text, exclude heading patterns, as for nearly
    all lines: a mark that ends or continues a sentence, after more than a phrase (L3), or visible text in the next line
    (L2), unless the line may begin with a label or a number (L15). The gain is 4 % of the instructions of texts with
    headings, and 5 % of the time."""
    cdef Py_UCS4 unit
    if end < view.size and unit_at(view, end - 1) in u'\n\r' and unit_at(view, end) not in u'\n\r':
        if end - p > 1 and may_begin_two_lines(view, p, end):
            return False
        if is_visible(view, unit_at(view, end)):
            return True
    end -= 2
    if end > p and unit_at(view, end) == u'\r':
        end -= 1
    if end <= p:
        return False
    unit = unit_at(view, end)
    if unit not in u'.:-?':
        return unit in u',;!'
    if unit_at(view, p) == u'(' and is_small(unit_at(view, end - 1)):  # not in capitals (L9)
        return True
    return end - p >= (MAX_ENDED if view.width else 4 * MAX_ENDED) or not may_begin_ended(view, p)


cdef inline bint may_begin_ended(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p, of two units or more, may begin a heading that ends with a mark: if a small letter
    follows a capital letter, such a heading has a label, or a number as a word."""
    cdef Py_UCS4 first = unit_at(view, p), second
    if first > 0x7F or is_digit_at(view, p + (first == u'#')) or first in u'[`(':
        return True
    if not is_capital(first):
        return False
    second = unit_at(view, p + 1)
    return not is_small(second) or words_at(view, p) & (1 << LABELS | 1 << NUMBERS)


cdef inline bint may_begin_two_lines(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a heading of two lines (L15) may begin with the line at p, of two units or more: nearly all paragraphs
    do not begin like a word of LABELS or NUMBERS."""
    cdef uint32_t k = 0, n = 0
    cdef Py_ssize_t after
    if not may_begin_ended(view, p):
        return False
    return not (is_capital(unit_at(view, p)) and is_small(unit_at(view, p + 1))) \
        or next_word(view, p, end, LABELS, &k, &after) >= 0 or next_word(view, p, end, NUMBERS, &n, &after) >= 0


# 1. Words are known by their first letters: up to four, and none after a character from JOINED_FROM on (ideographs, kana,
#    Hangul), so that a number may be joined to it.
# 2. No letter follows a word that has fewer letters: each rule that searches such a word excludes it by the next character. So
#    the letters are read as they are in the text, and not as many as the word has.
# 3. NUMBERS has the characters of ORDINALS and NUMERALS too.
# 4. Two characters and a bit of the third were measured: they let pass three times as many lines.
cdef uint32_t words_at(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the kinds of words that may begin at p, a bit of each."""
    cdef uint32_t letters = 0
    cdef int bits = 0
    cdef Char char
    if not shiplap_ascii_letters(view.data, view.width, p, view.size, &letters):
        char = char_at(view, p)
        letters = char.code
        while bits < 24 and is_letter(char.kind) and char.code < JOINED_FROM:
            bits += 8
            char = char_at(view, char.next)
            letters += (<uint32_t> char.code if is_letter(char.kind) else 0) << bits
    return shiplap_heading_first_kinds[shiplap_letters_hash(letters) >> (32 - FIRST_BITS)]


cdef int look(const View *view, Py_ssize_t p, Alone *alone) noexcept nogil:
    if p >= view.size or not may_follow_blank_line(view, p):
        return 0
    if not is_visible(view, unit_at(view, p)):
        p = visible_part(view, p)
    return look_at(view, p, next_line(view, p), LOOKS, alone) if p < view.size else 0


cdef int heading_look(const View *view, Py_ssize_t p, int looks, Alone *alone) noexcept nogil:
    if p >= view.size or not may_follow_blank_line(view, p):
        return 0
    p = visible_part(view, p)
    return heading_look_at(view, p, next_line(view, p), looks, alone) if p < view.size else 0


cdef int heading_look_at(const View *view, Py_ssize_t p, Py_ssize_t end, int looks, Alone *alone) noexcept nogil:
    """Return `heading_look` for a line as in `look_at`."""
    return look_in(view, p, look_at(view, p, end, looks, alone), looks, alone)


cdef inline int look_in(const View *view, Py_ssize_t p, int found, int looks, const Alone *alone) noexcept nogil:
    """Return the pattern of a line if the line is a heading in a text with the patterns `looks` (C9), or 0."""
    if found & (TITLE | INDENTED) and looks & NUMBERED and is_single_numeral(view, p, alone.end):
        return NUMBERED
    if found & looks or not (found & UNNUMBERED and looks & (LABELLED | NUMBERED)):
        return found & looks
    return found if is_matter(view, p, alone.end) or (looks & LABELLED and is_below_label(view, p)) else 0


cdef bint is_below_label(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the visible line before p is LABELLED, with only signs after the label (C9): nearly all lines have no label."""
    cdef Alone alone
    cdef Py_ssize_t end, begin
    p = line_above(view, p, &end)
    if p < 0 or end - p > (MAX_TITLE if view.width else 4 * MAX_TITLE):
        return False
    begin = p if is_visible(view, unit_at(view, p)) else visible_part(view, p)
    if not may_have_number(view, begin):
        return False
    p = after_label(view, begin, end)
    return p > begin and after_signs(view, p, end) == end and code_points(view, begin, end) <= MAX_TITLE \
        and look(view, begin, &alone) == LABELLED and alone.end == end


cdef int look_at(const View *view, Py_ssize_t p, Py_ssize_t end, int wanted, Alone *alone) noexcept nogil:
    """Return the heading pattern of a line before the end of the text that may follow a blank line. Its visible part
    begins at p, and it ends at `end` (-1: too far). For a pattern that is not `wanted` the result may be 0."""
    if end < 0 or char_at(view, p).kind == SHIPLAP_SENTENCE_SPACE or has_no_look(view, p, end):
        return 0
    return look_within(view, p, end, wanted, alone)


cdef int look_within(const View *view, Py_ssize_t p, Py_ssize_t end, int wanted, Alone *alone) noexcept nogil:
    """Return `look_at` for a line with visible text whose end is near, and for which `has_no_look` is false."""
    cdef bint has_number = may_have_number(view, p)
    if not has_number and not (wanted & UNNUMBERED and may_begin_title(view, p, end)
                               and (wanted & UNNUMBERED != CAPITALS or may_be_in_capitals(view, p, end))) \
            and not (wanted & LABELLED and may_begin_title(view, p, end) and stands_alone(view, p, end, alone)
                     and is_below_label(view, p)):
        return 0
    if not stands_alone(view, p, end, alone) and not (has_number and two_lines(view, p, end, alone)):
        return 0
    if not follows_blank_line(view, p):
        return 0
    return kept_look(view, p, look_of_line(view, p, wanted, alone, has_number), alone.end)


cdef inline bint may_begin_title(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a line from p to `end` may be a title, by its begin: one word of small letters may."""
    if not is_small(unit_at(view, p)):
        return begins_title(view, p) or char_at(view, p).kind == SHIPLAP_SENTENCE_LOWER
    while p < end and unit_at(view, p) > u' ':
        p += 1
    while p < end and unit_at(view, p) == u' ':
        p += 1
    return p >= end or unit_at(view, p) <= u' '


cdef bint may_be_in_capitals(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a line from p to `end` may be a title in capitals: MIN_CAPITALS units are not letters without case, and
    no unit is a small letter (in UTF-8: of ASCII). The target of a link does not count."""
    cdef int others = 0
    cdef Py_UCS4 unit
    while p < end:
        unit = unit_at(view, p)
        if unit == u']':
            return True
        if unit > u'Z' and not (view.width and is_caseless(unit)):
            if is_small(unit) or (view.width and kind_of(unit) == SHIPLAP_SENTENCE_LOWER):
                return False
            others += 1
        others += is_capital(unit)
        p += 1
    return others >= MIN_CAPITALS


cdef inline bint is_caseless(Py_UCS4 code) noexcept nogil:
    """Return whether a character is in a range of scripts without case: Hebrew to Burmese, Chinese, Japanese, Korean."""
    return u'\u4e00' <= code < u'\ua000' or u'\u3000' <= code < u'\u3300' or u'\u0590' <= code < u'\u10a0' \
        or u'\uac00' <= code < u'\ud7b0'


cdef inline int kept_look(const View *view, Py_ssize_t p, int found, Py_ssize_t end) noexcept nogil:
    """Return a pattern without CERTAIN, or 0 for a line that is not a heading by N1 to N12."""
    if found == LABELLED:
        return 0 if ends_with_page(view, p, end) else LABELLED
    return 0 if found and is_no_heading(view, p, end, not found & CERTAIN) else found & ~CERTAIN


cdef int look_of_line(const View *view, Py_ssize_t p, int wanted, const Alone *alone, bint has_number) noexcept nogil:
    """Return the pattern of the line whose visible part is from p to `alone.end`, perhaps with CERTAIN. `has_number`: the
    line may begin with a label, a number or a word of MATTER."""
    cdef Py_ssize_t end = alone.end, number
    cdef bint ends = may_end(view, p, end)
    cdef int kind, parts, found
    cdef bint is_single = False, has_dash
    cdef Char last
    if not ends and not has_ending(view, p, end):
        return 0
    number = after_label(view, p, end) if has_number else p
    if number > p:
        return LABELLED if ends or ends_label(view, p, number, end) else 0
    last = char_before(view, end)
    has_dash = not ends and is_dash(last.code)
    if has_dash and not is_ending(char_before(view, last.next).code) and not in_capitals(view, p, end):
        return 0
    parts = number_at(view, p, end, &number, &kind) if has_number else 0
    if parts:
        is_single = is_single_numeral(view, p, end)
    if parts and not is_single:
        if not heads(view, p, number, end, alone.after, parts, kind) \
                or not (ends or is_named(view, number, end)) \
                or (not has_dash and unit_at(view, p) in u'(（' and not in_capitals(view, number, end) and (
                    not ends or (kind == SIGNED_LETTER and not is_capital(char_at(view, char_at(view, p).next).code))
                    or (kind >= SIGNED_DIGIT and (not is_named(view, number, end) or item_style(view, alone.after) > 0)))) \
                or code_points(view, number, end) > MAX_ENDED or (not ends and introduces_item(view, number, end, alone.after)):
            return 0
        return OUTLINED if is_outlined(view, p, number, end, alone.after, parts, kind) else NUMBERED
    if not is_single and not wanted & UNNUMBERED and not (has_number and wanted & (LABELLED | NUMBERED) and is_matter(view, p, end)) \
            and not (wanted & LABELLED and is_below_label(view, p)):
        return 0
    if not ends and not ((has_dash or in_capitals(view, p, end)) and is_phrase(view, p, end, MAX_ENDED)):
        return 0
    found = title_look(view, p, end)
    if not ends and not has_dash and not found & CAPITALS:
        return 0
    if found & TITLE and not found & CERTAIN and is_figure(view, p, end, alone.after):
        return 0
    return indented_look(view, p, alone.after) if found & TITLE and indent_of(view, p) > 0 else found


cdef int indented_look(const View *view, Py_ssize_t p, Py_ssize_t after) noexcept nogil:
    """Return INDENTED, or 0, for a title that is indented (L13)."""
    cdef Alone alone
    if line_alone(view, after, &alone) and code_points(view, after, alone.end) <= MAX_TITLE:
        return 0
    return INDENTED if indent_of(view, after) <= indent_of(view, p) and item_style(view, after) == 0 else 0


cdef bint is_figure(const View *view, Py_ssize_t p, Py_ssize_t end, Py_ssize_t after) noexcept nogil:
    """Return whether a title has no letter, and a line of its own that is not an item follows it (L13)."""
    cdef Alone alone
    return not has_letter(view, p, end, False) and line_alone(view, after, &alone) \
        and code_points(view, after, alone.end) <= MAX_TITLE and not item_style(view, after)


cdef bint has_letter(const View *view, Py_ssize_t p, Py_ssize_t end, bint dated) noexcept nogil:
    """Return whether a letter, or if `dated` a sign of a date, is between p and `end`."""
    cdef Char char
    while p < end:
        char = char_at(view, p)
        if is_letter(char.kind) or (dated and char.code in u'-/('):
            return True
        p = char.next
    return False


cdef inline bint is_mathematical(Py_UCS4 code) noexcept nogil:
    """Return whether a code point is a mathematical operator of Unicode (L12)."""
    return 0x2200 <= code <= 0x22FF


cdef Py_ssize_t visible_part(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the end of the white space at the begin of the line at p, at most HEADING_INDENT code points after p."""
    cdef Py_ssize_t begin = p, count
    cdef Char char
    p = spaces_end(view, p, HEADING_INDENT)
    count = p - begin
    while p < view.size and count < HEADING_INDENT:
        if is_visible(view, unit_at(view, p)):
            break
        char = char_at(view, p)
        if char.kind != SHIPLAP_SENTENCE_SPACE or is_line_end(char.code):
            break
        p = char.next
        count += 1
    return p


cdef Py_ssize_t indent_of(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the number of code points before p in its line if all are white space; a tab counts as TAB. At most
    HEADING_INDENT of them are read."""
    cdef Py_ssize_t width = 0
    cdef int count = 0
    cdef Char char
    while p > 0 and count < HEADING_INDENT:
        char = char_before(view, p)
        if char.kind != SHIPLAP_SENTENCE_SPACE or is_line_end(char.code):
            break
        width += TAB if char.code == u'\t' else 1
        p = char.next
        count += 1
    return width


cdef bint line_alone(const View *view, Py_ssize_t p, Alone *alone) noexcept nogil:
    cdef Py_ssize_t end = next_line(view, p)
    alone.end = alone.after = p
    return end >= 0 and stands_alone(view, p, end, alone)


cdef bint stands_alone(const View *view, Py_ssize_t p, Py_ssize_t end, Alone *alone) noexcept nogil:
    """Return whether a blank line follows the line from p to `end`, and then something visible (L2)."""
    cdef Py_ssize_t after = end, seen = 0
    cdef Char char
    alone.end = alone.after = p
    if p < end < view.size and is_visible_ascii(unit_at(view, end)) and unit_at(view, end - 1) == u'\n':
        return False  # a visible line follows, as after most lines
    if end - 1 > p and end + 1 < view.size and unit_at(view, end - 1) == unit_at(view, end) == u'\n' \
            and is_visible(view, unit_at(view, end - 2)) and is_visible(view, unit_at(view, end + 1)):
        alone.end, alone.after = end - 1, end + 1
        return True
    while after < view.size and seen < CAP and unit_at(view, after) in u' \n':
        after += 1
        seen += 1
    char = char_at(view, after)
    while after < view.size and seen < CAP and char.kind == SHIPLAP_SENTENCE_SPACE:
        after = char.next
        char = char_at(view, after)
        seen += 1
    if after >= view.size or char.kind == SHIPLAP_SENTENCE_SPACE or not is_paragraph_gap(view, end, after):
        return False
    alone.after = after
    while end > p and unit_at(view, end - 1) in u' \n':
        end -= 1
    char = char_before(view, end)
    while end > p and char.kind == SHIPLAP_SENTENCE_SPACE:
        end = char.next
        char = char_before(view, end)
    alone.end = end
    return end > p


cdef bint two_lines(const View *view, Py_ssize_t p, Py_ssize_t second, Alone *alone) noexcept nogil:
    """Return whether the line at p and the line at `second` are a heading of two lines (L15), or a heading and its text
    (L16)."""
    cdef Py_ssize_t end, begin, number
    cdef Alone other
    alone.end = alone.after = p
    if second >= view.size:
        return False
    begin = visible_part(view, second)
    if begin >= view.size or char_at(view, begin).kind == SHIPLAP_SENTENCE_SPACE:
        return False
    end = gap_before(view, second)
    number = number_of(view, p, end)
    if number == p:
        return False
    if line_alone(view, begin, &other) and is_two_lines(view, p, number, end, begin, other.end):
        alone.end, alone.after = other.end, other.after
        return True
    alone.end, alone.after = end, begin
    return is_above_text(view, p, number, end, begin)


cdef bint is_two_lines(const View *view, Py_ssize_t p, Py_ssize_t number, Py_ssize_t end, Py_ssize_t begin,
                       Py_ssize_t last) noexcept nogil:
    """Return whether a line with a label or a number, and the line of its own at `begin` are a heading of two lines (L15)."""
    cdef bint ends = may_end(view, begin, last)
    cdef Char first = char_at(view, begin)
    if code_points(view, begin, last) > MAX_TITLE:
        return False
    if after_signs(view, number, end) == end:
        ends = ends or (is_ending(char_before(view, end).code) and ends_title(view, begin, last))
        return ends and number_of(view, begin, last) == begin \
            and title_look(view, first.next if first.code in u'(（' else begin, last) and not is_no_heading(view, begin, last, True)
    return ends and code_points(view, p, end) <= MAX_TITLE and indent_of(view, begin) > indent_of(view, p) \
        and not item_style(view, begin)


cdef bint is_above_text(const View *view, Py_ssize_t p, Py_ssize_t number, Py_ssize_t end, Py_ssize_t begin) noexcept nogil:
    """Return whether a line with a label or a number is right above its text (L16)."""
    cdef Py_ssize_t size = code_points(view, p, end), i = after_signs(view, number, end), last, most
    cdef int kind = char_at(view, i).kind
    if not 1 < size <= MAX_TITLE or char_at(view, begin).kind != SHIPLAP_SENTENCE_UPPER or item_style(view, begin):
        return False
    if i < end and not ((kind == SHIPLAP_SENTENCE_UPPER or kind == SHIPLAP_SENTENCE_LETTER) and may_end(view, p, end)):
        return False
    if not is_phrase(view, i, end, MAX_ENDED):
        return False
    last = next_line(view, begin)
    last = gap_before(view, last if last >= 0 else code_points_on(view, begin, CAP))
    most = code_points(view, begin, last)
    return most >= MIN_TEXT_LINE and size + 1 + code_points(view, begin, word_end(view, begin, last)) < most \
        and number_of(view, begin, last) == begin


cdef bint ends_title(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line at p, which ends with a mark, may be the title of a label above it (L15)."""
    if not is_ending(char_before(view, end).code) or not has_ending(view, p, end):
        return False
    return is_phrase(view, p, end, MAX_ENDED if in_capitals(view, p, end) else MAX_WORDS)


cdef Py_ssize_t after_signs(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return where the signs of AFTER and the white space at i end."""
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if not is_after(char.code) and char.kind != SHIPLAP_SENTENCE_SPACE:
            break
        i = char.next
    return i


cdef inline bint is_paragraph_gap(const View *view, Py_ssize_t end, Py_ssize_t after) noexcept nogil:
    """Return whether a blank line, or a PS, is between the line that ends at `end` and the visible text at `after`. The first
    of the line ends between them is at `end`; nearly every blank line is an LF directly after it."""
    if after > end and unit_at(view, end) == u'\n':
        return True
    return char_before(view, end).code == u'\u2029' \
        or (after > end and shiplap_scan_first(view.data, view.size, view.width, SHIPLAP_LINE, end + 1, after + 1) >= 0)


cdef inline bint is_unending(int kind) noexcept nogil:
    """Return whether a heading does not end with a mark of this kind (L3)."""
    return kind == SHIPLAP_SENTENCE_STOP or kind == SHIPLAP_SENTENCE_TERMINAL or kind == SHIPLAP_SENTENCE_CONTINUE \
        or kind == SHIPLAP_SENTENCE_OPEN


cdef inline bint may_end(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a heading may have the same end as the line (L3)."""
    cdef Char last = char_before(view, end)
    if is_unending(last.kind):
        return False
    if (last.kind == SHIPLAP_SENTENCE_QUOTE or last.kind == SHIPLAP_SENTENCE_CLOSE) and last.next > p:
        return not is_unending(char_before(view, last.next).kind)
    return True


cdef inline bint is_ending(Py_UCS4 code) noexcept nogil:
    """Return whether a mark is one of ENDING."""
    return code in u'.．:：。?？'


cdef bint has_ending(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line ends with a mark that a phrase may end with, and has no other mark before it (L3)."""
    cdef Char last = char_before(view, end)
    if last.next <= p or code_points(view, p, end) > MAX_ENDED or char_at(view, p).kind == SHIPLAP_SENTENCE_LOWER:
        return False
    return is_dash(last.code) or (is_ending(last.code) and not is_ending(char_before(view, last.next).code))


cdef bint is_phrase(const View *view, Py_ssize_t p, Py_ssize_t end, int words) noexcept nogil:
    """Return whether the text from p to `end` is a phrase of at most `words` words (L3)."""
    cdef int count = 1, before = SHIPLAP_SENTENCE_SPACE
    cdef Py_ssize_t i = p
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if char.kind == SHIPLAP_SENTENCE_SPACE and before != SHIPLAP_SENTENCE_SPACE:
            count += 1
            if (before == SHIPLAP_SENTENCE_STOP or before == SHIPLAP_SENTENCE_TERMINAL) and not ends_initial(view, p, i):
                return False
        before = char.kind
        i = char.next
    return count <= words


cdef bint ends_initial(const View *view, Py_ssize_t p, Py_ssize_t i) noexcept nogil:
    """Return whether one capital letter and a full stop end at i, in text that begins at p (L3)."""
    cdef Char stop = char_before(view, i), char
    if stop.kind != SHIPLAP_SENTENCE_STOP or stop.next <= p:
        return False
    char = char_before(view, stop.next)
    if char.kind != SHIPLAP_SENTENCE_UPPER:
        return False
    if char.next <= p:
        return char.next == p
    char = char_before(view, char.next)
    return not is_part(&char)


cdef bint is_named(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the text from p to `end` is the named text of a number (L9)."""
    cdef int small = 0, others = 0, before = SHIPLAP_SENTENCE_SPACE
    cdef Py_ssize_t i = p, k
    cdef Char char
    if char_before(view, end).code in u'?？':
        p = gap_before(view, i)
        k = word_begin(view, 0, p)
        while k < p - 1 and unit_at(view, k) != u'.' and is_digit_at(view, k):
            k += 1
        return unit_at(view, k if unit_at(view, k) == u'.' else p - 1) in u'.)' and is_phrase(view, i, end, MAX_ENDED)
    if is_phrase(view, p, end, MAX_WORDS):
        return True
    while i < end:
        char = char_at(view, i)
        if before == SHIPLAP_SENTENCE_SPACE and char.kind == SHIPLAP_SENTENCE_LOWER:
            if code_points(view, i, word_end(view, i, end)) > MAX_SMALL_WORD:
                return False
            small += 1
        else:
            others += before == SHIPLAP_SENTENCE_SPACE and char.kind != SHIPLAP_SENTENCE_SPACE
        before = char.kind
        i = char.next
    return small < others and is_phrase(view, p, end, MAX_ENDED)


cdef bint may_have_number(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether a label, a number or a word of MATTER may begin at p, by a few characters, which exclude most lines."""
    cdef Char first = char_at(view, p), second = char_at(view, first.next)
    if not is_letter(second.kind) and (is_letter(first.kind) or (first.code == u'#' and second.kind == SHIPLAP_SENTENCE_DIGIT)):
        return True
    return first.kind == SHIPLAP_SENTENCE_DIGIT or first.code in u'§(（' or are_roman_numerals(first.code, second.code) \
        or words_at(view, p) & (1 << LABELS | 1 << NUMBERS | 1 << MATTER)


cdef Py_ssize_t after_label(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of the label and its number at the begin of the line, or p (L4)."""
    cdef Char char = char_at(view, p)
    cdef Py_ssize_t i = char.next
    if char.code == u'§':
        char = char_at(view, i)
        i = spaces(view, char.next if i < end and char.code == u'§' else i, end)
        return number_end(view, i, end) if i < end and char_at(view, i).kind == SHIPLAP_SENTENCE_DIGIT else p
    if is_in(shiplap_heading_ordinals, char.code):
        i = counter_of(view, i, end)
        if i >= end:
            return p
        char = char_at(view, i)
        return char.next if is_in(shiplap_heading_counters, char.code) else p
    if is_letter(char.kind):
        label_of(view, p, end, &i)
        if i > p:
            return i
    return after_counted(view, p, end)


cdef inline Py_ssize_t counter_of(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return the offset after the number that follows an ordinal; `end` if the number is missing."""
    cdef Py_ssize_t begin = spaces(view, i, end)
    cdef Char char
    i = begin
    while i < end:
        char = char_at(view, i)
        if not is_in(shiplap_heading_numerals, char.code) and char.kind != SHIPLAP_SENTENCE_DIGIT:
            break
        i = char.next
    return spaces(view, i, end) if i > begin else end


cdef int label_of(const View *view, Py_ssize_t p, Py_ssize_t end, Py_ssize_t *last) noexcept nogil:
    """Return the number of the word of LABELS that begins the line, counted from 1 and equal for a word in capitals, if a
    number follows it, else 0. `last`: set to the end of that number, or p."""
    cdef uint32_t k = 0
    cdef Py_ssize_t after, begin, i
    cdef int row
    last[0] = p
    while True:
        row = next_word(view, p, end, LABELS, &k, &after)
        if row < 0:
            return 0
        begin = spaces(view, after, end)
        i = begin + (begin < end and unit_at(view, begin) == u'(')
        if (begin > after or unit_at(view, after - 1) == u'.') and is_number_of_label(view, i, end):
            last[0] = number_end(view, i, end)
            return row // 2 + 1


cdef Py_ssize_t after_counted(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of the word of COUNTED after the number at p, if the word may be a label there (L4); else p."""
    cdef Py_ssize_t i, begin, last
    cdef int digits
    cdef bint roman
    cdef Char char
    if p + 1 < end and is_letter_of_ascii(unit_at(view, p)) and is_letter_of_ascii(unit_at(view, p + 1)) \
            and not are_roman_numerals(unit_at(view, p), unit_at(view, p + 1)) and not may_begin_word(view, p, NUMBERS):
        return p
    i = word_end(view, p, end)
    roman = i > p and is_roman_number(view, p, i)
    if i > p and not roman and whole_word(view, p, i, NUMBERS) < 0:
        return p
    i = digits_end(view, i, end, &digits)
    if i == p or i >= end:
        return p
    begin = spaces(view, i + (unit_at(view, i) == u'.'), end)
    if begin >= end or (begin == i and unit_at(view, i) != u'-'):
        return p
    char = char_at(view, begin)
    last = char.next if char.code == u'§' else word_end(view, begin + (begin == i), end)
    if whole_word(view, begin, last, COUNTED) < 0:
        return p
    if last >= end or is_after(char_at(view, last).code) or is_line_end(char_at(view, last).code):
        return last
    begin = spaces(view, last, end)
    if begin == last or begin >= end or char_at(view, begin).kind != SHIPLAP_SENTENCE_UPPER:
        return p
    return last if char.kind != SHIPLAP_SENTENCE_UPPER \
        or ((roman or unit_at(view, i) == u'.') and in_capitals(view, p, end)) else p


cdef inline bint is_roman_number(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether all code points between two offsets are Roman numerals."""
    while i < end and is_roman_numeral(unit_at(view, i)):
        i += 1
    return i == end


cdef inline bint is_within(Py_UCS4 code) noexcept nogil:
    """Return whether a sign is one of WITHIN."""
    return code in u".-/*'’–"


cdef inline bint is_after(Py_UCS4 code) noexcept nogil:
    """Return whether a sign is one of AFTER."""
    return code in u'.．:：,)]º°。' or is_dash(code)


cdef Py_ssize_t number_end(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return the end of the number of a label at i: letters, digits, and signs of WITHIN between them."""
    cdef Char char, other
    while i < end:
        char = char_at(view, i)
        if not is_part(&char):
            if not is_within(char.code) or char.next >= end:
                break
            other = char_at(view, char.next)
            if not is_part(&other):
                break
        i = char.next
    return i


cdef bint ends_label(const View *view, Py_ssize_t p, Py_ssize_t number, Py_ssize_t end) noexcept nogil:
    """Return whether the line at p, which ends with a mark, is a heading; its label and number end at `number` (L5)."""
    cdef Py_ssize_t i = number
    cdef bint has_sign = is_after(char_before(view, number).code)
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if not is_after(char.code) and char.kind != SHIPLAP_SENTENCE_SPACE:
            break
        has_sign |= char.kind != SHIPLAP_SENTENCE_SPACE
        i = char.next
    if i >= end:
        return True
    if char_before(view, end).code == u'。' or char.kind == SHIPLAP_SENTENCE_LOWER:
        return False
    if has_sign or in_capitals(view, i, end):
        return is_phrase(view, i, end, MAX_ENDED)
    if char.kind != SHIPLAP_SENTENCE_UPPER or has_digit(view, i, end):
        return False
    char = char_before(view, number)
    if char.kind != SHIPLAP_SENTENCE_DIGIT:
        char = char_before(view, char.next)
        if not is_part(&char):
            return False
    return is_phrase(view, i, end, 2 * MAX_WORDS if char_at(view, p).code == u'§' else MAX_WORDS)


cdef inline bint has_digit(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether a digit is between two offsets."""
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if char.kind == SHIPLAP_SENTENCE_DIGIT:
            return True
        i = char.next
    return False


cdef bint in_capitals(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether MIN_CAPITALS or more capital letters are between i and `end`, and no small letter."""
    cdef int capitals = 0, kind
    cdef Char char
    if view.width:
        for i in range(i, end):
            if is_caseless(unit_at(view, i)):
                continue
            kind = kind_of(unit_at(view, i))
            if kind == SHIPLAP_SENTENCE_LOWER:
                return False
            capitals += kind == SHIPLAP_SENTENCE_UPPER
        return capitals >= MIN_CAPITALS
    while i < end:
        char = char_at(view, i)
        if char.kind == SHIPLAP_SENTENCE_LOWER:
            return False
        capitals += char.kind == SHIPLAP_SENTENCE_UPPER
        i = char.next
    return capitals >= MIN_CAPITALS


cdef inline bint is_digit_at(const View *view, Py_ssize_t i) noexcept nogil:
    """Return whether one of 0 to 9 is at i, i < size."""
    return is_numeric(unit_at(view, i))


cdef int number_at(const View *view, Py_ssize_t p, Py_ssize_t end, Py_ssize_t *after, int *kind) noexcept nogil:
    """Return how many parts the number at p has, or 0. `after`: set to its end, with the white space after it. `kind`: set to
    its kind (L6)."""
    cdef Py_ssize_t i = p, begin
    cdef int parts = 0, digits
    cdef Py_UCS4 code
    after[0] = p
    kind[0] = DIGIT
    code = char_at(view, i).code if i < end else 0
    if code in u'(（' or (code >= u'〇' and is_in(shiplap_heading_numerals, code)):
        return in_parentheses(view, p, end, after, kind)
    if code == u'#':
        kind[0] = SIGNED_DIGIT
        i = digits_end(view, p + 1, end, &digits)
        return ends_number(view, i + (i < end and unit_at(view, i) == u':'), end, 0 < digits <= MAX_PART_DIGITS, after)
    if i >= end or not (is_capital(unit_at(view, i)) or is_digit_at(view, i)):
        return 0
    while i < end and is_roman_numeral(unit_at(view, i)):
        i += 1
    if i > p:
        kind[0] = ROMAN_NUMERAL if i > p + 1 or unit_at(view, p) in u'IVX' else LETTER
    elif i < end and is_capital(unit_at(view, i)):
        i += 1
        kind[0] = LETTER
    if i > p:
        if kind[0] == ROMAN_NUMERAL and (i == end or unit_at(view, i) != u'.'):
            return roman_at(view, p, i, end, after)
        if i == end or unit_at(view, i) not in u'.)':
            return 0
        i += 1
        parts = 1
        if i == end and kind[0] == ROMAN_NUMERAL:
            after[0] = end
            return 1
        if unit_at(view, i - 1) == u')':
            return ends_number(view, i, end, 1, after)
    while True:
        begin = i
        while i < end and is_digit_at(view, i):
            i += 1
        if i - begin > MAX_PART_DIGITS:
            return 0
        parts += i > begin
        if i == begin or i + 1 >= end or unit_at(view, i) != u'.' or not is_digit_at(view, i + 1):
            break
        i += 1
    if i > begin and i < end and (unit_at(view, i) in u'.)' or (parts > 1 and unit_at(view, i) == u':')):
        i += 1
    return ends_number(view, i, end, parts, after)


cdef int ends_number(const View *view, Py_ssize_t i, Py_ssize_t end, int parts, Py_ssize_t *after) noexcept nogil:
    """Return `parts` if white space and other text follow the number that ends at i, or 0. `after`: set to that text."""
    cdef Py_ssize_t last = spaces(view, i, end)
    if parts == 0 or last == i or last >= end:
        return 0
    after[0] = last
    return parts


cdef int in_parentheses(const View *view, Py_ssize_t p, Py_ssize_t end, Py_ssize_t *after, int *kind) noexcept nogil:
    """Return `number_at` for a number in parentheses at p: Roman, digits or a letter, with white space after it, or NUMERALS;
    or for NUMERALS before `、`."""
    cdef Char char = char_at(view, p)
    cdef Py_UCS4 closer = u')' if char.code == u'(' else u'）' if char.code == u'（' else u'、'
    cdef Py_ssize_t begin = p if closer == u'、' else char.next, i = begin
    cdef bint east
    cdef int digits = 0
    kind[0] = ROMAN_NUMERAL
    char = char_at(view, i)
    east = is_in(shiplap_heading_numerals, char.code)
    while i < end and (is_in(shiplap_heading_numerals, char.code) if east else char.code in u'IVXL'):
        i = char.next
        char = char_at(view, i)
    while i < end and is_numeric(char.code) and (digits or i == begin):
        kind[0] = SIGNED_DIGIT
        digits += 1
        i = char.next
        char = char_at(view, i)
    if i == begin and i < end and is_letter_of_ascii(char.code):
        kind[0] = SIGNED_LETTER
        i = char.next
        char = char_at(view, i)
    if i == begin or i >= end or char.code != closer or digits > MAX_PART_DIGITS:
        return 0
    i = spaces(view, char.next, end)
    if i >= end or (i == char.next and not east):
        return 0
    after[0] = i
    return 1


cdef int roman_at(const View *view, Py_ssize_t p, Py_ssize_t i, Py_ssize_t end, Py_ssize_t *after) noexcept nogil:
    """Return `number_at` for a Roman number from p to i without a full stop after it. The number is alone, or a parenthesis,
    a colon, a dash or white space follows it; after a single numeral and white space all letters must be capitals."""
    cdef Py_ssize_t begin = p, last
    cdef Char char
    if i < end and unit_at(view, i) in u'):':
        return ends_number(view, i + 1, end, 1, after)
    while begin < i:
        if unit_at(view, begin) not in u'IVXL':
            return 0
        begin += 1
    if i == end:
        after[0] = end
        return 1
    last = spaces(view, i, end)
    if last == i or last >= end:
        return 0
    char = char_at(view, last)
    if is_dash(char.code):
        return ends_number(view, char.next, end, 1, after)
    if i == p + 1 and char.kind != SHIPLAP_SENTENCE_UPPER and not in_capitals(view, last, end):
        return 0
    after[0] = last
    return 1


cdef inline bint is_single_numeral(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether one Roman numeral, white space and a capital letter are at p, and a small letter is in the line
    (L11)."""
    cdef Py_ssize_t after
    if p + 1 >= end or unit_at(view, p) not in u'IVXL':
        return False
    after = spaces(view, p + 1, end)
    return p + 1 < after < end and char_at(view, after).kind == SHIPLAP_SENTENCE_UPPER and not in_capitals(view, after, end)


cdef bint heads(const View *view, Py_ssize_t p, Py_ssize_t number, Py_ssize_t end, Py_ssize_t after, int parts,
                int kind) noexcept nogil:
    """Return whether the line at p, whose number of `parts` parts and a kind ends at `number`, is a heading, not an item of a
    list of such lines (L7, L8)."""
    cdef int other, count
    cdef Py_ssize_t title
    cdef Alone alone
    cdef Char first = char_at(view, number)
    if number < end and (first.kind == SHIPLAP_SENTENCE_LOWER or first.code in u'+=\\'
                         or (first.kind == SHIPLAP_SENTENCE_QUOTE and not may_end(view, p, end))
                         or not has_letter(view, number, end, True)):
        return False
    if end == p + 1 and unit_at(view, p) == u'X':
        first = char_at(view, after)
        if first.kind == SHIPLAP_SENTENCE_LOWER or first.code in u'+=\\X' or is_mathematical(first.code):
            return False
    count = number_at(view, after, code_points_on(view, after, CAP), &title, &other)
    if count == parts and other == kind:
        return contains(view, p, number, after) or (line_alone(view, after, &alone) and is_date(view, after, alone.end))
    if 0 < count < parts and comes_next(view, p, after):
        return False
    if count > parts and indent_of(view, after) > indent_of(view, p) and contains(view, p, number, after) \
            and line_alone(view, after, &alone) and may_end(view, after, alone.end) \
            and not heads(view, after, title, alone.end, alone.after, count, other):
        return False
    return parts > 1 or not ends_list(view, p, kind)


cdef bint comes_next(const View *view, Py_ssize_t p, Py_ssize_t after) noexcept nogil:
    """Return whether the number at `after`, of fewer parts, comes next after the number at p (L8)."""
    cdef int one, two
    while True:
        one, two = part_at(view, &p), part_at(view, &after)
        if one != two or not is_joined(view, p) or not is_joined(view, after):
            return two == one + 1 and is_joined(view, p) and not is_joined(view, after)
        p += 1
        after += 1


cdef int part_at(const View *view, Py_ssize_t *i) noexcept nogil:
    """Return the value of the part of a number at i: of up to MAX_PART_DIGITS digits, or of one letter. `i`: moved to its end."""
    cdef int value = 0, digits = 0
    while digits < MAX_PART_DIGITS and i[0] < view.size and is_digit_at(view, i[0]):
        value = 10 * value + <int> unit_at(view, i[0]) - c'0'
        i[0] += 1
        digits += 1
    if digits == 0:
        value = 1000 + <int> unit_at(view, i[0])
        i[0] += 1
    return value


cdef inline bint is_joined(const View *view, Py_ssize_t i) noexcept nogil:
    """Return whether a full stop at i joins two parts of a number."""
    return i + 1 < view.size and unit_at(view, i) == u'.' and is_digit_at(view, i + 1)


cdef bint introduces_item(const View *view, Py_ssize_t p, Py_ssize_t end, Py_ssize_t after) noexcept nogil:
    """Return whether a phrase ends with a colon after a word that begins with a small letter, before an item (L9)."""
    cdef Py_ssize_t begin = char_before(view, end).next
    if char_before(view, end).code not in u':：':
        return False
    begin = word_begin(view, p, begin)
    return char_at(view, begin).kind == SHIPLAP_SENTENCE_LOWER and item_style(view, after) > 0


cdef bint contains(const View *view, Py_ssize_t p, Py_ssize_t number, Py_ssize_t after) noexcept nogil:
    """Return whether the number at p, whose white space ends at `number`, contains the number at `after` (L8)."""
    while number > p and not (is_digit_at(view, number - 1) or is_capital(unit_at(view, number - 1))):
        number -= 1
    if number > p + 2 and unit_at(view, number - 1) == u'0' and unit_at(view, number - 2) == u'.':
        number -= 2
    if number == p or after + number - p + 1 >= view.size:
        return False
    while p < number and unit_at(view, p) == unit_at(view, after):
        p += 1
        after += 1
    return p == number and unit_at(view, after) == u'.' and is_digit_at(view, after + 1)


cdef bint is_clause(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether an item with a letter or a Roman number is at p, and its paragraph has at least MIN_CLAUSE code points
    (L10)."""
    cdef Py_ssize_t end = p, visible
    cdef int style = item_style(view, p)
    if not SMALL <= style < FOOTNOTE:
        return False
    while code_points(view, p, end) < MIN_CLAUSE:
        visible = next_line(view, end)
        if visible < 0:
            return code_points(view, p, code_points_on(view, p, MIN_CLAUSE)) >= MIN_CLAUSE
        end = visible
        visible = visible_part(view, end)
        if visible >= view.size or char_at(view, visible).kind == SHIPLAP_SENTENCE_SPACE:
            return code_points(view, p, end) >= MIN_CLAUSE
    return True


cdef bint ends_list(const View *view, Py_ssize_t p, int kind) noexcept nogil:
    """Return whether two lines of their own, with numbers of one part and of this kind, are directly before the line at p
    (L8)."""
    cdef Py_ssize_t number
    cdef int other, _
    cdef Alone alone
    for _ in range(2):
        p = line_above(view, p, &number)
        if p < 0:
            return False
        p = visible_part(view, p)
        if number_at(view, p, code_points_on(view, p, CAP), &number, &other) != 1 or other != kind \
                or not line_alone(view, p, &alone) or code_points(view, p, alone.end) > MAX_TITLE or not follows_blank_line(view, p):
            return False
    return True


cdef bint is_outlined(const View *view, Py_ssize_t p, Py_ssize_t number, Py_ssize_t end, Py_ssize_t after, int parts,
                      int kind) noexcept nogil:
    """Return whether the text at `after` is indented like the text of an item of a list (L10)."""
    if parts > 1 or kind == ROMAN_NUMERAL or in_capitals(view, number, end):
        return False
    return indent_of(view, after) >= indent_of(view, p) + code_points(view, p, number) \
        and not contains(view, p, number, after) and not is_clause(view, after)


cdef inline bint is_code(Py_UCS4 code) noexcept nogil:
    """Return whether a character is one of CODE."""
    return code in u'{};=|'


cdef int title_look(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return CAPITALS or TITLE, with CERTAIN, or 0 (L12, L13)."""
    cdef Py_ssize_t i = p, size = 0, capitals = 0
    cdef bint small = False, in_code = False, begins = begins_title(view, p)
    cdef int certain = CERTAIN, seen = 0, kind
    cdef int plain = begins << SHIPLAP_SENTENCE_SPACE | 1 << SHIPLAP_SENTENCE_STOP | 1 << SHIPLAP_SENTENCE_TERMINAL \
        | 1 << SHIPLAP_SENTENCE_LOWER | 1 << SHIPLAP_SENTENCE_UPPER | 1 << SHIPLAP_SENTENCE_DIGIT
    cdef Py_UCS4 unit
    cdef Char char
    if not begins and char_at(view, p).kind != SHIPLAP_SENTENCE_LOWER:
        return 0
    while i < end:
        unit = unit_at(view, i)
        kind = 1 << kind_of(unit) if (is_ascii(unit) or view.width) and size < MAX_TITLE else 0
        if kind & plain or (kind and not is_ascii(unit) and kind != 1 << SHIPLAP_SENTENCE_SPACE
                            and not is_mathematical(unit)):  # true for nearly all
            seen |= kind
            capitals += kind >> SHIPLAP_SENTENCE_UPPER & 1
            size += 1
            i += 1
            continue
        char = char_at(view, i)
        if char.kind == SHIPLAP_SENTENCE_LOWER:
            small = True
        elif char.kind == SHIPLAP_SENTENCE_SPACE:
            if not begins:  # the line is more than one word
                return 0
        elif char.kind == SHIPLAP_SENTENCE_UPPER:
            capitals += 1
        elif char.kind != SHIPLAP_SENTENCE_LETTER:
            if char.kind == SHIPLAP_SENTENCE_DIGIT or char.code in u'@]_':
                certain = 0
            elif char.code == u'`':
                in_code = not in_code
            elif not in_code and (is_code(char.code) or is_mathematical(char.code) or (char.code == u'/' and char.next < end
                                                         and unit_at(view, char.next) == u'/')):
                return 0
        size += 1
        if size > MAX_TITLE:
            return 0
        i = char.next
        if char.code == u']' and i < end and unit_at(view, i) == u'(':
            i = link_end(view, i, end)
    if seen >> SHIPLAP_SENTENCE_DIGIT & 1:
        certain = 0
    if (capitals == 0 and not has_word(view, p, end)) or is_unfinished(view, p, end):
        return 0
    return (CAPITALS if capitals >= MIN_CAPITALS and not small and not seen >> SHIPLAP_SENTENCE_LOWER & 1 else TITLE) | certain


cdef bint is_unfinished(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a line ends with a word after which a title is not complete (L12): a, an, the, The, that, of, and, or,
    if."""
    cdef Py_ssize_t begin = word_begin(view, p, end) if unit_at(view, end - 1) in u'aenftdr' else end, k
    cdef unsigned int word = 0
    for k in range(begin, end if end - begin <= 4 else begin):
        if not is_ascii(unit_at(view, k)):
            return False
        word = word << 8 | <unsigned int> unit_at(view, k)
    return word in (0x61, 0x616E, 0x746865, 0x546865, 0x74686174, 0x6F66, 0x616E64, 0x6F72, 0x6966)


cdef bint has_word(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a text without a capital letter has a word (L12)."""
    cdef int kinds = 0  # of the last three characters, a byte of each
    cdef Char char
    while p < end:
        char = char_at(view, p)
        kinds = (kinds << 8 | char.kind) & 0xFFFFFF
        if char.kind == SHIPLAP_SENTENCE_LETTER or kinds == SHIPLAP_SENTENCE_DIGIT << 16 | SHIPLAP_SENTENCE_STOP << 8 | SHIPLAP_SENTENCE_DIGIT \
                or (kinds >> 8 & 0xFF == char.kind and (char.kind == SHIPLAP_SENTENCE_LOWER or char.kind == SHIPLAP_SENTENCE_DIGIT)):
            return True
        p = char.next
    return False


cdef bint is_stray(const View *view, Py_ssize_t p, const Alone *alone) noexcept nogil:
    """Return whether the line at p, which stands alone, is a short paragraph with a sentence end at its end, or a long
    paragraph without one (L14)."""
    cdef Py_ssize_t end = alone.end, number
    cdef int kind
    cdef bint is_short = code_points(view, p, end) <= MAX_TITLE, ends = may_end(view, p, end)
    if is_short == ends or not begins_title(view, p) \
            or (may_have_number(view, p) and (after_label(view, p, end) > p or number_at(view, p, end, &number, &kind))):
        return False
    return ends_sentence_at(view, p, end) if is_short else not title_look(view, p, end)


cdef bint ends_sentence_at(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line ends with a mark that ends a sentence, or such a mark before a quotation mark or a closing
    bracket."""
    cdef Char last = char_before(view, end)
    if (last.kind == SHIPLAP_SENTENCE_QUOTE or last.kind == SHIPLAP_SENTENCE_CLOSE) and last.next > p:
        last = char_before(view, last.next)
    return last.kind == SHIPLAP_SENTENCE_STOP or last.kind == SHIPLAP_SENTENCE_TERMINAL


cdef inline Py_ssize_t link_end(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return the end of the target of a link that begins at i with a parenthesis, or i."""
    cdef Py_ssize_t stop = i
    while stop < end and unit_at(view, stop) != u')':
        stop += 1
    return stop + 1 if stop < end else i


cdef inline bint begins_title(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether a title may begin like the line at p: not like a fence, an image or a footnote."""
    cdef Char char = char_at(view, p)
    cdef Py_UCS4 other
    if char.code in u'`[':
        other = char_at(view, char.next).code
        return other != u'`' if char.code == u'`' else other not in u'!^'
    return char.kind == SHIPLAP_SENTENCE_UPPER or char.kind == SHIPLAP_SENTENCE_LETTER \
        or char.kind == SHIPLAP_SENTENCE_DIGIT or char.kind == SHIPLAP_SENTENCE_NUMBER \
        or (char.kind == SHIPLAP_SENTENCE_OTHER and char.code > 0x7F)


cdef int rank(const View *view, Py_ssize_t p, Py_ssize_t end, int found) noexcept nogil:
    cdef Py_ssize_t after
    cdef int kind, parts
    cdef Char char = char_at(view, p)
    if found & (NUMBERED | OUTLINED):
        parts = number_at(view, p, end, &after, &kind)
        return NUMBER_KINDS * parts + (kind if parts == 1 else 0)
    if found != LABELLED:
        return 0
    if is_in(shiplap_heading_ordinals, char.code):
        return <int> char_at(view, counter_of(view, char.next, end)).code
    kind = label_of(view, p, end, &after)
    return kind if kind else counted_of(view, p, end)


cdef int counted_of(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return a number for the word of COUNTED at the end of the label at p, equal for all forms of the word; 0 for `§`
    first."""
    cdef Py_ssize_t last = after_counted(view, p, end), i = last
    cdef Char char
    if last == p:
        return 0
    while i > p:
        char = char_before(view, i)
        if not is_letter(char.kind) and char.code not in u'§-':
            break
        i = char.next
    return FIRST_NUMBER + (whole_word(view, i, last, COUNTED) - FIRST_COUNTED) // 3


cdef int tier(int pattern, int number) noexcept nogil:
    if pattern == NUMBERED:
        return min(TIER_ARTICLE + number // NUMBER_KINDS, LAST_TIER - 1)
    if pattern != LABELLED:
        return LAST_TIER
    if number > FIRST_NUMBER + (FIRST_CAPTION - FIRST_COUNTED) // 3:
        return TIER_PART if is_in(shiplap_heading_counted_parts, number) \
            else TIER_CHAPTER if is_in(shiplap_heading_counted_chapters, number) \
            else TIER_SECTION if is_in(shiplap_heading_counted_sections, number) else TIER_ARTICLE
    if number == 0:
        return TIER_ARTICLE
    if number < FIRST_NUMBER:
        return (number > LAST_ANNEX) + (number > LAST_PART) + (number > LAST_CHAPTER) + (number > LAST_SECTION)
    return (number > LAST_COUNTED_ANNEX) + (number > LAST_COUNTED_PART) + (number > LAST_COUNTED_CHAPTER) \
        + (number > LAST_COUNTED_SECTION)


cdef Py_ssize_t number_of(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of the label and the number of the line at p, with the white space after a number."""
    cdef int kind
    cdef Py_ssize_t number
    if not may_have_number(view, p):
        return p
    number = after_label(view, p, end)
    if number == p:
        number_at(view, p, end, &number, &kind)
    return number


cdef bint is_bare(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    return after_signs(view, number_of(view, p, end), end) == end


cdef bint is_first(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t last = number_of(view, p, end)
    cdef Char char
    while last > p:
        char = char_before(view, last)
        if is_part(&char):
            break
        last = char.next
    if last == p or char.code not in u'1AIa':
        return False
    if char.next == p:
        return True
    char = char_before(view, char.next)
    return not is_part(&char)


cdef bint is_matter(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    cdef Char last = char_before(view, end)
    return whole_word(view, p, last.next if is_ending(last.code) else end, MATTER) >= 0


# ---- page furniture within a sentence


cdef inline bint may_run_over_page(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether a sentence may continue after page furniture at p, 0 < p, by a few units: nearly every offset is inside
    a line, or after a line that ends with a mark."""
    cdef Py_UCS4 unit
    cdef Py_ssize_t at = p - 2
    cdef int kind
    if at >= 0 and unit_at(view, at) in u'.!?:':
        return False
    unit = unit_at(view, p - 1)
    if u'\n' <= unit <= u'\r':
        if at > 0 and unit_at(view, at) == u'\n':
            at -= 1
        if at < 0 or unit_at(view, at) in u'.!?:':
            return False
        if is_ascii(unit_at(view, at)):
            return True
        kind = char_before(view, at + 1).kind
        return kind != SHIPLAP_SENTENCE_STOP and kind != SHIPLAP_SENTENCE_TERMINAL
    return unit in u'\x85\u2028\u2029' or may_end_indentation(view, p)


cdef bint runs_over_page(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the line that begins at p, or has only indentation before p, follows a blank line, is between two pages,
    and continues the sentence (G2, G3)."""
    cdef Py_ssize_t end, after, begin, next_text
    cdef int lines = 0, feeds, kind, _
    cdef bint broken, numbered
    end = ascii_gap(view, p, &feeds)
    if end < 0:
        end = gap_before(view, p)
        if not is_open(view, end) or not follows_blank_line(view, p):
            return False
    elif feeds < 2 or not is_open(view, end):
        return False
    after = visible_part(view, p)
    for _ in range(MAX_LINES):
        next_text = after_page_line(view, after)
        if next_text == after:
            break
        after = next_text
        lines += 1
    kind = char_at(view, after).kind
    if kind != SHIPLAP_SENTENCE_LOWER and kind != SHIPLAP_SENTENCE_LETTER:
        return False
    broken = numbered = feeds < 0 and has_break(view, end, p)
    for _ in range(0 if broken else MAX_LINES):
        begin = block_before(view, end)
        if begin < 0 or not may_follow_blank_line(view, begin) or gap_before(view, begin) == 0:
            break
        after = visible_part(view, begin)
        if after_page_line(view, after) == after or (numbered and not is_numbered_line(view, after)):
            break
        end = gap_before(view, begin)
        numbered = numbered or has_break(view, end, begin)
        lines += 1
    return (broken or lines > 0) and is_open(view, end)


cdef inline Py_ssize_t start_of_short_line(const View *view, Py_ssize_t end) noexcept nogil:
    """Return `line_start`. Most lines are a few blocks of units that end no line, after a line feed."""
    cdef Py_ssize_t i
    if end > 0 and is_visible(view, unit_at(view, end - 1)):
        i = shiplap_line_back(view.data, view.width, max(end - SHORT_LINE, 0), end)
        if i > 0 and unit_at(view, i - 1) == u'\n':
            return i
    return line_start(view, end)


cdef inline Py_ssize_t after_short_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Return `next_line`, in the same way as `start_of_short_line`."""
    cdef Py_ssize_t i = shiplap_line_on(view.data, view.width, p, min(p + SHORT_LINE, view.size))
    return i + 1 if i + 1 < view.size and unit_at(view, i) == u'\n' else next_line(view, p)


cdef inline Py_ssize_t ascii_gap(const View *view, Py_ssize_t p, int *feeds) noexcept nogil:
    """Return the begin of the white space before p, and write the number of its line feeds to `feeds`. Both are -1 unless the
    white space is line feeds, spaces and tabs after a visible unit, as nearly always."""
    cdef Py_ssize_t i = blanks_begin(view, p), low = p - CAP if p > CAP else 0
    feeds[0] = 0
    while i > low and unit_at(view, i - 1) in u' \t\n':
        i -= 1
        feeds[0] += unit_at(view, i) == u'\n'
    if i > low and is_visible(view, unit_at(view, i - 1)):
        return i
    feeds[0] = -1
    return -1


cdef inline Py_ssize_t near_gap(const View *view, Py_ssize_t p) noexcept nogil:
    """Return `gap_before`: nearly all white space between lines is line feeds."""
    cdef int feeds
    cdef Py_ssize_t gap = ascii_gap(view, p, &feeds)
    return gap if gap >= 0 else gap_before(view, p)


cdef inline Py_ssize_t line_above(const View *view, Py_ssize_t p, Py_ssize_t *end) noexcept nogil:
    """Return the begin of the visible line before p, as `line_start` does. `end`: set to the end of its visible part."""
    end[0] = near_gap(view, p)
    return start_of_short_line(view, end[0])


cdef bint is_open(const View *view, Py_ssize_t end) noexcept nogil:
    """Return whether the text before `end` ends inside a sentence (G3)."""
    cdef Char last
    if end == 0:
        return False
    last = char_before(view, end)
    if (last.kind == SHIPLAP_SENTENCE_QUOTE or last.kind == SHIPLAP_SENTENCE_CLOSE) and last.next > 0:
        last = char_before(view, last.next)
    return last.kind != SHIPLAP_SENTENCE_SPACE and last.kind != SHIPLAP_SENTENCE_STOP \
        and last.kind != SHIPLAP_SENTENCE_TERMINAL and last.code not in u':：'


cdef Py_ssize_t after_page_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the begin of the next visible text after the line of page furniture whose visible part begins at p; p if the
    line is not page furniture (G1)."""
    cdef Py_ssize_t end
    cdef Alone alone
    cdef bint is_fit
    if p >= view.size or char_at(view, p).kind == SHIPLAP_SENTENCE_SPACE:
        return p
    end = after_short_line(view, p)
    if end < 0:
        return p
    if (end < view.size and unit_at(view, end - 1) in u'\n\r' and is_visible(view, unit_at(view, after_blanks(view, end)))) \
            or not stands_alone(view, p, end, &alone):  # a visible line follows, as after most lines
        if not follows_blank_line(view, p) or not may_be_block(view, end) or not block_alone(view, p, &alone) \
                or alone.after == view.size:
            return p
        is_fit = block_kind(view, p, alone.end) > PLAIN_LINE or (
            stands_at_break(view, p, alone.end, alone.after) and may_end(view, p, alone.end))
        return alone.after if is_fit else p
    if not follows_blank_line(view, p):
        return p
    # nearly all lines are followed by a capital letter, and are neither at a form feed nor addresses
    is_fit = (char_at(view, alone.after).kind == SHIPLAP_SENTENCE_LOWER or unit_at(view, p) in u'wWhH' or may_be_at_break(view, p, end)) \
        and code_points(view, p, alone.end) <= MAX_ENDED and may_end(view, p, alone.end) and (
        is_within_sentence(view, p, alone.after) or (code_points(view, p, alone.end) <= MAX_TITLE and (
            stands_at_break(view, p, alone.end, alone.after)
            or (is_web_address(view, p, alone.end) and stands_at_page(view, p, alone.end, alone.after)))))
    return alone.after if is_fit or (may_be_numbered(view, p, end) and is_numbered_page(view, p, alone.end)) else p


cdef bint is_within_sentence(const View *view, Py_ssize_t p, Py_ssize_t after) noexcept nogil:
    """Return whether the line of its own at p stands within a wrapped sentence, which continues at `after` (G1)."""
    cdef Py_ssize_t end, begin, below
    cdef Alone alone
    if char_at(view, after).kind != SHIPLAP_SENTENCE_LOWER or (is_lower_word(view, p) and not (
            line_alone(view, p, &alone) and is_web_address(view, p, alone.end))):
        return False
    end = gap_before(view, p)
    begin, below = line_start(view, end), next_line(view, after)
    if begin <= 0 or below < 0 or code_points(view, begin, end) < MIN_WRAPPED or not is_open(view, end) \
            or follows_blank_line(view, begin):
        return False
    below = visible_part(view, below)
    return below < view.size and char_at(view, below).kind != SHIPLAP_SENTENCE_SPACE


cdef bint is_lower_word(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether a word that begins with a small letter and has no capital letter is at p."""
    cdef Char char = char_at(view, p)
    if char.kind != SHIPLAP_SENTENCE_LOWER:
        return False
    while is_letter(char.kind):
        if char.kind == SHIPLAP_SENTENCE_UPPER:
            return False
        p = char.next
        if p >= view.size:
            break
        char = char_at(view, p)
    return True


cdef Py_ssize_t block_before(const View *view, Py_ssize_t end) noexcept nogil:
    """Return the begin of the block that ends with the visible text before `end`: its last line, with up to MAX_BLOCK - 1
    lines directly above; -1 if a line is too long."""
    cdef Py_ssize_t begin = start_of_short_line(view, end)
    cdef int _
    for _ in range(MAX_BLOCK - 1):
        if begin <= 0 or follows_blank_line(view, begin):
            break
        begin = start_of_short_line(view, gap_before(view, begin))
    return begin


cdef bint block_alone(const View *view, Py_ssize_t p, Alone *alone) noexcept nogil:
    """Return whether the lines at p are a block (G4). `alone`: set to its end and the begin of the next visible text."""
    cdef Py_ssize_t begin = p, end, last
    cdef int _
    for _ in range(MAX_BLOCK):
        end = after_short_line(view, begin)
        if (end >= 0 and stands_alone(view, begin, end, alone)) or last_line(view, begin, end, alone):
            return code_points(view, begin, alone.end) <= MAX_TITLE
        if end < 0:
            break
        last = gap_before(view, end)
        if code_points(view, begin, last) > MAX_TITLE:
            break
        begin = visible_part(view, end)
        if begin >= view.size or char_at(view, begin).kind == SHIPLAP_SENTENCE_SPACE or has_break(view, last, begin):
            break
    return False


cdef bint may_be_block(const View *view, Py_ssize_t end) noexcept nogil:
    """Return whether the block whose first line ends at `end` may have at most MAX_BLOCK lines, by the first visible units of
    the lines below: most paragraphs and pieces of code have more."""
    cdef Py_ssize_t at
    cdef int _
    for _ in range(MAX_BLOCK):
        at = after_blanks(view, end)
        if at >= view.size or not is_visible_ascii(unit_at(view, at)):
            return True
        end = after_short_line(view, at)
        if end < 0:
            return True
    return False


cdef int block_kind(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the kind of a lone line, or of a block, from p to `end` (G5)."""
    cdef int kind, found = PLAIN_LINE
    cdef Py_ssize_t below
    while p < end:
        below = next_line(view, p)
        kind = PLAIN_LINE
        if may_be_numbered(view, p, below if 0 <= below < end else end):
            kind = page_kind(view, p, gap_before(view, below) if 0 <= below < end else end)
        if kind > PLAIN_LINE and found > PLAIN_LINE:
            return PLAIN_LINE
        found = max(kind, found)
        p = visible_part(view, below) if 0 <= below < end else end
    return found


cdef bint is_numbered_page(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a line from p to `end` has the number of a page (N4 to N6)."""
    return is_date(view, p, end) or has_page(view, p, end) or ends_with_page(view, p, end)


cdef bint may_be_numbered(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line at p, with its line end up to `end`, may have the number of a page, by a few units: it begins
    with a word of DATES, with a Roman number, or without a letter; or it has a digit, and either begins with a word of PAGES
    or may end with the text that follows such a word."""
    cdef Char first = char_at(view, p)
    cdef uint32_t words
    if not is_letter(first.kind) or first.code in u'ivx':
        return True
    words = words_at(view, p)
    return words >> DATES & 1 or (shiplap_may_have_digit(view.data, view.width, p, end)
                                  and (words >> PAGES & 1 or may_close_page(view, p, end)))


cdef bint may_close_page(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a number may end the line from p to `end`, before signs and one word of up to MAX_OF letters, or before a
    divider."""
    cdef Py_ssize_t i = end
    cdef int letters = 0
    cdef Char char
    while i > p:
        char = char_before(view, i)
        if char.kind == SHIPLAP_SENTENCE_DIGIT or char.code in u'|·•':
            return True
        if is_letter(char.kind):
            letters += 1
            if letters > MAX_OF:
                break
        elif char.kind != SHIPLAP_SENTENCE_SPACE and not is_sign(char.code):
            break
        elif letters:
            letters = MAX_OF    # only signs and numbers are before the word
        i = char.next
    return has_divider(view, p, i)


cdef inline bint is_letter_of_ascii(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit is a letter of ASCII."""
    return u'A' <= unit <= u'z' and not u'Z' < unit < u'a'


cdef bint may_be_at_break(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether the line at p, with its line end up to `end`, may stand at a page break: the white space around nearly
    all lines is only spaces, tabs and line feeds."""
    if unit_at(view, end - 1) != u'\n':
        return True
    while p > 0 and unit_at(view, p - 1) in u' \t\n':
        p -= 1
    while end < view.size and unit_at(view, end) in u' \t\n':
        end += 1
    return p == 0 or char_before(view, p).kind == SHIPLAP_SENTENCE_SPACE or char_at(view, end).kind == SHIPLAP_SENTENCE_SPACE


cdef bint stands_at_page(const View *view, Py_ssize_t start, Py_ssize_t end, Py_ssize_t after) noexcept nogil:
    """Return whether a line of its own stands at a page break, or next to a line with the number of a page."""
    cdef Py_ssize_t before
    if stands_at_break(view, start, end, after) or is_numbered_line(view, after):
        return True
    before = block_before(view, gap_before(view, start))
    return before >= 0 and is_numbered_line(view, visible_part(view, before))


cdef bint is_numbered_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the line or the block whose visible part begins at p stands alone, perhaps at the end of the text, and
    has the number of a page."""
    cdef Alone alone
    if p >= view.size or char_at(view, p).kind == SHIPLAP_SENTENCE_SPACE or not follows_blank_line(view, p):
        return False
    if line_alone(view, p, &alone) or last_line(view, p, next_line(view, p), &alone):
        return is_numbered_page(view, p, alone.end)
    return block_alone(view, p, &alone) and block_kind(view, p, alone.end) > PLAIN_LINE


cdef bint stands_at_break(const View *view, Py_ssize_t start, Py_ssize_t end, Py_ssize_t after) noexcept nogil:
    cdef Py_ssize_t gap = gap_before(view, start)
    return gap == 0 or has_break(view, gap, start) or has_break(view, end, after)


cdef bint has_break(const View *view, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Return whether a form feed is between two offsets."""
    while at < end:
        if unit_at(view, at) == u'\f':
            return True
        at += 1
    return False


cdef int lone_line(const View *view, Py_ssize_t p, Alone *alone) noexcept nogil:
    cdef Py_ssize_t begin, end
    cdef Alone other
    cdef int found
    if p >= view.size or not may_follow_blank_line(view, p):
        return 0
    begin = visible_part(view, p)
    if begin >= view.size or char_at(view, begin).kind == SHIPLAP_SENTENCE_SPACE or not follows_blank_line(view, begin):
        return 0
    end = next_line(view, begin)
    if (end >= 0 and stands_alone(view, begin, end, alone)) or last_line(view, begin, end, alone):
        if code_points(view, begin, alone.end) > MAX_ENDED:
            return 0
    elif not block_alone(view, begin, alone):
        return 0
    found = look(view, p, &other)
    return found if found else block_kind(view, begin, alone.end)


cdef bint last_line(const View *view, Py_ssize_t p, Py_ssize_t end, Alone *alone) noexcept nogil:
    """Return whether no visible text follows the line from p to `end` (-1: the line has no line end)."""
    cdef Py_ssize_t last
    if view.size - p > 4 * (MAX_ENDED + CAP):
        return False
    last = gap_before(view, view.size)
    alone.end, alone.after = last, view.size
    return not 0 <= end < last and code_points(view, p, last) <= MAX_ENDED \
        and char_before(view, last).kind != SHIPLAP_SENTENCE_SPACE


cdef int page_kind(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the kind of a lone line without a heading pattern, from p to `end` (G5)."""
    while end - p > 2 and unit_at(view, p) == u'*' and unit_at(view, end - 1) == u'*':
        p += 1
        end -= 1
    if has_page(view, p, end):
        return PAGE_WORD
    if is_date(view, p, end) and is_page_number(view, p, end):
        return PAGE_NUMBER
    return PAGE_COLUMN if ends_with_page(view, p, end) else PLAIN_LINE


cdef bint is_page_number(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a line for which N4 holds is the number of a page (G5)."""
    cdef int numbers = 0, before = SHIPLAP_SENTENCE_SPACE
    cdef Char char
    while p < end:
        char = char_at(view, p)
        numbers += char.kind == SHIPLAP_SENTENCE_DIGIT and before != SHIPLAP_SENTENCE_DIGIT
        if numbers > MAX_NUMBERS or char.code in u':：' \
                or (is_letter(char.kind) and char.code not in u'ivxof第共页頁ページ쪽페이지제'):
            return False
        before = char.kind
        p = char.next
    return True


cdef bint reads_on(const View *view, Py_ssize_t end, Py_ssize_t after) noexcept nogil:
    cdef int kind
    if after >= view.size or not is_open(view, end):
        return False
    kind = char_at(view, after).kind
    return kind == SHIPLAP_SENTENCE_LOWER or kind == SHIPLAP_SENTENCE_LETTER


# ---- headings, and the boundaries that would separate a heading from its text


cdef inline bint may_be_section(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether a heading or an anchor may start at p: the line may follow a blank line, or the units after its spaces
    and tabs may begin a heading or an anchor. This excludes most lines."""
    cdef Py_ssize_t i
    if may_follow_blank_line(view, p):
        return True
    if is_visible(view, unit_at(view, p)) and unit_at(view, p) not in u'#<([.@':
        return False
    i = after_blanks(view, p)
    return unit_at(view, i) == u'#' or may_be_target(view, p, i)


cdef inline bint may_head(const View *view, int headings, Py_ssize_t p) noexcept nogil:
    """Return whether a heading without an underline, or an anchor, may start at p, which begins a line, by a few units."""
    cdef Py_UCS4 unit = unit_at(view, p)
    cdef Char char
    if not is_visible(view, unit) or unit in u'#<([.@':
        return True
    if not headings & LOOKS:
        return False
    if (headings & (TITLE | INDENTED) and may_begin_title(view, p, view.size)) or may_have_number(view, p):
        return True
    if headings & UNNUMBERED == CAPITALS:
        char = char_at(view, p)
        if char.kind == SHIPLAP_SENTENCE_LOWER or char_at(view, char.next).kind == SHIPLAP_SENTENCE_LOWER:
            return False
    return headings & UNNUMBERED and may_begin_title(view, p, view.size)


cdef inline Py_ssize_t after_blanks(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the offset after the spaces and tabs at p, at most MAX_INDENT of them."""
    cdef Py_ssize_t i = spaces_end(view, p, min(<Py_ssize_t> MAX_INDENT, view.size - p - 1))
    while i + 1 < view.size and i - p < MAX_INDENT and is_blank_or_tab(unit_at(view, i)):
        i += 1
    return i


cdef bint section(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return whether a heading, or the first of the anchors before a heading, starts at p, the begin of a line, p < size."""
    cdef Py_ssize_t after
    cdef Py_UCS4 unit = unit_at(view, p)
    if is_visible(view, unit) and unit not in u'#<([.@':
        return is_heading_unmarked(view, rules, p)
    if is_heading(view, rules, p):
        return True
    if not may_be_target(view, p, after_blanks(view, p)):
        return False
    after = after_anchors(view, p)
    return p < after < view.size and is_heading(view, rules, after)


cdef inline bint may_be_target(const View *view, Py_ssize_t p, Py_ssize_t i) noexcept nogil:
    """Return whether the line at p, with spaces and tabs up to i, may be an anchor or a target by a few units."""
    cdef Py_UCS4 unit = unit_at(view, i), second
    if not (unit in u'<([.@' or (unit > 0x7F and i > p)) or i + 1 >= view.size:
        return False
    second = unit_at(view, i + 1)
    if unit == u'(':
        while i + 2 < view.size and i - p < 4 * CAP and unit_at(view, i + 1) not in u'()[] \n':
            i += 1
        return unit_at(view, i + 1) == u')' and i + 2 < view.size and unit_at(view, i + 2) == u'='
    if unit == u'[':
        return second == u'[' or second == u'#'
    if unit == u'.':
        return second == u'.'
    return unit != u'@' or second == u'n'


cdef Py_ssize_t after_anchors(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the begin of the line after the anchors and targets at p, each a line of its own, with blank lines between
    them; p if they are missing."""
    cdef Py_ssize_t after, end, indent, first
    cdef Char char
    cdef int anchors, count
    for anchors in range(MAX_ANCHORS):
        after = next_line(view, p) if p < view.size else -1
        if after < 0:
            break
        end = gap_before(view, after)
        first = after_indent(view, p, &indent)
        if end <= p or not is_target(view, first, end):
            break
        p = after
        for count in range(MAX_OPTIONS):
            after = next_line(view, p) if p < view.size else -1
            if after < 0 or options_begin(view, p) == p:
                after = p
                break
            p = after
        char = char_at(view, p)
        count = 0
        while count < CAP and char.kind == SHIPLAP_SENTENCE_SPACE:
            p = char.next
            char = char_at(view, p)
            count += 1
        char = char_before(view, p)
        while p > after and char.kind == SHIPLAP_SENTENCE_SPACE and not is_line_end(char.code):
            p = char.next
            char = char_before(view, p)
    return p


cdef inline bint is_heading(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p is a heading, or the title of a heading."""
    return is_marked(view, p) or is_heading_unmarked(view, rules, p)


cdef bint is_heading_unmarked(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return `is_unmarked` for any line, with what is known of lines."""
    cdef Py_ssize_t *known
    if p >= view.size or not may_follow_blank_line(view, p):
        return False
    if rules.judged == NULL:
        return is_unmarked(view, rules.headings, p)
    known = &rules.judged.lines[<size_t> p * 40503 // 16 % JUDGED_ROOM]
    if known[0] >> 1 != p:
        known[0] = 2 * p + is_unmarked(view, rules.headings, p)
    return known[0] & 1


# A cut asks up to three times about a line: whether a section begins there, whether an end of a chunk after the line would part
# it from its text, and again for the overlap. What is known of lines gains 35 % of the instructions of a text in which many
# short paragraphs look like titles.
cdef bint is_unmarked(const View *view, int headings, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p, which may follow a blank line, is a heading without `#`, or the title of one."""
    cdef Alone alone
    cdef Py_ssize_t begin, end = after_short_line(view, p)
    if is_title(view, headings, p, end) or (headings & ADORNED and is_overlined(view, headings, p)):
        return True
    if not headings & LOOKS:
        return False
    begin = p
    if not is_visible(view, unit_at(view, p)):
        begin = visible_part(view, p)
        end = next_line(view, begin) if begin > p else end
    if begin >= view.size or end < 0 or has_no_look(view, begin, end) or char_at(view, begin).kind == SHIPLAP_SENTENCE_SPACE:
        return False
    headings &= LOOKS
    return look_in(view, begin, look_within(view, begin, end, headings, &alone), headings, &alone) != 0


cdef inline bint ends_with_heading(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return whether the text before p ends with a heading or with a part of a heading."""
    cdef Py_ssize_t begin, _
    cdef int headings = rules.headings
    if headings == NO_HEADINGS:
        return False
    begin = line_above(view, p, &_)
    return begin >= 0 and (is_heading(view, rules, begin) or underlines(view, headings, begin)
                           or is_below_overline(view, headings, begin) or is_second_line(view, headings, begin))


cdef inline bint is_second_line(const View *view, int headings, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p is the second line of a heading without marks (L15)."""
    cdef Alone alone
    cdef Py_ssize_t begin
    if not headings & LOOKS or (p > 1 and unit_at(view, p - 1) == u'\n' and unit_at(view, p - 2) == u'\n'):
        return False  # a blank line is before it
    begin = line_start(view, gap_before(view, p))
    return begin >= 0 and next_line(view, begin) == p and heading_look(view, begin, headings & LOOKS, &alone) and alone.end > p


cdef inline bint is_marked(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p begins with at most three spaces, one to six `#`, and then a space, a tab, the end of
    the line or of the text."""
    cdef Py_ssize_t begin = p, end
    cdef Py_UCS4 code
    while begin < view.size and begin < p + 3 and unit_at(view, begin) == u' ':
        begin += 1
    end = begin
    while end < view.size and end < begin + 7 and unit_at(view, end) == u'#':
        end += 1
    if end == begin or end > begin + 6:
        return False
    return end == view.size or ends_line(view, end) or unit_at(view, end) in u' \t'


cdef inline bint ends_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the code point at p, p < size, is a line end."""
    return is_line_end(code_point_at(view, p))


cdef inline bint is_underlined(const View *view, int headings, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p is the title of a setext heading, and the only line of its paragraph. The underline is
    tested first, because nearly no line has one."""
    return p < view.size and is_title(view, headings, p, next_line(view, p))


cdef inline bint is_title(const View *view, int headings, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return `is_underlined` for a line at p, p < size, that ends at `end` (-1: too far)."""
    cdef Py_UCS4 unit = unit_at(view, p)
    if end < 0 or not is_underline(view, headings, end) or unit in u'>|' \
            or (unit in u'-*+' and p + 1 < view.size and unit_at(view, p + 1) in u' \t'):
        return False
    if is_underline(view, headings, p) or not follows_blank_line(view, p) or has_page(view, p, gap_before(view, end)):
        return False
    return <Py_ssize_t> shiplap_scan_visible_end(view.data, view.size, view.width, p, next_code_point(view, p)) > p


cdef bint is_overlined(const View *view, int headings, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p is the overline of a title of reStructuredText."""
    cdef Py_ssize_t title, end
    if not headings & ADORNED or not is_underline(view, headings, p) or not follows_blank_line(view, p):
        return False
    title = next_line(view, p)
    end = -1 if title < 0 or is_underline(view, headings, title) else next_line(view, title)
    if end < 0 or not is_underline(view, headings, end) or follows_blank_line(view, end):
        return False
    return unit_at(view, p) != u' ' and unit_at(view, p) == unit_at(view, end)


cdef inline bint is_adornment(Py_UCS4 unit) noexcept nogil:
    """Return whether a character is one of ADORNMENTS: an ASCII punctuation mark."""
    return u'!' <= unit <= u'~' and not is_numeric(unit) and not is_capital(unit) and not is_small(unit)


cdef inline bint is_underline(const View *view, int headings, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p is at most three spaces, a run of `=` or of `-`, and white space, all in CAP code
    points; with ADORNED, three or more of any of ADORNMENTS too."""
    cdef Py_ssize_t begin = p, end
    cdef Py_UCS4 mark
    while begin < view.size and begin < p + 3 and unit_at(view, begin) == u' ':
        begin += 1
    if begin == view.size:
        return False
    mark, end = unit_at(view, begin), begin
    if mark not in u'=-' and not (headings & ADORNED and is_adornment(mark)):
        return False
    while end < view.size and end - p < CAP and unit_at(view, end) == mark:
        end += 1
    if mark not in u'=-' and end - begin < 3:
        return False
    while end < view.size and end - p < CAP and unit_at(view, end) in u' \t':
        end += 1
    return end == view.size or ends_line(view, end)


cdef inline bint underlines(const View *view, int headings, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p is the underline of the line before it."""
    cdef Py_ssize_t begin
    if p == 0 or not is_underline(view, headings, p):
        return False
    begin = line_start(view, gap_before(view, p))
    return begin >= 0 and is_underlined(view, headings, begin) and next_line(view, begin) == p


cdef bint has_underlined(const View *view) noexcept nogil:
    """Return whether a line of a text is the title of a heading that is underlined with any mark, and its underline has
    MIN_UNDERLINE or more marks, and at least as many as the title has code points."""
    cdef size_t at = 1
    cdef size_t[SHIPLAP_PLACES_ROOM] places
    cdef Py_ssize_t count, k
    while <Py_ssize_t> at < view.size:
        count = shiplap_scan_all(view.data, view.size, view.width, SHIPLAP_LINE, &at, view.size, places)
        for k in range(count):
            if not is_letter_of_ascii(unit_at(view, <Py_ssize_t> places[k])) and is_long_underline(view, <Py_ssize_t> places[k]):
                return True
    return False


cdef inline bint is_long_underline(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p is an underline that is as long as its title; its first units exclude nearly all lines."""
    cdef Py_ssize_t end, begin, marks = p
    cdef Py_UCS4 mark
    while marks + 1 < view.size and marks < p + 3 and unit_at(view, marks) == u' ':
        marks += 1
    mark = unit_at(view, marks) if marks < view.size else 0
    if not is_adornment(mark) or not underlines(view, ADORNED, p):
        return False
    end = gap_before(view, p)
    begin = line_start(view, end)
    p = marks
    while marks < view.size and unit_at(view, marks) == mark:
        marks += 1
    return begin >= 0 and marks - p >= max(<Py_ssize_t> MIN_UNDERLINE, code_points(view, begin, end))


cdef bint is_below_overline(const View *view, int headings, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p is the text or the underline of a title with an overline."""
    cdef Py_ssize_t begin
    cdef int k
    for k in range(2 if headings & ADORNED else 0):
        begin = line_start(view, gap_before(view, p)) if p else -1
        if begin < 0 or next_line(view, begin) != p:
            return False
        if is_overlined(view, headings, begin):
            return True
        p = begin
    return False


# ---- leads: lines that belong to the text after them (D1 to D5)


cdef bint ends_with_lead(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the text before p ends with a lead, or with a part of the line of a lead. Most lines and sentences end
    with a mark that no lead ends with, so that a few units decide."""
    cdef Py_ssize_t end = p
    cdef bint over_line = False
    cdef Char last
    if follows_mark(view, p):
        return False
    last = char_before(view, p)
    while last.kind == SHIPLAP_SENTENCE_SPACE and p - end < FAST_REACH:
        over_line = over_line or is_line_end(last.code)
        end = last.next
        last = char_before(view, end)
    if last.kind == SHIPLAP_SENTENCE_SPACE:
        end = gap_before(view, p)
        last = char_before(view, end)
        over_line = shiplap_scan_last(view.data, view.size, view.width, SHIPLAP_LINE, end + 1, p + 1) >= 0
    if end == 0 or last.kind == SHIPLAP_SENTENCE_SPACE:
        return False
    if not over_line:
        if end == p or last.kind == SHIPLAP_SENTENCE_STOP or last.kind == SHIPLAP_SENTENCE_TERMINAL \
                or last.kind == SHIPLAP_SENTENCE_CLOSE or last.kind == SHIPLAP_SENTENCE_QUOTE:
            return False
        end = rest_of_line(view, p)
        last = char_before(view, end) if end >= 0 else last
    if end < 0 or not may_end_lead(&last):
        return False
    return is_lead_in(view, end) or (may_end_label(&last) and is_label(view, end, &last))


cdef Py_ssize_t rest_of_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the end of the visible part of the line of p, or -1 if the line ends more than CAP code points after p."""
    cdef Py_ssize_t end = next_line(view, p)
    cdef Char last
    if end < 0:
        end = near_end(view, p, view.size) if view.size - p <= 4 * CAP else -1
    last = char_before(view, end)
    while end > p and last.kind == SHIPLAP_SENTENCE_SPACE:
        end = last.next
        last = char_before(view, end)
    return end


cdef inline void fill_lead_ends() noexcept nogil:
    """Fill the table of the characters that leads end with."""
    cdef Char char
    cdef int code
    for code in range(128):
        char.code, char.kind = code, kind_of(code)
        lead_ends[code] = may_end_lead_in(&char) or may_end_label(&char)


cdef inline bint may_end_lead(const Char *char) noexcept nogil:
    """Return whether a lead may end with a character."""
    return lead_ends[char.code] if is_ascii(char.code) else may_end_lead_in(char) or may_end_label(char)


cdef inline bint may_end_lead_in(const Char *char) noexcept nogil:
    """Return whether a lead-in may end with a character."""
    return is_colon(char.code) or is_dash(char.code) or closes_lead_in(char) or char.code == u'>'


cdef bint is_lead_in(const View *view, Py_ssize_t end) noexcept nogil:
    """Return whether a lead-in ends at `end` (D1)."""
    cdef Py_ssize_t i = before_tags(view, end), begin
    cdef Char char = char_before(view, i)
    cdef int count = 0
    while count < MAX_CLOSING and closes_lead_in(&char):
        i = char.next
        char = char_before(view, i)
        count += 1
    if is_dash(char.code):
        i = char.next
        char = char_before(view, i)
    begin = i
    count = 0
    while count < 3 and is_colon(char.code):
        begin = char.next
        char = char_before(view, begin)
        count += 1
    return 0 < count < 3 and not (count == 1 and is_name_in_colons(view, begin))


cdef Py_ssize_t before_tags(const View *view, Py_ssize_t end) noexcept nogil:
    """Return the begin of the closing tags and line breaks of HTML that end at `end`, with white space between them."""
    cdef Py_ssize_t begin
    cdef Char char
    cdef int tags, count
    for tags in range(MAX_TAGS):
        begin = end - 1
        if begin < 0 or unit_at(view, begin) != u'>':
            break
        while begin > 0 and end - begin < MAX_TAG and unit_at(view, begin) != u'<' and is_ascii(unit_at(view, begin)):
            begin -= 1
        if unit_at(view, begin) != u'<' \
                or (unit_at(view, begin + 1) != u'/' and not is_text_at(view, begin + 1, end, b'br')):
            break
        end = begin
        char = char_before(view, end)
        count = 0
        while count < MAX_CLOSING and char.kind == SHIPLAP_SENTENCE_SPACE and not is_line_end(char.code):
            end = char.next
            char = char_before(view, end)
            count += 1
    return end


cdef bint is_text_at(const View *view, Py_ssize_t i, Py_ssize_t end, const char *word) noexcept nogil:
    """Return whether a word is at i, before `end`, in upper or lower case; `word` is given in small letters and marks."""
    cdef uint32_t unit
    while word[0]:
        if i >= end:
            return False
        unit = <uint32_t> unit_at(view, i)
        if c'A' <= unit <= c'Z':
            unit |= 0x20
        if unit != <unsigned char> word[0]:
            return False
        i += 1
        word += 1
    return True


cdef bint is_case_at(const View *view, Py_ssize_t i, Py_ssize_t end, const char *word) noexcept nogil:
    """Return whether a word is at i, before `end`, in the same case."""
    while word[0]:
        if i >= end or <uint32_t> unit_at(view, i) != <unsigned char> word[0]:
            return False
        i += 1
        word += 1
    return True


cdef inline bint closes_lead_in(const Char *char) noexcept nogil:
    """Return whether a character may stand after the colon of a lead-in: a quote, a sign of emphasis, or the backslash of a
    hard line break."""
    return char.kind == SHIPLAP_SENTENCE_QUOTE or is_emphasis(char.code) or char.code == u'\\'


cdef bint is_name_in_colons(const View *view, Py_ssize_t colon) noexcept nogil:
    """Return whether a name in colons, after white space in its line, ends with the colon at `colon`."""
    cdef Py_ssize_t begin = colon
    cdef Char char
    while begin > 0 and colon - begin < MAX_NAME and is_of_name(unit_at(view, begin - 1)):
        begin -= 1
    if begin == colon or begin <= 1 or unit_at(view, begin - 1) != u':':
        return False
    char = char_before(view, begin - 1)
    return char.kind == SHIPLAP_SENTENCE_SPACE and not is_line_end(char.code)


cdef inline bint is_of_name(Py_UCS4 unit) noexcept nogil:
    """Return whether a character may stand in the name of a picture."""
    return is_small(unit) or is_numeric(unit) or unit in u'_+-'


cdef bint is_label(const View *view, Py_ssize_t end, const Char *last) noexcept nogil:
    """Return whether the line whose visible part ends at `end`, with the character `last` that may end a label, is a lead
    without a colon at its end (D2 to D9)."""
    cdef Py_ssize_t begin = line_start(view, end), first, indent
    cdef Alone alone
    if begin < 0:
        return False
    first = after_indent(view, begin, &indent)
    if (may_be_item(view, first) and is_marked_label(view, begin, first, end, last)) \
            or ((first > begin or may_be_in_capitals(view, first, end))
                and look(view, begin, &alone) & (CAPITALS | INDENTED) and not look(view, alone.after, &alone)):
        return True
    if is_plain_begin(unit_at(view, first)) and last.code not in u'*_`>' and not is_question_mark(last.code):
        return (first > begin and options_begin(view, begin) < begin) or is_version_line(view, begin, first, end, last)
    if last.code == u'>' and (is_emphasised(view, first, before_tags(view, end)) or is_closed_label(view, first, end)):
        return True
    return is_emphasised(view, first, end) \
        or (last.code == u'】' and char_at(view, first).code == u'【') \
        or is_case_at(view, first, end, b'.. rubric::') or is_anchor(view, first, end) \
        or (first > begin and options_begin(view, begin) < begin) or has_content(view, begin, first, end) \
        or (is_question_mark(last.code) and is_question(view, begin, first)) or is_version_line(view, begin, first, end, last)


cdef inline bint is_plain_begin(Py_UCS4 unit) noexcept nogil:
    """Return whether only an option or the version line of a changelog begins with a unit, of the labels whose last character
    tells nothing."""
    return is_small(unit) or is_capital(unit) or unit in u'-+#|'


cdef inline bint may_end_label(const Char *char) noexcept nogil:
    """Return whether a label may end with a character."""
    return char.code in u'*_\'>=]:\\–—' or is_question_mark(char.code) or ends_version_line(char)


cdef inline bint is_question_mark(Py_UCS4 code) noexcept nogil:
    """Return whether a character is one of QUESTION_MARKS."""
    return code in u'?？؟'


cdef bint is_closed_label(const View *view, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return whether the text between two offsets ends with one of LABEL_ENDS, or is a paragraph of HTML that is entirely in
    bold or italics (D2)."""
    cdef Py_UCS4 level
    if end - first >= 10 and is_text_at(view, end - 10, end, b'</summary>'):
        return True
    if end - first < 5:
        return False
    level = unit_at(view, end - 2)
    if is_text_at(view, end - 5, end, b'</dt>') or (u'1' <= level <= u'6' and is_text_at(view, end - 5, end - 2, b'</h')):
        return True
    return end - first > 7 and is_text_at(view, first, end, b'<p>') and is_text_at(view, end - 4, end, b'</p>') \
        and is_emphasised(view, first + 3, end - 4)


cdef Py_ssize_t before_attributes(const View *view, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return the begin, after `first`, of the attributes in braces that end at `end`, with the white space before them; `end`
    if they are missing."""
    cdef Py_ssize_t begin = end - 1
    cdef Char char
    cdef int count = 1
    if unit_at(view, begin) != u'}':
        return end
    while begin > first and count < MAX_ATTRIBUTES and unit_at(view, begin) != u'{':
        begin = char_before(view, begin).next
        count += 1
    if begin <= first or unit_at(view, begin) != u'{':
        return end
    char = char_before(view, begin)
    while begin > first and char.kind == SHIPLAP_SENTENCE_SPACE and not is_line_end(char.code):
        begin = char.next
        char = char_before(view, begin)
    return begin


cdef bint is_emphasised(const View *view, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return whether the text between two offsets is entirely in bold or italics (D2)."""
    cdef Py_ssize_t i = first, after
    cdef bint has_span = False, is_value = False
    cdef Char char
    if first < end and unit_at(view, end - 1) == u'\\':
        end -= 1
    if first < end and unit_at(view, first) in u'*_\'':
        end = before_attributes(view, first, end)
    while i < end:
        after = after_span(view, i, end)
        has_span |= after > i
        if after == i:
            char = char_at(view, i)
            if char.code > u'\x7f' and (char.kind == SHIPLAP_SENTENCE_OTHER or char.kind == SHIPLAP_SENTENCE_EXTEND):
                after = char.next
            else:
                after = after_time(view, i, end, is_value)
        if after == i:
            after = after_break(view, i, end)
        if after == i:
            return has_span and is_remark(view, i, end)
        is_value = follows_colon(view, after)
        i = after
        char = char_at(view, i)
        while i < end and (char.kind == SHIPLAP_SENTENCE_SPACE or is_dash(char.code) or is_colon(char.code) or char.code == u','):
            is_value = is_value or is_colon(char.code)
            i = char.next
            char = char_at(view, i)
    return has_span


cdef Py_ssize_t after_break(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return the end of the tag `<br>` at i, with its attributes; i if the tag is missing."""
    cdef Py_ssize_t last = i
    if not is_text_at(view, i, end, b'<br'):
        return i
    while last < end and unit_at(view, last) != u'>':
        last += 1
    return last + 1 if last < end else i


cdef bint is_remark(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether a remark in parentheses is between two offsets (D2)."""
    if unit_at(view, i) != u'(' or unit_at(view, end - 1) != u')' or code_points_on(view, i, MAX_REMARK) < end:
        return False
    for i in range(i + 1, end - 1):
        if unit_at(view, i) in u'():' or is_colon(char_at(view, i).code):
            return False
    return True


cdef bint is_marked_label(const View *view, Py_ssize_t begin, Py_ssize_t first, Py_ssize_t end, const Char *last) noexcept nogil:
    """Return whether the line at `begin`, visible from `first` to `end`, is the mark of an item, or `>`, and then a label that
    is entirely in emphasis (D2), or a short text (D8), and the next line may be its text."""
    cdef Py_ssize_t inner = first, indent, width = 0
    cdef bint is_quote = unit_at(view, first) == u'>', is_marked
    cdef int style = 0 if is_quote else item_style(view, first), count = 0
    cdef Char char = char_at(view, inner)
    if not is_quote and not 0 < style < FOOTNOTE:
        return False
    while inner < end and char.kind != SHIPLAP_SENTENCE_SPACE:
        inner = char.next
        char = char_at(view, inner)
    while inner < end and char.kind == SHIPLAP_SENTENCE_SPACE:
        inner = char.next
        char = char_at(view, inner)
    is_marked = last.code in u'*_`–—' and is_emphasised(view, inner, end)
    if is_quote or not (is_marked or code_points(view, first, end) <= MAX_TITLE):
        return is_marked
    after_indent(view, begin, &indent)
    char = char_at(view, end)
    while end < view.size and count < CAP and char.kind == SHIPLAP_SENTENCE_SPACE:
        width = 0 if is_line_end(char.code) else width + 1
        end = char.next
        char = char_at(view, end)
        count += 1
    return width > indent or (is_marked and style >= DIGITS and item_style(view, end) != style)


cdef Py_ssize_t after_span(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return the end of the span of bold or italics at i, before `end`; i if it is missing."""
    cdef Py_UCS4 sign = unit_at(view, i)
    cdef Py_ssize_t inner = i, last, after
    cdef int count, tag
    if sign == u'<':
        for tag in range(5):
            after = after_element(view, i, end, TAGS[2 * tag], TAGS[2 * tag + 1])
            if after > i:
                return after
        return i
    if sign not in u'*_\'':
        return i
    while inner < end and inner - i < MAX_SIGNS and unit_at(view, inner) == sign:
        inner += 1
    count = <int> (inner - i)
    if count < (2 if sign == u'\'' else 1) or inner == end or char_at(view, inner).kind == SHIPLAP_SENTENCE_SPACE \
            or unit_at(view, inner) == sign:
        return i
    last = inner
    while last < end and not (unit_at(view, last) == sign
                              and (count == 1 or (last + 1 < end and unit_at(view, last + 1) == sign))):
        last += 1
    after = last
    while after < end and unit_at(view, after) == sign:
        after += 1
    if after - last < count or char_before(view, after - count).kind == SHIPLAP_SENTENCE_SPACE:
        return i
    return after


cdef Py_ssize_t after_element(const View *view, Py_ssize_t i, Py_ssize_t end, const char *opens,
                              const char *closes) noexcept nogil:
    """Return the end of the element of HTML at i, before `end`; i if it is missing or empty."""
    cdef Py_ssize_t size = <Py_ssize_t> strlen(closes), last = i + size
    if not is_text_at(view, i, end, opens):
        return i
    while last <= end - size:
        if is_text_at(view, last, end, closes):
            return last + size
        last += 1
    return i


cdef Py_ssize_t after_time(const View *view, Py_ssize_t i, Py_ssize_t end, bint is_value) noexcept nogil:
    """Return the end of the time at i, before `end`; i if it is missing. A time is digits around a colon, in brackets (which
    may be missing unless `is_value`), and perhaps `AM`."""
    cdef Py_ssize_t at = i, begin, half
    cdef bint bracketed, has_colon = False
    cdef Char char
    cdef int count = 0
    if unit_at(view, at) == u'\\':
        at += 1
    bracketed = at < end and unit_at(view, at) in u'(['
    if not bracketed and (is_value or at > i):
        return i
    at += bracketed
    begin = at
    while at < end and count < MAX_TIME:
        char = char_at(view, at)
        if not (is_numeric(char.code) or char.code in u':.,'
                or (bracketed and (char.code in u' apmAPM' or is_dash(char.code)))):
            break
        has_colon = has_colon or (char.code == u':' and at > begin and at + 1 < view.size and is_digit_at(view, at + 1))
        at = char.next
        count += 1
    if at == begin or not has_colon or not is_digit_at(view, begin):
        return i
    if not bracketed:
        half = at + (at < view.size and unit_at(view, at) == u' ')
        return half + 2 if is_text_at(view, half, end, b'am') or is_text_at(view, half, end, b'pm') else at
    at += at < view.size and unit_at(view, at) == u'\\'
    return at + 1 if at < end and unit_at(view, at) in u')]' else i


cdef bint follows_colon(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether a colon stands before p, and then only signs of emphasis."""
    cdef Py_ssize_t i = p
    while i > 0 and p - i < MAX_SIGNS and unit_at(view, i - 1) in u'*_\'':
        i -= 1
    return i > 0 and is_colon(char_before(view, i).code)


cdef bint is_anchor(const View *view, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return whether the text between two offsets is an anchor (D3)."""
    cdef Py_UCS4 unit = unit_at(view, first) if first < end else 0
    cdef Py_ssize_t opens = 1, closes = 1, k
    if unit == u'<':
        return is_anchor_tag(view, first, end)
    if unit in u'.@\\':
        return is_marking(view, first, end)
    if unit == u'(':
        closes = 2
        if not is_text_at(view, end - 2, end, b')='):
            return False
    elif unit == u'[' and is_text_at(view, first, end, b'[['):
        opens = closes = 2
        if not is_text_at(view, end - 2, end, b']]'):
            return False
    elif unit == u'[' and is_text_at(view, first, end, b'[#'):
        opens = 2
        if unit_at(view, end - 1) != u']':
            return False
    elif unit == u'[' and is_case_at(view, first, end, b'[](){#'):
        opens = 6
        if unit_at(view, end - 1) != u'}':
            return False
    else:
        return False
    for k in range(first + opens, end - closes):
        if unit_at(view, k) in u'()[] ':
            return False
    return first + opens < end - closes


cdef bint is_marking(const View *view, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return whether the text between two offsets begins with a directive of reStructuredText that marks the next text."""
    return is_case_at(view, first, end, b'.. index::') or is_case_at(view, first, end, b'.. module::') \
        or is_case_at(view, first, end, b'.. currentmodule::') or is_case_at(view, first, end, b'.. py:module::') \
        or is_case_at(view, first, end, b'.. py:currentmodule::') or is_case_at(view, first, end, b'@node ') \
        or is_case_at(view, first, end, b'@cindex ') or is_case_at(view, first, end, b'@anchor{') \
        or is_case_at(view, first, end, b'\\label{')


cdef Py_ssize_t options_begin(const View *view, Py_ssize_t begin) noexcept nogil:
    """Return the begin of the directive that has the line at `begin` as an option (D6), or `begin`."""
    cdef Py_ssize_t p = above_options(view, begin), first, _
    if p == begin:
        return begin
    first = after_indent(view, p, &_)
    return p if is_case_at(view, first, begin, b'.. rubric::') or is_marking(view, first, begin) else begin


cdef Py_ssize_t above_options(const View *view, Py_ssize_t begin) noexcept nogil:
    """Return the begin of the first line above that is indented less than the line at `begin`, which may be an option of it
    (D6); `begin` if it is missing."""
    cdef Py_ssize_t p = begin, indent, width, above, end
    cdef int options
    after_indent(view, begin, &indent)
    for options in range(MAX_OPTIONS if indent else 0):
        if p > 1 and unit_at(view, p - 1) == u'\n' and is_visible(view, unit_at(view, p - 2)):
            end = p - 1
            above = start_of_short_line(view, end)
            above = above if above < 0 or near_end(view, above, p) >= 0 else -1
        else:
            end = gap_before(view, p)
            above = line_start(view, end)
            above = above if above < 0 or next_line(view, above) == p else -1
        if above < 0:
            break
        p = above
        after_indent(view, p, &width)
        if width < indent:
            return p
    return begin


cdef bint has_content(const View *view, Py_ssize_t begin, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return whether the line at `begin`, visible from `first` to `end`, is a directive with content, or its option (D7)."""
    cdef Py_ssize_t p = begin, directive, width, after = end
    cdef Py_UCS4 unit = unit_at(view, first)
    cdef Char char
    cdef int count = 0
    if unit not in u':.':
        return False
    if unit == u':':
        p = above_options(view, begin)
    directive = after_indent(view, p, &width)
    if not is_directive(view, directive, end):
        return False
    char = char_at(view, after)
    while after < view.size and count < CAP and char.kind == SHIPLAP_SENTENCE_SPACE:
        after = char.next
        char = char_at(view, after)
        count += 1
    if after == view.size or char.kind == SHIPLAP_SENTENCE_SPACE:
        return False
    count = 0
    p = after
    char = char_before(view, p)
    while p > end and char.kind == SHIPLAP_SENTENCE_SPACE and not is_line_end(char.code):
        p = char.next
        char = char_before(view, p)
        count += 1
    return count > width


cdef bint is_directive(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a directive of reStructuredText is at p: two full stops, a space, a name, and two colons."""
    cdef Py_ssize_t i = p + 3
    if not is_case_at(view, p, end, b'.. '):
        return False
    while i < end and i - p < MAX_NAME and (is_of_name(unit_at(view, i)) or unit_at(view, i) == u':') \
            and not is_case_at(view, i, view.size, b'::'):
        i += 1
    return i > p + 3 and is_case_at(view, i, end, b'::')


cdef bint is_target(const View *view, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return whether an anchor, or a target of reStructuredText, is between two offsets: `.. _fees:`."""
    if first < end and unit_at(view, first) == u'.' and unit_at(view, end - 1) == u':' \
            and is_text_at(view, first, end, b'.. _'):
        return True
    return is_anchor(view, first, end)


cdef bint is_anchor_tag(const View *view, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return whether a line is only tags and white space, and the first tag has an id or a name."""
    cdef Py_ssize_t i = first
    cdef bint inside = False, closed = False, named = False
    cdef Char char
    while i < end:
        char = char_at(view, i)
        if char.code in u'<>':
            if inside == (char.code == u'<'):
                return False
            inside = not inside
            closed = closed or not inside
        elif not inside and (char.kind != SHIPLAP_SENTENCE_SPACE or is_line_end(char.code)):
            return False
        elif not closed and char.code == u' ':
            named = named or is_text_at(view, i, end, b' id=') or is_text_at(view, i, end, b' name=')
        i = char.next
    return named and not inside


cdef bint is_question(const View *view, Py_ssize_t begin, Py_ssize_t first) noexcept nogil:
    """Return whether the line at `begin`, visible from `first`, begins like a question (D4)."""
    cdef Py_ssize_t i = first + 1
    if unit_at(view, first) == u'Q':
        while i < view.size and i - first <= MAX_DIGITS and is_digit_at(view, i):
            i += 1
        if i < view.size and unit_at(view, i) in u'.)' and is_gap(view, i + 1):
            return True
    return item_style(view, begin) == SPEAKER


cdef bint is_version_line(const View *view, Py_ssize_t begin, Py_ssize_t first, Py_ssize_t end, const Char *last) noexcept nogil:
    """Return whether the line at `begin`, visible from `first` to `end`, is the version line of a changelog (D5)."""
    cdef Py_ssize_t i
    cdef Char char
    if not (ends_version_line(last) or last.code == u'=') or not may_follow_blank_line(view, begin) \
            or code_points(view, begin, end) > MAX_VERSION_LINE:
        return False
    if last.code == u'=' or unit_at(view, first) == u'=':
        first = within_marks(view, first, &end)
        char = char_before(view, end)
        if first >= end or not ends_version_line(&char):
            return False
    i = after_opener(view, first, end)
    if not is_version(view, i, end):
        if not is_letter(char_at(view, first).kind):
            return False
        char = char_at(view, i)
        while i < end and char.kind != SHIPLAP_SENTENCE_SPACE:
            i = char.next
            char = char_at(view, i)
        if i == first or i >= end or not is_version(view, after_opener(view, char.next, end), end):
            return False
    return begin == 0 or follows_blank_line(view, begin)


cdef Py_ssize_t within_marks(const View *view, Py_ssize_t first, Py_ssize_t *end) noexcept nogil:
    """Return the begin of the text between two offsets without the signs of equality on each side and the white space beside
    them; `end` is moved too."""
    cdef Py_ssize_t begin = first, last = end[0]
    cdef Char char
    while begin < last and begin - first < MAX_MARKS and unit_at(view, begin) == u'=':
        begin += 1
    while last > begin and end[0] - last < MAX_MARKS and unit_at(view, last - 1) == u'=':
        last -= 1
    if begin > first:
        char = char_at(view, begin)
        while begin < last and char.kind == SHIPLAP_SENTENCE_SPACE:
            begin = char.next
            char = char_at(view, begin)
    if last < end[0]:
        char = char_before(view, last)
        while last > begin and char.kind == SHIPLAP_SENTENCE_SPACE:
            last = char.next
            char = char_before(view, last)
    end[0] = last
    return begin


cdef inline bint ends_version_line(const Char *char) noexcept nogil:
    """Return whether a version line may end with a character."""
    return is_letter(char.kind) or char.kind == SHIPLAP_SENTENCE_DIGIT or char.kind == SHIPLAP_SENTENCE_CLOSE \
        or is_emphasis(char.code)


cdef Py_ssize_t after_opener(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return the offset after an opening bracket or signs of emphasis at i and a `v`, each of which may be missing."""
    while i < end and unit_at(view, i) in u'([*_`':
        i += 1
    return i + 1 if i < end and unit_at(view, i) in u'vV' else i


cdef bint is_version(const View *view, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Return whether a version or a date is at i."""
    cdef int separators = 0
    while i < end and is_digit_at(view, i):
        while i < end and is_digit_at(view, i):
            i += 1
        if i + 1 >= end or unit_at(view, i) not in u'.-' or not is_digit_at(view, i + 1):
            break
        separators += 2 if unit_at(view, i) == u'.' else 1
        i += 1
    return separators >= 2


# ---- the heading patterns that a text uses consistently


cdef inline int consistent_looks(View *view) noexcept nogil:
    """Return the patterns that count as headings, as bits. UTF-8 must be known to be well-formed. The counts of the second
    pass are needed only for titles and numbers."""
    cdef Counts counts
    cdef int looks = 0, share, found = LABELLED
    cdef bint is_outlined, is_rare, has_few, is_indented_text = False
    memset(&counts, 0, counts_size(&counts))
    counts.wanted = LOOKS
    count_pieces(view, &counts, False)
    if counts.marked > MAX_MARKED:
        counts.bodies[TITLE] = counts.bodies[CAPITALS] = counts.bodies[INDENTED_SLOT] = counts.lines[INDENTED_SLOT] = 0
        counts.blocks = 0
    share = (counts.pieces + SHARE - 1) // SHARE
    while found <= TITLE:
        if counts_as_headings(&counts, found, share if found == TITLE else min(share, MIN_PIECES)):
            looks |= found
        found *= 2
    if counts_as_headings(&counts, INDENTED_SLOT, share):
        looks |= INDENTED
    is_outlined = counts_as_headings(&counts, OUTLINED_SLOT, min(share, MIN_PIECES))
    is_rare = counts.lines[NUMBERED] or (not looks & LABELLED and (
        counts.lines[LABELLED] or counts.lines[OUTLINED_SLOT] or counts.lines[INDENTED_SLOT]))
    has_few = counts.blocks >= MIN_LINES and 2 * counts.blocks >= counts.lines[TITLE]
    if is_outlined or is_rare or has_few or looks & (TITLE | INDENTED | NUMBERED):
        counts.needs_all = is_outlined or looks & NUMBERED or is_rare
        counts.needs_flush = counts.needs_all or looks & TITLE or has_few
        counts.titles = looks & (TITLE | INDENTED) | has_few * TITLE
        count_pieces(view, &counts, True)
        is_indented_text = counts.indented >= MIN_INDENTED * counts.flush
        if is_indented_text and (is_outlined or looks & NUMBERED):
            looks |= OUTLINED | NUMBERED | (TITLE if counts.bodies[TITLE] >= MIN_LINES else 0)
        elif is_indented_text and has_few:
            looks |= TITLE
        if is_running_text(counts.lines[TITLE], counts.bodies[TITLE], counts.strays):
            looks &= ~TITLE
        if is_running_text(counts.lines[INDENTED_SLOT], counts.bodies[INDENTED_SLOT], counts.indented_strays):
            looks &= ~INDENTED
    if not looks & NUMBERED and (is_rare or (looks & TITLE and not looks & LABELLED)):
        looks |= counts_throughout(view, is_indented_text) \
            & (LABELLED | NUMBERED if counts.marked <= MAX_MARKED and (is_rare or is_indented_text) else LABELLED)
        if is_indented_text and looks & NUMBERED:
            looks |= OUTLINED
    if looks & TITLE:
        looks |= CAPITALS
    if looks & NUMBERED or opens_with_label(view):
        looks |= LABELLED
    return looks & ~INDENTED if counts.marked else looks


cdef int counts_throughout(View *view, bint with_outlined) noexcept nogil:
    """Return LABELLED and NUMBERED if their lines in the first LABELS_KNOWN_BY code points make them count; NUMBERED also for
    OUTLINED lines, if `with_outlined` (C10)."""
    cdef Counts counts
    cdef Place place
    cdef Py_ssize_t begin = 0, m = 0
    cdef int least
    memset(&counts, 0, counts_size(&counts))
    counts.wanted = LABELLED | NUMBERED | OUTLINED
    counts.marked = MAX_MARKED + 1      # marked headings need not be found
    place.at = place.m = 0
    while m < LABELS_KNOWN_BY and begin < view.size:
        m += PIECE
        count_piece(view, begin, move_to_piece(view, &place, m), &counts, False)
        begin = place.at
    least = min((counts.pieces + SHARE - 1) // SHARE, MIN_PIECES)
    return (LABELLED if counts_as_headings(&counts, LABELLED, least) else 0) \
        | (NUMBERED if counts_as_headings(&counts, NUMBERED, least)
           or (with_outlined and counts_as_headings(&counts, OUTLINED_SLOT, least)) else 0)


cdef bint opens_with_label(const View *view) noexcept nogil:
    """Return whether the first visible line makes LABELLED count (C11)."""
    cdef Alone alone, other
    cdef Py_ssize_t p = 0, title
    cdef int seen = 0
    cdef Char char
    while p < view.size and seen < CAP:
        char = char_at(view, p)
        if char.kind != SHIPLAP_SENTENCE_SPACE:
            break
        p = char.next
        seen += 1
    if p >= view.size or not may_have_number(view, p) or look(view, p, &alone) != LABELLED:
        return False
    title = number_of(view, p, alone.end)
    while title < alone.end:
        char = char_at(view, title)
        if is_after(char.code) or is_line_end(char.code):
            title = alone.end
            break
        if char.kind != SHIPLAP_SENTENCE_SPACE:
            break
        title = char.next
    return (title == alone.end or in_capitals(view, p, alone.end)) and look(view, alone.after, &other) != LABELLED \
        and not is_contact(view, alone.after)


cdef inline size_t counts_size(const Counts *counts) noexcept nogil:
    """Return the number of bytes of counts that must be zero at first."""
    return <size_t> (<const char *> counts.kept_lines - <const char *> counts)


cdef inline void count_pieces(View *view, Counts *counts, bint paragraphs) noexcept nogil:
    """Count lines, or paragraphs, in all pieces. The count of paragraphs ends when more paragraphs cannot change the result."""
    cdef Place place
    cdef Py_ssize_t begin, m = 0
    place.at = place.m = 0
    while m <= LAST_PIECE:
        begin = move_to_piece(view, &place, m)
        if begin >= view.size or (paragraphs and not counts.needs_all and is_taken_away(counts)):
            break
        count_piece(view, begin, move_to_piece(view, &place, m + PIECE), counts, paragraphs)
        m = next_piece(m)


cdef inline bint counts_as_headings(const Counts *counts, int slot, int least) noexcept nogil:
    """Return whether lines of a pattern have bodies in enough pieces (C3, C4)."""
    return counts.bodies[slot] >= MIN_LINES and 2 * counts.bodies[slot] >= counts.lines[slot] \
        and counts.spread[slot] >= least


cdef bint is_block(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the line whose visible part begins at p, and the line right below it, are indented (C7)."""
    cdef Py_ssize_t below = next_line(view, p) if indent_of(view, p) else -1, begin
    if below < 0:
        return False
    begin = visible_part(view, below)
    return below < begin < view.size and char_at(view, begin).kind != SHIPLAP_SENTENCE_SPACE


cdef inline bint is_running_text(int titles, int bodies, int strays) noexcept nogil:
    """Return whether the titles of a text are short paragraphs of running text (C6)."""
    cdef int bare = titles - bodies
    return strays > 2 * titles or (bare > 0 and 10 * (2 * bare + strays) > 11 * titles)


cdef inline bint is_taken_away(const Counts *counts) noexcept nogil:
    """Return whether all titles of a text are discarded: more stray paragraphs cannot restore a title."""
    return not ((counts.titles & TITLE and not is_running_text(counts.lines[TITLE], counts.bodies[TITLE], counts.strays))
                or (counts.titles & INDENTED and not is_running_text(counts.lines[INDENTED_SLOT], counts.bodies[INDENTED_SLOT],
                                                                     counts.indented_strays)))


cdef inline Py_ssize_t next_piece(Py_ssize_t m) noexcept nogil:
    """Return the first code point of the piece after the piece at code point m."""
    return m + (PIECE if m == 0 else min(m, <Py_ssize_t> PIECE_STEP))


cdef inline Py_ssize_t move_to_piece(View *view, Place *place, Py_ssize_t m) noexcept nogil:
    """Move on to code point number m."""
    cdef Py_ssize_t at = furthest(view, SAME if view.width else CHARACTERS, place, m)
    place.at, place.m = at, m
    return at


cdef inline void count_piece(const View *view, Py_ssize_t begin, Py_ssize_t end, Counts *counts, bint paragraphs) noexcept nogil:
    """Count the lines, or the paragraphs, that begin in a piece."""
    cdef size_t at = begin
    cdef size_t[SHIPLAP_PLACES_ROOM] places
    cdef Py_ssize_t count, k, before = 0 if begin == 0 else -1
    counts.pieces += not paragraphs
    counts.body = counts.next = -1
    at += begin == 0
    while <Py_ssize_t> at < end:
        count = shiplap_scan_all(view.data, view.size, view.width, SHIPLAP_LINE, &at, end, places)
        for k in range(count):
            if before >= 0 and paragraphs:
                count_paragraph(view, before, <Py_ssize_t> places[k], counts)
            elif before >= 0:
                count_line(view, before, <Py_ssize_t> places[k], counts)
            before = <Py_ssize_t> places[k]
    if before >= 0 and paragraphs:
        count_paragraph(view, before, -1, counts)
    elif before >= 0:
        count_line(view, before, -1, counts)


cdef inline void count_line(const View *view, Py_ssize_t p, Py_ssize_t end, Counts *counts) noexcept nogil:
    """Count the line at p, which ends at `end` (-1: too far). A few units exclude most lines: they follow a visible line,
    are too long, or end with a mark."""
    cdef Alone alone
    cdef int found, slot
    cdef Py_ssize_t begin
    if p >= view.size or not may_follow_blank_line(view, p):
        return
    if counts.marked <= MAX_MARKED and (
            end < 0 or unit_after_spaces(view, p) == u'#' or unit_after_spaces(view, end) in u'=-'):
        counts.marked += is_marked_alone(view, p)
        if counts.marked > MAX_MARKED:
            counts.wanted &= ~UNNUMBERED
    begin = p if is_visible(view, unit_at(view, p)) else visible_part(view, p)
    if begin >= view.size or (end >= 0 and end - begin > CAP * (1 if view.width else 4)) or (end > begin and has_no_look(view, begin, end)):
        return
    if begin == counts.next:
        found, alone = counts.next_look, counts.next_alone
    elif not counts.wanted & (CAPITALS | TITLE) and not may_have_number(view, begin):
        return
    else:
        found = look_at(view, begin, near_end(view, begin, end) if end >= 0 else next_line(view, begin), counts.wanted, &alone)
    if not found & counts.wanted:
        return
    if counts.kept < MAX_KEPT:
        counts.kept_lines[counts.kept], counts.kept_looks[counts.kept] = begin, found
    counts.kept += 1
    slot = OUTLINED_SLOT if found == OUTLINED else INDENTED_SLOT if found == INDENTED else found
    counts.lines[slot] += 1
    counts.next, counts.next_look = alone.after, look(view, alone.after, &counts.next_alone)
    if counts.next_look != found and not is_contact(view, alone.after):
        counts.bodies[slot] += 1
        counts.blocks += found == TITLE and is_block(view, alone.after)
        if counts.last[slot] != counts.pieces:
            counts.last[slot] = counts.pieces
            counts.spread[slot] += 1


cdef bint is_contact(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p is an address of one line (C2)."""
    cdef Alone alone
    return line_alone(view, p, &alone) and is_address_line(view, p, alone.end)


cdef inline Py_UCS4 unit_after_spaces(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the unit at p, after at most three spaces, or 0."""
    cdef int spaces = 0
    while p < view.size and spaces < 3 and unit_at(view, p) == u' ':
        p += 1
        spaces += 1
    return unit_at(view, p) if p < view.size else 0


cdef void count_paragraph(const View *view, Py_ssize_t p, Py_ssize_t end, Counts *counts) noexcept nogil:
    """Count the paragraph that begins with the line at p, if any: as indented or not, and as stray if it is a stray
    paragraph."""
    cdef Alone alone
    cdef int found = 0
    cdef Py_ssize_t begin
    cdef bint is_alone, is_short
    if p >= view.size or not may_follow_blank_line(view, p):
        return
    begin = visible_part(view, p)
    if begin >= view.size or char_at(view, begin).kind == SHIPLAP_SENTENCE_SPACE or not follows_blank_line(view, begin):
        return
    counts.indented += begin > p
    end = near_end(view, begin, end) if end >= 0 else next_line(view, begin)
    is_alone = end >= 0 and stands_alone(view, begin, end, &alone)
    if not is_alone:
        counts.flush += counts.needs_flush and begin == p and not (end >= 0 and look_at(view, begin, end, LABELLED | NUMBERED, &alone))
        return
    if begin != counts.body and is_stray(view, begin, &alone):
        counts.strays += begin == p
        counts.indented_strays += begin > p
    found = look_again(view, begin, &alone, counts)
    if found & (TITLE | INDENTED):
        counts.body = alone.after
    if found or begin > p or not counts.needs_flush:
        return
    is_short = code_points(view, p, alone.end) <= MAX_TITLE and may_be_numbered(view, p, alone.end)
    counts.flush += not (is_short and is_numbered_page(view, p, alone.end))


cdef inline int look_again(const View *view, Py_ssize_t p, const Alone *alone, Counts *counts) noexcept nogil:
    """Return the pattern of the line that stands alone at p, as the first pass stored it: both passes read the same lines in
    the same order."""
    if counts.kept > MAX_KEPT:
        return kept_look(view, p, look_of_line(view, p, LOOKS, alone, True), alone.end) & counts.wanted
    while counts.used < counts.kept and counts.kept_lines[counts.used] < p:
        counts.used += 1
    return counts.kept_looks[counts.used] & counts.wanted \
        if counts.used < counts.kept and counts.kept_lines[counts.used] == p else 0


cdef inline bint is_marked_alone(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether the line at p is a marked heading between blank lines, or the title of an underlined heading."""
    cdef Alone alone
    if is_underlined(view, UNKNOWN, p):
        return True
    return is_marked(view, p) and follows_blank_line(view, p) and line_alone(view, p, &alone)


# ---- levels

# The empty rules, for the levels without data of their own.
cdef Rules NO_RULES
memset(&NO_RULES, 0, sizeof(Rules))

# The forms of a text: width, encoding, and the exclusive limit of the code points.
FORMS = (
    (0, "utf-8", 0x110000), (1, "latin-1", 0x100), (2, f"utf-16-{sys.byteorder[0]}e", 0x10000),
    (4, f"utf-32-{sys.byteorder[0]}e", 0x110000),
)


# ---- words


cdef inline bint word(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether p is after white space, or between letters that are written without spaces, or between them and
    their punctuation."""
    cdef Run run
    cdef Py_ssize_t begin = p
    cdef uint16_t right = shiplap_properties(code_point_at(view, p))
    cdef uint16_t left = shiplap_properties(code_point_before(view, p, &begin))
    cdef int after = shiplap_word_class_of(right), before, _
    if shiplap_sentence_class_of(left) == SHIPLAP_SENTENCE_SPACE:
        if shiplap_sentence_class_of(right) == SHIPLAP_SENTENCE_SPACE:
            return False
    else:
        if not is_unspaced_letter(after) and after != SHIPLAP_WORD_CJK_OPEN:
            return False
        for _ in range(CAP):  # rule WB4 of UAX #29 looks through marks
            if begin == 0 or shiplap_word_class_of(left) != SHIPLAP_WORD_MARK:
                break
            left = shiplap_properties(code_point_before(view, begin, &begin))
        before = shiplap_word_class_of(left)
        if not is_unspaced_letter(before) and before != SHIPLAP_WORD_CJK_CLOSE:
            return False
        if before == SHIPLAP_WORD_KATAKANA and after == before:
            return False
    run.begin = run.end = 0
    return is_grapheme_boundary(view, &run, p)


cdef inline bint is_unspaced_letter(int word_class) noexcept nogil:
    """Return whether a class is one of LETTERS in the reference: letters that are written without spaces between
    words."""
    return (word_class == SHIPLAP_WORD_IDEOGRAPH or word_class == SHIPLAP_WORD_KATAKANA
            or word_class == SHIPLAP_WORD_SPACELESS)


# ---- sentences


# The two sentence rules of the records. The scan in csrc finds the candidates: perhaps a mark, then white space that ends
# at p. The functions return whether text[0:size], a neighbourhood in UTF-8, has a boundary at p: 1, 0, or -1 if the
# neighbourhood, which may be cut off before its start, is too small to decide.
cdef inline int simple(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil:
    """Return whether a mark and then 1 to CAP code points of white space are before p, and no white space is at p."""
    cdef Py_ssize_t low, begin
    low = p - 4 * CAP if p > 4 * CAP else 0
    while low < p and is_continuation(text[low]):
        low += 1
    begin = shiplap_scan_visible_end(text, size, 0, low, p)
    if <Py_ssize_t> shiplap_utf8_count(text + begin, p - begin) > CAP:
        return 0
    if begin == 0:
        return -1 if cut_before else 0
    return begin < p and text[begin - 1] in b'.!?'


cdef inline int capital(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil:
    """Return the same as `simple`, with a capital letter A to Z at p."""
    if not b"A" <= text[p] <= b"Z":
        return 0
    return simple(text, size, p, cut_before)


cdef inline int fast_simple(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the verdict by a few units of ASCII white space before p, in text of any form: 1 after a mark, 0 after other
    visible text, -1 if the rules must decide, which is rare."""
    cdef Py_ssize_t i
    cdef Py_UCS4 unit
    for i in range(1, FAST_REACH if p > FAST_REACH else p):
        unit = unit_at(view, p - i)
        if unit != u' ' and not u'\t' <= unit <= u'\r':
            if i == 1 or not is_visible(view, unit):
                return -1
            return unit in u'.!?'
    return -1


# ---- separators: the level of a literal text


@cython.no_gc
cdef class Separators:
    """The separators of a plan, in all forms. Immutable."""

    def __cinit__(self, literals, /):
        cdef int k, width, limit, largest
        cdef bytes form
        cdef tuple row, given = tuple(literals)
        self.count = len(given)
        self.data = <Separator *> PyMem_Malloc(max(self.count, 1) * sizeof(Separator))
        if self.data == NULL:
            raise MemoryError
        memset(self.data, 0, self.count * sizeof(Separator))
        self.forms = []
        for k, literal in enumerate(given):
            largest = ord(max(literal))
            for row in FORMS:
                width, encoding, limit = row
                if largest >= limit:
                    continue
                form = literal.encode(encoding, "surrogatepass")
                self.forms.append(form)
                self.data[k].units[width] = <const unsigned char *> PyBytes_AS_STRING(form)
                self.data[k].sizes[width] = PyBytes_GET_SIZE(form) // (width if width else 1)

    def __dealloc__(self):
        PyMem_Free(self.data)


cdef Py_ssize_t first_separator(const View *view, const Separator *separator, Run *run, Py_ssize_t low,
                                Py_ssize_t high) noexcept nogil:
    """Return the first offset in [low, high), low > 0, that is after the separator and between two grapheme clusters, or
    `high`."""
    cdef Py_ssize_t size = separator.sizes[view.width]
    while size > 0 and low < high:
        low = shiplap_find_first(view.data, view.size, view.width, separator.units[view.width], size, low, high)
        if low < 0:
            break
        if is_grapheme_boundary(view, run, low):
            return low
        low += 1
    return high


cdef Py_ssize_t last_separator(const View *view, const Separator *separator, Run *run, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the last such offset, or -1."""
    cdef Py_ssize_t size = separator.sizes[view.width]
    while size > 0 and low < high:
        high = shiplap_find_last(view.data, view.size, view.width, separator.units[view.width], size, low, high)
        if high < 0 or is_grapheme_boundary(view, run, high):
            return high
    return -1


cdef bint is_after_separator(const View *view, const Separator *separator, Py_ssize_t p) noexcept nogil:
    """Return whether p is after the separator."""
    cdef Py_ssize_t size = separator.sizes[view.width]
    return size > 0 and shiplap_find_first(view.data, view.size, view.width, separator.units[view.width], size, p,
                                           p + 1) == p


# ---- the search


cdef int candidate_of(Level level, const Rules *rules) noexcept nogil:
    """Return the kind of candidate that the scan of csrc searches, for a level that it can search."""
    if level == WORD:
        return SHIPLAP_WORD
    if level == SENTENCE_STANDARD:
        return SHIPLAP_LINES if breaks_lines(rules.lexicon) else SHIPLAP_STANDARD
    if level == SECTION:
        return SHIPLAP_SECTION
    return SHIPLAP_LINE if level == LINE or level == PARAGRAPH or level >= SECTION else SHIPLAP_SENTENCE


cdef inline bint has_indentation(Level level) noexcept nogil:
    """Return whether a level is a level of words or sentences (B1)."""
    return level == WORD or SENTENCE_SIMPLE <= level <= SENTENCE_STANDARD


cdef void begin_query(Query *query, const View *view, const Rules *rules, Level level, bint last, bint keeps_headings=False) noexcept nogil:
    query.rules, query.keeps_headings = rules, keeps_headings
    query.level, query.seen, query.found, query.scan, query.place = level, 0, -1, NULL, 0
    query.is_indented = has_indentation(level)
    query.run.begin = query.run.end = 0
    if GRAPHEME < level < SEPARATOR:
        if last:
            query.scan = shiplap_scan_last_for(view.width, candidate_of(level, rules))
        else:
            query.scan = shiplap_scan_first_for(view.width, candidate_of(level, rules))


cdef inline Py_ssize_t line_text(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the offset of the first visible code point of the line if p, 0 < p, is inside its indentation or at the end of
    the indentation, but not at its begin; else -1."""
    cdef Py_ssize_t begin, end
    if p > view.size or not may_end_indentation(view, p) or not indentation(view, p, &begin, &end) or begin == p:
        return -1
    return end


cdef inline Py_ssize_t units_from(const View *view, Py_ssize_t low) noexcept nogil:
    """Return the least offset of units whose boundaries are at `low` or after it."""
    cdef Py_ssize_t first = line_text(view, low)
    return next_code_point(view, first) if first >= 0 else low


cdef inline Py_ssize_t units_below(const View *view, Py_ssize_t high) noexcept nogil:
    """Return the limit of the offsets of units whose boundaries are below `high`: one after the start of a code point."""
    cdef Py_ssize_t first = line_text(view, next_code_point(view, high - 1)) if 0 < high <= view.size else -1
    return first + 1 if first >= 0 else high


cdef Py_ssize_t first_indented(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return `first_boundary` at a level of words or sentences."""
    cdef Py_ssize_t p = first_unit(view, query, units_from(view, low), units_below(view, high))
    return line_begin(view, p) if 0 < p < view.size else p


cdef Py_ssize_t last_indented(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return `last_boundary` at a level of words or sentences."""
    cdef Py_ssize_t p = last_unit(view, query, units_from(view, low), units_below(view, high))
    return line_begin(view, p) if 0 < p < view.size else p


cdef Py_ssize_t search_first(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high,
                             Py_ssize_t p) noexcept nogil:
    if high > view.size:  # the end of the text is a boundary of every level
        p = search_first(view, query, low, view.size, -1)
        return p if p >= 0 else view.size
    if query.found >= low:
        return query.found if query.found < high else -1
    if low < query.seen:
        low = query.seen
    if query.level <= GRAPHEME:
        while low < high and (not is_boundary(view, query.rules, &query.run, query.level, low) or parts(view, query, low)):
            low = next_code_point(view, low)
    elif query.level >= GIVEN:
        low = first_given(view, query, low, high)
    elif query.level >= SEPARATOR:
        low = first_separator(view, &query.rules.separators[query.level - SEPARATOR], &query.run, low, high)
        while low < high and parts(view, query, low):
            low = first_separator(view, &query.rules.separators[query.level - SEPARATOR], &query.run, next_code_point(view, low), high)
    elif low < high:
        if p < 0:
            p = query.scan(view.data, view.size, low, high, &query.more)
        while p >= 0 and (not is_level_boundary(view, query.rules, query.level, p) or parts(view, query, p)):
            p = next_after(view, query, high)
        low = p if p >= 0 else high
    if low >= high:
        query.seen = high
        return -1
    query.found, query.seen = low, low + 1
    return low


cdef Py_ssize_t search_last(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high,
                            Py_ssize_t p) noexcept nogil:
    cdef Py_ssize_t begin = low if low > query.seen else query.seen
    if high > view.size:
        return view.size
    if query.level <= GRAPHEME:
        p = high - 1
        while p >= begin and (not is_boundary(view, query.rules, &query.run, query.level, p) or parts(view, query, p)):
            p -= 1
        if p >= begin:
            query.found = p
    elif query.level >= SEPARATOR:
        if query.level >= GIVEN:
            p = last_given(view, query, begin, high)
        else:
            p = last_separator(view, &query.rules.separators[query.level - SEPARATOR], &query.run, begin, high)
            while p >= 0 and parts(view, query, p):
                p = last_separator(view, &query.rules.separators[query.level - SEPARATOR], &query.run, begin, p)
        if p >= 0:
            query.found = p
    elif begin < high:
        if p < 0:
            p = query.scan(view.data, view.size, begin, high, &query.more)
        if query.level == SECTION:
            p = last_section(view, query, begin, p)
            while p >= 0 and parts(view, query, p):
                p = last_section(view, query, begin, next_before(view, query, begin))
        while p >= 0 and query.level != SECTION \
                and (not is_level_boundary(view, query.rules, query.level, p) or parts(view, query, p)):
            p = next_before(view, query, begin)
        if p >= 0:
            query.found = p
    if high > query.seen:
        query.seen = high
    return query.found if query.found >= low else -1


cdef Py_ssize_t last_section(const View *view, Query *query, Py_ssize_t low, Py_ssize_t p) noexcept nogil:
    """Return the last line start from the candidate p down to `low` at which a section begins, or -1. An underline is a
    candidate: only a line directly before a candidate, or before text that is not scanned, can be an underlined title."""
    cdef int headings = query.rules.headings
    cdef bint may_be_above = True
    while p >= 0 and not (may_be_section(view, p) and (may_be_above or may_head(view, headings, p))
                          and section(view, query.rules, p)):
        may_be_above = headings & ADORNED or (unit_at(view, p) in u' =-' and is_underline(view, headings, p))
        p = next_before(view, query, low)
    return p


cdef bint parts_heading(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    return ends_with_heading(view, rules, p) or ends_with_lead(view, p) \
        or (may_run_over_page(view, p) and is_line_end(char_before(view, p).code) and runs_over_page(view, p))


cdef bint is_place(const View *view, const Rules *rules, Level level, bint keeps_headings, Py_ssize_t p) noexcept nogil:
    cdef Run run
    run.begin = run.end = 0
    return is_boundary(view, rules, &run, level, p) and not (keeps_headings and parts_heading(view, rules, p))


cdef inline Py_ssize_t next_after(const View *view, Query *query, Py_ssize_t high) noexcept nogil:
    """Return the next candidate below `high`, or -1."""
    cdef Py_ssize_t p = shiplap_next_after(&query.more), edge = query.more.edge
    if p < 0 and edge < high:
        return query.scan(view.data, view.size, edge, high, &query.more)
    return p if p < high else -1


cdef inline Py_ssize_t next_before(const View *view, Query *query, Py_ssize_t low) noexcept nogil:
    """Return the next candidate in the direction of the start, if it is `low` or after it, else -1."""
    cdef Py_ssize_t p = shiplap_next_before(&query.more), edge = query.more.edge
    if p < 0 and low < edge:
        return query.scan(view.data, view.size, low, edge, &query.more)
    return p if p >= low else -1


cdef Py_ssize_t first_given(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the first given offset in [low, high) that is not inside a grapheme cluster, or high."""
    cdef const Offsets *given = &query.rules.boundary_sets[query.level - GIVEN]
    cdef Py_ssize_t p
    while query.place < given.count:
        p = given.data[query.place]
        if p >= high:
            break
        if p >= low and is_grapheme_boundary(view, &query.run, p) and not parts(view, query, p):
            return p
        query.place += 1
    return high


cdef Py_ssize_t last_given(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the last given offset in [low, high) that is not inside a grapheme cluster, or -1."""
    cdef const Offsets *given = &query.rules.boundary_sets[query.level - GIVEN]
    cdef Py_ssize_t k
    while query.place < given.count and given.data[query.place] < high:
        query.place += 1
    for k in range(query.place - 1, -1, -1):
        if given.data[k] < low:
            break
        if is_grapheme_boundary(view, &query.run, given.data[k]) and not parts(view, query, given.data[k]):
            return given.data[k]
    return -1


cdef bint is_given(const Offsets *given, Py_ssize_t p) noexcept nogil:
    """Return whether p is one of the given offsets, by bisection."""
    cdef Py_ssize_t low = shiplap_first_from(given.data, given.count, p)
    return low < given.count and given.data[low] == p


cdef bint is_boundary(const View *view, const Rules *rules, Run *run, Level level, Py_ssize_t p) noexcept nogil:
    cdef Py_ssize_t begin, end
    if view.width == 0 and is_continuation(view.data[p]):
        return False
    if level == CHAR:
        return True
    if level == GRAPHEME:
        return is_grapheme_boundary(view, run, p)
    if has_indentation(level) and indentation(view, p, &begin, &end):  # B1
        if p != begin:
            return False
        p = end
    if level >= SEPARATOR:
        if level >= GIVEN:
            return is_given(&rules.boundary_sets[level - GIVEN], p) and is_grapheme_boundary(view, run, p)
        return is_after_separator(view, &rules.separators[level - SEPARATOR], p) and is_grapheme_boundary(view, run, p)
    return (shiplap_scan_last(view.data, view.size, view.width, candidate_of(level, rules), p, p + 1) == p
            and is_level_boundary(view, rules, level, p))


# The fast path of lines, paragraphs and the two sentence rules of the records, in text of any form:
#
#     read up to FAST_REACH units of ASCII white space on a side of p, and the unit after them
#     if the unit is visible, or a line end in ASCII: the rule's verdict, 1 or 0; otherwise: -1, ask the rule
#
# 1. The path reads units in place; the rules read a neighbourhood in UTF-8, for which a str must be encoded.
# 2. The verdict is equal because a visible unit (`is_visible`) ends every run that the rules read, and FAST_REACH < CAP.
# 3. p must be a candidate of the scan, and not at an end of the text.
# 4. `fast_simple` gains 94 % of the instructions of texts in several scripts, and 38 % of those of prose.
cdef int fast_path(const View *view, Level level, Py_ssize_t p) noexcept nogil:
    """Return the verdict of the fast path of lines, paragraphs and the simple sentence rules: 1, 0, or -1 if
    undecided."""
    cdef int seen
    if level >= SENTENCE_SIMPLE:
        seen = fast_simple(view, p)
        return seen if level == SENTENCE_SIMPLE or seen == 0 else -1
    if level == LINE:
        return 1  # the scan is exact
    return fast_paragraph(view, p)


cdef bint is_level_boundary(const View *view, const Rules *rules, Level level, Py_ssize_t p) noexcept nogil:
    """Return whether a candidate is a boundary. No candidate after a line end is inside a grapheme cluster."""
    cdef Run run
    cdef int seen
    if level == WORD:
        return is_plain(view, level, p) or word(view, p)
    if level == SECTION:
        return may_be_section(view, p) and section(view, rules, p)
    if level == BLOCK:
        return block(view, rules, p)
    seen = ends_sentence(view, rules.lexicon, p) if level == SENTENCE_STANDARD else fast_path(view, level, p)
    if seen < 0:
        if view.width == 0 or view.ascii == view.size:
            seen = evaluate_in_utf8(level, view.data, view.size, p, False, False)
        else:
            seen = evaluate_encoded(view, level, p)
    if seen == 1 and level >= SENTENCE_SIMPLE and not is_lone(view, unit_at(view, p)):
        run.begin = run.end = 0
        return grapheme(view, &run, p)
    return seen == 1


cdef bint evaluate_encoded(const View *view, Level level, Py_ssize_t p) noexcept nogil:
    """Return `is_level_boundary` for text that is not UTF-8: a small neighbourhood is encoded first, the whole one only if
    needed. With the whole one alone, texts in several scripts take ten times the instructions."""
    cdef unsigned char near[(2 * CAP + 8) * 4]
    cdef Py_ssize_t reach = 8, begin, end, at, size
    cdef int verdict = -1
    while verdict < 0:
        begin = p - reach if p > reach else 0
        end = p + reach if view.size - p > reach else view.size
        at = shiplap_wide_encode(view.data, view.width, begin, p, near)
        size = at + shiplap_wide_encode(view.data, view.width, p, end, near + at)
        verdict = evaluate_in_utf8(level, near, size, at, begin > 0, end < view.size)
        if reach > CAP:
            break
        reach = CAP + 3  # enough to see a run that is too long, and a line end of two code points
    return verdict == 1


cdef int evaluate_in_utf8(Level level, const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before,
                    bint cut_after) noexcept nogil:
    """Return the verdict of a level's rule on a neighbourhood in UTF-8: 1, 0, or -1 if it is too small."""
    if level == SENTENCE_SIMPLE:
        return simple(text, size, p, cut_before)
    if level == SENTENCE_CAPITAL:
        return capital(text, size, p, cut_before)
    return paragraph(text, size, p, cut_before, cut_after)


# ---- many boundaries at once, for callers that read all boundaries in order


cdef inline bint can_list(Level level) noexcept nogil:
    """Return whether a level's boundaries can be listed."""
    return level == LINE or level == PARAGRAPH or level == SENTENCE_STANDARD


cdef inline void begin_listed(Listed *listed, Level level, Py_ssize_t low) noexcept nogil:
    """Begin a list at the offset `low`."""
    listed.level, listed.at, listed.count, listed.k = level, low, 0, 0


cdef Py_ssize_t list_more(const View *view, const Rules *rules, Listed *listed, Py_ssize_t low, Py_ssize_t end) noexcept nogil:
    """Return `next_listed` if all boundaries in the list are before `low`."""
    cdef size_t k, kept
    cdef Py_ssize_t high
    while True:
        high = line_text(view, end) if listed.level == SENTENCE_STANDARD else -1
        high = high + 1 if high >= 0 else end
        if <Py_ssize_t> listed.at >= high:
            return end
        listed.k = 0
        listed.count = shiplap_scan_all(view.data, view.size, view.width, candidate_of(listed.level, rules), &listed.at, high,
                                        listed.places)
        if listed.level == SENTENCE_STANDARD:
            listed.count = keep_sentence_ends(view, rules.lexicon, listed.places, listed.count)
            for k in range(listed.count):
                listed.places[k] = line_begin(view, listed.places[k])
        elif listed.level == PARAGRAPH:
            kept = 0
            for k in range(listed.count):
                listed.places[kept] = listed.places[k]
                kept += is_paragraph(view, rules, listed.places[k])
            listed.count = kept
        while listed.k < listed.count:
            if <Py_ssize_t> listed.places[listed.k] >= low:
                return listed.places[listed.k]
            listed.k += 1


cdef inline bint is_paragraph(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return whether a paragraph begins with the line at p."""
    cdef int seen = fast_paragraph(view, p)
    return seen == 1 or (seen < 0 and is_level_boundary(view, rules, PARAGRAPH, p))


# ---- questions about a text


cdef Py_ssize_t anchor_before(Text text, Py_ssize_t p) except -1:
    """Return an offset CONTEXT or more code points before p, between two grapheme clusters. A part of the text that begins
    there has the same boundaries from p on. 0 <= p <= size."""
    cdef Query query
    text.prepare(False, True)
    p -= CONTEXT * (1 if text.view.width else 4)
    while p > 0 and text.view.width == 0 and is_continuation(text.view.data[p]):
        p -= 1
    if p <= 0:
        return 0
    begin_query(&query, &text.view, &NO_RULES, GRAPHEME, True)
    return max(last_boundary(&text.view, &query, 1, p + 1), 0)


def anchor(Text text not None, Py_ssize_t p, /):
    """Return `anchor_before` for Python."""
    return anchor_before(text, p)


def is_cut(Text text not None, Py_ssize_t p, level, /):
    """Return whether a cut of the level may fall at the offset p of a text, 0 <= p <= size. Raises TextError if a
    buffer is not UTF-8."""
    cdef Run run
    if not 0 <= p <= text.view.size:
        raise IndexError(p)
    if p == 0 or p == text.view.size:
        return True
    text.prepare(False, True)
    run.begin = run.end = 0
    return is_boundary(&text.view, &NO_RULES, &run, <Level> <int> LEVELS.index(level), p)


def cluster_around(Text text not None, Py_ssize_t p, /):
    """Return the start and end of the grapheme cluster around the offset p of a text, or p twice if p is between two
    clusters. 0 <= p <= size."""
    cdef Query query
    cdef Py_ssize_t start, end
    if not 0 <= p <= text.view.size:
        raise IndexError(p)
    if p == 0 or p == text.view.size:
        return p, p
    text.prepare(False, True)
    begin_query(&query, &text.view, &NO_RULES, GRAPHEME, True)
    start = max(last_boundary(&text.view, &query, 1, p + 1), 0)
    if start == p:
        return p, p
    begin_query(&query, &text.view, &NO_RULES, GRAPHEME, False)
    end = first_boundary(&text.view, &query, p, text.view.size)
    return start, text.view.size if end < 0 else end


def count_cut(Text text not None, Spans native not None, level, /):
    """Return how many spans of a text do not end at a boundary of the level. An end before or within white space counts as
    an end after it, because trimmed chunks end there."""
    cdef Level number = <Level> <int> LEVELS.index(level)
    cdef Py_ssize_t i, p, cut = 0
    cdef Run run
    run.begin = run.end = 0
    text.prepare(False, True)
    for i in range(native.array.count):
        p = visible(&text.view, native.array.data[2 * i + 1])
        if 0 < p < text.view.size and has_indentation(number):
            p = line_begin(&text.view, p)
        cut += 0 < p < text.view.size and not is_boundary(&text.view, &NO_RULES, &run, number, p)
    return cut
