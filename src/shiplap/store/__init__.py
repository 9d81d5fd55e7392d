"""The store: documents and their chunks in one SQLite file.

`store.py` defines the class, `connection.py` opens files (`journals.py` explains what an interrupted write left),
`schema.py` defines the tables, `fields.py` checks column values, `rows.py` prepares the rows of a document,
`writer.py` runs transactions, `quality.py` computes statistics, `vectors.py` stores embeddings, `embedding.py`
makes them, `verification.py` checks a whole store, `root.py` finds the folder of its files, `changes.py` says what
has changed since a generation.

`search.py` searches by words, vectors, or both. Words: `terms.py` folds and splits texts, `query.py`,
`stems.py` and `function_words.py` build queries, `index.py` keeps the index up to date, `postings.py` has its
tables, `ranking.py` scores. `nearest.py` compares vectors, `filters.py` narrows, `snippets.py` marks words.
"""

from shiplap.store.changes import Changes
from shiplap.store.embedding import Embedding, EmbedListener, EmbedReport
from shiplap.store.nearest import MissingVectorsWarning
from shiplap.store.rows import Prepared as Prepared
from shiplap.store.rows import prepare as prepare
from shiplap.store.rows import values_of as values_of
from shiplap.store.search import Hit
from shiplap.store.store import Store, StoredDocument
from shiplap.store.vectors import FailedChunk, Vectors
from shiplap.store.writer import Writer

__all__ = [
    "Changes",
    "EmbedListener",
    "EmbedReport",
    "Embedding",
    "FailedChunk",
    "Hit",
    "MissingVectorsWarning",
    "Store",
    "StoredDocument",
    "Vectors",
    "Writer",
]
