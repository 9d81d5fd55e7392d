"""The compiled modules: how many they are, and how much C Cython makes of them: what an installation costs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
CORE = SOURCE / "shiplap" / "_core"
pytestmark = pytest.mark.skipif(not (CORE / "text.pyx").exists(), reason="needs the source tree")

MOST_MODULES = 16
MOST_BYTES = 10_000_000


def modules() -> list[Path]:
    """Return the sources of the modules."""
    return sorted(CORE.glob("*.pyx"))


def test_the_modules_are_few() -> None:
    assert 0 < len(modules()) <= MOST_MODULES


@pytest.mark.exhaustive
def test_the_generated_c_is_small(tmp_path: Path) -> None:
    pytest.importorskip("Cython", minversion="3.3")
    build = (SOURCE / "CMakeLists.txt").read_text("utf-8")
    flags = re.search(r"^set\(CYTHON_FLAGS ([^)]*)\)", build, re.MULTILINE)
    assert flags is not None
    sizes = {}
    for path in modules():
        name = path.relative_to(SOURCE).with_suffix("")
        output = tmp_path / f"{path.stem}.c"
        subprocess.run(
            [sys.executable, "-m", "cython", *flags[1].split(), "--module-name", ".".join(name.parts),
             path.relative_to(SOURCE).as_posix(), "--output-file", str(output)],
            cwd=SOURCE, check=True,
        )  # fmt: skip
        sizes[path.stem] = output.stat().st_size
    assert sum(sizes.values()) <= MOST_BYTES, sizes
