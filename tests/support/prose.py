"""Prose made of random words."""

from __future__ import annotations

import random

WORDS = ["the", "rain", "falls", "on", "many", "hills", "and", "old", "towns", "where", "nobody", "minds", "it"]


def prose(seed: int, sentences: int) -> str:
    """Sentences of random words, a third of which end a paragraph."""
    chance = random.Random(seed)
    return "".join(
        f"{' '.join(chance.choice(WORDS) for _ in range(chance.randint(4, 16))).capitalize()}."
        f"{chance.choice([' ', ' ', chr(10) * 2])}"
        for _ in range(sentences)
    )
