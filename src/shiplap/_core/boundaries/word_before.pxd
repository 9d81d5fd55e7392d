# The standard sentence rule: the words before a full stop and after it.
from libc.string cimport memcpy

from shiplap._core.boundaries.characters cimport (
    NOTHING,
    Char,
    Traits,
    char_at,
    char_before,
    is_apostrophe,
    is_emphasis,
    is_letter,
)
from shiplap._core.boundaries.lexicon cimport (
    DETERMINERS,
    LONGEST_WORD,
    NUMBERED,
    ORDINALS,
    Word,
    add_code_point,
    kinds_of_word,
)
from shiplap._core.boundaries.marks cimport at_line_start, gap_before, is_east_asian, is_hangul, is_mark_before
from shiplap._core.csrc cimport (
    SHIPLAP_SENTENCE_CLOSE,
    SHIPLAP_SENTENCE_DIGIT,
    SHIPLAP_SENTENCE_EXTEND,
    SHIPLAP_SENTENCE_LOWER,
    SHIPLAP_SENTENCE_OPEN,
    SHIPLAP_SENTENCE_QUOTE,
    SHIPLAP_SENTENCE_SPACE,
    SHIPLAP_SENTENCE_UPPER,
)
from shiplap._core.text.sizes cimport View, is_continuation


cdef inline Py_ssize_t word_ends(const View *view, Py_ssize_t i, Word *word) noexcept nogil:
    cdef Char at = char_at(view, i)
    word.size = word.code_points = 0
    while word.code_points <= LONGEST_WORD and (is_letter(at.kind) or at.kind == SHIPLAP_SENTENCE_DIGIT
                                                or at.kind == SHIPLAP_SENTENCE_EXTEND):
        add_code_point(word, at.code)
        i = at.next
        at = char_at(view, i)
    return i


cdef inline Py_ssize_t word_begins(const View *view, Py_ssize_t end, Word *word, Traits *traits) noexcept nogil:
    """The beginning of the word that ends at `end`, and the word itself; of one longer than LONGEST_WORD, the
    number of its code points only."""
    cdef Char[LONGEST_WORD + 1] read
    cdef Char at = char_before(view, end)
    cdef Py_ssize_t i = end
    cdef int count = 0, letters = 0, stops = 0
    word.size = word.code_points = 0
    while at.kind != NOTHING and count <= LONGEST_WORD and not parts_words(&at):
        read[count] = at
        i = at.next
        at = char_before(view, i)
        count += 1
    if count > LONGEST_WORD:
        word.code_points = count
        return i
    traits.is_plain = traits.is_digits = traits.is_roman = traits.is_dotted = traits.is_single_letter = True
    traits.has_apostrophe, traits.first_kind, traits.last = False, NOTHING, 0
    while count > 0:
        count -= 1
        at = read[count]
        add_code_point(word, at.code)
        traits.last = at.code
        if word.code_points == 1:
            traits.first_kind = at.kind
            traits.is_single_letter = is_letter(at.kind) and not is_east_asian(at.code)
        elif at.kind != SHIPLAP_SENTENCE_EXTEND:
            traits.is_single_letter = False
        traits.is_plain = traits.is_plain and at.kind == SHIPLAP_SENTENCE_LOWER
        traits.is_digits = traits.is_digits and at.kind == SHIPLAP_SENTENCE_DIGIT
        traits.is_roman = traits.is_roman and is_roman_digit(at.code)
        traits.has_apostrophe = traits.has_apostrophe or is_apostrophe(at.code)
        if at.code == u'.':
            traits.is_dotted = traits.is_dotted and letters == 1
            letters, stops = 0, stops + 1
        elif at.code != u'-':
            letters += 1
            traits.is_dotted = traits.is_dotted and is_letter(at.kind)
    traits.is_dotted = traits.is_dotted and stops > 0 and letters == 1
    return i


cdef inline bint is_roman_digit(Py_UCS4 code) noexcept nogil:
    """Whether a code point is a Roman digit, in capitals."""
    return code in u'IVXLCDM'


cdef inline bint parts_words(const Char *char) noexcept nogil:
    if is_apostrophe(char.code):
        return False
    if is_east_asian(char.code) and not is_hangul(char.code):
        return True
    return (char.kind == SHIPLAP_SENTENCE_SPACE or char.kind == SHIPLAP_SENTENCE_OPEN
            or char.kind == SHIPLAP_SENTENCE_CLOSE or char.kind == SHIPLAP_SENTENCE_QUOTE or char.code == u'/'
            or char.code in u'–—…' or is_emphasis(char.code))


