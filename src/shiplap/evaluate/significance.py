"""Significance of differences: intervals by resampling questions, a paired test, and a verdict that may be "none".

All resampling uses numpy's PCG64 with a fixed seed: equal figures yield equal intervals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

#: Resamplings of an interval, and of a test.
RESAMPLINGS, FLIPS = 2000, 9999

#: Significance level: a difference that chance alone produces this often is noise.
ALPHA = 0.05

SEED = 20261122


def interval(values: Floats, level: float = 1 - ALPHA) -> tuple[float, float]:
    """Compute the bootstrap interval (percentiles) of the mean over questions.

    >>> import numpy as np
    >>> low, high = interval(np.array([0.0, 1.0] * 50))
    >>> 0.38 < low < 0.42 and 0.58 < high < 0.62
    True
    """
    import numpy as np

    if not len(values):
        return 0.0, 0.0
    rng = np.random.default_rng(SEED)
    means = np.concatenate(
        [values[rng.integers(0, len(values), (100, len(values)))].mean(axis=1) for _ in range(RESAMPLINGS // 100)]
    )
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


@dataclass(frozen=True)
class Paired:
    """A paired comparison on the same questions: the mean difference, its interval, and `p`, the probability that
    chance alone makes so large a difference (two-sided)."""

    difference: float
    low: float
    high: float
    p: float


def paired(one: Floats, two: Floats) -> Paired:
    """Run the paired test of two columns: the signs of the differences are flipped at random (9999 times).

    >>> import numpy as np
    >>> paired(np.ones(20), np.zeros(20)).p, paired(np.ones(3), np.ones(3)).p
    (0.0001, 1.0)
    """
    differences = one - two
    return Paired(float(differences.mean()), *interval(differences), float(_p(differences[:, None])[0]))


def _p(differences: Floats) -> Floats:
    """Compute p for each column."""
    import numpy as np

    observed = np.abs(differences.sum(axis=0)) - 1e-9
    rng = np.random.default_rng(SEED)
    reached = np.zeros(differences.shape[1])
    left = FLIPS
    while left:
        some = min(left, 500)
        signs = rng.integers(0, 2, (some, len(differences)), dtype=np.int8).astype(np.float64) * 2 - 1
        reached += (np.abs(signs @ differences) >= observed).sum(axis=0)
        left -= some
    return (reached + 1) / (FLIPS + 1)


@dataclass(frozen=True)
class Verdict:
    """The best result by a measure. `best` has the highest mean; `winner` equals `best` if every other result is
    behind by more than noise (p below `ALPHA`, with Holm's correction for multiple comparisons), else None; `tied`
    lists the results that are not."""

    measure: str
    best: str
    winner: str | None
    tied: tuple[str, ...]
    p: dict[str, float]

    def __str__(self) -> str:
        if self.winner is not None:
            return f"by {self.measure}, {self.winner} is significantly ahead of all others"
        if not self.tied:
            return f"by {self.measure}, no winner: only {self.best} was tested"
        others = ", ".join(self.tied[:4]) + (f" and {len(self.tied) - 4} more" if len(self.tied) > 4 else "")
        return f"by {self.measure}, no winner: {self.best} has the highest mean, but {others} may be as good"


def verdict(columns: Mapping[str, Floats], measure: str) -> Verdict:
    """Compare columns with one figure per question. A single column has no winner.

    >>> import numpy as np
    >>> good, bad = np.tile([1.0, 0.5], 20), np.tile([0.5, 0.1], 20)
    >>> print(verdict({"a": good, "b": bad}, "f1"))
    by f1, a is significantly ahead of all others
    >>> print(verdict({"a": good, "b": good[::-1], "c": bad}, "f1"))
    by f1, no winner: a has the highest mean, but b may be as good
    """
    import numpy as np

    names = list(columns)
    best = max(names, key=lambda name: round(float(columns[name].mean()), 12) if len(columns[name]) else 0.0)
    others = [name for name in names if name != best]
    if not others:
        return Verdict(measure, best, None, (), {})
    found = _p(np.stack([columns[best] - columns[name] for name in others], axis=1))
    adjusted: dict[str, float] = {}
    highest = 0.0
    for rank, at in enumerate(np.argsort(found, kind="stable").tolist()):
        highest = max(highest, min(1.0, float(found[at]) * (len(others) - rank)))
        adjusted[others[at]] = highest
    tied = tuple(sorted((name for name in others if adjusted[name] >= ALPHA), key=lambda name: -adjusted[name]))
    return Verdict(measure, best, None if tied else best, tied, adjusted)
