"""Contexts: texts that a function puts before chunks, for embedding and search (contextual retrieval)."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from typing import Any, TypeVar

from shiplap.errors import OptionError
from shiplap.printable import counted

T = TypeVar("T")


def contexts_of(
    chunks: Sequence[T],
    names: Sequence[str],
    function: Callable[[list[T]], Sequence[str]],
    cache: MutableMapping[str, str] | None,
    batch_size: int,
) -> list[str]:
    """Return the text before each chunk, given their content ids. The chunks that the cache lacks are given to the
    function in batches, and each answer is put into the cache before the next batch. Raises OptionError for
    answers of another form."""
    if not callable(function):
        raise OptionError("function", function, "must be a function from a list of chunks to a text for each")
    known: MutableMapping[str, str] = {} if cache is None else cache
    if not isinstance(known, MutableMapping):
        raise OptionError("cache", cache, "must be a mutable mapping of content ids to texts, such as a dict")
    rows = [row for row, name in enumerate(names) if name not in known]
    for first in range(0, len(rows), batch_size):
        batch = rows[first : first + batch_size]
        for row, text in zip(batch, _checked(function([chunks[row] for row in batch]), len(batch)), strict=True):
            known[names[row]] = text
    return [known[name] for name in names]


def _checked(answer: Any, number: int) -> list[str]:
    """Check what a function returned for a number of chunks. Raises OptionError."""
    rule = f"must return a list of {counted(number, 'text')}, one for each chunk"
    if isinstance(answer, (str, bytes)) or not isinstance(answer, Sequence):
        raise OptionError("function", type(answer).__name__, rule)
    texts = list(answer)
    if len(texts) != number or not all(isinstance(text, str) for text in texts):
        raise OptionError("function", texts[:3], rule)
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise OptionError("function", text, "must return texts without lone surrogates") from None
    return texts
