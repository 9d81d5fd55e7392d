# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The outline of a data text: its nodes, and how well it may be cut.

One pass over the text, in its own form. Only the nodes and cuts of pieces that do not fit are kept, and the nodes that
are open, on a stack. Each section has the functions of one file of `shiplap.reference.data`, in their order.
"""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shiplap._core.boundaries.boundaries cimport SENTENCE_STANDARD, Listed, Rules, begin_listed, next_listed
from shiplap._core.csrc cimport shiplap_find_set, shiplap_lowest_bit
from shiplap._core.outline.row cimport COLUMNS, Row
from shiplap._core.text.text cimport STEP, Text, View, is_ascii, is_continuation, unit_at

from array import array as new_array

from shiplap.threads import heed_interrupts

cdef extern from "shiplap_outline.h" nogil:
    enum:
        MEMBER_ROLE "SHIPLAP_ROLE_MEMBER"
        ELEMENT_ROLE "SHIPLAP_ROLE_ELEMENT"

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")

# ---- tree: the nodes and their cuts

cdef enum:
    DEEPEST = 3
    EDGE = 4
    ESCAPE = 5
    MAX_REFERENCE = 12

# A node that is open.
cdef struct Node:
    Py_ssize_t row          # its number among the rows, or -1 for the text itself
    Py_ssize_t level        # how deep it is, as its format counts
    Py_ssize_t begin, end   # the whole name of a section or an element
    Py_ssize_t last         # the number of the last cut between its children, or that before it
    Py_ssize_t rows         # how many rows there were at that cut
    int64_t count           # its children so far
    unsigned char bracket   # of a value of JSON

# The nodes found so far, the cuts, and the nodes that are open.
cdef struct Tree:
    View view
    Py_ssize_t size, fits
    Row *rows
    Py_ssize_t row_count, row_room
    int64_t *cuts
    signed char *ranks
    Py_ssize_t cut_count, cut_room
    Node *stack
    Py_ssize_t open_count, open_room
    Py_ssize_t values       # nodes of the level -1: documents of YAML, values of JSON outside of brackets
    Py_ssize_t start        # after a byte order mark
    Py_ssize_t error        # where brackets did not match that a value in YAML or TOML began with
    Py_ssize_t until        # where interrupts are heeded next
    bint failed             # memory is missing: what follows means nothing


cdef inline Py_UCS4 at(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the unit at p, or 0 at the end of the text."""
    return unit_at(&tree.view, p) if p < tree.size else 0


cdef bint starts(const Tree *tree, Py_ssize_t p, const char *mark) noexcept nogil:
    """Return whether the text at p starts with ASCII characters."""
    while mark[0] and at(tree, p) == <unsigned char> mark[0]:
        mark += 1
        p += 1
    return mark[0] == 0


cdef bint is_same(const Tree *tree, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t other) noexcept nogil:
    """Return whether a part of the text is repeated at another offset."""
    while begin < end and at(tree, begin) == at(tree, other):
        begin += 1
        other += 1
    return begin == end


cdef int pause(Tree *tree, Py_ssize_t p) except -1 nogil:
    """Heed interrupts once in STEP units."""
    if p >= tree.until:
        tree.until = p + STEP
        with gil:
            heed_interrupts()
            if tree.failed:
                raise MemoryError
    return 0


cdef inline Node *top(Tree *tree) noexcept nogil:
    """Return the innermost node that is open."""
    return tree.stack + tree.open_count - 1


cdef bint grow(void **data, Py_ssize_t *room, size_t size) noexcept nogil:
    """Make more room. Returns False if memory is missing."""
    cdef Py_ssize_t more = 2 * room[0] + 64
    cdef void *found = PyMem_RawRealloc(data[0], more * size)
    if found == NULL:
        return False
    data[0] = found
    room[0] = more
    return True


