"""Quality of the cuts of mixed documents: definitions and tables whole, headers carried, rows cut, how many
chunks.

    python -m benchmarks.quality.documents                       code, tables, mixed documents, the preset, speed
    python -m benchmarks.quality.documents --parts tables,mixed  some of them
    python -m benchmarks.quality.documents --misses 5            what shiplap cut of what fits, at most so many
    python -m benchmarks.quality.documents --record FILE         the figures as JSON too

The corpora are built at run time: code as in `outlines.py`, with `ast` and tree-sitter to say what is right; mixed
documents as in `regions.py`; and tables of the CSV files that packages ship, between paragraphs of the corpus
`prose`, rendered as Markdown, HTML, reStructuredText (grids with cells of several lines, simple tables), CSV and
aligned columns, 500 to 9,000 characters long: where their rows and headers are, the renderer knows. The measures
are those of `shiplap.evaluate`. All sizes are characters, all engines run without overlap, except the preset.

Rivals: LangChain by language, Markdown and RST; semantic-text-splitter's CodeSplitter, MarkdownSplitter and
TextSplitter; chonkie's RecursiveChunker (its CodeChunker fetches grammars over the network); semchunk; fixed
windows. Where a rival gives texts and no places, the texts are found again, in order.
"""

from __future__ import annotations

import csv
import html
import math
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import shiplap
from benchmarks import ROOT, records
from benchmarks.corpora import build as corpora
from benchmarks.quality import outlines, regions
from shiplap.evaluate import Structure, structure
from shiplap.evaluate.structure import Definition, Table

Spans = list[tuple[int, int]]
#: What cuts a text into spans, and says what stands before each of them.
Cutter = Callable[[str], tuple[Spans, list[str]]]

FORMS = ("markdown", "html", "grid", "simple", "csv", "aligned")
#: The extension of a document with tables of a form.
EXTENSIONS = {"markdown": ".md", "html": ".md", "grid": ".rst", "simple": ".rst", "csv": ".txt", "aligned": ".txt"}


# ---- the cutters


def shiplap_cutter(size: int, path: str | None = None) -> Cutter:
    chunker = shiplap.AdaptiveChunker(size, 0, unit="characters")

    def cut(text: str) -> tuple[Spans, list[str]]:
        chunks = chunker.chunk(text, path=path)
        return [(start, end) for start, end in chunks.spans.tolist()], [chunk.table_header for chunk in chunks]

    return cut


def found_again(split: Callable[[str], list[str]]) -> Cutter:
    """Return a cutter that gives texts."""

    def cut(text: str) -> tuple[Spans, list[str]]:
        spans, at = [], 0
        for piece in split(text):
            begin = text.find(piece, at)
            if begin < 0:  # it has changed white space
                piece = piece.strip()
                begin = text.find(piece, at)
            if begin < 0:
                continue
            spans.append((begin, begin + len(piece)))
            at = begin + len(piece)
        return spans, [""] * len(spans)

    return cut


def by_indices(splitter: Any) -> Cutter:
    """Return a cutter of semantic-text-splitter."""

    def cut(text: str) -> tuple[Spans, list[str]]:
        spans = [(at, at + len(piece)) for at, piece in splitter.chunk_indices(text)]
        return spans, [""] * len(spans)

    return cut


def langchain_cutter(size: int, extension: str, language: str | None) -> Cutter:
    from langchain_text_splitters import Language, RecursiveCharacterTextSplitter

    name = {"javascript": "js", "typescript": "ts"}.get(language or "", language)
    name = name or {".md": "markdown", ".rst": "rst"}.get(extension)
    if name is None:
        splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=0)
    else:
        splitter = RecursiveCharacterTextSplitter.from_language(Language(name), chunk_size=size, chunk_overlap=0)
    return found_again(splitter.split_text)


