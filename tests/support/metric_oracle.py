"""The measures and BM25 once more, by sets of characters and plain loops: the meaning that the arrays must
have."""

from __future__ import annotations

import math

Span = tuple[int, int]


def characters(spans: list[Span]) -> set[int]:
    return {place for start, end in spans for place in range(start, end)}


def measures(chunks: list[Span], ranked: list[int], gold: list[Span], budget: int | None) -> dict[str, float]:
    """Return all measures of one question."""
    shown: list[Span] = []
    left = math.inf if budget is None else budget
    for row in ranked:
        start, end = chunks[row]
        end = start + int(min(left, end - start))
        left -= end - start
        if end > start:
            shown.append((start, end))
    wanted, total = characters(gold), sum(end - start for start, end in shown)
    found = len(wanted & characters(shown))
    recall = found / len(wanted)
    precision = found / total if total else 0.0

    def gain(span: Span) -> int:
        return len(characters([span]) & wanted)

    def cumulated(gains: list[int]) -> float:
        return sum(each / math.log2(rank + 2) for rank, each in enumerate(gains))

    best = cumulated(sorted(map(gain, chunks), reverse=True)[: len(shown)])
    return {
        "recall": recall,
        "precision": precision,
        "f1": 2 * precision * recall / (precision + recall) if recall else 0.0,
        "iou": found / (len(wanted) + total - found),
        "precision_at_k": sum(map(bool, map(gain, shown))) / len(shown) if shown else 0.0,
        "whole": sum(any(s <= a and b <= e for s, e in shown) for a, b in gold) / len(gold),
        "ndcg": cumulated(list(map(gain, shown))) / best if best else 0.0,
        "shown": float(total),
    }


def bm25(chunks: list[list[str]], question: list[str]) -> list[float]:
    """Return the score of each chunk, given its words (Lucene's formula)."""
    k1, b = 1.5, 0.75
    mean = max(sum(map(len, chunks)) / len(chunks), 1)
    scores = []
    for chunk in chunks:
        score = 0.0
        for word in question:
            df = sum(word in each for each in chunks)
            tf = chunk.count(word)
            idf = math.log(1 + (len(chunks) - df + 0.5) / (df + 0.5))
            score += idf * tf / (tf + k1 * (1 - b + b * len(chunk) / mean))
        scores.append(score)
    return scores
