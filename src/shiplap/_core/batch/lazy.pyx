# cython: language_level=3, boundscheck=False, wraparound=False
"""What `Chunks` holds. The chunks of a batch are many, and few of them are looked at: theirs stays in the batch."""

cimport cython
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF

from shiplap._core.batch.batch cimport Batch
from shiplap._core.text.text cimport Text


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
