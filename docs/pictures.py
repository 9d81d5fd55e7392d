"""The pictures of the README and the pages, drawn by headless Chromium from the code of today.

python docs/pictures.py             draws all; needs chromium, and Pillow to make the files small
python docs/pictures.py report.png  draws one
"""

from __future__ import annotations

import contextlib
import html
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

import shiplap
from shiplap.cli import main

FOLDER = Path(__file__).parent / "pictures"

#: The pictures: the size of the window, the fragment of the page's address, and the arguments of `shiplap` before
#: the name of the page.
PICTURES = {
    "view.png": ((1100, 560), "#chunk-2", ["view", "docs/ingest.md", "--chunk-size", "220", "-o"]),
    "report.png": (
        (1300, 760),
        "",
        ["evaluate", "docs/guides", "--synthetic", "--sizes", "500,1000,2000", "--overlaps", "0,0.2", "--report"],
    ),
}


def draw(name: str) -> None:
    """Draw a picture into the folder."""
    (width, height), fragment, arguments = PICTURES[name]
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        with contextlib.redirect_stdout(None):
            code = main([*arguments, str(page)])
        if code:
            raise SystemExit(f"shiplap {arguments[0]} failed")
        options = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--user-data-dir={folder}/user",
            f"--window-size={width},{height}",
        ]
        target = FOLDER / name
        command = ["chromium", *options, f"--screenshot={target}", page.as_uri() + fragment]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    Image.open(target).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(target, optimize=True)


#: A page with prose, code and tables, and how it is cut: sizes that are about equal.
CUT = "docs/ingest.md"
WAYS = {
    "FixedChunker(900, 120)": shiplap.FixedChunker(900, 120),
    'the same, snap="sentence"': shiplap.FixedChunker(900, 120, snap="sentence"),
    "SentenceChunker(900, 120)": shiplap.SentenceChunker(900, 120),
    "RecursiveChunker(900, 0)": shiplap.RecursiveChunker(900, 0),
    "AdaptiveChunker(225)": shiplap.AdaptiveChunker(225),
}
HUES = (210, 28, 130, 300, 50, 180)
KINDS = {"prose": "#7a8ca5", "code": "#c77d3a", "table": "#3a8f6b"}


def five_ways() -> str:
    """Draw the beginning of a document cut five ways, above the kinds of its regions."""
    text, width, left, row = Path(CUT).read_text("utf-8")[:5000], 760, 210, 30

    def x(offset: int) -> float:
        return left + offset * width / len(text)

    parts = []
    for number, (name, chunker) in enumerate(WAYS.items()):
        top = 8 + number * row
        parts.append(f'<text x="{left - 10}" y="{top + 14}" text-anchor="end">{html.escape(name)}</text>')
        for chunk in chunker.chunk(text, path=CUT):
            hue, high = HUES[chunk.index % len(HUES)], 4 if chunk.index % 2 else 0
            parts.append(
                f'<rect x="{x(chunk.start):.1f}" y="{top + high}" width="{x(chunk.end) - x(chunk.start):.1f}"'
                f' height="16" rx="2" fill="hsl({hue} 60% 55% / .6)"/>'
            )
    top = 8 + len(WAYS) * row
    parts.append(f'<text x="{left - 10}" y="{top + 14}" text-anchor="end">kinds of content</text>')
    for region in shiplap.regions(text, path=CUT):
        long = x(region.end) - x(region.start)
        parts.append(
            f'<rect x="{x(region.start):.1f}" y="{top + 4}" width="{long:.1f}" height="12"'
            f' fill="{KINDS[region.base_kind]}"/>'
        )
    for number, (kind, colour) in enumerate(KINDS.items()):
        at = left + 90 * number
        parts.append(f'<rect x="{at}" y="{top + 28}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{at + 18}" y="{top + 38}">{kind}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 10} {top + 50}" role="img"'
        ' font-family="system-ui, sans-serif" font-size="13" fill="#6b7280">'
        "<title>One document cut five ways</title>" + "".join(parts) + "</svg>\n"
    )


#: The steps from files to a checked answer: the name of each, what it has, and the command that does it.
STEPS = (
    ("files", "PDF, HTML, code", ""),
    ("chunks", "ids, offsets, pages", "ingest"),
    ("store", "SQLite, vectors", "embed"),
    ("hits", "words and meaning", "search"),
    ("prompt", "within a size", "prompt"),
    ("answer", "of your model", ""),
    ("sources", "file, page, line", "cite"),
)


def flow() -> str:
    """Draw the steps from files to a checked answer."""
    width, gap, parts = 112, 28, []
    for number, (name, has, command) in enumerate(STEPS):
        left = 4 + number * (width + gap)
        colour = "#c77d3a" if name == "answer" else "#0d9488"
        parts.append(
            f'<rect x="{left}" y="26" width="{width}" height="52" rx="6" fill="none" stroke="{colour}"/>'
            f'<text x="{left + width / 2}" y="48" text-anchor="middle" font-weight="bold">{name}</text>'
            f'<text x="{left + width / 2}" y="66" text-anchor="middle" font-size="10">{has}</text>'
        )
        if command:
            parts.append(f'<text x="{left - gap / 2}" y="16" text-anchor="middle" font-size="11">{command}</text>')
        if number:
            parts.append(
                f'<path d="M{left - gap + 4} 52h{gap - 10}m-5 -4l5 4l-5 4" fill="none" stroke="#6b7280"/>'
            )
    whole = 8 + len(STEPS) * (width + gap) - gap
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} 84" width="{whole}" height="84" role="img"'
        ' font-family="system-ui, sans-serif" font-size="13" fill="#6b7280">'
        "<title>From files to a checked answer</title>" + "".join(parts) + "</svg>\n"
    )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "flow.svg").write_text(flow(), "utf-8")
    (FOLDER / "five-ways.svg").write_text(five_ways(), "utf-8")
    for each in sys.argv[1:] or PICTURES:
        draw(each)
