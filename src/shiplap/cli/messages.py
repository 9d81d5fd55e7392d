"""Messages for people, and JSON, printed so that they contain no control sequences for the terminal.

Commands whose product is text (`chunk`, `sentences`, `prompt`, `view`, `ingest --to -`) write to `sinks.output`.
"""

from __future__ import annotations

import json
import sys

from shiplap.cli import verbosity
from shiplap.errors import naming
from shiplap.printable import printable, printable_lines, without_password


def print_note(message: object) -> None:
    """Print a line on standard error, unless --quiet is given: a summary, or a remark that is no failure."""
    if not verbosity.is_quiet():
        print_status(message)


def print_status(message: object) -> None:
    """Print a line on standard error, also with --quiet: an error or a failure. Passwords in URLs are hidden."""
    print(f"shiplap: {printable(without_password(str(message)))}", file=sys.stderr)


def show(result: object) -> None:
    """Print lines on standard output."""
    _print(printable_lines(str(result)))


def show_json(value: object) -> None:
    """Print a line of JSON on standard output. It is ASCII, and JSON escapes all controls except DEL."""
    _print(json.dumps(value).replace("\x7f", "\\u007f"))


def flush() -> None:
    """Write what is printed so far. Raises StoreError, as `show` does, if standard output cannot be written."""
    with naming("standard output"):
        sys.stdout.flush()


def _print(text: str) -> None:
    with naming("standard output"):
        print(text)


def one_line(text: str) -> str:
    """Format the text as one line: white space becomes a space, controls are escaped."""
    return printable(" ".join(text.split()))
