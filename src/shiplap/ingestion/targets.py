"""Targets of `--to`: a SQLite store, PostgreSQL, JSON lines, a Parquet file, a folder of Parquet files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

from shiplap.errors import OptionError
from shiplap.ingestion.sinks.jsonl import LinesSink, lines
from shiplap.ingestion.sinks.output import output, unfinished
from shiplap.ingestion.sinks.parquet import ParquetFile
from shiplap.ingestion.sinks.preview import Preview
from shiplap.ingestion.sinks.sink import Stored
from shiplap.ingestion.sinks.sqlite import StoreSink

#: Suffixes of `--to` that name a store.
STORE_SUFFIXES = (".db", ".sqlite", ".sqlite3")
LINES_SUFFIXES = (".jsonl", ".ndjson")
SERVERS = ("postgresql://", "postgres://")

#: Seconds that an ingest waits for another process that uses the store, before it reports that it waits.
PATIENCE = 2.0


def kind_of(to: str) -> str:
    """Classify a target: "store", "server", "lines", "parquet" or "folder". Raises OptionError."""
    if to.startswith(SERVERS):
        return "server"
    if to.endswith(("/", os.sep)):
        return "folder"
    suffix = os.path.splitext(to)[1].lower()
    kinds = {**dict.fromkeys(STORE_SUFFIXES, "store"), **dict.fromkeys(LINES_SUFFIXES, "lines")}
    kind = "lines" if to == "-" else {**kinds, ".parquet": "parquet"}.get(suffix)
    if kind is None:
        ends = ", ".join((*STORE_SUFFIXES, *LINES_SUFFIXES, ".parquet"))
        rule = f"must be -, postgresql://..., a folder/ for Parquet files, or end in {ends}"
        if "://" in to:
            from shiplap.sync.registry import unknown_target

            raise unknown_target(to, f"{rule}, or be a vector store (qdrant://..., lancedb://...)")
        raise OptionError("to", to, rule)
    if to != "-" and not os.path.isdir(os.path.dirname(to) or "."):
        raise OptionError("to", to, "the folder does not exist")
    return kind


def files_of(to: str, kind: str) -> tuple[str, ...]:
    """Return the files of the target itself, which must not be read as input."""
    if kind == "server" or to == "-":
        return ()
    if kind == "folder":
        return tuple(entry.path for entry in os.scandir(to)) if os.path.isdir(to) else ()
    beside = tuple(f"{to}{end}" for end in ("", "-journal", "-wal", "-shm", "-sync", "-embed"))
    return beside if kind == "store" else (to, *unfinished(to))


def exists(to: str, kind: str) -> bool:
    """Return whether a target that keeps documents may have some already."""
    return kind == "server" or (kind == "store" and os.path.exists(to) and os.path.getsize(to) > 0)


@contextlib.contextmanager
def opened(
    to: str,
    kind: str,
    schema: str | None = None,
    *,
    replace: bool = False,
    on_wait: Callable[[], None] | None = None,
) -> Iterator[Any]:
    """Open the sink: a `shiplap.ingestion.Sink`, that of a store or a server a `Keeper`; None for a folder.

    schema: that of the tables in PostgreSQL.
    replace: whether a document may replace one of another source and another text.
    on_wait: called when another process uses the store.
    """
    if kind == "store":
        from shiplap.store import Store

        with Store(to, create=True, timeout=PATIENCE) as store, store.writer(on_wait=on_wait) as writer:
            yield StoreSink(store, writer, replace=replace)
    elif kind == "server":
        from shiplap.ingestion.sinks.postgres import PostgresSink

        with PostgresSink(to, schema) as server:
            yield server
    elif kind == "lines":
        with output(to) as stream:
            yield LinesSink(stream)
    else:
        with contextlib.closing(ParquetFile(to)) if kind == "parquet" else contextlib.nullcontext(None) as file:
            yield file
            if file is not None:
                file.finish()


@contextlib.contextmanager
def previewed(
    to: str, kind: str, schema: str | None = None, on_write: Callable[[Any], None] = lambda written: None
) -> Iterator[Any]:
    """Open a sink in place of that of `opened` that refuses the same documents and changes nothing. `on_write` is
    called with what a store would get: `Prepared`, or `Chunks` that are a part of a document."""
    from shiplap.store import Store, prepare

    if kind == "server":
        from shiplap.ingestion.sinks.postgres import PostgresSink

        with PostgresSink(to, schema, is_kept=False) as server:
            yield Preview(server, server.prepare)
    elif kind == "store":
        is_stored = exists(to, kind)
        with Store(to, create=False, read_only=True) if is_stored else Store(":memory:") as store:
            yield Preview(
                store,
                lambda chunks, data, hash, fingerprint: prepare(
                    chunks, data, hash=hash, fingerprint=fingerprint, store=to
                ),
                lambda document_id: Stored(store.chunks(document_id), store.decided(document_id)),
                on_write,
            )
    elif kind == "lines":
        with Store(":memory:") as store:
            yield Preview(store, lambda chunks, *_: lines(chunks))
    else:
        with (
            contextlib.closing(ParquetFile(os.devnull)) if kind == "parquet" else contextlib.nullcontext() as file
        ):
            yield file
