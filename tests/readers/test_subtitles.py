"""SRT and WebVTT: text, times and speakers; what files do wrong, and what is an error."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap.errors import OptionError, ReaderError, TextTypeError
from shiplap.readers import srt, vtt
from tests.readers.rows import rows

SRT = """1
00:00:01,000 --> 00:00:02,500
It rains,
it pours.

2
00:00:02,500 --> 00:00:04,000
The old man snores.

3
00:00:07,250 --> 01:00:09,000
He went to bed.
"""

TIMES = [
    ("It rains, it pours.", 1.0, 2.5),
    ("The old man snores.", 2.5, 4.0),
    ("He went to bed.", 7.25, 3609.0),
]


def test_srt() -> None:
    document = srt(SRT)
    assert document.text == "It rains, it pours. The old man snores.\n\nHe went to bed."
    assert rows(document, "times") == TIMES
    chunks = shiplap.SentenceChunker(25, 0, min_size=1).chunk(document)
    assert [chunk.time for chunk in chunks] == [(1.0, 2.5), (2.5, 4.0), (7.25, 3609.0)]


@pytest.mark.parametrize(
    "text",
    [
        SRT.replace("\n", "\r\n"),
        SRT.replace("\n", "\r"),
        "\ufeff" + SRT,
        SRT.replace(",000", ".000").replace(",500", ".500"),
        SRT.replace("\n\n", "\n\n\n \n"),
        SRT.replace("\n\n", "\n"),
        "".join(line for line in SRT.splitlines(True) if not line.strip().isdecimal()),
        SRT.replace(" --> ", "-->").replace("00:00:0", "0:"),
        SRT.replace("-->", "->").replace("02,500\n", "02,500 X1:40 X2:60 Y1:1 Y2:9\n"),
        SRT.replace("00:00:01,000", " 00: 00 :01 , 000"),
        SRT.replace("It rains,\nit", "It rains,\n\nit"),
        SRT.replace("It rains,", "<i>It <b>rains</b>,</i>{\\an8}").replace("old", '<font color="red">old</font>'),
        "WEBVTT\n\n" + SRT.replace(",000", ".000"),
        SRT + "\n4\n00:00:09,000 --> 00:00:09,500\n\n\n5\n00:00:09,500 --> 00:00:09,500\n \n",
        "\n\n".join(reversed(SRT.strip().split("\n\n"))),
        SRT + "\n4\n",
    ],
)
def test_forms_of_the_same_file(text: str) -> None:
    """Line ends, marks, missing numbers, hours and blank lines, other separators, empty cues, another order."""
    for given_text in (text, text.encode()):
        document = srt(given_text)
        assert rows(document, "times") == TIMES and document.text == srt(SRT).text


def test_markup() -> None:
    text = "1 &lt; 2 &amp; I <3 it <laughs>&nbsp;&#8211; AT&T; {note}<br>a\u2028b <c.x.y>c</c> <ruby>d<rt>e</rt>"
    assert srt(f"1\n0:01 --> 0:02\n{text}").text == "1 < 2 & I <3 it <laughs> – AT&T; {note} a b c de"


def test_scripts_without_spaces() -> None:
    document = srt(
        "1\n0:01 --> 0:02\n雨が\n降る。\n\n2\n0:02 --> 0:03\n風も\nwindy 日\n\n3\n0:03 --> 0:04\n비가\n온다"
    )
    assert document.text == "雨が降る。風も windy 日 비가 온다"


def test_hyphens() -> None:
    text = "1\n0:01 --> 0:02\nsun\N{SOFT HYPHEN}\nshine, well-\nknown\n- No.\n- Yes."
    assert srt(text).text == "sunshine, well- known - No. - Yes."


VTT = """WEBVTT - a talk
Kind: captions
Language: en-GB

NOTE
00 It snows.
It hails.

STYLE
::cue(v) { color: red }

REGION
id:fred width:40%

intro
00:01.000 --> 00:02.000 line:0 position:20% align:start
<v.loud Ann &amp; Bea>It rains.</v>

00:02.000 --> 00:03.000
<v Bob>Does it?</v> It does.
<v Ann>Yes.
No.

NOTE end

