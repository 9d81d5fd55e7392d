"""The implementation of `shiplap ingest`: files and tables into a store, PostgreSQL, Parquet or JSON lines.

`discovery.py` finds files, `names.py` names them, `collection.py` keeps the root of these names and the
configuration in the store, `pipeline.py` reads, cuts and writes files in order, `files.py`
reads a file whole or in blocks, `rows.py` reads rows of Parquet, Arrow, CSV and JSON-lines files, which are
documents in `tables.py`; `pruning.py` finds the documents whose files are gone; the modules in `sinks/` write the
chunks.
"""

from shiplap.ingest.discovery import File, Found, Problem, find
from shiplap.ingest.names import Names
from shiplap.ingest.pipeline import ingest
from shiplap.ingest.pruning import gone
from shiplap.ingest.report import Report
from shiplap.ingest.sinks.sink import Sink

__all__ = ["File", "Found", "Names", "Problem", "Report", "Sink", "find", "gone", "ingest"]
