"""Retrieval logs in JSON lines, and their summary.

A line is an object: `query` (str) and `chunks` (ids, best first), and optionally `preset` (how the chunks were
cut), `feedback` (on the answer: a number, or true and false for 1 and 0), `time`, `id`. The feedback may come
later, in a separate line with the `id` of the query. Other fields are preserved and ignored here.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from shiplap.errors import OptionError
from shiplap.json_lines import read_lines
from shiplap.printable import counted

_RULE = 'must be objects with "query" (str) and "chunks" (ids), or with "id" and "feedback"'


@dataclass(frozen=True)
class Feedback:
    """Feedback on the answers of one preset: the number of queries, the mean, and the share above 0."""

    queries: int
    answered: int
    mean: float | None
    positive: float | None


@dataclass(frozen=True)
class LogSummary:
    """The summary of a log. `chunks_a_query` and `documents_a_query` are means; `spread` has the minimum, the
    median, the 95th percentile and the maximum of chunks per query; `empty` is the share of queries without
    results; `distinct` the number of distinct chunks; `most` the most often retrieved chunks with their counts;
    `presets` the feedback by preset ("" if a line names none)."""

    queries: int
    chunks_a_query: float
    documents_a_query: float
    spread: tuple[float, float, float, float]
    empty: float
    distinct: int
    most: tuple[tuple[str, int], ...]
    presets: dict[str, Feedback]

    def to_dict(self) -> dict[str, Any]:
        """Return the figures, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        least, median, high, most = self.spread
        lines = [
            f"queries              {self.queries}, {self.empty:.1%} without chunks",
            f"chunks per query     mean {self.chunks_a_query:.2f}; min {least:g}, median {median:g},"
            f" 95 %: {high:g}, max {most:g}",
            f"documents per query  mean {self.documents_a_query:.2f}",
            f"distinct chunks      {self.distinct}",
        ]
        if self.most:
            lines.append("most retrieved       " + ", ".join(f"{name} ({times})" for name, times in self.most))
        for preset, each in self.presets.items():
            said = "no feedback" if each.mean is None else f"mean {each.mean:.3f}, {each.positive:.1%} over 0"
            named = preset or "(no preset)"
            answered = f"{each.answered} of {counted(each.queries, 'query')}"
            lines.append(f"feedback             {named}: {said} ({answered})")
        return "\n".join(lines)


def log_line(
    query: str,
    chunks: Iterable[Any],
    *,
    preset: str | None = None,
    feedback: float | bool | None = None,
    id: str | None = None,
) -> str:
    """Format one line of a log, without the line end; `chunks` has ids, or chunks and hits with ids.

    >>> log_line("Does it rain?", ["faq.txt-chunk-3"], preset="fixed-900", id="q1")
    '{"query": "Does it rain?", "chunks": ["faq.txt-chunk-3"], "preset": "fixed-900", "id": "q1"}'
    """
    ids = [each if isinstance(each, str) else getattr(each, "id", None) for each in chunks]
    row = {"query": query, "chunks": ids, "preset": preset, "feedback": feedback, "id": id}
    row = {name: value for name, value in row.items() if value is not None}
    _check(row)
    return json.dumps(row, ensure_ascii=False)


def summarize_log(log: str | os.PathLike[str] | Iterable[Any]) -> LogSummary:
    """Summarize a log: a file of JSON lines, or mappings.

    >>> rows = [{"query": "a", "chunks": ["x-chunk-0", "y-chunk-0"], "preset": "fixed-900", "id": 1},
    ...         {"query": "b", "chunks": ["x-chunk-0"], "preset": "fixed-900", "feedback": False},
    ...         {"id": 1, "feedback": 1}]
    >>> found = summarize_log(rows)
    >>> found.chunks_a_query, found.documents_a_query, found.presets["fixed-900"].mean, found.most[0]
    (1.5, 1.5, 0.5, ('x-chunk-0', 2))

    Raises OptionError for lines in any other form.
    """
    import numpy as np

    queries, later = _queries(read_lines(log, "log", _RULE))
    numbers = np.array([len(row["chunks"]) for row in queries], np.int64)
    documents = [len({each.rpartition("-chunk-")[0] for each in row["chunks"]}) for row in queries]
    times = Counter(each for row in queries for each in row["chunks"])
    presets: dict[str, list[float | None]] = {}
    for row in queries:
        given = row.get("feedback") if row.get("id") is None else later.get(row["id"], row.get("feedback"))
        presets.setdefault(row.get("preset") or "", []).append(None if given is None else float(given))
    spread = np.percentile(numbers, (0, 50, 95, 100)).tolist() if len(numbers) else [0.0] * 4
    return LogSummary(
        queries=len(queries),
        chunks_a_query=float(numbers.mean()) if len(numbers) else 0.0,
        documents_a_query=float(np.mean(documents)) if documents else 0.0,
        spread=(spread[0], spread[1], spread[2], spread[3]),
        empty=float((numbers == 0).mean()) if len(numbers) else 0.0,
        distinct=len(times),
        most=tuple(sorted(times.items(), key=lambda pair: (-pair[1], pair[0]))[:5]),
        presets={name: _feedback(presets[name]) for name in sorted(presets)},
    )


def _queries(rows: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], dict[Any, Any]]:
    """Return the lines of queries, and later feedback by query id; the last feedback counts."""
    queries: list[dict[str, Any]] = []
    later: dict[Any, Any] = {}
    for row in rows:
        _check(row)
        if "query" in row:
            queries.append(row)
        else:
            later[row["id"]] = row["feedback"]
    return queries, later


def _check(row: dict[str, Any]) -> None:
    feedback = row.get("feedback")
    right = feedback is None or (isinstance(feedback, (int, float)) and feedback - feedback == 0)
    right &= isinstance(row.get("id"), (str, int, type(None))) and isinstance(row.get("preset"), (str, type(None)))
    if "query" in row:
        chunks = row.get("chunks")
        right &= isinstance(row["query"], str) and isinstance(chunks, list)
        right = right and all(isinstance(each, str) for each in chunks or [])
    else:
        right &= row.get("id") is not None and feedback is not None
    if not right:
        raise OptionError("log", row, _RULE)


def _feedback(given: list[float | None]) -> Feedback:
    known = [each for each in given if each is not None]
    if not known:
        return Feedback(len(given), 0, None, None)
    return Feedback(len(given), len(known), sum(known) / len(known), sum(each > 0 for each in known) / len(known))
