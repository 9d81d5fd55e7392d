"""The grammar of text without markup, or with the markup of reStructuredText: code, tables and headings are found
by their lines.

A run is the text between blank lines, tables and headings. Each of its lines has a score for code or for prose
(`line_score`), and the sum decides. A run with the sum 0 is decided with the next run (`plain_runs`). The fields
of a header at the start of a run do not count for code. Indented lines below two or more fields do not count
either; below one field, they do not count if they are indented by one column, if they are the name of a file, or
if their score is at most MAX_FIELD_SCORE and the field has a value. Fields without a value count as one, unless a
field with a value is above them. From the second field on, the lines of a header are not a table. The marks of
Markdown that cannot be mistaken count too: fences, delimiter rows, and `#` headings in a paragraph of their own.
A line of white space and a form feed is blank.
"""

from __future__ import annotations

from shiplap.reference.boundaries.no_headings import has_page
from shiplap.reference.regions.drawn_tables import is_below_header, is_upper_edge
from shiplap.reference.regions.line import (
    DIGITS,
    LETTERS,
    cells,
    closes_fence,
    delimiter_cells,
    end_of_line,
    indent,
    is_blank,
    lines,
    lower,
    opens_fence,
)
from shiplap.reference.regions.line_score import line_score, title_marks
from shiplap.reference.regions.manual_pages import is_entry_line, is_name_section, section_level
from shiplap.reference.regions.output import Out
from shiplap.reference.regions.plain_runs import (
    MAX_LEVELS,
    Plain,
    end_run,
    open_region,
    open_table,
    reset,
    settle,
)
from shiplap.reference.regions.plain_tables import find_table, goes_on, is_border, is_grid

#: The most lines of a string in three quotes, or of a comment; a longer one counts as not closed.
MAX_STRING_LINES = 200
#: Added to the character of a kind of underline if the title also has an overline.
ABOVE = 256
#: Added to the number of equals signs on each side of a title.
CLOSED = 512
#: The most digits of a number between equals signs that counts pages: more digits are a year.
MAX_PAGE_DIGITS = 3
#: The greatest score of a line that continues the only field of a header, such as names of files.
MAX_FIELD_SCORE = 2
#: Signs in names of files, and in patterns of such names.
FILE_MARKS = "/._-+~*?@"
CODE_DIRECTIVES = ("code", "code-block", "sourcecode", "parsed-literal", "highlight", "literalinclude", "doctest")
TABLE_DIRECTIVES = ("table", "list-table", "csv-table")
#: ASCII punctuation marks: each may underline a title.
MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
#: Marks that also divide or end other text: as underlines they are at least as long as the title, and this long.
RARE_MARKS = MARKS - frozenset("=-~^\"'#*+.:_`")
MIN_RARE_MARKS = 4
#: The fewest marks of `~` and backticks that are an underline of equal length, whatever the line above ends with.
MIN_LONG = 10
#: Marks above and below a title that would otherwise be a fence around one line.
MIN_OVERLINE = 5
#: The count of lines of a fence that cannot be an overline, because words follow it or text is right above it.
NO_TITLE = 2


def scan_plain(text: str, adorned: list[int]) -> Out:
    """Return the regions of a text. `adorned`: the kinds of underline, one for each level of headings; the
    function adds the kinds that it finds."""
    state = Plain(adorned=adorned)
    for start, c in lines(text):
        plain_line(state, text, start, c)
    end_run(state)
    settle(state)
    return state.out


# ---- one line


def plain_line(state: Plain, text: str, start: int, c: str) -> None:
    """Add a line to the open block, open a block with it, or add it to the run."""
    i, width = indent(c, 0)
    if c[i : i + 1] == "\f" and is_blank(c, i + 1):
        i = len(c)
    blank = i == len(c)
    if state.fence is not None:
        fence_line(state, start, c, i, state.fence)
        return
    if state.string and (blank or width >= state.string_margin):
        string_line(state, c)
        return
    state.string = ""
    if state.literal >= 0:
        if blank or width > state.literal:
            return
        state.literal = -1
    if goes_on(state, c):
        return
    if blank:
        end_run(state)
        return
    if not opens(state, text, start, c, i, width):
        run_line(state, start, c, i, width)


