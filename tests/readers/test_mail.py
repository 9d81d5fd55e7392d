"""Mail: the best text, headers, attachments, mailboxes, saved pages, damaged and hostile messages."""

from __future__ import annotations

import base64
import contextlib
from typing import Any

import pytest

from shiplap.errors import ReaderError
from shiplap.readers import email, mhtml
from shiplap.readers.mail import attachments, messages
from tests.readers.rows import rows


def part(content: str | bytes, kind: str = "text/plain; charset=utf-8", *more: str) -> bytes:
    content = content.encode() if isinstance(content, str) else content
    return "\r\n".join((f"Content-Type: {kind}", *more, "", "")).encode() + content


def parts(kind: str, *inner: bytes) -> bytes:
    name = f"b{len(b''.join(inner))}"
    body = b"".join(b"--" + name.encode() + b"\r\n" + each + b"\r\n" for each in inner)
    return part(body + f"--{name}--\r\n".encode(), f'multipart/{kind}; boundary="{name}"')


HEADERS = (
    b"From: =?utf-8?q?J=C3=BCrgen?= Rain <j@example.org>, b@example.org\r\nTo: Ann <ann@example.org>\r\n"
    b"Subject: On\r\n =?utf-8?b?UmVnZW4=?=\r\nDate: Fri, 02 Jan 2026 03:04:05 +0100\r\n"
    b"Message-ID: <1@example.org>\r\n"
)
PLAIN = part("It rains.\r\n")
PAGE = part("<h1 id=rain>Rain</h1><p>It <b>rains</b>.", "text/html; charset=utf-8")
PICTURE = part(base64.b64encode(b"\x89PNG"), "image/png", "Content-Transfer-Encoding: base64")


def test_headers_become_metadata() -> None:
    document = email(HEADERS + PLAIN, path="a.eml", metadata={"folder": "in"})
    assert document.text == "It rains." and document.path == "a.eml.txt"
    assert document.metadata == {
        "title": "On Regen",
        "authors": ["Jürgen Rain", "b@example.org"],
        "to": ["Ann"],
        "created": "2026-01-02T03:04:05+01:00",
        "message_id": "<1@example.org>",
        "folder": "in",
    }
    assert email("Subject: Süd\nDate: soon\n\n".encode()).metadata == {"title": "Süd"}
    assert email("Subject: Süd\n\n".encode("latin-1")).metadata == {"title": "Süd"}


def test_the_best_text() -> None:
    pytest.importorskip("selectolax")
    shown = "# Rain\n\nIt rains."
    for message, text in (
        (parts("alternative", PLAIN, PAGE), "It rains."),
        (parts("alternative", part(" \r\n"), PAGE), shown),
        (parts("alternative", PAGE, part("BEGIN", "text/calendar")), shown),
        (parts("alternative", parts("related", PAGE, PICTURE)), shown),
        (parts("mixed", PLAIN, PICTURE, part("Bye.")), "It rains.\n\nBye."),
        (parts("mixed", PLAIN, part("no", "text/plain", "Content-Disposition: attachment")), "It rains."),
        (parts("mixed", PLAIN, PAGE), f"It rains.\n\n{shown}"),
        (parts("mixed", part(PLAIN, "message/rfc822")), ""),
        (PAGE, shown),
    ):
        assert email(HEADERS + message).text == text
    document = email(HEADERS + parts("mixed", PLAIN, PAGE))
    assert rows(document, "anchors") == [("", "rain")] and document.path == "document.md"


@pytest.mark.parametrize(
    ("kind", "more", "content", "text"),
    [
        ("text/plain; charset=iso-8859-1", "quoted-printable", b"S=FCd =\r\nwind", "Süd wind"),
        ("text/plain; charset=shift_jis", "base64", base64.b64encode("雨".encode("shift_jis")), "雨"),
        ("text/plain; charset=us-ascii", "8bit", "Süd".encode(), "Süd"),
        ("text/plain", "7bit", b"a\r\nb", "a\nb"),
    ],
)
def test_encodings(kind: str, more: str, content: bytes, text: str) -> None:
    assert email(part(content, kind, f"Content-Transfer-Encoding: {more}")).text == text


