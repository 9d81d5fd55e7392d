# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The outline of a code text: definitions, and how well it may be cut at each line.

One pass, in the text's own form. From the bottom: row.pxd and state.pxd have the structures, roles.pxd the words of a
language; units.pxd, literals.pxd and lexer.pxd find the tokens; definitions.pxd keeps lines and definitions;
indents.pxd and braces.pxd (with brace_statements.pxd and bodies.pxd) read statements; parser.pxd leads the tokens from
the one to the other.
"""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy, memset

from shiplap._core.outline cimport braces, indents
from shiplap._core.outline.parser cimport parse
from shiplap._core.outline.roles cimport MAX_ROLE_WORD, PYTHON, ROLE_SLOTS, Roles, hash_of
from shiplap._core.outline.row cimport COLUMNS, Row
from shiplap._core.outline.state cimport INNER, OUTER, OutlineParser, free_parser, grow
from shiplap._core.outline.units cimport OF_WORD, UNIT_CLASSES, is_stop, unsigned_char, unsigned_short
from shiplap._core.text.sizes cimport SMALL, STEP
from shiplap._core.text.text cimport IN_BYTES, IN_CHARACTERS, Text, distance, is_own, Unit as OffsetUnit

from array import array as new_array

from shiplap._data.code_languages import LANGUAGES
from shiplap.threads import heed_interrupts

cdef enum:
    LINE_UNITS = 64     # units of a line, for the first guess of how many lines there are: `grow` doubles it

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")


cdef class Outliner:
    """The outline of one language of shiplap._data.code_languages.LANGUAGES. Immutable, so threads may share it."""

    cdef int family
    cdef int flags
    cdef Roles roles
    cdef uint8_t[16] stops
    cdef uint8_t[16] words
    cdef readonly str language

    def __cinit__(self, str language not None):
        cdef int unit
        found = LANGUAGES[language]
        self.language, self.family, self.flags = language, found.family, found.flags
        memset(&self.roles, 0, sizeof(Roles))
        for unit in range(1, MAX_ROLE_WORD + 1):
            memset(&self.roles.masks[unit], 0xFF, unit)
        for word, role in found.roles.items():
            self.enter(word.encode("ascii"), role)
        memset(self.stops, 0, sizeof(self.stops))
        memset(self.words, 0, sizeof(self.words))
        for unit in range(128):
            if is_stop(unit):
                self.stops[unit & 15] |= 1 << (unit >> 4)
            if UNIT_CLASSES[unit] == OF_WORD:
                self.words[unit & 15] |= 1 << (unit >> 4)

    cdef enter(self, bytes word, int role):
        """Give a word a role."""
        cdef Py_ssize_t size = len(word), k
        cdef unsigned int slot = hash_of(word[0], word[size - 1], size)
        if size > MAX_ROLE_WORD:
            raise ValueError(word)
        while self.roles.words[slot].role:
            slot = (slot + 1) & (ROLE_SLOTS - 1)
        for k in range(size):
            self.roles.words[slot].letters.each[k] = word[k]
        self.roles.words[slot].role = role
        self.roles.sizes[<unsigned char> word[0]] |= 1 << size

    def __call__(self, Text text not None):
        """The outline of a text, in its own offsets: (rows, lines, ranks), three arrays.

        A row, of COLUMNS int64, is a definition, as shiplap._data.outline_row says. `lines` (int64) are the starts of
        all lines but the first, `ranks` (int8) how well the text may be cut there. Raises TextError where a buffer is
        not UTF-8.
        """
        cdef OutlineParser parser
        cdef array rows, lines, ranks
        cdef Py_ssize_t count
        text.prepare(False, True)
        memset(&parser, 0, sizeof(OutlineParser))
        parser.text, parser.size, parser.width = text.view.data, text.view.size, text.view.width
        parser.family, parser.flags, parser.roles = self.family, self.flags, &self.roles
        parser.stop_set, parser.word_set = self.stops, self.words
        try:
            begin(&parser)
            parser.until = parser.size + 1
            if parser.size < SMALL:
                run(&parser)
            else:
                while True:  # by steps, so that Ctrl-C is heard
                    parser.until = min(parser.at + STEP, parser.size + 1)
                    with nogil:
                        run(&parser)
                    if parser.failed or parser.at >= parser.size:
                        break
                    heed_interrupts()
            if parser.failed:
                raise MemoryError
            rows = clone(INT64, parser.rows_count * COLUMNS, False)
            if parser.rows_count:
                memcpy(rows.data.as_chars, parser.rows, parser.rows_count * sizeof(Row))
            count = parser.lines.count - 1
            if count and parser.lines.data[count] == parser.size:
                count -= 1
            lines, ranks = clone(INT64, count, False), clone(INT8, count, False)
            if count:
                memcpy(lines.data.as_chars, parser.lines.data + 1, count * sizeof(int64_t))
                memcpy(ranks.data.as_chars, parser.ranks + 1, count)
            return rows, lines, ranks
        finally:
            free_parser(&parser)


cdef void begin(OutlineParser *parser) noexcept nogil:
    """What is known before the first token."""
    parser.at_line_start = parser.value = parser.line_has_no_code = parser.line_is_blank = True
    parser.rank_after = INNER
    parser.ended = parser.next_line = parser.comment_block = parser.comment_block_last = -1
    parser.header = parser.decorated = parser.words = -1
    parser.next_lf = parser.next_cr = -1
    parser.no_group = -1
    parser.lines.capacity = parser.ranks_capacity = min(parser.size, STEP) // LINE_UNITS
    if (not grow(<void **> &parser.lines.data, &parser.lines.capacity, sizeof(int64_t))
            or not grow(<void **> &parser.ranks, &parser.ranks_capacity, 1)):
        parser.failed = True
    parser.marks_begin = parser.size
    if parser.family == PYTHON:
        indents.push_suite(parser, 0, -1, -1, True)
    else:
        braces.push_frame(parser, 0, OUTER, -1, True, -1)


cdef void run(OutlineParser *parser) noexcept nogil:
    """Read the text on by the form that it is in."""
    if parser.failed:
        return
    if parser.width <= 1:
        parse(parser, <unsigned_char *> parser.text)
    elif parser.width == 2:
        parse(parser, <unsigned_short *> parser.text)
    else:
        parse(parser, <Py_UCS4 *> parser.text)


# ---- offsets of other kinds

# An offset, and its place among those that were given.
cdef struct Offset:
    int64_t at
    Py_ssize_t place


cdef int compare(const void *a, const void *b) noexcept nogil:
    """The order of two offsets, for qsort."""
    cdef int64_t x = (<const Offset *> a).at, y = (<const Offset *> b).at
    return (x > y) - (x < y)


def convert(Text text not None, array offsets not None, unit):
    """Offsets of the text, in any order, in "characters" or "bytes": a new array. The text is read once.

    Raises TextError at a lone surrogate whose bytes are asked for.
    """
    cdef OffsetUnit wanted = IN_BYTES if unit == "bytes" else IN_CHARACTERS
    cdef Py_ssize_t count = len(offsets), k
    cdef array converted
    cdef Offset *sorted_offsets
    cdef int64_t before = 0, measure = 0
    cdef bint ordered = True
    text.prepare(False, False)
    if is_own(&text.view, wanted):
        return offsets
    converted = clone(INT64, count, False)
    sorted_offsets = <Offset *> PyMem_RawRealloc(NULL, (count + 1) * sizeof(Offset))
    if sorted_offsets == NULL:
        raise MemoryError
    try:
        for k in range(count):
            sorted_offsets[k] = Offset(offsets.data.as_longlongs[k], k)
            ordered = ordered and (k == 0 or sorted_offsets[k - 1].at <= sorted_offsets[k].at)
        if not ordered:
            qsort(sorted_offsets, count, sizeof(Offset), compare)
        if wanted == IN_BYTES and count:
            text.check_surrogates(0, sorted_offsets[count - 1].at)
        for k in range(count):
            measure += distance(&text.view, before, sorted_offsets[k].at, wanted)
            before = sorted_offsets[k].at
            converted.data.as_longlongs[sorted_offsets[k].place] = measure
    finally:
        PyMem_RawFree(sorted_offsets)
    return converted
