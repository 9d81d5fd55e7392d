"""Edits of documents, and what they change: new chunks, and how far from the edit a chunk ends elsewhere."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shiplap.chunkers import sentences

#: What an edit inserts, or puts in the place of what it deletes.
CHARACTER, WORD = "x", "another "
SENTENCE = "Here stands another sentence than before. "
PARAGRAPH = "A paragraph takes the place of another one. It has two sentences.\n\n"

Span = tuple[int, int]


class Edit(NamedTuple):
    """An edit: the range of the old text, and what takes its place."""

    start: int
    end: int
    text: str

    def applied(self, text: str) -> str:
        """Return the new text."""
        return text[: self.start] + self.text + text[self.end :]


class Effect(NamedTuple):
    """Effect of an edit: the number of chunks whose text no old chunk has, and the distance in characters from
    the edit to the farthest end of a chunk that changed."""

    new: int
    farthest: int


def edits_of(text: str, count: int, chance: random.Random) -> Iterator[Edit]:
    """Random edits of a text: each inserts, deletes or replaces a character, a word, a sentence or a paragraph, in
    the first or the last twentieth of the text or in its middle.

    >>> list(edits_of("It rains. It pours.", 2, random.Random(1)))
    [Edit(start=5, end=5, text='x'), Edit(start=3, end=3, text='another ')]
    """
    known = [pair for pair in sentences(text).spans.tolist() if pair[1] - pair[0] > 1]
    for number in range(count if known else 0):
        place = chance.choice((0.02, 0.5, 0.97)) + chance.uniform(-0.02, 0.02)
        row = min(int(place * len(known)), len(known) - 1)
        start, end = known[row]
        match number % 4:
            case 0:
                start += (end - start) // 2
                end, new = start + 1, CHARACTER
            case 1:
                start = text.find(" ", start, end) + 1 or start
                end, new = (text.find(" ", start, end) + 1) or end, WORD
            case 2:
                new = SENTENCE
            case _:
                end, new = known[min(row + 3, len(known) - 1)][1], PARAGRAPH
        kind = ("insert", "delete", "replace")[number // 4 % 3]
        yield Edit(start, start if kind == "insert" else end, "" if kind == "delete" else new)


def effect(text: str, old: Sequence[Span], edit: Edit, new: Sequence[Span]) -> Effect:
    """Return what an edit of a text changed, by the old and the new spans of its chunks.

    >>> edit = Edit(3, 8, "pours")
    >>> effect("It rains. He snores.", [(0, 10), (10, 20)], edit, [(0, 10), (10, 20)])
    Effect(new=1, farthest=0)
    """
    changed = edit.applied(text)
    known = {text[start:end] for start, end in old}
    count = sum(changed[start:end] not in known for start, end in new)
    shift = len(changed) - len(text)
    before = {end for _, end in old}
    after = {
        end if end <= edit.start else end - shift
        for _, end in new
        if not edit.start < end <= edit.start + len(edit.text)
    }
    moved = [place for place in before ^ after if place <= edit.start or place > edit.end]
    far = max((edit.start - p if p <= edit.start else p - edit.end for p in moved), default=0)
    return Effect(count, far)
