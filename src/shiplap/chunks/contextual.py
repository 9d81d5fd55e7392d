"""The text of a chunk that is embedded and searched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shiplap.chunks.headings import contextual_text
from shiplap.chunks.located import LocatedChunk


class ContextualChunk(LocatedChunk):
    """A chunk with headings and a table header, of which a contextual text is made."""

    __slots__ = ()

    if TYPE_CHECKING:  # what each class has

        @property
        def headings(self) -> tuple[str, ...]: ...
        @property
        def table_header(self) -> str: ...
        @property
        def text(self) -> str: ...
        @property
        def shown_text(self) -> str | None: ...

    @property
    def context(self) -> str | None:
        """The text that `Chunks.with_context` has put before the chunk, for embedding and search; None without
        one, and for an excerpt."""
        return None

    @property
    def contextual_text(self) -> str:
        """The text to embed and search: the context of `with_context`, the headings that the chunk does not begin
        with itself, its table header, and its text; without page furniture if the chunker leaves it out
        (`shown_text`). A prompt shows it without the context of `with_context`."""
        return contextual_text(self.headings, self.table_header, self.text, self.shown_text, self.context)
