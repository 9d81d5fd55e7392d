"""RecursiveChunker on texts with headings: what they head stays with them, by every road to the chunks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import RecursiveChunker
from shiplap._core.text import Text
from shiplap._data.heading_numbers import HAS_MARKED, NO_HEADINGS
from shiplap.content.decided import Decided
from shiplap.reference.boundaries.sections import ends_with_heading
from shiplap.reference.regions.regions import finds_headings
from tests.support.laws import check

NOTES = "# Rain\n\nIt rains.\n\n## Night\n\n### Late\n\nHe snores.\n\nDay\n===\n\nHe is up. He eats.\n"

#: Pieces of documents with headings.
pieces = st.sampled_from(
    ["# Rain\n\n", "## Night\n", "Day\n===\n\n", "Dusk\r\n---\r\n", "It rains. ", "It pours. ", "漢字。", "\n",
     "é 😀 ", "He snores.\n\n", "> It rains.\n\n", "- one\n- two\n\n", "```\n# a\nx = 1\n```\n\n", "#hash ",
     "import os\n", "Article 1\n\n", "Article 2\n\n", "1.1 Scope\n\n", "2.1 Rain\n\n", "ON RAIN\n\n", "Snow\n\n",
     "Rain\n~~~~\n\n"]
)  # fmt: skip
documents = st.lists(pieces, max_size=60).map("".join)


def places(chunks: Iterable[shiplap.Chunk]) -> list[list[int]]:
    return [[chunk.start, chunk.end] for chunk in chunks]


def test_no_chunk_ends_with_a_heading() -> None:
    for size in range(24, 90):
        for overlap in (0, size // 5):
            chunks = RecursiveChunker(size, overlap).chunk(NOTES, path="notes.md")
            assert not any(ends_with_heading(NOTES, end, 0) for _, end in chunks.spans.tolist()[:-1]), size
            check(chunks, NOTES)


def test_markdown_is_told_by_the_path_or_found() -> None:
    chunker = RecursiveChunker(40, 0)
    by_sections = [
        "# Rain\n\nIt rains.\n\n",
        "## Night\n\n### Late\n\nHe snores.\n\n",
        "Day\n===\n\nHe is up. He eats.\n",
    ]
    assert chunker.split_text(NOTES) == chunker.split_text(NOTES, path="notes.md") == by_sections
    for path in ("notes.txt", "notes", b"notes.md".decode()):
        assert chunker.split_text(NOTES, path=path) == by_sections
    for path in ("notes.py", "notes.log", "notes.html", "notes.csv"):
        assert chunker.split_text(NOTES, path=path) == RecursiveChunker(40, 0, headings=None).split_text(NOTES)
    script = "# Rain\n\nimport os\n\n\n# Night\nimport re\nprint(re)\n\n\n# Day\nimport sys\n"
    assert finds_headings(script) == NO_HEADINGS
    assert chunker.split_text(script) == RecursiveChunker(40, 0, headings=None).split_text(script)


def test_levels_are_as_given() -> None:
    levels = ["paragraph", "sentence", "word"]
    text = NOTES + "It pours.\n"  # the last paragraph fits, but begins a section
    assert RecursiveChunker(80, 0, levels=levels).split_text(text)[0].endswith("# Late\n\nHe snores.\n\n")
    text = "# Rain\n\nIt rains.\n\n# Day\n\nHe is up.\n\nHe eats.\n"
    assert RecursiveChunker(40, 0, levels=levels).split_text(text)[0].endswith("He is up.\n\n")
    assert RecursiveChunker(36, 0).split_text(text)[0].endswith("It rains.\n\n")
    # with sections among them, a text need not be Markdown
    plain = "It rains.\n\n# Night\nHe snores.\n"
    assert RecursiveChunker(26, 0).split_text(plain, path="a.rst")[0] == "It rains.\n\n# Night\nHe "
    assert RecursiveChunker(26, 0, levels=["section", "word"]).split_text(plain, path="a.rst") == [
        "It rains.\n\n# Night\nHe ", "snores.\n"
    ]  # fmt: skip
    assert RecursiveChunker(21, 0, levels=["section", "word"]).split_text(plain, path="a.rst") == [
        "It rains.\n\n", "# Night\nHe snores.\n"
    ]  # fmt: skip
    # separators and offsets are taken at their word
    assert RecursiveChunker(20, 0, levels=["\n\n"], min_fill=0).split_text(NOTES)[0] == "# Rain\n\nIt rains.\n\n"
    assert RecursiveChunker(12, 0, levels=["\n\n"], min_fill=0).split_text(NOTES)[0] == "# Rain\n\n"


def test_boundaries_come_before_sections() -> None:
    found = RecursiveChunker(40, 0).spans(NOTES, boundaries=[30, 35]).tolist()
    assert found[0] == [0, 35]


def test_break_at_keeps_units_apart() -> None:
    chunks = RecursiveChunker(500, 50, break_at="section").chunk(NOTES)
    assert [chunk.text.split("\n")[0] for chunk in chunks] == ["# Rain", "## Night", "Day"]
    assert chunks.overlaps.max() == 0
    assert len(RecursiveChunker(500, 0, break_at="\n\n").chunk(NOTES)) == NOTES.count("\n\n") + 1
    assert RecursiveChunker(500, 0, break_at=[10]).spans(NOTES).tolist() == [[0, 10], [10, len(NOTES)]]
    chunker = RecursiveChunker(500, 0, break_at=("separator", "word"), levels=["x"])
    assert chunker.config["break_at"] == ["separator", "word"]
    assert shiplap.from_config(chunker.config) == chunker


def test_break_at_by_a_tokenizer() -> None:
    chunker = RecursiveChunker(40, 8, unit="tokens", tokenizer=len, break_at="section")
    chunks = chunker.chunk(NOTES)
    starts = [0, NOTES.index("## Night"), NOTES.index("Day")]
    for start, end in chunks.spans.tolist():
        assert not any(start < place < end for place in starts)


def test_a_text_of_more_tokens_than_bytes_is_looked_at() -> None:
    for headings, parts in (("auto", False), (None, True)):
        chunker = RecursiveChunker(
            80, 0, unit="tokens", tokenizer=lambda text: 2 * len(text), levels=["line"], headings=headings
        )
        ends = chunker.spans(NOTES)[:, 1].tolist()
        assert len(NOTES) < 80
        assert any(ends_with_heading(NOTES, end, 0) for end in ends[:-1]) == parts


@given(text=documents, size=st.integers(1, 90), data=st.data())
def test_all_roads_lead_to_the_same_chunks(text: str, size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    chunker = RecursiveChunker(
        size,
        overlap,
        break_at=data.draw(st.sampled_from([None, None, "section", "line"])),
        headings=data.draw(st.sampled_from(["auto", "auto", "marked", None])),
    )
    path = data.draw(st.sampled_from([None, "a.md", "a.py", "a.rst"]))
    spans = chunker.spans(text, path=path).tolist()
    check(chunker.chunk(text, path=path), text)
    data8 = text.encode()
    assert chunker.chunk(data8, path=path).spans.tolist() == spans
    batch = [text, data8, None, text]
    paths = [path, path, "a.md", path]
    assert [chunks.spans.tolist() for chunks in chunker.chunk_batch(batch, paths=paths)] == [
        spans,
        spans,
        [],
        spans,
    ]
    cut = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=3)))
    parts = [text[i:j] for i, j in zip([0, *cut], [*cut, len(text)], strict=True)]
    assert places(chunker.stream(parts, path=path)) == spans
    old = chunker.chunk(text, path=path)
    if text.strip():
        assert chunker.update(old, text, path=path).chunks.spans.tolist() == spans


def test_long_streams_are_cut_as_their_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shiplap.chunkers.streaming.BLOCK", 1 << 16)
    law = "Article 5\n\nIt rains in the hills. It pours.\n\nArticle 6\n\nHe snores, and he is up.\n\n"
    for text, headings, least in (
        (NOTES * 4000, "marked", 5),
        (law * 16_000, "auto", 2),
        (law * 4000, "marked", 5),
        ("a # " + "x" * 90_000 + "\n\n# Snow\n\nIt snows.\n" * 20_000, "marked", 2),
    ):
        chunker = RecursiveChunker(300, 60, headings=headings)
        for form in (text, text.encode()):
            parts = [form[i : i + 10_000] for i in range(0, len(form), 10_000)]
            found = list(chunker.stream_batches(parts))
            assert len(found) >= least
            assert [span for part in found for span in places(part)] == chunker.spans(text).tolist()


def test_an_edit_that_makes_headings_keeps_what_was_decided() -> None:
    chunker = RecursiveChunker(60, 0)
    old: Any = chunker.chunk(NOTES.replace("#", "").replace("===", ""))
    new = "# Notes\n\n" + old.text
    decided = chunker.update(old, new).chunks._decisions()
    assert decided is not None and decided.known == NO_HEADINGS
    assert chunker._headings_of(None, Text(new)) == HAS_MARKED
    assert chunker.chunk(new)._decisions() is None  # until a full cut, which decides by the text


@pytest.mark.parametrize("headings", ["auto", "marked", None])
def test_an_update_by_a_tokenizer_begins_overlaps_as_the_chunker_does(headings: Any) -> None:
    text = "".join(f"Article {k}\n\nIt rains in the hills. It pours.\n\n" for k in range(300))
    chunker = RecursiveChunker(
        30,
        15,
        unit="tokens",
        tokenizer=lambda text: len(text.split()),
        overlap_levels=["section"],
        headings=headings,
    )
    whole = Text(text)
    stretch: Any = chunker._stretches(whole, None, Decided(chunker._headings_of(None, whole) or 0))
    spans = chunker.spans(text).tolist()
    begins = [stretch._begin(start, end) for start, end in spans[:-1]]
    assert begins == [start for start, _ in spans[1:]]
    assert text.startswith("Article", begins[1]) == (headings == "auto")
