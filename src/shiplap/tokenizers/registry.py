"""Adapters of tokenizers, given by name, as an object of a library, or as a function."""

from __future__ import annotations

import os
import sys
import threading
from typing import Any

from shiplap.errors import OptionError
from shiplap.tokenizers.adapter import LOCAL, Adapter

#: Encodings that need no file and no network, with the extra `tokenizers`.
BUNDLED = ("cl100k_base", "o200k_base")

#: The encodings of OpenAI's models. A name stands for its versions too: "gpt-4o" for "gpt-4o-mini-2024-07-18".
MODELS = {
    "gpt-3.5": "cl100k_base", "gpt-35": "cl100k_base", "gpt-4": "cl100k_base",
    "gpt-4o": "o200k_base", "gpt-4.1": "o200k_base", "gpt-4.5": "o200k_base", "gpt-5": "o200k_base",
    "chatgpt-4o": "o200k_base", "o1": "o200k_base", "o3": "o200k_base", "o4": "o200k_base",
    "text-embedding-ada-002": "cl100k_base", "text-embedding-3": "cl100k_base",
}  # fmt: skip

_EXTRA = "pip install 'shiplap[tokenizers]'"

_named: dict[str, Adapter] = {}

#: Held while a function of tiktoken is replaced: two threads would each put back that of the other.
_loading = threading.Lock()


def get(tokenizer: Any) -> Adapter:
    """Get the adapter of a tokenizer: a name of an encoding or a model, a path, an object, or a counting function.

    Raises OptionError for an unknown name, a name whose data are not on this machine, and an object that is not a
    tokenizer. It never downloads anything.

    >>> get(len).count("abc")
    3
    """
    if isinstance(tokenizer, Adapter):
        return tokenizer
    if isinstance(tokenizer, (str, os.PathLike)):
        name = os.fspath(tokenizer)
        if name not in LOCAL and os.path.exists(name):  # a file may change, so it is read each time
            return _of_file(name)
        if name not in _named:
            _named[name] = _by_name(name)
        return _named[name]
    return _of_object(tokenizer)


Adapter.by_given = get


def encoding_of(model: str) -> str | None:
    """Return the name of the encoding of a model of OpenAI, or None for other names.

    >>> encoding_of("gpt-4o-mini-2024-07-18"), encoding_of("text-embedding-3-large"), encoding_of("bert-base")
    ('o200k_base', 'cl100k_base', None)
    """
    name = model.rpartition("/")[2] if model.startswith("openai/") else model
    known = [each for each in MODELS if name == each or name.startswith((f"{each}-", f"{each}."))]
    return MODELS[max(known, key=len)] if known else None


def _of_object(tokenizer: Any) -> Adapter:
    """Select the adapter by the library of the object, which is already imported; it imports no other."""
    from shiplap.tokenizers import byte_pairs, functions, hugging_face, sentencepiece

    names = {f"{kind.__module__.partition('.')[0]}.{kind.__name__}" for kind in type(tokenizer).__mro__}
    if "tiktoken.Encoding" in names:
        return byte_pairs.Tiktoken(tokenizer)
    if "bpe_openai.Encoding" in names:
        return byte_pairs.BpeOpenai(tokenizer)
    if "gigatoken.Tokenizer" in names:
        return byte_pairs.Gigatoken(tokenizer)
    if "tokenizers.Tokenizer" in names:
        return hugging_face.HuggingFace(tokenizer)
    if "tokie" in sys.modules and isinstance(tokenizer, sys.modules["tokie"].Tokenizer):
        return hugging_face.Tokie(tokenizer)
    if "sentencepiece.SentencePieceProcessor" in names:
        return sentencepiece.SentencePiece(tokenizer)
    if "transformers.PreTrainedTokenizerBase" in names:
        backend = getattr(tokenizer, "backend_tokenizer", None)
        if backend is not None:
            return hugging_face.HuggingFace(backend, tokenizer)
        return functions.Transformers(tokenizer)
    if hasattr(tokenizer, "encode") and not isinstance(tokenizer, type):
        return functions.Encoder(tokenizer)
    if callable(tokenizer):
        return functions.Callable_(tokenizer)
    rule = "must be None, a name, a tokenizer of a library, or a function that counts the tokens of a str"
    raise OptionError("tokenizer", tokenizer, rule)


def _by_name(name: str) -> Adapter:
    from shiplap.tokenizers import byte_pairs

    if ":" in name and "/" not in name:
        from shiplap import options

        return get(options.imported(name, "tokenizer"))
    encoding = encoding_of(name)
    if encoding is not None:
        try:
            return get(encoding)
        except OptionError as error:  # name what the caller wrote
            raise OptionError("tokenizer", name, f"has the encoding {encoding}: {error.rule}") from None
    if name in BUNDLED:
        try:
            import bpe_openai
        except ImportError:
            pass
        else:
            return byte_pairs.Bundled(bpe_openai.get_encoding(name), name)
    try:
        import tiktoken
        import tiktoken.registry
    except ImportError:
        if name in BUNDLED:
            raise OptionError("tokenizer", name, f"needs the extra tokenizers: {_EXTRA}") from None
        known = list(BUNDLED)
    else:
        known = sorted({*BUNDLED, *tiktoken.list_encoding_names()})
        if name in known:
            return byte_pairs.Tiktoken(_cached(name), name)
    names = f"{', '.join(known)}, and models of OpenAI such as gpt-4o and text-embedding-3-small"
    if name.endswith((".json", ".model")) or name.startswith((".", os.sep)):
        raise OptionError("tokenizer", name, f"no such file or folder; the known names are {names}")
    rule = (
        f"is no file or folder here, and not one of the known names: {names}. For a model of the Hugging Face"
        " hub pass the result of tokenizers.Tokenizer.from_pretrained, or the path of its tokenizer.json: shiplap"
        " looks up no name on the network"
    )
    raise OptionError("tokenizer", name, rule)


def _of_file(path: str) -> Adapter:
    from shiplap.tokenizers import hugging_face

    file = os.path.join(path, "tokenizer.json") if os.path.isdir(path) else path
    try:
        import tokenizers
    except ImportError:
        raise OptionError("tokenizer", path, f"needs the extra tokenizers: {_EXTRA}") from None
    try:
        return hugging_face.HuggingFace(tokenizers.Tokenizer.from_file(file), path)
    except Exception as error:  # the library raises nothing narrower
        raise OptionError("tokenizer", path, f"is not a readable tokenizer.json: {error}") from None


def _cached(name: str) -> Any:
    """Load a tiktoken.Encoding whose data are already on this machine. tiktoken would silently fetch them."""
    import tiktoken
    import tiktoken.load

    def refuse(path: str) -> Any:
        if "://" not in path:
            return read(path)
        rule = f"its data are not cached on this machine, and shiplap does not fetch them from {path}"
        carried = " or ".join(map(repr, BUNDLED))
        raise OptionError("tokenizer", name, f"{rule} (with the extra tokenizers, {carried} need no network)")

    with _loading:
        read, tiktoken.load.read_file = tiktoken.load.read_file, refuse
        try:
            return tiktoken.get_encoding(name)
        finally:
            tiktoken.load.read_file = read
