"""Comparison of a tuning with the record of an earlier one, for continuous integration."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shiplap.errors import OptionError

if TYPE_CHECKING:
    from shiplap.evaluate.tuning import Tuning

#: Facts of a record that must be equal for its figures to be comparable.
SAME = ("retriever", "k", "budget", "synthetic")

#: Facts of a record that may differ, which the comparison mentions.
MAY_DIFFER = ("documents", "questions")

#: Room for rounding in sums of floats.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Change:
    """The change of a measure since a record: the means of the chosen configuration then (`before`) and now
    (`after`), and their names. `limit` is the loss that is allowed, or None. `notes` lists other numbers of
    documents and questions."""

    measure: str
    before: float
    after: float
    names: tuple[str, str]
    limit: float | None = None
    notes: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """True if the measure is worse by more than the limit."""
        return self.limit is not None and self.before - self.after > self.limit + _ROUNDING

    def __str__(self) -> str:
        (old, new), by = self.names, self.after - self.before
        change = "unchanged" if not by else f"{'better' if by > 0 else 'worse'} by {abs(by):.4f}"
        if self.limit is not None:
            change += f", allowed {self.limit:g}: {'FAILED' if self.failed else 'passed'}"
        notes = f" ({'; '.join(self.notes)})" if self.notes else ""
        figures = f"{self.before:.4f} ({old}) before, {self.after:.4f} ({new}) now"
        return f"{self.measure} {figures}: {change}{notes}"


def read_baseline(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read a record that `Tuning.save` wrote. Raises OptionError for another file."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except OSError as error:
        raise OptionError("baseline", os.fspath(path), f"cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise OptionError("baseline", os.fspath(path), f"is not JSON: {error}") from None
    if not isinstance(found, dict) or not {"chosen", "results", *SAME} <= set(found):
        raise OptionError("baseline", os.fspath(path), "is not a record of evaluate (--record, --json)")
    return found


def against(tuning: Tuning, baseline: Mapping[str, Any], limit: float | None = None) -> Change:
    """Compare the chosen configuration of a tuning with that of a record, by the measure of the tuning.

    baseline: the record, as `read_baseline` or `Tuning.to_dict` returns it. limit: the loss that is allowed.

    >>> import shiplap
    >>> documents = {"a.txt": "It rains in the hills. The old man snores. Nobody minds the dog there. " * 9}
    >>> questions = [{"question": "Does the man snore?", "gold": [[23, 42]]}]
    >>> tuned = shiplap.tune(documents, questions, ["fixed-1000"])
    >>> print(against(tuned, tuned.to_dict(), 0.02))
    whole 1.0000 (fixed-1000) before, 1.0000 (fixed-1000) now: unchanged, allowed 0.02: passed

    Raises OptionError for a record of another retriever, k or budget, or without the measure, and for a limit that
    is negative or not finite.
    """
    check_limit(limit)
    now = {**vars(tuning.comparison), "synthetic": tuning.synthetic}
    check_same(baseline, now)
    name, before = mean_of(baseline, tuning.measure)
    notes = tuple(
        f"{baseline.get(fact)} {fact} before, {now[fact]} now"
        for fact in MAY_DIFFER if baseline.get(fact) != now[fact]
    )  # fmt: skip
    after = tuning.chosen.mean(tuning.measure)
    return Change(tuning.measure, before, after, (name, tuning.chosen.name), limit, notes)


def check_limit(limit: Any) -> None:
    """Raise OptionError for a limit that is no number of at least 0."""
    if limit is not None and (isinstance(limit, (bool, str)) or not 0 <= limit < float("inf")):
        raise OptionError("fail_if_worse", limit, "must be a number of at least 0")


def check_same(baseline: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Raise OptionError if a record was measured in another way than the facts say."""
    for fact in SAME:
        if fact in now and baseline[fact] != now[fact]:
            rule = f"has {fact} {baseline[fact]}, but this run has {now[fact]}: their figures cannot be compared"
            raise OptionError("baseline", "the record", rule)


def mean_of(baseline: Mapping[str, Any], measure: str) -> tuple[str, float]:
    """Return the name of the chosen configuration of a record, and its mean. Raises OptionError if it has none."""
    try:
        name = str(baseline["chosen"]["name"])
        (result,) = (each for each in baseline["results"] if each["name"] == name)
        return name, float(result["measures"][measure]["mean"])
    except (KeyError, TypeError, ValueError):
        raise OptionError("baseline", "the record", f"has no mean of {measure}") from None
