"""Options shared by several commands."""

from __future__ import annotations

import argparse

from shiplap.chunkers.presets import DEFAULT_PRESET, PRESETS
from shiplap.chunkers.registry import KINDS


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


def add_chunker(command: argparse.ArgumentParser) -> None:
    """Add the options that select the chunker: a single option overrides --config, which overrides the preset."""
    group = command.add_argument_group("how to cut (a single option goes before --config, that before --preset)")
    group.add_argument("--preset", metavar="NAME", help=f"{', '.join(PRESETS)}; default {DEFAULT_PRESET}")
    group.add_argument("--document-type", metavar="TYPE", help="size by type: technical, chat, default")
    group.add_argument("--config", metavar="FILE", help="TOML file of options")
    add = group.add_argument
    add("--chunker", metavar="KIND", help=f"instead of a preset: {', '.join(KINDS)}")
    add("--chunk-size", type=number, metavar="N")
    add("--chunk-overlap", type=number, metavar="N", help="a count, or a share of the size such as 0.2")
    add("--min-size", type=number, metavar="N", help="least size of a chunk of sentences")
    add("--max-size", type=number, metavar="N", help="most that a chunk may take to keep a sentence whole")
    add("--unit", metavar="UNIT", help="characters, bytes or tokens")
    add("--reserve", type=number, metavar="N", help="units of each chunk that stay free for what a model adds")
    add("--tokenizer", metavar="NAME", help="what counts tokens: cl100k_base, o200k_base, a path to a"
        " tokenizer.json; default: an estimate, 4 characters each")  # fmt: skip
    for kind in ("prose", "code", "table"):
        add(f"--{kind}", type=number, metavar="N", help=f"size of {kind}, for adaptive chunks")
    add("--size-includes-context", action=argparse.BooleanOptionalAction,
        help="count headings and table headers before their text too")  # fmt: skip
    add("--parser", metavar="NAME", help="what finds definitions for them: lexical or tree-sitter")
    add("--content-type", metavar="TYPE", help="what all texts are: markdown, html, plain, table, python, …;"
        " default: what the file name or the text says")  # fmt: skip
    add("--snap", metavar="LEVEL", help="end chunks at: paragraph, line, sentence, word; none")
    add("--levels", metavar="LIST", help="where recursive chunks end, the coarsest first, between commas: section,"
        r" paragraph, line, sentence, word, grapheme, or any text (\n \r \t \, \\ are escapes)")  # fmt: skip
    add("--overlap-levels", metavar="LIST", help="where their overlap may begin")
    add("--sentence-rule", metavar="RULE", help="sentence rule: standard (default), simple, capital")
    add("--language", metavar="CODE", help="whose words the standard rule knows; default: all together")
    add("--min-fill", type=number, metavar="SHARE", help="least share of the size left by snapping")
    add("--join-rest", action=argparse.BooleanOptionalAction, help="join what is left of a unit that was cut")
    add("--strip-whitespace", action=argparse.BooleanOptionalAction, help="leave out white space at both ends")
    add("--skip-blank", action=argparse.BooleanOptionalAction, help="leave out chunks of white space only")
    add("--oversize", metavar="WHAT", help="a code point over the size: split or raise")
    add("--on-empty", metavar="WHAT", help="blank text: empty (no chunks) or raise")
    add("--errors", metavar="WHAT", help="text that is not UTF-8: strict (fails), replace or surrogatepass")
