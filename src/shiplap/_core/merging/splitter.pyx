# cython: language_level=3, boundscheck=False, wraparound=False
"""The splitting of a text by separators, and the merging of the pieces, as LangChain's splitters do it.

The rules M1 to M8 are those of the reference. There are two loops:

`merge`     the loop of the reference, over an array of pieces. It takes any separator and any length.
`windows`   where pieces lie side by side and are measured in code points, the length of a run of pieces is the distance
            of its ends. So a chunk needs three searches and not a visit to each of its pieces:
            1. its end is the last cut within `chunk_size` of its begin;
            2. the next piece ends at the next cut;
            3. the next chunk begins at the first cut that leaves it `chunk_overlap` at most, and room for that piece.
            It is given separators that can be searched from both sides (finder.pxd), and the empty one.

Both write rows: a slice of the text, or a number of segments that the separator joins. Python objects are made of the
rows of some 256 KB at a time, while that part of the text is in a cache; all else is done without the GIL, unless a length
or a pattern is Python's.
"""

import re
import sys

from cpython.bytes cimport PyBytes_AS_STRING
from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from cpython.number cimport PyIndex_Check
from libc.stdint cimport int64_t
from libc.string cimport memset

from shiplap._core.csrc cimport shiplap_prefetch
from shiplap._core.merging.finder cimport (
    ANY, EMPTY, END, FOREIGN, LITERAL, NOT, OVERLAPPING, PATTERN, RUN, SPACE, STOP, UNIT, Atom, AtomKind, Finder, Match,
    Run, Units, is_space, last_literal, next_literal, next_match, unit,
)

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    object PyUnicode_Substring(object text, Py_ssize_t start, Py_ssize_t end)

cdef dict ENCODINGS = {1: "latin-1", 2: f"utf-16-{sys.byteorder[0]}e", 4: f"utf-32-{sys.byteorder[0]}e"}
cdef dict LIMITS = {1: 0x100, 2: 0x10000, 4: 0x110000}

cdef enum Keep:
    DROP, KEEP_START, KEEP_END

cdef enum:
    # Texts of fewer units are split without releasing the GIL: that takes as long as they do.
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

cdef struct Array:              # of pieces or rows
    void *data
    Py_ssize_t count
    Py_ssize_t room

cdef struct Work:               # one text
    Units text
    void *object                # the text, borrowed; and the lists of chunks and starts, or NULL
    void *chunks
    void *starts
    void *lengths               # of short pieces
    Py_ssize_t made             # the text before has its chunks, but for the rows
    size_t fetched              # bytes of the text
    Array rows
    Array segments              # pieces


class UnsupportedLength(Exception):
    """A length function gave no int from 0 to 2^40."""


cdef inline void *append(Array *array, size_t size) noexcept nogil:
    """The place of a new element; NULL when there is no memory."""
    cdef void *data
    if array.count == array.room:
        data = PyMem_RawRealloc(array.data, (2 * array.room + 16) * size)
        if data == NULL:
            return NULL
        array.data = data
        array.room = 2 * array.room + 16
    array.count += 1
    return <char *> array.data + (array.count - 1) * size


cdef int no_memory() except -1 nogil:
    """Raise MemoryError."""
    with gil:
        raise MemoryError


