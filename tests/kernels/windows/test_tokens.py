"""Token windows: the core equals the reference, which counts every text in full, on hostile text and any plan."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core.text import Text
from shiplap._core.windows import cached_utf8, seams
from shiplap.chunkers.token_loop import TokenLoop
from shiplap.plan import Plan, Row, Unit, replace
from shiplap.reference.windows.tokens import Tokens
from shiplap.reference.windows.windows import windows
from tests.kernels.windows.test_dense import PIECES, plan_of
from tests.support.cases import cases, few_quick
from tests.support.drawn import outcome
from tests.support.examples import examples
from tests.support.hostile import characters, plans, positions, texts, within
from tests.support.tokenizer_kinds import KINDS, made

#: What tokenizers stumble over: special tokens, contractions, numbers, long words, white space of all kinds.
pieces = st.builds(
    lambda piece, times: piece * times,
    st.sampled_from(
        ["<|endoftext|>", "[SEP]", "don't ", "I'LL", "12345", " 1,000.5", "Donaudampfschiff ", "   ", " \n\n ",
         "\t\t", "\u00a0x ", "\u3000", "漢字、「かな」。", "我不去，他去。", "한국어 ", "กขค", "😀👩🏽\u200d👧",
         "é ", "e\u0301 ", "\r\n", "word ", "It rains. ", "- x/y_z\n", "!!! ", "://", "aaaa", "A", "camelCase ",
         "\u0301 ", "¨ ", "\x7f ", "\x00", ".\n\nFoo", "のです。", "\nА", "\n \n1"]
    ),
    st.integers(1, 4) | st.just(30),
)  # fmt: skip
words = texts | st.lists(pieces | st.text(characters, max_size=5), max_size=8).map("".join)


def reference(text: str, plan: Plan, kind: Any, places: list[int]) -> list[tuple[int, int]]:
    data = text.encode()
    lengths = kind.tokens(text, Text(text if text.isascii() else data)).lengths()
    other = plan.with_headings and replace(plan.with_headings, unit="tokens")
    counted = replace(plan, unit="tokens", with_headings=other)
    return windows(text, counted, given=[places], tokens=Tokens(text, lengths, kind.count))


def test_the_utf8_that_a_str_keeps() -> None:
    for text in ("", "abc", "é漢\n😀" * 50):
        view = cached_utf8(text)
        assert len(view) == len(text.encode()) and view.text(0, len(view)) == text
        assert view.characters == len(text) and list(view.owner) == list(text.encode())
    with pytest.raises(UnicodeEncodeError):
        cached_utf8("a\ud800")


@pytest.mark.parametrize(
    ("text", "lengths", "size", "count", "spans"),
    [
        # within one token the end moves back to the middle of its bytes
        ("abcdefgh", [8], 2, lambda text: (len(text) + 1) // 2, [(0, 4), (4, 8)]),
        # by one token, to the best boundary there
        ("aa bb cc dd ee", [3, 3, 3, 3, 2], 3, lambda text: len(text.split()) + 1, [(0, 6), (6, 12), (12, 14)]),
        # to the first boundary, where none is left there
        ("aa bbbb", [2, 5], 3, len, [(0, 3), (3, 5), (5, 7)]),
        ("漢字漢字", [12], 1, lambda text: 1 + (len(text) > 2), [(0, 1), (1, 2), (2, 4)]),
    ],
)
def test_the_end_of_a_chunk_whose_final_text_has_more_tokens(
    text: str, lengths: list[int], size: int, count: Any, spans: list[tuple[int, int]]
) -> None:
    """By the reference, with tokens that no tokenizer has."""
    plan = Plan("tokens", size, 0, (Row("word", 0, size),), (Unit("char", size),), ("char",))
    assert windows(text, plan, tokens=Tokens(text, lengths, count)) == spans


@few_quick("name", KINDS, quick=4)
@examples(60)
@given(text=words, plan=plans(), places=positions)
def test_the_reference_gives_the_same(name: str, text: str, plan: Plan, places: list[int]) -> None:
    kind, text = made(name), text[: max(48, 600 // plan.max_size)]
    if not text:
        return
    places = within(text, places)
    expected = outcome(reference, text, plan, kind, places)
    loop = TokenLoop(plan, kind)
    view = Text(text)
    if not isinstance(expected, list):
        assert outcome(loop.cut, view, [view.native(places)]) == expected
        return
    native, _, counts = loop.cut(view, [view.native(places)])
    assert list(native) == expected
    assert counts.tolist() == [kind.count(text[start:end]) for start, end in expected]
    data = Text(text.encode())
    native, _, again = loop.cut(data, [data.native(places)])
    assert list(data.convert(native, "characters")) == expected and again == counts


@few_quick("name", KINDS, quick=4)
def test_dense_plans_and_long_units(name: str) -> None:
    chance, kind = random.Random(name), made(name)
    for _ in range(25):
        plan = plan_of(chance)
        few = chance.choices([*PIECES, "x" * 90, "漢" * 40, "word " * 9, "a. " * 9], k=chance.choice([2, 4, 9]))
        text = "".join(chance.choices(few, k=chance.randint(1, 9)))[: 300 if plan.max_size > 5 else 60]
        places = sorted(chance.sample(range(len(text) + 1), min(4, len(text))))
        expected, loop, view = outcome(reference, text, plan, kind, places), TokenLoop(plan, kind), Text(text)
        found = outcome(loop.cut, view, [view.native(places)])
        assert (list(found[0]) if isinstance(expected, list) else found) == expected, (plan, text)


def test_by_hand_with_a_token_for_each_code_point() -> None:
    kind = made("object")
    rows = (Row("word", 2, 3), Row("char", 0, 3))
    # a unit of `break_at` that ends at the limit, before an end within the maximum
    plan = Plan("tokens", 1, 0, rows, (Unit("char", 1),), ("char",), most=3, break_at=Unit("line", 1))
    found = list(TokenLoop(plan, kind).cut(Text("\na b"), [])[0])
    assert found == reference("\na b", plan, kind, []) == [(0, 1), (1, 4)]
    # a unit that ends far from where it begins: the overlap leaves room for it
    rows = (Row("word", 0, 100), Row("char", 0, 100))
    plan = Plan("tokens", 100, 60, rows, (Unit("word", 100), Unit("char", 100)), ("word",))
    text = "aaa " * 25 + "x" * 60 + " b"
    found = list(TokenLoop(plan, kind).cut(Text(text), [])[0])
    assert found == reference(text, plan, kind, []) and found[:2] == [(0, 100), (64, 162)]


LETTERS, OTHERS = "\u5000\u8fff\u3042\u3096\u30a1\u30fa\u30fc", "\u4fff\u9000\u3041\u3097\u30a0\u30fb\u30fd"


@cases(
    ("text", "of_wholes", "others"),
    [
        *((f"{letter}{mark}", [3], [3]) for letter in LETTERS for mark in "、。！，：；？〈】"),
        *((f"漢{mark}", [], []) for mark in "〇〒々"),
        *((f"{letter}。", [], []) for letter in OTHERS),
        *((f"\n{letter}", [], [1]) for letter in f"{LETTERS}09azAZАп"),
        *((f"\n{letter}", [], []) for letter in f"{OTHERS}/:`{{@[éЏр"),
        ("a b", [1], [1]), ("a  b", [1], [1]), ("~ b", [1], [1]), ("! b", [1], [1]), ("\x7f b", [], []),
        ("\n b", [], []), ("é b", [2], [2]), ("漢 b", [3], [3]), ("😀 b", [4], [4]), ("\u3000 b", [], []),
        ("\u00a0 b", [], []),
        (" b", [], []), ("a ", [1], [1]), ("漢", [], []), ("。漢", [], []), ("漢字、a b\nc", [6, 10], [6, 10, 13]),
    ],
)  # fmt: skip
def test_seams_by_hand(text: str, of_wholes: list[int], others: list[int]) -> None:
    """In bytes of UTF-8: where the text may end at the seam, and where it goes on."""
    assert (seams(Text(text.encode()), True), seams(Text(text.encode()), False)) == (of_wholes, others)


#: Those that claim that words are tokenized alone.
LOCAL = [
    name for name in KINDS if " by " in name or name in ("gigatoken", "WordPiece", "byte level", "transformers")
]


@pytest.mark.parametrize("name", LOCAL)
@examples(60)
@given(text=words, data=st.data())
def test_tokens_do_not_depend_on_one_another_across_seams(name: str, text: str, data: st.DataObject) -> None:
    kind, text = made(name), text[:150]
    assert kind.is_local
    whole = Text(text.encode())
    for at in seams(whole, True)[:8]:
        left, right = whole.text(0, at), whole.text(at, len(whole))
        assert kind.count(left) + kind.count(right) == kind.count(text), (left, right)
    for at in seams(whole, False)[:8]:  # whatever comes before, and whatever comes after
        left, right = whole.text(0, at), whole.text(at, len(whole))
        first = left[data.draw(st.integers(0, len(left) - 1)) :]
        last = right[: data.draw(st.integers(1, len(right)))]
        inner = kind.count(left + right) - kind.count(left + last) - kind.count(first + right)
        assert inner == -kind.count(first + last), (first, last)
