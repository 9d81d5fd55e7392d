"""An update keeps the decisions for a whole text: its heading patterns, and the kind of its content."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap import AdaptiveChunker, Chunker, Chunks, FixedChunker, RecursiveChunker, SentenceChunker
from shiplap.chunks.update import Update
from tests.support import laws
from tests.support.cases import few_quick
from tests.support.documents import documents
from tests.support.prose import prose, titled

#: The most chunks that are new after one edit.
MOST = 4


def words(text: str) -> int:
    """Return the number of tokens of a tokenizer by words."""
    return len(text.split())


CHUNKERS: list[Chunker] = [
    RecursiveChunker(1000, 0),
    RecursiveChunker(1000, 100, levels=("section", "paragraph", "sentence", "word")),
    RecursiveChunker(200, 20, unit="tokens", tokenizer=words),
    AdaptiveChunker(1000, 0, unit="characters"),
    AdaptiveChunker(250, 25, size_includes_context=True),
    AdaptiveChunker(200, 0, tokenizer=words),
    FixedChunker(1000, 0, snap="sentence"),
    SentenceChunker(1000, 0),
]
TEXT, INSERTED = titled()


def as_str(text: str) -> str:
    return text


def as_utf8(text: str) -> bytes:
    return text.encode()


def check(chunks: Chunks, text: str, path: str | None = None) -> None:
    """Assert the laws; those of a tokenizer are in `tests/tokenizers`."""
    if "tokenizer" in chunks.chunker.config:
        assert "".join(chunk.text[chunk.overlap :] for chunk in chunks) == text
    else:
        laws.check(chunks, text, path)


def reach(update: Update) -> int:
    """Return the number of chunks with a new text or context."""
    return len(update.to_embed)


@few_quick("form", [as_str, as_utf8], quick=1)
@pytest.mark.parametrize("chunker", CHUNKERS, ids=lambda chunker: f"{chunker.name}-{chunker.unit}")
def test_an_insertion_at_the_start_keeps_the_patterns(chunker: Chunker, form: Callable[[str], Any]) -> None:
    """293 characters at the start of 38,509: a fresh cut of the new text finds other headings."""
    assert (len(TEXT), len(INSERTED)) == (38_509, 293)
    old, new = chunker.chunk(form(TEXT), document_id="rain"), INSERTED + TEXT
    update = chunker.update(old, form(new))
    check(update.chunks, new)
    assert reach(update) <= 2
    pairs = chunker.update((old.spans, TEXT), form(new))
    assert pairs.chunks.contextual_texts == update.chunks.contextual_texts
    # an update of an update keeps the first decision, also from a pickle
    more = INSERTED + new[:20_000] + "It pours. " + new[20_000:]
    for before in (
        update.chunks,
        update.chunks.replace(source="rain.txt"),
        pickle.loads(pickle.dumps(update.chunks)),
    ):
        again = chunker.update(before, form(more))
        check(again.chunks, more)
        assert reach(again) <= MOST
    assert reach(chunker.update(again.chunks, form(TEXT))) <= MOST


def test_a_full_cut_decides_anew() -> None:
    chunker = AdaptiveChunker(1000, 0, unit="characters")
    old, new = chunker.chunk(TEXT), INSERTED + TEXT
    fresh, update = chunker.chunk(new), chunker.update(old, new)
    assert {len(chunk.headings) for chunk in fresh} == {0}
    assert {len(chunk.headings) for chunk in update.chunks} == {0, 1}
    other = AdaptiveChunker(900, 0, unit="characters")
    assert other.update(update.chunks, new).chunks == other.chunk(new)


def test_the_first_text_of_one_chunk_decides_nothing() -> None:
    for chunker in (RecursiveChunker(1000, 0), AdaptiveChunker(1000, 0, unit="characters")):
        chunks = chunker.update(chunker.chunk("A draft.\n"), TEXT).chunks
        assert chunks == chunker.chunk(TEXT)
        assert chunks.contextual_texts == chunker.chunk(TEXT).contextual_texts


BODY = prose(9, 12).replace("\n\n", " ").strip() + "\n\n"
#: Sections of a document, by the mark of their titles.
MARKDOWN = "".join(f"## Day {day}\n\n{BODY}> A [link](a.md)\n\n" for day in range(30))
PLAIN = "".join(f"Day {day}\n-----\n\n{BODY}" for day in range(30))
LAW = "".join(f"Rain of day {day}\n\n{BODY}Article {day}\n\n{BODY}" for day in range(20))
PYTHON = "class Storm:\n" + "".join(f"    def day_{day}(self):\n        return {day}\n\n" for day in range(200))


@pytest.mark.parametrize(
    ("text", "inserted", "path"),
    [
        # more lines of code than signs of Markdown: a fresh cut takes the text for plain
        (MARKDOWN, "x = f(1);\ny = g(2);\n" * 90 + "\n", None),
        # an item, a quotation and a fence make a fresh cut take it for Markdown
        (PLAIN, "> A [link](a.md) and **more**\n\n- **one**\n- **two**\n\n```\nx\n```\n\n", None),
        # a heading of another kind before the first: a fresh cut gives it the first level
        (PLAIN, "Notes\n=====\n\nThis is new.\n\n", "a.rst"),
        (LAW, "Article 0\n\nThis is new.\n\n", "a.txt"),
        (LAW, "Part I\n\nThis is new.\n\n", "a.txt"),
        (LAW, "\n\n\n", "a.md"),
        (LAW, "- one\n- two\n- three\n\n", "a.md"),
        (MARKDOWN, "```\nx = 1\n```\n\n", "a.md"),
    ],
)
def test_insertions_at_the_start(text: str, inserted: str, path: str | None) -> None:
    for chunker in CHUNKERS:
        old = chunker.chunk(text, path=path)
        update = chunker.update(old, inserted + text, path=path)
        check(update.chunks, inserted + text, path)
        assert reach(update) <= MOST + len(inserted) // 500
        back = chunker.update(update.chunks, text, path=path)
        assert reach(back) <= MOST


@pytest.mark.parametrize(("text", "path"), [(PYTHON, "rain.py"), (MARKDOWN, "a.md"), (PYTHON, "rain.c")])
def test_the_content_type_of_the_path_is_kept(text: str, path: str) -> None:
    chunker = AdaptiveChunker(1000, 0, unit="characters")
    old = chunker.chunk(text, path=path)
    update = chunker.update(old, text + "\n", path=None)
    assert reach(update) <= 1
    assert reach(chunker.update(update.chunks, "\n" + text)) <= 2
    other = chunker.update(old, text, path="rain.csv")
    assert {chunk.kind for chunk in other.chunks} == {"table"}


def test_the_guessed_language_of_a_listing_is_kept() -> None:
    """A fresh cut of the new text takes the code for JavaScript, which has no `def`."""
    chunker = AdaptiveChunker(1000, 0, unit="characters")
    fenced = f"# Rain\n\n{BODY}```\n{PYTHON}```\n"
    for text, start in ((PYTHON, 0), (fenced, fenced.index("class"))):
        old = chunker.chunk(text)
        assert old[-2].headings[-1] == "Storm"
        new = text[:start] + "const a = function () { return 1; };\n" * 60 + text[start:]
        assert chunker.chunk(new)[-2].headings[-1:] != old[-2].headings[-1:]
        update = chunker.update(old, new)
        check(update.chunks, new)
        assert reach(update) <= MOST and update.chunks[-2].headings == old[-2].headings
        again = chunker.update(update.chunks, new + "\n")
        assert reach(again) <= 1
        assert reach(chunker.update((old.spans, text), new)) <= MOST


@given(text=documents, inserted=documents, place=st.floats(0, 1), chunker=st.sampled_from(CHUNKERS[:5]))
def test_any_update_keeps_the_decisions(text: str, inserted: str, place: float, chunker: Chunker) -> None:
    text = text[:3000] * 3
    at = int(place * len(text))
    new = text[:at] + inserted[:500] + text[at:]
    old = chunker.chunk(text)
    if len(old) < 2:
        return
    update = chunker.update(old, new)
    known = update.chunks._decisions()
    assert known is not None
    if isinstance(chunker, AdaptiveChunker):
        first = old._decisions()
        assert first is not None and known.known == first.known
        assert known.levels[: len(first.levels)] == first.levels
        assert known.adorned[: len(first.adorned)] == first.adorned
    else:
        assert known.known == (chunker._headings_of(None, old._text) or 0)
    assert chunker.update(update.chunks, text).chunks._decisions() is not None
