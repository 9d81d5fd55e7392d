# The outline of languages with braces.

from shiplap._core.outline.bodies cimport Opened, brace
from shiplap._core.outline.brace_statements cimport (
    add,
    cancel,
    cancel_at_bracket,
    clear,
    conclude,
    end_here,
    end_line_before,
    is_listing,
    is_special,
    may_end,
    parenthesis,
    plain_word,
    punctuation,
    word,
)
from shiplap._core.outline.definitions cimport begin_line, column_of, finish_before, finish_last, mark
from shiplap._core.outline.roles cimport C, FOLLOWS, FUNCTION, GO, MODULE, RUST, SCRIPT
from shiplap._core.outline.state cimport (
    BLOCK,
    BODY,
    CLASS_BODY,
    EXPRESSION,
    OUTER,
    PLAIN,
    Frame,
    OutlineParser,
    Place,
    Scope,
    Statement,
    always,
    called,
    grow,
    push_number,
    unit_of,
)
from shiplap._core.outline.units cimport (
    A_LITERAL,
    BRANCH,
    BRANCH_END,
    BRANCH_IF,
    CLOSE,
    DIRECTIVE,
    GROUP,
    HOLE,
    HOLE_END,
    LITERAL,
    OPEN,
    WORD,
    Token,
)


cdef inline void push_frame(OutlineParser *parser, int bracket, Scope scope, Py_ssize_t owner, bint least,
                            Py_ssize_t number) noexcept nogil:
    """A bracket opens."""
    cdef Frame *frame
    if (parser.depth == parser.frames_capacity
            and not grow(<void **> &parser.frames, &parser.frames_capacity, sizeof(Frame))):
        parser.failed = True
        return
    frame = &parser.frames[parser.depth]
    frame.bracket, frame.scope, frame.owner = bracket, scope, owner
    frame.least, frame.number, frame.follows = least, number, False
    clear(frame)
    parser.depth += 1


cdef inline Place place(OutlineParser *parser) noexcept nogil:
    cdef const Frame *frame = &parser.frames[parser.depth - 1]
    return Place(is_listing(frame) or (frame.first >= 0 and not may_end(parser, frame)), frame.least, frame.follows)


cdef inline always token(OutlineParser *parser, const Token *token) noexcept nogil:
    cdef Frame *frame = &parser.frames[parser.depth - 1]
    cdef Py_ssize_t lead = -1
    if token.kind == DIRECTIVE:
        branch(parser, token)
        return
    if parser.line_has_no_code:
        if frame.first >= 0:
            end_line_before(parser, frame, token)
        lead = begin_line(parser, column_of(parser, token), frame.first >= 0 or is_listing(frame) or token.kind == CLOSE
                          or token.role == FOLLOWS, frame.least, frame.follows)
    if token.kind == CLOSE:
        close(parser, token)
        return
    if frame.first < 0 and token.code not in b",;":
        frame.first, frame.s.lead, frame.s.line, frame.s.opening = token.start, lead, parser.line, token.role
        frame.follows = False
    if token.kind == OPEN:
        open_bracket(parser, frame, token)
    elif token.kind == GROUP:
        begin_bracket(parser, frame, token)
        frame.s.last = c')'
    elif token.kind == WORD:
        if token.role or frame.s.role or frame.s.pending:
            word(parser, frame, token)
        else:
            plain_word(frame, token.start, token.end)
    elif token.kind == LITERAL:
        if frame.s.pending and frame.s.role != MODULE:
            cancel(frame)
        frame.s.last = A_LITERAL
    elif frame.s.pending or is_special(token.code):
        punctuation(parser, frame, token)
    else:
        frame.s.last = token.code


# ---- brackets

cdef inline void begin_bracket(OutlineParser *parser, Frame *frame, const Token *token) noexcept nogil:
    """What a parenthesis or square bracket means for the statement that it stands in."""
    if frame.s.pending and not (frame.s.role == FUNCTION and parser.family == GO and frame.s.first_word):
        cancel_at_bracket(parser, frame)
    if token.code == c'(':
        parenthesis(parser, frame)


