"""The tokens of a code text: strings, comments, brackets, names, marks, line ends.

No code text is an error: a token that is not closed ends with its line or with the text, and lexing continues.
"""

from __future__ import annotations

from collections.abc import Iterator

from shiplap._data import code_languages as code
from shiplap.reference.outline.literals import comment_end, directive, quoted, regex_end, template
from shiplap.reference.outline.state import OutlineParser
from shiplap.reference.outline.units import (
    CLOSE,
    COMMENT,
    DIRECTIVE,
    LITERAL,
    MARK,
    NEWLINE,
    OPEN,
    WORD,
    Token,
    find,
    is_word,
    line_end,
    newline_end,
)

#: Pairs of marks that are one token, and the code of each: a comparison is not an assignment.
PAIRS = {
    "=>": "=>", "->": "->", "::": "::", "==": "==", "!=": "==", "<=": "==", ">=": "==", ":=": "=",
    "++": "++", "--": "--",
}  # fmt: skip

#: The most code points that C++ allows before the parenthesis of a raw string.
MAX_DELIMITER = 16


def tokens(parser: OutlineParser) -> Iterator[Token]:
    """Yield the tokens of the text, in order. White space is not a token."""
    at = 0
    while at < len(parser.text):
        char = parser.text[at]
        if char in " \t\v\f":
            at += 1
        elif char in "\r\n":
            end = newline_end(parser.text, at)
            yield Token(NEWLINE, at, end)
            parser.at_line_start = True
            at = end
        else:
            token = next_token(parser, at, char)
            if token.kind not in (COMMENT, DIRECTIVE):
                parser.value = is_value(token)
            if token.kind != DIRECTIVE:
                parser.at_line_start = False
            yield token
            at = token.end
            if token.code == "$}":  # the template continues
                parser.holes.pop()
                token = template(parser, at, at)
                parser.value = is_value(token)
                yield token
                at = token.end


def next_token(parser: OutlineParser, at: int, char: str) -> Token:
    """Return the token that begins at `at`."""
    text, flags = parser.text, parser.flags
    following = text[at + 1 : at + 2]
    if is_word(char):
        return word_token(parser, at)
    if char in "'\"":
        return quoted(parser, at, char)
    if char == "`" and flags & code.TEMPLATES:
        return template(parser, at, at + 1)
    if char == "`" and flags & code.RAW_BACKTICK:
        return Token(LITERAL, at, find(text, "`", at + 1))
    if char == "#" and flags & code.HASH_COMMENTS:
        return Token(COMMENT, at, line_end(text, at))
    if char == "#" and flags & code.DIRECTIVES and parser.at_line_start:
        return directive(parser, at)
    if char == "/" and not flags & code.HASH_COMMENTS:
        if following == "/":
            return Token(COMMENT, at, line_end(text, at))
        if following == "*":
            return Token(COMMENT, at, comment_end(parser, at + 2))
        if flags & code.REGEXES and parser.value:
            end = regex_end(parser, at + 1)
            if end:
                return Token(LITERAL, at, end)
    if char in "([{":
        if char == "{" and parser.holes:
            parser.holes[-1] += 1
        return Token(OPEN, at, at + 1, char)
    if char in ")]}":
        if char == "}" and parser.holes:
            if parser.holes[-1] == 0:
                return Token(CLOSE, at, at + 1, "$}")
            parser.holes[-1] -= 1
        return Token(CLOSE, at, at + 1, char)
    pair = PAIRS.get(char + following)
    if pair:
        return Token(MARK, at, at + 2, pair)
    if char == "\\" and following in ("\r", "\n"):
        return Token(MARK, at, newline_end(text, at + 1), char)
    return Token(MARK, at, at + 1, char)


def word_token(parser: OutlineParser, at: int) -> Token:
    """Return a word, or a number, or a string that begins with letters."""
    text, end = parser.text, at
    while end < len(text) and is_word(text[end]):
        end += 1
    if "0" <= text[at] <= "9":
        if parser.flags & code.RAW_DELIMITED:  # C++: 1'000
            while end + 1 < len(text) and text[end] == "'" and is_word(text[end + 1]):
                end += 1
                while end < len(text) and is_word(text[end]):
                    end += 1
        return Token(LITERAL, at, end)
    word = text[at:end]
    following = text[end : end + 1]
    if parser.flags & code.LONG_STRINGS and word in ("r", "br", "cr") and following in ("#", '"'):
        opening = end
        while text[opening : opening + 1] == "#":
            opening += 1
        if text[opening : opening + 1] == '"':
            return Token(LITERAL, at, find(text, '"' + "#" * (opening - end), opening + 1))
    if parser.flags & code.RAW_DELIMITED and word in ("R", "LR", "uR", "UR", "u8R") and following == '"':
        opening = end + 1
        while (
            opening < len(text)
            and opening - end <= MAX_DELIMITER
            and "!" <= text[opening] <= "~"
            and text[opening] not in '()\\"'
        ):
            opening += 1
        if text[opening : opening + 1] == "(":
            return Token(LITERAL, at, find(text, ")" + text[end + 1 : opening] + '"', opening + 1))
    return Token(WORD, at, end, word, parser.roles.get(word, 0))


def is_value(token: Token) -> bool:
    """Return whether an operand may follow a token, rather than an operator."""
    if token.kind == WORD:
        return token.role in (code.VALUE, code.FOLLOWS, code.CASE)
    return token.kind in (OPEN, MARK)
