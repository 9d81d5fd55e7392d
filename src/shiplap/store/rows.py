"""Rows of a document, prepared for the INSERT. Runs in any thread and touches no database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from shiplap._core.text import hashes as hashes_of
from shiplap.chunks.headings import context_hashes, contextual_text
from shiplap.errors import StoreError
from shiplap.ids import Repeats, content_hash
from shiplap.provenance.described import as_json

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks

#: The columns of a chunk's values. `context_hash` is None where it equals the content hash; `repeat` is the suffix
#: of the content id after that hash. (The INSERT makes the ids.)
COLUMNS = (
    "document_id", "chunk_index", "text", "char_start", "char_end", "byte_start", "byte_end", "line_start",
    "line_end", "kind", "headings", "table_header", "shown_text", "context", "token_count", "overlap",
    "content_hash", "context_hash", "provenance", "repeat",
)  # fmt: skip


#: The encoder of headings: `json.dumps` makes one for each call.
_ENCODER = json.JSONEncoder(ensure_ascii=False)


@dataclass
class Prepared:
    """A document and its rows, fully checked: from here only the database can fail.

    `values` is one flat list, COLUMNS of each chunk in turn, as the INSERT of many rows takes them. `replaces`:
    whether it may replace a document of another source and another text that has its id. `decided`: the decisions
    for it, as JSON, or None.
    """

    document_id: str
    source: str | None
    content_hash: str
    fingerprint: str
    characters: int
    bytes: int
    metadata: str
    chunks: int
    values: list[Any]
    replaces: bool = True
    decided: str | None = None


def prepare(
    chunks: Chunks,
    data: bytes | None = None,
    *,
    hash: str | None = None,
    fingerprint: str | None = None,
    store: str = "store",
) -> Prepared:
    """Prepare the rows of one document's chunks.

    data: the UTF-8 bytes that were cut, if available; the offsets must refer to them.
    hash: the content hash of the document, if known or not the hash of `data`.
    fingerprint: the chunker's fingerprint, if known.
    store: the store's name in errors.

    Raises StoreError without a document id and for values SQLite cannot store: lone surrogates in the text or
    the names, metadata that are not JSON.
    """
    document_id = chunks.document_id
    if not isinstance(document_id, str):
        raise StoreError(store, f"stored chunks need a document_id (a str), not {document_id!r}")
    if not chunks.is_whole:
        raise StoreError(store, f"document {document_id!r} must be stored whole, not some of its chunks")
    check_name(store, "document_id", document_id)
    for name, given in (("source", chunks.source), ("content_hash", hash)):
        if given is not None:
            check_name(store, name, given)
    if data is None:
        text = chunks.text
        try:
            data = text.encode()
        except UnicodeEncodeError as error:
            raise StoreError(
                store,
                f"document {document_id!r} has a lone surrogate at offset {error.start} (characters), which "
                "cannot be stored; errors='replace' substitutes it",
            ) from None
    chunks = chunks._together()
    ends = chunks.column("char_end")
    first_bytes, last_bytes = chunks.column("byte_start"), chunks.column("byte_end")
    whole = content_hash(data) if hash is None else hash
    decided = chunks._decisions()
    hashes = hashes_of([data[start:end] for start, end in zip(first_bytes, last_bytes, strict=True)])
    return Prepared(
        document_id,
        chunks.source,
        whole,
        chunks.chunker.fingerprint if fingerprint is None else fingerprint,
        _characters(data, ends[-1] if ends else 0, last_bytes[-1] if ends else 0),
        len(data),
        _metadata(store, chunks),
        len(chunks),
        values_of(chunks, hashes, Repeats()),
        decided=None if decided is None else decided.to_text(),
    )


def values_of(chunks: Chunks, hashes: list[str], repeats: Callable[[str], str]) -> list[Any]:
    """Return the values of a document's chunks, or of its next part, in the layout of `Prepared.values`."""
    chunks = chunks._together()
    column = chunks.column
    texts = chunks.texts
    kinds, headings, headers, shown, added, contexts = _described(chunks, texts)
    rows = zip(
        repeat(chunks.document_id), column("chunk_index"), texts, column("char_start"), column("char_end"),
        column("byte_start"), column("byte_end"), column("line_start"), column("line_end"), kinds, headings,
        headers, shown, added, column("token_count"), column("overlap"), hashes, contexts,
        _provenance(chunks), map(repeats, hashes),
    )  # fmt: skip
    return list(chain.from_iterable(rows))


