"""The options of all readers, under the names that they have on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from shiplap.errors import OptionError, ReaderError, unknown
from shiplap.options import choice, count

if TYPE_CHECKING:
    from typing_extensions import Self

#: The part of an HTML page that becomes text: its body, the body without navigation, or the file with its tags.
HtmlPart = Literal["body", "main", "raw"]

#: The name of the encoding that is looked for.
AUTO = "auto"

#: The name of the encoding whose texts are cut as they are.
UTF8 = "utf-8"


@dataclass(frozen=True, kw_only=True)
class ReadOptions:
    """The options of a run of readers. Immutable; each option is checked when the object is made.

    encoding: of texts and HTML pages without a byte order mark. "auto": UTF-8, or what the file declares; other
        texts by chardet, if the extra `encodings` is installed.
    html: part of an HTML page: "body"; "main" leaves out navigation; "raw" cuts the file with its tags.
    pages: of a PDF file, such as "1-5,9"; None: all of them.
    password: of an encrypted PDF file.
    hyphens: at the ends of lines of a PDF file: "join" the parts of a word that is known, or "keep".
    furniture: headers, footers and page numbers of a PDF file: "drop" or "keep".
    outputs: whether the outputs of the cells of a notebook are part of its text.
    notes: whether the notes of a presentation are part of its text.
    hidden_sheets: whether hidden sheets of a spreadsheet are part of its text.

    Limits, for files from sources that are not trusted:

    read_timeout: seconds after which a parser that runs in a child process is stopped.
    read_memory: bytes of memory of such a child process (on Linux and macOS).
    max_expansion: bytes that a compressed file or an archive may have when it is expanded.
    max_depth: how many files may lie within one another (an archive in a mail in an archive).

    Raises OptionError.

    >>> ReadOptions(html="main").changed()
    {'html': 'main'}
    """

    encoding: str = AUTO
    html: HtmlPart = "body"
    pages: str | None = None
    password: str | None = None
    hyphens: Literal["join", "keep"] = "join"
    furniture: Literal["drop", "keep"] = "drop"
    outputs: bool = False
    notes: bool = True
    hidden_sheets: bool = False
    read_timeout: int = 120
    read_memory: int = 4_000_000_000
    max_expansion: int = 1_000_000_000
    max_depth: int = 4

    def __post_init__(self) -> None:
        choice("html", self.html, get_args(HtmlPart))
        choice("hyphens", self.hyphens, ("join", "keep"))
        choice("furniture", self.furniture, ("drop", "keep"))
        if self.pages is not None:
            from shiplap.readers.pdf_files import page_ranges

            page_ranges(self.pages)
        if self.encoding != AUTO:
            object.__setattr__(self, "encoding", _encoding(self.encoding))
        for name in ("outputs", "notes", "hidden_sheets"):
            if not isinstance(getattr(self, name), bool):
                raise OptionError(name, getattr(self, name), "must be True or False")
        if not isinstance(self.password, str | None):
            raise OptionError("password", type(self.password).__name__, "must be a str, or None")
        for name in LIMITS:
            count(name, getattr(self, name), 1)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """Return the options with the given ones. Raises OptionError for an unknown name."""
        known = [each.name for each in fields(cls)]
        for name in given:
            if name not in known:
                raise unknown("option", name, known)
        return cls(**given)

    def changed(self) -> dict[str, Any]:
        """Return the options that differ from the defaults and change what is read, by name."""
        return {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.name not in UNSEEN and getattr(self, each.name) != each.default
        }

    def inner(self, reader: str) -> Self:
        """Return the options for a file within a file that a reader reads: one level of depth less.

        Raises ReaderError if no level is left.
        """
        if self.max_depth == 1:
            rule = "files lie within one another deeper than max_depth allows"
            raise ReaderError(reader, "", rule, remedy="--max-depth N allows more")
        return replace(self, max_depth=self.max_depth - 1)


#: Options that limit a reader, each a whole number.
LIMITS = ("read_timeout", "read_memory", "max_expansion", "max_depth")

#: Options that change no text that is read.
UNSEEN = frozenset((*LIMITS, "password"))


def _encoding(name: object) -> str:
    """Return the name that Python has for an encoding of text."""
    import codecs

    try:
        found = codecs.lookup(name)  # type: ignore[arg-type]
        "".encode(found.name)  # only encodings of text have this
    except (LookupError, TypeError, ValueError):
        rule = f"must be {AUTO!r} or an encoding that Python knows, such as 'cp1252' or 'shift_jis'"
        raise OptionError("encoding", name, rule) from None
    return found.name
