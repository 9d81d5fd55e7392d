"""Verification of a store: every document, chunk and vector is read again and checked.

Chunks are checked against each other, and against the file of the document where it is unchanged. A document and
its chunks are in memory, never more.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from shiplap.chunkers.selection import Selection, named_functions, read_configs
from shiplap.chunks.chunks import Chunks
from shiplap.chunks.headings import contextual_text
from shiplap.document import Document
from shiplap.errors import OptionError, ReaderError, StoreError
from shiplap.ids import Repeats, content_hash, content_id, cut_by, read_by
from shiplap.printable import counted
from shiplap.readers.archives import SEPARATOR, shown_name
from shiplap.readers.child import ArchivesInChild
from shiplap.readers.registry import Readers, kept_readers
from shiplap.store.fields import (
    DOCUMENT,
    ChunkRow,
    Columns,
    document_chunks,
    faults_of,
    meta,
    one_moment,
    paged,
    pages,
    select,
    setting,
)
from shiplap.store.root import resolve_root
from shiplap.store.schema import translated
from shiplap.store.vectors import models

_SOURCE = Columns("document_id", "source")
_ORPHANS = Columns("document_id", chunks="count(*) AS chunks")
_VECTOR = Columns("context_hash", "vector")
_GENERATION = Columns("document_id", generation="max(generation) AS generation")
_BURIED = Columns("chunks.document_id")
_DECIDED = Columns("document_id", "decided")

#: Vectors read at a time.
PAGE = 1000


@dataclass(frozen=True)
class Fault:
    """Something wrong in a store: the document and the number of the chunk, or None where it is no fault of one,
    and what is wrong."""

    document_id: str | None
    chunk_index: int | None
    reason: str

    def __str__(self) -> str:
        if self.document_id is None:
            return self.reason
        chunk = "" if self.chunk_index is None else f", chunk {self.chunk_index}"
        return f"document {self.document_id!r}{chunk}: {self.reason}"


@dataclass
class Verification:
    """The result of `Store.verify`.

    documents, chunks, vectors: how many were read.
    compared: documents whose chunks were compared with the file that they were cut from.
    stale: documents that the kept configuration would cut with another fingerprint today.
    unjudged: why staleness is unknown, or "".
    faults: what is wrong, in the order of the documents.
    """

    documents: int = 0
    chunks: int = 0
    vectors: int = 0
    compared: int = 0
    stale: int = 0
    unjudged: str = ""
    faults: list[Fault] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON values."""
        return asdict(self)

    def __str__(self) -> str:
        number = len(self.faults)
        found = "no fault" if not number else counted(number, "fault")
        stale = f"staleness unknown: {self.unjudged}" if self.unjudged else f"{self.stale} stale"
        return (
            f"{counted(self.documents, 'document')} ({self.compared} compared with their files; {stale}),"
            f" {counted(self.chunks, 'chunk')}, {counted(self.vectors, 'vector')}: {found}"
        )


