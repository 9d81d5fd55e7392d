"""The commands of the fuzzer. `tests/fuzz/run.sh` builds sanitized modules, and calls them.

python -m tests.fuzz seeds TARGET FOLDER        write the first inputs of a target
python -m tests.fuzz fuzz TARGET SECONDS …      fuzz by Atheris for some CPU seconds; options of libFuzzer
python -m tests.fuzz again TARGET FILE…         run inputs once more, on any build and without Atheris
"""

from __future__ import annotations

import importlib
import os
import pathlib
import signal
import sys
import time
from collections.abc import Callable

#: Packages in Python that guide a target, besides the compiled modules. Tracing costs three quarters of the speed.
IN_PYTHON = {"citations": ["shiplap.citations"], "arrow": ["shiplap.arrow"]}


def with_limit(target: Callable[[bytes], None], seconds: float) -> Callable[[bytes], None]:
    """Return a target that makes libFuzzer end in order after so many seconds of CPU time."""
    until = time.process_time() + seconds

    def limited(data: bytes) -> None:
        target(data)
        if time.process_time() > until:
            os.kill(os.getpid(), signal.SIGUSR1)

    return limited


def fuzz(name: str, seconds: float, options: list[str]) -> None:
    """Run libFuzzer. It never returns."""
    import atheris

    import shiplap  # first, so that only the packages below are traced

    with atheris.instrument_imports(include=[shiplap.__name__]):
        for package in IN_PYTHON.get(name, ()):
            importlib.import_module(package)
    from tests.fuzz.targets import TARGETS

    atheris.Setup([name, *options], with_limit(TARGETS[name], seconds))
    atheris.Fuzz()


def main(command: str, name: str, *rest: str) -> None:
    """Run one command."""
    if command == "fuzz":
        fuzz(name, float(rest[0]), list(rest[1:]))
    elif command == "seeds":
        from tests.fuzz.seeds import seeds

        for number, seed in enumerate(seeds(name)):
            (pathlib.Path(rest[0]) / f"seed-{number}").write_bytes(seed)
    elif command == "again":
        from tests.fuzz.targets import TARGETS

        for path in rest:
            TARGETS[name](pathlib.Path(path).read_bytes())
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
