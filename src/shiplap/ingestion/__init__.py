"""The implementation of `shiplap ingest`: files and tables into a store, PostgreSQL, Parquet or JSON lines.

`discovery.py` finds files, `names.py` names them, `collection.py` keeps the root of these names and the
configuration in the store. `pipeline.py` is the line from files to a sink, one step after the other: `files.py`
reads a file whole or in blocks, a chunker cuts it, a sink in `sinks/` writes the chunks, `report.py` counts and
explains. `tables.py` takes rows of tables through the same steps; `rows.py` reads them from Parquet, Arrow, CSV
and JSON-lines files. `pruning.py` finds the documents whose files are gone.
"""

from shiplap.ingestion.discovery import File, Found, Problem, find
from shiplap.ingestion.names import Names
from shiplap.ingestion.pipeline import ingest
from shiplap.ingestion.pruning import gone
from shiplap.ingestion.report import Report
from shiplap.ingestion.sinks.sink import Sink

__all__ = ["File", "Found", "Names", "Problem", "Report", "Sink", "find", "gone", "ingest"]