def verify(connection: sqlite3.Connection, store: str, *, is_trusted: bool = False) -> Verification:
    """Check the store at a path: see `Store.verify`. This is one read transaction: other processes may write."""
    found = Verification()
    with translated(store):
        has_writer = connection.in_transaction
    if has_writer:
        raise StoreError(store, "a writer of this Store is open; commit it, then verify")
    with translated(store), one_moment(connection):
        found.faults += [Fault(None, None, reason) for reason in _integrity(connection)]
        root, fingerprint_of, files = None, None, _Files()
        with _noted(found):
            places = setting(connection, store, "root"), setting(connection, store, "root_beside")
            root = resolve_root(*places, store, (source for _, source in paged(connection, store, _SOURCE)))
            files = _Files(root, setting(connection, store, "reading") or "", is_trusted=is_trusted)
            fingerprint_of = _fingerprints(setting(connection, store, "configuration"), is_trusted, found)
        with _noted(found), contextlib.closing(files):
            for document in paged(connection, store, DOCUMENT):
                found.documents += 1
                with _noted(found, document[0]):
                    _check_document(connection, store, document, files, found)
                with _noted(found, document[0]):
                    select(connection, store, _DECIDED, "FROM documents WHERE document_id = ?", document[0])
                if fingerprint_of is not None:
                    found.stale += fingerprint_of(document[0]) != cut_by(document[3])
        with _noted(found):
            rest = "FROM chunks WHERE document_id NOT IN (SELECT document_id FROM documents) GROUP BY document_id"
            for document_id, number in select(connection, store, _ORPHANS, rest):
                orphans = f"does not exist; the store has {counted(number, 'chunk')} of it"
                found.faults.append(Fault(document_id, None, orphans))
        with _noted(found):
            found.faults += [
                Fault(document_id, None, reason) for document_id, reason in _generations(connection, store)
            ]
        with _noted(found):
            for cached in models(connection, store):
                with _noted(found):
                    _check_vectors(connection, store, cached.model, found)
    return found


@contextmanager
def _noted(found: Verification, document_id: str | None = None) -> Iterator[None]:
    """Add the StoreError of the block to the faults."""
    try:
        yield
    except StoreError as error:
        reason, place = error.reason.removeprefix("the file is damaged: "), f"document {document_id!r:.200}"
        named = re.fullmatch(r"(?:, chunk (\d+))?: (.*)", reason.removeprefix(place), re.DOTALL)
        if named is not None and reason.startswith(place):
            found.faults.append(Fault(document_id, int(named[1]) if named[1] else None, named[2]))
        else:
            found.faults.append(Fault(document_id, None, reason))


def _integrity(connection: sqlite3.Connection) -> list[str]:
    """Return what SQLite finds wrong in the file."""
    lines = (line for (text,) in connection.execute("PRAGMA integrity_check") for line in str(text).splitlines())
    return [f"SQLite: {line}" for line in lines if line != "ok"]


def _generations(connection: sqlite3.Connection, store: str) -> Iterator[tuple[str, str]]:
    """Yield the documents whose generations cannot be, and content ids that are both removed and there."""
    number = meta(connection, store)["generation"]
    for table in ("documents", "chunks", "tombstones"):
        rest = f"FROM {table} WHERE generation > ? GROUP BY document_id"
        for document_id, generation in select(connection, store, _GENERATION, rest, number):
            yield document_id, f"has generation {generation}, later than that of the store ({number})"
    rest = "FROM tombstones JOIN chunks USING (content_id) GROUP BY chunks.document_id"
    for (document_id,) in select(connection, store, _BURIED, rest):
        yield document_id, "has a tombstone of a chunk that is there"


def _fingerprints(configuration: str | None, is_trusted: bool, found: Verification) -> Callable[[str], str] | None:
    """Return a function from a document id to the fingerprint of the kept configuration today, or None."""
    if not configuration:
        found.unjudged = "the store keeps no configuration"
        return None
    try:
        default, types = read_configs(configuration)
        if not is_trusted and any(any(named_functions(each)) for each in (default, *(one for _, one in types))):
            found.unjudged = "the configuration names functions, whose code runs only with --trust-config"
            return None
        selection = Selection.from_configs(default, types)
    except (ValueError, TypeError, OptionError, ImportError) as error:
        found.unjudged = f"the kept configuration is unusable: {error}"
        return None
    return lambda document_id: selection(document_id)[1]


