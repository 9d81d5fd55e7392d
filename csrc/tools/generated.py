"""Functions that the generators of C data share."""

from __future__ import annotations


def wrapped(items: list[str], indent: int = 1) -> str:
    """Items with commas, in lines of about 110 characters that begin with `indent` spaces and one more."""
    lines, line = [], " " * indent
    for item in items:
        if len(line) + len(item) > 108:
            lines.append(line)
            line = " " * indent
        line += f" {item},"
    return "\n".join([*lines, line])
