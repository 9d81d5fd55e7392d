"""Splitters by characters: LangChain's module of this name, with its splitters replaced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_text_splitters import character as theirs

from shiplap.integrations.langchain.aliases import other_name
from shiplap.integrations.langchain.merging import MergingSplitter, Separators

#: Separators that begin so match no text, and are never put back.
LOOKAROUNDS = ("(?=", "(?<!", "(?<=", "(?!")


class CharacterTextSplitter(MergingSplitter, theirs.CharacterTextSplitter):
    """LangChain's splitter by one separator: the same constructor, chunks, warnings and errors.

    separator: a text, or with `is_separator_regex` a regular expression. Other arguments are those of
        `TextSplitter`.

    Raises ValueError for sizes that are not 0 <= chunk_overlap <= chunk_size > 0.

    >>> CharacterTextSplitter(separator=" ", chunk_size=7, chunk_overlap=3).split_text("It rains in May.")
    ['It', 'rains', 'in May.']
    """

    def _current_separators(self) -> Sequence[str]:
        return [self._separator]

    def _cut_at(self) -> Separators:
        is_regex = bool(self._is_separator_regex)
        rejoin = not (is_regex and self._separator.startswith(LOOKAROUNDS))
        return Separators([self._separator], is_regex, recursive=False, rejoin=rejoin)


class RecursiveCharacterTextSplitter(MergingSplitter, theirs.RecursiveCharacterTextSplitter):
    """LangChain's splitter by separators from coarse to fine: the same constructor, chunks, warnings and errors.

    separators: texts, or with `is_separator_regex` regular expressions; paragraphs, lines, words and characters if
        they are None or none. Other arguments are those of `TextSplitter`.

    Raises ValueError for sizes that are not 0 <= chunk_overlap <= chunk_size > 0.

    >>> text = "def f():\\n    return 1\\n\\ndef g():\\n    return 2\\n"
    >>> splitter = RecursiveCharacterTextSplitter.from_language("python", chunk_size=24, chunk_overlap=0)
    >>> splitter.split_text(text)
    ['def f():\\n    return 1', 'def g():\\n    return 2']
    """

    _replaceable = (*MergingSplitter._replaceable, "_split_text")

    def _current_separators(self) -> Sequence[str]:
        return self._separators

    def _cut_at(self) -> Separators:
        return Separators(self._separators, bool(self._is_separator_regex), recursive=True, rejoin=True)


def __getattr__(name: str) -> Any:
    return other_name(__name__, name)
