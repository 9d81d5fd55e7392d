# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Packing a mixed document: where its chunks end and begin. Twin: reference/adaptive.py.

    places  where a chunk may end, with the rank of each
    pack    which of them it does (adaptive_pack.pxi)
    starts  where it begins

Regions come as blocks.pyx gives them. `at` are offsets in the text's own form, `m` the same places in the caller's
unit, `ranks` numbers of shiplap._data.packing.
"""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int64_t
from libc.string cimport memset

from shiplap._core.graphemes cimport Run
from shiplap._core.levels cimport (
    GRAPHEME,
    LINE,
    PARAGRAPH as PARAGRAPH_LEVEL,
    WORD as WORD_LEVEL,
    Level,
    Query,
    begin_query,
    first_boundary,
    is_boundary,
    visible,
    visible_end,
)
from shiplap._core.sizes cimport (
    BYTES,
    CHARACTERS,
    SAME,
    SMALL,
    Ruler,
    View,
    code_point_size,
    is_continuation,
    next_code_point,
    unit_at,
)
from shiplap._core.spans cimport SpanArray, Spans, push
from shiplap._core.text cimport Text
from shiplap._core.words cimport Lexicon

from array import array as new_array

from shiplap._data import packing as _packing
from shiplap.plan import LEVELS

# In the order of shiplap._data.packing.
cdef enum Kind:
    PROSE, CODE, TABLE

cdef enum:
    KINDS = 3
    RANKS = 16

cdef enum Rank:
    SECTION, REGION, PARAGRAPH, ITEM, SENTENCE, INTRO, HEADED, GROUP, ROW
    CODE_0, CODE_1, CODE_2, CODE_3, CODE_4, CODE_5, WORD

# The kinds of region that are not prose like the others, by their numbers in blocks.pyx.
cdef enum:
    HEADING_REGION = 1
    CODE_REGION = 7
    TABLE_REGION = 8

cdef enum:
    CHUNK = 100
    YIELD = 400
    LINES = 5       # the grade of CODE_5
    WORDS = 6

cdef int[RANKS] COST = [0, 0, 2, 4, 8, 40, 200, 5, 20, 0, 3, 15, 25, 40, 80, 90]
cdef int[RANKS] GRADE = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 4, 5, 6]

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")

include "kept.pxi"
include "adaptive_pack.pxi"


cdef inline Kind base(int64_t kind) noexcept nogil:
    """The kind of content of a kind of region."""
    return CODE if kind == CODE_REGION else TABLE if kind == TABLE_REGION else PROSE


cdef inline bint is_origin(int rank) noexcept nogil:
    """Whether nothing is repeated across a place."""
    return rank == SECTION or rank == REGION or rank == INTRO or rank == HEADED


cdef array numbers(Py_ssize_t count):
    """An array of int64, for the caller to fill."""
    return clone(INT64, count, False)


cdef tuple columns(const SpanArray *found):
    """The pairs of a place and its rank as two arrays."""
    cdef array at = numbers(found.count), ranks = clone(INT8, found.count, False)
    cdef Py_ssize_t k
    for k in range(found.count):
        at.data.as_longlongs[k], ranks.data.as_schars[k] = found.data[2 * k], found.data[2 * k + 1]
    return at, ranks


# ---- places

def places(Text text not None, Spans native not None, Spans kinds not None, bytes whole not None,
           array inner not None, array inner_ranks not None, level, language=None, abbreviations=()):
    """Where a chunk may end: (at, ranks), arrays of int64 and int8. `whole` tells of each region whether it is kept
    so; `inner` and `inner_ranks` are what is known of code and tables that are not, ascending."""
    cdef Spans found = Spans()
    cdef Lexicon lexicon = Lexicon(language, abbreviations)
    cdef Level sentence = <Level> <int> LEVELS.index(level)
    cdef View view
    cdef Py_ssize_t count = len(inner)
    cdef const char *kept = whole
    cdef bint done
    text.prepare(False, True)
    view = text.view
    view.known = &lexicon.known
    if view.size < SMALL:
        done = find_places(&view, &native.array, &kinds.array, kept, inner.data.as_longlongs,
                           inner_ranks.data.as_schars, count, sentence, &found.array)
    else:
        with nogil:
            done = find_places(&view, &native.array, &kinds.array, kept, inner.data.as_longlongs,
                               inner_ranks.data.as_schars, count, sentence, &found.array)
    if not done:
        raise MemoryError
    return columns(&found.array)


cdef bint find_places(const View *view, const SpanArray *native, const SpanArray *kinds, const char *whole,
                      const long long *inner, const signed char *inner_ranks, Py_ssize_t inner_count, Level sentence,
                      SpanArray *found) noexcept nogil:
    cdef Query paragraphs, sentences
    cdef Run run
    cdef Py_ssize_t k, i = 0, start, end
    cdef int64_t kind, before = 0
    memset(&run, 0, sizeof(Run))
    begin_query(&paragraphs, view, PARAGRAPH_LEVEL, False)
    begin_query(&sentences, view, sentence, False)
    if not push(found, 0, REGION):
        return False
    for k in range(native.count):
        start, end, kind = native.data[2 * k], native.data[2 * k + 1], kinds.data[2 * k]
        if k and is_boundary(view, &run, GRAPHEME, start) and not push(found, start, between(before, kind)):
            return False
        before = kind
        if whole[k]:
            continue
        if base(kind) == PROSE:
            if not prose_places(view, &paragraphs, &sentences, &run, start, end, found):
                return False
            continue
        while i < inner_count and inner[i] <= start:
            i += 1
        while i < inner_count and inner[i] < end:
            if is_boundary(view, &run, GRAPHEME, inner[i]) and not push(found, inner[i], inner_ranks[i]):
                return False
            i += 1
    return push(found, view.size, REGION)


cdef bint prose_places(const View *view, Query *paragraphs, Query *sentences, Run *run, Py_ssize_t start,
                       Py_ssize_t end, SpanArray *found) noexcept nogil:
    """Add the ends of paragraphs and sentences between two places."""
    cdef Py_ssize_t low = next_code_point(view, start), paragraph = 0, sentence = 0, p
    cdef int rank
    while True:
        if paragraph < low:
            paragraph = first_boundary(view, paragraphs, low, end) if low < end else -1
            if paragraph < 0:
                paragraph = end
        if sentence < low:
            sentence = first_boundary(view, sentences, low, end) if low < end else -1
            if sentence < 0:
                sentence = end
        p = min(paragraph, sentence)
        if p == end:
            return True
        rank = PARAGRAPH if p == paragraph else ITEM if is_boundary(view, run, LINE, p) else SENTENCE
        if not push(found, p, rank):
            return False
        low = next_code_point(view, p)


cdef Rank between(int64_t before, int64_t kind) noexcept nogil:
    """The rank of the place between regions of two kinds."""
    if before == HEADING_REGION:
        return HEADED
    if kind == HEADING_REGION:
        return SECTION
    if base(before) == PROSE:
        return PARAGRAPH if base(kind) == PROSE else INTRO
    return REGION


def sites(array lines not None, array ranks not None, array positions not None, array rows not None, int64_t size,
          Py_ssize_t base=0):
    """The lines of an outline at which a chunk may end: (at, ranks), arrays, `base` added to their offsets. `positions`
    are the lines, and `rows` the definitions, all in one unit, in which `size` is."""
    cdef Spans found = Spans()
    cdef Py_ssize_t count = len(positions), k
    cdef Kept kept = Kept(rows.data.as_longlongs, len(rows) // COLUMNS, 0, 0, 0)
    for k in range(count):
        if not enters(&kept, positions.data.as_longlongs[k], size):
            if not push(&found.array, base + lines.data.as_longlongs[k], CODE_0 + ranks.data.as_schars[k]):
                raise MemoryError
    return columns(&found.array)


def runs(array measured not None, Spans kinds not None):
    """Where each run ends, and its kind of content: arrays of int64 and int8. `measured` are the ends of the
    regions."""
    cdef Spans found = Spans()
    cdef Py_ssize_t k
    cdef Kind kind
    for k in range(kinds.array.count):
        kind = base(kinds.array.data[2 * k])
        if found.array.count and found.array.data[2 * found.array.count - 1] == kind:
            found.array.data[2 * found.array.count - 2] = measured.data.as_longlongs[k]
        elif not push(&found.array, measured.data.as_longlongs[k], kind):
            raise MemoryError
    return columns(&found.array)


def extras(array at not None, Spans native not None, array sizes not None, array headers not None):
    """What stands before a chunk that begins at each place: `sizes` of its region's headings, and within a region
    `headers`, that of its table."""
    cdef Py_ssize_t k, region = 0
    cdef array found = numbers(len(at))
    for k in range(len(at)):
        while region + 1 < native.array.count and native.array.data[2 * region + 1] <= at.data.as_longlongs[k]:
            region += 1
        found.data.as_longlongs[k] = 0
        if region < native.array.count:
            found.data.as_longlongs[k] = sizes.data.as_longlongs[region]
            if at.data.as_longlongs[k] > native.array.data[2 * region]:
                found.data.as_longlongs[k] += headers.data.as_longlongs[region]
    return found


def split(Text text not None, array at not None, array ranks not None, array m not None, array run_ends not None,
          array run_kinds not None, limits, array extra, loops):
    """The places with those added that cut what lies between two of them and is too long, or None where nothing is.
    `loops` has for each kind of content what cuts a text of it into pieces."""
    cdef Spans found
    cdef Spans pieces
    cdef Runs run
    cdef Py_ssize_t k, j, count = len(at)
    cdef int64_t start, begin
    cdef int64_t[KINDS] most
    cdef bint any = False
    cdef Kind kind
    most[0], most[1], most[2] = limits
    begin_runs(&run, run_ends, run_kinds)
    for k in range(count - 1):
        kind = kind_after(&run, m.data.as_longlongs[k])
        start = m.data.as_longlongs[k] - (extra.data.as_longlongs[k] if extra is not None else 0)
        if m.data.as_longlongs[k + 1] - start > most[<int> kind]:
            any = True
            break
    if not any:
        return None
    found = Spans()
    begin_runs(&run, run_ends, run_kinds)
    for k in range(count):
        if not push(&found.array, at.data.as_longlongs[k], ranks.data.as_schars[k]):
            raise MemoryError
        if k + 1 == count:
            break
        kind = kind_after(&run, m.data.as_longlongs[k])
        start = m.data.as_longlongs[k] - (extra.data.as_longlongs[k] if extra is not None else 0)
        if m.data.as_longlongs[k + 1] - start > most[<int> kind]:
            begin = at.data.as_longlongs[k]
            pieces = loops[kind](part(text, begin, at.data.as_longlongs[k + 1]))
            for j in range(pieces.array.count - 1):
                if not push(&found.array, begin + pieces.array.data[2 * j + 1], WORD):
                    raise MemoryError
    return columns(&found.array)


cdef Text part(Text text, Py_ssize_t start, Py_ssize_t end):
    """A part of a valid text as a text of its own, in the same form."""
    if text.is_str:
        return Text(text.slice(start, end), "surrogatepass")
    return Text(text.encoded(start, end))


# ---- where they begin

def positions(Text text not None, array lows not None, array at not None, array m not None, unit):
    """The first places of measures of at least `lows`, ascending, in the text's own offsets: an array of int64.
    `at` and `m`: places whose measures are known."""
    cdef View view
    cdef Ruler ruler = BYTES if unit == "bytes" else CHARACTERS
    cdef Py_ssize_t count = len(lows), known = len(at), k, j = 0
    cdef int64_t measure = 0, p = 0, low
    cdef array found = numbers(count)
    text.prepare(False, True)
    view = text.view
    if unit == "bytes" and view.width == 0:
        ruler = SAME
    for k in range(count):
        low = lows.data.as_longlongs[k]
        while j + 1 < known and m.data.as_longlongs[j + 1] <= low:
            j += 1
        if known and at.data.as_longlongs[j] > p:
            p, measure = at.data.as_longlongs[j], m.data.as_longlongs[j]
        if ruler == SAME and low > p:
            p = low
            while p < view.size and is_continuation(view.data[p]):
                p += 1
            measure = p
        while p < view.size and measure < low:
            measure += code_point_size(&view, ruler, p)
            p = next_code_point(&view, p)
        found.data.as_longlongs[k] = p
    return found


def starts(Text text not None, array at not None, array ranks not None, array ends not None, array lows not None,
           array words not None, bint trim=False, bint skip_blank=False):
    """The chunks, in the text's own offsets, of what `pack` gives, with `lows` as `positions` makes them."""
    cdef Spans spans = Spans()
    cdef View view
    cdef Py_ssize_t count = len(ends)
    cdef bint done
    text.prepare(False, True)
    view = text.view
    if view.size < SMALL:
        done = find_starts(&view, at.data.as_longlongs, ranks.data.as_schars, ends.data.as_longlongs,
                           lows.data.as_longlongs, words.data.as_schars, count, trim, skip_blank, &spans.array)
    else:
        with nogil:
            done = find_starts(&view, at.data.as_longlongs, ranks.data.as_schars, ends.data.as_longlongs,
                               lows.data.as_longlongs, words.data.as_schars, count, trim, skip_blank,
                               &spans.array)
    if not done:
        raise MemoryError
    spans.trim()
    return spans


