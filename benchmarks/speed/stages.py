"""Stages of the main loops: instructions of each stage, by valgrind, beside the time by the clock.

    python -m benchmarks.speed.stages                  print them
    python -m benchmarks.speed.stages --record FILE    and write the raw figures

The cases and texts are those of `loops.py`, of 100,000 characters. An instruction belongs to the stage of the
function that it stands in. valgrind runs AVX2 at most; the clock runs what the processor has, so where AVX-512
does the work a stage takes less of the time than of the instructions. Counters of cycles need a processor that
shows them, which virtual machines seldom do: `perf stat -e cycles` says whether this one does. The clock takes
the least of many rounds, in which all cases take turns.
"""

from __future__ import annotations

import re
from collections import Counter

from benchmarks import records
from benchmarks.clock import in_turns, seconds
from benchmarks.speed import instructions, loops

CASES = (
    "adaptive, markdown, str", "adaptive, no path, markdown, str", "adaptive, python, str",
    "adaptive, no path, python, str", "adaptive, javascript, str", "adaptive, prose, str",
    "sentences, standard, prose, str", "sentences, standard, multi, UTF-8", "sentence-3000, prose, str",
    "recursive-3200, prose, str", "fixed-900, multi, UTF-8", "stable-1000, prose, str",
)  # fmt: skip

#: The stage of a function, by what its name or the name of its file has in it: the first that fits.
STAGES = (
    ("Python", r"libpython|/python[\d.]*$|ld-linux|libm\.so|lib-dynload"),
    ("memory", r"libc\.so"),
    ("signs of lines", r":signs|line_signs|line_score"),
    ("line ends", r"SHIPLAP_LINE|next_line|4line_"),
    ("language", r"8language_"),
    ("candidates of sentences", r"SHIPLAP_(STANDARD|SENTENCE|WORD)"),
    ("verdicts on sentences", r"10boundaries_|word_kinds|word_hash|shiplap_properties"),
    ("UTF-8 and widths", r"utf8|wide|(validate|count|skip|narrow|encode)_|4text_"),
    ("outline", r"7outline_"),
    ("places", r"7packing_\w*(places|lists)"),
    ("packing", r"7packing_"),
    ("regions", r"7regions_"),
    ("windows", r"7windows_|visible|6stable_|7stable_"),
)
ROUNDS = 60


def stage_of(function: str) -> str:
    """Return the stage of a function, named with its file."""
    return next((stage for stage, pattern in STAGES if re.search(pattern, function)), "other")


def functions(dump: str) -> Counter[str]:
    """Return the instructions of each function, named `file:function`, in one part of callgrind's output."""
    names: dict[str, dict[str, str]] = {"fn": {}, "ob": {}}
    found: Counter[str] = Counter()
    file = function = ""
    is_call = False
    for line in dump.splitlines():
        match = re.match(r"(c?)(fn|ob)=\((\d+)\)(?: (.*))?$", line)
        if match:
            known = names[match[2]]
            if match[4] is not None:
                known[match[3]] = match[4]
            if not match[1] and match[2] == "fn":
                function = known[match[3]]
            elif not match[1]:
                file = known[match[3]]
        elif line.startswith("calls="):
            is_call = True
        elif line[:1] in "0123456789+-*" and line[:1]:
            if not is_call:
                found[f"{file}:{function}"] += int(line.split()[-1])
            is_call = False
    return found


def seconds_of(chosen: list[loops.Case], texts: dict[str, str]) -> dict[str, float]:
    """Return the least seconds of each case by the clock."""
    ready = {case.name: loops.ready(case, texts).run for case in chosen}
    return {name: min(found) for name, found in in_turns(ready, ROUNDS, seconds).items()}


def main() -> None:
    parser = records.script(__doc__, "stages")
    given = parser.parse_args()
    texts = loops.texts()
    chosen = [case for case in loops.cases() if case.name in CASES]
    dumps, _ = instructions.dumps_of([case.name for case in chosen], None, texts)
    seconds, rows = seconds_of(chosen, texts), []
    for case in sorted(chosen, key=lambda case: CASES.index(case.name)):
        least = min(dumps[case.name][1::2], key=instructions.total)
        stages: Counter[str] = Counter()
        for function, count in functions(least).items():
            stages[stage_of(function)] += count
        size = len(texts[case.text].encode())
        row = {
            "case": case.name,
            "bytes": size,
            "seconds": seconds[case.name],
            "stages": dict(stages.most_common()),
        }
        rows.append(row)
        shown = ", ".join(
            f"{stage} {count / size:.2f}" for stage, count in stages.most_common() if count > 0.05 * size
        )
        print(
            f"{case.name:36} {size / seconds[case.name] / 1e6:7.0f} MB/s; instructions a byte: {shown}", flush=True
        )
    records.write(given.record, {"rows": rows})


if __name__ == "__main__":
    main()
