"""The public API: a listing that a change must update, and a check against an older commit.

    .ci/api.py                  compare the code with the listing, docs/contributing/api.txt
    .ci/api.py --write          write the listing
    .ci/api.py --against REF    print the changes since a tag or commit that break callers (griffe)

It exits with 1 if something differs. It needs the extra `docs`.
"""

from __future__ import annotations

import difflib
import pathlib
import sys
from collections.abc import Iterator
from typing import Any

import griffe

ROOT = pathlib.Path(__file__).resolve().parents[1]
LISTING = ROOT / "docs" / "contributing" / "api.txt"


def main(arguments: list[str]) -> int:
    """Run the command."""
    names = dict(public_names(load()))
    if arguments[:1] == ["--against"]:
        return against(arguments[1], {found.path for found in names.values()})
    listed = [line for name, found in names.items() for line in lines(name, found)]
    if arguments == ["--write"]:
        LISTING.write_text("\n".join(listed) + "\n", "utf-8")
        return 0
    difference = list(difflib.unified_diff(LISTING.read_text("utf-8").splitlines(), listed, n=0, lineterm=""))[2:]
    if difference:
        print(*difference, sep="\n")
        print("The public API changed: say so in CHANGELOG.md, and run .ci/api.py --write")
    return 1 if difference else 0


def load() -> Any:
    """Return the package as griffe reads it from its source."""
    return griffe.load("shiplap", search_paths=[ROOT / "src"], resolve_aliases=True, resolve_external=False)


def against(ref: str, public: set[str]) -> int:
    """Print what breaks callers of the commit `ref`, among the public objects."""
    old = griffe.load_git("shiplap", ref=ref, repo=ROOT, search_paths=["src"], resolve_aliases=True)
    public |= {found.path for _, found in public_names(old)}
    broken = 0
    for change in griffe.find_breaking_changes(old, load()):
        path = change.obj.path
        if any(path == name or path.startswith(f"{name}.") for name in public) and "._" not in path:
            print(change.explain(griffe.ExplanationStyle.MARKDOWN))
            broken += 1
    return 1 if broken else 0


def public_names(module: Any) -> Iterator[tuple[str, Any]]:
    """Yield the names in the `__all__` of a module and of those below it, each with its object, in order."""
    for name in sorted(module.exports or [], key=str):
        member = module.members.get(str(name))
        try:
            found = member.final_target if member is not None and member.is_alias else member
        except griffe.AliasResolutionError:
            continue  # a name of a framework
        if found is not None and not found.is_module:
            yield f"{module.path}.{name}", found
    for child in sorted(module.modules.values(), key=lambda child: child.name):
        if not (child.is_alias or child.name.startswith("_") or child.name == "reference"):
            yield from public_names(child)


def lines(path: str, found: Any) -> Iterator[str]:
    """Yield the lines of one name."""
    if found.is_function:
        yield f"{path}{signature(found)}"
    elif found.is_class:
        bases = ", ".join(str(base) for base in found.bases)
        yield f"{path}: class({bases})"
        for name, member in found.members.items():
            if name == "__init__" or not name.startswith("_"):
                yield from lines(f"{path}.{name}", member)
    else:
        yield f"{path}: {found.annotation or type(found).__name__.lower()}"


def signature(function: Any) -> str:
    """Return the parameters and the result of a function."""
    return function.signature(return_type=True).removeprefix(function.name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
