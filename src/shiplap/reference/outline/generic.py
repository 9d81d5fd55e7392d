"""The outline of any language: blocks by lines and their indentation, with names if the language is known.

G1  A line is blank, a comment, or code. Its column is its indentation, with tabs to multiples of 8. A line is a
    comment if it begins with a comment mark of the language, or if it is in a comment of several lines that only
    white space precedes in its first line.
    In languages with labels (flag LABELS) a line that is not the head of a section has at least column 1, and the
    head of a section has column 0. The head is a label at the margin (`name:`, `:name`), a line that begins with a
    word of the role BATCH (`FROM`), or one that begins with a word of the role DECLARES (`.globl`).
G2  A line of code begins a statement, unless it continues the statement before it by G3 to G8. Lines with a larger
    column than a statement are inside the statement. The lines of a string of several lines and of a here-document
    are inside it too.
G3  A line that begins with a closing bracket, or with a word such as `end`, belongs to the statement above it with
    its column, and closes that statement. If that statement is closed already, the line closes an open statement
    around it with the same column. If the statement above was not opened by G4, the line closes the statement
    around it that ends with the matching bracket or begins with a word that opens it (G4). For a word, this needs
    the same column, and the line of the statement above must not contain a word that opens a block.
G4  A statement whose line ends with an opening bracket contains the lines with its own column too, until a line
    closes it, or until a line inside it closes more brackets than it opens. The same holds for a statement that
    begins with a word of the role CASE, and in some languages (flag FLAT) for definitions, unless a word in the
    line closes the statement.
G5  A line continues the statement above it with its column if it begins with a word such as `else` or `extends`.
    If no blank line is between them, it also continues that statement in four cases: (1) it begins with an opening
    brace and the statement is not closed; (2) it begins with an operator, the statement is not closed, and the
    language has no flag LABELS; (3) it follows a line that ends with a backslash, `&`, `=` or `<-`; (4) it follows
    a line at the margin, inside no other statement, that ends with a word and a comma (selectors of CSS). A line
    with a closing bracket closes its statement only if the bracket is a brace and the line does not end with a
    word.
G6  The line after an annotation continues it if no blank line is between them. An annotation is `@Word`,
    `@Word(...)`, `[...]`, `#[...(`, with the flag LABELS a word of the role DECLARES (`.globl f`), or words of the
    role DECLARES alone, each perhaps with a comment after it, or a string in three quotes that begins its line; in
    Julia (flag SHORT) also a string that is its line. An annotation of several lines ends with `)` or `]`.
G7  In some languages (flag STATEMENTS) a statement continues until a line that ends with ";" or until a blank
    line. A blank line after a comma does not end the statement. A blank line after `)` does not end a statement
    that begins with a word of the role CONTROL: `WITH`. The line after such a blank line has the rank of the
    statement. A line `GO` or `/` continues the statement above it, and ends it. A word of the role ALONE is a
    statement. A word of the role WHERE continues a function above it: `var` of Pascal.
G8  In some languages (flag EQUATIONS) a line continues the line above it that begins with the same word, or that
    at the margin defines the same operator. The line has the rank of the statement, so a statement that does not
    fit is cut between such lines.
G9  The comment directly above a statement belongs to the statement, unless the column of the comment is smaller by
    more than one, and the comment has no directive `#if`. The column of a comment of several lines is the largest
    column of its lines. The comment directly below a statement belongs to that statement if the next code has a
    column that is smaller by more than one.
G10 A statement of several lines, including its comment, is a block: a row with role 0, or with the role and the
    name of its definition. A statement that defines something by a word of the language is a row even if it is one
    line. A function whose body is an expression, such as `f() => g(`, is named if it is a block. A word before
    `=`, or right before `:`, is a key and defines nothing: `type = 1`, `module: 1`.
G11 A line that begins a statement has as its rank the number of statements around it, at most BLANK; namespaces
    are not counted. A statement has the rank LINE if the statement before it and it are one line each without a
    blank line between them. Other lines have INNER, and so have the first statement in its block, the parameters
    of a class in lines of their own, and a statement right after a line of code that ends with a colon: a
    header stays with what follows it. A blank line after a statement has the rank of the next statement.
G12 If a language has an outline of its own, the lines outside functions, macros and type aliases give the other
    blocks. Each definition is a statement and adds no block. The lexer of the language reports which lines begin
    in a token. A directive of several lines, such as `#define`, is a block.
G13 A word of the role TEXT, alone in its line at the margin, ends the code: `__END__`. Lines after it that begin
    or end a paragraph have the rank 0, unless the paragraph above is a command of POD that begins something:
    `=head1`, `=item`, `=over`, `=for`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from shiplap._data import code_languages as code
from shiplap.reference.outline.state import BLANK, INNER, LINE, NOTHING, Found, OutlineParser
from shiplap.reference.outline.units import is_word, line_end

TAB = 8
BLANKS = " \t\v\f"
OPENING, CLOSING = "{([", "})]"
OPERATORS = "+-*/%<>=!~^&|[]"
#: The symbols of an operator in languages with the flag EQUATIONS, and symbols that are not an operator.
SYMBOLS, RESERVED = "!#$%&*+./<=>?@\\^|-~:", ("=", "|", "::", "->", "<-", "=>", "@", "~", "\\", "..", ":", "--")
#: The most searches for the end of a here-document that may fail, so that reading stays linear.
MAX_FAILURES = 8
#: The most equals signs of a long bracket.
MAX_LEVEL = 2
#: The most marks and words of a header that are read to find its name.
MAX_HEADER = 32


class Line(NamedTuple):
    """A line that is not blank: its number, its column, and the offsets of its first visible code point and of the
    end of its last one."""

    number: int
    column: int
    at: int
    stop: int


@dataclass
class Block:
    """A statement and the lines inside it."""

    column: int
    lead: int  # the line where it begins, including its comment
    line: int  # the line where it begins, without its comment
    last: int  # its last line
    own: int  # the last line that is part of the statement itself, not of its inside
    depth: int  # the number of statements around it, without namespaces
    word: tuple[int, int] = NOTHING  # its first word
    parent: int = -1  # the row of the definition around it
    owner: int = 0  # the role of that definition
    opened: str = ""  # the bracket that its line leaves open, or "@" for a word
    closed: bool = False
    annotates: bool = False  # G6
    documents: bool = False  # the annotation is a string, or any with the flag ATTRIBUTES
    unfinished: bool = False  # G7
    joined: bool = False  # its last line ends with a mark that continues it (G5)
    is_first: bool = False  # the first statement in its block, or right after a colon
    row: int = -1
    role: int = 0
    call: tuple[int, int] = NOTHING  # the name before a parenthesis
    is_short: bool = False  # `call` is the name of a function whose body is an expression


class GenericParser:
    """The pass over the lines of a text."""

    def __init__(self, text: str, lines: list[int], language: code.Language) -> None:
        self.text: str = text
        self.lines: list[int] = lines
        self.flags: int = language.flags
        self.roles: dict[str, int] = language.roles
        self.comments: list[str] = language.comments.split()
        spans = language.spans.split()
        self.spans: list[tuple[str, str]] = list(zip(spans[::2], spans[1::2], strict=True))
        self.ranks: list[int] = [INNER] * len(lines)
        self.rows: list[Found] = []
        self.blocks: list[Block] = []
        self.inside: int = 0  # the end of the last string, here-document or comment
        self.in_comment: bool = False
        self.crossed: set[int] = set()  # lines that begin in a token
        self.failures: int = 0
        self.absent: dict[str, int] = {}  # marks, with the offset after which each is missing
        self.comment: int = -1  # the first line of the comment directly above
        self.comment_column: int = 0
        self.remark: int = -1  # the first line of a comment after the last code
        self.trail: int = -1  # the last line of the comment directly below code, without a blank line between
        self.trail_column: int = 0
        self.gap: int = -1  # the first blank line after the last code
        self.blank: bool = False  # the line before is blank
        self.is_pod: bool = False  # the comment belongs to the code after a blank line too
        self.is_text: bool = False  # the code has ended (G13)
        self.after: bool = False  # the statement that ended before is a block
        self.code_after_blank: bool = False
        self.introduces: bool = False  # the last line of code ends with a colon


def outline_lines(text: str, lines: list[int], language: code.Language) -> tuple[list[Found], list[int]]:
    """Return the rows of a text and the ranks of its lines."""
    parser = GenericParser(text, lines, language)
    for number in range(len(lines)):
        read_line(parser, number)
    finish_lines(parser)
    return parser.rows, parser.ranks


def finish_lines(parser: GenericParser) -> None:
    """End the statements that are open at the end of the text."""
    end_statements(parser, -1)


def end_statements(parser: GenericParser, column: int) -> None:
    """End all open statements before code with this column."""
    take_trail(parser, column)
    parser.trail = -1
    while parser.blocks:
        leave_block(parser)


def read_line(parser: GenericParser, number: int) -> None:
    """Read a line: blank, a comment, code, or in a string or comment of several lines."""
    text, start = parser.text, parser.lines[number]
    end = line_end(text, start)
    at, column = line_indentation(text, start, end)
    stop = end
    while stop > at and text[stop - 1] in BLANKS:
        stop -= 1
    line = Line(number, column, at, stop)
    if parser.flags & code.LABELS and at < stop:
        line = line._replace(column=section_column(parser, line))
    if start < parser.inside or number in parser.crossed:
        read_inside(parser, line)
    elif at == stop:
        if parser.gap < 0:
            parser.gap = number
        parser.blank = True
        if not parser.is_pod:
            parser.comment = -1
    elif not read_comment(parser, line):
        read_code(parser, line)


def section_column(parser: GenericParser, line: Line) -> int:
    """Return the column of a line in a language with labels (G1)."""
    text, at, (begin, end) = parser.text, line.at, first_word(parser, word_begin(parser, line))
    if word_role(parser, (begin, end)) in (code.DECLARES, code.BATCH):
        return 0
    if line.column == 0 and at == begin < end and text[at] not in "0123456789" and text.startswith(":", end):
        return 0
    if line.column == 0 and text[at] == ":" and is_word(text[at + 1 : at + 2] or " "):
        return 0
    return max(line.column, 1)


def line_indentation(text: str, at: int, end: int) -> tuple[int, int]:
    """Return the offset of the first visible code point of a line, and its column."""
    column = 0
    while at < end and text[at] in BLANKS:
        column = 0 if text[at] in "\v\f" else (column // TAB + 1) * TAB if text[at] == "\t" else column + 1
        at += 1
    return at, column


def read_inside(parser: GenericParser, line: Line) -> None:
    """Read a line that begins in a string, a here-document or a comment, or after the end of the code."""
    if parser.is_text:
        if parser.blank != (line.at == line.stop):
            if not parser.is_pod:
                parser.ranks[line.number] = 0
            if parser.blank:
                following = parser.text[line.at + 1 : line.at + 2]
                parser.is_pod = parser.text[line.at] == "=" and following in tuple("fhio")
            parser.blank = not parser.blank
        return
    in_comment = parser.in_comment or parser.comment >= 0  # a directive is read as a comment
    if in_comment and parser.trail == line.number - 1:
        parser.trail = line.number
    if in_comment or not parser.blocks:
        return
    block = parser.blocks[-1]
    block.last = line.number
    make_row(parser, block)
    at = parser.inside
    if parser.lines[line.number] < at < line.stop:
        while parser.text[at] in BLANKS:
            at += 1
        if parser.text[at] in CLOSING:
            block.opened, block.closed = "", True
        skip_strings(parser, line, at)
        end_of_line(parser, block, line)


def read_comment(parser: GenericParser, line: Line) -> bool:
    """Read a comment. Return whether the line is a comment."""
    text, at = parser.text, line.at
    for opening, closing in parser.spans:
        if text.startswith(opening, at):
            end = find_mark(parser, closing, at + len(opening))
            if 0 < end < line.stop:
                return False  # code follows the comment in its line
            if end:
                parser.inside = end
                parser.is_pod = opening[0] == "="
            remark(parser, line)
            return True
    if any(text.startswith(mark, at) for mark in parser.comments) and not begins_attribute(text, line):
        remark(parser, line)
        return True
    return False


def begins_attribute(text: str, line: Line) -> bool:
    """Return whether a line begins an attribute of several lines: #[Name("""
    return text.startswith("#[", line.at) and text[line.stop - 1] in "([,"


