"""Scores of claims by the chunks nearest in cosine similarity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shiplap.chunks.located import LocatedChunk
from shiplap.errors import OptionError
from shiplap.grounding import words
from shiplap.grounding.collection import Collection
from shiplap.options import count
from shiplap.printable import counted
from shiplap.vectors import Cache, Embed, HashedWords, embed_texts, make_index
from shiplap.vectors.embedding import BATCH

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: Minimum score of a grounded claim (the record's figure).
THRESHOLD = 0.7

#: The same for hashed words: claims with one detail changed and denied claims score less, those with the words of
#: a sentence in another order more (benchmarks/quality/grounding.py).
WORDS_THRESHOLD = 0.97


@dataclass(frozen=True)
class Evidence(LocatedChunk):
    """A chunk near a claim. `similarity` is the cosine of the angle between the two embeddings; unknown offsets
    are None; `chunk` is the original object. `provenance` and the attributes from `pages` to `address` are those
    of `Chunk`. `build_prompt` accepts an Evidence as a chunk."""

    id: str
    document_id: str | None
    source: str | None
    index: int | None
    start: int | None
    end: int | None
    start_byte: int | None
    end_byte: int | None
    text: str
    similarity: float
    chunk: Any
    provenance: dict[str, Any] | None = field(default=None, hash=False)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields except `chunk`."""
        return {name: value for name, value in vars(self).items() if name != "chunk"}


@dataclass(frozen=True)
class Grounding:
    """The result for a claim. `score` is the highest similarity (0 without chunks), `evidence` the nearest chunks,
    nearest first, `grounded` whether the score reaches the threshold."""

    claim: str
    score: float
    grounded: bool
    evidence: tuple[Evidence, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, ready for JSON."""
        return {**vars(self), "evidence": [each.to_dict() for each in self.evidence]}


class Grounder:
    """Scores claims by the chunks nearest to them.

    chunks: `Chunks` (whose embeddings are used if present), several of them, or any chunks, such as those of a
        store, or hits.
    embed: a function from a list of str to one vector each; it embeds the contextual texts of chunks, and claims.
        With `HashedWords` a claim is also compared with each sentence of the 50 nearest chunks; the similarity is
        the highest of these, and 1 for a chunk that contains the claim word for word.
    k: the number of chunks in the evidence.
    threshold: the minimum score (cosine similarity, -1 to 1) of a grounded claim; by default 0.97 for
        `HashedWords` (docs/figures.md has the measurement) and 0.7 for other embeddings. A good value depends on
        the embedding: measure it with `evaluate_grounding`.
    cache: a cache of chunk embeddings by context hash: a `MemoryCache`, or `store.vectors(model)`.
    index: "exact", or "faiss" or "usearch" (extras of these names).

    Raises OptionError for a wrong option, before anything is embedded, and if `embed` returns invalid vectors.
    """

    def __init__(
        self,
        chunks: Any,
        embed: Embed,
        *,
        k: int = 5,
        threshold: float | None = None,
        cache: Cache | None = None,
        index: str = "exact",
        batch_size: int = BATCH,
    ) -> None:
        import numpy as np

        self.k: int = count("k", k)
        if threshold is None:
            threshold = WORDS_THRESHOLD if isinstance(embed, HashedWords) else THRESHOLD
        self.threshold: float = checked_threshold(threshold)
        self._embed, self._batch_size = embed, count("batch_size", batch_size)
        if not callable(embed):
            raise OptionError("embed", embed, "must be a function from a list of str to one vector each")
        make_index(index, np.zeros((0, 1), np.float32))
        self._chunks = Collection(chunks)
        self._matrix = self._chunks.embeddings(embed, cache, self._batch_size)
        self._index = make_index(index, self._matrix)

    def __len__(self) -> int:
        """Return the number of chunks."""
        return len(self._chunks)

    @property
    def embeddings(self) -> npt.NDArray[np.float32]:
        """The vectors of the chunks, float32, shape (n, d)."""
        return self._matrix

    def score(self, claim: str) -> Grounding:
        """Score a claim and return the result with its evidence."""
        return self.score_batch([claim])[0]

    def score_batch(self, claims: Iterable[str]) -> list[Grounding]:
        """Score several claims, embedded together."""
        given = checked_claims(claims)
        if not len(self._chunks) or not given:
            return [Grounding(claim, 0.0, False, ()) for claim in given]
        queries = embed_texts(given, self._embed, batch_size=self._batch_size)
        if queries.shape[1] != self._matrix.shape[1]:
            rule = f"must return vectors of the chunks' length, {self._matrix.shape[1]}"
            raise OptionError("embed", queries.shape[1], rule)
        if isinstance(self._embed, HashedWords):
            return self._by_words(given, queries)
        rows, similarities = self._index.search(queries, self.k)
        return [self._grounding(*found) for found in zip(given, rows.tolist(), similarities.tolist(), strict=True)]

    def _by_words(self, claims: list[str], queries: npt.NDArray[np.float32]) -> list[Grounding]:
        """Score claims by the sentences of the nearest chunks too; a chunk that holds a claim has similarity 1."""
        rows, similarities = self._index.search(queries, max(self.k, words.CANDIDATES))
        texts = (self._chunks[number].text for number in range(len(self._chunks)))
        queries, results = words.unit(claims, self._embed), []
        vectors: dict[int, npt.NDArray[np.float32]] = {}
        for claim, query, held, near, whole in zip(
            claims, queries, words.holders(claims, texts), rows.tolist(), similarities.tolist(), strict=True
        ):
            scores = {row: score for row, score in zip(near, whole, strict=True) if row >= 0}
            for row, score in scores.items():
                if row not in vectors:
                    vectors[row] = words.sentence_vectors(self._chunks[row].text, self._embed)
                scores[row] = max(score, float((vectors[row] @ query).max()))
            scores.update(dict.fromkeys(held, 1.0))
            nearest = sorted(scores, key=lambda row: (-scores[row], row))[: self.k]
            results.append(self._grounding(claim, nearest, [scores[row] for row in nearest]))
        return results

    def _grounding(self, claim: str, rows: list[int], similarities: list[float]) -> Grounding:
        evidence = tuple(
            _evidence(self._chunks[row], near) for row, near in zip(rows, similarities, strict=True) if row >= 0
        )
        score = evidence[0].similarity if evidence else 0.0
        return Grounding(claim, score, bool(evidence) and score >= self.threshold, evidence)

    def __repr__(self) -> str:
        return f"<Grounder of {counted(len(self), 'chunk')}: k {self.k}, threshold {self.threshold:g}>"


def _evidence(passage: Any, similarity: float) -> Evidence:
    return Evidence(
        passage.id, passage.document_id, passage.source, passage.index, passage.start, passage.end,
        passage.start_byte, passage.end_byte, passage.text, similarity, passage.given,
        passage.provenance,
    )  # fmt: skip


def checked_threshold(value: Any, option: str = "threshold") -> float:
    """Check that a threshold is a cosine similarity."""
    if isinstance(value, (bool, str, bytes)) or not hasattr(value, "__float__") or not -1 <= float(value) <= 1:
        raise OptionError(option, value, "must be a number in [-1, 1]: a cosine similarity")
    return float(value)


def checked_claims(claims: Any) -> list[str]:
    """Check that the claims are not blank."""
    if isinstance(claims, (str, bytes)) or not isinstance(claims, Iterable):
        raise OptionError("claims", claims, "must be an iterable of str")
    given = list(claims)
    for claim in given:
        if not isinstance(claim, str) or not claim.strip():
            raise OptionError("claim", claim, "must be a non-blank str")
    return given
