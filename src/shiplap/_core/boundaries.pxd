# Grapheme clusters: the test whether p is between two of them. The standard sentence rule: the verdict on one candidate, the
# lexicon that it reads, and the kinds of code points. Lines: their begin and end, and their kind: the begin of a paragraph, an
# item of a list, a heading. Levels: the search for a boundary in a range.
from libc.stdint cimport int64_t

from shiplap._core.csrc cimport (
    SHIPLAP_PLACES_ROOM,
    SHIPLAP_SENTENCE_LETTER,
    SHIPLAP_SENTENCE_LOWER,
    SHIPLAP_SENTENCE_UPPER,
    shiplap_more,
    shiplap_properties,
    shiplap_scan,
    shiplap_sentence_class_of,
)
from shiplap._core.text cimport (
    Text,
    View,
    is_ascii,
    is_continuation,
    is_visible,
    next_code_point,
    unit_at,
    utf8_length,
)

# ---- grapheme clusters, and the standard sentence rule

# The run of code points of one class that was last walked backwards: [begin, end). A later call for the same run walks
# back only to its end, so that all calls together read a run once.
cdef struct Run:
    int grapheme_class
    Py_ssize_t begin
    Py_ssize_t end      # 0: no run

# Decoding. In UTF-8 nothing is read beyond view.valid: U+0000 is returned for text there. A buffer that another thread
# changes may give any number.
cdef Py_UCS4 code_point_at(const View *view, Py_ssize_t p) noexcept nogil
# The code point that ends at p > 0; `begin` is set to its offset, which is below p.
cdef Py_UCS4 code_point_before(const View *view, Py_ssize_t p, Py_ssize_t *begin) noexcept nogil

cdef bint grapheme(const View *view, Run *run, Py_ssize_t p) noexcept nogil

cdef inline bint is_lone(const View *view, Py_UCS4 unit) noexcept nogil:
    """Return whether a code point, by its unit or first byte, is in a range in which any two code points have a boundary
    between them, except CR LF: U+0000..U+02FF, U+0380..U+047F (Greek, Cyrillic), U+4000..U+9FFF (ideographs), U+AC00..U+D7A3
    (Hangul syllables; in UTF-8 only U+B000..U+CFFF). It gains 8 % of the instructions of prose, 5 % in other scripts."""
    if view.width == 0:
        return unit < 0xCC or 0xCE <= unit <= 0xD1 or 0xE4 <= unit <= 0xE9 or 0xEB <= unit <= 0xEC
    return (unit < u'\u0300' or u'\u0380' <= unit < u'\u0480' or u'\u4000' <= unit < u'\ua000'
            or u'\uac00' <= unit <= u'\ud7a3')


cdef inline bint is_grapheme_boundary(const View *view, Run *run, Py_ssize_t p) noexcept nogil:
    """Return whether p, 0 < p < size, the begin of a code point, is between two grapheme clusters. `run` keeps the run that
    was read for an earlier p; it is zeros at first."""
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
    CAP = 256       # the most code points of white space that a level reads in a row, so that it stays local
    NOTHING = -1    # the kind at an offset beyond the text

# An abbreviation of the caller's.
cdef struct Extra:
    unsigned int hash
    Py_ssize_t offset   # the offset of its letters
    Py_ssize_t size

# The known words of a lexicon.
cdef struct Known:
    int language        # 0: all together, else 1 + the index in shiplap._data.sentences.LANGUAGES
    int line_breaks     # the single line ends that end a sentence: LineBreaks
    Py_ssize_t count
    Extra *extras       # sorted by hash
    unsigned char *letters

# The values of the option `line_breaks`, in the order of shiplap.plan.LineBreaks.
cdef enum LineBreaks:
    ONLY_PARAGRAPHS, EACH_LINE, AUTO_LINES

# A code point, and the offset of the next one in the direction of reading.
cdef struct Char:
    Py_UCS4 code
    int kind
    Py_ssize_t next


cdef class Lexicon:
    cdef Known known
    cdef readonly object language
    cdef readonly tuple abbreviations

# The kind of each code point up to U+FFFF. The table is filled from the properties of csrc when the module is imported: as
# a literal it would be 200 KB of source.
cdef signed char[0x10000] code_kinds

# True if a sentence ends before p, 0 < p < size, the begin of a code point. `lexicon`: NULL for all languages together.
cdef bint ends_sentence(const View *view, const Known *lexicon, Py_ssize_t p) noexcept nogil
# Keep the candidates at which a sentence ends and that are not inside a grapheme cluster; return their number.
cdef Py_ssize_t keep_sentence_ends(const View *view, const Known *lexicon, size_t *places, Py_ssize_t count) noexcept nogil


# Characters and their kinds are inline: the rules of lines read each character of a title, and calls took 8 to 12 % of the
# instructions of texts of law.

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


cdef inline bint is_letter(int kind) noexcept nogil:
    """Return whether a kind is one of LETTERS."""
    return kind == SHIPLAP_SENTENCE_LOWER or kind == SHIPLAP_SENTENCE_UPPER or kind == SHIPLAP_SENTENCE_LETTER


# ---- lines and levels

cdef enum:
    MAX_ANCHORS = 2     # the most anchors in a row that belong to one heading
    FAST_REACH = 16     # the most units of white space that a fast path reads: enough for nearly all indentation

cdef extern from "shiplap_headings.h" nogil:
    enum:
        UNKNOWN "SHIPLAP_HEADING_UNKNOWN"
        NO_HEADINGS "SHIPLAP_HEADING_NO_HEADINGS"
        HAS_MARKED "SHIPLAP_HEADING_HAS_MARKED"
        LABELLED "SHIPLAP_HEADING_LABELLED"
        NUMBERED "SHIPLAP_HEADING_NUMBERED"
        CAPITALS "SHIPLAP_HEADING_CAPITALS"
        TITLE "SHIPLAP_HEADING_TITLE"
        OUTLINED "SHIPLAP_HEADING_OUTLINED"
        INDENTED "SHIPLAP_HEADING_INDENTED"
        LOOKS "(SHIPLAP_HEADING_FIND_LOOKS - SHIPLAP_HEADING_LABELLED + SHIPLAP_HEADING_OUTLINED + SHIPLAP_HEADING_INDENTED)"
        FIND_LOOKS "SHIPLAP_HEADING_FIND_LOOKS"
        ADORNED "SHIPLAP_HEADING_ADORNED"
        AS_GRAMMAR "SHIPLAP_HEADING_AS_GRAMMAR"
        TIER_ANNEX "SHIPLAP_HEADING_ANNEX"

# The end of the visible part of a line that stands alone, and the begin of the next visible text.
cdef struct Alone:
    Py_ssize_t end
    Py_ssize_t after

# Whether a paragraph begins at p in text[0:size], a neighbourhood in UTF-8 that may be cut off on a side: 1, 0, or -1 if the
# neighbourhood is too small to decide.
cdef int paragraph(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before, bint cut_after) noexcept nogil
# `paragraph` by a few units of a text in any form: 1, 0, or -1 if these do not decide, or p is not after LF.
cdef int fast_paragraph(const View *view, Py_ssize_t p) noexcept nogil
# An offset at least `count` code points before p, or 0; the number of code points between two offsets.
cdef Py_ssize_t code_points_back(const View *view, Py_ssize_t p, Py_ssize_t count) noexcept nogil
cdef Py_ssize_t code_points(const View *view, Py_ssize_t begin, Py_ssize_t end) noexcept nogil
# The begin of the white space before p, at most CAP code points before p.
cdef Py_ssize_t gap_before(const View *view, Py_ssize_t p) noexcept nogil

# The begin of the directive that has the line at `begin` as an option, or `begin`.
cdef Py_ssize_t options_begin(const View *view, Py_ssize_t begin) noexcept nogil

