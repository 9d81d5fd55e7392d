"""Passages: one view of chunks of any type: `Chunk`, `Chunks`, a search hit, a row of a store."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.chunks.excerpt import Excerpt
from shiplap.chunks.headings import context, contextual_text
from shiplap.chunks.shown import shown_part
from shiplap.errors import OptionError
from shiplap.ids import chunk_id
from shiplap.provenance.described import attribute, is_described
from shiplap.provenance.location import location

if TYPE_CHECKING:
    from typing import TypeGuard

    from shiplap.provenance import Provenance

#: The fields of a passage, and their other names in rows.
_ALIASES = {
    "id": "chunk_id", "index": "chunk_index", "start": "char_start", "end": "char_end", "start_byte": "byte_start",
    "end_byte": "byte_end",
}  # fmt: skip

#: The beginning of an absolute path: POSIX, a Windows share or drive, or a `file:` URL.
_ABSOLUTE = re.compile(r"/|\\\\|[A-Za-z]:[/\\]|[Ff][Ii][Ll][Ee]:")

_RULE = "must be chunks: Chunks, or an iterable of Chunk, store hits or store rows, each with an id and a text"


class Passage(NamedTuple):
    """The facts of a chunk. Unknown offsets are None; `given` is the original object. `table_header` is the whole
    context of an object that has a `contextual_text` and no headings. `described` is the provenance of an object
    other than a Chunk. `shown_text` is the text without page furniture, or None if it is the text."""

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
    headings: tuple[str, ...] = ()
    table_header: str = ""
    described: dict[str, Any] | None = None
    shown_text: str | None = None

    @property
    def provenance(self) -> dict[str, Any] | None:
        """Known location of the chunk, in the form of `Chunk.provenance`."""
        return self.given.provenance if isinstance(self.given, (Chunk, Excerpt)) else self.described

    @property
    def tables(self) -> Provenance | None:
        """The span tables of its document, if the object is one of `Chunks`."""
        return None if self.chunks is None else self.chunks.tables

    @property
    def location(self) -> str:
        """The location in words, as `Chunk.location`."""
        if isinstance(self.given, (Chunk, Excerpt)):
            return self.given.location
        return location(partial(attribute, described=self.described))

    @property
    def key(self) -> Any:
        """A key that is equal for passages of one document, or None if the document is unknown."""
        if self.document_id is not None or self.source is not None:
            return (self.document_id, self.source)
        return None if self.chunks is None else id(self.chunks)

    @property
    def has_span(self) -> bool:
        """True if the offsets are known and match the text."""
        return self.start is not None and self.end is not None and self.end - self.start == len(self.text)

    @property
    def name(self) -> str:
        """The document's name in citations: the source unless it is an absolute path, else the document id unless
        it is one too, else the last part of the source's path, else the empty string."""
        names = [name for name in (self.source, self.document_id) if name is not None]
        relative = next((name for name in names if not is_absolute(name)), None)
        return relative if relative is not None else last_part(names[0]) if names else ""

    @property
    def has_context(self) -> bool:
        """True if its contextual text has more than its text."""
        return bool(self.headings or self.table_header) and bool(self.context(self.shown))

    @property
    def shown(self) -> str:
        """The end of its contextual text, after the context."""
        return self.text if self.shown_text is None else self.shown_text

    def context(self, text: str) -> str:
        """Return the context before its text, or before a part of it: the headings that the part does not begin
        with itself, and the table header."""
        return context(self.headings, self.table_header, text)

    def contextual_text(self, text: str) -> str:
        """Return its text, or a part of it, without page furniture if it leaves that out, with the context before
        it."""
        if self.shown_text is not None:
            start = max(0, self.text.find(text))
            text = shown_part(self.text, self.shown_text, start, start + len(text))
        return contextual_text(self.headings, self.table_header, text)


def is_absolute(name: str) -> bool:
    r"""Return whether a source is an absolute path on any system, or a `file:` URL.

    >>> [is_absolute(name) for name in ("/a/b.txt", "C:\\b.txt", r"\\host\share\b.txt", "file:///a/b.txt")]
    [True, True, True, True]
    >>> [is_absolute(name) for name in ("a/b.txt", "c:b", "https://example.org/b.txt", "")]
    [False, False, False, False]
    """
    return _ABSOLUTE.match(name) is not None


