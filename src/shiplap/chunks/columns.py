"""The columns of chunks, the same in every format: names, types, and values for one text."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from shiplap.errors import OptionError, TextError, unknown

if TYPE_CHECKING:
    from shiplap._core.arrow import Array, Field
    from shiplap.chunks.protocols import Described

#: The types of the columns by name, in order, in the format of the Arrow C data interface.
TYPES = {
    "chunk_id": "U", "document_id": "U", "chunk_index": "l", "text": "U", "char_start": "l", "char_end": "l",
    "byte_start": "l", "byte_end": "l", "line_start": "l", "line_end": "l", "kind": "U", "headings": "+l",
    "table_header": "U", "shown_text": "U", "context": "U", "token_count": "l", "overlap": "l",
    "content_hash": "U", "context_hash": "U", "content_id": "U", "source": "U", "metadata": "U", "provenance": "U",
}  # fmt: skip

#: The attribute of `Chunk` for each column.
FIELDS = {
    **{name: name for name in TYPES},
    "chunk_id": "id", "chunk_index": "index", "char_start": "start", "char_end": "end", "byte_start": "start_byte",
    "byte_end": "end_byte", "line_start": "start_line", "line_end": "end_line",
}  # fmt: skip

#: The names of the columns.
COLUMNS = tuple(TYPES)

#: The columns of offsets: the unit, and 0 for starts, 1 for ends.
SIDES = {
    "char_start": ("characters", 0), "char_end": ("characters", 1), "byte_start": ("bytes", 0),
    "byte_end": ("bytes", 1), "line_start": ("lines", 0), "line_end": ("lines", 1),
}  # fmt: skip

#: Columns that require a hash of each text.
HASHED = ("content_hash", "context_hash", "content_id")

#: Nullable columns: optional properties of a document, and properties that the chunker may not know.
NULLABLE = ("document_id", "kind", "headings", "shown_text", "context", "content_id", "source", "provenance")


def lists(chunks: Described, columns: Iterable[str] = COLUMNS) -> dict[str, list[Any]]:
    """Return the columns of the chunks of one text, by name, as lists; `metadata` and `provenance` as mappings;
    `embedding`, if they have any, as arrays."""
    names = checked(columns)
    chunks = chunks._together()
    found = {name: chunks.column(name) for name in names}
    return found if chunks.embeddings is None else {**found, "embedding": list(chunks.embeddings)}


class _Row:
    """A row whose attributes are the columns. The `__dict__` of an object shares the table of its names with its
    copies, which take a third of the memory of other dicts, and half the time."""


def rows(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """Return the rows of columns, lists by name, as dicts."""
    from shiplap._core.arrow import records

    first = _Row()
    for name, values in columns.items():
        setattr(first, name, values[0] if values else None)
    return records(columns, vars(first))


def table(chunks: Described, columns: Iterable[str] = COLUMNS) -> Array:
    """Return the chunks of one text as a record batch, an object with `__arrow_c_array__`. `metadata` and
    `provenance` are JSON; `embedding`, if they have any, is a fixed-size list of float32."""
    import json

    from shiplap._core.arrow import Table
    from shiplap.provenance.described import as_json

    names = checked(columns)
    chunks = chunks._together()
    vectors = chunks.embeddings
    made = Table(None, len(names) + (vectors is not None), len(chunks))
    for field in fields(names):
        if field.name == "metadata":
            made.words(field, [json.dumps(dict(chunks.metadata))] * len(chunks))
        elif field.name == "provenance":
            made.words(field, as_json(chunks.column("provenance")))
        elif field.name == "text":
            try:
                made.words(field, chunks.texts)
            except UnicodeEncodeError as error:
                what = "lone surrogate, invalid in Arrow,"
                raise TextError(error.start, "characters of a chunk", what) from None
        elif field.name in SIDES:
            unit, side = SIDES[field.name]
            spans = array("q", bytes(memoryview(chunks._own_spans(unit))))
            made.integers(field, spans[side::2])
        elif field.format == "l":
            made.integers(field, array("q", chunks.column(field.name)))
        elif field.format == "+l":
            made.lists(field, chunks.column(field.name))
        else:
            made.words(field, chunks.column(field.name))
    if vectors is not None:
        made.vectors(vector_field(vectors.shape[1]), vectors)
    return made.done()


def checked(columns: Iterable[str], known: Iterable[str] = COLUMNS) -> tuple[str, ...]:
    """Check the names of columns. Raises OptionError for an unknown or repeated name."""
    names = (columns,) if isinstance(columns, str) else tuple(columns)
    known = tuple(known)
    different = set(names)
    if not different.issubset(known):
        raise unknown("columns", next(name for name in names if name not in known), known)
    if len(different) < len(names):
        raise OptionError("columns", names, "column names must be unique")
    return names


def fields(names: Iterable[str], zero_copy: bool = False) -> list[Field]:
    """Return the fields of these columns; with `zero_copy`, `text` is utf8_view."""
    from shiplap._core.arrow import Field

    return [
        Field(
            name,
            "vu" if zero_copy and name == "text" else TYPES[name],
            flags=2 if name in NULLABLE else 0,
            children=[Field("item", "U", flags=0)] if name == "headings" else (),
        )
        for name in names
    ]


def chunk_schema() -> Field:
    """Return the schema of a table of chunks without embeddings: an object with `__arrow_c_schema__`."""
    from shiplap._core.arrow import Field

    return Field("", "+s", flags=0, children=fields(COLUMNS))


def vector_field(size: int) -> Field:
    """Return the field of the column `embedding`, for vectors of `size` numbers."""
    from shiplap._core.arrow import Field

    return Field("embedding", f"+w:{size}", flags=0, children=[Field("item", "f", flags=0)])
