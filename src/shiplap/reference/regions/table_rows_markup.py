"""The rows of tables of MediaWiki (`{|`), LaTeX (`\\begin{tabular}`) and AsciiDoc (`|===`)."""

from __future__ import annotations

from shiplap.reference.regions.line import indent, is_blank, lines
from shiplap.reference.regions.markups import is_attributes, is_table_delimiter
from shiplap.reference.regions.table_rows_html import Row, Rows

#: The rules of LaTeX. The header ends with the first rule below the first row.
RULES = ("\\hline", "\\midrule", "\\endhead", "\\endfirsthead", "\\toprule", "\\bottomrule", "\\cline", "\\end{")
#: The most lines with attributes above a table of AsciiDoc.
MAX_ATTRIBUTES = 8


def is_markup_table(text: str, at: int, c: str, i: int) -> bool:
    """Return whether the table at `at`, whose first line is `c`, is a table of these markups. At most
    MAX_ATTRIBUTES lines with attributes of AsciiDoc may be above it."""
    if c.startswith(("{|", "\\begin{"), i):
        return True
    if i > 0 or c[0] not in "[.|,:!":
        return False
    for number, (_, line) in enumerate(lines(text, at)):
        if number > MAX_ATTRIBUTES or is_blank(line, 0) or is_table_delimiter(line):
            return number <= MAX_ATTRIBUTES and not is_blank(line, 0)
        if not is_attributes(line):
            return False
    return False


def markup_rows(text: str, at: int, c: str, i: int) -> Rows:
    """Return the end of the header (`at` without a header), and all rows."""
    if c[i] == "{":
        return wiki_rows(text, at)
    return latex_rows(text, at) if c[i] == "\\" else asciidoc_rows(text, at)


def wiki_rows(text: str, at: int) -> Rows:
    """Return the header and the rows of a table of MediaWiki. A row begins with `|-`. The header ends with the
    first row below cells that begin with `!`."""
    ends, is_headed, has_cells = at, False, False
    found: list[Row] = []
    for start, c in lines(text, at):
        i, _ = indent(c, 0)
        if c.startswith("|-", i):
            found.append((start, True))
            if is_headed and ends == at:
                ends = start
        elif c.startswith("!", i):
            is_headed = is_headed or not has_cells
        elif c.startswith("|", i) and not c.startswith("|+", i):
            if not found and not has_cells:
                found.append((start, True))
            has_cells = True
    return ends, found


def latex_rows(text: str, at: int) -> Rows:
    """Return the header and the rows of a table of LaTeX. A row begins after a line with `\\\\`. The header ends
    with a rule below the first row."""
    ends, ended, is_next, ending = at, 0, False, False
    found: list[Row] = []
    for start, c in lines(text, at):
        i, _ = indent(c, 0)
        if i == len(c):
            continue
        if ending:
            ends, ending = start, False
        is_rule = c.startswith(RULES, i)
        is_first = ended == 0 and not found and ("&" in c or "\\\\" in c)
        if (is_next or is_first) and not is_rule:
            found.append((start, True))
            is_next = False
        if "\\\\" in c:
            ended, is_next = ended + 1, True
        ending = ended == 1 and ends == at and (is_rule or ends_with_rule(c))
    return ends, found


def ends_with_rule(c: str) -> bool:
    """Return whether a rule follows the row in its line."""
    return c.rstrip(" \t").endswith(("\\hline", "\\midrule"))


def asciidoc_rows(text: str, at: int) -> Rows:
    """Return the header and the rows of a table of AsciiDoc. A row begins with a line that begins with `|`; if
    blank lines are between some of these lines, only with one after a blank line. The first row is the header if
    it is right below the delimiter and a blank line follows it."""
    ends, found = at, asciidoc_lines(text, at)
    after_blank = [row for row in found if row[1]]
    if len(after_blank) > 1:
        found = [row for k, row in enumerate(found) if k == 0 or row[1]]
    if len(found) > 1 and not found[0][1] and found[1][1]:
        ends = found[1][0]
    return ends, [(start, True) for start, _ in found]


def asciidoc_lines(text: str, at: int) -> list[Row]:
    """Return the lines below the delimiter that begin with `|`, and for each whether a blank line is above it."""
    found: list[Row] = []
    is_open = blank = False
    for start, c in lines(text, at):
        i, _ = indent(c, 0)
        if i == len(c):
            blank = True
            continue
        if i == 0 and is_table_delimiter(c):
            is_open = True
        elif is_open and c[i] == "|":
            found.append((start, blank))
        blank = False
    return found
