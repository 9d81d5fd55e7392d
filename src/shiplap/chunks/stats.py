"""Quality figures that need no test questions: sizes, overlap, duplicates, sentences cut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from shiplap.printable import counted

#: The percentiles reported for the sizes.
PERCENTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Stats:
    """Statistics of a set of chunks. Sizes are in code points.

    chunks, documents: the number of chunks, and of the documents that have chunks.
    characters: the size of the text that the chunks cover; text in two chunks counts once.
    size_min, size_max, size_mean, size_percentiles: of the sizes of the chunks.
    overlap_overhead: the characters that chunks repeat from the chunk before, as a share of `characters`.
    duplicate_ratio: 1 - distinct texts / chunks.
    cut_ratio: the share of chunks that end inside a sentence by `sentence_rule`.
    tokens, tokens_max, tokens_mean: of all chunks together, of the chunk with most, of a chunk on average.
    kinds: the number of `chunks`, `characters` and `tokens` by kind of content, if the chunker determines it.

    >>> import shiplap
    >>> print(shiplap.chunk("It rains. " * 30, "fixed-1000", chunk_size=100, chunk_overlap=20).stats())
    chunks            4 chunks of 1 document
    text              300 characters, each counted once where chunks overlap
    size              90.0 characters on average, from 60 to 100
    sizes             5 % of the chunks have at most 66, 25 %: 90, 50 %: 100, 75 %: 100, 95 %: 100
    tokens            90, 22.5 on average, at most 25
    overlap           20.0 % of the text is in two chunks
    duplicates        50.00 % of the chunks repeat the text of an earlier one
    cut sentences     0.00 % of the chunks end inside a sentence (rule standard)
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
        first, *more = (f"{share} %: {size:.0f}" for share, size in self.size_percentiles.items())
        spread = ", ".join((first.replace(":", " of the chunks have at most"), *more))
        lines = [
            f"chunks            {counted(self.chunks, 'chunk')} of {counted(self.documents, 'document')}",
            f"text              {counted(self.characters, 'character')}, each counted once where chunks overlap",
            f"size              {self.size_mean:.1f} characters on average,"
            f" from {self.size_min} to {self.size_max}",
            f"sizes             {spread}",
            f"tokens            {self.tokens}, {self.tokens_mean:.1f} on average, at most {self.tokens_max}",
            f"overlap           {100 * self.overlap_overhead:.1f} % of the text is in two chunks",
            f"duplicates        {100 * self.duplicate_ratio:.2f} % of the chunks repeat"
            " the text of an earlier one",
            f"cut sentences     {100 * self.cut_ratio:.2f} % of the chunks end inside a sentence"
            f" (rule {self.sentence_rule})",
        ]
        for kind, found in self.kinds.items():
            sizes = (counted(found[f"{noun}s"], noun) for noun in ("chunk", "character", "token"))
            lines.append(f"{f'kind {kind}':<17} {', '.join(sizes)}")
        return "\n".join(lines)


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
