"""The text around a chunk: clauses E1 to E5 of `shiplap.chunks.excerpt`, on hostile texts, also from a store."""

from __future__ import annotations

import pickle
import re
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import Chunks, OptionError
from shiplap._core.boundaries import is_cut
from shiplap._core.text import Text
from shiplap.chunks import Excerpt
from shiplap.chunks.excerpt import AroundUnit
from shiplap.citations import parse_citations, verify_quotes
from shiplap.errors import StoreError
from shiplap.prompt import build_prompt, parse_prompt
from shiplap.store import Store
from tests.kernels.regions.test_furniture import pages
from tests.support.chunkers import chunkers
from tests.support.grapheme_oracle import inside
from tests.support.hostile import texts

units = st.sampled_from(get_args(AroundUnit))
counts = st.integers(0, 4) | st.integers(0, 400)
TEXT = "".join(f"{number} drops fall. Then {number} more! " for number in range(60))


def edge(text: str, p: int, chunk: int, step: int) -> int:
    """Move an offset that is inside a grapheme cluster towards the chunk, to the end of the cluster."""
    clusters = inside(text)
    while p != chunk and p in clusters:
        p += step
    return p


def expected(chunks: Chunks, text: str, row: int, before: int, after: int, unit: str) -> tuple[int, int]:
    """Return the span of an excerpt by the clauses, as plainly as possible."""
    spans = chunks.spans.tolist()
    start, end = spans[row]
    if unit == "chunks":
        return spans[max(0, row - before)][0], spans[min(len(spans) - 1, row + after)][1]
    if unit == "characters":
        first = edge(text, max(0, start - before), start, 1)
        last = edge(text, min(len(text), end + after), end, -1)
        return (first if before else start), (last if after else end)
    if unit == "sections":
        viewed = Text(text, "surrogatepass")
        edges = [p for p in range(len(text) + 1) if is_cut(viewed, p, "section")]
        starts = [p for p in edges if p < start][::-1][:before]
        return min([start, *starts]), max([end, *[p for p in edges if p > end][:after]])
    options = ("sentence_rule", "language", "abbreviations", "line_breaks")
    config = {name: chunks.chunker.config[name] for name in options if name in chunks.chunker.config}
    sentences = shiplap.sentences(text, **config, errors=chunks.chunker.config["errors"]).spans.tolist()
    starts = [first for first, _ in sentences if first < start][::-1][:before]
    ends = [last for _, last in sentences if last > end][:after]
    return min([start, *starts]), max([end, *ends])


@given(text=texts, chunker=chunkers(on_empty="empty"), unit=units, before=counts, after=counts, data=st.data())
def test_excerpts_follow_the_clauses(
    text: str, chunker: shiplap.Chunker, unit: AroundUnit, before: int, after: int, data: Any
) -> None:
    for given_text in (text, text.encode()):
        chunks = chunker.chunk(given_text, document_id="d")
        if not len(chunks):
            return
        row = data.draw(st.integers(0, len(chunks) - 1))
        excerpt, chunk = chunks.around(row, before, after, unit), chunks[row]
        assert (excerpt.start, excerpt.end) == expected(chunks, text, row, before, after, unit)
        assert excerpt.start <= chunk.start and chunk.end <= excerpt.end  # E1
        assert excerpt.text == text[excerpt.start : excerpt.end] and len(excerpt) == len(excerpt.text)
        assert text.encode()[excerpt.start_byte : excerpt.end_byte].decode() == excerpt.text
        shown = excerpt.text if excerpt.shown_text is None else excerpt.shown_text
        assert excerpt.id == chunk.id and excerpt.contextual_text.endswith(shown)
        assert excerpt == chunk.around(before, after, unit) == pickle.loads(pickle.dumps(excerpt))
        if not before and not after:
            same = ("start", "end", "start_byte", "end_byte", "text", "headings", "table_header", "provenance")
            assert [getattr(excerpt, name) for name in same] == [getattr(chunk, name) for name in same]
        if row:
            assert chunks[row:].around(0, before, after, unit) == excerpt  # a slice has its neighbours


