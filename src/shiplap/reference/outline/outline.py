"""The outline of a code text: definitions, and how well it may be cut at each line."""

from __future__ import annotations

from shiplap._data.code_languages import LANGUAGES, PYTHON
from shiplap.reference.outline.braces import Braces
from shiplap.reference.outline.indents import Indents
from shiplap.reference.outline.parser import Parser

#: Of a definition: role, start and end of its name, start, code, body, end, parent, rank.
Row = tuple[int, int, int, int, int, int, int, int, int]


def outline(text: str, language: str) -> tuple[list[Row], list[int], list[int]]:
    """The definitions in order of their starts, the starts of all lines but the first, and their ranks."""
    found = LANGUAGES[language]
    parser: Parser = (Indents if found.family == PYTHON else Braces)(text, found)
    parser.parse()
    rows = [
        (each.role, *each.name, each.start, each.code, each.body, each.end, each.parent, each.rank)
        for each in parser.definitions
    ]
    inner = [(line, rank) for line, rank in zip(parser.lines, parser.ranks, strict=True) if 0 < line < len(text)]
    return rows, [line for line, _ in inner], [rank for _, rank in inner]
