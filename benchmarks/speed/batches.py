"""Many small documents: batches, Arrow columns and Parquet, beside a plain loop and the rivals' batch calls.

    python -m benchmarks.speed.batches                 all (needs pyarrow; rivals where they are there)
    python -m benchmarks.speed.batches --record FILE   and write the raw figures

The documents are those of the corpus `small`, 20,000 of 1 to 20 KB. Each round runs all cases once, one after the
other; the figures are medians, by the clock and by processor time (all threads together, for shared machines). The
answers are checked against one text at a time before the clock starts. Spans are in characters and in bytes.
Texts and tables that are `kept` are new memory each time; those that are dropped are given back as they come.
"""

from __future__ import annotations

import contextlib
import io
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

from benchmarks import machine, records
from benchmarks.corpora import build as corpora

SPANS = ["char_start", "char_end", "byte_start", "byte_end"]


def plain(texts: list[str]) -> list[list[str]]:
    """Return the loop that everybody writes."""
    return [[text[k : k + 900] for k in range(0, max(len(text) - 120, 1), 780)] for text in texts]


def plain_dropped(texts: list[str]) -> None:
    for text in texts:
        [text[k : k + 900] for k in range(0, max(len(text) - 120, 1), 780)]


def all_read(data: Any, threads: int) -> None:
    """The floor of what reads memory: 2 MB at a time, as the groups of a batch are."""
    from shiplap.threads import in_order

    parts = (data[at : at + 2_000_000] for at in range(0, len(data), 2_000_000))
    for _ in in_order(lambda part: part.max(), parts, threads):
        pass


def rivals(texts: list[str]) -> dict[str, Callable[[], Any]]:
    """Batch calls, on one thread; they have no spans without texts."""
    os.environ["RAYON_NUM_THREADS"] = "1"
    try:
        import chunkr
    except ImportError:
        return {}
    windows = chunkr.CharacterChunker(900, 120)
    sentences = chunkr.RecursiveChunker(3000, 600, chunkr.SENTENCE_SEPARATORS)
    return {
        "chunkr-rs fixed 900": lambda: windows.par_chunk_texts(texts),
        "chunkr-rs sentences 3000": lambda: sentences.par_chunk_texts(texts),
    }


def chunks(texts: list[str]) -> dict[str, int]:
    """Return how many chunks the texts have, by chunker."""
    import shiplap

    chunkers = {
        "fixed 900": shiplap.FixedChunker(900, 120),
        "sentence 3000": shiplap.preset("sentence-3000", on_empty="empty"),
    }
    return {name: len(chunker.spans_batch(texts)[0]) for name, chunker in chunkers.items()}


def cases(texts: list[str], folder: str) -> dict[str, Callable[[], Any]]:
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    import shiplap
    from shiplap import arrow
    from shiplap.cli import main as command

    fixed = shiplap.FixedChunker(900, 120)
    packed = shiplap.preset("sentence-3000", on_empty="empty")
    data = pa.table({"id": [f"d{k}" for k in range(len(texts))], "text": pa.array(texts, pa.large_utf8())})
    tiny = ["x"] * len(texts)
    texts_bytes = np.frombuffer("".join(texts).encode(), np.uint8)
    source, target = f"{folder}/in.parquet", f"{folder}/out.parquet"
    pq.write_table(data, source, row_group_size=4096, use_dictionary=False)

    def dropped(chunker: Any, **options: Any) -> None:
        for _ in arrow.chunk(data, chunker, **options):
            pass

    def texts_dropped() -> None:
        for chunks in fixed.iter_batch(texts):
            chunks.texts  # noqa: B018

    def ingest() -> None:
        options = ["--text-column", "text", "--id-column", "id", "--preset", "fixed-1000"]
        options += ["--chunk-size", "900", "--chunk-overlap", "120"]
        with contextlib.redirect_stderr(io.StringIO()):
            assert command(["ingest", source, "--to", target, *options]) == 0

    def copied(written: Any) -> None:
        """Read what there is, and write the same bytes as the chunks have, without cutting."""
        for batch in pq.ParquetFile(source).iter_batches(4096):
            del batch
        with pq.ParquetWriter(f"{folder}/copy.parquet", written.schema, use_dictionary=["document_id"]) as writer:
            writer.write_table(written)

    for chunker in (fixed, packed):  # the answers, checked
        wanted = [chunker.chunk(text) for text in texts]
        found = pa.table(arrow.chunk(data, chunker, threads=2))
        assert found["char_start"].to_pylist() == [chunk.start for chunks in wanted for chunk in chunks]
        assert found["text"].to_pylist() == [text for chunks in wanted for text in chunks.texts]
    assert fixed.split_batch(texts) == [fixed.split_text(text) for text in texts]
    ingest()
    written = pq.read_table(target)
    found_cases: dict[str, Callable[[], Any]] = {
        "plain loop, texts kept": lambda: plain(texts),
        "split_batch, texts kept": lambda: fixed.split_batch(texts),
        "chunk_batch and .texts, kept": lambda: [chunks.texts for chunks in fixed.chunk_batch(texts)],
        "plain loop, texts dropped": lambda: plain_dropped(texts),
        "iter_batch and .texts, dropped": texts_dropped,
        "one letter each, plain loop": lambda: plain_dropped(tiny),
        "one letter each, spans_batch": lambda: fixed.spans_batch(tiny),
        "one letter each, chunk_batch": lambda: fixed.chunk_batch(tiny),
    }
    for name, chunker in (("fixed 900", fixed), ("sentence 3000", packed)):
        for threads in (1, 2):
            for what, options in (
                ("spans", {"columns": SPANS}),
                ("spans and texts", {"columns": [*SPANS, "text"]}),
                ("spans and views", {"columns": [*SPANS, "text"], "zero_copy": True}),
                ("all columns", {}),
            ):
                found_cases[f"Arrow {name}, {what}, {threads}"] = (
                    lambda chunker=chunker, options=options, threads=threads: dropped(
                        chunker, threads=threads, **options
                    )
                )
    for threads in (1, 2):
        found_cases[f"numpy reads every byte, {threads}"] = lambda threads=threads: all_read(texts_bytes, threads)
    found_cases |= rivals(texts)
    found_cases["Parquet, ingest"] = ingest
    found_cases["Parquet, pyarrow alone"] = lambda: copied(written)
    return found_cases


