"""The loop of a chunker whose sizes a tokenizer counts: the text is tokenized once, and cut by token edges."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace

from shiplap._core.spans import Spans
from shiplap._core.text import Text
from shiplap._core.tokens import TokenWindows
from shiplap.plan import Plan
from shiplap.tokenizers.adapter import Adapter, by_words, well_formed


class TokenLoop:
    """Finds the spans of a text by a plan whose sizes are tokens of a tokenizer."""

    def __init__(self, plan: Plan, tokenizer: Adapter) -> None:
        self._windows = TokenWindows(replace(plan, unit="characters"))  # its sizes are taken as they are
        self._tokenizer = tokenizer

    def __call__(self, text: Text, given: Sequence[array[int]] = ()) -> tuple[Spans, Spans | None, array[int]]:
        """The chunks of a text, in its own offsets, None, and the tokens of each. Raises TextError where the text
        is not valid: all of it is read."""
        text.validate()
        words, view = in_utf8(text)
        if view is not text:
            given = [view.native(offsets) for offsets in given]
        tokenizer = self._tokenizer
        known = tokenizer.known if tokenizer.is_local else None
        found = self._windows.cut_tokens(view, given, tokenizer.tokens(words, view), tokenizer.count, known)
        if found is None:  # its tokens are not the pieces of this text
            found = self._windows.cut_tokens(view, given, by_words(words, tokenizer.count), tokenizer.count, known)
            assert found is not None
        spans, counts = found
        return spans if view is text else view.convert(spans, "characters"), None, counts


def in_utf8(text: Text) -> tuple[str, Text]:
    """The text as a str and as a view of its UTF-8, with U+FFFD for lone surrogates: they take three bytes too."""
    if not text.is_str:
        return text.text(0, len(text)), text
    words: str = text.owner
    if words.isascii():
        return words, text
    try:
        data = words.encode()
    except UnicodeEncodeError:
        words = well_formed(words)
        data = words.encode()
    return words, Text(data)