def remark(parser: GenericParser, line: Line) -> None:
    """Start a comment with a line, or add the line to the open comment."""
    if parser.comment < 0:
        parser.comment, parser.comment_column = line.number, line.column
        parser.code_after_blank = parser.blank
    is_directive = parser.text[line.at] == "#" and parser.text[slice(*first_word(parser, line.at + 1))] == "if"
    parser.comment_column = len(parser.text) if is_directive else max(parser.comment_column, line.column)
    if parser.remark < 0:
        parser.remark = line.number
        if not parser.blank and parser.blocks:
            parser.trail, parser.trail_column = line.number, line.column
    elif not parser.blank and parser.trail == line.number - 1 and parser.trail_column == line.column:
        parser.trail = line.number
    parser.blank = False


def take_trail(parser: GenericParser, column: int) -> None:
    """Add the comment directly below a statement to the statement, if the next code has a smaller column (G9)."""
    if parser.trail < 0 or parser.trail_column <= column + 1:
        return
    block = parser.blocks[-1]
    block.last = max(block.last, parser.trail)
    make_row(parser, block)
    if parser.comment == parser.remark:
        parser.comment = -1
    parser.remark = -1


# ---- statements


def read_code(parser: GenericParser, line: Line) -> None:
    """Read a line of code."""
    parser.in_comment = False
    blocks = parser.blocks
    role = first_role(parser, line)
    if role == code.TEXT and ends_code(parser, line):
        return
    bracket = closes_bracket(parser, line)
    parser.after = False
    take_trail(parser, line.column)
    while blocks and blocks[-1].column > line.column:
        leave_block(parser)
    if len(blocks) > 1 and not blocks[-1].opened and closes_around(parser, line, role, bracket):
        leave_block(parser)
    if blocks and (bracket or (role == code.CLOSES and blocks[-1].column == line.column)):
        while blocks[-1].closed and len(blocks) > 1 and reopens(blocks, line.column):
            leave_block(parser)
        if not blocks[-1].closed or (bracket and not parser.blank):
            go_on(parser, blocks[-1], line, closes_all(parser, line, bracket))
            return
    if blocks and blocks[-1].column == line.column:
        close_inside(parser, blocks[-1])
        if goes_on(parser, blocks[-1], line, role):
            go_on(parser, blocks[-1], line, False)
            return
        if not blocks[-1].opened:
            leave_block(parser)
    begin_block(parser, line)


