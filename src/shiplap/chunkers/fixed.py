"""FixedChunker: windows of a fixed size, exact or moved back to a boundary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiplap import options
from shiplap.chunkers.base import Chunker
from shiplap.chunkers.common import CommonOptions, common_options
from shiplap.levels import SENTENCE_RULES
from shiplap.plan import Plan, Row, Unit

if TYPE_CHECKING:
    from typing_extensions import Unpack


class FixedChunker(Chunker):
    """Windows of `chunk_size` with `chunk_overlap` between neighbours.

    The loop ends with the window that reaches the end of the text; no window lies inside the one before.

    chunk_size: the maximum size of a chunk in `unit`, at least 1. None: 1000, or five times a `chunk_overlap` that
        is as large.
    chunk_overlap: None (a fifth of the size), a count below the size, or a share of it in [0, 1).
    snap: None (exact windows), or the level at which a chunk should end and an overlap begin: "paragraph",
        "line", "sentence" or "word". If it has no boundary between `min_fill` of the size and the size, the chunk
        ends at the last word boundary there, else at the last position that is not inside a grapheme cluster. A
        cluster larger than the size is cut into pieces of the size.
    min_fill: the share of the size that a chunk moved to a boundary must keep, in [0, 1].
    boundaries: None, or boundaries that replace the level of `snap`: offsets in code points (an array, or any
        iterable of them, in any order), a function that finds them in a text, or the name of an importable one,
        "module:qualname". An offset inside a grapheme cluster is not a boundary.
    common: the options of all chunkers, see `shiplap.chunkers.CommonOptions`.

    Raises OptionError for any other name or value.

    >>> FixedChunker(1000, 200).spans("x" * 2400).tolist()
    [[0, 1000], [800, 1800], [1600, 2400]]
    >>> FixedChunker(24, 0, snap="sentence").split_text("It rains. It pours. The old man snores.")
    ['It rains. It pours. ', 'The old man snores.']
    """

    name = "fixed"
    __slots__ = ()

    def __init__(
        self,
        chunk_size: int | None = None,
        chunk_overlap: int | float | None = None,
        *,
        snap: options.Snap | None = None,
        min_fill: float = 0.5,
        boundaries: Any = None,
        **common: Unpack[CommonOptions],
    ) -> None:
        shared = common_options(FixedChunker, common)
        size = options.size("chunk_size", chunk_size, 1000, chunk_overlap, shared["reserve"])
        config: dict[str, Any] = {
            "chunk_size": size,
            "chunk_overlap": options.overlap("chunk_overlap", chunk_overlap, size, shared["reserve"]),
            "snap": None if snap is None else options.choice("snap", snap, options.Snap),
            "min_fill": options.share("min_fill", min_fill),
            **shared,
        }
        if boundaries is not None:
            config["boundaries"] = options.boundaries(boundaries)
        self._configure(config, make_plan(config))


def make_plan(config: dict[str, Any]) -> Plan:
    """Return the plan for fixed windows (rows: docs/reference/model.md)."""
    size, snap = config["chunk_size"] - config["reserve"], config["snap"]
    common = {name: config[name] for name in ("unit", "strip_whitespace", "skip_blank", "oversize")}
    if snap is None and "boundaries" not in config:
        rows = (Row("char", 0, size),)
        return Plan(size=size, overlap=config["chunk_overlap"], rows=rows, units=(Unit("char", size),),
                    overlap_levels=("char",), **common)  # fmt: skip
    fill = options.share_of_at_least(size, config["min_fill"])
    level = SENTENCE_RULES[config["sentence_rule"]] if snap == "sentence" else snap
    if "boundaries" in config:
        level = "given"
    levels = (level,) if level == "word" else (level, "word")
    return Plan(
        size=size,
        overlap=config["chunk_overlap"],
        rows=(*(Row(name, fill, size) for name in levels), Row("grapheme", 0, size)),
        units=(Unit("grapheme", size), Unit("char", size)),
        overlap_levels=(*levels, "grapheme"),
        **options.standard_rule(config),
        **common,
    )
