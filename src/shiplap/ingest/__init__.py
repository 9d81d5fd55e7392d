"""Files and tables into a store, PostgreSQL, Parquet or JSON lines: what `shiplap ingest` runs.

    discovery.py   which files, and their ids
    pipeline.py    read, cut and written in order
    files.py       a file, read whole or in blocks
    tables.py      the rows of Parquet, Arrow, CSV and JSON-lines files as documents
    sinks/         where the chunks go
"""

from shiplap.ingest.discovery import File, Found, Problem, find, gone
from shiplap.ingest.pipeline import Report, Sink, ingest

__all__ = ["File", "Found", "Problem", "Report", "Sink", "find", "gone", "ingest"]
