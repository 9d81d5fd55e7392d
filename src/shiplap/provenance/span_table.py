"""A span table: rows that say something about spans of a text, checked when the table is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from shiplap.errors import ProvenanceError, unknown
from shiplap.extras import require
from shiplap.printable import counted
from shiplap.provenance.tables import SPAN, TABLES, Column

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[Any] | tuple[str | None, ...]


class SpanTable:
    """The rows of one table, sorted by start. Immutable; its arrays are read-only.

    name: one of `shiplap.provenance.TABLES`, which lists the columns beside `start` and `end` (offsets in code
        points). Rows may be empty, nest and overlap.
    rows: a mapping of column names to values (lists, numpy arrays, Arrow arrays, other buffers), an Arrow table or
        data frame (needs pyarrow), a structured numpy array, or an iterable of rows. A row is a mapping of column
        names to values, or a tuple in the order of the columns, which may leave out optional values at the end.

    An array of the right type is not copied. An optional value that is unknown is None. `edges` of runs is one
    array for all rows, or one sequence for each row, None for a row without edges.

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
        made, edges = {}, None
        for column in (column for column in known if column in given):
            rule, values = known[column], _plain(name, column, given[column])
            if not rule.required and _is_unknown(values):
                continue  # an optional column without any value is one that the table lacks
            if rule.kind == "edges":
                edges = values
            else:
                made[column] = _values(name, column, rule, values)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "_columns", made)
        self._check(known)
        if edges is not None:
            made["edges"] = _frozen(_edges(name, edges, self.end - self.start))

    def _check(self, known: Mapping[str, Column]) -> None:
        """Check the values of the columns with one another."""
        import numpy as np

        starts = self.start
        for column, values in self._columns.items():
            rule = known[column]
            if len(values) != len(starts):
                raise ProvenanceError(
                    self.name, f"the column {column!r} has {counted(len(values), 'value')}, not {len(starts)}"
                )
            if rule.after is not None:
                least = self._columns[rule.after]
                wrong = np.flatnonzero(values < least)
                if len(wrong):
                    raise self._error(column, wrong[0], f"must be at least {rule.after} ({least[wrong[0]]})")
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
        return f"<SpanTable {self.name!r}: {counted(len(self), 'row')}, {', '.join(self.columns)}>"


# ---- the forms in which rows are given


def _columns(table: str, rows: Any, known: Mapping[str, Column]) -> dict[str, Any]:
    """Return the columns of the rows, by name, from any of the forms of `SpanTable`."""
    if isinstance(rows, SpanTable):
        return dict(rows._columns)
    if isinstance(rows, Mapping):
        return {str(name): values for name, values in rows.items()}
    if hasattr(rows, "__arrow_c_stream__") or hasattr(rows, "__arrow_c_array__"):
        return _of_arrow(table, rows)
    names = getattr(getattr(rows, "dtype", None), "names", None)
    if names is not None:
        return {name: rows[name] for name in names}
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        forms = "a mapping of columns, an Arrow table, or an iterable of tuples or mappings"
        raise ProvenanceError(table, f"must be {forms}, not {type(rows).__name__}")
    each = rows.tolist() if hasattr(rows, "tolist") else list(rows)
    if each and all(isinstance(row, Mapping) for row in each):
        return _of_mappings(each)
    return _of_tuples(table, each, known)


def _of_arrow(table: str, rows: Any) -> dict[str, Any]:
    pyarrow = require("pyarrow", "arrow", "an Arrow table")
    try:
        columns = pyarrow.table(rows)
    except (TypeError, ValueError) as error:
        raise ProvenanceError(table, f"must be a table of Arrow: {error}") from None
    for name in columns.column_names:
        if columns.column_names.count(name) > 1:
            raise ProvenanceError(table, f"the column {name!r} must not be there twice")
    return dict(zip(columns.column_names, columns.columns, strict=True))


def _of_mappings(rows: list[Mapping[str, Any]]) -> dict[str, Any]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {str(name): [row.get(name) for row in rows] for name in names}


