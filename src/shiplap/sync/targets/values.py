"""Common parts of the targets: checks of names and texts, the columns of a batch, and batches in parts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from shiplap.errors import OptionError, TargetError
from shiplap.sync.target import FIELDS, Batch, Cursor, RowId

if TYPE_CHECKING:
    from collections.abc import Callable

    from shiplap.vectors.types import Matrix

INTEGERS = ("chunk_index", "char_start", "char_end", "line_start", "line_end", "first_page", "last_page")
FLOATS = ("start_seconds", "end_seconds")

#: The types of the fields in SQL, by names that PostgreSQL and DuckDB know; that of `metadata` differs.
SQL_TYPES = {
    **dict.fromkeys(FIELDS, "text"), **dict.fromkeys(INTEGERS, "int8"), **dict.fromkeys(FLOATS, "float8"),
    "headings": "text[]",
}  # fmt: skip

_to_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode

#: The table of the settings of collections, in databases of SQL.
SETTINGS = "shiplap_targets"

#: Bytes of a float32 in JSON, and of a code point in UTF-8, at most.
_FLOAT_BYTES, _CHARACTER_BYTES = 14, 4

#: Bytes of the fields of a record besides its text and its metadata, in JSON, as a rule.
_RECORD_BYTES = 1000


def check_name(option: str, name: str, limit: int | None = None) -> None:
    """Raise OptionError for a name that no collection can have. limit: its greatest length in bytes."""
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        size = 0
    if not size or "\0" in name or (limit is not None and size > limit):
        bound = "at least 1 byte" if limit is None else f"1 to {limit} bytes"
        raise OptionError(option, name, f"must be valid Unicode of {bound}, without NUL")


@contextmanager
def connected(client: Any, connect: Callable[[], Any], given: Any) -> Iterator[Any]:
    """Return the client that is open, or else one that is closed at the end of the block unless it was given."""
    if client is not None:
        yield client
        return
    made = connect()
    try:
        yield made
    finally:
        if made is not given:
            made.close()


def made_or_found(make: Callable[[], Any], find: Callable[[], Any]) -> Any:
    """Make a collection. If another sync has made it at the same time, return that one. Raises the error of `make`
    if `find` returns None."""
    try:
        return make()
    except Exception:
        found = find()
        if found is None:
            raise
        return found


def row_id(id: Any) -> RowId:
    """Return an id as the store has it: a UUID, or as it is for a row that no sync wrote."""
    try:
        return UUID(str(id))
    except ValueError:
        return id if isinstance(id, int) else str(id)


def texts_of(values: Iterable[Any]) -> list[str]:
    """Return texts; those that are missing, which no sync writes, are empty."""
    return [each if isinstance(each, str) else "" for each in values]


def matrix_of(vectors: Sequence[Any], dimensions: int) -> Matrix:
    """Return vectors as an array, float32, shape (n, d); missing ones, which no sync writes, are zero."""
    import numpy as np

    return np.array([np.zeros(dimensions) if each is None else each for each in vectors], np.float32)


def column_of(vectors: Any) -> Matrix:
    """Return the same of a column of Arrow."""
    import numpy as np

    if vectors.null_count:
        return matrix_of(vectors.to_pylist(), vectors.type.list_size)
    return np.asarray(vectors.flatten(), np.float32).reshape(len(vectors), -1)


def metadata_texts(batch: Batch, target: str, *, allows_nul: bool = True) -> list[str]:
    """Check that a store can hold the texts of a batch, and return the metadata of each row as JSON.

    target: its name, for messages. allows_nul: whether the store can hold the character NUL.

    Raises TargetError, with the row and the name of the chunk, for metadata that are not JSON, for lone
    surrogates, and for NUL where the store cannot hold it.
    """
    found = []
    for row, record in enumerate(batch.records):
        try:
            metadata = _to_json(record["metadata"])
        except (TypeError, ValueError) as error:
            raise _refused(target, row, record, f"has metadata that are not JSON: {error}") from None
        texts = "".join([each for each in record.values() if type(each) is str] + record["headings"])
        if not (texts.isascii() and metadata.isascii()) and not _is_unicode(texts + metadata):
            raise _refused(target, row, record, "has a lone surrogate, which UTF-8 cannot represent")
        if not allows_nul and ("\0" in texts or ("\\u0000" in metadata and _has_nul(record["metadata"]))):
            raise _refused(target, row, record, "has a NUL character, which the store cannot hold")
        found.append(metadata)
    return found


def columns_of(batch: Batch, metadata: list[str]) -> dict[str, list[Any]]:
    """Return the values of each field, with metadata as JSON."""
    columns = {name: [record[name] for record in batch.records] for name in FIELDS}
    columns["metadata"] = metadata
    return columns


def arrow_table(batch: Batch, metadata: list[str]) -> Any:
    """Return a batch as a table of Arrow: `id` as text, `vector` as lists of one length, then the fields."""
    import numpy as np
    import pyarrow

    text = pyarrow.large_utf8()
    types = {**dict.fromkeys(INTEGERS, pyarrow.int64()), **dict.fromkeys(FLOATS, pyarrow.float64()),
             "headings": pyarrow.list_(pyarrow.utf8())}  # fmt: skip
    vectors = pyarrow.array(np.ascontiguousarray(batch.vectors).reshape(-1))
    return pyarrow.table({
        "id": pyarrow.array(map(str, batch.ids), pyarrow.utf8()),
        "vector": pyarrow.FixedSizeListArray.from_arrays(vectors, batch.vectors.shape[1]),
        **{
            name: pyarrow.array(values, types.get(name, text))
            for name, values in columns_of(batch, metadata).items()
        },
    })  # fmt: skip


def parts_of(batch: Batch, metadata: list[str], *, rows: int, size: int) -> Iterator[slice]:
    """Divide a batch into ranges of at most `rows` rows and, unless one row is longer, `size` bytes of JSON."""
    width = _RECORD_BYTES + _FLOAT_BYTES * batch.vectors.shape[1]
    start = taken = 0
    for row, record in enumerate(batch.records):
        more = width + _CHARACTER_BYTES * (len(record["text"]) + len(metadata[row]))
        if row > start and (row - start == rows or taken + more > size):
            yield slice(start, row)
            start, taken = row, 0
        taken += more
    if start < len(batch):
        yield slice(start, len(batch))


@dataclass
class WatchedCursor:
    """The cursor of a store without transactions and without locks.

    Two syncs of one collection at a time could leave rows of the slower one under the cursor of the faster one.
    Therefore each text of a cursor begins with a random word, and is compared with what it was before and after
    each batch. If another sync has written it, it is set back to before the batch, so that the next sync writes
    the rows once more, and this one ends.

    name: that of the target. read, write: of the cursor's text, "" for none.
    """

    name: str
    read: Callable[[], str]
    write: Callable[[str], None]
    known: str = ""

    def load(self) -> Cursor | None:
        """Read the cursor; None if it is missing."""
        self.known = self.read()
        return Cursor.from_json(self.known.partition(" ")[2]) if self.known else None

    def check(self) -> None:
        """Raise TargetError, with `retryable`, if another sync has written the cursor."""
        if self.read() != self.known:
            raise TargetError(self.name, "another sync writes to the collection", retryable=True)

    def save(self, cursor: Cursor) -> None:
        """Write the cursor after a batch. Raises TargetError, with `retryable`, as `check`."""
        try:
            self.check()
        except TargetError:
            if self.known:
                self.write(self.known)
            raise
        text = f"{uuid4().hex} {cursor.to_json()}"
        self.write(text)
        self.known = text


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _has_nul(value: Any) -> bool:
    """Return whether a text or a key of a value of JSON has the character NUL."""
    if isinstance(value, dict):
        return any(_has_nul(each) for pair in value.items() for each in pair)
    if isinstance(value, list | tuple):
        return any(map(_has_nul, value))
    return isinstance(value, str) and "\0" in value


def _refused(target: str, row: int, record: dict[str, Any], reason: str) -> TargetError:
    reason = f"chunk {record['chunk_id']!r} {reason}"
    return TargetError(target, reason, row=row, document_id=record["document_id"])
