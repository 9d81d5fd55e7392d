"""The sections and keys of TOML, INI files, properties and .env files, line by line.

C1  A line of only `[name]` begins a section. A section ends at the start of the next one. A section whose name
    begins with the name of the section before and a dot is a part of that section. Successive sections `[[name]]`
    of one name are a list.
C2  Any other line begins with a key: the text before the first `=` or `:`, without the white space around it, and
    without `export` in .env files. Marks inside quotes, in the name of a section or in a key of TOML, are not
    marks. The quotes around a whole name do not belong to the name.
C3  In TOML a value in brackets is read as in JSON, if its brackets match, and a value in three quotes ends with
    three quotes. In .env files a value in quotes ends with the same quote. In all formats other indented lines,
    and a line after a backslash at a line end, belong to the key before.
C4  A line that begins with `#` or `;` is a comment, and belongs to the node after it. A cut falls before the line
    of each node, and between the lines of a value.
C5  A section outside of lists has its whole name in its first line, so it needs no other section above it: the cut
    before it has the rank 0, even if it is a part of another section.
"""

from __future__ import annotations

from shiplap._data.code_languages import ELEMENT, MEMBER
from shiplap.reference.data.tree import EDGE, Tree, after_backslash, line_after, line_end
from shiplap.reference.data.values import bracket_lines
from shiplap.reference.data.yaml import after_spaces, before_spaces, string_line_end

#: The levels of a list of sections, of a section and of a key.
LIST, SECTION, KEY = range(3)


def sections(tree: Tree, name: str) -> None:
    """Find the nodes of a whole text in the format of a name: "toml", "ini" or "env"."""
    text, size = tree.text, len(tree.text)
    p, comment, continues = tree.start, -1, False
    while p < size:
        end, after = line_end(text, p), line_after(text, p)
        first = after_spaces(text, p, end)
        if first == end:
            continues = False
        elif text[first] in "#;" and not continues:
            comment = p if comment < 0 else comment
        else:
            begin = p if comment < 0 else comment
            comment = -1
            if is_section(text, first, end):
                begin_section(tree, begin, first, end)
            elif tree.stack[-1].level == KEY and (continues or (first > p and name != "toml")):
                tree.cut(begin, EDGE)
                tree.text_cuts(first, end)
            else:
                after = key_line(tree, begin, first, end, name)
            continues = text[end - 1] == "\\" and name != "toml"
        p = after


def is_section(text: str, first: int, end: int) -> bool:
    """Return whether a line names a section.

    >>> is_section("[a] # b", 0, 7), is_section("[[a.b]]", 0, 7), is_section("[1, 2]", 0, 6)
    (True, True, False)
    """
    last = section_end(text, first, end)
    p = after_spaces(text, last, end)
    return last > first and (p == end or text[p] in "#;")


def section_end(text: str, first: int, end: int) -> int:
    """Return the end of the brackets around the name of a section, or `first`."""
    if text[first] != "[":
        return first
    p = first + 1
    while p < end and text[p] != ",":
        if text[p] == "]":
            return p + (2 if text[p + 1 : p + 2] == "]" and text[first + 1] == "[" else 1)
        p = after_quotes(text, p, end)
    return first


def after_quotes(text: str, p: int, end: int) -> int:
    """Return the end of the quoted text at p, if it ends in the line, else p + 1."""
    if text[p] not in "\"'":
        return p + 1
    last = string_line_end(text, p + 1, end, text[p])
    return last + 1 if last < end else p + 1


