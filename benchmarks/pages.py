"""The tables of the pages, from the records that `benchmarks/record/CURRENT.md` names.

In a page a table stands between `<!-- table: NAME -->` and `<!-- end -->`; `TABLES` has the function of each name.
What is wanted, and the names of rows, stand here. `SEVERAL_RUNS` has the few figures that no record has.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import chain
from statistics import median
from typing import Any

from benchmarks import ROOT, records
from benchmarks.cases import HISTORIC, HISTORIC_MB_S
from benchmarks.figures import Row, fastest_rival, product, rates, targets
from benchmarks.quality.grounding import KINDS
from benchmarks.speed import fast_paths

PAGES = (
    "README.md", "docs/performance.md", "docs/platforms.md", "docs/study.md", "docs/reference/provenance.md",
    "docs/contributing/architecture.md", "docs/figures.md",
)  # fmt: skip

#: Seen in several runs of which only the last is a record: no table can be held to these.
SEVERAL_RUNS = {
    "two threads, sentence 3000, least": "1.7",
    "two threads, fixed 900, least": "1.3",
    "ingest to pyarrow, most": "0.85",
    "floor of sentence 3000": "only reading, validating, counting and copying the texts: 12 x and 17 x",
}

#: Mixed documents with fences around their code, and without.
MARKUP = ("fenced", "plain")

#: Chunks of the corpus `small`, for a record of batches that does not name them.
CHUNKS = {"fixed 900": 78_345, "sentence 3000": 30_536}

_CURRENT = re.compile(r"^\| ([^|]+) \| \[([^\]]+)\]", re.MULTILINE)
_TABLE = re.compile(r"(<!-- table: ([\w-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def current() -> dict[str, str]:
    """Return the records that the pages cite, by what `CURRENT.md` calls them."""
    found = _CURRENT.findall((records.FOLDER / "CURRENT.md").read_text("utf-8"))
    return {name: path for name, path in found if name != "record"}


def cited(name: str) -> Row:
    """Return the record that `CURRENT.md` calls so."""
    return records.read(current()[name])


def printed(text: str) -> str:
    """Return a page with its tables printed anew."""
    return _TABLE.sub(lambda match: match[1] + TABLES[match[2]]() + "\n" + match[4], text)


def check() -> list[str]:
    """Return the names of the pages whose tables differ from the records."""
    texts = {page: (ROOT / page).read_text("utf-8") for page in PAGES}
    return [page for page, text in texts.items() if printed(text) != text]


def write() -> None:
    """Print the tables of all pages anew."""
    for page in PAGES:
        path = ROOT / page
        path.write_text(printed(path.read_text("utf-8")), "utf-8")


# ---- cells


def number(value: float, digits: int = 0) -> str:
    """Return a number with so many decimals, halves up, and commas between thousands."""
    rounded = Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{rounded:,}"


def times(value: float, digits: int) -> str:
    return f"{number(value, digits)} x"


def share(value: float) -> str:
    """Return a share with three decimals, four where it would read as all; 0 and 1 without any."""
    if value in (0, 1):
        return str(int(value))
    return next(text for text in (number(value, 3), number(value, 4), repr(value)) if not text.startswith("1"))


def thousands(value: float) -> str:
    return number(value / 1000) + ",000"


def bold(text: str, wanted: bool = True) -> str:
    return f"**{text}**" if wanted else text


def best(texts: Sequence[str], last: Callable[[Iterable[float]], float] = max) -> list[str]:
    """Cells of a column, the best in bold: those that read like it."""
    values = [float(text) for text in texts]
    return [bold(text, value == last(values)) for text, value in zip(texts, values, strict=True)]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    first, *rest = (f"|{'|'.join(f' {cell} ' if cell else ' ' for cell in line)}|" for line in (head, *rows))
    return "\n".join([first, "|---" * len(head) + "|", *rest])


def listed(rows: Iterable[Any], *columns: tuple[str, Callable[[Any], str]]) -> str:
    """Return a table of a line for each row, given the head of each column and the function of its cells."""
    return table([head for head, _ in columns], [[cell(row) for _, cell in columns] for row in rows])


#: The instruction sets of the tables of speed, first that of most clouds. The names of their records end so.
PROCESSORS = ("AVX2", "AVX-512")


def by_processor(name: str, head: Sequence[str], rows: Callable[[Row], Iterable[Sequence[str]]]) -> str:
    """Return a table of the rows of each processor's record, those of the same work below each other."""
    found = []
    for each in PROCESSORS:
        key = f"{name}, {each}"
        label = f"{each}, {current()[key].partition('/')[0]}"
        found.append([[first, label, *rest] for first, *rest in rows(cited(key))])
    return table([head[0], "processor", *head[1:]], chain.from_iterable(zip(*found, strict=True)))


# ---- run.py


class Speed:
    """The cases of a record of `run.py`."""

    def __init__(self, record: Row) -> None:
        self._cases = {case["case"]: case for case in record["cases"]}

    def product(self, name: str) -> Row:
        found = product(self._cases[name])
        assert found is not None
        return found

    def megabytes(self, name: str) -> str:
        """MB/s of shiplap."""
        return number(median(rates(self.product(name))))

    def rival(self, name: str) -> str:
        """Return the fastest rival."""
        found = fastest_rival(self._cases[name])
        assert found is not None
        return str(found["engine"])

    def target(self, name: str, against: str) -> tuple[float, float]:
        """Return how many times as fast as `against` shiplap must be, and is."""
        return next((wanted, reached) for what, wanted, reached in targets(self._cases[name]) if what == against)

    def missed(self, name: str, against: str) -> bool:
        wanted, reached = self.target(name, against)
        return reached < wanted

    def times(self, name: str, against: str, digits: int) -> str:
        """Return how many times as fast as `against` shiplap is, in bold where more is wanted."""
        return bold(times(self.target(name, against)[1], digits), self.missed(name, against))

    def wanted(self, names: Sequence[str], against: str, note: str = "missed") -> str:
        """Return the target of some cases, and `note` if one of them misses it."""
        limits = dict.fromkeys(self.target(name, against)[0] for name in names)
        text = ", ".join(f"{limit:g} x" for limit in limits)
        return f"{text}: {note}" if any(self.missed(name, against) for name in names) else text


def front() -> str:
    """Return the one table of the README: figures with the default options, and the windows beside them."""
    files = next(each for each in cited("files, AVX2")["rows"] if each["kind"] == "markdown")
    windows = Speed(cited("speed, AVX2"))
    record = cited("retrieval")
    found = record["presets"]["bm25"]
    whole, fixed = (found["results"][name]["measures"]["whole"][0] for name in ("adaptive", "fixed-1000"))
    blocks = cited("cuts")["builds"]["40; held-out"]["adaptive"]["block_integrity"]
    rows = [
        ["`adaptive` (the default of `shiplap ingest`) on files of Markdown, each read once, one thread, AVX2",
         f"{number(files['bytes'] / median(files['turns']['adaptive']) / 1e6)} MB/s"],
        ["windows of 900 characters over a `str`: bytes covered, not read",
         f"{windows.megabytes('spans-900/prose')} MB/s"],
        [f"answers found whole in {number(found['budget'])} characters of chunks, by words alone (BM25,"
         f" {record['questions']} questions)",
         f"{100 * whole:.0f} %; windows of 1000 characters: {100 * fixed:.0f} %, which is within chance"],
        ["lists, tables and other blocks that fit a chunk and stay whole", f"{100 * blocks:.1f} %"],
    ]  # fmt: skip
    return table(["measured", "figure"], rows)


