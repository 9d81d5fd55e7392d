"""The command `ingest`: files, or rows of tables, into a store, PostgreSQL, Parquet or JSON lines."""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
import sys
import time
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from shiplap.cli import targets
from shiplap.cli.chunker_options import Recipe
from shiplap.cli.messages import print_status, show
from shiplap.cli.reading import readers_of
from shiplap.errors import OptionError, ShiplapError
from shiplap.ids import cut_by
from shiplap.ingestion import discovery, pipeline, pruning, rows, tables
from shiplap.ingestion.collection import Collection
from shiplap.ingestion.exclusions import Choice
from shiplap.ingestion.log import LOGGER, JsonFormatter, event
from shiplap.ingestion.names import Names
from shiplap.ingestion.report import Report, note
from shiplap.ingestion.sinks.sink import Keeper, Kept
from shiplap.options import choice
from shiplap.printable import printable, without_password
from shiplap.progress import Progress, progress
from shiplap.readers.archives import Archives
from shiplap.readers.registry import Readers

#: The kinds of targets that keep documents.
KEEPERS = ("store", "server")


def run(given: argparse.Namespace) -> int:
    """Ingest, and return the exit code."""
    recipe, kind, readers = Recipe(given), targets.kind_of(given.to), readers_of(given)
    if not targets.exists(given.to, kind):  # else the options may be for the chunker that the store keeps
        recipe.check()
    choice("log_format", given.log_format, ("text", "json"))
    if given.prune is not None:
        choice("prune", given.prune, ("missing", "all"))
    tables.check(given.text_column, given.id_column)
    if given.schema is not None and kind != "server":
        raise OptionError("schema", given.schema, "requires --to postgresql://...")
    is_folder = kind == "folder" and given.prune == "all"  # a part may lose most of its documents
    for name in ("prune", "replace"):
        if getattr(given, name) and kind not in KEEPERS and not (name == "prune" and is_folder):
            raise OptionError(name, getattr(given, name), "requires a store (SQLite or PostgreSQL)")
    for name in ("index", "update"):
        if getattr(given, name) and kind != "store":
            raise OptionError(name, True, "requires a store (SQLite)")
    if given.prune and given.text_column is not None and not is_folder:
        raise OptionError("prune", given.prune, "requires files as documents")
    if kind == "folder" and given.text_column is None:
        raise OptionError("to", given.to, "a folder requires tables (--text-column): one Parquet file for each")
    paths = discovery.check_paths(given.paths)
    names = Names.choose(paths, given.root, None, given.id_prefix)  # checks them before the target is opened
    if kind in KEEPERS and not rows.is_unicode(names.root or ""):
        rule = "is not valid UTF-8, so that a store cannot keep it; rename the folder"
        raise OptionError("root", names.root, rule)
    begun = time.perf_counter()
    with _logs(given.log_format, given.dry_run), _seldom_collected():
        try:
            report = _Run(given, kind, recipe, readers, paths).report()
        except KeyboardInterrupt:
            kept = "nothing is changed" if given.dry_run else _kept(given.to, kind)
            raise KeyboardInterrupt(kept) from None
        if given.index and not given.dry_run:
            _index(given.to)
        report.seconds = time.perf_counter() - begun  # includes the last commit
        event("finished", **vars(report))
    if given.log_format == "text":
        print_status(f"dry run, nothing is changed; a run would report: {report}" if given.dry_run else report)
    return 1 if report.failed else 0


