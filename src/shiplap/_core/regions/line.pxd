# What a line of a document is, by its marks: white space, fences, headings, the rows of tables, tags.

from libc.string cimport memchr

from shiplap._core.csrc cimport (
    SHIPLAP_LINE,
    SHIPLAP_PLACES_ROOM,
    shiplap_leading_spaces,
    shiplap_narrow,
    shiplap_scan_all,
    shiplap_utf8_ascii,
)
from shiplap._core.text.sizes cimport View, is_continuation, next_code_point, unit_at

cdef enum:
    MAX_LINE = 4096     # code points of a line that are looked at, a multiple of 16 (`shiplap_narrow`)
    NOT_ASCII = 0x80    # of bytes: a code point beyond ASCII has this one or a larger one

# A line: its first MAX_LINE code points, each as one byte (those beyond ASCII as any of 0x80 or more), without the line
# end; and where it is in the text.
cdef struct Line:
    const unsigned char *c
    Py_ssize_t n
    Py_ssize_t room     # bytes that may be read from `c` on
    Py_ssize_t start    # of the line
    Py_ssize_t end      # of its text, before the line end

cdef struct Reader:
    const View *view
    size_t at           # how far the text has been scanned for line ends
    size_t count, k     # those found, and how many are used up
    Py_ssize_t next     # where the next line begins
    size_t[SHIPLAP_PLACES_ROOM] places


cdef inline void read_from(Reader *reader, const View *view, Py_ssize_t at) noexcept nogil:
    """Read lines from the line start `at` on."""
    reader.view, reader.at, reader.count, reader.k, reader.next = view, at + 1, 0, 0, at


cdef inline bint next_line(Reader *reader, Line *line, unsigned char *buffer) noexcept nogil:
    """The next line; `buffer` holds MAX_LINE bytes. False at the end."""
    cdef const View *view = reader.view
    cdef Py_ssize_t p
    cdef Py_UCS4 unit
    if reader.next >= view.size:
        return False
    while True:
        if reader.k == reader.count:
            if <Py_ssize_t> reader.at >= view.size:
                p = view.size
                break
            reader.k = 0
            reader.count = shiplap_scan_all(view.data, view.size, view.width, SHIPLAP_LINE, &reader.at, view.size,
                                            reader.places)
            continue
        p = reader.places[reader.k]
        reader.k += 1
        unit = unit_at(view, p - 1)
        if unit in b"\n\r" and p > reader.next:  # not VT, FF, NEL, LS, PS
            break
    line.start, line.end = reader.next, p
    reader.next = p
    if unit_at(view, p - 1) == c'\n':
        line.end -= 1
        if line.end > line.start and unit_at(view, line.end - 1) == c'\r':
            line.end -= 1
    elif unit_at(view, p - 1) == c'\r':
        line.end -= 1
    take(view, line, buffer)
    return True


cdef inline void take(const View *view, Line *line, unsigned char *buffer) noexcept nogil:
    """Make the bytes of a line from its place in the text: where each code unit is a byte, they lie there."""
    cdef Py_ssize_t at = line.start, most = line.end - line.start, k = 0
    line.c, line.room = buffer, MAX_LINE
    if view.width == 1:
        line.c, line.n, line.room = view.data + at, min(most, MAX_LINE), view.size - at
        return
    if view.width == 0:
        if shiplap_utf8_ascii(view.data + at, min(most, MAX_LINE)) == <size_t> min(most, MAX_LINE):
            line.c, line.n, line.room = view.data + at, min(most, MAX_LINE), view.size - at
            return
        if most > MAX_LINE:
            most = min(most, 4 * MAX_LINE)  # a code point has at most four bytes
        while k < MAX_LINE and at < line.start + most:
            buffer[k] = view.data[at]
            k += not is_continuation(view.data[at])
            at += 1
        line.n = k
        return
    line.n = min(most, MAX_LINE)
    shiplap_narrow(view.data + at * view.width, view.width, line.n, view.size - at, buffer)


cdef inline Py_ssize_t place_of(const View *view, const Line *line, Py_ssize_t i) noexcept nogil:
    """The offset in the text of the code point i of a line."""
    cdef Py_ssize_t at = line.start
    if view.width:
        return at + i
    while i > 0:
        at = next_code_point(view, at)
        i -= 1
    return at


cdef inline int get(const Line *line, Py_ssize_t i) noexcept nogil:
    """The byte at i, or -1 after the end of the line."""
    return line.c[i] if i < line.n else -1


cdef inline bint is_gap(int c) noexcept nogil:
    """Whether a byte is white space inside of a line."""
    return c in b" \t"


cdef inline bint is_ascii_letter(int c) noexcept nogil:
    """Whether a byte is one of A to Z in any case."""
    return c'a' <= (c | 32) <= c'z' and c < NOT_ASCII  # 32 is the bit that makes a letter small


cdef inline bint is_digit(int c) noexcept nogil:
    """Whether a byte is one of 0 to 9."""
    return c'0' <= c <= c'9'


cdef inline int lower(int c) noexcept nogil:
    return c + 32 if c'A' <= c <= c'Z' else c


cdef inline Py_ssize_t run_of(const Line *line, Py_ssize_t i, int c) noexcept nogil:
    """Where the run of one character from i on ends."""
    while i < line.n and line.c[i] == c:
        i += 1
    return i


cdef inline Py_ssize_t trimmed(const Line *line) noexcept nogil:
    """The size of the line without the white space at its end."""
    cdef Py_ssize_t n = line.n
    while n > 0 and is_gap(line.c[n - 1]):
        n -= 1
    return n


