# The level `word`.
from libc.stdint cimport uint16_t

from shiplap._core.boundaries.graphemes cimport Run, code_point_at, code_point_before, is_grapheme_boundary
from shiplap._core.boundaries.sentences cimport CAP
from shiplap._core.csrc cimport (
    SHIPLAP_SENTENCE_SPACE,
    SHIPLAP_WORD_CJK_CLOSE,
    SHIPLAP_WORD_CJK_OPEN,
    SHIPLAP_WORD_IDEOGRAPH,
    SHIPLAP_WORD_KATAKANA,
    SHIPLAP_WORD_MARK,
    SHIPLAP_WORD_SPACELESS,
    shiplap_properties,
    shiplap_sentence_class_of,
    shiplap_word_class_of,
)
from shiplap._core.text.sizes cimport View


cdef inline bint word(const View *view, Py_ssize_t p) noexcept nogil:
    """After white space, or between letters that are written without spaces and their punctuation."""
    cdef Run run
    cdef Py_ssize_t begin = p
    cdef uint16_t right = shiplap_properties(code_point_at(view, p))
    cdef uint16_t left = shiplap_properties(code_point_before(view, p, &begin))
    cdef int after = shiplap_word_class_of(right), before, _
    if shiplap_sentence_class_of(left) == SHIPLAP_SENTENCE_SPACE:
        if shiplap_sentence_class_of(right) == SHIPLAP_SENTENCE_SPACE:
            return False
    else:
        if not is_letter(after) and after != SHIPLAP_WORD_CJK_OPEN:
            return False
        for _ in range(CAP):  # rule WB4 of UAX #29 looks through marks
            if begin == 0 or shiplap_word_class_of(left) != SHIPLAP_WORD_MARK:
                break
            left = shiplap_properties(code_point_before(view, begin, &begin))
        before = shiplap_word_class_of(left)
        if not is_letter(before) and before != SHIPLAP_WORD_CJK_CLOSE:
            return False
        if before == SHIPLAP_WORD_KATAKANA and after == before:
            return False
    run.begin = run.end = 0
    return is_grapheme_boundary(view, &run, p)


cdef inline bint is_letter(int word_class) noexcept nogil:
    """Whether a class of letters that are written without spaces between words: LETTERS of the reference."""
    return (word_class == SHIPLAP_WORD_IDEOGRAPH or word_class == SHIPLAP_WORD_KATAKANA
            or word_class == SHIPLAP_WORD_SPACELESS)