def _check_document(
    connection: sqlite3.Connection, store: str, document: tuple[Any, ...], files: _Files, found: Verification
) -> None:
    document_id, source, hash, fingerprint, characters, size, number, metadata = document
    rows = document_chunks(connection, store, document_id)
    found.chunks += len(rows)
    before = len(found.faults)
    for index, reason in faults_of(document_id, rows, number, characters, size):
        found.faults.append(Fault(document_id, index, reason))
    repeats = Repeats()
    reached = ""
    for row in rows:
        found.faults += [
            Fault(document_id, row.chunk_index, reason) for reason in _wrong(document_id, row, repeats)
        ]
        if 0 < row.overlap <= min(len(row.text), len(reached)) and not reached.endswith(row.text[: row.overlap]):
            reason = "the text that it shares with the previous chunk differs"
            found.faults.append(Fault(document_id, row.chunk_index, reason))
        reached = row.text
    text = None
    if source is not None and before == len(found.faults):
        is_read = cut_by(fingerprint or "") != (fingerprint or "") or "encoding" in (metadata or {})
        text = files.read_text(source, hash, fingerprint) if is_read else files.text(source, hash, size)
    if text is not None:
        found.compared += 1
        for index, reason in _differences(text, rows):
            found.faults.append(Fault(document_id, index, reason))


def _wrong(document_id: str, row: ChunkRow, repeats: Repeats) -> Iterator[str]:
    """Yield what is wrong in a chunk by itself."""
    if not row.text:
        yield "it is empty"
    hash = content_hash(row.text.encode())
    if row.content_hash != hash:
        yield f"content_hash is {row.content_hash!r:.200}, that of the text is {hash!r}"
    named = content_id(document_id, hash, repeats(hash))
    if row.content_id != named:
        yield f"content_id is {row.content_id!r:.200}, not {named!r:.200}"
    contextual = contextual_text(row.headings, row.table_header, row.text, row.shown_text, row.context)
    hash = hash if contextual == row.text else content_hash(contextual.encode())
    if row.shown_text is not None and not is_subsequence(row.shown_text, row.text):
        yield "shown_text is not the text without some of its characters"
    if row.context_hash != hash:
        yield f"context_hash is {row.context_hash!r:.200}, that of the contextual text is {hash!r}"
    if row.line_end < row.line_start:
        yield f"it ends in line {row.line_end}, before it begins in line {row.line_start}"


def is_subsequence(shown: str, text: str) -> bool:
    """Return whether a text is another one without some of its characters.

    >>> is_subsequence("It pours.", "It rains. It pours."), is_subsequence("It snows.", "It rains. It pours.")
    (True, False)
    """
    rest = iter(text)
    return all(char in rest for char in shown)


class _Files:
    """The files that documents were made of.

    root: the folder that sources are relative to, or None. reading: the options of readers that the store keeps,
    as JSON; functions among them are imported only if `is_trusted`.
    """

    def __init__(self, root: str | None = None, reading: str = "", *, is_trusted: bool = False) -> None:
        self._root = root
        try:
            self._readers = kept_readers(reading, is_trusted=is_trusted)
        except (ValueError, KeyError, TypeError, ImportError):  # it is for `ingest` to report
            self._readers = Readers()
        self._archives = ArchivesInChild(self._readers.options)
        self._listed: tuple[tuple[str, ...], dict[str, str]] = (), {}  # the names in the last archive

    def close(self) -> None:
        """End the child processes."""
        self._archives.close()

    def text(self, source: str, hash: str, size: int) -> str | None:
        """Return the text of a file of so many bytes; None if it is not at hand, was changed, or is not UTF-8
        (text that was replaced has no offsets in the file).

        A file of another size is not read: it was changed, or is a table of which the document is a row. So all
        files together are read in time linear in the store, however many rows have the same table as their source.
        """
        data = self._content(source, size)
        try:
            return None if data is None or content_hash(data) != hash else data.decode()
        except ValueError:
            return None

    def read_text(self, source: str, hash: str, fingerprint: str) -> str | None:
        """Return the text that a reader makes of a file; None if the file is not at hand, was changed, or was read
        with other options than the store keeps."""
        data = self._content(source)
        if data is None or content_hash(data) != hash:
            return None
        try:
            format = self._readers.find(data, source) or self._readers.guessed(data, "strict")
            reader = "" if format is None else self._readers.fingerprint(format)
            if (read_by(cut_by(fingerprint), reader) if reader else cut_by(fingerprint)) != fingerprint:
                return None
            made = self._readers.text_of(self._readers.content(data, source))
            return str(made.text) if isinstance(made, Document) else made.decode()
        except (ReaderError, ImportError, ValueError):
            return None

    def _content(self, source: str, size: int | None = None) -> bytes | None:
        """Return the content of a file, or of one in an archive, if it is at hand and has a size."""
        path = source if self._root is None else os.path.join(self._root, source)
        try:
            if "://" in source:
                return None
            if not os.path.isfile(path):
                return self._member(tuple(path.split(SEPARATOR)), size)
            if size is not None and os.path.getsize(path) != size:
                return None
            with open(path, "rb") as file:
                return file.read()
        except (OSError, ValueError, ReaderError, ImportError):
            return None

    def _member(self, path: tuple[str, ...], size: int | None) -> bytes | None:
        """Return the content of a file in an archive, given the path of the archive and the names in each."""
        inner, known = path[:1], ""
        if len(path) == 1 or not os.path.isfile(path[0]):
            return None
        for name in path[1:]:
            if self._listed[0] != inner:
                members = self._archives.members(inner)
                self._listed = inner, {shown_name(each.name): each.name for each in members if not each.fault}
            known = self._listed[1].get(name, "")
            if not known:
                return None
            inner = (*inner, known)
        data = self._archives.read(inner)
        return data if size is None or len(data) == size else None


