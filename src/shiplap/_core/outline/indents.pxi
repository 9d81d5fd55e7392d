# The outline of languages with indentation.

cdef enum:
    TAB = 8


cdef inline bint push_suite(Pass *p, Py_ssize_t column, Py_ssize_t owner, Py_ssize_t number,
                            bint least) noexcept nogil:
    if p.suites_count == p.suites_room and not grow(<void **> &p.suites, &p.suites_room, sizeof(Suite)):
        p.failed = True
        return False
    p.suites[p.suites_count] = Suite(column, owner, number, 0, least, False)
    p.suites_count += 1
    return True


cdef inline Place suite_place(Pass *p) noexcept nogil:
    cdef const Suite *suite = &p.suites[p.suites_count - 1]
    return Place(p.brackets > 0, suite.least, suite.follows)


cdef inline void suite_token(Pass *p, const Token *token) noexcept nogil:
    if p.bare:
        if p.brackets and (token.role == FUNCTION or token.role == CLASS):
            p.brackets = 0
        if p.brackets:
            begin_line(p, column_of(p, token), True, False, False)
        else:
            statement(p, token)
            if p.failed:
                return
    if token.kind == OPEN:
        p.brackets += 1
    elif token.kind == CLOSE:
        p.brackets -= p.brackets > 0
    if p.words >= 0:
        suite_word(p, token)


cdef Py_ssize_t indentation(const Pass *p) noexcept nogil:
    cdef Py_ssize_t column = 0, at = p.lines.data[p.line]
    cdef Py_UCS4 unit
    while True:
        unit = unit_of(p, at)
        if unit == c' ':
            column += 1
        elif unit == c'\t':
            column = (column // TAB + 1) * TAB
        elif unit in b"\f\v":
            column = 0
        else:
            return column
        at += 1


cdef void statement(Pass *p, const Token *token) noexcept nogil:
    cdef Py_ssize_t indented = indentation(p), number, lead
    cdef Suite *suite = &p.suites[p.suites_count - 1]
    cdef bint decorated = p.decorated >= 0
    if indented > suite.column:
        number = p.header
        if suite.least and number < 0 and not p.follows:
            mark(p, suite.lead, BLOCK)
        if not push_suite(p, indented, number if number >= 0 else suite.owner, number, number >= 0):
            return
    else:
        if p.header >= 0:
            finish_before(p, p.header)
        while p.suites_count > 1 and p.suites[p.suites_count - 1].column > indented:
            p.suites_count -= 1
            number = p.suites[p.suites_count].number
            if number >= 0:
                finish_before(p, number)
            p.suites[p.suites_count - 1].follows = True
    p.header = -1
    suite = &p.suites[p.suites_count - 1]
    lead = begin_line(p, column_of(p, token), decorated or token.role == FOLLOWS, suite.least, suite.follows)
    if decorated:
        lead = p.decorated
    else:
        p.start_line = p.line
    p.decorated = lead if token.code == c'@' else -1
    suite.follows = False
    p.follows = token.role == FOLLOWS
    suite.lead = p.lead = lead
    p.first = token.start
    p.words = p.role = 0


cdef void suite_word(Pass *p, const Token *token) noexcept nogil:
    if token.kind != WORD:
        p.words = -1
    elif p.role:
        p.header = define(p, p.role, Name(token.start, token.end), p.first, p.lead, p.start_line, token.end,
                          p.suites[p.suites_count - 1].owner, OUTERMOST)
        p.words = -1
    elif token.role == FUNCTION or token.role == CLASS:
        p.role = token.role
    elif token.role != ASYNC or p.words:
        p.words = -1
    else:
        p.words += 1


cdef void finish_suites(Pass *p) noexcept nogil:
    cdef Py_ssize_t k
    if p.header >= 0:
        finish_last(p, p.header)
    for k in range(p.suites_count):
        if p.suites[k].number >= 0:
            finish_last(p, p.suites[k].number)
