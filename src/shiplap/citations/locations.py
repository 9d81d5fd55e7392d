"""Places: spans in documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from types import NoneType
from typing import Any

from shiplap.chunks.located import LocatedChunk
from shiplap.errors import OptionError
from shiplap.provenance.described import is_described


@dataclass(frozen=True)
class Place(LocatedChunk):
    """A span of a document. Unknown fields are None. The attributes from `pages` to `address` are as those of a
    chunk, for the span.

    ids: ids of the chunks that contain the span: one for a citation; for a quote, one that contains all of it,
        else all that it touches.
    document_id, source: the document.
    start, end: offsets in characters; start_byte, end_byte: offsets in UTF-8 bytes.
    start_line, end_line: lines of the first and last character, from 1. LF, CR LF and CR end a line, as in text
        editors.
    provenance: what is known of the span, in the form of `Chunk.provenance`: for a citation that of the chunk. For
        a quote that of the quoted text, if its chunk is one of `Chunks` with span tables; else, as of a store,
        the pages of the quoted text, and otherwise what is known of the chunks in `ids`.
    """

    ids: tuple[str, ...]
    document_id: str | None
    source: str | None
    start: int | None
    end: int | None
    start_byte: int | None
    end_byte: int | None
    start_line: int | None = None
    end_line: int | None = None
    provenance: dict[str, Any] | None = field(default=None, hash=False)

    @property
    def id(self) -> str:
        """The id of the first chunk."""
        return self.ids[0]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as values for JSON."""
        return {**asdict(self), "ids": list(self.ids)}

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> Place:
        """Build the place from the result of `to_dict`."""
        facts = validated_fields(Place, values)
        if facts["provenance"] is not None and not is_described(facts["provenance"]):
            raise OptionError("provenance", facts["provenance"], "must be as in Place.to_dict()")
        return Place(**{**facts, "ids": tuple(facts["ids"])})

    def __str__(self) -> str:
        """Format the place with its location: `manual.pdf, page iv`; without one like compilers and grep:
        `README.md:10-12`, or the id if the lines are unknown."""
        name = self.source if self.source is not None else self.document_id or self.id
        location = self.location
        if location:
            return f"{name}, {location}"
        if self.start_line is None:
            return self.id
        last = "" if self.end_line == self.start_line else f"-{self.end_line}"
        return f"{name}:{self.start_line}{last}"


def read_json(cls: Any, text: str) -> Any:
    """Build an object with `cls.from_dict` from JSON. Raises OptionError for invalid JSON."""
    try:
        return cls.from_dict(json.loads(text))
    except OptionError:
        raise
    except (TypeError, ValueError, RecursionError) as error:
        raise OptionError("text", text, f"is not the JSON of a {cls.__name__}: {error}") from None


#: JSON types of fields, by annotation: other tuples are lists, other values objects.
_KINDS: dict[str, tuple[type, ...]] = {
    "int": (int,), "str": (str,), "int | None": (int, NoneType), "str | None": (str, NoneType),
    "Place | None": (Mapping, NoneType), "dict[str, Any] | None": (dict, NoneType),
}  # fmt: skip


def validated_fields(cls: Any, values: Any) -> dict[str, Any]:
    """Extract a dataclass's field values from parsed JSON. Raises OptionError for a missing value or a wrong
    type."""
    known = {field.name: str(field.type) for field in fields(cls) if field.compare}
    if not isinstance(values, Mapping) or not all(name in values for name in known):
        raise OptionError("values", values, f"must be a mapping with {', '.join(known)}")
    for name, kind in known.items():
        value = values[name]
        fits = isinstance(value, _KINDS.get(kind, (list, tuple))) and not isinstance(value, bool)
        if fits and kind in ("tuple[str, ...]", "tuple[int, ...]"):
            fits = len(value) > 0 or kind != "tuple[str, ...]"
            fits = fits and all(type(one) is (str if "str" in kind else int) for one in value)
        if not fits:
            raise OptionError(name, value, f"must be as in {cls.__name__}.to_dict(): {kind}")
    return {name: values[name] for name in known}
