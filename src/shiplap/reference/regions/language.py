"""The language that a code text is written in, guessed by what its lines begin and end with."""

from __future__ import annotations

from shiplap._data.code_prefixes import LANGUAGES, PREFIXES
from shiplap.reference.regions.line import indent, lines

#: Lines that are looked at.
LINES = 120


def guess(text: str) -> str:
    """The language with most signs. Python has no braces or semicolons at the ends of its lines; where a fourth
    of the lines do, it is not thought of. Without any sign it is JavaScript, or Python."""
    counts = dict.fromkeys(LANGUAGES, 0)
    seen = marks = 0
    for number, (_, c) in enumerate(lines(text)):
        if number == LINES:
            break
        i, _ = indent(c, 0, 0)
        if i == len(c):
            continue
        seen += 1
        last = c.rstrip(" \t")[-1]
        marks += last in "{};"
        counts["python"] += last == ":"
        for language in LANGUAGES:
            counts[language] += sum(c.startswith(prefix, i) for prefix in PREFIXES[language])
    if 4 * marks > seen:
        counts["python"] = -1
    best = max(LANGUAGES, key=lambda language: counts[language])
    if counts[best] > 0:
        return best
    return "javascript" if 4 * marks > seen else "python"
