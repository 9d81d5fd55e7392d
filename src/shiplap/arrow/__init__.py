"""Arrow in, Arrow out: cut a column of texts into a stream of chunks, without copying the texts or using pyarrow.

    any object with __arrow_c_stream__ or __arrow_c_array__     pyarrow, Polars, DuckDB, pandas, nanoarrow, …
      ──► groups of rows, cut in place, in one thread or several
      ──► Stream: __arrow_c_stream__ again, or record batches one by one

    pages = polars.DataFrame({"id": ["a", "b"], "text": ["It rains. It pours.", None], "year": [1987, 2020]})
    found = polars.DataFrame(chunk(pages, "fixed-1000", keep_columns=["year"]))

`Chunks` are Arrow data too:

>>> import shiplap
>>> pages = shiplap.FixedChunker(20, 0).chunk("It rains. It pours. The old man snores.", document_id="a")
>>> found = chunk(pages, shiplap.SentenceSplitter(), id_column="document_id",
...               columns=["chunk_id", "text"], keep_columns=["char_start"])
>>> [len(batch) for batch in found]
[3]
"""

from shiplap.arrow.stream import DEFAULT, Stream, chunk, schema
from shiplap.arrow.stream import KNOWN as COLUMNS

__all__ = ["COLUMNS", "DEFAULT", "Stream", "chunk", "schema"]
