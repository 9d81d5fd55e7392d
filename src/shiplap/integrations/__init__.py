"""shiplap in the frameworks of others: each module needs its framework, and nothing else imports one."""

from __future__ import annotations

import importlib.util


def require(module: str, extra: str) -> None:
    """Raise ImportError, which names the extra, unless a framework is installed.

    >>> require("json", "none")
    """
    if importlib.util.find_spec(module.partition(".")[0]) is None or importlib.util.find_spec(module) is None:
        raise ImportError(f"needs {module}: pip install 'shiplap[{extra}]'", name=module)
