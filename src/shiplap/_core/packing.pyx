# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Packing: the cheapest chunks of code, and of mixed documents. The parts follow the files of the reference:

    unbreakable     the spans of code that no cut may enter
    code            the chunks of a code text
    break_points    the offsets where a chunk of a mixed document may end, with their ranks
    pack            the choice among them, for few chunks and good ends
    starts          the start of each chunk: its overlap with the chunk before
    segments        the segments of a text by meaning
    documents       the entry points for a document, and the kind of content of each chunk

`at` are offsets in the text's own form, `m` the measures of the text before them, in the unit of the limits, and `ranks`
numbers of shiplap._data.packing_costs.
"""

cimport cython
from cpython.array cimport array, clone, resize
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int16_t, int32_t, int64_t
from libc.string cimport memset

from shiplap._core.boundaries cimport (
    GRAPHEME,
    LINE,
    PARAGRAPH as PARAGRAPH_LEVEL,
    SENTENCE_STANDARD,
    WORD as WORD_LEVEL,
    Level,
    Lexicon,
    Listed,
    Query,
    Rules,
    Run,
    after_indent,
    begin_listed,
    begin_query,
    ends_with_lead,
    first_boundary,
    is_boundary,
    item_style,
    may_be_item,
    next_listed,
    runs_over_page,
)
from shiplap._core.csrc cimport shiplap_first_from
from shiplap._core.outline_row cimport CODE_START, COLUMNS, END, START
from shiplap._core.text cimport (
    BYTES,
    CHARACTERS,
    IN_BYTES,
    IN_CHARACTERS,
    SAME,
    SMALL,
    STEP,
    Ruler,
    SpanArray,
    Spans,
    Text,
    Unit,
    View,
    code_point_size,
    distance,
    is_ascii,
    is_continuation,
    is_own,
    next_code_point,
    push,
    reserve,
    unit_at,
    visible,
    visible_end,
)

from array import array as new_array

from shiplap.levels import number
from shiplap.threads import heed_interrupts

# The costs: the numbers of shiplap._data.packing_costs, from the header that is generated from them.
cdef extern from "shiplap_packing.h" nogil:
    # kinds of content
    ctypedef enum Kind "int":
        PROSE "SHIPLAP_PACKING_PROSE"
        CODE "SHIPLAP_PACKING_CODE"
        TABLE "SHIPLAP_PACKING_TABLE"
        DATA "SHIPLAP_PACKING_DATA"
    # ranks of break points
    ctypedef enum Rank "int":
        SECTION "SHIPLAP_PACKING_SECTION"
        REGION "SHIPLAP_PACKING_REGION"
        PARAGRAPH "SHIPLAP_PACKING_PARAGRAPH"
        ITEM "SHIPLAP_PACKING_ITEM"
        SENTENCE "SHIPLAP_PACKING_SENTENCE"
        INTRO "SHIPLAP_PACKING_INTRO"
        HEADED "SHIPLAP_PACKING_HEADED"
        LED "SHIPLAP_PACKING_LED"
        LED_ITEM "SHIPLAP_PACKING_LED_ITEM"
        CODE_0 "SHIPLAP_PACKING_CODE_0"
        CODE_5 "SHIPLAP_PACKING_CODE_5"
        WORD "SHIPLAP_PACKING_WORD"
        DATA_0 "SHIPLAP_PACKING_DATA_0"
        DATA_4 "SHIPLAP_PACKING_DATA_4"
    enum:
        KINDS "SHIPLAP_PACKING_KINDS"
        CHUNK "SHIPLAP_PACKING_CHUNK"
        YIELD "SHIPLAP_PACKING_YIELD"
        WORDS "SHIPLAP_PACKING_WORDS"
        LINES "SHIPLAP_PACKING_LINES"
        ORIGINS "SHIPLAP_PACKING_ORIGINS"
        BINDING "SHIPLAP_PACKING_BINDING"
        LEVELS "SHIPLAP_PACKING_LEVELS"
        LEAVE "SHIPLAP_PACKING_LEAVE"
        LEAVE_LIMIT "SHIPLAP_PACKING_LEAVE_LIMIT"
    const int[24] COST "shiplap_packing_cost"
    const int[24] GRADE "shiplap_packing_grade"
    const int[24] LEVEL "shiplap_packing_level"

# The kinds of region that have rules of their own; all others are prose. Numbers of shiplap._data.region_kinds.
cdef extern from "shiplap_kinds.h" nogil:
    enum:
        HEADING_REGION "SHIPLAP_REGION_HEADING"
        LIST_REGION "SHIPLAP_REGION_LIST"
        FOOTNOTE_REGION "SHIPLAP_REGION_FOOTNOTE"
        CODE_REGION "SHIPLAP_REGION_CODE"
        TABLE_REGION "SHIPLAP_REGION_TABLE"
        DATA_REGION "SHIPLAP_REGION_DATA"

cdef enum:
    WORST = CODE_5 - CODE_0     # the rank of the worst line to cut at
    ROOM = 64       # the first room for break points that are found, in addition to the known ones

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")
cdef array NO_PLACES = new_array("q")
cdef array NO_RANKS = new_array("b")


cdef inline Kind base(int64_t kind) noexcept nogil:
    """Return the kind of content of a kind of region."""
    return CODE if kind == CODE_REGION else TABLE if kind == TABLE_REGION else DATA if kind == DATA_REGION else PROSE


cdef inline bint is_origin(int rank) noexcept nogil:
    """Return whether no chunk repeats text across a break point of this rank."""
    return ORIGINS >> rank & 1


cdef inline bint is_binding(int rank) noexcept nogil:
    """Return whether the text before a break point of this rank belongs to the text after it."""
    return BINDING >> rank & 1


cdef inline tuple columns(const SpanArray *found):
    """Return pairs of a break point and its rank as two arrays, of int64 and int8."""
    cdef array at = clone(INT64, found.count, False), ranks = clone(INT8, found.count, False)
    cdef Py_ssize_t k
    for k in range(found.count):
        at.data.as_longlongs[k], ranks.data.as_schars[k] = found.data[2 * k], found.data[2 * k + 1]
    return at, ranks


# ---- unbreakable: the spans of code that no cut may enter

# The definitions from number k on, the lines, the edges of the code, and the last span that is kept whole.
cdef struct Unbreakable:
    const long long *rows
    Py_ssize_t count, k
    const long long *positions
    Py_ssize_t lines
    int64_t first, last
    int64_t begin, end


cdef inline Unbreakable unbreakable(array rows, array positions, int64_t first, int64_t last):
    """Return the spans of code from one edge to another. `rows`: its definitions; `positions`: its lines except the first."""
    return Unbreakable(rows.data.as_longlongs, len(rows) // COLUMNS, 0, positions.data.as_longlongs, len(positions),
                       first, last, first, first)


cdef inline Py_ssize_t lines_before(const Unbreakable *span, int64_t p) noexcept nogil:
    """Return the number of lines that begin before p, except the first."""
    return shiplap_first_from(<const int64_t *> span.positions, span.lines, p)


cdef inline int64_t line_from(const Unbreakable *span, int64_t p) noexcept nogil:
    """Return the start of the line that p is in."""
    cdef Py_ssize_t k = lines_before(span, p + 1)
    return span.positions[k - 1] if k else span.first


cdef inline int64_t line_to(const Unbreakable *span, int64_t p) noexcept nogil:
    """Return p if a line begins there, else the start of the next line."""
    cdef Py_ssize_t k = lines_before(span, p)
    return span.positions[k] if k < span.lines else span.last


cdef inline bint is_kept(Unbreakable *span, int64_t begin, int64_t end, int64_t size) noexcept nogil:
    """Return whether the lines from a definition's begin to its end are within a size. If so, they become the span."""
    begin = line_from(span, begin)
    end = line_to(span, end)
    if end - begin > size:
        return False
    span.begin, span.end = begin, end
    return True


cdef inline void keep_whole(Unbreakable *span, int64_t p, int64_t size) noexcept nogil:
    """Move on to the first span that ends after p, or past the last one."""
    cdef const long long *row
    while span.end <= p and span.k < span.count:
        row = span.rows + span.k * COLUMNS
        if row[START] >= span.end and not is_kept(span, row[START], row[END], size) and row[CODE_START] > row[START]:
            is_kept(span, row[CODE_START], row[END], size)
        span.k += 1


cdef inline bint crosses(Unbreakable *span, int64_t p, int64_t size) noexcept nogil:
    """Return whether a cut at p would enter a span that is kept whole. Calls come in ascending order of p."""
    keep_whole(span, p, size)
    return span.begin < p < span.end


# ---- code: the chunks of a code text

# An offset where a chunk of code may end: the offset, the least cost up to it, and the end before it.
cdef struct Cut:
    int64_t at
    int64_t cost
    Py_ssize_t previous


def pack_code(array positions not None, array ranks not None, array rows not None, int64_t length, int64_t size, /):
    """Return the chunks of a code text, as spans that touch, and the length of the longest. Twin: `pack` of the reference's
    code.py.

    positions (int64), ranks (int8): as an outline has them. rows (int64): its definitions. All may be converted to
    another unit. 1 <= size.
    """
    cdef Py_ssize_t count = len(positions), made
    cdef Unbreakable span = unbreakable(rows, positions, 0, length)
    cdef Spans spans = Spans()
    cdef Cut *cuts
    cdef Py_ssize_t *waiting
    cdef int64_t longest
    if positions.typecode != "q" or ranks.typecode != "b" or rows.typecode != "q" or len(ranks) != count:
        raise ValueError("positions and rows are int64, ranks int8")
    if length <= 0:
        return spans, 0
    cuts = <Cut *> PyMem_RawMalloc((count + 2) * sizeof(Cut))
    waiting = <Py_ssize_t *> PyMem_RawMalloc((count + 2) * sizeof(Py_ssize_t))
    try:
        if cuts == NULL or waiting == NULL:
            raise MemoryError
        with nogil:
            made = cheapest(ranks.data.as_schars, &span, size, cuts, waiting)
        longest = fill(spans, cuts, made)
    finally:
        PyMem_RawFree(cuts)
        PyMem_RawFree(waiting)
    return spans, longest


cdef Py_ssize_t cheapest(const signed char *ranks, Unbreakable *span, int64_t size, Cut *cuts,
                         Py_ssize_t *waiting) noexcept nogil:
    """Fill in the least cost to get to each end. Return the number of ends."""
    cdef Py_ssize_t made = 1, first = 0, after = 0, i, start
    cdef int64_t position
    cdef int rank
    cuts[0] = Cut(0, 0, 0)
    for i in range(span.lines + 1):
        position = span.positions[i] if i < span.lines else span.last
        rank = ranks[i] if i < span.lines else 0
        if crosses(span, position, size):
            continue
        while after > first and cuts[waiting[after - 1]].cost >= cuts[made - 1].cost:
            after -= 1
        waiting[after] = made - 1
        after += 1
        while after > first and position - cuts[waiting[first]].at > size:
            first += 1
        start = waiting[first] if after > first else made - 1
        rank = CODE_0 + (rank if 0 <= rank <= WORST else WORST)
        cuts[made] = Cut(position, cuts[start].cost + CHUNK + COST[rank], start)
        made += 1
    return made


cdef int64_t fill(Spans spans, const Cut *cuts, Py_ssize_t made) except -1:
    """Write the spans of the chunks, which are found from the last one backwards. Return the length of the longest."""
    cdef Py_ssize_t at = made - 1, count = 0
    cdef int64_t longest = 0
    while at:
        count += 1
        at = cuts[at].previous
    if not reserve(&spans.array, count):
        raise MemoryError
    spans.array.count = count
    at = made - 1
    while at:
        count -= 1
        spans.array.data[2 * count] = cuts[cuts[at].previous].at
        spans.array.data[2 * count + 1] = cuts[at].at
        longest = max(longest, cuts[at].at - cuts[cuts[at].previous].at)
        at = cuts[at].previous
    return longest


# ---- break_points: where a chunk of a mixed document may end

@cython.no_gc_clear
cdef class Layout:
    """The input of packing: a document, or a part of one. The caller gives the fields up to `base`, `Packing.look` computes
    `ends` and `whole`, and the caller then adds the break points inside the regions that are not kept whole.

    text                the text
    native, kinds       its regions, as shiplap._core.regions gives them
    sizes               for each region, the size of the headings before its chunks (int64); None if they do not count
    unit                of the measures: "characters" or "bytes", unless there are tokens
    begins, base        for tokens: the begins of the tokens of the whole text (int64), and the begin of this text in it
    ends                the measures of the regions' ends (int64)
    whole               for each region, a flag whether it is kept whole
    inner, inner_ranks  the break points in code and tables that are not kept whole, ascending (int64, int8)
    headers             for each region, the size of the header of a table (int64); None if they do not count
    """

    cdef readonly Text text
    cdef readonly Spans native, kinds
    cdef readonly array begins
    cdef readonly Py_ssize_t base
    cdef public array sizes, ends, inner, inner_ranks, headers
    cdef public bytes whole
    cdef Unit unit
    cdef int64_t passed     # tokens that begin before `base`

    def __cinit__(self, Text text not None, Spans native not None, Spans kinds not None, unit="characters",
                  array begins=None, Py_ssize_t base=0, /):
        self.text, self.native, self.kinds = text, native, kinds
        self.unit = IN_BYTES if unit == "bytes" else IN_CHARACTERS
        self.begins, self.base = begins, base
        self.inner, self.inner_ranks = NO_PLACES, NO_RANKS
        if begins is not None:
            self.passed = shiplap_first_from(<const int64_t *> begins.data.as_longlongs, len(begins), base)

    def measure_ends(self):
        """Measure the ends of the regions."""
        cdef array at = clone(INT64, self.native.array.count, False)
        cdef Py_ssize_t k
        for k in range(self.native.array.count):
            at.data.as_longlongs[k] = self.native.array.data[2 * k + 1]
        self.ends = self.measured(at)

    cdef array measured(self, array at):
        """Return the measures of ascending offsets. If they equal the offsets, the array itself is returned, which gains
        45 % of the instructions of code."""
        cdef int64_t before = 0, size = 0
        cdef Py_ssize_t k, count = len(at)
        cdef array found
        if self.begins is not None:
            found = tokens_before(self.begins, at, self.base)
            for k in range(count):
                found.data.as_longlongs[k] -= self.passed
            return found
        self.text.prepare(False, False)
        if is_own(&self.text.view, self.unit):
            return at
        found = clone(INT64, count, False)
        if self.unit == IN_BYTES and count:
            self.text.check_surrogates(0, at.data.as_longlongs[count - 1])
        for k in range(count):
            size += distance(&self.text.view, before, at.data.as_longlongs[k], self.unit)
            before = at.data.as_longlongs[k]
            found.data.as_longlongs[k] = size
        return found

    cdef int check(self) except -1:
        """Raise ValueError if the fields do not belong to the same regions."""
        cdef Py_ssize_t count = self.kinds.array.count
        if self.native.array.count != count or self.ends is None or len(self.ends) != count or self.whole is None \
                or len(self.whole) != count or len(self.inner) != len(self.inner_ranks) \
                or (self.sizes is not None and len(self.sizes) != count) \
                or (self.headers is not None and len(self.headers) != count):
            raise ValueError(count)
        return 0


cpdef array tokens_before(array begins, array at, Py_ssize_t base):
    """Return the number of tokens that begin before each offset: an array of int64. `begins`: the ascending offsets at which
    the tokens of a text begin. `at`: offsets in the part of this text that begins at `base`."""
    cdef array found = clone(INT64, len(at), False)
    cdef Py_ssize_t k
    for k in range(len(at)):
        found.data.as_longlongs[k] = shiplap_first_from(<const int64_t *> begins.data.as_longlongs, len(begins),
                                                        at.data.as_longlongs[k] + base)
    return found


# The outcome of a part of the search.
cdef enum Outcome:
    DONE, NO_MEMORY, MORE

# The search for break points: its input, its results, and its state.
cdef struct Search:
    Rules rules
    const SpanArray *native # the regions
    const SpanArray *kinds
    const char *whole       # for each region, a flag whether it is kept whole
    const long long *inner  # the known break points in code and tables that are not kept whole, with their ranks
    const signed char *inner_ranks
    Py_ssize_t inner_count
    SpanArray *found        # pairs of a break point and its rank
    Listed paragraphs
    Listed ends             # the ends of sentences, by the standard rule
    Query sentences         # the ends of sentences, by another rule
    Run run
    Py_ssize_t k            # the current region
    Py_ssize_t i            # the next index of `inner`
    Py_ssize_t low          # within a region of prose: the offset where the search continues, and the next known ends; else 0
    Py_ssize_t paragraph
    Py_ssize_t sentence
    int64_t before          # the kind of the region before
    bint has_items          # whether a line of prose is an item of a list
    Py_ssize_t bound        # the last break point without a binding rank
    const long long *sizes  # the size of the context of each region, or NULL
    Unit unit               # of sizes; with tokens: the begins of those of the whole text (or NULL), their number, and the base
    const int64_t *begins
    Py_ssize_t token_count
    Py_ssize_t base
    int64_t most            # the limit of prose

# The search for lists: the break points, and for each whether a list drops it.
cdef struct ListSearch:
    const long long *at
    const signed char *ranks
    const long long *m
    char *dropped
    Py_ssize_t i            # the next break point
    int64_t bound           # the measure of the last break point without a binding rank

# A list in prose: its style and indentation; the number of its items; the measure before the text that is bound to it; the
# first break point inside of it.
cdef struct List:
    int style
    int count
    Py_ssize_t indent
    int64_t m
    Py_ssize_t inner


cpdef tuple places(Layout layout, int sentence, Lexicon lexicon, limits):
    """Return where a chunk may end: (at, ranks, has_items), arrays of int64 and int8, and whether a line of prose is an
    item, so that `keep_lists` may find lists. `sentence`: the level of sentences, a number of shiplap.levels.

    A run of short blocks stays whole only if it fits together with the text that is bound to it: its headings and the lead
    before it, from the last break point without a binding rank on, and what its last lead leads to (`led_end`)."""
    cdef Spans found = Spans()
    cdef View view
    cdef Search search
    cdef Outcome outcome = MORE
    cdef Py_ssize_t until = 0
    layout.text.prepare(False, True)
    view = layout.text.view
    memset(&search.rules, 0, sizeof(Rules))
    search.rules.lexicon = &lexicon.known
    search.native, search.kinds, search.whole = &layout.native.array, &layout.kinds.array, layout.whole
    search.inner, search.inner_ranks = layout.inner.data.as_longlongs, layout.inner_ranks.data.as_schars
    search.inner_count = len(layout.inner)
    search.found = &found.array
    memset(&search.run, 0, sizeof(Run))
    search.k = search.i = search.low = search.before = search.bound = 0
    search.has_items = False
    search.sizes = layout.sizes.data.as_longlongs if layout.sizes is not None else NULL
    search.most, search.unit, search.base, search.begins = limits[PROSE], layout.unit, layout.base, NULL
    if layout.begins is not None:
        search.begins, search.token_count = <const int64_t *> layout.begins.data.as_longlongs, len(layout.begins)
    begin_query(&search.sentences, &view, &search.rules, <Level> sentence, False)
    if not reserve(&found.array, search.inner_count + ROOM) or not push(&found.array, 0, REGION):
        raise MemoryError
    if view.size < SMALL:
        outcome = find_places(&view, &search, view.size)
    while outcome == MORE:  # in steps, so that Ctrl-C interrupts
        heed_interrupts()
        until += STEP
        with nogil:
            outcome = find_places(&view, &search, until)
    if outcome == NO_MEMORY:
        raise MemoryError
    return *columns(&found.array), search.has_items


cdef Outcome find_places(const View *view, Search *search, Py_ssize_t until) noexcept nogil:
    """Add all break points except the first, from the state of the search on, without the GIL. Return MORE soon after `until`."""
    cdef SpanArray *found = search.found
    cdef const long long *inner = search.inner
    cdef Py_ssize_t k, i = search.i, start, end
    cdef int64_t kind
    cdef Outcome outcome
    for k in range(search.k, search.native.count):
        start, end, kind = search.native.data[2 * k], search.native.data[2 * k + 1], search.kinds.data[2 * k]
        if search.low == 0:
            if start >= until:
                search.k, search.i = k, i
                return MORE
            if k and begins_cluster(view, search, start) \
                    and not add_place(search, start, rank_between(view, search.before, kind, start)):
                return NO_MEMORY
            search.before = kind
        if search.whole[k] and not (is_run(kind) and not fits_bound(view, search, k)):
            continue
        if base(kind) == PROSE:
            outcome = prose_places(view, search, start, end, until)
            if outcome != DONE:
                search.k, search.i = k, i
                return outcome
            continue
        while i < search.inner_count and inner[i] <= start:
            i += 1
        while i < search.inner_count and inner[i] < end:
            if begins_cluster(view, search, inner[i]) and not add_place(search, inner[i], search.inner_ranks[i]):
                return NO_MEMORY
            i += 1
    return DONE if push(found, view.size, REGION) else NO_MEMORY


cdef inline bint add_place(Search *search, Py_ssize_t p, int rank) noexcept nogil:
    """Add a break point. Return False if memory is missing."""
    if not is_binding(rank):
        search.bound = p
    return push(search.found, p, rank)


cdef bint fits_bound(const View *view, const Search *search, Py_ssize_t k) noexcept nogil:
    """Return whether a run of short blocks fits with the headings and the lead before it, and with what it leads to."""
    cdef Py_ssize_t last = led_end(view, search.native, search.kinds, search.whole, k)
    cdef Py_ssize_t begin = search.bound, end = search.native.data[2 * last + 1]
    cdef int64_t size
    if last == k and begin >= search.native.data[2 * k]:
        return True
    if search.begins != NULL:
        size = shiplap_first_from(search.begins, search.token_count, search.base + end) \
            - shiplap_first_from(search.begins, search.token_count, search.base + begin)
    else:
        size = end - begin if is_own(view, search.unit) else distance(view, begin, end, search.unit)
    return size + (search.sizes[k] if search.sizes != NULL else 0) <= search.most


cdef Outcome prose_places(const View *view, Search *search, Py_ssize_t start, Py_ssize_t end,
                          Py_ssize_t until) noexcept nogil:
    """Add the ends of paragraphs and sentences between two offsets. Return MORE soon after `until`."""
    cdef Py_ssize_t low = next_code_point(view, start), paragraph = 0, sentence = 0, p
    cdef int rank
    if search.low > 0:
        low, paragraph, sentence = search.low, search.paragraph, search.sentence
        search.low = 0
    else:
        begin_listed(&search.paragraphs, PARAGRAPH_LEVEL, low)
        begin_listed(&search.ends, SENTENCE_STANDARD, low)
        look_for_item(view, search, start)
    while True:
        if paragraph < low:
            paragraph = next_listed(view, &search.rules, &search.paragraphs, low, end)
        if sentence < low:
            sentence = first_sentence(view, search, low, end)
        p = min(paragraph, sentence)
        if p == end:
            return DONE
        rank = PARAGRAPH if p == paragraph else ITEM if begins_line(view, search, p) else SENTENCE
        if not (rank == PARAGRAPH and runs_over_page(view, p)):
            if rank != SENTENCE and ends_with_lead(view, p):
                rank = LED if rank == PARAGRAPH else LED_ITEM
            if not add_place(search, p, rank):
                return NO_MEMORY
            if rank != SENTENCE:
                look_for_item(view, search, p)
        low = next_code_point(view, p)
        if p >= until:
            search.low, search.paragraph, search.sentence = low, paragraph, sentence
            return MORE


cdef inline void look_for_item(const View *view, Search *search, Py_ssize_t p) noexcept nogil:
    """Note whether the line at p is an item."""
    if not search.has_items and may_be_item(view, p):
        search.has_items = item_style(view, p) != 0


cdef inline Py_ssize_t first_sentence(const View *view, Search *search, Py_ssize_t low, Py_ssize_t end) noexcept nogil:
    """Return the first end of a sentence, low <= p < end, or `end`. Within a region `low` only grows."""
    cdef Py_ssize_t p
    if search.sentences.level == SENTENCE_STANDARD:
        return next_listed(view, &search.rules, &search.ends, low, end)
    p = first_boundary(view, &search.sentences, low, end) if low < end else -1
    return p if p >= 0 else end


cdef inline bint begins_cluster(const View *view, Search *search, Py_ssize_t p) noexcept nogil:
    """Return whether p is a boundary of grapheme clusters."""
    return is_boundary(view, &search.rules, &search.run, GRAPHEME, p)


cdef inline bint begins_line(const View *view, Search *search, Py_ssize_t p) noexcept nogil:
    """Return whether a line begins at p. Most offsets are after an ASCII space, where one test decides; it gains 8 % of
    the instructions of prose."""
    cdef Py_UCS4 before = unit_at(view, p - 1)
    return not (is_ascii(before) and before >= u' ') and is_boundary(view, &search.rules, &search.run, LINE, p)


cpdef tuple keep_lists(Layout layout, array at, array ranks, array m, limits):
    """Return the break points that are not within a list in prose that fits: (at, ranks); None if no list fits."""
    cdef View view
    cdef Spans found
    cdef Py_ssize_t k, start, end, count = len(at)
    cdef int64_t before = 0, after, most = limits[PROSE], room
    cdef const char *is_whole = layout.whole
    cdef bytes flags = bytes(count)
    cdef ListSearch search = ListSearch(at.data.as_longlongs, ranks.data.as_schars, m.data.as_longlongs, flags, 0, 0)
    cdef bint any = False
    layout.text.prepare(False, True)
    view = layout.text.view
    for k in range(layout.native.array.count):
        start, end = layout.native.array.data[2 * k], layout.native.array.data[2 * k + 1]
        after = layout.ends.data.as_longlongs[k]
        if base(layout.kinds.array.data[2 * k]) == PROSE and (not is_whole[k] or is_run(layout.kinds.array.data[2 * k])):
            room = most - (layout.sizes.data.as_longlongs[k] if layout.sizes is not None else 0)
            while search.i < count and search.at[search.i] <= start:
                pass_place(&search)
            if search.i > 0 and search.at[search.i - 1] == start:
                before = search.bound
            any |= lists(&view, &search, start, end, before,
                         layout.ends.data.as_longlongs[led_end(&view, &layout.native.array, &layout.kinds.array, is_whole, k)], room)
        before = after
    if not any:
        return None
    found = Spans()
    for k in range(count):
        if not search.dropped[k] and not push(&found.array, search.at[k], search.ranks[k]):
            raise MemoryError
    return columns(&found.array)


cdef Py_ssize_t led_end(const View *view, const SpanArray *native, const SpanArray *kinds, const char *whole,
                        Py_ssize_t k) noexcept nogil:
    """Return the number of the region after region k if it is code, a table or data that is kept whole, and region k ends with
    a lead; else k."""
    if k + 1 < native.count and base(kinds.data[2 * k + 2]) != PROSE and whole[k + 1] \
            and ends_with_lead(view, native.data[2 * k + 1]):
        return k + 1
    return k


cdef inline void pass_place(ListSearch *search) noexcept nogil:
    """Go on to the next break point."""
    if not is_binding(search.ranks[search.i]):
        search.bound = search.m[search.i]
    search.i += 1


cdef bint lists(const View *view, ListSearch *search, Py_ssize_t start, Py_ssize_t end, int64_t bound, int64_t after,
                int64_t room) noexcept nogil:
    """Drop the break points within lists of one region of prose, and move the search to its end. Return whether any was
    dropped. `bound`: the measure before the text that is bound to a list at the start; `after`: that of the region's end."""
    cdef List each
    cdef Py_ssize_t i, p, indent
    cdef bint any = False
    cdef int own, rank
    begin_list(&each, view, start, bound, search.i)
    while search.at[search.i] < end:
        i = search.i
        p, rank = search.at[i], search.ranks[i]
        pass_place(search)
        if (rank == PARAGRAPH or rank == ITEM or rank == LED or rank == LED_ITEM) and (each.style or may_be_item(view, p)):
            own = item_style(view, p)
            after_indent(view, p, &indent)
            if each.style and (own == each.style or indent > each.indent
                               or (own == 0 and (rank == ITEM or rank == LED_ITEM))):
                each.count += own == each.style and indent <= each.indent
            else:
                any |= end_list(&each, search, i, search.m[i], room)
                begin_list(&each, view, p, search.bound, i + 1)
    return any | end_list(&each, search, search.i, after, room)


cdef inline void begin_list(List *each, const View *view, Py_ssize_t p, int64_t bound, Py_ssize_t inner) noexcept nogil:
    """Begin a list with the line at p; its style is 0 if the line is not an item."""
    each.style, each.count, each.m, each.inner = item_style(view, p), 1, bound, inner
    after_indent(view, p, &each.indent)


cdef inline bint end_list(const List *each, ListSearch *search, Py_ssize_t i, int64_t m, int64_t room) noexcept nogil:
    """Drop the break points within a list that ends at break point i, if it has two items and fits. Return whether any was
    dropped."""
    if each.style == 0 or each.count < 2 or i <= each.inner or m - each.m > room:
        return False
    memset(search.dropped + each.inner, 1, i - each.inner)
    return True


cdef inline Rank rank_between(const View *view, int64_t before, int64_t kind, Py_ssize_t p) noexcept nogil:
    """Return the rank of the break point p between regions of two kinds; after a lead the rank differs."""
    cdef Rank rank = between(before, kind)
    if rank != HEADED and base(before) == PROSE and ends_with_lead(view, p):
        return LED if rank == PARAGRAPH else HEADED
    return rank


cdef Rank between(int64_t before, int64_t kind) noexcept nogil:
    """Return the rank of the break point between regions of two kinds."""
    if before == HEADING_REGION:
        return HEADED
    if kind == HEADING_REGION:
        return SECTION
    if base(before) == PROSE:
        return PARAGRAPH if base(kind) == PROSE else INTRO
    return REGION


def sites(array lines not None, array ranks not None, array positions not None, array rows not None, edges,
          int64_t size, Py_ssize_t offset=0, int lowest=CODE_0, /):
    """Return the lines of an outline at which a chunk may end: (at, ranks), `offset` added to their offsets, and `lowest`
    (CODE_0 or DATA_0) to their ranks. `positions` are the lines, `rows` the definitions, and `edges` the begin and the end of
    the code. These and `size` are in one unit."""
    cdef Py_ssize_t count = len(positions), made = 0, k
    cdef array at = clone(INT64, count, False), found = clone(INT8, count, False)
    cdef Unbreakable span = unbreakable(rows, positions, edges[0], edges[1])
    for k in range(count):
        at.data.as_longlongs[made] = offset + lines.data.as_longlongs[k]
        found.data.as_schars[made] = lowest + ranks.data.as_schars[k]
        made += not crosses(&span, positions.data.as_longlongs[k], size)
    resize(at, made)
    resize(found, made)
    return at, found


cdef inline bint is_run(int64_t kind) noexcept nogil:
    """Return whether a region is a run of short blocks: a list, or footnotes."""
    return kind == LIST_REGION or kind == FOOTNOTE_REGION


cdef int of_kinds(int64_t *found, values) except -1:
    """Write a number of each kind of content."""
    cdef int k
    for k in range(KINDS):
        found[k] = values[k]
    return 0


cpdef tuple keeps(Layout layout, limits):
    """Return for each region a flag whether it is kept whole, and the rows of code, tables and data that are not: (bytes, list).
    Headings are kept whole; so are code, tables, data and runs of short blocks that are within the limit of their kind. A run
    of short blocks counts with the text that is bound to it (`places`)."""
    cdef array sizes = layout.sizes
    cdef Py_ssize_t k, count = layout.kinds.array.count
    cdef int64_t[KINDS] most
    cdef int64_t begin = 0, end, region, needed
    cdef bytes whole = PyBytes_FromStringAndSize(NULL, count)
    cdef char *flags = whole
    cdef list rows = []
    cdef Kind kind
    if len(layout.ends) != count or (sizes is not None and len(sizes) != count):
        raise ValueError(count)
    of_kinds(most, limits)
    for k in range(count):
        region, end = layout.kinds.array.data[2 * k], layout.ends.data.as_longlongs[k]
        kind = base(region)
        needed = end - begin + (sizes.data.as_longlongs[k] if sizes is not None else 0)
        flags[k] = (kind != PROSE or region == HEADING_REGION or is_run(region)) and needed <= most[<int> kind]
        if kind != PROSE and not flags[k]:
            rows.append(k)
        begin = end
    return whole, rows


# ---- pack: the break points where the chunks end
#
# The starts from which a chunk may reach an end lie in windows that only move forward (monotone queues). Each limit has a
# window: of the starts from which the chunk is short enough for this limit, and has a part of a kind with this limit. A
# window keeps its starts in order, with rising costs. Starts without their overlap have windows of their own, which are
# moved only when they are needed. The time is linear in the number of break points.

# The ends of the runs, and the number of the current run.
cdef struct Runs:
    const long long *ends
    const signed char *kinds
    Py_ssize_t count, k

# The facts about one break point.
cdef struct Site:
    int64_t begin       # the least measure at which a chunk after it begins with its overlap
    int64_t cost        # the least cost up to here
    int64_t left        # the cost of leaving the record of data in which a chunk begins here
    Py_ssize_t previous # the break point before it on the cheapest way

# A start in a queue: its break point, the measure at which a chunk from it begins, and the least cost up to it.
cdef struct Start:
    Py_ssize_t place
    int64_t begin
    int64_t cost

# A monotone queue of starts.
cdef struct Window:
    Start *waiting
    Py_ssize_t first, after     # the starts in the queue
    Py_ssize_t next             # the first break point that has not been added

# The input of the packing, and the facts about its break points.
cdef struct Packer:
    const long long *m
    const signed char *ranks
    const long long *extra
    Py_ssize_t count
    Py_ssize_t first        # the break point at which the first chunk begins
    Runs run
    Runs limiting           # the runs whose limits hold for a whole chunk
    int64_t[KINDS] limits, overlaps
    int64_t[KINDS] sorted       # the limits, ascending
    Site *site
    int64_t *reach              # for each break point, with overlap and without: the least start of a chunk, minus its context
    Window[KINDS] near          # with overlap
    Window[KINDS] bare          # without
    Window[LEVELS] inside       # by level, with overlap: the starts in records of data that have not ended
    bint has_records


cpdef tuple pack(array m, array ranks, tuple runs, limits, overlaps, array extra, Py_ssize_t first, tuple limiting):
    """Return the chunks from the break point `first` on as three arrays: the break point at its end and the least
    measure of its begin (int64), and whether it may begin inside a sentence (int8).

    runs, limiting: the measures of the ends of the runs (int64), and their kinds of content (int8)."""
    cdef Packer p
    cdef Start *room = NULL
    cdef Py_ssize_t count = len(m), made = 0, at, k
    cdef array ends, lows, words
    cdef int rooms = 2 * KINDS
    if not 0 <= first < count:
        raise IndexError(first)
    p.m, p.ranks, p.count, p.first = m.data.as_longlongs, ranks.data.as_schars, count, first
    p.extra = extra.data.as_longlongs if extra is not None else NULL
    of_kinds(p.limits, limits)
    of_kinds(p.overlaps, overlaps)
    of_kinds(p.sorted, sorted(limits))
    begin_runs(&p.run, runs)
    begin_runs(&p.limiting, limiting)
    p.reach = NULL
    p.site = <Site *> PyMem_RawMalloc((count + 1) * sizeof(Site))
    p.has_records = p.site != NULL and leaving(&p)
    if p.has_records:
        rooms += LEVELS
    room = <Start *> PyMem_RawMalloc((count + 1) * rooms * sizeof(Start))
    try:
        if p.extra != NULL:
            p.reach = <int64_t *> PyMem_RawMalloc((count + 1) * 2 * sizeof(int64_t))
        if p.site == NULL or room == NULL or (p.extra != NULL and p.reach == NULL):
            raise MemoryError
        for k in range(KINDS):
            p.near[k] = Window(room + 2 * k * (count + 1), 0, 0, first)
            p.bare[k] = Window(room + (2 * k + 1) * (count + 1), 0, 0, first)
        if p.has_records:
            for k in range(LEVELS):
                p.inside[k] = Window(room + (2 * KINDS + k) * (count + 1), 0, 0, 0)
        with nogil:
            backs(&p)
            costs(&p)
        at = count - 1
        while at > first:
            made += 1
            at = p.site[at].previous
        ends, lows, words = clone(INT64, made, False), clone(INT64, made, False), clone(INT8, made, False)
        at = count - 1
        while at > first:
            made -= 1
            ends.data.as_longlongs[made] = at
            at = p.site[at].previous
        find_lows(&p, ends, lows, words)
    finally:
        PyMem_RawFree(p.site)
        PyMem_RawFree(p.reach)
        PyMem_RawFree(room)
    return ends, lows, words


cdef bint leaving(Packer *p) noexcept nogil:
    """Fill in the costs of leaving a record. Return whether a chunk may begin in a record."""
    cdef Py_ssize_t[LEVELS] ends    # for each level, the next break point of a lower level
    cdef Py_ssize_t k
    cdef int64_t limit = p.limits[<int> DATA if p.run.count and p.run.kinds[0] == DATA else <int> CODE]
    cdef int level, j
    cdef bint found = False
    memset(ends, 0, sizeof(ends))
    for k in range(p.count - 1, -1, -1):
        level = LEVEL[p.ranks[k]]
        p.site[k].left = 0
        if DATA_0 <= p.ranks[k] < DATA_4 and ends[level]:
            p.site[k].left = LEAVE + LEAVE_LIMIT * min(p.m[ends[level]] - p.m[k], limit) // limit
            found = True
        for j in range(level + 1, LEVELS):
            ends[j] = k
    return found


cdef void backs(Packer *p) noexcept nogil:
    """Fill in the start of a chunk after each break point, run by run."""
    cdef Py_ssize_t[LINES + 1] near     # for each grade: all break points before this index are too far back, or of a worse grade
    cdef Py_ssize_t k = 0, j, stop, first = 0     # `first`: the first break point of any grade that is near enough
    cdef int64_t low = 0, back, m, last = 0, overlap, begin, end
    cdef int grade
    cdef Kind kind
    memset(near, 0, sizeof(near))
    p.run.k = 0
    while k < p.count:
        kind = kind_at(&p.run, p.m[k])
        overlap, begin = p.overlaps[<int> kind], begin_at(&p.run)
        end = p.run.ends[p.run.k] if p.run.k < p.run.count else p.m[p.count - 1]
        low = max(low, begin)
        while k < p.count and p.m[k] <= end:
            m = p.m[k]
            if is_origin(p.ranks[k]):
                low = m
            low = max(low, m - overlap)
            back = m
            if low < m:
                grade = min(GRADE[p.ranks[k]], LINES)
                while p.m[first] < low:
                    first += 1
                j = max(near[grade], first)
                while j < k and GRADE[p.ranks[j]] > grade:
                    j += 1
                near[grade] = j
                if j < k:
                    back = p.m[j]
                elif kind == PROSE or GRADE[p.ranks[k]] == WORDS:
                    back = low
            last = max(back, last)
            p.site[k].begin = last
            k += 1
    if p.extra != NULL:
        for k in range(p.count):
            p.reach[2 * k], p.reach[2 * k + 1] = p.site[k].begin - p.extra[k], p.m[k] - p.extra[k]
        later(p)


cdef inline Py_ssize_t origin(const Packer *p, Py_ssize_t *place, Py_ssize_t found, Py_ssize_t k) noexcept nogil:
    """Return the last break point up to k across which no text is repeated. `place` and `found`: the state of the last call."""
    while place[0] <= k:
        if is_origin(p.ranks[place[0]]):
            found = place[0]
        place[0] += 1
    return found


cdef inline void later(Packer *p) noexcept nogil:
    """Lower each reach to the least reach after it."""
    cdef Py_ssize_t k
    for k in range(2 * p.count - 3, -1, -1):
        p.reach[k] = min(p.reach[k], p.reach[k + 2])


cdef void costs(Packer *p) noexcept nogil:
    """Fill in the least cost up to each break point, and the break point before it."""
    cdef int64_t[KINDS] high    # for each limit, the end of the last part with at least this limit
    cdef int[KINDS] upto        # for each kind, the last limit that it allows
    cdef int[KINDS] widest      # for each kind, the first limit that is as large as that one
    cdef int64_t begun = 0, limiting_begun = 0, low = 0, most, here, top, cost
    cdef Py_ssize_t i = p.first + 1, best
    cdef int j, kind, last, first
    cdef bint alone
    p.run.k = p.limiting.k = 0
    memset(high, 0, sizeof(high))
    for kind in range(KINDS):
        upto[kind] = widest[kind] = 0
        for j in range(KINDS):
            if p.limits[kind] >= p.sorted[j]:
                upto[kind] = j
                if p.sorted[j] != p.sorted[widest[kind]]:
                    widest[kind] = j
    p.site[p.first].cost = p.site[p.first].previous = 0
    while i < p.count:
        while p.run.k < p.run.count and p.run.ends[p.run.k] < p.m[i]:
            kind = p.run.kinds[p.run.k]
            most = p.limits[kind]
            if p.run.ends[p.run.k] - begun > most:
                low = max(low, p.run.ends[p.run.k] - most)
            begun = p.run.ends[p.run.k]
            p.run.k += 1
            end_records(p, 0)
        while p.limiting.k < p.limiting.count and p.limiting.ends[p.limiting.k] < p.m[i]:
            if p.limiting.ends[p.limiting.k] > limiting_begun:
                for j in range(upto[<int> p.limiting.kinds[p.limiting.k]] + 1):
                    high[j] = p.limiting.ends[p.limiting.k]
            limiting_begun = p.limiting.ends[p.limiting.k]
            p.limiting.k += 1
            end_records(p, 0)
        here, last, first, alone = low, -1, 0, False
        if p.limiting.k < p.limiting.count and p.m[i] > limiting_begun:
            kind = p.limiting.kinds[p.limiting.k]
            last = upto[kind]
            if p.m[i - 1] < p.m[i]:  # the window `first` has all starts of the windows before it: gains 15 %
                first = widest[kind]
        if p.run.k < p.run.count and p.m[i] > begun:
            alone = p.extra == NULL and not p.has_records and last >= 0 and p.run.kinds[p.run.k] == kind
            kind = p.run.kinds[p.run.k]
            if p.m[i] - begun > p.limits[kind]:
                here = max(low, p.m[i] - p.limits[kind])
        best, cost = -1, 0
        for j in range(first, KINDS):
            top = p.m[i] if j <= last else high[j]
            if j and (top <= max(here, p.m[i] - p.sorted[j]) or p.sorted[j] == p.sorted[j - 1]):
                continue  # the window is empty, or equal to the window before it: gains 13 %
            alone = alone and j == widest[kind]
            take_best(p, &p.near[j], i, top, here, p.m[i] - p.sorted[j], j == 0, True, &best, &cost)
        if p.has_records:
            for j in range(1, LEVELS):
                p.inside[j].next = i
                take_best(p, &p.inside[j], i, 0, here, p.m[i] - p.sorted[max(last, 0)], False, True, &best, &cost)
        if best < 0:  # starts without overlap, which are tried last
            for j in range(KINDS):
                top = p.m[i] if j <= last else high[j]
                take_best(p, &p.bare[j], i, top, here, p.m[i] - p.sorted[j], j == 0, False, &best, &cost)
            cost += YIELD
        if best < 0:
            best, cost = i - 1, p.site[i - 1].cost
        p.site[i].cost, p.site[i].previous = cost + CHUNK + COST[p.ranks[i]], best
        enter(p, i)
        i += 1
        if alone:
            i = pass_run(p, &p.near[first], i, low, p.limits[kind])


cdef inline void enter(Packer *p, Py_ssize_t i) noexcept nogil:
    """End the records that end at break point i, and add i as a start in the record around it."""
    cdef Window *window = p.inside + LEVEL[p.ranks[i]]
    cdef int64_t begin = p.site[i].begin, cost = p.site[i].cost
    end_records(p, LEVEL[p.ranks[i]])
    if p.has_records and p.site[i].left and begin >= begin_at(&p.run) and begin >= begin_at(&p.limiting):
        while window.after > window.first and window.waiting[window.after - 1].cost >= cost:
            window.after -= 1
        window.waiting[window.after] = Start(i, begin, cost)
        window.after += 1


cdef inline void end_records(Packer *p, int level) noexcept nogil:
    """Drop the starts in records above a level."""
    cdef int j
    for j in range(level + 1, LEVELS):
        p.inside[j].first = p.inside[j].after = 0


cdef Py_ssize_t pass_run(Packer *p, Window *window, Py_ssize_t i, int64_t low, int64_t limit) noexcept nogil:
    """Fill in the `costs` from break point i on in a run, as long as one window has all starts that fit, and chunks have no
    context. This gains 8 % of the instructions of prose. Return the first break point that is left."""
    cdef Py_ssize_t next = window.next, first = window.first, after = window.after
    cdef Start *waiting = window.waiting
    cdef Site *site = p.site
    cdef const long long *m = p.m
    cdef int64_t end = min(p.run.ends[p.run.k], p.limiting.ends[p.limiting.k]), cost, bound
    while i < p.count and m[i - 1] < m[i] <= end:
        while next < i:
            cost = site[next].cost
            while after > first and waiting[after - 1].cost >= cost:
                after -= 1
            waiting[after] = Start(next, site[next].begin, cost)
            after += 1
            next += 1
        bound = max(low, m[i] - limit)
        while first < after and waiting[first].begin < bound:
            first += 1
        if first == after:
            break
        site[i].cost = waiting[first].cost + CHUNK + COST[p.ranks[i]]
        site[i].previous = waiting[first].place
        i += 1
    window.next, window.first, window.after = next, first, after
    return i


cdef inline void take_best(Packer *p, Window *window, Py_ssize_t end, int64_t high, int64_t low, int64_t reach,
                           bint least, bint near, Py_ssize_t *best, int64_t *found) noexcept nogil:
    """Move a window on to an end, and take its best start if it is better than the best so far. Starts must be below `high`
    (except in the window of the least limit), and not before `low` and `reach`."""
    cdef Py_ssize_t next = window.next, first = window.first, after = window.after
    cdef Start *waiting = window.waiting
    cdef int64_t cost
    if next < end and not fits(p, next, low, reach, near):  # then no start before `next` fits either, now or later
        first = after
        while next < end and not fits(p, next, low, reach, near):
            next += 1
    while next < end and (least or (p.site[next].begin if near else p.m[next]) < high):
        cost = p.site[next].cost + p.site[next].left
        while after > first and waiting[after - 1].cost >= cost:
            after -= 1
        waiting[after] = Start(next, p.site[next].begin if near else p.m[next], cost)
        after += 1
        next += 1
    while first < after and not fits(p, waiting[first].place, low, reach, near):
        first += 1
    window.next, window.first, window.after = next, first, after
    if first < after:
        cost = waiting[first].cost
        if best[0] < 0 or cost < found[0] or (cost == found[0] and waiting[first].place > best[0]):
            best[0], found[0] = waiting[first].place, cost


cdef int find_lows(Packer *p, array ends, array lows, array words) except -1:
    """Write the least measures at which the chunks may begin."""
    cdef Runs inside = p.run, limiting = p.limiting
    cdef Py_ssize_t k, start = p.first, end, place = 0, last_origin = 0
    cdef int64_t low, least = 0
    cdef Kind kind
    p.run.k = inside.k = limiting.k = 0
    for k in range(len(ends)):
        end = ends.data.as_longlongs[k]
        last_origin = origin(p, &place, last_origin, start)
        kind = kind_at(&p.run, p.m[start])
        low = p.m[start]
        if start != last_origin:
            low = max(max(low - p.overlaps[<int> kind], p.m[last_origin]), begin_at(&p.run))
            low = max(low, least_begin(p, &inside, &limiting, kind, start, end))
        least = max(least, min(low, p.m[start]))
        lows.data.as_longlongs[k] = least
        words.data.as_schars[k] = kind == PROSE or GRADE[p.ranks[start]] == WORDS
        start = end
    return 0


cdef inline int begin_runs(Runs *run, tuple columns) except -1:
    """Begin with the first run. columns: the end and the kind of each."""
    cdef array ends = columns[0], kinds = columns[1]
    run.ends, run.kinds, run.count, run.k = ends.data.as_longlongs, kinds.data.as_schars, len(ends), 0
    return 0


cdef inline Kind kind_at(Runs *run, int64_t p) noexcept nogil:
    """Return the kind of content of a text that ends at a measure. From call to call measures only grow."""
    while run.k < run.count and run.ends[run.k] < p:
        run.k += 1
    return <Kind> run.kinds[run.k] if run.k < run.count else PROSE


cdef inline int64_t begin_at(const Runs *run) noexcept nogil:
    """Return the measure at which that run begins."""
    return run.ends[run.k - 1] if run.k else 0


cdef inline Kind kind_after(Runs *run, int64_t p) noexcept nogil:
    """Return the kind of content of a text that begins at a measure. From call to call measures only grow."""
    while run.k < run.count and run.ends[run.k] <= p:
        run.k += 1
    return <Kind> run.kinds[run.k] if run.k < run.count else PROSE


cdef inline int64_t parts(const Packer *p, const Runs *inside, int64_t begin, int64_t end) noexcept nogil:
    """Return the largest limit of the parts of a chunk."""
    cdef Py_ssize_t j = inside.k
    cdef int64_t most = 0
    while j < inside.count and begin < end:
        if inside.ends[j] > begin:
            most = max(most, p.limits[<int> inside.kinds[j]])
            begin = inside.ends[j]
        j += 1
    return most


cdef inline bint fits(const Packer *p, Py_ssize_t start, int64_t low, int64_t reach, bint near) noexcept nogil:
    """Return whether a chunk from a start, with its overlap (`near`) or without, begins at `low` or later, and with its
    context at `reach` or later."""
    cdef int64_t begin = p.site[start].begin if near else p.m[start]
    return begin >= low and (begin if p.extra == NULL else p.reach[2 * start + (0 if near else 1)]) >= reach


cdef inline int64_t least_begin(const Packer *p, Runs *inside, Runs *limiting, Kind kind, Py_ssize_t start,
                                Py_ssize_t end) noexcept nogil:
    """Return the least measure at which a chunk of start to end may begin, so that its first part and its whole fit."""
    cdef int64_t most = p.limits[<int> kind], first = p.m[start]
    kind_after(inside, p.m[start])
    kind_after(limiting, p.m[start])
    if runs_on(inside, p.m[start]) and inside.k < inside.count:
        first = min(p.m[end], inside.ends[inside.k])
    most = max(most, parts(p, limiting, p.m[start], p.m[end]))
    return max(first - p.limits[<int> kind], p.m[end] - most + (p.extra[start] if p.extra != NULL else 0))


cdef inline bint runs_on(const Runs *run, int64_t p) noexcept nogil:
    """Return whether a run continues across a measure: no run ends there. The runs up to it have been passed."""
    return not (run.k and run.ends[run.k - 1] == p)


# ---- starts: where the chunks begin

# The chunks whose starts are searched.
cdef struct Ends:
    const long long *at         # all break points, and their ranks
    const signed char *ranks
    const long long *ends       # the break point at which each chunk ends
    const long long *lows       # the least offset at which it may begin
    const signed char *words    # whether it may begin inside a sentence
    Py_ssize_t count
    Py_ssize_t place            # the break point at which the first chunk begins without its overlap
    Py_ssize_t before           # the offset after which it begins with its overlap
    bint strip_whitespace
    bint skip_blank

# White space that was read: from `begin` to `end` the text has only white space.
cdef struct Blank:
    Py_ssize_t begin, end


cpdef Spans starts(Text text, array at, array ranks, array ends, array lows, array words, bint strip_whitespace,
                   bint skip_blank, Py_ssize_t place, Py_ssize_t before):
    """Return the spans of the chunks that `pack` has chosen, with `lows` as `positions` returns them. The first begins at
    the break point `place`, and with its overlap after the offset `before`."""
    cdef Spans spans = Spans()
    cdef View view
    cdef Ends given = Ends(at.data.as_longlongs, ranks.data.as_schars, ends.data.as_longlongs, lows.data.as_longlongs,
                           words.data.as_schars, len(ends), place, before, strip_whitespace, skip_blank)
    cdef bint done
    if not 0 <= place < len(at) or before >= at.data.as_longlongs[place]:
        raise IndexError((place, before))
    text.prepare(False, True)
    view = text.view
    if view.size < SMALL:
        done = find_starts(&view, &given, &spans.array)
    else:
        with nogil:
            done = find_starts(&view, &given, &spans.array)
    if not done:
        raise MemoryError
    spans.trim()
    return spans


cdef inline Py_ssize_t next_visible(const View *view, Blank *blank, Py_ssize_t p) noexcept nogil:
    """Return the first offset from p on that is not white space. White space that was seen is not read again."""
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


cdef bint find_starts(const View *view, const Ends *given, SpanArray *spans) noexcept nogil:
    """Add the spans of the chunks, without the GIL. Return False if memory is missing."""
    cdef Query query
    cdef const long long *at = given.at
    cdef const signed char *ranks = given.ranks
    cdef Py_ssize_t[LINES + 1] near     # for each grade: all break points before this index are too far back, or of a worse grade
    cdef Py_ssize_t j, nearest = 0      # `nearest`: the first break point of any grade that is near enough
    cdef Py_ssize_t place = given.place, before = given.before, k, low, first, start, stop, end, word
    cdef Blank blank = Blank(0, 0)
    cdef int grade
    begin_query(&query, view, NULL, WORD_LEVEL, False)
    memset(near, 0, sizeof(near))
    for k in range(given.count):
        end, first = given.ends[k], at[place]
        low = max(<Py_ssize_t> given.lows[k], next_code_point(view, before) if before >= 0 else 0)
        while view.width == 0 and low < first and is_continuation(view.data[low]):  # a limit in bytes may be inside a code point
            low += 1
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
            elif given.words[k] and low > 0:
                word = first_boundary(view, &query, low, first)
                start = first if word < 0 else word
            if next_visible(view, &blank, start) >= first:  # white space alone is not worth repeating
                start = first
        stop = at[end]
        place = end
        if (given.strip_whitespace or given.skip_blank) \
                and next_visible(view, &blank, first if given.strip_whitespace else start) >= stop:
            continue
        if given.strip_whitespace:
            start = next_visible(view, &blank, start)
            stop = visible_end(view, start, stop)
        if not push(spans, start, stop):
            return False
        before = start
    return True


cpdef array positions(Layout layout, array lows, array at, array m):
    """Return the first offsets whose measures are at least `lows`, which ascend: an array of int64. `at` and `m`: known
    offsets and their measures."""
    cdef View view
    cdef Ruler ruler = BYTES if layout.unit == IN_BYTES else CHARACTERS
    cdef Py_ssize_t count = len(lows), known = len(at), k, j = 0
    cdef int64_t size = 0, p = 0, low
    cdef array found = clone(INT64, count, False)
    layout.text.prepare(False, True)
    view = layout.text.view
    if layout.begins is not None:
        for k in range(count):
            found.data.as_longlongs[k] = token_begin(layout, &view, lows.data.as_longlongs[k])
        return found
    if layout.unit == IN_BYTES and view.width == 0:
        ruler = SAME
    for k in range(count):
        low = lows.data.as_longlongs[k]
        while j + 1 < known and m.data.as_longlongs[j + 1] <= low:
            j += 1
        if known and at.data.as_longlongs[j] > p:
            p, size = at.data.as_longlongs[j], m.data.as_longlongs[j]
        if ruler == SAME and low > p:
            p = low
            while p < view.size and is_continuation(view.data[p]):
                p += 1
            size = p
        while p < view.size and size < low:
            size += code_point_size(&view, ruler, p)
            p = next_code_point(&view, p)
        found.data.as_longlongs[k] = p
    return found


cdef Py_ssize_t token_begin(Layout layout, const View *view, int64_t low) noexcept:
    """Return the offset of the first code point at or after the start of a token. `low`: the tokens before it."""
    cdef int64_t token = low + layout.passed
    cdef Py_ssize_t p = view.size
    if token < len(layout.begins):
        p = min(max(layout.begins.data.as_longlongs[token] - layout.base, 0), view.size)
    while p < view.size and view.width == 0 and is_continuation(view.data[p]):
        p += 1
    return p


# ---- segments: the segments of a text by meaning

cdef inline int64_t product(const int16_t *one, const int16_t *other, Py_ssize_t dimensions) noexcept nogil:
    """Return the product of two directions. It and all partial sums are at most the product of their lengths, so that 32 bits
    suffice, and compilers multiply many numbers at a time."""
    cdef int32_t total = 0
    cdef Py_ssize_t k
    for k in range(dimensions):
        total += <int32_t>one[k] * other[k]
    return total


