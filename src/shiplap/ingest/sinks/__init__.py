"""Where `shiplap ingest` writes: a SQLite store, PostgreSQL, Parquet files, JSON lines; one module each."""
