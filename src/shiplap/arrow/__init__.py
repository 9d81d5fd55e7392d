"""Arrow in, Arrow out: a column of texts becomes a stream of chunks, without a copy of the texts, without pyarrow.

    whatever has __arrow_c_stream__ or __arrow_c_array__        pyarrow, Polars, DuckDB, pandas, nanoarrow, …
      ──► groups of rows, cut where they lie, in one thread or several
      ──► Stream: __arrow_c_stream__ again, or record batches one by one

    pages = polars.DataFrame({"id": ["a", "b"], "text": ["It rains. It pours.", None], "year": [1987, 2020]})
    found = polars.DataFrame(chunk(pages, "fixed-1000", keep_columns=["year"]))

What `Chunks` gives is Arrow too:

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
