"""Where code may be cut: the outline of a code text in whatever language, which may have to be guessed."""

from __future__ import annotations

import re
from array import array

from shiplap._core.outline import Outliner
from shiplap._core.text import Text
from shiplap._data import languages
from shiplap._data.code import ALIASES, LANGUAGES
from shiplap.errors import OptionError

ENGINES = ("lexical", "tree-sitter")

#: Languages that the lexical outline does not know, and one of its own that is written much like them.
LIKE = {
    "csharp": "java", "kotlin": "java", "scala": "java", "groovy": "java", "dart": "java", "d": "cpp",
    "objective-c": "c", "cuda": "cpp", "glsl": "c", "zig": "rust", "swift": "typescript", "php": "javascript",
    "json": "javascript", "css": "javascript", "scss": "javascript", "less": "javascript", "perl": "javascript",
    "protobuf": "c", "sql": "c", "r": "javascript", "awk": "javascript", "xml": "javascript", "html": "javascript",
}  # fmt: skip

#: Characters by which a language is guessed.
SAMPLE = 4000

#: What lines of a language look like. A guess is the language of which most lines do.
SIGNS = {
    name: re.compile(pattern, re.MULTILINE)
    for name, pattern in {
        "python": r"^[ \t]*(?:(?:async )?def \w+\(|class \w+.*:[ \t]*$|from [\w.]+ import |import \w+[ \t]*$|@\w+"
        r"|(?:if|for|while|with|elif) .*:[ \t]*$|(?:else|try|finally):)",
        "javascript": r"^[ \t]*(?:(?:export |async )*function\b|(?:const|let|var) \w+ = |module\.exports"
        r"|.*=> ?[{(]|.*\brequire\()",
        "typescript": r"^[ \t]*(?:export )?(?:interface|type|enum|declare|namespace) \w+"
        r"|^.*\w\??: (?:string|number|boolean|void|any)\b|^import .* from ['\"]",
        "java": r"^[ \t]*(?:public|private|protected|package [\w.]+;|import (?:static )?[\w.*]+;|@Override)",
        "c": r"^[ \t]*(?:#[ \t]*(?:include|define|ifdef|ifndef|endif)|typedef |struct \w+ [{*]"
        r"|static (?:inline )?\w+|.*\w->\w)",
        "cpp": r"^[ \t]*(?:template ?<|namespace \w+|using namespace|class \w+.*[^:]$|public:|private:"
        r"|.*std::|.*\w::\w)",
        "go": r"^[ \t]*(?:package \w+[ \t]*$|func (?:\(\w|\w+\()|type \w+ (?:struct|interface)|.*:= )",
        "rust": r"^[ \t]*(?:(?:pub(?:\(\w+\))? )?(?:fn|struct|enum|impl|mod|trait|use)\b|let (?:mut )?\w+|#\[)",
    }.items()
}  # fmt: skip

_OUTLINERS: dict[str, Outliner] = {}

#: Rows of definitions, starts of lines, and their ranks: as an `Outliner` gives them.
Parsed = tuple["array[int]", "array[int]", "array[int]"]


def outlined(text: Text, language: str | None, engine: str) -> Parsed:
    """The outline of a code text, in the language that it is said to have, or is taken for. Never an error for
    what the text or its language is: what tree-sitter cannot read is read by the lexical outline."""
    name = languages.ALIASES.get(language, language) if language else None
    if engine == "tree-sitter":
        from shiplap.trees import parse

        try:
            _, rows, lines, ranks = parse(text, name or guessed(text))
            return rows, lines, ranks
        except OptionError:  # no grammar of that name
            pass
    name = ALIASES.get(name, name) if name else None
    if name not in LANGUAGES:
        name = LIKE.get(name or "") or guessed(text)
    outliner = _OUTLINERS.get(name)
    if outliner is None:
        outliner = _OUTLINERS[name] = Outliner(name)
    return outliner(text)


def guessed(text: Text) -> str:
    """The language that the beginning of a code text looks like, one of those of the lexical outline.

    >>> guessed(Text("func f(x int) int {\\n\\treturn x\\n}\\n")), guessed(Text("def f(x):\\n    return x\\n"))
    ('go', 'python')
    """
    end = min(len(text), SAMPLE)
    sample = text.text(0, end) if text.is_str else text.encoded(0, end).decode("utf-8", "ignore")
    counts = {name: len(sign.findall(sample)) for name, sign in SIGNS.items()}
    best = max(counts, key=lambda name: counts[name])
    if counts[best]:
        return best
    marks = len(re.findall(r"[{};][ \t]*$", sample, re.MULTILINE))
    return "javascript" if 4 * marks > sample.count("\n") else "python"
