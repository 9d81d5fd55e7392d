"""SentenceSplitter: each sentence a chunk; and `sentences`, which is it in one call."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shiplap import options
from shiplap._core.splitter import Splitter
from shiplap.chunkers.base import Chunker
from shiplap.chunks.chunks import Chunks
from shiplap.levels import DEFAULT_RULE, SENTENCE_RULES
from shiplap.plan import Plan, Row, Unit
from shiplap.source import ERRORS, TextLike


class SentenceSplitter(Chunker):
    """Each sentence of a text: spans that touch one another, white space with the sentence before.

    rule: "standard", "simple" (`[.!?]` and white space) or "capital" (then A to Z).
    language: None (what is safe in all languages together) or one of `shiplap.LANGUAGES`: whose abbreviations and
        other words the standard rule knows ("zh", "ja" and others have marks of their own and no words).
    abbreviations: more of them, with or without the last stop.
    on_empty, errors: as for the other chunkers.

    Raises OptionError for any other value.

    >>> SentenceSplitter().split_text("Dr. Kim left at 3.30 p.m. sharp. Why? Nobody knew.")
    ['Dr. Kim left at 3.30 p.m. sharp. ', 'Why? ', 'Nobody knew.']
    """

    name = "sentences"
    __slots__ = ()

    def __init__(
        self,
        rule: str = DEFAULT_RULE,
        language: str | None = None,
        *,
        abbreviations: Iterable[str] = (),
        on_empty: str = "empty",
        errors: str = "strict",
    ) -> None:
        known = options.words(language, abbreviations)
        config: dict[str, Any] = {
            "rule": options.choice("rule", rule, SENTENCE_RULES),
            **known,
            "on_empty": options.choice("on_empty", on_empty, ("empty", "error")),
            "errors": options.choice("errors", errors, ERRORS),
        }
        level, most = SENTENCE_RULES[config["rule"]], options.LARGEST
        plan = Plan(
            unit="characters",
            size=most,
            overlap=0,
            rows=(Row(level, 0, most, "first"),),
            units=(Unit("char", most),),
            overlap_levels=("char",),
            **known,
        )
        super().__init__(config, plan, Splitter(level, plan.language, plan.abbreviations))


def sentences(
    text: TextLike,
    rule: str = DEFAULT_RULE,
    language: str | None = None,
    *,
    abbreviations: Iterable[str] = (),
    errors: str = "strict",
) -> Chunks:
    """The sentences of a text, as a `Chunks`: `.spans` and `.byte_spans` touch one another and cover the text.

    `rule` is "standard" (multilingual), "simple" or "capital"; `language` and `abbreviations` are what the
    standard rule knows of words: see `SentenceSplitter`. Raises OptionError and TextError.

    >>> sentences("Er kommt am 3. Mai. Und sie? 我不去。他去。").texts
    ['Er kommt am 3. Mai. ', 'Und sie? ', '我不去。', '他去。']
    >>> sentences("Siehe Anl. Nummer vier. Danke.", abbreviations=["Anl."]).spans.tolist()
    [[0, 24], [24, 30]]
    """
    return SentenceSplitter(rule, language, abbreviations=abbreviations, errors=errors).chunk(text)