def ends_code(parser: GenericParser, line: Line) -> bool:
    """End the code at a line that is a word alone at the margin (G13). Return whether it is."""
    if line.column or first_word(parser, line.at)[1] < line.stop:
        return False
    end_statements(parser, 0)
    mark_line(parser, line.number, 0)
    parser.inside, parser.is_text = len(parser.text), True
    parser.blank = parser.is_pod = False
    return True


def closes_bracket(parser: GenericParser, line: Line) -> bool:
    """Return whether a line begins with a closing bracket, or with a dollar sign that ends a body of SQL."""
    first = parser.text[line.at]
    if first == "$":
        return any(block.opened == "$" for block in parser.blocks)
    return first in CLOSING


def closes_all(parser: GenericParser, line: Line, bracket: bool) -> bool:
    """Return whether a closing line ends its statement: a word does, and a brace if the line does not end with a
    word."""
    return not bracket or (parser.text[line.at] in "}$" and not is_word(parser.text[line.stop - 1]))


def closes_around(parser: GenericParser, line: Line, role: int, bracket: bool) -> bool:
    """Return whether a line closes the statement around the innermost statement, which is not open."""
    around = parser.blocks[-2]
    if bracket:
        return around.opened == partner(parser, line)
    return (
        role == code.CLOSES
        and around.opened == "@"
        and around.column == line.column
        and not opens_inside(parser, parser.blocks[-1])
    )


def opens_inside(parser: GenericParser, block: Block) -> bool:
    """Return whether a word in the last line of a statement opens a block that is not closed: x = let. Words in
    brackets, in strings and after a comment mark do not count."""
    text, at = parser.text, parser.lines[block.own]
    end = line_end(text, at)
    depth, quoted, opened = 0, False, False
    while at < end:
        char = text[at]
        quoted ^= char == '"'
        word = first_word(parser, at)
        if quoted or word[0] == word[1]:
            if not quoted and any(text.startswith(mark, at) for mark in parser.comments):
                break
            depth += not quoted and char in OPENING
            depth -= not quoted and char in CLOSING
            at += 1
            continue
        at = word[1]
        role = word_role(parser, word)
        if depth == 0 and role == code.CLOSES:
            return False
        opened |= depth == 0 and (role == code.CASE or code.FUNCTION <= role <= code.TYPE)
    return opened


def partner(parser: GenericParser, line: Line) -> str:
    """Return the bracket that matches the first closing bracket of a line."""
    first = parser.text[line.at]
    return OPENING[CLOSING.index(first)] if first in CLOSING else first


def close_inside(parser: GenericParser, block: Block) -> None:
    """Close the bracket of a statement if the last line inside the statement closes more brackets than it opens.
    In parentheses, lines after that line that begin with a word such as `where` are skipped."""
    if not block.opened or block.opened not in OPENING or block.last == block.own:
        return
    text, number = parser.text, block.last
    for _ in range(MAX_HEADER):
        at = parser.lines[number]
        while text[at : at + 1] in (" ", "\t"):
            at += 1
        role = word_role(parser, first_word(parser, at))
        if block.opened != "(" or number <= block.own + 1 or role != code.FOLLOWS:
            break
        number -= 1
    at = parser.lines[number]
    end = line_end(text, at)
    depth, last, quoted = 0, "", False
    for char in text[at:end]:
        quoted ^= char == '"'
        if not quoted:
            depth += (char in OPENING) - (char in CLOSING)
        if char not in BLANKS:
            last = char
    if depth < 0:
        block.opened, block.closed = "", last == ";"


def reopens(blocks: list[Block], column: int) -> bool:
    """Return whether the statement around the innermost statement is open, with the same column."""
    return bool(blocks[-2].opened) and blocks[-2].column == column


def goes_on(parser: GenericParser, block: Block, line: Line, role: int) -> bool:
    """Return whether a line with the column of a statement continues the statement (G5 to G8)."""
    if block.opened:
        return False
    if role == code.FOLLOWS:  # BEGIN; begins a transaction
        text = parser.text
        return not (parser.flags & code.STATEMENTS and text[line.at] in "Bb" and text[line.stop - 1] == ";")
    if ends_batch(parser, line, role) or (role == code.WHERE and block.role == code.FUNCTION and not block.closed):
        return True
    if parser.blank or parser.code_after_blank:
        if not block.unfinished or not is_listed(parser, block):
            return False
        mark_line(parser, line.number if parser.comment < 0 else parser.comment, min(block.depth, BLANK))
        return True
    text = parser.text
    first, last = text[line.at], text[line.stop - 1]
    if block.unfinished:
        return block.last == block.own or last_unit(parser, block.last) != ";"
    if block.annotates or block.joined:
        ends = ")]" if block.annotates else "\\&=,"
        return block.documents or block.last == block.own or last_unit(parser, block.last) in ends
    if first == "{":
        return not block.closed
    if first in ".?:|&=," and last not in "{}" and not block.closed:
        return not parser.flags & code.LABELS
    if parser.flags & code.EQUATIONS:
        word = equation_name(parser, line)
        if word[0] < word[1] and text[slice(*word)] == text[slice(*block.word)]:
            lead = line.number if parser.comment < 0 else parser.comment
            parser.ranks[lead] = min(block.depth, BLANK)
            return True
    return False


