r"""Parser of citations: `[doc: NAME, chunk: ID]`, as models write them.

The parser also accepts any white space (including line ends) around the words and marks, any case of `doc` and
`chunk`, several citations in one pair of brackets (`[doc: a, chunk: 1; doc: b, chunk: 2]`,
`[doc: a, chunk: 1, chunk: 2]`), and Markdown's `\[…\]`. Text that begins like a citation but is not one is
reported as malformed; nothing that looks like a citation is skipped.

    citation = "[" item ((";" | ",") item)* "]"
    item     = "doc" ":" NAME ("," | ";") "chunk" ":" ID   |   "chunk" ":" ID      (the doc of the item before)

NAME and ID are escaped as in `shiplap.prompt.escaping`. They end at a comma or semicolon followed by one of the
words and a colon, or at the bracket, unless a backslash precedes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from shiplap.citations.line_numbers import Documents, Lines
from shiplap.citations.locations import Place, read_json, validated_fields
from shiplap.citations.resolver import MALFORMED, Resolver
from shiplap.errors import OptionError
from shiplap.prompt.escaping import CHUNK, DOC, SPACE, unescape_name
from shiplap.prompt.passages import Passage, passages

_OPENING = re.compile(rf"\[(?={SPACE}*{DOC}{SPACE}*:)")
_CLOSING = re.compile(r"(?:[^\\\]\n]|\\[^\n]|\n(?![^\S\n]*\n))*(\])")
_MARKDOWN_CLOSING = re.compile(r"(?:[^\\\]\n]|\\[^\]\n]|\n(?![^\S\n]*\n))*(\\\])")
_FIELD = re.compile(rf"\\.|(?:\A{SPACE}*|[,;]{SPACE}*)({DOC}|{CHUNK}){SPACE}*:", re.DOTALL)

#: Most unescaped brackets in a name, for models that leave out the backslashes.
BRACKETS = 8


@dataclass(frozen=True)
class Citation:
    """A citation and the chunk it cites.

    start, end: span in the answer; of several citations in one pair of brackets, the first includes the opening
        bracket and the last the closing one.
    name, id: the cited name and id, unescaped; None if malformed.
    place: the place of the chunk, or None.
    reason: None, or the reason for the missing place: "unknown id", "unknown source" (the chunk with this id
        belongs to another document), "ambiguous" (several chunks match), "malformed".
    chunk: the chunk as given; not part of the JSON.
    """

    start: int
    end: int
    name: str | None
    id: str | None
    place: Place | None
    reason: str | None
    chunk: Any = field(default=None, compare=False, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, except the chunk, as values for JSON."""
        return {
            "start": self.start, "end": self.end, "name": self.name, "id": self.id, "reason": self.reason,
            "place": None if self.place is None else self.place.to_dict(),
        }  # fmt: skip

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> Citation:
        """Build the citation from the result of `to_dict`."""
        facts = validated_fields(Citation, values)
        return Citation(**{**facts, "place": None if facts["place"] is None else Place.from_dict(facts["place"])})


