"""Outlines of data: its nodes, in a text whose code units are those that sizes count."""

from __future__ import annotations

import re
from array import array

from shiplap._core.outline import convert, outline_data
from shiplap._core.text import Text
from shiplap._data.data_formats import ALIASES, FORMATS
from shiplap._data.outline_row import COLUMNS, END, NAME_START
from shiplap.content.outliners import Parsed
from shiplap.patterns import lazily

#: An escape in double quotes: the digits of a code point as YAML has it, or the next character.
ESCAPE = lazily(r"\\(?:x([0-9A-Fa-f]{2})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)

#: What letters stand for that are escapes of YAML alone.
LETTERS = {
    "0": "\0", "a": "\a", "e": "\x1b", "v": "\v", " ": " ", "_": "\xa0", "N": "\x85", "L": "\u2028",
    "P": "\u2029",
}  # fmt: skip


def format_name(name: str) -> str:
    """Return the name of a format of data: "jsonl" is "json". Other names are returned as they are."""
    return ALIASES.get(name, name)


def key_name(name: str, before: str) -> str:
    """Return the name that a key says. `before`: the character before it; in double quotes it may have escapes,
    those of YAML too, and in single quotes two of them are one. Line ends and tabs become spaces.

    >>> key_name("caf\\\\u00e9", '"'), key_name("caf\\\\xe9", '"'), key_name("it''s", "'")
    ('café', 'café', "it's")
    >>> key_name("a\\\\n", " "), key_name("\\\\q", '"')
    ('a\\\\n', '\\\\q')
    """
    if before == "'":
        return name.replace("''", "'")
    if before != '"' or "\\" not in name:
        return name
    import json

    try:
        found = str(json.loads(f'"{ESCAPE.sub(as_json, name)}"'))
        found.encode()  # half a surrogate pair cannot be a heading
    except ValueError:
        return name
    return found if found.isprintable() else " ".join(found.split())


def as_json(escape: re.Match[str]) -> str:
    """Return an escape of YAML as JSON has it; others are returned as they are."""
    import json

    digits = escape[1] or escape[2]
    if digits:
        return json.dumps(chr(int(digits, 16)))[1:-1]
    return json.dumps(LETTERS[escape[3]])[1:-1] if escape[3] in LETTERS else escape[0]


def data_outlined(text: Text, name: str, fits: int, unit: str) -> Parsed | None:
    """Outline a text of data, in the offsets of the text; None if the name is not that of a format.

    fits: a piece of this size, in characters, bytes or tokens as `unit` says, needs no cut inside. A token has at
    least
        one byte.
    """
    name = format_name(name)
    if name not in FORMATS:
        return None
    own = in_units(text, unit == "characters")
    rows, cuts, ranks = outline_data(own, name, fits)
    if own is text:
        return rows, cuts, ranks
    wanted = "bytes" if own.is_str else "characters"
    count = len(rows) // COLUMNS
    together = array("q", cuts)
    for column in range(NAME_START, END + 1):
        together.extend(rows[column::COLUMNS])
    together = convert(own, together, wanted)
    for number, column in enumerate(range(NAME_START, END + 1)):
        first = len(cuts) + number * count
        rows[column::COLUMNS] = together[first : first + count]
    return rows, together[: len(cuts)], ranks


def in_units(text: Text, in_characters: bool) -> Text:
    """Return a text whose code units are its characters, or its bytes in UTF-8: itself if they are, else a
    copy."""
    size = len(text)
    if text.is_str == in_characters or (text.owner.isascii() if text.is_str else text.characters == size):
        return text
    return Text(text.text(0, size), "surrogatepass") if in_characters else Text(text.encoded(0, size))
