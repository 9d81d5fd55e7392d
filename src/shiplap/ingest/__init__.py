"""The implementation of `shiplap ingest`: files and tables into a store, PostgreSQL, Parquet or JSON lines.

`discovery.py` finds files, `names.py` names them, `collection.py` keeps the root of these names and the
configuration in the store, `pipeline.py` reads, cuts and writes files in order, `files.py`
reads a file whole or in blocks, `tables.py` reads rows of Parquet, Arrow, CSV and JSON-lines files as documents;
the modules in `sinks/` write the chunks.
"""

from shiplap.ingest.discovery import File, Found, Problem, find, gone
from shiplap.ingest.names import Names
from shiplap.ingest.pipeline import Report, Sink, ingest

__all__ = ["File", "Found", "Names", "Problem", "Report", "Sink", "find", "gone", "ingest"]
