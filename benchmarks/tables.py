"""Prints the tables of a record.

python -m benchmarks.tables                the newest record
python -m benchmarks.tables RECORD.json    that one
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median

from benchmarks import pages, records
from benchmarks.cases import HISTORIC_MB_S
from benchmarks.figures import Row, product, rates, ratio, targets

#: Under this share of processor time the machine was busy with something else.
BUSY = 0.9
#: The levels at which the checks find chunks to end, the coarsest first.
ENDS = ("paragraph", "sentence", "word")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def _answer(check: Row) -> str:
    if check["verdict"] != "wrong":
        measures = check.get("measures", {})
        often = measures.get("sentences_per_kb")
        ends = [f"{measures[f'{kind}_ends']:.0%} at a {kind}" for kind in ENDS if f"{kind}_ends" in measures]
        said = f", chunks end {', '.join(ends)}" if ends else ""
        said += "" if often is None else f", {often:.1f} sentences a KB"
        return str(check["verdict"]) + said
    wrong = ", ".join(f"{count:,} {what}" for what, count in check["wrong"].items())
    return f"in {check['bytes'] / 1e6:.1f} MB: {wrong}"


def table(case: Row) -> str:
    """Return the case as a table; MB/s are medians, with half the distance of the quartiles; ratios are paired."""
    mine, plain = product(case), None
    for row in case["engines"]:
        plain = row if row["engine"] == "plain loop" else plain
    lines = [
        f"{case['case']}  {case['title']}",
        f"  {'engine':20}{'MB/s':>10}{'+-':>6}{'x 10 MB/s':>11}{'x plain':>9}{'shiplap is':>12}  answer",
        f"  {'record: 1 ms/10 KB':20}{HISTORIC_MB_S:>10.0f}{'':6}{1:>11}"
        + (f"{'':9}{_number(median(rates(mine)) / HISTORIC_MB_S):>10} x" if mine else ""),
    ]
    for row in case["engines"]:
        speeds = sorted(rates(row))
        middle = median(speeds)
        spread = (speeds[(3 * len(speeds)) // 4] - speeds[len(speeds) // 4]) / 2 / middle
        beside = _number(ratio(row, plain)) if plain else ""
        ahead = f"{_number(ratio(mine, row))} x" if mine and row is not mine else ""
        part = "" if row["whole"] else f" [first {row['bytes'] / 1e6:.1f} MB]"
        lines.append(
            f"  {row['engine']:20}{_number(middle):>10}{spread:>6.0%}{_number(middle / HISTORIC_MB_S):>11}"
            f"{beside:>9}{ahead:>12}  {_answer(row['check'])}{part}"
        )
    lines += [f"  {name:20}{why:>10}" for name, why in case["absent"].items()]
    share = median(share for row in case["engines"] for share in row["processor"])
    if share < BUSY:
        lines.append(f"  busy machine: a sample had the processor {share:.0%} of its time (median)")
    for against, wanted, reached in targets(case):
        state = "reached" if reached >= wanted else "MISSED"
        lines.append(f"  figure: {reached:.2f} x {against}, wanted {wanted:g}: {state}")
    return "\n".join(lines)


def process_table(results: list[Row]) -> str:
    """Memory, import and ingest: what was measured, what was wanted, and whether the answer was right."""
    lines = []
    for result in results:
        lines.append(f"{result['case']}  {result['title']}")
        lines += [f"  {name:34}{value}" for name, value in result.get("shown", {}).items()]
        if "figure" in result:
            lines.append(f"  figure: {result['figure']}: {'reached' if result['reached'] else 'MISSED'}")
        lines.append(f"  answer: {result['check']['verdict']}")
    return "\n".join(lines)


def failures(record: Row) -> list[str]:
    """Return the wrong answers of the product; any makes the benchmark fail."""
    found = []
    for case in record["cases"]:
        mine = product(case)
        if mine is not None and mine["check"]["verdict"] != "right":
            found.append(f"{case['case']}: {mine['check']['verdict']}")
        if mine is None and case["absent"].get("shiplap", "not installed") != "not installed":
            found.append(f"{case['case']}: {case['absent']['shiplap']}")
    found += [
        f"{r['case']}: {r['check']['verdict']}" for r in record["processes"] if "FAILED" in r["check"]["verdict"]
    ]
    return found


def summary(record: Row) -> str:
    """One line a figure, and the wrong answers."""
    lines = ["figures to reach"]
    for case in record["cases"]:
        for against, wanted, reached in targets(case):
            state = "reached" if reached >= wanted else "MISSED "
            lines.append(f"  {state}  {case['case']:24} {reached:8.2f} x {against} (wanted {wanted:g})")
    for result in record["processes"]:
        if "figure" in result:
            state = "reached" if result["reached"] else "MISSED "
            lines.append(f"  {state}  {result['case']:24} {result['figure']}")
    wrong = failures(record)
    return "\n".join(lines + [f"FAILED {line}" for line in wrong] + ([] if wrong else ["no wrong answer"]))


def main() -> int:
    parser = records.script(__doc__)
    parser.add_argument("record", nargs="?", type=Path, help="the record to show")
    parser.add_argument("--check", action="store_true", help="compare the tables of the pages with the records")
    parser.add_argument("--write", action="store_true", help="print the tables of the pages anew")
    given = parser.parse_args()
    if given.write:
        pages.write()
    if given.check or given.write:
        differing = pages.check()
        print("\n".join(f"{page}: a table differs from its record" for page in differing) or "all tables agree")
        return 1 if differing else 0
    record = json.loads((given.record or records.newest("speed")).read_text())
    print(f"{record['date']}  {record['machine']['processor']}  Python {record['versions']['python']}\n")
    print("\n\n".join(table(case) for case in record["cases"]))
    if record["processes"]:
        print("\n" + process_table(record["processes"]))
    print("\n" + summary(record))
    return 0


if __name__ == "__main__":
    sys.exit(main())
