"""Notebooks: cells as Markdown, their outputs and anchors."""

from __future__ import annotations

import json
from typing import Any

import pytest

import shiplap
from shiplap.errors import OptionError, ReaderError
from shiplap.readers import notebook
from tests.readers.damaged import mutants
from tests.readers.rows import rows

PICTURE = {"output_type": "display_data", "data": {"image/png": "iVBO", "text/plain": ["<Figure>"]}}
CELLS = [
    {"cell_type": "markdown", "id": "intro", "source": ["# Rain\n", "\n", "It rains.\n"]},
    {
        "cell_type": "code",
        "id": "c2",
        "source": ["import rain\n", "rain.fall()"],
        "outputs": [
            {"output_type": "stream", "name": "stdout", "text": ["\x1b[31mred\x1b[0m\n", "drops\n"]},
            {"output_type": "execute_result", "data": {"text/plain": "42", "text/html": "<b>42</b>"}},
            PICTURE,
            {"output_type": "error", "ename": "DryError", "evalue": "no rain", "traceback": ["\x1b[0m"]},
        ],
    },
    {"cell_type": "raw", "source": "raw text"},
    {"cell_type": "code", "source": [], "outputs": []},
    {"cell_type": "code", "source": "```\nfenced", "outputs": []},
]


def made(cells: Any = CELLS, **metadata: Any) -> str:
    metadata = {"kernelspec": {"name": "python3", "language": "python"}, **metadata}
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells})


TEXT = "# Rain\n\nIt rains.\n\n```python\nimport rain\nrain.fall()\n```\n\n"
REST = "raw text\n\n````python\n```\nfenced\n````"


def test_cells_and_anchors() -> None:
    document = notebook(made(), path="a/rain.ipynb", document_id="rain")
    assert document.text == TEXT + REST and document.path == "a/rain.ipynb.md"
    assert rows(document, "anchors") == [
        ("# Rain\n\nIt rains.", "intro"),
        ("import rain\nrain.fall()", "c2"),
        ("raw text", "cell-3"),
        ("```\nfenced", "cell-5"),
    ]
    assert notebook(made().encode()).text == document.text
    assert notebook(b"\xef\xbb\xbf" + made().encode()).text == document.text


def test_outputs() -> None:
    shown = "```\nred\ndrops\n```\n\n```\n42\n```\n\n```\nDryError: no rain\n```\n\n"
    document = notebook(made(), outputs=True)
    assert document.text == TEXT + shown + REST
    assert ("42", "c2") in rows(document, "anchors")


def test_chunks_know_their_cells() -> None:
    chunks = shiplap.AdaptiveChunker(45, 0, unit="characters").chunk(notebook(made()))
    code = next(chunk for chunk in chunks if "import" in chunk.text)
    assert (code.kind, code.anchor, code.headings) == ("code", "c2", ("Rain",))


def test_regions_know_the_language() -> None:
    document = notebook(made())
    assert [region.language for region in shiplap.regions(document) if region.kind == "code"] == ["python"] * 2


def test_format_3() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["Rain"]},
        {
            "cell_type": "code",
            "language": "R",
            "input": ["rain <- 1"],
            "outputs": [
                {"output_type": "pyout", "text": ["[1] 1"]},
                {"output_type": "display_data", "png": "iVBO", "text": ["<Figure>"]},
                {"output_type": "pyerr", "ename": "Dry", "evalue": "no", "traceback": []},
            ],
        },
    ]
    given = {"nbformat": 3, "metadata": {"name": "Weather"}, "worksheets": [{"cells": cells}]}
    document = notebook(json.dumps(given), outputs=True)
    assert document.text == "## Rain\n\n```r\nrain <- 1\n```\n\n```\n[1] 1\n```\n\n```\nDry: no\n```"
    assert document.metadata == {"title": "Weather"}


def test_language_of_the_kernel() -> None:
    cells = [{"cell_type": "code", "source": "x"}]
    for metadata, language in (
        ({"kernelspec": {"language": "julia"}}, "julia"),
        ({"kernelspec": {"name": "ir"}, "language_info": {"name": "R"}}, "r"),
        ({"kernelspec": {"language": "Wolfram Language"}}, "wolfram-language"),
        ({}, ""),
    ):
        assert notebook(json.dumps({"nbformat": 4, "metadata": metadata, "cells": cells})).text == (
            f"```{language}\nx\n```"
        )


@pytest.mark.parametrize(
    ("markdown", "end"),
    [("~~~~\nx\n~~~", "\n~~~~"), ("```py\nx\n```", ""), ("```py\n``` x", "\n```"), ("`` `x` ``", "")],
)
def test_open_fence_ends_with_its_cell(markdown: str, end: str) -> None:
    cells = [{"cell_type": "markdown", "source": markdown}, {"cell_type": "markdown", "source": "after"}]
    document = notebook(made(cells))
    assert document.text == f"{markdown}{end}\n\nafter"
    assert rows(document, "anchors") == [(markdown, "cell-1"), ("after", "cell-2")]


def test_metadata() -> None:
    document = notebook(made(title="Rain", authors=[{"name": "Ann"}, {"name": ""}, "Ben"]), metadata={"a": 1})
    assert document.metadata == {"title": "Rain", "authors": ["Ann", "Ben"], "a": 1}
    assert notebook(made([])).text == "" and notebook(made([])).provenance is None


@pytest.mark.parametrize(
    ("given", "place", "rule"),
    [
        ("[]", "", "must be an object"),
        ("{}", "nbformat", "is missing: a notebook must have the number of its format"),
        ("{", "line 1, column 2", "must be JSON"),
        (made([{"cell_type": "code", "source": 5}]), "cells[0].source", "must be a text"),
        (made([{"cell_type": "markdown", "source": [1]}]), "cells[0].source[0]", "must be a text"),
        (made([{"cell_type": "heading", "level": 0, "source": "a"}]), "cells[0].level", "the level of a heading"),
        (made([5]), "cells[0]", "must be an object"),
    ],
)
def test_errors(given: str, place: str, rule: str) -> None:
    with pytest.raises(ReaderError) as caught:
        notebook(given)
    assert (caught.value.reader, caught.value.place) == ("notebook", place)
    assert caught.value.rule.startswith(rule)


def test_options() -> None:
    with pytest.raises(OptionError, match="outputs='yes': must be True or False"):
        notebook(made(), outputs="yes")  # type: ignore[arg-type]


def test_damaged_notebooks_are_read_or_refused() -> None:
    for mutant in mutants(json.loads(made(title="Rain", authors=[{"name": "Ann"}]))):
        try:
            notebook(json.dumps(mutant), outputs=True)
        except ReaderError as error:
            assert error.reader == "notebook"
