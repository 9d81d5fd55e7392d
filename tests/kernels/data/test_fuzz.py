"""A sample of the drawn and damaged documents of `benchmarks.quality.data_fuzz`, with other parsers as oracles."""

from __future__ import annotations

import random

import pytest

from tests.kernels.data.test_data import core, expected

pytestmark = pytest.mark.exhaustive


@pytest.mark.parametrize("name", ["json", "json lines", "yaml", "toml", "ini", "xml"])
def test_no_leaf_is_lost_and_every_path_is_right(name: str) -> None:
    for parser in ("orjson", "yaml", "lxml", "tomllib"):
        pytest.importorskip(parser)
    from benchmarks.quality import data_fuzz

    for seed in range(400):
        draw = random.Random(f"{name} {seed}")
        case = data_fuzz.FORMATS[name](draw)
        size = draw.choice(data_fuzz.LIMITS)
        assert not any(data_fuzz.mistakes(case, size).values()), seed
        if seed % 8 == 0 and len(case.text) < 5_000:
            assert core(case.text, case.name, size) == expected(case.text, case.name, size), seed
