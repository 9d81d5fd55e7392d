"""The store: documents and their chunks in one SQLite file, by the standard library and nothing else.

`store.py` is the class, `connection.py` how a file is opened, `schema.py` the tables, `migration.py` those of
older versions, `fields.py` what columns may hold, `rows.py` what a document becomes, `writer.py` the transactions,
`search.py` the full-text search, `quality.py` the figures, `vectors.py` embeddings.
"""

from shiplap.store.rows import Prepared, prepare, values_of
from shiplap.store.search import Hit
from shiplap.store.store import Document, Store
from shiplap.store.vectors import Vectors
from shiplap.store.writer import Writer

__all__ = ["Document", "Hit", "Prepared", "Store", "Vectors", "Writer", "prepare", "values_of"]
