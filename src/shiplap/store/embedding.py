"""Embed the chunks of a store: those that have no vector yet."""

from __future__ import annotations

import inspect
import json
import math
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

from shiplap.chunks.headings import contextual_text
from shiplap.errors import EmbedError, OptionError, StoreError
from shiplap.ids import content_hash
from shiplap.printable import counted
from shiplap.store.connection import Connection, in_turn
from shiplap.store.fields import Columns, pages, select, setting
from shiplap.store.lock import locked
from shiplap.store.schema import translated
from shiplap.store.vectors import FailedChunk, Vectors
from shiplap.store.writer import Writer
from shiplap.vectors.batches import Item, batches
from shiplap.vectors.embedding import PROBE, check_model
from shiplap.vectors.hashing import HashedWords
from shiplap.vectors.model import FunctionModel, Model, RequestOptions, given_options
from shiplap.vectors.names import FORMS, KINDS, load_embed, model_of, name_for
from shiplap.vectors.pipeline import Pipeline
from shiplap.vectors.requests import Answer, Clock, Requests

#: The most failed chunks in a report. `Vectors.failures` has all.
MAX_LISTED = 100_000

#: Number of chunks that are read at a time.
BLOCK = 1024

#: A commit stores the answers of so many texts, or of so many seconds, if the model is local: a fast one would
#: otherwise wait for the disk. Each answer of a service is stored at once, since it may have cost money.
COMMIT_TEXTS, COMMIT_SECONDS = 2048, 0.25

#: Condition of the chunks without a vector of a model.
MISSING = "NOT EXISTS (SELECT 1 FROM embeddings e WHERE e.model = ? AND e.context_hash = chunks.context_hash)"

#: Condition of the texts that may have more tokens than a limit, if no token is shorter than a byte. The headings
#: as JSON are at least as long as in the text.
_LONG = (
    "length(CAST(ifnull(shown_text, text) AS BLOB)) + length(CAST(table_header AS BLOB))"
    " + length(CAST(coalesce(headings, '') AS BLOB)) + length(CAST(coalesce(context, '') AS BLOB)) > {} - 18"
)

_TEXT = Columns(
    "context_hash", "headings", "table_header", "context", text="ifnull(shown_text, text) AS text",
    number="rowid AS number",
)  # fmt: skip
_CHUNK = Columns("document_id", "chunk_id")


class EmbedListener:
    """Hears a run, and does nothing. A class of its own overrides what it wants to hear; all calls come from the
    thread of the caller."""

    def start(self, texts: int) -> None:
        """Hear how many chunks have no vector."""

    def advance(self, texts: int) -> None:
        """Hear that so many of them are done."""

    def message(self, text: str) -> None:
        """Hear what a person should know, such as why requests wait."""


@dataclass
class EmbedReport:
    """Outcome of the embedding of a store's chunks. As text it is one line.

    model: the name of the vectors. chunks: all chunks of the store.
    embedded: texts that were embedded. reused: chunks whose text has a vector from before, or from an equal text.
    failed: chunks that have no vector, with the reason; at most 100,000.
    number_failed: their number.
    size: the tokens (`unit`) of the texts that were embedded; None if the model counts none.
    requests: the requests to the model, repeated ones and that of the probe included.
    seconds: the duration.

    After a dry run `embedded`, `size` and `requests` say what a run would do without faults.
    """

    model: str
    chunks: int = 0
    reused: int = 0
    embedded: int = 0
    failed: list[FailedChunk] = field(default_factory=list)
    number_failed: int = 0
    size: int | None = None
    unit: str = "tokens"
    requests: int = 0
    seconds: float = 0.0

    @property
    def summary(self) -> str:
        """The line without the duration."""
        parts = [f"{counted(self.embedded, 'text')} of {counted(self.chunks, 'chunk')} embedded"]
        parts.append(f"{counted(self.reused, 'chunk')} reused")
        if self.number_failed:
            parts.append(f"{counted(self.number_failed, 'chunk')} failed")
        if self.size is not None:
            parts.append(f"{self.size} {self.unit}")
        parts.append(counted(self.requests, "request"))
        return f"{', '.join(parts)} ({self.model})"

    def __str__(self) -> str:
        rate = f", {self.embedded / self.seconds:.0f} texts/s" if self.embedded and self.seconds else ""
        return f"{self.summary}; {self.seconds:.2f} s{rate}"


