# A range of the old text, and the range of the new one that has taken its place.
cdef struct Change:
    Py_ssize_t start
    Py_ssize_t end
    Py_ssize_t new_start
    Py_ssize_t new_end


cdef class Changes:
    cdef Change *data
    cdef Py_ssize_t count
    cdef Py_ssize_t room
    cdef int add(self, Change change) except -1
