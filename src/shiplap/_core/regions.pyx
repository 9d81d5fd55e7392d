# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Blocks: the regions of a document in one forward pass over its lines; the rows of a table; the language of code.

csrc finds the line ends, in any form of the text. A line is then read as bytes, one for each code point: in place, if
each code unit is a byte, else in a copy of its first MAX_LINE code points. There are grammars of plain text (with parts of
reStructuredText), reStructuredText, Markdown, HTML pages and other markups. A grammar writes the regions that begin in
its lines.
"""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memchr, memcpy, memset, strlen

from shiplap._core.boundaries cimport (
    ADORNED,
    AS_GRAMMAR,
    CAP,
    CAPITALS,
    DIGIT,
    FIND_LOOKS,
    HAS_MARKED,
    LABELLED,
    INDENTED as INDENTED_LOOK,
    LETTER,
    LOOKS,
    MAX_ANCHORS,
    NO_HEADINGS,
    NUMBERED,
    NUMBER_KINDS,
    OUTLINED,
    TIER_ANNEX,
    TITLE,
    UNKNOWN,
    Alone,
    Char,
    after_indent,
    char_at,
    consistent_looks,
    gap_before,
    has_underlined,
    has_page,
    heading_look,
    is_bare,
    is_first,
    is_matter,
    is_target,
    line_begin,
    line_start as start_of_line,
    options_begin,
    rank,
    PAGE_COLUMN,
    PAGE_NUMBER,
    PAGE_WORD,
    PLAIN_LINE,
    is_within_sentence,
    reads_on,
    runs_over_page,
    lone_line,
    stands_at_break,
    stands_at_page,
    tier,
    visible_part,
)
from shiplap._core.csrc cimport (
    SHIPLAP_LINE,
    SHIPLAP_MARK_BARE,
    SHIPLAP_MARK_DELIMITER,
    SHIPLAP_MARK_GAP,
    SHIPLAP_MARK_PIPE,
    SHIPLAP_MARK_QUOTE,
    SHIPLAP_MARK_TAB,
    SHIPLAP_MARK_WORDS,
    SHIPLAP_PLACES_ROOM,
    SHIPLAP_SENTENCE_DIGIT,
    SHIPLAP_SENTENCE_SPACE,
    shiplap_find_first,
    shiplap_find_set,
    shiplap_first_bytes,
    shiplap_leading_spaces,
    shiplap_line_signs,
    shiplap_lowest_bit,
    shiplap_narrow,
    shiplap_scan_all,
    shiplap_signs,
    shiplap_utf8_ascii,
)
from shiplap._core.text cimport (
    CHARACTERS,
    SAME,
    SMALL,
    STEP,
    Place,
    SpanArray,
    Spans,
    Text,
    View,
    furthest,
    is_continuation,
    is_visible,
    next_code_point,
    push,
    unit_at,
)

from array import array as new_array

from shiplap._data.code_prefixes import LANGUAGES
from shiplap._data import region_kinds
from shiplap.threads import heed_interrupts

# The kinds of regions: the numbers of shiplap._data.region_kinds.
cdef extern from "shiplap_kinds.h" nogil:
    ctypedef enum Kind "int":
        PROSE "SHIPLAP_REGION_PROSE"
        HEADING "SHIPLAP_REGION_HEADING"
        LIST "SHIPLAP_REGION_LIST"
        QUOTE "SHIPLAP_REGION_QUOTE"
        FOOTNOTE "SHIPLAP_REGION_FOOTNOTE"
        HTML "SHIPLAP_REGION_HTML"
        FRONT_MATTER "SHIPLAP_REGION_FRONT_MATTER"
        CODE "SHIPLAP_REGION_CODE"
        TABLE "SHIPLAP_REGION_TABLE"

    ctypedef enum Grammar "int":
        AUTO "SHIPLAP_GRAMMAR_AUTO"
        MARKDOWN "SHIPLAP_GRAMMAR_MARKDOWN"
        PLAIN "SHIPLAP_GRAMMAR_PLAIN"
        HTML_PAGE "SHIPLAP_GRAMMAR_HTML"
        RST "SHIPLAP_GRAMMAR_RST"
        ASCIIDOC "SHIPLAP_GRAMMAR_ASCIIDOC"
        MEDIAWIKI "SHIPLAP_GRAMMAR_MEDIAWIKI"
        ORG "SHIPLAP_GRAMMAR_ORG"
        LATEX "SHIPLAP_GRAMMAR_LATEX"
        POD "SHIPLAP_GRAMMAR_POD"
        TEXINFO "SHIPLAP_GRAMMAR_TEXINFO"
        MAN "SHIPLAP_GRAMMAR_MAN"
        CHANGELOG "SHIPLAP_GRAMMAR_CHANGELOG"

# Tables that csrc/tools/gen_content.py makes.
cdef extern from "shiplap_regions.h" nogil:
    enum:
        LANGUAGE_COUNT "SHIPLAP_LANGUAGES"
        PYTHON "SHIPLAP_LANGUAGE_PYTHON"
        OTHER "SHIPLAP_LANGUAGE_OTHER"
        JAVASCRIPT "SHIPLAP_LANGUAGE_JAVASCRIPT"
    # the prefix of a line, and the number of the language
    struct Prefix "shiplap_prefix":
        const char *text
        int language
    bint may_begin "shiplap_may_begin"(uint32_t bytes, const Prefix *prefix)
    const Prefix *PREFIXES "shiplap_prefixes"
    const unsigned char *PREFIX_FIRST "shiplap_prefix_first"    # of an ASCII byte

    enum:
        MAX_KEYWORD "SHIPLAP_MAX_KEYWORD"       # bytes of the longest
        KEYWORD_SLOTS "SHIPLAP_KEYWORD_SLOTS"
    # the words that begin lines of code, in open addressing
    struct Keyword "shiplap_keyword":
        const char *text
        unsigned char size, weight
    const Keyword *KEYWORDS "shiplap_keywords"
    # the lines that box-drawing characters draw
    enum:
        NO_BOX "SHIPLAP_BOX_NONE"
        BOX_LEVEL "SHIPLAP_BOX_LEVEL"
        BOX_UPRIGHT "SHIPLAP_BOX_UPRIGHT"
        BOX_LEFT "SHIPLAP_BOX_LEFT"
        BOX_RIGHT "SHIPLAP_BOX_RIGHT"
        BOX_FIRST "SHIPLAP_BOX_FIRST"
        BOX_COUNT "SHIPLAP_BOXES"
    const unsigned char *BOXES "shiplap_boxes"
    # the prefix of a line of another markup: the kind of region, a level, and the text of its last line, or ""
    struct Command "shiplap_command":
        const char *word
        const char *end
        int size, kind, level
    const Command *COMMANDS "shiplap_commands"
    const int *COMMAND_FIRST "shiplap_command_first"    # of a grammar
    # of packing_costs.py: how well a table may be cut before a row
    enum:
        GROUP_RANK "SHIPLAP_RANK_GROUP"
        ROW_RANK "SHIPLAP_RANK_ROW"

cdef enum:
    MAX_LINE = 4096     # code points of a line that are read, a multiple of 16 (`shiplap_narrow`)
    NOT_ASCII = 0x80    # the least byte that stands for a code point beyond ASCII
    MAX_LINES = 120     # lines by which a language is guessed


# ---- reading lines

# A name in ASCII. Arrays of names end with NULL.
ctypedef const char *Name

# A line: its first MAX_LINE code points, each as one byte (a code point beyond ASCII as any byte of 0x80 or more), without
# the line end; and its offsets in the text.
cdef struct Line:
    const unsigned char *c
    Py_ssize_t n
    Py_ssize_t room     # bytes that may be read from `c` on
    Py_ssize_t start    # offset of the line
    Py_ssize_t end      # end of its text, before the line end

cdef struct Reader:
    const View *view
    size_t at           # offset up to which the text has been scanned for line ends
    size_t count, k     # the line ends in `places`, and how many of them have been returned
    Py_ssize_t next     # the begin of the next line
    size_t[SHIPLAP_PLACES_ROOM] places


cdef void read_from(Reader *reader, const View *view, Py_ssize_t at) noexcept nogil:
    """Read lines from the line start `at` on."""
    reader.view, reader.at, reader.count, reader.k, reader.next = view, at + 1, 0, 0, at


cdef bint next_line(Reader *reader, Line *line, unsigned char *buffer) noexcept nogil:
    """Read the next line; `buffer` holds MAX_LINE bytes. Return False at the end."""
    cdef const View *view = reader.view
    cdef Py_ssize_t p
    cdef Py_UCS4 unit
    if reader.next >= view.size:
        return False
    while True:
        if reader.k == reader.count:
            if <Py_ssize_t> reader.at >= view.size:
                p = view.size
                unit = unit_at(view, p - 1)
                break
            reader.k = 0
            reader.count = shiplap_scan_all(view.data, view.size, view.width, SHIPLAP_LINE, &reader.at, view.size,
                                            reader.places)
            continue
        p = reader.places[reader.k]
        reader.k += 1
        unit = unit_at(view, p - 1)
        if unit in b"\n\r":  # not VT, FF, NEL, LS, PS
            break
    line.start, line.end = reader.next, p
    reader.next = p
    if unit == c'\n':
        line.end -= 1
        if line.end > line.start and unit_at(view, line.end - 1) == c'\r':
            line.end -= 1
    elif unit == c'\r':
        line.end -= 1
    take(view, line, buffer)
    return True


cdef inline void take(const View *view, Line *line, unsigned char *buffer) noexcept nogil:
    """Set the bytes of a line from its offsets in the text: in place if each code unit is a byte, else a copy."""
    if view.width == 1:
        line.c, line.n = view.data + line.start, min(line.end - line.start, MAX_LINE)
        line.room = view.size - line.start
    else:
        copy(view, line, buffer)


cdef void copy(const View *view, Line *line, unsigned char *buffer) noexcept nogil:
    """Copy the bytes of a line, for `take`, if not each code unit is a byte."""
    cdef Py_ssize_t size = line.end - line.start
    if view.width:
        line.c, line.n, line.room = buffer, min(size, MAX_LINE), MAX_LINE
        shiplap_narrow(view.data + line.start * view.width, view.width, line.n, view.size - line.start, buffer)
    elif shiplap_utf8_ascii(view.data + line.start, min(size, MAX_LINE)) == <size_t> min(size, MAX_LINE):
        line.c, line.n, line.room = view.data + line.start, min(size, MAX_LINE), view.size - line.start
    else:
        line.c, line.room = buffer, MAX_LINE
        line.n = first_bytes(view.data + line.start, min(size, 4 * MAX_LINE), buffer)  # a code point has at most four


cdef Py_ssize_t first_bytes(const unsigned char *bytes, Py_ssize_t size, unsigned char *buffer) noexcept nogil:
    """Write the first byte of each code point of UTF-8, of MAX_LINE code points at most, and return how many."""
    cdef Py_ssize_t at = 0, k = 0
    while k < MAX_LINE and at < size:
        buffer[k] = bytes[at]
        k += not is_continuation(bytes[at])
        at += 1
    return k


cdef Py_ssize_t place_of(const View *view, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the offset in the text of the code point i of a line."""
    cdef Py_ssize_t at = line.start
    if view.width:
        return at + i
    while i > 0:
        at = next_code_point(view, at)
        i -= 1
    return at


cdef Py_ssize_t run_of(const Line *line, Py_ssize_t i, int c) noexcept nogil:
    """Return the end of the run of one character from i on."""
    while i < line.n and line.c[i] == c:
        i += 1
    return i


cdef bint is_name_of(const Line *line, Py_ssize_t begin, Py_ssize_t end, const Name *names) noexcept nogil:
    """Return whether line[begin:end] is one of the names, in small letters as they are."""
    cdef Py_ssize_t k
    while names[0] != NULL:
        k = 0
        while names[0][k] and begin + k < end and line.c[begin + k] == names[0][k]:
            k += 1
        if begin + k == end and not names[0][k]:
            return True
        names += 1
    return False


# ---- the content of a line


