# The fast path of the standard sentence rule for ASCII: the verdict where all that the rule looks at is ASCII.
#
#     the clauses of `standard` (reference/boundaries/standard.py) in their order, over units instead of code points
#     wherever a unit is beyond ASCII, or a run is longer than it nearly ever is: ask the next fast path (-1)
#
# 1. It reads units, not code points: the same thing in ASCII, in every form of text.
# 2. Runs are cut short (32 units of white space, 8 marks or closing marks, 4 openers): a longer one is -1, no answer.
# 3. The units of the word before a stop have bits in one table (csrc/tools/gen_patterns.py), which tell together what the
#    word is like; the clauses on it (S16 to S25) are the rule's own function, `ends_word`.
# 4. It may not be given a place within NEAR units of an end of the text.
from libc.string cimport memcpy

from shiplap._core.boundaries.characters cimport (
    OPENERS,
    Traits,
    is_bullet,
    is_emphasis,
    is_letter,
    shiplap_kinds,
)
from shiplap._core.boundaries.fast_patterns cimport (
    APOSTROPHE,
    NEAR,
    NOT_DIGIT,
    NOT_ROMAN,
    NOT_SMALL,
    OTHER,
    PARTS,
    SHIPLAP_NEVER,
    STOP,
    may_be_space,
    shiplap_patterns,
    shiplap_word_units,
    unit_of,
)
from shiplap._core.boundaries.following cimport ends_word, is_address
from shiplap._core.boundaries.lexicon cimport LONGEST_WORD, Word
from shiplap._core.text.sizes cimport View, is_ascii


cdef inline bint is_small(Py_UCS4 unit) noexcept nogil:
    """A small letter."""
    return u'a' <= unit <= u'z'


cdef inline bint is_capital(Py_UCS4 unit) noexcept nogil:
    """A capital letter."""
    return u'A' <= unit <= u'Z'


cdef inline bint is_numeric(Py_UCS4 unit) noexcept nogil:
    """A digit."""
    return u'0' <= unit <= u'9'


cdef inline bint is_alphanumeric(Py_UCS4 unit) noexcept nogil:
    """A letter or a digit."""
    return is_small(unit) or is_capital(unit) or is_numeric(unit)


cdef inline bint is_blank(Py_UCS4 unit) noexcept nogil:
    """White space."""
    return unit == u' ' or u'\t' <= unit <= u'\r'


cdef inline bint is_any_mark(Py_UCS4 unit) noexcept nogil:
    """A mark that ends sentences."""
    return unit in u'.!?'


cdef inline int decide_ascii(const View *view, Py_ssize_t p, int width) noexcept nogil:
    """`standard`, or -1."""
    cdef Py_ssize_t gap = p, stop, begin
    cdef Py_UCS4 at = unit_of(view, width, p), unit = unit_of(view, width, p - 1)
    cdef int lines = 0, verdict
    while unit in u' \n\t':
        lines += unit == u'\n'
        gap -= 1
        unit = unit_of(view, width, gap - 1)
        if p - gap > NEAR - 32:
            return -1
    if (unit <= u' ' or unit == u'\x7f' or gap == p or at <= u' '
            or (not is_ascii(unit) and may_be_space(view, width, gap - 1))):
        return -1
    if lines >= 2:
        return 1
    if not is_ascii(unit) or at > u'~':
        return -1
    if lines:
        verdict = is_ascii_marker(view, p, width)
        if verdict:
            return verdict
    if shiplap_patterns[2][unit] & shiplap_patterns[3][<int> c' '] & SHIPLAP_NEVER:
        return 0
    verdict = belongs_before_ascii(view, p, width)
    if verdict:
        return 0 if verdict > 0 else -1
    stop = closing_begins_ascii(view, gap, width)
    if stop < 0:
        return -1
    begin = stop
    while is_any_mark(unit_of(view, width, begin - 1)):
        begin -= 1
        if stop - begin > 8:
            return -1
    unit = unit_of(view, width, begin - 1)
    if not is_ascii(unit) or (unit == u';' and not is_ascii(unit_of(view, width, begin - 2))):
        return -1
    if begin == stop:
        return 0
    return ends_spaced_ascii(view, begin, stop, gap, p, width)


