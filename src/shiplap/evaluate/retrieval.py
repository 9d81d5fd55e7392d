"""Comparison of chunkers for retrieval, with the same documents, questions and retriever."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shiplap.errors import OptionError
from shiplap.evaluate.corpus import Corpus, Cut, Cutter, Question, as_corpus, cut, cutters, read_questions
from shiplap.evaluate.intrinsic import INTRINSIC, Intrinsic, Marks, intrinsic_of
from shiplap.evaluate.metrics import DEFAULT_MEASURE, MEASURES, Gold, measure
from shiplap.evaluate.retrievers import Retriever, make_retriever
from shiplap.evaluate.significance import Paired, Verdict, interval, paired, verdict
from shiplap.options import choice, count

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.vectors import Cache, Embed

    Floats = npt.NDArray[np.float64]

#: Measures for choosing the best result.
RANKED = tuple(name for name in MEASURES if name != "shown")

#: Percentiles of chunk sizes in a result.
STEPS = tuple(range(0, 101, 5))


@dataclass(frozen=True)
class Result:
    """The result of one chunker. `columns` has each measure for each question, shape (questions,); `stored`
    counts the characters of all chunks, `covered` the document characters in any chunk; `percentiles` has size
    percentiles from 0 to 100 in steps of 5; `seconds` has the times of cutting, ranking and measuring; `same_as`
    names an earlier result in the grid with the same chunks; `intrinsic` has the measures without questions."""

    name: str
    config: dict[str, Any] | None
    chunks: int
    mean_size: float
    stored: int
    covered: int
    percentiles: tuple[float, ...]
    columns: dict[str, Floats] = field(repr=False)
    seconds: dict[str, float]
    intrinsic: Intrinsic
    same_as: str | None = None

    def mean(self, measure: str) -> float:
        """Return the mean over the questions."""
        return float(self.columns[measure].mean())

    def interval(self, measure: str) -> tuple[float, float]:
        """Return the bootstrap interval (95 %) of the mean."""
        return interval(self.columns[measure])

    def to_dict(self) -> dict[str, Any]:
        """Return the facts, and mean and interval of each measure, ready for JSON."""
        facts = {name: value for name, value in vars(self).items() if name != "columns"}
        measures = {
            name: {"mean": self.mean(name), "interval": list(self.interval(name))} for name in self.columns
        }
        facts |= {"percentiles": list(self.percentiles), "intrinsic": self.intrinsic.figures()}
        return {**facts, "measures": measures}


@dataclass(frozen=True)
class Comparison:
    """The outcome of `evaluate_retrieval`: `results` in the order given."""

    documents: int
    characters: int
    questions: int
    retriever: str
    k: int
    budget: int | None
    results: tuple[Result, ...]

    def __getitem__(self, name: str) -> Result:
        for result in self.results:
            if result.name == name:
                return result
        raise KeyError(name)

    def verdict(self, measure: str = DEFAULT_MEASURE) -> Verdict:
        """Find the best result by a measure, if any. Results with the same chunks count once."""
        choice("measure", measure, RANKED)
        apart = [each for each in self.results if each.same_as is None]
        return verdict({each.name: each.columns[measure] for each in apart}, measure)

    def paired(self, one: str, two: str, measure: str = DEFAULT_MEASURE) -> Paired:
        """Compare two results question by question."""
        choice("measure", measure, MEASURES)
        return paired(self[one].columns[measure], self[two].columns[measure])

    def table(self, measure: str = DEFAULT_MEASURE, limit: int | None = None) -> str:
        """Format a table, best by the measure first."""
        choice("measure", measure, RANKED)
        rows = sorted(self.results, key=lambda each: -each.mean(measure))[:limit]
        width = max(len("chunker"), *(len(each.name) for each in rows))
        others = [name for name in ("recall", "precision", "iou", "whole", "ndcg") if name != measure]
        head = f"{'chunker':{width}}  chunks  mean size  stored  {measure:>6} (95 % interval)  " + "  ".join(
            f"{name:>9}" for name in others
        )
        lines = [head.rstrip()]
        for each in rows:
            low, high = each.interval(measure)
            stored = each.stored / each.covered if each.covered else 0.0
            figures = "  ".join(f"{each.mean(name):9.3f}" for name in others)
            mark = "" if each.same_as is None else f"  same chunks as {each.same_as}"
            lines.append(
                f"{each.name:{width}}  {each.chunks:6}  {each.mean_size:9.1f}  {stored:5.2f}x"
                f"  {each.mean(measure):6.3f} ({low:.3f} to {high:.3f})  {figures}{mark}"
            )
        return "\n".join(lines)

    def intrinsic_table(self, measure: str = DEFAULT_MEASURE, limit: int | None = None) -> str:
        """Format a table of the measures without questions, in the order of `table`: chunks that end with a
        heading, blocks (paragraphs, lists, tables, code) that one chunk has whole, chunks of a quarter of the
        largest size and more, sentences cut, and sentences that begin with a pronoun apart from the one before."""
        rows = sorted(self.results, key=lambda each: -each.mean(measure))[:limit]
        width = max(len("chunker"), *(len(each.name) for each in rows))
        lines = [f"{'chunker':{width}}  " + "  ".join(INTRINSIC.values())]
        for each in rows:
            shares = [(getattr(each.intrinsic, name), len(title)) for name, title in INTRINSIC.items()]
            cells = "  ".join(f"{'-' if share is None else f'{share:.3f}':>{size}}" for share, size in shares)
            lines.append(f"{each.name:{width}}  {cells}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the facts, ready for JSON."""
        facts = {name: value for name, value in vars(self).items() if name != "results"}
        return {**facts, "results": [each.to_dict() for each in self.results]}


