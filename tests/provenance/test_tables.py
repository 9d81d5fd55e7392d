"""Span tables: their forms of input, and each rule, with the table, the column, the row and the value."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap.errors import OptionError, ProvenanceError
from shiplap.provenance import TABLES, Provenance, SpanTable
from shiplap.provenance.tables import SPAN

#: One row of each table, with all columns: sound in a text of 10 code points.
ROWS: dict[str, dict[str, Any]] = {
    "pages": {"start": 0, "end": 10, "number": 1, "label": "i", "width": 612, "height": 792.5, "rotation": 90},
    "runs": {
        "start": 2, "end": 4, "page": 1, "x0": 1.0, "y0": 2.0, "x1": 3.0, "y1": 4.0, "direction": "rtl",
        "edges": [3.0, 2.0],
    },
    "boxes": {"start": 2, "end": 4, "page": 1, "x0": 1.0, "y0": 2.0, "x1": 3.0, "y1": 4.0, "role": "title"},
    "times": {"start": 0, "end": 5, "begin": 0.5, "finish": 1.25, "speaker": "Ann"},
    "cells": {"start": 0, "end": 5, "sheet": "Costs", "row": 2, "column": 1, "last_column": 4},
    "anchors": {"start": 3, "end": 3, "fragment": "rain"},
    "origin": {"start": 0, "end": 10, "source_start": 100, "source_end": 110},
}  # fmt: skip


def table(name: str, **changed: Any) -> SpanTable:
    """Return a table of one row, with some values changed."""
    row = {**ROWS[name], **changed}
    return SpanTable(name, {column: [value] for column, value in row.items()})


def values(table: SpanTable) -> list[Any]:
    return [
        value if isinstance(value, tuple) else value.tolist() for value in map(table.__getitem__, table.columns)
    ]


def test_rows_cover_all_tables() -> None:
    assert {name: [*row] for name, row in ROWS.items()} == {
        name: [*SPAN, *columns] for name, columns in TABLES.items()
    }


@pytest.mark.parametrize("name", TABLES)
def test_forms_of_rows_agree(name: str) -> None:
    columns = {column: [value] for column, value in ROWS[name].items()}
    made = SpanTable(name, columns)
    forms: list[Any] = [[tuple(ROWS[name].values())], made, iter([tuple(ROWS[name].values())]), [ROWS[name]]]
    if name != "runs":  # a structured array has no ragged column
        forms.append({column: np.array(value) for column, value in columns.items()})
    for form in forms:
        assert SpanTable(name, form) == made
    assert pickle.loads(pickle.dumps(made)) == made
    assert made.columns == tuple(columns)


@pytest.mark.parametrize("name", TABLES)
def test_arrow_tables(name: str) -> None:
    pa = pytest.importorskip("pyarrow")
    columns = {column: [value] for column, value in ROWS[name].items()}
    assert SpanTable(name, pa.table(columns)) == SpanTable(name, columns)
    assert SpanTable(name, pa.record_batch(columns)) == SpanTable(name, columns)


def test_columns_of_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    for name, row in ROWS.items():
        columns = {column: [value] for column, value in row.items()}
        arrays = {column: pa.array(each) for column, each in columns.items()}
        assert SpanTable(name, arrays) == SpanTable(name, columns)
    with pytest.raises(ProvenanceError, match="row 1: number=None: must be a whole number"):
        SpanTable("pages", pa.table({"start": [0, 1], "end": [1, 2], "number": [1, None]}))
    with pytest.raises(ProvenanceError, match="row 0: number=None: must be a whole number"):
        SpanTable("pages", pa.table({"start": [0], "end": [1], "number": pa.nulls(1)}))
    twice = pa.Table.from_arrays([pa.array([0])] * 4, names=["start", "end", "number", "number"])
    with pytest.raises(ProvenanceError, match="the column 'number' must not be there twice"):
        SpanTable("pages", twice)
    with pytest.raises(ProvenanceError, match="must be a table of Arrow: "):
        SpanTable("pages", pa.array([0, 1]))


def test_arrays_of_objects() -> None:
    starts = np.array([0, 2], dtype=object)
    found = SpanTable("pages", {"start": starts, "end": [2, 4], "number": [1, 2], "width": np.array([None, 9.5])})
    assert values(found)[:3] == [[0, 2], [2, 4], [1, 2]] and found["width"][1] == 9.5
    with pytest.raises(ProvenanceError, match=r"row 1: start='2': must be a whole number"):
        SpanTable("pages", {"start": np.array([0, "2"], dtype=object), "end": [2, 4], "number": [1, 2]})


def test_rows_as_an_array() -> None:
    assert values(SpanTable("pages", np.array([(0, 4, 1), (4, 9, 2)]))) == [[0, 4], [4, 9], [1, 2]]


def test_rows_as_mappings() -> None:
    first = {"finish": 1, "begin": 0, "start": 0, "end": 2}
    found = SpanTable("times", [first, {"start": 2, "end": 4, "begin": 1, "finish": 2, "speaker": "A"}])
    assert [*found] == [(0, 2, 0.0, 1.0, None), (2, 4, 1.0, 2.0, "A")]
    with pytest.raises(ProvenanceError, match="row 1: number=None: must be a whole number"):
        SpanTable("pages", [{"start": 0, "end": 1, "number": 1}, {"start": 1, "end": 2}])
    with pytest.raises(ProvenanceError, match="did you mean 'label'"):
        SpanTable("pages", [{"start": 0, "end": 1, "number": 1, "lable": "i"}])
    with pytest.raises(ProvenanceError, match=r"row 0: row=.*must be a tuple of 3 to 7 values, or a mapping"):
        SpanTable("pages", [{"start": 0, "end": 1, "number": 1}, (1, 2, 2)])


@pytest.mark.parametrize("wrong", [None, 7, "0", {"a": 0}])
@pytest.mark.parametrize("column", ["start", "label", "width", "edges", "direction"])
def test_columns_that_are_no_sequence(column: str, wrong: Any) -> None:
    name = "pages" if column in TABLES["pages"] else "runs"
    rule = f"the column '{column}' must be an array or a sequence of values, not"
    with pytest.raises(ProvenanceError, match=rule):
        SpanTable(name, {**{each: [value] for each, value in ROWS[name].items()}, column: wrong})


def test_structured_array() -> None:
    rows = np.array([(0, 4, 1), (4, 9, 2)], dtype=[("start", "i4"), ("end", "i4"), ("number", "u1")])
    assert values(SpanTable("pages", rows)) == [[0, 4], [4, 9], [1, 2]]


def test_optional_columns_may_be_left_out() -> None:
    found = SpanTable("times", [(0, 2, 0, 1), (2, 4, 1, 2, "Ann")])
    assert values(found) == [[0, 2], [2, 4], [0, 1], [1, 2], (None, "Ann")]
    assert found.get("role") is None and len(found) == 2
    assert [*found] == [(0, 2, 0.0, 1.0, None), (2, 4, 1.0, 2.0, "Ann")]


def test_no_rows() -> None:
    for name in TABLES:
        assert len(SpanTable(name, [])) == 0


def test_arrays_are_not_copied_and_read_only() -> None:
    starts, ends, numbers = np.array([0, 5]), np.array([5, 9]), np.array([1, 2])
    found = SpanTable("pages", {"start": starts, "end": ends, "number": numbers})
    assert np.shares_memory(found.start, starts)
    with pytest.raises(ValueError, match="read-only"):
        found["number"][0] = 3
    with pytest.raises(AttributeError):
        found.name = "boxes"


def test_edges_of_rows_or_of_all() -> None:
    rows = [(0, 2, 1, 0, 0, 9, 9, "ltr", [0, 4]), (2, 5, 1, 0, 9, 9, 18, "ltr", [0, 3, float("nan")])]
    ragged = SpanTable("runs", rows)
    flat = SpanTable(
        "runs", {**{name: ragged[name] for name in ragged.columns}, "edges": np.array([0, 4, 0, 3, np.nan])}
    )
    assert flat == ragged and ragged["edges"].dtype == np.float32


def test_runs_without_edges() -> None:
    box = (1, 0, 0, 9, 9)
    found = SpanTable("runs", [(0, 2, *box, "ltr", [0, 4]), (2, 4, *box, "ltr", None), (4, 5, *box)])
    assert np.array_equal(found["edges"], np.array([0, 4, *[np.nan] * 3]), equal_nan=True)
    assert SpanTable("runs", [(0, 2, *box, "ltr", None)]).get("edges") is None


@pytest.mark.parametrize(
    ("edges", "row", "rule"),
    [
        ([[0, 4], [8]], 1, "must have one number for each code point of the run (2)"),
        ([[0, 4], "ab"], 1, "must have one number for each code point of the run (2)"),
        ([[0, 4], [[1, 2], [3, 4]]], 1, "must have one number for each code point of the run (2)"),
        ([[0, 4], 5], 1, "must have one number for each code point of the run (2)"),
        ([[0, 4], [5, 10**400]], 1, "must have one number for each code point of the run (2)"),
        ([[0, 4], [5, 1e300]], 1, "must be finite, or NaN where an edge is unknown"),
        (np.array([0, 4, np.inf, 5]), 1, "must be finite, or NaN where an edge is unknown"),
        ([[0, 4]], None, "the column 'edges' has 1 value, not 2"),
        (np.zeros(3), None, "for each code point of the runs (4), not 3"),
        (np.zeros((4, 1)), None, "must have numbers, or one sequence of numbers for each run"),
        ([0, 4, 8, 10**400], None, "must have numbers, or one sequence of numbers for each run"),
    ],
)
def test_edges_that_break_a_rule(edges: Any, row: int | None, rule: str) -> None:
    columns = {"start": [0, 2], "end": [2, 4], "page": [1, 1]}
    columns |= {"x0": [0, 0], "y0": [0, 9], "x1": [9, 9], "y1": [9, 18]}
    with pytest.raises(ProvenanceError) as raised:
        SpanTable("runs", {**columns, "edges": edges})
    assert raised.value.row == row and rule in raised.value.rule


@pytest.mark.parametrize(
    ("name", "changed", "column", "rule"),
    [
        ("pages", {"start": -1}, "start", "must be at least 0"),
        ("pages", {"start": 11}, "end", "must be at least start (11)"),
        ("pages", {"start": 0.0}, "start", "must be a whole number"),
        ("pages", {"start": "0"}, "start", "must be a whole number"),
        ("pages", {"start": True}, "start", "must be a whole number"),
        ("pages", {"end": True}, "end", "must be a whole number"),
        ("pages", {"start": None}, "start", "must be a whole number"),
        ("pages", {"end": 1 << 62}, "end", "must be at most"),
        ("pages", {"end": 1 << 70}, "end", "must be"),
        ("pages", {"number": 0}, "number", "must be at least 1"),
        ("pages", {"label": 4}, "label", "must be a str, or None"),
        ("pages", {"width": -1}, "width", "must be at least 0"),
        ("pages", {"width": float("inf")}, "width", "must be finite"),
        ("pages", {"rotation": 45}, "rotation", "must be one of 0, 90, 180, 270"),
        ("runs", {"page": 0}, "page", "must be at least 1"),
        ("runs", {"x0": float("nan")}, "x0", "must be finite"),
        ("runs", {"x0": 3.5}, "x1", "must be at least x0 (3.5)"),
        ("runs", {"y0": 4.5}, "y1", "must be at least y0 (4.5)"),
        ("runs", {"x0": "left"}, "x0", "must be a number"),
        ("runs", {"direction": "up"}, "direction", "must be one of 'ltr', 'rtl', 'ttb', 'btt'"),
        ("boxes", {"y1": float("inf")}, "y1", "must be finite"),
        ("boxes", {"role": 1}, "role", "must be a str, or None"),
        ("times", {"begin": -0.5}, "begin", "must be at least 0"),
        ("times", {"begin": 2}, "finish", "must be at least begin (2.0)"),
        ("times", {"begin": float("nan")}, "begin", "must be finite"),
        ("cells", {"sheet": None}, "sheet", "must be a str"),
        ("cells", {"row": 0}, "row", "must be at least 1"),
        ("anchors", {"fragment": None}, "fragment", "must be a str"),
        ("origin", {"source_end": 99}, "source_end", "must be at least source_start (100)"),
    ],
)
def test_values_that_break_a_rule(name: str, changed: dict[str, Any], column: str, rule: str) -> None:
    with pytest.raises(ProvenanceError) as raised:
        table(name, **changed)
    error = raised.value
    assert (error.table, error.column, error.row) == (name, column, 0)
    assert rule in error.rule and f"table {name!r}, row 0: {column}=" in str(error)
    assert pickle.loads(pickle.dumps(error)).args == error.args


def test_the_first_row_that_breaks_a_rule_is_named() -> None:
    with pytest.raises(ProvenanceError, match=r"table 'pages', row 2: start=4: rows must be sorted") as raised:
        SpanTable("pages", [(0, 9, 1), (5, 9, 1), (4, 9, 1), (3, 9, 1)])
    assert (raised.value.row, raised.value.value) == (2, 4)


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ({"start": [0], "end": [1]}, "the column 'number' is missing"),
        ({"start": [0], "end": [1], "number": [1, 2]}, "the column 'number' has 2 values, not 1"),
        ({"start": [0], "end": [1], "number": [1], "lable": ["i"]}, "did you mean 'label'?"),
        ([(0, 1)], "a row must be a tuple of 3 to 7 values"),
        ([(0, 1, 1), "abc"], "a row must be a tuple"),
        ("abc", "not str"),
        (7, "not int"),
    ],
)
def test_shapes_that_are_no_table(rows: Any, rule: str) -> None:
    with pytest.raises(ProvenanceError) as raised:
        SpanTable("pages", rows)
    assert rule in str(raised.value)


def test_edges_of_another_length() -> None:
    for edges in ([[1.0]], [1.0, 2.0, 3.0], [["a", "b"]], [[float("inf"), 1.0]]):
        with pytest.raises(ProvenanceError, match="edges"):
            SpanTable("runs", {**{name: [value] for name, value in ROWS["runs"].items()}, "edges": edges})


def test_names_of_tables() -> None:
    with pytest.raises(OptionError, match="did you mean 'pages'"):
        SpanTable("page", [])
    with pytest.raises(OptionError, match="provenance=3: must be a mapping"):
        shiplap.Document("a", provenance=3)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="provenance='sheets'"):
        Provenance({"sheets": []}, 3)


def test_rows_lie_in_the_text() -> None:
    with pytest.raises(
        ProvenanceError, match=r"row 1: end=5: must be at most the length of the text \(4 code points\)"
    ):
        shiplap.Document("abcd", provenance={"pages": [(0, 4, 1), (2, 5, 2)]})
    with pytest.raises(ProvenanceError, match="3 code points"):
        shiplap.Document("aéb".encode(), provenance={"pages": [(0, 4, 1)]})


@given(st.data())
def test_any_rows_are_checked_or_refused(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([*TABLES]))
    anything = st.one_of(
        st.integers(-3, 12), st.floats(), st.text(max_size=2), st.none(), st.booleans(), st.binary(max_size=1)
    )
    columns = {
        column: data.draw(st.lists(anything, min_size=2, max_size=2))
        for column in data.draw(st.lists(st.sampled_from([*ROWS[name], "other"]), unique=True))
    }
    try:
        found = SpanTable(name, columns)
    except ProvenanceError:
        return
    assert (found.start[0] <= found.start[1]) and (found.start <= found.end).all()


def test_a_bool_among_numbers() -> None:
    with pytest.raises(ProvenanceError, match=r"row 1: number=True: must be a whole number"):
        SpanTable("pages", [(0, 1, 3), (1, 2, True)])
