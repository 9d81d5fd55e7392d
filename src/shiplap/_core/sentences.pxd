# Sentence boundaries: the verdict on one candidate. Twin: reference/sentences.py.

cdef enum:
    CAP = 256   # code points of white space that a level looks over: what keeps it local

# Whether text[0:size], a neighbourhood in UTF-8, has a boundary at p, the end of a run of white space: 1, 0, or -1
# where the neighbourhood, cut off before its start, is too small to tell.
cdef int simple(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil
cdef int capital(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil
