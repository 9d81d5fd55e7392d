# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Where a chunk of a mixed document may end.

Regions come as regions.pyx gives them. `at` are offsets in the text's own form, `m` the same places in the caller's
unit, `ranks` numbers of shiplap._data.packing_costs.
"""

from cpython.array cimport array, clone, resize
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t
from libc.string cimport memset

from shiplap._core.boundaries.graphemes cimport Run
from shiplap._core.boundaries.lines cimport after_indent, item_style, may_be_item
from shiplap._core.boundaries.levels cimport (
    GRAPHEME,
    LINE,
    PARAGRAPH as PARAGRAPH_LEVEL,
    SENTENCE_STANDARD,
    Level,
    Listed,
    Query,
    Rules,
    begin_listed,
    begin_query,
    first_boundary,
    is_boundary,
    next_listed,
)
from shiplap._core.boundaries.standard cimport Lexicon
from shiplap._core.outline.row cimport COLUMNS
from shiplap._core.packing.costs cimport (
    CODE_0,
    FOOTNOTE_REGION,
    HEADED,
    HEADING_REGION,
    INTRO,
    ITEM,
    KINDS,
    LIST_REGION,
    PARAGRAPH,
    PROSE,
    REGION,
    SECTION,
    SENTENCE,
    WORD,
    Kind,
    Rank,
    base,
    columns,
)
from shiplap._core.packing.runs cimport Runs, begin_runs, kind_after
from shiplap._core.packing.unbreakable cimport Unbreakable, crosses, unbreakable
from shiplap._core.text.sizes cimport SMALL, STEP, View, is_ascii, next_code_point, unit_at
from shiplap._core.text.spans cimport SpanArray, Spans, push, reserve
from shiplap._core.text.text cimport Text

from array import array as new_array

from shiplap.threads import heed_interrupts

cdef enum:
    ROOM = 64       # for the places that are found first, besides those that are known

# How a part of the search ended.
cdef enum Outcome:
    DONE, NO_MEMORY, MORE

# Where the search for places stands.
cdef struct Search:
    Rules rules
    Listed paragraphs
    Listed ends             # of sentences, by the standard rule
    Query sentences         # by another rule
    Run run
    Py_ssize_t k            # the region
    Py_ssize_t i            # of `inner`
    Py_ssize_t low          # within a region of prose: where it goes on, and the next ends that are known; else 0
    Py_ssize_t paragraph
    Py_ssize_t sentence
    int64_t before          # the kind of the region before
    bint has_items          # whether a line of prose is an item of a list

# A list in prose: its style and indentation; how many items it has; the measure before it; the first place inside of it;
# whether it begins its region.
cdef struct List:
    int style
    int count
    Py_ssize_t indent
    int64_t m
    Py_ssize_t inner
    bint leads

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")


cpdef tuple places(Text text, Spans native, Spans kinds, bytes whole, array inner, array inner_ranks, int sentence,
                   Lexicon lexicon):
    """Where a chunk may end: (at, ranks, has_items), arrays of int64 and int8, and whether `keep_lists` has anything to
    look for. `whole` says of each region whether it is kept whole; `inner` and `inner_ranks` are what is known of code
    and tables that are not, ascending; `sentence` is the level of sentences, a number of shiplap.levels."""
    cdef Spans found = Spans()
    cdef View view
    cdef Py_ssize_t count = len(inner)
    cdef const char *is_whole = whole
    cdef Search search
    cdef Outcome outcome = MORE
    cdef Py_ssize_t until = 0
    text.prepare(False, True)
    view = text.view
    memset(&search.rules, 0, sizeof(Rules))
    search.rules.lexicon = &lexicon.known
    memset(&search.run, 0, sizeof(Run))
    search.k = search.i = search.low = search.before = 0
    search.has_items = False
    begin_query(&search.sentences, &view, &search.rules, <Level> sentence, False)
    if not reserve(&found.array, count + ROOM) or not push(&found.array, 0, REGION):
        raise MemoryError
    if view.size < SMALL:
        outcome = find_places(&view, &native.array, &kinds.array, is_whole, inner.data.as_longlongs,
                              inner_ranks.data.as_schars, count, &search, view.size, &found.array)
    while outcome == MORE:  # by steps, so that Ctrl-C is heard
        heed_interrupts()
        until += STEP
        with nogil:
            outcome = find_places(&view, &native.array, &kinds.array, is_whole, inner.data.as_longlongs,
                                  inner_ranks.data.as_schars, count, &search, until, &found.array)
    if outcome == NO_MEMORY:
        raise MemoryError
    return *columns(&found.array, INT64, INT8), search.has_items


cdef Outcome find_places(const View *view, const SpanArray *native, const SpanArray *kinds, const char *whole,
                         const long long *inner, const signed char *inner_ranks, Py_ssize_t inner_count,
                         Search *search, Py_ssize_t until, SpanArray *found) noexcept nogil:
    """`places` but the first, from where the search stands, without the GIL. MORE soon after `until`."""
    cdef Py_ssize_t k, i = search.i, start, end
    cdef int64_t kind
    cdef Outcome outcome
    for k in range(search.k, native.count):
        start, end, kind = native.data[2 * k], native.data[2 * k + 1], kinds.data[2 * k]
        if search.low == 0:
            if start >= until:
                search.k, search.i = k, i
                return MORE
            if k and begins_cluster(view, search, start) \
                    and not push(found, start, between(search.before, kind)):
                return NO_MEMORY
            search.before = kind
        if whole[k]:
            continue
        if base(kind) == PROSE:
            outcome = prose_places(view, search, start, end, until, found)
            if outcome != DONE:
                search.k, search.i = k, i
                return outcome
            continue
        while i < inner_count and inner[i] <= start:
            i += 1
        while i < inner_count and inner[i] < end:
            if begins_cluster(view, search, inner[i]) and not push(found, inner[i], inner_ranks[i]):
                return NO_MEMORY
            i += 1
    return DONE if push(found, view.size, REGION) else NO_MEMORY


cdef Outcome prose_places(const View *view, Search *search, Py_ssize_t start, Py_ssize_t end, Py_ssize_t until,
                          SpanArray *found) noexcept nogil:
    """Add the ends of paragraphs and sentences between two places. MORE soon after `until`."""
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
        if not push(found, p, rank):
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
    """The first end of a sentence, low <= p < end, or `end`. Within a region `low` only grows."""
    cdef Py_ssize_t p
    if search.sentences.level == SENTENCE_STANDARD:
        return next_listed(view, &search.rules, &search.ends, low, end)
    p = first_boundary(view, &search.sentences, low, end) if low < end else -1
    return p if p >= 0 else end


cdef inline bint begins_cluster(const View *view, Search *search, Py_ssize_t p) noexcept nogil:
    """Whether p is a boundary of grapheme clusters. After LF it always is."""
    return unit_at(view, p - 1) == u'\n' or is_boundary(view, &search.rules, &search.run, GRAPHEME, p)


cdef inline bint begins_line(const View *view, Search *search, Py_ssize_t p) noexcept nogil:
    """Whether a line begins at p. Most places are after an ASCII space, which is seen at once."""
    cdef Py_UCS4 before = unit_at(view, p - 1)
    return not (is_ascii(before) and before >= u' ') and is_boundary(view, &search.rules, &search.run, LINE, p)


cpdef tuple keep_lists(Text text, Spans native, Spans kinds, bytes whole, array at, array ranks, array m, array measured,
                       limits, array sizes):
    """The places without those within a list in prose that fits the limit: (at, ranks), or None where there are none.
    `measured` are the ends of the regions, `sizes` what stands before a chunk in each."""
    cdef View view
    cdef Spans found
    cdef Py_ssize_t k, i = 0, count = len(at)
    cdef int64_t before = 0, headings = 0, most = limits[PROSE], room
    cdef const char *is_whole = whole
    cdef bytes flags = bytes(count)
    cdef char *dropped = flags
    cdef bint any = False
    text.prepare(False, True)
    view = text.view
    for k in range(native.array.count):
        if base(kinds.array.data[2 * k]) == PROSE and not is_whole[k]:
            room = most - (sizes.data.as_longlongs[k] if sizes is not None else 0)
            while i < count and at.data.as_longlongs[i] <= native.array.data[2 * k]:
                i += 1
            any |= lists(&view, native.array.data[2 * k], native.array.data[2 * k + 1], at.data.as_longlongs,
                         ranks.data.as_schars, m.data.as_longlongs, &i, before, measured.data.as_longlongs[k], headings,
                         room, dropped)
        headings = headings + measured.data.as_longlongs[k] - before if kinds.array.data[2 * k] == HEADING_REGION else 0
        before = measured.data.as_longlongs[k]
    if not any:
        return None
    found = Spans()
    for k in range(count):
        if not dropped[k] and not push(&found.array, at.data.as_longlongs[k], ranks.data.as_schars[k]):
            raise MemoryError
    return columns(&found.array, INT64, INT8)


cdef bint lists(const View *view, Py_ssize_t start, Py_ssize_t end, const long long *at, const signed char *ranks,
                const long long *m, Py_ssize_t *place, int64_t before, int64_t after, int64_t headings, int64_t room,
                char *dropped) noexcept nogil:
    """Mark the places within lists of one region of prose, from a place on, which is moved to its end. Whether there
    are any."""
    cdef List each
    cdef Py_ssize_t i = place[0], indent
    cdef bint any = False
    cdef int own
    begin_list(&each, view, start, before, i, True)
    while at[i] < end:
        if (ranks[i] == PARAGRAPH or ranks[i] == ITEM) and (each.style or may_be_item(view, at[i])):
            own = item_style(view, at[i])
            after_indent(view, at[i], &indent)
            if each.style and (own == each.style or indent > each.indent or (own == 0 and ranks[i] == ITEM)):
                each.count += own == each.style and indent <= each.indent
            else:
                any |= end_list(&each, i, m[i], headings, room, dropped)
                begin_list(&each, view, at[i], m[i], i + 1, False)
        i += 1
    place[0] = i
    return any | end_list(&each, i, after, headings, room, dropped)


cdef inline void begin_list(List *each, const View *view, Py_ssize_t p, int64_t m, Py_ssize_t inner,
                            bint leads) noexcept nogil:
    """A list may begin with the line at p."""
    each.style, each.count, each.m, each.inner, each.leads = item_style(view, p), 1, m, inner, leads
    after_indent(view, p, &each.indent)


cdef inline bint end_list(const List *each, Py_ssize_t i, int64_t m, int64_t headings, int64_t room,
                          char *dropped) noexcept nogil:
    """Mark the places within a list that ends at the place i, if it is one and fits. Whether there are any."""
    if each.style == 0 or each.count < 2 or i <= each.inner or m - each.m + (headings if each.leads else 0) > room:
        return False
    memset(dropped + each.inner, 1, i - each.inner)
    return True


cdef Rank between(int64_t before, int64_t kind) noexcept nogil:
    """The rank of the place between regions of two kinds."""
    if before == HEADING_REGION:
        return HEADED
    if kind == HEADING_REGION:
        return SECTION
    if base(before) == PROSE:
        return PARAGRAPH if base(kind) == PROSE else INTRO
    return REGION


def sites(array lines not None, array ranks not None, array positions not None, array rows not None, edges,
          int64_t size, Py_ssize_t offset=0):
    """The lines of an outline at which a chunk may end: (at, ranks), arrays, `offset` added to their offsets. `positions`
    are the lines, `rows` the definitions and `edges` the begin and the end of the code, all in one unit, in which `size`
    is."""
    cdef Py_ssize_t count = len(positions), made = 0, k
    cdef array at = clone(INT64, count, False), found = clone(INT8, count, False)
    cdef Unbreakable span = unbreakable(rows.data.as_longlongs, len(rows) // COLUMNS, positions.data.as_longlongs,
                                        count, edges[0], edges[1])
    for k in range(count):
        at.data.as_longlongs[made] = offset + lines.data.as_longlongs[k]
        found.data.as_schars[made] = CODE_0 + ranks.data.as_schars[k]
        made += not crosses(&span, positions.data.as_longlongs[k], size)
    resize(at, made)
    resize(found, made)
    return at, found


cpdef array ends(Spans native):
    """Where regions end: an array of int64."""
    cdef array found = clone(INT64, native.array.count, False)
    cdef Py_ssize_t k
    for k in range(native.array.count):
        found.data.as_longlongs[k] = native.array.data[2 * k + 1]
    return found


cdef inline bint is_run(int64_t kind) noexcept nogil:
    """Whether a region is a run of short blocks: a list, or footnotes."""
    return kind == LIST_REGION or kind == FOOTNOTE_REGION


cpdef tuple keeps(array measured, Spans kinds, limits, array sizes):
    """Which regions are kept whole, a flag of each, and the rows of code and tables that are not: (bytes, list).
    Headings, code and tables are, within the limit of their kind, and runs of short blocks, if the headings right
    before them fit with them. `measured` are the ends of the regions, `sizes` what stands before a chunk in each."""
    cdef Py_ssize_t k, count = kinds.array.count
    cdef int64_t[KINDS] most
    cdef int64_t begin = 0, end, headings = 0, region, needed
    cdef bytes whole = PyBytes_FromStringAndSize(NULL, count)
    cdef char *flags = whole
    cdef list rows = []
    cdef Kind kind
    if len(measured) != count or (sizes is not None and len(sizes) != count):
        raise ValueError(count)
    most[0], most[1], most[2] = limits
    for k in range(count):
        region, end = kinds.array.data[2 * k], measured.data.as_longlongs[k]
        kind = base(region)
        needed = end - begin + (sizes.data.as_longlongs[k] if sizes is not None else 0) \
            + (headings if is_run(region) else 0)
        flags[k] = (kind != PROSE or region == HEADING_REGION or is_run(region)) and needed <= most[<int> kind]
        if kind != PROSE and not flags[k]:
            rows.append(k)
        headings = headings + end - begin if region == HEADING_REGION else 0
        begin = end
    return whole, rows


cpdef tuple runs(array measured, Spans kinds):
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
    return columns(&found.array, INT64, INT8)


cpdef array extras(array at, Spans native, array sizes, array headers):
    """What stands before a chunk that begins at each place: `sizes` of its region's headings, and within a region
    `headers`, that of its table; None where no table is cut."""
    cdef Py_ssize_t k, region = 0
    cdef array found = clone(INT64, len(at), False)
    for k in range(len(at)):
        while region + 1 < native.array.count and native.array.data[2 * region + 1] <= at.data.as_longlongs[k]:
            region += 1
        found.data.as_longlongs[k] = 0
        if region < native.array.count:
            found.data.as_longlongs[k] = sizes.data.as_longlongs[region]
            if headers is not None and at.data.as_longlongs[k] > native.array.data[2 * region]:
                found.data.as_longlongs[k] += headers.data.as_longlongs[region]
    return found


cpdef tuple split(Text text, array at, array ranks, array m, array run_ends, array run_kinds, limits, array extra, loops):
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
    return columns(&found.array, INT64, INT8)


cdef Text part(Text text, Py_ssize_t start, Py_ssize_t end):
    """A part of a valid text as a text of its own, in the same form."""
    if text.is_str:
        return Text(text.slice(start, end), "surrogatepass")
    return Text(text.encoded(start, end))
