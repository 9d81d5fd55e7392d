"""Zip files of XML: those of Office Open XML (DOCX, PPTX), OpenDocument and EPUB, read under limits.

Only the members that a reader asks for are expanded. zipfile stops at the size that the directory of the zip file
gives for a member, and compares the check sum, so that a wrong size is an error and not a bomb. XML is parsed
by lxml without entities, without a document type definition of another file, and without a network; libxml2 limits
the depth to 256 elements.
"""

from __future__ import annotations

import io
import posixpath
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple, NoReturn
from urllib.parse import unquote

from shiplap.errors import ReaderError, TextTypeError
from shiplap.extras import require
from shiplap.options import count
from shiplap.readers.compressed import MORE

#: Namespaces of Office Open XML: WordprocessingML, PresentationML, DrawingML, relations, alternatives.
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"

#: The default limit of the expanded members of one file together, in bytes.
MAX_EXPANSION = 1_000_000_000

#: A member of more than so many bytes may be at most so many times as large as its compressed form. Text of office
#: files is 5 to 20 times as large, a sheet of equal rows 100 times.
MIN_BOMB = 10_000_000
MAX_RATIO = 200

MAX_MEMBERS = 100_000

#: The methods that the three formats permit. zipfile cannot limit what the others expand to.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

#: What zipfile and zlib raise for damaged files.
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, LookupError,
    OverflowError,
)  # fmt: skip

#: The first bytes of the binary files of older versions, in which encrypted files are wrapped.
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_ENCRYPTED = 0x1

#: The names of ISO/IEC 29500 "strict", and those of "transitional", by which readers know elements.
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
_TRANSITIONAL = rb"http://schemas.openxmlformats.org/\1/2006/"


class Relation(NamedTuple):
    """A relation of a part of an Office file: the last word of its type, and the part that is meant."""

    type: str
    target: str


class Package:
    """A zip file, and the reader that errors name. Raises ReaderError for damaged files, and beyond the limits.

    max_expansion: limit of the bytes of all members that are read, expanded.
    """

    def __init__(self, data: bytes, reader: str, max_expansion: int = MAX_EXPANSION) -> None:
        content = content_of(data)
        count("max_expansion", max_expansion)
        self.reader = reader
        self._left = self._limit = max_expansion
        if content.startswith(_OLE):
            self.fail("", "must be a zip file, and is one with a password, or of an older format")
        try:
            self._file = zipfile.ZipFile(io.BytesIO(content))
        except _DAMAGED as error:
            self.fail("", f"must be a zip file, and is cut off, damaged or another file ({_reason(error)})")
        infos = self._file.infolist()
        if len(infos) > MAX_MEMBERS:
            self.fail("", f"must have at most {MAX_MEMBERS:,} members, not {len(infos):,}")
        self._infos = {_key(info.filename): info for info in infos}

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._infos

    @property
    def names(self) -> list[str]:
        """The names of the members, in the order of the file."""
        return [info.filename for info in self._infos.values()]

    def renew(self) -> None:
        """Forget what was read, so that the limit is that of another pass over the file."""
        self._left = self._limit

    def read(self, name: str) -> bytes:
        """Return a member. Raises ReaderError if it is missing, damaged, encrypted or beyond the limits."""
        info = self._infos.get(_key(name))
        if info is None:
            self.fail(name, "is missing")
        if info.flag_bits & _ENCRYPTED:
            self.fail(name, "is encrypted: a file with a password cannot be read")
        if info.compress_type not in _METHODS:
            self.fail(name, "must be stored or deflated; another method of compression is used")
        self._check_size(info)
        try:
            return self._file.read(info)
        except _DAMAGED as error:
            self.fail(name, f"is damaged: {_reason(error)}")

    def _check_size(self, info: zipfile.ZipInfo) -> None:
        self.take(info.filename, info.file_size)
        if info.file_size > max(MIN_BOMB, MAX_RATIO * info.compress_size):
            rule = (
                f"must be at most {MAX_RATIO} times as large as its compressed form, if it has {MIN_BOMB:,} bytes"
            )
            self.fail(info.filename, rule, info.file_size)

    def take(self, name: str, size: int) -> None:
        """Take the size of what is expanded off the limit. Raises ReaderError beyond the limit."""
        self._left -= size
        if self._left < 0:
            rule = f"must have at most max_expansion={self._limit:,} bytes, expanded, with the members before it"
            raise ReaderError(self.reader, name, rule, size, MORE)

    def refuse_encrypted(self) -> None:
        """Raise ReaderError for an OpenDocument file with a password."""
        name = "META-INF/manifest.xml"
        if name in self and b"encryption-data" in self.read(name):
            self.fail(name, "the file is encrypted: a file with a password cannot be read")

    def xml(self, name: str) -> Any:
        """Return the root of a member, an element of lxml. Names of "strict" files become those of the others."""
        etree = require("lxml.etree", "office", f"the reader {self.reader}")
        content = self.read(name)
        if b"purl.oclc.org" in content:
            content = _STRICT.sub(_TRANSITIONAL, content)
        parser = etree.XMLParser(
            resolve_entities=False, load_dtd=False, no_network=True, remove_comments=True, remove_pis=True
        )
        try:
            root = etree.fromstring(content, parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            self.fail(name, f"must be XML: {error}")
        dtd = root.getroottree().docinfo.internalDTD
        if dtd is not None and any(True for each in (dtd.iterentities(), root.iter(etree.Entity)) for _ in each):
            self.fail(name, "must have no entities")
        return root

    def xml_or_none(self, name: str | None) -> Any:
        """Return the root of a member that may be missing."""
        return self.xml(name) if name is not None and name in self else None

    def elements(self, name: str | None) -> Iterable[Any]:
        """Return the elements in the root of a member, none if the member is missing."""
        root = self.xml_or_none(name)
        return () if root is None else root

    def relations(self, part: str) -> dict[str, Relation]:
        """Return the relations of a part of an Office file to other parts of the file, by their ids.

        The part "" is the whole. Relations to other files and addresses are left out.
        """
        folder, base = posixpath.split(part)
        found: dict[str, Relation] = {}
        for each in self.elements(posixpath.join(folder, "_rels", f"{base}.rels")):
            if each.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, unquote(each.get("Target", ""))))
                found[each.get("Id", "")] = Relation(each.get("Type", "").rpartition("/")[2], target.lstrip("/"))
        return found

    def related(self, part: str, kind: str) -> str | None:
        """Return the first part that a part has a relation of a type to, None if it is missing."""
        return next((each.target for each in self.relations(part).values() if each.type == kind), None)

    def fail(self, name: str, rule: str, value: object = None) -> NoReturn:
        """Raise a ReaderError for a member, "" for the whole."""
        raise ReaderError(self.reader, name, rule, value) from None


def content_of(data: object) -> bytes:
    """Return the content of a file as bytes. Raises TextTypeError for another type, such as a path."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TextTypeError(type(data).__name__, "pass the content of the file: path.read_bytes()")
    return bytes(data)


def chosen(element: Any) -> Any:
    """Return the first of the alternatives of an element of Office Open XML, another element as it is."""
    if element.tag != f"{MC}AlternateContent":
        return element
    choice = element.find(f"{MC}Choice")
    return next(iter(element), element) if choice is None else choice


def _key(name: str) -> str:
    """Return what is equal in all spellings of the name of a member."""
    return name.replace("\\", "/").lstrip("/").lower()


def _reason(error: Exception) -> str:
    return str(error).rstrip(".") or type(error).__name__