# Whether p is in the indentation of a line, or at its begin or end; `begin` and `end`: those of the indentation.
cdef bint indentation(const View *view, Py_ssize_t p, Py_ssize_t *begin, Py_ssize_t *end) noexcept nogil

# The style of the item of a list at p, or 0 if the line is not an item.
cdef int item_style(const View *view, Py_ssize_t p) noexcept nogil
# Whether the line at p, p < size, may be an item.
cdef bint may_be_item(const View *view, Py_ssize_t p) noexcept nogil
# The end of the indentation of the line at p; `indent`: its code points.
cdef Py_ssize_t after_indent(const View *view, Py_ssize_t p, Py_ssize_t *indent) noexcept nogil

# The heading pattern of the line that begins at p (LABELLED, NUMBERED, CAPITALS, TITLE, OUTLINED or INDENTED) if the line is a
# heading in a text with the patterns `looks`, or 0; `alone` is set if the result is not 0.
cdef int heading_look(const View *view, Py_ssize_t p, int looks, Alone *alone) noexcept nogil
# The end of the white space at the begin of the line at p.
cdef Py_ssize_t visible_part(const View *view, Py_ssize_t p) noexcept nogil
# The first part of the number of a heading, or a number with signs: digits in parentheses or after `#`, a letter in
# parentheses.
cdef enum:
    DIGIT, LETTER, ROMAN_NUMERAL, SIGNED_DIGIT, SIGNED_LETTER, NUMBER_KINDS
