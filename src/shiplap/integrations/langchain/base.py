"""The base of the splitters: LangChain's module of this name, with its splitter by tokens replaced."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from langchain_core.documents import Document
from langchain_text_splitters import base as theirs
from langchain_text_splitters.base import Language, TextSplitter

from shiplap.integrations.langchain.aliases import other_name
from shiplap.integrations.langchain.documents import documents_of
from shiplap.integrations.langchain.merging import IS_TESTED

__all__ = ["Language", "TextSplitter", "TokenTextSplitter"]


class TokenTextSplitter(theirs.TokenTextSplitter):
    """LangChain's splitter by tokens: the same chunks. `start_index` is the place of the character that the first
    byte of the chunk belongs to.

    Raises ValueError where a text is split with an overlap of `chunk_size` or more.
    """

    def create_documents(self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None) -> list[Document]:
        """Create documents from texts, as LangChain does, with true starts."""
        is_ours = (
            type(self).split_text is theirs.TokenTextSplitter.split_text and "split_text" not in self.__dict__
        )
        if not (IS_TESTED and self._add_start_index and is_ours):
            return super().create_documents(texts, metadatas)
        given = metadatas or [{}] * len(texts)
        documents: list[Document] = []
        for number, text in enumerate(texts):
            tokens = self._tokenizer.encode(
                text, allowed_special=self._allowed_special, disallowed_special=self._disallowed_special
            )
            tokenizer = theirs.Tokenizer(
                self._chunk_overlap, self._chunk_size, decode=self._tokenizer.decode, encode=partial(known, tokens)
            )
            chunks = theirs.split_text_on_tokens(text=text, tokenizer=tokenizer)
            if chunks:
                documents += documents_of(chunks, islice(self._starts(tokens), len(chunks)), given[number])
        return documents

    def _starts(self, tokens: list[int]) -> Iterator[int]:
        """Yield the start of each chunk, by the bytes of the tokens before it."""
        step = self._chunk_size - self._chunk_overlap
        characters = 0
        for first in range(0, len(tokens), step):
            data = self._tokenizer.decode_bytes(tokens[first : first + step])
            # a chunk that begins inside a character begins with that character
            yield characters - is_continuation(data[0])
            characters += sum(not is_continuation(byte) for byte in data)


def known(tokens: list[int], _: str) -> list[int]:
    """Return the tokens of a text that was encoded before."""
    return tokens


def is_continuation(byte: int) -> bool:
    """Return whether a byte of UTF-8 continues a character."""
    return 0x80 <= byte < 0xC0


def __getattr__(name: str) -> Any:
    return other_name(__name__, name)
