# cython: language_level=3, boundscheck=False, wraparound=False
"""What `Chunks` holds. The chunks of a batch are many, and few of them are looked at: theirs stays in the batch."""

from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF

from shiplap._core.batch cimport Batch
from shiplap._core.text cimport Text


def chunks_of(Batch batch not None, cls):
    """A list of `cls`, a kind of Held: one for each document of a batch, which takes over its part when it is asked
    for something."""
    cdef list found = PyList_New(batch.count)
    cdef object new = cls.__new__
    cdef Held one
    cdef Py_ssize_t i
    for i in range(batch.count):
        one = new(cls)
        one.batch, one.row = batch, i
        Py_INCREF(one)
        PyList_SET_ITEM(found, i, one)
    return found


cdef class Held:
    """What `Chunks` holds. Those of a batch take it over from the batch when it is first asked for."""

    cdef int load(self) except -1:
        cdef Batch batch = self.batch
        cdef Py_ssize_t row = self.row
        if batch is None:
            return 0
        self.text = batch.text_of(row)
        self.native = batch.rows_of(&batch.native.array, row)
        if batch.measured.array.count:
            self.measured = batch.rows_of(&batch.measured.array, row)
        self.chunker = batch.chunker
        if batch.document_ids is not None:
            self.name = batch.document_ids[row]
        self.batch = None
        return 0

    def _texts(self):
        """The texts of the chunks."""
        if self.batch is not None:
            return self.batch.list_of(self.row)
        return (<Text?> self.text).texts(self.native, self.rows)

    @property
    def _text(self):
        self.load()
        return self.text

    @_text.setter
    def _text(self, value):
        self.load()
        self.text = value

    @property
    def _native(self):
        self.load()
        return self.native

    @_native.setter
    def _native(self, value):
        self.load()
        self.native = value

    @property
    def _measured(self):
        self.load()
        return self.measured

    @_measured.setter
    def _measured(self, value):
        self.load()
        self.measured = value

    @property
    def _chunker(self):
        self.load()
        return self.chunker

    @_chunker.setter
    def _chunker(self, value):
        self.load()
        self.chunker = value

    @property
    def _rows(self):
        self.load()
        return self.rows

    @_rows.setter
    def _rows(self, value):
        self.load()
        self.rows = value

    @property
    def _converted(self):
        if self.converted is None:
            self.converted = {}
        return self.converted

    @_converted.setter
    def _converted(self, value):
        self.load()
        self.converted = value

    @property
    def _counts(self):
        self.load()
        return self.counts

    @_counts.setter
    def _counts(self, value):
        self.load()
        self.counts = value

    @property
    def document_id(self):
        self.load()
        return self.name

    @document_id.setter
    def document_id(self, value):
        self.load()
        self.name = value

    @property
    def source(self):
        self.load()
        return self.origin

    @source.setter
    def source(self, value):
        self.load()
        self.origin = value

    @property
    def metadata(self):
        if self.about is None:
            self.about = {}
        return self.about

    @metadata.setter
    def metadata(self, value):
        self.load()
        self.about = value
