r"""Escaping of names, ids and texts in a prompt, so that none can be mistaken for a mark.

A name or an id is inside `[doc: NAME, chunk: ID]`. There `\`, `[`, `]`, `,` and `;` get a backslash; a line
feed becomes `\n`; other control characters, white space except U+0020, characters that change the writing
direction, lone surrogates, and a space at either end become `\xHH` or `\uHHHH`. Other names are unchanged.

A text, or a question, is unchanged except for two patterns, which get a backslash before their word:

    [doc: faq.txt, chunk: 7]    becomes    [\doc: faq.txt, chunk: 7]
    --- End of context ---      becomes    --- \End of context ---

in any letter case and with any white space between. Existing backslashes there get one more, so removing one
restores the text. An answer that repeats such a line cites nothing.

>>> escape_name("Smith, J. [draft].pdf"), escape_text("see [doc: a, chunk: b]")
('Smith\\, J. \\[draft\\].pdf', 'see [\\doc: a, chunk: b]')
"""

from __future__ import annotations

import re

from shiplap._data.unicode import WHITE_SPACE

#: Pattern of one white space character. The table is pinned; `\s` would depend on the running Python.
SPACE = "[" + "".join(map(re.escape, sorted(WHITE_SPACE))) + "]"

#: The words of the marks.
DOC, CHUNK = "[Dd][Oo][Cc]", "[Cc][Hh][Uu][Nn][Kk]"
END = f"[Ee][Nn][Dd]{SPACE}+[Oo][Ff]{SPACE}+[Cc][Oo][Nn][Tt][Ee][Xx][Tt]"

_DASH = "-\u2010-\u2015\u2212"

# The pattern begins with one set of characters, for which `re` scans fast. It matches two dashes, not a run of
# them: a pattern for the run would retry it from each of its dashes.
_BEFORE = rf"[{_DASH}\[](?:(?<=\[){SPACE}*%s(?={DOC}{SPACE}*:)|(?<!\[)[{_DASH}]{SPACE}*%s(?={END}))"
_ADD = re.compile(_BEFORE.replace("%s", r"\\*"))
_REMOVE = re.compile(_BEFORE.replace("%s", r"\\+"))

_UNSAFE = "".join(sorted(WHITE_SPACE - {" "}))
_NAME = re.compile(
    r"[\\\[\],;]|[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
    + re.escape(_UNSAFE)
    + r"]|^ | \Z"
)
_ESCAPED = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\\\[\],;n]))")


def escape_name(name: str) -> str:
    r"""Escape a name or an id for a header or a citation.

    >>> escape_name("faq.txt"), escape_name("two\nlines "), escape_name("a\\b")
    ('faq.txt', 'two\\nlines\\x20', 'a\\\\b')
    """
    return _NAME.sub(_escaped, name)


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    if character in "\\[],;":
        return "\\" + character
    if character == "\n":
        return "\\n"
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def unescape_name(written: str) -> str:
    r"""Reverse `escape_name`. A backslash that escapes nothing stands for itself.

    >>> unescape_name(escape_name("two\nlines ")), unescape_name("C:\\docs")
    ('two\nlines ', 'C:\\docs')
    """
    return _ESCAPED.sub(_unescaped, written) if "\\" in written else written


def _unescaped(found: re.Match[str]) -> str:
    if found[3]:
        return "\n" if found[3] == "n" else found[3]
    return chr(int(found[1] or found[2], 16))


def escape_text(text: str) -> str:
    """Escape a text so that nothing in it can be mistaken for a header, a citation or the end of the context."""
    return _ADD.sub(lambda found: found[0] + "\\", text)


def unescape_text(text: str) -> str:
    """Reverse `escape_text`."""
    return _REMOVE.sub(lambda found: found[0][:-1], text) if "\\" in text else text
