"""The root of a collection: the folder that the sources in a store are relative to.

The store keeps it twice, as the settings `root` (a real path) and `root_beside` (relative to the folder of the
store's file), so that a folder that is moved or cloned together with its store is the same collection.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

#: The number of sources by which the place of a moved collection is decided.
SAMPLE = 20


def sample(sources: Iterable[str | None]) -> list[str]:
    """Return the first few sources that are relative to a root.

    >>> sample([None, "a/b.txt", "/c.txt", "https://example.org/d"])
    ['a/b.txt']
    """
    relative = (
        source for source in sources if source is not None and "://" not in source and not os.path.isabs(source)
    )
    return [source for source, _ in zip(relative, range(SAMPLE), strict=False)]


def resolve_root(root: str | None, beside: str | None, store: str, sources: Iterable[str | None]) -> str | None:
    """Return the root of the collection in a store, as a real path.

    root, beside: the two settings.
    store: path of the store's file.
    sources: sources of its documents.

    The two settings differ if the store was moved. If the folder was moved with it, the sources exist relative to
    the store. If they exist in both places, the folder was copied together with its store.
    """
    if root is None or beside is None:
        return root
    moved = os.path.normpath(os.path.join(os.path.dirname(os.path.realpath(store)), beside))
    if moved == root or not os.path.isdir(moved):
        return root
    some = sample(sources)

    def count(folder: str) -> int:
        return sum(os.path.exists(os.path.join(folder, source)) for source in some)

    return moved if count(moved) >= count(root) else root
