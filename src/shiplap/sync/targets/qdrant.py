"""Qdrant, a server or a folder, by its own client. Needs the extra `qdrant`.

A chunk is a point: its payload has the fields, `metadata` as an object. The cursor is in the metadata of the
collection, under "shiplap", so that a snapshot or a deletion of the collection takes the cursor along.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from shiplap.errors import TargetError
from shiplap.extras import require
from shiplap.printable import without_password
from shiplap.sync.target import WAY_OUT, Batch, Cursor, Held, Layout, RowId
from shiplap.sync.targets.values import (
    WatchedCursor,
    check_name,
    connected,
    made_or_found,
    matrix_of,
    metadata_texts,
    parts_of,
    row_id,
    texts_of,
)

_DISTANCES = {"cosine": "Cosine", "dot": "Dot", "euclidean": "Euclid"}

#: The fields that have an index, with its type: those by which a search is restricted.
_INDEXED = {
    "document_id": "keyword", "source": "keyword", "kind": "keyword", "headings": "keyword",
    "first_page": "integer", "last_page": "integer", "start_seconds": "float", "end_seconds": "float",
}  # fmt: skip

#: A request has at most this many points, and bytes: a server takes 32 MiB, if it is not set otherwise.
_POINTS, _BYTES = 1000, 24_000_000

#: Seconds that a request may take: the client's own limit, 5, is less than a batch takes on a busy server.
_TIMEOUT = 120

#: The key in the metadata of a collection.
_KEY = "shiplap"


class QdrantTarget:
    """A collection of Qdrant.

    server: the URL of a server (Qdrant 1.16 or later), the path of a folder (the client's local mode, which one
        process at a time can use), or a client of the library, which `close` leaves open.
    api_key: of the server; the environment variable QDRANT_API_KEY if it is None.

    Raises OptionError for an empty name, MissingExtraError without the library.

    >>> import tempfile
    >>> from shiplap.sync import Layout
    >>> target = QdrantTarget(tempfile.mkdtemp(), "docs")
    >>> target.open(Layout(64))
    >>> target.count()
    0
    >>> target.close()
    """

    def __init__(self, server: str | Any, collection: str, *, api_key: str | None = None) -> None:
        self._library = require("qdrant_client", "qdrant", "a target in Qdrant")
        check_name("collection", collection)
        self._server: Any = server
        self._collection, self._api_key = collection, api_key
        where = f" at {without_password(server)}" if isinstance(server, str) else ""
        self.name: str = f"Qdrant collection {collection!r}{where}"
        self._client: Any = None
        self._dimensions = 0
        self._watched = WatchedCursor(self.name, self._read, self._write)

    def exists(self) -> bool:
        """Return whether there is such a collection."""
        if isinstance(self._server, str) and "://" not in self._server and not os.path.isdir(self._server):
            return False
        with connected(self._client, self._connect, self._server) as client:
            return bool(client.collection_exists(self._collection))

    def open(self, layout: Layout) -> None:
        """Connect, and make the collection if it is missing. Raises TargetError if it does not fit; with
        `retryable`, if another process uses the folder."""
        self._client = self._connect()
        self._dimensions = layout.dimensions
        if not self._client.collection_exists(self._collection):
            self._create(layout)
        info = self._client.get_collection(self._collection)
        self._check(info, layout)
        self._index_fields(info)
        self._watched.load()

    def cursor(self) -> Cursor | None:
        """Return the cursor, or None."""
        return self._watched.load()

    def count(self) -> int:
        """Return the number of points."""
        return int(self._client.count(self._collection, exact=True).count)

    def begin(self) -> None:
        """Begin a batch. Raises TargetError if another sync writes to the collection."""
        self._watched.check()

    def upsert(self, batch: Batch) -> None:
        """Write points. Raises TargetError for a text that UTF-8 cannot represent."""
        metadata = metadata_texts(batch, self.name)
        for part in parts_of(batch, metadata, rows=_POINTS, size=_BYTES):
            rows = zip(batch.ids[part], batch.vectors[part].tolist(), batch.records[part], strict=True)
            point = self._library.models.PointStruct
            points = [point(id=str(id), vector=vector, payload=record) for id, vector, record in rows]
            self._client.upsert(self._collection, points, wait=True)

    def delete(self, ids: Sequence[RowId]) -> None:
        """Remove points."""
        for start in range(0, len(ids), 10 * _POINTS):
            part = ids[start : start + 10 * _POINTS]
            points = [each if isinstance(each, int) else str(each) for each in part]
            found = self._library.models.PointIdsList(points=points)
            self._client.delete(self._collection, found, wait=True)

    def commit(self, cursor: Cursor) -> None:
        """Write the cursor: each write before it has waited until the points were stored. Raises TargetError if
        another sync writes to the collection."""
        self._watched.save(cursor)

    def held(self, size: int) -> Iterator[Held]:
        """Read all points."""
        offset = None
        while True:
            points, offset = self._client.scroll(
                self._collection, limit=size, offset=offset, with_payload=["text", "stamp"], with_vectors=True
            )
            if points:
                yield Held(
                    [row_id(point.id) for point in points],
                    texts_of((point.payload or {}).get("text") for point in points),
                    texts_of((point.payload or {}).get("stamp") for point in points),
                    matrix_of([point.vector for point in points], self._dimensions),
                )
            if offset is None:
                return

    def index(self) -> None:
        """Do nothing: Qdrant itself makes and keeps its index (HNSW)."""

    def close(self) -> None:
        """Close the client, unless it was given."""
        client, self._client = self._client, None
        if client is not None and client is not self._server:
            client.close()

    def _connect(self) -> Any:
        if not isinstance(self._server, str):
            return self._server
        if "://" in self._server:
            key = self._api_key if self._api_key is not None else os.environ.get("QDRANT_API_KEY")
            return self._library.QdrantClient(
                url=self._server, api_key=key, timeout=_TIMEOUT, check_compatibility=False
            )
        try:
            return self._library.QdrantClient(path=self._server)
        except RuntimeError as error:  # the lock of the folder
            raise TargetError(self.name, str(error), retryable=True) from None

    def _create(self, layout: Layout) -> None:
        models = self._library.models
        vectors = models.VectorParams(size=layout.dimensions, distance=models.Distance(_DISTANCES[layout.metric]))
        make = self._client.create_collection
        made_or_found(
            lambda: make(self._collection, vectors_config=vectors, metadata={_KEY: ""}),
            lambda: self._client.collection_exists(self._collection) or None,
        )
        if self._client.get_collection(self._collection).config.metadata is None:
            self._client.delete_collection(self._collection)
            reason = "the server keeps no metadata of collections; Qdrant 1.16 or later is needed"
            raise TargetError(self.name, reason)

    def _check(self, info: Any, layout: Layout) -> None:
        """Raise TargetError if the collection does not fit."""
        vectors = info.config.params.vectors
        if not isinstance(vectors, self._library.models.VectorParams):
            raise TargetError(self.name, "has named vectors; a sync needs one vector without a name")
        wanted = layout.dimensions, _DISTANCES[layout.metric]
        if (found := (vectors.size, vectors.distance.value)) != wanted:
            raise TargetError(
                self.name,
                f"has vectors of {found[0]} dimensions, compared by {found[1]}; the sync has {wanted[0]}"
                f" dimensions, compared by {wanted[1]}; {WAY_OUT}",
            )

    def _index_fields(self, info: Any) -> None:
        """Make the indexes of fields that are missing; local mode has none."""
        if isinstance(getattr(self._client, "_client", None), self._library.local.qdrant_local.QdrantLocal):
            return
        for name, type in _INDEXED.items():
            if name not in info.payload_schema:
                self._client.create_payload_index(self._collection, name, field_schema=type, wait=True)

    def _read(self) -> str:
        metadata = self._client.get_collection(self._collection).config.metadata or {}
        return str(metadata.get(_KEY, ""))

    def _write(self, text: str) -> None:
        self._client.update_collection(self._collection, metadata={_KEY: text})
