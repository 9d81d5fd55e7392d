"""Quality of sentence splitters: the ends of sentences that they find, and whether chunks end there.

    python -m benchmarks.quality.sentences DIR_OR_FILE...              data sets, and the golden cases of the tests
    python -m benchmarks.quality.sentences --engines 'shiplap*,pysbd'  some engines (comma-separated globs)
    python -m benchmarks.quality.sentences --misses shiplap de_*       what is wrong: ‖ right, + too many, - missed
    python -m benchmarks.quality.sentences --ends DIR_OR_FILE...       the share of chunk ends at a sentence end
    python -m benchmarks.quality.sentences --record FILE ...           the figures as JSON too

A data set is a file of JSON lines, {"text": …, "ends": […]}: the offsets (code points) at which sentences end
inside the text. Its name begins with its language (`en_ewt_dev.jsonl`). The golden cases are lines of
`tests/golden/sentences/LANGUAGE.txt` with ‖ where a sentence ends, `\\n` for a line break, `#` for a comment.

Two ends are the same if only white space is between them; the ends of the text do not count.
Precision, recall and F1 are those of all boundaries of a set together. An engine runs in a process of its own;
a document on which it crashes, raises, or takes too long counts as one in which it found nothing.
"""

from __future__ import annotations

import json
import multiprocessing
import platform
import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks import ROOT, records
from benchmarks.cases import matches
from benchmarks.engines.sentence_splitters import SPLITTERS, Ready, Splitter

GOLDEN = ROOT / "tests" / "golden" / "sentences"
MARK = "‖"
#: Languages written without a space between sentences.
UNSPACED = ("zh", "ja", "km", "my", "th")
#: Running text of each language for `--ends`, in bytes of UTF-8, and the share to reach.
RUNNING, WANTED = 200_000, 0.98


@dataclass(frozen=True)
class Document:
    text: str
    ends: frozenset[int]


@dataclass(frozen=True)
class DataSet:
    """`language` is "" where the name of the set does not begin with one."""

    name: str
    language: str
    documents: list[Document]

    @property
    def boundaries(self) -> int:
        return sum(len(document.ends) for document in self.documents)


@dataclass
class Score:
    """Counts of one engine on one set."""

    gold: int = 0
    found: int = 0
    right: int = 0
    failures: dict[str, int] = field(default_factory=dict)

    def add(self, gold: frozenset[int], found: frozenset[int]) -> None:
        self.gold += len(gold)
        self.found += len(found)
        self.right += len(gold & found)

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """1 if there is nothing to find and nothing was found."""
        return 2 * self.right / (self.found + self.gold) if self.found + self.gold else 1.0


def inner(text: str, ends: Iterable[int]) -> frozenset[int]:
    """Return the boundaries inside the text, each directly after a visible character."""
    kept = set()
    last = len(text.rstrip())
    for end in ends:
        place = len(text[:end].rstrip()) if text[end - 1 : end].isspace() else end
        if 0 < place < last:
            kept.add(place)
    return frozenset(kept)


def _language(name: str) -> str:
    head = name.partition("_")[0]
    return head if len(head) == 2 and head.isascii() and head.isalpha() and head.islower() else ""


def golden_case(line: str) -> Document:
    """Return a line of golden cases: its text without the marks, and where they stood."""
    ends, text = [], ""
    for part in line.replace("\\n", "\n").split(MARK):
        text += part
        ends.append(len(text))
    return Document(text, inner(text, ends))


def golden(folder: Path = GOLDEN) -> Iterator[DataSet]:
    """Yield the golden cases of the tests, a set a language."""
    for path in sorted(folder.glob("*.txt")):
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
        cases = [golden_case(line) for line in lines if not line.startswith("#")]
        yield DataSet(f"golden/{path.stem}", _language(path.stem), cases)


def data_sets(paths: Iterable[Path]) -> Iterator[DataSet]:
    """Yield the data sets in these files and folders."""
    for path in paths:
        for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
            documents = []
            with file.open(encoding="utf-8") as lines:
                for line in lines:
                    entry = json.loads(line)
                    documents.append(Document(entry["text"], inner(entry["text"], entry["ends"])))
            yield DataSet(file.stem, _language(file.stem), documents)


# ---- engines, each in a process of its own


def _serve(pipe: Connection, name: str) -> None:
    """The engine's process: (language, text) in; ("ends", those, language used) or ("failed", why) out."""
    splitter = next(one for one in SPLITTERS if one.name == name)
    ready: dict[str, Ready] = {}
    while True:
        try:
            language, text = pipe.recv()
        except EOFError:
            return
        try:
            if language not in ready:
                ready[language] = splitter.make(language)
            one = ready[language]
            pipe.send(("ends", [int(end) for end in one.ends(one.call(text), text)], one.language))
        except Exception as error:
            pipe.send(("failed", f"{type(error).__name__}: {error}", ""))


