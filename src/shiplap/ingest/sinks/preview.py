"""A sink that writes nothing, for a run that only says what it would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks
    from shiplap.ingest.files import Survey


class Preview:
    """Takes documents as the sink of a target does, with the same errors, and changes nothing.

    kept: what the target has: a `Store`, or a sink that keeps documents.
    prepare: the method of the target's sink.
    """

    def __init__(self, kept: Any, prepare: Callable[..., Any]) -> None:
        self.prepare = prepare
        self.version: Callable[[str], Any] = kept.version
        self.sources: Callable[[], Any] = kept.sources
        self.fingerprints: Callable[[], Any] = kept.fingerprints
        self.setting: Callable[[str], str | None] = kept.setting
        self.stored: Callable[[str], Any] = getattr(kept, "chunks", None) or _nothing
        self.decided: Callable[[str], Any] = getattr(kept, "decided", None) or _undecided

    def write(self, prepared: Any) -> None:
        """Write nothing."""

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str
    ) -> int:
        """Count the chunks of a document while it is read."""
        return sum(map(len, parts))

    def move(self, document_id: str, source: str) -> None:
        """Write nothing."""

    def remove(self, document_id: str) -> bool:
        """Return True: only stored documents are removed."""
        return True

    def set_setting(self, key: str, value: str) -> None:
        """Write nothing."""

    def relocate(self, root: str) -> None:
        """Write nothing."""

    def commit(self) -> None:
        """Write nothing."""

    def conflicts(self) -> list[tuple[str, int]]:
        """Return nothing: no other process writes meanwhile."""
        return []


def _nothing(document_id: str) -> list[Any]:
    return []


def _undecided(document_id: str) -> None:
    return None
