# cython: language_level=3, boundscheck=False, wraparound=False
"""Batches: many documents cut in one call, without the GIL. What they mean is that each is cut alone.

The spans of all documents lie in one array. A document that fails leaves none and is remembered; the caller cuts it
alone to learn what is wrong with it, so that there is one place that knows errors. The chunks of a batch are many,
and few of them are looked at: theirs stays in the batch (`LazyRow`).
"""

cimport cython
from cpython.array cimport array, clone
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.list cimport PyList_GET_ITEM, PyList_New, PyList_SET_ITEM
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF, Py_XDECREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int64_t
from libc.string cimport memcpy

from shiplap._core.csrc cimport shiplap_prefetch, shiplap_wide_surrogate
from shiplap._core.text.text cimport (
    IN_CHARACTERS,
    STEP,
    SpanArray,
    Spans,
    Text,
    View,
    convert_pairs,
    is_own,
    is_visible,
    known_text,
    list_of_numbers,
    push,
    read_view,
    reserve,
    unit_at,
    view_str,
    visible,
)

cdef extern from "Python.h":
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    PyObject *PyTuple_GET_ITEM(tuple items, Py_ssize_t i)

from array import array as new_array

from shiplap.errors import TextError
from shiplap.threads import heed_interrupts

cdef unsigned char NOTHING = 0      # where an empty text begins
cdef array ROWS = new_array("q")

cdef enum:
    # Documents before one is cut, its text is asked for: its first line, and from a little before the end of its first
    # chunk to that of the third all lines; longer texts ask for themselves (`prefetch` in windows.pyx). Only UTF-8 is read
    # from its begin to its end, which the processor sees.
    AHEAD = 6
    CHUNKS = 3
    CACHE_LINE = 64


cdef class CompiledLoop:
    """A loop that cuts a text without the GIL."""

    @property
    def compiled(self):
        """The loop itself."""
        return self

    cdef Verdict cut_view(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) noexcept nogil:
        return FAILED

    cdef int cut_large(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) except -1:
        return FAILED


cdef bint align(const SpanArray *native, SpanArray *measured) noexcept nogil:
    cdef Py_ssize_t missing = native.count - measured.count
    if missing <= 0:
        return True
    if measured.room < native.count and not reserve(measured, native.room):
        return False
    memcpy(measured.data + 2 * measured.count, native.data + 2 * measured.count, missing * 2 * sizeof(int64_t))
    measured.count = native.count
    return True


def gather(iterator, Py_ssize_t count, Py_ssize_t size, other=None):
    """The next texts of an iterator: at most `count`, and no more once they have `size` characters or bytes. What is
    neither a str nor bytes is replaced by what `other` returns for its number in the list and itself."""
    cdef list texts = []
    cdef object text
    cdef Py_ssize_t k
    for k in range(count):
        try:
            text = next(iterator)
        except StopIteration:
            break
        if isinstance(text, str):
            size -= PyUnicode_GET_LENGTH(text)
        elif isinstance(text, bytes):
            size -= PyBytes_GET_SIZE(text)
        else:
            if other is not None:
                text = other(k, text)
            if hasattr(text, "__len__"):
                size -= len(text)
        texts.append(text)
        if size <= 0:
            break
    return texts


