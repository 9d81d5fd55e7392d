"""A sync: a target follows a store."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shiplap.errors import GenerationError, OptionError, StoreError, TargetError
from shiplap.ids import uuid_of
from shiplap.options import choice, count, flag, seconds
from shiplap.printable import counted
from shiplap.store.lock import locked
from shiplap.sync.comparison import PAGE, Comparison
from shiplap.sync.delivery import LOGGER, Delivery
from shiplap.sync.named import Named
from shiplap.sync.records import id_of
from shiplap.sync.report import SyncReport, SyncVerification
from shiplap.sync.target import WAY_OUT, Cursor, Key, Layout, Metric
from shiplap.vectors import load_embed
from shiplap.vectors.embedding import PROBE
from shiplap.vectors.model import FunctionModel, Model
from shiplap.vectors.names import model_of

if TYPE_CHECKING:
    from uuid import UUID

    from shiplap.chunks.chunks import Chunk
    from shiplap.store import Changes, EmbedListener, EmbedReport, Store, Vectors
    from shiplap.sync.target import VectorTarget
    from shiplap.vectors import Embed, RequestOptions

#: Rows in a batch.
BATCH = 1000

#: Most documents that a cursor lists as pending. A cursor with more would be too long for some targets.
MAX_PENDING = 1000

#: Why a chunk without a vector is missing, if the model did not refuse it.
NO_VECTOR = "has no vector"


class Syncer:
    """Syncs of one target with one store, by these rules:

    Y1  A target has exactly the chunks of the store that have a vector of the model, each in one row.
    Y2  The cursor in the target says which store it follows, up to which generation, by which model and key. A
        target of another store, model, key, dimension or metric is refused before any work, and so is a collection
        that has rows and no cursor.
    Y3  A first sync writes the cursor "store:0" before the first row, so that a sync after a killed one knows the
        rows as its own.
    Y4  Chunks without a vector are embedded first, if there is a function for it. Without one they are an error,
        unless the model has refused them before, or with `allow_missing`.
    Y5  Rows are written first and removed afterwards, and no row is removed that the same sync has written: at
        each moment the target has all chunks that were in the store before and are in it afterwards. A content id
        contains the id of its document, so it never moves to another one.
    Y6  The cursor moves on in the last commit. A sync that was killed is done again from its cursor; all its calls
        may be repeated.
    Y7  If the changes since the cursor are not known (after a vacuum, in a store that was put back from a copy,
        after a repair that was killed), the target is compared with the store by the ids of all rows, and mended.
    Y8  A chunk whose text cannot be embedded, or whose record the target refuses, is named and has no row: not
        even that of an earlier version. Its document is pending in the cursor, so that the next sync tries it
        again. With more than 1,000 such documents (`MAX_PENDING`) the cursor stays where it was.
    Y9  If the vectors come from another model of the same name, all rows are written again.
    Y10 A second sync of the store waits for the first one, at most `timeout` seconds.

    store: the store; for `embed` it must be writable.
    target: a `VectorTarget`, or the name of one ("qdrant://localhost:6333/docs").
    model: the name of the embedding model; by default that of `embed`, if it has one, else the only one of the
        store.
    embed: a function from texts to vectors, float32, shape (n, d), for chunks that have none, or the name of a
        model, as `shiplap.vectors.load_embed` takes it. options, skip_long, listener: as for `Store.embed`;
        the listener also hears what a sync waits for.
    key: what identifies rows: "content" ids stay when text is inserted before the chunk, "chunk" ids do not.
    metric: how the target compares vectors: "cosine", "dot" or "euclidean".
    batch_size: rows in a batch.
    allow_missing: leave out chunks without a vector.
    timeout: seconds to wait for another sync of the store, before a `retryable` StoreError.
    on_progress: called with the number of rows written so far, and of all rows to write, if it is known.

    >>> import shiplap
    >>> from shiplap.store import Store
    >>> from shiplap.sync import MemoryTarget
    >>> from shiplap.vectors import HashedWords
    >>> target = MemoryTarget()
    >>> with Store(":memory:") as store:
    ...     store.put(shiplap.chunk("It rains.", document_id="doc"))
    ...     syncer = Syncer(store, target, model="hashed", embed=HashedWords(64))
    ...     first = syncer.run()
    ...     store.put(shiplap.chunk("It pours.", document_id="doc"))
    ...     second = syncer.run()
    >>> (first.written, first.removed), (second.written, second.removed), target.count()
    ((1, 0), (1, 1), 1)
    """

    def __init__(
        self,
        store: Store,
        target: VectorTarget | str,
        *,
        model: str | None = None,
        embed: Embed | str | None = None,
        options: RequestOptions | None = None,
        skip_long: bool = False,
        key: Key = "content",
        metric: Metric = "cosine",
        batch_size: int = BATCH,
        allow_missing: bool = False,
        timeout: float = 10.0,
        on_progress: Callable[[int, int | None], None] | None = None,
        listener: EmbedListener | None = None,
    ) -> None:
        from shiplap.sync.registry import check_methods, target_of

        self.store: Store = store
        self.target: VectorTarget = target_of(target) if isinstance(target, str) else target
        check_methods(self.target)
        self._target: Any = Named(self.target)
        choice("key", key, Key)
        self.key: Key = key
        choice("metric", metric, Metric)
        self.metric: Metric = metric
        self._embed: Model | None = None if embed is None else _model_of(embed, model, options)
        self.model: str = model or (_only_model(store) if self._embed is None else self._embed.name)
        self._batch_size = count("batch_size", batch_size)
        self._allow_missing = flag("allow_missing", allow_missing)
        self._timeout = seconds("timeout", timeout, allows_zero=True)
        self._on_progress = on_progress
        self._made = 0  # length of the vectors that the function makes, once it was called for it
        self._embedding: dict[str, Any] = {"skip_long": skip_long, "listener": listener}

    @property
    def _vectors(self) -> Vectors:
        return self.store.vectors(self.model)

    # ---- the three jobs

    def run(self, *, dry_run: bool = False, index: bool = False) -> SyncReport:
        """Bring the target to the state of the store.

        dry_run: count what would be done, and do nothing.
        index: make the index of nearest neighbours of the target too, if it has none.

        Raises TargetError for a target that does not fit; StoreError for chunks without a vector, or if another
        sync of the store is running. Errors of the target's client are raised as TargetErrors, with their cause;
        those of `embed` propagate. All that was embedded until then is kept, and the next sync goes on.
        """
        begun = time.monotonic()
        report = SyncReport(is_dry=dry_run)
        self._needs_vectors()
        if dry_run:
            self._estimate(report)
        else:
            with self._locked():
                self._sync(report, index=index)
        report.seconds = time.monotonic() - begun
        LOGGER.info("sync", extra={"target": self.target.name, "model": self.model, **report.facts()})
        return report

    def _sync(self, report: SyncReport, *, index: bool) -> None:
        """Embed, write and remove."""
        if self._embed is not None:
            self._check_target()
            report.embedding = self._embedded(dry_run=False)
        with self._opened() as cursor:
            self._follow(report, cursor)
            if index and report.rows:
                self._target.index()

    def _embedded(self, *, dry_run: bool) -> EmbedReport:
        """Embed the chunks that have no vector."""
        return self.store.embed(self._embed, model=self.model, dry_run=dry_run, **self._embedding)

    def verify(self) -> SyncVerification:
        """Compare each row of the target with the store: text, record and vector. Nothing is changed. Raises
        TargetError if the target has no cursor."""
        with self._locked(), self._verified() as (cursor, now, compared):
            compared.found.is_behind = cursor.generation != now
            return compared.found

    def repair(self) -> SyncVerification:
        """Mend the differences that `verify` finds, and only these; return them. The target then has the state of
        the store."""
        report = SyncReport()
        with self._locked(), self._verified() as (cursor, now, compared):
            if compared.found.counts or cursor.generation != now:
                self._mend(report, cursor, now, compared)
            compared.found.is_repaired = True
            return compared.found

    def _locked(self) -> AbstractContextManager[bool]:
        """Hold the lock of the syncs of the store, and say so to the listener if it is waited for."""
        listener = self._embedding["listener"]
        on_wait = (lambda line: None) if listener is None else listener.message
        return locked(self.store.path, "sync", self._timeout, on_wait)

    # ---- the target and its cursor

    @contextmanager
    def _opened(self) -> Iterator[Cursor | None]:
        """Open the target, and close it at the end of the block. Returns its cursor. Raises TargetError if the
        target does not fit, as Y2 says."""
        try:
            self._target.open(Layout(self._dimensions(), self.metric))
            cursor = self._target.cursor()
            self._check(cursor)
            yield cursor
        finally:
            self._target.close()

    def _check_target(self) -> None:
        """Refuse a target that does not fit, before any text is embedded."""
        if self._target.exists():
            with self._opened():
                pass

    def _check(self, cursor: Cursor | None) -> None:
        """Raise TargetError for the cursor of another store, model or key, and for rows without a cursor."""
        if cursor is None:
            rows = self._target.count()
            if rows:
                found = f"has {counted(rows, 'row')} that no sync of shiplap wrote"
                raise self._refusal(f"{found}; name another collection, or remove this one")
            return
        store = cursor.generation.partition(":")[0]
        for what, theirs, ours in (
            ("follows the store", store, self._store_id()),
            ("has the vectors of the model", cursor.model, self.model),
            ("has the key", cursor.key, self.key),
        ):
            if theirs != ours:
                raise self._refusal(f"{what} {theirs!r}, not {ours!r}; {WAY_OUT}")

    def _refusal(self, reason: str) -> TargetError:
        return TargetError(self.target.name, reason)

    def _store_id(self) -> str:
        return self.store.setting("store_id") or ""

    def _dimensions(self) -> int:
        """Return the length of the vectors in the store, else of those that the function makes."""
        length = self._vectors.dimensions
        if not length and self._embed is not None:
            self._made = self._made or len(self._embed([PROBE])[0])
        return length or self._made

    def _needs_vectors(self) -> None:
        """Raise StoreError if there is no vector of the model, and no function that makes one."""
        if self._embed is None and not self._vectors.dimensions:
            known = ", ".join(map(repr, self.store.model_names())) or "none"
            rule = f"has no vectors of the model {self.model!r} (its models: {known}); embed its chunks first"
            raise StoreError(self.store.path, f"{rule}: `shiplap sync --embed NAME`, Syncer(embed=)")

    def _probe(self) -> str:
        """Return the hash of the model's vector of a fixed text, or "" if it is unknown."""
        from shiplap.ids import content_hash

        probe = self._vectors.probe()
        return "" if probe is None else content_hash(probe.tobytes())

    # ---- a sync

    def _start(self, cursor: Cursor | None) -> Cursor:
        """Return the cursor from which changes are counted. That of a first sync, and of one after which all rows
        have new vectors, is at the generation 0."""
        probe = self._probe()
        if cursor is None:
            return Cursor(f"{self._store_id()}:0", self.model, self.key, False, probe)
        if cursor.probe and probe and cursor.probe != probe:
            return replace(cursor, generation=f"{self._store_id()}:0", is_whole=False, probe=probe, pending=())
        return replace(cursor, probe=probe or cursor.probe)

    def _check_first(self, cursor: Cursor) -> None:
        """Raise TargetError if a sync of another store has begun at the same time."""
        if self._target.cursor() != cursor:
            reason = "another store has begun to sync with the target at the same time"
            raise TargetError(self.target.name, reason, retryable=True)

    def _changes(self, cursor: Cursor, is_first: bool) -> Changes | None:
        """Return the changes since a cursor; None if they are not known."""
        if is_first:
            return self.store.changes(model=self.model)
        if not cursor.is_whole and not cursor.generation.endswith(":0"):
            return None
        try:
            return self.store.changes(cursor.generation, model=self.model)
        except GenerationError:
            return None

    def _follow(self, report: SyncReport, before: Cursor | None) -> None:
        """Write what has changed since a cursor, and then the cursor."""
        cursor = self._start(before)
        changes = self._changes(cursor, before is None)
        if changes is None:
            self._compare_and_mend(report, cursor)
            return
        self._refuse_missing(changes.without_vector(self.model, is_untried=True))
        report.way = "first" if cursor.generation.endswith(":0") else "changes"
        if before == cursor and cursor.is_whole and not cursor.pending and changes.generation == cursor.generation:
            report.way = "nothing"
            self._count(report, cursor)
            return
        delivery = self._delivery(report, cursor, len(changes) - len(changes.deletes))
        if before != cursor:
            delivery.commit(cursor)
            self._check_first(cursor)
        delivery.doomed.update(self._deletes(changes))
        self._write(delivery, self._upserts(changes, cursor.pending))
        self._finish(delivery, report, changes.generation)

    def _delivery(self, report: SyncReport, cursor: Cursor, total: int | None) -> Delivery:
        return Delivery(self._target, cursor, report, self._batch_size, total, self._on_progress)

    def _refuse_missing(self, lacking: int) -> None:
        """Raise StoreError if chunks have no vector, and no function could make them (Y4)."""
        if lacking and self._embed is None and not self._allow_missing:
            chunks = f"{counted(lacking, 'chunk')} {'has' if lacking == 1 else 'have'}"
            rule = f"{chunks} no vector of the model {self.model!r}; embed them (--embed NAME, embed=)"
            others = "or sync the others only (--allow-missing, allow_missing=True)"
            raise StoreError(self.store.path, f"{rule}, {others}")

    def _upserts(self, changes: Changes, pending: tuple[str, ...]) -> Iterator[Chunk]:
        """Yield the chunks to write: all of the pending documents, and the changed ones of others."""
        for document_id in pending:
            yield from self.store.chunks(document_id, model=self.model)
        for chunk in changes.upserts:
            if chunk.document_id not in pending:
                yield chunk

    def _deletes(self, changes: Changes) -> list[UUID]:
        if self.key == "content":
            return changes.deleted_uuids
        return [uuid_of(each) for each in changes.deleted_chunk_ids]

    def _write(self, delivery: Delivery, chunks: Iterable[Chunk]) -> None:
        """Write the chunks that have a vector, and note the others."""
        miss = self._misses(delivery)

        def with_vectors() -> Iterator[Chunk]:
            for chunk in chunks:
                if chunk.embedding is None:
                    miss(chunk.id, str(chunk.document_id), id_of(chunk, self.key))
                else:
                    yield chunk

        delivery.write(with_vectors(), self.key)

    def _misses(self, delivery: Delivery) -> Callable[[str, str, UUID], None]:
        """Return a function that notes a chunk without a vector."""
        reasons = self._reasons()

        def miss(chunk_id: str, document_id: str, id: UUID) -> None:
            reason = reasons.get(chunk_id, NO_VECTOR)
            delivery.miss(chunk_id, document_id, id, reason, is_allowed=self._allow_missing)

        return miss

    def _reasons(self) -> dict[str, str]:
        """Return why the model refused texts, by the ids of their chunks."""
        if not self._vectors.failed_hashes():
            return {}
        return {each.chunk_id: each.reason for each in self._vectors.failures()}

    def _finish(self, delivery: Delivery, report: SyncReport, generation: str) -> None:
        """Remove what is not wanted, and write the cursor of the end (Y5, Y6, Y8)."""
        cursor = None
        if len(delivery.pending) <= MAX_PENDING:
            pending = tuple(sorted(delivery.pending))
            cursor = replace(delivery.cursor, generation=generation, is_whole=True, pending=pending)
        delivery.finish(cursor)
        self._count(report, delivery.cursor)

    def _count(self, report: SyncReport, cursor: Cursor) -> None:
        report.generation = cursor.generation
        report.rows, report.chunks = self._target.count(), self.store.totals()["chunks"]

    # ---- the comparison by ids

    @contextmanager
    def _compared(self) -> Iterator[tuple[str, Comparison]]:
        """Compare the target, which is open, with the store. Returns the generation of the store before."""
        now = self.store.changes().generation
        with Comparison(self.key, self._vectors) as compared:
            for document in self.store.documents():
                for chunk in self.store.chunks(document.document_id, model=self.model):
                    compared.expect(chunk)
            for held in self._target.held(PAGE):
                compared.check(held)
            compared.finish()
            yield now, compared

    @contextmanager
    def _verified(self) -> Iterator[tuple[Cursor, str, Comparison]]:
        """Open the target and compare it. Raises TargetError if no sync has begun."""
        if not self._target.exists():
            raise self._refusal("does not exist; sync first")
        with self._opened() as cursor:
            if cursor is None:
                raise self._refusal("has no cursor; sync first")
            with self._compared() as (now, compared):
                yield cursor, now, compared

    def _compare_and_mend(self, report: SyncReport, cursor: Cursor) -> None:
        """Mend the target by a comparison (Y7)."""
        report.way = "comparison"
        with self._compared() as (now, compared):
            reasons = self._reasons()
            self._refuse_missing(sum(chunk_id not in reasons for _, chunk_id, _ in compared.vectorless()))
            self._mend(report, cursor, now, compared)

    def _mend(
        self, report: SyncReport, cursor: Cursor, now: str, compared: Comparison
    ) -> None:
        """Write, and remove, what differs. The cursor says meanwhile that the target is not whole: a row that was
        doubled may be missing for a moment."""
        delivery = self._delivery(report, cursor, None)
        delivery.commit(replace(cursor, is_whole=False))
        delivery.remove(compared.doubled())
        delivery.doomed.update(compared.extra())
        miss = self._misses(delivery)
        for id, chunk_id, document_id in compared.vectorless():
            miss(chunk_id, document_id, id)
        self._write(delivery, self._chosen(compared))
        self._finish(delivery, report, now)

    def _chosen(self, compared: Comparison) -> Iterator[Chunk]:
        """Yield the chunks whose rows must be written."""
        for document_id, numbers in compared.to_write():
            for chunk in self.store.chunks(document_id, model=self.model):
                if chunk.index in numbers:
                    yield chunk

    # ---- a dry run

    def _estimate(self, report: SyncReport) -> None:
        """Count what a sync would do. The function is not called: without a vector in the store it is unknown
        whether the target fits."""
        if not self._vectors.dimensions or not self._target.exists():
            self._estimate_from(report, None)
            return
        with self._opened() as cursor:
            self._estimate_from(report, cursor)
            report.rows = self._target.count()

    def _estimate_from(self, report: SyncReport, before: Cursor | None) -> None:
        cursor = self._start(before)
        changes = self._changes(cursor, before is None)
        if changes is None:
            with self._compared() as (now, compared):
                counts = compared.found.counts
            report.way, report.generation = "comparison", now
            report.removed, lacking = counts.get("extra", 0), counts.get("without_vector", 0)
            rewritten = ("missing", "stale", "wrong_vectors", "duplicates")
            report.written = sum(counts.get(name, 0) for name in rewritten)
        else:
            report.way = "first" if cursor.generation.endswith(":0") else "changes"
            report.generation, lacking = changes.generation, changes.without_vector(self.model)
            report.removed = len(self._deletes(changes))
            report.written = len(changes) - len(changes.deletes) - lacking
        if self._embed is None:
            report.missing_count = lacking
            report.allowed_count = lacking if self._allow_missing else 0
        else:
            report.embedding = self._embedded(dry_run=True)
            report.written += lacking
        report.chunks = self.store.totals()["chunks"]


def _model_of(embed: Embed | str, name: str | None, options: RequestOptions | None) -> Model:
    """Load the model that embeds. Raises OptionError."""
    if isinstance(embed, str):
        return model_of(load_embed(embed, options), embed)
    found = model_of(embed, name)
    return found if options is None else FunctionModel(found.name, embed, options)


def _only_model(store: Store) -> str:
    """Return the name of the only model of a store. Raises OptionError."""
    names = store.model_names()
    if len(names) == 1:
        return names[0]
    if not names:
        rule = f"must name the model that embeds the chunks (--embed NAME): the store {store.path} has no vectors"
        raise OptionError("embed", None, rule)
    raise OptionError("model", None, f"must name one of the models of the store ({', '.join(map(repr, names))})")
