"""A run: find the documents, cut them, write them, and settle what became of the stored ones."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from shiplap.errors import OptionError, ShiplapError
from shiplap.ids import cut_by
from shiplap.ingestion import discovery, pipeline, pruning, rows, tables, targets
from shiplap.ingestion.collection import Collection
from shiplap.ingestion.exclusions import NOT_SELECTED, Choice, Reason
from shiplap.ingestion.inputs import Inputs
from shiplap.ingestion.listener import Listener
from shiplap.ingestion.log import event
from shiplap.ingestion.names import Names
from shiplap.ingestion.reading import Reading
from shiplap.ingestion.recipe import Recipe
from shiplap.ingestion.report import Report, note
from shiplap.ingestion.sinks.sink import Keeper, Kept
from shiplap.ingestion.skipped import Skipped
from shiplap.options import choice
from shiplap.printable import counted, without_password
from shiplap.readers.child import ArchivesInChild

#: The kinds of targets that keep documents.
KEEPERS = ("store", "server")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of a run, other than those of chunkers and readers (`shiplap.ingest` explains them)."""

    choice: Choice
    text_column: str | None
    id_column: str | None
    keep_columns: tuple[str, ...]
    schema: str | None
    prune: str | None
    dry_run: bool
    jobs: int
    max_file_size: int
    update: bool | None
    index: bool
    root: str | None
    id_prefix: str
    replace: bool
    is_trusted: bool

    def check(self, to: str, kind: str) -> None:
        """Check that the options fit a target and one another. Raises OptionError."""
        if self.prune is not None:
            choice("prune", self.prune, ("missing", "all"))
        tables.check(self.text_column, self.id_column, self.keep_columns)
        if self.schema is not None and kind != "server":
            raise OptionError("schema", self.schema, "requires --to postgresql://...")
        is_folder = kind == "folder" and self.prune == "all"  # a part may lose most of its documents
        for name in ("prune", "replace"):
            if getattr(self, name) and kind not in KEEPERS and not (name == "prune" and is_folder):
                raise OptionError(name, getattr(self, name), "requires a store (SQLite or PostgreSQL)")
        for name in ("index", "update"):
            if getattr(self, name) and kind != "store":
                raise OptionError(name, True, "requires a store (SQLite)")
        if self.prune and self.text_column is not None and not is_folder:
            raise OptionError("prune", self.prune, "requires files as documents")
        if kind == "folder" and self.text_column is None:
            raise OptionError("to", to, "a folder requires tables (--text-column): one Parquet file for each")


