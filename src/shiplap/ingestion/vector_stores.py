"""`shiplap.ingest` into a vector store: into a journal first, an embedded store that the vector store follows."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shiplap.errors import OptionError
from shiplap.ids import content_hash
from shiplap.ingestion.targets import STORE_SUFFIXES, kind_of
from shiplap.options import choice
from shiplap.printable import without_password
from shiplap.store import Store
from shiplap.sync import Key, Metric, Syncer, SyncReport, target_of
from shiplap.sync.named import Named
from shiplap.sync.registry import POSTGRESQL, collection_of, is_function, is_vector_store

if TYPE_CHECKING:
    from shiplap.ingestion.embedding import StoreEmbedding
    from shiplap.ingestion.listener import Listener
    from shiplap.sync import VectorTarget
    from shiplap.vectors import Embed

#: The setting of a store with the vector store of which it is the journal.
_JOURNAL_OF = "journal_of"


@dataclass(frozen=True, kw_only=True)
class VectorOptions:
    """The options of a vector store (`shiplap.ingest` explains them)."""

    collection: str | None = None
    schema: str | None = None
    key: Key = "content"
    metric: Metric = "cosine"
    journal: str | os.PathLike[str] | None = None


def is_vector_target(to: str, embed: Embed | str | None) -> bool:
    """Return whether a target is a vector store. PostgreSQL is one if there is an embedding function.

    >>> is_vector_target("qdrant://localhost/docs", None), is_vector_target("postgresql://localhost/x", None)
    (True, False)
    """
    return is_vector_store(to) or (embed is not None and (to.lower().startswith(POSTGRESQL) or is_function(to)))


class Following:
    """A vector store that follows its journal.

    journal: the path of the journal.

    Raises OptionError, before any work, for options that do not fit, and for a journal that is not that of this
    vector store.
    """

    def __init__(self, to: str, options: VectorOptions) -> None:
        choice("row_key", options.key, Key)
        choice("metric", options.metric, Metric)
        self._options = options
        self._target: VectorTarget = target_of(to, collection=options.collection, schema=options.schema)
        collection = collection_of(to, options.collection)
        is_table = to.lower().startswith(POSTGRESQL)
        table = f" {options.schema or 'public'}.{collection}" if is_table else ""
        self._name = without_password(to) + table
        self._taken: str | None = None  # why the journal has not its usual name
        self.journal: str = self._usual(collection) if options.journal is None else os.fspath(options.journal)
        if not self.journal.lower().endswith(STORE_SUFFIXES):
            raise OptionError("journal", self.journal, f"must end in {', '.join(STORE_SUFFIXES)}")
        kind_of(self.journal)
        self._check_journal()

    def _usual(self, collection: str) -> str:
        """Return COLLECTION.db in the current folder; if it is the journal of another vector store, a name with a
        hash of this one's."""
        usual = f"{collection}.db"
        other = f"{collection}-{content_hash(self._name.encode())[:8]}.db"
        of, _ = _owner(usual)
        if of not in (None, self._name):
            self._taken = f"{usual} is that of {of}"
            return other
        return other if os.path.exists(other) else usual

    def _check_journal(self) -> None:
        """Raise OptionError for a store that is not the journal of this vector store."""
        path = self.journal
        of, documents = _owner(path)
        if of == self._name or (of is None and not documents):
            return
        what = "a store of its own" if of is None else f"the journal of {of}"
        rule = f"is {what}, not the journal of {self._name}; name another file (--journal, journal=), or let the"
        raise OptionError("journal", path, f"{rule} vector store follow it: `shiplap sync {path} --to TARGET`")

    def claim(self, listener: Listener) -> None:
        """Make the journal if it does not exist, and note in it whose journal it is. Raises TargetError, before
        that, for a vector store that cannot be reached: its name may be mistyped."""
        if _owner(self.journal)[0] is not None:
            return
        Named(self._target).exists()
        if self._taken is not None:
            listener.message(f"the journal is {self.journal}: {self._taken}")
        with Store(self.journal, create=True) as store:
            if store.setting(_JOURNAL_OF) is None:
                with store.writer() as writer:
                    writer.set_setting(_JOURNAL_OF, self._name)

    def check_model(self, embedding: StoreEmbedding | None) -> StoreEmbedding:
        """Return the embedding of the journal. Raises OptionError if it has no model."""
        if embedding is None or not embedding.has_model:
            raise OptionError("embed", None, f"must name an embedding model: {self._name} has vectors")
        return embedding

    def sync(self, embedding: StoreEmbedding, listener: Listener, *, index: bool) -> SyncReport:
        """Embed what is new in the journal, and sync."""
        given = self._options
        with Store(self.journal, create=False) as store:
            syncer = Syncer(
                store, self._target, key=given.key, metric=given.metric, on_progress=listener.synced,
                **embedding.for_sync(listener),
            )  # fmt: skip
            return syncer.run(index=index)


def _owner(path: str) -> tuple[str | None, int]:
    """Return the vector store of which a store is the journal, or None, and the number of its documents."""
    if not os.path.exists(path) or not os.path.getsize(path):
        return None, 0
    with Store(path, create=False, read_only=True) as store:
        return store.setting(_JOURNAL_OF), len(store)
