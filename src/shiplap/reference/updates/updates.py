"""The chunks of a changed text, given the chunks of the text before. Few chunks are new, and these are near the
change.

A *piece* is the text from the end of the chunk before to the end of its own chunk. The last piece ends at the end
of the text. The *longest chunk* is the longest one of the old text.

U1  A piece is *dirty* in three cases: a change lies in it, or in the overlap of its chunk; its start or its end is
    no longer a boundary; or the caller marks it. Text that is inserted between two pieces lies in the later piece.
    If a grapheme cluster was cut, the pieces on both sides of that cut are dirty together. A change that only
    inserts or only deletes can be moved to the left if the text repeats itself there. It is moved to the last end
    of a piece where it can end.
U2  The chunks of all other pieces stay as they are, at their new offsets.
U3  Each run of dirty pieces is cut anew, together with 0 to NEAR of its neighbours on each side. The cut goes from
    the end of the chunk before to the end of the last piece, by the caller's loop, as if the text ended there.
    This range is a *window*. The chunk after a window must begin after the start of the last chunk in the window.
    One more window exists if the run is one piece that is dirty only because visible text is inserted before its
    chunk: it ends where the inserted text ends, so that the chunk stays. The end of the inserted text must then
    have one of the GOOD best grades. (The end of a heading has a worse grade.)
U4  The window of the least cost is taken; of equal ones the narrowest; of these the one with fewer pieces before
    the run. A window that is wider than the run has at most MOST new chunks, and no end that changes is farther
    from the changes than twice the longest chunk. If a window costs at most ENOUGH and the text is not worn (U6),
    a wider window is tried only if it may save a chunk: if its text fits one longest chunk fewer than the window
    has pieces. Inserted text that may be a window of its own counts as one piece more.
U5  The cost of a window is the sum of these parts: NEW for each new chunk. Minus SAVED for each chunk fewer than
    before, or ADDED for each chunk more. STALE for each old end that stays and is now a boundary of a lower grade.
    LOWER for each grade of each new end, minus LOWER for each grade of each old end that goes. SHORT for each
    chunk under the minimum. Minus UNEVEN times the growth of the sum of the squares of the chunk lengths, divided
    by the square of the longest chunk. (The last part keeps full chunks full, and lets small chunks grow.)
U6  The text is *worn* if the pieces near the run, up to AROUND on each side, are more than the chunks of a fresh
    cut of the same text. Then each chunk fewer or more counts WORN, in place of SAVED or ADDED.
U7  A run longer than LARGE times the longest chunk is a window of its own. If no window is allowed, the piece
    after the run becomes dirty too; if no piece follows, the chunk before is cut anew. The same is done, at most
    NEAR times, if the window of the least cost has a chunk under the minimum.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from shiplap.reference.boundaries.levels import is_boundary, visible
from shiplap.reference.updates.differences import Change

#: The number of neighbours of a run that may be cut with it, on each side (U3).
NEAR = 3
#: The most new chunks of a window that is wider than its run (U4).
MOST = 4
#: The parts of the cost of a window (U5, U6), in thousandths of a new chunk.
NEW, SAVED, ADDED, WORN, STALE, LOWER, SHORT, UNEVEN = 1000, 1500, 500, 3500, 1200, 200, 2000, 600
#: The cost up to which a wider window is tried only if it may save a chunk (U4).
ENOUGH = 1200
#: The number of pieces on each side of a run that are counted (U6).
AROUND = 20
#: Inserted text may be a window of its own if its end has a grade below this one (U3).
GOOD = 2
#: The longest run that is cut with its neighbours (U7), in longest chunks.
LARGE = 16

Span = tuple[int, int]
#: Returns the chunks after a chunk (None: from the start of the text), as if the text ended at an offset.
Cut = Callable[[Span | None, int], Sequence[Span]]


def is_cut(text: str, p: int) -> bool:
    """Return whether an offset lies between two grapheme clusters."""
    return is_boundary(text, p, "grapheme")


class Kept(NamedTuple):
    """A chunk of the new text: its span, and the row of the old chunk that it is, or -1."""

    start: int
    end: int
    row: int


class Update:
    """One update: the state of the loop over the pieces."""

    def __init__(
        self,
        old: str,
        new: str,
        spans: Sequence[Span],
        changes: Sequence[Change],
        cut: Cut,
        grade: Callable[[str, int], int],
        is_short: Callable[[Span], bool],
        unfit: Sequence[int] = (),
    ) -> None:
        """Prepare an update.

        spans: the old chunks, at least one. changes: the changes from the old text to the new one. cut: the loop
        in the new text. grade: returns the grade of a boundary; a lower grade is better. is_short: returns whether
        a chunk of the new text is under the minimum. unfit: the rows of chunks that are cut anew in any case.
        """
        self.old = old
        self.new = new
        self.spans = spans
        self.ends: list[int] = [*(end for _, end in spans[:-1]), len(old)]
        self.changes: list[Change] = []
        self.cut = cut
        self.grade = grade
        self.is_short = is_short
        self.longest: int = max(end - start for start, end in spans)
        self.dirty: list[bool] = [False] * len(spans)
        # by the row of a piece that is dirty only because text was inserted before its chunk: the end of that text
        self.inserted: dict[int, int] = {}
        self.found: list[Kept] = []
        for change in changes:
            self.changes.append(self.moved_left(change))
        self.mark(unfit)

    def moved_left(self, change: Change) -> Change:
        """Return a change that only inserts or only deletes, moved to the last end of a piece that it can end at
        (U1)."""
        start, end, new_start, new_end = change
        if start < end and new_start < new_end:
            return change
        text, last = (self.new, new_end) if start == end else (self.old, end)
        least = self.changes[-1].end if self.changes else 0
        row = bisect_right(self.ends, end) - 1
        by = end - (self.ends[row] if row >= 0 else 0)
        if by > start - least or self.old[start - by : start] != text[last - by : last]:
            return change
        return Change(start - by, end - by, new_start - by, new_end - by)

    def shift(self, row: int) -> int:
        """Return the distance by which the end of a piece has moved. The piece is not dirty, or is the last of a
        run."""
        if row == len(self.ends) - 1:
            return len(self.new) - self.ends[row]
        before = [change for change in self.changes if change.start < self.ends[row]]
        return before[-1].new_end - before[-1].end if before else 0

    def end_of(self, row: int) -> int:
        """Return the end of a piece in the new text."""
        return self.ends[row] + self.shift(row)

    def mark(self, unfit: Sequence[int]) -> None:
        """Mark the pieces that are dirty (U1)."""
        last_row = len(self.ends) - 1
        for row in unfit:
            self.dirty[row] = True
        for change in self.changes:
            first = min(bisect_right(self.ends, change.start), last_row)
            last = min(max(first, bisect_left(self.ends, change.end)), last_row)
            while last < last_row and self.spans[last + 1][0] < change.end:
                last += 1
            self.inserted.pop(first, None)
            if not self.dirty[first] and self.is_apart(change, first):
                self.inserted[first] = change.new_end
            self.dirty[first : last + 1] = [True] * (last + 1 - first)
        for row in reversed(range(last_row)):
            if self.dirty[row + 1] and not self.dirty[row] and not is_cut(self.old, self.ends[row]):
                self.dirty[row] = True
        for row in range(last_row):
            if not (self.dirty[row] and self.dirty[row + 1]) and not self.is_end(row):
                self.dirty[row] = self.dirty[row + 1] = True

    def is_apart(self, change: Change, row: int) -> bool:
        """Return whether a change inserts visible text before a piece, so that its chunk may stay (U3)."""
        begin = self.spans[row][0]
        by = change.new_end - change.end
        return (
            change.start == change.end == (self.ends[row - 1] if row else 0) <= begin
            and visible(self.new, change.new_start) < change.new_end
            and is_cut(self.new, change.new_end)
            and is_cut(self.new, begin + by)
            and self.grade(self.new, change.new_end) < GOOD
        )

    def is_end(self, row: int) -> bool:
        """Return whether the end of a piece and the start of the next chunk are still possible in the new text. A
        cut inside a grapheme cluster is possible if the pieces on both sides have not changed."""
        begin = self.spans[row + 1][0]
        if is_cut(self.old, self.ends[row]):
            stays = is_cut(self.new, self.end_of(row))
        else:
            stays = not (self.dirty[row] or self.dirty[row + 1])
        return stays and (
            self.dirty[row + 1]
            or is_cut(self.new, begin + self.shift(row + 1))
            or (not self.dirty[row] and not is_cut(self.old, begin))
        )

    def run(self) -> list[Kept]:
        """Return the chunks of the new text."""
        row = 0
        while row < len(self.ends):
            if self.dirty[row]:
                row = self.cut_run(row)
            else:
                shift = self.shift(row)
                self.found.append(Kept(self.spans[row][0] + shift, self.spans[row][1] + shift, row))
                row += 1
        return self.found

    def cut_run(self, first: int) -> int:
        """Cut the run of dirty pieces that begins at `first`; return the row after the window (U3, U4, U7)."""
        last, tries = first, 0
        while True:
            while last + 1 < len(self.ends) and self.dirty[last + 1]:
                last += 1
            best = self.best_window(first, last)
            if best is not None:
                before, after, spans = best
                known = self.known(before, last, after)
                alone = last + 1 == len(self.ends) and not self.found
                if tries == NEAR or alone or not self.shorts(before, last + after, known, spans):
                    del self.found[len(self.found) - before :]
                    self.found += [Kept(*span, known.get(span, -1)) for span in spans]
                    if after < 0:
                        self.dirty[last] = False
                    return last + after + 1
                tries += 1
            if last + 1 < len(self.ends):
                last += 1
            else:
                first -= self.found.pop().row == first - 1

    def shorts(self, before: int, last: int, known: dict[Span, int], spans: Sequence[Span]) -> int:
        """Return the number of new chunks of a window that are under the minimum. The last chunk of the text also
        counts if it is under the minimum without its overlap."""
        found = [span for span in spans if span not in known]
        count = sum(self.is_short(span) for span in found)
        if last + 1 == len(self.ends) and found and found[-1] == spans[-1] and not self.is_short(found[-1]):
            ahead = spans[-2] if len(spans) > 1 else self.after(before)
            count += ahead is not None and self.is_short((ahead[1], spans[-1][1]))
        return count

    def best_window(self, first: int, last: int) -> tuple[int, int, Sequence[Span]] | None:
        """Return the window that costs least, as its neighbours before and after, and its chunks (U4)."""
        start = self.found[-1].end if self.found else 0
        near = NEAR if self.end_of(last) - start <= LARGE * self.longest else 0
        before = self.clean_before(first, near)
        after = self.clean_after(last, near)
        weights = (SAVED, ADDED)
        if self.is_worn(first, last):
            weights = (WORN, WORN)
        best = None
        least = -1 if first == last and first in self.inserted else 0
        for wider in range(least, before + after + 1):
            for left in range(max(0, wider - after), min(before, wider - least) + 1):
                right = wider - left
                is_enough = best is not None and best[0] <= ENOUGH and weights[0] == SAVED
                if is_enough and not self.may_save(first, last, left, right):
                    continue
                spans = self.cut(self.after(left), self.stop(last, right))
                if not self.is_allowed(left, last + right, spans):
                    continue
                cost = self.cost(first, last, left, right, spans, weights)
                if cost is not None and (best is None or cost < best[0]):
                    best = cost, left, right, spans
        return best and best[1:]

    def stop(self, last: int, after: int) -> int:
        """Return the end of a window in the new text, `after` pieces after the run; with -1, the end of the
        inserted text (U3)."""
        return self.inserted[last] if after < 0 else self.end_of(last + after)

    def may_save(self, first: int, last: int, before: int, after: int) -> bool:
        """Return whether the text of a window fits one longest chunk fewer than the window has pieces (U4)."""
        chunk = self.after(before)
        size = self.stop(last, after) - (chunk[1] if chunk else 0)
        pieces = last + after + 1 - (first - before) + (first == last and first in self.inserted)
        return size <= (pieces - 1) * self.longest

    def after(self, back: int) -> Span | None:
        """Return the chunk before a window that has `back` pieces before the run; None at the start of the
        text."""
        if back >= len(self.found):
            return None
        start, end, _ = self.found[-1 - back]
        return start, end

    def clean_before(self, first: int, most: int) -> int:
        """Return the number of pieces before the run, at most `most`, that are neither dirty nor in another
        window."""
        count = 0
        while count < min(most, first, len(self.found)) and self.found[-1 - count].row == first - 1 - count:
            count += 1
        return count

    def clean_after(self, last: int, most: int) -> int:
        """Return the number of pieces after the run, at most `most`, that are not dirty."""
        count = 0
        while count < most and last + count + 1 < len(self.ends) and not self.dirty[last + count + 1]:
            count += 1
        return count

    def is_worn(self, first: int, last: int) -> bool:
        """Return whether the pieces near the run are more than a fresh cut makes (U6)."""
        before = self.clean_before(first, AROUND)
        if before and len(self.cut(self.after(before), self.found[-1].end)) < before:
            return True
        after = self.clean_after(last, AROUND) - 1
        if after < 1:
            return False
        shift = self.shift(last + 1)
        start, end = self.spans[last + 1]
        return len(self.cut((start + shift, end + shift), self.end_of(last + 1 + after))) < after

    def is_allowed(self, before: int, last: int, spans: Sequence[Span]) -> bool:
        """Return whether the chunk after a window, if it stays, begins after the start of the last chunk of the
        window (U3)."""
        if last + 1 == len(self.ends) or self.dirty[last + 1]:
            return True
        ahead = spans[-1] if spans else self.after(before)
        return ahead is None or ahead[0] < self.spans[last + 1][0] + self.shift(last + 1)

    def known(self, before: int, last: int, after: int) -> dict[Span, int]:
        """Return the rows of the old chunks of a window outside the run, by their new spans."""
        found = {(start, end): row for start, end, row in self.found[len(self.found) - before :]}
        for row in range(last + 1, last + after + 1):
            shift = self.shift(row)
            found[self.spans[row][0] + shift, self.spans[row][1] + shift] = row
        return found

    def cost(
        self, first: int, last: int, before: int, after: int, spans: Sequence[Span], weights: tuple[int, int]
    ) -> int | None:
        """Return what a window costs, or None if it is not allowed (U4, U5)."""
        known = self.known(before, last, after)
        new = sum(span not in known for span in spans)
        rows = range(first - before, last + after + 1)
        chunk = self.after(before)
        start, end = (chunk[1] if chunk else 0), self.stop(last, after)
        old_ends = {self.end_of(row): row for row in rows if row < first or row >= last}
        old_cuts = [start, *old_ends]
        ends = [end for _, end in spans]
        if before or after > 0:
            changed = {place for place in {*old_ends, *ends} if (place in old_ends) != (place in ends)}
            if new > MOST or self.farthest(first, last, changed - {start, end}) > 2 * self.longest:
                return None
        more = len(spans) - len(rows)
        cost = NEW * new + weights[more > 0] * more
        if chunk is not None and self.end_of(first - before - 1) == start:
            old_ends[start] = first - before - 1
        here = {start, *ends}
        cost += STALE * sum(self.is_stale(old_ends[place]) for place in here if place in old_ends)
        cost += LOWER * sum(self.grade(self.new, place) for place in here if place not in old_ends)
        cost -= LOWER * sum(self.grade(self.new, place) for place in old_ends if place not in here)
        cost += SHORT * self.shorts(before, last + after, known, spans)
        squares = sum((b - a) ** 2 for a, b in spans) - sum((b - a) ** 2 for a, b in pairwise(old_cuts))
        return cost - UNEVEN * squares // self.longest**2

    def farthest(self, first: int, last: int, places: set[int]) -> int:
        """Return the greatest distance of the offsets `places` from the changes in a run."""
        begin = self.ends[first - 1] if first else 0
        end = self.end_of(last)
        inside = [change for change in self.changes if change.start >= begin and change.new_end <= end]
        if not inside or not places:
            return 0
        low, high = inside[0].new_start, inside[-1].new_end
        return max(max(low - place, place - high) for place in places)

    def is_stale(self, row: int) -> bool:
        """Return whether the end of a piece has become a boundary of a lower grade (U5)."""
        if row == len(self.ends) - 1:
            return False
        return self.grade(self.new, self.end_of(row)) > self.grade(self.old, self.ends[row])
