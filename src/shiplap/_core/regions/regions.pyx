# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Blocks: the regions of a document in one forward pass over its lines; the rows of a table; the language of code.

`lines.pyx` reads the lines, and the grammars, `markup.pyx` and `plain.pyx`, write the regions that begin with them.
"""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport uint16_t, uint32_t

from shiplap._core.boundaries.lines cimport (
    AS_MARKDOWN,
    AS_PLAIN,
    FIND_LOOKS,
    HAS_MARKED,
    LOOKS,
    NO_HEADINGS,
    UNKNOWN,
    Alone,
    consistent_looks,
    look,
    rank,
)
from shiplap._core.csrc cimport SHIPLAP_LINE, SHIPLAP_PLACES_ROOM, shiplap_find_first, shiplap_scan_all, shiplap_signs
from shiplap._core.regions.lines cimport (
    CODE, HEADING, LIST, MAX_LINE, PROSE, Kind, Line, Out, Reader, begin, closes_fence, count_of, delimiter_cells,
    has, heading_level, holds, indent, is_digit, next_line, opens_fence, read_from,
)
from shiplap._core.regions.lines cimport guess as guess_language
from shiplap._core.regions.markup cimport (
    Markdown, Rows, add_row, begins_html_table, html_rows, scan_html, scan_markdown,
)
from shiplap._core.regions.plain cimport (
    MAX_LEVELS, PART, PARTS, WHOLE, Counts, Plain, begin_plain, count, delimiters, is_border, is_grid, is_rule,
    read_signs, scan_plain, score_of,
)
from shiplap._core.text.text cimport (
    CHARACTERS,
    SAME,
    SMALL,
    STEP,
    Place,
    SpanArray,
    Spans,
    Text,
    View,
    furthest,
    push,
    unit_at,
)

from array import array as new_array

from shiplap._data.code_prefixes import LANGUAGES
from shiplap._data import region_kinds
from shiplap.threads import heed_interrupts

# Of packing_costs.py: how well a table may be cut before a row.
cdef extern from "shiplap_regions.h":
    enum:
        GROUP_RANK "SHIPLAP_RANK_GROUP"
        ROW_RANK "SHIPLAP_RANK_ROW"

cdef extern from "shiplap_kinds.h" nogil:
    ctypedef enum Grammar "int":
        AUTO "SHIPLAP_GRAMMAR_AUTO"
        MARKDOWN "SHIPLAP_GRAMMAR_MARKDOWN"
        PLAIN "SHIPLAP_GRAMMAR_PLAIN"
        HTML_PAGE "SHIPLAP_GRAMMAR_HTML"

cdef enum:
    SAMPLE = 16384      # code points of lines, with one for each line end, by which AUTO is decided
    FENCE_SIGNS = 16    # lines of code that a fence with its end outweighs there
    KIND_BITS = 255     # of a region's kind; the level stands above them
    MAX_QUOTED_LINES = 50   # lines that a quoted cell may have
    MAX_HEADER_LINES = 8    # lines in which a second rule ends a header

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")

# What tells whether a text is Markdown.
cdef struct Signs:
    int sure        # of fences, and of headings after blank lines
    int lines       # others outside of fences, which may be code,
    int marked      # or signs, those of them that `is_marked`

# Where reading lines has come to, outside of fences or not.
cdef struct Outside:
    Py_ssize_t seen     # code points
    int signs           # of fences and headings
    int fence           # the character of the open fence, or 0
    Py_ssize_t size     # how many of it
    bint blank          # the line before is blank
    Py_ssize_t i        # where the text of the line begins

# The levels of headings without marks, those that were kept first.
cdef struct Levels:
    int count
    int looks[MAX_LEVELS]   # pattern
    int ranks[MAX_LEVELS]   # `looks.rank`
    int levels[MAX_LEVELS]  # ascending
    int deepest             # level so far, of marked headings too

# What the grammars keep, their buffers for lines included: too large for the stack of a thread.
cdef struct Scratch:
    Plain plain
    Markdown markdown


def blocks(Text text not None, str grammar="auto", bint finds_looks=False, kept=(UNKNOWN, (), ())):
    """Return the regions of a text by a grammar, and the decisions for it: (native, kinds, infos, decided), as
    `decided_blocks` of the reference.

    native, kinds, infos: three Spans of the same length: the spans of the regions, in the text's own offsets; their
        kind, an index of KINDS, and the level of a heading; the offsets of its title, or of the words after a fence.
    finds_looks: headings without marks that the text has consistently are regions too, except in HTML.
    kept, decided: the decisions that are kept, and those for the text: `Decided` of the reference, as a tuple.

    Raises TextError where a buffer is not UTF-8, and ValueError for levels that are out of range.
    """
    cdef Grammar number = <Grammar> <int> region_kinds.GRAMMARS.index(grammar)
    cdef Spans native = Spans(), kinds = Spans(), infos = Spans(), more_kinds = Spans(), more_infos = Spans()
    cdef Scratch *scratch
    cdef Out out, more
    cdef Levels taken
    cdef View view
    cdef bint done
    cdef Py_ssize_t at = 0, until
    cdef int known
    known, levels, underlines = kept
    take_levels(levels, &taken)
    text.prepare(False, True)
    view = text.view
    out.blocks, out.infos, out.failed = kinds.array, infos.array, False
    more.blocks, more.infos, more.failed = more_kinds.array, more_infos.array, False
    finds_looks = finds_looks and number != HTML_PAGE
    scratch = <Scratch *> PyMem_RawMalloc(sizeof(Scratch))
    if scratch == NULL:
        raise MemoryError
    try:
        take_underlines(underlines, &scratch.plain)
        if view.size < SMALL:
            known = decide(&view, number, finds_looks, known, scratch)
            number = grammar_of(number, known)
            scan(&view, number, &out, scratch, 0, view.size + 1)
            done = write_down(&view, &out, &more, known & LOOKS if finds_looks else 0, &taken, &native.array)
        else:
            with nogil:
                known = decide(&view, number, finds_looks, known, scratch)
            number = grammar_of(number, known)
            while at < view.size and not out.failed:  # by steps, so that Ctrl-C is heard
                heed_interrupts()
                until = min(at + STEP, view.size + 1)
                with nogil:
                    at = scan(&view, number, &out, scratch, at, until)
            with nogil:
                done = write_down(&view, &out, &more, known & LOOKS if finds_looks else 0, &taken, &native.array)
        underlines = given_underlines(&scratch.plain)
    finally:
        PyMem_RawFree(scratch)
        kinds.array, infos.array = out.blocks, out.infos
        more_kinds.array, more_infos.array = more.blocks, more.infos
    if not done:
        raise MemoryError
    if more.blocks.count:
        kinds, infos = more_kinds, more_infos
    return native, kinds, infos, (known, given_levels(&taken), underlines)


cdef int take_levels(levels, Levels *taken) except -1:
    """Read the levels that are kept."""
    cdef int pattern, number, level
    taken.count = taken.deepest = 0
    for pattern, number, level in levels:
        if not taken.deepest < level <= MAX_LEVELS:
            raise ValueError(f"levels of headings ascend from 1 to {MAX_LEVELS}, not {levels!r}")
        taken.looks[taken.count], taken.ranks[taken.count] = pattern, number
        taken.levels[taken.count] = taken.deepest = level
        taken.count += 1
    return 0


cdef int take_underlines(underlines, Plain *state) except -1:
    """Read the kinds of underline that are kept."""
    state.adorned_count = 0
    if len(underlines) > MAX_LEVELS:
        raise ValueError(f"at most {MAX_LEVELS} kinds of underline, not {underlines!r}")
    for key in underlines:
        state.adorned[state.adorned_count] = key
        state.adorned_count += 1
    return 0


cdef tuple given_underlines(const Plain *state):
    """Return the kinds of underline as a tuple."""
    cdef int k
    return tuple([state.adorned[k] for k in range(state.adorned_count)])


cdef tuple given_levels(const Levels *levels):
    """Return the levels as a tuple."""
    cdef int k
    return tuple([(levels.looks[k], levels.ranks[k], levels.levels[k]) for k in range(levels.count)])


cdef int decide(View *view, Grammar grammar, bint finds_looks, int known, Scratch *scratch) noexcept nogil:
    """Return the decisions for a text by the clauses K1 and K2 of the reference."""
    if grammar == AUTO and not known & (AS_MARKDOWN | AS_PLAIN):
        known |= AS_MARKDOWN if is_markdown(view, scratch.plain.buffer) else AS_PLAIN
    if not known & HAS_MARKED:
        known |= HAS_MARKED | (consistent_looks(view) if finds_looks else 0)
    return known


cdef Grammar grammar_of(Grammar grammar, int known) noexcept nogil:
    """Return PLAIN for AUTO, unless the text is Markdown."""
    return PLAIN if grammar == AUTO and not known & AS_MARKDOWN else grammar


cdef Py_ssize_t scan(const View *view, Grammar grammar, Out *out, Scratch *scratch, Py_ssize_t at,
                     Py_ssize_t until) noexcept nogil:
    """Find the regions from `at` on, up to the first line start from `until` on: that one, or the end."""
    if grammar == HTML_PAGE:
        scan_html(view, out, scratch.plain.buffer)
        return view.size
    if grammar == PLAIN:
        return scan_plain(view, out, &scratch.plain, at, until)
    if grammar == MARKDOWN:
        return scan_markdown(view, out, &scratch.markdown, NULL, at, until)
    if at == 0:
        begin_plain(&scratch.plain, view, out)
    return scan_markdown(view, out, &scratch.markdown, &scratch.plain, at, until)


cdef bint write_down(View *view, Out *out, Out *more, int looks, Levels *levels, SpanArray *native) noexcept nogil:
    """Write down the spans of the regions, and of the kinds what is left; `more` takes the regions where there are
    headings without marks. False: there was no memory."""
    cdef Py_ssize_t k, end
    if out.blocks.count == 0 and view.size:
        begin(out, 0, PROSE, 0, 0, 0)
    if out.failed:
        return False
    if looks:
        if not with_headings(view, out, more, looks, levels):
            return False
        out = more
    for k in range(out.blocks.count):
        end = out.blocks.data[2 * k + 2] if k + 1 < out.blocks.count else view.size
        if not push(native, out.blocks.data[2 * k], end):
            return False
        out.blocks.data[2 * k] = out.blocks.data[2 * k + 1] & 255
        out.blocks.data[2 * k + 1] >>= 8
    return True


cdef int headings_of(View *view, int known, bint finds_looks) noexcept nogil:
    cdef int looks
    if known == UNKNOWN:
        known = FIND_LOOKS | (HAS_MARKED if finds_headings(view) else NO_HEADINGS)
    if not known & FIND_LOOKS:
        return known
    looks = consistent_looks(view) if finds_looks else 0
    known &= ~FIND_LOOKS
    return (known & ~NO_HEADINGS) | HAS_MARKED | looks if looks else known


cdef bint finds_headings(View *view) noexcept nogil:
    """Return whether a text without a name is taken for one with headings: its sample is Markdown with a `#`. No more
    is read, so that a stream decides as the whole text does."""
    cdef unsigned char buffer[MAX_LINE]
    cdef View sample = view[0]
    cdef Place place
    place.at = place.m = 0
    sample.size = furthest(view, SAME if view.width else CHARACTERS, &place, SAMPLE)
    return has_ascii(&sample, "#", 1) and is_markdown(&sample, buffer)


cdef bint has_ascii(const View *view, const char *ascii, int count) noexcept nogil:
    """Return whether a text has one or two units of ASCII in it."""
    cdef uint16_t[2] of_2
    cdef uint32_t[2] of_4
    cdef const void *units = ascii
    cdef int k
    for k in range(count):
        of_2[k] = of_4[k] = <unsigned char> ascii[k]
    if view.width > 1:
        units = <void *> of_2 if view.width == 2 else <void *> of_4
    return shiplap_find_first(view.data, view.size, view.width, units, count, count, view.size + 1) >= 0


cdef bint is_markdown(const View *view, unsigned char *buffer) noexcept nogil:
    """Return whether a text without a name is Markdown, by its first lines. A first pass counts the signs that do not
    depend on what lines say for code; a second pass scores lines until the answer is certain."""
    cdef Reader reader
    cdef Line line
    cdef Outside outside
    cdef Signs signs = known_signs(view, buffer)
    cdef int code = 0
    cdef bint marked
    read_from(&reader, view, 0)
    begin_outside(&outside)
    while signs.sure <= code + signs.lines and signs.sure + signs.marked > code \
            and outside.seen < SAMPLE and next_line(&reader, &line, buffer):
        if not is_outside(&outside, &line):
            continue
        marked = is_marked(&line)
        signs.lines -= 1
        signs.marked -= marked
        if score_of(&line, outside.i) > 0:
            code += 1
        else:
            signs.sure += marked
    return signs.sure > code


cdef Signs known_signs(const View *view, unsigned char *buffer) noexcept nogil:
    """Return the signs of Markdown in the first lines that are sure, and how many lines may be others, or code."""
    cdef Reader reader
    cdef Line line
    cdef Outside outside
    cdef Signs signs
    cdef bint links = may_have_links(view)
    read_from(&reader, view, 0)
    begin_outside(&outside)
    signs.lines = signs.marked = 0
    while outside.seen < SAMPLE and next_line(&reader, &line, buffer):
        if is_outside(&outside, &line):
            signs.lines += 1
            if links or line.c[0] in b">*-":
                signs.marked += is_marked(&line)
    signs.sure = outside.signs
    return signs


cdef void begin_outside(Outside *outside) noexcept nogil:
    """Begin before the first line."""
    outside.seen = outside.signs = outside.fence = 0
    outside.blank = True


cdef bint is_outside(Outside *outside, const Line *line) noexcept nogil:
    """Return whether a line is outside of fences, and neither blank nor a heading. Count the fences and headings."""
    cdef Py_ssize_t width
    cdef bint is_heading
    outside.seen += line.n + 1
    outside.i = indent(line, 0, 0, &width)
    if outside.fence:
        if closes_fence(line, outside.i, outside.fence, outside.size):
            outside.fence = 0
            outside.signs += FENCE_SIGNS
        return False
    if outside.i == line.n:
        outside.blank = True
        return False
    if outside.i < 4 and line.c[outside.i] in b"`~":
        outside.size = opens_fence(line, outside.i)
        outside.fence = line.c[outside.i] if outside.size else 0
    is_heading = outside.fence == 0 and outside.i == 0 and heading_level(line, 0) > 0
    outside.signs += is_heading and outside.blank
    outside.blank = False
    return outside.fence == 0 and not is_heading


cdef bint may_have_links(const View *view) noexcept nogil:
    """Return whether a line of a sample may have a link: without any, most lines are known by how they begin."""
    return view.size > 4 * SAMPLE or has_ascii(view, "](", 2)


cdef bint is_marked(const Line *line) noexcept nogil:
    """Return whether a line has what lines of Markdown have: a link, a quotation, bold text at its start."""
    cdef int c = line.c[0]
    if c in b">*-" and (has(line, 0, "> ") or has(line, 0, "**") or has(line, 0, "- **") or has(line, 0, "* **")):
        return True
    return holds(line, "](")


# ---- headings without marks: one pass over prose, lists, and code that has no fence


cdef bint with_headings(const View *view, const Out *found, Out *out, int looks, Levels *levels) noexcept nogil:
    """Write the regions with the headings that match one of the patterns `looks`, by the clauses H1 and H2 of the
    reference. `levels` has the kept levels, and takes the others. Return False if memory is missing."""
    cdef Py_ssize_t k, start, end
    cdef int kind
    for k in range(found.blocks.count):
        start = found.blocks.data[2 * k]
        end = found.blocks.data[2 * k + 2] if k + 1 < found.blocks.count else view.size
        kind = found.blocks.data[2 * k + 1] & KIND_BITS
        begin(out, start, <Kind> kind, <int> (found.blocks.data[2 * k + 1] >> 8), found.infos.data[2 * k],
              found.infos.data[2 * k + 1])
        levels.deepest = max(levels.deepest, <int> (found.blocks.data[2 * k + 1] >> 8))
        if kind == PROSE or kind == LIST or (kind == CODE and found.infos.data[2 * k + 1] == 0):
            find_headings(view, out, levels, looks, start, end, <Kind> kind)
    return not out.failed


cdef void find_headings(const View *view, Out *out, Levels *levels, int looks, Py_ssize_t start, Py_ssize_t end,
                        Kind kind) noexcept nogil:
    """Find the headings of one region."""
    cdef size_t at = start + 1
    cdef size_t[SHIPLAP_PLACES_ROOM] places
    cdef size_t count, k
    find_heading(view, out, levels, looks, start, end, kind)
    while <Py_ssize_t> at < end:
        count = shiplap_scan_all(view.data, view.size, view.width, SHIPLAP_LINE, &at, end, places)
        for k in range(count):
            if unit_at(view, <Py_ssize_t> places[k] - 1) in b"\r\n":
                find_heading(view, out, levels, looks, <Py_ssize_t> places[k], end, kind)


cdef inline void find_heading(const View *view, Out *out, Levels *levels, int looks, Py_ssize_t p, Py_ssize_t end,
                              Kind kind) noexcept nogil:
    """Find the heading at the line start p, if one exists."""
    cdef Alone alone
    cdef Py_ssize_t rest
    cdef int found = look(view, p, &alone)
    if not found & looks:
        return
    rest = line_of(view, alone.after)
    if rest <= p:  # the line has text after a form feed, say
        return
    begin(out, p, HEADING, level_of(levels, found, rank(view, p, alone.end, found)), p, alone.end)
    if rest < end:
        begin(out, rest, kind, 0, 0, 0)


cdef int level_of(Levels *levels, int found, int number) noexcept nogil:
    """Return the level of the headings of a look and a rank."""
    cdef int k
    for k in range(levels.count):
        if levels.looks[k] == found and levels.ranks[k] == number:
            return levels.levels[k]
    if levels.deepest >= MAX_LEVELS:
        return MAX_LEVELS
    levels.deepest += 1
    levels.looks[levels.count], levels.ranks[levels.count] = found, number
    levels.levels[levels.count] = levels.deepest
    levels.count += 1
    return levels.deepest


cdef Py_ssize_t line_of(const View *view, Py_ssize_t p) noexcept nogil:
    """Return where the line of p begins."""
    while p > 0 and unit_at(view, p - 1) not in b"\r\n":
        p -= 1
    return p


# ---- the rows of a table


def rows(Text text not None, Py_ssize_t start, Py_ssize_t end):
    """Return the rows of the table between two offsets of a text: (header, at, ranks), where its header ends, where
    rows begin (int64), and whether they begin groups (int8, GROUP or ROW of shiplap._data.packing_costs).

    Raises TextError where a buffer is not UTF-8.
    """
    cdef Rows rows
    cdef Spans found = Spans()
    cdef View view
    cdef Py_ssize_t k, first = 0, count
    cdef array at, ranks
    text.prepare(False, True)
    if not 0 <= start <= end <= text.view.size:
        raise IndexError((start, end))
    view = text.view
    view.size = end
    rows.view, rows.header, rows.failed, rows.found = &view, start, False, found.array
    rows.buffer = <unsigned char *> PyMem_RawMalloc(MAX_LINE)
    if rows.buffer == NULL:
        raise MemoryError
    try:
        with nogil:
            find_rows(&rows, start)
    finally:
        PyMem_RawFree(rows.buffer)
        found.array = rows.found
    if rows.failed:
        raise MemoryError
    while first < found.array.count and found.array.data[2 * first] < rows.header:
        first += 1
    count = max(0, found.array.count - first - 1)  # all but the first below the header
    at, ranks = clone(INT64, count, False), clone(INT8, count, False)
    for k in range(count):
        at.data.as_longlongs[k] = found.array.data[2 * (first + k) + 2]
        ranks.data.as_schars[k] = GROUP_RANK if found.array.data[2 * (first + k) + 3] else ROW_RANK
    return rows.header, at, ranks


cdef void find_rows(Rows *rows, Py_ssize_t start) noexcept nogil:
    """Find all rows of the table that begins at `start`, and the end of its header (`start` without one)."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width
    read_from(&reader, rows.view, start)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            continue
        if begins_html_table(&line, i):
            html_rows(rows, start)
            return
        rows.header = line.start
        if has(&line, i, ".. "):
            directive_rows(rows, &line, i)
        else:
            line_rows(rows, line.start)
        if rows.header == line.start:
            rows.header = start
        return


