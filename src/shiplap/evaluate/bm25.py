"""BM25 over many cuts of the same documents: the words are found once and counted per cut.

The scores are those of Lucene's BM25 (k1 1.5, b 0.75), as in bm25s: for a word in `df` of `n` chunks that occurs
`tf` times in a chunk of `length` words,

    log(1 + (n - df + 0.5) / (df + 0.5)) * tf / (tf + k1 * (1 - b + b * length / mean length))

A word is a run of letters, digits and marks, ignoring case; each character of a script without spaces is a word.
A word belongs to the chunks that contain it whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.evaluate.corpus import Corpus, Cut

    Integers = npt.NDArray[np.int64]

K1, B = 1.5, 0.75

#: Characters of scripts without spaces: Thai to Khmer, kana, Han.
_ALONE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_WORD = re.compile(f"[{_ALONE}]|[^\\W{_ALONE}]+")


def words(text: str) -> list[str]:
    """Return the words of a text, in order.

    >>> words("It rains, IT pours: 下雨 x2")
    ['it', 'rains', 'it', 'pours', '下', '雨', 'x2']
    """
    return [word.casefold() for word in _WORD.findall(text)]


class Bm25:
    """Ranks the chunks of cuts of one corpus for the same questions.

    >>> from shiplap.evaluate import Corpus, cut
    >>> corpus = Corpus({"a": "It rains in the hills. The old man snores. The dog minds nobody. "})
    >>> bm25 = Bm25(corpus, ["Does the man snore?", "hills"])
    >>> bm25.rank(cut(corpus, lambda text: [(0, 23), (23, 43), (43, 65)]), 2).tolist()
    [[1, 2], [0, -1]]
    """

    name = "bm25"

    def __init__(self, corpus: Corpus, questions: Sequence[str]) -> None:
        import numpy as np

        self._corpus = corpus
        asked = [words(question) for question in questions]
        terms: dict[str, int] = {}
        for each in asked:
            for word in each:
                terms.setdefault(word, len(terms))
        self._terms = len(terms)
        #: Terms of each question, repeated as in the question.
        self._asked = [[terms[word] for word in each] for each in asked]
        found = list(_found(corpus, terms))
        self._starts, self._ends, term = np.array(found, np.int64).reshape(-1, 3).T.copy()
        self._wanted = np.flatnonzero(term >= 0)  # indices of the words that occur in questions
        self._term = term[self._wanted]

    def rank(self, cut: Cut, k: int) -> Integers:
        """Return each question's k best chunks, best first, shape (questions, k); -1 if fewer contain a word."""
        import numpy as np

        n = len(cut)
        first = np.searchsorted(self._starts, cut.spans[:, 0], "left")
        last = np.maximum(first, np.searchsorted(self._ends, cut.spans[:, 1], "right"))
        lengths = last - first
        low, high = np.searchsorted(self._wanted, first), np.searchsorted(self._wanted, last)
        times = high - low
        chunk = np.repeat(np.arange(n), times)
        at = np.arange(len(chunk)) - np.repeat(np.cumsum(times) - times, times) + np.repeat(low, times)
        pairs, tf = np.unique(self._term[at] * max(n, 1) + chunk, return_counts=True)
        term, chunk = np.divmod(pairs, max(n, 1))
        df = np.bincount(term, minlength=self._terms)
        idf = np.log(1 + (n - df + 0.5) / (df + 0.5))
        norm = K1 * (1 - B + B * lengths / max(lengths.mean(), 1)) if n else lengths
        weight = idf[term] * tf / (tf + norm[chunk])
        begins = np.searchsorted(term, np.arange(self._terms + 1))
        result = np.full((len(self._asked), k), -1, np.int64)
        scores = np.empty(n)
        for row, asked in zip(result, self._asked, strict=True):
            scores[:] = 0
            for each in asked:
                part = slice(begins[each], begins[each + 1])
                scores[chunk[part]] += weight[part]
            best = top(scores, k)
            row[: len(best)] = best
        return result


def top(scores: npt.NDArray[np.float64], k: int) -> Integers:
    """Return the indices of the k highest scores above 0, highest first, the earlier of equals first."""
    import numpy as np

    least = np.partition(scores, len(scores) - k)[len(scores) - k] if k < len(scores) else 0
    found = np.flatnonzero(scores >= max(least, np.finfo(np.float64).tiny))
    order: Integers = found[np.argsort(-scores[found], kind="stable")][:k]
    return order


def _found(corpus: Corpus, terms: dict[str, int]) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and term of all words of a corpus; -1 for a word in no question."""
    for text, base in zip(corpus.texts, corpus.bases.tolist(), strict=False):
        for match in _WORD.finditer(text):
            yield base + match.start(), base + match.end(), terms.get(match[0].casefold(), -1)
