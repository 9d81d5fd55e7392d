"""Work in several threads: all at once, in order, with a bound, and with nothing left over."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Iterator

import pytest

from shiplap.threads import ahead, heed_interrupts, in_order


def ours() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("shiplap")]


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("count", [0, 1, 2, 7, 100])
def test_results_are_in_order(threads: int, count: int) -> None:
    def work(task: int) -> int:
        time.sleep(0.001 * (task * 7 % 3))
        return task * task

    assert list(in_order(work, range(count), threads)) == [task * task for task in range(count)]
    assert ours() == []


@pytest.mark.parametrize("threads", [2, 3])
def test_so_many_work_at_once_and_the_caller_is_one_of_them(threads: int) -> None:
    together = threading.Barrier(threads)
    names: set[str] = set()

    def work(task: int) -> None:
        names.add(threading.current_thread().name)
        together.wait(timeout=30)

    assert list(in_order(work, range(4 * threads), threads)) == [None] * 4 * threads
    assert len(names) >= 2 and threading.current_thread().name in names


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_an_error_comes_after_what_was_before_it_and_ends_the_rest(threads: int) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(1000):
            taken.append(task)
            yield task

    def work(task: int) -> int:
        if task == 5:
            raise LookupError("five")
        return task

    results = in_order(work, tasks(), threads)
    assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(LookupError, match="five"):
        next(results)
    assert list(results) == [] and ours() == []
    assert len(taken) <= 5 + 2 * threads


def test_an_error_of_the_tasks_is_raised_and_leaves_no_thread() -> None:
    def tasks() -> Iterator[int]:
        yield from range(10)
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(in_order(str, tasks(), 2))
    assert ours() == []


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_few_are_under_way_and_a_closed_generator_leaves_no_thread(threads: int) -> None:
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    results = in_order(str, tasks(), threads)
    for k in range(1, 20):
        assert next(results) == str(k)
        assert taken <= k - 1 + 2 * threads
    results.close()
    assert ours() == []


def test_without_a_thread_the_caller_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    assert list(in_order(str, range(20), 4)) == [str(k) for k in range(20)]


@pytest.mark.parametrize("threads", [1, 3])
def test_errors_that_nobody_takes_hold_nothing(threads: int) -> None:
    class LazyRow:
        pass

    kept: list[weakref.ref[LazyRow]] = []

    def work(task: int) -> None:
        held = LazyRow()
        kept.append(weakref.ref(held))
        raise LookupError(task)

    gc.disable()
    try:
        with pytest.raises(LookupError, match="0"):
            list(in_order(work, range(8), threads))
        assert kept and [each() for each in kept] == [None] * len(kept)
    finally:
        gc.enable()


def test_ctrl_c_in_the_callers_thread_is_not_kept_for_later() -> None:
    main = threading.current_thread()
    begun = threading.Event()

    def work(task: int) -> int:
        if threading.current_thread() is not main:
            begun.set()
            time.sleep(0.05)
            return task
        begun.wait(timeout=30)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(in_order(work, range(100), 2))
    assert ours() == []


def test_ctrl_c_cuts_short_the_work_of_other_threads() -> None:
    main = threading.current_thread()
    begun = threading.Event()

    def work(task: int) -> int:
        if threading.current_thread() is main:
            begun.wait(timeout=30)
            raise KeyboardInterrupt
        begun.set()
        while True:
            heed_interrupts()
            time.sleep(0.001)

    with pytest.raises(KeyboardInterrupt):
        list(in_order(work, range(100), 3))
    assert ours() == []
    heed_interrupts()


def test_ahead_takes_one_more_in_another_thread() -> None:
    names: list[str] = []

    def items() -> Iterator[int]:
        for item in range(4):
            names.append(threading.current_thread().name)
            yield item

    found = ahead(items())
    assert next(found) == 0
    time.sleep(0.05)
    assert 1 <= len(names) <= 2
    assert list(found) == [1, 2, 3] and set(names) == {"shiplap ahead_0"}
    assert ours() == []


def test_ahead_raises_what_the_items_raise_after_those_before() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise LookupError("two")

    found = ahead(items())
    assert next(found) == 1
    with pytest.raises(LookupError, match="two"):
        next(found)
    unused = ahead(items())
    next(unused)
    unused.close()
    assert ours() == []
