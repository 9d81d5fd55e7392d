"""Heading paths as they stand before a text."""

from __future__ import annotations

from collections.abc import Sequence

from shiplap.content.region import clean_title

#: Between headings, and between them and the text.
JOINER, GAP = " > ", "\n\n"

#: Code points that are read for each heading: a title has 1,000 at most, and marks may stand around it.
LINE = 4000

#: Code points in which most texts have a first visible line.
GLANCE = 400

#: What a line that underlines a heading is made of, white space aside.
MARKS = "=-~^\"'`*+"


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
    if not path or _begins_otherwise(path, text):
        return path
    lines = (line.strip("# \t") for line in text[: LINE * len(path)].splitlines()[: 3 * len(path)])
    titles = [clean_title(line) for line in lines if line.strip(MARKS)]
    for k in range(len(path)):
        if titles[: len(path) - k] == list(path[k:]):
            return path[:k]
    return path


def _begins_otherwise(path: Sequence[str], text: str) -> bool:
    """Whether the first visible line of a text is none of the headings: a glance at most texts decides."""
    *lines, _ = text[:GLANCE].splitlines() or [""]  # the last one may go on
    for line in lines:
        title = line.strip("# \t")
        if title.strip(MARKS):
            return clean_title(title) not in path
    return False


def context(headings: Sequence[str], table_header: str, text: str) -> str:
    """What stands before a chunk's text where it is embedded, searched and shown: the headings that the text does
    not begin with itself, and the header of the table that it goes on with.

    >>> context(("Rain", "Snow"), "", "It snows.")
    'Rain > Snow\\n\\n'
    """
    return prefix_of(headings_outside(headings, text)) + table_header
