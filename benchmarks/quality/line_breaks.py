"""F1 of the sentence rule by each value of the option `line_breaks`, on text with hard line ends.

    python -m benchmarks.quality.line_breaks DIR_OR_FILE... [--width 72]

The treebanks keep no line ends, so they are put in. `wrapped`: each document is wrapped at a width, and no line
end means anything. `lines`: a sentence that has no mark at its end (a header, a greeting, a title, a signature)
has a line end there, as in its source, and the rest is wrapped. F1 is that of inner boundaries, with the language
of the set given.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args

import shiplap
from benchmarks.quality.sentences import DataSet, Score, data_sets
from shiplap.options import LineBreaks

#: The last character of a sentence that has a mark at its end, or a quotation mark or bracket behind it.
MARKED = frozenset(".!?:;…。।؟\"')”»")


def wrapped(text: str, width: int) -> str:
    """Return the text with line feeds in place of spaces, so that lines have at most `width` code points."""
    chars, start, last = list(text), 0, -1
    for k, char in enumerate(text):
        if char == "\n":
            start, last = k + 1, -1
        elif char == " ":
            last = k
        if k - start >= width and last >= start:
            chars[last], start, last = "\n", last + 1, -1
    return "".join(chars)


def with_lines(text: str, ends: frozenset[int]) -> str:
    """Return the text with a line feed after each sentence without a mark at its end."""
    chars = list(text)
    for end in ends:
        if end < len(text) and text[end] == " " and text[end - 1] not in MARKED:
            chars[end] = "\n"
    return "".join(chars)


def score(data: DataSet, width: int, lines: bool, line_breaks: LineBreaks) -> Score:
    """Return the counts of one value of the option on a set."""
    total = Score()
    splitter = shiplap.SentenceSplitter(language=data.language, line_breaks=line_breaks)  # type: ignore[arg-type]
    for document in data.documents:
        text = wrapped(with_lines(document.text, document.ends) if lines else document.text, width)
        found = splitter.spans(text)[:-1, 1]
        total.add(document.ends, frozenset(len(text[:end].rstrip()) for end in found.tolist()))
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path, metavar="DIR_OR_FILE")
    parser.add_argument("--width", type=int, default=72, help="code points of a wrapped line (72)")
    options = parser.parse_args()
    names = get_args(LineBreaks)
    print("| set | line ends |", " | ".join(names), "|")
    print("|---" * (2 + len(names)) + "|")
    for data in data_sets(options.paths):
        for lines in (False, True):
            figures = [f"{score(data, options.width, lines, name).f1:.4f}" for name in names]
            print("|", data.name, "|", "lines" if lines else "wrapped", "|", " | ".join(figures), "|")


if __name__ == "__main__":
    main()
