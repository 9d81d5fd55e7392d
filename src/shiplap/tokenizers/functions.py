"""Tokenizers that only count: a function `str -> int`, or an object with `encode`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from shiplap import options
from shiplap.errors import OptionError
from shiplap.tokenizers.adapter import Adapter

#: The maximum count: a larger one is an error of the counter.
MAX_COUNT = 1 << 60


class Callable_(Adapter):
    """A function `str -> int`."""

    def __init__(self, function: Callable[[str], int]) -> None:
        try:
            name = options.name_of(function, "tokenizer")
        except OptionError:
            name = f"{type(function).__module__}.{type(function).__qualname__} at {id(function):#x}"
        super().__init__(name, function)
        self.function = function

    @property
    def config(self) -> str:
        return options.name_of(self.function, "tokenizer")

    def count(self, text: str) -> int:
        count = self.function(text)
        try:
            found = operator.index(count)
        except TypeError:
            found = -1
        if not 0 <= found <= MAX_COUNT:
            raise OptionError("tokenizer", self.function, f"must return a token count, not {count!r:.99}")
        return found


class Encoder(Adapter):
    """An object whose `encode(str)` returns a sequence, one item a token."""

    def __init__(self, encoder: Any) -> None:
        super().__init__(f"{type(encoder).__module__}.{type(encoder).__qualname__} at {id(encoder):#x}", encoder)
        self.encoder = encoder

    def count(self, text: str) -> int:
        found = self.encode(text)
        try:
            return len(found)
        except TypeError:
            rule = f"must have an `encode` that returns a sequence of tokens, not {type(found).__name__}"
            raise OptionError("tokenizer", self.encoder, rule) from None

    def encode(self, text: str) -> Any:
        return self.encoder.encode(text)


class Transformers(Encoder):
    """A slow tokenizer of `transformers`."""

    @property
    def special_tokens(self) -> int | None:
        return int(self.encoder.num_special_tokens_to_add())

    def encode(self, text: str) -> Any:
        return self.encoder.encode(text, add_special_tokens=False)
