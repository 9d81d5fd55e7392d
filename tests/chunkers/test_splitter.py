"""SentenceSplitter and `sentences`; the standard rule in the chunkers."""

from __future__ import annotations

import itertools
import mmap
import pathlib
import pickle
import threading
from typing import Any

import pytest
from hypothesis import given

import shiplap
from shiplap import FixedChunker, OptionError, SentenceChunker, SentenceSplitter
from shiplap._data.sentences import LANGUAGES
from shiplap.levels import SENTENCE_RULES
from tests.support.hostile import texts

TEXT = (
    "Dr. Kim left at 3.30 p.m. sharp. Why? Nobody knew. “Это она”, sagte er z. B. am 3. Mai. Und sie?"
    " 我不去。他去。\n\nA heading\n- an item 😀\n- an item. He works for Acme Inc. in the U.S. Army."
    " It was 5 a.m. yes."
)
PARTS = [
    "Dr. Kim left at 3.30 p.m. sharp. ", "Why? ", "Nobody knew. ", "“Это она”, sagte er z. B. am 3. Mai. ",
    "Und sie? ", "我不去。", "他去。\n\n", "A heading\n", "- an item 😀\n", "- an item. ",
    "He works for Acme Inc. in the U.S. Army. ", "It was 5 a.m. yes.",
]  # fmt: skip


def check(chunks: shiplap.Chunks, text: str) -> None:
    """The spans touch one another and cover the text, in every unit."""
    spans, in_bytes = chunks.spans.tolist(), chunks.byte_spans.tolist()
    assert [0, *(end for _, end in spans)] == [*(start for start, _ in spans), len(text)]
    starts = [0, *itertools.accumulate(len(char.encode()) for char in text)]
    assert in_bytes == [[starts[i], starts[j]] for i, j in spans]
    assert all(start < end for start, end in spans) and not chunks.overlaps.any()
    assert "".join(chunks.texts) == text and chunks.texts == [text[i:j] for i, j in spans]


# ---- sentences


def test_sentences() -> None:
    chunks = shiplap.sentences(TEXT)
    assert chunks.texts == PARTS
    check(chunks, TEXT)
    assert chunks == SentenceSplitter().chunk(TEXT) and chunks.chunker == SentenceSplitter()
    assert shiplap.sentences("One. two. Three").texts == ["One. two. ", "Three"]
    assert shiplap.sentences("One. two. Three", "simple").texts == ["One. ", "two. ", "Three"]
    assert shiplap.sentences("One. two. Three", "capital").texts == ["One. two. ", "Three"]
    assert (
        shiplap.sentences("He lives on Mill Rd. It is quiet.", language="en").texts[0] == "He lives on Mill Rd. "
    )
    assert chunks.stats().cut_ratio == 0 and SentenceSplitter().split_text(TEXT) == PARTS


@given(text=texts)
def test_spans_touch_and_cover(text: str) -> None:
    for rule in SENTENCE_RULES:
        chunks = shiplap.sentences(text, rule)
        if text.strip() or len(chunks):
            check(chunks, text)


@pytest.mark.parametrize("text", ["", " ", "\n\u3000\t", b"", b" \n"])
def test_blank_text(text: Any) -> None:
    for rule in SENTENCE_RULES:
        chunks = shiplap.sentences(text, rule)
        assert len(chunks) == 0 and chunks.texts == [] and chunks.spans.shape == (0, 2)
        with pytest.raises(shiplap.EmptyTextError) as caught:
            SentenceSplitter(rule, on_empty="raise").chunk(text, document_id="d")
        assert caught.value.length == len(text) and caught.value.document_id == "d"


def test_buffers_equal_the_str(tmp_path: pathlib.Path) -> None:
    data, path = TEXT.encode(), tmp_path / "text"
    path.write_bytes(data)
    for rule in SENTENCE_RULES:
        expected = shiplap.sentences(TEXT, rule)
        for buffer in (data, bytearray(data), memoryview(data)):
            found = shiplap.sentences(buffer, rule)
            assert found == expected and found.byte_spans.tolist() == expected.byte_spans.tolist()
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            assert shiplap.sentences(mapped, rule).spans.tolist() == expected.spans.tolist()


def test_errors() -> None:
    for text, facts in (("Ab. \ud800c.", (4, "characters")), (b"Ab. \xffc.", (4, "bytes"))):
        with pytest.raises(shiplap.TextError) as caught:
            _ = shiplap.sentences(text).texts
        assert (caught.value.offset, caught.value.unit) == facts
        assert shiplap.sentences(text, errors="replace").texts == ["Ab. ", "\ufffdc."]
    assert shiplap.sentences("Ab. \ud800c.", errors="surrogatepass").texts == ["Ab. ", "\ud800c."]
    for text in (3, None, ["Ab. C."]):
        with pytest.raises(TypeError):
            shiplap.sentences(text)  # type: ignore[arg-type]


