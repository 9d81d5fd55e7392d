"""Quality figures that need no test questions: sizes, overlap, duplicates, sentences cut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

#: The percentiles reported for the sizes.
PERCENTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Stats:
    """Statistics of a set of chunks. Sizes are in code points; `tokens` is the total of all chunks.

    `overlap_overhead` is the number of characters stored twice as a share of those covered; `duplicate_ratio` is
    1 - distinct texts / chunks; `cut_ratio` is the share of chunks that end inside a sentence by `sentence_rule`.
    `kinds` has the number of `chunks`, `characters` and `tokens` by kind of content, if the chunker determines it.
    """

    chunks: int
    documents: int
    characters: int
    size_min: int
    size_max: int
    size_mean: float
    size_percentiles: dict[int, float]
    overlap_overhead: float
    duplicate_ratio: float
    cut_ratio: float
    sentence_rule: str
    tokens: int
    tokens_max: int
    tokens_mean: float
    kinds: dict[str, dict[str, int]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as a dict."""
        return asdict(self)

    def __str__(self) -> str:
        kinds = "".join(
            f"\n{kind:<17} {found['chunks']} chunks, {found['characters']} characters, {found['tokens']} tokens"
            for kind, found in self.kinds.items()
        )
        spread = ", ".join(f"{share} %: {size:g}" for share, size in self.size_percentiles.items())
        return "\n".join(
            (
                f"chunks            {self.chunks} of {self.documents} documents",
                f"size              mean {self.size_mean:.1f}, min {self.size_min}, max {self.size_max}",
                f"size percentiles  {spread}",
                f"tokens            {self.tokens}: mean {self.tokens_mean:.1f}, max {self.tokens_max}",
                f"overlap overhead  {self.overlap_overhead:.3f}",
                f"duplicate ratio   {self.duplicate_ratio:.4f}",
                f"cut mid-sentence  {self.cut_ratio:.4f} (rule {self.sentence_rule}){kinds}",
            )
        )


def summarize(
    sizes: Iterable[int],
    tokens: int,
    tokens_max: int,
    overlap: int,
    distinct: int,
    cut: int,
    documents: int,
    sentence_rule: str,
    kinds: dict[str, dict[str, int]] | None = None,
) -> Stats:
    """Compute Stats from counts: the chunk sizes, the total and the maximum of their tokens, the sum of their
    overlaps, the number of distinct texts, and the number of chunks that end inside a sentence."""
    import numpy as np

    array = np.fromiter(sizes, dtype=np.int64)
    count, total = len(array), int(array.sum())
    percentiles = np.percentile(array, PERCENTILES).tolist() if count else [0.0] * len(PERCENTILES)
    return Stats(
        chunks=count,
        documents=documents,
        characters=total - overlap,
        size_min=int(array.min()) if count else 0,
        size_max=int(array.max()) if count else 0,
        size_mean=total / count if count else 0.0,
        size_percentiles=dict(zip(PERCENTILES, percentiles, strict=True)),
        overlap_overhead=overlap / (total - overlap) if total > overlap else 0.0,
        duplicate_ratio=1 - distinct / count if count else 0.0,
        cut_ratio=cut / count if count else 0.0,
        sentence_rule=sentence_rule,
        tokens=tokens,
        tokens_max=tokens_max,
        tokens_mean=tokens / count if count else 0.0,
        kinds=kinds or {},
    )


def by_kind(chunks: Iterable[tuple[str | None, int, int]]) -> dict[str, dict[str, int]]:
    """Number of chunks, characters and tokens by kind, sorted by name, for the chunks that have a kind."""
    found: dict[str, dict[str, int]] = {}
    for kind, characters, tokens in chunks:
        if kind is not None:
            sums = found.setdefault(kind, {"chunks": 0, "characters": 0, "tokens": 0})
            sums["chunks"] += 1
            sums["characters"] += characters
            sums["tokens"] += tokens
    return dict(sorted(found.items()))
