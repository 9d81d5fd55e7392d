"""The sink for a SQLite store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from shiplap.ids import Repeats
from shiplap.store import Prepared, Store, Writer, prepare, values_of

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks
    from shiplap.ingest.files import Survey


class StoreSink:
    """Writes documents to a store, several per commit."""

    def __init__(self, store: Store, writer: Writer) -> None:
        self._store = store
        self._settle = writer.settle
        self._is_empty = not len(store)
        self._add_parts = writer.add_parts
        self.write: Callable[[Prepared], None] = writer.add
        self.move: Callable[[str, str | None], None] = writer.move
        self.remove: Callable[[str], bool] = writer.remove
        self.sources: Callable[[], list[tuple[str, str | None]]] = store.sources

    def version(self, document_id: str) -> tuple[str | None, str | None, str | None]:
        """Return the stored content hash, fingerprint and source; no query is made if the store was empty."""
        if self._is_empty:
            return (None, None, None)
        self._settle()
        return self._store.version(document_id)

    def prepare(self, chunks: Chunks, data: bytes | None, hash: str, fingerprint: str) -> Prepared:
        """Prepare the rows of a document."""
        return prepare(chunks, data, hash=hash, fingerprint=fingerprint, store=self._store.path)

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str
    ) -> int:
        """Write a document while it is read, in one transaction with others."""
        document = Prepared(
            document_id, source, seen.content_hash, fingerprint, seen.characters, seen.bytes, "{}", 0, []
        )
        repeats = Repeats()
        return self._add_parts(document, (values_of(part, part.content_hashes, repeats) for part in parts))
