"""Sentences: literals by hand. tests/kernels/boundaries has the rules, and compares them with the reference."""

from __future__ import annotations

from typing import Any

import pytest

from shiplap._core.text import Text
from shiplap._core.windows import Splitter
from shiplap.errors import TextError
from shiplap.reference.windows import splitter as reference


def split_by_core(text: str, level: Any, errors: Any = "strict") -> list[tuple[int, int]]:
    return list(Splitter(level).cut(Text(text, errors))[0])


@pytest.fixture(params=[reference.split, split_by_core], ids=["reference", "core"])
def split(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_sentences_touch_and_cover_the_text(split: Any) -> None:
    assert split("One. Two! Three", "sentence-simple") == [(0, 5), (5, 10), (10, 15)]
    assert split("One. ", "sentence-simple") == [(0, 5)] and split("", "sentence-simple") == []
    assert split("雨。晴", "sentence-standard") == [(0, 2), (2, 3)]
    assert split("a", "sentence-simple") == [(0, 1)] and split("。晴", "sentence-standard") == [(0, 1), (1, 2)]


def test_a_lone_surrogate_beside_an_end_is_an_error(split: Any) -> None:
    for text, offset in (("A. \ud800 B. C", 3), ("A. \udfff B. C", 3), ("A. B. \udc00", 6)):
        with pytest.raises(TextError) as caught:
            split(text, "sentence-simple")
        assert (caught.value.offset, caught.value.unit) == (offset, "characters")
        assert split(text, "sentence-simple", "surrogatepass")[0] == (0, 3)
    # one before an end, which no sentence ends with
    with pytest.raises(TextError):
        reference.split("\ud800b", "grapheme")
    # elsewhere none is read: two code points before an end, one after it, and at the end of the text
    for text in ("\ud800. B", "A. B\ud800", "A. B. C\udfff"):
        assert split(text, "sentence-simple")[0] == (0, 3)
    assert split("\ud800。晴", "sentence-standard") == [(0, 2), (2, 3)]


@pytest.mark.parametrize("level", ["sentence-simple", "sentence-standard"])
def test_parts_give_the_sentences_of_the_whole(isa: str, level: Any) -> None:
    splitter = Splitter(level)
    texts: list[Any] = ["It rains. " * 1500, "It rains. 雨 " * 1500]
    for text in (*texts, *(text.encode() for text in texts)):
        whole = list(splitter.cut(Text(text))[0])
        for size in (0, 10, len(text) // 3 // 10 * 10, len(text) - 20, len(text)):
            native, _, start, end, keep = splitter.resume(Text(text[:size]), (), -1, 0, False)
            found = list(native)
            assert found == whole[: len(found)]
            if found:
                assert (start, end) == found[-1] and 0 <= keep <= start
                assert list(splitter.resume(Text(text), (), start, end, True)[0]) == whole[len(found) :]
            else:
                assert (start, end, keep) == (-1, 0, 0)
        assert len(found) > 50
        assert list(splitter.resume(Text(text), (), -1, 0, True)[0]) == whole


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (3, 3), (4, 3), (0, 99), (0, 0)])
def test_a_sentence_before_must_lie_in_the_text(start: int, end: int) -> None:
    with pytest.raises(ValueError, match=str(end)):
        Splitter("sentence-simple").resume(Text("It rains."), (), start, end, True)
