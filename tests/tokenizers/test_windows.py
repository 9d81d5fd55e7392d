"""Token windows: the core equals the reference, which counts every text in full, on hostile text and any plan."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shiplap._core.text import Text
from shiplap.chunkers.tokens import TokenLoop
from shiplap.plan import Plan
from shiplap.reference.tokens import Tokens
from shiplap.reference.windows import windows
from tests.hostile import characters, plans, positions, texts, within
from tests.tokenizers.kinds import KINDS, made

#: What tokenizers stumble over: special tokens, contractions, numbers, long words, white space of all kinds.
pieces = st.builds(
    lambda piece, times: piece * times,
    st.sampled_from(
        ["<|endoftext|>", "[SEP]", "don't ", "I'LL", "12345", " 1,000.5", "Donaudampfschiff ", "   ", " \n\n ", "\t\t",
         "\u00a0x ", "\u3000", "漢字、「かな」。", "我不去，他去。", "한국어 ", "กขค", "😀👩🏽\u200d👧", "é ", "e\u0301 ", "\r\n",
         "word ", "It rains. ", "- x/y_z\n", "!!! ", "://", "aaaa", "A", "camelCase ", "\u0301 ", "¨ ", "\x7f ", "\x00"]
    ),
    st.integers(1, 4) | st.just(30),
)  # fmt: skip
words = texts | st.lists(pieces | st.text(characters, max_size=5), max_size=8).map("".join)


def reference(text: str, plan: Plan, kind: Any, places: list[int]) -> list[tuple[int, int]]:
    data = text.encode()
    lengths = kind.tokens(text, Text(text if text.isascii() else data)).lengths()
    return windows(text, replace(plan, unit=Tokens(text, lengths, kind.count)), given=[places])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", KINDS)
@given(text=words, plan=plans(), places=positions)
def test_the_reference_gives_the_same(name: str, text: str, plan: Plan, places: list[int]) -> None:
    kind, text = made(name), text[: max(60, 1500 // plan.max_size)]
    if not text:
        return
    places = within(text, places)
    expected = reference(text, plan, kind, places)
    loop = TokenLoop(plan, kind)
    view = Text(text)
    native, _, counts = loop(view, [view.native(places)])
    assert list(native) == expected
    assert counts.tolist() == [kind.count(text[start:end]) for start, end in expected]
    data = Text(text.encode())
    native, _, again = loop(data, [data.native(places)])
    assert list(data.convert(native, "characters")) == expected and again == counts


@pytest.mark.parametrize("name", [name for name in KINDS if name not in ("function", "doubling", "object")])
@settings(max_examples=300)
@given(text=words)
def test_tokens_do_not_depend_on_one_another_across_seams(name: str, text: str) -> None:
    from shiplap._core.edges import seams

    kind = made(name)
    if not kind.is_local:
        return
    data = text.encode()
    whole = kind.tokens(text, Text(data)) if text else None
    for at in seams(Text(data)):
        left, right = data[:at].decode(), data[at:].decode()
        assert kind.count(left) + kind.count(right) == kind.count(text), (left, right)
    if whole is not None:
        assert sum(whole.lengths()) == len(data)
