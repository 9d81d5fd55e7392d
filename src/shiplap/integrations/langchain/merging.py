"""Common base of the splitters by separators: LangChain's rules, by the compiled loop.

The loop does what LangChain 1.1.3 does. Where it cannot (`make_splitter`), LangChain's own code runs.
"""

from __future__ import annotations

import contextlib
import re
import warnings
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib import metadata
from typing import Any, NamedTuple

from langchain_core.documents import Document
from langchain_text_splitters.base import TextSplitter, logger

from shiplap._core.windows import SeparatorSplitter, UnsupportedLength, UnsupportedSeparator
from shiplap.integrations.langchain.documents import documents_of

#: The versions of langchain-text-splitters that give the same chunks (tests/integrations/test_langchain.py).
TESTED = frozenset({"1.0.0", "1.1.0", "1.1.1", "1.1.2", "1.1.3"})

#: Reasons to run LangChain's own code for one text: the loop has met what it does not do.
UNSUPPORTED = (UnsupportedLength, UnsupportedSeparator)

#: Sizes and numbers of separators beyond which LangChain's own code runs.
MAX_SIZE, MAX_SEPARATORS = 1 << 40, 256


def is_tested() -> bool:
    """Return whether the installed version of LangChain was tested. Warns once if it was not."""
    try:
        version = metadata.version("langchain-text-splitters")
    except metadata.PackageNotFoundError:
        version = "of an unknown version"
    if version not in TESTED:
        warnings.warn(
            f"langchain-text-splitters {version} was not tested with this version of shiplap (tested: "
            f"{', '.join(sorted(TESTED))}): LangChain's own code runs",
            stacklevel=2,
        )
    return version in TESTED


IS_TESTED = is_tested()


class Separators(NamedTuple):
    """Separators of a splitter."""

    separators: Sequence[str]
    is_regex: bool
    recursive: bool
    rejoin: bool


class MergingSplitter(TextSplitter):
    """A text splitter that cuts at separators and merges the pieces."""

    #: The separators, and the compiled splitter of the current attributes or None: LangChain's own code runs.
    _compiled: tuple[list[str], SeparatorSplitter | None] | None = None

    #: Methods of LangChain whose replacement in a subclass the loop would not see.
    _replaceable: tuple[str, ...] = ("_merge_splits", "_join_docs")

    @abstractmethod
    def _cut_at(self) -> Separators:
        """Return the separators of the current attributes."""

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        if name != "_compiled":
            self.__dict__.pop("_compiled", None)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_compiled"}

    def split_text(self, text: str) -> list[str]:
        """Split a text into chunks, as LangChain's splitter of the same name does.

        >>> from shiplap.integrations.langchain import RecursiveCharacterTextSplitter
        >>> RecursiveCharacterTextSplitter(chunk_size=8, chunk_overlap=0).split_text("It rains.  It pours.")
        ['It', 'rains.', 'It', 'pours.']
        """
        splitter = self._splitter()
        if not splitter or type(text) is not str:
            return self._split_by_langchain(text)
        try:
            return splitter.split(text)
        except UNSUPPORTED:
            return self._split_by_langchain(text)

    def create_documents(self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None) -> list[Document]:
        """Create documents from texts, as LangChain does. `start_index`, if it is wanted, is the true start of the
        chunk: that of its first character.

        Raises IndexError if there are fewer metadatas than texts.

        >>> from shiplap.integrations.langchain import CharacterTextSplitter
        >>> splitter = CharacterTextSplitter("; ", chunk_size=3, chunk_overlap=0, add_start_index=True)
        >>> [found.metadata for found in splitter.create_documents(["a; a; bcd"], [{"page": 1}])]
        [{'page': 1, 'start_index': 0}, {'page': 1, 'start_index': 3}, {'page': 1, 'start_index': 6}]
        """
        given = metadatas or [{}] * len(texts)
        documents: list[Document] = []
        for number, text in enumerate(texts):
            chunks, starts = self._chunks_and_starts(text)
            if chunks:
                documents += documents_of(chunks, starts, given[number])
        return documents

    def _chunks_and_starts(self, text: str) -> tuple[list[str], Iterable[int] | None]:
        """Return the chunks of a text, and where each begins if that is wanted."""
        is_ours = type(self).split_text is MergingSplitter.split_text and "split_text" not in self.__dict__
        if self._add_start_index and is_ours and type(text) is str:
            splitter = self._splitter()
            if splitter:
                with contextlib.suppress(*UNSUPPORTED):
                    return splitter.split_with_starts(text)
        chunks = self.split_text(text)
        return chunks, found_starts(text, chunks, self._chunk_overlap) if self._add_start_index else None

    def _split_by_langchain(self, text: str) -> list[str]:
        """Split by LangChain's own code."""
        return super().split_text(text)

    @abstractmethod
    def _current_separators(self) -> Sequence[str]:
        """Return the separators of the current attributes, to compare."""

    def _splitter(self) -> SeparatorSplitter | None:
        """Return the compiled splitter, made anew if an attribute or the list of separators changed."""
        compiled = self._compiled
        if compiled is not None and compiled[0] == self._current_separators():
            return compiled[1]
        separators = list(self._current_separators())
        self._compiled = (separators, make_splitter(self))
        return self._compiled[1]