@pytest.mark.parametrize(
    ("kind", "more", "content", "rule"),
    [
        ("text/plain; charset=klingon", "7bit", b"a", "the charset must be one that Python knows, not 'klingon'"),
        ("text/plain; charset=base64", "7bit", b"a", "the charset must be one that Python knows, not 'base64'"),
        ("text/plain; charset=utf-8", "8bit", b"a\xff", "byte offset 1: must be utf-8"),
        ("text/plain", "base64", b"YWJjZA=a#", "must be base64"),
        ("text/plain", "rot13", b"a", "the transfer encoding must be one of"),
        ("multipart/mixed; boundary=x", "7bit", b"--y\r\n\r\na", "must have parts with the boundary"),
    ],
)
def test_errors(kind: str, more: str, content: bytes, rule: str) -> None:
    with pytest.raises(ReaderError) as caught:
        email(part(content, kind, f"Content-Transfer-Encoding: {more}"))
    assert caught.value.place == "part 1" and rule in str(caught.value)


def test_attachments() -> None:
    pytest.importorskip("selectolax")
    inner = HEADERS + PLAIN
    report = "Content-Disposition: attachment; filename*=utf-8''..%2Fr%C3%A9port.txt"
    message = HEADERS + parts(
        "mixed",
        parts("alternative", PLAIN, parts("related", PAGE, PICTURE), part("BEGIN", "text/calendar")),
        part("one", "text/plain", report),
        part("two", "text/plain", report),
        part(inner, "message/rfc822"),
        part("x", "application/octet-stream", 'Content-Disposition: attachment; filename="C:\\\\a\\\\.."'),
    )
    found = [(name, content.replace(b"\r\n", b"\n")) for name, content in attachments(message)]
    assert found[:2] == [("part-2.png", b"\x89PNG"), ("part-3.ics", b"BEGIN")]
    assert found[2:4] == [("réport.txt", b"one"), ("réport-2.txt", b"two")]
    assert found[4][0] == "part-4.eml" and email(found[4][1]).text == "It rains."
    assert found[5][1] == b"x" and "." not in found[5][0][:1]
    assert list(attachments(HEADERS + PLAIN)) == []


def test_mailboxes() -> None:
    for end in (b"\n", b"\r\n"):
        first = [b"From a", b"Subject: 1", b"", b"x", b">From y", b">>From z", b"From w", b""]
        box = end.join([*first, b"From b", b"Subject: 2", b"", b"v", b""])
        found = list(messages(box))
        assert [name for name, _ in found] == ["1.eml", "2.eml"]
        assert [email(content).text for _, content in found] == ["x\nFrom y\n>From z\nFrom w", "v"]
    assert list(messages(b"")) == []
    with pytest.raises(ReaderError, match="mbox, byte offset 0: must begin with a line 'From …'"):
        list(messages(b"Subject: 1\n\nFrom x"))


def test_saved_pages() -> None:
    pytest.importorskip("selectolax")
    page = part("<title>Hills</title><h1 id=rain>Rain", "text/html; charset=utf-8")
    document = mhtml(HEADERS + parts("related", page, PICTURE), path="a.mhtml")
    assert document.text == "# Rain" and document.path == "a.mhtml.md"
    assert rows(document, "anchors") == [("", "rain")]
    assert document.metadata is not None and document.metadata["title"] == "Hills"
    untitled = mhtml(HEADERS + part("<p>x", "text/html")).metadata
    assert untitled is not None and untitled["title"] == "On Regen"
    with pytest.raises(ReaderError, match="mhtml: must have a part with a page of HTML"):
        mhtml(HEADERS + PLAIN)


def test_hostile_messages() -> None:
    deep: bytes = PLAIN
    for _ in range(60):
        deep = parts("mixed", deep)
    deeper = b"".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n".encode() for n in range(1000))
    for given, rule in (
        (deep, "parts must be at most 50 deep"),
        (deeper, "parts must be at most 50 deep"),
        (b"To: " + b'"' * 200_000 + b"\n\n", "must have at most 100,000 characters"),
        (b"no header", "must be a header"),
        (b"", "must be a header"),
    ):
        with pytest.raises(ReaderError, match=rule):
            email(given)
    for value in ('"', "(", "a@", "<", "=?utf-8?q?a?= ", ","):
        header = (value * 9000)[:9000].encode()
        email(b"To: " + header + b"\nFrom: " + header + b"\nSubject: " + header + b"\nDate: " + header + b"\n\nx")


def test_damaged_messages_are_read_or_refused() -> None:
    message = bytearray(HEADERS + parts("mixed", parts("alternative", PLAIN, PAGE), PICTURE))
    wrong: Any = (0, 10, 34, 58, 61, 255)
    for place in range(0, len(message), 7):
        damaged = bytearray(message)
        damaged[place] = wrong[place % len(wrong)]
        with contextlib.suppress(ReaderError):
            email(bytes(damaged))
        with contextlib.suppress(ReaderError):
            list(attachments(bytes(damaged)))
