"""Discovery of the files under given paths, with their document ids."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field

from shiplap.errors import OptionError


@dataclass(frozen=True)
class File:
    """A file to ingest. `named`: given by the user, not found in a folder."""

    path: str
    document_id: str
    size: int
    named: bool = False


@dataclass(frozen=True)
class Problem:
    """A file or folder that was not ingested, and the reason. Unless `failed`, it was skipped on purpose."""

    path: str
    document_id: str
    reason: str
    failed: bool = True


@dataclass
class Found:
    """The files under the given paths, and those that could not be read."""

    roots: list[str]
    files: list[File] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)  # unreadable folders, as prefixes of document ids

    @property
    def size(self) -> int:
        """Total bytes of all files."""
        return sum(file.size for file in self.files)


def find(
    paths: Iterable[str | os.PathLike[str]],
    *,
    hidden: bool = False,
    exclude: Iterable[str] = (),
    missing: bool = False,
) -> Found:
    """Find the files under the paths, walking folders in sorted order.

    A document id is the POSIX path relative to the given path, or the name of a single file. In folders, names
    that begin with a dot are left out unless `hidden`; links to files are read, links to folders are not followed
    (so no walk is endless); entries that are neither file nor folder are skipped. `exclude` names files to leave
    out, such as the output. With `missing`, a path that does not exist has no files: all its documents are gone.

    Raises OptionError for a path that does not exist and for a duplicate id.
    """
    found = Found([os.fspath(path) for path in paths])
    excluded = {_identity(os.stat(path)) for path in exclude if os.path.exists(path)}
    for root in found.roots:
        try:
            mode = os.stat(root).st_mode
        except OSError as error:
            if missing and isinstance(error, FileNotFoundError):
                continue
            raise OptionError("PATH", root, (error.strerror or "cannot be read").lower()) from None
        if stat.S_ISDIR(mode):
            _walk(root, hidden, excluded, found)
        else:
            name = os.path.basename(root)
            _add(found, File(root, name, os.stat(root).st_size, named=True))
    seen: dict[str, str] = {}
    for file in found.files:
        first = seen.get(file.document_id)
        if first is not None:
            raise OptionError("PATH", file.path, f"has the same document id {file.document_id!r} as {first!r}")
        seen[file.document_id] = file.path
    return found


def _walk(root: str, hidden: bool, excluded: set[tuple[int, int]], found: Found) -> None:
    left = [("", root, True)]  # a stack of (document id or id prefix, path, is a folder)
    while left:
        document_id, path, is_folder = left.pop()
        if not is_folder:
            _file(document_id, path, excluded, found)
            continue
        try:
            with os.scandir(path) as entries:
                names = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
        except OSError as error:
            found.problems.append(Problem(path, document_id, f"cannot be read: {error.strerror}"))
            found.unread.append(document_id)
            continue
        for name, inner in sorted(names, reverse=True):
            if hidden or not name.startswith("."):
                inner_id = f"{document_id}/{name}" if document_id else name
                left.append((inner_id, os.path.join(path, name), inner))


def _file(document_id: str, path: str, excluded: set[tuple[int, int]], found: Found) -> None:
    """Add an entry that is not a folder: a file, a link, or something else."""
    try:
        status = os.stat(path)
    except OSError as error:
        found.problems.append(Problem(path, document_id, f"cannot be read: {error.strerror}"))
        return
    if stat.S_ISDIR(status.st_mode):
        return  # a link to a folder
    if not stat.S_ISREG(status.st_mode):
        found.problems.append(Problem(path, document_id, "skipped: not a regular file", failed=False))
    elif _identity(status) not in excluded:
        _add(found, File(path, document_id, status.st_size))


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _add(found: Found, file: File) -> None:
    try:
        file.path.encode()
    except UnicodeEncodeError:
        found.problems.append(Problem(file.path, file.document_id, "its name is not valid UTF-8"))
    else:
        found.files.append(file)


def gone(found: Found, documents: Iterable[tuple[str, str | None]]) -> list[str]:
    """Return the ids of the documents, given as (id, source), whose files are gone.

    A document is gone if its source lies under one of the paths of this run and no file with its id was seen
    there. Files that failed or were skipped count as seen, as do all files in an unreadable folder. Documents
    from elsewhere (other paths, other programs) are kept.
    """
    seen = {file.document_id for file in found.files}
    seen.update(problem.document_id for problem in found.problems)
    roots = [os.path.abspath(root) for root in found.roots]
    within = tuple(root if root.endswith(os.sep) else root + os.sep for root in roots)
    unread = tuple(f"{folder}/" if folder else "" for folder in found.unread)
    return [
        document_id
        for document_id, source in documents
        if document_id not in seen
        and source is not None
        and (os.path.abspath(source).startswith(within) or os.path.abspath(source) in roots)
        and not document_id.startswith(unread)
    ]