class _Run:
    """An ingest with checked options."""

    def __init__(
        self, given: argparse.Namespace, kind: str, recipe: Recipe, readers: Readers, paths: list[str]
    ) -> None:
        self._readers = readers
        self._given, self._kind, self._recipe, self._paths = given, kind, recipe, paths
        self._choice = Choice.of(
            given.include, given.exclude, hidden=given.hidden, ignores=not given.no_ignore
        )
        self._shown: Progress | None = None
        self._update: bool = bool(given.update)
        self._blank: list[str] = []  # stored documents whose texts are blank now
        self._gone: list[str] = []  # stored documents whose files are gone

    def report(self) -> Report:
        """Find the documents, cut and write them."""
        given, kind = self._given, self._kind
        with self._sink() as sink, contextlib.closing(Archives(self._readers.options.max_expansion)) as archives:
            outputs = targets.files_of(given.to, kind)  # also what the sink has made
            collection = Collection(sink, given.to if kind == "store" else None) if kind in KEEPERS else None
            if collection is None:
                names = Names.choose(self._paths, given.root, None, given.id_prefix)
            else:
                names = collection.names(self._paths, given.root, given.id_prefix)
            found = discovery.find(
                self._paths, names=names, choice=self._choice, outputs=outputs,
                archives=archives if given.text_column is None else None,
            )  # fmt: skip
            if collection is not None:
                if given.text_column is None:
                    self._check_gone(sink, found)
                self._configure(collection, sink, found)
                if not given.dry_run:
                    collection.keep(names, self._recipe.configuration, self._update)
            event(
                "started", to=without_password(given.to), root=names.root, files=len(found.files), bytes=found.size
            )
            if given.text_column is None:
                self._note_tables(found)
            is_shown = given.log_format == "text"
            with progress(found.size) if is_shown else contextlib.nullcontext() as self._shown:
                report = self._ingest(sink, found, archives)
                if collection is not None:
                    self._settle(sink, found, report)
            return report

    def _sink(self) -> contextlib.AbstractContextManager[Any]:
        """Open the sink of the target, or one that changes nothing: a `Sink`, that of KEEPERS a `Keeper`."""
        given = self._given
        if given.dry_run:
            return targets.previewed(given.to, self._kind, given.schema)
        return targets.opened(given.to, self._kind, given.schema, replace=given.replace, on_wait=self._waits)

    def _check_gone(self, sink: Kept, found: discovery.Found) -> None:
        """Find the documents whose files are gone. Raise OptionError if --prune would remove too many of them; a
        dry run only says so."""
        documents = sink.sources()
        self._gone = pruning.gone(found, documents)
        if self._given.prune != "missing":
            return
        # a file that this run stores under the id of a missing one replaces it
        ids = {file.document_id for file in found.files}
        gone = [document_id for document_id in self._gone if document_id not in ids]
        refusal = pruning.refusal(found, documents, gone)
        if refusal and not self._given.dry_run:
            raise OptionError("prune", "missing", refusal)
        if refusal:
            self._say(f"a run would stop before any work: --prune {refusal}", "refused", documents=len(gone))

    def _configure(self, collection: Collection, sink: Keeper[Any], found: discovery.Found) -> None:
        """Use the configuration that the store keeps, with the given options on top; report what differs, and how
        many documents are cut anew."""
        if self._given.update is None and collection.update:
            self._update = True
            self._say("updates changed documents, as before; --no-update cuts them anew", "updating")
        kept, recipe = collection.configuration, self._recipe
        changes = [] if kept is None else recipe.go_on(without_password(self._given.to), kept)
        number = self._stale(sink, found)
        if recipe.is_restored:
            message = f"uses the configuration that the store keeps: {recipe}"
        elif changes:
            message = f"changes the configuration that the store keeps: {', '.join(changes)}"
        elif number:
            message = "uses another configuration than that of the stored documents"
        else:
            return
        if number or changes:
            again = " if ingested again" if self._given.text_column is not None else ""
            message += f"; {_count(number)} will be cut anew{again}"
        self._say(message, "configuration", chunker=str(recipe), changes=changes, documents=number)

    def _stale(self, sink: Kept, found: discovery.Found) -> int:
        """Count the stored documents of this run that were cut in another way."""
        ids = None if self._given.text_column is not None else {file.document_id for file in found.files}
        return sum(
            cut_by(fingerprint) != self._recipe(document_id)[1]
            for document_id, fingerprint in sink.fingerprints()
            if ids is None or document_id in ids
        )

    def _note_tables(self, found: discovery.Found) -> None:
        """Say of tables in text form that they are cut as plain text."""
        paths = [file.path for file in found.files if file.path.lower().endswith(rows.TEXT_TABLES)]
        if paths:
            which = paths[0] if len(paths) == 1 else f"{paths[0]} (and {len(paths) - 1} more)"
            self._say(
                f"{which}: cut as plain text; --text-column NAME reads the rows of a table as documents",
                "tables_as_text", paths=paths,
            )  # fmt: skip

    def _ingest(self, sink: Any, found: discovery.Found, archives: Archives) -> Report:
        given = self._given
        listeners: dict[str, Any] = {"on_problem": self._problem, "on_progress": self._advance}
        if given.text_column is None:
            return pipeline.ingest(
                found, self._recipe, sink, jobs=given.jobs, max_file_size=given.max_file_size,
                replace=given.replace, update=self._update, readers=self._readers, archives=archives,
                remove=self._remove_later, **listeners,
            )  # fmt: skip
        columns = {"text": given.text_column, "id": given.id_column}
        if self._kind in ("parquet", "folder"):
            from shiplap.ingestion.sinks import parquet

            return parquet.convert(
                found, self._recipe, given.to, sink, jobs=given.jobs, dry_run=given.dry_run,
                shrinks=given.prune == "all", **columns, **listeners,
            )  # fmt: skip
        return tables.ingest(
            found, self._recipe, sink, jobs=given.jobs, replace=given.replace, update=self._update,
            remove=self._remove_later, **columns, **listeners,
        )  # fmt: skip

    def _remove_later(self, document_id: str) -> bool:
        """Remember a stored document whose text is blank now. How many there are is known at the end."""
        self._blank.append(document_id)
        return False

    def _settle(self, sink: Keeper[Any], found: discovery.Found, report: Report) -> None:
        """Commit; report documents that could not be written; remove those whose texts are blank now, and those
        whose files are gone."""
        sink.commit()
        for document_id, chunks in sink.conflicts():
            report.new -= 1
            report.chunks -= chunks
            reason = "another process wrote a document with this id, of another source, meanwhile: ingest again"
            note(report, discovery.Problem(document_id, document_id, reason), self._problem)
        known = set(self._gone)  # without those that this run has stored anew, from another file
        gone = [document_id for document_id in pruning.gone(found, sink.sources()) if document_id in known]
        removed = gone if self._given.prune else []
        if self._are_too_many(len(self._blank) + len(removed), sink, found):
            self._keep_blank(report)
        else:
            removed = [*self._blank, *removed]
        for document_id in removed:
            report.removed += sink.remove(document_id)
            event("document", document_id=document_id, state="removed")
        if gone and not self._given.prune:
            has = "has no file" if len(gone) == 1 else "have no files"
            self._say(
                f"{_count(len(gone))} of these paths {has} any more: {pruning.some(gone)}; --prune removes them",
                "vanished", document_ids=gone,
            )  # fmt: skip

    def _are_too_many(self, lost: int, sink: Kept, found: discovery.Found) -> bool:
        """Return whether `lost` documents, some of which have blank texts now, are too many to remove unasked."""
        if not self._blank or lost <= pruning.FEW or self._given.prune == "all":
            return False
        return pruning.is_too_many(lost, pruning.count(found, sink.sources()))

    def _keep_blank(self, report: Report) -> None:
        """Report the documents with blank texts as failed, and not as skipped: their chunks stay."""
        number = len(self._blank)
        report.skipped -= number
        report.failed += number
        ways = "--on-empty empty removes their chunks"
        if self._given.text_column is None:
            ways = f"--prune=all removes them, {ways}"
        self._say(
            f"{_count(number)}, too many to remove unasked, have blank texts now and keep their chunks:"
            f" {pruning.some(self._blank)}; {ways}",
            "kept", document_ids=self._blank,
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
def _logs(form: str, is_dry: bool) -> Iterator[None]:
    """Write the events of the block as lines of JSON to standard error, if `form` is "json"; else, in a dry run,
    what would become of each document to standard output."""
    if form == "text" and not is_dry:
        yield
        return
    handler: logging.Handler = _Plan()
    if form == "json":
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonFormatter())
    level = LOGGER.level
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.DEBUG if is_dry else logging.INFO)
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(level)


class _Plan(logging.Handler):
    """Prints what would become of each document, one a line, on standard output."""

    #: What a run does with a document of each state that is not written.
    OTHER = MappingProxyType({"unchanged": "keep", "moved": "keep", "removed": "remove"})

    def emit(self, record: logging.LogRecord) -> None:
        """Print the line of a document, or of a table that becomes a Parquet file."""
        facts = vars(record)
        if record.getMessage() == "table":
            verb = "write" if facts["chunks"] else "keep"
            show(f"would {verb} the documents of {printable(facts['path'])} ({facts['documents']})")
        if record.getMessage() != "document":
            return
        state, verb = facts["state"], self.OTHER.get(facts["state"], "write")
        more = "" if verb == "remove" else f" ({state})"
        if verb == "write":
            more = f" ({state}, {facts['chunks']} chunk{'' if facts['chunks'] == 1 else 's'})"
        show(f"would {verb} {printable(facts['document_id'])}{more}")


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