@dataclass(frozen=True)
class ParsedAnswer:
    """An answer and its citations, in order."""

    text: str
    citations: tuple[Citation, ...]

    @property
    def resolved(self) -> list[Citation]:
        """The citations with a place."""
        return [citation for citation in self.citations if citation.reason is None]

    @property
    def unresolved(self) -> list[Citation]:
        """The citations without a place; each has a reason."""
        return [citation for citation in self.citations if citation.reason is not None]

    @property
    def plain(self) -> str:
        """The answer without its citations and the spaces before them."""
        parts, at = [], 0
        for citation in self.citations:
            between = self.text[at : citation.start]
            # text between two citations of one pair of brackets is removed with them
            parts.append("" if self.text[citation.start] != "[" else between.rstrip(" \t"))
            at = citation.end
        return "".join(parts) + self.text[at:]

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as values for JSON."""
        return {"text": self.text, "citations": [citation.to_dict() for citation in self.citations]}

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> ParsedAnswer:
        """Build the answer from the result of `to_dict`. Raises OptionError for invalid values."""
        facts = validated_fields(ParsedAnswer, values)
        return ParsedAnswer(facts["text"], tuple(map(Citation.from_dict, facts["citations"])))

    def to_json(self) -> str:
        """Return the answer as JSON."""
        return json.dumps(self.to_dict())

    @staticmethod
    def from_json(text: str) -> ParsedAnswer:
        """Build the answer from the result of `to_json`. Raises OptionError for invalid JSON or values."""
        found: ParsedAnswer = read_json(ParsedAnswer, text)
        return found


def parse_citations(
    answer: str, chunks: Any, *, documents: Documents = None, name: Callable[[Any], str] | None = None
) -> ParsedAnswer:
    """Parse the citations of an answer and resolve each to a chunk and its place, or to a reason for failure.

    chunks: the chunks in the prompt: `Chunks`, a `Prompt`, or an iterable of `Chunk`, hits or rows.
    documents: the texts of the documents, for line numbers: a mapping from document id or source to str or bytes,
        or a function of a passage (`from_files()` reads the file that is its source). `Chunks` carry their texts.
    name: the `name` function that the prompt was built with, if any.

    A citation may name the chunk's source, its document id, or the last part of either as a path. Raises
    OptionError. Time grows with the answer and the chunks.
    """
    given = passages(chunks)
    parsed, _ = parse(answer, given, Lines(given, documents), name)
    return parsed


def parse(answer: Any, given: list[Passage], lines: Lines, name: Any) -> tuple[ParsedAnswer, list[Passage | None]]:
    """Parse citations like `parse_citations`, given passages; also return the passage of each citation."""
    if not isinstance(answer, str):
        raise OptionError("answer", answer, "must be a str")
    if name is not None and not callable(name):
        raise OptionError("name", name, "must be the name function that the prompt was built with, or None")
    resolve = Resolver(given, name).resolve
    found: list[tuple[Written, Passage | str]] = [
        (written, MALFORMED if written.name is None or written.id is None else resolve(written.name, written.id))
        for written in read(answer, lambda written: not isinstance(resolve(*written), str))
    ]
    cited = [passage if isinstance(passage, Passage) else None for _, passage in found]
    places = iter(lines.find([(place_of(passage), passage) for passage in cited if passage is not None]))
    return ParsedAnswer(answer, tuple(_citation(written, passage, places) for written, passage in found)), cited


def place_of(passage: Passage) -> Place:
    """Return the place of a passage, without lines."""
    return Place(
        (passage.id,), passage.document_id, passage.source, passage.start, passage.end, passage.start_byte,
        passage.end_byte, provenance=passage.provenance,
    )  # fmt: skip


def _citation(written: Written, found: Passage | str, places: Iterator[Place]) -> Citation:
    name = None if written.name is None else unescape_name(written.name)
    id = None if written.id is None else unescape_name(written.id)
    if isinstance(found, str):
        return Citation(written.start, written.end, name, id, None, found)
    return Citation(written.start, written.end, name, id, next(places), None, found.given)


@dataclass(frozen=True)
class Written:
    """A citation as written: its span in the answer; name and id still escaped, None if malformed."""

    start: int
    end: int
    name: str | None
    id: str | None


def read(answer: str, is_known: Callable[[tuple[str, str]], bool]) -> list[Written]:
    """Read everything that begins like a citation, in order. `is_known` checks whether a name and an id, as
    written, belong to a chunk."""
    openings = [match.start() for match in _OPENING.finditer(answer)]
    # in Markdown, a backslash may precede a bracket; in a name escaped by `shiplap.prompt.escaping`, one always
    # does
    plain = [start for start in openings if answer[max(start - 1, 0) : start] != "\\"]
    stops = dict(zip(plain, [*plain[1:], len(answer)], strict=False))
    found: list[Written] = []
    for start, stop in zip(openings, [*openings[1:], len(answer)], strict=False):
        if found and start < found[-1].end:
            continue
        far = stops.get(start, stop)
        own = _read_one(answer, start, far, is_known)
        if far != stop and not any(item.id is not None and is_known((item.name or "", item.id)) for item in own):
            own = _read_one(answer, start, stop, is_known)
        found += own
    return found


def _read_one(answer: str, start: int, stop: int, is_known: Callable[[tuple[str, str]], bool]) -> list[Written]:
    """Read the citations of one pair of brackets, up to the first closing bracket, unless only a later one yields
    a known chunk."""
    closing = _MARKDOWN_CLOSING if answer[max(start - 1, 0) : start] == "\\" else _CLOSING
    at, found = start + 1, None
    for _ in range(BRACKETS):
        closed = closing.match(answer, at, stop)
        if closed is None:
            break
        at = closed.end()
        items = _items(answer[start + 1 : closed.start(1)], start + 1)
        if items:
            items[0] = Written(start, items[0].end, items[0].name, items[0].id)
            items[-1] = Written(items[-1].start, at, items[-1].name, items[-1].id)
        if items and any(is_known((item.name or "", item.id or "")) for item in items):
            return items
        found = found or items or [Written(start, at, None, None)]
    if found is None:
        newline = answer.find("\n", start, stop)
        found = [Written(start, stop if newline < 0 else newline, None, None)]
    return found


def _items(body: str, offset: int) -> list[Written]:
    """Read the citations between two brackets; an empty list if malformed."""
    words = [word for word in _FIELD.finditer(body) if word[1]]
    found: list[Written] = []
    name: str | None = None
    begin: int | None = None
    for i, word in enumerate(words):
        stop = words[i + 1].start() if i + 1 < len(words) else len(body)
        value = body[word.end() : stop].strip()
        at = offset + word.start(1)
        if word[1].lower() == "doc":
            if begin is not None:
                return []  # two docs without a chunk between them
            name, begin = value, at
        elif name is None:
            return []
        else:
            found.append(Written(at if begin is None else begin, offset + stop, name, value))
            begin = None
    return found if begin is None else []