@dataclass(frozen=True)
class Embedding:
    """Record that a store keeps of its last embedding: the name of the vectors (`Store.vectors`), the name of the
    model (`load_embed`; None for a function without one), the options of requests that were given, and a hash of
    the module that defines a function, if it is known."""

    model: str
    name: str | None
    options: dict[str, Any] = field(default_factory=dict)
    definition: str | None = field(default=None, repr=False)


def kept_embedding(connection: Connection, path: str) -> Embedding | None:
    """Return what the store keeps, or None. Raises StoreError if it is edited into something else."""
    text = setting(connection, path, "embedding")
    if text is None:
        return None
    try:
        found = json.loads(text)
        kept = Embedding(found["model"], found["name"], found["options"], found.get("definition"))
        if not isinstance(kept.model, str) or not isinstance(kept.name, (str, type(None))):
            raise TypeError
        RequestOptions(**kept.options)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise StoreError(path, "the file is damaged: the setting 'embedding' is unusable") from None
    return kept


def embed_store(
    connection: Connection, path: str, kept: Embedding | None, embed: Any, key: str | None,
    options: RequestOptions | None, *, skip_long: bool, dry_run: bool, is_trusted: bool,
    listener: EmbedListener | None,
) -> EmbedReport:  # fmt: skip
    """Embed the chunks of a store: see `Store.embed`."""
    hears = listener or EmbedListener()
    model, chosen = choose(path, kept, embed, key, options, is_trusted=is_trusted)
    if kept is not None and kept.model != chosen.model:
        hears.message(f"embeds by {chosen.model}; the vectors of {kept.model} stay")
    run = Run(connection, path, model, chosen, hears)
    return run.report(dry_run=dry_run, skip_long=skip_long)


def choose(
    path: str, kept: Embedding | None, embed: Any, model: str | None, options: RequestOptions | None, *,
    is_trusted: bool,
) -> tuple[Model, Embedding]:  # fmt: skip
    """Load the model to embed by: the given one, or that which the store keeps. Returns it, with what the store is
    to keep. Raises OptionError."""
    own = given_options(options)
    if embed is None:
        if kept is None or kept.name is None:
            rule = f"{FORMS}; the store keeps no model that can be loaded"
            raise OptionError("embed", None, rule)
        embed = kept.name
        if not is_trusted:
            _check_trust(path, embed)
        options = RequestOptions(**{**kept.options, **own.config})
        model = model or kept.model
    if isinstance(embed, str):
        found = model_of(load_embed(embed, options), embed)
        return found, Embedding(model or embed, embed, found.options.config, _definition(found))
    found = model_of(embed, model)
    if options is not None:
        found = FunctionModel(found.name, embed, options)
    return found, Embedding(model or found.name, *_restorable(found))


def _restorable(model: Model) -> tuple[str | None, dict[str, Any], str | None]:
    """Return the name and the options that restore a model, None for one that they do not, and its definition."""
    try:
        config = model.options.config
        name = name_for(model.function) if isinstance(model, FunctionModel) else model.name
    except OptionError:
        return None, {}, None
    return name, config, _definition(model)


def _definition(model: Model) -> str | None:
    """Return a hash of the file of the module that defines a function, or None. A function of an unchanged file
    need not be called in order to notice that it is another one. Other objects may have another state."""
    function = getattr(model, "function", None)
    if not (inspect.isfunction(function) or isinstance(function, HashedWords)):
        return None
    file = getattr(sys.modules.get(function.__module__), "__file__", None)
    if file is None:
        return None
    try:
        with open(file, "rb") as stream:
            return content_hash(stream.read())
    except OSError:
        return None


