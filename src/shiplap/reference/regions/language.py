"""The language of a code text, guessed by the beginnings and the ends of its lines."""

from __future__ import annotations

from shiplap._data.code_languages import OTHER
from shiplap._data.code_prefixes import LANGUAGES, PREFIXES
from shiplap.reference.regions.line import indent, lines

#: The number of lines that are read.
MAX_LINES = 120
#: The weight of a line "end", more than that of another sign: no language of the outline by tokens has such lines.
END_WEIGHT = 2


def guess(text: str) -> str:
    """Return the language with most signs. If more than a fourth of the lines end with a brace or a semicolon, the
    language is not Python. A line "end" counts for the other languages. Without any sign, the language is
    JavaScript if more than a fourth of the lines end so, else Python."""
    counts = dict.fromkeys(LANGUAGES, 0)
    seen = marks = 0
    for number, (_, c) in enumerate(lines(text)):
        if number == MAX_LINES:
            break
        i, _ = indent(c, 0)
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
