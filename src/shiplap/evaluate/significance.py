"""Significance of differences: intervals by resampling questions, a paired test, and a verdict that may be "none".

All resampling uses numpy's PCG64 with a fixed seed: equal figures yield equal intervals.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import TYPE_CHECKING

from shiplap.printable import counted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

#: Resamplings of an interval, and of a test.
RESAMPLINGS, FLIPS = 2000, 9999

#: Significance level: a difference that chance alone produces this often is noise.
ALPHA = 0.05

#: Probability with which the estimated number of questions finds a difference.
POWER = 0.8

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
    lists the results that are not. `more` estimates for each of these how many more questions would decide
    (`more_questions`); None where both means are equal."""

    measure: str
    best: str
    winner: str | None
    tied: tuple[str, ...]
    p: dict[str, float]
    more: dict[str, int | None] = field(default_factory=dict)

    @property
    def outlook(self) -> str:
        """Number of further questions that would decide between the best and the others; "" where all is
        decided."""
        if not self.tied:
            return ""
        known = {name: number for name, number in self.more.items() if number is not None}
        equal = [name for name in self.tied if name not in known]
        parts = []
        if known:
            name = min(known, key=lambda name: known[name])
            more = counted(known[name], "more question", spec=",")
            parts.append(f"about {more} would decide between {self.best} and {name}")
            last = max(known, key=lambda name: known[name])
            if last != name:
                parts.append(f"about {known[last]:,} between {self.best} and {last}")
        if equal:
            others = "1 other has" if len(equal) == 1 else f"{len(equal)} others have"
            parts.append(f"{others} the same mean, and no number can be given")
        return "; ".join(parts)

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
    more = {name: more_questions(columns[best], columns[name], ALPHA / len(others)) for name in tied}
    return Verdict(measure, best, None if tied else best, tied, adjusted, more)


def more_questions(one: Floats, two: Floats, alpha: float = ALPHA, power: float = POWER) -> int | None:
    """Estimate how many more questions would decide between two columns, if the mean and the standard deviation of
    their paired differences stay as they are; None if the means are equal, or for a single question.

    A paired test at level `alpha` (two-sided) finds a mean difference d with probability `power` from
    n = ((z(1 - alpha/2) + z(power)) s / d)^2 questions on, where s is the standard deviation of the differences
    (n - 1 in the denominator) and z the quantile of the normal distribution; and a test by flipped signs needs
    1 + log2(1 / alpha) questions at least. The estimate is rough: s / d is itself measured on the questions.
    A verdict on several results divides alpha by their number (Bonferroni), which is on the safe side of Holm's
    correction.

    >>> import numpy as np
    >>> one, two = np.array([1.0, 0.0, 1.0, 1.0] * 5), np.array([1.0, 0.0, 1.0, 0.0, 0.0] * 4)
    >>> more_questions(one, two), more_questions(one, one)
    (9, None)
    """
    differences = one - two
    if len(differences) < 2 or abs(float(differences.mean())) < 1e-12:
        return None
    quantile = NormalDist().inv_cdf
    effect = float(differences.std(ddof=1)) / abs(float(differences.mean()))
    needed = ((quantile(1 - alpha / 2) + quantile(power)) * effect) ** 2
    return max(1, math.ceil(max(needed, 1 + math.log2(1 / alpha))) - len(differences))
