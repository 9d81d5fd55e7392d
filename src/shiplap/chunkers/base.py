"""Base class of the chunkers: configuration, fingerprint and calls.

The option `boundaries`, which each chunker has, passes positions from elsewhere (another tool's sentences, a
caller's own marks). They replace the level at which the chunker would end its chunks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from shiplap import options
from shiplap._core.text import Spans
from shiplap._core.windows import CompiledLoop, Windows
from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.content.content_types import headings_by
from shiplap.errors import EmptyTextError
from shiplap.identity import check_identity, check_path
from shiplap.plan import Plan
from shiplap.source import MAX_PATH, DocumentBase, TextLike, text_and_path, view, warn_of_path

if TYPE_CHECKING:
    from array import array

    import numpy as np
    import numpy.typing as npt
    from typing_extensions import Never

    from shiplap._core.text import Text
    from shiplap.chunkers.batching import OnError, Progress
    from shiplap.chunkers.streaming import Piece, Resume
    from shiplap.chunkers.updating import Old, Stretches
    from shiplap.chunks.annotations import Annotations
    from shiplap.chunks.chunk_list import ChunkList
    from shiplap.chunks.chunks import SpanArray
    from shiplap.chunks.update import Update
    from shiplap.content.decided import Decided
    from shiplap.content.omissions import Omissions
    from shiplap.content.region import Regions
    from shiplap.document import Document

#: A path whose extension determines the content type of a text. The file is never opened.
PathLike = str | os.PathLike[str]

#: The spans of a text: native, measured, and the token count of each if the chunker has a tokenizer.
Found = tuple[Spans, Spans | None] | tuple[Spans, Spans | None, "array[int] | None"]


class Loop(Protocol):
    """A loop that cuts texts. `resume` continues in the next part of a stream, and `compiled` cuts many texts
    without the GIL; each is None for a loop that does not support it."""

    @property
    def cut(self) -> Callable[..., Found]: ...
    @property
    def resume(self) -> Resume | None: ...
    @property
    def compiled(self) -> CompiledLoop | None: ...


#: Version of the algorithm. It changes if, and only if, the same options produce other chunks for the same text.
ALGORITHM_VERSION = 19

#: Options whose values have a `name` and a `config`: the tokenizer, and the embedding model.
PLUGGED = {"tokenizer", "embed"}


class Chunker:
    """A configured, immutable chunker. Subclasses set `name` and build a configuration and a plan.

    Instances with equal configurations are equal; they pickle and may be shared between threads.
    """

    # The configuration contains `boundaries` (a tuple or a function) and `tokenizer` (its adapter) only if passed.

    name: ClassVar[str]
    unit: str
    _config: dict[str, Any]
    _errors: str
    _on_empty: str
    _plan: Plan
    _loop: Loop
    _cut_text: Callable[..., Found]
    _resume: Resume | None
    _compiled: CompiledLoop | None
    _marks: tuple[options.Boundaries, ...]
    #: Whether contextual texts leave out page furniture.
    _omits: bool

    __slots__ = (
        "_compiled", "_config", "_cut_text", "_errors", "_loop", "_marks", "_omits", "_on_empty", "_plan",
        "_resume", "unit",
    )  # fmt: skip

    def __init__(self, *_: Never) -> None:
        raise TypeError(
            "Chunker is abstract; use FixedChunker, SentenceChunker, RecursiveChunker, AdaptiveChunker,"
            " StableChunker, SemanticChunker"
        )

    def _configure(
        self,
        config: dict[str, Any],
        plan: Plan,
        loop: Loop | None = None,
        marks: tuple[options.Boundaries, ...] | None = None,
    ) -> None:
        """Set the configuration, its plan, and the loop (None: the standard one).

        `marks` are the boundaries of the plan's levels `given:0`, `given:1`, ...: the option `boundaries`, unless
        the chunker has more. A function among them needs the whole text.
        """
        if marks is None:
            marks = (config["boundaries"],) if "boundaries" in config else ()
        if loop is None:
            if "tokenizer" in config:
                from shiplap.chunkers.token_loop import TokenLoop

                loop = TokenLoop(plan, config["tokenizer"])
            else:
                loop = Windows(plan)
        for slot, value in (
            ("_config", config),
            ("_errors", config["errors"]),
            ("_on_empty", config["on_empty"]),
            ("_loop", loop),
            ("_cut_text", loop.cut),
            ("_resume", None if any(map(callable, marks)) or "omit_furniture" in config else loop.resume),
            ("_compiled", None if marks or "omit_furniture" in config else loop.compiled),
            ("_marks", marks),
            ("_omits", "omit_furniture" in config),
            ("_plan", plan),
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
        """All options by name, and the kind as `chunker`. `shiplap.from_config` makes the same chunker of it.

        A function in `boundaries`, `tokenizer` or `embed` is written as "module:qualname", and `from_config`
        imports it: accept such configurations only from sources whose code you would run. Raises OptionError for
        a function that cannot be imported by its name, and for a tokenizer without a name.
        """
        config = self._described()
        for option in PLUGGED & config.keys():
            config[option] = config[option].config
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
    def needs_whole_text(self) -> bool:
        """True if `stream` keeps the whole text in memory: a tokenizer counts, the content decides, the option
        `boundaries` is a function, or page furniture is left out."""
        return self._resume is None

    @property
    def fingerprint(self) -> str:
        """Hash of the options, the Unicode tables and the algorithm version (32 hex digits). A tokenizer enters by
        the name of its encoding or a hash of its vocabulary."""
        import hashlib
        import json

        from shiplap._data.unicode import UNICODE_VERSION

        identity = {**self._described(), "unicode": UNICODE_VERSION, "algorithm": ALGORITHM_VERSION}
        for option in PLUGGED & identity.keys():
            identity[option] = identity[option].name
        text = json.dumps(identity, sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chunker):
            return NotImplemented
        return self.name == other.name and self._config == other._config

    def __hash__(self) -> int:
        return hash((self.name, *self._config.values()))

    def __reduce__(self) -> tuple[Any, ...]:
        if PLUGGED & self._config.keys():  # a tokenizer and a model pickle themselves, with or without a name
            return build, (type(self), self._config)
        return build, (type(self), {name: value for name, value in self.config.items() if name != "chunker"})

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self._config.items())
        return f"{type(self).__name__}({given})"

    # ---- cutting

    def chunk(
        self,
        text: TextLike | Document,
        *,
        document_id: str | None = None,
        source: str | None = None,
        path: PathLike | None = None,
        metadata: Mapping[str, Any] | None = None,
        boundaries: Any = None,
    ) -> Chunks:
        """Cut a text: a `str`, UTF-8 in `bytes`, `bytearray`, `memoryview` or `mmap`, or a `Document`.

        document_id, source, metadata: the document's identity; they change no chunk. None: those of a `Document`.
        path: the origin of the text. Chunkers that look at content or at headings take the content type from its
            extension, or from the text itself without one. The file is not opened.
        boundaries: replace the option of that name for this text; the result's `chunker` has them as its option.

        Text that is empty or white space only has no chunks, or raises EmptyTextError (`on_empty`). Raises
        TextError for invalid text, ChunkLimitError with `oversize="raise"`, TextTypeError for a `pathlib.Path` and
        any other value that is not a text, OptionError for boundaries outside the text and for a document id,
        source, path or metadata of a wrong type. Warns if a `str` is the path of an existing file
        (PathAsTextWarning).
        """
        if boundaries is not None:
            chunker = build(type(self), {**self._config, "boundaries": boundaries})
            return chunker.chunk(text, document_id=document_id, source=source, path=path, metadata=metadata)
        if source is not None or metadata is not None or not (document_id is None or isinstance(document_id, str)):
            source = check_identity(document_id, source, metadata)
        if path is not None:
            check_path(path)
        if type(text) is str:
            if len(text) <= MAX_PATH:
                warn_of_path(text)
        elif isinstance(text, DocumentBase):
            names = text.named(document_id=document_id, source=source, path=path, metadata=metadata)
            made = self.chunk(text.text, **names)
            made._provenance = text.provenance
            return made
        found = view(text, self._errors)
        native, measured, counts, annotations = self._cut(found, path, document_id)
        chunks = Chunks(found, native, measured, self, document_id, source, metadata, counts, None, annotations)
        if self._omits:  # no argument: a call with names takes longer than to cut a small text
            chunks._omissions = self._omitted(found, path, annotations)
        return chunks

    __call__ = chunk

    def _omitted(self, text: Text, path: PathLike | None, annotations: Annotations | None) -> Omissions:
        """Return what the contextual texts of chunks of a text leave out. Regions are those of the annotations, if
        the chunker makes any."""
        from shiplap.content.omissions import Omissions
        from shiplap.content.region import regions_of

        if annotations is not None:
            return Omissions(text, partial(regions_in, annotations))
        path = None if path is None else os.fspath(path)
        return Omissions(text, partial(regions_of, text, path, None, self._config["headings"]))

    def _cut(
        self, text: Text, path: PathLike | None, document_id: str | None
    ) -> tuple[Spans, Spans | None, array[int] | None, Annotations | None]:
        """Cut a text. Returns its spans in native offsets, its spans in characters or bytes if they are known, the
        token counts if the chunker has a tokenizer, and the annotations if it looks at content."""
        if text.is_blank():
            if self._on_empty == "raise":
                raise EmptyTextError(text.characters, document_id)
            return Spans(), None, None, None
        given = self._given(text) if self._marks else ()
        if path is None or not self._asks_for_headings:
            found = self._cut_text(text, given)
        else:
            found = self._cut_text(text, given, headings_by(path))
        return found[0], found[1], found[2] if len(found) == 3 else None, None

    @property
    def _asks_for_headings(self) -> bool:
        """True if the cuts depend on what headings a text has."""
        return self._plan.with_headings is not None or self._plan.finds_looks

    @property
    def _headings_known_by(self) -> int:
        """Number of code points of a text that decide its headings; 0 if the plan does not need them."""
        if not self._asks_for_headings:
            return 0
        from shiplap._data.heading_looks import KNOWN_BY, MARKS_KNOWN_BY

        return KNOWN_BY if self._plan.finds_looks else MARKS_KNOWN_BY

    def _headings_of(self, path: PathLike | None, text: Text) -> int | None:
        """Return the headings of a text, or of one that begins with it: a number of `shiplap._data.heading_looks`.
        None where the plan does not ask."""
        if not self._asks_for_headings:
            return None
        loop: Any = self._loop  # `Windows` or `TokenLoop`
        found: int = loop.headings_of(text, headings_by(path))
        return found

    def _given(self, text: Text) -> list[array[int]]:
        """Return the given boundaries of a text, in its own offsets: one array for each of the marks."""
        found = []
        for given in self._marks:
            if callable(given):
                given = options.offsets(given(text.owner if text.is_str else text.text(0, len(text))))
            found.append(text.native(options.within(given, text.characters)))
        return found

    def split_text(
        self, text: TextLike | Document, *, path: PathLike | None = None, boundaries: Any = None
    ) -> list[str]:
        """Cut a text and return the texts of the chunks. See `chunk`."""
        if boundaries is not None:
            return self.chunk(text, path=path, boundaries=boundaries).texts
        if path is not None:
            check_path(path)
        if type(text) is str:
            if len(text) <= MAX_PATH:
                warn_of_path(text)
        elif isinstance(text, DocumentBase):
            text, path = text_and_path(text, path)
        found = view(text, self._errors)  # as `chunk`, without unused results: most texts are small
        native = self._cut(found, path, None)[0]
        return found.texts(native)

    def spans(
        self, text: TextLike | Document, *, path: PathLike | None = None, boundaries: Any = None
    ) -> SpanArray:
        """Cut a text and return its offsets (start, end) in code points, int64, shape (n, 2). See `chunk`."""
        if boundaries is not None:
            return self.chunk(text, path=path, boundaries=boundaries).spans
        if path is not None:
            check_path(path)
        if type(text) is str:
            if len(text) <= MAX_PATH:
                warn_of_path(text)
        elif isinstance(text, DocumentBase):
            text, path = text_and_path(text, path)
        found = view(text, self._errors)
        native, measured, _, _ = self._cut(found, path, None)
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
        path: PathLike | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Iterator[Chunk]:
        """Cut a stream of text and yield its chunks as they are decided: the same chunks as of the whole text.

        `pieces`: an iterable of `str`, or of UTF-8 in `bytes`, `bytearray` or `memoryview`, cut anywhere, even
        inside characters. A binary file open for reading yields its lines.

        A chunk is yielded as soon as no later text can change it. The text of a few chunks is kept in memory, see
        `shiplap.chunkers.streaming`; with a tokenizer, a function for `boundaries`, or `omit_furniture`, the whole
        text is kept.
        Raises the errors of `chunk` on reaching their place, and TypeError for pieces of two kinds. One thread
        uses the iterator: another that asks for a chunk meanwhile gets a ValueError, and no chunk is lost.

        >>> import io
        >>> file = io.BytesIO(b"It rains. It pours. The old man snores.")
        >>> from shiplap import FixedChunker
        >>> pieces = iter(lambda: file.read(7), b"")
        >>> [chunk.text for chunk in FixedChunker(24, 0, snap="sentence").stream(pieces)]
        ['It rains. It pours. ', 'The old man snores.']
        """
        for part in self.stream_batches(
            pieces, document_id=document_id, source=source, path=path, metadata=metadata
        ):
            yield from part

    def stream_batches(
        self,
        pieces: Iterable[Piece],
        *,
        document_id: str | None = None,
        source: str | None = None,
        path: PathLike | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Iterator[Chunks]:
        """As `stream`, but yield many chunks at a time, each time as a `Chunks` with their offsets and numbers in
        the whole text. `Chunks.text` is the part of the text in memory. One thread uses the iterator.

        >>> from shiplap import FixedChunker
        >>> [part.spans.tolist() for part in FixedChunker(4, 1).stream_batches(["abc", "defg"])]
        [[[0, 4], [3, 7]]]
        """
        return self._stream(pieces, document_id=document_id, source=source, path=path, metadata=metadata)

    def _stream(
        self,
        pieces: Iterable[Piece],
        *,
        document_id: str | None = None,
        source: str | None = None,
        path: PathLike | None = None,
        metadata: Mapping[str, Any] | None = None,
        behind_mark: bool = False,
    ) -> Iterator[Chunks]:
        """As `stream_batches`; with `behind_mark`, offsets count a byte order mark before the first piece."""
        from shiplap.chunkers.streaming import parts

        source = check_identity(document_id, source, metadata)
        check_path(path)
        names = document_id, source, path, metadata
        headings = partial(self._headings_of, path)
        return parts(self, self._resume, self._marks, headings, self._errors, pieces, *names, behind_mark)

    # ---- a changed text

    def update(
        self,
        old: Old,
        text: TextLike | Document,
        *,
        document_id: str | None = None,
        source: str | None = None,
        path: PathLike | None = None,
        metadata: Mapping[str, Any] | None = None,
        boundaries: Any = None,
        decided: Decided | None = None,
    ) -> Update:
        """Cut a changed text, and keep the chunks that the edit did not touch.

        old: the chunks of the text before, all of them: a `Chunks`; or, cut by a chunker like this one, a list of
            `Chunk` as a store has it, or a pair of their spans (start, end) in code points and that text.
        text: the new text, with any number of edits, or a `Document` of it, whose provenance the new chunks have.
        document_id, source, metadata: as in `chunk`; None: those of `old`.
        path: as in `chunk`; the same path, where the old text had one. boundaries: as in `chunk`.
        decided: the decisions for the old text (`Store.decided`); None: those of a `Chunks`, or of a fresh cut.

        Only the chunks at the edits are cut anew, with a few of their neighbours where that makes chunks fewer or
        fuller: at most 4 chunks are new for an edit inside one chunk, and no end of a chunk moves that is
        farther from the edit than twice the longest chunk. What was decided for the whole old text is kept until a
        full cut: patterns and levels of headings, and the kind of content. The result obeys all laws except
        determinism: it depends on the old chunks too, so that two ways to the same text may give different chunks.
        Exact fixed windows, chunks of a `StableChunker` or of a chunker with other options (another fingerprint),
        and `boundaries` that are offsets are always cut anew.

        Raises OptionError for an `old` that is neither, or not whole, and the errors of `chunk`.

        >>> from shiplap import RecursiveChunker
        >>> chunker = RecursiveChunker(30, 0)
        >>> old = chunker.chunk("It rains. It pours. The old man snores. He went to bed.")
        >>> update = chunker.update(old, "It rains. It often pours. The old man snores. He went to bed.")
        >>> [chunk.text for chunk in update.new], [chunk.text for chunk in update.moved]
        (['It rains. It often pours. '], ['The old man snores. ', 'He went to bed.'])
        """
        from shiplap.chunkers.updating import in_form, old_spans, recut
        from shiplap.chunks.update import Update
        from shiplap.content.decided import UNDECIDED

        if isinstance(text, DocumentBase):
            names = text.named(document_id=document_id, source=source, path=path, metadata=metadata)
            update = self.update(old, text.text, boundaries=boundaries, decided=decided, **names)
            update.chunks._provenance = text.provenance
            return update
        before, spans = old_spans(old, text, self._errors)
        chunks = old if isinstance(old, Chunks) else None
        if chunks is not None:
            document_id = chunks.document_id if document_id is None else document_id
            source = chunks.source if source is None else source
            metadata = chunks.metadata if metadata is None else metadata
        identity = document_id, check_identity(document_id, source, metadata), metadata
        check_path(path)
        found = view(text, self._errors)
        kept = chunks is None or chunks.chunker == self or chunks.chunker.fingerprint == self.fingerprint
        if chunks is None:
            annotations = self._annotate(before, spans, path) if decided is None and len(spans) else None
            omissions = self._omitted(before, path, annotations) if self._omits else None
            chunks = Chunks(
                before, spans, None, self, *identity, None, None, annotations, decided=decided, omissions=omissions
            )
        stretch = None
        decisions = UNDECIDED
        if kept and len(spans) and boundaries is None and not found.is_blank():
            decisions = self._kept(chunks, found, path)
            stretch = self._stretches(found, path, decisions)
        if stretch is None:
            new = self.chunk(
                text,
                document_id=document_id,
                source=identity[1],
                path=path,
                metadata=metadata,
                boundaries=boundaries,
            )
            return Update(chunks, new)
        if isinstance(text, str):
            warn_of_path(text)
        before, spans = in_form(before, spans, found.is_str)
        known = recut(stretch, before, spans, chunks._counts, found, not isinstance(old, Chunks))
        made = Chunks(
            found, known.spans, None, self, *identity, known.counts, None, known.annotations, decided=decisions,
            omissions=self._omitted(found, path, known.annotations) if self._omits else None,
        )  # fmt: skip
        made._keep_hashes(chunks, known.rows)
        return Update(chunks, made)

    def _annotate(self, text: Text, spans: Spans, path: PathLike | None) -> Annotations | None:
        """Return the annotations of chunks cut elsewhere; None if the chunker does not look at content."""
        return None

    def _kept(self, old: Chunks, text: Text, path: PathLike | None) -> Decided:
        """Return the decisions for the old text, which an update keeps. A text that was one chunk has none: the
        new text decides."""
        from shiplap.content.decided import Decided

        known = old._decisions()
        if known is None or len(old) == 1:
            known = Decided(self._headings_of(path, old._text if len(old) > 1 else text) or 0)
        return known

    def _stretches(self, text: Text, path: PathLike | None, kept: Decided) -> Stretches | None:
        """Return the loop on parts of a text that is not blank; None if a changed text is cut anew. `kept`: the
        decisions that are kept."""
        if not self._plan.snaps or not all(map(callable, self._marks)):
            return None
        from shiplap.chunkers.token_loop import TokenLoop
        from shiplap.chunkers.updating import TokenStretches, WindowStretches

        if isinstance(self._loop, TokenLoop):
            return TokenStretches(self._loop, self._plan, self._given, text, kept.known)
        if type(self._loop) is not Windows:
            return None
        return WindowStretches(self._loop, self._plan, self._given, text, kept.known)

    # ---- many texts

    def chunk_batch(
        self,
        texts: Iterable[TextLike | Document | None],
        *,
        document_ids: Iterable[str] | None = None,
        paths: Iterable[PathLike | None] | None = None,
        threads: int | None = None,
        progress: Progress = False,
        on_error: OnError = "raise",
    ) -> ChunkList:
        """Cut many texts, each as `chunk` does. Returns a list of Chunks, in order.

        texts: any iterable of texts and documents; None is a null text, which has no chunks.
        document_ids: one for each text. paths: one, or None, for each text; see `chunk`. A `Document` without an
            id or a path there has its own.
        threads: the number of threads, each cutting one group of texts at a time (None: only the caller's). The
            result is the same. More threads pay off where much is read: sentences, UTF-8 in bytes. With a
            tokenizer, or a function for boundaries, the interpreter runs one at a time.
        progress: True shows it on standard error, if that is a terminal; a callback gets the number of texts done
            and the total (or None).
        on_error: "raise" the error of the first text that fails; "skip" such texts, which then have no chunks and
            are listed in `skipped` of the result; or a callback for each skipped text, beside the list. A text
            that is empty or white space only is skipped in each case: an EmptyTextError with `on_empty="raise"`.

        Raises the errors of `chunk`, with the number of the text as `row`, its `document_id`, and both in the
        message; and OptionError. Warns if the first text is a `str` that is the path of an existing file
        (PathAsTextWarning).

        >>> from shiplap import FixedChunker
        >>> found = FixedChunker(4, 0).chunk_batch(["It rains.", None, b"caf\\xff"], on_error="skip")
        >>> [chunks.texts for chunks in found]
        [['It r', 'ains', '.'], [], []]
        >>> [(skipped.row, type(skipped.error).__name__) for skipped in found.skipped]
        [(2, 'TextError')]
        """
        from shiplap.chunkers.batching import groups
        from shiplap.chunks.chunk_list import ChunkList

        found = ChunkList()
        found.skipped = []
        for group in groups(self, texts, document_ids, paths, threads, progress, on_error, found.skipped):
            found += group.chunks()
        return found

    def iter_batch(
        self,
        texts: Iterable[TextLike | Document | None],
        *,
        document_ids: Iterable[str] | None = None,
        paths: Iterable[PathLike | None] | None = None,
        threads: int | None = None,
        progress: Progress = False,
        on_error: OnError = "raise",
    ) -> Iterator[Chunks]:
        """As `chunk_batch`, but yield one result at a time. Texts are read only a few megabytes ahead, so they may
        exceed memory. One thread uses the iterator."""
        from shiplap.chunkers.batching import groups

        for group in groups(self, texts, document_ids, paths, threads, progress, on_error):
            yield from group.chunks()

    def split_batch(
        self,
        texts: Iterable[TextLike | Document | None],
        *,
        paths: Iterable[PathLike | None] | None = None,
        threads: int | None = None,
        progress: Progress = False,
        on_error: OnError = "raise",
    ) -> list[list[str]]:
        """Cut many texts, each as `split_text` does. Returns lists of chunk texts, in order. See `chunk_batch`; a
        callback gets the skipped texts, which the result does not list.

        >>> from shiplap import FixedChunker
        >>> FixedChunker(4, 0).split_batch(["It rains.", "", "Yes"])
        [['It r', 'ains', '.'], [], ['Yes']]
        """
        from shiplap.chunkers.batching import group_texts, groups

        found: list[list[str]] = []
        for group in groups(self, texts, None, paths, threads, progress, on_error):
            found += group_texts(group, on_error)
        return found

    def spans_batch(
        self,
        texts: Iterable[TextLike | Document | None],
        *,
        paths: Iterable[PathLike | None] | None = None,
        threads: int | None = None,
        progress: Progress = False,
        on_error: OnError = "raise",
    ) -> tuple[SpanArray, npt.NDArray[np.int64]]:
        """Cut many texts and return their chunk offsets as two int64 arrays: (start, end) in code points, shape
        (m, 2), and the first row of each text, shape (n + 1,). See `chunk_batch`.

        >>> from shiplap import FixedChunker
        >>> values, rows = FixedChunker(4, 0).spans_batch(["It rains.", "", "Yes"])
        >>> values.tolist(), rows.tolist()
        ([[0, 4], [4, 8], [8, 9], [0, 3]], [0, 3, 3, 4])
        """
        from shiplap.chunkers.batching import flat, groups

        return flat(group.spans() for group in groups(self, texts, None, paths, threads, progress, on_error))


def regions_in(annotations: Annotations) -> Regions:
    """Return the regions of annotations, found on first access."""
    return annotations.regions


def build(kind: type[Chunker], given: Mapping[str, Any]) -> Chunker:
    """Build a chunker of this kind. Raises OptionError for an unknown option."""
    return kind(**given)
