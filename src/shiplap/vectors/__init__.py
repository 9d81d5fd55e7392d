"""Embeddings of chunks, and the nearest of them: float32 matrices, cached by content hash, searched exactly.

`embed` is everywhere a function from a list of str to vectors, one each: an array of shape (n, d), or a list of
lists (`SentenceTransformer.encode`, `StaticModel.encode`, a client of an API). `embed.py` calls it, `nearest.py`
searches, `indexes.py` has the extras faiss and usearch, `hashed.py` is an embedding without a model.
"""

from shiplap.vectors.embed import Cache, Embed, MemoryCache, embed_chunks, embed_texts, load_embed
from shiplap.vectors.hashed import HashedWords
from shiplap.vectors.indexes import INDEXES, Index, make_index
from shiplap.vectors.nearest import Exact

__all__ = [
    "INDEXES",
    "Cache",
    "Embed",
    "Exact",
    "HashedWords",
    "Index",
    "MemoryCache",
    "embed_chunks",
    "embed_texts",
    "load_embed",
    "make_index",
]
