"""Models of installed libraries, from files on this machine: nothing is downloaded."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from shiplap.errors import OptionError
from shiplap.extras import require
from shiplap.vectors.embedding import checked
from shiplap.vectors.model import Model, RequestOptions

if TYPE_CHECKING:
    from shiplap.vectors.types import Matrix

#: The owner of the models that model2vec's own documentation names without one.
MINISHLAB = "minishlab"


class Model2Vec(Model):
    """A static model of model2vec: the mean of the vectors of a text's tokens. It has no limit of tokens: the one
    that the library sets by default, 512, is lifted, so that no text is truncated."""

    def __init__(self, name: str, source: str, options: RequestOptions | None) -> None:
        library = require("model2vec", "embed-model2vec", name)
        try:
            self._model: Any = library.StaticModel.from_pretrained(_folder(name, source))
        except OptionError:
            raise
        except Exception as error:  # the library raises what its parsers raise
            raise _unreadable(name, error) from error
        super().__init__(name, options, tokenizer=self._model.tokenizer, max_texts=1024)

    def request(self, texts: list[str]) -> Any:
        return self._model.encode(texts, max_length=None, use_multiprocessing=False)


class SentenceTransformers(Model):
    """A model of sentence-transformers. Texts and questions have the prompts that the model defines."""

    def __init__(self, name: str, source: str, options: RequestOptions | None) -> None:
        library = require("sentence_transformers", "embed-sentence-transformers", name)
        try:
            self._model: Any = library.SentenceTransformer(source, local_files_only=True)
        except Exception as error:  # the library raises what its parsers raise
            raise _unreadable(name, error) from error
        limit = getattr(self._model, "max_seq_length", None)
        is_known = isinstance(limit, int) and 0 < limit < 1_000_000  # some tokenizers say 10**30 for none
        tokenizer = getattr(self._model, "tokenizer", None)
        super().__init__(name, options, tokenizer=tokenizer, max_texts=128,
                         max_text_tokens=limit if is_known else None)  # fmt: skip
        prompts = getattr(self._model, "prompts", None) or {}
        used = [prompts.get(each) or "" for each in ("document", "passage", "corpus")]
        if self._tokenizer is not None:
            self._added += max(map(self._tokenizer.count, used))

    def request(self, texts: list[str]) -> Any:
        return self._encode("encode_document", texts)

    def query(self, texts: list[str]) -> Matrix:
        return checked(self._encode("encode_query", texts), len(texts), name=self.name)

    def _encode(self, method: str, texts: list[str]) -> Any:
        """Embed by `encode_document` or `encode_query`, or by `encode`, which versions before 5 have alone."""
        encode = getattr(self._model, method, self._model.encode)
        return encode(texts, show_progress_bar=False, convert_to_numpy=True)


class FastEmbed(Model):
    """A model of fastembed."""

    def __init__(self, name: str, source: str, options: RequestOptions | None) -> None:
        library = require("fastembed", "embed-fastembed", name)
        try:
            self._model: Any = library.TextEmbedding(source, local_files_only=True)
        except Exception as error:  # the library raises what its parsers raise
            raise _unreadable(name, error) from error
        tokenizer = getattr(self._model.model, "tokenizer", None)
        truncation = getattr(tokenizer, "truncation", None) or {}
        super().__init__(name, options, tokenizer=tokenizer, max_text_tokens=truncation.get("max_length"))

    def request(self, texts: list[str]) -> Any:
        return list(self._model.passage_embed(texts))

    def query(self, texts: list[str]) -> Matrix:
        return checked(list(self._model.query_embed(texts)), len(texts), name=self.name)


def _folder(name: str, source: str) -> str:
    """Return the folder of a model: a folder, or that of a model's name in the cache of Hugging Face."""
    if os.path.isdir(source):
        return source
    hub = require("huggingface_hub", "embed-model2vec", name)
    owned = source if "/" in source else f"{MINISHLAB}/{source}"
    try:
        return str(hub.snapshot_download(owned, local_files_only=True))
    except Exception as error:
        raise _unreadable(name, error) from error


def _unreadable(name: str, error: Exception) -> OptionError:
    text = (str(error).splitlines() or [""])[0]
    rule = (
        "must be a folder, or the name of a model whose files are on this machine; shiplap downloads nothing"
        f" ({type(error).__name__}: {text:.200})"
    )
    return OptionError("embed", name, rule)
