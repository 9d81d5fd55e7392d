"""The documents below the folders of the interpreter and of the system, in two halves.

Rules and costs are chosen on one half; the other has no part in it. A hash of its text says which half a document
belongs to, and in which order it is taken.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Container
from pathlib import Path

PARTS = ("development", "held-out")


def documents(part: str, suffixes: Container[str], least: int, most: int) -> dict[str, str]:
    """Return the documents of a half with one of these suffixes, of `least` to `most` bytes, each once: the texts
    by digest and suffix, in the order of the digests."""
    found: dict[str, str] = {}
    for root in dict.fromkeys((sys.prefix, sys.base_prefix, "/usr/share", "/usr/lib", os.path.expanduser("~"))):
        for path in Path(root).rglob("*"):
            try:
                if path.suffix not in suffixes or not least <= path.stat().st_size <= most:
                    continue
                text = path.read_text("utf-8")
            except (OSError, UnicodeDecodeError):
                continue
            digest = hashlib.md5(text.encode()).hexdigest()
            if int(digest, 16) % 2 == PARTS.index(part):
                found[digest + path.suffix] = text
    return dict(sorted(found.items()))
