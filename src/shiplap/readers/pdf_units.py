"""The units of the pages of a PDF file (`UserUnit`), which PDFium neither applies nor reports.

Few files have any. Therefore the name is searched first, in the file and in its object streams. Only if a file has
it, PDFium writes a copy of the file without object streams and encryption, whose page tree is easy to read.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from typing import Any

NAME = b"/UserUnit"

#: The most bytes to which one object stream is expanded.
MAX_EXPANDED = 1 << 24

#: The beginning of an object stream: its dictionary, after its type, has at most 500 bytes.
_STREAM = re.compile(rb"/ObjStm\b.{0,500}?\bstream\r?\n", re.DOTALL)
_ROOT = re.compile(rb"/Root\s+(\d+)\s")
_TREE = re.compile(rb"/Pages\s+(\d+)\s")
_KIDS = re.compile(rb"/Kids\s*(?:\[([^\]]*)\]|(\d+)\s+\d+\s+R)")
_REFERENCE = re.compile(rb"(\d+)\s+\d+\s+R")
_UNIT = re.compile(NAME + rb"\s*(\d{1,6}(?:\.\d*)?|\.\d+)(?![\d.])")
_END = re.compile(rb"\bstream\b|\bendobj\b")
_OBJECT = re.compile(rb"(?:^|[\r\n])(\d+) \d+ obj\b")


def page_units(document: Any, data: bytes, count: int) -> dict[int, float]:
    """Return the unit of each page that has one, in points, by the number of the page.

    document: that of pypdfium2. data: the content of the file. count: how many pages it has.
    """
    if not may_have_units(data):
        return {}
    copy = io.BytesIO()
    document.save(copy, flags=3)  # FPDF_REMOVE_SECURITY
    written = copy.getvalue()
    if NAME not in written:
        return {}
    pages = list(_pages(_objects(written), written))
    if len(pages) != count:  # PDFium counts the pages of a damaged tree in its own way
        return {}
    found = ((number, _UNIT.search(page)) for number, page in enumerate(pages, 1))
    return {number: float(unit[1]) for number, unit in found if unit is not None and float(unit[1]) > 0}


def may_have_units(data: bytes) -> bool:
    """Return whether a file has the name of the unit, or may have it in a part that is encrypted."""
    if NAME in data:
        return True
    if b"/ObjStm" not in data:
        return False
    return b"/Encrypt" in data or any(NAME in part for part in _expanded(data))


def _expanded(data: bytes) -> Iterator[bytes]:
    """Yield the content of each object stream."""
    for match in _STREAM.finditer(data):
        end = data.find(b"endstream", match.end())
        try:
            yield zlib.decompressobj().decompress(memoryview(data)[match.end() : end], MAX_EXPANDED)
        except zlib.error:  # it is compressed in another way: with LZW, which new files do not have
            continue


def _objects(written: bytes) -> dict[int, bytes]:
    """Return the beginning of each object of a file without object streams, by number: up to its stream or end."""
    found = {}
    for match in _OBJECT.finditer(written):
        end = _END.search(written, match.end())
        found[int(match[1])] = written[match.end() : end.start() if end else len(written)]
    return found


def _pages(objects: dict[int, bytes], written: bytes) -> Iterator[bytes]:
    """Yield the dictionary of each page, in the order of the page tree."""
    roots = _ROOT.findall(written)
    tree = _TREE.search(objects.get(int(roots[-1]), b"")) if roots else None
    waiting, seen = [int(tree[1])] if tree else [], set()
    while waiting:
        number = waiting.pop()
        if number in seen:  # the tree has a circle
            return
        seen.add(number)
        node = objects.get(number, b"")
        kids = _KIDS.search(node)
        if kids is None:
            yield node
            continue
        listed = objects.get(int(kids[2]), b"") if kids[2] else kids[1]
        waiting += reversed([int(each) for each in _REFERENCE.findall(listed)])
