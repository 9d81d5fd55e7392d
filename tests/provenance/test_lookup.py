"""The provenance of any span of a text: that of the chunk with this span, among chunks of the whole text."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap.errors import OptionError
from shiplap.provenance import Provenance
from shiplap.provenance.located import Located
from tests.support.provenance import provenances

LENGTH = 24


def of_three_chunks(tables: Provenance, start: int, end: int) -> Any:
    """Return the provenance of the second of three chunks: what is before the span, the span, and the rest."""
    spans = np.array([[0, start], [start, end], [end, LENGTH + 1]], dtype=np.int64)  # no chunk is empty at the end
    return Located(tables, spans).described(1)


@given(provenances(LENGTH), st.lists(st.tuples(st.integers(0, LENGTH - 1), st.integers(1, LENGTH)), min_size=1))
def test_a_span_is_found_as_a_chunk_is(given_tables: Any, spans: list[tuple[int, int]]) -> None:
    tables = Provenance(given_tables or {}, LENGTH)
    for start, end in spans:
        start, end = min(start, end - 1), max(start + 1, end)
        assert tables.described(start, end) == of_three_chunks(tables, start, end)
    assert pickle.loads(pickle.dumps(tables)) == tables


def test_the_edges_of_glyphs() -> None:
    runs = [
        (0, 3, 1, 10.0, 0.0, 40.0, 10.0, "ltr", [10.0, 20.0, 30.0]),
        (4, 6, 1, 10.0, 20.0, 30.0, 30.0, "ltr", [10, 20]),
    ]
    tables = Provenance({"runs": runs}, 6)
    assert tables.described(1, 2) == {"pages": [1, 1], "boxes": [[1, 20.0, 0.0, 30.0, 10.0]]}
    assert tables.described(5, 6) == {"pages": [1, 1], "boxes": [[1, 20.0, 20.0, 30.0, 30.0]]}
    assert tables.described(3, 4) is None


@pytest.mark.parametrize(
    ("start", "end", "name"),
    [(-1, 2, "start"), (3, 2, "end"), (0, None, "end"), (0.5, 2, "start"), (True, 2, "start")],
)
def test_spans_that_are_refused(start: Any, end: Any, name: str) -> None:
    with pytest.raises(OptionError, match=f"{name}="):
        Provenance({"pages": [(0, 9, 1)]}, 9).described(start, end)


def test_a_span_costs_its_own_rows() -> None:
    rows = 10_000
    starts = np.arange(rows) * 10
    tables = Provenance({"pages": {"start": starts, "end": starts + 10, "number": np.arange(rows) + 1}}, 10 * rows)
    spans = [[50_000, 50_010, 5001], [50_010, 50_020, 5002], [50_020, 50_025, 5003]]
    assert tables.described(50_000, 50_025) == {"pages": [5001, 5003], "page_spans": spans}
    assert len(tables._lookup("pages").part(50_000, 50_025)) == 3
