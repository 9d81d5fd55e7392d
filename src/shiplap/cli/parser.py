"""The arguments of the commands."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NoReturn

from shiplap._version import __version__
from shiplap.cli import (
    changes,
    cite,
    commands,
    completion,
    delete,
    doctor,
    embed,
    evaluate,
    ground,
    sync,
    vectors,
    verify,
    view,
)
from shiplap.cli.messages import print_status
from shiplap.cli.options import add_chunker, add_files, described, file_size, jobs, number
from shiplap.cli.reading import add_reading
from shiplap.cli.searching import add_searching
from shiplap.cli.verbosity import add_verbosity
from shiplap.errors import OTHER_NAMES


def _ingest(given: argparse.Namespace) -> int:
    from shiplap.cli.ingest import run

    return run(given)


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line, alike for all commands, and suggests the nearest name
    for a wrong command or option."""

    #: The parsers of the commands by name, in the parser of all commands.
    commands: Mapping[str, argparse.ArgumentParser] = MappingProxyType({})

    #: Options with a value that stands after `=` or is left out, and the value that is meant then. The word after
    #: such an option is never its value.
    implied: Mapping[str, str] = MappingProxyType({})

    def arguments(self) -> list[argparse.Action]:
        """Return the options and the positional arguments, in order."""
        return [*self._actions]

    def error(self, message: str) -> NoReturn:
        print_status(f"error: {message}")
        self.exit(2)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As in the base class, after a check of all names."""
        args = sys.argv[1:] if args is None else list(args)
        for arg in args:
            name = arg.partition("=")[0]
            if arg == "--":
                break
            if arg.startswith("--") and " " not in arg and name not in self._option_string_actions:
                self.error(self._unknown_option(name))
            if self.commands and not arg.startswith("-"):
                if arg not in self.commands:
                    hint = _nearest(arg, self.commands) or f"; the commands are {', '.join(self.commands)}"
                    self.error(f"unknown command {arg!r}{hint}")
                break
        end = args.index("--") if "--" in args else len(args)
        named = [f"{arg}={self.implied[arg]}" if arg in self.implied else arg for arg in args[:end]]
        return super().parse_known_args([*named, *args[end:]], namespace)

    def _unknown_option(self, name: str) -> str:
        known = [option for option in self._option_string_actions if option.startswith("--")]
        meant = OTHER_NAMES.get(name[2:].replace("-", "_"), ())
        near = [option for each in meant if (option := f"--{each.replace('_', '-')}") in known]
        hint = f" (did you mean {near[0]}?)" if near else _nearest(name, known)
        return f"unknown option {name}{hint}; {self.prog} --help has all"


def _nearest(name: str, known: Iterable[str]) -> str:
    """Return the hint at the nearest name."""
    near = difflib.get_close_matches(name, list(known), 1, 0.6)
    return f" (did you mean {near[0]}?)" if near else ""


@cache
def parser() -> argparse.ArgumentParser:
    """Build the parser of all commands, once in a process; `run` in its result is the command."""
    top = Parser("shiplap", **described(
        "Cut text into overlapping chunks with exact offsets and stable ids.",
        "shiplap ingest docs --to chunks.db",
        'shiplap search chunks.db "old man"',
    ))  # fmt: skip
    top.add_argument("--version", action="version", version=f"shiplap {__version__}")
    subparsers: Any = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    top.commands = subparsers.choices

    ingest = subparsers.add_parser(
        "ingest",
        help="cut files or table rows into a store, PostgreSQL, Parquet, JSON lines or a vector store",
        **described(
            "Cut files (text, HTML, PDF, office, mail, subtitles, archives), or the rows of tables (--text-column:"
            " Parquet, Arrow, CSV, JSON lines), into a store (SQLite), PostgreSQL, Parquet or JSON lines. Folders"
            " are walked in sorted order; hidden files and links to folders are ignored, files without text are"
            " reported and skipped. Unchanged documents are skipped. With --embed the target may be a vector"
            " store. The exit code is 1 if a file failed.",
            "shiplap ingest docs --to chunks.db",
            "shiplap ingest docs --to chunks.db --embed hashed",
            "shiplap ingest docs --embed hashed --to qdrant://localhost:6333/docs",
            "shiplap ingest pages.parquet --text-column text --id-column id --to chunks.parquet",
        ),
    )
    ingest.add_argument("paths", nargs="*", metavar="PATH", help="file or folder, or - (standard input)")
    ingest.add_argument("--id", metavar="NAME", help="document id of standard input; its suffix says what it is")
    ingest.add_argument(
        "--to", required=True, metavar="OUT",
        help="chunks.db, chunks.jsonl, - (JSON lines), chunks.parquet, folder/ (a Parquet file for each table;"
        " up-to-date files are kept), postgresql://..., or with --embed a vector store, as for the command sync",
    )  # fmt: skip
    ingest.add_argument(
        "--text-column", metavar="NAME", help="read files as tables, with the texts in this column"
    )
    ingest.add_argument(
        "--schema", metavar="NAME", help="schema of the tables in PostgreSQL, made if it is missing"
    )
    embed.add_embedding(ingest)
    ingest.add_argument("--no-embed", action="store_true", help="embed nothing, though the store keeps a model")
    embed.add_requests(ingest)
    sync.add_target(ingest, "--row-key")
    ingest.add_argument(
        "--journal", metavar="FILE",
        help="store (SQLite) that the vector store follows (default: COLLECTION.db in the current folder)",
    )  # fmt: skip
    ingest.add_argument("--id-column", metavar="NAME", help="column of document ids; default: FILE#ROW")
    ingest.add_argument(
        "--keep-columns", action="append", default=[], metavar="NAME",
        help="column whose values become metadata (may be given several times)",
    )  # fmt: skip
    ingest.add_argument(
        "--prune",
        nargs="?",
        metavar="=all",
        help="remove documents of these PATHs whose files no longer exist;"
        " more than half of them (and more than 10) only with --prune=all",
    )
    ingest.implied = {"--prune": "missing"}
    ingest.add_argument(
        "--dry-run",
        action="store_true",
        help="print what would be written and removed, and change nothing (files are read and cut)",
    )
    add_files(ingest)
    ingest.add_argument(
        "--jobs", type=jobs, default=1, metavar="N",
        help="read, hash and cut in N threads, and in N processes from 8 MB on (default 1)",
    )  # fmt: skip
    ingest.add_argument(
        "--max-file-size", type=file_size, metavar="SIZE",
        help="largest file for a chunker that needs the whole text (adaptive, tokenizers): 250M, 1G (default 1G)",
    )  # fmt: skip
    ingest.add_argument(
        "--update", action=argparse.BooleanOptionalAction, default=None,
        help="keep the chunks of changed documents that the change did not touch, so that their vectors stay; the"
        " store (SQLite) keeps this choice",
    )  # fmt: skip
    ingest.add_argument(
        "--index", action="store_true",
        help="build the search index of the store (SQLite) too, so that it can be searched read-only; of a vector"
        " store, its index of nearest neighbours",
    )  # fmt: skip
    add_chunker(ingest)
    add_reading(ingest)
    ingest.add_argument(
        "--type", action="append", default=[], dest="types", metavar="GLOB=TYPE",
        help="document type of files whose name or path matches; the first match applies",
    )  # fmt: skip
    ingest.add_argument(
        "--root", metavar="DIR",
        help="folder that document ids are relative to; re-bases a store whose folder was moved (default: that of"
        " the store, else the current folder, else the PATH)",
    )  # fmt: skip
    ingest.add_argument("--id-prefix", default="", metavar="PREFIX", help="text before each document id")
    ingest.add_argument(
        "--replace", action="store_true",
        help="overwrite documents of the same id, from another source and with another text",
    )  # fmt: skip
    ingest.add_argument(
        "--log-format", default="text", metavar="FORMAT", help="messages as text (default) or json (a line each)"
    )
    ingest.set_defaults(run=_ingest)

    chunk = subparsers.add_parser(
        "chunk",
        help="print the chunks of a file as JSON lines",
        **described(
            "Print the chunks of a file on standard output, one JSON object a line. A text is cut while it is"
            " read; PDF, office and other files are read as by ingest.",
            "shiplap chunk page.md",
            "shiplap chunk page.md --preset fixed-900 --chunk-size 450 --snap sentence",
        ),
    )
    chunk.add_argument("path", metavar="FILE", help="file, or - for standard input")
    chunk.add_argument("--document-id", metavar="ID", help="default: the name of the file")
    add_chunker(chunk)
    add_reading(chunk)
    chunk.set_defaults(run=commands.chunk)

    sentences = subparsers.add_parser(
        "sentences",
        help="print the sentences of a file as JSON lines",
        **described(
            "Print the sentences of a text file on standard output, one JSON object a line, with their offsets.",
            "shiplap sentences page.md",
            "shiplap sentences brief.txt --language de --abbreviation Anl.",
        ),
    )
    sentences.add_argument("path", metavar="FILE", help="text file, or - for standard input")
    sentences.add_argument("--sentence-rule", default="standard", metavar="RULE",
                           help="standard (default), simple or capital")  # fmt: skip
    sentences.add_argument("--language", metavar="CODE",
                           help="language of the standard rule; default: all languages")  # fmt: skip
    sentences.add_argument("--abbreviation", action="append", default=[], dest="abbreviations", metavar="WORD",
                           help="additional abbreviation; may be repeated")  # fmt: skip
    sentences.add_argument("--line-breaks", default="paragraph", metavar="WHICH",
                           help="single line ends that end a sentence: paragraph (default; none), lines (each),"
                           " auto (headers, greetings, titles, not wrapped lines)")  # fmt: skip
    sentences.add_argument("--errors", default="strict", metavar="WHAT",
                           help="invalid UTF-8: strict (default; fails), replace or surrogatepass")  # fmt: skip
    add_reading(sentences)
    sentences.set_defaults(run=commands.sentences)

    stats = subparsers.add_parser(
        "stats",
        help="statistics of a store: sizes, overlap, duplicates, split sentences",
        **described(
            "Print statistics of the chunks in a store: sizes, overlap, duplicates, chunks cut inside a sentence;"
            " or of a retrieval log: chunks for each query.",
            "shiplap stats chunks.db",
            "shiplap stats chunks.db --log retrieval.jsonl --json",
        ),
    )
    stats.add_argument("store", nargs="?", metavar="STORE")
    stats.add_argument("--log", metavar="FILE", help="summarize a retrieval log (JSON lines)")
    stats.add_argument("--sentence-rule", default="standard", metavar="RULE",
                       help="sentence rule: standard (default), simple, capital")  # fmt: skip
    stats.add_argument("--json", action="store_true", help="print one JSON object")
    stats.set_defaults(run=commands.stats)

    search = subparsers.add_parser(
        "search",
        help="find the chunks that contain the words, or are near in meaning, best first",
        **described(
            "Find the chunks of a store (SQLite) whose texts, headings or table headers contain the words, best"
            " first. A line has the id, the text with the words in [ ], the headings, and the page, time or cell"
            " if it is known. A word may be a phrase in quotes, a beginning (rai*), or one of two (rain OR snow)."
            " --mode vector compares the stored vectors of a model, --mode hybrid both. Without a chunk, the exit"
            " code is 1.",
            "shiplap search chunks.db rain hills",
            'shiplap search chunks.db "Where does it rain?" --match any --limit 3 --json',
            "shiplap search chunks.db rain --kind prose --kind table",
        ),
    )
    search.add_argument("store", metavar="STORE")
    search.add_argument("words", nargs="+", metavar="WORD")
    search.add_argument("--limit", type=number, default=10, metavar="N", help="default %(default)s")
    search.add_argument(
        "--match", metavar="WHICH",
        help="all (default for words): chunks that contain all words (at most 128); any (default for hybrid): at"
        " least one word (of the rarest 128) that is no function word",
    )  # fmt: skip
    add_searching(search)
    search.add_argument(
        "--merge", metavar="SIZES", help="where more than half of the chunks of a run were found, show the"
        " run: sizes of runs in characters, and of runs of runs (1600,6400)",
    )  # fmt: skip
    search.add_argument("--json", action="store_true", help="print JSON lines")
    search.set_defaults(run=commands.search)

    prompt = subparsers.add_parser(
        "prompt",
        help="build a prompt from a question and the chunks that it finds",
        **described(
            "Print a prompt with a question and the chunks of a store that match its words, best first,"
            " in a form that citations can refer to, each under its headings and its table header. Dropped chunks"
            " are reported on standard error. If no chunk is found, nothing is printed and the exit code is 1.",
            'shiplap prompt chunks.db "Where does it rain?"',
            'shiplap prompt chunks.db "Where does it rain?" --max-size 2000 --unit tokens --order document',
        ),
    )
    prompt.add_argument("store", metavar="STORE")
    prompt.add_argument("question", metavar="QUESTION")
    add = prompt.add_argument
    add("--limit", type=number, default=10, metavar="N", help="maximum number of chunks, default %(default)s")
    add("--match", metavar="WHICH", help="any (default): chunks that contain at least one word (of the rarest 128)"
        " that is no function word; all: chunks that contain all words (at most 128)")  # fmt: skip
    add_searching(prompt)
    add("--expand", type=number, default=0, metavar="N", help="show each chunk with N of --expand-unit before it"
        " and after it, under its own id")  # fmt: skip
    add("--expand-unit", metavar="UNIT", help="chunks (default), sentences, sections, or"
        " characters; with --expand")
    add("--instruction", metavar="TEXT", help="text above the chunks")
    add("--overlap", default="once", metavar="HOW", help="text shared by chunks: once (default), or keep")
    add("--order", default="rank", metavar="ORDER", help="rank (default), or document (position in the document)")
    add(
        "--max-size",
        type=number,
        metavar="N",
        help="maximum size of the prompt, with headings and table headers; chunks that do not fit are dropped",
    )
    add(
        "--unit",
        default="characters",
        metavar="UNIT",
        help="unit of --max-size: characters (default), bytes, tokens",
    )
    add("--tokenizer", metavar="NAME", help="tokenizer, as for the command chunk; default: an estimate")
    add("--locations", action="store_true",
        help="name the page, time or cell of each chunk whose document has them")  # fmt: skip
    add("--token-limit", type=number, metavar="N", help="fail (exit code 1) if the prompt has more tokens")
    add("--json", action="store_true", help="print a JSON object: text, size, ids of included and dropped chunks")
    prompt.set_defaults(run=commands.prompt)
    ground.add(subparsers)
    cite.add(subparsers)
    evaluate.add(subparsers)
    embed.add(subparsers)
    vectors.add(subparsers)
    verify.add(subparsers)
    changes.add(subparsers)
    delete.add(subparsers)
    sync.add(subparsers)
    view.add(subparsers)
    doctor.add(subparsers)
    completion.add(subparsers, parser.__wrapped__)
    for command in subparsers.choices.values():
        add_verbosity(command)
    return top
