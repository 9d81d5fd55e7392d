"""`Store.embed`: shiplap's share of the time, how full requests are, and a service with faults. Writes a record.

python -m benchmarks.speed.embedding [--record FILE]

The model takes 0.1 ms a text and does not use the processor, as a GPU or a service. Rounds of `Store.embed` and of
a loop that only calls the model take turns, so that other load delays both; the share is what the first takes
longer. Texts of the requests are the chunks of this repository, with the tokens of cl100k_base.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import shiplap
from benchmarks import ROOT, records
from benchmarks.machine import processor
from shiplap.store import Store
from shiplap.vectors import RequestOptions, load_embed
from shiplap.vectors.batches import Item, batches, fill_of
from shiplap.vectors.embedding import BATCH, PROBE
from tests.support.embedding_service import FakeService, serving

CHUNKS, DIMENSIONS, RATE = 100_000, 384, 10_000
ROUNDS = 3
BATCHES = BATCH, 4 * BATCH

#: Share of the time that is wanted at most, and fill of requests at least.
SHARE, FILL = 0.02, 0.95

#: Limits of requests: texts, tokens.
LIMITS = ((2048, 300_000), (128, 16_000), (32, 8_192))

WORDS = ("rain", "hill", "falls", "the", "old", "man", "snores", "over", "valley", "and", "post", "dog")


def documents() -> Iterator[shiplap.Chunks]:
    """Documents with CHUNKS chunks of about 1000 characters, all of them different."""
    drawn, number, chunker = random.Random(1), 0, shiplap.RecursiveChunker(1000, 0)
    while number < CHUNKS:
        chunks = chunker.chunk(" ".join(drawn.choices(WORDS, k=20_000)), document_id=f"doc {number}")
        number += len(chunks)
        yield chunks


class Sleeping:
    """A model that takes 1 / RATE seconds a text; `idle` is the time between its calls."""

    def __init__(self) -> None:
        self.busy = 0.0
        self._vectors = np.random.default_rng(0).standard_normal((4096, DIMENSIONS), np.float32)

    def __call__(self, texts: list[str]) -> Any:
        begin = time.perf_counter()
        time.sleep(len(texts) / RATE)
        self.busy += time.perf_counter() - begin
        return self._vectors[: len(texts)]


def bare(model: Sleeping, batch: int) -> float:
    """Seconds of the calls of the model alone, for as many texts in as large batches."""
    texts, begin = [""] * batch, time.perf_counter()
    for first in range(0, CHUNKS, batch):
        model(texts[: CHUNKS - first])
    return time.perf_counter() - begin


def share(folder: Path, batch: int) -> dict[str, Any]:
    """Return the share of the time that is shiplap's, and its processor time a text, for batches of so many
    texts."""
    path, rounds = folder / "chunks.db", []
    for _ in range(ROUNDS):
        path.unlink(missing_ok=True)
        with Store(path, create=True) as store:
            store.put_many(documents())
            alone, model, used = bare(Sleeping(), batch), Sleeping(), time.process_time()
            report = store.embed(model, model="m", options=RequestOptions(max_texts=batch))
            used = time.process_time() - used
            alone = (alone + bare(Sleeping(), batch)) / 2
            again = store.embed(model, model="m").seconds
        rounds.append([report.seconds, alone, model.busy, used, report.chunks])
        print(
            f"batches of {batch}: {report.seconds:.2f} s, model alone {alone:.2f} s,"
            f" share {1 - alone / report.seconds:.2%},"
            f" idle {1 - model.busy / report.seconds:.2%}, {used / report.chunks * 1e6:.0f} microseconds of the"
            f" processor a text; again {again:.2f} s"
        )
    shares = sorted(1 - alone / seconds for seconds, alone, *_ in rounds)
    return {
        "share": round(shares[len(shares) // 2], 4), "least": round(shares[0], 4), "wanted": SHARE,
        "texts": CHUNKS, "batch": batch, "rate": RATE,
        "seconds, model alone, model within, processor, chunks": rounds,
        "seconds with nothing to do": round(again, 3),
    }  # fmt: skip


def fills() -> list[dict[str, Any]]:
    """Return the fill of the requests for the chunks of this repository; the last request has the rest."""
    count = shiplap.tokenizers.get("cl100k_base").count
    found = []
    for path in sorted((*ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.py"), *ROOT.glob("csrc/**/*.[ch]"))):
        chunks = shiplap.chunk(path.read_text("utf-8"), document_id=path.name)
        found += [Item(str(path), "", count(text)) for text in chunks.contextual_texts]
    rows = []
    for texts, tokens in LIMITS:
        shares = [fill_of(batch, texts, tokens) for batch in batches(found, texts, tokens)]
        full = shares[:-1] or shares
        rows.append({
            "texts": texts, "tokens": tokens, "chunks": len(found), "requests": len(shares),
            "mean": round(sum(full) / len(full), 4), "least": round(min(full), 4), "wanted": FILL,
        })  # fmt: skip
        print(rows[-1])
    return rows


def faults() -> dict[str, Any]:
    """Return a service that fails for a third of its requests, and refuses one text in 500: what is lost, and
    twice."""
    drawn = random.Random(2)
    kinds = ["cut", "refuse", "html", "fewer", "nan", "twice", (429, {"Retry-After": "0"}, ""), (500, {}, "")]

    def act(number: int, texts: list[str]) -> Any:
        if any(text.endswith("7 x") for text in texts):
            return 400, {}, "refused"
        return drawn.choice(kinds) if drawn.random() < 1 / 3 else "ok"

    with serving(FakeService(act)) as service, Store(":memory:") as store:
        chunker = shiplap.RecursiveChunker(20, 0, strip_whitespace=True)
        text = "\n\n".join(f"rain on hill {k}{' x' if k % 500 == 7 else ''}" for k in range(5000))
        store.put(chunker.chunk(text, document_id="doc"))
        model = load_embed(f"openai:{service.url}#m", RequestOptions(concurrency=4, max_texts=64, patience=3600))
        report = store.embed(model, model="m")
        texts = {chunk.context_hash: chunk.text for chunk in store}
        lost = texts.keys() - store.vectors("m").get_many(list(texts)).keys()
        named = {each.chunk_id for each in report.failed}
        twice = [text for text, number in (service.embedded - Counter([PROBE] * 100)).items() if number > 1]
    found = {"texts": len(texts), "without a vector": len(lost), "named": len(named),
             "refused": sum(text.endswith("7 x") for text in texts.values()), "twice": len(twice),
             "requests": report.requests, "seconds": round(report.seconds, 1)}  # fmt: skip
    print(found)
    return found


def main() -> int:
    given = records.script(__doc__, "embedding").parse_args()
    with tempfile.TemporaryDirectory() as folder:
        record = {
            "shiplap": shiplap.__version__, "python": sys.version.split()[0], "numpy": np.__version__,
            "processor": processor(),
            "cases": [*(share(Path(folder), batch) for batch in BATCHES), *fills(), faults()],
        }  # fmt: skip
    records.write(given.record, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
