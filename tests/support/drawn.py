"""Strategies that follow the types of what they draw, and the check that nothing is left undrawn."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from shiplap.errors import ShiplapError

#: Examples of a strategy that `undrawn` looks at.
EXAMPLES = 80


@cache
def closed(hint: Any) -> st.SearchStrategy[Any] | None:
    """Return all values of a type of few values (Literal, bool, None, unions of these), or None for other
    types."""
    if hint is bool:
        return st.booleans()
    if hint is type(None):
        return st.none()
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        parts = [closed(part) for part in get_args(hint)]
        return None if None in parts else st.one_of(part for part in parts if part is not None)
    return None


def arguments(function: Callable[..., Any], **drawn: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return the arguments of a function, or of a class, by name: all values of those of types with few values,
    and the others by the given strategies. Raises TypeError for one that nothing draws."""
    hints = types_of(function)
    found = {name: drawn[name] if name in drawn else closed(hint) for name, hint in hints.items()}
    missing = [name for name, strategy in found.items() if strategy is None]
    if missing or not drawn.keys() <= hints.keys():
        unknown = sorted(drawn.keys() - hints.keys())
        raise TypeError(f"{function}: nothing draws {missing}; it has no {unknown}")
    return st.fixed_dictionaries({name: strategy for name, strategy in found.items() if strategy is not None})


@cache
def types_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the parameters of a function or a class, or the keys of a TypedDict, with their types; without
    `**`."""
    if is_named_tuple(function) or is_typeddict(function):
        return get_type_hints(function)
    # chunkers import Unpack for type checkers alone
    hints = get_type_hints(function.__init__ if isinstance(function, type) else function, None, {"Unpack": list})
    parameters = inspect.signature(function).parameters.values()
    return {each.name: hints[each.name] for each in parameters if each.kind is not each.VAR_KEYWORD}


def is_named_tuple(value: Any) -> bool:
    """Return whether a value is a named tuple, or a class of them."""
    return hasattr(value, "_asdict")


def undrawn(types: dict[str, Any], strategy: st.SearchStrategy[Any]) -> list[str]:
    """List what a strategy of arguments by name, or of named tuples, does not draw of parameters of these types:
    those that always have the same value, and values of types with few values."""
    examples = [each._asdict() if is_named_tuple(each) else each for each in examples_of(strategy)]
    found = []
    for name, hint in types.items():
        values = [each[name] for each in examples if name in each]
        if len({repr(value) for value in values}) < 2:
            found.append(name)
        found += [f"{name}={value!r}" for value in literals(hint) if value not in values]
    return found


def literals(hint: Any) -> Iterable[Any]:
    """Return the values that a type names: those of its Literals, False and True, and None."""
    if hint is bool:
        return (False, True)
    if hint is type(None):
        return (None,)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return [value for part in get_args(hint) for value in literals(part)]
    return ()


def examples_of(strategy: st.SearchStrategy[Any], count: int = EXAMPLES) -> list[Any]:
    """Examples of a strategy, the same each time."""
    found: list[Any] = []

    @settings(
        max_examples=count, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(strategy)
    def collect(example: Any) -> None:
        found.append(example)

    collect()
    return found


def outcome(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Return the result of a call, or the type and the message of the error that it raises."""
    try:
        return function(*given, **named)
    except ShiplapError as error:
        return type(error), str(error)
