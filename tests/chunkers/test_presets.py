"""Presets and their overrides: the clauses P1 to P7 of `chunkers/presets.py`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap.chunkers.presets import PRESETS
from shiplap.errors import OptionError

#: Size and overlap of each preset, by kind of content for `adaptive`.
RATIOS: dict[str, dict[str, tuple[int, int]]] = {
    "fixed-1000": {"": (1000, 200)},
    "fixed-900": {"": (900, 120)},
    "adaptive": {"prose": (512, 50), "code": (256, 20), "table": (768, 30)},
    "paragraph-800": {"": (800, 100)},
    "sentence-3000": {"": (3000, 600)},
}


def sizes(name: Any, **options: Any) -> dict[str, tuple[int, int]]:
    """Return the size and the overlap of a preset with overrides, for each kind of content."""
    config = shiplap.preset(name, **options).config
    parts = {kind: config[kind] if kind else config for kind in RATIOS[name]}
    return {kind: (part["chunk_size"], part["chunk_overlap"]) for kind, part in parts.items()}


def test_sizes_of_data_keep_the_ratio_of_the_preset() -> None:
    """P3"""
    assert shiplap.preset("adaptive", data=512).config["data"] == {"chunk_size": 512, "chunk_overlap": 40}
    assert "data" not in shiplap.preset("adaptive", chunk_size=512).config


def test_all_presets_are_held_to_the_clauses() -> None:
    assert RATIOS.keys() == PRESETS.keys() == shiplap.presets().keys()


@pytest.mark.parametrize("name", RATIOS)
def test_the_figures_of_the_records(name: Any) -> None:
    assert sizes(name) == sizes(name, chunk_size=None, chunk_overlap=None) == RATIOS[name]


@pytest.mark.parametrize("name", RATIOS)
@pytest.mark.parametrize("size", [1, 7, 100, 333, 500, 512, 1800, 4000, 10**6])
def test_an_overlap_keeps_its_ratio_to_the_size(name: Any, size: int) -> None:
    """P2 and P3: one size for all kinds, and the ratio of each."""
    expected = {kind: (size, size * overlap // usual) for kind, (usual, overlap) in RATIOS[name].items()}
    assert sizes(name, chunk_size=size) == sizes(name, chunk_size=size, chunk_overlap=None) == expected
    config = shiplap.preset(name, chunk_size=size).config
    assert config["chunk_size"] == size and config["chunk_overlap"] == max(o for _, o in expected.values())
    assert shiplap.from_config(config).config == config
    assert shiplap.chunk("It rains.", name, chunk_size=size).chunker.config == config


@pytest.mark.parametrize("name", RATIOS)
@given(
    size=st.none() | st.integers(1, 3000),
    overlap=st.none() | st.integers(0, 400) | st.sampled_from([0.0, 0.25, 0.5]),
    reserve=st.integers(0, 100), unit=st.sampled_from(["characters", "bytes", "tokens"]),
)  # fmt: skip
def test_other_options(name: Any, size: int | None, overlap: Any, reserve: int, unit: Any) -> None:
    """P1, P3 and P7: what is given is kept; the overlap otherwise, below a fifth of what the reserve leaves."""
    options = {"chunk_size": size, "chunk_overlap": overlap, "reserve": reserve, "unit": unit}
    scale = 4 if name == "adaptive" and unit != "tokens" and size is None else 1
    smallest = size or min(usual for usual, _ in RATIOS[name].values())
    asked = int(overlap * smallest) if isinstance(overlap, float) else overlap or 0
    if reserve >= smallest or (size is not None and asked >= size - reserve):
        with pytest.raises(OptionError):
            shiplap.preset(name, **options)
        return
    for kind, found in sizes(name, **options).items():
        usual, shared = (scale * number for number in RATIOS[name][kind])
        room = (size or usual) - reserve
        kept = min(shared if size is None else size * shared // usual, room // 5)
        if isinstance(overlap, float):
            kept = int(overlap * (size or usual))
        elif overlap is not None:
            kept = overlap if overlap < room else room // 5  # a kind of `adaptive` that is smaller
        assert found == (size or usual, kept)


@pytest.mark.parametrize("name", ["fixed-1000", "fixed-900", "paragraph-800", "sentence-3000"])
@pytest.mark.parametrize("option", ["chunk_overlap", "reserve"])
def test_a_size_in_the_name_yields_to_no_other_option(name: Any, option: str) -> None:
    """P6."""
    size = RATIOS[name][""][0]
    assert shiplap.preset(name, **{option: size - 1}).config["chunk_size"] == size  # type: ignore[misc, arg-type]
    with pytest.raises(OptionError, match=f"must be less than chunk_size \\({size}\\)") as caught:
        shiplap.preset(name, **{option: size})  # type: ignore[misc, arg-type]
    assert (caught.value.option, caught.value.value) == (option, size)


@pytest.mark.parametrize(("option", "value"), [("min_size", 3001), ("max_size", 2999)])
def test_a_size_in_the_name_lies_between_the_minimum_and_the_maximum(option: str, value: int) -> None:
    """P6."""
    with pytest.raises(OptionError, match=r"chunk_size \(3000\)") as caught:
        shiplap.preset("sentence-3000", **{option: value})  # type: ignore[misc, arg-type]
    assert (caught.value.option, caught.value.value) == (option, value)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (3000, 600, 500, 5000)),
        ({"chunk_size": 600}, (600, 120, 100, 1000)),
        ({"chunk_size": 2000, "min_size": 1000, "max_size": 4000}, (2000, 400, 1000, 4000)),
        ({"chunk_size": 600, "max_size": 600}, (600, 120, 100, 600)),
        ({"min_size": 3000}, (3000, 600, 3000, 5999)),
        ({"max_size": 3000}, (3000, 600, 500, 3000)),
        ({"min_size": 0}, (3000, 600, 0, 5000)),
        ({"max_size": 9000}, (3000, 600, 500, 9000)),
        ({"reserve": 300}, (3000, 540, 450, 5000)),
    ],
)
def test_the_minimum_and_the_maximum(options: Any, expected: tuple[int, ...]) -> None:
    """P4."""
    config = shiplap.preset("sentence-3000", **options).config
    assert tuple(config[name] for name in ("chunk_size", "chunk_overlap", "min_size", "max_size")) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"code": 300}, {"code": (300, 23)}),
        ({"code": {"chunk_size": 300}}, {"code": (300, 23)}),
        ({"code": (300, None)}, {"code": (300, 23)}),
        ({"code": (300, 10)}, {"code": (300, 10)}),
        ({"code": (300, 0.5)}, {"code": (300, 150)}),
        ({"code": {"chunk_overlap": 10}}, {"code": (256, 10)}),
        ({"table": 200, "prose": 1000}, {"table": (200, 7), "prose": (1000, 97)}),
        ({"code": 300, "chunk_overlap": 33}, {"code": (300, 33), "prose": (512, 33), "table": (768, 33)}),
        ({"code": 300, "chunk_overlap": 0.1}, {"code": (300, 30), "prose": (512, 51), "table": (768, 76)}),
        ({"chunk_size": 500, "code": 256}, {"code": (256, 20), "prose": (500, 48), "table": (500, 19)}),
        ({"chunk_size": 500, "code": (None, 9)}, {"code": (500, 9), "prose": (500, 48), "table": (500, 19)}),
        ({"chunk_size": 500, "reserve": 450}, {"code": (500, 10), "prose": (500, 10), "table": (500, 10)}),
    ],
)  # fmt: skip
def test_sizes_of_kinds(options: Any, expected: dict[str, tuple[int, int]]) -> None:
    """P2 and P3 for one kind of content."""
    assert sizes("adaptive", **options) == RATIOS["adaptive"] | expected


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"chunk_size": 0}, "chunk_size"), ({"chunk_size": True}, "chunk_size"),
        ({"chunk_size": "9"}, "chunk_size"),
        ({"code": 0}, "code"), ({"code": (1, 2, 3)}, "code"), ({"code": {"size": 3}}, "code"),
        ({"chunk_size": 9, "reserve": 9}, "reserve"), ({"code": 9, "reserve": 9}, "reserve"),
        ({"code": (9, 9)}, "code"), ({"chunk_size": 9, "chunk_overlap": 9}, "chunk_overlap"),
        ({"chunk_size": 9, "chunk_overlap": 1.0}, "chunk_overlap"), ({"reserve": -1}, "reserve"),
    ],
)  # fmt: skip
def test_bad_values_are_named(options: Any, option: str) -> None:
    with pytest.raises(OptionError) as caught:
        shiplap.preset("adaptive", **options)
    assert caught.value.option == option


def test_a_document_type_changes_the_size_alone() -> None:
    """P5."""
    for document_type, size in (("technical", 1200), ("chat", 600), ("default", 900)):
        config = shiplap.preset("fixed-900", document_type=document_type).config  # type: ignore[arg-type]
        assert (config["chunk_size"], config["chunk_overlap"]) == (size, 120)
        config = shiplap.preset("fixed-900", document_type=document_type, chunk_size=450).config  # type: ignore[arg-type]
        assert (config["chunk_size"], config["chunk_overlap"]) == (450, 60)
