"""Parallel work in threads, with results in order."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Generator, Iterable
from itertools import chain, islice
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    import threading

Item = TypeVar("Item")
Task = TypeVar("Task")
Result = TypeVar("Result")


#: The threads whose work is no longer wanted.
_unwanted: set[threading.Thread] = set()


class Cancelled(BaseException):
    """The work of a thread is no longer wanted. Never leaves that thread."""


def heed_interrupts() -> None:
    """Called by long work every few milliseconds, with the GIL: raises Cancelled in a thread whose work is not
    wanted any more, and in the main thread KeyboardInterrupt after Ctrl-C, as a call of any Python function."""
    if _unwanted:
        import threading

        if threading.current_thread() in _unwanted:
            raise Cancelled


class _Job(Generic[Task, Result]):
    """A task, with its result or error once `done` can be acquired."""

    __slots__ = ("done", "error", "result", "task")

    def __init__(self, task: Task, done: threading.Lock) -> None:
        self.task, self.done = task, done
        self.result: Result | None = None
        self.error: BaseException | None = None
        self.done.acquire()

    def run(self, work: Callable[[Task], Result]) -> None:
        try:
            self.result = work(self.task)
        except BaseException as error:
            self.error = error
            if not isinstance(error, (Exception, Cancelled)):  # Ctrl-C ends the caller's thread at once
                raise
        finally:
            self.done.release()


def in_order(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    threads: int,
    stop: Callable[[], None] = lambda: None,
    most: int | None = None,
) -> Generator[Result, None, None]:
    """Yield `work(task)` for each task, in order, computed by the caller's thread and `threads - 1` others.

    With more than one thread at most `most` tasks are in progress (None: `2 * threads`), so memory stays bounded
    for any number of tasks; a single task runs in the caller's thread. The caller's thread iterates over the
    tasks, and works on them instead of waiting. The other threads end when no task is left to start: none outlives
    the generator.

    An exception of `work` ends the generator and is raised after the results before it; an exception of `tasks`,
    and Ctrl-C, is raised at once. Started tasks then end at their next `heed_interrupts`; `stop` is called
    first.
    """
    most = 2 * threads if most is None else most
    rest = iter(tasks)
    first = list(islice(rest, 2 if threads > 1 else 0))
    if len(first) < 2:
        for task in chain(first, rest):
            yield work(task)
        return
    import threading

    waiting: deque[_Job[Task, Result]] = deque()  # all, in order
    new: deque[_Job[Task, Result]] = deque()  # not yet started
    others: list[threading.Thread] = []

    def run_new() -> bool:
        try:
            job = new.popleft()
        except IndexError:
            return False
        job.run(work)
        return True

    def run_all() -> None:
        while run_new():
            pass

    def take() -> Result:
        job = waiting[0]
        while job.done.locked() and run_new():
            pass
        waiting.popleft()
        with job.done:  # waits for the thread that started it
            if job.error is None:
                return job.result  # type: ignore[return-value]
            try:
                raise job.error
            finally:
                job.error = None  # otherwise the error and its frames would form a cycle

    try:
        for task in chain(first, rest):
            job = _Job[Task, Result](task, threading.Lock())
            waiting.append(job)
            new.append(job)
            others = [thread for thread in others if thread.is_alive()]
            if len(others) < threads - 1 and len(new) > 1:
                thread = threading.Thread(target=run_all, name="shiplap")
                with contextlib.suppress(RuntimeError):  # no thread can start: the caller works alone
                    thread.start()
                    others.append(thread)
            if len(waiting) >= most:
                yield take()
        while waiting:
            yield take()
    finally:
        stop()
        new.clear()
        _unwanted.update(others)
        for thread in others:
            thread.join()
        _unwanted.difference_update(others)
        for job in waiting:
            job.error = None


def ahead(items: Iterable[Item]) -> Generator[Item, None, None]:
    """Prefetch items: each is read in another thread while the one before is used, for reads without the GIL."""
    from concurrent.futures import ThreadPoolExecutor

    rest, end = iter(items), object()
    with ThreadPoolExecutor(1, "shiplap ahead") as pool:
        coming = pool.submit(next, rest, end)
        while (item := coming.result()) is not end:
            coming = pool.submit(next, rest, end)
            yield item  # type: ignore[misc]
