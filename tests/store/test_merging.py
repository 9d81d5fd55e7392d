"""Hits merged into the chunks of a hierarchy: the same as `Hierarchy.merge` of the document."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import OptionError
from shiplap.chunkers.hierarchy import Hierarchy
from shiplap.errors import StoreError
from shiplap.store import Hit, Store
from tests.kernels.regions.test_furniture import pages
from tests.support.chunkers import chunkers
from tests.support.hostile import texts

TEXT = "".join(f"# Part {k}\n\nIt rains on day {k}. It pours.\n\nThe old man snores.\n\n" for k in range(20))


def hit_of(chunk: Any, score: float) -> Hit:
    return Hit(
        chunk.id, chunk.document_id, chunk.index, chunk.source, chunk.start, chunk.end, score, "",
        chunk.start_byte, chunk.end_byte, chunk.text, chunk.headings, chunk.table_header, chunk.provenance,
    )  # fmt: skip


@given(text=texts, chunker=chunkers(on_empty="empty", skip_blank=False, strip_whitespace=False),
       sizes=st.sets(st.integers(1, 40) | st.integers(1, 4000), min_size=1, max_size=3),
       data=st.data())  # fmt: skip
def test_merging_is_that_of_a_hierarchy(text: str, chunker: shiplap.Chunker, sizes: set[int], data: Any) -> None:
    chunks = chunker.chunk(text, document_id="d", source="s")
    if not len(chunks) or chunks.overlaps.any():
        return
    rows = data.draw(st.lists(st.integers(0, len(chunks) - 1), max_size=12, unique=True))
    threshold = data.draw(st.sampled_from([0, 0.5, 1]))
    plain = shiplap.Chunks.from_spans(text, chunks.spans, document_id="d")
    levels = Hierarchy(plain, sorted(sizes, reverse=True), 0.5)
    expected = levels.merge(rows, threshold)
    with Store(":memory:") as store:
        store.put(chunks)
        hits = [hit_of(chunks[row], 1 / (rank + 1)) for rank, row in enumerate(rows)]
        found = store.merge(hits, sorted(sizes), threshold)
    assert [(hit.id, hit.start, hit.end, hit.text) for hit in found] == [
        (chunk.id, chunk.start, chunk.end, chunk.text) for chunk in expected
    ]
    for hit in found:
        assert text.encode()[hit.start_byte : hit.end_byte].decode() == hit.text
        assert hit.source == "s" and hit.document_id == "d"
        inside = [one.score for one in hits if hit.start <= one.start and one.end <= hit.end]
        assert hit.score == max(inside)
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


def test_hits_of_several_documents_keep_their_ranks() -> None:
    chunker = shiplap.RecursiveChunker(30, 0)
    with Store(":memory:") as store:
        for name in ("a", "b"):
            store.put(chunker.chunk(TEXT, document_id=name))
        hits = store.search("rains day", limit=30)
        found = store.merge(hits, [100, 400], 0.3)
        assert {hit.document_id for hit in found} == {"a", "b"} and len(found) < len(hits)
        assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
        assert store.merge([], 100) == []


def test_merged_hits_have_the_shown_texts_of_their_leaves() -> None:
    text = pages("On Wells", "Page {} of 9", count=9)
    chunker = shiplap.RecursiveChunker(200, 0, omit_furniture=True)
    levels = shiplap.hierarchy(chunker, [900]).chunk(text, document_id="d")
    expected = {chunk.id: (chunk.shown_text, chunk.contextual_text) for chunk in levels[0]}
    with Store(":memory:") as store:
        store.put(levels.leaves)
        found = store.merge(store.search("the", limit=50), 900, 0)
        with pytest.raises(OptionError, match=r"not one that Store\.merge made"):
            store.around(found[0])
    assert {hit.id: (hit.shown_text, hit.contextual_text) for hit in found} == expected


def test_merged_hits_have_the_text_of_all_leaves_without_furniture() -> None:
    text = pages("On Wells", "Page {} of 9", count=9)
    leaves = shiplap.RecursiveChunker(900, 0, omit_furniture=True)
    levels = shiplap.hierarchy(leaves, [2000]).chunk(text, document_id="d")
    with Store(":memory:") as store:
        store.put(levels.leaves)
        hits = [hit_of(chunk, 1) for chunk in store.chunks("d")]
        found = store.merge(hits, [2000])
    assert [hit.contextual_text for hit in found] == [chunk.contextual_text for chunk in levels[0]]
    assert all(hit.shown_text is not None for hit in found)


def test_wrong_arguments() -> None:
    with Store(":memory:") as store:
        store.put(shiplap.FixedChunker(30, 5).chunk(TEXT, document_id="d"))
        store.put(shiplap.FixedChunker(30, 0).chunk(TEXT, document_id="e"))
        hits = {hit.document_id: hit for hit in store.search("rains", limit=50)}
        with pytest.raises(OptionError, match="without overlap"):
            store.merge([hits["d"]], 100)
        for sizes in ([], 0, [True], ["100"], "100", None, 1.5, [100, 100]):
            with pytest.raises(OptionError, match="sizes"):
                store.merge([hits["e"]], sizes)  # type: ignore[arg-type]
        for wrong in (None, hits["e"], ["e-chunk-1"], list(store.chunks("e"))):
            with pytest.raises(OptionError, match="must be hits of the store"):
                store.merge(wrong, 100)  # type: ignore[arg-type]
        parents = store.merge(store.search("rains", limit=50, document="e"), 100, 0)
        for call in (lambda: store.merge(parents, 400), lambda: store.around(parents[0])):
            with pytest.raises(OptionError, match=r"e-level-1-chunk-.*must be a chunk of the store"):
                call()
        with pytest.raises(OptionError, match="threshold"):
            store.merge([hits["e"]], 100, 2)
        with pytest.raises(StoreError, match="search again"):
            store.merge([replace(hits["e"], end=hits["e"].end + 1)], 100)
        with pytest.raises(StoreError, match="search again"):
            store.merge([replace(hits["e"], document_id="f")], 100)