def speed() -> str:
    head = ["work", "against", "prose, 19.7 MB", "multilingual, 34.4 MB", "wanted"]
    return by_processor("speed", head, lambda record: window_rows(Speed(record)))


def window_rows(found: Speed) -> Iterable[list[str]]:
    """Yield the rows of exact windows and of windows at sentence ends."""
    for label, other, case, against, digits in (
        ("`str` in, texts out", "plain loop of slices", "texts-900", "plain loop", 2),
        ("`str` in, spans out", "plain loop of slices", "spans-900", "plain loop", 0),
        ('`str` in, spans out, `snap="sentence"`, `sentence_rule="simple"`', "plain loop of slices",
         "spans-sentence", "plain loop", 1),
        ("UTF-8 in, validated, spans in characters and bytes", "`numpy` reading every byte", "bytes-900",
         "numpy max", 2),
        ("the same", "fastest rival ({})", "bytes-900", "fastest rival", 0),
    ):  # fmt: skip
        names = [f"{case}/prose", f"{case}/multi"]
        rivals = " and ".join(dict.fromkeys(map(found.rival, names))) if "{}" in other else ""
        cells = [found.times(name, against, digits) for name in names]
        yield [label, other.format(rivals), *cells, found.wanted(names, against, "missed")]


def speed_sentences() -> str:
    head = ["work", "shiplap", "against", "wanted"]
    return by_processor("speed", head, lambda record: sentence_rows(Speed(record)))


def sentence_rows(found: Speed) -> list[list[str]]:
    """Return the rows of sentences and of groups of sentences."""
    prose, multi = "sentences/prose", "sentences/multi"
    regex = min(("re simple", "re capital"), key=lambda each: found.target(prose, each)[1])
    rivals = [times(found.target(name, "fastest rival")[1], 1) for name in (prose, multi)]

    def megabytes_wanted(name: str) -> str:
        limit = found.target(name, HISTORIC)[0] * HISTORIC_MB_S
        return f"{number(limit)} MB/s" + (": missed" if found.missed(name, HISTORIC) else "")

    def against_core(name: str, digits: int, note: str = "") -> list[str]:
        """Shiplap, chonkie-core, and what is wanted."""
        text = f"{found.times(name, 'chonkie-core', digits)} chonkie-core{note}"
        return [found.megabytes(name), text, found.wanted([name], "chonkie-core")]

    texts = ["texts-3000/prose", "texts-3000/multi"]
    plain = " / ".join(found.times(name, "plain loop", 2) for name in texts)
    return [
        ["all sentence spans, prose", found.megabytes(prose),
         f"{found.times(prose, regex, 1)} compiled `re`, {rivals[0]} the fastest rival",
         found.wanted([prose], regex).replace(" x", " x `re`")],
        ["all sentence spans, multilingual", found.megabytes(multi), f"{rivals[1]} the fastest rival",
         megabytes_wanted(multi)],
        ["`sentence-3000` spans, prose",
         *against_core("spans-3000/prose", 1, " (no sentence rule, no overlap, sizes in bytes)")],
        ["the same, documents of 200 KB", *against_core("spans-3000/docs200k", 2)],
        ["the same, multilingual `str`", found.megabytes("spans-3000/multi"), "",
         megabytes_wanted("spans-3000/multi")],
        ["the same, multilingual UTF-8", *against_core("bytes-3000/multi", 1)],
        ["the same as texts, prose / multilingual", " / ".join(map(found.megabytes, texts)),
         f"{plain} a plain loop making the same strings", found.wanted(texts, "plain loop")],
    ]  # fmt: skip


def speed_recursive() -> str:
    head = ["work", "prose", "200 KB", "multilingual", "small documents", "wanted"]
    return by_processor("speed", head, lambda record: recursive_rows(Speed(record)))


def recursive_rows(found: Speed) -> list[list[str]]:
    """Return the rows of recursive chunks."""
    rival = "fastest rival"
    corpora = ("prose", "docs200k", "multi", "small")

    def ratio(name: str) -> str:
        return found.times(name, rival, 0 if found.target(name, rival)[1] >= 10 else 1)

    def cell(name: str, unit: str = "") -> str:
        return f"{ratio(name)} ({found.megabytes(name)}{unit})"

    spans, texts = ([f"recursive-{each}3200/{corpus}" for corpus in corpora] for each in ("", "texts-"))
    long, small = (f"recursive-batch-3200/{corpus}" for corpus in ("docs200k", "small"))
    return [
        ["spans", cell(spans[0], " MB/s"), *map(cell, spans[1:]), found.wanted(spans, rival)],
        ["spans, all documents in one call", "", cell(long), "", cell(small),
         found.wanted([long, small], rival, "missed")],
        ["texts", *map(ratio, texts), found.wanted(texts, rival)],
    ]  # fmt: skip


# ---- other records of the README


def sentences() -> str:
    scores = cited("sentences")["scores"]
    rows = []
    for label, name in (
        ("English EWT (web)", "en_ewt_dev"), ("German GSD", "de_gsd_dev"), ("French GSD", "fr_gsd_dev"),
        ("Spanish GSD", "es_gsd_dev"), ("Portuguese GSD", "pt_gsd_dev"), ("Dutch Alpino", "nl_alpino_dev"),
        ("Dutch LassySmall", "nl_lassysmall_dev"), ("Russian GSD", "ru_gsd_dev"), ("Czech CAC", "cs_cac_dev"),
        ("Swedish Talbanken", "sv_talbanken_dev"), ("Turkish BOUN", "tr_boun_dev"),
        ("Persian Seraji", "fa_seraji_dev"), ("Vietnamese VTB", "vi_vtb_dev"), ("Chinese GSD", "zh_gsd_dev"),
        ("Japanese GSD", "ja_gsd_dev"), ("Korean GSD", "ko_gsd_dev"),
    ):  # fmt: skip
        found = {engine: score["f1"] for engine, score in scores[name].items()}
        others = sorted((-f1, each) for each, f1 in found.items() if not each.startswith(("shiplap", "re ")))
        best = -others[0][0]
        ours = [bold(share(found[each]), found[each] >= best) for each in ("shiplap lang", "shiplap")]
        rivals = [f"{share(-f1)} {each}" for f1, each in others[:2]]
        rows.append([label, *ours, *rivals, share(found["re simple"])])
    head = ["set", "`language=`", "no language", "best other", "second", r"`[.!?]\s+`"]
    return table(head, rows)


