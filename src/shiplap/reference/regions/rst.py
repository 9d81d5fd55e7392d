"""The grammar of reStructuredText, by its marks alone: text is code only if a mark says so.

R1. A block is the longest run of successive text lines with one indentation. A blank line, explicit markup (R6), a
    table (R8) or a line with another indentation ends it.
R2. A title is the only line of a block without indentation, and its underline. The underline repeats one ASCII
    punctuation mark, at least as often as the title has code points, or four times. The title may begin with the
    number of an item.
R3. A title with an overline is a block of three lines: marks as in R2, text at any indentation, and the same
    marks.
R4. Each kind of adornment (the mark, with or without an overline) has a level: the levels follow the order in
    which the document first uses the kinds, up to MAX_LEVELS.
R5. A block that ends with `::` announces a literal block: the lines after it that are indented further. If the
    next line is not indented further and begins with a punctuation mark, at the indentation of the block, the
    literal block is the lines with this mark. A block that begins with `>>>` is code up to a blank line.
R6. Explicit markup begins with `..`, and white space or the line end. A directive with code, a table or markup of
    another format is one region, together with the lines below it that are indented further. Any other directive
    is text, and the lines in it are read as text. A footnote or citation is a container. A target or a
    substitution is text. All other explicit markup is a comment: together with the lines below it that are
    indented further, it is text, and no line in it has another meaning. A line of only `..` before a blank line
    has no lines below it.
R7. A block that begins with a bullet, or with the number of an item, and white space, is a list. Text that is
    indented further than the mark belongs to it. A numbered line is text if the next line has the indentation of
    its number.
R8. Grid tables and simple tables are tables.

Departures from docutils: a title is a title even if its level leaves out a level; an overline may be longer or
shorter than its underline; only ASCII bullets are bullets; a tab reaches to the next multiple of four.
"""

from __future__ import annotations

from shiplap._data.region_kinds import Kind
from shiplap.reference.regions.line import DIGITS, LETTERS, end_of_line, indent, is_blank, lines
from shiplap.reference.regions.output import Out
from shiplap.reference.regions.plain import ABOVE, MARKS, adorned_level
from shiplap.reference.regions.plain_runs import Plain, open_region, open_table
from shiplap.reference.regions.plain_tables import goes_on, is_border, is_grid

#: Directives whose lines are code, a table, or markup of another format.
VERBATIM_DIRECTIVES = (
    "code", "code-block", "sourcecode", "parsed-literal", "doctest", "testcode", "testoutput", "testsetup",
    "testcleanup", "ipython", "prompt", "productionlist", "graphviz", "digraph", "graph", "mermaid", "uml", "plot",
    "jupyter-execute",
)  # fmt: skip
TABULAR_DIRECTIVES = ("table", "list-table", "csv-table")
RAW_DIRECTIVES = ("raw",)
#: The end mark of a block that only a blank line ends.
BLANK = " "
#: The most letters and digits in the number of an item.
MAX_NUMBER = 8
ROMAN = frozenset("ivxlcdmIVXLCDM")


def scan_rst(text: str, adorned: list[int]) -> Out:
    """Return the regions of a document. `adorned`: as for `scan_plain`."""
    state = Plain(adorned=adorned)
    for start, c in lines(text):
        rst_line(state, text, start, c)
    end_block(state)
    return state.out


# ---- one line


def rst_line(state: Plain, text: str, start: int, c: str) -> None:
    """Add a line to the open block, or end that block and begin another."""
    i, width = indent(c, 0)
    blank = i == len(c)
    bare, state.bare = state.bare, False
    if state.until:
        if not blank and state.until in (BLANK, c[i]):
            return
        state.until = ""
    if state.literal >= 0:
        if width > state.literal or (blank and not bare):
            return
        state.literal = -1
    if goes_on(state, c):
        return
    if blank:
        end_block(state)
        return
    if state.lines and continues_block(state, start, c, i, width):
        return
    end_block(state)
    if not begins_literal(state, start, c, i, width):
        begin_block(state, text, start, c, i, width)


