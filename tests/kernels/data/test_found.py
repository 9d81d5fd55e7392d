"""Texts that tell a rule from the same rule with one change, found by `python -m tests.mutation.search`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.answers import Case, check, groups


@pytest.mark.parametrize("cases", groups(__file__))
def test_core_is_the_reference(cores: Any, cases: list[Case]) -> None:
    check(cores, cases)
