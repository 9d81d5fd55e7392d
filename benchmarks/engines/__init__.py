"""One adapter a file: how each engine does the work of a case, what it returns, and where it is unfair.

An adapter has a module attribute `ENGINES`, a tuple of `Engine`. A rival that is not installed is told so
in the record and left out; it is imported when its first case is prepared, never before.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from benchmarks.machine import installed_version

Spans = npt.NDArray[np.int64]
#: A document as the case hands it over: `str`, or `bytes` of UTF-8.
Document = str | bytes


@dataclass(frozen=True)
class Work:
    """Work of an engine.

    `output` is "texts" (`str` in, list of `str` out), "spans" (`str` in, character spans out) or "bytes"
    (UTF-8 in, validated, spans in characters and in bytes out). Sizes are characters. With `preset` the
    product is that preset; `fixed-900` drops windows of white space only, which no rival does.

    `kind` is "windows", or "packed" (whole sentences up to `size`, of `least` to `most`, with an overlap of
    whole sentences), or "recursive" (paragraphs first, then sentences, then words, in chunks of at most `size`,
    which is `most` too), or "sentences" (all sentences of the text; there are no sizes then).
    """

    output: Literal["texts", "spans", "bytes"]
    size: int
    overlap: int
    snap: str | None = None
    preset: str | None = None
    kind: Literal["windows", "packed", "recursive", "sentences"] = "windows"
    least: int = 0
    most: int = 0
    batch: bool = False  # all documents in one call, if an engine has one that answers so

    @property
    def step(self) -> int:
        return self.size - self.overlap


@dataclass(frozen=True)
class Answer:
    """An engine's result in a form that can be checked; None where the engine does not say.

    `sentences` are the ends of all sentences by the rule that the chunks were packed by.
    """

    texts: list[str] | None = None
    spans: Spans | None = None
    byte_spans: Spans | None = None
    sentences: npt.NDArray[np.int64] | None = None


@dataclass(frozen=True)
class Runner:
    """An engine made ready for one work.

    `call` is what the clock sees, once a document. `prepare` makes its argument from the document before the
    clock starts (the document itself if None). `answer` reads the result; None means that there is nothing
    to check, as for a floor. `batch`, where the work allows it, is what the clock sees instead: one call for all
    documents; that it gives the same is tested elsewhere.
    """

    call: Callable[[Any], Any]
    answer: Callable[[Any, Document], Answer] | None = None
    prepare: Callable[[Document], Any] | None = None
    batch: Callable[[list[Any]], Any] | None = None


class Make(Protocol):
    def __call__(self, work: Work) -> Runner | None: ...


@dataclass(frozen=True)
class Engine:
    """One row of a table.

    `role` is "product", "rival", "baseline" (plain Python) or "floor" (what no chunker can beat).
    `comparable` is False for a rival that does other, lesser work; it then counts for no target.
    """

    name: str
    role: Literal["product", "rival", "baseline", "floor"]
    returns: str
    unfair: str
    make: Make
    distribution: str | None = None
    comparable: bool = True

    def version(self) -> str | None:
        """Return the installed version; "" if the engine needs no package, None if its package is not
        installed."""
        return "" if self.distribution is None else installed_version(self.distribution)


ADAPTERS = (
    "floor",
    "plain",
    "splitters",
    "shiplap_engine",
    "chunkr_rs",
    "blazechunk",
    "chonkie",
    "langchain",
)


def engines() -> list[Engine]:
    """Return all engines, in the order of the tables, installed or not."""
    return [
        engine for name in ADAPTERS for engine in importlib.import_module(f"benchmarks.engines.{name}").ENGINES
    ]


def as_spans(pairs: Any) -> Spans:
    """Return an array of spans from tuples of offsets."""
    return np.array(pairs, np.int64).reshape(-1, 2)


def texts_engine(call: Callable[[Any], Any]) -> Runner:
    """Return the runner of an engine whose result is the texts of the chunks."""
    return Runner(call, lambda result, document: Answer(texts=result))


def offsets_engine(call: Callable[[Any], Any]) -> Runner:
    """Return the runner of an engine whose result is byte offsets, as tuples."""
    return Runner(call, lambda result, document: Answer(byte_spans=as_spans(result)))


def chunks_engine(
    work: Work,
    chunk: Callable[[str], Any],
    texts: Callable[[Any], list[str]],
    places: Callable[[Any], list[tuple[int, int]]] | None = None,
    *,
    in_bytes: bool = False,
) -> Runner:
    """Return the runner of an engine whose result is objects, whatever is asked: one for each chunk, with its
    text.

    `texts` and `places` read a result; places are offsets in characters, or `in_bytes`. Bytes are decoded first.
    """

    def answer(result: Any, document: Document) -> Answer:
        spans = as_spans(places(result)) if places else None
        return Answer(texts(result), *((None, spans) if in_bytes else (spans, None)))

    if work.output == "texts":
        return texts_engine(lambda text: texts(chunk(text)))
    return Runner(chunk if work.output == "spans" else lambda data: chunk(data.decode()), answer)


def known(document: Document, work: Work) -> Spans:
    """Return the character spans of the work, for those who are given the places before the clock starts.

    Those of sentences are shiplap's.
    """
    text = document if isinstance(document, str) else document.decode()
    if work.kind == "windows":
        return windows(len(text), work.size, work.overlap)
    import shiplap

    if work.kind == "sentences":
        return np.asarray(shiplap.sentences(text).spans)
    if work.kind == "recursive":
        return np.asarray(shiplap.RecursiveChunker(work.size, work.overlap).spans(text))
    return np.asarray(shiplap.preset(work.preset or "sentence-3000").spans(text))


def windows(length: int, size: int, overlap: int) -> Spans:
    """Return the exact windows of a text of `length` characters, from their definition; the oracle of the
    checks."""
    starts = np.arange(0, max(length - overlap, 1) if length else 0, size - overlap, dtype=np.int64)
    return np.stack([starts, np.minimum(starts + size, length)], axis=1)
