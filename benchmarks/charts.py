"""Bars divided into parts, as SVG: where the time of something goes.

python -m benchmarks.charts       draw the charts of the pages anew, from the records that they cite
"""

from __future__ import annotations

import html
from collections.abc import Mapping

from benchmarks import ROOT, pages
from shiplap.evaluate import plots

LEFT, WIDTH, HEIGHT, ROW, BAR = 230, 900, 28, 30, 18
KEY = 20  # pixels of a line of the key


def divided(title: str, rows: Mapping[str, Mapping[str, float]]) -> str:
    """Bars of one length, each divided by the shares of its parts; the same part has the same colour in all."""
    names = list(dict.fromkeys(name for parts in rows.values() for name in parts))
    colours = plots.palette(names)
    found, y, room = (
        [f'<text x="8" y="20" font-weight="bold">{html.escape(title)}</text>'],
        30 + BAR,
        WIDTH - LEFT - 12,
    )
    for row, parts in rows.items():
        whole, x = sum(parts.values()), float(LEFT)
        found.append(f'<text x="8" y="{y - 4}">{html.escape(row)}</text>')
        for name, value in parts.items():
            size = room * value / whole
            said = html.escape(f"{row}, {name}: {value / whole:.0%}")
            mark = f'<rect x="{x:.1f}" y="{y - BAR}" width="{size:.1f}" height="{BAR}" fill="{colours[name]}">'
            found.append(f"{mark}<title>{said}</title></rect>")
            if size > HEIGHT:
                found.append(f'<text x="{x + 3:.1f}" y="{y - 5}" style="fill:#fff">{value / whole:.0%}</text>')
            x += size
        y += ROW
    x, y = float(LEFT), y - BAR + 8
    for name in names:
        size = plots.extent(name) + 26
        if x + size > WIDTH:
            x, y = float(LEFT), y + KEY
        found.append(f'<rect x="{x:.1f}" y="{y - 10}" width="12" height="12" fill="{colours[name]}"/>')
        found.append(f'<text x="{x + 16:.1f}" y="{y}">{html.escape(name)}</text>')
        x += size
    return plots.document(WIDTH, int(y) + 14, "".join(found))


def charts() -> dict[str, str]:
    """Return the charts of the pages, by their files."""
    record = pages.cited("ingest by stages")
    rows = {f"{row['files']}, {row['sink']}": row["seconds"] for row in record["rows"]}
    return {
        "docs/pictures/ingest.svg": divided("Where the time of shiplap ingest goes, one job", rows),
        "docs/pictures/cuts.svg": trade_off(),
    }


def trade_off() -> str:
    """Return the curve of blocks that stay whole against chunks, by what a split paragraph costs."""
    builds = pages.cited("cuts")["builds"]
    names = sorted({name.partition(";")[0] for name in builds} - {"before"}, key=int)
    series: dict[str, list[tuple[float, float, float, float, str]]] = {}
    for part, said in (("development", "chosen on"), ("held-out", "held out")):
        for chunker, size in (("adaptive 256", "256 tokens"), ("adaptive 512", "512 tokens")):
            before = builds[f"before; {part}"][chunker]
            found = series[f"{size}, {said}"] = []
            for name in ("before", *names):
                now = builds[f"{name}; {part}"][chunker]
                more, whole = 100 * (now["chunks"] / before["chunks"] - 1), 100 * now["block_integrity"]
                found.append((more, whole, whole, whole, name))
    return plots.points("What a split paragraph costs", "more chunks, %", "blocks whole, %", series)


def main() -> None:
    for path, svg in charts().items():
        (ROOT / path).write_text(svg + "\n", "utf-8")


if __name__ == "__main__":
    main()
