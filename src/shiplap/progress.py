"""Progress on standard error: a bar if rich is installed, a line without it, nothing if it is not a terminal."""

from __future__ import annotations

import os
import sys
import time
import unicodedata
from types import TracebackType
from typing import IO, Any

from shiplap.printable import counted, printable

#: Seconds between two states of the line.
INTERVAL = 0.1


class Progress:
    """Messages without progress, for a standard error that is not a terminal. Base class of the others.

    A context manager. `advance` takes the number of bytes (or texts) done, `message` writes a line.
    """

    def __init__(self, total: int | None, stream: IO[str], unit: str, files: int | None = None) -> None:
        self._total = total
        self._stream = stream
        self._unit = unit
        self._files = files  # the number of files that the total is in, if it is in files

    def begin(self, name: str) -> None:
        """Report that this file is next."""

    def advance(self, size: int) -> None:
        """Report that `size` more are done."""

    def message(self, line: str) -> None:
        """Write a line, with terminal control characters escaped."""
        print(printable(line), file=self._stream, flush=True)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class Line(Progress):
    """A line that is written again and again: files, amount, time left, the name of the file."""

    def __init__(self, total: int | None, stream: IO[str], unit: str, files: int | None = None) -> None:
        super().__init__(total, stream, unit, files)
        self._done = self._finished = 0
        self._name = ""
        self._begun = self._shown = time.monotonic()
        self._width = 0  # columns of what is on the line

    def begin(self, name: str) -> None:
        self._name = name
        self._show()

    def advance(self, size: int) -> None:
        self._done += size
        self._finished += 1
        self._show()

    def message(self, line: str) -> None:
        self._clear()
        super().message(line)

    def _show(self) -> None:
        now = time.monotonic()
        if now - self._shown < INTERVAL:
            return
        self._shown = now
        text = self._state(now)
        columns = _columns(text)
        self._stream.write(f"\r{text}{' ' * (self._width - columns)}")
        self._stream.flush()
        self._width = columns

    def _state(self, now: float) -> str:
        """Return the line, shorter than the terminal is wide."""
        parts = [] if self._files is None else [f"{self._finished} of {counted(self._files, 'file')}"]
        rate = self._done / (now - self._begun)
        if self._total is None:
            parts += [self._amount(self._done), f"{self._amount(rate)}/s"]
        else:
            parts.append(f"{self._amount(self._done, bare=True)} of {self._amount(self._total)}")
            if rate and self._unit == "texts":
                parts.append(f"{self._amount(rate)}/s")
            if rate:
                parts.append(f"{_duration((self._total - self._done) / rate)} left")
        return _cut(", ".join(parts) + (f"  {printable(self._name)}" if self._name else ""), _room(self._stream))

    def _amount(self, number: float, *, bare: bool = False) -> str:
        if self._unit == "bytes":
            return f"{number / 1e6:.1f}" + ("" if bare else " MB")
        return f"{number:.0f}" + ("" if bare else f" {self._unit}")

    def _clear(self) -> None:
        if self._width:
            self._stream.write(f"\r{' ' * self._width}\r")
            self._stream.flush()
            self._width = 0

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()


def _duration(seconds: float) -> str:
    """Return a time in words.

    >>> _duration(7.4), _duration(75), _duration(7300)
    ('7 s', '1:15 min', '2:01 h')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes}:{seconds:02} min" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02} h"


def _room(stream: IO[str]) -> int:
    """Return the columns that a line may have. The last one stays free, since some terminals go on in the next
    line after it."""
    try:
        return max(os.get_terminal_size(stream.fileno()).columns - 1, 0) or 79
    except (AttributeError, OSError, ValueError):
        return 79


def _columns(text: str) -> int:
    """Return how many columns a text takes: two for each wide character."""
    return len(text) + sum(unicodedata.east_asian_width(letter) in "WF" for letter in text if not letter.isascii())


def _cut(text: str, columns: int) -> str:
    """Return a text, or its beginning, that fits in so many columns.

    >>> _cut("rain.txt", 8), _cut("rain.txt", 7), _cut("雨が降る", 6)
    ('rain.txt', 'rain.t…', '雨が…')
    """
    if _columns(text) <= columns:
        return text
    while text and _columns(text) >= columns:
        text = text[: -max(1, (_columns(text) - columns) // 2)]
    return f"{text}…"


class Bar(Progress):
    """A bar by rich. Raises ImportError if it is not installed."""

    def __init__(self, total: int | None, stream: IO[str], unit: str, files: int | None = None) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            MofNCompleteColumn,
            TextColumn,
            TimeRemainingColumn,
            TransferSpeedColumn,
        )
        from rich.progress import Progress as RichProgress

        super().__init__(total, stream, unit, files)
        amounts: tuple[Any, ...] = (MofNCompleteColumn(),)
        if unit == "bytes":
            amounts = (DownloadColumn(), TransferSpeedColumn())
        elif unit == "texts":
            amounts = (MofNCompleteColumn(), TextColumn("{task.fields[rate]:.0f} texts/s"))
        names = () if files is None else (
            TextColumn(f"{{task.fields[finished]}} of {counted(files or 0, 'file')}"),
            TextColumn("{task.description}", markup=False),
        )  # fmt: skip
        self._rich: Any = RichProgress(
            BarColumn(), *amounts, TimeRemainingColumn(), *names, console=Console(file=stream), transient=True
        )
        self._finished = 0
        self._begun, self._done = time.monotonic(), 0
        self._task = self._rich.add_task("", total=total, finished=0, rate=0)

    def begin(self, name: str) -> None:
        self._rich.update(self._task, description=printable(name))

    def advance(self, size: int) -> None:
        self._finished += 1
        self._done += size
        rate = self._done / max(time.monotonic() - self._begun, 1e-3)
        self._rich.update(self._task, advance=size, finished=self._finished, rate=rate)

    def message(self, line: str) -> None:
        # without markup: rich would interpret [red] and :smile: in the name of a file
        self._rich.console.print(printable(line), markup=False, emoji=False, highlight=False, soft_wrap=True)

    def __enter__(self) -> Progress:
        self._rich.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._rich.stop()


def progress(
    total: int | None, stream: IO[str] | None = None, unit: str = "bytes", files: int | None = None,
    is_quiet: bool = False,
) -> Progress:  # fmt: skip
    """Choose the display for the stream (standard error): a bar, a line, or messages only. `total`: the total in
    the unit, if known; `files`: the number of files that it is in; `is_quiet`: show messages only."""
    stream = sys.stderr if stream is None else stream
    if is_quiet or not stream.isatty():
        return Progress(total, stream, unit, files)
    try:
        return Bar(total, stream, unit, files)
    except ImportError:
        return Line(total, stream, unit, files)
