r"""Escaping of names, ids and texts in a prompt, so that none can be mistaken for a mark.

A name or an id is inside `[doc: NAME, chunk: ID]`. There `\`, `[`, `]`, `,` and `;` get a backslash; a line
feed becomes `\n`; other control characters, white space except U+0020, characters that change the writing
direction, lone surrogates, and a space at either end become `\xHH` or `\uHHHH`. Other names are unchanged.

A text, or a question, is unchanged except for two patterns, which get a backslash before their word:

    [doc: faq.txt, chunk: 7]    becomes    [\doc: faq.txt, chunk: 7]
    --- End of context ---      becomes    --- \End of context ---

in any letter case and with any white space between, and in characters that look alike: full-width and other
compatibility forms, accents and combining marks, other brackets, colons and dashes, Greek and Cyrillic twins;
with zero-width, format and control characters between. Existing backslashes there get one more, so removing one
restores the text. An answer that repeats such a line cites nothing. In a name, the bracket of such a pattern
becomes `\uHHHH`.

>>> escape_name("Smith, J. [draft].pdf"), escape_text("see [doc: a, chunk: b]")
('Smith\\, J. \\[draft\\].pdf', 'see [\\doc: a, chunk: b]')
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from shiplap._data.look_alikes import COLONS, DASHES, FILLERS, LETTERS, OTHER_OPENING, TWINS, WIDE_DASHES
from shiplap._data.unicode import GRAPHEME_RANGES, WHITE_SPACE

#: Pattern of one white space character. The table is pinned; `\s` would depend on the running Python.
SPACE = "[" + "".join(map(re.escape, sorted(WHITE_SPACE))) + "]"

#: The words of a citation.
DOC, CHUNK = "[Dd][Oo][Cc]", "[Cc][Hh][Uu][Nn][Kk]"

#: The grapheme classes of code points that are not seen between letters, or only on them: marks, format and
#: control characters.
_UNSEEN = ("EXTEND", "SPACING_MARK", "ZWJ", "CONTROL", "PREPEND")


class _Patterns(NamedTuple):
    """Patterns of what is escaped, with the backslashes that stand there already, and with at least one."""

    add: re.Pattern[str]
    remove: re.Pattern[str]
    bracket: re.Pattern[str]  # other than "[", in a name


@cache
def _patterns(only_ascii: bool) -> _Patterns:
    """Compile the patterns, for ASCII texts or for all. Both find the same in an ASCII text."""

    def some(characters: str) -> str:
        if only_ascii:
            characters = re.sub(r"[^\x00-\x7f](-[^\x00-\x7f])?", "", characters)
        return f"[{characters}]"

    def alike(word: str) -> str:
        """Return a pattern of letters that look like those of a word, with anything unseen between; a space is at
        least one unseen character."""
        letters = [some(each + each.upper() + LETTERS[each] + TWINS.get(each, "")) for each in word if each != " "]
        return f"{junk}*".join(letters)

    limit = 0x7F if only_ascii else 0x10FFFF
    unseen = "".join(
        f"{re.escape(chr(first))}-{re.escape(chr(min(last, limit)))}"
        for first, last, name in GRAPHEME_RANGES
        if name in _UNSEEN and first <= limit
    )
    junk = some(re.escape("".join(sorted(WHITE_SPACE))) + unseen + FILLERS)
    dash, opening, either = some(DASHES), some(rf"\[{OTHER_OPENING}"), some(rf"{DASHES}\[{OTHER_OPENING}")
    other = "(?!)" if only_ascii else some(OTHER_OPENING)
    # The pattern begins with one set of characters, for which `re` scans fast. It matches two dashes, not a run of
    # them: a pattern for the run would retry it from each of its dashes. Neighbouring parts share no character.
    doc = f"(?={alike('doc')}{junk}*{some(COLONS)})"
    end = f"(?={f'{junk}+'.join(map(alike, ('end', 'of', 'context')))})"
    wide = "" if only_ascii else f"|(?<=[{WIDE_DASHES}]){junk}*%s{end}"
    before = f"{either}(?:(?<={opening}){junk}*%s{doc}|(?<!{opening}){junk}*{dash}{junk}*%s{end}{wide})"
    return _Patterns(
        re.compile(before.replace("%s", r"\\*")),
        re.compile(before.replace("%s", r"\\+")),
        re.compile(rf"{other}(?={junk}*\\*{doc})"),
    )


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
    written = _NAME.sub(_escaped, name)
    if name.isascii():
        return written
    return _patterns(False).bracket.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


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
    return _patterns(text.isascii()).add.sub(lambda found: found[0] + "\\", text)


def unescape_text(text: str) -> str:
    """Reverse `escape_text`."""
    if "\\" not in text:
        return text
    return _patterns(text.isascii()).remove.sub(lambda found: found[0][:-1], text)
