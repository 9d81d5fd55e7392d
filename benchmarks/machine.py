"""Facts of the machine, of Python and of compiled modules that a record of figures needs."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from benchmarks import ROOT

#: What compilers and Cython write into a module, and how a record names it.
_COMPILERS = (
    (re.compile(rb"GCC: \([^)]*\) ([\w.]+)"), "GCC"),
    (re.compile(rb"clang version ([\w.]+)"), "clang"),
)
_CYTHON = re.compile(rb"_cython_(\d+(?:_\d+)*(?:[a-z]+\d*)?)\b")


def processor() -> dict[str, Any]:
    """Facts of the machine that matter to a reader, and nothing that names it."""
    info = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""

    def fact(name: str) -> str:
        found = re.search(rf"^{name}\s*:\s*(.*)$", info, re.MULTILINE)
        return found[1] if found else ""

    wanted = ("sse4_2", "avx2", "bmi2", "avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512_vbmi2", "neon")
    flags = set(fact("flags").split())
    memory = Path("/proc/meminfo").read_text() if Path("/proc/meminfo").exists() else ""
    total = re.search(r"MemTotal:\s*(\d+)", memory)
    return {
        "processor": fact("model name") or platform.machine(),
        "family": f"{fact('cpu family')}/{fact('model')}/{fact('stepping')}",
        "cores": os.cpu_count(),
        "cache": fact("cache size"),
        "flags": [flag for flag in wanted if flag in flags],
        "memory_gb": round(int(total[1]) / 1e6) if total else None,
        "system": f"{platform.system()} {platform.machine()}",
        "load": round(os.getloadavg()[0], 2),
    }


def build(folder: Path) -> dict[str, str]:
    """Return the versions of the compiler and of Cython by which the modules in a folder were built, as the files
    say. Modules without Cython's own class of functions (`binding=False`) do not name Cython: the environment
    does."""
    data = [path.read_bytes() for path in sorted([*folder.rglob("*.so"), *folder.rglob("*.pyd")])]
    compilers = [f"{name} {found.decode()}" for pattern, name in _COMPILERS for found in _all(pattern, data)]
    cythons = [found.decode().replace("_", ".") for found in _all(_CYTHON, data)]
    cython = ", ".join(cythons) or installed_version("cython") or "unknown"
    return {"compiler": ", ".join(compilers) or "unknown", "cython": cython}


def _all(pattern: re.Pattern[bytes], data: Iterable[bytes]) -> list[bytes]:
    return sorted({found for each in data for found in pattern.findall(each)})


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the versions of Python and of those packages that are installed."""
    found = {package: installed_version(package) for package in packages}
    return {"python": platform.python_version(), **{name: number for name, number in found.items() if number}}


def installed_version(package: str) -> str | None:
    """Return the version of a package, or None if it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def commit() -> str:
    """Return the commit that is checked out, and whether the sources differ from it."""

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""

    changed = git("status", "--porcelain", "--", "src", "csrc", "CMakeLists.txt")
    return (git("rev-parse", "HEAD") or "none") + (" with changes" if changed else "")
