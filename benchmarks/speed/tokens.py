"""Chunks of tokens: the time of cutting a text beside that of the tokenizer encoding it once, and beside rivals.

    python -m benchmarks.speed.tokens CACHE                all; CACHE is a TIKTOKEN_CACHE_DIR with its data
                                                           (llama-index-core carries them in its `_static`)
    python -m benchmarks.speed.tokens CACHE --record FILE  and write the raw figures

Cases are tokens-512 (overlap 64) and tokens-800 (100), exact and by sentences, over prose and multi. Every chunk
is counted in full by the tokenizer in the same run. Each round runs the tokenizer and then the chunker, and the
ratio is the median of theirs: by the clock, and by processor time, all threads together, for shared machines.
`cold` is a tokenizer that has seen nothing (gigatoken caches words), in a fresh one for each side. Rivals cut the
first 2 MB, with tiktoken if they can.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import machine, records
from benchmarks.clock import seconds_and_processor as clock
from benchmarks.corpora import build as corpora

SIZES = {"tokens-512": (512, 64), "tokens-800": (800, 100)}
SNAPS = (None, "sentence")
KEY = "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"  # of cl100k_base in the cache of tiktoken
NAME = "cl100k_base"
RIVAL_BYTES = 2_000_000


def tokenizers(cache: str, folder: str) -> dict[str, tuple[Callable[[], Any], Callable[[Any, str], Any]]]:
    """For each tokenizer: how it is made, and how it encodes."""
    import bpe_openai
    import gigatoken
    import tiktoken

    path = Path(folder, "cl100k_base.tiktoken")
    path.write_bytes(Path(cache, KEY).read_bytes())
    return {
        "gigatoken": (lambda: gigatoken.Tokenizer.from_tiktoken(path), lambda made, text: made.encode(text)),
        "bpe-openai": (lambda: bpe_openai.get_encoding(NAME), lambda made, text: made._backend.encode(text)),
        "tiktoken": (lambda: tiktoken.get_encoding(NAME), lambda made, text: made.encode_ordinary(text)),
    }


def against_the_tokenizer(name: str, make: Any, encode: Any, corpus: str, text: str, rounds: int) -> list[Any]:
    import shiplap

    rows, size = [], len(text.encode())
    for case, (chunk_size, overlap) in SIZES.items():
        for snap in SNAPS:
            ratios, used, ours = [], [], []
            for k in range(rounds + (name == "gigatoken")):
                if k == 0 or k == rounds:  # the last round is cold, for who remembers
                    alone, within = make(), make()
                    options = {"unit": "tokens", "tokenizer": within, "snap": snap}
                    chunker = shiplap.FixedChunker(chunk_size, overlap, **options)
                    chunker.chunk("table")
                first, second = clock(lambda: encode(alone, text)), clock(lambda: chunker.chunk(text))  # noqa: B023
                if k == rounds:
                    cold = {"ratio": first[0] / second[0], "mb_s": size / second[0] / 1e6}
                else:
                    ratios.append(first[0] / second[0])
                    used.append(first[1] / second[1])
                    ours.append(size / second[0] / 1e6)
            chunks = chunker.chunk(text)
            counts = [len(encode(alone, chunk)) for chunk in chunks.texts]
            assert counts == chunks.token_counts.tolist() and max(counts) <= chunk_size, "a wrong answer"
            row = {"case": f"{case}/{corpus}", "snap": snap, "tokenizer": name, "chunks": len(chunks),
                   "ratio": statistics.median(ratios), "processor": statistics.median(used),
                   "mb_s": statistics.median(ours), "ratios": ratios}  # fmt: skip
            if name == "gigatoken":
                row["cold"] = cold
            print(f"{row['case']:18} {snap or 'exact':9} {name:11} {row['ratio']:.3f} of the tokenizer "
                  f"({row['processor']:.3f} by processor time), "
                  f"{row['mb_s']:.0f} MB/s" + (f"; cold {cold['ratio']:.3f}, {cold['mb_s']:.0f} MB/s"
                                               if name == "gigatoken" else ""), flush=True)  # fmt: skip
            rows.append(row)
    return rows


def rivals(text: str) -> dict[str, Callable[[], Any]]:
    """Return the chunkers of a text into 512 tokens of cl100k with an overlap of 64, with tiktoken."""
    import tiktoken

    encoding, found = tiktoken.get_encoding("cl100k_base"), {}
    try:
        from chonkie import TokenChunker

        chunker = TokenChunker(tokenizer=encoding, chunk_size=512, chunk_overlap=64)
        found["chonkie"] = lambda: chunker.chunk(text)
    except ImportError:
        pass
    try:
        from langchain_text_splitters import TokenTextSplitter

        splitter = TokenTextSplitter(encoding_name="cl100k_base", chunk_size=512, chunk_overlap=64)
        found["langchain-text-splitters"] = lambda: splitter.split_text(text)
    except ImportError:
        pass
    try:
        import semchunk

        cut = semchunk.chunkerify(encoding, 512)
        found["semchunk"] = lambda: cut(text, overlap=64)
    except ImportError:
        pass
    return found


def main() -> None:
    parser = records.script(__doc__, "tokens")
    parser.add_argument("cache")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--bytes", type=int, default=0, help="maximum number of characters of each text")
    given = parser.parse_args()
    os.environ["TIKTOKEN_CACHE_DIR"] = given.cache
    import shiplap

    rows, beside = [], []
    with tempfile.TemporaryDirectory() as folder:
        makers = tokenizers(given.cache, folder)
        for corpus in ("prose", "multi"):
            text = corpora.load(corpus).texts[0][: given.bytes or None]
            for name, (make, encode) in makers.items():
                rounds = given.rounds if name == "gigatoken" else 3
                rows += against_the_tokenizer(name, make, encode, corpus, text, rounds)
            part = text[:RIVAL_BYTES]
            size = len(part.encode())
            ours = shiplap.FixedChunker(512, 64, unit="tokens", tokenizer=makers["tiktoken"][0]())
            seconds = clock(lambda: ours.chunk(part))[0]  # noqa: B023
            beside.append({"corpus": corpus, "engine": "shiplap", "mb_s": size / seconds / 1e6})
            for name, work in rivals(part).items():
                beside.append({"corpus": corpus, "engine": name, "mb_s": size / clock(work)[0] / 1e6})
            for row in beside:
                if row["corpus"] == corpus:
                    print(f"{corpus:6} {row['engine']:25} {row['mb_s']:.1f} MB/s with tiktoken", flush=True)
    names = ("shiplap", "gigatoken", "bpe-openai", "tiktoken", "chonkie", "langchain-text-splitters", "semchunk")
    records.write(given.record, {"versions": machine.versions(names), "rows": rows, "rivals": beside})


if __name__ == "__main__":
    main()