def semantic_cutter(size: int, extension: str, language: str | None) -> Cutter:
    from semantic_text_splitter import CodeSplitter, MarkdownSplitter, TextSplitter

    if language:
        return by_indices(CodeSplitter(outlines.grammar(language), size))
    return by_indices(MarkdownSplitter(size) if extension == ".md" else TextSplitter(size))


def chonkie_cutter(size: int, extension: str, language: str | None) -> Cutter:
    from chonkie import RecursiveChunker

    chunker = RecursiveChunker(tokenizer="character", chunk_size=size)
    return found_again(lambda text: [chunk.text for chunk in chunker.chunk(text)])


def semchunk_cutter(size: int, extension: str, language: str | None) -> Cutter:
    import semchunk

    chunker = semchunk.chunkerify(len, size)
    return found_again(lambda text: list(chunker(text)))


def fixed_cutter(size: int, extension: str, language: str | None) -> Cutter:
    def cut(text: str) -> tuple[Spans, list[str]]:
        spans = [(at, min(at + size, len(text))) for at in range(0, len(text), size)]
        return spans, [""] * len(spans)

    return cut


RIVALS = {
    "langchain": langchain_cutter,
    "semantic-text-splitter": semantic_cutter,
    "chonkie": chonkie_cutter,
    "semchunk": semchunk_cutter,
    "fixed": fixed_cutter,
}


def engines(size: int, extension: str, language: str | None = None) -> Iterator[tuple[str, Cutter]]:
    """Yield all cutters that are installed, ours first."""
    yield "shiplap", shiplap_cutter(size, f"x{extension}")
    for name, make in RIVALS.items():
        try:
            yield name, make(size, extension, language)
        except (ImportError, ValueError) as error:
            print(f"  {name}: {error}")


def rounded(found: Structure, seconds: float = 0.0, characters: int = 0) -> dict[str, Any]:
    """Return the figures of a record."""
    figures = {
        name: round(value, 5) if isinstance(value, float) else value for name, value in found.figures().items()
    }
    if seconds:
        figures["MB/s"] = round(characters / 1e6 / seconds, 2)
    return figures


def shown(name: str, found: Structure, names: tuple[str, ...]) -> None:
    values = (getattr(found, each) for each in names)
    cells = (
        f"{each} {'-' if value is None else format(value, '.4f')}"
        for each, value in zip(names, values, strict=True)
    )
    print(f"  {name:24}" + "  ".join(cells))


# ---- code


def code(misses: int) -> dict[str, Any]:
    """Definitions at 1024 characters."""
    extensions = {name: "." + short for short, name in (
        ("py", "python"), ("js", "javascript"), ("ts", "typescript"), ("java", "java"), ("c", "c"), ("cpp", "cpp"),
        ("go", "go"), ("rs", "rust"))}  # fmt: skip
    record: dict[str, Any] = {}
    for language in extensions:
        texts, golds = [], []
        for text in outlines.corpus(language)[::3]:
            try:
                gold = outlines.python_gold(text) if language == "python" else outlines.tree_gold(text, language)
            except (SyntaxError, ValueError):
                continue
            if language == "python" and len(text.splitlines()) != text.count("\n") + (text[-1:] != "\n"):
                continue
            texts.append(text)
            golds.append([Definition(each.comment, each.start, each.end) for each in gold])
        characters = sum(map(len, texts))
        print(f"{language}: {len(texts)} files, {characters / 1e6:.2f} million characters")
        record[language] = {"files": len(texts), "characters": characters, "engines": {}}
        for name, cut in engines(1024, extensions[language], language):
            cut(texts[0])
            begin = time.process_time()
            cuts = [cut(text) for text in texts]
            seconds = time.process_time() - begin
            total = Structure()
            for text, gold, (spans, _) in zip(texts, golds, cuts, strict=True):
                total += structure(text, spans, 1024, definitions=gold, tables=[])
            record[language]["engines"][name] = rounded(total, seconds, characters)
            shown(name, total, ("definitions_whole", "commented_whole", "within_line", "to_fewest"))
    return record


