# The grammar of Markdown.

from shiplap._core.regions.html_blocks cimport TABLE_TAGS, ends_html, html_condition
from shiplap._core.regions.line cimport (
    MAX_LINE,
    Line,
    Reader,
    advance,
    after_mark,
    cells,
    closes_fence,
    delimiter_cells,
    get,
    has,
    has_word,
    heading_level,
    indent,
    is_blank,
    is_digit,
    is_gap,
    is_tag,
    next_line,
    opens_fence,
    place_of,
    read_from,
    run_of,
    tag_begin,
    tag_end,
    take,
    trimmed,
)
from shiplap._core.regions.output cimport (
    CODE,
    FOOTNOTE,
    FRONT_MATTER,
    HEADING,
    HTML,
    LIST,
    PROSE,
    QUOTE,
    TABLE,
    Kind,
    Out,
    begin,
    go_on,
)
from shiplap._core.regions.plain_runs cimport Plain, reset
from shiplap._core.regions.plain_tables cimport begins_table, goes_on
from shiplap._core.text.sizes cimport View

cdef enum:
    MAX_DEPTH = 32          # containers that are followed; deeper ones are text of the innermost
    MAX_FRONT_LINES = 512   # lines of front matter

cdef enum Leaf:
    NO_LEAF, PARAGRAPH, FENCE, INDENTED, HTML_BLOCK, PIPE_TABLE

# `need`: columns of indentation that the lines of it have; `empty`: an item before its text.
cdef struct Container:
    Kind kind
    Py_ssize_t need
    bint empty

cdef struct Markdown:
    const View *view
    Out *out
    Container[MAX_DEPTH] stack
    int depth
    Leaf leaf
    int fence
    Py_ssize_t fence_size
    int html                # the condition by which the HTML block began
    Py_ssize_t paragraph, title     # where the paragraph begins, and its text
    Line above              # .start is -1 where there is none
    Py_ssize_t above_i      # where the containers end in it
    Plain *tables           # of the tables of plain text, or NULL where they are not wanted
    unsigned char[MAX_LINE] buffer
    unsigned char[MAX_LINE] buffer_above


cdef inline Kind kind(const Markdown *state) noexcept nogil:
    """The kind of text here."""
    return state.stack[0].kind if state.depth else PROSE


cdef inline Py_ssize_t scan_markdown(const View *view, Out *out, Markdown *state, Plain *tables, Py_ssize_t at,
                                     Py_ssize_t until) noexcept nogil:
    """The regions of a Markdown document from a line start on, up to the first one from `until` on: that one, or the
    end. tables: look for those of plain text too, unless NULL."""
    cdef Reader reader
    cdef Line line
    if at == 0:
        state.view, state.out, state.depth, state.leaf, state.tables = view, out, 0, NO_LEAF, tables
        state.above.start = -1
        at = front_matter(view, out, state)
    read_from(&reader, view, at)
    while next_line(&reader, &line, state.buffer):
        markdown_line(state, &line)
        if reader.next >= until:
            return reader.next
    return view.size


cdef inline Py_ssize_t front_matter(const View *view, Out *out, Markdown *state) noexcept nogil:
    """The region of front matter, if the text begins with one, and where the rest begins."""
    cdef Reader reader
    cdef Line line
    cdef int fence = 0, number = 0
    read_from(&reader, view, 0)
    while next_line(&reader, &line, state.buffer):
        line.n = trimmed(&line)
        if number == 0:
            if line.n != 3 or not (has(&line, 0, "---") or has(&line, 0, "+++")):
                break
            fence = line.c[0]
        elif line.n == 3 and (line.c[0] == line.c[1] == line.c[2]) and (
                line.c[0] == fence or (fence == c'-' and line.c[0] == c'.')):
            if number == 1 and line.c[0] == fence:
                break
            begin(out, 0, FRONT_MATTER, 0, 0, 0)
            return reader.next
        elif (number == 1 and line.n == 0) or number == MAX_FRONT_LINES:
            break
        number += 1
    return 0


# ---- one line


