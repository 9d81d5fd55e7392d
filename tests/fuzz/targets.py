"""The targets by name: functions of bytes that return, or raise what is a finding."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.answers import citations
from tests.fuzz.columns import arrow_import
from tests.fuzz.spans import provenance
from tests.fuzz.texts import chunk, data_outline, outline, regions

TARGETS: dict[str, Callable[[bytes], None]] = {
    "chunk": chunk, "regions": regions, "outline": outline, "data": data_outline, "citations": citations,
    "arrow": arrow_import, "provenance": provenance,
}  # fmt: skip
