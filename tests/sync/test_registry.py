"""Targets by name."""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest

from shiplap.errors import OptionError, TargetError
from shiplap.sync import MemoryTarget, registry, target_of


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The arguments of each target that is made, in place of the targets themselves."""
    calls: list[Any] = []

    def make(module: str, type: str, *values: str, **options: str | None) -> None:
        calls.append((module, *values, options))

    monkeypatch.setattr(registry, "_made", make)
    return calls


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("qdrant://localhost:6333/docs", ("qdrant", "http://localhost:6333", "docs", {})),
        ("QDRANT://localhost/docs", ("qdrant", "http://localhost", "docs", {})),
        ("qdrants://db.example.org/behind/docs", ("qdrant", "https://db.example.org/behind", "docs", {})),
        ("qdrant+file://data/docs", ("qdrant", "data", "docs", {})),
        ("qdrant+file:///srv/data/docs", ("qdrant", "/srv/data", "docs", {})),
        ("lancedb://data/docs", ("lancedb", "data", "docs", {})),
        ("duckdb://all.duckdb/docs", ("duckdb", "all.duckdb", "docs", {})),
        ("chroma://localhost:8000/docs", ("chroma", "http://localhost:8000", "docs", {})),
        ("chromas://example.org/docs", ("chroma", "https://example.org", "docs", {})),
        ("chroma+file://a/b c/docs", ("chroma", "a/b c", "docs", {})),
        ("postgresql://me@db/x", ("pgvector", "postgresql://me@db/x", "chunks", {"schema": None})),
        ("postgres://me@db/x", ("pgvector", "postgres://me@db/x", "chunks", {"schema": None})),
    ],
)
def test_names(made: list[Any], name: str, arguments: tuple[Any, ...]) -> None:
    target_of(name)
    assert made == [arguments]


def test_a_table_of_postgresql_is_named_by_options(made: list[Any]) -> None:
    target_of("postgresql://db/x", collection="docs", schema="rag")
    assert made == [("pgvector", "postgresql://db/x", "docs", {"schema": "rag"})]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chunks.db", "must be postgresql://USER@HOST/DATABASE, qdrant://HOST:PORT/COLLECTION"),
        ("milvus://localhost/docs", "must be postgresql://"),
        ("qdrant://localhost:6333", "must have the form qdrant://HOST:PORT/COLLECTION"),
        ("qdrant://localhost:6333/", "must have the form"),
        ("qdrant:///docs", "must have the form"),
        ("qdrant:///localhost:6333/docs", "must have the form qdrant://HOST:PORT/COLLECTION"),
        ("qdrant://http://localhost:6333/docs", "must have the form qdrant://HOST:PORT/COLLECTION"),
        ("chroma://localhost:8000/base/docs", "to='chroma://.*must have the form chroma://HOST:PORT/COLLECTION"),
        ("lancedb:docs", "must have the form lancedb://FOLDER/COLLECTION"),
        ("qdrnt://localhost:6333/docs", r"or MODULE:FUNCTION \(did you mean qdrant://HOST:PORT/COLLECTION\?\)"),
        ("http://localhost:6333/docs", r"\(did you mean qdrant://HOST:PORT/COLLECTION or chroma://HOST:PORT"),
        ("lancedb://docs", "must have the form lancedb://FOLDER/COLLECTION"),
        ("no_such_module:make", "no module is named 'no_such_module'"),
        ("os:sep", "it is a value of type str"),
    ],
)
def test_wrong_names_are_refused(name: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        target_of(name)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(OptionError) as caught:
        target_of("milvus://me:secret@host/docs")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("option", ["collection", "schema"])
def test_options_of_postgresql_are_refused_for_others(option: str) -> None:
    with pytest.raises(OptionError, match="is only for PostgreSQL"):
        target_of("qdrant://localhost/docs", **{option: "x"})


def test_a_function_returns_a_target(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("own_target")
    module.make = MemoryTarget  # type: ignore[attr-defined]
    module.nothing = lambda: None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "own_target", module)
    assert isinstance(target_of("own_target:make"), MemoryTarget)
    with pytest.raises(OptionError, match=r"to='own_target:nothing': must return a target.*\(name, exists, "):
        target_of("own_target:nothing")
    module.broken = lambda: 1 // 0  # type: ignore[attr-defined]
    with pytest.raises(TargetError, match=r"^own_target:broken: ZeroDivisionError: ") as caught:
        target_of("own_target:broken")
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