class Run:
    """A run with checked options."""

    def __init__(
        self, inputs: Inputs, to: str, options: Options, recipe: Recipe, reading: Reading, listener: Listener,
        on_preview: Callable[[Any], None] = lambda written: None,
    ) -> None:  # fmt: skip
        """Check the rest, before any work. Raises OptionError. `on_preview`: called in a dry run with what a store
        would get."""
        self._kind = targets.kind_of(to)
        if not targets.exists(to, self._kind):  # else the options may be for the chunker that the store keeps
            recipe.check()
        options.check(to, self._kind)
        names = Names.choose(inputs.every, options.root, None, options.id_prefix)
        if self._kind in KEEPERS and not rows.is_unicode(names.root or ""):
            rule = "is not valid UTF-8, so that a store cannot keep it; rename the folder"
            raise OptionError("root", names.root, rule)
        self._inputs, self._to, self._options = inputs, to, options
        self._recipe, self._reading, self._listener = recipe, reading, listener
        self._on_preview = on_preview
        self._update: bool = bool(options.update)
        self._blank: list[str] = []  # stored documents whose texts are blank now
        self._gone: list[str] = []  # stored documents whose files are gone
        self._excluded: dict[str, Reason] = {}  # stored documents whose files are excluded
        self._skipped: Skipped | None = None  # the files that the last run skipped

    def report(self) -> Report:
        """Ingest."""
        begun = time.perf_counter()
        with _seldom_collected():
            try:
                report = self._work()
            except KeyboardInterrupt:
                kept = "nothing is changed" if self._options.dry_run else _kept(self._to, self._kind)
                raise KeyboardInterrupt(kept) from None
            if self._options.index and not self._options.dry_run:
                _index(self._to)
            report.seconds = time.perf_counter() - begun  # includes the last commit
            event("finished", **report.facts())
        return report

    def _work(self) -> Report:
        """Find the documents, cut and write them."""
        options, inputs = self._options, self._inputs
        reading = self._reading.readers.options
        archives = ArchivesInChild(reading)
        with inputs.standard_input() as piped, self._sink() as sink, contextlib.closing(archives):
            outputs = targets.files_of(self._to, self._kind)  # also what the sink has made
            collection = self._collection(sink)
            if collection is None:
                names = Names.choose(inputs.every, options.root, None, options.id_prefix)
            else:
                names = collection.names(inputs.every, options.root, options.id_prefix)
            found = discovery.find(
                inputs.paths, names=names, choice=options.choice, outputs=outputs, listed=inputs.listed,
                piped=piped, archives=archives if options.text_column is None else None,
            )  # fmt: skip
            if collection is not None:
                if options.text_column is None:
                    self._check_lost(sink, found)
                self._configure(collection, sink, found)
                if not options.dry_run:
                    collection.keep(
                        names, self._recipe.configuration, self._reading.configuration, self._update
                    )
                if options.text_column is None:
                    self._skipped = Skipped(collection.skipped)
            number, size = len(found.files), found.size
            event("started", to=without_password(self._to), root=names.root, files=number, bytes=size)
            if options.text_column is None:
                self._note_tables(found)
            self._listener.start(number, size)
            try:
                report = self._ingest(sink, found, archives)
                report.counts.excluded = found.excluded.total()
                if collection is not None:
                    self._settle(sink, found, report)
            finally:
                self._listener.end()
            self._note_excluded(found)
            if self._skipped is not None and collection is not None and not options.dry_run:
                collection.keep_skipped(self._skipped.text(found))
            return report

    def _collection(self, sink: Any) -> Collection | None:
        if self._kind not in KEEPERS:
            return None
        return Collection(sink, self._to if self._kind == "store" else None)

    def _sink(self) -> contextlib.AbstractContextManager[Any]:
        """Open the sink of the target, or one that changes nothing: a `Sink`, that of KEEPERS a `Keeper`."""
        given = self._options
        if given.dry_run:
            return targets.previewed(self._to, self._kind, given.schema, self._on_preview)
        return targets.opened(self._to, self._kind, given.schema, replace=given.replace, on_wait=self._waits)

    def _check_lost(self, sink: Kept, found: discovery.Found) -> None:
        """Find the documents whose files are gone or excluded. Raise OptionError if --prune would remove too many
        of them; a dry run only says so."""
        documents = sink.sources()
        self._gone = pruning.gone(found, documents)
        self._excluded = pruning.excluded(found, documents)
        if self._options.prune != "missing":
            return
        # a file that this run stores under the id of a missing one replaces it
        ids = {file.document_id for file in found.files}
        lost = [document_id for document_id in (*self._gone, *self._excluded) if document_id not in ids]
        refusal = pruning.refusal(found, documents, lost)
        if refusal and not self._options.dry_run:
            raise OptionError("prune", "missing", refusal)
        if refusal:
            self._say(f"a run would stop before any work: --prune {refusal}", "refused", documents=len(lost))

    def _configure(self, collection: Collection, sink: Keeper[Any], found: discovery.Found) -> None:
        """Use the configuration that the store keeps, with the given options on top; report what differs, and how
        many documents are cut anew."""
        if self._options.update is None and collection.update:
            self._update = True
            self._say("updates changed documents, as before; --no-update cuts them anew", "updating")
        read_otherwise = self._reading.go_on(
            without_password(self._to), collection.reading, is_trusted=self._options.is_trusted
        )
        if read_otherwise and sink.sources():
            message = f"changes how files are read: {', '.join(read_otherwise)}; these are cut anew"
            self._say(message, "reading", changes=read_otherwise)
        kept, recipe = collection.configuration, self._recipe
        changes = [] if kept is None else recipe.go_on(without_password(self._to), kept)
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
            again = " if ingested again" if self._options.text_column is not None else ""
            message += f"; {counted(number, 'document')} will be cut anew{again}"
        self._say(message, "configuration", chunker=str(recipe), changes=changes, documents=number)

    def _stale(self, sink: Kept, found: discovery.Found) -> int:
        """Count the stored documents of this run that were cut in another way."""
        ids = None if self._options.text_column is not None else {file.document_id for file in found.files}
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

    def _ingest(self, sink: Any, found: discovery.Found, archives: ArchivesInChild) -> Report:
        given = self._options
        listeners: dict[str, Any] = {"on_problem": self._problem, "on_progress": self._listener.advance}
        if given.text_column is None:
            return pipeline.ingest(
                found, self._recipe, sink, jobs=given.jobs, max_file_size=given.max_file_size,
                replace=given.replace, update=self._update, readers=self._reading.readers, archives=archives,
                remove=self._remove_later, on_begin=self._listener.begin, **listeners,
            )  # fmt: skip
        columns: dict[str, Any] = {
            "text": given.text_column, "id": given.id_column, "keep": given.keep_columns,
        }  # fmt: skip
        if self._kind in ("parquet", "folder"):
            from shiplap.ingestion.sinks import parquet

            return parquet.convert(
                found, self._recipe, self._to, sink, jobs=given.jobs, dry_run=given.dry_run,
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
            report.counts.new -= 1
            report.counts.chunks -= chunks
            reason = "another process wrote a document with this id, of another source, meanwhile: ingest again"
            note(report, discovery.Problem(document_id, document_id, reason), self._problem)
        documents = sink.sources()  # without those that this run has stored anew, from another file
        known, unwanted = {*self._gone, *self._excluded}, pruning.excluded(found, documents)
        gone = [document_id for document_id in pruning.gone(found, documents) if document_id in known]
        excluded = [document_id for document_id in unwanted if document_id in known]
        removed = [*gone, *excluded] if self._options.prune else []
        if self._are_too_many(len(self._blank) + len(removed), sink, found):
            self._keep_blank(report)
        else:
            removed = [*self._blank, *removed]
        for document_id in removed:
            report.counts.removed += sink.remove(document_id)
            event("document", document_id=document_id, state="removed")
        if gone and not self._options.prune:
            has = "has no file" if len(gone) == 1 else "have no files"
            self._say(
                f"{counted(len(gone), 'document')} of these paths {has} any more: {pruning.some(gone)};"
                " --prune removes them",
                "vanished", document_ids=gone,
            )  # fmt: skip
        if excluded and not self._options.prune:
            first = excluded[: pruning.SHOWN + 1]
            some = [f"{document_id} ({unwanted[document_id].text})" for document_id in first]
            self._say(
                f"{counted(len(excluded), 'document')} of these paths"
                f" {'is' if len(excluded) == 1 else 'are'} excluded now:"
                f" {pruning.some(some)}; --prune removes them",
                "unwanted", document_ids=excluded,
            )  # fmt: skip

    def _are_too_many(self, lost: int, sink: Kept, found: discovery.Found) -> bool:
        """Return whether `lost` documents, some of which have blank texts now, are too many to remove unasked."""
        if not self._blank or lost <= pruning.FEW or self._options.prune == "all":
            return False
        return pruning.is_too_many(lost, pruning.count(found, sink.sources()))

    def _keep_blank(self, report: Report) -> None:
        """Report the documents with blank texts as failed, and not as skipped: their chunks stay."""
        number = len(self._blank)
        report.counts.skipped -= number
        report.counts.failed += number
        ids = set(self._blank)
        report.failed += [problem for problem in report.skipped if problem.document_id in ids]
        report.skipped = [problem for problem in report.skipped if problem.document_id not in ids]
        ways = "--on-empty empty removes their chunks"
        if self._options.text_column is None:
            ways = f"--prune=all removes them, {ways}"
        self._say(
            f"{counted(number, 'document')}, too many to remove unasked, have blank texts now and keep their"
            " chunks:"
            f" {pruning.some(self._blank)}; {ways}",
            "kept", document_ids=self._blank,
        )  # fmt: skip

    # ---- messages

    def _note_excluded(self, found: discovery.Found) -> None:
        """Say that --include selects nothing, and how many files and folders are excluded unasked. Names that
        begin with a dot are not counted, which nobody expects to be read."""
        if not found.files and found.excluded[NOT_SELECTED.by]:
            self._say("no --include pattern matches a file of these paths", "unmatched")
        asked = ("hidden", "--include", "--exclude")
        counts = {by: number for by, number in found.excluded.items() if by not in asked}
        if counts:
            parts = (f"{number} by {by}" for by, number in sorted(counts.items()))
            message = f"excluded files and folders: {', '.join(parts)}; --dry-run lists them"
            self._say(message, "excluded", counts=counts)

    def _say(self, message: str, name: str, **fields: Any) -> None:
        """Say a message to the listener, and log it as an event."""
        event(name, **fields)
        self._listener.message(message)

    def _waits(self) -> None:
        to = without_password(self._to)
        self._say(f"waits for another process that writes to {to}", "waiting", to=to)

    def _problem(self, problem: discovery.Problem) -> None:
        is_known = self._skipped is not None and self._skipped.knows(problem)
        self._listener.problem(problem, is_known=is_known)


def _kept(to: str, kind: str) -> str:
    """Say what an interrupted run leaves in the target: whole documents, or no part of a file."""
    again = "run the same command again to go on"
    if kind == "store":
        from shiplap.store import Store

        with contextlib.suppress(ShiplapError), Store(to, create=False, timeout=targets.PATIENCE) as store:
            number = len(store)
            return f"{counted(number, 'document')} {'is' if number == 1 else 'are'} stored; {again}"
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
