"""Chunks as JSON lines."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING, Any

from shiplap.chunkers.streaming import with_content_ids
from shiplap.chunks.columns import TYPES
from shiplap.ingestion.sinks.sink import Appending

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks
    from shiplap.ingestion.files import Survey

#: DEL and the C1 controls in UTF-8, which JSON does not escape.
_CONTROLS = re.compile(rb"\x7f|\xc2[\x80-\x9f]")

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class LinesSink(Appending):
    """Writes chunks as JSON lines to a binary stream."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    @staticmethod
    def prepare(chunks: Chunks, data: bytes | None, hash: str, fingerprint: str) -> bytes:
        """Return the lines of a document."""
        return lines(chunks)

    def write(self, prepared: bytes) -> None:
        """Append the lines."""
        self._stream.write(prepared)

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str,
        metadata: str = "{}",
    ) -> int:  # fmt: skip
        """Append the lines of a document while it is read; for a pipe, they wait in a temporary file until all are
        there."""
        if not self._stream.seekable():
            with tempfile.TemporaryFile() as file:
                count = LinesSink(file).write_parts(document_id, source, parts, seen, fingerprint)
                file.seek(0)
                self._stream.writelines(file)
            return count
        begun, count = self._stream.tell(), 0
        try:
            for part in with_content_ids(parts):
                self._stream.write(lines(part))
                count += len(part)
        except BaseException:
            self._stream.seek(begun)
            self._stream.truncate()
            raise
        return count


def lines(chunks: Chunks) -> bytes:
    """Format one line per chunk: `Chunk.to_dict()` as JSON in UTF-8, lone surrogates escaped."""
    shared = {name: _encode(value) for name, value in (
        ("document_id", chunks.document_id), ("source", chunks.source), ("metadata", dict(chunks.metadata)),
    )}  # fmt: skip
    if chunks.tables is None:
        shared["provenance"] = "null"
    vectors = chunks.embeddings
    names = [*TYPES] if vectors is None else [*TYPES, "embedding"]
    # a line has the columns in order, each formatted as name and value
    line = "{{" + ", ".join(
        f'"{name}": {shared[name].replace("{", "{{").replace("}", "}}")}' if name in shared else f'"{name}": {{}}'
        for name in names
    ) + "}}\n"  # fmt: skip
    columns: list[Iterable[Any]] = [
        chunks.column(name) if TYPES[name] == "l" else map(_encode, chunks.column(name))
        for name in TYPES
        if name not in shared
    ]
    if vectors is not None:
        columns.append(map(_encode, vectors.tolist()))
    return json_bytes("".join(map(line.format, *columns)))


def json_bytes(text: str) -> bytes:
    """Encode JSON in UTF-8, escaping lone surrogates and all controls, so that no terminal obeys it."""
    # of the characters JSON does not escape, only surrogates are not UTF-8; Python escapes them as JSON does
    data = text.encode("utf-8", "backslashreplace")
    if b"\x7f" in data or b"\xc2" in data:
        data = _CONTROLS.sub(lambda found: b"\\u%04x" % ord(found[0].decode()), data)
    return data


def sentence_lines(sentences: Chunks) -> bytes:
    """Format one line per sentence: offsets and text."""
    columns = zip(sentences.spans.tolist(), sentences.byte_spans.tolist(), sentences.texts, strict=True)
    text = "".join(
        f'{{"char_start": {start}, "char_end": {end}, "byte_start": {start_byte},'
        f' "byte_end": {end_byte},'
        f' "text": {_encode(text)}}}\n'
        for (start, end), (start_byte, end_byte), text in columns
    )
    return json_bytes(text)