cdef inline int is_ascii_marker(const View *view, Py_ssize_t p, int width) noexcept nogil:
    """`is_marker`, or -1."""
    cdef Py_UCS4 bullet = unit_of(view, width, p), unit
    cdef Py_ssize_t i = p, label
    if is_bullet(bullet):
        while unit_of(view, width, i) == bullet and i - p < OPENERS:
            i += 1
        unit = unit_of(view, width, i)
        return is_blank(unit) if is_ascii(unit) else -1
    if bullet == u'(':
        i += 1
    label = i
    while is_numeric(unit_of(view, width, i)) and i - label < 3:
        i += 1
    if i == label:
        if is_small(unit_of(view, width, i)) or is_capital(unit_of(view, width, i)):
            i += 1
        else:
            return 0 if is_ascii(unit_of(view, width, i)) else -1
    unit = unit_of(view, width, i)
    if unit not in u'.)':
        return -1 if not is_ascii(unit) and i - label < 3 else 0
    unit = unit_of(view, width, i + 1)
    return is_blank(unit) if is_ascii(unit) else -1


cdef inline int belongs_before_ascii(const View *view, Py_ssize_t p, int width) noexcept nogil:
    """`belongs_before`, or -1."""
    cdef Py_UCS4 at = unit_of(view, width, p), after = unit_of(view, width, p + 1)
    cdef Py_ssize_t i = p + 1
    if is_alphanumeric(at):
        return 0
    if at in u')]}':
        return 1
    if not is_ascii(after):
        return -1
    if is_any_mark(at):
        return not is_alphanumeric(after)
    if at in u'"\'':
        return is_blank(after)
    if at == u'[':
        while (is_small(after) or is_numeric(after)) and i - p <= 4:
            i += 1
            after = unit_of(view, width, i)
        if not is_ascii(after):
            return -1
        return i > p + 1 and after == u']'
    return 0


cdef inline Py_ssize_t closing_begins_ascii(const View *view, Py_ssize_t gap, int width) noexcept nogil:
    """`closing_begins`, or -1."""
    cdef Py_ssize_t i = gap, k
    cdef Py_UCS4 unit = unit_of(view, width, i - 1), before
    while unit in u'"\')]}' or is_emphasis(unit):
        i -= 1
        if unit == u']':
            k = i
            before = unit_of(view, width, k - 1)
            while (is_small(before) or is_numeric(before)) and i - k < 4:
                k -= 1
                before = unit_of(view, width, k - 1)
            if not is_ascii(before):
                return -1
            if k < i and before == u'[':
                i = k - 1
        unit = unit_of(view, width, i - 1)
        if gap - i > 8:
            return -1
    if not is_ascii(unit):
        return -1
    if i < gap and unit <= u' ':
        before = unit_of(view, width, i - 2)  # a closing mark may be parted from the mark
        if is_any_mark(before) or before == u';' or not is_ascii(before):
            return -1
    return i


cdef inline int is_brand_ascii(const View *view, Py_ssize_t i, int width) noexcept nogil:
    """`is_brand`, or -1."""
    cdef Py_ssize_t end = i
    cdef Py_UCS4 unit = unit_of(view, width, i)
    while is_small(unit) or is_numeric(unit):
        end += 1
        unit = unit_of(view, width, end)
        if end - i > LONGEST_WORD:
            return -1
    if not is_ascii(unit):
        return -1
    if is_capital(unit):
        return 1
    if end != i + 1 or unit_of(view, width, i - 1) != u'\'':
        return -1 if not is_ascii(unit_of(view, width, i - 1)) and end == i + 1 else 0
    return -1


