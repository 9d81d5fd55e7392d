# Where a separator stands in a str: matches from the left, and the cuts beside a position.
#
# LITERAL   no two matches can overlap (no part of the separator is both its beginning and its end), so every occurrence
#           is a match, and a search from any side finds it.
# RUN       one unit, repeated: the matches in a run of the unit follow each other from the begin of the run, or from
#           the last known cut in it.
# OTHERS    are searched from the left only: literals that can overlap themselves (aba), patterns that need no
#           backtracking, and foreign ones, which Python's re searches.
from shiplap._core.csrc cimport shiplap_find_first, shiplap_find_last

cdef extern from "Python.h" nogil:
    bint is_space "Py_UNICODE_ISSPACE"(Py_UCS4 unit)

cdef enum Kind:
    EMPTY, LITERAL, RUN, OVERLAPPING, PATTERN, FOREIGN

# A str: one unit a code point.
cdef struct Units:
    const void *data
    int width
    Py_ssize_t size

cdef enum AtomKind:
    UNIT, ANY, SPACE, END, NOT, STOP

# A part of a pattern: min to max units of a kind; at the end of the text; NOT followed by the next `max` atoms.
# STOP ends an alternative.
cdef struct Atom:
    AtomKind kind
    Py_UCS4 unit
    Py_ssize_t min
    Py_ssize_t max

cdef struct Finder:
    Kind kind
    Py_ssize_t length       # of the literal, or of the literal that every match of the pattern begins with
    const void *units[5]    # the literal by width; NULL if the form of the text cannot hold it
    bint is_joint           # a dropped match is put back as it was
    Atom *atoms             # the alternatives of a pattern
    int alternatives

# A match, half open; begin < 0: none.
cdef struct Match:
    Py_ssize_t begin
    Py_ssize_t end

# A part of a run of equal units, so that no part of a run is read twice.
cdef struct Run:
    Py_ssize_t begin
    Py_ssize_t end


cdef inline Py_UCS4 unit(const Units *text, Py_ssize_t i) noexcept nogil:
    """The code point at a place."""
    if text.width == 1:
        return (<const unsigned char *> text.data)[i]
    if text.width == 2:
        return (<const unsigned short *> text.data)[i]
    return (<const unsigned int *> text.data)[i]


cdef inline Py_ssize_t first_end(const Finder *finder, const Units *text, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """The first position in [low, high) that is after the literal, or -1."""
    if low >= high or finder.units[text.width] == NULL:
        return -1
    return shiplap_find_first(text.data, text.size, text.width, finder.units[text.width], finder.length, low, high)


cdef inline Py_ssize_t last_end(const Finder *finder, const Units *text, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """The last position in [low, high) that is after the literal, or -1."""
    if low >= high or finder.units[text.width] == NULL:
        return -1
    return shiplap_find_last(text.data, text.size, text.width, finder.units[text.width], finder.length, low, high)


cdef inline Py_ssize_t run_begin(const Units *text, Run *run, Py_ssize_t at, Py_ssize_t known) noexcept nogil:
    """The begin of the run of equal units with the one at `at`, not before `known`. `run` is what was read of it."""
    cdef Py_UCS4 same = unit(text, at)
    cdef Py_ssize_t begin = at
    while begin > known and unit(text, begin - 1) == same:
        begin -= 1
        if run.begin < begin < run.end:
            begin = max(run.begin, known)
            break
    run.begin, run.end = begin, at + 1
    return begin


cdef inline bint is_run(const Units *text, Py_ssize_t begin, Py_ssize_t end, Py_UCS4 same) noexcept nogil:
    """Whether all units of a range are this one."""
    while begin < end and unit(text, begin) == same:
        begin += 1
    return begin == end


cdef inline Py_ssize_t next_literal(const Finder *finder, const Units *text, Run *run, Py_ssize_t known, Py_ssize_t low,
                                    Py_ssize_t end) noexcept nogil:
    """The begin of the first match from `low` on, or -1. No match crosses `known`, which is at most `low`."""
    cdef Py_ssize_t length = finder.length, at, begin
    while True:
        at = first_end(finder, text, low + length, end + 1)
        if at < 0:
            return -1
        at -= length
        if finder.kind != RUN:
            return at
        begin = run_begin(text, run, at, known)
        if (at - begin) % length == 0:
            return at
        at += length - (at - begin) % length
        if at + length <= end and is_run(text, at, at + length, unit(text, begin)):
            return at
        low = at  # the run is over


cdef inline Py_ssize_t last_literal(const Finder *finder, const Units *text, Run *run, Py_ssize_t known, Py_ssize_t high,
                                    Py_ssize_t end) noexcept nogil:
    """The begin of the last match that begins in [known, high], or -1. No match crosses `known`."""
    cdef Py_ssize_t length = finder.length
    cdef Py_ssize_t at = last_end(finder, text, known + length, min(high + length, end) + 1)
    if at < 0:
        return -1
    at -= length
    if finder.kind == RUN:
        at -= (at - run_begin(text, run, at, known)) % length
    return at


cdef inline bint is_of(const Atom *atom, Py_UCS4 given) noexcept nogil:
    """Whether a unit is one that an atom repeats."""
    if atom.kind == UNIT:
        return given == atom.unit
    if atom.kind == ANY:
        return given != c'\n'
    return is_space(given)


cdef inline Py_ssize_t match_at(const Atom *atoms, const Units *text, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """The end of a match that begins at `at`, or -1. No repetition needs to give back what it took (`is_certain`)."""
    cdef Py_ssize_t count, ahead
    while atoms.kind != STOP:
        if atoms.kind == END:
            if at != end and (at != end - 1 or unit(text, at) != c'\n'):
                return -1
        elif atoms.kind == NOT:
            ahead = 0
            while ahead < atoms.max and at + ahead < end and is_of(&atoms[1 + ahead], unit(text, at + ahead)):
                ahead += 1
            if ahead == atoms.max:
                return -1
            atoms += atoms.max
        else:
            count = 0
            while count < atoms.max and at < end and is_of(atoms, unit(text, at)):
                at += 1
                count += 1
            if count < atoms.min:
                return -1
        atoms += 1
    return at


cdef inline Match next_pattern(const Finder *finder, const Units *text, Py_ssize_t low, Py_ssize_t end,
                               bint may_be_empty) noexcept nogil:
    """The first match of a pattern from `low` on. One at `low` itself is not empty unless `may_be_empty`."""
    cdef Match match
    cdef const Atom *atoms
    cdef Py_ssize_t at = low
    cdef int k
    while at <= end:
        if finder.length:
            at = first_end(finder, text, at + finder.length, end + 1) - finder.length
            if at < low:
                break
        atoms = finder.atoms
        for k in range(finder.alternatives):
            match.begin, match.end = at, match_at(atoms, text, at, end)
            if match.end > at or (match.end == at and (at > low or may_be_empty)):
                return match
            while atoms.kind != STOP:
                atoms += 1
            atoms += 1
        at += 1
    match.begin = match.end = -1
    return match


cdef inline Match next_match(const Finder *finder, const Units *text, Run *run, Py_ssize_t low, Py_ssize_t end,
                             bint may_be_empty) noexcept nogil:
    """The first match from `low` on, where the one before ended."""
    cdef Match match
    if finder.kind == PATTERN:
        return next_pattern(finder, text, low, end, may_be_empty)
    match.begin = next_literal(finder, text, run, low, low, end)
    match.end = match.begin + finder.length
    return match
