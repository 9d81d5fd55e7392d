"""The collector, for the tests of this folder."""

from __future__ import annotations

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def frozen() -> None:
    """Freeze what earlier tests left: each of these tests runs the collector, which would read all of it."""
    gc.collect()
    gc.freeze()
