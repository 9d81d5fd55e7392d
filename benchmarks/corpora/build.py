"""Builds the benchmark texts on this machine, from what packages ship, into a cache folder outside the tree.

    python -m benchmarks.corpora.build                    builds what is missing
    python -m benchmarks.corpora.build --only prose,code  builds these only
    python -m benchmarks.corpora.build --list             what there is, with sizes and digests
    python -m benchmarks.corpora.build --local            smaller texts, from the standard library alone (no apt)

Real text: documentation in many languages from Debian packages (downloaded by `apt-get download`, unpacked
by `dpkg -x` into a temporary folder, never installed) and the Python sources of the running interpreter.
No paragraph is used twice within a pool. The same package versions and the same Python give the same bytes;
`manifest.json` records both, and the size, counts and blake2b digest of each corpus.

The folder is $SHIPLAP_CORPORA, or ~/.cache/shiplap-benchmarks. A corpus is NAME.txt, UTF-8, with the byte
at which each of its documents ends in NAME.ends.json; `ingest` is a folder of files, NAME/.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import random
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

from benchmarks import records
from benchmarks.corpora.packages import CorporaError, pools

MB = 1_000_000
Pools = dict[str, list[str]]


@dataclass(frozen=True)
class Corpus:
    """One corpus in memory. `texts` and `data` hold the same documents as `str` and as UTF-8."""

    name: str
    texts: list[str]
    data: list[bytes]
    facts: dict[str, Any]

    @property
    def size(self) -> int:
        """Bytes of UTF-8, of all documents."""
        return sum(map(len, self.data))


def folder() -> Path:
    """Return the folder of the corpora."""
    return Path(os.environ.get("SHIPLAP_CORPORA") or Path.home() / ".cache" / "shiplap-benchmarks")


def cut(paragraphs: Iterable[str], targets: Iterator[int], most: int, least: int = 1000) -> Iterator[str]:
    """Documents of whole paragraphs, as near under their targets (bytes) as `least` to `most` allow."""
    parts: list[str] = []
    size, target = 0, next(targets)
    for paragraph in paragraphs:
        length = len(paragraph.encode()) + (2 if parts else 1)
        if size >= least and size + length > target:
            yield "\n\n".join(parts) + "\n"
            parts, size, target = [], 0, next(targets)
            length -= 1
        if size + length <= most:
            parts.append(paragraph)
            size += length
    if size >= least:
        yield "\n\n".join(parts) + "\n"


def _spread(low: int, high: int, power: float, seed: int) -> Iterator[int]:
    """Random sizes from low to high, logarithmic; a higher power makes short ones more frequent."""
    source = random.Random(seed)
    while True:
        yield round(low * math.exp(math.log(high / low) * source.random() ** power))


def _turns(streams: list[Iterator[str]]) -> Iterator[str]:
    """One document of each stream in turn, until all have ended."""
    while streams:
        for stream in list(streams):
            document = next(stream, None)
            if document is None:
                streams.remove(stream)
            else:
                yield document


def _until(documents: Iterable[str], size: int) -> list[str]:
    taken: list[str] = []
    total = 0
    for document in documents:
        total += len(document.encode())
        if total > size:
            break
        taken.append(document)
    return taken


def _whole(paragraphs: list[str], size: int) -> list[str]:
    return ["".join(part + "\n\n" for part in _until(paragraphs, size))]


def _small(made: Pools) -> list[str]:
    targets = _spread(1000, 20_000, 3, seed=20)
    documents = _turns([cut(paragraphs, targets, 20_000) for paragraphs in made.values()])
    return [document for document, _ in zip(documents, range(20_000), strict=False)]


def _ingest(made: Pools) -> list[str]:
    targets = _spread(1000, 200_000, 1, seed=100)
    return _until(_turns([cut(paragraphs, targets, 200_000) for paragraphs in made.values()]), 100 * MB)


CORPORA: dict[str, tuple[str, Callable[[Pools], list[str]]]] = {
    "prose": ("one ASCII English text", lambda made: _whole(made["prose"], 19_500_000)),
    "docs200k": (
        "the same in documents of 200 KB",
        lambda made: list(cut(_until(made["prose"], 19_500_000), repeat(200_000), 200_000)),
    ),
    "multi": (
        "one text: CJK, Cyrillic, Greek, Arabic, emoji, a file at a time mixed",
        lambda made: _whole(made["multi"], 34 * MB),
    ),
    "code": ("one text of Python sources, ASCII files only", lambda made: _whole(made["code"], 12 * MB)),
    "small": ("20,000 documents of 1 to 20 KB, prose, multi and code in turn", _small),
    "ingest": ("100 MB in files of 1 to 200 KB, prose, multi and code in turn", _ingest),
}


def _write(name: str, documents: list[str], target: Path) -> dict[str, Any]:
    """Writes a corpus and returns what the manifest says of it."""
    data = [document.encode() for document in documents]
    joined = b"".join(data)
    if name == "ingest":
        shutil.rmtree(target / name, ignore_errors=True)
        for index, document in enumerate(data):
            path = target / name / f"{index // 100:03d}" / f"{index:05d}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(document)
    else:
        ends = [0]
        for document in data:
            ends.append(ends[-1] + len(document))
        (target / f"{name}.txt").write_bytes(joined)
        (target / f"{name}.ends.json").write_text(json.dumps(ends[1:]))
    widest = max(max(document) for document in documents)
    return {
        "about": CORPORA[name][0],
        "documents": len(data),
        "bytes": len(joined),
        "characters": sum(map(len, documents)),
        "ascii": widest < "\x80",
        "smallest": min(map(len, data)),
        "largest": max(map(len, data)),
        "blake2b": hashlib.blake2b(joined, digest_size=16).hexdigest(),
    }


def manifest(target: Path | None = None) -> dict[str, Any]:
    """Return the manifest; an empty one if no corpus was built."""
    path = (target or folder()) / "manifest.json"
    return json.loads(path.read_text()) if path.exists() else {"local": False, "sources": {}, "corpora": {}}


def build(names: list[str], *, local: bool = False, target: Path | None = None) -> dict[str, Any]:
    """Builds the named corpora anew and returns the manifest."""
    target = target or folder()
    target.mkdir(parents=True, exist_ok=True)
    paragraphs, sources = pools(local)
    old = manifest(target)
    known = old["corpora"] if (old["local"], old["sources"]) == (local, sources) else {}
    for name in names:
        known[name] = _write(name, CORPORA[name][1](paragraphs), target)
    made = {
        "local": local,
        "sources": sources,
        "corpora": {name: known[name] for name in CORPORA if name in known},
    }
    (target / "manifest.json").write_text(json.dumps(made, indent=1) + "\n")
    return made


def load(name: str, target: Path | None = None) -> Corpus:
    """Return the corpus from the cache, checked against the manifest. Not for `ingest`, which is a folder."""
    target = target or folder()
    facts = manifest(target)["corpora"].get(name)
    if facts is None:
        raise CorporaError(f"corpus {name} is not built: python -m benchmarks.corpora.build --only {name}")
    joined = (target / f"{name}.txt").read_bytes()
    if hashlib.blake2b(joined, digest_size=16).hexdigest() != facts["blake2b"]:
        raise CorporaError(f"corpus {name} is not what the manifest says; build it again")
    ends = json.loads((target / f"{name}.ends.json").read_text())
    data = [joined[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    return Corpus(name, [document.decode() for document in data], data, facts)


def main() -> int:
    parser = records.script(__doc__)
    parser.add_argument("--only", default="", metavar="NAMES", help=f"comma separated: {', '.join(CORPORA)}")
    parser.add_argument("--list", action="store_true", help="list the built corpora")
    parser.add_argument("--local", action="store_true", help="build smaller texts, from the standard library only")
    parser.add_argument("--force", action="store_true", help="rebuild existing corpora")
    options = parser.parse_args()
    names = [name.strip() for name in options.only.split(",") if name.strip()] or list(CORPORA)
    unknown = [name for name in names if name not in CORPORA]
    if unknown:
        parser.error(f"unknown corpus {', '.join(unknown)}; there are {', '.join(CORPORA)}")
    made = manifest()
    missing = [name for name in names if options.force or name not in made["corpora"]]
    if missing and not options.list:
        try:
            made = build(missing, local=options.local)
        except CorporaError as error:
            print(f"corpora: {error}", file=sys.stderr)
            return 1
    for name, facts in made["corpora"].items():
        print(
            f"{name:9} {facts['bytes'] / MB:7.2f} MB {facts['characters'] / MB:7.2f} M characters "
            f"{facts['documents']:6,} documents  {facts['blake2b'][:12]}  {facts['about']}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