cdef void line_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """Find the rows of a table that is no directive. Without a header, the header ends at `at`."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width
    rows.header = at
    read_from(&reader, rows.view, at)
    if not next_line(&reader, &line, rows.buffer):
        return
    i = indent(&line, 0, 0, &width)
    if is_grid(&line, i):
        grid_rows(rows, at)
    elif is_border(&line, i):
        simple_rows(rows, at, width)
    else:
        flat_rows(rows, at)


cdef void grid_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """Find the rows between edges. Tables of databases have three edges, and a row a line below the second."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, edges = 0, header = 0, above = 0, below = 0, continued = 0, seen = 0
    cdef bint flat, is_edge = False
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if is_grid(&line, i):
            edges += 1
            if edges > 1 and header == 0 and holds(&line, "="):
                header = edges
        elif edges == 1:
            above += 1
        elif edges == 2:
            below += 1
            continued += begins_empty(&line, i)
    flat = header == 0 and edges == 3 and above == 1 and below > 1 and continued == 0
    if flat:
        header = 2
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if seen > 0 and seen == header and is_edge:
            rows.header = line.start
        if is_grid(&line, i):
            seen += 1
            is_edge = True
            continue
        if is_edge or (flat and seen == 2):
            add_row(rows, line.start, True)
        is_edge = False


