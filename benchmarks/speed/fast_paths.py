"""Gains of each fast path of the compiled loops: the instructions and the time of a build without it.

    python -m benchmarks.speed.fast_paths                  build, count and time without each of them
    python -m benchmarks.speed.fast_paths --only words     without those with this in their name
    python -m benchmarks.speed.fast_paths --record [FILE]  write the figures (record/DATE/fast-paths.json)

A fast path gives the answer of a rule with less work. It is left out by a small change of the source: a call of
it becomes "no answer", so that the rule answers instead. The change is made in a copy of the tree, which pip
builds (`build/fast-paths`), and the answers must stay the same. Instructions are counted as in
`instructions.py`; times are taken in turns, with the fast path and without it, as in `pairs.py`. A fast path
that gains less than LEAST in every case is to be removed (`docs/contributing/architecture.md` has the table).

pip builds in this environment (`--no-build-isolation`), so it needs what an editable installation needs
(`docs/contributing/developing.md`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks import ROOT, records
from benchmarks.speed import instructions, loops, pairs

#: The gain, in instructions or in time, below which a fast path is not worth its lines.
LEAST = 0.05

FOLDER = ROOT / "build" / "fast-paths"
CORE = Path("src/shiplap/_core")

#: Texts that the columns of the table have; small documents, of any text, have a column of their own.
MULTILINGUAL, CODE = ("multi", "latin", "emoji"), ("python", "javascript", "cpp")
COLUMNS = ("prose", "multilingual", "code", "small documents")


@dataclass(frozen=True)
class Change:
    """Replace `old`, which occurs once in a file below CORE, by `new`."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class FastPath:
    """A fast path, the changes that leave it out, and the beginnings of the names of cases that run it."""

    name: str
    changes: tuple[Change, ...]
    cases: tuple[str, ...]


SENTENCES = (
    "sentences, standard, prose", "sentences, standard, long", "sentences, standard, multi",
    "sentence-3000, multi, str", "sentence-3000, latin, str", "sentence-3000, emoji, str",
    "fixed-900 by sentence, prose, str", "stable-1000, python, str", "adaptive, python, str", "adaptive of 920",
    "spans_batch of 3000s, sentence-1000",
)  # fmt: skip
SIMPLE = (
    "fixed-900 by simple", "fixed-900 by capital", "sentences, simple, prose, str",
    "sentences, simple, multi, str", "sentences, capital, multi, str",
)  # fmt: skip
PARAGRAPHS = (
    "fixed-900 by line, prose, str", "fixed-900 by line, multi, str", "fixed-900 by paragraph, prose, str",
    "fixed-900 by paragraph, multi", "paragraph-800, law, str", "paragraph-800, markdown",
    "recursive-3200, multi, str", "recursive-3200 by blocks", "stable-1000, python, str", "adaptive, prose, str",
    "adaptive, law", "adaptive, python", "adaptive, markdown, str", "adaptive of 920",
    "spans_batch of 3000s, adaptive",
)  # fmt: skip
WINDOWS = (
    "fixed-900, prose", "fixed-900, multi", "preset fixed-900, prose, str", "fixed-900 by word",
    "fixed-900 by line, prose", "fixed-900 by sentence, multi, UTF-8", "sentence-3000, prose, str",
    "recursive-3200, prose, str", "stable-1000, python, str", "spans_batch of 3000s, prose",
    "spans_batch of 3000s, multi, UTF-8", "spans_batch of 3000s, sentence-1000, prose, str",
    "spans_batch of 3000s, one chunk each",
)  # fmt: skip
TOKENS = ("fixed-225 cl100k_base", "recursive-800 cl100k_base")
OUTLINES = ("outline", "adaptive, python")
PACKING = (
    "adaptive, prose, str", "adaptive, multi", "adaptive, markdown", "adaptive, python", "adaptive, javascript",
    "adaptive, html", "adaptive, table", "adaptive of 920", "spans_batch of 3000s, adaptive",
)  # fmt: skip


def _change(file: str, old: str, new: str) -> tuple[Change]:
    return (Change(file, old, new),)


def _first(file: str, head: str, answer: str) -> tuple[Change]:
    """Return an answer before anything else: `head` is all up to the first statement of the function."""
    return _change(file, head, f"{head}    return {answer}\n")


BOUNDARIES = "boundaries.pyx"
WINDOW = "windows.pyx"
OUTLINE, PACK = "outline.pyx", "packing.pyx"