cdef inline int64_t scatter(int64_t square, int64_t count) noexcept nogil:
    """Return the scatter of a segment by |s|^2 and its number of units, without n SCALE^2: the sum of these is the same for
    all segmentations."""
    return -(square // count)


cpdef array segments(array m, array directions, Py_ssize_t dimensions, int64_t size, int64_t least, int64_t price):
    """Return the unit after each segment: an array of int64. `directions`: of int16, `dimensions` numbers for each unit.

    |s|^2 of each segment that ends at a unit (N2) comes from that of the segment before this unit: their difference is twice
    the product of s and the unit's direction, and the square of the direction.
    """
    cdef Py_ssize_t count = len(m), end, start, low = 0
    cdef array squares = clone(INT64, count, True), costs = clone(INT64, count, True), shorts = clone(INT64, count, True)
    cdef array previous = clone(INT64, count, True), found
    cdef const int16_t *rows = <const int16_t *> directions.data.as_shorts
    cdef const int16_t *last = rows
    cdef const long long *measures = m.data.as_longlongs
    cdef long long *square = squares.data.as_longlongs
    cdef long long *cost = costs.data.as_longlongs
    cdef long long *short = shorts.data.as_longlongs
    cdef long long *before = previous.data.as_longlongs
    cdef int64_t own, along, paid, brief
    for end in range(1, count):
        if end % 1024 == 0:
            heed_interrupts()
        with nogil:
            while low < end - 1 and measures[end] - measures[low] > size:
                low += 1
            own, along = product(last, last, dimensions), 0
            start = end - 1
            while start >= low:
                if start < end - 1:
                    along += product(rows + start * dimensions, last, dimensions)
                square[start] += own + 2 * along
                brief = short[start] + (measures[end] - measures[start] < least)
                paid = cost[start] + price + scatter(square[start], end - start)
                if start == end - 1 or brief < short[end] or (brief == short[end] and paid < cost[end]):
                    short[end], cost[end], before[end] = brief, paid, start
                start -= 1
            last += dimensions
    end, start = count - 1, 0
    while end > 0:
        start += 1
        end = before[end]
    found = clone(INT64, start, False)
    end = count - 1
    while end > 0:
        start -= 1
        found.data.as_longlongs[start] = end
        end = before[end]
    return found


# ---- documents: the entry points for a mixed document, and the kind of content of its chunks

cdef tuple runs(Layout layout):
    """Return the measure of the end of each run, and its kind of content: arrays of int64 and int8."""
    cdef Spans found = Spans()
    cdef Py_ssize_t k
    cdef Kind kind
    for k in range(layout.kinds.array.count):
        kind = base(layout.kinds.array.data[2 * k])
        if found.array.count and found.array.data[2 * found.array.count - 1] == kind:
            found.array.data[2 * found.array.count - 2] = layout.ends.data.as_longlongs[k]
        elif not push(&found.array, layout.ends.data.as_longlongs[k], kind):
            raise MemoryError
    return columns(&found.array)


cpdef tuple limiting_runs(Layout layout, limits):
    """Return the runs that limit a whole chunk if chunks lose the white space at their ends, as `runs` does."""
    cdef Spans found = Spans()
    cdef SpanArray *array_ = &found.array
    cdef array at, kinds
    cdef int64_t[KINDS] most
    cdef Py_ssize_t k, start, end, first = 0
    cdef Kind kind
    of_kinds(most, limits)
    layout.text.prepare(False, True)
    for k in range(layout.kinds.array.count):
        start, end = layout.native.array.data[2 * k], layout.native.array.data[2 * k + 1]
        kind = base(layout.kinds.array.data[2 * k])
        if first <= start:
            first = visible(&layout.text.view, start)
        if first >= end:
            continue
        if array_.count and array_.data[2 * array_.count - 1] == kind:
            array_.count -= 1
        elif array_.count and most[array_.data[2 * array_.count - 1]] <= most[<int> kind]:
            array_.data[2 * array_.count - 2] = first
        if not push(array_, visible_end(&layout.text.view, start, end), kind):
            raise MemoryError
    if array_.count:
        array_.data[2 * array_.count - 2] = len(layout.text)
    at, kinds = columns(array_)
    return layout.measured(at), kinds


cdef array extras(Layout layout, array at):
    """Return for each break point the size of the context of a chunk that begins there: the headings of its region and,
    within a region, the header of its table; None if contexts do not count."""
    cdef array sizes = layout.sizes, headers = layout.headers, found
    cdef const SpanArray *native = &layout.native.array
    cdef Py_ssize_t k, region = 0
    if sizes is None:
        return None
    found = clone(INT64, len(at), False)
    for k in range(len(at)):
        while region + 1 < native.count and native.data[2 * region + 1] <= at.data.as_longlongs[k]:
            region += 1
        found.data.as_longlongs[k] = 0
        if region < native.count:
            found.data.as_longlongs[k] = sizes.data.as_longlongs[region]
            if headers is not None and at.data.as_longlongs[k] > native.data[2 * region]:
                found.data.as_longlongs[k] += headers.data.as_longlongs[region]
    return found


cdef Py_ssize_t first_of_piece(const int64_t *at, const signed char *ranks, const int64_t *m, Py_ssize_t k, int64_t limit,
                              int64_t begin) noexcept nogil:
    """Return the break point where the piece of prose that begins at break point k, and exceeds the limit, begins with its
    headings and leads."""
    cdef Py_ssize_t first = k
    while at[first] > begin and is_binding(ranks[first]) and m[k] - m[first - 1] <= limit // 2:
        first -= 1
    return first


cdef list too_long(array at, array ranks, array m, tuple runs, limits, array extra, int64_t begin):
    """Return the spans between two break points that are too long for their kind of content: (start, end, kind). A span of
    prose begins with the headings and leads before it (`first_of_piece`). `begin`: the offset where the first chunk begins."""
    cdef Runs run
    cdef Py_ssize_t k, first, last = len(at) - 1
    cdef const int64_t *offsets = <const int64_t *> at.data.as_longlongs
    cdef const int64_t *measures = <const int64_t *> m.data.as_longlongs
    cdef const int64_t *contexts = <const int64_t *> extra.data.as_longlongs if extra is not None else NULL
    cdef const signed char *rank = ranks.data.as_schars
    cdef int64_t size
    cdef int64_t[KINDS] most
    cdef list found = []
    cdef Kind kind
    of_kinds(most, limits)
    begin_runs(&run, runs)
    for k in range(last):
        kind = kind_after(&run, measures[k])
        size = measures[k + 1] - measures[k] + (contexts[k] if contexts != NULL else 0)
        if size > most[<int> kind]:
            first = first_of_piece(offsets, rank, measures, k, most[<int> PROSE], begin) if kind == PROSE else k
            found.append((offsets[first], offsets[k + 1], <int> kind))
    return found


cdef tuple with_places(array at, array ranks, array more, Rank rank):
    """Return the break points and ranks with `more` offsets of one rank, ascending, without duplicates: (at, ranks)."""
    cdef Spans found = Spans()
    cdef Py_ssize_t k, j = 0
    cdef int64_t p
    for k in range(len(at)):
        while j < len(more) and more.data.as_longlongs[j] <= at.data.as_longlongs[k]:
            p = more.data.as_longlongs[j]
            if p < at.data.as_longlongs[k] and not push(&found.array, p, rank):
                raise MemoryError
            j += 1
        if not push(&found.array, at.data.as_longlongs[k], ranks.data.as_schars[k]):
            raise MemoryError
    return columns(&found.array)


@cython.no_gc_clear
cdef class BreakPoints:
    """The break points of a document, with their data for `pack`.

    long: the spans between two of them that are too long for their kind of content: (start, end, kind).
    """

    cdef readonly list long
    cdef Layout layout
    cdef array at, ranks, m, extra
    cdef tuple runs, limiting       # parameters of `pack`
    cdef Py_ssize_t first, before   # the offset at which the first chunk begins without its overlap, and with it

    cdef int use(self, tuple found) except -1:
        """Store break points and ranks, and measure them."""
        self.at, self.ranks = found
        self.m = self.layout.measured(self.at)
        return 0


@cython.no_gc_clear
cdef class Packing:
    """The rules by which a chunker packs mixed documents. Immutable, so threads may share it.

    limits, overlaps: of each kind of content, in the unit of the measures. level: that of sentences, one of
    shiplap.levels.LEVELS.

    A document is packed in three steps without callbacks: `look` decides which regions are kept whole, `break_points`
    finds where chunks may end and which spans are too long, and `chunks` packs. Between the steps the caller
    outlines code and reads tables, and cuts the spans that are too long, with a tokenizer if it has one.
    """

    cdef readonly tuple limits, overlaps
    cdef int sentence
    cdef Lexicon lexicon
    cdef bint strips, skips

    def __cinit__(self, limits, overlaps, level, language, abbreviations, line_breaks, bint strip_whitespace, bint skip_blank, /):
        self.limits, self.overlaps = tuple(limits), tuple(overlaps)
        self.sentence, self.lexicon = number(level), Lexicon(language, abbreviations, line_breaks)
        self.strips, self.skips = strip_whitespace, skip_blank

    def look(self, Layout layout not None):
        """Decide which regions are kept whole. Return the rows of code and tables that are not."""
        cdef list rows
        layout.measure_ends()
        layout.whole, rows = keeps(layout, self.limits)
        return rows

    def break_points(self, Layout layout not None, after=None, /):
        """Find where the chunks may end. `after`: the chunk before, if the text has one: (start, end)."""
        cdef BreakPoints points = BreakPoints.__new__(BreakPoints)
        cdef array at, ranks
        cdef tuple kept
        cdef bint has_items
        layout.check()
        points.layout, points.first, points.before = layout, 0, -1
        at, ranks, has_items = places(layout, self.sentence, self.lexicon, self.limits)
        points.use((at, ranks))
        if has_items:
            kept = keep_lists(layout, at, ranks, points.m, self.limits)
            if kept is not None:
                points.use(kept)
        if after is not None:
            points.before, points.first = after
            points.use(with_places(points.at, points.ranks, new_array("q", [points.first]), SENTENCE))
        points.runs = runs(layout)
        points.limiting = limiting_runs(layout, self.limits) if self.strips else points.runs
        points.extra = extras(layout, points.at)
        points.long = too_long(points.at, points.ranks, points.m, points.runs, self.limits, points.extra, points.first)
        return points

    def chunks(self, BreakPoints points not None, array cuts=None, /):
        """Return the spans of the chunks. cuts: the offsets that cut the spans `points.long`, ascending (int64), or None."""
        cdef Layout layout = points.layout
        cdef array ends, lows, words
        cdef Py_ssize_t first
        if layout is None:
            raise ValueError(points)
        if cuts is not None:
            points.use(with_places(points.at, points.ranks, cuts, WORD))
            points.extra = extras(layout, points.at)
        first = shiplap_first_from(<const int64_t *> points.at.data.as_longlongs, len(points.at), points.first)
        ends, lows, words = pack(points.m, points.ranks, points.runs, self.limits, self.overlaps, points.extra, first,
                                 points.limiting)
        if points.m is not points.at:
            lows = positions(layout, lows, points.at, points.m)
        return starts(layout.text, points.at, points.ranks, ends, lows, words, self.strips, self.skips, first,
                      points.before)


def majority(Spans spans not None, Spans regions not None, Spans kinds not None, /):
    """Return the kind of content that has most characters of each span, a list of int. All spans are in characters, and
    neither starts nor ends decrease."""
    cdef Py_ssize_t k
    cdef int kind, most
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
        most = PROSE
        for kind in range(1, KINDS):
            if sizes[kind] > sizes[most]:
                most = kind
        found.append(most)
    return found


# The characters of each kind before an offset.
cdef struct Sums:
    Py_ssize_t region
    int64_t at
    int64_t[KINDS] sizes


cdef void sum_to(Sums *sums, const SpanArray *regions, const SpanArray *kinds, int64_t p) noexcept nogil:
    """Add the characters up to an offset."""
    cdef int64_t end
    while sums.region < regions.count and sums.at < p:
        end = min(p, regions.data[2 * sums.region + 1])
        if end > sums.at:
            sums.sizes[<int> base(kinds.data[2 * sums.region])] += end - sums.at
            sums.at = end
        if end == regions.data[2 * sums.region + 1]:
            sums.region += 1