cdef void simple_rows(Rows *rows, Py_ssize_t at, Py_ssize_t margin) noexcept nogil:
    """Find the rows: each begins with a line whose first column is not empty. A header is between the first two of
    three borders."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, borders = 0, seen = 0
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        borders += is_border(&line, i)
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if seen == 2 and borders > 2 and rows.header == at:
            rows.header = line.start
        if i == line.n:
            continue
        if is_border(&line, i):
            seen += 1
        elif width <= margin and not is_rule(&line, i):
            add_row(rows, line.start, True)


cdef void flat_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """Find the rows, one a line. The header is the first with a rule below it; after a rule, all down to the next."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, columns, number = 0, quoted = 0, before = rows.found.count, unused
    cdef shiplap_signs signs
    cdef int divider = 0
    cdef bint quoting, ruled, aligned, ending = False, inside
    read_from(&reader, rows.view, at)
    if not next_line(&reader, &line, rows.buffer):
        return
    i = indent(&line, 0, 0, &width)
    if i < line.n and not holds(&line, "|"):
        read_signs(&line, i, &signs)
        divider = delimiters(&line, i, 0, signs.marks, &unused)
    quoting = divider in b",;\t"
    ruled = is_rule(&line, i)
    aligned = not holds(&line, "|") and divider == 0 and not ruled
    rows.header = at
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &columns)
        number += 1
        if ending:
            rows.header, ending = line.start, False
        inside = quoted > 0
        if quoting:
            if count_of(&line, c'"') % 2 == 1:
                quoted = 0 if inside else 1
            elif inside:
                quoted += 1
            if quoted > MAX_QUOTED_LINES:
                quoted, quoting = 0, False
        if inside or i == line.n:
            continue
        if is_rule(&line, i) or (number == 2 and delimiter_cells(&line, i) > 0):
            ending = rows.header == at and (number == 2 or (ruled and 1 < number <= MAX_HEADER_LINES))
        elif not (aligned and columns > width + 1):
            add_row(rows, line.start, not begins_empty(&line, i))
    if rows.header == at and not ruled and rows.found.count > before + 1:
        rows.header = rows.found.data[2 * before + 2]