#: In the order of the sources. Those of one module follow one another, since each build compiles what has changed.
FAST_PATHS = (
    FastPath(
        "patterns around a candidate, and words",
        (
            Change(
                BOUNDARIES,
                "    fits = fitting(view, p, width, usable)\n    verdict = verdict_of(view, p, width, fits)\n",
                "    fits, verdict = 0, -1\n",
            ),
            Change(
                BOUNDARIES,
                "fits[some] = fitting(view, places[k], width, usable)\n"
                "        verdicts[k] = verdict_of(view, places[k], width, fits[some])\n",
                "fits[some], verdicts[k] = 0, -1\n",
            ),
        ),
        SENTENCES,
    ),
    FastPath(
        "patterns of many candidates before all else",
        (
            Change(
                BOUNDARIES,
                "        fits[some] = fitting(view, places[k], width, usable)\n"
                "        verdicts[k] = verdict_of(view, places[k], width, fits[some])\n"
                "        left[some] = k\n        some += verdicts[k] < 0\n",
                "        verdicts[k] = ends_sentence(view, lexicon, places[k])\n",
            ),
        ),
        SENTENCES,
    ),
    FastPath(
        "words around a stop",
        _change(BOUNDARIES, "decide_words(view, lexicon, p, fits) if asks_for_words(fits) else -1\n", "-1\n"),
        SENTENCES,
    ),
    FastPath(
        "sentences in ASCII",
        _change(BOUNDARIES, "        verdict = decide_ascii(view, lexicon, p, width)\n", "        pass\n"),
        SENTENCES,
    ),
    FastPath(
        "sentences beyond ASCII",
        _change(BOUNDARIES, "verdict if verdict >= 0 else decide_non_ascii(view, lexicon, p)\n", "verdict\n"),
        SENTENCES,
    ),
    FastPath(
        "code points that are graphemes alone",
        (
            Change(
                "boundaries.pxd",
                "    if is_lone(view, unit):\n        if view.width == 0:",
                "    if False:\n        if view.width == 0:",
            ),
            Change(BOUNDARIES, " and not is_lone(view, unit) and verdict", " and verdict"),
            Change(BOUNDARIES, " and not is_lone(view, unit_at(view, p))", ""),
        ),
        (*SENTENCES, "fixed-900 by word, multi"),
    ),
    FastPath(
        "candidates without a doubt",
        _first(
            "boundaries.pxd",
            '15 % of\n    the time."""\n    cdef Py_UCS4 unit\n',
            "False",
        ),
        (*PARAGRAPHS, *SIMPLE, "fixed-900 by word, prose, str"),
    ),
    FastPath(
        "paragraphs by a few units",
        _first(
            BOUNDARIES,
            "    cdef Py_ssize_t at = p, end = p + FAST_REACH if view.size - p > FAST_REACH else view.size - 1\n",
            "-1",
        ),
        PARAGRAPHS,
    ),
    FastPath(
        "simple sentences by a few units",
        _change(
            BOUNDARIES,
            "        seen = fast_simple(view, p)\n"
            "        return seen if level == SENTENCE_SIMPLE or seen == 0 else -1\n",
            "        return -1\n",
        ),
        SIMPLE,
    ),
    FastPath(
        "a small neighbourhood first",
        _change(BOUNDARIES, "reach = 8,", "reach = CAP + 3,"),
        (*PARAGRAPHS, *SIMPLE),
    ),
    FastPath(
        "lines that follow no blank one",
        _first(BOUNDARIES, "    cdef Py_ssize_t before = p - 2\n", "True"),
        (*PARAGRAPHS, "regions, law", "regions, markdown"),
    ),
    FastPath(
        "lines that are no item",
        _first(BOUNDARIES, "    cdef Py_UCS4 unit = unit_at(view, p)\n    cdef Py_ssize_t i = p + 1\n", "True"),
        PARAGRAPHS,
    ),
    FastPath(
        "lines without a heading pattern",
        _first(
            BOUNDARIES,
            '    headings, and 5 % of the time."""\n',
            "False",
        ),
        (*PARAGRAPHS, "regions, law"),
    ),
    FastPath("exact windows", _change(WINDOW, "        if plan.exact:\n", "        if False:\n"), WINDOWS),
    FastPath(
        "steady windows",
        _change(WINDOW, "if ruler == SAME and plan.steady and loop.steady:", "if False:"),
        WINDOWS,
    ),
    FastPath(
        "ends that leave the next unit room",
        _change(
            WINDOW,
            "    compiled.steady = compiled.defers and",
            "    compiled.defers = False\n    compiled.steady = False and",
        ),
        WINDOWS,
    ),
    FastPath(
        "a loop of its own for offsets of code points",
        (
            Change(
                WINDOW,
                "    if loop.ruler == SAME:  # the usual ruler has its own copy\n        if plan.exact:\n"
                "            return exact_windows(view, plan, loop, spans)\n"
                "        windows_by_offsets(view, plan, loop, spans, sizes, strict, &outcome)\n    else:\n"
                "        windows_by_measures",
                "    if loop.ruler == SAME and plan.exact:\n"
                "        return exact_windows(view, plan, loop, spans)\n    windows_by_measures",
            ),
            Change(
                WINDOW,
                "    if loop.ruler == SAME:  # the usual ruler has its own copy\n"
                "        next_start_by(view, plan, loop, SAME)\n    else:\n        next_start_by",
                "    next_start_by",
            ),
        ),
        WINDOWS,
    ),
    FastPath(
        "single code points as units",
        _change(
            WINDOW,
            "\n                                       and is_single(view, loop.end.at)):",
            "\n                                       and False):",
        ),
        WINDOWS,
    ),
    FastPath(
        "texts of one chunk: headings",
        _change(
            WINDOW,
            " and self.is_one_chunk(view):\n            return &self.plan\n        rules.headings",
            " and False:\n            return &self.plan\n        rules.headings",
        ),
        WINDOWS,
    ),
    FastPath(
        "texts of one chunk: searches",
        _change(WINDOW, "    if view.size > plan.size or loop.ruler == BYTES or plan.breaks:", "    if True:"),
        WINDOWS,
    ),
    FastPath(
        "counts of tokens, remembered", _change(WINDOW, "    if end - begin > SHORT:", "    if True:"), TOKENS
    ),
    FastPath(
        "parentheses in one line",
        _change(OUTLINE, "GROUP, text[at - 1], 0\n", "GROUP, text[at - 1], 0\n    return\n"),
        OUTLINES,
    ),
    FastPath(
        "words without a role, by letter and size",
        _change(OUTLINE, " and first < 128 and roles.sizes[first] >> size & 1", " and first < 128"),
        OUTLINES,
    ),
    FastPath(
        "spaces of an indentation",
        _change(OUTLINE, "    if parser.width <= 1:  # only spaces", "    if False:  # only spaces"),
        OUTLINES,
    ),
    FastPath(
        "blanks at the start of a line", _change(OUTLINE, "while at + blanks <= n:", "while False:"), OUTLINES
    ),
    FastPath(
        "a statement cleared in two parts",
        _change(
            OUTLINE,
            "    memset(&frame.s, 0, HALF_STATEMENT)\n"
            "    memset(<char *> &frame.s + HALF_STATEMENT, 0, sizeof(Statement) - HALF_STATEMENT)\n",
            "    memset(&frame.s, 0, sizeof(Statement))\n",
        ),
        OUTLINES,
    ),
    FastPath(
        "statements that define nothing",
        _change(
            OUTLINE,
            "    return (frame.s.role or frame.s.definition >= 0\n"
            "            or (parser.family == JAVA and frame.scope == CLASS_BODY))\n",
            "    return True\n",
        ),
        OUTLINES,
    ),
    FastPath(
        "plain tokens of a statement",
        _change(OUTLINE, "                at = pass_plain(parser, text, at)\n", "                pass\n"),
        OUTLINES,
    ),
    FastPath(
        "the rest of a line of Python",
        _change(
            OUTLINE, "            elif parser.words < 0:\n                at = pass_rest(parser, text, at)\n", ""
        ),
        OUTLINES,
    ),
    FastPath(
        "sentences after a space",
        _change(PACK, "return not (is_ascii(before) and before >= u' ') and is_boundary", "return is_boundary"),
        PACKING,
    ),
    FastPath(
        "offsets that are measures",
        _change(PACK, "        if is_own(&self.text.view, self.unit):\n            return at\n", ""),
        PACKING,
    ),
    FastPath(
        "starts of the widest window",
        _change(PACK, "                first = widest[kind]\n", "                pass\n"),
        PACKING,
    ),
    FastPath(
        "windows without a start",
        _change(
            PACK,
            "            if j and (top <= max(here, p.m[i] - p.sorted[j]) or p.sorted[j] == p.sorted[j - 1]):\n",
            "            if False:\n",
        ),
        PACKING,
    ),
    FastPath("runs with one window", _change(PACK, "        if alone:\n", "        if False:\n"), PACKING),
)