# White space that was seen: from `begin` on there is nothing else before `end`.
cdef struct Blank:
    Py_ssize_t begin, end


cdef inline Py_ssize_t next_visible(const View *view, Blank *blank, Py_ssize_t p) noexcept nogil:
    """The first place from p on that is not white space; what was seen is not read again."""
    cdef Py_ssize_t found
    if blank.begin <= p < blank.end:
        return blank.end
    found = visible(view, p)
    if p < blank.begin and blank.begin < blank.end and found >= blank.begin:
        blank.begin = p
        return blank.end
    if p >= blank.end:
        blank.begin, blank.end = p, found
    return found


cdef bint find_starts(const View *view, const long long *at, const signed char *ranks, const long long *ends,
                      const long long *lows, const signed char *words, Py_ssize_t count, bint trim, bint skip_blank,
                      SpanArray *spans) noexcept nogil:
    cdef Query query
    cdef Py_ssize_t[LINES + 1] near     # of each grade, no place before it is near enough, or good enough
    cdef Py_ssize_t j, nearest = 0      # `nearest`: of all, the first that is near enough
    cdef Py_ssize_t k, place = 0, before = -1, low, first, start, stop, end, word
    cdef Blank blank = Blank(0, 0)
    cdef int grade
    begin_query(&query, view, WORD_LEVEL, False)
    memset(near, 0, sizeof(near))
    for k in range(count):
        end, first = ends[k], at[place]
        low = max(<Py_ssize_t> lows[k], next_code_point(view, before) if before >= 0 else 0)
        start = first
        if low < first:
            grade = min(GRADE[ranks[place]], LINES)
            while at[nearest] < low:
                nearest += 1
            j = max(near[grade], nearest)
            while j < place and GRADE[ranks[j]] > grade:
                j += 1
            near[grade] = j
            if j < place:
                start = at[j]
            elif words[k] and low > 0:
                word = first_boundary(view, &query, low, first)
                start = first if word < 0 else word
            if next_visible(view, &blank, start) >= first:  # white space alone is not worth repeating
                start = first
        stop = at[end]
        place = end
        if (trim or skip_blank) and next_visible(view, &blank, first if trim else start) >= stop:
            continue
        if trim:
            start = next_visible(view, &blank, start)
            stop = visible_end(view, start, stop)
        if not push(spans, start, stop):
            return False
        before = start
    return True


