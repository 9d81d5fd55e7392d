"""What the commands print for people, and JSON: nothing in it is a command to the terminal.

Results whose product is text (`chunk`, `sentences`, `prompt`, `view`, `ingest --to -`) go through `sinks.output`.
"""

from __future__ import annotations

import json
import sys

from shiplap.printable import printable, printable_lines


def tell(message: object) -> None:
    """A line on standard error."""
    print(f"shiplap: {printable(str(message))}", file=sys.stderr)


def show(result: object) -> None:
    """Lines on standard output."""
    print(printable_lines(str(result)))


def show_json(value: object) -> None:
    """A line of JSON on standard output. It is ASCII, and JSON escapes controls, but for DEL."""
    print(json.dumps(value).replace("\x7f", "\\u007f"))


def one_line(text: str) -> str:
    """The text in one line: white space is a space, controls are escaped."""
    return printable(" ".join(text.split()))
