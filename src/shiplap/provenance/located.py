"""The provenance of the chunks of one text: its span tables, joined to the spans of the chunks on access.

The rules are clauses P1 to P9 of `shiplap.reference.provenance`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from shiplap._core.text import boxes, join, own
from shiplap.errors import OptionError, unknown
from shiplap.options import choice
from shiplap.provenance.described import NAMES
from shiplap.provenance.places import Box, Cell
from shiplap.provenance.tables import TABLES

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.provenance.span_table import SpanTable

    Numbers = npt.NDArray[np.int64]

#: The boxes that become one: those of a line that touch, also successive lines of a block, or none.
Merge = Literal["line", "block"] | None

#: The tables that have pages, the first that exists counts, and the column of the number.
_PAGES = (("pages", "number"), ("runs", "page"), ("boxes", "page"))

T = TypeVar("T")


class Joined(NamedTuple):
    """The rows of a table that each chunk has: those of chunk k stand at `offsets[k]` to `offsets[k + 1]`.

    offsets: int64, shape (chunks + 1,). rows: the numbers of rows in the table, int64, shape (m,). first, last:
    the offsets of the part of each row that is in the chunk, in code points, int64, shape (m,).
    """

    offsets: Numbers
    rows: Numbers
    first: Numbers
    last: Numbers


class Boxes(NamedTuple):
    """The boxes of each chunk: those of chunk k stand at `offsets[k]` to `offsets[k + 1]`.

    offsets: int64, shape (chunks + 1,). pages: int64, shape (m,). coordinates: x0, y0, x1, y1 in points, float64,
    shape (m, 4).
    """

    offsets: Numbers
    pages: Numbers
    coordinates: npt.NDArray[np.float64]


class Located:
    """The provenance of the chunks of one text.

    provenance: the span tables of the text. spans: the chunks, int64, shape (n, 2), in code points. Each table is
    joined once, when it is first needed.
    """

    def __init__(self, provenance: Mapping[str, SpanTable], spans: Numbers) -> None:
        self.provenance: Mapping[str, SpanTable] = provenance
        self._starts: Any = spans[:, 0].copy()
        self._ends: Any = spans[:, 1].copy()
        self._known: dict[object, Any] = {}

    def joined(self, name: str, is_own: bool = False) -> Joined:
        """Return the rows of a table that each chunk has. is_own: without the overlap with the chunk before."""
        table: Any = self._table(name)
        return self._once(
            (name, is_own),
            lambda: Joined(*map(_array, join(self._begins(is_own), self._ends, table.start, table.end))),
        )

    def all_boxes(self, merge: Merge = "line", is_own: bool = False) -> Boxes:
        """Return the boxes of each chunk, of the table `runs`, else of `boxes`."""
        if merge is not None:
            choice("merge", merge, ("line", "block"))
        return self._once((merge, is_own), lambda: self._boxes(merge, is_own))

    def _boxes(self, merge: Merge, is_own: bool) -> Boxes:
        name = "runs" if "runs" in self.provenance else "boxes"
        table = self._table(name)
        offsets, pages, coordinates = boxes(
            self._begins(is_own), self._ends, table["start"], table["end"],
            table["page"], table["x0"], table["y0"], table["x1"], table["y1"],
            table.get("direction"), table.get("edges"), merge if name == "runs" else None,
        )  # fmt: skip
        return Boxes(_array(offsets), _array(pages), _array(coordinates).reshape(-1, 4))

    def _table(self, name: str) -> SpanTable:
        table = self.provenance.get(name)
        if table is None:
            if name not in TABLES:
                raise unknown("table", name, TABLES)
            names = ", ".join(map(repr, self.provenance)) or "none"
            raise OptionError("table", name, f"the document has no such table; its tables: {names}")
        return table

    def _begins(self, is_own: bool) -> Any:
        """Return the starts of the chunks, or with `is_own` of what follows the chunk before."""
        return own(self._starts, self._ends) if is_own else self._starts

    def _once(self, key: object, make: Callable[[], T]) -> T:
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = make()
        value: T = found
        return value

    # ---- the rows of one chunk

    def _values(self, chunk: int, name: str, column: str) -> list[Any]:
        """Return the values of a column in the rows of a chunk, in order. Those of all chunks are read at once."""
        offsets, values = self._once((name, column), lambda: self._read(name, column))
        return values[offsets[chunk] : offsets[chunk + 1]]

    def _read(self, name: str, column: str) -> tuple[list[int], list[Any]]:
        """Return the values of a column in the rows of all chunks, and where those of each chunk begin."""
        joined, values = self.joined(name), self.provenance[name][column]
        if isinstance(values, tuple):
            return joined.offsets.tolist(), [values[row] for row in joined.rows.tolist()]
        return joined.offsets.tolist(), values[joined.rows].tolist()

    def pages(self, chunk: int) -> tuple[int, int] | None:
        """Return the first and the last page of a chunk, by their numbers: of `pages`, else of `runs` or
        `boxes`."""
        for name, column in _PAGES:
            if name in self.provenance:
                numbers = self._values(chunk, name, column)
                return (min(numbers), max(numbers)) if numbers else None
        return None

    def page_spans(self, chunk: int) -> list[list[Any]]:
        """Return the parts of a chunk on each of its pages: start, end, page, and the label if it is known.
        Successive runs or boxes of one page are one part. A chunk on one page has none."""
        pages = self.pages(chunk)
        if pages is None or pages[0] == pages[1]:
            return []
        name, column = next(each for each in _PAGES if each[0] in self.provenance)
        joined, table = self.joined(name), self.provenance[name]
        part = slice(joined.offsets[chunk], joined.offsets[chunk + 1])
        labels = table.get("label") if name == "pages" else None
        found: list[list[Any]] = []
        rows = (joined.rows[part].tolist(), joined.first[part].tolist(), joined.last[part].tolist())
        for row, first, last in zip(*rows, strict=True):
            label = None if labels is None else labels[row]
            page = [int(table[column][row])] if label is None else [int(table[column][row]), label]
            if name != "pages" and found and found[-1][2:] == page:
                found[-1][1] = max(found[-1][1], last)
            else:
                found.append([first, last, *page])
        return found

    def page_labels(self, chunk: int) -> tuple[str, ...]:
        """Return the labels of the pages of a chunk, as they are printed."""
        table = self.provenance.get("pages")
        if table is None or table.get("label") is None:
            return ()
        return tuple(dict.fromkeys(label for label in self._values(chunk, "pages", "label") if label is not None))

    def boxes(self, chunk: int) -> list[Box]:
        """Return the boxes of a chunk, those of a line merged."""
        return [Box(*each) for each in self._box_rows(chunk)]

    def _box_rows(self, chunk: int) -> list[Any]:
        """Return the boxes of a chunk as lists: page, x0, y0, x1, y1."""
        if "runs" not in self.provenance and "boxes" not in self.provenance:
            return []
        found = self.all_boxes()
        part = slice(found.offsets[chunk], found.offsets[chunk + 1])
        pairs = zip(found.pages[part].tolist(), found.coordinates[part].tolist(), strict=True)
        return [[page, *corners] for page, corners in pairs]

    def time(self, chunk: int) -> tuple[float, float] | None:
        """Return when the text of a chunk begins and finishes, in seconds."""
        if "times" not in self.provenance:
            return None
        begins, finishes = self._values(chunk, "times", "begin"), self._values(chunk, "times", "finish")
        return (min(begins), max(finishes)) if begins else None

    def speakers(self, chunk: int) -> tuple[str, ...]:
        """Return the speakers of a chunk, in the order of their first words."""
        table = self.provenance.get("times")
        if table is None or table.get("speaker") is None:
            return ()
        return tuple(dict.fromkeys(each for each in self._values(chunk, "times", "speaker") if each is not None))

    def cells(self, chunk: int) -> list[Cell]:
        """Return the first cell of each row of a sheet that a chunk has, each once."""
        if "cells" not in self.provenance:
            return []
        has_last = self.provenance["cells"].get("last_column") is not None
        columns = [self._values(chunk, "cells", name) for name in Cell._fields[: 4 if has_last else 3]]
        found = (Cell(*each) for each in dict.fromkeys(zip(*columns, strict=True)))
        return [cell if cell.last_column != cell.column else cell._replace(last_column=None) for cell in found]

    def anchor(self, chunk: int) -> str | None:
        """Return the anchor to open for a chunk: the last one that begins at or before the chunk and contains its
        start, where an anchor without a length lasts until the next one; else the first one in the chunk."""
        if "anchors" not in self.provenance:
            return None
        return self._once("anchor", self._anchors)[chunk]

    def _anchors(self) -> list[str | None]:
        """Return the anchor of each chunk, in one pass over both."""
        table = self.provenance["anchors"]
        starts, ends, fragments = table.start.tolist(), table.end.tolist(), table["fragment"]
        joined = self.joined("anchors")
        found: list[str | None] = []
        lasting: list[int] = []  # the rows that begin before the chunk and may last until it; the last one decides
        row = 0
        for chunk, start in enumerate(self._starts.tolist()):
            while row < len(starts) and starts[row] <= start:
                lasting.append(row)
                row += 1
            while lasting and starts[lasting[-1]] < ends[lasting[-1]] <= start:
                lasting.pop()
            inside = joined.rows[joined.offsets[chunk] : joined.offsets[chunk + 1]][:1].tolist()
            found += [fragments[each] for each in (lasting[-1:] or inside)] or [None]
        return found

    def origin(self, chunk: int) -> tuple[int, int] | None:
        """Return the part of the source that a chunk comes from.

        A row of `origin` whose text has the length of its part of the source is verbatim: a chunk that cuts it has
        that much of it. A chunk that cuts another row has the whole of it.
        """
        if "origin" not in self.provenance:
            return None
        joined, table = self.joined("origin"), self.provenance["origin"]
        part = slice(joined.offsets[chunk], joined.offsets[chunk + 1])
        rows = joined.rows[part]
        if not len(rows):
            return None
        starts, ends = table["source_start"][rows], table["source_end"][rows]
        is_verbatim = ends - starts == table.end[rows] - table.start[rows]
        first = starts + is_verbatim * (joined.first[part] - table.start[rows])
        last = ends - is_verbatim * (table.end[rows] - joined.last[part])
        return int(first.min()), int(last.max())

    def described(self, chunk: int) -> dict[str, Any] | None:
        """Return all that is known of a chunk as JSON has it (`shiplap.provenance.described`); None if nothing
        is."""
        values = {name: getattr(self, name)(chunk) for name in NAMES if name != "boxes"}
        values["boxes"] = self._box_rows(chunk)  # without a Box for each, which would take most of the time
        found = {name: _plain(values[name]) for name in NAMES if values[name] not in (None, (), [])}
        if parts := self.page_spans(chunk):
            found["page_spans"] = parts
        return found or None


def _plain(value: Any) -> Any:
    """Return a value with lists for its tuples."""
    if isinstance(value, str):
        return value
    # a cell may have no last column
    return [[part for part in each if part is not None] if isinstance(each, tuple) else each for each in value]


def _array(values: Any) -> Any:
    import numpy as np

    return np.asarray(values)
