# The grammar of HTML pages.

cdef enum:
    LONGEST_TAG = 12

cdef const char **CODE_TAGS = ["pre", "script", "style", NULL]


cdef void scan_html(const View *view, Out *out, unsigned char *room) noexcept nogil:
    cdef Line tag
    cdef unsigned char[LONGEST_TAG] inside      # the name of the element that is open
    cdef Py_ssize_t at = 0, end = 0, size = 0, depth = 0, name, after, k
    cdef bint closing, table
    cdef Kind kind
    cdef int level
    while True:
        at = next_of(view, at, c'<')
        if at == view.size:
            break
        tag.start, tag.end = at, min(view.size, at + (LONGEST_TAG if view.width else 4 * LONGEST_TAG))
        take(view, &tag, room)
        tag.n = min(tag.n, LONGEST_TAG)
        name, after = tag_begin(&tag, 0), tag_end(&tag, 0)
        closing, table = get(&tag, 1) == c'/', has_word(&tag, name, after, "table")
        if size == 0:
            level = 0
            if after - name == 2 and lower(tag.c[name]) == c'h' and c'1' <= tag.c[name + 1] <= c'6':
                level = tag.c[name + 1] - 48
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
    """The heading that was begun last ends its title here."""
    cdef Py_ssize_t k = out.infos.count - 1
    if k >= 0 and out.blocks.data[2 * k + 1] >> 8 and at > out.infos.data[2 * k]:
        out.infos.data[2 * k + 1] = at


cdef Py_ssize_t next_of(const View *view, Py_ssize_t at, Py_UCS4 c) noexcept nogil:
    """The next such unit, or the end of the text."""
    cdef const unsigned char *found
    if view.width <= 1:
        if at >= view.size:
            return view.size
        found = <const unsigned char *> memchr(view.data + at, c, view.size - at)
        return found - view.data if found != NULL else view.size
    while at < view.size and unit_at(view, at) != c:
        at += 1
    return at


cdef Py_ssize_t after_tag(const View *view, Py_ssize_t at) noexcept nogil:
    """After the `>` that ends the tag at `at`, or the end of the text."""
    at = next_of(view, at, c'>')
    return at + 1 if at < view.size else at
