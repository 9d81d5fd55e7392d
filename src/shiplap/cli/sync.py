"""The command `sync`: let a vector store follow a store."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from shiplap.printable import counted

if TYPE_CHECKING:
    from shiplap.progress import Progress
    from shiplap.sync import Missing, SyncReport, SyncVerification

#: The most names that are printed of the chunks that are missing, and of each kind of difference.
NAMES = 10

#: What `--verify` prints before the names of each kind.
_KINDS = ("missing", "extra", "stale", "wrong_vectors", "duplicates", "without_vector")


def add(subparsers: Any) -> None:
    """Add the command to the parser."""
    from shiplap.cli.embed import add_requests
    from shiplap.cli.options import described

    command = subparsers.add_parser(
        "sync",
        help="let a vector store follow a store",
        **described(
            "Write what has changed in a store (SQLite) since the last sync into a vector store, with the vectors,"
            " and remove what is gone. The vector store itself remembers how far it follows; a sync that was"
            " stopped is run again. The exit code is 1 if chunks are missing that --allow-missing does not allow,"
            " or if --verify finds a difference.",
            "shiplap sync chunks.db --embed hashed --to lancedb://vectors/docs",
            "shiplap sync chunks.db --model hashed --to postgresql://me@localhost/rag --collection docs",
            "shiplap sync chunks.db --model hashed --to lancedb://vectors/docs --verify",
        ),
    )
    command.add_argument("store", metavar="STORE")
    command.add_argument(
        "--to", required=True, metavar="TARGET",
        help="qdrant://HOST:PORT/COLLECTION, qdrant+file://FOLDER/COLLECTION, chroma://HOST:PORT/COLLECTION,"
        " chroma+file://FOLDER/COLLECTION, lancedb://FOLDER/COLLECTION, duckdb://FILE/COLLECTION,"
        " postgresql://USER@HOST/DATABASE, or MODULE:FUNCTION, which returns a target; an absolute folder begins"
        " with a third slash",
    )  # fmt: skip
    add_target(command)
    add = command.add_argument
    add("--embed", metavar="NAME", help="embed the chunks that have no vector, as the command embed does")
    add("--model", metavar="NAME", help="name of the vectors in the store (default: that of --embed, else the only"
        " one)")  # fmt: skip
    add_requests(command)
    add("--schema", metavar="NAME", help="schema of the table in PostgreSQL")
    add("--allow-missing", action="store_true", help="leave out chunks that have no vector; they are no failures")
    add("--index", action="store_true", help="make the index of nearest neighbours of the vector store too")
    add("--verify", action="store_true", help="compare all rows with the store, and change nothing")
    add("--repair", action="store_true", help="mend the differences that --verify finds, and only these")
    add("--dry-run", action="store_true", help="print what would be done, and do nothing")
    add("--batch-size", type=int, default=1000, metavar="N", help="rows in a batch (default %(default)s)")
    add("--timeout", type=float, default=10.0, metavar="SECONDS",
        help="how long to wait for another sync of the store (default %(default)g)")  # fmt: skip
    add("--json", action="store_true", help="print one JSON object")
    add("--log-format", default="text", metavar="FORMAT", help="messages as text (default) or json (a line each)")
    command.set_defaults(run=run)


def add_target(command: argparse.ArgumentParser, key: str = "--key") -> None:
    """Add the options of a vector store. key: the name of the option of the key."""
    add = command.add_argument
    add("--collection", metavar="NAME", help="table in PostgreSQL (default chunks)")
    add(key, default="content", metavar="KEY",
        help="what identifies rows: content (default; stays when text is inserted before the chunk), or"
        " chunk")  # fmt: skip
    add("--metric", default="cosine", metavar="METRIC",
        help="how vectors are compared: cosine (default), dot, euclidean")  # fmt: skip


def run(given: argparse.Namespace) -> int:
    """Sync, verify or repair, and return the exit code."""
    from shiplap.cli.embed import request_options
    from shiplap.cli.embedding import listening
    from shiplap.errors import OptionError
    from shiplap.options import choice
    from shiplap.store import Store
    from shiplap.sync import Syncer, target_of

    choice("log_format", given.log_format, ("text", "json"))
    for option in ("repair", "dry_run", "index"):
        if given.verify and getattr(given, option):
            raise OptionError("verify", True, f"cannot be combined with --{option.replace('_', '-')}")
    if given.repair and given.dry_run:
        raise OptionError("repair", True, "cannot be combined with --dry-run: --verify says what it would mend")
    target = target_of(given.to, collection=given.collection, schema=given.schema)
    writes = given.embed is not None and not (given.verify or given.dry_run)
    with ExitStack() as stack:
        store = stack.enter_context(Store(given.store, create=False, read_only=not writes))
        if given.log_format == "json":
            from shiplap.cli.logs import logs  # takes the modules of an ingest along

            stack.enter_context(logs(given.log_format))
        embedding = stack.enter_context(ExitStack())
        is_quiet = given.quiet or given.json or given.log_format == "json"
        syncer = Syncer(
            store, target, model=given.model, embed=given.embed, options=request_options(given),
            skip_long=given.skip_long, key=given.key, metric=given.metric, batch_size=given.batch_size,
            allow_missing=given.allow_missing, timeout=given.timeout,
            on_progress=None if is_quiet else Rows(stack, embedding.close),
            listener=embedding.enter_context(listening(is_quiet=is_quiet)),
        )  # fmt: skip
        if given.verify or given.repair:
            found = syncer.repair() if given.repair else syncer.verify()
        else:
            report = syncer.run(dry_run=given.dry_run, index=given.index)
    if given.verify or given.repair:
        return _show_verification(found, given)
    return show_report(
        report, is_json=given.json, is_quiet=given.quiet or given.log_format == "json", lists_all=given.verbose
    )


class Rows:
    """Shows the rows that are written, as progress. `before` ends the progress of the embedding."""

    def __init__(self, stack: ExitStack, before: Callable[[], None]) -> None:
        self._stack, self._before = stack, before
        self._shown: Progress | None = None
        self._done = 0

    def __call__(self, done: int, total: int | None) -> None:
        from shiplap.progress import progress

        if self._shown is None:
            self._before()
            self._shown = self._stack.enter_context(progress(total, unit="rows"))
        self._shown.advance(done - self._done)
        self._done = done


def show_report(
    report: SyncReport, *, is_json: bool = False, is_quiet: bool = False, lists_all: bool = False
) -> int:
    """Print what a sync did; return the exit code."""
    from shiplap.cli.messages import print_status, show_json

    if is_json:
        show_json({**report.facts(), "missing": [asdict(each) for each in report.missing]})
        return int(not report.is_complete)
    if not (is_quiet and report.is_complete):
        print_missing(report.missing, report.missing_count, lists_all=lists_all)
    if not is_quiet:
        if report.embedding is not None and report.embedded:
            print_status(report.embedding.summary if report.is_dry else report.embedding)
        print_status(f"dry run, nothing is changed; a sync would report: {report}" if report.is_dry else report)
    if not (report.is_even or report.is_dry):
        print_status(
            f"the target has {counted(report.rows, 'row')}, the store has"
            f" {counted(report.chunks - report.missing_count, 'chunk')} to sync:"
            " --verify says which ones differ, --repair mends them"
        )
    return int(not report.is_complete)


def print_missing(missing: list[Missing], count: int, *, lists_all: bool = False) -> None:
    """Name the chunks that are missing: the first few, or all that the report lists."""
    from shiplap.cli.messages import print_status

    named = missing if lists_all else missing[:NAMES]
    for each in named:
        print_status(f"missing: {each.chunk_id}: {each.reason}")
    if count > len(named):
        print_status(f"{count - len(named)} more are missing{'' if lists_all else ' (-v lists all)'}")


def _show_verification(found: SyncVerification, given: argparse.Namespace) -> int:
    """Print the differences; return the exit code."""
    from shiplap.cli.messages import one_line, show, show_json

    wrong = {"without_vector"} if found.is_repaired else set(found.counts)
    is_wrong = bool(wrong.intersection(found.counts) - ({"without_vector"} if given.allow_missing else set()))
    if given.json:
        show_json({**asdict(found), "is_clean": found.is_clean})
        return 1 if is_wrong else 0
    for kind in _KINDS:
        names: list[str] = getattr(found, kind)
        named = names if given.verbose else names[:NAMES]
        for name in named:
            show(one_line(f"{kind.replace('_', ' ')}: {name}"))
        if len(names) > len(named):
            show(f"{kind.replace('_', ' ')}: {found.counts[kind] - len(named)} more (-v lists all)")
    show(found)
    return 1 if is_wrong else 0
