"""Many texts, cut in groups: one call into the core for each group, in one thread or several.

    texts ──► gather: groups of some 2 MB ──► cut: without the GIL, if the loop is compiled ──► results, in order

Chunkers with a tokenizer, or with a function for boundaries, cut one text at a time.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from itertools import chain, count, takewhile
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from shiplap import options
from shiplap._core.text import Spans
from shiplap._core.windows import Batch, gather, lazy_chunks
from shiplap.chunks.chunk_list import Skipped
from shiplap.chunks.chunks import Chunks
from shiplap.chunks.lazy import LazyChunks
from shiplap.content.content_types import headings_by
from shiplap.document import Document
from shiplap.errors import EmptyTextError, OptionError, ShiplapError, TextError
from shiplap.source import view, warn_of_path
from shiplap.threads import in_order

if TYPE_CHECKING:
    from shiplap.chunks.protocols import BatchChunker

#: A group has at most GROUP_TEXTS texts, and ends with the text that brings it to GROUP_SIZE characters or bytes:
#: large enough to make the fixed costs of a group negligible, and small enough for two threads to end at about the
#: same time, for the data of a group to stay in the cache, and for Ctrl-C to take effect.
GROUP_TEXTS = 1024
GROUP_SIZE = 2_000_000

#: Texts that are taken from a list at a time.
BLOCK = 256


#: Handling of errors: "raise", "skip", or a callback for each skipped text. A blank text (EmptyTextError) is
#: skipped in each case: it costs no other text its chunks.
OnError = Literal["raise", "skip"] | Callable[[Skipped], None]

#: Whether to show progress, or a callback with the number of texts done and the total (or None).
Progress = bool | Callable[[int, "int | None"], None]


class Task(NamedTuple):
    """A group of texts, with their ids and paths if they have any; `first` is the number of its first text among
    all. `documents` has the documents among them by their row in the group; `texts` has their texts."""

    texts: list[Any]
    document_ids: list[str | None] | None
    paths: list[Any] | None
    first: int
    documents: dict[int, Document]


class Group:
    """A group of texts, cut. `failed` lists the texts that failed, by their row in the group.

    raises: whether the first error ends the work; a blank text never does.
    """

    def __init__(self, chunker: BatchChunker, raises: bool, task: Task) -> None:
        texts, document_ids = task.texts, task.document_ids
        self.failed: list[int] = []
        self.size: int = len(texts)
        self.first: int = task.first
        self._chunker, self._raises, self._ids, self._paths = chunker, raises, document_ids, task.paths
        self._documents = task.documents
        self._chunks: list[Chunks | None] = []
        self._errors: dict[int, ShiplapError] = {}
        loop = chunker._compiled
        self._batch: Batch | None = None
        if loop is not None:
            errors, blank_fails = chunker.errors, chunker.on_empty == "raise"
            batch = Batch(
                texts, loop, lambda text: view(text, errors), errors == "strict", blank_fails, chunker,
                document_ids, known_headings(chunker, task.paths),
            )  # fmt: skip
            self._batch = batch.run()
            self.failed = batch.failed
        else:
            for row, text in enumerate(texts):
                self._chunks.append(self._one(row, text))

    def _one(self, row: int, text: Any) -> Chunks | None:
        """Return the chunks of a text; None if it is null or failed."""
        if text is None:
            return None
        try:
            found: Chunks = self._chunker.chunk(text, document_id=self.document_id(row), path=self._path(row))
        except ShiplapError as error:
            if self._raises and not isinstance(error, EmptyTextError):
                raise error.at(self.first + row, self.document_id(row)) from None
            self.failed.append(row)
            self._errors[row] = without_frames(error)
            return None
        return found

    def document_id(self, row: int) -> str | None:
        """Return the id of a document."""
        return None if self._ids is None else self._ids[row]

    def _path(self, row: int) -> Any:
        return None if self._paths is None else self._paths[row]

    def take_error(self, row: int) -> ShiplapError:
        """Take the error of a failed text, once: the error from cutting it alone, without frames."""
        if self._batch is None:
            return self._errors.pop(row)
        text = self._batch.text_at(row)
        self._batch.drop(row)
        return error_alone(self._chunker, text, self.document_id(row), self._path(row))

    def chunks(self) -> list[Chunks]:
        """Return the chunks of each text."""
        if self._batch is not None:
            found: list[Chunks] = lazy_chunks(self._batch, LazyChunks)
        else:
            found = [self._empty(row) if made is None else made for row, made in enumerate(self._chunks)]
        for row, document in self._documents.items():
            found[row] = found[row]._of(document)
        return found

    def _empty(self, row: int) -> Chunks:
        return Chunks(view(""), Spans(), None, self._chunker, self.document_id(row))

    def texts(self) -> list[list[str]]:
        """Return the chunk texts of each text. A TextError has the row of its text in the group as `row`."""
        if self._batch is not None:
            return self._batch.texts()
        texts = []
        for row, found in enumerate(self._chunks):
            try:
                texts.append([] if found is None else found.texts)
            except TextError as error:
                raise error.at(row, None) from None
        return texts

    def drop(self, row: int) -> None:
        """Remove the chunks of a text."""
        if self._batch is not None:
            self._batch.drop(row)
        else:
            self._chunks[row] = None

    def spans(self) -> tuple[Any, array[int]]:
        """Return the spans of all texts, shape (m, 2), and the first row of each text, shape (n + 1,)."""
        if self._batch is not None:
            return self._batch.spans().to_numpy(), self._batch.offsets()
        import numpy as np

        found = [chunks.spans for chunks in self._chunks if chunks is not None]
        rows = array("q", [0])
        for chunks in self._chunks:
            rows.append(rows[-1] + (0 if chunks is None else len(chunks)))
        return np.concatenate(found) if found else np.empty((0, 2), np.int64), rows


def known_headings(chunker: BatchChunker, paths: Sequence[Any] | None) -> bytes | None:
    """Return what the paths of texts tell of their headings, a byte of `shiplap._data.heading_looks` for each.
    None where no path is given, or the chunker does not ask."""
    if paths is None or not chunker._asks_for_headings:
        return None
    return bytes(map(headings_by, paths))


def groups(
    chunker: BatchChunker,
    texts: Iterable[Any],
    document_ids: Iterable[str] | None,
    paths: Iterable[Any] | None,
    threads: int | None,
    progress: Progress,
    on_error: OnError,
    skipped: list[Skipped] | None = None,
) -> Generator[Group, None, None]:
    """Cut the texts in groups. Raises the error of the first text that fails, with its `row` and `document_id`,
    unless it is blank or `on_error` skips it. Skipped texts are added to `skipped`."""
    if not callable(on_error):
        options.choice("on_error", on_error, ("raise", "skip"))
    count = 1 if threads is None else options.count("threads", threads)
    tasks = _tasks(texts, document_ids, paths, chunker._compiled is not None)
    results = in_order(lambda task: Group(chunker, on_error == "raise", task), tasks, count)
    try:
        if not progress:
            for group in results:
                _report(group, on_error, skipped)
                yield group
            return
        whole = len(texts) if isinstance(texts, Sized) else None
        done = 0
        with progress_reporter(progress, whole) as report:
            for group in results:
                _report(group, on_error, skipped)
                done += group.size
                report(done)
                yield group
    finally:
        results.close()


def _report(group: Group, on_error: OnError, skipped: list[Skipped] | None) -> None:
    """Raise or report the errors of a group."""
    for row in group.failed:
        raise_or_report(group.take_error(row), group.first + row, group.document_id(row), on_error, skipped)


def _tasks(
    texts: Iterable[Any], document_ids: Iterable[str] | None, paths: Iterable[Any] | None, warns: bool
) -> Iterator[Task]:
    """Gather the texts in groups. warns: whether to look up the first text as a path: of a list of paths the first
    is enough, and to look up each text would take as long as to cut short ones."""
    if isinstance(texts, str | bytes | bytearray | memoryview):
        raise OptionError("texts", type(texts).__name__, "must be an iterable of texts; `chunk` takes one text")
    source = _in_blocks(texts) if type(texts) is list and len(texts) > BLOCK else iter(texts)
    ids = None if document_ids is None else _Beside("document_ids", document_ids, str)
    places = None if paths is None else _Beside("paths", paths, PATHS)
    first = 0
    documents: dict[int, Document] = {}

    def other(row: int, text: Any) -> Any:
        if type(text) is not Document:
            return text
        documents[row] = text
        return text.text

    while group := gather(source, GROUP_TEXTS, GROUP_SIZE, other):
        count = len(group)
        if warns and first == 0 and not documents:
            warn_of_path(group[0])
        names = None if ids is None else ids.take(first, count)
        origins = None if places is None else places.take(first, count)
        if documents:
            names = _filled(names, "document_id", count, documents)
            origins = _filled(origins, "path", count, documents)
        yield Task(group, names, origins, first, documents)
        documents = {}
        first += count
    for beside in (ids, places):
        if beside is not None:
            beside.end()


def _filled(column: list[Any] | None, name: str, count: int, documents: dict[int, Document]) -> list[Any] | None:
    """Return a column parallel to the texts with the documents' own values where it has none."""
    known = {row: value for row, document in documents.items() if (value := getattr(document, name)) is not None}
    if not known:
        return column
    filled = [None] * count if column is None else column
    return [known.get(row) if value is None else value for row, value in enumerate(filled)]


