# The fast path of the standard sentence rule for the words around a stop.
from libc.stdint cimport uint64_t

from shiplap._core.boundaries.fast_patterns cimport (
    SHIPLAP_ENDS_WORD,
    SHIPLAP_ENDS_YEAR,
    SHIPLAP_NOT_BEFORE_OPENED,
    SHIPLAP_NOT_BEFORE_SMALL,
    SHIPLAP_STOP_BEFORE_SMALL,
)
from shiplap._core.text.sizes cimport View

# `standard` where one of the patterns that fit asks for words, or -1.
cdef int decide_words(const View *view, Py_ssize_t p, uint64_t fits) noexcept nogil


cdef inline int asks_for_words(uint64_t fits) noexcept nogil:
    """Whether one of the patterns asks for words."""
    return fits & (SHIPLAP_ENDS_WORD | SHIPLAP_ENDS_YEAR | SHIPLAP_NOT_BEFORE_SMALL | SHIPLAP_NOT_BEFORE_OPENED
                   | SHIPLAP_STOP_BEFORE_SMALL) != 0