2
100:00:03.000 --> 100:00:04.000
It <00:00:00.000>pours.
""".replace("It <00:00:00.000>pours.", "It <100:00:03.500>pours<100:00:03.750>.")


def test_vtt() -> None:
    document = vtt(VTT)
    assert document.text == "It rains.\n\nDoes it?\n\nIt does.\n\nYes. No.\n\nIt pours."
    assert document.metadata == {"language": "en-GB"}
    assert rows(document, "times") == [
        ("It rains.", 1.0, 2.0, "Ann & Bea"),
        ("Does it?", 2.0, 3.0, "Bob"),
        ("It does.", 2.0, 3.0, None),
        ("Yes. No.", 2.0, 3.0, "Ann"),
        ("It", 360003.0, 360003.5, None),
        ("pours", 360003.5, 360003.75, None),
        (".", 360003.75, 360004.0, None),
    ]
    shown = vtt(VTT, show_speakers=True)
    assert isinstance(shown.text, str) and shown.text.startswith(
        "Ann & Bea: It rains.\n\nBob: Does it?\n\nIt does."
    )
    assert rows(shown, "times") == rows(document, "times")


def test_header_and_blocks() -> None:
    """Comments end at a blank line or at the times of a cue; a number may be a cue's text."""
    assert vtt("WEBVTT\n00:01.000 --> 00:02.000\nA").text == "A"
    assert vtt("WEBVTT\n\nNOTE\n00:01.000 --> 00:02.000\nA").text == "A"
    assert vtt("WEBVTT\n\n00:01.000 --> 00:02.000\nNOTE A\n\nSTYLED").text == "NOTE A STYLED"
    assert vtt("WEBVTT\n\n00:01.000 --> 00:02.000\nIn\n1984\n\n00:02.000 --> 00:03.000\nB").text == "In 1984 B"
    assert vtt("NOTE A\n\nid\n00:01.000 --> 00:02.000\nB").text == "B"
    assert vtt("WEBVTT").text == vtt("").text == srt("\n\n").text == ""
    assert vtt("WEBVTT\n\n").provenance is None


def test_what_looks_like_markup_or_times_is_text() -> None:
    text = "press <1> or <2:30>\n12:30 -> 14:00\n1 --> 2\n5"
    assert srt(f"1\n0:01 --> 0:02\n{text}").text == "press <1> or <2:30> 12:30 -> 14:00 1 --> 2 5"
    assert srt("1\n00:00:01,5 -> 00:00:02,5\nA\n2\n0:03.5->0:04.5\nB").text == "A B"


def test_files_that_were_joined() -> None:
    talk = VTT[: VTT.index("NOTE end")]
    assert vtt(talk + talk.replace("00:0", "01:0")).text == f"{vtt(talk).text}\n\n{vtt(talk).text}"
    assert [row[0] for row in rows(srt(SRT + "\n\ufeff" + SRT), "times")] == [
        row[0] for row in TIMES for _ in "ab"
    ]


ROLLED = """WEBVTT
Kind: captions
Language: en

00:00:00.160 --> 00:00:02.389 align:start position:0%
_
hello<00:00:00.480><c> world</c><00:00:00.800><c> this</c>

00:00:02.389 --> 00:00:02.399 align:start position:0%
hello world this
_

00:00:02.399 --> 00:00:04.000 align:start position:0%
hello world this
is<00:00:02.500><c> next</c>

00:00:04.000 --> 00:00:04.010 align:start position:0%
is next
_

00:00:04.010 --> 00:00:06.000 align:start position:0%
is next
is next
""".replace("_", " ")


def test_roll_up_captions() -> None:
    """Captions that repeat the line before are joined without doubling; what was said twice stays."""
    document = vtt(ROLLED)
    assert document.text == "hello world this is next is next"
    assert [row[:3] for row in rows(document, "times")] == [
        ("hello", 0.16, 0.48), ("world", 0.48, 0.8), ("this", 0.8, 2.389),
        ("is", 2.399, 2.5), ("next", 2.5, 4.0), ("is next", 4.01, 6.0),
    ]  # fmt: skip


