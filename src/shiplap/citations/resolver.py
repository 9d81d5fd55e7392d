r"""Resolution of a name and an id, as an answer writes them, to the one cited chunk, or to the reason for failure.

The id decides, and the name must match it. Both are first compared verbatim; if that finds nothing, they are
compared without the changes that models make: changed white space, lost or added backslashes (Markdown), composed
accents, surrounding quotes or back-ticks, a path without its folders. Nothing is guessed: a citation that could
mean two chunks resolves to none. The location that a prompt names behind a citation ("page iv") may stand behind
the id too, if it is that of the chunk.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from shiplap.citations.normalization import normalized
from shiplap.prompt.escaping import unescape_name
from shiplap.prompt.passages import Passage

UNKNOWN_ID, UNKNOWN_SOURCE, AMBIGUOUS, MALFORMED = "unknown id", "unknown source", "ambiguous", "malformed"

#: Most names at the end of a path that an abbreviated path may keep.
FOLDERS = 64

#: Most commas and semicolons that an id may have before its location.
COMMAS = 8

#: What separates an id from a location behind it.
_SEPARATOR = re.compile(r"(?<!\\)[,;]")

#: Passages by name, without duplicates.
Named = dict[str, dict[Any, Passage]]


def loosely(written: str) -> str:
    """Remove from a name or an id everything that models change.

    >>> loosely('"my\\\\_file,  v2.txt"')
    'my_file, v2.txt'
    """
    text = normalized(written, "NFC")
    return " ".join(text.replace("\\", "").split()).strip("\"'`“”„‘’«»* ")


def as_path(written: str) -> str:
    """Return the result of `loosely` with one kind of slash."""
    return loosely(written.replace("\\", "/"))


def _ends(path: str) -> Iterator[str]:
    """Yield a path, and its last name, last two names, …, up to FOLDERS."""
    yield path
    at = len(path)
    for _ in range(FOLDERS):
        at = path.rfind("/", 0, at)
        if at < 0:
            break
        if at + 1 < len(path):
            yield path[at + 1 :]


class Resolver:
    """Finds chunks among the passages. `name` is the prompt's function for document names, or None."""

    def __init__(self, passages: Sequence[Passage], name: Callable[[Any], str] | None) -> None:
        self._name = name
        self._ids: dict[str, list[Passage]] = defaultdict(list)
        for passage in passages:
            self._ids[passage.id].append(passage)
        self._loose: dict[str, set[str]] | None = None
        self._named: dict[str, tuple[Named, Named, Named]] = {}

    def resolve(self, written_name: str, written_id: str) -> Passage | str:
        """Return the passage, or the reason for failure. Name and id are escaped, as in the answer."""
        id = unescape_name(written_id)
        if id not in self._ids:
            ids = self._of_loose(written_id) or self._of_located(written_id)
            if len(ids) != 1:
                return AMBIGUOUS if ids else UNKNOWN_ID
            (id,) = ids
        name = unescape_name(written_name)
        for named, key in zip(self._names(id), (name, loosely(written_name), as_path(name)), strict=True):
            meant = named.get(key)
            if meant:
                return next(iter(meant.values())) if len(meant) == 1 else AMBIGUOUS
        return UNKNOWN_SOURCE

    def _of_loose(self, written: str) -> set[str]:
        if self._loose is None:
            self._loose = defaultdict(set)
            for id in self._ids:
                self._loose[loosely(id)].add(id)
        return self._loose.get(loosely(written), set())

    def _of_located(self, written: str) -> set[str]:
        """Return the ids behind which the location of their chunk is written."""
        for separator in islice(_SEPARATOR.finditer(written), COMMAS):
            location = loosely(written[separator.end() :])
            known = self._of_loose(written[: separator.start()]) if location else set()
            found = {id for id in known if any(loosely(own.location) == location for own in self._ids[id])}
            if found:
                return found
        return set()

    def _names(self, id: str) -> tuple[Named, Named, Named]:
        """Map document names to the passages with an id: verbatim, loosely, and by the ends of paths."""
        if id not in self._named:
            exact: Named = defaultdict(dict)
            nearly: Named = defaultdict(dict)
            ends: Named = defaultdict(dict)
            for passage in self._ids[id]:
                chunk = (passage.key, passage.start, passage.end, passage.text)  # a repeated chunk counts once
                for name in self._names_of(passage):
                    exact[name].setdefault(chunk, passage)
                    nearly[loosely(name)].setdefault(chunk, passage)
                    for path in _ends(as_path(name)):
                        ends[path].setdefault(chunk, passage)
            self._named[id] = (exact, nearly, ends)
        return self._named[id]

    def _names_of(self, passage: Passage) -> list[str]:
        names = [name for name in (passage.source, passage.document_id) if name is not None]
        return [*names, self._name(passage.given) if self._name else passage.name]
