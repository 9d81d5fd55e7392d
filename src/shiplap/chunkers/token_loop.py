"""The loop of a chunker with a tokenizer: the text is tokenized once, and cut by token edges."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from shiplap._core.text import Spans, Text
from shiplap._core.windows import TokenWindows, cached_utf8
from shiplap.plan import Plan, replace
from shiplap.tokenizers.adapter import Adapter, by_words, well_formed


class TokenLoop:
    """Loop for a plan whose sizes are tokens of a tokenizer. It needs the whole text."""

    resume = None
    compiled = None

    def __init__(self, plan: Plan, tokenizer: Adapter) -> None:
        self._windows = TokenWindows(sized_as_given(plan))
        self.tokenizer: Adapter = tokenizer

    def headings_of(self, text: Text, known: int) -> int:
        """Return the headings of a text, of which this is known (`shiplap._data.heading_looks`)."""
        return self._windows.headings_of(text, known)

    def cut(
        self, text: Text, given: Sequence[array[int]] = (), headings: int = 0
    ) -> tuple[Spans, Spans | None, array[int]]:
        """Cut a text. Returns the spans in its own offsets, None, and the token counts. `headings`: what is
        known of them (`shiplap._data.heading_looks`). Raises TextError for invalid text: all of it is read."""
        text.validate()
        tokenizer = self.tokenizer
        words, view = in_utf8(text, tokenizer.keeps_utf8)
        if view is not text:
            given = [view.native(offsets) for offsets in given]
        known = tokenizer.known if tokenizer.is_local else None
        cut, count = self._windows.cut_tokens, tokenizer.count
        found = cut(view, given, tokenizer.tokens(words, view), count, known, headings)
        if found is None:  # the tokens do not concatenate to the text
            found = cut(view, given, by_words(words, count), count, known, headings)
            assert found is not None
        spans, counts = found
        return spans if view is text else view.convert(spans, "characters"), None, counts


def sized_as_given(plan: Plan) -> Plan:
    """Return a plan in tokens for loops that use its sizes unchanged."""
    other = plan.with_headings
    return replace(plan, unit="characters", with_headings=None if other is None else sized_as_given(other))


def in_utf8(text: Text, keep: bool = False) -> tuple[str, Text]:
    """Return the text as a str and as a view of its UTF-8. Lone surrogates become U+FFFD, which takes three bytes
    too. With `keep`, the str caches the UTF-8."""
    if not text.is_str:
        return text.text(0, len(text)), text
    words: str = text.owner
    if words.isascii():
        return words, text
    make = cached_utf8 if keep else _utf8
    try:
        return words, make(words)
    except UnicodeEncodeError:
        words = well_formed(words)
        return words, make(words)


def _utf8(words: str) -> Text:
    return Text(words.encode())
