# cython: language_level=3, boundscheck=False, wraparound=False
"""Words and what is known of them. Twin: `lexicon` in reference/boundaries/sentences.py."""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.string cimport memcmp, memcpy

from shiplap._core.csrc cimport shiplap_word_hash, shiplap_word_kinds

from shiplap._data.sentences import LANGUAGES


@cython.no_gc
cdef class Lexicon:
    """What is known of words: in one of shiplap._data.sentences.LANGUAGES, or None for all together; and the
    caller's abbreviations, with or without their last stop. Immutable."""

    def __cinit__(self, language=None, abbreviations=()):
        cdef Py_ssize_t k, offset = 0
        words = sorted({word.removesuffix(".").encode("utf-8", "surrogatepass") for word in abbreviations} - {b""},
                       key=lambda word: shiplap_word_hash(word, len(word)))
        self.language, self.abbreviations = language, tuple(abbreviations)
        self.known.language = 1 + LANGUAGES.index(language) if language in LANGUAGES else 0
        self.known.count = len(words)
        if not words:
            return
        self.known.extras = <Extra *> PyMem_Malloc(len(words) * sizeof(Extra))
        self.known.letters = <unsigned char *> PyMem_Malloc(sum(len(word) for word in words))
        if self.known.extras == NULL or self.known.letters == NULL:
            raise MemoryError
        for k, word in enumerate(words):
            self.known.extras[k] = Extra(shiplap_word_hash(word, len(word)), offset, len(word))
            memcpy(self.known.letters + offset, <const unsigned char *> word, len(word))
            offset += len(word)

    def __dealloc__(self):
        PyMem_Free(self.known.extras)
        PyMem_Free(self.known.letters)


cdef unsigned int kinds_of_word(const Known *known, const unsigned char *letters, Py_ssize_t size) noexcept nogil:
    cdef unsigned int hash = shiplap_word_hash(letters, size), kinds
    cdef Py_ssize_t low = 0, high, middle
    kinds = shiplap_word_kinds(letters, size, hash, 0 if known == NULL else known.language)
    if known == NULL or known.count == 0:
        return kinds
    high = known.count
    while low < high:
        middle = (low + high) >> 1
        if known.extras[middle].hash < hash:
            low = middle + 1
        else:
            high = middle
    while low < known.count and known.extras[low].hash == hash:
        if known.extras[low].size == size and memcmp(known.letters + known.extras[low].offset, letters, size) == 0:
            return kinds | ABBREVIATIONS
        low += 1
    return kinds