def fence_line(state: Plain, start: int, c: str, i: int, fence: tuple[str, int]) -> None:
    """Add a line to an open fence. One line between two lines of equally many marks is a title."""
    state.fence_lines += 1
    if i < len(c) and closes_fence(c, i, fence):
        state.fence = None
        if state.fence_lines == 2 and is_overlined(fence[1], adornment(c), len(state.last.strip(" \t"))):
            level = adorned_level(state, ord(fence[0]) + ABOVE)
            state.out.begin(state.start, "heading", level, (state.last_start, start))
    elif state.fence_lines == 1:
        state.last, state.last_start = c, start


def string_line(state: Plain, c: str) -> None:
    """Add a line inside a string in three quotes, or inside a comment, to the run. Its score is 0."""
    state.string_lines += 1
    if state.string in c or state.string_lines > MAX_STRING_LINES:
        state.string = ""


def run_line(state: Plain, start: int, c: str, i: int, width: int) -> None:
    """Add a line to the run, unless it makes a table of lines at its end."""
    says = line_score(c, i)
    if says > 0 and is_entry_line(c, i, state.manual):
        says = 0
    if state.lines == 1 and width > state.margin:
        end_section(state, c)
    if state.lines == 0:
        state.start, state.margin, state.first, state.score = start, width, c, 0
        state.fields = 0
    field = header_field(c) if state.lines == 0 or state.fields else 0
    if field:
        has_value = field > 1 or state.fields > 0
        state.fields = abs(state.fields) + 1 if has_value else -1
        says = min(says, 0)
    elif state.fields and width > 0:
        is_value = state.fields > 1 or width == 1 or (state.fields > 0 and says <= MAX_FIELD_SCORE)
        says = min(says, 0) if is_value or is_file_name(c, i) else says
    here = (state.lines, state.score)
    if state.fields > 1 and (width > 0 or field):
        reset(state)
    elif find_table(state, start, c, i, says, here):
        return
    state.lines += 1
    state.score += says
    state.margin = min(state.margin, width)
    state.last, state.last_start, state.before = c, start, here
    open_string(state, c, i, width)


def end_section(state: Plain, c: str) -> None:
    """Make a heading of the only line of the run, if that line is a heading of a manual page above the line
    `c`."""
    if not state.manual and state.margin == 0 and is_name_section(state.last, c):
        state.manual = True
    level = section_level(state.last, state.margin) if state.manual else 0
    if level:
        state.lines = 0
        settle(state)
        state.code = False
        state.out.begin(state.start, "heading", level, (state.last_start, state.last_start + len(state.last)))
        reset(state)


def header_field(c: str) -> int:
    """Return 2 for a field of a header (`Build-Depends: oak (>= 1.2)`), as in mails and control files: a word that
    begins with a capital letter, a colon, and a value that is not a definition of code (` = `). Return 1 for a
    field without a value, and 0 for other lines."""
    if not "A" <= c[0] <= "Z":
        return 0
    end = 1
    while end < len(c) and (c[end] in LETTERS or c[end] in DIGITS or c[end] == "-"):
        end += 1
    if c[end : end + 1] != ":" or c[end + 1 : end + 2] not in ("", " ", "\t") or " = " in c:
        return 0
    return 1 if is_blank(c, end + 1) else 2


def is_file_name(c: str, i: int) -> bool:
    """Return whether the line has only the name of a file, or a pattern of such names: one word of letters, digits
    and FILE_MARKS."""
    end = len(c.rstrip(" \t"))
    return all(char in LETTERS or char in DIGITS or char in FILE_MARKS for char in c[i:end])