def is_listed(parser: GenericParser, block: Block) -> bool:
    """Return whether a statement continues after a blank line (G7): its last line ends with a comma, or with `)`
    and the statement begins with WITH."""
    last = last_unit(parser, block.last)
    return last == "," or (last == ")" and word_role(parser, block.word) == code.CONTROL)


def ends_batch(parser: GenericParser, line: Line, role: int) -> bool:
    """Return whether a line is GO, or a slash alone, and so ends the statement above it (G7)."""
    if not parser.flags & code.STATEMENTS:
        return False
    return role == code.BATCH or (parser.text[line.at] == "/" and line.stop == line.at + 1)


def last_unit(parser: GenericParser, number: int) -> str:
    """Return the last visible code point of a line, or a space."""
    start = parser.lines[number]
    return (parser.text[start : line_end(parser.text, start)].rstrip(BLANKS) or " ")[-1]


def go_on(parser: GenericParser, block: Block, line: Line, closes: bool) -> None:
    """Continue a statement with a line."""
    block.last = block.own = line.number
    make_row(parser, block)
    if block.annotates and (
        block.documents or not closes_bracket(parser, line) or parser.text[line.stop - 1] not in ")]"
    ):
        if block.documents:
            block.line, parser.rows[block.row].code = line.number, parser.lines[line.number]
            parser.rows[block.row].body = -1
        read_name(parser, block, line)
    if parser.text[line.at] == "{":
        name_call(parser, block)
    elif block.call != NOTHING and parser.flags & code.ASSIGNS:
        if is_function(parser, first_word(parser, line.at)):
            define_block(parser, block, code.FUNCTION, block.call)
        block.call = NOTHING
    if parser.text[line.at] == ")" and "=>" in parser.text[line.at : line.stop]:
        block.is_short = True
    block.opened = ""
    block.closed = closes
    skip_strings(parser, line, line.at)
    end_of_line(parser, block, line)
    forget(parser)


def begin_block(parser: GenericParser, line: Line) -> None:
    """Begin a statement with a line."""
    blocks = parser.blocks
    lead, blank = line.number, parser.blank
    if parser.comment >= 0 and parser.comment_column >= line.column - 1:
        lead, blank = parser.comment, parser.code_after_blank
    around = blocks[-1] if blocks else None
    block = Block(line.column, lead, line.number, line.number, line.number, 0, is_first=parser.introduces)
    if around:
        block.is_first |= around.last == around.own
        block.is_first |= around.opened == "(" and around.role in code.CONTAINERS
        block.depth = around.depth + (around.role != code.MODULE)
        around.last = line.number
        make_row(parser, around)
        block.parent, block.owner = (around.row, around.role) if around.role else (around.parent, around.owner)
        if parser.rows[around.row].body < 0:
            parser.rows[around.row].body = parser.lines[lead]
    blocks.append(block)
    if not block.is_first:
        mark_block(parser, block, min(block.depth, BLANK) if blank or parser.after else LINE)
    read_name(parser, block, line)
    if lead < line.number:
        make_row(parser, block)
    skip_strings(parser, line, line.at)
    end_of_line(parser, block, line)
    forget(parser)


def mark_block(parser: GenericParser, block: Block, rank: int) -> None:
    """Give a rank to the line where a statement begins, and to the lines between the statement and the code before
    it."""
    mark_line(parser, block.lead, rank)


def mark_line(parser: GenericParser, number: int, rank: int) -> None:
    """Give a rank to a line, and to the comment and the blank line between it and the code before it."""
    for line in (number, parser.remark, parser.gap):
        if line >= 0:
            parser.ranks[line] = min(parser.ranks[line], rank)


def forget(parser: GenericParser) -> None:
    """Reset the state of comments and blank lines: the last line is code."""
    parser.comment = parser.remark = parser.gap = parser.trail = -1
    parser.blank = parser.code_after_blank = parser.is_pod = False


def end_of_line(parser: GenericParser, block: Block, line: Line) -> None:
    """Update the state of the statement by the end of a line."""
    last = parser.text[line.stop - 1]
    parser.introduces = last == ":"
    if last in OPENING or (last == "$" and parser.flags & code.STATEMENTS):
        block.opened, block.closed = last, False
        if last == "{":
            block.annotates = False
            name_call(parser, block)
        elif parser.flags & code.DASHES and parser.text[line.stop - 3 : line.stop] in (") (", "()("):
            name_call(parser, block)  # name() (
    elif last == ">" and parser.text[line.stop - 2] == "=" and block.owner in code.CONTAINERS:
        name_call(parser, block)
    elif block.own == block.line and last != ";" and opens(parser, block, line):
        block.opened = "@"
    block.joined = last in "\\&=" or parser.text[line.at : line.stop].endswith("<-")
    if last == "," and line.column == 0 and block.depth == 0 and line.stop > 1:
        block.joined = is_word(parser.text[line.stop - 2])
    block.unfinished = (
        bool(parser.flags & code.STATEMENTS)
        and last != ";"
        and (role := first_role(parser, line)) != code.ALONE
        and not ends_batch(parser, line, role)
    )


def opens(parser: GenericParser, block: Block, line: Line) -> bool:
    """Return whether the first word of a statement opens it, and no word in its line closes it."""
    least = code.CLASS if parser.flags & code.AT_WORDS else code.FUNCTION
    defines = parser.flags & code.FLAT and least <= block.role < code.TYPE
    if not defines and word_role(parser, block.word) != code.CASE:
        return False
    at = line.at
    while at < line.stop:
        word = first_word(parser, at)
        if word_role(parser, word) == code.CLOSES:
            return False
        at = max(word[1], at + 1)
    return True


def leave_block(parser: GenericParser) -> None:
    """End the innermost statement, and set the end of its row."""
    block = parser.blocks.pop()
    parser.after = block.row >= 0 or block.last > block.lead
    if block.row >= 0:
        if block.is_short:
            name_call(parser, block)
        row, last = parser.rows[block.row], block.last + 1
        row.end = parser.lines[last] if last < len(parser.lines) else len(parser.text)
        row.body = row.body if row.body >= 0 else row.end
    if parser.blocks:
        parser.blocks[-1].last = block.last


