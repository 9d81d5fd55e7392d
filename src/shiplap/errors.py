"""The typed errors. Each carries its facts as attributes, a `kind` for logs and whether a retry may help.

>>> import shiplap
>>> try:
...     shiplap.FixedChunker(1000, 1000)
... except shiplap.OptionError as error:
...     print(error.option, error.value, error.retryable)
chunk_overlap 1000 False
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar


class ShiplapError(Exception):
    """Base of all errors that shiplap raises on purpose.

    `kind` names the error in logs and metrics; `retryable` says whether the same call can succeed later
    without a change to its input. Errors are rebuilt from their facts, so they pickle.
    """

    kind: ClassVar[str] = "error"
    retryable: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.args, self.__dict__.copy()))


def _rebuild(cls: type[ShiplapError], args: tuple[Any, ...], facts: dict[str, Any]) -> ShiplapError:
    error = cls.__new__(cls, *args)
    error.args = args
    error.__dict__.update(facts)
    return error


class OptionError(ShiplapError, ValueError):
    """An option has a value that its rule forbids. Raised before any work.

    Attributes: `option` (its name), `value` (as given), `rule` (what it must be).
    """

    kind = "option"

    def __init__(self, option: str, value: object, rule: str) -> None:
        super().__init__(f"{option}={_shown(value)}: {rule}")
        self.option, self.value, self.rule = option, value, rule


def _shown(value: object) -> str:
    """The value as a literal, at most 1000 characters of it."""
    text = repr(value)
    return text if len(text) <= 1000 else f"{text[:999]}…"


class TextError(ShiplapError, ValueError):
    """The text is not valid: ill-formed UTF-8 in bytes, or a lone surrogate in a `str`.

    Attributes: `offset` (of the first bad place), `unit` (`"bytes"` or `"characters"`), `reason`.
    """

    kind = "text"

    def __init__(self, offset: int, unit: str, reason: str) -> None:
        super().__init__(
            f"{reason} at offset {offset} ({unit}); errors='replace' or 'surrogatepass' accepts such text"
        )
        self.offset, self.unit, self.reason = offset, unit, reason


class EmptyTextError(ShiplapError):
    """The text is empty or white space only, and `on_empty="error"`.

    Attributes: `length` (characters of the text), `document_id` (or None).
    """

    kind = "empty"

    def __init__(self, length: int, document_id: str | None = None) -> None:
        what = "empty" if length == 0 else f"white space only ({length} characters)"
        where = "" if document_id is None else f" of document {document_id!r}"
        super().__init__(f"the text{where} is {what}; on_empty='empty' gives no chunks instead")
        self.length, self.document_id = length, document_id


class ChunkLimitError(ShiplapError):
    """One code point alone is larger than the chunk size, and `oversize="error"`.

    Attributes: `offset` (characters), `size` (of the code point), `limit`, `unit`.
    """

    kind = "limit"

    def __init__(self, offset: int, size: int, limit: int, unit: str) -> None:
        super().__init__(f"the code point at offset {offset} takes {size} {unit}, over the limit of {limit}")
        self.offset, self.size, self.limit, self.unit = offset, size, limit, unit


class PromptError(ShiplapError, ValueError):
    """A text is not a prompt in the form of `shiplap.prompt`.

    Attributes: `offset` (characters; where it leaves the form), `reason`.
    """

    kind = "prompt"

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(f"not a prompt: {reason} at offset {offset}")
        self.offset, self.reason = offset, reason


class PromptLimitError(ShiplapError):
    """A prompt is over its limit, or even its frame (instruction, question, marks) without any chunk is.

    Attributes: `size`, `limit`, `unit`, `part` (`"prompt"` or `"frame"`).
    """

    kind = "prompt_limit"

    def __init__(self, size: int, limit: int, unit: str, part: str) -> None:
        what = "the prompt" if part == "prompt" else "the prompt without any chunk"
        super().__init__(f"{what} takes {size} {unit}, over the limit of {limit}")
        self.size, self.limit, self.unit, self.part = size, limit, unit, part


class StoreError(ShiplapError):
    """A store refuses an operation, or its file cannot be used.

    Attributes: `store` (its name), `reason`; `retryable` is True for a lock held by another process.
    """

    kind = "store"

    def __init__(self, store: str, reason: str, *, retryable: bool = False) -> None:
        super().__init__(f"{store}: {reason}")
        self.store, self.reason, self.retryable = store, reason, retryable


class ArrowError(ShiplapError, ValueError):
    """Arrow data that cannot be read: a struct that is not sound, a type that is not known, a source that fails.

    Attributes: `reason`, `column` (its name, or None), `row` (its number in the data, or None).
    """

    kind = "arrow"

    def __init__(self, reason: str, column: str | None = None, row: int | None = None) -> None:
        where = "" if column is None else f"column {column!r}: "
        super().__init__(where + reason if row is None else f"{where}row {row}: {reason}")
        self.reason, self.column, self.row = reason, column, row


def unknown(option: str, value: object, known: Iterable[str]) -> OptionError:
    """The OptionError for a name that is not one of `known`, with the nearest one."""
    import difflib

    names = list(known)
    near = difflib.get_close_matches(str(value).lower(), names, 1, 0.5)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return OptionError(option, value, f"must be one of {', '.join(map(repr, names))}{hint}")
