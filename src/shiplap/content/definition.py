"""`outline`: the definitions in source code, and a rank for a cut at each line.

Two parsers return the same result: the lexical one of the core, for the languages of `_data.code_languages`, and
tree-sitter (extra `code`), for any language with a grammar package. Neither raises on invalid code: the lexical
parser closes open constructs at the end of the line or of the text, tree-sitter parses around errors.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from shiplap import options
from shiplap._core.outline import convert
from shiplap._core.packing import pack_code
from shiplap._core.text import Spans, Text
from shiplap._core.windows import Windows
from shiplap._data import data_formats
from shiplap._data.code_languages import ALIASES, ELEMENT, KINDS, LANGUAGES, MEMBER
from shiplap._data.outline_row import COLUMNS, END, NAME_END, NAME_START, PARENT, RANK, ROLE, START
from shiplap.content.data_outline import data_outlined, format_name, key_name
from shiplap.content.outliners import lexical
from shiplap.content.preview import ROWS, ends, preview
from shiplap.errors import OptionError, unknown
from shiplap.plan import Plan, Row, Unit
from shiplap.printable import counted
from shiplap.source import TextLike, text_and_path, view

if TYPE_CHECKING:
    import numpy as np
    from typing_extensions import Never

    from shiplap.document import Document


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition. Offsets are in code points of the text, or in bytes of its UTF-8 (`start_byte`, `end_byte`).

    `start` to `end` is the whole definition: from the comment directly above (no blank line between), with
    decorators, attributes and annotations, to the end of its last line; only its own part of a first or last line
    that it shares with other code. `code_start` is its start without that comment, `body_start` the start of its
    body: after the brace, in Python after the name; its end if it has no body. `parent` is the index of the
    enclosing definition, or -1, and `level` the number of enclosing definitions. `name` is "" for an unnamed one.
    """

    kind: str
    name: str
    start: int
    end: int
    start_byte: int
    end_byte: int
    code_start: int
    body_start: int
    parent: int
    level: int


