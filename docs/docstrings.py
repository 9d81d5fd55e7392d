"""Docstrings of shiplap as Markdown: options become lists, and examples become blocks of code."""

from __future__ import annotations

import re
from typing import Any

import griffe

#: The first line of an option: its names, and a text. The lines after it are indented.
_OPTION = re.compile(r"^(\*{0,2}[a-z_]\w*(?:, \*{0,2}[a-z_]\w*)*): (?=\S)")


class PlainDocstrings(griffe.Extension):
    """Converts the docstring of each object."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Convert the docstring of a loaded object."""
        if obj.docstring is not None:
            obj.docstring.value = markdown(obj.docstring.value)


def markdown(text: str) -> str:
    r"""Convert a docstring.

    >>> print(markdown("Cut.\n\nsize: the most\n    of it.\nunit: its unit.\n\n>>> 1 + 1\n2\n\nEnd."))
    Cut.
    <BLANKLINE>
    - `size`: the most
        of it.
    - `unit`: its unit.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    <BLANKLINE>
    End.
    """
    made: list[str] = []
    is_code = False
    for line in text.splitlines():
        if not is_code and line.startswith(">>> "):
            is_code = True
            made.append("```pycon")
        elif is_code and not line.strip():
            is_code = False
            made.append("```")
        if not is_code:
            line = _OPTION.sub(lambda found: f"- {_names(found[1])}: ", line)
        made.append(line)
    return "\n".join([*made, "```"] if is_code else made)


def _names(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", "))
