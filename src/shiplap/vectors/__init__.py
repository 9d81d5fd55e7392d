"""Embeddings of chunks and nearest-neighbour search: float32 matrices, cached by context hash, searched exactly.

`embed` is always a function from a list of str to one vector each: an array of shape (n, d), or a list of lists
(`SentenceTransformer.encode`, `StaticModel.encode`, a client of an API). `embedding.py` calls it, `exact.py`
searches, `indexes.py` has the extras faiss and usearch, `hashing.py` is an embedding without a model. `names.py`
loads models by name (`model.py`): those of libraries (`libraries.py`) and services (`service.py`). `batches.py`
packs texts to the limits of requests, `requests.py` sends them. `pooling.py` makes vectors of chunks from those of
tokens.
"""

from shiplap.vectors.embedding import Cache, MemoryCache, StaleCacheWarning, embed_chunks, embed_texts
from shiplap.vectors.exact import Exact
from shiplap.vectors.hashing import HashedWords
from shiplap.vectors.indexes import INDEXES as INDEXES
from shiplap.vectors.indexes import Index, make_index
from shiplap.vectors.model import Model, RequestOptions
from shiplap.vectors.names import load_embed
from shiplap.vectors.names import model_of as model_of
from shiplap.vectors.pooling import macro_windows
from shiplap.vectors.requests import with_retries
from shiplap.vectors.types import Embed

__all__ = [
    "Cache",
    "Embed",
    "Exact",
    "HashedWords",
    "Index",
    "MemoryCache",
    "Model",
    "RequestOptions",
    "StaleCacheWarning",
    "embed_chunks",
    "embed_texts",
    "load_embed",
    "macro_windows",
    "make_index",
    "with_retries",
]
