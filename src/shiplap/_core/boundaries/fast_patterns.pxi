# Part of standard.pyx: what nearly all candidates look like. It must say what the rule says, or nothing.

cdef enum:
    NEAR = 64           # units on both sides of p that may be read without a look at the ends of the text


cdef inline Py_UCS4 unit_of(const View *view, int width, Py_ssize_t at) noexcept nogil:
    if width == 1:
        return view.data[at]
    return (<const unsigned short *> view.data)[at] if width == 2 else (<const Py_UCS4 *> view.data)[at]


cdef inline bint may_be_space(const View *view, int width, Py_ssize_t at) noexcept nogil:
    """Whether a space may end with the unit at `at`."""
    cdef Py_UCS4 unit = unit_of(view, width, at), second, lead
    if is_ascii(unit):
        return unit <= u' '
    if view.width != 0:
        return unit <= u'\xa0' or u'\u1680' <= unit <= u'\u3000'
    second, lead = view.data[at - 1], view.data[at - 2]
    return second == 0xC2 or lead == 0xE1 or lead == 0xE2 or (lead == 0xE3 and second == 0x80 and unit == 0x80)


# The commonest cases, as patterns of what stands at p - 4 to p + 1. Each is a bit, and has it in the table of each of
# these six places for the units that may stand there: the patterns that fit are the bits that the six have in common.
# So nothing is asked that the processor would have to guess. `*` is anything, other letters are sets, here below.
ENDING = ["* i ! _ B *", "i ! c _ B *", "* i ! _ o C", "i ! c _ o C", "* i ! / C t", "i ! c / C t",
          "* p . _ B *", "* p . _ o C", "* p . / C t",  # a stop without a word
          "* V / / * *"]
# The same where the word before the stop ends like none that is known; in every other one something closes after it.
ENDING_WORD = ["* * . _ B *", "* . c _ B *", "* * . _ o C", "* . c _ o C", "* * . / C t", "* . c / C t"]
NOT_ENDING = ["* * n _ * *", "* n ; _ * *", "n ; ; _ * *", "* * n / l t", "* n ; / l t",  # no mark
              "* * v _ g *", "* * v _ d s",  # what belongs before
              "p l . _ 9 *"]  # p. 12

cdef enum:
    ENDS = 0x3FF
    ENDS_WORD = 0xFC00
    AFTER_CLOSED = 0xA800
    ENDS_NOT = 0xFF0000

_letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_digits = b"0123456789"
_ascii = bytes(range(0x80))
_beyond = bytes(range(0x80, 0x100))
# in UTF-8 all bytes but those with which white space ends; units of other forms come as 0x8B or, perhaps spaces, 0x80
_visible_beyond = bytes(code for code in range(0x8B, 0x100) if code not in (0x9F, 0xA0, 0xA8, 0xA9, 0xAF))
_sets = {
    "*": _ascii + _beyond, "i": _letters + _digits, "l": _letters, "C": _letters[:26], "9": _digits,
    "B": _letters[:26] + _digits, "!": b"!?", ".": b".", "c": b"\"')", ";": b"\"');", "_": b" ", "/": b"\n",
    "o": b"\"([", "g": b",:)]}", "d": b".!?", "s": _ascii[:33], "p": b" \t\n\v\f\r()[]{}\"/*_`", "v": _ascii[33:127],
    "V": _ascii[33:127] + _visible_beyond, "n": _letters + _digits + b",:-/+=<>@#$%&~^|\\([{",  # no mark, nor closing
    "t": _ascii.replace(b".", b"").replace(b")", b"") + _beyond,
}

cdef unsigned int[6][256] patterns


cdef void allow(int place, int bit, bytes units):
    cdef unsigned char unit
    for unit in units:
        patterns[place][unit] |= <unsigned int> 1 << bit


for _bit, _pattern in enumerate(ENDING + ENDING_WORD + NOT_ENDING):
    for _place, _set in enumerate(_pattern.split()):
        allow(_place, _bit, _sets[_set])


