"""Any chunker of shiplap as a component of Haystack. Needs the extra `haystack`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from shiplap.integrations import require

require("haystack", "haystack")

from haystack import Document, component, logging  # noqa: E402
from haystack.core.serialization import default_from_dict, default_to_dict  # noqa: E402

from shiplap.chunkers.base import Chunker  # noqa: E402
from shiplap.chunkers.hierarchy import HierarchicalChunker  # noqa: E402
from shiplap.chunkers.presets import PresetName  # noqa: E402
from shiplap.chunks.chunks import Chunks  # noqa: E402
from shiplap.document import Document as SourceDocument  # noqa: E402
from shiplap.integrations.metadata import (  # noqa: E402
    chunker_from,
    described,
    hierarchical,
    metadata_of,
    path_in,
    text_of,
)

__all__ = ["ShiplapDocumentSplitter", "ShiplapHierarchicalDocumentSplitter"]

logger: Any = logging.getLogger(__name__)

#: The names under which converters keep the path of a document.
PATHS = ("file_path", "file_name", "source")


@component
class ShiplapDocumentSplitter:
    """A chunker of shiplap as a Haystack component that splits documents.

    chunker: a chunker, the name of a preset, or a configuration, as `to_dict` writes it.
    skip_empty_documents: whether a document without text yields nothing, with a warning; else it is passed on.

    The content of a document is a slice of its source. Its meta are those of the source, and as Haystack's own
    splitters write them `source_id`, `page_number` (that of a `shiplap.Document`'s page, else by form feeds, from
    1), `split_id`, `split_idx_start` (in code points), and `_split_overlap` if the chunker has an overlap; then
    `kind`, `headings` (joined by " > "), `table_header`, `line_start` and `line_end` of the chunk. The meta
    `file_path`, `file_name` or `source` sets the content type for an `AdaptiveChunker`.

    Raises OptionError for what is no chunker, and the errors of the chunker.

    >>> splitter = ShiplapDocumentSplitter("adaptive")
    >>> page = Document(content="# Rain\\n\\nIt rains.\\n", meta={"file_path": "rain.md"})
    >>> document, = splitter.run([page])["documents"]
    >>> document.meta["source_id"] == page.id, document.meta["split_idx_start"], document.meta["headings"]
    (True, 0, 'Rain')
    """

    def __init__(
        self, chunker: Chunker | PresetName | Mapping[str, Any] = "adaptive", *, skip_empty_documents: bool = True
    ) -> None:
        self.chunker: Chunker = chunker_from(chunker)
        self.skip_empty_documents = skip_empty_documents

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        """Split documents, of Haystack or `shiplap.Document`s, whose pages, boxes and times are in the meta.

        Returns {"documents": the documents of all chunks, in order}. Raises TypeError for what is no list of
        documents, and ValueError for a document whose content is None.

        >>> splitter = ShiplapDocumentSplitter({"chunker": "fixed", "chunk_size": 10, "chunk_overlap": 0})
        >>> [found.content for found in splitter.run([Document(content="It rains. It pours.")])["documents"]]
        ['It rains. ', 'It pours.']
        """
        kinds = (Document, SourceDocument)
        if not isinstance(documents, list) or not all(isinstance(each, kinds) for each in documents):
            raise TypeError("ShiplapDocumentSplitter expects a list of Documents as input.")
        for document in documents:
            if isinstance(document, Document) and document.content is None:
                raise ValueError(
                    "ShiplapDocumentSplitter splits text, but the content of the document with the id"
                    f" {document.id} is None."
                )
        return {"documents": [found for document in documents for found in self._split(document)]}

    def _split(self, given: Document | SourceDocument) -> list[Document]:
        """Return the documents of the chunks of one document."""
        document = _haystack(given) if isinstance(given, SourceDocument) else given
        text = document.content or ""
        if not text:
            if self.skip_empty_documents:
                logger.warning("The document with the id {id} has no text and is skipped.", id=document.id)
                return []
            return [Document(content="", meta=self._meta(document, 0, 0, ""))]
        return self._made(document, text, self._cut(given, document, text))

    def _cut(self, given: Document | SourceDocument, document: Document, text: str) -> Any:
        """Cut the text of a document."""
        if isinstance(given, SourceDocument):
            return self.chunker.chunk(given)
        path = path_in(document.meta, *PATHS)
        return self.chunker.chunk(text, source=path, path=path)

    def _made(
        self, document: Document, text: str, chunks: Chunks, more: Sequence[dict[str, Any]] | None = None
    ) -> list[Document]:
        """Return the documents of the chunks of one document, with more meta for each of them."""
        found: list[Document] = []
        pages = breaks = 0
        for chunk in chunks:
            pages += text.count("\f", breaks, chunk.start)
            breaks = chunk.start
            meta = self._meta(document, chunk.index, chunk.start, chunk.text, pages)
            if chunk.pages is not None:
                meta["page_number"] = chunk.pages[0]
            own = {} if more is None else more[len(found)]
            found.append(Document(content=chunk.text, meta={**meta, **_meta_of(described(chunk)), **own}))
        if more is None and self.chunker.config.get("chunk_overlap"):
            add_overlaps(found, chunks)
        return found

    def _meta(self, document: Document, index: int, start: int, content: str, pages: int = 0) -> dict[str, Any]:
        """Return the meta of a chunk. Page breaks at its begin come before its page, unless it has nothing
        else."""
        opening = len(content) - len(content.lstrip("\f"))
        page = 1 + pages + (opening if opening < len(content) else 0)
        own = {"source_id": document.id, "page_number": page, "split_id": index, "split_idx_start": start}
        return {**deepcopy(document.meta), **own}

    def to_dict(self) -> dict[str, Any]:
        """Return the component as a dictionary, with the configuration of the chunker."""
        return default_to_dict(self, chunker=self.chunker.config, skip_empty_documents=self.skip_empty_documents)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ShiplapDocumentSplitter:
        """Return the component of a dictionary.

        >>> splitter = ShiplapDocumentSplitter("fixed-900")
        >>> ShiplapDocumentSplitter.from_dict(splitter.to_dict()).chunker == splitter.chunker
        True
        """
        return default_from_dict(cls, data)


@component
class ShiplapHierarchicalDocumentSplitter(ShiplapDocumentSplitter):
    """Levels of chunks (`shiplap.hierarchy`) as a Haystack component, for its `AutoMergingRetriever`.

    chunker: a `HierarchicalChunker`, or its configuration, as `to_dict` writes it.
    skip_empty_documents: as for `ShiplapDocumentSplitter`.

    It returns each document itself, the root, and the documents of all levels, the coarsest first. They have the
    meta of Haystack's `HierarchicalDocumentSplitter`: `__level` (0 for the root), `__block_size` (the size of the
    level; 0 for the root, and for leaves of a chunker with several sizes), `__parent_id` and `__children_ids`.

    >>> import shiplap
    >>> splitter = ShiplapHierarchicalDocumentSplitter(shiplap.hierarchy([20, 10]))
    >>> found = splitter.run([Document(content="It rains. It pours. It snows.")])["documents"]
    >>> [(each.meta["__level"], len(each.meta["__children_ids"])) for each in found]
    [(0, 2), (1, 2), (1, 1), (2, 0), (2, 0), (2, 0)]
    """

    def __init__(
        self, chunker: HierarchicalChunker | Mapping[str, Any], *, skip_empty_documents: bool = True
    ) -> None:
        self.chunker: Any = hierarchical(chunker)
        self.skip_empty_documents = skip_empty_documents

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        """Split documents as `ShiplapDocumentSplitter.run` does, into all levels."""
        found: dict[str, list[Document]] = ShiplapDocumentSplitter.run(self, documents)
        return found

    def _made(
        self, document: Document, text: str, chunks: Any, more: Sequence[dict[str, Any]] | None = None
    ) -> list[Document]:
        root = replace(document, meta={**deepcopy(document.meta), **_place(0, 0, None)})
        sizes = (*self.chunker.sizes, self.chunker.chunker.config.get("chunk_size") or 0)
        found, above = [root], [root]
        for level, (own, size) in enumerate(zip(chunks, sizes, strict=True)):
            parents = chunks.parents(level).tolist() if level else [0] * len(own)
            places = [_place(level + 1, size, above[parent].id) for parent in parents]
            # without super(): `component` makes the class anew
            made = ShiplapDocumentSplitter._made(self, document, text, own, places)
            for each, parent in zip(made, parents, strict=True):
                above[parent].meta["__children_ids"].append(each.id)
            found += made
            above = made
        return found

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ShiplapHierarchicalDocumentSplitter:
        """Return the component of a dictionary."""
        return default_from_dict(cls, data)


def _place(level: int, size: int, parent: str | None) -> dict[str, Any]:
    """Return the meta of a document in a hierarchy, as Haystack has it."""
    return {"__level": level, "__block_size": size, "__parent_id": parent, "__children_ids": []}


def _haystack(given: SourceDocument) -> Document:
    """Return a document of Haystack made of one of shiplap."""
    named = {} if given.document_id is None else {"id": given.document_id}
    return Document(content=text_of(given), meta=metadata_of(given, "file_path"), **named)


def _meta_of(values: dict[str, str | int | float]) -> dict[str, str | int | float]:
    """Return what is known of a chunk, without its number, which is `split_id`."""
    return {name: value for name, value in values.items() if name != "chunk_index"}


def add_overlaps(documents: list[Document], chunks: Chunks) -> None:
    """Write `_split_overlap`: for each neighbour with which a document shares text, its id and the range of the
    shared text in that neighbour."""
    for document in documents:
        document.meta["_split_overlap"] = []
    for k in range(1, len(documents)):
        before, after = documents[k - 1], documents[k]
        start, end = chunks[k - 1].start, chunks[k - 1].end
        shared = chunks[k].start - start, end - start
        if shared[0] < shared[1]:
            after.meta["_split_overlap"].append({"doc_id": before.id, "range": shared})
            before.meta["_split_overlap"].append({"doc_id": after.id, "range": (0, shared[1] - shared[0])})
