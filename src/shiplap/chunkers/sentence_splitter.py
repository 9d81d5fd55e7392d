"""SentenceSplitter, with one chunk for each sentence, and `sentences`, its one-call form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from shiplap import options
from shiplap._core.windows import Splitter
from shiplap.chunkers.base import Chunker
from shiplap.chunkers.common import option_names
from shiplap.chunks.chunks import Chunks
from shiplap.document import Document
from shiplap.errors import unknown
from shiplap.levels import SENTENCE_RULES
from shiplap.options import ErrorHandler, LanguageCode, LineBreaks, OnEmpty, SentenceRule
from shiplap.plan import Plan, Row, Unit
from shiplap.source import TextLike

if TYPE_CHECKING:
    from typing_extensions import Never


class SentenceSplitter(Chunker):
    """One chunk for each sentence of a text. The spans are contiguous; white space belongs to the sentence before.

    sentence_rule, language, abbreviations, line_breaks, on_empty, errors: as for all chunkers, see
        `shiplap.chunkers.CommonOptions`.

    Raises OptionError for any other name or value.

    >>> SentenceSplitter().split_text("Dr. Kim left at 3.30 p.m. sharp. Why? Nobody knew.")
    ['Dr. Kim left at 3.30 p.m. sharp. ', 'Why? ', 'Nobody knew.']
    """

    name = "sentences"
    __slots__ = ()

    def __init__(
        self,
        sentence_rule: SentenceRule = "standard",
        language: LanguageCode | None = None,
        *,
        abbreviations: Iterable[str] = (),
        line_breaks: LineBreaks = "paragraph",
        on_empty: OnEmpty = "empty",
        errors: ErrorHandler = "strict",
        **others: Never,
    ) -> None:
        for name in others:
            raise unknown("option", name, option_names(SentenceSplitter, common=False))
        known = options.sentences(sentence_rule, language, abbreviations, line_breaks)
        config: dict[str, Any] = {
            **known,
            "on_empty": options.choice("on_empty", on_empty, OnEmpty),
            "errors": options.choice("errors", errors, ErrorHandler),
        }
        level, most = SENTENCE_RULES[known.pop("sentence_rule")], options.MAX_SIZE
        plan = Plan(
            unit="characters",
            size=most,
            overlap=0,
            rows=(Row(level, 0, most, "first"),),
            units=(Unit("char", most),),
            overlap_levels=("char",),
            **known,
        )
        self._configure(config, plan, Splitter(level, plan.language, plan.abbreviations, plan.line_breaks))


def sentences(
    text: TextLike | Document,
    sentence_rule: SentenceRule = "standard",
    language: LanguageCode | None = None,
    *,
    abbreviations: Iterable[str] = (),
    line_breaks: LineBreaks = "paragraph",
    errors: ErrorHandler = "strict",
    **others: Never,
) -> Chunks:
    r"""Split a text into sentences, as a `Chunks`: `.spans` and `.byte_spans` are contiguous and cover the text.

    text: a text or a `shiplap.Document`. Takes the options of `SentenceSplitter`. Raises OptionError and
    TextError.

    >>> sentences("Er kommt am 3. Mai. Und sie? 我不去。他去。").texts
    ['Er kommt am 3. Mai. ', 'Und sie? ', '我不去。', '他去。']
    >>> sentences("Siehe Anl. Nummer vier. Danke.", abbreviations=["Anl."]).spans.tolist()
    [[0, 24], [24, 30]]
    >>> sentences("Hi all,\nThe well is dry.\nBest,\nAnna", line_breaks="auto").texts
    ['Hi all,\n', 'The well is dry.\n', 'Best,\n', 'Anna']
    """
    splitter = SentenceSplitter(
        sentence_rule, language, abbreviations=abbreviations, line_breaks=line_breaks, errors=errors, **others
    )
    return splitter.chunk(text)
