"""The content of a file, cut behind a byte order mark; offsets count the mark."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from shiplap.chunkers.base import Chunker
from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.content.decided import Decided
from shiplap.document import Document
from shiplap.errors import ChunkLimitError, TextError
from shiplap.source import view


def chunk_file(
    chunker: Chunker,
    data: bytes | Document,
    *,
    stored: Sequence[Chunk] = (),
    decided: Decided | None = None,
    **names: Any,
) -> Chunks:
    """Cut the content of a file, or what a reader made of it.

    stored: the chunks of its earlier content, if only what has changed is cut anew; decided: the decisions for it
        (see `Chunker.update`). names: the arguments of `Chunker.chunk`.

    >>> from shiplap import FixedChunker, RecursiveChunker
    >>> chunks = chunk_file(FixedChunker(4, 0), b"\\xef\\xbb\\xbfIt rains.")
    >>> chunks.texts, chunks.spans[0].tolist(), chunks.byte_spans[0].tolist()
    (['It r', 'ains', '.'], [1, 5], [3, 7])
    >>> chunker = RecursiveChunker(20, 0)
    >>> stored = list(chunker.chunk("It rains. It pours. The old man snores."))
    >>> chunk_file(chunker, b"It rains. It pours. An old man snores.", stored=stored).texts
    ['It rains. It pours. ', 'An old man snores.']
    """
    if isinstance(data, Document) or not data.startswith(BOM_UTF8):
        return _chunked(chunker, data, stored, decided, names)
    try:
        chunks = _chunked(chunker, data[len(BOM_UTF8) :], stored, decided, names)
    except (TextError, ChunkLimitError) as error:
        raise _behind_mark(error) from None
    return _with_mark(chunks, data, chunker)


def _chunked(
    chunker: Chunker,
    text: bytes | Document,
    stored: Sequence[Chunk],
    decided: Decided | None,
    names: dict[str, Any],
) -> Chunks:
    if stored:
        return chunker.update(stored, text, decided=decided, **names).chunks
    return chunker.chunk(text, **names)


def stream_file(chunker: Chunker, blocks: Iterable[bytes], **names: Any) -> Iterator[Chunks]:
    """Cut the content of a file while it is read.

    names: the arguments of `Chunker.stream_batches`.
    """
    blocks = iter(blocks)
    first = b""
    for block in blocks:
        first += block
        if len(first) >= len(BOM_UTF8):
            break
    inner = first.removeprefix(BOM_UTF8)
    if len(inner) < len(first) and chunker.needs_whole_text:
        return iter([chunk_file(chunker, first + b"".join(blocks), **names)])
    return chunker._stream(chain((inner,), blocks), behind_mark=len(inner) < len(first), **names)


def _with_mark(chunks: Chunks, data: bytes, chunker: Chunker) -> Chunks:
    """Return chunks with offsets that count the byte order mark at the beginning of the data."""
    text = view(data, chunker.errors)
    (shift,) = text.native([1])
    measured = chunks._measured
    if measured is not None:
        measured = measured.shifted(len(BOM_UTF8) if chunker.unit == "bytes" else 1)
    omissions = None if chunks._omissions is None else chunks._omissions.behind_mark(text, shift)
    return Chunks(
        text, chunks._native.shifted(shift), measured, chunker, chunks.document_id, chunks.source,
        chunks._metadata, chunks._counts, None, chunks._annotations, decided=chunks._decided, omissions=omissions,
    )  # fmt: skip


def _behind_mark(error: TextError | ChunkLimitError) -> TextError | ChunkLimitError:
    """Return the error with its offset counted from the byte order mark."""
    if isinstance(error, ChunkLimitError):
        return ChunkLimitError(error.offset + 1, error.size, error.limit, error.unit)
    return TextError(error.offset + (len(BOM_UTF8) if error.unit == "bytes" else 1), error.unit, error.reason)
