# The standard sentence rule: what follows a mark, at once or after white space.
from shiplap._core.boundaries.characters cimport (
    NOTHING,
    OPENERS,
    Char,
    Traits,
    char_at,
    char_before,
    is_apostrophe,
    is_dash,
    is_emphasis,
    is_letter,
    is_speech,
    is_star,
)
from shiplap._core.boundaries.lexicon cimport (
    ABBREVIATIONS,
    LONGEST_WORD,
    NEVER_LAST,
    NUMBERED,
    STARTERS,
    TITLES,
    Word,
    add_code_point,
    kinds_of_word,
)
from shiplap._core.boundaries.marks cimport (
    at_line_start,
    is_armenian,
    is_east_asian,
    is_hangul,
    is_hiragana,
    is_mark_before,
)
from shiplap._core.boundaries.sentences cimport CAP
from shiplap._core.boundaries.word_before cimport (
    is_labelled,
    is_number,
    is_ordinal,
    kinds_of,
    parts_words,
    word_begins,
    word_ends,
)
from shiplap._core.csrc cimport (
    SHIPLAP_SENTENCE_CLOSE,
    SHIPLAP_SENTENCE_CONTINUE,
    SHIPLAP_SENTENCE_DIGIT,
    SHIPLAP_SENTENCE_EXTEND,
    SHIPLAP_SENTENCE_LETTER,
    SHIPLAP_SENTENCE_LOWER,
    SHIPLAP_SENTENCE_OPEN,
    SHIPLAP_SENTENCE_QUOTE,
    SHIPLAP_SENTENCE_SPACE,
    SHIPLAP_SENTENCE_STOP,
    SHIPLAP_SENTENCE_TERMINAL,
    SHIPLAP_SENTENCE_UPPER,
)
from shiplap._core.text.sizes cimport View, is_ascii


# ---- what follows the mark at once


cdef inline bint ends_joined(const View *view, Py_ssize_t begin, Py_ssize_t stop, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), last = char_before(view, stop), before, second
    before = char_before(view, p)
    if stop < p and (goes_on(view, p) or (is_ascii(before.code) and is_ascii(at.code))):
        return False  # S6
    if (last.kind == SHIPLAP_SENTENCE_TERMINAL and last.code > 0x7F) or is_star(last.code):
        return True  # S7
    if last.code in u'!?':
        before = char_before(view, begin)
        return is_east_asian(at.code) or is_east_asian(before.code)  # S8
    if last.kind != SHIPLAP_SENTENCE_STOP or last.next > begin or begin == 0:
        return False
    before = char_before(view, begin)
    if is_east_asian(before.code):
        return is_east_asian(at.code)  # S9
    if stop < p or at.kind != SHIPLAP_SENTENCE_UPPER or before.kind != SHIPLAP_SENTENCE_LOWER:
        return False
    second = char_before(view, before.next)
    return second.kind == SHIPLAP_SENTENCE_LOWER and is_starter(view, p)  # S10