class Outline(Sequence[Definition]):
    """The definitions of a text in the order of their starts, and the ranks of its lines as cuts. `pack` also
    keeps blocks whole that define nothing: routes, tests, statements of several lines.

    language: its name; parser: the name of the parser.
    positions: int64, shape (n,): the starts of all lines but the first, in code points.
    ranks: int8, shape (n,): the rank of a cut at each position, from 0, the best, to 5:

        0  between top-level definitions (namespaces and modules are looked through)
        1  between the definitions in a class
        2  between blocks at the least depth of a function, of a class or of the text
        3  after a blank line, deeper within a block
        4  between statements
        5  at other line starts: before the first statement of a block, within brackets, strings, comments, and
           statements of several lines

    Nodes of data are members, which have a key or a name, and elements, whose name is their number in their list.
    The positions are those between nodes, which need not begin lines:

        0 to 3  between nodes, by the number of nodes around them
        4  before the first and after the last node of another; at sentences and line ends in a text
        5  before and after an escape in a text

    spans: int64, shape (k, 2): start and end of each definition.

    >>> import shiplap
    >>> found = shiplap.outline("import os\\n\\n# Twice.\\ndef f(x):\\n    return 2 * x\\n", "python")
    >>> found[0].kind, found[0].name, found[0].start, found[0].end
    ('function', 'f', 11, 47)
    >>> found.positions.tolist(), found.ranks.tolist()
    ([10, 11, 20, 30], [4, 0, 5, 5])
    """

    __slots__ = ("_defining", "_definitions", "_extents", "_lines", "_ranks", "_text", "language", "parser")

    def __init__(
        self, text: Text, rows: array[int], lines: array[int], ranks: array[int], language: str, parser: str
    ) -> None:
        self.language: str = language
        self.parser: str = parser
        self._text, self._lines, self._ranks = text, lines, ranks
        #: The rows of all blocks.
        self._extents = rows
        self._defining: array[int] | None = None
        self._definitions: list[Definition] | None = None

    @property
    def _rows(self) -> array[int]:
        """The rows of the blocks that define something, which are found when they are asked for first."""
        if self._defining is None:
            self._defining = definitions_of(self._extents)
        return self._defining

    def __repr__(self) -> str:
        found = f"{counted(len(self), 'definition')}, {counted(len(self._lines) + 1, 'line')}"
        return f"<Outline of {self.language}: {found}>"

    def _repr_html_(self) -> str:
        """Notebook preview: a table of the first ten definitions."""
        names = ("definition", "kind", "name", "level", "start", "end", "size", "begins", "ends")
        rows = []
        for row, each in enumerate(self[:ROWS]):
            at = row * COLUMNS
            shown = ends(lambda at=at: self._text.text(self._rows[at + START], self._rows[at + END]))  # type: ignore[misc]
            place = (each.start, each.end, each.end - each.start)
            rows.append((row, each.kind, each.name, each.level, *place, *shown))
        return preview(repr(self), names, rows, len(self))

    def __len__(self) -> int:
        return len(self._rows) // COLUMNS

    @overload
    def __getitem__(self, index: int) -> Definition: ...
    @overload
    def __getitem__(self, index: slice) -> list[Definition]: ...
    def __getitem__(self, index: int | slice) -> Definition | list[Definition]:
        if self._definitions is None:
            self._definitions = self._make()
        if isinstance(index, slice):
            return self._definitions[index]
        return self._definitions[options.row_at("definition", index, range(len(self)))]

    def __iter__(self) -> Iterator[Definition]:
        return iter(self[:])

    @property
    def positions(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        return _numbers(convert(self._text, self._lines, "characters"), "int64")

    @property
    def ranks(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        return _numbers(self._ranks, "int8")

    @property
    def spans(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        found = _numbers(self._in("characters", self._rows), "int64").reshape(-1, COLUMNS)[:, [START, END]]
        found.flags.writeable = False
        return found

    def pack(self, size: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Cut the text into chunks of at most `size` code points: int64, shape (n, 2), contiguous spans that cover
        it.

        Definitions that fit are kept whole, with the comment above them if that fits too, and with what else is in
        their first and last line. Chunks are as few as that allows, except in favour of better ranks. A line is
        cut only if it alone is longer than `size`, then after white space, else between grapheme clusters. Raises
        OptionError, and TextError at a lone surrogate in a line that must be cut.

        >>> import shiplap
        >>> code = "def f():\\n    return 1\\n\\n\\ndef g():\\n    return 2\\n"
        >>> shiplap.outline(code, "python").pack(30).tolist()
        [[0, 24], [24, 46]]
        """
        import numpy as np

        size = options.count("size", size)
        lines = convert(self._text, self._lines, "characters")
        extents = self._in("characters", self._extents)
        spans, longest = pack_code(lines, self._ranks, extents, self._text.characters, size)
        return np.asarray(spans if longest <= size else Spans.of(self._cut_lines(spans, size)))

    def _cut_lines(self, packed: Spans, size: int) -> Iterator[tuple[int, int]]:
        """Yield the same spans, with lines that are too long cut."""
        rows = (Row("word", (size + 1) // 2, size), Row("grapheme", 0, size))
        units = (Unit("grapheme", size), Unit("char", size))
        windows = Windows(Plan("characters", size, 0, rows, units, ("word", "grapheme")))
        spans = [packed[i] for i in range(len(packed))]
        long = [span for span in spans if span[1] - span[0] > size]
        native = iter(self._text.native([p for span in long for p in span]))
        for start, end in spans:
            if end - start <= size:
                yield start, end
                continue
            line = Text(self._text.text(next(native), next(native)), "surrogatepass")
            for low, high in zip(*windows.cut(line)[0].columns(), strict=True):
                yield start + low, start + high

    def _in(self, unit: str, rows: array[int]) -> array[int]:
        """Rows with their offsets in a unit."""
        if convert(self._text, self._lines, unit) is self._lines:
            return rows
        found = rows[:]
        for column, each in enumerate(self._columns(unit, rows), NAME_START):
            found[column::COLUMNS] = each
        return found

    def _columns(self, unit: str, rows: array[int]) -> list[array[int]]:
        """Columns of rows in a unit: name start, name end, start, code, body, end."""
        count = len(rows) // COLUMNS
        together = array("q")
        for column in range(NAME_START, END + 1):  # the offsets
            together.extend(rows[column::COLUMNS])
        together = convert(self._text, together, unit)
        return [together[k * count : (k + 1) * count] for k in range(6)]

    def _make(self) -> list[Definition]:
        text, rows = self._text, self._rows
        _, _, starts, codes, bodies, ends = self._columns("characters", rows)
        _, _, start_bytes, _, _, end_bytes = self._columns("bytes", rows)
        found: list[Definition] = []
        for i in range(len(self)):
            role, name_start, name_end = rows[i * COLUMNS + ROLE : i * COLUMNS + NAME_END + 1]
            parent = rows[i * COLUMNS + PARENT]
            name = text.text(name_start, name_end)
            if role == ELEMENT:
                name = str(rows[i * COLUMNS + RANK])
            elif role == MEMBER:
                name = key_name(name, text.text(max(0, name_start - 1), name_start))
            found.append(
                Definition(
                    KINDS[role - 1], name, starts[i], ends[i], start_bytes[i],
                    end_bytes[i], codes[i], bodies[i], parent, found[parent].level + 1 if parent >= 0 else 0,
                )
            )  # fmt: skip
        return found


def definitions_of(rows: array[int]) -> array[int]:
    """Return the rows that define something. Only these are parents."""
    if 0 not in rows[ROLE::COLUMNS]:
        return rows
    import numpy as np

    table = np.frombuffer(rows, np.int64).reshape(-1, COLUMNS)
    defines = table[:, ROLE] > 0
    numbers = np.append(np.cumsum(defines) - 1, -1)  # of the definitions; -1 has none
    found = table[defines]
    found[:, PARENT] = numbers[found[:, PARENT]]
    return array("q", found.tobytes())


def _numbers(values: array[int], kind: str) -> np.ndarray[Any, Any]:
    import numpy as np

    found = np.frombuffer(values, kind) if len(values) else np.empty(0, kind)
    found.flags.writeable = False
    return found


def language_name(language: str) -> str:
    """Normalize the name of a language: "py" is "python". Unknown names are returned in lower case."""
    name = language.strip().lower()
    return ALIASES.get(name, name)


def outline(
    text: TextLike | Document,
    language: str,
    *,
    parser: options.Parser = "lexical",
    errors: options.ErrorHandler = "strict",
    **others: Never,
) -> Outline:
    """Find the definitions in source code, or the nodes of data, and rank a cut at each line or between the nodes.

    text: a text as chunkers take it, or a `Document`.
    language: for the lexical parser "python", "javascript" (JSX too), "typescript" (TSX too), "java", "c", "cpp",
        "go", "rust", "csharp", "kotlin", "swift", "scala", "dart", "groovy", "php", "zig", "ruby", "lua",
        "julia", "elixir", "shell", "perl", "r", "powershell", "sql", "terraform", "haskell", "objective-c",
        "vim", "tcl", "matlab", "visual-basic", "pascal", "erlang", "css", or an alias ("py", "c++"), or "other",
        which finds the blocks of any language and no definitions, or a format of data: "json", "xml", "yaml",
        "toml", "ini", "env", "diff", "po", "log"; for tree-sitter any language whose grammar package is installed.
    parser: "lexical" (the core reads strings, comments, brackets and indentation) or "tree-sitter".
    errors: "strict", "replace" or "surrogatepass", as for the chunkers.

    Invalid code is not an error. Raises OptionError (also if the extra `code` or a grammar is missing), and
    TextError for invalid text.

    >>> [(found.kind, found.name) for found in outline("class A { void f() { } }", "java")]
    [('class', 'A'), ('method', 'f')]
    >>> [(found.level, found.kind, found.name) for found in outline('{"ports": [80, 443]}', "json")]
    [(0, 'member', ''), (1, 'member', 'ports'), (2, 'element', '0'), (2, 'element', '1')]
    """
    for option in others:
        raise unknown("option", option, ("language", "parser", "errors"))
    options.choice("parser", parser, options.Parser)
    options.choice("errors", errors, options.ErrorHandler)
    if not isinstance(language, str):
        raise OptionError("language", language, "must be the name of a programming language")
    name = language_name(language)
    text, _ = text_and_path(text)
    if parser == "tree-sitter":
        from shiplap.content.tree_sitter import parse

        return Outline(*parse(view(text, errors), language.strip().lower()), name, parser)
    found = view(text, errors)
    if format_name(name) in data_formats.FORMATS:
        parsed = data_outlined(found, name, 0, "characters")
        assert parsed is not None
        return Outline(found, *parsed, format_name(name), parser)
    if name not in LANGUAGES:
        raise unknown("language", language, [*LANGUAGES, *data_formats.FORMATS, *ALIASES])
    return Outline(found, *lexical(found, name), name, parser)