def open_string(state: Plain, c: str, i: int, width: int) -> None:
    """Keep the end mark of a string in three quotes, or of a comment, that begins in this line and does not end in
    it."""
    state.string_lines, state.string_margin = 0, width
    if adornment(c) >= MIN_RARE_MARKS:
        return
    if c.startswith("/*", i):
        state.string = "" if "*/" in c else "*/"
    elif c.count('"""') % 2 == 1:
        state.string = '"""'
    elif (state.score > 0 or state.code) and c.count("'''") % 2 == 1:
        state.string = "'''"


def opens(state: Plain, text: str, start: int, c: str, i: int, width: int) -> bool:
    """Return whether a block other than a run begins with this line, or a heading ends with it."""
    if state.lines == 0:
        expected, state.expected = state.expected, -1
        if 0 <= expected < width:
            open_region(state, start, "code")
            state.literal = expected
            return True
    if i == 0 and c[0] in MARKS and adorns(state, start, c):
        return True
    if c[i] in "`~" and width < 4 and (fence := opens_fence(c, i)) and not underlines(state, fence[1]):
        state.fence, state.fence_lines = fence, 0 if state.lines == 0 and adornment(c) else NO_TITLE
        end_run(state)
        open_region(state, start, "code", (start + i + fence[1], end_of_line(text, start)[0]))
        state.start = start
        return True
    if c[i] == "." and c.startswith(".. ", i):
        return opens_directive(state, text, start, c, i, width)
    if c[i] == "<" and lower(c[i : i + 6]) == "<table":
        end_run(state)
        open_table(state, start, "html", width)
        if "</table>" in lower(c):
            state.table = ""
        return True
    if c[i] == "+" and is_grid(c, i):
        end_run(state)
        open_table(state, start, "grid", width)
        return True
    if i == 0 and c[0] == "=" and closed_title(state, start, c):
        return True
    if c[i] == "=" and is_border(c, i):
        end_run(state)
        open_table(state, start, "simple", width)
        return True
    if c[i] in "|:-" and state.lines > 0 and (count := delimiter_cells(c, i)) and count == cells(state.last):
        state.lines, state.score = state.before
        end_run(state)
        open_table(state, state.last_start, "pipes", width)
        return True
    if state.lines > 0 and is_below_header(c, i, state.last):
        state.lines, state.score = state.before
        end_run(state)
        open_table(state, state.last_start, "pipes" if c[i] == "-" else "box", width)
        return True
    if is_upper_edge(c, i):
        end_run(state)
        open_table(state, start, "box", width)
        return True
    return False


def opens_directive(state: Plain, text: str, start: int, c: str, i: int, width: int) -> bool:
    """Return whether the line is a directive of reStructuredText that has code or a table in it."""
    begin = i + 3
    end = begin
    while end < len(c) and (c[end] in LETTERS or c[end] == "-"):
        end += 1
    name = c[begin:end]
    if c[end : end + 2] != "::":
        return False
    if name in CODE_DIRECTIVES:
        end_run(state)
        open_region(state, start, "code", (start + end + 2, end_of_line(text, start)[0]))
        state.literal = width
        return True
    if name in TABLE_DIRECTIVES:
        end_run(state)
        open_table(state, start, "directive", width)
        return True
    return False


