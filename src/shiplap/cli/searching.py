"""Options of the commands that search a store: `search` and `prompt`."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from shiplap.errors import OptionError

if TYPE_CHECKING:
    from shiplap.chunks import Excerpt
    from shiplap.store import Hit, Store
    from shiplap.vectors import RequestOptions

T = TypeVar("T")

#: Seconds that a search waits for other processes and services, and those after which it says so.
PATIENCE, SILENCE = 10.0, 1.0


def add_searching(command: argparse.ArgumentParser) -> None:
    """Add the options."""
    from shiplap.cli.options import number

    group = command.add_argument_group("how chunks are found")
    add = group.add_argument
    add("--mode", metavar="MODE", help="words (default), vector, or hybrid (default with --embed or --model)")
    add("--embed", metavar="NAME", help="model that embeds the question, as for `shiplap embed` (default: that"
        " which embedded the chunks)")  # fmt: skip
    add("--model", metavar="NAME", help="name of the vectors (`shiplap vectors`; default: the name --embed)")
    add("--trust-config", action="store_true", help="use the model that the store keeps, also if it is a function"
        " (MODULE:FUNCTION) or a server: trust the file as you would a program")  # fmt: skip
    add(
        "--weight",
        type=number,
        metavar="SHARE",
        help="of the vectors in a hybrid score, from 0 to 1 (default 0.5)",
    )
    add("--index", metavar="NAME", help="of the vectors: exact, faiss or usearch; default: exact up to a million"
        " vectors, usearch beyond")  # fmt: skip
    add("--patience", type=number, default=PATIENCE, metavar="SECONDS", help="how long to wait for another process"
        " that writes to the store, and to repeat the request of the question after faults of a service (default"
        " %(default)g)")  # fmt: skip
    add("--language", metavar="CODE", help="also find words with the same stem: en, or another language with the"
        " extra stems")  # fmt: skip
    group = command.add_argument_group("which chunks are found (each option may be repeated)")
    add = group.add_argument
    add("--kind", action="append", metavar="KIND", help="of this kind: prose, code, table, …")
    add("--source", action="append", metavar="PATH", help="of the file with this path, or of files below it, as"
        " the store names them")  # fmt: skip
    add("--document", action="append", metavar="ID", help="of the document with this id")
    add("--metadata", action="append", metavar="KEY=VALUE", help="of documents with this value of the metadata")


def expanded(question: str, given: argparse.Namespace) -> list[Hit] | list[Excerpt]:
    """Search the store as `found`, and read the text around each hit if `--expand` asks for it."""
    from shiplap.chunks.excerpt import AroundUnit
    from shiplap.options import choice, count

    number = count("expand", given.expand, 0)
    if given.expand_unit is not None and not number:
        raise OptionError("expand_unit", given.expand_unit, "needs --expand N")
    unit: Any = choice("expand_unit", given.expand_unit or "chunks", AroundUnit)
    if not number:
        return found(question, given, lambda store, hits: hits)
    return found(
        question, given, lambda store, hits: [store.around(hit, number, number, unit) for hit in hits]
    )


def merged(question: str, given: argparse.Namespace) -> list[Hit]:
    """Search the store as `found`, and merge the hits if `--merge` asks for it."""
    from shiplap.cli.options import number
    from shiplap.options import count

    sizes = [] if given.merge is None else [count("merge", number(size)) for size in given.merge.split(",")]
    return found(question, given, lambda store, hits: store.merge(hits, sizes) if sizes and hits else hits)


def found(question: str, given: argparse.Namespace, use: Callable[[Store, list[Hit]], T]) -> T:
    """Open the store, search it, and return what `use` makes of the hits in the open store. Print a status line if
    chunks have no vector, and one if another process is waited for."""
    from shiplap.cli.messages import print_note
    from shiplap.errors import StoreError
    from shiplap.options import seconds
    from shiplap.store import Store
    from shiplap.vectors import RequestOptions

    options = RequestOptions(question_patience=seconds("patience", given.patience))
    try:
        with Store(given.store, create=False, timeout=min(SILENCE, given.patience)) as store:
            return use(store, _search(store, question, options, given))
    except StoreError as error:
        if not error.retryable or given.patience <= SILENCE:
            raise
    print_note(f"waits for another process that uses {given.store}, at most {given.patience:g} s")
    with Store(given.store, create=False, timeout=given.patience - SILENCE) as store:
        return use(store, _search(store, question, options, given))


def _search(store: Store, question: str, options: RequestOptions, given: argparse.Namespace) -> list[Hit]:
    from shiplap.cli.messages import print_note
    from shiplap.store.nearest import MissingVectorsWarning

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", MissingVectorsWarning)
        hits = store.search(
            question, given.limit, match=given.match, language=given.language, mode=given.mode,
            embed=given.embed, model=given.model, options=options, weight=given.weight, index=given.index,
            kind=given.kind, source=given.source, document=given.document,
            metadata=values(given.metadata), is_trusted=given.trust_config,
        )  # fmt: skip
    for warning in caught:
        print_note(str(warning.message))
    return hits


def values(given: list[str] | None) -> dict[str, list[Any]] | None:
    """Parse KEY=VALUE: a value is a text, or what it is as JSON. Raises OptionError.

    >>> values(["year=2024", "owner=index team", "year=2025"])
    {'year': ['2024', 2024, '2025', 2025], 'owner': ['index team']}
    """
    import json

    if given is None:
        return None
    made: dict[str, list[Any]] = {}
    for pair in given:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise OptionError("metadata", pair, "must be KEY=VALUE")
        made.setdefault(key, []).append(value)
        try:
            parsed = json.loads(value)
        except (ValueError, RecursionError):
            continue
        if not isinstance(parsed, (list, dict)):
            made[key].append(parsed)
    return made
