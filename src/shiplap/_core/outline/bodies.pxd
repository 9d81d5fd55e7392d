# What a brace opens, by the statement before it.

from shiplap._core.outline.roles cimport (
    CASE,
    CLASS,
    CONTROL,
    CPP,
    ENUM,
    FOLLOWS,
    FUNCTION,
    GO,
    IMPL,
    INTERFACE,
    JAVA,
    METHOD,
    MODULE,
    RUST,
    SCRIPT,
    STRUCT,
    TRAIT,
    TYPE,
    VALUE,
)
from shiplap._core.outline.state cimport (
    BODY,
    CLASS_BODY,
    EXPRESSION,
    OBJECT,
    OUTER,
    PLAIN,
    Frame,
    Name,
    Scope,
    Statement,
    is_named,
)
from shiplap._core.outline.units cimport A_LITERAL, A_WORD, ARROW, THIN

# The scope; a role if the brace begins a definition's body; its name.
cdef struct Opened:
    Scope scope
    int role
    Name name


cdef inline Opened brace(int family, int flags, const Frame *frame) noexcept nogil:
    if family == SCRIPT:
        return script(frame)
    if family == GO:
        return go(frame)
    if family == RUST:
        return rust(frame)
    if family == JAVA:
        return java(frame)
    return c_family(frame, flags & CPP != 0)


cdef inline Opened only(Scope scope) noexcept nogil:
    return Opened(scope, 0, Name(0, 0))


cdef inline Opened script(const Frame *frame) noexcept nogil:
    cdef const Statement *s = &frame.s
    cdef bint typed = (s.last == c')' or s.last == A_WORD or s.last in b">]}"
                       or s.last == A_LITERAL)
    cdef Name name = s.name if is_named(s.name) else s.lhs
    cdef Scope scope
    if s.last == ARROW:
        return only(BODY)
    if s.role == FUNCTION or s.role == CLASS:
        scope = BODY if s.role == FUNCTION else CLASS_BODY
        if not typed or s.angle:
            return only(OBJECT)
        return Opened(scope, s.role, name) if is_named(name) else only(scope)
    if s.role == INTERFACE or s.role == ENUM:
        return Opened(EXPRESSION, s.role, s.name) if typed and s.angle == 0 else only(OBJECT)
    if s.role == MODULE:
        return Opened(OUTER, MODULE, s.name)
    if s.role == TYPE:
        return only(OBJECT)
    if (frame.scope == CLASS_BODY or frame.scope == OBJECT) and s.called and not s.assigned and typed:
        return Opened(BODY, FUNCTION, s.call)
    if frame.scope == CLASS_BODY:
        return only(PLAIN if s.last == A_WORD and not s.assigned else OBJECT)
    if frame.scope == EXPRESSION or frame.scope == OBJECT:
        return only(PLAIN if s.last == c')' else OBJECT)
    if s.last == A_WORD:
        return only(OBJECT if s.word_role == VALUE or s.word_role == CASE else PLAIN)
    return only(PLAIN if s.last == 0 or s.last == c')' else OBJECT)


cdef inline Opened go(const Frame *frame) noexcept nogil:
    cdef const Statement *s = &frame.s
    if s.role == FUNCTION:
        if s.last == A_WORD and (s.word_role == STRUCT or s.word_role == INTERFACE):
            return only(EXPRESSION)
        if is_named(s.name) and frame.scope == OUTER:
            return Opened(BODY, METHOD if s.called else FUNCTION, s.name)
        return only(BODY)
    if (s.role == STRUCT or s.role == INTERFACE) and is_named(s.name):
        return Opened(EXPRESSION, s.role, s.name)
    if frame.scope == OUTER or frame.scope == EXPRESSION:
        return only(EXPRESSION)
    if s.last == 0 or s.opening == CONTROL or s.opening == FOLLOWS or s.opening == CASE:
        return only(PLAIN)
    return only(EXPRESSION)


cdef inline Opened rust(const Frame *frame) noexcept nogil:
    cdef const Statement *s = &frame.s
    if s.role and (is_named(s.name) or s.role == IMPL):
        if s.role == FUNCTION:
            return Opened(BODY, s.role, s.name)
        if s.role == TRAIT or s.role == IMPL:
            return Opened(CLASS_BODY, s.role, s.name)
        return Opened(OUTER if s.role == MODULE else EXPRESSION, s.role, s.name)
    if s.external:
        return only(OUTER)
    if frame.scope == OUTER or frame.scope == CLASS_BODY:
        return only(EXPRESSION if s.assigned or s.opening == VALUE else PLAIN)
    return only(PLAIN)


cdef inline Opened java(const Frame *frame) noexcept nogil:
    cdef const Statement *s = &frame.s
    if s.role and is_named(s.name):
        return Opened(CLASS_BODY, s.role, s.name)
    if s.last == THIN:
        return only(BODY)
    if s.made and s.last in b")>":
        return only(CLASS_BODY)
    if frame.scope == OUTER or frame.scope == CLASS_BODY:
        if s.called and not s.assigned:
            return Opened(BODY, FUNCTION, s.call)
        return only(EXPRESSION if s.assigned or s.last == c']' else PLAIN)
    if s.last == c')' or (frame.scope != EXPRESSION and (s.last == 0 or s.last == A_WORD)):
        return only(PLAIN)
    return only(EXPRESSION)


cdef inline Opened c_family(const Frame *frame, bint is_cpp) noexcept nogil:
    cdef const Statement *s = &frame.s
    cdef int last = s.last
    cdef bint closed = last in b")]", plain
    if s.role == MODULE:
        return Opened(OUTER, MODULE, s.name)
    if s.role and not s.called and not s.assigned and last != c')':
        return Opened(CLASS_BODY if is_cpp and s.role != ENUM else EXPRESSION, s.role, s.name)
    if s.external and last == A_LITERAL:
        return only(OUTER)
    if frame.scope == OUTER or frame.scope == CLASS_BODY:
        if s.called and not s.assigned:
            return only(EXPRESSION) if s.frozen and last == A_WORD else Opened(BODY, FUNCTION, s.call)
        return only(PLAIN if last == 0 or (is_cpp and closed) else EXPRESSION)
    if frame.scope == EXPRESSION:
        if closed:
            return only(PLAIN if is_cpp else EXPRESSION)
        return only(PLAIN if last == 0 and frame.bracket == c'(' and not is_cpp else EXPRESSION)
    if closed:
        return only(EXPRESSION if s.assigned and not is_cpp else PLAIN)
    if last == A_WORD and not s.assigned:
        plain = (s.words == 1 or s.word_role == CONTROL or s.word_role == FOLLOWS or s.opening == CONTROL
                 or s.opening == FOLLOWS)
        return only(PLAIN if plain else EXPRESSION)
    return only(PLAIN if last == 0 else EXPRESSION)
