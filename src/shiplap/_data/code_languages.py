"""Languages of the lexical outline: the marks of strings and comments, and the keywords of definitions.

The reference reads these tables as they stand; the core is given the same numbers (`flags` and `roles`). A word
not listed is a plain name. A new language of one of these families is a new entry here. Languages of the family
GENERIC are outlined by lines and indentation (`reference.outline.generic`): their words only name definitions and
say which lines go on with the line before.
"""

from __future__ import annotations

from typing import NamedTuple

#: The kinds of a definition, and of a node of data (`shiplap.reference.data`). A function whose parent is a
#: class, struct, interface, trait or impl is a "method".
KINDS = (
    "function", "method", "class", "struct", "union", "enum", "interface", "trait", "impl", "module", "record",
    "macro", "type", "member", "element",
)  # fmt: skip

# ---- roles of words: a definition keyword has the number of its kind + 1; the others follow
FUNCTION, METHOD, CLASS, STRUCT, UNION, ENUM, INTERFACE, TRAIT, IMPL, MODULE, RECORD, MACRO, TYPE = range(1, 14)
MEMBER, ELEMENT = 14, 15  # nodes of data: with a name, and with a number in a list
#: Those of definitions and nodes that contain others.
CONTAINERS = (CLASS, STRUCT, UNION, ENUM, INTERFACE, TRAIT, IMPL, MODULE, RECORD, MEMBER, ELEMENT)
CONTROL = 20  # its braces are a block
FOLLOWS = 21  # the same, and it goes on with the statement before it: else, catch
CASE = 22  # its colon ends a statement; GENERIC: lines with its own column are inside it until CLOSES
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
CLOSES = 34  # GENERIC: at the start of a line it ends the block above: end, fi, done
TEXT = 35  # GENERIC: alone in a line, it ends the code: __END__
BATCH = 36  # GENERIC: at the start of a line it goes on with the statement above, and ends it: GO
ALONE = 37  # GENERIC: its line is a statement: DELIMITER

# ---- families: how statements begin and end
C, JAVA, SCRIPT, GO, RUST, PYTHON, GENERIC = range(7)

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
# ---- of GENERIC, beside TRIPLE_QUOTES
HEREDOCS = 2048  # <<WORD begins a text that the line WORD ends
CALLS = 4096  # a name before a parenthesis names a function, where a block follows
ASSIGNS = 8192  # name <- function(...), name = function(...)
STATEMENTS = 16384  # a statement goes on until a line that ends with ";", or a blank line
EQUATIONS = 32768  # lines that begin with the same word are one definition
QUOTED_NAMES = 65536  # the name may be a string: resource "a" "b"
LONG_BRACKETS = 131072  # [[...]] and [=[...]=] are strings
DASHES = 262144  # names may have hyphens
ATTRIBUTES = 524288  # @word and what follows it in its line are an annotation
FLAT = 1048576  # a definition contains the lines with its own column until CLOSES
AT_WORDS = 2097152  # words may begin with "@"
AT_STRINGS = 4194304  # @" or @' at a line end begins a string up to a line that begins with "@ or '@
VERBATIM = 8388608  # @"..." is a string that may have line ends, and two quotes for one
SHORT = 16777216  # f(x) = y defines a function
RESULTS = 33554432  # function y = f(x): the name is after the equals sign
LABELS = 67108864  # a label begins a block up to the next one


class Language(NamedTuple):
    """Rules by which one language is lexed (`flags`) and outlined (`family`, `roles` of its words)."""

    name: str
    family: int
    flags: int
    roles: dict[str, int]
    comments: str = ""  # GENERIC: what a line of comment begins with
    spans: str = ""  # GENERIC: pairs of what begins and what ends a comment of several lines


def _roles(**groups: str) -> dict[str, int]:
    """Return a word's role, from strings of words by the names above."""
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
_CURLY = _roles(
    CONTROL="if for foreach while switch match using lock catch return throw new await yield when unless until",
    FOLLOWS="else catch finally while where extends implements",
    CLASS="class",
    INTERFACE="interface",
    ENUM="enum",
    DECLARES="public private protected internal static abstract final sealed partial async const override virtual"
    " readonly extern unsafe new data inner open inline suspend operator infix tailrec external lateinit case"
    " implicit lazy mutating nonmutating convenience required indirect export pub comptime fileprivate companion"
    " value annotation local erased transparent opaque factory late base mixin covariant default synchronized"
    " native strictfp transient volatile actual expect crossinline noinline",
)
_ENDED = _roles(FOLLOWS="else elsif elseif elif rescue ensure catch finally then", CLOSES="end until")

