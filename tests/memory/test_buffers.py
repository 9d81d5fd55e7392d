"""A buffer is locked while something uses its text, and no longer: whatever failed, and without a collection."""

from __future__ import annotations

import gc
import mmap
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shiplap

CHUNKERS: list[Callable[[], shiplap.Chunker]] = [
    lambda: shiplap.FixedChunker(7, 3),
    lambda: shiplap.SentenceChunker(30),
    lambda: shiplap.FixedChunker(3, 1, unit="tokens", tokenizer=len),
    lambda: shiplap.AdaptiveChunker(20, 5),
]
NAMES = ["exact", "sentence", "tokens", "adaptive"]
BAD = b"It rains. " * 20 + b"\xff"


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    """Reference counts alone must free what a failure leaves."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
    gc.collect()


def raises(call: Callable[[], Any]) -> None:
    with pytest.raises(shiplap.TextError):
        call()


@pytest.mark.parametrize("make", CHUNKERS, ids=NAMES)
@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("method", ["chunk_batch", "split_batch", "spans_batch", "iter_batch"])
def test_a_batch_that_fails_unlocks_its_buffers(
    make: Callable[[], shiplap.Chunker], threads: int, method: str
) -> None:
    chunker, bad, good = make(), bytearray(BAD), bytearray(BAD[:-1])

    def call() -> None:
        list(getattr(chunker, method)([good, bad, good], threads=threads))

    raises(call)
    bad.append(0)
    good.append(0)


@pytest.mark.parametrize("make", CHUNKERS, ids=NAMES)
def test_a_skipped_text_is_not_held(make: Callable[[], shiplap.Chunker]) -> None:
    bad, seen = bytearray(BAD), []
    found = make().chunk_batch([bad, "x" * 50], on_error="skip")
    assert [skipped.row for skipped in found.skipped] == [0]
    bad.append(0)
    make().split_batch([bad], on_error=seen.append)
    bad.append(0)
    assert isinstance(seen[0].error, shiplap.TextError)


def test_one_text_that_fails_unlocks_its_buffer() -> None:
    bad = bytearray(BAD)
    for make in CHUNKERS:
        raises(lambda make=make: make().chunk(bad))  # type: ignore[misc]
        raises(lambda make=make: list(make().stream([bad])))  # type: ignore[misc]
        bad.append(0)


def test_a_map_can_be_closed_after_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(BAD)
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        raises(lambda: shiplap.FixedChunker(7, 3).chunk_batch([mapped]))
        mapped.close()


@pytest.mark.parametrize("make", CHUNKERS, ids=NAMES)
@pytest.mark.parametrize("part", [slice(None), slice(10, -10)])
def test_a_memoryview_is_not_copied_and_may_be_released(make: Callable[[], shiplap.Chunker], part: slice) -> None:
    text = bytearray(b"It rains. " * 20)
    with memoryview(text) as whole, whole[part] as given:
        chunks = make().chunk(given)
    text[12] = ord("Z")
    assert any("Z" in found for found in chunks.texts)
    with pytest.raises(BufferError):
        text.append(0)
    del chunks
    text.append(0)


def test_bytes_that_no_object_has_are_copied() -> None:
    lines = memoryview(bytearray(b"It rains. " * 20))[::2]
    for view in (memoryview(lines.tobytes()), memoryview(np.frombuffer(b"It rains. " * 20, np.uint8)[::2][:1])):
        assert "".join(shiplap.FixedChunker(7, 0).split_text(view)) == view.tobytes().decode()


def test_a_cycle_around_chunks_unlocks_its_buffer() -> None:
    text = bytearray(b"It rains. " * 20)
    for chunks in (shiplap.FixedChunker(7, 3).chunk(text), *shiplap.FixedChunker(7, 3).chunk_batch([text, text])):
        cycle: list[Any] = [chunks]
        cycle.append(cycle)
    del chunks, cycle
    with pytest.raises(BufferError):
        text.append(0)
    gc.collect()
    text.append(0)


def test_a_cycle_through_the_owner_of_a_buffer_is_freed() -> None:
    code = """
import gc, weakref, shiplap
class Owner(bytearray):
    pass
owner = Owner(b"It rains. " * 20)
owner.chunks = shiplap.FixedChunker(7, 3).chunk(owner)
owner.many = shiplap.FixedChunker(7, 3).chunk_batch([owner, memoryview(owner)])
gone = weakref.ref(owner)
del owner
gc.collect()
assert gone() is None
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("make", CHUNKERS, ids=NAMES)
@pytest.mark.parametrize("on_error", ["raise", "skip"])
def test_arrow_arrays_that_fail_are_freed(make: Callable[[], shiplap.Chunker], on_error: str) -> None:
    pa = pytest.importorskip("pyarrow")
    from shiplap import arrow

    before = pa.total_allocated_bytes()

    def call() -> Any:
        buffers = [None, pa.array([0, len(BAD), 2 * len(BAD)], pa.int32()).buffers()[1], pa.py_buffer(BAD + BAD)]
        data = pa.Array.from_buffers(pa.utf8(), 2, [None, buffers[1], buffers[2]])
        stream = arrow.chunk(data, make(), columns=["text"], on_error=on_error)
        del data, buffers
        list(stream)
        return stream.skipped

    if on_error == "raise":
        raises(call)
    else:
        kept = call()
        assert [skipped.row for skipped in kept] == [0, 1]
    assert pa.total_allocated_bytes() == before
