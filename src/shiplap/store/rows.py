"""What a document becomes on its way into the tables. Runs in any thread and touches no database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from shiplap.errors import StoreError
from shiplap.ids import HASH_SIZE, content_hash

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks

#: The values of a chunk, in this order: document_id, chunk_index, text, char_start, char_end, byte_start,
#: byte_end, overlap, kind, headings, token_count, content_hash. (The id is made of the first two by the INSERT.)
COLUMNS = 12


@dataclass
class Prepared:
    """A document and its rows, complete: nothing of it can fail any more but the database.

    `values` are those of all chunks in one flat list, COLUMNS for each, as the INSERT of many rows wants them.
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


def prepare(
    chunks: Chunks,
    data: bytes | None = None,
    *,
    hash: str | None = None,
    fingerprint: str | None = None,
    store: str = "store",
) -> Prepared:
    """The rows of the chunks of one document.

    data: the UTF-8 bytes that were cut, if they are at hand; the offsets must refer to them.
    hash: the content hash of the document, if it is not that of `data` or is known.
    fingerprint: of the chunker, if it is known.
    store: the name for errors.

    Raises StoreError without a document id, and for what SQLite cannot hold: lone surrogates in the text or
    the names, metadata that are not JSON.
    """
    document_id = chunks.document_id
    if not isinstance(document_id, str):
        raise StoreError(store, f"chunks need a document_id (a str) to be stored, not {document_id!r}")
    if not chunks.is_whole:
        raise StoreError(store, f"document {document_id!r} is stored as a whole, and these are some of its chunks")
    _check_name(store, "document_id", document_id)
    if chunks.source is not None:
        _check_name(store, "source", chunks.source)
    if data is None:
        text = chunks.text
        try:
            data = text.encode()
        except UnicodeEncodeError as error:
            raise StoreError(
                store,
                f"document {document_id!r} has a lone surrogate at offset {error.start} (characters), which "
                "SQLite cannot hold; errors='replace' gives text that it can",
            ) from None
    columns = chunks.columns()
    _, ends, first_bytes, last_bytes, *_ = columns
    whole = content_hash(data) if hash is None else hash
    hashes = [
        blake2b(data[start:end], digest_size=HASH_SIZE).hexdigest()  # content_hash, without its call
        for start, end in zip(first_bytes, last_bytes, strict=True)
    ]
    return Prepared(
        document_id,
        chunks.source,
        whole,
        chunks.chunker.fingerprint if fingerprint is None else fingerprint,
        _characters(data, ends[-1] if ends else 0, last_bytes[-1] if ends else 0),
        len(data),
        _metadata(store, chunks),
        len(chunks),
        values_of(chunks, columns, hashes),
    )


def values_of(chunks: Chunks, columns: Sequence[list[int]], hashes: list[str]) -> list[Any]:
    """The values of the chunks, as `Prepared` has them."""
    starts, ends, first_bytes, last_bytes, overlaps, tokens = columns
    rows = zip(
        repeat(chunks.document_id), chunks.indices, chunks.texts, starts, ends, first_bytes, last_bytes,
        overlaps, *_notes(chunks), tokens, hashes,
    )  # fmt: skip
    return list(chain.from_iterable(rows))


def _notes(chunks: Chunks) -> tuple[Iterable[str | None], Iterable[str | None]]:
    """The kind of content of each chunk, and its headings as a JSON list; NULL where the chunker does not look."""
    kinds = chunks.kinds
    if not kinds or kinds[0] is None:
        return kinds, kinds
    return kinds, [json.dumps(headings, ensure_ascii=False) for headings in chunks.headings]


def _characters(data: bytes, end: int, end_byte: int) -> int:
    """The code points of the text, given that `end` of them lie before `end_byte`: the rest is short."""
    return end if end_byte == len(data) else end + len(data[end_byte:].decode())


def _metadata(store: str, chunks: Chunks) -> str:
    if not chunks.metadata:
        return "{}"
    try:
        values: dict[str, Any] = dict(chunks.metadata)
        return json.dumps(values, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise StoreError(store, f"metadata of {chunks.document_id!r} are not JSON: {error}") from error


def _check_name(store: str, what: str, value: str) -> None:
    if value.isascii():
        return
    try:
        value.encode()
    except UnicodeEncodeError:
        raise StoreError(store, f"{what} {value!r} is not valid Unicode; SQLite cannot hold it") from None
