"""Transcripts of speech services: their words with times, whatever the shape of the file."""

from __future__ import annotations

import dataclasses
import json
import math
import pickle
from collections import namedtuple
from typing import Any

import pytest

import shiplap
from shiplap.errors import OptionError, ReaderError
from shiplap.readers import transcript
from tests.readers.damaged import mutants
from tests.readers.rows import rows as of_table
from tests.readers.transcripts import METADATA, SERVICES, SPEAKERS, WORDS
from tests.support.cases import few_quick


def rows(document: shiplap.Document) -> list[tuple[Any, ...]]:
    """Return the rows of `times`, with a speaker or None."""
    return [(*row, None)[:4] for row in of_table(document, "times")]


@pytest.mark.parametrize("name", SERVICES)
def test_services(name: str) -> None:
    """Each service gives the same words with the same times, as text, bytes and object."""
    speakers = SPEAKERS[name]
    document = transcript(SERVICES[name])
    assert document.text == ("It rains. Does it?" if speakers is None else "It rains.\n\nDoes it?")
    expected = [
        (text, begin, finish, speakers and speakers["AB".index(speaker)]) for text, begin, finish, speaker in WORDS
    ]
    assert rows(document) == expected
    assert document.metadata == METADATA[name]
    text = json.dumps(SERVICES[name])
    for given in (text, text.encode(), b"\xef\xbb\xbf" + text.encode(), "\ufeff" + text):
        assert transcript(given) == document


@pytest.mark.parametrize("name", SERVICES)
def test_time_of_chunks(name: str) -> None:
    chunks = shiplap.SentenceChunker(10, 0, min_size=1).chunk(transcript(SERVICES[name]))
    assert [chunk.time for chunk in chunks] == [(0.5, 1.2), (1.5, 2.0)]


def without_words(given: Any) -> Any:
    """Return an output in which no segment has words."""
    if isinstance(given, dict):
        names = ("words", "tokens", "displayWords", "word_segments")
        return {name: without_words(value) for name, value in given.items() if name not in names}
    return [without_words(each) for each in given] if isinstance(given, list) else given


@pytest.mark.parametrize(
    "name", ["whisper", "whisperx", "whisper.cpp", "azure", "azure fast", "deepgram paragraphs",
             "deepgram utterances", "assemblyai utterances"],
)  # fmt: skip
def test_segments_without_words(name: str) -> None:
    found = rows(transcript(without_words(SERVICES[name])))
    assert [row[:3] for row in found] == [("It rains.", 0.5, 1.2), ("Does it?", 1.5, 2.0)]


def test_google_without_words() -> None:
    """A result has an end; it begins where the one before ends."""
    results = [
        {"alternatives": [{"transcript": "It rains."}], "resultEndTime": "1.200s"},
        {"alternatives": [{"transcript": " Does it?"}], "resultEndTime": {"seconds": 2, "nanos": 500_000_000}},
        {"alternatives": []},
        {"alternatives": [{}]},
    ]
    found = rows(transcript({"response": {"results": results}}))
    assert found == [("It rains.", 0.0, 1.2, None), ("Does it?", 1.2, 2.5, None)]


def test_files_of_a_batch_of_google() -> None:
    one = {"transcript": SERVICES["google v2"]}
    assert rows(transcript({"results": {"gs://a": one}})) == rows(transcript(SERVICES["google v2"]))
    assert rows(transcript({"results": {"gs://a": {"inlineResult": one}}})) != []
    with pytest.raises(ReaderError, match="must have one file"):
        transcript({"results": {"gs://a": one, "gs://b": one}})


def test_channels() -> None:
    """Several channels are distinguished, and their words are put in order."""
    word = {"word": "rain", "punctuated_word": "Rain.", "start": 1.0, "end": 2.0}
    channels = [
        {"alternatives": [{"transcript": "Rain.", "words": [word]}]},
        {"alternatives": [{"transcript": "No rain.", "words": [
            {"word": "no", "punctuated_word": "No", "start": 0.0, "end": 0.5},
            {"word": "rain", "punctuated_word": "rain.", "start": 0.5, "end": 0.9},
        ]}]},
    ]  # fmt: skip
    document = transcript({"results": {"channels": channels}}, show_speakers=True)
    assert document.text == "channel 1: No rain.\n\nchannel 0: Rain."
    assert rows(document)[-1] == ("Rain.", 1.0, 2.0, "channel 0")
    item = {"type": "pronunciation", "end_time": "2", "alternatives": [{"content": "Rain"}]}
    labels = [{"channel_label": f"ch_{n}", "items": [{**item, "start_time": str(n)}]} for n in (1, 0)]
    found = rows(transcript({"results": {"transcripts": [], "items": [], "channel_labels": {"channels": labels}}}))
    assert found == [("Rain", 0.0, 2.0, "ch_0"), ("Rain", 1.0, 2.0, "ch_1")]


