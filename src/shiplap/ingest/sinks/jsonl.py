"""Chunks as JSON lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import repeat
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks
    from shiplap.ingest.files import Survey

#: DEL and the C1 controls in UTF-8, which JSON leaves as they are.
_CONTROLS = re.compile(rb"\x7f|\xc2[\x80-\x9f]")

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class LinesSink:
    """Chunks as JSON lines into a binary stream."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def version(self, document_id: str) -> tuple[None, None, None]:
        """Nothing is known of documents written before."""
        return (None, None, None)

    def move(self, document_id: str, source: str) -> None:
        """Never asked for."""

    def prepare(self, chunks: Chunks, data: bytes | None, hash: str, fingerprint: str) -> bytes:
        """The lines of a document."""
        return lines(chunks)

    def write(self, prepared: bytes) -> None:
        """Append the lines."""
        self._stream.write(prepared)

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str
    ) -> int:
        """Append the lines of a document that is read meanwhile. In a pipe, those before an error stay."""
        begun, count = self._stream.tell() if self._stream.seekable() else None, 0
        try:
            for part in parts:
                self._stream.write(lines(part))
                count += len(part)
        except BaseException:
            if begun is not None:
                self._stream.seek(begun)
                self._stream.truncate()
            raise
        return count


def lines(chunks: Chunks) -> bytes:
    """One line a chunk: `Chunk.to_dict()` as JSON in UTF-8, lone surrogates escaped."""
    document_id, source = _encode(chunks.document_id), _encode(chunks.source)
    metadata = _encode(dict(chunks.metadata))
    columns = zip(
        chunks.ids, chunks.indices, chunks.spans.tolist(), chunks.byte_spans.tolist(), chunks.overlaps.tolist(),
        chunks.token_counts.tolist(), chunks.content_hashes, notes(chunks), chunks.texts,
        strict=True,
    )  # fmt: skip
    text = "".join(
        f'{{"id": {_encode(id)}, "document_id": {document_id}, "index": {index}, "start": {start}, "end": {end},'
        f' "start_byte": {start_byte}, "end_byte": {end_byte}, "overlap": {overlap}, "token_count": {tokens},'
        f' "content_hash": "{hash}",'
        f' "source": {source}, "metadata": {metadata}, {note}, "text": {_encode(text)}}}\n'
        for id, index, (start, end), (start_byte, end_byte), overlap, tokens, hash, note, text in columns
    )
    return json_bytes(text)


def json_bytes(text: str) -> bytes:
    """JSON in UTF-8, with escapes for lone surrogates and for all controls, so that no terminal obeys it."""
    # of what JSON leaves as it is, only surrogates are not UTF-8; Python writes them as JSON does
    data = text.encode("utf-8", "backslashreplace")
    if b"\x7f" in data or b"\xc2" in data:
        data = _CONTROLS.sub(lambda found: b"\\u%04x" % ord(found[0].decode()), data)
    return data


def notes(chunks: Chunks) -> Iterator[str]:
    """The kind of content, the headings and the context of each chunk, as members of a JSON object."""
    if chunks.kinds and chunks.kinds[0] is None:
        return repeat('"kind": null, "headings": [], "context": ""', len(chunks))
    return (
        f'"kind": {_encode(chunk.kind)}, "headings": {_encode(chunk.headings)},'
        f' "context": {_encode(chunk.context)}'
        for chunk in chunks
    )


def sentence_lines(sentences: Chunks) -> bytes:
    """One line a sentence: offsets and text."""
    columns = zip(sentences.spans.tolist(), sentences.byte_spans.tolist(), sentences.texts, strict=True)
    text = "".join(
        f'{{"start": {start}, "end": {end}, "start_byte": {start_byte}, "end_byte": {end_byte},'
        f' "text": {_encode(text)}}}\n'
        for (start, end), (start_byte, end_byte), text in columns
    )
    return json_bytes(text)
