"""The outline of a code text: definitions, and the rank of a cut at each line."""

from __future__ import annotations

from shiplap._data.code_languages import GENERIC, LANGUAGES
from shiplap.reference.outline.definitions import line_starts
from shiplap.reference.outline.generic import outline_lines, outside
from shiplap.reference.outline.parser import parse
from shiplap.reference.outline.row import Row
from shiplap.reference.outline.state import OutlineParser


def outline(text: str, language: str) -> tuple[list[Row], list[int], list[int]]:
    """Return the definitions and blocks in the order of their starts, the starts of all lines except the first,
    and the ranks of these lines. A block that defines nothing has the role 0."""
    known, lines = LANGUAGES[language], line_starts(text)
    if known.family == GENERIC:
        found, ranks = outline_lines(text, lines, known)
    else:
        parser = OutlineParser(text, lines, known)
        parse(parser)
        found, ranks = outside(parser, known), parser.ranks
    rows = [
        Row(each.role, *each.name, each.start, each.code, each.body, each.end, each.parent, each.rank)
        for each in found
    ]
    inner = [(line, rank) for line, rank in zip(lines, ranks, strict=True) if 0 < line < len(text)]
    return rows, [line for line, _ in inner], [rank for _, rank in inner]
