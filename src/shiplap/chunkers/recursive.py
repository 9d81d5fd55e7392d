"""RecursiveChunker: paragraphs first, then sentences, then words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from shiplap import options
from shiplap.chunkers.base import Chunker
from shiplap.chunkers.common import common
from shiplap.levels import DEFAULT_RULE, SENTENCE_RULES
from shiplap.plan import Plan, Row, Unit


class RecursiveChunker(Chunker):
    """Chunks that end at the coarsest level there is: a paragraph, else a sentence, else a word.

    A chunk ends at the last boundary of the first of `levels` that has one between `min_fill` of the size and the
    size; where none has, at the last place within the size that is not inside a grapheme cluster. So a paragraph
    within the limit is cut only if keeping it whole would leave the chunk before it under half full; one over the
    limit is cut at sentences, and a sentence over the limit at words.

    chunk_size: most of `unit` in a chunk, at least 1.
    chunk_overlap: None (a fifth of the size), a count below the size, or a share of it in [0, 1): the most that a
        chunk shares with the one before.
    levels: where a chunk may end, the coarsest first; 1 to 15 of these:
        a name: "section" (the start of a Markdown heading line, `#` to `######`), "paragraph", "line",
            "sentence", "word", "grapheme";
        any other str: a literal separator, which stays at the end of its chunk, such as "\\n\\n" or ". "; one of
            letters only that looks like a name mistyped is refused, unless ("separator", "words") says that it is
            meant;
        offsets in code points, in an array or any iterable of them, for texts that have them all;
        a function that finds them in a text, or ("function", "module:qualname"), one that can be imported.
    overlap_levels: where an overlap may begin, the best first, in the same way. The first place there is within
        the overlap is taken; where there is none, nothing is repeated.
    unit: "characters" (code points), "bytes" (of UTF-8) or "tokens".
    tokenizer: what counts tokens: None (estimated: 4 characters a token, rounded up on the chunk's text), or a
        name, an object or a function, see `shiplap.tokenizers`. The limit then holds for the chunk's final
        text; the overlap is counted by the tokens of the whole text, one that is only partly in it too.
    min_fill: the share of the size that a chunk must keep to end at one of `levels`, in [0, 1].
    join_rest: whether what is left of a unit that was cut (a long paragraph, say) may be joined with what follows
        it. With False a chunk that goes on with a unit ends where that does, if `min_fill` lets it: so each chunk
        keeps to one matter, and there are more of them.
    rule: the sentence rule: "standard" (multilingual), "simple" (`[.!?]` and white space) or "capital" (then A to
        Z).
    language: None (what is safe in all languages together) or one of `shiplap.LANGUAGES`: whose abbreviations and
        other words the standard rule knows ("zh", "ja" and others have marks of their own and no words).
    abbreviations: more of them, with or without the last stop.
    trim: leave out white space at both ends of a chunk.
    skip_blank: leave out chunks of white space only.
    on_empty: "empty" (no chunks) or "error" (EmptyTextError) for text that is empty or white space only.
    oversize: what to do with one code point larger than `chunk_size` bytes: "split" and "keep" give it a chunk
        of its own, "error" raises ChunkLimitError.
    errors: "strict", "replace" or "surrogatepass", see `shiplap.source`.
    boundaries: None, or what takes the place of the first of `levels` (also where `overlap_levels` name it):
        offsets or a function, as above.

    No boundary is inside a grapheme cluster. Raises OptionError for any other value.

    >>> text = "It rains.\\n\\nIt pours. The old man snores.\\n\\nHe went to bed."
    >>> RecursiveChunker(44, 0).split_text(text)
    ['It rains.\\n\\nIt pours. The old man snores.\\n\\n', 'He went to bed.']
    >>> RecursiveChunker(30, 0).split_text(text)
    ['It rains.\\n\\nIt pours. ', 'The old man snores.\\n\\n', 'He went to bed.']
    >>> RecursiveChunker(30, 10, levels=["\\n\\n", " "], overlap_levels=[" "]).split_text(text)[1]
    'The old man snores.\\n\\n'

    >>> text = "It rains and it pours. It never stops.\\n\\nHe snores.\\n\\nHe bumped his head. "
    >>> RecursiveChunker(30, 0, min_fill=0).split_text(text)
    ['It rains and it pours. ', 'It never stops.\\n\\nHe snores.\\n\\n', 'He bumped his head. ']
    >>> RecursiveChunker(30, 0, min_fill=0, join_rest=False).split_text(text)
    ['It rains and it pours. ', 'It never stops.\\n\\n', 'He snores.\\n\\n', 'He bumped his head. ']
    """

    name = "recursive"
    __slots__ = ()

    def __init__(
        self,
        chunk_size: int = 3200,
        chunk_overlap: int | float | None = None,
        *,
        levels: Iterable[Any] = ("paragraph", "sentence", "word"),
        overlap_levels: Iterable[Any] = ("sentence", "word"),
        unit: str = "characters",
        tokenizer: Any = None,
        min_fill: float = 0.5,
        join_rest: bool = True,
        rule: str = DEFAULT_RULE,
        language: str | None = None,
        abbreviations: Iterable[str] = (),
        trim: bool = False,
        skip_blank: bool = False,
        on_empty: str = "empty",
        oversize: str = "split",
        errors: str = "strict",
        boundaries: Any = None,
    ) -> None:
        size = options.count("chunk_size", chunk_size)
        config: dict[str, Any] = {
            "chunk_size": size,
            "chunk_overlap": options.overlap("chunk_overlap", chunk_overlap, size),
            "levels": options.levels("levels", levels),
            "overlap_levels": options.levels("overlap_levels", overlap_levels),
            "min_fill": float(options.share("min_fill", min_fill)),
            "join_rest": options.flag("join_rest", join_rest),
            "rule": options.choice("rule", rule, SENTENCE_RULES),
            **options.words(language, abbreviations),
            **common(unit, trim, skip_blank, on_empty, oversize, errors, tokenizer),
        }
        if boundaries is not None:
            config["boundaries"] = options.boundaries(boundaries)
        names = Names(config)
        super().__init__(config, plan_of(config, names), marks=tuple(names.marks))

    def _described(self) -> dict[str, Any]:
        """As for every chunker. Functions among the levels stand there as ["function", "module:qualname"], and the
        same holds for them as for `boundaries`."""
        config = super()._described()
        for option in ("levels", "overlap_levels"):
            config[option] = [options.plain_level(level) for level in config[option]]
        return config


class Names:
    """The names that a plan has for levels, and what those of them stand for that it has several of."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.separators: list[str] = []
        self.marks: list[options.Boundaries] = []
        self._sentence = SENTENCE_RULES[config["rule"]]
        self._first = config["levels"][0] if "boundaries" in config else None
        if self._first is not None:
            self.marks.append(config["boundaries"])

    def __call__(self, level: options.Level) -> str:
        """The plan's name for a level."""
        if self._first is not None and level == self._first:
            return "given:0"
        if isinstance(level, str):
            return self._sentence if level == "sentence" else level
        if not callable(level) and level[:1] == ("separator",):
            return f"separator:{_place(self.separators, level[1])}"
        return f"given:{_place(self.marks, level)}"


def _place(known: list[Any], one: Any) -> int:
    """Where it stands in the list, at whose end it is put if it is new."""
    if one not in known:
        known.append(one)
    return known.index(one)


def plan_of(config: dict[str, Any], name: Names) -> Plan:
    """The rows of SPEC section 2 for levels in their order."""
    size = config["chunk_size"]
    fill = math.ceil(options.share("min_fill", config["min_fill"]) * size)
    pick: Any = "last" if config.get("join_rest", True) else "rest"
    return Plan(
        unit=config["unit"],
        size=size,
        overlap=config["chunk_overlap"],
        rows=(*(Row(name(level), fill, size, pick) for level in config["levels"]), Row("grapheme", 0, size)),
        units=(Unit("word", size), Unit("grapheme", size), Unit("char", size)),
        overlap_levels=tuple(name(level) for level in config["overlap_levels"]),
        trim=config["trim"],
        skip_blank=config["skip_blank"],
        oversize=config["oversize"],
        language=config.get("language"),
        abbreviations=config.get("abbreviations", ()),
        separators=tuple(name.separators),
    )
