"""The command `vectors`: show and drop the embeddings that a store caches."""

from __future__ import annotations

import argparse
from typing import Any

from shiplap.printable import counted


def add(subparsers: Any) -> None:
    """Add the command to the parser."""
    from shiplap.cli.options import described

    command = subparsers.add_parser(
        "vectors",
        help="show and drop the embeddings that a store caches",
        **described(
            "Print a line for each model whose embeddings a store (SQLite) caches: its name (as given to --embed),"
            " the number of vectors and their dimensions, the size, and how many belong to texts that no chunk"
            " has any more. If a function embeds by another model than before, its vectors are dropped with a"
            " warning. --failed names the chunks whose texts a model could not embed, with the reasons.",
            "shiplap vectors chunks.db",
            "shiplap vectors chunks.db --failed hashed",
            "shiplap vectors chunks.db --drop hashed",
        ),
    )
    command.add_argument("store", metavar="STORE")
    command.add_argument("--drop", metavar="MODEL", help="remove the vectors of this model")
    command.add_argument(
        "--failed", metavar="MODEL", help="name the chunks whose texts this model could not embed"
    )
    command.add_argument("--json", action="store_true", help="print JSON lines")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """List the models, or drop one."""
    from dataclasses import asdict

    from shiplap.cli.messages import print_note, show, show_json
    from shiplap.errors import unknown
    from shiplap.printable import printable
    from shiplap.store import Store

    with Store(given.store, create=False, read_only=given.drop is None) as store:
        if given.failed is not None:
            failures = store.vectors(given.failed).failures()
            if not failures:
                if given.failed not in (names := store.model_names()):
                    raise unknown("failed", given.failed, names)
                print_note(f"{given.failed} has failed for no text")
            for each in failures:
                if given.json:
                    show_json(asdict(each))
                else:
                    show(f"{printable(each.chunk_id)}\t{printable(each.reason)}")
            return 0
        found = store.models()
        if given.drop is not None:
            names = [model.model for model in found]
            if given.drop not in names:
                raise unknown("drop", given.drop, names)
            number = store.vectors(given.drop).drop()
            print_note(f"{counted(number, 'vector')} of {given.drop} dropped")
            return 0
    if not found:
        print_note("no vectors")
    for model in found:
        if given.json:
            show_json(asdict(model))
            continue
        size = ", ".join(map(str, model.dimensions)) or "no"
        show(
            f"{printable(model.model)}\t{counted(model.vectors, 'vector')} of {size} dimensions"
            f"\t{model.bytes / 1e6:.1f} MB\t{model.unused} of texts that no chunk has any more"
        )
    return 0
