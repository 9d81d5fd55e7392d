"""Chunk and Chunks: immutable, with other facts by `replace`, with the cuts of other tools by `from_spans`."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import Chunk, Chunks, FixedChunker, OptionError
from shiplap.chunks import COLUMNS
from shiplap.ids import content_hash
from shiplap.reference.text.text import line_spans
from tests.support.chunkers import chunkers
from tests.support.hostile import texts

TEXT = "It rains.\r\nIt pours. It rains.\nThe old man snores.\n"


def test_nothing_can_be_set() -> None:
    chunks = FixedChunker(10, 2).chunk(TEXT, document_id="a", metadata={"k": 1})
    stored = Chunk.from_dict(chunks[0].to_dict())
    for owner in (chunks, chunks[1:], chunks[0], stored):
        for name in ("document_id", "source", "metadata", "text", "embedding", "embeddings", "start", "other"):
            with pytest.raises(AttributeError):
                setattr(owner, name, None)


def test_replace_gives_another() -> None:
    chunks = FixedChunker(10, 2).chunk(TEXT, document_id="a", source="s", metadata={"k": 1})
    vectors = np.arange(2 * len(chunks), dtype=np.float32).reshape(-1, 2)
    other = chunks.replace(document_id="b", embeddings=vectors)
    assert (other.document_id, other.source, other.metadata) == ("b", "s", {"k": 1})
    assert other.ids[1] == "b-chunk-1" and chunks.ids[1] == "a-chunk-1" and chunks.embeddings is None
    assert other.embeddings is not None and np.shares_memory(other.embeddings, vectors)
    assert other[2].embedding is not None and other[2].embedding.tolist() == [4, 5]
    assert other[1:3].replace(source=None)[0].embedding.tolist() == [2, 3]  # type: ignore[union-attr]
    assert other.replace(embeddings=None).embeddings is None and other.replace() == other
    assert (
        chunks.replace(metadata=None).metadata == {} and chunks[::2].replace(document_id=None).ids[1] == "chunk-2"
    )
    assert pickle.loads(pickle.dumps(other))[2] == other[2]
    for wrong in (vectors[:2], vectors[0], "vectors", [[float("nan"), 0]] * len(chunks)):
        with pytest.raises(OptionError) as caught:
            chunks.replace(embeddings=wrong)
        assert caught.value.option == "embeddings"
    with pytest.raises(OptionError, match="not for a slice"):
        chunks[1:].replace(embeddings=vectors[1:])


@given(text=texts, chunker=chunkers())
def test_lines_are_those_of_editors(text: str, chunker: shiplap.Chunker) -> None:
    chunks = chunker.chunk(text)
    expected = [list(lines) for lines in line_spans(text, chunks.spans.tolist())]
    assert chunks.line_spans.tolist() == expected
    assert [[chunk.start_line, chunk.end_line] for chunk in chunks] == expected
    assert chunks[1:].line_spans.tolist() == expected[1:]


@given(text=texts, chunker=chunkers())
def test_content_ids_count_equal_texts(text: str, chunker: shiplap.Chunker) -> None:
    chunks = chunker.chunk(text, document_id="d")
    seen: dict[str, int] = {}
    for chunk in chunks:
        hash = content_hash(chunk.text.encode())
        before = seen.get(hash, 0)
        assert chunk.content_id == f"d-text-{hash}" + (f"-{before}" if before else "")
        assert chunk.context_hash == content_hash(chunk.contextual_text.encode())
        seen[hash] = before + 1
    assert len(set(chunks.content_ids)) == len(chunks)
    assert chunks[1:].content_ids == chunks.content_ids[1:]


def test_a_content_id_stays_where_text_is_inserted_before() -> None:
    splitter = shiplap.SentenceSplitter()
    before, after = (splitter.chunk(head + "It rains. It pours.", document_id="d") for head in ("", "Oh! "))
    assert set(before.content_ids) < set(after.content_ids)
    assert before[0].content_uuid == after[1].content_uuid and before[0].uuid != after[1].uuid


def test_columns_are_the_fields() -> None:
    chunks = FixedChunker(10, 2).chunk(TEXT, document_id="a")
    assert tuple(chunks[0].to_dict()) == COLUMNS
    for name in COLUMNS:
        assert chunks.column(name) == [chunk.to_dict()[name] for chunk in chunks], name
        assert chunks[::-2].column(name) == [chunk.to_dict()[name] for chunk in chunks[::-2]], name
    for name in ("embedding", "hash", "_text", ""):
        with pytest.raises(OptionError, match="name"):
            chunks.column(name)
    with_vectors = chunks.replace(embeddings=np.eye(len(chunks), 2))
    assert with_vectors[1].to_dict()["embedding"] == [0.0, 1.0]
    read = Chunk.from_dict(with_vectors[1].to_dict())
    assert read.embedding is not None and read.embedding.dtype == np.float32


def test_embeddings_travel_with_the_columns() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    chunks = FixedChunker(10, 2).chunk(TEXT)
    chunks = chunks.replace(embeddings=np.eye(len(chunks), 3))
    batch = chunks.to_arrow()
    assert batch.schema.field("embedding").type == pyarrow.list_(
        pyarrow.field("item", pyarrow.float32(), False), 3
    )
    assert chunks.embeddings is not None
    assert batch["embedding"].to_pylist() == chunks.embeddings.tolist()
    assert pytest.importorskip("pandas") and (np.stack(chunks.to_pandas()["embedding"]) == chunks.embeddings).all()
    assert (
        pytest.importorskip("polars") and chunks.to_polars()["embedding"].to_list() == chunks.embeddings.tolist()
    )


def test_from_dict_names_what_is_missing() -> None:
    values = FixedChunker(10, 2).chunk(TEXT)[0].to_dict()
    for name in ("text", "char_start", "line_end", "token_count"):
        with pytest.raises(OptionError, match=f"must have the fields {name}"):
            Chunk.from_dict({key: value for key, value in values.items() if key != name})
    least = {key: values[key] for key in values if key not in ("kind", "headings", "content_hash", "context_hash")}
    del least["metadata"]
    assert Chunk.from_dict(least).metadata == {}
    assert Chunk.from_dict(least).content_hash == values["content_hash"] == Chunk.from_dict(least).context_hash


# ---- the cuts of other tools


@given(text=texts, chunker=chunkers(), form=st.sampled_from([str, str.encode]))
def test_adopted_spans_are_like_cut_ones(text: str, chunker: shiplap.Chunker, form: Any) -> None:
    cut = chunker.chunk(form(text), document_id="d", source="s", metadata={"k": 1})
    adopted = Chunks.from_spans(form(text), cut.spans, document_id="d", source="s", metadata={"k": 1})
    assert adopted == cut and adopted.byte_spans.tolist() == cut.byte_spans.tolist()
    assert adopted.line_spans.tolist() == cut.line_spans.tolist() and adopted.content_ids == cut.content_ids
    assert pickle.loads(pickle.dumps(adopted)) == adopted
    assert Chunks.from_spans(form(text), iter(cut.spans.tolist())) == cut.replace(
        document_id=None, source=None, metadata=None
    )


def test_adopted_spans_say_where_they_come_from() -> None:
    one, two = (Chunks.from_spans(TEXT, [(0, 9)], tool=tool) for tool in ("a", "b"))
    assert (
        one.chunker.config == {"chunker": "spans", "tool": "a"}
        and one.chunker.fingerprint != two.chunker.fingerprint
    )
    with pytest.raises(OptionError, match="chunker='spans'"):
        shiplap.from_config(one.chunker.config)
    with pytest.raises(OptionError):
        Chunks.from_spans(TEXT, [(0, 9)], tool="")


@pytest.mark.parametrize(
    "spans",
    [[(0, 0)], [(3, 2)], [(-1, 2)], [(0, 7)], [(0, 2), (0, 3)], [(0, 4), (1, 4)], [(2, 3), (0, 1)], [(0, 2.5)],
     [7], [(0, 1, 2)], ["ab"]],
)  # fmt: skip
def test_bad_spans(spans: Any) -> None:
    for text in ("漢bcdef", "abcdef", "äbcdef".encode()):
        with pytest.raises(OptionError) as caught:
            Chunks.from_spans(text, spans)
        assert caught.value.option == "spans" and "row" in str(caught.value)


def test_bad_texts_are_reported() -> None:
    with pytest.raises(shiplap.TextError):
        Chunks.from_spans(b"abc\xff", [(0, 2)])
    assert Chunks.from_spans(b"abc\xff", [(0, 4)], errors="replace").texts == ["abc\ufffd"]


def test_an_index_outside_is_named_with_the_length() -> None:
    """Of chunks, regions and definitions alike; numbers of numpy are indices."""
    chunks = shiplap.chunk("x" * 2400, "fixed-1000")
    sequences: list[tuple[Any, str]] = [
        (chunks, "chunk"), (shiplap.sentences("A. B. C."), "chunk"),
        (shiplap.regions("# A\n\nb\n\n# C\n", path="a.md"), "region"),
        (shiplap.outline("def a(): ...\ndef b(): ...\ndef c(): ...\n", "python"), "definition"),
        (chunks[:0], "chunk"),
    ]  # fmt: skip
    for found, what in sequences:
        count = len(found)
        for index in (99, count, -count - 1, np.int64(count)):
            with pytest.raises(IndexError) as caught:
                found[index]
            assert str(caught.value) == f"{what} index out of range: {index}, of {count} {what}s"
        with pytest.raises(TypeError, match=f"^{what} index must be a whole number or a slice, not str$"):
            found["a"]
        for one, same in ((-1, count - 1), (np.int64(0), 0)) if count else ():
            assert found[one].start == found[same].start
        assert list(found[99:]) == []
