"""The levels of headings without marks: the order of their patterns in the document.

V1. The key of a heading is its pattern and its rank (`looks.rank`); the pattern OUTLINED counts as NUMBERED. At
    most MAX_KEYS keys are distinguished. A heading with a further key has the level MAX_LEVELS.
V2. Three classes of headings are not in the order of the keys (V3). An annex is a LABELLED line with a word of the
    group ANNEX. A subtitle is a line of the pattern CAPITALS, TITLE or INDENTED that follows a LABELLED line or a
    number which has no text after its number, with no visible text between the two lines. Matter is a title of
    MATTER, with or without a mark at its end, in a text with labels or numbers.
V3. The keys are in order. Of two keys of numbers with different counts of parts, the key of fewer parts is first.
    Of any other two keys, A is before B if more lines of B follow lines of A (V4) than lines of A follow lines of
    B. If A has titles and B has labels or numbers, at least two such lines are needed. If the counts are equal,
    the lower tier is first: the words of labels in the order PART, CHAPTER, SECTION, ARTICLE, then numbers by
    their parts, then titles. In one tier the keys of `kept` are first, then the key that appears first.
V4. A line follows the line before it, subtitles not counted, if no visible text is between them, or if the last
    part of its number is a first number: "1", "I" or "A".
V5. The first key has the highest level, and each other key the next level. If all keys have room up to MAX_LEVELS,
    one level is left free after each key that has subtitles. A key in `kept` has its level there. Letters (A., B.)
    right after the key of numbers of one part have the level of that key, unless a line of one of the two keys
    follows a line of the other (V4): they are appendices, not parts of the last section.
V6. The highest level is one below the deepest marked heading before the first heading without marks; with `kept`
    it is the highest level there. Annexes and matter have the highest level. Titles before the first label or
    number have it too, if their key is after the key of a label or a number. A subtitle is one level below its
    label.
V7. The first label or number after an annex is part of the annex if it has the highest level and its number is a
    first number (V4). Then this heading, and all that follow up to the next annex or matter, are one level deeper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from shiplap._data.heading_looks import ANNEX
from shiplap._data.heading_numbers import LABELLED, NUMBERED, OUTLINED
from shiplap.reference.boundaries.looks import (
    DIGIT,
    LETTER,
    NUMBER_KINDS,
    is_bare,
    is_first,
    is_matter,
    rank,
    tier,
)
from shiplap.reference.regions.furniture import UNNUMBERED, HeadingLine
from shiplap.reference.regions.plain_runs import MAX_LEVELS

#: The levels of headings without marks: pattern, rank (`looks.rank`) and level, in ascending order of the levels.
Levels = tuple[tuple[int, int, int], ...]
#: A pattern and a rank.
Key = tuple[int, int]
#: The number of lines of the second key that follow a line of the first key (V4).
Follows = Counter[tuple[Key, Key]]

MAX_KEYS = 24
#: The keys of numbers of one part, and of letters (V5).
ONE_PART, LETTERS = (NUMBERED, NUMBER_KINDS + DIGIT), (NUMBERED, NUMBER_KINDS + LETTER)
#: The class of a line (V2).
NUMBER, TITLE, SUBTITLE, MATTER_TITLE, ADDED = range(5)
#: The lines that must follow titles, so that titles are above labels and numbers (V3).
MIN_FOLLOWING = 2


def heading_levels(text: str, lines: Sequence[HeadingLine], marked: int, kept: Levels) -> tuple[list[int], Levels]:
    """Return the level of each of the lines, which are headings, and the levels of their keys. `marked`: the
    deepest marked heading before them."""
    keys = [(pattern, number) for pattern, number, _ in kept]
    for line in lines:
        key = key_of(text, line)
        if key not in keys and len(keys) < MAX_KEYS:
            keys.append(key)
    roles = roles_of(text, lines)
    follows = followers(text, lines, roles)
    order = ordered(keys, follows)
    highest = min((level for *_, level in kept), default=min(marked + 1, MAX_LEVELS))
    levels = {(pattern, number): level for pattern, number, level in kept}
    titled = {key_of(text, lines[k - 1]) for k, role in enumerate(roles) if role == SUBTITLE} & set(order)
    gap = highest - 1 + len(order) + len(titled) <= MAX_LEVELS
    level = highest
    before = (0, 0)
    for key in order:
        if (before, key) == (ONE_PART, LETTERS) and not follows[before, key] and not follows[key, before]:
            level = levels[before]
        level = levels.setdefault(key, min(level, MAX_LEVELS)) + 1 + (gap and key in titled)
        before = key
    for key in keys:
        levels.setdefault(key, highest)  # annexes
    given = levels_of(text, lines, roles, order, levels, highest)
    return given, tuple(sorted(((*key, levels[key]) for key in keys), key=lambda each: each[2]))


def key_of(text: str, line: HeadingLine) -> Key:
    """Return the key of a heading (V1)."""
    return NUMBERED if line.look == OUTLINED else line.look, rank(text, line.start, line.look)


def roles_of(text: str, lines: Sequence[HeadingLine]) -> list[int]:
    """Return the class of each line (V2)."""
    roles: list[int] = []
    is_numbered = any(line.look not in UNNUMBERED for line in lines)
    for k, line in enumerate(lines):
        if line.look not in UNNUMBERED:
            is_added = line.look == LABELLED and tier(*key_of(text, line)) == ANNEX
            roles.append(ADDED if is_added else NUMBER)
        elif k and has_subtitle(text, lines, k - 1):
            roles.append(SUBTITLE)
        else:
            roles.append(MATTER_TITLE if is_numbered and is_matter(text, line.start, line.end) else TITLE)
    return roles


def has_subtitle(text: str, lines: Sequence[HeadingLine], k: int) -> bool:
    """Return whether the title after line k is its subtitle (V2)."""
    return lines[k].look not in UNNUMBERED and is_direct(lines, k + 1) and is_bare(text, lines[k].start)


def is_direct(lines: Sequence[HeadingLine], k: int) -> bool:
    """Return whether no visible text is between line k and the line before it."""
    return lines[k - 1].after == lines[k].start


def followers(text: str, lines: Sequence[HeadingLine], roles: Sequence[int]) -> Follows:
    """Count the lines of each key that follow one of another (V4)."""
    follows: Follows = Counter()
    for k, role in enumerate(roles):
        before = k - 2 if k and roles[k - 1] == SUBTITLE else k - 1
        if before < 0 or role not in (NUMBER, TITLE) or roles[before] not in (NUMBER, TITLE):
            continue
        if is_direct(lines, k) or (role == NUMBER and is_first(text, lines[k].start)):
            follows[key_of(text, lines[before]), key_of(text, lines[k])] += 1
    return follows


def ordered(keys: Iterable[Key], follows: Follows) -> list[Key]:
    """Return the keys in order, those of annexes left out (V3)."""
    order: list[Key] = []
    for key in keys:
        if tier(*key) == ANNEX:
            continue
        i = len(order)
        while i > 0 and is_above(key, order[i - 1], follows):
            i -= 1
        order.insert(i, key)
    return order


def is_above(key: Key, other: Key, follows: Follows) -> bool:
    """Return whether `key` is before `other`, which is before it in the order so far (V3)."""
    one, two = tier(*key), tier(*other)
    if key[0] == other[0] == NUMBERED and one != two:
        return one < two
    more, less = follows[key, other], follows[other, key]
    if (key[0] in UNNUMBERED) != (other[0] in UNNUMBERED):
        if key[0] in UNNUMBERED:
            return more >= MIN_FOLLOWING and more > less
        return less < MIN_FOLLOWING or less <= more
    return more > less if more != less else one < two


def levels_of(
    text: str,
    lines: Sequence[HeadingLine],
    roles: Sequence[int],
    order: Sequence[Key],
    levels: dict[Key, int],
    highest: int,
) -> list[int]:
    """Return the level of each line (V6, V7)."""
    numbers = [key for key in order if key[0] not in UNNUMBERED]
    given: list[int] = []
    is_before_numbers, is_after_annex, depth = True, False, 0
    for line, role in zip(lines, roles, strict=True):
        key = key_of(text, line)
        level = levels.get(key, MAX_LEVELS)
        if role in (ADDED, MATTER_TITLE):
            level, depth, is_after_annex = highest, 0, role == ADDED
        elif role == SUBTITLE:
            level = given[-1] + 1
        elif role == NUMBER:
            if is_after_annex:
                depth = int(level == highest and is_first(text, line.start))
            is_before_numbers = is_after_annex = False
            level += depth
        elif is_before_numbers and key in order and numbers and order.index(key) > order.index(numbers[0]):
            level = highest
        else:
            level += depth
        given.append(min(level, MAX_LEVELS))
    return given
