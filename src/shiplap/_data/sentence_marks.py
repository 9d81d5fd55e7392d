"""Characters that the standard sentence rule and the rule of list items name one by one.

The reference reads these as they stand; the core and csrc are given the same by csrc/tools/gen_marks.py. All other
characters are distinguished by their properties (`unicode.py`).
"""

from __future__ import annotations

#: Marks that end a sentence, in ASCII.
STOPS = frozenset("!.?")
#: A question mark in Greek.
SEMICOLON = ";"
ASCII_QUOTES = frozenset("\"'")
CLOSING_BRACKETS = frozenset(")]}")
EMPHASIS = frozenset("*_`")
OPENING_QUOTES = frozenset("«‘‛“‟‹‚„〝")
DASHES = frozenset("-‐‑‒–—―")
BULLETS = frozenset("•‣◦▪●*-–—+#>|")
#: Bullets of list items that stay together.
ITEM_BULLETS = frozenset("-*+•‣◦▪●–—")
#: Colons of all scripts, which end the introduction of a list, a quote, a listing.
COLONS = frozenset(":：︓﹕∶꞉፥፦៖᠄꛴")
STARS = frozenset("★☆♪")
#: Chinese verbs of speaking, which follow what was said.
SPEECH = frozenset("说說问問喊叫")
#: Chinese numerals that label list items.
NUMERALS = frozenset("一二三四五六七八九十")
#: The end of a Korean word in the polite style, and of one in the formal style.
POLITE, FORMAL = "요", "니다"
#: Syllables before POLITE that make a noun of it: need, importance, main, demand, song, outline, force, ...
POLITE_NOT = frozenset("필중주수가동개강소민긴도")
#: Signs that join what stands on both sides, so that no sentence begins with one before white space or a digit.
JOINERS = frozenset("&=<>×÷±≠≈≡≅∼∝≤≥≪≫∈∉⊂⊃⊆⊇∧∨∩∪⇒⇔＆＝＜＞")
#: Signs before a number that belong to it.
NUMBER_SIGNS = frozenset("#§¶№+−±~≈$€£¥<>=≤≥×@º°")
#: Signs that refer to a footnote, directly after a sentence.
NOTE_SIGNS = frozenset("†‡§¶‖")
