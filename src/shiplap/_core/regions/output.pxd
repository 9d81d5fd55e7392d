# The regions found so far.

from shiplap._core.text.spans cimport SpanArray, push

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

# The regions found so far: where each begins with its kind and 256 times the level of a heading; the place of its
# title, or of the words after a fence. `failed`: there was no memory.
cdef struct Out:
    SpanArray blocks, infos
    bint failed


cdef inline void go_on(Out *out, Py_ssize_t at, Kind kind) noexcept nogil:
    """Text of this kind at `at`, which goes on with a last region of that kind."""
    if out.blocks.count == 0 or out.blocks.data[2 * out.blocks.count - 1] & 255 != kind:
        begin(out, at, kind, 0, 0, 0)


cdef inline void begin(Out *out, Py_ssize_t at, Kind kind, int level, Py_ssize_t info, Py_ssize_t end) noexcept nogil:
    """A new region. It takes the place of a last one that begins there, or later."""
    while out.blocks.count and out.blocks.data[2 * out.blocks.count - 2] >= at:
        out.blocks.count -= 1
        out.infos.count -= 1
    if not push(&out.blocks, at if out.blocks.count else 0, kind | level << 8):
        out.failed = True
    elif not push(&out.infos, info, end):
        out.blocks.count -= 1
        out.failed = True
