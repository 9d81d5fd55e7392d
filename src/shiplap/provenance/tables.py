"""The span tables: their names, and the type and the rule of each column."""

from __future__ import annotations

from typing import Literal, NamedTuple

#: The types of columns, and how an array of each is stored: "integer" as int64, "number" as float64, "text" as a
#: tuple of str or None, "choice" as int64, or for names as their int8 indices in `choices`; "edges" as float32,
#: one for each code point of all rows together.
Kind = Literal["integer", "number", "text", "choice", "edges"]

#: The directions of a run, by their codes: from the left, from the right, from the top, from the bottom.
DIRECTIONS = ("ltr", "rtl", "ttb", "btt")

#: The rotations of a page in degrees, clockwise.
ROTATIONS = (0, 90, 180, 270)


class Column(NamedTuple):
    """A column of a table.

    least: the least value of numbers. after: the column whose value must not exceed the value of this one.
    choices: the values of a choice.
    """

    kind: Kind
    required: bool = True
    least: int | None = None
    after: str | None = None
    choices: tuple[str, ...] | tuple[int, ...] = ()


_PAGE = Column("integer", least=1)
_BOX = {
    "page": _PAGE,
    "x0": Column("number"),
    "y0": Column("number"),
    "x1": Column("number", after="x0"),
    "y1": Column("number", after="y0"),
}

#: The columns of each table, beside `start` and `end`, in the order of a row that is given as a tuple.
TABLES: dict[str, dict[str, Column]] = {
    "pages": {
        "number": _PAGE,
        "label": Column("text", required=False),
        "width": Column("number", required=False, least=0),
        "height": Column("number", required=False, least=0),
        "rotation": Column("choice", required=False, choices=ROTATIONS),
    },
    "runs": {
        **_BOX,
        "direction": Column("choice", required=False, choices=DIRECTIONS),
        "edges": Column("edges", required=False),
    },
    "boxes": {**_BOX, "role": Column("text", required=False)},
    "times": {
        "begin": Column("number", least=0),
        "finish": Column("number", after="begin"),
        "speaker": Column("text", required=False),
    },
    "cells": {
        "sheet": Column("text"),
        "row": _PAGE,
        "column": _PAGE,
        "last_column": Column("integer", required=False, least=1, after="column"),
    },
    "anchors": {"fragment": Column("text")},
    "origin": {"source_start": Column("integer", least=0), "source_end": Column("integer", after="source_start")},
}

#: The columns that every table has: offsets in code points of the text.
SPAN = {"start": Column("integer", least=0), "end": Column("integer", after="start")}
