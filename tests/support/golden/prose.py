"""Prose: sentences, paragraphs, lines."""

from __future__ import annotations

from tests.support.golden.dice import Dice
from tests.support.golden.tongues import TONGUES, Tongue


def sentence(dice: Dice, tongue: Tongue) -> str:
    """Return a sentence with its end, without the white space after it."""
    count, parts = dice.between(3, 17), []
    for k in range(count):
        word = dice.pick(tongue.inserts) if dice.chance(7) else dice.pick(tongue.words)
        if k == 0 and not dice.chance(6):
            word = word[:1].upper() + word[1:]
        parts.append(word)
        if k + 1 < count:
            parts.append(tongue.comma if dice.chance(9) else "")
            parts.append(tongue.space)
    return "".join(parts) + dice.pick(tongue.ends)


def paragraph(dice: Dice, tongue: Tongue, most: int = 9) -> str:
    """One to `most` sentences; some are followed by other white space than usual."""
    parts = []
    for _ in range(dice.between(1, most)):
        parts.append(sentence(dice, tongue))
        parts.append(tongue.gap if dice.chance(94) else dice.pick(["  ", "\n", "\u00a0", tongue.gap]))
    return "".join(parts[:-1])


def prose(dice: Dice, code: str, size: int, gap: str = "\n\n", most: int = 9) -> str:
    """Paragraphs and lists of a language, about `size` characters."""
    tongue = TONGUES[code]
    parts: list[str] = []
    while sum(map(len, parts)) < size:
        if parts and dice.chance(4):
            parts += [f"\n{mark} {sentence(dice, tongue)}" for mark in ("1.", "2.", "(c)", "-", "•")]
        parts.append(paragraph(dice, tongue, most) + gap)
    return "".join(parts)


def wrapped(text: str, width: int) -> str:
    """Return the text with its lines broken at spaces, where they are longer than `width`."""
    made = []
    for line in text.split("\n"):
        at = 0
        while len(line) - at > width:
            space = line.rfind(" ", at + 1, at + width)
            if space < 0:
                break
            made.append(line[at:space])
            at = space + 1
        made.append(line[at:])
    return "\n".join(made)
