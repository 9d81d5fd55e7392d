"""The sink for a SQLite store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from shiplap.ids import Repeats
from shiplap.ingestion.sinks.sink import UNKNOWN, Stored, Version
from shiplap.store import Prepared, Store, Writer, prepare, values_of

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks
    from shiplap.ingestion.files import Survey


#: The type of `Sink.prepare`.
Prepare = Callable[["Chunks", "bytes | None", str, str], Prepared]


def prepare_for(
    chunks: Chunks, data: bytes | None, hash: str, fingerprint: str, *, store: str, replaces: bool
) -> Prepared:
    """Prepare the rows of a document. `replaces`: see `Prepared`."""
    made = prepare(chunks, data, hash=hash, fingerprint=fingerprint, store=store)
    made.replaces = replaces
    return made


class StoreSink:
    """Writes documents to a store, several per commit.

    replace: whether a document may replace one of another source and another text.
    """

    def __init__(self, store: Store, writer: Writer, *, replace: bool = False) -> None:
        writer.begin()  # what is read of the store now stays true until the first commit
        self._replaces = replace
        self.prepare: Prepare = partial(prepare_for, store=store.path, replaces=replace)
        self._store = store
        self._writer = writer
        self._settle = writer.settle
        self._is_empty = not len(store)
        self._add_parts = writer.add_parts
        self.write: Callable[[Prepared], None] = writer.add
        self.move: Callable[[str, str | None], None] = writer.move
        self.remove: Callable[[str], bool] = writer.remove
        self.set_setting: Callable[[str, str], None] = writer.set_setting
        self.setting: Callable[[str], str | None] = store.setting
        self.relocate: Callable[[str], None] = writer.relocate
        self.commit: Callable[[], None] = writer.commit

    def version(self, document_id: str) -> Version:
        """Return the stored content hash, fingerprint and source; no query is made if the store was empty."""
        if self._is_empty:
            return UNKNOWN
        self._settle()
        return self._store.version(document_id)

    def stored(self, document_id: str) -> Stored:
        """Return the stored chunks of a document, and the decisions for it."""
        self._settle()
        return Stored(self._store.chunks(document_id), self._store.decided(document_id))

    def sources(self) -> list[tuple[str, str | None]]:
        """Return the id and source of every document."""
        self._settle()
        return self._store.sources()

    def fingerprints(self) -> list[tuple[str, str]]:
        """Return the id and fingerprint of every document."""
        self._settle()
        return self._store.fingerprints()

    def conflicts(self) -> list[tuple[str, int]]:
        """Return id and number of chunks of documents that were not written, because another process meanwhile
        wrote documents of other sources with these ids."""
        self._settle()
        return self._writer.conflicts

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str,
        metadata: str = "{}",
    ) -> int:  # fmt: skip
        """Write a document while it is read, in one transaction with others."""
        document = Prepared(
            document_id, source, seen.content_hash, fingerprint, seen.characters, seen.bytes, metadata, 0, [],
            self._replaces,
        )  # fmt: skip
        repeats = Repeats()
        return self._add_parts(document, (values_of(part, part.content_hashes, repeats) for part in parts))