cdef inline bint goes_on(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char closing = char_before(view, p), at = char_at(view, p)
    cdef int _
    if closing.kind == SHIPLAP_SENTENCE_CLOSE and closing.code not in u'」』' \
            and closing.code != u']':
        return not encloses_sentence(view, p)
    if is_hiragana(at.code) or is_hangul(at.code):
        return True
    for _ in range(4):
        if is_speech(at.code):
            return True
        at = char_at(view, at.next)
    return False


cdef inline bint encloses_sentence(const View *view, Py_ssize_t end) noexcept nogil:
    """Whether the bracket that closes before `end` opened after a mark, or at the start of a line."""
    cdef Char at = char_before(view, end), before
    cdef int count = 0
    while at.kind != SHIPLAP_SENTENCE_OPEN:
        if count == CAP or at.kind == NOTHING:
            return False
        at = char_before(view, at.next)
        count += 1
    before = char_before(view, at.next)
    return before.kind == NOTHING or before.kind == SHIPLAP_SENTENCE_SPACE or is_mark_before(view, at.next)


# ---- what follows the mark after white space


cdef inline bint ends_spaced(const View *view, Py_ssize_t begin, Py_ssize_t stop, Py_ssize_t gap,
                      Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p), mark = char_before(view, stop), letter, before
    cdef bint dashed = is_dash(at.code), closed = stop < gap, lower, stops = True, ellipsis = False
    cdef bint uncased
    cdef Py_UCS4 last = mark.code
    cdef Py_ssize_t first, i = stop
    if at.kind == SHIPLAP_SENTENCE_CONTINUE and not dashed:
        return False  # S11
    first = first_letter(view, p)
    letter = char_at(view, first)
    lower = letter.kind == SHIPLAP_SENTENCE_LOWER and not is_brand(view, first)
    while i > begin:
        mark = char_before(view, i)
        stops = stops and mark.kind == SHIPLAP_SENTENCE_STOP
        ellipsis = ellipsis or mark.code == u'…'
        i = mark.next
    before = char_before(view, begin)
    mark = char_before(view, stop)
    uncased = letter.kind == SHIPLAP_SENTENCE_LETTER and not is_east_asian(letter.code)
    if ellipsis or (stops and mark.next > begin):
        return not lower and not uncased and not (closed and before.code in u'([')  # S12
    if lower and (closed or dashed):
        return False  # S13
    if not stops:
        if uncased and closed and last in u'!?':
            return False  # S14
        return not (lower and last == u'!' and is_name(view, begin))  # S14
    return ends_stop(view, begin, first, lower)


cdef inline bint ends_stop(const View *view, Py_ssize_t begin, Py_ssize_t first, bint lower) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = word_begins(view, begin, &word, &traits)
    if start == begin or word.code_points > LONGEST_WORD:
        return not lower  # S15
    return ends_word(view, start, &word, &traits, first, lower)


cdef inline bint ends_word(const View *view, Py_ssize_t start, const Word *word, const Traits *traits, Py_ssize_t first,
                    bint lower) noexcept nogil:
    """The clauses S16 to S25, which depend on the word before the stop: the end of `ends_stop` in the reference."""
    cdef unsigned int kinds = kinds_of(view, start, word, traits)
    cdef bint starter
    if lower:
        return is_address(view, first) or (traits.is_plain and word.code_points >= 4 and kinds == 0)  # S16
    if is_armenian(traits.last):
        return False  # S17
    if kinds == 0 and word.code_points > 1 and not (traits.is_single_letter or traits.is_dotted or traits.is_digits or traits.is_roman):
        return True  # S25, since none of S18 to S24 can apply: what follows need not be looked at
    starter = is_starter(view, first)
    if traits.is_single_letter and traits.first_kind == SHIPLAP_SENTENCE_UPPER:
        return starter and not at_line_start(view, start)  # S18
    if kinds & (TITLES | NEVER_LAST) and not (starter and kinds & (ABBREVIATIONS | NEVER_LAST) == ABBREVIATIONS):
        return False  # S19
    if traits.is_single_letter:
        return starter and not at_line_start(view, start)  # S20
    if kinds & NUMBERED and is_number(view, first):
        return False  # S21
    if kinds & ABBREVIATIONS or traits.is_dotted:
        return starter  # S22
    if traits.is_digits and word.code_points <= 4 and is_labelled(view, first):
        return False  # S23
    if (traits.is_digits and word.code_points <= 3) or traits.is_roman:
        return not is_ordinal(view, start, first, starter)  # S24
    return not (word.code_points == 1 and is_hangul(traits.last) and at_line_start(view, start))  # S25


cdef inline Py_ssize_t first_letter(const View *view, Py_ssize_t p) noexcept nogil:
    cdef Char at = char_at(view, p)
    cdef Py_ssize_t i = p
    cdef int count = 0
    if is_dash(at.code):
        i = at.next
        at = char_at(view, i)
        count = 1
        if at.kind == SHIPLAP_SENTENCE_SPACE:
            i = at.next
            at = char_at(view, i)
            count = 2
    while count < OPENERS and is_opening(&at):
        i = at.next
        at = char_at(view, i)
        count += 1
    return p if at.kind == NOTHING or at.kind == SHIPLAP_SENTENCE_SPACE else i


cdef inline bint is_opening(const Char *char) noexcept nogil:
    return (char.kind == SHIPLAP_SENTENCE_OPEN or char.kind == SHIPLAP_SENTENCE_QUOTE or is_emphasis(char.code)
            or char.code in u'¿¡')


cdef inline bint is_starter(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Word word
    cdef Char after = char_at(view, word_ends(view, i, &word))
    if is_apostrophe(after.code):
        add_code_point(&word, u'\'')
        if kinds_of_word(view.lexicon, word.letters, word.size) & STARTERS:
            return True
        word.size -= 1
        word.code_points -= 1
    if word.code_points == 1 and after.kind != SHIPLAP_SENTENCE_SPACE:
        return False
    return kinds_of_word(view.lexicon, word.letters, word.size) & STARTERS != 0


cdef inline bint is_brand(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i), before
    cdef int count = 0
    while count <= LONGEST_WORD and (is_letter(at.kind) or at.kind == SHIPLAP_SENTENCE_DIGIT
                                     or at.kind == SHIPLAP_SENTENCE_EXTEND):
        if at.kind == SHIPLAP_SENTENCE_UPPER:
            return True
        at = char_at(view, at.next)
        count += 1
    before = char_before(view, i)
    if not is_apostrophe(before.code) or count != 1 or at.kind != SHIPLAP_SENTENCE_SPACE:
        return False
    at = char_at(view, at.next)
    return at.kind == SHIPLAP_SENTENCE_UPPER


cdef inline bint is_address(const View *view, Py_ssize_t i) noexcept nogil:
    cdef unsigned char[4] letters
    cdef Char at
    cdef int k
    for k in range(4):
        at = char_at(view, i)
        letters[k] = at.code if is_ascii(at.code) else 0
        i = at.next
    return ((letters[0] == c'h' and letters[1] == c't' and letters[2] == c't' and letters[3] == c'p')
            or (letters[0] == letters[1] == letters[2] == c'w' and letters[3] == c'.'))


cdef inline bint is_name(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Char at = char_before(view, end), after
    cdef int count = 0, first = NOTHING, second = NOTHING
    while at.kind != NOTHING and count <= LONGEST_WORD and not parts_words(&at):
        second, first = first, at.kind
        at = char_before(view, at.next)
        count += 1
    return first == SHIPLAP_SENTENCE_UPPER and second == SHIPLAP_SENTENCE_LOWER
