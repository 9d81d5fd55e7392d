"""The reasons for mutants that no test kills."""

from __future__ import annotations

import json

from tests.mutation.mutant import ROOT
from tests.mutation.record import EXPLAINED


def test_a_reason_is_of_lines_that_exist() -> None:
    for file, reasons in json.loads(EXPLAINED.read_text("utf-8")).items():
        source = " ".join(line.strip() for line in (ROOT / file).read_text("utf-8").splitlines())
        for change in reasons:
            parts = change.split(" -> ")
            befores = [" -> ".join(parts[:k]) for k in range(1, len(parts))]
            assert any(before in source for before in befores), f"{file} has no such line any more: {change}"