LONG = (
    "It was the U.S. Army, etc. and Dr. Kim. He left at last! \n\n" + "Über die Brücke ging er. 我不去。" * 3
) * 1700


@pytest.mark.parametrize("text", [LONG.encode("ascii", "replace").decode(), LONG, LONG + "😀"])
def test_a_long_text(text: str) -> None:
    """The sentences of a text, for which the core releases the GIL, are those of its paragraphs one by one."""
    assert len(text) > 180_000
    for rule in SENTENCE_RULES:
        found = shiplap.sentences(text, rule)
        check(found, text)
        assert shiplap.sentences(text.encode(), rule) == found
        if rule == "standard":
            pieces = [piece + "\n\n" for piece in text.split("\n\n")]
            pieces[-1] = pieces[-1][:-2]
            sentences = {piece: shiplap.sentences(piece).texts for piece in set(pieces)}
            assert found.texts == list(itertools.chain.from_iterable(sentences[piece] for piece in pieces))


def test_threads() -> None:
    splitter, expected = SentenceSplitter(abbreviations=["Brücke"]), SentenceSplitter().spans(LONG).tolist()
    found: list[Any] = [None] * 6

    def run(number: int) -> None:
        found[number] = splitter.spans(LONG if number % 2 else LONG.encode()).tolist()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(spans == expected for spans in found)


# ---- options


def test_configuration() -> None:
    assert SentenceSplitter().config == {
        "chunker": "sentences", "sentence_rule": "standard", "on_empty": "empty", "errors": "strict",
    }  # fmt: skip
    splitter = SentenceSplitter("standard", "de", abbreviations=["Zz.", "Anl", "Anl."], errors="replace")
    assert splitter.config == {
        "chunker": "sentences", "sentence_rule": "standard", "language": "de", "abbreviations": ["Anl", "Zz"],
        "on_empty": "empty", "errors": "replace",
    }  # fmt: skip
    for one in (SentenceSplitter(), splitter, SentenceSplitter("simple"), SentenceSplitter(language="zh")):
        again = shiplap.from_config(one.config)
        assert type(again) is SentenceSplitter and again == one and hash(again) == hash(one)
        assert again.fingerprint == one.fingerprint and eval(repr(one)) == one
        unpickled = pickle.loads(pickle.dumps(one))
        assert unpickled == one and unpickled.split_text("Anl. Nummer. B") == one.split_text("Anl. Nummer. B")
    chunks = splitter.chunk(TEXT)
    assert pickle.loads(pickle.dumps(chunks)) == chunks
    with pytest.raises(AttributeError, match="immutable"):
        splitter.unit = "bytes"


@pytest.mark.parametrize("kind", [SentenceSplitter, SentenceChunker, FixedChunker])
def test_what_tells_two_apart(kind: Any) -> None:
    some = [
        kind(), kind(sentence_rule="simple"), kind(sentence_rule="capital"), kind(language="en"),
        kind(language="de"), kind(language="zh"), kind(abbreviations=["Anl"]), kind(abbreviations=["Anl", "B"]),
        kind(language="de", abbreviations=["Anl"]),
    ]  # fmt: skip
    assert len(set(some)) == len({one.fingerprint for one in some}) == len(some)
    assert (
        kind(sentence_rule="standard", language=None, abbreviations=()) == kind()
        and kind().config["sentence_rule"] == "standard"
    )
    same = [kind(abbreviations=given) for given in (["B.", "A"], ("A", "B"), {"A.", "B."}, iter("BA"))]
    assert len(set(same)) == len({one.fingerprint for one in same}) == 1


@pytest.mark.parametrize("kind", [SentenceSplitter, SentenceChunker, FixedChunker])
@pytest.mark.parametrize(
    ("option", "value", "named"),
    [
        ("sentence_rule", "standart", "standart"),
        ("sentence_rule", None, None),
        ("sentence_rule", 1, 1),
        ("language", "xx", "xx"),
        ("language", "english", "english"),
        ("language", "", ""),
        ("language", 1, 1),
        ("abbreviations", "Anl.", "Anl."),
        ("abbreviations", b"Anl.", b"Anl."),
        ("abbreviations", 3, 3),
        ("abbreviations", None, None),
        ("abbreviations", ["a", b"Anl."], b"Anl."),
        ("abbreviations", [3], 3),
        ("abbreviations", [None], None),
        ("abbreviations", ["ok", ""], ""),
        ("abbreviations", ["."], "."),
    ],
)
def test_bad_options(kind: Any, option: str, value: Any, named: Any) -> None:
    with pytest.raises(OptionError) as caught:
        kind(**{option: value})
    assert caught.value.option == option and caught.value.value == named
    assert str(caught.value).startswith(f"{option}={named!r}: must be ")


def test_bad_options_of_the_splitter() -> None:
    for options in ({"on_empty": "error"}, {"errors": "ignore"}, {"sentence_rule": "simpel"}):
        with pytest.raises(OptionError) as caught:
            SentenceSplitter(**options)
        assert {caught.value.option: caught.value.value} == options
    with pytest.raises(OptionError, match="did you mean 'standard'"):
        shiplap.sentences("a", "standart")


