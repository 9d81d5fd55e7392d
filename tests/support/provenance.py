"""Strategies of span tables: sound ones, with rows that are empty, nest, overlap and touch the text's ends."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from shiplap.provenance import TABLES
from shiplap.provenance.tables import Column
from tests.support.hostile import characters

words = st.text(characters, max_size=4)
numbers = st.floats(0, 1000, width=32)


@st.composite
def rows(draw: st.DrawFn, name: str, length: int) -> dict[str, list[Any]]:
    """Return the columns of a table of a text of so many code points."""
    spans = sorted(
        draw(st.lists(st.tuples(st.integers(0, length), st.integers(0, length)).map(sorted), max_size=5))
    )
    found: dict[str, list[Any]] = {"start": [start for start, _ in spans], "end": [end for _, end in spans]}
    for column, rule in TABLES[name].items():
        if rule.kind == "edges":
            if draw(st.booleans()):
                count = sum(end - start for start, end in spans)
                # again and again: a text may be longer than a list that is drawn
                some = draw(st.lists(numbers | st.just(float("nan")), min_size=1))
                found[column] = [some[k % len(some)] for k in range(count)]
        elif rule.required or draw(st.booleans()):
            found[column] = [draw(value_of(rule)) for _ in spans]
        if rule.after is not None and column in found:
            pairs = zip(found[rule.after], found[column], strict=True)
            found[column] = [max(pair) for pair in pairs]
    return found


def value_of(rule: Column) -> st.SearchStrategy[Any]:
    """Any value of a column by itself."""
    if rule.kind == "choice":
        return st.sampled_from(rule.choices)
    if rule.kind == "text":
        return words if rule.required else st.none() | words
    return st.integers(1, 9) if rule.kind == "integer" else numbers


def provenances(length: int) -> st.SearchStrategy[dict[str, Any] | None]:
    """Return the provenance of a text of so many code points, usually none."""
    tables = st.fixed_dictionaries({}, optional={name: rows(name, length) for name in TABLES})
    return st.none() | st.none() | tables
