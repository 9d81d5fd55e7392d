"""Names of files: a document id and a source for each, relative to the root of their collection.

A collection is what one store holds. Its root is the folder that the sources in it are relative to. It is kept
with the store, twice: as a path of its own, and relative to the store's file. A folder that is moved or cloned
together with its store is therefore the same collection.
"""

from __future__ import annotations

import os
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from shiplap.errors import OptionError


@dataclass(frozen=True)
class Names:
    """The rule that names the files of a run.

    root: the real path of the collection's root; None if the collection has none yet.
    current: the real path of the current folder.
    prefix: added before each document id.
    """

    root: str | None
    current: str
    prefix: str = ""

    @classmethod
    def choose(
        cls, paths: Iterable[str], root: str | None = None, kept: str | None = None, prefix: str = ""
    ) -> Names:
        """Choose the rule for the given paths.

        root: the root that the user gave. All paths must lie in it.
        kept: the root that the store keeps, or None.

        Without either, the root is the current folder if a path lies in it, else the first folder among the paths,
        or the folder of the first file.

        >>> Names.choose(["."]).root == os.getcwd()
        True

        Raises OptionError for a root that is not a folder, for a path outside of it, and for a prefix that is not
        valid Unicode.
        """
        current = os.path.realpath(os.curdir)
        try:
            prefix = unicodedata.normalize("NFC", prefix)
            prefix.encode()
        except UnicodeEncodeError:
            raise OptionError("id_prefix", prefix, "must be valid Unicode") from None
        if root is not None:
            real = os.path.realpath(root)
            if not os.path.isdir(real):
                raise OptionError("root", root, "must be a folder")
            for path in paths:
                if within(os.path.realpath(path), real) is None:
                    raise OptionError("PATH", path, f"does not lie in --root {root}")
            return cls(real, current, prefix)
        if kept is None:
            places = [os.path.realpath(path) for path in paths]
            if places and all(within(place, current) is None for place in places):
                kept = places[0] if os.path.isdir(places[0]) else os.path.dirname(places[0])
            else:
                kept = current
        return cls(kept, current, prefix)

    def source(self, path: str) -> str:
        """Return the source of a file, given its real path: relative to the root, or the path itself if the file
        lies elsewhere."""
        inner = None if self.root is None else within(path, self.root)
        return posix(path) if inner is None else inner

    def document_id(self, path: str, folder: str | None) -> str:
        """Return the id of a file, given its real path and that of the folder in which it was found, or None if
        the user named the file: its path relative to the root, else to the current folder, else to the folder,
        else its name; normalized to NFC.

        >>> names = Names("/books", "/home")
        >>> names.document_id("/books/a/x.txt", None), names.document_id("/home/x.txt", None)
        ('a/x.txt', 'x.txt')
        >>> names.document_id("/else/b/x.txt", "/else"), names.document_id("/else/b/x.txt", None)
        ('b/x.txt', 'x.txt')
        """
        base = self.base(path, folder)
        inner = (None if base is None else within(path, base)) or os.path.basename(path)
        return self.prefix + (inner if inner.isascii() else unicodedata.normalize("NFC", inner))

    def base(self, path: str, folder: str | None) -> str | None:
        """Return the folder that the id of a file is relative to, given the same as for `document_id`; None if its
        id is its name."""
        places = (place for place in (self.root, self.current, folder) if place is not None)
        return next((place for place in places if within(path, place) is not None), None)

    def place(self, source: str) -> str:
        """Return the path that a source stands for."""
        return source if self.root is None else os.path.join(self.root, source)


def within(path: str, folder: str) -> str | None:
    """Return a path relative to a folder, with slashes, or None if it does not lie in the folder. Both are real
    paths. The folder itself is `.`.

    >>> within("/a/b/c", "/a"), within("/a", "/a"), within("/ab", "/a"), within("/a", "/")
    ('b/c', '.', None, 'a')
    """
    if path == folder:
        return "."
    start = folder if folder.endswith(os.sep) else folder + os.sep
    return posix(path[len(start) :]) if path.startswith(start) else None


def posix(path: str) -> str:
    """Return a path with slashes between its parts."""
    return path if os.sep == "/" else path.replace(os.sep, "/")


def infer_root(documents: Iterable[tuple[str, str | None]]) -> str | None:
    """Return the root of a collection whose store keeps none, from the ids and sources of its documents: the
    folder to which the ids of most documents are relative.

    >>> infer_root([("a.txt", "/docs/a.txt"), ("b/c.txt", "/docs/b/c.txt"), ("d", "/tmp/e")])
    '/docs'
    """
    roots = Counter[str]()
    for document_id, source in documents:
        if source is not None and os.path.isabs(source) and posix(source).endswith("/" + document_id):
            roots[source[: -len(document_id) - 1] or os.sep] += 1
    return roots.most_common(1)[0][0] if roots else None
