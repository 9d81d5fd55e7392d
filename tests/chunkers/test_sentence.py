"""SentenceChunker, its preset, and given boundaries: the printed figures of the record, options, errors."""

from __future__ import annotations

import array
import json
import pathlib
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap import FixedChunker, OptionError, SentenceChunker
from shiplap.cli import main

RAIN = "It rains. It pours. The old man snores. He went to bed."


def sentence(length: int) -> str:
    """One sentence of so many characters, its white space among them, of words of four letters."""
    words = "This " + "word " * (length // 5)
    return words[: length - 2].rstrip().ljust(length - 2, "x") + ". "


def prose(*lengths: int) -> str:
    return "".join(sentence(length) for length in lengths)


def spans(text: str, *arguments: Any, **options: Any) -> list[list[int]]:
    found: list[list[int]] = SentenceChunker(*arguments, **options).spans(text).tolist()
    assert SentenceChunker(*arguments, **options).spans(text.encode()).tolist() == found
    return found


# ---- the figures of the record


def test_a_last_sentence_of_30_that_does_not_fit_the_maximum() -> None:
    assert spans(prose(4990, 30)) == [[0, 3000], [3000, 5020]]
    assert spans(prose(4990) + sentence(30).replace(" ", "x")) == [[0, 3000], [3000, 5020]]


def test_a_long_sentence_after_a_short_one_is_cut_at_the_target() -> None:
    assert spans(prose(400, 4800)) == [[0, 3000], [3000, 5200]]
    assert spans(prose(400, 4600)) == [[0, 5000]]


def test_a_last_sentence_of_30() -> None:
    assert spans(prose(*[100] * 30, 30)) == [[0, 3030]]
    assert spans(prose(*[100] * 59, 30), chunk_overlap=0) == [[0, 3000], [3000, 5930]]
    assert spans(prose(*[100] * 60, 30), chunk_overlap=0) == [[0, 3000], [3000, 6030]]
    assert spans(prose(*[100] * 54, 30)) == [[0, 3000], [2400, 5430]]
    # what would remain fits with the chunk before only if no overlap is added: the overlap is there already
    assert spans(prose(2900, 2000, 130), chunk_overlap=0.1, max_size=3000, min_size=500) == [
        [0, 2900],
        [2900, 5030],
    ]


def test_one_sentence_of_9000() -> None:
    assert spans(sentence(9000)) == [[0, 3000], [3000, 6000], [6000, 9000]]
    assert spans("x" * 9000) == [[0, 3000], [3000, 6000], [6000, 9000]]
    assert spans("x" * 9030) == [[0, 3000], [3000, 6000], [6000, 9030]]


def test_a_paper_of_10_000_characters_gives_4_chunks() -> None:
    lengths = [83, 141, 97, 176, 64, 118, 152, 71, 129, 205, 48, 133]
    text = prose(*lengths * 10)[:9999] + "."
    chunks = shiplap.chunk(text, "sentence-3000")
    assert len(text) == 10_000 and len(chunks) == 4
    assert all(chunk.text.endswith(". ") for chunk in chunks[:-1])
    assert all(500 <= chunk.length <= 3000 and 400 < chunk.overlap <= 600 for chunk in chunks[1:])
    assert all(text[chunk.start - 2 : chunk.start] == ". " for chunk in chunks[1:])


def test_an_overlap_that_leaves_the_next_sentence_no_room_yields() -> None:
    assert spans(prose(2500, 500, 2600)) == [[0, 3000], [3000, 5600]]
    assert spans(prose(2500, 500, 2500)) == [[0, 3000], [2500, 5500]]
    # the next sentence is over the target: it and the overlap must fit the maximum
    assert spans(prose(2500, 500, 4500)) == [[0, 3000], [2500, 7500]]
    assert spans(prose(2500, 500, 4501)) == [[0, 3000], [3000, 7501]]
    # of two sentences, one may stay
    assert spans(prose(2400, 300, 300, 2700, 600)) == [[0, 3000], [2700, 5700], [5700, 6300]]


def test_short_sentences_after_the_minimum_only() -> None:
    # 500 are not there before the sentence that goes over the target
    assert spans(prose(200, 3500, 1000)) == [[0, 3700], [3700, 4700]]
    assert spans(prose(200)) == [[0, 200]]


@pytest.mark.parametrize("text", ["", " ", "\n\u3000\t", b"", b" \n"])
def test_empty_text_is_an_error(text: Any) -> None:
    for chunker in (SentenceChunker(), shiplap.preset("sentence-3000")):
        with pytest.raises(shiplap.EmptyTextError) as caught:
            chunker.chunk(text, document_id="d")
        assert caught.value.length == len(text) and caught.value.document_id == "d"
    assert len(SentenceChunker(on_empty="empty").chunk(text)) == 0


# ---- options


def test_preset() -> None:
    config = shiplap.preset("sentence-3000").config
    figures = {"chunk_size": 3000, "chunk_overlap": 600, "min_size": 500, "max_size": 5000, "on_empty": "raise"}
    assert config["chunker"] == "sentence" and figures.items() <= config.items()
    assert shiplap.preset("sentence-3000") == SentenceChunker()
    config = shiplap.preset("sentence-3000", chunk_size=2000, min_size=1000, max_size=4000).config
    assert [config[name] for name in ("chunk_overlap", "min_size", "max_size")] == [400, 1000, 4000]


@pytest.mark.parametrize(
    ("size", "least", "most"),
    [(1, 0, 1), (2, 0, 3), (3, 0, 5), (6, 1, 10), (2000, 333, 3333), (2**60, None, 2**60)],
)
def test_sizes_scale(size: int, least: int | None, most: int) -> None:
    config = SentenceChunker(size).config
    assert config["min_size"] == (size // 6 if least is None else least) and config["max_size"] == most
    assert shiplap.from_config(config) == SentenceChunker(size)


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"chunk_size": 0}, "chunk_size"),
        ({"chunk_size": 3000, "chunk_overlap": 3000}, "chunk_overlap"),
        ({"min_size": -1}, "min_size"),
        ({"min_size": True}, "min_size"),
        ({"chunk_size": 3000, "min_size": 3001}, "min_size"),
        ({"min_size": 2001, "max_size": 4000}, "min_size"),
        ({"min_size": 0.2}, "min_size"),
        ({"chunk_size": 3000, "max_size": 2999}, "max_size"),
        ({"max_size": 0}, "max_size"),
        ({"max_size": 2**61}, "max_size"),
        ({"max_size": "5000"}, "max_size"),
        ({"unit": "words"}, "unit"),
        ({"sentence_rule": "standart"}, "sentence_rule"),
        ({"strip_whitespace": 1}, "strip_whitespace"),
        ({"skip_blank": None}, "skip_blank"),
        ({"on_empty": "error"}, "on_empty"),
        ({"oversize": "cut"}, "oversize"),
        ({"errors": "ignore"}, "errors"),
        ({"boundaries": 3}, "boundaries"),
        ({"boundaries": b"123"}, "boundaries"),
    ],
)
def test_bad_options(options: dict[str, Any], option: str) -> None:
    with pytest.raises(OptionError) as caught:
        SentenceChunker(**options)
    assert caught.value.option == option and caught.value.value == options[option]