def texts_of(document: Prepared) -> Iterator[tuple[str, str]]:
    """Yield context hash and contextual text of the chunks of a document."""
    for first in range(0, len(document.values), len(COLUMNS)):
        row = dict(zip(COLUMNS, document.values[first : first + len(COLUMNS)], strict=True))
        text = contextual_text(
            json.loads(row["headings"] or "[]"), row["table_header"], row["text"], row["shown_text"],
            row["context"],
        )  # fmt: skip
        yield row["context_hash"] or row["content_hash"], text


def _described(chunks: Chunks, texts: list[str]) -> tuple[Iterable[Any], ...]:
    """Columns of content kind, headings as a JSON list, table header, shown text, added context, and context hash
    where it differs from the content hash. NULL and "" where the chunker does not detect content."""
    kinds, shown, added = chunks.kinds, chunks.shown_texts, chunks.contexts
    is_described = bool(kinds) and kinds[0] is not None
    if not is_described and not any(shown) and not any(added):
        return kinds, kinds, repeat(""), repeat(None), added, repeat(None)
    headings, headers = chunks.headings, chunks.table_headers
    changed: list[str | None]
    if any(shown) or any(added):
        changed = []
        for path, header, text, own, before in zip(headings, headers, texts, shown, added, strict=True):
            contextual = contextual_text(path, header, text, own, before)
            changed.append(content_hash(contextual.encode()) if contextual != text else None)
    else:
        changed = context_hashes(headings, headers, texts)
    paths = _as_json(headings) if is_described else kinds
    return kinds, paths, headers, shown, added, changed


def _as_json(headings: list[tuple[str, ...]]) -> list[str]:
    """Return the headings of each chunk as a JSON list; successive chunks have the same."""
    found: list[str] = []
    last: tuple[str, ...] = ()
    written = "[]"
    for path in headings:
        if path is not last:
            last, written = path, _ENCODER.encode(path)
        found.append(written)
    return found


def _provenance(chunks: Chunks) -> Iterable[str | None]:
    """Return the column of the provenance as JSON; NULL for a document without span tables."""
    if chunks.tables is None:
        return repeat(None)
    return as_json(chunks.column("provenance"))


def _characters(data: bytes, end: int, end_byte: int) -> int:
    """Count the code points of the text, given that `end` of them lie before `end_byte`: the rest is short."""
    return end if end_byte == len(data) else end + len(data[end_byte:].decode())


def _metadata(store: str, chunks: Chunks) -> str:
    if not chunks.metadata:
        return "{}"
    values: dict[str, Any] = dict(chunks.metadata)
    try:
        return json.dumps(values, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        reason = f"the metadata of {chunks.document_id!r} are not JSON: {_not_json(values)}"
        raise StoreError(store, reason) from error


def _not_json(values: dict[Any, Any]) -> str:
    """Return the first key whose value JSON cannot represent, and the reason.

    >>> _not_json({"title": "Rain", "tags": {"a"}})
    "the value of 'tags': Object of type set is not JSON serializable"
    """
    for key, value in values.items():
        try:
            json.dumps({key: value}, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            return f"the value of {key!r}: {error}"
    return "one value contains another"


def check_name(store: str, what: str, value: str) -> None:
    """Raise StoreError for a text that is not valid Unicode."""
    if value.isascii():
        return
    try:
        value.encode()
    except UnicodeEncodeError:
        raise StoreError(store, f"{what} {value!r} is not valid Unicode; it cannot be stored") from None
