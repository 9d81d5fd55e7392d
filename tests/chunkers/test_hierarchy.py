"""Levels of chunks: clauses L1 to L5 of `shiplap.chunkers.hierarchy`, for each chunker, on hostile texts."""

from __future__ import annotations

import json
import pickle
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import OptionError
from shiplap._core.boundaries import is_cut
from shiplap._core.text import Text
from shiplap.chunkers.hierarchy import HierarchicalChunker, Hierarchy
from shiplap.chunks import COLUMNS
from tests.kernels.regions.test_furniture import pages
from tests.support.chunkers import chunkers
from tests.support.hostile import texts

TEXT = "".join(f"# Part {k}\n\nIt rains. It pours.\n\nThe old man snores. He went to bed.\n\n" for k in range(30))
sizes = st.sets(st.integers(1, 40) | st.integers(1, 4000), min_size=1, max_size=3)


def without_overlap(chunker: shiplap.Chunker) -> shiplap.Chunker:
    config: dict[str, Any] = {
        name: {**value, "chunk_overlap": 0} if isinstance(value, dict) and "chunk_overlap" in value else value
        for name, value in chunker.config.items()
    }
    if "chunk_overlap" in config:
        config["chunk_overlap"] = 0
    return shiplap.from_config(config)


def size_of(text: str, unit: str) -> int:
    return {"characters": len(text), "bytes": len(text.encode()), "tokens": -(-len(text) // 4)}[unit]


def expected(text: str, spans: list[list[int]], size: int, fill: float, unit: str) -> list[list[int]]:
    """Return the runs of chunks by the clauses, as plainly as possible: the rows of each."""
    found, rest = [], list(range(len(spans)))
    viewed = Text(text, "surrogatepass")

    def measure(rows: list[int]) -> int:
        return size_of(text[spans[rows[0]][0] : spans[rows[-1]][1]], unit)

    def length(rows: list[int]) -> float:  # without rounding up to tokens
        return measure(rows) if unit != "tokens" else (spans[rows[-1]][1] - spans[rows[0]][0]) / 4

    while rest:
        fitting = [1]  # the numbers of chunks that fit together
        while fitting[-1] < len(rest) and measure(rest[: fitting[-1] + 1]) <= size:
            fitting.append(fitting[-1] + 1)
        most = fitting[-1]
        if most < len(rest):
            for level in ("section", "paragraph"):
                ends = [k for k in fitting if length(rest[:k]) >= fill * size
                        and is_cut(viewed, spans[rest[k]][0], level)]  # fmt: skip
                if ends:
                    most = ends[-1]
                    break
        found.append(rest[:most])
        rest = rest[most:]
    return found


def check(levels: Hierarchy, text: str, chunker: HierarchicalChunker) -> None:
    unit = chunker.chunker.unit
    assert len(levels) == len(chunker.sizes) + 1
    for level in range(len(levels) - 1):
        upper, lower, size = levels[level], levels[level + 1], chunker.sizes[level]
        runs = expected(text, lower.spans.tolist(), size, chunker.min_fill, unit)
        assert [levels.children(i, level).ids for i in range(len(upper))] == [
            [lower[row].id for row in rows] for rows in runs
        ]
        assert levels.parents(level + 1).tolist() == [i for i, rows in enumerate(runs) for _ in rows]
        for i, chunk in enumerate(upper):
            children = levels.children(i, level)
            assert (chunk.start, chunk.end) == (children[0].start, children[-1].end)
            assert chunk.text == text[chunk.start : chunk.end]
            assert text.encode()[chunk.start_byte : chunk.end_byte].decode() == chunk.text
            assert size_of(chunk.text, unit) <= size or len(children) == 1
            assert chunk.overlap == 0
            if len(children) == 1:
                assert (chunk.headings, chunk.shown_text) == (children[0].headings, children[0].shown_text)
        for i in range(len(lower)):
            parent = levels.parent(i, level + 1)
            assert parent is not None and parent.id == levels.parent_ids(level + 1)[i]
    ids = [id for level in levels for id in level.ids]
    assert len(set(ids)) == len(ids)


@given(text=texts, chunker=chunkers(on_empty="empty"), sizes=sizes, fill=st.sampled_from([0.0, 0.5, 1.0]))
def test_levels_follow_the_clauses(text: str, chunker: shiplap.Chunker, sizes: set[int], fill: float) -> None:
    cutter = shiplap.hierarchy(without_overlap(chunker), sizes, min_fill=fill)
    for data in (text, text.encode()):
        levels = cutter.chunk(data, document_id="d")
        assert levels.leaves == cutter.chunker.chunk(data, document_id="d")  # L1
        check(levels, text, cutter)


@given(text=texts, chunker=chunkers(on_empty="empty"), sizes=sizes, data=st.data())
def test_merging_replaces_children(text: str, chunker: shiplap.Chunker, sizes: set[int], data: Any) -> None:
    levels = shiplap.hierarchy(without_overlap(chunker), sizes).chunk(text, document_id="d")
    if not len(levels.leaves):
        return
    rows = data.draw(st.lists(st.integers(0, len(levels.leaves) - 1), max_size=12, unique=True))
    whole = levels.merge(rows, 0.0)  # each found leaf is in a chunk of the coarsest level
    assert {chunk.id for chunk in whole} <= set(levels[0].ids)
    assert [chunk.id for chunk in levels.merge(rows, 1.0)] == [levels.leaves[row].id for row in rows]
    for chunks in (whole, levels.merge(rows)):
        for row in rows:  # each in exactly one
            leaf = levels.leaves[row]
            assert sum(chunk.start <= leaf.start and leaf.end <= chunk.end for chunk in chunks) == 1


def test_tokens_are_those_of_the_children() -> None:
    chunker = shiplap.RecursiveChunker(8, 0, unit="tokens", tokenizer=lambda text: len(text.split()))
    levels = shiplap.hierarchy(chunker, [32, 16]).chunk(TEXT)
    for level in (0, 1):
        for i, chunk in enumerate(levels[level]):
            own = levels.children(i, level).token_counts.sum()
            assert chunk.token_count == own <= (32, 16)[level]


def test_upper_levels_end_at_sections_and_know_their_headings() -> None:
    levels = shiplap.hierarchy(shiplap.AdaptiveChunker(10, 0), [60, 30]).chunk(TEXT, path="a.md", document_id="d")
    assert all(text.startswith("# Part") for text in levels[0].texts)
    assert levels[0][1].headings[0].startswith("Part") and levels[0][1].kind == "prose"


def test_upper_levels_leave_out_page_furniture_too() -> None:
    text = pages("On Wells", "Page {} of 9", count=9)
    levels = shiplap.hierarchy(shiplap.RecursiveChunker(200, 0, omit_furniture=True), [900]).chunk(text)
    assert all("Page" in chunk.text for chunk in levels[0])
    assert not any("Page" in shown or "\f" in shown for level in levels for shown in level.contextual_texts)


@given(text=texts, chunker=chunkers(on_empty="empty"), sizes=sizes)
def test_formats_nest_on_hostile_texts(text: str, chunker: shiplap.Chunker, sizes: set[int]) -> None:
    levels = shiplap.hierarchy(without_overlap(chunker), sizes).chunk(text, document_id="d")
    by_id = {row["chunk_id"]: row for row in levels.rows()}
    assert list(by_id) == [id for level in levels for id in level.ids]
    for level, chunks in enumerate(levels):
        for row, chunk in enumerate(chunks):
            own, parent = by_id[chunk.id], levels.parent(row, level)
            assert own["level"] == level and own["parent_id"] == (None if parent is None else parent.id)
            children = [by_id[child] for child in own["children_ids"]]
            assert [child["chunk_id"] for child in children] == levels.children(row, level).ids
            assert all(child["parent_id"] == chunk.id and child["level"] == level + 1 for child in children)
            for start, end in (("char_start", "char_end"), ("byte_start", "byte_end")) if children else ():
                assert (children[0][start], children[-1][end]) == (own[start], own[end])
                assert all(one[end] <= other[start] for one, other in pairwise(children))


def test_the_ids_of_parents_are_in_every_format(tmp_path: Path) -> None:
    levels = shiplap.hierarchy([400, 100, 30]).chunk(TEXT, document_id="d", source="d.md", metadata={"k": 1})
    rows = [json.loads(json.dumps(row)) for row in levels.rows()]
    by_id = {row["chunk_id"]: row for row in rows}
    for row in rows:
        assert set(row) == {*COLUMNS, "level", "parent_id", "children_ids"}
        for child in row["children_ids"]:
            assert by_id[child]["parent_id"] == row["chunk_id"] and by_id[child]["level"] == row["level"] + 1
        assert (row["parent_id"] is None) == (row["level"] == 0)
    pyarrow = pytest.importorskip("pyarrow")
    table = levels.to_arrow()
    assert table.column("parent_id").to_pylist() == [row["parent_id"] for row in rows]
    assert table.column("chunk_id").to_pylist() == [row["chunk_id"] for row in rows]
    assert isinstance(table, pyarrow.Table)
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(table, tmp_path / "levels.parquet")
    again = parquet.read_table(tmp_path / "levels.parquet", columns=["chunk_id", "level", "parent_id"]).to_pylist()
    assert again == [{name: row[name] for name in ("chunk_id", "level", "parent_id")} for row in rows]


def test_a_hierarchical_chunker_is_a_value() -> None:
    cutter = shiplap.hierarchy("sentence-3000", [20_000, 9_000])
    assert cutter == pickle.loads(pickle.dumps(cutter)) == HierarchicalChunker.from_config(cutter.config)
    assert hash(cutter) == hash(HierarchicalChunker.from_config(cutter.config)) and cutter.sizes == (20_000, 9_000)
    assert cutter.chunker.config["chunk_overlap"] == 0 and cutter != shiplap.hierarchy([30, 20])
    with pytest.raises(AttributeError):
        cutter.sizes = (1,)  # type: ignore[misc]
    levels = cutter.chunk(TEXT, document_id="d")
    assert pickle.loads(pickle.dumps(levels[0])) == levels[0] and "Hierarchy" in repr(levels)
    assert levels.leaves is levels[-1] and len(levels[:2]) == 2 and levels.parent(0, 0) is None
    assert len(levels.children(0, 2)) == 0 and levels.parents(0).tolist() == [-1] * len(levels[0])
    assert levels[0].chunker.fingerprint != levels[1].chunker.fingerprint
    for chunker in ("fixed-1000", "fixed-900", "adaptive", "paragraph-800"):
        assert len(shiplap.hierarchy(chunker, [10**6]).chunk(TEXT)) == 2


def test_page_furniture_is_left_out_of_all_levels() -> None:
    text = pages("On Wells", "Page {} of 9", count=9)
    leaves = shiplap.RecursiveChunker(900, 0, omit_furniture=True)
    for chunk in shiplap.hierarchy(leaves, [2000]).chunk(text)[0]:
        assert "Page" in chunk.text and not re.search(r"Page \d of|On Wells", chunk.contextual_text)


def test_wrong_arguments() -> None:
    plain = shiplap.FixedChunker(10, 0)
    for arguments, option in (
        ((shiplap.FixedChunker(10, 2), [20]), "chunker"), (("fixed", [20]), "chunker"), ((7, [20]), "chunker"),
        (([20, 10], [40]), "chunker"), ((plain,), "sizes"), ((plain, []), "sizes"), ((plain, [20, 20]), "sizes"),
        ((plain, 20), "sizes"), ((plain, "20"), "sizes"),
        ((plain, [0]), "sizes"), (([20],), "sizes"), ((shiplap.AdaptiveChunker(50, 5), [200]), "chunker"),
    ):  # fmt: skip
        with pytest.raises(OptionError) as caught:
            shiplap.hierarchy(*arguments)  # type: ignore[arg-type]
        assert caught.value.option == option
    with pytest.raises(OptionError, match="min_fill"):
        shiplap.hierarchy(plain, [20], min_fill=2)
    levels = shiplap.hierarchy(plain, [20]).chunk(TEXT)
    for call in (levels.parent, levels.children, lambda i: levels.parents(i), lambda i: levels.merge([i])):
        with pytest.raises(IndexError):
            call(10**6)
        with pytest.raises(TypeError, match="index must be a whole number, not slice"):
            call(slice(2))  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="leaves=7: must be numbers of leaves"):
        levels.merge(7)  # type: ignore[arg-type]
    for config in ({}, [], {**shiplap.hierarchy(plain, [20]).config, "size": 1}):
        with pytest.raises(OptionError, match="must have the options chunker, sizes and min_fill"):
            HierarchicalChunker.from_config(config)  # type: ignore[arg-type]
    assert len(shiplap.hierarchy(plain, [20]).chunk("")[0]) == 0
