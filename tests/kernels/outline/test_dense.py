"""Dense code: nothing but what the outline of a language looks at. The core is the reference on each."""

from __future__ import annotations

import random

import pytest

from shiplap._core.outline import Outliner
from shiplap._core.text import Text
from shiplap._data import code_languages as code
from shiplap.reference.outline.outline import outline
from tests.support.cases import few_quick

#: What is read alike in all languages; of marks the pairs, and what is no pair.
MARKS = [
    "\n", "\n", "\n", "\n\n", "\r\n", "\r", " ", " ", "  ", "\t", "(", ")", "[", "]", "{", "}", "{\n", "}\n",
    "{ }", "()", ";", ",", ":", "=", ".", "<", ">", "*", "@", "!", "~", "?", "&", "|", "+", "-", "a", "b", "é",
    "a b", "f(x)", "1", "'", '"', "'a'", '"a"', "\\", "\\\n", "=>", "->", "::", "==", "!=", "<=", ">=", ":=",
    "++", "--", "x.", "_", "$", "\f", "/", "\x7f", "\n    ", "\n        ", "\n\t", "\n  ",
]  # fmt: skip
#: What lines begin and end with, for the languages that are read by lines, and the marks of comments.
LINES = [
    "{\n", "}\n", "({\n", "})\n", "[\n", "]\n", "a {\n", "a(\n", "  a\n", "    a\n", "\tb\n", "a\n", "b;\n",
    "\n\n", " \n",
    ".a\n", "|> a\n", "a \\\n", "a &&\n", "a =\n", "@A\n", "@A(b)\n", "@A(\n", "[A]\n", "@A b\n", "@A @B\n",
    "  }\n", "    )\n",
    "a b c\n", "a `b c` {\n", "a <T> b(c) {\n", "a b::c.d {\n", "a +(b) {\n", "a b! {\n",
]  # fmt: skip
COMMENTS = ["// c\n", "// c", "/* c */", "/* c\n */", "/*", "*/", "//", "  // c\n", "\n// c\n", "\n  // c\n"]
OF_FLAGS = {
    code.HASH_COMMENTS: ["# c\n", "#", "  # c\n", "\n# c\n", "\n    # c\n"],
    code.NESTED_COMMENTS: ["/* /* */", "/* /* */ */", "//!", "//! c\n"],
    code.TRIPLE_QUOTES: ['"""', "'''", '"""a"""', '"\\""', '"""\n"""'],
    code.DIRECTIVES: [
        "\n#if a\n", "\n#else\n", "\n#endif\n", "\n#elif b\n", "\n# ifdef a\n", "\n#elsea\n", "\n#ifa\n",
        "\n#if a // {\n",
        "\n#define a {\n", '\n#define a "/*" \\\n{\n', '#define a "\\" {\n', "\n#a /* \n */\n",
    ],
    code.TEMPLATES: ["`", "${", "`a`", "`${a}`", "`${`", "\\`", "`\\${`"],
    code.RAW_BACKTICK: ["`", "`{`", "`a\n`"],
    code.REGEXES: ["/a/", "/}/", "/[/}]/", "= /{/", "/>", "</a>", "<a>", "/\\//", "/[\n"],
    code.LONG_STRINGS: ['"{\n"', "'a", "'\\''", 'r#"{"#', 'r"{"', 'br##"}"#"##', 'r#a', "#", "#["],
    code.RAW_DELIMITED: ['R"(', ')"', 'R"x(})x"', 'u8R"(', "1'0", "1'", 'R"', 'R"a b('],
    code.CPP: ["public:", "a():b{c}"],
    code.HEREDOCS: ["<<EOF\n", "EOF\n", "EOF;\n", "<<-'END'\n", " END )\n", "<< EOF", "<< end", "<<<A\n",
    "<<~é\n", "é\n"],
    code.CALLS: ["a b(", "c d() {\n", "f(\n", ") {\n", "A<b> c(d) {\n", "~a() {\n"],
    code.ASSIGNS: ["a <- function(b) {\n", "a.b = function()\n", "$c = sub {\n"],
    code.STATEMENTS: ["$$\n", "$a$\n", "select\n", "x;\n", "$$ LANGUAGE x;\n"],
    code.EQUATIONS: ["a b = c\n", "a :: b\n", "ab c\n"],
    code.QUOTED_NAMES: ['"a" "b" {\n', '"a'],
    code.LONG_BRACKETS: ["[[", "]]", "[=[\n", "]=]", "[==[", "]==]", "[===[", "[["],
    code.DASHES: ["a-b", "f-g() {\n", "-a"],
    code.ATTRIBUTES: ["@a b\n", "@a =\n", '@a """\n'],
    code.FLAT: ["end\n", "module A\n", "class A;\n"],
    code.AT_WORDS: ["@end\n", "@implementation A\n", "@x\n"],
}  # fmt: skip


def pieces(language: str) -> list[str]:
    """The pieces that a text in the language is made of."""
    known = code.LANGUAGES[language]
    words = [f"{word} " for word in known.roles]
    if known.family == code.GENERIC:
        marks = [*known.comments.split(), *known.spans.split()]
        marks += [f"{mark} c\n" for mark in marks * 3]
        found = [*MARKS, *LINES * 2, *words, *(f"{word}\n" for word in known.roles), *marks]
    else:
        found = [*MARKS, *(COMMENTS if not known.flags & code.HASH_COMMENTS else []), *words]
    for flag, more in OF_FLAGS.items():
        found += more * 2 if known.flags & flag else []
    # a definition needs few words in order
    return found + [f"{word} a" for word, role in known.roles.items() if role <= code.TYPE] * 3


@pytest.mark.parametrize("language", sorted(code.LANGUAGES))
@few_quick("seed", range(6), quick=1)
def test_core_is_the_reference(language: str, seed: int) -> None:
    chance = random.Random(seed)
    found, outliner = pieces(language), Outliner(language)
    for _ in range(150):
        few = chance.choices(found, k=chance.choice([6, 12, 99]))
        text = "".join(chance.choices(few, k=chance.randint(2, 30)))
        rows, lines, ranks = outliner(Text(text))
        flat = [number for row in outline(text, language)[0] for number in row]
        assert (list(rows), list(lines), list(ranks)) == (flat, *outline(text, language)[1:]), text
