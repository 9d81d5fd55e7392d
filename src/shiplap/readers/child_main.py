"""The program of a child process that reads files (see `shiplap.readers.child`)."""

from __future__ import annotations

import os
import sys
from typing import Any

from shiplap.errors import MissingExtraError, ReaderError
from shiplap.readers.options import ReadOptions
from shiplap.readers.registry import Readers, format_named
from shiplap.readers.transport import packed, receive, send


def run() -> None:
    """Read files, one after another, until the standard input ends."""
    answers = os.dup(1)
    os.dup2(2, 1)  # what a library prints does not become part of an answer
    source, is_limited = sys.stdin.buffer, False
    with os.fdopen(answers, "wb", closefd=True) as stream:
        while True:
            try:
                header, parts = receive(source.read)
            except EOFError:
                return
            if not is_limited:
                _limit(header["memory"])
                is_limited = True
            answer, made = _answer(header, parts[0])
            del parts
            send(stream.write, answer, made)
            stream.flush()


def _answer(header: dict[str, Any], data: bytes) -> tuple[dict[str, Any], list[Any]]:
    """Read a file and return the message for it."""
    try:
        format = format_named(header["format"])
        return packed(format.read(data, header["path"], Readers(ReadOptions(**header["options"]))))
    except ReaderError as error:
        return {"error": "reader", "facts": [error.reader, error.place, error.rule, error.value]}, []
    except MissingExtraError as error:
        return {"error": "extra", "facts": [error.what, error.module, error.extra]}, []
    except MemoryError:
        return {"error": "memory", "facts": []}, []
    except Exception as error:
        return {"error": "other", "facts": [f"{type(error).__name__}: {error}"[:500]]}, []


def _limit(memory: int) -> None:
    """Limit the memory of this process in addition to what it has."""
    try:
        import resource
    except ImportError:  # Windows
        return
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = memory if most == resource.RLIM_INFINITY else min(memory, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))