cdef inline bint is_small(const Tree *tree, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """Return whether a piece of the text fits: sizes are in code units."""
    return end - begin <= tree.fits


cdef inline int depth(const Tree *tree) noexcept nogil:
    """Return the rank of a cut between the children of the innermost node."""
    return <int> min(tree.open_count - 1, DEEPEST)


cdef void open(Tree *tree, int role, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t start, Py_ssize_t level) noexcept nogil:
    """Begin a node, whose name is between two offsets."""
    cdef Node *parent
    if tree.row_count == tree.row_room and not grow(<void **> &tree.rows, &tree.row_room, sizeof(Row)):
        tree.failed = True
        return
    if tree.open_count == tree.open_room and not grow(<void **> &tree.stack, &tree.open_room, sizeof(Node)):
        tree.failed = True
        return
    parent = top(tree)
    tree.values += level == -1
    tree.rows[tree.row_count] = Row(role, begin, end, start, start, start, start, parent.row, parent.count)
    parent.count += 1
    tree.row_count += 1
    tree.stack[tree.open_count] = Node(tree.row_count - 1, level, begin, end, tree.cut_count - 1, tree.row_count, 0, 0)
    tree.open_count += 1


cdef inline void close(Tree *tree, Py_ssize_t end) noexcept nogil:
    """End the innermost node."""
    if tree.open_count > 1:
        tree.rows[top(tree).row].end = end
        tree.open_count -= 1


cdef inline void close_from(Tree *tree, Py_ssize_t level, Py_ssize_t end) noexcept nogil:
    """End the nodes that are at least so deep."""
    while top(tree).level >= level:
        close(tree, end)


cdef void cut(Tree *tree, Py_ssize_t p, int rank) noexcept nogil:
    """Add a cut between the children of the innermost node, all of which have ended."""
    cdef Node *node = top(tree)
    cdef Py_ssize_t begin = tree.cuts[node.last] if node.last >= 0 else 0, last
    if is_small(tree, begin, p):
        tree.cut_count, tree.row_count = node.last + 1, node.rows
    last = tree.cuts[tree.cut_count - 1] if tree.cut_count else 0
    if p > last and p < tree.size:
        if tree.cut_count == tree.cut_room and not grow_cuts(tree):
            tree.failed = True
            return
        tree.cuts[tree.cut_count], tree.ranks[tree.cut_count] = p, <signed char> rank
        tree.cut_count += 1
    elif p == last and tree.cut_count:
        tree.ranks[tree.cut_count - 1] = <signed char> min(rank, <int> tree.ranks[tree.cut_count - 1])
    node.last, node.rows = tree.cut_count - 1, tree.row_count


cdef bint grow_cuts(Tree *tree) noexcept nogil:
    """Make room for more cuts. Returns False if memory is missing."""
    cdef Py_ssize_t room = tree.cut_room
    return grow(<void **> &tree.ranks, &room, 1) and grow(<void **> &tree.cuts, &tree.cut_room, sizeof(int64_t))


cdef void leaf(Tree *tree, int role, Py_ssize_t name, Py_ssize_t name_end, Py_ssize_t start, Py_ssize_t begin,
               Py_ssize_t end) noexcept nogil:
    """Add a node without children, whose text is from `begin` to `end`. One that fits is counted alone."""
    if is_small(tree, start, end):
        top(tree).count += 1
        return
    open(tree, role, name, name_end, start, top(tree).level + 1)
    if not tree.failed:
        text_cuts(tree, begin, end)
        close(tree, end)


cdef void text_cuts(Tree *tree, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """Add the cuts inside a text that is too long (T4)."""
    cdef Rules rules
    cdef Listed listed
    cdef Py_ssize_t p = begin, after, sentence = begin
    if is_small(tree, begin, end):
        return
    memset(&rules, 0, sizeof(Rules))
    begin_listed(&listed, SENTENCE_STANDARD, begin + 1)
    while p < end and not tree.failed:
        after = after_escape(tree, p, end)
        if after > p:
            if begin < p:
                cut(tree, p, ESCAPE)
            if after < end:
                cut(tree, after, EDGE if after - p == 2 and at(tree, p + 1) == u'n' else ESCAPE)
            p = after
            continue
        if begin < p:
            if sentence < p:
                sentence = next_listed(&tree.view, &rules, &listed, p, end)
            if sentence == p:
                cut(tree, p, EDGE)
        p += 1


cdef void finish(Tree *tree) noexcept nogil:
    """End all nodes. One value alone has no name."""
    close_from(tree, -1, tree.size)
    cut(tree, tree.size, 0)
    if tree.stack[0].count == 1 and tree.values == 1 and tree.row_count and tree.rows[0].role == ELEMENT_ROLE:
        tree.rows[0].role = MEMBER_ROLE


cdef inline Py_ssize_t after_escape(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of an escape that begins at p, or of a reference of XML; else p."""
    cdef Py_UCS4 unit = at(tree, p)
    cdef Py_ssize_t after, k
    if unit == u'\\':
        after = after_backslash(tree, p, end)
        if at(tree, p + 1) == u'u' and at(tree, p + 2) in u'dD' and at(tree, p + 3) in u'89abAB' \
                and starts(tree, after, b"\\u"):
            after = after_backslash(tree, after, end)  # a surrogate pair
        return after
    if unit == u'&':
        for k in range(p + 1, min(end, p + MAX_REFERENCE)):
            unit = at(tree, k)
            if unit == u';':
                return k + 1
            if not (u'0' <= unit <= u'9' or u'A' <= unit <= u'Z' or u'a' <= unit <= u'z' or unit == u'#'):
                break
    return p


cdef inline Py_ssize_t after_backslash(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of the escape whose backslash is at p."""
    cdef Py_UCS4 unit = at(tree, p + 1)
    cdef int digits = 2 if unit == u'x' else 4 if unit == u'u' else 8 if unit == u'U' else 0
    if unit == u'\r' and at(tree, p + 2) == u'\n':
        return min(p + 3, end)
    p = min(p + 2, end)
    while p < end and tree.view.width == 0 and is_continuation(tree.view.data[p]):
        p += 1
    while p < end and digits and at(tree, p) in u'0123456789abcdefABCDEF':
        p, digits = p + 1, digits - 1
    return p


cdef inline bint is_space(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit is white space between tokens."""
    return unit <= u' ' and (unit == u' ' or unit == u'\n' or unit == u'\t' or unit == u'\r')


cdef inline bint ends_line(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit ends a line."""
    return unit == u'\n' or unit == u'\r'


cdef inline Py_ssize_t line_begin(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the start of the line of p, if only spaces stand before p in it; else p."""
    cdef Py_ssize_t begin = p
    while begin > 0 and (at(tree, begin - 1) == u' ' or at(tree, begin - 1) == u'\t'):
        begin -= 1
    return begin if begin == 0 or ends_line(at(tree, begin - 1)) else p


cdef inline Py_ssize_t line_end(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return where the line of p ends, before its line end."""
    while p < tree.size and not ends_line(unit_at(&tree.view, p)):
        p += 1
    return p


cdef inline Py_ssize_t line_after(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return where the line after that of p begins."""
    p = line_end(tree, p)
    if at(tree, p) == u'\r' and at(tree, p + 1) == u'\n':
        return p + 2
    return min(p + 1, tree.size)


cdef int by_lines(Tree *tree, Py_ssize_t p) except -1 nogil:
    """Cut what is left of a text that is not valid by its lines."""
    close_from(tree, -1, p)
    while p < tree.size:
        pause(tree, p)
        cut(tree, p, DEEPEST)
        text_cuts(tree, p, line_end(tree, p))
        p = line_after(tree, p)
    return 0


# ---- values: JSON

cdef enum:
    NEAR = 32           # units of a string that are read one by one: most strings are shorter

# The units that a string may end at, or an escape begins with, as the set of shiplap_find_set; the units of ASCII that a
# token without quotes may end at.
cdef const unsigned char *SIGNS = b'"\'\\\n \t\r\n,:[]{}='
cdef uint8_t[16] STRING_SIGNS
cdef unsigned char[128] ENDS_TOKEN
memset(STRING_SIGNS, 0, sizeof(STRING_SIGNS))
memset(ENDS_TOKEN, 0, sizeof(ENDS_TOKEN))
cdef int place
for place in range(4):
    STRING_SIGNS[SIGNS[place] & 15] |= 1 << (SIGNS[place] >> 4)
for place in range(4, 15):
    ENDS_TOKEN[SIGNS[place]] = 1

# Where the scan of values is. The brackets that are open are those of the nodes from `base` on.
cdef struct Values:
    Py_ssize_t at           # the next unit
    Py_ssize_t line         # where its line begins, if white space alone is before it, else itself: after `next_token`
    Py_UCS4 inner           # in brackets of YAML or TOML the mark after a key; else 0
    Py_ssize_t base         # how many nodes were open before
    Py_ssize_t start        # where the next child begins, or -1
    Py_ssize_t key, key_end # the key of the next child
    bint has_colon          # whether the colon of the next child came
    Py_ssize_t begin, end   # the scalar that is its value, or -1
    bint is_plain           # whether it goes on without quotes, in brackets of YAML or TOML


cdef int values(Tree *tree) except -1 nogil:
    """Find the values of a whole text."""
    cdef Py_ssize_t p = tree.start
    while p < tree.size:
        p = value(tree, p, 0)
        if p < tree.size:
            p = recovered(tree, p)
    return 0


cdef Py_ssize_t recovered(Tree *tree, Py_ssize_t p) except -1 nogil:
    """Cut the lines after an error. Returns where values begin again."""
    close_from(tree, -1, p)
    p = line_after(tree, p)
    while p < tree.size and at(tree, p) != u'{' and at(tree, p) != u'[':
        pause(tree, p)
        cut(tree, p, DEEPEST)
        text_cuts(tree, p, line_end(tree, p))
        p = line_after(tree, p)
    return p


cdef Py_ssize_t value(Tree *tree, Py_ssize_t p, Py_UCS4 inner) except -1 nogil:
    """Find the values from p on; with `inner`, the one whose bracket is at p. Returns where they end, or where an error is."""
    cdef Values state = Values(p, p, inner, tree.open_count, -1, 0, 0, False, -1, -1, False)
    cdef Py_UCS4 unit
    while state.at < tree.size:
        p = state.at
        if p >= tree.until:
            pause(tree, p)
        unit = unit_at(&tree.view, p)
        if is_space(unit):
            state.at = p + 1
        elif (unit == u'"' or unit == u"'") and not state.is_plain:
            state.at = string_end(tree, p, inner)
            if state.at < 0:
                return p
            take_token(tree, &state, p)
        elif unit == u'{' or unit == u'[':
            open_value(tree, &state, p)
        elif unit == u'}' or unit == u']':
            if tree.open_count == state.base or top(tree).bracket + 2 != <int> unit:  # an ASCII bracket and its end differ by 2
                return p
            close_value(tree, &state, p)
            if inner and tree.open_count == state.base:
                return state.at
        elif unit == u',':
            end_child(tree, &state)
            next_token(tree, &state, p + 1)
            cut(tree, state.line, depth(tree))
        elif unit == u':' or (unit == inner and expects_key(tree, &state)):
            state.at = p + 1
            state.has_colon = True
        elif is_comment(tree, p):
            state.at = comment_end(tree, p)
        else:
            state.at = token_end(tree, p, expects_key(tree, &state), inner)
            take_token(tree, &state, p)
    end_child(tree, &state)
    return tree.size


cdef inline bint in_braces(Tree *tree, const Values *state) noexcept nogil:
    """Return whether the children are members."""
    return tree.open_count > state.base and top(tree).bracket == u'{'


cdef inline bint expects_key(Tree *tree, const Values *state) noexcept nogil:
    """Return whether the next token is a key."""
    return in_braces(tree, state) and not state.has_colon


cdef inline void begin_child(Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """Begin the next child at p, unless it has begun."""
    if tree.open_count == state.base and not state.inner:
        end_child(tree, state)
        cut(tree, line_begin(tree, p), 0)
    if state.start < 0:
        state.start = p


cdef inline void take_token(Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """Take a token from p on: a key, or a scalar."""
    cdef bint quoted
    begin_child(tree, state, p)
    if expects_key(tree, state):
        quoted = at(tree, p) == u'"' or at(tree, p) == u"'"
        if not (state.inner and state.key_end > 0 and not quoted):
            state.key = p + quoted
        state.key_end = state.at - quoted
    else:
        if state.begin < 0:
            state.begin = p
        state.end = state.at
        state.is_plain = state.inner and at(tree, p) not in u'"\'!&'


cdef inline void open_value(Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """Begin an object or a list."""
    cdef bint is_named
    begin_child(tree, state, p)
    is_named = in_braces(tree, state) or (state.inner and tree.open_count == state.base)
    open(tree, MEMBER_ROLE if is_named else ELEMENT_ROLE, state.key, state.key_end, state.start, top(tree).level + 1)
    top(tree).bracket = <unsigned char> at(tree, p)
    clear(state)
    next_token(tree, state, p + 1)
    if state.at < tree.size and at(tree, state.at) != u'}' and at(tree, state.at) != u']':
        cut(tree, state.line, EDGE)


cdef inline void close_value(Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """End an object or a list."""
    end_child(tree, state)
    if top(tree).count:
        cut(tree, line_begin(tree, p), EDGE)
    close(tree, p + 1)
    clear(state)
    state.at = p + 1


cdef inline void end_child(Tree *tree, Values *state) noexcept nogil:
    """End a child that is a scalar."""
    if state.begin >= 0:
        leaf(tree, MEMBER_ROLE if in_braces(tree, state) else ELEMENT_ROLE, state.key, state.key_end, state.start,
             state.begin, state.end)
    clear(state)


cdef inline void clear(Values *state) noexcept nogil:
    """Forget the child that has ended."""
    state.start = state.begin = -1
    state.key = state.key_end = 0
    state.has_colon = state.is_plain = False


cdef inline Py_ssize_t string_end(const Tree *tree, Py_ssize_t p, Py_UCS4 inner) noexcept nogil:
    """Return the end of the string that begins at p, or -1 if it has none."""
    cdef Py_UCS4 quote = at(tree, p), unit
    cdef Py_ssize_t near = min(p + NEAR, tree.size)
    p += 1
    while p < near:
        unit = unit_at(&tree.view, p)
        if unit == quote:
            if not (inner and is_doubled(tree, p)):
                return p + 1
            p += 2
            continue
        if unit == u'\\' and (inner == 0 or quote == u'"'):
            p = after_backslash(tree, p, tree.size)
        elif unit == u'\n' and not inner:
            return -1
        else:
            p += 1
    return long_string_end(tree, p, quote, inner)


cdef inline bint is_doubled(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return whether two single quotes are at p."""
    return at(tree, p) == u"'" and at(tree, p + 1) == u"'"


cdef Py_ssize_t long_string_end(const Tree *tree, Py_ssize_t p, Py_UCS4 quote, Py_UCS4 inner) noexcept nogil:
    """Return the end of a string from p on, by masks of 64 units, or -1. Without the masks, JSON with texts of 250 characters
    takes 1.5 times as long."""
    cdef Py_ssize_t begin = p, k
    cdef uint64_t mask
    while begin < tree.size:
        shiplap_find_set(tree.view.data, max(tree.view.width, 1), begin, min(begin + 64, tree.size), STRING_SIGNS, &mask)
        while mask:
            k = begin + <Py_ssize_t> shiplap_lowest_bit(mask)
            mask &= mask - 1
            if k < p:  # in an escape
                continue
            if unit_at(&tree.view, k) == quote:
                if not (inner and is_doubled(tree, k)):
                    return k + 1
                p = k + 2
            elif unit_at(&tree.view, k) == u'\\':
                if inner == 0 or quote == u'"':
                    p = after_backslash(tree, k, tree.size)
            elif unit_at(&tree.view, k) == u'\n' and not inner:
                return -1
        begin += 64
    return -1


cdef inline bint is_comment(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return whether a comment begins at p."""
    return at(tree, p) == u'#' or (at(tree, p) == u'/' and (at(tree, p + 1) == u'/' or at(tree, p + 1) == u'*'))


cdef Py_ssize_t comment_end(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the end of the comment that begins at p, without its line end."""
    if not starts(tree, p, b"/*"):
        return line_end(tree, p)
    p = find(tree, p + 2, b"*/")
    return tree.size if p < 0 else p


cdef Py_ssize_t find(const Tree *tree, Py_ssize_t p, const char *mark) noexcept nogil:
    """Return the end of the first such mark from p on, or -1."""
    cdef Py_ssize_t size = 0
    while mark[size]:
        size += 1
    while p < tree.size:
        if at(tree, p) == <unsigned char> mark[0] and starts(tree, p, mark):
            return p + size
        p += 1
    return -1


cdef inline Py_ssize_t token_end(const Tree *tree, Py_ssize_t p, bint is_key, Py_UCS4 inner) noexcept nogil:
    """Return the end of a token that is no string."""
    cdef Py_ssize_t first = p
    cdef Py_UCS4 unit
    while p < tree.size:
        unit = unit_at(&tree.view, p)
        if is_ascii(unit) and ENDS_TOKEN[unit]:
            if unit == u':':
                if (is_key and inner == 0) or p + 1 == tree.size or is_space(at(tree, p + 1)) \
                        or (inner and at(tree, p + 1) in u',[]{}'):
                    break
            elif unit != u'=' or (is_key and inner == u'='):
                break
        p += 1
    return max(p, first + 1)


cdef inline void next_token(const Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """Go to where the next token or comment begins, after white space and a comment in the same line."""
    cdef bint same_line = skip_space(tree, state, p)
    if same_line and state.at < tree.size and is_comment(tree, state.at):
        skip_space(tree, state, comment_end(tree, state.at))


cdef inline bint skip_space(const Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """Go to the end of the white space from p on. Returns whether no line ends in it."""
    cdef Py_ssize_t line = -1
    cdef Py_UCS4 unit
    while p < tree.size:
        unit = unit_at(&tree.view, p)
        if unit > u' ' or not is_space(unit):
            break
        p += 1
        if unit == u'\n' or unit == u'\r':
            line = p
    state.at = p
    state.line = p if line < 0 else line
    return line < 0


cdef Py_ssize_t bracket_lines(Tree *tree, Py_ssize_t first, Py_ssize_t end, Py_ssize_t after, Py_UCS4 inner) except -1 nogil:
    """Read a value in brackets. Returns where the line after it begins. If the brackets do not match, the line is text, and
    no bracket before the error is read again. inner: the mark after a key."""
    cdef Py_ssize_t rows = tree.row_count, cuts = tree.cut_count, count = tree.open_count, last
    if first >= tree.error:
        last = value(tree, first, inner)
        if tree.open_count == count:
            return line_after(tree, last)
        tree.error = last
        tree.row_count, tree.cut_count, tree.open_count = rows, cuts, count
    text_cuts(tree, first, end)
    return after


# ---- elements: XML


cdef int elements(Tree *tree) except -1 nogil:
    """Find the elements of a whole text."""
    cdef Py_ssize_t p = tree.start, tag, first, end
    cdef bint after_comment = False, is_markup, is_edge
    while p < tree.size:
        pause(tree, p)
        tag = p
        while tag < tree.size and unit_at(&tree.view, tag) != u'<':
            tag += 1
        first = p
        while first < tag and is_space(at(tree, first)):
            first += 1
        if first < tag:
            text_cuts(tree, first, tag)
            after_comment = False
        if tag == tree.size:
            return 0
        end = markup_end(tree, tag)
        if end < 0:
            return by_lines(tree, tag)
        if at(tree, tag + 1) == u'/':
            if not ends_element(tree, tag):
                return by_lines(tree, tag)
            if first == tag and top(tree).count:
                cut(tree, line_begin(tree, tag), EDGE)
            close_element(tree, end)
        elif not starts(tree, tag, b"<![CDATA["):
            is_markup = at(tree, tag + 1) == u'!' or at(tree, tag + 1) == u'?'
            if first == tag and not after_comment:
                is_edge = tree.open_count > 1 and not top(tree).count
                cut(tree, line_begin(tree, tag), EDGE if is_edge else depth(tree))
            after_comment = is_markup
            if not is_markup:
                open_element(tree, tag)
                if at(tree, end - 2) == u'/':
                    close_element(tree, end)
        else:
            text_cuts(tree, tag, end)
        p = end
    return 0


cdef void open_element(Tree *tree, Py_ssize_t tag) noexcept nogil:
    """Begin the element of a start tag."""
    open(tree, MEMBER_ROLE, tag + 1, name_end(tree, tag + 1), tag, top(tree).level + 1)


cdef void close_element(Tree *tree, Py_ssize_t end) noexcept nogil:
    """End the innermost element. One that fits, without elements and cuts inside, is counted alone."""
    cdef Py_ssize_t row = top(tree).row, last = tree.cuts[tree.cut_count - 1] if tree.cut_count else 0
    close(tree, end)
    if row >= 0 and row == tree.row_count - 1 and last <= tree.rows[row].start and is_small(tree, tree.rows[row].start, end):
        tree.row_count -= 1


cdef bint ends_element(Tree *tree, Py_ssize_t tag) noexcept nogil:
    """Return whether an end tag has the name of the innermost element."""
    cdef Node *node = top(tree)
    return tree.open_count > 1 and is_same(tree, node.begin, node.end, tag + 2) \
        and name_end(tree, tag + 2) == tag + 2 + node.end - node.begin


cdef Py_ssize_t name_end(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the end of a name."""
    while p < tree.size and not is_space(at(tree, p)) and at(tree, p) != u'/' and at(tree, p) != u'>':
        p += 1
    return p


cdef Py_ssize_t markup_end(const Tree *tree, Py_ssize_t tag) noexcept nogil:
    """Return the end of the tag, comment or other markup at `tag`, or -1 if it has none."""
    cdef Py_UCS4 unit, quote = 0
    cdef Py_ssize_t p = tag, nested = 0
    if starts(tree, tag, b"<!--"):
        return find(tree, tag + 4, b"-->")
    if starts(tree, tag, b"<![CDATA["):
        return find(tree, tag + 9, b"]]>")
    if starts(tree, tag, b"<?"):
        return find(tree, tag + 2, b"?>")
    while p + 1 < tree.size:
        p += 1
        unit = unit_at(&tree.view, p)
        if nested and quote == 0 and unit == u'<' and starts(tree, p, b"<!--"):
            p = find(tree, p + 4, b"-->") - 1
            if p < 0:
                return -1
        elif quote:
            if unit == quote:
                quote = 0
        elif unit > u'>' and not nested and unit != u'[' and unit != u']':
            pass
        elif unit == u'"' or unit == u"'":
            quote = unit
        elif at(tree, tag + 1) == u'!' and (unit == u'[' or unit == u']'):
            nested += 1 if unit == u'[' else -1
        elif unit == u'>' and nested <= 0:
            return p + 1
        elif unit == u'<' and not nested:
            return -1
    return -1


# ---- yaml: YAML


cdef int yaml(Tree *tree) except -1 nogil:
    """Find the nodes of a whole text."""
    cdef Py_ssize_t p = tree.start, comment = -1, below = -1, first, end, after, level, begin
    while p < tree.size:
        pause(tree, p)
        first = indent_end(tree, p)
        end = line_end(tree, first)
        after = line_after(tree, end)
        level = 2 * (first - p)
        if first == end:
            pass
        elif below >= 0 and level > below:  # a line of a block of text
            text_line(tree, p, end)
        elif at(tree, first) == u'#':
            comment = p if comment < 0 else comment
            below = -1
        else:
            begin = p if comment < 0 else comment
            comment = below = -1
            if first == p and is_mark(tree, p, end, b"---"):
                begin_document(tree, begin)
                first = after_spaces(tree, p + 3, end)
            elif first == p and is_mark(tree, p, end, b"..."):
                close_from(tree, -1, begin)
                first = end
            after = nodes(tree, begin, p, first, end, after, &below)
        p = after
    return 0


cdef void begin_document(Tree *tree, Py_ssize_t start) noexcept nogil:
    """Begin a document."""
    close_from(tree, -1, start)
    cut(tree, start, 0)
    open(tree, ELEMENT_ROLE, 0, 0, start, -1)


cdef Py_ssize_t nodes(Tree *tree, Py_ssize_t begin, Py_ssize_t p, Py_ssize_t first, Py_ssize_t end, Py_ssize_t after,
                      Py_ssize_t *below) except -1 nogil:
    """Read a line from p to `end`, visible from `first` on, with the comments before it from `begin` on. Returns where the
    next line begins; the level that lines of a block of text are below goes to `below`."""
    cdef bint is_first = True, is_item, quoted
    cdef Py_ssize_t key_end, level
    while first < end:
        is_item = is_mark(tree, first, end, b"-")
        key_end = first + 1 if is_item else end_of_key(tree, first, end)
        if key_end == first:
            break
        level = 2 * (first - p) + is_item
        if is_first:
            close_from(tree, level, begin)
            cut(tree, begin, depth(tree) if top(tree).count else child_rank(tree))
        quoted = not is_item and (at(tree, first) == u'"' or at(tree, first) == u"'")
        if is_item:
            open(tree, ELEMENT_ROLE, 0, 0, begin if is_first else first, level)
        else:
            open(tree, MEMBER_ROLE, first + quoted, before_spaces(tree, first, key_end) - quoted,
                 begin if is_first else first, level)
        is_first = False
        first = after_spaces(tree, key_end + (not is_item), end)
    if is_first and first < end:  # no node begins in the line
        cut(tree, begin, EDGE)
    if first == end or at(tree, first) == u'#':
        return after
    if at(tree, first) == u'"' or at(tree, first) == u"'":
        return string_lines(tree, first, end, after)
    if at(tree, first) == u'{' or at(tree, first) == u'[':
        return bracket_lines(tree, first, end, after, u':')
    text_cuts(tree, first, end)
    if ends_with_block(tree, first, end):
        below[0] = top(tree).level
    return after


cdef inline int child_rank(const Tree *tree) noexcept nogil:
    """Return the rank of a cut before the first child of the innermost node."""
    return EDGE if tree.open_count > 1 else 0


cdef void text_line(Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Cut before a line of text, and in it."""
    cut(tree, p, EDGE)
    text_cuts(tree, p, end)


cdef Py_ssize_t string_lines(Tree *tree, Py_ssize_t first, Py_ssize_t end, Py_ssize_t after) noexcept nogil:
    """Read a quoted value. Returns where the line after it begins."""
    cdef Py_ssize_t level = top(tree).level, p = first + 1, low = first, begin
    cdef Py_UCS4 quote = at(tree, first)
    while True:
        p = string_line_end(tree, p, end, quote)
        text_cuts(tree, low, end)
        if p < end or after == tree.size:
            return after
        begin = indent_end(tree, after)
        if begin < line_end(tree, after) and 2 * (begin - after) <= level:
            return after
        low = p = after
        end, after = line_end(tree, after), line_after(tree, after)
        cut(tree, low, EDGE)


cdef Py_ssize_t string_line_end(const Tree *tree, Py_ssize_t p, Py_ssize_t end, Py_UCS4 quote) noexcept nogil:
    """Return where a string ends in the line, before its quote, or `end`. Two single quotes are one that does not end it."""
    while p < end:
        if quote == u"'" and is_doubled(tree, p):
            p += 2
        elif at(tree, p) == quote:
            return p
        else:
            p = after_backslash(tree, p, end) if at(tree, p) == u'\\' and quote == u'"' else p + 1
    return min(p, end)


cdef Py_ssize_t indent_end(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the end of the spaces from p on."""
    while at(tree, p) == u' ':
        p += 1
    return p


cdef Py_ssize_t after_spaces(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of the spaces and tabs from p on."""
    while p < end and (at(tree, p) == u' ' or at(tree, p) == u'\t'):
        p += 1
    return p


cdef Py_ssize_t before_spaces(const Tree *tree, Py_ssize_t first, Py_ssize_t p) noexcept nogil:
    """Return the beginning of the spaces and tabs before p."""
    while p > first and (at(tree, p - 1) == u' ' or at(tree, p - 1) == u'\t'):
        p -= 1
    return p


cdef bint is_mark(const Tree *tree, Py_ssize_t p, Py_ssize_t end, const char *mark) noexcept nogil:
    """Return whether a mark is at p, before white space or the line end."""
    while mark[0]:
        if p >= end or at(tree, p) != <unsigned char> mark[0]:
            return False
        mark += 1
        p += 1
    return p == end or at(tree, p) == u' ' or at(tree, p) == u'\t'


cdef Py_ssize_t end_of_key(const Tree *tree, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return the place of the colon after a key that begins at `first`, or `first` if it is no key."""
    cdef Py_ssize_t p
    cdef Py_UCS4 unit = at(tree, first)
    if unit == u'"' or unit == u"'":
        p = after_spaces(tree, min(string_line_end(tree, first + 1, end, unit) + 1, end), end)
        return p if p < end and is_mark(tree, p, end, b":") else first
    if unit in u'[{#|>%':
        return first
    for p in range(first, end):
        unit = unit_at(&tree.view, p)
        if unit == u':' and is_mark(tree, p, end, b":"):
            return p
        if unit == u'#' and p > first and (at(tree, p - 1) == u' ' or at(tree, p - 1) == u'\t'):
            break
    return first


cdef bint ends_with_block(const Tree *tree, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return whether the last word of a line begins a block of text."""
    while end > first and (at(tree, end - 1) == u' ' or at(tree, end - 1) == u'\t'):
        end -= 1
    while end > first and at(tree, end - 1) in u'+-0123456789':
        end -= 1
    if end == first or not (at(tree, end - 1) == u'|' or at(tree, end - 1) == u'>'):
        return False
    return end - 1 == first or at(tree, end - 2) == u' ' or at(tree, end - 2) == u'\t'


# ---- sections: TOML, INI, .env

# The formats of sections, and the levels of a list of sections, of a section and of a key.
cdef enum:
    TOML, INI, ENV

cdef enum:
    LIST, SECTION, KEY


cdef int sections(Tree *tree, int name) except -1 nogil:
    """Find the nodes of a whole text."""
    cdef Py_ssize_t p = tree.start, comment = -1, first, end, after, begin
    cdef bint continues = False
    while p < tree.size:
        pause(tree, p)
        end = line_end(tree, p)
        after = line_after(tree, end)
        first = after_spaces(tree, p, end)
        if first == end:
            continues = False
        elif (at(tree, first) == u'#' or at(tree, first) == u';') and not continues:
            comment = p if comment < 0 else comment
        else:
            begin = p if comment < 0 else comment
            comment = -1
            if is_section(tree, first, end):
                begin_section(tree, begin, first, end)
            elif top(tree).level == KEY and (continues or (first > p and name != TOML)):
                cut(tree, begin, EDGE)
                text_cuts(tree, first, end)
            else:
                after = key_line(tree, begin, first, end, name)
            continues = at(tree, end - 1) == u'\\' and name != TOML
        p = after
    return 0


cdef bint is_section(const Tree *tree, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return whether a line names a section."""
    cdef Py_ssize_t last = section_end(tree, first, end), p = after_spaces(tree, last, end)
    return last > first and (p == end or at(tree, p) == u'#' or at(tree, p) == u';')


cdef Py_ssize_t section_end(const Tree *tree, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return the end of the brackets around the name of a section, or `first`."""
    cdef Py_ssize_t p
    if at(tree, first) != u'[':
        return first
    p = first + 1
    while p < end and at(tree, p) != u',':
        if at(tree, p) == u']':
            return p + (2 if at(tree, p + 1) == u']' and at(tree, first + 1) == u'[' else 1)
        p = after_quotes(tree, p, end)
    return first


cdef Py_ssize_t after_quotes(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of what is in quotes at p, if it ends in the line, else p + 1."""
    cdef Py_ssize_t last = end
    if at(tree, p) == u'"' or at(tree, p) == u"'":
        last = string_line_end(tree, p + 1, end, at(tree, p))
    return last + 1 if last < end else p + 1


cdef void begin_section(Tree *tree, Py_ssize_t begin, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Begin a section."""
    cdef Py_ssize_t last = section_end(tree, first, end), size, name, after = 0
    cdef bint is_list = at(tree, first + 1) == u'[' and at(tree, last - 2) == u']'
    size = 2 if is_list else 1
    name, last = first + size, last - size
    close_from(tree, KEY, begin)
    while tree.open_count > 1 and not is_part(tree, name, last, is_list):
        close(tree, begin)
    if tree.open_count > 1:
        after = top(tree).end - top(tree).begin
    cut(tree, begin, depth(tree))
    if not is_list:
        open(tree, MEMBER_ROLE, name + after + (after > 0), last, begin, SECTION)
    else:
        if after < last - name:
            open(tree, MEMBER_ROLE, name + after + (after > 0), last, begin, LIST)
            top(tree).begin, top(tree).end = name, last
        open(tree, ELEMENT_ROLE, 0, 0, begin, SECTION)
    top(tree).begin, top(tree).end = name, last


cdef bint is_part(Tree *tree, Py_ssize_t name, Py_ssize_t end, bint is_list) noexcept nogil:
    """Return whether a section of this name is a part of the innermost node."""
    cdef Node *node = top(tree)
    cdef Py_ssize_t size = node.end - node.begin
    if size > end - name or not is_same(tree, node.begin, node.end, name):
        return False
    if size == end - name:
        return is_list and node.level == LIST
    return at(tree, name + size) == u'.' and node.level == SECTION


cdef Py_ssize_t key_line(Tree *tree, Py_ssize_t begin, Py_ssize_t first, Py_ssize_t end, int name) except -1 nogil:
    """Begin a key. Returns where the line after its value begins."""
    cdef Py_ssize_t sign = first, last, p
    cdef bint quoted
    close_from(tree, KEY, begin)
    while sign < end and at(tree, sign) != u'=' and at(tree, sign) != u':':
        sign = after_quotes(tree, sign, end) if name == TOML else sign + 1
    last = before_spaces(tree, first, sign)
    quoted = last > first + 1 and (at(tree, first) == u'"' or at(tree, first) == u"'") and at(tree, last - 1) == at(tree, first)
    cut(tree, begin, depth(tree) if top(tree).count or tree.open_count == 1 else EDGE)
    if sign < end:
        open(tree, MEMBER_ROLE, first + quoted, last - quoted, begin, KEY)
    else:
        open(tree, MEMBER_ROLE, 0, 0, begin, KEY)
    p = after_spaces(tree, min(sign + 1, end), end)
    if name == TOML and p < end and (at(tree, p) == u'[' or at(tree, p) == u'{'):
        return bracket_lines(tree, p, end, line_after(tree, end), u'=')
    if name == TOML and (starts(tree, p, b'"""') or starts(tree, p, b"'''")):
        return quoted_lines(tree, p, 3)
    if name == ENV and p < end and (at(tree, p) == u'"' or at(tree, p) == u"'"):
        return quoted_lines(tree, p, 1)
    text_cuts(tree, p, end)
    return line_after(tree, end)


cdef Py_ssize_t quoted_lines(Tree *tree, Py_ssize_t p, int size) noexcept nogil:
    """Read a value in quotes of a size. Returns where the line after it begins. If it does not end, its line is text, and no
    other value is tried."""
    cdef Py_ssize_t last = quote_end(tree, p, size) if p >= tree.error else -1
    if last < 0:
        tree.error = tree.size
        last = line_end(tree, p)
    while line_after(tree, p) < last:
        text_cuts(tree, p, line_end(tree, p))
        p = line_after(tree, p)
        cut(tree, p, EDGE)
    text_cuts(tree, p, last)
    return line_after(tree, last)


cdef Py_ssize_t quote_end(const Tree *tree, Py_ssize_t p, int size) noexcept nogil:
    """Return the end of a value that begins with so many quotes at p, or -1."""
    cdef Py_UCS4 quote = at(tree, p)
    cdef int count = 0
    p += size
    while p < tree.size:
        if at(tree, p) == quote:
            count += 1
            p += 1
            if count == size:
                return p
            continue
        count = 0
        p = after_backslash(tree, p, tree.size) if at(tree, p) == u'\\' and quote == u'"' else p + 1
    return -1


# ---- patches: diffs

cdef enum:
    FILE, HUNK

cdef enum:
    MAX_DIGITS = 9


cdef int patches(Tree *tree) except -1 nogil:
    """Find the files and hunks of a whole text."""
    cdef Py_ssize_t p = tree.start, old = 0, new = 0, end, after
    cdef bint is_waiting = False, changed = False, is_changed
    cdef Py_UCS4 unit
    while p < tree.size:
        pause(tree, p)
        end, unit = line_end(tree, p), at(tree, p)
        after = line_after(tree, end)
        if (old > 0 or new > 0) and unit in u' +-\\\r\n':
            is_changed = unit == u'+' or unit == u'-'
            cut(tree, p, DEEPEST if changed and not is_changed else EDGE)
            changed = is_changed
            old -= unit in u' -\r\n'
            new -= unit in u' +\r\n'
            text_cuts(tree, p, end)
        elif starts(tree, p, b"@@ -") or starts(tree, p, b"***************"):
            close_from(tree, HUNK, p)
            cut(tree, p, depth(tree))
            open(tree, MEMBER_ROLE, p, end, p, HUNK)
            hunk_size(tree, p, end, &old, &new)
            is_waiting = changed = False
        elif begins_file(tree, p, end, after, is_waiting):
            close_from(tree, FILE, p)
            cut(tree, p, 0)
            file_name(tree, p, end, after)
            is_waiting = not (starts(tree, p, b"--- ") or starts(tree, p, b"*** "))
            old = new = 0
        else:
            if is_waiting and (starts(tree, p, b"+++ ") or starts(tree, p, b"--- ")) and p > 0 \
                    and (starts(tree, before(tree, p), b"--- ") or starts(tree, before(tree, p), b"*** ")):
                name_file(tree, p, end)
                is_waiting = False
            cut(tree, p, EDGE)
            text_cuts(tree, p, end)
        p = after
    return 0


cdef bint begins_file(const Tree *tree, Py_ssize_t p, Py_ssize_t end, Py_ssize_t after, bint is_waiting) noexcept nogil:
    """Return whether a line begins a file. `is_waiting`: one has begun whose name does not follow yet."""
    if starts(tree, p, b"diff ") or starts(tree, p, b"Index: "):
        return not (is_waiting and starts(tree, p, b"diff ") and starts(tree, before(tree, p), b"==="))
    if is_waiting or (end - p >= 4 and starts(tree, end - 4, b"****")):  # the lines of a hunk of a context diff
        return False
    return (starts(tree, p, b"--- ") and starts(tree, after, b"+++ ")) \
        or (starts(tree, p, b"*** ") and starts(tree, after, b"--- "))


cdef Py_ssize_t before(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return where the line before that of p begins."""
    p -= 1
    if p > 0 and at(tree, p - 1) == u'\r' and at(tree, p) == u'\n':
        p -= 1
    while p > 0 and not ends_line(at(tree, p - 1)):
        p -= 1
    return max(p, 0)


cdef void file_name(Tree *tree, Py_ssize_t p, Py_ssize_t end, Py_ssize_t after) noexcept nogil:
    """Begin a file, with the name in its first line."""
    cdef Py_ssize_t start = p, space = end, last = end
    if starts(tree, p, b"--- ") or starts(tree, p, b"*** "):
        path_in(tree, after, line_end(tree, after), &start, &last)
    else:
        while space > p and at(tree, space - 1) != u' ':
            space -= 1
        start = space
        if space - 4 > p:
            path_in(tree, space - 4, end, &start, &last)
    open(tree, MEMBER_ROLE, start, last, p, FILE)


cdef void path_in(const Tree *tree, Py_ssize_t p, Py_ssize_t end, Py_ssize_t *start, Py_ssize_t *last) noexcept nogil:
    """Find the path after a mark of four characters at p."""
    start[0], p = p + 4, min(p + 4, end)
    while p < end and at(tree, p) != u'\t':
        p += 1
    if starts(tree, start[0], b"b/") and p > start[0] + 2:
        start[0] += 2
    last[0] = max(start[0], p)


cdef void name_file(Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Take the name of a file from the second line that names it, unless the file is deleted."""
    cdef Py_ssize_t start, last
    path_in(tree, p, end, &start, &last)
    if tree.open_count > 1 and not (last - start == 9 and starts(tree, start, b"/dev/null")):
        tree.rows[tree.stack[1].row].name_start, tree.rows[tree.stack[1].row].name_end = start, last


cdef void hunk_size(const Tree *tree, Py_ssize_t p, Py_ssize_t end, Py_ssize_t *old, Py_ssize_t *new) noexcept nogil:
    """Find how many lines of the old and of the new file a hunk has, 0 where it does not say so."""
    cdef Py_ssize_t[2] found
    cdef Py_ssize_t first
    cdef int k
    old[0] = new[0] = 0
    for k in range(2):
        while p < end and at(tree, p) != (<Py_UCS4> c'+' if k else <Py_UCS4> c'-'):
            p += 1
        p = digits_end(tree, p + 1, end)
        if p >= end:
            return
        found[k] = 1
        if at(tree, p) == u',':
            first, p = p + 1, digits_end(tree, p + 1, end)
            found[k] = number(tree, first, p)
    old[0], new[0] = found[0], found[1]


cdef Py_ssize_t digits_end(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of the digits from p on."""
    cdef Py_ssize_t first = p
    while p < end and p - first < MAX_DIGITS and u'0' <= at(tree, p) <= u'9':
        p += 1
    return p


cdef Py_ssize_t number(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the number between two offsets, at most MAX_DIGITS long."""
    cdef Py_ssize_t found = 0
    while p < end:
        found, p = 10 * found + <Py_ssize_t> at(tree, p) - c'0', p + 1
    return found


# ---- records: logs, catalogues

cdef enum:
    RUNS = 4
    MAX_LINES = 512
    MAX_SHAPES = 64
    STAMP = 64
    STAMPED = 5
    COMMON = 8

# A shape, its classes in the bytes of a number from the lowest on, and how many lines and stamped lines have it.
cdef struct Shape:
    uint64_t classes
    Py_ssize_t lines, stamped


cdef int records(Tree *tree) except -1 nogil:
    """Find the records of a whole text of lines."""
    cdef Shape[MAX_SHAPES] shapes
    cdef Py_ssize_t p = tree.start, end
    cdef int count = record_shapes(tree, shapes), k
    cdef uint64_t shape
    while p < tree.size:
        pause(tree, p)
        end = line_end(tree, p)
        k = -1
        if begins_text(tree, p):
            shape, k = shape_of(tree, p, end), 0
            while k < count and shapes[k].classes != shape:
                k += 1
        if k >= 0 and (k < count or count == 0):
            close_from(tree, 0, p)
            cut(tree, p, 0)
            open(tree, MEMBER_ROLE, p, end, p, 0)
        else:
            cut(tree, p, EDGE)
        text_cuts(tree, p, end)
        p = line_after(tree, end)
    return 0


cdef inline bint begins_text(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return whether a line begins with what is not white space."""
    return not is_space(at(tree, p))


cdef int record_shapes(const Tree *tree, Shape *shapes) noexcept nogil:
    """Find the shapes of the lines that begin records. Returns their number, 0 if all lines do."""
    cdef Py_ssize_t p = 0, lines = 0, stamped = 0, end
    cdef int count = 0, kept = 0, k
    cdef uint64_t shape
    cdef bint has_time
    while p < tree.size and lines < MAX_LINES:
        end = line_end(tree, p)
        if begins_text(tree, p):
            lines += 1
            shape, has_time = shape_of(tree, p, end), is_stamped(tree, p, end)
            stamped += has_time
            k = 0
            while k < count and shapes[k].classes != shape:
                k += 1
            if k == count and count < MAX_SHAPES:
                shapes[k] = Shape(shape, 0, 0)
                count += 1
            if k < count:
                shapes[k].lines += 1
                shapes[k].stamped += has_time
        p = line_after(tree, end)
    if stamped > 0 and STAMPED * stamped >= lines:
        for k in range(count):
            if COMMON * shapes[k].stamped >= stamped and 2 * shapes[k].stamped >= shapes[k].lines:
                shapes[kept] = shapes[k]
                kept += 1
        return kept
    for k in range(count):
        if shapes[k].lines > shapes[0].lines:
            shapes[0] = shapes[k]
    return 1 if count and 2 * shapes[0].lines >= lines else 0


cdef uint64_t shape_of(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the shape of a line (R1)."""
    cdef uint64_t shape = 0
    cdef int count = 0
    cdef unsigned char unit, last = 0
    while p < end and count < RUNS:
        unit = class_of(at(tree, p))
        if unit != last or not (unit == c'0' or unit == c'a' or unit == c' '):
            shape |= <uint64_t> unit << 8 * count
            count += 1
        last = unit
        p += 1
    return shape | <uint64_t> count << 56  # never 0


cdef inline unsigned char class_of(Py_UCS4 unit) noexcept nogil:
    """Return what a character is in a shape."""
    if u'0' <= unit <= u'9':
        return c'0'
    if u'a' <= unit <= u'z' or u'A' <= unit <= u'Z' or not is_ascii(unit):
        return c'a'
    return c' ' if unit == u' ' or unit == u'\t' else <unsigned char> unit


cdef bint is_stamped(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a line has a time near its beginning."""
    cdef Py_ssize_t last = p, count = 0
    while last < end and count < STAMP:
        count += not (tree.view.width == 0 and is_continuation(tree.view.data[last]))
        last += 1
    while last < end and tree.view.width == 0 and is_continuation(tree.view.data[last]):
        last += 1
    while p < last - 4:
        if at(tree, p + 2) == u':' and is_digit(at(tree, p)) and is_digit(at(tree, p + 1)) \
                and is_digit(at(tree, p + 3)) and is_digit(at(tree, p + 4)):
            return True
        p += 1
    return False


cdef inline bint is_digit(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit is a digit of ASCII."""
    return u'0' <= unit <= u'9'


cdef int catalog(Tree *tree) except -1 nogil:
    """Find the entries of a catalogue of translations."""
    cdef Py_ssize_t p = tree.start, end
    cdef bint is_open = False
    while p < tree.size:
        pause(tree, p)
        end = line_end(tree, p)
        if p == end:
            is_open = False
        elif not is_open:
            close_from(tree, 0, p)
            cut(tree, p, 0)
            open(tree, MEMBER_ROLE, 0, 0, p, 0)
            is_open = True
        else:
            cut(tree, p, EDGE)
        if starts(tree, p, b'msgid "') and tree.open_count > 1:
            name_entry(tree, p + 7, end)
        text_cuts(tree, p, end)
        p = line_after(tree, end)
    return 0


cdef void name_entry(Tree *tree, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Give an entry its name."""
    if end > start and at(tree, end - 1) == u'"':
        end -= 1
    tree.rows[top(tree).row].name_start, tree.rows[top(tree).row].name_end = start, end


# ---- data: the entry point

cdef enum Format:
    JSON, XML, YAML, DIFF, PO, LOG, OF_SECTIONS

cdef dict FORMATS = {
    "json": JSON, "xml": XML, "yaml": YAML, "diff": DIFF, "po": PO, "log": LOG, "toml": OF_SECTIONS + TOML,
    "ini": OF_SECTIONS + INI, "env": OF_SECTIONS + ENV,
}


cdef int run(Tree *tree, int name) except -1 nogil:
    """Find the nodes and cuts of a text in a format."""
    if name == JSON:
        values(tree)
    elif name == XML:
        elements(tree)
    elif name == YAML:
        yaml(tree)
    elif name == DIFF:
        patches(tree)
    elif name == PO:
        catalog(tree)
    elif name == LOG:
        records(tree)
    else:
        sections(tree, name - OF_SECTIONS)
    return 0


def outline(Text text not None, name, Py_ssize_t fits, /):
    """Return the outline of a data text, in its own offsets: (rows, cuts, ranks), three arrays.

    A row, of COLUMNS int64, is a node, as shiplap._data.outline_row says. `cuts` (int64) are the offsets at which the text
    may be cut, `ranks` (int8) how well. name: one of shiplap._data.data_formats.FORMATS. fits: a piece of so many code units
    needs no cut inside. Raises TextError where a buffer is not UTF-8.
    """
    cdef Tree tree
    cdef Node root = Node(-1, -2, 0, 0, -1, 0, 0, 0)
    cdef array rows, cuts, ranks
    cdef int number_of = FORMATS[name]
    text.prepare(False, True)
    memset(&tree, 0, sizeof(Tree))
    tree.view, tree.size, tree.fits, tree.until = text.view, text.view.size, fits, STEP
    try:
        if not grow(<void **> &tree.stack, &tree.open_room, sizeof(Node)):
            raise MemoryError
        tree.stack[0], tree.open_count = root, 1
        tree.start = 1 if at(&tree, 0) == 0xFEFF else 3 if text.view.width == 0 and starts(&tree, 0, b"\xEF\xBB\xBF") else 0
        with nogil:
            run(&tree, number_of)
            finish(&tree)
        if tree.failed:
            raise MemoryError
        rows = clone(INT64, tree.row_count * COLUMNS, False)
        if tree.row_count:
            memcpy(rows.data.as_chars, tree.rows, tree.row_count * sizeof(Row))
        cuts, ranks = clone(INT64, tree.cut_count, False), clone(INT8, tree.cut_count, False)
        if tree.cut_count:
            memcpy(cuts.data.as_chars, tree.cuts, tree.cut_count * sizeof(int64_t))
            memcpy(ranks.data.as_chars, tree.ranks, tree.cut_count)
        return rows, cuts, ranks
    finally:
        PyMem_RawFree(tree.rows)
        PyMem_RawFree(tree.cuts)
        PyMem_RawFree(tree.ranks)
        PyMem_RawFree(tree.stack)