def evaluate_retrieval(
    documents: Any,
    questions: Any,
    chunkers: Any,
    *,
    retriever: Any = "bm25",
    embed: Embed | None = None,
    k: int = 5,
    budget: int | None = None,
    cache: Cache | None = None,
    on_progress: Callable[[int], None] = lambda number: None,
) -> Comparison:
    """Cut, retrieve and measure with each chunker.

    documents: a mapping of document ids to texts, or paths of files and folders.
    questions: JSON lines or mappings, as for `read_questions`.
    chunkers: chunkers, names of presets, functions from a text to (start, end) spans; or a mapping of names to
    them. retriever: "bm25", "bm25s" (extra), "fts5" (the search of a store by words), or "dense" or "hybrid" with
    `embed`; or a function of (corpus, questions). k: the number of chunks shown for each question; or
    budget: the number of characters shown instead, the last chunk in part, so that bigger chunks do not win for
    free. cache: a cache of embeddings.
    on_progress: callback with the number of finished chunkers.

    >>> documents = {"weather.txt": "It rains in the hills. The old man snores. The dog minds nobody. " * 9}
    >>> question = {"question": "Does the man snore?", "gold": [[23, 42]]}
    >>> found = evaluate_retrieval(documents, [question], ["fixed-1000", "sentence-3000"], k=1)
    >>> [(each.name, each.chunks, each.mean("recall")) for each in found.results]
    [('fixed-1000', 1, 1.0), ('sentence-3000', 1, 1.0)]
    >>> print(found.verdict())
    by whole, no winner: only fixed-1000 was tested

    Raises OptionError for wrong options, before any work.
    """
    named = cutters(chunkers)
    options: dict[str, Any] = {"retriever": retriever, "embed": embed, "k": k, "budget": budget, "cache": cache}
    return Evaluation(documents, questions, **options).compare(named, on_progress)


