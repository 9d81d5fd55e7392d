"""Batches keep to the limits of a request, lose nothing, and are filled."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap.vectors.batches import FILLED, Item, batches, fill_of

SIZES = st.lists(st.integers(0, 40), max_size=200)


def items(sizes: list[int]) -> list[Item]:
    return [Item(str(at), "", size) for at, size in enumerate(sizes)]


@given(SIZES, st.integers(1, 20), st.none() | st.integers(40, 90), st.sets(st.integers(0, 199)))
def test_laws(sizes: list[int], max_texts: int, max_size: int | None, alone: set[int]) -> None:
    given_items = items(sizes)
    for at in alone:
        if at < len(given_items):
            given_items[at].alone = True
    found = list(batches(iter(given_items), max_texts, max_size))
    assert sorted(int(item.key) for batch in found for item in batch) == list(range(len(sizes)))
    for batch in found:
        assert 0 < len(batch) <= max_texts
        assert max_size is None or sum(item.size for item in batch) <= max_size
        assert len(batch) == 1 or not any(item.alone for item in batch)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("limits", [(2048, 300_000), (128, 16_000), (32, 8_192)])
def test_filled(limits: tuple[int, int], seed: int) -> None:
    """Chunks of a few hundred tokens, with long and short ones among them, fill all batches but the last ones."""
    drawn = random.Random(seed)
    sizes = [max(1, min(int(drawn.lognormvariate(5.2, 0.8)), 2000)) for _ in range(20 * limits[0])]
    found = list(batches(iter(items(sizes)), *limits))
    shares = [fill_of(batch, *limits) for batch in found[:-1]]
    assert min(shares) > FILLED and sum(shares) / len(shares) > 0.99


def test_a_window_is_read_at_a_time() -> None:
    """Memory is bounded: a batch comes after a window of texts, also if no batch is ever filled."""
    read = 0

    def counted() -> object:
        nonlocal read
        for item in items([60] * 1000):
            read += 1
            yield item

    for number, batch in enumerate(batches(counted(), 10, 100)):  # type: ignore[arg-type]
        assert len(batch) == 1 and read <= number + 8
