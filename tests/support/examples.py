"""How many examples a property gets that takes longer than others."""

from __future__ import annotations

from hypothesis import settings


def examples(percent: int) -> settings:
    """A share of the examples that the profile of the tier has, in percent."""
    return settings(max_examples=max(1, settings.default.max_examples * percent // 100))
