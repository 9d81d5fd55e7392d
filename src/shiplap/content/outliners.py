"""Where code may be cut: the outline of a code text in whatever language, which may have to be guessed."""

from __future__ import annotations

from array import array

from shiplap._core.blocks import guess
from shiplap._core.outline import Outliner
from shiplap._core.text import Text
from shiplap._data import file_types
from shiplap._data.code_languages import ALIASES, LANGUAGES
from shiplap.errors import OptionError

#: Languages that the lexical outline does not know, and one of its own that is written much like them.
LIKE = {
    "csharp": "java", "kotlin": "java", "scala": "java", "groovy": "java", "dart": "java", "d": "cpp",
    "objective-c": "c", "cuda": "cpp", "glsl": "c", "zig": "rust", "swift": "typescript", "php": "javascript",
    "json": "javascript", "css": "javascript", "scss": "javascript", "less": "javascript", "perl": "javascript",
    "protobuf": "c", "sql": "c", "r": "javascript", "awk": "javascript", "xml": "javascript", "html": "javascript",
}  # fmt: skip

_OUTLINERS: dict[str, Outliner] = {}

#: Rows of definitions, starts of lines, and their ranks: as an `Outliner` gives them.
Parsed = tuple["array[int]", "array[int]", "array[int]"]


def outlined(text: Text, language: str | None, parser: str) -> Parsed:
    """The outline of a code text, in the language that it is said to have, or is taken for. Never an error for
    what the text or its language is: what tree-sitter cannot read is read by the lexical outline."""
    name = file_types.ALIASES.get(language, language) if language else None
    if parser == "tree-sitter":
        from shiplap.content.tree_sitter import parse

        try:
            _, rows, lines, ranks = parse(text, name or guess(text))
            return rows, lines, ranks
        except OptionError:  # no grammar of that name
            pass
    name = ALIASES.get(name, name) if name else None
    if name not in LANGUAGES:
        name = LIKE.get(name or "") or guess(text)
    return lexical(text, name)


def lexical(text: Text, name: str) -> Parsed:
    """The lexical outline of a code text in one of LANGUAGES. An outliner is made once for each language."""
    outliner = _OUTLINERS.get(name)
    if outliner is None:
        outliner = _OUTLINERS[name] = Outliner(name)
    return outliner(text)
