"""Discovery of the files under given paths, with their document ids."""

from __future__ import annotations

import logging
import os
import stat
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from shiplap.errors import MissingExtraError, OptionError, ReaderError
from shiplap.ingestion.exclusions import Choice, Entry, Exclusions, Reason, Scope, as_folders, by_options
from shiplap.ingestion.log import event
from shiplap.ingestion.names import Names, within
from shiplap.readers.archives import SEPARATOR, Member, is_archive, is_message, shown_name
from shiplap.readers.child import ArchivesInChild
from shiplap.readers.compressed import MORE


@dataclass(frozen=True, slots=True)
class File:
    """A file to ingest. `path` leads to it; `source` is its name in the collection (`shiplap.ingestion.names`);
    `named`: given by the user, not found in a folder; `label`: its name in messages, if that is not its path.
    `member`: of a file in an archive, the path of the archive and the name in it, or in each of several archives;
    `path` is then virtual."""

    path: str
    document_id: str
    size: int
    source: str
    named: bool = False
    label: str = ""
    member: tuple[str, ...] | None = None

    @property
    def shown(self) -> str:
        """The name in messages."""
        return self.label or self.path


@dataclass(frozen=True, slots=True)
class Problem:
    """A file or folder that was not ingested, and the reason. Unless `failed`, it was skipped on purpose; if
    `written`, it was ingested, and the reason is a remark on how it was read."""

    path: str
    document_id: str
    reason: str
    failed: bool = True
    written: bool = False


@dataclass
class Found:
    """The files under the given paths, and those that could not be read. `roots` are the real paths of the given
    paths; `seen` and `unread` are the sources of all files found, and of unreadable folders and links. `excluded`
    counts the files and folders that were left out, by what excludes them (`Reason.by`)."""

    names: Names
    roots: list[str] = field(default_factory=list)
    files: list[File] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    unread: list[str] = field(default_factory=list)
    excluded: Counter[str] = field(default_factory=Counter)
    walks: list[tuple[str, Exclusions]] = field(default_factory=list, repr=False)
    left_out: dict[str, Reason] = field(default_factory=dict, repr=False)

    @property
    def size(self) -> int:
        """Total bytes of all files."""
        return sum(file.size for file in self.files)

    def exclusion(self, path: str) -> Reason | None:
        """Return why a file under the paths is left out, given its real path; None if it is not, or if that cannot
        be known."""
        reason = self.left_out.get(path) or self.left_out.get(path.partition(SEPARATOR)[0])
        path = as_folders(path)
        for folder, exclusions in self.walks:
            if within(path, folder) is None:
                continue
            try:
                reason = exclusions.reason_of(path)
            except OSError:
                return None
            if reason is None:
                return None
        return reason


#: The name of standard input, as a path and as a source.
STANDARD_INPUT = "-"

#: The files that are read if no option says otherwise.
USUAL = Choice()


