"""The outline of languages with indentation: Python."""

from __future__ import annotations

from shiplap._data import code_languages as code
from shiplap.reference.outline.definitions import begin_line, column_of, define, finish_before, finish_last, mark
from shiplap.reference.outline.state import BLOCK, OUTERMOST, OutlineParser, Suite
from shiplap.reference.outline.units import CLOSE, OPEN, WORD, Token

#: The number of columns of a tab.
TAB = 8


def indented_place(parser: OutlineParser) -> tuple[bool, bool, bool]:
    """Return, for a line that begins here, whether it is inside something, whether it is at the least depth, and
    whether it follows a block."""
    suite = parser.suites[-1]
    return parser.brackets > 0, suite.least, suite.follows


def indented_token(parser: OutlineParser, token: Token) -> None:
    """Read a token of code."""
    if parser.line_has_no_code:
        if parser.brackets and token.role in (code.FUNCTION, code.CLASS):
            parser.brackets = 0  # brackets that nobody closed
        if parser.brackets:
            begin_line(parser, column_of(parser, token), True, False, False)
        else:
            statement(parser, token)
    if token.kind == OPEN:
        parser.brackets += 1
    elif token.kind == CLOSE:
        parser.brackets -= parser.brackets > 0
    if parser.words >= 0:
        indented_word(parser, token)


def indentation(parser: OutlineParser) -> int:
    """Return the number of columns before the first token of the line."""
    column, at = 0, parser.lines[parser.line]
    while parser.text[at] in " \t\f\v":
        column = (column // TAB + 1) * TAB if parser.text[at] == "\t" else column + 1
        if parser.text[at] in "\f\v":
            column = 0
        at += 1
    return column


def statement(parser: OutlineParser, token: Token) -> None:
    """Read the first token of a statement, at the start of its line."""
    indented = indentation(parser)
    suite = parser.suites[-1]
    is_first = indented > suite.column  # in its suite: a header stays with what follows it
    if is_first:
        number = parser.header
        least = number >= 0
        if suite.least and not least and not parser.follows:
            mark(parser, suite.lead, BLOCK)
        parser.suites.append(Suite(indented, number if least else suite.owner, number, least))
    else:
        if parser.header >= 0:
            finish_before(parser, parser.header)
        while parser.suites[-1].column > indented:
            popped = parser.suites.pop()
            if popped.number >= 0:
                finish_before(parser, popped.number)
            parser.suites[-1].follows = True
            parser.decorated = -1  # nothing followed the decorators in their suite
    parser.header = -1
    suite = parser.suites[-1]
    decorated = parser.decorated >= 0
    inside = is_first or decorated or token.role == code.FOLLOWS
    lead = begin_line(parser, column_of(parser, token), inside, suite.least, suite.follows)
    if decorated:
        lead = parser.decorated
    else:
        parser.start_line = parser.line
    parser.decorated = lead if token.code == "@" else -1
    suite.follows = False
    parser.follows = token.role == code.FOLLOWS
    suite.lead = parser.lead = lead
    parser.first = token.start
    parser.words = parser.role = 0


def indented_word(parser: OutlineParser, token: Token) -> None:
    """Read one of the first words of a statement: def NAME, async def NAME, class NAME."""
    if token.kind != WORD:
        parser.words = -1
    elif parser.role:
        number = define(parser,
            parser.role, (token.start, token.end), parser.first, parser.lead, parser.start_line, token.end,
            parser.suites[-1].owner, OUTERMOST,
        )  # fmt: skip
        parser.header = number
        parser.words = -1
    elif token.role in (code.FUNCTION, code.CLASS):
        parser.role = token.role
    elif token.role != code.ASYNC or parser.words:
        parser.words = -1
    else:
        parser.words += 1


def finish_indented(parser: OutlineParser) -> None:
    """End the definitions that are open at the end of the text."""
    if parser.header >= 0:
        finish_last(parser, parser.header)
    for suite in reversed(parser.suites):
        if suite.number >= 0:
            finish_last(parser, suite.number)
