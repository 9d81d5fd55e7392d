"""`shiplap.ingest`: what the command `shiplap ingest` does, in Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal

from shiplap.chunkers import Chunker
from shiplap.errors import OptionError, unknown
from shiplap.ingestion.embedding import StoreEmbedding
from shiplap.ingestion.exclusions import Choice
from shiplap.ingestion.inputs import Inputs
from shiplap.ingestion.job import MAX_FILE_SIZE
from shiplap.ingestion.listener import Listener
from shiplap.ingestion.reading import Reading
from shiplap.ingestion.recipe import OPTIONS, Recipe, make_given
from shiplap.ingestion.report import Report
from shiplap.ingestion.run import Options, Run
from shiplap.ingestion.targets import kind_of
from shiplap.ingestion.vector_stores import Following, VectorOptions, is_vector_target
from shiplap.options import count
from shiplap.readers.options import ReadOptions
from shiplap.readers.registry import rules_of
from shiplap.vectors.model import given_options

if TYPE_CHECKING:
    from shiplap.sync import Key, Metric
    from shiplap.vectors import Embed, RequestOptions

#: A path, or paths.
Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]

#: Names of the options of readers.
READING = tuple(each.name for each in fields(ReadOptions))


def ingest(
    paths: Paths = (),
    *,
    to: str | os.PathLike[str],
    include: str | Iterable[str] = (),
    exclude: str | Iterable[str] = (),
    no_ignore: bool = False,
    hidden: bool = False,
    files_from: Paths | None = None,
    null: bool = False,
    id: str | None = None,
    text_column: str | None = None,
    id_column: str | None = None,
    keep_columns: str | Iterable[str] = (),
    schema: str | None = None,
    prune: Literal["missing", "all"] | bool | None = None,
    dry_run: bool = False,
    jobs: int = 1,
    max_file_size: int = MAX_FILE_SIZE,
    update: bool | None = None,
    index: bool = False,
    root: str | os.PathLike[str] | None = None,
    id_prefix: str = "",
    replace: bool = False,
    preset: str | None = None,
    document_type: str | None = None,
    config: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    trust_config: bool = False,
    types: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    reader: Iterable[str | tuple[str, Callable[[bytes, str], Any]]] = (),
    embed: Embed | str | Literal[False] | None = None,
    model: str | None = None,
    embed_options: RequestOptions | None = None,
    skip_long: bool = False,
    collection: str | None = None,
    row_key: Key = "content",
    metric: Metric = "cosine",
    journal: str | os.PathLike[str] | None = None,
    listener: Listener | None = None,
    **options: Any,
) -> Report:
    """Cut files, or the rows of tables, into a store, PostgreSQL, Parquet, JSON lines or a vector store, as
    `shiplap ingest` does.

    The options have the names and the meanings of those of the command. Where they differ:

    paths: a file or folder, or several; `-` is standard input.
    to: `chunks.db`, `chunks.jsonl`, `-`, `chunks.parquet`, `folder/`, `postgresql://...`, or a vector store by a
        name that `shiplap.sync.target_of` takes, to which PostgreSQL belongs with `embed`.
    include, exclude: a pattern, or several.
    keep_columns: a column of the tables that becomes metadata, or several.
    files_from: a file that lists paths, or the paths themselves, of which some may be missing.
    prune: True is "missing".
    max_file_size: in bytes.
    config: options of the chunker, or a TOML file of options.
    types: patterns, and the document types of the files that match.
    reader: texts `GLOB=MODULE:FUNCTION`, or pairs of a pattern and a function.
    embed: a function from texts to vectors, or the name of one (`shiplap.vectors.load_embed`), for a store or a
        vector store. None: that which a store keeps; False: none.
    embed_options: the limits of requests to the model. skip_long: as for `Store.embed`.
    model, metric: as for `shiplap.sync.Syncer`, `row_key` as its `key`. collection: the table in PostgreSQL.
    journal: the store that the vector store follows, made if it does not exist; by default COLLECTION.db in the
        current folder, or COLLECTION-HASH.db if that is the journal of another vector store.
    listener: hears messages, problems and progress (`shiplap.ingestion.Listener`); nothing is printed. The logger
        `shiplap.ingest` has the events.
    options: options of the chunker, of which `chunker` may be a chunker itself, and of readers (`ReadOptions`).

    Returns the report: `counts`, the lists `written`, `failed` and `skipped`, with vectors `embedding`, and for a
    vector store `sync`. No file raises an error.

    >>> import pathlib, tempfile, shiplap
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name, "rain.txt")
    >>> size = path.write_text("It rains.")
    >>> report = shiplap.ingest(folder.name, to=f"{folder.name}/chunks.db", exclude="*.log")
    >>> report.written, report.failed, report.counts.chunks
    (['rain.txt'], [], 1)
    >>> folder.cleanup()

    Raises OptionError for an option or a path, before any work; StoreError if the target cannot be written.
    """
    known = (*OPTIONS, *READING)
    for name in options:
        if name not in known:
            raise unknown("option", name, sorted({*known, *_NAMES}))
    given_options(embed_options, "embed_options")
    inputs = Inputs.of(paths, files_from, null=null, id=id)
    chosen = Choice.of(include, exclude, hidden=hidden, ignores=not no_ignore)
    target, follows, embedding = os.fspath(to), None, None
    if is_vector_target(target, embed or None):
        follows = Following(target, VectorOptions(
            collection=collection, schema=schema, key=row_key, metric=metric, journal=journal
        ))  # fmt: skip
        target, schema = follows.journal, None
    else:
        _check_unused(collection=collection, journal=journal)
    if embed is not False and (embed is not None or kind_of(target) == "store"):
        embedding = StoreEmbedding(
            target, embed, model, embed_options, skip_long=skip_long, is_trusted=trust_config
        )
    if follows is not None:
        embedding = follows.check_model(embedding)
    checked = Options(
        choice=chosen, text_column=text_column, id_column=id_column, schema=schema,
        keep_columns=(keep_columns,) if isinstance(keep_columns, str) else tuple(dict.fromkeys(keep_columns)),
        prune="missing" if prune is True else prune or None, dry_run=dry_run, jobs=count("jobs", jobs),
        max_file_size=count("max_file_size", max_file_size), update=update, index=index and follows is None,
        root=None if root is None else os.fspath(root), id_prefix=id_prefix, replace=replace,
        is_trusted=trust_config,
    )  # fmt: skip
    cutting = {name: value for name, value in options.items() if name in OPTIONS}
    chunker = cutting.get("chunker")
    if isinstance(chunker, Chunker):
        if preset is not None or len(cutting) > 1:
            raise OptionError("chunker", chunker, "has its options, and takes no others")
        cutting = chunker.config
    given = make_given(
        cutting, preset=preset, document_type=document_type, config=config, types=types, is_trusted=trust_config
    )
    recipe = Recipe(given, is_trusted=trust_config)
    rules = [rule for each in reader for rule in (rules_of([each]) if isinstance(each, str) else [each])]
    reading = Reading({name: value for name, value in options.items() if name in READING}, rules)
    hears = listener or Listener()
    if embedding is None:
        run = Run(inputs, target, checked, recipe, reading, hears)
    else:
        run = Run(inputs, target, checked, recipe, reading, hears, embedding.preview)
    if follows is None or embedding is None or dry_run:
        report = run.report()
        if embedding is not None:
            report.embedding = embedding.run(hears, dry_run=dry_run)
        return report
    follows.claim(hears)
    report = run.report()
    report.sync = follows.sync(embedding, hears, index=index)
    report.embedding = report.sync.embedding
    return report


def _check_unused(**given: Any) -> None:
    """Raise OptionError for an option of vector stores."""
    for name, value in given.items():
        if value is not None:
            rule = "requires a vector store (--to qdrant://..., or postgresql://... with --embed)"
            raise OptionError(name, value, rule)


#: The names of the options above.
_NAMES = tuple(name for name in ingest.__annotations__ if name not in ("paths", "listener", "options", "return"))
