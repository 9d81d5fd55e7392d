"""Text that is safe to print: terminal control characters in names and contents of files are escaped."""

from __future__ import annotations

import re

from shiplap.patterns import lazily

#: C0 controls (escape, carriage return, newline ...), DEL, C1 controls, line and paragraph separators,
#: bidirectional controls, and surrogates, which represent bytes of names that are not UTF-8.
_CONTROLS = lazily("[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

#: A password in the authority of a URL, which ends at / ? or #.
_USERINFO = lazily(r"""(://[^\s:/?#@]*):([^\s/?#'"]*)@""")

#: A whole text that is the address of a database: by mistake, its password may hold any character unescaped.
_DATABASE = lazily(
    r"((?:postgres|postgresql|mysql|mariadb|mssql|mongodb)(?:\+\w+)?:/{0,2}[^:/?#@]*):(?!\d{1,5}/)(.*)@",
    re.IGNORECASE | re.DOTALL,
)

#: A password among the parameters of a URL.
_PARAMETER = lazily(r"""([?&](?:(?:ssl)?pass(?:word|wd)?|pwd))=([^&#\s'"]*)""", re.IGNORECASE)

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


def counted(number: int, noun: str, *, spec: str = "") -> str:
    """Return a number and its noun, in the plural except after 1. `spec` formats the number.

    >>> counted(1, "chunk"), counted(0, "query"), counted(1200, "byte", spec=",")
    ('1 chunk', '0 queries', '1,200 bytes')
    """
    many = f"{noun[:-1]}ies" if noun.endswith("ry") else f"{noun}s"
    return f"{number:{spec}} {noun if number == 1 else many}"


def without_password(text: str) -> str:
    """Replace the passwords of URLs in a text by ***: in `user:password@host`, and the parameter `password`.

    >>> without_password("postgresql://ann:s%40cret@db/rain?password=x&port=1 refuses")
    'postgresql://ann:***@db/rain?password=***&port=1 refuses'
    """
    if ":" not in text:
        return text
    if _DATABASE.match(text):
        text = _DATABASE.sub(r"\1:***@", text, 1)
    return _PARAMETER.sub(r"\1=***", _USERINFO.sub(r"\1:***@", text)) if "://" in text else text


def passwords_in(address: str) -> list[str]:
    """Return the passwords in the address of a database and their parts, as written and decoded, the longest
    first: all that a driver's error may quote of the passwords, and that the rest of the address does not say."""
    from urllib.parse import unquote

    whole = _DATABASE.match(address)
    found = {each[2] for pattern in (_USERINFO, _PARAMETER) for each in pattern.finditer(address)}
    found |= {part for part in re.split(r"[\s/?#@:]", whole[2]) if part} | {whole[2]} if whole else set()
    shown = without_password(address)
    forms = {form for each in found for form in (each, unquote(each))} - {""}
    return sorted((form for form in forms if form not in shown), key=len, reverse=True)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return _NAMES.get(found[0]) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")
