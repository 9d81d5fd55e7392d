"""What every chunker has: its configuration, its fingerprint, and the ways to call it.

`boundaries`, an option of each, are positions from elsewhere (another tool's sentences, a caller's own marks) that
take the place of the level at which it would end its chunks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from shiplap import options
from shiplap._core.batch import CompiledLoop
from shiplap._core.spans import Spans
from shiplap._core.windows import Windows
from shiplap.chunkers.token_loop import TokenLoop
from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.errors import EmptyTextError
from shiplap.plan import Plan
from shiplap.source import TextLike, view

if TYPE_CHECKING:
    from array import array

    import numpy as np
    import numpy.typing as npt

    from shiplap._core.text import Text
    from shiplap.chunkers.batching import ChunkList, OnError, Progress
    from shiplap.chunkers.streaming import Piece, Resume
    from shiplap.chunks.chunks import SpanArray

#: What finds the spans of a text: (native, measured), as `Windows` gives them, and the tokens of each where a
#: tokenizer counts them.
Loop = Callable[..., tuple[Spans, Spans | None] | tuple[Spans, Spans | None, "array[int] | None"]]

#: Changes when the same options on the same text give other chunks, and only then.
ALGORITHM_VERSION = 1


class Chunker:
    """A configured, immutable chunker. Subclasses set `name` and build a configuration and a plan.

    Instances are equal where their configurations are, pickle, and may be shared between threads.
    """

    # The configuration holds `boundaries` only where there are some, as a tuple or a function, and `tokenizer`
    # only where there is one, as its adapter.

    name: ClassVar[str]
    plan: Plan
    unit: str
    _config: dict[str, Any]
    _errors: str
    _on_empty: str
    _loop: Loop
    _marks: tuple[options.Boundaries, ...]

    __slots__ = ("_config", "_errors", "_loop", "_marks", "_on_empty", "plan", "unit")

    def __init__(
        self,
        config: dict[str, Any],
        plan: Plan,
        loop: Loop | None = None,
        marks: tuple[options.Boundaries, ...] | None = None,
    ) -> None:
        """`marks` are what the levels `given:0`, `given:1`, ... of the plan stand for: the option `boundaries`,
        unless the chunker has more of them."""
        if marks is None:
            marks = (config["boundaries"],) if "boundaries" in config else ()
        if loop is None:
            loop = TokenLoop(plan, config["tokenizer"]) if "tokenizer" in config else Windows(plan).cut
        for slot, value in (
            ("_config", config),
            ("_errors", config["errors"]),
            ("_on_empty", config["on_empty"]),
            ("_loop", loop),
            ("_marks", marks),
            ("plan", plan),
            ("unit", plan.unit),
        ):
            object.__setattr__(self, slot, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a chunker is immutable; make another one to change {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a chunker is immutable; {name!r} cannot be deleted")

    # ---- identity

    @property
    def config(self) -> dict[str, Any]:
        """All options by name, with `chunker`, the kind. `shiplap.from_config` makes the same chunker of it.

        A function in `boundaries` or `tokenizer` stands there as "module:qualname", and `from_config` imports it:
        take such configurations from where you would take code. OptionError where it cannot be imported by its
        name, and for a tokenizer that has no name.
        """
        config = self._described()
        if "tokenizer" in config:
            config["tokenizer"] = config["tokenizer"].config
        return config

    def _described(self) -> dict[str, Any]:
        config = {"chunker": self.name, **self._config}
        given = config.get("boundaries")
        if given is not None:
            config["boundaries"] = options.name_of(given, "boundaries") if callable(given) else list(given)
        if "abbreviations" in config:
            config["abbreviations"] = list(config["abbreviations"])
        return config

    @property
    def errors(self) -> str:
        """The option `errors`."""
        return self._errors

    @property
    def on_empty(self) -> str:
        """The option `on_empty`."""
        return self._on_empty

    @property
    def streams(self) -> bool:
        """Whether `stream` holds a few chunks of the text only: no tokenizer and no function needs it whole."""
        return self._resume is not None and not any(map(callable, self._marks))

    @property
    def _resume(self) -> Resume | None:
        resume: Resume | None = getattr(getattr(self._loop, "__self__", self._loop), "resume", None)
        return resume

    @property
    def compiled(self) -> CompiledLoop | None:
        """The loop, if it is all that cuts a text: no tokenizer counts, no boundaries are given, and the kind of
        chunker adds nothing."""
        loop = getattr(self._loop, "__self__", self._loop)
        is_all = type(self).chunk is Chunker.chunk and type(self)._cut is Chunker._cut and not self._marks
        return loop if is_all and isinstance(loop, CompiledLoop) else None

    @property
    def fingerprint(self) -> str:
        """How it cuts: a hash of the options, the Unicode tables and the algorithm version (32 hex digits). Of a
        tokenizer it is the name of its encoding, or a hash of its vocabulary."""
        import json

        from shiplap._data.unicode import UNICODE_VERSION

        identity = {**self._described(), "unicode": UNICODE_VERSION, "algorithm": ALGORITHM_VERSION}
        if "tokenizer" in identity:
            identity["tokenizer"] = identity["tokenizer"].name
        text = json.dumps(identity, sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chunker):
            return NotImplemented
        return self.name == other.name and self._config == other._config

    def __hash__(self) -> int:
        return hash((self.name, *self._config.values()))

    def __reduce__(self) -> tuple[Any, ...]:
        if "tokenizer" in self._config:  # which pickles itself, with or without a name
            return build, (type(self), self._config)
        return build, (type(self), {name: value for name, value in self.config.items() if name != "chunker"})

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self._config.items())
        return f"{type(self).__name__}({given})"

    # ---- cutting

    def chunk(
        self,
        text: TextLike,
        *,
        document_id: str | None = None,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        boundaries: Any = None,
    ) -> Chunks:
        """The chunks of a text: a `str`, or UTF-8 in `bytes`, `bytearray`, `memoryview` or `mmap`.

        Text that is empty or white space only has no chunks, or raises EmptyTextError (`on_empty`).
        `boundaries` stand for the option of that name, for this text: the result's chunker is one that has them.
        Raises TextError for text that is not valid, ChunkLimitError with `oversize="error"`, OptionError for
        boundaries outside the text.
        """
        if boundaries is not None:
            chunker = build(type(self), {**self._config, "boundaries": boundaries})
            return chunker.chunk(text, document_id=document_id, source=source, metadata=metadata)
        found = view(text, self._errors)
        native, measured, counts = self._cut(found, document_id)
        return Chunks(found, native, measured, self, document_id, source, metadata, counts)

    __call__ = chunk

    def _cut(self, text: Text, document_id: str | None) -> tuple[Spans, Spans | None, array[int] | None]:
        if text.is_blank():
            if self._on_empty == "error":
                raise EmptyTextError(text.characters, document_id)
            return Spans(), None, None
        found = self._loop(text, self._given(text) if self._marks else ())
        return found[0], found[1], found[2] if len(found) == 3 else None

    def _given(self, text: Text) -> list[array[int]]:
        """The given boundaries of a text, in its own offsets: an array for each of the marks."""
        found = []
        for given in self._marks:
            if callable(given):
                given = options.offsets(given(text.owner if text.is_str else text.text(0, len(text))))
            found.append(text.native(options.within(given, text.characters)))
        return found

    def split_text(self, text: TextLike, *, boundaries: Any = None) -> list[str]:
        """The texts of the chunks."""
        if boundaries is not None:
            return self.chunk(text, boundaries=boundaries).texts
        found = view(text, self._errors)  # as `chunk`, without what is not asked for: most texts are small
        native = self._cut(found, None)[0]
        return found.texts(native)

    def spans(self, text: TextLike, *, boundaries: Any = None) -> SpanArray:
        """The offsets (start, end) of the chunks in code points, int64, shape (n, 2)."""
        if boundaries is not None:
            return self.chunk(text, boundaries=boundaries).spans
        found = view(text, self._errors)
        native, measured, _ = self._cut(found, None)
        if measured is None or self.unit == "bytes":
            measured = found.convert(native, "characters")
        array: SpanArray = measured.to_numpy()
        return array

    def stream(
        self,
        pieces: Iterable[Piece],
        *,
        document_id: str | None = None,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Iterator[Chunk]:
        """The chunks of a text that comes in pieces, while it comes: the same as those of the whole text.

        `pieces`: an iterable of `str`, or of UTF-8 in `bytes`, `bytearray` or `memoryview`, cut anywhere, inside
        characters too. A file that is open for reading bytes has its lines.

        A chunk comes as soon as nothing that may follow can change it; text is held for a few chunks, see
        `shiplap.chunkers.streaming`. With a tokenizer, or a function for `boundaries`, all of it is held.
        Raises what `chunk` raises, when it comes to the place, and TypeError for pieces of two kinds.

        >>> import io
        >>> file = io.BytesIO(b"It rains. It pours. The old man snores.")
        >>> from shiplap import FixedChunker
        >>> pieces = iter(lambda: file.read(7), b"")
        >>> [chunk.text for chunk in FixedChunker(24, 0, snap="sentence").stream(pieces)]
        ['It rains. It pours. ', 'The old man snores.']
        """
        for part in self.stream_parts(pieces, document_id=document_id, source=source, metadata=metadata):
            yield from part

    def stream_parts(
        self,
        pieces: Iterable[Piece],
        *,
        document_id: str | None = None,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Iterator[Chunks]:
        """What `stream` gives, many chunks at a time: each time a `Chunks` that has their offsets and numbers in
        the whole text. `Chunks.text` is the part of the text that is held.

        >>> from shiplap import FixedChunker
        >>> [part.spans.tolist() for part in FixedChunker(4, 1).stream_parts(["abc", "defg"])]
        [[[0, 4], [3, 7]]]
        """
        from shiplap.chunkers.streaming import parts

        return parts(self, self._resume, self._marks, self._errors, pieces, document_id, source, metadata)

    # ---- many texts

    def chunk_batch(
        self,
        texts: Iterable[TextLike | None],
        *,
        document_ids: Iterable[str] | None = None,
        threads: int | None = None,
        progress: Progress = False,
        on_error: OnError = "raise",
    ) -> ChunkList:
        """The chunks of many texts, in order, each as `chunk` gives them: a list of Chunks.

        texts: any iterable of texts; None stands for one that is null, and has no chunks.
        document_ids: one for each text.
        threads: how many cut, each a group of texts at a time (None: one, the caller's). The result is the same.
            More pay where much is read: sentences, UTF-8 in bytes. Where a tokenizer counts, or a function finds
            boundaries, the interpreter runs one at a time.
        progress: True shows it on standard error, if that is a terminal; a function is told the number of texts
            done and the number of all (or None).
        on_error: "raise" the error of the first text that fails; "skip" such texts, which then have no chunks,
            and stand in `skipped` of the result; or a function that is told of each that is skipped.

        Raises the errors of `chunk`, with the number of the text as `row`, its `document_id`, and both in the
        message; and OptionError.

        >>> from shiplap import FixedChunker
        >>> found = FixedChunker(4, 0).chunk_batch(["It rains.", None, b"caf\\xff"], on_error="skip")
        >>> [chunks.texts for chunks in found]
        [['It r', 'ains', '.'], [], []]
        >>> [(skipped.row, type(skipped.error).__name__) for skipped in found.skipped]
        [(2, 'TextError')]
        """
        from shiplap.chunkers.batching import ChunkList, groups

        found = ChunkList()
        found.skipped = []
        report = found.skipped.append if on_error == "skip" else on_error
        for group in groups(self, texts, document_ids, threads, progress, report):
            found += group.chunks()
        return found

    def iter_chunks(
        self,
        texts: Iterable[TextLike | None],
        *,
        document_ids: Iterable[str] | None = None,
        threads: int | None = None,
        progress: Progress = False,
        on_error: OnError = "raise",
    ) -> Iterator[Chunks]:
        """As `chunk_batch`, but one after the other: texts are taken a few megabytes ahead and no more, so that
        there may be more of them than memory holds."""
        from shiplap.chunkers.batching import groups

        for group in groups(self, texts, document_ids, threads, progress, on_error):
            yield from group.chunks()

    def split_batch(
        self,
        texts: Iterable[TextLike | None],
        *,
        threads: int | None = None,
        progress: Progress = False,
        on_error: OnError = "raise",
    ) -> list[list[str]]:
        """The texts of the chunks of many texts, in order, each as `split_text` gives them. See `chunk_batch`.

        >>> from shiplap import FixedChunker
        >>> FixedChunker(4, 0).split_batch(["It rains.", "", "Yes"])
        [['It r', 'ains', '.'], [], ['Yes']]
        """
        from shiplap.chunkers.batching import groups, texts_of

        found: list[list[str]] = []
        for group in groups(self, texts, None, threads, progress, on_error):
            found += texts_of(group, on_error)
        return found

    def spans_batch(
        self,
        texts: Iterable[TextLike | None],
        *,
        threads: int | None = None,
        progress: Progress = False,
        on_error: OnError = "raise",
    ) -> tuple[SpanArray, npt.NDArray[np.int64]]:
        """The offsets of the chunks of many texts, as two arrays of int64: (start, end) in code points, shape
        (m, 2), and the row where those of each text begin, shape (n + 1,). See `chunk_batch`.

        >>> from shiplap import FixedChunker
        >>> values, rows = FixedChunker(4, 0).spans_batch(["It rains.", "", "Yes"])
        >>> values.tolist(), rows.tolist()
        ([[0, 4], [4, 8], [8, 9], [0, 3]], [0, 3, 3, 4])
        """
        from shiplap.chunkers.batching import flat, groups

        return flat(group.spans() for group in groups(self, texts, None, threads, progress, on_error))


def build(kind: type[Chunker], given: Mapping[str, Any]) -> Chunker:
    """A chunker of this kind; an option that it does not have is an OptionError."""
    import inspect

    from shiplap.errors import unknown

    known = list(inspect.signature(kind).parameters)
    for name in given:
        if name not in known:
            raise unknown("option", name, known)
    made: Chunker = kind(**given)
    return made
