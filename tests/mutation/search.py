"""Search for texts on which a mutant of the reference gives another answer, where no test has one.

    python -m tests.mutation.search FAMILY [--files WORD] [--seconds N] --record FOLDER

It takes the mutants of the family that have survived or are not tested yet, as the record says. It tries the
texts of the family's tests, texts of the pieces of its dense tests, and changes of those that run the changed
statement. A text that is found is made shorter, and added to `found.json` beside the tests: `test_found.py` there
holds the core to the reference on it, so that the record says that the mutant is killed. It prints the mutants
that are left: they may mean the same. It needs Python 3.11.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import random
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from shiplap._core import cpu
from shiplap._data import code_languages, data_formats, heading_numbers, region_kinds
from shiplap.levels import LEVELS
from tests.conftest import Core, Reference
from tests.mutation import reference
from tests.mutation.collected import Source, codes, sources
from tests.mutation.mutant import ROOT, SEED, Mutant
from tests.mutation.record import Record
from tests.support.answers import Case, answer, found

#: The seconds that an answer may take: most take a thousandth.
SECONDS = 0.5

#: What a mutant answers that takes longer.
LATE = "late"

#: The number of characters of a text, at most.
LONGEST = 2500

#: How many texts are drawn for a family.
DRAWN = 4000

#: How many of the shortest texts that run a statement are tried first, and of those found last.
MOST_SHORT, RECENT = 300, 30

#: How many answers are kept.
MOST_ANSWERS = 50_000

#: What is put into texts, besides pieces of other texts.
PIECES = [
    *"{}[]()\"'`<>=!@#$%^&:;/,.-_\\\n\t |+*~?0159aAzZbé漢", "\r\n", "\n\n", "  ", "    ", "a b", "It rains. ",
]  # fmt: skip

#: The looks of headings, and the headings that a text may be known to have.
LOOKS = (
    heading_numbers.LABELLED, heading_numbers.NUMBERED, heading_numbers.CAPITALS, heading_numbers.TITLE,
    heading_numbers.OUTLINED, heading_numbers.INDENTED,
)  # fmt: skip
HEADINGS = [heading_numbers.HAS_MARKED | looks for looks in (0, sum(LOOKS), heading_numbers.ADORNED, *LOOKS)]

#: What a mutant changes: an attribute of a function or a module, with its value.
Change = list[tuple[Any, str, Any]]

#: The types of constants.
CONSTANTS = (int, str, tuple, list, dict, set, frozenset, range)


class Late(BaseException):
    """An answer takes too long. No clause of the reference catches it."""


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.search", description=__doc__)
    parser.add_argument("family", choices=sorted(QUESTIONS))
    parser.add_argument("--files", default="", metavar="WORD", help="only sources with it in their paths")
    parser.add_argument("--seconds", type=float, default=4, metavar="N", help="processor time for each mutant (4)")
    parser.add_argument("--record", type=Path, required=True, metavar="FOLDER")
    given = parser.parse_args()
    record = Record(given.record / "reference.json", reference.TOOL)
    all_mutants = list(reference.of_family(given.family))
    record.begin(given.family, all_mutants)
    live = [
        each
        for each in all_mutants
        if given.files in each.file
        and record.outcome(each) in (None, "survived")
        and record.reason(each) is None
    ]
    path = ROOT / "tests" / "kernels" / given.family / "found.json"
    search = Search(given.family, found(path), texts_as_cases(given.family))
    print(f"{given.family}: {len(live)} mutants, {len(search.cases)} texts", flush=True)
    grouped = defaultdict(list)
    for each in live:
        grouped[each.file, search.statement(each)].append(each)
    for mutants in grouped.values():
        killing, left = search.kill(mutants, given.seconds * len(mutants))
        if killing:
            write(path, [*found(path), *killing])
        for each in mutants:
            if each not in left:
                record.add(each, "killed")
        for each in left:
            print(f"{each.file}:{each.line}: {each.before} -> {each.after}", flush=True)
    record.write()


def write(path: Path, cases: list[Case]) -> None:
    """Write the file of cases, one on each line."""
    lines = sorted(json.dumps(case) for case in cases)
    path.write_text("[\n" + ",\n".join(dict.fromkeys(lines)) + "\n]\n", "utf-8")


class Search:
    """A search with the texts of a family.

    cases: those that have an answer in time.
    running: for each statement the cases that run it, those that are kept first, the shortest first.
    fresh: the cases that killed a mutant, the latest last.
    """

    def __init__(self, family: str, kept: list[Case], others: Iterable[Case]) -> None:
        self.questions = QUESTIONS[family]
        self.chance = random.Random(SEED)
        self.sources = sources()
        self.answers: dict[str, Any] = {}
        self.cases: list[Case] = []
        self.running: dict[int, list[Case]] = defaultdict(list)
        self.fresh: list[Case] = []
        signal.signal(signal.SIGPROF, stop)
        hits = bytearray()
        for source in self.sources.values():
            source.mark(hits)
        given = [*sorted(kept, key=length), *sorted(others, key=length)]
        for case in {repr(case): case for case in given}.values():
            hits[:] = bytes(len(hits))
            if self.answer(case) != LATE:
                self.cases.append(case)
                for number, hit in enumerate(hits):
                    if hit:
                        self.running[number].append(case)
        for source in self.sources.values():
            source.replace(source.code)

    def statement(self, mutant: Mutant) -> int:
        """The number of the changed statement, or -1 if it is in no function that can be changed."""
        source = self.sources.get(ROOT / mutant.file)
        return source.statements.get(mutant.line, (0, -1))[1] if source else -1

    def kill(self, mutants: list[Mutant], seconds: float) -> tuple[list[Case], list[Mutant]]:
        """Cases that kill mutants of a statement, and the mutants that none kills."""
        source = self.sources.get(ROOT / mutants[0].file)
        if source is None:
            return [], mutants
        changed = [(mutant, changes(source, mutant.source)) for mutant in mutants]
        # a module that cannot be imported fails every test
        left = [(mutant, change) for mutant, change in changed if change is not None]
        if not left:
            return [], []
        number = self.statement(mutants[0])
        cases = self.running[number] if number >= 0 else self.reading(left[0][1])
        killing: list[Case] = []
        end = time.process_time() + seconds
        for case in self.tried(cases) if cases else ():
            if not left or time.process_time() > end:
                break
            for _, change in left:
                if self.differs(case, change):
                    small = self.shortened(case, change)
                    self.check(small)
                    killing.append(small)
                    self.fresh.append(small)
                    cases.insert(0, small)
                    left = [each for each in left if not self.differs(small, each[1])]
                    break
        return killing, [mutant for mutant, _ in left]

    def reading(self, change: Change) -> list[Case]:
        """The cases that run functions which a change gives other defaults, or which read what it changes."""
        targets, names = {id(target) for target, _, _ in change}, {name for _, name, _ in change}
        numbers = {
            source.statements[line][1]
            for source in self.sources.values()
            for function in source.functions.values()
            if id(function) in targets or not names.isdisjoint(function.__code__.co_names)
            for *_, line in function.__code__.co_lines()
            if line in source.statements
        }
        cases = {repr(case): case for number in numbers for case in self.running[number]}
        return sorted(cases.values(), key=length)

    def tried(self, cases: list[Case]) -> Iterator[Case]:
        """Yield cases that may kill a mutant: those found last, the shortest that run its statement, then any of
        those, and changes of them."""
        yield from self.fresh[: -RECENT - 1 : -1]
        yield from cases[:MOST_SHORT]
        while True:
            # a short one is quick, and often says as much
            yield self.varied(cases[int(len(cases) * self.chance.random() ** 2)], cases)
            yield self.chance.choice(cases)
            yield self.varied(self.chance.choice(cases), cases)

    def answer(self, case: Case) -> Any:
        """Return the answer of the reference, the name of its error, or LATE."""
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            return answer(Reference(), case)
        except Late:
            return LATE
        except Exception as error:
            return type(error).__name__
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def differs(self, case: Case, change: Change) -> bool:
        """Return whether a mutant gives another answer."""
        key = repr(case)
        if key not in self.answers:
            if len(self.answers) >= MOST_ANSWERS:
                self.answers.clear()
            self.answers[key] = self.answer(case)
        if self.answers[key] == LATE:
            return False
        before = [(target, name, getattr(target, name)) for target, name, _ in change]
        try:
            for target, name, value in change:
                setattr(target, name, value)
            return bool(self.answer(case) != self.answers[key])
        finally:
            for target, name, value in before:
                setattr(target, name, value)

    def shortened(self, case: Case, change: Change) -> Case:
        """A case with the same text but for parts that the mutant does not need."""
        question, text, *given = case
        size = len(text) // 2
        while size:
            at = 0
            while at < len(text):
                shorter = text[:at] + text[at + size :]
                if self.differs([question, shorter, *given], change):
                    text = shorter
                else:
                    at += size
            size //= 2
        return [question, text, *given]

    def check(self, case: Case) -> None:
        """Print a case on which the core differs: a fault."""
        core = Core(cpu.current())
        if answer(core, case) != answer(Reference(), case):
            print(f"the core differs: {case}", flush=True)

    def varied(self, case: Case, others: list[Case]) -> Case:
        """A case with a text that is changed in a few places, and now and then another question. `others` run the
        same statement."""
        chance = self.chance
        question, text, *given = case
        if chance.random() < 0.1:
            question, *given = chance.choice(self.questions)
        for _ in range(chance.choice([1, 1, 1, 2, 2, 3, 5])):
            at, way = chance.randint(0, len(text)), chance.random()
            if way < 0.35:
                text = text[:at] + chance.choice(PIECES) + text[at:]
            elif way < 0.5:
                text = text[:at] + text[at + chance.choice([1, 1, 2, 4]) :]
            elif way < 0.6:
                text = text[:at] + chance.choice(PIECES) + text[at + 1 :]
            elif way < 0.65:
                text = chance.choice([text[:at], text[at:]])
            else:
                text = self.varied_lines(text, others)
        return [question, text[:LONGEST], *given]

    def varied_lines(self, text: str, others: list[Case]) -> str:
        """A text without one of its lines, with one twice, indented or not, or with lines of another text."""
        chance = self.chance
        lines = text.splitlines(True) or [""]
        k, way = chance.randrange(len(lines)), chance.random()
        if way < 0.3:
            del lines[k]
        elif way < 0.5:
            lines.insert(k, chance.choice(lines))
        elif way < 0.65:
            lines[k] = chance.choice(["\n", "  ", " ", "\t"]) + lines[k]
        elif way < 0.75:
            lines[k] = lines[k].lstrip()
        else:
            added = chance.choice(chance.choice([self.cases, others]))[1].splitlines(True) or [""]
            first = chance.randrange(len(added))
            lines[k:k] = added[first : first + chance.randint(1, 3)]
        return "".join(lines)


def length(case: Case) -> int:
    """The length of the text of a case."""
    return len(case[1])


def stop(*_: object) -> None:
    """End an answer."""
    raise Late


def changes(source: Source, text: str) -> Change | None:
    """Return what another version of a source changes: code of its functions, or else their defaults, and
    constants in all modules that have them. None if the version cannot be imported."""
    code = compile(text, source.path, "exec")
    before = {each.co_qualname: each for each in codes(source.code)}
    after = {each.co_qualname: each for each in codes(code)}
    functions = source.functions.items()
    change: Change = [
        (function, "__code__", after[name]) for name, function in functions if after[name] != before[name]
    ]
    if change:
        return change
    name = next(iter(source.functions.values())).__module__
    old, new = vars(sys.modules[name]), {"__name__": name}
    try:
        exec(code, new)
    except Exception:
        return None
    for name, value in new.items():
        if isinstance(value, FunctionType) and name in source.functions:
            function = source.functions[name]
            change += [(function, "__defaults__", value.__defaults__)] * (
                value.__defaults__ != function.__defaults__
            )
        elif isinstance(value, CONSTANTS) and value != old[name]:
            change += [
                (module, name, value)
                for key, module in list(sys.modules.items())
                if key.startswith("shiplap.") and name in vars(module) and vars(module)[name] is old[name]
            ]
    return change


def texts_as_cases(family: str) -> Iterator[Case]:
    """The texts of a family, each with some questions."""
    chance = random.Random(SEED)
    drawn = DENSE[family](chance)
    questions = QUESTIONS[family]
    for text in dict.fromkeys([*texts_of_tests(family), *(next(drawn) for _ in range(DRAWN))]):
        for question, *given in questions[:1] + chance.sample(questions, min(4, len(questions))):
            yield [question, text, *given]


def texts_of_tests(family: str) -> Iterator[str]:
    """The strings in the tests of a family, and their parts between bars or line ends, alone and in other text."""
    for path in sorted((ROOT / "tests" / "kernels" / family).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value[:LONGEST]
                yield text
                for line in text.replace("|", "\n").split("\n"):
                    yield line
                    yield f"Rain.\n\n{line.strip()}\n\nIt rains in the hills, and it pours.\n"


#: What headings with numbers, and the items of lists, begin with or consist of.
NUMBERS = [
    "1. Rain", "2. Snow", "3 Wells", "3 wells", "2.4 Rain", "2.10 Snow", "4.4.2 Rain", "4.5 Wells",
    "2.0 Rain", "2.1 Snow", "A. Rain", "B) Snow", "A.2 Rain", "(1) RAIN", "(2) Rain", "(a) Rain",
    "#1 Rain", "#23: Snow", "IV – Rain", "V. Snow", "II", "I", "I Rain", "VI) Rain", "§ 5", "§§ 5 ff.",
    "Article 5", "Article 5 – ", "Chapter 12.", "CHAPTER 3:", "2. cikk", "Third Part", "(i) rain",
    "1.2.", "a) rain", "第三章", "三、雨", "（二）雨", "1234. Rain", "Annex A", "Part II – Rain.", "1. Rain:",
    "1. rain with:", "Chapter 5 Rain.",
]  # fmt: skip
#: What stands below them.
TEXTS = [
    "It rains in the hills, and it pours in the valley below the old wells of the town.", "It rains in the hills.",
    "Rain and snow", "Rain and snow.", "RAIN AND SNOW", "RAIN AND SNOW.", "rain", "Rain,", "Rain" + " of rain" * 9,
    "Rain" + " of rain" * 10, "Scope", "R", "x = 1", "“Rain” and", "A", "References:",
]  # fmt: skip


def dense_boundaries(chance: random.Random) -> Iterator[str]:
    """Lines of the pieces of headings, numbers with text below them, and characters that levels look at."""
    dense = importlib.import_module("tests.kernels.boundaries.test_dense")
    ends = ["\n\n", "\n\n", "\n", "\n\n  ", "\n    ", " "]
    while True:
        yield dense.lines(chance, chance.randint(2, 6))
        parts = [chance.choice(NUMBERS if chance.random() < 0.6 else TEXTS) for _ in range(chance.randint(2, 6))]
        yield "".join(part + chance.choice(ends) for part in parts)
        yield "".join(chance.choices(dense.WORDS, k=chance.randint(2, 20)))


def dense_regions(chance: random.Random) -> Iterator[str]:
    """Lines of each grammar, lines of tables, lines of headings alone, and pages."""
    dense = importlib.import_module("tests.kernels.regions.test_dense")
    texts = [*dense.LINES.values(), dense.ROWS, dense.CODE, dense.HEADINGS]
    while True:
        yield dense.lines(chance, chance.choice(texts), chance.choice([[""], dense.MARKS]))
        yield "\n\n".join(chance.choices(dense.HEADINGS, k=chance.randint(2, 12)))
        yield pages(chance)


def pages(chance: random.Random) -> str:
    """A few short pages with headers and footers that are titles or not, over whose ends a sentence may go on."""
    tests = importlib.import_module("tests.kernels.regions.test_furniture")
    pieces = [
        "On Wells", "On Wells", "On  Wells", "Oak {}", "Wells Ltd\n{}", "Wells of {} oak", "3 Wells {}", "iv",
        "{} oak 3", "OAK {}", "x{}",
    ]  # fmt: skip
    pieces += chance.choices([*tests.COUNTED, *(piece for pair in tests.FURNITURE for piece in pair)], k=5)
    rows = [chance.choices(pieces, k=chance.choice([0, 1, 1, 2, 4])) for _ in range(2)]
    lines = ["it rains in the", "hills, and it pours in the valley below the hills", "Rain. It pours"]
    page_break, blank = chance.choice(["", "", "\f", "\f\n"]), "\n" * chance.choice([0, 0, 0, 0, 17, 18, 19, 20])
    text, number = "", 0
    for _ in range(chance.randint(3, 6)):
        number += chance.choice([1, 1, 1, 1, 2, 0, 3])
        header, footer = (
            [piece.format(number) for piece in row if chance.random() < 0.85] for row in rows
        )  # fmt: skip
        body = "\n".join(chance.choices(lines, k=chance.randint(1, 2)))
        text += "\n\n".join([*header, body, *footer]) + "\n\n" + page_break + blank
    return text


def dense_outline(chance: random.Random) -> Iterator[str]:
    """The pieces of a language."""
    dense = importlib.import_module("tests.kernels.outline.test_dense")
    languages = sorted(code_languages.LANGUAGES)
    while True:
        few = chance.choices(dense.pieces(chance.choice(languages)), k=chance.choice([6, 12, 99]))
        yield "".join(chance.choices(few, k=chance.randint(2, 20)))


#: What lines of records begin with, and what follows: prefixes, times, and what they lack a character of.
LINE_BEGINNINGS = [
    "", "", "  ", "\t", " ", "a-1 | ", "b.c | ", "a-1  | ", "a | ", "a|", " | ", "==7== ", "==12==", "==7=", "==",
    "2024-05-01T10:00:01Z ", "2024-05-01T10:00:01.5+01:00 ", "2024-05-01T10:00:01-0100 ", "2024-05-01T10:00:01 ",
    "2024-05-01T10:00:01.Z ", "2024-05-01T10:00:01Z stdout F ", "2024-05-01T10:00:01Z stderr P ",
    "2024-05-01T10:00:01Z stdout X ", "2024-05-01T10:00:01Z a b[1]: ", "2024-05-01T10:00:01Z a b[c]: ",
    "2024-05-01T10:00:01Z a b: ", "2024-05-01T10:00:01Z a : ", "2024-05-01T10:00:01Z a b]: ",
    "2024-05-01T10:00:01Z",
    "May  1 10:00:01 a b[1]: ", "May 11 10:00:01 a b: ", "May 11 10:00:01 a : ", "May 11 10:00:01  b: ",
    "May 11 10:00:01 a b:", "May 11 10:00:01 a b ", "May 11 10:00:01 ab:", "MAY 11 10:00:01 a b: ",
    "10:00 ", "10:00:01 ", "1:00 ",
]  # fmt: skip
LINE_ENDS = [
    "", " ", "  a", "\ta", "a", "b c", "10:00 a", "Traceback (most recent call last):", "Caused by: a", "E: a",
    "HINT:  a", "DETAIL:  ", "a: b", "a: c", "a=1", "a1:2", "a:1", "a b: c", "_: a", ": a", "a:", "1: a", "é: a",
    "a.c:1: error: b", "a.c:1: warning: b", ": error: b", " --> a", "\t--> b", "note: a", "help: a", "a: In b:",
    ": In b", "In file included from a", "ok 1", "not ok 2", "# c", "; c",
]  # fmt: skip


def dense_data(chance: random.Random) -> Iterator[str]:
    """Lines of records with prefixes or without, heads of kinds, and the pieces of each format."""
    dense = importlib.import_module("tests.kernels.data.test_dense")
    marks = [
        mark
        for kind in data_formats.RECORD_KINDS
        for each in kind
        for mark in (each if each and isinstance(each, tuple) else ())
    ]
    while True:
        begins = chance.choices(LINE_BEGINNINGS, k=chance.choice([1, 2, 3, 9]))
        ends = [
            *chance.choices(LINE_ENDS, k=chance.choice([2, 4, 9])),
            *chance.choices(marks, k=chance.choice([0, 1, 2])),
        ]
        count = chance.choice([3, 6, 12, 24])
        last = chance.choice(["\n", "\n", "\n\n", "\r\n", "\n" + chance.choice(LINE_ENDS) + "\n"])
        yield "".join(chance.choice(begins) + chance.choice(ends) + last for _ in range(count))
        yield dense_fields(chance)
        name = chance.choice(data_formats.FORMATS)
        few = chance.choices([*dense.MARKS[name], *dense.MORE[name]], k=chance.choice([6, 12, 99]))
        yield "".join(chance.choices(few, k=chance.randint(2, 24)))


def dense_fields(chance: random.Random) -> str:
    """Blocks of fields, or of lines that are none now and then."""
    keys = chance.choices(["a", "a b", "_c", "d1", "e-" * 19, "e-" * 20 + "f", "1g", "é", "h(", "$i", "@j/k"], k=2)
    marks, values = chance.choices([": ", ":", "=", " = ", " "], k=2), ["", "x", "1", "1:2", "10:00", "é"]
    blocks = []
    for _ in range(chance.choice([2, 3, 3, 4])):
        rest = [
            chance.choice(keys) + chance.choice(marks) + chance.choice(values)
            for _ in range(chance.choice([0, 1, 1, 2]))
        ]
        rest += chance.choice([[], [], [" y"], ["\tz"], ["y"]])
        blocks.append("\n".join([keys[0] + marks[0] + chance.choice(values), *rest]))
    return chance.choice(["\n\n", "\n\n", "\n\n\n", "\n \n", "\r\n\r\n"]).join(blocks) + chance.choice(["", "\n"])


#: How texts are drawn for a family.
DENSE: dict[str, Callable[[random.Random], Iterator[str]]] = {
    "boundaries": dense_boundaries,
    "regions": dense_regions,
    "outline": dense_outline,
    "data": dense_data,
}

#: The questions that a family answers, with all that they need but the text. Each text is asked the first one.
QUESTIONS: dict[str, list[list[Any]]] = {
    "boundaries": [
        ["sections", HEADINGS[1]],
        *(["boundaries", level] for level in LEVELS),
        *([question, known] for question in ("sections", "lines") for known in HEADINGS),
        *(["headings", known] for known in (heading_numbers.HAS_MARKED | heading_numbers.FIND_LOOKS, 0)),
        *(["blocks", grammar] for grammar in ("plain", "markdown")),
        ["omissions", "auto"],
    ],
    "regions": [
        *(["blocks", grammar] for grammar in region_kinds.GRAMMARS),
        *(["decided", grammar, known] for grammar in ("plain", "markdown") for known in HEADINGS),
        *(["omissions", grammar] for grammar in ("auto", "plain", "markdown")),
        ["rows"], ["is_delimited"], ["content"], ["language"],
    ],
    "outline": [["outline", name] for name in code_languages.LANGUAGES],
    "data": [
        ["data", "log", 0], ["data", "log", 12],
        *(["data", name, fits] for name in data_formats.FORMATS if name != "log" for fits in (0, 12)),
    ],
}  # fmt: skip

if __name__ == "__main__":
    main()
