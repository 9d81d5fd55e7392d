# The grammar of Markdown.

cdef enum:
    DEPTH = 32

cdef enum Leaf:
    NO_LEAF, PARAGRAPH, FENCE, INDENTED, HTML_BLOCK, PIPE_TABLE

cdef struct Container:
    Kind kind
    Py_ssize_t need
    bint empty

cdef struct Markdown:
    const View *view
    Out *out
    Container[DEPTH] stack
    int depth
    Leaf leaf
    int fence
    Py_ssize_t fence_size
    int html
    Py_ssize_t paragraph, title
    Line above              # .start is -1 where there is none
    Py_ssize_t above_i      # where the containers end in it
    Plain *tables           # or NULL
    unsigned char[CAP] room
    unsigned char[CAP] room_above


cdef inline Kind markdown_kind(const Markdown *state) noexcept nogil:
    return state.stack[0].kind if state.depth else PROSE


cdef void scan_markdown(const View *view, Out *out, Markdown *state, Plain *tables) noexcept nogil:
    cdef Reader reader
    cdef Line line
    state.view, state.out, state.depth, state.leaf, state.tables = view, out, 0, NO_LEAF, tables
    state.above.start = -1
    read_from(&reader, view, front_matter(view, out, state))
    while next_line(&reader, &line, state.room):
        markdown_line(state, &line)


cdef Py_ssize_t front_matter(const View *view, Out *out, Markdown *state) noexcept nogil:
    """The region of front matter, if the text begins with one, and where the rest begins."""
    cdef Reader reader
    cdef Line line
    cdef int fence = 0, number = 0
    read_from(&reader, view, 0)
    while next_line(&reader, &line, state.room):
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
        elif (number == 1 and line.n == 0) or number == FRONT_LINES:
            break
        number += 1
    return 0


# ---- one line

cdef void markdown_line(Markdown *state, const Line *line) noexcept nogil:
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
        close_to(state, depth)
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
        if depth == DEPTH or not open_container(line, i, width, &at, &col, interrupts, &found):
            if open_leaf(state, line, i, depth, interrupts):
                return
            break
        close_to(state, depth)
        state.stack[depth] = found
        depth += 1
        state.depth = depth
        opened = True
        i = indent(line, at, col, &width)
    if i == line.n:
        if state.leaf != INDENTED:
            close_to(state, depth)
        if opened:
            go_on(state.out, line.start, markdown_kind(state))
    else:
        text_line(state, line, i, depth == state.depth)


cdef inline bint may_open(int c) noexcept nogil:
    """Whether anything but a paragraph begins with the character: none of letters."""
    return c < 64 or c == c'[' or c'^' <= c <= c'`' or 123 <= c < 127


cdef Py_ssize_t match_containers(Markdown *state, const Line *line, Py_ssize_t *col, int *depth) noexcept nogil:
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


cdef void close_to(Markdown *state, int depth) noexcept nogil:
    """Close the containers from a depth on, and the leaf."""
    if depth < state.depth:
        state.depth = depth
    state.leaf = NO_LEAF


cdef void text_line(Markdown *state, const Line *line, Py_ssize_t i, bint matched) noexcept nogil:
    """A line of a paragraph, which may do without containers, or a row of a table."""
    if state.leaf == PIPE_TABLE:
        return
    if state.tables != NULL and state.depth == 0:
        if state.leaf != PARAGRAPH:
            forget(state.tables)
        if begins_table(state.tables, line):
            state.leaf = NO_LEAF
            return
    if state.leaf != PARAGRAPH:
        state.leaf, state.paragraph = PARAGRAPH, line.start
        state.title = place_of(state.view, line, i)
    state.above.start = -1
    if matched:
        state.above.start, state.above.end, state.above_i = line.start, line.end, i
    go_on(state.out, line.start, markdown_kind(state))


cdef void leaf_line(Markdown *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
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

cdef bint open_container(const Line *line, Py_ssize_t i, Py_ssize_t width, Py_ssize_t *at, Py_ssize_t *col,
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


cdef bint open_leaf(Markdown *state, const Line *line, Py_ssize_t i, int depth, bint interrupts) noexcept nogil:
    """Whether a leaf other than a paragraph begins, or ends, with this line."""
    cdef int c = line.c[i], condition
    cdef Py_ssize_t size
    if c == c'#' and heading_level(line, i):
        close_to(state, depth)
        heading(state, line.start, heading_level(line, i), place_of(state.view, line, i), line.end)
        return True
    if c in b"`~":
        size = opens_fence(line, i)
        if size:
            close_to(state, depth)
            state.leaf, state.fence, state.fence_size = FENCE, c, size
            begin(state.out, line.start, CODE, 0, place_of(state.view, line, i) + size, line.end)
            return True
    if c == c'<':
        condition = html_condition(line, i)
        if condition:
            if condition == 7 and (state.leaf == PARAGRAPH or state.leaf == PIPE_TABLE):
                return False
            close_to(state, depth)
            open_html(state, line, i, condition)
            return True
    if c in b"=-" and interrupts and is_blank(line, run_of(line, i, c)):
        state.leaf = NO_LEAF
        heading(state, state.paragraph, 1 if c == c'=' else 2, state.title, line.start)
        return True
    if is_thematic(line, i):
        close_to(state, depth)
        go_on(state.out, line.start, markdown_kind(state))
        return True
    return False


cdef void heading(Markdown *state, Py_ssize_t start, int level, Py_ssize_t title, Py_ssize_t end) noexcept nogil:
    """A heading, unless it is inside of a container."""
    if state.depth:
        go_on(state.out, start, markdown_kind(state))
    else:
        begin(state.out, start, HEADING, level, title, end)


cdef void open_html(Markdown *state, const Line *line, Py_ssize_t i, int condition) noexcept nogil:
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


cdef bint opens_table(Markdown *state, const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether this line is the delimiter row under the head of a table, which is the line above."""
    cdef Py_ssize_t count
    if (line.c[i] != c'|' and line.c[i] != c':' and line.c[i] != c'-') or state.above.start < 0:
        return False
    count = delimiter_cells(line, i)
    if count == 0:
        return False
    take(state.view, &state.above, state.room_above)
    if count != cells(&state.above, state.above_i):
        return False
    begin(state.out, state.above.start, TABLE, 0, 0, 0)
    state.leaf = PIPE_TABLE
    return True


# ---- what a line is

cdef bint is_thematic(const Line *line, Py_ssize_t i) noexcept nogil:
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


cdef Py_ssize_t list_mark(const Line *line, Py_ssize_t i, bint interrupts) noexcept nogil:
    """Where the mark of a list item ends, or 0."""
    cdef Py_ssize_t end = i
    cdef long number = 0
    while end < line.n and end - i < 9 and is_digit(line.c[end]):
        number = 10 * number + line.c[end] - 48
        end += 1
    if end > i:
        if get(line, end) not in b".)" or (interrupts and number != 1):
            return 0
    elif line.c[i] != c'*' and line.c[i] != c'+' and line.c[i] != c'-':
        return 0
    end += 1
    return end if end == line.n or is_gap(line.c[end]) else 0


cdef Py_ssize_t footnote_mark(const Line *line, Py_ssize_t i) noexcept nogil:
    """Where the mark of a footnote ends, `[^label]:`, or 0."""
    cdef Py_ssize_t end = i + 2
    if get(line, i + 1) != c'^':
        return 0
    while end < line.n and line.c[end] not in b"[]" and not is_gap(line.c[end]):
        end += 1
    return end + 2 if end > i + 2 and get(line, end) == c']' and get(line, end + 1) == c':' else 0
