"""The interfaces of sinks, and what those have in common that only append."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunk, Chunks
    from shiplap.content.decided import Decided
    from shiplap.ingestion.files import Survey

#: Content hash, fingerprint and source of a stored document; each None if it does not exist.
Version = tuple[str | None, str | None, str | None]

UNKNOWN: Version = (None, None, None)


class Stored(NamedTuple):
    """The stored chunks of a document, and the decisions for it (None: its text decides)."""

    chunks: Sequence[Chunk] = ()
    decided: Decided | None = None


NOTHING = Stored()

#: What a sink writes of one document: rows, lines, a record batch.
Written = TypeVar("Written")


class Sink(Protocol[Written]):
    """A destination of documents. `prepare` is called in worker threads, the rest in the caller's thread."""

    def version(self, document_id: str, /) -> Version:
        """Return content hash, fingerprint and source of the stored document; each None if it does not exist."""

    def stored(self, document_id: str, /) -> Stored:
        """Return the stored chunks of a document. Called if changed documents are updated."""

    def prepare(self, chunks: Chunks, data: bytes | None, hash: str, fingerprint: str, /) -> Written:
        """Prepare a document for `write`. `data`: the UTF-8 bytes that the offsets refer to, if available."""

    def write(self, prepared: Written, /) -> None:
        """Write a document."""

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str,
        metadata: str = "{}", /,
    ) -> int:  # fmt: skip
        """Write a document whose chunks arrive while it is read; return their number. `metadata` is JSON. If the
        chunks end in an error, no part of the document is written. A StoreError that refuses this document alone
        has its `document_id`; any other one is of the sink."""

    def move(self, document_id: str, source: str, /) -> None:
        """Record the new source of an unchanged document."""

    def remove(self, document_id: str, /) -> bool:
        """Remove a stored document. Called for documents with a version; returns whether there was one."""


class Kept(Protocol):
    """Facts about its documents of a target that keeps them."""

    def version(self, document_id: str, /) -> Version:
        """See `Sink.version`."""

    def sources(self) -> list[tuple[str, str | None]]:
        """Return the id and source of every document."""

    def fingerprints(self) -> list[tuple[str, str]]:
        """Return the id and fingerprint of every document."""

    def setting(self, key: str, /) -> str | None:
        """Return a setting, or None."""


class Keeper(Sink[Written], Kept, Protocol[Written]):
    """A sink that keeps documents and settings."""

    def set_setting(self, key: str, value: str, /) -> None:
        """Store a setting."""

    def relocate(self, root: str, /) -> None:
        """Make the sources that lie in a folder relative to it."""

    def conflicts(self) -> list[tuple[str, int]]:
        """Return id and number of chunks of documents that were not written, because another process meanwhile
        wrote documents of other sources with these ids."""

    def commit(self) -> None:
        """Commit all changes so far."""


class Appending:
    """A sink that knows no documents written before. Base class of others."""

    def version(self, document_id: str, /) -> Version:
        """Return three times None."""
        return UNKNOWN

    def stored(self, document_id: str, /) -> Stored:
        """Never called, as `move` and `remove`: no document has a version."""
        return NOTHING

    def move(self, document_id: str, source: str, /) -> None:
        """Never called."""

    def remove(self, document_id: str, /) -> bool:
        """Never called."""
        return False
