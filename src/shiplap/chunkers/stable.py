"""StableChunker: chunks that depend on the text near them alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from shiplap import options
from shiplap._core.stable import StableCuts
from shiplap.chunkers.base import Chunker
from shiplap.chunkers.common import CommonOptions, common_options
from shiplap.chunkers.recursive import LevelNames
from shiplap.errors import OptionError
from shiplap.plan import Plan, Row, Unit

if TYPE_CHECKING:
    from typing_extensions import Unpack


class StableChunker(Chunker):
    """Chunks by content alone: an edit changes those near it only, without knowing the chunks of the text before.

    Where the text is cut depends on the text within a few sizes, not on where the chunks before it end. So two
    versions of a document, or two documents with a long passage in common, have the same chunks where they have
    the same text. A fresh cut of each version is enough, on any machine: nothing is stored. In exchange the chunks
    are about an eighth smaller than those of `RecursiveChunker`; `Chunker.update`, which knows the old chunks,
    keeps more of them.

    A place has a level, by the first of `levels` that has a boundary there, and a priority, a hash of the 24
    characters before it. A place that is the greatest within 1.2 times the size, by its level and then its
    priority, is an anchor. Between anchors the text is halved at the best places near its middle until each part
    fits. The guide "Chunks by content alone" states how far an edit reaches, and proves it.

    chunk_size: the maximum size of a chunk in `unit`, at least 1. None: 1000, or five times a `chunk_overlap` that
        is as large.
    chunk_overlap: a count below the size, or a share of it in [0, 1): the maximum that a chunk shares with the one
        before. It begins at the first sentence there, else word, else grapheme cluster. Without the overlap a
        chunk has at most the size less the overlap.
    levels: the levels at which a chunk may end, the best first, in the forms of `RecursiveChunker`; at most 13.
        Grapheme clusters are always the last.
    key: bytes, or their hexadecimal digits, that enter the priorities: nobody who does not know them can write a
        text whose edits change more. It is part of the configuration, which a store keeps.
    boundaries: None, or boundaries that replace the first of `levels`: offsets in code points, or a function.
    common: the options of all chunkers, see `shiplap.chunkers.CommonOptions`. A tokenizer is refused: its counts
        depend on all text before. With unit "tokens" they are estimated.

    Raises OptionError for any other name or value.

    >>> text = "It rains. It pours. The old man snores. He went to bed.\\n\\nHe bumped his head. Morning came."
    >>> chunker = StableChunker(50)
    >>> chunker.split_text(text)
    ['It rains. It pours. The old man snores. ', 'He went to bed.\\n\\nHe bumped his head. Morning came.']
    >>> chunker.split_text("Oh! " + text)[1:] == chunker.split_text(text)[1:]
    True
    """

    name = "stable"
    __slots__ = ()

    def __init__(
        self,
        chunk_size: int | None = None,
        chunk_overlap: int | float = 0,
        *,
        levels: Iterable[Any] = ("paragraph", "sentence", "line", "word"),
        key: bytes | str = b"",
        boundaries: Any = None,
        **common: Unpack[CommonOptions],
    ) -> None:
        tokenizer = common.get("tokenizer")
        if tokenizer is not None:
            rule = 'must be None: its counts depend on all text before; unit="tokens" estimates them'
            raise OptionError("tokenizer", tokenizer, rule)
        shared = common_options(StableChunker, common)
        size = options.size("chunk_size", chunk_size, 1000, chunk_overlap, shared["reserve"])
        config: dict[str, Any] = {
            "chunk_size": size,
            "chunk_overlap": options.overlap("chunk_overlap", chunk_overlap, size, shared["reserve"]),
            "levels": options.levels("levels", levels),
            "key": options.hexadecimal("key", key),
            **shared,
        }
        if len(config["levels"]) > MAX_LEVELS:
            raise OptionError("levels", levels, f"must be at most {MAX_LEVELS}")
        if boundaries is not None:
            config["boundaries"] = options.boundaries(boundaries)
        names = LevelNames(config, config["levels"])
        plan = make_plan(config, names)
        self._configure(config, plan, StableCuts(plan, number_of(config["key"])), tuple(names.marks))

    def _described(self) -> dict[str, Any]:
        """As in the base class. Functions among the levels are written as for `RecursiveChunker`."""
        config = super()._described()
        config["levels"] = [options.plain_level(level) for level in config["levels"]]
        return config


#: The most levels: a plan has at most 16 rows, and those of the places, the grapheme clusters and the code points.
MAX_LEVELS = 13


def number_of(key: str) -> int:
    """Return the 64 bits of a key that enter the priorities; 0 without a key."""
    return int.from_bytes(hashlib.blake2b(bytes.fromhex(key), digest_size=8).digest(), "big") if key else 0


def make_plan(config: dict[str, Any], name: LevelNames) -> Plan:
    """Return the plan whose first row has the places by content, an array behind those of the levels (C7 of the
    reference)."""
    size = config["chunk_size"] - config["reserve"]
    levels = [name(level) for level in takewhile(lambda level: level != "grapheme", config["levels"])]
    overlap_levels = tuple(name(level) for level in ("sentence", "word", "grapheme"))
    places = f"given:{len(name.marks)}"
    return Plan(
        unit=config["unit"],
        size=size,
        overlap=config["chunk_overlap"],
        rows=(
            Row(places, 0, size, "first"),
            *(Row(level, 0, size) for level in levels),
            Row("grapheme", 0, size),
            Row("char", 0, size),
        ),
        units=(Unit(places, size), Unit("grapheme", size), Unit("char", size)),
        overlap_levels=overlap_levels,
        strip_whitespace=config["strip_whitespace"],
        skip_blank=config["skip_blank"],
        oversize=config["oversize"],
        **options.standard_rule(config),
        separators=tuple(name.separators),
    )
