"""RecursiveChunker: levels in their order, the half-full rule, overlap, separators, arrays, options, errors."""

from __future__ import annotations

import json
import pathlib
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import OptionError, RecursiveChunker
from shiplap.cli import main
from shiplap.reference.windows.windows import windows
from tests.support.hostile import affordable, positions, separators, texts, within
from tests.support.laws import blank, check

RAIN = "It rains. It pours.\n\nThe old man snores. He went to bed.\n\nHe bumped his head."


def paragraph(length: int) -> str:
    """One sentence of so many characters, and the two line ends after it among them."""
    return ("Aa " * length)[: length - 3].rstrip().ljust(length - 3, "a") + ".\n\n"


def paragraphs(*lengths: int) -> str:
    return "".join(paragraph(length) for length in lengths)


def spans(text: str, *arguments: Any, **options: Any) -> list[list[int]]:
    """Return the spans of a text, which are the same for its UTF-8 and for a wider str."""
    chunker = RecursiveChunker(*arguments, **options)
    found: list[list[int]] = chunker.spans(text).tolist()
    assert chunker.spans(text.encode()).tolist() == found
    return found


# ---- levels in their order


def test_whole_paragraphs() -> None:
    assert spans(paragraphs(100, 100, 100), 200, 0) == [[0, 200], [200, 300]]
    assert spans(paragraphs(100, 100, 100), 300, 0) == [[0, 300]]
    assert spans(paragraphs(60, 60, 60, 60), 130, 0) == [[0, 120], [120, 240]]
    assert spans(RAIN, 60, 0) == [[0, 58], [58, 77]]


def test_a_paragraph_is_cut_only_where_the_chunk_before_would_be_under_half_full() -> None:
    # 50 of 100 are half full: the second paragraph stays whole
    assert spans(paragraphs(50, 90), 100, 0) == [[0, 50], [50, 140]]
    # 49 are not: the chunk goes on into the second paragraph, to a word
    assert spans(paragraphs(49, 90), 100, 0) == [[0, 100], [100, 139]]
    assert spans(paragraphs(49, 90), 100, 0, min_fill=0.49) == [[0, 49], [49, 139]]
    assert spans(paragraphs(50, 90), 100, 0, min_fill=0.51)[0] == [0, 98]
    assert spans(paragraphs(50, 90), 100, 0, min_fill=1.0)[0] == [0, 100]


def test_a_paragraph_over_the_limit_is_cut_at_sentences() -> None:
    text = "One is here. Two is here. Three is there. Four.\n\nFive."
    assert RecursiveChunker(30, 0).split_text(text) == [
        "One is here. Two is here. ",
        "Three is there. Four.\n\nFive.",
    ]
    assert RecursiveChunker(27, 0).split_text(text) == [
        "One is here. Two is here. ",
        "Three is there. Four.\n\n",
        "Five.",
    ]


def test_a_sentence_over_the_limit_is_cut_at_words() -> None:
    text = "One two three four five six seven eight nine ten."
    chunker = RecursiveChunker(20, 0)
    assert chunker.split_text(text) == ["One two three four ", "five six seven ", "eight nine ten."]


def test_a_word_over_the_limit_is_cut_anywhere() -> None:
    assert spans("x" * 50, 20, 0) == [[0, 20], [20, 40], [40, 50]]
    assert spans("x" * 50, 20, 5) == [[0, 20], [20, 40], [40, 50]]  # no word begins in the overlap
    # a word under half of the size is no end, and the next is over the limit
    assert spans("aaaa " + "x" * 50, 20, 0) == [[0, 20], [20, 40], [40, 55]]
    assert spans("aaaaaaaaa " + "x" * 50, 20, 0) == [[0, 10], [10, 30], [30, 50], [50, 60]]