@cython.no_gc_clear
cdef class Batch:
    """Documents to cut together: `run` cuts them, and then their spans, texts and chunks can be had.

    texts: a list of str, bytes, whatever `view` makes a Text of, and None for documents that are null.
    loop: a CompiledLoop.
    view: makes a Text of any other text, or of all of them unless `strict`.
    headings: what is known of the headings of each text, a byte of shiplap._data.heading_looks; or None.

    The collector never clears a batch. A finalizer may still read it, so the owners of the views and the document ids
    are tuples: the collector empties lists.
    """

    def __cinit__(self, list texts, CompiledLoop loop not None, view, bint strict, bint blank_fails,
                  chunker=None, list document_ids=None, bytes headings=None):
        self.loop, self.strict, self.blank_fails, self.headings = loop, strict, blank_fails, headings
        if headings is not None:
            self.known_headings = <const unsigned char *> PyBytes_AS_STRING(headings)
        self.chunker, self.document_ids = chunker, None if document_ids is None else tuple(document_ids)
        self.allocate(len(texts))
        self.look(texts, view)

    cdef int allocate(self, Py_ssize_t count) except -1:
        """Make room for the views and rows of so many texts."""
        self.native, self.measured = Spans(), Spans()
        self.count = count
        self.views = <View *> PyMem_RawCalloc(count + 1, sizeof(View))
        self.rows = <Py_ssize_t *> PyMem_RawCalloc(count + 1, sizeof(Py_ssize_t))
        if self.views == NULL or self.rows == NULL:
            raise MemoryError
        return 0

    def __dealloc__(self):
        PyMem_RawFree(self.views)
        PyMem_RawFree(self.rows)
        PyMem_RawFree(self.bad.data)

    cdef int look(self, list texts, view) except -1:
        """Fill in the views and their owners."""
        cdef Py_ssize_t i
        cdef object owner
        cdef View *at
        self.owners = PyTuple_New(self.count)
        for i in range(self.count):
            owner = <object> PyList_GET_ITEM(texts, i)
            self.own(i, owner)
            if i + AHEAD < self.count:
                shiplap_prefetch(PyList_GET_ITEM(texts, i + AHEAD))
            at = &self.views[i]
            at.bad = -1
            if owner is None:
                continue
            if self.strict and isinstance(owner, str):
                view_str(owner, at)
            elif self.strict and isinstance(owner, bytes):
                at.size = PyBytes_GET_SIZE(owner)
                at.data = <const unsigned char *> PyBytes_AS_STRING(owner) if at.size else &NOTHING
            else:
                try:
                    owner = view(owner)
                except (TypeError, ValueError):  # ValueError: TextError too
                    if not push(&self.bad, i, 0):
                        raise MemoryError
                    continue
                self.own(i, owner)
                at[0] = (<Text?> owner).view
        return 0

    cdef void own(self, Py_ssize_t i, object owner):
        """Set the owner of a view: nothing else has the tuple."""
        cdef PyObject *before = PyTuple_GET_ITEM(self.owners, i)
        Py_INCREF(owner)
        PyTuple_SET_ITEM(self.owners, i, owner)
        Py_XDECREF(before)

    def __len__(self):
        return self.count

    cdef inline int headings_of(self, Py_ssize_t i) noexcept nogil:
        """Return what is known of the headings of a text."""
        return 0 if self.known_headings == NULL else self.known_headings[i]

    def run(self):
        """Cut all documents. Raises MemoryError; other errors are those of single documents, in `failed`."""
        cdef Py_ssize_t i = 0, before
        cdef View *view
        cdef Verdict verdict = CUT
        while True:  # by steps, so that Ctrl-C is heard
            with nogil:
                i = self.cut_some(i)
            if i == self.count or self.no_memory:
                break
            heed_interrupts()
            view, before = &self.views[i], self.native.array.count
            if view.size <= STEP:
                continue
            if not self.is_cut(view, &verdict):
                verdict = <Verdict> self.loop.cut_large(view, self.headings_of(i), self.strict, &self.native.array, &self.measured.array)
            if not self.keep(i, verdict, before):
                break
            i += 1
        if self.no_memory or (self.measured.array.count > 0 and not align(&self.native.array, &self.measured.array)):
            raise MemoryError
        self.native.trim()
        self.measured.trim()
        return self

    cdef Py_ssize_t cut_some(self, Py_ssize_t first) noexcept nogil:
        """Cut the texts from `first` on, without the GIL, as many as are a step; the rows that failed are in `bad`.
        Returns the row of the next one, which is `first` if it is more than a step, or the number of texts."""
        cdef Py_ssize_t i, before, left = STEP
        cdef SpanArray *native = &self.native.array
        cdef SpanArray *measured = &self.measured.array
        cdef Verdict verdict = CUT
        cdef Py_ssize_t size = self.loop.size, at, until
        cdef View *view
        for i in range(first, self.count):
            if i + AHEAD < self.count and self.views[i + AHEAD].data != NULL:
                # not in a function of its own: gcc takes one that only prefetches for one without an effect, and drops it
                view = &self.views[i + AHEAD]
                shiplap_prefetch(view.data)
                if size < view.size:  # so that no product is too large
                    at, until = (size - size // 5) * view.width, min(view.size, CHUNKS * size) * view.width
                    while at < until:
                        shiplap_prefetch(view.data + at)
                        at += CACHE_LINE
            view, before = &self.views[i], native.count
            if view.data == NULL:
                self.rows[i + 1] = before
                continue
            left -= view.size
            if left < 0:
                return i
            if not self.is_cut(view, &verdict):
                verdict = self.loop.cut_view(view, self.headings_of(i), self.strict, native, measured)
            if verdict == CUT:  # as `keep` does, without a call
                self.rows[i + 1] = native.count
            elif not self.keep(i, verdict, before):
                break
        return self.count

    cdef bint keep(self, Py_ssize_t i, Verdict verdict, Py_ssize_t before) noexcept nogil:
        """Keep the spans of a row, or drop them if it failed; `before`: how many there were. False: no memory."""
        cdef SpanArray *native = &self.native.array
        if verdict != CUT:
            native.count, self.measured.array.count = before, min(self.measured.array.count, before)
            if verdict == NO_MEMORY or not push(&self.bad, i, 0):
                self.no_memory = True
                return False
        self.rows[i + 1] = native.count
        return True

    cdef bint is_cut(self, View *view, Verdict *verdict) noexcept nogil:
        """Return whether the verdict on a text is known without cutting it."""
        verdict[0] = FAILED
        if view.size == 0 or (not is_visible(view, unit_at(view, 0)) and visible(view, 0) == view.size):
            verdict[0] = FAILED if self.blank_fails else CUT
            return True
        if view.width == 0:
            return not read_view(view, self.loop.whole)
        return (self.loop.as_bytes and self.strict and view.width > 1
                and shiplap_wide_surrogate(view.data, view.width, 0, view.size) < <size_t> view.size)

    # ---- what came of it

    @property
    def failed(self):
        """The documents, by their number, that were not cut, in order."""
        return sorted(list_of_numbers(self.bad.data, self.bad.count))

    def offsets(self):
        """Return where the spans of each document begin in those of all, and where the last ones end: an array of n + 1
        int64."""
        cdef array found = clone(ROWS, self.count + 1, False)
        memcpy(found.data.as_longlongs, self.rows, (self.count + 1) * sizeof(int64_t))
        return found

    def drop(self, Py_ssize_t i):
        """Let a document have no text, and no texts of chunks."""
        self.own(i, None)

    def text_at(self, Py_ssize_t i):
        """The text of a document, as it was given."""
        owner = self.owners[i]
        return (<Text> owner).owner if isinstance(owner, Text) else owner

    def spans(self):
        """The spans of all documents in characters, one after the other: Spans. Raises MemoryError."""
        cdef Spans spans = Spans()
        cdef bint done
        if not self.loop.measures:
            with nogil:
                done = self.characters(&spans.array)
            if not done:
                raise MemoryError
            return spans
        return self.measured if self.measured.array.count else self.native

    cdef bint characters(self, SpanArray *out) noexcept nogil:
        cdef const SpanArray *native = &self.native.array
        cdef Py_ssize_t i, until
        if self.loop.measures:
            if self.measured.array.count:
                native = &self.measured.array
            return align(native, out)
        for i in range(self.count):
            if is_own(&self.views[i], IN_CHARACTERS):
                until = self.rows[i + 1]
                if until == out.count:
                    continue  # none: there may be no array yet
                if out.room < until and not reserve(out, native.room):
                    return False
                memcpy(out.data + 2 * out.count, native.data + 2 * out.count,
                       (until - out.count) * 2 * sizeof(int64_t))
                out.count = until
            elif not convert_pairs(&self.views[i], native.data + 2 * self.rows[i],
                                   self.rows[i + 1] - self.rows[i], IN_CHARACTERS, out):
                return False
        return True

    cdef Text text_of(self, Py_ssize_t i):
        """The text of a row."""
        owner = self.owners[i]
        if isinstance(owner, Text):
            return owner
        if isinstance(owner, (str, bytes)):
            return known_text(owner, &self.views[i])
        return Text("")  # null, or dropped

    def texts(self):
        """The texts of the chunks of each document: a list of lists of str. Raises TextError, with the number of
        the document as its `row`, where a lone surrogate is met first by making a text."""
        cdef list texts = []
        try:
            for i in range(self.count):
                texts.append(self.list_of(i))
        except TextError as error:
            raise error.at(len(texts), None) from None
        return texts

    cdef list list_of(self, Py_ssize_t i):
        """The texts of the chunks of a row."""
        cdef Py_ssize_t first = self.rows[i]
        if self.rows[i + 1] == first or self.owners[i] is None:
            return []
        return self.text_of(i).list_of(self.native.array.data + 2 * first, self.rows[i + 1] - first, 1)

    cdef Spans rows_of(self, const SpanArray *array, Py_ssize_t i):
        """The spans of a row, of an array of the spans of all rows."""
        cdef Spans spans = Spans()
        cdef Py_ssize_t count = self.rows[i + 1] - self.rows[i]
        if count:
            if not reserve(&spans.array, count):
                raise MemoryError
            memcpy(spans.array.data, array.data + 2 * self.rows[i], count * 2 * sizeof(int64_t))
            spans.array.count = count
        return spans


# ---- what Chunks holds

def lazy_chunks(Batch batch not None, cls):
    """A list of `cls`, a kind of LazyRow: one for each document of a batch, which takes over its part when it is asked
    for something."""
    cdef list found = PyList_New(batch.count)
    cdef object new = cls.__new__
    cdef LazyRow one
    cdef Py_ssize_t i
    for i in range(batch.count):
        one = new(cls)
        one.batch, one.row = batch, i
        Py_INCREF(one)
        PyList_SET_ITEM(found, i, one)
    return found


cdef class LazyRow:
    """The parent of `Chunks`, with what one of a batch has until it is first asked for something. Threads may ask at the
    same time: each takes the batch in a critical section, which without a GIL is a lock, and with one is nothing."""

    cdef Batch batch        # None: everything is here
    cdef Py_ssize_t row

    cdef Batch taken(self):
        """The batch, or None."""
        with cython.critical_section(self):
            return self.batch

    def _part(self):
        """The arguments of `Chunks` for the part of the batch, or None where nothing is left in it."""
        cdef Batch batch = self.taken()
        if batch is None:
            return None
        return (batch.text_of(self.row), batch.rows_of(&batch.native.array, self.row),
                batch.rows_of(&batch.measured.array, self.row) if batch.measured.array.count else None,
                batch.chunker, None if batch.document_ids is None else batch.document_ids[self.row])

    def _leave(self):
        """Leave the batch, whose part was taken over."""
        with cython.critical_section(self):
            self.batch = None

    def _texts(self):
        """The texts of the chunks."""
        cdef Batch batch = self.taken()
        if batch is not None:
            return batch.list_of(self.row)
        return (<Text?> self._text).texts(self._native, self._rows)