cdef class SeparatorSplitter:
    """Splits texts by separators into chunks of at most `chunk_size`; see the reference."""

    cdef readonly list separators
    cdef list patterns     # of re, for a separator that needs it, else None
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
    cdef int count
    cdef list forms                 # keeps the units of the finders alive
    cdef Finder *finders
    cdef int64_t *joints            # the length of each separator that is put back

    def __cinit__(
        self, separators, *, bint is_regex, bint recursive, int64_t chunk_size, int64_t chunk_overlap,
        keep, bint rejoin, bint strip, length=None, on_oversize=None,
    ):
        self.separators, self.is_regex, self.recursive = list(separators), is_regex, recursive
        self.chunk_size, self.chunk_overlap, self.strip, self.rejoin = chunk_size, chunk_overlap, strip, rejoin
        self.keep, self.length, self.on_oversize = keep, length, on_oversize
        self.kept = DROP if keep is None else KEEP_END if keep == "end" else KEEP_START
        self.count = len(self.separators)
        self.patterns, self.forms = [None] * self.count, []
        self.finders = <Finder *> PyMem_RawRealloc(NULL, max(self.count, 1) * sizeof(Finder))
        self.joints = <int64_t *> PyMem_RawRealloc(NULL, max(self.count, 1) * sizeof(int64_t))
        if self.finders == NULL or self.joints == NULL:
            raise MemoryError
        memset(self.finders, 0, self.count * sizeof(Finder))
        for number, separator in enumerate(self.separators):
            self.prepare(number, separator)

    cdef int prepare(self, int number, str separator) except -1:
        """Make the finder of a separator."""
        cdef Finder *finder = &self.finders[number]
        cdef int width
        cdef bytes form
        self.joints[number] = -1
        sequences = alternatives(separator) if self.is_regex else [[(UNIT, ord(each), 1, 1) for each in separator]]
        if not separator:
            finder.kind = EMPTY
            return 0
        if sequences is None:
            finder.kind = FOREIGN
            self.patterns[number] = re.compile(separator)
            return 0
        literal = literal_prefix(sequences)
        finder.length = len(literal)
        if literal and len(sequences) == 1 and len(sequences[0]) == finder.length:
            finder.is_joint = literal == separator and self.rejoin
            finder.kind = LITERAL
            if any(literal.startswith(literal[k:]) for k in range(1, finder.length)):
                finder.kind = RUN if len(set(literal)) == 1 else OVERLAPPING
        else:
            finder.kind = PATTERN
            self.compile(finder, sequences)
        for width, encoding in ENCODINGS.items():
            if ord(max(literal, default="\0")) < LIMITS[width]:
                form = literal.encode(encoding, "surrogatepass")
                self.forms.append(form)
                finder.units[width] = PyBytes_AS_STRING(form)
        return 0

    cdef int compile(self, Finder *finder, list sequences) except -1:
        """Write the atoms of a pattern."""
        cdef Atom *atom = <Atom *> PyMem_RawRealloc(NULL, sum([len(each) + 1 for each in sequences]) * sizeof(Atom))
        if atom == NULL:
            raise MemoryError
        finder.atoms, finder.alternatives = atom, len(sequences)
        for sequence in sequences:
            for kind, code, least, most in sequence:
                atom.kind, atom.unit, atom.min, atom.max = <AtomKind> <int> kind, code, least, most
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
        )
        return rebuilt, (self.separators, options)

    def split(self, str text not None):
        """The chunks of a text."""
        return self.chunks(text, False)[0]

    def split_with_starts(self, str text not None):
        """The chunks of a text, and the start of each: two lists."""
        return self.chunks(text, True)

    cdef tuple chunks(self, str text, bint with_starts):
        """The chunks of a text, and the start of each or None."""
        cdef Work work
        cdef Row row
        cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
        memset(&work, 0, sizeof(Work))
        work.text.data, work.text.width, work.text.size = PyUnicode_DATA(text), PyUnicode_KIND(text), size
        work.object = <void *> text
        if self.recursive and self.length is None and self.kept != DROP and size < self.chunk_size:
            # every piece fits, and all of them together
            row.start, row.end = 0, size
            if self.strip:
                strip_row(&work.text, &row)
            if row.start == row.end:
                return [], []
            return [PyUnicode_Substring(text, row.start, row.end)], [row.start] if with_starts else None
        chunks, starts, lengths = [], [] if with_starts else None, {}
        work.lengths = <void *> lengths
        work.chunks, work.starts = <void *> chunks, <void *> starts if with_starts else NULL
        try:
            if self.length is None and size >= MIN_UNITS_WITHOUT_GIL:
                with nogil:
                    self.split_range(&work, 0, size, 0, -1)
            else:
                self.split_range(&work, 0, size, 0, -1)
            self.make_chunks(&work)
        finally:
            PyMem_RawFree(work.rows.data)
            PyMem_RawFree(work.segments.data)
        return chunks, starts

    cdef int make_chunks(self, Work *work) except -1:
        """Append the chunks of the rows, and their starts."""
        cdef Row *rows = <Row *> work.rows.data
        cdef const Piece *segments = <const Piece *> work.segments.data
        cdef str text = <str> work.object
        cdef list chunks = <list> work.chunks
        cdef Py_ssize_t i, start
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
            if work.starts != NULL:
                (<list> work.starts).append(start)
        work.rows.count = work.segments.count = 0
        return 0

    cdef Row *new_row(self, Work *work, Py_ssize_t start, Py_ssize_t end) except NULL nogil:
        """A row for a chunk."""
        cdef Row *row
        if (end - work.made) * work.text.width > BYTES_OF_ROWS:
            with gil:
                self.make_chunks(work)
            work.made = start
        row = <Row *> append(&work.rows, sizeof(Row))
        if row == NULL:
            with gil:
                raise MemoryError
        row.start, row.end, row.segments = start, end, 0
        return row

    cdef int split_range(self, Work *work, Py_ssize_t start, Py_ssize_t end, int first, int64_t known) except -1 nogil:
        """Split a range by the separators from number `first` on. `known` is its length, or -1."""
        cdef int chosen = self.count - 1, rest = self.count, number
        cdef bint is_whole = True
        cdef Finder *finder
        for number in range(first, self.count):
            if self.finders[number].kind == EMPTY:
                chosen, is_whole = number, False
                break
            if self.occurs(work, number, start, end):
                chosen, rest, is_whole = number, number + 1, False
                break
        if start == end:
            return 0
        finder = &self.finders[chosen]
        if self.recursive and self.length is None and not is_whole and (
            finder.kind == EMPTY or (self.kept != DROP and finder.kind <= RUN)
        ):
            return self.windows(work, chosen, rest, start, end)
        return self.merge(work, chosen, rest, start, end, known if is_whole else -1, is_whole)

    cdef int occurs(self, Work *work, int number, Py_ssize_t start, Py_ssize_t end) except -1 nogil:
        """Whether a separator occurs in a range (M1)."""
        cdef Run run
        if self.finders[number].kind != FOREIGN:
            run.begin = run.end = 0
            return next_match(&self.finders[number], &work.text, &run, start, end, True).begin >= 0
        with gil:
            return self.patterns[number].search(PyUnicode_Substring(<str> work.object, start, end)) is not None

    cdef int windows(self, Work *work, int number, int rest, Py_ssize_t start, Py_ssize_t end) except -1 nogil:
        """Cut and merge in one: pieces that lie side by side, measured in code points."""
        cdef Finder *finder = &self.finders[number]
        cdef int64_t size = self.chunk_size
        cdef Py_ssize_t begin = start, stop, after
        cdef Run run
        run.begin = run.end = 0
        while begin < end:
            if end - begin < size:
                return self.emit(work, begin, end)
            fetch(work, begin + size)
            stop = self.last_cut(finder, &work.text, &run, begin, min(begin + size, end), end)
            if stop == begin or (stop == begin + size and self.first_cut(finder, &work.text, &run, begin, begin + 1, end) == stop):
                # a piece of `size` or more (M4); there is none before it, since its chunk would have been emitted
                stop = self.first_cut(finder, &work.text, &run, begin, begin + 1, end)
                self.split_piece(work, rest, begin, stop, stop - begin)
                begin = stop
                continue
            self.emit(work, begin, stop)
            if stop == end:
                return 0
            after = self.first_cut(finder, &work.text, &run, begin, begin + size + 1, end)
            if after - stop >= size:
                self.split_piece(work, rest, stop, after, after - stop)
                begin = after
            else:
                begin = self.first_cut(finder, &work.text, &run, begin, max(stop - self.chunk_overlap, after - size), stop)
        return 0

    cdef Py_ssize_t last_cut(self, const Finder *finder, const Units *text, Run *run, Py_ssize_t known,
                             Py_ssize_t high, Py_ssize_t end) noexcept nogil:
        """The last cut up to `high`, which is `known` if there is none after it; the end of the range is one."""
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
        """The first cut from `low` on; the end of the range is one, and so is `known`, which is before it."""
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

    cdef int split_piece(self, Work *work, int rest, Py_ssize_t start, Py_ssize_t end, int64_t length) except -1 nogil:
        """Split a long piece by the separators that are left; without one, it is a chunk (M4)."""
        if rest < self.count:
            return self.split_range(work, start, end, rest, length)
        self.new_row(work, start, end)
        return 0

    cdef int matches(self, Work *work, int number, Py_ssize_t start, Py_ssize_t end, Array *found) except -1 nogil:
        """Append the matches of a separator in a range (M2), as pieces."""
        cdef Match match
        cdef Run run
        cdef bint may_be_empty = True
        if self.finders[number].kind == FOREIGN:
            with gil:
                for each in self.patterns[number].finditer(PyUnicode_Substring(<str> work.object, start, end)):
                    add_piece(found, start + each.start(), start + each.end(), 0)
            return 0
        match.end, run.begin, run.end = start, 0, 0
        while True:
            match = next_match(&self.finders[number], &work.text, &run, match.end, end, may_be_empty)
            if match.begin < 0:
                return 0
            add_piece(found, match.begin, match.end, 0)
            may_be_empty = match.end > match.begin

    cdef int cut(self, Work *work, int number, Py_ssize_t start, Py_ssize_t end, Array *pieces) except -1 nogil:
        """Append the pieces of a range (M2, M3): first its matches, then they become pieces in their place."""
        cdef Py_ssize_t begin = start, gap = start, stop, left, right, i, count
        cdef Piece *piece
        if self.finders[number].kind == EMPTY:
            for i in range(start, end):
                if add_piece(pieces, i, i + 1, i) < 0:
                    return -1
            return 0
        self.matches(work, number, start, end, pieces)
        count, pieces.count = pieces.count, 0
        for i in range(count):
            piece = <Piece *> pieces.data + i
            left, right = piece.start, piece.end
            stop = left if self.kept != KEEP_END else right
            if stop > begin:
                add_piece(pieces, begin, stop, gap)
            begin = left if self.kept == KEEP_START else right
            gap = left if self.kept == DROP else begin
        if end > begin:
            return add_piece(pieces, begin, end, gap)
        return 0

    cdef int64_t measure(self, Work *work, Py_ssize_t start, Py_ssize_t end) except -1 nogil:
        """The length of a piece."""
        if self.length is None:
            return end - start
        with gil:
            piece = PyUnicode_Substring(<str> work.object, start, end)
            if end - start > MAX_UNITS_OF_WORDS:
                return self.checked(self.length(piece))
            found = (<dict> work.lengths).get(piece)
            if found is None:
                found = (<dict> work.lengths)[piece] = self.checked(self.length(piece))
            return found

    cdef int64_t checked(self, length) except -1:
        """A length as a number. Raises UnsupportedLength."""
        if not PyIndex_Check(length) or not 0 <= length <= MAX_LENGTH:
            raise UnsupportedLength(length)
        return length

    cdef int64_t joint(self, int number) except -1 nogil:
        """The length of what is put back for a separator."""
        if self.joints[number] < 0:
            with gil:
                joint = self.separators[number] if self.kept == DROP and self.rejoin else ""
                self.joints[number] = len(joint) if self.length is None else self.checked(self.length(joint))
        return self.joints[number]

    cdef int merge(self, Work *work, int number, int rest, Py_ssize_t start, Py_ssize_t end, int64_t known,
                   bint is_whole) except -1 nogil:
        """Cut a range, merge the pieces into chunks (M5), and split those that are too long (M4)."""
        cdef Array pieces
        memset(&pieces, 0, sizeof(Array))
        try:
            if is_whole:
                add_piece(&pieces, start, end, start)
            else:
                self.cut(work, number, start, end, &pieces)
            return self.merge_pieces(work, number, rest, <Piece *> pieces.data, pieces.count, known)
        finally:
            PyMem_RawFree(pieces.data)

    cdef int merge_pieces(self, Work *work, int number, int rest, Piece *pieces, Py_ssize_t count,
                          int64_t known) except -1 nogil:
        """Merge pieces. `known` is the length of a single one, or -1."""
        cdef int64_t size = self.chunk_size, overlap = self.chunk_overlap, between = self.joint(number)
        cdef int64_t total = 0, length
        cdef Py_ssize_t begin = 0, broken = 0, k  # the open chunk is pieces[begin:k]; it is a slice if broken <= begin
        for k in range(count):
            length = known if known >= 0 else self.measure(work, pieces[k].start, pieces[k].end)
            pieces[k].length = length
            if self.recursive and length >= size:
                self.emit_pieces(work, number, pieces + begin, k - begin, broken > begin)
                self.split_piece(work, rest, pieces[k].start, pieces[k].end, length)
                begin, total = k + 1, 0
                continue
            if total + length + (between if k > begin else 0) > size:
                if total > size and self.on_oversize is not None:
                    with gil:
                        self.on_oversize(total)
                self.emit_pieces(work, number, pieces + begin, k - begin, broken > begin)
                while begin < k and (total > overlap or (total + length + between > size and total > 0)):
                    total -= pieces[begin].length + (between if k - begin > 1 else 0)
                    begin += 1
            total += length + (between if k > begin else 0)
            if k > begin and not self.is_joined(number, &pieces[k]):
                broken = k
        return self.emit_pieces(work, number, pieces + begin, count - begin, broken > begin)

    cdef bint is_joined(self, int number, const Piece *piece) noexcept nogil:
        """Whether what stands between a piece and the one before it is what is put back there."""
        cdef Finder *finder = &self.finders[number]
        cdef Py_ssize_t gap = piece.start - (piece - 1).end
        if self.kept != DROP or finder.kind == EMPTY:
            return True
        if finder.is_joint:
            return gap == finder.length
        return gap == 0 and not self.rejoin

    cdef int emit_pieces(self, Work *work, int number, const Piece *pieces, Py_ssize_t count,
                         bint is_broken) except -1 nogil:
        """Append the chunk of a run of pieces (M6)."""
        cdef Row *row
        cdef Piece *segment
        cdef Py_ssize_t k
        if count <= 0:
            return 0
        if not is_broken:
            return self.emit(work, pieces[0].start, pieces[count - 1].end)
        row = self.new_row(work, pieces[0].start, pieces[count - 1].end)
        row.segments, row.separator = count, number
        for k in range(count):
            segment = <Piece *> append(&work.segments, sizeof(Piece))
            if segment == NULL:
                return no_memory()
            segment[0] = pieces[k]
        return 0

    cdef int emit(self, Work *work, Py_ssize_t start, Py_ssize_t end) except -1 nogil:
        """Append the chunk of a slice (M7)."""
        cdef Row *row = self.new_row(work, start, end)
        if self.strip:
            strip_row(&work.text, row)
        if row.start == row.end:
            work.rows.count -= 1
        return 0

    cdef tuple joined(self, str text, const Piece *pieces, Py_ssize_t count, str separator):
        """The chunk of pieces that a separator joins, and its start."""
        cdef Py_ssize_t k
        joint = separator if self.rejoin else ""
        whole = joint.join([text[pieces[k].start : pieces[k].end] for k in range(count)])
        chunk = whole.strip() if self.strip else whole
        if not chunk:
            return "", 0
        return chunk, self.start_of(pieces, count, len(joint), len(whole) - len(whole.lstrip()) if self.strip else 0)

    cdef Py_ssize_t start_of(self, const Piece *pieces, Py_ssize_t count, Py_ssize_t joint, Py_ssize_t stripped):
        """The start of a chunk of which `stripped` characters were taken off on the left (M8)."""
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


