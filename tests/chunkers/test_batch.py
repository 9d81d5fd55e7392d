"""Many texts in one call: the same as one by one, whatever goes wrong in between."""

from __future__ import annotations

import itertools
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shiplap
from shiplap._core import text as provenance
from shiplap._core.windows import SeparatorSplitter
from shiplap.chunkers import batching as batch
from shiplap.errors import ChunkLimitError, EmptyTextError, OptionError, TextError, TextTypeError
from tests.support import hostile
from tests.support.cases import few_quick


def count_words(text: str) -> int:
    return len(text.split())


CHUNKERS: list[Callable[[], shiplap.Chunker]] = [
    lambda: shiplap.FixedChunker(7, 3),
    lambda: shiplap.FixedChunker(7, 3, skip_blank=True, strip_whitespace=True),
    lambda: shiplap.FixedChunker(7, 3, unit="bytes"),
    lambda: shiplap.FixedChunker(9, 3, snap="sentence"),
    lambda: shiplap.FixedChunker(3, 1, unit="tokens"),
    lambda: shiplap.SentenceChunker(12, on_empty="empty"),
    lambda: shiplap.RecursiveChunker(12, levels=["paragraph", ". ", "word"]),
    lambda: shiplap.SentenceSplitter(),
    lambda: shiplap.FixedChunker(6, 2, boundaries=range(0, 600, 5), snap="word"),
    lambda: shiplap.FixedChunker(3, 1, unit="tokens", tokenizer=count_words),
    lambda: shiplap.StableChunker(12, 3),
    lambda: shiplap.StableChunker(12, 3, unit="bytes", strip_whitespace=True),
]
NAMES = ["exact", "blank", "bytes", "snap", "estimated", "sentence", "recursive", "sentences", "given", "tokens",
         "stable", "stable bytes"]  # fmt: skip


def alone(chunker: shiplap.Chunker, texts: list[Any], **given: Any) -> list[Any]:
    """Each text cut alone; null texts have no chunks."""
    return [chunker.chunk("" if text is None else text, **given) for text in texts]


def same(found: list[shiplap.Chunks], expected: list[shiplap.Chunks]) -> None:
    assert [chunks.spans.tolist() for chunks in found] == [chunks.spans.tolist() for chunks in expected]
    assert [chunks.byte_spans.tolist() for chunks in found] == [chunks.byte_spans.tolist() for chunks in expected]
    assert [chunks.texts for chunks in found] == [chunks.texts for chunks in expected]
    assert [chunks.token_counts.tolist() for chunks in found] == [c.token_counts.tolist() for c in expected]


@pytest.mark.parametrize("make", CHUNKERS, ids=NAMES)
@settings(max_examples=15)
@given(texts=st.lists(hostile.texts | st.none(), max_size=6), forms=st.lists(st.integers(0, 2), min_size=6))
def test_as_one_by_one(make: Callable[[], shiplap.Chunker], texts: list[str | None], forms: list[int]) -> None:
    chunker = make()
    if "boundaries" in chunker.config:
        texts = [text for text in texts if text is None or len(text) >= 600]
    given: list[Any] = [
        text if text is None else (text, text.encode(), bytearray(text.encode()))[form]
        for text, form in zip(texts, forms, strict=False)
    ]
    expected = alone(chunker, given)
    same(chunker.chunk_batch(given), expected)
    same(list(chunker.iter_batch(iter(given), threads=2)), expected)
    assert chunker.split_batch(given) == [chunks.texts for chunks in expected]
    values, rows = chunker.spans_batch(given)
    assert values.dtype == rows.dtype == np.int64
    assert values.shape[1:] == (2,)
    assert [values[a:b].tolist() for a, b in itertools.pairwise(rows)] == [
        chunks.spans.tolist() for chunks in expected
    ]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_many_groups_keep_their_order(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "GROUP_TEXTS", 3)
    texts = [f"Satz {n}. Noch einer! " * (n % 5) for n in range(50)]
    ids = [f"d{n}" for n in range(50)]
    chunker = shiplap.FixedChunker(20, 5, snap="sentence")
    told: list[tuple[int, int | None]] = []
    found = chunker.chunk_batch(
        texts, document_ids=iter(ids), threads=threads, progress=lambda *done: told.append(done)
    )
    assert found == [chunker.chunk(text, document_id=name) for text, name in zip(texts, ids, strict=True)]
    assert found[7].ids == [f"d7-chunk-{k}" for k in range(len(found[7]))]
    assert told == [(min(n + 3, 50), 50) for n in range(0, 50, 3)]
    assert [chunks.metadata for chunks in found] == [{}] * 50
    values, rows = chunker.spans_batch(texts, threads=threads)
    assert rows[-1] == len(values) == sum(map(len, found))


