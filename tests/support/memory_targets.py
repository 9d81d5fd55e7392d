"""Vector stores in memory in place of those of servers, for commands that name a server."""

from __future__ import annotations

from typing import Any

import pytest

from shiplap.sync import MemoryTarget, registry


def without_servers(monkeypatch: pytest.MonkeyPatch, *, all_kinds: bool = False) -> dict[Any, MemoryTarget]:
    """Let targets of servers, or all named targets, be in memory. Returns those that are made, by module, address
    and collection."""
    made: dict[Any, MemoryTarget] = {}
    usual = registry._made

    def make(module: str, type: str, *where: str, **options: Any) -> Any:
        if not all_kinds and "://" not in where[0]:
            return usual(module, type, *where, **options)
        return made.setdefault((module, *where), MemoryTarget())

    monkeypatch.setattr(registry, "_made", make)
    return made
