"""The tree of the nodes of a data text, and its cuts.

T1  A node is a value of the format: an object, an array, a member, an element, a section, a record. It begins
    with its key, if it has one, and its parent is the node around it.
T2  A cut falls between the children of a node, never inside a key or a token. Its rank is the number of nodes
    around it, at most DEEPEST.
T3  A cut between the beginning of a node and its first child, or between its last child and its end, has the rank
    EDGE.
T4  The text of one node, such as a string, is cut inside only if it is longer than `fits`: at sentences, at line
    ends and after escaped line ends (rank EDGE), and before and after other escapes (rank ESCAPE), never inside an
    escape.
T5  A piece between two successive cuts of a node that is not longer than `fits` has no nodes and no cuts inside.
"""

from __future__ import annotations

from dataclasses import dataclass

from shiplap._data.code_languages import ELEMENT, MEMBER
from shiplap.plan import SizeUnit
from shiplap.reference.boundaries.levels import is_boundary
from shiplap.reference.outline.row import Row
from shiplap.reference.text.sizes import measure

DEEPEST = 3
EDGE = 4
ESCAPE = 5

#: The longest reference to a character of XML, in code points, that no cut enters.
MAX_REFERENCE = 12


@dataclass
class Node:
    """An open node.

    row         its number among the rows, or -1 for the text itself
    level       its depth, as its format counts
    name        the whole name of a section
    last        the number of the last cut between its children, or of the cut before it
    rows        the number of rows at that cut
    count       the number of its children so far
    has_text    for an element of XML: whether text is beside its elements
    """

    row: int
    level: int
    name: tuple[int, int]
    last: int
    rows: int
    count: int = 0
    has_text: bool = False


class Tree:
    """The nodes and the cuts so far, and the open nodes.

    >>> tree = Tree("[1, 2]", 0)
    >>> tree.open(MEMBER, (0, 0), 0, 0)
    >>> tree.cut(4, 1)
    >>> tree.close(6)
    >>> tree.cuts, tree.rows[0].end
    ([(4, 1)], 6)
    """

    def __init__(self, text: str, fits: int, unit: SizeUnit = "characters") -> None:
        self.text = text
        self.fits = fits
        self.unit: SizeUnit = unit
        self.rows: list[Row] = []
        self.cuts: list[tuple[int, int]] = []
        self.stack: list[Node] = [Node(-1, -2, (0, 0), -1, 0)]
        self.values: int = 0  # nodes of the level -1: documents of YAML, values of JSON outside of brackets
        self.start: int = 1 if text.startswith("\ufeff") else 0  # after a byte order mark
        self.error = 0  # the last error in a value of YAML or TOML: no bracket before it is read again

    def is_small(self, begin: int, end: int) -> bool:
        """Return whether a piece of the text fits."""
        return measure(self.text, begin, end, self.unit) <= self.fits

    def depth(self) -> int:
        """Return the rank of a cut between the children of the innermost node."""
        return min(len(self.stack) - 1, DEEPEST)

    def open(self, role: int, name: tuple[int, int], start: int, level: int) -> None:
        """Begin a node. An ELEMENT has no name: it has a number among the children of its parent."""
        parent = self.stack[-1]
        self.values += level == -1
        self.rows.append(Row(role, *name, start, start, start, start, parent.row, parent.count))
        parent.count += 1
        self.stack.append(Node(len(self.rows) - 1, level, name, len(self.cuts) - 1, len(self.rows)))

    def close(self, end: int) -> None:
        """End the innermost node."""
        row = self.stack.pop().row
        self.rows[row] = self.rows[row]._replace(end=end)

    def close_from(self, level: int, end: int) -> None:
        """End the nodes of this level and of deeper ones."""
        while self.stack[-1].level >= level:
            self.close(end)

    def cut(self, p: int, rank: int) -> None:
        """Add a cut between the children of the innermost node, all of which have ended."""
        node = self.stack[-1]
        begin = self.cuts[node.last][0] if node.last >= 0 else 0
        if self.is_small(begin, p):
            del self.cuts[node.last + 1 :]
            del self.rows[node.rows :]
        last = self.cuts[-1] if self.cuts else (0, 0)
        if p > last[0] and p < len(self.text):
            self.cuts.append((p, rank))
        elif p == last[0] and self.cuts:
            self.cuts[-1] = (p, min(rank, last[1]))
        node.last, node.rows = len(self.cuts) - 1, len(self.rows)

    def leaf(self, role: int, name: tuple[int, int], start: int, begin: int, end: int) -> None:
        """Add a node without children, whose text is from `begin` to `end`. A node that fits is counted alone."""
        if self.is_small(start, end):
            self.stack[-1].count += 1
            return
        self.open(role, name, start, self.stack[-1].level + 1)
        self.text_cuts(begin, end)
        self.close(end)

    def text_cuts(self, begin: int, end: int) -> None:
        """Add the cuts inside a text that is too long (T4)."""
        if not self.is_small(begin, end):
            self.inner_cuts(begin, end)

    def inner_cuts(self, begin: int, end: int) -> None:
        """Add the cuts inside a text, at sentences and around escapes."""
        p = begin
        while p < end:
            after = after_escape(self.text, p, end)
            if after > p:
                if begin < p:
                    self.cut(p, ESCAPE)
                if after < end:
                    self.cut(after, EDGE if self.text[p:after] == "\\n" else ESCAPE)
                p = after
                continue
            if begin < p and is_boundary(self.text, p, "sentence-standard"):
                self.cut(p, EDGE)
            p += 1

    def finish(self) -> tuple[list[Row], list[int], list[int]]:
        """End all nodes. Return the rows, the cuts and their ranks. A single value has no name."""
        size = len(self.text)
        self.close_from(-1, size)
        self.cut(size, 0)
        if self.stack[0].count == self.values == 1 and self.rows and self.rows[0].role == ELEMENT:
            self.rows[0] = self.rows[0]._replace(role=MEMBER)
        return self.rows, [p for p, _ in self.cuts], [rank for _, rank in self.cuts]


