"""The command `evaluate`: find the best preset and size for given documents."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
from collections.abc import Iterator
from typing import Any

from shiplap.errors import OptionError


def add(subparsers: Any) -> None:
    """Add the command to the parser."""
    from shiplap.cli.options import described, number

    command = subparsers.add_parser(
        "evaluate",
        help="find the best preset and size for documents",
        **described(
            "Cut documents by each configuration of a grid, retrieve chunks for questions, and report the"
            " best configuration with intervals, or that there is no winner. Lists are comma-separated.",
            "shiplap evaluate docs --synthetic --presets fixed-900,sentence-3000",
            "shiplap evaluate docs --questions questions.jsonl --report report.html --record old.json",
            "shiplap evaluate docs --questions questions.jsonl --baseline old.json --fail-if-worse 0.02",
            "shiplap evaluate docs --questions questions.jsonl --mode words,vector,hybrid --embed hashed",
        ),
    )
    command.add_argument("documents", nargs="+", metavar="DOCS", help="file or folder")
    add = command.add_argument
    add("--questions", metavar="FILE", help="JSON lines: question, gold ([start, end] or quotes), document_id")
    add("--synthetic", action="store_true", help="generate questions from the documents' sentences")
    add("--presets", metavar="LIST", help="default: all")
    add("--sizes", metavar="LIST", help="chunk sizes in characters, such as 2000,3000,4000")
    add("--overlaps", metavar="LIST", help="counts, or fractions such as 0.1,0.2,0.3")
    add("--min-sizes", metavar="LIST", help="minimum sizes, for presets that have one")
    add("--max-sizes", metavar="LIST", help="maximum sizes, for presets that have one")
    add("--measure", default="whole", metavar="NAME",
        help="whole (default: gold whole in a shown chunk), recall, precision, f1, iou, ndcg ...")  # fmt: skip
    add("--retriever", default="bm25", metavar="NAME",
        help="bm25 (default), bm25s, fts5 (the search of a store by words), dense, hybrid")  # fmt: skip
    add("--mode", metavar="LIST",
        help="compare modes of search (words,vector,hybrid) on one configuration")  # fmt: skip
    add("--embed", metavar="NAME", help="for vectors: hashed (no model), or MODULE:FUNCTION that embeds texts")
    add("--cache", metavar="STORE", help="for vectors: a store (chunks.db) that caches embeddings")
    add("--k", type=int, metavar="N", help="number of chunks shown for each question, instead of --budget")
    add("--budget", type=int, metavar="N", help="number of characters shown for each question (default 4000)")
    add("--record", metavar="FILE", help="write all results as JSON")
    add("--report", metavar="FILE", help="write an HTML page with plots")
    add("--baseline", metavar="FILE", help="record of an earlier run (--record) to compare the measure with")
    add("--fail-if-worse", type=number, metavar="LOSS", help="exit with 1 if the measure of the chosen"
        " configuration is below the baseline's by more than this, such as 0.02")  # fmt: skip
    add("--json", action="store_true", help="print JSON instead of a table")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Tune and print the results."""
    from shiplap.cli.messages import print_note, show, show_json
    from shiplap.evaluate import read_documents, tune
    from shiplap.evaluate.baseline import against, check_limit, check_same, mean_of, read_baseline
    from shiplap.evaluate.tuning import AXES, BUDGET, DEFAULT_GRID, configurations
    from shiplap.progress import progress

    if (given.questions is None) == (not given.synthetic):
        rule = "must be a file of JSON lines, or --synthetic, not both"
        raise OptionError("questions", given.questions, rule)
    if given.mode is not None:
        return modes(given)
    lists = {axis: listed(axis, getattr(given, axis)) for axis in ("presets", *AXES)}
    grid = {axis: values for axis, values in lists.items() if values is not None} or DEFAULT_GRID
    check_limit(given.fail_if_worse)
    if given.fail_if_worse is not None and given.baseline is None:
        raise OptionError("fail_if_worse", given.fail_if_worse, "needs --baseline, the record to compare with")
    baseline = None if given.baseline is None else read_baseline(given.baseline)
    if baseline is not None:
        budget = BUDGET if given.k is None and given.budget is None else given.budget
        check_same(baseline, {"k": given.k or 5, "budget": budget, "synthetic": given.synthetic})
        mean_of(baseline, given.measure)
    options: dict[str, Any] = {}
    with cached(given) as cache:
        if given.retriever in ("dense", "hybrid"):
            from shiplap.cli.embedding import loaded

            if given.embed is None:
                rule = f"must be hashed or MODULE:FUNCTION for --retriever {given.retriever}"
                raise OptionError("embed", None, rule)
            options = {"embed": loaded(given.embed), "cache": cache}
        documents = read_documents(given.documents)
        with progress(len(configurations(grid)[0]), unit="configurations", is_quiet=given.quiet) as shown:
            found = tune(
                documents, given.questions, grid, measure=given.measure, retriever=given.retriever, k=given.k,
                budget=given.budget, on_progress=lambda done, total: shown.advance(1), **options,
            )  # fmt: skip
    found = dataclasses.replace(found, paths=tuple(given.documents))
    change = None if baseline is None else against(found, baseline, given.fail_if_worse)
    try:
        found.save(given.record, given.report)
    except OSError as error:
        raise OptionError(
            "record", error.filename or given.record or given.report, f"cannot be written: {error.strerror}"
        ) from None
    if given.json:
        show_json(found.to_dict())
    else:
        show(found)
    for label, why in found.skipped.items():
        print_note(f"skipped: {label}: {why}")
    if change is not None:
        print_note(f"baseline {given.baseline}: {change}")
    return int(change is not None and change.failed)


