# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The lines of a document: reading them one after the other, what they are by their marks, the language of code, and
the regions that begin with them.

csrc finds the line ends, in whatever form the text is. A line is then judged as bytes, one a code point: where it
lies, if each code unit is a byte, else in a copy of its first MAX_LINE code points.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memchr

from shiplap._core.csrc cimport SHIPLAP_LINE, shiplap_first_bytes, shiplap_narrow, shiplap_scan_all, shiplap_utf8_ascii
from shiplap._core.text.text cimport View, is_continuation, next_code_point, push, unit_at

# Tables that csrc/tools/gen_content.py makes.
cdef extern from "shiplap_regions.h" nogil:
    enum:
        LANGUAGE_COUNT "SHIPLAP_LANGUAGES"
        PYTHON "SHIPLAP_LANGUAGE_PYTHON"
        JAVASCRIPT "SHIPLAP_LANGUAGE_JAVASCRIPT"
    # what a line begins with, and the number of the language
    struct Prefix "shiplap_prefix":
        const char *text
        int language
    bint may_begin "shiplap_may_begin"(uint32_t bytes, const Prefix *prefix)
    const Prefix *PREFIXES "shiplap_prefixes"
    const unsigned char *PREFIX_FIRST "shiplap_prefix_first"    # of an ASCII byte

cdef enum:
    MAX_LINES = 120     # lines by which a language is guessed


# ---- reading lines


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


cdef void copy(const View *view, Line *line, unsigned char *buffer) noexcept nogil:
    """Do what `take` does, where not each code unit is a byte."""
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
    """Return where the run of one character from i on ends."""
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


# ---- what a line holds


cdef Py_ssize_t count_of(const Line *line, int c) noexcept nogil:
    """Return how often a line has a character."""
    cdef Py_ssize_t k, count = 0
    for k in range(line.n):
        count += line.c[k] == c
    return count


cdef Py_ssize_t triples(const Line *line, int c) noexcept nogil:
    """Return how often a line has a character three times, none counted twice."""
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


# ---- what a line is


cdef bint is_blank(const Line *line, Py_ssize_t at) noexcept nogil:
    """Return whether there is only white space from `at` on."""
    while at < line.n and is_gap(line.c[at]):
        at += 1
    return at == line.n


cdef int heading_level(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return 1 to 6 for a line of an ATX heading, else 0."""
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


cdef int guess(const View *view, unsigned char *buffer) noexcept nogil:
    """Return the number of the language with most signs. Lines of Python end with no braces or semicolons: if a fourth
    of the lines do, the language is another. Without any sign it is JavaScript then, else Python."""
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


cdef void begin(Out *out, Py_ssize_t at, Kind kind, int level, Py_ssize_t info, Py_ssize_t end) noexcept nogil:
    """Begin a region, in place of earlier ones that begin at `at` or later."""
    while out.blocks.count and out.blocks.data[2 * out.blocks.count - 2] >= at:
        out.blocks.count -= 1
        out.infos.count -= 1
    if not push(&out.blocks, at if out.blocks.count else 0, kind | level << 8):
        out.failed = True
    elif not push(&out.infos, info, end):
        out.blocks.count -= 1
        out.failed = True

