"""A copy of the sources, with the compiled modules, in which one mutant after the other is tested."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from shiplap._core import cpu
from tests.mutation.mutant import ROOT

CORE = "src/shiplap/_core"

#: What every run imports, and no mutant changes.
PRELOADED = ("pytest", "hypothesis.strategies", "hypothesis.internal.conjecture.engine", "numpy")

#: Options of pytest. It warns that it cannot rewrite the assertions of modules that the process has imported.
QUIET = ("-W", "ignore::pytest.PytestAssertRewriteWarning", "--tb=no", "-p", "no:cacheprovider")


class Tree:
    """A copy of the repository in a temporary folder, and the process that runs its tests."""

    def __init__(self, preloaded: Sequence[str] = ()) -> None:
        """preloaded: modules of shiplap that no mutant changes."""
        self._folder = tempfile.TemporaryDirectory(prefix="shiplap-mutation-")
        self.root = Path(self._folder.name)
        for part in ("src", "tests", "csrc"):
            shutil.copytree(ROOT / part, self.root / part, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        for file in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / file, self.root / file)
        for path in ROOT.glob(f"{CORE}/*.pyx"):
            self.restore_module(path)
        for library in built_module(ROOT / CORE / "text.pyx").parent.glob("libshiplap_c.*"):
            shutil.copy(library, self.root / CORE / library.name)
        self.preloaded = (*PRELOADED, *preloaded)
        #: Environment variables of the runs that follow.
        self.variables: dict[str, str] = {}
        self._server: subprocess.Popen[str] | None = None

    def environment(self) -> dict[str, str]:
        """The environment of a run: this copy, the plainest instruction set, and one choice of random examples."""
        hidden = ",".join(name for name in cpu.supported() if name != "scalar")
        return {
            **os.environ, "PYTHONPATH": str(self.root / "src"), "SHIPLAP_DISABLE": hidden,
            "SHIPLAP_HYPOTHESIS": "mutation",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # plugins of other packages take longer than most runs
        }  # fmt: skip

    def run(self, tests: Sequence[str], seconds: float) -> int | str:
        """Run tests, up to the first that fails: the exit code of pytest, or "timeout"."""
        if self._server is None or self._server.poll() is not None:
            command = [sys.executable, str(Path(__file__).with_name("server.py")), *self.preloaded]
            self._server = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=self.root,
                env=self.environment(),
            )  # fmt: skip
        assert self._server.stdin is not None and self._server.stdout is not None
        request = {"arguments": ["-x", *QUIET, *tests], "seconds": seconds, "variables": self.variables}
        self._server.stdin.write(json.dumps(request) + "\n")
        self._server.stdin.flush()
        answer = self._server.stdout.readline().strip()
        return answer if answer == "timeout" else int(answer)

    def write(self, file: str, source: str) -> None:
        """Replace a source, and drop its bytecode: its time and size may be those of the source before."""
        path = self.root / file
        path.write_text(source, "utf-8")
        for cached in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
            cached.unlink()

    def restore(self, file: str) -> None:
        """Write the source of the repository again."""
        self.write(file, (ROOT / file).read_text("utf-8"))

    def restore_module(self, path: Path) -> None:
        """Copy the compiled module of a .pyx again. It is a new file: the old one may be mapped."""
        built = built_module(path)
        target = self.root / path.parent.relative_to(ROOT) / built.name
        target.unlink(missing_ok=True)
        shutil.copy(built, target)

    def close(self) -> None:
        """End the process and remove the folder."""
        if self._server is not None and self._server.stdin is not None:
            self._server.stdin.close()
            self._server.wait()
        self._folder.cleanup()

    def __enter__(self) -> Tree:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def built_module(path: Path) -> Path:
    """The compiled module of a .pyx."""
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{name} is not built: install shiplap first (`pip install .`)")
    return Path(spec.origin)
