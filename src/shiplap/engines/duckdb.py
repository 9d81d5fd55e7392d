"""DuckDB (extra `duckdb`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shiplap import arrow
from shiplap.chunkers import Chunker
from shiplap.chunkers.presets import chunker_of
from shiplap.chunks.columns import TYPES
from shiplap.engines.common import own_columns

#: DuckDB types of the columns, by their format in the Arrow C data interface.
_TYPES = {"U": "VARCHAR", "l": "BIGINT", "+l": "VARCHAR[]"}


def register(
    connection: Any,
    chunker: Chunker | str,
    *,
    name: str = "chunk",
    columns: Iterable[str] = ("chunk_index", "text", "char_start", "char_end"),
) -> None:
    """Register the SQL function `name(text)`: a list of structs, one for each chunk; NULL for NULL.

        register(connection, "fixed-900")
        connection.sql("SELECT id, unnest(chunk(text), recursive := true) FROM pages")

    columns: fields of a chunk, see `shiplap.arrow.COLUMNS`, except ids, which are unknown to the function. It
    processes DuckDB's own batches, in one thread.
    """
    import numpy as np
    import pyarrow

    made, names = chunker_of(chunker), own_columns(columns)
    fields = pyarrow.schema(arrow.schema(made, columns=names))
    kind = pyarrow.list_(pyarrow.struct([field.with_nullable(True) for field in fields]))

    def cut(texts: Any) -> Any:
        texts = texts.combine_chunks() if isinstance(texts, pyarrow.ChunkedArray) else texts
        rows = pyarrow.record_batch([pyarrow.array(range(len(texts)), pyarrow.int64()), texts], ["id", "text"])
        found = pyarrow.table(arrow.chunk(rows, made, columns=("document_id", *names))).combine_chunks()
        counts = np.bincount(found["document_id"].cast(pyarrow.int64()).to_numpy(), minlength=len(texts))
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        parts = found.select(names).to_struct_array().chunks or [pyarrow.array([], kind.value_type)]
        structs = pyarrow.concat_arrays(parts).cast(kind.value_type)
        return pyarrow.ListArray.from_arrays(pyarrow.array(offsets), structs, kind, mask=texts.is_null())

    inner = ", ".join(f"{column} {_TYPES[TYPES[column]]}" for column in names)
    connection.create_function(name, cut, ["VARCHAR"], f"STRUCT({inner})[]", type="arrow")