cdef inline bint has(const Line *line, Py_ssize_t i, const char *text) noexcept nogil:
    """Whether the ASCII text stands at i."""
    while text[0]:
        if get(line, i) != text[0]:
            return False
        i += 1
        text += 1
    return True


cdef inline bint has_word(const Line *line, Py_ssize_t i, Py_ssize_t end, const char *text) noexcept nogil:
    """Whether line[i:end] is the ASCII text, in any case."""
    while text[0] and i < end:
        if lower(line.c[i]) != text[0]:
            return False
        i += 1
        text += 1
    return i == end and not text[0]


cdef inline bint is_name_of(const Line *line, Py_ssize_t begin, Py_ssize_t end, const char **names) noexcept nogil:
    """Whether line[begin:end] is one of the names, in small letters as they are."""
    cdef Py_ssize_t k
    while names[0] != NULL:
        k = 0
        while names[0][k] and begin + k < end and line.c[begin + k] == names[0][k]:
            k += 1
        if begin + k == end and not names[0][k]:
            return True
        names += 1
    return False


cdef inline bint is_tag(const Line *line, Py_ssize_t name, Py_ssize_t end, const char **tags) noexcept nogil:
    """Whether line[name:end] is one of the tags, in any case."""
    while tags[0] != NULL:
        if has_word(line, name, end, tags[0]):
            return True
        tags += 1
    return False


# ---- what a line holds


cdef inline Py_ssize_t count_of(const Line *line, int c) noexcept nogil:
    """How often a line has a character."""
    cdef Py_ssize_t k, count = 0
    for k in range(line.n):
        count += line.c[k] == c
    return count


cdef inline Py_ssize_t triples(const Line *line, int c) noexcept nogil:
    """How often a line has a character three times, none counted twice."""
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


cdef inline bint holds(const Line *line, const char *text) noexcept nogil:
    """Whether the line has the text in it."""
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


cdef inline bint holds_word(const Line *line, const char *text) noexcept nogil:
    """Whether the line has the text, in small letters, in it in any case."""
    cdef Py_ssize_t k, n
    for k in range(line.n):
        n = 0
        while text[n] and lower(get(line, k + n)) == text[n]:
            n += 1
        if not text[n]:
            return True
    return False


# ---- what a line is


cdef inline Py_ssize_t indent(const Line *line, Py_ssize_t at, Py_ssize_t col, Py_ssize_t *width) noexcept nogil:
    """Where the white space from `at` on ends, and its columns."""
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


cdef inline Py_ssize_t advance(const Line *line, Py_ssize_t at, Py_ssize_t *col, Py_ssize_t columns) noexcept nogil:
    """So many columns of white space further."""
    cdef Py_ssize_t goal = col[0] + columns, after
    while at < line.n and col[0] < goal:
        after = col[0] + 1 if line.c[at] == c' ' else (col[0] | 3) + 1
        if after > goal:
            col[0] = goal
            return at
        at += 1
        col[0] = after
    return at


cdef inline Py_ssize_t after_mark(const Line *line, Py_ssize_t at, Py_ssize_t *col) noexcept nogil:
    """After the one column of white space that a quotation mark may have."""
    return advance(line, at, col, 1) if is_gap(get(line, at)) else at


cdef inline bint is_blank(const Line *line, Py_ssize_t at) noexcept nogil:
    """Whether there is only white space from `at` on."""
    while at < line.n and is_gap(line.c[at]):
        at += 1
    return at == line.n


cdef inline int heading_level(const Line *line, Py_ssize_t i) noexcept nogil:
    """1 to 6 for a line of an ATX heading, else 0."""
    cdef Py_ssize_t end = i
    while end < line.n and end - i < 7 and line.c[end] == c'#':
        end += 1
    return <int> (end - i) if 0 < end - i < 7 and (end == line.n or is_gap(line.c[end])) else 0


cdef inline Py_ssize_t opens_fence(const Line *line, Py_ssize_t i) noexcept nogil:
    """How many characters an opening fence has, or 0."""
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


cdef inline bint closes_fence(const Line *line, Py_ssize_t i, int c, Py_ssize_t size) noexcept nogil:
    """Whether the line is a closing fence."""
    cdef Py_ssize_t end = run_of(line, i, c)
    return end - i >= size and is_blank(line, end)


cdef inline Py_ssize_t cells(const Line *line, Py_ssize_t i) noexcept nogil:
    """The cells of a row, whose text begins at i."""
    cdef Py_ssize_t end = trimmed(line), count = 1, at, slashes = 0
    i = indent(line, i, 0, &at)
    for at in range(i, end - 1):
        if line.c[at] == c'|' and at > i and slashes & 1 == 0:
            count += 1
        slashes = slashes + 1 if line.c[at] == c'\\' else 0
    return count


cdef inline Py_ssize_t delimiter_cells(const Line *line, Py_ssize_t i) noexcept nogil:
    """The cells of a delimiter row, such as `|:--|--:|`, or 0."""
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


cdef inline Py_ssize_t tag_begin(const Line *line, Py_ssize_t i) noexcept nogil:
    """Where the name in the tag at i begins."""
    return i + 2 if get(line, i + 1) == c'/' else i + 1


cdef inline Py_ssize_t tag_end(const Line *line, Py_ssize_t i) noexcept nogil:
    """Where the name in the tag at i ends."""
    cdef Py_ssize_t begin = tag_begin(line, i), end = begin
    while end < line.n and (is_ascii_letter(line.c[end]) or (end > begin and is_digit(line.c[end]))):
        end += 1
    return end
