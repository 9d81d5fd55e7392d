"""`python -m tests.support.golden` compares with the record of spans; `--write` writes it; `--show` prints spans.

To see where spans differ, show them here and in a checkout of the code that gave the record, and compare the two.
"""

from __future__ import annotations

import argparse
import sys

from tests.support.golden import record
from tests.support.golden.cases import cases
from tests.support.golden.corpus import groups
from tests.support.golden.record import Record, differences, refusal


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.golden", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the record anew, if nothing forbids it")
    parser.add_argument("--show", nargs=3, metavar=("CASE", "GROUP", "DOCUMENT"), help="print spans, one a line")
    options = parser.parse_args(arguments)
    if options.show:
        return show(*options.show)
    now = Record.now()
    before = Record.read() if record.PATH.exists() else None
    if not options.write:
        found = ["there is no record"] if before is None else differences(before, now)
        print("\n".join(found) if found else "all spans are those of the record")
        return 1 if found else 0
    reason = None if before is None else refusal(before, now)
    if reason is not None:
        print(f"not written: {reason}", file=sys.stderr)
        return 1
    now.write()
    print(f"{len(now.spans)} cases, algorithm version {now.algorithm}")
    return 0


def show(case: str, group: str, document: str) -> int:
    """Print the spans of a document, in characters and in bytes, and what is said of them."""
    found = next((each for each in groups()[group].documents if each.name == document), None)
    if found is None:
        names = ", ".join(repr(each.name) for each in groups()[group].documents)
        print(f"{group!r} has no {document!r}, but {names}", file=sys.stderr)
        return 2
    answer = cases()[case].answer(found.text, found, groups()[group].errors)
    for (start, end), (first, last) in zip(answer.spans.tolist(), answer.byte_spans.tolist(), strict=True):
        print(f"{start}:{end} bytes {first}:{last}")
    for word in answer.words:
        print(word)
    return 0


if __name__ == "__main__":
    sys.exit(main())