class Evaluation:
    """Documents, questions and a retriever, built once for any number of chunkers: the words of the documents are
    found once, equal chunks embedded once, equal cuts scored once. Options are those of `evaluate_retrieval`."""

    def __init__(
        self,
        documents: Any,
        questions: Any,
        *,
        retriever: Any = "bm25",
        embed: Embed | None = None,
        k: int = 5,
        budget: int | None = None,
        cache: Cache | None = None,
    ) -> None:
        self.k: int = count("k", k)
        self.budget: int | None = None if budget is None else count("budget", budget)
        self.corpus: Corpus = as_corpus(documents)
        self.questions: list[Question] = read_questions(questions, self.corpus)
        asked = [each.text for each in self.questions]
        self._ranker: Retriever = make_retriever(retriever, self.corpus, asked, embed, cache)
        self._gold = Gold(self.questions)
        self._marks = Marks(self.corpus)
        self._seen: dict[tuple[Any, ...], Result] = {}

    def compare(
        self, named: Mapping[str, Cutter], on_progress: Callable[[int], None] = lambda number: None
    ) -> Comparison:
        """Evaluate chunkers given by name."""
        results: list[Result] = []
        for name, cutter in named.items():
            results.append(self.result(name, cutter))
            on_progress(len(results))
        retriever = str(getattr(self._ranker, "name", type(self._ranker).__name__))
        return Comparison(
            len(self.corpus), self.corpus.characters, len(self.questions), retriever, self.k, self.budget,
            tuple(results),
        )  # fmt: skip

    def result(self, name: str, cutter: Cutter) -> Result:
        """Evaluate one chunker."""
        import numpy as np

        begin = time.perf_counter()
        found = cut(self.corpus, cutter, name)
        key = found.spans.tobytes(), tuple(found.contexts or ()), tuple(found.shown or ())
        cutting = time.perf_counter() - begin
        config = _config(found)
        if key in self._seen:
            same = self._seen[key]
            return Result(**{**vars(same), "name": name, "config": config, "same_as": same.name,
                             "seconds": {"cut": cutting, "rank": 0.0, "measure": 0.0}})  # fmt: skip
        rows = self._ranker.rank(found, self.k if self.budget is None else depth(found, self.budget))
        ranking = time.perf_counter() - begin - cutting
        columns = measure(found, rows, self._gold, self.budget)
        sizes, spans = found.sizes, found.spans
        twice = int(np.maximum(spans[:-1, 1] - spans[1:, 0], 0).sum())
        made = self._seen[key] = Result(
            name, config, len(found), found.mean_size, int(sizes.sum()), int(sizes.sum()) - twice,
            tuple(np.percentile(sizes, STEPS).tolist()) if len(found) else (0.0,) * len(STEPS), columns,
            {"cut": cutting, "rank": ranking, "measure": time.perf_counter() - begin - cutting - ranking},
            intrinsic_of(self.corpus, found.spans, self._marks),
        )  # fmt: skip
        return made

    def curve(self, cutter: Cutter, budgets: Sequence[int], of: str = "recall") -> list[float]:
        """Return the mean of a measure at several budgets of characters."""
        found = cut(self.corpus, cutter)
        rows = self._ranker.rank(found, depth(found, max(budgets)))
        return [float(measure(found, rows, self._gold, budget)[of].mean()) for budget in budgets]


def _config(found: Cut) -> dict[str, Any] | None:
    """Return the chunker's configuration, if JSON can represent it."""
    try:
        return None if found.chunker is None else found.chunker.config
    except OptionError:
        return None


def depth(found: Cut, budget: int) -> int:
    """Return the most chunks needed to show `budget` characters: the count of the smallest chunks."""
    import numpy as np

    sizes = np.sort(found.sizes)
    return max(1, min(len(sizes), int(np.searchsorted(np.cumsum(sizes), budget, "left")) + 1))


def at_mean_size(
    make: Callable[[int], Cutter], documents: Any, mean_size: float, *, low: int = 1, high: int | None = None
) -> tuple[int, Cutter]:
    """Find the size option at which a chunker's chunks have a given mean size, to compare chunkers at equal means.

    make: a function from a size to a chunker (or to a function that cuts); the mean must grow with the size.
    Returns the size whose mean is nearest, and its chunker, after at most about 25 cuts.

    >>> import shiplap
    >>> size, chunker = at_mean_size(lambda size: shiplap.FixedChunker(size, 0), {"a": "x" * 1000}, 90)
    >>> size, len(chunker.spans("x" * 1000))
    (91, 11)

    Raises OptionError for a mean size that is not above 0, or not reachable between `low` and `high`.
    """
    corpus = as_corpus(documents)
    if isinstance(mean_size, (bool, str)) or not 0 < float(mean_size) < float("inf"):
        raise OptionError("mean_size", mean_size, "must be a number over 0")
    tried: dict[int, float] = {}

    def mean(size: int) -> float:
        if size not in tried:
            tried[size] = cut(corpus, make(size)).mean_size
        return tried[size]

    low, high = count("low", low), max(count("low", low), 16 * int(mean_size) + 16) if high is None else high
    left, right = low, high
    while left < right:
        middle = (left + right) // 2
        if mean(middle) < mean_size:
            left = middle + 1
        else:
            right = middle
    for size in {max(low, left - 1), left}:
        mean(size)
    best = min(tried, key=lambda size: (abs(tried[size] - mean_size), size))
    if abs(tried[best] - mean_size) > mean_size / 2:
        raise OptionError("mean_size", mean_size, f"cannot be reached: the nearest mean is {tried[best]:.1f}")
    return best, make(best)
