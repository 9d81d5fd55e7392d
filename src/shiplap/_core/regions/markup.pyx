# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Markup: tags, the blocks of HTML in Markdown, the grammar of Markdown, the grammar of HTML pages, and the rows of
tables in HTML.
"""

from libc.string cimport memchr

from shiplap._core.regions.lines cimport (
    CODE, FOOTNOTE, FRONT_MATTER, HEADING, HTML, LIST, PROSE, QUOTE, TABLE, Kind, Line, Name, Out, Reader, begin,
    cells, closes_fence, delimiter_cells, get, go_on, has, has_word, heading_level, indent, is_ascii_letter,
    is_blank, is_digit, is_gap, lower, next_line, opens_fence, place_of, read_from, run_of, take, trimmed,
)
from shiplap._core.regions.plain cimport Plain, begins_table, goes_on, reset
from shiplap._core.text.text cimport View, push, unit_at

cdef enum:
    MAX_FRONT_LINES = 512   # lines of front matter
    MAX_TAG_NAME = 12       # code points of a tag that are looked at for its name
    MAX_TAG = 256           # code points of a tag that are looked at for a span of rows
    MAX_SPAN = 50           # rows that a cell may span

# Tags that make a table.
cdef Name[11] TABLE_TAGS = ["table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "col", "colgroup", NULL]
# The others that begin an HTML block that ends at a blank line.
cdef Name[53] BLOCK_TAGS = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "center", "dd", "details", "dialog",
    "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame", "frameset", "h1",
    "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section", "summary",
    "title", "track", "ul", NULL]
cdef Name[5] RAW_TAGS = ["pre", "script", "style", "textarea", NULL]
cdef Name[5] RAW_ENDS = ["</pre>", "</script>", "</style>", "</textarea>", NULL]
cdef Name[4] CODE_TAGS = ["pre", "script", "style", NULL]


# ---- tags


cdef bint is_tag(const Line *line, Py_ssize_t name, Py_ssize_t end, const Name *tags) noexcept nogil:
    """Return whether line[name:end] is one of the tags, in any case."""
    while tags[0] != NULL:
        if has_word(line, name, end, tags[0]):
            return True
        tags += 1
    return False


cdef Py_ssize_t tag_begin(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return where the name in the tag at i begins."""
    return i + 2 if get(line, i + 1) == c'/' else i + 1


