"""The outline of languages with braces: C, C++, Java, JavaScript, TypeScript, Go, Rust.

The parser has a stack of open brackets, each with the state of the statement that is being read in it. When a
brace opens, the statement so far decides its kind: the body of a function or of a class, a block, or part of an
expression.
"""

from __future__ import annotations

from shiplap._data import code_languages as code
from shiplap.reference.outline.bodies import brace
from shiplap.reference.outline.brace_statements import (
    add,
    braced_word,
    cancel,
    cancel_at_bracket,
    conclude,
    end_before,
    end_here,
    is_listing,
    line_ends,
    may_end,
    parenthesis,
    punctuation,
)
from shiplap.reference.outline.definitions import begin_line, column_of, finish_before, finish_last, mark
from shiplap.reference.outline.state import BLOCK, BODY, CLASS_BODY, EXPRESSION, OUTER, PLAIN, Frame, OutlineParser
from shiplap.reference.outline.units import CLOSE, DIRECTIVE, LITERAL, OPEN, WORD, Token


def braced_place(parser: OutlineParser) -> tuple[bool, bool, bool]:
    """Return, for a line that begins here, whether it is inside something, whether it is at the least depth, and
    whether it follows a block. The lines up to the first statement in a bracket are inside it: a header stays with
    what follows it."""
    frame = parser.frames[-1]
    inside = frame.is_new or is_listing(frame) or (frame.first >= 0 and not may_end(parser, frame))
    return inside, frame.least, frame.follows


def braced_token(parser: OutlineParser, token: Token) -> None:
    """Read a token of code."""
    frame = parser.frames[-1]
    if token.kind == DIRECTIVE:
        branch(parser, token)
        return
    lead = -1
    if parser.line_has_no_code:
        if line_ends(parser, frame, token):
            end_before(parser, frame)
        inside = frame.is_new or frame.first >= 0 or is_listing(frame)
        inside = inside or token.kind == CLOSE or token.role == code.FOLLOWS
        lead = begin_line(parser, column_of(parser, token), inside, frame.least, frame.follows)
    if token.kind == CLOSE:
        close(parser, token)
        return
    if frame.first < 0 and token.code not in (",", ";"):
        frame.first, frame.s.lead, frame.s.line, frame.s.opening = token.start, lead, parser.line, token.role
        frame.follows = frame.is_new = False
    if token.kind == OPEN:
        open_bracket(parser, frame, token)
    elif token.kind == WORD:
        braced_word(parser, frame, token)
    elif token.kind == LITERAL:
        if frame.s.pending and frame.s.role != code.MODULE:
            cancel(frame)
        frame.s.last = "literal"
    else:
        punctuation(parser, frame, token)


# ---- brackets


def open_bracket(parser: OutlineParser, frame: Frame, token: Token) -> None:
    """Read an opening bracket. A brace may begin the body of a definition."""
    if token.code != "{":
        if frame.s.pending and not (
            frame.s.role == code.FUNCTION and parser.family == code.GO and frame.s.first_word
        ):
            cancel_at_bracket(parser, frame)
        if token.code == "(":
            parenthesis(parser, frame, token)
        parser.frames.append(Frame(token.code[0], EXPRESSION, frame.owner, False))
        return
    frame.s.pending = False
    scope, role, name = brace(parser.family, parser.flags, frame)
    number = -1
    if role:
        if frame.s.definition < 0:
            frame.s.definition = add(parser, frame, role, name, token.end)
        number = frame.s.definition
    elif scope == BODY and frame.s.arrow:
        number = frame.s.definition
        if number >= 0:
            parser.definitions[number].body = token.end
    elif scope == BODY and parser.family == code.GO:
        frame.s.role = 0  # a function without a name; another may follow
    frame.s.arrow = frame.s.made = False
    if scope == PLAIN and frame.least and frame.s.lead >= 0 and frame.s.opening != code.FOLLOWS:
        mark(parser, frame.s.lead, BLOCK)
    least = scope in (OUTER, CLASS_BODY) or (scope == BODY and (number >= 0 or frame.owner < 0))
    parser.frames.append(Frame("{", scope, number if number >= 0 else frame.owner, least, number))
    parser.open_braces += 1


def close(parser: OutlineParser, token: Token) -> None:
    """Read a closing bracket, and end the brackets inside it. A closing bracket without an opening one is
    ignored."""
    if token.code == "}":
        if parser.braces_closed_elsewhere and len(parser.frames) == parser.min_depth:
            parser.braces_closed_elsewhere -= 1
            return
        if parser.open_braces == 0:
            return
        opening = "{"
    elif token.code == "$}":
        opening = "$"
    else:
        opening = "(" if token.code == ")" else "["
        if parser.frames[-1].bracket != opening:
            return
    while parser.frames[-1].bracket != opening:
        pop_frame(parser)
    popped = pop_frame(parser)
    frame = parser.frames[-1]
    frame.s.last = token.code
    if token.code == "}" and ends(parser, frame, popped):
        end_here(parser, frame)
        frame.follows = True
    elif token.code == "]" and parser.family == code.RUST and parser.text[frame.first : frame.first + 2] == "#!":
        end_here(parser, frame)  # an attribute of the whole file


def pop_frame(parser: OutlineParser) -> Frame:
    """Leave the innermost bracket, and end its statement."""
    frame = parser.frames.pop()
    conclude(parser, frame)
    if frame.s.definition >= 0:
        finish_before(parser, frame.s.definition)
    if frame.bracket == "{":
        parser.open_braces -= 1
    return frame


def ends(parser: OutlineParser, frame: Frame, popped: Frame) -> bool:
    """Return whether a closed brace ends the statement that contains it."""
    if is_listing(frame):
        return False
    if popped.scope == PLAIN:
        return True
    if popped.scope == BODY:
        return popped.number >= 0 and not frame.s.assigned
    if popped.scope == OUTER:
        return True
    if popped.scope == CLASS_BODY:
        return popped.number >= 0 and parser.family != code.C and not frame.s.assigned
    return popped.number >= 0 and parser.family in (code.RUST, code.SCRIPT)


# ---- the preprocessor


def branch(parser: OutlineParser, token: Token) -> None:
    """Read a line of the preprocessor. Each branch of an #if begins at the same depth as the first branch."""
    inside, least, follows = braced_place(parser)
    later = token.code in ("else", "elif", "endif", "elifdef", "elifndef")
    begin_line(parser, column_of(parser, token), inside or later, least, follows)
    if token.code in ("if", "ifdef", "ifndef"):
        parser.conditionals.append(len(parser.frames))
    elif later and parser.conditionals:
        depth = parser.conditionals[-1]
        parser.braces_closed_elsewhere = 0
        if token.code == "endif":
            parser.conditionals.pop()
            return
        while len(parser.frames) > depth:
            pop_frame(parser)
        parser.braces_closed_elsewhere, parser.min_depth = depth - len(parser.frames), len(parser.frames)


def finish_braced(parser: OutlineParser) -> None:
    """End the statements and brackets that are open at the end of the text."""
    while parser.frames:
        frame = parser.frames.pop()
        conclude(parser, frame)
        if frame.s.definition >= 0:
            finish_last(parser, frame.s.definition)
