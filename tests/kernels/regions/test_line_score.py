"""The headers that csrc/tools/gen_content.py makes of the tables of shiplap._data, for regions and outlines."""

from __future__ import annotations

import pathlib
import re

import pytest

from shiplap._data.code_keywords import WEIGHTS
from shiplap._data.code_prefixes import LANGUAGES, PREFIXES
from shiplap.reference.regions.line_score import is_letter, is_name

ROOT = pathlib.Path(__file__).resolve().parents[3]
HEADER = ROOT / "csrc" / "include" / "shiplap_regions.h"

pytestmark = pytest.mark.skipif(not HEADER.exists(), reason="needs the source tree")


def body(name: str) -> str:
    """What stands between the braces of an array."""
    (found,) = re.findall(rf"\b{name}\[.*?= \{{\n(.*?)\n\}};", HEADER.read_text("utf-8"), re.DOTALL)
    return str(found)


def test_letters_and_names_are_those_of_the_reference() -> None:
    classes = [int(number) for number in re.findall(r"\d+", body("shiplap_line_classes"))]
    assert len(classes) == 256
    assert [bool(bits & 1) for bits in classes] == [is_letter(chr(byte)) for byte in range(256)]
    assert [bool(bits & 16) for bits in classes] == [
        is_name(chr(byte)) or chr(byte) in ")]" for byte in range(256)
    ]


def test_words_and_prefixes_are_all_there() -> None:
    words = re.findall(r'\{"(\w+)", (\d+), (\d)\}', body("shiplap_keywords"))
    assert {word: int(weight) for word, _, weight in words} == WEIGHTS
    assert all(len(word) == int(size) for word, size, _ in words)
    prefixes = re.findall(r'\{"((?:[^"\\]|\\.)*)", (\d)\}', body("shiplap_prefixes"))
    found = [(prefix.replace('\\"', '"'), LANGUAGES[int(number)]) for prefix, number in prefixes]
    assert found == [(prefix, language) for language in LANGUAGES for prefix in PREFIXES[language]]