def column_of(case: loops.Case) -> str:
    """Return the column of the table that a case is in."""
    if "of 3000s" in case.name or "of 920" in case.name:
        return "small documents"
    return "multilingual" if case.text in MULTILINGUAL else "code" if case.text in CODE else "prose"


def cases_of(paths: Sequence[FastPath]) -> list[loops.Case]:
    """Return the cases that run any of the fast paths, without those that need a package that is missing."""
    begins = tuple({begin for path in paths for begin in path.cases})
    texts, found = loops.texts(), []
    for case in loops.cases():
        if case.name.startswith(begins):
            try:
                loops.ready(case, texts)
            except loops.Absent:
                continue
            found.append(case)
    return found


# ---- builds


def changed(path: FastPath) -> dict[str, str]:
    """Return the sources without a fast path, by their names below CORE. Raises ValueError where a source has
    another text."""
    sources: dict[str, str] = {}
    for change in path.changes:
        source = sources.get(change.file) or (ROOT / CORE / change.file).read_text("utf-8")
        if source.count(change.old) != 1:
            raise ValueError(
                f"{path.name}: {change.file} has this {source.count(change.old)} times: {change.old!r}"
            )
        sources[change.file] = source.replace(change.old, change.new)
    return sources


def installed(name: str, sources: dict[str, str]) -> pairs.Revision:
    """Install a copy of the tree with some sources replaced, in a folder of that name. Only what differs from the
    last build is compiled."""
    tree, site = FOLDER / "tree", FOLDER / name
    for path in pairs.working_files():
        text = sources.get(path.relative_to(ROOT / CORE).as_posix()) if (ROOT / CORE) in path.parents else None
        data = path.read_bytes() if text is None else text.encode()
        target = tree / path.relative_to(ROOT)
        if not target.exists() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    shutil.rmtree(site, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation",
               "--target", str(site), "-C", f"build-dir={FOLDER / 'build'}", str(tree)]  # fmt: skip
    if subprocess.run(command, env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}).returncode:
        raise SystemExit(f"pip could not install the tree {name}")
    return pairs.Revision(name, "", None, site, {})