def batches() -> str:
    record = cited("batches")
    ratios = {row["case"]: row for row in record["ratios"]}

    def cell(case: str, digits: int) -> str:
        row = ratios[case]
        return bold(times(row["ratio"], digits), row["ratio"] < row["wanted"])

    def wanted(*cases: str) -> str:
        limits = dict.fromkeys(f"{ratios[case]['wanted']:.1f} x".replace("10.0", "10") for case in cases)
        missed = any(ratios[case]["ratio"] < ratios[case]["wanted"] for case in cases)
        return " / ".join(limits) + (": missed" if missed else "")

    def letter(call: str) -> str:
        return number(1e9 * record["cases"][f"one letter each, {call}"]["seconds"] / record["documents"])

    split = "split_batch, texts kept"
    dropped = next(case for case, row in ratios.items() if row["against"] == "plain loop, texts dropped")
    fixed, packed = ([f"Arrow {each}, {what}" for what in ("spans and texts, 1", "spans, 1", "spans and views, 1")]
                     for each in ("fixed 900", "sentence 3000"))  # fmt: skip
    two = ["Arrow sentence 3000, spans, 2", "Arrow fixed 900, spans, 2", "Arrow fixed 900, spans and texts, 2"]
    most = [bold(f"{SEVERAL_RUNS[f'two threads, {each}, least']} to {times(ratios[case]['ratio'], 1)}")
            for each, case in (("sentence 3000", two[0]), ("fixed 900", two[1]))]  # fmt: skip
    floor = times(ratios["numpy reads every byte, 2"]["ratio"], 1)
    ingest = ratios["Parquet, ingest"]
    rows = [
        ["`split_batch`, texts kept / `iter_batch` and `.texts`, dropped",
         f"{cell(split, 1)} / {cell(dropped, 1)} a plain loop of slices", wanted(split, dropped)],
        ["one letter each: `spans_batch` / `chunk_batch`",
         f"{letter('spans_batch')} / {letter('chunk_batch')} ns per document", "300 ns"],
        ["Arrow to spans and texts, 900/120",
         f"{cell(fixed[0], 0)} chunkr-rs's batch call, {cell(fixed[1], 0)} without texts", wanted(*fixed[:2])],
        ["the same, `sentence-3000`",
         f"{cell(packed[0], 1)} and {cell(packed[1], 1)} ({SEVERAL_RUNS['floor of sentence 3000']})",
         wanted(*packed[:2])],
        ["two threads, `sentence-3000` / 900/120",
         f"{' / '.join(most)} one, from run to run (`numpy` reading the same bytes: {floor})", wanted(*two)],
        ["texts as views (`zero_copy=True`)", f"{cell(fixed[2], 2)} and {cell(packed[2], 2)} of spans alone",
         wanted(fixed[2], packed[2])],
        ["Parquet to Parquet by `shiplap ingest`, with hashes",
         f"{number(ingest['ratio'], 2)} to {SEVERAL_RUNS['ingest to pyarrow, most']} x pyarrow reading and "
         "writing the same bytes, in wall time: threads read and encode files while others cut; "
         f"{times(ingest['processor'], 2)} in CPU time", wanted("Parquet, ingest")],
    ]  # fmt: skip
    return table(["work", "", "wanted"], rows)


def regions() -> str:
    first, again = cited("regions"), cited("regions not in ASCII")
    link = current()["regions not in ASCII"]
    right, rate = first["accuracy"], first["speed"]

    def megabytes(limit: int, *rates: int) -> tuple[str, str]:
        missed = min(rates) < limit
        return bold(f"{' / '.join(map(number, rates))} MB/s", missed), number(limit) + (
            ": missed" if missed else ""
        )

    def accuracy(form: str) -> tuple[str, str]:
        found, wanted = right[form]["share"], right[form]["wanted"]
        return bold(number(found, 3), found < wanted), f"{wanted:g}" + (": missed" if found < wanted else "")

    forms = [[again["speed"][f"{form}, not all ASCII"][each] for each in ("str", "bytes")] for form in MARKUP]
    rows = [
        ("right kind, code in fences, tables as they are", *accuracy("fenced")),
        ("right kind, no markup at all", *accuracy("plain")),
        ('fenced Markdown, `path="x.md"` / without a path, `str`',
         *megabytes(1000, rate["fenced, by its path"]["str"], rate["fenced"]["str"])),
        ("the same, not all ASCII, without a path, `str` / `bytes` "
         f"(`benchmarks/record/{link}`)", *megabytes(1000, *forms[0])),
        ("no markup, `str` / `bytes`", *megabytes(400, rate["plain"]["str"], rate["plain"]["bytes"])),
        ("the same, not all ASCII", *megabytes(400, *forms[1])),
        ("`detect_content_type` of 100 KB", f"{number(rate['detect 100 KB, ms'], 2)} ms", "well under 1 ms"),
    ]  # fmt: skip
    return table(["", "measured", "wanted"], rows)


LANGUAGES = {
    "python": "Python", "javascript": "JavaScript", "typescript": "TypeScript", "java": "Java", "c": "C",
    "cpp": "C++", "go": "Go", "rust": "Rust", "lua": "Lua", "ruby": "Ruby", "php": "PHP", "swift": "Swift",
    "kotlin": "Kotlin", "csharp": "C#", "scala": "Scala", "haskell": "Haskell", "elixir": "Elixir", "perl": "Perl",
    "shell": "shell",
}  # fmt: skip


def outlines() -> str:
    rows = []
    for language, found in cited("outlines")["languages"].items():
        cells = []
        for name in ("shiplap", "semantic-text-splitter", "langchain"):
            each = found["engines"][name]
            shares = [share(each["whole"]), share(each["whole with comment"])]
            text = " / ".join([*shares, number(each["chunks to the fewest"], 2)])
            cells.append(bold(text, name == "shiplap"))
        rows.append([LANGUAGES[language], number(found["engines"]["shiplap"]["definitions"]), *cells])
    return table(["", "definitions", "shiplap", "semantic-text-splitter", "LangChain"], rows)


def data_files() -> str:
    """Return the table of files of structured data beside other parsers."""
    names = {"json": "JSON", "yaml": "YAML", "toml": "TOML", "xml": "XML"}
    rows = [
        [
            names[name], number(found["files"]), number(found["leaves"]), number(found["lost"]),
            number(found["over"]), number(found["paths"]), times(found["chunks"] / found["fewest"], 3),
        ]
        for name, found in cited("files of data")["files"].items()
    ]  # fmt: skip
    head = ["format", "files", "leaves", "lost", "over the limit", "wrong key paths", "chunks to the fewest"]
    return table(head, rows)


#: The names of the texts of `quality/data_records.py` that are records of lines.
LINE_RECORDS = {
    "access.log": "access log", "tracebacks.log": "log with tracebacks",
    "services.log": "Docker Compose, tracebacks", "postgresql.log": "PostgreSQL, details",
    "slow.log": "slow log of MySQL", "compiler.log": "messages of gcc", "cargo.log": "failures of cargo",
    "pytest.log": "failures of pytest", "googletest.log": "failures of GoogleTest", "go.log": "failures of Go",
    "wells.fasta": "FASTA", "wells.bib": "BibTeX", "wells.ldif": "LDIF",
    "events.csv": "CSV of the Event Viewer",
}  # fmt: skip


def data_records() -> str:
    """Return the table of records of lines."""
    formats = cited("records of lines")["formats"]
    rows = []
    for path, name in LINE_RECORDS.items():
        found = formats[path]
        told, untold, recursive = (
            found["engines"][engine] for engine in ("shiplap", "shiplap, untold", "shiplap, recursive")
        )
        cells = [number(each["cut"]) for each in (told, untold, recursive)]
        speed = number(found["MB/s"]) if found["MB/s"] else "a table"
        rows.append([name, number(found["fitting"]), *cells, times(told["chunks to the fewest"], 3), speed])
    head = ["", "records that fit", "cut", "cut, without a path", "cut by `RecursiveChunker`"]
    return table([*head, "chunks to the fewest", "outline, MB/s"], rows)


