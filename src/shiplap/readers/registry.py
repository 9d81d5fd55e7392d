"""The readers of a run: which one reads a file, by its first bytes, its name and the user's own rules."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from shiplap.chunkers.selection import matches
from shiplap.document import Document
from shiplap.errors import OptionError, ReaderError, unknown
from shiplap.options import imported
from shiplap.readers.compressed import expand, inner_name
from shiplap.readers.encodings import is_utf8, marked, not_text, unmarked
from shiplap.readers.formats import COMPRESSED, FORMATS, TEXT, Context, Format
from shiplap.readers.front_matter import front_matter
from shiplap.readers.options import AUTO, UTF8, ReadOptions
from shiplap.readers.signatures import BINARY_WINDOW, unread

#: The group of entry points by which installed packages add formats, each a `Format`.
ENTRY_POINTS = "shiplap.readers"

#: A pattern, and a function that makes a text or a document of content and a path.
Rule = tuple[str, Callable[[bytes, str], Any]]


@cache
def formats() -> tuple[Format, ...]:
    """Return all formats: those of installed packages first, then those of shiplap.

    Raises ReaderError for an entry point that cannot be loaded, or is not a Format.
    """
    from importlib.metadata import entry_points

    added = []
    for entry in entry_points(group=ENTRY_POINTS):
        place = f"entry point {entry.value!r}"
        try:
            found = entry.load()
        except Exception as error:
            rule, remedy = f"cannot be loaded ({type(error).__name__}: {error})", "mend its package, or remove it"
            raise ReaderError(entry.name, place, rule, remedy=remedy) from error
        if not isinstance(found, Format):
            raise ReaderError(entry.name, place, "must be a shiplap.readers.Format")
        added.append(found)
    return (*added, *FORMATS)


def format_named(name: str) -> Format:
    """Return the format of a name. Raises OptionError for an unknown one."""
    known = {each.name: each for each in (TEXT, *reversed(formats()))}
    if name not in known:
        raise unknown("format", name, sorted(known))
    return known[name]


class Content(NamedTuple):
    """The content of a file, its name, and its format (see `Readers.find`)."""

    data: bytes
    path: str | None
    format: Format | None


class Readers:
    """The readers of a run. They may be shared by threads.

    options: of all readers.
    rules: pairs of a pattern and a function for files whose name or path matches it; the first match applies, and
        counts for more than the formats. The function gets the content and the path, and returns the text or a
        `Document`.

    >>> readers = Readers()
    >>> readers.find(b"1\\n00:00:01,000 --> 00:00:02,500\\nIt rains.\\n", "rain.srt").name
    'srt'
    >>> readers.find(b"It rains.", "rain.txt") is None
    True
    """

    def __init__(
        self, options: ReadOptions | None = None, rules: Iterable[Rule] = ()
    ) -> None:
        self.options: ReadOptions = ReadOptions() if options is None else options
        self.rules: Sequence[Rule] = tuple(rules)

    def find(self, data: bytes, path: str | None) -> Format | None:
        """Return the format of a file, given its content, or at least its beginning; None if it is text that is
        cut as it is, or a file that no reader reads."""
        for pattern, function in self.rules:
            if path is not None and matches(path, pattern):
                return _of_function(function)
        suffix = "" if path is None else os.path.splitext(path)[1].lower()
        known = formats()
        found = (
            next((each for each in known if each.signature is not None and each.signature(data)), None)
            or next((each for each in known if suffix in each.suffixes), None)
            or next((each for each in known if not suffix and each.looks is not None and each.looks(data)), None)
        )
        if found is not None and not (found.name == "html" and self.options.html == "raw"):
            is_other = not found.in_child and found is not COMPRESSED and unread(data) != ""
            return None if is_other else found
        return TEXT if _is_wide(data, self.options.encoding) or _may_be(data, self.options.encoding) else None

    def read(self, format: Format, data: bytes, path: str | None) -> Document:
        """Return the document of a file of a format.

        Raises ReaderError for content that cannot be read, MissingExtraError for a library that is not installed.
        """
        if format is COMPRESSED:
            return self._document(self.expanded(Content(data, path, format)))
        with _remedied(format, data):
            if format.in_child:
                from shiplap.readers.child import IS_CHILD, read_in_child

                if not IS_CHILD:
                    return read_in_child(format, data, path, self.options)
            return format.read(data, path, self)

    def inner(self, reader: str) -> Readers:
        """Return the readers of a file within a file that a reader reads. Raises ReaderError if files lie within
        one another deeper than the options allow."""
        return Readers(self.options.inner(reader), self.rules)

    def expanded(self, content: Content) -> Content:
        """Return what is in a compressed file, which counts as that file; other content as it is.

        Raises ReaderError for a file that is damaged, or expands to more than the options allow;
        MissingExtraError.
        """
        if content.format is not COMPRESSED:
            return content
        from shiplap.readers.child import IS_CHILD, expand_in_child

        with _remedied(COMPRESSED, content.data):
            if IS_CHILD:
                data = expand(content.data, self.options.max_expansion)
            else:
                data = expand_in_child(content.data, self.options)
        path = inner_name(content.path)
        readers = self.inner("compressed")
        return readers.expanded(Content(data, path, readers.find(data, path)))

    def content(self, data: bytes, path: str | None) -> Content:
        """Return the content of a file, or of the file that is compressed in it. Raises the errors of
        `expanded`."""
        return self.expanded(Content(data, path, self.find(data, path)))

    def may_guess(self, errors: str) -> bool:
        """Return whether the encoding of a text that is not UTF-8 is guessed: unless `errors`, the option of the
        chunker, or the option `encoding` says how such a text is read."""
        return errors == "strict" and self.options.encoding == AUTO

    def guessed(self, data: bytes, errors: str) -> Format | None:
        """Return the format of a text whose encoding is guessed, None for a text in UTF-8."""
        return TEXT if self.may_guess(errors) and not is_utf8(data) else None

    def text_of(self, content: Content, errors: str = "strict") -> bytes | Document:
        """Return what is cut of a file: the document that a reader makes of it, or the content of a text.

        errors: the option of the chunker. If "strict", a text that is not UTF-8 is read in its most likely
            encoding.

        Raises the errors of `read`.
        """
        data, path, format = content
        format = format or self.guessed(data, errors)
        return data if format is None else self.read(format, data, path)

    def document(self, data: bytes, path: str | None) -> Document:
        """Return the document of any file. Of a text in UTF-8 it has the content, with its byte order mark.

        Raises the errors of `read`, ReaderError also for content that is no text.
        """
        return self._document(self.content(data, path))

    def _document(self, content: Content) -> Document:
        data, path, format = content
        if format is None and (reason := not_text(data)):
            raise ReaderError("text", "byte offset 0", f"is not text: {reason}")
        found = self.text_of(content)
        if isinstance(found, Document):
            return found
        try:
            return Document(found.decode(), path=path, metadata=front_matter(found, path) or None)
        except UnicodeDecodeError:
            return self.read(TEXT, data, path)  # which says where it is not UTF-8

    def text(self, data: bytes, path: str | None) -> str:
        """Return the text of any file. Raises the errors of `document`."""
        return str(self.document(data, path).text)

    def fingerprint(self, format: Format) -> str:
        """Return the name of the way in which files of a format are read."""
        return format.fingerprint(self.options)


@contextlib.contextmanager
def _remedied(format: Format, data: bytes) -> Iterator[None]:
    """Add what to do with a file of a format to an error that does not say it."""
    try:
        yield
    except ReaderError as error:
        if not data and format.remedy:
            raise ReaderError(format.name, "", "the file is empty", remedy=format.remedy) from None
        if error.remedy or not format.remedy:
            raise
        raise ReaderError(error.reader, error.place, error.rule, error.value, format.remedy) from None


def _is_wide(data: bytes, encoding: str) -> bool:
    """Return whether content is UTF-16 or UTF-32: by its byte order mark, or, unless the user named an encoding,
    by where its NUL bytes are."""
    mark = marked(data)
    return (encoding == AUTO and unmarked(data) is not None) if mark is None else mark[1] != "utf-8"


def _may_be(data: bytes, encoding: str) -> bool:
    """Return whether content may be text in an encoding that the user named. Almost any byte is valid in some."""
    if encoding in (AUTO, UTF8) or unread(data):
        return False
    has_nul = b"\0" in "a".encode(encoding)  # as UTF-16 and UTF-32 have
    return has_nul or data.find(0, 0, BINARY_WINDOW) < 0


def _of_function(function: Callable[[bytes, str], Any]) -> Format:
    """Return the format of files that a function of the user reads."""
    name = f"{function.__module__}:{function.__qualname__}"

    def read(data: bytes, path: str | None, run: Context) -> Document:
        made = function(data, path or "")
        if isinstance(made, str):
            return Document(made, path=path)
        if not isinstance(made, Document):
            raise ReaderError(name, "", f"must return a str or a Document, not {type(made).__name__}")
        return made

    return Format(name=name, read=read)


def kept_readers(configuration: str, *, is_trusted: bool) -> Readers:
    """Return the readers of the options that a store keeps, as JSON ("" for the default ones). Functions are
    imported only if the store is trusted.

    Raises ValueError, KeyError or TypeError for a configuration that is unusable, OptionError for its functions.
    """
    facts = json.loads(configuration) if configuration else {"options": {}, "readers": []}
    rules = rules_of(map(str, facts["readers"])) if is_trusted else []
    return Readers(ReadOptions.of(facts["options"]), rules)


def rules_of(given: Iterable[str]) -> list[Rule]:
    """Return the rules of texts of the form GLOB=MODULE:FUNCTION. Raises OptionError.

    >>> [(pattern, function.__name__) for pattern, function in rules_of(["*.x=shiplap.readers:srt"])]
    [('*.x', 'srt')]
    """
    rules: list[Rule] = []
    for text in given:
        pattern, sign, name = text.partition("=")
        if not (sign and pattern and ":" in name):
            raise OptionError("reader", text, "must be GLOB=MODULE:FUNCTION")
        function: Any = imported(name, "reader")
        rules.append((pattern, function))
    return rules
