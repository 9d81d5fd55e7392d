"""Code points of code, and the tokens that they form."""

from __future__ import annotations

from typing import NamedTuple

# Kinds of token. A code token of no other kind is a MARK.
NEWLINE, COMMENT, WORD, LITERAL, OPEN, CLOSE, MARK, DIRECTIVE = range(8)


class Token(NamedTuple):
    """A token of code. Offsets are code points."""

    kind: int
    start: int
    end: int
    code: str = ""  # the word, the bracket or the mark. "${" opens a template's hole, "$}" closes it
    role: int = 0  # the role of a word, from `_data/code_languages.py`


def is_word(char: str) -> bool:
    """Return whether a character is a letter, a digit, "_", "$", or not ASCII."""
    return char.isalnum() or char in "_$" or char > "\x7f"


def newline_end(text: str, at: int) -> int:
    """Return the end of the line end that begins at `at`. CR LF is one line end."""
    return at + 2 if text[at : at + 2] == "\r\n" else at + 1


def line_end(text: str, at: int) -> int:
    """Return the end of the line of `at`, before its line end."""
    while at < len(text) and text[at] not in "\r\n":
        at += 1
    return at


def find(text: str, what: str, at: int) -> int:
    """Return the offset after the next `what`, or the end of the text."""
    found = text.find(what, at)
    return len(text) if found < 0 else found + len(what)
