"""The rules of `VectorTarget`, as checks that any target can be given.

C1  A collection exists once it was opened; a new one has no cursor and no rows.
C2  After a commit, the rows and the cursor are read back as they were written, also after `open` by another
    object. Vectors may be scaled to length 1.
C3  An upsert replaces the rows with its ids as a whole, and adds no second row.
C4  A delete removes the rows with its ids, and no others; unknown ids are no error. A delete and an upsert of one
    id in one batch are done in their order.
C5  A commit of an empty batch writes the cursor.
C6  Without a commit, the cursor stays.
C7  `held` reads each row once, in pages of at most the given size.
C8  `open` with another number of dimensions, or another metric, raises TargetError and changes nothing.
C9  All values of a record are possible: None where it is allowed, empty lists and dicts, any characters but NUL,
    and long texts.
C10 `index` keeps the rows, and may be called again.
C11 A record that the store cannot hold, such as one with a NUL in its text, is refused by a TargetError with its
    `row` in the batch, before any row is written; the other rows of the batch can then be written.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from shiplap.errors import TargetError
from shiplap.sync.target import FIELDS, Batch, Cursor, Layout, Metric, RowId, VectorTarget
from shiplap.vectors.embedding import cosine

if TYPE_CHECKING:
    from uuid import UUID

    from shiplap.vectors.types import Matrix

    #: The text, the stamp and the vector of each row by its id.
    Rows = dict[RowId, tuple[str, str, Matrix]]

#: Least cosine of a vector and the one that a target returns for it.
SAME = 0.9999

#: Texts that stores and their query languages may misread.
_TEXTS = (
    "It rains.", "It's \"quoted\"; DROP TABLE x; -- %s $1 ? {a} \\", "東京では雨が降る 🌧️ e\u0301",
    "line\r\n\tline\n", "null", "", " ", "x" * 100_000, "[1, 2]", "\u0001\u007f\ufeff",
)  # fmt: skip

_METADATA = {"a": 1, "b": [1.5, None, True, {"c": "d'é\""}], "e f": {}, "": ""}

_FIRST = Cursor("6f1c0a2b9d3e4f58:0", "openai:text-3 'large' é", "content", False)
_LATER = Cursor("6f1c0a2b9d3e4f58:12", _FIRST.model, "content", True, "5f", ("a.txt", "d'é\"/b", "c,d"))


def check_target(make: Callable[[], VectorTarget], *, dimensions: int = 8, metric: Metric = "cosine") -> None:
    """Check a target by the rules C1 to C11 of `shiplap.sync.conformance`. Raises AssertionError with the rule.

    make: returns a new object for one collection, always the same, which does not exist at the first call. The
        rows of the check stay in the collection.

    >>> from shiplap.sync import MemoryTarget
    >>> target = MemoryTarget()
    >>> check_target(lambda: target)
    """
    _Check(make, Layout(dimensions, metric)).run()


class _Check:
    """The checks of one target, in order: each begins with the rows that the one before has left."""

    def __init__(self, make: Callable[[], VectorTarget], layout: Layout) -> None:
        self.make = make
        self.layout = layout
        self.rows: Rows = {}
        self.cursor: Cursor | None = None
        self.target = make()

    def run(self) -> None:
        must(not self.target.exists(), "C1", "exists() is False before the collection is made")
        self._opens()
        self.compare("C1", "a new collection is empty")
        must(self.target.exists(), "C1", "exists() is True after open()")
        self._commits()
        self._writes()
        self._replaces()
        self._deletes()
        self._pages()
        self._refuses()
        self._indexes()
        self._holds_or_refuses()
        self.target.close()

    def _opens(self) -> None:
        self.target.open(self.layout)

    def _reopens(self, rule: str) -> None:
        """Close the target, and go on with another object."""
        self.target.close()
        self.target = self.make()
        self._opens()
        self.compare(rule, "a target that is opened again has its rows and its cursor")

    def _commits(self) -> None:
        self.batch(_FIRST)
        self.compare("C5", "commit() of an empty batch writes the cursor")
        self._reopens("C5")

    def _writes(self) -> None:
        self.batch(_LATER, upsert=[_record(number, _TEXTS[number % len(_TEXTS)]) for number in range(25)])
        self.compare("C2", "the target has what upsert() wrote")
        self._reopens("C2")
        self.target.begin()
        self.target.upsert(self._batch([_record(1000, "not committed")]))
        self.target.close()
        self.target = self.make()
        self._opens()
        must(self.target.cursor() == self.cursor, "C6", "the cursor stays without a commit")
        self.batch(_LATER, delete=[1000])
        self.compare("C6", "a batch that was not committed can be removed")

    def _replaces(self) -> None:
        self.batch(_FIRST, upsert=[_record(number, f"new text {number}", version=2) for number in (0, 3, 24, 25)])
        self.compare("C3", "upsert() replaces rows, and adds those that are new")
        self._reopens("C3")

    def _deletes(self) -> None:
        self.batch(_LATER, delete=[0, 3, 2000])
        self.compare("C4", "delete() removes the rows of the list, and unknown ids are no error")
        self.batch(_LATER, upsert=[_record(number, f"again {number}") for number in (0, 1)], delete=[0, 5])
        self.compare("C4", "a row that is deleted and then written in one batch is there")
        self.batch(_LATER, delete=[])
        self.compare("C4", "delete() of an empty list does nothing")
        self._reopens("C4")

    def _pages(self) -> None:
        self.batch(_LATER, upsert=[_record(number, f"row {number}") for number in range(100, 1300)])
        for size in (7, 1000, 5000):
            self.compare("C7", f"held({size}) reads each row once", size)
        self.batch(_LATER, delete=list(range(110, 1300)))
        self.compare("C7", "delete() takes a long list")

    def _refuses(self) -> None:
        metric: Metric = "dot" if self.layout.metric == "cosine" else "cosine"
        for layout in (Layout(self.layout.dimensions + 1, self.layout.metric),
                       Layout(self.layout.dimensions, metric)):  # fmt: skip
            self.target.close()
            self.target = self.make()
            try:
                self.target.open(layout)
            except TargetError:
                pass
            else:
                must(False, "C8", f"open() refuses {layout} for a collection with {self.layout}")
        self._reopens("C8")

    def _indexes(self) -> None:
        for _ in range(2):
            self.target.index()
            self.compare("C10", "index() keeps the rows")
        self.batch(_LATER, upsert=[_record(7, "after the index")], delete=[8])
        self.compare("C10", "rows can be written after index()")

    def _holds_or_refuses(self) -> None:
        records = [_record(50, "before"), _record(51, "a\0b"), _record(52, "after")]
        self.target.begin()
        try:
            self.target.upsert(self._batch(records))
        except TargetError as error:
            must(error.row == 1, "C11", f"the row of the refused record is {error.row}, not 1")
            del records[1]
            self.target.upsert(self._batch(records))
        self.target.commit(_LATER)
        self._note(self._batch(records))
        self.compare("C11", "a record with a NUL is held or refused, and the others are held")

    # ---- one batch, and the comparison after it

    def batch(
        self, cursor: Cursor, *, upsert: Sequence[dict[str, Any]] = (), delete: Iterable[int] | None = None
    ) -> None:
        """Delete rows by their numbers, write others, and commit."""
        self.target.begin()
        if delete is not None:
            ids = [_id(number) for number in delete]
            self.target.delete(ids)
            for id in ids:
                self.rows.pop(id, None)
        if upsert:
            batch = self._batch(upsert)
            self.target.upsert(batch)
            self._note(batch)
        self.target.commit(cursor)
        self.cursor = cursor

    def _note(self, batch: Batch) -> None:
        """Note the rows that the target must have."""
        for id, record, vector in zip(batch.ids, batch.records, batch.vectors, strict=True):
            self.rows[id] = record["text"], record["stamp"], vector

    def _batch(self, records: Sequence[dict[str, Any]]) -> Batch:
        import numpy as np

        ids = [_id(record["chunk_index"]) for record in records]
        vectors = np.zeros((len(records), self.layout.dimensions), np.float32)
        for row, record in enumerate(records):
            generator = np.random.default_rng(len(record["text"]) + record["chunk_index"])
            vectors[row] = 3 * generator.standard_normal(self.layout.dimensions)
        return Batch(ids, vectors, records)

    def compare(self, rule: str, what: str, size: int = 10) -> None:
        """Compare all that the target has with what was written."""
        must(self.target.cursor() == self.cursor, rule, f"{what}: cursor() is {self.target.cursor()}")
        must(self.target.count() == len(self.rows), rule, f"{what}: count() is {self.target.count()}")
        found: Rows = {}
        for page in self.target.held(size):
            must(0 < len(page) <= size, "C7", f"held({size}) returns {len(page)} rows")
            must(
                len(page.texts) == len(page.stamps) == len(page.vectors) == len(page), rule,
                "held() returns an item of each field for each row",
            )  # fmt: skip
            for id, text, stamp, vector in zip(page.ids, page.texts, page.stamps, page.vectors, strict=True):
                must(id not in found, rule, f"{what}: row {id} is read twice")
                found[id] = text, stamp, vector
        for id in {**self.rows, **found}:
            must(id in found, rule, f"{what}: row {id} is missing")
            must(id in self.rows, rule, f"{what}: row {id} is too much")
            (text, stamp, vector), (its_text, its_stamp, its_vector) = self.rows[id], found[id]
            must(its_text == text, rule, f"{what}: the text of row {id} is {its_text!r:.80}, not {text!r:.80}")
            must(its_stamp == stamp, rule, f"{what}: the stamp of row {id} is {its_stamp!r}, not {stamp!r}")
            must(cosine(its_vector, vector) >= SAME, rule, f"{what}: the vector of row {id} is {its_vector}")


def must(holds: bool, rule: str, what: str) -> None:
    """Raise AssertionError, with the rule, unless it holds."""
    if not holds:
        raise AssertionError(f"{rule}: {what}")


def _id(number: int) -> UUID:
    return uuid.uuid5(uuid.NAMESPACE_OID, str(number))


def _record(number: int, text: str, version: int = 1) -> dict[str, Any]:
    """Return a record. Every second one has None where it is allowed, and empty lists and dicts."""
    is_bare = number % 2 == 0
    values: dict[str, Any] = {
        "chunk_id": f"docs/é.txt-chunk-{number}",
        "content_id": f"docs/é.txt-text-{number}",
        "document_id": "docs/é.txt",
        "source": None if is_bare else "docs/'é'.txt",
        "chunk_index": number,
        "text": text,
        "kind": None if is_bare else "prose",
        "headings": [] if is_bare else ["# One, \"two\"", "It's", "東京"],
        "char_start": 10 * number,
        "char_end": 10 * number + len(text),
        "line_start": 1 + number,
        "line_end": 2 + number,
        "first_page": None if is_bare else 3,
        "last_page": None if is_bare else 5,
        "start_seconds": None if is_bare else 12.5,
        "end_seconds": None if is_bare else 3725.0625,
        "content_hash": f"{number:032x}",
        "context_hash": f"{number + 1:032x}",
        "metadata": {} if is_bare else _METADATA,
        "stamp": f"{number * 100 + version:032x}",
    }
    return {name: values[name] for name in FIELDS}
