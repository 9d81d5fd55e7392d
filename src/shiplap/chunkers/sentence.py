"""SentenceChunker: chunks of whole sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiplap import options
from shiplap.chunkers.base import Chunker
from shiplap.chunkers.common import CommonOptions, common_options
from shiplap.errors import OptionError
from shiplap.levels import SENTENCE_RULES
from shiplap.plan import Plan, Row, Unit

if TYPE_CHECKING:
    from typing_extensions import Unpack


class SentenceChunker(Chunker):
    """Whole sentences up to `chunk_size`; the last ones are repeated in the next chunk.

    A chunk ends at the last sentence end within `chunk_size`, else at the first one within `max_size`, else at the
    last word within `chunk_size`, else anywhere but inside a grapheme cluster. Conflicting requirements yield in
    this order: the overlap, the target size, the whole sentence, the minimum, the grapheme cluster; never the
    maximum.

    chunk_size: the target maximum of a chunk, in `unit`; at least 1. None: 3000, or a size that fits the other
        given sizes.
    chunk_overlap: None (a fifth of the size), a count below the size, or a share of it in [0, 1): the maximum that
        a chunk shares with the one before. Only whole sentences are shared.
    min_size: the minimum size of a chunk, 0 to `chunk_size`, unless the text is shorter: a sixth of the size if
        None. Stripped white space counts, and 2 * min_size is at most max_size + 1.
    max_size: the hard maximum of a chunk, `chunk_size` or more: 5/3 of the size if None.
    boundaries: None, or boundaries that replace the sentence rule: offsets in code points (an array, or any
        iterable of them, in any order), a function that finds them in a text, or the name of an importable one,
        "module:qualname". An offset inside a grapheme cluster is not a boundary.
    common: the options of all chunkers, see `shiplap.chunkers.CommonOptions`; `on_empty` is "raise" by default.

    Raises OptionError for any other name or value.

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
        chunk_size: int | None = None,
        chunk_overlap: int | float | None = None,
        *,
        min_size: int | None = None,
        max_size: int | None = None,
        boundaries: Any = None,
        **common: Unpack[CommonOptions],
    ) -> None:
        shared = common_options(SentenceChunker, common, on_empty="raise")
        reserved = shared["reserve"]
        if chunk_size is None:
            usual = options.size("chunk_size", None, 3000, chunk_overlap, reserved)
            chunk_size = size_between(usual, min_size, max_size, reserved)
        size = options.size("chunk_size", chunk_size, 3000, chunk_overlap, reserved)
        least, most = sizes_around(size, min_size, max_size, reserved)
        config: dict[str, Any] = {
            "chunk_size": size,
            "chunk_overlap": options.overlap("chunk_overlap", chunk_overlap, size, reserved),
            "min_size": least,
            "max_size": most,
            **shared,
        }
        if boundaries is not None:
            config["boundaries"] = options.boundaries(boundaries)
        self._configure(config, make_plan(config))


def size_between(usual: int, min_size: int | None, max_size: int | None, reserved: int) -> int:
    """Return the usual size, or the nearest one that the minimum and the maximum allow."""
    if min_size is not None:
        usual = max(usual, options.count("min_size", min_size, 0) + reserved)
    return usual if max_size is None else min(usual, options.count("max_size", max_size))


def sizes_around(size: int, min_size: int | None, max_size: int | None, reserved: int) -> tuple[int, int]:
    """Return the checked minimum and maximum around a size. Those not given scale with it."""
    least = 0 if min_size is None else options.count("min_size", min_size, 0)
    if max_size is None:
        most = max(5 * size // 3, 2 * least - 1 + reserved)
    else:
        most = options.count("max_size", max_size)
    if most < size:
        raise OptionError("max_size", max_size, f"must be at least chunk_size ({size})")
    most = min(most, options.MAX_SIZE)
    room = most - reserved
    if min_size is None:
        least = (size - reserved) // 6
    if least > size - reserved:
        less = f"chunk_size ({size})" if not reserved else f"chunk_size minus reserve ({size - reserved})"
        raise OptionError("min_size", min_size, f"must be at most {less}")
    if 2 * least > room + 1:
        # otherwise a text of max_size + 1 could not be cut into two chunks of the minimum
        raise OptionError("min_size", min_size, f"must be at most half of max_size ({room}), rounded up")
    return least, most


def make_plan(config: dict[str, Any]) -> Plan:
    """Return the plan for whole sentences (rows: docs/reference/model.md).

    The last row and its unit are for a grapheme cluster larger than the size: the size yields before it.
    """
    least, size, most = (
        config["min_size"],
        config["chunk_size"] - config["reserve"],
        config["max_size"] - config["reserve"],
    )
    sentence = "given" if "boundaries" in config else SENTENCE_RULES[config["sentence_rule"]]
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
        strip_whitespace=config["strip_whitespace"],
        skip_blank=config["skip_blank"],
        oversize=config["oversize"],
        min_size=least,
        most=most,
        **options.standard_rule(config),
    )
