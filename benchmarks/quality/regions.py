"""Quality of regions: the kind of each character of mixed documents, and how fast.

    python -m benchmarks.quality.regions                 kind accuracy, accuracy of detect_content_type, speed
    python -m benchmarks.quality.regions --misses 20     also where the kind is wrong
    python -m benchmarks.quality.regions --record FILE   the figures as JSON too

The documents are built at run time from what this machine has: paragraphs of the corpus `prose`,
functions and classes of the standard library and sources of other languages that packages ship, tables out of the
CSV, Markdown and reStructuredText files that packages ship. 60 % of the characters are prose, 15 % code and 25 %
tables. Each document comes twice: with fences around its code, and with no markup but what its tables have.
The blank lines between two pieces do not count.
"""

from __future__ import annotations

import ast
import csv
import platform
import random
import re
import statistics
import sys
import sysconfig
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.corpora import build as corpora

#: The share of characters of each kind.
SHARES = {"prose": 0.60, "code": 0.15, "table": 0.25}
WANTED = {"fenced": 0.995, "plain": 0.95}
#: Where packages put what they ship, and the extensions of sources.
ROOTS = ("/usr/share", "/usr/lib", "/usr/include", "/opt")
SOURCES = {".py", ".js", ".ts", ".java", ".c", ".h", ".cc", ".cpp", ".go", ".rs"}
TABLES = {".csv", ".tsv", ".md", ".rst"}
MOST_FILES, MOST_SIZE = 400, 200_000

Piece = tuple[str, str]


def files(extensions: Iterable[str], source: random.Random) -> list[Path]:
    """Files of packages by extension, at most MOST_FILES each, in an order that is the same each time."""
    found: dict[str, list[Path]] = {extension: [] for extension in extensions}
    for root in (sysconfig.get_paths()["stdlib"], sysconfig.get_paths()["purelib"], *ROOTS):
        for path in sorted(Path(root).rglob("*")) if Path(root).is_dir() else ():
            places = found.get(path.suffix)
            if places is not None and len(places) < 20 * MOST_FILES and path.is_file():
                places.append(path)
    chosen: list[Path] = []
    for places in found.values():
        source.shuffle(places)
        chosen += places[:MOST_FILES]
    return chosen


def read(path: Path) -> str:
    """Return the text of a file, or "" where it is large or not UTF-8."""
    try:
        text = path.read_text("utf-8") if path.stat().st_size <= MOST_SIZE else ""
    except (OSError, UnicodeDecodeError):
        return ""
    return text


