"""The other submodules of LangChain's package, under this package's name."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

#: The two packages.
OURS, THEIRS = "shiplap.integrations.langchain", "langchain_text_splitters"


class Aliases(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds a submodule that this package lacks in LangChain's: that module itself, and no second one."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the place of a module, or None if it does not belong to LangChain."""
        package, _, leaf = name.rpartition(".")
        if package != OURS or importlib.util.find_spec(f"{THEIRS}.{leaf}") is None:
            return None
        return importlib.machinery.ModuleSpec(name, self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """LangChain's module."""
        module = importlib.import_module(f"{THEIRS}.{spec.name.rpartition('.')[2]}")
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its own specification back, which the import replaced."""
        alias = module.__spec__
        if alias is not None and alias.loader is self:
            module.__spec__ = alias.loader_state


def install() -> None:
    """Let imports find the aliases, behind all other modules."""
    if not any(isinstance(finder, Aliases) for finder in sys.meta_path):
        sys.meta_path.append(Aliases())


def other_name(module: str, name: str) -> Any:
    """Return a name of LangChain's module that ours does not define."""
    theirs = importlib.import_module(module.replace(OURS, THEIRS, 1))
    try:
        return getattr(theirs, name)
    except AttributeError:
        raise AttributeError(f"module {module!r} has no attribute {name!r}") from None
