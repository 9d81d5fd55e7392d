"""A fake embedding service with the interface of OpenAI's, on a free port, and a clock for tests."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from shiplap.vectors.requests import Clock

DIMENSIONS = 8

#: What the service does with a request: "ok", a status with headers and a message (or all fields of the error), or
#: the name of a wrong answer.
Action = str | tuple[int, dict[str, str], str | dict[str, str]]


def vector_of(text: str) -> list[float]:
    """Return the vector of a text: numbers from its hash, which 32-bit floats have exactly."""
    digest = hashlib.blake2b(text.encode(), digest_size=DIMENSIONS).digest()
    return [(byte + 1) / 64 for byte in digest]


class TestClock(Clock):
    """A clock that does not wait: a wait moves its time."""

    __test__ = False

    def __init__(self) -> None:
        self.time = 0.0
        self.waits: list[float] = []

    def now(self) -> float:
        return self.time

    def wait(self, seconds: float, stop: threading.Event) -> None:
        self.waits.append(seconds)
        self.time += seconds

    def jitter(self) -> float:
        return 1.0


class FakeService:
    """The service. `act(number, texts)` says what it does with the request of this number, from 0.

    requests: the texts of each request. embedded: how often each text was embedded. keys: the keys sent.
    """

    def __init__(self, act: Callable[[int, list[str]], Action] = lambda number, texts: "ok") -> None:
        self.act = act
        self.requests: list[list[str]] = []
        self.bodies: list[dict[str, Any]] = []
        self.embedded: Counter[str] = Counter()
        self.keys: list[str | None] = []
        self.url = ""
        self.is_over = threading.Event()
        self._lock = threading.Lock()

    def number(self, texts: list[str], body: dict[str, Any], key: str | None) -> int:
        with self._lock:
            self.requests.append(texts)
            self.bodies.append(body)
            self.keys.append(key)
            return len(self.requests) - 1

    def answered(self, texts: list[str]) -> None:
        with self._lock:
            self.embedded.update(texts)


def _rows(texts: list[str]) -> list[dict[str, Any]]:
    return [{"object": "embedding", "index": at, "embedding": vector_of(text)} for at, text in enumerate(texts)]


def _wrong(kind: str, texts: list[str]) -> bytes:
    """Return the body of a wrong answer, or of one in another form."""
    rows = _rows(texts)
    if kind == "fewer":
        rows.pop()
    elif kind == "more":
        rows += _rows(texts[:1])
    elif kind == "twice":
        rows[-1]["index"] = 0
    elif kind == "beyond":
        rows[-1]["index"] = len(rows)
    elif kind == "nan":
        rows[-1]["embedding"][0] = float("nan")
    elif kind == "zeros":
        rows[-1]["embedding"] = [0.0] * DIMENSIONS
    elif kind == "words":
        rows[-1]["embedding"] = ["rain"] * DIMENSIONS
    elif kind == "uneven":
        rows[-1]["embedding"] = [1.0]
    elif kind == "dimensions":
        for row in rows:
            row["embedding"] = row["embedding"][:4]
    elif kind == "shuffled":
        rows.reverse()
    elif kind == "unnumbered":
        for row in rows:
            del row["index"]
    elif kind == "base64":
        for row in rows:
            packed = struct.pack(f"<{DIMENSIONS}f", *row["embedding"])
            row["embedding"] = base64.b64encode(packed).decode()
    return json.dumps({"object": "list", "data": rows}).encode()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each answer waits for a delayed acknowledgment
    service: FakeService

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = body["input"]
        action = self.service.act(self.service.number(texts, body, self.headers["Authorization"]), texts)
        if isinstance(action, tuple):
            status, headers, message = action
            fields = {"message": message} if isinstance(message, str) else message
            self._answer(json.dumps({"error": fields}).encode(), status, headers)
        elif action == "hang":
            self.service.is_over.wait(30)
            self.close_connection = True
        elif action == "cut":
            self._begin(200, 1000)
            self.wfile.write(b'{"data": [')
            self.close_connection = True
        elif action == "refuse":
            self.close_connection = True
        elif action == "dribble":
            self._begin(200, 10_000)
            while not self.service.is_over.wait(0.02):
                try:
                    self.wfile.write(b" ")
                    self.wfile.flush()
                except OSError:
                    break
            self.close_connection = True
        elif action == "html":
            self._answer(b"<html>rain</html>", 200, {})
        elif action == "list":
            self._answer(b"[1]", 200, {})
        else:
            if action in ("ok", "shuffled", "unnumbered", "base64"):
                self.service.answered(texts)
            self._answer(_wrong(action, texts), 200, {})

    def _begin(self, status: int, length: int, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(length))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        # an exception that a test keeps may keep a client, whose open socket would warn when it is collected
        self.send_header("Connection", "close")
        self.close_connection = True
        self.end_headers()

    def _answer(self, body: bytes, status: int, headers: dict[str, str]) -> None:
        self._begin(status, len(body), headers)
        self.wfile.write(body)

    def log_message(self, *given: Any) -> None:
        pass


@contextmanager
def serving(service: FakeService) -> Iterator[FakeService]:
    """Run a service for the block."""
    handler = type("Handler", (_Handler,), {"service": service})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    service.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield service
    finally:
        service.is_over.set()
        server.shutdown()
        server.server_close()
        thread.join()
