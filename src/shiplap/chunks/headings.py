"""Heading paths as they stand before a text."""

from __future__ import annotations

from collections.abc import Sequence

#: Between headings, and between them and the text.
JOINER, GAP = " > ", "\n\n"


def prefix_of(path: Sequence[str]) -> str:
    """A heading path as it stands before a text.

    >>> prefix_of(["Rain", "Snow"]), prefix_of([])
    ('Rain > Snow\\n\\n', '')
    """
    return JOINER.join(path) + GAP if path else ""


def headings_outside(path: Sequence[str], text: str) -> Sequence[str]:
    """The headings that a text does not begin with itself.

    >>> headings_outside(("Rain", "Snow"), "## Snow\\n\\nIt snows.")
    ('Rain',)
    >>> headings_outside(("Rain", "Snow"), "It snows.")
    ('Rain', 'Snow')
    """
    lines = (line.strip("# \t") for line in text.splitlines()[: 3 * len(path)])
    titles = [line for line in lines if line.strip("=-~^\"'`*+")]
    for k in range(len(path)):
        if titles[: len(path) - k] == list(path[k:]):
            return path[:k]
    return path
