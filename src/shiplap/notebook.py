"""Tables for notebooks: the first rows of a result, as HTML without a script."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from shiplap.printable import printable

#: Number of rows shown.
ROWS = 10

#: Number of characters shown of the beginning and of the end of a text.
EXCERPT = 32


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]], number: int) -> str:
    """Build a table with a title: `rows` are the first of `number` rows. Numbers are aligned to the right.

    >>> table("Rain", ["start", "text"], [[0, "<b>"]], 2).partition("<tbody>")[2]
    '<tr><td style="text-align:right">0</td><td>&lt;b&gt;</td></tr></tbody></table><div>… 1 more</div></div>'
    """
    shown = list(rows)
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in shown)
    rest = f"<div>… {number - len(shown):,} more</div>" if number > len(shown) else ""
    return (
        f"<div><b>{html.escape(title)}</b>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}</div>"
    )


def _cell(value: object) -> str:
    style = ' style="text-align:right"' if isinstance(value, int) else ""
    text = f"{value:,}" if isinstance(value, int) else str(value)
    return f"<td{style}>{html.escape(text)}</td>"


def excerpt(text: str) -> str:
    r"""Show the beginning and the end of a text in one line, with its line ends as escapes.

    >>> excerpt("It rains.\n"), excerpt("It rains. " * 9)
    ('It rains.\\n', 'It rains. It rains. It rains. It … . It rains. It rains. It rains. ')
    """
    if len(text) <= 2 * EXCERPT:
        return printable(text)
    return f"{printable(text[:EXCERPT]).rstrip()} … {printable(text[-EXCERPT:]).lstrip()}"
