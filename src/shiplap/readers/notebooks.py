"""A reader of Jupyter notebooks, of the formats 3 and 4.

    JSON ──► cells ──► blocks: Markdown as it is, fenced code, fenced outputs ──► text, `anchors`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from shiplap.document import Document
from shiplap.options import flag
from shiplap.readers.documents import markdown_path
from shiplap.readers.fields import Field, load
from shiplap.readers.items import Block, Row, code, document, heading

READER = "notebook"

#: Colours and movements of the cursor in what a program printed (ECMA-48, 5.4).
_CONTROL_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")

#: The beginning and the end of fenced code (CommonMark, 4.5).
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")

#: The names of the plain text of an output: in the data of format 4, and in the outputs of format 3.
_PLAIN = ("text/plain", "text")


def notebook(data: bytes | str, *, outputs: bool = False, **names: Any) -> Document:
    """Read a Jupyter notebook (`.ipynb`, formats 3 and 4) as Markdown.

    Markdown cells and raw cells are kept as they are; code cells are fenced, in the language of the kernel. The
    table `anchors` has the cells: their ids, or `cell-3` for the third one. Cells without visible text are left
    out.

    outputs: write what each code cell printed and returned, as plain text, behind the cell. Pictures are left out.
    names: `document_id`, `source`, `path` and `metadata` of the `Document`. The path of the document is the path
        with ".md" behind it, so that the text is cut as Markdown.

    Raises OptionError for an invalid option; ReaderError for a file that is no notebook, with the place
    (`cells[3].source`).

    >>> cells = '[{"cell_type": "markdown", "source": ["# Rain"]}, {"cell_type": "code", "source": "fall()"}]'
    >>> kernel = '{"kernelspec": {"language": "python"}}'
    >>> print(notebook(f'{{"nbformat": 4, "metadata": {kernel}, "cells": {cells}}}').text)
    # Rain
    <BLANKLINE>
    ```python
    fall()
    ```
    """
    flag("outputs", outputs)
    root = Field(load(data, READER), READER)
    if not root["nbformat"]:
        root["nbformat"].fail("a notebook must have the number of its format")
    metadata = root["metadata"]
    language = _language(metadata)
    blocks = [
        block
        for number, cell in enumerate(_cells(root), 1)
        for block in _with_anchor(list(_blocks(cell, language, outputs)), cell, number)
    ]
    return document(blocks, {}, _found(metadata), {**names, "path": markdown_path(names.get("path"))})


def _cells(root: Field) -> list[Field]:
    """Return the cells: those of the notebook, or of the worksheets of format 3."""
    if root["cells"] or not root["worksheets"]:
        return root["cells"].items()
    return [cell for sheet in root["worksheets"].items() for cell in sheet["cells"].items()]


def _language(metadata: Field) -> str:
    """Return the language of the kernel, "" if the notebook does not say it."""
    if not metadata:
        return ""
    for group, name in (("kernelspec", "language"), ("language_info", "name")):
        if metadata[group] and (language := metadata[group][name].text()):
            return _word(language)
    return ""


def _word(language: str) -> str:
    """Return a language as one word, so that it fits behind a fence."""
    return re.sub(r"[\s`]+", "-", language.strip()).lower()


def _found(metadata: Field) -> dict[str, Any]:
    """Return the title and the authors, where a notebook has them."""
    found: dict[str, Any] = {}
    if metadata and (title := metadata.first("title", "name").text().strip()):
        found["title"] = title
    authors = metadata["authors"].items() if metadata else []
    named = [author.text() if isinstance(author.value, str) else author["name"].text() for author in authors]
    if named := [name for name in named if name.strip()]:
        found["authors"] = named
    return found


def _with_anchor(blocks: list[Block], cell: Field, number: int) -> list[Block]:
    """Return the blocks of a cell, each with the anchor of the cell."""
    fragment = cell["id"].text() or f"cell-{number}"
    for block in blocks:
        block.rows = [Row("anchors", 0, len(block.text), (fragment,))]
    return blocks


def _blocks(cell: Field, language: str, outputs: bool) -> Iterator[Block]:
    """Yield the block of a cell, and of its outputs."""
    kind = cell["cell_type"].text()
    if kind == "code":
        source = _lines(cell.first("source", "input"))
        yield code(source, kind, _word(cell["language"].text()) or language)
        for output in cell["outputs"].items() if outputs else ():
            yield code(_output(output), "output")
    elif kind == "heading":  # of format 3
        yield heading(_lines(cell["source"]), _level(cell["level"]), kind)
    else:
        source = _lines(cell["source"])
        yield Block(source.strip("\n"), kind, suffix=_closing_fence(source) if kind == "markdown" else "")


def _level(level: Field) -> int:
    """Return the level of a heading cell."""
    if not level:
        return 1
    number = level.number()
    if not 1 <= number <= 6:
        level.fail("the level of a heading must be from 1 to 6")
    return int(number)


def _lines(source: Field) -> str:
    """Return a text that is given as a whole or line by line."""
    if isinstance(source.value, list):
        return "".join(line.text() for line in source.items())
    return source.text()


def _closing_fence(markdown: str) -> str:
    """Return the end of the fenced code that a cell begins and does not end: it ends with the cell."""
    fence = ""
    for line in markdown.split("\n"):
        if not (match := _FENCE.match(line)):
            continue
        if not fence:
            fence = match[1]
        elif match[1].startswith(fence) and not line[match.end() :].strip():
            fence = ""
    return f"\n{fence}" if fence else ""


def _output(output: Field) -> str:
    """Return the plain text of an output, "" if it is a picture."""
    data = output["data"] if output["data"] else output
    kinds = {name for name, _ in data.members()}
    if any(name.startswith("image/") or name in ("png", "jpeg", "svg") for name in kinds):
        return ""
    text = next((_lines(data[name]) for name in _PLAIN if data[name]), "")
    if not text and output["ename"]:
        text = f"{output['ename'].text()}: {output['evalue'].text()}"
    return _CONTROL_SEQUENCE.sub("", text)