def make_row(parser: GenericParser, block: Block) -> None:
    """Make a statement a block: add a row for it."""
    if block.row >= 0:
        return
    if not block.is_first:
        rank = min(block.depth, BLANK)
        parser.ranks[block.lead] = min(parser.ranks[block.lead], rank)
    start, begin = parser.lines[block.lead], parser.lines[block.line]
    block.row = len(parser.rows)
    parser.rows.append(Found(0, NOTHING, start, begin, -1, -1, block.parent, parser.ranks[block.lead]))


# ---- strings of several lines


def find_mark(parser: GenericParser, what: str, at: int) -> int:
    """Return the end of the next occurrence, or 0. The parser remembers marks without a further occurrence, so no
    part of the text is searched for them twice."""
    if at >= parser.absent.get(what, len(parser.text)):
        return 0
    found = parser.text.find(what, at)
    if found < 0:
        parser.absent[what] = at
        return 0
    return found + len(what)


def skip_strings(parser: GenericParser, line: Line, at: int) -> None:
    """Find strings and here-documents of a line that continue in the next line."""
    text, flags = parser.text, parser.flags
    if flags & code.AT_STRINGS and text[line.stop - 2 : line.stop] in ("@'", '@"'):
        parser.inside = find_mark(parser, f"\n{text[line.stop - 1]}@", line.stop)
        return
    while at + 1 < line.stop:
        pair = text[at : at + 2]
        end = 0
        if flags & code.TRIPLE_QUOTES and pair in ('""', "''") and text[at + 2 : at + 3] == pair[0]:
            end = find_mark(parser, pair[0] * 3, at + 3)
            if end > line.stop and not may_cross(parser, line, at):
                end = 0
            if end and at == line.at and parser.blocks[-1].line == line.number:
                parser.blocks[-1].annotates = parser.blocks[-1].documents = True
        elif flags & code.LONG_BRACKETS and pair in ("[[", "[="):
            opening = at + 1
            while text[opening : opening + 1] == "=":
                opening += 1
            if text[opening : opening + 1] == "[" and opening - at - 1 <= MAX_LEVEL:
                end = find_mark(parser, "]" + "=" * (opening - at - 1) + "]", opening + 1)
        elif flags & code.VERBATIM and pair == '@"' and (at == line.at or text[at - 1] in " \t(=,$+[{:?!&|<>"):
            end = verbatim_end(parser, at + 2)
        elif flags & code.HEREDOCS and pair == "<<":
            end = heredoc(parser, line, at + 2)
            if end:
                parser.inside, end = end, at + 2  # another here-document may begin in the line
        if end:
            parser.inside = max(parser.inside, end)
            at = end
        else:
            at += 1 + (pair == "<<")


def may_cross(parser: GenericParser, line: Line, at: int) -> bool:
    """Return whether three quotes may begin a string of several lines. They are first in their line, or no other
    quote of their kind follows them in the line. With the flag ATTRIBUTES, they are first or last in their
    line."""
    text = parser.text
    if at == line.at or parser.flags & code.ATTRIBUTES:
        return at == line.at or at + 3 == line.stop
    return text[at] not in text[at + 3 : line.stop]


def verbatim_end(parser: GenericParser, at: int) -> int:
    """Return the end of a string whose only escape is two quotes, or 0."""
    end = find_mark(parser, '"', at)
    while end and parser.text.startswith('"', end):
        end = find_mark(parser, '"', end + 1)
    return end


def heredoc(parser: GenericParser, line: Line, at: int) -> int:
    """Return the end of a here-document, without its line end, or 0: <<WORD, <<-WORD, <<~WORD, <<'WORD', a
    backslash before WORD, <<<WORD of PHP, or << WORD if the word has no small letters. In PHP, code may follow the
    word at the end. In shells, <<< does not begin a here-document."""
    text = parser.text
    is_php = at < line.stop and text[at] == "<"
    if is_php and parser.flags & code.DASHES:
        return 0
    while at < line.stop and text[at] in "<-~":
        at += 1
    spaced = at < line.stop and text[at] == " "
    at += spaced
    if at < line.stop and text[at] in "'\"\\":
        at += 1
    begin = at
    while at < line.stop and is_word(text[at]):
        at += 1
    word = text[begin:at]
    if not word or "0" <= word[0] <= "9" or (spaced and any("a" <= char <= "z" for char in word)):
        return 0
    if parser.failures == MAX_FAILURES:
        return 0
    for number in range(line.number + 1, len(parser.lines)):
        start = parser.lines[number]
        if start < parser.inside:  # in a here-document that begins before in the line
            continue
        end = line_end(text, start)
        first, _ = line_indentation(text, start, end)
        after = first + len(word)
        if text.startswith(word, first):
            if text[after:end].strip(" \t\v\f;,)") == "":
                return end
            if is_php and not is_word(text[after]):
                return after
    parser.failures += 1
    return 0


# ---- words and names


def first_word(parser: GenericParser, at: int) -> tuple[int, int]:
    """Return the word that begins at an offset."""
    text, end = parser.text, at
    while end < len(text) and is_word(text[end]):
        end += 1
    return at, end


def word_role(parser: GenericParser, word: tuple[int, int]) -> int:
    """Return the role of a word, or 0."""
    return parser.roles.get(parser.text[slice(*word)], 0)


def first_role(parser: GenericParser, line: Line) -> int:
    """Return the role of the first word of a line, or 0."""
    return word_role(parser, first_word(parser, word_begin(parser, line)))


def word_begin(parser: GenericParser, line: Line) -> int:
    """Return the begin of the first word of a line, after a mark right before it: @end, .globl."""
    first, after = parser.text[line.at], parser.text[line.at + 1 : line.at + 2]
    is_mark = (first == "@" and parser.flags & code.AT_WORDS) or (first in ".%" and parser.flags & code.LABELS)
    return line.at + bool(is_mark and after and is_word(after))