def outline_speed() -> str:
    """Return the table of the speed of outlines in each language, and of the commit before."""
    before = {row["language"]: row for row in cited("speed of outlines, before")["rows"]}
    rows = []
    for found in cited("speed of outlines")["rows"]:
        cells = [LANGUAGES[found["language"]], number(found["files"])]
        for row in (found, before[found["language"]]):
            cells += [number(row["bytes"] / row["again"] / 1e6), number(row["bytes"] / median(row["turns"]) / 1e6)]
        rows.append(cells)
    return table(["", "files", "again, MB/s", "in turn", "again, before", "in turn, before"], rows)


def outlines_by_lines() -> str:
    small, large = cited("outlines of 19 languages"), cited("outlines by lines, at 2,048")

    def figures(record: Mapping[str, Any], language: str, name: str) -> str:
        each = record["languages"][language]["engines"].get(name)
        if each is None:
            return "none"
        shares = [share(each["whole"]), share(each["whole with comment"])]
        return bold(" / ".join([*shares, number(each["chunks to the fewest"], 2)]), name == "shiplap")

    rows = [
        [
            LANGUAGES[language],
            number(found["engines"]["shiplap"]["definitions"]),
            figures(small, language, "shiplap"),
            figures(large, language, "shiplap"),
            figures(small, language, "langchain"),
        ]
        for language, found in small["languages"].items()
        if language in large["languages"]
    ]
    return table(["", "definitions", "shiplap", "shiplap, 2,048", "LangChain"], rows)


def documents() -> str:
    record = cited("documents")
    names = ("shiplap", "semantic-text-splitter", "langchain", "semchunk")

    def all_of(found: Iterable[Mapping[str, Any]], part: str, whole: str) -> float:
        rows = list(found)
        return float(sum(row[part] for row in rows) / sum(row[whole] for row in rows))

    def code(name: str, part: str, whole: str) -> float:
        return all_of((each["engines"][name] for each in record["code"].values()), part, whole)

    def tables(name: str, part: str, whole: str) -> str:
        small, large = (
            share(all_of((each[name] for each in record["tables"][size].values()), part, whole))
            for size in ("1600", "3072")
        )
        return f"{bold(small, name == 'shiplap')} ({large})"

    def mixed(name: str, form: str) -> str:
        found = record["mixed"][form][name]
        return bold(f"{share(found['code'])} / {share(found['table'])}", name == "shiplap")

    def to_windows(name: str) -> str:
        return " / ".join(number(record["mixed"][form][name]["chunks to fixed-2048"], 2) for form in MARKUP)

    rows: list[tuple[str, Callable[[str], str], str]] = [
        ("definitions of eight languages at 1024 characters, whole",
         lambda name: bold(share(code(name, "definitions_kept", "definitions")), name == "shiplap"), "0.995"),
        ("with the comment above",
         lambda name: bold(share(code(name, "commented_kept", "commented")), name == "shiplap"), "0.98"),
        ("chunks / fewest possible",
         lambda name: bold(number(code(name, "chunks", "fewest"), 2), name == "shiplap"), "1.15"),
        ("tables of six forms, longer than 1600 (3072): rows cut",
         lambda name: tables(name, "rows_cut", "rows"), "0"),
        ("header repeated in later pieces", lambda name: tables(name, "pieces_headed", "pieces"), "0.99"),
        ("mixed documents at 3072: code / tables whole, in fences", lambda name: mixed(name, "fenced"), "0.995"),
        ("no markup", lambda name: mixed(name, "plain"), "0.97 / 0.99"),
        ("chunks / fixed windows of 2048, fences / none", to_windows, "0.9"),
    ]  # fmt: skip
    head = ["without overlap", "shiplap", "semantic-text-splitter", "LangChain", "semchunk", "wanted"]
    return table(head, [[label, *map(cell, names), wanted] for label, cell, wanted in rows])


# ---- docs/figures.md: large amounts


def rows_a_second() -> str:
    record = cited("batches")
    rows = []
    for label, what in (
        ("Arrow in, four columns of spans out", "spans"), ("with the texts, copied", "spans and texts"),
        ("all columns but lines and hashes", "all columns"),
    ):  # fmt: skip
        cells = []
        for chunker, chunks in record.get("chunks", CHUNKS).items():
            one, two = (record["cases"][f"Arrow {chunker}, {what}, {threads}"]["seconds"] for threads in (1, 2))
            cells += [f"{number(chunks / one / 1e6, 1)} million", times(one / two, 2)]
        rows.append([label, *cells])
    return table(["rows per second on one core", "fixed 900", "two threads", "sentence 3000", "two threads"], rows)


def scaling() -> str:
    engines = cited("scaling")["engines"]
    rows = []
    for label, name, digits in (
        ("`shiplap ingest --jobs N`, with hashes", "shiplap ingest", 2),
        ("Ray Data, one worker per core", "Ray Data", 1), ("Spark, `local[N]`", "Spark", 1),
    ):  # fmt: skip
        one, two = engines[name]["1"], engines[name]["2"]
        start = dict.fromkeys(number(each["first"] - each["seconds"]) for each in (one, two))
        rates_of_both = [thousands(each["rows"] / each["seconds"]) for each in (one, two)]
        rows.append([label, *rates_of_both, times(one["seconds"] / two["seconds"], digits), ", ".join(start)])
    head = ["rows per second", "one core", "two cores", "", "seconds to start, one core and two"]
    return table(head, rows)


def millions() -> str:
    """Return the table of what a million documents cost."""
    rows = []
    for name, law in cited("millions")["laws"].items():
        engine, _, workers = name.rpartition(", ")
        memory = list(dict.fromkeys((law["memory"][0], law["memory"][-1])))
        rows.append([
            {"shiplap ingest": "`shiplap ingest`"}.get(engine, engine), workers, number(law["million"]),
            number(law["start"]), f"{100 * law['deviation']:.0f} %", " to ".join(map(number, memory)),
            number(law["million"] * 100 / 3600),
        ])  # fmt: skip
    head = [
        "", "workers", "core-seconds a million documents", "to start", "deviation", "MB, fewest to most documents",
        "core-hours for 10^8",
    ]  # fmt: skip
    return table(head, rows)


# ---- docs/figures.md: grounding


def grounding() -> str:
    record = cited("grounding")
    rows = []
    for kind, figures in record["kinds"].items():
        least, middle, greatest = figures["least, median and greatest score"]
        judged, claims = figures["judged grounded"], figures["claims"]
        scores = [number(score, 2) for score in (least, middle, greatest)]
        rows.append([kind, "yes" if KINDS[kind] else "no", str(judged), str(claims - judged), *scores])
    head = ["claim", "grounded", "judged grounded", "judged not", "least score", "median", "greatest"]
    return table(head, rows)


# ---- docs/reference/provenance.md


def provenance() -> str:
    record = cited("provenance")
    speeds = {each["case"]: each["rows_per_second"] for each in record["cases"]}
    rows = [
        [case, f"{speed / 1e6:.1f}", f"{speed / record['wanted']:.1f}", f"{speed / speeds['numpy']:.2f}"]
        for case, speed in speeds.items()
    ]
    return table(["case", "million rows a second", "times the target", "times numpy's searches"], rows)


