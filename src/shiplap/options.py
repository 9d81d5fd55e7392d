"""Checks of options: one function a kind of value, each raising OptionError with option, value and rule."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from shiplap.errors import OptionError, unknown
from shiplap.levels import NAMED_LEVELS

if TYPE_CHECKING:
    from fractions import Fraction

#: What the option `boundaries` becomes: offsets in code points, ascending, or a function that finds them.
Boundaries = tuple[int, ...] | Callable[[str], Any]

#: What one of the option `levels` becomes: a name, ("separator", literal), offsets, or a function that finds them.
Level = str | tuple[str, str] | Boundaries

#: The most levels that an option may have.
MOST_LEVELS = 15

#: The longest separator, in code points: a level looks no further than that from a place.
LONGEST_SEPARATOR = 256

#: Sizes above this are refused: sums of two of them must stay within 64 bits.
LARGEST = 2**60


def count(option: str, value: Any, least: int = 1) -> int:
    """A whole number of at least `least`."""
    rule = f"must be a whole number of at least {least}"
    if isinstance(value, bool):
        raise OptionError(option, value, rule)
    try:
        number = operator.index(value)
    except TypeError:
        raise OptionError(option, value, rule) from None
    if number < least:
        raise OptionError(option, value, rule)
    if number > LARGEST:
        raise OptionError(option, value, f"must be at most {LARGEST}")
    return number


def share(option: str, value: Any, *, below_one: bool = False) -> Fraction:
    """A share in [0, 1], or in [0, 1) with `below_one`, read as the decimal number that was written."""
    from fractions import Fraction

    rule = f"must be a share in [0, 1{')' if below_one else ']'}"
    try:
        number = float("nan" if isinstance(value, (bool, str, bytes)) else value)
    except (TypeError, ValueError, OverflowError):
        raise OptionError(option, value, rule) from None
    if not 0 <= number <= 1 or (below_one and number == 1):
        raise OptionError(option, value, rule)
    return Fraction(repr(number))


def overlap(option: str, value: Any, size: int) -> int:
    """An overlap: None (a fifth of the size), a count below the size, or a share of it, rounded down."""
    if value is None:
        return size // 5
    if isinstance(value, float) or (hasattr(value, "dtype") and not hasattr(value, "__index__")):
        return math.floor(share(option, value, below_one=True) * size)
    number = count(option, value, 0)
    if number >= size:
        raise OptionError(option, value, f"must be less than chunk_size ({size})")
    return number


def flag(option: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise OptionError(option, value, "must be True or False")
    return value


def boundaries(value: Any) -> Boundaries | None:
    """Given boundaries: None, a function of the text, its name as "module:qualname", or offsets in any order."""
    if value is None or callable(value):
        return value  # type: ignore[no-any-return]
    return imported(value, "boundaries") if isinstance(value, str) else offsets(value)


def levels(option: str, value: Any) -> tuple[Level, ...]:
    """Levels, the coarsest first. Each is a name, a literal separator, offsets, or a function that finds them."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise OptionError(option, value, 'must be a list of levels, such as ("paragraph", "sentence", "word")')
    found = tuple(_level(option, one) for one in value)
    if not 0 < len(found) <= MOST_LEVELS:
        raise OptionError(option, value, f"must have 1 to {MOST_LEVELS} levels")
    return found


def _level(option: str, value: Any) -> Level:
    """One level. A pair says of a str what it is: ("separator", "word"), ("function", "module:qualname")."""
    if isinstance(value, str):
        if value in NAMED_LEVELS:
            return value
        # as well as a level's name, a separator may be any text; but nobody means to cut after "paragraf"
        if value.isascii() and value.isalpha() and len(value) > 3 and _is_near(value):
            raise unknown(option, value, NAMED_LEVELS)
        value = ("separator", value)
    if isinstance(value, (tuple, list)) and len(value) == 2 and all(isinstance(part, str) for part in value):
        kind, text = value
        if kind == "separator":
            return ("separator", separator(option, text))
        if kind == "function":
            return imported(text, option)
    return value if callable(value) else offsets(value, option)


