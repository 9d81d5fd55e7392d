"""`shiplap.ingest` into a vector store: into a journal first, an embedded store that the vector store follows."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shiplap.errors import OptionError
from shiplap.ingestion.targets import STORE_SUFFIXES, kind_of
from shiplap.options import choice
from shiplap.printable import without_password
from shiplap.store import Store
from shiplap.sync import Key, Metric, Syncer, SyncReport, target_of
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
        self.journal: str = f"{collection}.db" if options.journal is None else os.fspath(options.journal)
        if not self.journal.lower().endswith(STORE_SUFFIXES):
            raise OptionError("journal", self.journal, f"must end in {', '.join(STORE_SUFFIXES)}")
        kind_of(self.journal)
        is_table = to.lower().startswith(POSTGRESQL)
        table = f" {options.schema or 'public'}.{collection}" if is_table else ""
        self._name = without_password(to) + table
        self._check_journal()

    def _check_journal(self) -> None:
        """Raise OptionError for a store that is not the journal of this vector store."""
        path = self.journal
        if not os.path.exists(path) or not os.path.getsize(path):
            return
        with Store(path, create=False, read_only=True) as store:
            of, documents = store.setting(_JOURNAL_OF), len(store)
        if of == self._name or (of is None and not documents):
            return
        what = "a store of its own" if of is None else f"the journal of {of}"
        rule = f"is {what}, not the journal of {self._name}; name another file (--journal, journal=), or let the"
        raise OptionError("journal", path, f"{rule} vector store follow it: `shiplap sync {path} --to TARGET`")

    def claim(self) -> None:
        """Make the journal if it does not exist, and note in it whose journal it is."""
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
