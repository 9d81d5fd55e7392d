"""The grammars of other markups: AsciiDoc, MediaWiki, Org, LaTeX, POD, Texinfo, manual pages, Debian changelogs.

M1. A line that begins with a command of the grammar (`shiplap._data.markups`) has the meaning of the command: a
    heading, an item of a list, the end of a list, or the first line of a region, which ends with the line that has
    the end mark of the command.
M2. Text after an item belongs to its list, up to a line that ends the list. A command ends a list. In MediaWiki
    any line that is not an item ends it. In Org, AsciiDoc and changelogs, a line that is not an item and not
    indented further than the mark ends the list if it follows a blank line; in Org also without a blank line.
M3. A paragraph that begins with white space is code in AsciiDoc (outside lists), MediaWiki and POD. In AsciiDoc
    the delimiter of a block ends it, too.
M4. All other lines are text. Markup inside a line is not read.
M5. A title of POD goes on in the lines below, up to a blank line or a command. A title of LaTeX whose braces are
    not closed goes on up to the closing brace, or up to a blank line.

The level of a title of AsciiDoc, MediaWiki and Org is the number of its marks, at most MAX_LEVELS. The highest
command of LaTeX so far has level 1. Marks around marks alone, like the border of a simple table (`=== ===`),
are no title of AsciiDoc or MediaWiki.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from shiplap._data.markups import COMMANDS, Command
from shiplap._data.region_kinds import Grammar, Kind
from shiplap.reference.regions.line import (
    DIGITS,
    LETTERS,
    indent,
    is_blank,
    lines,
    lower,
    run_of,
)
from shiplap.reference.regions.output import Out
from shiplap.reference.regions.plain_runs import MAX_LEVELS

#: Grammars whose commands begin lines without indentation, and those whose commands have letters of any case.
FLUSH, ANY_CASE = ("pod", "man"), ("mediawiki", "org")
#: The end of a macro of troff; a macro may contain any lines.
DEFINITION_END = ".."
#: Delimiters of AsciiDoc around code, a table, markup of another format and a comment; and their number in a line.
DELIMITERS: dict[str, Kind] = {"-": "code", ".": "code", "`": "code", "+": "html", "/": "prose"}
MIN_DELIMITER = 4
#: Delimiters of AsciiDoc around an example, a quotation and a sidebar, which are text without titles.
TITLELESS = "=_*"
#: The levels of titles of AsciiDoc that are underlined.
UNDERLINES = "=-~^+"
#: The modes of an editor whose headlines are those of Org, in the first lines of a text.
MODES = ("-*- outline", "-*- org", "-*- mode: org")
#: The keywords of headlines of Org, the lines that name others, and the most code points of keywords that are
#: kept.
TODO, TODO_LINES, MAX_TODO = "TODO DONE", ("#+todo:", "#+seq_todo:", "#+typ_todo:"), 256
#: The fewest marks of an underline below which a text is no outline.
MIN_UNDERLINE = 3
#: The styles of blocks, and the macros, by which AsciiDoc is known.
STYLES = ("[source", "[verse", "[quote", "[listing", "[NOTE", "[TIP")
MACROS = ("include::", "image::", "toc::", "ifdef::")
#: The marks at the end of an item that is no headline.
ENDING = ".,;:"
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
#: The number of code points by which the grammar of a text without a name is found.
SAMPLE = 16384
#: The greatest depth of lists in lists, and of tables in tables of MediaWiki, that is counted.
MAX_NESTED = 32


@dataclass
class Markup:
    """The state of the scan: the open environments.

    until: the text that ends the open region; anywhere in its last line, or at the beginning of that line.
    fence: the first and the last character, and the size, of the line that ends the open block of AsciiDoc; or
        None.
    block: the character and the size of the line that ends the open block of TITLELESS, or None.
    depth: how deep tables of MediaWiki, or lists that commands open, are open.
    in_list, margin: whether text belongs to a list, and the column of its outermost mark.
    blank: whether the line before is blank. verbatim: whether the paragraph is code (M3).
    title, title_start: the size and the start of the line of AsciiDoc above, if that line may be a title with an
        underline; else the size is 0.
    label: the start of the attribute list of the next block of AsciiDoc, or -1; its language.
    highest: the highest level of LaTeX so far, which is the lowest number.
    todo: the keywords of headlines of Org, with white space between them.
    awaits: the level and the start of the heading of a manual page whose title is the next line.
    unclosed: if the title of the heading above goes on (M5), the number of its open braces in LaTeX, and 1 in POD;
        else 0.
    """

    grammar: Grammar
    out: Out = field(default_factory=Out)
    until: str = ""
    fence: tuple[str, str, int] | None = None
    block: tuple[str, int] | None = None
    depth: int = 0
    in_list: bool = False
    margin: int = 0
    blank: bool = True
    verbatim: bool = False
    title: int = 0
    title_start: int = 0
    label: int = -1
    language: tuple[int, int] = (0, 0)
    is_source: bool = False
    awaits: tuple[int, int] = (0, 0)
    unclosed: int = 0
    highest: int = MAX_LEVELS
    todo: str = TODO


def scan_markup(text: str, grammar: Grammar) -> Out:
    """Return the regions of a document."""
    state = Markup(grammar)
    for start, c in lines(text):
        markup_line(state, text, start, c)
    return state.out


# ---- one line


def markup_line(state: Markup, text: str, start: int, c: str) -> None:
    """Add a line to the open region, or find its meaning."""
    i, width = indent(c, 0)
    if is_inside(state, c, i):
        return
    if i == len(c):
        state.blank, state.verbatim, state.title, state.unclosed = True, False, 0, 0
        return
    if state.verbatim and not ends_code(state, c):
        return
    state.verbatim = False
    level, begin = state.awaits
    state.awaits = (0, 0)
    command = command_of(state.grammar, c, i)
    if state.unclosed and (command is None or state.grammar == "latex"):
        title_goes_on(state, start, c, 0)
        return
    state.unclosed = 0
    if level and command is None:
        title = title_after(state.grammar, c, 0)
        state.out.begin(begin, "heading", level, (start + title[0], start + title[1]))
    elif command is not None:
        run_command(state, text, start, c, i, command)
    elif not special_line(state, start, c, i, width):
        text_of(state, start, c, width)
    state.blank = False


def ends_code(state: Markup, c: str) -> bool:
    """Return whether the line ends a paragraph that is code (M3)."""
    if state.grammar != "asciidoc":
        return False
    return is_table_delimiter(c) or (c[0] in TITLELESS + "-.+/" and marks_of(c) >= MIN_DELIMITER)


def is_inside(state: Markup, c: str, i: int) -> bool:
    """Return whether the line belongs to the open region; the line with its end is the last one. A heading of a
    manual page or of Org ends a region that is not closed."""
    if state.until:
        if state.until != DEFINITION_END and is_heading(state.grammar, c):
            state.until = ""
            return False
        if has_end(state, c, i):
            state.until = ""
        return True
    if state.fence is not None:
        if delimiter_of(c) == state.fence:
            state.fence = None
        return True
    if state.depth and state.grammar == "mediawiki":
        if c.startswith("{|", i):
            state.depth += state.depth < MAX_NESTED
        elif c.startswith("|}", i):
            state.depth -= 1
        return True
    return False


def is_heading(grammar: Grammar, c: str) -> bool:
    """Return whether a line is a heading of a manual page or of Org."""
    if grammar == "org":
        stars = run_of(c, 0, "*")
        return stars > 0 and is_spaced_at(c, stars)
    command = command_of(grammar, c, 0) if grammar == "man" else None
    return command is not None and command.kind == "heading"


def has_end(state: Markup, c: str, i: int) -> bool:
    """Return whether the line has the end of the open region: anywhere in MediaWiki and LaTeX, else at its
    beginning."""
    if state.grammar in ("mediawiki", "latex"):
        return lower(state.until) in lower(c)
    return begins_with(c, i, state.until, state.grammar == "org")


def command_of(grammar: Grammar, c: str, i: int) -> Command | None:
    """Return the first command of the grammar that the line begins with, or None."""
    if i and grammar in FLUSH:
        return None
    for command in COMMANDS.get(grammar, ()):
        if begins_with(c, i, command.word, grammar in ANY_CASE):
            return command
    return None


def begins_with(c: str, i: int, word: str, any_case: bool) -> bool:
    """Return whether the word is at i. If the word ends with a letter or a digit, no letter or digit may follow
    it."""
    end = i + len(word)
    found = c[i:end]
    if (lower(found) if any_case else found) != word:
        return False
    return not (is_alphanumeric(word[-1]) and is_alphanumeric(c[end : end + 1]))


def is_alphanumeric(char: str) -> bool:
    """Return whether a character is one of A to Z in any case, or of 0 to 9."""
    return char in LETTERS or char in DIGITS


def run_command(state: Markup, text: str, start: int, c: str, i: int, command: Command) -> None:
    """Apply the command at i (M1)."""
    after = i + len(command.word)
    if command.kind == "heading":
        title = title_after(state.grammar, c, after)
        if title[0] < title[1]:
            marked_heading(state, start, level_in(state, command.level), title)
            if state.grammar in ("latex", "pod"):
                state.unclosed = 1
                title_goes_on(state, start, c, title[0])
        elif state.grammar == "man":
            state.awaits = (command.level, start)
    elif command.end:
        closes = state.grammar in ("mediawiki", "latex") and lower(command.end) in lower(c[after:])
        state.until = "" if closes else command.end
        if command.kind == "prose":
            text_of(state, start, c, 0)
        else:
            info = language_after(state.grammar, c, start, after) if command.kind == "code" else (0, 0)
            state.out.begin(start, command.kind, 0, info)
    else:
        state.in_list = state.in_list or command.kind == "list"
        if command.level < 0 or command.kind == "list":
            state.out.go_on(start, "list")
        if command.level > 0 and state.depth < MAX_NESTED:
            state.depth += 1
        elif command.level < 0 and state.depth:
            state.depth -= 1
        if command.kind == "prose":
            state.in_list = state.depth > 0
            if not command.level:
                text_of(state, start, c, 0)


def title_goes_on(state: Markup, start: int, c: str, at: int) -> None:
    """Add a line to the title of the last heading, from `at` on (M5)."""
    end = len(c.rstrip(" \t"))
    if state.grammar == "latex":
        for k in range(at, len(c)):
            state.unclosed += (c[k] == "{") - (c[k] == "}")
            if state.unclosed == 0:
                end = k
                break
    state.out.extend(start + end)


def level_in(state: Markup, level: int) -> int:
    """Return the level of a heading; in LaTeX the highest one so far is 1, since articles have no chapters."""
    if state.grammar != "latex":
        return level
    state.highest = min(state.highest, level)
    return level - state.highest + 1


def title_after(grammar: Grammar, c: str, at: int) -> tuple[int, int]:
    """Return the start and the end of the title after a command: in LaTeX in the braces, in manual pages between
    the quotation marks, else up to the end of the line."""
    begin, end = indent(c, at)[0], len(c.rstrip(" \t"))
    if grammar == "man" and c[begin : begin + 1] == '"':
        begin += 1
        close = c.find('"', begin)
        end = close if close >= 0 else end
    elif grammar == "latex":
        begin, end = braced(c, at)
    return (begin, end) if begin < end else (0, 0)


def braced(c: str, at: int) -> tuple[int, int]:
    """Return the start and the end of the text in the first braces from `at` on; of the rest of the line if the
    braces are not closed in it. A star and text in brackets may be before the braces, and white space before each.
    Return (0, 0) without braces."""
    if c[at : at + 1] == "*":
        at += 1
    at = indent(c, at)[0]
    if c[at : at + 1] == "[":
        while at < len(c) and c[at] != "]":
            at += 1
        at = indent(c, at + 1)[0]
    if c[at : at + 1] != "{":
        return 0, 0
    depth = 0
    for end in range(at, len(c)):
        depth += (c[end] == "{") - (c[end] == "}")
        if depth == 0:
            return at + 1, end
    return at + 1, len(c)


def language_after(grammar: Grammar, c: str, start: int, at: int) -> tuple[int, int]:
    """Return the offsets of the language of code after a command at `at`, or (0, 0): after `language=` or
    `lang=`; in Org the first word; in LaTeX the first word in the braces after it."""
    for word in ("language=", "lang="):
        if word in c[at:]:
            return word_at(c, start, c.index(word, at) + len(word))
    if grammar == "latex":
        begin, end = braced(c, at)
        return word_at(c, start, begin) if begin < end else (0, 0)
    return word_at(c, start, at) if grammar == "org" else (0, 0)


def word_at(c: str, start: int, at: int) -> tuple[int, int]:
    """Return the offsets of the word at `at`, after white space, brackets and quotation marks, or (0, 0)."""
    while at < len(c) and c[at] in ' \t[{"':
        at += 1
    end = at
    while end < len(c) and (is_alphanumeric(c[end]) or (end > at and c[end] in "+#-_")):
        end += 1
    return (start + at, start + end) if end > at else (0, 0)


def text_of(state: Markup, start: int, c: str, width: int) -> None:
    """Add a line of text, to a list if it belongs to one (M2)."""
    if state.in_list and state.grammar not in ("latex", "pod", "texinfo", "man"):
        outside = width <= state.margin
        if state.grammar == "mediawiki" or (outside and (state.blank or state.grammar == "org")):
            state.in_list = False
    state.out.go_on(start, "list" if state.in_list else "prose")


def special_line(state: Markup, start: int, c: str, i: int, width: int) -> bool:
    """Return whether the line has another meaning in the grammar than text."""
    if state.grammar == "asciidoc":
        return asciidoc_line(state, start, c, i, width)
    if state.grammar == "mediawiki":
        return wiki_line(state, start, c, i)
    if state.grammar == "org":
        return org_line(state, start, c, i, width)
    if state.grammar == "pod":
        return paragraph_of_code(state, start, width)
    if state.grammar == "changelog":
        return changelog_line(state, start, c, i, width)
    return False


def paragraph_of_code(state: Markup, start: int, width: int) -> bool:
    """Return whether a paragraph that is code begins with the line (M3)."""
    if not (state.blank and width > 0):
        return False
    state.out.go_on(start, "code")
    state.verbatim = True
    return True


def item(state: Markup, start: int, width: int) -> bool:
    """Begin an item of a list. Return True."""
    state.in_list, state.margin = True, min(width, state.margin) if state.in_list else width
    state.out.go_on(start, "list")
    return True


def marked_heading(state: Markup, start: int, level: int, title: tuple[int, int]) -> bool:
    """Begin a heading whose title is at these columns. Return True."""
    state.in_list, state.depth = False, 0
    state.out.begin(start, "heading", min(level, MAX_LEVELS), (start + title[0], start + title[1]))
    return True


def is_spaced_at(c: str, at: int) -> bool:
    """Return whether white space and then text is at `at`."""
    return at < len(c) and c[at] in " \t" and not is_blank(c, at)


# ---- AsciiDoc


def asciidoc_line(state: Markup, start: int, c: str, i: int, width: int) -> bool:
    """Return whether the line is a title, a delimiter, an item, the attributes or the title of a block, or
    code."""
    title, state.title = state.title, 0
    if i == 0 and title and is_asciidoc_underline(c, title):
        return marked_heading(state, state.title_start, UNDERLINES.index(c[0]) + 1, (0, title))
    if i == 0 and bounds_block(state, c):
        text_of(state, start, c, width)
        return True
    marks = run_of(c, 0, c[0])
    is_marked = i == 0 and c[0] in "=#" and marks <= 6 and is_spaced_at(c, marks)
    if is_marked and closing(c, c[0]) > marks and state.block is None:
        return marked_heading(state, start, marks, (indent(c, marks)[0], closing(c, c[0])))
    if i == 0 and is_attributes(c):
        note_attributes(state, start, c)
        text_of(state, start, c, width)
        return True
    label, is_source = state.label, state.is_source
    state.label, state.is_source = -1, False
    if i == 0 and (is_table_delimiter(c) or is_delimiter(c)):
        open_delimited(state, start, c, label, is_source)
        return True
    if is_source:
        state.out.begin(label, "code", 0, state.language)
        state.verbatim = True
        return True
    if i == 0 and c[0] == "+" and is_blank(c, 1):
        state.out.go_on(start, "list" if state.in_list else "prose")
        return True
    if is_asciidoc_item(c, i):
        return item(state, start, width)
    if not state.in_list and paragraph_of_code(state, start, width):
        return True
    if i == 0 and (state.blank or label >= 0) and state.block is None and any(map(is_alphanumeric, c)):
        state.title, state.title_start = len(c.rstrip(" \t")), start
    return False


def bounds_block(state: Markup, c: str) -> bool:
    """Return whether the line begins a block of TITLELESS, or ends the open one."""
    if c[0] not in TITLELESS or marks_of(c) < MIN_DELIMITER:
        return False
    here = (c[0], marks_of(c))
    if state.block is None:
        state.block = here
    elif state.block == here:
        state.block = None
    return True


def is_asciidoc_underline(c: str, title: int) -> bool:
    """Return whether the line underlines a title of `title` code points: it is as long, or one longer or
    shorter."""
    size = marks_of(c)
    return c[0] in UNDERLINES and size > 1 and abs(size - title) <= 1


def marks_of(c: str) -> int:
    """Return the number of characters of a line that repeats one character, else 0."""
    end = run_of(c, 0, c[0])
    return end if is_blank(c, end) else 0


def closing(c: str, mark: str) -> int:
    """Return the end of the title of the line, without marks after white space at its end."""
    end = len(c.rstrip(" \t"))
    begin = end
    while c[begin - 1] == mark:
        begin -= 1
    return len(c[:begin].rstrip(" \t")) if begin < end and c[begin - 1] in " \t" else end


def is_table_delimiter(c: str) -> bool:
    """Return whether the line is one of `|===`, `,===`, `:===` and `!===`, with more marks or not."""
    end = run_of(c, 1, "=")
    return c[0] in "|,:!" and end >= MIN_DELIMITER and is_blank(c, end)


def delimiter_of(c: str) -> tuple[str, str, int]:
    """Return the first and the last character of a delimiter of a block, and its size; ("", "", 0) for another
    line."""
    end = len(c.rstrip(" \t"))
    if end < 3 or run_of(c, 1, c[end - 1]) < end:
        return "", "", 0
    return c[0], c[end - 1], end


def is_delimiter(c: str) -> bool:
    """Return whether the line begins a block with one of DELIMITERS."""
    if c[0] == "`":
        return c.startswith("```") and "`" not in c[run_of(c, 0, "`") :]
    return c[0] in DELIMITERS and marks_of(c) >= MIN_DELIMITER


def open_delimited(state: Markup, start: int, c: str, label: int, is_source: bool) -> None:
    """Open a delimited block, from the attributes above it on."""
    kind = DELIMITERS.get(c[0], "table")
    marks = run_of(c, 0, c[0])
    state.fence = delimiter_of(c) if kind == "table" else (c[0], c[0], marks)
    if kind == "prose":
        text_of(state, start, c, 0)
        return
    info = word_at(c, start, marks) if c[0] == "`" else state.language if is_source else (0, 0)
    state.out.begin(label if label >= 0 else start, kind, 0, info if kind == "code" else (0, 0))


def is_attributes(c: str) -> bool:
    """Return whether the line has the attributes of the next block, in brackets, or its title, after a full
    stop."""
    if c[0] == "[":
        return c.rstrip(" \t")[-1] == "]"
    return c[0] == "." and c[1:2] not in ("", ".", " ", "\t")


def note_attributes(state: Markup, start: int, c: str) -> None:
    """Keep the start of the attributes of the next block, whether the block is code, and its language. Code has
    the style `source`, `listing` or `literal`, or no style before its language (`[,ruby]`)."""
    if state.label < 0:
        state.label = start
    if any(begins_with(c, 1, word, False) for word in ("source", "listing", "literal", ",")):
        state.is_source = c[0] == "["
        state.language = word_at(c, start, c.index(",") + 1) if "," in c else (0, 0)


def is_asciidoc_item(c: str, i: int) -> bool:
    """Return whether the line is an item. Its mark is one to five `*` or `.`, a hyphen, or a number or a letter
    with a full stop."""
    if c[i] in "*.":
        end = run_of(c, i, c[i])
        return end - i <= 5 and is_spaced_at(c, end)
    if c[i] == "-":
        return is_spaced_at(c, i + 1)
    return is_numbered(c, i, ".")


def is_numbered(c: str, i: int, closers: str) -> bool:
    """Return whether a number of at most four digits, or a letter, is at i, with a closer and white space after
    it."""
    end = i
    while end < len(c) and end - i < 4 and c[end] in DIGITS:
        end += 1
    if end == i and c[i] in LETTERS:
        end += 1
    return end > i and c[end : end + 1] in tuple(closers) and is_spaced_at(c, end + 1)


# ---- MediaWiki


def wiki_line(state: Markup, start: int, c: str, i: int) -> bool:
    """Return whether the line is a heading, a table, an item, or code."""
    level, begin, end = wiki_title(c)
    if level:
        return marked_heading(state, start, level, (begin, end))
    if c.startswith("{|", i):
        state.depth, state.in_list = 1, False
        state.out.begin(start, "table")
        return True
    if i == 0 and c[0] in "*#:;":
        return item(state, start, 0)
    if i > 0 and c[0] == " ":
        state.in_list = False
        state.out.go_on(start, "code")
        return True
    return False


def wiki_title(c: str) -> tuple[int, int, int]:
    """Return the level of a title between equal numbers of `=`, and the start and the end of its text; the level 0
    for other lines. A comment may follow the title. The text has a character other than `=` and white space: the
    border of a simple table (`=== ===`) is no title."""
    if "<!--" in c and c.rstrip(" \t")[-1] == ">":
        c = c[: c.index("<!--")]
    end = len(c.rstrip(" \t"))
    left, right = run_of(c, 0, "="), end
    while right > left and c[right - 1] == "=":
        right -= 1
    level = min(left, end - right, 6)
    begin = indent(c, level)[0]
    if level == 0 or not c[left:right].strip("= \t"):
        return 0, 0, 0
    return level, begin, len(c[: end - level].rstrip(" \t"))


# ---- Org


def org_line(state: Markup, start: int, c: str, i: int, width: int) -> bool:
    """Return whether the line is a headline, a row of a table, a line of fixed width, a footnote, or an item."""
    stars = run_of(c, 0, "*")
    if stars and is_spaced_at(c, stars):
        end = before_org_tags(c)
        return marked_heading(state, start, stars, (after_keywords(state, c, indent(c, stars)[0], end), end))
    if any(begins_with(c, 0, word, True) for word in TODO_LINES):
        state.todo = (state.todo + " " + c[c.index(":") + 1 :])[:MAX_TODO]
    if c[i] == "|":
        if state.blank:
            state.out.begin(start, "table")
        state.out.go_on(start, "table")
        return True
    if c[i] == ":" and c[i + 1 : i + 2] in ("", " "):
        state.out.go_on(start, "code")
        return True
    if c.startswith("[fn:") and "]" in c:
        state.in_list = False
        state.out.go_on(start, "footnote")
        return True
    if (c[i] in "-+" or (c[i] == "*" and i > 0)) and is_spaced_at(c, i + 1):
        return item(state, start, width)
    return is_numbered(c, i, ".)") and item(state, start, width)


def after_keywords(state: Markup, c: str, at: int, end: int) -> int:
    """Return the beginning of the title of a headline whose text is from `at` to `end`: the text after a keyword
    of TODO or of TODO_LINES, a priority (`[#A]`), and `COMMENT`. Without any other text, they are the title."""
    for step in range(3):
        last = at
        while last < end and c[last] not in " \t":
            last += 1
        word, after = c[at:last], indent(c, last)[0]
        is_priority = word[:2] == "[#" and word[-1:] == "]" and len(word) > 3
        is_priority = is_priority and all(map(is_alphanumeric, word[2:-1]))
        is_fit = is_keyword_of(state, word) if step == 0 else is_priority if step == 1 else word == "COMMENT"
        if is_fit and after < end:
            at = after
    return at


def is_keyword_of(state: Markup, word: str) -> bool:
    """Return whether a word of letters and digits is a keyword of headlines; `(w@)` after a keyword is not part of
    it."""
    known = [each.split("(")[0] for each in state.todo.replace("\t", " ").split(" ")]
    return word != "" and all(map(is_alphanumeric, word)) and word in known


def before_org_tags(c: str) -> int:
    """Return the end of the title of a headline, without the tags at its end: `* Rain :wet:cold:`."""
    end = len(c.rstrip(" \t"))
    begin = end
    while c[begin - 1] not in " \t":
        begin -= 1
    title = len(c[:begin].rstrip(" \t")) if end - begin > 2 and c[begin] == ":" == c[end - 1] else end
    return title if title > run_of(c, 0, "*") else end


# ---- changelogs of Debian and GNU


def changelog_line(state: Markup, start: int, c: str, i: int, width: int) -> bool:
    """Return whether the line is the line of a version, begins an entry, or is an item."""
    if is_version(c) or is_entry(c):
        return marked_heading(state, start, 1, (0, len(c.rstrip(" \t"))))
    return width > 0 and c[i] in "*-+" and is_spaced_at(c, i + 1) and item(state, start, width)


def is_version(c: str) -> bool:
    """Return whether a line of a changelog names a package, a version in parentheses, and distributions before a
    semicolon."""
    end = 0
    while end < len(c) and (is_alphanumeric(c[end]) or (end and c[end] in "+-.")):
        end += 1
    if end == 0 or not c.startswith(" (", end):
        return False
    close = c.find(")", end)
    return close > end + 2 and ";" in c[close:] and " " not in c[end + 2 : close]


def is_entry(c: str) -> bool:
    """Return whether a line begins an entry of a changelog of GNU: a date or a day of the week, later two spaces
    or a tab, and at the end a mail address."""
    is_day = c[:3] in DAYS and c[3:4] == " "
    is_date = c[4:5] == c[7:8] == "-" and all(char in DIGITS for char in c[:4] + c[5:7] + c[8:10])
    is_date = is_date and c[10:11] in (" ", "\t")
    end = c.rstrip(" \t")
    return (is_day or is_date) and end[-1] in ">)" and "@" in c and ("  " in c[3:] or "\t" in c[3:])


# ---- texts without a name


def markup_by_look(text: str) -> Grammar | None:
    """Return the grammar of a text if its first lines leave no doubt, else None.

    Manual pages, POD, Texinfo, LaTeX, Org and changelogs are recognised by the first line that is not a comment
    and not a request or macro of troff or TeX, Org also by the mode of an editor there (MODES). AsciiDoc
    is recognised by a title in that line, of any level if lines of a header (`is_header`) are above it, and a
    second title below; or by a title in that line that equals signs underline, and below it a second title after
    equals signs or a line of `is_asciidoc_sign`. MediaWiki is recognised by two titles and a link or another mark.
    Org is also recognised by its headlines (`outlined_markup`).
    """
    is_macro = False
    for c in first_lines(text):
        found = None if is_macro else grammar_of_line(c)
        if found is not None:
            return found
        if c.startswith((".de", ".am", ".ig", "..")):
            is_macro = c[1] != "."
        elif not (is_macro or is_blank(c, 0) or c[0] in ".'%\\"):
            break
    return titled_markup(text) or outlined_markup(text)


def first_lines(text: str) -> Iterator[str]:
    """Yield the lines that begin in the first SAMPLE code points, each counted with one line end."""
    seen = 0
    for _, c in lines(text):
        if seen >= SAMPLE:
            break
        seen += len(c) + 1
        yield c


def grammar_of_line(c: str) -> Grammar | None:
    """Return the grammar whose documents begin like the line, or None."""
    if c.startswith((".TH ", ".Dd ")):
        return "man"
    if any(begins_with(c, 0, word, False) for word in ("=pod", "=head1", "=for", "=encoding")):
        return "pod"
    if c.startswith(("\\input texinfo", "@settitle ", "@setfilename ", "@node ")):
        return "texinfo"
    if c.startswith(("\\documentclass", "\\begin{document}")):
        return "latex"
    if is_keyword(c) or any(mode in c for mode in MODES):
        return "org"
    return "changelog" if is_version(c) or is_entry(c) else None


def is_keyword(c: str) -> bool:
    """Return whether the line is a keyword of Org: `#+TITLE: Rain`."""
    end = 2
    while end < len(c) and (is_alphanumeric(c[end]) or c[end] == "_"):
        end += 1
    return c.startswith("#+") and end > 2 and c[end : end + 1] == ":"


def titled_markup(text: str) -> Grammar | None:
    """Return AsciiDoc or MediaWiki, by the titles in the first lines, or None."""
    is_first, is_headed, is_titled = True, False, False
    open_titles = closed_titles = signs = asciidoc_signs = title = 0
    for c in first_lines(text):
        last, title = title, 0
        if is_blank(c, 0):
            continue
        if last and c[0] == "=" and is_asciidoc_underline(c, last):
            is_titled = True
            continue
        if is_first and is_header(c):
            is_headed = True
            continue
        marks = run_of(c, 0, "=")
        if marks and c.rstrip(" \t")[-1] == "=":
            closed_titles += wiki_title(c)[0] > 1
        elif 0 < marks <= 6 and is_spaced_at(c, marks):
            is_titled = is_titled or (is_first and (marks == 1 or is_headed))
            open_titles += marks > 1 and not (is_first and is_headed)
        elif marks == 0:
            title = len(c.rstrip(" \t")) if is_first else 0
            asciidoc_signs += is_asciidoc_sign(c)
            signs += "[[" in c or "'''" in c or "{{" in c or "{|" in c
        is_first = False
    if is_titled and open_titles + asciidoc_signs:
        return "asciidoc"
    return "mediawiki" if closed_titles > 1 and signs and not open_titles else None


def is_asciidoc_sign(c: str) -> bool:
    """Return whether the line is a macro (`include::rain.txt[]`), an anchor (`[[rain]]`), or the attributes of a
    block whose style is one of STYLES (`[source,sh]`)."""
    end = len(c.rstrip(" \t"))
    if c[end - 1] != "]":
        return False
    return c.startswith("[[") or any(begins_with(c, 0, word, False) for word in (*STYLES, *MACROS))


def outlined_markup(text: str) -> Grammar | None:
    """Return Org, if the headlines of an outline without a mode leave no doubt, or None. Such headlines begin with
    stars and white space, not before another star, and follow a blank line, a form feed, another headline, or
    nothing. A headline has a body if a deeper headline follows it, or text that is not indented, or, for two
    stars or more, any text. Headlines with one star are Org in three cases. (1) At least two of them, and at
    least half of them, name a version and have a body; one is enough before a deeper headline. (2) At least two
    have text right after them, of which at most half begins with a small letter, as the second line of an item
    does; all have a body, and none ends with a mark (ENDING). (3) A line begins a block or has a keyword
    (`#+begin_src sh`). A text with a heading, a fence or a link of Markdown is not Org, nor is a text with two
    underlined titles: its lines with stars are items.
    """
    heads = bodies = texts = wrapped = ended = versions = deep = underlined = signs = 0
    level, named, blank = 0, False, True  # the stars of the line before, if it is a headline
    for c in first_lines(text):
        if is_blank(c, 0) or c[0] == "\f":
            blank = True
            continue
        underlined += not blank and level == 0 and c[0] in UNDERLINES and marks_of(c) >= MIN_UNDERLINE
        if c.startswith("#+"):
            signs += is_alphanumeric(c[2:3])
        elif c[0] == "#" or c.startswith("```") or "](" in c or underlined > 1:
            return None
        stars = run_of(c, 0, "*")
        is_head = stars > 0 and is_spaced_at(c, stars) and c[indent(c, stars)[0]] != "*"
        if level == 1 and (stars > 1 if is_head else c[0] not in " \t"):
            bodies += 1
            versions += named
            texts += not is_head
            wrapped += not blank and "a" <= c[0] <= "z"
        level = stars if is_head and (blank or level > 0) else 0
        heads += is_head and stars == 1
        deep += level > 1
        ended += is_head and stars == 1 and c.rstrip(" \t")[-1] in ENDING
        named, blank = names_version(c), False
    is_plain = texts > 1 and bodies == heads and ended == 0 and 2 * wrapped <= texts
    has_versions = versions + (deep > 0) > 1 and 2 * versions >= heads
    return "org" if is_plain or has_versions or (heads > 0 and signs > 0) else None


def names_version(c: str) -> bool:
    """Return whether a line has a full stop between two digits."""
    return any(c[k] == "." and c[k - 1] in DIGITS and c[k + 1] in DIGITS for k in range(1, len(c) - 1))


def is_header(c: str) -> bool:
    """Return whether the line may be above the title of a document of AsciiDoc: a comment, an anchor or another
    list of attributes, or an attribute of the document (`:toc:`)."""
    end = c.find(":", 1)
    is_attribute = c[0] == ":" and end > 1 and is_alphanumeric(c[1]) and " " not in c[:end]
    return c.startswith("//") or (c[0] == "[" and is_attributes(c)) or is_attribute