class Worker:
    """An engine in a process that is started again when it crashed or was ended for taking too long."""

    def __init__(self, splitter: Splitter, patience: float) -> None:
        self.splitter = splitter
        self.patience = patience
        self.failure = ""
        self.language = ""
        self._process: Any = None
        self._pipe: Any = None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self.splitter.name), daemon=True)
        self._process.start()
        theirs.close()
        self.ends("en", "", 60.0)  # imports and models do not count

    def ends(self, language: str, text: str, patience: float | None = None) -> list[int] | None:
        """Return the ends, or None with the reason in `failure`."""
        if self._process is None:
            self._start()
        try:
            self._pipe.send((language, text))
            if not self._pipe.poll(self.patience if patience is None else patience):
                self.failure = "timeout"
                self.stop()
                return None
            kind, answer, used = self._pipe.recv()
        except (EOFError, OSError):
            self.failure = "crash"
            self.stop()
            return None
        if kind == "failed":
            self.failure = answer
            return None
        self.language = used
        return list(answer)

    def stop(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None


def absent(splitter: Splitter) -> str:
    """Return why a splitter cannot be used here; "" if it can."""
    if splitter.version() is None:
        return "not installed"
    worker = Worker(splitter, 60.0)
    found = worker.ends("en", "One. Two.")
    worker.stop()
    return worker.failure if found is None else ""


def version(splitter: Splitter) -> str:
    """Return the version, of the library under it too where that is another one."""
    if splitter.distribution is None:
        return f"Python {platform.python_version()}"
    found = splitter.version() or ""
    if splitter.name == "ICU":
        import icu

        found += f" (ICU {icu.ICU_VERSION})"
    return found


Scores = dict[str, dict[str, Score]]


def measure(
    splitters: list[Splitter], sets: list[DataSet], patience: float, misses: str
) -> tuple[Scores, dict[str, dict[str, str]]]:
    """Return the scores by set and engine, and the language that each engine used for each set."""
    scores: Scores = {one.name: {} for one in sets}
    languages: dict[str, dict[str, str]] = {one.name: {} for one in sets}
    for splitter in splitters:
        worker = Worker(splitter, patience)
        for one in sets:
            score = scores[one.name][splitter.name] = Score()
            for document in one.documents:
                ends = worker.ends(one.language, document.text)
                if ends is None:
                    score.failures[worker.failure] = score.failures.get(worker.failure, 0) + 1
                found = inner(document.text, ends or ())
                score.add(document.ends, found)
                if misses and matches(splitter.name, misses) and found != document.ends:
                    print(f"{one.name}: {splitter.name}: {marked(document, found)}")
            languages[one.name][splitter.name] = worker.language
        worker.stop()
    return scores, languages


def marked(document: Document, found: frozenset[int]) -> str:
    """Return the text with ‖ at ends that were found, [+] at ones too many, [-] at missed ones, and little
    around."""
    text, shown, last = document.text, "", 0
    wrong = document.ends ^ found
    for place in sorted(document.ends | found):
        sign = MARK if place in document.ends and place in found else "[+]" if place in found else "[-]"
        shown += text[last:place] + sign
        last = place
    shown += text[last:]
    if len(text) < 300:
        return shown.replace("\n", "\\n")
    parts = []
    for place in sorted(wrong):
        sign = "[+]" if place in found else "[-]"
        parts.append(text[max(0, place - 50) : place] + sign + text[place : place + 40])
    return " … ".join(parts).replace("\n", "\\n")


# ---- tables


def table(scores: Scores, splitters: list[Splitter], sets: list[DataSet]) -> str:
    """F1 by set and engine, then precision and recall."""
    width = max(12, *(len(one.name) + 2 for one in splitters))
    head = f"{'':18}{'ends':>7}" + "".join(f"{one.name:>{width}}" for one in splitters)
    lines = ["F1   * the best of the others, ! shiplap is behind it", head]
    for one in sets:
        row = scores[one.name]
        others = [row[each.name].f1 for each in splitters if each.role != "product"]
        best = max(others, default=0.0)
        line = f"{one.name:18}{one.boundaries:>7,}"
        for each in splitters:
            f1 = row[each.name].f1
            behind = "!" if f1 < best else " "
            sign = behind if each.role == "product" else "*" if f1 == best else " "
            line += f"{f'{f1:.3f}{sign}':>{width}}"
        lines.append(line)
    lines += ["", "precision / recall", head]
    for one in sets:
        row = scores[one.name]
        shares = (f"{row[each.name].precision:.3f}/{row[each.name].recall:.3f}" for each in splitters)
        lines.append(
            f"{one.name:18}{one.boundaries:>7,}"
            + "".join(f"{share.replace('0.', '.'):>{width}}" for share in shares)
        )
    failed = [
        f"  {one.name}: {each.name}: {count} documents: {why}"
        for one in sets
        for each in splitters
        for why, count in scores[one.name][each.name].failures.items()
    ]
    return "\n".join(lines + (["", "failures, counted as nothing found", *failed] if failed else []))


# ---- chunks that end at a sentence end


def running(documents: Iterable[Document], language: str, size: int = RUNNING) -> tuple[str, set[int]]:
    """Running text without line breaks, of the sentences of the documents in random orders; and their ends.
    Documents with line breaks are left out: there it is the layout that ends headings and items."""
    sentences = []
    for document in documents:
        if "\n" in document.text:
            continue
        places = [0, *sorted(document.ends), len(document.text)]
        for start, end in pairwise(places):
            sentence = " ".join(document.text[start:end].split())
            if sentence:
                sentences.append(sentence)
    between = "" if language in UNSPACED else " "
    source = random.Random(3000)
    parts: list[str] = []
    ends: set[int] = set()
    place = covered = 0
    while covered < size and sentences:
        source.shuffle(sentences)
        for sentence in sentences:
            parts.append(sentence)
            place += len(sentence)
            ends.add(place)
            place += len(between)
            covered += len(sentence.encode()) + len(between)
            if covered >= size:
                break
    return between.join(parts), ends


def chunk_ends(sets: list[DataSet], preset: str = "sentence-3000") -> dict[str, dict[str, float]]:
    """By language: chunks of running text, and the share of their ends, but the last, at a sentence end."""
    import shiplap

    chunker = shiplap.preset(preset)
    found: dict[str, dict[str, float]] = {}
    kinds = {one.name.startswith("golden/") for one in sets}
    for language in sorted({one.language for one in sets if one.language}):
        for is_golden in sorted(kinds):
            chosen = [
                one for one in sets if one.language == language and one.name.startswith("golden/") == is_golden
            ]
            text, gold = running((document for one in chosen for document in one.documents), language)
            if not text:
                continue
            cuts = chunker.spans(text)[:-1, 1].tolist()
            right = sum(len(text[:cut].rstrip()) in gold for cut in cuts)
            name = f"{language} golden" if is_golden else language
            found[name] = {
                "chunks": len(cuts) + 1,
                "sentences": len(gold),
                "share": right / len(cuts) if cuts else 1.0,
            }
    return found


def ends_table(found: dict[str, dict[str, float]]) -> str:
    lines = [f"chunks of sentence-3000 that end at a sentence end, in running text (wanted {WANTED})"]
    for name, row in found.items():
        state = "reached" if row["share"] >= WANTED else "MISSED"
        lines.append(f"  {name:12}{row['share']:7.3f}  of {row['chunks'] - 1:3.0f} chunk ends  {state}")
    return "\n".join(lines)


def main() -> int:
    parser = records.script(__doc__, "sentences")
    parser.add_argument("paths", nargs="*", type=Path, metavar="DIR_OR_FILE", help="data sets (.jsonl)")
    parser.add_argument("--engines", default="*", metavar="GLOB", help="names, comma-separated globs")
    parser.add_argument("--sets", default="*", metavar="GLOB", help="names of sets, comma-separated globs")
    parser.add_argument("--misses", default="", metavar="GLOB", help="show the errors of these engines")
    parser.add_argument("--ends", action="store_true", help="score chunk ends at sentence ends instead")
    parser.add_argument("--no-golden", action="store_true", help="skip the golden cases")
    parser.add_argument("--patience", type=float, default=20.0, metavar="SECONDS", help="limit per document (20)")
    options = parser.parse_args()
    missing = [path for path in options.paths if not path.exists()]
    if missing:
        parser.error(f"not found: {', '.join(map(str, missing))}")
    sets = [*data_sets(options.paths), *(() if options.no_golden else golden())]
    sets = [one for one in sets if one.documents and matches(one.name, options.sets)]
    if not sets:
        parser.error("no data sets")
    record: dict[str, Any] = {
        "date": date.today().isoformat(),
        "sets": {
            one.name: {"documents": len(one.documents), "boundaries": one.boundaries, "language": one.language}
            for one in sets
        },
    }
    if options.ends:
        try:
            record["chunk ends"] = chunk_ends(sets)
        except Exception as error:
            print(f"quality: no chunks: {type(error).__name__}: {error}", file=sys.stderr)
            return 1
        record["versions"] = {one.name: version(one) for one in SPLITTERS if one.name == "shiplap"}
        print(ends_table(record["chunk ends"]))
    else:
        splitters = []
        for splitter in SPLITTERS:
            if matches(splitter.name, options.engines):
                why = absent(splitter)
                if why:
                    print(f"{splitter.name} left out: {why}")
                else:
                    splitters.append(splitter)
        if not splitters:
            return 1
        record["versions"] = {one.name: version(one) for one in splitters}
        print("\n".join(f"{name:14}{number}" for name, number in record["versions"].items()), end="\n\n")
        scores, record["languages"] = measure(splitters, sets, options.patience, options.misses)
        print(table(scores, splitters, sets))
        record["scores"] = {
            name: {
                engine: {
                    "precision": round(score.precision, 4),
                    "recall": round(score.recall, 4),
                    "f1": round(score.f1, 4),
                    "right": score.right,
                    "found": score.found,
                    "gold": score.gold,
                    "failures": score.failures,
                }
                for engine, score in row.items()
            }
            for name, row in scores.items()
        }
    records.write(options.record, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