def test_a_group_ends_by_size() -> None:
    source = iter(["a" * 10, b"b" * 10, None, 7, "c"])
    assert batch.gather(source, 100, 15) == ["a" * 10, b"b" * 10]
    assert batch.gather(source, 2, 15) == [None, 7]
    assert batch.gather(source, 2, 15) == ["c"]


@pytest.mark.parametrize("count", [0, 1, 3, 4, 9])
def test_a_list_is_taken_in_blocks(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "BLOCK", 3)
    texts = [f"It is {k}. So it is." if k % 2 else "" for k in range(count)]
    chunker = shiplap.FixedChunker(8, 2)
    wanted = [chunker.split_text(text) for text in texts]
    assert chunker.split_batch(texts) == chunker.split_batch(iter(texts)) == wanted

    class Backwards(list[str]):
        def __iter__(self) -> Iterator[str]:
            return reversed(self)

    assert chunker.split_batch(Backwards(texts)) == wanted[::-1]


@pytest.mark.parametrize("size", [1, 7, 400, 5_000_000, 1 << 60])
def test_texts_are_asked_for_ahead_whatever_the_size(size: int) -> None:
    chunker = shiplap.FixedChunker(size, 0, snap="sentence")
    texts = [form * count for form in ("It rains. ", "漢字。", "😀. ") for count in (0, 1, 99, 300)] * 2
    assert chunker.split_batch(texts) == [chunker.split_text(text) for text in texts]


def test_chunks_of_a_batch_are_like_others() -> None:
    text = "Er kam. Sie ging. Es blieb. 漢字。"
    chunker = shiplap.FixedChunker(10, 2)
    (first, second) = chunker.chunk_batch([text, text.encode()], document_ids=["a", "b"])
    expected = chunker.chunk(text, document_id="a")
    assert first == expected
    assert (first.source, first.is_whole, first.chunker) == (None, True, chunker)
    assert pickle.loads(pickle.dumps(first)) == expected
    assert second[1:].texts == expected[1:].texts
    assert second.at(9).ids == ["b-chunk-0", "b-chunk-1"]
    first = first.replace(source="s", metadata={"k": 1})
    assert (first[0].source, first[0].metadata) == ("s", {"k": 1})


BAD: list[tuple[Any, type[Exception]]] = [
    (b"abc\xff", TextError), ("漢abc\ud800", TextError), (7, TextTypeError),
]  # fmt: skip