# ---- tables


def sheets(source: random.Random) -> list[list[list[str]]]:
    """Rows of the CSV files of packages, the first with names: at most six columns, all full in the first two."""
    found = []
    for path in regions.files({".csv"}, source):
        read = csv.reader(regions.read(path).splitlines())
        rows = [[" ".join(cell.split())[:40] for cell in row[:6]] for row in read]
        rows = [row for row in rows[:400] if len(row) == len(rows[0])]
        rows = [row for row in rows if all(row[:2]) and not any(set('|<>&"=') & set(cell) for cell in row)]
        if len(rows) >= 12 and len(rows[0]) >= 2 and all(rows[0]) and not rows[0][0].startswith("#"):
            found.append(rows)
    return found


def render(rows: list[list[str]], form: str, source: random.Random) -> tuple[str, int, list[int]]:
    """Return a table, the length of its header, and where its rows begin."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]
    after = ""
    if form == "markdown":
        head = "| " + " | ".join(padded[0]) + " |\n|" + "|".join("-" * (width + 2) for width in widths) + "|\n"
        lines = ["| " + " | ".join(row) + " |\n" for row in padded[1:]]
    elif form == "html":
        names = "".join(f"<th>{html.escape(cell)}</th>" for cell in rows[0])
        head = f"<table>\n<thead>\n<tr>{names}</tr>\n</thead>\n"
        cells = "<td>{}</td>".format
        inner = ("".join(f"  {cells(html.escape(cell))}\n" for cell in row) for row in rows[1:])
        lines = [f"<tr>\n{row}</tr>\n" for row in inner]
        lines[0] = "<tbody>\n" + lines[0]
        after = "</tbody>\n</table>\n"
    elif form == "grid":
        edge = "+" + "+".join("-" * (width + 2) for width in widths) + "+\n"
        head = edge + "| " + " | ".join(padded[0]) + " |\n" + edge.replace("-", "=")
        lines = []
        for row in padded[1:]:
            line = "| " + " | ".join(row) + " |\n"
            if source.random() < 0.3:  # a cell of two lines
                more = [" " * width for width in widths]
                more[-1] = "(more)".ljust(widths[-1])[: widths[-1]]
                line += "| " + " | ".join(more) + " |\n"
            lines.append(line + edge)
    elif form == "simple":
        border = "  ".join("=" * width for width in widths) + "\n"
        head = border + "  ".join(padded[0]).rstrip() + "\n" + border
        lines = ["  ".join(row).rstrip() + "\n" for row in padded[1:]]
        after = border
    elif form == "csv":
        quoted = [[f'"{cell}"' if "," in cell else cell for cell in row] for row in rows]
        head, lines = ",".join(quoted[0]) + "\n", [",".join(row) + "\n" for row in quoted[1:]]
    else:
        aligned = ["   ".join(row).rstrip() + "\n" for row in padded]
        head, lines = aligned[0], aligned[1:]
    starts, at = [], len(head)
    for line in lines:
        starts.append(at)
        at += len(line)
    return head + "".join(lines) + after, len(head), starts


def table_documents(form: str, count: int) -> list[tuple[str, list[Table]]]:
    """Documents of three tables each, between paragraphs; a CSV file is one table."""
    source = random.Random(11)
    pool = sheets(source)
    prose = (corpora.folder() / "prose.txt").read_text("utf-8")[:400_000].split("\n\n")
    prose = [part.strip("\n") for part in prose if 200 < len(part) < 900]
    found = []
    for _ in range(count):
        text, tables = "", []
        for _ in range(1 if form == "csv" and source.random() < 0.5 else 3):
            rows = source.choice(pool)
            wanted = source.randint(500, 9000)
            first = source.randrange(1, max(2, len(rows) - 8))
            take = 5
            while True:
                table, header, starts = render([rows[0], *rows[first : first + take]], form, random.Random(take))
                if len(table) >= wanted or first + take >= len(rows):
                    break
                take += 3
            text += source.choice(prose) + "\n\n"
            at = len(text)
            tables.append(Table(at, at + len(table), at + header, tuple(at + p for p in starts)))
            text += table + "\n"
        text += source.choice(prose) + "\n"
        found.append((text, tables))
    return found


def tables(misses: int) -> dict[str, Any]:
    """Tables at 1600 and 3072 characters."""
    record: dict[str, Any] = {}
    for size in (1600, 3072):
        record[str(size)] = {}
        for form in FORMS:
            documents = table_documents(form, 60)
            print(f"tables, {form}, {size}")
            record[str(size)][form] = {}
            for name, cut in engines(size, EXTENSIONS[form]):
                total = Structure()
                for text, gold in documents:
                    spans, contexts = cut(text)
                    one = structure(text, spans, size, definitions=[], tables=gold, contexts=contexts)
                    total += one
                    if name == "shiplap" and misses > 0 and (
                        one.rows_cut or one.tables_kept < one.tables or one.pieces_headed < one.pieces
                    ):  # fmt: skip
                        misses -= 1
                        print("-" * 20, one, *(text[start:end] for start, end in spans), sep="\n=====\n")
                record[str(size)][form][name] = rounded(total)
                shown(name, total, ("tables_whole", "header_carried", "row_cut_ratio", "within_line"))
    return record


# ---- mixed documents


def mixed(misses: int) -> dict[str, Any]:
    """60 % prose, 15 % code, 25 % tables at one limit of 3072 characters."""
    pieces = regions.gather(random.Random(7))
    record: dict[str, Any] = {}
    size = 3072
    for form in ("fenced", "plain"):
        documents = [
            regions.joined(document, form == "fenced")
            for document in regions.documents(pieces, 100, random.Random(3))
        ]
        print(f"mixed, {form}")
        record[form] = {}
        extension = ".md" if form == "fenced" else ".txt"
        for name, cut in engines(size, extension):
            if name == "shiplap":
                cut = shiplap_cutter(size)
            whole = {"code": [0, 0], "table": [0, 0]}
            count = windows = 0
            for text, truth in documents:
                spans, _ = cut(text)
                count += len(spans)
                windows += math.ceil(len(text) / 2048)
                for start, end, kind in truth:
                    if kind != "prose" and end - start <= size:
                        kept = any(low <= start and end <= high for low, high in spans)
                        whole[kind][0] += kept
                        whole[kind][1] += 1
                        if not kept and name == "shiplap" and misses > 0:
                            misses -= 1
                            print("-" * 20, kind, text[start:end], sep="\n")
            figures: dict[str, float] = {kind: round(kept / total, 5) for kind, (kept, total) in whole.items()}
            figures["chunks to fixed-2048"] = round(count / windows, 4)
            record[form][name] = figures
            print(f"  {name:24}{figures}")
    record["kinds"] = kinds(pieces)
    return record


def kinds(pieces: dict[str, list[str]]) -> dict[str, float]:
    """Characters whose region has the right kind."""
    found = {}
    for form in ("fenced", "plain"):
        right = total = 0
        for document in regions.documents(pieces, 100, random.Random(3)):
            text, truth = regions.joined(document, form == "fenced")
            counts = regions.score(regions.found_in(text), truth)
            right += sum(size for (kind, said), size in counts.items() if kind == said)
            total += sum(counts.values())
        found[form] = round(right / total, 5)
    print(f"  kind right: {found}")
    return found


# ---- the preset


def preset(misses: int) -> dict[str, Any]:
    """Chunks of the preset to those of fixed-512, where documents are mostly prose."""
    adaptive = shiplap.preset("adaptive")
    prose = (corpora.folder() / "prose.txt").read_text("utf-8")[:2_000_000]
    parts = [prose[at : at + 20_000] for at in range(0, len(prose), 20_000)]
    source = random.Random(5)
    pieces = regions.gather(random.Random(7))
    regions.SHARES.update(prose=0.9, code=0.05, table=0.05)
    mostly = [regions.joined(document, True)[0] for document in regions.documents(pieces, 60, source)]
    regions.SHARES.update(prose=0.6, code=0.15, table=0.25)
    pages = [path.read_text("utf-8") for path in ROOT.rglob("*.md")]
    record = {}
    fixed = shiplap.FixedChunker(512, 50, unit="tokens")
    for name, texts in (("prose", parts), ("90 % prose", mostly), ("pages of this repository", pages)):
        chunks = sum(len(adaptive.chunk(text, path="x.md" if name != "prose" else "x.txt")) for text in texts)
        windows = sum(len(fixed.chunk(text)) for text in texts)
        record[name] = {"chunks": chunks, "fixed-512": windows, "ratio": round(chunks / windows, 4)}
        print(f"{name}: {record[name]}")
    return record


# ---- speed


def median_of(call: Callable[[], Any], times: int = 9) -> float:
    found = []
    for _ in range(times):
        begin = time.process_time()
        call()
        found.append(time.process_time() - begin)
    return statistics.median(found)


def speed(misses: int) -> dict[str, Any]:
    """MB/s of processor time of the preset; of 1024 characters beside CodeSplitter; and milliseconds of 100 KB."""
    chunker = shiplap.preset("adaptive")
    pieces = regions.gather(random.Random(7))
    marked, bare = (
        "".join(regions.joined(each, fenced)[0] for each in regions.documents(pieces, 400, random.Random(5)))
        for fenced in (True, False)
    )
    python = "\n".join(outlines.corpus("python"))[:5_000_000]
    prose = (corpora.folder() / "prose.txt").read_text("utf-8")[:5_000_000]
    record: dict[str, Any] = {}
    for name, text, path in (
        ("Python", python, "x.py"), ("fenced Markdown", marked, "x.md"), ("prose", prose, "x.md"),
        ("no markup", bare, "x.txt"),
    ):  # fmt: skip
        ascii_only = text.encode("ascii", "replace").decode()
        record[name] = {}
        for form, given in (("ASCII str", ascii_only), ("str", text), ("bytes", text.encode())):
            seconds = median_of(lambda given=given, path=path: chunker.chunk(given, path=path))
            record[name][form] = round(len(text.encode()) / 1e6 / seconds)
        fixed = shiplap.FixedChunker(512, 50, unit="tokens", snap="sentence")
        part = ascii_only[:100_000]
        times = [
            median_of(lambda each=each, part=part, path=path: each.chunk(part, path=path), 31)
            for each in (chunker, fixed)
        ]
        record[name]["100 KB, ms"] = round(1e3 * times[0], 3)
        record[name]["100 KB, fixed, ms"] = round(1e3 * times[1], 3)
        print(f"{name}: {record[name]}")
    ours, theirs = shiplap_cutter(1024, "x.py"), semantic_cutter(1024, ".py", "python")
    files = outlines.corpus("python")[:40]
    times = [median_of(lambda cut=cut: [cut(text) for text in files], 3) for cut in (ours, theirs)]
    record["to CodeSplitter"] = round(times[1] / times[0], 1)
    print(f"times CodeSplitter: {record['to CodeSplitter']}")
    return record


PARTS = {"code": code, "tables": tables, "mixed": mixed, "preset": preset, "speed": speed}


def main() -> None:
    parser = records.script(__doc__, "documents")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--misses", type=int, default=0)
    options = parser.parse_args()
    record: dict[str, Any] = {
        "date": date.today().isoformat(),
        "python": sys.version.split()[0],
        "machine": platform.processor() or platform.machine(),
    }
    for name in options.parts.split(","):
        record[name] = PARTS[name](options.misses)
    records.write(options.record, record)


if __name__ == "__main__":
    main()
