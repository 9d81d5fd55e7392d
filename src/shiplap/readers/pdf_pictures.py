"""Pictures of the pages of a PDF file, for the viewer."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from typing import Any

from shiplap.extras import require

#: The width of a picture in pixels, and the most pixels that it has: a page may be a strip of any length.
WIDTH, MAX_PIXELS = 800, 4_000_000


def pictures(data: bytes, numbers: Iterable[int], password: str | None) -> dict[int, bytes]:
    """Return pictures (PNG, grey) of pages as displayed, by number; pages that PDFium cannot load have none.

    PDFium is not safe for threads: the caller is a child process.
    """
    library = require("pypdfium2", "pdf", "PDF")
    document = library.PdfDocument(data, password)
    found = {}
    for number in numbers:
        try:
            page = document[number - 1]
        except library.PdfiumError:
            continue
        width, height = page.get_size()
        if width > 0 and height > 0:
            scale = min(WIDTH / width, (MAX_PIXELS / (width * height)) ** 0.5)
            found[number] = png(page.render(scale=scale, grayscale=True).to_numpy())
        page.close()
    document.close()
    return found


def png(pixels: Any) -> bytes:
    """Return grey pixels as a picture. pixels: an array of bytes, of rows and columns.

    >>> import numpy
    >>> png(numpy.zeros((2, 3), numpy.uint8))[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    height, width = pixels.shape[:2]
    rows = b"".join(b"\0" + row.tobytes() for row in pixels.reshape(height, width))
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    ]
    chunks = [
        struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        for name, content in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
