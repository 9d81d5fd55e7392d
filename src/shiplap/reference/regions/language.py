"""The language that a code text is written in, guessed by what its lines begin and end with."""

from __future__ import annotations

from shiplap._data.code_languages import OTHER
from shiplap._data.code_prefixes import LANGUAGES, PREFIXES
from shiplap.reference.regions.line import indent, lines

#: Lines that are looked at.
MAX_LINES = 120
#: What a line that is "end" counts more than another sign: no language of the outline by tokens has it.
END_WEIGHT = 2


def guess(text: str) -> str:
    """Return the language with most signs. Python has no braces or semicolons at the ends of its lines; where a
    fourth of the lines do, it is not thought of. Lines that are "end" count for the other languages. Without any
    sign it is JavaScript, or Python."""
    counts = dict.fromkeys(LANGUAGES, 0)
    seen = marks = 0
    for number, (_, c) in enumerate(lines(text)):
        if number == MAX_LINES:
            break
        i, _ = indent(c, 0, 0)
        if i == len(c):
            continue
        seen += 1
        last = c.rstrip(" \t")[-1]
        marks += last in "{};"
        counts["python"] += last == ":"
        counts[OTHER] += END_WEIGHT * (c[i:].rstrip(" \t") == "end")
        for language in LANGUAGES:
            counts[language] += sum(c.startswith(prefix, i) for prefix in PREFIXES[language])
    if 4 * marks > seen:
        counts["python"] = -1
    best = max(LANGUAGES, key=lambda language: counts[language])
    if counts[best] > 0:
        return best
    return "javascript" if 4 * marks > seen else "python"
