"""The command `ingest`: files, or rows of tables, into a store, PostgreSQL, Parquet or JSON lines."""

from __future__ import annotations

import argparse
import contextlib

from shiplap.cli.chunker_options import selected
from shiplap.cli.embed import request_options
from shiplap.cli.embed import show_report as show_embedding
from shiplap.cli.heard import Terminal
from shiplap.cli.logs import logs
from shiplap.cli.messages import print_status
from shiplap.cli.reading import OPTIONS as READING
from shiplap.cli.sync import show_report
from shiplap.errors import OptionError
from shiplap.ingestion.ingest import ingest
from shiplap.ingestion.listener import Listener
from shiplap.options import choice

#: The options that are passed on as they are.
PASSED = (
    "to", "include", "exclude", "no_ignore", "hidden", "files_from", "null", "id", "text_column", "id_column",
    "keep_columns", "schema", "prune", "dry_run", "jobs", "max_file_size", "update", "index", "root", "id_prefix",
    "replace", "trust_config", "model", "collection", "row_key", "metric", "journal",
)  # fmt: skip


def run(given: argparse.Namespace) -> int:
    """Ingest, and return the exit code."""
    choice("log_format", given.log_format, ("text", "json"))
    if given.embed is not None and given.no_embed:
        raise OptionError("embed", given.embed, "cannot be combined with --no-embed")
    passed = {name: getattr(given, name) for name in PASSED}
    if passed["max_file_size"] is None:
        del passed["max_file_size"]  # the default is that of `shiplap.ingest`
    passed["embed"] = False if given.no_embed else given.embed
    passed |= {"embed_options": request_options(given), "skip_long": given.skip_long}
    passed |= {name: getattr(given, name) for name in READING if getattr(given, name) is not None}
    chosen = selected(given)
    chosen.pop("is_trusted")
    passed |= chosen.pop("options")
    is_text = given.log_format == "text"
    terminal = Terminal(is_quiet=given.quiet, lists_all=given.verbose)
    with logs(given.log_format, is_dry=given.dry_run), contextlib.closing(terminal):
        hears = terminal if is_text else Listener()
        report = ingest(given.paths, **passed, **chosen, reader=given.readers, listener=hears)
    if is_text and not given.quiet:
        print_status(f"dry run, nothing is changed; a run would report: {report}" if given.dry_run else report)
    failed, is_quiet = report.counts.failed, given.quiet or not is_text
    if report.sync is not None:  # it names the chunks that failed, too
        failed += show_report(report.sync, is_quiet=is_quiet, lists_all=given.verbose)
    elif report.embedding is not None:
        failed += show_embedding(
            report.embedding, is_dry=given.dry_run, is_quiet=is_quiet, lists_all=given.verbose
        )
    return 1 if failed else 0