def read_name(parser: GenericParser, block: Block, line: Line) -> None:
    """Read the line of a statement to find the name and the role of the definition."""
    text, flags = parser.text, parser.flags
    at = word_begin(parser, line)
    block.word = first_word(parser, at)
    block.annotates = is_annotation(parser, line)
    block.documents = block.annotates and (bool(flags & code.ATTRIBUTES) or text[line.at] == '"')
    if block.annotates:
        return
    if flags & code.AT_WORDS and text[line.at] in "-+" and block.owner in code.CONTAINERS:  # - (int)name
        while at < line.stop and text[at] in "-+ \t":
            at += 1
        if at < line.stop and text[at] == "(":
            at = after_bracket(text, at, line.stop)
        while at < line.stop and text[at] in " \t":
            at += 1
        define_block(parser, block, code.METHOD, (at, name_end(parser, at, line.stop)))
        return
    for _ in range(MAX_HEADER):
        while at < line.stop and text[at] in " \t":
            at += 1
        if at >= line.stop or (text[at] == "/" and at > line.at):
            block.annotates = True  # words of the role DECLARES, and perhaps a comment
            return
        if text[at] in "@[":  # an annotation before its target, private[this]
            at = after_annotation(text, at, line.stop)
            continue
        if text[at] == "<" and at > line.at and flags & code.CALLS:  # private <T> T f()
            at = after_bracket(text, at, line.stop)
            continue
        if text.startswith("::", at) and at > line.at:  # oo::class
            at += 2
            continue
        if text[at] in "=`" and at > line.at and flags & code.STATEMENTS:  # DEFINER=`a`@`b`
            while at < line.stop and text[at] not in BLANKS:
                at += 1
            continue
        word = first_word(parser, at)
        role = word_role(parser, word)
        if code.FUNCTION <= role <= code.TYPE:
            if not is_key(parser, line, word):
                name_after(parser, block, line, word, role)
            return
        if role != code.DECLARES:
            break
        at = word[1]
        if at < line.stop and text[at] == "(":  # internal(set)
            at = after_bracket(text, at, line.stop)
    else:
        return
    if flags & code.ASSIGNS and not role and (word[0] < word[1] or text[at] in "`\\"):
        name_assigned(parser, block, line, word)
    if flags & code.EQUATIONS:
        block.word = equation_name(parser, line)
        if not role and line.column == 0 and block.word != NOTHING:
            define_block(parser, block, code.FUNCTION, block.word)
    if role or word[0] == word[1] or flags & code.ASSIGNS:
        return
    if flags & code.CALLS:
        block.call = called_name(parser, block, line, word)
        block.is_short = has_arrow(parser, block.call[1], line.stop) if block.call != NOTHING else False
    elif flags & code.SHORT:
        block.call = short_name(parser, line, word)
        block.is_short = block.call != NOTHING


def equation_name(parser: GenericParser, line: Line) -> tuple[int, int]:
    """Return the first word of a line. At the margin, return the name of the function that the line defines, if it
    defines one: x `op` y, a <+> b, (<+>) a b, (x:xs) `op` y."""
    text, at = parser.text, line.at
    end = first_word(parser, at)[1]
    while end > at and text[end : end + 1] == "'":
        end = first_word(parser, end + 1)[1]
    word = at, end
    if line.column:
        return word
    if text[at] in "([":
        end = after_bracket(text, at, line.stop)
        if text[at] == "(" and at + 1 < symbols_end(text, at + 1, line.stop) == end - 1:
            return at + 1, end - 1
    begin = end
    while begin < line.stop and text[begin] in " \t":
        begin += 1
    if text.startswith("`", begin):
        end = text.find("`", begin + 1, line.stop)
        return (begin + 1, end) if end >= 0 else NOTHING
    end = symbols_end(text, begin, line.stop)
    if begin < end < line.stop and text[end] == " " and text[begin:end] not in RESERVED:
        return begin, end
    return word if "a" <= text[at] <= "z" else NOTHING


def symbols_end(text: str, at: int, stop: int) -> int:
    """Return the end of the symbols of an operator."""
    while at < stop and text[at] in SYMBOLS:
        at += 1
    return at


def short_name(parser: GenericParser, line: Line, word: tuple[int, int]) -> tuple[int, int]:
    """Return the name of a function that a line defines with an equals sign: f(x) = y, f(x::T)::T where T = y."""
    text, name = parser.text, (word[0], name_end(parser, word[0], line.stop))
    at = name[1]
    if not text.startswith("(", at):
        return NOTHING
    at = after_bracket(text, at, line.stop)
    while at < line.stop and text[at] in " \t":
        at += 1
    if at < line.stop and text[at] not in "=:w":
        return NOTHING
    at = text.find("=", at, line.stop)
    if at < 0 or text[at - 1] not in " \t}" or text[at + 1 : at + 2] in ("=", ">"):
        return NOTHING
    return name


def has_arrow(parser: GenericParser, at: int, stop: int) -> bool:
    """Return whether an arrow follows the parameters after a name: f(a) => b."""
    text = parser.text
    while at < stop and text[at] in " \t<(":
        at = at + 1 if text[at] in " \t" else after_bracket(text, at, stop)
    return "=>" in text[at:stop]


def is_annotation(parser: GenericParser, line: Line) -> bool:
    """Return whether a line is an annotation of the next line (G6)."""
    text = parser.text
    if parser.flags & code.LABELS:
        return first_role(parser, line) == code.DECLARES
    if text[line.at] == "#":
        return begins_attribute(text, line)
    if text[line.at] == '"':
        return bool(parser.flags & code.SHORT) and line.at + 1 < text.find('"', line.at + 1) == line.stop - 1
    if text[line.at] == "[":
        return text[line.stop - 1] == "]" or (line.at + 1 < line.stop == after_bracket(text, line.at, line.stop))
    if text[line.at] != "@" or parser.flags & code.AT_WORDS:
        return False
    at = after_annotation(text, line.at, line.stop)
    while at < line.stop and text[at] in " \t":
        at += 1
    if at < line.stop and text[at] == "@":
        return True
    if parser.flags & code.ATTRIBUTES:
        return at < line.stop and text[at] != "="
    return at >= line.stop or text[at] == "/"


def after_annotation(text: str, at: int, stop: int) -> int:
    """Return the offset after @Name.Name(...) or [...] in a line."""
    if text[at] == "@":
        at += 1
        while at < stop and (is_word(text[at]) or text[at] in ".:"):
            at += 1
    if at < stop and text[at] in "([":
        at = after_bracket(text, at, stop)
    return at


def after_bracket(text: str, at: int, stop: int) -> int:
    """Return the offset after a bracket with its contents, or the end of the line."""
    depth = 0
    while at < stop:
        depth += text[at] in "([<"
        depth -= text[at] in ")]>"
        at += 1
        if depth == 0:
            return at
    return stop