def adorns(state: Plain, start: int, c: str) -> bool:
    """Return whether the line underlines a title: the only line of the run, or the second line of two if the first
    line is an overline like this underline. A line with a page number (N5) is not a title. Three `~` below a title
    of three code points are an underline, and not a fence, if a longer title has been underlined by `~`. Runs of
    equals signs, one below each word of the only line, underline it too."""
    size = adornment(c) or (len(c.rstrip(" ")) if underlines_words(state, c) else 0)
    over = state.lines == 2 and adornment(state.first) > 0 and state.first[0] == c[0]
    if not size or state.lines != 1 + over or state.margin > 0 or adornment(state.last):
        return False
    last = state.last.rstrip(" \t")
    is_short = c[0] == "~" and size == len(last) and ord("~") in state.adorned
    if not is_short and not may_underline(c[0], size, len(last), last[0], last[-1]):
        return False
    if line_score(state.last, indent(state.last, 0)[0]) > 2 or has_page(state.last, 0, len(last)):
        return False
    level = adorned_level(state, ord(c[0]) + ABOVE * over)
    begin, state.lines = state.start, 0
    settle(state)
    state.code = False
    state.out.begin(begin, "heading", level, (state.last_start, start))
    reset(state)
    return True


def underlines(state: Plain, size: int) -> bool:
    """Return whether `size` marks that may open a fence underline the line above, which may be indented or an
    item: they are as many as its visible code points, and at least MIN_LONG."""
    return state.lines > 0 and size >= MIN_LONG and size == len(state.last.strip(" \t"))


def underlines_words(state: Plain, c: str) -> bool:
    """Return whether the line has equals signs below the words of the only line of the run, and spaces below the
    spaces, one between two words: the columns of a simple table have more."""
    title, marks = state.last.rstrip(" \t"), c.rstrip(" ")
    if state.lines != 1 or len(title) != len(marks) or "  " in title or not is_border(c, 0):
        return False
    return all((a == " ") == (b == " ") for a, b in zip(title, marks, strict=True))


def closed_title(state: Plain, start: int, c: str) -> bool:
    """Return whether the line is a title between equals signs (`line_score`, N3). The number of the signs
    identifies the level, as the kind of underline does for other titles, because some markups have more signs for
    higher levels and others fewer. The number of a page is not a title: N5 (`no_headings.py`) holds, or the
    title is a number of at most MAX_PAGE_DIGITS digits."""
    end = len(c.rstrip(" \t"))
    marks = title_marks(c, end)
    if not marks or has_page(c, 0, end):
        return False
    begin, last = indent(c, marks)[0], len(c[: end - marks].rstrip(" \t"))
    if last - begin <= MAX_PAGE_DIGITS and all(char in DIGITS for char in c[begin:last]):
        return False
    end_run(state)
    settle(state)
    state.code, state.expected = False, -1
    state.out.begin(start, "heading", adorned_level(state, CLOSED + marks), (start + begin, start + last))
    return True


def may_underline(mark: str, size: int, title: int, first: str, last: str) -> bool:
    """Return whether `size` marks may underline a title of `title` code points.

    first, last: the first and the last character of the title. `~` and backticks may also open a fence: three of
    them do. Below a line that ends with a colon any number does, unless it is the length of the title and at least
    MIN_LONG.
    """
    if mark in "=-":
        return size >= title or (size >= 4 and 2 * size > title)
    if size < title:
        return False
    if mark in "`~":
        return size >= MIN_RARE_MARKS and (last != ":" or size == title >= MIN_LONG)
    return mark not in RARE_MARKS or (size >= MIN_RARE_MARKS and (first not in MARKS or first in "\"'`("))


def is_overlined(above: int, below: int, title: int) -> bool:
    """Return whether the marks above and below a title of `title` code points are an overline and an underline,
    not a fence and its end."""
    return MIN_OVERLINE <= above == below and 0 < title <= above


def adorned_level(state: Plain, key: int) -> int:
    """Return the level of a kind of adornment; a new kind has the next level."""
    if key not in state.adorned and len(state.adorned) < MAX_LEVELS:
        state.adorned.append(key)
    return state.adorned.index(key) + 1 if key in state.adorned else MAX_LEVELS


def adornment(c: str) -> int:
    """Return the size of a line that repeats one punctuation mark at least three times, or 0."""
    end = 0
    while end < len(c) and c[end] == c[0]:
        end += 1
    return end if end >= 3 and c[0] in MARKS and is_blank(c, end) else 0