@pytest.mark.parametrize("blank", ["", " \n", b"\t"], ids=["empty", "blank", "bytes"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("tokenizer", [None, count_words], ids=["compiled", "python"])
def test_a_blank_text_costs_no_other_its_chunks(blank: Any, threads: int, tokenizer: Any) -> None:
    """With `on_empty="raise"` it is listed in `skipped`, whatever `on_error` is; alone it is an error."""
    chunker = shiplap.FixedChunker(2, 0, unit="tokens", snap="sentence", on_empty="raise", tokenizer=tokenizer)
    texts = ["one two three", blank, None, "four five", blank]
    texts_of_chunks = [[] if text in (None, blank) else chunker.split_text(text) for text in texts]
    told: list[tuple[int, str | None]] = []

    def tell(skipped: shiplap.chunks.Skipped) -> None:
        assert isinstance(skipped.error, EmptyTextError)
        told.append((skipped.row, skipped.document_id))

    for on_error in ("raise", "skip", tell):
        found = chunker.chunk_batch(texts, document_ids=[*"abcde"], on_error=on_error, threads=threads)
        assert [chunks.texts for chunks in found] == texts_of_chunks
        assert [(skipped.row, skipped.document_id, type(skipped.error)) for skipped in found.skipped] == [
            (1, "b", EmptyTextError), (4, "e", EmptyTextError),
        ]  # fmt: skip
        assert [chunks.texts for chunks in chunker.iter_batch(texts, on_error=on_error)] == texts_of_chunks
        assert chunker.split_batch(texts, on_error=on_error, threads=threads) == texts_of_chunks
        lengths = np.diff(chunker.spans_batch(texts, on_error=on_error)[1]).tolist()
        assert lengths == [len(each) for each in texts_of_chunks]
    assert told == [(1, "b"), (4, "e"), *[(1, None), (4, None)] * 3]
    with pytest.raises(EmptyTextError):
        chunker.chunk(blank)
    with pytest.raises(TextError, match="text 2: "):  # the first text that fails
        chunker.chunk_batch([blank, "one", b"\xff", "two"])


@pytest.mark.parametrize(("bad", "kind"), BAD, ids=["bytes", "surrogate", "type"])
@pytest.mark.parametrize("tokenizer", [None, count_words], ids=["compiled", "python"])
def test_errors_name_the_text(bad: Any, kind: type[Exception], tokenizer: Any) -> None:
    chunker = shiplap.FixedChunker(2, 0, unit="tokens", snap="sentence", on_empty="raise", tokenizer=tokenizer)
    texts = ["one two three", bad, "four five", bad]
    with pytest.raises(kind) as caught:
        chunker.chunk_batch(texts, document_ids=[*"abcd"])
    assert (caught.value.row, caught.value.document_id) == (1, "b")  # type: ignore[attr-defined]
    assert str(caught.value).startswith("document 'b' (text 1): ")
    with pytest.raises(kind, match="text 1: "):
        chunker.spans_batch(texts)
    found = chunker.chunk_batch(texts, document_ids=[*"abcd"], on_error="skip")
    assert [(skipped.row, skipped.document_id, type(skipped.error)) for skipped in found.skipped] == [
        (1, "b", kind), (3, "d", kind),
    ]  # fmt: skip
    assert [chunks.texts for chunks in found] == [
        chunker.split_text(texts[0]), [], chunker.split_text(texts[2]), []
    ]  # fmt: skip
    told: list[int] = []
    assert chunker.chunk_batch(texts, on_error=lambda skipped: told.append(skipped.row)).skipped[0].row == told[0]
    told.clear()
    assert chunker.split_batch(texts, on_error=lambda skipped: told.append(skipped.row))[1] == []
    assert told == [1, 3]
    assert chunker.spans_batch(texts, on_error="skip")[1].tolist()[1:3] == [len(found[0])] * 2


def test_what_only_some_loops_refuse() -> None:
    with pytest.raises(ChunkLimitError, match="text 1: the code point at offset 1"):
        shiplap.FixedChunker(2, 0, unit="bytes", oversize="raise").chunk_batch(["ab", "a漢"])
    broken = ["ab", "a\ud800cdefgh", "xy"]  # plain windows read nothing: only the text tells
    chunker = shiplap.FixedChunker(4, 0)
    assert chunker.spans_batch(broken)[1].tolist() == [0, 1, 3, 4]
    with pytest.raises(TextError, match="text 1: lone surrogate"):
        chunker.split_batch(broken)
    assert chunker.split_batch(broken, on_error="skip") == [["ab"], [], ["xy"]]
    replaced = shiplap.FixedChunker(4, 0, errors="replace")
    assert replaced.split_batch([*broken, b"\xff"]) == [["ab"], ["a\ufffdcd", "efgh"], ["xy"], ["\ufffd"]]


def test_options() -> None:
    chunker = shiplap.FixedChunker(4, 0)
    for wrong in ({"threads": 0}, {"on_error": "ignore"}, {"document_ids": ["a"]}, {"document_ids": "abc"}):
        with pytest.raises(OptionError):
            chunker.chunk_batch(["x", "y"], **wrong)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="must be an iterable of texts"):
        chunker.chunk_batch("one text")
    assert chunker.chunk_batch([]) == []
    assert chunker.spans_batch([])[0].shape == (0, 2)


def test_an_error_of_the_iterable_is_raised_as_it_is() -> None:
    def texts() -> Iterator[str]:
        yield "a"
        raise OSError("gone")

    for threads in (1, 2):
        with pytest.raises(OSError, match="gone"):
            shiplap.FixedChunker(4, 0).chunk_batch(texts(), threads=threads)


def test_texts_are_taken_as_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "GROUP_TEXTS", 2)
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "It rains. "

    for threads in (1, 2):
        taken = 0
        found = shiplap.FixedChunker(4, 0).iter_batch(endless(), threads=threads)
        assert next(found).texts == ["It r", "ains", ". "]
        assert taken <= 2 * 2 * threads
        found.close()  # type: ignore[attr-defined]


