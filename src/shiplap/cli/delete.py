"""The command `delete`: remove documents from a store by their ids."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shiplap.errors import OptionError
    from shiplap.store import Store

#: The nearest id is searched in stores of at most this many documents.
MOST_COMPARED = 10_000


def add(subparsers: Any) -> None:
    """Add the command to the parser."""
    from shiplap.cli.options import described

    command = subparsers.add_parser(
        "delete",
        help="remove documents from a store by their ids",
        **described(
            "Remove documents and their chunks from a store (SQLite). If the store lacks one of the ids, nothing"
            " is removed and the exit code is 2. If the file of a document still exists, the next ingest of its"
            " folder adds the document again, unless the file is excluded or removed.",
            "shiplap delete chunks.db archive/old.txt --dry-run",
            "shiplap delete chunks.db archive/old.txt",
        ),
    )
    command.add_argument("store", metavar="STORE")
    command.add_argument(
        "ids", nargs="+", metavar="ID", help="id of a document: what search prints, without -chunk- and the number"
    )
    command.add_argument("--dry-run", action="store_true", help="print what would be removed, and change nothing")
    command.add_argument(
        "--json", action="store_true",
        help="print one JSON object: the ids, those whose files exist, the number of chunks",
    )  # fmt: skip
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Remove the documents; print a line for each of them."""
    from shiplap.cli.messages import print_note, show, show_json
    from shiplap.printable import counted, printable
    from shiplap.store import Store

    ids = list(dict.fromkeys(given.ids))
    with Store(given.store, create=False, read_only=given.dry_run) as store:
        sizes = [_chunks(store, document_id) for document_id in ids]
        again = _with_file(store, ids)
        if not given.dry_run:
            with store.writer() as writer:
                for document_id in ids:
                    writer.remove(document_id)
    if given.json:
        show_json({"documents": ids, "files": again, "chunks": sum(sizes), "dry_run": given.dry_run})
        return 0
    for document_id, size in zip(ids, sizes, strict=True):
        show(f"{printable(document_id)}\t{counted(size, 'chunk')}")
    said = "dry run, nothing is removed; a run would remove" if given.dry_run else "removed"
    print_note(f"{said} {counted(len(ids), 'document')} with {counted(sum(sizes), 'chunk')}")
    if again:
        print_note(_remark(again))
    return 0


def _chunks(store: Store, document_id: str) -> int:
    """Return the number of chunks of a document. Raises OptionError for an unknown id."""
    found = store.get(document_id) if _is_text(document_id) else None
    if found is None:
        raise _unknown(store, document_id)
    return found.chunks


def _is_text(document_id: str) -> bool:
    """Return whether a store can have the id: an argument that is not UTF-8 contains lone surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in document_id)


def _unknown(store: Store, document_id: str) -> OptionError:
    from difflib import get_close_matches

    from shiplap.errors import OptionError

    known = [name for name, _ in store.sources()] if len(store) <= MOST_COMPARED else []
    document, joint, index = document_id.rpartition("-chunk-")
    is_chunk = joint and index.isdigit() and document in known
    near = [document] if is_chunk else get_close_matches(document_id, known, 1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    rule = f"must be the id of a document in {store.path}{hint}; nothing is removed"
    return OptionError("ID", document_id, rule)


def _with_file(store: Store, ids: Sequence[str]) -> list[str]:
    """Return the ids of the documents whose files still exist."""
    root = store.root
    if root is None:
        return []
    found = [document for document_id in ids if (document := store.get(document_id)) is not None]
    return [
        each.document_id
        for each in found
        if each.source is not None and os.path.isfile(os.path.join(root, each.source))
    ]


def _remark(again: Sequence[str]) -> str:
    """Say that files still exist, and what follows."""
    from shiplap.printable import printable

    first = printable(again[0])
    if len(again) == 1:
        return f"the file of {first} exists: the next ingest of its folder adds it again, unless it is excluded"
    which = f"the files of {first} and {len(again) - 1} more exist"
    return f"{which}: the next ingest of their folders adds them again, unless they are excluded"
