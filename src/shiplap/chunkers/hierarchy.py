"""Hierarchy: levels of chunks of one text, each made of whole chunks of the level below.

L1  The finest level has the chunks of its chunker, which has no overlap.
L2  A chunk of an upper level is a run of successive chunks of the level below, its children: it begins where the
    first of them begins, and ends where the last of them ends. Each chunk is in one run.
L3  A run has the children that fit its size together, in the unit of the chunker, at least one. If all the rest
    fits, it is one run.
L4  Otherwise a run ends with the last child that a section follows, and that leaves the run at least `min_fill`
    of its size; else with the last such child that a paragraph follows; else with the last child that fits.
L5  With a tokenizer, the size of a run is the sum of the tokens of its children.

L2 to L4 are the loop `runs`, H1 to H3 of `shiplap.reference.windows.hierarchy`.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, overload

from shiplap._core.text import Spans
from shiplap._core.windows import runs
from shiplap.chunkers.base import Chunker, PathLike
from shiplap.chunkers.presets import PRESETS, PresetName, preset
from shiplap.chunkers.recursive import RecursiveChunker
from shiplap.chunkers.registry import from_config
from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.document import Document
from shiplap.errors import OptionError
from shiplap.extras import require
from shiplap.options import counts, one_row, several, share, share_of_at_least
from shiplap.plan import CHARACTERS_A_TOKEN

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.source import TextLike

    Numbers = npt.NDArray[np.int64]

__all__ = ["HierarchicalChunker", "Hierarchy", "hierarchy"]

#: The usual share of its size that a run must have to end before a section or a paragraph.
MIN_FILL = 0.5


class HierarchicalChunker:
    """Cuts a text into levels of chunks: `shiplap.hierarchy` makes it. Immutable.

    chunker: the chunker of the finest level. sizes: the sizes of the levels above it, the largest first.
    """

    __slots__ = ("chunker", "min_fill", "sizes")

    chunker: Chunker
    sizes: tuple[int, ...]
    min_fill: float

    def __init__(self, chunker: Chunker, sizes: Iterable[int], min_fill: float = MIN_FILL) -> None:
        if not isinstance(chunker, Chunker):
            raise OptionError("chunker", chunker, "must be a chunker")
        if overlaps(chunker):
            rule = "must have no overlap (chunk_overlap=0): an upper chunk is a run of whole chunks"
            raise OptionError("chunker", chunker, rule)
        object.__setattr__(self, "chunker", chunker)
        object.__setattr__(self, "sizes", descending(sizes))
        object.__setattr__(self, "min_fill", share("min_fill", min_fill))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a chunker is immutable; make another one to change {name!r}")

    @property
    def config(self) -> dict[str, Any]:
        """The options by name. `HierarchicalChunker.from_config` makes the same of it."""
        return {"chunker": self.chunker.config, "sizes": list(self.sizes), "min_fill": self.min_fill}

    @staticmethod
    def from_config(config: Mapping[str, Any]) -> HierarchicalChunker:
        """Make a hierarchical chunker from `config`. As for `shiplap.from_config`, accept only configurations
        whose source you trust."""
        if not isinstance(config, Mapping) or set(config) != {"chunker", "sizes", "min_fill"}:
            raise OptionError("config", config, "must have the options chunker, sizes and min_fill")
        return HierarchicalChunker(from_config(config["chunker"]), config["sizes"], config["min_fill"])

    def chunk(
        self,
        text: TextLike | Document,
        *,
        document_id: str | None = None,
        source: str | None = None,
        path: PathLike | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Hierarchy:
        """Cut a text into levels. The arguments and the errors are those of `Chunker.chunk`."""
        finest = self.chunker.chunk(text, document_id=document_id, source=source, path=path, metadata=metadata)
        return Hierarchy(finest, self.sizes, self.min_fill)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HierarchicalChunker):
            return NotImplemented
        return self.chunker == other.chunker and (self.sizes, self.min_fill) == (other.sizes, other.min_fill)

    def __hash__(self) -> int:
        return hash((self.chunker, self.sizes, self.min_fill))

    def __reduce__(self) -> tuple[Any, ...]:
        return HierarchicalChunker, (self.chunker, self.sizes, self.min_fill)

    def __repr__(self) -> str:
        return f"HierarchicalChunker({self.chunker!r}, sizes={self.sizes!r}, min_fill={self.min_fill!r})"


class Hierarchy(Sequence[Chunks]):
    """The levels of one text, the coarsest first: a sequence of `Chunks`. The last one, `leaves`, is the finest.

    The leaves have the ids that their chunker gives them. The document id of a level above them has `-level-1`,
    one further above `-level-2`, so that each chunk of each level has an id of its own.

    >>> import shiplap
    >>> levels = shiplap.hierarchy([40, 20, 10]).chunk("It rains. It pours. It snows. It melts.", document_id="d")
    >>> [level.texts for level in levels[1:]]
    [['It rains. It pours. ', 'It snows. It melts.'], ['It rains. ', 'It pours. ', 'It snows. ', 'It melts.']]
    >>> levels.parent(2).id, levels.children(0).ids, levels.children(1, level=1).ids
    ('d-level-1-chunk-1', ['d-level-1-chunk-0', 'd-level-1-chunk-1'], ['d-chunk-2', 'd-chunk-3'])
    """

    __slots__ = ("_levels", "_rows")

    _levels: list[Chunks]
    _rows: list[Spans]  # of each chunk above the leaves, its first child and the chunk after its last child

    def __init__(self, finest: Chunks, sizes: Sequence[int], min_fill: float) -> None:
        """Private: `HierarchicalChunker.chunk` makes it."""
        self._levels = [finest]
        self._rows = []
        spans, (measures, scale) = finest._native, measured(finest)
        is_known = finest._counts is not None or finest._annotations is not None
        leaves: Sequence[tuple[int, int]] | None = None  # the first leaf of each chunk, and the leaf after it
        for number, size in enumerate(reversed(sizes), 1):
            rows, spans, measures = runs(
                finest._text, spans, measures, size * scale, least(size * scale, min_fill)
            )
            if is_known:
                pairs = list(zip(*rows.columns(), strict=True))
                leaves = [(leaves[row][0], leaves[end - 1][1]) for row, end in pairs] if leaves else pairs
            self._levels.insert(0, grouped(finest, spans, leaves, size, number))
            self._rows.insert(0, rows)

    @property
    def leaves(self) -> Chunks:
        """The finest level."""
        return self._levels[-1]

    def parent(self, i: int, level: int = -1) -> Chunk | None:
        """Return the chunk of the level above that contains chunk `i` of a level; None for the coarsest level.
        Raises IndexError."""
        level = self._level(level)
        row = one_row("chunk", i, range(len(self._levels[level])))
        return self._levels[level - 1][self._parent(row, level)] if level else None

    def children(self, i: int, level: int = 0) -> Chunks:
        """Return the chunks of the level below that chunk `i` of a level consists of: a slice of that level; an
        empty one of the leaves for a leaf. Raises IndexError."""
        level = self._level(level)
        row = one_row("chunk", i, range(len(self._levels[level])))
        if level == len(self._levels) - 1:
            return self.leaves[:0]
        first, end = self._rows[level][row]
        return self._levels[level + 1][first:end]

    def parents(self, level: int = -1) -> Numbers:
        """Return the number of the parent of each chunk of a level in the level above, shape (n,); -1 for the
        coarsest level."""
        import numpy as np

        level = self._level(level)
        if not level:
            return np.full(len(self._levels[0]), -1)
        rows = self._rows[level - 1].to_numpy()
        return np.repeat(np.arange(len(rows)), rows[:, 1] - rows[:, 0])

    def parent_ids(self, level: int = -1) -> list[str | None]:
        """Return the id of the parent of each chunk of a level; None for the coarsest level."""
        level = self._level(level)
        if not level:
            return [None] * len(self._levels[0])
        ids = self._levels[level - 1].ids
        return [ids[row] for row in self.parents(level).tolist()]

    def merge(self, leaves: Iterable[int], threshold: float = 0.5) -> list[Chunk]:
        """Merge leaves that a search found, given best first, into their parents.

        Where more than `threshold` of the children of a chunk were found, the chunk takes their place, at the rank
        of the best of them; so on upwards. Each leaf is then in one chunk. The auto-merging retrievers of
        LlamaIndex and Haystack have this rule, and keep chunks inside of a merged one.
        Raises OptionError for a threshold outside of [0, 1], IndexError for a leaf that does not exist, and
        TypeError for one that is not a whole number.

        >>> import shiplap
        >>> levels = shiplap.hierarchy([20, 10]).chunk("It rains. It pours. It snows. It melts.", document_id="d")
        >>> [chunk.id for chunk in levels.merge([2, 1, 3])]
        ['d-level-1-chunk-1', 'd-chunk-1']
        """
        limit = share("threshold", threshold)
        found: dict[int, int] = {}  # the rank of each chunk of a level
        for rank, leaf in enumerate(several("leaves", leaves, "must be numbers of leaves")):
            found.setdefault(one_row("chunk", leaf, range(len(self.leaves))), rank)
        ranked: list[tuple[int, int, int]] = []
        for level in range(len(self._levels) - 1, 0, -1):
            parents, children = self.parents(level), self._rows[level - 1]
            together: dict[int, list[int]] = {}
            for row in found:
                together.setdefault(int(parents[row]), []).append(row)
            upper = {}
            for parent, rows in together.items():
                first, end = children[parent]
                if len(rows) > limit * (end - first):
                    upper[parent] = min(found[row] for row in rows)
                else:
                    ranked += [(found[row], level, row) for row in rows]
            found = upper
        ranked += [(rank, 0, row) for row, rank in found.items()]
        # the coarsest first: a chunk inside of another one only betters its rank
        kept: dict[tuple[int, int], int] = {}
        for rank, level, row in sorted(ranked, key=lambda each: each[1]):
            place = level, row
            while place not in kept and place[0]:
                place = place[0] - 1, self._parent(place[1], place[0])
            place = place if place in kept else (level, row)
            kept[place] = min(rank, kept.get(place, rank))
        return [self._levels[level][row] for level, row in sorted(kept, key=lambda place: (kept[place], place))]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the chunks of all levels, the coarsest first, as `Chunk.to_dict` has them, with `level` (0 for the
        coarsest), `parent_id` (None for the coarsest) and `children_ids`: the objects of JSON lines."""
        for level, chunks in enumerate(self._levels):
            for row, (chunk, parent) in enumerate(zip(chunks, self.parent_ids(level), strict=True)):
                yield {**chunk.to_dict(), "level": level, "parent_id": parent,
                       "children_ids": self.children(row, level).ids}  # fmt: skip

    def to_arrow(self) -> Any:
        """Return the chunks of all levels as a pyarrow.Table (extra `arrow`), the coarsest first: the columns of
        `shiplap.chunks.COLUMNS`, and `level` and `parent_id`. `pyarrow.parquet.write_table` writes it."""
        pyarrow = require("pyarrow", "arrow", "to_arrow")
        parts = []
        for level, chunks in enumerate(self._levels):
            part = pyarrow.Table.from_batches([chunks.replace(embeddings=None).to_arrow()])
            part = part.append_column("level", pyarrow.array([level] * len(chunks), pyarrow.int64()))
            ids = pyarrow.array(self.parent_ids(level), pyarrow.large_string())
            parts.append(part.append_column("parent_id", ids))
        return pyarrow.concat_tables(parts)

    def _parent(self, row: int, level: int) -> int:
        """Return the number of the parent of a chunk of a level but the coarsest."""
        return int(self._rows[level - 1].to_numpy()[:, 0].searchsorted(row, "right")) - 1

    def _level(self, level: int) -> int:
        return one_row("level", level, range(len(self._levels)))

    def __len__(self) -> int:
        return len(self._levels)

    @overload
    def __getitem__(self, key: int) -> Chunks: ...
    @overload
    def __getitem__(self, key: slice) -> list[Chunks]: ...
    def __getitem__(self, key: int | slice) -> Chunks | list[Chunks]:
        return self._levels[key]

    def __repr__(self) -> str:
        return f"<Hierarchy: {', '.join(str(len(level)) for level in self._levels)} chunks>"


