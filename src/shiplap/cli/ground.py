"""The command `ground`: check whether the chunks of a store support claims, and which chunks do."""

from __future__ import annotations

import argparse
from typing import Any


def add(subparsers: Any) -> None:
    """Add the command to the parser."""
    from shiplap.cli.options import described

    command = subparsers.add_parser(
        "ground",
        help="check whether chunks of a store support claims",
        **described(
            "Score claims by the nearest chunks of a store. The store caches the embeddings of its chunks:"
            " a second run embeds only the claims.",
            'shiplap ground chunks.db "It rains in the hills."',
            "shiplap ground chunks.db --evaluate claims.jsonl --k 3 --json",
        ),
    )
    command.add_argument("store", metavar="STORE")
    command.add_argument("claims", nargs="*", metavar="CLAIM")
    add = command.add_argument
    add("--evaluate", metavar="FILE", help="evaluate labelled claims: JSON lines with claim, grounded, gold")
    add("--embed", default="hashed", metavar="NAME",
        help="embedding model, as for the command embed (default %(default)s: words, no model)")  # fmt: skip
    add("--k", type=int, default=5, metavar="N", help="number of evidence chunks, default %(default)s")
    add("--threshold", type=float, metavar="SCORE",
        help="minimum score of a grounded claim, default 0.97 for hashed words and 0.7 for others")  # fmt: skip
    add("--json", action="store_true", help="print JSON lines")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Score the claims, or evaluate."""
    from shiplap.cli.embedding import loaded
    from shiplap.cli.messages import one_line, print_note, show, show_json
    from shiplap.errors import OptionError
    from shiplap.grounding import Grounder, evaluate_grounding
    from shiplap.printable import printable
    from shiplap.store import Store

    if bool(given.claims) == (given.evaluate is not None):
        raise OptionError("CLAIM", given.claims, "must be claims, or --evaluate FILE, not both")
    embed = loaded(given.embed)
    with Store(given.store, create=False) as store:
        grounder = Grounder(store, embed, k=given.k, threshold=given.threshold, cache=store.vectors(given.embed))
    if given.embed == "hashed":
        print_note("claims are compared by words, not by meaning; --embed MODULE:FUNCTION compares by a model")
    if given.evaluate is not None:
        report = evaluate_grounding(given.evaluate, grounder)
        if given.json:
            show_json(report.to_dict())
        else:
            show(report)
        return 0
    for found in grounder.score_batch(given.claims):
        if given.json:
            show_json(found.to_dict())
            continue
        show(f"{'grounded' if found.grounded else 'not grounded'}\t{found.score:.3f}\t{one_line(found.claim)}")
        for each in found.evidence:
            text = one_line(each.text)
            shown = text if len(text) <= 100 else text[:99] + "…"
            parts = (f"{each.similarity:.3f}", printable(each.id), f"{each.start}:{each.end}", shown)
            show("\t".join(("", *parts, one_line(each.location))).rstrip("\t"))
    return 0
