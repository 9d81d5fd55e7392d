"""Byte pair encodings: tiktoken, bpe-openai and gigatoken. Special tokens are ordinary text to all but gigatoken,
which counts those that its tokenizer has as one token each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from shiplap.tokenizers.adapter import ByIds

#: Encodings whose patterns are known to end words at seams.
LOCAL = ("gpt2", "r50k_base", "p50k_base", "p50k_edit", "cl100k_base", "o200k_base", "o200k_harmony")


class Named(ByIds):
    """An encoding with a name."""

    def __init__(self, encoding: Any, given: Any = None) -> None:
        super().__init__(encoding.name, encoding if given is None else given)
        self.encoding = encoding
        self.is_local = encoding.name in LOCAL

    @property
    def config(self) -> str:
        return self.name if self.name in LOCAL else super().config

    def pieces(self) -> Iterable[tuple[int, int]]:
        return known_pieces(self.encoding.max_token_value, self.encoding.decode_single_token_bytes)


class Tiktoken(Named):
    """A tiktoken.Encoding."""

    is_free = keeps_utf8 = True

    def encode(self, text: str) -> Any:
        return self.encoding.encode_to_numpy(text, disallowed_special=())

    def count(self, text: str) -> int:
        return len(self.encoding.encode_ordinary(text))


class BpeOpenai(Named):
    """An encoding of bpe-openai. It refuses texts of a million characters and more, which the tokenizer within it
    takes."""

    def __init__(self, encoding: Any, given: Any = None) -> None:
        super().__init__(encoding, given)
        within = getattr(encoding, "_backend", None)
        self.encode = encoding.encode_ordinary if within is None else within.encode  # type: ignore[method-assign]
        self.count = self.count if within is None else within.count  # type: ignore[method-assign]

    def __reduce__(self) -> tuple[Any, ...]:
        from shiplap.tokenizers import get

        return get, (self.name,)  # an encoding does not pickle


class Gigatoken(ByIds):
    """A gigatoken.Tokenizer. Not all of them cut words alone: its SentencePiece does not."""

    keeps_utf8 = True

    def __init__(self, tokenizer: Any, given: Any = None, name: str | None = None) -> None:
        super().__init__(f"gigatoken:{hash_of(tokenizer)}" if name is None else name,
                         tokenizer if given is None else given)  # fmt: skip
        self.tokenizer = tokenizer
        backend = tokenizer.backend
        self.is_local = type(backend).__name__ == "BPETokenizer"
        self.encode = backend.encode  # type: ignore[method-assign]

    def pieces(self) -> Iterable[tuple[int, int]]:
        return ((id, len(piece)) for id, piece in self.tokenizer.vocab.items())


def known_pieces(most: int, piece: Callable[[int], bytes]) -> Iterable[tuple[int, int]]:
    """The ids up to `most` that have a piece, each with its length."""
    for id in range(most + 1):
        try:
            yield id, len(piece(id))
        except KeyError:
            continue


def hash_of(tokenizer: Any) -> str:
    """A hash of the vocabulary and the merges of a gigatoken.Tokenizer, in the order of their ids."""
    import hashlib

    digest = hashlib.blake2b(digest_size=16)
    for piece in tokenizer.vocab.values():
        digest.update(len(piece).to_bytes(4, "little") + piece)
    return digest.hexdigest()
