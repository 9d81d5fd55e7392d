"""Embedding without a model: words and parts of words, hashed to vector components."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from shiplap.options import count

if TYPE_CHECKING:
    from shiplap.vectors.types import Matrix

#: Words: runs of letters and digits.
_WORD = re.compile(r"\w+")

#: Length of the parts of words in code points, including a mark for each edge of a word.
PART = 4


class HashedWords:
    """Embed texts by their words and the four-letter parts of these words (weight 1 + log of the count; a part has
    half the weight of a word). It learns and downloads nothing, and is the same on any machine: texts with similar
    words are similar, not texts with similar meaning. Measure whether that is enough for you.

    Vectors have length 1, so that a dot product is a cosine similarity. In a text without a word, the signs
    between white space stand for words; all blank texts have the same vector.

    >>> import numpy as np
    >>> rain, rained, sun = HashedWords()(["It rains in the hills.", "in the hills it rained", "Sun? None!"])
    >>> bool(rain @ rained > 0.7 > 0.2 > rain @ sun)
    True
    >>> [round(float(np.linalg.norm(vector)), 6) for vector in HashedWords()(["It rains.", "…", ""])]
    [1.0, 1.0, 1.0]
    """

    def __init__(self, dimensions: int = 1024) -> None:
        self.dimensions: int = count("dimensions", dimensions)

    def __call__(self, texts: Sequence[str]) -> Matrix:
        """Return the vectors: float32, shape (n, dimensions), each of length 1."""
        import numpy as np

        result = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(result, texts, strict=True):
            folded = text.casefold()
            words = Counter(_WORD.findall(folded) or folded.split() or [""])
            parts: Counter[str] = Counter()
            for word, times in words.items():
                marked = f"<{word}>"
                for at in range(len(marked) - PART + 1):
                    parts[marked[at : at + PART]] += times
            for counted, weight in ((words, 1.0), (parts, 0.5)):
                for name, times in counted.items():
                    code = zlib.crc32(name.encode("utf-8", "surrogatepass"))
                    # the highest bit is the sign: collisions cancel on average
                    row[code % self.dimensions] += weight * (1 + np.log(times)) * (1 if code >> 31 else -1)
            if not row.any():  # all components cancelled: possible with few dimensions
                row[0] = 1
            row /= np.linalg.norm(row.astype(np.float64))
        return result
