"""The events of a command: as lines of JSON, or as the plan of a dry run."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from shiplap.cli.messages import show
from shiplap.ingestion.log import LOGGER, JsonFormatter
from shiplap.printable import counted, printable


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
            parts.append(counted(facts["chunks"], "chunk"))
        if "reader" in facts:
            parts.append(f"reader {facts['reader']}")
        more = "" if verb == "remove" else f" ({', '.join(parts)})"
        show(f"would {verb} {printable(facts['document_id'])}{more}")
