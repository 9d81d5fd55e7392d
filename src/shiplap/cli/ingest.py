"""The command `ingest`: files, or rows of tables, into a store, PostgreSQL, Parquet or JSON lines."""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
import sys
import time
from collections.abc import Iterator
from typing import Any

from shiplap.cli import targets
from shiplap.cli.chunker_options import Recipe
from shiplap.cli.messages import print_status
from shiplap.errors import OptionError, ShiplapError
from shiplap.ingest import discovery, pipeline, rows, tables
from shiplap.ingest.collection import Collection
from shiplap.ingest.log import LOGGER, JsonFormatter, event
from shiplap.ingest.names import Names
from shiplap.options import choice
from shiplap.printable import without_password
from shiplap.progress import Progress, progress

#: The kinds of targets that keep documents.
KEEPERS = ("store", "server")

#: The number of ids shown in a message.
SHOWN = 3


def run(given: argparse.Namespace) -> int:
    """Ingest, and return the exit code."""
    recipe = Recipe(given)
    kind = targets.kind_of(given.to)
    choice("log_format", given.log_format, ("text", "json"))
    tables.check(given.text_column, given.id_column)
    if given.schema is not None and kind != "server":
        raise OptionError("schema", given.schema, "requires --to postgresql://...")
    for name, is_given in (("prune", given.prune), ("replace", given.replace)):
        if is_given and kind not in KEEPERS:
            raise OptionError(name, True, "requires a store (SQLite or PostgreSQL)")
    for name in ("index", "update"):
        if getattr(given, name) and kind != "store":
            raise OptionError(name, True, "requires a store (SQLite)")
    if given.prune and given.text_column is not None:
        raise OptionError("prune", True, "requires files as documents")
    if kind == "folder" and given.text_column is None:
        raise OptionError("to", given.to, "a folder requires tables (--text-column): one Parquet file for each")
    paths = discovery.check_paths(given.paths, missing=given.prune)
    Names.choose(paths, given.root, None, given.id_prefix)  # checks the options before the target is opened
    begun = time.perf_counter()
    with _logs(given.log_format), _seldom_collected():
        try:
            report = _Run(given, kind, recipe, paths).report()
        except KeyboardInterrupt:
            raise KeyboardInterrupt(_kept(given.to, kind)) from None
        if given.index:
            _index(given.to)
        report.seconds = time.perf_counter() - begun  # includes the last commit
        event("finished", **vars(report))
    if given.log_format == "text":
        print_status(report)
    return 1 if report.failed else 0


