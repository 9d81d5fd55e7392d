"""Files of JSON, YAML, TOML and XML that packages ship against other parsers: leaves, key paths, limits.

    python -m benchmarks.quality.data_files                 the figures
    python -m benchmarks.quality.data_files --show 3        and so many wrong files of each format
    python -m benchmarks.quality.data_files --record FILE   and a record of them

The files are those of 500 bytes to 200 KB below the folders of `halves.py`, at most LIMIT of each format and
half. Parsers, leaves and mistakes are those of `data_fuzz.py`. A file that its parser refuses counts only for
what is lost and what is over the limit. `chunks` and `fewest` count the chunks without an overlap, and the chunks
of a cutter that always takes as much as it can up to any cut of the outline.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import Counter
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.quality.data_fuzz import (
    MISTAKES,
    Case,
    json_leaves,
    mistakes,
    toml_leaves,
    xml_leaves,
    yaml_leaves,
)
from benchmarks.quality.halves import PARTS, documents
from shiplap.content.data_outline import data_outlined
from shiplap.source import view

LEAST, MOST, SIZE = 500, 200_000, 1024
LIMIT = 500
#: The suffixes of each format.
SUFFIXES = {
    "json": (".json",), "yaml": (".yaml", ".yml"), "toml": (".toml",), "xml": (".xml", ".svg", ".xsd", ".xsl"),
}  # fmt: skip


def case_of(name: str, text: str) -> Case:
    """A file as a case."""
    if name == "yaml":
        return Case(text, name, *yaml_leaves(text))
    if name == "json":
        return Case(text, name, json_leaves([text]))
    return Case(text, name, (toml_leaves if name == "toml" else xml_leaves)(text))


def counted(name: str, text: str) -> dict[str, int]:
    """Return the number of chunks of a text, and the fewest possible."""
    chunker = shiplap.AdaptiveChunker(SIZE, 0, unit="characters")
    viewed = view(text.encode())
    viewed.validate()
    _, cuts, _ = data_outlined(viewed, name, SIZE, "characters") or ([], [], [])
    data = text.encode()
    offsets = [0, *(len(data[:p].decode()) for p in cuts), len(text)]
    start = fewest = 0
    while start < len(text):
        last = offsets[bisect_right(offsets, start + SIZE) - 1]
        start = last if last > start else start + SIZE
        fewest += 1
    return {"chunks": len(chunker.chunk(text, path=f"a.{name}")), "fewest": fewest}


def main() -> None:
    parser = records.script(__doc__, "data-files")
    parser.add_argument("--show", type=int, default=0)
    given = parser.parse_args()
    figures: dict[str, Any] = {}
    for name, suffixes in SUFFIXES.items():
        counts: Counter[str] = Counter(dict.fromkeys(("files", "valid", "leaves", "wrong", *MISTAKES), 0))
        shown = 0
        for part in PARTS:
            for digest, text in list(documents(part, suffixes, LEAST, MOST).items())[:LIMIT]:
                case = case_of(name, text)
                found = mistakes(case, SIZE)
                is_wrong = any(found.values())
                counts.update(files=1, valid=case.leaves is not None, wrong=is_wrong)
                counts["leaves"] += len(case.leaves or ())
                counts.update(found)
                counts.update(counted(name, text))
                if is_wrong and shown < given.show:
                    shown += 1
                    print(digest, found, repr(text[:300]), file=sys.stderr)
        figures[name] = dict(counts)
        print(name, figures[name], flush=True)
    records.write(given.record, {"files": figures})


if __name__ == "__main__":
    main()
