# Many documents in one call: what a compiled loop is to a batch, and the batch.
from shiplap._core.text.text cimport SpanArray, Spans, Text, View

# How the cutting of a document ended. What is wrong with one that FAILED is told by cutting it alone.
cdef enum Verdict:
    CUT, NO_MEMORY, FAILED

# The parent of the loops that can cut a view without the GIL.
cdef class CompiledLoop:
    cdef bint as_bytes      # it reads the bytes of code units
    cdef bint whole         # it wants a text that is validated to its end
    cdef bint measures      # what it measures are characters, where they are not the text's own offsets
    cdef Py_ssize_t size    # of chunks whose ends are looked for in the text, in code units, or 0
    # Append the spans of a text that is not blank. `headings`: what is known of them. `measured` is parallel to `native` from where something is
    # first measured: see `align`.
    cdef Verdict cut_view(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) noexcept nogil
    # The same for a large text, with the GIL, which it releases and takes back for signals. Returns a Verdict.
    cdef int cut_large(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) except -1

# Let `measured` have as many spans as `native`: those that it lacks are the same in both.
cdef bint align(const SpanArray *native, SpanArray *measured) noexcept nogil

cdef class Batch:
    cdef CompiledLoop loop
    cdef tuple owners               # str, bytes, Text, or None for null or dropped: what the views read
    cdef View *views                # `data` is NULL for null
    cdef bytes headings             # what is known of those of each text; or None
    cdef const unsigned char *known_headings    # the same; or NULL
    cdef Py_ssize_t count
    cdef Spans native
    cdef Spans measured             # empty, or parallel to `native`
    cdef Py_ssize_t *rows           # where the spans of each document begin, and the end
    cdef SpanArray bad              # (document, 0) for those that failed
    cdef bint strict
    cdef bint blank_fails
    cdef readonly object chunker    # for `Chunks`, with the ids and the number of the first document
    cdef readonly tuple document_ids    # or None
    cdef bint no_memory
    cdef int allocate(self, Py_ssize_t count) except -1
    cdef int look(self, list texts, view) except -1
    cdef int headings_of(self, Py_ssize_t i) noexcept nogil
    cdef void own(self, Py_ssize_t i, object owner)
    cdef Py_ssize_t cut_some(self, Py_ssize_t first) noexcept nogil
    cdef bint keep(self, Py_ssize_t i, Verdict verdict, Py_ssize_t before) noexcept nogil
    cdef bint is_cut(self, View *view, Verdict *verdict) noexcept nogil
    cdef Text text_of(self, Py_ssize_t i)
    cdef list list_of(self, Py_ssize_t i)
    cdef Spans rows_of(self, const SpanArray *array, Py_ssize_t i)
    # The spans of all documents in characters, appended to `out`.
    cdef bint characters(self, SpanArray *out) noexcept nogil
