"""Engines for many cores and many machines, each an adapter of a few lines over `shiplap.arrow.chunk`.

    shiplap.engines.ray      Ray Data: `ChunkBatch` for `Dataset.map_batches`
    shiplap.engines.spark    Spark: `chunk(frame, ...)` over `DataFrame.mapInArrow`
    shiplap.engines.polars   Polars: `expression(...)`, `chunk(lazy_frame, ...)`
    shiplap.engines.duckdb   DuckDB: `register(connection, ...)`, a function for SQL

Each returns the same rows as one process, and requires the extra of its name. For the choice see docs/scaling.md.
A worker of an engine runs one thread, since the engine has one worker for each core.
"""