def name_after(parser: GenericParser, block: Block, line: Line, word: tuple[int, int], role: int) -> None:
    """Define the role of a word, with the name after it."""
    text, at = parser.text, word[1]
    found = word
    if parser.flags & code.EQUATIONS:  # class (A a) => B a
        arrow = text.find("=>", at, line.stop)
        at = arrow + 2 if arrow >= 0 else at
    if parser.flags & code.RESULTS and role == code.FUNCTION:  # function [y, n] = f(x)
        at = max(at, text.find("=", at, line.stop) + 1)
    for _ in range(MAX_HEADER):
        while at < line.stop and (
            text[at] in " \t"
            or (text[at] in "*!&" and is_word(text[at + 1 : at + 2] or " "))
            or starts_bang(text, at)
        ):
            at += 1
        if at + 1 < line.stop and text[at] == "<" and is_word(text[at + 1]):  # fun <T> name
            at = after_bracket(text, at, line.stop)
            continue
        found = first_word(parser, at)
        inner = word_role(parser, found)
        if not (inner == code.DECLARES or code.FUNCTION <= inner <= code.TYPE) or role == code.METHOD:
            break
        if text[found[1] : found[1] + 1] in ("(", ":", "="):  # function operator(x), def value: A
            break
        if inner != code.DECLARES and code.FUNCTION in (role, inner):
            role = inner  # class func, fun interface
        at = found[1]  # enum class, case class
    if parser.flags & code.ATTRIBUTES and (name := infix_name(text, found[1], line.stop)) != NOTHING:
        define_block(parser, block, role, name)
        return
    if parser.flags & code.QUOTED_NAMES and text.startswith("(", at) and at == word[1]:  # setClass("A"
        at += 1
    if at >= line.stop:
        define_block(parser, block, role, NOTHING)
    elif parser.flags & code.QUOTED_NAMES:
        define_block(parser, block, role, quoted_name(parser, at, line.stop))
    elif role == code.METHOD and (text[word[1]] in "?<" or text[at] in "({"):
        define_block(parser, block, role, word)
    elif text[at] == "`":
        end = text.find("`", at + 1, line.stop)
        define_block(parser, block, role, (at + 1, end))
    else:
        define_block(parser, block, role, (at, name_end(parser, at, line.stop)))


def is_key(parser: GenericParser, line: Line, word: tuple[int, int]) -> bool:
    """Return whether a word is a key (G10)."""
    text, at = parser.text, word[1]
    while at < line.stop and text[at] in " \t":
        at += 1
    if at >= line.stop or parser.flags & code.EQUATIONS or text[at + 1 : at + 2] in (":", "=", "~"):
        return False
    return text[at] == "=" or (text[at] == ":" and at == word[1])


def infix_name(text: str, at: int, stop: int) -> tuple[int, int]:
    """Return the operator between spaces at an offset: def a <> b."""
    end = at + 1
    while end < stop and text[end] in OPERATORS:
        end += 1
    spaced = at + 1 < end < stop and text[at] == " " == text[end]
    return (at + 1, end) if spaced else NOTHING


def starts_bang(text: str, at: int) -> bool:
    """Return whether an exclamation mark before a name is at an offset: function! s:name."""
    return text.startswith("! ", at) and is_word(text[at + 2 : at + 3] or " ")


def quoted_name(parser: GenericParser, at: int, stop: int) -> tuple[int, int]:
    """Return the last part of a name whose parts may be in quotes or brackets: [dbo].[t], a."b", resource "a"
    "b"."""
    text, found = parser.text, NOTHING
    while at < stop:
        if text[at] in "\"'`[":
            end = text.find("]" if text[at] == "[" else text[at], at + 1, stop)
            if end < 0:
                break
            found, at = (at + 1, end), end + 1
            while at < stop and text[at] in " \t":
                at += 1
            if at < stop and text[at] == ".":
                at += 1
        elif found == NOTHING or text[at - 1] == ".":
            found = at, name_end(parser, at, stop)
            at = found[1]
            if not text.startswith(".", at):
                break
            at += 1
        else:
            break
    return found


def name_end(parser: GenericParser, at: int, stop: int) -> int:
    """Return the end of a name: words that dots, colons or hyphens join; or the symbols of an operator."""
    text, flags = parser.text, parser.flags
    begin = at
    while at < stop:
        following = at + 1 < stop and is_word(text[at + 1])
        if is_word(text[at]) or (text[at] == "'" and at > begin and flags & code.EQUATIONS):
            at += 1
        elif at > begin and text[at] in "<?" and (end := after_types(text, at, stop)):
            at = end
        elif text[at] == ":" and text[at + 1 : at + 2] == ":" and at + 2 < stop and is_word(text[at + 2]):
            at += 2
        elif at > begin and at + 1 < stop and text[at] == "." and text[at + 1] in ":" + OPERATORS:
            at += 1 + (text[at + 1] == ":")  # Base.:+, Base.:(==), self.[]
            at += text[at : at + 1] == "("
            while at < stop and text[at] in OPERATORS:
                at += 1
            return min(at + (text[at : at + 1] == ")"), stop)
        elif (
            at > begin
            and following
            and (
                text[at] == "."
                or (text[at] == ":" and flags & (code.LONG_BRACKETS | code.DASHES))
                or (text[at] in "-#" and flags & code.DASHES)
            )
        ):
            at += 1
        else:
            break
    if at > begin:
        marked = at < stop and text[at] in "!?" and text[at + 1 : at + 2] != "="
        is_setter = text.startswith("=(", at) and not flags & code.EQUATIONS  # def name=(value)
        return at + (marked or is_setter)
    while at < stop and text[at] in OPERATORS:
        at += 1
    return at


def after_types(text: str, at: int, stop: int) -> int:
    """Return the offset of a dot after <...> or ? in a name, or 0: Map<String, Int>.f, String?.f."""
    end = at + 1 if text[at] == "?" else after_bracket(text, at, stop)
    return end if end + 1 < stop and text[end] == "." and is_word(text[end + 1]) else 0


def name_assigned(parser: GenericParser, block: Block, line: Line, word: tuple[int, int]) -> None:
    """Define a function or a type that a line assigns to a name, or define the name to which the line before
    assigns a function."""
    text, begin = parser.text, word[0]
    at = name_end(parser, begin, line.stop)
    found = begin, at
    if is_function(parser, word):
        around = parser.blocks[-2] if len(parser.blocks) > 1 else None
        if around and around.call != NOTHING and around.own + 1 == line.number:
            define_block(parser, around, code.FUNCTION, around.call)
            around.call = NOTHING
            block.parent, block.owner = around.row, around.role
        return
    if text[begin] == "`":
        at = text.find("`", begin + 1, line.stop) + 1
        if at == 0:
            return
        found = begin + 1, at - 1
    while at < line.stop and text[at] in " \t":
        at += 1
    if parser.flags & code.LONG_BRACKETS and at + 1 < line.stop and text[at] == "<" and is_word(text[at + 1]):
        at = after_bracket(text, at, line.stop)  # local f <const> = function
        while at < line.stop and text[at] in " \t":
            at += 1
    if at >= line.stop or text[at] not in "<=:":
        return
    while at < line.stop and text[at] in "<=:- \t":
        at += 1
    word = first_word(parser, at)
    if text.startswith("::", word[1]):  # R6::R6Class
        word = first_word(parser, word[1] + 2)
    while word_role(parser, word) == code.DECLARES:  # extern struct
        at = word[1]
        while at < line.stop and text[at] in " \t":
            at += 1
        word = first_word(parser, at)
    role = word_role(parser, word)
    if code.FUNCTION <= role <= code.TYPE or is_function(parser, word):
        define_block(parser, block, role if code.FUNCTION <= role <= code.TYPE else code.FUNCTION, found)
    elif at >= line.stop:
        block.call = found


