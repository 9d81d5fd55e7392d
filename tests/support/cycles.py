"""Reference cycles through texts and their buffers, collected: `python -m tests.support.cycles NAME`.

Each run is a process of its own, because a mistake here crashes the interpreter. The collector runs only where a
scenario calls it.
"""

from __future__ import annotations

import array
import contextlib
import ctypes
import gc
import mmap
import pickle
import sys
import tempfile
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

import shiplap
from shiplap._core.text import Text
from shiplap._core.windows import Batch, LazyRow, SeparatorSplitter, Tokens
from shiplap.errors import TextTypeError

WORDS = "It rains. It pours! Café opens. " * 20
DATA = WORDS.encode()
BAD = DATA[:300] + b"\xff" + DATA[300:]


class Bytes(bytearray):
    """A bytearray with attributes."""


class Items(array.array):  # type: ignore[type-arg]
    """An array with attributes."""


class Mapped(mmap.mmap):
    """A map with attributes."""


class Numbers(np.ndarray):  # type: ignore[type-arg]
    """A numpy array with attributes."""


def mapped(data: bytes) -> Mapped:
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.flush()
        return Mapped(file.fileno(), 0)


def numbers(data: bytes) -> Numbers:
    return np.frombuffer(bytearray(data), np.uint8).view(Numbers)


class Exports:
    """An object with `__buffer__`, which Python asks for from 3.12 on."""

    def __init__(self, data: bytes) -> None:
        self.view = memoryview(Bytes(data))

    def __buffer__(self, flags: int) -> memoryview:
        return self.view


#: Objects with a buffer, and attributes for a cycle.
OWNERS: dict[str, Callable[[bytes], Any]] = {
    "bytearray": Bytes,
    "array": lambda data: Items("B", data),
    "mmap": mapped,
    "numpy": numbers,
    "ctypes": lambda data: type("Block", (ctypes.c_ubyte * len(data),), {})(*data),
}

#: What is cut: the owner, or a view of it.
FORMS: dict[str, Callable[[Any], Any]] = {
    "itself": lambda owner: owner,
    "memoryview": lambda owner: memoryview(owner),
    "memoryview of a memoryview": lambda owner: memoryview(memoryview(owner)[9:])[:-8],
    "memoryview of a pickle buffer": lambda owner: memoryview(pickle.PickleBuffer(owner)),
}

EXACT = shiplap.FixedChunker(50, 10)
CUTS: dict[str, Callable[[Any], Any]] = {
    "fixed": shiplap.FixedChunker(50, 10, snap="sentence").chunk,
    "tokens": shiplap.FixedChunker(10, 2, unit="tokens", tokenizer=len).chunk,
    "adaptive": shiplap.AdaptiveChunker(50, 10).chunk,
    "batch": lambda text: EXACT.chunk_batch([text, WORDS, text], document_ids=list("abc"))[0],
    "stream": lambda text: next(EXACT.stream_batches([text])),
    "update": lambda text: shiplap.SentenceChunker(50, 10).update(EXACT.chunk(WORDS), text).chunks,
    "sentences": shiplap.sentences,
}


def each_text() -> list[tuple[Callable[[bytes], Any], Callable[[Any], Any]]]:
    """Return makers of owners and of texts. Not a memoryview of an object that holds a memoryview: CPython before
    3.12.4 crashes on a cycle through one without shiplap."""
    found = [(make, form) for make in OWNERS.values() for form in FORMS.values()]
    return [*found, (Exports, FORMS["itself"])] if sys.version_info >= (3, 12) else found


def frames() -> None:
    """Cut invalid text in a frame that keeps the exception in a variable."""
    for make, form in each_text():
        for cut in CUTS.values():
            owner = make(BAD)
            gone = weakref.ref(owner)
            fail(cut, owner, form(owner))
            del owner
            gc.collect()
            assert gone() is None


def fail(cut: Callable[[Any], Any], owner: Any, view: Any) -> None:
    """Leave a cycle: this frame, the error, its traceback, and the frames of the call with their views."""
    del owner
    try:
        cut(view)
    except (shiplap.TextError, TextTypeError) as error:
        failed = error
    assert failed.__traceback__ is not None


def attributes() -> None:
    """Let the owner of a text refer to its chunks."""
    for make, form in each_text():
        for cut in CUTS.values():
            owner = make(DATA)
            gone = weakref.ref(owner)
            owner.chunks = taken(cut, form(owner))
            del owner
            gc.collect()
            assert gone() is None


def taken(cut: Callable[[Any], Any], text: Any) -> Any:
    """Return the chunks of a text; None if its type is refused."""
    try:
        return cut(text)
    except TextTypeError:
        return None


def read(chunks: Any) -> None:
    """Call all that reads the text. What the collector has cleared raises an error."""
    for call in (
        lambda: chunks.split(WORDS),
        lambda: chunks.texts,
        lambda: chunks.spans.tolist(),
        lambda: chunks.byte_spans.tolist(),
        lambda: [(chunk.text, chunk.start_line, chunk.headings) for chunk in chunks],
        lambda: pickle.loads(pickle.dumps(chunks)).texts,
    ):
        with contextlib.suppress(AttributeError, TypeError, ValueError):
            call()


