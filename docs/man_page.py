"""The manual page of the command line, in the macros of `man`, made from the parser.

    python docs/man_page.py            compare docs/man/shiplap.1 with the parser
    python docs/man_page.py --write    write it
"""

from __future__ import annotations

import argparse
import pathlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shiplap.cli.parser import Parser

FILE = pathlib.Path(__file__).resolve().parent / "man" / "shiplap.1"


def page() -> str:
    """Return the text of the manual page."""
    from shiplap import __version__
    from shiplap.cli.exit_codes import FAILED, FAILURES, MEANINGS
    from shiplap.cli.parser import parser

    top: Any = parser()
    lines = [
        '.\\" made by docs/man_page.py',
        f'.TH SHIPLAP 1 "" "shiplap {__version__}" "User Commands"',
        ".SH NAME",
        f"shiplap \\- {escaped(first_lower(str(top.description).split('. ')[0].rstrip('.')))}",
        ".SH SYNOPSIS",
        ".B shiplap",
        ".I COMMAND",
        "[\\fIoption\\fR ...] [\\fIargument\\fR ...]",
        ".SH DESCRIPTION",
        "The commands are described one by one.",
        "\\fBshiplap\\fR \\fICOMMAND\\fR \\fB\\-\\-help\\fR prints the same.",
        ".SH COMMANDS",
    ]
    for name, command in top.commands.items():
        lines += command_lines(name, command)
    lines += [".SH EXIT STATUS"]
    for code, meaning in MEANINGS.items():
        lines += [".TP", f".B {code}", escaped(plain(meaning))]
        if code == FAILED:
            for name, failure in FAILURES.items():
                if failure != "none":
                    lines += [".br", escaped(f"{name}: {plain(failure)}.")]
    return "\n".join(lines) + "\n"


def command_lines(name: str, command: Parser) -> Iterator[str]:
    """Yield the lines of a command: its description, its arguments, its examples."""
    positional = [action for action in command.arguments() if not action.option_strings]
    given = [f"\\fI{escaped(str(action.metavar))}\\fR" for action in positional]
    yield from (f'.SS "shiplap {name}"', escaped(" ".join(str(command.description).split())), ".PP")
    yield f"\\fBshiplap {escaped(name)}\\fR [\\fIoption\\fR ...] {' '.join(given)}"
    for action in command.arguments():
        if action.help == argparse.SUPPRESS or "--help" in action.option_strings:
            continue
        metavar = action.metavar or action.dest.upper()
        value = escaped(" ".join(metavar) if isinstance(metavar, tuple) else metavar)
        given = "" if action.nargs == 0 else f" [\\fI{value}\\fR]" if action.nargs == "?" else f" \\fI{value}\\fR"
        names = [f"\\fB{escaped(option)}\\fR{given}" for option in action.option_strings]
        meaning = (action.help or "") % {**vars(action), "prog": command.prog}
        yield from (".TP", ", ".join(names) or f"\\fI{value}\\fR", escaped(meaning or "a file"))
    examples = [each.strip() for each in (command.epilog or "").splitlines() if each.startswith("  ")]
    yield from (".PP", "Examples:", ".PP", ".nf", ".RS", *map(escaped, examples), ".RE", ".fi")


def escaped(text: str) -> str:
    r"""Escape a line for the macros of `man`.

    >>> print(escaped("a\\b --to\n"), escaped(".git"))
    a\eb \-\-to \&.git
    """
    line = text.rstrip().replace("\\", "\\e").replace("-", "\\-").replace("…", "...").replace("'", "\\(aq")
    return f"\\&{line}" if line.startswith(".") else line


def plain(text: str) -> str:
    """Remove the marks of code from a text."""
    return text.replace("`", "")


def first_lower(text: str) -> str:
    """Make the first letter of a text a small one."""
    return text[:1].lower() + text[1:]


def main() -> int:
    """Run the command."""
    made = page()
    if sys.argv[1:] == ["--write"]:
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(made, "utf-8")
    if FILE.exists() and FILE.read_text("utf-8") == made:
        return 0
    print("docs/man/shiplap.1 differs from the parser: run docs/man_page.py --write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
