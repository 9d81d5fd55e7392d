"""The test whether this Python survives an allocation that fails while generators run.

CPython 3.12.1 and 3.13.0 do not: a generator that is closed without memory leaves a freed code object behind, and
the interpreter crashes later, without any code of shiplap. CPython 3.11.7 survives.
"""

from __future__ import annotations

import functools
import subprocess
import sys

#: A program of plain Python: each allocation of some generators fails once.
PROGRAM = """
import _testcapi, sys
KNOWN = {"a": 1, "b": 2}
def in_order(function, items):
    for item in items:
        yield function(item)
def work(n):
    made = [str(n + k) + "x" for k in range(5)]
    return made, any(name in KNOWN and name not in made for name in [*made, "b"])
def run():
    for each in in_order(lambda n: work(n), range(3)):
        yield each
sys.unraisablehook = lambda *_: None
for n in [n for _ in range(20) for n in range(1, 200)]:
    _testcapi.set_nomemory(n, n + 1)
    try:
        list(run())
    except MemoryError:
        pass
    finally:
        _testcapi.remove_mem_hooks()
"""


@functools.cache
def generators_survive() -> bool:
    """Run the program in a process of its own, and return whether it ends well."""
    return subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=False).returncode == 0
