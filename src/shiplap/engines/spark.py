"""Spark (extra `spark`; requires Java)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from shiplap.chunkers import Chunker
from shiplap.engines.common import Options


def chunk(frame: Any, chunker: Chunker | str, **options: Any) -> Any:
    """Cut a `pyspark.sql.DataFrame` into a DataFrame of chunks by `mapInArrow`: lazily, one partition at a time.

    `options` are those of `shiplap.arrow.chunk`; `keep_columns` must have types that Spark supports.
    """
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    known = Options(chunker, **options)
    schema = _small(known.schema(to_arrow_schema(frame.schema)))
    return frame.mapInArrow(_worker(known, schema), from_arrow_schema(schema))


def _small(schema: Any) -> Any:
    """Return the schema with Spark's string types: its batches are small enough for offsets of 32 bits."""
    import pyarrow

    def small(kind: Any) -> Any:
        if pyarrow.types.is_list(kind):
            return pyarrow.list_(small(kind.value_type))
        return pyarrow.utf8() if pyarrow.types.is_large_string(kind) else kind

    return pyarrow.schema([pyarrow.field(field.name, small(field.type), field.nullable) for field in schema])


def _worker(options: Options, schema: Any) -> Callable[[Iterator[Any]], Iterable[Any]]:
    def cut(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield from options.cut(batch).cast(schema).to_batches()

    return cut
