"""Any chunker of shiplap as a text splitter of LangChain."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from langchain_core.documents import Document
from langchain_text_splitters.base import TextSplitter

from shiplap.chunkers.base import Chunker
from shiplap.chunkers.presets import PresetName
from shiplap.chunks.chunks import Chunk
from shiplap.document import Document as SourceDocument
from shiplap.integrations.metadata import chunker_from, described, metadata_of, path_in


class ShiplapTextSplitter(TextSplitter):
    """A chunker of shiplap as a LangChain `TextSplitter`.

    chunker: a chunker, the name of a preset, or a configuration.
    contextual: whether the content of a document is the contextual text of the chunk (headings, table header and
        text) and not the text alone.

    Documents have the metadata of their text and, in flat values that vector stores take:

    - `start_index`, `end_index`: the offsets of the chunk in code points; `line_start`, `line_end` (1-based);
    - `chunk_index`; `kind`; `headings`, joined by " > "; `table_header`; none of them if it is empty;
    - `document_id` if the text has one: the id of its document, else its metadata `source`. The document of the
      chunk then has the chunk's id as its `id`, so that adding it to a vector store again replaces it;
    - of a `shiplap.Document` with provenance `page` (from 0, as LangChain's loaders have it), `page_label`,
      `page_first` and `page_last` (from 1), `boxes` (JSON), `time_begin`, `time_finish`, `speakers`, `cells`,
      `anchor`.

    A `source` that is a path also sets the content type for an `AdaptiveChunker`.

    Raises OptionError for what is no chunker or preset, and the errors of the chunker.

    >>> from langchain_core.documents import Document
    >>> from shiplap import FixedChunker
    >>> text = "# Rain\\n\\nIt rains.\\n\\n| day | mm |\\n|---|---|\\n| mon | 3 |\\n"
    >>> page = Document(text, metadata={"source": "rain.md"})
    >>> found = ShiplapTextSplitter("adaptive").split_documents([page])
    >>> found[0].id, found[0].metadata["headings"], found[0].metadata["end_index"]
    ('rain.md-chunk-0', 'Rain', 54)
    >>> ShiplapTextSplitter(FixedChunker(10, 0)).split_text("It rains. It pours.")
    ['It rains. ', 'It pours.']
    """

    def __init__(
        self, chunker: Chunker | PresetName | Mapping[str, Any] = "adaptive", *, contextual: bool = False
    ) -> None:
        super().__init__(chunk_size=2, chunk_overlap=0)  # the chunker has the sizes
        self.chunker: Chunker = chunker_from(chunker)
        self.contextual = contextual

    def split_text(self, text: str) -> list[str]:
        """Return the texts of the chunks.

        >>> ShiplapTextSplitter("fixed-900").split_text("It rains.")
        ['It rains.']
        """
        return [self._content(chunk) for chunk in self.chunker.chunk(text)]

    def create_documents(self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None) -> list[Document]:
        """Return a document for each chunk of each text. Raises IndexError if there are fewer metadatas than
        texts."""
        given = metadatas or [{}] * len(texts)
        return [found for number, text in enumerate(texts) for found in self._documents(text, given[number], None)]

    def split_documents(self, documents: Iterable[Document | SourceDocument]) -> list[Document]:
        """Return a document for each chunk of each document, of LangChain or a `shiplap.Document`."""
        found: list[Document] = []
        for given in documents:
            if isinstance(given, SourceDocument):
                found += self._documents(given, {}, given.document_id)
            else:
                found += self._documents(given.page_content, given.metadata, given.id)
        return found

    def _documents(
        self, text: str | SourceDocument, metadata: dict[Any, Any], document_id: str | None
    ) -> Iterable[Document]:
        if isinstance(text, SourceDocument):
            chunks = self.chunker.chunk(text)
            metadata = {**metadata_of(text, "source"), **metadata}
        else:
            source = path_in(metadata, "source")
            chunks = self.chunker.chunk(text, document_id=document_id or source, source=source, path=source)
        for chunk in chunks:
            values = {
                **copy.deepcopy(metadata),
                "start_index": chunk.start,
                "end_index": chunk.end,
                **described(chunk),
            }
            if chunk.pages is not None:
                values["page"] = chunk.pages[0] - 1  # LangChain's loaders count from 0
            if chunk.document_id is None:
                yield Document(page_content=self._content(chunk), metadata=values)
            else:
                values["document_id"] = chunk.document_id
                yield Document(page_content=self._content(chunk), metadata=values, id=chunk.id)

    def _content(self, chunk: Chunk) -> str:
        return chunk.contextual_text if self.contextual else chunk.text
