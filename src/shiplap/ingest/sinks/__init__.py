"""Sinks of `shiplap ingest`, one module each: a SQLite store, PostgreSQL, Parquet files, JSON lines."""