#: The addresses of chunks that are read when a capsule dies.
WATCHED: list[int] = []


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def read_watched(_: object) -> None:
    while WATCHED:
        read(ctypes.cast(WATCHED.pop(), ctypes.py_object).value)


def capsule() -> Any:
    """Return an object that the collector does not know and that runs code when it dies."""
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, type(read_watched))
    return new(1, None, read_watched)


def leave_cycle(found: list[Any]) -> list[Any]:
    """Leave the object in the list in a cycle, so that the collector clears its parts, then runs code, then clears
    the object: it clears in the order in which it knows the objects. Return the end of the cycle."""
    parts = inner_parts(found[0])
    cycle: list[Any] = []
    tail = [found.pop(), cycle]
    WATCHED.append(id(tail[0]))
    cycle += [tail, capsule()]  # a list is emptied from its end
    reorder(parts)
    return tail


def clearing() -> None:
    """Read chunks when the collector has cleared their parts and not yet the chunks."""
    for make, form in each_text():
        for cut in CUTS.values():
            leave(make, form, cut)
            gc.collect()


def leave(make: Callable[[bytes], Any], form: Callable[[Any], Any], cut: Callable[[Any], Any]) -> None:
    """Leave chunks in such a cycle with the owner of their text."""
    owner = make(DATA)
    owner.tail = leave_cycle([taken(cut, form(owner))])


#: What chunks are made of.
PARTS = (Text, LazyRow, Batch, Tokens, list, tuple, dict, memoryview, array.array)


def inner_parts(found: Any) -> list[Any]:
    """Return the objects that an object refers to, without modules, classes and functions."""
    parts, known = [found], {id(found)}
    for part in parts:
        for other in gc.get_referents(part):
            if gc.is_tracked(other) and id(other) not in known and isinstance(other, PARTS):
                known.add(id(other))
                parts.append(other)
    return parts[1:]


def reorder(parts: list[Any]) -> None:
    """Have the collector know the parts before the chunks: a collection moves an object that only other objects
    refer to behind those that a frame refers to."""
    if parts:
        part = parts.pop()
        reorder(parts)
        del part
    else:
        gc.collect()


def resurrection() -> None:
    """Let finalizers bring chunks back, and read them later."""
    alive: list[Any] = []

    class Back:
        def __init__(self, chunks: Any) -> None:
            self.chunks, self.me = chunks, self

        def __del__(self) -> None:
            alive.append(self.chunks)

    for make, form in each_text():
        for cut in CUTS.values():
            Back(taken(cut, form(make(DATA))))
            gc.collect()
    for chunks in alive:
        assert chunks is None or "".join(chunks.texts).startswith(("It rains.", " It pours"))


def memory() -> None:
    """Let a bytearray grow when its chunks are gone."""
    for form in FORMS.values():
        for cut in CUTS.values():
            data = bytearray(DATA)
            chunks = cut(form(data))
            try:
                data.append(0)
            except BufferError:
                del chunks
                gc.collect()
                data.append(0)


def arrow() -> None:
    """Leave Arrow data, its stream and its tables in a cycle, with an error or without one."""
    import pyarrow as pa

    from shiplap import arrow

    before = pa.total_allocated_bytes()

    def run(texts: list[bytes], wrap: Callable[[Any], Any]) -> None:
        column = pa.array(texts, pa.binary()).cast(pa.utf8(), safe=False)
        stream = arrow.chunk(wrap(column), EXACT, columns=["text"], id_column=None)
        kept: list[Any] = [stream, column]
        kept.append(kept)
        try:
            kept += list(stream)
        except shiplap.TextError as error:
            kept.append(error)

    for wrap in (lambda column: column, lambda column: pa.table({"text": column}).to_reader()):
        for texts in ([DATA, DATA], [DATA, BAD]):
            run(texts, wrap)
            gc.collect()
    assert pa.total_allocated_bytes() == before


def splitters() -> None:
    """Use a splitter, with a function of the caller, when its parts are cleared and it is not."""
    splitter: Any = SeparatorSplitter(
        [r"(?=p)\w+", r"\.\s", "漢", " "], is_regex=True, recursive=True, chunk_size=20, chunk_overlap=3,
        keep=None, rejoin=True, strip=True, length=lambda text: len(text),
    )  # fmt: skip
    found = [splitter]
    del splitter
    leave_cycle(found)
    gc.collect()


SCENARIOS = {
    scenario.__name__: scenario
    for scenario in (frames, attributes, clearing, resurrection, memory, arrow, splitters)
}

if __name__ == "__main__":
    gc.disable()
    gc.freeze()  # a collection need not visit what was imported
    SCENARIOS[sys.argv[1]]()
    gc.collect()
    print("alive")
