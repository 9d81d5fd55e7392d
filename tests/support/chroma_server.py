"""Chroma's own server, which its package brings."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The URL of a server on a free port of the loopback interface that runs until the context ends."""
    pytest.importorskip("chromadb")
    program = Path(sys.executable).parent / "chroma"
    if not program.exists():
        pytest.skip("no program chroma beside the interpreter")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tempfile.mkdtemp(prefix="shiplap-chroma-")
    process = subprocess.Popen(
        [program, "run", "--path", folder, "--host", "127.0.0.1", "--port", str(port)],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder,
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while True:
            assert time.monotonic() < until and process.poll() is None, "the server does not start"
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)
