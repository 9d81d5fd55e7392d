"""What both kinds of outline share: lines and their ranks, comments above, where definitions end.

A rank says how well the text may be cut at the start of a line; the least is the best:

0  between top-level definitions (a namespace or module is looked through)
1  between the definitions in a class
2  between blocks at the least depth of a function, of a class or of the text; nested functions
3  after a blank line, deeper within a block
4  between statements
5  at any other line start: within brackets, strings, comments and statements of several lines
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from shiplap._data import code_languages as code
from shiplap._data.code_languages import Language
from shiplap.reference.outline.lexer import COMMENT, DIRECTIVE, NEWLINE, Lexer, Token, newline_end

OUTERMOST, MEMBER, BLOCK, BLANK, LINE, INNER = range(6)


@dataclass
class Found:
    """A definition. Offsets are code points; `code` is where it starts without the comment above."""

    role: int
    name: tuple[int, int]
    start: int
    code: int
    body: int
    end: int
    parent: int
    rank: int


def line_starts(text: str) -> list[int]:
    """Where each line starts: the first at 0, the others after LF, CR LF or CR. The last may be empty."""
    starts, at = [0], 0
    while at < len(text):
        if text[at] in "\r\n":
            at = newline_end(text, at)
            starts.append(at)
        else:
            at += 1
    return starts


class Parser:
    """One pass over the tokens. `token` is what a family of languages adds."""

    def __init__(self, text: str, language: Language) -> None:
        self.text: str = text
        self.language: Language = language
        self.family: int = language.family
        self.lines: list[int] = line_starts(text)
        self.ranks: list[int] = [INNER] * len(self.lines)
        self.definitions: list[Found] = []
        self.line: int = 0  # of what is being read
        self.bare: bool = True  # no code stands in this line yet
        self.empty: bool = True  # nor a comment
        self.blank: bool = False  # the line before is blank
        self.after: int = INNER  # the rank of a definition that has just ended, until a line has got it
        self.ended: int = -1  # that definition, while its line may still go on
        self.last_end: int = 0  # of the last token of code
        self.last_line: int = 0
        self.next_line: int = -1  # the first line of comment after it
        self.run: int = -1  # the lines of the comment that stands alone just before
        self.run_last: int = -1
        self.run_column: int = 0

    # ---- what a family of languages says

    def token(self, token: Token, column: int) -> None:
        """A token of code."""
        raise NotImplementedError

    def place(self) -> tuple[bool, bool, bool]:
        """For a line that begins here: whether it is inside something, whether it is at the least depth, and
        whether a block has just ended."""
        raise NotImplementedError

    def finish(self) -> None:
        """The text has ended."""
        raise NotImplementedError

    # ---- the pass

    def parse(self) -> None:
        for token in Lexer(self.text, self.language).tokens():
            if token.kind == NEWLINE:
                self.newline()
            elif token.kind == COMMENT:
                self.comment(token)
            else:
                if self.ended >= 0 and token.code not in (",", ";"):
                    self.resolve(self.last_end)
                self.token(token, token.start - self.lines[self.line])
                self.bare = self.empty = False
            before = self.line
            self.line = bisect_right(self.lines, token.end) - 1
            if token.kind == COMMENT:
                self.run_last = self.line
            elif token.kind not in (NEWLINE, DIRECTIVE):
                self.last_end, self.last_line, self.next_line = token.end, self.line, -1
            if self.line > before and self.ended >= 0:
                self.resolve(self.lines[before + 1])
        if self.ended >= 0:
            self.resolve(len(self.text))
        self.finish()

    def newline(self) -> None:
        if self.empty:
            inside, _, _ = self.place()
            if not inside:
                self.mark(self.line, min(self.after, LINE))
        if self.empty or not self.bare:
            self.run = -1
        self.blank = self.empty
        self.bare = self.empty = True

    def comment(self, token: Token) -> None:
        if self.empty:
            column = token.start - self.lines[self.line]
            if self.run < 0 or self.run_last < self.line - 1 or column != self.run_column:
                self.run, self.run_column = self.line, column
                inside, least, follows = self.place()
                if not inside:
                    self.rank_line(least, follows)
            if self.next_line < 0:
                self.next_line = self.line
            if self.family == code.RUST and self.text[token.start + 2 : token.start + 3] == "!":
                self.run = -1  # it speaks of what it stands in
        self.empty = False

    def begin_line(self, column: int, inside: bool, least: bool, follows: bool) -> int:
        """Rank the line whose first code stands in a column. The line where its comment begins, or itself."""
        if self.run >= 0 and self.run_last >= self.line - 1 and self.run_column <= column:
            return self.run
        if not inside:
            self.rank_line(least, follows)
        return self.line

    def rank_line(self, least: bool, follows: bool) -> None:
        rank = BLOCK if least and (self.blank or follows) else BLANK if self.blank else LINE
        self.mark(self.line, min(rank, self.after))
        self.after = INNER

    def mark(self, line: int, rank: int) -> None:
        if line < len(self.lines):
            self.ranks[line] = min(self.ranks[line], rank)

    # ---- definitions

    def define(
        self,
        role: int,
        name: tuple[int, int],
        first: int,
        lead: int,
        line: int,
        body: int,
        parent: int,
        least: int,
    ) -> int:
        """A new definition, whose first token is `first`, in `line`, with its comment from the line `lead` on (-1
        where code stands before it in its line), of a rank of at least `least`. Its number, or -1 where one that
        came before begins later."""
        start, begin = (self.lines[lead], self.lines[line]) if lead >= 0 else (first, first)
        if self.definitions and self.definitions[-1].start >= start:
            return -1
        rank = least
        if parent >= 0:
            outer = self.definitions[parent]
            if outer.role in (code.FUNCTION, code.METHOD):
                rank = BLOCK
            elif outer.role == code.MODULE:
                rank = max(least, outer.rank)
            else:
                rank = max(MEMBER, outer.rank)
                if role == code.FUNCTION:
                    role = code.METHOD
        self.definitions.append(Found(role, name, start, begin, body, len(self.text), parent, rank))
        if lead >= 0:
            self.mark(lead, rank)
        return len(self.definitions) - 1

    def finish_here(self, number: int) -> None:
        """It ends with the token that is being read, or with its line if no more code stands there."""
        self.ended = number
        self.after = min(self.after, self.definitions[number].rank)

    def resolve(self, end: int) -> None:
        self.definitions[self.ended].end = end
        self.ended = -1

    def finish_before(self, number: int) -> None:
        """It ended with the token before, and the line of that if no more code stands there."""
        found = self.definitions[number]
        if self.line == self.last_line:
            found.end = self.last_end
            return
        found.end = self.lines[self.last_line + 1]
        self.mark(self.last_line + 1, found.rank)
        self.mark(self.next_line if self.next_line >= 0 else self.line, found.rank)

    def finish_last(self, number: int) -> None:
        """It is still open where the text ends."""
        later = self.last_line + 1
        self.definitions[number].end = self.lines[later] if later < len(self.lines) else len(self.text)
