"""The files and hunks of a diff.

P1  A file begins with a line `diff `, `Index: ` or `===` (of a list of changes), with `--- ` before `+++ `, or
    with `*** ` before `--- `. Such a line does not begin a file while the name of the file that began last has not
    come yet. The name of a file follows `+++ `, in a context diff the second mark. The time after a tab, and `b/`,
    do not belong to the name.
P2  `@@ -` or `***************` begins a hunk. A hunk of `@@` has the number of lines that it states, and none of
    these lines begins a file.
P3  In a hunk a cut falls before each line. The cut before the first unchanged line after changed ones has the
    better rank.
P4  A change begins with a line `From ` or `commit ` and HASH hexadecimal digits (`git format-patch`, `git log
    -p`). The digits are its name. Its files follow its message.
"""

from __future__ import annotations

from shiplap._data.code_languages import MEMBER
from shiplap.reference.data.tree import DEEPEST, EDGE, Tree, line_after, line_end

#: The levels of a change, of a file and of a hunk.
CHANGE, FILE, HUNK = range(3)

#: The least hexadecimal digits of the name of a change.
HASH = 40

#: The most digits of a number of lines.
MAX_DIGITS = 9


def patches(tree: Tree) -> None:
    """Find the files and hunks of a whole text."""
    text, size = tree.text, len(tree.text)
    p, old, new, is_waiting, changed = tree.start, 0, 0, False, False
    while p < size:
        end, after = line_end(text, p), line_after(text, p)
        if (old > 0 or new > 0) and text[p] in " +-\\\r\n":
            is_changed = text[p] in "+-"
            tree.cut(p, DEEPEST if changed and not is_changed else EDGE)
            changed = is_changed
            old -= text[p] in " -\r\n"
            new -= text[p] in " +\r\n"
            tree.text_cuts(p, end)
        elif text.startswith("@@ -", p) or text.startswith("***************", p):
            tree.close_from(HUNK, p)
            tree.cut(p, tree.depth())
            tree.open(MEMBER, (p, end), p, HUNK)
            old, new = hunk_size(text, p, end)
            is_waiting = changed = False
        elif (name := change_name(text, p))[0] < name[1]:
            tree.close_from(CHANGE, p)
            tree.cut(p, 0)
            tree.open(MEMBER, name, p, CHANGE)
            old, new, is_waiting = 0, 0, False
            tree.text_cuts(p, end)
        elif begins_file(text, p, end, after, is_waiting):
            tree.close_from(FILE, p)
            tree.cut(p, tree.depth())
            tree.open(MEMBER, file_name(text, p, end, after), p, FILE)
            is_waiting = not text.startswith(("--- ", "*** "), p)
            old = new = 0
        else:
            if (
                is_waiting
                and text.startswith(("+++ ", "--- "), p)
                and text.startswith(("--- ", "*** "), before(text, p))
            ):
                name_file(tree, p, end)
                is_waiting = False
            tree.cut(p, EDGE)
            tree.text_cuts(p, end)
        p = after


def change_name(text: str, p: int) -> tuple[int, int]:
    """Return the digits that name the change that begins at p, or (p, p)."""
    start = p + 5 if text.startswith("From ", p) else p + 7 if text.startswith("commit ", p) else len(text)
    end = start
    while end < len(text) and text[end] in "0123456789abcdef":
        end += 1
    return (start, end) if end - start >= HASH else (p, p)


def begins_file(text: str, p: int, end: int, after: int, is_waiting: bool) -> bool:
    """Return whether a line begins a file. `is_waiting`: whether the name of the file that began last has not come
    yet."""
    if text.startswith(("diff ", "Index: "), p):
        return not (is_waiting and text.startswith("diff ", p) and text.startswith("===", before(text, p)))
    marks = (("--- ", "+++ "), ("*** ", "--- "))
    if is_waiting or text.endswith("****", p, end):  # the lines of a hunk of a context diff
        return False
    return any(text.startswith(one, p) and text.startswith(two, after) for one, two in marks)


def before(text: str, p: int) -> int:
    """Return the start of the line before the line of p."""
    p -= 1
    if p > 0 and text[p - 1 : p + 1] == "\r\n":
        p -= 1
    while p > 0 and text[p - 1] not in "\r\n":
        p -= 1
    return max(p, 0)


def file_name(text: str, p: int, end: int, after: int) -> tuple[int, int]:
    """Return the name of a file from its first line."""
    if text.startswith(("--- ", "*** "), p):
        return path_in(text, after, line_end(text, after))
    space = end
    while space > p and text[space - 1] != " ":
        space -= 1
    return path_in(text, space - 4, end) if space - 4 > p else (space, end)


def path_in(text: str, p: int, end: int) -> tuple[int, int]:
    """Return the path after a mark of four characters at p."""
    start, p = p + 4, min(p + 4, end)
    while p < end and text[p] != "\t":
        p += 1
    if text[start : start + 2] == "b/" and p > start + 2:
        start += 2
    return start, max(start, p)


def name_file(tree: Tree, p: int, end: int) -> None:
    """Take the name of a file from the second line that names it, unless the file is deleted."""
    node = tree.stack[-1] if tree.stack[-1].level == FILE else None
    start, last = path_in(tree.text, p, end)
    if node is not None and tree.text[start:last] != "/dev/null":
        tree.rows[node.row] = tree.rows[node.row]._replace(name_start=start, name_end=last)


def hunk_size(text: str, p: int, end: int) -> tuple[int, int]:
    """Return the numbers of lines of the old and of the new file that a hunk states, or (0, 0).

    >>> hunk_size("@@ -1,4 +1,5 @@", 0, 15), hunk_size("@@ -1 +1 @@ f", 0, 13), hunk_size("***************", 0, 15)
    ((4, 5), (1, 1), (0, 0))
    """
    found = []
    for sign in "-+":
        while p < end and text[p] != sign:
            p += 1
        p = digits_end(text, p + 1, end)
        if p >= end:
            return 0, 0
        if text[p] == ",":
            first, p = p + 1, digits_end(text, p + 1, end)
            found.append(number(text, first, p))
        else:
            found.append(1)
    return found[0], found[1]


def digits_end(text: str, p: int, end: int) -> int:
    """Return the end of the digits from p on."""
    first = p
    while p < end and p - first < MAX_DIGITS and "0" <= text[p] <= "9":
        p += 1
    return p


def number(text: str, p: int, end: int) -> int:
    """Return the number between two offsets, at most MAX_DIGITS long."""
    found = 0
    while p < end:
        found, p = 10 * found + ord(text[p]) - ord("0"), p + 1
    return found
