"""Retrievers that rank the chunks of a cut: BM25 (built-in, bm25s, that of the store), embeddings, or both."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from shiplap.errors import OptionError
from shiplap.options import choice
from shiplap.vectors import Cache, Embed, Exact, MemoryCache, embed_texts
from shiplap.vectors.embedding import BATCH, fill

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.evaluate.corpus import Corpus, Cut
    from shiplap.store.ranking import Ranked
    from shiplap.vectors.types import Matrix

    Integers = npt.NDArray[np.int64]


class Retriever(Protocol):
    """Ranks the chunks of a cut for the questions it was built with."""

    name: str

    def rank(self, cut: Cut, k: int) -> Integers:
        """Return the rows of the k best chunks of each question, shape (questions, k); -1 fills missing chunks."""


class Bm25s:
    """BM25 by bm25s (extra bm25s): its own tokenizer, no stop words."""

    name = "bm25s"

    def __init__(self, corpus: Corpus, questions: Sequence[str]) -> None:
        try:
            import bm25s
        except ImportError:
            rule = "needs the extra bm25s: pip install 'shiplap[bm25s]'"
            raise OptionError("retriever", "bm25s", rule) from None
        self._bm25s: Any = bm25s
        self._questions = list(questions)

    def rank(self, cut: Cut, k: int) -> Integers:
        """As `Retriever.rank`."""
        import numpy as np

        result = np.full((len(self._questions), k), -1, np.int64)
        if not len(cut):
            return result
        options: dict[str, Any] = {"stopwords": None, "show_progress": False}
        index = self._bm25s.BM25()
        index.index(self._bm25s.tokenize(cut.contextual_texts(), **options), show_progress=False)
        asked = self._bm25s.tokenize(self._questions, return_ids=False, **options)
        rows, scores = index.retrieve(asked, k=min(k, len(cut)), show_progress=False)
        result[:, : rows.shape[1]] = np.where(scores > 0, rows, -1)
        return result


class FullText:
    """The search of the store by words: chunks that contain any of the words of a question that matter."""

    name = "fts5"

    def __init__(self, corpus: Corpus, questions: Sequence[str]) -> None:
        self._questions = list(questions)

    def rank(self, cut: Cut, k: int) -> Integers:
        """As `Retriever.rank`."""
        import numpy as np

        result = np.full((len(self._questions), k), -1, np.int64)
        with indexed(cut) as rank:
            for row, question in zip(result, self._questions, strict=True):
                found, _ = rank(question).best(k)
                row[: len(found)] = found
        return result


@contextlib.contextmanager
def indexed(cut: Cut) -> Iterator[Callable[[str], Ranked]]:
    """Index the chunks of a cut as a store does; return a function that ranks them for a question."""
    import sqlite3

    from shiplap.store import postings
    from shiplap.store.ranking import Ranked, Statistics
    from shiplap.store.stems import of_question

    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        postings.create(connection)
        before = cut.contexts or [""] * len(cut)
        rows = zip(range(len(cut)), cut.shown_texts(), before, strict=True)
        statistics = Statistics(len(cut), postings.add(connection, rows))
        yield lambda question: Ranked(connection, of_question(connection, question), statistics)


class Dense:
    """The nearest embeddings. Chunks that several cuts share are embedded once."""

    name = "dense"

    def __init__(
        self,
        corpus: Corpus,
        questions: Sequence[str],
        embed: Embed | None,
        cache: Cache | None = None,
        batch_size: int = BATCH,
    ) -> None:
        if embed is None:
            raise OptionError("embed", None, f"must be a function that embeds, for the retriever {self.name!r}")
        self._embed, self._batch_size = embed, batch_size
        self._cache = MemoryCache() if cache is None else cache
        self._questions = embed_texts(questions, embed, batch_size=batch_size)

    def rank(self, cut: Cut, k: int) -> Integers:
        """As `Retriever.rank`."""
        import numpy as np

        result = np.full((len(self._questions), k), -1, np.int64)
        rows, _ = Exact(self._matrix(cut)).search(self._questions, k)
        result[:, : rows.shape[1]] = rows
        return result

    def _matrix(self, cut: Cut) -> Matrix:
        """Return the vectors of the chunks of a cut."""
        from shiplap.ids import content_hash

        texts = cut.contextual_texts

        def hashes(first: int, last: int) -> list[str]:
            return [content_hash(text.encode("utf-8", "surrogatepass")) for text in texts(first, last)]

        return fill(len(cut), texts, hashes, self._embed, self._cache, self._batch_size)


class Hybrid(Dense):
    """The hybrid search of the store: words and embeddings."""

    name = "hybrid"

    def __init__(
        self, corpus: Corpus, questions: Sequence[str], embed: Embed | None, cache: Cache | None = None
    ) -> None:
        super().__init__(corpus, questions, embed, cache)
        self._texts = list(questions)

    def rank(self, cut: Cut, k: int) -> Integers:
        """As `Retriever.rank`."""
        import numpy as np

        from shiplap.store.nearest import Nearest, QueryVector
        from shiplap.store.search import CANDIDATES, WEIGHT, combined

        result = np.full((len(self._texts), k), -1, np.int64)
        if not len(cut):
            return result
        nearest = Nearest(np.arange(len(cut)), self._matrix(cut))
        with indexed(cut) as rank:
            for row, text, vector in zip(result, self._texts, self._questions, strict=True):
                query = QueryVector(vector[None], nearest, "exact")
                found, _ = combined(rank(text), query, max(CANDIDATES, k), WEIGHT, None, k)
                row[: len(found)] = found
        return result


def _bm25(corpus: Corpus, questions: Sequence[str]) -> Retriever:
    from shiplap.evaluate.bm25 import Bm25

    return Bm25(corpus, questions)


#: The retrievers that need no embedding, by name.
_OF_WORDS: dict[str, Callable[[Any, Sequence[str]], Retriever]] = {"bm25": _bm25, "bm25s": Bm25s, "fts5": FullText}

#: The retrievers by name.
RETRIEVERS = (*_OF_WORDS, "dense", "hybrid")


def make_retriever(
    name: Any, corpus: Corpus, questions: Sequence[str], embed: Embed | None = None, cache: Cache | None = None
) -> Retriever:
    """Build a retriever by name: "bm25", "bm25s", "fts5", or "dense" or "hybrid" with `embed`; or by a function of
    the corpus and the questions. Raises OptionError for an unknown name or a missing requirement."""
    if callable(name):
        made: Retriever = name(corpus, questions)
        return made
    found = choice("retriever", name, RETRIEVERS)
    if found in _OF_WORDS:
        return _OF_WORDS[found](corpus, questions)
    return (Dense if found == "dense" else Hybrid)(corpus, questions, embed, cache)
