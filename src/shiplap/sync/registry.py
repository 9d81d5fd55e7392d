"""Targets by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shiplap.errors import OptionError

if TYPE_CHECKING:
    from shiplap.sync.target import VectorTarget


def target_of(name: str) -> VectorTarget:
    """Return the target of a name."""
    raise OptionError("to", name, "is unknown")
