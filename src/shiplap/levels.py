"""Names of the levels and the sentence rules."""

from __future__ import annotations

#: The names of the levels, in the order of their numbers in the core.
LEVELS = ("char", "grapheme", "word", "line", "paragraph", "sentence-simple", "sentence-capital",
          "sentence-standard", "section", "block")  # fmt: skip

#: Levels that a plan may have several times, with the first of their numbers in the core: `separator:2` is the
#: third of the plan's separators, `given:2` the third array of positions that the caller passes with the text. A
#: name without a number is the first.
SEVERAL = {"separator": 64, "given": 128}


def number(level: str) -> int:
    """Return the number of a level in the core."""
    name, _, which = level.partition(":")
    return SEVERAL[name] + int(which or 0) if name in SEVERAL else LEVELS.index(name)


#: The levels allowed by name in an option.
NAMED_LEVELS = ("section", "block", "paragraph", "line", "sentence", "word", "grapheme")

#: The levels of the sentence rules, by name.
SENTENCE_RULES = {"standard": "sentence-standard", "simple": "sentence-simple", "capital": "sentence-capital"}