def test_never_inside_a_cluster() -> None:
    assert spans("ab\r\n" * 3, 3, 0) == [[0, 2], [2, 4], [4, 6], [6, 8], [8, 10], [10, 12]]
    family = "👩\u200d👩\u200d👧"
    assert spans(family * 3, 9, 0) == [[0, 5], [5, 10], [10, 15]]
    assert spans("e\u0301" * 4, 3, 0) == [[0, 2], [2, 4], [4, 6], [6, 8]]


def test_line_ends_of_all_kinds() -> None:
    for end in ("\n", "\r\n", "\r", "\x85", "\u2028"):
        text = f"aaaa{end}{end}bbbb{end}{end}cccc{end}{end}"
        step = 4 + 2 * len(end)
        assert spans(text, step + 2, 0) == [[0, step], [step, 2 * step], [2 * step, 3 * step]]
    assert spans("aaaa\u2029bbbb\u2029cccc", 7, 0) == [[0, 5], [5, 10], [10, 14]]


def test_thai_and_chinese_have_words() -> None:
    assert spans("我不去你去吗" * 5, 10, 0) == [[0, 10], [10, 20], [20, 30]]
    assert spans("我不去。" * 5, 10, 0, levels=["sentence"]) == [[0, 8], [8, 16], [16, 20]]


# ---- overlap


def test_overlap_begins_at_a_sentence_else_at_a_word() -> None:
    last, before = "He bumped his head.", "He went to bed.\n\n"
    assert RecursiveChunker(60, 40).split_text(RAIN)[1] == "The old man snores. " + before + last
    assert RecursiveChunker(60, 20).split_text(RAIN)[1] == before + last
    assert RecursiveChunker(60, 12).split_text(RAIN)[1] == "to bed.\n\n" + last
    assert RecursiveChunker(60, 12, overlap_levels=["sentence"]).split_text(RAIN)[1] == last
    assert RecursiveChunker(60, 37, overlap_levels=["paragraph"]).split_text(RAIN)[1].startswith("The old man")
    assert RecursiveChunker(60, 36, overlap_levels=["paragraph"]).split_text(RAIN)[1] == last
    assert RecursiveChunker(60, 12, overlap_levels=["grapheme"]).spans(RAIN).tolist()[1] == [46, 77]


def test_the_overlap_leaves_room_for_the_next_word() -> None:
    # "a b c " would take six of ten, and the next word has five
    assert spans("aaaa b c ddddd eeee", 10, 6) == [[0, 9], [5, 15], [9, 19]]
    assert spans("aaaa b c dddddd eeee", 10, 6) == [[0, 9], [7, 16], [16, 20]]


# ---- separators, sections, arrays, functions


def test_separators() -> None:
    text = "one, two; three, four; five, six"
    assert RecursiveChunker(18, 0, levels=["; ", ", "]).split_text(text) == [
        "one, two; ", "three, four; ", "five, six"
    ]  # fmt: skip
    assert RecursiveChunker(9, 0, levels=["; ", ", "]).split_text(text) == [
        "one, ", "two; ", "three, ", "four; ", "five, six"
    ]  # fmt: skip
    # matches may overlap, and a separator that the text cannot hold is nowhere
    assert spans("aaaaaaaa", 3, 0, levels=["aa"]) == [[0, 3], [3, 6], [6, 8]]
    assert spans("abab abab", 4, 0, levels=["漢", "é", "😀", "ab"]) == [[0, 4], [4, 7], [7, 9]]
    assert spans("漢b漢b 漢b漢b", 4, 0, levels=["😀", "b漢b"]) == [[0, 4], [4, 8], [8, 9]]
    assert spans("a、b、c、d", 5, 0, levels=["、"]) == [[0, 4], [4, 7]]
    # of a line end, the half is none
    assert spans("ab\r\ncd\r\nef", 5, 0, levels=["\r"]) == [[0, 5], [5, 10]]
    assert spans("ab\r\ncd\r\nef", 5, 0, levels=["\r\n"]) == [[0, 4], [4, 8], [8, 10]]


