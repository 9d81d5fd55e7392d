"""Options that several commands take."""

from __future__ import annotations

import argparse

from shiplap.chunkers.presets import PRESETS
from shiplap.chunkers.registry import KINDS


def number(text: str) -> int | float | str:
    """A count, a share, or the text itself, which the chunker then refuses with its rule."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def jobs(text: str) -> int:
    """At least one thread."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("must be a whole number of at least 1")
    return int(text)


def add_chunker(command: argparse.ArgumentParser) -> None:
    """The options that choose the chunker: a single option goes before --config, that before the preset."""
    group = command.add_argument_group("how to cut (a single option goes before --config, that before --preset)")
    group.add_argument("--preset", metavar="NAME", help=f"{', '.join(PRESETS)}; default fixed-1000")
    group.add_argument("--document-type", metavar="TYPE", help="size by type: technical, chat, default")
    group.add_argument("--config", metavar="FILE", help="TOML file of options")
    add = group.add_argument
    add("--chunker", metavar="KIND", help=f"instead of a preset: {', '.join(KINDS)}")
    add("--chunk-size", type=number, metavar="N")
    add("--chunk-overlap", type=number, metavar="N", help="a count, or a share of the size such as 0.2")
    add("--min-size", type=number, metavar="N", help="least size of a chunk of sentences")
    add("--max-size", type=number, metavar="N", help="most that a chunk may take to keep a sentence whole")
    add("--unit", metavar="UNIT", help="characters, bytes or tokens")
    add("--tokenizer", metavar="NAME", help="what counts tokens: cl100k_base, o200k_base, a path to a"
        " tokenizer.json; default: an estimate, 4 characters each")  # fmt: skip
    for kind in ("prose", "code", "table"):
        add(f"--{kind}", type=number, metavar="N", help=f"size of {kind}, for adaptive chunks")
    add("--limit", metavar="WHAT", help="what their size holds for: text, or contextual")
    add("--outline", metavar="ENGINE", help="what finds definitions for them: lexical or tree-sitter")
    add("--snap", metavar="LEVEL", help="end chunks at: paragraph, line, sentence, word; none")
    add("--levels", metavar="LIST", help="where recursive chunks end, the coarsest first, between commas: section,"
        r" paragraph, line, sentence, word, grapheme, or any text (\n \r \t \, \\ are escapes)")  # fmt: skip
    add("--overlap-levels", metavar="LIST", help="where their overlap may begin")
    add("--rule", metavar="RULE", help="sentence rule: standard (default), simple, capital")
    add("--language", metavar="CODE", help="whose words the standard rule knows; default: all together")
    add("--min-fill", type=number, metavar="SHARE", help="least share of the size left by snapping")
    add("--join-rest", action=argparse.BooleanOptionalAction, help="join what is left of a unit that was cut")
    add("--trim", action=argparse.BooleanOptionalAction, help="leave out white space at both ends")
    add("--skip-blank", action=argparse.BooleanOptionalAction, help="leave out chunks of white space only")
    add("--oversize", metavar="WHAT", help="a code point over the size: split, keep or error")
    add("--on-empty", metavar="WHAT", help="blank text: empty (no chunks) or error")
    add("--errors", metavar="WHAT", help="text that is not UTF-8: strict (fails), replace or surrogatepass")
