"""Embedding models by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shiplap.errors import OptionError
from shiplap.options import imported
from shiplap.vectors.model import FunctionModel, Model, RequestOptions
from shiplap.vectors.types import Embed

#: The form of a name, for messages.
FORMS = (
    "must be hashed, MODULE:FUNCTION, model2vec:NAME_OR_FOLDER, sentence-transformers:NAME_OR_FOLDER,"
    " fastembed:NAME or openai:URL#MODEL"
)


def load_embed(name: str, options: RequestOptions | None = None) -> Embed:
    """Load an embedding function by name.

    | name | is |
    |---|---|
    | `hashed` | `HashedWords`: no model |
    | `MODULE:FUNCTION` | a function of your own, `function:MODULE:FUNCTION` if the module has the name of a library below |
    | `model2vec:NAME_OR_FOLDER` | a static model, with the extra `embed-model2vec` |
    | `sentence-transformers:NAME_OR_FOLDER` | with the extra `embed-sentence-transformers` |
    | `fastembed:NAME` | with the extra `embed-fastembed` |
    | `openai:URL#MODEL`, `openai:MODEL` | a service with the interface of OpenAI's, with the extra `openai`; the key is in the environment, OPENAI_API_KEY |

    Nothing is downloaded: the names of models of libraries are those of files that are on this machine.

    options: the limits of requests; those of the model by default.

    Functions of libraries and services are a `Model`, and so is any other function if options are given.

    Raises OptionError for an unknown name and for a model without files, MissingExtraError without the library.

    >>> load_embed("hashed")(["rain"]).shape
    (1, 1024)
    """  # noqa: E501
    if not isinstance(name, str):
        raise OptionError("embed", name, FORMS)
    kind, _, rest = name.partition(":")
    if kind in KINDS:
        if not rest:
            raise OptionError("embed", name, FORMS)
        return KINDS[kind](name, rest, options)
    return _function(name, options)


def _function(name: str, options: RequestOptions | None) -> Embed:
    found: Any
    if name == "hashed":
        from shiplap.vectors.hashing import HashedWords

        found = HashedWords()
    elif ":" not in name:
        raise OptionError("embed", name, FORMS)
    else:
        found = imported(name.removeprefix("function:") if name.count(":") > 1 else name, "embed")
    if isinstance(found, Model) or options is None:
        return found  # type: ignore[no-any-return]
    return FunctionModel(name, found, options)


def _model2vec(name: str, rest: str, options: RequestOptions | None) -> Model:
    from shiplap.vectors.libraries import Model2Vec

    return Model2Vec(name, rest, options)


def _sentence_transformers(name: str, rest: str, options: RequestOptions | None) -> Model:
    from shiplap.vectors.libraries import SentenceTransformers

    return SentenceTransformers(name, rest, options)


def _fastembed(name: str, rest: str, options: RequestOptions | None) -> Model:
    from shiplap.vectors.libraries import FastEmbed

    return FastEmbed(name, rest, options)


def _openai(name: str, rest: str, options: RequestOptions | None) -> Model:
    from shiplap.vectors.service import Service

    return Service.of(name, rest, options)


#: The kinds of named models, by the text before the first colon of a name.
KINDS: dict[str, Callable[[str, str, RequestOptions | None], Model]] = {
    "model2vec": _model2vec, "sentence-transformers": _sentence_transformers, "fastembed": _fastembed,
    "openai": _openai,
}  # fmt: skip
