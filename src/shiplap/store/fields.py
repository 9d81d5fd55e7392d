"""The columns of the tables, checked on reading: a file may be damaged, or edited by hand.

SQLite stores any value in any column and does not check the encoding of text. All rows are read through `select`,
which raises a StoreError that names the row of any invalid value.
"""

from __future__ import annotations

import itertools
import json
import operator
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from shiplap.content.decided import Decided, from_text
from shiplap.errors import StoreError
from shiplap.printable import counted
from shiplap.provenance.described import is_described
from shiplap.store.schema import IllFormed, translated


class Field(NamedTuple):
    """The valid values of a column: the types, the rule in words, whether it is a count (at least 0), and a
    function that converts the stored value, if needed; it raises ValueError for a value that breaks the rule."""

    types: tuple[type, ...]
    rule: str
    is_count: bool = False
    convert: Callable[[Any], Any] | None = None


def _json(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_not_json)
    except RecursionError:
        raise ValueError from None


def _not_json(name: str) -> None:
    raise ValueError


def _object(text: str) -> dict[str, Any]:
    found = _json(text)
    if not isinstance(found, dict):
        raise ValueError
    return found


def _headings(text: str | None) -> tuple[str, ...]:
    found = [] if text is None else _json(text)
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise ValueError
    return tuple(found)


def _line(value: int) -> int:
    if value < 1:
        raise ValueError
    return value


def _provenance(value: str | None) -> dict[str, Any] | None:
    if value is None:
        return None
    found = _json(value)
    if not is_described(found):
        raise ValueError
    return found  # type: ignore[no-any-return]


def _decided(value: str | None) -> Decided | None:
    return None if value is None else from_text(value)


_TEXT = Field((str,), "text")
_OPTIONAL_TEXT = Field((str, type(None)), "text or NULL")
_COUNT = Field((int,), "a whole number of at least 0", is_count=True)

FIELDS = {
    # documents
    "document_id": _TEXT,
    "source": _OPTIONAL_TEXT,
    "content_hash": _TEXT,
    "fingerprint": _TEXT,
    "characters": _COUNT,
    "bytes": _COUNT,
    "chunks": _COUNT,
    "metadata": Field((str,), "a JSON object", convert=_object),
    "decided": Field((str, type(None)), "decisions as JSON, or NULL", convert=_decided),
    # chunks
    "chunk_index": _COUNT,
    "chunk_id": _TEXT,
    "text": _TEXT,
    "char_start": _COUNT,
    "char_end": _COUNT,
    "byte_start": _COUNT,
    "byte_end": _COUNT,
    "line_start": Field((int,), "a whole number of at least 1", convert=_line),
    "line_end": Field((int,), "a whole number of at least 1", convert=_line),
    "kind": _OPTIONAL_TEXT,
    "headings": Field((str, type(None)), "a JSON list of texts, or NULL", convert=_headings),
    "table_header": _TEXT,
    "shown_text": _OPTIONAL_TEXT,
    "context": _OPTIONAL_TEXT,
    "token_count": _COUNT,
    "overlap": _COUNT,
    "context_hash": _TEXT,
    "content_id": _TEXT,
    "provenance": Field((str, type(None)), "the provenance of a chunk as JSON, or NULL", convert=_provenance),
    "generation": _COUNT,
    # meta
    "key": _TEXT,
    "value": Field((int,), "a whole number"),
    # settings
    "setting": _TEXT,
    # models and embeddings
    "model": _TEXT,
    "probe": Field((bytes,), "bytes"),
    "vector": Field((bytes,), "bytes"),
    "reason": _TEXT,
    # computed: of a chunk, of a model, by a search
    "number": _COUNT,
    "vectors": _COUNT,
    "unused": _COUNT,
    "rowid": Field((int,), "a whole number"),
}