def test_a_name_is_a_level_and_a_pair_says_that_it_is_not() -> None:
    text = "one word two word three"
    assert RecursiveChunker(10, 0, levels=["word"]).split_text(text) == ["one word ", "two word ", "three"]
    chunker = RecursiveChunker(10, 0, levels=[("separator", "word")])
    assert chunker.split_text(text) == ["one word", " two word", " three"]
    assert chunker.config["levels"] == [["separator", "word"]]
    assert RecursiveChunker(levels=[("separator", ". ")]) == RecursiveChunker(levels=[". "])
    assert RecursiveChunker(levels=["the", "#", "line", "und"]).config["levels"] == ["the", "#", "line", "und"]


def test_sections() -> None:
    text = "Title\n# One\ntext\n## Two\nmore\n#3 is no heading\n####### nor this\n"
    assert spans(text, 70, 0, levels=["section"]) == [[0, 63]]
    assert spans(text, 34, 0, levels=["section", "line"]) == [[0, 17], [17, 46], [46, 63]]
    assert spans(text, 34, 0, levels=["line"]) == [[0, 29], [29, 63]]


def test_arrays_and_functions() -> None:
    text = "abcdefghijklmnopqrstuvwxyz"
    for places in ([20, 5, 11], (5, 11, 20), np.array([5, 11, 20]), {5, 11, 20}, lambda text: [5, 11, 20]):
        assert spans(text, 12, 0, levels=[places]) == [[0, 11], [11, 20], [20, 26]]
    # several arrays, and each also where an overlap may begin
    coarse, fine = [10, 20], [4, 8, 13, 17, 23]
    assert spans(text, 9, 0, levels=[coarse, fine]) == [[0, 8], [8, 17], [17, 26]]
    assert spans(text, 12, 5, levels=[coarse, fine], overlap_levels=[fine]) == [[0, 10], [8, 20], [17, 26]]
    assert spans(text, 12, 5, levels=[coarse], overlap_levels=[coarse, "word"]) == [[0, 10], [10, 20], [20, 26]]
    wide = "é漢😀" * 9
    assert spans(wide, 12, 0, levels=[[11, 20]]) == [[0, 11], [11, 20], [20, 27]]
    with pytest.raises(OptionError, match="must be at most 26, the code points of the text"):
        spans(text, 12, 0, levels=[[27]])