class Grouping:
    """The `chunker` of an upper level: it has a name and a fingerprint, and cuts nothing itself."""

    name = "hierarchy"

    def __init__(self, chunker: Any, size: int) -> None:
        self._of = chunker
        self._size = size

    @property
    def unit(self) -> str:
        """The unit of the size."""
        return str(self._of.unit)

    @property
    def config(self) -> dict[str, Any]:
        """The size, and the configuration of the leaves' chunker. `shiplap.from_config` makes no chunker of it."""
        return {"chunker": self.name, "chunk_size": self._size, "leaves": self._of.config}

    @property
    def fingerprint(self) -> str:
        """A hash of the configuration (32 hex digits)."""
        text = json.dumps([self.name, self._size, self._of.fingerprint])
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return self.fingerprint == other.fingerprint if isinstance(other, Grouping) else NotImplemented

    def __hash__(self) -> int:
        return hash((self._of, self._size))

    def __repr__(self) -> str:
        return f"Grouping({self._of!r}, {self._size})"


def hierarchy(
    chunker: Chunker | PresetName | Iterable[int],
    sizes: Iterable[int] | None = None,
    *,
    min_fill: float = MIN_FILL,
) -> HierarchicalChunker:
    """Return a chunker of several levels, in which each chunk consists of whole chunks of the level below.

    chunker: the chunker of the finest level, which has no overlap; the name of a preset, which is taken without
        its overlap; or the sizes of all levels in characters, the smallest of which a `RecursiveChunker` cuts.
    sizes: the sizes of the levels above it, in any order, in its unit.
    min_fill: how full a chunk must be, as a share of its size, to end before a section or a paragraph.

    A chunk of an upper level is at most as long as its size, unless it consists of a single chunk of the level
    below. Raises OptionError, also for a chunker with an overlap.

    >>> levels = hierarchy(RecursiveChunker(12, 0), [40, 24]).chunk("It rains. It pours. It snows. It melts.")
    >>> [len(level) for level in levels]
    [1, 2, 4]
    """
    if isinstance(chunker, str):
        if chunker not in PRESETS:
            raise OptionError("chunker", chunker, f"must be a preset: {', '.join(PRESETS)}")
        chunker = preset(chunker, chunk_overlap=0)
    elif not isinstance(chunker, Chunker):
        if sizes is not None or isinstance(chunker, (bytes, Mapping)) or not isinstance(chunker, Iterable):
            rule = "must be a chunker, the name of a preset, or the sizes of all levels"
            raise OptionError("chunker", chunker, rule)
        found = sorted(set(counts("sizes", chunker)))
        if len(found) < 2:
            raise OptionError("sizes", found, "must be two or more different sizes, one for each level")
        chunker, sizes = RecursiveChunker(found[0], 0), found[1:]
    if sizes is None:
        raise OptionError("sizes", sizes, "must be the sizes of the levels above the chunker's")
    return HierarchicalChunker(chunker, sizes, min_fill)