def definitions(text: str) -> Iterator[str]:
    """Yield the functions and classes of a Python source, 200 to 4000 characters long."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    rows = text.splitlines(keepends=True)
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            found = "".join(rows[node.lineno - 1 : node.end_lineno])
            if 200 <= len(found) <= 4000:
                yield found.strip("\n")


def excerpts(text: str, source: random.Random) -> Iterator[str]:
    """Yield a part of a source in another language: paragraphs from the middle of it."""
    parts = [part for part in re.split(r"\n\n+", text) if part.strip()]
    if len(parts) >= 8 and max(map(len, text.splitlines())) < 200:
        at = source.randrange(2, len(parts) - 3)
        found = "\n\n".join(parts[at : at + 4]).strip("\n")
        if 200 <= len(found) <= 4000:
            yield found


def tables(path: Path, text: str) -> Iterator[str]:
    """Yield the tables in a file: of a CSV its first rows, of the others what the rules of the formats say."""
    if path.suffix in (".csv", ".tsv"):
        rows = text.splitlines()[:12]
        if len(rows) >= 4 and all(row.strip() for row in rows) and max(map(len, rows)) < 300:
            yield "\n".join(rows)
    elif path.suffix == ".md":
        for match in re.finditer(r"(?m)^\|.*\|\n\|[-:| ]+\|\n(?:\|.*\|\n)+", text):
            yield match[0].strip("\n")
    else:
        for match in re.finditer(r"(?m)^(?:\+[-=+]+\+\n(?:\|.*\n)+){2,}\+[-=+]+\+\n", text):
            yield match[0].strip("\n")
        for match in re.finditer(r"(?m)^=+ [= ]+\n.+\n=+ [= ]+\n(?:[^\s=].*\n)+=+ [= ]+\n(?=\n)", text):
            yield match[0].strip("\n")


def rendered(piece: str, source: random.Random) -> str:
    """Return the first rows and columns of CSV, in one of the forms that tables have in plain text."""
    delimiter = "\t" if "\t" in piece else ","
    rows = [[cell.strip()[:24] for cell in row[:5]] for row in csv.reader(piece.splitlines(), delimiter=delimiter)]
    rows = [row for row in rows if len(row) == len(rows[0])]
    if len(rows) < 3 or len(rows[0]) < 2 or not all(rows[0]) or not all(row[0] for row in rows):
        return piece
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    form = source.choice(("csv", "tsv", "aligned", "aligned", "ruled", "simple", "grid", "pipes"))
    padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]
    if form == "tsv":
        return "\n".join("\t".join(row) for row in rows)
    if form == "aligned":
        return "\n".join("  ".join(row).rstrip() for row in padded)
    if form == "ruled":
        rule = "-+-".join("-" * width for width in widths)
        return "\n".join([" | ".join(padded[0]), rule, *(" | ".join(row) for row in padded[1:])])
    if form == "pipes":
        return "\n".join("| " + " | ".join(row) + " |" for row in (padded[0], ["---"] * len(widths), *padded[1:]))
    if form == "simple":
        border = "  ".join("=" * width for width in widths)
        return "\n".join([border, "  ".join(padded[0]), border, *("  ".join(row) for row in padded[1:]), border])
    if form == "grid":
        edge = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
        return "\n".join([edge, *("| " + " | ".join(row) + " |\n" + edge for row in padded)])
    return piece


def unique(pieces: Iterable[str], most: int, source: random.Random) -> list[str]:
    """Each piece once, at most so many, in any order."""
    found = sorted({piece for piece in pieces if 40 <= len(piece) <= 6000})
    source.shuffle(found)
    return found[:most]


def gather(source: random.Random) -> dict[str, list[str]]:
    """Return the pieces of each kind."""
    prose = (corpora.folder() / "prose.txt").read_text("utf-8").split("\n\n")
    code: list[str] = []
    table: dict[str, list[str]] = {}
    others: list[str] = []
    for path in files(SOURCES | TABLES, source):
        text = read(path)
        if path.suffix == ".py":
            code += definitions(text)
        elif path.suffix in SOURCES:
            others += excerpts(text, source)
        else:
            for piece in tables(path, text):
                forms = [piece] if path.suffix in (".md", ".rst") else [rendered(piece, source) for _ in range(8)]
                table.setdefault(path.suffix, []).extend([piece, *forms])
    mixed = [piece for pieces in table.values() for piece in unique(pieces, 300, source)]
    print(
        f"pieces: { ({suffix: len(set(pieces)) for suffix, pieces in table.items()}) }, other code {len(others)}"
    )
    return {
        "prose": unique((part.strip("\n") for part in prose), 4000, source),
        "code": unique(code, 600, source) + unique(others, 300, source),
        "table": mixed,
    }


def documents(pieces: dict[str, list[str]], count: int, source: random.Random) -> Iterator[list[Piece]]:
    """Documents of about 12,000 characters; each is its pieces in order. Never two tables or listings in a row."""
    for _ in range(count):
        sizes: Counter[str] = Counter()
        document: list[Piece] = []
        while sum(sizes.values()) < 12_000:
            total = sum(sizes.values()) + 1
            kind = min(SHARES, key=lambda name: sizes[name] / total / SHARES[name])
            if document and kind != "prose" and document[-1][0] == kind:
                kind = "prose"
            piece = source.choice(pieces[kind])
            document.append((kind, piece))
            sizes[kind] += len(piece)
        yield document


def joined(document: list[Piece], fenced: bool) -> tuple[str, list[tuple[int, int, str]]]:
    """Return the text of a document, and where its pieces are. Fences count as code."""
    text, truth = "", []
    for kind, piece in document:
        if fenced and kind == "code":
            ticks = "`" * (3 if "```" not in piece else 5)
            piece = f"{ticks}\n{piece}\n{ticks}"
        truth.append((len(text), len(text) + len(piece), kind))
        text += piece + "\n\n"
    return text, truth


def score(found: list[tuple[int, int, str]], truth: list[tuple[int, int, str]]) -> Counter[tuple[str, str]]:
    """Characters by their kind and the kind that was found. Both lists are ascending."""
    counts: Counter[tuple[str, str]] = Counter()
    k = 0
    for start, end, kind in truth:
        while found[k][1] <= start:
            k += 1
        at, j = start, k
        while at < end:
            stop = min(end, found[j][1])
            counts[kind, found[j][2]] += stop - at
            at, j = stop, j + 1
    return counts


# ---- shiplap


def found_in(text: str) -> list[tuple[int, int, str]]:
    """Return the regions of a text by shiplap, with the kind of their content."""
    found = shiplap.regions(text)
    return [
        (start, end, shiplap.content.BASE_KINDS[kind])
        for (start, end), kind in zip(found.spans.tolist(), found.kinds, strict=True)
    ]


def accuracy(pieces: dict[str, list[str]], misses: int) -> dict[str, Any]:
    """Return the share of characters with the right kind, with fences and without any markup."""
    results: dict[str, Any] = {}
    for form in ("fenced", "plain"):
        counts: Counter[tuple[str, str]] = Counter()
        for document in documents(pieces, 100, random.Random(3)):
            text, truth = joined(document, form == "fenced")
            found = found_in(text)
            counts += score(found, truth)
            for start, end, kind in truth:
                wrong = {
                    name: size for (_, name), size in score(found, [(start, end, kind)]).items() if name != kind
                }
                if misses > 0 and wrong:
                    misses -= 1
                    print(f"--- {kind} taken for {wrong}\n{text[start:end][:400]}\n")
        right = sum(size for (kind, name), size in counts.items() if kind == name)
        share = right / sum(counts.values())
        results[form] = {
            "share": round(share, 5),
            "wanted": WANTED[form],
            "characters": {f"{kind} as {name}": size for (kind, name), size in sorted(counts.items())},
        }
        print(f"{form:8} {share:.4f} of characters have the right kind (wanted {WANTED[form]})")
    return results


def detection(source: random.Random) -> dict[str, Any]:
    """Return the answers of detect_content_type for whole files, by extension, and for the pieces."""
    results: dict[str, Any] = {}
    counts: dict[str, Counter[str]] = {}
    for path in files(SOURCES | TABLES, source):
        text = read(path)
        if text.count("\n") >= 15:
            counts.setdefault(path.suffix, Counter())[str(shiplap.detect_content_type(text))] += 1
    for suffix, kinds in sorted(counts.items()):
        results[suffix] = dict(kinds)
        print(f"{suffix:8} {dict(kinds)}")
    return results


def rate(text: str, path: str | None) -> dict[str, float]:
    """MB/s of one text, as str and as bytes: the median and the best of several calls, in processor time."""
    found: dict[str, float] = {}
    data = text.encode()
    for name, given in (("str", text), ("bytes", data)):
        times = []
        for _ in range(15):
            begin = time.process_time()
            shiplap.regions(given, path=path)
            times.append(time.process_time() - begin)
        found[name] = round(len(data) / statistics.median(times) / 1e6)
        found[f"{name}, best"] = round(len(data) / min(times) / 1e6)
    return found


def speed(pieces: dict[str, list[str]]) -> dict[str, Any]:
    """MB/s of the region scan, and milliseconds of detection."""
    texts = {
        form: "".join(
            joined(document, form == "fenced")[0] for document in documents(pieces, 400, random.Random(5))
        )
        for form in ("fenced", "plain")
    }
    ascii_only = {form: text.encode("ascii", "replace").decode() for form, text in texts.items()}
    prose = (corpora.folder() / "prose.txt").read_text("utf-8")[:5_000_000]
    results: dict[str, Any] = {
        "fenced, by its path": rate(ascii_only["fenced"], "x.md"),
        "fenced": rate(ascii_only["fenced"], None),
        "fenced, not all ASCII": rate(texts["fenced"] + "漢", None),
        "plain": rate(ascii_only["plain"], None),
        "plain, not all ASCII": rate(texts["plain"] + "漢", None),
        "prose": rate(prose, None),
    }
    for name, rates in results.items():
        print(f"{name:24} {rates}")
    times = []
    for _ in range(50):
        begin = time.perf_counter()
        shiplap.detect_content_type(ascii_only["plain"][:100_000])
        times.append(time.perf_counter() - begin)
    results["detect 100 KB, ms"] = round(statistics.median(times) * 1e3, 3)
    print(f"detect_content_type of 100 KB: {results['detect 100 KB, ms']} ms")
    return results


def main() -> None:
    parser = records.script(__doc__, "regions")
    parser.add_argument("--misses", type=int, default=0, help="number of positions with a wrong kind to show")
    arguments = parser.parse_args()
    pieces = gather(random.Random(7))
    record = {
        "date": date.today().isoformat(),
        "python": sys.version.split()[0],
        "machine": platform.processor() or platform.machine(),
        "pieces": {kind: len(found) for kind, found in pieces.items()},
        "accuracy": accuracy(pieces, arguments.misses),
        "detection": detection(random.Random(1)),
        "speed": speed(pieces),
    }
    records.write(arguments.record, record)


if __name__ == "__main__":
    main()
