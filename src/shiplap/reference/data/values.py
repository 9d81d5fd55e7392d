"""The values of JSON: also of JSON5, of JSON lines, and of the brackets of YAML and TOML.

V1  A string begins with a quote where a token may begin, and ends with the same quote. In JSON an LF in a string
    is an error, unless a backslash escapes it. In brackets of YAML and TOML three other rules hold: an LF belongs
    to the string; the only escape in a string in single quotes is two single quotes; and a quote within a value of
    several tokens begins a string only after a tag or an anchor.
V2  Comments are `//`, `#` and `/* */`, where a token may begin.
V3  Any other token ends before white space, a comma or a bracket. A key of JSON also ends before a colon. Any
    other token also ends before a colon that white space follows; in brackets of YAML and TOML also before a colon
    that a comma or a bracket follows. In braces of TOML an equals sign takes the place of the colon after a key.
    In braces of YAML and TOML a key may have several tokens.
V4  In braces, a key, a colon and a value are a member. Any other value is an element.
V5  A cut falls after a comma: at the start of the next token or comment, or of its line. A comment that begins in
    the line of the comma, or in the line of an opening bracket, stays before the cut.
V6  Outside brackets a cut falls before each value.
V7  A bracket that does not match, or a string that does not end, is an error. All nodes end there. Each of the
    lines that follow is cut apart, up to a line that begins with a bracket; from there on values are read again.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from shiplap._data.code_languages import ELEMENT, MEMBER
from shiplap.reference.data.tree import (
    DEEPEST,
    EDGE,
    Tree,
    after_backslash,
    is_space,
    line_after,
    line_begin,
    line_end,
)


@dataclass
class Values:
    """State of the scan of values.

    at          the next character
    inner       in brackets of YAML or TOML the mark after a key, ":" or "="; else ""
    brackets    the open brackets
    start       the start of the next child, or -1
    key         the key of the next child
    has_colon   whether the colon of the next child has been read
    begin, end  the span of the scalar that is its value, or -1
    is_plain    whether that scalar continues without quotes, in brackets of YAML or TOML
    """

    at: int
    inner: str
    brackets: list[str] = field(default_factory=list)
    start: int = -1
    key: tuple[int, int] = (0, 0)
    has_colon: bool = False
    begin: int = -1
    end: int = -1
    is_plain: bool = False


def values(tree: Tree) -> None:
    """Find the values of a whole text."""
    at, size = tree.start, len(tree.text)
    while at < size:
        at = value(tree, at, "")
        if at < size:
            at = recovered(tree, at)


def recovered(tree: Tree, p: int) -> int:
    """Cut the lines after an error. Return the offset from which values are read again."""
    tree.close_from(-1, p)
    p = line_after(tree.text, p)
    while p < len(tree.text) and tree.text[p] not in "{[":
        tree.cut(p, DEEPEST)
        tree.text_cuts(p, line_end(tree.text, p))
        p = line_after(tree.text, p)
    return p


def value(tree: Tree, p: int, inner: str) -> int:
    """Find the values from p on; with `inner`, the value whose bracket is at p. Return their end, or the offset of
    an error."""
    text, size = tree.text, len(tree.text)
    state = Values(p, inner)
    while state.at < size:
        p = state.at
        char = text[p]
        if is_space(char):
            state.at = p + 1
        elif char in "\"'" and not state.is_plain:
            state.at = string_end(text, p, inner)
            if state.at < 0:
                return p
            take_token(tree, state, p)
        elif char in "{[":
            open_value(tree, state, p)
        elif char in "}]":
            if not state.brackets or state.brackets[-1] != ("{" if char == "}" else "["):
                return p
            close_value(tree, state, p)
            if inner and not state.brackets:
                return state.at
        elif char == ",":
            end_child(tree, state)
            state.at = next_token(text, p + 1)
            tree.cut(line_begin(text, state.at), tree.depth())
        elif char == ":" or (char == inner and expects_key(state)):
            state.at = p + 1
            state.has_colon = True
        elif is_comment(text, p):
            state.at = comment_end(text, p)
        else:
            state.at = token_end(text, p, expects_key(state), inner)
            take_token(tree, state, p)
    end_child(tree, state)
    return size


def in_braces(state: Values) -> bool:
    """Return whether the children are members."""
    return bool(state.brackets) and state.brackets[-1] == "{"


def expects_key(state: Values) -> bool:
    """Return whether the next token is a key."""
    return in_braces(state) and not state.has_colon


def begin_child(tree: Tree, state: Values, p: int) -> None:
    """Begin the next child at p, unless it has begun."""
    if not state.brackets and not state.inner:
        end_child(tree, state)
        tree.cut(line_begin(tree.text, p), 0)
    if state.start < 0:
        state.start = p


def take_token(tree: Tree, state: Values, p: int) -> None:
    """Take a token from p on: a key, or a scalar."""
    begin_child(tree, state, p)
    if expects_key(state):
        quoted = tree.text[p] in "\"'"
        goes_on = state.inner and state.key[1] > 0 and not quoted
        state.key = (state.key[0] if goes_on else p + quoted, state.at - quoted)
    else:
        state.begin, state.end = (p if state.begin < 0 else state.begin), state.at
        state.is_plain = state.inner != "" and tree.text[p] not in "\"'!&"


def open_value(tree: Tree, state: Values, p: int) -> None:
    """Begin an object or a list."""
    begin_child(tree, state, p)
    is_named = in_braces(state) or (state.inner != "" and not state.brackets)
    tree.open(MEMBER if is_named else ELEMENT, state.key, state.start, tree.stack[-1].level + 1)
    state.brackets.append(tree.text[p])
    clear(state)
    state.at = next_token(tree.text, p + 1)
    if state.at < len(tree.text) and tree.text[state.at] not in "}]":
        tree.cut(line_begin(tree.text, state.at), EDGE)


def close_value(tree: Tree, state: Values, p: int) -> None:
    """End an object or a list."""
    end_child(tree, state)
    if tree.stack[-1].count:
        tree.cut(line_begin(tree.text, p), EDGE)
    tree.close(p + 1)
    state.brackets.pop()
    clear(state)
    state.at = p + 1


def end_child(tree: Tree, state: Values) -> None:
    """End a child that is a scalar."""
    if state.begin >= 0:
        role = MEMBER if in_braces(state) else ELEMENT
        tree.leaf(role, state.key, state.start, state.begin, state.end)
    clear(state)


def clear(state: Values) -> None:
    """Reset the state for the next child."""
    state.start = state.begin = -1
    state.key, state.has_colon, state.is_plain = (0, 0), False, False


def string_end(text: str, p: int, inner: str) -> int:
    """Return the end of the string that begins at p, or -1 if it does not end.

    >>> string_end('"a\\\\"b" c', 0, ""), string_end('"a\\n"', 0, ""), string_end('"a\\n"', 0, ":")
    (6, -1, 4)
    >>> string_end("'a''b'", 0, ":")
    6
    """
    quote = text[p]
    p += 1
    while p < len(text):
        if inner and quote == "'" and text.startswith("''", p):
            p += 2
            continue
        if text[p] == quote:
            return p + 1
        if text[p] == "\n" and not inner:
            return -1
        has_escapes = not inner or quote == '"'
        p = after_backslash(text, p, len(text)) if text[p] == "\\" and has_escapes else p + 1
    return -1


def is_comment(text: str, p: int) -> bool:
    """Return whether a comment begins at p."""
    return text[p] == "#" or text[p : p + 2] in ("//", "/*")


def comment_end(text: str, p: int) -> int:
    """Return the end of the comment that begins at p, without its line end."""
    if text[p : p + 2] != "/*":
        return line_end(text, p)
    end = text.find("*/", p + 2)
    return len(text) if end < 0 else end + 2


def token_end(text: str, p: int, is_key: bool, inner: str) -> int:
    """Return the end of a token other than a string.

    >>> token_end("a:1", 0, True, ""), token_end("http://a, b", 0, False, ":"), token_end("a=1", 0, True, "=")
    (1, 8, 1)
    """
    first = p
    while p < len(text) and not is_space(text[p]) and text[p] not in ",[]{}":
        if text[p] == ":" and ((is_key and not inner) or p + 1 == len(text) or is_space(text[p + 1])):
            break
        if text[p] == ":" and inner and text[p + 1] in ",[]{}":
            break
        if text[p] == "=" and is_key and inner == "=":
            break
        p += 1
    return max(p, first + 1)


def next_token(text: str, p: int) -> int:
    """Return the start of the next token or comment, after white space and a comment in the same line."""
    begin = p
    while p < len(text) and is_space(text[p]):
        if text[p] in "\r\n":
            begin = -1
        p += 1
    if begin < 0 or p == len(text) or not is_comment(text, p):
        return p
    p = comment_end(text, p)
    while p < len(text) and is_space(text[p]):
        p += 1
    return p


def bracket_lines(tree: Tree, first: int, end: int, after: int, inner: str) -> int:
    """Read a value in brackets. Return the start of the line after it. If the brackets do not match, the line is
    text, and no bracket before the error is read again. inner: the mark after a key."""
    rows, cuts, count = len(tree.rows), len(tree.cuts), len(tree.stack)
    if first >= tree.error:
        last = value(tree, first, inner)
        if len(tree.stack) == count:
            return line_after(tree.text, last)
        tree.error = last
        del tree.rows[rows:], tree.cuts[cuts:], tree.stack[count:]
    tree.text_cuts(first, end)
    return after
