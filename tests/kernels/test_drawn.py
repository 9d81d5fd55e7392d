"""Coverage of the strategies of the kernel tests: every parameter of an entry point of the reference, every field
of a plan, and all values of those that have few."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import strategies as st

from shiplap.options import LanguageCode
from shiplap.plan import Plan, Row, Unit
from shiplap.reference.boundaries.lexicon import lexicon
from shiplap.reference.merging.splitter import SeparatorSplitter
from shiplap.reference.packing.pack import pack
from shiplap.reference.packing.starts import starts
from shiplap.reference.provenance.provenance import boxes, join
from shiplap.reference.regions.regions import blocks, headings_of
from shiplap.reference.stable.stable import cut
from shiplap.reference.windows.windows import windows
from tests.kernels.boundaries import test_headings, test_sentences
from tests.kernels.merging import test_splitter
from tests.kernels.packing import test_documents
from tests.kernels.provenance import test_boxes, test_join
from tests.kernels.regions import test_regions
from tests.kernels.stable import test_stable
from tests.kernels.windows import test_windows
from tests.support.cases import few_quick
from tests.support.drawn import arguments, examples_of, types_of, undrawn
from tests.support.hostile import languages, plans, rows_up_to, units_up_to

#: For each entry point the strategy of its arguments, and the parameters that another property draws.
DRAWN: list[tuple[Callable[..., Any], st.SearchStrategy[Any], set[str]]] = [
    (Plan, plans(), set()),
    (Row, rows_up_to(5, 9), set()),
    (Unit, units_up_to(5, 9), set()),
    (windows, test_windows.calls, {"after", "tokens"}),  # test_updates.py, test_tokens.py
    (blocks, test_regions.calls, set()),
    (headings_of, test_headings.calls, set()),
    (pack, test_documents.cases(), set()),
    (starts, test_documents.start_cases(), set()),
    (SeparatorSplitter, test_splitter.options, {"on_oversize"}),  # a function that keeps what it is given
    (cut, test_stable.calls, set()),
    (join, test_join.calls, set()),
    (boxes, test_boxes.calls, set()),
    (lexicon, test_sentences.words_known, set()),
]


@few_quick(
    ("function", "strategy", "elsewhere"), DRAWN, quick=3
)
def test_every_argument_is_drawn(
    function: Callable[..., Any], strategy: st.SearchStrategy[Any], elsewhere: set[str]
) -> None:
    assert {name.partition("=")[0] for name in undrawn(types_of(function), strategy)} == elsewhere


def test_every_language_is_drawn() -> None:
    assert {*examples_of(languages, 400)} == {None, *get_args(LanguageCode)}


def test_what_is_not_drawn_is_named() -> None:
    def function(a: int, b: bool, c: bool | None = None) -> None: ...

    with pytest.raises(TypeError, match=r"draws \['a'\]"):
        arguments(function)
    with pytest.raises(TypeError, match="has no \\['d'\\]"):
        arguments(function, a=st.integers(), d=st.integers())
    some = st.fixed_dictionaries({"a": st.integers(), "b": st.just(True), "c": st.none()})
    types = types_of(function)
    assert undrawn(types, some) == ["b", "b=False", "c", "c=False", "c=True"]
    assert undrawn(types, arguments(function, a=st.integers())) == []
