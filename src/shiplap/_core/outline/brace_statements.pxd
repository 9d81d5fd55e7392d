# Statements in braces: where they end, and what their words and marks tell.

from libc.string cimport memset

from shiplap._core.outline.definitions cimport define, finish_before, finish_here
from shiplap._core.outline.roles cimport (
    C,
    CASE,
    CONTINUES,
    DECLARES,
    EXTERN,
    FINAL,
    FOR,
    FUNCTION,
    GO,
    IMPL,
    INTERFACE,
    JAVA,
    MODULE,
    NEW,
    NEWLINES,
    OPERATOR,
    RUST,
    SCRIPT,
    STRUCT,
    TYPE,
    VALUE,
    WHERE,
)
from shiplap._core.outline.row cimport Row
from shiplap._core.outline.state cimport (
    CLASS_BODY,
    EXPRESSION,
    MEMBER,
    OBJECT,
    OUTER,
    OUTERMOST,
    PLAIN,
    Frame,
    Name,
    OutlineParser,
    Statement,
    called,
    is_named,
    unit_of,
)
from shiplap._core.outline.units cimport (
    A_LITERAL,
    A_WORD,
    ARROW,
    CLOSE,
    LITERAL,
    MINUSMINUS,
    OPEN,
    PATH,
    PLUSPLUS,
    WORD,
    Token,
)


cdef enum:
    HALF_STATEMENT = 80     # bytes


cdef inline bint is_defining(int role) noexcept nogil:
    """Whether a word of the role defines something."""
    return FUNCTION <= role <= TYPE


cdef inline bint is_listing(const Frame *frame) noexcept nogil:
    """Whether commas part what the bracket holds, and no statements."""
    return frame.scope >= EXPRESSION


cdef inline void clear(Frame *frame) noexcept nogil:
    frame.first = -1
    # in two parts: a compiler makes a loop of a larger one, and the processor guesses wrong where it ends
    memset(&frame.s, 0, HALF_STATEMENT)
    memset(<char *> &frame.s + HALF_STATEMENT, 0, sizeof(Statement) - HALF_STATEMENT)
    frame.s.lead = frame.s.line = frame.s.definition = -1


cdef inline bint may_end(const OutlineParser *parser, const Frame *frame) noexcept nogil:
    cdef int last = frame.s.last
    return parser.flags & NEWLINES and (last == A_WORD or last == A_LITERAL or last in b")]}"
                                   or last == PLUSPLUS or last == MINUSMINUS)


cdef inline bint line_ends(const OutlineParser *parser, const Frame *frame, const Token *token) noexcept nogil:
    cdef const Statement *s = &frame.s
    if is_listing(frame) or token.kind == CLOSE:
        return False
    if parser.family == C:
        if (frame.scope != OUTER and frame.scope != CLASS_BODY) or not parser.after_blank_line or token.kind != WORD:
            return False
        return (s.last == c')' and s.called) or (s.last == A_WORD and s.words == 1)
    if parser.family == SCRIPT and s.last == c'>' and token.kind == WORD:
        if token.role == DECLARES or is_defining(token.role):
            return True
    if not may_end(parser, frame):
        return False
    if parser.family == GO:
        return True
    if token.kind == WORD:
        return token.role != CONTINUES and not (unit_of(parser, frame.first) == c'@' and s.role == 0 and not s.assigned)
    if token.kind == OPEN:
        if token.code == c'{':
            return s.role == 0 and s.last != c')'
        return token.code == c'[' and frame.scope == CLASS_BODY
    return (token.kind == LITERAL or token.code in b"@#"
            or (token.code == c'*' and frame.scope == CLASS_BODY))


cdef inline called conclude(OutlineParser *parser, Frame *frame) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef int role = s.role if is_named(s.name) and s.role != IMPL else 0
    cdef Row *row
    if s.definition >= 0:
        row = &parser.rows[s.definition]
        if parser.family == C and row.name_end == 0 and s.last == A_WORD:
            row.name_start, row.name_end = s.word.start, s.word.end
        return
    if parser.family == C or is_listing(frame):
        return
    if parser.family == SCRIPT and ((role != FUNCTION and role != TYPE and role != MODULE) or s.opening == VALUE):
        role = 0
    if parser.family == GO and role == FUNCTION:
        role = 0
    if parser.family == JAVA:
        role = FUNCTION if frame.scope == CLASS_BODY and s.called and not s.assigned else 0
    if role:
        s.definition = add(parser, frame, role, s.call if parser.family == JAVA else s.name, parser.last_end)


cdef inline Py_ssize_t add(OutlineParser *parser, const Frame *frame, int role, Name name,
                           Py_ssize_t body) noexcept nogil:
    return define(parser, role, name, frame.first, frame.s.lead, frame.s.line, body, frame.owner,
                  MEMBER if frame.scope == OBJECT else OUTERMOST)


cdef inline bint may_define(const OutlineParser *parser, const Frame *frame) noexcept nogil:
    """Whether the end of the statement can mean anything (`conclude`): most statements define nothing."""
    return (frame.s.role or frame.s.definition >= 0
            or (parser.family == JAVA and frame.scope == CLASS_BODY))


cdef inline void end_here(OutlineParser *parser, Frame *frame) noexcept nogil:
    if frame.first >= 0 and may_define(parser, frame):
        conclude(parser, frame)
        if frame.s.definition >= 0:
            finish_here(parser, frame.s.definition)
    clear(frame)


cdef inline void end_before(OutlineParser *parser, Frame *frame) noexcept nogil:
    if may_define(parser, frame):
        conclude(parser, frame)
        if frame.s.definition >= 0:
            finish_before(parser, frame.s.definition)
    clear(frame)