# The key shared by all headings of one level that match the same pattern; of a number NUMBER_KINDS for each part, and for one
# part the kind more. p is the begin of the visible part of the line.
cdef int rank(const View *view, Py_ssize_t p, Py_ssize_t end, int found) noexcept nogil
# The tier of the headings of a pattern and a rank: of labels, then of numbers by how many parts they have, then of titles.
cdef int tier(int pattern, int number) noexcept nogil
# Whether only signs follow the label and the number of the line from p to `end`; whether the last part of its number is the
# first one, such as 1 or A; whether it is a title of the front or the back matter.
cdef bint is_bare(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil
cdef bint is_first(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil
cdef bint is_matter(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil

# Whether the line that begins at p follows a blank line, is between two pages, and continues the sentence.
cdef bint runs_over_page(const View *view, Py_ssize_t p) noexcept nogil
# Whether the line from p to `end` has the number of a page, with a word of PAGES.
cdef bint has_page(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil
# Whether a line from `start` to `end` stands at the end of a page; the next text begins at `after`.
cdef bint stands_at_page(const View *view, Py_ssize_t start, Py_ssize_t end, Py_ssize_t after) noexcept nogil
# `stands_at_page`, only for page breaks, not for a line with the number of a page.
cdef bint stands_at_break(const View *view, Py_ssize_t start, Py_ssize_t end, Py_ssize_t after) noexcept nogil

# Kinds of lone lines without a heading pattern, in addition to the numbers of patterns.
cdef enum:
    PLAIN_LINE = 65536
    PAGE_COLUMN = 131072
    PAGE_NUMBER = 262144
    PAGE_WORD = 524288
# The kind of the line at p if it is a lone line, else 0; `alone` is set if the result is not 0.
cdef int lone_line(const View *view, Py_ssize_t p, Alone *alone) noexcept nogil
# Whether the line of its own at p stands within a sentence, which continues at `after`.
cdef bint is_within_sentence(const View *view, Py_ssize_t p, Py_ssize_t after) noexcept nogil
cdef bint reads_on(const View *view, Py_ssize_t end, Py_ssize_t after) noexcept nogil

# Whether a line of a text is the title of a heading that is underlined with any mark, at least at full length.
cdef bint has_underlined(const View *view) noexcept nogil
# Whether an anchor or a target is between two offsets of one line.
cdef bint is_target(const View *view, Py_ssize_t first, Py_ssize_t end) noexcept nogil
# The begin of the line that has the code point before `end`; -1 if it is more than CAP code points before `end`.
cdef Py_ssize_t line_start(const View *view, Py_ssize_t end) noexcept nogil
# Whether the text before the line that begins at p, 0 < p < size, ends with a lead.
cdef bint ends_with_lead(const View *view, Py_ssize_t p) noexcept nogil
# The heading patterns that count as headings, as bits. UTF-8 must be known to be well-formed.
cdef int consistent_looks(View *view) noexcept nogil

# Levels in the order of shiplap.plan.LEVELS; then, as in SEVERAL, the first separator and the first array of given offsets:
# the others have the next numbers.
cdef enum Level:
    CHAR, GRAPHEME, WORD, LINE, PARAGRAPH, SENTENCE_SIMPLE, SENTENCE_CAPITAL, SENTENCE_STANDARD, SECTION, BLOCK
    SEPARATOR = 64
    GIVEN = 128

cdef enum:
    CONTEXT = 3072  # code points: more than any rule reads on one side (several runs of CAP)

# A literal in the four forms of text, by width: its units and their number, which is 0 if the form cannot hold the literal.
cdef struct Separator:
    const unsigned char *units[5]
    Py_ssize_t sizes[5]

# Offsets in the text's own form, each larger than the one before.
cdef struct Offsets:
    const int64_t *data
    Py_ssize_t count

cdef enum:
    JUDGED_ROOM = 256

# What is known of lines of one text: 2 * p, and 1 more if the line at p is a heading; -1 for a place without a line.
cdef struct Judged:
    Py_ssize_t lines[JUDGED_ROOM]

# Data that the levels of a search read in addition to the text.
cdef struct Rules:
    const Known *lexicon            # for SENTENCE_STANDARD; NULL: all languages together
    const Separator *separators     # for the levels from SEPARATOR on
    const Offsets *boundary_sets    # for the levels from GIVEN on
    int headings                    # the heading patterns of the text, for SECTION and `keeps_headings`
    Judged *judged                  # the lines that the search has judged already; NULL: each line is judged anew

# A search that keeps its position, so that repeated searches read every byte once.
cdef struct Query:
    Level level
    const Rules *rules
    bint keeps_headings # an offset directly after a heading or a lead, or inside one, is not a boundary
    bint is_indented    # B1: a boundary at the first visible code point of a line is moved to the begin of the line
    shiplap_scan *scan  # the scan for candidates; NULL if every code point is a candidate, or offsets are given
    shiplap_more more   # candidates that the scan found in addition to the last one
    Py_ssize_t seen     # offsets below it need not be searched again
    Py_ssize_t found    # the boundary that the last search found
    Py_ssize_t place    # index of the first given offset that the last search did not reach
    Run run             # the run of a grapheme class that was read last

cdef int candidate_of(Level level, const Rules *rules) noexcept nogil
# Whether a candidate is a boundary.
cdef bint is_level_boundary(const View *view, const Rules *rules, Level level, Py_ssize_t p) noexcept nogil
# `rules` may be NULL for the levels that read none: CHAR to SENTENCE_CAPITAL, and BLOCK.
cdef void begin_query(Query *query, const View *view, const Rules *rules, Level level, bint last, bint keeps_headings=*) noexcept nogil
# Whether the text before p ends with a heading or a lead, or with a part of one, 0 < p < size.
cdef bint parts_heading(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil
# Whether a cut may fall at p, 0 < p < size, at a level that, if `keeps_headings`, keeps headings with their text.
cdef bint is_place(const View *view, const Rules *rules, Level level, bint keeps_headings, Py_ssize_t p) noexcept nogil
# The complete searches, for the cases that the two functions below do not decide. `p` is the first (last) candidate if it is
# known, else -1.
cdef Py_ssize_t search_first(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high,
                             Py_ssize_t p) noexcept nogil
cdef Py_ssize_t search_last(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high,
                            Py_ssize_t p) noexcept nogil


# Words and sentences (B1) are searched by the visible code points that they begin with. The boundary of such a code point is
# its own offset, or the begin of its line: the order is the same. So a range of boundaries, [low, high), is a range of code
# points: the first visible code point of a line counts as before an offset inside the indentation or at its end.


cdef inline bint may_end_indentation(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether indentation may end at p or continue there, 0 < p <= size, by a few units before p: nearly all white
    space in a line follows visible text."""
    cdef Py_UCS4 unit, before = u' '
    if p > 1:
        before = unit_at(view, p - 2)
        if is_visible(view, before):
            return False
    unit = unit_at(view, p - 1)
    # white space beyond ASCII within a line: C2 A0, E1 9A 80, E2 80 xx, E2 81 9F, E3 80 80
    if is_ascii(unit):
        return unit in u' \t' and (view.width > 0 or is_ascii(before) or p < 4 or view.data[p - 3] in (0x80, 0x81, 0x9A, 0xC2))
    if view.width:
        return unit == u'\xa0' or u'\u1680' <= unit <= u'\u3000'
    return p > 1 and (view.data[p - 2] == 0xC2 or (p > 2 and (
        0xE1 <= view.data[p - 3] <= 0xE2 or (view.data[p - 3] == 0xE3 and view.data[p - 2] == 0x80 and unit == 0x80))))


cdef inline Py_ssize_t line_begin(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the begin of the line of the code point at p, 0 < p < size, if only indentation is before p in it; else p."""
    cdef Py_ssize_t begin, end
    return begin if may_end_indentation(view, p) and indentation(view, p, &begin, &end) and end == p else p


cdef inline bint is_within_indentation(const View *view, Py_ssize_t high) noexcept nogil:
    """Return whether the indentation of a line may begin before `high`, the end of a range, and end there or later, which is
    rare."""
    return 0 < high <= view.size and may_end_indentation(view, next_code_point(view, high - 1))


# The first and the last boundary p, low <= p < high, or -1. 0 < low <= size, high <= size + 1, and code points begin at low
# and high - 1. Between calls with the same query low and high must not shrink.
cdef Py_ssize_t first_indented(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil
cdef Py_ssize_t last_indented(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil


cdef inline Py_ssize_t first_boundary(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    cdef Py_ssize_t p
    if query.level == CHAR:
        return low if low < high else -1
    p = first_unit(view, query, low, high)
    # a code point that does not follow indentation is its own boundary, and no boundary in the range comes before it
    if query.is_indented and (is_within_indentation(view, high) if p < 0 else may_end_indentation(view, p)):
        return first_indented(view, query, low, high)
    return p


cdef inline Py_ssize_t last_boundary(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    cdef Py_ssize_t p
    if query.level == CHAR:
        return high - 1 if low < high else -1
    if query.is_indented and is_within_indentation(view, high):
        return last_indented(view, query, low, high)
    p = last_unit(view, query, low, high)
    if query.is_indented and p >= 0 and may_end_indentation(view, p):
        return last_indented(view, query, low, high)
    return p


cdef inline Py_ssize_t first_unit(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the first code point in [low, high) at which a unit of the level begins, or -1."""
    cdef Py_ssize_t p
    if query.found >= low:
        return query.found if query.found < high else -1
    if query.seen < low < high <= view.size and query.scan != NULL:
        p = query.scan(view.data, view.size, low, high, &query.more)
        if p < 0:
            query.seen = high
            return -1
        if is_plain(view, query.level, p) and not parts(view, query, p):
            query.found, query.seen = p, p + 1
            return p
        return search_first(view, query, low, high, p)
    return search_first(view, query, low, high, -1)


cdef inline Py_ssize_t last_unit(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the last such code point, or -1."""
    cdef Py_ssize_t p
    if query.seen < low < high <= view.size and query.scan != NULL:
        p = query.scan(view.data, view.size, low, high, &query.more)
        if p < 0:
            query.seen = high
            return -1
        if is_plain(view, query.level, p) and not parts(view, query, p):
            query.found, query.seen = p, high
            return p
        return search_last(view, query, low, high, p)
    return search_last(view, query, low, high, -1)


cdef inline bint parts(const View *view, const Query *query, Py_ssize_t p) noexcept nogil:
    """Return whether the boundary at p would separate a heading or a lead from its text, so that it does not count."""
    return query.keeps_headings and not (query.rules.headings == NO_HEADINGS and follows_mark(view, p)) and parts_heading(
        view, query.rules, line_begin(view, p) if query.is_indented else p)


cdef inline bint follows_mark(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether a full stop or an exclamation mark, and a space or up to two line feeds, are before p, as before nearly all
    boundaries. Then no lead ends there, and no sentence continues after page furniture."""
    return p > 2 and unit_at(view, p - 1) in u' \n' and unit_at(view, p - 3 if unit_at(view, p - 2) == u'\n' else p - 2) in u'.!'


cdef inline bint is_plain(const View *view, Level level, Py_ssize_t p) noexcept nogil:
    """Return whether a candidate is certainly a boundary, which is true for nearly all boundaries. If the result is false, the
    candidate is undecided, and the caller asks the rule. The gain is 47 % of the instructions of prose, and 15 % of
    the time."""
    cdef Py_UCS4 unit
    if level == SENTENCE_SIMPLE:  # a mark, one unit of white space, and visible text
        return p > 1 and unit_at(view, p - 2) in u'.!?' and is_lone(view, unit_at(view, p))
    if level == WORD:  # white space, and visible text: any other candidate is after a character beyond ASCII, and far
        unit = unit_at(view, p)
        return is_lone(view, unit) and (unit_at(view, p - 1) <= u' ' or unit < (0xE0 if view.width == 0 else 0xE00))
    if level == BLOCK:  # a paragraph that is not an item
        return fast_paragraph(view, p) == 1 and not may_be_item(view, p)
    return level == LINE or (level == PARAGRAPH and fast_paragraph(view, p) == 1)


# Whether a cut of this level may fall at p, 0 < p < size. `run` is zeros at first; keep it for calls with a larger p.
cdef bint is_boundary(const View *view, const Rules *rules, Run *run, Level level, Py_ssize_t p) noexcept nogil

# The state of a list of boundaries: the offset up to which they are known, and the boundaries that were not returned yet.
cdef struct Listed:
    Level level
    size_t at
    Py_ssize_t count, k
    size_t[SHIPLAP_PLACES_ROOM] places

# Whether a level's boundaries can be listed.
cdef bint can_list(Level level) noexcept nogil
# Begin a list at the offset `low`.
cdef void begin_listed(Listed *listed, Level level, Py_ssize_t low) noexcept nogil
# `next_listed` if all boundaries in the list are before `low`.
cdef Py_ssize_t list_more(const View *view, const Rules *rules, Listed *listed, Py_ssize_t low, Py_ssize_t end) noexcept nogil


cdef inline Py_ssize_t next_listed(const View *view, const Rules *rules, Listed *listed, Py_ssize_t low, Py_ssize_t end) noexcept nogil:
    """Return the first boundary p, low <= p < end, or `end`. From call to call `low` must not shrink, and `end` is fixed."""
    while listed.k < listed.count:
        if <Py_ssize_t> listed.places[listed.k] >= low:
            return listed.places[listed.k]
        listed.k += 1
    return list_more(view, rules, listed, low, end)


# Whether a paragraph begins with the line at p.
cdef bint is_paragraph(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil

# An offset before p: a part of the text that begins there has the same boundaries from p on.
cdef Py_ssize_t anchor_before(Text text, Py_ssize_t p) except -1


cdef class Separators:
    cdef Separator *data
    cdef int count
    cdef list forms
