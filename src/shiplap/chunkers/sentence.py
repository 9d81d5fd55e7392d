"""SentenceChunker: whole sentences as evidence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shiplap import options
from shiplap.chunkers.base import Chunker
from shiplap.chunkers.common import common
from shiplap.errors import OptionError
from shiplap.levels import DEFAULT_RULE, SENTENCE_RULES
from shiplap.plan import Plan, Row, Unit


class SentenceChunker(Chunker):
    """Whole sentences up to `chunk_size`, the last of them repeated in the next chunk.

    A chunk ends at the last sentence end within `chunk_size`. Where there is none, it goes on to the first one
    within `max_size`; where there is none either, it ends at the last word within `chunk_size`, else anywhere but
    inside a grapheme cluster. What yields where wishes conflict, in this order: the overlap, the target size, the
    whole sentence, the minimum, the grapheme cluster; never the maximum.

    chunk_size: what a chunk should have at most, in `unit`; at least 1.
    chunk_overlap: None (a fifth of the size), a count below the size, or a share of it in [0, 1): the most that a
        chunk shares with the one before. Only whole sentences are shared.
    min_size: least size of a chunk, 0 to `chunk_size`, unless the text is shorter: a sixth of the size if None. It
        is counted before white space is trimmed, and 2 * min_size is at most max_size + 1.
    max_size: what a chunk has at most, `chunk_size` or more: 5/3 of the size if None.
    unit: "characters" (code points), "bytes" (of UTF-8) or "tokens".
    tokenizer: what counts tokens: None (estimated: 4 characters a token, rounded up on the chunk's text), or a
        name, an object or a function, see `shiplap.tokenizers`. The limit then holds for the chunk's final text;
        the overlap is counted by the tokens of the whole text, with one that is only partly in it.
    rule: the sentence rule: "standard" (multilingual), "simple" (`[.!?]` and white space) or "capital" (then A to
        Z).
    language: None (what is safe in all languages together) or one of `shiplap.LANGUAGES`: whose abbreviations and
        other words the standard rule knows ("zh", "ja" and others have marks of their own and no words).
    abbreviations: more of them, with or without the last stop.
    trim: leave out white space at both ends of a chunk.
    skip_blank: leave out chunks of white space only.
    on_empty: "error" (EmptyTextError) or "empty" (no chunks) for text that is empty or white space only.
    oversize: what to do with one code point larger than `max_size` bytes: "split" and "keep" give it a chunk of
        its own, "error" raises ChunkLimitError.
    errors: "strict", "replace" or "surrogatepass", see `shiplap.source`.
    boundaries: None, or what takes the place of the sentence rule: offsets in code points (an array, or any
        iterable of them, in any order), a function that finds them in a text, or the name of one that can be
        imported, "module:qualname". An offset inside a grapheme cluster is no boundary.

    Raises OptionError for any other value.

    >>> text = "It rains. It pours. The old man snores. He went to bed."
    >>> SentenceChunker(30, 10).split_text(text)
    ['It rains. It pours. ', 'It pours. The old man snores. ', 'He went to bed.']
    >>> SentenceChunker(30, 0).split_text(text, boundaries=[27])
    ['It rains. It pours. The old', ' man snores. He went to bed.']
    """

    name = "sentence"
    __slots__ = ()

    def __init__(
        self,
        chunk_size: int = 3000,
        chunk_overlap: int | float | None = 0.2,
        *,
        min_size: int | None = None,
        max_size: int | None = None,
        unit: str = "characters",
        tokenizer: Any = None,
        rule: str = DEFAULT_RULE,
        language: str | None = None,
        abbreviations: Iterable[str] = (),
        trim: bool = False,
        skip_blank: bool = False,
        on_empty: str = "error",
        oversize: str = "split",
        errors: str = "strict",
        boundaries: Any = None,
    ) -> None:
        size = options.count("chunk_size", chunk_size)
        least, most = sizes_around(size, min_size, max_size)
        config: dict[str, Any] = {
            "chunk_size": size,
            "chunk_overlap": options.overlap("chunk_overlap", chunk_overlap, size),
            "min_size": least,
            "max_size": most,
            "rule": options.choice("rule", rule, SENTENCE_RULES),
            **options.words(language, abbreviations),
            **common(unit, trim, skip_blank, on_empty, oversize, errors, tokenizer),
        }
        if boundaries is not None:
            config["boundaries"] = options.boundaries(boundaries)
        super().__init__(config, plan_of(config))


def sizes_around(size: int, min_size: int | None, max_size: int | None) -> tuple[int, int]:
    """The minimum and the maximum around a size, checked. They scale with it where they are not given."""
    most = 5 * size // 3 if max_size is None else options.count("max_size", max_size)
    if most < size:
        raise OptionError("max_size", max_size, f"must be at least chunk_size ({size})")
    most = min(most, options.LARGEST)
    least = size // 6 if min_size is None else options.count("min_size", min_size, 0)
    if least > size:
        raise OptionError("min_size", min_size, f"must be at most chunk_size ({size})")
    if 2 * least > most + 1:
        # else a text of max_size + 1 could not be cut into two chunks of the minimum
        raise OptionError("min_size", min_size, f"must be at most half of max_size ({most}), rounded up")
    return least, most


def plan_of(config: dict[str, Any]) -> Plan:
    """The rows of SPEC section 2 for sentences.

    The last row and its unit are for a grapheme cluster that is larger than the size: the size yields before it.
    """
    least, size, most = config["min_size"], config["chunk_size"], config["max_size"]
    sentence = "given" if "boundaries" in config else SENTENCE_RULES[config["rule"]]
    return Plan(
        unit=config["unit"],
        size=size,
        overlap=config["chunk_overlap"],
        rows=(
            Row(sentence, least, size, "last"),
            Row(sentence, size, most, "first"),
            Row("word", least, size, "last"),
            Row("grapheme", 0, size, "last"),
            Row("grapheme", size, most, "first"),
        ),
        units=(
            Unit(sentence, size),
            Unit(sentence, most),
            Unit("word", size),
            Unit("grapheme", size),
            Unit("grapheme", most),
            Unit("char", size),
        ),
        overlap_levels=(sentence,),
        trim=config["trim"],
        skip_blank=config["skip_blank"],
        oversize=config["oversize"],
        min_size=least,
        max_size=most,
        language=config.get("language"),
        abbreviations=config.get("abbreviations", ()),
    )
