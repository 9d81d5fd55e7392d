"""Paragraph styles of Word: the headings and the lists that they stand for, their own or inherited."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from shiplap.readers.numbering import integer, value
from shiplap.readers.packages import W

#: The names of styles that come with Word are English in all languages; their ids are not.
_HEADING = re.compile(r"heading ([1-9])")

#: The most styles that one is based on, each on the next. Word permits 10.
_MAX_BASES = 50

#: The outline level of body text; those of headings are 0 to 8.
_BODY = 9


class Styles:
    """The styles of a document, by their ids."""

    def __init__(self, root: Any) -> None:
        self._styles: dict[str, Any] = {}
        self._levels: dict[str, int | None] = {}
        self.default: str = ""
        for style in root.iterchildren(f"{W}style") if root is not None else ():
            name = style.get(f"{W}styleId", "")
            self._styles[name] = style
            if style.get(f"{W}type") == "paragraph" and style.get(f"{W}default") in ("1", "true", "on"):
                self.default = name

    def _chain(self, name: str) -> Iterator[tuple[str, Any]]:
        """Yield a style and those that it is based on, of which some files make a circle."""
        for _ in range(_MAX_BASES):
            style = self._styles.get(name)
            if style is None:
                return
            yield name, style
            name = value(style.find(f"{W}basedOn")) or ""

    def heading_level(self, name: str) -> int | None:
        """Return the level of a heading from 1 to 9; None for a style of body text."""
        if name not in self._levels:
            self._levels[name] = self._heading_level(name)
        return self._levels[name]

    def _heading_level(self, name: str) -> int | None:
        for _, style in self._chain(name):
            outline = value(style.find(f"{W}pPr/{W}outlineLvl"))
            if outline is not None:
                return outline_level(outline)
            known = (value(style.find(f"{W}name")) or "").lower()
            if match := _HEADING.fullmatch(known):
                return int(match[1])
            if known == "title":
                return 1
        return None

    def numbering(self, name: str) -> tuple[str, Any, str] | None:
        """Return the list of a style and its level, None if it is not given, and the style that has them."""
        for each, style in self._chain(name):
            numbering = style.find(f"{W}pPr/{W}numPr")
            if numbering is not None and (number := value(numbering.find(f"{W}numId"))) is not None:
                return number, value(numbering.find(f"{W}ilvl")), each
        return None


def outline_level(outline: str) -> int | None:
    """Return the level of a heading from 1 to 9 by its outline level from 0; None for body text."""
    number = integer(outline, _BODY)
    return number + 1 if 0 <= number < _BODY else None
