"""Runs of pytest in forks of one process that has imported what does not change: each run saves a second.

    python server.py [MODULE ...]

It imports the modules. Then it answers each line of its input,
{"arguments": [...], "seconds": …, "variables": {...}}
in JSON, with a line: the exit code of pytest, or "timeout". `variables` are set in the environment of the run.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import select
import signal
import sys

#: Address space of a run, in bytes: a mutant may allocate without end.
MEMORY = 8 << 30


def run(arguments: list[str], seconds: float, variables: dict[str, str]) -> int | str:
    """Run pytest in a fork. A run that a signal ends has the negative number of the signal."""
    child = os.fork()
    if child == 0:
        code = 70
        with contextlib.suppress(BaseException):
            os.setsid()
            os.environ.update(variables)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nothing, stream)
            code = int(importlib.import_module("pytest").main(arguments))
        os._exit(code)
    ended, _, _ = select.select([os.pidfd_open(child)], [], [], seconds)
    if not ended:
        os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) if ended else "timeout"


def main(modules: list[str]) -> None:
    """Answer each line of the input."""
    for module in modules:
        importlib.import_module(module)
    for line in sys.stdin:
        request = json.loads(line)
        print(run(**request), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
