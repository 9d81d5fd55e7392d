"""Placeholder for the chunker of chunks from another tool."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from shiplap.errors import OptionError


class OtherTool:
    """The `chunker` of `Chunks.from_spans`: it has a name and a fingerprint, and cuts nothing."""

    name = "spans"
    unit = "characters"

    def __init__(self, tool: str) -> None:
        if not isinstance(tool, str) or not tool:
            raise OptionError("tool", tool, "must be a non-empty str")
        self.tool = tool

    @property
    def config(self) -> dict[str, Any]:
        """{"chunker": "spans", "tool": the name}. `shiplap.from_config` makes no chunker of it."""
        return {"chunker": self.name, "tool": self.tool}

    @property
    def fingerprint(self) -> str:
        """A hash of the configuration (32 hex digits)."""
        return hashlib.blake2b(json.dumps(self.config).encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return self.config == other.config if isinstance(other, OtherTool) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.tool)

    def __repr__(self) -> str:
        return f"OtherTool({self.tool!r})"
