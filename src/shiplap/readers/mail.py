"""Readers of mail: messages (EML), their attachments, mailboxes (mbox), and web pages saved as messages (MHTML).

    bytes ──► parts (the standard library's `email`) ──► texts that are shown ──► text; headers ──► metadata

Headers are parsed by the functions of `email.header` and `email.utils`. Those of `email.policy.default` were
tried: their time grows with the square of a header's length, 8 seconds for 20,000 quotation marks.
"""

from __future__ import annotations

import codecs
import mimetypes
import re
from collections.abc import Iterator
from email import errors, message_from_bytes, policy
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from typing import Any, NamedTuple, NoReturn

from shiplap.document import Document
from shiplap.errors import ReaderError
from shiplap.readers.documents import make, markdown_path
from shiplap.readers.packages import content_of

#: What to do with a mailbox that cannot be read.
_EXPORT = "export the mailbox again, or rename it to .txt if it is a text"

#: The types of text that is shown.
_SHOWN = ("text/plain", "text/html")
_PAGES = ("text/html", "application/xhtml+xml")

#: Names of the encodings in which a part is carried; the last ones are those of uuencode.
_CARRIED = ("", "7bit", "8bit", "binary", "quoted-printable", "base64", "x-uuencode", "uuencode", "uue", "x-uue")

#: Damage after which the content of a part is not what was sent.
_DAMAGED = (errors.InvalidBase64CharactersDefect, errors.InvalidBase64LengthDefect)

#: The most characters of a header that is parsed.
_MAX_HEADER = 100_000

#: How deep parts may be within one another. The parser of `email` calls itself for each level.
_MAX_DEPTH = 50

#: The line that begins a message of a mailbox, after a blank line, and a line of a message that was escaped.
_FROM = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n?")
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)


def email(data: bytes, **names: Any) -> Document:
    """Read a message (EML).

    The text is that of the parts that are shown: of alternatives the plain text, or else the page of HTML, as
    Markdown. Attachments are left out. A plain text is cut as such (the path of the document has ".txt" behind
    it), HTML as Markdown (".md").

    names: `document_id`, `source`, `path` and `metadata` of the `Document`.

    The metadata are `title` (the subject), `authors` (the senders), `to` and `cc` (lists), `created` (the date, as
    ISO 8601 has it), `message_id` and `language`, where the message has them.

    Raises ReaderError for what is no message, for an unknown charset and for text that is not in its charset; it
    names the part. Raises MissingExtraError for HTML without the extra `html`.

    >>> email(b"From: Ann <ann@example.org>\\nSubject: Rain\\n\\nIt rains.\\n").metadata
    {'title': 'Rain', 'authors': ['Ann']}
    """
    message = _message("email", data)
    made = _Texts("email")
    for part in _shown(message, "1"):
        if part.kind in _SHOWN:
            made.add(part)
    return made.document(_headers(message), names)


def mhtml(data: bytes, **names: Any) -> Document:
    """Read a web page that a browser saved as one file (MHTML), as Markdown.

    The text, the table `anchors` and the metadata are those of the page (see `html`); the title is the subject if
    the page has none.

    names: `document_id`, `source`, `path` and `metadata` of the `Document`.

    Raises ReaderError for a file without a page, and for a page that is not in its charset; MissingExtraError
    without the extra `html`.
    """
    message = _message("mhtml", data)
    page = next((part for part in _parts(message, "1") if part.kind in _PAGES), None)
    if page is None:
        raise ReaderError("mhtml", "", "must have a part with a page of HTML")
    made = _Texts("mhtml")
    made.add(page._replace(kind="text/html"))
    headers = {name: value for name, value in _headers(message).items() if name in ("title", "created")}
    return made.document(headers, names)


