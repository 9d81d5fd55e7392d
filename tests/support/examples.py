"""Number of examples of a property that takes longer than others."""

from __future__ import annotations

from hypothesis import settings


def examples(percent: int) -> settings:
    """Return a share of the examples that the profile of the tier has, in percent."""
    return settings(max_examples=max(1, settings.default.max_examples * percent // 100))
