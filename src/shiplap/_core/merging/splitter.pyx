# cython: language_level=3, boundscheck=False, wraparound=False
"""The splitting of a text by separators, and the merging of the pieces, as LangChain's splitters do it.

The rules M1 to M9 are those of the reference. There are two loops:

`merge`     the loop of the reference, over an array of pieces. It takes any separator and any length.
`windows`   where pieces lie side by side and are measured in code points, the length of a run of pieces is the distance
            of its ends. So a chunk needs three searches and not a visit to each of its pieces:
            1. its end is the last cut within `chunk_size` of its begin;
            2. the next piece ends at the next cut;
            3. the next chunk begins at the first cut that leaves it `chunk_overlap` at most, and room for that piece.
            It is given separators that can be searched from both sides (`Finder`), and the empty one.

A range that is being split is a frame: of `windows`, or with its pieces of `merge`. A long piece puts its own frame on
top (`split_range`), where Python may be called for a pattern or a length. The loops (`run`) need no GIL. They write rows: a
slice of the text, or a number of segments that the separator joins. After the rows of some 256 KB they return, so that
their chunks are made while that part of the text is in a cache, and Ctrl-C is heeded.
"""

import re
import sys

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING
from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from cpython.number cimport PyIndex_Check
from libc.stdint cimport int64_t
from libc.string cimport memset

from shiplap._core.csrc cimport shiplap_find_first, shiplap_find_last, shiplap_prefetch

from shiplap._core.merging.patterns import alternatives, literal_atoms, literal_prefix, overlaps_itself
from shiplap.threads import heed_interrupts

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    object PyUnicode_Substring(object text, Py_ssize_t start, Py_ssize_t end)

cdef extern from "Python.h" nogil:
    bint is_space "Py_UNICODE_ISSPACE"(Py_UCS4 unit)

# The forms of a str: width, encoding, and what the code points are below.
cdef tuple FORMS = (
    (1, "latin-1", 0x100), (2, f"utf-16-{sys.byteorder[0]}e", 0x10000), (4, f"utf-32-{sys.byteorder[0]}e", 0x110000),
)
cdef dict KINDS = {"unit": UNIT, "any": ANY, "space": SPACE, "end": END, "not": NOT}

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

cdef enum Keep:
    DROP, KEEP_START, KEEP_END

cdef enum:
    # The GIL is kept for texts of fewer units: releasing it takes as long as they do.
    MIN_UNITS_WITHOUT_GIL = 16384
    # Rows of so many bytes of text are written before the chunks are made: half of a small second-level cache.
    BYTES_OF_ROWS = 1 << 18
    # So many bytes behind the next search are fetched, since its place is too far from the last for the processor.
    BYTES_AHEAD = 1 << 14
    # Pieces up to so many units, words above all, are measured once for all equal ones of a text.
    MAX_UNITS_OF_WORDS = 32
    LINE = 64

# Lengths above are refused: sums of them must fit into 64 bits.
cdef int64_t MAX_LENGTH = 1 << 40

cdef struct Piece:
    Py_ssize_t start
    Py_ssize_t end
    Py_ssize_t gap              # where the dropped separator before it begins, else its start
    int64_t length

cdef struct Row:                # a chunk
    Py_ssize_t start
    Py_ssize_t end
    Py_ssize_t segments         # 0: a slice of the text; else so many pieces that a separator joins
    Py_ssize_t separator

cdef struct Array:              # of pieces, rows or others
    void *data
    Py_ssize_t count
    Py_ssize_t room

cdef struct Frame:              # a range that is being split
    int number                  # of its separator
    int rest                    # the first separator for long pieces
    Py_ssize_t begin            # of the open chunk: a place in the text, or a number of a piece
    Py_ssize_t end              # of the range
    Run run                     # `windows`
    Array pieces                # `merge`; without any in `windows`
    Py_ssize_t next             # the piece to be looked at
    Py_ssize_t broken           # the last piece before which another text stands than what joins it
    int64_t total               # the length of the open chunk
    int64_t between             # the length of what joins pieces

cdef enum Status:
    DONE, LONG_PIECE, FULL, NO_MEMORY

cdef struct Work:               # one text
    Units text
    Py_ssize_t reached          # by the rows
    Py_ssize_t made             # by the rows of which chunks were made
    size_t fetched              # bytes of the text
    bint is_full                # there are rows enough
    Piece long_piece            # it needs a frame
    int long_rest
    Array frames
    Array rows
    Array segments              # pieces
    Array oversize              # lengths of chunks above the size (int64_t)


