"""Byte pair encodings: tiktoken, bpe-openai and gigatoken. All but gigatoken read special tokens as ordinary text;
gigatoken counts each special token of its tokenizer as one token."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any

from shiplap.errors import OptionError
from shiplap.tokenizers.adapter import LOCAL, Adapter, ByIds
from shiplap.tokenizers.hugging_face import is_local, keeps_words

#: A sample that each scheme splits differently.
SAMPLE = (
    "It's 12345 words, I'LL don't  \n\n  naïve ÉCOLE camelCase x/y_z!!!\n 한국어 😀\t 漢字、かな。"
    "<|endoftext|>\r\n  1,000.5 'S e\u0301x #tag\u00a0(a) 1\u0660\u0661\u0662 \u0e01\u0e34"
)

#: What every special token of the named encodings begins with.
SPECIAL = "<|"
PLAIN_SAMPLE = SAMPLE.replace(SPECIAL, "<")


class Named(ByIds):
    """An encoding with a name."""

    def __init__(self, encoding: Any, given: Any = None) -> None:
        super().__init__(encoding.name, encoding if given is None else given)
        self.encoding = encoding
        self.is_local: bool = encoding.name in LOCAL

    @property
    def config(self) -> str:
        return self.name if self.name in LOCAL else super().config

    def pieces(self) -> Iterable[tuple[int, int]]:
        return ((id, len(piece)) for id, piece in known_pieces(self.encoding))


class Tiktoken(Named):
    """A tiktoken.Encoding. An encoding that is not registered in tiktoken is named by a hash of its data."""

    is_free = keeps_utf8 = True

    def __init__(self, encoding: Any, given: Any = None) -> None:
        import tiktoken.registry

        super().__init__(encoding, given)
        if tiktoken.registry.ENCODINGS.get(encoding.name) is not encoding:
            self.name: str = f"tiktoken:{digest_of(encoding._pat_str, sorted(encoding._mergeable_ranks.items()))}"
            self.is_local: bool = self.is_local and keeps_words(encoding._pat_str)

    def encode(self, text: str) -> Any:
        return self.encoding.encode_to_numpy(text, disallowed_special=())

    def count(self, text: str) -> int:
        return len(self.encoding.encode_ordinary(text))


class BpeOpenai(Named):
    """An encoding of bpe-openai. It refuses texts of a million characters and more, which its inner tokenizer
    accepts."""

    def __init__(self, encoding: Any, given: Any = None) -> None:
        super().__init__(encoding, given)
        within = getattr(encoding, "_backend", None)
        self._encode: Callable[[str], Any] = encoding.encode_ordinary if within is None else within.encode
        self._count: Callable[[str], int] = super().count if within is None else within.count

    def encode(self, text: str) -> Any:
        return self._encode(text)

    def count(self, text: str) -> int:
        return self._count(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return Adapter.by_given, (self.name,)  # an encoding does not pickle


class Bundled(BpeOpenai):
    """An encoding of bpe-openai, by its name. After the first `AFTER` characters gigatoken takes its place if it
    is installed: the same ids, many times as fast, but made in a quarter of a second. It would count special
    tokens as one token each, so texts that may have one stay with bpe-openai."""

    #: How many characters are encoded before gigatoken is made.
    AFTER = 2_000_000

    def __init__(self, encoding: Any, name: str) -> None:
        super().__init__(encoding, name)
        self._left: int = self.AFTER
        self._faster: Callable[[str], Any] | None = None

    def encode(self, text: str) -> Any:
        if self._left > 0:
            self._left -= len(text)
            if self._left <= 0:
                self._faster = faster(self.encoding)
        if self._faster is None or SPECIAL in text:
            return super().encode(text)
        return self._faster(text)


class Gigatoken(ByIds):
    """A gigatoken.Tokenizer. Not all of them tokenize words alone: its SentencePiece does not."""

    keeps_utf8 = True

    def __init__(self, tokenizer: Any, given: Any = None, name: str | None = None) -> None:
        super().__init__(f"gigatoken:{hash_of(tokenizer)}" if name is None else name,
                         tokenizer if given is None else given)  # fmt: skip
        self.tokenizer = tokenizer
        backend = tokenizer.backend
        data = getattr(tokenizer, "_hf_json", None)
        self.is_local: bool = type(backend).__name__ == "BPETokenizer" and (
            data is None or is_local(json.loads(data))
        )
        self._encode: Callable[[str], Any] = backend.encode

    def encode(self, text: str) -> Any:
        return self._encode(text)

    def pieces(self) -> Iterable[tuple[int, int]]:
        return ((id, len(piece)) for id, piece in self.tokenizer.vocab.items())

    def __reduce__(self) -> tuple[Any, ...]:
        data, special = (getattr(self.tokenizer, name, None) for name in ("_hf_json", "_tiktoken_specials"))
        if data is not None:
            return gigatoken_of_json, (data,)
        if special:
            from gigatoken._tokenizer import ENCODINGS

            ids = set(special.values())
            ranks = [(piece, id) for id, piece in self.tokenizer.vocab.items() if id not in ids]
            for name, known in ENCODINGS.items():
                if known.special_tokens == special and gigatoken_of_ranks(name, ranks).name == self.name:
                    return gigatoken_of_ranks, (name, ranks)
        rule = "cannot be pickled: made of neither a tokenizer.json nor an OpenAI encoding"
        raise OptionError("tokenizer", self.given, rule)


def gigatoken_of_json(data: str | bytes) -> Gigatoken:
    """Build the adapter of a tokenizer.json."""
    import gigatoken

    return Gigatoken(gigatoken.Tokenizer.from_json(data))


def gigatoken_of_ranks(name: str, ranks: list[tuple[bytes, int]]) -> Gigatoken:
    """Build the adapter of an OpenAI encoding from its name and the ranks of its pieces."""
    import base64
    import tempfile
    from pathlib import Path

    import gigatoken

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{name}.tiktoken")
        path.write_bytes(b"".join(base64.b64encode(piece) + b" %d\n" % rank for piece, rank in ranks))
        return Gigatoken(gigatoken.Tokenizer.from_tiktoken(path))


def faster(encoding: Any) -> Callable[[str], Any] | None:
    """Return what encodes like an encoding of bpe-openai, but faster: gigatoken with the same pieces. None if it
    is not installed, does not know the encoding, or has other ids for a sample."""
    special = SPECIAL.encode()
    ranks = [(piece, id) for id, piece in known_pieces(encoding) if not piece.startswith(special)]
    try:
        encode = gigatoken_of_ranks(encoding.name, ranks).encode
        same = [int(id) for id in encode(PLAIN_SAMPLE)] == list(encoding.encode_ordinary(PLAIN_SAMPLE))
    except (ImportError, AttributeError, TypeError, ValueError):
        return None
    return encode if same else None


def known_pieces(encoding: Any) -> Iterable[tuple[int, bytes]]:
    """Yield the ids of an encoding that have a piece, each with its piece."""
    for id in range(encoding.max_token_value + 1):
        try:
            yield id, encoding.decode_single_token_bytes(id)
        except KeyError:
            continue


def digest_of(*parts: Any) -> str:
    """Hash values by their repr."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(repr(part).encode())
    return digest.hexdigest()


def hash_of(tokenizer: Any) -> str:
    """Hash a gigatoken.Tokenizer: its vocabulary in the order of the ids, and its tokens of a sample that
    distinguishes the schemes of splitting words."""
    digest = hashlib.blake2b(digest_size=16)
    for piece in tokenizer.vocab.values():
        digest.update(len(piece).to_bytes(4, "little") + piece)
    digest.update(repr([int(id) for id in tokenizer.backend.encode(SAMPLE)]).encode())
    return digest.hexdigest()
