"""The fuzzed functions hold on the first inputs, so that `tests/fuzz/run.sh` finds them as they should be."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from shiplap._core import cpu
from tests.fuzz.inputs import PAGES, Choices
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS


@pytest.fixture(autouse=True)
def instruction_set() -> Iterator[None]:
    before = cpu.current()
    yield
    cpu.use(before)


@pytest.mark.parametrize("name", TARGETS)
def test_seeds(name: str) -> None:
    for seed in itertools.islice(seeds(name), 80):
        TARGETS[name](seed)


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("data", [b"", b"\xff" * 300, bytes(range(256)) * 2], ids=["empty", "high", "all"])
def test_inputs_that_are_no_text(name: str, data: bytes) -> None:
    TARGETS[name](data)


def test_choices() -> None:
    choices = Choices(bytes([5, 1, 2, 3]))
    assert (choices.number(3), choices.number(256), choices.one_of("abc")) == (1, 0x0201 % 257, "a")
    assert (choices.number(9), choices.flag(), choices.between(4, 900)) == (0, False, 4)


def test_guarded_pages() -> None:
    for at_end in (False, True):
        assert bytes(PAGES.hold(b"It rains.", at_end)) == b"It rains."
    assert len(PAGES.hold(b"", True)) == 0
