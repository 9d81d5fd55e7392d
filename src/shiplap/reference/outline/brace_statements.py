"""Statements in braces: their ends, and the definitions that their words and marks show."""

from __future__ import annotations

from shiplap._data import code_languages as code
from shiplap.reference.outline.definitions import define, finish_before, finish_here
from shiplap.reference.outline.state import (
    CLASS_BODY,
    EXPRESSION,
    MEMBER,
    NOTHING,
    OBJECT,
    OUTER,
    OUTERMOST,
    PLAIN,
    Frame,
    OutlineParser,
    Statement,
)
from shiplap.reference.outline.units import CLOSE, LITERAL, OPEN, WORD, Token


def is_defining(role: int) -> bool:
    """Return whether a word of the role defines something."""
    return code.FUNCTION <= role <= code.TYPE


def is_listing(frame: Frame) -> bool:
    """Return whether the bracket contains items that commas separate, and not statements."""
    return frame.scope in (EXPRESSION, OBJECT)


def clear(frame: Frame) -> None:
    """Reset the statement of a bracket: no statement is being read."""
    frame.first, frame.s = -1, Statement()


def may_end(parser: OutlineParser, frame: Frame) -> bool:
    """Return whether a line end may end the statement, by the last token of the statement."""
    return bool(parser.flags & code.NEWLINES) and frame.s.last in (
        "word", "literal", ")", "]", "}", "++", "--",
    )  # fmt: skip


def line_ends(parser: OutlineParser, frame: Frame, token: Token) -> bool:
    """Return whether the statement ended with the line before the token."""
    if is_listing(frame) or token.kind == CLOSE:
        return False
    if parser.family == code.C:  # a macro that needs no semicolon, and a blank line
        if frame.scope not in (OUTER, CLASS_BODY) or not parser.after_blank_line or token.kind != WORD:
            return False
        return (frame.s.last == ")" and frame.s.called) or (frame.s.last == "word" and frame.s.words == 1)
    declares = token.kind == WORD and (token.role == code.DECLARES or is_defining(token.role))
    if parser.family == code.SCRIPT and frame.s.last == ">" and declares:
        return True  # the end of an element
    if not may_end(parser, frame):
        return False
    if parser.family == code.GO:
        return True
    if token.kind == WORD:
        decorated = parser.text[frame.first] == "@" and frame.s.role == 0 and not frame.s.assigned
        return token.role != code.CONTINUES and not decorated
    if token.kind == OPEN:
        if token.code == "{":
            return frame.s.role == 0 and frame.s.last != ")"
        return token.code == "[" and frame.scope == CLASS_BODY
    return token.kind == LITERAL or token.code in "@#" or (token.code == "*" and frame.scope == CLASS_BODY)


def conclude(parser: OutlineParser, frame: Frame) -> None:
    """Add the definition of a statement without a body, at the end of the statement."""
    if frame.s.definition >= 0:
        found = parser.definitions[frame.s.definition]
        if parser.family == code.C and found.name == NOTHING and frame.s.last == "word":
            found.name = frame.s.word  # typedef struct {...} name;
        return
    role = frame.s.role if frame.s.name != NOTHING and frame.s.role != code.IMPL else 0
    if parser.family == code.SCRIPT and (
        role not in (code.FUNCTION, code.TYPE, code.MODULE) or frame.s.opening == code.VALUE
    ):
        role = 0
    if parser.family == code.GO and role == code.FUNCTION:
        role = 0
    if parser.family == code.JAVA:
        role = code.FUNCTION if frame.scope == CLASS_BODY and frame.s.called and not frame.s.assigned else 0
    if parser.family == code.C or is_listing(frame):
        role = 0
    if role:
        name = frame.s.call if parser.family == code.JAVA else frame.s.name
        frame.s.definition = add(parser, frame, role, name, parser.last_end)


def add(parser: OutlineParser, frame: Frame, role: int, name: tuple[int, int], body: int) -> int:
    """Define what the statement defines, from its first token on. Return the number of the definition, or -1."""
    least = MEMBER if frame.scope == OBJECT else OUTERMOST
    return define(parser, role, name, frame.first, frame.s.lead, frame.s.line, body, frame.owner, least)


