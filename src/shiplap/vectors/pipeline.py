"""Batches on their way through a model: other threads embed them while the caller reads and writes."""

from __future__ import annotations

import contextvars
import queue
import threading
from collections.abc import Generator, Iterable

from shiplap.vectors.batches import Batch
from shiplap.vectors.requests import Answer, Requests

#: Number of texts that wait for the model, so that it has work while the caller writes answers.
AHEAD = 4096

#: Seconds that a thread has to end. One that waits longer for a service is left behind, and its answer is dropped.
GRACE = 5.0


def answers(requests: Requests, todo: Iterable[Batch], threads: int) -> Generator[list[Answer], None, None]:
    """Yield the answers of batches in the order in which they come, all that have come at a time.

    An exception of the requests, and Ctrl-C while the caller waits, is raised after all answers so far. The
    requests are stopped at the end. Their messages come from the thread of the caller.
    """
    pool = _Pool(requests, threads)
    try:
        for batch in todo:
            pool.put(batch)
            while pool.is_full:
                yield pool.take()
        while pool.batches:
            yield pool.take()
    except GeneratorExit:
        raise
    except BaseException:
        pool.close()
        yield pool.rest()
        raise
    finally:
        pool.close()


class _Pool:
    """Threads that embed batches."""

    def __init__(self, requests: Requests, threads: int) -> None:
        self._requests = requests
        self._new: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Answer | BaseException | str] = queue.SimpleQueue()
        self._say, requests.on_wait = requests.on_wait, self._done.put
        self.batches = self.texts = 0  # without an answer
        context = contextvars.copy_context()
        self._threads = [
            threading.Thread(target=context.copy().run, args=(self._run,), name="shiplap embed", daemon=True)
            for _ in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def _run(self) -> None:
        while (batch := self._new.get()) is not None and not self._requests.stop.is_set():
            try:
                self._done.put(self._requests.embed(batch))
            except BaseException as error:
                self._done.put(error)
                return

    def put(self, batch: Batch) -> None:
        self._new.put(batch)
        self.batches += 1
        self.texts += len(batch)

    @property
    def is_full(self) -> bool:
        """Whether enough batches wait: each thread has one more, and all together AHEAD texts."""
        return self.batches > 2 * len(self._threads) and self.texts > AHEAD

    def take(self) -> list[Answer]:
        """Wait for an answer; return all that have come. Raises an exception of the work once the answers before
        it are taken."""
        found: list[Answer] = []
        while True:
            try:
                each = self._done.get(block=not found)
            except queue.Empty:
                return found
            if isinstance(each, str):
                self._say(each)
                continue
            if isinstance(each, BaseException):
                if found:
                    self._done.put(each)
                    return found
                raise each
            self.batches -= 1
            self.texts -= each.number
            found.append(each)

    def rest(self) -> list[Answer]:
        """Return the answers that nobody has taken, after the end."""
        found = []
        while not self._done.empty():
            each = self._done.get()
            if isinstance(each, Answer):  # one error has ended the run already
                found.append(each)
        return found

    def close(self) -> None:
        self._requests.stop.set()
        self._requests.on_wait = self._say
        for _ in self._threads:
            self._new.put(None)
        for thread in self._threads:
            thread.join(GRACE)