class Columns:
    """Columns selected together, by name (`c.id` is named `id`), and expressions named like fields."""

    def __init__(self, *names: str, **expressions: str) -> None:
        self.sql: str = ", ".join((*names, *expressions.values()))
        self.names: tuple[str, ...] = (*(name.rpartition(".")[2] for name in names), *expressions)
        self._fields = [FIELDS[name] for name in self.names]
        self._types = set(itertools.product(*(field.types for field in self._fields)))
        counts = [at for at, field in enumerate(self._fields) if field.is_count]
        # with two or more indices, itemgetter returns a tuple
        self._counts = operator.itemgetter(*counts, counts[-1]) if counts else None
        self._converted = [(at, field.convert) for at, field in enumerate(self._fields) if field.convert]

    def checked(self, store: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Check and convert the values of a row. Raises StoreError."""
        is_sound = tuple(map(type, row)) in self._types
        if not is_sound or (self._counts is not None and min(self._counts(row)) < 0):
            wrong = next(at for at, field in enumerate(self._fields) if not _fits(field, row[at]))
            raise self._error(store, row, wrong)
        if not self._converted:
            return row
        values = list(row)
        for at, convert in self._converted:
            try:
                values[at] = convert(row[at])
            except ValueError:
                raise self._error(store, row, at) from None
        return tuple(values)

    def _error(self, store: str, row: tuple[Any, ...], at: int) -> StoreError:
        """Describe the invalid value at an index of the row."""
        name, value = self.names[at], row[at]
        known = dict(zip(self.names, row, strict=True))
        keys = _KEYS[:2] if "document_id" in known else _KEYS[2:]
        where = place(**{key: known[key] for key in keys if key in known and key != name})
        if isinstance(value, IllFormed):
            return StoreError(store, f"{where}{name} is not UTF-8")
        shown = "NULL" if value is None else format(repr(value), ".60")
        return StoreError(store, f"{where}{name} is {shown}, not {self._fields[at].rule}")


def _fits(field: Field, value: Any) -> bool:
    return type(value) in field.types and not (field.is_count and value < 0)


def place(**keys: object) -> str:
    """Name the damaged row by the keys that were read."""
    named = "".join(f"{_NAMES.get(key, key)} {value!r:.200}, " for key, value in keys.items())
    return f"the file is damaged: {named[:-2]}: " if named else "the file is damaged: "


_KEYS = ("document_id", "chunk_index", "context_hash", "key", "model")
_NAMES = {"document_id": "document", "chunk_index": "chunk", "context_hash": "context hash"}


@contextmanager
def one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """Let all statements of the block see the rows of one moment: other processes commit before or after it."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def select(connection: sqlite3.Connection, store: str, columns: Columns, rest: str, *values: object) -> list[Any]:
    """Run a SELECT and check each value; `rest` follows the columns. Raises StoreError."""
    with translated(store):
        try:
            rows = connection.execute(f"SELECT {columns.sql} {rest}", values).fetchall()
        except UnicodeEncodeError:
            raise StoreError(store, f"{values[0]!r} is not valid Unicode") from None
    return [columns.checked(store, row) for row in rows]


def pages(
    store: str, read: Callable[[Any], list[Any]], before: Any, key: Callable[[Any], Any] = operator.itemgetter(0)
) -> Iterator[list[Any]]:
    """Yield the pages that `read` returns, each with the rows after a key, the first after `before`, until one is
    empty. No statement stays open in between. Raises StoreError if the keys do not ascend: in a damaged table, the
    pages may have no end."""
    last = before
    while page := read(last):
        for row in page:
            if last is not None and key(row) <= last:
                raise StoreError(store, f"the file is damaged: {key(row)!r:.200} follows {last!r:.200} in a table")
            last = key(row)
        yield page


def paged(connection: sqlite3.Connection, store: str, columns: Columns) -> Iterator[tuple[Any, ...]]:
    """Yield rows of all documents in the order of their ids, of which `columns` has the first."""
    rest = "FROM documents WHERE ? IS NULL OR document_id > ? ORDER BY document_id LIMIT 1000"
    for page in pages(store, lambda last: select(connection, store, columns, rest, last, last), None):
        yield from page


# ---- the rows of a document

DOCUMENT = Columns(
    "document_id", "source", "content_hash", "fingerprint", "characters", "bytes", "chunks", "metadata"
)


class ChunkRow(NamedTuple):
    """A row of `chunks`, without the document id."""

    chunk_id: str
    chunk_index: int
    text: str
    char_start: int
    char_end: int
    byte_start: int
    byte_end: int
    overlap: int
    token_count: int
    content_hash: str
    context_hash: str
    content_id: str
    line_start: int
    line_end: int
    kind: str | None
    headings: tuple[str, ...]
    table_header: str
    provenance: dict[str, Any] | None
    shown_text: str | None
    context: str | None

    @property
    def shown(self) -> str:
        """The end of its contextual text, after the context: its shown text, or else its text."""
        return self.text if self.shown_text is None else self.shown_text


CHUNK = Columns(*ChunkRow._fields, "document_id")


def chunk_rows(
    connection: sqlite3.Connection, store: str, document_id: str, number: int, characters: int, size: int
) -> list[ChunkRow]:
    """Read the chunks of a document, given its number of chunks, characters and bytes. Raises StoreError if they
    are inconsistent: code that computes with offsets relies on them."""
    rows = document_chunks(connection, store, document_id)
    for index, reason in faults_of(document_id, rows, number, characters, size):
        chunk = {} if index is None else {"chunk_index": index}
        raise StoreError(store, place(document_id=document_id, **chunk) + reason)
    return rows


def document_chunks(connection: sqlite3.Connection, store: str, document_id: str) -> list[ChunkRow]:
    """Read the chunks of a document in order. Raises StoreError for a value of a wrong type."""
    rest = "FROM chunks WHERE document_id = ? ORDER BY chunk_index"
    return [ChunkRow._make(row[:-1]) for row in select(connection, store, CHUNK, rest, document_id)]


def faults_of(
    document_id: str, rows: list[ChunkRow], number: int, characters: int, size: int
) -> Iterator[tuple[int | None, str]]:
    """Yield the inconsistencies of a document's chunks with each other and with its number of chunks, characters
    and bytes: the number of the chunk, or None, and what is wrong."""
    expected = start_before = end_before = 0
    for row in rows:
        index, start, end, overlap = row.chunk_index, row.char_start, row.char_end, row.overlap
        if index != expected:
            yield None, f"chunk {expected} is missing"
        wrong = unfit(document_id, row)
        if not wrong and (end > characters or row.byte_end > size):
            sizes = f"{counted(characters, 'character')}, {counted(size, 'byte')}"
            wrong = f"it ends after the end of the document ({sizes})"
        if not wrong and (start < start_before or end < end_before):
            wrong = "it begins or ends before the previous chunk"
        if not wrong and overlap != max(end_before - start, 0):
            wrong = f"overlap is {overlap}, but the offsets imply {max(end_before - start, 0)}"
        if wrong:
            yield index, wrong
        expected, start_before, end_before = index + 1, start, end
    if len(rows) != number:
        yield None, f"the store has {counted(len(rows), 'chunk')} of it, not {number}"


def unfit(document_id: str, row: tuple[Any, ...]) -> str:
    """Describe an inconsistency among a chunk's fields, which begin like ChunkRow's; "" if they are consistent."""
    id, index, text, start, end, start_byte, end_byte = row[:7]
    if id != f"{document_id}-chunk-{index}":
        return f"chunk_id is {id!r:.200}"
    if end - start != len(text):
        return f"the text has {counted(len(text), 'character')}, its offsets {start} to {end} span {end - start}"
    size = len(text) if text.isascii() else len(text.encode())
    if end_byte - start_byte != size:
        return (
            f"the text has {counted(size, 'byte')}, its byte offsets {start_byte} to {end_byte} span"
            f" {end_byte - start_byte}"
        )
    return ""


def setting(connection: sqlite3.Connection, store: str, key: str) -> str | None:
    """Read the text stored under a key in `settings`, or None."""
    rows = select(connection, store, _SETTING, "FROM settings WHERE key = ?", key)
    return str(rows[0][1]) if rows else None


def meta(connection: sqlite3.Connection, store: str) -> dict[str, int]:
    """Read the table `meta`; `generation` is among the keys. Raises StoreError."""
    rest = "FROM meta WHERE key = 'generation' OR key LIKE 'indexed%'"
    found: dict[str, int] = dict(select(connection, store, _META, rest))
    if "generation" not in found:
        raise StoreError(store, "the file is damaged: meta has no generation")
    return found


_META = Columns("key", "value")
_SETTING = Columns("key", setting="value")
