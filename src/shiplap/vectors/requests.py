"""Requests to an embedding model: sent again, halved, or given up, until each text has a vector or a reason.

| answer | what is done |
|---|---|
| 400, 413, 422 | the batch is halved until the text that is refused is found, which fails alone |
| 408, 409, 425, 429, 5xx, no answer, a cut connection | the request is sent again: after Retry-After, or after a wait that doubles each time, with jitter |
| an answer with wrong vectors | the request is sent again twice, then the batch is halved |
| another status (401, 404, ...) | the run ends |
| an exception of a function | the batch is halved |
| a vector that no cosine compares, such as one of zeros | its text fails |

After several failed texts in a row a fixed text is sent, the probe. If it fails too, the run ends: the fault is not
in the texts.
"""  # noqa: E501

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shiplap.errors import EmbedError, ShiplapError
from shiplap.vectors.batches import Batch, Item, batches
from shiplap.vectors.embedding import PROBE, checked, name_shown, without_direction
from shiplap.vectors.model import FunctionModel, described

if TYPE_CHECKING:
    from shiplap.vectors.model import Model, RequestOptions
    from shiplap.vectors.types import Matrix

#: Statuses of an HTTP service that refuses the texts of a request.
REFUSED = (400, 413, 422)

#: Status of an answer with wrong vectors, and how often it is taken for an accident.
WRONG = 200
WRONG_ANSWERS = 3

#: Seconds of the first wait, and of the longest one unless the service asks for more.
FIRST_WAIT = 0.5
LONGEST_WAIT = 60.0

#: Number of failed texts in a row after which the probe is sent.
SUSPICIOUS = 8


class Clock:
    """Time, waits and the jitter of waits. Tests use one of their own, which does not wait."""

    def now(self) -> float:
        """Return the time in seconds, from an arbitrary begin."""
        return time.monotonic()

    def wait(self, seconds: float, stop: threading.Event) -> None:
        """Wait, at most until the event is set."""
        stop.wait(seconds)

    def jitter(self) -> float:
        """Return a number from 0 to 1."""
        return random.random()


class Stopped(Exception):
    """The run ends, and its waiting requests with it."""


class _Refusal(Exception):
    """The texts of a request are refused; `reason` says why, `error` is what a run raises that ends with it."""

    def __init__(self, reason: str, error: Exception) -> None:
        super().__init__(reason)
        self.reason = reason
        self.error = error


@dataclass
class Answer:
    """Outcome of a batch: parts with their vectors, float32, shape (n, d), and texts that failed, with the
    reasons."""

    parts: list[tuple[Batch, Any]] = field(default_factory=list)
    failures: list[tuple[Item, str]] = field(default_factory=list)

    @property
    def number(self) -> int:
        """The number of texts."""
        return sum(len(part) for part, _ in self.parts) + len(self.failures)


