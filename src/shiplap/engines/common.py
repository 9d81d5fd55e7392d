"""Common parts of the adapters: pyarrow batches in and out, and a chunker sent as its configuration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from shiplap import arrow
from shiplap.chunkers import Chunker
from shiplap.chunkers.presets import chunker_of
from shiplap.errors import OptionError, unknown

if TYPE_CHECKING:
    from typing_extensions import Never


def own_columns(columns: Iterable[str]) -> tuple[str, ...]:
    """Check columns for a function of a text alone, which has no document ids. Raises OptionError."""
    names = (columns,) if isinstance(columns, str) else tuple(columns)
    for name in names:
        if name in ("document_id", "chunk_id", "content_id"):
            raise OptionError("columns", name, "a function of a text has no ids")
    return names


_OPTIONS = ("text_column", "id_column", "path_column", "keep_columns", "provenance_columns", "columns")


class Options:
    """The options of `shiplap.arrow.chunk` that an engine sends to its workers: a chunker or a preset's name,
    `text_column`, `id_column`, `path_column`, `keep_columns`, `provenance_columns` and `columns`. Raises
    OptionError."""

    def __init__(
        self,
        chunker: Chunker | str,
        *,
        text_column: str = "text",
        id_column: str | None = "id",
        path_column: str | None = None,
        keep_columns: Iterable[str] = (),
        provenance_columns: Iterable[str] = (),
        columns: Iterable[str] = arrow.DEFAULT,
        **others: Never,
    ) -> None:
        for name in others:
            raise unknown("option", name, _OPTIONS)
        self.chunker: Chunker = chunker_of(chunker)
        self.text_column: str = text_column
        self.id_column: str | None = id_column
        self.path_column: str | None = path_column
        self.keep_columns: tuple[str, ...] = (
            (keep_columns,) if isinstance(keep_columns, str) else tuple(keep_columns)
        )
        self.provenance_columns: tuple[str, ...] = (
            (provenance_columns,) if isinstance(provenance_columns, str) else tuple(provenance_columns)
        )
        self.columns: tuple[str, ...] = (columns,) if isinstance(columns, str) else tuple(columns)

    def schema(self, data: Any = None) -> Any:
        """Return the pyarrow.Schema of the result."""
        import pyarrow

        found = arrow.schema(self.chunker, data, keep_columns=self.keep_columns, columns=self.columns)
        return pyarrow.schema(found)

    def cut(self, data: Any) -> Any:
        """Cut a table or record batch into a pyarrow.Table of chunks."""
        import pyarrow

        return pyarrow.table(self.stream(data))

    def stream(self, data: Any, *, zero_copy: bool = False) -> arrow.Stream:
        """Cut a table or record batch with `shiplap.arrow.chunk`."""
        return arrow.chunk(
            data, self.chunker, text_column=self.text_column, id_column=self.id_column,
            path_column=self.path_column, keep_columns=self.keep_columns,
            provenance_columns=self.provenance_columns, columns=self.columns, zero_copy=zero_copy,
        )  # fmt: skip