#: The comments of languages with the syntax of C.
_SLASHES, _STARRED = "//", "/* */"


def _generic(name: str, flags: int, roles: dict[str, int], comments: str, spans: str = "") -> Language:
    """Return a language of the family GENERIC."""
    return Language(name, GENERIC, flags, roles, comments, spans)


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
        _generic(
            "csharp",
            TRIPLE_QUOTES | CALLS | VERBATIM,
            _CURLY | _roles(STRUCT="struct", RECORD="record", MODULE="namespace", DECLARES="file"),
            "// #",
            _STARRED,
        ),
        _generic(
            "kotlin",
            TRIPLE_QUOTES,
            _CURLY | _roles(FUNCTION="fun", CLASS="object", TYPE="typealias"),
            _SLASHES,
            _STARRED,
        ),
        _generic(
            "swift",
            TRIPLE_QUOTES,
            _CURLY
            | _roles(
                FUNCTION="func",
                STRUCT="struct",
                CLASS="actor",
                IMPL="extension",
                INTERFACE="protocol",
                TYPE="typealias",
                METHOD="init deinit subscript",
                DECLARES="prefix postfix",
            ),
            "// #",
            _STARRED,
        ),
        _generic(
            "scala",
            TRIPLE_QUOTES,
            _CURLY | _roles(FUNCTION="def", CLASS="object", TRAIT="trait", TYPE="type", FOLLOWS="yield with"),
            _SLASHES,
            _STARRED,
        ),
        _generic(
            "groovy",
            TRIPLE_QUOTES | CALLS,
            _CURLY | _roles(TRAIT="trait", DECLARES="def"),
            _SLASHES,
            _STARRED,
        ),
        _generic(
            "dart",
            TRIPLE_QUOTES | CALLS,
            _CURLY | _roles(CLASS="mixin", IMPL="extension", TYPE="typedef", FOLLOWS="with", DECLARES="type on"),
            _SLASHES,
            _STARRED,
        ),
        _generic(
            "php",
            HEREDOCS,
            _CURLY
            | _roles(
                FUNCTION="function",
                TRAIT="trait",
                FOLLOWS="elseif",
                CLOSES="endif endforeach endfor endwhile endswitch",
            ),
            "// #",
            _STARRED,
        ),
        _generic(
            "zig",
            ASSIGNS,
            _CURLY | _roles(FUNCTION="fn", STRUCT="struct union", CLOSES="errdefer", DECLARES="var packed"),
            _SLASHES,
        ),
        _generic(
            "ruby",
            HEREDOCS,
            _ENDED
            | _roles(
                FUNCTION="def",
                CLASS="class",
                MODULE="module",
                FOLLOWS="when in",
                DECLARES="private protected public module_function memoize",
                TEXT="__END__",
            ),
            "#",
            "=begin =end",
        ),
        _generic(
            "lua",
            LONG_BRACKETS | ASSIGNS | FLAT,
            _ENDED | _roles(FUNCTION="function", DECLARES="local", CASE="if for while repeat"),
            "--",
            "--[[ ]] --[=[ ]=] --[==[ ]==]",
        ),
        _generic(
            "julia",
            TRIPLE_QUOTES | FLAT | SHORT,
            _ENDED
            | _roles(
                FUNCTION="function",
                STRUCT="struct",
                MACRO="macro",
                MODULE="module baremodule",
                TYPE="primitive abstract",
                DECLARES="mutable type",
                CASE="if for while let begin quote try do",
            ),
            "#",
            "#= =#",
        ),
        _generic(
            "elixir",
            TRIPLE_QUOTES | ATTRIBUTES,
            _ENDED
            | _roles(
                FUNCTION="def defp defdelegate defguard defguardp",
                MACRO="defmacro defmacrop",
                MODULE="defmodule",
                IMPL="defimpl",
                INTERFACE="defprotocol",
                FOLLOWS="after do",
            ),
            "#",
        ),
        _generic(
            "shell",
            HEREDOCS | CALLS | DASHES,
            _roles(
                FUNCTION="function",
                FOLLOWS="else elif then do in",
                CASE="case if for while until select",
                CLOSES="fi done esac",
            ),
            "#",
        ),
        _generic(
            "perl",
            HEREDOCS | ASSIGNS,
            _roles(
                FUNCTION="sub",
                MODULE="package",
                CLASS="class",
                METHOD="method",
                FOLLOWS="else elsif continue",
                DECLARES="my our async",
                TEXT="__END__ __DATA__",
            ),
            "#",
            "=pod =cut =head1 =cut =head2 =cut =head3 =cut =item =cut =over =cut =begin =cut =for =cut"
            " =encoding =cut",
        ),
        _generic(
            "r",
            ASSIGNS | QUOTED_NAMES,
            _roles(FOLLOWS="else", FUNCTION="setMethod setGeneric", CLASS="setClass setRefClass R6Class"),
            "#",
        ),
        _generic(
            "powershell",
            DASHES | CALLS | AT_STRINGS,
            _roles(
                CONTROL="if for foreach while do switch return try param throw begin"
                " If For ForEach Foreach While Do Switch Return Try Param Throw Begin BEGIN",
                DECLARES="static hidden",
                FUNCTION="function filter workflow Function Filter",
                CLASS="class",
                ENUM="enum",
                FOLLOWS="else elseif catch finally until while process end Process End PROCESS END",
            ),
            "#",
            "<# #>",
        ),
        _generic(
            "sql",
            STATEMENTS | QUOTED_NAMES,
            _roles(
                DECLARES="CREATE OR REPLACE TEMP TEMPORARY UNIQUE create or replace temp temporary unique"
                " GLOBAL LOCAL MATERIALIZED materialized DEFINER RECURSIVE EXTERNAL VIRTUAL ALTER alter"
                " IF NOT EXISTS if not exists BODY body",
                FUNCTION="FUNCTION PROCEDURE function procedure",
                STRUCT="TABLE table",
                TYPE="VIEW TYPE INDEX TRIGGER view type index trigger",
                MODULE="PACKAGE package",
                CONTROL="WITH with",
                FOLLOWS="ELSE ELSIF else elsif EXCEPTION exception BEGIN begin AS as IS is LANGUAGE language"
                " RETURNS returns",
                CLOSES="END end",
                BATCH="GO go",
                ALONE="DELIMITER delimiter",
            ),
            "--",
            _STARRED,
        ),
        _generic(
            "terraform",
            HEREDOCS | QUOTED_NAMES,
            _roles(TYPE="resource data variable output module provider"),
            "# //",
            _STARRED,
        ),
        _generic(
            "haskell",
            EQUATIONS,
            _roles(
                TYPE="data type newtype",
                CLASS="class",
                IMPL="instance",
                FOLLOWS="where then else of in",
                DECLARES="family alias",
                CONTROL="module import infixl infixr infix foreign default deriving pattern",
            ),
            "-- #",
            "{- -}",
        ),
        _generic(
            "objective-c",  # and MATLAB, whose files have the same extension
            FLAT | AT_WORDS | CALLS | RESULTS,
            _roles(
                FUNCTION="function",
                CLASS="implementation",
                INTERFACE="interface protocol",
                CONTROL="if for while do switch return case",
                FOLLOWS="else catch finally",
                CLOSES="end",
            ),
            "// # %",
            _STARRED,
        ),
        _generic(
            "vim",
            DASHES,
            _roles(
                FUNCTION="function func def",
                DECLARES="export",
                FOLLOWS="else elseif catch finally",
                CLOSES="endif endfunction endfunc endfor endwhile endtry enddef endf endfun",
            ),
            '"',
        ),
        _generic(
            "tcl",
            DASHES,
            _roles(
                FUNCTION="proc method",
                METHOD="constructor destructor",
                MODULE="namespace",
                CLASS="class",
                IMPL="define",
                DECLARES="eval oo itcl snit create",
            ),
            "#",
        ),
        _generic(
            "pascal",
            0,
            _roles(
                FUNCTION="procedure function constructor destructor Procedure Function",
                DECLARES="class",
                FOLLOWS="begin else until Begin Else",
                WHERE="var const type label Var Const Type",
                CLOSES="end End END",
            ),
            _SLASHES,
            "{ } (* *)",
        ),
        _generic("css", 0, {}, _SLASHES, _STARRED),
        _generic(
            "erlang",
            EQUATIONS,
            _roles(FOLLOWS="of after catch else", CLOSES="end"),
            "% -spec -doc",
        ),
        _generic(
            "ada",
            0,
            _roles(
                FUNCTION="procedure function entry Procedure Function",
                MODULE="package Package",
                DECLARES="body overriding not generic separate protected task",
                FOLLOWS="is begin exception else elsif then private or",
                CLOSES="end",
            ),
            "--",
        ),
        _generic(
            "assembly",
            LABELS,
            _roles(
                DECLARES="globl global type section text data bss rodata align p2align balign hidden weak",
                BATCH="macro",
            ),
            "; # // @",
            _STARRED,
        ),
        _generic("batch", LABELS, {}, "rem REM Rem ::"),
        _generic("dockerfile", LABELS | HEREDOCS, _roles(BATCH="FROM from"), "#"),
        _generic(
            "matlab",
            RESULTS,
            _roles(
                FUNCTION="function",
                CLASS="classdef",
                FOLLOWS="else elseif case otherwise catch",
                CLOSES="end endfunction endif endfor endwhile endswitch end_try_catch",
            ),
            "% #",
            "%{ %}",
        ),
        _generic(
            "visual-basic",
            0,
            _roles(
                FUNCTION="Sub Function Property Operator sub function property",
                CLASS="Class class",
                STRUCT="Structure Type",
                ENUM="Enum",
                INTERFACE="Interface",
                MODULE="Namespace Module",
                DECLARES="Public Private Protected Friend Shared Overrides Overridable NotOverridable MustOverride"
                " Overloads Shadows ReadOnly WriteOnly Partial MustInherit NotInheritable Async Iterator Static"
                " Default Narrowing Widening public private",
                FOLLOWS="Else ElseIf Catch Finally else elseif",
                CLOSES="End Next Loop Wend end next loop wend",
            ),
            "' #",
        ),
        _generic("prolog", EQUATIONS, {}, "%", _STARRED),
        _generic("smalltalk", 0, {}, "", '" "'),
        # any other language: its blocks have no names
        _generic(
            "other",
            TRIPLE_QUOTES | HEREDOCS,
            _roles(
                FOLLOWS="else elif elsif elseif elsewhere catch except rescue ensure finally then begin where and"
                " ELSE ELSIF ELSEIF THEN BEGIN Else ElseIf",
                CLOSES="end fi done esac endif endfor endwhile endfunction endprocedure endmodule endtask endclass"
                " endcase endtry endpackage endforeach endmacro od until END ENDIF ENDDO End",
            ),
            "# // -- ; % !",
            "/* */ (* *) {- -} <!-- -->",
        ),
    )
}

