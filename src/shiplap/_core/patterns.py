"""Regular expressions that are matched without backtracking, as alternatives of atoms."""

from __future__ import annotations

from typing import NamedTuple

from shiplap.patterns import lazily


class Atom(NamedTuple):
    """A part of a pattern: `least` to `most` units of a kind.

    kind: "unit" (that of `code`), "any" (all except a line feed), "space" (as `str.isspace`), "end" (of the text,
        or before its last line feed), or "not" (what comes next is not what the next `most` atoms match).
    """

    kind: str
    code: int
    least: int
    most: int


Sequence = list[Atom]

#: More alternatives are left to `re`.
MAX_ALTERNATIVES = 64

#: The most repetitions of what may be repeated without end.
MANY = 1 << 40

REPEATS = frozenset("*+?{")
COUNTS = lazily(r"\{(\d+)(?:(,)(\d*))?\}")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}


class Unsupported(Exception):
    """A pattern has a part that is left to `re`."""


def literal_atoms(literal: str) -> Sequence:
    """Return the atoms of a literal."""
    return [Atom("unit", ord(each), 1, 1) for each in literal]


def literal_prefix(sequences: list[Sequence]) -> str:
    """Return the literal that all alternatives begin with.

    >>> literal_prefix(alternatives("ab|ac+") or [])
    'a'
    """
    literal = ""
    for atoms in zip(*sequences):  # noqa: B905, up to the shortest
        if len(set(atoms)) > 1 or atoms[0][0] != "unit" or atoms[0][2:] != (1, 1):
            break
        literal += chr(atoms[0].code)
    return literal


def overlaps_itself(literal: str) -> bool:
    """Return whether two occurrences of a literal can overlap: it ends as it begins.

    >>> overlaps_itself("aba"), overlaps_itself("ab")
    (True, False)
    """
    return any(literal.startswith(literal[k:]) for k in range(1, len(literal)))


def alternatives(pattern: str) -> list[Sequence] | None:
    """Return the alternatives of a regular expression, of which the first that matches counts, or None for one
    that needs `re`: it has more than literals, `.`, `\\s`, `$`, `(?:…|…)`, `(?!…)` and repetitions, or needs
    backtracking.

    >>> alternatives("\\n#{1,6} ")
    [[Atom(kind='unit', code=10, least=1, most=1), Atom(kind='unit', code=35, least=1, most=6), \
Atom(kind='unit', code=32, least=1, most=1)]]
    >>> alternatives("a+a") is alternatives("(a)") is None
    True
    """
    if pattern.startswith("(?") and pattern[2:3] not in (":", "!"):
        return None  # flags
    try:
        sequences, end = parsed(pattern, 0)
        return [certain(each) for each in sequences] if end == len(pattern) else None
    except Unsupported:
        return None


def parsed(pattern: str, at: int) -> tuple[list[Sequence], int]:
    """Return the alternatives up to the end, or up to a bracket that closes, and where they end."""
    found: list[Sequence] = []
    sequences: list[Sequence] = [[]]
    while at < len(pattern) and pattern[at] != ")":
        if pattern[at] == "|":
            found, sequences = [*found, *sequences], [[]]
            at += 1
            continue
        if pattern.startswith(("(?:", "(?!"), at):
            inner, stop = parsed(pattern, at + 3)
            if pattern[stop : stop + 1] != ")" or pattern[stop + 1 : stop + 2] in REPEATS:
                raise Unsupported
            if pattern[at + 2] == "!":
                inner = [refused(inner)]
            at = stop + 1
        else:
            atom, at = parsed_atom(pattern, at)
            inner = [[atom]]
        sequences = [[*before, *after] for before in sequences for after in inner]
        if len(found) + len(sequences) > MAX_ALTERNATIVES:
            raise Unsupported
    return [*found, *sequences], at


def refused(inner: list[Sequence]) -> Sequence:
    """Return what must not come next: one sequence of single units."""
    if len(inner) != 1 or any(
        each.kind not in ("unit", "any", "space") or each[2:] != (1, 1) for each in inner[0]
    ):
        raise Unsupported
    return [Atom("not", 0, 0, len(inner[0])), *inner[0]]


def parsed_atom(pattern: str, at: int) -> tuple[Atom, int]:
    """Return an atom with its repetition, and where it ends. A repetition that takes as little as it can is "lazy
    …"."""
    kind, code, at = parsed_unit(pattern, at)
    if not (repeat := pattern[at : at + 1]) or repeat not in REPEATS:
        return Atom(kind, code, 1, 1), at
    least, most = {"*": (0, MANY), "+": (1, MANY), "?": (0, 1), "{": (1, 1)}[repeat]
    if repeat == "{":
        counts = COUNTS.match(pattern, at)
        if counts is None:
            if pattern.startswith("{,", at):
                raise Unsupported
            return Atom(kind, code, 1, 1), at  # a brace
        least = int(counts[1])
        most = int(counts[3]) if counts[3] else MANY if counts[2] else least
        at = counts.end()
    else:
        at += 1
    after = pattern[at : at + 1]
    if kind == "end" or not least <= most <= MANY or (after and after in "*+") or COUNTS.match(pattern, at):
        raise Unsupported
    return (
        (Atom(f"lazy {kind}", code, least, most), at + 1) if after == "?" else (Atom(kind, code, least, most), at)
    )


def parsed_unit(pattern: str, at: int) -> tuple[str, int, int]:
    """Return the kind and the code of an atom, and where it ends."""
    char = pattern[at]
    if char == "\\":
        char = pattern[at + 1 : at + 2]
        if char == "s":
            return "space", 0, at + 2
        if not char or (char not in ESCAPES and (char.isalnum() or char == "_")):
            raise Unsupported
        return "unit", ord(ESCAPES.get(char, char)), at + 2
    if char in "^[(*+?" or (char == "{" and COUNTS.match(pattern, at)):
        raise Unsupported
    return {".": "any", "$": "end"}.get(char, "unit"), 0 if char in ".$" else ord(char), at + 1


def certain(sequence: Sequence) -> Sequence:
    """Return the sequence, if what follows each repetition cannot be part of it, so that nothing is given back.
    Then a repetition that takes as little as it can takes the same as one that takes all."""
    made = []
    for k, atom in enumerate(sequence):
        kind = atom.kind.removeprefix("lazy ")
        if kind != "not" and (atom.least < atom.most or kind != atom.kind):
            following = sequence[k + 1] if k + 1 < len(sequence) else None
            if following is None:
                if kind != atom.kind:
                    raise Unsupported
            elif following.kind != "unit" or following.least == 0 or is_of(kind, atom.code, following.code):
                raise Unsupported
        made.append(atom._replace(kind=kind))
    return made


def is_of(kind: str, code: int, given: int) -> bool:
    """Return whether an atom of a kind matches a unit."""
    if kind == "unit":
        return code == given
    return chr(given) != "\n" if kind == "any" else chr(given).isspace()