#: What must be: a case, at least so many times as fast as another.
WANTED = [
    ("split_batch, texts kept", "plain loop, texts kept", 1.0),
    ("chunk_batch and .texts, kept", "plain loop, texts kept", 1.0),
    ("iter_batch and .texts, dropped", "plain loop, texts dropped", 1.1),
    ("Arrow fixed 900, spans and texts, 1", "chunkr-rs fixed 900", 10),
    ("Arrow fixed 900, spans, 1", "chunkr-rs fixed 900", 10),
    ("Arrow sentence 3000, spans and texts, 1", "chunkr-rs sentences 3000", 10),
    ("Arrow sentence 3000, spans, 1", "chunkr-rs sentences 3000", 10),
    ("Arrow fixed 900, spans and views, 1", "Arrow fixed 900, spans, 1", 0.7),
    ("Arrow sentence 3000, spans and views, 1", "Arrow sentence 3000, spans, 1", 0.7),
    ("Arrow sentence 3000, spans, 2", "Arrow sentence 3000, spans, 1", 1.8),
    ("Arrow fixed 900, spans, 2", "Arrow fixed 900, spans, 1", 1.8),
    ("Arrow fixed 900, spans and texts, 2", "Arrow fixed 900, spans and texts, 1", 1.8),
    ("numpy reads every byte, 2", "numpy reads every byte, 1", 1.8),
    ("Parquet, ingest", "Parquet, pyarrow alone", 0.8),
]


def main() -> None:
    parser = records.script(__doc__, "batches")
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    texts = corpora.load("small").texts
    size = sum(len(text.encode()) for text in texts)
    with tempfile.TemporaryDirectory() as folder:
        work = cases(texts, folder)
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in work}
        for _ in range(given.rounds):
            for name, case in work.items():
                begun, used = time.perf_counter(), time.process_time()
                result = case()
                times[name].append((time.perf_counter() - begun, time.process_time() - used))
                del result
    clock = {name: statistics.median(pair[0] for pair in pairs) for name, pairs in times.items()}
    processor = {name: statistics.median(pair[1] for pair in pairs) for name, pairs in times.items()}
    for name, seconds in clock.items():
        print(f"{name:42} {1e3 * seconds:8.2f} ms, {1e3 * processor[name]:8.2f} of processors,"
              f" {1e9 * seconds / len(texts):6.0f} ns a document, {size / seconds / 1e6:6.0f} MB/s")  # fmt: skip
    ratios = []
    for name, other, wanted in WANTED:
        if name not in times or other not in times:
            continue
        pairs = [(b[0] / a[0], b[1] / a[1]) for a, b in zip(times[name], times[other], strict=True)]
        row = {"case": name, "against": other, "wanted": wanted, "ratio": statistics.median(p[0] for p in pairs),
               "processor": statistics.median(p[1] for p in pairs)}  # fmt: skip
        ratios.append(row)
        print(f"{name:42} {row['ratio']:6.2f} x {other} (wanted {wanted}; {row['processor']:.2f} by processors)")
    if given.record:
        versions = machine.versions(("shiplap", "pyarrow", "numpy", "chunkr-rs"))
        rows = {
            name: {"seconds": clock[name], "processor": processor[name],
                   "rounds": [[float(f"{each:.6g}") for each in pair] for pair in pairs]}
            for name, pairs in times.items()
        }  # fmt: skip
        record = {"documents": len(texts), "bytes": size, "chunks": chunks(texts), "versions": versions,
                  "load": os.getloadavg()[0], "cases": rows, "ratios": ratios}  # fmt: skip
        records.write(given.record, record)


if __name__ == "__main__":
    main()