def halves(text: str) -> list[int]:
    """Return a level for the tests: a function that can be imported by its name."""
    return [len(text) // 2]


def test_boundaries_take_the_place_of_the_first_level() -> None:
    chunker = RecursiveChunker(50, 0, overlap_levels=["paragraph", "word"])
    assert chunker.spans(RAIN).tolist() == [[0, 41], [41, 77]]
    assert chunker.spans(RAIN, boundaries=[30]).tolist() == [[0, 30], [30, 77]]
    assert chunker.chunk(RAIN, boundaries=halves).spans.tolist() == [[0, 38], [38, 77]]
    given = RecursiveChunker(50, 20, overlap_levels=["paragraph", "word"], boundaries=[30, 25])
    assert given.spans(RAIN).tolist() == [[0, 30], [25, 58], [41, 77]]
    assert given.config["boundaries"] == [25, 30] and pickle.loads(pickle.dumps(given)) == given


# ---- tokens, and the preset


def test_tokens_are_estimated() -> None:
    # of 4, 5 and 6 tokens: 17 to 20 characters are 5
    text = "x" * 13 + ".\n\n" + "y" * 15 + ".\n\n" + "z" * 20 + ".\n\n"
    assert spans(text, 9, 0, unit="tokens") == [[0, 34], [34, 57]]
    assert spans(text, 8, 0, unit="tokens") == [[0, 16], [16, 34], [34, 57]]
    assert spans("x" * 30, 3, 0, unit="tokens") == [[0, 12], [12, 24], [24, 30]]
    counts = RecursiveChunker(9, 3, unit="tokens").chunk(text).token_counts.tolist()
    assert max(counts) <= 9


def test_preset() -> None:
    chunker = shiplap.preset("paragraph-800")
    assert chunker == RecursiveChunker(800, 100, unit="tokens")
    text = paragraphs(*[400, 700, 1100, 250] * 8)
    chunks = shiplap.chunk(text, "paragraph-800", document_id="faq.txt")
    assert chunks.ids[0] == "faq.txt-chunk-0" and chunks.token_counts.max() <= 800
    assert all(chunk.text.endswith("\n\n") and chunk.token_count >= 400 for chunk in chunks[:-1])
    assert chunks.overlaps.max() <= 400
    assert chunks.spans.tolist() == RecursiveChunker(3200, 400).spans(text).tolist()
    config = shiplap.preset("paragraph-800", chunk_size=200, chunk_overlap=20).config
    assert (config["chunk_size"], config["chunk_overlap"], config["unit"]) == (200, 20, "tokens")


# ---- options


def test_defaults() -> None:
    config = RecursiveChunker(1000).config
    assert config == {
        "chunker": "recursive", "chunk_size": 1000, "chunk_overlap": 200,
        "levels": None, "overlap_levels": ["sentence", "word"], "min_fill": 0.5, "join_rest": True,
        "break_at": None, "headings": "auto", "sentence_rule": "standard", "unit": "characters", "reserve": 0,
        "strip_whitespace": False, "skip_blank": False, "on_empty": "empty", "oversize": "split",
        "errors": "strict",
    }  # fmt: skip
    assert RecursiveChunker(1000, 0.1).config["chunk_overlap"] == 100


@pytest.mark.parametrize(
    "levels",
    [
        ["paragraph"],
        ["section", "\n\n", ". ", " ", "\u3000", "\ud800"],
        [("separator", "line"), "line", ("separator", "sentences")],
        [[3, 1, 2], "word", (5,)],
        [np.arange(4), halves],
        [("function", f"{__name__}:halves"), "word"],
    ],
)
def test_configuration_round_trip(levels: list[Any]) -> None:
    chunker = RecursiveChunker(
        120, 0.25, unit="bytes", levels=levels, overlap_levels=[*levels, "word"], strip_whitespace=True
    )
    config = json.loads(json.dumps(chunker.config))
    again = shiplap.from_config(config)
    assert again == chunker and hash(again) == hash(chunker) and again.fingerprint == chunker.fingerprint
    assert pickle.loads(pickle.dumps(chunker)) == chunker
    assert chunker != RecursiveChunker(120, 0.25, unit="bytes", strip_whitespace=True)
    if not any(callable(level) for level in chunker._config["levels"]):
        assert eval(repr(chunker)) == chunker


def test_fingerprints_tell_levels_apart() -> None:
    prints = {
        RecursiveChunker(100, levels=levels).fingerprint
        for levels in (["word"], [("separator", "word")], [[1]], [[1], [2]], [halves], ["word", "line"], ["x"])
    }
    assert len(prints) == 7


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"chunk_size": 0}, "chunk_size"),
        ({"chunk_size": 3200, "chunk_overlap": 3200}, "chunk_overlap"),
        ({"levels": ()}, "levels"),
        ({"levels": "paragraph"}, "levels"),
        ({"levels": b"paragraph"}, "levels"),
        ({"levels": 3}, "levels"),
        ({"levels": ["word"] * 16}, "levels"),
        ({"overlap_levels": []}, "overlap_levels"),
        ({"min_fill": 1.5}, "min_fill"),
        ({"unit": "words"}, "unit"),
        ({"unit": "tokens", "tokenizer": 3}, "tokenizer"),
        ({"sentence_rule": "strict"}, "sentence_rule"),
        ({"language": "xx"}, "language"),
        ({"abbreviations": "Dr"}, "abbreviations"),
        ({"strip_whitespace": 1}, "strip_whitespace"),
        ({"skip_blank": None}, "skip_blank"),
        ({"on_empty": "error"}, "on_empty"),
        ({"oversize": "cut"}, "oversize"),
        ({"errors": "ignore"}, "errors"),
        ({"boundaries": 3}, "boundaries"),
        ({"break_at": "sections"}, "break_at"),
        ({"break_at": 3}, "break_at"),
        ({"headings": "all"}, "headings"),
    ],
)
def test_bad_options(options: dict[str, Any], option: str) -> None:
    with pytest.raises(OptionError) as caught:
        RecursiveChunker(**options)
    assert caught.value.option == option and caught.value.value == options[option]


