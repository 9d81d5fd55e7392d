"""The report of a run: counts, problems and their reasons."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, fields

from shiplap.errors import EmptyTextError, ShiplapError
from shiplap.ingestion.discovery import Problem
from shiplap.ingestion.log import event

#: A callback for each file or row that fails or is skipped.
OnProblem = Callable[[Problem], None]


@dataclass
class Report:
    """The counts of a run: documents by outcome, chunks written, those of them that need a new vector, bytes read.
    If changed documents were cut anew, each of their chunks counts as new. `updates`: whether they were updated.
    The caller sets `seconds` after the last commit."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    failed: int = 0
    skipped: int = 0
    chunks: int = 0
    new_chunks: int = 0
    bytes: int = 0
    seconds: float = 0.0
    updates: bool = False

    def add(self, other: Report) -> None:
        """Add the counts of another report."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def __str__(self) -> str:
        names = ("new", "changed", "unchanged", "removed", "failed", "skipped")
        counts = ", ".join(f"{getattr(self, name)} {name}" for name in names if name != "skipped" or self.skipped)
        rate = self.bytes / 1e6 / self.seconds if self.seconds else 0.0
        chunks = f"{self.chunks} chunk{'' if self.chunks == 1 else 's'}"
        written = f"{self.new_chunks} of {chunks} new" if self.updates else f"{chunks} written"
        return (
            f"documents: {counts}; {written}; {self.bytes / 1e6:.1f} MB in {self.seconds:.2f} s, {rate:.1f} MB/s"
        )


def note(report: Report, problem: Problem, on_problem: OnProblem) -> None:
    """Count a problem and report it."""
    if problem.written:
        event("remark", logging.WARNING, path=problem.path, document_id=problem.document_id, remark=problem.reason)
        on_problem(problem)
        return
    if problem.failed:
        report.failed += 1
    else:
        report.skipped += 1
    level = logging.ERROR if problem.failed else logging.WARNING
    event("problem", level, path=problem.path, document_id=problem.document_id, reason=problem.reason)
    on_problem(problem)


def reason_of(error: Exception) -> str:
    """Describe an error in one line: those of other libraries with their type.

    >>> reason_of(OSError(5, "Input/output error")), reason_of(MemoryError()), reason_of(KeyError("mm"))
    ('cannot be read: Input/output error', 'too large for memory', "KeyError: 'mm'")
    >>> reason_of(EmptyTextError(0, "a.txt")), reason_of(EmptyTextError(3))
    ('skipped: the text is empty', 'skipped: the text is white space only (3 characters)')
    """
    if isinstance(error, EmptyTextError):
        return f"skipped: the text is {error.what}"
    if isinstance(error, MemoryError):
        return "too large for memory"
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be read: {error.strerror}"
    text = (str(error).splitlines() or [""])[0]
    if text and (isinstance(error, ShiplapError) or type(error).__module__ == "pyarrow.lib"):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
