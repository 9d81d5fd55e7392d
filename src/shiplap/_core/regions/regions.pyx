# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Blocks: the regions of a document in one forward pass over its lines.

csrc finds the line ends, in whatever form the text is. A line is then judged as bytes, one a code point: where it
lies, if each code unit is a byte, else in a copy of its first CAP code points.
"""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport uint64_t
from libc.string cimport memchr

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
    shiplap_line_marks,
    shiplap_scan_all,
    shiplap_utf8_ascii,
)
from shiplap._core.text.sizes cimport SMALL, View, is_continuation, next_code_point, unit_at
from shiplap._core.text.spans cimport SpanArray, Spans, push
from shiplap._core.text.text cimport Text

from array import array as new_array

from shiplap._data import code_prefixes as _signs
from shiplap._data.code_keywords import WEIGHTS

# In the order of KINDS.
cdef enum Kind:
    PROSE, HEADING, LIST, QUOTE, FOOTNOTE, HTML, FRONT_MATTER, CODE, TABLE

cdef enum Grammar:
    AUTO, MARKDOWN, PLAIN, HTML_PAGE

KINDS = ("prose", "heading", "list", "quote", "footnote", "html", "front_matter", "code", "table")
GRAMMARS = ("auto", "markdown", "plain", "html")

# The regions found so far: where each begins with its kind and 256 times the level of a heading; the place of its
# title, or of the words after a fence. `failed`: there was no memory.
cdef struct Out:
    SpanArray blocks, infos
    bint failed


cdef inline void go_on(Out *out, Py_ssize_t at, Kind kind) noexcept nogil:
    """Text of this kind at `at`, which goes on with a last region of that kind."""
    if out.blocks.count == 0 or out.blocks.data[2 * out.blocks.count - 1] & 255 != kind:
        begin(out, at, kind, 0, 0, 0)


cdef void begin(Out *out, Py_ssize_t at, Kind kind, int level, Py_ssize_t info, Py_ssize_t end) noexcept nogil:
    """A new region. It takes the place of a last one that begins there, or later."""
    while out.blocks.count and out.blocks.data[2 * out.blocks.count - 2] >= at:
        out.blocks.count -= 1
        out.infos.count -= 1
    if not push(&out.blocks, at if out.blocks.count else 0, kind | level << 8):
        out.failed = True
    elif not push(&out.infos, info, end):
        out.blocks.count -= 1
        out.failed = True


include "line.pxi"
include "line_score.pxi"
include "plain.pxi"
include "plain_tables.pxi"
include "html_blocks.pxi"
include "markdown.pxi"
include "html.pxi"
include "table_rows_html.pxi"
include "table_rows.pxi"
include "language.pxi"
include "line_counts.pxi"


cdef struct Rooms:
    Plain plain
    Markdown markdown


def blocks(Text text not None, str grammar="auto"):
    """The regions of a text by a grammar: (native, kinds, infos), three Spans of the same length: their spans, in
    the text's own offsets; their kind, an index of KINDS, and the level of a heading; the place of its title, or of
    the words after a fence.

    Raises TextError where a buffer is not UTF-8.
    """
    cdef Grammar number = <Grammar> <int> GRAMMARS.index(grammar)
    cdef Spans native = Spans(), kinds = Spans(), infos = Spans()
    cdef Rooms *rooms
    cdef Out out
    cdef View view
    cdef bint done
    text.prepare(False, True)
    view = text.view
    out.blocks, out.infos, out.failed = kinds.array, infos.array, False
    rooms = <Rooms *> PyMem_RawMalloc(sizeof(Rooms))
    if rooms == NULL:
        raise MemoryError
    try:
        if view.size < SMALL:
            done = scan(&view, number, &out, rooms, &native.array)
        else:
            with nogil:
                done = scan(&view, number, &out, rooms, &native.array)
    finally:
        PyMem_RawFree(rooms)
        kinds.array, infos.array = out.blocks, out.infos
    if not done:
        raise MemoryError
    return native, kinds, infos


cdef bint scan(const View *view, Grammar grammar, Out *out, Rooms *rooms, SpanArray *native) noexcept nogil:
    """Find the regions, then write down their spans, and of the kinds what is left. False: there was no memory."""
    cdef Py_ssize_t k, end
    if grammar == HTML_PAGE:
        scan_html(view, out, rooms.plain.room)
    elif grammar == MARKDOWN:
        scan_markdown(view, out, &rooms.markdown, NULL)
    elif grammar == AUTO and is_markdown(view, rooms.plain.room):
        begin_plain(&rooms.plain, view, out)
        scan_markdown(view, out, &rooms.markdown, &rooms.plain)
    else:
        scan_plain(view, out, &rooms.plain)
    if out.blocks.count == 0 and view.size:
        begin(out, 0, PROSE, 0, 0, 0)
    if out.failed:
        return False
    for k in range(out.blocks.count):
        end = out.blocks.data[2 * k + 2] if k + 1 < out.blocks.count else view.size
        if not push(native, out.blocks.data[2 * k], end):
            return False
        out.blocks.data[2 * k] = out.blocks.data[2 * k + 1] & 255
        out.blocks.data[2 * k + 1] >>= 8
    return True


cdef bint is_markdown(const View *view, unsigned char *room) noexcept nogil:
    """Whether a text without a name is Markdown, by its first lines."""
    cdef Reader reader
    cdef Line line
    cdef int signs = 0, code = 0, fence = 0, c
    cdef Py_ssize_t i, width, size = 0, seen = 0
    cdef bint blank = True
    read_from(&reader, view, 0)
    while seen < SAMPLE and next_line(&reader, &line, room):
        seen += line.n + 1
        i = indent(&line, 0, 0, &width)
        if fence:
            if closes_fence(&line, i, fence, size):
                fence = 0
                signs += FENCE_SIGNS
            continue
        if i == line.n:
            blank = True
            continue
        c = line.c[i]
        if c in b"`~" and i < 4:
            size = opens_fence(&line, i)
            if size:
                fence = c
        if fence:
            blank = False
            continue
        if i == 0 and heading_level(&line, 0):
            signs += blank
        elif judge(&line, i) > 0:
            code += 1
        elif (holds(&line, "](") or has(&line, 0, "> ") or has(&line, 0, "**") or has(&line, 0, "- **")
              or has(&line, 0, "* **")):
            signs += 1
        blank = False
    return signs > code
