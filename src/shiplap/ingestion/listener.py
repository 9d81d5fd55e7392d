"""The listener of a run, which hears messages, problems and progress."""

from __future__ import annotations

from shiplap.ingestion.discovery import File, Problem


class Listener:
    """Hears a run, and does nothing. A class of its own overrides what it wants to hear; all calls come from the
    thread of the caller."""

    def message(self, text: str) -> None:
        """Hear what a person should know, such as documents whose files are gone."""

    def start(self, files: int, size: int) -> None:
        """Hear how many files are found, and how many bytes they have."""

    def begin(self, file: File) -> None:
        """Hear the next file."""

    def advance(self, size: int) -> None:
        """Hear that a file of this size in bytes is done."""

    def problem(self, problem: Problem, *, is_known: bool = False) -> None:
        """Hear of a file or a row that fails or is skipped, or of a remark on one. `is_known`: it was skipped in
        the run before, for the same reason."""

    def embedded(self, done: int, total: int) -> None:
        """Hear how many chunks without a vector have one so far, and of how many."""

    def synced(self, done: int, total: int | None) -> None:
        """Hear how many rows of a vector store are written so far, and of how many, if that is known."""

    def end(self) -> None:
        """Hear that no problem and no file follows; vectors, and rows of a vector store, may."""
