"""The mutants of the Cython sources: each changes one comparison."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import sysconfig
import tokenize
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from tests.mutation.mutant import FAMILIES, ROOT, WITH, Mutant, mutants
from tests.mutation.tree import CORE, Tree

TOOL = f"tests/mutation/core.py, Cython {version('cython')}"

#: Each comparison moves by one, or is negated.
CHANGES = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}

#: Words after which an operand is expected.
WORDS = {
    "and",
    "or",
    "not",
    "in",
    "is",
    "if",
    "elif",
    "else",
    "while",
    "return",
    "yield",
    "assert",
    "lambda",
    "for",
}


def of_all() -> Iterator[Mutant]:
    """All mutants of all families."""
    for family in FAMILIES:
        yield from of_family(family)


def of_family(family: str) -> Iterator[Mutant]:
    """All mutants of a family whose file is a part of a module of the family."""
    for path in sorted((ROOT / CORE / family).glob("*.p[yx][xd]")):
        if modules_of(family, path):
            yield from mutants(family, path, changed(path.read_text("utf-8")))


def changed(source: str) -> Iterator[str]:
    """The source with each change of each comparison."""
    lines = source.splitlines(keepends=True)
    for row, column, operator in comparisons(source):
        line = lines[row]
        for other in CHANGES[operator]:
            new = line[:column] + other + line[column + len(operator) :]
            yield "".join([*lines[:row], new, *lines[row + 1 :]])


def comparisons(source: str) -> Iterator[tuple[int, int, str]]:
    """The row, the column and the operator of each comparison. A `<` after no operand begins the type of a cast,
    which the next `>` ends."""
    has_operand = in_type = False
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.OP and token.string in CHANGES:
            if token.string == "<" and not has_operand:
                in_type = True
            elif in_type and token.string == ">":
                in_type = False
            elif not in_type:
                yield token.start[0] - 1, token.start[1], token.string
            has_operand = False
        elif token.type not in (tokenize.COMMENT, tokenize.NL):
            has_operand = token.string in (")", "]") or (
                token.type in (tokenize.NAME, tokenize.NUMBER, tokenize.STRING) and token.string not in WORDS
            )


def modules_of(family: str, path: Path) -> list[Path]:
    """The modules of the family, and of those that are tested with it, that a source is a part of."""
    folders = [ROOT / CORE / each for each in WITH.get(family, (family,))]
    modules = [each for folder in folders for each in sorted(folder.glob("*.pyx"))]
    return [each for each in modules if path in parts_of(each, set())]


def parts_of(path: Path, seen: set[Path]) -> set[Path]:
    """A source, and all .pxd that it needs."""
    if path in seen or not path.exists():
        return seen
    seen.add(path)
    parts_of(path.with_suffix(".pxd"), seen)
    for module in re.findall(r"^\s*from shiplap\.([\w.]+) cimport", path.read_text("utf-8"), re.MULTILINE):
        parts_of((ROOT / "src" / "shiplap").joinpath(*module.split(".")).with_suffix(".pxd"), seen)
    return seen


def build(tree: Tree, path: Path) -> bool:
    """Build a module in a tree, without optimization: that is the quickest. Returns whether it could be built."""
    module = path.relative_to(ROOT / "src").with_suffix("")
    source = tree.root / "src" / module
    generated = source.with_suffix(".c")
    tables = tree.root / "tables"
    translate = [
        sys.executable, "-m", "cython", "-3", "-X", "language_level=3", "-X", "freethreading_compatible=True",
        "--module-name", ".".join(module.parts), f"{module}.pyx", "--output-file", str(generated),
    ]  # fmt: skip
    up = "/".join(".." for _ in module.parts[3:])
    library = next((tree.root / CORE).glob("libshiplap_c.*"))
    compile_it = [
        *(sysconfig.get_config_var("CC") or "cc").split(), "-O0", "-DNDEBUG", "-fPIC", "-shared", "-w",
        f"-I{sysconfig.get_paths()['include']}", f"-I{tree.root / 'csrc' / 'include'}", f"-I{tables}",
        str(generated), str(library),
        f"-Wl,-rpath,$ORIGIN/{up}", "-o", f"{source}{sysconfig.get_config_var('EXT_SUFFIX')}",
    ]  # fmt: skip
    make_tables = [sys.executable, str(tree.root / "csrc" / "tools" / "tables.py"), str(tables)]
    for command in (make_tables, translate, compile_it):
        if subprocess.run(command, cwd=tree.root / "src", capture_output=True, check=False).returncode:
            return False
    return True
