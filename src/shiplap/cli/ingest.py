"""The command `ingest`: files, or rows of tables, into a store, PostgreSQL, Parquet or JSON lines."""

from __future__ import annotations

import argparse
import contextlib
import logging
import sys
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from shiplap.cli.chunker_options import selected
from shiplap.cli.heard import Terminal
from shiplap.cli.messages import print_status, show
from shiplap.cli.reading import OPTIONS as READING
from shiplap.cli.sync import show_report
from shiplap.errors import OptionError
from shiplap.ingestion.ingest import ingest
from shiplap.ingestion.listener import Listener
from shiplap.ingestion.log import LOGGER, JsonFormatter
from shiplap.options import choice
from shiplap.printable import printable

#: The options that are passed on as they are.
PASSED = (
    "to", "include", "exclude", "no_ignore", "hidden", "files_from", "null", "id", "text_column", "id_column",
    "schema", "prune", "dry_run", "jobs", "max_file_size", "update", "index", "root", "id_prefix", "replace",
    "trust_config", "embed", "model", "collection", "row_key", "metric", "journal",
)  # fmt: skip


def run(given: argparse.Namespace) -> int:
    """Ingest, and return the exit code."""
    choice("log_format", given.log_format, ("text", "json"))
    if given.quiet and given.verbose:
        raise OptionError("quiet", True, "cannot be combined with --verbose")
    passed = {name: getattr(given, name) for name in PASSED}
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
    synced = 0 if report.sync is None else show_report(report.sync, is_quiet=given.quiet or not is_text)
    return 1 if report.counts.failed or synced else 0


@contextlib.contextmanager
def logs(form: str, *, is_dry: bool = False) -> Iterator[None]:
    """Write the events of the block as lines of JSON to standard error, if `form` is "json"; else, in a dry run of
    an ingest, what would become of each file and document to standard output."""
    if form == "text" and not is_dry:
        yield
        return
    handler: logging.Handler = _Plan()
    if form == "json":
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonFormatter())
    loggers = LOGGER, logging.getLogger("shiplap.sync")
    levels = [each.level for each in loggers]
    for each in loggers:
        each.addHandler(handler)
        each.setLevel(logging.DEBUG if is_dry else logging.INFO)
    try:
        yield
    finally:
        for each, level in zip(loggers, levels, strict=True):
            each.removeHandler(handler)
            each.setLevel(level)


class _Plan(logging.Handler):
    """Prints what would become of each file and document, one a line, on standard output."""

    #: What a run does with a document of each state that is not written.
    OTHER = MappingProxyType({"unchanged": "keep", "moved": "keep", "removed": "remove"})

    def emit(self, record: logging.LogRecord) -> None:
        """Print the line of a document, of a file that is left out, or of a table that becomes a Parquet file."""
        facts, name = vars(record), record.getMessage()
        if name == "table":
            verb = "write" if facts["chunks"] else "keep"
            show(f"would {verb} the documents of {printable(facts['path'])} ({facts['documents']})")
        elif name == "problem":
            verb = "fail on" if record.levelno >= logging.ERROR else "skip"
            reason = facts["reason"].removeprefix("skipped: ")
            show(f"would {verb} {printable(facts['path'])} ({printable(reason)})")
        elif name == "left_out":
            slash = "/" if facts["is_folder"] else ""
            show(f"would leave out {printable(facts['path'])}{slash} ({printable(facts['reason'])})")
        elif name == "document":
            self._document(facts)

    def _document(self, facts: dict[str, Any]) -> None:
        state, verb = facts["state"], self.OTHER.get(facts["state"], "write")
        parts = [state]
        if verb == "write":
            parts.append(f"{facts['chunks']} chunk{'' if facts['chunks'] == 1 else 's'}")
        if "reader" in facts:
            parts.append(f"reader {facts['reader']}")
        more = "" if verb == "remove" else f" ({', '.join(parts)})"
        show(f"would {verb} {printable(facts['document_id'])}{more}")
