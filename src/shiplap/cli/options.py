"""Options shared by several commands."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from shiplap.chunkers.kinds import KINDS
from shiplap.chunkers.presets import DEFAULT_PRESET, PRESETS


def described(description: str, *examples: str) -> dict[str, Any]:
    """Return the arguments of a parser for its description and its examples, which are command lines."""
    return {
        "description": textwrap.fill(description, 100, break_on_hyphens=False),
        "epilog": "examples:\n" + "\n".join(f"  {example}" for example in examples),
        "formatter_class": argparse.RawDescriptionHelpFormatter,
        "allow_abbrev": False,
    }


def number(text: str) -> int | float | str:
    """Parse a count or a share; otherwise return the text, which the chunker rejects with its rule."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def jobs(text: str) -> int:
    """Parse a number of threads, at least one."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("must be a whole number of at least 1")
    return int(text)


def file_size(text: str) -> int:
    """Parse a size in bytes: a whole number, with K, M or G for thousands, millions or billions (10^9).

    >>> file_size("250M"), file_size("1G"), file_size("7")
    (250000000, 1000000000, 7)
    """
    number, factor = text, 1
    for sign, size in (("K", 10**3), ("M", 10**6), ("G", 10**9)):
        if text.upper().removesuffix("B").endswith(sign):
            number, factor = text.upper().removesuffix("B")[:-1], size
    if not number.isdecimal() or not int(number):
        raise argparse.ArgumentTypeError("must be a number of bytes, such as 250M or 1G")
    return int(number) * factor


def add_files(command: argparse.ArgumentParser) -> None:
    """Add the options that say which files are read."""
    group = command.add_argument_group("which files (patterns as in .gitignore)")
    add = group.add_argument
    add("--include", action="append", default=[], metavar="PATTERN",
        help="read only files that match; also excluded ones that a pattern names; may be repeated")  # fmt: skip
    add("--exclude", action="append", default=[], metavar="PATTERN",
        help="leave out what matches; !PATTERN takes an exclusion back; may be repeated")  # fmt: skip
    add("--files-from", metavar="FILE", help="read the paths in this list too, one a line; - is standard input")
    add("-0", "--null", action="store_true", help="NUL characters separate the paths in the list")
    add("--no-ignore", action="store_true", help="do not obey .gitignore, .ignore and .shiplapignore")
    add("--hidden", action="store_true", help="read files and folders whose names begin with a dot")


def add_chunker(command: argparse.ArgumentParser) -> None:
    """Add the options that select the chunker: a single option overrides --config, which overrides the preset."""
    group = command.add_argument_group("chunker (a single option overrides --config, which overrides --preset)")
    group.add_argument("--preset", metavar="NAME", help=f"{', '.join(PRESETS)}; default {DEFAULT_PRESET}")
    group.add_argument("--document-type", metavar="TYPE", help="size by document type: technical, chat, default")
    group.add_argument("--config", metavar="FILE", help="TOML file of options")
    add = group.add_argument
    add("--trust-config", action="store_true", help="accept functions (MODULE:FUNCTION) in --config: loading them"
        " runs the code of their modules, so trust the file as you would a program")  # fmt: skip
    add("--chunker", metavar="KIND", help=f"instead of a preset: {', '.join(KINDS)}")
    add("--chunk-size", type=number, metavar="N", help="size of a chunk, in --unit")
    add("--chunk-overlap", type=number, metavar="N", help="a count, or a fraction of the size such as 0.2")
    add("--min-size", type=number, metavar="N", help="minimum size of a chunk of sentences")
    add("--max-size", type=number, metavar="N", help="maximum size of a chunk that keeps a sentence whole")
    add("--unit", metavar="UNIT", help="characters, bytes or tokens")
    add("--reserve", type=number, metavar="N", help="units of each chunk left free for tokens that a model adds")
    add("--special-tokens", action=argparse.BooleanOptionalAction,
        help="also leave room for the special tokens that the tokenizer adds")  # fmt: skip
    add("--tokenizer", metavar="NAME", help="cl100k_base, o200k_base, a model such as gpt-4o, a path"
        " to a tokenizer.json, or MODULE:FUNCTION that counts tokens; default: an estimate of 4 characters per"
        " token")  # fmt: skip
    for kind in ("prose", "code", "table", "data"):
        add(f"--{kind}", type=number, metavar="N", help=f"size of {kind} chunks (adaptive)")
    add("--max-context", type=number, metavar="N", help="maximum of headings and table header before a text:"
        " a count, or a fraction of the size (default 0.25)")  # fmt: skip
    add("--size-includes-context", action=argparse.BooleanOptionalAction,
        help="include headings and table headers in the size")  # fmt: skip
    add("--parser", metavar="NAME", help="parser of code: lexical (default) or tree-sitter (adaptive)")
    add("--content-type", metavar="TYPE", help="type of all texts: markdown, html, plain, table, python, …;"
        " default: detected from the file name or the text")  # fmt: skip
    add("--snap", metavar="LEVEL", help="end chunks at: paragraph, line, sentence, word; none")
    add("--levels", metavar="LIST", help="where recursive and stable chunks end, best first,"
        " comma-separated: section, block, paragraph, line, sentence, word, grapheme, or any text"
        r" (\n \r \t \, \\ are escapes)")  # fmt: skip
    add("--overlap-levels", metavar="LIST", help="where the overlap of recursive chunks may begin")
    add("--break-at", metavar="LEVEL", help="recursive chunks have text of one unit of this level only, such as"
        " section")  # fmt: skip
    add("--headings", metavar="WHICH", help="lines that are headings: auto (default; also lines without marks that"
        " look like headings, if a text has them consistently), marked, none")  # fmt: skip
    add("--omit-furniture", action=argparse.BooleanOptionalAction,
        help="leave running titles, numbers of pages and form feeds out of what is embedded, searched and shown"
        " (adaptive, recursive)")  # fmt: skip
    add("--key", metavar="HEX", help="hexadecimal digits that enter the places of stable chunks")
    add("--boundaries", metavar="MODULE:FUNCTION", help="function that finds the places in a text where chunks may"
        " end, in place of sentences or --snap;"
        " the current folder is searched before installed packages")  # fmt: skip
    add("--sentence-rule", metavar="RULE", help="sentence rule: standard (default), simple, capital")
    add("--language", metavar="CODE", help="language of the standard rule; default: all languages")
    add("--line-breaks", metavar="WHICH", help="single line ends that end a sentence: paragraph (default; none),"
        " lines (each), auto (headers, greetings, titles, not wrapped lines)")  # fmt: skip
    add("--min-fill", type=number, metavar="SHARE", help="minimum size of a snapped chunk, a fraction of the size")
    add("--join-rest", action=argparse.BooleanOptionalAction, help="join the rest of a split unit to the next")
    add("--strip-whitespace", action=argparse.BooleanOptionalAction, help="strip white space at both ends")
    add("--skip-blank", action=argparse.BooleanOptionalAction, help="drop chunks of white space only")
    add("--oversize", metavar="WHAT", help="code point larger than the size: split or raise")
    add("--on-empty", metavar="WHAT", help="blank text: empty (no chunks) or raise")
    add("--errors", metavar="WHAT", help="invalid UTF-8: strict (fails), replace or surrogatepass")
