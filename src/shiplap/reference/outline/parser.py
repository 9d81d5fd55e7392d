"""The pass over the tokens of a text."""

from __future__ import annotations

from bisect import bisect_right

from shiplap._data import code_languages as code
from shiplap.reference.outline.braces import braced_place, braced_token, finish_braced
from shiplap.reference.outline.definitions import column_of, mark, rank_line, resolve
from shiplap.reference.outline.indents import finish_indented, indented_place, indented_token
from shiplap.reference.outline.lexer import tokens
from shiplap.reference.outline.state import LINE, OutlineParser
from shiplap.reference.outline.units import COMMENT, DIRECTIVE, NEWLINE, Token


def parse(parser: OutlineParser) -> None:
    """Read all tokens, and so find the ranks of lines, the definitions and their ends."""
    for token in tokens(parser):
        if token.kind == NEWLINE:
            newline(parser)
        elif token.kind == COMMENT:
            comment(parser, token)
        else:
            if parser.ended >= 0 and token.code not in (",", ";"):
                resolve(parser, parser.last_end)
            if parser.family == code.PYTHON:
                indented_token(parser, token)
            else:
                braced_token(parser, token)
            parser.line_has_no_code = parser.line_is_blank = False
        before = parser.line
        parser.line = bisect_right(parser.lines, token.end) - 1
        if token.kind != NEWLINE:
            parser.crossed.update(range(before + 1, parser.line + 1))
        if token.kind not in (NEWLINE, COMMENT, DIRECTIVE):
            parser.last_end, parser.last_line, parser.next_line = token.end, parser.line, -1
        if parser.line > before and parser.ended >= 0:
            resolve(parser, parser.lines[before + 1])
    if parser.family == code.PYTHON:
        finish_indented(parser)
    else:
        finish_braced(parser)


def newline(parser: OutlineParser) -> None:
    """Read a line end."""
    if parser.line_is_blank:
        inside, _, _ = place(parser)
        if not inside:
            mark(parser, parser.line, min(parser.rank_after, LINE))
    if parser.line_is_blank or not parser.line_has_no_code:
        parser.comment_block = -1
    parser.after_blank_line = parser.line_is_blank
    parser.line_has_no_code = parser.line_is_blank = True


def comment(parser: OutlineParser, token: Token) -> None:
    """Read a comment. A comment that stands alone belongs to the code after it."""
    if parser.line_is_blank:
        column = column_of(parser, token)
        if parser.comment_block < 0 or column != parser.comment_block_column:
            parser.comment_block, parser.comment_block_column = parser.line, column
            inside, least, follows = place(parser)
            if not inside and not (parser.header >= 0 and column > parser.suites[-1].column):
                rank_line(parser, least, follows)  # unless it stays with the header above
        if parser.next_line < 0:
            parser.next_line = parser.line
        if parser.family == code.RUST and parser.text[token.start + 2 : token.start + 3] == "!":
            parser.comment_block = -1  # it documents the item that contains it
    parser.line_is_blank = False


def place(parser: OutlineParser) -> tuple[bool, bool, bool]:
    """Return, for a line that begins here, whether it is inside something, whether it is at the least depth, and
    whether a block has just ended."""
    return indented_place(parser) if parser.family == code.PYTHON else braced_place(parser)