def rebuilt(separators, options):
    """The splitter of its arguments, for pickle."""
    return SeparatorSplitter(separators, **options)


# ---- patterns that need no backtracking

cdef str literal_prefix(list sequences):
    """The literal that all alternatives begin with."""
    literal = ""
    for atoms in zip(*sequences):
        if len(set(atoms)) > 1 or atoms[0][0] != UNIT or atoms[0][2:] != (1, 1):
            break
        literal += chr(atoms[0][1])
    return literal


def alternatives(str pattern):
    """The alternatives of a regular expression as lists of atoms (kind, unit, min, max), or None for one that needs
    `re`: it has more than literals, `.`, `\\s`, `$`, `(?:…|…)`, `(?!…)` and repetitions, or needs backtracking."""
    if pattern.startswith("(?") and pattern[2:3] not in ":!":
        return None  # flags
    try:
        sequences, rest = parsed(pattern, 0)
    except ValueError:
        return None
    if rest < len(pattern) or len(sequences) > 64 or not all([is_certain(each) for each in sequences]):
        return None
    return sequences


cdef tuple parsed(str pattern, Py_ssize_t at):
    """The alternatives up to the end, or up to a bracket that closes, and where they end."""
    cdef list found = [], sequences = [[]]
    while at < len(pattern) and pattern[at] != ")":
        if pattern[at] == "|":
            found += sequences
            sequences = [[]]
            at += 1
            continue
        if pattern.startswith("(?:", at) or pattern.startswith("(?!", at):
            inner, stop = parsed(pattern, at + 3)
            if pattern[stop : stop + 1] != ")" or pattern[stop + 1 : stop + 2] in REPEATS:
                raise ValueError
            if pattern[at + 2] == "!":
                if len(inner) != 1 or any([each[0] > SPACE or each[2:] != (1, 1) for each in inner[0]]):
                    raise ValueError
                inner = [[(NOT, 0, 0, len(inner[0])), *inner[0]]]
            at = stop + 1
        else:
            atom, at = parsed_atom(pattern, at)
            inner = [[atom]]
        sequences = [[*before, *after] for before in sequences for after in inner]
        if len(sequences) > 64:
            raise ValueError
    return [*found, *sequences], at