def _in_blocks(items: list[Any]) -> Iterator[Any]:
    """Return the items of a list, as `iter` gives them, taken BLOCK at a time: a processor waits for each of many
    small objects that are not in its cache, except for those of a slice, all at once."""
    return chain.from_iterable(takewhile(bool, (items[at : at + BLOCK] for at in count(0, BLOCK))))


#: The types of a path.
PATHS = (str, bytes, os.PathLike)


class _Beside:
    """A column parallel to the texts: one item of a type, or None, for each."""

    def __init__(self, option: str, given: Iterable[Any], kind: Any) -> None:
        if isinstance(given, str | bytes):
            raise OptionError(option, given, "must have one item for each text")
        self._option, self._given, self._kind = option, iter(given), kind

    def take(self, first: int, count: int) -> list[Any]:
        """Return the items of the next `count` texts, from number `first` on."""
        found = gather(self._given, count, 1 << 62)
        if len(found) < count:
            raise OptionError(self._option, first + len(found), "must have one item for each text: it has fewer")
        for row, one in enumerate(found):
            if one is not None and not isinstance(one, self._kind):
                must = "a str" if self._kind is str else "a path"
                raise OptionError(self._option, one, f"must be {must}, or None (text {first + row})")
        return found

    def end(self) -> None:
        """Check that no item is left after the last text."""
        if gather(self._given, 1, 1):
            raise OptionError(self._option, "...", "must have one item for each text: it has more")


