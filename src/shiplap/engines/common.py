"""What the adapters share: pyarrow batches in and out, and a chunker that travels as its configuration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shiplap import arrow
from shiplap.chunkers import Chunker
from shiplap.chunkers.presets import chunker_of
from shiplap.errors import OptionError


def own_columns(columns: Iterable[str]) -> tuple[str, ...]:
    """Columns for a function of a text alone, which knows no document ids. Raises OptionError."""
    names = (columns,) if isinstance(columns, str) else tuple(columns)
    for name in names:
        if name in ("document_id", "id"):
            raise OptionError("columns", name, "a function of a text knows no ids")
    return names


class Options:
    """The options of `shiplap.arrow.chunk` that an engine takes to its workers: a chunker, or a preset's name,
    `text`, `id`, `carry` and `columns`. Raises OptionError."""

    def __init__(
        self,
        chunker: Chunker | str,
        *,
        text: str = "text",
        id: str | None = "id",
        carry: Iterable[str] = (),
        columns: Iterable[str] = arrow.COLUMNS,
    ) -> None:
        self.chunker = chunker_of(chunker)
        self.text, self.id = text, id
        self.carry = (carry,) if isinstance(carry, str) else tuple(carry)
        self.columns = (columns,) if isinstance(columns, str) else tuple(columns)

    def schema(self, data: Any = None) -> Any:
        """The pyarrow.Schema of the rows."""
        import pyarrow

        return pyarrow.schema(arrow.schema(self.chunker, data, carry=self.carry, columns=self.columns))

    def cut(self, data: Any) -> Any:
        """The chunks of a table or record batch: a pyarrow.Table."""
        import pyarrow

        return pyarrow.table(
            arrow.chunk(data, self.chunker, text=self.text, id=self.id, carry=self.carry, columns=self.columns)
        )
