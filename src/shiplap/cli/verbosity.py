"""The options -q and -v, with one meaning for all commands.

-q   standard error has errors and failures only; no summary, no progress. Results on standard output are the same.
-v   what a message counts or shortens is listed, each file, chunk or row with its reason; an error is printed with
     its traceback.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import traceback
from collections.abc import Iterator
from contextvars import ContextVar

from shiplap.errors import OptionError
from shiplap.printable import printable_lines, without_password

QUIET_HELP = "print only errors and failures on standard error"
VERBOSE_HELP = "list all that a message would count or shorten, and print the traceback of an error"

_QUIET: ContextVar[bool] = ContextVar("quiet", default=False)


def add_verbosity(command: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    command.add_argument("-q", "--quiet", action="store_true", help=QUIET_HELP)
    command.add_argument("-v", "--verbose", action="store_true", help=VERBOSE_HELP)


def is_quiet() -> bool:
    """Return whether the command that runs has --quiet."""
    return _QUIET.get()


@contextlib.contextmanager
def chosen(given: argparse.Namespace) -> Iterator[None]:
    """Apply the options for the block. Raises OptionError if both are given."""
    if given.quiet and given.verbose:
        raise OptionError("quiet", True, "cannot be combined with --verbose")
    token = _QUIET.set(given.quiet)
    try:
        yield
    finally:
        _QUIET.reset(token)


def print_traceback(error: BaseException, given: argparse.Namespace | None) -> None:
    """Print the traceback of an error on standard error if --verbose is given, without controls of the terminal
    and passwords."""
    if given is not None and given.verbose and not given.quiet:
        lines = "".join(traceback.format_exception(error))
        print(printable_lines(without_password(lines)).rstrip("\n"), file=sys.stderr)