def test_words_that_differ_from_the_text() -> None:
    """The text of the service is better than its words; the segment has the time then."""
    segment = {"start": 0.0, "end": 2.0, "text": "It is 5 pm.", "words": [
        {"word": word, "start": 0.0, "end": 2.0} for word in ("it", "is", "five")
    ]}  # fmt: skip
    assert rows(transcript({"segments": [segment]})) == [("It is 5 pm.", 0.0, 2.0, None)]


def test_words_without_times() -> None:
    """WhisperX aligns no numbers: their time is that between the words about them."""
    words = [
        {"word": "In", "start": 1.0, "end": 1.2}, {"word": "2014"}, {"word": "($5)"},
        {"word": "it", "start": 2.0, "end": 2.2}, {"word": "ends."},
    ]  # fmt: skip
    segment = {"start": 1.0, "end": 3.0, "text": " In 2014 ($5) it ends.", "words": words}
    found = [row[:3] for row in rows(transcript([segment]))]
    assert found == [("In", 1.0, 1.2), ("2014 ($5)", 1.2, 2.0), ("it", 2.0, 2.2), ("ends.", 2.2, 3.0)]


def test_characters_cut_by_tokens() -> None:
    """whisper.cpp writes bytes of a character into several tokens, which is not UTF-8."""
    data = json.dumps({"transcription": [
        {"offsets": {"from": 0, "to": 900}, "text": " 10 EURO 雨が", "tokens": [
            {"text": " 10", "offsets": {"from": 0, "to": 100}},
            {"text": " A", "offsets": {"from": 100, "to": 200}},
            {"text": "B", "offsets": {"from": 200, "to": 300}},
            {"text": " 雨", "offsets": {"from": 300, "to": 600}},
            {"text": "が", "offsets": {"from": 600, "to": 900}},
        ]}
    ]}, ensure_ascii=False).encode()  # fmt: skip
    euro = "€".encode()
    half = data.replace(b"EURO", euro).replace(b'" A"', b'" ' + euro[:2] + b'"')
    found = [row[:3] for row in rows(transcript(half.replace(b'"B"', b'"' + euro[2:] + b'"')))]
    assert found == [("10", 0.0, 0.1), ("€", 0.1, 0.3), ("雨", 0.3, 0.6), ("が", 0.6, 0.9)]
    with pytest.raises(ReaderError, match="UTF-8"):
        transcript(half)


def test_objects_of_packages() -> None:
    """Named tuples, data classes and models are read as their fields; faster-whisper gives a generator."""
    Word = namedtuple("Word", "start, end, word")
    Segment = dataclasses.make_dataclass("Segment", ["start", "end", "text", "words"])
    Info = namedtuple("Info", "language, duration")

    class Model:
        def __init__(self, value: Any) -> None:
            self.value = value

        def model_dump(self) -> Any:
            return self.value

    segments = (
        Segment(each["start"], each["end"], each["text"],
                [Word(word["start"], word["end"], word["word"]) for word in each["words"]])
        for each in SERVICES["whisper"]["segments"]
    )  # fmt: skip
    expected = transcript(SERVICES["whisper"])
    document = transcript((segments, Info("en", 2.5)))
    assert rows(document) == rows(expected) and document.metadata == {"language": "en", "duration": 2.5}
    assert transcript(Model(SERVICES["whisper"])) == expected
    assert rows(transcript(SERVICES["whisper"]["segments"])) == rows(expected)


def test_pauses() -> None:
    words = [{"word": f"w{n}", "start": float(n), "end": n + 0.5} for n in (0, 1, 4)]
    given = {"text": "W0 w1. W4.", "words": words}
    assert transcript(given).text == "W0 w1.\n\nW4."
    assert transcript(given, pause=3).text == "W0 w1. W4."
    assert transcript(given, pause=0.5).text == "W0\n\nw1.\n\nW4."
    for pause in (-1, math.nan, "2", True, None):
        with pytest.raises(OptionError):
            transcript(given, pause=pause)  # type: ignore[arg-type]


def test_names_and_metadata() -> None:
    names: dict[str, Any] = {"document_id": "talk", "source": "talk.json", "path": "talk.json"}
    document = transcript(SERVICES["whisper"], **names, metadata={"title": "Rain", "language": "de"})
    assert (document.document_id, document.source, document.path) == tuple(names.values())
    assert document.metadata == {"language": "de", "title": "Rain"}
    with pytest.raises(TypeError):
        transcript(SERVICES["whisper"], name="talk")


