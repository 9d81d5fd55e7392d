"""The commands `changes` and `vacuum`: what a vector database needs to follow a store."""

from __future__ import annotations

import argparse
from typing import Any

from shiplap.printable import counted


def add(subparsers: Any) -> None:
    """Add the commands to the parser."""
    from shiplap.cli.options import described

    command = subparsers.add_parser(
        "changes",
        help="print what has changed in a store since a generation",
        **described(
            "Print the changes of a store (SQLite) as JSON lines, for a vector database that follows it: a line"
            ' {"upsert": CHUNK} for each chunk that is new or changed, a line {"delete": CONTENT_ID} for each that'
            ' is gone, and at the end {"generation": G}, where the next call begins. The key of a chunk is its'
            " content_id.",
            "shiplap changes chunks.db",
            "shiplap changes chunks.db --model hashed",
        ),
    )
    command.add_argument("store", metavar="STORE")
    command.add_argument(
        "--since", metavar="G", help="generation that an earlier call printed (default: all chunks)"
    )
    command.add_argument(
        "--model", metavar="NAME", help="print the embeddings that the store caches of this model"
    )
    command.set_defaults(run=run)

    command = subparsers.add_parser(
        "vacuum",
        help="forget removed chunks, and give back the room of a store",
        **described(
            "Forget which chunks were removed from a store (SQLite), and give back the room of removed rows. The"
            " command changes then refuses earlier generations.",
            "shiplap vacuum chunks.db",
            "shiplap vacuum chunks.db --json",
        ),
    )
    command.add_argument("store", metavar="STORE")
    command.add_argument("--json", action="store_true", help="print one JSON object: bytes before and now")
    command.set_defaults(run=run_vacuum)


def run(given: argparse.Namespace) -> int:
    """Print the changes."""
    from shiplap.cli.messages import show_json
    from shiplap.store import Store

    with Store(given.store, create=False, read_only=True) as store:
        found = store.changes(given.since, model=given.model)
        for chunk in found.upserts:
            show_json({"upsert": chunk.to_dict()})
        for content_id in found.deletes:
            show_json({"delete": content_id})
        show_json({"generation": found.generation})
    return 0


def run_vacuum(given: argparse.Namespace) -> int:
    """Vacuum the store, and say how many bytes it has."""
    from shiplap.cli.messages import print_note, show_json
    from shiplap.store import Store

    with Store(given.store, create=False) as store:
        before = store.totals()["file_bytes"]
        store.vacuum()
        now = store.totals()["file_bytes"]
    if given.json:
        show_json({"bytes_before": before, "bytes": now})
    else:
        print_note(f"{counted(before, 'byte', spec=',')} before, {now:,} now")
    return 0
