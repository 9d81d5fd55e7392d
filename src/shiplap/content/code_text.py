"""The language of a text without a path that is source code as a whole, by its first statement.

A document in which code and prose alternate is divided into regions (`shiplap.content.region`). A file of source
code is one region, but the comments of many languages look like prose, and lines of names like tables. The first
statement after the comments tells the language; the text must have nothing else that looks like prose.
"""

from __future__ import annotations

import re
from functools import lru_cache

from shiplap._core.text import Text
from shiplap._data.code_beginnings import ASSIGNMENT, BEGINNINGS, COMMENTS, LINES, PROSE, SPANS, Beginning
from shiplap.patterns import lazily

#: The first characters of a row of BEGINNINGS, or "", its language, patterns, and what a text has.
Row = tuple[str, str, re.Pattern[str], re.Pattern[str], str]

#: Code points that are read of any text, and of one that may begin with code.
FIRST_READ, CODE_READ = 128, 8192
#: The code points behind the comments that say whether a statement is there.
LEAST_SEEN = 32
#: The most comments before the first statement.
MAX_COMMENTS = 8


def words_of(row: Beginning) -> list[str]:
    """Return the words of a row, in each case if the row ignores the case.

    >>> words_of(Beginning("ada", "with use_ NAME=", "")), words_of(Beginning("vhdl", "if_", "(?i:if )"))
    (['with', 'use '], ['if ', 'If ', 'IF '])
    """
    words = [word.replace("_", " ") for word in row.starts.split() if word != "NAME="]
    if "(?i" not in row.begins:
        return words
    return [each for word in words for each in (word, word.capitalize(), word.upper())]


#: The first three characters of the beginnings of statements.
STARTED = frozenset(word[:3] for row in BEGINNINGS for word in words_of(row))
MAY_ASSIGN = lazily(ASSIGNMENT)
#: The characters that a comment may begin with.
MARKS = frozenset("{/-;'!*\"%#(<=")
COMMENT_LINES = lazily(LINES)
POD = lazily("=[a-z]")
SPACE = lazily(r"\s*")
PROSE_LINE = lazily(PROSE, re.MULTILINE)
COMMENT = lazily(COMMENTS, re.MULTILINE | re.DOTALL)
#: The rows of BEGINNINGS. Few of them may begin with the same character: only these are tried, and compiled.
LANGUAGES: tuple[Row, ...] = tuple(
    (
        "" if "NAME=" in row.starts else "".join(word[0] for word in words_of(row)),
        row.language,
        lazily(row.begins),
        lazily(row.later, re.MULTILINE),
        row.needed,
    )
    for row in BEGINNINGS
)


def code_language(text: Text) -> str | None:
    """Return the language of a text that is source code as a whole, or None.

    >>> texts = ("// A.\\nusing System;\\n", "#!/bin/sh\\nx\\n", "# Rain\\n\\nIt rains.\\n")
    >>> [code_language(Text(each)) for each in texts]
    ['csharp', 'shell', None]
    """
    size = len(text)
    read, is_whole = text.beginning(0, size, FIRST_READ)
    read = read.lstrip("\ufeff \t\r\n")
    if not (read[:1] in MARKS or read[:3] in STARTED or MAY_ASSIGN.match(read)):
        return None
    at, is_statement = first_statement(read)
    if not is_whole and (is_statement or len(read) - at < LEAST_SEEN):
        read = text.beginning(0, size, CODE_READ)[0].lstrip("\ufeff \t\r\n")
        at, is_statement = first_statement(read)
    return language_at(read, at) if is_statement else None


@lru_cache(64)
def rows_of(character: str) -> tuple[Row, ...]:
    """Return the rows of LANGUAGES whose statements may begin with a character."""
    return tuple(row for row in LANGUAGES if not row[0] or character in row[0])


def first_statement(read: str) -> tuple[int, bool]:
    """Return the offset behind the comments that a text begins with, and whether a statement begins there."""
    at = 0
    for _ in range(MAX_COMMENTS):
        is_mark = read[at : at + 1] in MARKS
        is_open = not is_mark or read[at] == "{"
        may_begin = read[at : at + 3] in STARTED or (is_open and MAY_ASSIGN.match(read, at))
        if may_begin and any(begins.match(read, at) for _, _, begins, _, _ in rows_of(read[at])):
            return at, True
        end = comment_end(read, at) if is_mark else at
        if end == at:
            return at, False
        at = end
    return at, False


def comment_end(read: str, at: int) -> int:
    """Return the end of the comment at an offset, with the white space after it; the end of the text if the
    comment does not end; or the offset if no comment is there.

    >>> [comment_end(each, 0) for each in ("/* a */ b", "# a\\n# b\\n\\nc", "a", "/* a")]
    [8, 9, 0, 4]
    """
    closing = SPANS.get(read[at : at + 2]) or ("\n=cut" if POD.match(read, at) else None)
    if closing:
        if closing == "]":  # of CMake: #[==[ ]==]
            closing = read[at + 1 : read.find("[", at + 2) + 1].replace("[", "]")
        end = read.find(closing, at + 2)
        space = SPACE.match(read, end + len(closing))
        return space.end() if end > 0 and space else len(read)
    found = COMMENT_LINES.match(read, at)
    return found.end() if found else at


def language_at(read: str, at: int) -> str | None:
    """Return the language of the statement at an offset of a text, or None."""
    for _, language, begins, later, needed in rows_of(read[at]):
        if needed in read and begins.match(read, at) and later.search(read, at):
            has_prose = PROSE_LINE.search(read, at) and PROSE_LINE.search(COMMENT.sub("", read[at:]))
            return None if has_prose else language
    return None
