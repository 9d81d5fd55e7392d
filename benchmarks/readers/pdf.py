"""PDF files of Debian packages: words kept, boxes of chunks against the boxes of glyphs, and speed.

    python -m benchmarks.readers.pdf                     downloads the packages (150 MB) into a temporary folder
    python -m benchmarks.readers.pdf --folder FOLDER     the PDF files below a folder instead
    python -m benchmarks.readers.pdf --record FILE       and write the raw figures

A hundred files, at most ten of a package, in the order of their digests. The oracle takes the characters of each
page and their boxes by the calls of pypdfium2, one for each character, and aligns their words with those of the
document. Chunks are exact windows, which cut words. Recall: glyphs of the text of a chunk whose centre is in one
of its boxes. Foreign: glyphs of other text among those whose centre is in a box. Words: those of
`PdfTextPage.get_text_range` that the text has, by their counts, with furniture kept; hyphens do not count.

Speed: seconds of the processor that each library takes for a file, the least of the rounds, in turns: text alone
by pypdfium2, text and boxes by pypdfium2 (a call for each character), by pdf_oxide, by docling-parse, by shiplap.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import io
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import numpy as np

import shiplap
from benchmarks import records
from benchmarks.corpora.packages import unpack
from benchmarks.machine import processor
from shiplap.readers import pdf

PACKAGES = (
    "debian-faq", "debian-faq-ja", "debian-faq-ru", "debian-faq-zh-cn", "debian-policy", "developers-reference",
    "developers-reference-de", "developers-reference-ja", "developers-reference-ru", "debian-reference-en",
    "maint-guide", "maint-guide-ja", "gnuplot-doc", "bash-doc", "gnutls-doc", "mpich-doc", "libsuitesparse-doc",
    "r-doc-pdf", "maxima-doc", "octave-doc", "r-cran-zoo", "r-cran-survival", "r-cran-matrix", "r-cran-rcpp",
    "r-cran-lme4", "r-cran-spatstat", "r-cran-sp", "r-bioc-limma", "texlive-latex-base-doc",
    "texlive-humanities-doc", "pari-doc", "asymptote-doc", "zsh-doc", "gap-doc", "cvs",
)  # fmt: skip
FILES, OF_PACKAGE, LARGEST = 100, 10, 3_000_000
WINDOWS = ((1000, 200), (200, 40))
PLAIN = "pypdfium2, text"

#: The figures that are wanted.
RECALL, FOREIGN, WORDS, SPEED, JOIN = 0.999, 0.01, 0.995, 0.8, 0.02

_WIDE_END = re.compile("(?<=[\u2e80-\u9fff\uff00-\uffef])[\r\n]+(?=[\u2e80-\u9fff\uff00-\uffef])")
_WORD = re.compile(r"\w+")
_HYPHEN = re.compile("(?<=\\w)[-\u00ad\u2010\ufffe\x02][\r\n ]*|[\ufffe\x02]")


@dataclass
class Found:
    """The sums over all files."""

    pages: int = 0
    characters: int = 0
    words: int = 0
    kept: int = 0
    furniture: int = 0
    join: float = 0.0
    windows: dict[str, Counter[str]] = field(default_factory=dict)


@dataclass
class Glyphs:
    """The visible characters of a page, the centres of their boxes, and where each is in the document, or -1."""

    text: str
    centres: Any
    at: Any


def files_of(folder: Path) -> list[Path]:
    """Return the files that are measured."""
    found = [path for path in folder.rglob("*.pdf") if path.stat().st_size <= LARGEST]
    by_digest = sorted(found, key=lambda path: hashlib.sha256(path.read_bytes()).hexdigest())
    seen: set[bytes] = set()
    of_package: Counter[str] = Counter()
    chosen = []
    for path in by_digest:
        package = path.relative_to(folder).parts[0]
        data = path.read_bytes()
        if data in seen or of_package[package] == OF_PACKAGE:
            continue
        seen.add(data)
        of_package[package] += 1
        chosen.append(path)
    return chosen[:FILES]


# ---- the oracle


def glyphs_of(page: Any, number: int) -> Glyphs:
    """Return the visible characters of a page, by pypdfium2, one call for each."""
    from pypdfium2 import raw

    text = page.get_textpage()
    left, bottom, right, top = page.get_bbox()
    turns = page.get_rotation() // 90
    characters, centres = [], []
    for i in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, i)
        letter = "-" if code == 2 else chr(code) if 32 < code < 0x110000 else ""
        if not letter or letter.isspace():
            continue
        x0, y0, x1, y1 = text.get_charbox(i)
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        shown = ((x - left, top - y), (y - bottom, x - left), (right - x, y - bottom), (top - y, right - x))[turns]
        characters.append(letter)
        centres.append(shown)
    return Glyphs("".join(characters), np.array(centres).reshape(-1, 2), np.full(len(characters), -1))


def align(glyphs: Glyphs, text: str, start: int, end: int) -> None:
    """Write where each glyph of a page stands in the document, whose span of the page is given."""
    places = [i for i in range(start, end) if not text[i].isspace()]
    visible = "".join(text[i] for i in places)
    step = 8  # tokens of a few characters are compared, then what is between them
    ours, theirs = _tokens(visible, step), _tokens(glyphs.text, step)
    matcher = SequenceMatcher(None, [token for _, token in ours], [token for _, token in theirs], autojunk=False)
    spans = [(0, 0)]
    for one, other, size in matcher.get_matching_blocks():
        for k in range(size):
            (i, token), (j, _) = ours[one + k], theirs[other + k]
            glyphs.at[j : j + len(token)] = places[i : i + len(token)]
            _between(glyphs, visible, places, spans[-1], (i, j))
            spans.append((i + len(token), j + len(token)))
    _between(glyphs, visible, places, spans[-1], (len(visible), len(glyphs.text)))


def _tokens(text: str, step: int) -> list[tuple[int, str]]:
    """Return pieces of a text with their starts: words of letters, cut at `step`, and single other characters."""
    return [(match.start(), match[0]) for match in re.finditer(rf"\w{{1,{step}}}|.", text, re.DOTALL)]


def _between(
    glyphs: Glyphs, visible: str, places: list[int], begin: tuple[int, int], end: tuple[int, int]
) -> None:
    """Align the characters between two pieces that are equal."""
    (i, j), (last_i, last_j) = begin, end
    if last_i - i > 400 or last_j - j > 400:
        return
    matcher = SequenceMatcher(None, visible[i:last_i], glyphs.text[j:last_j], autojunk=False)
    for one, other, size in matcher.get_matching_blocks():
        glyphs.at[j + other : j + other + size] = places[i + one : i + one + size]


def check_windows(document: Any, pages: dict[int, Glyphs], found: Found) -> None:
    """Add up what the boxes of the chunks contain."""
    for size, overlap in WINDOWS:
        sums = found.windows.setdefault(f"{size}/{overlap}", Counter())
        chunks = shiplap.FixedChunker(size, overlap).chunk(document)
        began = time.process_time()
        boxes = chunks.boxes()
        found.join += time.process_time() - began
        for k, chunk in enumerate(chunks):
            sums["chunks"] += 1
            part = slice(boxes.offsets[k], boxes.offsets[k + 1])
            if any(not c.isspace() for c in chunk.text) and (part.start == part.stop or chunk.pages is None):
                sums["without"] += bool(chunk.text.strip("#\\ \n"))
            for number in set(boxes.pages[part].tolist()):
                glyphs = pages[number]
                sides = boxes.coordinates[part][boxes.pages[part] == number]
                x, y = glyphs.centres[:, 0, None], glyphs.centres[:, 1, None]
                near = 0.01
                inside = ((x >= sides[:, 0] - near) & (x <= sides[:, 2] + near)
                          & (y >= sides[:, 1] - near) & (y <= sides[:, 3] + near)).any(axis=1)  # fmt: skip
                own = (glyphs.at >= chunk.start) & (glyphs.at < chunk.end)
                sums["glyphs"] += int(own.sum())
                sums["recalled"] += int((own & inside).sum())
                sums["inside"] += int(inside.sum())
                sums["foreign"] += int((inside & ~own).sum())


def _words(text: str) -> list[str]:
    """Return the words of a text, in small letters, without hyphens, and line ends in Chinese and Japanese."""
    return _WORD.findall(_WIDE_END.sub("", _HYPHEN.sub("", text)).lower())


def check(path: Path, found: Found) -> dict[str, Any]:
    """Check the answer for one file, and add it up."""
    import pypdfium2

    data = path.read_bytes()
    document = pdf(data)
    whole = pdf(data, furniture="keep")
    file = pypdfium2.PdfDocument(data)
    spans = {}
    if document.provenance:
        table = document.provenance["pages"]
        spans = dict(
            zip(table["number"].tolist(), zip(table.start.tolist(), table.end.tolist(), strict=True), strict=True)
        )
    plain, pages = [], {}
    for number, page in enumerate(file, 1):
        plain.append(page.get_textpage().get_text_range())
        pages[number] = glyphs_of(page, number)
        if number in spans:
            align(pages[number], document.text, *spans[number])
    before = {name: Counter(sums) for name, sums in found.windows.items()}
    if document.provenance:
        check_windows(document, pages, found)
    words = Counter(word for text in plain for word in _words(text))
    ours = Counter(_words(whole.text))
    kept = sum((words & ours).values())
    found.pages += len(pages)
    found.characters += len(document.text)
    found.words += sum(words.values())
    found.kept += kept
    found.furniture += (document.metadata or {}).get("furniture_lines", 0)
    row: dict[str, Any] = {"file": path.name, "pages": len(pages), "words": sum(words.values()), "kept": kept}
    for name, sums in found.windows.items():
        mine = sums - before.get(name, Counter())
        row[name] = dict(mine)
    return row


# ---- speed


def _plain(data: bytes) -> None:
    import pypdfium2

    file = pypdfium2.PdfDocument(data)
    for page in file:
        text = page.get_textpage()
        text.get_text_range()
        text.close()
        page.close()
    file.close()


def _wrapped(data: bytes) -> None:
    import pypdfium2

    file = pypdfium2.PdfDocument(data)
    for page in file:
        text = page.get_textpage()
        text.get_text_range()
        for i in range(text.count_chars()):
            text.get_charbox(i)
        text.close()
        page.close()
    file.close()


def _oxide(data: bytes) -> None:
    import pdf_oxide

    file = pdf_oxide.PdfDocument.from_bytes(data)
    for number in range(file.page_count()):
        file.extract_chars(number)


def _docling(data: bytes) -> None:
    from docling_parse.pdf_parser import DoclingPdfParser

    file = DoclingPdfParser(loglevel="fatal").load(io.BytesIO(data))
    for _, page in file.iterate_pages():
        page.char_cells  # noqa: B018  (the boxes)
    file.unload()


def speed(files: list[Path], rounds: int, few: int) -> list[dict[str, Any]]:
    """Return the seconds of each library. Those that take long read the first few files alone."""
    calls: dict[str, Callable[[bytes], Any]] = {
        PLAIN: _plain, "shiplap": pdf, "pypdfium2, a call a character": _wrapped, "pdf_oxide": _oxide,
        "docling-parse": _docling,
    }  # fmt: skip
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in calls}
    failed: Counter[str] = Counter()
    for k, path in enumerate(files):
        data = path.read_bytes()
        names = list(calls) if k < few else [PLAIN, "shiplap"]
        best = dict.fromkeys(names, float("inf"))
        for _ in range(rounds):
            for name in names:
                began = time.process_time()
                try:
                    calls[name](data)
                except Exception:  # a rival that fails loses the file
                    failed[name] += 1
                    best[name] = float("nan")
                best[name] = min(best[name], time.process_time() - began)
        for name, seconds in best.items():
            if seconds == seconds:
                taken[name].append((seconds, best[PLAIN]))
    rows = []
    for name, each in taken.items():
        seconds, plain = map(sum, zip(*each, strict=True)) if each else (0.0, 0.0)
        rows.append({
            "library": name, "files": len(each), "failed": failed[name] // rounds, "seconds": round(seconds, 2),
            "share": round(plain / seconds, 3) if seconds else None,
        })  # fmt: skip
    return rows


def main() -> int:
    parser: argparse.ArgumentParser = records.script(__doc__, "pdf")
    parser.add_argument("--folder", type=Path, help="the PDF files below it, instead of those of packages")
    parser.add_argument("--rounds", type=int, default=2, help="of the speed of each file (default: 2)")
    parser.add_argument("--few", type=int, default=15, help="files that slow libraries read (default: 15)")
    given = parser.parse_args()
    if given.folder:
        return measure(given, given.folder)
    with tempfile.TemporaryDirectory() as name:
        unpack(list(PACKAGES), Path(name))
        return measure(given, Path(name))


def measure(given: argparse.Namespace, folder: Path) -> int:
    """Measure the files below a folder, print and write the figures."""
    files = files_of(folder)
    found = Found()
    rows = []
    for path in files:
        rows.append(check(path, found))
    libraries = speed(files, given.rounds, given.few) if given.rounds else []
    figures: dict[str, Any] = {"words kept": round(found.kept / found.words, 5)}
    for name, sums in found.windows.items():
        figures[f"{name}: chunks"] = sums["chunks"]
        figures[f"{name}: without page or box"] = sums["without"]
        figures[f"{name}: recall"] = round(sums["recalled"] / sums["glyphs"], 6)
        figures[f"{name}: foreign"] = round(sums["foreign"] / sums["inside"], 6)
    if libraries:
        figures["speed"] = libraries[1]["share"]
        figures["join"] = round(found.join / len(WINDOWS) / libraries[1]["seconds"], 5)
    for name, value in figures.items():
        print(f"{name:32}{value}")
    for row in libraries:
        print("{library:32}{seconds:8.2f} s, {files} files, {share} of text alone, {failed} failed".format(**row))
    record = {
        "shiplap": shiplap.__version__, "python": sys.version.split()[0], "processor": processor(),
        "libraries": {name: _version(name) for name in ("pypdfium2", "pdf_oxide", "docling-parse", "numpy")},
        "files": len(files), "pages": found.pages, "characters": found.characters,
        "furniture_lines": found.furniture, "figures": figures, "speed": libraries, "cases": rows,
    }  # fmt: skip
    records.write(given.record, record)
    return 0


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


if __name__ == "__main__":
    sys.exit(main())
