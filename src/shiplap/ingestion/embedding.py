"""`shiplap.ingest` with `embed`: the vectors of a store, beside its chunks."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from shiplap.chunks.chunks import Chunks
from shiplap.errors import OptionError
from shiplap.ingestion.listener import Listener
from shiplap.ingestion.log import event
from shiplap.ingestion.targets import PATIENCE, exists, kind_of
from shiplap.store import EmbedListener, EmbedReport, Prepared, Store
from shiplap.store.embedding import choose
from shiplap.store.rows import texts_of
from shiplap.vectors.batches import Item, batches

if TYPE_CHECKING:
    from shiplap.vectors import Embed, RequestOptions


class StoreEmbedding:
    """The embedding of the store that a run fills, by a given model or by the one that the store keeps.

    Raises OptionError for a model that cannot be loaded, and for a target that is not a store, before any work.
    """

    def __init__(
        self, to: str, embed: Embed | str | None, model: str | None, options: RequestOptions | None, *,
        skip_long: bool, is_trusted: bool,
    ) -> None:  # fmt: skip
        self._to, self._skip_long = to, skip_long
        kept = None
        if kind_of(to) != "store":
            raise OptionError("embed", embed, "requires a store (SQLite) or a vector store")
        if exists(to, "store"):
            with Store(to, create=False, read_only=True) as store:
                kept = store.embedding
        self.goes_on: bool = embed is None
        self._model: Any = None
        self._sizes: dict[str, int] = {}  # of the texts that a dry run would write, by their hashes
        self._chunks = 0
        if embed is not None or (kept is not None and kept.name is not None):
            self._model, self._chosen = choose(to, kept, embed, model, options, is_trusted=is_trusted)

    def run(self, listener: Listener, *, dry_run: bool) -> EmbedReport | None:
        """Embed what has no vector. Without a model nothing is done."""
        if self._model is None:
            return None
        if self.goes_on:
            by = f"embeds by {self._chosen.model}, as before"
            listener.message(f"{by}; --no-embed leaves new chunks without vectors")
        if dry_run:
            return self._planned()
        with Store(self._to, create=False, timeout=PATIENCE) as store:
            report = store.embed(
                self._model, model=self._chosen.model, skip_long=self._skip_long, listener=_Passed(listener)
            )
        for failed in report.failed:
            event("embedding_failed", logging.ERROR, **asdict(failed))
        facts = {name: value for name, value in asdict(report).items() if name != "failed"}
        event("embedded", **facts)
        return report

    @property
    def has_model(self) -> bool:
        """True if a model is given, or kept."""
        return self._model is not None

    def for_sync(self, listener: Listener) -> dict[str, Any]:
        """Return the options of a `Syncer` that embeds in place of `run`."""
        return {
            "embed": self._model, "model": self._chosen.model, "skip_long": self._skip_long,
            "listener": _Passed(listener),
        }  # fmt: skip

    # ---- a dry run

    def preview(self, written: Prepared | Chunks) -> None:
        """Take note of the texts of a document that would be written."""
        if self._model is None:
            return
        pairs: Iterable[tuple[str, str]]
        if isinstance(written, Prepared):
            pairs = texts_of(written)
        else:
            pairs = zip(written.context_hashes, written.contextual_texts, strict=True)
        for key, text in pairs:
            if key not in self._sizes:
                self._sizes[key] = self._model.size(text)
            self._chunks += 1

    def _planned(self) -> EmbedReport:
        """Return what a run would do: for the chunks that would be written, and for those that are stored without
        a vector."""
        key, model = self._chosen.model, self._model
        report, known = EmbedReport(key, size=0, unit=model.unit), set[str]()
        if exists(self._to, "store"):
            with Store(self._to, create=False, read_only=True) as store:
                report = store.embed(model, model=key, skip_long=self._skip_long, dry_run=True)
                known = store.vectors(key).known(list(self._sizes))
        items = [Item(name, "", size) for name, size in self._sizes.items() if name not in known]
        limit = model.size_limit
        fit = [item for item in items if limit is None or item.size <= limit]
        number = sum(1 for _ in batches(fit, model.max_texts, model.max_request_tokens))
        report.requests += number + (number > 0 and not report.requests)  # the probe
        report.chunks += self._chunks
        report.embedded += len(fit)
        report.number_failed += len(items) - len(fit)
        report.size = (report.size or 0) + sum(item.size for item in fit)
        report.reused = report.chunks - report.embedded - report.number_failed
        return report


class _Passed(EmbedListener):
    """Passes what it hears on to the listener of an ingest."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._done = self._total = 0
        self.message = listener.message  # type: ignore[method-assign]

    def start(self, texts: int) -> None:
        self._total = texts
        self._listener.embedded(0, texts)

    def advance(self, texts: int) -> None:
        self._done += texts
        self._listener.embedded(self._done, self._total)
