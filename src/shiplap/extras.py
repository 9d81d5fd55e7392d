"""Libraries of the extras, imported where they are used."""

from __future__ import annotations

import importlib
from typing import Any

from shiplap.errors import MissingExtraError


def require(module: str, extra: str, what: str) -> Any:
    """Import and return a module that an extra installs.

    what: the feature that needs the library, the subject of the message.

    Raises MissingExtraError, an ImportError, if the library is not installed.

    >>> require("missing.parts", "arrow", "a table")
    Traceback (most recent call last):
        ...
    shiplap.errors.MissingExtraError: a table needs missing.parts: pip install 'shiplap[arrow]'
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # the library is there, and lacks one that it needs itself
        raise MissingExtraError(what, module, extra) from None
