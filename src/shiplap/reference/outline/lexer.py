"""The words of a code text: strings, comments, brackets, names, marks, line ends.
Twins: `_core/outline/lexer.pxi`, `units.pxi`, `literals.pxi`.

No code text is wrong: what is not closed ends with its line, or with the text, and lexing goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shiplap._data import code_languages as code
from shiplap._data.code_languages import Language

# Kinds of token. Every other kind of code token is a mark.
NEWLINE, COMMENT, WORD, LITERAL, OPEN, CLOSE, MARK, DIRECTIVE = range(8)

#: Two marks that mean one thing, and what they are taken for: a comparison is not an assignment.
PAIRS = {
    "=>": "=>", "->": "->", "::": "::", "==": "==", "!=": "==", "<=": "==", ">=": "==", ":=": "=",
    "++": "++", "--": "--",
}  # fmt: skip

#: A regular expression literal of JavaScript is not looked for further than this, so that lexing stays linear.
REGEX_CAP = 1024
#: The most that C++ allows before the parenthesis of a raw string.
DELIMITER_CAP = 16


class Token(NamedTuple):
    kind: int
    start: int
    end: int
    code: str  # the word, the bracket or the mark; "" for others. "${" opens a template's hole, "$}" closes it
    role: int  # of a word, from `_data/code.py`


def is_word(char: str) -> bool:
    """A letter, a digit, "_" or "$", or anything that is not ASCII."""
    return char.isalnum() or char in "_$" or char > "\x7f"


def newline_end(text: str, at: int) -> int:
    """The end of the line end that begins at `at`: CR LF is one."""
    return at + 2 if text[at : at + 2] == "\r\n" else at + 1


def line_end(text: str, at: int) -> int:
    """Where the line of `at` ends, before its line end."""
    while at < len(text) and text[at] not in "\r\n":
        at += 1
    return at


def find(text: str, what: str, at: int) -> int:
    """The place after the next `what`, or the end of the text."""
    found = text.find(what, at)
    return len(text) if found < 0 else found + len(what)


class Lexer:
    """The tokens of one text, in order. White space is none of them."""

    def __init__(self, text: str, language: Language) -> None:
        self.text = text
        self.flags: int = language.flags
        self.roles: dict[str, int] = language.roles
        self.python: bool = language.family == code.PYTHON
        self.braces: list[int] = []  # for each open template hole: the braces open in it
        #: Up to here a quote of this kind is known to have no partner in its line.
        self.lone: dict[str, int] = {"'": 0, '"': 0}
        self.bare: bool = True  # nothing but white space stands before in this line
        self.value: bool = True  # an operand may come, so a slash begins a regular expression

    def tokens(self) -> Iterator[Token]:
        at = 0
        while at < len(self.text):
            char = self.text[at]
            if char in " \t\v\f":
                at += 1
            elif char in "\r\n":
                end = newline_end(self.text, at)
                yield Token(NEWLINE, at, end, "", 0)
                self.bare = True
                at = end
            else:
                token = self.token(at, char)
                if token.kind not in (COMMENT, DIRECTIVE):
                    self.value = is_value(token)
                if token.kind != DIRECTIVE:
                    self.bare = False
                yield token
                at = token.end
                if token.code == "$}":  # more of the template
                    self.braces.pop()
                    token = self.template(at, at)
                    self.value = is_value(token)
                    yield token
                    at = token.end

    def token(self, at: int, char: str) -> Token:
        """The token that begins at `at`."""
        text, flags = self.text, self.flags
        following = text[at + 1 : at + 2]
        if is_word(char):
            return self.word(at)
        if char in "'\"":
            return self.quoted(at, char)
        if char == "`" and flags & code.TEMPLATES:
            return self.template(at, at + 1)
        if char == "`" and flags & code.RAW_BACKTICK:
            return Token(LITERAL, at, find(text, "`", at + 1), "", 0)
        if char == "#" and flags & code.HASH_COMMENTS:
            return Token(COMMENT, at, line_end(text, at), "", 0)
        if char == "#" and flags & code.DIRECTIVES and self.bare:
            return self.directive(at)
        if char == "/" and not flags & code.HASH_COMMENTS:
            if following == "/":
                return Token(COMMENT, at, line_end(text, at), "", 0)
            if following == "*":
                return Token(COMMENT, at, self.comment_end(at + 2), "", 0)
            if flags & code.REGEXES and self.value:
                end = self.regex_end(at + 1)
                if end:
                    return Token(LITERAL, at, end, "", 0)
        if char in "([{":
            if char == "{" and self.braces:
                self.braces[-1] += 1
            return Token(OPEN, at, at + 1, char, 0)
        if char in ")]}":
            if char == "}" and self.braces:
                if self.braces[-1] == 0:
                    return Token(CLOSE, at, at + 1, "$}", 0)
                self.braces[-1] -= 1
            return Token(CLOSE, at, at + 1, char, 0)
        pair = PAIRS.get(char + following)
        if pair:
            return Token(MARK, at, at + 2, pair, 0)
        if char == "\\" and following in ("\r", "\n"):
            return Token(MARK, at, newline_end(text, at + 1), char, 0)
        return Token(MARK, at, at + 1, char, 0)

    def word(self, at: int) -> Token:
        text, end = self.text, at
        while end < len(text) and is_word(text[end]):
            end += 1
        if "0" <= text[at] <= "9":
            if self.flags & code.RAW_DELIMITED:  # C++: 1'000
                while end + 1 < len(text) and text[end] == "'" and is_word(text[end + 1]):
                    end += 1
                    while end < len(text) and is_word(text[end]):
                        end += 1
            return Token(LITERAL, at, end, "", 0)
        word = text[at:end]
        following = text[end : end + 1]
        if self.flags & code.LONG_STRINGS and word in ("r", "br", "cr") and following in ("#", '"'):
            opening = end
            while text[opening : opening + 1] == "#":
                opening += 1
            if text[opening : opening + 1] == '"':
                return Token(LITERAL, at, find(text, '"' + "#" * (opening - end), opening + 1), "", 0)
        if self.flags & code.RAW_DELIMITED and word in ("R", "LR", "uR", "UR", "u8R") and following == '"':
            opening = end + 1
            while (
                opening < len(text)
                and opening - end <= DELIMITER_CAP
                and "!" <= text[opening] <= "~"
                and text[opening] not in '()\\"'
            ):
                opening += 1
            if text[opening : opening + 1] == "(":
                return Token(LITERAL, at, find(text, ")" + text[end + 1 : opening] + '"', opening + 1), "", 0)
        return Token(WORD, at, end, word, self.roles.get(word, 0))

    def quoted(self, at: int, quote: str) -> Token:
        """A string or character literal; or the quote alone, as a mark, where no other ends it in its line."""
        text, flags = self.text, self.flags
        if flags & code.TRIPLE_QUOTES and text[at : at + 3] == quote * 3 and (quote == '"' or self.python):
            return Token(LITERAL, at, self.triple_end(at + 3, quote), "", 0)
        if flags & code.LONG_STRINGS:
            if quote == '"':
                return Token(LITERAL, at, self.long_end(at + 1), "", 0)
            if text[at + 1 : at + 2] != "\\" and text[at + 2 : at + 3] != "'":
                return Token(MARK, at, at + 1, quote, 0)  # of a lifetime
        if at < self.lone[quote]:
            return Token(MARK, at, at + 1, quote, 0)
        crossed = False
        i = at + 1
        while i < len(text):
            if text[i] == quote:
                return Token(LITERAL, at, i + 1, "", 0)
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
            return Token(LITERAL, at, i, "", 0)
        self.lone[quote] = i
        return Token(MARK, at, at + 1, quote, 0)

    def triple_end(self, at: int, quote: str) -> int:
        text = self.text
        while at < len(text):
            if text[at] == "\\":
                at += 2
            elif text[at : at + 3] == quote * 3:
                return at + 3
            else:
                at += 1
        return len(text)

    def long_end(self, at: int) -> int:
        """The end of a string that may span lines."""
        text = self.text
        while at < len(text):
            if text[at] == "\\":
                at += 2
            elif text[at] == '"':
                return at + 1
            else:
                at += 1
        return len(text)

    def template(self, start: int, at: int) -> Token:
        """A template literal up to its end, or to the hole "${" that it has next."""
        text = self.text
        while at < len(text):
            if text[at] == "\\":
                at += 2
            elif text[at] == "`":
                return Token(LITERAL, start, at + 1, "", 0)
            elif text[at : at + 2] == "${":
                self.braces.append(0)
                return Token(OPEN, start, at + 2, "${", 0)
            else:
                at += 1
        return Token(LITERAL, start, len(text), "", 0)

    def comment_end(self, at: int) -> int:
        text = self.text
        if not self.flags & code.NESTED_COMMENTS:
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

    def regex_end(self, at: int) -> int:
        """The end of a regular expression, or 0 where it is none: a slash and ">" end an element of JSX."""
        text, bracketed, i = self.text, False, at
        if text[at : at + 1] == ">" or text[at - 2 : at - 1] == "<":
            return 0
        while i < min(len(text), at + REGEX_CAP):
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

    def directive(self, at: int) -> Token:
        """A line of the preprocessor, with the lines that continue it; `code` is its first word."""
        text, i = self.text, at + 1
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
            elif text[i] == '"':  # so that comment marks in a string are none
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
        return Token(DIRECTIVE, at, i, word, 0)


def is_value(token: Token) -> bool:
    """Whether an operand may follow a token, rather than an operator."""
    if token.kind == WORD:
        return token.role in (code.VALUE, code.FOLLOWS, code.CASE)
    return token.kind in (OPEN, MARK)
