"""State of the parser of an outline.

A rank is the quality of a cut at the start of a line; the smallest rank is the best:

0  between top-level definitions (a namespace or a module does not count as a level)
1  between the definitions in a class
2  between blocks at the least depth of a function, of a class or of the text; nested functions
3  after a blank line, deeper within a block
4  between statements
5  at any other line start: before the first statement of a block, within brackets, strings, comments and
   statements of several lines
"""

from __future__ import annotations

from dataclasses import dataclass, field

from shiplap._data.code_languages import Language

OUTERMOST, MEMBER, BLOCK, BLANK, LINE, INNER = range(6)

# Scopes: the contents of an open bracket. OUTER: declarations of a file or a namespace. PLAIN: a block.
# OBJECT: an object literal of JavaScript, whose functions are definitions.
OUTER, CLASS_BODY, BODY, PLAIN, EXPRESSION, OBJECT = range(6)

NOTHING = (0, 0)  # the span of a missing word


@dataclass
class Statement:
    """The statement that is being read in a bracket."""

    lead: int = -1  # the line where its comment begins, if the statement begins its line
    line: int = -1  # the line where it begins
    definition: int = -1  # the number of its definition, or -1
    words: int = 0
    angle: int = 0  # the number of open "<"
    name: tuple[int, int] = NOTHING
    call: tuple[int, int] = NOTHING  # the name before the parenthesis
    lhs: tuple[int, int] = NOTHING  # the name to which a value is assigned
    before: tuple[int, int] = NOTHING  # the word before the first open "<"
    word: tuple[int, int] = NOTHING  # the last word
    chain: int = -1  # the beginning of the words that "::" joins to the last word, or -1 after another "::"
    opening: int = 0  # the role of its first word
    role: int = 0  # the role of the word that defines something
    word_role: int = 0  # the role of the last word
    last: str = ""  # the last token: "word", "literal", a closed bracket or a mark
    pending: bool = False  # the name must follow at once
    first_word: bool = False  # the word that defines something is the first word
    called: bool = False  # a name and a parenthesis have been seen
    assigned: bool = False
    colon: bool = False
    arrow: bool = False
    frozen: bool = False  # the words that follow are not names
    annotating: bool = False  # a parenthesis belongs to an annotation
    made: bool = False  # after "new"
    external: bool = False
    operator: bool = False


@dataclass
class Frame:
    """An open bracket, and the statement that is being read in it."""

    bracket: str
    scope: int
    owner: int  # the innermost definition around
    least: bool  # statements here are at the least depth of the owner
    number: int = -1  # the definition whose body this is
    follows: bool = False  # a block has just ended
    first: int = -1  # the offset where the statement begins, or -1
    is_new: bool = True  # no statement has begun in it
    s: Statement = field(default_factory=Statement)


@dataclass
class Suite:
    """The statements of one indentation."""

    column: int
    owner: int  # the innermost definition around
    number: int  # the definition whose body this is, or -1
    least: bool  # statements here are at the least depth of the owner
    lead: int = 0  # the line where its last statement begins, with its comment
    follows: bool = False  # a block has just ended


@dataclass
class Found:
    """A definition. Offsets are code points; `code` is the start without the comment above."""

    role: int
    name: tuple[int, int]
    start: int
    code: int
    body: int
    end: int
    parent: int
    rank: int


class OutlineParser:
    """State of one pass over a text."""

    def __init__(self, text: str, lines: list[int], language: Language) -> None:
        self.text: str = text
        self.family: int = language.family
        self.flags: int = language.flags
        self.roles: dict[str, int] = language.roles
        # ---- the lexer
        self.holes: list[int] = []  # for each open hole of a template, the number of open braces in it
        #: For each kind of quote, the offset up to which quotes have no partner in their line.
        self.lone: dict[str, int] = {"'": 0, '"': 0}
        self.at_line_start: bool = True  # only white space precedes in this line
        self.value: bool = True  # an operand may come, so a slash begins a regular expression
        # ---- lines and definitions
        self.lines: list[int] = lines
        self.ranks: list[int] = [INNER] * len(self.lines)
        self.crossed: set[int] = set()  # the lines that begin in a token
        self.definitions: list[Found] = []
        self.line: int = 0  # the line that is being read
        self.line_has_no_code: bool = True  # this line has no code so far
        self.line_is_blank: bool = True  # this line has neither code nor a comment so far
        self.after_blank_line: bool = False  # the line before is blank
        self.rank_after: int = INNER  # the rank of a definition that has just ended, for the next line
        self.ended: int = -1  # that definition, while its line may continue
        self.last_end: int = 0  # the end of the last token of code
        self.last_line: int = 0
        self.next_line: int = -1  # the first line of a comment after the last token of code
        self.comment_block: int = -1  # the first line of a comment that stands alone directly before
        self.comment_block_column: int = 0
        # ---- braces
        self.frames: list[Frame] = [Frame("", OUTER, -1, True, is_new=False)]
        self.open_braces: int = 0
        self.conditionals: list[int] = []  # the number of frames at each open #if
        self.braces_closed_elsewhere: int = 0  # braces closed in another branch of an #if, still to come here
        self.min_depth: int = 0  # the number of frames at which these braces come
        # ---- indentation
        self.suites: list[Suite] = [Suite(0, -1, -1, True)]
        self.brackets: int = 0  # the number of open brackets
        self.header: int = -1  # the definition whose body comes next, or -1
        self.decorated: int = -1  # the line where decorators begin, with the comment above, or -1
        self.first: int = 0  # the offset of the first token of the statement
        self.lead: int = 0
        self.start_line: int = 0
        self.follows: bool = False  # the statement continues the statement before it
        self.words: int = -1  # words read of a statement that may still define something, or -1
        self.role: int = 0  # function or class, if the name comes next