def _is_near(name: str) -> bool:
    import difflib

    return bool(difflib.get_close_matches(name.lower(), (*NAMED_LEVELS, "char", "character"), 1, 0.75))


def separator(option: str, value: str) -> str:
    """A literal separator."""
    if not 0 < len(value) <= LONGEST_SEPARATOR:
        raise OptionError(option, value, f"a separator must have 1 to {LONGEST_SEPARATOR} characters")
    return value


def plain_level(level: Level) -> str | list[Any]:
    """A level as a configuration holds it: what `levels` takes, of str, int and lists only."""
    if callable(level):
        return ["function", name_of(level, "levels")]
    if isinstance(level, str):
        return level
    if level[:1] == ("separator",):
        try:
            if _level("levels", level[1]) == level:
                return str(level[1])
        except OptionError:
            pass
    return list(level)


def offsets(value: Any, option: str = "boundaries") -> tuple[int, ...]:
    """Offsets in code points, in an array or any iterable: each once, ascending."""
    rule = "must be whole numbers of at least 0: offsets in code points; or a function that finds them in a text"
    try:
        if isinstance(value, (str, bytes, bytearray)):
            raise TypeError
        numbers = list(value.tolist() if hasattr(value, "tolist") else value)
    except TypeError:
        raise OptionError(option, value, rule) from None
    found = set()
    for number in numbers:
        try:
            found.add(operator.index(number))
        except TypeError:
            raise OptionError(option, number, rule) from None
        if isinstance(number, bool) or number < 0:
            raise OptionError(option, number, rule)
    return tuple(sorted(found))


def within(found: tuple[int, ...], length: int, option: str = "boundaries") -> tuple[int, ...]:
    """The offsets, if a text of so many code points has them all."""
    if found and found[-1] > length:
        raise OptionError(option, found[-1], f"must be at most {length}, the code points of the text")
    return found


def imported(name: str, option: str) -> Callable[[str], Any]:
    """The function that is called "module:qualname"."""
    import importlib

    module, _, path = name.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError):
        found = None
    if not callable(found):
        raise OptionError(option, name, 'must name a function that can be imported, as "module:qualname"')
    return found  # type: ignore[no-any-return]


def name_of(function: Callable[[str], Any], option: str) -> str:
    """The name by which a function can be imported: "module:qualname"."""
    name = f"{getattr(function, '__module__', None)}:{getattr(function, '__qualname__', None)}"
    try:
        if imported(name, option) is function:
            return name
    except OptionError:
        pass
    rule = "has no name by which it can be imported, so this chunker cuts but has no config, and cannot be pickled"
    raise OptionError(option, function, rule)


def words(language: Any, abbreviations: Any) -> dict[str, Any]:
    """The options of what the standard sentence rule knows of words, checked; only those that say something."""
    from shiplap._data.sentences import LANGUAGES, MARKS_ONLY

    found: dict[str, Any] = {}
    if language is not None:
        found["language"] = choice("language", language, (*LANGUAGES, *MARKS_ONLY))
    rule = "must be words, as a list of str"
    if isinstance(abbreviations, (str, bytes)) or not isinstance(abbreviations, Iterable):
        raise OptionError("abbreviations", abbreviations, rule)
    given = tuple(abbreviations)
    for word in given:
        if not isinstance(word, str) or not word.removesuffix("."):
            raise OptionError("abbreviations", word, rule)
    if given:
        found["abbreviations"] = tuple(sorted({word.removesuffix(".") for word in given}))
    return found


def choice(option: str, value: Any, known: Iterable[str]) -> str:
    """One of the known names."""
    names = list(known)
    if not isinstance(value, str) or value not in names:
        raise unknown(option, value, names)
    return value