def test_the_minimum_is_at_most_half_of_the_maximum_rounded_up() -> None:
    assert SentenceChunker(10, min_size=8, max_size=15).config["min_size"] == 8
    with pytest.raises(OptionError, match=r"min_size=8: must be at most half of max_size \(14\), rounded up"):
        SentenceChunker(10, min_size=8, max_size=14)


def test_configuration_round_trip() -> None:
    chunker = SentenceChunker(
        120, 0.25, unit="bytes", sentence_rule="capital", strip_whitespace=True, min_size=9, max_size=130
    )
    again = shiplap.from_config(chunker.config)
    assert again == chunker and hash(again) == hash(chunker) and again.fingerprint == chunker.fingerprint
    assert pickle.loads(pickle.dumps(chunker)) == chunker and eval(repr(chunker)) == chunker
    assert chunker != FixedChunker(120, 0.25) and chunker != SentenceChunker(120, 0.25)


def test_units_and_trimming() -> None:
    text = "Öl. Äü. Ab."
    assert spans(text, 8, 0, unit="bytes") == [[0, 4], [4, 8], [8, 11]]  # of 5, 6 and 3 bytes
    assert spans(text, 8, 0, unit="bytes", min_size=4) == [[0, 4], [4, 11]]
    assert spans(text, 8, 0) == [[0, 8], [8, 11]]
    assert spans(text, 8, 0, min_size=4) == [[0, 11]]
    assert SentenceChunker(12, 0, strip_whitespace=True).split_text(RAIN) == [
        "It rains.",
        "It pours.",
        "The old man snores.",
        "He went to bed.",
    ]


