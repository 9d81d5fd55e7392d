"""Sinks of `shiplap ingest`, one module each: a SQLite store, PostgreSQL, Parquet files, JSON lines.

`sink.py` has their interfaces, `output.py` opens the files, and `preview.py` writes nothing, for a dry run.
"""
