"""Text that is safe to print: terminal control characters in names and contents of files are escaped."""

from __future__ import annotations

import re

#: C0 controls (escape, carriage return, newline ...), DEL, C1 controls, line and paragraph separators,
#: bidirectional controls, and surrogates, which represent bytes of names that are not UTF-8.
_CONTROLS = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

_NAMES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str) -> str:
    r"""Escape the terminal control characters of a text, newlines included, as in a Python literal.

    >>> print(printable("a\x1b[2J\r\n\u202eb"))
    a\x1b[2J\r\n\u202eb
    """
    return _CONTROLS.sub(_escape, text)


def printable_lines(text: str) -> str:
    r"""As `printable`, but newlines and tabs stay.

    >>> print(printable_lines("one\n\x1btwo"))
    one
    \x1btwo
    """
    return _CONTROLS.sub(lambda found: found[0] if found[0] in "\n\t" else _escape(found), text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return _NAMES.get(found[0]) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")
