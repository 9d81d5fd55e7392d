"""Tokenizers, given by name, as an object of a library, or as a function. Each adapter is small, and imports its
library only if it is needed.

| given | library | text tokenized once | chunk counted |
|---|---|---|---|
| "cl100k_base", "o200k_base" | bpe-openai, or tiktoken with its data cached | yes | edges only |
| "gpt-4o", "text-embedding-3-small" and others of MODELS | their encoding, one of these | yes | edges only |
| other names of tiktoken | tiktoken with their data cached | yes | edges only |
| a path to a tokenizer.json, or a folder with one | tokenizers | yes | as below |
| tiktoken.Encoding, bpe_openai.Encoding, gigatoken.Tokenizer | | yes | edges only |
| tokenizers.Tokenizer, a fast tokenizer of transformers | | yes | edges only (BERT, byte level), else whole |
| sentencepiece.SentencePieceProcessor | | yes | whole |
| tokie.Tokenizer, any object with encode(str), a function str -> int | | words, once each | whole |
"""

from typing import TYPE_CHECKING

from shiplap.later import later

if TYPE_CHECKING:
    from shiplap.tokenizers.adapter import LOCAL as LOCAL
    from shiplap.tokenizers.adapter import Adapter
    from shiplap.tokenizers.registry import BUNDLED as BUNDLED
    from shiplap.tokenizers.registry import MODELS, get

__all__ = ["MODELS", "Adapter", "get"]

if not TYPE_CHECKING:  # else type checkers accept any name
    __getattr__, __dir__ = later(__name__, {
        "adapter": "LOCAL Adapter",
        "registry": "BUNDLED MODELS get",
    })  # fmt: skip