def begins_literal(state: Plain, start: int, c: str, i: int, width: int) -> bool:
    """Return whether the announced literal block begins with this line (R5)."""
    expected, state.expected = state.expected, -1
    if expected < 0 or width < expected:
        return False
    if width == expected and (c[i] not in MARKS or is_explicit(c, i) or marks(c, i)):
        return False
    open_region(state, start, "code")
    if width > expected:
        state.literal = expected
    else:
        state.until = c[i]
    return True


# ---- blocks


def continues_block(state: Plain, start: int, c: str, i: int, width: int) -> bool:
    """Return whether the line belongs to the open block, or underlines it."""
    size = 0 if width else marks(c, 0)
    if size and adorns_block(state, start, c, size):
        return True
    if is_explicit(c, i) or is_grid(c, i) or is_border(c, i):
        return False
    if state.lines == 1 and state.over:
        if size:
            return False
    elif state.lines == 1 and state.numbered and width == state.mark and not item_mark(c, i)[0]:
        state.mark, state.margin = -1, width
    elif width != state.margin:
        return False
    state.lines += 1
    state.last, state.last_start = c, start
    return True


def begin_block(state: Plain, text: str, start: int, c: str, i: int, width: int) -> None:
    """Begin a block of text, explicit markup, a table or code."""
    if width <= state.container_margin:
        state.container, state.container_margin = "prose", -1
    if is_explicit(c, i):
        open_explicit(state, text, start, c, i, width)
    elif is_grid(c, i) or is_border(c, i):
        open_table(state, start, "grid" if c[i] == "+" else "simple", width)
    elif c.startswith(">>>", i) and (i + 3 == len(c) or c[i + 3] == " "):
        open_region(state, start, "code")
        state.until = BLANK
    else:
        after, state.numbered = item_mark(c, i)
        state.start, state.lines, state.last, state.last_start = start, 1, c, start
        state.mark = width if after else -1
        state.margin = width + after - i + indent(c, after, width + after - i)[1] if after else width
        state.over = 0 if after or width else marks(c, 0)
        state.first = c


def end_block(state: Plain) -> None:
    """End the block: it is text of its container, or begins a container."""
    count, state.lines = state.lines, 0
    if not count:
        return
    if state.mark >= 0 and state.container_margin < 0:
        state.container, state.container_margin = "list", state.mark
    state.out.go_on(state.start, state.container)
    state.expected = state.margin if state.last.rstrip(" \t").endswith("::") else -1


def adorns_block(state: Plain, start: int, c: str, size: int) -> bool:
    """Return whether a line of `size` marks makes the block a title (R2, R3)."""
    above = state.lines == 2 and state.over > 0 and state.first[0] == c[0]
    if not above:
        begin = state.mark if state.numbered and state.mark >= 0 else state.margin
        if state.lines != 1 or state.over or begin > 0 or not is_text(state.last):
            return False
    if size < 4 and size < len(state.last.strip(" \t")):
        return False
    level = adorned_level(state, ord(c[0]) + ABOVE * above)
    state.lines, state.container, state.container_margin = 0, "prose", -1
    state.out.begin(state.start, "heading", level, (state.last_start, start))
    return True


# ---- explicit markup


def open_explicit(state: Plain, text: str, start: int, c: str, i: int, width: int) -> None:
    """Open explicit markup (R6)."""
    at = indent(c, i + 2)[0]
    if c[at : at + 1] == "[" and "]" in c[at:]:
        if state.container_margin < 0:
            state.container, state.container_margin = "footnote", width
        state.out.go_on(start, state.container)
        return
    if c[at : at + 1] in ("_", "|"):
        state.out.go_on(start, state.container)
        return
    end = directive_end(c, at)
    name = c[at:end]
    if not end:
        state.out.go_on(start, state.container)
        state.literal, state.bare = width, at == len(c)
        return
    after = c.index("::", end) + 2
    if name in TABULAR_DIRECTIVES:
        open_table(state, start, "directive", width)
    elif name in VERBATIM_DIRECTIVES or name in RAW_DIRECTIVES:
        kind: Kind = "code" if name in VERBATIM_DIRECTIVES else "html"
        open_region(state, start, kind, (start + after, end_of_line(text, start)[0]))
        state.literal = width
    else:
        state.out.go_on(start, state.container)


