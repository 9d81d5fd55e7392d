# What kind of text a text without a name is.
from shiplap._core.text.sizes cimport View

# Whether it is taken for one with headings, by its first lines. UTF-8 must be known to be well-formed.
cdef bint finds_headings(const View *view) noexcept nogil