def _differences(text: str, rows: list[ChunkRow]) -> Iterator[tuple[int, str]]:
    """Yield what differs between chunks and the text that they were cut from."""
    if not rows:
        return
    if rows[-1].char_end > len(text):
        yield rows[-1].chunk_index, f"it ends after the end of the file ({counted(len(text), 'character')})"
        return
    sliced = Chunks.from_spans(text, [(row.char_start, row.char_end) for row in rows])
    lines = zip(sliced.column("line_start"), sliced.column("line_end"), strict=True)
    for row, own, (start, end), (first, last) in zip(
        rows, sliced.texts, sliced.byte_spans.tolist(), lines, strict=True
    ):
        reason = ""
        if row.text != own:
            reason = "the text differs from that of the file"
        elif (row.byte_start, row.byte_end) != (start, end):
            reason = f"its bytes in the file are {start} to {end}, not {row.byte_start} to {row.byte_end}"
        elif (row.line_start, row.line_end) != (first, last):
            reason = f"its lines in the file are {first} to {last}, not {row.line_start} to {row.line_end}"
        if reason:
            yield row.chunk_index, reason


def _check_vectors(connection: sqlite3.Connection, store: str, model: str, found: Verification) -> None:
    import numpy as np

    sizes = "SELECT length(CAST(vector AS BLOB)) AS size FROM embeddings WHERE model = ?"
    probe = "SELECT length(probe) FROM models WHERE model = ?"
    usual = connection.execute(f"{sizes} GROUP BY size ORDER BY count(*) DESC, size LIMIT 1", (model,)).fetchone()
    (expected,) = connection.execute(probe, (model,)).fetchone() or usual or (0,)
    rest = "FROM embeddings WHERE model = ? AND context_hash > ? ORDER BY context_hash LIMIT ?"
    for page in pages(store, lambda last: select(connection, store, _VECTOR, rest, model, last, PAGE), ""):
        found.vectors += len(page)
        for name, blob in page:
            if len(blob) != expected or len(blob) % 4 or not blob:
                reason = f"has {counted(len(blob), 'byte')}, not {expected}"
            elif not np.isfinite(np.frombuffer(blob, "<f4")).all():
                reason = "has a number that is not finite"
            else:
                continue
            found.faults.append(
                Fault(None, None, f"model {model!r}: the vector of context hash {name!r:.200} {reason}")
            )
