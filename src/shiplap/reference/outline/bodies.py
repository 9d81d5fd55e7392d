"""The kinds of the bodies that braces open, decided by the statement before the brace."""

from __future__ import annotations

from shiplap._data import code_languages as code
from shiplap.reference.outline.state import (
    BODY,
    CLASS_BODY,
    EXPRESSION,
    NOTHING,
    OBJECT,
    OUTER,
    PLAIN,
    Frame,
)

#: The scope of the body; the role of the definition that the body belongs to, or 0; the name of the definition.
Opened = tuple[int, int, tuple[int, int]]


def brace(family: int, flags: int, frame: Frame) -> Opened:
    """Return the kind of body that a brace opens after the statement so far."""
    if family == code.SCRIPT:
        return script(frame)
    if family == code.GO:
        return go(frame)
    if family == code.RUST:
        return rust(frame)
    if family == code.JAVA:
        return java(frame)
    return c_family(frame, bool(flags & code.CPP))


def only(scope: int) -> Opened:
    """Return the values of a brace that does not begin a definition."""
    return scope, 0, NOTHING


def script(frame: Frame) -> Opened:
    """Return the kind of body that a brace opens in JavaScript and TypeScript."""
    last = frame.s.last
    typed = last in (")", "word", ">", "]", "}", "literal")
    if last == "=>":
        return only(BODY)
    if frame.s.role in (code.FUNCTION, code.CLASS):
        scope = BODY if frame.s.role == code.FUNCTION else CLASS_BODY
        name = frame.s.name if frame.s.name != NOTHING else frame.s.lhs
        if not typed or frame.s.angle:
            return only(OBJECT)
        return (scope, frame.s.role, name) if name != NOTHING else only(scope)
    if frame.s.role in (code.INTERFACE, code.ENUM):
        return (EXPRESSION, frame.s.role, frame.s.name) if typed and frame.s.angle == 0 else only(OBJECT)
    if frame.s.role == code.MODULE:
        return OUTER, code.MODULE, frame.s.name
    if frame.s.role == code.TYPE:
        return only(OBJECT)
    if frame.scope in (CLASS_BODY, OBJECT) and frame.s.called and not frame.s.assigned and typed:
        return BODY, code.FUNCTION, frame.s.call
    if frame.scope == CLASS_BODY:
        return only(PLAIN if last == "word" and not frame.s.assigned else OBJECT)
    if frame.scope in (EXPRESSION, OBJECT):
        return only(PLAIN if last == ")" else OBJECT)
    if last == "word":
        return only(OBJECT if frame.s.word_role in (code.VALUE, code.CASE) else PLAIN)
    return only(PLAIN if last in ("", ")") else OBJECT)


def go(frame: Frame) -> Opened:
    """Return the kind of body that a brace opens in Go."""
    if frame.s.role == code.FUNCTION:
        if frame.s.last == "word" and frame.s.word_role in (code.STRUCT, code.INTERFACE):
            return only(EXPRESSION)
        if frame.s.name != NOTHING and frame.scope == OUTER:
            return BODY, code.METHOD if frame.s.called else code.FUNCTION, frame.s.name
        return only(BODY)
    if frame.s.role in (code.STRUCT, code.INTERFACE) and frame.s.name != NOTHING:
        return EXPRESSION, frame.s.role, frame.s.name
    if frame.scope in (OUTER, EXPRESSION):
        return only(EXPRESSION)
    if frame.s.last == "" or frame.s.opening in (code.CONTROL, code.FOLLOWS, code.CASE):
        return only(PLAIN)
    return only(EXPRESSION)


def rust(frame: Frame) -> Opened:
    """Return the kind of body that a brace opens in Rust."""
    if frame.s.role and (frame.s.name != NOTHING or frame.s.role == code.IMPL):
        if frame.s.role == code.FUNCTION:
            return BODY, frame.s.role, frame.s.name
        if frame.s.role in (code.TRAIT, code.IMPL):
            return CLASS_BODY, frame.s.role, frame.s.name
        return (OUTER if frame.s.role == code.MODULE else EXPRESSION), frame.s.role, frame.s.name
    if frame.s.external:
        return only(OUTER)
    if frame.scope in (OUTER, CLASS_BODY):
        return only(EXPRESSION if frame.s.assigned or frame.s.opening == code.VALUE else PLAIN)
    return only(PLAIN)


def java(frame: Frame) -> Opened:
    """Return the kind of body that a brace opens in Java."""
    last = frame.s.last
    if frame.s.role and frame.s.name != NOTHING:
        return CLASS_BODY, frame.s.role, frame.s.name
    if last == "->":
        return only(BODY)
    if frame.s.made and last in (")", ">"):
        return only(CLASS_BODY)
    if frame.scope in (OUTER, CLASS_BODY):
        if frame.s.called and not frame.s.assigned:
            return BODY, code.FUNCTION, frame.s.call
        return only(EXPRESSION if frame.s.assigned or last == "]" else PLAIN)
    if last == ")" or (frame.scope != EXPRESSION and last in ("", "word")):
        return only(PLAIN)
    return only(EXPRESSION)


def c_family(frame: Frame, is_cpp: bool) -> Opened:
    """Return the kind of body that a brace opens in C and C++."""
    last = frame.s.last
    if frame.s.role == code.MODULE:
        return OUTER, code.MODULE, frame.s.name
    if frame.s.role and not frame.s.called and not frame.s.assigned and last != ")":
        return (CLASS_BODY if is_cpp and frame.s.role != code.ENUM else EXPRESSION), frame.s.role, frame.s.name
    if frame.s.external and last == "literal":
        return only(OUTER)
    if frame.scope in (OUTER, CLASS_BODY):
        if frame.s.called and not frame.s.assigned:
            return only(EXPRESSION) if frame.s.frozen and last == "word" else (BODY, code.FUNCTION, frame.s.call)
        if last == "" or (is_cpp and last in (")", "]")):
            return only(PLAIN)
        return only(EXPRESSION)
    if frame.scope == EXPRESSION:
        if last in (")", "]"):
            return only(PLAIN if is_cpp else EXPRESSION)
        return only(PLAIN if last == "" and frame.bracket == "(" and not is_cpp else EXPRESSION)
    if last in (")", "]"):
        return only(EXPRESSION if frame.s.assigned and not is_cpp else PLAIN)
    if last == "word" and not frame.s.assigned:
        plain = frame.s.words == 1 or frame.s.word_role in (code.CONTROL, code.FOLLOWS)
        return only(PLAIN if plain or frame.s.opening in (code.CONTROL, code.FOLLOWS) else EXPRESSION)
    return only(PLAIN if last == "" else EXPRESSION)