def check_paths(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return the paths as `str`. Raises OptionError for one that does not exist or cannot be read."""
    given = [os.fspath(path) for path in paths]
    for path in given:
        try:
            os.stat(path)
        except (OSError, ValueError) as error:
            rule = (getattr(error, "strerror", None) or "cannot be read").lower()
            if isinstance(error, FileNotFoundError) and os.path.islink(path):
                rule = f"is a link to {os.readlink(path)}, which does not exist"
            raise OptionError("PATH", path, rule) from None
    return given


def find(
    paths: Iterable[str | os.PathLike[str]],
    *,
    names: Names | None = None,
    choice: Choice = USUAL,
    outputs: Iterable[str] = (),
    archives: ArchivesInChild | None = None,
    listed: Iterable[str] = (),
    piped: tuple[str, str] | None = None,
) -> Found:
    """Find the files under the paths, walking folders in sorted order.

    names: the rule for document ids and sources; by default `Names.choose(paths)`, so that ids are POSIX paths
        relative to the current folder, or to a folder given outside of it.
    choice: which files are read (`shiplap.ingestion.exclusions`). Of files and folders that are given themselves,
        only the patterns of options exclude some.
    outputs: names of files that are no input.
    archives: lists the files in archives, which are then found like those in folders (None: an archive is a file).
    listed: more paths, from a list. One that does not exist is a problem.
    piped: the file that has the content of standard input, and its document id.

    Links to files are read; links to folders are not followed (so no walk is endless); entries that are neither
    file nor folder are skipped. A file is found once, however many of the paths and links lead to it: its id is
    that of its real path, if this lies in the collection's root. A file with the id of another one is a problem.

    Raises OptionError for a path that does not exist.
    """
    given = check_paths(paths)
    found = Found(Names.choose(given) if names is None else names)
    written = {_identity(os.stat(path)) for path in outputs if os.path.exists(path)}
    walk = _Walk(found, choice, written, archives)
    for path in given:
        walk.given(path)
    for path in listed:
        walk.listed(path)
    if piped is not None:
        walk.piped(*piped)
    return found


class _Kept(NamedTuple):
    """A file of an archive that is read: its name with `/`, the rules in its folder, and what they say of it."""

    member: Member
    name: str
    rules: Scope
    entry: Entry


class _Walk:
    """A walk through folders that adds what it finds to `found`."""

    def __init__(
        self, found: Found, choice: Choice, outputs: set[tuple[int, int]], archives: ArchivesInChild | None
    ) -> None:
        self._found, self._choice, self._outputs, self._archives = found, choice, outputs, archives
        self._first: dict[str, tuple[str, str]] = {}  # the file that has an id: its path and its real path

    def given(self, path: str, *, is_named: bool = True) -> None:
        """Add a given file, or what is in a given folder. `is_named`: whether the user named it."""
        real, found = os.path.realpath(path), self._found
        found.roots.append(real)
        if os.path.isdir(real):
            self._folder(path, real)
            return
        base = found.names.base(real, None) or os.path.dirname(real)
        inner = within(real, base)
        assert inner is not None
        is_archive = self._is_archive(path)
        reason, _ = by_options(self._choice, tuple(inner.split("/")), is_folder=is_archive)
        if reason is not None:
            found.left_out[real] = reason
            self._leave_out(path, reason, is_folder=False)
            return
        is_archive = is_archive and not self._is_package(path)
        if not is_archive:
            self.file(path, real, os.stat(real).st_size, None, is_named=is_named)
        if is_archive or is_message(path):
            exclusions = Exclusions(self._choice, os.path.dirname(real), base)
            scope = exclusions.start()
            if isinstance(scope, Scope):
                entry = exclusions.entry(scope, os.path.basename(real), is_folder=True)
                add = self._members if is_archive else self._attachments
                add(exclusions, scope, path, real, os.path.dirname(real), entry)

    def listed(self, path: str) -> None:
        """Add a path of a list, which may be out of date."""
        try:
            (checked,) = check_paths([path])
        except OptionError as error:
            real = os.path.realpath(path.replace("\0", ""))
            self._found.roots.append(real)
            document_id = self._found.names.document_id(real, None)
            self._found.problems.append(Problem(path, document_id, f"is in the list of files: {error.rule}"))
        else:
            self.given(checked, is_named=False)

    def piped(self, path: str, document_id: str) -> None:
        """Add the file that has the content of standard input. Its source is no file."""
        name = unicodedata.normalize("NFC", self._found.names.prefix + document_id)
        first, _ = self._first.setdefault(name, (STANDARD_INPUT, STANDARD_INPUT))
        if first != STANDARD_INPUT:
            reason = f"has the same document id {name!r} as {first}"
            self._found.problems.append(Problem(STANDARD_INPUT, name, reason))
            return
        if self._is_archive(path) and not self._is_package(path):
            reason = "has several documents, as an archive or a mailbox; save it to a file and name the file"
            self._found.problems.append(Problem(STANDARD_INPUT, name, reason))
            return
        size = os.stat(path).st_size
        self._found.files.append(File(path, name, size, STANDARD_INPUT, named=True, label=STANDARD_INPUT))

    def _folder(self, path: str, real: str) -> None:
        """Walk through a given folder, given its path and its real path."""
        base = self._found.names.base(real, real)
        exclusions = Exclusions(self._choice, real, real if base is None else base)
        self._found.walks.append((real, exclusions))
        try:
            above = exclusions.start()
        except OSError as error:
            self._unread(path, real, real, error)
            return
        if isinstance(above, Reason):
            self._leave_out(path, above, is_folder=True)
            return
        # a stack of (path, path in the real folder, is a folder, is a link, rules of the folder above)
        left = [(path, real, True, False, above)]
        while left:
            path, place, is_folder, is_link, scope = left.pop()
            entry = None
            is_archive = not is_folder and self._is_archive(place)
            if place != real:
                entry = exclusions.entry(scope, os.path.basename(place), is_folder=is_folder or is_archive)
                if entry.reason is not None:
                    self._leave_out(path, entry.reason, is_folder=is_folder)
                    continue
            if is_folder:
                left += self._entries(exclusions, scope, path, place, real, entry)
            elif is_archive and entry is not None and not self._is_package(path):
                self._members(exclusions, scope, path, place, real, entry)
            else:
                self._entry(path, os.path.realpath(place) if is_link else place, place, real)
                if entry is not None:
                    self._attachments(exclusions, scope, path, place, real, entry)

    def _entries(
        self, exclusions: Exclusions, scope: Scope, path: str, place: str, folder: str, entry: Entry | None
    ) -> list[tuple[str, str, bool, bool, Scope]]:
        """Return the entries of a folder in reverse order; none if it is left out or cannot be read."""
        try:
            with os.scandir(path) as found:
                names = {each.name: (each.is_dir(follow_symlinks=False), each.is_symlink()) for each in found}
            inner = exclusions.enter(scope, place, names, entry)
        except OSError as error:
            self._unread(path, place, folder, error)
            return []
        if isinstance(inner, Reason):
            self._leave_out(path, inner, is_folder=True)
            return []
        return [
            (os.path.join(path, name), os.path.join(place, name), *names[name], inner)
            for name in sorted(names, reverse=True)
        ]

    def _is_archive(self, path: str) -> bool:
        """Return whether a path is that of an archive, by its name."""
        return self._archives is not None and is_archive(path) and os.path.isfile(path)

    def _is_package(self, path: str) -> bool:
        """Return whether an archive is an office file, which is a document."""
        return self._archives is not None and self._archives.is_package((path,))

    def _members(
        self, exclusions: Exclusions, scope: Scope, path: str, place: str, folder: str, entry: Entry
    ) -> None:
        """Add the files in an archive, as those of a folder with its name. `folder` is the real path of the folder
        in which it was found."""
        if _identity(os.stat(path)) in self._outputs:
            return
        self._found.seen.add(self._found.names.source(place))
        self._archive(exclusions, exclusions.enter(scope, place, (), entry), (path,), path, place, folder)

    def _attachments(
        self, exclusions: Exclusions, scope: Scope, path: str, place: str, folder: str | None, entry: Entry
    ) -> None:
        """Add the attachments of a file, if it is a message that was found."""
        is_found = self._found.names.source(place) in self._found.seen
        if self._archives is not None and is_message(path) and is_found and os.path.isfile(path):
            self._archive(exclusions, exclusions.enter(scope, place, (), entry), (path,), path, place, folder)

    def _archive(
        self, exclusions: Exclusions, inside: Scope | Reason, archive: tuple[str, ...], path: str, place: str,
        folder: str | None,
    ) -> None:  # fmt: skip
        """Add the files in an archive, with the rules at its top. `archive` is its place for `Archives`."""
        assert self._archives is not None
        try:
            members = self._archives.members(archive)
        except (OSError, ReaderError, MissingExtraError) as error:
            fault = f"cannot be read: {error.strerror}" if isinstance(error, OSError) else str(error)
            self._problem(path, place, folder, fault)
            self._found.unread.append(self._found.names.source(place) + SEPARATOR[:-1])
            return
        kept = self._kept(members, exclusions, inside, path, place, folder)
        if sum(each.member.size for each in kept) > self._archives.limit:
            rule = f"expands to more than max_expansion ({self._archives.limit} bytes)"
            self._problem(path, place, folder, f"{rule}; {MORE}, --exclude PATTERN leaves files out")
            self._found.unread.append(self._found.names.source(place) + SEPARATOR[:-1])
            return
        for member, name, rules, entry in kept:
            inner, real = f"{path}{SEPARATOR}{name}", f"{place}{SEPARATOR}{name}"
            whole = (*archive, member.name)
            is_inner = is_archive(name)
            is_deep = len(archive) == self._archives.max_depth
            if is_inner and not is_deep:
                is_inner = not self._archives.is_package(whole)
            if not is_inner:
                self.file(inner, real, member.size, folder, whole)
            if (is_inner or is_message(name)) and is_deep:
                rule = "files lie within one another deeper than max_depth allows; --max-depth N allows more"
                self._problem(inner, real, folder, rule)
            elif is_inner or is_message(name):
                within_it = exclusions.enter(rules, os.path.basename(name), (), entry)
                self._archive(exclusions, within_it, whole, inner, real, folder)

    def _kept(
        self, members: Iterable[Member], exclusions: Exclusions, inside: Scope | Reason, path: str, place: str,
        folder: str | None,
    ) -> list[_Kept]:  # fmt: skip
        """Return the files of an archive that are read. Others are left out by rules, or are problems."""
        kept: list[_Kept] = []
        scopes: dict[tuple[str, ...], Scope | Reason] = {}
        for member in members:
            name = shown_name(member.name)
            inner, real = f"{path}{SEPARATOR}{name}", f"{place}{SEPARATOR}{name}"
            # ".." in a name that leads out is no hidden folder
            *above, last = [part for part in name.split("/") if part not in ("", ".", "..")] or [""]
            rules = _scope_in(exclusions, inside, tuple(above), scopes)
            if isinstance(rules, Reason):
                self._leave_out(inner, rules, is_folder=False)
                continue
            entry = exclusions.entry(rules, last, is_folder=is_archive(last))
            if entry.reason is not None:
                self._leave_out(inner, entry.reason, is_folder=False)
            elif member.fault:
                reason = member.fault if member.is_file else f"skipped: {member.fault}"
                self._problem(inner, real, folder, reason, failed=member.is_file)
            else:
                kept.append(_Kept(member, name, rules, entry))
        return kept

    def _unread(self, path: str, place: str, folder: str, error: OSError) -> None:
        self._problem(path, place, folder, f"cannot be read: {error.strerror}")
        self._found.unread.append(self._found.names.source(place))

    def _leave_out(self, path: str, reason: Reason, *, is_folder: bool) -> None:
        self._found.excluded[reason.by] += 1
        event("left_out", logging.DEBUG, path=path, is_folder=is_folder, by=reason.by, reason=reason.text)

    def _entry(self, path: str, real: str, place: str, folder: str) -> None:
        """Add an entry of a folder that is not a folder: a file, a link, or something else. `place` is its path in
        the real folder, which differs from its real path for a link."""
        try:
            status = os.stat(path)
        except OSError as error:
            self._problem(path, place, folder, f"cannot be read: {error.strerror}")
            self._found.unread.append(self._found.names.source(place))  # it may be a link to a folder
            return
        if stat.S_ISDIR(status.st_mode):
            return  # a link to a folder
        if not stat.S_ISREG(status.st_mode):
            self._problem(path, place, folder, "skipped: not a regular file", failed=False)
        elif _identity(status) not in self._outputs:
            root = self._found.names.root
            is_inside = root is not None and within(real, root) is not None
            self.file(path, real if is_inside else place, status.st_size, folder)

    def file(
        self, path: str, real: str, size: int, folder: str | None, member: tuple[str, ...] | None = None,
        *, is_named: bool = False,
    ) -> None:  # fmt: skip
        """Add a file, given its path and its real path; `folder` is the real path of the folder in which it was
        found, or None if it was given."""
        found, names = self._found, self._found.names
        source, document_id = names.source(real), names.document_id(real, folder)
        if source in found.seen:
            return
        found.seen.add(source)
        try:
            path.encode()
            source.encode()
        except UnicodeEncodeError:
            found.problems.append(Problem(path, document_id, "its name is not valid UTF-8"))
            return
        first, place = self._first.setdefault(document_id, (path, real))
        if place != real:
            both = os.path.commonpath((place, real)) if place[:1] == real[:1] else "DIR"
            reason = f"has the same document id {document_id!r} as {first}; --root {both} tells them apart"
            found.problems.append(Problem(path, document_id, reason))
            return
        found.files.append(File(path, document_id, size, source, named=is_named, member=member))

    def _problem(
        self, path: str, place: str, folder: str | None, reason: str, *, failed: bool = True
    ) -> None:
        names = self._found.names
        self._found.seen.add(names.source(place))
        self._found.problems.append(Problem(path, names.document_id(place, folder), reason, failed))


def _scope_in(
    exclusions: Exclusions, start: Scope | Reason, parts: tuple[str, ...],
    known: dict[tuple[str, ...], Scope | Reason],
) -> Scope | Reason:  # fmt: skip
    """Return the rules in a folder of an archive, given those at its top and those that are known; or why the
    folder is left out. Ignore files in archives are not read."""
    if parts in known:
        return known[parts]
    scope = start
    for number, part in enumerate(parts, 1):
        if isinstance(scope, Reason):
            break
        inner = known.get(parts[:number])
        if inner is None:
            entry = exclusions.entry(scope, part, is_folder=True)
            inner = known[parts[:number]] = entry.reason or exclusions.enter(scope, part, (), entry)
        scope = inner
    known[parts] = scope
    return scope


def ways_out(names: Names, path: str) -> str:
    """Advise what to do with a file, given its real path, whose document id belongs to another file."""
    moved = "" if names.root is None or within(path, names.root) else "--root DIR if its folder was moved, "
    return f"use {moved}--id-prefix PREFIX to keep both"


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