#: The language whose outline has the blocks of any language, without names.
OTHER = "other"

#: What blocks of the families with an outline of their own are read with, where no definition is known.
_BLOCK_ROLES = _roles(FOLLOWS="else catch finally while")
BLOCKS = {
    **dict.fromkeys((C, RUST), _generic("", 0, _BLOCK_ROLES, "// #", _STARRED)),
    **dict.fromkeys((JAVA, SCRIPT, GO), _generic("", 0, _BLOCK_ROLES, _SLASHES, _STARRED)),
    PYTHON: _generic("", 0, _roles(FOLLOWS="else elif except finally"), "#"),
}

#: Other names of the languages: what people, fences and path endings say.
ALIASES = {
    "py": "python", "python3": "python", "pyi": "python", "js": "javascript", "jsx": "javascript",
    "mjs": "javascript", "cjs": "javascript", "node": "javascript", "ts": "typescript", "tsx": "typescript",
    "mts": "typescript", "cts": "typescript", "h": "c", "c++": "cpp", "cc": "cpp", "cxx": "cpp", "hpp": "cpp",
    "hh": "cpp", "hxx": "cpp", "golang": "go", "rs": "rust",
    "c#": "csharp", "cs": "csharp", "kt": "kotlin", "kts": "kotlin", "rb": "ruby", "sh": "shell", "bash": "shell",
    "zsh": "shell", "ksh": "shell", "pl": "perl", "pm": "perl", "ex": "elixir", "exs": "elixir", "jl": "julia",
    "ps1": "powershell", "hs": "haskell", "tf": "terraform", "hcl": "terraform", "plpgsql": "sql",
    "vb": "visual-basic", "vbnet": "visual-basic", "vba": "visual-basic", "octave": "matlab",
    "erl": "erlang", "elm": "haskell", "purescript": "haskell",
    "scss": "css", "less": "css", "objc": "objective-c", "gradle": "groovy",
}  # fmt: skip
