"""Files and tables into a store, PostgreSQL, Parquet or JSON lines: what `shiplap ingest` runs.

    pipeline.py    which files, read how, cut and written in order
    files.py       a file, read whole or in blocks
    tables.py      the rows of Parquet, Arrow, CSV and JSON-lines files as documents
    sinks/         where the chunks go
"""

from shiplap.ingest.pipeline import File, Found, Problem, Report, Sink, find, gone, ingest

__all__ = ["File", "Found", "Problem", "Report", "Sink", "find", "gone", "ingest"]