cdef bint begins_empty(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the first cell of a line is empty: only white space between two pipes, or before a delimiter."""
    cdef Py_ssize_t width
    if i == line.n or line.c[i] in b",;":
        return True
    if line.c[i] != c'|':
        return False
    i = indent(line, i + 1, 0, &width)
    return i < line.n and line.c[i] in b"|+"


cdef void directive_rows(Rows *rows, const Line *first, Py_ssize_t i) noexcept nogil:
    """Find the rows in a directive. The header is the directive and its options, with the rows that the options name or
    the header of the table in it."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t body = -1, width = 0, header_rows = 0, before = rows.found.count
    cdef bint csv = has(first, i + 3, "csv-table"), headed = True, gap = False
    read_from(&reader, rows.view, first.start)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            gap = True
        elif gap:
            body = line.start
            break
        elif has(&line, i, ":header:"):
            headed = False
        elif has(&line, i, ":header-rows:"):
            header_rows = number_in(&line, i + 13)  # after the option
    if body < 0:
        return
    if has(&line, i, "* "):
        rows.header = body
        read_from(&reader, rows.view, body)
        while next_line(&reader, &line, rows.buffer):
            if is_item(&line, width):
                add_row(rows, line.start, True)
    elif csv:
        flat_rows(rows, body)
        rows.header = body
        if not headed:
            return
    else:
        line_rows(rows, body)
        return
    if 0 < header_rows < rows.found.count - before:
        rows.header = rows.found.data[2 * (before + header_rows)]


cdef bint is_item(const Line *line, Py_ssize_t width) noexcept nogil:
    """Return whether a row of a list table begins with the line."""
    cdef Py_ssize_t columns, i = indent(line, 0, 0, &columns)
    return columns == width and has(line, i, "* ")


cdef Py_ssize_t number_in(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the number of one or two digits from i on, after white space; else 0."""
    cdef Py_ssize_t number = 0, end, width
    i = indent(line, i, 0, &width) if i < line.n else i
    end = min(i + 2, line.n)
    while i < end and is_digit(line.c[i]):
        number = 10 * number + line.c[i] - c'0'
        i += 1
    return number


# ---- the language of code, and what lines are


def guess(Text text not None):
    """Return the language that a code text is taken for, one of shiplap._data.code_prefixes.LANGUAGES.

    Raises TextError where a buffer is not UTF-8.
    """
    cdef unsigned char *buffer
    cdef View view
    cdef int number
    text.prepare(False, True)
    view = text.view
    buffer = <unsigned char *> PyMem_RawMalloc(MAX_LINE)
    if buffer == NULL:
        raise MemoryError
    try:
        with nogil:
            number = guess_language(&view, buffer)
    finally:
        PyMem_RawFree(buffer)
    return LANGUAGES[number]


def content(Text text not None):
    """Return the counts of a text, as `Counts` of the reference. Of a long text only parts are read.

    Raises TextError where a buffer is not UTF-8.
    """
    cdef Counts counts
    cdef unsigned char *buffer
    cdef Py_ssize_t size = text.characters, k
    cdef list places = []
    counts.lines = counts.indented = counts.keywords = counts.braces = counts.prose = 0
    counts.divided = counts.aligned = 0
    if size <= WHOLE:
        places += (0, len(text))
    else:
        for k in range(PARTS):
            places += (k * (size // PARTS), k * (size // PARTS) + PART)
        places = list(text.native(places))
    buffer = <unsigned char *> PyMem_RawMalloc(MAX_LINE)
    if buffer == NULL:
        raise MemoryError
    for k in range(0, len(places), 2):
        count(&text.view, places[k], places[k + 1], buffer, &counts)
    PyMem_RawFree(buffer)
    return (counts.lines, counts.indented, counts.keywords, counts.braces, counts.prose, counts.divided,
            counts.aligned)