def make_splitter(splitter: Any) -> SeparatorSplitter | None:
    """Return the compiled splitter for the attributes of a text splitter, or None where LangChain's own code must
    run.

    That is so for a version that was not tested, subclasses that replace a step, and attributes of other types. A
    regular expression with capturing groups or errors does no harm before it is needed: the splitter raises
    UnsupportedSeparator for a text that is cut at it.
    """
    cut_at: Separators = splitter._cut_at()
    sizes = (splitter._chunk_size, splitter._chunk_overlap)
    is_usual = (
        IS_TESTED
        and all(type(size) is int and size <= MAX_SIZE for size in sizes)
        and callable(splitter._length_function)
        and all(type(each) is str for each in cut_at.separators)
        and 0 < len(cut_at.separators) <= MAX_SEPARATORS
        and not any(is_replaced(splitter, name) for name in splitter._replaceable)
    )
    if not is_usual:
        return None
    keep = splitter._keep_separator
    return SeparatorSplitter(
        cut_at.separators,
        is_regex=cut_at.is_regex,
        recursive=cut_at.recursive,
        chunk_size=sizes[0],
        chunk_overlap=sizes[1],
        keep=None if not keep else "end" if keep == "end" else "start",
        rejoin=cut_at.rejoin,
        strip=bool(splitter._strip_whitespace),
        length=None if splitter._length_function is len else splitter._length_function,
        on_oversize=partial(warn_of_size, limit=sizes[0]),
        unsupported=unsupported_patterns(cut_at.separators, keep) if cut_at.is_regex else None,
    )


def is_replaced(splitter: Any, name: str) -> bool:
    """Return whether a method is another than LangChain's."""
    method = getattr(type(splitter), name, None)
    return name in splitter.__dict__ or not getattr(method, "__module__", "").startswith(
        "langchain_text_splitters."
    )


def unsupported_patterns(separators: Sequence[str], keep: Any) -> dict[int, re.Pattern[str] | None]:
    """Return the numbers of the regular expressions with capturing groups, or that are wrong where LangChain puts
    them into a group to keep them; each with its pattern, or None if it is wrong alone."""
    found: dict[int, re.Pattern[str] | None] = {}
    for number, separator in enumerate(separators):
        pattern = compiled(separator)
        grouped = compiled(f"({separator})") if keep else None
        if pattern is None or pattern.groups or (keep and (grouped is None or grouped.groups != 1)):
            found[number] = pattern
    return found


def compiled(pattern: str) -> re.Pattern[str] | None:
    """Compile a regular expression; None if it is not valid."""
    try:
        return re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return None


def warn_of_size(size: int, limit: int) -> None:
    """Log LangChain's warning of a long chunk."""
    logger.warning("Created a chunk of size %d, which is longer than the specified %d", size, limit)


def found_starts(text: str, chunks: Sequence[str], overlap: int) -> Iterator[int]:
    """Yield the start of each chunk as LangChain searches for it."""
    index = length = 0
    for chunk in chunks:
        index = text.find(chunk, max(0, index + length - overlap))
        length = len(chunk)
        yield index
