"""Tables for notebooks: the first rows of chunks, regions and definitions, as HTML without a script."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from shiplap.errors import TextError
from shiplap.printable import printable

#: Number of rows shown.
ROWS = 10

#: Number of characters shown of the beginning and of the end of a text.
ENDS = 36

#: Styles of the cells of texts and of numbers.
_LEFT, _RIGHT = (f"text-align:{side};white-space:pre;padding:1px 8px" for side in ("left", "right"))


def preview(title: str, names: Sequence[str], rows: Iterable[Sequence[str | int]], total: int) -> str:
    """Render rows as a table with a title and the number of rows left out; numbers stand to the right. All
    texts are escaped.

    >>> preview("<Regions: 2>", ["kind", "start"], [("prose", 0)], 2).count("<td")
    3
    """
    from html import escape  # its module takes long to import

    body, styles = [], [_LEFT] * len(names)
    for row in rows:
        styles = [_RIGHT if isinstance(cell, int) else _LEFT for cell in row]
        cells = "".join(
            f'<td style="{style}">{escape(str(cell))}</td>'
            for style, cell in zip(styles, row, strict=True)
        )  # fmt: skip
        body.append(f"<tr>{cells}</tr>")
    if total > len(body):
        more = f"and {total - len(body):,} more"
        body.append(f'<tr><td colspan="{len(names)}" style="{_LEFT}">{more}</td></tr>')
    head = "".join(
        f'<th style="{style}">{escape(name)}</th>' for style, name in zip(styles, names, strict=True)
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>" if body else ""
    return f'<div><b>{escape(title.strip("<>"))}</b><div style="overflow-x:auto">{table}</div></div>'


def ends(read: Callable[[], str]) -> tuple[str, str]:
    """Return the beginning and the end of a text as printable characters; the end is empty if the beginning is the
    whole text.

    >>> ends(lambda: "It rains." + 99 * "-" + "\\nThe end.")
    ('It rains.---------------------------…', '…---------------------------\\\\nThe end.')
    >>> ends(lambda: "It rains.\\n")
    ('It rains.\\\\n', '')
    """
    try:
        text = read()
    except TextError:
        return "(lone surrogate)", ""
    if len(text) <= ENDS + 1:
        return printable(text), ""
    return printable(text[:ENDS]) + "…", "…" + printable(text[-min(ENDS, len(text) - ENDS) :])
