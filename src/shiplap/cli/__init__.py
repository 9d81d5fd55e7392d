"""The command `shiplap`: ingest, chunk, sentences, stats, search, prompt, ground,
evaluate, view.

Messages and figures have escapes (`\\x1b`) for what a terminal would obey in names and texts. Products (JSON
lines, prompts, pages) are exact in files and pipes, where JSON escapes all control characters; a terminal gets
escapes for the rest.

Exit codes: 0, all done; 1, some files failed or a store cannot be used; 2, usage; 130, interrupted; 141, the
reader of standard output went away.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from shiplap.errors import OptionError, ShiplapError

FAILED, USAGE, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (`sys.argv` without a program name) and give the exit code."""
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
        # Python flushes standard output once more when it ends; it must not fail there
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
    """Give the process the standard streams that it was started without (by a daemon, with `>&-`), and let
    characters that a terminal's encoding lacks be printed as escapes."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _fail(message: object, code: int) -> int:
    from shiplap.cli.messages import tell

    tell(f"error: {message}")
    return code