# ---- docs/guides/html.md


def html() -> str:
    record = cited("html")
    rows = []
    for each in record["cases"]:
        shares = [
            f"{each[name]:.4f}" if name in each else "" for name in ("words", "headings", "cells", "anchors")
        ]
        failures = each["failures"]
        count = failures if isinstance(failures, int) else len(failures)
        rows.append(
            [
                f"{each['case']} {each['version']}",
                f"{each['speed']:.0f}" if "speed" in each else "",
                *shares,
                str(count),
            ]
        )
    return table(["library", "MB/s", "words", "headings", "cells", "anchors", "pages that fail"], rows)


# ---- docs/guides/pdf.md


def pdf() -> str:
    record = cited("pdf")
    figures = record["figures"]
    rows = []
    for window in ("1000/200", "200/40"):
        names = ("chunks", "without page or box", "recall", "foreign")
        chunks, without, recall, foreign = (figures[f"{window}: {name}"] for name in names)
        rows.append([window, f"{chunks:,}", str(without), f"{recall:.3%}", f"{foreign:.3%}"])
    return table(["windows, overlap", "chunks", "without page or box", "recalled", "foreign"], rows)


def pdf_speed() -> str:
    record = cited("pdf")
    rows = [
        [
            each["library"],
            str(each["files"]),
            f"{each['seconds']:.1f}",
            f"{each['share']:.2f}",
            str(each["failed"]),
        ]
        for each in record["speed"]
    ]
    return table(["library", "files", "seconds", "speed beside text alone", "files that failed"], rows)


# ---- docs/guides/search.md, docs/guides/sync.md


def search_speed() -> str:
    """Milliseconds of the processor for a search, the median, by the chunks of the store."""
    questions = {
        "12 words of a chunk": "passages",
        "12 words of any chunks": "any words",
        "of one document": "of one document",
    }
    rows = []
    for store in cited("search speed")["stores"].values():
        asked = [store.get(name) for name in questions.values()]
        asked += [store.get("vectors", {}).get(name) for name in ("vector", "hybrid")]
        found = [number(each["median of the processor"], 1) if each else "" for each in asked]
        rows.append([number(store["chunks"]), number(store["of the processor"]), *found])
    return table(["chunks", "index, seconds", *questions, "vectors", "both"], rows)


def vector_targets() -> str:
    """Seconds for rows into each vector store, beside a loop by hand with the same client."""
    return listed(
        cited("targets")["cases"],
        ("store", lambda case: case["store"]),
        ("rows", lambda case: number(case["rows"])),
        ("`sync`, seconds", lambda case: number(case["seconds"]["target"], 1)),
        ("loop by hand", lambda case: number(case["seconds"]["by hand"], 1)),
        ("time beside it", lambda case: times(case["seconds"]["ratio"], 2)),
        ("of the processor", lambda case: times(case["processor"]["ratio"], 2)),
    )


# ---- docs/contributing/architecture.md


def fast_path_gains() -> str:
    """Return the gains of each fast path in instructions and in time, in %, those that stay first."""
    found: dict[str, Row] = cited("fast paths")["fast paths"]
    staying = [path.name for path in fast_paths.FAST_PATHS if path.name in found]
    rows = []
    for name in [*staying, *(name for name in found if name not in staying)]:
        gains = fast_paths.gains(found[name])
        percents = ([round(100 * gain) for gain in gains.get(column, ())] for column in fast_paths.COLUMNS)
        cells = [" / ".join(map(str, pair)) for pair in percents]
        rows.append([name, *cells, "" if name in staying else "removed"])
    return table(["without", *fast_paths.COLUMNS, ""], rows)


# ---- docs/study.md


STUDY = {
    "shiplap lines, rest alone": "shiplap lines, rest alone",
    "shiplap lines": "shiplap lines",
    "shiplap paragraph": "shiplap paragraph",
    "shiplap adaptive": "shiplap adaptive",
    "shiplap sentence": "shiplap sentence",
    "shiplap fixed, sentence ends": "shiplap fixed, at sentence ends",
    "semchunk": "semchunk {semchunk}",
    "semantic-text-splitter": "semantic-text-splitter {semantic-text-splitter}",
    "LangChain recursive": "LangChain {langchain-text-splitters}, recursive",
    "chonkie recursive": "chonkie {chonkie}, recursive",
    "chonkie sentence": "chonkie {chonkie}, sentence",
    "llama-index sentence": "llama-index {llama-index-core}, sentence",
    "fixed windows": "fixed windows",
}
WITHOUT_QUESTIONS = (
    "shiplap adaptive", "shiplap lines", "shiplap lines, rest alone", "shiplap paragraph", "shiplap sentence",
    "semchunk", "semantic-text-splitter", "LangChain recursive", "chonkie sentence", "llama-index sentence",
    "fixed windows",
)  # fmt: skip


def study() -> str:
    record = cited("retrieval")
    columns = []
    for key in ("bm25 800", "dense 800", "bm25 1600", "dense 1600"):
        found = record["equal mean size"][key]["results"]
        columns.append(best([number(found[name]["measures"]["whole"][0], 3) for name in STUDY]))
    labels = [label.format(**record["versions"]) for label in STUDY.values()]
    head = ["gold spans whole in the top 5", "BM25, 800", "dense, 800", "BM25, 1600", "dense, 1600"]
    return table(head, zip(labels, *columns, strict=True))


#: The columns of retrieval by shapes: what the record calls a retriever, and its name.
BY_SHAPE = {"BM25": "BM25", "wordllama": "static vectors", "minilm": "all-MiniLM-L6-v2"}


def study_shapes() -> str:
    """Recall of each shape, and its difference from plain chunks of 800 characters with the interval."""
    found = cited("shapes of retrieval")["shapes"]
    rows = [
        [shape, number(row["cost, minilm"], 1), *(of_shape(row.get(name), len(found) - 1) for name in BY_SHAPE)]
        for shape, row in found.items()
    ]
    return table(["shape", "cost", *BY_SHAPE.values()], rows)


def study_equal_cost() -> str:
    """Differences from plain chunks for which a model reads about as much."""
    found = cited("shapes of retrieval")["shapes"]
    rows = []
    for shape, row in found.items():
        if "at equal cost" in row["minilm"]:
            cells = (row.get(name, {}).get("at equal cost") for name in BY_SHAPE)
            others = ("" if cell is None else difference(cell, len(found) - 1) for cell in cells)
            rows.append([shape, row["minilm"]["at equal cost"]["shape"], *others])
    return table(["shape", "beside", *BY_SHAPE.values()], rows)


def of_shape(row: Row | None, shapes: int) -> str:
    """One cell of the table."""
    if row is None:
        return ""
    against = row["to plain"]
    return f"{number(row['recall'], 3)}{f': {difference(against, shapes)}' if against else ''}"


def difference(against: Row, shapes: int) -> str:
    """A difference with its interval; bold if it is beyond noise, corrected for a number of shapes."""
    mean, low, high = (f"{'+' if against[key] >= 0 else '-'}{number(abs(against[key]), 3)}"
                       for key in ("difference", "low", "high"))  # fmt: skip
    strong = "**" if against["p"] < 0.05 / shapes else ""
    return f"{strong}{mean}{strong} ({low} to {high})"


