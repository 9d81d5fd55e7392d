"""Checked access to the JSON of other tools: each value knows its place, so that an error can name it."""

from __future__ import annotations

import dataclasses
import json
import math
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from shiplap.errors import ReaderError

#: The latest time in seconds. Times since 1970 are earlier; milliseconds that are read as seconds are later.
MAX_SECONDS = 1e10

#: The largest coordinate of a page: sums of coordinates stay finite.
MAX_COORDINATE = 1e9

#: The length of an excerpt of a text that is not JSON, in code points: enough to recognise the path of a file.
EXCERPT = 40

#: The types of JSON values.
_JSON = (dict, list, str, int, float, bool, type(None))

#: The methods by which objects of other packages become mappings: pydantic models, service clients, named tuples.
_TO_DICT = ("model_dump", "to_dict", "export_to_dict", "_asdict")


class Field:
    """A value of a JSON document, its place ("segments[3].start"), and the reader that reads it.

    >>> root = Field({"segments": [{"start": "soon"}]}, "transcript")
    >>> root["segments"].items()[0]["start"].seconds()
    Traceback (most recent call last):
        ...
    shiplap.errors.ReaderError: transcript, segments[0].start: must be a number, not 'soon'
    """

    __slots__ = ("place", "reader", "value")

    def __init__(self, value: Any, reader: str, place: str = "") -> None:
        self.value: Any = plain(value)
        self.reader: str = reader
        self.place: str = place

    def __bool__(self) -> bool:
        """Return whether the value exists."""
        return self.value is not None

    def __getitem__(self, name: str) -> Field:
        """Return a member of an object; None if it is missing."""
        if not isinstance(self.value, Mapping):
            self.fail("must be an object")
        place = f"{self.place}.{name}" if self.place else name
        return Field(self.value.get(name), self.reader, place)

    def first(self, *names: str) -> Field:
        """Return the first member of these names that exists, or the last of them."""
        for name in names[:-1]:
            if found := self[name]:
                return found
        return self[names[-1]]

    def items(self) -> list[Field]:
        """Return the items of a list; none if the list is missing."""
        if self.value is None:
            return []
        if not isinstance(self.value, Sequence) or isinstance(self.value, (str, bytes)):
            self.fail("must be a list")
        return [Field(value, self.reader, f"{self.place}[{number}]") for number, value in enumerate(self.value)]

    def members(self) -> Iterator[tuple[str, Field]]:
        """Yield the members of an object."""
        if not isinstance(self.value, Mapping):
            self.fail("must be an object")
        for name in self.value:
            yield name, self[name]

    def text(self) -> str:
        """Return a text; "" if it is missing."""
        text = repaired(self.raw())
        if text is None:
            self.fail("must be valid Unicode")
        return text

    def raw(self) -> str:
        """Return a text that may have a part of a character (`load`); "" if it is missing."""
        if self.value is None:
            return ""
        if not isinstance(self.value, str):
            self.fail("must be a text")
        return self.value

    def name(self) -> str | None:
        """Return the name of a speaker or a language: a text or an integer; None if it is missing or empty."""
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return str(self.value)
        return self.text() or None

    def number(self) -> float:
        """Return a finite number, which may be given as a text ("4.87")."""
        value = self.value
        try:
            if isinstance(value, bool) or not isinstance(value, (int, float, str)):
                raise ValueError
            number = float(value)
        except (ValueError, OverflowError):
            self.fail("must be a number")
        if not math.isfinite(number):
            self.fail("must be a finite number")
        return number

    def coordinate(self) -> float:
        """Return a coordinate of a page."""
        number = self.number()
        if abs(number) > MAX_COORDINATE:
            self.fail(f"must be a coordinate of a page, at most {MAX_COORDINATE:,.0f}")
        return number

    def length(self) -> float:
        """Return the width or the height of a page."""
        number = self.coordinate()
        if number <= 0:
            self.fail("must be more than 0")
        return number

    def seconds(self, scale: float = 1.0) -> float:
        """Return a time in seconds: a number divided by `scale` (1000.0 for milliseconds)."""
        return self.check_seconds(self.number() / scale)

    def check_seconds(self, seconds: float) -> float:
        """Return a time, which must be from 0 to `MAX_SECONDS`."""
        if not 0 <= seconds <= MAX_SECONDS:
            self.fail(f"must be a time from 0 to {MAX_SECONDS:,.0f} seconds")
        return seconds

    def check_order(self, begin: float, finish: float) -> None:
        """Raise ReaderError unless the value, which has these times, finishes no earlier than it begins."""
        if finish < begin:
            self.fail("must not end before it begins")

    def fail(self, rule: str) -> NoReturn:
        """Raise a ReaderError for the value."""
        if self.value is None:
            raise ReaderError(self.reader, self.place, f"is missing: {rule}")
        raise ReaderError(self.reader, self.place, rule, self.value)


def plain(value: Any) -> Any:
    """Return an object of another package as a mapping of its members; other values as they are.

    >>> from collections import namedtuple
    >>> plain(namedtuple("Segment", "start, words")(1.5, None))
    {'start': 1.5, 'words': None}
    """
    if type(value) in _JSON or isinstance(value, (str, bytes, Mapping)):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    for name in _TO_DICT:
        method = getattr(type(value), name, None)  # of the class: a message of Google has no such method itself
        if callable(method):
            return method(value)
    return value


def load(given: Any, reader: str) -> Any:
    """Return the value of a JSON text or of its bytes; other objects as they are.

    Bytes that are not UTF-8 become lone surrogates: whisper.cpp cuts characters between tokens, and `repaired`
    joins them.
    """
    if isinstance(given, (bytes, bytearray, memoryview)):
        given = bytes(given).removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")
    if not isinstance(given, str):
        return given
    try:
        return json.loads(given.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        rest = error.doc[error.pos : error.pos + EXCERPT]
        raise ReaderError(reader, place, f"must be JSON ({error.msg})", rest) from None
    except ValueError:  # an integer of more digits than Python reads
        raise ReaderError(reader, "", "must be JSON (a number has too many digits)") from None
    except RecursionError:
        raise ReaderError(reader, "", "must be JSON (lists or objects are nested too deeply)") from None


def repaired(text: str) -> str | None:
    """Return a text whose lone surrogates are bytes of UTF-8 (`load`) with the characters of these bytes; None if
    the bytes are not UTF-8.

    >>> repaired("\\udce2\\udc82" + "\\udcac"), repaired("\\udce2\\udc82"), repaired("10 €")
    ('€', None, '10 €')
    """
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        return None
