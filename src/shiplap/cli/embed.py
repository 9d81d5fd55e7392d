"""The command `embed`: embed the chunks of a store that have no vector yet."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from shiplap.cli.messages import print_status
from shiplap.printable import counted

if TYPE_CHECKING:
    from shiplap.store import EmbedReport
    from shiplap.vectors import RequestOptions

#: The most chunks that failed that are printed; --verbose prints all.
NAMES = 10

#: The options of requests, by their names on the command line.
REQUESTS = {
    "embed_tokenizer": "tokenizer", "max_texts": "max_texts", "max_request_tokens": "max_request_tokens",
    "max_text_tokens": "max_text_tokens", "request_timeout": "timeout",
    "max_requests_per_minute": "max_requests_per_minute", "concurrency": "concurrency", "patience": "patience",
}  # fmt: skip


def add(subparsers: Any) -> None:
    """Add the command to the parser."""
    from shiplap.cli.options import described

    command = subparsers.add_parser(
        "embed",
        help="embed the chunks of a store that have no vector yet",
        **described(
            "Embed the texts of the chunks of a store (SQLite) that have no vector of the model yet, each text"
            " once. Answers are stored as they come: a run that was stopped is run again. The store keeps the"
            " model for later runs. The exit code is 1 if texts could not be embedded.",
            "shiplap embed chunks.db --embed hashed",
            "shiplap embed chunks.db --embed hashed --model words --dry-run",
        ),
    )
    command.add_argument("store", metavar="STORE")
    add_embedding(command)
    add_requests(command)
    add = command.add_argument
    add("--dry-run", action="store_true", help="print chunks, tokens and requests, and embed nothing")
    add("--trust-config", action="store_true", help="use the model that the store keeps, also if it is a function"
        " (MODULE:FUNCTION) or a server: trust the file as you would a program")  # fmt: skip
    add("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def add_embedding(command: argparse.ArgumentParser) -> None:
    """Add the options of an embedding model."""
    add = command.add_argument
    add("--embed", metavar="NAME", help="embedding model: hashed (no model), MODULE:FUNCTION,"
        " model2vec:NAME_OR_FOLDER, sentence-transformers:NAME_OR_FOLDER, fastembed:NAME, or a service,"
        " openai:URL#MODEL (default: that of the last run, which the store keeps)")  # fmt: skip
    add("--model", metavar="NAME", help="name of the vectors in the store (default: that of --embed)")


def add_requests(command: argparse.ArgumentParser) -> None:
    """Add the options of requests to an embedding model."""
    from shiplap.cli.options import number

    group = command.add_argument_group("requests to the embedding model (default: the limits of the model)")
    add = group.add_argument
    add("--embed-tokenizer", metavar="NAME", help="tokenizer that counts for the limits, as for chunks, or"
        " characters")  # fmt: skip
    add("--max-texts", type=number, metavar="N", help="most texts of a request")
    add("--max-request-tokens", type=number, metavar="N", help="most tokens of a request")
    add("--max-text-tokens", type=number, metavar="N", help="most tokens of a text; a longer one is an error")
    add("--skip-long", action="store_true", help="leave longer texts without a vector, as failed ones")
    add("--request-timeout", type=number, metavar="SECONDS", help="time limit of a request (default 60)")
    add("--max-requests-per-minute", type=number, metavar="N", help="send requests at intervals")
    add("--concurrency", type=number, metavar="N", help="requests at the same time (default 1)")
    add("--patience", type=number, metavar="SECONDS", help="how long to repeat a request after faults of the"
        " service (default 600)")  # fmt: skip


def request_options(given: argparse.Namespace) -> RequestOptions | None:
    """Return the options of requests that the command line has, or None."""
    from shiplap.vectors import RequestOptions

    found = {name: value for option, name in REQUESTS.items() if (value := getattr(given, option)) is not None}
    return RequestOptions(**found) if found else None


def run(given: argparse.Namespace) -> int:
    """Embed, and return the exit code."""
    from dataclasses import asdict

    from shiplap.cli.embedding import listening
    from shiplap.cli.messages import show_json
    from shiplap.store import Store

    is_dry, is_quiet = given.dry_run, given.quiet
    with Store(given.store, create=False, read_only=is_dry) as store, listening(is_quiet=is_quiet) as heard:
        report = store.embed(
            given.embed, model=given.model, options=request_options(given), skip_long=given.skip_long,
            dry_run=is_dry, is_trusted=given.trust_config, listener=heard,
        )  # fmt: skip
    if given.json:
        show_json(asdict(report))
    return show_report(report, is_dry=is_dry, is_quiet=is_quiet or given.json, lists_all=given.verbose)


def show_report(
    report: EmbedReport, *, is_dry: bool = False, is_quiet: bool = False, lists_all: bool = False
) -> int:
    """Print a report and the chunks that failed; return the exit code."""
    for failed in report.failed if lists_all else report.failed[:NAMES]:
        print_status(failed)
    more = report.number_failed - (len(report.failed) if lists_all else min(NAMES, len(report.failed)))
    if more and report.failed:
        print_status(f"{counted(more, 'more chunk')} failed (-v lists all)")
    if not is_quiet:
        print_status(f"dry run, nothing is embedded; a run would report: {report.summary}" if is_dry else report)
    return int(report.number_failed > 0)