def last_part(path: str) -> str:
    r"""Return the last name of a path.

    >>> last_part("/a/b.txt"), last_part("C:\\a\\"), last_part("/")
    ('b.txt', 'a', '')
    """
    return path.rstrip("/\\").replace("\\", "/").rpartition("/")[2]


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
        chunks.ids, chunks.column("chunk_index"), chunks.texts, chunks.column("char_start"),
        chunks.column("char_end"), chunks.column("byte_start"), chunks.column("byte_end"), chunks,
        chunks.headings, chunks.table_headers, chunks.shown_texts, strict=True,
    )  # fmt: skip
    for id, index, text, start, end, first_byte, last_byte, chunk, path, header, shown in columns:
        yield Passage(
            id, document_id, source, index, text, start, end, first_byte, last_byte, chunk, chunks, path, header,
            shown_text=shown,
        )  # fmt: skip


def _of_items(items: Iterable[Any]) -> Iterator[Passage]:
    for item in items:
        if isinstance(item, Passage):
            yield item
        elif isinstance(item, Chunks):
            yield from _of_chunks(item)
        elif isinstance(item, (Chunk, Excerpt)):
            yield Passage(
                item.id, item.document_id, item.source, item.index, item.text, item.start, item.end,
                item.start_byte, item.end_byte, item, item.chunks, item.headings, item.table_header,
                shown_text=item.shown_text,
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
    shown = get("shown_text")
    if not isinstance(shown, (str, type(None))):
        raise OptionError("chunks", row, f"shown_text must be a str or None, not {shown!r}")
    headings, header = _context_of(row, get, values["text"] if shown is None else shown)
    return Passage(
        **values, given=row, chunks=None, headings=headings, table_header=header,
        described=_described(row, get), shown_text=shown,
    )  # fmt: skip


def _described(row: Any, get: Callable[[str], Any]) -> dict[str, Any] | None:
    """Read the provenance of a row: a mapping, or its JSON. Raises OptionError."""
    given = get("provenance")
    found: dict[str, Any] | None = _parsed(given)
    if found is None or is_described(found):
        return found
    raise OptionError("chunks", row, f"provenance must be that of a chunk, or its JSON, not {given!r:.200}")


def _parsed(given: Any) -> Any:
    """Return the value of a column that is stored as JSON; a text that is not JSON as it is."""
    try:
        return json.loads(given) if isinstance(given, str) else given
    except (ValueError, RecursionError):
        return given


def _context_of(row: Any, get: Callable[[str], Any], text: str) -> tuple[tuple[str, ...], str]:
    """Read the headings and the table header of a row; the whole context as a header if it has `contextual_text`
    alone."""
    headings, header, whole = get("headings"), get("table_header"), get("contextual_text")
    if headings is None and header is None:
        if whole is None:
            return (), ""
        if not isinstance(whole, str) or not whole.endswith(text):
            raise OptionError("chunks", row, "contextual_text must be a str that ends with the text")
        return (), whole[: len(whole) - len(text)]
    headings = _parsed(headings)  # a column of a store
    is_list = isinstance(headings, Iterable) and not isinstance(headings, (str, bytes, Mapping))
    path = tuple(headings) if is_list else () if headings is None else None
    if path is None or not all(isinstance(title, str) for title in path):
        raise OptionError("chunks", row, f"headings must be a list of str, not {headings!r}")
    if not isinstance(header, (str, type(None))):
        raise OptionError("chunks", row, f"table_header must be a str, not {header!r}")
    return path, header or ""


def _is_offset(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _getter(row: Any) -> Callable[[str], Any]:
    if hasattr(row, "keys"):  # a mapping, or an sqlite3.Row, which is not a Mapping
        values = dict(zip(row.keys(), row, strict=True)) if not isinstance(row, Mapping) else row
        return values.get
    return lambda name: getattr(row, name, None)
