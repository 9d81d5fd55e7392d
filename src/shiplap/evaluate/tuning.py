"""Tuning: score a grid of configurations on the same questions and recommend one."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shiplap.chunkers.presets import PRESETS, named_preset
from shiplap.errors import OptionError
from shiplap.evaluate.command import command
from shiplap.evaluate.corpus import Corpus, as_corpus, cutters
from shiplap.evaluate.metrics import BUDGETS, DEFAULT_MEASURE
from shiplap.evaluate.retrieval import RANKED, Comparison, Evaluation, Result
from shiplap.evaluate.significance import SEED, Verdict
from shiplap.evaluate.synthetic import synthetic_questions
from shiplap.options import choice
from shiplap.printable import counted

if TYPE_CHECKING:
    from shiplap.vectors import Cache, Embed

#: The axes of a grid, and the preset option of each.
AXES = {"sizes": "chunk_size", "overlaps": "chunk_overlap", "min_sizes": "min_size", "max_sizes": "max_size"}

#: The default grid.
DEFAULT_GRID: dict[str, Sequence[Any]] = {
    "presets": tuple(PRESETS), "sizes": (500, 1000, 1500, 2000, 3000), "overlaps": (0.0, 0.1, 0.2),
}  # fmt: skip

#: Default number of characters shown for each question: five chunks of 800.
BUDGET = 4000

#: Resamplings for the estimate on left-out questions.
RESAMPLINGS = 200


@dataclass(frozen=True)
class Tuning:
    """The outcome of a grid, ranked by `measure`.

    `chosen` has the highest mean; `verdict` says whether its lead exceeds noise. `advice` is the recommended
    result: among those that may be as good as `chosen`, the best of those that store least (rounded to a twentieth
    of the documents). `left_out` estimates the mean of `chosen` on questions not used to choose it, since the
    highest of many means is biased upwards. `curves` has the recall at BUDGETS of the best of each preset;
    `skipped` maps impossible configurations to the reason; `paths` are the files and folders for `command`.
    """

    measure: str
    comparison: Comparison
    chosen: Result
    advice: Result
    verdict: Verdict
    left_out: float
    curves: dict[str, tuple[float, ...]]
    groups: dict[str, str]
    skipped: dict[str, str]
    synthetic: bool
    paths: tuple[str, ...] = ()

    def command(self, result: Result | None = None) -> str | None:
        """Return the command line that ingests the documents with a result's configuration, by default that of
        `chosen`; None if the command line cannot express it."""
        named = self.chosen if result is None else result
        return command(named.config, self.groups.get(named.name), self.paths)

    def to_dict(self) -> dict[str, Any]:
        """Return the record, ready for JSON."""
        low, high = self.chosen.interval(self.measure)
        return {
            "measure": self.measure,
            "synthetic": self.synthetic,
            "chosen": {"name": self.chosen.name, "config": self.chosen.config, "interval": [low, high],
                       "mean": self.chosen.mean(self.measure), "left out": self.left_out,
                       "command": self.command()},
            "advice": {"name": self.advice.name, "config": self.advice.config,
                       "command": self.command(self.advice)},
            "verdict": {"winner": self.verdict.winner, "tied": list(self.verdict.tied), "text": str(self.verdict),
                        "more questions": self.verdict.more},
            "budgets": list(BUDGETS), "curves": {name: list(each) for name, each in self.curves.items()},
            "skipped": self.skipped, **self.comparison.to_dict(),
        }  # fmt: skip

    def to_html(self) -> str:
        """Return an HTML page with tables and plots that needs no network."""
        from shiplap.evaluate.report import page

        return page(self)

    def save(
        self, record: str | os.PathLike[str] | None = None, report: str | os.PathLike[str] | None = None
    ) -> None:
        """Write the record (JSON) and the report (HTML)."""
        if record is not None:
            with open(record, "w", encoding="utf-8") as file:
                json.dump(self.to_dict(), file, indent=1)
                file.write("\n")
        if report is not None:
            with open(report, "w", encoding="utf-8") as file:
                file.write(self.to_html())

    def __str__(self) -> str:
        shown = self.comparison
        what = counted(shown.k, "chunk") if shown.budget is None else counted(shown.budget, "character")
        made = "generated from the documents' sentences" if self.synthetic else "with gold"
        lines = [
            f"{counted(shown.documents, 'document')} of {counted(shown.characters, 'character')}, "
            f"{counted(shown.questions, 'question')} {made}, "
            f"{shown.retriever}, {what} shown",
            shown.table(self.measure, 12),
            "",
            shown.intrinsic_table(self.measure, 12),
        ]
        if len(shown.results) > 12:
            lines.append(f"... and {len(shown.results) - 12} more")
        lines.append(f"choice: {self._mean(self.advice)}")
        if self.advice is self.chosen:
            lines.append(f"it has the highest mean; on held-out questions {self.left_out:.3f}")
        else:
            lines.append(
                f"highest mean: {self._mean(self.chosen)}, on held-out questions {self.left_out:.3f}; the"
                " difference may be chance, and the choice stores less"
            )
        lines.append(str(self.verdict))
        if self.verdict.outlook:
            lines.append(self.verdict.outlook)
        used = self.command(self.advice)
        if used is not None:
            lines.append(f"use it: {used}")
        return "\n".join(lines)

    def _mean(self, result: Result) -> str:
        """Return the name of a result with its mean and interval."""
        low, high = result.interval(self.measure)
        return f"{result.name}, {self.measure} {result.mean(self.measure):.3f} ({low:.3f} to {high:.3f})"


def tune(
    documents: Any,
    questions: Any = None,
    grid: Any = None,
    *,
    measure: str = DEFAULT_MEASURE,
    retriever: Any = "bm25",
    embed: Embed | None = None,
    k: int | None = None,
    budget: int | None = None,
    cache: Cache | None = None,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Tuning:
    """Find the best preset and size for given documents.

    documents: a mapping of document ids to texts, or paths of files and folders.
    questions: JSON lines or mappings (`read_questions`); None generates them (`synthetic_questions`).
    grid: a mapping with any of `presets`, `sizes`, `overlaps`, `min_sizes`, `max_sizes`, each a list (sizes in
    characters, overlaps counts or shares); or chunkers, as for `evaluate_retrieval`; None means DEFAULT_GRID.
    measure: the measure that ranks the results; by default "whole", the share of gold spans that are whole in a
    shown chunk.
    k or budget: chunks, or characters, shown for each question; by default 4000 characters, so that bigger chunks
    do not win for free.
    on_progress: callback with the number of finished configurations and their total.

    >>> import shiplap
    >>> text = "".join(f"It rains in the hills of part {part}. Nobody minds it there. " for part in range(300))
    >>> grid = {"presets": ["sentence-3000"], "sizes": [300, 3000]}
    >>> found = shiplap.tune({"a.txt": text}, grid=grid, budget=600)
    >>> found.chosen.config["chunk_size"], found.comparison.questions, found.synthetic
    (300, 200, True)

    Raises OptionError for errors in options, documents or questions, and for a grid without any possible
    configuration.
    """
    choice("measure", measure, RANKED)
    if k is not None and budget is not None:
        raise OptionError("k", k, "cannot be combined with budget; each says how much is shown")
    named, groups, skipped = configurations(DEFAULT_GRID if grid is None else grid)
    corpus = as_corpus(documents)
    synthetic = questions is None
    evaluation = Evaluation(
        corpus, synthetic_questions(corpus) if synthetic else questions, retriever=retriever, embed=embed,
        k=5 if k is None else k, budget=BUDGET if k is None and budget is None else budget, cache=cache,
    )  # fmt: skip
    found = evaluation.compare(named, lambda done: on_progress(done, len(named)))
    said = found.verdict(measure)
    chosen = found[said.best]
    near = [chosen, *(found[name] for name in said.tied)]
    return Tuning(
        measure, found, chosen, min(near, key=lambda each: (_cost(each), -each.mean(measure))), said,
        _left_out(found, measure), _curves(evaluation, found, named, groups, measure), groups, skipped, synthetic,
        _paths(documents),
    )  # fmt: skip


def _paths(documents: Any) -> tuple[str, ...]:
    """Return the paths among the ways to give documents; none for texts."""
    if isinstance(documents, (Mapping, Corpus)):
        return ()
    given = [documents] if isinstance(documents, (str, os.PathLike)) else documents
    return tuple(os.fsdecode(path) for path in given)


def _cost(result: Result) -> int:
    """Return the characters a result stores, in twentieths of the documents."""
    return round(20 * result.stored / result.covered) if result.covered else 0


def configurations(grid: Any) -> tuple[dict[str, Any], dict[str, str], dict[str, str]]:
    """Expand a grid into chunkers by name, the group (preset) of each name, and the impossible configurations with
    the reason. A preset's part of the grid omits options that the preset does not have.

    >>> named, groups, skipped = configurations({"presets": ["fixed-900"], "sizes": [300], "overlaps": [0.1, 300]})
    >>> groups
    {'fixed-900 size 300 overlap 0.1': 'fixed-900'}
    >>> skipped
    {'fixed-900 size 300 overlap 300': 'chunk_overlap=300: must be less than chunk_size (300)'}
    """
    if not isinstance(grid, Mapping) or not set(grid) <= {"presets", *AXES}:
        named = cutters(grid)
        return named, {name: name for name in named}, {}
    axes = {option: _several(axis, grid.get(axis)) for axis, option in AXES.items()}
    named = {}
    groups: dict[str, str] = {}
    skipped: dict[str, str] = {}
    first: OptionError | None = None
    for name in _several("presets", grid.get("presets", tuple(PRESETS))):
        base = named_preset(name, None, {})
        has = {option: values for option, values in axes.items() if values and option in base.config}
        for values in itertools.product(*has.values()):
            options = dict(zip(has, values, strict=True))
            label = " ".join([name, *(f"{_SHORT[option]} {value:g}" for option, value in options.items())])
            if "chunk_size" in options:
                options["unit"] = "characters"
            try:
                named[label] = named_preset(name, None, {**options, "on_empty": "empty"})
                groups[label] = name
            except OptionError as error:
                first = first or error
                skipped[label] = str(error)
    if not named:
        raise first or OptionError("grid", grid, "must have at least one configuration")
    return named, groups, skipped


_SHORT = {"chunk_size": "size", "chunk_overlap": "overlap", "min_size": "min", "max_size": "max"}


def _several(axis: str, values: Any) -> tuple[Any, ...]:
    """Return the distinct values of an axis."""
    if values is None:
        return ()
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise OptionError(axis, values, "must be a list")
    found = tuple(dict.fromkeys(values))
    for value in found:
        if axis != "presets" and (isinstance(value, bool) or not isinstance(value, (int, float))):
            raise OptionError(axis, value, "must be a number")
    return found


def _left_out(found: Comparison, measure: str) -> float:
    """Choose the best on resampled questions and return its mean on the questions not drawn, over resamplings."""
    import numpy as np

    columns = np.stack([each.columns[measure] for each in found.results])
    number = columns.shape[1]
    rng = np.random.default_rng(SEED)
    values = []
    for _ in range(RESAMPLINGS):
        drawn = rng.integers(0, number, number)
        rest = np.setdiff1d(np.arange(number), drawn)
        if len(rest):
            best = columns[:, drawn].mean(axis=1).argmax()
            values.append(columns[best, rest].mean())
    return float(np.mean(values)) if values else float(columns.mean(axis=1).max())


def _curves(
    evaluation: Evaluation, found: Comparison, named: dict[str, Any], groups: dict[str, str], measure: str
) -> dict[str, tuple[float, ...]]:
    """Compute recall at several budgets for the best of each group, at most eight groups."""
    best: dict[str, Result] = {}
    for each in sorted(found.results, key=lambda each: -each.mean(measure)):
        if each.same_as is None:
            best.setdefault(groups[each.name], each)
    return {
        each.name: tuple(evaluation.curve(named[each.name], BUDGETS)) for each in list(best.values())[:8]
    }  # fmt: skip
