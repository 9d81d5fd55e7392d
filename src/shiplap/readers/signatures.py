"""First bytes of files that no reader reads and that are not text."""

from __future__ import annotations

#: A file with a NUL byte among so many first bytes is binary.
BINARY_WINDOW = 8192

_CONVERT = "soffice --convert-to docx makes a document that is read"

#: The first bytes of a file, and the reason why it is not read.
SIGNATURES = (
    (b"PK\x03\x04", "binary file (a ZIP archive)"), (b"\x89PNG", "binary file (PNG)"),
    (b"\xff\xd8\xff", "binary file (JPEG)"), (b"7z\xbc\xaf", "binary file (7z)"),
    (b"Rar!\x1a\x07", "binary file (RAR)"), (b"GIF8", "binary file (GIF)"),
    (b"SQLite format 3\0", "binary file (SQLite)"), (b"\x7fELF", "binary file (ELF)"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", f"binary file (.doc, .ppt, .msg and the like; {_CONVERT})"),
    (b"{\\rtf", f"RTF ({_CONVERT})"),
)  # fmt: skip


def unread(data: bytes) -> str:
    """Return why a file is neither text nor read, by its first bytes, or "".

    >>> unread(b"It rains."), unread(b"\\x89PNG...")
    ('', 'binary file (PNG)')
    """
    return next((reason for signature, reason in SIGNATURES if data.startswith(signature)), "")