@pytest.mark.parametrize(
    ("given", "place", "rule"),
    [
        ({"segments": [{"start": -1, "end": 2, "text": "x"}]}, "segments[0].start", "must be a time from 0"),
        ({"segments": [{"start": 3, "end": 2, "text": "x"}]}, "segments[0]", "must not end before it begins"),
        ({"segments": [{"start": math.nan, "end": 2, "text": "x"}]}, "segments[0].start", "must be a finite"),
        ({"segments": [{"start": 0, "end": 10**400, "text": "x"}]}, "segments[0].end", "must be a number"),
        ({"segments": [{"start": 0, "end": 1e12, "text": "x"}]}, "segments[0].end", "must be a time from 0"),
        ({"segments": [{"start": True, "end": 2, "text": "x"}]}, "segments[0].start", "must be a number"),
        ({"segments": [{"end": 2, "text": "x"}]}, "segments[0].start", "is missing"),
        ({"segments": [{"start": 0, "end": 2, "text": 5}]}, "segments[0].text", "must be a text"),
        ({"segments": [{"start": 0, "end": 2, "text": "\ud800"}]}, "segments[0].text", "must be valid Unicode"),
        ({"segments": [{"start": 0, "end": 2, "text": "x", "words": [{"word": "x", "start": 1, "end": 0}]}]},
         "segments[0].words[0]", "must not end before it begins"),
        ({"segments": ["x"]}, "segments[0]", "must be an object"),
        ({"segments": {"0": 1}}, "segments", "must be a list"),
        ({"results": [{"alternatives": [{"transcript": "x", "words": [{"word": "x", "endTime": "soon"}]}]}]},
         "results[0].alternatives[0].words[0].endTime", "must be a duration"),
        ({"status": "error", "error": "no audio", "audio_url": "x"}, "status", "must be that of a transcript: no"),
        ({"cues": []}, "", "must have the shape of Whisper"),
        ({"results": {"x": 1}}, "", "must have the shape of Whisper"),
        ({"results": [{"alternatives": [{"content": "Rain"}], "start_time": 1}]}, "", "must have the shape"),
        ({"results": [{"alternatives": [{"transcript": "a", "timestamps": [0]}]}]}, "", "must have the shape"),
        ({"text": "a", "words": [{"text": "a", "start": 0, "end": 1, "type": "word"}]}, "", "must have the shape"),
        ({"text": "a", "words": [{"text": "a", "start": 0.5, "end": 1}]}, "", "must have the shape"),
        ({"utterances": [{"text": "a", "start": 0, "end": 1.5}]}, "utterances[0].end", "must be an integer"),
        (5, "", "must be the JSON of Whisper"),
        ("[[[[" * 100_000, "", "must be JSON"),
        ('{"segments": [}', "line 1, column 15", "must be JSON"),
        ("", "line 1, column 1", "must be JSON"),
        ("9" * 5000, "", "must be JSON (a number has too many digits)"),
        (b"\xff", "line 1, column 1", "must be JSON"),
    ],
)  # fmt: skip
def test_errors(given: Any, place: str, rule: str) -> None:
    with pytest.raises(ReaderError) as caught:
        transcript(given)
    assert (caught.value.reader, caught.value.place) == ("transcript", place)
    assert caught.value.rule.startswith(rule)


def test_errors_show_what_was_given() -> None:
    with pytest.raises(ReaderError, match=r"must be JSON \(Expecting value\), not 'talks/rain.json'$"):
        transcript("talks/rain.json")
    with pytest.raises(ReaderError, match=r"it has no members$"):
        transcript({})


def test_errors_are_short_and_pickle() -> None:
    """An error does not keep the document that it is of."""
    with pytest.raises(ReaderError) as caught:
        transcript({"segments": [{"start": 2, "end": 1, "text": "rain " * 999}]})
    assert len(str(caught.value)) < 250 and isinstance(caught.value.value, str)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.place == "segments[0]"


@few_quick("name", SERVICES, quick=5)
def test_damaged_files(name: str) -> None:
    """A damaged file is read, or its error is a ReaderError."""
    for mutant in mutants(SERVICES[name]):
        try:
            transcript(mutant)
        except ReaderError as error:
            assert error.reader == "transcript"


@pytest.mark.parametrize("empty", [{"segments": []}, {"transcription": []}, {"results": []},
                                   {"results": {"channels": []}}, {"segments": [], "text": ""}])  # fmt: skip
def test_empty_transcripts(empty: Any) -> None:
    document = transcript(empty)
    assert document.text == "" and document.provenance is None


def test_text_without_segments_is_kept() -> None:
    document = transcript({"segments": [], "text": " It rains."})
    assert document.text == "It rains." and document.provenance is None
