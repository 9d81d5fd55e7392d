"""The command `cite`: check the citations and quotes of an answer against a store."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from shiplap.printable import counted

if TYPE_CHECKING:
    from shiplap.chunks import Chunk
    from shiplap.citations import Citation, Quote
    from shiplap.store import Store

#: Code points of a quote that a line shows.
SHOWN = 100

#: The verdicts on a quote that are failures.
WRONG = ("misattributed", "absent")


def add(subparsers: Any) -> None:
    """Add the command to the parser."""
    from shiplap.cli.options import described

    command = subparsers.add_parser(
        "cite",
        help="check the citations and quotes of an answer against a store",
        **described(
            "Check the answer of a model against a store (SQLite): whether each citation [doc: NAME, chunk: ID]"
            " resolves to a chunk, and whether each quoted passage stands in the documents, and in a chunk that"
            " is cited for it. A line has the verdict, the file with its page or lines, and the cited or quoted"
            " text. The exit code is 1 if a citation does not resolve, or if a quote is misattributed or absent.",
            "shiplap cite chunks.db answer.txt",
            "shiplap cite chunks.db answer.txt --all --json",
        ),
    )
    command.add_argument("store", metavar="STORE")
    command.add_argument(
        "answer", metavar="ANSWER", help="file with the text of the answer, or - (standard input)"
    )
    add = command.add_argument
    add("--all", action="store_true",
        help="search for quotes in all documents of the store, not only in those that the answer names; this takes"
        " memory for all of their texts")  # fmt: skip
    add("--min-length", type=int, default=12, metavar="N",
        help="ignore quotes of fewer characters (default %(default)s)")  # fmt: skip
    add("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Check the answer; print a line for each citation and each quote."""
    from shiplap.citations import from_files, verify_quotes
    from shiplap.cli.messages import print_note, show, show_json
    from shiplap.store import Store

    answer = read_answer(given.answer)
    with Store(given.store, create=False, read_only=True) as store:
        chunks = list(store) if given.all else list(chunks_of_named_documents(store, answer))
        root = store.root
    documents = None if root is None else from_files(root)
    found = verify_quotes(answer, chunks, documents=documents, min_length=given.min_length)
    unresolved = sum(citation.place is None for citation in found.citations)
    wrong = sum(found.counts[verdict] for verdict in WRONG)
    if given.json:
        show_json({**found.to_dict(), "unresolved": unresolved, "wrong": wrong})
    else:
        for line in lines(found.citations, found.quotes):
            show(line)
        print_note(
            f"{counted(len(found.citations), 'citation')}, {unresolved} unresolved;"
            f" {counted(len(found.quotes), 'quote')}, {wrong} misattributed or absent"
        )
    return int(unresolved + wrong > 0)


def read_answer(path: str) -> str:
    """Read the text of an answer from a file, or from standard input for `-`."""
    from shiplap.cli.commands import opened
    from shiplap.errors import OptionError

    with opened(path) as (file, _):
        data = file.read()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise OptionError("ANSWER", path, f"is not UTF-8: {error.reason} at byte {error.start}") from None


def chunks_of_named_documents(store: Store, answer: str) -> Iterator[Chunk]:
    """Yield the chunks of all documents that the citations of an answer may mean: the id of the document or its
    source ends with the cited name, or the cited chunk id begins with the id of the document."""
    from shiplap.citations import parse_citations
    from shiplap.citations.resolver import as_path

    cited = parse_citations(answer, []).citations
    names = {last_name(as_path(citation.name)) for citation in cited if citation.name}
    ids = {as_path(citation.id).partition("-chunk-")[0] for citation in cited if citation.id}
    ids |= {as_path(citation.id).rpartition("-chunk-")[0] for citation in cited if citation.id}
    for document_id, source in store.sources():
        known = [as_path(name) for name in (document_id, source) if name is not None]
        if ids.intersection(known) or names.intersection(map(last_name, known)):
            yield from store.chunks(document_id)


def last_name(path: str) -> str:
    """Return the last name of a path.

    >>> last_name("docs/rain.pdf")
    'rain.pdf'
    """
    return path.rpartition("/")[2]


def lines(citations: tuple[Citation, ...], quotes: tuple[Quote, ...]) -> Iterator[str]:
    """Yield the line of each citation, then that of each quote: verdict, place, text, separated by tabs."""
    from shiplap.cli.messages import one_line
    from shiplap.printable import printable

    for citation in citations:
        verdict = "cited" if citation.place is not None else citation.reason or "malformed"
        place = "" if citation.place is None else str(citation.place)
        yield "\t".join((verdict, printable(place), one_line(citation.id or ""))).rstrip("\t")
    for quote in quotes:
        text = one_line(quote.text)
        shown = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
        yield "\t".join((quote.verdict, printable("; ".join(map(str, quote.places))), shown))
