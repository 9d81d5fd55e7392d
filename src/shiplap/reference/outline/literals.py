"""Strings, comments and directives, which may be long and span lines."""

from __future__ import annotations

from shiplap._data import code_languages as code
from shiplap.reference.outline.state import OutlineParser
from shiplap.reference.outline.units import DIRECTIVE, LITERAL, MARK, OPEN, Token, find, line_end, newline_end

#: The most code points of a regular expression of JavaScript, so that lexing stays linear.
MAX_REGEX = 1024


def quoted(parser: OutlineParser, at: int, quote: str) -> Token:
    """Return a string or character literal. If no other quote ends the literal in its line, return the quote
    alone, as a mark."""
    text, flags = parser.text, parser.flags
    if (
        flags & code.TRIPLE_QUOTES
        and text[at : at + 3] == quote * 3
        and (quote == '"' or parser.family == code.PYTHON)
    ):
        return Token(LITERAL, at, triple_end(parser, at + 3, quote))
    if flags & code.LONG_STRINGS:
        if quote == '"':
            return Token(LITERAL, at, long_end(parser, at + 1))
        if text[at + 1 : at + 2] != "\\" and text[at + 2 : at + 3] != "'":
            return Token(MARK, at, at + 1, quote)  # the mark of a lifetime
    if at < parser.lone[quote]:
        return Token(MARK, at, at + 1, quote)
    crossed = False
    i = at + 1
    while i < len(text):
        if text[i] == quote:
            return Token(LITERAL, at, i + 1)
        if text[i] in "\r\n":
            break
        if text[i] == "\\" and i + 1 < len(text):
            i += 1
            if text[i] in "\r\n":
                crossed = True
                i = newline_end(text, i)
                continue
        i += 1
    i = min(i, len(text))
    if crossed:
        return Token(LITERAL, at, i)
    parser.lone[quote] = i
    return Token(MARK, at, at + 1, quote)


def triple_end(parser: OutlineParser, at: int, quote: str) -> int:
    """Return the end of a string in three quotes."""
    text = parser.text
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text[at : at + 3] == quote * 3:
            return at + 3
        else:
            at += 1
    return len(text)


def long_end(parser: OutlineParser, at: int) -> int:
    """Return the end of a string that may span lines."""
    text = parser.text
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text[at] == '"':
            return at + 1
        else:
            at += 1
    return len(text)


def template(parser: OutlineParser, start: int, at: int) -> Token:
    """Return a template literal up to its end, or up to its next hole "${"."""
    text = parser.text
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text[at] == "`":
            return Token(LITERAL, start, at + 1)
        elif text[at : at + 2] == "${":
            parser.holes.append(0)
            return Token(OPEN, start, at + 2, "${")
        else:
            at += 1
    return Token(LITERAL, start, len(text))


def comment_end(parser: OutlineParser, at: int) -> int:
    """Return the end of a comment. In languages with nested comments, the comments inside it are part of it."""
    text = parser.text
    if not parser.flags & code.NESTED_COMMENTS:
        return find(text, "*/", at)
    depth = 1
    while at < len(text) and depth:
        pair = text[at : at + 2]
        if pair in ("/*", "*/"):
            depth += 1 if pair == "/*" else -1
            at += 2
        else:
            at += 1
    return at


def regex_end(parser: OutlineParser, at: int) -> int:
    """Return the end of a regular expression, or 0 for other text. A slash and ">" end an element of JSX."""
    text, bracketed, i = parser.text, False, at
    if text[at : at + 1] == ">" or text[at - 2 : at - 1] == "<":
        return 0
    while i < min(len(text), at + MAX_REGEX):
        if text[i] in "\r\n":
            return 0
        if text[i] == "\\" and text[i + 1 : i + 2] not in ("\r", "\n"):
            i += 2
            continue
        if text[i] == "/" and not bracketed:
            return i + 1
        if text[i] in "[]":
            bracketed = text[i] == "["
        i += 1
    return 0


def directive(parser: OutlineParser, at: int) -> Token:
    """Return a line of the preprocessor with the lines that continue it. `code` is the first word of the line."""
    text, i = parser.text, at + 1
    while i < len(text) and text[i] in " \t":
        i += 1
    begin = i
    while i < len(text) and "a" <= text[i] <= "z":
        i += 1
    word = text[begin:i]
    while i < len(text) and text[i] not in "\r\n":
        if text[i] == "\\" and text[i + 1 : i + 2] in ("\r", "\n"):
            i = newline_end(text, i + 1)
        elif text[i : i + 2] == "//":
            i = line_end(text, i)
        elif text[i : i + 2] == "/*":
            i = find(text, "*/", i + 2)
        elif text[i] == '"':  # comment marks in a string do not begin a comment
            i += 1
            while i < len(text) and text[i] not in '"\r\n':
                if text[i] == "\\":
                    if text[i + 1 : i + 2] in ("", "\r", "\n"):
                        break
                    i += 1
                i += 1
            i += text[i : i + 1] == '"'
        else:
            i += 1
    return Token(DIRECTIVE, at, i, word)
