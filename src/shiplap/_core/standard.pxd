# The standard sentence rule: the verdict on one candidate. Twin: reference/sentences.py.
from shiplap._core.sizes cimport View

# Whether a sentence ends before p, 0 < p < size, where a code point begins.
cdef bint standard(const View *view, Py_ssize_t p) noexcept nogil
