"""Passages: one view of chunks of any type: `Chunk`, `Chunks`, a search hit, a row of a store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.errors import OptionError
from shiplap.ids import chunk_id

if TYPE_CHECKING:
    from typing import TypeGuard

#: The fields of a passage, and their other names in rows.
_ALIASES = {
    "id": "chunk_id", "index": "chunk_index", "start": "char_start", "end": "char_end", "start_byte": "byte_start",
    "end_byte": "byte_end",
}  # fmt: skip

_RULE = "must be chunks: Chunks, or an iterable of Chunk, store hits or store rows, each with an id and a text"


class Passage(NamedTuple):
    """The facts of a chunk. Unknown offsets are None; `given` is the original object."""

    id: str
    document_id: str | None
    source: str | None
    index: int | None  # type: ignore[assignment]  # tuple.index is not missed
    text: str
    start: int | None
    end: int | None
    start_byte: int | None
    end_byte: int | None
    given: Any
    chunks: Chunks | None

    @property
    def key(self) -> Any:
        """A key that is equal for passages of one document, or None if the document is unknown."""
        if self.document_id is not None or self.source is not None:
            return (self.document_id, self.source)
        return None if self.chunks is None else id(self.chunks)

    @property
    def has_span(self) -> bool:
        """Whether the offsets are known and match the text."""
        return self.start is not None and self.end is not None and self.end - self.start == len(self.text)

    @property
    def name(self) -> str:
        """The document's name in citations: the source, else the document id, else the empty string."""
        return self.source if self.source is not None else self.document_id or ""


def passages(chunks: Any) -> list[Passage]:
    """Convert chunks to passages, in the order given.

    chunks: `Chunks`, a `Prompt` (its included chunks), or an iterable of `Chunk`, `Chunks`, `Hit`, mappings or
    `sqlite3.Row` with at least `chunk_id` or `id` (or `document_id` and `chunk_index`) and `text`.

    Raises OptionError for anything else.

    >>> import shiplap
    >>> [passage.id for passage in passages(shiplap.chunk("x" * 1500, "fixed-1000", document_id="a"))]
    ['a-chunk-0', 'a-chunk-1']
    """
    found = getattr(chunks, "passages", None)
    if isinstance(found, tuple):
        return list(found)
    if isinstance(chunks, (str, bytes, bytearray, Mapping)) or not isinstance(chunks, Iterable):
        raise OptionError("chunks", chunks, _RULE)
    return list(_of_chunks(chunks) if isinstance(chunks, Chunks) else _of_items(chunks))


def _of_chunks(chunks: Chunks) -> Iterator[Passage]:
    document_id, source = chunks.document_id, chunks.source
    columns = zip(
        chunks.ids, chunks._column("chunk_index"), chunks.texts, chunks._column("char_start"),
        chunks._column("char_end"), chunks._column("byte_start"), chunks._column("byte_end"), chunks, strict=True,
    )  # fmt: skip
    for id, index, text, start, end, first_byte, last_byte, chunk in columns:
        yield Passage(id, document_id, source, index, text, start, end, first_byte, last_byte, chunk, chunks)


def _of_items(items: Iterable[Any]) -> Iterator[Passage]:
    for item in items:
        if isinstance(item, Passage):
            yield item
        elif isinstance(item, Chunks):
            yield from _of_chunks(item)
        elif isinstance(item, Chunk):
            yield Passage(
                item.id, item.document_id, item.source, item.index, item.text, item.start, item.end,
                item.start_byte, item.end_byte, item, item.chunks,
            )  # fmt: skip
        else:
            yield _of_row(item)


def _of_row(row: Any) -> Passage:
    get = _getter(row)
    values = {name: get(name) for name in Passage._fields[:9]}
    for name, alias in _ALIASES.items():
        if values[name] is None:
            values[name] = get(alias)
        if name != "id" and values[name] is not None and not _is_offset(values[name]):
            raise OptionError("chunks", row, f"{name} must be a whole number of at least 0, not {values[name]!r}")
    if values["id"] is None and values["document_id"] is not None and values["index"] is not None:
        values["id"] = chunk_id(values["document_id"], values["index"])
    for name, wanted in (("id", (str,)), ("text", (str,)), ("document_id", (str, type(None))),
                         ("source", (str, type(None)))):  # fmt: skip
        if not isinstance(values[name], wanted):
            raise OptionError("chunks", row, _RULE)
    return Passage(**values, given=row, chunks=None)


def _is_offset(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _getter(row: Any) -> Callable[[str], Any]:
    if hasattr(row, "keys"):  # a mapping, or an sqlite3.Row, which is not a Mapping
        values = dict(zip(row.keys(), row, strict=True)) if not isinstance(row, Mapping) else row
        return values.get
    return lambda name: getattr(row, name, None)