def test_every_language() -> None:
    for language in LANGUAGES:
        assert shiplap.sentences("3 + 4 = 7! Ok?", language=language).texts == ["3 + 4 = 7! ", "Ok?"]


@pytest.mark.parametrize("word", ["Anl", "Anl."])
def test_abbreviations(word: str) -> None:
    text = "See Zanl. Smith, see Anl. Smith, Anl. And so. "
    known = text.replace("Anl", "Xqz"), ["Xqz" + word[3:]]
    assert shiplap.sentences(known[0]).texts[1:3] == ["Smith, see Xqz. ", "Smith, Xqz. "]
    for options in ({}, {"language": "en"}, {"language": "zh"}):
        found = shiplap.sentences(known[0], abbreviations=known[1], **options).texts
        assert found[:2] in (
            ["See Zanl. ", "Smith, see Xqz. Smith, Xqz. "],
            ["See Zanl. ", "Smith, see Xqz. Smith, Xqz. And so. "],  # no language: "And" begins no sentence
        )
    assert shiplap.sentences(known[0], "simple", abbreviations=known[1]).texts[1] == "Smith, see Xqz. "


# ---- the chunkers


def test_chunks_end_at_sentences() -> None:
    text = TEXT * 30
    ends = set(shiplap.sentences(text).spans[:, 1].tolist())
    for chunker in (
        SentenceChunker(150, 30, min_size=0), FixedChunker(150, 30, snap="sentence", min_fill=0),
    ):  # fmt: skip
        for data in (text, text.encode()):
            spans = chunker.spans(data)
            assert len(spans) > 30 and set(spans[:, 1].tolist()) <= ends
            assert chunker.name == "fixed" or set(spans[1:, 0].tolist()) <= ends
            assert chunker.chunk(data).stats().cut_ratio == 0


def test_options_of_the_rule_in_the_chunkers() -> None:
    text = "See the Xqz. Smith went. And he. so it was. See the Mill Rd. It is quiet. " * 20
    for rule, language, words in (
        ("standard", None, ()), ("simple", None, ()), ("capital", None, ()), ("standard", "en", ()),
        ("standard", "zh", ()), ("standard", "en", ["Xqz"]), ("standard", None, ["Xqz.", "went"]),
    ):  # fmt: skip
        options = {"sentence_rule": rule, "language": language, "abbreviations": words}
        ends = shiplap.sentences(text, rule, language, abbreviations=words).spans[:, 1]
        for size in (40, 75, 200):
            for make in (
                lambda size, **more: SentenceChunker(size, 20, min_size=0, **more),
                lambda size, **more: FixedChunker(size, 20, snap="sentence", min_fill=0, **more),
            ):
                chunker = make(size, **options)
                # another splitter's boundaries, given, do the same
                for data in (text, text.encode()):
                    expected = chunker.spans(data).tolist()
                    assert make(size).spans(data, boundaries=ends).tolist() == expected
                    assert make(size, boundaries=ends.tolist()).spans(data).tolist() == expected
                assert shiplap.from_config(chunker.config) == chunker == pickle.loads(pickle.dumps(chunker))
    fixed = FixedChunker(20, 0, snap="sentence")
    assert fixed.split_text("See the Xqz. Smith went.")[0] == "See the Xqz. "
    fixed = FixedChunker(20, 0, snap="sentence", abbreviations=["Xqz"])
    assert fixed.split_text("See the Xqz. Smith went.")[0] == "See the Xqz. Smith "


@given(text=texts)
def test_given_boundaries_of_the_splitter(text: str) -> None:
    text = text[:2000]
    ends = shiplap.sentences(text).spans[:, 1]
    options: dict[str, Any] = {"on_empty": "empty"}
    expected = SentenceChunker(40, 10, **options).spans(text).tolist()
    assert SentenceChunker(40, 10, **options).spans(text, boundaries=ends).tolist() == expected


@pytest.mark.parametrize("chunker", [SentenceChunker(80, 9, min_size=5), FixedChunker(85, 0, snap="sentence")])
def test_line_breaks_reach_chunkers(chunker: shiplap.Chunker) -> None:
    mail = "Hi all,\nthe well that we saw from the road is dry now, and nobody here\nknows why\nBest,\nAnna"
    made = shiplap.from_config({**chunker.config, "line_breaks": "auto"})
    assert made.config["line_breaks"] == "auto" and made.fingerprint != chunker.fingerprint
    ends = shiplap.sentences(mail, line_breaks="auto").spans[:, 1].tolist()
    assert [mail[:end].split()[-1] for end in ends] == ["all,", "why", "Best,", "Anna"]
    assert set(made.spans(mail)[:, 1].tolist()) <= set(ends)
    assert [each.text for each in made.stream([mail[:9], mail[9:]])] == made.split_text(mail)