class UnsupportedLength(Exception):
    """A length function gave no int from 0 to 2^40."""


class UnsupportedSeparator(Exception):
    """A text needs a separator that is marked as unsupported (M9)."""


# ---- Where a separator stands in a str: matches from the left, and the cuts beside a position.
#
# LITERAL   no two matches can overlap (no part of the separator is both its beginning and its end), so every occurrence
#           is a match, and a search from any side finds it.
# RUN       one unit, repeated: the matches in a run of the unit follow each other from the begin of the run, or from
#           the last known cut in it.
# OTHERS    are searched from the left only: literals that can overlap themselves (aba), patterns that need no
#           backtracking, and foreign ones, which Python's re searches.


cdef inline Py_UCS4 unit(const Units *text, Py_ssize_t i) noexcept nogil:
    """Return the code point at a place."""
    if text.width == 1:
        return (<const unsigned char *> text.data)[i]
    if text.width == 2:
        return (<const unsigned short *> text.data)[i]
    return (<const unsigned int *> text.data)[i]


cdef inline Py_ssize_t first_end(const Finder *finder, const Units *text, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the first position in [low, high) that is after the literal, or -1."""
    if low >= high or finder.units[text.width] == NULL:
        return -1
    return shiplap_find_first(text.data, text.size, text.width, finder.units[text.width], finder.length, low, high)


cdef inline Py_ssize_t last_end(const Finder *finder, const Units *text, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the last position in [low, high) that is after the literal, or -1."""
    if low >= high or finder.units[text.width] == NULL:
        return -1
    return shiplap_find_last(text.data, text.size, text.width, finder.units[text.width], finder.length, low, high)


cdef inline Py_ssize_t run_begin(const Units *text, Run *run, Py_ssize_t at, Py_ssize_t known) noexcept nogil:
    """Return the begin of the run of equal units with the one at `at`, not before `known`. `run` is what was read of
    it."""
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
    """Return whether all units of a range are this one."""
    while begin < end and unit(text, begin) == same:
        begin += 1
    return begin == end


cdef inline Py_ssize_t next_literal(const Finder *finder, const Units *text, Run *run, Py_ssize_t known, Py_ssize_t low,
                                    Py_ssize_t end) noexcept nogil:
    """Return the begin of the first match from `low` on, or -1. No match crosses `known`, which is at most `low`."""
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
    """Return the begin of the last match that begins in [known, high], or -1. No match crosses `known`."""
    cdef Py_ssize_t length = finder.length
    cdef Py_ssize_t at = last_end(finder, text, known + length, min(high + length, end) + 1)
    if at < 0:
        return -1
    at -= length
    if finder.kind == RUN:
        at -= (at - run_begin(text, run, at, known)) % length
    return at


cdef inline bint is_of(const Atom *atom, Py_UCS4 given) noexcept nogil:
    """Return whether a unit is one that an atom repeats."""
    if atom.kind == UNIT:
        return given == atom.unit
    if atom.kind == ANY:
        return given != c'\n'
    return is_space(given)


cdef inline Py_ssize_t match_at(const Atom *atoms, const Units *text, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Return the end of a match that begins at `at`, or -1. No repetition needs to give back what it took
    (`is_certain`)."""
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
    """Return the first match of a pattern from `low` on. One at `low` itself is not empty unless `may_be_empty`."""
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
    """Return the first match from `low` on, where the one before ended."""
    cdef Match match
    if finder.kind == PATTERN:
        return next_pattern(finder, text, low, end, may_be_empty)
    match.begin = next_literal(finder, text, run, low, low, end)
    match.end = match.begin + finder.length
    return match


# ---- the splitter


cdef inline void *append(Array *array, size_t size) noexcept nogil:
    """Add an element, and return where it is; NULL if there is no memory."""
    cdef void *data
    if array.count == array.room:
        data = PyMem_RawRealloc(array.data, (2 * array.room + 16) * size)
        if data == NULL:
            return NULL
        array.data = data
        array.room = 2 * array.room + 16
    array.count += 1
    return <char *> array.data + (array.count - 1) * size


cdef inline Frame *top(Work *work) noexcept nogil:
    """Return the frame on top."""
    return <Frame *> work.frames.data + work.frames.count - 1


@cython.no_gc_clear
cdef class SeparatorSplitter:
    """Splits texts by separators into chunks of at most `chunk_size`; see the reference."""

    # the collector empties lists, not tuples: a finalizer may still use the splitter
    cdef readonly tuple separators
    cdef tuple patterns    # of re, for a separator that needs it, else None
    cdef tuple unsupported  # of each separator: whether the caller marks it (M9)
    cdef bint is_supported  # no separator is marked
    cdef int64_t chunk_size
    cdef int64_t chunk_overlap
    cdef bint recursive
    cdef bint strip
    cdef bint rejoin
    cdef object length
    cdef object on_oversize
    cdef object keep
    cdef Keep kept
    cdef bint is_regex
    cdef bint by_units              # lengths are code points
    cdef bint is_native             # no pattern and no length is Python's
    cdef int count
    cdef tuple forms                # keeps the units of the finders alive
    cdef Finder *finders
    cdef int64_t *joints            # the length of each separator that is put back

    def __cinit__(
        self, separators, *, bint is_regex, bint recursive, int64_t chunk_size, int64_t chunk_overlap,
        str keep, bint rejoin, bint strip, length=None, on_oversize=None, unsupported=None,
    ):
        self.separators, self.is_regex, self.recursive = tuple(separators), is_regex, recursive
        self.chunk_size, self.chunk_overlap, self.strip, self.rejoin = chunk_size, chunk_overlap, strip, rejoin
        self.keep, self.length, self.on_oversize = keep, length, on_oversize
        self.kept = DROP if keep is None else KEEP_END if keep == "end" else KEEP_START
        self.count = len(self.separators)
        self.by_units = self.is_native = length is None
        marked = dict(unsupported or {})
        self.unsupported = tuple(map(marked.__contains__, range(self.count)))
        self.is_supported = True not in self.unsupported
        cdef list patterns = list(map(marked.get, range(self.count))), forms = []
        self.finders = <Finder *> PyMem_RawRealloc(NULL, max(self.count, 1) * sizeof(Finder))
        if self.finders == NULL:
            raise MemoryError
        memset(self.finders, 0, self.count * sizeof(Finder))
        self.joints = <int64_t *> PyMem_RawRealloc(NULL, max(self.count, 1) * sizeof(int64_t))
        if self.joints == NULL:
            raise MemoryError
        for number, separator in enumerate(self.separators):
            self.prepare(number, separator, patterns, forms)
            if self.by_units:
                self.joint(number)
        self.patterns, self.forms = tuple(patterns), tuple(forms)

    cdef int prepare(self, int number, str separator, list patterns, list forms) except -1:
        """Make the finder of a separator. Adds to `patterns` and `forms`."""
        cdef Finder *finder = &self.finders[number]
        cdef int width, limit, largest
        cdef str literal
        cdef bytes form
        self.joints[number] = -1
        if self.unsupported[number]:
            finder.kind = FOREIGN
            self.is_native = False
            return 0
        sequences = alternatives(separator) if self.is_regex else [literal_atoms(separator)]
        if not separator:
            finder.kind = EMPTY
            return 0
        if sequences is None:
            finder.kind = FOREIGN
            self.is_native = False
            patterns[number] = re.compile(separator)
            return 0
        literal = literal_prefix(sequences)
        finder.length = len(literal)
        if literal and len(sequences) == 1 and len(sequences[0]) == finder.length:
            finder.is_joint = literal == separator and self.rejoin
            finder.kind = LITERAL
            if overlaps_itself(literal):
                finder.kind = RUN if len(set(literal)) == 1 else OVERLAPPING
        else:
            finder.kind = PATTERN
            self.compile(finder, sequences)
        largest = ord(max(literal, default="\0"))
        for width, encoding, limit in FORMS:
            if largest < limit:
                form = literal.encode(encoding, "surrogatepass")
                forms.append(form)
                finder.units[width] = PyBytes_AS_STRING(form)
        return 0

    cdef int compile(self, Finder *finder, list sequences) except -1:
        """Write the atoms of a pattern."""
        cdef Py_ssize_t count = sum(map(len, sequences), len(sequences))
        cdef Atom *atom = <Atom *> PyMem_RawRealloc(NULL, count * sizeof(Atom))
        if atom == NULL:
            raise MemoryError
        finder.atoms, finder.alternatives = atom, len(sequences)
        for sequence in sequences:
            for kind, code, least, most in sequence:
                atom.kind, atom.unit, atom.min, atom.max = <AtomKind> <int> KINDS[kind], code, least, most
                atom += 1
            atom.kind = STOP
            atom += 1
        return 0

    def __dealloc__(self):
        for number in range(self.count if self.finders != NULL else 0):
            PyMem_RawFree(self.finders[number].atoms)
        PyMem_RawFree(self.finders)
        PyMem_RawFree(self.joints)

    def __reduce__(self):
        options = dict(
            is_regex=self.is_regex, recursive=self.recursive, chunk_size=self.chunk_size,
            chunk_overlap=self.chunk_overlap, keep=self.keep, rejoin=self.rejoin, strip=self.strip, length=self.length,
            on_oversize=self.on_oversize,
            unsupported={number: self.patterns[number] for number in range(self.count) if self.unsupported[number]},
        )
        return rebuilt, (self.separators, options)

    def split(self, str text not None):
        """Return the chunks of a text."""
        return self.chunks(text, False)[0]

    def split_with_starts(self, str text not None):
        """Return the chunks of a text, and the start of each: two lists."""
        return self.chunks(text, True)

    cdef tuple chunks(self, str text, bint with_starts):
        """Return the chunks of a text, and the start of each or None."""
        cdef Work work
        cdef Row row
        cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
        cdef Status status = DONE
        cdef bint needs_no_gil = self.is_native and size >= MIN_UNITS_WITHOUT_GIL
        memset(&work, 0, sizeof(Work))
        work.text.data, work.text.width, work.text.size = PyUnicode_DATA(text), PyUnicode_KIND(text), size
        if (self.recursive and self.length is None and self.kept != DROP and size < self.chunk_size
                and self.is_supported):
            # every piece fits, and all of them together
            row.start, row.end = 0, size
            if self.strip:
                strip_row(&work.text, &row)
            if row.start == row.end:
                return [], []
            return [PyUnicode_Substring(text, row.start, row.end)], [row.start] if with_starts else None
        chunks, starts, lengths = [], [] if with_starts else None, {}
        try:
            if needs_no_gil:
                with nogil:
                    status = DONE if self.split_range_natively(&work, 0, size, 0) else NO_MEMORY
            else:
                self.split_range(&work, text, lengths, 0, size, 0, -1)
            while status != NO_MEMORY:
                if needs_no_gil:
                    with nogil:
                        status = self.run(&work)
                else:
                    status = self.run(&work)
                if status == LONG_PIECE:
                    self.split_range(&work, text, lengths, work.long_piece.start, work.long_piece.end, work.long_rest,
                                     work.long_piece.length)
                elif status != NO_MEMORY:
                    self.make_chunks(&work, text, chunks, starts)
                    if status == DONE:
                        return chunks, starts
                    heed_interrupts()
            raise MemoryError
        finally:
            while work.frames.count:
                pop(&work)
            PyMem_RawFree(work.frames.data)
            PyMem_RawFree(work.rows.data)
            PyMem_RawFree(work.segments.data)
            PyMem_RawFree(work.oversize.data)

    cdef int make_chunks(self, Work *work, str text, list chunks, list starts) except -1:
        """Append the chunks of the rows, and their starts unless that is None."""
        cdef Row *rows = <Row *> work.rows.data
        cdef const Piece *segments = <const Piece *> work.segments.data
        cdef Py_ssize_t i, start
        if self.on_oversize is not None:
            for i in range(work.oversize.count):
                self.on_oversize((<int64_t *> work.oversize.data)[i])
        for i in range(work.rows.count):
            start = rows[i].start
            if rows[i].segments:
                chunk, start = self.joined(text, segments, rows[i].segments, self.separators[rows[i].separator])
                segments += rows[i].segments
                if not chunk:
                    continue
            else:
                chunk = PyUnicode_Substring(text, start, rows[i].end)
            chunks.append(chunk)
            if starts is not None:
                starts.append(start)
        work.rows.count = work.segments.count = work.oversize.count = 0
        work.made = work.reached
        work.is_full = False
        return 0

    cdef int split_range(self, Work *work, str text, dict lengths, Py_ssize_t start, Py_ssize_t end, int first,
                         int64_t known) except -1:
        """Put a frame on top for a range, with the separators from number `first` on. `known` is its length, or -1."""
        cdef int chosen = self.count - 1, rest = self.count, number
        cdef bint is_whole = True
        cdef Frame *frame
        cdef Piece *pieces
        cdef Py_ssize_t k
        if self.is_native:
            if not self.split_range_natively(work, start, end, first):
                raise MemoryError
            return 0
        for number in range(first, self.count):
            if self.finders[number].kind == EMPTY:
                chosen, is_whole = number, False
                break
            if self.occurs(work, text, number, start, end):
                chosen, rest, is_whole = number, number + 1, False
                break
        if not self.is_supported and self.unsupported[chosen]:
            raise UnsupportedSeparator
        if start == end:
            return 0
        if self.is_searched_from_both_sides(chosen, is_whole):
            if not push_windows(work, chosen, rest, start, end):
                raise MemoryError
            return 0
        frame = push(work, chosen, rest)
        if frame == NULL:
            raise MemoryError
        self.cut(work, text, &frame.pieces, chosen, start, end, is_whole)
        frame.between = self.joint(chosen)
        pieces = <Piece *> frame.pieces.data
        for k in range(frame.pieces.count):
            pieces[k].length = known if known >= 0 and is_whole else self.measure(text, lengths, &pieces[k])
            if k & 4095 == 4095:
                heed_interrupts()
        return 0

    cdef bint split_range_natively(self, Work *work, Py_ssize_t start, Py_ssize_t end, int first) noexcept nogil:
        """Do the same where nothing is Python's; return False if there is no memory."""
        cdef int chosen = self.count - 1, rest = self.count, number
        cdef bint is_whole = True
        cdef Frame *frame
        for number in range(first, self.count):
            if self.finders[number].kind == EMPTY:
                chosen, is_whole = number, False
                break
            if self.occurs_natively(work, number, start, end):
                chosen, rest, is_whole = number, number + 1, False
                break
        if start == end:
            return True
        if self.is_searched_from_both_sides(chosen, is_whole):
            return push_windows(work, chosen, rest, start, end)
        frame = push(work, chosen, rest)
        if frame == NULL or not self.cut_natively(work, &frame.pieces, chosen, start, end, is_whole):
            return False
        frame.between = self.joints[chosen]
        return True

    cdef bint is_searched_from_both_sides(self, int number, bint is_whole) noexcept nogil:
        """Return whether `windows` may split a range by a separator."""
        cdef Kind kind = self.finders[number].kind
        if not self.recursive or not self.by_units or is_whole:
            return False
        return kind == EMPTY or (self.kept != DROP and kind <= RUN)

    cdef bint occurs(self, Work *work, str text, int number, Py_ssize_t start, Py_ssize_t end) except -1:
        """Return whether a separator occurs in a range (M1, M9)."""
        if self.finders[number].kind == FOREIGN:
            if self.patterns[number] is None:
                raise UnsupportedSeparator
            return self.patterns[number].search(PyUnicode_Substring(text, start, end)) is not None
        return self.occurs_natively(work, number, start, end)

    cdef bint occurs_natively(self, Work *work, int number, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
        """Do the same for a separator that is not foreign."""
        cdef Run run
        run.begin = run.end = 0
        return next_match(&self.finders[number], &work.text, &run, start, end, True).begin >= 0

    cdef int matches(self, str text, int number, Py_ssize_t start, Py_ssize_t end, Array *found) except -1:
        """Append the matches of a foreign pattern in a range (M2), as pieces."""
        cdef Py_ssize_t left, right
        for match in self.patterns[number].finditer(PyUnicode_Substring(text, start, end)):
            left, right = match.span()
            if not add_piece(found, start + left, start + right, 0):
                raise MemoryError
            if found.count & 4095 == 0:
                heed_interrupts()
        return 0

    cdef bint matches_natively(self, Work *work, int number, Py_ssize_t start, Py_ssize_t end, Array *found) noexcept nogil:
        """Append the matches of another separator; False when there is no memory."""
        cdef Match match
        cdef Run run
        cdef bint may_be_empty = True
        match.end, run.begin, run.end = start, 0, 0
        while True:
            match = next_match(&self.finders[number], &work.text, &run, match.end, end, may_be_empty)
            if match.begin < 0:
                return True
            if not add_piece(found, match.begin, match.end, 0):
                return False
            may_be_empty = match.end > match.begin

    cdef int cut(self, Work *work, str text, Array *pieces, int number, Py_ssize_t start, Py_ssize_t end,
                 bint is_whole) except -1:
        """Append the pieces of a range (M2, M3)."""
        if self.finders[number].kind == FOREIGN and not is_whole:
            self.matches(text, number, start, end, pieces)
            if not self.pieces_of_matches(pieces, start, end):
                raise MemoryError
        elif not self.cut_natively(work, pieces, number, start, end, is_whole):
            raise MemoryError
        return 0

    cdef bint cut_natively(self, Work *work, Array *pieces, int number, Py_ssize_t start, Py_ssize_t end,
                           bint is_whole) noexcept nogil:
        """Do the same for a separator that is not foreign; return False if there is no memory."""
        cdef Py_ssize_t i
        if is_whole:
            return add_piece(pieces, start, end, start)
        if self.finders[number].kind == EMPTY:
            for i in range(start, end):
                if not add_piece(pieces, i, i + 1, i):
                    return False
            return True
        return self.matches_natively(work, number, start, end, pieces) and self.pieces_of_matches(pieces, start, end)

    cdef bint pieces_of_matches(self, Array *pieces, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
        """Make the pieces of a range in the place of its matches; False when there is no memory."""
        cdef Py_ssize_t begin = start, gap = start, stop, left, right, i, count = pieces.count
        cdef Piece *piece
        pieces.count = 0
        for i in range(count):
            piece = <Piece *> pieces.data + i
            left, right = piece.start, piece.end
            stop = left if self.kept != KEEP_END else right
            if stop > begin:
                add_piece(pieces, begin, stop, gap)  # there is room: it takes the place of a match
            begin = left if self.kept == KEEP_START else right
            gap = left if self.kept == DROP else begin
        return end == begin or add_piece(pieces, begin, end, gap)

    cdef int64_t measure(self, str text, dict lengths, const Piece *piece) except -1:
        """Return the length of a piece; `lengths` has those of short ones."""
        if self.by_units:
            return piece.end - piece.start
        given = PyUnicode_Substring(text, piece.start, piece.end)
        if piece.end - piece.start > MAX_UNITS_OF_WORDS:
            return self.checked(self.length(given))
        found = lengths.get(given)
        if found is None:
            found = lengths[given] = self.checked(self.length(given))
        return found

    cdef int64_t checked(self, length) except -1:
        """Return a length as a number. Raises UnsupportedLength."""
        if not PyIndex_Check(length) or not 0 <= length <= MAX_LENGTH:
            raise UnsupportedLength(length)
        return length

    cdef int64_t joint(self, int number) except -1:
        """Return the length of what is put back for a separator."""
        if self.joints[number] < 0:
            joint = self.separators[number] if self.kept == DROP and self.rejoin else ""
            self.joints[number] = len(joint) if self.by_units else self.checked(self.length(joint))
        return self.joints[number]

    cdef Status run(self, Work *work) noexcept nogil:
        """Go on with the frame on top, until rows enough are written or a long piece needs Python."""
        cdef Status status
        while work.frames.count:
            status = self.windows(work, top(work)) if top(work).pieces.data == NULL else self.merge(work, top(work))
            if status == DONE:
                pop(work)
            elif status != LONG_PIECE:
                return status
            elif work.long_rest == self.count:  # no separator is left (M4)
                if new_row(work, work.long_piece.start, work.long_piece.end) == NULL:
                    return NO_MEMORY
            elif not self.is_native:
                return LONG_PIECE
            elif not self.split_range_natively(work, work.long_piece.start, work.long_piece.end, work.long_rest):
                return NO_MEMORY
        return DONE

    cdef Status windows(self, Work *work, Frame *frame) noexcept nogil:
        """Cut and merge in one: pieces that lie side by side, measured in code points."""
        cdef Finder *finder = &self.finders[frame.number]
        cdef int64_t size = self.chunk_size
        cdef Py_ssize_t begin, stop, after, end = frame.end
        while frame.begin < end:
            if work.is_full:
                return FULL
            begin = frame.begin
            if end - begin < size:
                frame.begin = end
                return DONE if self.emit(work, begin, end) else NO_MEMORY
            fetch(work, begin + size)
            stop = self.last_cut(finder, &work.text, &frame.run, begin, min(begin + size, end), end)
            if stop == begin or (
                stop == begin + size
                and self.first_cut(finder, &work.text, &frame.run, begin, begin + 1, end) == stop
            ):
                # a piece of `size` or more (M4); no chunk is open, since it would have ended before that piece
                frame.begin = self.first_cut(finder, &work.text, &frame.run, begin, begin + 1, end)
                return long_piece(work, frame, begin, frame.begin, frame.begin - begin)
            if not self.emit(work, begin, stop):
                return NO_MEMORY
            if stop == end:
                frame.begin = end
                return DONE
            after = self.first_cut(finder, &work.text, &frame.run, begin, begin + size + 1, end)
            if after - stop >= size:
                frame.begin = after
                return long_piece(work, frame, stop, after, after - stop)
            frame.begin = self.first_cut(
                finder, &work.text, &frame.run, begin, max(stop - self.chunk_overlap, after - size), stop
            )
        return DONE

    cdef Py_ssize_t last_cut(self, const Finder *finder, const Units *text, Run *run, Py_ssize_t known,
                             Py_ssize_t high, Py_ssize_t end) noexcept nogil:
        """Return the last cut up to `high`, which is `known` if there is none after it; the end of the range is one."""
        cdef Py_ssize_t at
        if high == end or finder.kind == EMPTY:
            return high
        if self.kept == KEEP_START:
            at = last_literal(finder, text, run, known, high, end)
        else:
            at = last_literal(finder, text, run, known, high - finder.length, end)
            if at >= 0:
                at += finder.length
        return max(at, known)

    cdef Py_ssize_t first_cut(self, const Finder *finder, const Units *text, Run *run, Py_ssize_t known,
                              Py_ssize_t low, Py_ssize_t end) noexcept nogil:
        """Return the first cut from `low` on; the end of the range is one, and so is `known`, which is before it."""
        cdef Py_ssize_t at
        if low <= known:
            return known
        if finder.kind == EMPTY:
            return min(low, end)
        if self.kept == KEEP_START:
            at = next_literal(finder, text, run, known, low, end)
        else:
            at = next_literal(finder, text, run, known, max(low - finder.length, known), end)
            if at >= 0:
                at += finder.length
        return end if at < 0 else at

    cdef Status merge(self, Work *work, Frame *frame) noexcept nogil:
        """Merge the pieces of a frame into chunks (M5); those that are too long have frames of their own (M4)."""
        cdef int64_t size = self.chunk_size, overlap = self.chunk_overlap, between = frame.between, length
        cdef Piece *pieces = <Piece *> frame.pieces.data
        cdef int64_t *reported
        cdef Py_ssize_t k
        while frame.next < frame.pieces.count:
            if work.is_full:
                return FULL
            k = frame.next
            frame.next += 1
            length = pieces[k].end - pieces[k].start if self.by_units else pieces[k].length
            pieces[k].length = length
            if self.recursive and length >= size:
                if not self.emit_pieces(work, frame, k):
                    return NO_MEMORY
                frame.begin, frame.total = k + 1, 0
                return long_piece(work, frame, pieces[k].start, pieces[k].end, length)
            if frame.total + length + (between if k > frame.begin else 0) > size:
                if frame.total > size:
                    reported = <int64_t *> append(&work.oversize, sizeof(int64_t))
                    if reported == NULL:
                        return NO_MEMORY
                    reported[0] = frame.total
                if not self.emit_pieces(work, frame, k):
                    return NO_MEMORY
                while frame.begin < k and (
                    frame.total > overlap or (frame.total + length + between > size and frame.total > 0)
                ):
                    frame.total -= pieces[frame.begin].length + (between if k - frame.begin > 1 else 0)
                    frame.begin += 1
            frame.total += length + (between if k > frame.begin else 0)
            if k > frame.begin and not self.is_joined(frame.number, &pieces[k]):
                frame.broken = k
        return DONE if self.emit_pieces(work, frame, frame.pieces.count) else NO_MEMORY

    cdef bint is_joined(self, int number, const Piece *piece) noexcept nogil:
        """Return whether what stands between a piece and the one before it is what is put back there."""
        cdef Finder *finder = &self.finders[number]
        cdef Py_ssize_t gap = piece.start - (piece - 1).end
        if self.kept != DROP or finder.kind == EMPTY:
            return True
        if finder.is_joint:
            return gap == finder.length
        return gap == 0 and not self.rejoin

    cdef bint emit_pieces(self, Work *work, const Frame *frame, Py_ssize_t end) noexcept nogil:
        """Write the row of the open chunk, which has the pieces up to a number (M6); False when there is no memory."""
        cdef const Piece *pieces = <const Piece *> frame.pieces.data
        cdef Py_ssize_t begin = frame.begin, k
        cdef Row *row
        cdef Piece *segment
        if begin == end:
            return True
        if frame.broken <= begin:
            return self.emit(work, pieces[begin].start, pieces[end - 1].end)
        row = new_row(work, pieces[begin].start, pieces[end - 1].end)
        if row == NULL:
            return False
        row.segments, row.separator = end - begin, frame.number
        for k in range(begin, end):
            segment = <Piece *> append(&work.segments, sizeof(Piece))
            if segment == NULL:
                return False
            segment[0] = pieces[k]
        return True

    cdef bint emit(self, Work *work, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
        """Write the row of a chunk that is a slice (M7); False when there is no memory."""
        cdef Row *row = new_row(work, start, end)
        if row == NULL:
            return False
        if self.strip:
            strip_row(&work.text, row)
        if row.start == row.end:
            work.rows.count -= 1
        return True

    cdef tuple joined(self, str text, const Piece *pieces, Py_ssize_t count, str separator):
        """Return the chunk of pieces that a separator joins, and its start."""
        cdef Py_ssize_t k
        cdef list parts = []
        for k in range(count):
            parts.append(PyUnicode_Substring(text, pieces[k].start, pieces[k].end))
        joint = separator if self.rejoin else ""
        whole = joint.join(parts)
        chunk = whole.strip() if self.strip else whole
        if not chunk:
            return "", 0
        return chunk, self.start_of(pieces, count, len(joint), len(whole) - len(whole.lstrip()) if self.strip else 0)

    cdef Py_ssize_t start_of(self, const Piece *pieces, Py_ssize_t count, Py_ssize_t joint, Py_ssize_t stripped):
        """Return the start of a chunk of which `stripped` characters were taken off on the left (M8)."""
        cdef Py_ssize_t k, size
        for k in range(count):
            if k and stripped < joint:
                return min(pieces[k].gap + stripped, pieces[k].start)
            stripped -= joint if k else 0
            size = pieces[k].end - pieces[k].start
            if stripped < size:
                return pieces[k].start + stripped
            stripped -= size
        raise AssertionError("a chunk has a character")


def rebuilt(separators, options, /):
    """Return the splitter of its arguments, for pickle."""
    return SeparatorSplitter(separators, **options)


cdef inline void fetch(Work *work, size_t at) noexcept nogil:
    """Begin to load the text up to some place after `at`."""
    cdef size_t wanted = min(at * work.text.width + BYTES_AHEAD, <size_t> work.text.size * work.text.width)
    while work.fetched < wanted:
        shiplap_prefetch(<const char *> work.text.data + work.fetched)
        work.fetched += LINE


cdef inline void strip_row(const Units *text, Row *row) noexcept nogil:
    """Take off white space on both sides."""
    while row.start < row.end and is_space(unit(text, row.start)):
        row.start += 1
    while row.start < row.end and is_space(unit(text, row.end - 1)):
        row.end -= 1


cdef inline bint add_piece(Array *pieces, Py_ssize_t start, Py_ssize_t end, Py_ssize_t gap) noexcept nogil:
    """Append a piece; False when there is no memory."""
    cdef Piece *piece = <Piece *> append(pieces, sizeof(Piece))
    if piece == NULL:
        return False
    piece.start, piece.end, piece.gap = start, end, gap
    return True


cdef inline Row *new_row(Work *work, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Add a row for a chunk, and return it; NULL if there is no memory."""
    cdef Row *row = <Row *> append(&work.rows, sizeof(Row))
    if row != NULL:
        work.reached = end
        work.is_full = (end - work.made) * work.text.width > BYTES_OF_ROWS
        row.start, row.end, row.segments = start, end, 0
    return row


cdef inline Status long_piece(Work *work, const Frame *frame, Py_ssize_t start, Py_ssize_t end,
                              int64_t length) noexcept nogil:
    """Note a piece that the next separators split."""
    work.long_piece.start, work.long_piece.end, work.long_piece.length = start, end, length
    work.long_rest = frame.rest
    return LONG_PIECE


cdef inline Frame *push(Work *work, int number, int rest) noexcept nogil:
    """Push a frame, and return it; NULL if there is no memory."""
    cdef Frame *frame = <Frame *> append(&work.frames, sizeof(Frame))
    if frame != NULL:
        memset(frame, 0, sizeof(Frame))
        frame.number, frame.rest = number, rest
    return frame


cdef inline bint push_windows(Work *work, int number, int rest, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Push a frame of `windows`; return False if there is no memory."""
    cdef Frame *frame = push(work, number, rest)
    if frame == NULL:
        return False
    frame.begin, frame.end = start, end
    return True


cdef inline void pop(Work *work) noexcept nogil:
    """Take off the frame on top."""
    PyMem_RawFree(top(work).pieces.data)
    work.frames.count -= 1
