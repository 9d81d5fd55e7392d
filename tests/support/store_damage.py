"""A small store, and everything that can be asked of one: what tests of damaged files have in common."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import sqlite3
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from shiplap import AdaptiveChunker, FixedChunker
from shiplap.errors import OptionError, StoreError
from shiplap.store import Store, prepare

FIXED = FixedChunker(40, 10)
ADAPTIVE = AdaptiveChunker(prose=20, code=20, table=20)

TEXT = "Rain falls in the café. Snow fell, и шёл дождь, all night. " * 3
MIXED = (
    "# Weather\n\n"
    + "Rain falls in the valley. " * 8
    + "\n\n## Table\n\n"
    + "| a | b |\n|---|---|\n"
    + "| 1 | 2 |\n" * 9
)


def make(path: Path) -> None:
    """A store of three documents, with a search index and embeddings."""
    with Store(path, create=True) as store:
        store.put(FIXED.chunk(TEXT, document_id="a", source="files/a.txt", metadata={"n": [1, None, "é"]}))
        store.put(FIXED.chunk("", document_id="empty"))
        store.put(ADAPTIVE.chunk(MIXED, document_id="mixed"))
        with store.writer() as writer:
            writer.set_setting("configuration", json.dumps({"default": FIXED.config, "types": []}))
        store.search("rain")
        vectors = {chunk.content_hash: [0.5, 1.0, 2.0, len(chunk)] for chunk in store}
        vectors |= {chunk.context_hash: vectors[chunk.content_hash] for chunk in store}
        store.vectors("m").put_many(vectors)


def edit(path: Path, *statements: str) -> None:
    """Run statements on the file past the Store class."""
    connection = sqlite3.connect(path)
    try:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    finally:
        connection.close()


def without_constraints(path: Path) -> None:
    """Let every column hold NULL."""
    edit(
        path,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')"
        " WHERE type = 'table' AND sql NOT LIKE '%fts5%'",
    )


def _embed(texts: list[str]) -> list[list[float]]:
    return [[1.0, 2.0, 0.5, len(text)] for text in texts]


def _nearest(store: Store) -> object:
    # the model may be gone, and vectors be missing
    with contextlib.suppress(OptionError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return store.search("rain", mode="vector", embed=_embed, model="m")


def _many(store: Store) -> object:
    return store.search(" ".join(f"w{k}" for k in range(200)) + " rain", match="any")


def _write(store: Store) -> None:
    with store.writer() as writer:
        writer.move("a", "elsewhere")
        writer.add(prepare(FIXED.chunk("added", document_id="b")))
        writer.remove("mixed")
        writer.set_setting("configuration", "[]")


def _hashes(store: Store) -> list[str]:
    with contextlib.closing(sqlite3.connect(store.path)) as connection:
        return [hash for (hash,) in connection.execute("SELECT DISTINCT content_hash FROM chunks")]


def _changes(store: Store) -> object:
    """Return all changes, and those since the first generation."""
    found = store.changes(model="m")
    since = f"{found.generation.partition(':')[0]}:1"
    later = store.changes(since)
    return len(list(found.upserts)), len(list(later.upserts)), later.deletes, len(later)


READ: dict[str, Callable[[Store], object]] = {
    "len": len,
    "contains": lambda store: "a" in store,
    "get": lambda store: store.get("a"),
    "documents": lambda store: list(store.documents()),
    "chunks": lambda store: store.chunks("a"),
    "mixed": lambda store: store.chunks("mixed"),
    "iter": list,
    "embedded": lambda store: store.chunks("a", model="m"),
    "sources": lambda store: store.sources(),
    "version": lambda store: store.version("a"),
    "unchanged": lambda store: store.unchanged("a", "", ""),
    "setting": lambda store: store.setting("configuration"),
    "search": lambda store: store.search("rain", 100),
    "phrase": lambda store: store.search('"rain falls"', 100),
    "any": lambda store: store.search("rain snow шёл", 100, match="any"),
    "many words": _many,
    "nearest": _nearest,
    "filtered": lambda store: store.search("rain", kind="prose", source="files", metadata={"n": None}),
    "stats": lambda store: store.stats(),
    "totals": lambda store: store.totals(),
    "changes": _changes,
    "vectors": lambda store: store.vectors("m").get_many(HASHES),
    "number of vectors": lambda store: len(store.vectors("m")),
}

WRITE: dict[str, Callable[[Store], object]] = {
    "put": lambda store: store.put(FIXED.chunk(TEXT[1:], document_id="a")),
    "put new": lambda store: store.put(FIXED.chunk(TEXT, document_id="new")),
    "put many": lambda store: store.put_many(
        (FIXED.chunk(TEXT, document_id=name) for name in "ab"), commit_bytes=9
    ),
    "writer": _write,
    "delete": lambda store: store.delete("a"),
    "prune": lambda store: store.prune(["a"]),
    "vacuum": lambda store: store.vacuum(),
    "put vectors": lambda store: store.vectors("m").put_many({"x": [1.0]}),
    "prune vectors": lambda store: store.vectors("m").prune(),
    "search after": lambda store: store.search("rain", 100),
}

HASHES = [
    *FIXED.chunk(TEXT, document_id="a").content_hashes,
    *ADAPTIVE.chunk(MIXED, document_id="mixed").content_hashes,
]


def ask(path: Path, names: Iterable[str] = (*READ, *WRITE)) -> dict[str, Any]:
    """Return the result of each call, or its StoreError. Any other exception is raised."""
    results: dict[str, Any] = {}
    try:
        store = Store(path, timeout=0.1)
    except StoreError as error:
        return dict.fromkeys(("open", *names), error)
    with store:
        with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
            store._connection.execute("PRAGMA synchronous = OFF")  # no file outlives its test
        for name in names:
            try:
                results[name] = {**READ, **WRITE}[name](store)
            except StoreError as error:
                assert error.store == str(path) and error.reason
                results[name] = error
            except Exception as error:
                raise AssertionError(f"{name}: {type(error).__name__}: {error}") from error
    return results


def copied(path: Path, to: Path) -> Path:
    """Return a copy to damage."""
    shutil.copy(path, to)
    return to


def flipped(data: bytes, seed: int) -> bytes:
    """Return the bytes with some of them changed, and in one case of ten without the end."""
    choose = random.Random(seed)
    result = bytearray(data)
    for _ in range(choose.choice((1, 1, 2, 5, 20))):
        at, size = choose.randrange(len(result)), choose.choice((1, 1, 1, 8, 64))
        size = min(size, len(result) - at)
        kind = choose.randrange(3)
        if kind == 0:
            result[at] ^= 1 << choose.randrange(8)
        else:
            result[at : at + size] = bytes(size) if kind == 1 else choose.randbytes(size)
    return bytes(result[: choose.randrange(len(result))] if choose.random() < 0.1 else result)
