"""Lines and their ranks, definitions and their ends: the output that both kinds of outline write."""

from __future__ import annotations

from shiplap._data import code_languages as code
from shiplap.reference.outline.state import BLANK, BLOCK, INNER, LINE, MEMBER, Found, OutlineParser
from shiplap.reference.outline.units import Token, newline_end


def line_starts(text: str) -> list[int]:
    """Return the starts of the lines: 0, and each offset after LF, CR LF or CR. The last line may be empty."""
    starts, at = [0], 0
    while at < len(text):
        if text[at] in "\r\n":
            at = newline_end(text, at)
            starts.append(at)
        else:
            at += 1
    return starts


def column_of(parser: OutlineParser, token: Token) -> int:
    """Return the number of code points between the start of the line and a token."""
    return token.start - parser.lines[parser.line]


def begin_line(parser: OutlineParser, column: int, inside: bool, least: bool, follows: bool) -> int:
    """Rank the line whose first code is in a column. Return the line where its comment begins, or the line
    itself."""
    if parser.comment_block >= 0 and parser.comment_block_column <= column:
        return parser.comment_block
    if not inside:
        rank_line(parser, least, follows)
    return parser.line


def rank_line(parser: OutlineParser, least: bool, follows: bool) -> None:
    """Rank the start of the line by the text before it."""
    blank = parser.after_blank_line
    rank = BLOCK if least and (blank or follows) else BLANK if blank else LINE
    mark(parser, parser.line, min(rank, parser.rank_after))
    parser.rank_after = INNER


def mark(parser: OutlineParser, line: int, rank: int) -> None:
    """Give a rank to the start of a line, unless the line has a better rank."""
    parser.ranks[line] = min(parser.ranks[line], rank)


def define(
    parser: OutlineParser,
    role: int,
    name: tuple[int, int],
    first: int,
    lead: int,
    line: int,
    body: int,
    parent: int,
    least: int,
) -> int:
    """Add a definition. Return its number, or -1 if the definition before it begins at the same offset or later.
    `first`: the offset of the first token, in `line`. `lead`: the line where its comment begins, or -1 if code
    precedes the definition in its line. `least`: the best rank that the definition may have."""
    start, begin = (parser.lines[lead], parser.lines[line]) if lead >= 0 else (first, first)
    if parser.definitions and parser.definitions[-1].start >= start:
        return -1
    rank = least
    if parent >= 0:
        outer = parser.definitions[parent]
        if outer.role in (code.FUNCTION, code.METHOD):
            rank = BLOCK
        elif outer.role == code.MODULE:
            rank = max(least, outer.rank)
        else:
            rank = max(MEMBER, outer.rank)
            if role == code.FUNCTION:
                role = code.METHOD
    parser.definitions.append(Found(role, name, start, begin, body, len(parser.text), parent, rank))
    if lead >= 0:
        mark(parser, lead, rank)
    return len(parser.definitions) - 1


def finish_here(parser: OutlineParser, number: int) -> None:
    """End a definition with the token that is being read, or with its line if no more code follows in the line."""
    parser.ended = number
    parser.rank_after = min(parser.rank_after, parser.definitions[number].rank)


def resolve(parser: OutlineParser, end: int) -> None:
    """Set the end of the definition that has just ended."""
    parser.definitions[parser.ended].end = end
    parser.ended = -1


def finish_before(parser: OutlineParser, number: int) -> None:
    """End a definition with the token before, or with the line of that token if no more code follows in the
    line."""
    found = parser.definitions[number]
    if parser.line == parser.last_line:
        found.end = parser.last_end
        return
    found.end = parser.lines[parser.last_line + 1]
    mark(parser, parser.last_line + 1, found.rank)
    mark(parser, parser.next_line if parser.next_line >= 0 else parser.line, found.rank)


def finish_last(parser: OutlineParser, number: int) -> None:
    """End a definition that is open at the end of the text."""
    later = parser.last_line + 1
    parser.definitions[number].end = parser.lines[later] if later < len(parser.lines) else len(parser.text)
