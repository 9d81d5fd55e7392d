"""The sentence splitters of `sentence_splitters.py` as engines of the case `sentences`; the adapters of shiplap
and chunkr-rs are in their own files."""

from __future__ import annotations

from functools import partial

import numpy as np

from benchmarks.engines import Answer, Document, Engine, Runner, Work
from benchmarks.engines.sentence_splitters import SPLITTERS

#: The language told to engines that must be told one. Most of them find full-width marks all the same.
LANGUAGE = "en"


def split(name: str) -> Runner:
    """Return the splitter of that name, made ready."""
    ready = next(splitter for splitter in SPLITTERS if splitter.name == name).make(LANGUAGE)

    def answer(result: object, document: Document) -> Answer:
        text = document if isinstance(document, str) else document.decode()
        ends = np.fromiter(ready.ends(result, text), np.int64)
        return Answer(spans=np.stack([np.concatenate([np.zeros(1, np.int64), ends[:-1]]), ends], axis=1))

    return Runner(ready.call, answer)


def _make(name: str, work: Work) -> Runner | None:
    return split(name) if work.kind == "sentences" else None


ENGINES = tuple(
    Engine(
        splitter.name,
        splitter.role,
        splitter.returns,
        splitter.unfair,
        partial(_make, splitter.name),
        splitter.distribution,
    )
    for splitter in SPLITTERS
    if splitter.role != "product" and splitter.name != "chunkr-rs"
)
