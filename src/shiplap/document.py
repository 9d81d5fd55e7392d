"""Documents: a text with its identity and its provenance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, final

from shiplap.identity import check_identity, check_path
from shiplap.source import DocumentBase, TextLike, view

if TYPE_CHECKING:
    import os

    from shiplap.provenance import Provenance


@final
@dataclass(frozen=True, repr=False, slots=True)
class Document(DocumentBase):
    """A text with its identity and its provenance, accepted wherever a text is. Immutable.

    text: what is cut: a `str`, or UTF-8 in `bytes`, `bytearray`, `memoryview` or `mmap`. Offsets and hashes are
        those of this text.
    document_id, source, metadata: the document's identity; they change no chunk.
    path: the origin of the text: its extension determines the content type. It may be virtual ("page.md"); the
        file is not opened.
    provenance: span tables by name, as `shiplap.provenance.Provenance` takes them: pages, runs (lines with their
        boxes), boxes, times, cells, anchors, origin. Chunks of the document then know theirs.

    An argument of a call takes the place of the document's own value.

    Raises OptionError for an identity of a wrong type, TextTypeError for a text of another type, ProvenanceError
    for a table that breaks a rule, and, for bytes with tables, TextError for invalid UTF-8.

    >>> import shiplap
    >>> text = "It rains. It pours."
    >>> document = shiplap.Document(text, document_id="weather", provenance={"pages": [(0, 10, 1), (10, 19, 2)]})
    >>> [(chunk.id, chunk.pages) for chunk in shiplap.SentenceChunker(10, 0, min_size=1).chunk(document)]
    [('weather-chunk-0', (1, 1)), ('weather-chunk-1', (2, 2))]
    """

    text: TextLike
    _: KW_ONLY
    document_id: str | None = None
    source: str | None = None
    path: str | os.PathLike[str] | None = None
    metadata: Mapping[str, Any] | None = None
    provenance: Provenance | None = None

    def __post_init__(self) -> None:
        source = check_identity(self.document_id, self.source, self.metadata)
        check_path(self.path)
        object.__setattr__(self, "source", source)
        given: Any = self.provenance
        if type(self.text) is not str and given is None:
            view(self.text)
        if given is not None:
            from shiplap.provenance import Provenance

            characters = len(self.text) if isinstance(self.text, str) else view(self.text).characters
            object.__setattr__(self, "provenance", Provenance(given, characters))

    def named(self, **given: Any) -> dict[str, Any]:
        """Return arguments of a call by name; in the place of None, the document's own values.

        >>> Document("It rains.", source="a.txt", path="a.txt").named(source=None, path="b.md")
        {'source': 'a.txt', 'path': 'b.md'}
        """
        return {name: getattr(self, name) if value is None else value for name, value in given.items()}

    def __repr__(self) -> str:
        named = ", ".join(
            f"{name}={value!r}"
            for name in ("document_id", "source", "path", "metadata", "provenance")
            if (value := getattr(self, name)) is not None
        )
        return f"Document({type(self.text).__name__} of {len(self.text)}{', ' + named if named else ''})"
