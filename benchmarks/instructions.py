"""Instructions of the main loops, counted by valgrind: the same on a noisy machine as on a quiet one.

    python benchmarks/instructions.py                print them beside those of the record
    python benchmarks/instructions.py --write        and make them the record

valgrind runs no AVX-512: these are the counts of the AVX2 path, where the processor has it. They depend on the
compiler too: compare counts of one machine. Each case cuts the same made-up text in a function that the C library
calls, through ctypes: callgrind counts what happens inside `ffi_call`, some thousand instructions of Python too.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

RECORD = Path(__file__).parent / "record" / "instructions.json"
SIZE = 100_000


def texts() -> dict[str, str]:
    """Sentences and paragraphs of made-up words, in ASCII and in several scripts; always the same."""
    dice = random.Random(7)

    def made(words: list[str], stop: str, space: str, capital: bool) -> str:
        parts: list[str] = []
        size = 0
        while size < SIZE:
            sentence = space.join(dice.choices(words, k=dice.randint(4, 24)))
            parts.append((sentence.capitalize() if capital else sentence) + stop)
            parts.append("\n\n" if dice.random() < 0.1 else space)
            size += len(parts[-2]) + len(parts[-1])
        return "".join(parts)

    ascii_words = ["".join(dice.choices("etaoinshrdlu", k=dice.randint(1, 10))) for _ in range(500)]
    cyrillic = ["".join(dice.choices("оеаинтсрвлкм", k=dice.randint(1, 10))) for _ in range(500)]
    han = [chr(dice.randint(0x4E00, 0x9FA5)) for _ in range(500)]
    multi = made(cyrillic, ".", " ", True)[: SIZE // 2] + made(han, "。", "", False)[: SIZE // 2]
    return {"prose": made(ascii_words, ".", " ", True), "multi": multi}


def cases() -> dict[str, Callable[[], Any]]:
    """What is counted, by name."""
    import shiplap

    found: dict[str, Callable[[], Any]] = {}
    for corpus, text in texts().items():
        data = text.encode()
        pieces = [text[k : k + 3000] for k in range(0, len(text), 3000)]
        coded = [piece.encode() for piece in pieces]
        chunkers = {
            "fixed-900": shiplap.FixedChunker(900, 120),
            "fixed-900 by sentence": shiplap.FixedChunker(900, 120, snap="sentence"),
            "sentence-3000": shiplap.preset("sentence-3000"),
            "recursive-3200": shiplap.RecursiveChunker(3200, 400),
            "sentences": shiplap.SentenceSplitter(),
        }
        for name, chunker in chunkers.items():
            found[f"{name}, {corpus}, str"] = lambda chunker=chunker, text=text: chunker.chunk(text)
            found[f"{name}, {corpus}, UTF-8"] = lambda chunker=chunker, data=data: chunker.chunk(data)
        exact = chunkers["fixed-900"]
        for form, many in (("str", pieces), ("UTF-8", coded)):
            found[f"batch of 3000s, {corpus}, {form}"] = lambda exact=exact, many=many: exact.spans_batch(many)
        found[f"regions, {corpus}"] = lambda text=text: shiplap.regions(text)
    return found


def worker() -> None:
    """Run each case within a foreign call, under callgrind."""
    libc = ctypes.CDLL(None)
    compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    for case in cases().values():
        case()  # what is done once is done before

        def call(key: Any, element: Any, case: Callable[[], Any] = case) -> int:
            case()
            return 0

        pair = (ctypes.c_int * 2)(1, 2)  # one comparison
        libc.qsort(pair, ctypes.c_size_t(2), ctypes.c_size_t(4), compare(call))


def count() -> dict[str, int]:
    """The instructions of each case."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["valgrind", "--tool=callgrind", "--cache-sim=no", "--toggle-collect=ffi_call",
             "--dump-after=ffi_call", f"--callgrind-out-file={folder}/out", sys.executable, __file__, "--worker"],
            check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": "0"},
        )  # fmt: skip
        counts = []
        for part in sorted(Path(folder).glob("out.*"), key=lambda path: int(path.suffix[1:])):
            text = part.read_text()
            if "Trigger: Program termination" not in text:
                found = re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)
                counts.append(int(found[1]) if found else 0)
    return dict(zip(cases(), counts, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        worker()
        return 0
    if shutil.which("valgrind") is None:
        print("no valgrind: nothing counted")
        return 0
    counts = count()
    before = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    for name, number in counts.items():
        was = before.get(name)
        change = "" if not was else f"  {100 * (number - was) / was:+6.1f} % of the record"
        print(f"{name:44} {number / 1e6:9.3f} million{change}")
    if given.write:
        RECORD.write_text(json.dumps(counts, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