cdef inline int ends_spaced_ascii(const View *view, Py_ssize_t begin, Py_ssize_t stop, Py_ssize_t gap, Py_ssize_t p,
                                  int width) noexcept nogil:
    """`ends_spaced`, or -1."""
    cdef Py_UCS4 at = unit_of(view, width, p), unit
    cdef Py_ssize_t first = p, i
    cdef bint closed = stop < gap, stops = True, lower
    cdef int brand
    if at == u'-':
        return -1
    if at in u',:':
        return 0
    unit = at
    while unit in u'"\'([{' or is_emphasis(unit):
        first += 1
        unit = unit_of(view, width, first)
        if first - p > 4:
            return -1
    if not is_ascii(unit):
        return -1
    if is_blank(unit):
        first, unit = p, at
    lower = is_small(unit)
    if lower:
        brand = is_brand_ascii(view, first, width)
        if brand < 0:
            return -1
        lower = not brand
    for i in range(begin, stop):
        stops = stops and unit_of(view, width, i) == u'.'
    if stops and stop - begin > 1:
        unit = unit_of(view, width, begin - 1)
        return not lower and not (closed and unit in u'([')
    if lower and closed:
        return 0
    if not stops:
        return -1 if lower and unit_of(view, width, stop - 1) == u'!' else 1
    return ends_stop_ascii(view, begin, first, lower, width)


cdef inline int ends_stop_ascii(const View *view, Py_ssize_t begin, Py_ssize_t first, bint lower,
                                int width) noexcept nogil:
    """`ends_stop`, or -1."""
    cdef Word word
    cdef Traits traits
    cdef Py_ssize_t start = begin
    cdef unsigned int bits = word_unit(view, width, begin - 1), some = 0
    while not bits & (PARTS | OTHER):
        some |= bits
        start -= 1
        bits = word_unit(view, width, start - 1)
        if begin - start > LONGEST_WORD:
            return not lower
    if start == begin:
        return -1 if bits & OTHER else not lower
    if bits & OTHER:
        return -1
    word.size = word.code_points = begin - start
    copy_units(view, width, start, &word)
    traits.is_plain, traits.is_digits, traits.is_roman = not some & NOT_SMALL, not some & NOT_DIGIT, not some & NOT_ROMAN
    traits.has_apostrophe = some & APOSTROPHE
    traits.is_dotted = some & STOP and is_dotted(&word)
    traits.first_kind = shiplap_kinds[word.letters[0]]
    traits.is_single_letter = word.size == 1 and is_letter(traits.first_kind)
    traits.last = word.letters[word.size - 1]
    if lower and not (traits.is_plain and word.size >= 4):
        return is_address(view, first)
    return ends_word(view, start, &word, &traits, first, lower)


cdef inline unsigned int word_unit(const View *view, int width, Py_ssize_t at) noexcept nogil:
    """What the unit at an offset says of a word."""
    cdef Py_UCS4 unit = unit_of(view, width, at)
    return shiplap_word_units[<int> unit] if width == 1 or unit < 256 else OTHER


cdef inline void copy_units(const View *view, int width, Py_ssize_t start, Word *word) noexcept nogil:
    """The letters of a word in ASCII. Of one byte each LONGEST_WORD are copied, which takes no loop."""
    cdef Py_ssize_t k
    if width == 1:
        memcpy(word.letters, view.data + start, LONGEST_WORD)
    else:
        for k in range(word.size):
            word.letters[k] = unit_of(view, width, start + k)


cdef inline bint is_dotted(const Word *word) noexcept nogil:
    """Whether a word in ASCII is single letters with stops between them."""
    cdef Py_ssize_t k
    cdef int count = 0
    cdef Py_UCS4 unit
    for k in range(word.size):
        unit = word.letters[k]
        if unit == u'.':
            if count != 1:
                return False
            count = 0
        elif unit != u'-':
            count += 1
            if not (is_small(unit) or is_capital(unit)):
                return False
    return count == 1
