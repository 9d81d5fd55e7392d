"""Progress on standard error: a bar if rich is installed, plain lines without it, nothing if it is not a
terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import IO, Any

from shiplap.printable import printable

#: Seconds between two plain lines.
INTERVAL = 2.0


class Progress:
    """Messages without progress, for a standard error that is not a terminal. Base class of the others.

    A context manager. `advance` takes the number of bytes (or texts) done, `message` writes a line.
    """

    def __init__(self, total: int | None, stream: IO[str], unit: str) -> None:
        self._total = total
        self._stream = stream
        self._unit = unit

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


class Lines(Progress):
    """A line every two seconds: amount done, rate, time left."""

    def __init__(self, total: int | None, stream: IO[str], unit: str) -> None:
        super().__init__(total, stream, unit)
        self._done = 0
        self._begun = self._shown = time.monotonic()

    def advance(self, size: int) -> None:
        self._done += size
        now = time.monotonic()
        if now - self._shown >= INTERVAL:
            self._shown = now
            rate = self._done / (now - self._begun)
            of = "" if self._total is None else f" of {self._amount(self._total)}"
            left = f", {(self._total - self._done) / rate:.0f} s left" if rate and self._total is not None else ""
            self.message(f"{self._amount(self._done)}{of}, {self._amount(rate)}/s{left}")

    def _amount(self, number: float) -> str:
        return f"{number / 1e6:.1f} MB" if self._unit == "bytes" else f"{number:.0f} {self._unit}"


class Bar(Progress):
    """A bar by rich. Raises ImportError if it is not installed."""

    def __init__(self, total: int | None, stream: IO[str], unit: str) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            MofNCompleteColumn,
            TimeRemainingColumn,
            TransferSpeedColumn,
        )
        from rich.progress import Progress as RichProgress

        super().__init__(total, stream, unit)
        amounts = (DownloadColumn(), TransferSpeedColumn()) if unit == "bytes" else (MofNCompleteColumn(),)
        self._rich: Any = RichProgress(
            BarColumn(), *amounts, TimeRemainingColumn(), console=Console(file=stream), transient=True
        )
        self._task = self._rich.add_task("", total=total)

    def advance(self, size: int) -> None:
        self._rich.advance(self._task, size)

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


def progress(total: int | None, stream: IO[str] | None = None, unit: str = "bytes") -> Progress:
    """Choose the display for the stream (standard error): a bar, lines, or messages only. `total`: the total in
    the unit, if known."""
    stream = sys.stderr if stream is None else stream
    if not stream.isatty():
        return Progress(total, stream, unit)
    try:
        return Bar(total, stream, unit)
    except ImportError:
        return Lines(total, stream, unit)
