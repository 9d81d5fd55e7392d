"""Comparison of claims with the sentences of chunks, for embeddings of words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from shiplap.chunkers.sentence_splitter import sentences
from shiplap.vectors import Embed, embed_texts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: Number of chunks, nearest as a whole, whose sentences are compared with a claim.
CANDIDATES = 50


def normalized(text: str) -> str:
    """Fold case and white space.

    >>> normalized(" It  rains\\n")
    'it rains'
    """
    return " ".join(text.casefold().split())


def holders(claims: list[str], texts: Iterable[str]) -> list[list[int]]:
    """Return, for each claim, the numbers of the texts that hold it word for word, without its final stop.

    >>> holders(["It rains.", "我不去"], ["Often it  rains here.", "昨天我不去了", "It rainsX"])
    [[0], [1]]
    """
    wanted = [_pattern(normalized(claim).rstrip(".!?。！？ ")) for claim in claims]
    found: list[list[int]] = [[] for _ in claims]
    for number, text in enumerate(texts):
        folded = normalized(text)
        for numbers, pattern in zip(found, wanted, strict=True):
            if pattern is not None and pattern.search(folded):
                numbers.append(number)
    return found


def _pattern(claim: str) -> re.Pattern[str] | None:
    """Compile a claim that stands in no longer word (in scripts without case, anywhere); None without text."""
    if not claim:
        return None
    before = r"(?<!\w)" if claim[0].islower() or claim[0].isdecimal() else ""
    after = r"(?!\w)" if claim[-1].islower() or claim[-1].isdecimal() else ""
    return re.compile(before + re.escape(claim) + after)


def sentence_vectors(text: str, embed: Embed) -> npt.NDArray[np.float32]:
    """Return the vectors of the sentences of a text, each of length 1 (0 without words), shape (n, d)."""
    return unit([part for part in sentences(text).texts if part.strip()] or [text], embed)


def unit(texts: list[str], embed: Embed) -> npt.NDArray[np.float32]:
    """Return the vectors of texts, each of length 1 (0 without words), shape (n, d)."""
    import numpy as np

    vectors = embed_texts(texts, embed)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