def descending(sizes: Any) -> tuple[int, ...]:
    """Check the sizes of levels, and return them, the largest first. Raises OptionError.

    >>> descending([400, 1600])
    (1600, 400)
    """
    found = sorted(counts("sizes", sizes), reverse=True)
    if not found or len(set(found)) < len(found):
        raise OptionError("sizes", found, "must be one or more different sizes")
    return tuple(found)


def overlaps(chunker: Chunker) -> bool:
    """Return whether a chunker has an overlap in any kind of content."""
    config = chunker._config
    return any(
        part.get("chunk_overlap")
        for part in (config, *(each for each in config.values() if isinstance(each, dict)))
    )


def measured(chunks: Chunks) -> tuple[Spans, int]:
    """Return the spans of chunks in the unit in which sizes are counted, and how many of them a unit of the sizes
    has."""
    unit = chunks.chunker.unit
    if unit == "tokens" and chunks._counts is not None:
        return Spans.of(pairwise(accumulate(chunks._counts, initial=0))), 1
    scale = CHARACTERS_A_TOKEN if unit == "tokens" else 1
    return chunks._spans("bytes" if unit == "bytes" else "characters"), scale


def least(size: int, min_fill: float) -> int:
    """Return the least size of a run that ends before a section or a paragraph."""
    return share_of_at_least(size, min_fill)


def grouped(
    finest: Chunks, spans: Spans, rows: Sequence[tuple[int, int]] | None, size: int, number: int
) -> Chunks:
    """Return the chunks of an upper level, `number` levels above the leaves, by their spans. rows: the first leaf
    of each chunk and the leaf after its last, if something is known of the leaves."""
    counts, annotations = finest._counts, finest._annotations
    if rows is not None:
        if counts is not None:
            counts = array("q", (sum(counts[first:end]) for first, end in rows))
        if annotations is not None:
            annotations = annotations.grouped(rows)
    name = f"level-{number}" if finest.document_id is None else f"{finest.document_id}-level-{number}"
    return Chunks(
        finest._text, spans, None, Grouping(finest.chunker, size), name, finest.source, finest._metadata, counts,
        None, annotations, provenance=finest._provenance, omissions=finest._omissions,
    )  # fmt: skip
