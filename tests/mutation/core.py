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


#: The environment variable with the number of the mutant that a module runs.
VARIABLE = "SHIPLAP_MUTANT"

#: What a module with several mutants reads it by.
SWITCH = ("import os as _os", f'cdef int MUTANT = int(_os.environ.get("{VARIABLE}", "0"))')


def of_all() -> Iterator[Mutant]:
    """All mutants of all families."""
    for family in FAMILIES:
        yield from of_family(family)


def of_family(family: str) -> Iterator[Mutant]:
    """All mutants of a family whose file is a part of a module of the family."""
    for path in sorted((ROOT / CORE).glob(f"{family}.p[yx][xd]")):
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


def build_switched(tree: Tree, found: list[Mutant]) -> dict[str, int]:
    """Build each module once with all its mutants, of which an environment variable chooses one: to build a large
    module takes longer than most tests. Returns the numbers of the mutants by their keys, without those in a .pxd
    and those that cannot be switched."""
    numbers: dict[str, int] = {}
    for file in sorted({mutant.file for mutant in found if mutant.file.endswith(".pyx")}):
        of_file = [mutant for mutant in found if mutant.file == file]
        source, chosen = switched((ROOT / file).read_text("utf-8"), of_file)
        tree.write(file, source)
        if build(tree, ROOT / file):
            numbers.update(chosen)
        else:
            print(f"{file}: cannot be built with all mutants, so each is built alone", flush=True)
            tree.restore_module(ROOT / file)
        tree.restore(file)
    return numbers


def switched(source: str, found: list[Mutant]) -> tuple[str, dict[str, int]]:
    """A source with the mutants of its statements, of which MUTANT chooses one; and the number of each."""
    lines, numbers = source.splitlines(), {}
    statements = statements_of(source)
    by_statement: dict[tuple[int, int], list[Mutant]] = {}
    for mutant in found:
        for first, last in statements:
            if first < mutant.line <= last:
                by_statement.setdefault((first, last), []).append(mutant)
    for (first, last), each in sorted(by_statement.items(), reverse=True):
        others = [(len(numbers) + k + 1, mutant.source.splitlines()[first:last]) for k, mutant in enumerate(each)]
        new = choice(lines[first:last], others)
        if new is not None:
            numbers.update({mutant.key: number for mutant, (number, _) in zip(each, others, strict=True)})
            lines[first:last] = new
    return "\n".join([*lines, *SWITCH]) + "\n", numbers


def statements_of(source: str) -> list[tuple[int, int]]:
    """The first line of each statement, from 0, and the line after its last one."""
    found, first = [], None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE:
            found.append((token.start[0] - 1 if first is None else first, token.start[0]))
            first = None
        elif first is None and token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
            first = token.start[0] - 1
    return found


def choice(lines: list[str], others: list[tuple[int, list[str]]]) -> list[str] | None:
    """Lines of a statement that does as one of the others does if MUTANT has its number. Of a statement with a
    block or a declaration, the expression is chosen; of any other, the statement. None if that cannot be done."""
    head = re.match(r"\s*(if|elif|while|cdef|cpdef|for|with|def|class|else|try|ctypedef)\b", lines[0])
    if head is None:
        indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
        found = []
        for number, other in others:
            found.append(f"{indent}{'elif' if found else 'if'} MUTANT == {number}:")
            found += [f"    {line}" for line in other]
        return [*found, f"{indent}else:", *(f"    {line}" for line in lines)]
    if head[1] not in ("if", "elif", "while", "cdef"):
        return None
    begin, end = expression_of(lines, head[1])
    if begin is None or end is None:
        return None
    # operands of two C types have a Python object as their common type, but not if both are bint
    typed = "({})" if head[1] == "cdef" else "(True if ({}) else False)"
    parts = []
    for number, other in others:
        first, last = expression_of(other, head[1])
        if first is None or last is None or between(other, first, last) == between(lines, begin, end):
            return None
        parts.append(f"{typed.format(between(other, first, last))} if MUTANT == {number} else ")
    before, after = lines[begin[0]][: begin[1]], lines[end[0]][end[1] :]
    text = f"{before} ({''.join(parts)}{typed.format(between(lines, begin, end))}){after}"
    return [*lines[: begin[0]], *text.split("\n"), *lines[end[0] + 1 :]]


Place = tuple[int, int]


def expression_of(lines: list[str], word: str) -> tuple[Place | None, Place | None]:
    """The ends of the expression of a statement: from the word to the first colon outside of brackets, or from the
    last `=` of a declaration."""
    begin = end = previous = None
    depth = 0
    for token in tokenize.generate_tokens(io.StringIO("\n".join(lines).strip(" ") + "\n").readline):
        # the text before is that of the line, without its indentation
        shift = len(lines[0]) - len(lines[0].lstrip())
        start, stop = ((row - 1, column + (shift if row == 1 else 0)) for row, column in (token.start, token.end))
        if token.type == tokenize.OP:
            depth += (token.string in "([{") - (token.string in ")]}")
        if token.string == (word if word != "cdef" else "=") and depth == 0 and begin is None:
            begin = stop
        elif begin is not None and end is None:
            if word == "cdef" and depth == 0 and token.string == ",":
                return None, None
            if token.type in (tokenize.NEWLINE, tokenize.COMMENT) and depth == 0:
                end = previous
            elif token.string == ":" and depth == 0:
                end = start
        previous = stop
    return begin, end


def between(lines: list[str], begin: Place, end: Place) -> str:
    """The text between two places."""
    if begin[0] == end[0]:
        return lines[begin[0]][begin[1] : end[1]].strip()
    middle = lines[begin[0] + 1 : end[0]]
    return "\n".join([lines[begin[0]][begin[1] :], *middle, lines[end[0]][: end[1]]])


def modules_of(family: str, path: Path) -> list[Path]:
    """The modules of the family, and of those that are tested with it, that a source is a part of."""
    modules = [ROOT / CORE / f"{each}.pyx" for each in WITH.get(family, (family,))]
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
    library = next((tree.root / CORE).glob("libshiplap_c.*"))
    compile_it = [
        *(sysconfig.get_config_var("CC") or "cc").split(), "-O0", "-DNDEBUG", "-fPIC", "-shared", "-w",
        f"-I{sysconfig.get_paths()['include']}", f"-I{tree.root / 'csrc' / 'include'}", f"-I{tables}",
        str(generated), str(library),
        "-Wl,-rpath,$ORIGIN", "-o", f"{source}{sysconfig.get_config_var('EXT_SUFFIX')}",
    ]  # fmt: skip
    make_tables = [sys.executable, str(tree.root / "csrc" / "tools" / "tables.py"), str(tables)]
    for command in (make_tables, translate, compile_it):
        if subprocess.run(command, cwd=tree.root / "src", capture_output=True, check=False).returncode:
            return False
    return True