def begin_section(tree: Tree, begin: int, first: int, end: int) -> None:
    """Begin a section."""
    text = tree.text
    last = section_end(text, first, end)
    is_list = text[first + 1] == "[" and text[last - 2] == "]"
    size = 2 if is_list else 1
    name = first + size, last - size
    tree.close_from(KEY, begin)
    while len(tree.stack) > 1 and not is_part(tree, name, is_list):
        tree.close(begin)
    own = tree.stack[-1].name
    after = own[1] - own[0] if len(tree.stack) > 1 else 0
    tree.cut(begin, tree.depth() if any(node.level == LIST for node in tree.stack) else 0)
    part = unquoted(text, name[0] + after + (after > 0), name[1])
    if is_list:
        if after < name[1] - name[0]:
            tree.open(MEMBER, part, begin, LIST)
            tree.stack[-1].name = name
        tree.open(ELEMENT, (0, 0), begin, SECTION)
    else:
        tree.open(MEMBER, part, begin, SECTION)
    tree.stack[-1].name = name


def unquoted(text: str, first: int, last: int) -> tuple[int, int]:
    """Return a name without the quotes around it.

    >>> unquoted("'a b'", 0, 5), unquoted('"a"."b"', 0, 7), unquoted("'", 0, 1)
    ((1, 4), (0, 7), (0, 1))
    """
    quoted = last > first + 1 and text[first] in "\"'" and text[last - 1] == text[first]
    return (first + 1, last - 1) if quoted and text[first] not in text[first + 1 : last - 1] else (first, last)


def is_part(tree: Tree, name: tuple[int, int], is_list: bool) -> bool:
    """Return whether a section of this name is a part of the innermost node."""
    text, node = tree.text, tree.stack[-1]
    size = node.name[1] - node.name[0]
    if text[node.name[0] : node.name[1]] != text[name[0] : min(name[1], name[0] + size)]:
        return False
    if size == name[1] - name[0]:
        return is_list and node.level == LIST
    return text[name[0] + size] == "." and node.level == SECTION


def key_line(tree: Tree, begin: int, first: int, end: int, name: str) -> int:
    """Begin a key. Return the start of the line after its value."""
    text = tree.text
    tree.close_from(KEY, begin)
    sign = first
    while sign < end and text[sign] not in "=:":
        sign = after_quotes(text, sign, end) if name == "toml" else sign + 1
    last = before_spaces(text, first, sign)
    if name == "env" and text[first : first + 7] == "export " and last > first + 7:
        first = after_spaces(text, first + 7, last)
    tree.cut(begin, tree.depth() if tree.stack[-1].count or len(tree.stack) == 1 else EDGE)
    tree.open(MEMBER, unquoted(text, first, last) if sign < end else (0, 0), begin, KEY)
    p = after_spaces(text, min(sign + 1, end), end)
    if name == "toml" and p < end and text[p] in "[{":
        return bracket_lines(tree, p, end, line_after(text, end), "=")
    if name == "toml" and text[p : p + 3] in ('"""', "'''"):
        return quoted_lines(tree, p, 3)
    if name == "env" and p < end and text[p] in "\"'":
        return quoted_lines(tree, p, 1)
    tree.text_cuts(p, end)
    return line_after(text, end)


def quoted_lines(tree: Tree, p: int, size: int) -> int:
    """Read a value in `size` quotes. Return the start of the line after it. If the value does not end, its line is
    text, and no later value in quotes is tried."""
    text = tree.text
    last = quote_end(text, p, size) if p >= tree.error else -1
    if last < 0:
        tree.error = len(text)
        last = line_end(text, p)
    while line_after(text, p) < last:
        tree.text_cuts(p, line_end(text, p))
        p = line_after(text, p)
        tree.cut(p, EDGE)
    tree.text_cuts(p, last)
    return line_after(text, last)


def quote_end(text: str, p: int, size: int) -> int:
    """Return the end of a value that begins with `size` quotes at p, or -1.

    >>> quote_end("'a' b", 0, 1), quote_end("'''a''''", 0, 3), quote_end("'a", 0, 1)
    (3, 7, -1)
    """
    mark = text[p : p + size]
    p += size
    while p < len(text):
        if text.startswith(mark, p):
            return p + size
        p = after_backslash(text, p, len(text)) if text[p] == "\\" and mark[0] == '"' else p + 1
    return -1
