# What words and marks tell of a statement in braces. Twin: reference/outline/braces.py.

cdef void brace_word(Pass *p, Frame *frame, const Token *token) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef int role = token.role
    cdef Name span = Name(token.start, token.end)
    if s.last == c'.':
        role = 0
        if s.words == 0:
            s.opening = 0
    if s.pending:
        if not is_defining(role) or p.family != C:
            s.name, s.pending = span, False
    elif s.role == 0:
        if is_defining(role) and s.angle == 0:
            s.role, s.pending, s.first_word = role, role != IMPL, s.words == 0
    elif s.role == TYPE and p.family == GO and (role == STRUCT or role == INTERFACE):
        s.role = role
    elif s.role == IMPL:
        if role == FOR:
            s.name = Name(0, 0)
        elif role == WHERE:
            s.frozen = True
        elif not s.frozen and s.angle == 0 and (not is_named(s.name) or s.last == PATH):
            s.name = span
    elif (p.family == C and s.role != MODULE and s.angle == 0 and not (s.frozen or s.called or s.assigned)
            and role != FINAL):
        s.name = span
    if role >= NEW:
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


cdef inline void cancel(Frame *frame) noexcept nogil:
    frame.s.pending = False
    frame.s.role = 0


cdef void cancel_at_bracket(Pass *p, Frame *frame) noexcept nogil:
    if (p.family == SCRIPT or p.family == JAVA or p.family == GO) and frame.s.role != FUNCTION:
        frame.s.role = 0
    if p.family != C:
        frame.s.pending = False


cdef void sign(Pass *p, Frame *frame, const Token *token) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef int code = token.code
    if s.pending:
        if code not in b"<*!:" and code != PATH:
            cancel(frame)
        elif code in b"*:" and (p.family == SCRIPT or p.family == JAVA):
            if s.role != FUNCTION or code == c':':
                cancel(frame)
    if code == c';' or (code == c',' and (is_listing(frame) or (frame.scope == PLAIN and p.family == RUST))):
        end_here(p, frame)
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
        if is_label(p, frame):
            end_here(p, frame)
            return
        if p.family == SCRIPT:
            if not is_named(s.lhs):
                s.lhs = s.word
            s.colon = True
        elif p.family == C and (s.called or s.role):
            s.frozen = True
    elif code == ARROW and p.family == SCRIPT:
        s.arrow = True
        if (s.assigned or (frame.scope == OBJECT and s.colon)) and s.definition < 0 and s.role == 0:
            if frame.scope != EXPRESSION:
                s.definition = add(p, frame, FUNCTION, s.lhs, token.end)
    elif code == c'@':
        s.annotating = True
    s.last = code


cdef inline bint is_label(const Pass *p, const Frame *frame) noexcept nogil:
    if is_listing(frame):
        return False
    if frame.s.opening == CASE:
        return True
    return p.family == C and frame.s.words == 1 and frame.s.last == A_WORD and frame.s.role == 0
