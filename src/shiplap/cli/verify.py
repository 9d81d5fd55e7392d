"""The command `verify`: read a store again and check everything in it."""

from __future__ import annotations

import argparse
from typing import Any


def add(subparsers: Any) -> None:
    """Add the command to the parser."""
    from shiplap.cli.options import described

    command = subparsers.add_parser(
        "verify",
        help="check every document, chunk and vector of a store",
        **described(
            "Read every document, chunk and vector of a store (SQLite) again: offsets, texts, overlaps, order,"
            " ids, hashes, counts. Chunks of files that are at hand and unchanged are compared with the files,"
            " which are read with the options that the store keeps."
            " Each fault is a line, and the exit code is 1. Documents that the kept configuration would cut"
            " otherwise today are counted as stale.",
            "shiplap verify chunks.db",
            "shiplap verify chunks.db --json",
        ),
    )
    command.add_argument("store", metavar="STORE")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.add_argument(
        "--trust-config", action="store_true", help="import the functions that the kept configuration names"
    )
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Verify the store; print the faults and a summary."""
    from shiplap.cli.messages import one_line, show, show_json
    from shiplap.store import Store

    with Store(given.store, create=False, read_only=True) as store:
        found = store.verify(is_trusted=given.trust_config)
    if given.json:
        show_json(found.to_dict())
    else:
        for fault in found.faults:
            show(one_line(str(fault)))
        show(found)
    return 1 if found.faults else 0
