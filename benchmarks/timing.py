"""Times the engines of one case in turns and checks every answer.

A round gives each engine one sample, in an order that rotates; a ratio is the median of the rounds' ratios,
so that a slow spell of the machine, which hits neighbours alike, cancels. On a corpus of one text each call
is timed alone and its result freed outside the clock; on a corpus of many documents the clock runs over a
whole pass, one call a document (or one for all, where the case says so), and freeing each result is in it, as
it is in use. Every sample follows an
untimed call of the same engine (memory warm). The garbage collector is off. Beside the clock stands the
processor time of the thread: where it is much less, other processes had the processor meanwhile.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Any

from benchmarks import oracles
from benchmarks.cases import Case
from benchmarks.corpora.build import Corpus
from benchmarks.engines import Document, Engine, Runner


@dataclass(frozen=True)
class Settings:
    """Limits of a measurement. `sample` and `budget` are seconds."""

    rounds: int = 15
    rival_rounds: int = 5
    sample: float = 0.02  # a sample repeats a fast call until it lasts about this long
    budget: float = 0.5  # a rival that needs longer for the whole corpus gets its beginning only
    documents: int = 1_000_000  # documents used of a corpus
    checked: int = 1_000_000  # documents checked of them
    rival_checked: int = 4_000_000  # bytes, about, on which the answers of a rival are checked


QUICK = Settings(
    rounds=5, rival_rounds=3, sample=0.004, budget=0.06, documents=5000, checked=500, rival_checked=1_000_000
)


@dataclass
class _Entry:
    engine: Engine
    runner: Runner
    documents: list[Document]
    prepared: list[Any]
    calls: int
    seconds: list[float]
    processor: list[float]

    @property
    def size(self) -> int:
        return sum(len(each.encode()) if isinstance(each, str) else len(each) for each in self.documents)


def _pass(
    call: Callable[[Any], Any], prepared: list[Any], batch: Callable[[list[Any]], Any] | None = None
) -> float:
    """Seconds of one pass over the documents."""
    if batch is not None:
        begin = perf_counter()
        batch(prepared)
        return perf_counter() - begin
    if len(prepared) == 1:
        begin = perf_counter()
        result = call(prepared[0])
        end = perf_counter()
        del result
        return end - begin
    begin = perf_counter()
    for document in prepared:
        call(document)
    return perf_counter() - begin


def _shortened(documents: list[Document], share: float) -> list[Document]:
    """Return the first documents, or the beginning of the one, as much as `share` of the corpus."""
    if len(documents) > 1:
        return documents[: max(2, int(len(documents) * share))]
    document = documents[0]
    if isinstance(document, str):
        return [document[: max(1000, int(len(document) * share))]]
    return [document[: max(1000, int(len(document) * share))].decode(errors="ignore").encode()]


def _within(
    call: Callable[[Any], Any], prepare: Callable[[Document], Any], documents: list[Document], budget: float
) -> list[Document]:
    """As much of the corpus as the call manages in `budget` seconds, tried on ever longer beginnings: there are
    rivals whose time grows with the square of the length."""
    share, seconds = 0.0025, 0.0
    while share < 1 and seconds <= budget:
        share = min(1.0, 4 * share)
        probe = [prepare(document) for document in _shortened(documents, share)]
        if share == 0.01:
            _pass(call, probe)  # what a first call makes ready does not count
        seconds = _pass(call, probe)
    return documents if seconds <= budget else _shortened(documents, max(0.002, share * budget / seconds))


def _enter(engine: Engine, runner: Runner, documents: list[Document], settings: Settings) -> _Entry:
    """Chooses how much of the corpus and how many calls make a sample."""
    prepare = runner.prepare or (lambda document: document)
    if engine.role == "rival":
        documents = _within(runner.call, prepare, documents, settings.budget)
    prepared = [prepare(document) for document in documents]
    once = min(_pass(runner.call, prepared, runner.batch) for _ in range(2))
    calls = min(1000, max(1, math.ceil(settings.sample / max(once, 1e-7))))
    return _Entry(engine, runner, documents, prepared, calls, [], [])


def _sample(entry: _Entry) -> None:
    """Adds the seconds of one pass, a mean over the calls of one sample, and the processor share of it."""
    call, prepared, batch = entry.runner.call, entry.prepared, entry.runner.batch
    _pass(call, prepared, batch)
    gc.collect()
    begin, used = perf_counter(), thread_time()
    seconds = sum(_pass(call, prepared, batch) for _ in range(entry.calls)) / entry.calls
    entry.seconds.append(seconds)
    entry.processor.append((thread_time() - used) / (perf_counter() - begin))


def _check(entry: _Entry, case: Case, settings: Settings) -> dict[str, Any]:
    """Return the verdict on one engine: "right", "FAILED: why", "wrong" with counts, or "nothing to check"."""
    if entry.runner.answer is None:
        return {"verdict": "nothing to check"}
    answer = entry.runner.answer
    documents = entry.documents[: settings.checked]
    if entry.engine.role != "product" and entry.size > settings.rival_checked:
        documents = _shortened(documents, settings.rival_checked / entry.size)
    prepare = entry.runner.prepare or (lambda document: document)
    measures: dict[str, float] = {}
    wrong: dict[str, Any] = {}
    sentences = 0
    for document in documents:
        found = answer(entry.runner.call(prepare(document)), document)
        if case.work.kind == "sentences" and found.spans is not None:
            sentences += len(found.spans)
        if entry.engine.role == "product":
            try:
                for name, value in oracles.check_product(document, found, case.work).items():
                    measures[name] = measures.get(name, 0.0) + value / len(documents)
            except oracles.WrongAnswer as error:
                return {"verdict": f"FAILED: {error}"}
        else:
            oracles.merge(wrong, oracles.check_rival(document, found, case.work))
    covered = sum(len(each.encode()) if isinstance(each, str) else len(each) for each in documents)
    verdict: dict[str, Any] = {"verdict": "wrong" if wrong else "right", "bytes": covered}
    if wrong:
        verdict["wrong"] = wrong
    if sentences:
        measures["sentences_per_kb"] = sentences * 1000 / covered
    if measures:
        verdict["measures"] = {name: round(value, 4) for name, value in measures.items()}
    return verdict


def run(case: Case, corpus: Corpus, engines: list[Engine], settings: Settings) -> dict[str, Any]:
    """One case: the raw seconds of every round, sizes and verdicts of every engine."""
    begin = perf_counter()
    source: list[Document] = [*(corpus.data if case.work.output == "bytes" else corpus.texts)]
    documents = source[: settings.documents]
    entries: list[_Entry] = []
    absent: dict[str, str] = {}
    for engine in engines:
        if engine.version() is None:
            absent[engine.name] = "not installed"
            continue
        try:
            runner = engine.make(case.work)
            if runner is not None:
                entries.append(_enter(engine, runner, documents, settings))
        except Exception as error:
            absent[engine.name] = f"{type(error).__name__}: {error}"
    gc.collect()
    gc.disable()
    try:
        for turn in range(settings.rounds):
            rotated = entries[turn % len(entries) :] + entries[: turn % len(entries)]
            for entry in rotated:
                if entry.engine.role != "rival" or turn < settings.rival_rounds:
                    _sample(entry)
    finally:
        gc.enable()
    rows = [
        {
            "engine": entry.engine.name,
            "role": entry.engine.role,
            "comparable": entry.engine.comparable,
            "bytes": entry.size,
            "documents": len(entry.documents),
            "whole": entry.size == corpus.size,
            "calls": entry.calls,
            "seconds": entry.seconds,
            "processor": entry.processor,
            "check": _check(entry, case, settings),
        }
        for entry in entries
    ]
    return {
        "case": case.name,
        "took": round(perf_counter() - begin, 2),
        "title": case.title,
        "corpus": case.corpus,
        "targets": [{"against": target.against, "ratio": target.ratio} for target in case.targets],
        "absent": absent,
        "engines": rows,
    }
