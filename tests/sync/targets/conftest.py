"""The stores of the tests of targets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.postgres import server_with_pgvector
from tests.support.vector_stores import STORES


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URI of a server with pgvector."""
    with server_with_pgvector() as uri:
        yield uri


@pytest.fixture(params=list(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Each store, empty."""
    return STORES[request.param](
        request.getfixturevalue("postgres") if request.param == "pgvector" else tmp_path
    )