def is_explicit(c: str, i: int) -> bool:
    """Return whether explicit markup begins at i."""
    return c.startswith("..", i) and is_gap_at(c, i + 2)


def is_rst_mark(c: str) -> bool:
    """Return whether a line without indentation is explicit markup other than a comment: a directive, a target, a
    substitution, a footnote or a citation."""
    if not c.startswith(".. "):
        return False
    at = indent(c, 3)[0]
    if directive_end(c, at):
        return True
    mark = c[at : at + 1]
    return (mark == "_" and ":" in c[at:]) or (mark == "|" and "::" in c[at:]) or (mark == "[" and "]" in c[at:])


def directive_end(c: str, at: int) -> int:
    """Return the end of the name of the directive at `at`, or 0. A directive has letters, digits and `-._+:`, at
    most one space, two colons, and white space or the line end."""
    end = at
    while end < len(c) and (is_word(c[end]) or (c[end] in "-._+:" and end > at and is_word(c[end + 1 : end + 2]))):
        end += 1
    colons = end + (c[end : end + 1] == " ")
    return end if end > at and c[colons : colons + 2] == "::" and is_gap_at(c, colons + 2) else 0


def is_word(char: str) -> bool:
    """Return whether a character, or nothing, is a letter, a digit, or any code point beyond ASCII."""
    return char != "" and (char in LETTERS or char in DIGITS or char > "\x7f")


# ---- classes of lines


def is_text(c: str) -> bool:
    """Return whether a line without indentation is neither a field nor a line block nor an anonymous target."""
    return not (is_field(c) or (c.startswith(("|", "__")) and is_gap_at(c, 1 + (c[0] == "_"))))


def is_field(c: str) -> bool:
    """Return whether a line begins with the name of a field. The name is between colons. White space or the line
    end follows the last colon, and no backtick follows any colon."""
    at = 1
    while at < len(c):
        if c[at] == ":" and c[at + 1 : at + 2] == "`":
            return False
        if c[at] == ":" and at > 1 and is_gap_at(c, at + 1):
            return c[0] == ":"
        at += 1 + (c[at] == "\\")
    return False


def is_gap_at(c: str, at: int) -> bool:
    """Return whether white space or the end of the line is at `at`."""
    return at >= len(c) or c[at] in " \t"


def marks(c: str, i: int) -> int:
    """Return the number of characters from i on if the line repeats one punctuation mark there, else 0."""
    end = i
    while end < len(c) and c[end] == c[i]:
        end += 1
    return end - i if c[i] in MARKS and is_blank(c, end) else 0


def item_mark(c: str, i: int) -> tuple[int, bool]:
    """Return the end of the mark of an item, or 0, and whether the mark is a number: digits, a letter, a Roman
    numeral or `#`, in parentheses or before a parenthesis or a full stop."""
    if c[i] in "-*+":
        return (i + 1, False) if is_gap_at(c, i + 1) else (0, False)
    begin = i + (c[i] == "(")
    end = begin
    while end < len(c) and end - begin < MAX_NUMBER and c[end] in DIGITS:
        end += 1
    if end == begin:
        while end < len(c) and end - begin < MAX_NUMBER and c[end] in ROMAN:
            end += 1
    if end == begin and end < len(c) and (c[end] in LETTERS or c[end] == "#"):
        end += 1
    closes = c[end : end + 1] == ")" or (c[end : end + 1] == "." and begin == i)
    return (end + 1, True) if end > begin and closes and is_gap_at(c, end + 1) else (0, False)
