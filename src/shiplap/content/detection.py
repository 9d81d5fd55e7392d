"""Detection of the content type of a text: code, data, table or prose."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from shiplap._core.regions import content
from shiplap._data.data_formats import FORMATS
from shiplap.content.code_text import code_language
from shiplap.content.content_types import content_type_of
from shiplap.content.data_text import are_alike, data_format
from shiplap.content.region import GRAMMAR_NAMES, log_format
from shiplap.source import TextLike, text_and_path, view

if TYPE_CHECKING:
    from shiplap.document import Document

#: Weights of the shares, and thresholds of the scores (docs/reference/systems.md, `adaptive`).
INDENTED, KEYWORDS, BRACES, CODE_OVER = 0.4, 0.3, 0.3, 0.6
PIPES, ALIGNMENT, TABLE_OVER = 0.5, 0.5, 0.5

#: The share of indented lines that counts as 1: code has lines at its margin too.
FULL_INDENTED = 0.5


class ContentType(str):
    """The kind of a text: "code", "data", "table" or "prose", with its scores.

    kind: the same as a plain `str`. scores: "code" and "table", each in [0, 1]. shares: the terms of the scores,
    each in [0, 1]: "indented", "keywords", "braces", "pipes" and "alignment".
    """

    kind: str
    scores: dict[str, float]
    shares: dict[str, float]

    def __new__(cls, kind: str, scores: dict[str, float], shares: dict[str, float]) -> ContentType:
        made = super().__new__(cls, kind)
        made.kind, made.scores, made.shares = kind, scores, shares
        return made

    def __reduce__(self) -> tuple[type[ContentType], tuple[str, dict[str, float], dict[str, float]]]:
        return ContentType, (self.kind, self.scores, self.shares)


def detect_content_type(text: TextLike | Document, *, path: str | os.PathLike[str] | None = None) -> ContentType:
    """Detect whether a text is code, data, a table or prose, with the scores of code and of a table.

    The code score is 0.4 x the share of indented lines + 0.3 x the keyword score + 0.3 x the brace score; over 0.6
    the text is code. The table score is 0.5 x the pipe score + 0.5 x the alignment score; over 0.5 the text is a
    table. Otherwise it is prose. If both exceed their threshold, the larger margin wins. Blank lines do not count.

    indented: lines that begin with white space, and preprocessor lines; half of the lines count as 1.
    keywords, braces: lines that begin with a code keyword, and lines that look like code and end with a bracket,
        `;`, `:` or `,`; each as a share of itself and the lines that look like prose. Comments do not count.
    pipes: lines divided into cells by pipes, commas, semicolons, tabs or blank columns. alignment: lines divided
        in the same way as the line before.

    A text whose beginning is JSON, XML, YAML, TOML, INI, a diff, a catalogue of translations, variables or a log
    is data. A text that begins with a statement of code, after comments, and has no line of a sentence is code. In
    a text longer than 65,536 code points, 16 parts of 4,096 are read. path: the extension of source
    code, data or CSV overrides the scores. Bytes that are not UTF-8 are read as U+FFFD; no text is an error.

    >>> found = detect_content_type("def f(x):\\n    return x + 1\\n")
    >>> found, found.kind, found.scores
    ('code', 'code', {'code': 1.0, 'table': 0.0})
    >>> detect_content_type("| a | b |\\n|---|---|\\n| 1 | 2 |\\n").scores["table"] > 0.5
    True
    >>> str(detect_content_type("It rains.", path="rain.csv")), str(detect_content_type(""))
    ('table', 'prose')
    """
    text, path = text_and_path(text, path)
    viewed = view(text, "surrogatepass") if isinstance(text, str) else view(text, "replace")
    counts = content(viewed)
    lines, indented, keywords, braces, prose, divided, aligned = counts
    shares = {
        "indented": _share(indented, lines, FULL_INDENTED),
        "keywords": _share(keywords, keywords + prose),
        "braces": _share(braces, braces + prose),
        "pipes": _share(divided, lines),
        "alignment": _share(aligned, lines - 1),
    }
    code = INDENTED * shares["indented"] + KEYWORDS * shares["keywords"] + BRACES * shares["braces"]
    table = PIPES * shares["pipes"] + ALIGNMENT * shares["alignment"]
    kind = "prose"
    if code > CODE_OVER and code - CODE_OVER >= table - TABLE_OVER:
        kind = "code"
    elif table > TABLE_OVER:
        kind = "table"
    known = content_type_of(path)
    if known is None:
        known = data_format(viewed) or (None if kind == "table" else code_language(viewed))
        known = known or ("log" if kind != "table" and are_alike(viewed) else None)
    elif known == "log":
        known = log_format(viewed)
    if known is not None and known not in GRAMMAR_NAMES:
        kind = "table" if known == "table" else "data" if known in FORMATS else "code"
    return ContentType(kind, {"code": round(code, 6), "table": round(table, 6)}, shares)


def _share(part: int, whole: int, full: float = 1.0) -> float:
    """Return the share of a part, 1 from `full` on."""
    return min(1.0, part / whole / full) if whole > 0 else 0.0
