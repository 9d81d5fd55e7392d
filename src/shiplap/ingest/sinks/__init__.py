"""Sinks of `shiplap ingest`, one module each: a SQLite store, PostgreSQL, Parquet files, JSON lines.

`output.py` opens the files, and `preview.py` writes nothing, for a dry run.
"""
