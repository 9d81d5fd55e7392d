"""Retrieval metrics: overlap of gold and shown spans, for all questions at once, in span arithmetic.

The spans shown for a question are rows of a cut, in order of rank. Since starts and ends of a cut ascend, their
union is found by letting each span begin where the one before it (in the text) ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.evaluate.corpus import Cut, Question

    Floats = npt.NDArray[np.float64]
    Integers = npt.NDArray[np.int64]

#: The measures and their meanings. All except `shown` are in [0, 1], larger is better.
MEASURES = {
    "recall": "share of gold characters that are shown",
    "precision": "share of shown characters that are gold; gold shown twice counts once",
    "f1": "harmonic mean of precision and recall",
    "iou": "gold characters shown / (gold characters + characters shown - gold characters shown)",
    "precision_at_k": "share of shown chunks that contain gold",
    "whole": "share of gold spans that are whole in a shown chunk",
    "ndcg": "normalised discounted cumulative gain; the gain of a chunk is its number of gold characters",
    "shown": "characters shown; overlaps count twice, because they are read twice",
}

#: The measure that ranks results by default. It separates configurations: a cut through the gold counts as a loss,
#: while f1 falls with the size of the chunks and recall is near 1 for all that show the place.
DEFAULT_MEASURE = "whole"

#: Characters shown for each question, for the report's recall curve of the best of each preset.
BUDGETS = (500, 1000, 2000, 4000, 8000, 16000)


class Gold:
    """The gold of questions as arrays: `spans` as given, `parts` with overlapping spans of a question merged;
    `of_spans`, `of_parts` are the indices of their questions, ascending."""

    def __init__(self, questions: Sequence[Question]) -> None:
        import numpy as np

        spans: list[tuple[int, int]] = []
        parts: list[tuple[int, int]] = []
        of_spans: list[int] = []
        of_parts: list[int] = []
        for number, question in enumerate(questions):
            joined: list[tuple[int, int]] = []
            for start, end in sorted(question.gold):
                spans.append((start, end))
                if joined and start <= joined[-1][1]:
                    joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
                else:
                    joined.append((start, end))
            parts += joined
            of_spans += [number] * len(question.gold)
            of_parts += [number] * len(joined)
        self.number: int = len(questions)
        self.spans: npt.NDArray[np.int64] = np.array(spans, np.int64).reshape(-1, 2)
        self.parts: npt.NDArray[np.int64] = np.array(parts, np.int64).reshape(-1, 2)
        self.of_spans: npt.NDArray[np.int64] = np.array(of_spans, np.int64)
        self.of_parts: npt.NDArray[np.int64] = np.array(of_parts, np.int64)
        self.firsts: npt.NDArray[np.intp] = np.searchsorted(self.of_parts, np.arange(self.number))
        self.sizes: Floats = self.sum(self.parts[:, 1] - self.parts[:, 0], self.of_parts)
        self.counts: Floats = self.sum(np.ones(len(self.spans)), self.of_spans)

    def sum(self, values: npt.NDArray[np.float64] | npt.NDArray[np.int64], of: Integers) -> Floats:
        """Sum the values for each question."""
        import numpy as np

        found: Floats = np.bincount(of, weights=values, minlength=self.number).astype(np.float64)
        return found


def measure(cut: Cut, rows: Integers, gold: Gold, budget: int | None = None) -> dict[str, Floats]:
    """Compute each measure for each question, float64, shape (questions,).

    rows: the retrieved chunks, best first, shape (questions, k); -1 fills missing chunks.
    budget: show this many of their characters instead of all: the last shown chunk may be shown in part.
    """
    import numpy as np

    shown = _shown(cut.spans, rows, budget)
    sizes = shown[:, :, 1] - shown[:, :, 0]
    held = _shared(shown, gold.parts, gold.of_parts)  # gold characters in each chunk shown, shape (parts, k)
    gains = np.add.reduceat(held, gold.firsts, axis=0)  # a question has at least one part
    covered = gold.sum(_shared(_apart(shown), gold.parts, gold.of_parts).sum(axis=1), gold.of_parts)
    seen = sizes.sum(axis=1)
    wanted = gold.spans[:, 1] - gold.spans[:, 0]
    whole = (_shared(shown, gold.spans, gold.of_spans) == wanted[:, None]).any(axis=1)
    number = (sizes > 0).sum(axis=1)
    precision, recall = _share(covered, seen), _share(covered, gold.sizes)
    return {
        "recall": recall,
        "precision": precision,
        "f1": _share(2 * precision * recall, precision + recall),
        "iou": _share(covered, gold.sizes + seen - covered),
        "precision_at_k": _share((gains > 0).sum(axis=1), number),
        "whole": _share(gold.sum(whole, gold.of_spans), gold.counts),
        "ndcg": _ndcg(cut.spans, gains, gold, number),
        "shown": seen.astype(np.float64),
    }


def _shown(spans: Integers, rows: Integers, budget: int | None) -> Integers:
    """Return the spans of the rows, shape (questions, k, 2); empty for a missing chunk or an exhausted budget."""
    import numpy as np

    if not len(spans):
        return np.zeros((*rows.shape, 2), np.int64)
    shown: Integers = np.where(rows[:, :, None] >= 0, spans[rows], 0)
    if budget is not None:
        sizes = shown[:, :, 1] - shown[:, :, 0]
        before = np.cumsum(sizes, axis=1) - sizes
        shown[:, :, 1] = shown[:, :, 0] + np.clip(budget - before, 0, sizes)
    return shown


def _apart(shown: Integers) -> Integers:
    """Trim the spans so that no two of a question overlap; they cover the same characters."""
    import numpy as np

    order = np.argsort(shown[:, :, 0], axis=1, kind="stable")
    apart = np.take_along_axis(shown, order[:, :, None], axis=1)
    reached = np.maximum.accumulate(apart[:, :, 1], axis=1)
    apart[:, 1:, 0] = np.maximum(apart[:, 1:, 0], reached[:, :-1])
    apart[:, :, 1] = np.maximum(apart[:, :, 1], apart[:, :, 0])
    return apart


def _shared(shown: Integers, gold: Integers, of: Integers) -> Integers:
    """Count the characters each gold span shares with each shown span of its question, shape (gold spans, k)."""
    import numpy as np

    mine = shown[of]
    ends, starts = np.minimum(mine[:, :, 1], gold[:, 1:]), np.maximum(mine[:, :, 0], gold[:, :1])
    shared: Integers = np.maximum(ends - starts, 0)
    return shared


def _share(part: npt.NDArray[np.generic], whole: npt.NDArray[np.generic]) -> Floats:
    import numpy as np

    result = np.zeros(len(part))
    np.divide(part, whole, out=result, where=np.asarray(whole) > 0)
    return result


def _ndcg(spans: Integers, gains: Integers, gold: Gold, number: Integers) -> Floats:
    """Compute NDCG: discounted gains relative to the best order the cut allows, over as many chunks as shown."""
    import numpy as np

    got = (gains / np.log2(np.arange(2, gains.shape[1] + 2))).sum(axis=1)
    # every (question, chunk) with gold: the chunks that a part touches are consecutive
    first = np.searchsorted(spans[:, 1], gold.parts[:, 0], "right")
    last = np.searchsorted(spans[:, 0], gold.parts[:, 1], "left")
    times = np.maximum(last - first, 0)
    part = np.repeat(np.arange(len(times)), times)
    row = np.arange(len(part)) - np.repeat(np.cumsum(times) - times, times) + first[part]
    held = np.minimum(spans[row, 1], gold.parts[part, 1]) - np.maximum(spans[row, 0], gold.parts[part, 0])
    keys, at = np.unique(gold.of_parts[part] * (len(spans) + 1) + row, return_inverse=True)
    total = np.bincount(at, weights=held, minlength=len(keys))
    question = keys // (len(spans) + 1)
    order = np.lexsort((-total, question))
    question, total = question[order], total[order]
    rank = np.arange(len(question)) - np.searchsorted(question, question, "left")
    best = np.where(rank < number[question], total / np.log2(rank + 2), 0)
    return _share(got, np.bincount(question, weights=best, minlength=gold.number))
