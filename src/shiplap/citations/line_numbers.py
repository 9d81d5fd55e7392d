r"""Line numbers of places in their documents.

They are counted in the text of the document: the one given with `documents=`, else the text of the `Chunks`, else
the text that the passages cover from the beginning of the document. A text that does not contain the passage at
its offsets is another version of the document and is not used.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any

from shiplap.citations.locations import Place
from shiplap.errors import OptionError
from shiplap.prompt.passages import Passage
from shiplap.prompt.selection import utf8_size
from shiplap.readers.registry import Readers

#: Texts by document id or source, or a function of a passage that returns its document's text (str or UTF-8), or
#: None.
Documents = Mapping[Any, Any] | Callable[[Passage], Any] | None


#: Code points of a text that are counted at most to find an offset in bytes.
STEP = 4096


def from_files(root: str | os.PathLike[str] | None = None) -> Callable[[Passage], str | None]:
    """Return a function that reads the file that is a passage's source, for `documents=`.

    root: the folder that relative sources are relative to, for chunks from a store `Store.root`; by default the
        current folder.

    The function returns the text, or None if the file cannot be read. The text is UTF-8 with errors replaced,
    which is an option of `shiplap ingest` too; of HTML, PDF and the like it is the text that their reader makes.
    """
    base, readers = Path() if root is None else Path(root), Readers()

    def read(passage: Passage) -> str | None:
        if passage.source is None:
            return None
        try:
            path = base / passage.source
            if not path.is_file():  # but a pipe or a device
                return None
            data = path.read_bytes()
            is_text = readers.find(data, passage.source) is None
            return data.decode("utf-8", "replace") if is_text else readers.text(data, passage.source)
        except (OSError, ValueError, ImportError):
            return None

    return read


def reader(documents: Documents) -> Callable[[Passage], Any]:
    """Return a function that finds the text of a passage's document. Raises OptionError."""
    if documents is None:
        return lambda passage: None
    if isinstance(documents, Mapping):
        found: Mapping[Any, Any] = documents
        return lambda passage: found.get(passage.document_id, found.get(passage.source))
    if not callable(documents):
        rule = "must be a mapping from document ids or sources to texts, or a function of a passage"
        raise OptionError("documents", documents, rule)
    return documents


class Lines:
    """Finds line numbers. Reads each document once, whatever the number of places in it."""

    def __init__(self, passages: Sequence[Passage], documents: Documents) -> None:
        self._passages = passages
        self._documents: dict[Any, list[Passage]] | None = None
        self._texts: dict[int, str] = {}  # texts of `Chunks`, by identity of the object
        self._given: dict[Any, str] = {}  # texts of documents that `document` has returned
        self._sizes: dict[Any, list[int]] = {}  # UTF-8 bytes before every STEP-th code point of these
        self._read = reader(documents)

    def find(self, places: Sequence[tuple[Place, Passage]]) -> list[Place]:
        """Add lines to places, each given with a passage that contains it or its beginning."""
        found = [place for place, _ in places]
        documents: dict[Any, list[int]] = defaultdict(list)
        for i, (place, passage) in enumerate(places):
            if place.start is not None and place.end is not None and passage.has_span:
                documents[passage.key if passage.key is not None else (i,)].append(i)
        for key, rows in documents.items():
            text = self._text(key, places[rows[0]][1])
            known: dict[int, bool] = {}
            for i in rows:
                passage = places[i][1]
                if id(passage) not in known:
                    known[id(passage)] = text.startswith(passage.text, passage.start)
            right = [i for i in rows if known[id(places[i][1])] and (found[i].end or 0) <= len(text)]
            ends = [(found[i].start or 0, max(found[i].start or 0, (found[i].end or 0) - 1)) for i in right]
            numbers = line_numbers(text, {offset for pair in ends for offset in pair})
            for i, (first, last) in zip(right, ends, strict=True):
                found[i] = replace(found[i], start_line=numbers[first], end_line=numbers[last])
        return found

    def bytes_before(self, passage: Passage, p: int) -> int:
        """Return the UTF-8 bytes before an offset of a passage's document, whose text `document` has returned."""
        text = self._given[passage.key]
        if passage.key not in self._sizes:
            steps = (text[k : k + STEP] for k in range(0, len(text), STEP))
            self._sizes[passage.key] = list(accumulate(map(utf8_size, steps), initial=0))
        return self._sizes[passage.key][p // STEP] + utf8_size(text[p - p % STEP : p])

    def document(self, passage: Passage) -> str | None:
        """Return the text of a passage's document, without a gap at its beginning, as far as it is known: it
        contains the passage at its offsets. Else None. A text is kept for the other quotes."""
        if not passage.has_span or passage.key is None:
            return None
        if passage.key not in self._given:
            self._given[passage.key] = self._text(passage.key, passage)
        text = self._given[passage.key]
        return text if text.startswith(passage.text, passage.start) else None

    def _text(self, key: Any, passage: Passage) -> str:
        if key in self._given:
            return self._given[key]
        given = self._read(passage)
        if given is None and passage.chunks is not None:
            given = self._texts.get(id(passage.chunks))
            if given is None:
                given = self._texts[id(passage.chunks)] = passage.chunks.text
        if given is None:
            return self._pieced(key, passage)
        if isinstance(given, (bytes, bytearray, memoryview)):
            return bytes(given).decode("utf-8", "replace")
        if not isinstance(given, str):
            raise OptionError("documents", given, "must return texts (str or UTF-8 in bytes) or None")
        return given

    def _pieced(self, key: Any, passage: Passage) -> str:
        """Join the passages of a document from its beginning up to the first gap."""
        if self._documents is None:
            self._documents = defaultdict(list)
            for other in self._passages:
                if other.has_span:
                    self._documents[other.key].append(other)
        own = [passage] if passage.key is None else self._documents.get(key, [])
        reach, parts = 0, []
        for passage in sorted(own, key=lambda passage: passage.start or 0):
            start, end = passage.start or 0, passage.end or 0
            if start > reach:
                break
            if end > reach:
                parts.append(passage.text[reach - start :])
                reach = end
        return "".join(parts)


def line_numbers(text: str, offsets: Iterable[int]) -> dict[int, int]:
    r"""Map each offset to the line of its character, from 1. Reads the text once.

    >>> line_numbers("a\r\nb\rc\n", [0, 1, 2, 3, 5, 7])
    {0: 1, 1: 1, 2: 1, 3: 2, 5: 3, 7: 4}
    """
    found, line, at = {}, 1, 0
    for offset in sorted(offsets):
        # a CR ends a line unless an LF follows, which may be past the offset
        line += text.count("\n", at, offset) + text.count("\r", at, offset) - text.count("\r\n", at, offset + 1)
        found[offset], at = line, offset
    return found