def is_function(parser: GenericParser, word: tuple[int, int]) -> bool:
    """Return whether a word begins a function without a name."""
    text = parser.text
    return text[slice(*word)] == "function" or text.startswith("\\(", word[0])


def called_name(parser: GenericParser, block: Block, line: Line, word: tuple[int, int]) -> tuple[int, int]:
    """Return the name before the first parenthesis of a line, if it may be the name of a function."""
    text, at = parser.text, word[0]
    found, words = NOTHING, int(at > line.at)
    is_getter = False
    for _ in range(MAX_HEADER):
        while at < line.stop and text[at] in " \t*&?[],.":
            at += 1
        if is_getter and at < line.stop and text[at] in "{=":
            return found
        if at >= line.stop or text[at] == "$" or not (is_word(text[at]) or text[at] in "(<~"):
            return NOTHING
        if text[at] == "(":
            named = words > 1 or block.owner in code.CONTAINERS or text[at : at + 2] == "()"
            return found if named else NOTHING
        if text[at] == "<":
            at = after_bracket(text, at, line.stop)
            continue
        begin = at
        at += text[at] == "~"
        while at < line.stop and (is_word(text[at]) or (text[at] in "-:." and parser.flags & code.DASHES)):
            at += 1
        is_getter = text[slice(*found)] == "get"
        found = begin, at
        if text[begin:at] == "operator":
            while at < line.stop and text[at] in " \t":
                at += 1
            if at < line.stop and text[at] in OPERATORS:
                return at, name_end(parser, at, line.stop)
        if parser.roles.get(text[begin:at]) in (code.CONTROL, code.FOLLOWS, code.CLOSES):
            return NOTHING
        words += 1
    return NOTHING


def name_call(parser: GenericParser, block: Block) -> None:
    """Define a function by the name before its parenthesis when its body opens."""
    has_calls = parser.flags & (code.CALLS | code.SHORT)
    if block.call != NOTHING and has_calls and block.owner not in (code.FUNCTION, code.METHOD):
        define_block(parser, block, code.FUNCTION, block.call)
    block.call = NOTHING


def define_block(parser: GenericParser, block: Block, role: int, found: tuple[int, int]) -> None:
    """Set the role and the name of the definition of a statement."""
    make_row(parser, block)
    if role == code.FUNCTION and block.owner in code.CONTAINERS and block.owner != code.MODULE:
        role = code.METHOD
    block.role = role
    row = parser.rows[block.row]
    row.role, row.name = role, found if found[0] < found[1] else NOTHING


# ---- languages with an outline of their own


def read_directive(parser: GenericParser, number: int) -> None:
    """Make a block of a directive of several lines that begins in a line (G12)."""
    text, at, blocks = parser.text, parser.lines[number], parser.blocks
    if number in parser.crossed or number + 1 not in parser.crossed or at < parser.inside:
        return
    while text[at] in BLANKS:
        at += 1
    if text[at] != "#":
        return
    if blocks and blocks[-1].row < 0:  # a row that is made later would begin before the directive
        if blocks[-1].opened:
            return
        leave_block(parser)
    elif blocks and blocks[-1].own == number:  # the line continues a statement
        return
    start = parser.lines[number]
    is_inside = bool(blocks) and blocks[-1].last == number
    while number + 1 in parser.crossed:
        number += 1
    if is_inside:
        blocks[-1].last = number
    end = parser.lines[number + 1] if number + 1 < len(parser.lines) else len(text)
    parser.rows.append(Found(0, NOTHING, start, start, end, end, -1, INNER))
    parser.in_comment = True
    forget(parser)


def outside(outline: OutlineParser, language: code.Language) -> list[Found]:
    """Return the definitions and the other blocks of a text, in order (G12)."""
    text, lines, found = outline.text, outline.lines, outline.definitions
    parser = GenericParser(text, lines, code.BLOCKS[language.family])
    parser.crossed = outline.crossed
    k = 0
    for number in range(len(lines)):
        read_line(parser, number)
        read_directive(parser, number)
        end = lines[number + 1] if number + 1 < len(lines) else len(text)
        while k < len(found) and found[k].code < end:
            if found[k].role not in code.CONTAINERS:
                if found[k].code >= parser.inside:
                    # if the definition begins with an attribute read as a comment, its lines are in no block
                    parser.in_comment = not parser.blocks or parser.blocks[-1].own != number
                    forget(parser)
                parser.inside = max(parser.inside, found[k].end)
            k += 1
    finish_lines(parser)
    drop_crossed(found, parser.rows)
    return merged(found, parser.rows)


def drop_crossed(found: list[Found], blocks: list[Found]) -> None:
    """Empty the blocks that begin before a definition and end inside it."""
    opened: list[Found] = []  # the open blocks, the innermost last
    k = 0
    for each in found:
        while k < len(blocks) and blocks[k].start < each.start:
            opened.append(blocks[k])
            k += 1
        while opened and opened[-1].end < each.end:
            block = opened.pop()
            if block.end > each.start:
                block.end = block.code


def merged(found: list[Found], blocks: list[Found]) -> list[Found]:
    """Merge blocks into definitions, except the blocks that are definitions. The parent of each row is the
    definition around it."""
    rows: list[Found] = []
    places: list[int] = []  # for each definition, the number of its row
    around = -1  # the innermost definition that is open
    k = 0
    for block in [*blocks, None]:
        while k < len(found) and (block is None or found[k].start <= block.start):
            around = k
            places.append(len(rows))
            parent = found[k].parent
            rows.append(replace(found[k], parent=places[parent] if parent >= 0 else -1))
            k += 1
        if block is None:
            break
        while around >= 0 and found[around].end <= block.start:
            around = found[around].parent
        if around >= 0 and (block.start == found[around].start or block.code <= found[around].code):
            continue
        if k < len(found) and found[k].code == block.code:
            continue
        if block.code < block.end and (around < 0 or block.end <= found[around].end):
            rows.append(replace(block, parent=places[around] if around >= 0 else -1, rank=0))
    return rows
