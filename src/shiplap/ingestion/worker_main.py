"""The program of a process that reads, hashes and cuts files (see `shiplap.ingestion.workers`)."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from typing import IO, TYPE_CHECKING, Any

from shiplap.ingestion.job import Job
from shiplap.ingestion.pipeline import prepare
from shiplap.ingestion.workers import PREPARED, received, sized

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker


def run() -> None:
    """Prepare batches of documents, one after another, until the standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    answers, source = os.dup(1), sys.stdin.buffer
    os.dup2(2, 1)  # what a library prints does not become part of an answer
    chunkers: dict[str, Chunker] = {}
    with os.fdopen(answers, "wb") as stream:
        setting = _loaded(source)
        while True:
            try:
                message = _loaded(source)
            except EOFError:
                return
            stream.write(sized(pickle.dumps(_answer(setting, message, chunkers), pickle.HIGHEST_PROTOCOL)))
            stream.flush()


def _loaded(source: IO[bytes]) -> Any:
    """Return the next object of a stream, or None if this process lacks a function in it, such as one of the main
    module of the parent. Raises EOFError."""
    message = received(source)
    try:
        return pickle.loads(message)
    except Exception:
        return None


def _answer(setting: Any, message: Any, chunkers: dict[str, Chunker]) -> list[tuple[Any, ...]] | None:
    """Prepare a batch; return what `PREPARED` names of each document, or None if anything could not be loaded."""
    if setting is None or message is None:
        return None
    new, documents = message
    chunkers.update(new)
    if any(cut_by not in chunkers for _, cut_by, _, _ in documents):
        return None
    batch: list[Job[Any]] = [
        Job(file, chunkers[cut_by], cut_by, version, size) for file, cut_by, version, size in documents
    ]
    rows_of, policy = setting
    prepare(rows_of, policy, batch)
    return [tuple(getattr(document, name, None) for name in PREPARED) for document in batch]
