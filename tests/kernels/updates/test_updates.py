"""Updates of chunks: the rules U1 to U7 by hand, and the core against the reference."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core.stable import Update as CoreUpdate
from shiplap._core.stable import differences as core_differences
from shiplap._core.stable import grade as core_grade
from shiplap._core.text import Spans, Text
from shiplap._core.windows import Windows
from shiplap.plan import Plan, replace
from shiplap.reference.boundaries.levels import is_boundary
from shiplap.reference.updates.differences import differences
from shiplap.reference.updates.updates import ADDED, SAVED, WORN, Kept, Update
from shiplap.reference.windows import windows
from shiplap.reference.windows.plan import compile_plan
from tests.support.drawn import outcome
from tests.support.examples import examples
from tests.support.hostile import affordable, plans, texts, within
from tests.support.plans import sentences, snapping

Rows = list[tuple[int, int, int]]


def grade(plan: Plan, given: Sequence[int], text: str, p: int) -> int:
    """Return the first row of a plan that has a boundary at a place."""
    rows = compile_plan(plan, [given], 0).rows
    return next((k for k, row in enumerate(rows) if is_boundary(text, p, row.level)), len(rows))


def of_reference(old: str, new: str, plan: Plan, given: Sequence[int] = (), unfit: Sequence[int] = ()) -> Rows:
    def cut(after: tuple[int, int] | None, stop: int) -> list[tuple[int, int]]:
        inside = [p for p in given if p <= stop]
        return (
            []
            if stop <= (after or (0, 0))[1]
            else windows.windows(new[:stop], plan, "surrogatepass", [inside], after)
        )

    def is_short(span: tuple[int, int]) -> bool:
        return span[1] - span[0] < plan.min_size

    spans = windows.windows(old, plan, "surrogatepass", [within(old, list(given))])
    update = Update(
        old, new, spans, differences(old, new), cut,
        lambda text, p: grade(plan, within(text, list(given)), text, p), is_short, unfit,
    )  # fmt: skip
    return [tuple(kept) for kept in update.run()]


def of_core(old: str, new: str, plan: Plan, given: Sequence[int] = (), unfit: Sequence[int] = ()) -> Rows:
    loop = Windows(plan)
    before, text = Text(old, "surrogatepass"), Text(new, "surrogatepass")

    def cut(after: tuple[int, int] | None, stop: int) -> list[tuple[int, int]]:
        start, end = after or (-1, 0)
        if stop <= end:
            return []
        part = Text(new[:stop], "surrogatepass")
        return list(loop.resume(part, [part.native(p for p in given if p <= stop)], start, end, True)[0])

    def is_short(span: tuple[int, int]) -> bool:
        return span[1] - span[0] < plan.min_size

    spans = list(loop.cut(before, [before.native(within(old, list(given)))])[0])
    update = CoreUpdate(
        before, text, Spans.of(spans), core_differences(before, text), cut,
        lambda view, p: core_grade(loop, view, [view.native(within(view.owner, list(given)))], p), is_short, unfit,
    )  # fmt: skip
    found, rows = update.run()
    return [(start, end, row) for (start, end), row in zip(found, rows, strict=True)]


@pytest.fixture(params=[of_reference, of_core], ids=["reference", "core"])
def update(request: pytest.FixtureRequest) -> Any:
    return request.param


PLAN = snapping("sentence-simple", 20, 0, 10)
TEXT = "It rains. It pours. He snores a lot. Bed was bumped. No morning came."


def pieces(text: str, rows: Rows) -> list[tuple[str, int]]:
    return [(text[start:end], row) for start, end, row in rows]


def test_u2_all_other_pieces_stay(update: Any) -> None:
    new = TEXT.replace("a lot", "much.")
    assert pieces(TEXT, update(TEXT, TEXT, PLAN)) == [
        ("It rains. It pours. ", 0), ("He snores a lot. ", 1), ("Bed was bumped. ", 2), ("No morning came.", 3),
    ]  # fmt: skip
    assert pieces(new, update(TEXT, new, PLAN)) == [
        ("It rains. It pours. ", 0), ("He snores much.. ", -1), ("Bed was bumped. ", 2), ("No morning came.", 3),
    ]  # fmt: skip


def test_u1_what_is_inserted_between_two_pieces_is_in_the_later(update: Any) -> None:
    text = "It rains. It pours. Bed was bumped. No morning came."
    new = text.replace("Bed", "Oh! Bed")
    assert pieces(new, update(text, new, PLAN)) == [
        ("It rains. It pours. ", 0), ("Oh! Bed was bumped. ", -1), ("No morning came.", 2),
    ]  # fmt: skip


def test_u1_an_end_that_is_no_boundary_any_more(update: Any) -> None:
    text = "It rains. " * 8
    new = text[:20] + "\u0301" + text[20:]
    rows = update(text, new, PLAN)
    assert all(20 not in row[:2] for row in rows) and sum(row == -1 for *_, row in rows) <= 3


def test_u1_the_pieces_of_a_cluster_that_was_cut_are_dirty_together(update: Any) -> None:
    text = "1\u0301\u0301" + 3 * "\u200d" + 3 * "\U0001f3fd"
    new = text[:4] + "x" + text[4:]
    plan = snapping("sentence-standard", 5, 2, 3)
    assert [row[:2] for row in update(text, text, plan)] == [(0, 5), (5, 9)]
    assert [row[:2] for row in update(text, new, plan)] == [(0, 4), (4, 9), (9, 10)]


def test_u3_the_run_is_joined_with_a_neighbour_where_that_makes_fewer(update: Any) -> None:
    new = TEXT.replace("It rains. It pours. ", "Yes. ").replace("He snores a lot.", "He snored.")
    assert pieces(new, update(TEXT, new, PLAN)) == [
        ("Yes. He snored. ", -1), ("Bed was bumped. ", 2), ("No morning came.", 3),
    ]  # fmt: skip


def test_u5_no_chunk_under_the_minimum(update: Any) -> None:
    plan = sentences(30, 0, 10, 40)
    text = "It rains on us. It pours on us. He snores a lot. He bumped his head. "
    new = text.replace("He snores a lot. ", "No. ")
    assert all(end - start >= 10 for start, end, _ in update(text, new, plan))


def test_u4_no_window_begins_before_the_first_piece(update: Any) -> None:
    text = "It rains here. It pours. Yes. Rain fell on all of the hills. "
    new = "Yes. Wells are deep. Yes. It rains here. It pours. Yes. It snows. "
    assert pieces(new, update(text, new, snapping("sentence-simple", 24, 0, 10))) == [
        ("Yes. Wells are deep. ", -1), ("Yes. ", -1), ("It rains here. ", 0), ("It pours. Yes. ", 1),
        ("It snows. ", -1),
    ]  # fmt: skip


def test_everything_removed_but_one_sentence(update: Any) -> None:
    assert pieces(TEXT[37:53], update(TEXT, TEXT[37:53], PLAN)) == [("Bed was bumped. ", 2)]
    assert update(TEXT, "", PLAN) == []


def test_several_edits_at_once(update: Any) -> None:
    text = "".join(f"Sentence {number:03} is here. " for number in range(60))
    new = text.replace("005 is", "005 was").replace("040 is", "040 was")
    rows = update(text, new, snapping("sentence-simple", 75, 0, 30))
    assert [row for *_, row in rows].count(-1) == 2 and len(rows) == 20


def test_rows_that_the_caller_wants_anew(update: Any) -> None:
    assert [row for *_, row in update(TEXT, TEXT, PLAN, (), [1])] == [0, -1, 2, 3]


words = st.lists(
    st.sampled_from(["It rains. ", "No! ", "yes ", "\n\n", "漢字。", "e\u0301", "🇩🇪", "Dr. ", "\r\n", "   "]),
    max_size=40,
)


@given(
    text=words.map("".join) | texts,
    edits=st.lists(
        st.tuples(
            st.floats(0, 1),
            st.integers(0, 30),
            st.sampled_from(["", "x", "\u0301", "No. ", "\n", " ", "🇩", "A long sentence. "]),
        ),
        max_size=3,
    ),
    plan=plans() | st.sampled_from([PLAN, sentences(40, 9, 12, 60), snapping("paragraph", 50, 10, 20)]),
    given=st.just([]) | st.integers(1, 30).map(lambda step: list(range(0, 3000, step))),
    unfit=st.just([]) | st.lists(st.integers(0, 9), max_size=2),
)
def test_core_is_the_reference(
    text: str, edits: list[tuple[float, int, str]], plan: Plan, given: list[int], unfit: list[int]
) -> None:
    text = affordable(text, plan)[:600]
    new = text
    for place, size, what in edits:
        start = int(place * len(new))
        new = new[:start] + what + new[start + size :]
    spans = windows.windows(text, replace(plan, oversize="split"), "surrogatepass", [within(text, given)])
    if not spans:
        return
    call = text, new, plan, given, [row for row in unfit if row < len(spans)]
    assert outcome(of_core, *call) == outcome(of_reference, *call)


class World(NamedTuple):
    """An update whose loop, grades and minimum are drawn by a seed: all ties and thresholds of costs occur.

    steps, overlaps: the lengths of pieces, and what they repeat. blank, shorts: how many have no chunk, and how
    many are under the minimum. grades: the number of grades.
    """

    old: str
    new: str
    seed: int
    unfit: list[int]
    steps: tuple[int, ...]
    overlaps: tuple[int, ...]
    blank: float
    shorts: float
    grades: int

    def draw(self, *what: object) -> random.Random:
        """Numbers that depend on the seed and the question alone."""
        return random.Random(repr((self.seed, what)))

    def cut(self, after: tuple[int, int] | None, stop: int) -> list[tuple[int, int]]:
        chance, spans, (start, end) = self.draw(after, stop), [], after or (-1, 0)
        while end < stop:
            start = max(start + 1, end - chance.choice(self.overlaps))
            end = min(stop, end + chance.choice(self.steps))
            if chance.random() >= self.blank:
                spans.append((start, end))
        return spans

    def grade(self, text: str, p: int) -> int:
        return self.draw(text, p).randrange(self.grades)

    def is_short(self, span: tuple[int, int]) -> bool:
        return self.draw(span).random() < self.shorts


def world_of(seed: int) -> World:
    """Any world."""
    chance = random.Random(seed)
    old = "".join(chance.choices("abcdefghijk\n\n\n\u0301", k=chance.choice([8, 30, 120])))
    new = old
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        start = chance.randrange(len(new) + 1)
        new = new[:start] + "z" * chance.choice([0, 1, 2, 3, 40]) + new[start + chance.choice([0, 1, 2, 8, 40]) :]
    return World(
        old, new, chance.randrange(1 << 32), chance.choice([[], [], [], [0], [3]]),
        chance.choice([(2, 2, 2, 3, 4), (1,), (3,), (3, 3, 3, 2), (1, 5)]), chance.choice([(0,), (0, 0, 1, 3)]),
        chance.choice([0, 0, 0.2]), chance.choice([0, 0.2]), chance.choice([2, 3, 12]),
    )  # fmt: skip


@examples(300)
@given(st.integers(0, 1 << 32).map(world_of))
def test_core_is_the_reference_for_any_loop(world: World) -> None:
    spans = world.cut(None, len(world.old))
    if not spans:
        return
    unfit = [row for row in world.unfit if row < len(spans)]
    assert any_of_core(world, spans, unfit) == any_of_reference(world, spans, unfit)


def any_of_reference(world: World | Script, spans: list[tuple[int, int]], unfit: Sequence[int] = ()) -> Rows:
    update = Update(
        world.old, world.new, spans, differences(world.old, world.new), world.cut, world.grade, world.is_short,
        unfit,
    )  # fmt: skip
    return [tuple(kept) for kept in update.run()]


def any_of_core(world: World | Script, spans: list[tuple[int, int]], unfit: Sequence[int] = ()) -> Rows:
    old, new = Text(world.old), Text(world.new)
    update = CoreUpdate(
        old, new, Spans.of(spans), core_differences(old, new), world.cut,
        lambda view, p: world.grade(str(view.owner), p), world.is_short, unfit,
    )  # fmt: skip
    found, rows = update.run()
    return [(*span, row) for span, row in zip(found, rows, strict=True)]


@dataclass
class Script:
    """An update whose loop and grades are written down. A window that `cuts` does not have is one chunk.

    cuts: by the begin and the stop of a window, the ends of its chunks, or spans. grades: of places of the new
    text; elsewhere, and in the old text, the grade is 0. shorts: the chunks under the minimum. asked: the windows
    that were cut.
    """

    old: str
    new: str
    cuts: dict[tuple[int, int], Sequence[int | tuple[int, int]]] = field(default_factory=dict)
    grades: dict[int, int] = field(default_factory=dict)
    shorts: Sequence[tuple[int, int]] = ()
    asked: list[tuple[int, int]] = field(default_factory=list)

    def cut(self, after: tuple[int, int] | None, stop: int) -> list[tuple[int, int]]:
        begin = after[1] if after else 0
        self.asked.append((begin, stop))
        spans = []
        for each in self.cuts.get((begin, stop), [stop]) if begin < stop else []:
            spans.append(each if isinstance(each, tuple) else (begin, each))
            begin = spans[-1][1]
        return spans

    def grade(self, text: str, p: int) -> int:
        return self.grades.get(p, 0) if text == self.new else 0

    def is_short(self, span: tuple[int, int]) -> bool:
        return span in self.shorts

    def run(self, any_update: Any, *ends: int) -> Rows:
        """Return the update of pieces with these ends."""
        found: Rows = any_update(self, list(zip((0, *ends), ends, strict=False)))
        return found


@pytest.fixture(params=[any_of_reference, any_of_core], ids=["reference", "core"])
def any_update(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_u1_the_pieces_of_a_cluster_are_dirty_back_to_its_begin(any_update: Any) -> None:
    text = "a" + "\u0301" * 8
    assert Script(text, text[:7] + "\u0302" + text[8:]).run(any_update, 3, 6, 9) == [(0, 9, -1)]


def test_u1_the_begin_of_a_chunk_is_no_boundary_any_more(any_update: Any) -> None:
    # the second chunk begins with the mark, which no line end stands before any more
    script = Script("ab\n\u0301cdefgh", "abx\u0301cdefgh", {(0, 10): [5, 10]})
    assert any_update(script, [(0, 5), (3, 10)]) == [(0, 5, -1), (5, 10, -1)]
    # a chunk whose piece is cut anew may have begun anywhere
    script = Script("abcdefghijkl", "abcde\u0301\u0301fghijkl")
    assert script.run(any_update, 4, 8, 12) == [(0, 4, 0), (4, 10, -1), (10, 14, 2)]


def test_u1_what_is_added_at_the_end_is_in_the_last_piece(any_update: Any) -> None:
    assert Script("abcdefgh", "abcdefghX").run(any_update, 4, 8) == [(0, 4, 0), (4, 9, -1)]


def test_u1_a_change_ends_at_an_end_of_a_piece_if_the_text_repeats_itself(any_update: Any) -> None:
    # the texts differ in "x", a line feed, and "- ", which are in two pieces, or as well in the whole third line
    text, longer = "- a\n- b\n- c\n", "- a\n- x\n- b\n- c\n"
    assert Script(text, longer).run(any_update, 4, 8, 12) == [(0, 4, 0), (4, 8, -1), (8, 12, 1), (12, 16, 2)]
    cuts = {(0, 8): [4, 8], (0, 12): [4, 8, 12], (4, 12): [8, 12]}
    assert Script(longer, text, cuts).run(any_update, 4, 8, 12, 16) == [(0, 4, 0), (4, 8, 2), (8, 12, 3)]
    # nothing but "x" can be moved by no more than what is the same before it
    script = Script("aabbb", "aabbxb", {(3, 6): [6]})
    assert script.run(any_update, 3, 5) == [(0, 3, 0), (3, 6, -1)]
    # the change that may stand anywhere ends at an end
    assert Script("aaaa", "aaXa").run(any_update, 2, 4) == [(0, 2, 0), (2, 4, -1)]
    # the first end is the beginning of the text
    cuts = {(0, 6): [2, 6], (0, 10): [2, 6, 10]}
    script = Script("abcdefgh", "ababcdefgh", cuts)
    assert script.run(any_update, 4, 8) == [(0, 2, -1), (2, 6, 0), (6, 10, 1)]
    # "b" and a line feed are deleted after an inserted "z", which they cannot be moved across
    assert Script("b\nb\na\n", "bz\n\na\na").run(any_update, 2, 5, 6) == [(0, 7, -1)]


def test_u3_what_is_inserted_before_a_chunk_may_be_a_window_of_its_own(any_update: Any) -> None:
    text = "abcdefgh"
    # 1500 - 600 * (9 - 0) / 16, and 200 for a grade of 1
    apart, joined = [(0, 3, -1), (3, 7, 0), (7, 11, 1)], [(0, 4, -1), (4, 7, -1), (7, 11, 1)]
    for grade, rows in ((0, apart), (1, apart), (2, joined)):
        cuts = {(0, 7): [4, 7], (0, 11): [4, 8, 11]}
        assert Script(text, f"XYZ{text}", cuts, {3: grade}).run(any_update, 4, 8) == rows
    # in the middle, and with the piece before, where the chunks are fewer then
    script = Script(text, "abcdXYefgh", {(4, 10): [8, 10], (0, 10): [4, 8, 10]})
    assert script.run(any_update, 4, 8) == [(0, 6, -1), (6, 10, 1)]
    script = Script(text, "abcdXYefgh", {(4, 10): [8, 10], (0, 10): [4, 8, 10], (0, 6): [4, 6]})
    assert script.run(any_update, 4, 8) == [(0, 4, 0), (4, 6, -1), (6, 10, 1)]
    # with the piece after, which fits one chunk
    script = Script("abefgh", "XYabefgh", {(0, 8): [4, 8]})
    assert script.run(any_update, 2, 6) == [(0, 4, -1), (4, 8, 1)]
    # whatever is as far before the chunk: here the mark of an accent
    script = Script("xa\u0301bcdef", "xa\u0301Zbcdef", {(3, 9): [4, 9], (0, 9): [3, 4, 9]})
    assert script.run(any_update, 3, 8) == [(0, 4, -1), (4, 9, 1)]
    # also where the window of its own costs no more than ENOUGH
    script = Script("abcdefghijkl", "X" * 8 + "abcdefghijkl", {(0, 20): [10, 20]})
    assert script.run(any_update, 2, 12) == [(0, 10, -1), (10, 20, 1)]
    # however long it is
    script = Script(text, "X" * 65 + text, {(0, 65): range(5, 66, 5), (0, 69): range(3, 70, 3)})
    assert script.run(any_update, 4, 8)[-3:] == [(60, 65, -1), (65, 69, 0), (69, 73, 1)]


def test_u3_what_is_inserted_is_no_window_of_its_own(any_update: Any) -> None:
    def run(old: str, new: str, spans: list[tuple[int, int]], unfit: Sequence[int] = ()) -> bool:
        """Return whether the last chunk stays, and only what is inserted before it is new."""
        begin, stop = spans[0][1], len(new) - (len(old) - spans[0][1])
        script = Script(old, new, {(begin, len(new)): [stop + 1, len(new)], (0, len(new)): [stop + 1, len(new)]})
        return any_update(script, spans, unfit)[-1][2] >= 0

    spans = [(0, 4), (4, 8)]
    assert run("abcdefgh", "abcdXYZefgh", spans)
    assert not run("abcdefgh", "abcd   efgh", spans)  # white space alone
    assert not run("abcdefgh", "abcdXYZefgh", [(0, 4), (3, 8)])  # the chunk begins before
    assert not run("abcdefgh", "abcdXYZefgh", spans, [1])  # the chunk must be cut anew
    assert not run("abcd\nfgh", "abcdXY\r\nfgh", spans)  # a line end is one cluster
    assert not run("abcdefgh", "abcdXYZefgX", spans)  # the piece has another change


def test_u4_at_most_four_new_chunks_in_a_wider_window(any_update: Any) -> None:
    # the end at 4 has become a bad one: alone the first piece costs 2200, with the second one less
    for ends, rows in (
        ([2, 3, 6, 8], [(0, 2, -1), (2, 3, -1), (3, 6, -1), (6, 8, -1)]),
        ([2, 3, 5, 6, 8], [(0, 4, -1), (4, 8, 1)]),
    ):
        assert Script("abcdefgh", "Xbcdefgh", {(0, 8): ends}, {4: 30}).run(any_update, 4, 8) == rows


def test_u4_no_changed_end_is_far_from_the_changes(any_update: Any) -> None:
    # the longest chunk has 4 code points, and the change ends at 1
    for far, rows in (
        (9, [(0, 5, -1), (5, 9, -1), (9, 12, -1)]),
        (10, [(0, 4, -1), (4, 8, 1), (8, 12, 2)]),
    ):
        script = Script("abcdefghijkl", "Xbcdefghijkl", {(0, 8): [4, 8], (0, 12): [5, far, 12]}, {4: 30, 8: 30})
        assert script.run(any_update, 4, 8, 12) == rows
    # before the change, which begins at 11
    for far, rows in (
        (3, [(0, 3, -1), (3, 7, -1), (7, 12, -1)]),
        (2, [(0, 4, 0), (4, 8, 1), (8, 12, -1)]),
    ):
        cuts = {(4, 12): [8, 12], (0, 12): [far, 7, 12]}
        script = Script("abcdefghijkl", "abcdefghijkX", cuts, {4: 30, 8: 30})
        assert script.run(any_update, 4, 8, 12) == rows


def test_u4_what_costs_enough_is_only_widened_to_save_a_chunk(any_update: Any) -> None:
    # a new chunk at a place of grade 1 costs 1200; both pieces as one cost less
    for grade, rows in ((1, [(0, 4, -1), (4, 8, 1)]), (2, [(0, 8, -1)])):
        assert Script("abcdefgh", "Xbcdefgh", {}, {0: grade}).run(any_update, 4, 8) == rows
    # 1000, and 600 * (49 * 49 - 40 * 40) / (49 * 49) more since the chunk is shorter than the piece: 1201
    for begin, rows in ((9, [(0, 98, -1)]), (8, [(8, 49, -1), (49, 98, 1)])):
        text = "a" * 49 + "b" * 49
        assert Script(text, "X" + text[1:], {(0, 49): [(begin, 49)]}).run(any_update, 49, 98) == rows
    # the text of both pieces fits the longest chunk, or has one code point more
    for new, rows in (("efghi", [(0, 5, -1)]), ("defghi", [(0, 2, -1), (2, 6, 1)])):
        assert Script("abcdefghi", new).run(any_update, 5, 9) == rows

    # of windows with one more piece, that with the piece before fits the longest chunk
    script = Script("abcdefghij", "abXghij", {(0, 7): [1, 2, 3, 4, 7]})
    assert script.run(any_update, 2, 6, 10) == [(0, 3, -1), (3, 7, 2)]


def test_u4_places_are_near_if_they_are_near_one_of_the_changes(any_update: Any) -> None:
    # the longest chunk has 4 code points; the changes are at 5 and 19, and the pieces between them are cut anew
    script = Script("aaa\nbbb\nccc\nddd\neee\nfff\nggg\n", "aaa\nb\nccc\nddd\neee\nf\nggg\n")
    spans = [(start, start + 4) for start in range(0, 28, 4)]
    assert any_update(script, spans, [2, 3, 4]) == [(0, 24, -1)]


def test_u4_the_end_of_a_window_is_no_changed_end(any_update: Any) -> None:
    # the last piece has no chunk any more
    cuts = {(0, 8): [4, 8], (0, 12): [4, 8, 12], (0, 16): [4, 8, 12]}
    script = Script("abcdefghijklmnop", "Xbcdefghijklmnop", cuts, {0: 2})
    assert script.run(any_update, 4, 8, 12, 16) == [(0, 4, -1), (4, 8, 1), (8, 12, 2)]


def test_u5_the_end_of_the_text_does_not_get_worse(any_update: Any) -> None:
    script = Script("abcdefgh", "abcdefgX", {}, {8: 5})
    assert script.run(any_update, 4, 8) == [(0, 4, 0), (4, 8, -1)]


def test_u5_a_window_may_begin_at_a_new_place(any_update: Any) -> None:
    # the chunk before ends at 7, where the grade is 3, and its piece at 8
    cuts = {(0, 8): [7]}
    script = Script("aaa\nbbb\nccc\nddd\n", "aXa\nbbb\ncXc\nddd\n", cuts, {0: 2, 7: 3})
    assert script.run(any_update, 4, 8, 12, 16) == [(0, 7, -1), (7, 16, -1)]


def test_u6_blank_pieces_are_more_than_a_fresh_cut_makes(any_update: Any) -> None:
    assert Script("abcdefghijkl", "Xbcdefghijkl", {(8, 12): []}).run(any_update, 4, 8, 12) == [(0, 12, -1)]


def test_u6_twenty_pieces_on_each_side_are_counted(any_update: Any) -> None:
    text = "".join(map(chr, range(ord("A"), ord("A") + 50)))
    script = Script(text, text[:22] + "#" + text[23:], {(2, 22): range(3, 23)})
    script.run(any_update, *range(1, 51))
    # of those after the run, the first one is not cut anew
    assert (2, 22) in script.asked and (24, 43) in script.asked


def test_u7_a_long_run_is_a_window_of_its_own(any_update: Any) -> None:
    # sixteen times the longest chunk, or one code point more
    for size, rows in ((30, [(0, 34, -1)]), (31, [(0, 33, -1), (33, 35, 1)])):
        assert Script("abcd", f"a{'#' * size}bcd", {}, {0: 2}).run(any_update, 2, 4) == rows


def test_u5_the_last_chunk_is_short_without_what_it_repeats(any_update: Any) -> None:
    for spans, short in (([(6, 12)], (8, 12)), ([(8, 10), (9, 12)], (10, 12)), ([(8, 12)], (8, 12))):
        script = Script("abcdefghijkl", "abcdefghijkX", {(8, 12): spans, (0, 12): [4, 12]}, shorts=[short])
        assert script.run(any_update, 4, 8, 12) == [(0, 4, 0), (4, 12, -1)]
    # in a window with pieces after the run too: as a cost, and as a reason to cut more
    more: list[int | tuple[int, int]] = [1, 2, 3, 4, 12]
    cuts: dict[tuple[int, int], Any] = {(4, 12): [9, (7, 12)], (0, 8): [*more[:-1], 8], (0, 12): more}
    for ends, rows in (
        ([6, 8], [(0, 4, 0), (4, 6, -1), (6, 8, -1), (8, 12, 2)]),
        ([5, 6, 7, 8], [(0, 1, -1), (1, 2, -1), (2, 3, -1), (3, 4, -1), (4, 12, -1)]),
    ):
        script = Script("abcdefghijkl", "abcdXfghijkl", {**cuts, (4, 8): ends}, shorts=[(9, 12)])
        assert script.run(any_update, 4, 8, 12) == rows
    # both chunks of the last piece are short: they cost more than four others
    cuts = {(8, 12): [10, (9, 12)], (4, 12): [7, 9, 11, 12], (0, 12): more, (0, 8): [4, 8]}
    script = Script("abcdefghijkl", "abcdefghijkX", cuts, shorts=[(8, 10), (10, 12)])
    assert script.run(any_update, 4, 8, 12)[:2] == [(0, 4, 0), (4, 7, -1)]
    assert script.asked.count((4, 12)) == 1
    # elsewhere the chunk counts as it is
    script = Script("abcdefghijkl", "abcdXfghijkl", {(4, 8): [(2, 8)]}, shorts=[(4, 8)])
    assert script.run(any_update, 4, 8, 12) == [(0, 4, 0), (2, 8, -1), (8, 12, 2)]


def test_u7_a_short_chunk_is_joined_with_the_piece_after_or_before(any_update: Any) -> None:
    script = Script("abcdefgh", "Xbcdefgh", shorts=[(0, 4), (0, 8)])
    assert script.run(any_update, 4, 8) == [(0, 8, -1)]
    script = Script("abcdefgh", "abcdefgX", shorts=[(4, 8), (0, 8)])
    assert script.run(any_update, 4, 8) == [(0, 8, -1)]


def test_u7_the_chunk_before_is_cut_with_its_neighbours(any_update: Any) -> None:
    # alone the last piece is short; with the one before, and the one before that, four chunks cost least
    cuts = {(4, 12): [6, 8, 10, 11, 12], (0, 12): [3, 6, 9, 12]}
    script = Script("abcdefghijkl", "abcdefghijkX", cuts, shorts=[(8, 12)])
    assert script.run(any_update, 4, 8, 12) == [(0, 3, -1), (3, 6, -1), (6, 9, -1), (9, 12, -1)]


def test_u5_what_a_window_costs() -> None:
    def cost(spans: list[tuple[int, int]], beside: int = 0, worn: bool = False, **options: Any) -> int | None:
        """Return the cost by the reference of a window with the second of three pieces, and those beside it, or
        none."""
        script = Script("abcdefghijkl", "abcdXXXXijkl", shorts=[(4, 7)], **options)
        whole = [(0, 4), (4, 8), (8, 12)]
        update = Update(
            script.old, script.new, whole, differences(script.old, script.new), script.cut, script.grade,
            script.is_short,
        )  # fmt: skip
        update.found = [Kept(0, 4, 0)]
        return update.cost(1, 1, beside, beside, spans, (WORN, WORN) if worn else (SAVED, ADDED))

    assert cost([(4, 8)]) == 1000
    assert cost([(4, 8)], grades={8: 1}) == 1000 + 1200  # an end that has become a worse boundary
    assert cost([(4, 8)], grades={4: 1}) == 1000 + 1200  # and so has that of the chunk before
    assert cost([(4, 6), (6, 8)]) == 2000 + 500 + 600 * (16 - 4 - 4) // 16
    assert cost([(4, 6), (6, 8)], worn=True) == 2000 + 3500 + 300
    assert cost([(4, 6), (6, 8)], grades={6: 3}) == 2800 + 3 * 200
    assert cost([(4, 7), (7, 8)]) == 2000 + 500 + 600 * (16 - 9 - 1) // 16 + 2000  # the first one is short
    # two chunks in place of three, whose ends at 4 and 8 go
    assert cost([(0, 6), (6, 12)], 1) == 2000 - 1500 - 600 * (36 + 36 - 3 * 16) // 16
    assert cost([(0, 6), (6, 12)], 1, grades={4: 1, 6: 2, 8: 3}) == -400 + 2 * 200 - (1 + 3) * 200
    assert cost([(0, 6), (6, 12)], 1, worn=True) == 2000 - 3500 - 900
    # the chunks beside the run stay as they are
    assert cost([(0, 4), (4, 8), (8, 12)], 1) == 1000


def test_the_bound() -> None:
    """One edit of prose: few new chunks, and no end moves that is far from it."""
    chance = random.Random(5)
    words = [
        "the",
        "rain",
        "falls",
        "on",
        "many",
        "hills",
        "and",
        "old",
        "towns",
        "where",
        "nobody",
        "minds",
        "it",
    ]
    text = " ".join(
        f"{' '.join(chance.choice(words) for _ in range(chance.randint(3, 15))).capitalize()}." for _ in range(400)
    )
    plan = snapping("sentence-standard", 200, 0, 100)
    for _ in range(100):
        start = chance.randrange(len(text) - 200)
        edit = chance.choice(["", "x", "Another sentence stands here now. "])
        new = text[:start] + edit + text[start + chance.choice([0, 1, 30, 100]) :]
        rows = of_core(text, new, plan)
        assert sum(row < 0 for *_, row in rows) <= 4
        spans = list(Windows(plan).cut(Text(text))[0])
        kept = {row for *_, row in rows}
        assert all(abs(spans[row][1] - start) <= 600 for row in range(len(spans)) if row not in kept)