cdef inline int get(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the byte at i, or -1 after the end of the line."""
    return line.c[i] if i < line.n else -1


cdef inline bint is_gap(int c) noexcept nogil:
    """Return whether a byte is white space inside of a line."""
    return c in b" \t"


cdef inline bint is_ascii_letter(int c) noexcept nogil:
    """Return whether a byte is one of A to Z in any case."""
    return c'a' <= (c | 32) <= c'z' and c < NOT_ASCII  # 32 is the bit that makes a letter small


cdef inline bint is_letter(int c) noexcept nogil:
    """Return whether a byte is one of A to Z in any case, or that of any code point beyond ASCII."""
    return is_ascii_letter(c) or c >= NOT_ASCII


cdef inline bint is_digit(int c) noexcept nogil:
    """Return whether a byte is one of 0 to 9."""
    return c'0' <= c <= c'9'


cdef inline int lower(int c) noexcept nogil:
    """Return the small letter of one of A to Z, or the byte itself."""
    return c + 32 if c'A' <= c <= c'Z' else c


cdef inline Py_ssize_t trimmed(const Line *line) noexcept nogil:
    """Return the size of the line without the white space at its end."""
    cdef Py_ssize_t n = line.n
    while n > 0 and is_gap(line.c[n - 1]):
        n -= 1
    return n


cdef inline bint has(const Line *line, Py_ssize_t i, const char *text) noexcept nogil:
    """Return whether the ASCII text is at i."""
    while text[0]:
        if get(line, i) != text[0]:
            return False
        i += 1
        text += 1
    return True


cdef inline bint has_word(const Line *line, Py_ssize_t i, Py_ssize_t end, const char *text) noexcept nogil:
    """Return whether line[i:end] is the ASCII text, in any case."""
    while text[0] and i < end:
        if lower(line.c[i]) != text[0]:
            return False
        i += 1
        text += 1
    return i == end and not text[0]


cdef inline Py_ssize_t indent(const Line *line, Py_ssize_t at, Py_ssize_t col, Py_ssize_t *width) noexcept nogil:
    """Return the end of the white space from `at` on, and its columns."""
    cdef Py_ssize_t begin = col, spaces = 8, first = at
    while spaces == 8 and line.room - at >= 8:
        spaces = shiplap_leading_spaces(line.c + at)
        at += spaces
    at = min(at, line.n)
    col += at - first
    while at < line.n:
        if line.c[at] == c' ':
            col += 1
        elif line.c[at] == c'\t':
            col = (col | 3) + 1
        else:
            break
        at += 1
    width[0] = col - begin
    return at


cdef Py_ssize_t advance(const Line *line, Py_ssize_t at, Py_ssize_t *col, Py_ssize_t columns) noexcept nogil:
    """Return the offset after `columns` columns of white space."""
    cdef Py_ssize_t goal = col[0] + columns, after
    while at < line.n and col[0] < goal:
        after = col[0] + 1 if line.c[at] == c' ' else (col[0] | 3) + 1
        if after > goal:
            col[0] = goal
            return at
        at += 1
        col[0] = after
    return at


cdef Py_ssize_t after_mark(const Line *line, Py_ssize_t at, Py_ssize_t *col) noexcept nogil:
    """Return the offset after the one column of white space that a quotation mark may have."""
    return advance(line, at, col, 1) if is_gap(get(line, at)) else at


cdef Py_ssize_t count_of(const Line *line, int c) noexcept nogil:
    """Return how often a line has a character."""
    cdef Py_ssize_t k, count = 0
    for k in range(line.n):
        count += line.c[k] == c
    return count


cdef Py_ssize_t triples(const Line *line, int c) noexcept nogil:
    """Return how often a line has a character three times in a row; runs do not overlap."""
    cdef Py_ssize_t k = 0, count = 0
    cdef const unsigned char *found
    while k + 2 < line.n:
        found = <const unsigned char *> memchr(line.c + k, c, line.n - k)
        if found == NULL:
            break
        k = found - line.c
        if k + 2 < line.n and line.c[k + 1] == c and line.c[k + 2] == c:
            count += 1
            k += 2
        k += 1
    return count


cdef bint holds(const Line *line, const char *text) noexcept nogil:
    """Return whether the line has the text in it."""
    cdef Py_ssize_t k = 0
    cdef const unsigned char *found
    while k < line.n:
        found = <const unsigned char *> memchr(line.c + k, text[0], line.n - k)
        if found == NULL:
            return False
        k = found - line.c
        if has(line, k, text):
            return True
        k += 1
    return False


cdef bint holds_word(const Line *line, const char *text) noexcept nogil:
    """Return whether the line has the text, in small letters, in it in any case."""
    cdef Py_ssize_t k, n
    for k in range(line.n):
        n = 0
        while text[n] and lower(get(line, k + n)) == text[n]:
            n += 1
        if not text[n]:
            return True
    return False


# ---- classes of lines


cdef bint is_blank(const Line *line, Py_ssize_t at) noexcept nogil:
    """Return whether only white space follows from `at` on."""
    while at < line.n and is_gap(line.c[at]):
        at += 1
    return at == line.n


cdef int heading_level(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the level of an ATX heading, 1 to 6, or 0 for another line."""
    cdef Py_ssize_t end = i
    while end < line.n and end - i < 7 and line.c[end] == c'#':
        end += 1
    return <int> (end - i) if 0 < end - i < 7 and (end == line.n or is_gap(line.c[end])) else 0


cdef Py_ssize_t opens_fence(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return how many characters an opening fence has, or 0."""
    cdef int c = line.c[i]
    if c not in b"`~":
        return 0
    cdef Py_ssize_t end = run_of(line, i, c), k
    if end - i < 3:
        return 0
    if c == c'`':
        for k in range(end, line.n):
            if line.c[k] == c'`':
                return 0
    return end - i


cdef bint closes_fence(const Line *line, Py_ssize_t i, int c, Py_ssize_t size) noexcept nogil:
    """Return whether the line is a closing fence."""
    cdef Py_ssize_t end = run_of(line, i, c)
    return end - i >= size and is_blank(line, end)


cdef Py_ssize_t cells(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the cells of a row, whose text begins at i."""
    cdef Py_ssize_t end = trimmed(line), count = 1, at, slashes = 0
    i = indent(line, i, 0, &at)
    for at in range(i, end - 1):
        if line.c[at] == c'|' and at > i and slashes & 1 == 0:
            count += 1
        slashes = slashes + 1 if line.c[at] == c'\\' else 0
    return count


cdef Py_ssize_t delimiter_cells(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the cells of a delimiter row, such as `|:--|--:|`, or 0."""
    cdef Py_ssize_t end = trimmed(line), count = 0, k, begin
    for k in range(i, end):
        if line.c[k] == c'|':
            count += 1
        elif line.c[k] not in b"-:" and not is_gap(line.c[k]):
            return 0
    if count == 0:
        return 0
    if line.c[i] == c'|':
        i += 1
    if end > i and line.c[end - 1] == c'|':
        end -= 1
    count = 0
    while True:
        while i < end and is_gap(line.c[i]):
            i += 1
        if i < end and line.c[i] == c':':
            i += 1
        begin = i
        while i < end and line.c[i] == c'-':
            i += 1
        if i == begin:
            return 0
        if i < end and line.c[i] == c':':
            i += 1
        while i < end and is_gap(line.c[i]):
            i += 1
        count += 1
        if i == end:
            return count
        if line.c[i] != c'|':
            return 0
        i += 1


# ---- the language of code


cdef enum:
    # `{` and `}` as numbers: the C that is generated is indented by its braces, those in quotes counted, so that each of
    # these marks without its partner would indent all functions after it
    OPEN_BRACE = 0x7B
    CLOSE_BRACE = 0x7D

cdef enum:
    END_WEIGHT = 2      # the weight of a line "end", more than that of another sign


cdef int guess_language(const View *view, unsigned char *buffer) noexcept nogil:
    """Return the number of the language with most signs. Lines of Python end with no braces or semicolons: if a fourth
    of the lines do, the language is another. Lines that are "end" count for OTHER. Without any sign it is JavaScript then,
    else Python."""
    cdef Reader reader
    cdef Line line
    cdef int[LANGUAGE_COUNT] counts
    cdef int number = 0, seen = 0, marks = 0, k, best = 0, last
    cdef Py_ssize_t i, width
    cdef uint32_t first
    for k in range(LANGUAGE_COUNT):
        counts[k] = 0
    read_from(&reader, view, 0)
    while number < MAX_LINES and next_line(&reader, &line, buffer):
        number += 1
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            continue
        seen += 1
        last = line.c[trimmed(&line) - 1]
        marks += last in b"{};"
        counts[PYTHON] += last == c':'
        counts[OTHER] += END_WEIGHT * (trimmed(&line) - i == 3 and has(&line, i, b"end"))
        if line.c[i] < NOT_ASCII:
            first = shiplap_first_bytes(line.c + i, line.n - i)
            for k in range(PREFIX_FIRST[line.c[i]], PREFIX_FIRST[line.c[i] + 1]):
                if may_begin(first, &PREFIXES[k]):
                    counts[PREFIXES[k].language] += has(&line, i, PREFIXES[k].text)
    if 4 * marks > seen:
        counts[PYTHON] = -1
    for k in range(1, LANGUAGE_COUNT):
        if counts[k] > counts[best]:
            best = k
    if counts[best] > 0:
        return best
    return JAVASCRIPT if 4 * marks > seen else PYTHON


# ---- the regions found so far

# The regions found so far. `blocks`: the start of each region, and its kind plus 256 times the level of a heading. `infos`:
# the offsets of its title, or of the words after a fence. `failed`: memory is missing.
cdef struct Out:
    SpanArray blocks, infos
    bint failed


cdef inline void go_on(Out *out, Py_ssize_t at, Kind kind) noexcept nogil:
    """Add text of a kind at `at` to the last region, or begin a region if the last one is of another kind."""
    if out.blocks.count == 0 or out.blocks.data[2 * out.blocks.count - 1] & 255 != kind:
        begin(out, at, kind, 0, 0, 0)


cdef void begin(Out *out, Py_ssize_t at, Kind kind, int level, Py_ssize_t info, Py_ssize_t end) noexcept nogil:
    """Begin a region; it replaces earlier regions that begin at `at` or later."""
    while out.blocks.count and out.blocks.data[2 * out.blocks.count - 2] >= at:
        out.blocks.count -= 1
        out.infos.count -= 1
    if not push(&out.blocks, at if out.blocks.count else 0, kind | level << 8):
        out.failed = True
    elif not push(&out.infos, info, end):
        out.blocks.count -= 1
        out.failed = True


cdef inline void extend(Out *out, Py_ssize_t end) noexcept nogil:
    """Extend the title of the last region to `end`."""
    if out.infos.count:     # else memory is missing
        out.infos.data[2 * out.infos.count - 1] = end


# ---- plain text, or text with the marks of reStructuredText

cdef enum:
    MAX_WORDS = 24          # words of a line that are counted
    MAX_SCORE = 6           # the greatest score of a line, for code or for prose
    MAX_LEAD_SCORE = 3      # the greatest score of a lead-in of words
    MAX_HTML_LINES = 2000   # the most lines of an HTML table; a longer table counts as not closed
    SPACED_COMMA = 256      # divides cells: a comma with white space after it
    MIN_WORDED_SCORE = -4   # the least score of a row with words between such commas,
    MIN_WORDED = 3          # and the fewest rows
    ITEM_SCORE = 2          # added for prose in an item with a sentence
    MAX_STRING_LINES = 200  # the most lines of a string in three quotes, or a comment; a longer one counts as not closed
    ABOVE = 256             # added to a kind of underline: the title has an overline too
    CLOSED = 512            # added to the number of equals signs of a title
    MAX_PAGE_DIGITS = 3     # the most digits of a number between equals signs that counts pages: more digits are a year
    MIN_RARE_MARKS = 4      # the least marks of an underline, for marks with many other uses
    MIN_LONG = 10           # the least marks of `~` and backticks that are an underline whatever is above them
    MIN_OVERLINE = 5        # the least marks above and below a title; fewer are a fence around one line
    MAX_CLOSING = 8         # the most signs of emphasis and quotes after the colon of a lead-in
    MAX_FIELD_SCORE = 2     # the greatest score of a line that continues the only field of a header
    MAX_ITEM_MARK = 4       # letters and digits of the mark of an item
    MAX_TITLE_MARKS = 6     # signs of equality on a side of a title
    NO_TITLE = 2            # lines of a fence that cannot be an overline: words follow it, or text is directly above it

cdef Name[12] PREPROCESSOR = ["include", "define", "if", "ifdef", "ifndef", "endif", "else", "elif", "pragma", "undef",
                              "error", NULL]
cdef Name[8] DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", NULL]
cdef Name[8] CODE_DIRECTIVES = ["code", "code-block", "sourcecode", "parsed-literal", "highlight", "literalinclude",
                                "doctest", NULL]
# Elements of HTML that may contain an entire line of prose.
cdef Name[6] LABEL_TAGS = ["b>", "strong>", "i>", "em>", "u>", NULL]
# Words of code that begin lead-ins too.
cdef Name[14] LEAD_WORDS = ["as", "for", "if", "in", "unless", "until", "use", "using", "values", "when", "where", "while",
                            "with", NULL]
cdef Name[4] TABLE_DIRECTIVES = ["table", "list-table", "csv-table", NULL]

# The units that `delimiters` finds, as the set of shiplap_find_set.
cdef uint8_t[16] DELIMITERS
cdef uint8_t[16] TAG_SIGNS      # the units that `after_tag` finds
cdef const unsigned char *SIGNS = b'"\t,;>\'"'
cdef int place
for place in range(4):
    DELIMITERS[SIGNS[place] & 15] |= 1 << (SIGNS[place] >> 4)
for place in range(4, 7):
    TAG_SIGNS[SIGNS[place] & 15] |= 1 << (SIGNS[place] >> 4)

cdef enum TableForm:
    NO_TABLE, PIPES, CELLS, COLUMNS_TABLE, GRID, BOX, SIMPLE, HTML_TABLE, DIRECTIVE

cdef enum StringEnd:
    NO_STRING, COMMENT, DOUBLE_QUOTES, SINGLE_QUOTES

cdef enum:
    MAX_KEYS = 24       # kinds of headings without marks that have levels
    ONE_PART = NUMBER_KINDS + DIGIT     # the rank of numbers of one part, and of letters
    LETTERS = NUMBER_KINDS + LETTER
    MAX_LEVELS = 8      # the most levels of headings, and the most kinds of underline with a level of their own
    BITS = 64           # bits of one of the NUMBERS of Columns
    NUMBERS = 4
    MAX_COLUMNS = NUMBERS * BITS    # the number of columns that are searched for blank columns
    WHOLE = 65536       # code points up to which the lines of a text are counted whole
    PARTS = 16          # the number of evenly spaced parts of a longer text
    PART = 4096         # code points of each part

# A set of columns.
cdef struct Columns:
    uint64_t[NUMBERS] bits

# Successive lines that may be a table: their number, their start, the run before them (its lines, their score), and their
# common layout: the divider of the cells (0: no divider; a space: the blank columns) and its number in a line.
cdef struct Candidate:
    Py_ssize_t count, start
    Py_ssize_t before_lines, before_score
    int divider
    Py_ssize_t number
    Py_ssize_t numbered     # lines with commas and white space after them that have a digit, or a cell that is a number
    bint worded             # one of these lines has words
    Columns blank

# The state of the grammar.
cdef struct Plain:
    const View *view
    Out *out
    Py_ssize_t start, lines, score, margin  # the run: its start, its lines, their score, its least indentation
    int first                               # the first character of its first line
    bint first_adorns                       # that line may be the line above a heading
    int first_level                         # its level as a `#` heading
    Line last
    bint last_colons                        # the last line ends with `::`
    Py_ssize_t before_lines, before_score   # the lines and the score of the run before the last line
    Py_ssize_t fields                       # fields of a header that the run begins with, or 0; -1: none has a value
    bint manual                             # the text is a manual page
    bint drawn                              # only drawn tables, grid tables and simple tables are found
    Py_ssize_t waiting                      # the begin of runs without a verdict that wait for the next run, or -1
    bint comments                           # all waiting runs are comments
    int heading_level                       # the level of the `#` heading that waits alone, or 0
    Py_ssize_t heading_start, heading_end
    bint code                               # the last region is code, which more code continues
    int fence
    Py_ssize_t fence_size, fence_lines
    Py_ssize_t literal, expected            # the indentation that an open or announced literal block exceeds, or -1
    StringEnd string
    Py_ssize_t string_margin, string_lines
    TableForm table
    Candidate found                         # the common layout of the lines of the open table
    Py_ssize_t table_lines, margin_of_table, borders
    bint bordered                           # the last line of a simple table is a border
    Candidate pipes, cells, columns         # lines that may become a table
    int adorned_count
    int[MAX_LEVELS] adorned                 # kinds of underline: the character, and ABOVE
    # in reStructuredText
    bint over                               # the block may begin with an overline
    Py_ssize_t mark                         # the column of the mark of the item that the block begins, or -1
    bint numbered                           # this mark is a number
    Kind container                          # LIST or FOOTNOTE (text indented further than its margin belongs to it), or PROSE
    Py_ssize_t container_margin             # or -1
    int until                               # the mark that the lines of open code begin with, or BLANK, or 0
    bint bare                               # the line before is only `..`
    unsigned char[MAX_LINE] buffer
    unsigned char[MAX_LINE] buffer_last

# The box-drawing characters of a line: the numbers of horizontal, vertical and other ones; whether the line has white space
# between characters, and other characters.
cdef struct Drawing:
    Py_ssize_t levels, uprights, crossings
    bint has_gaps, has_others

# Counts of lines that are not blank, and among them: indented lines; statements (lines that are not comments) that begin with
# a word of code, that end like code, that score as prose; lines divided into cells, and divided like the line before.
cdef struct Counts:
    Py_ssize_t lines, indented, keywords, braces, prose, divided, aligned


# ---- the score of a line


cdef void read_signs(const Line *line, Py_ssize_t i, shiplap_signs *signs) noexcept nogil:
    """Read the signs of a line from i on: marks that may divide it into cells, and counts that distinguish code from prose."""
    shiplap_line_signs(line.c + i, line.n - i, trimmed(line) - i, line.room - i, signs)


cdef int score_of(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the `line_score` of a line whose signs are not known."""
    cdef shiplap_signs signs
    read_signs(line, i, &signs)
    return line_score(line, i, &signs)


cdef inline int line_score(const Line *line, Py_ssize_t i, const shiplap_signs *signs) noexcept nogil:
    """Return whether a line looks like code (above 0) or prose (below), and how much."""
    return weighed_score(line, i, signs, keyword(line, i))


cdef inline int weighed_score(const Line *line, Py_ssize_t i, const shiplap_signs *signs, int weight) noexcept nogil:
    """Return the `line_score` of a line whose first word has the weight `weight`.

    csrc adds up the scores of words, stops, brackets and operators (`operator_score` of the reference).
    """
    cdef int said, c
    cdef unsigned int code
    cdef bint is_odd
    if line.c[i] == c'#' and not directive(line, i):
        return 0
    c = line.c[trimmed(line) - 1]
    code = beginning(line, i) + ending(c) + weight
    if weight == 1 and (c in b":(" or c == OPEN_BRACE):
        code += 2
    code += signs.code
    said = min(signs.words, MAX_WORDS) // 2
    if code > 0 and weight == 0:
        is_odd = may_say_nothing(line, i, c)
        if is_odd and is_lead_in(line, i):
            code, said = 0, max(said, <int> begins_sentence(line, i))
        elif (is_odd and (is_emphasised(line, i) or is_marked_title(line, i))) or ends_with_address(line, i):
            code = 0
        elif line.c[i] in b"*-+" and get(line, i + 1) == c' ':
            said += ITEM_SCORE * begins_sentence(line, i + 2)
    if code == 0 and signs.beyond >= 4:
        said += 2
    if signs.words >= 2 and c in b".?!":
        said += 2
    said = min(<int> code, 2 * MAX_SCORE) - said
    return max(-MAX_SCORE, min(MAX_SCORE, said))


cdef bint is_name(int c) noexcept nogil:
    """Return whether a byte is that of a letter, a digit, `_` or `$`."""
    return is_letter(c) or is_digit(c) or c in b"_$"


cdef inline int keyword(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the weight of the first word: 2 for a word of code, 1 for a word of code that is English too, or 0."""
    cdef Py_ssize_t end = i, last = min(line.n, i + MAX_KEYWORD + 1), k
    cdef const Keyword *word
    cdef unsigned int slot, hash = 0
    while end < last and line.c[end] < NOT_ASCII and is_name(line.c[end]):
        hash = hash * 31 + line.c[end]
        end += 1
    if end == i or end - i > MAX_KEYWORD:
        return 0
    slot = (hash ^ hash >> 10) & (KEYWORD_SLOTS - 1)  # as in csrc/tools/gen_content.py
    while KEYWORDS[slot].size:
        word = &KEYWORDS[slot]
        if word.size == end - i:
            k = 0
            while k < word.size and word.text[k] == line.c[i + k]:
                k += 1
            if k == word.size:
                return word.weight
        slot = (slot + 1) & (KEYWORD_SLOTS - 1)
    return 0


cdef int directive(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the score of a line that begins with `#` and is not a comment: a line of the preprocessor, `#!`, `#[`."""
    cdef Py_ssize_t end = i + 1
    cdef int c = get(line, i + 1)
    if c in b"![":
        return 4
    while end < line.n and is_ascii_letter(line.c[end]):
        end += 1
    return 4 if is_name_of(line, i + 1, end, PREPROCESSOR) else 0


cdef int beginning(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the score of the beginning of a line for code."""
    cdef int c = line.c[i], after
    if is_letter(c):
        return 0
    after = get(line, i + 1)
    if c == c'#':
        return directive(line, i)
    if c == c'>' and has(line, i, ">>> "):
        return 6
    if c == CLOSE_BRACE or (c == c'/' and after in b"/*") or (c == c'*' and after == c'/'):
        return 3
    if c == c'@' and is_letter(after):
        return 3
    if c == c'$' and after == c' ':
        return 3
    if c in b")]" or c == OPEN_BRACE or has(line, i, "\"\"\"") or has(line, i, "'''"):
        return 2
    return 2 if c == c'<' and (after == c'/' or is_letter(after)) else 0


cdef int ending(int c) noexcept nogil:
    """Return the score of the last character of a line for code."""
    if c in b"{}":
        return 3
    if c in b";([":
        return 2
    return c == c'\\'


cdef inline bint may_say_nothing(const Line *line, Py_ssize_t i, int last) noexcept nogil:
    """Return whether a line with signs of code may have the score 0 (N1 to N3), by its first and last byte."""
    return last in b":*_`\"'" or last >= NOT_ASCII or line.c[i] in b"=*" or (line.c[i] == c'<' and last == c'>')


cdef bint is_lead_in(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line that begins with no word of code is a lead-in (N1)."""
    cdef Py_ssize_t end = trimmed(line), last = end
    if beginning(line, i):
        return False
    while last > i + 1 and end - last < MAX_CLOSING and line.c[last - 1] in b"*_`\"'":
        last -= 1
    return line.c[last - 1] == c':' or (line.c[i] >= NOT_ASCII and line.c[end - 1] >= NOT_ASCII)


cdef bint is_wordy_lead_in(const Line *line) noexcept nogil:
    """Return whether a line has only words and a colon, and begins with one of LEAD_WORDS (N4)."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width), end = trimmed(line) - 1, first = i
    if line.c[end] != c':':
        return False
    while first < end and is_ascii_letter(line.c[first]):
        first += 1
    if not is_name_of(line, i, first, LEAD_WORDS):
        return False
    while first < end and (is_letter(line.c[first]) or line.c[first] in b" \t,'-"):
        first += 1
    return first == end


cdef inline bint says_nothing(const Line *line) noexcept nogil:
    """Return whether a line that is a paragraph of its own has the score 0 in spite of marks of code (N4, N5)."""
    return is_wordy_lead_in(line) or is_address(line)


cdef bint is_address(const Line *line) noexcept nogil:
    """Return whether a line is like an address, or is a clause with a semicolon at its end (N5)."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width), end = trimmed(line), k = i + 1
    cdef bint is_clause = line.c[end - 1] == c';'
    cdef int before = c' '
    if line.c[i] == OPEN_BRACE:
        while k < end and is_digit(line.c[k]):
            k += 1
        return end > i + 2 and k == end - 1 and line.c[k] == CLOSE_BRACE
    end -= is_clause
    if keyword(line, i) or beginning(line, i) or (i > 0 and not is_clause):
        return False
    for k in range(i, end):
        if not is_letter(line.c[k]) and not is_digit(line.c[k]) and line.c[k] not in b" .:/@-[](),'|":
            return False
        if (line.c[k] in b"([" and (is_name(before) or before in b")]")) or (line.c[k] in b")]" and before in b"(["):
            return False
        if line.c[k] == before == c':':
            return False
        before = line.c[k]
    return not is_clause or memchr(line.c + i, c' ', end - i) != NULL


cdef bint ends_with_address(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line is an address of the web, or a sentence that ends with such an address (N6)."""
    cdef Py_ssize_t begin = trimmed(line), at
    while begin > i and not is_gap(line.c[begin - 1]):
        begin -= 1
    at = begin + (line.c[begin] == c'<')
    return (has(line, at, "http://") or has(line, at, "https://") or has(line, at, "ftp://") or is_mail(line, at)) \
        and (begin == i or begins_sentence(line, i))


cdef bint is_mail(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the last word of a line, from i on, is a mail address, perhaps with `>` after it (N6)."""
    cdef Py_ssize_t end = trimmed(line), at = found_at(line, i, "@")
    end -= line.c[end - 1] == c'>'
    if at <= i or at + 1 >= end:
        return False
    while i < end and (is_letter(line.c[i]) or is_digit(line.c[i]) or line.c[i] in b"@._+-"):
        i += 1
    return i == end


cdef bint begins_sentence(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the text at i begins with a capital letter, then a small letter or one beyond ASCII, and later has
    white space."""
    cdef Py_ssize_t end = i + 1
    if not c'A' <= get(line, i) <= c'Z' or c'A' <= get(line, end) <= c'Z':
        return False
    while is_letter(get(line, end)):
        end += 1
    return end > i + 1 and is_gap(get(line, end))


cdef bint is_emphasised(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line is in emphasis as a whole (N2)."""
    cdef Py_ssize_t end = trimmed(line), close
    cdef const Name *tag = LABEL_TAGS
    if line.c[i] != c'<':
        if has(line, i, "**") and get(line, i + 2) not in b"* \t":
            close = found_at(line, i + 3, "**")
            if close > 0 and not is_gap(line.c[close - 1]):
                return True
        if line.c[i] not in b"*_" or line.c[end - 1] != line.c[i]:
            return False
        i = run_of(line, i, line.c[i])
        return not is_gap(get(line, i)) and not (line.c[end - 1] == c'_' and c'A' <= get(line, i + 1) <= c'Z')
    end -= line.c[end - 1] == c':'
    if end - i >= 10 and (has_word(line, end - 10, end, "</summary>")
                          or (has_word(line, i, i + 3, "<a ") and has_word(line, end - 4, end, "</a>"))):
        return True
    while tag[0] != NULL:
        if is_element(line, i, end, tag[0]):
            return True
        tag += 1
    return False


cdef bint is_element(const Line *line, Py_ssize_t i, Py_ssize_t end, const char *tag) noexcept nogil:
    """Return whether a line begins and ends with the tags of an element. `tag`: its name and `>`."""
    cdef Py_ssize_t size = <Py_ssize_t> strlen(tag)
    return end - i > 2 * size + 2 and has_word(line, i + 1, i + 1 + size, tag) and has(line, end - size - 2, "</") \
        and has_word(line, end - size, end, tag)


cdef bint is_marked_title(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line is a title between equals signs, or after them (N3)."""
    cdef Py_ssize_t marks = run_of(line, i, c'=')
    if i > 0 or not 0 < marks <= MAX_TITLE_MARKS or marks == trimmed(line):
        return False
    return is_gap(line.c[marks]) or title_marks(line) > 0


cdef int title_marks(const Line *line) noexcept nogil:
    """Return the number of equals signs on each side of the title of a line, or 0. The title has a letter or a digit. A
    single equals sign has white space next to it; its title begins with a letter or a digit, and is no formula."""
    cdef Py_ssize_t end = trimmed(line), marks = run_of(line, 0, c'='), last = end, width, k
    while last > marks and line.c[last - 1] == c'=':
        last -= 1
    if not 0 < marks == end - last <= MAX_TITLE_MARKS:
        return 0
    if marks == 1 and not (is_gap(line.c[1]) and is_gap(line.c[last - 1])):
        return 0
    end = indent(line, marks, 0, &width)
    while end < last and not is_letter(line.c[end]) and not is_digit(line.c[end]):
        if marks == 1:
            return 0
        end += 1
    for k in range(end, last if marks == 1 else 0):
        if line.c[k] in b"+|=":
            return 0
    return <int> marks if end < last else 0


# ---- runs


cdef void begin_plain(Plain *state, const View *view, Out *out) noexcept nogil:
    """Begin with nothing open. The caller sets the kinds of underline."""
    state.view, state.out = view, out
    state.lines = state.score = state.fence = 0
    state.waiting = state.literal = state.expected = -1
    state.heading_level = 0
    state.code = state.comments = state.manual = False
    state.string, state.table = NO_STRING, NO_TABLE
    state.until, state.bare, state.container, state.container_margin = 0, False, PROSE, -1
    reset(state)


cdef void end_run(Plain *state) noexcept nogil:
    """End a run: it is code, or prose, or waits for the next run."""
    cdef Py_ssize_t lines = state.lines
    cdef bint comment = state.first == c'#'
    cdef int level
    reset(state)
    if lines == 0:
        return
    state.lines = 0
    if lines == 1 and state.score > 0:
        take(state.view, &state.last, state.buffer_last)
        if says_nothing(&state.last):
            state.score = 0
    state.expected = state.margin if state.last_colons and state.score <= 0 else -1
    if state.score > 0:
        if not (state.code or (state.waiting >= 0 and state.comments)):
            settle(state)
        if not state.code:
            begin(state.out, state.waiting if state.waiting >= 0 else state.start, CODE, 0, 0, 0)
        state.code, state.waiting = True, -1
    elif state.score < 0 and not (state.code and state.margin >= 4 and state.score > -MAX_SCORE):
        settle(state)
        go_on(state.out, state.start, PROSE)
        state.code = False
    elif not (state.code and state.margin > 0):
        level = state.first_level if lines == 1 and state.margin == 0 else 0
        if state.waiting >= 0 and (state.heading_level or not comment):
            settle(state)
        state.heading_level = 0
        if state.waiting < 0:
            state.waiting, state.comments = state.start, comment
            if level:
                take(state.view, &state.last, state.buffer_last)
                state.heading_level, state.heading_start = level, state.last.start
                state.heading_end = place_of(state.view, &state.last, state.last.n)


cdef void reset(Plain *state) noexcept nogil:
    """Drop the lines that may have become a table."""
    state.pipes.count = state.cells.count = state.columns.count = 0


cdef void settle(Plain *state) noexcept nogil:
    """Decide the kind of the waiting runs: a heading, a comment after code, or prose."""
    cdef Py_ssize_t at = state.waiting
    state.waiting = -1
    if at < 0 or (state.code and state.comments):
        return
    if state.heading_level:
        begin(state.out, at, HEADING, state.heading_level, state.heading_start, state.heading_end)
    else:
        go_on(state.out, at, PROSE)
    state.code = False


cdef void open_region(Plain *state, Py_ssize_t start, Kind kind, Py_ssize_t info, Py_ssize_t end) noexcept nogil:
    """Begin a region other than a run."""
    settle(state)
    state.code, state.expected = False, -1
    begin(state.out, start, kind, 0, info, end)


cdef void open_table(Plain *state, Py_ssize_t start, TableForm form, Py_ssize_t width) noexcept nogil:
    """Begin a table."""
    open_region(state, start, TABLE, 0, 0)
    state.table, state.table_lines, state.margin_of_table = form, 0, width
    state.borders, state.bordered = 1, True


# ---- tables that are drawn


cdef int box_at(const View *view, Py_ssize_t at) noexcept nogil:
    """Return the directions in which the character at `at` draws lines, or NO_BOX."""
    cdef uint32_t unit = unit_at(view, at), lead
    if view.width:
        return BOXES[unit - BOX_FIRST] if BOX_FIRST <= unit < BOX_FIRST + BOX_COUNT else NO_BOX
    if unit != 0xE2 or at + 2 >= view.size:  # the first of the bytes E2 94 80 to E2 95 BF
        return NO_BOX
    lead = view.data[at + 1]
    return BOXES[(lead - 0x94) << 6 | (view.data[at + 2] & 63)] if lead == 0x94 or lead == 0x95 else NO_BOX


cdef inline bint may_draw(const View *view, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the character i of a line may be a box-drawing character; most others are excluded by one test."""
    if view.width == 0:
        return line.c[i] == 0xE2  # the first byte of all of them
    return view.width > 1 and BOX_FIRST <= unit_at(view, line.start + i) < BOX_FIRST + BOX_COUNT


cdef int box_in(const View *view, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the directions in which the character i of a line draws lines, or NO_BOX."""
    return box_at(view, place_of(view, line, i)) if i < line.n and may_draw(view, line, i) else NO_BOX


cdef void drawing(const View *view, const Line *line, Py_ssize_t i, Drawing *found) noexcept nogil:
    """Count the box-drawing characters of a line."""
    cdef Py_ssize_t end = trimmed(line), at = place_of(view, line, i)
    cdef int box
    found.levels = found.uprights = found.crossings = 0
    found.has_gaps = found.has_others = False
    while i < end:
        box = box_at(view, at) if line.c[i] >= NOT_ASCII else NO_BOX
        if box == BOX_LEVEL:
            found.levels += 1
        elif box == BOX_UPRIGHT:
            found.uprights += 1
        elif box:
            found.crossings += 1
        elif is_gap(line.c[i]):
            found.has_gaps = True
        else:
            found.has_others = True
        i += 1
        at = next_code_point(view, at)


cdef bint is_edge(const View *view, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line is an edge, or another rule: only box-drawing characters, at least two of them level."""
    cdef Drawing found
    drawing(view, line, i, &found)
    return found.levels >= 2 and not found.has_others


cdef bint is_upper_edge(const View *view, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line is the upper edge of a table with a frame, by B1."""
    cdef Drawing found
    if box_in(view, line, i) != BOX_LEFT or box_in(view, line, trimmed(line) - 1) != BOX_RIGHT:
        return False
    drawing(view, line, i, &found)
    return found.levels >= 2 and found.crossings > 2 and not found.has_gaps and not found.has_others


cdef bint may_be_below_header(const View *view, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line may be the rule of a table without a frame, below any line."""
    cdef Py_ssize_t end, k
    cdef Drawing found
    if line.c[i] == c'-':
        end = trimmed(line)
        for k in range(i, end):
            if line.c[k] not in b"-+":
                return False
        return line.c[end - 1] == c'-' and count_of(line, c'+') > 0
    if box_in(view, line, i) != BOX_LEVEL:
        return False
    drawing(view, line, i, &found)
    return found.levels >= 2 and found.crossings > 0 and not found.has_gaps and not found.has_others


cdef bint is_below_header(const View *view, const Line *line, Py_ssize_t i, const Line *above) noexcept nogil:
    """Return whether a line is the rule of a table without a frame, by B2. above: the line before. The line may be such
    a rule (`may_be_below_header`)."""
    cdef Drawing found, rule
    if line.c[i] == c'-':
        return count_of(line, c'+') == count_of(above, c'|')
    drawing(view, line, i, &rule)
    drawing(view, above, 0, &found)
    return rule.crossings == found.uprights


cdef bint continues_drawing(const View *view, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line belongs to a drawn table, by B3."""
    cdef Drawing found
    drawing(view, line, i, &found)
    return (found.uprights > 0 or (found.levels >= 2 and not found.has_others)) and not is_upper_edge(view, line, i)


# ---- tables


cdef inline bint goes_on(Plain *state, const Line *line) noexcept nogil:
    """Return whether a table is open and the line belongs to it."""
    return state.table != NO_TABLE and continues_table(state, line)


cdef bint continues_table(Plain *state, const Line *line) noexcept nogil:
    """Return whether the line belongs to the open table, which ends otherwise."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    state.table_lines += 1
    if table_goes_on(state, line, i, width):
        return True
    state.table = NO_TABLE
    return False


cdef bint begins_table(Plain *state, const Line *line, Line *above) noexcept nogil:
    """Return whether a table begins with this line of a paragraph, or began before it. above: the line before, its
    start -1 if that line does not belong to the paragraph."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    cdef shiplap_signs signs
    cdef bint drawn = may_draw(state.view, line, i)
    if above.start >= 0 and (drawn or line.c[i] == c'-') and may_be_below_header(state.view, line, i):
        take(state.view, above, state.buffer_last)
        if is_below_header(state.view, line, i, above):
            open_table(state, above.start, PIPES if line.c[i] == c'-' else BOX, width)
            return True
    if drawn and is_upper_edge(state.view, line, i):
        open_table(state, line.start, BOX, width)
        return True
    if is_grid(line, i) or is_border(line, i):
        open_table(state, line.start, GRID if line.c[i] == c'+' else SIMPLE, width)
        return True
    if state.drawn:
        return False
    shiplap_line_signs(line.c + i, line.n - i, 0, line.room - i, &signs)  # marks alone
    if not may_divide(signs.marks, 0):
        return find_table(state, line, i, 0, signs.marks, 0, 0)
    read_signs(line, i, &signs)
    return find_table(state, line, i, line_score(line, i, &signs), signs.marks, 0, 0)


cdef bint may_divide(unsigned int marks, int says) noexcept nogil:
    """Return whether a line with these marks and this score may be divided into cells."""
    return (marks & (SHIPLAP_MARK_PIPE | SHIPLAP_MARK_TAB | SHIPLAP_MARK_BARE | SHIPLAP_MARK_GAP)
            or is_spaced(marks) or (marks & SHIPLAP_MARK_DELIMITER and MIN_WORDED_SCORE <= says <= 0))


cdef bint is_spaced(unsigned int marks) noexcept nogil:
    """Return whether a line has commas or semicolons, and no words."""
    return marks & SHIPLAP_MARK_DELIMITER and not marks & SHIPLAP_MARK_WORDS


cdef bint find_table(Plain *state, const Line *line, Py_ssize_t i, int says, unsigned int marks, Py_ssize_t lines,
                     Py_ssize_t score) noexcept nogil:
    """Return whether this line and lines before it are a table. Then the table is open, and the run ends before it."""
    cdef Candidate seen
    cdef Candidate *candidate
    cdef Columns both
    cdef int c = line.c[i], form
    if (c in b"-=+|:" or may_draw(state.view, line, i)) and is_rule(state.view, line, i):  # such a line only separates rows
        return False
    if not may_divide(marks, says):
        reset(state)
        return False
    for form in range(PIPES, COLUMNS_TABLE + 1):
        candidate = &state.pipes if form == PIPES else &state.cells if form == CELLS else &state.columns
        signature(line, i, says, marks, <TableForm> form, &seen)
        if agrees(candidate, &seen, &both):
            candidate.count += 1
            candidate.numbered += seen.numbered
            candidate.worded |= seen.worded
            if seen.divider == c' ':
                candidate.blank = both
        else:
            candidate.count = 0
            if seen.divider == 0:
                continue
            candidate[0] = seen
            candidate.start, candidate.before_lines, candidate.before_score = line.start, lines, score
        if candidate.count >= wanted(candidate, line, i):
            state.found = candidate[0]
            state.lines, state.score = candidate.before_lines, candidate.before_score
            end_run(state)
            open_table(state, state.found.start, <TableForm> form, 0)
            return True
    return False


cdef inline void signature(const Line *line, Py_ssize_t i, int says, unsigned int marks, TableForm form,
                           Candidate *seen) noexcept nogil:
    """Find the divider of a line into cells, in one of the three forms, if any."""
    cdef int c = line.c[i]
    seen.divider = seen.number = seen.numbered = seen.worded = 0
    seen.count = 1
    if form == PIPES:
        if marks & SHIPLAP_MARK_PIPE and (says < 3 or c == c'|'):
            seen.number = count_of(line, c'|')
            if seen.number >= 2 or c == c'|':
                seen.divider = c'|'
    elif form == CELLS:
        if says < 3 and (marks & (SHIPLAP_MARK_TAB | SHIPLAP_MARK_BARE)
                         or (marks & SHIPLAP_MARK_DELIMITER and MIN_WORDED_SCORE <= says <= 0)):
            seen.divider = delimiters(line, i, says, marks, &seen.number)
            if seen.divider == SPACED_COMMA:
                if has_item_mark(line, i):
                    seen.divider = seen.number = 0
                    return
                seen.numbered = has_digit(line) if seen.number == 1 else has_number(line, i)
                seen.worded = says != 0 or marks & SHIPLAP_MARK_WORDS != 0
    elif says < 3 and marks & SHIPLAP_MARK_GAP and c not in b"#*/" and not holds(line, "/*"):
        if blank_columns(line, i, &seen.blank):
            seen.divider = c' '


cdef bint agrees(const Candidate *candidate, const Candidate *seen, Columns *both) noexcept nogil:
    """Return whether a line is divided like the lines before it. `both`: set to their common blank columns, if these
    divide it."""
    if candidate.count == 0 or candidate.divider != seen.divider or candidate.number != seen.number \
            or (candidate.worded and candidate.count == 1 and not (seen.worded or seen.numbered)):
        return False
    return seen.divider != c' ' or common(&candidate.blank, &seen.blank, both)


cdef int wanted(const Candidate *candidate, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the number of lines that make a table: two if many cells agree, else three. If too few lines have a digit, return
    a number that the candidate does not reach."""
    if (candidate.worded or (candidate.divider == SPACED_COMMA and candidate.number == 1)) \
            and candidate.numbered + 1 < candidate.count:
        return <int> min(candidate.count, MAX_LINE) + 1
    if candidate.worded:
        return MIN_WORDED
    if candidate.divider == c'|':
        return 2 if line.c[i] == c'|' and line.c[trimmed(line) - 1] == c'|' else 3
    if candidate.divider == c' ':
        return 2 if has_groups(&candidate.blank) else 3
    return 3 if candidate.number < 3 else 2


cdef bint table_goes_on(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether the open table continues with a line."""
    cdef bint blank = i == line.n
    cdef Py_ssize_t number
    cdef Columns seen, both
    cdef shiplap_signs signs
    if state.table == HTML_TABLE:
        if holds_word(line, "</table>"):
            state.table = NO_TABLE
            return True
        return state.table_lines < MAX_HTML_LINES
    if state.table == DIRECTIVE:
        return blank or width > state.margin_of_table
    if state.table == SIMPLE:
        if blank:
            return state.borders < 3 and not (state.borders == 2 and state.bordered)
        state.bordered = is_border(line, i)
        state.borders += state.bordered
        return width >= state.margin_of_table
    if blank:
        return False
    if state.table == GRID:
        return line.c[i] in b"|+"
    if state.table == BOX:
        return continues_drawing(state.view, line, i)
    if is_rule(state.view, line, i):
        return True
    if state.table == PIPES:
        return holds(line, "|")
    if state.table == CELLS:
        read_signs(line, i, &signs)
        return delimiters(line, i, line_score(line, i, &signs), signs.marks, &number) == state.found.divider
    blank_columns(line, i, &seen)
    if common(&state.found.blank, &seen, &both):
        state.found.blank = both
        return True
    return i > last_of(&state.found.blank) or trimmed(line) <= first_of(&state.found.blank)


# ---- lines of tables


cdef bint is_rule(const View *view, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line only separates rows of a table."""
    cdef Py_ssize_t count = 0, k
    cdef int c
    if box_in(view, line, i):
        return is_edge(view, line, i)
    for k in range(i, line.n):
        c = line.c[k]
        if c in b"-=":
            count += 1
        elif c not in b"+|:" and not is_gap(c):
            return False
    return count >= 3


cdef bint is_grid(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line is the edge of a grid table: `+---+---+`, or `+:==+==:+` with alignments."""
    cdef Py_ssize_t end = trimmed(line), k
    if end - i < 3 or line.c[i] != c'+' or line.c[end - 1] != c'+' or line.c[i + 1] == c'+':
        return False
    for k in range(i, end):
        if line.c[k] not in b"+-=:":
            return False
    return True


cdef bint is_border(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line is the border of a simple table: two or more runs of `=`."""
    cdef Py_ssize_t end = line.n, k
    cdef bint parted = False
    while end > i and line.c[end - 1] == c' ':
        end -= 1
    for k in range(i, end):
        if line.c[k] == c' ':
            parted = parted or (k > i and line.c[k - 1] == c'=')
        elif line.c[k] != c'=':
            return False
    return parted


cdef int delimiters(const Line *line, Py_ssize_t i, int says, unsigned int marks, Py_ssize_t *number) noexcept nogil:
    """Return the divider of the line into cells, and write its number: tabs, or semicolons or commas outside of double
    quotes. Half or more of these must have no white space after them, or all commas have it (SPACED_COMMA) in a line
    with the score 0 and without words, or two or more commas in a line with a score of at least MIN_WORDED_SCORE and no full
    stop at its end."""
    cdef Py_ssize_t tabs = 0, bare_commas = 0, commas = 0, bare_semicolons = 0, semicolons = 0, begin = i, k
    cdef uint64_t here
    cdef bint quoted = False, bare
    cdef int c, last
    while begin < line.n:
        here = 0
        shiplap_find_set(line.c, 1, begin, min(begin + 64, line.n), DELIMITERS, &here)
        while here:
            k = begin + <Py_ssize_t> shiplap_lowest_bit(here)
            here &= here - 1
            c = line.c[k]
            if c == c'"':
                quoted = not quoted
            elif c == c'\t':
                tabs += k + 1 < line.n
            elif not quoted:
                bare = k + 1 < line.n and not is_gap(line.c[k + 1])
                if c == c',':
                    commas += 1
                    bare_commas += bare
                else:
                    semicolons += 1
                    bare_semicolons += bare
        begin += 64
    if tabs:
        number[0] = tabs
        return c'\t'
    if bare_semicolons and 2 * bare_semicolons >= semicolons and semicolons >= commas:
        number[0] = semicolons
        return c';'
    number[0] = commas
    if bare_commas and 2 * bare_commas >= commas:
        return c','
    last = line.c[trimmed(line) - 1]
    if bare_commas == 0 and ((commas > 1 and MIN_WORDED_SCORE <= says <= 0 and last != c'.')
                             or (commas > 0 and says == 0 and not marks & SHIPLAP_MARK_WORDS)) and (
            is_letter(last) or is_digit(last) or last in b"_$.%\""):
        return SPACED_COMMA
    number[0] = 0
    return 0


cdef bint has_item_mark(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether an item of a list begins at i: with a bullet, or with up to MAX_ITEM_MARK letters and digits, in
    brackets or before a full stop or closing bracket, and then white space."""
    cdef int c = line.c[i]
    cdef Py_ssize_t end = i + (c in b"-*+([")
    if c not in b"-*+":
        while end < line.n and end - i <= MAX_ITEM_MARK and (is_letter(line.c[end]) or is_digit(line.c[end])):
            end += 1
        if has(line, i, "[ ]"):
            end += 1
        if end >= line.n or line.c[end] not in b".)]":
            return False
        end += 1
    return is_gap(get(line, end))


cdef bint has_number(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a cell between commas, quoted or not, has a digit and no letter."""
    cdef bint digit = False, letter = False
    while i < line.n:
        if line.c[i] == c',':
            if digit > letter:
                return True
            digit = letter = False
        digit |= is_digit(line.c[i])
        letter |= is_letter(line.c[i])
        i += 1
    return digit > letter


cdef bint has_digit(const Line *line) noexcept nogil:
    """Return whether a line has a digit."""
    cdef Py_ssize_t k
    for k in range(line.n):
        if is_digit(line.c[k]):
            return True
    return False


cdef inline bint blank_columns(const Line *line, Py_ssize_t i, Columns *found) noexcept nogil:
    """Find the columns of runs of two or more spaces inside a line, except those after the end of a sentence; return
    whether any exist."""
    cdef Py_ssize_t end = trimmed(line), at = i, first, k
    cdef int c
    cdef bint any = False
    if end > MAX_COLUMNS:
        end = MAX_COLUMNS
    for k in range(NUMBERS):
        found.bits[k] = 0
    while at < end:
        first = at
        while at < end and line.c[at] == c' ':
            at += 1
        if at - first >= 2:
            c = line.c[first - 1]
            if c not in b".?!:":
                any = True
                for k in range(first, at):
                    found.bits[k // BITS] |= <uint64_t> 1 << (k % BITS)
        at += 1
    return any


cdef bint common(const Columns *one, const Columns *other, Columns *both) noexcept nogil:
    """Find the columns that are in both sets, and return whether any exist."""
    cdef int k
    cdef uint64_t any = 0
    for k in range(NUMBERS):
        both.bits[k] = one.bits[k] & other.bits[k]
        any |= both.bits[k]
    return any != 0


cdef bint is_in(const Columns *columns, Py_ssize_t k) noexcept nogil:
    """Return whether a column is in a set."""
    return columns.bits[k // BITS] >> (k % BITS) & 1


cdef bint has_groups(const Columns *columns) noexcept nogil:
    """Return whether the blank columns form two or more runs."""
    cdef int k, groups = 0
    for k in range(MAX_COLUMNS):
        groups += is_in(columns, k) and (k == 0 or not is_in(columns, k - 1))
    return groups > 1


cdef Py_ssize_t first_of(const Columns *columns) noexcept nogil:
    """Return the first column of a set."""
    cdef Py_ssize_t k = 0
    while k < MAX_COLUMNS - 1 and not is_in(columns, k):
        k += 1
    return k


cdef Py_ssize_t last_of(const Columns *columns) noexcept nogil:
    """Return the last column of a set."""
    cdef Py_ssize_t k = MAX_COLUMNS - 1
    while k > 0 and not is_in(columns, k):
        k -= 1
    return k


# ---- the grammar


cdef Py_ssize_t scan_plain(const View *view, Out *out, Plain *state, Py_ssize_t at, Py_ssize_t until) noexcept nogil:
    """Find the regions of a text from the line start `at` to the first line start from `until` on; return the latter,
    or the end."""
    cdef Reader reader
    cdef Line line
    if at == 0:
        begin_plain(state, view, out)
    read_from(&reader, view, at)
    while next_line(&reader, &line, state.buffer):
        plain_line(state, &line)
        if until <= reader.next < view.size:
            return reader.next
    end_run(state)
    settle(state)
    return view.size


cdef void plain_line(Plain *state, const Line *line) noexcept nogil:
    """Add a line to the open block, open a block with it, or add it to the run."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    cdef bint blank = i == line.n
    if not blank and line.c[i] == c'\f' and is_blank(line, i + 1):
        blank, i = True, line.n
    if state.fence:
        fence_line(state, line, i)
        return
    if state.string != NO_STRING and (blank or width >= state.string_margin):
        string_line(state, line)
        return
    state.string = NO_STRING
    if state.literal >= 0:
        if blank or width > state.literal:
            return
        state.literal = -1
    if goes_on(state, line):
        return
    if blank:
        end_run(state)
    elif not opens(state, line, i, width):
        run_line(state, line, i, width)


cdef void fence_line(Plain *state, const Line *line, Py_ssize_t i) noexcept nogil:
    """Read a line of an open fence. One line between two of equally many marks is a title."""
    cdef Py_ssize_t title, width
    cdef int level
    state.fence_lines += 1
    if i < line.n and closes_fence(line, i, state.fence, state.fence_size):
        if state.fence_lines == 2:
            take(state.view, &state.last, state.buffer_last)
            title = trimmed(&state.last) - indent(&state.last, 0, 0, &width)
            if is_overlined(state.fence_size, adornment(line), title):
                level = adorned_level(state, state.fence + ABOVE)
                begin(state.out, state.start, HEADING, level, state.last.start, line.start)
        state.fence = 0
    elif state.fence_lines == 1:
        state.last = line[0]


cdef void string_line(Plain *state, const Line *line) noexcept nogil:
    """Add a line inside a string in three quotes, or inside a comment, to the run. Its score is 0."""
    state.string_lines += 1
    if ends_string(state.string, line) or state.string_lines > MAX_STRING_LINES:
        state.string = NO_STRING


cdef bint ends_string(StringEnd string, const Line *line) noexcept nogil:
    """Return whether the line has the end of a string or a comment."""
    if string == COMMENT:
        return holds(line, "*/")
    return holds(line, "\"\"\"" if string == DOUBLE_QUOTES else "'''")


cdef void run_line(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Add a line to the run, unless it makes a table of lines at its end."""
    cdef shiplap_signs signs
    cdef unsigned int marks
    cdef Py_ssize_t end
    cdef int says, field
    read_signs(line, i, &signs)
    says, marks = line_score(line, i, &signs), signs.marks
    if says > 0 and is_entry_line(line, i, state.manual):
        says = 0
    if state.lines == 1 and width > state.margin and (state.manual or state.margin == 0):
        end_section(state, line)
    if state.lines == 0:
        state.start, state.margin, state.score, state.first = line.start, width, 0, line.c[0]
        state.first_adorns = adornment(line) > 0
        state.first_level = heading_level(line, 0)
        state.fields = 0
    field = header_field(line) if state.lines == 0 or state.fields else 0
    if field:
        if field > 1 or state.fields > 0:
            state.fields = 2 if state.fields else 1
        else:
            state.fields = -1
        says = min(says, 0)
    elif state.fields and width > 0 and says > 0:
        if state.fields > 1 or width == 1 or (state.fields > 0 and says <= MAX_FIELD_SCORE) or is_file_name(line, i):
            says = 0
    if state.fields > 1 and (width > 0 or field):
        reset(state)
    elif find_table(state, line, i, says, marks, state.lines, state.score):
        return
    state.before_lines, state.before_score = state.lines, state.score
    state.lines += 1
    state.score += says
    if width < state.margin:
        state.margin = width
    state.last = line[0]
    end = trimmed(line)
    state.last_colons = end >= 2 and line.c[end - 1] == c':' and line.c[end - 2] == c':'
    open_string(state, line, i, width, marks)


cdef void end_section(Plain *state, const Line *line) noexcept nogil:
    """Make a heading of the only line of the run, if that line is a heading of a manual page above the line."""
    cdef int level
    take(state.view, &state.last, state.buffer_last)
    if not state.manual:
        if not is_name_section(&state.last, line):
            return
        state.manual = True
    level = section_level(&state.last, state.margin)
    if level == 0:
        return
    state.lines = 0
    settle(state)
    state.code = False
    begin(state.out, state.start, HEADING, level, state.last.start, place_of(state.view, &state.last, state.last.n))
    reset(state)


cdef int header_field(const Line *line) noexcept nogil:
    """Return 2 for a field of a header (`Build-Depends: oak (>= 1.2)`), as in mails and control files: a word that begins
    with a capital letter, a colon and a value, which is not a definition of code (` = `); 1 for a field without a value; 0
    for other lines."""
    cdef Py_ssize_t end = 1
    if not c'A' <= line.c[0] <= c'Z':
        return 0
    while is_alphanumeric(get(line, end)) or get(line, end) == c'-':
        end += 1
    if get(line, end) != c':' or not is_gap_at(line, end + 1) or found_at(line, 0, " = ") >= 0:
        return 0
    return 1 if is_blank(line, end + 1) else 2


cdef bint is_file_name(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line has only the name of a file, or a pattern of such names."""
    while i < line.n and (is_alphanumeric(line.c[i]) or line.c[i] in b"/._-+~*?@"):
        i += 1
    return is_blank(line, i)


cdef void open_string(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width,
                      unsigned int marks) noexcept nogil:
    """Open a string in three quotes, or a comment, that begins in this line and does not end in it."""
    state.string_lines, state.string_margin = 0, width
    if not (marks & SHIPLAP_MARK_QUOTE or line.c[i] == c'/') or adornment(line) >= MIN_RARE_MARKS:
        return
    if has(line, i, "/*"):
        state.string = NO_STRING if ends_string(COMMENT, line) else COMMENT
    elif marks & SHIPLAP_MARK_QUOTE:
        if triples(line, c'"') & 1:
            state.string = DOUBLE_QUOTES
        elif (state.score > 0 or state.code) and triples(line, c'\'') & 1:
            state.string = SINGLE_QUOTES


cdef bint opens(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether a block other than a run begins with this line, or a heading ends with it."""
    cdef Py_ssize_t expected, size
    cdef int c = line.c[i]
    if state.lines == 0:
        expected, state.expected = state.expected, -1
        if 0 <= expected < width:
            open_region(state, line.start, CODE, 0, 0)
            state.literal = expected
            return True
    if is_letter(c):
        return may_draw(state.view, line, i) and opens_drawing(state, line, i, width)
    if i == 0 and 0 < state.lines <= 2 and is_mark(c) and adorns(state, line):
        return True
    if c in b"`~" and width < 4:
        size = opens_fence(line, i)
        if size and not underlines(state, size):
            state.fence, state.fence_size = c, size
            state.fence_lines = 0 if state.lines == 0 and adornment(line) else NO_TITLE
            end_run(state)
            open_region(state, line.start, CODE, line.start + i + size, line.end)
            state.start = line.start
            return True
    if c == c'.' and has(line, i, ".. "):
        return opens_directive(state, line, i, width)
    if c == c'<' and i + 6 <= line.n and has_word(line, i, i + 6, "<table"):
        end_run(state)
        open_table(state, line.start, HTML_TABLE, width)
        if holds_word(line, "</table>"):
            state.table = NO_TABLE
        return True
    if c == c'+' and is_grid(line, i):
        end_run(state)
        open_table(state, line.start, GRID, width)
        return True
    if i == 0 and c == c'=' and closed_title(state, line):
        return True
    if c == c'=' and is_border(line, i):
        end_run(state)
        open_table(state, line.start, SIMPLE, width)
        return True
    if c in b"|:-" and state.lines > 0:
        size = delimiter_cells(line, i)
        if size:
            take(state.view, &state.last, state.buffer_last)
            if size == cells(&state.last, 0):
                state.lines, state.score = state.before_lines, state.before_score
                end_run(state)
                open_table(state, state.last.start, PIPES, width)
                return True
    return c == c'-' and opens_drawing(state, line, i, width)


cdef bint opens_drawing(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether a table that is drawn begins with this line, or with the line before."""
    if state.lines > 0 and may_be_below_header(state.view, line, i):
        take(state.view, &state.last, state.buffer_last)
        if is_below_header(state.view, line, i, &state.last):
            state.lines, state.score = state.before_lines, state.before_score
            end_run(state)
            open_table(state, state.last.start, PIPES if line.c[i] == c'-' else BOX, width)
            return True
    if is_upper_edge(state.view, line, i):
        end_run(state)
        open_table(state, line.start, BOX, width)
        return True
    return False


cdef bint opens_directive(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether the line is a directive of reStructuredText that has code or a table in it."""
    cdef Py_ssize_t name = i + 3, end = i + 3
    while end < line.n and (is_ascii_letter(line.c[end]) or line.c[end] == c'-'):
        end += 1
    if not has(line, end, "::"):
        return False
    if is_name_of(line, name, end, CODE_DIRECTIVES):
        end_run(state)
        open_region(state, line.start, CODE, line.start + end + 2, line.end)
        state.literal = width
        return True
    if is_name_of(line, name, end, TABLE_DIRECTIVES):
        end_run(state)
        open_table(state, line.start, DIRECTIVE, width)
        return True
    return False


cdef bint adorns(Plain *state, const Line *line) noexcept nogil:
    """Return whether the line underlines a title: the only line of the run, or the second line of two lines if the
    first line is an overline like this underline. A line with a page number (N5) is not a title."""
    cdef Py_ssize_t size = adornment(line), title, width
    cdef int c = line.c[0], level
    cdef bint over = state.lines == 2 and state.first_adorns and state.first == c, is_short = False
    if state.lines != 1 + over or state.margin > 0 or (size == 0 and (c != c'=' or not is_border(line, 0))):
        return False
    take(state.view, &state.last, state.buffer_last)
    if size == 0 and state.lines == 1:
        size = underlines_words(&state.last, line)
    if size == 0:
        return False
    if adornment(&state.last):
        return False
    title = trimmed(&state.last)
    for level in range(state.adorned_count if c == c'~' and size == title else 0):
        is_short |= state.adorned[level] == c
    if not is_short and not may_underline(c, size, title, state.last.c[0], state.last.c[title - 1]):
        return False
    if score_of(&state.last, indent(&state.last, 0, 0, &width)) > 2 \
            or has_page(state.view, state.last.start, place_of(state.view, &state.last, title)):
        return False
    level = adorned_level(state, c + ABOVE * over)
    state.lines = 0
    settle(state)
    state.code = False
    begin(state.out, state.start, HEADING, level, state.last.start, line.start)
    reset(state)
    return True


cdef bint underlines(Plain *state, Py_ssize_t size) noexcept nogil:
    """Return whether `size` marks that may open a fence underline the line above, which may be indented or an item."""
    cdef Py_ssize_t width
    if size < MIN_LONG or state.lines == 0:
        return False
    take(state.view, &state.last, state.buffer_last)
    return size == trimmed(&state.last) - indent(&state.last, 0, 0, &width)


cdef Py_ssize_t underlines_words(const Line *last, const Line *line) noexcept nogil:
    """Return the size of a line of equals signs and spaces that underlines the words of the line `last` one by one, or 0."""
    cdef Py_ssize_t end = trimmed(last), k
    if line.n < end or not is_blank(line, end):
        return 0
    for k in range(end):
        if (last.c[k] == c' ') != (line.c[k] == c' ') or (k > 0 and last.c[k] == c' ' == last.c[k - 1]):
            return 0
    return end


cdef bint closed_title(Plain *state, const Line *line) noexcept nogil:
    """Return whether the line is a title between signs of equality (N3). Their number is its form, like the underline of
    other titles: some markups have more signs for higher levels, others fewer. The number of a page (N5, or at most
    MAX_PAGE_DIGITS digits) is not a title."""
    cdef int marks = title_marks(line)
    cdef Py_ssize_t first, last, width
    if marks == 0 or has_page(state.view, line.start, place_of(state.view, line, trimmed(line))):
        return False
    first, last = indent(line, marks, 0, &width), trimmed(line) - marks
    while is_gap(line.c[last - 1]):
        last -= 1
    width = first
    while width < last and is_digit(line.c[width]):
        width += 1
    if width == last <= first + MAX_PAGE_DIGITS:
        return False
    end_run(state)
    settle(state)
    state.code, state.expected = False, -1
    begin(state.out, line.start, HEADING, adorned_level(state, CLOSED + marks), place_of(state.view, line, first),
          place_of(state.view, line, last))
    return True


cdef bint may_underline(int mark, Py_ssize_t size, Py_ssize_t title, int first, int last) noexcept nogil:
    """Return whether `size` marks may underline a title of `title` code points, whose ends are `first` and `last`."""
    if mark in b"=-":
        return size >= title or (size >= 4 and 2 * size > title)
    if size < title:
        return False
    if mark in b"`~":
        return size >= MIN_RARE_MARKS and (last != c':' or size == title >= MIN_LONG)
    return mark in b"^\"'#*+.:_" or (size >= MIN_RARE_MARKS and (not is_mark(first) or first in b"\"'`("))


cdef bint is_overlined(Py_ssize_t above, Py_ssize_t below, Py_ssize_t title) noexcept nogil:
    """Return whether the marks above and below a title of `title` code points are an overline and an underline, not a
    fence and its end."""
    return MIN_OVERLINE <= above == below and 0 < title <= above


cdef int adorned_level(Plain *state, int key) noexcept nogil:
    """Return the level of a kind of adornment; a new kind has the next level."""
    cdef int level = 0
    while level < state.adorned_count and state.adorned[level] != key:
        level += 1
    if level == state.adorned_count and level < MAX_LEVELS:
        state.adorned[level] = key
        state.adorned_count += 1
    return min(level + 1, MAX_LEVELS)


cdef bint is_mark(int c) noexcept nogil:
    """Return whether a byte is an ASCII punctuation mark."""
    return c'!' <= c <= c'~' and not is_ascii_letter(c) and not is_digit(c)


cdef Py_ssize_t adornment(const Line *line) noexcept nogil:
    """Return the size of a line that repeats one punctuation mark at least three times, or 0."""
    cdef Py_ssize_t end
    if line.n == 0 or not is_mark(line.c[0]):
        return 0
    end = run_of(line, 0, line.c[0])
    return end if end >= 3 and is_blank(line, end) else 0


# ---- manual pages that were rendered as text (G1 to G3)

cdef Name[11] NAMES = ["NAME", "NOM", "NOMBRE", "NOME", "NAZWA", "NAMN", "NAVN", "NAAM", "NIMI", "BEZEICHNUNG", NULL]
cdef enum:
    SUBSECTION = 3  # columns of white space before the headings of subsections
    MAX_TITLE = 80


cdef bint is_name_section(const Line *last, const Line *line) noexcept nogil:
    """Return whether a manual page begins with the line `last`, which is at the margin, and the line below (G1)."""
    cdef Py_ssize_t at
    if not is_name_of(last, 0, trimmed(last), NAMES):
        return False
    for at in range(1, line.n - 1):
        if line.c[at - 1] == c' ' and line.c[at + 1] == c' ' and is_dashed(line.c[at]):
            return True
    return False


cdef inline bint is_dashed(int c) noexcept nogil:
    """Return whether a byte between spaces is a hyphen, or that of a code point beyond ASCII, as of a dash."""
    return c == c'-' or c >= NOT_ASCII


cdef int section_level(const Line *last, Py_ssize_t margin) noexcept nogil:
    """Return the level of the heading that the line `last`, indented by `margin` columns, is in a manual page, or 0 (G2)."""
    cdef Py_ssize_t width, k, i = indent(last, 0, 0, &width), end = trimmed(last)
    cdef int c = last.c[end - 1]
    if end - i > MAX_TITLE or not (is_letter(c) or is_digit(c) or c == c')' or (margin > 0 and c == c':')) \
            or not is_letter(last.c[i]):
        return 0
    if margin == SUBSECTION:
        return 2
    for k in range(i, end):
        if c'a' <= last.c[k] <= c'z':
            return 0
    return margin == 0


cdef bint is_entry_line(const Line *line, Py_ssize_t i, bint manual) noexcept nogil:
    """Return whether a line does not count for code (G3). `manual`: whether the text is a manual page."""
    cdef Py_ssize_t end = trimmed(line), begin = end, k
    if manual and (line.c[i] in b"-/~" or found_at(line, i, "[-") >= 0 or is_references(line, i)):
        return True
    if line.c[end - 1] != c')':
        return False
    while begin > i and not is_gap(line.c[begin - 1]):
        begin -= 1
    if begin < i + 2 or line.c[begin - 1] != c' ' or line.c[begin - 2] != c' ' or after_reference(line, begin) != end:
        return False
    for k in range(end - begin):
        if not manual and line.c[i + k] != line.c[begin + k]:
            return False
    return True


cdef bint is_references(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line from i on has only references to manual pages, with commas between them (G3)."""
    cdef Py_ssize_t end, width
    while True:
        end = after_reference(line, i)
        if end == i:
            return False
        i = indent(line, end + (get(line, end) in b",."), 0, &width)
        if i == line.n:
            return True


cdef Py_ssize_t after_reference(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the end of the reference to a manual page at i, or i: a name, and in parentheses a digit and letters."""
    cdef Py_ssize_t end = i
    while is_alphanumeric(get(line, end)) or get(line, end) in b"_.:+-":
        end += 1
    if end == i or get(line, end) != c'(' or not is_digit(get(line, end + 1)):
        return i
    end += 2
    while is_ascii_letter(get(line, end)):
        end += 1
    return end + 1 if get(line, end) == c')' else i


# ---- reStructuredText

cdef enum:
    BLANK = 32          # (a space) lines up to a blank one are code
    MAX_NUMBER = 8      # letters and digits of the number of an item

cdef Name[20] VERBATIM_DIRECTIVES = [
    "code", "code-block", "sourcecode", "parsed-literal", "doctest", "testcode", "testoutput", "testsetup",
    "testcleanup", "ipython", "prompt", "productionlist", "graphviz", "digraph", "graph", "mermaid", "uml", "plot",
    "jupyter-execute", NULL]
cdef Name[2] RAW_DIRECTIVES = ["raw", NULL]


cdef Py_ssize_t scan_rst(const View *view, Out *out, Plain *state, Py_ssize_t at, Py_ssize_t until) noexcept nogil:
    """Find the regions like `scan_plain`, for a document of reStructuredText."""
    cdef Reader reader
    cdef Line line
    if at == 0:
        begin_plain(state, view, out)
    read_from(&reader, view, at)
    while next_line(&reader, &line, state.buffer):
        rst_line(state, &line)
        if until <= reader.next < view.size:
            return reader.next
    end_block(state)
    return view.size


cdef void rst_line(Plain *state, const Line *line) noexcept nogil:
    """Add a line to the open block, or end that block and begin another."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    cdef bint blank = i == line.n, bare = state.bare
    state.bare = False
    if state.until:
        if not blank and (state.until == BLANK or state.until == line.c[i]):
            return
        state.until = 0
    if state.literal >= 0:
        if width > state.literal or (blank and not bare):
            return
        state.literal = -1
    if goes_on(state, line):
        return
    if blank:
        end_block(state)
        return
    if state.lines and continues_block(state, line, i, width):
        return
    end_block(state)
    if not begins_literal(state, line, i, width):
        begin_block(state, line, i, width)


cdef bint begins_literal(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether the announced literal block begins with this line (R5)."""
    cdef Py_ssize_t expected = state.expected
    state.expected = -1
    if expected < 0 or width < expected:
        return False
    if width == expected and (not is_mark(line.c[i]) or is_explicit(line, i) or marks(line, i)):
        return False
    open_region(state, line.start, CODE, 0, 0)
    if width > expected:
        state.literal = expected
    else:
        state.until = line.c[i]
    return True


cdef bint continues_block(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether the line belongs to the open block, or underlines it."""
    cdef Py_ssize_t size = 0 if width else marks(line, 0)
    cdef bint numbered
    if size and adorns_block(state, line, size):
        return True
    if is_explicit(line, i) or is_grid(line, i) or is_border(line, i):
        return False
    if state.lines == 1 and state.over:
        if size:
            return False
    elif state.lines == 1 and state.numbered and width == state.mark and not item_mark(line, i, &numbered):
        state.mark, state.margin = -1, width
    elif width != state.margin:
        return False
    state.lines += 1
    take_last(state, line)
    return True


cdef void begin_block(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Begin a block of text, explicit markup, a table or code."""
    cdef Py_ssize_t after, gap
    if width <= state.container_margin:
        state.container, state.container_margin = PROSE, -1
    if is_explicit(line, i):
        open_explicit(state, line, i, width)
    elif is_grid(line, i) or is_border(line, i):
        open_table(state, line.start, GRID if line.c[i] == c'+' else SIMPLE, width)
    elif has(line, i, ">>>") and (i + 3 == line.n or line.c[i + 3] == c' '):
        open_region(state, line.start, CODE, 0, 0)
        state.until = BLANK
    else:
        after = item_mark(line, i, &state.numbered)
        state.start, state.lines, state.mark, state.margin = line.start, 1, -1, width
        state.over = not after and not width and marks(line, 0)
        state.first = line.c[0]
        if after:
            state.mark, state.margin = width, width + after - i
            indent(line, after, state.margin, &gap)
            state.margin += gap
        take_last(state, line)


cdef inline void take_last(Plain *state, const Line *line) noexcept nogil:
    """Keep the last line of a block."""
    cdef Py_ssize_t end = trimmed(line)
    state.last = line[0]
    state.last_colons = end >= 2 and line.c[end - 1] == c':' and line.c[end - 2] == c':'


cdef void end_block(Plain *state) noexcept nogil:
    """End the block: it is text of its container, or begins a container."""
    if state.lines == 0:
        return
    state.lines = 0
    if state.mark >= 0 and state.container_margin < 0:
        state.container, state.container_margin = LIST, state.mark
    go_on(state.out, state.start, state.container)
    state.expected = state.margin if state.last_colons else -1


cdef bint adorns_block(Plain *state, const Line *line, Py_ssize_t size) noexcept nogil:
    """Return whether a line of `size` marks makes the block a title (R2, R3)."""
    cdef bint above = state.lines == 2 and state.over and state.first == line.c[0]
    cdef Py_ssize_t begin_of, width
    cdef int level
    if not above:
        begin_of = state.mark if state.numbered and state.mark >= 0 else state.margin
        if state.lines != 1 or state.over or begin_of > 0:
            return False
    take(state.view, &state.last, state.buffer_last)
    if not above and not is_text(&state.last):
        return False
    if size < 4 and size < trimmed(&state.last) - indent(&state.last, 0, 0, &width):
        return False
    level = adorned_level(state, line.c[0] + ABOVE * above)
    state.lines, state.container, state.container_margin = 0, PROSE, -1
    begin(state.out, state.start, HEADING, level, state.last.start, line.start)
    return True


cdef void open_explicit(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Open explicit markup (R6)."""
    cdef Py_ssize_t gap, at = indent(line, i + 2, 0, &gap), end
    cdef int c = get(line, at)
    cdef bint is_code
    if c == c'[' and has_after(line, at, "]"):
        if state.container_margin < 0:
            state.container, state.container_margin = FOOTNOTE, width
        go_on(state.out, line.start, state.container)
        return
    if c in b"_|":
        go_on(state.out, line.start, state.container)
        return
    end = directive_end(line, at)
    if end == 0:
        go_on(state.out, line.start, state.container)
        state.literal, state.bare = width, at == line.n
        return
    is_code = is_name_of(line, at, end, VERBATIM_DIRECTIVES)
    if is_name_of(line, at, end, TABLE_DIRECTIVES):
        open_table(state, line.start, DIRECTIVE, width)
    elif is_code or is_name_of(line, at, end, RAW_DIRECTIVES):
        end += 2 + (line.c[end] == c' ')
        open_region(state, line.start, CODE if is_code else HTML, place_of(state.view, line, end), line.end)
        state.literal = width
    else:
        go_on(state.out, line.start, state.container)


cdef bint is_explicit(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether explicit markup begins at i."""
    return line.c[i] == c'.' and get(line, i + 1) == c'.' and is_gap_at(line, i + 2)


cdef bint is_rst_mark(const Line *line) noexcept nogil:
    """Return whether a line without indentation is explicit markup other than a comment."""
    cdef Py_ssize_t gap, at
    cdef int c
    if not has(line, 0, ".. "):
        return False
    at = indent(line, 3, 0, &gap)
    if directive_end(line, at):
        return True
    c = get(line, at)
    return (c == c'_' and has_after(line, at, ":")) or (c == c'|' and has_after(line, at, "::")) \
        or (c == c'[' and has_after(line, at, "]"))


cdef bint has_after(const Line *line, Py_ssize_t at, const char *text) noexcept nogil:
    """Return whether the line has the text, which begins with another character than that at `at`, after `at`."""
    cdef Line rest = line[0]
    rest.c, rest.n = line.c + at, line.n - at
    return holds(&rest, text)


cdef Py_ssize_t directive_end(const Line *line, Py_ssize_t at) noexcept nogil:
    """Return the end of the name of the directive at `at`, or 0. A directive has letters, digits and `-._+:`, at most
    one space, two colons, and white space or the line end."""
    cdef Py_ssize_t end = at, colons
    while end < line.n and (is_word(line.c[end])
                            or (line.c[end] in b"-._+:" and end > at and is_word(get(line, end + 1)))):
        end += 1
    colons = end + (get(line, end) == c' ')
    return end if end > at and has(line, colons, "::") and is_gap_at(line, colons + 2) else 0


cdef bint is_word(int c) noexcept nogil:
    """Return whether a byte is that of a letter, a digit, or any code point beyond ASCII."""
    return is_letter(c) or is_digit(c)


cdef bint is_text(const Line *line) noexcept nogil:
    """Return whether a line without indentation is neither a field nor a line block nor an anonymous target."""
    cdef int c = line.c[0]
    return not (is_field(line) or (c == c'|' and is_gap_at(line, 1)) or (has(line, 0, "__") and is_gap_at(line, 2)))


cdef bint is_field(const Line *line) noexcept nogil:
    """Return whether a line begins with the name of a field. The name is between colons. White space or the line end
    follows the last colon, and no backtick follows any colon."""
    cdef Py_ssize_t at = 1
    if line.c[0] != c':':
        return False
    while at < line.n:
        if line.c[at] == c':' and get(line, at + 1) == c'`':
            return False
        if line.c[at] == c':' and at > 1 and is_gap_at(line, at + 1):
            return True
        at += 1 + (line.c[at] == c'\\')
    return False


cdef bint is_gap_at(const Line *line, Py_ssize_t at) noexcept nogil:
    """Return whether white space or the end of the line is at `at`."""
    return at >= line.n or is_gap(line.c[at])


cdef Py_ssize_t marks(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the number of characters from i on if the line repeats one punctuation mark there, else 0."""
    cdef Py_ssize_t end
    if not is_mark(line.c[i]):
        return 0
    end = run_of(line, i, line.c[i])
    return end - i if is_blank(line, end) else 0


cdef Py_ssize_t item_mark(const Line *line, Py_ssize_t i, bint *numbered) noexcept nogil:
    """Return the end of the mark of an item, or 0, and find whether the mark is a number: digits, a letter, a Roman
    numeral or `#`, in parentheses or before a parenthesis or a full stop."""
    cdef Py_ssize_t begin = i + (line.c[i] == c'('), end = begin
    cdef int c = line.c[i]
    numbered[0] = False
    if c in b"-*+":
        return i + 1 if is_gap_at(line, i + 1) else 0
    while end - begin < MAX_NUMBER and is_digit(get(line, end)):
        end += 1
    if end == begin:
        while end - begin < MAX_NUMBER and get(line, end) in b"ivxlcdmIVXLCDM":
            end += 1
    if end == begin and (is_ascii_letter(get(line, end)) or get(line, end) == c'#'):
        end += 1
    c = get(line, end)
    if end == begin or not (c == c')' or (c == c'.' and begin == i)) or not is_gap_at(line, end + 1):
        return 0
    numbered[0] = True
    return end + 1


# ---- counts of the kinds of lines


cdef void count(const View *view, Py_ssize_t at, Py_ssize_t end, unsigned char *buffer, Counts *counts) noexcept nogil:
    """Add the lines that begin in a range, without the line that `at` may lie inside."""
    cdef Reader reader
    cdef Line line
    cdef Candidate[6] candidates    # of pipes, cells and columns: of this line and of the one before, in turns
    cdef Candidate *before = candidates
    cdef Candidate *seen = candidates + 3
    cdef Columns both
    cdef Py_ssize_t i, width
    cdef shiplap_signs signs
    cdef unsigned int marks
    cdef int says, weight, last, k
    cdef bint divided, aligned, preprocessor
    before[0].count = before[1].count = before[2].count = 0
    read_from(&reader, view, at)
    while next_line(&reader, &line, buffer):
        if line.start >= end:
            break
        if line.start == at > 0:
            continue
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            continue
        read_signs(&line, i, &signs)
        weight, last = keyword(&line, i), line.c[trimmed(&line) - 1]
        says = weighed_score(&line, i, &signs, weight)
        counts.lines += 1
        preprocessor = line.c[i] == c'#' and says != 0
        counts.indented += width > 0 or preprocessor
        if not is_comment(&line, i, says):
            counts.keywords += preprocessor or weight == 2 or (weight == 1 and says > 0)
            counts.braces += preprocessor or (says > 0 and last in b"{}()[];:,")
            counts.prose += says < 0
        if is_rule(view, &line, i):
            counts.divided += 1
            counts.aligned += 1
            continue
        marks = signs.marks
        divided = aligned = False
        for k in range(3):
            signature(&line, i, says, marks, <TableForm> (PIPES + k), &seen[k])
            if seen[k].divider:
                divided = True
                aligned = aligned or agrees(&before[k], &seen[k], &both)
        before, seen = seen, before
        counts.divided += divided
        counts.aligned += aligned


cdef bint is_comment(const Line *line, Py_ssize_t i, int says) noexcept nogil:
    """Return whether a line is a comment by its first characters."""
    cdef int c = line.c[i]
    return (c == c'#' and says == 0) or c == c'*' or (c == c'/' and get(line, i + 1) in b"/*")


# ---- markup

cdef enum:
    MAX_FRONT_LINES = 512   # lines of front matter
    MAX_TAG_NAME = 24       # code points of a tag that are read for its name,
    MAX_ELEMENT_NAME = 22   # and of a name; a longer name counts as its begin
    MAX_TAG = 256           # code points of a tag that are searched for `rowspan`
    MAX_SPAN = 50           # rows that a cell may span

# Tags that make a table.
cdef Name[11] TABLE_TAGS = ["table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "col", "colgroup", NULL]
# The other tags that begin an HTML block that ends at a blank line.
cdef Name[53] BLOCK_TAGS = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "center", "dd", "details", "dialog",
    "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame", "frameset", "h1",
    "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section", "summary",
    "title", "track", "ul", NULL]
cdef Name[5] RAW_TAGS = ["pre", "script", "style", "textarea", NULL]
cdef Name[5] RAW_ENDS = ["</pre>", "</script>", "</style>", "</textarea>", NULL]
cdef Name[4] CODE_TAGS = ["pre", "script", "style", NULL]
cdef Name[8] SECTION_TAGS = ["table", "h1", "h2", "h3", "h4", "h5", "h6", NULL]
# Elements whose closing tag may be missing.
cdef Name[34] UNCLOSED = [
    "area", "base", "body", "br", "caption", "col", "colgroup", "dd", "dt", "embed", "head", "hr", "html", "img", "input", "li",
    "link", "meta", "optgroup", "option", "p", "param", "rp", "rt", "source", "tbody", "td", "tfoot", "th", "thead", "tr", "track",
    "wbr", NULL]
# Elements of pages whose content is text without tags.
cdef Name[11] RAW_ELEMENTS = ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript",
                              "template", NULL]

# Directives of MyST with text in them.
cdef Name[48] PROSE_DIRECTIVES = [
    "note", "tip", "hint", "important", "warning", "caution", "danger", "attention", "error", "admonition", "seealso",
    "todo", "versionadded", "versionchanged", "deprecated", "topic", "sidebar", "margin", "dropdown", "card", "tab-set",
    "tab-item", "grid", "grid-item", "grid-item-card", "epigraph", "pull-quote", "glossary", "table", "figure",
    "container", "list-table", "toctree", "contents", "image", "include", "only", "rubric", "aside", "details", "toggle",
    "exercise", "solution", "proof", "theorem", "versionremoved", "example", NULL]

cdef enum:
    MAX_DEPTH = 32      # depth of containers that are recognised; deeper ones are text of the innermost of these

cdef enum Leaf:
    NO_LEAF, PARAGRAPH, FENCE, INDENTED, HTML_BLOCK, PIPE_TABLE

# A container of Markdown. `kind`: the kind of its text, or PROSE if the text keeps the kind that it would have outside;
# `need`: columns of indentation of its lines; `empty`: it is an item whose text has not begun; `fence`: the character of the
# fence of a directive, or 0.
cdef struct Container:
    Kind kind
    Py_ssize_t need, fence_size
    bint empty, definition
    int fence

# The open blocks of Markdown.
cdef struct Markdown:
    const View *view
    Out *out
    Container[MAX_DEPTH] stack
    int depth
    Leaf leaf
    int fence
    Py_ssize_t fence_size
    int html                # the condition by which the HTML block began
    bint titled             # the paragraph is a heading whose last line is next
    Py_ssize_t paragraph, title     # the begin of the paragraph, and of its text
    bint colons             # its last line begins with `:::`
    Line above              # the line before, in a paragraph; otherwise its start is -1
    Py_ssize_t above_i      # the end of the marks of containers in it
    int term                # the containers of the paragraph before blank lines, or -1
    Plain *tables           # the grammar for tables of plain text
    unsigned char[MAX_LINE] buffer
    unsigned char[MAX_LINE] buffer_above

# A tag of HTML: its span; its first code points, with its name in them, which is empty if it is not the name of an element.
cdef struct Tag:
    Py_ssize_t start, end
    Line line
    Py_ssize_t name, after
    bint closing
    bint all            # all tags are asked for: the element around them is hidden
    Py_ssize_t hidden   # the end of the next word `hidden`, or the end of the text

# The rows of a table: the end of its header, and the start of each row, with whether it begins a group. `names`: the begin
# of the names of the columns. `failed`: memory is missing.
cdef struct Rows:
    const View *view
    unsigned char *buffer
    Py_ssize_t header, names
    SpanArray found
    bint failed


# ---- tags


cdef bint is_tag(const Line *line, Py_ssize_t name, Py_ssize_t end, const Name *tags) noexcept nogil:
    """Return whether line[name:end] is one of the tags, in any case."""
    while tags[0] != NULL:
        if has_word(line, name, end, tags[0]):
            return True
        tags += 1
    return False


cdef Py_ssize_t tag_begin(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the start of the name in the tag at i."""
    return i + 2 if get(line, i + 1) == c'/' else i + 1


cdef Py_ssize_t tag_end(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the end of the name in the tag at i."""
    cdef Py_ssize_t begin = tag_begin(line, i), end = begin
    while end < line.n and (is_ascii_letter(line.c[end]) or (end > begin and is_digit(line.c[end]))):
        end += 1
    return end


# ---- HTML blocks of Markdown


cdef int html_condition(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return which of the seven conditions of CommonMark begins an HTML block at i, or 0."""
    cdef Py_ssize_t name = tag_begin(line, i), end = tag_end(line, i)
    cdef int after = get(line, end)
    cdef bint ends = after == -1 or is_gap(after) or after == c'>'
    if name == i + 1 and is_tag(line, name, end, RAW_TAGS):
        return 1 if ends else 0
    if has(line, i, "<!--"):
        return 2
    if has(line, i, "<?"):
        return 3
    if has(line, i, "<![CDATA["):
        return 5
    if has(line, i, "<!") and is_ascii_letter(get(line, i + 2)):
        return 4
    if ends or (after == c'/' and get(line, end + 1) == c'>'):
        if is_tag(line, name, end, TABLE_TAGS) or is_tag(line, name, end, BLOCK_TAGS):
            return 6
    return 7 if is_whole_tag(line, i) else 0


cdef bint is_whole_tag(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line is one complete tag, opening or closing, and white space."""
    cdef bint closing = get(line, i + 1) == c'/'
    cdef Py_ssize_t at = i + 1 + closing, before
    if not is_ascii_letter(get(line, at)):
        return False
    while at < line.n and (is_ascii_letter(line.c[at]) or is_digit(line.c[at]) or line.c[at] == c'-'):
        at += 1
    while True:
        before = at
        while at < line.n and is_gap(line.c[at]):
            at += 1
        if get(line, at) == c'>':
            return is_blank(line, at + 1)
        if closing:
            return False
        if get(line, at) == c'/' and get(line, at + 1) == c'>':
            return is_blank(line, at + 2)
        if at == before:
            return False
        at = after_attribute(line, at)
        if at < 0:
            return False


cdef Py_ssize_t after_attribute(const Line *line, Py_ssize_t at) noexcept nogil:
    """Return the end of the attribute at `at`, with its value, or -1."""
    cdef Py_ssize_t first = at, end
    cdef int c
    while at < line.n:
        c = line.c[at]
        if not (is_ascii_letter(c) or c in b"_:" or (at > first and (is_digit(c) or c in b".-"))):
            break
        at += 1
    if at == first:
        return -1
    end = at
    while at < line.n and is_gap(line.c[at]):
        at += 1
    if get(line, at) != c'=':
        return end
    at += 1
    while at < line.n and is_gap(line.c[at]):
        at += 1
    first = at
    c = get(line, at)
    if c in b"'\"":
        at += 1
        while at < line.n and line.c[at] != c:
            at += 1
        return at + 1 if at < line.n else -1
    while at < line.n:
        c = line.c[at]
        if is_gap(c) or c in b"\"'=<>`":
            break
        at += 1
    return at if at > first else -1


cdef bint ends_html(const View *view, const Line *line, int condition) noexcept nogil:
    """Return whether the line has the end of an HTML block that began by one of the first five conditions."""
    cdef const Name *ends = RAW_ENDS
    if condition == 1:
        while ends[0] != NULL:
            if found_in(view, line.start, line.end, ends[0]):
                return True
            ends += 1
        return False
    return found_in(view, line.start, line.end,
                    "-->" if condition == 2 else "?>" if condition == 3 else ">" if condition == 4 else "]]>")


cdef bint found_in(const View *view, Py_ssize_t at, Py_ssize_t end, const char *text) noexcept nogil:
    """Return whether a range of the text contains an ASCII text, in any case. The ASCII text begins with no letter: its
    first unit is searched for."""
    cdef Py_ssize_t k
    while True:
        at = next_unit(view, at, end, text[0])
        if at == end:
            return False
        k = 1
        while text[k] and at + k < end and lower(unit_at(view, at + k)) == text[k]:
            k += 1
        if not text[k]:
            return True
        at += 1


cdef Py_ssize_t next_unit(const View *view, Py_ssize_t at, Py_ssize_t end, Py_UCS4 unit) noexcept nogil:
    """Return the next offset of a unit of ASCII in a range, or the end of the range."""
    cdef const void *found
    if view.width <= 1:
        found = memchr(view.data + at, unit, end - at) if at < end else NULL
        return <const unsigned char *> found - view.data if found != NULL else end
    while at < end and unit_at(view, at) != unit:
        at += 1
    return at


# ---- Markdown


cdef inline Kind kind(const Markdown *state) noexcept nogil:
    """Return the kind of text here."""
    return kind_inside(state) if state.depth else PROSE


cdef Kind kind_inside(const Markdown *state) noexcept nogil:
    """Return the kind of text in the containers that are open."""
    cdef int k
    for k in range(state.depth):
        if state.stack[k].kind != PROSE:
            return state.stack[k].kind
    return PROSE


cdef Py_ssize_t scan_markdown(const View *view, Out *out, Markdown *state, Plain *tables, bint drawn, Py_ssize_t at,
                              Py_ssize_t until) noexcept nogil:
    """Find the regions of a Markdown document from the line start `at` to the first line start from `until` on; return
    the latter, or the end. tables: if given, tables of plain text are found too, or only drawn ones if `drawn`."""
    cdef Reader reader
    cdef Line line
    if at == 0:
        begin_plain(tables, view, out)
        tables.drawn = drawn
        state.view, state.out, state.depth, state.leaf, state.tables = view, out, 0, NO_LEAF, tables
        state.colons = False
        state.above.start = state.term = -1
        at = front_matter(view, out, state)
    read_from(&reader, view, at)
    while next_line(&reader, &line, state.buffer):
        markdown_line(state, &line)
        if reader.next >= until:
            return reader.next
    return view.size


cdef Py_ssize_t front_matter(const View *view, Out *out, Markdown *state) noexcept nogil:
    """Find the region of front matter, if the text begins with one, and return where the rest begins."""
    cdef Reader reader
    cdef Line line
    cdef int fence = 0, number = 0
    read_from(&reader, view, 0)
    while number < MAX_FRONT_LINES and next_line(&reader, &line, state.buffer):
        line.n = trimmed(&line)
        if number == 0:
            if line.n != 3 or not (has(&line, 0, "---") or has(&line, 0, "+++")):
                break
            fence = line.c[0]
        elif line.n == 3 and (line.c[0] == line.c[1] == line.c[2]) and (
                line.c[0] == fence or (fence == c'-' and line.c[0] == c'.')):
            if number == 1 and line.c[0] == fence:
                break
            begin(out, 0, FRONT_MATTER, 0, 0, 0)
            return reader.next
        elif number == 1 and line.n == 0:
            break
        number += 1
    return 0


cdef void markdown_line(Markdown *state, const Line *line) noexcept nogil:
    """Add a line to the open block, or open a block."""
    cdef Py_ssize_t at, col, i, width
    cdef int depth, k
    cdef bint opened = False, interrupts, term
    cdef Container found
    if goes_on(state.tables, line):
        return
    at = match_containers(state, line, &col, &depth)
    i = indent(line, at, col, &width)
    term = i < line.n and line.c[i] in b":~" and is_term(state, depth)
    if i < line.n:
        state.term = -1
        for k in range(depth):
            state.stack[k].empty = False
    if depth < state.depth and state.leaf != PARAGRAPH:
        close_containers(state, depth)
    if state.leaf == FENCE or state.leaf == HTML_BLOCK:
        leaf_line(state, line, i, width)
        return
    # Now all containers are matched, or a paragraph is open, which may continue without them.
    while i < line.n:
        interrupts = state.leaf == PARAGRAPH and depth == state.depth
        if width >= 4:
            if state.leaf == NO_LEAF or state.leaf == INDENTED:
                if state.leaf == NO_LEAF:
                    state.leaf = INDENTED
                    begin(state.out, line.start, CODE, 0, 0, 0)
                return
            break
        if not may_open(line.c[i]):
            break
        if interrupts and opens_table(state, line, i):
            return
        if line.c[i] in b"`~" and ends_directive(state, line, i, depth):
            return
        if line.c[i] in b"!?=" and opens_block(state, line, i, width, depth):
            return
        if depth == MAX_DEPTH or not open_container(line, i, width, &at, &col, interrupts, term, &found):
            if open_leaf(state, line, i, depth, interrupts):
                return
            break
        close_containers(state, depth)
        state.stack[depth] = found
        depth += 1
        state.depth = depth
        opened, term = True, False
        i = indent(line, at, col, &width)
    if i == line.n:
        blank_line(state, line.start, depth, opened)
    else:
        text_line(state, line, i, depth == state.depth)


cdef bint may_open(int c) noexcept nogil:
    """Return whether a block other than a paragraph may begin with the character; false for all letters."""
    return c <= c'?' or c == c'[' or c'^' <= c <= c'`' or OPEN_BRACE <= c <= c'~'


cdef Py_ssize_t match_containers(Markdown *state, const Line *line, Py_ssize_t *col, int *depth) noexcept nogil:
    """Match the open containers with a line; return the offset after them, and find how many of them the line has."""
    cdef Py_ssize_t at = 0, i, width
    cdef const Container *container
    col[0] = depth[0] = 0
    while depth[0] < state.depth:
        container = &state.stack[depth[0]]
        i = indent(line, at, col[0], &width)
        if container.kind == QUOTE:
            if width > 3 or get(line, i) != c'>':
                break
            col[0] += width + 1
            at = after_mark(line, i + 1, col)
        elif i == line.n:
            if container.empty:
                break
        elif width >= container.need:
            at = advance(line, at, col, container.need)
        else:
            break
        depth[0] += 1
    return at


cdef void close_containers(Markdown *state, int depth) noexcept nogil:
    """Close the containers from a depth on, and the leaf."""
    if depth < state.depth:
        state.depth = depth
    state.leaf = NO_LEAF


cdef void blank_line(Markdown *state, Py_ssize_t start, int depth, bint opened) noexcept nogil:
    """End paragraphs and tables, and the containers that the line does not have: nothing else is left of it."""
    if state.leaf == PARAGRAPH:
        state.term = depth
    if state.leaf != INDENTED:
        close_containers(state, depth)
    if opened:
        go_on(state.out, start, kind(state))


cdef void text_line(Markdown *state, const Line *line, Py_ssize_t i, bint matched) noexcept nogil:
    """Read a line of a paragraph, which may lack its containers, or a row of a table."""
    if state.leaf == PIPE_TABLE:
        return
    if state.depth == 0 and (not state.tables.drawn or line.c[i] in b"+-=" or may_draw(state.view, line, i)):
        if state.leaf != PARAGRAPH:
            reset(state.tables)
            state.above.start = -1
        if begins_table(state.tables, line, &state.above):
            state.leaf = NO_LEAF
            return
    if state.leaf != PARAGRAPH or state.colons:
        state.leaf, state.paragraph = PARAGRAPH, line.start
        state.title = place_of(state.view, line, i)
    state.colons = line.c[i] == c':' and has(line, i, ":::")
    state.above.start = -1
    if matched:
        state.above.start, state.above.end, state.above_i = line.start, line.end, i
    go_on(state.out, line.start, kind(state))


cdef void leaf_line(Markdown *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Read a line of an open fence or HTML block."""
    cdef int64_t last
    if state.leaf == FENCE:
        if width < 4 and closes_fence(line, i, state.fence, state.fence_size):
            state.leaf = NO_LEAF
    elif state.html >= 6:
        if i == line.n:
            state.leaf = NO_LEAF
        elif state.titled:
            title_ends(state.out, line.end)
            state.titled = not holds_word(line, "</h")
        else:
            last = state.out.blocks.data[2 * state.out.blocks.count - 1] & KIND_BITS
            if (last == HTML or last == HEADING) and not opens_heading(state, line, i):
                go_on(state.out, line.start, HTML)
    elif ends_html(state.view, line, state.html):
        state.leaf = NO_LEAF


cdef bint is_term(const Markdown *state, int depth) noexcept nogil:
    """Return whether a definition may begin in a line that has `depth` of the open containers."""
    if depth < state.depth:
        return state.stack[depth].definition
    return state.leaf == PARAGRAPH or state.term == depth


cdef bint ends_directive(Markdown *state, const Line *line, Py_ssize_t i, int depth) noexcept nogil:
    """Return whether the line is the closing fence of a directive. The innermost directive with this fence ends. It
    begins with a mark of fences."""
    while depth > 0:
        depth -= 1
        if state.stack[depth].fence and closes_fence(line, i, state.stack[depth].fence, state.stack[depth].fence_size):
            close_containers(state, depth)
            go_on(state.out, line.start, kind(state))
            return True
    return False


cdef bint opens_block(Markdown *state, const Line *line, Py_ssize_t i, Py_ssize_t width, int depth) noexcept nogil:
    """Return whether an admonition, a collapsible block or a tab begins with the line, which begins with a mark of
    them."""
    if depth == MAX_DEPTH or not is_block(line, i):
        return False
    close_containers(state, depth)
    go_on(state.out, line.start, kind(state))
    push_container(state, width + 4, 0, 0)
    return True


cdef void push_container(Markdown *state, Py_ssize_t need, int fence, Py_ssize_t size) noexcept nogil:
    """Open a container whose text keeps the kind that it would have outside."""
    cdef Container *found = &state.stack[state.depth]
    found.kind, found.need, found.empty, found.definition = PROSE, need, False, False
    found.fence, found.fence_size = fence, size
    state.depth += 1


cdef bint open_container(const Line *line, Py_ssize_t i, Py_ssize_t width, Py_ssize_t *at, Py_ssize_t *col,
                         bint interrupts, bint term, Container *found) noexcept nogil:
    """Return whether the mark of a container is at i; find the container, and the offset and column after the
    mark. term: a definition may begin."""
    cdef Py_ssize_t end, text, gap, here = col[0] + width
    cdef int c = line.c[i]
    found.need = found.fence = 0
    found.empty = found.definition = False
    if c == c'>':
        found.kind = QUOTE
        col[0] = here + 1
        at[0] = after_mark(line, i + 1, col)
        return True
    if term and c in b":~" and is_gap(get(line, i + 1)) and not is_blank(line, i + 1):
        indent(line, i + 1, here + 1, &gap)
        gap = 1 if gap > 4 else gap
        found.kind, found.need, found.definition = PROSE, width + min(1 + gap, 4), True
        col[0] = here + 1
        at[0] = advance(line, i + 1, col, gap)
        return True
    if is_thematic(line, i):
        return False
    if c == c'[':
        end = footnote_mark(line, i)
        if end == 0:
            return False
        found.kind, found.need = FOOTNOTE, 4
        at[0], col[0] = end, here + end - i
        return True
    end = list_mark(line, i, interrupts)
    if end == 0:
        return False
    found.kind = LIST
    here += end - i
    text = indent(line, end, here, &gap)
    if text == line.n:
        if interrupts:
            return False
        found.need, found.empty = width + end - i + 1, True
        at[0], col[0] = end, here
        return True
    if gap > 4:
        gap = 1
    found.need = width + end - i + gap
    col[0] = here
    at[0] = advance(line, end, col, gap)
    return True


cdef bint open_leaf(Markdown *state, const Line *line, Py_ssize_t i, int depth, bint interrupts) noexcept nogil:
    """Return whether a leaf other than a paragraph begins, or ends, with this line."""
    cdef int c = line.c[i], condition
    cdef Py_ssize_t size
    if c == c'#' and heading_level(line, i):
        close_containers(state, depth)
        heading(state, line.start, heading_level(line, i), place_of(state.view, line, i), line.end)
        return True
    if c in b"`~":
        size = opens_fence(line, i)
        if size:
            close_containers(state, depth)
            if depth < MAX_DEPTH and is_directive(line, i + size):
                go_on(state.out, line.start, kind(state))
                push_container(state, 0, c, size)
                return True
            state.leaf, state.fence, state.fence_size = FENCE, c, size
            begin(state.out, line.start, CODE, 0, place_of(state.view, line, i) + size, line.end)
            return True
    if c == c'<':
        condition = html_condition(line, i)
        if condition:
            if condition == 7 and (state.leaf == PARAGRAPH or state.leaf == PIPE_TABLE):
                return False
            close_containers(state, depth)
            open_html(state, line, i, condition)
            return True
    if c in b"=-" and interrupts and not state.colons and is_underline(line, i):
        state.leaf = NO_LEAF
        heading(state, state.paragraph, 1 if c == c'=' else 2, state.title, line.start)
        return True
    if is_thematic(line, i):
        close_containers(state, depth)
        go_on(state.out, line.start, kind(state))
        return True
    return False


cdef void heading(Markdown *state, Py_ssize_t start, int level, Py_ssize_t title, Py_ssize_t end) noexcept nogil:
    """Begin a heading, unless a container is open."""
    if state.depth:
        go_on(state.out, start, kind(state))
    else:
        begin(state.out, start, HEADING, level, title, end)


cdef void open_html(Markdown *state, const Line *line, Py_ssize_t i, int condition) noexcept nogil:
    """Begin an HTML block: a heading (D5), a table if its tag is one of a table, code if it is `pre`, `script` or
    `style`."""
    cdef Py_ssize_t name = tag_begin(line, i), end = tag_end(line, i)
    state.titled = False
    if condition == 6 and not is_tag(line, name, end, TABLE_TAGS) and opens_heading(state, line, i):
        state.leaf, state.html = HTML_BLOCK, condition
        return
    if has_word(line, name, end, "table"):
        begin(state.out, line.start, TABLE, 0, 0, 0)
    elif condition == 1 and not has_word(line, name, end, "textarea"):
        begin(state.out, line.start, CODE, 0, 0, 0)
    else:
        go_on(state.out, line.start, TABLE if condition == 6 and is_tag(line, name, end, TABLE_TAGS) else HTML)
    if condition >= 6 or not ends_html(state.view, line, condition):
        state.leaf, state.html = HTML_BLOCK, condition


cdef bint opens_heading(Markdown *state, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a heading of HTML begins with this line of an HTML block, perhaps after other tags (D5)."""
    cdef Py_ssize_t at = i, name, end, width
    while state.depth == 0 and get(line, at) == c'<':
        name, end = tag_begin(line, at), tag_end(line, at)
        if heading_tag(line, at):
            begin(state.out, line.start, HEADING, heading_tag(line, at), place_of(state.view, line, i), line.end)
            state.titled = not holds_word(line, "</h")
            return True
        at = found_at(line, at, ">")
        if at < 0 or end == name:
            return False
        at = indent(line, at + 1, 0, &width)
    return False


cdef int heading_tag(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the level of the heading whose opening tag is at i, or 0."""
    return line.c[i + 2] - c'0' if tag_end(line, i) == i + 3 and lower(line.c[i + 1]) == c'h' and c'1' <= line.c[i + 2] <= c'6' \
        else 0


cdef bint opens_table(Markdown *state, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether this line is the delimiter row under the head of a table, which is the line above."""
    cdef Py_ssize_t count
    if (line.c[i] != c'|' and line.c[i] != c':' and line.c[i] != c'-') or state.above.start < 0:
        return False
    count = delimiter_cells(line, i)
    if count == 0:
        return False
    take(state.view, &state.above, state.buffer_above)
    if count != cells(&state.above, state.above_i):
        return False
    begin(state.out, state.above.start, TABLE, 0, 0, 0)
    state.leaf = PIPE_TABLE
    return True


cdef bint is_underline(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line is one run of its first character."""
    return is_blank(line, run_of(line, i, line.c[i]))


cdef bint is_thematic(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line is three or more of `*`, `-` or `_`, and white space."""
    cdef int c = line.c[i]
    cdef Py_ssize_t count = 0, k
    if c not in b"*-_":
        return False
    for k in range(i, line.n):
        if line.c[k] == c:
            count += 1
        elif not is_gap(line.c[k]):
            return False
    return count >= 3


cdef Py_ssize_t list_mark(const Line *line, Py_ssize_t i, bint interrupts) noexcept nogil:
    """Return the end of the mark of a list item, or 0. A number other than 1 does not interrupt a paragraph."""
    cdef Py_ssize_t end = i
    cdef long number = 0
    while end < line.n and end - i < 9 and is_digit(line.c[end]):
        number = 10 * number + line.c[end] - c'0'
        end += 1
    if end > i:
        if get(line, end) not in b".)" or (interrupts and number != 1):
            return 0
    elif line.c[i] != c'*' and line.c[i] != c'+' and line.c[i] != c'-':
        return 0
    end += 1
    return end if end == line.n or is_gap(line.c[end]) else 0


cdef Py_ssize_t footnote_mark(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the end of the mark of a footnote, `[^label]:`, or 0."""
    cdef Py_ssize_t end = i + 2
    if get(line, i + 1) != c'^':
        return 0
    while end < line.n and line.c[end] not in b"[]" and not is_gap(line.c[end]):
        end += 1
    return end + 2 if end > i + 2 and get(line, end) == c']' and get(line, end + 1) == c':' else 0


cdef bint is_block(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether an admonition or a collapsible block (`!!! type "Title"`, `??? type`, with a type or a title) or a
    tab (`=== "Title"`) begins at i."""
    cdef int c = line.c[i]
    cdef Py_ssize_t at = i + 3, end
    cdef bint typed = False
    if get(line, i + 1) != c or get(line, i + 2) != c:
        return False
    while c in b"=?" and at < i + 5 and get(line, at) in b"!+":
        at += 1
    while at < line.n and (is_letter(line.c[at]) or is_digit(line.c[at]) or line.c[at] in b"-_ \t"):
        typed = typed or not is_gap(line.c[at])
        at += 1
    if at == line.n:
        return typed and c != c'='
    end = trimmed(line)
    return (end > at + 1 and line.c[at] == line.c[end - 1] == c'"'
            and not (c == c'=' and (typed or not is_gap(line.c[at - 1]))))


cdef bint is_directive(const Line *line, Py_ssize_t at) noexcept nogil:
    """Return whether the words of a fence, which begin at `at`, name a directive with text in it."""
    cdef Py_ssize_t end
    at = indent(line, at, 0, &end)
    if get(line, at) != OPEN_BRACE:
        return False
    end = at + 1
    while end < line.n and (is_ascii_letter(line.c[end]) or line.c[end] == c'-'):
        end += 1
    return get(line, end) == CLOSE_BRACE and is_name_of(line, at + 1, end, PROSE_DIRECTIVES)


# ---- HTML pages


cdef void scan_html(const View *view, Out *out, unsigned char *buffer) noexcept nogil:
    """Find the regions of a page, by the clauses W1 to W6 of the reference."""
    cdef Tag tag
    cdef unsigned char[MAX_TAG_NAME] inside      # the name of the element that is open
    cdef Py_ssize_t at = 0, end = 0, size = 0, depth = 0, k
    cdef bint table, titled = False              # a heading is open
    cdef Kind kind
    cdef int level
    tag.all, tag.hidden = False, -1
    while next_tag(view, &at, &tag, buffer, False):
        table = is_name_in(&tag, "table")
        level = 0
        if tag.after - tag.name == 2 and lower(tag.line.c[tag.name]) == c'h' \
                and c'1' <= tag.line.c[tag.name + 1] <= c'6':
            level = tag.line.c[tag.name + 1] - c'0'
        if titled and level:
            titled, size = False, 0
            title_ends(out, tag.start)
            end = tag.end if tag.closing else tag.start
        elif titled:
            continue
        if size == 0 and is_hidden(view, &tag):
            tag.all = True
            size = keep_name(&tag, inside)
            depth = 1
        elif size == 0:
            if not tag.closing and (table or level or is_tag(&tag.line, tag.name, tag.after, CODE_TAGS)) \
                    and not is_empty(view, &tag):
                if tag.start > end:
                    begin(out, end, HTML, 0, 0, 0)
                size = keep_name(&tag, inside)
                depth = 1
                kind = TABLE if table else HEADING if level else CODE
                titled = level > 0
                end = tag.end if titled else 0
                begin(out, tag.start, kind, level, end, end)
        elif tag.after - tag.name == size:
            k = 0
            while k < size and lower(tag.line.c[tag.name + k]) == inside[k]:
                k += 1
            if k == size:
                if tag.closing:
                    depth -= 1
                elif table or tag.all:
                    depth += 1
                if depth == 0:
                    size = 0
                    if not tag.all:
                        end = tag.end
                    tag.all = False
    if (size == 0 or tag.all) and end < view.size:
        begin(out, end, HTML, 0, 0, 0)


cdef inline Py_ssize_t keep_name(const Tag *tag, unsigned char *inside) noexcept nogil:
    """Keep the name of an element, in small letters. Return its size."""
    cdef Py_ssize_t k
    for k in range(tag.after - tag.name):
        inside[k] = lower(tag.line.c[tag.name + k])
    return tag.after - tag.name


cdef inline bint may_hide(const View *view, Tag *tag, Py_ssize_t end) noexcept nogil:
    """Return whether the tag that ends at `end` is an opening tag with the word `hidden`. Nearly all texts do not have it."""
    if tag.hidden < tag.start:
        tag.hidden = next_literal(view, tag.start, "hidden")
    return tag.hidden < end and not tag.closing


cdef Py_ssize_t next_literal(const View *view, Py_ssize_t at, const char *text) noexcept nogil:
    """Return the end of the next occurrence of an ASCII text of at most 8 units, or the end of the view."""
    cdef unsigned char[32] units
    cdef int k = 0, width = max(view.width, 1)
    memset(units, 0, sizeof(units))
    while text[k]:
        if width == 1:
            units[k] = text[k]
        elif width == 2:
            (<uint16_t *> units)[k] = text[k]
        else:
            (<uint32_t *> units)[k] = text[k]
        k += 1
    at = shiplap_find_first(view.data, view.size, view.width, units, k, at + k, view.size + 1) if at + k <= view.size else -1
    return view.size if at < 0 else at


cdef bint is_hidden(const View *view, Tag *tag) noexcept nogil:
    """Return whether a tag begins a hidden element (W5)."""
    cdef Py_ssize_t at = tag.start + tag.after, begin, end
    cdef Py_UCS4 quote
    cdef bint named
    if not may_hide(view, tag, tag.end) or tag.after == tag.name or is_tag(&tag.line, tag.name, tag.after, UNCLOSED):
        return False
    while at < tag.end:
        begin = at
        while at < tag.end and not ends_name(unit_at(view, at)) and unit_at(view, at) != c'=':
            at += 1
        named = at == begin + 6 and stands(view, begin, "hidden")
        at = after_gaps(view, at, tag.end)
        if at == tag.end or unit_at(view, at) != c'=':
            if named:
                return True
            at = max(at, begin + 1)
            continue
        at = after_gaps(view, at + 1, tag.end)
        quote = unit_at(view, at) if at < view.size and unit_at(view, at) in b"'\"" else 0
        at += quote != 0
        if named:
            return not stands(view, at, "until-found")
        if quote:
            at = next_of(view, at, quote) + 1
        else:
            while at < tag.end and not (ends_name(unit_at(view, at)) and unit_at(view, at) != c'/'):
                at += 1
    return False


cdef inline Py_ssize_t after_gaps(const View *view, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Return the end of the white space at an offset in a tag."""
    while at < end and unit_at(view, at) in b" \t\n\r\f":
        at += 1
    return at


cdef bint next_tag(const View *view, Py_ssize_t *at, Tag *tag, unsigned char *buffer, bint of_rows) noexcept nogil:
    """Find the next tag that may begin or end a region or, if `of_rows`, a row, from an offset outside of tags on, and move that
    offset on; return whether one exists."""
    cdef Py_ssize_t begin
    cdef Py_UCS4 c
    while True:
        tag.start = begin = next_of(view, at[0], c'<')
        if begin == view.size:
            return False
        begin += 1
        tag.closing = begin < view.size and unit_at(view, begin) == c'/'
        begin += tag.closing
        c = unit_at(view, begin) if begin < view.size else 0
        if is_ascii_letter(c) and not tag.all and not may_be_asked_for(view, begin, c, of_rows):
            begin += 1
            while begin < view.size and is_ascii_letter(unit_at(view, begin)):
                begin += 1
            at[0] = begin + 1 if begin < view.size and unit_at(view, begin) == c'>' else after_tag(
                view, tag.start + 1 + tag.closing)
            if of_rows or not may_hide(view, tag, at[0]):
                continue
        if is_ascii_letter(c):
            element_name(view, tag, buffer)
            begin = tag.start + tag.after
            if tag.after > tag.name and begin < view.size and unit_at(view, begin) == c'>':
                tag.end = at[0] = begin + 1
            else:
                tag.end = at[0] = after_tag(view, tag.start + tag.name)
            if not tag.closing and is_raw(tag) and not is_empty(view, tag):
                at[0] = closing_tag(view, tag.end, tag)
            return True
        at[0] = after_markup(view, tag.start) if tag.closing or c in b"!?" else tag.start + 1


cdef inline bint may_be_asked_for(const View *view, Py_ssize_t name, Py_UCS4 first, bint of_rows) noexcept nogil:
    """Return whether a name with this first letter may name an element of a region, of text or, if `of_rows`, of a row, by its
    first two characters. Most names are excluded: paragraphs, links, items and, in regions, cells."""
    cdef uint32_t row = <uint32_t> first & 31, second = <uint32_t> unit_at(view, name + 1) & 31 if name + 1 < view.size else 0
    return (asked_for[row] | (asked_for_rows[row] if of_rows else 0)) >> second & 1


# For each first character of a name, by its last five bits: the set of the second characters of the names, one bit for each
# value of their last five bits.
cdef uint32_t[32] asked_for, asked_for_rows


cdef void note_names(uint32_t *asked, const Name *names) noexcept:
    """Add the names of a list."""
    while names[0] != NULL:
        asked[names[0][0] & 31] |= <uint32_t> 1 << (names[0][1] & 31)
        names += 1


note_names(asked_for, CODE_TAGS)
note_names(asked_for, RAW_ELEMENTS)
note_names(asked_for, SECTION_TAGS)
note_names(asked_for_rows, TABLE_TAGS)


cdef inline bint is_raw(const Tag *tag) noexcept nogil:
    """Return whether the content of an element is text. The size and the first letter exclude most other names."""
    cdef Py_ssize_t size = tag.after - tag.name
    return (size > 4 or size == 3) and lower(tag.line.c[tag.name]) in b"stxin" and is_tag(
        &tag.line, tag.name, tag.after, RAW_ELEMENTS)


cdef bint is_empty(const View *view, const Tag *tag) noexcept nogil:
    """Return whether a tag is all of an element whose content is text."""
    return unit_at(view, tag.end - 1) == c'>' and unit_at(view, tag.end - 2) == c'/' and is_raw(tag)


cdef inline void element_name(const View *view, Tag *tag, unsigned char *buffer) noexcept nogil:
    """Read the first code points of the tag that begins at `tag.start`, and find its name in them."""
    cdef Py_ssize_t after, last
    # of UTF-8, four bytes for each code point
    tag.line.start = tag.start
    tag.line.end = min(view.size, tag.start + (MAX_TAG_NAME if view.width else 4 * MAX_TAG_NAME))
    take(view, &tag.line, buffer)
    tag.line.n = min(tag.line.n, MAX_TAG_NAME)
    tag.name = 1 + tag.closing
    after = tag.name + 1
    last = min(tag.line.n, tag.name + MAX_ELEMENT_NAME)
    while after < last and (is_ascii_letter(tag.line.c[after]) or is_digit(tag.line.c[after]) or tag.line.c[after] in b"-_."):
        after += 1
    tag.after = after if after == last or ends_name(tag.line.c[after]) else tag.name


cdef inline bint is_name_in(const Tag *tag, const char *name) noexcept nogil:
    """Return whether a tag has a name."""
    return has_word(&tag.line, tag.name, tag.after, name)


cdef inline bint ends_name(Py_UCS4 c) noexcept nogil:
    """Return whether a code point after the name in a tag ends it."""
    return c in b" \t\n\r\f/>"


cdef Py_ssize_t after_tag(const View *view, Py_ssize_t at) noexcept nogil:
    """Return the offset after the `>` that ends the tag in whose name `at` is, or the end of the text."""
    cdef Py_ssize_t k
    cdef uint64_t here
    cdef Py_UCS4 c, quote = 0
    while at < view.size:
        here = 0
        shiplap_find_set(view.data, max(view.width, 1), at, min(at + 64, view.size), TAG_SIGNS, &here)
        while here:
            k = at + <Py_ssize_t> shiplap_lowest_bit(here)
            here &= here - 1
            c = unit_at(view, k)
            if quote:
                if c == quote:
                    quote = 0
            elif c == c'>':
                return k + 1
            elif is_valued(view, k):
                quote = c
        at += 64
    return view.size


cdef bint is_valued(const View *view, Py_ssize_t at) noexcept nogil:
    """Return whether a quote in a tag begins a value: after `=`, and white space."""
    at -= 1
    while unit_at(view, at) in b" \t\n\r\f":
        at -= 1
    return unit_at(view, at) == c'='


cdef Py_ssize_t after_markup(const View *view, Py_ssize_t at) noexcept nogil:
    """Return the offset after the comment, or other markup that is not a tag, at `at`; or the end of the
    text."""
    cdef bint comment = stands(view, at, "<!--"), section = stands(view, at, "<![CDATA[")
    cdef Py_ssize_t end = at + 2
    while True:
        end = next_of(view, end, c'>') + 1
        if end > view.size:
            return view.size
        if comment:
            if (end - 3 >= at + 2 and stands(view, end - 3, "-->")) or (
                    end - 4 >= at + 4 and stands(view, end - 4, "--!>")):
                return end
        elif not section or stands(view, end - 3, "]]>"):
            return end


cdef bint stands(const View *view, Py_ssize_t at, const char *text) noexcept nogil:
    """Return whether an ASCII text is at an offset."""
    while text[0]:
        if at >= view.size or unit_at(view, at) != <Py_UCS4> text[0]:
            return False
        at += 1
        text += 1
    return True


cdef Py_ssize_t closing_tag(const View *view, Py_ssize_t at, const Tag *tag) noexcept nogil:
    """Return the next closing tag with the name of a tag, or the end of the text."""
    cdef Py_ssize_t k, end
    while True:
        at = next_of(view, at, c'<')
        if at == view.size:
            return at
        if at + 1 < view.size and unit_at(view, at + 1) == c'/':
            k, end = tag.name, at + 2
            while k < tag.after and end < view.size and lower(unit_at(view, end)) == lower(tag.line.c[k]):
                k += 1
                end += 1
            if k == tag.after and (end == view.size or ends_name(unit_at(view, end))):
                return at
        at += 1


cdef void title_ends(Out *out, Py_ssize_t at) noexcept nogil:
    """End the title of the heading that was begun last."""
    cdef Py_ssize_t k = out.infos.count - 1
    if k >= 0 and out.blocks.data[2 * k + 1] >> 8 and at > out.infos.data[2 * k]:
        out.infos.data[2 * k + 1] = at


cdef Py_ssize_t next_of(const View *view, Py_ssize_t at, Py_UCS4 c) noexcept nogil:
    """Return the offset of the next `c` from `at` on, or the end of the text."""
    return next_unit(view, at, view.size, c)


# ---- the rows of tables in HTML


cdef bint begins_html_table(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a table in HTML begins at i."""
    return line.c[i] == c'<' and is_tag(line, tag_begin(line, i), tag_end(line, i), TABLE_TAGS)


cdef void add_row(Rows *rows, Py_ssize_t start, bint group) noexcept nogil:
    """Add a row, or note that there was no memory."""
    if not push(&rows.found, start, group):
        rows.failed = True


cdef void html_rows(Rows *rows, Py_ssize_t start) noexcept nogil:
    """Find the rows: a `<tr>` of the outermost table, its `<tbody>` with it. Rows that share a cell stay together."""
    cdef Tag tag
    cdef const View *view = rows.view
    cdef Py_ssize_t at = start, depth = 0, spanned = 0, span = 0, heads = 0
    cdef Py_ssize_t row = -1, group = -1, ends = -1
    cdef bint last, head = False, captioned = False, th = False, td = False, in_head = False, free = False
    cdef bint is_row
    tag.all = False
    while True:
        last = not next_tag(view, &at, &tag, rows.buffer, True)
        if not last and is_name_in(&tag, "table"):
            depth += -1 if tag.closing else 1
        if depth > 1 and not last:
            continue
        is_row = not last and is_name_in(&tag, "tr")
        if row >= 0 and (is_row or last):  # the open row ends
            if ends < 0 and (in_head or (th and not td)):
                heads += 1
            elif ends < 0:
                ends = row
            if ends >= 0 and (free or ends == row):
                add_row(rows, row, True)
            spanned = max(0, max(spanned, span) - 1)
            row = -1
        if last:
            break
        if is_row:
            if not tag.closing:
                row = group if group >= 0 else line_start(view, start, tag.start)
                group = -1
                th = td = False
                in_head, free, span = head, spanned == 0, 0
        elif is_name_in(&tag, "thead"):
            head = not tag.closing
        elif is_name_in(&tag, "caption"):
            captioned = True
        elif is_name_in(&tag, "tbody"):
            group = -1 if tag.closing else line_start(view, start, tag.start)
        elif not tag.closing and (is_name_in(&tag, "td") or is_name_in(&tag, "th")):
            if is_name_in(&tag, "th"):
                th = True
            else:
                td = True
            span = max(span, row_span(rows, &tag))
    rows.header = start if ends < 0 or (heads == 0 and not captioned) else ends


cdef Py_ssize_t line_start(const View *view, Py_ssize_t start, Py_ssize_t at) noexcept nogil:
    """Return the start of the line if only white space is between it and `at`, else `at`."""
    cdef Py_ssize_t begin = at
    while begin > start and is_gap(unit_at(view, begin - 1)):
        begin -= 1
    if begin > start and unit_at(view, begin - 1) in b"\n\r":
        return begin
    return at


cdef Py_ssize_t row_span(Rows *rows, const Tag *tag) noexcept nogil:
    """Return the number of rows that the cell of a tag spans; 0 if the number is missing or too large."""
    cdef Line words
    cdef Py_ssize_t k = 0, end, number = 0, digits = 0
    cdef int c
    words.start = tag.start
    words.end = min(tag.end, tag.start + (MAX_TAG if rows.view.width else 4 * MAX_TAG))
    take(rows.view, &words, rows.buffer)
    end = min(words.n, MAX_TAG)
    while k + 7 <= end and not has_word(&words, k, k + 7, "rowspan"):
        k += 1
    if k + 7 > end:
        return 0
    for k in range(k + 7, end):
        c = words.c[k]
        if is_digit(c) and digits < 3:
            number, digits = 10 * number + c - c'0', digits + 1
        elif digits or c not in b"=\"' ":
            break
    return number if number <= MAX_SPAN else 0


# ---- other markups

cdef Name[12] ASCIIDOC_SIGNS = ["[[", "[source", "[verse", "[quote", "[listing", "[NOTE", "[TIP", "include::", "image::", "toc::",
                               "ifdef::", NULL]
cdef enum:
    MIN_DELIMITER = 4   # marks of a delimiter of AsciiDoc
    MAX_TODO = 256      # code points of keywords of headlines of Org that are kept
    MAX_NESTED = 32     # depth of lists in lists, and of tables in tables of MediaWiki, that is counted

# The open environments.
cdef struct Markup:
    const View *view
    Out *out
    Grammar grammar
    const char *until           # the text that the last line of the open region has, or NULL
    int first, last             # the line that ends the open block of AsciiDoc: its first and last character,
    Py_ssize_t size             # and its size, or 0
    Py_ssize_t block            # the size and the character of the line that ends the open block of text without titles,
    int block_mark              # or 0
    int depth                   # the number of open tables of MediaWiki, or of open lists of commands
    bint in_list                # text belongs to a list
    Py_ssize_t margin           # the column of its outermost mark
    bint blank                  # the line before is blank
    bint verbatim               # the paragraph is code
    Py_ssize_t title            # the size of the line of AsciiDoc above that may be a title, or 0,
    Py_ssize_t title_start, title_end   # and its offsets
    Py_ssize_t label            # the begin of the attributes of the next block of AsciiDoc, or -1
    Py_ssize_t language, language_end
    bint is_source              # this block is code
    int unclosed                # if the title of the heading above goes on: its open braces in LaTeX, 1 in POD; else 0
    int awaits                  # the level of the heading of a manual page whose title is the next line, or 0,
    Py_ssize_t awaits_start     # and its start
    int highest                 # the highest level of LaTeX so far: the smallest number
    Py_ssize_t todo_size        # the size of the keywords of headlines of Org,
    unsigned char[MAX_TODO] todo    # and the keywords, with white space between them
    unsigned char[MAX_LINE] buffer


cdef Py_ssize_t scan_markup(const View *view, Grammar grammar, Out *out, Markup *state, Py_ssize_t at,
                            Py_ssize_t until) noexcept nogil:
    """Find the regions from the line start `at` to the first line start from `until` on; return the latter, or the
    end."""
    cdef Reader reader
    cdef Line line
    if at == 0:
        state.view, state.out, state.grammar = view, out, grammar
        state.until, state.label, state.blank, state.highest = NULL, -1, True, MAX_LEVELS
        state.block = state.size = state.depth = state.in_list = state.margin = state.verbatim = state.title = 0
        state.language = state.language_end = state.is_source = state.awaits = state.unclosed = 0
        state.todo_size = 9
        memcpy(state.todo, b"TODO DONE", 9)
    read_from(&reader, view, at)
    while next_line(&reader, &line, state.buffer):
        markup_line(state, &line)
        if until <= reader.next < view.size:
            return reader.next
    return view.size


cdef void markup_line(Markup *state, const Line *line) noexcept nogil:
    """Add a line to the open region, or find its meaning."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    cdef const Command *command
    cdef int level
    if is_inside(state, line, i):
        return
    if i == line.n:
        state.blank, state.verbatim, state.title, state.unclosed = True, False, 0, 0
        return
    if state.verbatim and not ends_code(state, line):
        return
    state.verbatim = False
    level, state.awaits = state.awaits, 0
    command = command_of(state.grammar, line, i)
    if state.unclosed and (command == NULL or state.grammar == LATEX):
        title_goes_on(state, line, 0)
        return
    state.unclosed = 0
    if level and command == NULL:
        i = title_after(state.grammar, line, 0, &width)
        if i >= width:
            i = width = 0
        begin(state.out, state.awaits_start, HEADING, level, place_of(state.view, line, i),
              place_of(state.view, line, width))
    elif command != NULL:
        run_command(state, line, i, command)
    elif not special_line(state, line, i, width):
        text_of(state, line.start, width)
    state.blank = False


cdef bint ends_code(const Markup *state, const Line *line) noexcept nogil:
    """Return whether the line ends a paragraph that is code (M3)."""
    return state.grammar == ASCIIDOC and (is_table_delimiter(line)
                                          or (line.c[0] in b"=_*-.+/" and marks_of(line) >= MIN_DELIMITER))


cdef bint is_inside(Markup *state, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line belongs to the open region; the line with its end is the last one. A heading of a manual
    page or of Org ends a region that is not closed."""
    cdef int first, last
    cdef Py_ssize_t size
    if state.until != NULL:
        if not (state.until[0] == state.until[1] == c'.') and is_heading(state.grammar, line):  # not in a macro
            state.until = NULL
            return False
        if has_end(state, line, i):
            state.until = NULL
        return True
    if state.size:
        size = delimiter_of(line, &first, &last)
        if size == state.size and first == state.first and last == state.last:
            state.size = 0
        return True
    if state.depth and state.grammar == MEDIAWIKI:
        if has(line, i, "{|"):
            state.depth += state.depth < MAX_NESTED
        elif has(line, i, "|}"):
            state.depth -= 1
        return True
    return False


cdef bint is_heading(Grammar grammar, const Line *line) noexcept nogil:
    """Return whether a line is a heading of a manual page or of Org."""
    cdef Py_ssize_t stars
    cdef const Command *command
    if grammar == ORG:
        stars = run_of(line, 0, c'*')
        return stars > 0 and is_spaced_at(line, stars)
    command = command_of(grammar, line, 0) if grammar == MAN else NULL
    return command != NULL and command.kind == HEADING


cdef bint has_end(const Markup *state, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line has the end of the open region: anywhere in MediaWiki and LaTeX, else at its beginning.
    """
    if state.grammar == MEDIAWIKI or state.grammar == LATEX:
        return holds_word(line, state.until)
    return begins_with(line, i, state.until, state.grammar == ORG)


cdef const Command *command_of(Grammar grammar, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the command that the line begins with, the first that fits, or NULL."""
    cdef int k
    if i and (grammar == POD or grammar == MAN):
        return NULL
    for k in range(COMMAND_FIRST[<int> grammar], COMMAND_FIRST[<int> grammar + 1]):
        if begins_with(line, i, COMMANDS[k].word, grammar == MEDIAWIKI or grammar == ORG):
            return &COMMANDS[k]
    return NULL


cdef bint begins_with(const Line *line, Py_ssize_t i, const char *word, bint any_case) noexcept nogil:
    """Return whether the word is at i. If the word ends with a letter or a digit, no letter or digit may follow it."""
    cdef int c = 0, found
    while word[0]:
        found = get(line, i)
        if (lower(found) if any_case else found) != word[0]:
            return False
        c = word[0]
        i += 1
        word += 1
    return not (is_alphanumeric(c) and is_alphanumeric(get(line, i)))


cdef bint is_alphanumeric(int c) noexcept nogil:
    """Return whether a byte is one of A to Z in any case, or of 0 to 9."""
    return is_ascii_letter(c) or is_digit(c)


cdef void run_command(Markup *state, const Line *line, Py_ssize_t i, const Command *command) noexcept nogil:
    """Apply the command at i (M1)."""
    cdef Py_ssize_t after = i + command.size, title, end
    cdef Line rest
    if command.kind == HEADING:
        title = title_after(state.grammar, line, after, &end)
        if title < end:
            marked_heading(state, line, level_in(state, command.level), title, end)
            if state.grammar == LATEX or state.grammar == POD:
                state.unclosed = 1
                title_goes_on(state, line, title)
        elif state.grammar == MAN:
            state.awaits, state.awaits_start = command.level, line.start
    elif command.end[0]:
        rest = line[0]
        rest.c, rest.n = line.c + after, line.n - after
        state.until = command.end
        if (state.grammar == MEDIAWIKI or state.grammar == LATEX) and holds_word(&rest, command.end):
            state.until = NULL
        if command.kind == PROSE:
            text_of(state, line.start, 0)
        else:
            title = end = 0
            if command.kind == CODE:
                title = language_after(state, line, after, &end)
            begin(state.out, line.start, <Kind> command.kind, 0, title, end)
    else:
        state.in_list = state.in_list or command.kind == LIST
        if command.level < 0 or command.kind == LIST:
            go_on(state.out, line.start, LIST)
        if command.level > 0 and state.depth < MAX_NESTED:
            state.depth += 1
        elif command.level < 0 and state.depth:
            state.depth -= 1
        if command.kind == PROSE:
            state.in_list = state.depth > 0
            if command.level == 0:
                text_of(state, line.start, 0)


cdef void title_goes_on(Markup *state, const Line *line, Py_ssize_t at) noexcept nogil:
    """Add a line to the title of the last heading, from `at` on (M5)."""
    cdef Py_ssize_t end = trimmed(line), k
    for k in range(at, line.n if state.grammar == LATEX else 0):
        state.unclosed += (line.c[k] == OPEN_BRACE) - (line.c[k] == CLOSE_BRACE)
        if state.unclosed == 0:
            end = k
            break
    extend(state.out, place_of(state.view, line, end))


cdef int level_in(Markup *state, int level) noexcept nogil:
    """Return the level of a heading. In LaTeX the highest level so far counts as 1, because articles have no chapters."""
    if state.grammar != LATEX:
        return level
    state.highest = min(state.highest, level)
    return level - state.highest + 1


cdef Py_ssize_t title_after(Grammar grammar, const Line *line, Py_ssize_t at, Py_ssize_t *end) noexcept nogil:
    """Return the start of the title after a command, and write its end. The title is in braces in LaTeX, in quotation marks
    in manual pages, else the rest of the line."""
    cdef Py_ssize_t gap, first = indent(line, at, 0, &gap)
    end[0] = trimmed(line)
    if grammar == MAN and get(line, first) == c'"':
        first += 1
        at = found_at(line, first, "\"")
        if at >= 0:
            end[0] = at
    elif grammar == LATEX:
        first = braced(line, at, end)
    return first


cdef Py_ssize_t braced(const Line *line, Py_ssize_t at, Py_ssize_t *end) noexcept nogil:
    """Return the start of the text in the first braces from `at` on, and write its end, at most the end of the line. A star
    and text in brackets may precede the braces. Both results are 0 if the braces are missing."""
    cdef Py_ssize_t depth = 0, k
    at = indent(line, at + (get(line, at) == c'*'), 0, &k)
    if get(line, at) == c'[':
        while at < line.n and line.c[at] != c']':
            at += 1
        at = indent(line, at + 1, 0, &k)
    end[0] = 0
    if get(line, at) != OPEN_BRACE:
        return 0
    end[0] = line.n
    for k in range(at, line.n):
        depth += (line.c[k] == OPEN_BRACE) - (line.c[k] == CLOSE_BRACE)
        if depth == 0:
            end[0] = k
            break
    return at + 1


cdef Py_ssize_t language_after(const Markup *state, const Line *line, Py_ssize_t at, Py_ssize_t *end) noexcept nogil:
    """Return the offset of the language of code after a command at `at`, and find its end, or return 0: after
    `language=` or `lang=`; in Org the first word; in LaTeX the first word in the braces after it."""
    cdef Py_ssize_t found = found_at(line, at, "language="), last
    if found >= 0:
        return word_at(state, line, found + 9, end)
    found = found_at(line, at, "lang=")
    if found >= 0:
        return word_at(state, line, found + 5, end)
    if state.grammar == LATEX:
        found = braced(line, at, &last)
        return word_at(state, line, found, end) if found < last else 0
    return word_at(state, line, at, end) if state.grammar == ORG else 0


cdef Py_ssize_t word_at(const Markup *state, const Line *line, Py_ssize_t at, Py_ssize_t *last) noexcept nogil:
    """Return the offset of the word at `at`, after white space, brackets and quotation marks, and find its end, or
    return 0."""
    cdef Py_ssize_t end
    last[0] = 0
    while at < line.n and (line.c[at] in b" \t[\"" or line.c[at] == OPEN_BRACE):
        at += 1
    end = at
    while end < line.n and (is_alphanumeric(line.c[end]) or (end > at and line.c[end] in b"+#-_")):
        end += 1
    if end == at:
        return 0
    last[0] = place_of(state.view, line, end)
    return place_of(state.view, line, at)


cdef Py_ssize_t found_at(const Line *line, Py_ssize_t at, const char *text) noexcept nogil:
    """Return the first offset of the text in the line, from `at` on, or -1."""
    while at < line.n:
        if has(line, at, text):
            return at
        at += 1
    return -1


cdef void text_of(Markup *state, Py_ssize_t start, Py_ssize_t width) noexcept nogil:
    """Read a line of text: of a list, if it belongs to one (M2)."""
    if state.in_list and (state.grammar == MEDIAWIKI
                          or (width <= state.margin and (state.grammar == ORG or (state.blank and (
                              state.grammar == ASCIIDOC or state.grammar == CHANGELOG))))):
        state.in_list = False
    go_on(state.out, start, LIST if state.in_list else PROSE)


cdef bint special_line(Markup *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether the line has another meaning in the grammar than text."""
    if state.grammar == ASCIIDOC:
        return asciidoc_line(state, line, i, width)
    if state.grammar == MEDIAWIKI:
        return wiki_line(state, line, i)
    if state.grammar == ORG:
        return org_line(state, line, i, width)
    if state.grammar == POD:
        return paragraph_of_code(state, line.start, width)
    return state.grammar == CHANGELOG and changelog_line(state, line, i, width)


cdef bint paragraph_of_code(Markup *state, Py_ssize_t start, Py_ssize_t width) noexcept nogil:
    """Return whether a paragraph that is code begins with the line (M3)."""
    if not state.blank or width == 0:
        return False
    go_on(state.out, start, CODE)
    state.verbatim = True
    return True


cdef bint item(Markup *state, Py_ssize_t start, Py_ssize_t width) noexcept nogil:
    """Begin an item of a list; return True."""
    state.margin = min(width, state.margin) if state.in_list else width
    state.in_list = True
    go_on(state.out, start, LIST)
    return True


cdef bint marked_heading(Markup *state, const Line *line, Py_ssize_t level, Py_ssize_t title,
                         Py_ssize_t end) noexcept nogil:
    """Begin a heading whose title is at these columns; return True."""
    state.in_list, state.depth = False, 0
    begin(state.out, line.start, HEADING, <int> min(level, MAX_LEVELS), place_of(state.view, line, title),
          place_of(state.view, line, end))
    return True


cdef bint is_spaced_at(const Line *line, Py_ssize_t at) noexcept nogil:
    """Return whether white space and then text is at `at`."""
    return is_gap(get(line, at)) and not is_blank(line, at)


cdef bint asciidoc_line(Markup *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether the line is a title, a delimiter, an item, the attributes or the title of a block, or code."""
    cdef Py_ssize_t title = state.title, label, marks, gap
    cdef int c = line.c[0]
    cdef bint is_source
    state.title = 0
    if i == 0 and title and is_asciidoc_underline(line, title):
        state.in_list, state.depth = False, 0
        begin(state.out, state.title_start, HEADING, underline_level(c), state.title_start, state.title_end)
        return True
    if i == 0 and c in b"=_*" and marks_of(line) >= MIN_DELIMITER:
        bounds_block(state, c, marks_of(line))
        text_of(state, line.start, width)
        return True
    marks = run_of(line, 0, c)
    if i == 0 and c in b"=#" and marks <= 6 and is_spaced_at(line, marks) and closing(line, c) > marks and state.block == 0:
        return marked_heading(state, line, marks, indent(line, marks, 0, &gap), closing(line, c))
    if i == 0 and is_attributes(line):
        note_attributes(state, line)
        text_of(state, line.start, width)
        return True
    label, is_source = state.label, state.is_source
    state.label, state.is_source = -1, False
    if i == 0 and (is_table_delimiter(line) or is_delimiter(line)):
        open_delimited(state, line, label, is_source)
        return True
    if is_source:
        begin(state.out, label, CODE, 0, state.language, state.language_end)
        state.verbatim = True
        return True
    if i == 0 and c == c'+' and is_blank(line, 1):
        go_on(state.out, line.start, LIST if state.in_list else PROSE)
        return True
    if is_asciidoc_item(line, i):
        return item(state, line.start, width)
    if not state.in_list and paragraph_of_code(state, line.start, width):
        return True
    if i == 0 and (state.blank or label >= 0) and state.block == 0 and has_alphanumeric(line):
        state.title, state.title_start = trimmed(line), line.start
        state.title_end = place_of(state.view, line, state.title)
    return False


cdef void bounds_block(Markup *state, int mark, Py_ssize_t size) noexcept nogil:
    """Begin a block of text without titles, or end the open one."""
    if state.block == 0:
        state.block, state.block_mark = size, mark
    elif state.block == size and state.block_mark == mark:
        state.block = 0


cdef int underline_level(int c) noexcept nogil:
    """Return the level of a title of AsciiDoc with an underline of this mark."""
    return 1 if c == c'=' else 2 if c == c'-' else 3 if c == c'~' else 4 if c == c'^' else 5


cdef bint has_alphanumeric(const Line *line) noexcept nogil:
    """Return whether the line has a letter or digit of ASCII."""
    cdef Py_ssize_t k
    for k in range(line.n):
        if is_alphanumeric(line.c[k]):
            return True
    return False


cdef bint is_asciidoc_underline(const Line *line, Py_ssize_t title) noexcept nogil:
    """Return whether the line underlines a title of `title` code points: it is as long, or one longer or shorter."""
    cdef Py_ssize_t size = marks_of(line)
    return line.c[0] in b"=-~^+" and size > 1 and -1 <= size - title <= 1


cdef Py_ssize_t marks_of(const Line *line) noexcept nogil:
    """Return the number of characters of a line that repeats one character, else 0."""
    cdef Py_ssize_t end = run_of(line, 0, line.c[0])
    return end if is_blank(line, end) else 0


cdef Py_ssize_t closing(const Line *line, int mark) noexcept nogil:
    """Return the end of the title of the line, without marks after white space at its end."""
    cdef Py_ssize_t end = trimmed(line), first = end
    while line.c[first - 1] == mark:
        first -= 1
    if first == end or not is_gap(line.c[first - 1]):
        return end
    while is_gap(line.c[first - 1]):
        first -= 1
    return first


cdef bint is_table_delimiter(const Line *line) noexcept nogil:
    """Return whether the line is one of `|===`, `,===`, `:===` and `!===`, with more marks or not."""
    cdef Py_ssize_t end = run_of(line, 1, c'=')
    return line.c[0] in b"|,:!" and end >= MIN_DELIMITER and is_blank(line, end)


cdef Py_ssize_t delimiter_of(const Line *line, int *first, int *last) noexcept nogil:
    """Return the size of a line that is one of a block, and find its first and last character; else 0."""
    cdef Py_ssize_t end = trimmed(line)
    if end < 3 or run_of(line, 1, line.c[end - 1]) < end:
        return 0
    first[0], last[0] = line.c[0], line.c[end - 1]
    return end


cdef bint is_delimiter(const Line *line) noexcept nogil:
    """Return whether the line begins a block of code, of markup of another format, or a comment."""
    cdef int c = line.c[0]
    if c == c'`':
        return has(line, 0, "```") and found_at(line, run_of(line, 0, c), "`") < 0
    return c in b"-.+/" and marks_of(line) >= MIN_DELIMITER


cdef void open_delimited(Markup *state, const Line *line, Py_ssize_t label, bint is_source) noexcept nogil:
    """Open a delimited block, from the attributes above it on."""
    cdef int c = line.c[0]
    cdef Kind kind = PROSE if c == c'/' else HTML if c == c'+' else CODE if c in b"-.`" else TABLE
    cdef Py_ssize_t info = 0, end = 0
    state.first = state.last = c
    state.size = run_of(line, 0, c)
    if kind == TABLE:
        state.size = delimiter_of(line, &state.first, &state.last)
    if kind == PROSE:
        text_of(state, line.start, 0)
        return
    if c == c'`':
        info = word_at(state, line, state.size, &end)
    elif is_source and kind == CODE:
        info, end = state.language, state.language_end
    begin(state.out, label if label >= 0 else line.start, kind, 0, info, end)


cdef bint is_attributes(const Line *line) noexcept nogil:
    """Return whether the line has the attributes of the next block, in brackets, or its title, after a full stop."""
    cdef int after = get(line, 1)
    if line.c[0] == c'[':
        return line.c[trimmed(line) - 1] == c']'
    return line.c[0] == c'.' and after != -1 and after not in b". \t"


cdef void note_attributes(Markup *state, const Line *line) noexcept nogil:
    """Keep the start of the attributes of the next block, whether the block is code, and its language."""
    cdef Py_ssize_t comma
    if state.label < 0:
        state.label = line.start
    if begins_with(line, 1, "source", False) or begins_with(line, 1, "listing", False) \
            or begins_with(line, 1, "literal", False) or get(line, 1) == c',':
        state.is_source = line.c[0] == c'['
        state.language = state.language_end = 0
        comma = found_at(line, 0, ",")
        if comma >= 0:
            state.language = word_at(state, line, comma + 1, &state.language_end)


cdef bint is_asciidoc_item(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line is an item. Its mark is one to five `*` or `.`, a hyphen, or a number or a letter with a
    full stop."""
    cdef Py_ssize_t end
    if line.c[i] in b"*.":
        end = run_of(line, i, line.c[i])
        return end - i <= 5 and is_spaced_at(line, end)
    if line.c[i] == c'-':
        return is_spaced_at(line, i + 1)
    return is_numbered(line, i) == c'.'


cdef int is_numbered(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the character after a number of at most four digits, or a letter, at i, if white space and text follow that
    character, else 0."""
    cdef Py_ssize_t end = i
    while end - i < 4 and is_digit(get(line, end)):
        end += 1
    if end == i and is_ascii_letter(line.c[i]):
        end += 1
    return get(line, end) if end > i and end < line.n and is_spaced_at(line, end + 1) else 0


cdef bint wiki_line(Markup *state, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line is a heading, a table, an item, or code."""
    cdef Py_ssize_t first, end
    cdef int level = wiki_title(line, &first, &end)
    if level:
        return marked_heading(state, line, level, first, end)
    if has(line, i, "{|"):
        state.depth, state.in_list = 1, False
        begin(state.out, line.start, TABLE, 0, 0, 0)
        return True
    if line.c[0] in b"*#:;":
        return item(state, line.start, 0)
    if line.c[0] == c' ':
        state.in_list = False
        go_on(state.out, line.start, CODE)
        return True
    return False


cdef int wiki_title(const Line *line, Py_ssize_t *first, Py_ssize_t *last) noexcept nogil:
    """Return the level of a title between equal numbers of `=`, and find the span of its text; 0 for other lines."""
    cdef Py_ssize_t end = trimmed(line), left = run_of(line, 0, c'='), right, level, gap
    cdef Line inner = line[0]
    if left and line.c[end - 1] == c'>' and (gap := found_at(line, 0, "<!--")) > 0:
        inner.n = gap
        end = trimmed(&inner)
    right = end
    while right > left and line.c[right - 1] == c'=':
        right -= 1
    level = min(min(left, end - right), 6)
    gap = left
    while gap < right and (line.c[gap] == c'=' or is_gap(line.c[gap])):
        gap += 1
    if level <= 0 or gap == right:
        return 0
    first[0] = indent(line, level, 0, &gap)
    inner.n = end - level
    last[0] = trimmed(&inner)
    return <int> level


cdef bint org_line(Markup *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether the line is a headline, a row of a table, a line of fixed width, a footnote, or an item."""
    cdef Py_ssize_t stars = run_of(line, 0, c'*'), gap
    cdef int c = line.c[i], closer
    if stars and is_spaced_at(line, stars):
        gap = before_org_tags(line, stars)
        return marked_heading(state, line, stars, after_keywords(state, line, stars, gap), gap)
    if begins_with(line, 0, "#+todo:", True) or begins_with(line, 0, "#+seq_todo:", True) \
            or begins_with(line, 0, "#+typ_todo:", True):
        stars = found_at(line, 0, ":")
        for gap in range(stars, min(line.n, stars + MAX_TODO - state.todo_size)):
            state.todo[state.todo_size] = line.c[gap] if gap > stars else c' '
            state.todo_size += 1
    if c == c'|':
        if state.blank:
            begin(state.out, line.start, TABLE, 0, 0, 0)
        go_on(state.out, line.start, TABLE)
        return True
    if c == c':' and (i + 1 == line.n or line.c[i + 1] == c' '):
        go_on(state.out, line.start, CODE)
        return True
    if has(line, 0, "[fn:") and holds(line, "]"):
        state.in_list = False
        go_on(state.out, line.start, FOOTNOTE)
        return True
    if (c in b"-+" or (c == c'*' and i > 0)) and is_spaced_at(line, i + 1):
        return item(state, line.start, width)
    closer = is_numbered(line, i)
    return (closer == c'.' or closer == c')') and item(state, line.start, width)


cdef Py_ssize_t after_keywords(const Markup *state, const Line *line, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Return the begin of the title of a headline of Org: the text after a keyword, a priority (`[#A]`) and `COMMENT`."""
    cdef Py_ssize_t last, after, k
    cdef int step
    cdef bint is_fit
    at = indent(line, at, 0, &k)
    for step in range(3):
        last = at
        while last < end and is_alphanumeric(line.c[last]):
            last += 1
        if step == 1 and has(line, at, "[#"):
            last = at + 2
            while last < end and is_alphanumeric(line.c[last]):
                last += 1
            is_fit = last > at + 2 and get(line, last) == c']'
            last += 1
        else:
            is_fit = step == 2 and last == at + 7 and has(line, at, "COMMENT")
        for k in range(state.todo_size if step == 0 and last > at else 0):
            is_fit |= is_keyword_of(state, line, at, last, k)
        after = indent(line, min(last, end), 0, &k)
        if is_fit and last < after < end:
            at = after
    return at


cdef bint is_keyword_of(const Markup *state, const Line *line, Py_ssize_t at, Py_ssize_t last, Py_ssize_t k) noexcept nogil:
    """Return whether the word line[at:last] is the keyword at k."""
    if k and not is_gap(state.todo[k - 1]):
        return False
    while at < last and k < state.todo_size and state.todo[k] == line.c[at]:
        at += 1
        k += 1
    return at == last and (k == state.todo_size or state.todo[k] in b" \t(")


cdef Py_ssize_t before_org_tags(const Line *line, Py_ssize_t stars) noexcept nogil:
    """Return the end of the title of a headline, without the tags at its end."""
    cdef Line title = line[0]
    cdef Py_ssize_t end = trimmed(line), begin = end
    while not is_gap(line.c[begin - 1]):
        begin -= 1
    title.n = begin
    begin = trimmed(&title) if end - begin > 2 and line.c[begin] == c':' == line.c[end - 1] else end
    return begin if begin > stars else end


cdef bint changelog_line(Markup *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether the line is that of a version, or an item."""
    if is_version(line) or is_entry(line):
        return marked_heading(state, line, 1, 0, trimmed(line))
    return width > 0 and line.c[i] in b"*-+" and is_spaced_at(line, i + 1) and item(state, line.start, width)


cdef bint is_version(const Line *line) noexcept nogil:
    """Return whether a line of a changelog names a package, a version in parentheses, and distributions before a
    semicolon."""
    cdef Py_ssize_t end = 0, close
    while end < line.n and (is_alphanumeric(line.c[end]) or (end and line.c[end] in b"+-.")):
        end += 1
    if end == 0 or not has(line, end, " ("):
        return False
    close = found_at(line, end, ")")
    if close <= end + 2 or found_at(line, close, ";") < 0:
        return False
    end = found_at(line, end + 2, " ")
    return end < 0 or end > close


cdef bint is_entry(const Line *line) noexcept nogil:
    """Return whether a line begins an entry of a changelog of GNU: a date or a day of the week, later two spaces or a tab,
    and at the end a mail address."""
    cdef Py_ssize_t k, end = trimmed(line)
    cdef bint is_day = is_name_of(line, 0, 3, DAYS) and get(line, 3) == c' '
    if not is_day:
        for k in range(10):
            if not (get(line, k) == c'-' if k == 4 or k == 7 else is_digit(get(line, k))):
                return False
        if not is_gap(get(line, 10)):
            return False
    return end > 3 and line.c[end - 1] in b">)" and found_at(line, 0, "@") >= 0 \
        and (found_at(line, 3, "  ") >= 0 or found_at(line, 3, "\t") >= 0)


cdef bint markup_by_look(const Line *line, bint *is_macro, Grammar *found) noexcept nogil:
    """Find the grammar of a text by one of its first lines, or AUTO; return whether the next line may show the grammar.
    `is_macro`: whether the line is inside a macro of troff. `titled_markup` decides other texts."""
    found[0] = AUTO if is_macro[0] else grammar_of_line(line)
    if found[0] != AUTO:
        return False
    if has(line, 0, ".de") or has(line, 0, ".am") or has(line, 0, ".ig") or has(line, 0, ".."):
        is_macro[0] = line.c[1] != c'.'
        return True
    return is_macro[0] or is_blank(line, 0) or line.c[0] in b".'%\\"


cdef Grammar grammar_of_line(const Line *line) noexcept nogil:
    """Return the grammar whose documents begin like the line, or AUTO."""
    if has(line, 0, ".TH ") or has(line, 0, ".Dd "):
        return MAN
    if begins_with(line, 0, "=pod", False) or begins_with(line, 0, "=head1", False) \
            or begins_with(line, 0, "=for", False) or begins_with(line, 0, "=encoding", False):
        return POD
    if has(line, 0, "\\input texinfo") or has(line, 0, "@settitle ") or has(line, 0, "@setfilename ") \
            or has(line, 0, "@node "):
        return TEXINFO
    if has(line, 0, "\\documentclass") or has(line, 0, "\\begin{document}"):
        return LATEX
    if is_keyword(line) or holds(line, "-*- outline") or holds(line, "-*- org") or holds(line, "-*- mode: org"):
        return ORG
    return CHANGELOG if is_version(line) or is_entry(line) else AUTO


cdef bint is_keyword(const Line *line) noexcept nogil:
    """Return whether the line is a keyword of Org: `#+TITLE: Rain`."""
    cdef Py_ssize_t end = 2
    if not has(line, 0, "#+"):
        return False
    while is_alphanumeric(get(line, end)) or get(line, end) == c'_':
        end += 1
    return end > 2 and get(line, end) == c':'


cdef Grammar titled_markup(const View *view, unsigned char *buffer) noexcept nogil:
    """Return AsciiDoc or MediaWiki, by the titles in the first lines, or AUTO."""
    cdef Reader reader
    cdef Line line
    cdef bint is_first = True, is_headed = False, is_titled = False
    cdef int open_titles = 0, closed_titles = 0, signs = 0, asciidoc_signs = 0
    cdef Py_ssize_t marks, first, end, seen = 0, title = 0, last
    read_from(&reader, view, 0)
    while seen < SAMPLE and next_line(&reader, &line, buffer):
        seen += line.n + 1
        last, title = title, 0
        if is_blank(&line, 0):
            continue
        if last and line.c[0] == c'=' and is_asciidoc_underline(&line, last):
            is_titled = True
            continue
        if is_first and is_header(&line):
            is_headed = True
            continue
        marks = run_of(&line, 0, c'=')
        if marks and line.c[trimmed(&line) - 1] == c'=':
            closed_titles += wiki_title(&line, &first, &end) > 1
        elif 0 < marks <= 6 and is_spaced_at(&line, marks):
            is_titled = is_titled or (is_first and (marks == 1 or is_headed))
            open_titles += marks > 1 and not (is_first and is_headed)
        elif marks == 0:
            title = trimmed(&line) if is_first else 0
            asciidoc_signs += is_asciidoc_sign(&line)
            signs += holds(&line, "[[") or holds(&line, "'''") or holds(&line, "{{") or holds(&line, "{|")
        is_first = False
    if is_titled and open_titles + asciidoc_signs:
        return ASCIIDOC
    return MEDIAWIKI if closed_titles > 1 and signs and open_titles == 0 else AUTO


cdef bint is_asciidoc_sign(const Line *line) noexcept nogil:
    """Return whether the line is a macro of AsciiDoc, an anchor, or the attributes of a block with one of its styles."""
    cdef const Name *word = ASCIIDOC_SIGNS
    if line.c[trimmed(line) - 1] != c']':
        return False
    while word[0] != NULL and not begins_with(line, 0, word[0], False):
        word += 1
    return word[0] != NULL


cdef Grammar outlined_markup(const View *view, unsigned char *buffer) noexcept nogil:
    """Return Org, if the headlines of an outline without a mode leave no doubt, or AUTO."""
    cdef Reader reader
    cdef Line line
    cdef int heads = 0, bodies = 0, texts = 0, wrapped = 0, ended = 0, versions = 0, deep = 0, underlined = 0, signs = 0
    cdef Py_ssize_t seen = 0, stars, level = 0, width
    cdef bint named = False, blank = True, is_head
    read_from(&reader, view, 0)
    while seen < SAMPLE and next_line(&reader, &line, buffer):
        seen += line.n + 1
        if is_blank(&line, 0) or line.c[0] == c'\f':
            blank = True
            continue
        underlined += not blank and level == 0 and line.c[0] in b"=-~^+" and marks_of(&line) > 2
        if has(&line, 0, "#+"):
            signs += is_alphanumeric(get(&line, 2))
        elif line.c[0] == c'#' or has(&line, 0, "```") or holds(&line, "](") or underlined > 1:
            return AUTO
        stars = run_of(&line, 0, c'*')
        is_head = stars > 0 and is_spaced_at(&line, stars) and line.c[indent(&line, stars, 0, &width)] != c'*'
        if level == 1 and (stars > 1 if is_head else not is_gap(line.c[0])):
            bodies += 1
            versions += named
            texts += not is_head
            wrapped += not blank and c'a' <= line.c[0] <= c'z'
        level = stars if is_head and (blank or level > 0) else 0
        heads += is_head & (stars == 1)
        deep += level > 1
        ended += is_head and stars == 1 and line.c[trimmed(&line) - 1] in b".,;:"
        named, blank = is_head and names_version(&line), False
    if texts > 1 and bodies == heads and ended == 0 and 2 * wrapped <= texts:
        return ORG
    return ORG if (versions + (deep > 0) > 1 and 2 * versions >= heads) or (heads and signs) else AUTO


cdef bint names_version(const Line *line) noexcept nogil:
    """Return whether a line has a full stop between two digits."""
    cdef Py_ssize_t k
    for k in range(1, line.n - 1):
        if line.c[k] == c'.' and is_digit(line.c[k - 1]) and is_digit(line.c[k + 1]):
            return True
    return False


cdef bint is_header(const Line *line) noexcept nogil:
    """Return whether the line may be above the title of a document of AsciiDoc: a comment, an anchor or another list of
    attributes, or an attribute of the document (`:toc:`)."""
    cdef Py_ssize_t end, space
    if line.c[0] == c':':
        end, space = found_at(line, 1, ":"), found_at(line, 0, " ")
        return end > 1 and is_alphanumeric(line.c[1]) and not 0 <= space < end
    return has(line, 0, "//") or (line.c[0] == c'[' and is_attributes(line))


# ---- the regions of a document

cdef enum:
    SAMPLE = 16384      # code points that are read to choose a grammar for AUTO; a line end counts as one
    FIRST_TITLES = 4096 # the code points that are searched for an underlined title
    FENCE_SIGNS = 16    # a fence with its end counts as much as this many lines of code in the sample
    MAX_HEADING_RUN = 2 # the most headings with `#` one right below the other that are no comment
    MIN_RST_SIGNS = 2   # the least lines of explicit markup in the sample of a document of reStructuredText
    KIND_BITS = 255     # the bits of a region's kind; the level is above them
    MAX_HEADER_LINES = 8    # lines in which a second rule ends a header
    LONG_ROW = 8            # if rows with a frame have this many lines on average, each line counts as a row
    MAX_SAMPLE = 64         # records that are read to find out whether a text is a table
    MAX_RECORD_LINES = 1000
    MAX_ATTRIBUTES = 8      # lines with attributes above a table of AsciiDoc

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")

# The evidence that a text is Markdown.
cdef struct Signs:
    int sure        # fences, and headings after blank lines
    int lines       # other lines outside of fences, which may be code,
    int marked      # or signs of Markdown, if `is_marked`
    int rst         # lines of explicit markup
    Grammar found   # the grammar by one of the first lines, or AUTO
    bint titled     # `found` is AUTO, and a line begins with `=`, like titles of AsciiDoc and MediaWiki
    bint starred    # the same with `*`, like headlines of Org

# The state of reading lines, outside or inside of fences.
cdef struct Outside:
    Py_ssize_t seen     # code points that were read
    int signs           # signs of fences and headings
    int fence           # the character of the open fence, or 0
    Py_ssize_t size     # the number of these characters
    Py_ssize_t within, title    # lines in the fence, and code points of the first one
    bint blank          # the line before is blank, or a tag or a comment of HTML begins it
    bint alone          # the line before is the first of its paragraph: its size, its ends, and whether it may be an overline
    Py_ssize_t last_size
    int first, last
    bint adorns
    bint waves          # a title is underlined by `~`
    int rst             # lines of explicit markup
    int run             # headings right below each other
    Py_ssize_t i        # the begin of the text of the line

# The levels of the keys of headings without marks; the kept keys come first.
cdef struct Levels:
    int count
    int looks[MAX_KEYS]     # pattern
    int ranks[MAX_KEYS]     # `looks.rank`
    int levels[MAX_KEYS]    # 0: not known yet
    bint titled[MAX_KEYS]   # whether headings of the key have subtitles
    int order[MAX_KEYS]     # the keys from the highest to the deepest, without the keys of annexes
    int places[MAX_KEYS]    # the index of each key in `order`, or -1
    int ordered             # the number of keys in `order`
    int highest             # the highest level
    int follows[MAX_KEYS][MAX_KEYS] # number of lines of the second key that follow a line of the first key

# The states of the grammars, with their buffers for lines: too large for the stack of a thread.
cdef struct Scratch:
    Plain plain
    Markdown markdown
    Markup markup


def blocks(Text text not None, str grammar="auto", bint finds_looks=False, kept=(UNKNOWN, (), ()), /):
    """Return the regions of a text by a grammar, and the decisions for it: (native, kinds, infos, decided), as
    `decided_blocks` of the reference.

    native, kinds, infos: three Spans of the same length: the spans of the regions, in the text's own offsets; their
        kind, an index of KINDS, and the level of a heading; the offsets of its title, or of the words after a fence.
    finds_looks: headings without marks that the text uses consistently are regions too, except in HTML.
    kept, decided: the kept decisions, and the decisions for the text: `Decided` of the reference, as a tuple.

    Raises TextError if a buffer is not UTF-8, and ValueError for levels that are out of range.
    """
    cdef Grammar number = <Grammar> <int> region_kinds.GRAMMARS.index(grammar)
    cdef Spans native = Spans(), kinds = Spans(), infos = Spans(), more_kinds = Spans(), more_infos = Spans()
    cdef Spans lines = Spans(), order = Spans()  # of headings without marks
    cdef Scratch *scratch
    cdef Out out, more
    cdef Levels taken
    cdef View view
    cdef bint done
    cdef Py_ssize_t at = 0, until
    cdef int known, looks
    known, underlines = kept[0], kept[2]
    take_levels(kept[1], &taken)
    text.prepare(False, True)
    view = text.view
    out.blocks, out.infos, out.failed = kinds.array, infos.array, False
    more.blocks, more.infos, more.failed = more_kinds.array, more_infos.array, False
    finds_looks = finds_looks and number != HTML_PAGE
    scratch = <Scratch *> PyMem_RawMalloc(sizeof(Scratch))
    if scratch == NULL:
        raise MemoryError
    try:
        take_underlines(underlines, &scratch.plain)
        if view.size < SMALL:
            known = decide(&view, number, finds_looks, known, scratch)
            scan(&view, number, known, &out, scratch, 0, view.size + 1)
            looks = looks_of(number, finds_looks, known, &scratch.plain)
            done = write_down(&view, &out, &more, looks, &taken, &native.array, &lines.array, &order.array)
        else:
            with nogil:
                known = decide(&view, number, finds_looks, known, scratch)
            while at < view.size and not out.failed:  # in steps, so that Ctrl-C interrupts
                heed_interrupts()
                until = min(at + STEP, view.size + 1)
                with nogil:
                    at = scan(&view, number, known, &out, scratch, at, until)
            with nogil:
                looks = looks_of(number, finds_looks, known, &scratch.plain)
                done = write_down(&view, &out, &more, looks, &taken, &native.array, &lines.array, &order.array)
        underlines = given_underlines(&scratch.plain)
    finally:
        PyMem_RawFree(scratch)
        kinds.array, infos.array = out.blocks, out.infos
        more_kinds.array, more_infos.array = more.blocks, more.infos
    if not done:
        raise MemoryError
    if more.blocks.count:
        kinds, infos = more_kinds, more_infos
    return native, kinds, infos, (known, given_levels(&taken), underlines)


cdef int take_levels(levels, Levels *taken) except -1:
    """Read the levels that are kept."""
    cdef int pattern, number, level, before = 1
    cdef tuple row
    memset(taken, 0, sizeof(Levels))
    for row in levels:
        pattern, number, level = row
        if not before <= level <= MAX_LEVELS or taken.count == MAX_KEYS:
            raise ValueError(f"levels of headings ascend from 1 to {MAX_LEVELS}, at most {MAX_KEYS}, not {levels!r}")
        taken.looks[taken.count], taken.ranks[taken.count] = pattern, number
        taken.levels[taken.count] = before = level
        taken.count += 1
    return 0


cdef int take_underlines(underlines, Plain *state) except -1:
    """Read the kinds of underline that are kept."""
    state.adorned_count = 0
    if len(underlines) > MAX_LEVELS:
        raise ValueError(f"at most {MAX_LEVELS} kinds of underline, not {underlines!r}")
    for key in underlines:
        state.adorned[state.adorned_count] = key
        state.adorned_count += 1
    return 0


cdef tuple given_underlines(const Plain *state):
    """Return the kinds of underline as a tuple."""
    cdef int k
    return tuple([state.adorned[k] for k in range(state.adorned_count)])


cdef tuple given_levels(const Levels *levels):
    """Return the levels as a tuple, in ascending order."""
    cdef int k, level
    return tuple([(levels.looks[k], levels.ranks[k], level) for level in range(1, MAX_LEVELS + 1)
                  for k in range(levels.count) if levels.levels[k] == level])


cdef int decide(View *view, Grammar grammar, bint finds_looks, int known, Scratch *scratch) noexcept nogil:
    """Return the decisions for a text by the clauses K1, K2 and K4 of the reference."""
    if grammar == AUTO and known < AS_GRAMMAR:
        known += AS_GRAMMAR * grammar_by_look(view, scratch.plain.buffer)
    if not known & HAS_MARKED:
        known |= HAS_MARKED | (consistent_looks(view) if finds_looks else 0)
        if chosen(grammar, known) == MARKDOWN:
            known &= ~(OUTLINED | INDENTED_LOOK)
    return known


cdef int looks_of(Grammar grammar, bint finds_looks, int known, const Plain *state) noexcept nogil:
    """Return the patterns of headings without marks that count (K3)."""
    cdef Grammar found = chosen(grammar, known)
    return 0 if not finds_looks or found > RST or (found == RST and state.adorned_count) else known & LOOKS


cdef Grammar chosen(Grammar grammar, int known) noexcept nogil:
    """Return the grammar that was chosen for a text of AUTO, or the grammar itself."""
    return <Grammar> (known // AS_GRAMMAR) if grammar == AUTO else grammar


cdef Py_ssize_t scan(const View *view, Grammar grammar, int known, Out *out, Scratch *scratch, Py_ssize_t at,
                     Py_ssize_t until) noexcept nogil:
    """Find the regions from `at` on, up to the first line start from `until` on: that one, or the end."""
    cdef Grammar found = chosen(grammar, known)
    if found == HTML_PAGE:
        scan_html(view, out, scratch.plain.buffer)
        return view.size
    if found == RST:
        return scan_rst(view, out, &scratch.plain, at, until)
    if RST < found <= CHANGELOG:
        return scan_markup(view, found, out, &scratch.markup, at, until)
    if found != MARKDOWN:
        return scan_plain(view, out, &scratch.plain, at, until)
    return scan_markdown(view, out, &scratch.markdown, &scratch.plain, grammar == MARKDOWN, at, until)


cdef bint write_down(View *view, Out *out, Out *more, int looks, Levels *levels, SpanArray *native, SpanArray *lines,
                     SpanArray *order) noexcept nogil:
    """Write the spans of the regions, and separate their kinds and levels in place; `more` takes the regions if headings
    without marks count. Return False if memory is missing."""
    cdef Py_ssize_t k, end
    if out.blocks.count == 0 and view.size:
        begin(out, 0, PROSE, 0, 0, 0)
    if out.failed:
        return False
    if looks:
        if not with_headings(view, out, more, looks, levels, lines, order):
            return False
        out = more
    with_anchors(view, out)
    for k in range(out.blocks.count):
        end = out.blocks.data[2 * k + 2] if k + 1 < out.blocks.count else view.size
        if not push(native, out.blocks.data[2 * k], end):
            return False
        out.blocks.data[2 * k] = out.blocks.data[2 * k + 1] & 255
        out.blocks.data[2 * k + 1] >>= 8
    return True


cdef int headings_of(View *view, int known, bint finds_looks) noexcept nogil:
    cdef int looks
    if known == UNKNOWN:
        known = FIND_LOOKS | finds_headings(view)
    if not known & FIND_LOOKS:
        return known
    looks = consistent_looks(view) if finds_looks else 0
    if known & HAS_MARKED:
        looks &= ~(OUTLINED | INDENTED_LOOK)  # K4
    known &= ~FIND_LOOKS
    return (known & ~NO_HEADINGS) | HAS_MARKED | looks if looks else known


cdef int finds_headings(View *view) noexcept nogil:
    """Return HAS_MARKED if the sample of a text without a name is Markdown with a `#`, HAS_MARKED with ADORNED if it
    has an underlined title, else NO_HEADINGS. Only the sample is read, so that a stream decides like the whole text."""
    cdef unsigned char buffer[MAX_LINE]
    cdef View sample = view[0]
    cdef Place place
    place.at = place.m = 0
    sample.size = furthest(view, SAME if view.width else CHARACTERS, &place, FIRST_TITLES)
    if has_underlined(&sample):
        return HAS_MARKED | ADORNED
    place.at = place.m = 0
    sample.size = furthest(view, SAME if view.width else CHARACTERS, &place, SAMPLE)
    return HAS_MARKED if has_ascii(&sample, "#", 1) and may_have_signs(&sample) and is_markdown(&sample, buffer) else NO_HEADINGS


cdef bint may_have_signs(const View *view) noexcept nogil:
    """Return whether a line of a sample may be a sign of Markdown, by its first units, a link or a heading of HTML. If false,
    `known_signs` finds no sure signs. Comments of code are headings only after a blank line or a line of HTML."""
    cdef size_t at = 1
    cdef size_t[SHIPLAP_PLACES_ROOM] places
    cdef Py_ssize_t count = 1, k, before = 0
    places[0] = 0
    while True:
        for k in range(count):
            if may_be_sign(view, before, <Py_ssize_t> places[k]):
                return True
            before = <Py_ssize_t> places[k]
        if <Py_ssize_t> at >= view.size:
            return has_ascii(view, "](", 2) | has_ascii(view, "<h", 2) | has_ascii(view, "<H", 2)
        count = shiplap_scan_all(view.data, view.size, view.width, SHIPLAP_LINE, &at, view.size, places)


cdef inline bint may_be_sign(const View *view, Py_ssize_t before, Py_ssize_t p) noexcept nogil:
    """Return whether a line that begins at p, after the one at `before`, may be a heading after a blank line or a line of HTML, a
    fence, a quotation, or begin in bold."""
    cdef Py_ssize_t begin = p
    while p + 2 < view.size and p - begin < 3 and unit_at(view, p) in u' \t':
        p += 1
    if p + 2 >= view.size:
        return p < view.size
    if unit_at(view, p) not in u'#`~>*-':
        return False
    if unit_at(view, p) == u'#':
        while unit_at(view, before) in u' \t':
            before += 1
        return begin < 2 or not is_visible(view, unit_at(view, begin - 2)) or unit_at(view, before) == u'<'
    return unit_at(view, p) in u'`~>' or unit_at(view, p + 1) == u'*' or unit_at(view, p + 2) == u'*'


cdef bint has_ascii(const View *view, const char *ascii, int count) noexcept nogil:
    """Return whether a text has one or two units of ASCII in it."""
    cdef uint16_t[2] of_2
    cdef uint32_t[2] of_4
    cdef const void *units = ascii
    cdef int k
    for k in range(count):
        of_2[k] = of_4[k] = <unsigned char> ascii[k]
    if view.width > 1:
        units = <void *> of_2 if view.width == 2 else <void *> of_4
    return shiplap_find_first(view.data, view.size, view.width, units, count, count, view.size + 1) >= 0


cdef Grammar grammar_by_look(const View *view, unsigned char *buffer) noexcept nogil:
    """Return the grammar of a text without a name, by its first lines. A first pass counts the signs that do not
    depend on scores of lines for code; a second pass scores lines until the answer is certain."""
    cdef Reader reader
    cdef Line line
    cdef Outside outside
    cdef Signs signs
    cdef int code = 0
    cdef bint marked
    cdef Grammar found
    signs = known_signs(view, buffer)
    found = titled_markup(view, buffer) if signs.titled else signs.found
    if found == AUTO and signs.starred:
        found = outlined_markup(view, buffer)
    if found != AUTO:
        return found
    if signs.rst >= MIN_RST_SIGNS and flush_code(view, buffer, signs.rst) < signs.rst:
        return RST
    read_from(&reader, view, 0)
    begin_outside(&outside)
    while signs.sure <= code + signs.lines and signs.sure + signs.marked > code \
            and outside.seen < SAMPLE and next_line(&reader, &line, buffer):
        if not is_outside(&outside, &line):
            continue
        marked = is_marked(&line)
        signs.lines -= 1
        signs.marked -= marked
        signs.sure += marked
        code += not marked and not outside.blank and score_of(&line, outside.i) > 0
    return MARKDOWN if signs.sure > code else PLAIN


cdef int flush_code(const View *view, unsigned char *buffer, int most) noexcept nogil:
    """Return how many of the first lines outside of fences are code without indentation, or `most` if they are more."""
    cdef Reader reader
    cdef Line line
    cdef Outside outside
    cdef int count = 0
    read_from(&reader, view, 0)
    begin_outside(&outside)
    while count < most and outside.seen < SAMPLE and next_line(&reader, &line, buffer):
        if is_outside(&outside, &line) and outside.i == 0 and not is_rst_mark(&line):
            count += score_of(&line, 0) > 0
    return count


cdef bint is_markdown(const View *view, unsigned char *buffer) noexcept nogil:
    """Return whether a text without a name is Markdown, by its first lines."""
    return grammar_by_look(view, buffer) == MARKDOWN


cdef Signs known_signs(const View *view, unsigned char *buffer) noexcept nogil:
    """Return the signs of Markdown in the first lines that are sure, and how many lines may be others, or code."""
    cdef Reader reader
    cdef Line line
    cdef Outside outside
    cdef Signs signs
    cdef bint links = may_have_links(view), looks = True, is_macro = False
    read_from(&reader, view, 0)
    begin_outside(&outside)
    signs.lines = signs.marked = 0
    signs.titled, signs.starred, signs.found = False, False, AUTO
    while outside.seen < SAMPLE and next_line(&reader, &line, buffer):
        if looks:
            looks = markup_by_look(&line, &is_macro, &signs.found)
            if signs.found != AUTO:
                signs.titled = signs.starred = False
                break
        signs.titled |= get(&line, 0) == c'='
        signs.starred |= get(&line, 0) == c'*'
        if is_outside(&outside, &line):
            signs.lines += 1
            if links or line.c[0] in b">*-":
                signs.marked += is_marked(&line)
    signs.sure, signs.rst = outside.signs, outside.rst
    return signs


cdef void begin_outside(Outside *outside) noexcept nogil:
    """Begin before the first line."""
    outside.seen = outside.signs = outside.fence = outside.rst = outside.run = 0
    outside.blank = outside.alone = True
    outside.waves = False


cdef inline bint is_outside(Outside *outside, const Line *line) noexcept nogil:
    """Return whether a line is outside of fences, and neither blank nor a heading nor the underline of a title that
    Markdown does not have. Count the fences, the headings, the titles, and explicit markup."""
    cdef Py_ssize_t width, size
    cdef bint is_heading
    cdef int c
    outside.seen += line.n + 1
    outside.i = indent(line, 0, 0, &width)
    if outside.fence:
        fenced_line(outside, line)
        return False
    if outside.i == line.n:
        outside.blank, outside.run = True, 0
        return False
    c = line.c[outside.i]
    if outside.i == 0 and is_mark(c):
        if c not in b"=-" and outside.alone and not outside.blank and not outside.adorns:
            size = adornment(line)
            if size and (may_underline(c, size, outside.last_size, outside.first, outside.last)
                         or (c == c'~' and outside.waves and size == outside.last_size)):
                outside.waves |= c == c'~'
                outside.signs -= FENCE_SIGNS
                outside.alone = False
                return False
    if outside.i < 4 and c in b"`~":
        outside.size = opens_fence(line, outside.i)
        outside.fence = c if outside.size else 0
        outside.within = 0 if outside.blank and adornment(line) else NO_TITLE
    elif outside.i == 0 and c == c'=' and title_marks(line):
        outside.signs -= FENCE_SIGNS
        outside.blank = outside.alone = False
        return False
    is_heading = outside.fence == 0 and outside.i == 0 and heading_level(line, 0) > 0
    outside.rst += outside.fence == 0 and c == c'.' and outside.i == 0 and is_rst_mark(line)
    outside.run = outside.run + 1 if is_heading else 0
    outside.signs += (is_heading and outside.blank) - (outside.run > MAX_HEADING_RUN)
    outside.alone = outside.blank and outside.i == 0 and outside.fence == 0
    outside.blank = False
    if c == c'<' and outside.fence == 0:
        outside.blank = has(line, outside.i, "<!--") or tag_end(line, outside.i) > tag_begin(line, outside.i)
        outside.signs += heading_tag(line, outside.i) > 0
    if outside.alone:
        outside.last_size, outside.first = trimmed(line), c
        outside.last, outside.adorns = line.c[outside.last_size - 1], adornment(line) > 0
    return outside.fence == 0 and not is_heading


cdef void fenced_line(Outside *outside, const Line *line) noexcept nogil:
    """Read a line of a fence. Its end counts, for Markdown unless marks like a fence are around a title."""
    outside.within += 1
    if closes_fence(line, outside.i, outside.fence, outside.size):
        if outside.within == 2 and is_overlined(outside.size, adornment(line), outside.title):
            outside.signs -= FENCE_SIGNS
        else:
            outside.signs += FENCE_SIGNS
        outside.fence = 0
    elif outside.within == 1:
        outside.title = trimmed(line) - outside.i


cdef bint may_have_links(const View *view) noexcept nogil:
    """Return whether a line of a sample may have a link: without any, most lines are known by how they begin."""
    return view.size > 4 * SAMPLE or has_ascii(view, "](", 2)


cdef bint is_marked(const Line *line) noexcept nogil:
    """Return whether a line has a sign of Markdown: a link, a quotation, or bold text at its start."""
    cdef int c = line.c[0]
    if c in b">*-" and (has(line, 0, "> ") or (has(line, 0, "**") and line.n > 2 and not is_gap(line.c[2])) or has(line, 0, "- **") or has(line, 0, "* **")) \
            and adornment(line) < MIN_RARE_MARKS:
        return True
    return holds(line, "](")


# ---- page furniture among the headings without marks


cdef enum:
    MIN_BREAKS = 3      # the least number of equal lines at page breaks
    MIN_EVEN = 4        # the least number of equal lines at even distances
    MIN_PAGE = 20       # the least number of lines from one of them to the next
    KEYS = 4096         # slots of keys by their last bits, a power of two
    MAX_ROW = 3         # the most lines of furniture in a row
    LIMIT = 100000      # all numbers of pages are smaller
    UNNUMBERED = CAPITALS | TITLE | INDENTED_LOOK   # the heading patterns without a label or a number
    PAIRS = 5           # pairs of numbers of a HeadingLine

# A line that may be a heading, or a lone line, in PAIRS pairs of numbers of an array.
cdef struct HeadingLine:
    int64_t start       # the start of its visible part
    int64_t end
    int64_t after       # the begin of the next visible text
    int64_t look        # its heading pattern, or its kind if it is a lone line
    int64_t number      # the number of lines before it
    int64_t key         # equal lines have one key
    int64_t at_page     # whether it is at the end of a page; -1: not evaluated yet
    int64_t left_out    # whether it is page furniture
    int64_t slot        # the index of its key in Levels, or -1
    int64_t role        # its role, which `heading_levels` replaces by its level


cdef bint furniture(const View *view, SpanArray *lines, SpanArray *order) noexcept nogil:
    """Mark the lines that are page furniture. `order` has room for keys. Return False if memory is missing."""
    cdef HeadingLine *line = <HeadingLine *> lines.data
    cdef Py_ssize_t k
    if not recurring(view, lines, order):
        return False
    for k in range(lines.count // PAIRS):
        if line[k].look & UNNUMBERED and runs_over_page(view, line[k].after):
            line[k].left_out = True
    return True


cdef bint recurring(const View *view, SpanArray *lines, SpanArray *order) noexcept nogil:
    """Mark the lines that recur. Return False if memory is missing."""
    cdef HeadingLine *line = <HeadingLine *> lines.data
    cdef Py_ssize_t count = lines.count // PAIRS, k
    cdef unsigned char[KEYS] seen
    cdef int row, most = 0
    memset(seen, 0, KEYS)
    for k in range(count):
        line[k].key = <int64_t> key(view, &line[k])
        seen[line[k].key & (KEYS - 1)] += seen[line[k].key & (KEYS - 1)] < MIN_BREAKS
        most = max(most, seen[line[k].key & (KEYS - 1)])
        if not push(order, line[k].key, k):
            return False
    if most == MIN_BREAKS:
        qsort(order.data, count, 2 * sizeof(int64_t), by_key)
    for row in range(MAX_ROW if most == MIN_BREAKS else 0):  # without three equal lines nothing recurs
        if not mark_recurring(view, line, order.data, count):
            break
        for k in range(1, count):
            if line[k - 1].after == line[k].start:
                if line[k - 1].left_out:
                    line[k].at_page = True
                if line[k].left_out:
                    line[k - 1].at_page = True
    return True


cdef bint mark_recurring(const View *view, HeadingLine *lines, const int64_t *order, Py_ssize_t count) noexcept nogil:
    """Mark the equal lines that recur, and return whether lines were marked that were not before."""
    cdef Py_ssize_t k, j, first = 0
    cdef bint found = False
    for k in range(1, count + 1):
        if k == count or order[2 * k] != order[2 * first]:
            if not lines[order[2 * first + 1]].left_out and recurs(view, lines, count, order + 2 * first, k - first):
                found = True
                for j in range(first, k):
                    lines[order[2 * j + 1]].left_out = True
            first = k
    return found


cdef int by_key(const void *one, const void *other) noexcept nogil:
    """Return the order of two lines by their keys, and of equal ones in the text, for qsort."""
    cdef const int64_t *a = <const int64_t *> one
    cdef const int64_t *b = <const int64_t *> other
    if a[0] != b[0]:
        return 1 if a[0] > b[0] else -1
    return 1 if a[1] > b[1] else -1


cdef uint64_t key(const View *view, const HeadingLine *line) noexcept nogil:
    """Return the key of a line (F1)."""
    cdef uint64_t found = 0xCBF29CE484222325ULL
    cdef Py_ssize_t p = line.start
    cdef Py_UCS4 code, before = 0
    cdef Char char
    cdef bint may_have_page = line.look & UNNUMBERED or line.look >= PLAIN_LINE or begins_with_page(view, line.start)
    cdef bint numbered = line.look == NUMBERED
    while p < line.end:
        code = unit_at(view, p)
        if u'9' < code <= u'~':  # nearly all
            p += 1
            if line.look == PAGE_NUMBER and code in u'ivx':
                code = u'0'
        else:
            char = char_at(view, p)
            code, p = char.code, char.next
            if char.kind == SHIPLAP_SENTENCE_SPACE:
                code = u' '
                may_have_page = may_have_page or numbered
            elif char.kind == SHIPLAP_SENTENCE_DIGIT and may_have_page:
                code = u'0'
        if code != before or (code != u' ' and code != u'0'):
            found = (found ^ <uint64_t> code) * 0x100000001B3ULL
        before = code
    return found


cdef bint begins_with_page(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether digits and then white space are at p."""
    cdef Char char = char_at(view, p)
    cdef Py_ssize_t begin = p
    while char.kind == SHIPLAP_SENTENCE_DIGIT:
        p = char.next
        char = char_at(view, p)
    return p > begin and char.kind == SHIPLAP_SENTENCE_SPACE


cdef int is_read_over(const View *view, const HeadingLine *lines, Py_ssize_t count, Py_ssize_t k) noexcept nogil:
    """Return whether a sentence continues after line k, with the lines directly before and after it (F5); 2 if the sentence
    is wrapped (F6)."""
    cdef Py_ssize_t first = k, last = k
    while first > 0 and k - first < MAX_ROW and lines[first - 1].after == lines[first].start:
        first -= 1
    while last + 1 < count and last - k < MAX_ROW and lines[last].after == lines[last + 1].start:
        last += 1
    if not reads_on(view, gap_before(view, lines[first].start), lines[last].after):
        return 0
    return 2 if is_within_sentence(view, lines[first].start, lines[last].after) else 1


cdef bint recurs(const View *view, HeadingLine *lines, Py_ssize_t all_lines, const int64_t *order, Py_ssize_t count) noexcept nogil:
    """Return whether equal lines are furniture (F2, F3, F5, F6)."""
    cdef int64_t breaks = 0, over = 0, wrapped = 0, distance, fewest = 0, most = 0
    cdef Py_ssize_t k
    cdef int found
    cdef HeadingLine *line
    if count < MIN_BREAKS:
        return False
    for k in range(count):
        line = lines + order[2 * k + 1]
        if line.at_page < 0:
            line.at_page = stands_at_page(view, line.start, line.end, line.after)
        breaks += line.at_page
        if k:
            distance = lines[order[2 * k + 1]].number - lines[order[2 * k - 1]].number
            fewest = distance if k == 1 else min(fewest, distance)
            most = max(most, distance)
    if breaks >= MIN_BREAKS and 4 * breaks >= 3 * count:
        return True
    for k in range(count):
        found = is_read_over(view, lines, all_lines, order[2 * k + 1])
        over += found > 0
        wrapped += found == 2
    if 2 * over >= count and counts_pages(view, lines, order, count):
        return True
    if wrapped >= MIN_BREAKS and 2 * wrapped >= count:
        return True
    return count >= MIN_EVEN and fewest >= MIN_PAGE and 8 * most <= 9 * fewest \
        and (lines[order[1]].look != PLAIN_LINE or 2 * over >= count)


cdef bint counts_pages(const View *view, const HeadingLine *lines, const int64_t *order, Py_ssize_t count) noexcept nogil:
    """Return whether equal lines count pages (F5)."""
    cdef int64_t before_first = 0, before_last = 0, first, last
    cdef bint by_first = True, by_last = True
    cdef Py_ssize_t k
    for k in range(count):
        numbers_in(view, &lines[order[2 * k + 1]], &first, &last)
        by_first = by_first and (k == 0 or 0 < first - before_first <= 2)
        by_last = by_last and (k == 0 or 0 < last - before_last <= 2)
        before_first, before_last = first, last
    return by_first or by_last


cdef void numbers_in(const View *view, const HeadingLine *line, int64_t *first, int64_t *last) noexcept nogil:
    """Return the first and the last number of a line, modulo LIMIT, each 0 if the line has no number."""
    cdef bint digit, after = False, second = False
    cdef Py_ssize_t p
    cdef Py_UCS4 unit
    first[0] = last[0] = 0
    for p in range(line.start, line.end):
        unit = unit_at(view, p)
        digit = u'0' <= unit <= u'9'
        if digit:
            last[0] = (10 * last[0] % LIMIT if after else 0) + <int> unit - c'0'
            if not second:
                first[0] = last[0]
        second = second or (after and not digit)
        after = digit


# ---- the levels of headings without marks


cdef enum Role:
    NUMBER, HEADING_TITLE, SUBTITLE, MATTER_TITLE, ADDED


cdef enum:
    MIN_FOLLOWING = 2   # labels or numbers that must follow titles, so that titles are the higher level


cdef Py_ssize_t leave_out(SpanArray *lines) noexcept nogil:
    """Remove the lines that are page furniture. Return the number of lines that remain."""
    cdef HeadingLine *line = <HeadingLine *> lines.data
    cdef Py_ssize_t k, count = 0
    for k in range(lines.count // PAIRS):
        if not line[k].left_out:
            line[count] = line[k]
            count += 1
    lines.count = PAIRS * count
    return count


cdef void heading_levels(const View *view, HeadingLine *lines, Py_ssize_t count, const Out *found, Levels *levels) noexcept nogil:
    """Set the level of each line, by the clauses V1 to V7 of the reference; `levels` has the kept levels, and the levels of
    the other keys are added."""
    cdef int k, key, level, before = 0, titled = 0
    cdef bint gap
    if count == 0:
        return
    levels.highest = levels.levels[0] if levels.count else min(deepest(found, lines[0].start) + 1, MAX_LEVELS)
    for k in range(<int> count):
        lines[k].slot = key_of(view, &lines[k], levels)
    roles_of(view, lines, count, levels)
    followers(view, lines, count, levels)
    ordered(levels)
    for k in range(levels.ordered):
        titled += levels.titled[levels.order[k]]
    gap = levels.highest - 1 + levels.ordered + titled <= MAX_LEVELS
    level = levels.highest
    for k in range(levels.ordered):
        key = levels.order[k]
        if k > 0 and levels.looks[key] == levels.looks[before] == NUMBERED and levels.ranks[key] == LETTERS \
                and levels.ranks[before] == ONE_PART and not levels.follows[before][key] | levels.follows[key][before]:
            level = levels.levels[before]
        before = key
        if levels.levels[key] == 0:
            levels.levels[key] = min(level, MAX_LEVELS)
        level = levels.levels[key] + 1 + (gap and levels.titled[key])
    for k in range(levels.count):
        if levels.levels[k] == 0:
            levels.levels[k] = levels.highest   # of annexes
    levels_of(view, lines, count, levels)


cdef int key_of(const View *view, const HeadingLine *line, Levels *levels) noexcept nogil:
    """Return the index of the key of a heading in `levels`, to which it is added if there is room; else -1 (V1)."""
    cdef int pattern = NUMBERED if line.look == OUTLINED else <int> line.look
    cdef int number = rank(view, line.start, line.end, <int> line.look), k
    for k in range(levels.count):
        if levels.looks[k] == pattern and levels.ranks[k] == number:
            return k
    if levels.count == MAX_KEYS:
        return -1
    k = levels.count
    levels.looks[k], levels.ranks[k] = pattern, number
    levels.count += 1
    return k


cdef void roles_of(const View *view, HeadingLine *lines, Py_ssize_t count, Levels *levels) noexcept nogil:
    """Find the role of each line, and the keys that have subtitles (V2)."""
    cdef Py_ssize_t k
    cdef bint is_numbered = False, is_added
    for k in range(count):
        is_numbered = is_numbered or not lines[k].look & UNNUMBERED
    for k in range(count):
        if not lines[k].look & UNNUMBERED:
            is_added = lines[k].look == LABELLED and tier(LABELLED, rank_of(view, &lines[k], levels)) == TIER_ANNEX
            lines[k].role = ADDED if is_added else NUMBER
        elif k and has_subtitle(view, lines, k - 1):
            lines[k].role = SUBTITLE
            if lines[k - 1].slot >= 0 and lines[k - 1].role == NUMBER:
                levels.titled[lines[k - 1].slot] = True
        elif is_numbered and is_matter(view, lines[k].start, lines[k].end):
            lines[k].role = MATTER_TITLE
        else:
            lines[k].role = HEADING_TITLE


cdef inline int rank_of(const View *view, const HeadingLine *line, const Levels *levels) noexcept nogil:
    """Return the rank of a label: from its key, if the key is in `levels`."""
    return levels.ranks[line.slot] if line.slot >= 0 else rank(view, line.start, line.end, LABELLED)


cdef inline bint has_subtitle(const View *view, const HeadingLine *lines, Py_ssize_t k) noexcept nogil:
    """Return whether the title after line k is its subtitle (V2)."""
    return not lines[k].look & UNNUMBERED and is_direct(lines, k + 1) and is_bare(view, lines[k].start, lines[k].end)


cdef inline bint is_direct(const HeadingLine *lines, Py_ssize_t k) noexcept nogil:
    """Return whether no visible text is between line k and the line before it."""
    return lines[k - 1].after == lines[k].start


cdef void followers(const View *view, const HeadingLine *lines, Py_ssize_t count, Levels *levels) noexcept nogil:
    """Count the lines of each key that follow one of another (V4)."""
    cdef Py_ssize_t k, before
    for k in range(1, count):
        before = k - 2 if lines[k - 1].role == SUBTITLE else k - 1
        if before < 0 or lines[k].role > HEADING_TITLE or lines[before].role > HEADING_TITLE \
                or lines[k].slot < 0 or lines[before].slot < 0 or lines[k].slot == lines[before].slot:
            continue
        if is_direct(lines, k) or (lines[k].role == NUMBER and is_first(view, lines[k].start, lines[k].end)):
            levels.follows[lines[before].slot][lines[k].slot] += 1


cdef void ordered(Levels *levels) noexcept nogil:
    """Put the keys in order, without the keys of annexes (V3)."""
    cdef int key, i
    for key in range(levels.count):
        levels.places[key] = -1
        if tier(levels.looks[key], levels.ranks[key]) == TIER_ANNEX:
            continue
        i = levels.ordered
        while i > 0 and is_above(levels, key, levels.order[i - 1]):
            levels.order[i] = levels.order[i - 1]
            i -= 1
        levels.order[i] = key
        levels.ordered += 1
    for i in range(levels.ordered):
        levels.places[levels.order[i]] = i


cdef bint is_above(const Levels *levels, int key, int other) noexcept nogil:
    """Return whether `key` belongs before `other`, which precedes it in the order so far (V3)."""
    cdef int one = tier(levels.looks[key], levels.ranks[key]), two = tier(levels.looks[other], levels.ranks[other])
    cdef int more = levels.follows[key][other], less = levels.follows[other][key]
    cdef bint is_title = levels.looks[key] & UNNUMBERED != 0
    if levels.looks[key] == NUMBERED and levels.looks[other] == NUMBERED and one != two:
        return one < two
    if is_title != (levels.looks[other] & UNNUMBERED != 0):
        if is_title:
            return more >= MIN_FOLLOWING and more > less
        return less < MIN_FOLLOWING or less <= more
    return more > less if more != less else one < two


cdef void levels_of(const View *view, HeadingLine *lines, Py_ssize_t count, const Levels *levels) noexcept nogil:
    """Give each line its level (V6, V7)."""
    cdef Py_ssize_t k
    cdef int64_t level
    cdef int first = 0, slot, depth = 0, role
    cdef bint is_before_numbers = True, is_after_annex = False
    while first < levels.ordered and levels.looks[levels.order[first]] & UNNUMBERED:
        first += 1
    for k in range(count):
        slot, role = <int> lines[k].slot, <int> lines[k].role
        level = levels.levels[slot] if slot >= 0 else MAX_LEVELS
        if role == ADDED or role == MATTER_TITLE:
            level, depth, is_after_annex = levels.highest, 0, role == ADDED
        elif role == SUBTITLE:
            level = lines[k - 1].role + 1
        elif role == NUMBER:
            if is_after_annex:
                depth = level == levels.highest and is_first(view, lines[k].start, lines[k].end)
            is_before_numbers = is_after_annex = False
            level += depth
        elif is_before_numbers and slot >= 0 and first < levels.ordered and levels.places[slot] > first:
            level = levels.highest
        else:
            level += depth
        lines[k].role = min(level, MAX_LEVELS)


# ---- headings without marks: one pass over prose, lists, and code that has no fence


cdef bint with_headings(const View *view, const Out *found, Out *out, int looks, Levels *levels,
                        SpanArray *lines, SpanArray *order) noexcept nogil:
    """Write the regions with the headings that match one of the patterns `looks`, by the clauses H1 and H2 of the
    reference. `levels` has the kept levels, and the others are added; `lines` and `order` are work arrays. Return False if
    memory is missing."""
    cdef Py_ssize_t k, start, end, j = 0
    cdef int kind
    cdef const HeadingLine *line
    if not heading_lines(view, found, looks, lines) or not furniture(view, lines, order):
        return False
    line = <const HeadingLine *> lines.data
    heading_levels(view, <HeadingLine *> lines.data, leave_out(lines), found, levels)
    for k in range(found.blocks.count):
        start = found.blocks.data[2 * k]
        end = found.blocks.data[2 * k + 2] if k + 1 < found.blocks.count else view.size
        kind = found.blocks.data[2 * k + 1] & KIND_BITS
        begin(out, start, <Kind> kind, <int> (found.blocks.data[2 * k + 1] >> 8), found.infos.data[2 * k],
              found.infos.data[2 * k + 1])
        while j < lines.count // PAIRS and line[j].start < end:
            write_heading(view, out, &line[j], start, end, <Kind> kind)
            j += 1
    return not out.failed


cdef int deepest(const Out *found, int64_t first) noexcept nogil:
    """Return the level of the deepest marked heading before the first line, or 0."""
    cdef Py_ssize_t k
    cdef int level = 0
    for k in range(found.blocks.count):
        if found.blocks.data[2 * k] > first:
            break
        level = max(level, <int> (found.blocks.data[2 * k + 1] >> 8))
    return level


cdef bint heading_lines(const View *view, const Out *found, int looks, SpanArray *lines) noexcept nogil:
    """Find the lines of all regions that match one of the patterns `looks`; if it is 0, the lone lines. Return False if
    memory is missing."""
    cdef size_t at
    cdef size_t[SHIPLAP_PLACES_ROOM] places
    cdef Py_ssize_t count, k, j, start, end, number = 0
    cdef bint searched
    for k in range(found.blocks.count):
        start = found.blocks.data[2 * k]
        end = found.blocks.data[2 * k + 2] if k + 1 < found.blocks.count else view.size
        searched = is_searched(found, k)
        if searched and not find_heading(view, lines, looks, start, number):
            return False
        number += 1
        at = start + 1
        while <Py_ssize_t> at < end:
            count = shiplap_scan_all(view.data, view.size, view.width, SHIPLAP_LINE, &at, end, places)
            for j in range(count):
                if unit_at(view, <Py_ssize_t> places[j] - 1) in b"\r\n":
                    if searched and not find_heading(view, lines, looks, <Py_ssize_t> places[j], number):
                        return False
                    number += 1
    return True


cdef bint is_searched(const Out *found, Py_ssize_t k) noexcept nogil:
    """Return whether a region is searched for headings without marks."""
    cdef int kind = found.blocks.data[2 * k + 1] & KIND_BITS
    return kind == PROSE or kind == LIST or (kind == CODE and found.infos.data[2 * k + 1] == 0)


cdef inline bint find_heading(const View *view, SpanArray *lines, int looks, Py_ssize_t p, Py_ssize_t number) noexcept nogil:
    """Find the line that may be a heading at the line start p, if one exists. Return False if memory is missing."""
    cdef Alone alone
    cdef Py_ssize_t start
    cdef int found
    p = after_breaks(view, p)
    found = heading_look(view, p, looks, &alone) if looks else lone_line(view, p, &alone)
    # or the line has more text, for example after a form feed
    if not found or (alone.after < view.size and line_of(view, alone.after) <= p):
        return True
    start = visible_part(view, p)
    return push(lines, start, alone.end) and push(lines, alone.after, found) and push(lines, number, 0) \
        and push(lines, -1, False) and push(lines, -1, 0)


cdef Py_ssize_t after_breaks(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the end of the form feeds at p, at most CAP code points after p."""
    cdef Py_ssize_t i = p
    while i < view.size and i - p < CAP and unit_at(view, i) == u'\f':
        i += 1
    return i


cdef void write_heading(const View *view, Out *out, const HeadingLine *line, Py_ssize_t start, Py_ssize_t end,
                        Kind kind) noexcept nogil:
    """Begin the region of a heading, and that of the text after it, in a region from `start` to `end`."""
    cdef Py_ssize_t at = line_of(view, line.start), rest = line_of(view, line.after)
    if at > start:
        at = after_breaks(view, at)
    begin(out, at, HEADING, <int> line.role, line.start, line.end)
    if rest < end:
        begin(out, rest, kind, 0, 0, 0)


cdef Py_ssize_t line_of(const View *view, Py_ssize_t p) noexcept nogil:
    """Return the start of the line of p."""
    while p > 0 and unit_at(view, p - 1) not in b"\r\n":
        p -= 1
    return p


# ---- page furniture that contextual texts leave out


def omissions(Text text not None, Spans native not None, Spans kinds not None, Spans infos not None, /):
    """Return the spans of a text that contextual texts leave out, given its regions as of `blocks`: Spans, in the text's
    own offsets.

    Raises TextError if a buffer is not UTF-8.
    """
    cdef Spans blocks = Spans(), lines = Spans(), order = Spans(), found = Spans()
    cdef Py_ssize_t k
    cdef View view
    cdef Out out
    cdef bint done = True
    text.prepare(False, True)
    view = text.view
    for k in range(native.array.count):
        done = done and push(&blocks.array, native.array.data[2 * k], kinds.array.data[2 * k])
    out.blocks, out.infos, out.failed = blocks.array, infos.array, False
    with nogil:
        done = done and heading_lines(&view, &out, 0, &lines.array) and omitted_lines(&view, &lines.array, &order.array) \
            and write_omissions(&view, &out, &lines.array, &found.array)
    if not done:
        raise MemoryError
    return found


cdef bint write_omissions(const View *view, const Out *out, const SpanArray *lines, SpanArray *found) noexcept nogil:
    """Write the spans that are left out (O4, O5). Return False if memory is missing."""
    cdef const HeadingLine *line = <const HeadingLine *> lines.data
    cdef const int64_t *blocks = out.blocks.data
    cdef Py_ssize_t count = lines.count // PAIRS, j = 0, first, k, p, end, begin, before, after, reached = 0
    for k in range(out.blocks.count):
        end = blocks[2 * k + 2] if k + 1 < out.blocks.count else view.size
        p = max(reached, blocks[2 * k])
        if not is_searched(out, k) and blocks[2 * k + 1] & KIND_BITS != HEADING:
            continue
        while True:
            p = next_feed(view, p, end)
            if j < count and line[j].start < p:
                p = line[j].start
            if p >= end:
                break
            begin, first = gap_before(view, p), j
            reached = gap_end(view, p, line, count, &j)
            before = after = k
            while before > 0 and blocks[2 * before] >= begin:
                before -= 1
            while after + 1 < out.blocks.count and blocks[2 * after + 2] <= reached:
                after += 1
            if not gap_spans(view, begin, reached, line + first, j - first, is_searched(out, before) and is_searched(out, after),
                             found):
                return False
            p = reached
    return True


cdef Py_ssize_t next_feed(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return where the next form feed is from p on, or `end`."""
    cdef uint16_t of_2 = c'\f'
    cdef uint32_t of_4 = c'\f'
    cdef uint8_t of_1 = c'\f'
    cdef const void *unit = &of_1
    cdef Py_ssize_t found
    if view.width > 1:
        unit = <const void *> &of_2 if view.width == 2 else <const void *> &of_4
    found = shiplap_find_first(view.data, view.size, view.width, unit, 1, p + 1, end + 1) if p < end else -1
    return found - 1 if found >= 0 else end


cdef bint omitted_lines(const View *view, SpanArray *lines, SpanArray *order) noexcept nogil:
    """Keep only the furniture in `lines` (O2, O3). `order` has room for keys. Return False if memory is missing."""
    cdef HeadingLine *line = <HeadingLine *> lines.data
    cdef Py_ssize_t count = lines.count // PAIRS, k, j, first = -1
    for k in range(count):
        line[k].at_page = line[k].look == PAGE_WORD or stands_at_break(view, line[k].start, line[k].end, line[k].after)
        if k and line[k - 1].after == line[k].start and key(view, &line[k - 1]) != key(view, &line[k]):
            if line[k - 1].look >= PAGE_COLUMN and line[k].look != PLAIN_LINE:
                line[k].at_page = True
            if line[k].look >= PAGE_COLUMN and line[k - 1].look != PLAIN_LINE:
                line[k - 1].at_page = True
    if not recurring(view, lines, order):
        return False
    for k in range(count):
        if not line[k].left_out and line[k].look < PAGE_NUMBER:
            continue
        if first < 0:
            first = k
        if k + 1 < count and line[k].after == line[k + 1].start and (line[k + 1].left_out or line[k + 1].look >= PAGE_NUMBER):
            continue
        if reads_on(view, gap_before(view, line[first].start), line[k].after):
            for j in range(first, k + 1):
                line[j].left_out = True
        first = -1
    j = 0
    for k in range(count):
        if line[k].left_out:
            line[j] = line[k]
            j += 1
    lines.count = PAIRS * j
    return True


cdef Py_ssize_t gap_end(const View *view, Py_ssize_t p, const HeadingLine *line, Py_ssize_t count, Py_ssize_t *j) noexcept nogil:
    """Return the start of the visible text after a gap; p is in the gap, and j the next line of furniture."""
    cdef Char char
    while p < view.size:
        if j[0] < count and line[j[0]].start == p:
            p = line[j[0]].end
            j[0] += 1
            continue
        char = char_at(view, p)
        if char.kind != SHIPLAP_SENTENCE_SPACE:
            break
        p = char.next
    return p


cdef bint gap_spans(const View *view, Py_ssize_t begin, Py_ssize_t end, const HeadingLine *line, Py_ssize_t count, bint inside,
                    SpanArray *found) noexcept nogil:
    """Write the spans of a gap that are omitted (O5), with `count` lines of furniture. Return False if memory is missing."""
    cdef Py_ssize_t p, j, last, seen = 0, at = begin
    cdef int most = 0 if begin == 0 else 1 if end == view.size or (inside and reads_on(view, begin, end)) else 2, feeds
    cdef Char char
    for feeds in range(2):
        p, j = begin, 0
        while p < end and seen < most:
            if j < count and line[j].start == p:
                p = line[j].end
                j += 1
                continue
            char = char_at(view, p)
            last = char.next
            if char.code == u'\r' and last < end and unit_at(view, last) == u'\n':
                last += 1
            if char.code in u'\n\v\f\r\x85\u2028\u2029' and (char.code != u'\f' or feeds):
                seen += 1
                if at < p and not push(found, at, p):
                    return False
                at = last
            p = last
        if seen:
            break
    last = line_begin(view, end) if end < view.size else end
    return at >= last or push(found, at, last)


# ---- the anchors right before a heading belong to its region


cdef void with_anchors(const View *view, Out *out) noexcept nogil:
    """Let each heading begin with the indentation of its line, which a tag of HTML may have, and with the anchors and targets
    before it (D3 of the leads)."""
    cdef int64_t *blocks = out.blocks.data
    cdef int64_t *infos = out.infos.data
    cdef Py_ssize_t k, count = 0, start
    cdef int kind
    for k in range(out.blocks.count):
        start = blocks[2 * k]
        if count and blocks[2 * k + 1] & KIND_BITS == HEADING:
            start = line_begin(view, start)
            kind = blocks[2 * count - 1] & KIND_BITS
            if kind == PROSE or kind == HTML:
                start = anchors_begin(view, start, blocks[2 * count - 2])
            count -= start <= blocks[2 * count - 2]
        blocks[2 * count], blocks[2 * count + 1] = start, blocks[2 * k + 1]
        infos[2 * count], infos[2 * count + 1] = infos[2 * k], infos[2 * k + 1]
        count += 1
    out.blocks.count = out.infos.count = count


cdef Py_ssize_t anchors_begin(const View *view, Py_ssize_t p, Py_ssize_t low) noexcept nogil:
    """Return the start, at least `low`, of the anchors that end before the line at p; p if no anchor does."""
    cdef Py_ssize_t end, begin, indent
    cdef int anchors
    for anchors in range(MAX_ANCHORS):
        end = gap_before(view, p)
        begin = start_of_line(view, end) if end > low else -1
        begin = options_begin(view, begin) if begin >= 0 else begin
        if begin < low or not is_target(view, after_indent(view, begin, &indent), end):
            break
        p = begin
    return p


# ---- the rows of a table


def rows(Text text not None, Py_ssize_t start, Py_ssize_t end, /):
    """Return the rows of the table between two offsets of a text: (header, at, ranks, names), the end of its header, the
    starts of rows (int64), whether they begin groups (int8, GROUP or ROW of shiplap._data.packing_costs), and the start
    of the names of the columns in the header.

    Raises TextError if a buffer is not UTF-8.
    """
    cdef Rows rows
    cdef Spans found = Spans()
    cdef View view
    cdef Py_ssize_t k, first = 0, count
    cdef array at, ranks
    text.prepare(False, True)
    if not 0 <= start <= end <= text.view.size:
        raise IndexError((start, end))
    view = text.view
    view.size = end
    rows.view, rows.header, rows.failed, rows.found = &view, start, False, found.array
    rows.names = start
    rows.buffer = <unsigned char *> PyMem_RawMalloc(MAX_LINE)
    if rows.buffer == NULL:
        raise MemoryError
    try:
        with nogil:
            find_rows(&rows, start)
    finally:
        PyMem_RawFree(rows.buffer)
        found.array = rows.found
    if rows.failed:
        raise MemoryError
    while first < found.array.count and found.array.data[2 * first] < rows.header:
        first += 1
    count = max(0, found.array.count - first - 1)  # all except the first below the header
    at, ranks = clone(INT64, count, False), clone(INT8, count, False)
    for k in range(count):
        at.data.as_longlongs[k] = found.array.data[2 * (first + k) + 2]
        ranks.data.as_schars[k] = GROUP_RANK if found.array.data[2 * (first + k) + 3] else ROW_RANK
    return rows.header, at, ranks, rows.names


cdef void find_rows(Rows *rows, Py_ssize_t start) noexcept nogil:
    """Find all rows of the table that begins at `start`, and the end of its header (`start` without one)."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, at
    cdef int first
    read_from(&reader, rows.view, start)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            continue
        if begins_html_table(&line, i):
            html_rows(rows, start)
            return
        rows.header = line.start
        at = line.start
        first = line.c[i]
        if has(&line, i, ".. "):
            directive_rows(rows, &line, i)
            rows.names = start
        elif is_markup_table(rows, &line, i):
            markup_rows(rows, at, first)
        else:
            line_rows(rows, at)
        if rows.header == at:
            rows.header = start
        return


cdef void line_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """Find the rows of a table that is not a directive. Without a header, the header ends at `at`."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width
    rows.header = at
    read_from(&reader, rows.view, at)
    if not next_line(&reader, &line, rows.buffer):
        return
    i = indent(&line, 0, 0, &width)
    if is_grid(&line, i) or is_upper_edge(rows.view, &line, i):
        grid_rows(rows, at)
    elif is_border(&line, i):
        simple_rows(rows, at, width)
    else:
        flat_rows(rows, at)


cdef void grid_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """Find the rows between edges, or in some tables one row a line: see the reference."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, edges = 0, header = 0, above = 0, below = 0, continued = 0, body = 0, seen = 0
    cdef bint flat, framed = False, dashed = False, after_edge = False
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if line.start == at:
            framed = is_upper_edge(rows.view, &line, i)
        if is_grid_edge(rows.view, &line, i):
            edges += 1
            if edges > 1 and header == 0 and holds(&line, "="):
                header = edges
        elif edges == 1:
            above += 1
            dashed = dashed or (i < line.n and is_rule(rows.view, &line, i))
        elif edges > 1:
            body += 1
            if edges == 2:
                below += 1
                continued += begins_empty(rows.view, &line, i)
    if framed:
        header = 2 if edges > 2 else 0
        flat = edges <= 3 or body > LONG_ROW * (edges - 2)
    else:
        flat = edges == 3 and below > 1 and continued == 0 and (dashed or (header == 0 and above == 1))
        header = 2 if flat else header
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if seen > 0 and seen == header and after_edge:
            rows.header = line.start
        if is_grid_edge(rows.view, &line, i):
            seen += 1
            after_edge = True
            continue
        if i < line.n and (after_edge or (flat and seen >= header and not begins_empty(rows.view, &line, i))):
            add_row(rows, line.start, True)
        after_edge = False


cdef bint is_grid_edge(const View *view, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line is an edge: `+---+---+`, `|---+---|`, or box-drawing characters."""
    cdef Py_ssize_t end = trimmed(line), levels = 0, k
    if box_in(view, line, i):
        return is_edge(view, line, i)
    if get(line, i) != c'|':
        return is_grid(line, i)
    for k in range(i, end):
        if line.c[k] in b"-=":
            levels += 1
        elif line.c[k] not in b"|+":
            return False
    return line.c[end - 1] == c'|' and levels >= 3


cdef void simple_rows(Rows *rows, Py_ssize_t at, Py_ssize_t margin) noexcept nogil:
    """Find the rows: each begins with a line whose first column is not empty. A header is between the first two of
    three borders."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, borders = 0, seen = 0
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        borders += is_border(&line, i)
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if seen == 2 and borders > 2 and rows.header == at:
            rows.header = line.start
        if i == line.n:
            continue
        if is_border(&line, i):
            seen += 1
        elif width <= margin and not is_rule(rows.view, &line, i):
            add_row(rows, line.start, True)


cdef void flat_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """Find the rows, one for each line. The header is the first row with a rule below it; after a rule, all rows down to the
    next rule. In a table of delimited records, rows are records. In a table of psql a `+` at the end of a cell means that the
    row continues."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, columns, number = 0, before = rows.found.count
    cdef int quotes, divider = find_header(rows, at)
    cdef bint ruled, aligned, ending = False, crossed = False, wrapped = False
    if divider:
        record_rows(rows, at, divider)
        return
    rows.header = at
    read_from(&reader, rows.view, at)
    if not next_line(&reader, &line, rows.buffer):
        return
    quotes = quote_marks(&line)
    i = row_begin(&line, quotes, &width)
    ruled = is_rule(rows.view, &line, i)
    aligned = i < line.n and not holds(&line, "|") and not ruled and divider_of(&line, i) == 0
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = row_begin(&line, quotes, &columns)
        number += 1
        if ending:
            rows.header, ending = line.start, False
        if i == line.n:
            continue
        if is_rule(rows.view, &line, i) or (number == 2 and delimiter_cells(&line, i) > 0):
            ending = rows.header == at and (number == 2 or (ruled and 1 < number <= MAX_HEADER_LINES))
            crossed = crossed or (number == 2 and line.c[i] == c'-' and count_of(&line, c'+') > 0)
            wrapped = False
            continue
        if not wrapped and not (aligned and (columns > width + 1 or box_in(rows.view, &line, i) == BOX_UPRIGHT)):
            add_row(rows, line.start, not begins_empty(rows.view, &line, i))
        wrapped = crossed and (holds(&line, "+|") or line.c[trimmed(&line) - 1] == c'+')
    if rows.header == at and not ruled and rows.found.count > before + 1:
        rows.header = rows.found.data[2 * before + 2]


cdef int quote_marks(const Line *line) noexcept nogil:
    """Return the number of quotation marks of Markdown at the start of a line."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    cdef int count = 0
    while get(line, i) == c'>':
        count += 1
        i = indent(line, i + 1, 0, &width)
    return count


cdef Py_ssize_t row_begin(const Line *line, int quotes, Py_ssize_t *width) noexcept nogil:
    """Return the start of the text of a row, after at most `quotes` quotation marks, and its columns of white space."""
    cdef Py_ssize_t i = indent(line, 0, 0, width)
    while quotes > 0 and get(line, i) == c'>':
        quotes -= 1
        i = indent(line, i + 1, 0, width)
    return i


cdef bint begins_empty(const View *view, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the first cell of a line is empty: it has only white space, between two uprights or before a
    delimiter."""
    cdef Py_ssize_t width
    if i == line.n or line.c[i] in b",;":
        return True
    if line.c[i] != c'|' and box_in(view, line, i) != BOX_UPRIGHT:
        return False
    i = indent(line, i + 1, 0, &width)
    return i < line.n and (line.c[i] in b"|+" or box_in(view, line, i) != NO_BOX)


cdef void directive_rows(Rows *rows, const Line *first, Py_ssize_t i) noexcept nogil:
    """Find the rows in a directive. The header is the directive and its options, with the rows that the options name or
    the header of the table in it."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t body = -1, width = 0, header_rows = 0, before = rows.found.count
    cdef bint csv = has(first, i + 3, "csv-table"), headed = True, gap = False
    read_from(&reader, rows.view, first.start)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            gap = True
        elif gap:
            body = line.start
            break
        elif has(&line, i, ":header:"):
            headed = False
        elif has(&line, i, ":header-rows:"):
            header_rows = number_in(&line, i + 13)  # after the option
    if body < 0:
        return
    if has(&line, i, "* "):
        rows.header = body
        read_from(&reader, rows.view, body)
        while next_line(&reader, &line, rows.buffer):
            if is_item(&line, width):
                add_row(rows, line.start, True)
    elif csv:
        flat_rows(rows, body)
        rows.header = body
        if not headed:
            return
    else:
        line_rows(rows, body)
        return
    if 0 < header_rows < rows.found.count - before:
        rows.header = rows.found.data[2 * (before + header_rows)]


cdef bint is_item(const Line *line, Py_ssize_t width) noexcept nogil:
    """Return whether a row of a list table begins with the line."""
    cdef Py_ssize_t columns, i = indent(line, 0, 0, &columns)
    return columns == width and has(line, i, "* ")


cdef Py_ssize_t number_in(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the number of one or two digits from i on, after white space; else 0."""
    cdef Py_ssize_t number = 0, end, width
    i = indent(line, i, 0, &width) if i < line.n else i
    end = min(i + 2, line.n)
    while i < end and is_digit(line.c[i]):
        number = 10 * number + line.c[i] - c'0'
        i += 1
    return number


# ---- tables of delimited records

cdef const unsigned char *DIVIDERS = b"\t;,|"

# A record: its span, its cells, the last of them that is not empty; whether it is a comment, whether fewer than half of
# its cells begin with white space, and whether one begins with a digit.
cdef struct Record:
    Py_ssize_t start, end, cells, last
    bint comment, bare, digits

# The cells of the part of a record that was read: their number, the number of those that begin with white space, the last
# cell that is not empty, whether a quote is open, whether a cell begins with a digit.
cdef struct Cells:
    int divider
    Py_ssize_t count, spaced, last
    bint quoted, digits

# The state of reading records.
cdef struct Records:
    Reader reader
    unsigned char *buffer
    int divider


cdef void begin_cells(Cells *cells, int divider) noexcept nogil:
    """Set the state before a record."""
    cells.divider, cells.count = divider, 1
    cells.quoted = cells.digits = False
    cells.spaced = cells.last = 0


cdef void read_cells(Cells *cells, const View *view, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Read a line, without its line end."""
    cdef bint begins = not cells.quoted
    cdef Py_UCS4 c
    while at < end:
        c = unit_at(view, at)
        if cells.quoted:
            if c == c'"':
                if at + 1 < end and unit_at(view, at + 1) == c'"':
                    at += 1
                else:
                    cells.quoted = False
            elif not is_gap(c):
                cells.digits = cells.digits or (cells.last < cells.count and is_digit(c))
                cells.last = cells.count
        elif c == <Py_UCS4> cells.divider:
            cells.count += 1
            begins = True
            cells.spaced += at + 1 < end and is_gap(unit_at(view, at + 1))
        elif c == c'"' and begins:
            cells.quoted, begins = True, False
        elif not is_gap(c):
            cells.digits = cells.digits or (cells.last < cells.count and is_digit(c))
            cells.last, begins = cells.count, False
        at += 1


cdef int find_header(Rows *rows, Py_ssize_t at) noexcept nogil:
    """Return the delimiter of the table at `at`, and set the end of its header and the begin of the names in it; 0 if it
    is another kind of table."""
    cdef Line line, below
    cdef Reader reader
    cdef Py_ssize_t i, width, count, best = 0
    cdef Record head
    cdef int divider = 0, found = 0, k
    cdef bint aligned
    if not first_record(rows, at, &line, &divider):
        return 0
    i = indent(&line, 0, 0, &width)
    if line.c[i] == c'>' or is_rule(rows.view, &line, i):
        return 0
    if not divider:
        divider = divider_of(&line, i)
    if not divider and holds(&line, "|"):
        return 0
    aligned = has_columns(&line, i)
    read_from(&reader, rows.view, line.start)
    next_line(&reader, &below, rows.buffer)
    if next_line(&reader, &below, rows.buffer):
        i = indent(&below, 0, 0, &width)
        if i < below.n and (is_rule(rows.view, &below, i) or delimiter_cells(&below, i) > 0 or (
                not divider and aligned and has_columns(&below, i))):
            return 0
    if divider and header_by(rows, at, divider, &head):
        found = divider
    else:
        for k in range(4):
            count = header_by(rows, at, DIVIDERS[k], &head)
            if count > best:
                best, found = count, DIVIDERS[k]
        if not found or not header_by(rows, at, found, &head):
            return 0
    rows.header = head.end
    if head.start > at:
        rows.names = head.start
    return found


cdef bint has_columns(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line has blank columns."""
    cdef Columns columns
    return blank_columns(line, i, &columns)


cdef bint first_record(Rows *rows, Py_ssize_t at, Line *line, int *divider) noexcept nogil:
    """Find the first line that is not a blank line, a comment or a `sep=` line, and the delimiter that a `sep=` line names;
    return whether such a line exists."""
    cdef Reader reader
    cdef Py_ssize_t i, width
    read_from(&reader, rows.view, at)
    while next_line(&reader, line, rows.buffer):
        i = indent(line, 0, 0, &width)
        if is_separator(line, i):
            divider[0] = line.c[i + 4]
        elif i < line.n and not is_remark(line, i):
            return True
    return False


cdef bint is_separator(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line names a delimiter: `sep=;`."""
    return (i + 4 < line.n and has_word(line, i, i + 4, "sep=") and line.c[i + 4] in b"\t;,|"
            and is_blank(line, i + 5))


cdef bint is_remark(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line of a table is a comment."""
    return get(line, i) in b"#%" or has(line, i, "//")


cdef int divider_of(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the delimiter of a line, or 0. A pipe counts if the line does not begin with one and no pipe is beside a space."""
    cdef shiplap_signs signs
    cdef Py_ssize_t unused
    cdef int divider
    if holds(line, "|"):
        return 0 if line.c[i] == c'|' or holds(line, " |") or holds(line, "| ") else c'|'
    read_signs(line, i, &signs)
    divider = delimiters(line, i, 0, signs.marks, &unused)
    return c',' if divider == SPACED_COMMA else divider


cdef Py_ssize_t header_by(Rows *rows, Py_ssize_t at, int divider, Record *head) noexcept nogil:
    """Find the header of the table at `at`, if its records are divided by a delimiter (R3 to R5); return how
    many records of the sample have as many cells as the table, 0 if they are not."""
    cdef Record[MAX_SAMPLE] sample
    cdef Records reading
    cdef Py_ssize_t count = 0, plain = 0, bare = 0, cells = 0, most = 0, after = 0, same, k, j
    begin_records(&reading, rows, at, divider)
    while count < MAX_SAMPLE and next_record(&reading, &sample[count]):
        plain += not sample[count].comment
        bare += sample[count].bare and not sample[count].comment
        count += 1
    for k in range(count):
        if sample[k].comment or sample[k].cells < 2:
            continue
        same = 0
        for j in range(count):
            same += not sample[j].comment and sample[j].cells == sample[k].cells
        if same > most or (same == most and sample[k].cells > cells):
            most, cells = same, sample[k].cells
    for k in range(count):
        if sample[k].comment:
            continue
        if after or sample[k].cells == cells:
            after += 1
    if most < 2 or 2 * most < after:
        return 0
    k = 0
    while k < count:
        j = k + 1
        while j < count and sample[j].comment:
            j += 1
        if not (sample[k].comment or is_title(&sample[k], &sample[j] if j < count else NULL, cells, 2 * bare > plain)):
            break
        k = j
    if k == count:  # all are titles: the first record
        k = 0
        while sample[k].comment:
            k += 1
    if sample[k].last < cells:
        j = k + 1
        while j < count and (sample[j].comment or sample[j].last < cells):
            j += 1
        same = j + 1
        while same < count and sample[same].comment:
            same += 1
        if same < count and not sample[j].digits and sample[same].digits:
            k = j
    if k > 0 and sample[k - 1].comment and sample[k - 1].cells >= cells and sample[k - 1].bare:
        k -= 1
    head[0] = sample[k]
    return most


cdef bint is_title(const Record *record, const Record *below, Py_ssize_t cells, bint bare) noexcept nogil:
    """Return whether a record of a table with `cells` cells is a title, by R4. below: the next record, or NULL; bare: most
    records are bare."""
    cdef bint names_rows = below != NULL and below.cells == cells and below.digits and not record.digits
    return (record.cells < (cells - 1 if names_rows and cells > 2 else cells) or 2 * record.last <= record.cells
            or (bare and not record.bare))


cdef void begin_records(Records *reading, Rows *rows, Py_ssize_t at, int divider) noexcept nogil:
    """Read records from the line start `at` on."""
    read_from(&reading.reader, rows.view, at)
    reading.buffer, reading.divider = rows.buffer, divider


cdef bint next_record(Records *reading, Record *record) noexcept nogil:
    """Read the next record, or comment, and return whether one exists."""
    cdef Line line
    cdef Cells cells
    cdef Py_ssize_t i, width, count = 0
    cdef bint named = False
    while count < MAX_RECORD_LINES and next_line(&reading.reader, &line, reading.buffer):
        if count == 0:
            i = indent(&line, 0, 0, &width)
            if i == line.n:
                continue
            named = is_separator(&line, i)
            record.comment = named or is_remark(&line, i)
            record.start = line.start
            begin_cells(&cells, reading.divider)
        read_cells(&cells, reading.reader.view, line.start, line.end)
        count += 1
        if record.comment or not cells.quoted:
            record.end, record.cells, record.last = reading.reader.next, cells.count, cells.last
            record.bare = not named and 2 * cells.spaced < cells.count
            record.digits = cells.digits
            return True
    return False


cdef void record_rows(Rows *rows, Py_ssize_t at, int divider) noexcept nogil:
    """Find the rows of a table of records. The first row is the text up to the end of the header."""
    cdef Reader reader
    cdef Line line
    cdef Cells cells
    cdef Py_ssize_t i, width, again = rows.header, count = 0
    cdef bint quoting = True
    add_row(rows, at, True)
    begin_cells(&cells, divider)
    read_from(&reader, rows.view, rows.header)
    while next_line(&reader, &line, rows.buffer):
        if not cells.quoted:
            i = indent(&line, 0, 0, &width)
            if i < line.n:
                add_row(rows, line.start, not follows_divider(&line, i, divider))
            again, count = reader.next, 0
        if quoting:
            read_cells(&cells, rows.view, line.start, line.end)
            count += 1
        if cells.quoted and (count == MAX_RECORD_LINES or reader.next == rows.view.size):
            cells.quoted = quoting = False
            read_from(&reader, rows.view, again)


cdef bint follows_divider(const Line *line, Py_ssize_t i, int divider) noexcept nogil:
    """Return whether a delimiter is in the white space that a line begins with, or after it."""
    cdef Py_ssize_t k
    for k in range(i + 1):
        if line.c[k] == divider:
            return True
    return False


def is_delimited(Text text not None):
    """Return whether a text without a path is one table of records, as `is_delimited` of the reference.

    Raises TextError if a buffer is not UTF-8.
    """
    cdef Rows rows
    cdef View view
    cdef bint found
    text.prepare(False, True)
    view = text.view
    rows.buffer = <unsigned char *> PyMem_RawMalloc(MAX_LINE)
    if rows.buffer == NULL:
        raise MemoryError
    with nogil:
        found = are_delimited(&rows, &view)
    PyMem_RawFree(rows.buffer)
    return found


cdef bint are_delimited(Rows *rows, const View *view) noexcept nogil:
    """Return whether a text is one table of records. The first line decides that for most texts, so the line ends of a
    beginning of the text are searched first."""
    cdef View beginning = view[0]
    cdef Line line
    cdef Records reading
    cdef Record record
    cdef Py_ssize_t cells = 0, number = 0, end, k
    cdef int divider = 0
    cdef bint named, digits, found, has_digits = True, is_short = False
    beginning.size = min(view.size, MAX_LINE)
    rows.view = &beginning
    found = first_record(rows, 0, &line, &divider)
    rows.view = view
    if beginning.size < view.size and (not found or line.end == beginning.size):
        divider = 0
        found = first_record(rows, 0, &line, &divider)
    if not found:
        return False
    named = divider != 0
    if not named and not is_gap(line.c[0]):
        divider = divider_of(&line, 0)
    if not divider and get(&line, 0) == c'"':
        divider = divider_behind(view, line.start)
    if not divider or (not named and is_statement(&line, divider)):
        return False
    digits = is_digit(line.c[0])
    for k in range(line.n - 1):
        digits = digits or (line.c[k] == divider and is_digit(line.c[k + 1]))
    end = line.start
    begin_records(&reading, rows, end, divider)
    while next_record(&reading, &record):
        if number == 1 and not record.comment and record.cells == cells + 1 and record.digits > has_digits:
            cells = record.cells
            is_short = True
        if record.start != end or not (record.comment or (record.bare and (number == 0 or record.cells == cells))):
            return False
        end = record.end
        if not record.comment:
            cells = record.cells
            has_digits = record.digits
            number += 1
    while end < rows.view.size:  # blank lines, or a record that nothing ends
        if unit_at(rows.view, end) not in b" \t\r\n":
            return False
        end += 1
    return number >= (2 if cells > 3 else 3) + 2 * is_short and cells > 1 and (named or cells > 2 or not digits)


cdef int divider_behind(const View *view, Py_ssize_t at) noexcept nogil:
    """Return the delimiter after the quoted cell at `at`, which may have line breaks, or 0."""
    cdef bint quoted = False
    at += 1
    while at < view.size and (quoted or unit_at(view, at) != c'"' or (at + 1 < view.size and unit_at(view, at + 1) == c'"')):
        quoted = not quoted and unit_at(view, at) == c'"'
        at += 1
    return <int> unit_at(view, at + 1) if at + 1 < view.size and unit_at(view, at + 1) in b"\t;,|" else 0


cdef bint is_statement(const Line *line, int divider) noexcept nogil:
    """Return whether a line is code or JSON, not the names of columns."""
    cdef Py_ssize_t k = 0, depth = 0
    cdef int last = line.c[trimmed(line) - 1]
    if line.c[0] == OPEN_BRACE or line.c[0] in b"[(<" or last in b"{}\\" or holds(line, " =") or holds(line, "= "):
        return True
    if divider != c';' and last == c';':
        return True
    while k < line.n and line.c[k] < NOT_ASCII and is_name(line.c[k]):
        k += 1
    if get(line, k) == c' ' and keyword(line, 0):
        return True
    for k in range(line.n):
        depth += line.c[k] in b"([" or line.c[k] == OPEN_BRACE
        depth -= line.c[k] in b")]" or line.c[k] == CLOSE_BRACE
        if line.c[k] == divider and depth > 0:
            return True
    return False


# ---- rows of other markups

# The rules of LaTeX: the header of a table ends with the first rule below its first row.
cdef Name[9] RULES = ["\\hline", "\\midrule", "\\endhead", "\\endfirsthead", "\\toprule", "\\bottomrule", "\\cline",
                      "\\end{", NULL]


cdef bint is_markup_table(Rows *rows, const Line *first, Py_ssize_t i) noexcept nogil:
    """Return whether the table whose first line is given is one of MediaWiki, LaTeX or AsciiDoc; at most MAX_ATTRIBUTES
    lines with attributes may be above the last. The line is lost."""
    cdef Reader reader
    cdef Line line = first[0]
    cdef int number = 0
    if has(&line, i, "{|") or has(&line, i, "\\begin{"):
        return True
    if i > 0 or line.c[0] not in b"[.|,:!":
        return False
    read_from(&reader, rows.view, line.start)
    while next_line(&reader, &line, rows.buffer):
        if number > MAX_ATTRIBUTES or is_blank(&line, 0):
            return False
        if is_table_delimiter(&line):
            return True
        if not is_attributes(&line):
            return False
        number += 1
    return False


cdef void markup_rows(Rows *rows, Py_ssize_t at, int first) noexcept nogil:
    """Find the rows of a table whose first character is given. Without a header, the header ends at `at`."""
    rows.header = at
    if first == OPEN_BRACE:
        wiki_rows(rows, at)
    elif first == c'\\':
        latex_rows(rows, at)
    else:
        asciidoc_rows(rows, at)


cdef void wiki_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """Find the rows: each begins with `|-`. The header ends with the first row below cells that begin with `!`."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width
    cdef bint is_headed = False, has_cells = False
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if has(&line, i, "|-"):
            add_row(rows, line.start, True)
            if is_headed and rows.header == at:
                rows.header = line.start
        elif get(&line, i) == c'!':
            is_headed = is_headed or not has_cells
        elif get(&line, i) == c'|' and not has(&line, i, "|+"):
            if rows.found.count == 0 and not has_cells:
                add_row(rows, line.start, True)
            has_cells = True


cdef void latex_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """Find the rows: each begins after a line with `\\\\`. The header ends with a rule below the first row."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, ended = 0
    cdef bint is_next = False, ending = False, rule, ends
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            continue
        if ending:
            rows.header, ending = line.start, False
        rule, ends = is_table_rule(&line, i), holds(&line, "\\\\")
        if not rule and (is_next or (ended == 0 and rows.found.count == 0 and (ends or holds(&line, "&")))):
            add_row(rows, line.start, True)
            is_next = False
        if ends:
            ended += 1
            is_next = True
        ending = ended == 1 and rows.header == at and (rule or ends_with_rule(&line))


cdef bint is_table_rule(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line of LaTeX begins with a rule of a table, or an end."""
    cdef const Name *rule = RULES
    while rule[0] != NULL:
        if has(line, i, rule[0]):
            return True
        rule += 1
    return False


cdef bint ends_with_rule(const Line *line) noexcept nogil:
    """Return whether a rule follows the row in its line."""
    cdef Py_ssize_t end = trimmed(line)
    return (end >= 6 and has(line, end - 6, "\\hline")) or (end >= 9 and has(line, end - 9, "\\midrule"))


cdef void asciidoc_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """Find the rows: each begins with a line that begins with `|`; if blank lines are between some, only with one after a
    blank line. The first row is the header if it is right below the delimiter and a blank line follows it."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, count = 0, gaps = 0
    cdef bint is_open = False, blank = False, is_headed = False
    cdef int k
    for k in range(2):  # the first time the lines are counted
        count, is_open, blank = 0, False, False
        read_from(&reader, rows.view, at)
        while next_line(&reader, &line, rows.buffer):
            i = indent(&line, 0, 0, &width)
            if i == line.n:
                blank = True
                continue
            if i == 0 and is_table_delimiter(&line):
                is_open = True
            elif is_open and line.c[i] == c'|':
                count += 1
                if k == 0:
                    gaps += blank
                elif count == 1 or blank or gaps < 2:
                    if rows.found.count == 0:
                        is_headed = not blank
                    elif rows.found.count == 1 and is_headed and blank:
                        rows.header = line.start
                    add_row(rows, line.start, True)
            blank = False


# ---- the language of code, and the kinds of lines


def guess(Text text not None):
    """Return the probable language of a code text, one of shiplap._data.code_prefixes.LANGUAGES.

    Raises TextError if a buffer is not UTF-8.
    """
    cdef unsigned char *buffer
    cdef View view
    cdef int number
    text.prepare(False, True)
    view = text.view
    buffer = <unsigned char *> PyMem_RawMalloc(MAX_LINE)
    if buffer == NULL:
        raise MemoryError
    try:
        with nogil:
            number = guess_language(&view, buffer)
    finally:
        PyMem_RawFree(buffer)
    return LANGUAGES[number]


def content(Text text not None):
    """Return the counts of a text, as `Counts` of the reference. Of a long text only parts are read.

    Raises TextError if a buffer is not UTF-8.
    """
    cdef Counts counts
    cdef unsigned char *buffer
    cdef Py_ssize_t size = text.characters, k
    cdef list places = []
    counts.lines = counts.indented = counts.keywords = counts.braces = counts.prose = 0
    counts.divided = counts.aligned = 0
    if size <= WHOLE:
        places += (0, len(text))
    else:
        for k in range(PARTS):
            places += (k * (size // PARTS), k * (size // PARTS) + PART)
        places = list(text.native(places))
    buffer = <unsigned char *> PyMem_RawMalloc(MAX_LINE)
    if buffer == NULL:
        raise MemoryError
    for k in range(0, len(places), 2):
        count(&text.view, places[k], places[k + 1], buffer, &counts)
    PyMem_RawFree(buffer)
    return (counts.lines, counts.indented, counts.keywords, counts.braces, counts.prose, counts.divided,
            counts.aligned)
