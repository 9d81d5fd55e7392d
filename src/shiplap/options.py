"""Checks of options: one function a kind of value, each raising OptionError with option, value and rule."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from shiplap.errors import OptionError, unknown

if TYPE_CHECKING:
    from fractions import Fraction

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


def choice(option: str, value: Any, known: Iterable[str]) -> str:
    """One of the known names."""
    names = list(known)
    if not isinstance(value, str) or value not in names:
        raise unknown(option, value, names)
    return value
