# Lines and their ranks, definitions and where they end: what both kinds of outline write.

from libc.stdint cimport int64_t

from shiplap._core.outline.roles cimport FUNCTION, METHOD, MODULE
from shiplap._core.outline.row cimport Row
from shiplap._core.outline.state cimport (
    BLANK,
    BLOCK,
    INNER,
    LINE,
    MEMBER,
    Name,
    OutlineParser,
    called,
    grow,
    push_number,
)
from shiplap._core.outline.units cimport Token


cdef inline void push_line(OutlineParser *parser, Py_ssize_t start) noexcept nogil:
    """The next line starts here."""
    cdef Py_ssize_t at = parser.lines.count
    if not push_number(&parser.lines, start):
        parser.failed = True
        return
    if at == parser.ranks_capacity and not grow(<void **> &parser.ranks, &parser.ranks_capacity, 1):
        parser.lines.count = at
        parser.failed = True
        return
    parser.ranks[at] = INNER
    parser.line = at
    if parser.ended >= 0:
        resolve(parser, start)


cdef inline Py_ssize_t column_of(const OutlineParser *parser, const Token *token) noexcept nogil:
    """The units between the start of the line and a token."""
    return token.start - parser.lines.data[parser.line]


cdef inline Py_ssize_t begin_line(OutlineParser *parser, Py_ssize_t column, bint inside, bint least,
                                  bint follows) noexcept nogil:
    if (parser.comment_block >= 0 and parser.comment_block_last >= parser.line - 1
            and parser.comment_block_column <= column):
        return parser.comment_block
    if not inside:
        rank_line(parser, least, follows)
    return parser.line


cdef inline void rank_line(OutlineParser *parser, bint least, bint follows) noexcept nogil:
    cdef bint blank = parser.after_blank_line
    cdef int rank = BLOCK if least and (blank or follows) else BLANK if blank else LINE
    mark(parser, parser.line, rank if rank < parser.rank_after else parser.rank_after)
    parser.rank_after = INNER


cdef inline void mark(OutlineParser *parser, Py_ssize_t line, int rank) noexcept nogil:
    if line < parser.lines.count and parser.ranks[line] > rank:
        parser.ranks[line] = rank


cdef inline Py_ssize_t define(OutlineParser *parser, int role, Name name, Py_ssize_t first, Py_ssize_t lead,
                              Py_ssize_t line, Py_ssize_t body, Py_ssize_t parent, int least) noexcept nogil:
    cdef Py_ssize_t count = parser.rows_count
    push_row(parser, role, name, first, lead, line, body, parent, least)
    return count if parser.rows_count > count else -1


cdef inline called push_row(OutlineParser *parser, int role, Name name, Py_ssize_t first, Py_ssize_t lead,
                            Py_ssize_t line, Py_ssize_t body, Py_ssize_t parent, int least) noexcept nogil:
    """Add the row of a definition, unless one that came before begins later, or there is no memory."""
    cdef Py_ssize_t start = first, begin = first
    cdef int rank = least
    cdef Row *row
    if lead >= 0:
        start, begin = parser.lines.data[lead], parser.lines.data[line]
    if parser.rows_count and parser.rows[parser.rows_count - 1].start >= start:
        return
    if (parser.rows_count == parser.rows_capacity
            and not grow(<void **> &parser.rows, &parser.rows_capacity, sizeof(Row))):
        parser.failed = True
        return
    if parent >= 0:
        row = &parser.rows[parent]
        if row.role == FUNCTION or row.role == METHOD:
            rank = BLOCK
        elif row.role == MODULE:
            rank = least if least > row.rank else <int> row.rank
        else:
            rank = MEMBER if MEMBER > row.rank else <int> row.rank
            if role == FUNCTION:
                role = METHOD
    row = &parser.rows[parser.rows_count]
    row.role, row.name_start, row.name_end, row.start, row.code_start = role, name.start, name.end, start, begin
    row.body, row.end, row.parent, row.rank = body, parser.size, parent, rank
    parser.rows_count += 1
    if lead >= 0:
        mark(parser, lead, rank)


cdef inline void finish_here(OutlineParser *parser, Py_ssize_t number) noexcept nogil:
    parser.ended = number
    if parser.rows[number].rank < parser.rank_after:
        parser.rank_after = <int> parser.rows[number].rank


cdef inline void resolve(OutlineParser *parser, Py_ssize_t end) noexcept nogil:
    """The definition that has just ended ends here."""
    parser.rows[parser.ended].end = end
    parser.ended = -1


cdef inline called finish_before(OutlineParser *parser, Py_ssize_t number) noexcept nogil:
    cdef Row *row = &parser.rows[number]
    if parser.line == parser.last_line:
        row.end = parser.last_end
        return
    row.end = parser.lines.data[parser.last_line + 1]
    mark(parser, parser.last_line + 1, <int> row.rank)
    mark(parser, parser.next_line if parser.next_line >= 0 else parser.line, <int> row.rank)


cdef inline void finish_last(OutlineParser *parser, Py_ssize_t number) noexcept nogil:
    cdef Py_ssize_t later = parser.last_line + 1
    parser.rows[number].end = parser.lines.data[later] if later < parser.lines.count else parser.size
