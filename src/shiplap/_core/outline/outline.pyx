# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The outline of a code text: definitions, and how well it may be cut at each line.

One pass, in the text's own form: lexer.pxi (with units.pxi and literals.pxi) finds the
tokens, parser.pxi keeps lines and definitions, braces.pxi (with brace_statements.pxi and
bodies.pxi) and indents.pxi read statements, state.pxi has the structures. A token is handed on as soon as it is found; nothing but lines, definitions and open brackets
is kept.
"""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from libc.stdint cimport int64_t
from libc.stdlib cimport qsort
from libc.string cimport memchr, memcpy, memset

from shiplap._core.text.sizes cimport SMALL, is_continuation
from shiplap._core.text.text cimport IN_BYTES, IN_CHARACTERS, Text, distance, is_own, Unit as OffsetUnit

from array import array as new_array

from shiplap._data import code_languages as _code

ctypedef unsigned char unsigned_char
ctypedef unsigned short unsigned_short


cdef fused Unit:
    unsigned_char
    unsigned_short
    Py_UCS4

include "state.pxi"
include "units.pxi"
include "lexer.pxi"
include "literals.pxi"
include "parser.pxi"
include "indents.pxi"
include "bodies.pxi"
include "braces.pxi"
include "brace_statements.pxi"

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")


cdef class Outliner:
    """The outline of one language of shiplap._data.code_languages.LANGUAGES. Immutable, so threads may share it."""

    cdef int family
    cdef int flags
    cdef Roles roles
    cdef readonly str language

    def __cinit__(self, str language not None):
        found = _code.LANGUAGES[language]
        self.language, self.family, self.flags = language, found.family, found.flags
        for word, role in found.roles.items():
            self.enter(word.encode("ascii"), role)

    cdef enter(self, bytes word, int role):
        cdef Py_ssize_t size = len(word), k
        cdef unsigned int slot = hash_of(word[0], word[size - 1], size)
        if size > LONGEST:
            raise ValueError(word)
        while self.roles.words[slot].size:
            slot = (slot + 1) & (SLOTS - 1)
        for k in range(size):
            self.roles.words[slot].letters[k] = word[k]
        self.roles.words[slot].size, self.roles.words[slot].role = size, role
        self.roles.sizes[<unsigned char> word[0]] |= 1 << size

    def __call__(self, Text text not None):
        """The outline of a text, in its own offsets: (rows, lines, ranks), three arrays.

        A row, of COLUMNS int64, is a definition: role, start and end of its name, start, start without its comment,
        body, end, number of the definition around it or -1, rank. `lines` (int64) are the starts of all lines but
        the first, `ranks` (int8) how well the text may be cut there. Raises TextError where a buffer is not UTF-8.
        """
        cdef Pass p
        cdef array rows, lines, ranks
        cdef Py_ssize_t count
        text.prepare(False, True)
        memset(&p, 0, sizeof(Pass))
        p.text, p.n, p.width = text.view.data, text.view.size, text.view.width
        p.family, p.flags, p.roles = self.family, self.flags, &self.roles
        try:
            if p.n < SMALL:
                run(&p)
            else:
                with nogil:
                    run(&p)
            if p.failed:
                raise MemoryError
            rows = clone(INT64, p.rows_count * COLUMNS, False)
            if p.rows_count:
                memcpy(rows.data.as_chars, p.rows, p.rows_count * sizeof(Row))
            count = p.lines.count - 1
            if count and p.lines.data[count] == p.n:
                count -= 1
            lines, ranks = clone(INT64, count, False), clone(INT8, count, False)
            if count:
                memcpy(lines.data.as_chars, p.lines.data + 1, count * sizeof(int64_t))
                memcpy(ranks.data.as_chars, p.ranks + 1, count)
            return rows, lines, ranks
        finally:
            free_pass(&p)


cdef void run(Pass *p) noexcept nogil:
    p.lex_bare = p.value = p.bare = p.empty = True
    p.after = INNER
    p.ended = p.next_line = p.run = p.run_last = p.header = p.decorated = p.words = -1
    p.next_lf = p.next_cr = -1
    if p.family == PYTHON:
        push_suite(p, 0, -1, -1, True)
    else:
        push_frame(p, 0, OUTER, -1, True, -1)
    if p.failed:
        return
    if p.width <= 1:
        parse(p, <unsigned_char *> p.text)
    elif p.width == 2:
        parse(p, <unsigned_short *> p.text)
    else:
        parse(p, <Py_UCS4 *> p.text)


# ---- offsets of other kinds

cdef struct Offset:
    int64_t at
    Py_ssize_t place


cdef int compare(const void *a, const void *b) noexcept nogil:
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


def _check_numbers():
    """The numbers of state.pxi are those of shiplap._data.code_languages."""
    assert (FUNCTION, METHOD, CLASS, STRUCT, UNION, ENUM, INTERFACE, TRAIT, IMPL, MODULE, RECORD, MACRO, TYPE) == (
        _code.FUNCTION, _code.METHOD, _code.CLASS, _code.STRUCT, _code.UNION, _code.ENUM, _code.INTERFACE, _code.TRAIT,
        _code.IMPL, _code.MODULE, _code.RECORD, _code.MACRO, _code.TYPE)
    assert (CONTROL, FOLLOWS, CASE, VALUE, ASIDE, NEW, OPERATOR, EXTERN, FOR, WHERE, ASYNC, CONTINUES, FINAL,
            DECLARES) == (
        _code.CONTROL, _code.FOLLOWS, _code.CASE, _code.VALUE, _code.ASIDE, _code.NEW, _code.OPERATOR, _code.EXTERN,
        _code.FOR, _code.WHERE, _code.ASYNC, _code.CONTINUES, _code.FINAL, _code.DECLARES)
    assert (C, JAVA, SCRIPT, GO, RUST, PYTHON) == (
        _code.C, _code.JAVA, _code.SCRIPT, _code.GO, _code.RUST, _code.PYTHON)
    assert (HASH_COMMENTS, NESTED_COMMENTS, TRIPLE_QUOTES, DIRECTIVES, TEMPLATES, RAW_BACKTICK, REGEXES, LONG_STRINGS,
            RAW_DELIMITED, NEWLINES, CPP) == (
        _code.HASH_COMMENTS, _code.NESTED_COMMENTS, _code.TRIPLE_QUOTES, _code.DIRECTIVES, _code.TEMPLATES,
        _code.RAW_BACKTICK, _code.REGEXES, _code.LONG_STRINGS, _code.RAW_DELIMITED, _code.NEWLINES, _code.CPP)


_check_numbers()