# ---- what they are

def majority(Spans spans not None, Spans regions not None, Spans kinds not None):
    """The kind of content that each span has most characters of, a list of int. All spans are in characters, and
    neither starts nor ends decrease."""
    cdef Py_ssize_t k
    cdef int kind       # in the order of Kind
    cdef Sums first, last
    cdef int64_t[KINDS] sizes
    cdef list found = []
    memset(&first, 0, sizeof(Sums))
    memset(&last, 0, sizeof(Sums))
    for k in range(spans.array.count):
        sum_to(&first, &regions.array, &kinds.array, spans.array.data[2 * k])
        sum_to(&last, &regions.array, &kinds.array, spans.array.data[2 * k + 1])
        for kind in range(KINDS):
            sizes[kind] = last.sizes[kind] - first.sizes[kind]
        kind = PROSE
        if sizes[1] > sizes[kind]:
            kind = CODE
        if sizes[2] > sizes[kind]:
            kind = TABLE
        found.append(kind)
    return found


# The characters of each kind before a place.
cdef struct Sums:
    Py_ssize_t region
    int64_t at
    int64_t[KINDS] sizes


cdef void sum_to(Sums *sums, const SpanArray *regions, const SpanArray *kinds, int64_t p) noexcept nogil:
    """Move on to a place."""
    cdef int64_t end
    while sums.region < regions.count and sums.at < p:
        end = min(p, regions.data[2 * sums.region + 1])
        if end > sums.at:
            sums.sizes[<int> base(kinds.data[2 * sums.region])] += end - sums.at
            sums.at = end
        if end == regions.data[2 * sums.region + 1]:
            sums.region += 1


def _check_numbers():
    """The numbers above are those of shiplap._data.packing."""
    assert (CHUNK, YIELD, WORDS) == (_packing.CHUNK, _packing.YIELD, _packing.WORDS)
    assert tuple(COST) == _packing.COST and tuple(GRADE) == _packing.GRADE
    assert (SECTION, REGION, INTRO, HEADED) == _packing.ORIGINS and GRADE[<int> CODE_5] == LINES
    assert (PARAGRAPH, ITEM, SENTENCE, GROUP, ROW, CODE_0, WORD) == (
        _packing.PARAGRAPH, _packing.ITEM, _packing.SENTENCE, _packing.GROUP, _packing.ROW, _packing.CODE_0,
        _packing.WORD)


_check_numbers()