def _of_tuples(table: str, rows: list[Any], known: Mapping[str, Column]) -> dict[str, Any]:
    names = list(known)
    least = sum(column.required for column in known.values())
    width = least
    for row, each in enumerate(rows):
        if isinstance(each, str) or not isinstance(each, Sequence) or not least <= len(each) <= len(names):
            rule = f"a row must be a tuple of {least} to {len(names)} values, or a mapping: {', '.join(names)}"
            raise ProvenanceError(table, rule, "row", each, row)
        width = max(width, len(each))
    # a row that leaves out optional values has None there
    return {name: [each[k] if k < len(each) else None for each in rows] for k, name in enumerate(names[:width])}


# ---- the values of a column


def _plain(table: str, column: str, given: Any) -> Any:
    """Return the values of a column as an array of one type, a buffer or a list. Raises ProvenanceError."""
    if hasattr(given, "to_pylist"):  # an array of pyarrow
        given = given.to_pylist() if given.null_count else given.to_numpy(zero_copy_only=False)
    if getattr(getattr(given, "dtype", None), "kind", None) == "O":
        return given.tolist()
    if isinstance(given, str | Mapping) or not (hasattr(given, "__len__") or hasattr(given, "__iter__")):
        rule = f"the column {column!r} must be an array or a sequence of values, not {type(given).__name__}"
        raise ProvenanceError(table, rule)
    return given if hasattr(given, "dtype") or hasattr(given, "__buffer__") else list(given)


def _is_unknown(values: Any) -> bool:
    return isinstance(values, list) and bool(values) and all(value is None for value in values)


def _values(table: str, column: str, rule: Column, given: Any) -> Values:
    """Return the values of a column in the form in which they are stored. Raises ProvenanceError."""
    if rule.kind == "text":
        return _texts(table, column, rule, given)
    if rule.kind == "choice" and isinstance(rule.choices[0], str):
        return _frozen(_choices(table, column, rule, given))
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


def _edges(table: str, given: Any, lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """Return the edges of all runs, one run after the other.

    given: the same, or a sequence for each run; None for a run without edges, which has NaN. lengths: the code
        points of each run.
    """
    import numpy as np

    rule = "must have one number for each code point of the run"
    if isinstance(given, list) and any(isinstance(each, Iterable) for each in given):
        if len(given) != len(lengths):
            rule = f"the column 'edges' has {counted(len(given), 'value')}, not {len(lengths)}"
            raise ProvenanceError(table, rule)
        parts = []
        for row, (each, length) in enumerate(zip(given, lengths.tolist(), strict=True)):
            part = _floats([np.nan] * length if each is None else each)
            if part is None or part.shape != (length,):
                raise ProvenanceError(table, f"{rule} ({length})", "edges", each, row)
            parts.append(part)
        values = np.concatenate(parts)
    else:
        found = _floats(given)
        if found is None or found.ndim != 1:
            numbers = "must have numbers, or one sequence of numbers for each run"
            raise ProvenanceError(table, f"the column 'edges' {numbers}")
        if len(found) != lengths.sum():
            raise ProvenanceError(table, f"the column 'edges' {rule}s ({lengths.sum()}), not {len(found)}")
        values = found
    infinite = np.flatnonzero(np.isinf(values))
    if len(infinite):
        row = int(np.cumsum(lengths).searchsorted(infinite[0], "right"))
        must = "must be finite, or NaN where an edge is unknown"
        raise ProvenanceError(table, must, "edges", values[infinite[0]].item(), row)
    return values


def _floats(given: Any) -> npt.NDArray[np.float32] | None:
    """Return numbers as float32, where None is NaN; None for other values. A number out of range is infinite."""
    import numpy as np

    try:
        with np.errstate(over="ignore"):
            return np.asarray(given, dtype=np.float32)
    except (TypeError, ValueError, OverflowError):
        return None


#: The largest number of a column of whole numbers: sums stay within 64 bits.
_LARGEST = 1 << 60


def _numbers(table: str, column: str, rule: Column, given: Any) -> npt.NDArray[Any]:
    import numpy as np

    is_whole = rule.kind != "number"
    default = 0 if rule.kind == "choice" else np.nan
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
