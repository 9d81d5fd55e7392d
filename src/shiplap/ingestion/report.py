"""The report of a run: counts, problems and their reasons."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from shiplap.errors import EmptyTextError, ShiplapError
from shiplap.ingestion.discovery import Problem
from shiplap.ingestion.log import event
from shiplap.printable import counted

if TYPE_CHECKING:
    from shiplap.store import EmbedReport
    from shiplap.sync import SyncReport

#: A callback for each file or row that fails or is skipped.
OnProblem = Callable[[Problem], None]


#: The most problems, and the most ids, in each list of a report. The counts have all.
MAX_LISTED = 100_000


@dataclass
class Counts:
    """The numbers of a run: documents by outcome, files and folders that patterns and defaults exclude, chunks
    written, those of them that need a new vector, bytes read. If changed documents were cut anew, each of their
    chunks counts as new."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    failed: int = 0
    skipped: int = 0
    excluded: int = 0
    chunks: int = 0
    new_chunks: int = 0
    bytes: int = 0

    def add(self, other: Counts) -> None:
        """Add the numbers of another run."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


@dataclass
class Report:
    """The documents of a run by their outcome. As text it is one line.

    counts: the numbers.
    written: the ids of new and changed documents; those of tables that became Parquet are only counted.
    failed, skipped: the files and rows that were not ingested, with the reasons.
    remarks: files that were ingested, and a reason to look at how they were read.
    seconds: the duration, with the last commit.
    updates: whether changed documents were updated.
    embedding: the report on the vectors of the store, if it has any.
    sync: what became of the vector store, if the target is one.

    Each list has at most 100,000 items (`MAX_LISTED`).
    """

    counts: Counts = field(default_factory=Counts)
    written: list[str] = field(default_factory=list)
    failed: list[Problem] = field(default_factory=list)
    skipped: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)
    seconds: float = 0.0
    updates: bool = False
    embedding: EmbedReport | None = None
    sync: SyncReport | None = None

    def add(self, other: Report) -> None:
        """Add the counts and lists of another report."""
        self.counts.add(other.counts)
        for name in ("written", "failed", "skipped", "remarks"):
            mine: list[Any] = getattr(self, name)
            mine += getattr(other, name)[: MAX_LISTED - len(mine)]

    def write(self, document_id: str) -> None:
        """List a document that was written."""
        if len(self.written) < MAX_LISTED:
            self.written.append(document_id)

    def facts(self) -> dict[str, Any]:
        """Return the numbers by name, for a log."""
        return {**vars(self.counts), "seconds": self.seconds, "updates": self.updates}

    def __str__(self) -> str:
        names, counts = ("new", "changed", "unchanged", "removed", "failed", "skipped"), self.counts
        shown = (f"{getattr(counts, name)} {name}" for name in names if name != "skipped" or counts.skipped)
        rate = counts.bytes / 1e6 / self.seconds if self.seconds else 0.0
        chunks = counted(counts.chunks, "chunk")
        written = f"{counts.new_chunks} of {chunks} new" if self.updates else f"{chunks} written"
        megabytes = f"{counts.bytes / 1e6:.1f} MB in {self.seconds:.2f} s, {rate:.1f} MB/s"
        return f"documents: {', '.join(shown)}; {written}; {megabytes}"


def note(report: Report, problem: Problem, on_problem: OnProblem) -> None:
    """Count a problem, list it and report it."""
    facts: dict[str, Any] = {"path": problem.path, "document_id": problem.document_id}
    if problem.written:
        found = report.remarks
        event("remark", logging.WARNING, **facts, remark=problem.reason)
    else:
        found = report.failed if problem.failed else report.skipped
        report.counts.failed += problem.failed
        report.counts.skipped += not problem.failed
        event("problem", logging.ERROR if problem.failed else logging.WARNING, **facts, reason=problem.reason)
    if len(found) < MAX_LISTED:
        found.append(problem)
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
