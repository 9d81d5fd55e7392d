"""The words of the sentence rule: what the files hold, and that the core's table is made of them."""

from __future__ import annotations

import pathlib
import re
from collections import Counter
from importlib import import_module
from typing import get_args

import pytest

from shiplap._data import sentences
from shiplap.options import LanguageCode
from shiplap.reference.boundaries.lexicon import LONGEST_WORD, lexicon
from tests.support.c_tables import TOOL, tables
from tests.support.cases import cases

needs_the_source = pytest.mark.skipif(not TOOL.exists(), reason="needs the source tree")


def numbers(text: str, name: str) -> list[int]:
    """The numbers of an array in the header, one after the other."""
    (body,) = re.findall(rf"\b{name}\[.*?= \{{(.*?)\n\}}[^;]*;", text, re.DOTALL)
    return [int(number, 0) for number in re.findall(r"0x[0-9A-F]+|\d+", body)]


def test_no_word_has_a_digit() -> None:
    """ENDING_UNLISTED of csrc/tools/gen_patterns.py relies on it."""
    assert not [word for language in (None, *sentences.LANGUAGES) for _, word in sentences.words(language)
                if re.search(r"\d", word)]  # fmt: skip


@needs_the_source
def test_the_table_of_short_words() -> None:
    """Each word of one to seven letters in ASCII, with its kinds in all languages together."""
    found: dict[str, int] = {}
    for entry in numbers(tables()["sentence_data.h"], "shiplap_short_words"):
        letters = (entry >> 8).to_bytes(7, "little").lstrip(b"\0").decode()
        assert letters not in found or not letters
        found[letters] = entry & 0xFF
    kinds: dict[str, int] = {"": 0}
    for kind, word in sentences.words(None):
        if re.fullmatch("[A-Za-z]{1,7}", word):
            kinds[word] = kinds.get(word, 0) | 1 << sentences.KINDS.index(kind)
    assert found == kinds


@needs_the_source
def test_the_table_has_the_words() -> None:
    text, count = tables()["sentence_data.h"], len(sentences.KINDS)
    letters, flat = bytes(numbers(text, "word_letters")), numbers(text, "word_masks")
    masks = [flat[i : i + count] for i in range(0, len(flat), count)]
    (body,) = re.findall(r"\} words\[\] = \{(.*?)\n\};", text, re.DOTALL)
    rows = [tuple(map(int, row)) for row in re.findall(r"\{(\d+), (\d+), (\d+)\}", body)]
    words = {letters[at : at + size].decode(): masks[mask] for at, size, mask in rows[1:]}
    assert rows[0] == (0, 0, 0) and len(words) == len(rows) - 1
    assert f"#define WORD_LONGEST {max(size for _, size, _ in rows)} " in text
    for bit, language in enumerate((None, *sentences.LANGUAGES)):
        found = {
            word: frozenset(kind for kind, mask in zip(sentences.KINDS, row, strict=True) if mask >> bit & 1)
            for word, row in words.items()
        }
        assert {word: kinds for word, kinds in found.items() if kinds} == lexicon(language), language
    slots = numbers(text, "word_slots")
    assert sorted(number for number in slots if number) == list(range(1, len(rows)))
    assert f"#define WORD_SLOTS {len(slots)}\n" in text and len(slots) >= 2 * len(words)


def test_languages() -> None:
    assert set(get_args(LanguageCode)) == {*sentences.LANGUAGES, *sentences.MARKS_ONLY}
    folder = pathlib.Path(sentences.__file__).parent
    assert {path.stem for path in folder.glob("*.py")} == {"__init__", *sentences.LANGUAGES}
    assert not set(sentences.LANGUAGES) & set(sentences.MARKS_ONLY)
    for language in sentences.MARKS_ONLY:
        assert lexicon(language) == lexicon()
    assert len(lexicon()) > 3000


@cases("language", sentences.LANGUAGES)
def test_the_words_of_a_language(language: str) -> None:
    module = import_module(f"shiplap._data.sentences.{language}")
    constants = {name: value for name, value in vars(module).items() if name.isupper()}
    assert set(constants) <= set(sentences.KINDS) and module.__doc__
    assert all(isinstance(value, str) for value in constants.values())
    found = {name: value.split() for name, value in constants.items()}
    for name, words in found.items():
        assert not [word for word, times in Counter(words).items() if times > 1], name
        assert not [word for word in words if word.endswith(".") or len(word) > LONGEST_WORD], name
    for name in ("STARTERS",):
        lower = [word for word in found.get(name, ()) if not word[0].isupper() and word[0].isalpha()]
        assert not lower, f"{name}: begins no sentence"
    # what the documentation of the package says of a word in two of them
    titles = set(found["TITLES"])
    assert not titles & {*found["NUMBERED"], *found["ABBREVIATIONS"]}
    assert set(found.get("NEVER_LAST", ())) <= set(found["ABBREVIATIONS"])


def test_the_words_of_all_are_the_safe_ones() -> None:
    together, everyday = lexicon(), set(sentences.EVERYDAY.split())
    each = {language: lexicon(language) for language in sentences.LANGUAGES}
    for word, kinds in together.items():
        assert kinds <= frozenset().union(*(known.get(word, frozenset()) for known in each.values())), word
    assert all("ABBREVIATIONS" not in together.get(word, ()) for word in everyday)
    assert "TITLES" in together["Dr"] and "ABBREVIATIONS" in together["etc"] and "STARTERS" in together["The"]
    assert "NUMBERED" in together["Nr"] and "NEVER_LAST" in together["e.g"] and "DETERMINERS" in together["am"]
    assert "ORDINALS" in together["Mai"]


def test_the_callers_words() -> None:
    extra = lexicon("en", ("Zz.", "Yy", "Dr."))
    assert extra["Zz"] == extra["Yy"] == {"ABBREVIATIONS"} and extra["Dr"] == {"TITLES", "ABBREVIATIONS"}
    assert "Zz." not in extra and len(extra) == len(lexicon("en")) + 2
