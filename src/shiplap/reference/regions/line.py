"""Classes of the lines of a document, by their marks: white space, fences, headings, the rows of tables, tags.

A line is `c`, its first MAX_LINE code points without the line end; `i` is the offset in `c` where its text begins.
"""

from __future__ import annotations

from collections.abc import Iterator

#: The number of code points of a line that are read.
MAX_LINE = 4096
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
DIGITS = frozenset("0123456789")


def lines(text: str, at: int = 0) -> Iterator[tuple[int, str]]:
    """Yield the lines from the line start `at` on: the start of each, and its code points that are read."""
    while at < len(text):
        end, after = end_of_line(text, at)
        yield at, text[at : min(end, at + MAX_LINE)]
        at = after


def end_of_line(text: str, at: int) -> tuple[int, int]:
    """Return the end of the line of `at`, without its line end and with it."""
    end = at
    while end < len(text) and text[end] not in "\r\n":
        end += 1
    after = end + (2 if text[end : end + 2] == "\r\n" else 1)
    return end, min(after, len(text))


def run_of(c: str, i: int, char: str) -> int:
    """Return the end of the run of one character from i on."""
    while i < len(c) and c[i] == char:
        i += 1
    return i


def lower(word: str) -> str:
    """Return a word with A to Z in small letters."""
    return "".join(chr(ord(char) + 32) if "A" <= char <= "Z" else char for char in word)


def indent(c: str, at: int, col: int = 0) -> tuple[int, int]:
    """Return the end of the white space from `at` on, and the column there; tabs reach to multiples of four."""
    begin = col
    while at < len(c) and c[at] in " \t":
        col = col + 1 if c[at] == " " else col // 4 * 4 + 4
        at += 1
    return at, col - begin


def advance(c: str, at: int, col: int, columns: int) -> tuple[int, int]:
    """Return the offset and the column after `columns` columns of white space. If they end inside a tab, the
    offset is that of the tab."""
    goal = col + columns
    while at < len(c) and col < goal:
        after = col + 1 if c[at] == " " else col // 4 * 4 + 4
        if after > goal:
            return at, goal
        at, col = at + 1, after
    return at, col


def after_mark(c: str, at: int, col: int) -> tuple[int, int]:
    """Return the offset and the column after the one column of white space that may follow a quotation mark."""
    return advance(c, at, col, 1) if c[at : at + 1] in (" ", "\t") else (at, col)


def is_blank(c: str, at: int) -> bool:
    """Return whether only white space follows from `at` on."""
    return not c[at:].strip(" \t")


def heading_level(c: str, i: int) -> int:
    """Return the level of an ATX heading, 1 to 6, or 0 for another line."""
    end = i
    while end < len(c) and end - i < 7 and c[end] == "#":
        end += 1
    return end - i if 0 < end - i < 7 and (end == len(c) or c[end] in " \t") else 0


def opens_fence(c: str, i: int) -> tuple[str, int] | None:
    """Return the character of an opening fence and its number, at least three, or None. No backtick may follow a
    fence of backticks."""
    end = i
    while end < len(c) and c[end] == c[i]:
        end += 1
    if c[i] not in "`~" or end - i < 3 or (c[i] == "`" and "`" in c[end:]):
        return None
    return c[i], end - i


def closes_fence(c: str, i: int, fence: tuple[str, int]) -> bool:
    """Return whether the line is a closing fence: at least as many of the character, and then only white space."""
    end = i
    while end < len(c) and c[end] == fence[0]:
        end += 1
    return end - i >= fence[1] and is_blank(c, end)


def cells(row: str) -> int:
    """Return the number of cells of a row. A pipe divides cells, except after an odd number of backslashes. The
    pipes at both ends are optional."""
    row = row.strip(" \t")
    count, backslashes = 1, 0
    for at, char in enumerate(row):
        if char == "|" and 0 < at < len(row) - 1 and backslashes % 2 == 0:
            count += 1
        backslashes = backslashes + 1 if char == "\\" else 0
    return count


def delimiter_cells(c: str, i: int) -> int:
    """Return the number of cells of a delimiter row, such as `|:--|--:|`, or 0. A delimiter row has a pipe."""
    row = c[i:].strip(" \t")
    if "|" not in row:
        return 0
    if row.startswith("|"):
        row = row[1:]
    if row.endswith("|"):
        row = row[:-1]
    parts = [part.strip(" \t") for part in row.split("|")]
    for part in parts:
        dashes = part.removeprefix(":").removesuffix(":")
        if not dashes or dashes.strip("-"):
            return 0
    return len(parts)


def tag_name(c: str, i: int) -> str:
    """Return the name of the opening or closing tag at i, in small letters, or ""."""
    begin = i + 2 if c[i : i + 2] == "</" else i + 1
    end = begin
    while end < len(c) and (c[end] in LETTERS or (end > begin and c[end] in DIGITS)):
        end += 1
    return lower(c[begin:end])
