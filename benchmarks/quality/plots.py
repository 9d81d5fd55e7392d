"""The plots of docs/study.md, from a record of `quality/retrieval.py`.

python -m benchmarks.quality.plots RECORD.json docs/study
"""

from __future__ import annotations

import json
import pathlib
from typing import Any

from benchmarks import records
from shiplap.evaluate import plots


def whole(record: dict[str, Any], key: str) -> str:
    """Gold spans whole in the top 5, a chunker a row."""
    results = record["equal mean size"][key]["results"]
    rows = {name: tuple(row["measures"]["whole"]) for name, row in results.items()}
    ordered = dict(sorted(rows.items(), key=lambda pair: -pair[1][0]))
    retriever, mean = key.split()
    ours = [name for name in ordered if name.startswith("shiplap")]
    title = f"Gold spans whole in the top 5: {retriever}, mean size {mean}"
    return plots.intervals(title, "share, and its 95 % interval", ordered, marked=ours)


def sizes(record: dict[str, Any], retriever: str) -> str:
    """Recall in a budget by size, without overlap."""
    rows = _grid(record, retriever)
    numbers = sorted({size for _, size, _ in rows})
    kinds = list(dict.fromkeys(kind for kind, _, _ in rows))
    series = {kind: [rows[kind, size, 0.0] for size in numbers] for kind in kinds}
    budget = record["grid"][retriever]["budget"]
    title = f"Recall in {budget} characters shown, by chunk size: {retriever}, no overlap"
    return plots.lines(title, "chunk size", "recall", numbers, series)


def overlaps(record: dict[str, Any], retriever: str) -> str:
    """Recall in a budget by overlap, the mean over sizes."""
    rows = _grid(record, retriever)
    numbers = sorted({overlap for _, _, overlap in rows})
    kinds = list(dict.fromkeys(kind for kind, _, _ in rows))
    series = {kind: [_mean(rows, kind, overlap) for overlap in numbers] for kind in kinds}
    budget = record["grid"][retriever]["budget"]
    title = f"Recall in {budget} characters shown, by overlap: {retriever}, mean over sizes"
    return plots.lines(title, "overlap, share of the size", "recall", numbers, series, log=False)


def _grid(record: dict[str, Any], retriever: str) -> dict[tuple[str, int, float], float]:
    found = {}
    for name, row in record["grid"][retriever]["results"].items():
        kind, size, overlap = name.split("|")
        found[kind, int(size), float(overlap)] = row["measures"]["recall"][0]
    return found


def _mean(rows: dict[tuple[str, int, float], float], kind: str, overlap: float) -> float:
    values = [value for (name, _, at), value in rows.items() if (name, at) == (kind, overlap)]
    return sum(values) / len(values)


def main() -> None:
    parser = records.script(__doc__)
    parser.add_argument("record", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    given = parser.parse_args()
    record, folder = json.loads(given.record.read_text()), given.folder
    folder.mkdir(parents=True, exist_ok=True)
    for key in record["equal mean size"]:
        (folder / f"whole-{key.replace(' ', '-')}.svg").write_text(whole(record, key) + "\n")
    for retriever in record["grid"]:
        (folder / f"sizes-{retriever}.svg").write_text(sizes(record, retriever) + "\n")
    (folder / "overlaps-bm25.svg").write_text(overlaps(record, "bm25") + "\n")


if __name__ == "__main__":
    main()
