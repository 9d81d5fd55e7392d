"""The grammar of Markdown: blocks of CommonMark 0.31, tables and footnotes of GitHub, front matter (YAML, TOML).

The containers of a line (quotes, list items, footnotes) are matched from the outermost to the innermost. The rest
of the line continues the open leaf, or opens a leaf or a container. A region has whole lines: a fence inside a
list is code, with the marks of the list before it. Headings inside containers are text of the container.

Text in the following containers of other dialects is read as if it were outside of them:

D1. An admonition, a collapsible block or a tab (MkDocs: `!!! note "Title"`, `???+ tip`, `=== "Title"`). Its lines
    are indented by four columns.
D2. A definition (`:` or `~`, and white space) below its term, which is a paragraph, or below another definition.
    Its lines are indented like those of a list item, by at most four columns.
D3. A directive of MyST: a fence with the word `{note}` or another word of PROSE_DIRECTIVES. It ends with a closing
    fence.
D4. Lines that begin with `:::` (Pandoc, Docusaurus, MyST) are text; the lines between them are not in a container.
    An underline directly below such a line does not make a heading, and the title of a heading begins after it.

D5. In an HTML block outside of containers, a line that begins with the tag of a heading (`<h1 align="center">`),
    perhaps after other tags (`<summary><h2>`), is that heading up to the line with the first `</h`. The rest of
    the block is HTML, except in tables.
D6. In a paragraph outside of containers, a table that is drawn (`drawn_tables.py`), or that has edges `+---+---+`
    or borders `=== ===`, begins with its first line and ends as in plain text.

Departures from CommonMark: a paragraph of only link reference definitions is a paragraph like others; a line is
read up to MAX_LINE code points, except in the search for the end of an HTML block.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from shiplap._data.region_kinds import Kind
from shiplap.reference.regions.html import HEADINGS
from shiplap.reference.regions.html_blocks import TABLE_TAGS, ends_html, html_condition
from shiplap.reference.regions.line import (
    DIGITS,
    LETTERS,
    advance,
    after_mark,
    cells,
    closes_fence,
    delimiter_cells,
    end_of_line,
    heading_level,
    indent,
    is_blank,
    lines,
    lower,
    opens_fence,
    tag_name,
)
from shiplap.reference.regions.output import Block, Out
from shiplap.reference.regions.plain_runs import Plain, reset
from shiplap.reference.regions.plain_tables import begins_table, goes_on

#: The greatest depth of containers; deeper ones are text of the innermost.
MAX_DEPTH = 32
#: The most lines of front matter.
MAX_FRONT_LINES = 512
#: Directives of MyST with text in them.
PROSE_DIRECTIVES = (
    "note", "tip", "hint", "important", "warning", "caution", "danger", "attention", "error", "admonition",
    "seealso", "todo", "versionadded", "versionchanged", "deprecated", "topic", "sidebar", "margin", "dropdown",
    "card", "tab-set", "tab-item", "grid", "grid-item", "grid-item-card", "epigraph", "pull-quote", "glossary",
    "table", "figure", "container", "list-table", "toctree", "contents", "image", "include", "only", "rubric",
    "aside", "details", "toggle", "exercise", "solution", "proof", "theorem", "versionremoved", "example",
)  # fmt: skip


@dataclass
class Container:
    """An open container.

    kind: the kind of the text in it; "prose" if that text is read as if it were outside. need: the columns of
    indentation of its lines. empty: an item before its text. definition: a definition (D2). fence: the fence of a
    directive (D3).
    """

    kind: Kind
    need: int = 0
    empty: bool = False
    definition: bool = False
    fence: tuple[str, int] = ("", 0)


@dataclass
class Markdown:
    """The state of the scan: the open blocks."""

    out: Out = field(default_factory=Out)
    stack: list[Container] = field(default_factory=list)
    leaf: Literal["", "paragraph", "fence", "indented", "html", "table"] = ""
    fence: tuple[str, int] = ("", 0)
    html: int = 0  # the condition by which it began
    titled: bool = False  # whether it is a heading whose last line comes
    paragraph: int = 0  # where the paragraph begins
    title: int = 0  # and its text
    colons: bool = False  # whether its last line begins with `:::`
    above: tuple[int, str] | None = None  # the start of its last line, and that line without its containers
    term: int = -1  # the containers of the paragraph before blank lines; -1 if another line is before this one
    tables: Plain = field(default_factory=Plain)  # the state of the search for tables of plain text

    def kind(self) -> Kind:
        """Return the kind of text here."""
        return next((container.kind for container in self.stack if container.kind != "prose"), "prose")


def scan_markdown(text: str, adorned: list[int] | None = None) -> Out:
    """Return the regions of a Markdown document. adorned: not None for a text without a path, where tables of
    plain text are looked for too, in paragraphs that are in no container; see `scan_plain`. None: only those of
    D6."""
    state = Markdown()
    state.out.blocks, at = front_matter(text)
    state.tables = Plain(out=state.out, adorned=[] if adorned is None else adorned, drawn=adorned is None)
    for start, c in lines(text, at):
        markdown_line(state, text, start, c)
    return state.out


def front_matter(text: str) -> tuple[list[Block], int]:
    """Return the region of front matter, if the text begins with one, and the start of the text after it. Front
    matter is the text between two lines `---` (or `...` at the end) or `+++`. It has at most MAX_FRONT_LINES, is
    not empty, and does not begin with a blank line."""
    fence = ""
    for number, (start, c) in enumerate(lines(text)):
        row = c.rstrip(" \t")
        if number == 0:
            if row not in ("---", "+++"):
                break
            fence = row
        elif (number == 1 and row in ("", fence)) or number == MAX_FRONT_LINES:
            break
        elif row == fence or (fence == "---" and row == "..."):
            return [Block(0, "front_matter")], end_of_line(text, start)[1]
    return [], 0


# ---- one line


def markdown_line(state: Markdown, text: str, start: int, c: str) -> None:
    """Add a line to the open block, or open a block."""
    if goes_on(state.tables, c):
        return
    at, col, depth = match_containers(state, c)
    i, width = indent(c, at, col)
    opened = False
    term = is_term(state, depth)
    if i < len(c):
        state.term = -1
        for container in state.stack[:depth]:
            container.empty = False
    if depth < len(state.stack) and state.leaf != "paragraph":
        close_containers(state, depth)
    if state.leaf in ("fence", "html") and leaf_line(state, text, start, c, i, width):
        return
    # Now all containers are matched, or a paragraph is open, which may go on without them.
    while i < len(c):
        interrupts = state.leaf == "paragraph" and depth == len(state.stack)
        if width >= 4:
            if state.leaf in ("", "indented"):
                if state.leaf == "":
                    state.leaf = "indented"
                    state.out.begin(start, "code")
                return
            break
        if interrupts and opens_table(state, start, c, i):
            return
        if ends_directive(state, start, c, i, depth) or opens_block(state, start, c, i, width, depth):
            return
        found = open_container(c, i, width, col + width, interrupts, term)
        if found is None or depth == MAX_DEPTH:
            if open_leaf(state, text, start, c, i, depth, interrupts):
                return
            break
        container, at, col = found
        close_containers(state, depth)
        state.stack.append(container)
        depth += 1
        opened, term = True, False
        i, width = indent(c, at, col)
    if i == len(c):
        blank_line(state, start, depth, opened)
    else:
        text_line(state, start, c, i, depth == len(state.stack))


def match_containers(state: Markdown, c: str) -> tuple[int, int, int]:
    """Match the open containers with a line. Return the offset and the column after them, and how many of them the
    line has."""
    at = col = 0
    for depth, container in enumerate(state.stack):
        i, width = indent(c, at, col)
        if container.kind == "quote":
            if width > 3 or c[i : i + 1] != ">":
                return at, col, depth
            at, col = after_mark(c, i + 1, col + width + 1)
        elif i == len(c):
            if container.empty:
                return at, col, depth
        elif width >= container.need:
            at, col = advance(c, at, col, container.need)
        else:
            return at, col, depth
    return at, col, len(state.stack)


def close_containers(state: Markdown, depth: int) -> None:
    """Close the containers from a depth on, and the leaf."""
    del state.stack[depth:]
    state.leaf = ""


def blank_line(state: Markdown, start: int, depth: int, opened: bool) -> None:
    """End paragraphs, tables, and the containers that the line does not have: nothing else is in the line."""
    if state.leaf == "paragraph":
        state.term = depth
    if state.leaf != "indented":
        close_containers(state, depth)
    if opened:
        state.out.go_on(start, state.kind())


def text_line(state: Markdown, start: int, c: str, i: int, matched: bool) -> None:
    """Add a line to a paragraph, where the marks of containers may be missing, or to a table."""
    if state.leaf == "table":
        return
    if not state.stack:
        if state.leaf != "paragraph":
            reset(state.tables)
        if begins_table(state.tables, start, c, state.above if state.leaf == "paragraph" else None):
            state.leaf = ""
            return
    if state.leaf != "paragraph" or state.colons:
        state.leaf, state.paragraph, state.title = "paragraph", start, start + i
    state.colons = c.startswith(":::", i)
    state.above = (start, c[i:]) if matched else None
    state.out.go_on(start, state.kind())


def leaf_line(state: Markdown, text: str, start: int, c: str, i: int, width: int) -> bool:
    """Return whether the line belongs to an open fence or HTML block. False if that block ends before the line."""
    if state.leaf == "fence":
        if width < 4 and closes_fence(c, i, state.fence):
            state.leaf = ""
    elif state.html >= 6:
        if i == len(c):
            state.leaf = ""
        elif state.titled:
            last = state.out.blocks[-1]
            state.out.blocks[-1] = last._replace(info=(last.info[0], end_of_line(text, start)[0]))
            state.titled = "</h" not in lower(c)
        elif state.out.blocks[-1].kind in ("html", "heading") and not opens_heading(state, text, start, c, i):
            state.out.go_on(start, "html")
    elif ends_html(text, start, state.html):
        state.leaf = ""
    return True


# ---- what opens


def is_term(state: Markdown, depth: int) -> bool:
    """Return whether a definition may begin in a line that has `depth` of the open containers."""
    if depth < len(state.stack):
        return state.stack[depth].definition
    return state.leaf == "paragraph" or state.term == depth


def ends_directive(state: Markdown, start: int, c: str, i: int, depth: int) -> bool:
    """Return whether the line is the closing fence of a directive. The innermost directive with this fence
    ends."""
    for k in reversed(range(depth if c[i] in "`~" else 0)):
        if state.stack[k].fence[1] and closes_fence(c, i, state.stack[k].fence):
            close_containers(state, k)
            state.out.go_on(start, state.kind())
            return True
    return False


def opens_block(state: Markdown, start: int, c: str, i: int, width: int, depth: int) -> bool:
    """Return whether an admonition, a collapsible block or a tab begins with the line."""
    if c[i] not in "!?=" or depth == MAX_DEPTH or not is_block(c, i):
        return False
    close_containers(state, depth)
    state.out.go_on(start, state.kind())
    state.stack.append(Container("prose", width + 4))
    return True


def open_container(
    c: str, i: int, width: int, col: int, interrupts: bool, term: bool
) -> tuple[Container, int, int] | None:
    """Return the container whose mark is at i, in column `col`, and the offset and column after the mark. `term`:
    whether a definition may begin."""
    if c[i] == ">":
        return Container("quote"), *after_mark(c, i + 1, col + 1)
    if term and c[i] in ":~" and c[i + 1 : i + 2] in (" ", "\t") and not is_blank(c, i + 1):
        _, gap = indent(c, i + 1, col + 1)
        gap = 1 if gap > 4 else gap
        need = width + min(1 + gap, 4)
        return Container("prose", need, definition=True), *advance(c, i + 1, col + 1, gap)
    if is_thematic(c, i):
        return None
    if c[i] == "[":
        end = footnote_mark(c, i)
        return (Container("footnote", 4), end, col + end - i) if end else None
    end = list_mark(c, i, interrupts)
    if not end:
        return None
    col += end - i
    text, gap = indent(c, end, col)
    if text == len(c):
        return None if interrupts else (Container("list", width + end - i + 1, True), end, col)
    if gap > 4:
        gap = 1
    return Container("list", width + end - i + gap), *advance(c, end, col, gap)


def open_leaf(state: Markdown, text: str, start: int, c: str, i: int, depth: int, interrupts: bool) -> bool:
    """Return whether a leaf other than a paragraph begins, or ends, with this line."""
    if c[i] == "#" and heading_level(c, i):
        close_containers(state, depth)
        heading(state, start, heading_level(c, i), (start + i, end_of_line(text, start)[0]))
        return True
    if c[i] in "`~" and (fence := opens_fence(c, i)):
        close_containers(state, depth)
        if is_directive(c, i + fence[1]) and depth < MAX_DEPTH:
            state.out.go_on(start, state.kind())
            state.stack.append(Container("prose", fence=fence))
            return True
        state.leaf, state.fence = "fence", fence
        state.out.begin(start, "code", 0, (start + i + fence[1], end_of_line(text, start)[0]))
        return True
    if c[i] == "<" and (condition := html_condition(c, i)):
        if condition == 7 and state.leaf in ("paragraph", "table"):
            return False
        close_containers(state, depth)
        open_html(state, text, start, c, i, condition)
        return True
    if c[i] in "=-" and interrupts and not state.colons and is_underline(c, i):
        state.leaf = ""
        heading(state, state.paragraph, 1 if c[i] == "=" else 2, (state.title, start))
        return True
    if c[i] in "*-_" and is_thematic(c, i):
        close_containers(state, depth)
        state.out.go_on(start, state.kind())
        return True
    return False


def heading(state: Markdown, start: int, level: int, title: tuple[int, int]) -> None:
    """Begin a heading, unless the line is inside a container."""
    if state.stack:
        state.out.go_on(start, state.kind())
    else:
        state.out.begin(start, "heading", level, title)


def open_html(state: Markdown, text: str, start: int, c: str, i: int, condition: int) -> None:
    """Begin an HTML block: a heading (D5), a table if its tag is one of a table, code if it is `pre`, `script` or
    `style`."""
    tag = tag_name(c, i)
    state.titled = False
    if condition == 6 and tag not in TABLE_TAGS and opens_heading(state, text, start, c, i):
        state.leaf, state.html = "html", condition
        return
    if tag == "table" or (condition == 1 and tag != "textarea"):
        state.out.begin(start, "table" if tag == "table" else "code")
    else:
        state.out.go_on(start, "table" if condition == 6 and tag in TABLE_TAGS else "html")
    if condition >= 6 or not ends_html(text, start, condition):
        state.leaf, state.html = "html", condition


def opens_heading(state: Markdown, text: str, start: int, c: str, i: int) -> bool:
    """Return whether a heading of HTML begins with this line of an HTML block (D5)."""
    level = 0 if state.stack else heading_tag(c, i)
    if level:
        state.out.begin(start, "heading", level, (start + i, end_of_line(text, start)[0]))
        state.titled = "</h" not in lower(c)
    return level > 0


def heading_tag(c: str, i: int) -> int:
    """Return the level of the heading whose opening tag is at i, perhaps after other tags, or 0."""
    while i < len(c) and c[i] == "<":
        name = tag_name(c, i)
        if name in HEADINGS and c[i + 1] != "/":
            return int(name[1])
        end = c.find(">", i)
        if end < 0 or not name:
            return 0
        i, _ = indent(c, end + 1)
    return 0


def opens_table(state: Markdown, start: int, c: str, i: int) -> bool:
    """Return whether this line is the delimiter row under the head of a table, which is the line above."""
    if c[i] not in "|:-" or state.above is None:
        return False
    count = delimiter_cells(c, i)
    if not count or count != cells(state.above[1]):
        return False
    state.out.begin(state.above[0], "table")
    state.leaf = "table"
    return True


# ---- classes of lines, from i on; the lines are indented by at most three columns


def is_underline(c: str, i: int) -> bool:
    """Return whether the line is one run of its first character."""
    end = i
    while end < len(c) and c[end] == c[i]:
        end += 1
    return is_blank(c, end)


def is_thematic(c: str, i: int) -> bool:
    """Return whether the line is three or more of `*`, `-` or `_`, and white space."""
    count = 0
    for char in c[i:]:
        if char == c[i]:
            count += 1
        elif char not in " \t":
            return False
    return c[i] in "*-_" and count >= 3


def list_mark(c: str, i: int, interrupts: bool) -> int:
    """Return the end of the mark of a list item, or 0. A number other than 1 does not interrupt a paragraph."""
    end = i
    number = 0
    while end < len(c) and end - i < 9 and c[end] in DIGITS:
        number = 10 * number + int(c[end])
        end += 1
    if end > i:
        if c[end : end + 1] not in (".", ")") or (interrupts and number != 1):
            return 0
    elif c[i] not in "*+-":
        return 0
    end += 1
    return end if end == len(c) or c[end] in " \t" else 0


def footnote_mark(c: str, i: int) -> int:
    """Return the end of the mark of a footnote, `[^label]:`, or 0."""
    if c[i : i + 2] != "[^":
        return 0
    end = i + 2
    while end < len(c) and c[end] not in "[] \t":
        end += 1
    return end + 2 if end > i + 2 and c[end : end + 2] == "]:" else 0


def is_block(c: str, i: int) -> bool:
    """Return whether an admonition or a collapsible block (`!!! type "Title"`, `??? type`, with a type or a title)
    or a tab (`=== "Title"`) begins at i."""
    if c[i : i + 3] != 3 * c[i]:
        return False
    at = i + 3
    while c[i] in "=?" and at < i + 5 and c[at : at + 1] in ("!", "+"):
        at += 1
    typed = False
    while at < len(c) and (c[at] in LETTERS or c[at] in DIGITS or c[at] in "-_ \t" or c[at] > "\x7f"):
        typed = typed or c[at] not in " \t"
        at += 1
    if at == len(c):
        return typed and c[i] != "="
    title = c[at:].rstrip(" \t")
    is_joined = c[i] == "=" and (typed or c[at - 1] not in " \t")
    return len(title) > 1 and title[0] == title[-1] == '"' and not is_joined


def is_directive(c: str, at: int) -> bool:
    """Return whether the words of a fence, which begin at `at`, are those of a directive with text in it."""
    at, _ = indent(c, at)
    if c[at : at + 1] != "{":
        return False
    end = at + 1
    while end < len(c) and (c[end] in LETTERS or c[end] == "-"):
        end += 1
    return c[end : end + 1] == "}" and c[at + 1 : end] in PROSE_DIRECTIVES
