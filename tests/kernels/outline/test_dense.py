"""Dense code: nothing but what the outline of a language looks at. The core is the reference on each."""

from __future__ import annotations

import random

import pytest

from shiplap._core.outline.outline import Outliner
from shiplap._core.text.text import Text
from shiplap._data import code_languages as code
from shiplap.reference.outline.outline import outline

#: What is read alike in all languages; of marks the pairs, and what is no pair.
MARKS = [
    "\n", "\n", "\n", "\n\n", "\r\n", "\r", " ", " ", "  ", "\t", "(", ")", "[", "]", "{", "}", "{\n", "}\n",
    "{ }", "()", ";", ",", ":", "=", ".", "<", ">", "*", "@", "!", "~", "?", "&", "|", "+", "-", "a", "b", "é",
    "a b", "f(x)", "1", "'", '"', "'a'", '"a"', "\\", "\\\n", "=>", "->", "::", "==", "!=", "<=", ">=", ":=",
    "++", "--", "x.", "_", "$", "\f", "/", "\x7f", "\n    ", "\n        ", "\n\t", "\n  ",
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
}  # fmt: skip


def pieces(language: str) -> list[str]:
    """The pieces that a text in the language is made of."""
    known = code.LANGUAGES[language]
    words = [f"{word} " for word in known.roles]
    found = [*MARKS, *(COMMENTS if not known.flags & code.HASH_COMMENTS else []), *words]
    for flag, more in OF_FLAGS.items():
        found += more * 2 if known.flags & flag else []
    # a definition needs few words in order
    return found + [f"{word} a" for word, role in known.roles.items() if role <= code.TYPE] * 3


@pytest.mark.parametrize("language", sorted(code.LANGUAGES))
@pytest.mark.parametrize("seed", range(6))
def test_core_is_the_reference(language: str, seed: int) -> None:
    chance = random.Random(seed)
    found, outliner = pieces(language), Outliner(language)
    for _ in range(150):
        few = chance.choices(found, k=chance.choice([6, 12, 99]))
        text = "".join(chance.choices(few, k=chance.randint(2, 30)))
        rows, lines, ranks = outliner(Text(text))
        flat = [number for row in outline(text, language)[0] for number in row]
        assert (list(rows), list(lines), list(ranks)) == (flat, *outline(text, language)[1:]), text
