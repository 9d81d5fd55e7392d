"""The options of readers, which several commands have."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from shiplap.cli.options import file_size, number

if TYPE_CHECKING:
    from shiplap.readers.registry import Readers

#: The options of the command line that are those of `ReadOptions`.
OPTIONS = (
    "encoding", "html", "pages", "password", "hyphens", "furniture", "outputs", "notes",
    "hidden_sheets", "read_timeout", "read_memory", "max_expansion", "max_depth",
)  # fmt: skip


def add_reading(command: argparse.ArgumentParser) -> None:
    """Add the options of readers."""
    group = command.add_argument_group("readers")
    add = group.add_argument
    add("--encoding", metavar="NAME", help="encoding of texts without a byte order mark: auto (default; UTF-8, or"
        " a likely one with the extra encodings), cp1252, shift_jis, …")  # fmt: skip
    add("--html", metavar="PART", help="part of an HTML page: body (default), main (without navigation), raw (with"
        " its tags)")  # fmt: skip
    add("--pages", metavar="LIST", help="pages of PDF files: 1-5,9 (default: all)")
    add("--password", metavar="WORD", help="password of encrypted PDF files")
    add("--hyphens", metavar="HOW",
        help="at line ends of PDF files: join (default) the parts of known words, or keep")  # fmt: skip
    add("--furniture", metavar="HOW",
        help="headers, footers and page numbers of PDF files: drop (default) or keep")  # fmt: skip
    add("--outputs", action=argparse.BooleanOptionalAction, help="read the outputs of notebooks' cells too")
    add("--notes", action=argparse.BooleanOptionalAction, help="read the notes of presentations (default)")
    add("--hidden-sheets", action=argparse.BooleanOptionalAction, help="read hidden sheets of spreadsheets too")
    add("--reader", action="append", default=[], dest="readers", metavar="GLOB=MODULE:FUNCTION",
        help="function that returns the text of files whose name or path matches, from content and path; the"
        " current folder is searched before installed packages")  # fmt: skip
    add("--read-timeout", type=number, metavar="SECONDS",
        help="longest time for a file that is read in a child process, such as PDF (default 120)")  # fmt: skip
    add("--read-memory", type=file_size, metavar="SIZE", help="memory of such a process (default 4G)")
    add("--max-expansion", type=file_size, metavar="SIZE",
        help="largest content of a compressed file or an archive (default 1G)")  # fmt: skip
    add("--max-depth", type=number, metavar="N", help="files within one another, such as archives (default 4)")


def readers_of(given: argparse.Namespace) -> Readers:
    """Return the readers of a run. Raises OptionError for an error in any option."""
    from shiplap.readers.options import ReadOptions
    from shiplap.readers.registry import Readers, rules_of

    options = {name: getattr(given, name) for name in OPTIONS if getattr(given, name) is not None}
    return Readers(ReadOptions(**options), rules_of(given.readers))
