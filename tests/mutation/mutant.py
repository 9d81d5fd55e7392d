"""A mutant: one changed source file."""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

#: The root of the repository.
ROOT = Path(__file__).resolve().parents[2]

#: The families, those whose tests are the fastest first.
FAMILIES = (
    "text", "updates", "provenance", "data", "regions", "merging", "packing", "outline", "stable", "windows",
    "boundaries", "readers",
)  # fmt: skip

#: Families of the core whose tests and modules are those of others too: it is the loop that uses them most.
WITH = {
    "text": ("text", "provenance", "windows"),
    "boundaries": ("boundaries", "windows"),
    "outline": ("outline", "data"),
    "stable": ("stable", "updates"),
    "windows": ("windows", "merging"),
}

#: The tests of a family that has no folder in tests/kernels: its loops have no reference.
TESTS = {"readers": ("tests/readers/test_html.py", "tests/readers/test_pdf.py")}

#: The seed of samples.
SEED = 37


@dataclass(frozen=True)
class Mutant:
    """One change of one file.

    key: hexadecimal digits of a hash of the file and both lines. It stays when other lines change.
    file: the path of the file, relative to the root of the repository.
    line: the number of the first changed line.
    before, after: the changed lines, without white space at their ends.
    source: the whole changed file.
    """

    key: str
    family: str
    file: str
    line: int
    before: str
    after: str
    source: str


def mutants(family: str, path: Path, changed: Iterable[str]) -> Iterator[Mutant]:
    """The mutants of a file, given the changed sources."""
    source = path.read_text("utf-8")
    file = path.relative_to(ROOT).as_posix()
    seen: Counter[tuple[str, str]] = Counter()
    for other in changed:
        line, before, after = first_difference(source, other)
        seen[before, after] += 1
        content = f"{file}\n{before}\n{after}\n{seen[before, after]}"
        key = hashlib.blake2b(content.encode(), digest_size=4).hexdigest()
        yield Mutant(key, family, file, line, before, after, other)


def sample(found: Iterable[Mutant], size: int | None) -> list[Mutant]:
    """Draw a sample of mutants, or all, in their order. A larger sample contains a smaller one, and a change of a
    source changes only the part of the sample that is in the changed lines."""
    if size is None:
        return list(found)

    def by_chance(numbered: tuple[int, Mutant]) -> bytes:
        return hashlib.blake2b(f"{SEED} {numbered[1].key}".encode()).digest()

    # each mutant holds a whole source: only those that are drawn are kept
    return [mutant for _, mutant in sorted(heapq.nsmallest(size, enumerate(found), by_chance), key=itemgetter(0))]


def first_difference(source: str, other: str) -> tuple[int, str, str]:
    """The number of the first line that differs, and the lines that differ, of both sources."""
    lines, others = source.splitlines(), other.splitlines()
    first = next(k for k, (line, new) in enumerate(zip(lines, others, strict=False)) if line != new)
    last = next(k for k, (line, new) in enumerate(zip(lines[::-1], others[::-1], strict=False)) if line != new)
    before, after = lines[first : len(lines) - last], others[first : len(others) - last]
    return first + 1, " ".join(map(str.strip, before)), " ".join(map(str.strip, after))