cdef Py_ssize_t tag_end(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return where the name in the tag at i ends."""
    cdef Py_ssize_t begin = tag_begin(line, i), end = begin
    while end < line.n and (is_ascii_letter(line.c[end]) or (end > begin and is_digit(line.c[end]))):
        end += 1
    return end


# ---- HTML blocks of Markdown


cdef int html_condition(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return which of the seven conditions of CommonMark begins an HTML block at i, or 0."""
    cdef Py_ssize_t name = tag_begin(line, i), end = tag_end(line, i)
    cdef int after = get(line, end)
    cdef bint ends = after == -1 or is_gap(after) or after == c'>'
    if name == i + 1 and is_tag(line, name, end, RAW_TAGS):
        return 1 if ends else 0
    if has(line, i, "<!--"):
        return 2
    if has(line, i, "<?"):
        return 3
    if has(line, i, "<![CDATA["):
        return 5
    if has(line, i, "<!") and is_ascii_letter(get(line, i + 2)):
        return 4
    if ends or (after == c'/' and get(line, end + 1) == c'>'):
        if is_tag(line, name, end, TABLE_TAGS) or is_tag(line, name, end, BLOCK_TAGS):
            return 6
    return 7 if is_whole_tag(line, i) else 0


cdef bint is_whole_tag(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line is one complete tag, opening or closing, and white space."""
    cdef bint closing = get(line, i + 1) == c'/'
    cdef Py_ssize_t at = i + 1 + closing, before
    if not is_ascii_letter(get(line, at)):
        return False
    while at < line.n and (is_ascii_letter(line.c[at]) or is_digit(line.c[at]) or line.c[at] == c'-'):
        at += 1
    while True:
        before = at
        while at < line.n and is_gap(line.c[at]):
            at += 1
        if get(line, at) == c'>':
            return is_blank(line, at + 1)
        if closing:
            return False
        if get(line, at) == c'/' and get(line, at + 1) == c'>':
            return is_blank(line, at + 2)
        if at == before:
            return False
        at = after_attribute(line, at)
        if at < 0:
            return False


cdef Py_ssize_t after_attribute(const Line *line, Py_ssize_t at) noexcept nogil:
    """Return where the attribute at `at` ends, its value with it, or -1."""
    cdef Py_ssize_t first = at, end
    cdef int c
    while at < line.n:
        c = line.c[at]
        if not (is_ascii_letter(c) or c in b"_:" or (at > first and (is_digit(c) or c in b".-"))):
            break
        at += 1
    if at == first:
        return -1
    end = at
    while at < line.n and is_gap(line.c[at]):
        at += 1
    if get(line, at) != c'=':
        return end
    at += 1
    while at < line.n and is_gap(line.c[at]):
        at += 1
    first = at
    c = get(line, at)
    if c in b"'\"":
        at += 1
        while at < line.n and line.c[at] != c:
            at += 1
        return at + 1 if at < line.n else -1
    while at < line.n:
        c = line.c[at]
        if is_gap(c) or c in b"\"'=<>`":
            break
        at += 1
    return at if at > first else -1


cdef bint ends_html(const View *view, const Line *line, int condition) noexcept nogil:
    """Return whether the whole line has what ends an HTML block begun by one of the first five conditions."""
    cdef const Name *ends = RAW_ENDS
    if condition == 1:
        while ends[0] != NULL:
            if found_in(view, line.start, line.end, ends[0]):
                return True
            ends += 1
        return False
    return found_in(view, line.start, line.end,
                    "-->" if condition == 2 else "?>" if condition == 3 else ">" if condition == 4 else "]]>")


cdef bint found_in(const View *view, Py_ssize_t at, Py_ssize_t end, const char *text) noexcept nogil:
    """Return whether a range of the text contains an ASCII text, in any case. The ASCII text begins with no letter: its
    first unit is searched for."""
    cdef Py_ssize_t k
    while True:
        at = next_unit(view, at, end, text[0])
        if at == end:
            return False
        k = 1
        while text[k] and at + k < end and lower(unit_at(view, at + k)) == text[k]:
            k += 1
        if not text[k]:
            return True
        at += 1


cdef Py_ssize_t next_unit(const View *view, Py_ssize_t at, Py_ssize_t end, Py_UCS4 unit) noexcept nogil:
    """Return where a unit of ASCII comes next in a range, or its end."""
    cdef const void *found
    if view.width <= 1:
        found = memchr(view.data + at, unit, end - at) if at < end else NULL
        return <const unsigned char *> found - view.data if found != NULL else end
    while at < end and unit_at(view, at) != unit:
        at += 1
    return at


# ---- Markdown


cdef Py_ssize_t advance(const Line *line, Py_ssize_t at, Py_ssize_t *col, Py_ssize_t columns) noexcept nogil:
    """Return the offset after `columns` columns of white space."""
    cdef Py_ssize_t goal = col[0] + columns, after
    while at < line.n and col[0] < goal:
        after = col[0] + 1 if line.c[at] == c' ' else (col[0] | 3) + 1
        if after > goal:
            col[0] = goal
            return at
        at += 1
        col[0] = after
    return at


cdef Py_ssize_t after_mark(const Line *line, Py_ssize_t at, Py_ssize_t *col) noexcept nogil:
    """Return the offset after the one column of white space that a quotation mark may have."""
    return advance(line, at, col, 1) if is_gap(get(line, at)) else at


cdef Kind kind(const Markdown *state) noexcept nogil:
    """Return the kind of text here."""
    return state.stack[0].kind if state.depth else PROSE


cdef Py_ssize_t scan_markdown(const View *view, Out *out, Markdown *state, Plain *tables, Py_ssize_t at,
                              Py_ssize_t until) noexcept nogil:
    """Find the regions of a Markdown document from the line start `at` to the first line start from `until` on; return
    the latter, or the end. tables: find those of plain text too, unless NULL."""
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


cdef Py_ssize_t front_matter(const View *view, Out *out, Markdown *state) noexcept nogil:
    """Find the region of front matter, if the text begins with one, and return where the rest begins."""
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


cdef bint may_open(int c) noexcept nogil:
    """Return whether anything but a paragraph begins with the character: none of letters."""
    return c <= c'?' or c == c'[' or c'^' <= c <= c'`' or c'{' <= c <= c'~'


cdef Py_ssize_t match_containers(Markdown *state, const Line *line, Py_ssize_t *col, int *depth) noexcept nogil:
    """Return how far into the line the open containers reach, and how many of them it has."""
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


cdef void close_containers(Markdown *state, int depth) noexcept nogil:
    """Close the containers from a depth on, and the leaf."""
    if depth < state.depth:
        state.depth = depth
    state.leaf = NO_LEAF


cdef void blank_line(Markdown *state, Py_ssize_t start, int depth, bint opened) noexcept nogil:
    """End paragraphs and tables, and the containers that the line does not have: nothing else is left of it."""
    if state.leaf != INDENTED:
        close_containers(state, depth)
    if opened:
        go_on(state.out, start, kind(state))


cdef void text_line(Markdown *state, const Line *line, Py_ssize_t i, bint matched) noexcept nogil:
    """Read a line of a paragraph, which may lack its containers, or a row of a table."""
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


cdef void leaf_line(Markdown *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Read a line of an open fence or HTML block."""
    if state.leaf == FENCE:
        if width < 4 and closes_fence(line, i, state.fence, state.fence_size):
            state.leaf = NO_LEAF
    elif state.html >= 6:
        if i == line.n:
            state.leaf = NO_LEAF
    elif ends_html(state.view, line, state.html):
        state.leaf = NO_LEAF


cdef bint open_container(const Line *line, Py_ssize_t i, Py_ssize_t width, Py_ssize_t *at, Py_ssize_t *col,
                         bint interrupts, Container *found) noexcept nogil:
    """Return whether the mark of a container stands at i; find the container, and the offset and column after the
    mark."""
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
    """Return whether a leaf other than a paragraph begins, or ends, with this line."""
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


cdef void heading(Markdown *state, Py_ssize_t start, int level, Py_ssize_t title, Py_ssize_t end) noexcept nogil:
    """Begin a heading, unless a container is open."""
    if state.depth:
        go_on(state.out, start, kind(state))
    else:
        begin(state.out, start, HEADING, level, title, end)


cdef void open_html(Markdown *state, const Line *line, Py_ssize_t i, int condition) noexcept nogil:
    """Begin an HTML block: a table if its tag is one of a table, code if it is `pre`, `script` or `style`."""
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
    """Return whether this line is the delimiter row under the head of a table, which is the line above."""
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


cdef bint is_underline(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line is one run of its first character."""
    return is_blank(line, run_of(line, i, line.c[i]))


cdef bint is_thematic(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether the line is three or more of `*`, `-` or `_`, and white space."""
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
    """Return where the mark of a list item ends, or 0. A number other than 1 does not interrupt a paragraph."""
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


cdef Py_ssize_t footnote_mark(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return where the mark of a footnote ends, `[^label]:`, or 0."""
    cdef Py_ssize_t end = i + 2
    if get(line, i + 1) != c'^':
        return 0
    while end < line.n and line.c[end] not in b"[]" and not is_gap(line.c[end]):
        end += 1
    return end + 2 if end > i + 2 and get(line, end) == c']' and get(line, end + 1) == c':' else 0


# ---- HTML pages


cdef void scan_html(const View *view, Out *out, unsigned char *buffer) noexcept nogil:
    """Find the regions of a page."""
    cdef Line tag
    cdef unsigned char[MAX_TAG_NAME] inside      # the name of the element that is open
    cdef Py_ssize_t at = 0, end = 0, size = 0, depth = 0, name, after, k
    cdef bint closing, table
    cdef Kind kind
    cdef int level
    while True:
        at = next_of(view, at, c'<')
        if at == view.size:
            break
        # of UTF-8, four bytes for each code point
        tag.start, tag.end = at, min(view.size, at + (MAX_TAG_NAME if view.width else 4 * MAX_TAG_NAME))
        take(view, &tag, buffer)
        tag.n = min(tag.n, MAX_TAG_NAME)
        name, after = tag_begin(&tag, 0), tag_end(&tag, 0)
        closing, table = get(&tag, 1) == c'/', has_word(&tag, name, after, "table")
        if size == 0:
            level = 0
            if after - name == 2 and lower(tag.c[name]) == c'h' and c'1' <= tag.c[name + 1] <= c'6':
                level = tag.c[name + 1] - c'0'
            if not closing and (table or level or is_tag(&tag, name, after, CODE_TAGS)):
                if at > end:
                    begin(out, end, HTML, 0, 0, 0)
                size, depth = after - name, 1
                for k in range(size):
                    inside[k] = lower(tag.c[name + k])
                kind = TABLE if table else HEADING if level else CODE
                end = after_tag(view, at) if level else 0
                begin(out, at, kind, level, end, end)
        elif after - name == size:
            k = 0
            while k < size and lower(tag.c[name + k]) == inside[k]:
                k += 1
            if k == size:
                if closing:
                    depth -= 1
                elif table:
                    depth += 1
                if depth == 0:
                    size, end = 0, after_tag(view, at)
                    title_ends(out, at)
        at += 1
    if size == 0 and end < view.size:
        begin(out, end, HTML, 0, 0, 0)


cdef void title_ends(Out *out, Py_ssize_t at) noexcept nogil:
    """End the title of the heading that was begun last."""
    cdef Py_ssize_t k = out.infos.count - 1
    if k >= 0 and out.blocks.data[2 * k + 1] >> 8 and at > out.infos.data[2 * k]:
        out.infos.data[2 * k + 1] = at


cdef Py_ssize_t next_of(const View *view, Py_ssize_t at, Py_UCS4 c) noexcept nogil:
    """Return the next such unit, or the end of the text."""
    return next_unit(view, at, view.size, c)


cdef Py_ssize_t after_tag(const View *view, Py_ssize_t at) noexcept nogil:
    """Return the offset after the `>` that ends the tag at `at`, or the end of the text."""
    at = next_of(view, at, c'>')
    return at + 1 if at < view.size else at


# ---- the rows of tables in HTML


cdef bint begins_html_table(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a table in HTML begins at i."""
    return line.c[i] == c'<' and is_tag(line, tag_begin(line, i), tag_end(line, i), TABLE_TAGS)


cdef void add_row(Rows *rows, Py_ssize_t start, bint group) noexcept nogil:
    """Add a row, or note that there was no memory."""
    if not push(&rows.found, start, group):
        rows.failed = True


cdef void html_rows(Rows *rows, Py_ssize_t start) noexcept nogil:
    """Find the rows: a `<tr>` of the outermost table, its `<tbody>` with it. Rows that share a cell stay together."""
    cdef Line tag
    cdef const View *view = rows.view
    cdef Py_ssize_t at = start, name, after, depth = 0, spanned = 0, span = 0, heads = 0
    cdef Py_ssize_t row = -1, group = -1, ends = -1
    cdef bint closing, last, head = False, captioned = False, th = False, td = False, in_head = False, free = False
    cdef bint is_row
    while True:
        at = next_of(view, at, c'<')
        last = at == view.size
        # of UTF-8, four bytes for each code point
        tag.start, tag.end = at, min(view.size, at + (MAX_TAG_NAME if view.width else 4 * MAX_TAG_NAME))
        take(view, &tag, rows.buffer)
        tag.n = min(tag.n, MAX_TAG_NAME)
        name, after = tag_begin(&tag, 0), tag_end(&tag, 0)
        closing = get(&tag, 1) == c'/'
        if not last and has_word(&tag, name, after, "table"):
            depth += -1 if closing else 1
        if depth > 1 and not last:
            at += 1
            continue
        is_row = not last and has_word(&tag, name, after, "tr")
        if row >= 0 and (is_row or last):  # the open row ends
            if ends < 0 and (in_head or (th and not td)):
                heads += 1
            elif ends < 0:
                ends = row
            if ends >= 0 and (free or ends == row):
                add_row(rows, row, True)
            spanned = max(0, max(spanned, span) - 1)
            row = -1
        if last:
            break
        if is_row:
            if not closing:
                row = group if group >= 0 else line_start(view, start, at)
                group = -1
                th = td = False
                in_head, free, span = head, spanned == 0, 0
        elif has_word(&tag, name, after, "thead"):
            head = not closing
        elif has_word(&tag, name, after, "caption"):
            captioned = True
        elif has_word(&tag, name, after, "tbody"):
            group = -1 if closing else line_start(view, start, at)
        elif not closing and (has_word(&tag, name, after, "td") or has_word(&tag, name, after, "th")):
            if has_word(&tag, name, after, "th"):
                th = True
            else:
                td = True
            span = max(span, row_span(rows, at))
        at += 1
    rows.header = start if ends < 0 or (heads == 0 and not captioned) else ends


cdef Py_ssize_t line_start(const View *view, Py_ssize_t start, Py_ssize_t at) noexcept nogil:
    """Return the start of the line, if only white space stands before `at`."""
    cdef Py_ssize_t begin = at
    while begin > start and is_gap(unit_at(view, begin - 1)):
        begin -= 1
    if begin > start and unit_at(view, begin - 1) in b"\n\r":
        return begin
    return at


cdef Py_ssize_t row_span(Rows *rows, Py_ssize_t at) noexcept nogil:
    """Return the rows that the cell spans whose tag begins at `at`; 0 for one that says nothing, or too much."""
    cdef Line tag
    cdef Py_ssize_t k, end, number = 0, digits = 0
    cdef int c
    tag.start, tag.end = at, min(rows.view.size, at + (MAX_TAG if rows.view.width else 4 * MAX_TAG))
    take(rows.view, &tag, rows.buffer)
    end = run_to(&tag, min(tag.n, MAX_TAG), c'>')
    k = 0
    while k + 7 <= end and not has_word(&tag, k, k + 7, "rowspan"):
        k += 1
    if k + 7 > end:
        return 0
    for k in range(k + 7, end):
        c = tag.c[k]
        if is_digit(c) and digits < 3:
            number, digits = 10 * number + c - c'0', digits + 1
        elif digits or c not in b"=\"' ":
            break
    return number if number <= MAX_SPAN else 0


cdef Py_ssize_t run_to(const Line *line, Py_ssize_t end, int c) noexcept nogil:
    """Return the first such character before `end`, or it."""
    cdef Py_ssize_t k = 0
    while k < end and line.c[k] != c:
        k += 1
    return k
