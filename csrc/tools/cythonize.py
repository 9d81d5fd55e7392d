"""Translate a Cython module to C, and list what it depends on.

    python cythonize.py VERSION MODULE SOURCE BUILD OUTPUT [OPTION ...]

Called by CMake in the folder `src`, so that tracebacks name `shiplap/_core/…` and no path of the machine. Cython
writes the paths of a depfile relative to that folder. Ninja reads them relative to its own, BUILD, so they are
made absolute, except OUTPUT, which is the name by which Ninja knows the file. The declarations that come with
Cython are left out: pip installs it in a new folder for each build, and a second build would begin anew. VERSION
is Cython's, so that another one begins anew.
"""

import os
import subprocess
import sys


def main(version: str, module: str, source: str, build: str, output: str, *flags: str) -> int:
    """Run Cython. Returns its exit code."""
    command = [sys.executable, "-m", "cython", *flags, "--depfile", "--module-name", module, source]
    generated = os.path.join(build, output)
    code = subprocess.run([*command, "--output-file", generated], check=False).returncode
    if code == 0:
        name = f"{generated}.dep"
        with open(name, encoding="utf-8") as file:
            _, _, listed = file.read().partition(":")
        paths = [os.path.abspath(path) for path in listed.replace("\\\n", " ").split()]
        paths = [path for path in paths if path.startswith(os.getcwd() + os.sep)]
        with open(name, "w", encoding="utf-8", newline="\n") as file:
            escaped = [path.replace("\\", "/").replace(" ", "\\ ") for path in (output, *paths)]
            file.write(f"{escaped[0]}: {' '.join(escaped[1:])}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
