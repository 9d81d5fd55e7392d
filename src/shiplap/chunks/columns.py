"""The columns of chunks, as Arrow, pandas and Polars have them: names, types, and the values of one text."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, Protocol

from shiplap._core.arrow import Field
from shiplap._core.streams import Array
from shiplap._core.tables import Table
from shiplap.errors import OptionError, TextError, unknown

#: The columns there are, by name: their type, as the C data interface writes it.
TYPES = {
    "document_id": "U", "chunk_index": "l", "id": "U", "text": "U", "char_start": "l", "char_end": "l",
    "byte_start": "l", "byte_end": "l", "overlap": "l", "kind": "U", "headings": "+l", "token_count": "l",
    "content_hash": "U",
}  # fmt: skip

#: The columns that are made unless others are asked for: all but `content_hash`, which costs most.
COLUMNS = tuple(name for name in TYPES if name != "content_hash")

#: Columns that may be null: the id of a document that has none, what the chunker does not know.
NULLABLE = ("document_id", "kind", "headings")



class Described(Protocol):
    """What `lists` asks of the chunks of a text."""

    document_id: str | None

    def __len__(self) -> int: ...
    def columns(self) -> tuple[list[int], list[int], list[int], list[int], list[int], list[int]]: ...
    @property
    def indices(self) -> range: ...
    @property
    def ids(self) -> list[str]: ...
    @property
    def texts(self) -> list[str]: ...
    @property
    def content_hashes(self) -> list[str]: ...
    def known(self, name: str) -> list[Any]: ...


def lists(chunks: Described, columns: Iterable[str] = tuple(TYPES)) -> dict[str, list[Any]]:
    """The columns of the chunks of one text, by name, as lists."""
    starts, ends, first_bytes, last_bytes, overlaps, tokens = chunks.columns()
    known = {
        "chunk_index": list(chunks.indices), "char_start": starts, "char_end": ends, "byte_start": first_bytes,
        "byte_end": last_bytes, "overlap": overlaps, "token_count": tokens,
    }  # fmt: skip
    return {name: known[name] if name in known else _words(chunks, name) for name in checked(columns)}


def table(chunks: Described, columns: Iterable[str] = tuple(TYPES)) -> Array:
    """The chunks of one text as a record batch, an object with `__arrow_c_array__`."""
    values = lists(chunks, columns)
    found = Table(None, len(values), len(chunks))
    for field in fields(values):
        if field.format == "l":
            found.integers(field, array("q", values[field.name]))
        elif field.format == "+l":
            found.lists(field, values[field.name])
        else:
            found.words(field, values[field.name])
    return found.done()


def _words(chunks: Described, name: str) -> list[Any]:
    if name == "text":
        try:
            for text in (texts := chunks.texts):
                text.encode()
        except UnicodeEncodeError as error:
            raise TextError(error.start, "characters of a chunk", "lone surrogate, which Arrow has no") from None
        return texts
    if name == "document_id":
        return [chunks.document_id] * len(chunks)
    if name in ("kind", "headings"):
        return chunks.known(name)
    return chunks.ids if name == "id" else chunks.content_hashes


def checked(columns: Iterable[str]) -> tuple[str, ...]:
    """The names of columns to be made. Raises OptionError for one that is unknown, or comes twice."""
    names = (columns,) if isinstance(columns, str) else tuple(columns)
    for name in names:
        if name not in TYPES:
            raise unknown("columns", name, TYPES)
    if len(set(names)) < len(names):
        raise OptionError("columns", names, "no two columns of the chunks may have one name")
    return names


def fields(names: Iterable[str], views: bool = False) -> list[Field]:
    """The columns of these names with their types; with `views`, `text` is utf8_view."""
    return [
        Field(
            name,
            "vu" if views and name == "text" else TYPES[name],
            flags=2 if name in NULLABLE else 0,
            children=[Field("item", "U", flags=0)] if name == "headings" else (),
        )
        for name in names
    ]
