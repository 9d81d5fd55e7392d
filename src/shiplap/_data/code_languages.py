"""What the lexical outline knows of each language: the marks it is lexed by, and the words that shape it.

The reference reads these tables as they stand; the core is given the same numbers (`flags` and `roles`). A word
not listed is a plain name. A new language of one of these families is a new entry here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

#: The kinds of a definition, and of a node of data (`shiplap.reference.data`). A function whose parent is a
#: class, struct, interface, trait or impl is a "method".
KINDS = (
    "function", "method", "class", "struct", "union", "enum", "interface", "trait", "impl", "module", "record",
    "macro", "type", "member", "element",
)  # fmt: skip

# ---- roles of words: a definition keyword has the number of its kind + 1; the others follow
FUNCTION, METHOD, CLASS, STRUCT, UNION, ENUM, INTERFACE, TRAIT, IMPL, MODULE, RECORD, MACRO, TYPE = range(1, 14)
MEMBER, ELEMENT = 14, 15  # nodes of data: with a name, and with a number in a list
#: Those of definitions that contain others.
CONTAINERS = (CLASS, STRUCT, UNION, ENUM, INTERFACE, TRAIT, IMPL, MODULE, RECORD)
CONTROL = 20  # its braces are a block
FOLLOWS = 21  # the same, and it goes on with the statement before it: else, catch
CASE = 22  # its colon ends a statement
VALUE = 23  # an operand follows: return, typeof
ASIDE = 24  # the parentheses after it are no parameters: noexcept
NEW = 25  # perhaps an anonymous class follows
OPERATOR = 26  # C++: names a function by marks
EXTERN = 27  # a block of declarations follows
FOR = 28  # Rust: `impl Trait for Type`; else CONTROL
WHERE = 29  # Rust: ends the names of a header
ASYNC = 30  # Python: may stand before def
CONTINUES = 31  # at the start of a line it goes on with the statement before
FINAL = 32  # C++: no name, though it stands where one may
DECLARES = 33  # begins a declaration

# ---- families: how statements begin and end
C, JAVA, SCRIPT, GO, RUST, PYTHON = range(6)

# ---- flags: how the text is lexed
HASH_COMMENTS = 1  # "#" begins a comment; else "//" and "/*" do
NESTED_COMMENTS = 2
TRIPLE_QUOTES = 4  # three double quotes; in Python three single ones too
DIRECTIVES = 8  # lines that begin with "#"
TEMPLATES = 16  # `a ${b} c`
RAW_BACKTICK = 32
REGEXES = 64
LONG_STRINGS = 128  # "..." may span lines; a single quote may begin a lifetime; r#"..."#
RAW_DELIMITED = 256  # R"x(...)x", and ' between digits
NEWLINES = 512  # a line end may end a statement
CPP = 1024  # C++: access labels, classes that contain functions


@dataclass(frozen=True)
class Language:
    """How one language is lexed (`flags`) and outlined (`family`, `roles` of its words)."""

    name: str
    family: int
    flags: int
    roles: dict[str, int] = field(repr=False)


def _roles(**groups: str) -> dict[str, int]:
    """A word's role, from strings of words by the names above."""
    return {word: globals()[role] for role, words in groups.items() for word in words.split()}


_C = _roles(
    STRUCT="struct",
    UNION="union",
    ENUM="enum",
    EXTERN="extern",
    CONTROL="if for while do switch",
    FOLLOWS="else",
    CASE="case default",
    VALUE="return sizeof goto",
    ASIDE="__attribute__ __attribute __declspec _Alignas alignas __asm__ __asm asm typeof __typeof__ defined",
)
_SCRIPT = _roles(
    FUNCTION="function",
    CLASS="class",
    CONTROL="if for while do switch try with",
    FOLLOWS="else catch finally",
    CASE="case default",
    VALUE="import return typeof in of delete void throw new instanceof yield await",
    DECLARES="const let var export async",
    CONTINUES="extends implements as satisfies",
)

LANGUAGES = {
    language.name: language
    for language in (
        Language(
            "python",
            PYTHON,
            HASH_COMMENTS | TRIPLE_QUOTES,
            _roles(FUNCTION="def", CLASS="class", ASYNC="async", FOLLOWS="else elif except finally"),
        ),
        Language("javascript", SCRIPT, TEMPLATES | REGEXES | NEWLINES, _SCRIPT),
        Language(
            "typescript",
            SCRIPT,
            TEMPLATES | REGEXES | NEWLINES,
            _SCRIPT | _roles(INTERFACE="interface", ENUM="enum", TYPE="type", MODULE="namespace module"),
        ),
        Language(
            "java",
            JAVA,
            TRIPLE_QUOTES,
            _roles(
                CLASS="class",
                INTERFACE="interface",
                ENUM="enum",
                RECORD="record",
                NEW="new",
                CONTROL="if for while do switch try synchronized",
                FOLLOWS="else catch finally",
                CASE="case default",
                VALUE="return throw assert yield",
            ),
        ),
        Language("c", C, DIRECTIVES, _C),
        Language(
            "cpp",
            C,
            DIRECTIVES | RAW_DELIMITED | CPP,
            _C
            | _roles(
                CLASS="class",
                MODULE="namespace",
                OPERATOR="operator",
                FINAL="final",
                CONTROL="try",
                FOLLOWS="catch",
                VALUE="throw new delete co_return co_await co_yield",
                ASIDE="noexcept throw decltype requires explicit",
            ),
        ),
        Language(
            "go",
            GO,
            RAW_BACKTICK | NEWLINES,
            _roles(
                FUNCTION="func",
                TYPE="type",
                STRUCT="struct",
                INTERFACE="interface",
                CONTROL="if for switch select go defer",
                FOLLOWS="else",
                CASE="case default",
                VALUE="return",
            ),
        ),
        Language(
            "rust",
            RUST,
            NESTED_COMMENTS | LONG_STRINGS,
            _roles(
                FUNCTION="fn",
                STRUCT="struct",
                UNION="union",
                ENUM="enum",
                TRAIT="trait",
                IMPL="impl",
                MODULE="mod",
                MACRO="macro_rules",
                EXTERN="extern",
                FOR="for",
                CONTROL="if while loop match unsafe",
                FOLLOWS="else",
                VALUE="return use in",
                WHERE="where",
            ),
        ),
    )
}

#: Other names of the languages: what people, fences and path endings say.
ALIASES = {
    "py": "python", "python3": "python", "pyi": "python", "js": "javascript", "jsx": "javascript",
    "mjs": "javascript", "cjs": "javascript", "node": "javascript", "ts": "typescript", "tsx": "typescript",
    "mts": "typescript", "cts": "typescript", "h": "c", "c++": "cpp", "cc": "cpp", "cxx": "cpp", "hpp": "cpp",
    "hh": "cpp", "hxx": "cpp", "golang": "go", "rs": "rust",
}  # fmt: skip