cdef inline void markdown_line(Markdown *state, const Line *line) noexcept nogil:
    """Give a line to what is open, or open something."""
    cdef Py_ssize_t at, col, i, width
    cdef int depth, k
    cdef bint opened = False, interrupts
    cdef Container found
    if state.tables != NULL and goes_on(state.tables, line):
        return
    at = match_containers(state, line, &col, &depth)
    i = indent(line, at, col, &width)
    if i < line.n:
        for k in range(depth):
            state.stack[k].empty = False
    if depth < state.depth and state.leaf != PARAGRAPH:
        close_containers(state, depth)
    if state.leaf == FENCE or state.leaf == HTML_BLOCK:
        leaf_line(state, line, i, width)
        return
    # Now all containers are matched, or a paragraph is open, which may go on without them.
    while i < line.n:
        interrupts = state.leaf == PARAGRAPH and depth == state.depth
        if width >= 4:
            if state.leaf == NO_LEAF or state.leaf == INDENTED:
                if state.leaf == NO_LEAF:
                    state.leaf = INDENTED
                    begin(state.out, line.start, CODE, 0, 0, 0)
                return
            break
        if not may_open(line.c[i]):
            break
        if interrupts and opens_table(state, line, i):
            return
        if depth == MAX_DEPTH or not open_container(line, i, width, &at, &col, interrupts, &found):
            if open_leaf(state, line, i, depth, interrupts):
                return
            break
        close_containers(state, depth)
        state.stack[depth] = found
        depth += 1
        state.depth = depth
        opened = True
        i = indent(line, at, col, &width)
    if i == line.n:
        blank_line(state, line.start, depth, opened)
    else:
        text_line(state, line, i, depth == state.depth)


cdef inline bint may_open(int c) noexcept nogil:
    """Whether anything but a paragraph begins with the character: none of letters."""
    return c <= c'?' or c == c'[' or c'^' <= c <= c'`' or c'{' <= c <= c'~'


cdef inline Py_ssize_t match_containers(Markdown *state, const Line *line, Py_ssize_t *col, int *depth) noexcept nogil:
    """How far into the line the open containers reach, and how many of them it has."""
    cdef Py_ssize_t at = 0, i, width
    cdef const Container *container
    col[0] = depth[0] = 0
    while depth[0] < state.depth:
        container = &state.stack[depth[0]]
        i = indent(line, at, col[0], &width)
        if container.kind == QUOTE:
            if width > 3 or get(line, i) != c'>':
                break
            col[0] += width + 1
            at = after_mark(line, i + 1, col)
        elif i == line.n:
            if container.empty:
                break
        elif width >= container.need:
            at = advance(line, at, col, container.need)
        else:
            break
        depth[0] += 1
    return at


cdef inline void close_containers(Markdown *state, int depth) noexcept nogil:
    """Close the containers from a depth on, and the leaf."""
    if depth < state.depth:
        state.depth = depth
    state.leaf = NO_LEAF


cdef inline void blank_line(Markdown *state, Py_ssize_t start, int depth, bint opened) noexcept nogil:
    """Nothing is left of a line: paragraphs and tables end, and the containers that it does not have."""
    if state.leaf != INDENTED:
        close_containers(state, depth)
    if opened:
        go_on(state.out, start, kind(state))


cdef inline void text_line(Markdown *state, const Line *line, Py_ssize_t i, bint matched) noexcept nogil:
    """A line of a paragraph, which may do without containers, or a row of a table."""
    if state.leaf == PIPE_TABLE:
        return
    if state.tables != NULL and state.depth == 0:
        if state.leaf != PARAGRAPH:
            reset(state.tables)
        if begins_table(state.tables, line):
            state.leaf = NO_LEAF
            return
    if state.leaf != PARAGRAPH:
        state.leaf, state.paragraph = PARAGRAPH, line.start
        state.title = place_of(state.view, line, i)
    state.above.start = -1
    if matched:
        state.above.start, state.above.end, state.above_i = line.start, line.end, i
    go_on(state.out, line.start, kind(state))


