"""`Chunker.update`: every chunker and option, the laws of the result, its lists, and what it refuses."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import AdaptiveChunker, Chunker, FixedChunker, OptionError, RecursiveChunker, SentenceChunker
from shiplap.store import Store
from tests.support.chunkers import chunkers, paths
from tests.support.documents import documents
from tests.support.hostile import texts
from tests.support.laws import check
from tests.support.prose import prose, titled

edits = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 8) | st.integers(0, 400),
        st.sampled_from(
            ["", "x", " ", "\n", "\n\n", "```\n", "# H\n\n", "It pours. ", "é", "漢字。", "\u0301", "🇩", "\r\n",
             "\u200d", "Another paragraph stands here now. It has two sentences.\n\n",
             "| a | b |\n|---|---|\n| 1 | 2 |\n"]
        ),
    ),
    max_size=4,
)  # fmt: skip


def edited(text: str, changes: list[tuple[float, int, str]]) -> str:
    for place, size, new in changes:
        start = int(place * len(text))
        text = text[:start] + new + text[start + size :]
    return text


@given(text=documents | texts, changes=edits, chunker=chunkers(), path=paths)
def test_laws(text: str, changes: list[tuple[float, int, str]], chunker: Chunker, path: str | None) -> None:
    text = text[:4000]
    new = edited(text, changes)[:6000]
    old = chunker.chunk(text, path=path)
    update = chunker.update(old, new, path=path)
    check(update.chunks, new, path)
    assert len(update.kept) + len(update.moved) + len(update.new) == len(update.chunks)
    pairs = chunker.update((old.spans, text), new, path=path)
    data = chunker.update(chunker.chunk(text.encode(), path=path), new.encode(), path=path)
    mixed = chunker.update(old, new.encode(), path=path)
    for other in (pairs, data, mixed):
        assert other.chunks == update.chunks
        assert other.chunks.contextual_texts == update.chunks.contextual_texts
    again = chunker.update(update.chunks, text, path=path)
    check(again.chunks, text, path)
    assert chunker.update(old, text, path=path).chunks == old


#: A letter with nine marks, of 19 bytes.
CLUSTER = "a" + "\u0301" * 9


@pytest.mark.parametrize(
    ("old", "new", "path", "options"),
    [
        # one code point over the limit, which nothing can make smaller
        ("\x8011\u0800", "\x8011\u0800", "x.py", {"prose": (1, 0), "code": (2, 1), "table": (1, 0)}),
        # prose becomes code, of which less may be repeated
        (
            "3   A.2 Well",
            "\t3   A.2 Well",
            "x.md",
            {
                "prose": (11, 7),
                "code": (17, 2),
                "table": (64, 38),
                "size_includes_context": True,
                "strip_whitespace": True,
            },
        ),
        # code becomes prose, which has room for the grapheme cluster that was cut
        (
            f"It rains.\n\n```\nx\n{CLUSTER}\n```\n",
            f"It rains.\n\nx = 1\nx\n{CLUSTER}\n```\n",
            "x.md",
            {"prose": (60, 0), "code": (6, 0), "table": (60, 0)},
        ),
    ],
)
def test_limits_of_kinds(old: str, new: str, path: str, options: dict[str, Any]) -> None:
    chunker = shiplap.AdaptiveChunker(unit="bytes", sentence_rule="simple", **options)
    chunks = chunker.update(chunker.chunk(old, path=path), new, path=path).chunks
    check(chunks, new, path)
    if old == new:
        assert chunks == chunker.chunk(old, path=path)


CHUNKERS: list[Chunker] = [
    FixedChunker(400, 50, snap="sentence"),
    SentenceChunker(400, 60),
    RecursiveChunker(400, 40),
    RecursiveChunker(100, 10, unit="tokens"),
    RecursiveChunker(400, 0, strip_whitespace=True),
    AdaptiveChunker(400, 0, unit="characters"),
    AdaptiveChunker(100, 12, size_includes_context=True),
]


@pytest.mark.parametrize("chunker", CHUNKERS, ids=repr)
def test_one_edit_makes_few_chunks_new(chunker: Chunker) -> None:
    text = "# Rain\n\n" + prose(3, 300)
    old = chunker.chunk(text, document_id="rain")
    chance = random.Random(8)
    counts = []
    for _ in range(40):
        start = chance.randrange(len(text) - 100)
        new = (
            text[:start]
            + chance.choice(["", "x", "One more sentence. "])
            + text[start + chance.choice([0, 1, 9]) :]
        )
        update = chunker.update(old, new)
        counts.append(len(update.new))
        assert len(update.to_embed) == len(update.new)
        before = [chunk for chunk in old if chunk.end < start - 1200]
        assert [chunk.content_id for chunk in update.kept][: len(before)] == [chunk.content_id for chunk in before]
    assert max(counts) <= 4 and sum(counts) / len(counts) < 2.2


def test_several_edits_and_a_long_document() -> None:
    text = prose(4, 3000)
    chunker = RecursiveChunker(500, 0)
    old = chunker.chunk(text)
    new = text[:1000] + "One more. " + text[1000:90_000] + text[90_040:] + "The end of it."
    update = chunker.update(old, new)
    assert len(update.new) <= 6 and len(update.kept) + len(update.moved) >= len(old) - 6
    check(update.chunks, new)


def test_edits_one_after_the_other_keep_the_chunks_full() -> None:
    chunker, text, chance = SentenceChunker(500, 0, max_size=500), prose(5, 400), random.Random(1)
    chunks = chunker.chunk(text)
    for _ in range(300):
        start = chance.randrange(len(text))
        new = (
            text[:start]
            + chance.choice(["Some more words here. ", "x", ""])
            + text[start + chance.randrange(40) :]
        )
        chunks, text = chunker.update(chunks, new).chunks, new
    check(chunks, text)
    assert len(chunks) <= 1.1 * len(chunker.chunk(text))


def test_what_is_always_cut_anew() -> None:
    text = prose(6, 60)
    new = text[:700] + "more " + text[700:]
    exact = FixedChunker(200, 20)
    assert exact.update(exact.chunk(text), new).chunks == exact.chunk(new)
    other = RecursiveChunker(200, 0).chunk(text)
    chunker = RecursiveChunker(210, 0)
    assert chunker.update(other, new).chunks == chunker.chunk(new)
    given = RecursiveChunker(200, 0, boundaries=range(0, len(text), 10))
    assert given.update(given.chunk(text), new, boundaries=range(0, len(new), 9)).chunks == given.chunk(
        new, boundaries=range(0, len(new), 9)
    )


def test_kinds_and_headings_are_those_of_the_new_text() -> None:
    chunker = AdaptiveChunker(60, 0, prose=80, code=40, unit="characters")
    text = "# One\n\n" + "It rains on us. " * 12 + "\n\n## Two\n\n" + "It pours on us. " * 12
    old = chunker.chunk(text, document_id="a.md")
    renamed = chunker.update(old, text.replace("# One", "# Une"))
    assert len(renamed.new) == 1 and len(renamed.to_embed) == len(old)
    assert {chunk.headings[0] for chunk in renamed.chunks} == {"Une"}
    fenced = chunker.update(old, text.replace("## Two", "```\nTwo"), path="a.md")
    check(fenced.chunks, text.replace("## Two", "```\nTwo"), "a.md")
    assert fenced.chunks.kinds[-1] == "code" and fenced.chunks.kinds[0] == "prose"


def test_identity_comes_from_the_old_chunks() -> None:
    chunker = RecursiveChunker(30, 0)
    old = chunker.chunk("It rains.\n\nIt pours.", document_id="a", source="a.txt", metadata={"n": 1})
    update = chunker.update(old, "It rains.\n\nIt pours now.")
    assert (update.chunks.document_id, update.chunks.source, update.chunks.metadata) == ("a", "a.txt", {"n": 1})
    assert chunker.update(old, "It", document_id="b").chunks.ids == ["b-chunk-0"]
    assert repr(update) == "<Update of 'a': 1 of 1 chunk new, 0 moved, 1 removed>"


def test_equal_texts_in_one_document() -> None:
    """Content ids count equal texts: taking the first away leaves an id that is moved, and removes the last."""
    chunker = RecursiveChunker(10, 0)
    text = "It rains. " * 4
    old = chunker.chunk(text, document_id="a")
    update = chunker.update(old, text[10:])
    assert (len(update.new), len(update.kept), len(update.removed)) == (0, 3, 1)
    assert update.removed[0].content_id == old[3].content_id
    update = chunker.update(old, "It pours. " + text)
    assert (len(update.new), len(update.moved), len(update.removed)) == (1, 4, 0)


def test_blank_and_empty_texts() -> None:
    chunker = RecursiveChunker(30, 0)
    old = chunker.chunk("It rains.")
    assert len(chunker.update(old, "").chunks) == 0 and len(chunker.update(old, " \n").removed) == 1
    assert len(chunker.update(chunker.chunk(""), "It rains.").new) == 1
    with pytest.raises(shiplap.EmptyTextError):
        SentenceChunker(30, 0).update(SentenceChunker(30, 0).chunk("It rains."), " ")


@pytest.mark.parametrize(
    ("old", "rule"),
    [
        ("It rains.", "must be a Chunks, a list of Chunk, or a pair"),
        (None, "must be a Chunks, a list of Chunk, or a pair"),
        (([(0, 4)], "It", "x"), "must be a Chunks, a list of Chunk, or a pair"),
        (([(0, 4)], "It"), "one after the other, within 2 characters"),
        (([(0, 1), (0, 2)], "It"), "one after the other"),
        (([(1, 1)], "It"), "one after the other"),
        (([0, 1], "It"), "pairs of whole numbers"),
        (([(0.0, 1.5)], "It"), "pairs of whole numbers"),
        (([(0, 3)], "It rains."), "leave out only white space"),
        (([(3, 9)], "It rains."), "leave out only white space"),
        (([(0, 2), (4, 9)], "It rains."), "leave out only white space"),
    ],
)
def test_what_is_no_old_text(old: Any, rule: str) -> None:
    with pytest.raises(OptionError, match=rule):
        RecursiveChunker(4, 0).update(old, "It pours.")


def test_chunks_of_a_store() -> None:
    """A list of them is as their spans and their text; with the decisions of the store, as the `Chunks`."""
    text, inserted = titled()
    chunker = AdaptiveChunker(1000, 0, unit="characters")
    old = chunker.chunk(text, document_id="a")
    new = inserted + text
    with Store(":memory:") as store:
        store.put(old)
        stored, decided = store.chunks("a"), store.decided("a")
    plain = chunker.update(stored, new).chunks
    assert plain == chunker.update((old.spans, text), new).chunks and plain.document_id is None
    kept, whole = chunker.update(stored, new, decided=decided).chunks, chunker.update(old, new).chunks
    assert kept.texts == whole.texts and kept.headings == whole.headings
    assert chunker.update([], text).chunks == chunker.chunk(text)
    with pytest.raises(OptionError, match="one after the other"):
        chunker.update(stored[::-1], new)


@pytest.mark.parametrize("unit", ["characters", "bytes", "tokens"])
@pytest.mark.parametrize("strip_whitespace", [False, True])
def test_given_spans_that_cut_a_cluster_are_cut_anew(unit: Any, strip_whitespace: bool) -> None:
    options: dict[str, Any] = {"unit": unit, "strip_whitespace": strip_whitespace}
    text = f"It rains. {CLUSTER} \u0301He snores.\r\n"
    for size, is_whole in ((1, False), (40, True)):
        for chunker in (
            RecursiveChunker(size, 0, **options), SentenceChunker(size, 0, **options),
            AdaptiveChunker(size, 0, **options),
        ):  # fmt: skip
            spans = RecursiveChunker(1, 0, **options).chunk(text).spans
            new = text + "It pours."
            update = chunker.update((spans, text), new)
            check(update.chunks, new)
            assert any(CLUSTER in piece for piece in update.chunks.texts) == is_whole
            assert chunker.update(update.chunks, new).chunks == update.chunks


def test_given_spans_that_are_too_long_are_cut_anew() -> None:
    text = prose(2, 40)
    half = len(text) // 2
    for chunker in CHUNKERS:
        update = chunker.update(([(0, half), (half, len(text))], text), text + "The end.")
        check(update.chunks, text + "The end.")


def test_a_part_of_the_chunks() -> None:
    chunker = RecursiveChunker(4, 0)
    with pytest.raises(OptionError, match="neither a slice nor a part of a stream"):
        chunker.update(chunker.chunk("It rains.")[1:], "It pours.")


def test_lone_surrogates_have_their_place_in_the_whole_text() -> None:
    chunker = RecursiveChunker(40, 0)
    text = "It rains. " * 300
    old = chunker.chunk(text)
    new = text[:2000] + "\ud800" + text[2000:]
    with pytest.raises(shiplap.TextError) as caught:
        chunker.update(old, new)
    assert caught.value.offset == 2000
    lenient = RecursiveChunker(40, 0, errors="surrogatepass")
    assert len(lenient.update(lenient.chunk(text), new).chunks) >= len(old)


@pytest.mark.parametrize("code", [(200, 10), (100, 60)])
def test_a_chunk_whose_text_becomes_code(code: tuple[int, int]) -> None:
    """A fence is opened in or before it: of code less may be repeated, or less may be in a part of a chunk."""
    chunker = AdaptiveChunker(unit="characters", prose=(200, 60), code=code, table=(200, 60))
    text = prose(7, 30)
    old = chunker.chunk(text, path="a.md")
    for start in range(0, len(text), 67):
        for new in (
            text[:start] + "\n\n```\n" + text[start:],
            text[: start + 60] + "\n```\n" + text[start + 130 :],
        ):
            check(chunker.update(old, new, path="a.md").chunks, new, "a.md")


def test_a_part_of_a_chunk_becomes_code() -> None:
    """Each part of a chunk is within the size of its kind, as in a fresh cut."""
    chunker = AdaptiveChunker(unit="characters", prose=(200, 0), code=(100, 0), table=(200, 0))
    text = f"{'It rains. ' * 14}\n\n```\nx = 1\n```\n\n" * 6
    old = chunker.chunk(text, path="a.md")
    for mark in ("```\n\n", "It rains.\n\n```\n"):
        check(chunker.update(old, mark + text, path="a.md").chunks, mark + text, "a.md")


def test_the_only_chunk_does_not_stay_under_the_minimum() -> None:
    chunker, before = shiplap.SentenceChunker(200, 40), "It pours on all of us, and on the hills too. "
    for text, count in (("It rains.", 1), ("It rains now, and it pours on the hills.", 2)):
        update = chunker.update(chunker.chunk(text), before + text)
        check(update.chunks, before + text)
        assert len(update.chunks) == count
