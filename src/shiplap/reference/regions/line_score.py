"""What a line of text without markup says, for code or for prose."""

from __future__ import annotations

from shiplap._data.code_keywords import WEIGHTS
from shiplap.reference.regions.line import DIGITS, LETTERS

PREPROCESSOR = ("include", "define", "if", "ifdef", "ifndef", "endif", "else", "elif", "pragma", "undef", "error")
#: Code points of the longest keyword; of a line's text that are looked at; words that are counted.
MAX_KEYWORD = max(map(len, WEIGHTS))
MAX_SCORED_TEXT, MAX_WORDS = 160, 24
#: What a line says at most, for code or for prose.
MAX_SCORE = 6
NAME = LETTERS | DIGITS | frozenset("_$")


def line_score(c: str, i: int) -> int:
    """Return how much a line looks like code (above 0) or prose (below); 0 for comments that begin
    with `#`, and where nothing tells. i: where its text begins."""
    end = len(c.rstrip(" \t"))
    if c[i] == "#" and not directive(c, i):
        return 0
    weight = keyword(c, i)
    code = beginning(c, i) + ending(c, end) + weight
    if weight == 1 and c[end - 1] in ":({":
        code += 2
    words = beyond = 0
    for at in range(i + 1, min(end, i + MAX_SCORED_TEXT)):
        before, char, after = c[at - 1], c[at], c[at + 1 : at + 2] if at + 1 < end else ""
        if char == " ":
            words += words < MAX_WORDS and (is_letter(before) or before in ",.") and is_letter(after)
        elif is_letter(char):
            beyond += char > "\x7f"
        else:
            code += operator_score(before, char, after)
    said = words // 2
    if code == 0 and beyond >= 4:
        said += 2
    if words >= 2 and c[end - 1] in ".?!":
        said += 2
    return max(-MAX_SCORE, min(MAX_SCORE, min(code, 2 * MAX_SCORE) - said))


def is_letter(char: str) -> bool:
    """A to Z in any case, or any code point beyond ASCII."""
    return char in LETTERS or char > "\x7f"


def is_name(char: str) -> bool:
    """A letter, a digit, `_` or `$`."""
    return char in NAME or char > "\x7f"


def keyword(c: str, i: int) -> int:
    """Return what the first word weighs: 2 for a word of code, 1 for one that is English too, or 0."""
    end = i
    while end < len(c) and end - i <= MAX_KEYWORD and c[end] in NAME:
        end += 1
    return WEIGHTS.get(c[i:end], 0)


def directive(c: str, i: int) -> int:
    """Return what a line that begins with `#` says, if it is no comment: of the preprocessor, `#!`, `#[`."""
    end = i + 1
    while end < len(c) and c[end] in LETTERS:
        end += 1
    return 4 if c[i + 1 : end] in PREPROCESSOR or c[i + 1 : i + 2] in ("!", "[") else 0


def beginning(c: str, i: int) -> int:
    """Return what the beginning of a line says for code."""
    if c[i] == "#":
        return directive(c, i)
    if c.startswith(">>> ", i):
        return 6
    if c[i] == "}" or c.startswith(("//", "/*", "*/"), i):
        return 3
    if c[i] in "@" and is_letter(c[i + 1 : i + 2] or " "):
        return 3
    if c.startswith("$ ", i):
        return 3
    if c[i] in ")]{" or c.startswith(('"""', "'''"), i):
        return 2
    if c[i] == "<" and (c[i + 1 : i + 2] == "/" or is_letter(c[i + 1 : i + 2] or " ")):
        return 2
    return 0


def ending(c: str, end: int) -> int:
    """Return what the end of a line says for code."""
    if c[end - 1] in "{}":
        return 3
    if c[end - 1] in ";([":
        return 2
    return 1 if c[end - 1] == "\\" else 0


def operator_score(before: str, char: str, after: str) -> int:
    """Return what a mark inside a line says for code, by the code points beside it."""
    if char == "_":
        return is_name(before) and is_name(after or " ")
    if char == ".":
        return is_letter(before) and is_letter(after or " ")
    if char in "([":
        return is_name(before) or before in ")]"
    if char in ")]":
        return before in "(["
    if char in "{}":
        return 1
    if char == "=":
        if before in "=!<>+-*/|&%^:":
            return 2
        return 2 if before == " " and after == " " else is_name(before) and after not in ("", "=")
    if char == ">":
        return 2 * (before in "-=/")
    if char == "/":
        return 2 * (before == "<")
    if char in ":&|":
        return 2 * (before == char and after != "")
    return 0