def shapes() -> str:
    """Speed of levels, excerpts, pooling and segments."""
    cases = {row["case"]: row for row in cited("shapes")["cases"]}
    rows = [
        [f"three levels over {name}", f"{number(cases[f'hierarchy/{kind}']['ratio'], 1)} x the leaves", "1.5 x"]
        for kind, name in (("adaptive", "`AdaptiveChunker(100)`"), ("recursive", "`RecursiveChunker(400)`"),
                           ("sentence", "`SentenceChunker(400)`"))
    ]  # fmt: skip
    for unit in ("chunks", "sentences", "characters"):
        speed = cases[f"around/{unit}"]["calls a second"]
        rows.append([f"`around`, {unit}", f"{speed:,.0f} calls a second", "100,000"])
    for dimensions, size in ((768, 200), (384, 200), (384, 3000), (64, 64)):
        row = cases[f"pool/{dimensions}x{size}"]
        rows.append([f"`pool`, {dimensions} dimensions, {size:,} tokens a chunk",
                     f"{number(row['GB/s'], 1)} GB/s, error {row['error']:.1e}", "1 GB/s, 1e-6"])  # fmt: skip
    for size in (400, 1600, 6400):
        seconds = cases[f"semantic/least_cost, {size}"]["seconds"]
        rows.append(
            [f"`SemanticChunker({size})`, 10,000 sentences", f"{number(seconds, 3)} s beside the model", "1 s"]
        )
    for model, name in (("wordllama", "wordllama (static)"), ("minilm", "all-MiniLM-L6-v2")):
        own = cases[f"semantic with {model}"]["own share"]
        rows.append(
            [f"`SemanticChunker(1600)` with {name}", f"{number(100 * own, 2)} % of the time is shiplap's", "5 %"]
        )
    return table(["", "measured", "wanted"], rows)


def study_quality() -> str:
    record = cited("retrieval")
    texts, code = record["quality"]["800"], record["code"]
    columns = [
        best([number(texts[name]["ends"], 3) for name in WITHOUT_QUESTIONS]),
        best([number(texts[name]["stability"], 3) for name in WITHOUT_QUESTIONS]),
        best([share(code[name]["definitions_whole"]) for name in WITHOUT_QUESTIONS]),
        best([number(code[name]["tables_whole"], 3) for name in WITHOUT_QUESTIONS]),
        best([number(1e3 * code[name]["seconds to cut"], 1) for name in WITHOUT_QUESTIONS], min),
    ]
    columns[-1][-1] += " (plain Python)"
    labels = [re.sub(" (recursive|sentence)$", r", \1", name) if not name.startswith("shiplap") else name
              for name in WITHOUT_QUESTIONS]  # fmt: skip
    size = record["code corpus"]["characters"] / 1e6
    head = ["", "ends at a sentence", "stable under edits", "definitions whole", "tables whole",
            f"ms to cut {number(size, 1)} MB"]  # fmt: skip
    return table(head, zip(labels, *columns, strict=True))


# ---- langchain.py


def langchain() -> str:
    """Return the drop-ins beside LangChain, and beside the least that a program can do."""

    def of_floor(row: Row) -> str:
        wanted = LANGCHAIN_SHARES.get(row["case"].split(",")[0], LANGCHAIN_SHARE)
        return bold(number(row["share"], 2), row["share"] < wanted) if "share" in row else ""

    return listed(
        [row for row in cited("langchain")["rows"] if "times" in row],
        ("work, size/overlap", lambda row: row["case"]),
        ("times LangChain", lambda row: times(row["times"], row["times"] < 10)),
        ("share of the floor", of_floor),
        ("speed", lambda row: f"{number(row['mb_s'])} MB/s" if "mb_s" in row else ""),
    )


def langchain_starts() -> str:
    """Wrong start offsets."""
    return listed(
        [row for row in cited("langchain")["rows"] if "of_langchain" in row],
        ("text, 200/40 words", lambda row: row["case"].split(", ")[1].replace("multi", "multilingual")),
        ("chunks", lambda row: number(row["chunks"])),
        ("wrong in LangChain", lambda row: number(row["of_langchain"])),
        ("wrong here", lambda row: number(row["wrong"])),
    )


# ---- edits.py


def edits() -> str:
    """Return the table of the changes by one edit: in documents with paragraphs, and in prose run together."""
    rows: dict[str, dict[str, Row]] = {}
    for row in cited("edits")["rows"]:
        rows.setdefault(row["chunker"], {})[row["documents"]] = row

    def mean(by: dict[str, Row], name: str, weight: Callable[[Row], float] = lambda row: 1) -> float:
        apart = [by[group] for group in ("pages", "code", "prose")]
        return sum(row[name] * weight(row) for row in apart) / sum(map(weight, apart))

    def most(by: dict[str, Row], name: str) -> float:
        return max(by[group][name] for group in ("pages", "code", "prose"))

    return listed(
        rows.items(),
        ("chunker", lambda row: row[0]),
        ("new: mean", lambda row: number(mean(row[1], "new", lambda each: each["edits"]), 2)),
        ("most", lambda row: number(most(row[1], "most"))),
        ("farthest", lambda row: number(most(row[1], "farthest"))),
        ("fill", lambda row: number(mean(row[1], "fill"), 2)),
        ("sentence ends, prose", lambda row: share(row[1]["prose"]["sentence_ends"])),
        ("joined: mean / most", lambda row: mean_and_most(row[1]["joined"])),
    )


def mean_and_most(row: Row, mean: str = "new", most: str = "most") -> str:
    return f"{number(row[mean], 2)} / {number(row[most])}"


def edits_in_a_row() -> str:
    """Return the table of the result of many updates one after the other, beside a fresh cut."""
    return listed(
        cited("edits")["runs"],
        ("documents", lambda row: row["documents"]),
        ("chunker", lambda row: row["chunker"]),
        ("new: mean", lambda row: number(row["new"], 2)),
        ("most", lambda row: number(row["most"])),
        ("mean size / fresh", lambda row: number(row["mean_size_of_fresh"], 3)),
        ("sentence ends", lambda row: share(row["sentence_ends"])),
        ("fresh", lambda row: share(row["sentence_ends_of_fresh"])),
    )


# ---- reach.py


def reach() -> str:
    """Return the table of the reach of edits that are not structural."""
    rows: dict[str, dict[str, Row]] = {}
    for row in cited("reach")["rows"]:
        if not row["structural"]:
            rows.setdefault(row["chunker"], {})[row["edits_of"]] = row
    kinds = ("anywhere", "written", "start")
    head = ["chunker", *(f"{kind}: mean / most" for kind in kinds), "farthest"]
    return table(head, [
        [name, *(mean_and_most(by[kind]) for kind in kinds), number(max(by[kind]["farthest"] for kind in kinds))]
        for name, by in rows.items()
    ])  # fmt: skip


