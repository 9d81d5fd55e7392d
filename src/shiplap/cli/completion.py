"""The command `completion`: print the completion of a shell for the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

#: The shells, as shtab names them.
SHELLS = ("bash", "zsh", "fish", "tcsh")

#: What stands in the help of arguments whose values are files or folders.
FILES = ("PATH", "FILE", "STORE", "ANSWER", "PAGE", "OUT", "DOCS")
FOLDERS = ("DIR",)


def add(subparsers: Any, build: Callable[[], Any]) -> None:
    """Add the command to the parser. build: returns a new parser of all commands, which may be changed."""
    from shiplap.cli.options import described

    command = subparsers.add_parser(
        "completion",
        help="print the completion of commands and options for a shell",
        **described(
            "Print a script that completes commands, options, names of presets and files in a shell. It needs"
            " the extra completion: pip install 'shiplap[completion]'. The page of the command line says where"
            " each shell looks for such scripts.",
            "shiplap completion bash",
            "shiplap completion fish",
        ),
    )
    command.add_argument("shell", metavar="SHELL", help=", ".join(SHELLS))
    command.set_defaults(run=lambda given: run(given, build))


def run(given: argparse.Namespace, build: Callable[[], Any]) -> int:
    """Print the script."""
    from shiplap.cli.messages import show
    from shiplap.extras import require
    from shiplap.options import choice

    choice("SHELL", given.shell, SHELLS)
    shtab = require("shtab", "completion", "shiplap completion")
    top = build()
    values = dict(values_of_options())
    for command in top.commands.values():
        for action in command.arguments():
            if action.dest in values and action.choices is None:
                action.choices = list(values[action.dest])
            elif str(action.metavar) in FILES:
                action.complete = shtab.FILE
            elif str(action.metavar) in FOLDERS:
                action.complete = shtab.DIRECTORY
    show(shtab.complete(top, given.shell))
    return 0


def values_of_options() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the options with a closed set of values, and the values."""
    from typing import get_args

    from shiplap import options
    from shiplap.chunkers.kinds import KINDS
    from shiplap.chunkers.presets import PRESETS

    yield "preset", tuple(PRESETS)
    yield "chunker", tuple(KINDS)
    yield "shell", SHELLS
    yield "unit", ("characters", "bytes", "tokens")
    yield "sentence_rule", get_args(options.SentenceRule)
    yield "errors", get_args(options.ErrorHandler)
    yield "on_empty", get_args(options.OnEmpty)
    yield "language", get_args(options.LanguageCode)
    yield "parser", get_args(options.Parser)
