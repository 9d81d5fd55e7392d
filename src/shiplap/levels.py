"""The names of the levels and of the sentence rules."""

from __future__ import annotations

#: The names of the levels, in the order in which the core numbers them.
LEVELS = ("char", "grapheme", "word", "line", "paragraph", "sentence-simple", "sentence-capital",
          "sentence-standard", "section")  # fmt: skip

#: Levels of which a plan may have several, and where the core's numbers for them begin: `separator:2` is the third
#: of the plan's separators, `given:2` the third array of positions that the caller gives with the text. Without a
#: number the first is meant.
SEVERAL = {"separator": 64, "given": 128}


def number(level: str) -> int:
    """The number by which the core knows a level."""
    name, _, which = level.partition(":")
    return SEVERAL[name] + int(which or 0) if name in SEVERAL else LEVELS.index(name)


#: The levels that an option may name.
NAMED_LEVELS = ("section", "paragraph", "line", "sentence", "word", "grapheme")

#: The sentence rules by name, with the level of each.
SENTENCE_RULES = {"standard": "sentence-standard", "simple": "sentence-simple", "capital": "sentence-capital"}
