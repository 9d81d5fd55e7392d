"""Any chunker of shiplap as a text splitter of LangChain."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from langchain_core.documents import Document
from langchain_text_splitters.base import TextSplitter

from shiplap.chunkers.base import Chunker
from shiplap.chunkers.presets import PresetName, chunker_of
from shiplap.chunks.chunks import Chunk

#: What joins the headings of a chunk in its metadata.
HEADINGS_JOINT = " > "


class ShiplapTextSplitter(TextSplitter):
    """A chunker of shiplap as a LangChain `TextSplitter`.

    chunker: a chunker, or the name of a preset.
    contextual: whether the content of a document is the contextual text of the chunk (headings, table header and
        text) and not the text alone.

    Documents have the metadata of their text and, in flat values that vector stores take:

    - `start_index`, `end_index`: the offsets of the chunk in code points; `start_line`, `end_line` (1-based);
    - `chunk_index`; `kind`; `headings`, joined by " > "; `table_header`; none of them if it is empty;
    - `document_id` if the text has one: the id of its document, else its metadata `source`. The document of the
      chunk then has the chunk's id as its `id`, so that adding it to a vector store again replaces it.

    A `source` that is a path also tells the content type to an `AdaptiveChunker`.

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

    def __init__(self, chunker: Chunker | PresetName = "adaptive", *, contextual: bool = False) -> None:
        super().__init__(chunk_size=2, chunk_overlap=0)  # the chunker has the sizes
        self.chunker = chunker_of(chunker)
        self.contextual = contextual

    def split_text(self, text: str) -> list[str]:
        """The texts of the chunks.

        >>> ShiplapTextSplitter("fixed-900").split_text("It rains.")
        ['It rains.']
        """
        return [self._content(chunk) for chunk in self.chunker.chunk(text)]

    def create_documents(self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None) -> list[Document]:
        """A document for each chunk of each text. Raises IndexError if there are fewer metadatas than texts."""
        given = metadatas or [{}] * len(texts)
        return [found for number, text in enumerate(texts) for found in self._documents(text, given[number], None)]

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """A document for each chunk of each document."""
        return [
            found for given in documents for found in self._documents(given.page_content, given.metadata, given.id)
        ]

    def _documents(self, text: str, metadata: dict[Any, Any], document_id: str | None) -> Iterable[Document]:
        source = metadata.get("source")
        source = source if isinstance(source, str) and source else None
        chunks = self.chunker.chunk(text, document_id=document_id or source, source=source, path=source)
        for chunk in chunks:
            values = {**copy.deepcopy(metadata), **flat_metadata(chunk)}
            has_id = chunk.document_id is not None
            yield Document(page_content=self._content(chunk), metadata=values, id=chunk.id if has_id else None)

    def _content(self, chunk: Chunk) -> str:
        return chunk.contextual_text if self.contextual else chunk.text


def flat_metadata(chunk: Chunk) -> dict[str, str | int]:
    """What is known of a chunk, in strings and numbers; nothing that is empty.

    >>> import shiplap
    >>> flat_metadata(shiplap.chunk("It rains.", "fixed-900")[0])
    {'start_index': 0, 'end_index': 9, 'chunk_index': 0, 'start_line': 1, 'end_line': 1}
    """
    values: dict[str, str | int | None] = {
        "start_index": chunk.start,
        "end_index": chunk.end,
        "chunk_index": chunk.index,
        "document_id": chunk.document_id,
        "kind": chunk.kind,
        "headings": HEADINGS_JOINT.join(chunk.headings),
        "table_header": chunk.table_header,
        "start_line": chunk.start_line,
        "end_line": chunk.end_line,
    }
    return {name: value for name, value in values.items() if value is not None and value != ""}
