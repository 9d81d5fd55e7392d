"""A server with Qdrant's HTTP interface over the local mode of its client: the real one cannot be had by pip.

Bodies are read by the models of the client, which are made of Qdrant's own specification, so that a request of
another form is refused.
"""

from __future__ import annotations

import contextlib
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import unquote

import pytest

#: The most bytes of a request, as the server has it.
MAX_BYTES = 32 << 20


class Served:
    """A running server: its address, the requests that it got, and whether it keeps metadata of collections."""

    def __init__(self, key: str | None = None) -> None:
        library = pytest.importorskip("qdrant_client")
        self.client = library.QdrantClient(":memory:")
        self.models = library.http.models
        self.key = key
        self.url = ""
        self.requests: list[str] = []
        self.keeps_metadata = True

    def answer(self, method: str, path: str, data: bytes) -> Any:
        """Return the result of a request. Raises LookupError for an unknown collection, ValueError for another
        form."""
        found = re.fullmatch(r"/collections/([^/?]+)(?:/([\w/]+))?(?:\?.*)?", path)
        assert found, path
        name, rest = unquote(found[1]), found[2] or ""
        body = json.loads(data) if data else {}
        self.requests.append(f"{method} {rest}")
        client, models = self.client, self.models
        if rest == "exists":
            return {"exists": client.collection_exists(name)}
        if (method, rest) == ("PUT", ""):
            made = models.CreateCollection.model_validate(body)
            metadata = made.metadata if self.keeps_metadata else None
            return client.create_collection(name, vectors_config=made.vectors, metadata=metadata)
        if not client.collection_exists(name):
            raise LookupError(name)
        if (method, rest) == ("GET", ""):
            return json.loads(client.get_collection(name).model_dump_json())
        if (method, rest) == ("DELETE", ""):
            return client.delete_collection(name)
        if (method, rest) == ("PATCH", ""):
            return client.update_collection(name, metadata=models.UpdateCollection.model_validate(body).metadata)
        if (method, rest) == ("PUT", "points"):
            points = models.PointsList.model_validate(body).points
            client.upsert(name, points)
        elif rest == "points/delete":
            client.delete(name, models.PointIdsList.model_validate(body))
        elif rest == "index":
            models.CreateFieldIndex.model_validate(body)
        elif rest == "points/count":
            return {"count": client.count(name).count}
        elif rest == "points/scroll":
            wanted = models.ScrollRequest.model_validate(body)
            points, following = client.scroll(
                name, limit=wanted.limit, offset=wanted.offset, with_payload=wanted.with_payload, with_vectors=True
            )
            return {
                "points": [json.loads(each.model_dump_json()) for each in points],
                "next_page_offset": following,
            }
        else:
            raise AssertionError((method, path))
        return {"operation_id": 1, "status": "completed"}


@contextlib.contextmanager
def server(key: str | None = None) -> Iterator[Served]:
    """A server on a free port of the loopback interface. key: the API key that it asks for."""
    served = Served(key)

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            data = self.rfile.read(int(self.headers.get("content-length", 0)))
            if served.key is not None and self.headers.get("api-key") != served.key:
                return self.send(401, {"status": {"error": "Invalid API key"}})
            if len(data) > MAX_BYTES:
                return self.send(413, {"status": {"error": "Payload too large"}})
            try:
                return self.send(200, {"result": served.answer(self.command, self.path, data), "status": "ok"})
            except LookupError:
                return self.send(404, {"status": {"error": "Not found"}})
            except ValueError as error:
                return self.send(400, {"status": {"error": str(error)}})

        do_GET = do_PUT = do_POST = do_PATCH = do_DELETE = answer

        def send(self, status: int, values: Any) -> None:
            data = json.dumps({"time": 0.0, **values}).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        served.url = f"http://127.0.0.1:{running.server_address[1]}"
        try:
            yield served
        finally:
            running.shutdown()
            thread.join()
