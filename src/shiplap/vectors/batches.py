"""Batches of texts, packed to the limits of a request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

#: Number of full batches that are packed together. More fill the batches no better; fewer leave the longest texts
#: of the next window with no short ones to fill their batches.
WINDOW = 4

#: Minimum share of a limit that a batch fills, if texts for it are at hand.
FILLED = 0.95


@dataclass(slots=True)
class Item:
    """A text to embed.

    key: the hash of the text. size: its size, in the unit of the limits. alone: whether it is sent alone, since an
    earlier run could not embed it.
    """

    key: str
    text: str
    size: int
    alone: bool = False


Batch = list[Item]


def batches(items: Iterable[Item], max_texts: int, max_size: int | None = None) -> Iterator[Batch]:
    """Yield all items in batches of at most `max_texts` texts and `max_size` in all; an item above `max_size` is a
    batch of its own.

    Items of a window are packed longest first, each into the first batch that has room (first-fit decreasing);
    the items of batches that are not filled wait for the next window.

    >>> items = [Item(text, text, len(text)) for text in ("aaaa", "b", "ccc", "dd")]
    >>> [[item.text for item in batch] for batch in batches(items, 3, 5)]
    [['aaaa', 'b'], ['ccc', 'dd']]
    """
    pool: Batch = []
    size = 0
    for item in items:
        if item.alone:
            yield [item]
            continue
        pool.append(item)
        size += item.size
        if len(pool) >= WINDOW * max_texts or (max_size is not None and size >= WINDOW * max_size):
            first, *others = _packed(pool, max_texts, max_size)
            yield first  # filled as well as the window allows, so that the pool never grows
            pool = []
            for batch in others:
                if _is_filled(batch, max_texts, max_size):
                    yield batch
                else:
                    pool += batch
            size = sum(each.size for each in pool)
    yield from _packed(pool, max_texts, max_size)


def _packed(pool: Batch, max_texts: int, max_size: int | None) -> Iterator[Batch]:
    """Pack items, longest first."""
    rest = sorted(pool, key=_size, reverse=True)
    while rest:
        if max_size is None:
            batch, rest = rest[:max_texts], rest[max_texts:]
        else:
            batch, rest = _taken(rest, max_texts, max_size)
        yield batch


def _size(item: Item) -> int:
    return item.size


def _taken(items: Batch, max_texts: int, max_size: int) -> tuple[Batch, Batch]:
    """Take the items that fit into a batch, in their order; return the batch and the other items."""
    batch: Batch = []
    others: Batch = []
    room = max_size
    for at, item in enumerate(items):
        if len(batch) == max_texts:
            return batch, others + items[at:]
        if item.size <= room or not batch:
            batch.append(item)
            room -= item.size
        else:
            others.append(item)
    return batch, others


def _is_filled(batch: Batch, max_texts: int, max_size: int | None) -> bool:
    return len(batch) == max_texts or fill_of(batch, max_texts, max_size) >= FILLED


def fill_of(batch: Batch, max_texts: int, max_size: int | None) -> float:
    """Return the share of the nearer limit that a batch fills."""
    of_size = sum(item.size for item in batch) / max_size if max_size else 0.0
    return max(len(batch) / max_texts, of_size)