def cues(*texts: str) -> str:
    """Return an SRT file with one cue a second."""
    return "".join(f"{k}\n00:00:{k:02},000 --> 00:00:{k + 1:02},000\n{text}\n\n" for k, text in enumerate(texts))


@pytest.mark.parametrize(
    ("texts", "joined"),
    [
        (("one", "one\ntwo", "two\nthree", "three\nfour"), "one two three four"),
        (("a\nb\nc", "b\nc\nd", "c\nd\ne"), "a b c d e"),
        (("so", "so it", "so it rains", "so it rains here"), "so it rains here"),
        (("No!", "No!", "Yes!", "Yes!"), "No! No! Yes! Yes!"),
        (("<i>No!</i>", "No!", "<i>Yes!</i>", "Yes! "), "No! No! Yes! Yes!"),
        (("<u>it</u> rains now", "it <u>rains</u> now", "it rains <u>now</u>", "it rains now", "<u>no</u>"),
         "it rains now no"),
        (("No", "No way", "Oh"), "No No way Oh"),
        (("Rain\nRain", "Rain\nGo away", "Come again", "Oh", "No"), "Rain Rain Rain Go away Come again Oh No"),
    ],
)  # fmt: skip
def test_repeated_lines(texts: tuple[str, ...], joined: str) -> None:
    """Roll-up is a matter of the file: a song may repeat a line, and a reply a word."""
    assert srt(cues(*texts)).text == joined


def test_highlighted_words() -> None:
    """Whisper writes a cue for each word of a sentence, which it underlines; the sentence has the time of all."""
    text = cues("<u>it</u> rains now", "it <u>rains</u> now", "it rains <u>now</u>", "it rains now", "<u>no</u>")
    assert rows(srt(text), "times") == [("it rains now", 0.0, 4.0), ("no", 4.0, 5.0)]


def test_repeated_lines_behind_a_gap() -> None:
    text = cues("one", "one\ntwo", "two\nthree") + "9\n00:01:00,000 --> 00:01:01,000\nthree\nfour"
    assert srt(text, pause=99).text == "one two three three four"


def test_order() -> None:
    """Cues are sorted by their begin; those that begin together keep their order. They may overlap."""
    text = "2\n0:03 --> 0:09\nC\n\n1\n0:01 --> 0:08\nA\n\n3\n0:03 --> 0:04\nD\n\n4\n0:02 --> 0:03\nB\n"
    document = srt(text)
    assert [row[0] for row in rows(document, "times")] == ["A", "B", "C", "D"]
    assert document.text == "A B C D"


def test_pauses() -> None:
    text = cues("A") + "2\n00:00:02,500 --> 00:00:03,000\nB"
    assert [srt(text, pause=pause).text for pause in (1.5, 1.6, 0, float("inf"))] == [
        "A\n\nB",
        "A B",
        "A\n\nB",
        "A B",
    ]
    for pause in (-1, float("nan"), "2", None, True):
        with pytest.raises(OptionError, match="pause"):
            srt(text, pause=pause)  # type: ignore[arg-type]


def test_names() -> None:
    names: dict[str, Any] = {"document_id": "talk", "source": "talk.vtt", "path": "talk.vtt"}
    document = vtt(VTT, **names, metadata={"title": "Rain"})
    assert (document.document_id, document.source, document.path) == tuple(names.values())
    assert document.metadata == {"language": "en-GB", "title": "Rain"}


