"""Names of a package that are imported on first use.

`import shiplap` and a first chunk load the modules that they run, and no others. Two rules keep it so:

L1  A package that a first chunk uses imports its public names for type checkers alone (`if TYPE_CHECKING`). For
    Python it passes `later` the module of each name, which is imported when the name is first asked for.
L2  A module that a first chunk loads imports at its top what most chunks need. What else a function needs, the
    function imports, unless it runs for each chunk: a repeated import takes a microsecond.

`tests/layout/test_import.py` lists the modules that are loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any


def later(package: str, modules: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package (PEP 562).

    modules: names, separated by spaces, by the module of the package that defines them; "" for names that are
    modules themselves.

    >>> get, listed = later("json", {"decoder": "JSONDecoder"})
    >>> get("JSONDecoder").__name__, "JSONDecoder" in listed()
    ('JSONDecoder', True)
    """
    module_of = {name: module for module, names in modules.items() for name in names.split()}

    def get(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        import importlib

        module = module_of[name]
        if not module:
            return importlib.import_module(f"{package}.{name}")
        found = getattr(importlib.import_module(f"{package}.{module}"), name)
        setattr(sys.modules[package], name, found)
        return found

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *module_of})

    return get, listed
