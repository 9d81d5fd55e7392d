"""Filters of a search: the rows of chunks of some kinds, sources, documents or metadata."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shiplap.errors import OptionError
from shiplap.store.fields import Columns, paged
from shiplap.store.schema import translated

if TYPE_CHECKING:
    from shiplap.store.ranking import Rows

#: Values per statement: below 999 parameters, the limit of old builds of SQLite.
_GROUP = 900

_SOURCE = Columns("document_id", "source")
_DOCUMENT = Columns("document_id", "source", "metadata")


@dataclass(frozen=True)
class Filter:
    """Filter of a search: chunks of one of the kinds, of documents with one of the ids, whose source is one of
    the paths or lies below one, and whose metadata have the values. None allows all."""

    kinds: tuple[str, ...] | None = None
    sources: tuple[str, ...] | None = None
    documents: tuple[str, ...] | None = None
    metadata: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, kind: Any, source: Any, document: Any, metadata: Any) -> Filter | None:
        """Check the options of a search; return None if they allow all. Raises OptionError."""
        if metadata is not None and (
            not isinstance(metadata, Mapping) or not all(isinstance(key, str) for key in metadata)
        ):
            raise OptionError("metadata", metadata, "must be a mapping of keys to values")
        made = cls(_names("kind", kind), _names("source", source), _names("document", document), metadata or None)
        return None if made == cls() else made

    def rows(self, connection: sqlite3.Connection, store: str) -> Rows:
        """Return the rowids of the chunks that may be found, ascending."""
        import numpy as np

        with translated(store):
            if self.sources is None and self.documents is None and self.metadata is None:
                found = self._of_kinds(connection, "", ())
            else:
                ids = list(self._ids(connection, store))
                found = (
                    row
                    for first in range(0, len(ids), _GROUP)
                    for part in [ids[first : first + _GROUP]]
                    for row in self._of_kinds(connection, f"document_id IN ({_marks(part)})", part)
                )
            return np.sort(np.fromiter(found, np.int64))

    def _of_kinds(self, connection: sqlite3.Connection, condition: str, values: Sequence[str]) -> Iterator[int]:
        conditions, given = [condition] if condition else [], list(values)
        if self.kinds is not None:
            conditions.append(f"kind IN ({_marks(self.kinds)})")
            given += self.kinds
        sql = f"SELECT rowid FROM chunks WHERE {' AND '.join(conditions)}"
        return (row for (row,) in connection.execute(sql, given))

    def _ids(self, connection: sqlite3.Connection, store: str) -> Iterator[str]:
        wanted = None if self.documents is None else set(self.documents)
        if wanted is not None and self.sources is None and self.metadata is None:
            yield from wanted
            return
        columns = _SOURCE if self.metadata is None else _DOCUMENT
        for document_id, source, *rest in paged(connection, store, columns):
            if wanted is not None and document_id not in wanted:
                continue
            if self.sources is not None and not any(is_below(source, each) for each in self.sources):
                continue
            if all(has_value(rest[0], key, value) for key, value in (self.metadata or {}).items()):
                yield document_id


def is_below(source: str | None, path: str) -> bool:
    """Return whether a source is a path, or lies below it.

    >>> is_below("docs/a.md", "docs"), is_below("docs/a.md", "docs/a.md"), is_below("docs2/a.md", "docs")
    (True, True, False)
    """
    if source is None:
        return False
    return source == path or source.startswith(path if path.endswith("/") else path + "/")


def has_value(metadata: Mapping[str, Any], key: str, value: Any) -> bool:
    """Return whether metadata have a value, or one of several, under a key; or a list that contains it.

    >>> has_value({"tags": ["rain", "sun"]}, "tags", "sun"), has_value({"year": 2024}, "year", [2023, 2024])
    (True, True)
    """
    if key not in metadata:
        return False
    found, wanted = metadata[key], list(value) if isinstance(value, (list, tuple, set, frozenset)) else [value]
    held = found if isinstance(found, list) else [found]
    return any(_equal(each, one) for each in held for one in wanted)


def _equal(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal: true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))


def _names(option: str, given: Any) -> tuple[str, ...] | None:
    if given is None:
        return None
    several = (
        (given,)
        if isinstance(given, str)
        else tuple(given)
        if isinstance(given, (list, tuple, set, frozenset))
        else None
    )
    if several is None or not all(isinstance(each, str) for each in several) or len(several) > _GROUP // 2:
        raise OptionError(option, given, f"must be a str, or a list of at most {_GROUP // 2}")
    for each in several:
        if not _is_valid(each):
            raise OptionError(option, each, "must be valid Unicode")
    return several


def _is_valid(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
