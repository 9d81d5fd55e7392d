"""Translate a Cython module to C, and list what it depends on.

    python cythonize.py MODULE SOURCE OUTPUT [OPTION ...]

Called by CMake in the folder `src`, so that tracebacks name `shiplap/_core/…` and no path of the machine. Cython
writes the paths of a depfile relative to that folder; CMake reads them relative to its own, so they are made
absolute.
"""

import os
import subprocess
import sys


def main(module: str, source: str, output: str, *flags: str) -> int:
    """Run Cython. Returns its exit code."""
    command = [sys.executable, "-m", "cython", *flags, "--depfile", "--module-name", module, source]
    code = subprocess.run([*command, "--output-file", output], check=False).returncode
    if code == 0:
        name = f"{output}.dep"
        with open(name, encoding="utf-8") as file:
            _, _, listed = file.read().partition(":")
        paths = [os.path.abspath(path) for path in listed.replace("\\\n", " ").split()]
        with open(name, "w", encoding="utf-8", newline="\n") as file:
            escaped = [path.replace("\\", "/").replace(" ", "\\ ") for path in (os.path.abspath(output), *paths)]
            file.write(f"{escaped[0]}: {' '.join(escaped[1:])}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
