"""The span tables of one text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shiplap.errors import OptionError
from shiplap.options import count
from shiplap.provenance.located import Located
from shiplap.provenance.lookup import Lookup
from shiplap.provenance.span_table import SpanTable


class Provenance(Mapping[str, SpanTable]):
    """The span tables of one text by name, a read-only mapping.

    tables: a mapping of names of `shiplap.provenance.TABLES` to tables, or to rows as `SpanTable` takes them.
    characters: the length of the text in code points, which no row exceeds.

    Raises ProvenanceError, and OptionError for unknown names and for anything except a mapping.

    >>> Provenance({"anchors": [(0, 0, "top")]}, 12)
    <Provenance: anchors (1)>
    """

    __slots__ = ("_lookups", "_tables")

    _tables: dict[str, SpanTable]
    _lookups: dict[str, Lookup]

    def __init__(self, tables: Mapping[str, Any], characters: int) -> None:
        if not isinstance(tables, Mapping):
            raise OptionError("provenance", tables, "must be a mapping of names to span tables, or None")
        self._tables, self._lookups = {}, {}
        for name, rows in tables.items():
            table = rows if isinstance(rows, SpanTable) and rows.name == name else SpanTable(name, rows)
            table.check_within(characters)
            self._tables[name] = table

    def described(self, start: int, end: int) -> dict[str, Any] | None:
        """Return the provenance of any span of the text, such as a quote, in the form of `Chunk.provenance`.

        Raises OptionError unless start and end are whole numbers, 0 <= start <= end.

        >>> import shiplap
        >>> document = shiplap.Document("It rains. It pours.", provenance={"pages": [(0, 10, 1), (10, 19, 2)]})
        >>> document.provenance.described(3, 8), document.provenance.described(3, 12)
        ({'pages': [1, 1]}, {'pages': [1, 2], 'page_spans': [[3, 10, 1], [10, 12, 2]]})
        """
        import numpy as np

        span = [count("start", start, 0), count("end", end, start)]
        parts = {name: self._lookup(name).part(start, end) for name in self._tables}
        return Located(parts, np.array([span], dtype=np.int64)).described(0)

    @property
    def has_locations(self) -> bool:
        """True if a table knows pages, times or cells, which `Chunk.location` names."""
        return not self._tables.keys().isdisjoint(("pages", "runs", "boxes", "times", "cells"))

    def _lookup(self, name: str) -> Lookup:
        if name not in self._lookups:
            self._lookups[name] = Lookup(self._tables[name])
        return self._lookups[name]

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        return None, {"_tables": self._tables, "_lookups": {}}  # made again where they are needed

    def __getitem__(self, name: str) -> SpanTable:
        return self._tables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def __repr__(self) -> str:
        return (
            f"<Provenance: {', '.join(f'{name} ({len(table)})' for name, table in self.items()) or 'no tables'}>"
        )
