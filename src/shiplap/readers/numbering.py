"""Labels of the items of numbered lists, as Word counts and writes them (ECMA-376 part 1, 17.9)."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from shiplap.readers.items import Block, list_item
from shiplap.readers.packages import W

#: The levels of a list.
MAX_LEVELS = 9

#: Word ends letters at 780 ("zz…z", 30 letters), and Roman numerals have no sign above 3999.
_MAX_LETTER, _MAX_ROMAN = 780, 3999

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip

#: Labels that are markers of lists in Markdown.
_MARKER = re.compile(r"\d{1,9}[.)]")

_PLACEHOLDER = re.compile("%([1-9])")


class Level(NamedTuple):
    """A level of a list.

    start: its first number.
    format: the name of the format of its numbers.
    text: the label, with `%1` for the number of the first level.
    restart: the number of levels whose items let it start again.
    is_legal: all numbers of the label are decimal.
    style: the paragraph style that stands for the level.
    indent: that of its items, in twentieths of a point.
    """

    start: int
    format: str
    text: str
    restart: int
    is_legal: bool
    style: str | None
    indent: int


class Item(NamedTuple):
    """An item of a list: its label, "" for a bullet, and how far it is inside: its indent, then its level."""

    label: str
    depth: tuple[int, int]


class Nesting:
    """The lists that are open, by how far their items are inside. A list cannot begin with an item of an inner
    list."""

    def __init__(self) -> None:
        self._open: list[tuple[int, int]] = []

    def depth(self, inside: tuple[int, int]) -> int:
        """Return how many open lists an item is in, in which a list is open after it."""
        while self._open and self._open[-1] > inside:
            self._open.pop()
        if not self._open or self._open[-1] < inside:
            self._open.append(inside)
        return len(self._open) - 1

    def close(self) -> None:
        """Close all lists, at a block that is not an item."""
        self._open = []


def labelled(text: str, label: str, depth: int) -> Block:
    """Return an item of a list with its label, which is part of the text if Markdown cannot count so.

    >>> [labelled("rain", label, 0).prefix for label in ("2.", "", "b)")], labelled("rain", "b)", 0).text
    (['2. ', '- ', '- '], 'b) rain')
    """
    is_marker = _MARKER.fullmatch(label) is not None
    text = text if is_marker or not label else f"{label} {text}"
    indent = "    " * (depth + 1)
    return list_item(text.replace("\n", f"\n{indent}"), "list_item", depth, label if is_marker else "-")


class Numbering:
    """The lists of a document, and how far each has counted."""

    def __init__(self, root: Any) -> None:
        self._lists: dict[str, str] = {}  # the abstract list of each list
        self._levels: dict[str, dict[int, Level]] = {}  # the levels of each list
        self._counts: dict[str, dict[int, int]] = {}  # the last number of each level of an abstract list
        self._starts: dict[tuple[str, int], int] = {}  # levels at which a list starts anew, until it has
        if root is not None:
            self._read(root)

    def _read(self, root: Any) -> None:
        abstracts = {each.get(f"{W}abstractNumId"): each for each in root.iterchildren(f"{W}abstractNum")}
        styled = {value(each.find(f"{W}styleLink")): each for each in abstracts.values()}
        for num in root.iterchildren(f"{W}num"):
            name, abstract = num.get(f"{W}numId", ""), value(num.find(f"{W}abstractNumId")) or ""
            element = abstracts.get(abstract)
            if element is None:
                continue
            link = value(element.find(f"{W}numStyleLink"))
            if link is not None and link in styled:
                element = styled[link]
                abstract = element.get(f"{W}abstractNumId", "")
            levels = _levels(element)
            for change in num.iterchildren(f"{W}lvlOverride"):
                number = integer(change.get(f"{W}ilvl"), 0)
                levels.update(_levels(change))
                start = value(change.find(f"{W}startOverride"))
                if start is not None:
                    self._starts[name, number] = integer(start, 1)
            self._lists[name], self._levels[name] = abstract, levels

    def level_of_style(self, name: str, style: str) -> int | None:
        """Return the level of a list that a paragraph style stands for."""
        return next((number for number, level in self._levels.get(name, {}).items() if level.style == style), None)

    def count(self, name: str, number: int, indent: int | None) -> Item | None:
        """Count an item of a list at a level from 0, and return it; None if the list is missing.

        indent: that of the paragraph, None for that of the level.
        """
        levels = self._levels.get(name)
        if levels is None or number not in levels:
            return None
        counts = self._counts.setdefault(self._lists[name], {})
        level = levels[number]
        start = self._starts.pop((name, number), None)
        counts[number] = start if start is not None else counts.get(number, level.start - 1) + 1
        for deeper, each in levels.items():
            if deeper > number and number < each.restart:
                counts.pop(deeper, None)
        return Item(self._label(levels, level, counts), (level.indent if indent is None else indent, number))

    def _label(self, levels: dict[int, Level], level: Level, counts: dict[int, int]) -> str:
        if level.format in ("bullet", "none"):
            return ""

        def written(match: re.Match[str]) -> str:
            number = int(match[1]) - 1
            other = levels.get(number, level)
            return numeral("decimal" if level.is_legal else other.format, counts.get(number, other.start))

        return _PLACEHOLDER.sub(written, level.text).strip()


def _levels(parent: Any) -> dict[int, Level]:
    """Return the levels of a list by their numbers from 0."""
    levels = map(_level, parent.iterchildren(f"{W}lvl"))
    return {number: level for number, level in levels if 0 <= number < MAX_LEVELS}


def _level(element: Any) -> tuple[int, Level]:
    number = integer(element.get(f"{W}ilvl"), 0)

    def of(name: str) -> str | None:
        return value(element.find(f"{W}{name}"))

    restart = integer(of("lvlRestart"), number)
    return number, Level(
        integer(of("start"), 0),
        of("numFmt") or "decimal",
        of("lvlText") or "",
        restart,
        is_on(element.find(f"{W}isLgl")),
        of("pStyle"),
        indent_of(element) or 0,
    )


def indent_of(element: Any) -> int | None:
    """Return the indent of a paragraph or a level of a list, in twentieths of a point; None if it is not given."""
    indent = element.find(f"{W}pPr/{W}ind")
    if indent is None:
        return None
    given = indent.get(f"{W}left", indent.get(f"{W}start"))
    return None if given is None else integer(given, 0)


def numeral(format: str, number: int) -> str:
    """Return a number in a format of ECMA-376; other formats than Latin letters and Roman numerals are decimal.

    >>> [numeral(*item) for item in [("lowerLetter", 28), ("upperRoman", 14), ("decimalZero", 7), ("hebrew1", 3)]]
    ['bb', 'XIV', '07', '3']
    """
    written = str(number)
    if format in ("bullet", "none"):
        written = ""
    elif format == "decimalZero":
        written = f"{number:02}"
    elif format.endswith("Letter") and 0 < number <= _MAX_LETTER:
        written = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
    elif format.endswith("Roman") and 0 < number <= _MAX_ROMAN:
        written = ""
        for size, sign in _ROMAN:
            written += sign * (number // size)
            number %= size
    return written.upper() if format.startswith("upper") else written


def value(element: Any) -> str | None:
    """Return the value of an element of WordprocessingML; None if the element is missing."""
    return None if element is None else element.get(f"{W}val")


def is_on(element: Any) -> bool:
    """Return whether a switch of WordprocessingML is on: the element exists, and its value is not "false"."""
    return element is not None and element.get(f"{W}val", "true") not in ("0", "false", "off")


def integer(text: str | None, default: int) -> int:
    """Return a number of at most nine digits; the default for another text."""
    return int(text) if text is not None and re.fullmatch(r"-?[0-9]{1,9}", text) else default
