"""Runs of one mark, at which each place is a candidate for a sentence boundary, for test_growth.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import shiplap

N = 2_000

#: Marks that may end a sentence, and closing marks, in several scripts.
MARKS = "。…！？”』)؟।!"


def steps() -> dict[str, Callable[[int], Callable[[], Any]]]:
    """By name: what prepares the sentences of a run of n marks, in both forms."""
    splitter = shiplap.SentenceSplitter()

    def prepare(mark: str, coded: bool) -> Callable[[int], Callable[[], Any]]:
        def of(n: int) -> Callable[[], Any]:
            text: Any = (mark * n + "x").encode() if coded else mark * n + "x"
            return lambda: splitter.chunk(text)

        return of

    return {f"{mark} {form}": prepare(mark, form == "bytes") for mark in MARKS for form in ("str", "bytes")}
