"""The output of `shiplap ingest` while it runs: progress, problems, and a summary of them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field

from shiplap.cli.messages import print_status
from shiplap.ingestion.discovery import File, Problem
from shiplap.ingestion.listener import Listener
from shiplap.printable import without_password
from shiplap.progress import Progress, progress

#: The most names that are printed of the files with one reason.
NAMES = 10

#: The most groups of problems. Reasons that come from other programs may all differ.
GROUPS = 100

#: What differs between the reasons of two files: numbers, but not those in names (cp1252), and quoted names.
_DETAILS = re.compile(r"(?<![\w-])\d[\d,.]*(?<=\d)|'[^']*'")

_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}$")


@dataclass
class Group:
    """Problems with one reason, of files of one type."""

    first: Problem
    number: int = 0
    known: int = 0  # those of them that are not named, since the run before had them
    paths: list[str] = field(default_factory=list)  # the first few
    is_alike: bool = True  # whether all reasons are the same, with their details

    def add(self, problem: Problem, *, is_known: bool) -> None:
        """Count a problem."""
        self.number += 1
        self.known += is_known
        self.is_alike &= problem.reason == self.first.reason
        if not is_known and len(self.paths) < NAMES:
            self.paths.append(problem.path)

    @property
    def reason(self) -> str:
        """The reason, without details in which the problems differ."""
        return self.first.reason if self.is_alike else _DETAILS.sub("…", self.first.reason)

    @property
    def kind(self) -> str:
        """Name of the files in a message."""
        return _type(self.first) or "files"

    def summary(self) -> str:
        """Return the line of the files that are not known, which were skipped or have a remark."""
        number = self.number - self.known
        if number == 1:
            return f"{self.paths[0]}: {self.first.reason}"
        more = number - len(self.paths)
        rest = f" and {more} more (-v lists all)" if more else ""
        skipped = "" if self.first.written else " skipped"
        reason = self.reason.removeprefix("skipped: ")
        return f"{number} {self.kind}{skipped}: {reason}: {', '.join(self.paths)}{rest}"


class Terminal(Listener):
    """Prints messages on standard error, and progress if it is a terminal.

    Files that fail are printed at once, but at most 10 with one reason. Those that are skipped and those with a
    remark are printed at the end, by reason and type; those that were skipped in the run before are counted.

    is_quiet: print only what fails. lists_all: print each problem.
    """

    def __init__(self, *, is_quiet: bool = False, lists_all: bool = False) -> None:
        self._is_quiet, self._lists_all = is_quiet, lists_all
        self._shown: Progress | None = None
        self._done, self._unit = 0, ""  # of texts or rows: how many are done
        self._groups: dict[tuple[str, str, str], Group] = {}

    def message(self, text: str) -> None:
        """Print a line."""
        if not self._is_quiet:
            self._print(text)

    def start(self, files: int, size: int) -> None:
        """Show progress."""
        if not self._is_quiet:
            self._shown = progress(size, files=files).__enter__()

    def begin(self, file: File) -> None:
        """Show the name of the file."""
        if self._shown is not None:
            self._shown.begin(file.shown)

    def advance(self, size: int) -> None:
        """Show progress."""
        if self._shown is not None:
            self._shown.advance(size)

    def problem(self, problem: Problem, *, is_known: bool = False) -> None:
        """Print a problem, or count it for the summary."""
        line = f"{problem.path}: {problem.reason}"
        if self._lists_all:
            self._print(line)
            return
        group = self._group(problem)
        group.add(problem, is_known=is_known)
        if problem.failed and group.number <= NAMES:
            self._print(line)

    def _group(self, problem: Problem) -> Group:
        state = "failed" if problem.failed else "remark" if problem.written else "skipped"
        key = state, _DETAILS.sub("", problem.reason), _type(problem)
        if key not in self._groups and len(self._groups) >= GROUPS:
            key = state, "", ""
        return self._groups.setdefault(key, Group(problem))

    def end(self) -> None:
        """End the progress, and print the summary of problems."""
        self.close()
        known = sum(group.known for group in self._groups.values())
        for (state, *_), group in self._groups.items():
            if state != "failed":
                if group.number > group.known:
                    self.message(group.summary())
            elif group.number > len(group.paths):
                more = group.number - len(group.paths)
                self._print(f"{more} more {group.kind} failed: {group.reason} (-v lists all)")
        if known:
            files = "file is" if known == 1 else "files are"
            self.message(f"{known} {files} skipped as in the last run; -v lists all")
        self._groups.clear()

    def embedded(self, done: int, total: int) -> None:
        """Show the texts that are embedded as progress."""
        self._show(done, total, "texts")

    def synced(self, done: int, total: int | None) -> None:
        """Show the rows of a vector store as progress."""
        self._show(done, total, "rows")

    def _show(self, done: int, total: int | None, unit: str) -> None:
        if self._is_quiet:
            return
        if self._shown is not None and unit != self._unit:
            self.close()
        if self._shown is None:
            self._shown, self._done, self._unit = progress(total, unit=unit).__enter__(), 0, unit
        self._shown.advance(done - self._done)
        self._done = done

    def close(self) -> None:
        """End the progress."""
        if self._shown is not None:
            self._shown.__exit__(None, None, None)
            self._shown = None

    def _print(self, text: str) -> None:
        if self._shown is None:
            print_status(text)
        else:
            self._shown.message(without_password(f"shiplap: {text}"))


def _type(problem: Problem) -> str:
    """Return the suffix of a file's name; "rows" for a row of a table, and "" for a name without a suffix."""
    if not problem.path.endswith(os.path.basename(problem.document_id)):
        return "rows" if re.search(r", (line|row) \d+$|: ", problem.path) else ""
    found = _SUFFIX.search(problem.path)
    return found.group().lower() if found else ""