cdef inline unsigned int patterns_of(const View *view, int width, Py_ssize_t p, int place) noexcept nogil:
    cdef uint32_t unit = <uint32_t> unit_of(view, width, p - 4 + place), spaces
    if width > 1 and place == 1:
        spaces = (unit - 0x80 <= 0x20) | (unit - 0x1680 <= 0x3000 - 0x1680)
        unit = (0x8B - 0xB * spaces) if unit >= 0x80 else unit
    elif width > 1:
        unit = unit if unit < 0x80 else 0x80
    return patterns[place][unit]


cdef inline int glance_by(const View *view, Py_ssize_t p, int width, unsigned int wanted) noexcept nogil:
    """The verdict by the `wanted` patterns, or -1."""
    cdef unsigned int fits = (patterns_of(view, width, p, 0) & patterns_of(view, width, p, 1)
                              & patterns_of(view, width, p, 2) & patterns_of(view, width, p, 3)
                              & patterns_of(view, width, p, 4) & patterns_of(view, width, p, 5) & wanted)
    cdef uint64_t units = shiplap_last_units(view.data, width, p - 2 - ((fits & AFTER_CLOSED) != 0))
    cdef uint64_t run = shiplap_small_run(units)
    # a word of two letters and more, not `...str`, that is not known
    cdef uint64_t word = (shiplap_some(shiplap_unknown_tail(units & run)) & shiplap_some(units >> 40 ^ 0x727473)
                          & ~shiplap_some(~run >> 48))
    cdef unsigned int ends = fits & (ENDS | (ENDS_WORD & <unsigned int> (0 - word)))
    return (ends != 0) - (ends | (fits & ENDS_NOT) == 0)


cdef inline unsigned int wanted_of(const View *view) noexcept nogil:
    """The patterns to be used: where the caller knows words of his own, none that leaves words to a filter."""
    return ENDS | ENDS_NOT | (ENDS_WORD if view.known == NULL or view.known.count == 0 else 0)


cdef inline int quick_by(const View *view, Py_ssize_t p, int width, unsigned int wanted) noexcept nogil:
    cdef int verdict
    if p < NEAR or view.size - p < NEAR:
        return -1
    verdict = glance_by(view, p, width, wanted)
    return verdict if verdict >= 0 else look(view, p, width)


cdef inline int look(const View *view, Py_ssize_t p, int width) noexcept nogil:
    cdef int verdict = decide(view, p, width)
    return verdict if verdict >= 0 else decide_far(view, p)


cdef inline int quick(const View *view, Py_ssize_t p) noexcept nogil:
    if view.width <= 1:
        return quick_by(view, p, 1, wanted_of(view))
    return quick_by(view, p, 2, wanted_of(view)) if view.width == 2 else quick_by(view, p, 4, wanted_of(view))


cdef inline Py_ssize_t keep_by(const View *view, size_t *places, Py_ssize_t count, int width) noexcept nogil:
    cdef unsigned int wanted = wanted_of(view)
    cdef Py_ssize_t k, p, kept = 0
    cdef Py_UCS4 unit
    cdef int verdict
    cdef Run run
    for k in range(count):
        p = places[k]
        verdict = -1
        if p >= NEAR and view.size - p >= NEAR:
            verdict = glance_by(view, p, width, wanted)
            if verdict < 0:
                verdict = look(view, p, width)
        if verdict < 0:
            verdict = rule(view, p)
        unit = unit_of(view, width, p)
        if not is_ascii(unit) and not is_lone(view, unit) and verdict:
            run.begin = run.end = 0
            verdict = is_between_clusters(view, &run, p)
        places[kept] = p
        kept += verdict
    return kept


cdef Py_ssize_t keep_standard(const View *view, size_t *places, Py_ssize_t count) noexcept nogil:
    if view.width <= 1:
        return keep_by(view, places, count, 1)
    return keep_by(view, places, count, 2) if view.width == 2 else keep_by(view, places, count, 4)


cdef inline bint may_be_in_word(const Char *char) noexcept nogil:
    """Whether a code point neither is a mark, nor closes anything, nor ends a polite word."""
    return ((is_letter(char.kind) or char.kind == SHIPLAP_SENTENCE_DIGIT) and char.code not in u'요다')
