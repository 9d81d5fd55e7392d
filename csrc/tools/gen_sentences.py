#!/usr/bin/env python3
"""Compile the words of shiplap._data.sentences into a hash table for the C core.

    python csrc/tools/gen_sentences.py [--check]

Writes csrc/src/sentence_data.h. `--check` writes nothing and exits with 1 where the file on disk differs.
"""

from __future__ import annotations

import importlib.util
import pathlib
import sys
from types import ModuleType

from generated import run, wrapped

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "src/shiplap/_data/sentences/__init__.py"
TARGET = ROOT / "csrc/src/sentence_data.h"
COMMAND = "python csrc/tools/gen_sentences.py"


def data_package() -> ModuleType:
    """The package of the words, without the rest of shiplap, which need not be built yet."""
    spec = importlib.util.spec_from_file_location("sentences", DATA, submodule_search_locations=[str(DATA.parent)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["sentences"] = module
    spec.loader.exec_module(module)
    return module


def kinds_by_word(data: ModuleType) -> dict[str, list[int]]:
    """For each word and kind a mask: bit 0 for all languages together, bit k + 1 for language k."""
    table: dict[str, list[int]] = {}
    for bit, language in enumerate((None, *data.LANGUAGES)):
        for kind, word in data.words(language):
            table.setdefault(word, [0] * len(data.KINDS))[data.KINDS.index(kind)] |= 1 << bit
    return table


def fnv(word: bytes) -> int:
    """FNV-1a, as in words.c."""
    value = 2166136261
    for byte in word:
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


def slot_of(hash_value: int, slots: int) -> int:
    """The first slot that is looked at, as in words.c."""
    return (hash_value ^ hash_value >> 15) % slots


def tail_of(word: str) -> int:
    """The last letters of a word, as shiplap.h has them: up to eight of a to z, as bytes of which the last is the
    highest, or up to four of U+0380 to U+047F, less U+0380, as pairs of bytes."""
    small, pairs = "", ""
    for char in reversed(word[-8:]):
        if not "a" <= char <= "z":
            break
        small = char + small
    for char in reversed(word[-4:]):
        if not "\u0380" <= char <= "\u047f":
            break
        pairs = char + pairs
    if small:
        return int.from_bytes(small.encode().rjust(8, b"\0"), "little")
    units = "".join(chr(ord(char) - 0x380) for char in pairs.rjust(4, "\u0380"))
    return int.from_bytes(units.encode("utf-16-le"), "little")


def tail_filter(words: list[str]) -> list[int]:
    """Two bits of one number for each tail, as in shiplap.h."""
    table = [0] * 1024
    for tail in {tail_of(word) for word in words}:
        value = tail * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
        table[value >> 42 & 1023] |= 1 << (value >> 58) | 1 << (value >> 52 & 63)
    return table


def short_words(table: dict[str, list[int]]) -> list[int]:
    """The letters of each short word in ASCII, with its kinds below them, in one of two slots, as in shiplap.h: a
    word that finds both taken takes the first one, and the word there goes to its other slot (cuckoo hashing)."""
    slots = [0] * 8192
    for word, masks in sorted(table.items()):
        kinds = sum((mask & 1) << kind for kind, mask in enumerate(masks))
        if not (word.isascii() and word.isalpha() and len(word) < 8 and kinds):
            continue
        entry, slot = int.from_bytes(word.encode().rjust(8, b"\0"), "little") | kinds, -1
        for _ in range(len(slots)):
            if not entry:
                break
            first, second = short_slots(entry)
            slot = second if slot == first or (slots[first] and not slots[second]) else first
            slots[slot], entry = entry, slots[slot]
        if entry:
            raise SystemExit("the short words need more slots")
    return slots


def short_slots(entry: int) -> tuple[int, int]:
    """The two slots of a short word."""
    letters = entry >> 8 << 8
    value = (letters ^ letters >> 32) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    return value >> 51, value >> 38 & 8191


def header(data: ModuleType) -> str:
    """csrc/src/sentence_data.h"""
    table = kinds_by_word(data)
    masks = sorted({tuple(entry) for entry in table.values()})
    words = sorted(table)
    text = "".join(words).encode()
    slots = [0] * (1 << (2 * len(words)).bit_length())
    rows, offset = ["{0, 0, 0}"], 0
    for number, word in enumerate(words, 1):
        letters = word.encode()
        rows.append(f"{{{offset}, {len(letters)}, {masks.index(tuple(table[word]))}}}")
        offset += len(letters)
        slot = slot_of(fnv(letters), len(slots))
        while slots[slot]:
            slot = (slot + 1) % len(slots)
        slots[slot] = number
    tails = tail_filter([word for word in words if any(table[word][: len(data.KINDS) - 3])])
    mask_rows = ["{" + ", ".join(f"0x{value:X}" for value in entry) + "}" for entry in masks]
    return f"""/* Generated by: {COMMAND} from src/shiplap/_data/sentences. Do not edit. */
#ifndef SHIPLAP_SENTENCE_DATA_H
#define SHIPLAP_SENTENCE_DATA_H

#define WORD_SLOTS {len(slots)}
#define WORD_KINDS {len(data.KINDS)}
#define WORD_LONGEST {max(len(word.encode()) for word in words)} /* bytes */

/* The words, one after the other, in UTF-8. */
static const uint8_t word_letters[] = {{
{wrapped([str(byte) for byte in text])}
}};

/* For each set of kinds that a word has: the languages in which it has them, bit 0 for all together. */
static const uint16_t word_masks[][WORD_KINDS] = {{
{wrapped(mask_rows)}
}};

/* The words: where the letters begin, how many bytes they are, and the masks. Number 0 is none. */
static const struct {{
  uint16_t letters;
  uint8_t size;
  uint16_t masks;
}} words[] = {{
{wrapped(rows)}
}};

/* What may stand before a stop inside a sentence, by the last letters. */
const uint64_t shiplap_word_tails[SHIPLAP_TAILS] = {{
{wrapped([f"0x{value:X}" for value in tails])}
}};

/* The words of one to seven letters in ASCII, with their kinds in all languages together. */
const uint64_t shiplap_short_words[SHIPLAP_SHORT_WORDS] = {{
{wrapped([f"0x{value:X}" for value in short_words(table)])}
}};

/* Open addressing: the number of a word, or 0. */
static const uint16_t word_slots[WORD_SLOTS] = {{
{wrapped([str(number) for number in slots])}
}};

#endif
"""


if __name__ == "__main__":
    sys.exit(run(__doc__, {TARGET: header(data_package())}))
