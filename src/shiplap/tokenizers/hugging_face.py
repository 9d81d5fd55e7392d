"""Tokenizers of Hugging Face: `tokenizers.Tokenizer`, and the fast ones of `transformers`, which wrap one; and
tokie, which reads the same files."""

from __future__ import annotations

import json
import os
import re
import tempfile
from typing import Any

from shiplap._core.text import Text
from shiplap._core.windows import Tokens
from shiplap.tokenizers.adapter import Adapter, by_starts, split

#: Steps that end words at seams and drop white space, steps that only cut further, each character independently,
#: and the normalizers allowed with them.
_DROP = ("BertPreTokenizer", "Whitespace")
_MORE = ("WhitespaceSplit", "Digits", "Punctuation")
_DROP_NORMALIZERS = ("BertNormalizer", "Lowercase", "NFC", "NFD", "StripAccents")
_KEEP_NORMALIZERS = ("Lowercase", "NFC")

#: Patterns of steps that only cut further: digits in threes, runs of characters of a class.
_CLASS = re.compile(r"(?:\\p\{N\}|\\d|\[0-9\])(?:\{1,\d\}|\+)?|\[[^\[\]\\^]+\]\+")

#: Full-width marks, which have seams before them: an added token may not contain one.
_MARKS = frozenset("、。〈〉《》「」『』【】！，：；？")


class HuggingFace(Adapter):
    """A tokenizers.Tokenizer: a copy without truncation and padding, used without adding special tokens."""

    is_free = keeps_utf8 = True

    def __init__(self, tokenizer: Any, given: Any = None) -> None:
        import hashlib

        text = tokenizer.to_str()
        digest = hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
        super().__init__(f"tokenizers:{digest}", tokenizer if given is None else given)
        self.tokenizer: Any = type(tokenizer).from_str(text)
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.is_local: bool = is_local(json.loads(text))

    @property
    def special_tokens(self) -> int | None:
        return int(self.tokenizer.num_special_tokens_to_add(False))

    def count(self, text: str) -> int:
        return len(self.tokenizer.encode(text, add_special_tokens=False))

    def tokens(self, text: str, view: Text) -> Tokens:
        import numpy as np

        offsets = self.tokenizer.encode(text, add_special_tokens=False).offsets
        starts = np.fromiter((start for start, _ in offsets), np.int64, len(offsets))
        if not text.isascii():
            data = np.frombuffer(view.owner, np.uint8)
            starts = np.append(np.flatnonzero((data & 0xC0) != 0x80), len(data))[starts]
        return by_starts(starts, view) or super().tokens(text, view)


def is_local(config: dict[str, Any]) -> bool:
    """Return whether a tokenizer.json ends words at seams. False for unknown steps."""
    if any(token["lstrip"] or token["rstrip"] or any(char.isspace() or char in _MARKS for char in token["content"])
           for token in config.get("added_tokens") or ()):  # fmt: skip
        return False
    if config["model"].get("dropout"):
        return False
    normalizers = [step["type"] for step in _steps(config.get("normalizer"), "normalizers")]
    splitters = _steps(config.get("pre_tokenizer"), "pretokenizers")
    drops, keeps = any(step["type"] in _DROP for step in splitters), any(map(_keeps, splitters))
    if not all(step["type"] in (*_DROP, *_MORE) or _keeps(step) or _only_cuts(step) for step in splitters):
        return False
    known = _DROP_NORMALIZERS if drops else _KEEP_NORMALIZERS
    return (drops or keeps) and all(name in known for name in normalizers)


def _steps(step: Any, name: str) -> list[Any]:
    if step is None:
        return []
    return [inner for one in step[name] for inner in _steps(one, name)] if step["type"] == "Sequence" else [step]


def _pattern(step: Any) -> str:
    """Return the pattern of a step that isolates its matches and drops nothing; else empty."""
    is_plain = step["type"] == "Split" and step["behavior"] == "Isolated" and not step["invert"]
    return str(step["pattern"].get("Regex", "")) if is_plain else ""


def _keeps(step: Any) -> bool:
    if step["type"] == "ByteLevel":
        return bool(step.get("use_regex", True)) and not step["add_prefix_space"]
    return keeps_words(_pattern(step))


def keeps_words(pattern: str) -> bool:
    """Return whether a pattern is from GPT-2 or a successor: these end words at seams and keep white space."""
    return r"[^\s\p{L}\p{N}]+" in pattern and r"\s+(?!\S)" in pattern


def _only_cuts(step: Any) -> bool:
    if step["type"] == "ByteLevel":
        return not step["add_prefix_space"]
    return _CLASS.fullmatch(_pattern(step)) is not None


class Tokie(Adapter):
    """A tokie.Tokenizer. Its offsets refer to the normalized text, so the text is tokenized in small pieces, which
    keeps every offset close to its true position."""

    def __init__(self, tokenizer: Any) -> None:
        import hashlib

        vocabulary = sorted(tokenizer.get_vocab().items())
        digest = hashlib.blake2b(repr(vocabulary).encode(), digest_size=16).hexdigest()
        super().__init__(f"tokie:{digest}", tokenizer)
        self.tokenizer = tokenizer

    def __reduce__(self) -> tuple[Any, ...]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tokenizer.tkz")
            self.tokenizer.save(path)
            with open(path, "rb") as file:
                return _tokie_of, (file.read(),)

    def count(self, text: str) -> int:
        return len(self.tokenizer.encode(text, add_special_tokens=False).ids)

    def tokens(self, text: str, view: Text) -> Tokens:
        starts, begin = [], 0
        for part in split(text, view, 4000):
            found = self.tokenizer.encode_with_offsets(part, add_special_tokens=False).offsets
            size = len(part.encode())
            starts += [begin + min(start, size - 1) for start, _ in found]
            begin += size
        return by_starts(starts, view) or super().tokens(text, view)


def _tokie_of(data: bytes) -> Tokie:
    """Build the adapter from the output of `tokie.Tokenizer.save`."""
    import tokie

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tokenizer.tkz")
        with open(path, "wb") as file:
            file.write(data)
        return Tokie(tokie.Tokenizer.from_file(path))
