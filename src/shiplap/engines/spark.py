"""Spark (extra `spark`; Java must be there)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from shiplap.chunkers import Chunker
from shiplap.engines.common import Options


def chunk(frame: Any, chunker: Chunker | str, **options: Any) -> Any:
    """The chunks of a `pyspark.sql.DataFrame`, as another, by `mapInArrow`: lazy, a partition at a time.

    `options` are those of `shiplap.arrow.chunk`; of `keep_columns`, types that Spark has.
    """
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    known = Options(chunker, **options)
    schema = _small(known.schema(to_arrow_schema(frame.schema)))
    return frame.mapInArrow(_worker(known, schema), from_arrow_schema(schema))


def _small(schema: Any) -> Any:
    """The schema in the types that Spark has for strings: its batches are small enough for offsets of 32 bits."""
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