@pytest.mark.parametrize(
    ("level", "rule"),
    [
        ("paragraf", "did you mean 'paragraph'?"),
        ("sentences", "did you mean 'sentence'?"),
        ("Word", "did you mean 'word'?"),
        ("words", "did you mean 'word'?"),
        ("char", "must be one of 'section', 'block'"),
        ("", "a separator must have 1 to 256 characters"),
        ("x" * 257, "a separator must have 1 to 256 characters"),
        (("separator", ""), "a separator must have 1 to 256 characters"),
        (("function", "no.such:thing"), "must name an importable function"),
        ([-1], "must be whole numbers of at least 0"),
        ([1.5], "must be whole numbers of at least 0"),
        ([True], "must be whole numbers of at least 0"),
        (("word", "line"), "must be whole numbers of at least 0"),
        (b"word", "must be whole numbers of at least 0"),
        (7, "must be whole numbers of at least 0"),
        (None, "must be whole numbers of at least 0"),
    ],
)
def test_bad_levels(level: Any, rule: str) -> None:
    for option in ("levels", "overlap_levels"):
        with pytest.raises(OptionError) as caught:
            RecursiveChunker(**{option: ["line", level]})
        assert caught.value.option == option and rule in str(caught.value)


def test_a_nameless_function_cuts_and_has_no_configuration() -> None:
    chunker = RecursiveChunker(40, 0, levels=[lambda text: [27]])
    assert chunker.spans(RAIN)[0].tolist() == [0, 27]
    with pytest.raises(OptionError, match="no importable name"):
        _ = chunker.config


def test_blank_text() -> None:
    for text in ("", " \n", b"\n\n"):
        assert len(RecursiveChunker(10).chunk(text)) == 0
        with pytest.raises(shiplap.EmptyTextError):
            RecursiveChunker(10, on_empty="raise").chunk(text)
    assert RecursiveChunker(4, 0, skip_blank=True).split_text("ab  \n\n\n\n\n\ncd") == ["ab  ", "\n\ncd"]


def test_trim() -> None:
    assert RecursiveChunker(60, 0, strip_whitespace=True).split_text(RAIN) == [RAIN[:56], RAIN[58:]]


def test_oversize() -> None:
    with pytest.raises(shiplap.ChunkLimitError) as caught:
        RecursiveChunker(2, 0, unit="bytes", oversize="raise").chunk("é漢b")
    assert (caught.value.offset, caught.value.size, caught.value.limit) == (1, 3, 2)
    assert RecursiveChunker(2, 0, unit="bytes").split_text("é漢b") == ["é", "漢", "b"]


# ---- the core and the reference


@st.composite
def chunkers(draw: st.DrawFn, text: str) -> tuple[shiplap.Chunker, list[list[int]]]:
    """Any RecursiveChunker for a text, and the arrays among its levels."""
    size = draw(st.integers(1, 12) | st.integers(1, 600))
    one, other = draw(separators)
    arrays = [tuple(within(text, draw(positions))), tuple(within(text, draw(positions)))]
    known = ["section", "paragraph", "line", "sentence", "word", "grapheme"]
    level = st.sampled_from([*known, ("separator", one), ("separator", other), *arrays])
    levels, overlap_levels = (draw(st.lists(level, min_size=1, max_size=5)) for _ in range(2))
    chunker = RecursiveChunker(
        size,
        draw(st.integers(0, size - 1) | st.just(size - 1)),
        levels=levels,
        overlap_levels=overlap_levels,
        unit=draw(st.sampled_from(["characters", "bytes", "tokens"])),
        min_fill=draw(st.sampled_from([0.0, 0.5, 1.0])),
        join_rest=draw(st.booleans()),
        strip_whitespace=draw(st.booleans()),
        skip_blank=draw(st.booleans()),
    )
    named = [one for one in (*levels, *overlap_levels) if one in arrays]
    return chunker, [list(array) for array in dict.fromkeys(named)]


