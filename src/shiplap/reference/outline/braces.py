"""The outline of languages with braces: C, C++, Java, JavaScript, TypeScript, Go, Rust.
Twins: `_core/outline/braces.pxi`, `brace_statements.pxi`.

A stack of open brackets; for each, what is known of the statement that is being read in it. Where a brace opens,
the statement so far says what it is: the body of a function, of a class, a block, or part of an expression.
"""

from __future__ import annotations

from shiplap._data import code_languages as code
from shiplap.reference.outline.bodies import (
    BODY,
    CLASS_BODY,
    EXPRESSION,
    NOTHING,
    OBJECT,
    OUTER,
    PLAIN,
    Frame,
    brace,
)
from shiplap.reference.outline.lexer import CLOSE, DIRECTIVE, LITERAL, OPEN, WORD, Token
from shiplap.reference.outline.parser import BLOCK, MEMBER, OUTERMOST, Parser

#: Roles that define something.
DEFINING = range(code.FUNCTION, code.TYPE + 1)


class Braces(Parser):
    def __init__(self, text: str, language: code.Language) -> None:
        super().__init__(text, language)
        self.stack: list[Frame] = [Frame("", OUTER, -1, True)]
        self.open_braces: int = 0
        self.conditionals: list[int] = []  # how deep the stack was at each #if
        self.owed: int = 0  # braces that another branch of an #if has closed already
        self.floor: int = 0

    def place(self) -> tuple[bool, bool, bool]:
        frame = self.stack[-1]
        inside = frame.scope in (EXPRESSION, OBJECT) or (frame.first >= 0 and not self.may_end(frame))
        return inside, frame.least, frame.follows

    def token(self, token: Token, column: int) -> None:
        frame = self.stack[-1]
        if token.kind == DIRECTIVE:
            self.directive(token, column)
            return
        lead = -1
        if self.bare:
            if frame.first >= 0 and self.line_ends(frame, token):
                self.end_before(frame)
            inside = (
                frame.first >= 0
                or frame.scope in (EXPRESSION, OBJECT)
                or token.kind == CLOSE
                or token.role == code.FOLLOWS
            )
            lead = self.begin_line(column, inside, frame.least, frame.follows)
        if token.kind == CLOSE:
            self.close(token)
            return
        if frame.first < 0 and token.code not in (",", ";"):
            frame.first, frame.lead, frame.line, frame.opening = token.start, lead, self.line, token.role
            frame.follows = False
        if token.kind == OPEN:
            self.open(frame, token)
        elif token.kind == WORD:
            self.word(frame, token)
        elif token.kind == LITERAL:
            if frame.pending and frame.role != code.MODULE:
                self.cancel(frame)
            frame.last = "literal"
        else:
            self.sign(frame, token)

    # ---- statements

    def may_end(self, frame: Frame) -> bool:
        """Whether a line end may end the statement, as far as its last token says."""
        return bool(self.language.flags & code.NEWLINES) and frame.last in (
            "word", "literal", ")", "]", "}", "++", "--",
        )  # fmt: skip

    def line_ends(self, frame: Frame, token: Token) -> bool:
        """Whether the statement ended with the line before the token."""
        if frame.scope in (EXPRESSION, OBJECT) or token.kind == CLOSE:
            return False
        if self.family == code.C:  # a macro that needs no semicolon, and a blank line
            if frame.scope not in (OUTER, CLASS_BODY) or not self.blank or token.kind != WORD:
                return False
            return (frame.last == ")" and frame.called) or (frame.last == "word" and frame.words == 1)
        declares = token.kind == WORD and (token.role == code.DECLARES or token.role in DEFINING)
        if self.family == code.SCRIPT and frame.last == ">" and declares:
            return True  # the end of an element
        if not self.may_end(frame):
            return False
        if self.family == code.GO:
            return True
        if token.kind == WORD:
            decorated = self.text[frame.first] == "@" and frame.role == 0 and not frame.assigned
            return token.role != code.CONTINUES and not decorated
        if token.kind == OPEN:
            if token.code == "{":
                return frame.role == 0 and frame.last != ")"
            return token.code == "[" and frame.scope == CLASS_BODY
        return token.kind == LITERAL or token.code in "@#" or (token.code == "*" and frame.scope == CLASS_BODY)

    def conclude(self, frame: Frame) -> None:
        """A definition may have no body."""
        if frame.definition >= 0:
            found = self.definitions[frame.definition]
            if self.family == code.C and found.name == NOTHING and frame.last == "word":
                found.name = frame.word  # typedef struct {...} name;
            return
        role = frame.role if frame.name != NOTHING and frame.role != code.IMPL else 0
        if self.family == code.SCRIPT and (
            role not in (code.FUNCTION, code.TYPE, code.MODULE) or frame.opening == code.VALUE
        ):
            role = 0
        if self.family == code.GO and role == code.FUNCTION:
            role = 0
        if self.family == code.JAVA:
            role = code.FUNCTION if frame.scope == CLASS_BODY and frame.called and not frame.assigned else 0
        if self.family == code.C or frame.scope in (EXPRESSION, OBJECT):
            role = 0
        if role:
            name = frame.call if self.family == code.JAVA else frame.name
            frame.definition = self.add(frame, role, name, self.last_end)

    def add(self, frame: Frame, role: int, name: tuple[int, int], body: int) -> int:
        least = MEMBER if frame.scope == OBJECT else OUTERMOST
        return self.define(role, name, frame.first, frame.lead, frame.line, body, frame.owner, least)

    def end_here(self, frame: Frame) -> None:
        """The statement ends with this token."""
        if frame.first >= 0:
            self.conclude(frame)
            if frame.definition >= 0:
                self.finish_here(frame.definition)
        frame.clear()

    def end_before(self, frame: Frame) -> None:
        """The statement ended with the token before."""
        self.conclude(frame)
        if frame.definition >= 0:
            self.finish_before(frame.definition)
        frame.clear()

    # ---- brackets

    def open(self, frame: Frame, token: Token) -> None:
        if token.code != "{":
            if frame.pending and not (frame.role == code.FUNCTION and self.family == code.GO and frame.first_word):
                self.cancel_at_bracket(frame)
            if token.code == "(":
                self.parenthesis(frame)
            self.stack.append(Frame(token.code[0], EXPRESSION, frame.owner, False))
            return
        frame.pending = False
        scope, role, name = brace(self.family, self.language.flags, frame)
        number = -1
        if role:
            number = self.add(frame, role, name, token.end) if frame.definition < 0 else frame.definition
            if number >= 0:
                frame.definition = number
        elif scope == BODY and frame.arrow:
            number = frame.definition
            if number >= 0:
                self.definitions[number].body = token.end
        elif scope == BODY and self.family == code.GO:
            frame.role = 0  # a function without a name; another may follow
        frame.arrow = frame.made = False
        if scope == PLAIN and frame.least and frame.lead >= 0 and frame.opening != code.FOLLOWS:
            self.mark(frame.lead, BLOCK)
        least = scope in (OUTER, CLASS_BODY) or (scope == BODY and (number >= 0 or frame.owner < 0))
        self.stack.append(Frame("{", scope, number if number >= 0 else frame.owner, least, number))
        self.open_braces += 1

    def close(self, token: Token) -> None:
        if token.code == "}":
            if self.owed and len(self.stack) == self.floor:
                self.owed -= 1
                return
            if self.open_braces == 0:
                return
            opening = "{"
        elif token.code == "$}":
            opening = "$"
        else:
            opening = "(" if token.code == ")" else "["
            if self.stack[-1].bracket != opening:
                return
        while self.stack[-1].bracket != opening:
            self.pop()
        popped = self.pop()
        frame = self.stack[-1]
        frame.last = token.code
        if token.code == "}" and self.ends(frame, popped):
            self.end_here(frame)
            frame.follows = True
        elif token.code == "]" and self.family == code.RUST and self.text[frame.first : frame.first + 2] == "#!":
            self.end_here(frame)  # an attribute of the whole

    def pop(self) -> Frame:
        frame = self.stack.pop()
        if frame.first >= 0:
            self.conclude(frame)
        if frame.definition >= 0:
            self.finish_before(frame.definition)
        if frame.bracket == "{":
            self.open_braces -= 1
        return frame

    def ends(self, frame: Frame, popped: Frame) -> bool:
        """Whether a closed brace ends the statement that it stands in."""
        if frame.scope in (EXPRESSION, OBJECT):
            return False
        if popped.scope == PLAIN:
            return True
        if popped.scope == BODY:
            return popped.number >= 0 and not frame.assigned
        if popped.scope == OUTER:
            return True
        if popped.scope == CLASS_BODY:
            return popped.number >= 0 and self.family != code.C and not frame.assigned
        return popped.number >= 0 and self.family in (code.RUST, code.SCRIPT)

    def parenthesis(self, frame: Frame) -> None:
        """What stands before a parenthesis may be the name of a function."""
        if frame.annotating or frame.assigned or frame.frozen:
            frame.annotating = False
            return
        before = frame.last == "word" and frame.angle == 0
        if self.family == code.C:
            if frame.operator:
                frame.called = True
            elif before and frame.word_role == 0:
                frame.called, frame.call = True, frame.word
            elif frame.last == ">" and frame.angle == 0 and frame.before != NOTHING:
                frame.called, frame.call = True, frame.before
        elif self.family == code.GO:
            frame.called = frame.called or frame.pending  # a receiver
        elif self.family == code.JAVA:
            if before and frame.word_role == 0 and frame.scope in (OUTER, CLASS_BODY):
                frame.called, frame.call = True, frame.word
        elif self.family == code.SCRIPT and frame.scope in (CLASS_BODY, OBJECT):
            if frame.called or frame.colon:
                return
            if before:
                frame.called, frame.call = True, frame.word
            elif frame.last == ">" and frame.angle == 0:
                frame.called, frame.call = True, frame.before
            elif frame.last in ("literal", "]"):
                frame.called = True

    # ---- words and marks

    def word(self, frame: Frame, token: Token) -> None:
        span = (token.start, token.end)
        role = 0 if frame.last == "." else token.role
        if frame.last == "." and frame.words == 0:
            frame.opening = 0
        if frame.pending:
            if role not in DEFINING or self.family != code.C:
                frame.name, frame.pending = span, False
        elif frame.role == 0 and role in DEFINING and frame.angle == 0:
            frame.role = role
            frame.pending = role != code.IMPL
            frame.first_word = frame.words == 0
        elif frame.role == code.TYPE and self.family == code.GO and role in (code.STRUCT, code.INTERFACE):
            frame.role = role
        elif frame.role == code.IMPL:
            if role == code.FOR:
                frame.name = NOTHING
            elif role == code.WHERE:
                frame.frozen = True
            elif not frame.frozen and frame.angle == 0 and (frame.name == NOTHING or frame.last == "::"):
                frame.name = span
        elif (
            self.family == code.C
            and frame.role not in (0, code.MODULE)
            and frame.angle == 0
            and not (frame.frozen or frame.called or frame.assigned)
            and role != code.FINAL
        ):
            frame.name = span
        if role == code.OPERATOR:
            frame.operator, frame.call = True, span
        elif role == code.NEW:
            frame.made = True
        elif role == code.EXTERN:
            frame.external = True
        if frame.last not in ("@", "."):
            frame.annotating = False
        frame.words += 1
        frame.word, frame.word_role, frame.last = span, role, "word"

    def cancel(self, frame: Frame) -> None:
        """The keyword before was none."""
        frame.pending = False
        frame.role = 0

    def cancel_at_bracket(self, frame: Frame) -> None:
        """The same at a parenthesis or a square bracket, which may follow some."""
        if self.family in (code.SCRIPT, code.JAVA, code.GO) and frame.role != code.FUNCTION:
            frame.role = 0
        if self.family != code.C:
            frame.pending = False

    def sign(self, frame: Frame, token: Token) -> None:
        mark = token.code
        if frame.pending:
            strict = self.family in (code.SCRIPT, code.JAVA)
            ends = mark == ":" or (mark == "*" and frame.role != code.FUNCTION)
            if mark not in ("<", "*", "::", "!", ":") or (strict and ends):
                self.cancel(frame)
        listed = frame.scope in (EXPRESSION, OBJECT) or (frame.scope == PLAIN and self.family == code.RUST)
        if mark == ";" or (mark == "," and listed):
            self.end_here(frame)
            return
        if mark == "=":
            if frame.angle == 0 and frame.word_role != code.OPERATOR:
                if frame.lhs == NOTHING:
                    frame.lhs = frame.word
                frame.assigned = True
        elif mark == "<":
            if frame.angle == 0:
                frame.before = frame.word if frame.last == "word" else NOTHING
            frame.angle += 1
        elif mark == ">":
            frame.angle -= frame.angle > 0
        elif mark == ":":
            if self.label(frame):
                self.end_here(frame)
                return
            if self.family == code.SCRIPT:
                if frame.lhs == NOTHING:
                    frame.lhs = frame.word
                frame.colon = True
            elif self.family == code.C and (frame.called or frame.role):
                frame.frozen = True
        elif mark == "=>" and self.family == code.SCRIPT:
            frame.arrow = True
            valued = frame.assigned or (frame.scope == OBJECT and frame.colon)
            if valued and frame.definition < 0 and frame.role == 0 and frame.scope != EXPRESSION:
                frame.definition = self.add(frame, code.FUNCTION, frame.lhs, token.end)
        elif mark == "@":
            frame.annotating = True
        frame.last = mark

    def label(self, frame: Frame) -> bool:
        """Whether a colon ends a statement: a case, a label, the access of members."""
        if frame.scope in (EXPRESSION, OBJECT):
            return False
        if frame.opening == code.CASE:
            return True
        return self.family == code.C and frame.words == 1 and frame.last == "word" and frame.role == 0

    # ---- the preprocessor

    def directive(self, token: Token, column: int) -> None:
        inside, least, follows = self.place()
        branch = token.code in ("else", "elif", "endif", "elifdef", "elifndef")
        self.begin_line(column, inside or branch, least, follows)
        if token.code in ("if", "ifdef", "ifndef"):
            self.conditionals.append(len(self.stack))
        elif branch and self.conditionals:
            depth = self.conditionals[-1]
            self.owed = 0
            if token.code == "endif":
                self.conditionals.pop()
                return
            while len(self.stack) > depth:
                self.pop()
            self.owed, self.floor = depth - len(self.stack), len(self.stack)

    def finish(self) -> None:
        while self.stack:
            frame = self.stack.pop()
            if frame.first >= 0:
                self.conclude(frame)
            if frame.definition >= 0:
                self.finish_last(frame.definition)
