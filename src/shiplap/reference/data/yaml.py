"""The nodes of YAML, line by line.

Y1  A line that begins with `---` begins a document, and `...` ends it. If a text has such a line, any other line
    outside documents begins a document too, except a directive, which begins with `%`.
Y2  `- ` begins an element of a list, also after another mark in its line. A key is a quoted string, or text in
    which no white space follows a colon; a colon follows the key, and white space or the line end follows that
    colon. The level of the node is the column of the mark or key. A list may have the column of the key that it
    belongs to.
Y3  A node ends before a line that begins with a key or a mark of the same column or a smaller one. Other lines
    belong to the node.
Y4  After `|` or `>` at the end of a line of a node, the lines that are indented more than the node are text.
Y5  A quoted value that does not end in its line ends with its quote, or before a line that is not indented more
    than the node. A value in brackets is read as in JSON, if its brackets match.
Y6  A cut falls before the line of each node; the comments above it belong to it. Within the text of a node, cuts
    fall between its lines.
"""

from __future__ import annotations

from shiplap._data.code_languages import ELEMENT, MEMBER
from shiplap.reference.data.tree import EDGE, Tree, after_backslash, line_after, line_end
from shiplap.reference.data.values import bracket_lines


def yaml(tree: Tree) -> None:
    """Find the nodes of a whole text."""
    text, size = tree.text, len(tree.text)
    p, comment, below = tree.start, -1, -1
    has_marks = has_documents(text, p)
    while p < size:
        first, end = indent_end(text, p), line_end(text, p)
        after = line_after(text, p)
        level = 2 * (first - p)
        if first == end:
            pass
        elif below >= 0 and level > below:  # a line of a block of text
            text_line(tree, p, end)
        elif text[first] == "#":
            comment = p if comment < 0 else comment
            below = -1
        else:
            begin = p if comment < 0 else comment
            comment = below = -1
            if first == p and is_mark(text, p, end, "---"):
                begin_document(tree, begin)
                first = after_spaces(text, p + 3, end)
            elif first == p and is_mark(text, p, end, "..."):
                tree.close_from(-1, begin)
                first = end
            elif has_marks and len(tree.stack) == 1 and text[first] != "%":
                begin_document(tree, begin)
            after, below = nodes(tree, begin, p, first, end, after)
        p = after


def has_documents(text: str, p: int) -> bool:
    """Return whether a line from p on begins with the mark of a document.

    >>> has_documents("a: 1\\n--- # b", 0), has_documents("a: ---\\n----", 0)
    (True, False)
    """
    while p < len(text):
        if is_mark(text, p, line_end(text, p), "---"):
            return True
        p = line_after(text, p)
    return False


def begin_document(tree: Tree, start: int) -> None:
    """Begin a document."""
    tree.close_from(-1, start)
    tree.cut(start, 0)
    tree.open(ELEMENT, (0, 0), start, -1)


def nodes(tree: Tree, begin: int, p: int, first: int, end: int, after: int) -> tuple[int, int]:
    """Read a line from p to `end`, visible from `first` on, with the comments before it from `begin` on. Return
    the start of the next line, and the level below which the lines of a block of text are, or -1."""
    text, is_first = tree.text, True
    while first < end:
        is_item = is_mark(text, first, end, "-")
        key_end = first + 1 if is_item else end_of_key(text, first, end)
        if key_end == first:
            break
        level = 2 * (first - p) + is_item
        if is_first:
            tree.close_from(level, begin)
            tree.cut(begin, tree.depth() if tree.stack[-1].count else child_rank(tree))
        quoted = not is_item and text[first] in "\"'"
        name = (0, 0) if is_item else (first + quoted, before_spaces(text, first, key_end) - quoted)
        tree.open(ELEMENT if is_item else MEMBER, name, begin if is_first else first, level)
        is_first = False
        first = after_spaces(text, key_end + (not is_item), end)
    if is_first and first < end:  # the line begins no node
        tree.cut(begin, EDGE)
    if first == end or text[first] == "#":
        return after, -1
    if text[first] in "\"'":
        return string_lines(tree, first, end, after), -1
    if text[first] in "{[":
        return bracket_lines(tree, first, end, after, ":"), -1
    tree.text_cuts(first, end)
    return after, tree.stack[-1].level if ends_with_block(text, first, end) else -1


def child_rank(tree: Tree) -> int:
    """Return the rank of a cut before the first child of the innermost node."""
    return EDGE if len(tree.stack) > 1 else 0


def text_line(tree: Tree, p: int, end: int) -> None:
    """Cut before a line of text, and in it."""
    tree.cut(p, EDGE)
    tree.text_cuts(p, end)


def string_lines(tree: Tree, first: int, end: int, after: int) -> int:
    """Read a quoted value. Return the start of the line after it."""
    text, level, p, low = tree.text, tree.stack[-1].level, first + 1, first
    quote = text[first]
    while True:
        p = string_line_end(text, p, end, quote)
        tree.text_cuts(low, end)
        if p < end or after == len(text):
            return after
        begin = indent_end(text, after)
        if begin < line_end(text, after) and 2 * (begin - after) <= level:
            return after
        low = p = after
        end, after = line_end(text, after), line_after(text, after)
        tree.cut(low, EDGE)


def string_line_end(text: str, p: int, end: int, quote: str) -> int:
    """Return the end of a string in the line, before its quote, or `end`. Two single quotes do not end the
    string."""
    while p < end:
        if quote == "'" and text.startswith("''", p):
            p += 2
        elif text[p] == quote:
            return p
        else:
            p = after_backslash(text, p, end) if text[p] == "\\" and quote == '"' else p + 1
    return min(p, end)


def indent_end(text: str, p: int) -> int:
    """Return the end of the spaces from p on."""
    while p < len(text) and text[p] == " ":
        p += 1
    return p


def after_spaces(text: str, p: int, end: int) -> int:
    """Return the end of the spaces and tabs from p on."""
    while p < end and text[p] in " \t":
        p += 1
    return p


def before_spaces(text: str, first: int, p: int) -> int:
    """Return the beginning of the spaces and tabs before p."""
    while p > first and text[p - 1] in " \t":
        p -= 1
    return p


def is_mark(text: str, p: int, end: int, mark: str) -> bool:
    """Return whether a mark is at p, before white space or the line end."""
    after = p + len(mark)
    return text.startswith(mark, p) and after <= end and (after == end or text[after] in " \t")


def end_of_key(text: str, first: int, end: int) -> int:
    """Return the offset of the colon after a key that begins at `first`, or `first` if no key begins there.

    >>> end_of_key("a b: 1", 0, 6), end_of_key("http://a", 0, 8), end_of_key("'a: b': 1", 0, 9)
    (3, 0, 6)
    """
    if text[first] in "\"'":
        p = after_spaces(text, min(string_line_end(text, first + 1, end, text[first]) + 1, end), end)
        return p if p < end and is_mark(text, p, end, ":") else first
    if text[first] in "[{#|>%":
        return first
    for p in range(first, end):
        if text[p] == ":" and is_mark(text, p, end, ":"):
            return p
        if text[p] == "#" and text[p - 1] in " \t":
            break
    return first


def ends_with_block(text: str, first: int, end: int) -> bool:
    """Return whether the last word of a line begins a block of text."""
    while end > first and text[end - 1] in " \t":
        end -= 1
    while end > first and text[end - 1] in "+-0123456789":
        end -= 1
    return end > first and text[end - 1] in "|>" and (end - 1 == first or text[end - 2] in " \t")
