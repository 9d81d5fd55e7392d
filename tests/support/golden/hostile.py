"""Texts that are hard for loops: line ends, clusters, runs, text that is not valid."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.support.golden.dice import Dice
from tests.support.golden.prose import sentence
from tests.support.golden.sources import source
from tests.support.golden.tongues import TONGUES

#: Line ends of every kind, alone and together.
ENDS = ["\n", "\r\n", "\r", "\n\r", "\x85", "\u2028", "\u2029", "\x0b", "\x0c", "\n\n", "\r\n\r\n", "\r\r",
        "\n \t\n", "\u2029\u2029", "\r\n\n", " \n", "\u3000\n"]  # fmt: skip

#: White space of every kind, and what only looks like it.
BLANKS = [" ", "  ", "\t", "\u00a0", "\u2003", "\u3000", "\u202f", " \u00a0 ", "\u1680", "\u205f", "\x1f",
          "\u200b", "\ufeff"]  # fmt: skip

#: Grapheme clusters of many code points, and pieces of them.
CLUSTERS = ["👩\u200d👩\u200d👧\u200d👦", "👩🏽\u200d🚀", "🇩🇪", "🇫🇷🇪", "e\u0301", "a\u0308\u0323", "가",
            "\u1100\u1161\u11a8", "क्षि", "ก็", "น้ำ", "🏳\ufe0f\u200d🌈", "1\ufe0f\u20e3", "\u0600 ", "か\u3099", "ﷺ",
            "𝔘", "\u0915\u094d\u0937", "✊🏿", "ẛ\u0323", "\r\n", "\u200d", "\U000e0067", "བོད",
            "\u0e33"]  # fmt: skip

SURROGATES = ["\ud800", "\udbff", "\udc00", "\udfff", "It rains.", "漢字。", "é", "😀", "x", "\ud83d\u0301"]

ILL_FORMED = [b"\xff", b"\xc3", b"\xf0\x9f", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"\xc0\xaf", b"\xe6\xbc", b"\n",
              b"It rains. ", b"\x80\x80", b"\xf4\x90\x80\x80", b"\xe6\xbc\xa2\xe3\x80\x82", b"\xc3\xa9",
              b" "]  # fmt: skip


def joined(dice: Dice, pieces: Sequence[str], size: int, gaps: Sequence[str] = (" ", "", ". ", " ")) -> str:
    """Pieces in any order, with gaps between them, about `size` characters."""
    parts: list[str] = []
    while sum(map(len, parts)) < size:
        for _ in range(30):
            parts.append(dice.pick(pieces) + dice.pick(gaps))
    return "".join(parts)


def ill_formed(dice: Dice, count: int) -> bytes:
    """So many pieces of UTF-8, whole ones and others."""
    return b"".join(dice.pick(ILL_FORMED) for _ in range(count))


def breaks(dice: Dice, ends: Sequence[str], size: int) -> str:
    """Short lines of prose between line ends of these kinds, in some of them white space of all kinds."""
    parts: list[str] = []
    while sum(map(len, parts)) < size:
        words = sentence(dice, TONGUES[dice.pick(["en", "en", "de", "zh"])])
        if dice.chance(30):
            words = re.sub(" ", lambda _: dice.pick(BLANKS), words)
        parts.append(words + dice.pick(ends) * (1 if dice.chance(80) else dice.between(2, 5)))
    return "".join(parts)


#: Pieces that are repeated, and how often.
RUNS = {
    "letters": ("a", 9000),
    "accents": ("é", 4000),
    "ideographs": ("漢", 4000),
    "faces": ("😀", 3000),
    "full stops": (".", 3000),
    "stops and spaces": (". ", 2000),
    "full-width stops": ("。", 2000),
    "marks": ("!? ", 1500),
    "spaces": (" x" + " " * 700, 9),
    "line feeds": ("x" + "\n" * 400, 9),
    "carriage returns": ("x\r\n" + "\r\n" * 300, 9),
    "feeds and returns": ("\n\r", 900),
    "tabs": ("\t\tx", 700),
    "no-break spaces": ("x\u00a0", 1500),
    "ideographic spaces": ("漢\u3000\u3000", 900),
    "quotation marks": ("\"'”’", 700),
    "brackets": ("([{", 900),
    "closing marks": ("x." + ")]" * 200 + " Y", 9),
    "braces": ("{", 2500),
    "closing braces": ("}\n", 1200),
    "hashes": ("# ", 1200),
    "headings": ("## H\n", 700),
    "bars": ("|", 2500),
    "table rules": ("|-|-|\n", 600),
    "fences": ("```\n", 801),
    "quotes": ("> ", 1200),
    "tags": ("<div>", 700),
    "table tags": ("<table><tr><td>", 300),
    "backslashes": ("\\", 1500),
    "abbreviations": ("z. B. ", 800),
    "initials": ("J. R. R. ", 600),
    "numbers": ("1. 2) (3) ", 500),
    "decimals": ("3.14,15 ", 700),
    "ellipses": ("... … ", 600),
    "zeros": ("\x00", 700),
    "combining marks": ("a" + "\u0301" * 900, 5),
    "joiners": ("👩\u200d", 900),
    "flags": ("🇩🇪🇫", 700),
    "marks before white space": ("\u0600 \u0301", 700),
    "hyphens": ("- ", 1500),
    "commas": ("a,b,c\n", 700),
    "indentation": (" " * 60 + "x\n", 60),
    "deeper and deeper": ("- " * 40 + "x\n", 40),
    "words of 60 with their space": ("a" * 59 + " ", 60),
    "words of 59 and 61": ("b" * 58 + " " + "c" * 60 + " ", 40),
    "spaces alone": (" ", 500),
    "white space alone": ("\u2003\r\n\t\u3000\x85", 60),
    "code points at the limits": ("\x7f\x80\xff\u0100\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff. A ", 60),
}


def hostile() -> dict[str, str]:
    """Texts that are hard for a loop, by name."""
    dice = Dice("hostile")
    word = "".join(dice.pick("abcdefghijklmnopqrstuvwxyz0123456789-_./") for _ in range(9000))
    texts = {"nothing": "", "one letter": "x", "one face": "😀", "one line feed": "\n", "one CR LF": "\r\n"}
    texts["one stop"] = "."
    texts["byte order mark"] = "\ufeff" + "It rains. " * 30
    texts["giant word"] = word
    texts["giant word with ideographs"] = word.replace("a", "漢")
    texts["unclosed fence"] = "# A\n\n```py\n" + source(dice, "python", 3000)
    texts["unclosed string"] = source(dice, "python", 800) + "x = '''\n" + source(dice, "python", 1500)
    texts["white space at the limit of a level"] = "".join(
        f"End.{' ' * n}Next. {'x' * n}.{chr(10) * n}" for n in range(253, 259)
    )
    return texts | {name: piece * count for name, (piece, count) in RUNS.items()}
