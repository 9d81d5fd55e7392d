"""The stores of the tests of targets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.vector_stores import STORES


@pytest.fixture(params=list(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Each store, empty."""
    return STORES[request.param](
        request.getfixturevalue("postgres") if request.param == "pgvector" else tmp_path
    )
