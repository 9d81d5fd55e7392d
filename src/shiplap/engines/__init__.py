"""Engines for many cores and many machines, each an adapter of a few lines over `shiplap.arrow.chunk`.

    shiplap.engines.ray      Ray Data: `ChunkBatch` for `Dataset.map_batches`
    shiplap.engines.spark    Spark: `chunk(frame, ...)` over `DataFrame.mapInArrow`
    shiplap.engines.polars   Polars: `expression(...)`, `chunk(lazy_frame, ...)`
    shiplap.engines.duckdb   DuckDB: `register(connection, ...)`, a function for SQL

Each gives the rows that one process gives, and is an extra of the same name. What to choose when: docs/scaling.md.
A worker of an engine runs one thread, since the engine has one for each core.
"""