@given(text=texts, chunker=chunkers(on_empty="empty", skip_blank=False, strip_whitespace=False), unit=units,
       before=counts, after=counts, data=st.data())  # fmt: skip
def test_excerpts_from_a_store_are_the_same(
    text: str, chunker: shiplap.Chunker, unit: AroundUnit, before: int, after: int, data: Any
) -> None:
    chunks = chunker.chunk(text, document_id="d")
    if not len(chunks):
        return
    row = data.draw(st.integers(0, len(chunks) - 1))
    if unit == "sentences":  # those of a store are by the standard rule
        chunks = Chunks.from_spans(text, chunks.spans, document_id="d")
    excerpt = chunks.around(row, before, after, unit)
    with Store(":memory:") as store:
        store.put(chunks)
        stored = store.around(store.chunks("d")[row], before, after, unit)
    same = ("id", "start", "end", "start_byte", "end_byte", "text")
    assert [getattr(stored, name) for name in same] == [getattr(excerpt, name) for name in same]
    if unit == "chunks":
        assert (stored.headings, stored.table_header) == (excerpt.headings, excerpt.table_header)


def test_the_section_of_a_chunk_is_around_it() -> None:
    text = "".join(f"# Part {k}\n\nIt rains. It pours.\n\nThe old man snores. Does he?\n\n" for k in range(40))
    chunks = shiplap.SentenceChunker(24, 0, min_size=1).chunk(text, document_id="d")
    row = next(row for row, chunk in enumerate(chunks) if "snores" in chunk.text and chunk.start > len(text) // 2)
    excerpt = chunks.around(row, unit="sections")
    assert excerpt.text == text[text.rindex("# Part", 0, excerpt.end) : text.index("# Part", chunks[row].end)]
    with Store(":memory:") as store:
        store.put(chunks)
        assert store.around(store.chunks("d")[row], unit="sections").text == excerpt.text


def test_a_store_reads_as_many_neighbours_as_it_needs() -> None:
    chunks = shiplap.FixedChunker(20, 5).chunk(TEXT, document_id="d")
    plain = Chunks.from_spans(TEXT, chunks.spans, document_id="d")
    with Store(":memory:") as store:
        store.put(plain)
        stored = store.chunks("d")
        for unit, number in (("characters", 900), ("sentences", 30), ("sections", 2), ("chunks", 60)):
            for row in (0, 50, len(stored) - 1):
                assert store.around(stored[row], number, number, unit).text == (  # type: ignore[arg-type]
                    plain.around(row, number, number, unit).text  # type: ignore[arg-type]
                )


def test_text_between_chunks_is_unknown_to_a_store() -> None:
    chunker = shiplap.FixedChunker(9, 0, strip_whitespace=True)
    chunks = chunker.chunk("It rains. It pours. It snows.", document_id="d")
    assert chunks.around(1).text == "It rains. It pours. It snows."
    with Store(":memory:") as store:
        store.put(chunks)
        assert store.around(store.chunks("d")[1]).text == chunks[1].text


def test_provenance_is_that_of_the_excerpt() -> None:
    pages = {"pages": [(0, 10, 1), (10, 20, 2), (20, 29, 3)]}
    document = shiplap.Document("It rains. It pours. It snows.", document_id="d", provenance=pages)
    chunks = shiplap.SentenceChunker(10, 0, min_size=1).chunk(document)
    assert chunks.around(1, 0, 0).pages == (2, 2) and chunks.around(1, 1, 0).pages == (1, 2)
    assert chunks.around(1).location == "pages 1-3"
    with Store(":memory:") as store:
        store.put(chunks)
        assert store.around(store.chunks("d")[1]).pages == (1, 3)


def test_headings_are_those_above_the_excerpt() -> None:
    text = "# Rain\n\nIt rains. It pours.\n\n# Snow\n\nIt snows. It melts.\n"
    chunks = shiplap.AdaptiveChunker(6, 0, max_context=20).chunk(text, path="a.md", document_id="d")
    last = len(chunks) - 1
    assert chunks[last].headings == ("Snow",)
    assert chunks.around(last, len(text), 0, "characters").headings == ("Rain",)
    assert chunks.around(last, 3, 0, "characters").headings == ("Snow",)


def test_citations_of_excerpts_resolve() -> None:
    chunks = shiplap.SentenceChunker(40, 0, min_size=1).chunk(TEXT, document_id="drops", source="drops.txt")
    prompt = build_prompt("How many?", [chunks.around(row) for row in (3, 5, 20)])
    answer = "“Then 4 more!” [doc: drops.txt, chunk: drops-chunk-3]"
    (cited,) = parse_citations(answer, prompt).citations
    assert isinstance(cited.chunk, Excerpt) and cited.place is not None
    assert cited.place.start_line == 1 and cited.chunk.text == TEXT[cited.place.start : cited.place.end]
    assert [quote.verdict for quote in verify_quotes(answer, prompt).quotes] == ["exact"]
    assert parse_citations(answer, chunks).citations[0].chunk == chunks[3]
    shown = parse_prompt(prompt.text).chunks
    assert [chunk.id for chunk in shown] == ["drops-chunk-3", "drops-chunk-5", "drops-chunk-20"]
    assert shown[1].text == TEXT[chunks[5].start : chunks[6].end]  # what the first one shows stands once


def test_wrong_arguments() -> None:
    chunks = shiplap.FixedChunker(10, 2).chunk(TEXT, document_id="d")
    for options in ({"before": -1}, {"after": 1.5}, {"before": True}, {"unit": "words"}):
        with pytest.raises(OptionError) as caught:
            chunks.around(0, **options)  # type: ignore[arg-type]
        assert caught.value.option == next(iter(options))
    with pytest.raises(IndexError):
        chunks.around(len(chunks))
    with pytest.raises(TypeError, match="chunk index must be a whole number, not slice"):
        chunks.around(slice(2))  # type: ignore[arg-type]
    stored = shiplap.Chunk.from_dict(chunks[0].to_dict())
    with pytest.raises(OptionError, match=r"Store\.around"):
        stored.around()
    with pytest.raises(OptionError, match="must have the fields"):
        Excerpt.of({"id": "d"})
    with Store(":memory:") as store:
        store.put(chunks)
        store.put(shiplap.FixedChunker(12, 2).chunk(TEXT, document_id="d"))
        with pytest.raises(StoreError, match="has changed since it was found"):
            store.around(chunks[3])
        with pytest.raises(OptionError, match="must be a Hit"):
            store.around("d-chunk-3")  # type: ignore[arg-type]
        store._connection.execute("UPDATE chunks SET text = 'x' WHERE chunk_index = 4")
        with pytest.raises(StoreError, match="damaged"):
            store.around(shiplap.FixedChunker(12, 2).chunk(TEXT, document_id="d")[3])


@pytest.mark.parametrize(("unit", "number"), [("chunks", 1), ("sentences", 9), ("characters", 700)])
def test_page_furniture_is_left_out(unit: AroundUnit, number: int) -> None:
    chunker = shiplap.RecursiveChunker(900, 100, omit_furniture=True)
    chunks = chunker.chunk(pages("On Wells", "Page {} of 9", count=9), document_id="d")
    with Store(":memory:") as store:
        store.put(chunks)
        for chunk, kept in zip(chunks, store.chunks("d"), strict=True):
            excerpt, stored = chunk.around(number, number, unit), store.around(kept, number, number, unit)
            assert "Page" in excerpt.text and excerpt.shown_text is not None and stored.shown_text is not None
            assert not re.search(r"Page \d of|On Wells", excerpt.contextual_text)
            assert stored.text == excerpt.text and stored.shown_text.split() == excerpt.shown_text.split()
