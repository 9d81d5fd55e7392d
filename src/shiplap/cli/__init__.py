"""The command `shiplap`, one module for each of its larger commands.

Messages and figures escape (`\\x1b`) the characters in names and texts that a terminal would obey. Products (JSON
lines, prompts, pages) are exact in files and pipes, where JSON escapes all control characters; on a terminal the
rest is escaped too.

`exit_codes.py` defines the exit codes, `parser.py` the arguments. Every command has -q and -v: `verbosity.py`.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from shiplap.cli.exit_codes import BROKEN_PIPE, FAILED, INTERRUPTED, USAGE
from shiplap.errors import OptionError, ShiplapError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (by default `sys.argv` without the program name) and return the exit code."""
    from shiplap.cli import verbosity

    given = None
    try:
        from shiplap.cli.messages import flush
        from shiplap.cli.parser import parser

        _open_streams()
        given = parser().parse_args(arguments)
        with verbosity.chosen(given), _modules_of_this_folder(), _warnings_as_messages():
            code: int = given.run(given)
        flush()
    except SystemExit as stop:  # --help, --version, a usage error; with a text, of a function that the user gave
        return stop.code if isinstance(stop.code, int) else _fail(stop.code or "stopped", USAGE)
    except OptionError as error:
        verbosity.print_traceback(error, given)
        return _fail(error, USAGE)
    except BrokenPipeError:
        # Python flushes standard output again at exit; that flush must not fail
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (ShiplapError, OSError, ImportError) as error:
        verbosity.print_traceback(error, given)
        return _fail(error, FAILED)
    except MemoryError:
        return _fail("not enough memory", FAILED)
    except KeyboardInterrupt as interrupt:  # its message, if a command gives one, says what is kept
        return _interrupted(str(interrupt))
    return code


def _interrupted(kept: str) -> int:
    from shiplap.cli.messages import print_status

    print_status(f"Interrupted: {kept}" if kept else "Interrupted")
    return INTERRUPTED


def _open_streams() -> None:
    """Open the standard streams that the process was started without (by a daemon, with `>&-`), and print
    characters outside the terminal's encoding as escapes."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


@contextlib.contextmanager
def _modules_of_this_folder() -> Iterator[None]:
    """In the block, options of the form MODULE:FUNCTION find modules of the current folder, as `python -m` does
    (and as there, not with PYTHONSAFEPATH)."""
    from shiplap.options import import_folder

    before = sys.path[:]
    token = import_folder().set(None if getattr(sys.flags, "safe_path", False) else os.getcwd())
    try:
        yield
    finally:
        import_folder().reset(token)
        sys.path[:] = before


@contextlib.contextmanager
def _warnings_as_messages() -> Iterator[None]:
    """In the block, print the warnings of shiplap as lines like other messages, without a place in its code."""
    import warnings

    from shiplap.cli.messages import print_status

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if category is UserWarning or category.__module__.startswith("shiplap."):
            print_status(f"warning: {message}")
        else:
            before(message, category, *place, **more)

    before, warnings.showwarning = warnings.showwarning, show
    try:
        yield
    finally:
        warnings.showwarning = before


def _fail(message: object, code: int) -> int:
    from shiplap.cli.messages import print_status

    print_status(f"error: {message}")
    return code
