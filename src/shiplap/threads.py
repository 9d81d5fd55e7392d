"""Work in several threads, with results in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task], threads: int
) -> Generator[Result, None, None]:
    """`work(task)` of each task, in the order of the tasks.

    With more than one thread at most `2 * threads + 1` tasks are under way, so that memory stays bounded however
    many there are; a single task is done in the caller's thread. The tasks are taken in the caller's thread. An
    exception ends it, and is raised when what came before is done; those tasks that have begun are finished then.
    """
    rest = iter(tasks)
    first = list(islice(rest, 2 if threads > 1 else 0))
    if len(first) < 2:
        for task in chain(first, rest):
            yield work(task)
        return
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads, "shiplap")
    waiting: deque[Future[Result]] = deque()
    try:
        for task in chain(first, rest):
            waiting.append(pool.submit(work, task))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
