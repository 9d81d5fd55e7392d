"""Embedding models by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shiplap.errors import OptionError
from shiplap.options import imported, name_of
from shiplap.vectors.hashing import HashedWords
from shiplap.vectors.model import FunctionModel, Model, RequestOptions, given_options
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
    given_options(options)
    kind, _, rest = name.partition(":")
    if kind in KINDS:
        if not rest:
            raise OptionError("embed", name, FORMS)
        return KINDS[kind](name, rest, options)
    return _function(name, options)


def _function(name: str, options: RequestOptions | None) -> Embed:
    found: Any
    if name == "hashed":
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


def name_for(embed: Embed) -> str:
    """Return the name by which `load_embed` finds a function. Raises OptionError if it has none.

    >>> name_for(HashedWords())
    'hashed'
    """
    if isinstance(embed, HashedWords) and embed.dimensions == HashedWords().dimensions:
        return "hashed"
    name = name_of(embed, "embed")
    return f"function:{name}" if name.partition(":")[0] in KINDS else name


def model_of(embed: Any, name: str | None = None) -> Model:
    """Return a function as a model; `name` is needed for a function that cannot be imported by a name.

    >>> model_of(HashedWords()), model_of(len, "mine")
    (<embedding model 'hashed'>, <embedding model 'mine'>)

    Raises OptionError for what is not a function, or has no name.
    """
    if isinstance(embed, Model):
        return embed
    if not callable(embed):
        raise OptionError("embed", embed, "must be the name of a model, or a function from texts to vectors")
    if name is None:
        try:
            name = name_for(embed)
        except OptionError:
            rule = "has no name to import it by; model=NAME names its vectors"
            raise OptionError("embed", embed, rule) from None
    return FunctionModel(name, embed)
