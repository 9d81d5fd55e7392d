"""Structured logs of ingestion, through the logger `shiplap.ingest` of `logging`.

Each record is an event with fields, which are attributes of the record: `document` (`document_id`, `source`,
`state`, `bytes`, `chunks`; level INFO, or DEBUG if it is unchanged), `problem` (`path`, `document_id`, `reason`;
WARNING if it was skipped, ERROR if it failed). Without a handler nothing is written. `JsonFormatter` formats a
record as a line of JSON.

>>> import logging
>>> event("document", document_id="a.txt", state="new")              # nothing, unless logging is configured
>>> facts = {"msg": "document", "document_id": "a.txt", "created": 0.0, "levelname": "INFO"}
>>> JsonFormatter().format(logging.makeLogRecord(facts))
'{"time": "1970-01-01T00:00:00.000+00:00", "level": "info", "event": "document", "document_id": "a.txt"}'
"""

from __future__ import annotations

import json
import logging
from datetime import datetime, timezone
from typing import Any

LOGGER = logging.getLogger("shiplap.ingest")
LOGGER.addHandler(logging.NullHandler())

#: The attributes that every record has.
_COMMON = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


def event(name: str, level: int = logging.INFO, **fields: Any) -> None:
    """Log an event with its fields."""
    if LOGGER.isEnabledFor(level):
        LOGGER.log(level, name, extra=fields)


class JsonFormatter(logging.Formatter):
    """Formats each record as one line of JSON in ASCII: `time` (ISO 8601, UTC), `level`, `event`, and the fields
    of the record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without its end."""
        time = datetime.fromtimestamp(record.created, timezone.utc).isoformat(timespec="milliseconds")
        facts = {"time": time, "level": record.levelname.lower(), "event": record.getMessage()}
        facts |= {name: value for name, value in vars(record).items() if name not in _COMMON}
        if record.exc_info:
            facts["exception"] = self.formatException(record.exc_info)
        return json.dumps(facts, default=str)