cdef frozenset REPEATS = frozenset("*+?{")
cdef object COUNTS = re.compile(r"\{(\d+)(?:(,)(\d*))?\}")
cdef dict ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}
cdef Py_ssize_t MANY = 1 << 40


cdef tuple parsed_atom(str pattern, Py_ssize_t at):
    """An atom with its repetition, and where it ends."""
    cdef str char = pattern[at]
    kind, code, least, most = UNIT, ord(char), 1, 1
    at += 1
    if char == "\\":
        char = pattern[at : at + 1]
        at += 1
        if char == "s":
            kind, code = SPACE, 0
        elif char in ESCAPES:
            code = ord(ESCAPES[char])
        elif char and not (char.isalnum() or char == "_"):
            code = ord(char)
        else:
            raise ValueError
    elif char == ".":
        kind, code = ANY, 0
    elif char == "$":
        kind, code = END, 0
    elif char in "^[(*+?" or (char == "{" and COUNTS.match(pattern, at - 1)):
        raise ValueError
    repeat = pattern[at : at + 1]
    counts = COUNTS.match(pattern, at)
    if repeat in REPEATS and (repeat != "{" or counts):
        if repeat == "{":
            least = int(counts[1])
            most = least if not counts[2] else int(counts[3]) if counts[3] else MANY
            at = counts.end()
        else:
            least, most = {"*": (0, MANY), "+": (1, MANY), "?": (0, 1)}[repeat]
            at += 1
        after = pattern[at : at + 1]
        if kind == END or most < least or most > MANY or (after in REPEATS and after != "?" and after != "{"):
            raise ValueError
        if after == "?":
            kind, at = kind + LAZY, at + 1
        elif after == "{" and COUNTS.match(pattern, at):
            raise ValueError
    elif repeat == "{" and pattern.startswith("{,", at):
        raise ValueError
    return (kind, code, least, most), at


cdef enum:
    LAZY = 16


cdef bint is_certain(list sequence):
    """Whether what follows each repetition cannot be part of it, so that nothing is given back. A repetition that takes
    as little as it can becomes one that takes all."""
    for k, (kind, code, least, most) in enumerate(sequence):
        if kind == NOT or (least == most and kind < LAZY):
            continue
        kind = kind % LAZY
        following = sequence[k + 1] if k + 1 < len(sequence) else None
        if following is None:
            if sequence[k][0] >= LAZY:
                return False
        else:
            if following[0] != UNIT or following[2] == 0:
                return False
            if kind == UNIT and code == following[1] or kind == ANY and following[1] != c"\n":
                return False
            if kind == SPACE and chr(following[1]).isspace():
                return False
        sequence[k] = (kind, code, least, most)
    return True


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


cdef inline int add_piece(Array *pieces, Py_ssize_t start, Py_ssize_t end, Py_ssize_t gap) except -1 nogil:
    """Append a piece."""
    cdef Piece *piece = <Piece *> append(pieces, sizeof(Piece))
    if piece == NULL:
        return no_memory()
    piece.start, piece.end, piece.gap = start, end, gap
    return 0