# ---- figures


def count(revision: pairs.Revision, cases: Sequence[loops.Case]) -> tuple[dict[str, int], str]:
    """Return the instructions of each case, and the instruction set."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(revision.site)
    try:
        counts, _, isa = instructions.count(cases, loops.texts())
        return counts, isa
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def time_of(fast: pairs.Revision, plain: pairs.Revision, cases: Sequence[loops.Case]) -> Iterator[dict[str, Any]]:
    """Yield a row of `pairs.compare` for each case: the ratio is the time without the fast path by that with it.
    Raises SystemExit where an answer differs."""
    core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    workers = pairs.Worker(fast, core), pairs.Worker(plain, core)
    for case in cases:
        row = pairs.compare(case.name, *workers, pairs.PAIRS)
        if "ratio" not in row:
            raise SystemExit(f"{case.name}: {row.get('failed', row.get('absent'))}")
        yield row
    for worker in workers:
        worker.end()


def gains(found: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Return the greatest gains in instructions and in time of each column, of the figures of one fast path. A
    gain in time is the lower end of its interval, since the largest of many medians is chance."""
    columns: dict[str, tuple[float, float]] = {}
    by_name = {case.name: case for case in loops.cases()}
    for name, figures in found.items():
        column = column_of(by_name[name])
        some, time = columns.get(column, (-1.0, -1.0))
        fast, plain = figures["instructions"]
        columns[column] = max(some, plain / fast - 1), max(time, figures["time"][0] - 1)
    return columns


def is_worth(found: dict[str, Any]) -> bool:
    """Return whether a fast path gains LEAST or more anywhere, by its figures."""
    return any(max(pair) >= LEAST for pair in gains(found).values())


def line(name: str, found: dict[str, Any]) -> str:
    """Return a line of the table."""
    each = gains(found)
    cells = (
        f"{100 * each[column][0]:7.1f} {100 * each[column][1]:7.1f}" if column in each else 15 * " "
        for column in COLUMNS
    )
    return f"{name:52} {'  '.join(cells)}{'' if is_worth(found) else '  little'}"


def main() -> int:
    parser = records.script(__doc__, "fast-paths")
    parser.add_argument("--only", metavar="SUBSTRING", default="", help="fast paths whose name contains this")
    given = parser.parse_args()
    chosen = [path for path in FAST_PATHS if given.only in path.name]
    if not chosen:
        parser.error(f"no fast path has {given.only!r} in its name")
    fast = installed("fast", {})
    cases = cases_of(chosen)
    counts, isa = count(fast, cases)
    machine = instructions.conditions(isa)
    print(f"{'gain in % of instructions, time at least':52} {'  '.join(f'{column:>15}' for column in COLUMNS)}")
    results: dict[str, Any] = {}
    for path in chosen:
        plain = installed("plain", changed(path))
        own = [case for case in cases if case.name.startswith(path.cases)]
        without, _ = count(plain, own)
        times = {row["case"]: row for row in time_of(fast, plain, own)}
        results[path.name] = {
            case.name: {"instructions": [counts[case.name], without[case.name]],
                        "time": [round(times[case.name][key], 4) for key in ("low", "ratio", "high")]}
            for case in own
        }  # fmt: skip
        print(line(path.name, results[path.name]), flush=True)
        records.write(given.record, {"date": date.today().isoformat(), "machine": machine, "fast paths": results})
    return 0


if __name__ == "__main__":
    sys.exit(main())
