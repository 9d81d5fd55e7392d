"""Store: documents and their chunks in one SQLite file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any

from shiplap.chunkers.presets import DEFAULT_PRESET, chunker_of
from shiplap.chunks.chunks import Chunks
from shiplap.document import Document
from shiplap.errors import OptionError
from shiplap.options import SentenceRule
from shiplap.store.connection import connect, in_turn
from shiplap.store.fields import DOCUMENT, Columns, chunk_rows, one_moment, select, setting
from shiplap.store.rows import prepare
from shiplap.store.schema import translated
from shiplap.store.writer import Writer

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker, PresetName
    from shiplap.chunks.chunks import Chunk
    from shiplap.chunks.excerpt import AroundUnit, Excerpt
    from shiplap.chunks.stats import Stats
    from shiplap.content.decided import Decided
    from shiplap.store.changes import Changes
    from shiplap.store.embedding import Embedding, EmbedListener, EmbedReport
    from shiplap.store.search import Hit, Mode
    from shiplap.store.stems import StemLanguage
    from shiplap.store.vectors import CachedModel, Vectors
    from shiplap.store.verification import Verification
    from shiplap.vectors import Embed, RequestOptions

_ID = Columns("document_id")
_CONTEXT = Columns("content_id", "context")
_SOURCE = Columns("document_id", "source")
_FINGERPRINT = Columns("document_id", "fingerprint")
_VERSION = Columns("content_hash", "fingerprint", "source", "document_id")
_DECIDED = Columns("decided", "document_id")
_SIZES = Columns("document_id", "chunks", "characters", "bytes", "fingerprint")


@dataclass(frozen=True)
class StoredDocument:
    """A row of `documents`. `content_hash` identifies the content, `fingerprint` the way it was cut;
    `characters` and `bytes` are the size of the text, `chunks` is the number of chunks."""

    document_id: str
    source: str | None
    content_hash: str
    fingerprint: str
    characters: int
    bytes: int
    chunks: int
    metadata: dict[str, Any]


class Store:
    """Documents and their chunks in one SQLite file. A context manager.

    path: the file, or ":memory:" for a store that ends with the object.
    create: make a new store if the file does not exist or is empty.
    read_only: write nothing. Only what an interrupted write left behind is rolled back, where the file can be
        written; elsewhere a StoreError says who can repair the store.
    timeout: seconds to wait for another process, or another thread, before a `retryable` StoreError.

    Threads may share a Store: they use it in turn, a `writer` until it has committed. Threads that should not wait
    for each other open a Store each.

    Raises StoreError for a file that does not exist (without `create`) or is not a store, and for a store with
    another schema version. Calls that read a damaged row, or one whose values were edited into a contradiction,
    raise a StoreError that names the row.

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
        create: bool = False,
        read_only: bool = False,
        timeout: float = 10.0,
    ) -> None:
        self.path: str = os.fsdecode(path)
        self._connection = connect(self.path, create=create, read_only=read_only, timeout=timeout)
        self._nearest: dict[str, Any] = {}  # the vectors that were searched last, by model

    @in_turn
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
        """Return the number of documents."""
        return self._number("SELECT count(*) FROM documents")

    def __contains__(self, document_id: object) -> bool:
        return bool(self._rows(_ID, "FROM documents WHERE document_id = ?", document_id))

    def __repr__(self) -> str:
        return f"Store({self.path!r})"

    # ---- writing

    def put(
        self,
        chunks: Chunks | Document,
        *,
        chunker: Chunker | PresetName = DEFAULT_PRESET,
        content_hash: str | None = None,
    ) -> None:
        """Write a document, replacing any with the same id; committed on return.

        chunks: the chunks of the document, or a `Document`, which `chunker` cuts.
        content_hash: hash of the document, if not of its text in UTF-8 (of a file's bytes, for example).

        Raises StoreError for chunks without a document id and for values SQLite cannot store: lone surrogates,
        metadata that are not JSON. Raises OptionError for anything except chunks and a document.
        """
        prepared = prepare(_chunks_of(chunks, chunker), hash=content_hash, store=self.path)
        with self.writer() as writer:
            writer.add(prepared)

    def put_many(
        self,
        documents: Iterable[Chunks | Document],
        *,
        chunker: Chunker | PresetName = DEFAULT_PRESET,
        commit_bytes: int | None = None,
        commit_seconds: float | None = None,
    ) -> int:
        """Write many documents, several per commit, each wholly or not at all; return their number.

        documents: the chunks of each document, or a `Document`, which `chunker` cuts.

        A group is committed when it has `commit_bytes` of text (32 MB) or is `commit_seconds` old (1). If
        the iterable raises, or a document cannot be stored, the documents before it are committed.
        """
        number = 0
        with self.writer(commit_bytes, commit_seconds) as writer:
            for given in documents:
                writer.add(prepare(_chunks_of(given, chunker), store=self.path))
                number += 1
        return number

    def delete(self, document_id: str) -> bool:
        """Remove a document and its chunks; return False if no document has that id."""
        with self.writer() as writer:
            return writer.remove(document_id)

    @in_turn
    def prune(self, keep: Iterable[str]) -> list[str]:
        """Remove all documents whose ids are not in `keep`; return the removed ids, sorted.

        Raises OptionError for a single id in place of several.
        """
        if isinstance(keep, (str, bytes)):  # its characters would be the ids to keep
            raise OptionError("keep", keep, "must be an iterable of document ids, not one id")
        kept = set(keep)
        gone = [name for name in self._ids() if name not in kept]
        with self.writer() as writer:
            for document_id in gone:
                writer.remove(document_id)
        return gone

    def writer(
        self,
        commit_bytes: int | None = None,
        commit_seconds: float | None = None,
        *,
        on_wait: Callable[[], None] | None = None,
    ) -> Writer:
        """Return a context manager that adds and removes documents, several per commit.

        on_wait: called when another process uses the store; the writer then waits for it as long as it takes.
        """
        return Writer(self._connection, self.path, commit_bytes, commit_seconds, on_wait)

    # ---- reading

    def get(self, document_id: str) -> StoredDocument | None:
        """Return the document with that id, or None."""
        rows = self._rows(DOCUMENT, "FROM documents WHERE document_id = ?", document_id)
        return StoredDocument(*rows[0]) if rows else None

    def documents(self) -> Iterator[StoredDocument]:
        """Iterate over all documents in the order of their ids. One thread uses the iterator."""
        for document_id in self._ids():
            found = self.get(document_id)
            if found is not None:
                yield found

    @in_turn
    def chunks(self, document_id: str, *, model: str | None = None) -> list[Chunk]:
        """Return the chunks of a document in order; an empty list if the document does not exist.

        model: attach the stored embeddings of this model to the chunks that have one (`vectors`).
        """
        from shiplap.chunks.chunks import Chunk

        self._connection.flush()
        with translated(self.path), one_moment(self._connection):
            document = self.get(document_id)
            if document is None:
                return []
            rows = chunk_rows(
                self._connection, self.path, document_id, document.chunks, document.characters, document.bytes
            )
        shared = {"document_id": document_id, "source": document.source, "metadata": document.metadata}
        values: list[dict[str, Any]] = [{**row._asdict(), **shared} for row in rows]
        if model is not None:
            vectors = self.vectors(model).get_many([each["context_hash"] for each in values])
            values = [{**each, "embedding": vectors.get(each["context_hash"])} for each in values]
        return [Chunk.from_dict(each) for each in values]

    @in_turn
    def contexts(self, document_id: str) -> dict[str, str]:
        """Return the contexts of a document's chunks by content id: a cache for `Chunks.with_context`, which asks
        nothing for chunks whose text is in the store with a context.

        >>> import shiplap
        >>> chunks = shiplap.FixedChunker(9, 0).chunk("It rains.", document_id="may")
        >>> with Store(":memory:") as store:
        ...     store.put(chunks.with_context(lambda batch: ["Of May."]))
        ...     list(store.contexts("may").values())
        ['Of May.']
        """
        self._connection.flush()
        with translated(self.path):
            rest = "FROM chunks WHERE document_id = ? AND context IS NOT NULL"
            return dict(select(self._connection, self.path, _CONTEXT, rest, document_id))

    def vectors(self, model: str) -> Vectors:
        """Return a model's embeddings by context hash: a cache for `shiplap.grounding` and `shiplap.vectors`."""
        from shiplap.store.vectors import Vectors

        return Vectors(self._connection, self.path, model)

    @property
    @in_turn
    def root(self) -> str | None:
        """The folder that the sources of files are relative to, as a real path; None without one, as in a
        store that no `ingest` of files filled. It is kept, and found again when it was moved together with the
        store (`shiplap.citations.from_files` reads files by it)."""
        from shiplap.store.root import resolve_root

        sources = (source for _, source in self.sources())
        return resolve_root(self.setting("root"), self.setting("root_beside"), self.path, sources)

    @in_turn
    def models(self) -> list[CachedModel]:
        """Return the models whose embeddings the store has, by name. `vectors(model).drop()` removes them.

        >>> from shiplap.vectors import HashedWords, embed_texts
        >>> with Store(":memory:") as store:
        ...     matrix = embed_texts(["rain", "sun"], HashedWords(64), cache=store.vectors("hashed"))
        ...     store.models()
        [CachedModel(model='hashed', dimensions=(64,), vectors=2, bytes=512, unused=2, has_probe=True)]
        """
        from shiplap.store.vectors import models

        return models(self._connection, self.path)

    @in_turn
    def model_names(self) -> list[str]:
        """Return the names of the models whose embeddings the store has; unlike `models`, in no time."""
        from shiplap.store.vectors import model_names

        return model_names(self._connection, self.path)

    def embed(
        self,
        embed: str | Embed | None = None,
        *,
        model: str | None = None,
        options: RequestOptions | None = None,
        skip_long: bool = False,
        dry_run: bool = False,
        is_trusted: bool = False,
        listener: EmbedListener | None = None,
    ) -> EmbedReport:
        """Embed the texts of the chunks that have no vector of a model yet: the contextual texts, each once.

        embed: the name of a model (`shiplap.vectors.load_embed`), a model, or a function from texts to vectors,
            which another thread calls. None: the model of the last run, which the store keeps.
        model: the name of the vectors (`vectors`); default: that of the model.
        options: the limits of requests, for a name or a function (`shiplap.vectors.RequestOptions`).
        skip_long: leave texts that are longer than the model's limit without a vector, as failed ones.
        dry_run: count texts, tokens and requests, and embed nothing.
        is_trusted: use a kept model that names a function or the address of a service.
        listener: hears messages and progress.

        Answers are committed as they come, so that an interrupted run goes on where it was. The report lists the
        chunks whose texts a service refused; the next run tries these again, each alone. If the model is another
        one than that of the stored vectors under its name, these are dropped with a StaleCacheWarning.

        Raises OptionError for an unknown model, and for a text that is longer than its limit, before any request;
        EmbedError if a service refuses every text, or does not answer in `patience` seconds; StoreError.

        >>> import shiplap
        >>> with Store(":memory:") as store:
        ...     store.put(shiplap.chunk("It rains in the hills.", document_id="doc"))
        ...     [report.embedded for report in (store.embed("hashed"), store.embed())]
        ...     store.chunks("doc", model="hashed")[0].embedding.shape
        [1, 0]
        (1024,)
        """
        from shiplap.store.embedding import embed_store

        return embed_store(
            self._connection, self.path, self.embedding, embed, model, options, skip_long=skip_long,
            dry_run=dry_run, is_trusted=is_trusted, listener=listener,
        )  # fmt: skip

    @property
    @in_turn
    def embedding(self) -> Embedding | None:
        """The model that embedded the chunks last: the name of its vectors (`vectors`), the name to load it by,
        and its options; None before the first run.

        >>> with Store(":memory:") as store:
        ...     report = store.embed("hashed")
        ...     store.embedding
        Embedding(model='hashed', name='hashed', options={})
        """
        from shiplap.store.embedding import kept_embedding

        return kept_embedding(self._connection, self.path)

    def sources(self) -> list[tuple[str, str | None]]:
        """Return the id and source of every document."""
        return self._rows(_SOURCE, "FROM documents ORDER BY document_id")

    def fingerprints(self) -> list[tuple[str, str]]:
        """Return the id and fingerprint of every document."""
        return self._rows(_FINGERPRINT, "FROM documents ORDER BY document_id")

    def __iter__(self) -> Iterator[Chunk]:
        """Iterate over all chunks, document by document. One thread uses the iterator."""
        for document_id in self._ids():
            yield from self.chunks(document_id)

    def unchanged(self, document_id: str, content_hash: str, fingerprint: str) -> bool:
        """Return whether the document is stored with the same content and was cut in the same way."""
        return self.version(document_id)[:2] == (content_hash, fingerprint)

    def version(self, document_id: str) -> tuple[str | None, str | None, str | None]:
        """Return content hash, fingerprint and source of a document; each None if the document does not exist."""
        rows = self._rows(_VERSION, "FROM documents WHERE document_id = ?", document_id)
        found: tuple[str, str, str | None] | tuple[None, None, None]
        found = rows[0][:3] if rows else (None, None, None)
        return found

    def decided(self, document_id: str) -> Decided | None:
        """Return the decisions for a document, which `Chunker.update` keeps; None if its text decides."""
        rows = self._rows(_DECIDED, "FROM documents WHERE document_id = ?", document_id)
        return rows[0][0] if rows else None

    @in_turn
    def setting(self, key: str) -> str | None:
        """Return the text stored under a key (`Writer.set_setting`), or None.

        >>> with Store(":memory:") as store:
        ...     with store.writer() as writer:
        ...         writer.set_setting("owner", "the index team")
        ...     store.setting("owner"), store.setting("other")
        ('the index team', None)
        """
        return setting(self._connection, self.path, key)

    @in_turn
    def search(
        self,
        words: str,
        limit: int = 10,
        *,
        match: str | None = None,
        language: StemLanguage | None = None,
        mode: Mode | None = None,
        embed: Embed | str | None = None,
        model: str | None = None,
        options: RequestOptions | None = None,
        weight: float | None = None,
        kind: str | Sequence[str] | None = None,
        source: str | Sequence[str] | None = None,
        document: str | Sequence[str] | None = None,
        metadata: Mapping[str, Any] | None = None,
        index: str | None = None,
        is_trusted: bool = False,
    ) -> list[Hit]:
        """Return the chunks that a search finds, best first, with texts and snippets.

        words: words; "phrases in quotes"; `rai*`, the beginning of words; `rain OR snow`, one of two. In scripts
            without spaces (Chinese, Japanese, Thai, …) a word is any text; with "any", two of its letters suffice.
        match: "all": the contextual texts contain all the words. "any": at least one, best for a question in plain
            language, of which few chunks contain all words; its function words ("how do I") are left out, and
            other forms of English words found. The default is "all" for words, "any" for hybrid.
        language: also find words with the same stem, such as `raining` for `rains`: "en", or other languages
            with the extra `stems`. The default for a question is the language of its function words.
        mode: "words" (BM25); "vector" (cosine similarity of the stored vectors of a model with that of the query);
            "hybrid", both. The default is "words", or "hybrid" if `embed` or `model` is given.
        embed: for vectors: a function that embeds, or its name (`shiplap.vectors.load_embed`); default: the model
            that embedded the chunks (`embed`), which the store keeps.
        model: the model whose stored vectors are compared (`vectors`); default: the name `embed`, or the only one.
        options: of the request that embeds the question (`shiplap.vectors.RequestOptions`): `question_patience`.
        weight: of the vectors in a hybrid score, from 0 to 1; default 0.5.
        kind, source, document, metadata: find only chunks of a kind ("prose", "code", "table", …), of files at or
            below a path, of a document id, or whose metadata have these values; each may be one of several.
        index: of the vectors: "exact", "faiss" or "usearch"; default: exact up to a million vectors, usearch
            beyond.
        is_trusted: use a kept model that names a function or the address of a service.

        Case, diacritics, full width and ligatures do not matter: `strasse` finds "Straße", `2.0.1` "v2.0.1".
        Given more than 128 different words, "any" searches for the 128 that the fewest chunks contain; "all"
        raises OptionError.

        The index of words is updated first, which needs write access if documents have changed: see `index`. The
        vectors are read at the first search by vectors, and kept in memory until the store changes. Chunks
        without a vector are counted in a `MissingVectorsWarning`. Raises OptionError for a function that is not
        the model of the vectors, StoreError if the store has no vectors of the model.

        >>> import shiplap
        >>> with Store(":memory:") as store:
        ...     store.put(shiplap.chunk("# Rain\\n\\nIt falls in 東京都.", document_id="doc"))
        ...     for words in ("rain 京都", '"it falls"', "fal* OR snow"):
        ...         [hit.snippet for hit in store.search(words)]
        ...     [hit.snippet for hit in store.search("falling", language="en")]
        ...     [hit.snippet for hit in store.search("Where does it fall?", match="any", kind="prose")]
        ['# [Rain]\\n\\nIt falls in 東[京都].']
        ['# Rain\\n\\n[It falls] in 東京都.']
        ['# Rain\\n\\nIt [falls] in 東京都.']
        ['# Rain\\n\\nIt [falls] in 東京都.']
        ['# Rain\\n\\nIt [falls] in 東京都.']
        """
        from shiplap.store.filters import Filter
        from shiplap.store.search import checked, search
        from shiplap.vectors.model import given_options

        given_options(options)
        chosen = mode or ("words" if embed is None and model is None else "hybrid")
        narrowed = Filter.of(kind, source, document, metadata)
        query = checked(words, limit, chosen, match, language, weight, narrowed)
        vector = None
        if not words.strip():
            return []
        if query.mode != "words":
            from shiplap.store.nearest import query_vector

            vector = query_vector(
                self._connection, self.path, words, embed, model, options, self._nearest, index,
                is_trusted=is_trusted,
            )  # fmt: skip
        elif embed is not None or model is not None or index is not None:
            given = {"embed": embed, "model": model, "index": index}
            option, value = next(each for each in given.items() if each[1] is not None)
            raise OptionError(option, value, 'must be left out for mode="words"')
        return search(self._connection, self.path, query, vector)

    @in_turn
    def around(self, hit: Hit | Chunk, before: int = 1, after: int = 1, unit: AroundUnit = "chunks") -> Excerpt:
        """Return a chunk that a search found, or another one of the store, with the text around it: see
        `Chunks.around`.

        The text is that of the neighbours in the store. It ends where characters are in no chunk, as those between
        chunks that `strip_whitespace` trims: these have no neighbours here. Sentences are those of the standard
        rule. Raises OptionError, and StoreError if the chunk was removed or changed since it was found.

        >>> import shiplap
        >>> chunker = shiplap.SentenceChunker(12, 0)
        >>> with Store(":memory:") as store:
        ...     store.put(chunker.chunk("It rains. It pours. The old man snores.", document_id="rain"))
        ...     hit, = store.search("pours")
        ...     store.around(hit, before=1, after=0).text
        'It rains. It pours. '
        """
        from shiplap.store.surroundings import surroundings

        self._connection.flush()
        with translated(self.path), one_moment(self._connection):
            return surroundings(self._connection, self.path, hit, before, after, unit)

    @in_turn
    def merge(self, hits: Sequence[Hit], sizes: int | Sequence[int], threshold: float = 0.5) -> list[Hit]:
        """Merge hits, best first, into the chunks of a hierarchy above them, which need not be stored.

        sizes: the sizes of the levels above the stored chunks, in characters (`shiplap.hierarchy`).
        threshold: where more than this share of the children of a chunk were found, the chunk takes their place,
            at the rank, with the score and the snippet of the best of them; so on upwards.

        The time grows with the documents of the hits. Raises OptionError for merged hits, and for chunks that
        overlap or have text between them; StoreError if a hit was removed or changed since it was found.

        >>> import shiplap
        >>> chunker = shiplap.SentenceChunker(12, 0)
        >>> with Store(":memory:") as store:
        ...     store.put(chunker.chunk("It rains. It rains. It pours. It melts.", document_id="d"))
        ...     [(hit.id, hit.text) for hit in store.merge(store.search("rains"), 24)]
        [('d-level-1-chunk-0', 'It rains. It rains. ')]
        """
        from shiplap.store.merging import merged

        self._connection.flush()
        with translated(self.path), one_moment(self._connection):
            return merged(self._connection, self.path, hits, sizes, threshold)

    @in_turn
    def index(self) -> None:
        """Build the search index, or update it, so that the store can be searched without write access. Raises
        StoreError if it is out of date and the store cannot be written."""
        from shiplap.store.index import index

        index(self._connection, self.path)

    @in_turn
    def changes(self, since: str | None = None, *, model: str | None = None) -> Changes:
        """Return what has changed since a generation, so that a vector database follows the store with two calls.

        since: `generation` of an earlier result, a str; None: all chunks are upserts, and nothing is deleted.
        model: attach the stored embeddings of this model to the upserts that have one (`vectors`).

        The key of a chunk is its content id, which stays when text is inserted before it: such a chunk is an
        upsert too, since its offsets have changed, but it needs no new vector.

        Raises OptionError for what is no generation; GenerationError, which says to copy all, for one of another
        store, a later one (a store that was put back from a copy), and one before the last `vacuum`.

        >>> import shiplap
        >>> index = {}
        >>> def follow(store, since):
        ...     changes = store.changes(since)
        ...     index.update((chunk.content_id, chunk.text) for chunk in changes.upserts)
        ...     for content_id in changes.deletes:
        ...         del index[content_id]
        ...     return changes.generation
        >>> chunker = shiplap.RecursiveChunker(12, 0)
        >>> with Store(":memory:") as store:
        ...     store.put(chunker.chunk("It rains. It pours.", document_id="doc"))
        ...     generation = follow(store, None)
        ...     store.put(chunker.chunk("It rains. It snows.", document_id="doc"))
        ...     store.changes(generation).deletes == [name for name in index if index[name] == "It pours."]
        ...     generation = follow(store, generation)
        ...     sorted(index.values()) == sorted(chunk.text for chunk in store)
        True
        True
        """
        from shiplap.store.changes import changes

        chunks_of = partial(self.chunks, model=model)
        with translated(self.path), one_moment(self._connection):
            return changes(self._connection, self.path, since, self._rows, chunks_of)

    @in_turn
    def vacuum(self) -> None:
        """Forget which chunks were removed, and give the room of removed rows back to the file system. `changes`
        since an earlier generation then raises StoreError. The search index is made anew by the next search."""
        from shiplap.store.changes import vacuum

        vacuum(self._connection, self.path)

    @in_turn
    def stats(self, sentence_rule: SentenceRule = "standard") -> Stats:
        """Compute count, sizes, overlap, duplicates, and the share of chunks cut inside a sentence (by
        `sentence_rule`)."""
        from shiplap.store.quality import stats

        self._connection.flush()
        with translated(self.path), one_moment(self._connection):
            return stats(self._connection, self.path, sentence_rule)

    @in_turn
    def verify(self, *, is_trusted: bool = False) -> Verification:
        """Read every document, chunk and vector again, and check them.

        is_trusted: whether the kept configuration may name functions, whose modules are then imported.

        Checked are: the file, by SQLite; the number of chunks and their order; sizes and offsets against the
        texts; overlaps, and that overlapping texts agree; ids and hashes; the length of each model's vectors, and
        that they are finite. Where the file of a document is at hand and unchanged, each chunk is compared with
        it, with its byte offsets and lines; of HTML, PDF and the like with what their readers make of it, by the
        options that the store keeps. Rows of tables are checked by their hashes alone: the store does not
        know their columns, so that tables are not read. Documents are stale if the configuration that the store
        keeps would cut them with another fingerprint today.

        Raises StoreError if the file cannot be read at all. Memory grows with the largest document.

        >>> import shiplap
        >>> with Store(":memory:") as store:
        ...     store.put(shiplap.chunk("It rains.", document_id="doc"))
        ...     print(store.verify().faults)
        ...     _ = store._connection.execute("UPDATE chunks SET text = 'It pours.'")
        ...     print(str(store.verify().faults[0])[:58])
        []
        document 'doc', chunk 0: content_hash is '60f20c018b2f5582
        """
        from shiplap.store.verification import verify

        return verify(self._connection, self.path, is_trusted=is_trusted)

    @in_turn
    def totals(self) -> dict[str, int]:
        """Count documents, chunks, characters and bytes of text, distinct fingerprints, and bytes of the file."""
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

    @in_turn
    def _rows(self, columns: Columns, rest: str, *values: object) -> list[Any]:
        return select(self._connection, self.path, columns, rest, *values)

    def _ids(self) -> list[str]:
        return [name for (name,) in self._rows(_ID, "FROM documents ORDER BY document_id")]

    @in_turn
    def _number(self, sql: str) -> int:
        with translated(self.path):
            return int(self._connection.execute(sql).fetchone()[0])


def _chunks_of(given: Chunks | Document, chunker: Chunker | PresetName) -> Chunks:
    """Return the chunks of a document; `chunker` cuts a `Document`. Raises OptionError for another type."""
    if isinstance(given, Document):
        return chunker_of(chunker).chunk(given)
    if not isinstance(given, Chunks):
        raise OptionError("chunks", given, "must be Chunks or a Document, which has the id of the text")
    return given
