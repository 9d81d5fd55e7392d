# The outline of languages with indentation.

from shiplap._core.outline.definitions cimport (
    begin_line,
    column_of,
    define,
    finish_before,
    finish_last,
    mark,
)
from shiplap._core.outline.roles cimport ASYNC, CLASS, FOLLOWS, FUNCTION
from shiplap._core.outline.state cimport BLOCK, OUTERMOST, Name, OutlineParser, Place, Suite, called, grow, unit_of
from shiplap._core.outline.units cimport CLOSE, OPEN, WORD, Token

cdef enum:
    TAB = 8     # the columns of a tab


cdef inline bint push_suite(OutlineParser *parser, Py_ssize_t column, Py_ssize_t owner, Py_ssize_t number,
                            bint least) noexcept nogil:
    """Statements of a larger indentation begin; False when there is no memory."""
    if (parser.suites_count == parser.suites_capacity
            and not grow(<void **> &parser.suites, &parser.suites_capacity, sizeof(Suite))):
        parser.failed = True
        return False
    parser.suites[parser.suites_count] = Suite(column, owner, number, 0, least, False)
    parser.suites_count += 1
    return True


cdef inline Place place(OutlineParser *parser) noexcept nogil:
    cdef const Suite *suite = &parser.suites[parser.suites_count - 1]
    return Place(parser.brackets > 0, suite.least, suite.follows)


cdef inline void token(OutlineParser *parser, const Token *token) noexcept nogil:
    if parser.line_has_no_code:
        if parser.brackets and (token.role == FUNCTION or token.role == CLASS):
            parser.brackets = 0
        if parser.brackets:
            begin_line(parser, column_of(parser, token), True, False, False)
        else:
            statement(parser, token)
            if parser.failed:
                return
    if token.kind == OPEN:
        parser.brackets += 1
    elif token.kind == CLOSE:
        parser.brackets -= parser.brackets > 0
    if parser.words >= 0:
        word(parser, token)


cdef inline Py_ssize_t indentation(const OutlineParser *parser) noexcept nogil:
    cdef Py_ssize_t column = 0, at = parser.lines.data[parser.line]
    cdef const unsigned char *bytes = <const unsigned char *> parser.text
    cdef Py_UCS4 unit
    if parser.width <= 1:  # spaces alone are counted without a look at the form of the text; other units end them
        while bytes[at] == c' ':
            column += 1
            at += 1
    while True:
        unit = unit_of(parser, at)
        if unit == c' ':
            column += 1
        elif unit == c'\t':
            column = (column // TAB + 1) * TAB
        elif unit in b"\f\v":
            column = 0
        else:
            return column
        at += 1


cdef inline called statement(OutlineParser *parser, const Token *token) noexcept nogil:
    cdef Py_ssize_t indented = indentation(parser), number, lead
    cdef Suite *suite = &parser.suites[parser.suites_count - 1]
    cdef bint decorated
    if indented > suite.column:
        number = parser.header
        if suite.least and number < 0 and not parser.follows:
            mark(parser, suite.lead, BLOCK)
        if not push_suite(parser, indented, number if number >= 0 else suite.owner, number, number >= 0):
            return
    else:
        if parser.header >= 0:
            finish_before(parser, parser.header)
        while parser.suites_count > 1 and parser.suites[parser.suites_count - 1].column > indented:
            parser.suites_count -= 1
            number = parser.suites[parser.suites_count].number
            if number >= 0:
                finish_before(parser, number)
            parser.suites[parser.suites_count - 1].follows = True
            parser.decorated = -1  # nothing followed it in its suite
    parser.header = -1
    suite = &parser.suites[parser.suites_count - 1]
    decorated = parser.decorated >= 0
    lead = begin_line(parser, column_of(parser, token), decorated or token.role == FOLLOWS, suite.least, suite.follows)
    if decorated:
        lead = parser.decorated
    else:
        parser.start_line = parser.line
    parser.decorated = lead if token.code == c'@' else -1
    suite.follows = False
    parser.follows = token.role == FOLLOWS
    suite.lead = parser.lead = lead
    parser.first = token.start
    parser.words = parser.role = 0


cdef inline void word(OutlineParser *parser, const Token *token) noexcept nogil:
    if token.kind != WORD:
        parser.words = -1
    elif parser.role:
        parser.header = define(parser, parser.role, Name(token.start, token.end), parser.first, parser.lead,
                               parser.start_line, token.end, parser.suites[parser.suites_count - 1].owner, OUTERMOST)
        parser.words = -1
    elif token.role == FUNCTION or token.role == CLASS:
        parser.role = token.role
    elif token.role != ASYNC or parser.words:
        parser.words = -1
    else:
        parser.words += 1


cdef inline void finish(OutlineParser *parser) noexcept nogil:
    cdef Py_ssize_t k
    if parser.header >= 0:
        finish_last(parser, parser.header)
    for k in range(parser.suites_count):
        if parser.suites[k].number >= 0:
            finish_last(parser, parser.suites[k].number)
