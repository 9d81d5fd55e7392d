"""The implementation of `shiplap.ingest` and of the command: files and tables into a store, PostgreSQL, Parquet
or JSON lines.

`ingest.py` checks the options; `run.py` says what happens in which order, `listener.py` what the caller hears.
`inputs.py` has the paths, `discovery.py` finds their files, `exclusions.py` says which are left out (by
`patterns.py` and `includes.py`), `names.py` names them, `collection.py` keeps the root of these names and the
configuration in the store. `targets.py` opens what is written to; `recipe.py` and `given.py` select the chunkers.
`pipeline.py` is the line from files to a sink, one step after the other: `files.py` reads a file whole or in
blocks, a chunker cuts it, a sink in `sinks/` writes the chunks, `report.py` counts and explains. `tables.py` takes
rows of tables through the same steps; `rows.py` reads them from Parquet, Arrow, CSV and JSON-lines files.
`pruning.py` finds the documents whose files are gone, `skipped.py` the files that the last run skipped.
"""

from shiplap.ingestion.discovery import File, Found, Problem, find
from shiplap.ingestion.exclusions import Choice
from shiplap.ingestion.listener import Listener
from shiplap.ingestion.names import Names
from shiplap.ingestion.pruning import gone
from shiplap.ingestion.report import Counts, Report
from shiplap.ingestion.sinks.sink import Sink

__all__ = [
    "Choice", "Counts", "File", "Found", "Listener", "Names", "Problem", "Report", "Sink", "find", "gone"
]  # fmt: skip