def after_escape(text: str, p: int, end: int) -> int:
    """Return the end of an escape that begins at p, or of a reference of XML; else p.

    >>> after_escape("\\\\u00e9s", 0, 7), after_escape("&amp;s", 0, 6), after_escape("a", 0, 1)
    (6, 5, 0)
    """
    if text[p] == "\\":
        after = after_backslash(text, p, end)
        if (
            text[p + 1 : p + 3] in ("ud", "uD")
            and text[p + 3 : p + 4] in "89abAB"
            and text[after : after + 2] == "\\u"
        ):
            after = after_backslash(text, after, end)  # a surrogate pair
        return after
    if text[p] == "&":
        for k in range(p + 1, min(end, p + MAX_REFERENCE)):
            if text[k] == ";":
                return k + 1
            if not (text[k].isascii() and text[k].isalnum()) and text[k] != "#":
                break
    return p


def after_backslash(text: str, p: int, end: int) -> int:
    """Return the end of the escape whose backslash is at p."""
    digits = {"x": 2, "u": 4, "U": 8}.get(text[p + 1 : p + 2], 0)
    if text[p + 1 : p + 3] == "\r\n":
        return min(p + 3, end)
    p = min(p + 2, end)
    while p < end and digits and text[p] in "0123456789abcdefABCDEF":
        p, digits = p + 1, digits - 1
    return p


def is_space(char: str) -> bool:
    """Return whether a character is white space between tokens."""
    return char in " \t\r\n"


def line_begin(text: str, p: int) -> int:
    """Return the start of the line of p, if only spaces are before p in it; else p."""
    begin = p
    while begin > 0 and text[begin - 1] in " \t":
        begin -= 1
    return begin if begin == 0 or text[begin - 1] in "\r\n" else p


def line_end(text: str, p: int) -> int:
    """Return the end of the line of p, without its line end."""
    while p < len(text) and text[p] not in "\r\n":
        p += 1
    return p


def line_after(text: str, p: int) -> int:
    """Return the start of the line after the line of p."""
    p = line_end(text, p)
    return p + 2 if text[p : p + 2] == "\r\n" else min(p + 1, len(text))


def by_lines(tree: Tree, p: int) -> None:
    """Cut the rest of a text that is not valid, from p on, by lines."""
    tree.close_from(-1, p)
    while p < len(tree.text):
        tree.cut(p, DEEPEST)
        tree.text_cuts(p, line_end(tree.text, p))
        p = line_after(tree.text, p)