def reach_structural() -> str:
    """Return the table of the number of structural edits, and of their reach in mixed documents."""
    rows = [row for row in cited("reach")["rows"] if row["chunker"] == "adaptive"]
    count: Counter[str] = Counter()
    for row in rows:
        count[row["edits_of"]] += row["edits"]
    return listed(
        [row for row in rows if row["structural"]],
        ("edits", lambda row: row["edits_of"]),
        ("number", lambda row: number(count[row["edits_of"]])),
        ("structural", lambda row: f"{number(100 * row['edits'] / count[row['edits_of']], 1)} %"),
        ("new by text: mean / most", lambda row: mean_and_most(row, "new_texts", "most_texts")),
        ("least", lambda row: number(row["least_texts"], 2)),
        ("by context: mean / most", mean_and_most),
    )


# ---- cuts.py


def cuts() -> str:
    """Return the curve of blocks that stay whole and of chunks, by what a split paragraph costs."""
    builds = cited("cuts")["builds"]
    names = dict.fromkeys(name.partition(";")[0] for name in builds)
    rows = []
    for name in sorted(names, key=lambda name: -1 if name == "before" else int(name)):
        row = ["lists cut, 8" if name == "before" else f"**{name}**" if name == "40" else name]
        for part in ("development", "held-out"):
            for chunker in ("adaptive 256", "adaptive 512", "adaptive"):
                now, before = (builds[f"{build}; {part}"][chunker] for build in (name, "before"))
                more = 100 * (now["chunks"] / before["chunks"] - 1)
                row.append(f"{100 * now['block_integrity']:.2f} / {more:+.1f}")
        rows.append(row)
    head = ["a split paragraph costs", *(f"{part}: {size}" for part in ("chosen on", "held out")
                                         for size in ("256 tokens", "512 tokens", "the preset"))]  # fmt: skip
    return table(head, rows)


# ---- headings.py


def unmarked_headings() -> str:
    """Return the table of the share of headings that are found in documents without their marks."""
    figures = cited("headings without marks")["headings"]
    rows = []
    for part in ("development", "held-out"):
        count, characters, headings = figures[part]["documents"]
        for way in ("regions", "sections"):
            found = figures[part][f"{way}, a.txt"]
            row = [f"{part}: {way}", f"{count}, {characters / 1e6:.1f} M", f"{headings:,}"]
            rows.append([*row, *(f"{found[name]:.2f}" for name in ("precision", "recall", "f1"))])
    return table(["documents", "number, characters", "headings", "precision", "recall", "F1"], rows)


# ---- structure.py


def structure_of_documents() -> str:
    """Titles of reStructuredText beside docutils, and leads at the ends of chunks."""
    figures = cited("structure of documents")["structure"]
    rows = []
    for part in ("development", "held-out", "packages"):
        found = figures[f"titles, {part}"]
        scores = ", ".join(f"{name} {found[name]:.3f}" for name in ("precision", "recall"))
        rows.append([
            f"titles of `.rst` by level, {part}", f"{found['files']:,} files, {found['titles']:,} titles",
            f"F1 {found['f1']:.3f} ({scores})",
        ])  # fmt: skip
    halves = ("development", "held-out")
    for suffix, name, parts in (
        (".rst", "", halves), (".rst", " of packages", ("packages",)), (".md", "", halves),
    ):  # fmt: skip
        given = [figures[f"leads, {suffix}, {part}"] for part in parts]
        ends, leads, fit = (sum(counts[each] for counts in given) for each in ("ends", "leads", "fit"))
        measure = f"leads at the ends of chunks of `{suffix}`{name}"
        rows.append([measure, f"{ends:,} ends", f"{leads:,}, of which {fit:,} fit"])
    return table(["measure", "of", "found"], rows)


# ---- legal.py


def legal_headings() -> str:
    """Return the table of how well headings are found in RFCs and licences."""
    rows = []
    for name, found in cited("headings of legal texts")["legal"].items():
        row = [name, f"{found['documents']:,}", f"{found['headings']:,}"]
        rows.append([*row, *(f"{found[each]:.2f}" for each in ("precision", "recall", "f1"))])
    return table(["texts", "number", "headings", "precision", "recall", "F1"], rows)


# ---- updates.py


def updates() -> str:
    """Return the table of the time of an update of a megabyte, beside a fresh cut."""
    found: dict[tuple[str, str], dict[tuple[str, int], Row]] = {}
    for row in cited("updates")["rows"]:
        found.setdefault((row["text"], row["case"]), {})[row["form"], row["edits"]] = row

    def micro(row: Row, work: str) -> str:
        return number(1e6 * row["seconds"][work])

    rows = [
        [text, case, micro(one := by["str", 1], "cut"), micro(one, "update"), number(one["of_cut"], 2),
         number(one["share"], 2), number(by["UTF-8", 1]["of_cut"], 2), micro(by["str", 10], "update")]
        for (text, case), by in found.items()
    ]  # fmt: skip
    return table(["text", "chunker", "cut, µs", "update, µs", "of the cut", "share of the floor",
                  "UTF-8: of the cut", "ten edits, µs"], rows)  # fmt: skip


def tokenizers() -> str:
    """Return the table of the speed of the libraries that encode by a name."""
    found: dict[str, dict[tuple[str, str], Row]] = {}
    record = cited("tokenizers")
    for row in record["rows"]:
        found.setdefault(row["tokenizer"], {})[row["encoding"], row["corpus"]] = row
    rows = []
    for name, by in found.items():
        cells = [number(row["mb_s"], row["mb_s"] < 10) for row in by.values()]
        gain = times(median(row["two threads"] for row in by.values()), 1)
        rows.append([f"{name} {record['versions'].get(name, '')}".strip(), *cells, gain])
    head = [f"{encoding}, {corpus}" for encoding, corpus in next(iter(found.values()))]
    return table(["MB/s", *head, "two threads"], rows)


def neon() -> str:
    """Return how many times fewer instructions NEON's kernels take than the scalar ones."""
    left_out = importlib.import_module("benchmarks.speed.neon").LEFT_OUT
    rows = []
    for kernel, (scalar, counted) in cited("neon")["instructions"].items():
        if kernel in left_out:
            rows.append([kernel, number(scalar), "", times(left_out[kernel], 1), "not used"])
        else:
            rows.append([kernel, number(scalar), number(counted), times(scalar / counted, 1), ""])
    return table(["kernel, bytes a unit", "scalar", "NEON", "times fewer", ""], rows)


def free_threads() -> str:
    """Return the table of the gain of a second thread in a Python without a GIL."""
    return listed(
        cited("free threads")["seconds"].items(),
        ("one batch", lambda row: row[0]),
        ("one thread", lambda row: f"{1e3 * median(row[1][0]):.1f} ms"),
        ("two threads", lambda row: f"{median(row[1][0]) / median(row[1][1]):.2f} x"),
    )


#: The columns of the table of stages, and the stages of each.
STAGES = {
    "line ends": ("line ends",),
    "signs, language": ("signs of lines", "language"),
    "regions": ("regions",),
    "outline": ("outline",),
    "sentences": ("candidates of sentences", "verdicts on sentences"),
    "places, packing": ("places", "packing"),
    "windows, stable cuts": ("windows",),
    "Python, memory": ("Python", "memory"),
}


