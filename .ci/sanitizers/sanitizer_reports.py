"""A plugin for pytest: the test during which a sanitizer reports something fails, and shows the report."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator

import pytest

FOLDER = pathlib.Path(os.environ["NIGHTLY_REPORTS"])
read: dict[pathlib.Path, int] = {}


def unread() -> str:
    """Return the reports of all processes since the last call."""
    found = []
    for path in sorted(FOLDER.iterdir()):
        data = path.read_bytes()
        found.append(data[read.get(path, 0) :].decode(errors="replace"))
        read[path] = len(data)
    return "".join(found)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Iterator[None]:
    yield
    report = unread()
    if report:
        pytest.fail(report, pytrace=False)
