"""Documents on their way through the pipeline, from their files to the sink, and the rules of a run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal

from shiplap.document import Document
from shiplap.ingestion.discovery import File
from shiplap.ingestion.files import NOT_READ, Survey
from shiplap.ingestion.sinks.sink import Version, Written
from shiplap.readers.child import ArchivesInChild
from shiplap.readers.formats import Format
from shiplap.readers.registry import Readers

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker
    from shiplap.chunks.chunks import Chunks
    from shiplap.ingestion.names import Names

#: Default size in bytes of the largest file passed to a chunker that needs the whole text.
MAX_FILE_SIZE = 1_000_000_000

#: What becomes of a document. "blank": it is skipped, and its stored version is removed.
State = Literal["new", "changed", "unchanged", "moved", "skipped", "failed", "blank"]


@dataclass(frozen=True)
class Policy:
    """The rules of a run: the names of its files, whether they replace documents of other sources, the size in
    bytes of the largest file that is cut whole, whether changed documents are updated (`Chunker.update`), and the
    readers and the archives of its files."""

    names: Names
    replace: bool = False
    max_file_size: int = MAX_FILE_SIZE
    update: bool = False
    readers: Readers = field(default_factory=Readers)
    archives: ArchivesInChild | None = None


@dataclass(slots=True)
class Job(Generic[Written]):
    """A file, or a row of a table, on its way to the sink."""

    file: File
    chunker: Chunker
    fingerprint: str
    version: Version  # what the sink has under its id
    size: int  # in bytes
    state: State = "new"
    reason: str = ""  # why it is not written
    metadata: dict[str, Any] | None = None  # of its front matter
    remark: str = ""  # what the user should know of how it was read
    format: Format | None = None  # of its content, which a reader makes a text of; None: it is the text
    reader: str = ""  # the name of its format
    path: str | None = None  # the name of what is compressed in its file
    seen: Survey = NOT_READ
    content: bytes | Document | None = None  # its text, while it waits for its stored chunks
    parts: Iterator[Chunks] | None = None  # the chunks of a large file, which is cut while the sink writes them
    rows: Written = field(init=False)  # what the sink writes of any other one
    chunks: int = 0  # their number
    new_chunks: int = 0  # the number of those that need a new vector

    @property
    def is_written(self) -> bool:
        """True if the sink writes the document."""
        return self.state in ("new", "changed")

    @property
    def identity(self) -> dict[str, Any]:
        """The arguments of the chunker."""
        file = self.file
        names = {"document_id": file.document_id, "source": file.source, "path": self.path or file.path}
        return names if self.metadata is None else {**names, "metadata": self.metadata}
