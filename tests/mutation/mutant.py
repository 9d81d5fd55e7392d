"""A mutant: one changed source file."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

#: The root of the repository.
ROOT = Path(__file__).resolve().parents[2]

#: The families, those whose tests are the fastest first.
FAMILIES = (
    "text", "updates", "provenance", "regions", "merging", "packing", "outline", "stable", "windows", "boundaries",
)  # fmt: skip

#: Families of the core whose tests and modules are those of others too: it is the loop that uses them most.
WITH = {
    "text": ("text", "provenance", "windows"),
    "boundaries": ("boundaries", "windows"),
    "stable": ("stable", "updates"),
}

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
    found = list(found)
    by_chance = sorted(found, key=lambda mutant: hashlib.blake2b(f"{SEED} {mutant.key}".encode()).digest())
    drawn = {mutant.key for mutant in by_chance[:size]}
    return [mutant for mutant in found if mutant.key in drawn]


def first_difference(source: str, other: str) -> tuple[int, str, str]:
    """The number of the first line that differs, and the lines that differ, of both sources."""
    lines, others = source.splitlines(), other.splitlines()
    first = next(k for k, (line, new) in enumerate(zip(lines, others, strict=False)) if line != new)
    last = next(k for k, (line, new) in enumerate(zip(lines[::-1], others[::-1], strict=False)) if line != new)
    before, after = lines[first : len(lines) - last], others[first : len(others) - last]
    return first + 1, " ".join(map(str.strip, before)), " ".join(map(str.strip, after))
