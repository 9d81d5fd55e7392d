"""Reader of JSON lines whose errors name the line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from shiplap.errors import OptionError


def read_lines(given: Any, option: str, rule: str) -> list[dict[str, Any]]:
    """Read the objects of a file of JSON lines (blank lines are skipped), or copy the given mappings.

    Raises OptionError, naming the option, for an unreadable file, a line that is not a JSON object, or an item
    that is not a mapping; `rule` is the requirement on the objects.
    """
    if isinstance(given, (str, os.PathLike)):
        return _of_file(os.fspath(given), option, rule)
    if isinstance(given, (bytes, Mapping)) or not isinstance(given, Iterable):
        raise OptionError(option, given, f"must be a file of JSON lines, or an iterable of mappings; they {rule}")
    rows = list(given)
    for row in rows:
        if not isinstance(row, Mapping):
            raise OptionError(option, row, rule)
    return [dict(row) for row in rows]


def _of_file(path: str, option: str, rule: str) -> list[dict[str, Any]]:
    try:
        with open(path, encoding="utf-8-sig") as file:
            lines = file.read().split("\n")
    except OSError as error:
        raise OptionError(option, path, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise OptionError(option, path, f"is not UTF-8 at byte {error.start}") from None
    rows = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise OptionError(option, f"{path}, line {number}", f"is not JSON: {error}") from None
        if not isinstance(row, dict):
            raise OptionError(option, f"{path}, line {number}", rule)
        rows.append(row)
    return rows