def stages() -> str:
    """Instructions a byte of each stage of the main loops, and the time by the clock."""
    rows = []
    for row in cited("stages")["rows"]:
        size = row["bytes"]
        counts = {name: sum(row["stages"].get(each, 0) for each in of) / size for name, of in STAGES.items()}
        whole = sum(row["stages"].values()) / size
        cells = [
            number(count, 1) if count >= 0.05 else "" for count in [*counts.values(), whole - sum(counts.values())]
        ]
        speed = number(size / row["seconds"] / 1e6)
        rows.append([row["case"], speed, number(1e9 * row["seconds"] / size, 2), number(whole, 1), *cells])
    return table(["", "MB/s", "ns a byte", "instructions a byte", *STAGES, "other"], rows)


#: The columns of the table of files, and the work of each.
WORKS = {
    "adaptive": "adaptive",
    "no path": "adaptive, no path",
    "recursive": "recursive-3200",
    "stable": "stable-1000",
    "outline": "outline",
}


def files() -> str:
    """Return the speed of chunkers and outlines over real files, each again and again, and all in turn."""
    return by_processor("files", ["MB/s, again / in turn", *WORKS.values()], rows_of_files)


def rows_of_files(record: Row) -> Iterable[list[str]]:
    """Yield the rows of the kinds of files."""
    for row in record["rows"]:
        cells = []
        for name in WORKS:
            if name not in row["again"]:
                cells.append("")
                continue
            speeds = (row["bytes"] / seconds / 1e6 for seconds in (row["again"][name], median(row["turns"][name])))
            cells.append(" / ".join(map(number, speeds)))
        yield [row["kind"], *cells]


def headings_look() -> str:
    """Return the table of the time that the look for headings takes."""

    def ratio(row: Row, option: str) -> str:
        return f"{median(row['seconds'][option]) / median(row['seconds']['none']):.1f}"

    return listed(
        cited("look for headings")["rows"],
        ("recursive-3200", lambda row: row["case"]),
        ("default, MB/s", lambda row: number(row["bytes"] / median(row["seconds"]["default"]) / 1e6)),
        ("`headings=None`, MB/s", lambda row: number(row["bytes"] / median(row["seconds"]["none"]) / 1e6)),
        ("time, default / None", lambda row: ratio(row, "default")),
        ('time, "marked" / None', lambda row: ratio(row, "marked")),
    )


#: What each program of `imports.py` does, by its name.
IMPORTS = {
    "standard modules": "the standard modules that `import shiplap` loads",
    "import": "`import shiplap`",
    "adaptive": "the same, and a first chunk by the default preset",
    "paragraph-800": "by `paragraph-800`",
    "fixed-900": "by `fixed-900`",
}


def imports() -> str:
    """Return the table of the time until the first chunk."""
    return listed(
        cited("imports")["rows"],
        ("", lambda row: IMPORTS[row["case"]]),
        ("ms above bare Python", lambda row: f"{median(row['milliseconds']):.0f}"),
    )


def jobs() -> str:
    """Return the table of ingests by one process and by two."""

    def speed(row: Row, jobs: str) -> float:
        return float(row["bytes"] / median(row["seconds"][jobs]) / 1e6)

    return listed(
        cited("jobs")["rows"],
        ("preset", lambda row: f"`{row['case']}`"),
        ("one process, MB/s", lambda row: number(speed(row, "1"))),
        ("two, MB/s", lambda row: number(speed(row, "2"))),
        ("times as fast", lambda row: f"{speed(row, '2') / speed(row, '1'):.2f}"),
    )


def rows() -> str:
    """Return the table of ingests of tables into Parquet by the default preset and by exact windows."""
    before = {row["case"]: row for row in records.read("2026-11-28/rows-2-before.json")["rows"]}

    def micros(row: Row, preset: str) -> float:
        return float(1e6 * median(row["seconds"][preset]) / row["rows"])

    def ratio(row: Row) -> str:
        return f"{micros(row, 'adaptive') / micros(row, 'fixed-900'):.1f}"

    return listed(
        cited("rows")["rows"],
        ("texts of", lambda row: row["case"]),
        ("rows", lambda row: f"{row['rows']:,}"),
        ("`fixed-900`, µs a row", lambda row: number(micros(row, "fixed-900"))),
        ("`adaptive`", lambda row: number(micros(row, "adaptive"))),
        ("times", ratio),
        ("times, before", lambda row: ratio(before[row["case"]])),
    )


#: What each loop of `floors.py` does, by its name.
FLOORS = {
    "candidates": "candidates alone, each an end",
    "patterns": "candidates and patterns, no rule",
    "stops": "lines, brackets, strings, comments",
    "words": "the same, and its words",
    "validated": "validation alone",
    "counted": "validation and counting",
    "numpy": "`numpy` reading every byte",
    "unheaded": "the chunker with `headings=None`",
    "unread": "windows of the same size: no text is read",
    "slices": "a loop in Python that knows the places",
}


def floors() -> str:
    """Return the chunkers beside loops written for one case alone."""
    rows = []
    for row in cited("floors")["rows"]:
        speeds = {name: row["bytes"] / median(found) / 1e6 for name, found in row["seconds"].items()}
        mine = speeds.pop("shiplap")
        for k, (name, speed) in enumerate(speeds.items()):
            shares = [mine / speed for mine, speed in zip(*_speeds(row, name), strict=True)]
            label = [row["case"], number(mine)] if k == 0 else ["", ""]
            rows.append([*label, FLOORS[name], number(speed), number(median(shares), 2)])
    return table(["work", "shiplap, MB/s", "loop", "MB/s", "shiplap's share"], rows)


def _speeds(row: Row, name: str) -> list[list[float]]:
    """Return the speed of shiplap and of a loop in each round."""
    return [[row["bytes"] / seconds for seconds in row["seconds"][each]] for each in ("shiplap", name)]


#: What is wanted of the share of the floor.
LANGCHAIN_SHARE, LANGCHAIN_SHARES = 0.7, {"create_documents": 0.85}

TABLES: dict[str, Callable[[], str]] = {
    "front": front,
    "speed": speed,
    "speed-sentences": speed_sentences,
    "speed-recursive": speed_recursive,
    "sentences": sentences,
    "batches": batches,
    "regions": regions,
    "outlines": outlines,
    "outlines-by-lines": outlines_by_lines,
    "outline-speed": outline_speed,
    "data-files": data_files,
    "data-records": data_records,
    "documents": documents,
    "rows-a-second": rows_a_second,
    "millions": millions,
    "scaling": scaling,
    "grounding": grounding,
    "provenance": provenance,
    "html": html,
    "pdf": pdf,
    "pdf-speed": pdf_speed,
    "search-speed": search_speed,
    "targets": vector_targets,
    "fast-paths": fast_path_gains,
    "langchain": langchain,
    "langchain-starts": langchain_starts,
    "cuts": cuts,
    "unmarked-headings": unmarked_headings,
    "structure-of-documents": structure_of_documents,
    "legal-headings": legal_headings,
    "edits": edits,
    "edits-in-a-row": edits_in_a_row,
    "reach": reach,
    "reach-structural": reach_structural,
    "updates": updates,
    "tokenizers": tokenizers,
    "neon": neon,
    "free-threads": free_threads,
    "stages": stages,
    "floors": floors,
    "files": files,
    "headings-look": headings_look,
    "imports": imports,
    "jobs": jobs,
    "rows": rows,
    "study": study,
    "study-quality": study_quality,
    "study-shapes": study_shapes,
    "study-equal-cost": study_equal_cost,
    "shapes": shapes,
}
