"""The target of a user's own that docs/guides/sync.md shows, in a file of the current folder."""

from __future__ import annotations

from typing import Any

from benchmarks import ROOT

PAGE = ROOT / "docs" / "guides" / "sync.md"


def make() -> Any:
    """Return the target."""
    section = PAGE.read_text("utf-8").partition("## A target of your own")[2]
    code = section.partition("```python\n")[2].partition("```")[0]
    names: dict[str, Any] = {}
    exec(code, names)
    return names["SQLiteTarget"]("own.sqlite")