cdef inline called end_line_before(OutlineParser *parser, Frame *frame, const Token *token) noexcept nogil:
    """End the statement if it ended with the line before the token."""
    if line_ends(parser, frame, token):
        end_before(parser, frame)


cdef inline called parenthesis(OutlineParser *parser, Frame *frame) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef bint before
    if s.annotating or s.assigned or s.frozen:
        s.annotating = False
        return
    before = s.last == A_WORD and s.angle == 0
    if parser.family == C:
        if s.operator:
            s.called = True
        elif before and s.word_role == 0:
            s.called, s.call = True, s.word
        elif s.last == c'>' and s.angle == 0 and is_named(s.before):
            s.called, s.call = True, s.before
    elif parser.family == GO:
        s.called = s.called or s.pending
    elif parser.family == JAVA:
        if before and s.word_role == 0 and (frame.scope == OUTER or frame.scope == CLASS_BODY):
            s.called, s.call = True, s.word
    elif parser.family == SCRIPT and (frame.scope == CLASS_BODY or frame.scope == OBJECT):
        if s.called or s.colon:
            return
        if before:
            s.called, s.call = True, s.word
        elif s.last == c'>' and s.angle == 0:
            s.called, s.call = True, s.before
        elif s.last == A_LITERAL or s.last == c']':
            s.called = True


# ---- words and marks

cdef inline called word(OutlineParser *parser, Frame *frame, const Token *token) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef int role = token.role
    cdef Name span = Name(token.start, token.end)
    if s.last == c'.':
        role = 0
        if s.words == 0:
            s.opening = 0
    if s.pending:
        if not is_defining(role) or parser.family != C:
            s.name, s.pending = span, False
    elif s.role == 0:
        if is_defining(role) and s.angle == 0:
            s.role, s.pending, s.first_word = role, role != IMPL, s.words == 0
    elif s.role == TYPE and parser.family == GO and (role == STRUCT or role == INTERFACE):
        s.role = role
    elif s.role == IMPL:
        if role == FOR:
            s.name = Name(0, 0)
        elif role == WHERE:
            s.frozen = True
        elif not s.frozen and s.angle == 0 and (not is_named(s.name) or s.last == PATH):
            s.name = span
    elif (parser.family == C and s.role != MODULE and s.angle == 0 and not (s.frozen or s.called or s.assigned)
            and role != FINAL):
        s.name = span
    if role >= NEW:  # the roles before it say nothing here
        if role == OPERATOR:
            s.operator, s.call = True, span
        elif role == NEW:
            s.made = True
        elif role == EXTERN:
            s.external = True
    if s.last not in b"@.":
        s.annotating = False
    s.words += 1
    s.word, s.word_role, s.last = span, role, A_WORD


cdef inline void plain_word(Frame *frame, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """`word` where neither the word nor one before it has a role."""
    cdef Statement *s = &frame.s
    if s.last == c'.':
        if s.words == 0:
            s.opening = 0
    elif s.last != c'@':
        s.annotating = False
    s.words += 1
    s.word, s.word_role, s.last = Name(start, end), 0, A_WORD


cdef inline void cancel(Frame *frame) noexcept nogil:
    frame.s.pending = False
    frame.s.role = 0


cdef inline void cancel_at_bracket(OutlineParser *parser, Frame *frame) noexcept nogil:
    if (parser.family == SCRIPT or parser.family == JAVA or parser.family == GO) and frame.s.role != FUNCTION:
        frame.s.role = 0
    if parser.family != C:
        frame.s.pending = False


cdef inline called punctuation(OutlineParser *parser, Frame *frame, const Token *token) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef int code = token.code
    if s.pending:
        if code not in b"<*!:" and code != PATH:
            cancel(frame)
        elif code in b"*:" and (parser.family == SCRIPT or parser.family == JAVA):
            if s.role != FUNCTION or code == c':':
                cancel(frame)
    if code == c';' or (code == c',' and (is_listing(frame) or (frame.scope == PLAIN and parser.family == RUST))):
        end_here(parser, frame)
        return
    if code == c'=':
        if s.angle == 0 and s.word_role != OPERATOR:
            if not is_named(s.lhs):
                s.lhs = s.word
            s.assigned = True
    elif code == c'<':
        if s.angle == 0:
            s.before = s.word if s.last == A_WORD else Name(0, 0)
        s.angle += 1
    elif code == c'>':
        s.angle -= s.angle > 0
    elif code == c':':
        if is_label(parser, frame):
            end_here(parser, frame)
            return
        if parser.family == SCRIPT:
            if not is_named(s.lhs):
                s.lhs = s.word
            s.colon = True
        elif parser.family == C and (s.called or s.role):
            s.frozen = True
    elif code == ARROW and parser.family == SCRIPT:
        s.arrow = True
        if (s.assigned or (frame.scope == OBJECT and s.colon)) and s.definition < 0 and s.role == 0:
            if frame.scope != EXPRESSION:
                s.definition = add(parser, frame, FUNCTION, s.lhs, token.end)
    elif code == c'@':
        s.annotating = True
    s.last = code


cdef inline bint is_special(int code) noexcept nogil:
    """Whether `punctuation` does more with a mark than to remember it: , : ; < = > @ =>"""
    return c':' <= code <= c'@' or code == c',' or code == ARROW


cdef inline bint is_label(const OutlineParser *parser, const Frame *frame) noexcept nogil:
    if is_listing(frame):
        return False
    if frame.s.opening == CASE:
        return True
    return parser.family == C and frame.s.words == 1 and frame.s.last == A_WORD and frame.s.role == 0
