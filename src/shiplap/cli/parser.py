"""The arguments of the commands."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from shiplap._version import __version__
from shiplap.cli import commands, evaluate, ground, view
from shiplap.cli.messages import tell
from shiplap.cli.options import add_chunker, file_size, jobs, number
from shiplap.ingest.pipeline import MAX_FILE_SIZE


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line, alike for all commands."""

    def error(self, message: str) -> NoReturn:
        tell(f"error: {message}")
        self.exit(2)


def parser() -> argparse.ArgumentParser:
    """Build the parser of all commands; `run` in its result is the command."""
    top = Parser("shiplap", description="Cut text into overlapping chunks with exact offsets and stable ids.")
    top.add_argument("--version", action="version", version=f"shiplap {__version__}")
    subparsers: Any = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    ingest = subparsers.add_parser(
        "ingest",
        help="cut files, or the rows of tables, into a store, PostgreSQL, Parquet or JSON lines",
        description="Cut text files, or the rows of tables (--text-column: Parquet, Arrow, CSV, JSON lines), into"
        " a store (SQLite), PostgreSQL, Parquet or JSON lines. Folders are walked in sorted order;"
        " hidden files and links to folders are left out, binary files reported and skipped. Documents that"
        " have not changed are skipped. Exit code 1 if some files failed.",
    )
    ingest.add_argument("paths", nargs="+", metavar="PATH", help="file or folder")
    ingest.add_argument(
        "--to", required=True, metavar="OUT",
        help="chunks.db, chunks.jsonl, - (JSON lines), chunks.parquet, folder/ (Parquet, a file for each table;"
        " what is there and current is kept), or postgresql://...",
    )  # fmt: skip
    ingest.add_argument("--text-column", metavar="NAME", help="the files are tables; their rows have texts there")
    ingest.add_argument("--id-column", metavar="NAME", help="and document ids there; default: FILE#ROW")
    ingest.add_argument(
        "--prune", action="store_true", help="remove documents of these PATHs whose files are gone"
    )
    ingest.add_argument(
        "--hidden", action="store_true", help="read files and folders whose names begin with a dot"
    )
    ingest.add_argument(
        "--jobs", type=jobs, default=1, metavar="N",
        help="threads that read, hash and cut; more than 1 pay where reading is slow (default 1)",
    )  # fmt: skip
    ingest.add_argument(
        "--max-file-size", type=file_size, default=MAX_FILE_SIZE, metavar="SIZE",
        help="largest file for a chunker that needs the whole text (adaptive, tokenizers): 250M, 1G (default 1G)",
    )  # fmt: skip
    add_chunker(ingest)
    ingest.add_argument(
        "--type", action="append", default=[], dest="types", metavar="GLOB=TYPE",
        help="document type of the files that match, by name or path; the first match counts",
    )  # fmt: skip
    ingest.set_defaults(run=commands.ingest)

    chunk = subparsers.add_parser("chunk", help="print the chunks of a file as JSON lines")
    chunk.add_argument("path", metavar="FILE", help="text file, or - for standard input")
    chunk.add_argument("--document-id", metavar="ID", help="default: the name of the file")
    add_chunker(chunk)
    chunk.set_defaults(run=commands.chunk)

    sentences = subparsers.add_parser("sentences", help="print the sentences of a file as JSON lines")
    sentences.add_argument("path", metavar="FILE", help="text file, or - for standard input")
    sentences.add_argument("--sentence-rule", default="standard", metavar="RULE",
                           help="standard (default), simple or capital")  # fmt: skip
    sentences.add_argument("--language", metavar="CODE", help="whose words the rule knows; default: all together")
    sentences.add_argument("--abbreviation", action="append", default=[], dest="abbreviations", metavar="WORD",
                           help="one more abbreviation; may be repeated")  # fmt: skip
    sentences.add_argument("--errors", default="strict", metavar="WHAT", help="strict, replace or surrogatepass")
    sentences.set_defaults(run=commands.sentences)

    stats = subparsers.add_parser("stats", help="figures of a store: sizes, overlap, duplicates, sentences cut")
    stats.add_argument("store", nargs="?", metavar="STORE")
    stats.add_argument("--log", metavar="FILE", help="sum up a log of retrievals (JSON lines)")
    stats.add_argument("--sentence-rule", default="standard", metavar="RULE",
                       help="sentence rule: standard (default), simple, capital")  # fmt: skip
    stats.add_argument("--json", action="store_true", help="as one JSON object")
    stats.set_defaults(run=commands.stats)

    search = subparsers.add_parser("search", help="the chunks that hold all the words, the best first")
    search.add_argument("store", metavar="STORE")
    search.add_argument("words", nargs="+", metavar="WORD")
    search.add_argument("--limit", type=number, default=10, metavar="N", help="default %(default)s")
    search.add_argument(
        "--match", default="all", metavar="WHICH",
        help="chunks that hold all of the words (default, 128 at most), or any (of more than 128, the rarest)",
    )  # fmt: skip
    search.add_argument("--json", action="store_true", help="as JSON lines")
    search.set_defaults(run=commands.search)

    prompt = subparsers.add_parser(
        "prompt",
        help="a prompt of a question and the chunks that the search finds",
        description="Print a prompt of a question and the chunks of a store that its words find, the best first,"
        " in a form that citations can point into. Which chunks fell out is told on standard error. If nothing is"
        " found, nothing is printed and the exit code is 0, as of search.",
    )
    prompt.add_argument("store", metavar="STORE")
    prompt.add_argument("question", metavar="QUESTION")
    add = prompt.add_argument
    add("--limit", type=number, default=10, metavar="N", help="chunks at most, default %(default)s")
    add("--match", default="any", metavar="WHICH", help="chunks that hold any of the words (default; of more than"
        " 128, the rarest), or all")  # fmt: skip
    add("--instruction", metavar="TEXT", help="what stands above the chunks")
    add("--overlap", default="once", metavar="HOW", help="what chunks share stands once (default), or keep")
    add("--order", default="rank", metavar="ORDER", help="rank (default), or document: as in their documents")
    add("--max-size", type=number, metavar="N", help="size of the prompt; chunks that do not fit fall out")
    add("--unit", default="characters", metavar="UNIT", help="of --max-size: characters (default), bytes, tokens")
    add("--tokenizer", metavar="NAME", help="what counts tokens, as for chunk; default: an estimate")
    add("--token-limit", type=number, metavar="N", help="fail (exit code 1) if the prompt has more tokens")
    add("--json", action="store_true", help="one JSON object: text, size, ids of included and dropped chunks")
    prompt.set_defaults(run=commands.prompt)
    ground.add(subparsers)
    evaluate.add(subparsers)
    view.add(subparsers)
    return top
