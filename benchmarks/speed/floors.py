"""Floors: loops written for one case alone, beside the chunkers.

    python -m benchmarks.speed.floors                  print them
    python -m benchmarks.speed.floors --record FILE    and write the raw figures

`csrc/tools/floors.c` has the loops; a C compiler builds them for this processor. `candidates` finds the places
that may end a sentence and takes each for an end; `patterns` also asks the commonest patterns, which is what
nearly all verdicts take. `stops` reads the lines, brackets, strings and comments of code, `words` its words too;
the files are those of `files.py` in ASCII, and all are read in turn. `validated` reads UTF-8 and nothing else,
`counted` counts its code points too. Each loop and the chunker take turns on the texts of `benchmarks.corpora`
that are in ASCII, or on the multilingual one; a figure is the median of the rounds. `unheaded` is the chunker
itself without a look for headings, `unread` windows of the same size, for which no text is read, and `slices` a
loop in Python that makes the texts of chunks whose places are known.
"""

from __future__ import annotations

import ctypes
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import ROOT, clock, machine, records
from benchmarks.corpora import build as corpora
from benchmarks.speed import files

ROUNDS = 15
#: Chunks of a text, at most: one a so many units.
LEAST_CHUNK = 8


def library(folder: Path) -> ctypes.CDLL:
    """Return the loops, compiled for this processor."""
    sources = [ROOT / "csrc/tools/floors.c", *sorted((ROOT / "csrc/src").glob("*.c"))]
    subprocess.run([sys.executable, ROOT / "csrc/tools/tables.py", folder], check=True)
    includes = [*(f"-I{ROOT / 'csrc' / name}" for name in ("include", "src")), f"-I{folder}"]
    built = folder / "floors.so"
    options = ["-O3", "-march=native", "-std=gnu11", "-shared", "-fPIC", "-w"]
    subprocess.run(["cc", *options, *includes, *map(str, sources), "-o", str(built)], check=True)
    loops = ctypes.CDLL(str(built))
    for name in ("floor_chunks", "floor_sentences", "floor_utf8", "floor_code"):
        getattr(loops, name).restype = ctypes.c_size_t
    return loops


def units(text: str | bytes) -> bytes | ctypes.c_void_p:
    """Return the memory of a text in ASCII, or of bytes: a loop reads what the chunker reads, so that both find it
    in the cache or neither does. CPython has the units of such a str behind its header."""
    return text if isinstance(text, bytes) else ctypes.c_void_p(id(text) + sys.getsizeof("") - 1)


def bytes_of(text: Any) -> int:
    """Return the size in UTF-8 of a text, or of a list of texts."""
    if isinstance(text, bytes):
        return len(text)
    return len(text.encode()) if isinstance(text, str) else sum(map(bytes_of, text))


def over_all(work: Callable[[Any], Any], texts: Sequence[Any]) -> None:
    """Call the work for each text."""
    for text in texts:
        work(text)


def cases(loops: ctypes.CDLL) -> list[tuple[str, Sequence[Any], dict[str, Callable[[Any], Any]]]]:
    """Return the name of each case, its texts, and what takes turns on them: the chunker first."""
    import numpy as np

    import shiplap

    prose = corpora.load("prose").texts
    documents = [text for text in corpora.load("docs200k").texts if text.isascii()]
    multi = [text.encode() for text in corpora.load("multi").texts]
    room = np.zeros(max(map(len, prose)) // LEAST_CHUNK * 2, np.int64)
    spans = room.ctypes.data_as(ctypes.c_void_p)

    def loop(name: str, flag: int) -> Callable[[str | bytes], int]:
        function: Callable[..., int] = getattr(loops, name)
        size = ctypes.c_size_t
        if name in ("floor_utf8", "floor_code"):
            return lambda text: function(units(text), size(len(text)), flag)
        return lambda text: function(units(text), size(len(text)), spans, flag)

    chunks = shiplap.preset("sentence-3000").spans
    sentences = shiplap.SentenceSplitter().spans
    sources = {
        language: [text for text in files.texts_of(language) if text.isascii()] for language in ("javascript", "c")
    }
    unheaded, small = shiplap.RecursiveChunker(3200, 400, headings=None), corpora.load("small").texts
    chunk_loops = {"candidates": loop("floor_chunks", 0), "patterns": loop("floor_chunks", 1)}
    sentence_loops = {"candidates": loop("floor_sentences", 0), "patterns": loop("floor_sentences", 1)}
    return [
        ("sentence-3000, one text", prose, {"shiplap": chunks, **chunk_loops}),
        ("sentence-3000, documents of 200 KB", documents, {"shiplap": chunks, **chunk_loops}),
        ("all sentences, one text", prose, {"shiplap": sentences, **sentence_loops}),
        ("fixed-900, multilingual UTF-8", multi,
         {"shiplap": shiplap.FixedChunker(900, 120).spans, "validated": loop("floor_utf8", 0),
          "counted": loop("floor_utf8", 1), "numpy": lambda data: np.frombuffer(data, np.uint8).max()}),
        *(
            (f"outline of {language}, files", texts,
             {"shiplap": partial(shiplap.outline, language=language),
              "stops": loop("floor_code", 0), "words": loop("floor_code", 1)})
            for language, texts in sources.items()
        ),
        *(
            (f"recursive-3200, {what}", [texts],
             {"shiplap": shiplap.RecursiveChunker(3200, 400).spans_batch, "unheaded": unheaded.spans_batch,
              "unread": shiplap.FixedChunker(3200, 400).spans_batch})
            for what, texts in (("documents of 200 KB, one call", corpora.load("docs200k").texts),
                                ("small documents, one call", small))
        ),
        ("recursive-3200, texts of small documents, one call, `headings=None`", [small],
         {"shiplap": unheaded.split_batch,
          "slices": slices(small, [unheaded.spans(text).tolist() for text in small])}),
    ]  # fmt: skip


def slices(texts: Sequence[str], spans: Sequence[list[list[int]]]) -> Callable[[Any], Any]:
    """Return a loop that makes the texts of chunks whose places are known."""
    return lambda _: [[text[start:end] for start, end in pairs] for text, pairs in zip(texts, spans, strict=True)]


def main() -> None:
    parser = records.script(__doc__, "floors")
    given = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, texts, engines in cases(library(Path(folder))):
            works = {engine: partial(over_all, work, texts) for engine, work in engines.items()}
            seconds = {
                engine: found[1:] for engine, found in clock.in_turns(works, ROUNDS + 1, clock.seconds).items()
            }
            size = sum(map(bytes_of, texts))
            rows.append({"case": name, "bytes": size, "seconds": seconds})
            shown = ", ".join(
                f"{key} {size / statistics.median(found) / 1e9:.2f}" for key, found in seconds.items()
            )
            print(f"{name:36} GB/s: {shown}", flush=True)
    records.write(given.record, {"machine": machine.processor(), "rounds": ROUNDS, "rows": rows})


if __name__ == "__main__":
    main()