cdef inline void leaf_line(Markdown *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """A line of an open fence or HTML block."""
    if state.leaf == FENCE:
        if width < 4 and closes_fence(line, i, state.fence, state.fence_size):
            state.leaf = NO_LEAF
    elif state.html >= 6:
        if i == line.n:
            state.leaf = NO_LEAF
    elif ends_html(state.view, line, state.html):
        state.leaf = NO_LEAF


# ---- what opens


cdef inline bint open_container(const Line *line, Py_ssize_t i, Py_ssize_t width, Py_ssize_t *at, Py_ssize_t *col,
                                bint interrupts, Container *found) noexcept nogil:
    """The container whose mark stands at i, and the place and column after the mark."""
    cdef Py_ssize_t end, text, gap, here = col[0] + width
    cdef int c = line.c[i]
    found.need, found.empty = 0, False
    if c == c'>':
        found.kind = QUOTE
        col[0] = here + 1
        at[0] = after_mark(line, i + 1, col)
        return True
    if is_thematic(line, i):
        return False
    if c == c'[':
        end = footnote_mark(line, i)
        if end == 0:
            return False
        found.kind, found.need = FOOTNOTE, 4
        at[0], col[0] = end, here + end - i
        return True
    end = list_mark(line, i, interrupts)
    if end == 0:
        return False
    found.kind = LIST
    here += end - i
    text = indent(line, end, here, &gap)
    if text == line.n:
        if interrupts:
            return False
        found.need, found.empty = width + end - i + 1, True
        at[0], col[0] = end, here
        return True
    if gap > 4:
        gap = 1
    found.need = width + end - i + gap
    col[0] = here
    at[0] = advance(line, end, col, gap)
    return True


cdef inline bint open_leaf(Markdown *state, const Line *line, Py_ssize_t i, int depth, bint interrupts) noexcept nogil:
    """Whether a leaf other than a paragraph begins, or ends, with this line."""
    cdef int c = line.c[i], condition
    cdef Py_ssize_t size
    if c == c'#' and heading_level(line, i):
        close_containers(state, depth)
        heading(state, line.start, heading_level(line, i), place_of(state.view, line, i), line.end)
        return True
    if c in b"`~":
        size = opens_fence(line, i)
        if size:
            close_containers(state, depth)
            state.leaf, state.fence, state.fence_size = FENCE, c, size
            begin(state.out, line.start, CODE, 0, place_of(state.view, line, i) + size, line.end)
            return True
    if c == c'<':
        condition = html_condition(line, i)
        if condition:
            if condition == 7 and (state.leaf == PARAGRAPH or state.leaf == PIPE_TABLE):
                return False
            close_containers(state, depth)
            open_html(state, line, i, condition)
            return True
    if c in b"=-" and interrupts and is_underline(line, i):
        state.leaf = NO_LEAF
        heading(state, state.paragraph, 1 if c == c'=' else 2, state.title, line.start)
        return True
    if is_thematic(line, i):
        close_containers(state, depth)
        go_on(state.out, line.start, kind(state))
        return True
    return False


cdef inline void heading(Markdown *state, Py_ssize_t start, int level, Py_ssize_t title, Py_ssize_t end) noexcept nogil:
    """A heading, unless it is inside of a container."""
    if state.depth:
        go_on(state.out, start, kind(state))
    else:
        begin(state.out, start, HEADING, level, title, end)


cdef inline void open_html(Markdown *state, const Line *line, Py_ssize_t i, int condition) noexcept nogil:
    """An HTML block: a table, where it begins with a tag of one; code, where with `pre`, `script` or `style`."""
    cdef Py_ssize_t name = tag_begin(line, i), end = tag_end(line, i)
    if has_word(line, name, end, "table"):
        begin(state.out, line.start, TABLE, 0, 0, 0)
    elif condition == 1 and not has_word(line, name, end, "textarea"):
        begin(state.out, line.start, CODE, 0, 0, 0)
    else:
        go_on(state.out, line.start, TABLE if condition == 6 and is_tag(line, name, end, TABLE_TAGS) else HTML)
    if condition >= 6 or not ends_html(state.view, line, condition):
        state.leaf, state.html = HTML_BLOCK, condition


cdef inline bint opens_table(Markdown *state, const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether this line is the delimiter row under the head of a table, which is the line above."""
    cdef Py_ssize_t count
    if (line.c[i] != c'|' and line.c[i] != c':' and line.c[i] != c'-') or state.above.start < 0:
        return False
    count = delimiter_cells(line, i)
    if count == 0:
        return False
    take(state.view, &state.above, state.buffer_above)
    if count != cells(&state.above, state.above_i):
        return False
    begin(state.out, state.above.start, TABLE, 0, 0, 0)
    state.leaf = PIPE_TABLE
    return True


# ---- what a line is


cdef inline bint is_underline(const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether the line is one run of its first character."""
    return is_blank(line, run_of(line, i, line.c[i]))


cdef inline bint is_thematic(const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether the line is three or more of `*`, `-` or `_`, and white space."""
    cdef int c = line.c[i]
    cdef Py_ssize_t count = 0, k
    if c not in b"*-_":
        return False
    for k in range(i, line.n):
        if line.c[k] == c:
            count += 1
        elif not is_gap(line.c[k]):
            return False
    return count >= 3


cdef inline Py_ssize_t list_mark(const Line *line, Py_ssize_t i, bint interrupts) noexcept nogil:
    """Where the mark of a list item ends, or 0. A number other than 1 does not interrupt a paragraph."""
    cdef Py_ssize_t end = i
    cdef long number = 0
    while end < line.n and end - i < 9 and is_digit(line.c[end]):
        number = 10 * number + line.c[end] - c'0'
        end += 1
    if end > i:
        if get(line, end) not in b".)" or (interrupts and number != 1):
            return 0
    elif line.c[i] != c'*' and line.c[i] != c'+' and line.c[i] != c'-':
        return 0
    end += 1
    return end if end == line.n or is_gap(line.c[end]) else 0


cdef inline Py_ssize_t footnote_mark(const Line *line, Py_ssize_t i) noexcept nogil:
    """Where the mark of a footnote ends, `[^label]:`, or 0."""
    cdef Py_ssize_t end = i + 2
    if get(line, i + 1) != c'^':
        return 0
    while end < line.n and line.c[end] not in b"[]" and not is_gap(line.c[end]):
        end += 1
    return end + 2 if end > i + 2 and get(line, end) == c']' and get(line, end + 1) == c':' else 0
