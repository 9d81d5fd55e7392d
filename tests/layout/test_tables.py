"""The Unicode table is what its generator makes of Unicode 15.0.0; the core has the same classes."""

from __future__ import annotations

import ctypes
import pathlib
import subprocess
import sys
from collections.abc import Sequence

import pytest

from shiplap._core import cpu
from shiplap._data import unicode

ROOT = pathlib.Path(__file__).resolve().parents[2]
UCD = pathlib.Path("/usr/share/unicode/PropList.txt")


def test_white_space_has_25_code_points() -> None:
    assert unicode.UNICODE_VERSION == "15.0.0"
    assert len(unicode.WHITE_SPACE) == 25
    # what Python's own tables call white space, and what it adds of its own
    assert {chr(code) for code in range(0x110000) if chr(code).isspace()} - unicode.WHITE_SPACE == set(
        "\x1c\x1d\x1e\x1f"
    )


#: The classes in the order of their numbers in shiplap.h.
GRAPHEME = [
    "OTHER", "CR", "LF", "CONTROL", "EXTEND", "ZWJ", "REGIONAL_INDICATOR", "PREPEND", "SPACING_MARK",
    "L", "V", "T", "LV", "LVT", "PICTOGRAPHIC",
]  # fmt: skip
WORD = ["NONE", "IDEOGRAPH", "KATAKANA", "SPACELESS", "CJK_CLOSE", "CJK_OPEN", "MARK"]
SENTENCE = [
    "OTHER", "SPACE", "STOP", "TERMINAL", "EXTEND", "LOWER", "UPPER", "DIGIT", "NUMBER", "LETTER", "QUOTE",
    "OPEN", "CLOSE", "CONTINUE",
]  # fmt: skip


@pytest.mark.parametrize(
    "codes",
    [[*range(0x33480), *range(0xE0000, 0xE1000)], pytest.param(range(0x110000), marks=pytest.mark.exhaustive)],
    ids=["assigned", "all"],
)
def test_the_core_has_the_same_classes(codes: Sequence[int]) -> None:
    folder = pathlib.Path(cpu.__file__).parent
    (library,) = [path for path in folder.iterdir() if path.name.startswith(("libshiplap_c", "shiplap_c"))]
    properties = ctypes.CDLL(str(library)).shiplap_properties
    properties.argtypes, properties.restype = [ctypes.c_uint32], ctypes.c_uint16
    for code in codes:
        number, char = properties(code), chr(code)
        names = GRAPHEME[number & 15], WORD[number >> 4 & 7], SENTENCE[number >> 7]
        if names != (unicode.grapheme_class(char), unicode.word_class(char), unicode.sentence_class(char)):
            raise AssertionError(f"U+{code:04X}: {names}")


def test_classes_by_hand() -> None:
    assert [unicode.sentence_class(char) for char in "aA1½ .!。,-–(»\"'’\u0301\u200fא漢€"] == [
        "LOWER", "UPPER", "DIGIT", "NUMBER", "SPACE", "STOP", "TERMINAL", "TERMINAL", "CONTINUE", "CONTINUE",
        "CONTINUE", "OPEN", "QUOTE", "QUOTE", "QUOTE", "QUOTE", "EXTEND", "EXTEND", "LETTER", "LETTER", "OTHER",
    ]  # fmt: skip
    assert [unicode.word_class(char) for char in "a漢かカー。（กက\u102c\u0301가"] == [
        "NONE", "IDEOGRAPH", "IDEOGRAPH", "KATAKANA", "KATAKANA", "CJK_CLOSE", "CJK_OPEN", "SPACELESS",
        "SPACELESS", "MARK", "MARK", "NONE",
    ]  # fmt: skip
    assert [unicode.grapheme_class(char) for char in "\x00a가각😀🇩\u200d\U0010ffff"] == [
        "CONTROL", "OTHER", "LV", "LVT", "PICTOGRAPHIC", "REGIONAL_INDICATOR", "ZWJ", "OTHER",
    ]  # fmt: skip


@pytest.mark.skipif(not UCD.exists(), reason="needs Debian's package unicode-data")
@pytest.mark.skipif(not (ROOT / "csrc").exists(), reason="needs the source tree")
@pytest.mark.exhaustive
def test_tables_are_regenerated_alike() -> None:
    command = [sys.executable, str(ROOT / "csrc/tools/gen_unicode.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