def modes(given: argparse.Namespace) -> int:
    """Compare modes of search and print the results."""
    from shiplap.chunkers.presets import DEFAULT_PRESET
    from shiplap.cli.embedding import loaded
    from shiplap.cli.messages import show, show_json
    from shiplap.evaluate import compare_modes, read_documents, synthetic_questions
    from shiplap.evaluate.corpus import as_corpus
    from shiplap.evaluate.tuning import AXES, BUDGET, configurations

    for option in ("record", "report", "baseline", "fail_if_worse"):
        if getattr(given, option) is not None:
            raise OptionError(option, getattr(given, option), "must be left out with --mode")
    lists = {axis: listed(axis, getattr(given, axis)) for axis in ("presets", *AXES)}
    grid = {axis: values for axis, values in lists.items() if values is not None}
    named, _, skipped = configurations({"presets": [DEFAULT_PRESET], **grid})
    if len(named) != 1:
        why = f" ({next(iter(skipped.values()))})" if skipped else ""
        raise OptionError("mode", given.mode, f"needs one configuration, not {len(named)}{why}")
    embed = None if given.embed is None else loaded(given.embed)
    with cached(given) as cache:
        corpus = as_corpus(read_documents(given.documents))
        budget = BUDGET if given.k is None and given.budget is None else given.budget
        found = compare_modes(
            corpus, synthetic_questions(corpus) if given.synthetic else given.questions,
            [name.strip() for name in given.mode.split(",")], embed=embed, chunker=next(iter(named.values())),
            k=given.k or 5, budget=budget, cache=cache,
        )  # fmt: skip
    if given.json:
        show_json(found.to_dict())
        return 0
    show(found.table(given.measure).replace("chunker", "mode   ", 1))
    for result in found.results[1:]:
        first = found.results[0].name
        by = found.paired(result.name, first, given.measure)
        figures = f"{by.difference:+.3f} ({by.low:+.3f} to {by.high:+.3f}), p {by.p:.3f}"
        show(f"{result.name} beside {first}, {given.measure}: {figures}")
    show(found.verdict(given.measure))
    return 0


def listed(axis: str, text: str | None) -> list[Any] | None:
    """Parse comma-separated values; all except names are numbers.

    >>> listed("sizes", "2000,3000"), listed("overlaps", "0.1, 200"), listed("presets", "fixed-900")
    ([2000, 3000], [0.1, 200], ['fixed-900'])
    """
    if text is None:
        return None
    from shiplap.cli.options import number

    parts = [part.strip() for part in text.split(",") if part.strip()]
    return [part if axis == "presets" else number(part) for part in parts]


@contextlib.contextmanager
def cached(given: argparse.Namespace) -> Iterator[Any]:
    """Open the cache of embeddings that the command line names, if any, for the block."""
    if given.cache is None or given.embed is None:
        yield None
        return
    from shiplap.store import Store

    with Store(given.cache, create=True) as store:
        yield store.vectors(given.embed)
