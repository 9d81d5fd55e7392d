#!/usr/bin/env python3
"""Generate the Unicode tables of shiplap from files of the UCD.

    python csrc/tools/gen_unicode.py [--ucd /usr/share/unicode] [--check]

Reads the files named below (Debian: package unicode-data) and writes src/shiplap/_data/unicode.py, of which the
build makes the table of the C core (gen_properties.py). `--check` writes nothing and exits with 1 if the file
differs.

Each code point gets three small classes, which together are all that the rules of the levels ask of it:

    grapheme    Grapheme_Cluster_Break and Extended_Pictographic, for UAX #29 extended grapheme clusters
    word        what stands in for spaces where a script has none
    sentence    its part in the rules for sentences
"""

from __future__ import annotations

import argparse
import itertools
import pathlib
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator

VERSION = "15.0.0"
TARGET = pathlib.Path(__file__).resolve().parents[2] / "src/shiplap/_data/unicode.py"
COMMAND = "python csrc/tools/gen_unicode.py"
LIMIT = 0x110000

# The classes in the order of their numbers, which is that of the enums in csrc/include/shiplap.h.
GRAPHEME = ("OTHER", "CR", "LF", "CONTROL", "EXTEND", "ZWJ", "REGIONAL_INDICATOR", "PREPEND", "SPACING_MARK",
            "L", "V", "T", "LV", "LVT", "PICTOGRAPHIC")  # fmt: skip
WORD = ("NONE", "IDEOGRAPH", "KATAKANA", "SPACELESS", "CJK_CLOSE", "CJK_OPEN", "MARK")
SENTENCE = ("OTHER", "SPACE", "STOP", "TERMINAL", "EXTEND", "LOWER", "UPPER", "DIGIT", "NUMBER", "LETTER", "QUOTE",
            "OPEN", "CLOSE", "CONTINUE")  # fmt: skip

# Quotation marks whose general category says only "other punctuation", or "open" or "close".
QUOTES = {0x22, 0x27, 0x201A, 0x201E, 0x301D, 0x301E, 0x301F, 0xFF02, 0xFF07}


# ---- the UCD


