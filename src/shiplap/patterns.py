"""Regular expressions that are compiled on their first use; `import shiplap` waits for none of them."""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    """A pattern that is not compiled before one of its methods is read."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self.flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # of copies and pickles, which ask for methods of their own
            raise AttributeError(name)
        found = getattr(re.compile(self.pattern, self.flags), name)
        setattr(self, name, found)
        return found


def lazily(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern as `re.compile` does, but compile it on its first use.

    >>> word = lazily("[a-z]+")
    >>> word.findall("it rains"), word.pattern
    (['it', 'rains'], '[a-z]+')
    """
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))
