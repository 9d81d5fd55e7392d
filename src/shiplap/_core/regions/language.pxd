# The language of a code text, guessed by what its lines begin and end with.

from libc.stdint cimport uint32_t

from shiplap._core.csrc cimport shiplap_first_bytes
from shiplap._core.regions.line cimport NOT_ASCII, Line, Reader, has, indent, next_line, read_from, trimmed
from shiplap._core.text.sizes cimport View

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
    MAX_LINES = 120     # lines that are looked at


cdef inline int guess(const View *view, unsigned char *buffer) noexcept nogil:
    """The number of the language with most signs. Python has no braces or semicolons at the ends of its lines; where a
    fourth of the lines do, it is not thought of. Without any sign it is JavaScript, or Python."""
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