class Database:
    """The properties in use, each a list of a value (or None) a code point."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.grapheme = self.values("auxiliary/GraphemeBreakProperty.txt")
        self.word = self.values("auxiliary/WordBreakProperty.txt")
        self.sentence = self.values("auxiliary/SentenceBreakProperty.txt")
        self.line = self.values("LineBreak.txt")
        self.width = self.values("EastAsianWidth.txt")
        self.script = self.values("Scripts.txt")
        self.category = self.values("extracted/DerivedGeneralCategory.txt")
        self.pictographic = self.values("emoji/emoji-data.txt", "Extended_Pictographic")
        self.white_space = self.values("PropList.txt", "White_Space")
        self.ideographic = self.values("PropList.txt", "Ideographic")
        self.terminal = self.values("PropList.txt", "Sentence_Terminal")
        self.alphabetic = self.values("DerivedCoreProperties.txt", "Alphabetic")
        self.lower = self.values("DerivedCoreProperties.txt", "Lowercase")
        self.upper = self.values("DerivedCoreProperties.txt", "Uppercase")

    def values(self, name: str, only: str = r"\w+") -> list[str | None]:
        """Return the second column of a file, for each code point."""
        text = (self.folder / name).read_text(encoding="utf-8")
        if not re.search(rf"{re.escape(VERSION)}|Version {VERSION[:4]}\b", text[:500]):
            raise SystemExit(f"{self.folder / name} is not of Unicode {VERSION}")
        values: list[str | None] = [None] * LIMIT
        row = rf"^([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*({only})\b"
        for first, last, value in re.findall(row, text, re.MULTILINE):
            for code in range(int(first, 16), int(last or first, 16) + 1):
                values[code] = value
        return values


# ---- the classes


def grapheme_class(ucd: Database, code: int) -> str:
    """Grapheme_Cluster_Break, and Extended_Pictographic, which is only where that says Other."""
    value = ucd.grapheme[code]
    if ucd.pictographic[code]:
        assert value is None, hex(code)
        return "PICTOGRAPHIC"
    return {None: "OTHER", "Regional_Indicator": "REGIONAL_INDICATOR", "SpacingMark": "SPACING_MARK"}.get(
        value, (value or "").upper()
    )


def word_class(ucd: Database, code: int) -> str:
    """Return the class of a code point in scripts without spaces between words.

    MARK is what rule WB4 of UAX #29 looks through. IDEOGRAPH and SPACELESS have no other Word_Break, so that
    rule WB999 breaks between them; Katakana stays together by rule WB13."""
    wide = ucd.width[code] in ("W", "F")
    if ucd.word[code] in ("Extend", "Format", "ZWJ"):
        return "MARK"
    if ucd.word[code] == "Katakana":
        return "KATAKANA"
    if ucd.ideographic[code] or ucd.script[code] == "Hiragana" or ucd.line[code] == "SA":
        assert ucd.word[code] is None, hex(code)
        return "SPACELESS" if ucd.line[code] == "SA" else "IDEOGRAPH"
    if wide and ucd.category[code] in ("Pe", "Po", "Pf"):
        return "CJK_CLOSE"
    if wide and ucd.category[code] in ("Ps", "Pi"):
        return "CJK_OPEN"
    return "NONE"


def sentence_class(ucd: Database, code: int) -> str:
    """Return the first that matches."""
    category = ucd.category[code] or "Cn"
    rules = (
        ("SPACE", ucd.white_space[code]),
        ("STOP", ucd.sentence[code] == "ATerm"),
        ("TERMINAL", ucd.terminal[code]),
        ("EXTEND", ucd.grapheme[code] in ("Extend", "ZWJ", "SpacingMark") or category == "Cf"),
        ("LOWER", ucd.lower[code]),
        ("UPPER", ucd.upper[code] or category == "Lt"),
        ("DIGIT", category == "Nd"),
        ("NUMBER", category == "No"),
        ("LETTER", ucd.alphabetic[code] or category in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nl")),
        ("QUOTE", category in ("Pi", "Pf") or code in QUOTES),
        ("OPEN", category == "Ps"),
        ("CLOSE", category == "Pe"),
        ("CONTINUE", ucd.sentence[code] == "SContinue" or category == "Pd"),
    )
    return next((name for name, matches in rules if matches), "OTHER")


def ranges(classes: list[str], usual: str) -> Iterator[tuple[int, int, str]]:
    """Runs (first, last, class) of code points that are not of the usual class."""
    for name, run in itertools.groupby(range(LIMIT), key=classes.__getitem__):
        codes = list(run)
        if name != usual:
            yield codes[0], codes[-1], name


# ---- the Python table

PYTHON = '''\
# Generated by: {command} (Unicode {version}). Do not edit.
"""Unicode {version} properties."""

from bisect import bisect_right

UNICODE_VERSION = "{version}"

#: White_Space as ranges (first, last) of code points.
WHITE_SPACE_RANGES = (
{white_space}
)  # fmt: skip

#: White_Space as characters: 25 code points.
WHITE_SPACE = frozenset(chr(c) for first, last in WHITE_SPACE_RANGES for c in range(first, last + 1))

#: The classes in the order of their numbers in the core. The first is that of all code points in no range.
GRAPHEME_CLASSES = (
{grapheme_numbers}
)  # fmt: skip
WORD_CLASSES = (
{word_numbers}
)  # fmt: skip
SENTENCE_CLASSES = (
{sentence_numbers}
)  # fmt: skip

#: Ranges (first, last, class) of code points, in order.
Ranges = tuple[tuple[int, int, str], ...]


def ranges(**classes: str) -> Ranges:
    """Return the ranges of all classes in order; each class is given in hexadecimal, "first-last" or "first"."""
    found = []
    for name, text in classes.items():
        for each in text.split():
            first, _, last = each.partition("-")
            found.append((int(first, 16), int(last or first, 16), name))
    return tuple(sorted(found))


def class_in(ranges: Ranges, char: str, other: str) -> str:
    """Return the class of the range that holds a character, or `other`."""
    code = ord(char)
    place = bisect_right(ranges, code, key=lambda row: row[0]) - 1
    return ranges[place][2] if place >= 0 and code <= ranges[place][1] else other


def grapheme_class(char: str) -> str:
    """Return the class of UAX #29 for grapheme clusters, Grapheme_Cluster_Break and Extended_Pictographic:
{grapheme_names}
    """
    return class_in(GRAPHEME_RANGES, char, "{grapheme_usual}")


def word_class(char: str) -> str:
    """Return the class that replaces the spaces of scripts without spaces:
{word_names}

    IDEOGRAPH: Ideographic, or of the script Hiragana. KATAKANA: Word_Break=Katakana. SPACELESS: Line_Break=SA
    (Thai, Lao, Khmer, Burmese, ...). CJK_CLOSE, CJK_OPEN: wide punctuation that ends or begins. MARK: what rule
    WB4 of UAX #29 looks through (Word_Break Extend, Format, ZWJ)."""
    return class_in(WORD_RANGES, char, "{word_usual}")


