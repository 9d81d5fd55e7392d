"""Evaluation of grounding on labelled claims, at several thresholds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from shiplap.errors import OptionError
from shiplap.grounding.grounder import Evidence, Grounder, checked_threshold
from shiplap.printable import counted

_RULE = 'must be objects with "claim" (str) and "grounded" (true or false), and optionally "gold"'
_GOLD = 'must be a list of chunk ids, of quotes {"quote"}, or of spans {"start", "end", "document_id"}'

#: Default thresholds of a sweep.
THRESHOLDS = tuple(step / 100 for step in range(5, 100, 5))


@dataclass(frozen=True)
class GroundingFigures:
    """Metrics at one threshold. `precision` is the share of claims judged grounded that are grounded, `recall` the
    share of grounded claims that are judged so; 0 if the denominator is 0."""

    threshold: float
    accuracy: float
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class GroundingReport:
    """Metrics of a grounder: `figures` at its own threshold, a `sweep` over others, and the `best` of all by F1
    (of equals, the highest threshold). `evidence_found` is the share of grounded claims with gold for which the
    evidence contains at least one piece of gold; None if no claim has gold."""

    claims: int
    grounded: int
    figures: GroundingFigures
    sweep: tuple[GroundingFigures, ...]
    best: GroundingFigures
    evidence_found: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        lines = [f"{counted(self.claims, 'claim')}, {self.grounded} grounded"]
        if self.evidence_found is not None:
            lines.append(f"gold in the evidence: {self.evidence_found:.3f}")
        lines.append("threshold  accuracy  precision  recall  F1")
        rows = sorted({*self.sweep, self.figures, self.best}, key=lambda each: each.threshold)
        for each in rows:
            mark = " chosen" if each == self.figures else " best" if each == self.best else ""
            lines.append(
                f"{each.threshold:9.2f}  {each.accuracy:8.3f}  {each.precision:9.3f}  {each.recall:6.3f}"
                f"  {each.f1:.3f}{mark}"
            )
        return "\n".join(lines)


def evaluate_grounding(
    claims: str | os.PathLike[str] | Iterable[Mapping[str, Any]],
    grounder: Grounder,
    *,
    thresholds: Sequence[float] = THRESHOLDS,
) -> GroundingReport:
    """Compute accuracy, precision, recall and F1 of a grounder.

    claims: a file of JSON lines, or mappings: `claim` (str), `grounded` (true or false), and optionally `gold`, a
    list of expected evidence: ids of chunks, `{"quote": text}`, or `{"start", "end", "document_id"}`.

    >>> import shiplap
    >>> from shiplap.vectors import HashedWords
    >>> chunks = shiplap.chunk("It rains in the hills.", document_id="a")
    >>> claims = [{"claim": "in the hills it rains", "grounded": True}, {"claim": "dogs bark", "grounded": False}]
    >>> report = evaluate_grounding(claims, Grounder(chunks, HashedWords()))
    >>> report.figures.f1, report.best.accuracy
    (1.0, 1.0)

    Raises OptionError for claims in any other form.
    """
    rows = _read(claims)
    levels = [checked_threshold(level, "thresholds") for level in thresholds]
    found = grounder.score_batch([row["claim"] for row in rows])
    truth = [row["grounded"] for row in rows]
    scores = [each.score if each.evidence else float("-inf") for each in found]
    own = _figures(grounder.threshold, scores, truth)
    sweep = tuple(_figures(level, scores, truth) for level in levels)
    hits = [
        any(_holds(evidence, piece) for evidence in each.evidence for piece in row["gold"])
        for row, each in zip(rows, found, strict=True)
        if row["grounded"] and row.get("gold")
    ]
    best = max((own, *sweep), key=lambda each: (each.f1, each.threshold))
    return GroundingReport(len(rows), sum(truth), own, sweep, best, sum(hits) / len(hits) if hits else None)


def _figures(threshold: float, scores: list[float], truth: list[bool]) -> GroundingFigures:
    called = [score >= threshold for score in scores]
    right = sum(one and two for one, two in zip(called, truth, strict=True))
    accuracy = sum(one == two for one, two in zip(called, truth, strict=True)) / len(truth) if truth else 0.0
    precision = right / sum(called) if any(called) else 0.0
    recall = right / sum(truth) if any(truth) else 0.0
    f1 = 2 * precision * recall / (precision + recall) if right else 0.0
    return GroundingFigures(threshold, accuracy, precision, recall, f1)


def _holds(evidence: Evidence, piece: Any) -> bool:
    """Return whether the evidence matches a piece of gold: it is the chunk, contains the quote, or overlaps the
    span."""
    if isinstance(piece, str):
        return evidence.id == piece
    if "quote" in piece:
        return piece["quote"] in evidence.text
    if piece.get("document_id") not in (None, evidence.document_id):
        return False
    if evidence.start is None or evidence.end is None:
        return False
    return bool(evidence.start < piece["end"] and piece["start"] < evidence.end)


def _read(claims: Any) -> list[dict[str, Any]]:
    from shiplap.json_lines import read_lines

    rows = read_lines(claims, "claims", _RULE)
    for row in rows:
        if not isinstance(row.get("claim"), str) or not isinstance(row.get("grounded"), bool):
            raise OptionError("claims", row, _RULE)
        gold = row.get("gold")
        if gold is not None and not (isinstance(gold, list) and all(map(_is_piece, gold))):
            raise OptionError("claims", row, f"gold {_GOLD}")
    return rows


def _is_piece(piece: Any) -> bool:
    if isinstance(piece, str):
        return True
    if not isinstance(piece, dict):
        return False
    return isinstance(piece.get("quote"), str) or all(type(piece.get(name)) is int for name in ("start", "end"))