def end_here(parser: OutlineParser, frame: Frame) -> None:
    """End the statement with this token."""
    conclude(parser, frame)
    if frame.s.definition >= 0:
        finish_here(parser, frame.s.definition)
    clear(frame)


def end_before(parser: OutlineParser, frame: Frame) -> None:
    """End the statement with the token before this token."""
    conclude(parser, frame)
    if frame.s.definition >= 0:
        finish_before(parser, frame.s.definition)
    clear(frame)


def operator_name(parser: OutlineParser, frame: Frame, token: Token) -> tuple[int, int]:
    """Return the name of an operator of C++, up to its parenthesis: operator==, Rope::operator(), operator
    bool."""
    start, end = frame.s.call
    at = token.start
    while parser.text[at - 1] in " \t":
        at -= 1
    if at > end:
        return start, at
    return start, at + 2 if parser.text[at : at + 2] == "()" else end


def parenthesis(parser: OutlineParser, frame: Frame, token: Token) -> None:
    """Use the words before a parenthesis as the name of a function, if they may be one."""
    if frame.s.annotating or frame.s.assigned or frame.s.frozen:
        frame.s.annotating = False
        return
    before = frame.s.last == "word" and frame.s.angle == 0
    if parser.family == code.C:
        if frame.s.operator:
            frame.s.call = operator_name(parser, frame, token) if not frame.s.called else frame.s.call
            frame.s.called = True
        elif before and frame.s.word_role == 0:
            frame.s.called, frame.s.call = True, (frame.s.chain, frame.s.word[1])
        elif frame.s.last == ">" and frame.s.angle == 0 and frame.s.before != NOTHING:
            frame.s.called, frame.s.call = True, frame.s.before
    elif parser.family == code.GO:
        frame.s.called = frame.s.called or frame.s.pending  # a receiver
    elif parser.family == code.JAVA:
        if before and frame.s.word_role == 0 and frame.scope in (OUTER, CLASS_BODY):
            frame.s.called, frame.s.call = True, frame.s.word
    elif parser.family == code.SCRIPT and frame.scope in (CLASS_BODY, OBJECT):
        if frame.s.called or frame.s.colon:
            return
        if before:
            frame.s.called, frame.s.call = True, frame.s.word
        elif frame.s.last == ">" and frame.s.angle == 0:
            frame.s.called, frame.s.call = True, frame.s.before
        elif frame.s.last in ("literal", "]"):
            frame.s.called = True


# ---- words and marks


def braced_word(parser: OutlineParser, frame: Frame, token: Token) -> None:
    """Read a word of the statement: a name, or a word with a role."""
    span = (token.start, token.end)
    role = 0 if frame.s.last == "." else token.role
    if frame.s.pending:
        if not is_defining(role) or parser.family != code.C:
            frame.s.name, frame.s.pending = span, False
    elif frame.s.role == 0 and is_defining(role) and frame.s.angle == 0:
        frame.s.role = role
        frame.s.pending = role != code.IMPL
        frame.s.first_word = frame.s.words == 0
    elif frame.s.role == code.TYPE and parser.family == code.GO and role in (code.STRUCT, code.INTERFACE):
        frame.s.role = role
    elif frame.s.role == code.IMPL:
        if role == code.FOR:
            frame.s.name = NOTHING
        elif role == code.WHERE:
            frame.s.frozen = True
        elif not frame.s.frozen and frame.s.angle == 0 and (frame.s.name == NOTHING or frame.s.last == "::"):
            frame.s.name = span
    elif (
        parser.family == code.C
        and frame.s.role not in (0, code.MODULE)
        and frame.s.angle == 0
        and not frame.s.frozen
        and role != code.FINAL
    ):
        frame.s.name = (frame.s.chain if is_joined(parser, frame, token) else span[0]), span[1]
    if not is_joined(parser, frame, token):
        is_destructor = parser.family == code.C and frame.s.last == "~" and parser.text[token.start - 1] == "~"
        frame.s.chain = token.start - is_destructor
    if role == code.OPERATOR:
        frame.s.operator, frame.s.call = True, (frame.s.chain, token.end)
    elif role == code.NEW:
        frame.s.made = True
    elif role == code.EXTERN:
        frame.s.external = True
    if frame.s.last not in ("@", "."):
        frame.s.annotating = False
    frame.s.words += 1
    frame.s.word, frame.s.word_role, frame.s.last = span, role, "word"


