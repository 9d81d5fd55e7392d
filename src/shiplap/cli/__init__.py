"""The command `shiplap`: ingest, chunk, sentences, stats, search, prompt, ground,
evaluate, view.

Messages and figures escape (`\\x1b`) the characters in names and texts that a terminal would obey. Products (JSON
lines, prompts, pages) are exact in files and pipes, where JSON escapes all control characters; on a terminal the
rest is escaped too.

Exit codes: 0, success; 1, some files failed or a store cannot be used; 2, usage; 130, interrupted; 141, the
reader of standard output closed it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from shiplap.errors import OptionError, ShiplapError

FAILED, USAGE, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (by default `sys.argv` without the program name) and return the exit code."""
    from shiplap.cli.parser import parser

    _open_streams()
    try:
        given = parser().parse_args(arguments)
    except SystemExit as stop:  # --help, --version, a usage error
        return stop.code if isinstance(stop.code, int) else USAGE
    try:
        code: int = given.run(given)
        sys.stdout.flush()
    except OptionError as error:
        return _fail(error, USAGE)
    except BrokenPipeError:
        # Python flushes standard output again at exit; that flush must not fail
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (ShiplapError, OSError, ImportError) as error:
        return _fail(error, FAILED)
    except MemoryError:
        return _fail("not enough memory", FAILED)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    return code


def _open_streams() -> None:
    """Open the standard streams that the process was started without (by a daemon, with `>&-`), and print
    characters outside the terminal's encoding as escapes."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _fail(message: object, code: int) -> int:
    from shiplap.cli.messages import print_status

    print_status(f"error: {message}")
    return code