@pytest.mark.parametrize(
    ("text", "place", "rule", "value"),
    [
        ("1\n-00:00:01,000 --> 00:00:02,000\nA", "line 2, cue 1", "a time must not be negative", "-00:00:01,000"),
        (cues("A") + "00:00:03,000 --> 00:00:02,999", "line 5, cue 2", "must not end before it begins", None),
        ("00:60:00,000 --> 01:00:00,000", "line 1, cue 1", "minutes and seconds", "00:60:00,000"),
        ("00:00:00,000 --> 00:00:75,000", "line 1, cue 1", "minutes and seconds", "00:00:75,000"),
        ("00:00:00,000 --> 9999999:00:00", "line 1, cue 1", "a time must be at most", "9999999:00:00"),
        ("00:00:00,000 --> 99999999:00:00", "line 1, cue 1", "a time must be HH:MM:SS", "99999999:00:00"),
        ("1\nsoon --> 00:00:02,000\nA", "line 2, cue 1", "a time must be HH:MM:SS", "soon"),
        ("00:00:01,000 -->\nA", "line 1, cue 1", "a time must be HH:MM:SS", ""),
        ("00:00:01,000 --> later\nA", "line 1, cue 1", "a time must be HH:MM:SS", "later"),
        ("00:00:01:12 --> 00:00:02:12\nA", "line 1, cue 1", "a time must be HH:MM:SS", "00:00:01:12"),
        ("A talk\n\n" + cues("A"), "line 1", "must be the number or the times", "A talk"),
        ("Some text.", "line 1", "must be the number or the times", "Some text."),
        ("WEBVTT\n\n0:01 --> 0:02\nA <0:03.0>B", "line 3, cue 1", "a timestamp must be within its cue", "0:03.0"),
        ("0:01 --> 0:09\nA <0:03.0>B<0:02.0>C", "line 1, cue 1", "a timestamp must be within", "0:02.0"),
        (b"1\n0:01 --> 0:02\n\xff", "byte offset 16", "must be UTF-8", None),
        ("1\n0:01 --> 0:02\nA".encode("utf-16"), "byte offset 0", "must be UTF-8", None),
    ],
)  # fmt: skip
def test_errors(text: str | bytes, place: str, rule: str, value: str | None) -> None:
    with pytest.raises(ReaderError) as caught:
        srt(text)
    error = caught.value
    assert (error.reader, error.place) == ("srt", place) and error.rule.startswith(rule)
    assert value is None or error.value == value
    with pytest.raises(TextTypeError):
        srt(5)  # type: ignore[arg-type]


def test_five_thousand_cues() -> None:
    """The time of each chunk is that of its first and its last word."""
    stamp = "{:02}:{:02}:{:02},{:03}".format
    parts, known = [], {}
    for k in range(5_000):
        begin, finish = 1_700 * k, 1_700 * k + 900 + k % 7
        times = [stamp(t // 3_600_000, t // 60_000 % 60, t // 1000 % 60, t % 1000) for t in (begin, finish)]
        parts.append(f"{k}\n{times[0]} --> {times[1]}\nw{k} w{k}\nw{k}.\n")
        known[f"w{k}"] = (begin / 1000, finish / 1000)
    chunks = shiplap.FixedChunker(300, 40, snap="word").chunk(srt("\n".join(parts)))
    assert len(chunks) > 250
    for chunk in chunks:
        words = [word.rstrip(".") for word in chunk.text.split()]
        assert chunk.time == (known[words[0]][0], known[words[-1]][1])


HOSTILE = st.lists(
    st.sampled_from(
        ["1", "2", "WEBVTT", "NOTE", "STYLE", "0:01 --> 0:02", "0:01.5 --> 0:03 align:start", "0:02-->0:02", "-->",
         "A b", "A b c", "<v Ann>", "</v>", "<0:01.5>x", "<i>", "雨", "&amp;", "", " ", "\r", "\ufeff", "\xad",
         "0:09 --> 0:01", "-0:01 --> 0:02", "{\\an8}", "<br>", "\0", "\x85", "<v  >y"]
    ),
    max_size=30,
)  # fmt: skip


@given(HOSTILE, st.booleans())
def test_any_file(lines: list[str], is_vtt: bool) -> None:
    """A file is read or has a ReaderError; each row of `times` is within the text, and each letter in a row."""
    text = ("WEBVTT\n\n" if is_vtt else "") + "\n".join(lines)
    try:
        document = srt(text)
    except ReaderError:
        return
    table = document.provenance and document.provenance["times"]
    assert isinstance(document.text, str)
    covered = set()
    for start, end, begin, finish, *_ in table or ():
        assert 0 <= start < end <= len(document.text) and begin <= finish
        assert document.text[start:end] == document.text[start:end].strip(" ")
        covered |= set(range(start, end))
    assert all(k in covered for k, character in enumerate(document.text) if character not in " \n")


def test_metadata_that_are_no_mapping() -> None:
    with pytest.raises(OptionError, match="metadata=3: must be a mapping, or None"):
        srt("", metadata=3)
