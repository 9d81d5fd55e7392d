"""Records of lines: logs, and the entries of a catalogue of translations (.po).

R1  The shape of a line is the sequence of its first RUNS runs: of digits, of letters, of white space; any other
    character is a run of its own. Characters that are not ASCII count as letters.
R2  If one of the clauses R6 to R13 (`record_starts`) fits the text, it says where records begin. Otherwise the
    first MAX_LINES lines that do not begin with white space decide. A line is stamped if it has a time of the form
    `00:00` in its first STAMP characters. If at least one of STAMPED lines is stamped, records begin with the
    lines of certain shapes: at least one of COMMON stamped lines has the shape. If more than a tenth of the lines
    of a shape are not stamped, only its stamped lines begin a record. If fewer lines are stamped, records begin
    with the lines of the most frequent shape; of equally frequent ones the first. If fewer than half of the lines
    have that shape, all lines that do not begin with white space begin a record.
R3  A record begins with a line of R2; all other lines belong to the record before. Its name is its first line.
R4  In a catalogue an entry begins with the first line after a blank line. Its name is its `msgid`.
R5  The lines of a traceback begin no record and have no shape: a line that begins with one of TRACES, and the
    first line without indentation after the indented lines below `Traceback `.
"""

from __future__ import annotations

from shiplap._data.code_languages import MEMBER
from shiplap._data.data_formats import TRACES
from shiplap.reference.data.record_starts import record_starts
from shiplap.reference.data.tree import EDGE, Tree, line_after, line_end

RUNS = 4
MAX_LINES = 512
MAX_SHAPES = 64
STAMP = 64
STAMPED = 5
COMMON = 8


def records(tree: Tree) -> None:
    """Find the records of a whole text of lines."""
    text, size = tree.text, len(tree.text)
    starts = record_starts(text, tree.start)
    shapes = {} if starts is not None else record_shapes(text)
    known = set(starts or ())
    p, in_trace = tree.start, False
    while p < size:
        end = line_end(text, p)
        is_trace, in_trace = of_trace(text, p, in_trace)
        begins = text[p] not in " \t\r\n" and not is_trace
        if starts is not None:
            begins = p in known
        elif begins and shapes:
            needs_time = shapes.get(shape_of(text, p, end))
            begins = needs_time is not None and (not needs_time or is_stamped(text, p, end))
        if begins:
            tree.close_from(0, p)
            tree.cut(p, 0)
            tree.open(MEMBER, (p, end), p, 0)
        else:
            tree.cut(p, EDGE)
        tree.text_cuts(p, end)
        p = line_after(text, p)


def of_trace(text: str, p: int, in_trace: bool) -> tuple[bool, bool]:
    """Return whether the line at p is one of a traceback, and whether the next line that is not indented is, too
    (R5). `in_trace`: the second value for the line before."""
    if text[p] in " \t\r\n":
        return False, in_trace
    if text.startswith(TRACES, p):
        return True, text.startswith(TRACES[0], p)
    return in_trace, False


def record_shapes(text: str) -> dict[str, bool]:
    """Return the shapes of the lines that begin records, each with whether only its stamped lines do. Return no
    shape if all lines begin records."""
    counts: dict[str, list[int]] = {}
    p = lines = stamped = 0
    in_trace = False
    while p < len(text) and lines < MAX_LINES:
        end = line_end(text, p)
        is_trace, in_trace = of_trace(text, p, in_trace)
        if text[p] not in " \t\r\n" and not is_trace:
            lines += 1
            shape = shape_of(text, p, end)
            has_time = is_stamped(text, p, end)
            stamped += has_time
            if shape in counts or len(counts) < MAX_SHAPES:
                own = counts.setdefault(shape, [0, 0])
                own[0] += 1
                own[1] += has_time
        p = line_after(text, p)
    if stamped > 0 and STAMPED * stamped >= lines:
        return {
            shape: 10 * own[1] < 9 * own[0]
            for shape, own in counts.items() if COMMON * own[1] >= stamped
        }  # fmt: skip
    best, most = "", 0
    for shape, own in counts.items():
        if own[0] > most:
            best, most = shape, own[0]
    return {best: False} if 2 * most >= lines > 0 else {}


def shape_of(text: str, p: int, end: int) -> str:
    """Return the shape of a line (R1).

    >>> shape_of("2024-05-01 It", 0, 13), shape_of("[Wed May", 0, 8), shape_of("k", 0, 1)
    ('0-0-', '[a a', 'a')
    """
    shape = ""
    while p < end and len(shape) < RUNS:
        char = class_of(text[p])
        if not (char in "0a " and shape.endswith(char)):
            shape += char
        p += 1
    return shape


def class_of(char: str) -> str:
    """Return the class of a character in a shape."""
    if char in "0123456789":
        return "0"
    if char.isalpha() or not char.isascii():
        return "a"
    return " " if char in " \t" else char


def is_stamped(text: str, p: int, end: int) -> bool:
    """Return whether a line has a time near its beginning."""
    for k in range(p, min(end, p + STAMP) - 4):
        if text[k + 2] == ":" and all(text[each] in "0123456789" for each in (k, k + 1, k + 3, k + 4)):
            return True
    return False


def catalog(tree: Tree) -> None:
    """Find the entries of a catalogue of translations."""
    text, size = tree.text, len(tree.text)
    p, is_open = tree.start, False
    while p < size:
        end = line_end(text, p)
        if p == end:
            is_open = False
        elif not is_open:
            tree.close_from(0, p)
            tree.cut(p, 0)
            tree.open(MEMBER, (0, 0), p, 0)
            is_open = True
        else:
            tree.cut(p, EDGE)
        if text.startswith('msgid "', p) and len(tree.stack) > 1:
            name_entry(tree, p + 7, end)
        tree.text_cuts(p, end)
        p = line_after(text, p)


def name_entry(tree: Tree, start: int, end: int) -> None:
    """Give an entry its name."""
    last = end - 1 if end > start and tree.text[end - 1] == '"' else end
    row = tree.stack[-1].row
    tree.rows[row] = tree.rows[row]._replace(name_start=start, name_end=last)
