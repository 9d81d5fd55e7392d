"""Targets by name.

| name | is |
|---|---|
| `postgresql://USER@HOST/DATABASE` | a table of PostgreSQL with pgvector |
| `qdrant://HOST:PORT/COLLECTION` | a collection of a Qdrant server; `qdrants://` with TLS |
| `qdrant+file://FOLDER/COLLECTION` | the same without a server, in a folder |
| `lancedb://FOLDER/COLLECTION` | a table of LanceDB |
| `duckdb://FILE/COLLECTION` | a table of a DuckDB file |
| `chroma://HOST:PORT/COLLECTION` | a collection of a Chroma server; `chromas://` with TLS |
| `chroma+file://FOLDER/COLLECTION` | the same without a server, in a folder |
| `MODULE:FUNCTION` | what a function of your own returns, called without arguments: a `VectorTarget` |

An absolute folder begins with a third slash: `lancedb:///srv/vectors/docs`. A module of a target is imported when
the target is used.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from shiplap.errors import OptionError, ShiplapError, TargetError
from shiplap.options import imported
from shiplap.printable import without_password
from shiplap.vectors.model import described

if TYPE_CHECKING:
    from shiplap.sync.target import VectorTarget

#: The package of the modules of targets.
_TARGETS = "shiplap.sync.targets"

#: The collection in PostgreSQL, unless another one is named.
COLLECTION = "chunks"

#: The schemes of PostgreSQL.
POSTGRESQL = ("postgresql://", "postgres://")


class _Kind(NamedTuple):
    """A kind of targets: its module, its class, the form of its names, and what comes before the address of a
    server instead of the scheme; None for a file or a folder."""

    module: str
    type: str
    form: str
    transport: str | None = None


_KINDS = {
    "qdrant": _Kind("qdrant", "QdrantTarget", "HOST:PORT/COLLECTION", "http://"),
    "qdrants": _Kind("qdrant", "QdrantTarget", "HOST:PORT/COLLECTION", "https://"),
    "qdrant+file": _Kind("qdrant", "QdrantTarget", "FOLDER/COLLECTION"),
    "lancedb": _Kind("lancedb", "LanceDBTarget", "FOLDER/COLLECTION"),
    "duckdb": _Kind("duckdb", "DuckDBTarget", "FILE/COLLECTION"),
    "chroma": _Kind("chroma", "ChromaTarget", "HOST:PORT/COLLECTION", "http://"),
    "chromas": _Kind("chroma", "ChromaTarget", "HOST:PORT/COLLECTION", "https://"),
    "chroma+file": _Kind("chroma", "ChromaTarget", "FOLDER/COLLECTION"),
}

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_FUNCTION = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")

#: What a target has: the methods of `VectorTarget`.
_METHODS = ("exists", "open", "cursor", "count", "begin", "upsert", "delete", "commit", "held", "index", "close")


def is_vector_store(name: str) -> bool:
    """Return whether a name is that of a vector store and of nothing else: PostgreSQL may be one.

    >>> [is_vector_store(name) for name in ("qdrant://localhost/docs", "chunks.db", "postgresql://localhost/x")]
    [True, False, False]
    """
    scheme, colon, _ = name.partition(":")
    return bool(colon) and scheme.lower() in _KINDS


def is_function(name: str) -> bool:
    """Return whether a name has the form of a function of a module that does not have the name of a store."""
    return _FUNCTION.fullmatch(name) is not None and not is_vector_store(name)


def collection_of(name: str, collection: str | None = None) -> str:
    """Return the collection of a target, for the name of a file beside it.

    >>> [collection_of(name) for name in ("qdrant+file://data/docs", "postgresql://localhost/x", "my:target")]
    ['docs', 'chunks', 'target']
    """
    if name.lower().startswith(POSTGRESQL):
        return collection or COLLECTION
    return name.rpartition("/")[2].rpartition(":")[2]


def target_of(name: str, *, collection: str | None = None, schema: str | None = None) -> VectorTarget:
    """Return the target of a name, as the table of `shiplap.sync.registry` has them. Nothing is opened.

    collection, schema: the table in PostgreSQL ("chunks"), and its schema; for other targets None.

    Raises OptionError for an unknown name, MissingExtraError without the library of a target.
    """
    if not isinstance(name, str):
        raise OptionError("to", name, _forms())
    if name.lower().startswith(POSTGRESQL):
        return _made("pgvector", "PgvectorTarget", name, collection or COLLECTION, schema=schema)
    for option, value in (("collection", collection), ("schema", schema)):
        if value is not None:
            where = "the last part of the name" if option == "collection" else "not a part of this target"
            raise OptionError(option, value, f"is only for PostgreSQL; here it is {where}")
    if is_function(name):
        return _own(name)
    found = _SCHEME.match(name)
    kind = _KINDS.get(found[1].lower()) if found else None
    if found is None or kind is None:
        raise unknown_target(name)
    where, _, last = name[found.end() :].rpartition("/")
    is_address = kind.transport is None or not (where.startswith("/") or "://" in where)
    if not where.strip("/") or not last or not is_address:
        raise _malformed(name, found[1].lower())
    try:
        return _made(kind.module, kind.type, (kind.transport or "") + where, last)
    except OptionError as error:
        if error.option == "server":
            raise _malformed(name, found[1].lower()) from error
        raise


def unknown_target(name: str, rule: str | None = None) -> OptionError:
    """Return the error for a name of no target, with the form of the one that may be meant.

    rule: what targets must be, where not only vector stores are targets.
    """
    import difflib

    scheme = name.partition(":")[0].lower()
    if scheme in _KINDS and ":" in name:
        return _malformed(name, scheme)
    rule = _forms() if rule is None else rule
    near = ["qdrant", "chroma"] if scheme in ("http", "https") else difflib.get_close_matches(scheme, _KINDS, 1)
    if near and "://" in name:
        meant = " or ".join(f"{each}://{_KINDS[each].form}" for each in near)
        rule += f" (did you mean {meant}?)"
    return OptionError("to", without_password(name), rule)


def _malformed(name: str, scheme: str) -> OptionError:
    return OptionError("to", without_password(name), f"must have the form {scheme}://{_KINDS[scheme].form}")


def check_methods(target: Any, option: str = "target") -> None:
    """Raise OptionError for an object that lacks methods of `VectorTarget`."""
    missing = [name for name in _METHODS if not callable(getattr(target, name, None))]
    if not isinstance(getattr(target, "name", None), str):
        missing.insert(0, "name")
    if missing or isinstance(target, type):
        lacks = f" ({', '.join(missing)} missing)" if missing else ""
        raise OptionError(option, target, f"must be a VectorTarget{lacks}, or the name of one")


def _own(name: str) -> VectorTarget:
    """Return what a function of the user's returns. Raises TargetError in place of its exceptions."""
    make: Any = imported(name, "to")
    try:
        target: VectorTarget = make()
    except ShiplapError:
        raise
    except Exception as error:
        raise TargetError(name, described(error)) from error
    try:
        check_methods(target, "to")
    except OptionError as error:
        rule = f"must return a target, not a value of type {type(target).__name__}: {error.rule}"
        raise OptionError("to", name, rule) from None
    return target


def _made(module: str, type: str, *values: str, **options: str | None) -> VectorTarget:
    """Make a target of a class of `shiplap.sync.targets`."""
    found: VectorTarget = getattr(import_module(f"{_TARGETS}.{module}"), type)(*values, **options)
    return found


def _forms() -> str:
    kinds = ", ".join(f"{scheme}://{kind.form}" for scheme, kind in _KINDS.items() if not scheme.endswith("s"))
    return f"must be postgresql://USER@HOST/DATABASE, {kinds}, or MODULE:FUNCTION"
