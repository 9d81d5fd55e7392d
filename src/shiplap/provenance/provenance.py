"""The span tables of one text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shiplap.errors import OptionError
from shiplap.provenance.span_table import SpanTable


class Provenance(Mapping[str, SpanTable]):
    """The span tables of one text by name, a read-only mapping.

    tables: a mapping of names of `shiplap.provenance.TABLES` to tables, or to rows as `SpanTable` takes them.
    characters: the length of the text in code points, which no row exceeds.

    Raises ProvenanceError, and OptionError for anything but a mapping and for unknown names.

    >>> Provenance({"anchors": [(0, 0, "top")]}, 12)
    <Provenance: anchors (1)>
    """

    __slots__ = ("_tables",)

    _tables: dict[str, SpanTable]

    def __init__(self, tables: Mapping[str, Any], characters: int) -> None:
        if not isinstance(tables, Mapping):
            raise OptionError("provenance", tables, "must be a mapping of names to span tables, or None")
        self._tables = {}
        for name, rows in tables.items():
            table = rows if isinstance(rows, SpanTable) and rows.name == name else SpanTable(name, rows)
            table.check_within(characters)
            self._tables[name] = table

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
