"""Prose made of random words."""

from __future__ import annotations

import random
import re

from shiplap._data.heading_looks import PIECE

WORDS = ["the", "rain", "falls", "on", "many", "hills", "and", "old", "towns", "where", "nobody", "minds", "it"]


def prose(seed: int, sentences: int) -> str:
    """Sentences of random words, a third of which end a paragraph."""
    chance = random.Random(seed)
    return "".join(
        f"{' '.join(chance.choice(WORDS) for _ in range(chance.randint(4, 16))).capitalize()}."
        f"{chance.choice([' ', ' ', chr(10) * 2])}"
        for _ in range(sentences)
    )


def titled() -> tuple[str, str]:
    """Return a text of 38,000 characters, and what makes its titles headings no more when it is inserted at the
    start.

    Titles count where they stand in enough of the pieces that are read. Two of them stand at the end of the pieces
    that begin at 4 and 8 times PIECE, and the insertion moves them out.
    """
    text, titles = "", [5 * PIECE - 200, 9 * PIECE - 200]
    # no paragraph is as short as a title: many such ones would show that titles are short paragraphs, too
    for number, paragraph in enumerate(re.sub(r"(?<=\n\n)(.{,110})\n\n", r"\1 ", prose(11, 800)).split("\n\n")):
        if titles and len(text) > titles[0]:
            text += f"Rain of day {number}\n\n"
            del titles[0]
        text += paragraph + "\n\n"
    return text[:38_509], "It falls on the hills, and nobody minds. " * 7 + "Yes." + "\n\n"
