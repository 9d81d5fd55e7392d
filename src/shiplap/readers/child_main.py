"""The program of a child process that reads files (see `shiplap.readers.child`)."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from shiplap.errors import MissingExtraError, ReaderError
from shiplap.readers import child
from shiplap.readers.archives import Archives
from shiplap.readers.compressed import expand
from shiplap.readers.options import ReadOptions
from shiplap.readers.registry import Readers, format_named
from shiplap.readers.transport import packed, receive, send


def run() -> None:
    """Read files, one after another, until the standard input ends."""
    child.IS_CHILD = True
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
            answer, made = _answer(header, parts)
            del parts
            send(stream.write, answer, made)
            stream.flush()


def _answer(header: dict[str, Any], parts: list[bytes]) -> tuple[dict[str, Any], list[Any]]:
    """Do a task and return the message for it."""
    try:
        return _TASKS[header["task"]](header, parts)
    except ReaderError as error:
        facts = [error.reader, error.place, error.rule, error.value, error.remedy]
        return {"error": "reader", "facts": facts}, []
    except MissingExtraError as error:
        return {"error": "extra", "facts": [error.what, error.module, error.extra]}, []
    except Exception as error:
        if _lacks_memory(error):
            return {"error": "memory", "facts": []}, []
        if isinstance(error, OSError):
            return {"error": "system", "facts": [error.errno, error.strerror or str(error)]}, []
        return {"error": "other", "facts": [f"{type(error).__name__}: {error}"[:500]]}, []


def _lacks_memory(error: Exception) -> bool:
    """Return whether a task failed for want of memory, also for a library that was to be loaded."""
    is_library = isinstance(error, ImportError) and "failed to map" in str(error)
    return isinstance(error, MemoryError) or is_library or getattr(error, "errno", None) == errno.ENOMEM


def _read(header: dict[str, Any], parts: list[bytes]) -> tuple[dict[str, Any], list[Any]]:
    """Read a file."""
    format = format_named(header["format"])
    return packed(format.read(parts[0], header["path"], Readers(ReadOptions(**header["options"]))))


def _expand(header: dict[str, Any], parts: list[bytes]) -> tuple[dict[str, Any], list[Any]]:
    """Expand a compressed file."""
    return {}, [expand(parts[0], header["limit"])]


def _pictures(header: dict[str, Any], parts: list[bytes]) -> tuple[dict[str, Any], list[Any]]:
    """Draw pages of a PDF file."""
    from shiplap.readers.pdf_pictures import pictures

    found = pictures(parts[0], header["numbers"], header["password"])
    return {"numbers": list(found)}, list(found.values())


@cache
def _archives(limit: int) -> Archives:
    return Archives(limit)


def _archive(header: dict[str, Any], parts: list[bytes]) -> tuple[dict[str, Any], list[Any]]:
    """Answer a call of `ArchivesInChild`."""
    archives, path = _archives(header["limit"]), tuple(header["path"])
    if header["call"] == "read":
        return {}, [archives.read(path)]
    return {header["call"]: _CALLS[header["call"]](archives, path)}, []


_CALLS: dict[str, Callable[[Archives, tuple[str, ...]], Any]] = {
    "members": Archives.members, "is_package": Archives.is_package,
}  # fmt: skip

_TASKS: dict[str, Callable[[dict[str, Any], list[bytes]], tuple[dict[str, Any], list[Any]]]] = {
    "read": _read, "expand": _expand, "archive": _archive, "pictures": _pictures,
}  # fmt: skip


def _limit(memory: int) -> None:
    """Limit the memory of this process in addition to what it has."""
    try:
        import resource
    except ImportError:  # Windows
        return
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = memory if most == resource.RLIM_INFINITY else min(memory, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))