def sentence_class(char: str) -> str:
    """Return the part of a character in the rules for sentences, the first that matches:
{sentence_names}

    SPACE: White_Space. STOP: Sentence_Break=ATerm. TERMINAL: the rest of Sentence_Terminal. EXTEND: combining
    and format characters. LOWER, UPPER, DIGIT (Nd), NUMBER (No), LETTER (of no case). QUOTE: quotation marks.
    OPEN, CLOSE: brackets. CONTINUE: Sentence_Break=SContinue, and dashes."""
    return class_in(SENTENCE_RANGES, char, "{sentence_usual}")


GRAPHEME_RANGES = ranges(
{grapheme}
)
WORD_RANGES = ranges(
{word}
)
SENTENCE_RANGES = ranges(
{sentence}
)
'''


def fill(items: list[str], indent: int) -> str:
    """Items in lines of at most 115 characters."""
    glued = " ".join(item.replace(" ", "\0") for item in items)
    lines = textwrap.wrap(glued, 115 - indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(" " * indent + line.replace("\0", " ") for line in lines)


def python_ranges(classes: list[str], names: tuple[str, ...]) -> str:
    """Return the ranges of all classes but the usual one, the first name."""
    found: dict[str, list[str]] = {name: [] for name in names[1:]}
    for first, last, name in ranges(classes, names[0]):
        found[name].append(f"{first:X}" if first == last else f"{first:X}-{last:X}")
    lines = {name: fill(items, 8) for name, items in found.items()}
    return "\n".join(
        f'    {name}="""\n{text}\n    """,' if "\n" in text else f'    {name}="{text.strip()}",'
        for name, text in lines.items()
    )


def python_table(white_space: list[tuple[int, int]], classes: list[list[str]]) -> str:
    """Return the text of src/shiplap/_data/unicode.py."""
    parts = {}
    columns = (("grapheme", GRAPHEME), ("word", WORD), ("sentence", SENTENCE))
    for (what, names), column in zip(columns, classes, strict=True):
        parts[what] = python_ranges(column, names)
        parts[f"{what}_numbers"] = fill([f'"{name}",' for name in names], 4)
        parts[f"{what}_names"] = fill([f"{name}," for name in names[:-1]] + [f"{names[-1]}."], 4)
        parts[f"{what}_usual"] = names[0]
    rows = fill([f"(0x{first:04X}, 0x{last:04X})," for first, last in white_space], 4)
    return PYTHON.format(command=COMMAND, version=VERSION, white_space=rows, **parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ucd", type=pathlib.Path, default=pathlib.Path("/usr/share/unicode"))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--count", action="store_true", help="print how many code points are in each class")
    options = parser.parse_args()
    ucd = Database(options.ucd)
    classes = [[function(ucd, code) for code in range(LIMIT)] for function in (grapheme_class, word_class,
                                                                               sentence_class)]  # fmt: skip
    if options.count:
        for column in classes:
            print(Counter(column))
    # in the order and the rows of PropList.txt, which gives LS and PS a row each
    text = (options.ucd / "PropList.txt").read_text(encoding="utf-8")
    found = re.findall(r"^([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*; White_Space", text, re.MULTILINE)
    white_space = [(int(first, 16), int(last or first, 16)) for first, last in found]
    table = python_table(white_space, classes)
    if options.check:
        return 0 if TARGET.read_text("utf-8") == table else 1
    TARGET.write_text(table, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
