"""The readers of files, by the suffixes of their names."""

from __future__ import annotations

import os
from collections.abc import Callable

from shiplap.document import Document
from shiplap.readers.subtitles import srt, vtt

#: Makes a document of the content of a file.
Reader = Callable[[bytes], Document]

BY_SUFFIX: dict[str, Reader] = {".srt": srt, ".vtt": vtt}


def reader_of(path: str | None) -> Reader | None:
    """Return the reader of a file; None if the file is cut as it is.

    >>> reader_of("talks/rain.SRT") is srt, reader_of("rain.md")
    (True, None)
    """
    return None if path is None else BY_SUFFIX.get(os.path.splitext(path)[1].lower())
