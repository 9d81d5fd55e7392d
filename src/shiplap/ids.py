"""Ids and hashes of chunks, by position and by content."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uuid import UUID

#: Namespace of the UUIDs: uuid5 of this namespace and the id.
UUID_NAMESPACE = "8f1c1d0e-6f0a-5f55-9d3c-5b1a6c7a90f1"

#: Size of a content hash (blake2b) in bytes.
HASH_SIZE = 16


def chunk_id(document_id: str | None, index: int) -> str:
    """Return the id of a chunk by its position. The trailing digits are the index, so it needs no escaping.

    >>> chunk_id("doc-001", 0), chunk_id(None, 3)
    ('doc-001-chunk-0', 'chunk-3')
    """
    return f"chunk-{index}" if document_id is None else f"{document_id}-chunk-{index}"


def content_hash(data: bytes | memoryview) -> str:
    """Hash the UTF-8 bytes of a text: blake2b of 16 bytes, in hexadecimal.

    >>> content_hash(b"")
    'cae66941d9efbd404e4d88758ea67670'
    """
    import hashlib

    return hashlib.blake2b(data, digest_size=HASH_SIZE).hexdigest()


class Repeats:
    """Counter of equal texts in a document. Called with the content hash of each chunk in order, it returns the
    suffix of the content id after that hash.

    >>> repeats = Repeats()
    >>> [repeats("5f"), repeats("77"), repeats("5f")]
    ['', '', '-1']
    """

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def __call__(self, hash: str) -> str:
        count = self._counts[hash] = self._counts.get(hash, -1) + 1
        return f"-{count}" if count else ""

    def content_ids(self, document_id: str | None, hashes: Iterable[str]) -> list[str]:
        """Return the content ids of successive chunks, given their content hashes.

        >>> Repeats().content_ids("doc-001", ["5f", "5f"])
        ['doc-001-text-5f', 'doc-001-text-5f-1']
        """
        counts, begin, found = self._counts, content_id(document_id, "", ""), []
        for hash in hashes:
            if hash in counts:
                found.append(begin + hash + self(hash))
            else:
                counts[hash] = 0
                found.append(begin + hash)
        return found


def content_id(document_id: str | None, hash: str, repeat: str) -> str:
    """Return the id of a chunk by its content, independent of its position in the document.

    >>> content_id("doc-001", "cae66941d9efbd404e4d88758ea67670", "-1")
    'doc-001-text-cae66941d9efbd404e4d88758ea67670-1'
    """
    return f"text-{hash}{repeat}" if document_id is None else f"{document_id}-text-{hash}{repeat}"


def uuid_of(id: str) -> UUID:
    """Return the id as a UUID (version 5): the same for the same id on any machine.

    >>> str(uuid_of("doc-001-chunk-0"))
    '38d3216c-d4fd-5974-9cd5-22d7c38e535d'
    """
    import uuid

    return uuid.uuid5(_namespace(), id)


@cache
def _namespace() -> UUID:
    import uuid

    return uuid.UUID(UUID_NAMESPACE)


def read_by(fingerprint: str, reader: str) -> str:
    """Return the fingerprint of documents that a chunker cuts and a reader reads.

    >>> read_by("4f2a", "html1"), cut_by(read_by("4f2a", "html1")), cut_by("4f2a")
    ('4f2a+html1', '4f2a', '4f2a')
    """
    return f"{fingerprint}+{reader}"


def cut_by(fingerprint: str) -> str:
    """Return the fingerprint of the chunker of a document, without that of its reader."""
    return fingerprint.partition("+")[0]