@given(text=texts, data=st.data())
def test_the_reference_gives_the_same(isa: str, text: str, data: st.DataObject) -> None:
    chunker, arrays = data.draw(chunkers(text))
    chunks = chunker.chunk(text)
    check(chunks, text)
    assert chunker.chunk(text.encode()) == chunks
    if len(text) == len(affordable(text, chunker._plan)):
        expected = windows(text, chunker._plan, given=arrays)
        assert chunks.spans.tolist() == ([] if blank(text) else [list(span) for span in expected])


# ---- the command line


def test_command_line(tmp_path: pathlib.Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rain.txt"
    path.write_text(RAIN)

    def cut(*options: str) -> list[list[int]]:
        assert main(["chunk", str(path), *options]) == 0
        return [
            [line["char_start"], line["char_end"]] for line in map(json.loads, capfd.readouterr().out.splitlines())
        ]

    recursive = ("--chunker", "recursive", "--chunk-size", "60", "--chunk-overlap", "0")
    assert cut(*recursive) == spans(RAIN, 60, 0)
    assert cut(*recursive, "--levels", r"\n\n,. ") == spans(RAIN, 60, 0, levels=["\n\n", ". "])
    assert cut(*recursive, "--levels", r"\,,sentence,\\n") == spans(RAIN, 60, 0, levels=[",", "sentence", "\\n"])
    found = cut("--chunker", "recursive", "--overlap-levels", "paragraph", "--chunk-size", "57")
    assert found == spans(RAIN, 57, overlap_levels=["paragraph"])
    config = tmp_path / "cut.toml"
    config.write_text(
        'chunker = "recursive"\nchunk_size = 60\nchunk_overlap = 0\n'
        'levels = ["section", "\\n\\n", ["separator", "words"], [20, 30]]\n'
    )
    levels = ["section", "\n\n", ("separator", "words"), [20, 30]]
    assert cut("--config", str(config)) == spans(RAIN, 60, 0, levels=levels)
    assert main(["ingest", str(path), "--to", str(tmp_path / "c.db"), *recursive]) == 0
    for wrong, message in (
        (["--chunker", "recursiv"], "did you mean 'recursive'?"),
        (["--levels", "word"], "option='levels'"),
        ([*recursive, "--levels", "wrod"], "did you mean 'word'?"),
        ([*recursive, "--levels", ""], "a separator must have 1 to 256 characters"),
        ([*recursive, "--levels", "a\\"], "levels='a\\\\'"),
        ([*recursive, "--preset", "fixed-900"], "cannot be combined with a chunker"),
    ):
        capfd.readouterr()
        assert main(["chunk", str(path), *wrong]) == 2
        assert message in capfd.readouterr().err


@pytest.mark.parametrize("path", ["a.txt", "README", None])
@pytest.mark.parametrize("mark", ["=", "-", "~", "`", "+", "*", "^", '"'])
def test_underlined_titles_stay_with_their_text(path: str | None, mark: str) -> None:
    """Also in plain text, and without a name."""
    body = "The owner keeps each well covered at all times. The cover must be of oak."
    sections = [f"{title}\n{mark * len(title)}\n\n{body}\n\n" for title in ("Wells", "Usage", "Notes")]
    assert RecursiveChunker(110, 0).split_text("".join(sections), path=path) == sections
