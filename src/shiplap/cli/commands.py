"""The commands. Each takes the parsed arguments and returns the exit code."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any

from shiplap.cli.messages import one_line, print_note, print_status, show, show_json
from shiplap.errors import MissingExtraError, OptionError, ReaderError, ShiplapError
from shiplap.printable import counted, printable

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker
    from shiplap.chunks import Excerpt
    from shiplap.chunks.chunks import Chunks
    from shiplap.document import Document
    from shiplap.readers.registry import Readers
    from shiplap.store import Hit

#: Block size in bytes for a file that is cut while it is read.
BLOCK = 1 << 18


def chunk(given: argparse.Namespace) -> int:
    """Print the chunks of one file on standard output while it is read."""
    from shiplap.chunkers.streaming import with_content_ids
    from shiplap.cli.chunker_options import recipe
    from shiplap.cli.reading import readers_of
    from shiplap.ingestion.sinks.jsonl import lines
    from shiplap.ingestion.sinks.output import output

    chunker, readers = recipe(given).chunker, readers_of(given)
    with opened(given.path) as (file, source), output("-") as stream:
        identity: dict[str, Any] = {"source": source, "path": source}
        identity["document_id"] = given.document_id or (source and os.path.basename(source))
        for part in with_content_ids(_parts(chunker, file, source, readers, **identity)):
            stream.write(lines(part))
    return 0


def sentences(given: argparse.Namespace) -> int:
    """Print the sentences of one file on standard output while it is read."""
    from shiplap.chunkers import SentenceSplitter
    from shiplap.cli.reading import readers_of
    from shiplap.ingestion.sinks.jsonl import sentence_lines
    from shiplap.ingestion.sinks.output import output

    splitter = SentenceSplitter(
        given.sentence_rule,
        given.language,
        abbreviations=given.abbreviations,
        line_breaks=given.line_breaks,
        errors=given.errors,
    )
    readers = readers_of(given)
    with opened(given.path) as (file, source), output("-") as stream:
        for part in _parts(splitter, file, source, readers):
            stream.write(sentence_lines(part))
    return 0


def _parts(
    chunker: Chunker, file: IO[bytes], name: str | None, readers: Readers, **identity: Any
) -> Iterator[Chunks]:
    """Cut a file while it is read; as a whole, if a reader makes its text."""
    from shiplap.chunkers.file_content import chunk_file, stream_file
    from shiplap.readers.encodings import is_utf8

    first = file.read(BLOCK)
    format = readers.find(first, name)
    if format is None:
        check_text(first, name)
        if not readers.may_guess(chunker.errors) or is_utf8(first, is_whole=len(first) < BLOCK):
            return stream_file(chunker, _rest(first, file), **identity)
    content, path = text_of(b"".join(_rest(first, file)), name, chunker, readers)
    if "path" in identity:
        identity["path"] = path
    return iter([chunk_file(chunker, content, **identity)])


def text_of(
    data: bytes, name: str | None, chunker: Chunker, readers: Readers
) -> tuple[bytes | Document, str | os.PathLike[str] | None]:
    """Return what is cut of a file, and its path; print what the user should know of how it was read."""
    from shiplap.document import Document
    from shiplap.readers.remarks import remark

    with naming(name):
        content = readers.content(data, name)
        if content.format is None:
            check_text(content.data, name)
        made = readers.text_of(content, chunker.errors)
    if not isinstance(made, Document):
        return made, content.path
    if said := remark(made.metadata or {}):
        print_note(f"{'-' if name is None else name}: {said}")
    return made, content.path if made.path is None else made.path


@contextlib.contextmanager
def naming(name: str | None) -> Iterator[None]:
    """Name the file in the error of a reader."""
    try:
        yield
    except (ReaderError, MissingExtraError) as error:
        raise ShiplapError(f"{'-' if name is None else name}: {error}") from None


@contextlib.contextmanager
def opened(path: str) -> Iterator[tuple[IO[bytes], str | None]]:
    """Open a file, or standard input for `-`; return it with its name."""
    from shiplap.readers.archives import is_archive, is_package

    if path == "-":
        yield sys.stdin.buffer, None
        return
    if os.path.isdir(path):
        raise OptionError("FILE", path, "is a folder")
    if not os.path.exists(path):
        raise OptionError("FILE", path, "no such file or directory")
    with open(path, "rb", buffering=0) as file:
        if is_archive(path):
            if not is_package(file):
                raise OptionError("FILE", path, "has several documents: shiplap ingest reads each of them")
            file.seek(0)
        yield file, path


def check_text(data: bytes, path: str | None) -> None:
    """Raise OptionError if the first bytes of a file are not those of a text in UTF-8."""
    from shiplap.readers.encodings import not_text

    reason = not_text(data)
    if reason:
        raise OptionError("FILE", "-" if path is None else path, reason)


def _rest(first: bytes, file: IO[bytes]) -> Iterator[bytes]:
    """Yield the first block of a file and the others. The file is never mapped, so one that shrinks meanwhile does
    no harm."""
    yield first
    yield from iter(lambda: file.read(BLOCK), b"")


def stats(given: argparse.Namespace) -> int:
    """Print statistics of a store, of a retrieval log, or of both."""
    if given.store is None and given.log is None:
        raise OptionError("STORE", None, "must be a store unless --log is given")
    record: dict[str, Any] = {}
    if given.log is not None:
        from shiplap.evaluate import summarize_log

        log = summarize_log(given.log)
        record["log"] = log.to_dict()
        if not given.json:
            show(log)
    if given.store is not None:
        record |= _store_stats(given)
    if given.json:
        show_json(record)
    return 0


def _store_stats(given: argparse.Namespace) -> dict[str, Any]:
    """Compute the statistics of a store, and print them unless JSON is requested."""
    from shiplap.store import Store

    with Store(given.store, create=False) as store:
        figures, totals = store.stats(given.sentence_rule), store.totals()
        # what follows the + of a fingerprint is the reader of the file
        cuts = {fingerprint.partition("+")[0] for _, fingerprint in store.fingerprints()}
    if not given.json:
        show(figures)
        without = totals["documents"] - figures.documents
        bare = f"; {counted(without, 'document')} without chunks" if without else ""
        show(
            f"store             {counted(totals['documents'], 'document')} with"
            f" {counted(totals['characters'], 'character')} of text ({totals['bytes'] / 1e6:.1f} MB), in a file of"
            f" {totals['file_bytes'] / 1e6:.1f} MB{bare}"
        )
        if len(cuts) > 1:
            show(f"                  cut by {len(cuts)} different configurations of chunkers")
    return {**figures.to_dict(), "store": totals}


def search(given: argparse.Namespace) -> int:
    """Print chunk ids, snippets, headings and locations in rank order. Without any, it says so and the exit code
    is 1."""
    from shiplap.chunks.headings import JOINER
    from shiplap.cli.searching import merged

    hits = merged(" ".join(given.words), given)
    for hit in hits:
        if given.json:
            show_json(hit.to_dict())
        else:
            parts = (hit.snippet, JOINER.join(hit.headings), hit.location)
            show("\t".join((printable(hit.id), *map(one_line, parts))).rstrip("\t"))
    if not hits:
        print_status(_nothing_found(given))
    return 0 if hits else 1


def _nothing_found(given: argparse.Namespace) -> str:
    """Say that a search found no chunk, and what finds more."""
    filters = [f"--{name}" for name in ("kind", "source", "document", "metadata") if getattr(given, name)]
    if filters:
        return f"nothing found among the chunks that {' and '.join(filters)} select"
    by_words = given.mode == "words" or not (given.mode or given.embed or given.model)
    if given.match == "any" or not (given.match == "all" or by_words):
        return "nothing found"
    return "nothing found: no chunk has all of the words; --match any finds chunks that have at least one"


def prompt(given: argparse.Namespace) -> int:
    """Print a prompt of a question and the chunks that a search for its words finds. If it finds none, say so and
    return 1."""
    from shiplap.cli.searching import expanded
    from shiplap.ingestion.sinks.output import output
    from shiplap.prompt import build_prompt

    if given.match is None and given.mode != "vector":
        given.match = "any"
    hits = expanded(given.question, given)
    built = build_prompt(
        given.question, hits, instruction=given.instruction, overlap=given.overlap, order=given.order,
        max_size=given.max_size, unit=given.unit, tokenizer=given.tokenizer, token_limit=given.token_limit,
        locations=given.locations,
    )  # fmt: skip
    if not hits:
        print_status(_nothing_found(given))
        return 1
    if built.dropped:
        print_note(_dropped(hits, built.dropped, f"--max-size {given.max_size} {given.unit}"))
    if given.json:
        show_json(built.to_dict())
        return 0
    with output("-") as stream:
        # an argument that is not UTF-8 contains lone surrogates
        stream.write(built.text.encode("utf-8", "replace") + b"\n")
    return 0


def _dropped(hits: Sequence[Hit | Excerpt], dropped: Sequence[Hit | Excerpt], limit: str) -> str:
    """Say which chunks are not in a prompt, with their ranks, and why."""
    ranks = {id(hit): rank for rank, hit in enumerate(hits, 1)}
    names = [
        f"{hit.id} ({'the best one' if ranks[id(hit)] == 1 else f'rank {ranks[id(hit)]}'},"
        f" {counted(len(hit.contextual_text), 'character')})"
        for hit in dropped
    ]
    more = "" if len(hits) > len(dropped) else "; the prompt has no chunk"
    some = "does not fit {} and is dropped" if len(dropped) == 1 else "do not fit {} and are dropped"
    return f"{len(dropped)} of {counted(len(hits), 'chunk')} {some.format(limit)}: {', '.join(names)}{more}"
