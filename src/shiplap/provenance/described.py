"""The provenance of one chunk as JSON has it: the column `provenance` of all formats.

An object with the names of the attributes of `Chunk` that have a value: `pages` [first, last], `page_labels`,
`boxes` [[page, x0, y0, x1, y1], …], `time` [begin, finish], `speakers`, `cells` [[sheet, row, column], …]
(or [sheet, row, column, last column]),
`anchor`, `origin` [start, end].

A chunk on several pages also has `page_spans` [[start, end, page], …] (or [start, end, page, label]): the offsets,
in characters of the document's text, of the part of the chunk on each page. By these, `part_of` finds the pages of
a quote in the chunk without the span tables. `Chunk` has no attribute for them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from shiplap.provenance.places import Box, Cell

#: The types of the values: a list has any number of such items, a tuple stands for a list of exactly these, a set
#: for alternatives.
_FORMS: dict[str, Any] = {
    "pages": (int, int),
    "page_labels": [str],
    "page_spans": [{(int, int, int), (int, int, int, str)}],
    "boxes": [(int, float, float, float, float)],
    "time": (float, float),
    "speakers": [str],
    "cells": [{(str, int, int), (str, int, int, int)}],
    "anchor": str,
    "origin": (int, int),
}

#: The value of an attribute from its form in JSON, and its value if the JSON lacks it.
_ATTRIBUTES: dict[str, tuple[Callable[[Any], Any], Callable[[], Any]]] = {
    "pages": (tuple, lambda: None),
    "page_labels": (tuple, tuple),
    "boxes": (lambda values: [Box(*each) for each in values], list),
    "time": (tuple, lambda: None),
    "speakers": (tuple, tuple),
    "cells": (lambda values: [Cell(*each) for each in values], list),
    "anchor": (str, lambda: None),
    "origin": (tuple, lambda: None),
}

#: The names of the attributes.
NAMES = tuple(_ATTRIBUTES)


def attribute(name: str, described: Mapping[str, Any] | None) -> Any:
    """Return an attribute of a chunk from its provenance as JSON has it.

    >>> attribute("boxes", {"boxes": [[3, 72.0, 90.0, 300.0, 102.0]]}), attribute("pages", None)
    ([Box(page=3, x0=72.0, y0=90.0, x1=300.0, y1=102.0)], None)
    """
    of_json, missing = _ATTRIBUTES[name]
    return of_json(described[name]) if described is not None and name in described else missing()


def together(parts: Sequence[Mapping[str, Any] | None]) -> dict[str, Any] | None:
    """Return the provenance of successive chunks together, None if none is known: from the first page, time and
    offset to the last, each label, span of a page, speaker, box and cell once, and the first anchor.

    >>> together([{"pages": [1, 2], "page_labels": ["i", "ii"]}, None, {"pages": [2, 3], "page_labels": ["ii"]}])
    {'pages': [1, 3], 'page_labels': ['i', 'ii']}
    """
    known = [part for part in parts if part]
    values = {name: [part[name] for part in known if name in part] for name in _FORMS}
    return {name: _united(_FORMS[name], each) for name, each in values.items() if each} or None


def part_of(described: Mapping[str, Any] | None, start: int, end: int) -> dict[str, Any] | None:
    """Return the provenance of a part of a chunk, from `start` to `end`, given that of the chunk. Of a chunk on
    several pages, the part has its own pages, with their labels and boxes; all else is that of the chunk.

    >>> chunk = {"pages": [1, 2], "page_spans": [[0, 10, 1], [10, 19, 2]], "anchor": "rain"}
    >>> part_of(chunk, 3, 8), part_of(chunk, 3, 12)["pages"]
    ({'pages': [1, 1], 'anchor': 'rain'}, [1, 2])
    """
    if described is None:
        return None
    rows = [row for row in described.get("page_spans", ()) if _shares(row[0], row[1], start, end)]
    if not rows:
        return dict(described)
    numbers = [row[2] for row in rows]
    first, last = min(numbers), max(numbers)
    found = {**described, "pages": [first, last]}
    found["page_labels"] = list(dict.fromkeys(row[3] for row in rows if len(row) > 3))
    clipped = [[max(row[0], start), min(row[1], end), *row[2:]] for row in rows]
    found["page_spans"] = [] if first == last else clipped
    found["boxes"] = [box for box in described.get("boxes", ()) if first <= box[0] <= last]
    return {name: value for name, value in found.items() if value != []}


def _shares(first: int, last: int, start: int, end: int) -> bool:
    """Return whether a part of a text has a row (P1, P2)."""
    return max(first, start) < min(last, end) or (first == last and start <= first < end)


def _united(form: Any, values: list[Any]) -> Any:
    if isinstance(form, tuple):
        return [min(first for first, _ in values), max(last for _, last in values)]
    if isinstance(form, list):
        return list({str(each): each for value in values for each in value}.values())
    return values[0]


def as_json(column: Iterable[Mapping[str, Any] | None]) -> list[str | None]:
    """Return the provenances of chunks as the texts of a column. A lone surrogate in a label is escaped.

    >>> as_json([{"page_labels": ["\\ud800"]}, None])
    ['{"page_labels": ["\\\\ud800"]}', None]
    """
    return [None if described is None else json.dumps(described) for described in column]


def is_described(value: Any) -> bool:
    """Return whether a value is the provenance of a chunk in JSON.

    >>> is_described({"pages": [1, 2]}), is_described({"pages": [1]}), is_described({"page": 1})
    (True, False, False)
    """
    return isinstance(value, dict) and all(
        name in _FORMS and _has_form(each, _FORMS[name]) for name, each in value.items()
    )


def _has_form(value: Any, form: Any) -> bool:
    if isinstance(form, list):
        return isinstance(value, list) and all(_has_form(each, form[0]) for each in value)
    if isinstance(form, set):
        return any(_has_form(value, each) for each in form)
    if isinstance(form, tuple):
        return isinstance(value, list) and len(value) == len(form) and all(map(_has_form, value, form))
    if form is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return isinstance(value, form) and not isinstance(value, bool)