cdef inline called open_bracket(OutlineParser *parser, Frame *frame, const Token *token) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef Opened opened
    cdef Py_ssize_t number = -1
    cdef bint least
    if token.code != c'{':
        begin_bracket(parser, frame, token)
        push_frame(parser, c'$' if token.code == HOLE else token.code, EXPRESSION, frame.owner, False, -1)
        return
    s.pending = False
    opened = brace(parser.family, parser.flags, frame)
    if opened.role:
        number = s.definition if s.definition >= 0 else add(parser, frame, opened.role, opened.name, token.end)
        if number >= 0:
            s.definition = number
    elif opened.scope == BODY and s.arrow:
        number = s.definition
        if number >= 0:
            parser.rows[number].body = token.end
    elif opened.scope == BODY and parser.family == GO:
        s.role = 0
    s.arrow = s.made = False
    if opened.scope == PLAIN and frame.least and s.lead >= 0 and s.opening != FOLLOWS:
        mark(parser, s.lead, BLOCK)
    least = opened.scope <= CLASS_BODY or (opened.scope == BODY and (number >= 0 or frame.owner < 0))
    push_frame(parser, c'{', opened.scope, number if number >= 0 else frame.owner, least, number)
    parser.open_braces += 1


cdef inline called close(OutlineParser *parser, const Token *token) noexcept nogil:
    cdef int opening
    cdef Frame *frame
    cdef Scope scope
    cdef Py_ssize_t number
    if token.code == c'}':
        if parser.braces_closed_elsewhere and parser.depth == parser.min_depth:
            parser.braces_closed_elsewhere -= 1
            return
        if parser.open_braces == 0:
            return
        opening = c'{'
    elif token.code == HOLE_END:
        opening = c'$'
    else:
        opening = c'(' if token.code == c')' else c'['
        if parser.frames[parser.depth - 1].bracket != opening:
            return
    while parser.frames[parser.depth - 1].bracket != opening:
        pop_frame(parser)
    pop_frame(parser)
    scope, number = parser.frames[parser.depth].scope, parser.frames[parser.depth].number
    frame = &parser.frames[parser.depth - 1]
    frame.s.last = token.code
    if token.code == c'}' and ends(parser, frame, scope, number):
        end_here(parser, frame)
        frame.follows = True
    elif (token.code == c']' and parser.family == RUST and frame.first >= 0 and unit_of(parser, frame.first) == c'#'
            and unit_of(parser, frame.first + 1) == c'!'):
        end_here(parser, frame)


cdef inline void pop_frame(OutlineParser *parser) noexcept nogil:
    cdef Frame *frame = &parser.frames[parser.depth - 1]
    parser.depth -= 1
    if frame.first >= 0:
        conclude(parser, frame)
    if frame.s.definition >= 0:
        finish_before(parser, frame.s.definition)
    parser.open_braces -= frame.bracket == c'{'


cdef inline bint ends(const OutlineParser *parser, const Frame *frame, Scope scope, Py_ssize_t number) noexcept nogil:
    if is_listing(frame):
        return False
    if scope == PLAIN or scope == OUTER:
        return True
    if scope == BODY:
        return number >= 0 and not frame.s.assigned
    if scope == CLASS_BODY:
        return number >= 0 and parser.family != C and not frame.s.assigned
    return number >= 0 and (parser.family == RUST or parser.family == SCRIPT)


# ---- the preprocessor

cdef inline called branch(OutlineParser *parser, const Token *token) noexcept nogil:
    cdef Place here = place(parser)
    cdef Py_ssize_t depth
    cdef bint later = token.code == BRANCH or token.code == BRANCH_END
    begin_line(parser, column_of(parser, token), here.inside or later, here.least, here.follows)
    if token.code == BRANCH_IF:
        if not push_number(&parser.conditionals, parser.depth):
            parser.failed = True
    elif later and parser.conditionals.count:
        depth = parser.conditionals.data[parser.conditionals.count - 1]
        parser.braces_closed_elsewhere = 0
        if token.code == BRANCH_END:
            parser.conditionals.count -= 1
            return
        while parser.depth > depth:
            pop_frame(parser)
        parser.braces_closed_elsewhere, parser.min_depth = depth - parser.depth, parser.depth


cdef inline void finish(OutlineParser *parser) noexcept nogil:
    cdef Frame *frame
    while parser.depth:
        parser.depth -= 1
        frame = &parser.frames[parser.depth]
        if frame.first >= 0:
            conclude(parser, frame)
        if frame.s.definition >= 0:
            finish_last(parser, frame.s.definition)
