"""The outline of languages with indentation: Python."""

from __future__ import annotations

from dataclasses import dataclass

from shiplap._data import code_languages as code
from shiplap.reference.outline.lexer import CLOSE, OPEN, WORD, Token
from shiplap.reference.outline.parser import BLOCK, OUTERMOST, Parser

TAB = 8  # the columns of a tab


@dataclass
class Suite:
    """Statements of one indentation."""

    column: int
    owner: int  # the innermost definition around
    number: int  # the definition whose body this is, or -1
    least: bool  # statements here are at the least depth of the owner
    lead: int = 0  # the line where its last statement begins, with its comment
    follows: bool = False  # a block has just ended


class Indents(Parser):
    def __init__(self, text: str, language: code.Language) -> None:
        super().__init__(text, language)
        self.stack: list[Suite] = [Suite(0, -1, -1, True)]
        self.depth: int = 0  # open brackets
        self.header: int = -1  # the definition whose body is to come
        self.decorated: int = -1  # the line where decorators begin, with the comment above
        self.first: int = 0  # of the statement
        self.lead: int = 0
        self.start_line: int = 0
        self.follows: bool = False  # the statement goes on with the one before
        self.words: int = -1  # words read of the statement while it may still define something, or -1
        self.role: int = 0  # function or class, when the name is to come

    def place(self) -> tuple[bool, bool, bool]:
        suite = self.stack[-1]
        return self.depth > 0, suite.least, suite.follows

    def token(self, token: Token, column: int) -> None:
        if self.bare:
            if self.depth and token.role in (code.FUNCTION, code.CLASS):
                self.depth = 0  # brackets that nobody closed
            if self.depth:
                self.begin_line(column, True, False, False)
            else:
                self.statement(token, column)
        if token.kind == OPEN:
            self.depth += 1
        elif token.kind == CLOSE:
            self.depth -= self.depth > 0
        if self.words >= 0:
            self.word(token)

    def indentation(self) -> int:
        column, at = 0, self.lines[self.line]
        while at < len(self.text) and self.text[at] in " \t\f\v":
            column = (column // TAB + 1) * TAB if self.text[at] == "\t" else column + 1
            if self.text[at] in "\f\v":
                column = 0
            at += 1
        return column

    def statement(self, token: Token, column: int) -> None:
        """The first token of a statement at the start of its line."""
        indentation = self.indentation()
        suite = self.stack[-1]
        if indentation > suite.column:
            number = self.header
            least = number >= 0
            if suite.least and not least and not self.follows:
                self.mark(suite.lead, BLOCK)
            self.stack.append(Suite(indentation, number if least else suite.owner, number, least))
        else:
            if self.header >= 0:
                self.finish_before(self.header)
            while self.stack[-1].column > indentation and len(self.stack) > 1:
                popped = self.stack.pop()
                if popped.number >= 0:
                    self.finish_before(popped.number)
                self.stack[-1].follows = True
        self.header = -1
        suite = self.stack[-1]
        decorated = self.decorated >= 0
        lead = self.begin_line(column, decorated or token.role == code.FOLLOWS, suite.least, suite.follows)
        if decorated:
            lead = self.decorated
        else:
            self.start_line = self.line
        self.decorated = lead if token.code == "@" else -1
        suite.follows = False
        self.follows = token.role == code.FOLLOWS
        suite.lead = self.lead = lead
        self.first = token.start
        self.words = self.role = 0

    def word(self, token: Token) -> None:
        """def NAME, async def NAME, class NAME."""
        if token.kind != WORD:
            self.words = -1
        elif self.role:
            number = self.define(
                self.role, (token.start, token.end), self.first, self.lead, self.start_line, token.end,
                self.stack[-1].owner, OUTERMOST,
            )  # fmt: skip
            self.header = number
            self.words = -1
        elif token.role in (code.FUNCTION, code.CLASS):
            self.role = token.role
        elif token.role != code.ASYNC or self.words:
            self.words = -1
        else:
            self.words += 1

    def finish(self) -> None:
        if self.header >= 0:
            self.finish_last(self.header)
        for suite in reversed(self.stack):
            if suite.number >= 0:
                self.finish_last(suite.number)
