"""Compile the commonest cases of the standard sentence rule into tables for the fast path of the core.

`tables.py` writes shiplap_patterns.h, for a build.

A pattern says what stands at p - 4 to p + 1: six sets of units, named by a letter below, `*` for anything. Each
pattern is a bit, and has it in the table of each of the six places for the units that may stand there. The
patterns that fit are the bits that the six have in common, so the processor has no branch to guess. A unit is a
byte of UTF-8, or a code unit of a str, where all beyond ASCII are 0x8B, or 0x80 if it may be white space.
"""

from __future__ import annotations

from collections.abc import Iterable

from generated import wrapped

COMMAND = "csrc/tools/gen_patterns.py"
PLACES, UNITS = 6, 256

#: A sentence ends at p, by the clause that says so.
ENDING = {
    "* i ! _ B *": "S14", "i ! c _ B *": "S14", "* i ! _ o C": "S14", "i ! c _ o C": "S14",
    "* i ! / C t": "S14", "i ! c / C t": "S14",
    "* p . _ B *": "S15", "* p . _ o C": "S15", "* p . / C t": "S15",
    "* V / / * *": "S2",
}  # fmt: skip
#: The same where the word before the stop ends like no known word; in every other one something closes after it.
ENDING_WORD = {
    "* * . _ B *": "S25", "* . c _ B *": "S25", "* * . _ o C": "S25", "* . c _ o C": "S25",
    "* * . / C t": "S25", "* . c / C t": "S25",
}  # fmt: skip
#: The same where the caller knows no words of his own: no word in the data has a digit.
ENDING_UNLISTED = {". 9 . _ B *": "S25", ". 9 . _ o C": "S25", ". 9 . / C t": "S25"}
#: The same where four digits stand before the stop.
ENDING_YEAR = {"9 9 . _ C *": "S25", "9 9 . _ o C": "S25", "9 9 . / C t": "S25"}
#: No sentence ends at p. The first is that of a place after a letter or a sign: NEVER.
NOT_ENDING = {
    "* * n _ * *": "S4", "* m 9 _ * *": "S4", "m 9 9 _ * *": "S4", "* * n / l t": "S4", "* m 9 / l t": "S4",
    "* n k _ * *": "S4", "* n k / l t": "S4", "n k ; _ * *": "S4", "u l ) _ * *": "S4", "u l ) / l t": "S4",
    "* n y _ * *": "S4", "* n y / l t": "S4",
    "n _ q _ * *": "S4",
    "* * v _ g *": "S3, S11", "* * v _ , w": "S11", "* * v _ d s": "S3",
    "p l . _ 9 *": "S20",
}  # fmt: skip
#: The same where the word at p, or behind what opens at p, is in small letters to its end.
NOT_BEFORE_SMALL = {"* p . _ a *": "S15", "* p . / a t": "S15", "* * q _ a *": "S13", "* * q / a t": "S13"}
NOT_BEFORE_OPENED = {"* * q _ o a": "S13"}
#: A stop before such a word: S16, which asks the word before the stop.
STOP_BEFORE_SMALL = {"* e . _ x *": "S16", "* e . / x t": "S16"}
PATTERNS = [
    *ENDING, *ENDING_WORD, *ENDING_UNLISTED, *ENDING_YEAR, *NOT_ENDING, *NOT_BEFORE_SMALL, *NOT_BEFORE_OPENED,
    *STOP_BEFORE_SMALL,
]  # fmt: skip

LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
DIGITS = b"0123456789"
ASCII = bytes(range(0x80))
BEYOND = bytes(range(0x80, 0x100))
#: In UTF-8 all bytes but those with which white space ends.
VISIBLE_BEYOND = bytes(code for code in range(0x8B, 0x100) if code not in (0x9F, 0xA0, 0xA8, 0xA9, 0xAF))
SETS = {
    "*": ASCII + BEYOND,
    "i": LETTERS + DIGITS,
    "l": LETTERS,
    "a": LETTERS[26:],
    "x": LETTERS[26:].translate(None, b"hw"),  # no address begins so
    "C": LETTERS[:26],
    "9": DIGITS,
    "B": LETTERS[:26] + DIGITS,
    "!": b"!?",
    ".": b".",
    "c": b"\"')",
    "q": b"\"')]}*_`",
    "e": ASCII.translate(None, b".!?;"),  # neither a mark nor what may be one after Greek
    ";": b"\"')",
    "_": b" ",
    "/": b"\n",
    "o": b'"([',
    "g": b":)]}",
    "d": b".!?",
    "s": ASCII[:33],
    "p": b' \t\n\v\f\r()[]{}"/*_`',
    "v": ASCII[33:127],
    "V": ASCII[33:127] + VISIBLE_BEYOND,
    "n": LETTERS + b",:-/+=<@#$%&~|\\([{",  # neither a mark nor closing, nor the end of a footnote mark
    "m": LETTERS + b" \t\n:/+=<>@#$%&~|\\([{",  # no footnote mark begins after these
    "k": b"\"'",
    "y": b";",
    ")": b")",
    "u": ASCII.replace(b"(", b"") + BEYOND,
    ",": b",",
    "w": ASCII.replace(b",", b"") + BEYOND,
    "t": ASCII.replace(b".", b"").replace(b")", b"") + BEYOND,
}


