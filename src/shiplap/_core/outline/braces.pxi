# The outline of languages with braces.

cdef inline bint is_defining(int role) noexcept nogil:
    return FUNCTION <= role <= TYPE


cdef inline bint is_listing(const Frame *frame) noexcept nogil:
    return frame.scope >= EXPRESSION


cdef inline void clear(Frame *frame) noexcept nogil:
    frame.first = -1
    memset(&frame.s, 0, sizeof(Statement))
    frame.s.lead = frame.s.line = frame.s.definition = -1


cdef inline void push_frame(Pass *p, int bracket, Scope scope, Py_ssize_t owner, bint least,
                            Py_ssize_t number) noexcept nogil:
    cdef Frame *frame
    if p.depth == p.frames_room and not grow(<void **> &p.frames, &p.frames_room, sizeof(Frame)):
        p.failed = True
        return
    frame = &p.frames[p.depth]
    frame.bracket, frame.scope, frame.owner = bracket, scope, owner
    frame.least, frame.number, frame.follows = least, number, False
    clear(frame)
    p.depth += 1


cdef inline Place brace_place(Pass *p) noexcept nogil:
    cdef const Frame *frame = &p.frames[p.depth - 1]
    return Place(is_listing(frame) or (frame.first >= 0 and not may_end(p, frame)), frame.least, frame.follows)


cdef inline void brace_token(Pass *p, const Token *token) noexcept nogil:
    cdef Frame *frame = &p.frames[p.depth - 1]
    cdef Py_ssize_t lead = -1
    if token.kind == DIRECTIVE:
        branch(p, token)
        return
    if p.bare:
        if frame.first >= 0 and line_ends(p, frame, token):
            end_before(p, frame)
        lead = begin_line(p, column_of(p, token), frame.first >= 0 or is_listing(frame) or token.kind == CLOSE
                          or token.role == FOLLOWS, frame.least, frame.follows)
    if token.kind == CLOSE:
        close(p, token)
        return
    if frame.first < 0 and token.code not in b",;":
        frame.first, frame.s.lead, frame.s.line, frame.s.opening = token.start, lead, p.line, token.role
        frame.follows = False
    if token.kind == OPEN:
        open_bracket(p, frame, token)
    elif token.kind == WORD:
        brace_word(p, frame, token)
    elif token.kind == LITERAL:
        if frame.s.pending and frame.s.role != MODULE:
            cancel(frame)
        frame.s.last = A_LITERAL
    elif frame.s.pending or is_special(token.code):
        sign(p, frame, token)
    else:
        frame.s.last = token.code


cdef inline bint is_special(int code) noexcept nogil:
    """Whether `sign` does more with a mark than to remember it: , : ; < = > @ =>"""
    return c':' <= code <= c'@' or code == c',' or code == ARROW


# ---- statements

cdef inline bint may_end(const Pass *p, const Frame *frame) noexcept nogil:
    cdef int last = frame.s.last
    return p.flags & NEWLINES and (last == A_WORD or last == A_LITERAL or last in b")]}"
                                   or last == PLUSPLUS or last == MINUSMINUS)


cdef bint line_ends(const Pass *p, const Frame *frame, const Token *token) noexcept nogil:
    cdef const Statement *s = &frame.s
    if is_listing(frame) or token.kind == CLOSE:
        return False
    if p.family == C:
        if (frame.scope != OUTER and frame.scope != CLASS_BODY) or not p.blank or token.kind != WORD:
            return False
        return (s.last == c')' and s.called) or (s.last == A_WORD and s.words == 1)
    if p.family == SCRIPT and s.last == c'>' and token.kind == WORD:
        if token.role == DECLARES or is_defining(token.role):
            return True
    if not may_end(p, frame):
        return False
    if p.family == GO:
        return True
    if token.kind == WORD:
        return token.role != CONTINUES and not (unit_of(p, frame.first) == c'@' and s.role == 0 and not s.assigned)
    if token.kind == OPEN:
        if token.code == c'{':
            return s.role == 0 and s.last != c')'
        return token.code == c'[' and frame.scope == CLASS_BODY
    return (token.kind == LITERAL or token.code in b"@#"
            or (token.code == c'*' and frame.scope == CLASS_BODY))


cdef void conclude(Pass *p, Frame *frame) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef int role = s.role if is_named(s.name) and s.role != IMPL else 0
    cdef Row *row
    if s.definition >= 0:
        row = &p.rows[s.definition]
        if p.family == C and row.name_end == 0 and s.last == A_WORD:
            row.name_start, row.name_end = s.word.start, s.word.end
        return
    if p.family == C or is_listing(frame):
        return
    if p.family == SCRIPT and ((role != FUNCTION and role != TYPE and role != MODULE) or s.opening == VALUE):
        role = 0
    if p.family == GO and role == FUNCTION:
        role = 0
    if p.family == JAVA:
        role = FUNCTION if frame.scope == CLASS_BODY and s.called and not s.assigned else 0
    if role:
        s.definition = add(p, frame, role, s.call if p.family == JAVA else s.name, p.last_end)


cdef inline Py_ssize_t add(Pass *p, const Frame *frame, int role, Name name, Py_ssize_t body) noexcept nogil:
    return define(p, role, name, frame.first, frame.s.lead, frame.s.line, body, frame.owner,
                  MEMBER if frame.scope == OBJECT else OUTERMOST)


cdef inline void end_here(Pass *p, Frame *frame) noexcept nogil:
    if frame.first >= 0:
        conclude(p, frame)
        if frame.s.definition >= 0:
            finish_here(p, frame.s.definition)
    clear(frame)


