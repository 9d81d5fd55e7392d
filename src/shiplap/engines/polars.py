"""Polars (extra `polars`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shiplap import arrow
from shiplap.chunkers import Chunker
from shiplap.chunkers.presets import chunker_of
from shiplap.engines.common import Options, own_columns


def expression(
    text: Any, chunker: Chunker | str, *, columns: Iterable[str] = ("text", "char_start", "char_end")
) -> Any:
    """Return an expression that cuts each text into a list of structs, one for each chunk; null for a null text.

    text: the name of a column, or an expression. columns: fields of a chunk, see `shiplap.arrow.COLUMNS`,
    except ids, which are unknown to an expression.

        frame.select("id", chunk=expression("text", "fixed-900")).explode("chunk").unnest("chunk")
    """
    import polars

    made, names = chunker_of(chunker), own_columns(columns)
    kind = polars.List(polars.Struct(_types(made, names)))

    def cut(texts: Any) -> Any:
        rows = polars.int_range(0, len(texts), eager=True)
        frame = polars.DataFrame({"id": rows, "text": texts})
        found = polars.DataFrame(arrow.chunk(frame, made, columns=("document_id", *names), zero_copy=True))
        lists = found.select(
            polars.col("document_id").cast(polars.Int64).alias("id"), polars.struct(*names).alias("chunk")
        ).group_by("id", maintain_order=True).agg("chunk")  # fmt: skip
        joined = frame.select("id", null=polars.col("text").is_null()).join(lists, on="id", how="left")
        empty = polars.lit([], dtype=kind)
        given = polars.when("null").then(None).otherwise(polars.col("chunk").fill_null(empty))
        return joined.sort("id").select(given.cast(kind).alias(texts.name)).to_series()

    column = polars.col(text) if isinstance(text, str) else text
    return column.map_batches(cut, return_dtype=kind)


def _types(chunker: Chunker, columns: Iterable[str]) -> Any:
    import polars

    nothing = polars.DataFrame({"text": []}, {"text": polars.String})
    return polars.DataFrame(arrow.chunk(nothing, chunker, id_column=None, columns=columns)).schema


def chunk(frame: Any, chunker: Chunker | str, *, streamable: bool = True, **options: Any) -> Any:
    """Cut a LazyFrame or a DataFrame into a frame of chunks of the same type. `options` are those of
    `shiplap.arrow.chunk`.

    streamable: allow rows to be cut in parts, so that Polars' streaming engine need not load them all.
    """
    import polars

    known = Options(chunker, **options)

    def cut(part: Any) -> Any:
        return polars.DataFrame(known.stream(part, zero_copy=True))

    if isinstance(frame, polars.DataFrame):
        return cut(frame)
    nothing = polars.DataFrame(schema=frame.collect_schema())
    return frame.map_batches(cut, schema=cut(nothing).schema, streamable=streamable)
