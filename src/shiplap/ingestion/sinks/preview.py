"""A sink that writes nothing, for a run that only says what it would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic

from shiplap.ingestion.sinks.sink import NOTHING, Kept, Stored, Version, Written

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks
    from shiplap.ingestion.files import Survey


class Preview(Generic[Written]):
    """Takes documents as the sink of a target does, with the same errors, and changes nothing.

    kept: the target as it is. prepare, stored: the methods of the target's sink. on_write: called with what would
    be written, a document or a part of one.
    """

    def __init__(
        self,
        kept: Kept,
        prepare: Callable[[Chunks, bytes | None, str, str], Written],
        stored: Callable[[str], Stored] = lambda document_id: NOTHING,
        on_write: Callable[[Written | Chunks], None] = lambda written: None,
    ) -> None:
        self.prepare: Callable[[Chunks, bytes | None, str, str], Written] = prepare
        self.stored: Callable[[str], Stored] = stored
        self.write: Callable[[Written], None] = on_write
        self._on_part: Callable[[Chunks], None] = on_write
        self.version: Callable[[str], Version] = kept.version
        self.sources: Callable[[], list[tuple[str, str | None]]] = kept.sources
        self.fingerprints: Callable[[], list[tuple[str, str]]] = kept.fingerprints
        self.setting: Callable[[str], str | None] = kept.setting

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str,
        metadata: str = "{}",
    ) -> int:  # fmt: skip
        """Count the chunks of a document while it is read."""
        number = 0
        for part in parts:
            self._on_part(part)
            number += len(part)
        return number

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
