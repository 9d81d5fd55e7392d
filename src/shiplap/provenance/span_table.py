"""A span table: rows that say something about spans of a text, checked when the table is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from shiplap.errors import ProvenanceError, unknown
from shiplap.provenance.tables import SPAN, TABLES, Column

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[Any] | tuple[str | None, ...]


class SpanTable:
    """The rows of one table, sorted by start. Immutable; its arrays are read-only.

    name: one of `shiplap.provenance.TABLES`, which lists the columns beside `start` and `end` (offsets in code
        points). Rows may be empty, nest and overlap.
    rows: a mapping of column names to values (lists, numpy arrays, other buffers), an Arrow table or data frame
        (needs pyarrow), a structured numpy array, or an iterable of tuples in the order of the columns, which may
        leave out optional columns at the end.

    An array of the right type is not copied. `edges` of runs is one array for all rows, or one sequence for each
    row.

    Raises ProvenanceError, with the table, the column, the row and the rule, for a column that is unknown, missing
    or of another length, and for a row whose values break a rule.

    >>> pages = SpanTable("pages", [(0, 1200, 1, "i"), (1200, 2000, 2, "ii")])
    >>> len(pages), pages["number"].tolist(), pages["label"]
    (2, [1, 2], ('i', 'ii'))
    >>> SpanTable("pages", {"start": [0, 9], "end": [9, 5], "number": [1, 2]})
    Traceback (most recent call last):
    shiplap.errors.ProvenanceError: table 'pages', row 1: end=5: must be at least start (9)
    """

    __slots__ = ("_columns", "name")

    name: str
    _columns: dict[str, Values]

    def __init__(self, name: str, rows: Any) -> None:
        if name not in TABLES:
            raise unknown("provenance", name, TABLES)
        known = {**SPAN, **TABLES[name]}
        given = _columns(name, rows, known)
        for column in given:
            if column not in known:
                raise ProvenanceError(name, unknown("column", column, known).rule, "column", column)
        for column, rule in known.items():
            if rule.required and column not in given:
                raise ProvenanceError(name, f"the column {column!r} is missing")
        made = {
            column: _values(name, column, rule, given[column]) for column, rule in known.items() if column in given
        }
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "_columns", made)
        self._check(known)

    def _check(self, known: Mapping[str, Column]) -> None:
        """Check the values of the columns with one another."""
        import numpy as np

        starts, ends = self.start, self.end
        for column, values in self._columns.items():
            rule = known[column]
            if rule.kind != "edges" and len(values) != len(starts):
                raise ProvenanceError(
                    self.name, f"the column {column!r} has {len(values)} values, not {len(starts)}"
                )
            if rule.after is not None:
                least = self._columns[rule.after]
                wrong = np.flatnonzero(values < least)
                if len(wrong):
                    raise self._error(column, wrong[0], f"must be at least {rule.after} ({least[wrong[0]]})")
        if "edges" in self._columns:
            number, wanted = len(self._columns["edges"]), int((ends - starts).sum())
            if number != wanted:
                rule_text = f"must have one number for each code point of the runs ({wanted}), not {number}"
                raise ProvenanceError(self.name, f"the column 'edges' {rule_text}")
        wrong = np.flatnonzero(starts[1:] < starts[:-1])
        if len(wrong):
            row = int(wrong[0]) + 1
            raise self._error("start", row, f"rows must be sorted: the row before starts at {starts[row - 1]}")

    def check_within(self, characters: int) -> None:
        """Raise ProvenanceError unless all rows lie in a text of so many code points."""
        ends = self.end
        if len(ends) and ends.max() > characters:
            row = int((ends > characters).argmax())
            raise self._error("end", row, f"must be at most the length of the text ({characters} code points)")

    def part(self, columns: dict[str, Values]) -> SpanTable:
        """Return a table of the same name with columns that were checked: some rows of this table."""
        made = SpanTable.__new__(SpanTable)
        object.__setattr__(made, "name", self.name)
        object.__setattr__(made, "_columns", columns)
        return made

    def _error(self, column: str, row: Any, rule: str) -> ProvenanceError:
        value = self._columns[column][row]
        return ProvenanceError(
            self.name, rule, column, value.item() if hasattr(value, "item") else value, int(row)
        )

    @property
    def start(self) -> npt.NDArray[np.int64]:
        """The first code point of each row, int64, shape (n,)."""
        return self._columns["start"]  # type: ignore[return-value]

    @property
    def end(self) -> npt.NDArray[np.int64]:
        """The offset after the last code point of each row, int64, shape (n,)."""
        return self._columns["end"]  # type: ignore[return-value]

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that the table has, `start` and `end` first."""
        return tuple(self._columns)

    def __getitem__(self, column: str) -> Any:
        """Return the values of a column: an array, or a tuple of texts. Raises KeyError if the table lacks it."""
        return self._columns[column]

    def get(self, column: str) -> Any:
        """Return the values of a column, or None if the table lacks it."""
        return self._columns.get(column)

    def __len__(self) -> int:
        return len(self._columns["start"])

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows as tuples, in the order of `columns`, without edges."""
        columns = [values for name, values in self._columns.items() if name != "edges"]
        return zip(*(values if isinstance(values, tuple) else values.tolist() for values in columns), strict=True)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a span table is immutable: {name!r} cannot be set")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SpanTable):
            return NotImplemented
        import numpy as np

        def is_same(ours: Any, theirs: Any) -> bool:
            if isinstance(ours, tuple):
                return bool(ours == theirs)
            return np.array_equal(ours, theirs, equal_nan=ours.dtype.kind == "f")

        pairs = zip(self._columns.values(), other._columns.values(), strict=False)
        return (self.name, self.columns) == (other.name, other.columns) and all(is_same(*pair) for pair in pairs)

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return SpanTable, (self.name, self._columns)

    def __repr__(self) -> str:
        return f"<SpanTable {self.name!r}: {len(self)} rows, {', '.join(self.columns)}>"


# ---- the forms in which rows are given


def _columns(table: str, rows: Any, known: Mapping[str, Column]) -> dict[str, Any]:
    """Return the columns of the rows, by name, from any of the forms of `SpanTable`."""
    if isinstance(rows, SpanTable):
        return dict(rows._columns)
    if isinstance(rows, Mapping):
        return {str(name): values for name, values in rows.items()}
    if hasattr(rows, "__arrow_c_stream__") or hasattr(rows, "__arrow_c_array__"):
        return _of_arrow(rows)
    names = getattr(getattr(rows, "dtype", None), "names", None)
    if names is not None:
        return {name: rows[name] for name in names}
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        forms = "a mapping of columns, an Arrow table, or an iterable of tuples"
        raise ProvenanceError(table, f"must be {forms}, not {type(rows).__name__}")
    return _of_tuples(table, list(rows), known)


def _of_arrow(rows: Any) -> dict[str, Any]:
    try:
        import pyarrow
    except ImportError:
        raise ImportError("Arrow tables need pyarrow: pip install 'shiplap[arrow]'") from None
    table = pyarrow.table(rows)
    found = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        if len(column) and column.null_count == len(column):
            continue  # a column without any value is one that the table lacks
        is_array = pyarrow.types.is_primitive(column.type) and not column.null_count
        found[name] = column.to_numpy() if is_array else column.to_pylist()
    return found


def _of_tuples(table: str, rows: list[Any], known: Mapping[str, Column]) -> dict[str, Any]:
    names = list(known)
    least = sum(column.required for column in known.values())
    width = least
    for row, each in enumerate(rows):
        if isinstance(each, str) or not isinstance(each, Sequence) or not least <= len(each) <= len(names):
            rule = f"a row must be a tuple of {least} to {len(names)} values: {', '.join(names)}"
            raise ProvenanceError(table, rule, "row", each, row)
        width = max(width, len(each))
    # a row that leaves out optional values has None there
    return {name: [each[k] if k < len(each) else None for each in rows] for k, name in enumerate(names[:width])}


# ---- the values of a column


def _values(table: str, column: str, rule: Column, given: Any) -> Values:
    """Return the values of a column in the form in which they are stored. Raises ProvenanceError."""
    if rule.kind == "text":
        return _texts(table, column, rule, given)
    if rule.kind == "choice" and isinstance(rule.choices[0], str):
        return _frozen(_choices(table, column, rule, given))
    if rule.kind == "edges":
        return _frozen(_edges(table, given))
    return _frozen(_numbers(table, column, rule, given))


def _frozen(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    values = values.view()
    values.flags.writeable = False
    return values


def _texts(table: str, column: str, rule: Column, given: Any) -> tuple[str | None, ...]:
    values = tuple(given.tolist() if hasattr(given, "tolist") else given)
    for row, value in enumerate(values):
        if not (isinstance(value, str) or (value is None and not rule.required)):
            raise ProvenanceError(
                table, f"must be a str{'' if rule.required else ', or None'}", column, value, row
            )
    return values


def _choices(table: str, column: str, rule: Column, given: Any) -> npt.NDArray[np.int8]:
    import numpy as np

    if getattr(given, "dtype", None) == np.int8 and not ((given < 0) | (given >= len(rule.choices))).any():
        return np.asarray(given)  # the codes themselves, of another table
    codes: dict[Any, int] = {name: code for code, name in enumerate(rule.choices)} | {None: 0}
    values = given.tolist() if hasattr(given, "tolist") else list(given)
    for row, value in enumerate(values):
        if not isinstance(value, str | None) or value not in codes:
            raise ProvenanceError(
                table, f"must be one of {', '.join(map(repr, rule.choices))}", column, value, row
            )
    return np.array([codes[value] for value in values], dtype=np.int8)


def _edges(table: str, given: Any) -> npt.NDArray[np.float32]:
    import numpy as np

    is_ragged = not hasattr(given, "dtype") and any(isinstance(each, Iterable) for each in given)
    parts = [() if each is None else each for each in given] if is_ragged else [given]
    try:
        values = np.concatenate([np.asarray(part, dtype=np.float32) for part in parts])
    except (TypeError, ValueError):
        raise ProvenanceError(
            table, "the column 'edges' must have numbers, or one sequence of them for each row"
        ) from None
    if np.isinf(values).any():
        raise ProvenanceError(
            table, "the column 'edges' must have finite numbers, or NaN where an edge is unknown"
        )
    return values


#: The largest number of a column of whole numbers: sums stay within 64 bits.
_LARGEST = 1 << 60


def _numbers(table: str, column: str, rule: Column, given: Any) -> npt.NDArray[Any]:
    import numpy as np

    is_whole = rule.kind != "number"
    default = 0 if rule.kind == "choice" else np.nan
    if not hasattr(given, "dtype"):
        given = list(given) if not hasattr(given, "__buffer__") else given
        if not rule.required and isinstance(given, list):
            given = [default if value is None else value for value in given]
    try:
        array = np.asarray(given)
        if isinstance(given, list) and bool in map(type, given):  # among numbers, numpy takes True for 1
            array = np.asarray(given, dtype=object)
        fits = array.ndim == 1 and (
            array.dtype.kind in "iu" or (array.dtype.kind == "f" and not is_whole) or not len(array)
        )
    except (TypeError, ValueError, OverflowError):
        fits = False
    if not fits:
        row, value = _first_unfit(given, is_whole)
        is_large = isinstance(value, int) and not isinstance(value, bool)
        must = f"must be at most {_LARGEST}" if is_large else f"must be a {'whole ' if is_whole else ''}number"
        raise ProvenanceError(table, must, column, value, row)
    wrong = np.zeros(len(array), dtype=bool)
    must = "must be finite"
    if array.dtype.kind == "f":
        wrong = ~np.isfinite(array) if rule.required else np.isinf(array)
    if is_whole and not wrong.any():
        wrong, must = (array > _LARGEST) | (array < -_LARGEST), f"must be at most {_LARGEST}"
    if rule.least is not None and not wrong.any():
        wrong, must = array < rule.least, f"must be at least {rule.least}"
    if rule.kind == "choice" and not wrong.any():
        wrong, must = ~np.isin(array, rule.choices), f"must be one of {', '.join(map(repr, rule.choices))}"
    if wrong.any():
        row = int(wrong.argmax())
        raise ProvenanceError(table, must, column, array[row].item(), row)
    return np.ascontiguousarray(array, dtype=np.int64 if is_whole else np.float64)


def _first_unfit(given: Any, is_whole: bool) -> tuple[int | None, object]:
    """Return the row and the value of the first value that is not a number of the kind."""
    kinds = int if is_whole else (int, float)
    try:
        for row, value in enumerate(given.tolist() if hasattr(given, "tolist") else given):
            if isinstance(value, bool) or not isinstance(value, kinds):
                return row, value
            if isinstance(value, int) and abs(value) > _LARGEST:
                return row, value
    except TypeError:
        pass
    return None, given
