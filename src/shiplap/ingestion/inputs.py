"""The paths of a run: those that are given, those of a list, and standard input."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from shiplap.errors import OptionError
from shiplap.ingestion.discovery import STANDARD_INPUT, check_paths

#: Suffixes that a copy of standard input takes from its document id, so that its format is found.
_SUFFIX = re.compile(r"(\.[A-Za-z0-9]{1,16}){1,2}$")


@dataclass(frozen=True)
class Inputs:
    """Checked inputs. `paths` exist; `listed` may not. `id`: the document id of standard input, or None."""

    paths: list[str]
    listed: list[str]
    id: str | None

    @classmethod
    def of(cls, paths: Any, files_from: Any, *, null: bool, id: str | None) -> Inputs:
        """Check the options. Raises OptionError, also for a list that cannot be read."""
        given = [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
        files = [path for path in given if path != STANDARD_INPUT]
        number = len(given) - len(files)
        if number > 1 or (number and files_from == STANDARD_INPUT):
            raise OptionError("PATH", STANDARD_INPUT, "is given twice, and standard input has one content")
        if number and id is None:
            raise OptionError("id", None, "must name the document of standard input (PATH -)")
        if id is not None and not number:
            raise OptionError("id", id, "requires PATH -, of which it is the document id")
        if id is not None and not _is_name(id):
            raise OptionError("id", id, "must be valid Unicode, and not blank")
        if null and files_from is None:
            raise OptionError("null", True, "requires --files-from")
        if not given and files_from is None:
            raise OptionError("PATH", None, "must be given, or --files-from")
        return cls(check_paths(files), [] if files_from is None else _read_list(files_from, null=null), id)

    @property
    def every(self) -> list[str]:
        """All paths."""
        return [*self.paths, *self.listed]

    @contextlib.contextmanager
    def standard_input(self) -> Iterator[tuple[str, str] | None]:
        """Copy standard input into a file, since a file is read twice if it is large; return the name of the file,
        and the document id. None if standard input is no input."""
        if self.id is None:
            yield None
            return
        with tempfile.TemporaryDirectory(prefix="shiplap-") as folder:
            suffix = _SUFFIX.search(self.id)
            path = os.path.join(folder, "input" + (suffix.group() if suffix else ""))
            with open(path, "wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
            yield path, self.id


def _is_name(id: object) -> bool:
    try:
        return isinstance(id, str) and bool(id.strip()) and "\0" not in id and bool(id.encode())
    except UnicodeEncodeError:
        return False


def _read_list(files_from: Any, *, null: bool) -> list[str]:
    """Read the paths of a list: a file, standard input (`-`), or in Python an iterable of paths."""
    if not isinstance(files_from, (str, os.PathLike)):
        if not isinstance(files_from, Iterable):
            raise OptionError("files_from", files_from, "must be a file, or paths")
        return [os.fspath(path) for path in files_from]
    stream: contextlib.AbstractContextManager[IO[bytes]]
    try:
        path = os.fspath(files_from)
        stream = contextlib.nullcontext(sys.stdin.buffer) if path == STANDARD_INPUT else open(path, "rb")  # noqa: SIM115
        with stream as file:
            data = file.read()
    except OSError as error:
        raise OptionError("files_from", os.fspath(files_from), f"cannot be read: {error.strerror}") from None
    if null:
        parts = data.split(b"\0")
    else:  # also as Windows writes lists
        parts = [line.removesuffix(b"\r") for line in data.removeprefix(codecs.BOM_UTF8).split(b"\n")]
    return [os.fsdecode(part) for part in parts if part]