cdef inline void end_before(Pass *p, Frame *frame) noexcept nogil:
    conclude(p, frame)
    if frame.s.definition >= 0:
        finish_before(p, frame.s.definition)
    clear(frame)


# ---- brackets

cdef void open_bracket(Pass *p, Frame *frame, const Token *token) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef Opened opened
    cdef Py_ssize_t number = -1
    cdef bint least
    if token.code != c'{':
        if s.pending and not (s.role == FUNCTION and p.family == GO and s.first_word):
            cancel_at_bracket(p, frame)
        if token.code == c'(':
            parenthesis(p, frame)
        push_frame(p, 36 if token.code == HOLE else token.code, EXPRESSION, frame.owner, False, -1)
        return
    s.pending = False
    opened = brace(p.family, p.flags, frame)
    if opened.role:
        number = s.definition if s.definition >= 0 else add(p, frame, opened.role, opened.name, token.end)
        if number >= 0:
            s.definition = number
    elif opened.scope == BODY and s.arrow:
        number = s.definition
        if number >= 0:
            p.rows[number].body = token.end
    elif opened.scope == BODY and p.family == GO:
        s.role = 0
    s.arrow = s.made = False
    if opened.scope == PLAIN and frame.least and s.lead >= 0 and s.opening != FOLLOWS:
        mark(p, s.lead, BLOCK)
    least = opened.scope <= CLASS_BODY or (opened.scope == BODY and (number >= 0 or frame.owner < 0))
    push_frame(p, 123, opened.scope, number if number >= 0 else frame.owner, least, number)
    p.open_braces += 1


cdef void close(Pass *p, const Token *token) noexcept nogil:
    cdef int opening
    cdef Frame *frame
    cdef Scope scope
    cdef Py_ssize_t number
    if token.code == c'}':
        if p.owed and p.depth == p.floor:
            p.owed -= 1
            return
        if p.open_braces == 0:
            return
        opening = 123
    elif token.code == HOLE_END:
        opening = 36
    else:
        opening = c'(' if token.code == c')' else c'['
        if p.frames[p.depth - 1].bracket != opening:
            return
    while p.frames[p.depth - 1].bracket != opening:
        pop_frame(p)
    pop_frame(p)
    scope, number = p.frames[p.depth].scope, p.frames[p.depth].number
    frame = &p.frames[p.depth - 1]
    frame.s.last = token.code
    if token.code == c'}' and ends(p, frame, scope, number):
        end_here(p, frame)
        frame.follows = True
    elif (token.code == c']' and p.family == RUST and frame.first >= 0 and unit_of(p, frame.first) == c'#'
            and unit_of(p, frame.first + 1) == c'!'):
        end_here(p, frame)


cdef inline void pop_frame(Pass *p) noexcept nogil:
    cdef Frame *frame = &p.frames[p.depth - 1]
    p.depth -= 1
    if frame.first >= 0:
        conclude(p, frame)
    if frame.s.definition >= 0:
        finish_before(p, frame.s.definition)
    p.open_braces -= frame.bracket == c'{'


cdef inline bint ends(const Pass *p, const Frame *frame, Scope scope, Py_ssize_t number) noexcept nogil:
    if is_listing(frame):
        return False
    if scope == PLAIN or scope == OUTER:
        return True
    if scope == BODY:
        return number >= 0 and not frame.s.assigned
    if scope == CLASS_BODY:
        return number >= 0 and p.family != C and not frame.s.assigned
    return number >= 0 and (p.family == RUST or p.family == SCRIPT)


cdef void parenthesis(Pass *p, Frame *frame) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef bint before
    if s.annotating or s.assigned or s.frozen:
        s.annotating = False
        return
    before = s.last == A_WORD and s.angle == 0
    if p.family == C:
        if s.operator:
            s.called = True
        elif before and s.word_role == 0:
            s.called, s.call = True, s.word
        elif s.last == c'>' and s.angle == 0 and is_named(s.before):
            s.called, s.call = True, s.before
    elif p.family == GO:
        s.called = s.called or s.pending
    elif p.family == JAVA:
        if before and s.word_role == 0 and (frame.scope == OUTER or frame.scope == CLASS_BODY):
            s.called, s.call = True, s.word
    elif p.family == SCRIPT and (frame.scope == CLASS_BODY or frame.scope == OBJECT):
        if s.called or s.colon:
            return
        if before:
            s.called, s.call = True, s.word
        elif s.last == c'>' and s.angle == 0:
            s.called, s.call = True, s.before
        elif s.last == A_LITERAL or s.last == c']':
            s.called = True


# ---- the preprocessor

cdef void branch(Pass *p, const Token *token) noexcept nogil:
    cdef Place here = brace_place(p)
    cdef Py_ssize_t depth
    cdef bint later = token.code == BRANCH or token.code == BRANCH_END
    begin_line(p, column_of(p, token), here.inside or later, here.least, here.follows)
    if token.code == BRANCH_IF:
        if not push_number(&p.conditionals, p.depth):
            p.failed = True
    elif later and p.conditionals.count:
        depth = p.conditionals.data[p.conditionals.count - 1]
        p.owed = 0
        if token.code == BRANCH_END:
            p.conditionals.count -= 1
            return
        while p.depth > depth:
            pop_frame(p)
        p.owed, p.floor = depth - p.depth, p.depth


cdef void finish_braces(Pass *p) noexcept nogil:
    cdef Frame *frame
    while p.depth:
        p.depth -= 1
        frame = &p.frames[p.depth]
        if frame.first >= 0:
            conclude(p, frame)
        if frame.s.definition >= 0:
            finish_last(p, frame.s.definition)