class Requests:
    """Requests to one model. Threads may share them.

    on_wait: called with a line that says why requests wait, from the thread of the request.
    patience: seconds that a request is sent again; default: that of the model.

    `sent` is the number of requests so far; `stop`, once set, ends waits with `Stopped`.
    """

    def __init__(
        self,
        model: Model,
        clock: Clock | None = None,
        on_wait: Callable[[str], None] = lambda line: None,
        patience: float | None = None,
    ) -> None:
        self._model, self._clock = model, clock or Clock()
        self._patience = model.options.patience if patience is None else patience
        self.on_wait: Callable[[str], None] = on_wait
        self._lock = threading.Lock()
        self._next = self._held = 0.0  # time of the next request by the rate, and by what services ask for
        rate = model.options.max_requests_per_minute
        self._interval = 60.0 / rate if rate else 0.0
        self._dimensions = 0
        self._max_texts, self._max_size = model.max_texts, model.max_request_tokens
        self._has_learned = False  # whether the limits are lower than those of the batches
        self._failed_in_a_row = 0
        self.stop: threading.Event = threading.Event()
        self.sent: int = 0

    def embed(self, batch: Batch) -> Answer:
        """Embed a batch. Raises EmbedError, or the exception of a function, if the fault is not in the texts."""
        answer = Answer()
        waiting = list(batches(batch, self._max_texts, self._max_size)) if self._has_learned else [batch]
        was_refused = False
        while waiting:
            part = waiting.pop()
            try:
                vectors = self._send([item.text for item in part])
            except _Refusal as refusal:
                if len(part) > 1:
                    was_refused = True
                    half = len(part) // 2
                    waiting += [part[half:], part[:half]]
                    continue
                answer.failures.append((part[0], refusal.reason))
                self._suspect(refusal)
            else:
                self._sort(answer, part, vectors)
        if was_refused and not answer.failures:
            self._learn(answer)
        return answer

    def matrix(self, texts: list[str]) -> Matrix:
        """Return the vectors of texts. Raises EmbedError for the first text that fails."""
        import numpy as np

        self._model.check(texts)
        size = self._model.size if self._model.max_request_tokens else len
        items = [Item(str(at), text, size(text)) for at, text in enumerate(texts)]
        rows: list[Any] = [None] * len(texts)
        for batch in batches(items, self._model.max_texts, self._model.max_request_tokens):
            answer = self.embed(batch)
            for item, reason in answer.failures:
                raise EmbedError(self._model.name, f"text {item.key}: {reason}")
            for part, vectors in answer.parts:
                for item, vector in zip(part, vectors, strict=True):
                    rows[int(item.key)] = vector
        found: Matrix = np.stack(rows) if rows else np.zeros((0, 0), np.float32)
        return found

    def probe(self) -> Matrix:
        """Return the vector of the probe, float32, shape (d,). Raises the error of a model that does not embed
        it."""
        try:
            vector: Matrix = self._send([PROBE])[0]
        except _Refusal as refusal:
            raise refusal.error from refusal.__cause__
        return vector

    def expect(self, dimensions: int) -> None:
        """Take vectors of another length for wrong ones."""
        self._dimensions = dimensions

    # ---- one request

    def _send(self, texts: list[str]) -> Matrix:
        """Send a request, again and again if it may succeed later. Raises _Refusal, and EmbedError."""
        begun, waits, wrong = self._clock.now(), 0, 0
        while True:
            self._take_turn()
            try:
                return self._checked(texts)
            except EmbedError as error:
                if error.status == WRONG:
                    wrong += 1
                if error.status in REFUSED or wrong == WRONG_ANSWERS:
                    raise _Refusal(error.reason, error) from None
                if not error.retryable and error.status != WRONG:
                    raise
                self._hold(error, waits, begun)
                waits += 1
            except Exception as error:
                if self._model.is_service:
                    raise
                if isinstance(error, ShiplapError):
                    raise _Refusal(str(error), error) from error.__cause__
                reason = described(error)
                raise _Refusal(reason, EmbedError(self._model.name, reason)) from error

    def _checked(self, texts: list[str]) -> Matrix:
        vectors = checked(self._model.request(texts), len(texts), name=self._model.name)
        with self._lock:
            self._dimensions = expected = self._dimensions or vectors.shape[1]
        if vectors.shape[1] != expected:
            reason = f"the answer has vectors of {vectors.shape[1]} numbers; earlier ones have {expected}"
            raise EmbedError(self._model.name, reason, WRONG)
        return vectors

    # ---- waiting

    def _take_turn(self) -> None:
        """Wait until a request may be sent."""
        while True:
            with self._lock:
                if self.stop.is_set():
                    raise Stopped
                now = self._clock.now()
                wait = max(self._next, self._held) - now
                if wait <= 0:
                    self._next = now + self._interval
                    self.sent += 1
                    return
            self._clock.wait(wait, self.stop)

    def _hold(self, error: EmbedError, waits: int, begun: float) -> None:
        """Let all requests wait after a failed one. Raises the error if the patience does not last."""
        if error.retry_after is not None:
            wait = error.retry_after + self._clock.jitter() * FIRST_WAIT
        else:
            wait = min(FIRST_WAIT * 2.0**waits, LONGEST_WAIT) * (1 + self._clock.jitter()) / 2
        now, patience = self._clock.now(), self._patience
        if now + wait - begun > patience:
            tried = f"{waits + 1} request{'s' if waits else ''} in {now - begun:.0f} s"
            more = f"; it asks to wait {error.retry_after:.0f} s" if error.retry_after else ""
            reason = f"{error.reason} ({tried}, patience={patience:g}{more})"
            raise error.because(reason) from None
        with self._lock:
            self._held = max(self._held, now + wait)
        self.on_wait(f"{error}; waits {wait:.1f} s")

    def _sort(self, answer: Answer, part: Batch, vectors: Matrix) -> None:
        """Add a part to an answer. A text whose vector no cosine compares fails."""
        faults = without_direction(vectors)
        answer.failures += [(part[row], reason) for row, reason in faults.items()]
        kept = [row for row in range(len(part)) if row not in faults]
        if kept:
            self._failed_in_a_row = 0
            answer.parts.append(([part[row] for row in kept], vectors[kept]) if faults else (part, vectors))
            return
        for reason in faults.values():
            self._suspect(_Refusal(reason, EmbedError(self._model.name, f"a text fails: {reason}")))

    # ---- what failures teach

    def _suspect(self, refusal: _Refusal) -> None:
        """Count a failed text. Raises the error if the model does not embed the probe either."""
        self._failed_in_a_row += 1
        if self._failed_in_a_row % SUSPICIOUS == 0:
            try:
                is_embedded = not without_direction(self._send([PROBE]))
            except _Refusal:
                is_embedded = False
            if not is_embedded:
                raise refusal.error from refusal.__cause__

    def _learn(self, answer: Answer) -> None:
        """Lower the limits to those of the parts that were accepted, since a batch was refused for its size."""
        with self._lock:
            self._has_learned = True
            self._max_texts = min(self._max_texts, max(len(part) for part, _ in answer.parts))
            if self._max_size is not None:
                largest = max(sum(item.size for item in part) for part, _ in answer.parts)
                self._max_size = min(self._max_size, largest)


class _Calls(Requests):
    """Calls of a function whose answers are not vectors."""

    def _checked(self, texts: list[Any]) -> Any:
        try:
            return self._model.request(texts)
        except (ConnectionError, TimeoutError) as fault:
            error = EmbedError(self._model.name, described(fault))
            error.retryable = True
            raise error from fault


def with_retries(
    function: Callable[[list[Any]], Any], options: RequestOptions | None = None, clock: Clock | None = None
) -> Callable[[list[Any]], Any]:
    """Return a function that calls another one again where it raises a retryable `EmbedError`, `ConnectionError`
    or `TimeoutError`, as requests to embedding services are sent again: for `Chunks.with_context`, and other
    functions that ask a service.

    options: `patience` (seconds until it gives up) and `max_requests_per_minute` of them are used.

    Raises EmbedError for what no later call mends, and in place of any other exception of the function.

    >>> found = with_retries(lambda words: [word.upper() for word in words])
    >>> found(["rain"])
    ['RAIN']
    """
    calls = _Calls(FunctionModel(name_shown(function), function, options), clock)

    def call(batch: list[Any]) -> Any:
        try:
            return calls._send(batch)
        except _Refusal as refusal:
            raise refusal.error from refusal.__cause__

    return call