def error_alone(chunker: BatchChunker, text: Any, document_id: str | None, path: Any = None) -> ShiplapError:
    """Return the error from cutting the text alone, without frames."""
    try:
        chunker.chunk(text, document_id=document_id, path=path)
    except ShiplapError as error:
        return without_frames(error)
    return TextError(0, "bytes", "the text changed while it was read")


def without_frames(error: ShiplapError) -> ShiplapError:
    """Remove the frames of an error. They would reference the texts of its batch: a list of skipped texts may live
    long, and a buffer stays locked while a frame references its view."""
    link: BaseException | None = error
    while link is not None:
        link.__traceback__ = None
        link = link.__cause__ or link.__context__
    return error


def raise_or_report(
    error: ShiplapError, row: int, document_id: str | None, on_error: OnError, skipped: list[Skipped] | None = None
) -> None:
    """Raise the error of a text with its place; or add it to `skipped`, and pass it to `on_error` if that is a
    callback. The error of a blank text is not raised.

    The frames of an error must not reference the error: with its traceback they would form a cycle, which keeps
    the texts, and locks buffers, until the collector runs.
    """
    if on_error == "raise" and not isinstance(error, EmptyTextError):
        try:
            raise error.at(row, document_id)
        finally:
            del error
    found = Skipped(row, document_id, error)
    if skipped is not None:
        skipped.append(found)
    if callable(on_error):
        on_error(found)


def group_texts(group: Group, on_error: OnError) -> list[list[str]]:
    """Return the chunk texts of a group. A lone surrogate that no cut has touched is only detected here."""
    while True:
        try:
            return group.texts()
        except TextError as error:
            row = error.row
            assert row is not None
            raise_or_report(without_frames(error), group.first + row, None, on_error)
            group.drop(row)


def flat(parts: Iterable[tuple[Any, array[int]]]) -> tuple[Any, Any]:
    """Concatenate the spans of all groups. Returns them and the first row of each text, as arrays."""
    import numpy as np

    values, rows, before = [], [np.zeros(1, np.int64)], 0
    for found, begins in parts:
        values.append(found)
        rows.append(np.frombuffer(begins, np.int64)[1:] + before)
        before += len(found)
    if len(values) == 1:
        return values[0], np.concatenate(rows)
    return np.concatenate(values) if values else np.empty((0, 2), np.int64), np.concatenate(rows)


@contextmanager
def progress_reporter(progress: Progress, whole: int | None) -> Iterator[Callable[[int], None]]:
    """A function that reports the number of texts done."""
    if callable(progress):
        yield lambda done: progress(done, whole)
        return
    from shiplap.progress import progress as shown

    with shown(whole, unit="texts") as bar:
        before = 0

        def report(done: int) -> None:
            nonlocal before
            bar.advance(done - before)
            before = done

        yield report