class _Run:
    """An ingest with checked options."""

    def __init__(self, given: argparse.Namespace, kind: str, recipe: Recipe, paths: list[str]) -> None:
        self._given, self._kind, self._recipe, self._paths = given, kind, recipe, paths
        self._shown: Progress | None = None
        self._update: bool = bool(given.update)

    def report(self) -> pipeline.Report:
        """Find the documents, cut and write them."""
        given, kind = self._given, self._kind
        exclude = targets.files_of(given.to, kind)
        with targets.opened(given.to, kind, given.schema, replace=given.replace, on_wait=self._waits) as sink:
            collection = Collection(sink, given.to if kind == "store" else None) if kind in KEEPERS else None
            if collection is None:
                names = Names.choose(self._paths, given.root, None, given.id_prefix)
            else:
                names = collection.names(self._paths, given.root, given.id_prefix)
            found = discovery.find(
                self._paths, names=names, hidden=given.hidden, exclude=exclude, missing=given.prune
            )
            if collection is not None:
                self._configure(collection, sink, found)
                collection.keep(names, self._recipe.configuration, self._update)
            event(
                "started", to=without_password(given.to), root=names.root, files=len(found.files), bytes=found.size
            )
            if given.text_column is None:
                self._note_tables(found)
            is_shown = given.log_format == "text"
            with progress(found.size) if is_shown else contextlib.nullcontext() as self._shown:
                report = self._ingest(sink, found)
                if collection is not None:
                    self._settle(sink, found, report)
            return report

    def _configure(self, collection: Collection, sink: Any, found: discovery.Found) -> None:
        """Use the configuration that the store keeps, unless options are given; report which applies."""
        if self._given.update is None and collection.update:
            self._update = True
            self._say("updates changed documents, as before; --no-update cuts them anew", "updating")
        kept, recipe = collection.configuration, self._recipe
        if kept is None or kept == recipe.configuration:
            return
        if recipe.is_default:
            recipe.restore(without_password(self._given.to), kept)
            self._say(
                f"uses the configuration that the store keeps: {recipe}", "configuration", chunker=str(recipe)
            )
            return
        ids = {file.document_id for file in found.files}
        is_table = self._given.text_column is not None
        number = sum(
            fingerprint != recipe(document_id)[1]
            for document_id, fingerprint in sink.fingerprints()
            if is_table or document_id in ids
        )
        if number:
            was, is_cut = ("was", "is cut") if number == 1 else ("were", "are cut")
            anew = f"{is_cut} anew" + (" if ingested again" if is_table else "")
            self._say(
                f"{_count(number)} {was} cut with another configuration and {anew}",
                "configuration", chunker=str(recipe), documents=number,
            )  # fmt: skip

    def _note_tables(self, found: discovery.Found) -> None:
        """Say of tables in text form that they are cut as plain text."""
        paths = [file.path for file in found.files if file.path.lower().endswith(rows.TEXT_TABLES)]
        if paths:
            which = paths[0] if len(paths) == 1 else f"{paths[0]} (and {len(paths) - 1} more)"
            self._say(
                f"{which}: cut as plain text; --text-column NAME reads the rows of a table as documents",
                "tables_as_text", paths=paths,
            )  # fmt: skip

    def _ingest(self, sink: Any, found: discovery.Found) -> pipeline.Report:
        given = self._given
        listeners: dict[str, Any] = {"on_problem": self._problem, "on_progress": self._advance}
        if given.text_column is None:
            return pipeline.ingest(
                found, self._recipe, sink, jobs=given.jobs, max_file_size=given.max_file_size,
                replace=given.replace, update=self._update, **listeners,
            )  # fmt: skip
        columns = {"text": given.text_column, "id": given.id_column}
        if self._kind in ("parquet", "folder"):
            from shiplap.ingest.sinks import parquet

            return parquet.convert(found, self._recipe, given.to, sink, jobs=given.jobs, **columns, **listeners)
        return tables.ingest(
            found, self._recipe, sink, jobs=given.jobs, replace=given.replace, update=self._update,
            **columns, **listeners,
        )  # fmt: skip

    def _settle(self, sink: Any, found: discovery.Found, report: pipeline.Report) -> None:
        """Commit; report documents that could not be written, and those whose files are gone."""
        sink.commit()
        for document_id, chunks in sink.conflicts():
            report.new -= 1
            report.chunks -= chunks
            reason = "another process wrote a document with this id, of another source, meanwhile: ingest again"
            pipeline.note(report, discovery.Problem(document_id, document_id, reason), self._problem)
        if self._given.text_column is not None:
            return
        gone = discovery.gone(found, sink.sources())
        if self._given.prune:
            for document_id in gone:
                report.removed += sink.remove(document_id)
                event("document", document_id=document_id, state="removed")
        elif gone:
            shown = ", ".join(gone[:SHOWN]) + (", …" if len(gone) > SHOWN else "")
            has = "has no file" if len(gone) == 1 else "have no files"
            self._say(
                f"{_count(len(gone))} of these paths {has} any more: {shown}; --prune removes them",
                "vanished", document_ids=gone,
            )  # fmt: skip

    # ---- messages

    def _say(self, message: str, name: str, **fields: Any) -> None:
        """Print a message, or log it as an event."""
        event(name, **fields)
        if self._given.log_format == "text":
            if self._shown is None:
                print_status(message)
            else:
                self._shown.message(f"shiplap: {message}")

    def _waits(self) -> None:
        to = without_password(self._given.to)
        self._say(f"waits for another process that writes to {to}", "waiting", to=to)

    def _problem(self, problem: discovery.Problem) -> None:
        if self._shown is not None:
            self._shown.message(without_password(f"shiplap: {problem.path}: {problem.reason}"))

    def _advance(self, size: int) -> None:
        if self._shown is not None:
            self._shown.advance(size)


def _kept(to: str, kind: str) -> str:
    """Say what an interrupted run leaves in the target: whole documents, or no part of a file."""
    again = "run the same command again to go on"
    if kind == "store":
        from shiplap.store import Store

        with contextlib.suppress(ShiplapError), Store(to, create=False, timeout=targets.PATIENCE) as store:
            number = len(store)
            return f"{_count(number)} {'is' if number == 1 else 'are'} stored; {again}"
        return f"nothing is stored; {again}"
    if kind == "server":
        return f"the documents before are stored; {again}"
    if kind == "folder":
        return f"the files that are finished are kept; {again}"
    return "the output ends early" if to == "-" else f"{without_password(to)} is not written"


def _index(path: str) -> None:
    """Build the search index of a store."""
    from shiplap.store import Store

    with Store(path, create=False, timeout=targets.PATIENCE) as store:
        store.index()


def _count(number: int) -> str:
    return f"{number} document{'' if number == 1 else 's'}"


@contextlib.contextmanager
def _logs(form: str) -> Iterator[None]:
    """Write the events of the block as lines of JSON to standard error, if `form` is "json"."""
    if form == "text":
        yield
        return
    handler, level = logging.StreamHandler(sys.stderr), LOGGER.level
    handler.setFormatter(JsonFormatter())
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(level)


@contextlib.contextmanager
def _seldom_collected() -> Iterator[None]:
    """Collect garbage less often in the block. Ingesting makes many lists and no cycles: at the usual rate, the
    search for cycles costs a sixth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
