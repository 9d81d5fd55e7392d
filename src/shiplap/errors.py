"""Typed errors. Each has its facts as attributes, a `kind` for logs, and a flag whether a retry may help.

>>> import shiplap
>>> try:
...     shiplap.FixedChunker(1000, 1000)
... except shiplap.OptionError as error:
...     print(error.option, error.value, error.retryable)
chunk_overlap 1000 False
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from shiplap.printable import counted, without_password

if TYPE_CHECKING:
    from typing_extensions import Self


class ShiplapError(Exception):
    """Base class of all errors that shiplap raises on purpose.

    `kind` names the error in logs and metrics; `retryable` is True if the same call can succeed later without a
    change to its input. `row` is the number of the text in a batch, from 0, and `document_id` its id, or None.
    Errors are rebuilt from their facts, so they pickle.
    """

    kind: ClassVar[str] = "error"
    retryable: bool = False
    row: int | None
    document_id: str | None

    #: The attributes that the constructor takes, in order.
    _FACTS: ClassVar[tuple[str, ...]] = ("message",)

    def __init__(self, message: str, *, row: int | None = None, document_id: str | None = None) -> None:
        where = "" if row is None else f"text {row}: "
        if document_id is not None and row is not None:
            where = f"document {document_id!r} (text {row}): "
        super().__init__(where + message)
        self.message: str = message
        self.row = row
        self.document_id = document_id

    def at(self, row: int, document_id: str | None) -> Self:
        """Return the same error, with the place of its text in a batch."""
        facts = [getattr(self, name) for name in self._FACTS]
        error = type(self)(*facts, row=row, document_id=document_id)
        error.retryable = self.retryable
        return error

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.args, self.__dict__.copy()))


def _rebuild(cls: type[ShiplapError], args: tuple[Any, ...], facts: dict[str, Any]) -> ShiplapError:
    error = cls.__new__(cls, *args)
    error.args = args
    error.__dict__.update(facts)
    return error


class OptionError(ShiplapError, ValueError):
    """An option has a value that its rule forbids. Raised before any work.

    Attributes: `option` (its name), `value` (as given), `rule` (the requirement). The message hides passwords in
    URLs.
    """

    kind = "option"

    _FACTS = ("option", "value", "rule")

    def __init__(
        self, option: str, value: object, rule: str, *, row: int | None = None, document_id: str | None = None
    ) -> None:
        message = without_password(f"{option}={_shown(value)}: {rule}")
        super().__init__(message, row=row, document_id=document_id)
        self.option: str = option
        self.value: object = value
        self.rule: str = rule


def _shown(value: object) -> str:
    """Return the value as a literal without passwords, truncated to 1000 characters."""
    text = repr(without_password(value) if isinstance(value, str) else value)
    return text if len(text) <= 1000 else f"{text[:999]}…"


class TextError(ShiplapError, ValueError):
    """The text is invalid: ill-formed UTF-8 in bytes, or a lone surrogate in a `str`.

    Attributes: `offset` (of the first invalid position), `unit` (`"bytes"` or `"characters"`), `reason`.
    """

    kind = "text"

    _FACTS = ("offset", "unit", "reason")

    def __init__(
        self, offset: int, unit: str, reason: str, *, row: int | None = None, document_id: str | None = None
    ) -> None:
        # of bytes, "surrogatepass" accepts only surrogates; Arrow has no place for them
        accepting = "errors='replace' or 'surrogatepass'" if unit == "characters" else "errors='replace'"
        super().__init__(
            f"{reason} at offset {offset} ({unit}); {accepting} accepts it",
            row=row,
            document_id=document_id,
        )
        self.offset: int = offset
        self.unit: str = unit
        self.reason: str = reason


class TextTypeError(ShiplapError, TypeError):
    """The argument for a text is neither a `str` nor a contiguous buffer of bytes.

    Attributes: `type` (the name of its type), `hint` (the way to pass such an argument, or "").
    """

    kind = "type"
    _FACTS = ("type", "hint")

    def __init__(
        self, type: str, hint: str = "", *, row: int | None = None, document_id: str | None = None
    ) -> None:
        message = f"text must be str or a contiguous buffer of single bytes, not {type}"
        super().__init__(f"{message}; {hint}" if hint else message, row=row, document_id=document_id)
        self.type: str = type
        self.hint: str = hint


class PathAsTextWarning(UserWarning):
    """A text is the path of an existing file. The path is cut, not the content of the file."""


class EmptyTextError(ShiplapError):
    """The text is empty or white space only, and `on_empty="raise"`.

    Attributes: `length` (in characters), `what` ("empty" or "white space only (3 characters)"), `document_id` (or
    None).
    """

    kind = "empty"

    _FACTS = ("length",)

    def __init__(self, length: int, document_id: str | None = None, *, row: int | None = None) -> None:
        what = "empty" if length == 0 else f"white space only ({counted(length, 'character')})"
        where = "" if document_id is None else f" of document {document_id!r}"
        message = f"the text{where} is {what}; on_empty='empty' returns no chunks instead"
        super().__init__(message, row=row, document_id=document_id)
        self.length: int = length
        self.what: str = what


class ChunkLimitError(ShiplapError):
    """One code point alone is larger than the chunk size, and `oversize="raise"`.

    Attributes: `offset` (characters), `size` (of the code point), `limit`, `unit`.
    """

    kind = "limit"

    _FACTS = ("offset", "size", "limit", "unit")

    def __init__(
        self,
        offset: int,
        size: int,
        limit: int,
        unit: str,
        *,
        row: int | None = None,
        document_id: str | None = None,
    ) -> None:
        super().__init__(
            f"the code point at offset {offset} has {size} {unit}; the limit is {limit}",
            row=row,
            document_id=document_id,
        )
        self.offset: int = offset
        self.size: int = size
        self.limit: int = limit
        self.unit: str = unit


class PromptError(ShiplapError, ValueError):
    """A text is not a prompt in the format of `shiplap.prompt`.

    Attributes: `offset` (characters; the first deviation from the format), `reason`.
    """

    kind = "prompt"

    _FACTS = ("offset", "reason")

    def __init__(
        self, offset: int, reason: str, *, row: int | None = None, document_id: str | None = None
    ) -> None:
        super().__init__(f"not a prompt: {reason} at offset {offset}", row=row, document_id=document_id)
        self.offset: int = offset
        self.reason: str = reason


class PromptLimitError(ShiplapError):
    """A prompt exceeds its limit, or its frame (instruction, question, marks) exceeds it even without a chunk.

    Attributes: `size`, `limit`, `unit`, `part` (`"prompt"` or `"frame"`).
    """

    kind = "prompt_limit"

    _FACTS = ("size", "limit", "unit", "part")

    def __init__(
        self,
        size: int,
        limit: int,
        unit: str,
        part: str,
        *,
        row: int | None = None,
        document_id: str | None = None,
    ) -> None:
        what = "the prompt" if part == "prompt" else "the prompt without chunks"
        super().__init__(f"{what} has {size} {unit}; the limit is {limit}", row=row, document_id=document_id)
        self.size: int = size
        self.limit: int = limit
        self.unit: str = unit
        self.part: str = part


class StoreError(ShiplapError):
    """A store refuses an operation, or its file is unusable.

    Attributes: `store` (its name), `reason`; `retryable` is True for a lock of another process.
    """

    kind = "store"

    _FACTS = ("store", "reason")

    def __init__(
        self,
        store: str,
        reason: str,
        *,
        retryable: bool = False,
        row: int | None = None,
        document_id: str | None = None,
    ) -> None:
        super().__init__(
            without_password(f"{without_password(store)}: {reason}"), row=row, document_id=document_id
        )
        self.store: str = store
        self.reason: str = reason
        self.retryable = retryable


class GenerationError(StoreError):
    """A generation from which a store cannot count its changes (`Store.changes`): it is that of another store,
    later than that of the store, or removed chunks since then are forgotten.
    """


class TargetError(ShiplapError):
    """A vector store refuses an operation, or does not fit the store that it should follow.

    Attributes: `target` (its name), `reason`; `retryable` is True where the same call may succeed later.
    """

    kind = "target"

    _FACTS = ("target", "reason")

    def __init__(
        self,
        target: str,
        reason: str,
        *,
        retryable: bool = False,
        row: int | None = None,
        document_id: str | None = None,
    ) -> None:
        super().__init__(
            without_password(f"{without_password(target)}: {reason}"), row=row, document_id=document_id
        )
        self.target: str = target
        self.reason: str = reason
        self.retryable = retryable


class EmbedError(ShiplapError):
    """An embedding model did not embed texts: a service refused or did not answer, or an answer is wrong.

    Attributes: `model` (its name), `reason`, `status` (of the answer of an HTTP service, or None), `retry_after`
    (seconds that the service asks to wait, or None).

    An embedding function of your own may raise it too: the statuses 400, 413 and 422 mean that the texts are
    refused, 408, 409, 425, 429 and those from 500 that the same request may succeed later (`retryable`).
    """

    kind = "embed"

    _FACTS = ("model", "reason", "status", "retry_after")

    def __init__(
        self, model: str, reason: str, status: int | None = None, retry_after: float | None = None, *,
        row: int | None = None, document_id: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(f"{model}: {without_password(reason)}", row=row, document_id=document_id)
        self.model: str = model
        self.reason: str = reason
        self.status: int | None = status
        self.retry_after: float | None = retry_after
        self.retryable: bool = status is not None and (status in (408, 409, 425, 429) or status >= 500)

    def because(self, reason: str) -> EmbedError:
        """Return the same error with another reason."""
        error = EmbedError(self.model, reason, self.status, self.retry_after)
        error.retryable = self.retryable
        return error


class ProvenanceError(ShiplapError, ValueError):
    """A span table breaks a rule. Raised before any work.

    Attributes: `table` (its name), `rule` (the requirement), `column` (the name of a column, or None), `row` (the
    number of the first row that breaks the rule, from 0, or None), `value` (of that row, or None).
    """

    kind = "provenance"

    _FACTS = ("table", "rule", "column", "value")

    def __init__(
        self,
        table: str,
        rule: str,
        column: str | None = None,
        value: object = None,
        row: int | None = None,
        document_id: str | None = None,
    ) -> None:
        where = f"table {table!r}" if row is None else f"table {table!r}, row {row}"
        what = "" if column is None else f"{column}={_shown(value)}: "
        super().__init__(f"{where}: {what}{rule}")
        self.table: str = table
        self.rule: str = rule
        self.column: str | None = column
        self.value: object = value
        self.row = row
        self.document_id = document_id

    def at(self, row: int, document_id: str | None) -> Self:
        """Return the same error, with the document in its message; `row` stays that of the table."""
        error = type(self)(self.table, self.rule, self.column, self.value, self.row, document_id)
        named = f"text {row}" if document_id is None else f"document {document_id!r} (text {row})"
        error.args = (f"{named}: {self}",)
        return error


class ArrowError(ShiplapError, ValueError):
    """Arrow data is unreadable: an unsound struct, an unknown type, or a failing source.

    Attributes: `reason`, `column` (its name, or None), `row` (its number in the data, or None).
    """

    kind = "arrow"

    _FACTS = ("reason", "column")

    def __init__(
        self, reason: str, column: str | None = None, row: int | None = None, document_id: str | None = None
    ) -> None:
        where = "" if column is None else f"column {column!r}: "
        super().__init__(where + reason if row is None else f"{where}row {row}: {reason}")
        self.reason: str = reason
        self.column: str | None = column
        self.row = row
        self.document_id = document_id


class ReaderError(ShiplapError, ValueError):
    """A file, or the output of another tool, that a reader cannot read (`shiplap.readers`).

    Attributes: `reader` (its name: "srt", "transcript", "docling"), `place` ("line 12, cue 3" or
    "segments[3].start"; "" for the whole), `rule` (the requirement), `value` (the value that breaks it; the
    literal of a list or an object), `remedy` (what to do with the file, or "").
    """

    kind = "reader"

    _FACTS = ("reader", "place", "rule", "value", "remedy")

    def __init__(
        self,
        reader: str,
        place: str,
        rule: str,
        value: object = None,
        remedy: str = "",
        *,
        row: int | None = None,
        document_id: str | None = None,
    ) -> None:
        where = f"{reader}, {place}" if place else reader
        shown = _shown(value)
        found = "" if value is None else f", not {shown if len(shown) <= 100 else shown[:99] + '…'}"
        way = f"; {remedy}" if remedy else ""
        super().__init__(f"{where}: {rule}{found}{way}", row=row, document_id=document_id)
        self.remedy: str = remedy
        self.reader: str = reader
        self.place: str = place
        self.rule: str = rule
        self.value: object = value if isinstance(value, (str, int, float, type(None))) else shown


class MissingExtraError(ShiplapError, ImportError):
    """A library that an extra of shiplap brings is not installed.

    Attributes: `what` (the feature that needs it), `module`, `extra`.
    """

    kind = "extra"

    _FACTS = ("what", "module", "extra")

    def __init__(
        self, what: str, module: str, extra: str, *, row: int | None = None, document_id: str | None = None
    ) -> None:
        message = f"{what} needs {module}: pip install 'shiplap[{extra}]'"
        super().__init__(message, row=row, document_id=document_id)
        self.what: str = what
        self.module: str = module
        self.extra: str = extra


#: Names that other tools have for options, each with the options of that meaning.
OTHER_NAMES = {
    "size": ("chunk_size",), "length": ("chunk_size",), "max_length": ("chunk_size",), "window": ("chunk_size",),
    "max_chars": ("chunk_size",), "max_characters": ("max_size", "chunk_size"),
    "limit": ("max_size", "chunk_size"),
    "tokens": ("chunk_size",), "max_tokens": ("chunk_size",), "chunk_tokens": ("chunk_size",),
    "tokens_per_chunk": ("chunk_size",), "token_limit": ("chunk_size",), "target": ("chunk_size",),
    "overlap": ("chunk_overlap",), "stride": ("chunk_overlap",), "overlap_size": ("chunk_overlap",),
    "sentence_overlap": ("chunk_overlap",), "window_overlap": ("chunk_overlap",),
    "min": ("min_size",), "minimum": ("min_size",), "min_length": ("min_size",), "min_chunk_size": ("min_size",),
    "max": ("max_size", "chunk_size"), "maximum": ("max_size", "chunk_size"),
    "max_chunk_size": ("max_size", "chunk_size"), "separators": ("levels", "boundaries"),
    "separator": ("levels", "boundaries"), "delimiter": ("levels", "boundaries"), "splits": ("boundaries",),
    "lang": ("language",), "locale": ("language",),
    "newlines": ("line_breaks",), "newline_is_sentence_break": ("line_breaks",),
    "encoding": ("tokenizer",), "encoding_name": ("tokenizer",),
    "model": ("tokenizer",), "model_name": ("tokenizer",), "length_function": ("tokenizer",),
    "strip": ("strip_whitespace",), "trim": ("strip_whitespace",),
    "on_error": ("errors",), "type": ("content_type",),
}  # fmt: skip

_SEPARATORS = (
    "separators are levels: RecursiveChunker(levels=['\\n\\n', '\\n', 'word']);"
    " shiplap.integrations.langchain.RecursiveCharacterTextSplitter takes them as LangChain does"
)
_OF_LANGCHAIN = "shiplap.integrations.langchain has the splitters of LangChain with this option"

#: What to do instead, by names of options that other tools have.
ADVICE = {
    "separators": _SEPARATORS, "separator": _SEPARATORS, "delimiter": _SEPARATORS, "delimiters": _SEPARATORS,
    "length_function": "a function that counts the tokens of a str is tokenizer=; for characters leave it out",
    "model_name": "the name of a model of OpenAI is a tokenizer: tokenizer='gpt-4o'",
    "model": "the name of a model of OpenAI is a tokenizer: tokenizer='gpt-4o'",
    "keep_separator": _OF_LANGCHAIN, "is_separator_regex": _OF_LANGCHAIN,
    "add_start_index": "every chunk has its offsets: chunk.start and chunk.end",
    "return_offsets": "every chunk has its offsets: chunk.start and chunk.end",
}  # fmt: skip

#: The names among these that count tokens.
_OF_TOKENS = ("tokens", "max_tokens", "chunk_tokens", "tokens_per_chunk", "token_limit")


def unknown(option: str, value: object, known: Iterable[str]) -> OptionError:
    """Build the OptionError for a name that is not in `known`, with the known name of that meaning, by the names
    that other tools have, or with the nearest one."""
    import difflib

    names = list(known)
    written = str(value).lower()
    meant = OTHER_NAMES.get(written, ()) if option == "option" else ()
    advice = ADVICE.get(written) if option == "option" else None
    near = [name for name in meant if name in names]
    if not (near or advice):
        near = difflib.get_close_matches(written, names, 1, 0.5)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    if near and option == "option" and value in _OF_TOKENS and "unit" in names:
        hint = f" (did you mean {near[0]!r}, with unit='tokens'?)"
    rule = f"must be one of {', '.join(map(repr, names))}{hint}" if names else "is unknown: none exists"
    if advice is not None:
        rule += f"; {advice}"
    return OptionError(option, value, rule)


@contextlib.contextmanager
def naming(name: str) -> Iterator[None]:
    """Translate errors of writing in the block to StoreErrors that name the target. A pipe that its reader closed
    is not an error of the target."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StoreError(name, f"cannot be written: {error.strerror or error}") from None
