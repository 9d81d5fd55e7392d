"""Batches on their way through a model: other threads embed them while the caller reads and writes."""

from __future__ import annotations

import contextvars
import queue
import threading
from collections.abc import Iterable, Iterator

from shiplap.vectors.batches import Batch
from shiplap.vectors.requests import Answer, Requests

#: Number of texts that wait for the model, so that it has work while the caller writes answers.
AHEAD = 8192

#: Seconds that a thread has to end. One that waits longer for a service is left behind, and its answer is dropped.
GRACE = 2.0


class Pipeline:
    """Threads that embed batches.

    `answers` yields what becomes of batches. After it, also after an exception, `close` stops the requests and
    ends the threads, and `rest` has the answers that came last. Messages of the requests come from the thread of
    the caller.
    """

    def __init__(self, requests: Requests, threads: int) -> None:
        self._requests = requests
        self._new: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Answer | BaseException | str] = queue.SimpleQueue()
        self._say, requests.on_wait = requests.on_wait, self._done.put
        self._batches = self._texts = 0  # without an answer
        context = contextvars.copy_context()
        self._threads = [
            threading.Thread(target=context.copy().run, args=(self._run,), name="shiplap embed", daemon=True)
            for _ in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def answers(self, todo: Iterable[Batch]) -> Iterator[list[Answer]]:
        """Yield the answers of batches in the order in which they come, all that have come at a time. Raises an
        exception of a request after the answers before it."""
        for batch in todo:
            self._new.put(batch)
            self._batches += 1
            self._texts += len(batch)
            while self._is_full:
                yield self._take()
        while self._batches:
            yield self._take()

    def rest(self) -> list[Answer]:
        """Return the answers that came before the end, and that `answers` has not yielded."""
        found = []
        while not self._done.empty():
            each = self._done.get()
            if isinstance(each, Answer):  # one error has ended the run already
                found.append(each)
        return found

    def close(self) -> None:
        """Stop the requests, and wait for the threads, but not long."""
        self._requests.stop.set()
        self._requests.on_wait = self._say
        for _ in self._threads:
            self._new.put(None)
        for thread in self._threads:
            thread.join(GRACE)

    def _run(self) -> None:
        while (batch := self._new.get()) is not None and not self._requests.stop.is_set():
            try:
                self._done.put(self._requests.embed(batch))
            except BaseException as error:
                self._done.put(error)
                return

    @property
    def _is_full(self) -> bool:
        """True if enough batches wait: each thread has one more, and all together AHEAD texts."""
        return self._batches > 2 * len(self._threads) and self._texts > AHEAD

    def _take(self) -> list[Answer]:
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
            self._batches -= 1
            self._texts -= each.number
            found.append(each)
