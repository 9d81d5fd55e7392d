"""The collector, for the tests of this folder."""

from __future__ import annotations

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def frozen() -> None:
    """Freeze what earlier tests left: these tests run the collector often, and it would read all of that each time."""
    gc.collect()
    gc.freeze()
