"""Errors of the clients of vector stores, as errors of shiplap with the name of the target."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

from shiplap.errors import ShiplapError, TargetError

if TYPE_CHECKING:
    from shiplap.sync.target import Held, VectorTarget

#: Words in the type or the text of errors after which the same call may succeed later.
_PASSING = ("connect", "timeout", "timed out", "unavailable", "locked", "too many requests")


class Named:
    """A target that raises a TargetError, with the cause, in place of any other error of its methods."""

    def __init__(self, target: VectorTarget) -> None:
        self._target = target
        self.name: str = target.name

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._target, name)

        @wraps(method)
        def call(*given: Any) -> Any:
            with self._named():
                return method(*given)

        return call

    def held(self, size: int) -> Iterator[Held]:
        """Read all rows."""
        with self._named():
            yield from self._target.held(size)

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except (ShiplapError, GeneratorExit):
            raise
        except Exception as error:
            lines = str(error).strip().splitlines()
            kind = type(error).__name__
            text = f"{kind} {error}".lower()
            is_passing = isinstance(error, OSError) or any(word in text for word in _PASSING)
            reason = f"{kind}: {lines[0]}" if lines else kind
            raise TargetError(self.name, reason, retryable=is_passing) from error
