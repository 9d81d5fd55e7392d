"""Many small cases as one test: pytest takes longer for a test than most cases take."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., None])

#: The failures of a test that are printed in full.
SHOWN = 5

#: The number of failures after which a test ends: tests/mutation needs only one.
max_failures = sys.maxsize


def cases(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test with each of the values, as `pytest.mark.parametrize` does, except that all cases are one test.
    It fails after the last case, and prints the cases that failed. Without values it is skipped.

    The cases share the other arguments of the test, such as the fixture `impl`. Of several `cases`, all
    combinations run.
    """
    keys = tuple(name.strip() for name in names.split(",")) if isinstance(names, str) else names
    rows = [row if len(keys) > 1 else (row,) for row in values]
    if not rows:  # files that an installed package lacks
        return pytest.mark.parametrize(names, [])

    def decorate(test: Test) -> Test:
        inner = getattr(test, "run_case", test)
        others_of = getattr(test, "all_cases", [{}])
        combined = [{**dict(zip(keys, row, strict=True)), **other} for row in rows for other in others_of]

        @functools.wraps(inner)
        def run(*args: Any, **others: Any) -> None:
            failed = []
            for case in combined:
                try:
                    inner(*args, **others, **case)
                except Exception as error:
                    failed.append((case, error))
                    if len(failed) >= max_failures:
                        break
            if failed:
                said = "\n\n".join(f"{case}\n{type(error).__name__}: {error}" for case, error in failed[:SHOWN])
                raise AssertionError(f"{len(failed)} of {len(combined)} cases failed:\n\n{said}") from failed[0][1]

        signature = inspect.signature(inner)
        drawn = set(combined[0])
        run.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=[each for name, each in signature.parameters.items() if name not in drawn]
        )
        run.run_case, run.all_cases = inner, combined  # type: ignore[attr-defined]
        return run  # type: ignore[return-value]

    return decorate


def few_quick(names: str | tuple[str, ...], values: Iterable[Any], quick: int = 1) -> pytest.MarkDecorator:
    """Parametrize a slow test: all except the first `quick` values are left to the exhaustive tier."""
    keys = names.split(",") if isinstance(names, str) else names
    rows = [row if len(keys) > 1 else (row,) for row in values]
    return pytest.mark.parametrize(
        names, [pytest.param(*row, marks=[pytest.mark.exhaustive] * (k >= quick)) for k, row in enumerate(rows)]
    )


def check(function: Callable[..., Any], *rows: tuple[Any, ...]) -> None:
    """Hold a function to rows: its arguments, and then what it returns."""
    for *given, expected in rows:
        assert function(*given) == expected, given
