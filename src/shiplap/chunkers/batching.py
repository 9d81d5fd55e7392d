"""Many texts, cut in groups: one call into the core for each, in one thread or several.

    texts ──► gather: groups of some 2 MB ──► cut: without the GIL, where a loop is compiled ──► results, in order

Chunkers whose sizes a tokenizer counts, or whose boundaries a function finds, cut one text after the other.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shiplap import options
from shiplap._core.batch import Batch, gather
from shiplap._core.held import chunks_of
from shiplap._core.spans import Spans
from shiplap.chunks.chunks import Chunks
from shiplap.chunks.lazy import LazyChunks
from shiplap.errors import OptionError, ShiplapError, TextError
from shiplap.source import view
from shiplap.threads import in_order

if TYPE_CHECKING:
    from shiplap.chunks.protocols import ChunkerLike

#: A group has so many texts at most, and ends with the one that brings it to so many characters or bytes: enough
#: for the costs of a group not to count, and few enough for two threads to end at about the same time, for what a
#: group reads and makes to stay in the cache, and for Ctrl-C to be heard.
GROUP_TEXTS = 1024
GROUP_SIZE = 2_000_000


@dataclass(frozen=True)
class Skipped:
    """A text that was not cut: its number among the texts, from 0, its document id, and the error."""

    row: int
    document_id: str | None
    error: Exception


class ChunkList(list[Chunks]):
    """The chunks of each text, in order. `skipped` tells of those that could not be cut, and have no chunks."""

    skipped: list[Skipped]


#: What happens to errors: "raise", "skip", or a function that is told of each text that is skipped.
OnError = str | Callable[[Skipped], None]

#: Whether progress is shown, or a function that is told the texts done, and how many there are (or None).
Progress = bool | Callable[[int, "int | None"], None]


class Group:
    """Some of the texts, cut. `failed` are those that were not, by their number in the group.

    first: the number of its first text among all.
    raises: whether the first error ends the work.
    """

    def __init__(
        self,
        chunker: ChunkerLike,
        raises: bool,
        texts: list[Any],
        document_ids: list[str | None] | None,
        first: int,
    ) -> None:
        self.failed: list[int] = []
        self.size = len(texts)
        self.first = first
        self._chunker, self._raises, self._ids = chunker, raises, document_ids
        self._chunks: list[Chunks | None] = []
        self._errors: dict[int, Exception] = {}
        loop = chunker.compiled
        self._batch: Batch | None = None
        if loop is not None:
            errors, blank_fails = chunker.errors, chunker.on_empty == "error"
            batch = Batch(
                texts, loop, lambda text: view(text, errors), errors == "strict", blank_fails, chunker,
                document_ids,
            )  # fmt: skip
            self._batch = batch.run()
            self.failed = batch.failed
        else:
            for row, text in enumerate(texts):
                self._chunks.append(self._one(row, text))

    def _one(self, row: int, text: Any) -> Chunks | None:
        """The chunks of a text, or None: it is null, or has failed."""
        if text is None:
            return None
        try:
            found: Chunks = self._chunker.chunk(text, document_id=self.document_id(row))
        except (ShiplapError, TypeError) as error:
            if self._raises:
                named(error, self.first + row, self.document_id(row))
                raise
            self.failed.append(row)
            self._errors[row] = without_frames(error)
            return None
        return found

    def document_id(self, row: int) -> str | None:
        """The id of a document."""
        return None if self._ids is None else self._ids[row]

    def take_error(self, row: int) -> Exception:
        """The error of a text that has failed, once: the one that cutting it alone raises, without frames."""
        if self._batch is None:
            return self._errors.pop(row)
        text = self._batch.text_at(row)
        self._batch.drop(row)
        return error_alone(self._chunker, text, self.document_id(row))

    def chunks(self) -> list[Chunks]:
        """The chunks of each text."""
        if self._batch is not None:
            return chunks_of(self._batch, LazyChunks)
        return [self._empty(row) if found is None else found for row, found in enumerate(self._chunks)]

    def _empty(self, row: int) -> Chunks:
        return Chunks(view(""), Spans(), None, self._chunker, self.document_id(row))

    def texts(self) -> list[list[str]]:
        """The texts of the chunks of each text. A TextError has the number of its text in the group as `row`."""
        if self._batch is not None:
            return self._batch.texts()
        texts = []
        for row, found in enumerate(self._chunks):
            try:
                texts.append([] if found is None else found.texts)
            except TextError as error:
                error.row = row  # type: ignore[attr-defined]
                raise
        return texts

    def drop(self, row: int) -> None:
        """Let a text have no chunks."""
        if self._batch is not None:
            self._batch.drop(row)
        else:
            self._chunks[row] = None

    def spans(self) -> tuple[Any, array[int]]:
        """The spans of all texts, shape (m, 2), and where those of each begin, shape (n + 1,)."""
        if self._batch is not None:
            return self._batch.spans().to_numpy(), self._batch.offsets()
        import numpy as np

        found = [chunks.spans for chunks in self._chunks if chunks is not None]
        rows = array("q", [0])
        for chunks in self._chunks:
            rows.append(rows[-1] + (0 if chunks is None else len(chunks)))
        return np.concatenate(found) if found else np.empty((0, 2), np.int64), rows


def groups(
    chunker: ChunkerLike,
    texts: Iterable[Any],
    document_ids: Iterable[str] | None,
    threads: int | None,
    progress: Progress,
    on_error: OnError,
) -> Generator[Group, None, None]:
    """The texts, in groups, cut. Raises the error of the first text that fails, with its `row` and `document_id`,
    unless it is to be skipped."""
    if not callable(on_error):
        options.choice("on_error", on_error, ("raise", "skip"))
    count = 1 if threads is None else options.count("threads", threads)
    whole = len(texts) if isinstance(texts, Sized) else None
    done = 0
    results = in_order(lambda task: Group(chunker, on_error == "raise", *task), _tasks(texts, document_ids), count)
    try:
        with told(progress, whole) as tell:
            for group in results:
                for row in group.failed:
                    raise_or_report(group.take_error(row), group.first + row, group.document_id(row), on_error)
                done += group.size
                tell(done)
                yield group
    finally:
        results.close()


def _tasks(
    texts: Iterable[Any], document_ids: Iterable[str] | None
) -> Iterator[tuple[list[Any], list[str | None] | None, int]]:
    if isinstance(texts, str | bytes | bytearray | memoryview):
        raise OptionError("texts", type(texts).__name__, "must be several texts; one is cut by `chunk`")
    source = iter(texts)
    names = None if document_ids is None else iter(document_ids)
    first = 0
    while group := gather(source, GROUP_TEXTS, GROUP_SIZE):
        ids: list[str | None] | None = None if names is None else gather(names, len(group), 1 << 62)
        if ids is not None and len(ids) < len(group):
            raise OptionError("document_ids", len(ids), "must be one for each text: there are fewer")
        yield group, ids, first
        first += len(group)
    if names is not None and gather(names, 1, 1):
        raise OptionError("document_ids", "...", "must be one for each text: there are more")


def named(error: Exception, row: int, document_id: str | None) -> Exception:
    """The error, which tells of which text it is: as its `row` and `document_id`, and in its message."""
    where = f"text {row}" if document_id is None else f"document {document_id!r} (text {row})"
    error.args = (f"{where}: {error.args[0] if error.args else error}", *error.args[1:])
    error.row, error.document_id = row, document_id  # type: ignore[attr-defined]
    return error


def error_alone(chunker: ChunkerLike, text: Any, document_id: str | None) -> Exception:
    """The error that cutting the text alone raises, without frames."""
    try:
        chunker.chunk(text, document_id=document_id)
    except (ShiplapError, TypeError) as error:
        return without_frames(error)
    return TextError(0, "bytes", "the text changed while it was read")


def without_frames(error: Exception) -> Exception:
    """The error without the frames that it came through. They would hold the texts of its batch: a list of skipped
    texts may live long, and a buffer stays locked while a frame holds its view."""
    link: BaseException | None = error
    while link is not None:
        link.__traceback__ = None
        link = link.__cause__ or link.__context__
    return error


def raise_or_report(error: Exception, row: int, document_id: str | None, on_error: OnError) -> None:
    """Raise the error of a text with its place, or give it to `on_error`.

    The frames that an error comes through must not hold the error: with its traceback they would be a cycle, which
    keeps the texts, and locks buffers, until the collector runs.
    """
    if callable(on_error):
        on_error(Skipped(row, document_id, error))
    elif on_error == "raise":
        try:
            raise named(error, row, document_id)
        finally:
            del error


def texts_of(group: Group, on_error: OnError) -> list[list[str]]:
    """The texts of the chunks of a group. A lone surrogate that no cut has touched is only met here."""
    while True:
        try:
            return group.texts()
        except TextError as error:
            row: int = error.row  # type: ignore[attr-defined]
            raise_or_report(without_frames(error), group.first + row, None, on_error)
            group.drop(row)


def flat(parts: Iterable[tuple[Any, array[int]]]) -> tuple[Any, Any]:
    """The spans of all groups, and where those of each text begin, as arrays."""
    import numpy as np

    values, rows, before = [], [np.zeros(1, np.int64)], 0
    for found, begins in parts:
        values.append(found)
        rows.append(np.frombuffer(begins, np.int64)[1:] + before)
        before += len(found)
    if len(values) == 1:
        return values[0], np.concatenate(rows)
    return np.concatenate(values) if values else np.empty((0, 2), np.int64), np.concatenate(rows)


class told:
    """A context that gives a function to tell how many texts are done."""

    def __init__(self, progress: Progress, whole: int | None) -> None:
        self._progress, self._whole = progress, whole
        self._shown: Any = None

    def __enter__(self) -> Callable[[int], None]:
        if callable(self._progress):
            function, whole = self._progress, self._whole
            return lambda done: function(done, whole)
        if not self._progress:
            return lambda done: None
        from shiplap.progress import progress

        self._shown = progress(self._whole, unit="texts").__enter__()
        before = 0

        def tell(done: int) -> None:
            nonlocal before
            self._shown.advance(done - before)
            before = done

        return tell

    def __exit__(self, *error: Any) -> None:
        if self._shown is not None:
            self._shown.__exit__(*error)
