"""The floors: what the machine takes to touch the bytes, to copy them, and to make the output alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.engines import Document, Engine, Runner, Work, known


def _utf8(document: Document) -> bytes:
    return document.encode() if isinstance(document, str) else document


def numpy_max(work: Work) -> Runner | None:
    """Reads every byte once: the maximum of the UTF-8 as uint8."""
    return Runner(lambda data: np.frombuffer(data, np.uint8).max(), prepare=_utf8)


def memcpy(work: Work) -> Runner | None:
    """Copies the UTF-8 into memory that is already there."""

    def prepare(document: Document) -> tuple[Any, Any]:
        source = np.frombuffer(_utf8(document), np.uint8)
        return np.zeros_like(source), source

    return Runner(lambda pair: np.copyto(*pair), prepare=prepare) if work.output == "texts" else None


def output(work: Work) -> Runner | None:
    """Makes the output and nothing else: the strings of known slices, the arrays of known spans."""

    def slices(document: Document) -> tuple[Any, list[slice]]:
        return document, [slice(start, end) for start, end in known(document, work).tolist()]

    def spans(document: Document) -> Any:
        return known(document, work)

    if work.output == "texts":
        return Runner(lambda pair: list(map(pair[0].__getitem__, pair[1])), prepare=slices)
    if work.output == "spans":
        return Runner(lambda array: array.copy(), prepare=spans)
    return Runner(lambda array: (array.copy(), array.copy()), prepare=spans)


ENGINES = (
    Engine("numpy max", "floor", "one number", "Reads the bytes and cuts nothing.", numpy_max, "numpy"),
    Engine("memcpy", "floor", "a copy", "The copy goes into warm memory, always the same.", memcpy, "numpy"),
    Engine(
        "output only",
        "floor",
        "texts or spans",
        "The places are known before the clock starts.",
        output,
        "numpy",
    ),
)
