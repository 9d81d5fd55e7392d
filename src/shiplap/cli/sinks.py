"""Where documents go: a store, or JSON lines."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import secrets
import sys
from collections.abc import Iterator
from itertools import repeat
from typing import IO, TYPE_CHECKING, Any, cast

from shiplap.printable import printable_lines
from shiplap.store import Prepared, Store, Writer, prepare, values_of

if TYPE_CHECKING:
    from shiplap.chunks import Chunks
    from shiplap.files import Survey

#: DEL and the C1 controls in UTF-8, which JSON leaves as they are.
_CONTROLS = re.compile(rb"\x7f|\xc2[\x80-\x9f]")

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class StoreSink:
    """Documents into a store, several a commit."""

    def __init__(self, store: Store, writer: Writer) -> None:
        self._store = store
        self._settle = writer.settle
        self._is_empty = not len(store)
        self.write = writer.add
        self.move = writer.move
        self._add_parts = writer.add_parts
        self.remove = writer.remove
        self.sources = store.sources

    def version(self, document_id: str) -> tuple[str | None, str | None, str | None]:
        """Content hash, fingerprint and source as they are stored; a store that was empty is not asked."""
        if self._is_empty:
            return (None, None, None)
        self._settle()
        return self._store.version(document_id)

    def prepare(self, chunks: Chunks, data: bytes | None, hash: str, fingerprint: str) -> Prepared:
        """The rows of a document."""
        return prepare(chunks, data, hash=hash, fingerprint=fingerprint, store=self._store.path)

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str
    ) -> int:
        """A document that is read meanwhile, in one transaction with others."""
        document = Prepared(
            document_id, source, seen.content_hash, fingerprint, seen.characters, seen.bytes, "{}", 0, []
        )
        return self._add_parts(document, (values_of(part, part.columns(), part.content_hashes) for part in parts))


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


class TerminalStream(io.BufferedIOBase):
    """Text in UTF-8 onto a terminal, with escapes for what the terminal would obey. Each call writes whole
    characters. In JSON only the marks of direction are left to escape here, and their escapes are JSON's."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def write(self, data: Any) -> int:
        """Write the text."""
        self._stream.write(printable_lines(bytes(data).decode("utf-8", "backslashreplace")).encode())
        return len(data)


@contextlib.contextmanager
def output(path: str) -> Iterator[IO[bytes]]:
    """A binary stream into the file, which appears whole at the end or not at all; `-` is standard output, where
    a terminal gets escapes for what it would obey, and all else gets the bytes as they are."""
    if path == "-":
        # a stream of its own: with PYTHONUNBUFFERED, sys.stdout.buffer may write a part and say nothing
        sys.stdout.flush()
        with open(sys.stdout.fileno(), "wb", buffering=1 << 16, closefd=False) as stream:
            yield cast(IO[bytes], TerminalStream(stream)) if sys.stdout.isatty() else stream
        return
    folder, name = os.path.split(os.path.realpath(path))
    hidden = os.path.join(folder, f".{name}.{secrets.token_hex(4)}")
    try:
        with open(hidden, "xb", buffering=1 << 20) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(hidden, os.path.join(folder, name))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(hidden)
        raise