def tables() -> list[list[int]]:
    """For each place and unit the bits of the patterns that it fits."""
    found = [[0] * UNITS for _ in range(PLACES)]
    for bit, pattern in enumerate(PATTERNS):
        for place, name in enumerate(pattern.split()):
            for unit in SETS[name]:
                found[place][unit] |= 1 << bit
    return found


def bits(names: Iterable[str]) -> int:
    """Return the bits of some patterns."""
    return sum(1 << PATTERNS.index(name) for name in names)


#: What a unit says of the word before a stop that it is in. Units of PARTS are in no word; OTHER are those that
#: the fast path does not read.
TRAITS = {
    "PARTS": ASCII[9:14] + b' "()*/[]_`{}',
    "OTHER": bytes(range(32)).translate(None, ASCII[9:14]) + b"\x7f" + BEYOND,
    "NOT_SMALL": bytes(set(ASCII) - set(LETTERS[26:])),
    "NOT_DIGIT": bytes(set(ASCII) - set(DIGITS)),
    "NOT_ROMAN": bytes(set(ASCII) - set(b"IVXLCDM")),
    "STOP": b".",
    "APOSTROPHE": b"'",
}


def traits() -> list[int]:
    """For each unit the bits of TRAITS."""
    return [sum(1 << bit for bit, units in enumerate(TRAITS.values()) if unit in units) for unit in range(UNITS)]


def header() -> str:
    """Return the text of the header."""
    closed = [name for name in ENDING_WORD if name.split()[2] == "c"]
    kinds = {
        "ENDS": ENDING,
        "ENDS_WORD": ENDING_WORD,
        "AFTER_CLOSED": closed,
        "ENDS_UNLISTED": ENDING_UNLISTED,
        "ENDS_YEAR": ENDING_YEAR,
        "ENDS_NOT": NOT_ENDING,
        "NEVER": [next(iter(NOT_ENDING))],
        "NOT_BEFORE_SMALL": NOT_BEFORE_SMALL,
        "NOT_BEFORE_OPENED": NOT_BEFORE_OPENED,
        "STOP_BEFORE_SMALL": STOP_BEFORE_SMALL,
        "UNTOLD": [*STOP_BEFORE_SMALL, *(name for name in PATTERNS if name.split()[2] == "y"),
                   *(name for name in NOT_BEFORE_SMALL if name.split()[2] == ".")],
    }
    named = "\n".join(f"#define SHIPLAP_{name} UINT64_C(0x{bits(names):X})" for name, names in kinds.items())
    each = ",\n".join(f"  SHIPLAP_WORD_{name} = {1 << bit}" for bit, name in enumerate(TRAITS))
    rows = ",\n".join("  {\n" + wrapped([f"0x{bits:X}" for bits in row], 3) + "\n  }" for row in tables())
    return f"""/* Generated by {COMMAND}. Do not edit. */
#ifndef SHIPLAP_PATTERNS_H
#define SHIPLAP_PATTERNS_H
#include <stdint.h>

/* The bits of the patterns: a sentence ends; it ends where no known word is before the stop; of those, the ones
   with a closing mark after the stop; it ends if the caller knows no words; the same after four digits;
   none ends; none ends after this letter or sign; none ends before a word in small letters; nor before what opens,
   and such a word; a stop before such a word; of these, the ones that no one language is told for. */
{named}

/* By place, p - 4 first, and unit. */
static const uint64_t shiplap_patterns[{PLACES}][{UNITS}] = {{
{rows}
}};

/* What a unit says of the word before a stop that it is in. */
enum {{
{each}
}};
static const uint8_t shiplap_word_units[{UNITS}] = {{
{wrapped(list(map(str, traits())), 1)}
}};

#endif
"""


def files() -> dict[str, str]:
    """Return the text of each file."""
    return {"shiplap_patterns.h": header()}
