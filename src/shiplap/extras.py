"""Libraries of the extras, imported where they are used."""

from __future__ import annotations

import importlib.util
from types import MappingProxyType
from typing import Any

from shiplap.errors import MissingExtraError

#: The modules of each extra that shiplap imports. Extras that only join others are left out.
EXTRAS = MappingProxyType({
    "tokenizers": ("bpe_openai", "tokenizers", "tiktoken"),
    "fast-tokens": ("gigatoken",),
    "code": ("tree_sitter",),
    "faiss": ("faiss",),
    "usearch": ("usearch",),
    "stems": ("snowballstemmer",),
    "bm25s": ("bm25s",),
    "arrow": ("pyarrow",),
    "pandas": ("pandas",),
    "polars": ("polars",),
    "postgresql": ("adbc_driver_postgresql", "pyarrow"),
    "ray": ("ray", "pyarrow"),
    "spark": ("pyspark", "pandas", "pyarrow"),
    "duckdb": ("duckdb", "pyarrow"),
    "qdrant": ("qdrant_client",),
    "pgvector": ("psycopg", "pgvector"),
    "lancedb": ("lancedb", "pyarrow"),
    "chroma": ("chromadb",),
    "langchain": ("langchain_text_splitters",),
    "llama-index": ("llama_index.core",),
    "haystack": ("haystack",),
    "embed-model2vec": ("model2vec",),
    "embed-sentence-transformers": ("sentence_transformers",),
    "embed-fastembed": ("fastembed",),
    "openai": ("openai",),
    "progress": ("rich",),
    "completion": ("shtab",),
    "pdf": ("pypdfium2",),
    "html": ("selectolax",),
    "office": ("lxml", "python_calamine"),
    "encodings": ("chardet",),
    "metadata": ("yaml",),
})  # fmt: skip

#: Extras whose libraries are needed below a version of Python only, whose modules are part of later ones.
EXTRAS_OF_OLD_VERSIONS = MappingProxyType({
    "zstd": ((3, 14), ("backports.zstd",)),
    "toml": ((3, 11), ("tomli",)),
})  # fmt: skip


def missing_modules(modules: tuple[str, ...]) -> list[str]:
    """Return the modules that are not installed. The libraries are not imported, except the packages that the
    modules with a dot are in.

    >>> missing_modules(("json", "missing.parts"))
    ['missing.parts']
    """
    return [module for module in modules if not _is_installed(module)]


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def require(module: str, extra: str, what: str) -> Any:
    """Import and return a module that an extra installs.

    what: the feature that needs the library, the subject of the message.

    Raises MissingExtraError, an ImportError, if the library is not installed.

    >>> require("missing.parts", "arrow", "a table")
    Traceback (most recent call last):
        ...
    shiplap.errors.MissingExtraError: a table needs missing.parts: pip install 'shiplap[arrow]'
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # the library is there, and lacks one that it needs itself
        raise MissingExtraError(what, module, extra) from None
