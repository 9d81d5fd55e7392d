"""The command `evaluate`: find the best preset and size for given documents."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from typing import Any

from shiplap.errors import OptionError


def add(subparsers: Any) -> None:
    """Add the command to the parser."""
    from shiplap.cli.options import described

    command = subparsers.add_parser(
        "evaluate",
        help="find the best preset and size for documents",
        **described(
            "Cut documents by each configuration of a grid, retrieve chunks for questions, and report the"
            " best configuration with intervals, or that there is no winner. Lists are comma-separated.",
            "shiplap evaluate docs --synthetic --presets fixed-900,sentence-3000",
            "shiplap evaluate docs --questions questions.jsonl --sizes 500,1000 --report report.html",
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
    add("--measure", default="f1", metavar="NAME", help="f1 (default), recall, precision, iou, whole, ndcg ...")
    add("--retriever", default="bm25", metavar="NAME", help="bm25 (default), bm25s, fts5, dense")
    add("--embed", metavar="NAME", help="for dense: hashed (no model), or MODULE:FUNCTION that embeds texts")
    add("--cache", metavar="STORE", help="for dense: a store (chunks.db) that caches embeddings")
    add("--k", type=int, metavar="N", help="number of chunks shown for each question, instead of --budget")
    add("--budget", type=int, metavar="N", help="number of characters shown for each question (default 4000)")
    add("--record", metavar="FILE", help="write all results as JSON")
    add("--report", metavar="FILE", help="write an HTML page with plots")
    add("--json", action="store_true", help="print JSON instead of a table")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Tune and print the results."""
    from shiplap.cli.messages import print_status, show, show_json
    from shiplap.evaluate import read_documents, tune
    from shiplap.evaluate.tuning import AXES, DEFAULT_GRID, configurations
    from shiplap.progress import progress

    if (given.questions is None) == (not given.synthetic):
        rule = "must be a file of JSON lines, or --synthetic, not both"
        raise OptionError("questions", given.questions, rule)
    lists = {axis: listed(axis, getattr(given, axis)) for axis in ("presets", *AXES)}
    grid = {axis: values for axis, values in lists.items() if values is not None} or DEFAULT_GRID
    options: dict[str, Any] = {}
    with cached(given) as cache:
        if given.retriever == "dense":
            from shiplap.vectors import load_embed

            if given.embed is None:
                raise OptionError("embed", None, "must be hashed or MODULE:FUNCTION for --retriever dense")
            options = {"embed": load_embed(given.embed), "cache": cache}
        documents = read_documents(given.documents)
        with progress(len(configurations(grid)[0]), unit="configurations") as shown:
            found = tune(
                documents, given.questions, grid, measure=given.measure, retriever=given.retriever, k=given.k,
                budget=given.budget, on_progress=lambda done, total: shown.advance(1), **options,
            )  # fmt: skip
    try:
        found.save(given.record, given.report)
    except OSError as error:
        raise OptionError("record", error.filename, f"cannot be written: {error.strerror}") from None
    if given.json:
        show_json(found.to_dict())
    else:
        show(found)
    for label, why in found.skipped.items():
        print_status(f"skipped: {label}: {why}")
    return 0


def listed(axis: str, text: str | None) -> list[Any] | None:
    """Parse comma-separated values; all but names are numbers.

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

    with Store(given.cache) as store:
        yield store.vectors(given.embed)
