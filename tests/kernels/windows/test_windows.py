"""Window slicing: literals by hand, then every implementation against the reference."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap import ChunkLimitError, FixedChunker, TextError
from shiplap._core.text import Text
from shiplap._core.windows import Batch, Windows
from shiplap._data.heading_numbers import ADORNED, HAS_MARKED
from shiplap.levels import LEVELS
from shiplap.plan import Plan, Row, Unit, replace
from shiplap.reference.windows import windows as reference
from tests.conftest import Reference
from tests.support.cases import cases
from tests.support.drawn import arguments, outcome
from tests.support.hostile import affordable, broken, known_headings, plans, positions, texts, within
from tests.support.plans import exact, keeping, sentences, snapping


@cases(
    ("length", "size", "overlap", "spans"),
    [
        (2400, 1000, 200, [(0, 1000), (800, 1800), (1600, 2400)]),
        (2400, 900, 120, [(0, 900), (780, 1680), (1560, 2400)]),
        (0, 1000, 200, []),
        (1, 1000, 200, [(0, 1)]),
        (1000, 1000, 200, [(0, 1000)]),
        (1001, 1000, 200, [(0, 1000), (800, 1001)]),
        (5, 1, 0, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]),
        (5, 3, 2, [(0, 3), (1, 4), (2, 5)]),
    ],
)
def test_exact_windows(impl: Any, length: int, size: int, overlap: int, spans: list[Any]) -> None:
    for letter in ("x", "é", "漢", "😀"):
        assert impl.windows(letter * length, exact(size, overlap)) == spans
        wide = len(letter.encode())
        assert impl.both(letter * length, exact(size, overlap)) == (
            spans,
            [(start * wide, end * wide) for start, end in spans],
        )


def test_windows_in_estimated_tokens_are_of_four_characters(impl: Any) -> None:
    assert impl.windows("x" * 17, exact(2, 0, "tokens")) == [(0, 8), (8, 16), (16, 17)]
    assert impl.windows("é漢😀" * 5, exact(2, 1, "tokens")) == [(0, 8), (4, 12), (8, 15)]
    rows = (Row("word", 2, 2), Row("char", 0, 2))  # two tokens are five characters at least
    plan = Plan("tokens", 2, 0, rows, (Unit("char", 2),), ("char",))
    assert impl.windows("aaaa bbbbbbbbb", plan) == [(0, 5), (5, 13), (13, 14)]
    assert impl.windows("aaa bbbbbbbbbb", plan) == [(0, 8), (8, 14)]
    plan = Plan("tokens", 2, 0, (Row("char", 0, 2),), (Unit("char", 2),), ("char",), min_size=2, most=4)
    assert impl.windows("x" * 12, plan) == [(0, 12)]
    assert impl.windows("x" * 20, plan) == [(0, 8), (8, 20)]
    assert impl.windows("x" * 13, plan) == [(0, 8), (8, 13)]
    assert impl.both("é" * 12, plan) == ([(0, 12)], [(0, 24)])
    assert impl.both("é" * 20, plan) == ([(0, 8), (8, 20)], [(0, 16), (16, 40)])


def whole(level: str, size: int, overlap: int, unit: Any) -> Plan:
    """Chunks of whole units of a level, or of parts of one."""
    rows = (Row(level, 0, size), Row("char", 0, size))
    return Plan(unit, size, overlap, rows, (Unit(level, size),), (level,), most=size + 2)


@pytest.mark.parametrize("unit", ["characters", "bytes", "tokens"])
def test_every_size_and_overlap(impl: Any, unit: Any) -> None:
    for text in ("aé漢😀b" * 3, "éé漢漢\u0301😀é\r\n漢 é"):
        for size in range(4, 10):
            for overlap in range(size):
                for plan in (exact(size, overlap, unit), whole("grapheme", size, overlap, unit)):
                    assert impl.both(text, plan) == Reference().both(text, plan), (size, overlap)


@cases("text", ["a", " a", "é", "漢b", "b漢", "ab\r", "\nb", "😀", "b. 漢", "ab cé"])
@cases(("before", "behind"), [(b"", b"\x80\x80"), (b".", b"\n"), (b"\n\n", b" "), (b"\r", b"a")])
def test_what_is_around_a_buffer_is_not_read(isa_core: Any, text: str, before: bytes, behind: bytes) -> None:
    data = text.encode()
    view = Text(memoryview(before + data + behind)[len(before) : len(before) + len(data)])
    plans = [exact(size, 0, unit) for size in (1, 2, 4) for unit in ("characters", "bytes")]
    for level in LEVELS:
        plans += [whole(level, size, 0, unit) for size in (1, 2, 9) for unit in ("characters", "bytes")]
        plans.append(replace(exact(9, 0), break_at=Unit(level, 9)))
    for plan in plans:
        _, expected = isa_core.both(text, plan)
        assert list(Windows(plan).cut(view, [])[0]) == expected, plan


@pytest.mark.parametrize(
    "text", ["aaa bbb ccc ddd\n# ee ff gg\nhhh iii jjj kkk lll", "aa b\n# c d e f g\n# h i\nj k l m n o"]
)
def test_a_unit_that_keeps_headings_is_longer_than_a_word(impl: Any, text: str) -> None:
    for size in (6, 9, 13, 16, 20, 26):
        for overlap in (0, size // 2, size - 2):
            for level, keeps in (("line", False), ("line", True), ("word", False), ("paragraph", False)):
                first = Row(level, size // 2, size, keeps_headings=keeps)
                rows = (first, Row("word", 0, size), Row("char", 0, size))
                units = (Unit("word", size, True), Unit("char", size))
                plan = Plan("characters", size, overlap, rows, units, ("word",))
                assert impl.windows(text, plan) == Reference().windows(text, plan), (size, overlap, level)


def test_windows_in_bytes_end_at_code_points(impl: Any) -> None:
    assert impl.windows("ééé", exact(3, 0, "bytes")) == [(0, 1), (1, 2), (2, 3)]
    assert impl.windows("aéa", exact(3, 1, "bytes")) == [(0, 2), (2, 3)]
    # the overlap of one byte is no whole é, and the overlap of two is
    assert impl.windows("aéaé", exact(3, 1, "bytes")) == [(0, 2), (2, 4)]
    assert impl.windows("aééa", exact(4, 2, "bytes")) == [(0, 2), (1, 3), (2, 4)]


def test_a_code_point_over_the_limit_stands_alone(impl: Any) -> None:
    assert impl.windows("a😀b", exact(2, 1, "bytes")) == [(0, 1), (1, 2), (2, 3)]


def test_a_code_point_over_the_limit_is_an_error_where_that_is_asked_for(impl: Any) -> None:
    with pytest.raises(ChunkLimitError) as caught:
        impl.windows("aé漢b", exact(2, 1, "bytes", oversize="raise"))
    facts = (caught.value.offset, caught.value.size, caught.value.limit, caught.value.unit)
    assert facts == (2, 3, 2, "bytes")
    assert impl.windows("aé漢b", exact(3, 0, "bytes", oversize="raise")) == [(0, 2), (2, 3), (3, 4)]
    assert impl.windows("aé漢b", exact(1, 0, oversize="raise")) == [(0, 1), (1, 2), (2, 3), (3, 4)]


@pytest.mark.parametrize("marks", ["\u0301", "\u200c", "\ufe0f", "\u0300\u0301", "\U0001d165"])
def test_a_cluster_over_the_limit_is_cut_at_the_limit(impl: Any, marks: str) -> None:
    cluster = "b" + (10 * marks)[:6]
    assert impl.windows(cluster, snapping("word", 4, 3, 2)) == [(0, 4), (4, 7)]
    assert impl.windows(f"a{cluster}c", snapping("word", 4, 1, 2)) == [(0, 1), (1, 5), (5, 9)]
    assert impl.windows(f"a {cluster}", snapping("word", 4, 3, 0)) == [(0, 2), (1, 5), (5, 9)]
    assert impl.windows(f"{cluster}\r\nccc", snapping("line", 5, 2, 0)) == [(0, 5), (5, 9), (7, 12)]
    assert impl.windows(cluster * 2, snapping("word", 6, 5, 3)) == [(0, 6), (6, 7), (7, 13), (13, 14)]
    assert impl.windows(cluster * 2, sentences(4, 2, 1, 5)) == [(0, 4), (4, 7), (7, 11), (11, 14)]
    assert impl.windows(cluster, sentences(5, 0, 3, 5)) == [(0, 5), (5, 7)]  # the minimum cuts no cluster
    wide = len(marks[0].encode())
    size = 3 * wide
    plan = replace(snapping("word", size, wide, 0), unit="bytes")
    ends = [3, 6, 7] if wide > 1 else []
    assert impl.windows(cluster, plan) == list(zip([0, *ends], ends, strict=False))


def test_a_line_end_over_the_limit_is_cut(impl: Any) -> None:
    assert impl.windows("a\r\nb", snapping("line", 1, 0, 0)) == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert impl.windows("a\r\nb", snapping("line", 2, 1, 0)) == [(0, 1), (1, 3), (3, 4)]


def at_words(size: int, overlap: int, **options: Any) -> Plan:
    """Windows that end at words, but at none that parts a heading from what it heads."""
    rows = (Row("word", 0, size, "last", True), Row("word", 0, size), Row("grapheme", 0, size))
    units = (Unit("word", size, True), Unit("word", size), Unit("char", size))
    return Plan("characters", size, overlap, rows, units, ("word",), **options)


@cases(
    "heading",
    ["# Old men", "###### Old men #", "#", "Old men\n===", "Old men\r\n  -- ", "Öld mén\n-", "漢😀\n="],
)
@cases("gap", ["\n", "\r\n", "\n\n", " \n \t\n", "\u2028"])
def test_no_window_ends_with_a_heading(impl: Any, heading: str, gap: str) -> None:
    before = "It rains. It pours.\n\n"
    text = f"{before}{heading}{gap}Snore on."
    first = len(text) - len("on.")
    for size in range(len(before), first):
        assert impl.windows(text, at_words(size, 0))[0] == (0, len(before)), size
    assert impl.windows(text, at_words(first, 0))[0] == (0, first)
    # with an overlap, the next word must fit with the heading, or the overlap yields
    assert impl.windows(text, at_words(first - 5, 12))[1][1] >= first


def test_a_heading_that_does_not_fit_stands_alone(impl: Any) -> None:
    assert impl.windows("# One two\nthree", at_words(9, 0)) == [(0, 6), (6, 15)]
    assert impl.windows("# One\n# Two\n# Three\nfour", at_words(12, 0)) == [(0, 12), (12, 24)]
    assert impl.windows("# " + "x" * 20, at_words(9, 0)) == [(0, 2), (2, 11), (11, 20), (20, 22)]


@cases("letter", ["x", "é", "漢", "😀"])
@cases(("length", "kept"), [(253, True), (254, True), (255, False)])
def test_the_line_of_a_heading_is_capped(impl: Any, letter: str, length: int, kept: bool) -> None:
    text = f"a\n# {letter * length}\nb"  # 256 code points with `# `
    assert (impl.windows(text, at_words(len(text) - 1, 0))[0][1] == 2) is kept


def test_white_space_after_a_heading_is_capped(impl: Any) -> None:
    for space in (" ", "\u3000", "\n"):
        for run, stop in ((255, 2), (256, 2), (257, 260)):
            assert impl.windows(f"a\n# {space * (run - 1)}b c", at_words(run + 4, 0))[0][1] in (stop, run + 3), run


def test_no_window_has_text_of_two_units(impl: Any) -> None:
    text = "a b\n\nc d\n\n\ne"
    plan = at_words(9, 4, break_at=Unit("paragraph", 9))
    assert impl.windows(text, plan) == [(0, 5), (5, 11), (11, 12)]
    assert impl.windows(text, at_words(30, 9, break_at=Unit("line", 30)))[:3] == [(0, 4), (4, 5), (5, 9)]
    # what is over the size is cut, with an overlap inside the unit alone
    plan = at_words(4, 2, break_at=Unit("paragraph", 4))
    assert impl.windows("a b c\n\nd", plan) == [(0, 4), (4, 7), (7, 8)]
    # a heading alone is no unit
    headed = at_words(30, 9, break_at=Unit("paragraph", 30, True))
    assert impl.windows("a\n\n# b\n\nc\n\nd", headed) == [(0, 3), (3, 11), (11, 12)]


def test_a_window_that_a_break_ends_has_room_for_the_next_word(impl: Any) -> None:
    plan = at_words(5, 2, break_at=Unit("separator:0", 5), separators=("a",))
    plan = replace(plan, overlap_levels=("grapheme",))
    assert impl.windows("it read", plan) == [(0, 3), (2, 6), (6, 7)]


def test_a_text_with_headings_has_a_plan_of_its_own(impl: Any) -> None:
    plan = at_words(20, 0)
    plan = replace(plan, with_headings=replace(plan, break_at=Unit("section", 20)))
    marked, unmarked = "# a\n\nIt rains.\n\n# b\n\nIt pours.\n", "# a\nimport os\n# b\nx = 1\n"
    assert impl.windows(marked, plan) == [(0, 16), (16, 31)]
    assert impl.windows(unmarked, plan)[0] == (0, 20)
    assert impl.windows(marked.replace("#", "+"), plan)[0] == (0, 18)
    # it is looked for in the first 16384 code points
    plan = at_words(17000, 0)
    plan = replace(plan, with_headings=replace(plan, break_at=Unit("section", 17000)))
    for letter in ("x", "é", "漢", "😀"):
        for filler, found in ((16383, True), (16384, False)):
            text = letter * (filler - 10) + "\n> a\n> b\n\n#\nc d"
            assert (impl.windows(text, plan)[0][1] == filler) is found


def test_headings_without_marks_are_found_where_the_plan_asks_for_them(impl: Any) -> None:
    plan = at_words(60, 0, break_at=Unit("section", 60))
    text = "Article 1\n\nIt rains.\n\nArticle 2\n\nIt pours.\n"
    assert impl.windows(text, replace(plan, finds_looks=True)) == [(0, 22), (22, 43)]
    assert impl.windows(text, plan) == [(0, 43)]
    # titles that other marks than = and - underline are none, unless that is known
    adorned = "Rain falls,\n\nRain\n~~~~\n\nIt rains.\n\nSnow\n~~~~\n\nIt snows.\n"
    plan = replace(plan, finds_looks=True)
    assert impl.windows(adorned, plan) == [(0, len(adorned))]
    assert len(impl.windows(adorned, plan, headings=HAS_MARKED | ADORNED)) == 3


@cases("letter", ["a", "é", "漢", "😀"])
def test_more_lines_than_the_core_remembers(isa_core: Any, letter: str) -> None:
    """The core remembers which lines are headings, each in one of 256 places."""
    section = f"Article 100\n\nit r{letter}ins on the hills\n\n"
    text = "".join(section.replace("100", str(k)) for k in range(100, 800))
    plan = at_words(60, 0, break_at=Unit("section", 60), finds_looks=True)
    starts = range(0, len(text), len(section))
    assert isa_core.windows(text, plan) == [(start, start + len(section)) for start in starts]


def test_blank_windows_are_dropped(impl: Any) -> None:
    assert impl.windows("ab      cd", exact(2, 0, skip_blank=True)) == [(0, 2), (8, 10)]
    assert impl.windows("   ", exact(2, 1, skip_blank=True)) == []


def test_trimming_keeps_the_laws(impl: Any) -> None:
    assert impl.windows("  ab  cd  ", exact(4, 0, strip_whitespace=True)) == [(2, 4), (6, 8)]
    assert impl.windows("a          b", exact(4, 2, strip_whitespace=True)) == [(0, 1), (11, 12)]
    assert impl.windows(" \n ", exact(4, 2, strip_whitespace=True)) == []


def test_snapping_to_sentences(impl: Any) -> None:
    text = "It rains. It pours. The old man snores."
    assert impl.windows(text, snapping("sentence-simple", 24, 0, 12)) == [(0, 20), (20, 39)]
    # the overlap begins at a sentence, else at a word, else anywhere
    assert impl.windows(text, snapping("sentence-simple", 24, 12, 12)) == [(0, 20), (10, 32), (20, 39)]


def test_snapping_falls_back_to_words_then_to_anything(impl: Any) -> None:
    assert impl.windows("aaaa bbbb cccc", snapping("sentence-simple", 7, 0, 4)) == [(0, 5), (5, 10), (10, 14)]
    assert impl.windows("aaaaaaaaaa", snapping("sentence-simple", 4, 0, 2)) == [(0, 4), (4, 8), (8, 10)]


def test_never_inside_crlf_when_snapping(impl: Any) -> None:
    assert impl.windows("abc\r\ndef", snapping("line", 4, 0, 4)) == [(0, 3), (3, 7), (7, 8)]
    assert impl.windows("abc\r\ndef", snapping("line", 4, 0, 2)) == [(0, 3), (3, 5), (5, 8)]
    assert impl.windows("\r\n\r\n", snapping("paragraph", 3, 2, 1)) == [(0, 2), (2, 4)]


def test_the_rest_of_a_unit_is_not_joined_with_what_follows(impl: Any) -> None:
    text = "aaaa bbbb cccc\ndd\nee\nffff gggg"
    assert impl.windows(text, snapping("line", 10, 0, 2)) == [(0, 10), (10, 18), (18, 21), (21, 30)]
    # "cccc" is the rest of a line; what comes after it is joined again, up to the next line that is cut
    assert impl.windows(text, keeping("line", 10, 0, 2)) == [(0, 10), (10, 15), (15, 21), (21, 30)]
    # unless it is too short to stand alone: then up to the first end that is far enough
    text = "aaaa bb\ndd\neeeeee\nffff\n"
    assert impl.windows(text, keeping("line", 7, 0, 4)) == [(0, 5), (5, 11), (11, 18), (18, 23)]
    # all that is left is one chunk, where it fits
    assert impl.windows("aaaa bbbb\nc\n", keeping("line", 8, 0, 2)) == [(0, 5), (5, 12)]


def test_a_sentence_over_the_target_stays_whole_within_the_maximum(impl: Any) -> None:
    assert impl.windows("Aaaaaaaaaaa. Bb. Cc. ", sentences(10, 0, 2, 14)) == [(0, 13), (13, 21)]
    assert impl.windows("Aaaaaaaaaaaaa. Bb. Cc. ", sentences(10, 0, 2, 14)) == [(0, 10), (10, 19), (19, 23)]
    # and it enters whole, so the overlap yields to it: "Bb. " and 12 more would be over the maximum
    assert impl.windows("Aaaaa. Bb. Cccccccccc. ", sentences(11, 5, 2, 16)) == [(0, 11), (7, 23)]
    assert impl.windows("Aaaaa. Bb. Cccccccccc. ", sentences(11, 5, 2, 15)) == [(0, 11), (11, 23)]


def test_the_rest_is_not_left_under_the_minimum(impl: Any) -> None:
    # it goes with the chunk before
    assert impl.windows("Aaaaaaa. Bb.", sentences(10, 0, 4, 14)) == [(0, 12)]
    # it does not fit there: the chunk ends earlier, at a sentence, at a word, anywhere
    assert impl.windows("Aaaa. Bbb. Cc.", sentences(12, 0, 5, 13)) == [(0, 6), (6, 14)]
    assert impl.windows("Aaaa bbb. Ccc.", sentences(10, 0, 6, 13)) == [(0, 8), (8, 14)]
    assert impl.windows("Aaaaaaaaa. Cc.", sentences(11, 0, 5, 13)) == [(0, 9), (9, 14)]
    # a cluster goes before the minimum
    assert impl.windows("aaaa\r\nb", sentences(6, 0, 2, 6)) == [(0, 4), (4, 7)]
    assert impl.windows("\r\nb", sentences(2, 0, 1, 2)) == [(0, 2), (2, 3)]
    # white space that is trimmed away is no rest
    assert impl.windows("Aaaaaaa. \n \n \n", sentences(9, 0, 4, 10, strip_whitespace=True)) == [(0, 8)]


def test_given_positions(impl: Any) -> None:
    plan = sentences(4, 1, 0, 5, "given")
    assert impl.windows("abcdefgh", plan, given=[0, 3, 5, 8]) == [(0, 3), (3, 5), (5, 8)]
    assert impl.windows("abcdefgh", plan, given=[0, 3, 8]) == [(0, 3), (3, 8)]
    assert impl.windows("abcdefgh", plan, given=[2, 3, 5]) == [(0, 3), (2, 5), (5, 8)]
    # never inside a cluster
    assert impl.windows("ab\r\ncd", plan, given=[3]) == [(0, 4), (4, 6)]
    assert impl.both("éb漢\r\nc😀", plan, [3, 4]) == ([(0, 3), (3, 7)], [(0, 6), (6, 13)])


#: Calls of the loop. `after`: test_updates.py; `tokens`: test_tokens.py.
calls = arguments(
    reference.windows, text=texts | broken, named=plans(), given=st.tuples(positions), after=st.none(),
    headings=known_headings, tokens=st.none(),
)  # fmt: skip


@given(call=calls)
def test_str_equals_the_reference(isa_core: Any, call: dict[str, Any]) -> None:
    text, plan = affordable(call["text"], call["named"]), call["named"]
    places = within(text, call["given"][0])
    expected = outcome(reference.windows, **{**call, "text": text, "given": [places]})
    assert outcome(isa_core.windows, text, plan, call["errors"], places, call["headings"]) == expected


@given(text=texts, plan=plans(), places=positions)
def test_bytes_equal_the_reference(isa_core: Any, text: str, plan: Plan, places: list[int]) -> None:
    text = affordable(text, plan)
    places = within(text, places)
    found = outcome(isa_core.both, text, plan, places)
    expected = outcome(reference.windows, text, plan, given=[places])
    if not isinstance(expected, list):
        assert found == expected
        return
    spans, byte_spans = found
    assert spans == expected
    data = text.encode()
    for (start, end), (start_byte, end_byte) in zip(spans, byte_spans, strict=True):
        assert data[start_byte:end_byte].decode() == text[start:end]


def test_lone_surrogates_by_hand(impl: Any) -> None:
    """In bytes the whole text is read; else what a cut touches, on both sides, and nothing by exact windows."""
    for surrogate in ("\ud800", "\udfff"):
        text = f"a{surrogate}cdefgh"
        with pytest.raises(TextError, match="offset 1"):
            impl.windows(text, exact(4, 0, "bytes"))
        assert impl.windows(text, exact(4, 0, "bytes"), "surrogatepass") == [(0, 2), (2, 6), (6, 8)]
        assert impl.windows(text, exact(2, 0)) == [(0, 2), (2, 4), (4, 6), (6, 8)]
        rows = (Row("word", 1, 4), Row("char", 0, 4))
        for overlap, place in (
            (2, 1),
            (0, 3),
            (0, 4),
        ):  # before the second chunk, at the end of the first, after it
            plan = Plan("characters", 4, overlap, rows, (Unit("char", 4),), ("char",))
            broken = "abcdefgh"[:place] + surrogate + "abcdefgh"[place + 1 :]
            with pytest.raises(TextError, match=f"offset {place}"):
                impl.windows(broken, plan)
            assert impl.windows(broken, plan, "surrogatepass")[1][0] == 4 - overlap
    # the error names the first one of the text, whichever a cut touches
    plan = Plan("characters", 3, 0, (Row("grapheme", 0, 3, "first"),), (Unit("char", 3),), ("char",))
    with pytest.raises(TextError, match="offset 1"):
        impl.windows("1\ud800\ud800", plan)


def test_a_unit_that_ends_at_the_limit_ends_the_chunk(impl: Any) -> None:
    rows = (Row("word", 0, 7, "first"), Row("char", 0, 7))
    plan = Plan("characters", 7, 0, rows, (Unit("char", 7),), ("char",), break_at=Unit("paragraph", 7))
    assert impl.windows("a b c\n\nd e", plan) == [(0, 7), (7, 10)]


@cache
def with_a_lone_surrogate(plan: Plan) -> list[tuple[str, Any]]:
    """Return a long text with a lone surrogate at each position, and what the reference makes of it."""
    text = "Ein Ş fällt. Noch eins. Und eins. " * 8
    broken = [text[:p] + "\ud800" + text[p + 1 :] for p in range(len(text))]
    return [(each, outcome(Reference().windows, each, plan, "strict", [])) for each in broken]


@pytest.mark.parametrize("snap", ["sentence", "word"])
def test_lone_surrogates_in_a_long_run_of_like_chunks(isa_core: Any, snap: Any) -> None:
    plan = FixedChunker(40, 15, snap=snap)._plan
    for text, expected in with_a_lone_surrogate(plan):
        assert outcome(isa_core.windows, text, plan, "strict", []) == expected
    assert {type(expected) for _, expected in with_a_lone_surrogate(plan)} == {list, tuple}


def test_a_batch_reads_the_whole_of_each_buffer_once() -> None:
    """Well-formed buffers are cut; ill-formed and blank ones fail."""
    texts = ["é漢".encode(), b"ab\xff", b"abc", b" ", "é漢", b"\xe6\xbc"]
    batch = Batch(texts, Windows(snapping("word", 2, 0, 0)), Text, True, True).run()
    assert batch.failed == [1, 3, 5]
    assert list(batch.offsets()) == [0, 1, 1, 3, 3, 4, 4]
    assert batch.texts() == [["é漢"], [], ["ab", "c"], [], ["é漢"], []]