cdef inline unsigned int kinds_of(const View *view, Py_ssize_t start, const Word *word,
                                  const Traits *traits) noexcept nogil:
    cdef unsigned int kinds = kinds_of_word(view.lexicon, word.letters, word.size)
    cdef Word longer, last
    cdef Char space, dot, letter, before
    cdef int _
    kinds |= kinds_of_part(view, word, traits)
    last.size = 0
    for _ in range(2):
        space = char_before(view, start)
        if space.kind != SHIPLAP_SENTENCE_SPACE:
            break
        dot = char_before(view, space.next)
        if dot.code != u'.':
            break
        letter = char_before(view, dot.next)
        before = char_before(view, letter.next)
        if not is_letter(letter.kind) or (before.kind != NOTHING and not parts_words(&before)):
            break
        if last.size == 0:
            memcpy(&last, word, sizeof(Word))
        start = letter.next
        longer.size = longer.code_points = 0
        add_code_point(&longer, letter.code)
        add_code_point(&longer, u'.')
        memcpy(longer.letters + longer.size, last.letters, last.size)
        longer.size += last.size
        kinds |= kinds_of_word(view.lexicon, longer.letters, longer.size)
        memcpy(&last, &longer, sizeof(Word))
    return kinds


cdef inline unsigned int kinds_of_part(const View *view, const Word *word, const Traits *traits) noexcept nogil:
    """The kinds of what follows an apostrophe in the word, of two code points and more, and of `str` at its end."""
    cdef unsigned int kinds = 0
    cdef const unsigned char *letters = word.letters
    cdef Py_ssize_t i, count = 0, after
    if word.size >= 3 and letters[word.size - 3] == c's' and letters[word.size - 2] == c't' \
            and letters[word.size - 1] == c'r':
        kinds = kinds_of_word(view.lexicon, letters + word.size - 3, 3)
    for i in range(word.size if traits.has_apostrophe else 0):
        count += not is_continuation(letters[i])
        after = 0
        if letters[i] == c'\'':
            after = i + 1
        elif i >= 2 and letters[i] == 0x99 and letters[i - 1] == 0x80 and letters[i - 2] == 0xE2:
            after = i + 1
        if after and 2 <= count <= word.code_points - 2:
            kinds |= kinds_of_word(view.lexicon, letters + after, word.size - after)
    return kinds


cdef inline bint is_numbered(const View *view, Py_ssize_t end) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = word_begins(view, end, &word, &traits)
    return 0 < word.code_points <= LONGEST_WORD and kinds_of(view, start, &word, &traits) & NUMBERED != 0


cdef inline bint is_labelled(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Char at = char_at(view, i)
    cdef int count = 0
    while at.kind == SHIPLAP_SENTENCE_DIGIT and count < 3:
        at = char_at(view, at.next)
        count += 1
    return 1 <= count <= 2 and at.code == u'.'


cdef inline bint is_number(const View *view, Py_ssize_t i) noexcept nogil:
    cdef Word word
    cdef Char at = char_at(view, i)
    cdef Py_ssize_t k
    if word_ends(view, i, &word) == i:
        return False
    if at.kind == SHIPLAP_SENTENCE_DIGIT or (at.kind == SHIPLAP_SENTENCE_UPPER and word.code_points == 1):
        return True
    for k in range(word.size):
        if not is_roman_digit(word.letters[k]):
            return False
    return True


cdef inline bint is_ordinal(const View *view, Py_ssize_t start, Py_ssize_t first, bint starter) noexcept nogil:
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t gap
    cdef Char before
    if at_line_start(view, start):
        return True
    word_ends(view, first, &word)
    if kinds_of_word(view.lexicon, word.letters, word.size) & ORDINALS:
        return True
    gap = gap_before(view, start)
    if gap == start:
        return False
    before = char_before(view, gap)
    if before.code == u'.' and is_numbered(view, before.next):
        return False
    if is_mark_before(view, gap) or before.code == u':':
        return True
    if starter:
        return False
    word_begins(view, gap, &word, &traits)
    return (word.code_points <= LONGEST_WORD
            and kinds_of_word(view.lexicon, word.letters, word.size) & DETERMINERS != 0)
