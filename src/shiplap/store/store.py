"""Store: documents and their chunks in one SQLite file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

from shiplap.options import SentenceRule
from shiplap.store.connection import connect
from shiplap.store.fields import DOCUMENT, Columns, chunk_rows, select
from shiplap.store.rows import prepare
from shiplap.store.schema import translated
from shiplap.store.writer import Writer

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunk, Chunks
    from shiplap.chunks.stats import Stats
    from shiplap.store.search import Hit
    from shiplap.store.vectors import Vectors

_ID = Columns("document_id")
_SOURCE = Columns("document_id", "source")
_VERSION = Columns("content_hash", "fingerprint", "source", "document_id")
_SIZES = Columns("document_id", "chunks", "characters", "bytes", "fingerprint")


@dataclass(frozen=True)
class Document:
    """A row of `documents`. `content_hash` says what the document says, `fingerprint` how it was cut;
    `characters` and `bytes` are the size of the text, `chunks` how many there are."""

    document_id: str
    source: str | None
    content_hash: str
    fingerprint: str
    characters: int
    bytes: int
    chunks: int
    metadata: dict[str, Any]


class Store:
    """Documents and their chunks in one SQLite file. A context manager; for use by one thread.

    path: of the file, made if it does not exist, unless `create=False`.
    read_only: open without the right to write.
    timeout: seconds to wait for another process before a StoreError that is `retryable`.

    A store of an older schema is migrated when it is opened for writing, in one transaction.

    Raises StoreError for a file that is no store, or one of a newer shiplap, or with `read_only` of an older one;
    and where a call reads a row that is damaged, or was edited so that its values do not fit together: the error
    names the row.

    >>> import shiplap
    >>> chunker = shiplap.preset("fixed-1000")
    >>> with Store(":memory:") as store:
    ...     store.put(chunker.chunk("x" * 2400, document_id="doc"))
    ...     [chunk.id for chunk in store.chunks("doc")]
    ['doc-chunk-0', 'doc-chunk-1', 'doc-chunk-2']
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        create: bool = True,
        read_only: bool = False,
        timeout: float = 10.0,
    ) -> None:
        self.path: str = os.fspath(path)
        self._connection = connect(self.path, create=create, read_only=read_only, timeout=timeout)

    def close(self) -> None:
        """Close the file. Uncommitted changes are rolled back."""
        with translated(self.path):
            self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        """How many documents there are."""
        return self._number("SELECT count(*) FROM documents")

    def __contains__(self, document_id: object) -> bool:
        return bool(self._rows(_ID, "FROM documents WHERE document_id = ?", document_id))

    def __repr__(self) -> str:
        return f"Store({self.path!r})"

    # ---- writing

    def put(self, chunks: Chunks, *, content_hash: str | None = None) -> None:
        """Write a document, replacing the one of that id; committed on return.

        content_hash: of the document, if it shall not be that of the text in UTF-8 (a file's bytes, say).

        Raises StoreError for chunks without a document id, and for what SQLite cannot hold: lone surrogates,
        metadata that are not JSON.
        """
        prepared = prepare(chunks, hash=content_hash, store=self.path)
        with self.writer() as writer:
            writer.add(prepared)

    def put_many(
        self,
        documents: Iterable[Chunks],
        *,
        commit_bytes: int | None = None,
        commit_seconds: float | None = None,
    ) -> int:
        """Write many documents, several a commit, each wholly or not at all; gives their number.

        A group is committed when it holds `commit_bytes` of text (32 MB) or is `commit_seconds` old (1). If
        the iterable raises, or a document cannot be stored, those before it are committed.
        """
        number = 0
        with self.writer(commit_bytes, commit_seconds) as writer:
            for chunks in documents:
                writer.add(prepare(chunks, store=self.path))
                number += 1
        return number

    def delete(self, document_id: str) -> bool:
        """Remove a document and its chunks; False if there is none of that id."""
        with self.writer() as writer:
            return writer.remove(document_id)

    def prune(self, keep: Iterable[str]) -> list[str]:
        """Remove all documents but those of the ids in `keep`; gives the ids removed, sorted."""
        kept = set(keep)
        gone = [name for name in self._ids() if name not in kept]
        with self.writer() as writer:
            for document_id in gone:
                writer.remove(document_id)
        return gone

    def writer(self, commit_bytes: int | None = None, commit_seconds: float | None = None) -> Writer:
        """A context in which documents are added and removed, several a commit."""
        return Writer(self._connection, self.path, commit_bytes, commit_seconds)

    # ---- reading

    def get(self, document_id: str) -> Document | None:
        """The document of that id, or None."""
        rows = self._rows(DOCUMENT, "FROM documents WHERE document_id = ?", document_id)
        return Document(*rows[0]) if rows else None

    def documents(self) -> Iterator[Document]:
        """All documents by id, in order."""
        for document_id in self._ids():
            found = self.get(document_id)
            if found is not None:
                yield found

    def chunks(self, document_id: str, *, model: str | None = None) -> list[Chunk]:
        """The chunks of a document in order; none if there is no such document.

        model: whose embeddings they carry, as far as there are some (`vectors`).
        """
        from shiplap.chunks.chunks import Chunk

        document = self.get(document_id)
        if document is None:
            return []
        rows = chunk_rows(
            self._connection, self.path, document_id, document.chunks, document.characters, document.bytes
        )
        shared = {"document_id": document_id, "source": document.source, "metadata": document.metadata}
        values: list[dict[str, Any]] = [{**row._asdict(), **shared} for row in rows]
        if model is not None:
            vectors = self.vectors(model).get_many([each["content_hash"] for each in values])
            values = [{**each, "embedding": vectors.get(each["content_hash"])} for each in values]
        return [Chunk.from_dict(each) for each in values]

    def vectors(self, model: str) -> Vectors:
        """The embeddings of a model by content hash: a cache for `shiplap.grounding` and `shiplap.vectors`."""
        from shiplap.store.vectors import Vectors

        return Vectors(self._connection, self.path, model)

    def sources(self) -> list[tuple[str, str | None]]:
        """Id and source of all documents."""
        return self._rows(_SOURCE, "FROM documents ORDER BY document_id")

    def __iter__(self) -> Iterator[Chunk]:
        """All chunks, document by document."""
        for document_id in self._ids():
            yield from self.chunks(document_id)

    def unchanged(self, document_id: str, content_hash: str, fingerprint: str) -> bool:
        """Whether the document is there, says the same and was cut in the same way."""
        return self.version(document_id)[:2] == (content_hash, fingerprint)

    def version(self, document_id: str) -> tuple[str | None, str | None, str | None]:
        """Content hash, fingerprint and source of a document, or three times None."""
        rows = self._rows(_VERSION, "FROM documents WHERE document_id = ?", document_id)
        found: tuple[str, str, str | None] | tuple[None, None, None]
        found = rows[0][:3] if rows else (None, None, None)
        return found

    def search(self, words: str, limit: int = 10, *, match: str = "all") -> list[Hit]:
        """The chunks that hold all the words, or with `match="any"` at least one, the best first (BM25), with
        their texts and snippets. A question in plain language wants "any": few chunks hold all of its words.

        Words that differ in case or diacritics only count once. Of more than 128 different words, "any" searches
        for the 128 that the fewest chunks hold; "all" raises OptionError.

        The index is brought up to date first, which needs the right to write if documents have changed.
        """
        from shiplap.store.search import search

        return search(self._connection, self.path, words, limit, match)

    def stats(self, sentence_rule: SentenceRule = "standard") -> Stats:
        """Count, sizes, overlap, duplicates, and the share of chunks cut inside a sentence by `sentence_rule`."""
        from shiplap.store.quality import stats

        with translated(self.path):
            return stats(self._connection, self.path, sentence_rule)

    def totals(self) -> dict[str, int]:
        """Documents, chunks, characters and bytes of the texts, ways of cutting, and bytes of the file."""
        documents = self._rows(_SIZES, "FROM documents")
        pages, page = self._number("PRAGMA page_count"), self._number("PRAGMA page_size")
        return {
            "documents": len(documents),
            "chunks": sum(row[1] for row in documents),
            "characters": sum(row[2] for row in documents),
            "bytes": sum(row[3] for row in documents),
            "fingerprints": len({row[4] for row in documents}),
            "file_bytes": pages * page,
        }

    def _rows(self, columns: Columns, rest: str, *values: object) -> list[Any]:
        return select(self._connection, self.path, columns, rest, *values)

    def _ids(self) -> list[str]:
        return [name for (name,) in self._rows(_ID, "FROM documents ORDER BY document_id")]

    def _number(self, sql: str) -> int:
        with translated(self.path):
            return int(self._connection.execute(sql).fetchone()[0])