def attachments(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each attachment of a message: all parts that are not shown as text.

    A part without a name gets one by its number and type: "part-2.png". No name has a folder, and no two are
    equal. A message within the message is one attachment.
    """
    message = _message("email", data)
    shown = {part.place for part in _shown(message, "1") if part.kind in _SHOWN}
    used: dict[str, int] = {}
    for part in _parts(message, "1"):
        if part.place not in shown and not _is_alternative_text(part):
            yield _unused(_name(part), used), _content("email", part)


def messages(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the name ("1.eml") and the content of each message of a mailbox (mbox).

    A message begins with a line "From …" at the beginning or after a blank line. Lines ">From …" of a message
    lose their mark, as in the variant mboxrd.

    Raises ReaderError for content that does not begin with a message.
    """
    content = content_of(data)
    begins = list(_FROM.finditer(content))
    if content.strip() and (not begins or content[: begins[0].start()].strip()):
        raise ReaderError("mbox", "byte offset 0", "must begin with a line 'From …'", remedy=_EXPORT)
    ends = [*(begin.start() for begin in begins[1:]), len(content)]
    for number, (begin, end) in enumerate(zip(begins, ends, strict=False), 1):
        yield f"{number}.eml", _ESCAPED.sub(rb"\1", content[begin.end() : end])


class _Part(NamedTuple):
    """A part of a message that is not made of parts: its number ("1.2"), its type in small letters, and whether it
    is one of several alternatives."""

    place: str
    kind: str
    message: Message
    is_alternative: bool


# ---- parts


def _message(reader: str, data: bytes) -> Message:
    """Return a parsed message. Raises ReaderError for content without headers."""
    content = content_of(data)
    try:
        message = message_from_bytes(content, policy=policy.compat32)
    except RecursionError:
        raise ReaderError(reader, "", f"parts must be at most {_MAX_DEPTH} deep within one another") from None
    if not message.keys():
        raise ReaderError(reader, "line 1", "must be a header, such as 'Subject: …'")
    _check(reader, message)
    return message


def _check(reader: str, message: Message) -> None:
    """Raise ReaderError for headers that are too long, and for parts that are too deep."""
    level, depth = [message], 0
    while level:
        depth += 1
        if depth > _MAX_DEPTH:
            raise ReaderError(reader, "", f"parts must be at most {_MAX_DEPTH} deep within one another")
        for part in level:
            for name, value in part.raw_items():
                if len(value) > _MAX_HEADER:
                    rule = f"must have at most {_MAX_HEADER:,} characters"
                    raise ReaderError(reader, f"header {name}", rule, len(value))
        level = [inner for part in level if part.is_multipart() for inner in part.get_payload()]  # type: ignore[misc]


def _kind(message: Message) -> str:
    return message.get_content_type().lower()


def _has_parts(message: Message, place: str) -> bool:
    """Return whether a part is made of parts. Raises ReaderError for one whose boundary is missing."""
    if not _kind(message).startswith("multipart/"):
        return False
    if not message.is_multipart():
        rule = "must have parts with the boundary that its header Content-Type names"
        raise ReaderError("email", f"part {place}", rule, message.get_param("boundary"))
    return True


def _parts(message: Message, place: str, is_alternative: bool = False) -> Iterator[_Part]:
    """Yield the parts in their order. A message within the message is one part."""
    kind = _kind(message)
    if not _has_parts(message, place):
        yield _Part(place, kind, message, is_alternative)
        return
    for number, inner in enumerate(message.get_payload(), 1):
        yield from _parts(inner, f"{place}.{number}", is_alternative or kind == "multipart/alternative")


def _shown(message: Message, place: str) -> list[_Part]:
    """Return the parts that are shown in the text of a message: of alternatives the plain text if it is visible,
    else the last one that has text."""
    kind = _kind(message)
    if not _has_parts(message, place):
        is_attached = message.get_filename() is not None or message.get_content_disposition() == "attachment"
        return [] if is_attached else [_Part(place, kind, message, False)]
    inner: list[list[_Part]] = [
        _shown(part, f"{place}.{number}") for number, part in enumerate(message.get_payload(), 1)
    ]
    if kind != "multipart/alternative":
        return [part for parts in inner for part in parts]
    texts = [parts for parts in inner if any(part.kind in _SHOWN for part in parts)]
    plain = [parts for parts in texts if any(_is_visible(part) for part in parts)]
    return [*plain, *reversed(texts), *inner][0] if inner else []


def _is_visible(part: _Part) -> bool:
    payload = part.message.get_payload(decode=True) if part.kind == "text/plain" else b""
    return isinstance(payload, bytes) and bool(payload.strip())


def _is_alternative_text(part: _Part) -> bool:
    """Return whether a part repeats the text that is shown in another form."""
    return part.is_alternative and part.kind in _SHOWN and part.message.get_filename() is None


def _content(reader: str, part: _Part) -> bytes:
    """Return the content of a part as it was before it was encoded for the way."""
    message = part.message
    if message.is_multipart():  # a message within the message
        return b"\n".join(bytes(inner) for inner in message.get_payload())  # type: ignore[arg-type]
    carried = str(message.get("Content-Transfer-Encoding", "")).strip().lower()
    if carried not in _CARRIED:
        _fail(reader, part, f"the transfer encoding must be one of {', '.join(_CARRIED[1:])}", carried)
    content = message.get_payload(decode=True)
    if any(isinstance(defect, _DAMAGED) for defect in message.defects):
        _fail(reader, part, "must be base64, as the header Content-Transfer-Encoding says")
    return content if isinstance(content, bytes) else b""


def _fail(reader: str, part: _Part, rule: str, value: object = None) -> NoReturn:
    raise ReaderError(reader, f"part {part.place}", rule, value) from None


# ---- text


class _Texts:
    """The text of a message, while it is made of parts."""

    def __init__(self, reader: str) -> None:
        self._reader = reader
        self._texts: list[str] = []
        self._anchors: list[tuple[int, int, str]] = []
        self._found: dict[str, Any] = {}
        self._length = 0
        self._is_markdown = False

    def add(self, part: _Part) -> None:
        """Add a plain text, or a page of HTML."""
        content, charset = _content(self._reader, part), self._charset(part)
        if part.kind == "text/plain":
            text = self._decoded(part, content, charset).replace("\r\n", "\n").strip("\n")
        else:
            text = self._page(part, content, charset)
        if text.strip():
            self._texts.append(text)
            self._length += len(text) + 2

    def _charset(self, part: _Part) -> str | None:
        """Return the charset of a part, None if it is not given or ASCII, which mails with other text name too."""
        charset = part.message.get_content_charset()
        if charset is None:
            return None
        try:
            name = codecs.lookup(charset).name
            "".encode(name)  # an encoding of text
        except (LookupError, ValueError):
            _fail(self._reader, part, "the charset must be one that Python knows", charset)
        return None if name == "ascii" else name

    def _decoded(self, part: _Part, content: bytes, charset: str | None) -> str:
        from shiplap.readers.encodings import decode
        from shiplap.readers.options import AUTO

        try:
            return decode(content, charset or AUTO, self._reader).text
        except ReaderError as error:
            _fail(self._reader, part, f"{error.place}: {error.rule}" if error.place else error.rule)

    def _page(self, part: _Part, content: bytes, charset: str | None) -> str:
        from shiplap.readers.html_pages import html

        try:
            page = html(content, encoding=charset)
        except ReaderError as error:
            _fail(self._reader, part, f"{error.place}: {error.rule}" if error.place else error.rule)
        self._is_markdown = True
        if page.provenance is not None and "anchors" in page.provenance:
            shift = self._length
            for start, end, name in page.provenance["anchors"]:
                self._anchors.append((start + shift, end + shift, name))
        self._found = {**(page.metadata or {}), **self._found}
        return str(page.text)

    def document(self, headers: dict[str, Any], names: dict[str, Any]) -> Document:
        """Return the document of the parts and the headers of a message."""
        path = names.get("path")
        virtual = markdown_path(path) if self._is_markdown else f"{'document' if path is None else path}.txt"
        found = {**headers, **self._found} if self._reader == "mhtml" else {**self._found, **headers}
        columns = zip(*self._anchors, strict=True) if self._anchors else ((), (), ())
        tables = {"anchors": dict(zip(("start", "end", "fragment"), columns, strict=True))}
        return make("\n\n".join(self._texts), tables, found, {**names, "path": virtual})


# ---- headers


def _headers(message: Message) -> dict[str, Any]:
    """Return the metadata that the headers have."""
    found: dict[str, Any] = {}
    given: dict[str, str] = {}
    for name, value in message.raw_items():
        given.setdefault(name.lower(), str(value))
    if title := _written(given.get("subject", "")):
        found["title"] = title
    for key, name in (("authors", "from"), ("to", "to"), ("cc", "cc")):
        if people := _people(given.get(name, "")):
            found[key] = people
    if date := _date(given.get("date", "")):
        found["created"] = date
    for key, name in (("message_id", "message-id"), ("language", "content-language")):
        if text := _written(given.get(name, "")):
            found[key] = text
    return found


def _people(value: str) -> list[str]:
    """Return the names of people, or their addresses; none for a header that cannot be parsed."""
    try:
        parsed = getaddresses([_folded(value)])
    except RecursionError:  # comments within comments
        return []
    return list(filter(None, (_written(shown) or address for shown, address in parsed)))


def _folded(value: str) -> str:
    """Return a header in one line, with its bytes beyond ASCII as characters: of UTF-8, or else of Latin-1."""
    content = value.encode("utf-8", "surrogateescape")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return " ".join(text.split())


def _written(value: str) -> str:
    """Return a header with its encoded words decoded (RFC 2047); those of an unknown charset stay as they are.

    >>> _written("=?utf-8?b?UmVnZW4=?= in =?iso-8859-1?q?M=FCnchen?="), _written("=?x?q?a?=")
    ('Regen in München', '=?x?q?a?=')
    """
    folded = _folded(value)
    if "=?" not in folded:
        return folded
    try:
        parts = [
            part if isinstance(part, str) else part.decode(charset or "latin-1")
            for part, charset in decode_header(folded)
        ]
    except (ValueError, LookupError, errors.HeaderParseError):
        return folded
    return " ".join("".join(parts).split())


def _date(value: str) -> str | None:
    """Return the date of a header as ISO 8601 has it, None if it is not one."""
    try:
        return parsedate_to_datetime(_folded(value)).isoformat()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


# ---- names of attachments

_UNSAFE = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]+')


def _name(part: _Part) -> str:
    """Return the name of an attachment, without a folder."""
    given = part.message.get_filename()
    name = _written(given or "").replace("\\", "/").rpartition("/")[2]
    name = _UNSAFE.sub("_", name).strip(". ")[-200:]
    suffix = ".eml" if part.kind == "message/rfc822" else mimetypes.guess_extension(part.kind) or ""
    return name or f"part-{part.place.rpartition('.')[2]}{suffix}"


def _unused(name: str, used: dict[str, int]) -> str:
    """Return a name that was not used: "a.txt", then "a-2.txt". used: the last number of each name."""
    stem, dot, suffix = name.rpartition(".")
    stem, suffix = (stem, dot + suffix) if stem else (name, "")
    found = name
    while found in used:
        used[name] += 1
        found = f"{stem}-{used[name]}{suffix}"
    used[found] = 1
    return found
