"""Comparison of the modes of search on the same chunks: words, vectors, and both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shiplap.chunkers.presets import DEFAULT_PRESET
from shiplap.errors import OptionError
from shiplap.evaluate.corpus import Cutter, as_corpus, read_questions
from shiplap.evaluate.retrieval import Comparison, Evaluation
from shiplap.options import choice

if TYPE_CHECKING:
    from shiplap.vectors import Cache, Embed

#: The retriever that ranks chunks as a mode of `Store.search` does with `match="any"`.
MODES = {"words": "fts5", "vector": "dense", "hybrid": "hybrid"}


def compare_modes(
    documents: Any,
    questions: Any,
    modes: Sequence[str] = tuple(MODES),
    *,
    embed: Embed | None = None,
    chunker: Cutter = DEFAULT_PRESET,
    k: int = 5,
    budget: int | None = None,
    cache: Cache | None = None,
) -> Comparison:
    """Measure the modes of `Store.search` with the same documents, chunks and questions.

    modes: any of "words", "vector", "hybrid"; the last two need `embed`. The other options are those of
    `evaluate_retrieval`. The results have the names of the modes; `verdict` says whether one is better.

    >>> from shiplap.vectors import HashedWords
    >>> documents = {"weather.txt": "It rains in the hills. The old man snores. The dog minds nobody. " * 9}
    >>> questions = [{"question": "Does the man snore?", "gold": [[23, 42]]}]
    >>> found = compare_modes(documents, questions, embed=HashedWords(), k=1)
    >>> [(each.name, each.mean("recall")) for each in found.results]
    [('words', 1.0), ('vector', 1.0), ('hybrid', 1.0)]

    Raises OptionError for wrong options, before any work.
    """
    names = [choice("modes", mode, MODES) for mode in modes]
    if not names or len(set(names)) < len(names):
        raise OptionError("modes", modes, "must be different modes, at least one")
    if embed is None and names != ["words"]:
        raise OptionError("embed", None, "must be a function that embeds, unless words is the only mode")
    corpus = as_corpus(documents)
    asked = read_questions(questions, corpus)
    options: dict[str, Any] = {"k": k, "budget": budget, "embed": embed, "cache": cache}
    found = [
        Evaluation(corpus, asked, retriever=MODES[name], **options).compare({name: chunker}) for name in names
    ]
    results = tuple(each.results[0] for each in found)
    return replace(found[0], retriever="search by mode", results=results)