#: A program that is begun in the background of a shell ignores the signal, unless it asks for it.
HEED = "import signal\n\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"

LONG = """
import shiplap
texts = (["It rains. It pours. " * 200] * 50) * 100_000
print("begun", flush=True)
try:
    for _ in shiplap.FixedChunker(100, 20, snap="sentence").iter_batch(texts, threads={threads}):
        pass
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


ONE = """
import shiplap

levels, overlap_levels = ["paragraph", *(f"{k}." for k in range(14))], ["sentence", "line", "grapheme"]
chunker = shiplap.RecursiveChunker(1000, 999, levels=levels, overlap_levels=overlap_levels, skip_blank=True)
text = " " * 400_000_000 + "x"
print("begun", flush=True)
try:
    chunker.chunk(text)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@few_quick("code", [LONG.format(threads=1), LONG.format(threads=2), ONE], quick=1)
def test_ctrl_c_stops_a_call(code: str) -> None:
    """It is heard between two groups, or steps in one text, of some milliseconds, of what would take minutes."""
    with subprocess.Popen([sys.executable, "-c", HEED + code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "stopped\n"


def merged(text: str, length: Callable[[str], int] | None) -> list[str]:
    """Return a text split by separators, with pieces that are measured by a function or by code points."""
    splitter = SeparatorSplitter(
        ["\n\n", ". "], is_regex=False, recursive=True, chunk_size=1000, chunk_overlap=100, keep="start",
        rejoin=True, strip=True, length=length,
    )  # fmt: skip
    return splitter.split(text)


def edited_twice(text: str) -> shiplap.chunks.Update:
    """Return an update of a text of so many lines with two changes far apart."""
    text = "".join(f"It rains on day {number}.\n" for number in range(text.count("\n")))
    chunker = shiplap.RecursiveChunker(1000, 0)
    return chunker.update(chunker.chunk(text), f"No. {text[:1_000_000]} No. {text[1_000_000:]}")


#: Calls of a text of some steps: the module of the core that heeds interrupts, and which of its times is tried.
STEPS: list[tuple[str, int, Callable[[str], Any]]] = [
    ("windows", 2, lambda text: shiplap.sentences(text).spans.tolist()),
    ("windows", 2, lambda text: shiplap.FixedChunker(1000, 100).chunk(text).spans.tolist()),
    ("windows", 2, lambda text: shiplap.preset("sentence-3000").chunk(text.encode()).spans.tolist()),
    ("windows", 2, lambda text: shiplap.FixedChunker(1000).split_batch(["a", text])),
    ("windows", 2, lambda text: shiplap.FixedChunker(1000).split_batch([text[:1_500_000]] * 4)),
    ("text", 2, lambda text: shiplap.FixedChunker(100).split_text(text)),
    ("regions", 2, lambda text: [region.kind for region in shiplap.regions(text)]),
    ("outline", 2, lambda text: len(shiplap.outline("def f(x):\n    return x\n" * 200_000, "python"))),
    *(("outline", 2, lambda _, end=end: cut_data(f"a.{end}")) for end in ("json", "xml", "yaml", "log")),
    ("packing", 2, lambda text: shiplap.preset("adaptive").chunk(text).spans.tolist()),
    ("windows", 2, lambda text: merged(text, None)),
    ("windows", 2, lambda text: merged(text[:500_000], len)),
    ("stable", 2, lambda text: shiplap.StableChunker(1000).chunk(text).spans.tolist()),
    ("stable", 2, lambda text: shiplap.StableChunker(1000).split_batch(["a", text])),
    ("stable", 2, lambda text: edited_twice(text).chunks.spans.tolist()),
    ("stable", 4, lambda text: edited_twice(text).chunks.spans.tolist()),
    (
        "windows",
        2,
        lambda text: shiplap.FixedChunker(9, 2, tokenizer=Words()).chunk(text[:100_000]).spans.tolist(),
    ),
    *(("text", tried, lambda text: joined_with_lines(len(text))) for tried in (2, 4, 6, 8)),
]


def cut_data(path: str) -> list[list[int]]:
    """Cut data of three steps."""
    record = {"a.json": '{"a":2},\n', "a.xml": "<a>b</a>\n", "a.yaml": "- a: 2\n", "a.log": "10:00:01 a\n"}[path]
    text = record * (6_400_000 // len(record))
    chunks = shiplap.AdaptiveChunker(20_000, 0).chunk(text, path=path)
    return chunks.spans.tolist()  # type: ignore[no-any-return]


def joined_with_lines(size: int) -> list[bytes]:
    """Join chunks with rows of four code points, and find their boxes: two steps for each sweep."""
    starts, row_starts = np.arange(0, size, 1000), np.arange(0, size, 4)
    spans = starts, starts + 1000, row_starts, row_starts + 4
    side = row_starts.astype(np.float64)
    found = [*provenance.join(*spans), *provenance.boxes(*spans, row_starts, *[side] * 4, None, None, "line")]
    return [bytes(column) for column in found]


class Words:
    """A tokenizer whose tokens are words."""

    def encode(self, text: str) -> list[str]:
        return text.split()


@few_quick(("module", "tried", "call"), STEPS, quick=8)
def test_a_call_is_left_between_two_steps(
    module: str, tried: int, call: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C is heard within one call of the core, and the next call is as if nothing had been."""
    text = "It rains in Spain. Dr. Smith pours tea.\n\n" * 110_000
    heard = []

    def interrupt() -> None:
        heard.append(1)
        if len(heard) == tried:
            raise KeyboardInterrupt

    expected = call(text)
    monkeypatch.setattr(f"shiplap._core.{module}.heed_interrupts", interrupt)
    with pytest.raises(KeyboardInterrupt):
        call(text)
    monkeypatch.undo()
    assert len(heard) == tried and call(text) == expected


def test_threads_share_a_chunker() -> None:
    """Chunkers are immutable: many threads use one, over texts of their own and the same."""
    chunker = shiplap.RecursiveChunker(60, 10)
    texts = [f"It rains on day {n}. " * n + "漢字。" for n in range(40)]
    expected = [chunker.split_text(text) for text in texts]
    found: list[Any] = []

    def work() -> None:
        for _ in range(5):
            found.append(chunker.split_batch(texts) == expected == [chunker.split_text(text) for text in texts])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 20


def test_chunks_of_a_batch_are_looked_at_by_many_threads() -> None:
    chunker = shiplap.FixedChunker(20, 5)
    text = "It rains in the hills. " * 20
    expected = chunker.chunk(text)
    for _ in range(20):
        found = chunker.chunk_batch([text] * 50)
        answers: list[bool] = []
        threads = [
            threading.Thread(target=lambda: answers.append(all(one == expected for one in found)))  # noqa: B023
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [True] * 4


def test_chunks_of_a_batch_are_immutable() -> None:
    first, second = shiplap.FixedChunker(4, 0).chunk_batch(["It rains.", "It pours."], document_ids=["a", "b"])
    for name in ("document_id", "source", "metadata", "embeddings", "text", "other"):
        with pytest.raises(AttributeError):
            setattr(first, name, None)
    first = first.replace(document_id="c", metadata={"k": 1})
    assert (first.ids[0], second.ids[0]) == ("c-chunk-0", "b-chunk-0")
    assert (first.metadata, first.source) == ({"k": 1}, None)
    with pytest.raises(AttributeError, match="object has no attribute 'nothing'"):
        _ = second.nothing  # type: ignore[attr-defined]
