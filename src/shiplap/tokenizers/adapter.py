"""The interface of tokenizers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from shiplap._core.text import Text
from shiplap._core.windows import Tokens, ids_of, seam_after
from shiplap.errors import OptionError
from shiplap.patterns import lazily

#: Encodings whose patterns are known to end words at seams. Write a file of such a name as "./gpt2".
LOCAL = ("gpt2", "r50k_base", "p50k_base", "p50k_edit", "cl100k_base", "o200k_base", "o200k_harmony")

#: Texts of at least twice this size in bytes are tokenized in pieces of about this size, if words are tokenized
#: alone; by several threads, if the tokenizer releases the GIL.
PIECE = 1_000_000

#: Words, with the white space before them, for the placement of tokens if only their number is known. Long runs
#: are cut, so that no long text is counted.
_WORD = lazily(r"\s{0,32}\S{1,32}|\s{1,32}")


_SURROGATE = lazily("[\ud800-\udfff]")


def well_formed(text: str) -> str:
    """Replace each lone surrogate by U+FFFD: valid input for tokenizers, of the same number of bytes."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


class Adapter:
    """Adapter of a tokenizer for the loops. Each subclass is for one library.

    name: the name in configurations and fingerprints: the same for the same counts.
    given: the argument of the caller.
    is_local: words end at seams (`shiplap._core.windows`) in any context, and are tokenized alone.
    is_free: encoding releases the GIL.
    keeps_utf8: encoding caches the UTF-8 of a text in its str, as PyUnicode_AsUTF8 does.
    known: counts of the texts at the edges of chunks, if tokens are local.
    """

    is_local: bool = False
    is_free: bool = False
    keeps_utf8: bool = False

    #: `shiplap.tokenizers.get`, which unpickles adapters; its module sets it here.
    by_given: ClassVar[Callable[[Any], Adapter]]

    def __init__(self, name: str, given: Any) -> None:
        self.name: str = name
        self.given: Any = given
        self.known: dict[bytes, int] = {}

    def count(self, text: str) -> int:
        """Count the tokens of a text alone, without adding or recognising special tokens."""
        raise NotImplementedError

    @property
    def special_tokens(self) -> int | None:
        """The number of special tokens that the tokenizer adds to a text; None if it does not say."""
        return None

    def tokens(self, text: str, view: Text) -> Tokens:
        """Tokenize a text; `view` is its UTF-8."""
        return by_words(text, self.count)

    @property
    def config(self) -> str:
        """The name in a configuration that restores the tokenizer. Raises OptionError if it has none."""
        if isinstance(self.given, str):
            return self.given
        rule = "has no name to restore it by, so this chunker cuts and pickles but has no config"
        raise OptionError("tokenizer", self.given, rule)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Adapter) and (self.given is other.given or self.name == other.name)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return repr(self.given)

    def __reduce__(self) -> tuple[Any, ...]:
        return Adapter.by_given, (self.given,)


class ByIds(Adapter):
    """A tokenizer whose tokens are pieces of the text's UTF-8: their ids determine their lengths."""

    is_local = True

    def __init__(self, name: str, given: Any) -> None:
        super().__init__(name, given)
        self._table: Any = None

    def encode(self, text: str) -> Any:
        """Encode a text to ids: a list, or an array of uint32."""
        raise NotImplementedError

    def pieces(self) -> Iterable[tuple[int, int]]:
        """Return the ids, each with its length in bytes."""
        raise NotImplementedError

    def count(self, text: str) -> int:
        return len(self.encode(text))

    @property
    def table(self) -> Any:
        """Table of the lengths of all ids in bytes, padded to a power of two entries: uint8, or uint32 if one is
        over 255."""
        if self._table is None:
            self._table = table_of(self.pieces())
        return self._table

    def tokens(self, text: str, view: Text) -> Tokens:
        import numpy as np

        found = [_array(ids) for ids in self.encoded(text, view)]
        ids = found[0] if len(found) == 1 else np.concatenate(found)
        if self.table.itemsize > 1:
            return Tokens(lengths=self.table[ids])
        return Tokens(ids=ids, table=self.table)

    def encoded(self, text: str, view: Text) -> Sequence[Any]:
        """Encode a text to arrays of ids, one for each piece; Ctrl-C is heard between pieces."""
        if not self.is_local or len(view) < 2 * PIECE:
            return [self.encode(text)]
        parts = split(text, view)
        if not self.is_free:
            return [_array(self.encode(part)) for part in parts]
        from concurrent.futures import ThreadPoolExecutor  # imports logging: too long for `import shiplap`

        pool = ThreadPoolExecutor(os.cpu_count())
        try:
            return list(pool.map(self.encode, parts))
        finally:
            pool.shutdown(cancel_futures=True)


def split(text: str, view: Text, size: int = PIECE) -> list[str]:
    """Split a text into pieces of about `size` bytes at seams, so that their tokens are those of the whole."""
    parts, begin = [], 0
    while begin < len(view):
        end = seam_after(view, begin + size) if begin + size < len(view) else len(view)
        parts.append(view.text(begin, end))
        begin = end
    return parts


def table_of(pieces: Iterable[tuple[int, int]]) -> Any:
    """Table of the lengths of pieces by id, padded to a power of two entries: uint8, or uint32 if one is over
    255."""
    import numpy as np

    lengths = dict(pieces)
    kind = np.uint8 if max(lengths.values(), default=0) < 256 else np.uint32
    table = np.zeros(1 << max(lengths, default=0).bit_length(), kind)
    table[list(lengths.keys())] = list(lengths.values())
    return table


def _array(ids: Any) -> Any:
    return ids_of(ids) if isinstance(ids, list) else ids


def by_starts(starts: Any, view: Text) -> Tokens | None:
    """Build the tokens of a text from their start bytes, each at least one byte long; None if the tokens outnumber
    the bytes. Bytes between two tokens belong to the first."""
    import numpy as np

    count, size = len(starts), len(view)
    if not 0 < count <= size:
        return None
    order = np.arange(count)
    begins = np.minimum(np.maximum.accumulate(np.asarray(starts, np.int64) - order), size - count)
    begins[0] = 0
    return Tokens(lengths=np.diff(begins + order, append=size).astype(np.uint32))


def by_words(text: str, count: Callable[[str], int]) -> Tokens:
    """Build approximate tokens: each word's own count of tokens, spread evenly over it."""
    from array import array

    lengths, known, left = array("I"), dict[str, tuple[int, int]](), 0
    for match in _WORD.finditer(text):
        word = match.group()
        found = known.get(word)
        if found is None:
            size = len(word.encode())
            found = known[word] = (size, min(count(word), size))
        size, tokens = found
        left += size
        if tokens:
            step = left // tokens
            lengths.extend([step] * (tokens - 1))
            lengths.append(left - step * (tokens - 1))
            left = 0
    if left and lengths:
        lengths[-1] += left
    elif left:
        lengths.append(left)
    return Tokens(lengths=lengths)
