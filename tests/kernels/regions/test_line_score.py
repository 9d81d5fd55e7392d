"""The headers that csrc/tools/gen_content.py makes of the tables of shiplap._data, for regions and outlines."""

from __future__ import annotations

import re

import pytest

from shiplap._data.code_keywords import WEIGHTS
from shiplap._data.code_prefixes import LANGUAGES, PREFIXES
from tests.support.c_tables import TOOL, tables

pytestmark = pytest.mark.skipif(not TOOL.exists(), reason="needs the source tree")


def body(name: str) -> str:
    """Return the text between the braces of an array."""
    (found,) = re.findall(rf"\b{name}\[.*?= \{{\n(.*?)\n\}};", tables()["shiplap_regions.h"], re.DOTALL)
    return str(found)


def test_words_and_prefixes_are_all_there() -> None:
    words = re.findall(r'\{"(\w+)", (\d+), (\d)\}', body("shiplap_keywords"))
    assert {word: int(weight) for word, _, weight in words} == WEIGHTS
    assert all(len(word) == int(size) for word, size, _ in words)
    prefixes = re.findall(r'\{"((?:[^"\\]|\\.)*)", \{([\d, ]+)\}, (\d)\}', body("shiplap_prefixes"))
    found = [(prefix.replace('\\"', '"'), LANGUAGES[int(number)]) for prefix, _, number in prefixes]
    assert all(
        len(first.split(", ")) == min(4, len(prefix))
        for (prefix, _), (_, first, _) in zip(found, prefixes, strict=True)
    )
    order = [(prefix, language) for language in LANGUAGES for prefix in PREFIXES[language]]
    assert found == sorted(order, key=lambda pair: (pair[0], LANGUAGES.index(pair[1])))
    firsts = list(map(int, re.findall(r"\d+", body("shiplap_prefix_first"))))
    for byte in range(128):
        begun = [prefix for prefix, _ in found if prefix.startswith(chr(byte))]
        assert [prefix for prefix, _ in found[firsts[byte] : firsts[byte + 1]]] == begun
