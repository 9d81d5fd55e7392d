# HTML blocks of Markdown: how they begin and end.

from libc.string cimport memchr

from shiplap._core.regions.line cimport (
    Line,
    get,
    has,
    is_ascii_letter,
    is_blank,
    is_digit,
    is_gap,
    is_tag,
    lower,
    tag_begin,
    tag_end,
)
from shiplap._core.text.sizes cimport View, unit_at

cdef extern from *:
    """
    static const char *shiplap_table_tags[] = {"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "col",
                                               "colgroup", NULL};
    static const char *shiplap_block_tags[] = {
        "address", "article", "aside", "base", "basefont", "blockquote", "body", "center", "dd", "details", "dialog",
        "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame", "frameset", "h1",
        "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
        "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section", "summary",
        "title", "track", "ul", NULL};
    static const char *shiplap_raw_tags[] = {"pre", "script", "style", "textarea", NULL};
    static const char *shiplap_raw_ends[] = {"</pre>", "</script>", "</style>", "</textarea>", NULL};
    """
    const char **TABLE_TAGS "shiplap_table_tags"    # those that make a table
    const char **BLOCK_TAGS "shiplap_block_tags"    # the others that begin an HTML block that ends at a blank line
    const char **RAW_TAGS "shiplap_raw_tags"
    const char **HTML_ENDS "shiplap_raw_ends"       # of the first condition


cdef inline int html_condition(const Line *line, Py_ssize_t i) noexcept nogil:
    """Which of the seven conditions of CommonMark begins an HTML block at i, or 0."""
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


cdef inline bint is_whole_tag(const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether the line is one complete tag, opening or closing, and white space."""
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


cdef inline Py_ssize_t after_attribute(const Line *line, Py_ssize_t at) noexcept nogil:
    """Where the attribute at `at` ends, its value with it, or -1."""
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


cdef inline bint ends_html(const View *view, const Line *line, int condition) noexcept nogil:
    """Whether the whole line has what ends an HTML block begun by one of the first five conditions."""
    cdef const char **ends = HTML_ENDS
    if condition == 1:
        while ends[0] != NULL:
            if found_in(view, line.start, line.end, ends[0]):
                return True
            ends += 1
        return False
    return found_in(view, line.start, line.end,
                    "-->" if condition == 2 else "?>" if condition == 3 else ">" if condition == 4 else "]]>")


cdef inline bint found_in(const View *view, Py_ssize_t at, Py_ssize_t end, const char *text) noexcept nogil:
    """Whether a range of the text has an ASCII text in it, in any case. The text begins with no letter: that unit is
    looked for first."""
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


cdef inline Py_ssize_t next_unit(const View *view, Py_ssize_t at, Py_ssize_t end, Py_UCS4 unit) noexcept nogil:
    """Where a unit of ASCII comes next in a range, or its end."""
    cdef const void *found
    if view.width <= 1:
        found = memchr(view.data + at, unit, end - at) if at < end else NULL
        return <const unsigned char *> found - view.data if found != NULL else end
    while at < end and unit_at(view, at) != unit:
        at += 1
    return at
