"""Documents whose files are gone: which they are, and how many of them a run may remove unasked."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from shiplap.ingestion.discovery import Found
from shiplap.ingestion.exclusions import NOT_SELECTED, Reason, as_folders
from shiplap.printable import counted
from shiplap.readers.archives import SEPARATOR

#: Documents that a run may remove even if they are more than half of those under a path. A folder on a share that
#: is not mounted is empty: all of its files seem to be gone.
FEW = 10

#: Ids shown in a message.
SHOWN = 3

#: A document in a store: its id and its source.
Stored = tuple[str, str | None]


def gone(found: Found, documents: Iterable[Stored]) -> list[str]:
    """Return the ids of the documents, given as (id, source), whose files are gone.

    A document is gone if its source lies under one of the paths of this run, `--include` selects it, and its file
    does not exist. Files that failed, were skipped or are not read (hidden ones) exist; files in an unreadable
    folder, or behind a broken link, count as existing. Documents from elsewhere (other paths, other programs) are
    kept.
    """
    names = found.names
    unread = _starts(os.path.normpath(names.place(folder)) for folder in found.unread)
    unseen = (document for document in documents if document[1] not in found.seen)
    return [
        document_id
        for document_id, path in _files(found, unseen)
        if names.source(path) not in found.seen
        and not path.startswith(unread)
        and not _is_there(found, path)
        and not _is_other(found, path)
    ]


def excluded(found: Found, documents: Iterable[Stored]) -> dict[str, Reason]:
    """Return the ids of the documents, given as (id, source), whose files exist and are excluded now, with the
    reasons. Those that are hidden, and those that no `--include` selects, are no matter of this run."""
    reasons = {
        document_id: found.exclusion(path)
        for document_id, path in _files(found, (each for each in documents if each[1] not in found.seen))
        if found.names.source(path) not in found.seen and _is_there(found, path)
    }
    return {
        document_id: reason
        for document_id, reason in reasons.items()
        if reason is not None and reason.by not in ("hidden", NOT_SELECTED.by)
    }


def _is_other(found: Found, path: str) -> bool:
    """Return whether no `--include` selects a file, so that this run is not about it."""
    reason = found.exclusion(path)
    return reason is not None and reason.by == NOT_SELECTED.by


def refusal(found: Found, documents: Iterable[Stored], missing: list[str]) -> str:
    """Return why a run must not remove the missing documents without being told so explicitly, or "".

    They are more than FEW, and more than half of the documents under a path of this run, under all paths, or under
    a folder that is still there and empty, as one of a share that is not mounted.
    """
    if len(missing) <= FEW:
        return ""
    ids = set(missing)
    roots = dict.fromkeys([*found.roots, *_emptied(found, documents, ids)])
    stored, lost = Counter[str](), Counter[str]()
    for document_id, path in _files(found, documents):
        above = [folder for folder in _folders(path) if folder in roots]
        for folder in ("", *above):  # "": all paths
            stored[folder] += 1
            lost[folder] += document_id in ids
    for folder in ("", *roots):
        if is_too_many(lost[folder], stored[folder]):
            which = f"{lost[folder]} of the {counted(stored[folder], 'document')} under {folder or 'these paths'}"
            return f"would remove {which}: {some(missing)}; --prune=all removes them, --dry-run lists them"
    return ""


def count(found: Found, documents: Iterable[Stored]) -> int:
    """Count the documents that are files under the paths of this run, or rows of its tables."""
    documents = list(documents)
    tables = {file.source for file in found.files}
    files = {document_id for document_id, _ in _files(found, documents)}
    return len(files | {document_id for document_id, source in documents if source in tables})


def is_too_many(lost: int, stored: int) -> bool:
    """Return whether so many lost documents, of all that are stored, need a confirmation.

    >>> is_too_many(10, 10), is_too_many(11, 22), is_too_many(11, 21)
    (False, False, True)
    """
    return lost > FEW and 2 * lost > stored


def some(ids: list[str]) -> str:
    """Return the first few ids, for a message."""
    return ", ".join(ids[:SHOWN]) + (", …" if len(ids) > SHOWN else "")


def _files(found: Found, documents: Iterable[Stored]) -> Iterator[tuple[str, str]]:
    """Yield the id and the path of each document that is a file under one of the paths of this run."""
    starts, roots = _starts(found.roots), set(found.roots)
    for document_id, source in documents:
        if source is None or not _is_file_of(source, document_id):
            continue
        path = os.path.normpath(found.names.place(source))
        if path in roots or path.startswith(starts):
            yield document_id, path


def _is_file_of(source: str, document_id: str) -> bool:
    """Return whether a source names the file of a document, and is not a label or an address that another program
    gave: the id and the source of a file end alike."""
    name = unicodedata.normalize("NFC", os.path.basename(source))
    return "://" not in source and os.path.basename(document_id) == name


def _starts(folders: Iterable[str]) -> tuple[str, ...]:
    """Return the beginning of all paths in each folder."""
    return tuple(folder.rstrip(os.sep) + os.sep for folder in folders)


def _emptied(found: Found, documents: Iterable[Stored], ids: set[str]) -> list[str]:
    """Return the empty folders above the files of these documents."""
    lost = (path for document_id, path in _files(found, documents) if document_id in ids)
    above = dict.fromkeys(folder for path in lost for folder in _folders(os.path.dirname(path)))
    return [folder for folder in above if _is_empty(folder)]


def _is_empty(path: str) -> bool:
    try:
        with os.scandir(path) as entries:
            return next(entries, None) is None
    except OSError:
        return False


def _folders(path: str) -> Iterator[str]:
    """Yield a path and all folders above it."""
    yield path
    while (above := os.path.dirname(path)) != path:
        path = above
        yield path


def _is_there(found: Found, path: str) -> bool:
    """Return whether a file exists, or may exist: what is in an archive that this run has not listed may."""
    archive, sign, _ = path.partition(SEPARATOR)
    if sign and as_folders(path) != path:
        return found.names.source(archive) not in found.seen and _exists(archive)
    return _exists(path)


def _exists(path: str) -> bool:
    """Return whether a file, or a link, has this path, or may have it: what cannot be read is not gone."""
    try:
        return not stat.S_ISDIR(os.lstat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