def _check_trust(path: str, name: str) -> None:
    """Raise OptionError for a kept name that would run code, or send texts and a key to a server, which whoever
    made the file may have chosen."""
    kind, _, rest = name.partition(":")
    if name == "hashed" or (kind in KINDS and (kind != "openai" or "#" not in rest)):
        return
    what = "sends texts and the key to this server" if kind == "openai" else "runs the code of this module"
    rule = f"is kept in {path}, and {what}; give it again (--embed), or trust the store (--trust-config)"
    raise OptionError("embed", name, rule)


class Run:
    """A run that embeds the chunks of a store."""

    def __init__(
        self, connection: Connection, store: str, model: Model, chosen: Embedding, listener: EmbedListener,
        clock: Clock | None = None,
    ) -> None:  # fmt: skip
        self._connection, self._store = connection, store
        self._model, self._chosen, self._listener = model, chosen, listener
        self._cache = Vectors(connection, store, chosen.model)
        self._requests = Requests(model, clock, listener.message)
        self._is_checked = False  # whether the model was compared with that of the vectors
        self._failed: dict[str, bool] = {}  # hashes of texts that failed, and whether in this run
        self._pending: set[str] = set()  # hashes of texts on their way
        self._answers: list[Answer] = []  # that are not stored
        self._stored_at = -math.inf  # time of the last commit
        self._report = EmbedReport(chosen.model, unit=model.unit)

    def report(self, *, dry_run: bool, skip_long: bool) -> EmbedReport:
        """Embed. Raises OptionError for a text that is longer than the model's limit, before any request."""
        begun = time.perf_counter()
        report = self._report
        report.chunks = self._count()
        self._failed = self._known_failures()
        long = self._check_sizes(skip_long=skip_long)
        if dry_run:
            self._plan(long)
        else:
            try:
                self._embed(long, skip_long=skip_long)
            except KeyboardInterrupt:
                raise KeyboardInterrupt(self._kept()) from None
            except EmbedError as error:
                kept = self._kept() if error.retryable else self._number_kept()
                raise error.because(f"{error.reason}; {kept}") from error.__cause__
        report.requests = report.requests or self._requests.sent
        report.reused = report.chunks - report.embedded - report.number_failed
        report.seconds = time.perf_counter() - begun
        return report

    # ---- the chunks without a vector

    @in_turn
    def _count(self, condition: str = "1", *values: object) -> int:
        """Count the chunks that meet a condition."""
        self._connection.flush()
        with translated(self._store):
            sql = f"SELECT count(*) FROM chunks WHERE {condition}"
            return int(self._connection.execute(sql, values).fetchone()[0])

    @in_turn
    def _read(self, after: int, condition: str = "1", limit: int = BLOCK) -> list[Any]:
        """Return the next chunks without a vector, after a rowid."""
        rest = f"FROM chunks WHERE rowid > ? AND {condition} AND {MISSING} ORDER BY rowid LIMIT {limit}"
        return select(self._connection, self._store, _TEXT, rest, after, self._report.model)

    def _texts(self, condition: str = "1") -> Iterator[_Text]:
        """Yield the texts of the chunks without a vector."""
        for page in pages(self._store, lambda last: self._read(last, condition), -1, itemgetter(-1)):
            for name, headings, header, added, text, number in page:
                yield _Text(name, contextual_text(headings, header, text, added=added), number)

    def _check_sizes(self, *, skip_long: bool) -> dict[str, str]:
        """Return the texts that are longer than the model's limit, by their hashes, with the reason. Raises
        OptionError for them unless they are to be skipped."""
        model, limit = self._model, self._model.size_limit
        found: dict[str, str] = {}
        if limit is None:
            return found
        for each in self._texts(_LONG.format(limit) if model.counts_bytes else "1"):
            size = model.excess(each.text) if each.key not in found else None
            if size is None:
                continue
            reason = f"the text has {size} {model.unit}; the limit is {limit}"
            if not skip_long:
                raise self._too_long(each, reason)
            found[each.key] = reason
        return found

    @in_turn
    def _chunk(self, row: int) -> list[Any]:
        return select(self._connection, self._store, _CHUNK, "FROM chunks WHERE rowid = ?", row)

    def _too_long(self, text: _Text, reason: str) -> OptionError:
        rows = self._chunk(text.row)
        document_id, chunk_id = rows[0] if rows else ("", "")
        rule = (
            f"cannot embed the chunk {chunk_id!r} of the document {document_id!r}: {reason}. Cut smaller"
            " chunks (unit='tokens' counts headings too with size_includes_context), or leave such texts without a"
            " vector (skip_long)"
        )
        return OptionError("embed", self._model.name, rule)

    # ---- a dry run

    def _plan(self, long: dict[str, str]) -> None:
        """Count what a run would do."""
        report = self._report
        report.size, seen = 0, set[str]()
        for batch in self._batches(long, seen, counts=True):
            report.requests += 1
            report.embedded += len(batch)
            report.size += sum(item.size for item in batch)
        if report.requests:
            report.requests += 1  # the probe
        report.number_failed = len(long)

    # ---- a run

    def _embed(self, long: dict[str, str], *, skip_long: bool) -> None:
        """Embed what has no vector. Without such texts the model is called only if it may be another one."""
        if not self._has_work():
            if self._model.is_service or self._is_defined_as_before() or not self._check_model():
                self._remember()
                return
            long = self._check_sizes(skip_long=skip_long)  # the vectors are dropped
        self._check_writable()
        with locked(self._store, "embed", math.inf, self._listener.message) as has_waited:
            if has_waited:
                self._failed = self._known_failures()
            self._embed_missing(long, skip_long=skip_long)

    def _embed_missing(self, long: dict[str, str], *, skip_long: bool) -> None:
        model, report = self._model, self._report
        has_work = self._has_work()  # another run may have done it
        is_dropped = has_work and self._check_model()
        self._remember()
        if not has_work:
            return
        if is_dropped:
            long = self._check_sizes(skip_long=skip_long)
        if long:
            self._write({}, long)
            self._failed |= dict.fromkeys(long, True)
        counts = bool(model.max_request_tokens)
        report.size = 0 if counts else None
        todo = self._batches(long, self._pending, counts=counts)
        has_begun = False
        pipeline = Pipeline(self._requests, model.options.concurrency)
        try:
            for found in pipeline.answers(todo):
                if not has_begun:  # counted while the model is at work
                    self._listener.start(self._count(MISSING, report.model))
                    has_begun = True
                self._answers += found
                if self._is_due():
                    self._keep()
        finally:
            pipeline.close()
            self._answers += pipeline.rest()
            self._keep()
        if self._failed:
            failures = self._cache.failures()
            report.number_failed, report.failed = len(failures), failures[:MAX_LISTED]

    def _has_work(self) -> bool:
        """Return whether a chunk has no vector."""
        return bool(self._read(-1, limit=1))

    def _known_failures(self) -> dict[str, bool]:
        return dict.fromkeys(self._cache.failed_hashes(), False)

    def _is_defined_as_before(self) -> bool:
        """Return whether the file that defines the function is that of the last run."""
        return self._chosen.definition is not None and self._chosen == self._last_embedding()

    @in_turn
    def _last_embedding(self) -> Embedding | None:
        return kept_embedding(self._connection, self._store)

    @in_turn
    def _remember(self) -> None:
        """Keep the model in the store, so that a later run uses it."""
        if self._last_embedding() != self._chosen:
            with Writer(self._connection, self._store) as writer:
                writer.set_setting("embedding", json.dumps(asdict(self._chosen)))

    @in_turn
    def _check_writable(self) -> None:
        """Raise StoreError if the store cannot be written, before anything is paid for."""
        with translated(self._store):
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute("ROLLBACK")

    def _check_model(self) -> bool:
        """Compare the model with that of the vectors; return whether these are dropped."""

        def embed(texts: list[str]) -> Any:
            return [self._requests.probe()] if texts == [PROBE] else self._requests.matrix(texts)

        is_dropped = not self._is_checked and check_model(self._cache, embed, self._sample, level=6)
        self._is_checked = True
        probe = self._cache.probe()
        if probe is not None:
            self._requests.expect(len(probe))
        return is_dropped

    @in_turn
    def _sample(self) -> dict[str, str]:
        """Return a text that has a vector, by its hash."""
        rest = f"FROM chunks WHERE NOT {MISSING} LIMIT 1"
        rows = select(self._connection, self._store, _TEXT, rest, self._report.model)
        return {
            name: contextual_text(headings, header, text, added=added)
            for name, headings, header, added, text, _ in rows
        }

    def _batches(self, long: dict[str, str], known: set[str], *, counts: bool) -> Iterator[list[Item]]:
        """Yield batches of the texts without a vector, each text once. `known` gets their hashes."""
        model = self._model
        size = model.size if counts else len

        def items() -> Iterator[Item]:
            for each in self._texts():
                key = each.key
                if key in known or key in long or self._failed.get(key):
                    continue
                known.add(key)
                yield Item(key, each.text, size(each.text), key in self._failed)

        return batches(items(), model.max_texts, model.max_request_tokens)

    def _is_due(self) -> bool:
        """Return whether the answers are stored now."""
        waits = sum(answer.number for answer in self._answers) < COMMIT_TEXTS
        return self._model.is_service or not waits or time.monotonic() - self._stored_at >= COMMIT_SECONDS

    def _keep(self) -> None:
        """Store the vectors of the answers, and the reasons of failures. Ctrl-C meanwhile ends the run after that:
        an answer may have cost money."""
        found, self._answers = self._answers, []
        vectors = {
            item.key: vector
            for answer in found
            for part, matrix in answer.parts
            for item, vector in zip(part, matrix, strict=True)
        }
        failures = {item.key: reason for answer in found for item, reason in answer.failures}
        if not vectors and not failures:
            return
        interrupt = None
        try:
            self._write(vectors, failures)
        except KeyboardInterrupt as raised:
            self._write(vectors, failures)
            interrupt = raised
        self._stored_at = time.monotonic()
        self._failed |= dict.fromkeys(failures, True)
        self._pending.difference_update(vectors, failures)
        report = self._report
        report.embedded += len(vectors)
        if report.size is not None:
            report.size += sum(item.size for answer in found for part, _ in answer.parts for item in part)
        self._listener.advance(len(vectors) + len(failures))
        if interrupt is not None:
            raise interrupt

    def _write(self, vectors: Mapping[str, Any], failures: Mapping[str, str]) -> None:
        """Write vectors and reasons. An answer may have cost money, so another process is waited for."""
        has_waited = False
        while True:
            try:
                self._cache.record(vectors, failures)
                return
            except StoreError as error:
                if not error.retryable:
                    raise
            if not has_waited:
                self._listener.message(f"waits for another process that writes to {self._store}")
                has_waited = True

    def _kept(self) -> str:
        return f"{self._number_kept()}; run the same again to go on"

    def _number_kept(self) -> str:
        number = self._report.embedded
        return f"{counted(number, 'text')} {'is' if number == 1 else 'are'} embedded"



class _Text(NamedTuple):
    """A text without a vector, its hash, and the rowid of a chunk that has it."""

    key: str
    text: str
    row: int
