"""Chroma, a server or a folder, by its own client. Needs the extra `chroma`.

Chroma's metadata are scalars and lists of scalars. A chunk has its fields as metadata, without those that are None
or empty, its own metadata as JSON under "metadata", and the scalars and lists of scalars in them also under the
path of their keys: "metadata.author.name". The cursor is in the metadata of the collection, under "shiplap".
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from shiplap.errors import OptionError, TargetError
from shiplap.extras import require
from shiplap.sync.target import WAY_OUT, Batch, Cursor, Held, Layout, RowId
from shiplap.sync.targets.values import (
    WatchedCursor,
    check_name,
    connected,
    made_or_found,
    metadata_texts,
    parts_of,
    row_id,
    texts_of,
)

_SPACES = {"cosine": "cosine", "dot": "ip", "euclidean": "l2"}

#: The keys in the metadata of a collection.
_CURSOR, _DIMENSIONS = "shiplap", "shiplap_dimensions"

#: A request has at most this many bytes, as a server of Chroma takes.
_BYTES = 24_000_000

#: The integers that Chroma keeps as they are.
_INTEGERS = range(-(2**63), 2**63)


class ChromaTarget:
    """A collection of Chroma.

    server: the URL of a server (http://HOST:PORT), the path of a folder, which one process at a time can use, or a
        client of the library, which `close` leaves open.
    collection: its name: 3 to 512 letters and digits of ASCII, periods, underscores and hyphens.

    Raises OptionError for an empty name and for other URLs, MissingExtraError without the library.

    >>> import tempfile
    >>> from shiplap.sync import Layout
    >>> target = ChromaTarget(tempfile.mkdtemp(), "docs")
    >>> target.open(Layout(64))
    >>> target.count()
    0
    >>> target.close()
    """

    def __init__(self, server: str | Any, collection: str) -> None:
        self._library = require("chromadb", "chroma", "a target in Chroma")
        check_name("collection", collection)
        if isinstance(server, str) and "://" in server:
            _check_url(server)
        self._server: Any = server
        self._name = collection
        self.name: str = f"Chroma collection {collection!r}" + (f" at {server}" if isinstance(server, str) else "")
        self._client: Any = None
        self._collection: Any = None
        self._max_rows = self._dimensions = 0
        self._watched = WatchedCursor(self.name, self._read, self._write)

    def exists(self) -> bool:
        """Return whether there is such a collection."""
        if isinstance(self._server, str) and "://" not in self._server and not os.path.isdir(self._server):
            return False
        with connected(self._client, self._connect, self._server) as client:
            return self._found(client) is not None

    def open(self, layout: Layout) -> None:
        """Connect, and make the collection if it is missing. Raises TargetError if it does not fit."""
        self._client = self._connect()
        self._dimensions = layout.dimensions
        self._max_rows = self._client.get_max_batch_size()
        self._collection = self._found(self._client)
        if self._collection is None:
            self._collection = made_or_found(lambda: self._create(layout), lambda: self._found(self._client))
        self._check(layout)
        self._watched.load()

    def cursor(self) -> Cursor | None:
        """Return the cursor, or None."""
        return self._watched.load()

    def count(self) -> int:
        """Return the number of rows."""
        return int(self._collection.count())

    def begin(self) -> None:
        """Begin a batch. Raises TargetError if another sync writes to the collection."""
        self._watched.check()

    def upsert(self, batch: Batch) -> None:
        """Write rows. Raises TargetError for a text that UTF-8 cannot represent, and for vectors of another
        length: Chroma itself takes that of the first vectors."""
        if batch.vectors.shape[1] != self._dimensions:
            reason = f"has vectors of {self._dimensions} dimensions, the batch of {batch.vectors.shape[1]}"
            raise TargetError(self.name, reason)
        texts = metadata_texts(batch, self.name)
        for part in parts_of(batch, texts, rows=self._max_rows, size=_BYTES):
            records = batch.records[part]
            ids = list(map(str, batch.ids[part]))
            metadata = dict(zip(ids, map(_flat, records, texts[part]), strict=True))
            self._remove_keys(metadata)
            self._collection.upsert(
                ids,
                embeddings=batch.vectors[part],
                documents=[record["text"] for record in records],
                metadatas=list(metadata.values()),
            )

    def delete(self, ids: Sequence[RowId]) -> None:
        """Remove rows."""
        for start in range(0, len(ids), self._max_rows):
            self._collection.delete(list(map(str, ids[start : start + self._max_rows])))

    def commit(self, cursor: Cursor) -> None:
        """Write the cursor. Raises TargetError if another sync writes to the collection."""
        self._watched.save(cursor)

    def held(self, size: int) -> Iterator[Held]:
        """Read all rows."""
        import numpy as np

        size = min(size, self._max_rows)
        for offset in range(0, self.count(), size):
            found = self._collection.get(
                limit=size, offset=offset, include=["documents", "metadatas", "embeddings"]
            )
            if found["ids"]:
                stamps = texts_of((each or {}).get("stamp") for each in found["metadatas"])
                texts = texts_of(found["documents"])
                vectors = np.asarray(found["embeddings"], np.float32)
                yield Held(list(map(row_id, found["ids"])), texts, stamps, vectors)

    def index(self) -> None:
        """Do nothing: Chroma itself makes and keeps its index (HNSW)."""

    def close(self) -> None:
        """Close the client, unless it was given."""
        client, self._client, self._collection = self._client, None, None
        if client is not None and client is not self._server:
            client.close()

    def _connect(self) -> Any:
        if not isinstance(self._server, str):
            return self._server
        if "://" not in self._server:
            return self._library.PersistentClient(self._server)
        url = urlsplit(self._server)
        is_secure = url.scheme == "https"
        return self._library.HttpClient(url.hostname, url.port or (443 if is_secure else 8000), ssl=is_secure)

    def _create(self, layout: Layout) -> Any:
        return self._client.create_collection(
            self._name,
            configuration={"hnsw": {"space": _SPACES[layout.metric]}},
            metadata={_DIMENSIONS: layout.dimensions},
            embedding_function=None,
        )

    def _found(self, client: Any) -> Any:
        """Return the collection, or None."""
        try:
            return client.get_collection(self._name, embedding_function=None)
        except self._library.errors.NotFoundError:
            return None

    def _check(self, layout: Layout) -> None:
        """Raise TargetError if the collection does not fit."""
        configuration = self._collection.configuration
        space = (configuration.get("hnsw") or configuration.get("spann") or {}).get("space")
        found = (self._collection.metadata or {}).get(_DIMENSIONS)
        if found is None:  # not made by a sync
            rows = self._collection.get(limit=1, include=["embeddings"])["embeddings"]
            found = len(rows[0]) if len(rows) else layout.dimensions
        wanted = layout.dimensions, _SPACES[layout.metric]
        if (found, space) != wanted:
            raise TargetError(
                self.name,
                f"has vectors of {found} dimensions, compared by {space}; the sync has {wanted[0]} dimensions,"
                f" compared by {wanted[1]}; {WAY_OUT}",
            )

    def _remove_keys(self, metadata: dict[str, dict[str, Any]]) -> None:
        """Set to None the keys that stored rows have and their new metadata have not: Chroma's upsert would keep
        them."""
        found = self._collection.get(list(metadata), include=["metadatas"])
        for id, old in zip(found["ids"], found["metadatas"], strict=True):
            metadata[id].update(dict.fromkeys((old or {}).keys() - metadata[id].keys()))

    def _read(self) -> str:
        collection = self._client.get_collection(self._name, embedding_function=None)
        return str((collection.metadata or {}).get(_CURSOR, ""))

    def _write(self, text: str) -> None:
        collection = self._client.get_collection(self._name, embedding_function=None)
        # Chroma replaces all metadata, and refuses its settings among them
        kept = {key: value for key, value in (collection.metadata or {}).items() if not key.startswith("hnsw:")}
        collection.modify(metadata={**kept, _CURSOR: text})


def _check_url(url: str) -> None:
    """Raise OptionError for what the client would ignore: a user, a path, a query."""
    found = urlsplit(url)
    is_plain = found.path in ("", "/") and not (found.username or found.password or found.query or found.fragment)
    if found.scheme not in ("http", "https") or not found.hostname or not is_plain:
        rule = "must be http://HOST:PORT or https://HOST:PORT; otherwise pass a client of chromadb"
        raise OptionError("server", url, rule)


def _flat(record: dict[str, Any], metadata: str) -> dict[str, Any]:
    """Return a record as Chroma's metadata."""
    found = {name: value for name, value in record.items() if name not in ("text", "metadata") and _is_kept(value)}
    for path, value in _leaves("metadata", record["metadata"]):
        found[path] = value
    found["metadata"] = metadata
    return found


def _leaves(path: str, values: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the values that Chroma can hold, with the paths of their keys."""
    for key, value in values.items():
        below = f"{path}.{key}"
        if isinstance(value, dict):
            yield from _leaves(below, value)
        elif _is_kept(value):
            yield below, value


def _is_kept(value: Any) -> bool:
    """Return whether Chroma can hold a value as it is."""
    if isinstance(value, list):
        kinds = set(map(type, value))
        return len(kinds) == 1 and not kinds & {list, dict} and all(map(_is_kept, value))
    if type(value) is int:
        return value in _INTEGERS
    return isinstance(value, str | float | bool)
