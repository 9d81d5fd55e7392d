# The standard sentence rule: the verdict on one candidate.
from shiplap._core.text.sizes cimport View

# Whether a sentence ends before p, 0 < p < size, where a code point begins.
cdef bint ends_sentence(const View *view, Py_ssize_t p) noexcept nogil
# Keep of the candidates those before which a sentence ends, and that are inside no grapheme cluster; their number.
cdef Py_ssize_t keep_sentence_ends(const View *view, size_t *places, Py_ssize_t count) noexcept nogil