def test_oversize() -> None:
    assert SentenceChunker(1, 0, unit="bytes", max_size=2).split_text("aéa") == ["a", "é", "a"]
    with pytest.raises(shiplap.ChunkLimitError) as caught:
        SentenceChunker(1, 0, unit="bytes", max_size=2, oversize="raise").chunk("é漢b")
    assert (caught.value.offset, caught.value.size, caught.value.limit) == (1, 3, 2)


def test_a_cluster_over_the_target_stays_whole_within_the_maximum() -> None:
    assert spans("ab\r\nc", 1, 0, max_size=2) == [[0, 1], [1, 2], [2, 4], [4, 5]]


# ---- given boundaries


def halves(text: str) -> list[int]:
    """Boundaries for the tests: a function that can be imported by its name."""
    return [len(text) // 2]


@pytest.mark.parametrize("kind", [list, tuple, set, np.array, lambda found: array.array("i", found), iter])
def test_boundaries_of_any_kind(kind: Callable[[Any], Any]) -> None:
    places = [40, 10, 20, 10, 55, 0]
    for data in (RAIN, RAIN.encode(), RAIN.replace("rains", "räins"), RAIN.replace("r", "ř").encode()):
        given = SentenceChunker(30, 10, boundaries=kind(places)).chunk(data)
        assert given.spans.tolist() == [[0, 20], [10, 40], [40, 55]]
        assert SentenceChunker(30, 10).chunk(data, boundaries=kind(places)) == given
        assert SentenceChunker(30, 10).spans(data, boundaries=kind(places)).tolist() == given.spans.tolist()
        assert SentenceChunker(30, 10).split_text(data, boundaries=kind(places)) == given.texts


def test_boundaries_of_a_function() -> None:
    chunker = SentenceChunker(40, 0)
    for data in (RAIN, RAIN.encode(), bytearray(RAIN.encode()), RAIN.replace("rains", "räins").encode()):
        assert chunker.spans(data, boundaries=halves).tolist() == [[0, 27], [27, 55]]
    seen: list[Any] = []
    chunker.chunk(RAIN.encode(), boundaries=lambda text: seen.append(text) or [])
    assert seen == [RAIN]
    replaced = SentenceChunker(40, 0, errors="replace", boundaries=lambda text: seen.append(text) or [2])
    assert replaced.split_text(b"a\xffb") == ["a\ufffdb"] and seen[1:] == ["a\ufffdb"]


def test_boundaries_take_the_place_of_the_snap_level() -> None:
    text = "aaaa bbbb cccc dddd"
    chunker = FixedChunker(10, 0, snap="sentence")
    assert chunker.spans(text).tolist() == [[0, 10], [10, 19]]
    assert chunker.spans(text, boundaries=[7, 15]).tolist() == [[0, 7], [7, 15], [15, 19]]
    assert chunker.spans(text, boundaries=[2]).tolist() == [[0, 10], [10, 19]]  # words, where none is near
    exact = FixedChunker(10, 0)  # boundaries alone are enough: the default of snap does not stand against them
    assert exact.spans(text, boundaries=[7, 15]).tolist() == [[0, 7], [7, 15], [15, 19]]
    assert FixedChunker(10, 0, boundaries=[7, 15]).spans(text).tolist() == [[0, 7], [7, 15], [15, 19]]


def test_boundaries_lie_in_the_text_and_not_in_a_cluster() -> None:
    assert SentenceChunker(4, 0, min_size=0).spans("ab\r\ncd", boundaries=[3]).tolist() == [[0, 6]]
    for data in ("abc", b"abc", "äbc".encode(), "漢字é"):
        assert SentenceChunker(2, 0, boundaries=[0, 3]).spans(data).tolist() == [[0, 3]]
        for boundaries in ([1, 4], lambda text: [4]):
            with pytest.raises(OptionError, match="boundaries=4: must be at most 3, the code points of the text"):
                SentenceChunker(2, 0).chunk(data, boundaries=boundaries)


@pytest.mark.parametrize(
    "value",
    [[-1], [True], [1.0], ["1"], [None], np.array([1.5]), np.array([True]), np.array(3), np.eye(2), 7, object()],
)
def test_boundaries_are_whole_numbers(value: Any) -> None:
    for make in (
        lambda: SentenceChunker(boundaries=value),
        lambda: SentenceChunker().chunk(RAIN, boundaries=value),
        lambda: SentenceChunker(boundaries=lambda text: value).chunk(RAIN),
        lambda: FixedChunker(snap="word", boundaries=value),
    ):
        with pytest.raises(OptionError) as caught:
            make()
        assert caught.value.option == "boundaries"


def test_boundaries_in_the_configuration() -> None:
    chunker = SentenceChunker(20, 0, boundaries=np.array([9, 3]))
    assert chunker.config["boundaries"] == [3, 9] and json.dumps(chunker.config)
    assert "boundaries" not in SentenceChunker().config and "boundaries" not in FixedChunker().config
    assert chunker.fingerprint != SentenceChunker(20, 0).fingerprint
    assert shiplap.from_config(chunker.config) == chunker and pickle.loads(pickle.dumps(chunker)) == chunker
    assert eval(repr(chunker)) == chunker
    chunks = SentenceChunker(20, 0).chunk(RAIN, boundaries=[9, 3])
    assert chunks.chunker == chunker and pickle.loads(pickle.dumps(chunks)) == chunks


def test_functions_in_the_configuration() -> None:
    chunker = FixedChunker(40, 0, snap="sentence", boundaries=halves)
    assert chunker.config["boundaries"] == f"{__name__}:halves"
    again = pickle.loads(pickle.dumps(chunker))
    assert again == chunker == shiplap.from_config(chunker.config) and hash(again) == hash(chunker)
    assert again.spans(RAIN).tolist() == [[0, 27], [27, 55]]
    nameless = FixedChunker(40, 0, snap="sentence", boundaries=lambda text: [27])
    assert nameless.spans(RAIN).tolist() == [[0, 27], [27, 55]]
    assert nameless == nameless and nameless != chunker and len({nameless, chunker}) == 2
    for ask in (lambda: nameless.config, lambda: nameless.fingerprint, lambda: pickle.dumps(nameless)):
        with pytest.raises(OptionError, match="no importable name"):
            ask()
    for name in ("no.such.module:f", "json", "json:nothing", "json:__doc__.x", ":", ""):
        with pytest.raises(OptionError, match="must name an importable function"):
            SentenceChunker(boundaries=name)


# ---- the command line


def test_command_line(tmp_path: pathlib.Path, capfd: pytest.CaptureFixture[str]) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.txt").write_text(prose(4990, 30))
    (docs / "b.txt").write_text("")
    (docs / "c.txt").write_text(" \n")
    (docs / "d.txt").write_text("Короткий текст. " * 3)
    assert main(["ingest", str(docs), "--to", str(tmp_path / "c.db"), "--preset", "sentence-3000"]) == 0
    errors = capfd.readouterr().err
    assert "b.txt: skipped: the text is empty" in errors
    assert "c.txt: skipped: the text is white space only (2 characters)" in errors
    assert "2 new" in errors and "0 failed" in errors and "2 skipped" in errors
    assert main(["chunk", str(docs / "a.txt"), "--preset", "sentence-3000", "--min-size", "9"]) == 0
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [(line["char_start"], line["char_end"]) for line in lines] == [(0, 4990), (4990, 5020)]
    assert main(["chunk", str(docs / "a.txt"), "--preset", "sentence-3000", "--max-size", "3500"]) == 0
    assert len(capfd.readouterr().out.splitlines()) == 2
    for options in (["--preset", "sentence-3000", "--max-size", "10"], ["--min-size", "10"]):
        assert main(["chunk", str(docs / "a.txt"), *options]) == 2
    errors = capfd.readouterr().err
    assert "max_size=10: must be at least chunk_size (3000)" in errors and "option='min_size'" in errors
