# The lines of a document, and the regions that are found in them: what the grammars share.
from shiplap._core.csrc cimport SHIPLAP_PLACES_ROOM, shiplap_leading_spaces
from shiplap._core.text.text cimport SpanArray, View

# What a region is: the numbers of shiplap._data.region_kinds.
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

cdef enum:
    MAX_LINE = 4096     # code points of a line that are looked at, a multiple of 16 (`shiplap_narrow`)
    NOT_ASCII = 0x80    # of bytes: a code point beyond ASCII has this one or a larger one

# A name in ASCII. Arrays of names end with NULL.
ctypedef const char *Name

# A line: its first MAX_LINE code points, each as one byte (those beyond ASCII as any of 0x80 or more), without the line
# end; and its offsets in the text.
cdef struct Line:
    const unsigned char *c
    Py_ssize_t n
    Py_ssize_t room     # bytes that may be read from `c` on
    Py_ssize_t start    # of the line
    Py_ssize_t end      # of its text, before the line end

cdef struct Reader:
    const View *view
    size_t at           # offset up to which the text has been scanned for line ends
    size_t count, k     # line ends found, and how many of them are used up
    Py_ssize_t next     # where the next line begins
    size_t[SHIPLAP_PLACES_ROOM] places

# The regions found so far: where each begins with its kind and 256 times the level of a heading; the place of its
# title, or of the words after a fence. `failed`: there was no memory.
cdef struct Out:
    SpanArray blocks, infos
    bint failed

# Reading lines, one after the other, into a buffer of MAX_LINE bytes.
cdef void read_from(Reader *reader, const View *view, Py_ssize_t at) noexcept nogil
cdef bint next_line(Reader *reader, Line *line, unsigned char *buffer) noexcept nogil
cdef void copy(const View *view, Line *line, unsigned char *buffer) noexcept nogil
cdef Py_ssize_t place_of(const View *view, const Line *line, Py_ssize_t i) noexcept nogil

# What a line has in it.
cdef Py_ssize_t run_of(const Line *line, Py_ssize_t i, int c) noexcept nogil
cdef bint is_name_of(const Line *line, Py_ssize_t begin, Py_ssize_t end, const Name *names) noexcept nogil
cdef Py_ssize_t count_of(const Line *line, int c) noexcept nogil
cdef Py_ssize_t triples(const Line *line, int c) noexcept nogil
cdef bint holds(const Line *line, const char *text) noexcept nogil
cdef bint holds_word(const Line *line, const char *text) noexcept nogil

# What a line is.
cdef bint is_blank(const Line *line, Py_ssize_t at) noexcept nogil
cdef int heading_level(const Line *line, Py_ssize_t i) noexcept nogil
cdef Py_ssize_t opens_fence(const Line *line, Py_ssize_t i) noexcept nogil
cdef bint closes_fence(const Line *line, Py_ssize_t i, int c, Py_ssize_t size) noexcept nogil
cdef Py_ssize_t cells(const Line *line, Py_ssize_t i) noexcept nogil
cdef Py_ssize_t delimiter_cells(const Line *line, Py_ssize_t i) noexcept nogil

# The language of a code text.
cdef int guess(const View *view, unsigned char *buffer) noexcept nogil

# The regions.
cdef void begin(Out *out, Py_ssize_t at, Kind kind, int level, Py_ssize_t info, Py_ssize_t end) noexcept nogil


# Bodies that other modules compile into their own, since they run several times for each line or tag. The longer ones
# say by how much the instructions of a case of benchmarks/speed grow if they are called instead.


# regions of HTML: 7 %
cdef inline void take(const View *view, Line *line, unsigned char *buffer) noexcept nogil:
    """Make the bytes of a line from its offsets in the text: where each code unit is a byte, they lie there."""
    if view.width == 1:
        line.c, line.n = view.data + line.start, min(line.end - line.start, MAX_LINE)
        line.room = view.size - line.start
    else:
        copy(view, line, buffer)


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


# regions of plain text: 1.6 %, which exceeds the limit together with the others
cdef inline Py_ssize_t trimmed(const Line *line) noexcept nogil:
    """Return the size of the line without the white space at its end."""
    cdef Py_ssize_t n = line.n
    while n > 0 and is_gap(line.c[n - 1]):
        n -= 1
    return n


# content types of tables: 2.5 %
cdef inline bint has(const Line *line, Py_ssize_t i, const char *text) noexcept nogil:
    """Return whether the ASCII text stands at i."""
    while text[0]:
        if get(line, i) != text[0]:
            return False
        i += 1
        text += 1
    return True


# regions of HTML: 8 %
cdef inline bint has_word(const Line *line, Py_ssize_t i, Py_ssize_t end, const char *text) noexcept nogil:
    """Return whether line[i:end] is the ASCII text, in any case."""
    while text[0] and i < end:
        if lower(line.c[i]) != text[0]:
            return False
        i += 1
        text += 1
    return i == end and not text[0]


# regions of Markdown: 10 %
cdef inline Py_ssize_t indent(const Line *line, Py_ssize_t at, Py_ssize_t col, Py_ssize_t *width) noexcept nogil:
    """Return where the white space from `at` on ends, and its columns."""
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


cdef inline void go_on(Out *out, Py_ssize_t at, Kind kind) noexcept nogil:
    """Add text of a kind at `at` to the last region, or begin one if that is of another kind."""
    if out.blocks.count == 0 or out.blocks.data[2 * out.blocks.count - 1] & 255 != kind:
        begin(out, at, kind, 0, 0, 0)
