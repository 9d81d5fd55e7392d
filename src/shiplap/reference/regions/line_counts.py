"""Counts of the lines of a text by class, for `detect_content_type`."""

from __future__ import annotations

from typing import NamedTuple

from shiplap.reference.regions.line import indent, lines
from shiplap.reference.regions.line_score import keyword, line_score
from shiplap.reference.regions.plain_runs import Candidate, Table
from shiplap.reference.regions.plain_tables import agrees, is_rule, signature

#: The longest text that is read whole, in code points; of a longer one, the number and the size of evenly spaced
#: parts.
WHOLE, PARTS, PART = 65536, 16, 4096


class Counts(NamedTuple):
    """Numbers of lines that are not blank: all; indented lines; statements (lines other than comments) that begin
    with a word of code, that end like code, and that look like prose; lines divided into cells, and lines divided
    like the line before. A line of the preprocessor counts as indented, as beginning and as ending like code."""

    lines: int
    indented: int
    keywords: int
    braces: int
    prose: int
    divided: int
    aligned: int


def content(text: str) -> Counts:
    """Return the counts of a text, or of parts of a long text."""
    if len(text) <= WHOLE:
        return count(text, 0, len(text))
    step = len(text) // PARTS
    parts = [count(text, k * step, k * step + PART) for k in range(PARTS)]
    return Counts(*(sum(numbers) for numbers in zip(*parts, strict=True)))


def count(text: str, begin: int, end: int) -> Counts:
    """Return the counts of the lines that begin in a range, without the line that `begin` may lie inside."""
    found = [0] * 7
    before: dict[Table, Candidate] = {"pipes": Candidate(), "cells": Candidate(), "columns": Candidate()}
    for at, c in lines(text, begin):
        if at >= end:
            break
        if at == begin > 0:
            continue
        i, width = indent(c, 0)
        if i == len(c):
            continue
        says, weight, last = line_score(c, i), keyword(c, i), c.rstrip(" \t")[-1]
        found[0] += 1
        preprocessor = c[i] == "#" and says != 0
        found[1] += width > 0 or preprocessor
        if not is_comment(c, i):
            found[2] += preprocessor or weight == 2 or (weight == 1 and says > 0)
            found[3] += preprocessor or (says > 0 and last in "{}()[];:,")
            found[4] += says < 0
        if is_rule(c, i):
            found[5] += 1
            found[6] += 1
            continue
        divided = aligned = False
        for name in before:
            seen = signature(name, c, i, says)
            if seen.divider:
                divided = True
                aligned = aligned or agrees(before[name], seen)
            before[name] = seen
        found[5] += divided
        found[6] += aligned
    return Counts(*found)


def is_comment(c: str, i: int) -> bool:
    """Return whether a line is a comment by its first characters."""
    return (c[i] == "#" and line_score(c, i) == 0) or c[i] == "*" or c.startswith(("//", "/*"), i)