def is_joined(parser: OutlineParser, frame: Frame, token: Token) -> bool:
    """Return whether "::" joins a word to the words before it: Rope::cut, Rope::~Rope."""
    if frame.s.chain < 0:
        return False
    before = parser.text[token.start - 3 : token.start]
    return frame.s.last == "::" or (frame.s.last == "~" and before == "::~")


def cancel(frame: Frame) -> None:
    """Drop the role of the last keyword, because the word is not a keyword here."""
    frame.s.pending = False
    frame.s.role = 0


def cancel_at_bracket(parser: OutlineParser, frame: Frame) -> None:
    """Drop the role of the last keyword at a parenthesis or a square bracket, except of keywords that a bracket
    may follow."""
    if parser.family in (code.SCRIPT, code.JAVA, code.GO) and frame.s.role != code.FUNCTION:
        frame.s.role = 0
    if parser.family != code.C:
        frame.s.pending = False


def punctuation(parser: OutlineParser, frame: Frame, token: Token) -> None:
    """Read a mark of the statement. The mark may end the statement, or show that a name is not a definition."""
    mark = token.code
    if frame.s.pending:
        strict = parser.family in (code.SCRIPT, code.JAVA)
        ends = mark == ":" or (mark == "*" and frame.s.role != code.FUNCTION)
        if mark not in ("<", "*", "::", "!", ":") or (strict and ends):
            cancel(frame)
    listed = is_listing(frame) or (frame.scope == PLAIN and parser.family == code.RUST)
    if mark == ";" or (mark == "," and listed):
        end_here(parser, frame)
        return
    if mark == "=":
        if frame.s.angle == 0 and frame.s.word_role != code.OPERATOR:
            if frame.s.lhs == NOTHING:
                frame.s.lhs = frame.s.word
            frame.s.assigned = True
    elif mark == "<":
        if frame.s.angle == 0:
            frame.s.before = frame.s.word if frame.s.last == "word" else NOTHING
        frame.s.angle += 1
    elif mark == ">":
        frame.s.angle -= frame.s.angle > 0
    elif mark == ":":
        if is_label(parser, frame):
            end_here(parser, frame)
            return
        if parser.family == code.SCRIPT:
            if frame.s.lhs == NOTHING:
                frame.s.lhs = frame.s.word
            frame.s.colon = True
        elif parser.family == code.C and (frame.s.called or frame.s.role):
            frame.s.frozen = True
    elif mark == "=>" and parser.family == code.SCRIPT:
        frame.s.arrow = True
        valued = frame.s.assigned or (frame.scope == OBJECT and frame.s.colon)
        if valued and frame.s.definition < 0 and frame.s.role == 0 and frame.scope != EXPRESSION:
            frame.s.definition = add(parser, frame, code.FUNCTION, frame.s.lhs, token.end)
    elif mark == "@":
        frame.s.annotating = True
    elif mark == "::" and (frame.s.last != "word" or frame.s.word[1] != token.start):
        after_types = frame.s.last == ">" and frame.s.angle == 0 and parser.text[token.start - 1] == ">"
        frame.s.chain = frame.s.before[0] if after_types and frame.s.before != NOTHING else -1  # Rope<T>::cut
    frame.s.last = mark


def is_label(parser: OutlineParser, frame: Frame) -> bool:
    """Return whether a colon ends a statement: a case, a label, or an access specifier such as `public:`."""
    if is_listing(frame):
        return False
    if frame.s.opening == code.CASE:
        return True
    return parser.family == code.C and frame.s.words == 1 and frame.s.last == "word" and frame.s.role == 0
