"""The command `view`: write a page that shows a file and its chunks."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from shiplap.errors import OptionError, StoreError

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks
    from shiplap.readers.registry import Readers


def add(subparsers: Any) -> None:
    """Add the command to the parser."""
    from shiplap.cli.options import add_chunker, described
    from shiplap.cli.reading import add_reading

    command = subparsers.add_parser(
        "view",
        help="write an HTML page that shows the chunks of a file",
        **described(
            "Write an HTML page that shows a file with its chunks, by one chunker or by two side by side.",
            "shiplap view page.md -o page.html",
            "shiplap view page.md --preset sentence-3000 --compare fixed-900 -o page.html",
        ),
    )
    command.add_argument("path", metavar="FILE", help="file, or - for standard input")
    command.add_argument("-o", "--output", required=True, metavar="PAGE", help="page.html, or - (standard output)")
    command.add_argument(
        "--compare", metavar="PRESET",
        help="second chunker to compare with: a preset, with options after a colon such as"
        " sentence-3000:chunk_size=2000,chunk_overlap=0.1",
    )  # fmt: skip
    command.add_argument(
        "--pictures", action="store_true", help="of a PDF file: show the pages below the boxes of the chunks"
    )
    add_chunker(command)
    add_reading(command)
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Cut the file in one or two ways and write the page."""
    from shiplap.chunkers.file_content import chunk_file
    from shiplap.cli.chunker_options import recipe
    from shiplap.cli.commands import opened, text_of
    from shiplap.cli.reading import readers_of
    from shiplap.ingestion.sinks.output import output
    from shiplap.view import page

    chunker, readers = recipe(given).chunker, readers_of(given)
    other = None if given.compare is None else compared(given.compare, chunker.config["errors"])
    with opened(given.path) as (file, source):
        data = file.read()
    name = source and os.path.basename(source)
    facts: dict[str, Any] = {"document_id": name, "source": name}
    content, facts["path"] = text_of(data, source, chunker, readers)
    chunks = chunk_file(chunker, content, **facts)
    shown = pictures_of(data, source, chunks, readers) if given.pictures else None
    made = page(chunks, None if other is None else chunk_file(other, content, **facts), pictures=shown)
    try:
        with output(given.output) as stream:
            stream.write(made.encode())
    except StoreError as error:
        raise OptionError("output", given.output, error.reason) from None
    return 0


def pictures_of(data: bytes, name: str | None, chunks: Chunks, readers: Readers) -> dict[int, bytes]:
    """Return pictures of the pages of a PDF file that have chunks. Raises OptionError for another file."""
    from shiplap.cli.commands import naming
    from shiplap.readers.child import pictures_in_child

    with naming(name):
        content = readers.content(data, name)
        if content.format is None or content.format.name != "pdf" or chunks.tables is None:
            raise OptionError("pictures", True, "only PDF files with text have them")
        return pictures_in_child(content.data, chunks.tables["pages"]["number"].tolist(), readers.options)


def compared(text: str, errors: str) -> Any:
    """Build the chunker of `--compare`, which handles invalid text as the first chunker does.

    >>> compared("sentence-3000:chunk_size=2000,chunk_overlap=0.1", "strict").config["chunk_overlap"]
    200
    """
    from shiplap.chunkers.presets import named_preset
    from shiplap.cli.options import number

    name, _, rest = text.partition(":")
    options: dict[str, Any] = {"errors": errors}
    for pair in filter(None, rest.split(",")):
        option, sign, value = pair.partition("=")
        if not sign:
            raise OptionError("compare", text, "must be PRESET or PRESET:option=value,option=value")
        options[option.strip().replace("-", "_")] = None if value == "none" else number(value.strip())
    return named_preset(name, None, options)
