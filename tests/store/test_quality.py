"""The figures of a store are those of its chunks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap import FixedChunker, OptionError
from shiplap.store import Store
from tests.support.hostile import texts

TEXT = "It rains. It pours! The old man is snoring.  He went to bed. and he bumped his head.\n\nNo? Yes. " * 3


@pytest.mark.parametrize("rule", ["simple", "capital"])
@pytest.mark.parametrize(
    "options", [{}, {"strip_whitespace": True}, {"skip_blank": True}, {"snap": "sentence"}, {"unit": "bytes"}]
)
def test_one_document(rule: str, options: dict[str, object]) -> None:
    chunks = FixedChunker(20, 4, **options).chunk(TEXT, document_id="d")  # type: ignore[arg-type]
    with Store(":memory:") as store:
        store.put(chunks)
        assert store.stats(rule) == chunks.stats(rule)


@given(texts, st.integers(1, 12), st.sampled_from([None, "word", "sentence", "paragraph"]))
def test_any_document(text: str, size: int, snap: str | None) -> None:
    chunks = FixedChunker(size, 0.3, snap=snap).chunk(text, document_id="d")
    with Store(":memory:") as store:
        store.put(chunks)
        assert store.stats() == chunks.stats()


def test_many_documents() -> None:
    chunker = FixedChunker(20, 4)
    documents = [chunker.chunk(TEXT[k:], document_id=f"d{k}") for k in range(7)]
    documents.append(chunker.chunk("", document_id="empty"))
    with Store(":memory:") as store:
        store.put_many(documents)
        figures = store.stats()
        assert figures.documents == 7
        assert figures.chunks == sum(map(len, documents))
        assert figures.characters == sum(len(chunks.text) for chunks in documents)
        cut = sum(chunks.stats().cut_ratio * len(chunks) for chunks in documents)
        assert figures.cut_ratio == pytest.approx(cut / figures.chunks)
        distinct = len({text for chunks in documents for text in chunks.texts})
        assert figures.duplicate_ratio == pytest.approx(1 - distinct / figures.chunks)
        totals = store.totals()
        assert totals["documents"] == 8 and totals["fingerprints"] == 1 and totals["file_bytes"] > 0


def test_more_documents_than_a_page() -> None:
    chunker = FixedChunker(20, 4)
    with Store(":memory:") as store:
        store.put_many(chunker.chunk("Half a sen", document_id=f"d{k}") for k in range(2001))
        assert store.stats().chunks == 2001 and store.stats().cut_ratio == 0.0


def test_empty_store_and_unknown_rule() -> None:
    with Store(":memory:") as store:
        assert store.stats().chunks == 0
        with pytest.raises(OptionError, match="simple"):
            store.stats("simpel")
