"""FixedChunker: windows of a fixed size, exact or moved back to a boundary."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from shiplap import options
from shiplap.chunkers.base import Chunker
from shiplap.chunkers.common import common
from shiplap.errors import OptionError
from shiplap.levels import DEFAULT_RULE, SENTENCE_RULES
from shiplap.plan import Plan, Row, Unit

#: The levels that a window's end may be moved back to.
SNAPS = ("paragraph", "line", "sentence", "word")


class FixedChunker(Chunker):
    """Windows of `chunk_size` with `chunk_overlap` between neighbours.

    The loop ends with the window that reaches the end of the text; no window lies inside the one before.

    chunk_size: most of `unit` in a chunk, at least 1.
    chunk_overlap: None (a fifth of the size), a count below the size, or a share of it in [0, 1).
    unit: "characters" (code points), "bytes" (of UTF-8; a window never ends inside a code point) or "tokens".
    tokenizer: what counts tokens: None (estimated: 4 characters a token, rounded up on the chunk's text), or a
        name, an object or a function, see `shiplap.tokenizers`. The limit then holds for the chunk's final text;
        the overlap is counted by the tokens of the whole text, with one that is only partly in it.
    snap: None (exact windows), or the level at which a chunk should end and an overlap begin: "paragraph",
        "line", "sentence" or "word". Where it has no boundary between `min_fill` of the size and the size, the
        last word boundary there is taken, else the last place that is not inside a grapheme cluster.
    rule: the sentence rule: "standard" (multilingual), "simple" (`[.!?]` and white space) or "capital" (then A to
        Z).
    language: None (what is safe in all languages together) or one of `shiplap.LANGUAGES`: whose abbreviations and
        other words the standard rule knows ("zh", "ja" and others have marks of their own and no words).
    abbreviations: more of them, with or without the last stop.
    min_fill: the share of the size that a chunk moved to a boundary must keep, in [0, 1].
    trim: leave out white space at both ends of a chunk.
    skip_blank: leave out chunks of white space only.
    on_empty: "empty" (no chunks) or "error" (EmptyTextError) for text that is empty or white space only.
    oversize: what to do with one code point larger than `chunk_size` bytes: "split" and "keep" give it a chunk
        of its own, "error" raises ChunkLimitError.
    errors: "strict", "replace" or "surrogatepass", see `shiplap.source`.
    boundaries: None, or what takes the place of the level that `snap` names: offsets in code points (an array, or
        any iterable of them, in any order), a function that finds them in a text, or the name of one that can
        be imported, "module:qualname". An offset inside a grapheme cluster is no boundary.

    Raises OptionError for any other value.

    >>> FixedChunker(1000, 200).spans("x" * 2400).tolist()
    [[0, 1000], [800, 1800], [1600, 2400]]
    >>> FixedChunker(24, 0, snap="sentence").split_text("It rains. It pours. The old man snores.")
    ['It rains. It pours. ', 'The old man snores.']
    """

    name = "fixed"
    __slots__ = ()

    def __init__(
        self,
        chunk_size: int = 1000,
        chunk_overlap: int | float | None = None,
        *,
        unit: str = "characters",
        tokenizer: Any = None,
        snap: str | None = None,
        rule: str = DEFAULT_RULE,
        language: str | None = None,
        abbreviations: Iterable[str] = (),
        min_fill: float = 0.5,
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
            "snap": None if snap is None else options.choice("snap", snap, SNAPS),
            "rule": options.choice("rule", rule, SENTENCE_RULES),
            **options.words(language, abbreviations),
            "min_fill": float(options.share("min_fill", min_fill)),
            **common(unit, trim, skip_blank, on_empty, oversize, errors, tokenizer),
        }
        if boundaries is not None:
            if snap is None:
                rule = "exact windows have no boundaries; snap names the level that these are to take the place of"
                raise OptionError("boundaries", boundaries, rule)
            config["boundaries"] = options.boundaries(boundaries)
        super().__init__(config, plan_of(config))


def plan_of(config: dict[str, Any]) -> Plan:
    """The rows of SPEC section 2 for fixed windows."""
    size, snap = config["chunk_size"], config["snap"]
    common = {name: config[name] for name in ("unit", "trim", "skip_blank", "oversize")}
    if snap is None:
        rows = (Row("char", 0, size),)
        return Plan(size=size, overlap=config["chunk_overlap"], rows=rows, units=(Unit("char", size),),
                    overlap_levels=("char",), **common)  # fmt: skip
    fill = math.ceil(options.share("min_fill", config["min_fill"]) * size)
    level = SENTENCE_RULES[config["rule"]] if snap == "sentence" else snap
    if "boundaries" in config:
        level = "given"
    levels = (level,) if level == "word" else (level, "word")
    return Plan(
        size=size,
        overlap=config["chunk_overlap"],
        rows=(*(Row(name, fill, size) for name in levels), Row("grapheme", 0, size)),
        units=(Unit("grapheme", size), Unit("char", size)),
        overlap_levels=(*levels, "grapheme"),
        language=config.get("language"),
        abbreviations=config.get("abbreviations", ()),
        **common,
    )
