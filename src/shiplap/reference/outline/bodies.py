"""What a brace opens, by the statement before it."""

from __future__ import annotations

from shiplap._data import code_languages as code

# Scopes: what an open bracket holds. OUTER: declarations, of a file or a namespace. PLAIN: a block.
# OBJECT: an object literal of JavaScript, whose functions are definitions.
OUTER, CLASS_BODY, BODY, PLAIN, EXPRESSION, OBJECT = range(6)

NOTHING = (0, 0)  # the span of no word

Opened = tuple[int, int, tuple[int, int]]  # the scope; a role if the brace begins a definition's body; its name


class Frame:
    """An open bracket, and the statement that is being read in it."""

    def __init__(self, bracket: str, scope: int, owner: int, least: bool, number: int = -1) -> None:
        self.bracket = bracket
        self.scope = scope
        self.owner = owner  # the innermost definition around
        self.least = least  # statements here are at the least depth of it
        self.number = number  # the definition whose body this is
        self.follows = False  # a block has just ended
        self.clear()

    def clear(self) -> None:
        self.first = -1  # where the statement begins
        self.lead = -1  # the line where its comment begins, if it begins its line
        self.line = -1  # its line
        self.opening = 0  # the role of its first word
        self.role = 0  # of the word that says what is defined
        self.pending = False  # the name must follow at once
        self.first_word = False  # that word is the first
        self.name = NOTHING
        self.called = False  # a name and a parenthesis have been seen
        self.call = NOTHING
        self.lhs = NOTHING  # what is assigned to
        self.assigned = self.colon = self.arrow = False
        self.frozen = False  # what follows are no names
        self.annotating = False  # a parenthesis belongs to an annotation
        self.made = False  # after "new"
        self.external = False
        self.operator = False
        self.angle = 0  # open "<"
        self.before = NOTHING  # the word before the first of them
        self.definition = -1
        self.words = 0
        self.word = NOTHING
        self.word_role = 0
        self.last = ""  # the last token: "word", "literal", a closed bracket or a mark


def brace(family: int, flags: int, frame: Frame) -> Opened:
    """What a brace opens after the statement so far."""
    if family == code.SCRIPT:
        return script(frame)
    if family == code.GO:
        return go(frame)
    if family == code.RUST:
        return rust(frame)
    if family == code.JAVA:
        return java(frame)
    return c(frame, bool(flags & code.CPP))


def only(scope: int) -> Opened:
    return scope, 0, NOTHING


def script(frame: Frame) -> Opened:
    last = frame.last
    typed = last in (")", "word", ">", "]", "}", "literal")
    if last == "=>":
        return only(BODY)
    if frame.role in (code.FUNCTION, code.CLASS):
        scope = BODY if frame.role == code.FUNCTION else CLASS_BODY
        name = frame.name if frame.name != NOTHING else frame.lhs
        if not typed or frame.angle:
            return only(OBJECT)
        return (scope, frame.role, name) if name != NOTHING else only(scope)
    if frame.role in (code.INTERFACE, code.ENUM):
        return (EXPRESSION, frame.role, frame.name) if typed and frame.angle == 0 else only(OBJECT)
    if frame.role == code.MODULE:
        return OUTER, code.MODULE, frame.name
    if frame.role == code.TYPE:
        return only(OBJECT)
    if frame.scope in (CLASS_BODY, OBJECT) and frame.called and not frame.assigned and typed:
        return BODY, code.FUNCTION, frame.call
    if frame.scope == CLASS_BODY:
        return only(PLAIN if last == "word" and not frame.assigned else OBJECT)
    if frame.scope in (EXPRESSION, OBJECT):
        return only(PLAIN if last == ")" else OBJECT)
    if last == "word":
        return only(OBJECT if frame.word_role in (code.VALUE, code.CASE) else PLAIN)
    return only(PLAIN if last in ("", ")") else OBJECT)


def go(frame: Frame) -> Opened:
    if frame.role == code.FUNCTION:
        if frame.last == "word" and frame.word_role in (code.STRUCT, code.INTERFACE):
            return only(EXPRESSION)
        if frame.name != NOTHING and frame.scope == OUTER:
            return BODY, code.METHOD if frame.called else code.FUNCTION, frame.name
        return only(BODY)
    if frame.role in (code.STRUCT, code.INTERFACE) and frame.name != NOTHING:
        return EXPRESSION, frame.role, frame.name
    if frame.scope in (OUTER, EXPRESSION):
        return only(EXPRESSION)
    if frame.last == "" or frame.opening in (code.CONTROL, code.FOLLOWS, code.CASE):
        return only(PLAIN)
    return only(EXPRESSION)


def rust(frame: Frame) -> Opened:
    if frame.role and (frame.name != NOTHING or frame.role == code.IMPL):
        if frame.role == code.FUNCTION:
            return BODY, frame.role, frame.name
        if frame.role in (code.TRAIT, code.IMPL):
            return CLASS_BODY, frame.role, frame.name
        return (OUTER if frame.role == code.MODULE else EXPRESSION), frame.role, frame.name
    if frame.external:
        return only(OUTER)
    if frame.scope in (OUTER, CLASS_BODY):
        return only(EXPRESSION if frame.assigned or frame.opening == code.VALUE else PLAIN)
    return only(PLAIN)


def java(frame: Frame) -> Opened:
    last = frame.last
    if frame.role and frame.name != NOTHING:
        return CLASS_BODY, frame.role, frame.name
    if last == "->":
        return only(BODY)
    if frame.made and last in (")", ">"):
        return only(CLASS_BODY)
    if frame.scope in (OUTER, CLASS_BODY):
        if frame.called and not frame.assigned:
            return BODY, code.FUNCTION, frame.call
        return only(EXPRESSION if frame.assigned or last == "]" else PLAIN)
    if last == ")" or (frame.scope != EXPRESSION and last in ("", "word")):
        return only(PLAIN)
    return only(EXPRESSION)


def c(frame: Frame, is_cpp: bool) -> Opened:
    last = frame.last
    if frame.role == code.MODULE:
        return OUTER, code.MODULE, frame.name
    if frame.role and not frame.called and not frame.assigned and last != ")":
        return (CLASS_BODY if is_cpp and frame.role != code.ENUM else EXPRESSION), frame.role, frame.name
    if frame.external and last == "literal":
        return only(OUTER)
    if frame.scope in (OUTER, CLASS_BODY):
        if frame.called and not frame.assigned:
            return only(EXPRESSION) if frame.frozen and last == "word" else (BODY, code.FUNCTION, frame.call)
        if last == "" or (is_cpp and last in (")", "]")):
            return only(PLAIN)
        return only(EXPRESSION)
    if frame.scope == EXPRESSION:
        if last in (")", "]"):
            return only(PLAIN if is_cpp else EXPRESSION)
        return only(PLAIN if last == "" and frame.bracket == "(" and not is_cpp else EXPRESSION)
    if last in (")", "]"):
        return only(EXPRESSION if frame.assigned and not is_cpp else PLAIN)
    if last == "word" and not frame.assigned:
        plain = frame.words == 1 or frame.word_role in (code.CONTROL, code.FOLLOWS)
        return only(PLAIN if plain or frame.opening in (code.CONTROL, code.FOLLOWS) else EXPRESSION)
    return only(PLAIN if last == "" else EXPRESSION)
