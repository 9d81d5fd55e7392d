"""Splitting by separators and merging: the rules M1 to M9 by hand, and the core against the reference."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shiplap._core import cpu
from shiplap._core import windows as core
from shiplap._core.patterns import alternatives
from shiplap.reference.merging import splitter as reference
from tests.support.cases import cases
from tests.support.drawn import arguments

USUAL = ["\n\n", "\n", " ", ""]


@pytest.fixture(params=[reference, core], ids=["reference", "core"])
def impl(request: pytest.FixtureRequest) -> Any:
    return request.param


def made(impl: Any, separators: list[str], size: int, overlap: int = 0, **given: Any) -> Any:
    """Return a splitter with the defaults of `RecursiveCharacterTextSplitter`."""
    options: dict[str, Any] = {
        "is_regex": False, "recursive": True, "keep": "start", "rejoin": True, "strip": True, **given
    }  # fmt: skip
    return impl.SeparatorSplitter(separators, chunk_size=size, chunk_overlap=overlap, **options)


def words(text: str) -> int:
    return len(text.split())


def letters_a(text: str) -> int:
    return text.count("a")


@cases(
    ("rule", "text", "separators", "size", "overlap", "options", "chunks", "starts"),
    [
        ("M1", "a b\n\nc d", USUAL, 4, 0, {}, ["a b", "c d"], [0, 5]),
        ("M1 each piece chooses anew", "aa bbb\n\ncc", ["\n\n", " "], 5, 0, {}, ["aa", "bbb", "cc"], [0, 3, 8]),
        ("M1 nothing occurs", "abcdef", ["\n"], 4, 0, {}, ["abcdef"], [0]),
        ("M1 an empty one first", "ab-cd", ["", "-"], 2, 0, {}, ["ab", "-c", "d"], [0, 2, 4]),
        (
            "M1 nothing more occurs", "aabcd", ["^a", "q"], 3, 0, {"is_regex": True, "keep": "end"},
            ["a", "abcd"], [0, 1],
        ),
        ("M2 no overlaps", "xaaaaax", ["aa"], 3, 0, {}, ["xaa", "aaax"], [0, 3]),
        ("M2 an empty one", "abcde", [""], 2, 0, {}, ["ab", "cd", "e"], [0, 2, 4]),
        ("M2 the run", "a\n\n\n\n\nb", ["\n\n"], 4, 0, {"strip": False}, ["a\n\n", "\n\n\nb"], [0, 3]),
        ("M3 start", "a-b-c", ["-"], 3, 0, {}, ["a-b", "-c"], [0, 3]),
        ("M3 end", "a-b-c", ["-"], 3, 0, {"keep": "end"}, ["a-", "b-c"], [0, 2]),
        ("M3 dropped", "a--b-c", ["-"], 3, 0, {"keep": None}, ["a-b", "c"], [0, 5]),
        ("M4 a piece of the size", "ab cd", [" "], 2, 0, {"strip": False}, ["ab", " cd"], [0, 2]),
        ("M4 alone", "a-b", ["-"], 1, 0, {"length": letters_a}, ["a", "-b"], [0, 1]),
        ("M4 begins anew", "cccc ab c", [" "], 4, 0, {}, ["cccc", "ab", "c"], [0, 5, 8]),
        ("M4 as it is", "a  bcd e", [" "], 3, 0, {}, ["a", " bcd", "e"], [0, 2, 7]),
        ("M4 no overlap across", "a b cccc d", [" "], 4, 3, {}, ["a b", " cccc", "d"], [0, 3, 9]),
        ("M5 exactly the size", "a b c", [" "], 3, 0, {}, ["a b", "c"], [0, 4]),
        ("M5 the overlap", "a b c d", [" "], 4, 2, {}, ["a b", "b c", "c d"], [0, 2, 4]),
        ("M5 it gives way", "a b ccc", [" "], 5, 4, {}, ["a b", "ccc"], [0, 4]),
        (
            "M5 separators count", "aa-bb-cc-d-e", ["-"], 5, 0, {"keep": None},
            ["aa-bb", "cc-d", "e"], [0, 6, 11],
        ),
        (
            "M5 no more than the size", "a-aa", ["-"], 2, 1, {"length": letters_a, "recursive": False},
            ["a", "-aa"], [0, 1],
        ),
        (
            "M5 pieces without a length stay", "b-aaa", ["-"], 2, 0, {"length": letters_a, "recursive": False},
            ["b", "b-aaa"], [0, 0],
        ),
        ("M6 a doubled separator", "a--b", ["-"], 9, 0, {"keep": None}, ["a-b"], [0]),
        ("M6 a pattern", "a  b", [" +"], 9, 0, {"keep": None, "is_regex": True}, ["a +b"], [0]),
        ("M6 not", "a--b", ["-"], 9, 0, {"keep": None, "rejoin": False}, ["ab"], [0]),
        ("M7", " \x1c\x85 a\u200b\u3000", USUAL, 9, 0, {}, ["a\u200b"], [4]),
        ("M7 nothing", " \n\n ", USUAL, 9, 0, {}, [], []),
        ("M7 kept", " \n\n ", USUAL, 9, 0, {"strip": False}, [" \n\n "], [0]),
        ("M8 behind a blank piece", " --b", ["-"], 9, 0, {"keep": None}, ["-b"], [2]),
        (
            "M8 behind a blank piece further on", "xx- -b", ["-"], 2, 0,
            {"keep": None, "rejoin": False, "recursive": False}, ["xx", "b"], [0, 5],
        ),
        ("M8 in a pattern", "  - b", [" ?- "], 9, 0, {"keep": None, "is_regex": True}, ["?- b"], [2]),
        ("a length", "a b c d e", [" "], 2, 1, {"length": words}, ["a b", "b c", "c d", "d e"], [0, 2, 4, 6]),
        ("no recursion", "abcd-e", ["-"], 3, 0, {"recursive": False, "keep": None}, ["abcd", "e"], [0, 5]),
        ("lone surrogates", "\ud800 \udc00", USUAL, 2, 0, {}, ["\ud800", "\udc00"], [0, 2]),
        ("an empty text", "", USUAL, 2, 0, {}, [], []),
    ],
)  # fmt: skip
def test_literals(
    impl: Any, rule: str, text: str, separators: list[str], size: int, overlap: int, options: Any,
    chunks: list[str], starts: list[int],
) -> None:  # fmt: skip
    splitter = made(impl, separators, size, overlap, **options)
    assert splitter.split_with_starts(text) == (chunks, starts)
    assert splitter.split(text) == chunks


def test_a_chunk_above_the_size_is_reported_when_a_piece_follows(impl: Any) -> None:
    reported: list[int] = []
    options = {"recursive": False, "keep": None, "on_oversize": reported.append}
    assert made(impl, ["-"], 3, **options).split("abcde-f-ghijk") == ["abcde", "f", "ghijk"]
    assert reported == [5]


@pytest.mark.parametrize("keep", [None, "start", "end"])
def test_an_unsupported_separator_counts_only_where_it_is_chosen(impl: Any, keep: str | None) -> None:
    """M9."""
    marked: dict[int, re.Pattern[str] | None] = {1: re.compile("(?m)^#")}
    splitter = made(impl, [" ", "(?m)^#", "-"], 3, 3, is_regex=True, keep=keep, unsupported=marked)
    plain = made(impl, [" ", "(?m)^#", "-"], 3, 3, is_regex=True, keep=keep)
    for text in ("", "a b c", "a b-c-d e", "a-b-c", "a"):  # the separator occurs in no piece that is split
        assert splitter.split_with_starts(text) == plain.split_with_starts(text)
    for text in ("#abc", "#bcd a", "a\n#b", "a b\n#b-cd"):
        with pytest.raises(impl.UnsupportedSeparator):
            splitter.split(text)
    last = made(impl, ["-", "(?m)^#"], 3, is_regex=True, keep=keep, unsupported=marked)
    for text in ("", "ab", "abcd"):  # none occurs: the last one is chosen
        with pytest.raises(impl.UnsupportedSeparator):
            last.split(text)
    assert last.split("a-b") == plain.split("a-b")


def test_what_is_no_regular_expression_is_unsupported_where_it_is_searched(impl: Any) -> None:
    splitter = made(impl, [" ", "("], 3, is_regex=True, unsupported={1: None})
    assert splitter.split("a b") == ["a b"]
    for text in ("ab", "a bcd"):
        with pytest.raises(impl.UnsupportedSeparator):
            splitter.split(text)


SEPARATORS = ["\n\n", "\n", " ", "", "aba", "aa", "ab", "-", "。", "😀", ". ", "\n \n", "\n\n\n", "é", "\ud800"]
PATTERNS = [
    *(
        "\\n+",
        "\\s",
        "(?<=a)b",
        "(?=a)",
        "a|b",
        "$",
        "^a",
        "ab?",
        "",
        " ",
        "\\n\\n",
        "\n#{1,3} ",
        "\n-+\n",
        "\n| ",
    ),
    *(
        "\n(?!ab)(?:a|b)\\s+?a",
        "\\s+?b",
        "a{2}",
        "$$",
        "a??",
        "\n\n.. *\n\n",
        "(?:)|a",
        ".b",
        "a\\{",
        "```",
        "b{,2}",
    ),
    *("\\.", "\ud800+", "é|😀+", "a+a", "(?i)A", "a{,", "[ab]", "(?:ab)+", "a+?", "\\d", "x*"),
]
texts = st.lists(
    st.sampled_from([*"ab -.#\n\t", "\n\n", "ab", "aba", "é", "。", "😀", "\ud800", "\x1c", "\n#", "##", ". "]),
    max_size=80,
).map("".join)
lengths: list[Callable[[str], int] | None] = [
    None, None, words, lambda text: len(text.encode("utf-8", "surrogatepass")), lambda text: len(text) // 3,
    lambda _: 1,
]  # fmt: skip


#: The options of both splitters, without those that depend on one another.
options = arguments(
    reference.SeparatorSplitter,
    separators=st.lists(st.sampled_from(SEPARATORS), min_size=1, max_size=5, unique=True),
    chunk_size=st.integers(1, 30),
    chunk_overlap=st.integers(0, 30),
    length=st.sampled_from(lengths),
    on_oversize=st.just(print),
    unsupported=st.none() | st.sets(st.integers(0, 4)),
)
patterns = st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=5, unique=True)


def usual(separators: list[str], size: int, overlap: int, **changed: Any) -> dict[str, Any]:
    """Return literals as separators and the usual options, except those that are changed."""
    return {
        "separators": separators, "chunk_size": size, "chunk_overlap": overlap, "is_regex": False,
        "recursive": True, "keep": "start", "rejoin": True, "strip": False, "length": None, "unsupported": None,
        **changed,
    }  # fmt: skip


@given(text=texts, options=options, patterns=patterns)
@example("\n" * 50, usual(["\n\n\n", "\n\n"], 7, 5), [])
@example("\n" * 50, usual(["\n\n"], 7, 6, keep="end"), [])
@example(" aa" * 9, usual(["aa", " "], 3, 3, keep=None, rejoin=False), [])
def test_the_core_is_equal(text: str, options: dict[str, Any], patterns: list[str]) -> None:
    separators = patterns if options["is_regex"] else options["separators"]
    if not options["recursive"]:
        separators = separators[:1]
    overlap = min(options["chunk_overlap"], options["chunk_size"])
    allowed = range(len(separators)) if options["is_regex"] else ()
    marked = [number for number in options["unsupported"] or () if number in allowed]
    unsupported = {number: re.compile(separators[number]) for number in marked}
    reports: list[list[int]] = [[], []]
    found: list[Any] = []
    for impl, report in zip((reference, core), reports, strict=True):
        changed = {"separators": separators, "chunk_overlap": overlap, "unsupported": unsupported}
        splitter = impl.SeparatorSplitter(**{**options, **changed, "on_oversize": report.append})
        try:
            found.append(splitter.split_with_starts(text))
        except impl.UnsupportedSeparator:
            found.append(None)
    assert found[0] == found[1] and (found[0] is None or reports[0] == reports[1])


@pytest.mark.parametrize("letter", ["e", "é", "語", "😀"])
def test_long_texts_of_every_width_are_equal(letter: str) -> None:
    before = cpu.current()
    paragraphs = [f"{letter * (k % 90)} word {k} " * (k % 40) + "\n" * (k % 4) for k in range(300)]
    text = "\n".join(paragraphs)
    for size, overlap, keep in ((1000, 200, "start"), (300, 299, "end"), (64, 0, "start"), (500, 100, None)):
        expected = made(reference, USUAL, size, overlap, keep=keep).split_with_starts(text)
        try:
            for isa in cpu.supported():
                cpu.use(isa)
                assert made(core, USUAL, size, overlap, keep=keep).split_with_starts(text) == expected, isa
        finally:
            cpu.use(before)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_without_backtracking_matches_as_re_does(pattern: str) -> None:
    text = "ab a\n\nb\n# a\n---\n#### b😀😀é\ud800\ud800\n\n.. \n\nA```\n" * 3
    pieces = [
        made(impl, [pattern], 1, is_regex=True, keep="end", strip=False).split_with_starts(text)
        for impl in (reference, core)
    ]
    assert pieces[0] == pieces[1]
    assert (alternatives(pattern) is None) == (
        pattern
        in {"(?<=a)b", "(?=a)", "^a", "b{,2}", "a+a", "(?i)A", "a{,", "[ab]", "(?:ab)+", "a+?", "\\d", "a??"}
    )


@pytest.mark.parametrize("length", [1.5, -1, 2**50, None, "3"])
def test_a_length_that_is_no_count_is_refused(length: Any) -> None:
    with pytest.raises(core.UnsupportedLength):
        made(core, ["-"], 3, length=lambda _: length).split("a-b")


def test_an_error_of_a_length_function_is_passed_on() -> None:
    def fails(text: str) -> int:
        raise KeyError(text)

    with pytest.raises(KeyError):
        made(core, ["-"], 3, length=fails).split("a-b")


def test_a_length_function_is_called_once_a_piece_and_level() -> None:
    measured: list[str] = []

    def length(text: str) -> int:
        measured.append(text)
        return len(text)

    splitter = made(core, ["\n", " "], 4, 2, length=length)
    assert splitter.split("a b c\nd") == ["a b", "b c", "d"]
    assert [each for each in measured if each] == ["a b c", "\nd", "a", " b", " c"]


def test_equal_short_pieces_are_measured_once() -> None:
    measured: list[str] = []

    def length(text: str) -> int:
        measured.append(text)
        return len(text)

    text = "word " * 20 + "w" * 40 + "\n" + "w" * 40
    expected = made(reference, ["\n", " "], 12, 5, length=len).split(text)
    assert made(core, ["\n", " "], 12, 5, length=length).split(text) == expected
    assert measured.count(" word") == 1 and measured.count(" " + "w" * 40) == 1


def test_a_pattern_that_is_wrong_is_an_error_of_re() -> None:
    with pytest.raises(re.error):
        made(core, ["("], 3, is_regex=True)


def test_splitters_can_be_pickled() -> None:
    splitter = pickle.loads(pickle.dumps(made(core, [" +", "a"], 3, 1, is_regex=True, keep=None, length=len)))
    assert splitter.split("b a b") == made(core, [" +", "a"], 3, 1, is_regex=True, keep=None, length=len).split(
        "b a b"
    )
